/* The chain of MAX7219: one register of all modules at a time. */
#ifndef MAX7219_H
#define MAX7219_H

#include <stdint.h>

enum max7219_register {
    MAX7219_DIGIT_0 = 0x01,
    MAX7219_DECODE = 0x09,
    MAX7219_INTENSITY = 0x0A,
    MAX7219_SCAN_LIMIT = 0x0B,
    MAX7219_SHUTDOWN = 0x0C,
    MAX7219_TEST = 0x0F,
};

void max7219_init(void);

/* The same value for every module. */
void max7219_write_all(enum max7219_register address, uint8_t value);

/* Row 0 … 7 of every module, out of a whole picture. */
void max7219_write_row(uint8_t row, const uint8_t *picture);

#endif
