/* The bytes on their way to the display, and what may happen to them. */
#ifndef WIRE_H
#define WIRE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define WIRE_ROOM 65536

enum fault { FAULT_FLIP, FAULT_LOSE, FAULT_DOUBLE, FAULT_INSERT, FAULTS };

struct wire {
    uint8_t bytes[WIRE_ROOM];
    size_t first;
    size_t length;
    /* How often each fault happens, in a million bytes. */
    uint32_t rate[FAULTS];
    /* The last byte comes once more. */
    bool again;
    uint8_t last;
    uint64_t random;
};

/* A number of 32 bits; every run with the same seed gives the same ones. */
uint32_t wire_random(struct wire *wire);

/* How many bytes can still be put in. */
size_t wire_room(const struct wire *wire);

/* Puts bytes in; what does not fit is left out. */
void wire_put(struct wire *wire, const uint8_t *bytes, size_t length);

bool wire_empty(const struct wire *wire);
void wire_clear(struct wire *wire);

/* The next byte, after its faults. False: it is lost. Only when the wire is not empty. */
bool wire_next(struct wire *wire, uint8_t *byte);

#endif
