/* How bright a picture may be without asking more of the supply than it gives. Compiles for any machine. */
#ifndef SUPPLY_H
#define SUPPLY_H

#include <stdint.h>

/* The wanted brightness (0 … 15), or the highest one below it at which this picture keeps within SUPPLY_MA. */
uint8_t supply_limit(const uint8_t *picture, uint8_t brightness);

#endif
