#include "max7219.h"

#include <avr/io.h>

#include "board.h"

static void select_chain(void)
{
    CS_PORT &= (uint8_t)~_BV(CS_BIT);
}

/* The rising edge makes every module take what it holds. */
static void latch(void)
{
    CS_PORT |= _BV(CS_BIT);
}

static void send(uint8_t byte)
{
    SPDR = byte;
    loop_until_bit_is_set(SPSR, SPIF);
}

void max7219_init(void)
{
    CS_PORT |= _BV(CS_BIT);
    CS_DDR |= _BV(CS_BIT) | _BV(MOSI_BIT) | _BV(SCK_BIT);
    /* 1 MHz, mode 0. The chip takes ten times that, a metre of wire through sixteen modules does not. */
    SPCR = _BV(SPE) | _BV(MSTR) | _BV(SPR0);
    SPSR = 0;
}

void max7219_write_all(enum max7219_register address, uint8_t value)
{
    select_chain();
    for (uint8_t module = 0; module < MODULES; module++) {
        send((uint8_t)address);
        send(value);
    }
    latch();
}

void max7219_write_row(uint8_t row, const uint8_t *picture)
{
    /* What is sent first travels farthest. Data enters at the right end of the upper strip and leaves at the left end of
     * the lower one: so the lower half goes first, each half from the left. */
    select_chain();
    for (uint8_t half = 0; half < 2; half++) {
        const uint8_t *bytes = picture + (half == 0 ? row + 8 : row) * ROW_BYTES;
        for (uint8_t i = 0; i < ROW_BYTES; i++) {
            send((uint8_t)(MAX7219_DIGIT_0 + row));
            send(bytes[i]);
        }
    }
    latch();
}
