/* Frames: COBS and CRC-16 between delimiters, as firmware/PROTOCOL.md says. Compiles for any machine. */
#ifndef FRAME_H
#define FRAME_H

#include <stdbool.h>
#include <stdint.h>

/* Bytes between two delimiters; unstuffed there is one less. */
#define FRAME_MAX 134
/* Type, sequence and CRC. */
#define FRAME_MIN_BODY 4

struct frame_decoder {
    /* Fills with stuffed bytes; holds the body, from the type on, once a frame is whole. */
    uint8_t bytes[FRAME_MAX];
    uint8_t length;
    bool too_long;
    /* Frames dropped since the reset, modulo 65536. */
    uint16_t dropped;
};

/* The CRC after one more byte; the first is added to FRAME_CRC_START. */
#define FRAME_CRC_START 0xFFFFu
uint16_t frame_crc_add(uint16_t crc, uint8_t byte);

void frame_reset(struct frame_decoder *decoder);

/* Takes the next byte from the line. Returns the length of type, sequence and payload when it has completed an intact
 * frame, else 0. They stand in `bytes` until the next call. */
uint8_t frame_take(struct frame_decoder *decoder, uint8_t byte);

/* Writes a whole frame with both delimiters; `body` is type, sequence and payload, at most FRAME_MAX - 3 bytes, and
 * `frame` has room for length + 5. Returns how many bytes it is. */
uint8_t frame_encode(const uint8_t *body, uint8_t length, uint8_t *frame);

#endif
