#include "wire.h"

uint32_t wire_random(struct wire *wire)
{
    /* xorshift64*, Vigna 2016. */
    uint64_t x = wire->random;
    x ^= x >> 12;
    x ^= x << 25;
    x ^= x >> 27;
    wire->random = x;
    return (uint32_t)((x * 0x2545F4914F6CDD1Du) >> 32);
}

size_t wire_room(const struct wire *wire)
{
    return WIRE_ROOM - wire->length;
}

void wire_put(struct wire *wire, const uint8_t *bytes, size_t length)
{
    for (size_t i = 0; i < length && wire->length < WIRE_ROOM; i++)
        wire->bytes[(wire->first + wire->length++) % WIRE_ROOM] = bytes[i];
}

bool wire_empty(const struct wire *wire)
{
    return wire->length == 0 && !wire->again;
}

void wire_clear(struct wire *wire)
{
    wire->length = 0;
    wire->again = false;
}

static bool happens(struct wire *wire, enum fault fault)
{
    return wire->rate[fault] != 0 && wire_random(wire) % 1000000 < wire->rate[fault];
}

bool wire_next(struct wire *wire, uint8_t *byte)
{
    if (wire->again) {
        wire->again = false;
        *byte = wire->last;
        return true;
    }
    if (happens(wire, FAULT_INSERT)) {
        *byte = (uint8_t)wire_random(wire);
        return true;
    }
    *byte = wire->bytes[wire->first];
    wire->first = (wire->first + 1) % WIRE_ROOM;
    wire->length--;
    if (happens(wire, FAULT_LOSE))
        return false;
    if (happens(wire, FAULT_FLIP))
        *byte ^= (uint8_t)(1u << wire_random(wire) % 8);
    wire->again = happens(wire, FAULT_DOUBLE);
    wire->last = *byte;
    return true;
}
