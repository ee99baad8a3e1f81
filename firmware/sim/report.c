#include "report.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Rows are written one after the other, 0.3 ms apart: what has not changed for so long is a whole picture. */
#define SETTLED (HERTZ / 1000)

static void hexadecimal(char *digits, const uint8_t *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++)
        sprintf(digits + 2 * i, "%02x", bytes[i]);
}

void report_line(const char *format, ...)
{
    char line[3 * SAID_ROOM];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(line, sizeof line - 1, format, arguments);
    va_end(arguments);
    line[length++] = '\n';
    /* Straight to the descriptor: nothing stays behind in a buffer. */
    if (write(STDOUT_FILENO, line, (size_t)length) != length)
        exit(0);
}

void report_begin(struct report *report, const struct machine *machine)
{
    memcpy(report->picture, machine->lights, PICTURE_BYTES);
    report->intensity = chain_intensity(&machine->chain);
}

static void event(const struct report *report, const char *what, const char *value, uint64_t cycle)
{
    if (report->with_clock)
        report_line("%s %s %" PRIu64, what, value, cycle);
    else
        report_line("%s %s", what, value);
}

void report_lights(struct report *report, const struct machine *machine)
{
    char value[2 * PICTURE_BYTES + 1];
    int intensity = chain_intensity(&machine->chain);
    if (machine_now(machine) - machine->latched_at < SETTLED)
        return;
    if (intensity >= 0 && intensity != report->intensity) {
        snprintf(value, sizeof value, "%d", intensity);
        event(report, "brightness", value, machine->latched_at);
        report->intensity = intensity;
    }
    if (memcmp(report->picture, machine->lights, PICTURE_BYTES) != 0) {
        hexadecimal(value, machine->lights, PICTURE_BYTES);
        event(report, "picture", value, machine->changed_at);
        memcpy(report->picture, machine->lights, PICTURE_BYTES);
    }
}

void report_said(const struct report *report, const struct machine *machine)
{
    char digits[2 * SAID_ROOM + 1];
    if (!report->with_clock || machine->said_length == 0)
        return;
    hexadecimal(digits, machine->said, machine->said_length);
    event(report, "said", digits, machine_now(machine));
}

void report_counters(const struct machine *machine)
{
    const struct counters *counters = &machine->counters;
    report_line("counters cycles=%" PRIu64 " heard=%" PRIu64 " said=%" PRIu64 " latches=%" PRIu64 " overruns=%" PRIu64
                " resets=%" PRIu64 " watchdog=%" PRIu64 " stack=%u current=%u",
                machine_now(machine), counters->heard, counters->said, counters->latches, counters->overruns,
                counters->resets, counters->watchdog, counters->stack, counters->current);
}
