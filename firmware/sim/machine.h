/* The board: an ATmega328P that runs the firmware, its serial line and the chain of lights. Time is counted in cycles. */
#ifndef MACHINE_H
#define MACHINE_H

#include <stdbool.h>
#include <stdint.h>

#include <avr_spi.h>
#include <avr_uart.h>
#include <sim_avr.h>

#include "chain.h"
#include "wire.h"

#define HERTZ 16000000u
#define SAID_ROOM 4096
#define USART_HOLDS 3

/* Bits of MCUSR. */
enum cause { POWER_ON = 1, EXTERNAL = 2, BROWN_OUT = 4, WATCHDOG = 8 };

struct counters {
    uint64_t heard;
    uint64_t said;
    uint64_t latches;
    /* Bytes lost because the firmware had not fetched those before them. */
    uint64_t overruns;
    uint64_t resets;
    uint64_t watchdog;
    /* The deepest that the stack has reached, in bytes, as seen at each latch. */
    unsigned stack;
    /* The highest current of the lights, in mA. */
    unsigned current;
};

struct machine {
    avr_t *avr;
    avr_uart_t *uart;
    avr_spi_t *spi;
    uint8_t spi_byte;
    uint8_t received[USART_HOLDS];
    unsigned received_length;
    bool delivering;
    struct chain chain;
    struct wire wire;
    struct counters counters;
    bool powered;
    /* After a reset from outside a boot loader listens for so long before it starts the firmware. */
    uint64_t boot_loader;
    /* When the firmware starts. */
    uint64_t held_until;
    /* When the chain took something last. */
    uint64_t latched_at;
    /* When the lights last became something else. */
    uint64_t changed_at;
    uint8_t lights[PICTURE_BYTES];
    /* What the display has said since this was emptied, and how many frames were completed by it. */
    uint8_t said[SAID_ROOM];
    size_t said_length;
    unsigned said_frames;
    /* An instruction that was replaced to make the firmware hang. */
    bool stuck;
    uint32_t stuck_at;
    uint8_t stuck_was[2];
    /* Set by the reset of the simulated controller, whatever caused it. */
    bool was_reset;
    bool by_us;
};

/* Loads the firmware; false, with a message on standard error, where that fails. The supply is off. */
bool machine_init(struct machine *machine, const char *elf, uint64_t seed);

uint64_t machine_now(const struct machine *machine);

/* Runs until this cycle; with `until_answer` only until the display has completed a frame. False: it has crashed. */
bool machine_run(struct machine *machine, uint64_t until, bool until_answer);

void machine_power(struct machine *machine, bool on);
void machine_reset(struct machine *machine, enum cause cause);

/* Makes the firmware hang where it is; with `deaf` with interrupts off. It ends with the next reset, or is released. */
void machine_hang(struct machine *machine, bool deaf);
void machine_release(struct machine *machine);

/* Interference in so many registers of the chain. */
void machine_disturb(struct machine *machine, unsigned times);

#endif
