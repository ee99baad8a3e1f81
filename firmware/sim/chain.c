#include "chain.h"

#include <string.h>

enum { DIGIT_0 = 1, DECODE = 9, INTENSITY = 10, SCAN_LIMIT = 11, SHUTDOWN = 12, TEST = 15 };

/* The font of the chip, which it shows instead of the bits while decoding is on. */
static const uint8_t code_b[16] = {
    0x7E, 0x30, 0x6D, 0x79, 0x33, 0x5B, 0x5F, 0x70, 0x7F, 0x7B, 0x01, 0x4F, 0x37, 0x0E, 0x67, 0x00,
};

void chain_power_on(struct chain *chain)
{
    memset(chain, 0, sizeof *chain);
}

void chain_shift(struct chain *chain, uint8_t byte)
{
    memmove(chain->shifted + 1, chain->shifted, sizeof chain->shifted - 1);
    chain->shifted[0] = byte;
}

void chain_latch(struct chain *chain)
{
    /* The first chip holds what came last: its value at [0], its address at [1]. Address 0 is "no operation". */
    for (int i = 0; i < MODULES; i++) {
        uint8_t address = chain->shifted[2 * i + 1] & 0x0F;
        if (address != 0)
            chain->chips[i].registers[address] = chain->shifted[2 * i];
    }
}

void chain_disturb(struct chain *chain, uint32_t chance)
{
    chain->chips[chance % MODULES].registers[1 + (chance >> 8) % 15] = (uint8_t)(chance >> 16);
}

static uint8_t row_of(const struct chip *chip, int row)
{
    const uint8_t *registers = chip->registers;
    uint8_t bits = registers[DIGIT_0 + row];
    if (registers[TEST] & 1)
        return 0xFF;
    if (!(registers[SHUTDOWN] & 1) || row > (registers[SCAN_LIMIT] & 7))
        return 0;
    if (registers[DECODE] >> row & 1)
        return (uint8_t)((bits & 0x80) | code_b[bits & 0x0F]);
    return bits;
}

void chain_lights(const struct chain *chain, uint8_t picture[PICTURE_BYTES])
{
    /* Data enters at the right end of the upper strip: the first chip is the upper right one, the ninth the lower right
     * one (firmware/README.md, Wiring). */
    for (int i = 0; i < MODULES; i++) {
        int column = ROW_BYTES - 1 - i % ROW_BYTES;
        for (int row = 0; row < 8; row++)
            picture[(i / ROW_BYTES * 8 + row) * ROW_BYTES + column] = row_of(&chain->chips[i], row);
    }
}

int chain_intensity(const struct chain *chain)
{
    int first = chain->chips[0].registers[INTENSITY] & 15;
    for (int i = 1; i < MODULES; i++)
        if ((chain->chips[i].registers[INTENSITY] & 15) != first)
            return -1;
    return first;
}

unsigned chain_current(const struct chain *chain)
{
    double current = 0;
    for (int i = 0; i < MODULES; i++) {
        const struct chip *chip = &chain->chips[i];
        int scanned = (chip->registers[SCAN_LIMIT] & 7) + 1;
        int duty = chip->registers[TEST] & 1 ? 31 : 2 * (chip->registers[INTENSITY] & 15) + 1;
        int lit = 0;
        for (int row = 0; row < 8; row++)
            lit += __builtin_popcount(row_of(chip, row));
        current += lit * 40.0 / scanned * duty / 32;
    }
    return (unsigned)(current + 0.5);
}
