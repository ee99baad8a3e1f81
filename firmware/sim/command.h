/* The commands on standard input; firmware/README.md lists them. */
#ifndef COMMAND_H
#define COMMAND_H

#include <stdbool.h>

#include "machine.h"
#include "port.h"
#include "report.h"

struct simulator {
    struct machine machine;
    struct port port;
    struct report report;
    /* Time passes only by command. */
    bool stepped;
    /* Time passes as fast as it can be simulated. */
    bool lapse;
    bool reset_on_open;
};

/* Lets time pass until this cycle, and reports what happened. False: the firmware has crashed. */
bool simulator_run(struct simulator *simulator, uint64_t until, bool until_answer);

/* Carries out one line; unknown ones are named on standard error. False: the firmware has crashed. */
bool command(struct simulator *simulator, char *line);

#endif
