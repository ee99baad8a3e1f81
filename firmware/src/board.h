/* What is soldered: the pins and the supply. Everything here is also told in firmware/README.md. */
#ifndef BOARD_H
#define BOARD_H

/* Chip select of the whole chain: D10 on a Nano. SPI itself is bound to D11 (MOSI, data) and D13 (SCK, clock). */
#define CS_PORT PORTB
#define CS_DDR DDRB
#define CS_BIT PB2
#define MOSI_BIT PB3
#define SCK_BIT PB5

#define MODULES 16
#define ROWS 16
#define ROW_BYTES 8
#define PICTURE_BYTES (ROWS * ROW_BYTES)

/* What the supply of the modules may give to the lights, in mA. `make firmware SUPPLY_MA=…` for another supply. */
#ifndef SUPPLY_MA
#define SUPPLY_MA 2000
#endif

#endif
