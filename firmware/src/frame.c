#include "frame.h"

uint16_t frame_crc_add(uint16_t crc, uint8_t byte)
{
    /* Polynomial 0x1021 for eight bits at once: what a loop over the bits comes to, without the loop. */
    crc = (uint16_t)(crc >> 8 | crc << 8);
    crc ^= byte;
    crc ^= (crc & 0xFF) >> 4;
    crc ^= (uint16_t)(crc << 12);
    crc ^= (uint16_t)((crc & 0xFF) << 5);
    return crc;
}

static uint16_t crc_of(const uint8_t *bytes, uint8_t length)
{
    uint16_t crc = FRAME_CRC_START;
    while (length--)
        crc = frame_crc_add(crc, *bytes++);
    return crc;
}

/* Undoes COBS in place: what is written never overtakes what is read. Returns 0 where it is no COBS. */
static uint8_t unstuff(uint8_t *bytes, uint8_t length)
{
    uint8_t from = 0;
    uint8_t to = 0;
    while (from < length) {
        uint8_t follow = (uint8_t)(bytes[from++] - 1);
        if (follow > length - from)
            return 0;
        while (follow--)
            bytes[to++] = bytes[from++];
        /* A block of 254 bytes would have no zero behind it; FRAME_MAX leaves no room for one. */
        if (from < length)
            bytes[to++] = 0;
    }
    return to;
}

/* What has stood between two delimiters: the length without the CRC, or 0. */
static uint8_t opened(struct frame_decoder *decoder)
{
    uint8_t length;
    if (decoder->too_long)
        return 0;
    length = unstuff(decoder->bytes, decoder->length);
    /* The CRC of data that is followed by its own CRC is zero. */
    if (length < FRAME_MIN_BODY || crc_of(decoder->bytes, length) != 0)
        return 0;
    return (uint8_t)(length - 2);
}

void frame_reset(struct frame_decoder *decoder)
{
    decoder->length = 0;
    decoder->too_long = false;
    decoder->dropped = 0;
}

uint8_t frame_take(struct frame_decoder *decoder, uint8_t byte)
{
    uint8_t found;
    if (byte != 0) {
        if (decoder->length < FRAME_MAX)
            decoder->bytes[decoder->length++] = byte;
        else
            decoder->too_long = true;
        return 0;
    }
    /* Delimiters side by side: the end of one frame and the start of the next. */
    if (decoder->length == 0)
        return 0;
    found = opened(decoder);
    decoder->length = 0;
    decoder->too_long = false;
    if (found == 0)
        decoder->dropped++;
    return found;
}

/* Adds one byte of the body to a frame; `code` is where the length of the current block will stand. */
static uint8_t *stuff(uint8_t *to, uint8_t **code, uint8_t byte)
{
    if (byte != 0) {
        *to = byte;
        return to + 1;
    }
    **code = (uint8_t)(to - *code);
    *code = to;
    return to + 1;
}

uint8_t frame_encode(const uint8_t *body, uint8_t length, uint8_t *frame)
{
    uint16_t crc = crc_of(body, length);
    uint8_t *code = frame + 1;
    uint8_t *to = frame + 2;
    frame[0] = 0;
    for (uint8_t i = 0; i < length; i++)
        to = stuff(to, &code, body[i]);
    to = stuff(to, &code, (uint8_t)(crc >> 8));
    to = stuff(to, &code, (uint8_t)crc);
    *code = (uint8_t)(to - code);
    *to++ = 0;
    return (uint8_t)(to - frame);
}
