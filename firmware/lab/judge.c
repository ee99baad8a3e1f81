#include "judge.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "board.h"
#include "frame.h"
#include "message.h"
#include "supply.h"

void judge_fail(const char *rule, const char *file, int line)
{
    fprintf(stderr, "%s:%d: broken: %s\n", file, line, rule);
    abort();
}

/* --- the simple decoder: bit by bit, and from one memory into another ----------------------------------------------- */

static unsigned slow_crc(const uint8_t *bytes, size_t length)
{
    unsigned crc = 0xFFFF;
    for (size_t i = 0; i < 8 * length; i++) {
        unsigned bit = bytes[i / 8] >> (7 - i % 8) & 1;
        bool carry = (crc >> 15 & 1) != bit;
        crc = (crc << 1 & 0xFFFF) ^ (carry ? 0x1021 : 0);
    }
    return crc;
}

/* The body without its CRC, or 0. */
static size_t slow_open(const uint8_t *stuffed, size_t length, uint8_t *body)
{
    size_t to = 0;
    if (length > 134)
        return 0;
    for (size_t from = 0; from < length;) {
        size_t code = stuffed[from];
        if (from + code > length)
            return 0;
        memcpy(body + to, stuffed + from + 1, code - 1);
        to += code - 1;
        from += code;
        if (from < length)
            body[to++] = 0;
    }
    if (to < 4 || slow_crc(body, to - 2) != (unsigned)(body[to - 2] << 8 | body[to - 1]))
        return 0;
    return to - 2;
}

/* --- judging -------------------------------------------------------------------------------------------------------- */

static void judge_answer(const uint8_t *frame, uint8_t length, uint8_t sequence)
{
    uint8_t body[FRAME_MAX];
    DEMAND(length >= 8 && length <= MESSAGE_ANSWER_MAX);
    DEMAND(frame[0] == 0 && frame[length - 1] == 0);
    DEMAND(memchr(frame + 1, 0, length - 2u) == NULL);
    DEMAND(slow_open(frame + 1, length - 2u, body) >= 2);
    DEMAND(body[0] & 0x80);
    DEMAND(body[1] == sequence);
}

static void judge_frame(const uint8_t *body, uint8_t length, uint16_t dropped)
{
    uint8_t answer[MESSAGE_ANSWER_MAX];
    enum status status;
    switch (message_judge(body, length, &status)) {
    case WISH_NOTHING:
        DEMAND(body[0] & 0x80);
        return;
    case WISH_HELLO:
        judge_answer(answer, message_hello(body[1], 1, answer), body[1]);
        return;
    case WISH_PICTURE:
        DEMAND(status == STATUS_SHOWN && body[0] == MESSAGE_PICTURE && length == 3 + PICTURE_BYTES && body[2] <= 15);
        DEMAND(supply_limit(message_picture(body), body[2]) <= body[2]);
        break;
    case WISH_REFUSAL:
        DEMAND(status != STATUS_SHOWN);
        break;
    }
    judge_answer(answer, message_ack(body[1], status, dropped, dropped, answer), body[1]);
}

void judge_stream(const uint8_t *bytes, size_t length)
{
    struct frame_decoder decoder;
    uint8_t body[FRAME_MAX];
    unsigned dropped = 0;
    size_t start = 0;
    frame_reset(&decoder);
    for (size_t i = 0; i < length; i++) {
        uint8_t found = frame_take(&decoder, bytes[i]);
        size_t expected = 0;
        if (bytes[i] == 0) {
            expected = slow_open(bytes + start, i - start, body);
            dropped += i > start && expected == 0;
            start = i + 1;
        }
        DEMAND(found == expected);
        DEMAND(decoder.dropped == (dropped & 0xFFFF));
        if (found == 0)
            continue;
        DEMAND(memcmp(decoder.bytes, body, found) == 0);
        judge_frame(decoder.bytes, found, decoder.dropped);
    }
}
