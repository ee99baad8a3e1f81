/* What the simulator writes to standard output, a line each and at once. */
#ifndef REPORT_H
#define REPORT_H

#include <stdbool.h>

#include "machine.h"

struct report {
    /* With the cycle of each event, and with what the display says. */
    bool with_clock;
    uint8_t picture[PICTURE_BYTES];
    int intensity;
};

/* Writes one line; ends the process when nobody reads any more. */
void report_line(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Takes what is shown now as known. */
void report_begin(struct report *report, const struct machine *machine);

/* Writes what the lights show if that is something else than before and nothing is being written to them. */
void report_lights(struct report *report, const struct machine *machine);

/* Writes what the display has said, with a clock. */
void report_said(const struct report *report, const struct machine *machine);

void report_counters(const struct machine *machine);

#endif
