#include "message.h"

#include "board.h"
#include "frame.h"

#define PROTOCOL_VERSION 2
#define MOST_BRIGHTNESS 15
/* Type and sequence come before every payload. */
#define HEAD 2

enum wish message_judge(const uint8_t *body, uint8_t length, enum status *status)
{
    uint8_t payload = (uint8_t)(length - HEAD);
    *status = STATUS_SHOWN;
    /* Only a display says such types: something on the line echoes, and an answer would echo too, for ever. */
    if (body[0] & 0x80)
        return WISH_NOTHING;
    if (body[0] == MESSAGE_HELLO_REQUEST && payload == 0)
        return WISH_HELLO;
    if (body[0] == MESSAGE_PICTURE && payload == 1 + PICTURE_BYTES) {
        if (message_brightness(body) <= MOST_BRIGHTNESS)
            return WISH_PICTURE;
        *status = STATUS_BAD_VALUE;
        return WISH_REFUSAL;
    }
    *status = body[0] == MESSAGE_HELLO_REQUEST || body[0] == MESSAGE_PICTURE ? STATUS_BAD_LENGTH : STATUS_UNKNOWN_TYPE;
    return WISH_REFUSAL;
}

uint8_t message_brightness(const uint8_t *body)
{
    return body[HEAD];
}

const uint8_t *message_picture(const uint8_t *body)
{
    return body + HEAD + 1;
}

uint8_t message_hello(uint8_t sequence, uint8_t reset_reason, uint8_t *frame)
{
    const uint8_t body[] = {
        MESSAGE_HELLO,  sequence,     PROTOCOL_VERSION, ROW_BYTES * 8, ROWS,
        FIRMWARE_MAJOR, FIRMWARE_MINOR, reset_reason,
    };
    return frame_encode(body, sizeof body, frame);
}

uint8_t message_ack(uint8_t sequence, enum status status, uint16_t dropped, uint16_t overruns, uint8_t *frame)
{
    const uint8_t body[] = {
        MESSAGE_ACK,        sequence, (uint8_t)status, (uint8_t)(dropped >> 8), (uint8_t)dropped, (uint8_t)(overruns >> 8),
        (uint8_t)overruns,
    };
    return frame_encode(body, sizeof body, frame);
}
