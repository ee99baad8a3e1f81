/* Sixteen MAX7219 in a chain, as their data sheet describes them, and the lights that they drive. */
#ifndef CHAIN_H
#define CHAIN_H

#include <stdbool.h>
#include <stdint.h>

#include "board.h"

struct chip {
    /* By address: 1 … 8 digits, 9 decode, 10 intensity, 11 scan limit, 12 shutdown, 15 test. */
    uint8_t registers[16];
};

struct chain {
    struct chip chips[MODULES];
    /* What is on its way: the byte that came last is first. */
    uint8_t shifted[2 * MODULES];
};

/* As the chips are when the supply comes: shut down, all registers 0. */
void chain_power_on(struct chain *chain);

/* One byte over SPI. */
void chain_shift(struct chain *chain, uint8_t byte);

/* The rising edge of the chip select. */
void chain_latch(struct chain *chain);

/* Interference: one register of one chip becomes something else. */
void chain_disturb(struct chain *chain, uint32_t chance);

/* What the lights show, in the order of a PICTURE. */
void chain_lights(const struct chain *chain, uint8_t picture[PICTURE_BYTES]);

/* The intensity of all chips, or -1 while they differ. */
int chain_intensity(const struct chain *chain);

/* What the lights take on average, in mA: 40 mA a lamp while it is on. */
unsigned chain_current(const struct chain *chain);

#endif
