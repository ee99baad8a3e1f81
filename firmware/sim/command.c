#include "command.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WORDS 3
/* The lights are looked at this often: a picture stands for at least 10 ms, since the next one takes 11.8 ms to come. */
#define LOOK_EVERY (HERTZ / 250)

bool simulator_run(struct simulator *simulator, uint64_t until, bool until_answer)
{
    struct machine *machine = &simulator->machine;
    unsigned frames = machine->said_frames;
    bool well = true;
    while (well && machine_now(machine) < until && !(until_answer && machine->said_frames != frames)) {
        uint64_t next = machine_now(machine) + LOOK_EVERY;
        well = machine_run(machine, next < until ? next : until, until_answer);
        report_lights(&simulator->report, machine);
    }
    report_said(&simulator->report, machine);
    port_write(&simulator->port, machine->said, machine->said_length);
    machine->said_length = 0;
    return well;
}

static void send(struct simulator *simulator, const char *digits)
{
    for (unsigned byte; sscanf(digits, "%2x", &byte) == 1; digits += 2) {
        uint8_t sent = (uint8_t)byte;
        wire_put(&simulator->machine.wire, &sent, 1);
        if (digits[1] == '\0')
            break;
    }
}

static void noise(struct simulator *simulator, const char *kind, const char *rate)
{
    static const char *const kinds[FAULTS] = {"flip", "lose", "double", "insert"};
    uint32_t *rates = simulator->machine.wire.rate;
    for (int i = 0; i < FAULTS; i++)
        if (strcmp(kind, kinds[i]) == 0 || strcmp(kind, "all") == 0)
            rates[i] = (uint32_t)strtoul(rate, NULL, 10);
}

static void plug(struct simulator *simulator, bool in)
{
    if (!in) {
        port_unplug(&simulator->port);
        return;
    }
    if (!port_plug(&simulator->port))
        exit(1);
    report_line("port %s", simulator->port.path);
}

/* Splits a line in place; words that are missing are empty. */
static void split(char *line, const char *words[WORDS])
{
    char *rest = NULL;
    for (int i = 0; i < WORDS; i++) {
        const char *word = strtok_r(i == 0 ? line : NULL, " \r\n", &rest);
        words[i] = word ? word : "";
    }
}

static bool pass(struct simulator *simulator, const char *microseconds, bool until_answer)
{
    uint64_t cycles = strtoull(microseconds, NULL, 10) * (HERTZ / 1000000);
    bool well = simulator_run(simulator, machine_now(&simulator->machine) + cycles, until_answer);
    report_line("now %" PRIu64, machine_now(&simulator->machine));
    return well;
}

bool command(struct simulator *simulator, char *line)
{
    struct machine *machine = &simulator->machine;
    const char *words[WORDS];
    split(line, words);
    if (strcmp(words[0], "run") == 0 || strcmp(words[0], "await") == 0)
        return pass(simulator, words[1], words[0][0] == 'a');
    if (strcmp(words[0], "send") == 0)
        send(simulator, words[1]);
    else if (strcmp(words[0], "noise") == 0)
        noise(simulator, words[1], words[2]);
    else if (strcmp(words[0], "reset") == 0)
        machine_reset(machine, EXTERNAL);
    else if (strcmp(words[0], "brown-out") == 0)
        machine_reset(machine, BROWN_OUT);
    else if (strcmp(words[0], "power") == 0)
        machine_power(machine, strcmp(words[1], "on") == 0);
    else if (strcmp(words[0], "plug") == 0 || strcmp(words[0], "unplug") == 0)
        plug(simulator, words[0][0] == 'p');
    else if (strcmp(words[0], "disturb") == 0)
        machine_disturb(machine, (unsigned)strtoul(words[1], NULL, 10));
    else if (strcmp(words[0], "hang") == 0)
        machine_hang(machine, strcmp(words[1], "deaf") == 0);
    else if (strcmp(words[0], "release") == 0)
        machine_release(machine);
    else if (strcmp(words[0], "pace") == 0)
        simulator->lapse = strcmp(words[1], "lapse") == 0;
    else if (strcmp(words[0], "counters") == 0)
        report_counters(machine);
    else
        fprintf(stderr, "unknown command: %s\n", words[0]);
    return true;
}
