/* Runs the display's firmware and shows what its lights show. firmware/README.md says how to use it. */

#include <errno.h>
#include <getopt.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "command.h"

/* Simulated time goes on in steps of this. */
#define STEP (HERTZ / 500)
#define STEP_NANOSECONDS 2000000
/* When the machine was too busy for longer than this, that time is left out instead of being made up for. A firmware
 * that had run through it all at once would not have heard what the host said meanwhile. */
#define MOST_BEHIND 20000000
/* The lights are tested for a second after the supply comes. */
#define TEST_LASTS (HERTZ / 10 * 12)
#define LINE_ROOM 16384

static volatile sig_atomic_t ended;

static void on_signal(int number)
{
    (void)number;
    ended = 1;
}

/* Standard input, taken apart into lines. */
struct input {
    char text[LINE_ROOM];
    size_t length;
};

/* Takes what has come and carries out what is complete. False: the end. */
static bool obey(struct simulator *simulator, struct input *input)
{
    ssize_t length = read(STDIN_FILENO, input->text + input->length, LINE_ROOM - 1 - input->length);
    char *line = input->text;
    char *end;
    if (length < 0)
        return errno == EINTR || errno == EAGAIN;
    if (length == 0)
        return false;
    input->length += (size_t)length;
    input->text[input->length] = '\0';
    while ((end = strchr(line, '\n')) != NULL) {
        *end = '\0';
        if (!command(simulator, line))
            exit(1);
        line = end + 1;
    }
    input->length -= (size_t)(line - input->text);
    memmove(input->text, line, input->length);
    /* A line that fills all the room is no command. */
    if (input->length == LINE_ROOM - 1)
        input->length = 0;
    return true;
}

static void hear_host(struct simulator *simulator)
{
    struct wire *wire = &simulator->machine.wire;
    uint8_t bytes[4096];
    size_t room = wire_room(wire) < sizeof bytes ? wire_room(wire) : sizeof bytes;
    if (simulator->reset_on_open && port_was_opened(&simulator->port) && simulator->machine.powered)
        machine_reset(&simulator->machine, EXTERNAL);
    size_t length = port_read(&simulator->port, bytes, room);
    wire_put(wire, bytes, length);
}

static int64_t nanoseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000000000LL + now.tv_nsec;
}

/* How long to wait before the next step, so that simulated time keeps to real time. */
static int64_t ahead(const struct simulator *simulator, int64_t *due)
{
    int64_t now = nanoseconds();
    if (simulator->stepped)
        return -1;
    if (simulator->lapse || *due < now - MOST_BEHIND)
        *due = now;
    return *due > now ? *due - now : 0;
}

static void serve(struct simulator *simulator)
{
    static struct input input;
    int64_t due = nanoseconds();
    while (!ended) {
        struct pollfd watched[] = {{STDIN_FILENO, POLLIN, 0}};
        int64_t wait = ahead(simulator, &due);
        struct timespec pause = {wait / 1000000000, wait % 1000000000};
        if (ppoll(watched, 1, wait < 0 ? NULL : &pause, NULL) > 0 && !obey(simulator, &input))
            return;
        if (simulator->stepped || nanoseconds() < due)
            continue;
        hear_host(simulator);
        if (!simulator_run(simulator, machine_now(&simulator->machine) + STEP, false))
            exit(1);
        due += STEP_NANOSECONDS;
    }
}

/* The display has been on for a while when a host comes: the test of its lights is over. */
static void warm_up(struct simulator *simulator)
{
    struct machine *machine = &simulator->machine;
    machine_power(machine, true);
    if (!machine_run(machine, TEST_LASTS, false))
        exit(1);
    machine_reset(machine, EXTERNAL);
    machine->said_length = 0;
    memset(&machine->counters, 0, sizeof machine->counters);
}

static void usage(void)
{
    fprintf(stderr, "usage: simulator [--stepped] [--cold] [--no-auto-reset] [--boot-loader MS] [--seed N] FIRMWARE.elf\n");
    exit(2);
}

int main(int count, char **arguments)
{
    static struct simulator simulator = {.port = {-1, -1, -1, ""}, .reset_on_open = true};
    static const struct option options[] = {
        {"stepped", no_argument, NULL, 's'},         {"cold", no_argument, NULL, 'c'},
        {"no-auto-reset", no_argument, NULL, 'n'},   {"seed", required_argument, NULL, 'r'},
        {"boot-loader", required_argument, NULL, 'b'}, {NULL, 0, NULL, 0},
    };
    uint64_t seed = 1;
    uint64_t boot_loader = 0;
    bool cold = false;
    for (int option; (option = getopt_long(count, arguments, "", options, NULL)) != -1;) {
        switch (option) {
        case 's': simulator.stepped = simulator.report.with_clock = true; break;
        case 'c': cold = true; break;
        case 'n': simulator.reset_on_open = false; break;
        case 'r': seed = strtoull(optarg, NULL, 10); break;
        case 'b': boot_loader = strtoull(optarg, NULL, 10) * (HERTZ / 1000); break;
        default: usage();
        }
    }
    if (optind != count - 1)
        usage();
    struct sigaction action = {.sa_handler = on_signal};
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGINT, &action, NULL);
    signal(SIGPIPE, SIG_IGN);
    if (!machine_init(&simulator.machine, arguments[optind], seed))
        return 1;
    if (!cold)
        warm_up(&simulator);
    simulator.machine.boot_loader = boot_loader;
    report_begin(&simulator.report, &simulator.machine);
    if (!port_plug(&simulator.port))
        return 1;
    report_line("port %s", simulator.port.path);
    if (cold)
        machine_power(&simulator.machine, true);
    serve(&simulator);
    return 0;
}
