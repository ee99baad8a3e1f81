/* The firmware's decoder on this machine, under the sanitizers.
 *
 *   check-decoder vectors FILE          against the vectors that the host is tested with too
 *   check-decoder random STREAMS SEED   random streams: the rules of judge.h
 *   check-decoder noise FRAMES SEED     so many damaged and random frames: what gets through
 */

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "board.h"
#include "frame.h"
#include "judge.h"
#include "message.h"

#define MOST_BYTES 4096
#define MOST_FIELDS 6
#define WIRE_MAX 400

/* --- vectors -------------------------------------------------------------------------------------------------------- */

struct octets {
    uint8_t bytes[MOST_BYTES];
    size_t length;
};

static void parse(struct octets *octets, const char *digits)
{
    octets->length = 0;
    for (; *digits != '\0' && *digits != '-'; digits += 2) {
        unsigned byte;
        DEMAND(sscanf(digits, "%2x", &byte) == 1 && octets->length < MOST_BYTES);
        octets->bytes[octets->length++] = (uint8_t)byte;
    }
}

static uint8_t answer_to(const struct frame_decoder *decoder, uint8_t length, uint8_t *frame)
{
    const uint8_t *body = decoder->bytes;
    enum status status;
    switch (message_judge(body, length, &status)) {
    case WISH_NOTHING:
        return 0;
    case WISH_HELLO:
        return message_hello(body[1], 1, frame);
    default:
        return message_ack(body[1], status, decoder->dropped, 0, frame);
    }
}

/* What an ACK says is put in the right places. */
static void check_ack(const struct octets *body, const uint8_t *expected)
{
    uint8_t frame[MESSAGE_ANSWER_MAX];
    const uint8_t *said = body->bytes + 2;
    uint16_t dropped = (uint16_t)(said[1] << 8 | said[2]);
    uint16_t overruns = (uint16_t)(said[3] << 8 | said[4]);
    uint8_t length = message_ack(body->bytes[1], (enum status)said[0], dropped, overruns, frame);
    DEMAND(memcmp(frame, expected, length) == 0);
}

/* message NAME TYPE SEQUENCE PAYLOAD WIRE */
static void check_message(char **fields)
{
    static struct octets body, payload, wire;
    struct frame_decoder decoder;
    uint8_t frame[FRAME_MAX + 2];
    uint8_t found = 0;
    parse(&body, fields[1]);
    body.bytes[1] = (uint8_t)strtoul(fields[2], NULL, 16);
    parse(&payload, fields[3]);
    memcpy(body.bytes + 2, payload.bytes, payload.length);
    body.length = 2 + payload.length;
    parse(&wire, fields[4]);
    DEMAND(frame_encode(body.bytes, (uint8_t)body.length, frame) == wire.length);
    DEMAND(memcmp(frame, wire.bytes, wire.length) == 0);
    if (body.bytes[0] == MESSAGE_ACK)
        check_ack(&body, wire.bytes);
    frame_reset(&decoder);
    for (size_t i = 0; i < wire.length; i++)
        found = frame_take(&decoder, wire.bytes[i]);
    DEMAND(found == body.length);
    DEMAND(memcmp(decoder.bytes, body.bytes, found) == 0);
}

/* stream NAME DROPPED FRAMES WIRE */
static void check_stream(char **fields)
{
    static struct octets wire;
    struct frame_decoder decoder;
    unsigned frames = 0;
    parse(&wire, fields[3]);
    judge_stream(wire.bytes, wire.length);
    frame_reset(&decoder);
    for (size_t i = 0; i < wire.length; i++)
        frames += frame_take(&decoder, wire.bytes[i]) != 0;
    DEMAND(decoder.dropped == strtoul(fields[1], NULL, 10));
    DEMAND(frames == strtoul(fields[2], NULL, 10));
}

/* The vectors are for a virtual display of version 0.0; a HELLO differs in that and so in its CRC. */
static bool is_hello(const struct octets *answer)
{
    return answer->length > 2 && answer->bytes[2] == MESSAGE_HELLO;
}

/* answer NAME WIRE WIRE */
static void check_answer(char **fields)
{
    static struct octets wire, expected, said;
    struct frame_decoder decoder;
    parse(&wire, fields[1]);
    parse(&expected, fields[2]);
    said.length = 0;
    frame_reset(&decoder);
    for (size_t i = 0; i < wire.length; i++) {
        uint8_t length = frame_take(&decoder, wire.bytes[i]);
        if (length != 0)
            said.length += answer_to(&decoder, length, said.bytes + said.length);
    }
    DEMAND(said.length == expected.length);
    DEMAND(is_hello(&expected) || memcmp(said.bytes, expected.bytes, said.length) == 0);
}

static unsigned check_line(char *line)
{
    static const struct {
        const char *kind;
        void (*check)(char **fields);
        int fields;
    } kinds[] = {{"message", check_message, 6}, {"stream", check_stream, 5}, {"answer", check_answer, 4}};
    char *fields[MOST_FIELDS];
    char *rest = NULL;
    int count = 0;
    for (char *field = strtok_r(line, " \n", &rest); field && count < MOST_FIELDS; field = strtok_r(NULL, " \n", &rest))
        fields[count++] = field;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (count == 0 || strcmp(fields[0], kinds[i].kind) != 0)
            continue;
        DEMAND(count == kinds[i].fields);
        kinds[i].check(fields + 1);
        return 1;
    }
    return 0;
}

static void check_vectors(const char *path)
{
    static char line[8 * MOST_BYTES];
    unsigned checked = 0;
    FILE *file = fopen(path, "r");
    DEMAND(file != NULL);
    while (fgets(line, sizeof line, file))
        checked += check_line(line);
    fclose(file);
    printf("vectors=%u\n", checked);
}

/* --- random streams and noise --------------------------------------------------------------------------------------- */

static uint64_t state;

static uint32_t chance(uint32_t below)
{
    /* xorshift64*, Vigna 2016. */
    state ^= state >> 12;
    state ^= state << 25;
    state ^= state >> 27;
    return (uint32_t)((state * 0x2545F4914F6CDD1Du) >> 32) % below;
}

/* A picture with its brightness and any sequence: every second one mostly dark, as real ones are. */
static uint8_t make_picture(uint8_t *body, uint8_t *wire)
{
    bool sparse = chance(2);
    body[0] = MESSAGE_PICTURE;
    body[1] = (uint8_t)chance(256);
    body[2] = (uint8_t)chance(16);
    for (int i = 0; i < PICTURE_BYTES; i++)
        body[3 + i] = sparse && chance(6) ? 0 : (uint8_t)chance(256);
    return frame_encode(body, 3 + PICTURE_BYTES, wire);
}

enum damage { DAMAGE_FLIP, DAMAGE_FLIPS, DAMAGE_LOSE, DAMAGE_DOUBLE, DAMAGE_INSERT, DAMAGE_CUT, DAMAGE_RANDOM, DAMAGES };

static void flip(uint8_t *wire, size_t length, unsigned times)
{
    while (times--)
        wire[1 + chance((uint32_t)length - 2)] ^= (uint8_t)(1u << chance(8));
}

/* Damages what stands between the delimiters; returns the new length. */
static size_t damage(enum damage kind, uint8_t *wire, size_t length)
{
    size_t at = 1 + chance((uint32_t)length - 2);
    switch (kind) {
    case DAMAGE_FLIP: flip(wire, length, 1); return length;
    case DAMAGE_FLIPS: flip(wire, length, 2 + chance(7)); return length;
    case DAMAGE_LOSE: memmove(wire + at, wire + at + 1, length - at - 1); return length - 1;
    case DAMAGE_DOUBLE: memmove(wire + at + 1, wire + at, length - at); return length + 1;
    case DAMAGE_INSERT:
        memmove(wire + at + 1, wire + at, length - at);
        wire[at] = (uint8_t)chance(256);
        return length + 1;
    case DAMAGE_CUT: wire[at] = 0; return at + 1;
    default:
        length = 2 + chance(150);
        for (size_t i = 1; i < length - 1; i++)
            wire[i] = (uint8_t)chance(256);
        wire[length - 1] = 0;
        return length;
    }
}

struct outcome {
    unsigned long frames;
    /* Intact frames that nobody sent: of any kind, and pictures among them. */
    unsigned long frames_through;
    unsigned long pictures_through;
};

static void hear(struct frame_decoder *decoder, const uint8_t *wire, size_t length, const uint8_t *sent,
                 struct outcome *outcome)
{
    for (size_t i = 0; i < length; i++) {
        enum status status;
        uint8_t found = frame_take(decoder, wire[i]);
        if (found == 0 || (found == 3 + PICTURE_BYTES && memcmp(decoder->bytes, sent, found) == 0))
            continue;
        outcome->frames_through++;
        outcome->pictures_through += message_judge(decoder->bytes, found, &status) == WISH_PICTURE;
    }
}

static void check_noise(unsigned long frames)
{
    static const char *const names[DAMAGES] = {"flip", "flips", "lose", "double", "insert", "cut", "random"};
    struct outcome outcomes[DAMAGES] = {{0, 0, 0}};
    struct frame_decoder decoder;
    uint8_t body[FRAME_MAX], wire[WIRE_MAX];
    unsigned long recovered = 0;
    frame_reset(&decoder);
    for (unsigned long i = 0; i < frames; i++) {
        enum damage kind = (enum damage)chance(DAMAGES);
        size_t length = damage(kind, wire, make_picture(body, wire));
        outcomes[kind].frames++;
        hear(&decoder, wire, length, body, &outcomes[kind]);
        /* After each of them one intact picture, which must arrive. */
        uint8_t whole = make_picture(body, wire);
        uint8_t found = 0;
        for (uint8_t j = 0; j < whole; j++)
            found = frame_take(&decoder, wire[j]);
        recovered += found == 3 + PICTURE_BYTES && memcmp(decoder.bytes, body, found) == 0;
    }
    for (int kind = 0; kind < DAMAGES; kind++)
        printf("%-7s frames=%lu through=%lu pictures_through=%lu\n", names[kind], outcomes[kind].frames,
               outcomes[kind].frames_through, outcomes[kind].pictures_through);
    printf("recovered=%lu of %lu\n", recovered, frames);
    DEMAND(recovered == frames);
}

/* Pieces of frames, damaged frames and random bytes in any order. */
static void check_random(unsigned long streams)
{
    static uint8_t stream[8 * WIRE_MAX];
    uint8_t body[FRAME_MAX];
    for (unsigned long i = 0; i < streams; i++) {
        size_t length = 0;
        for (uint32_t pieces = 1 + chance(5); pieces--;) {
            uint8_t *wire = stream + length;
            size_t piece = make_picture(body, wire);
            if (chance(3))
                piece = damage((enum damage)chance(DAMAGES), wire, piece);
            length += chance(4) ? piece : chance((uint32_t)piece + 1);
        }
        judge_stream(stream, length);
    }
    printf("streams=%lu\n", streams);
}

int main(int count, char **arguments)
{
    unsigned long times = count > 2 ? strtoul(arguments[2], NULL, 10) : 0;
    if (count == 3 && strcmp(arguments[1], "vectors") == 0) {
        check_vectors(arguments[2]);
        return 0;
    }
    if (count != 4)
        return 2;
    state = strtoull(arguments[3], NULL, 10) * 2 + 1;
    if (strcmp(arguments[1], "random") == 0)
        check_random(times);
    else if (strcmp(arguments[1], "noise") == 0)
        check_noise(times);
    else
        return 2;
    return 0;
}
