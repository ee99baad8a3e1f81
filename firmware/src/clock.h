/* Time, sleep, the watchdog, and why the program began anew. */
#ifndef CLOCK_H
#define CLOCK_H

#include <stdbool.h>
#include <stdint.h>

#define TICKS_PER_SECOND 100

/* Starts ticks and watchdog. */
void clock_init(void);

/* Whether a tick has passed that clock_take has not taken yet. */
bool clock_ticked(void);

/* Takes one tick, and keeps the watchdog quiet: nothing else does. */
void clock_take(void);

/* Bits 0 … 3 of MCUSR at the reset: 1 power on, 2 external, 4 brown-out, 8 watchdog. */
uint8_t clock_reset_reason(void);

/* Whether the supply has just come. */
bool clock_cold(void);

#endif
