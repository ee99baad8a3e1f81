#include "machine.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <avr_ioport.h>
#include <sim_elf.h>

/* Ten bits at 115 200 baud. */
#define BYTE_CYCLES (HERTZ * 10 / 115200 + 1)
/* The fuses of a Nano let the crystal settle for 65 ms and 16384 cycles after a reset. Those by the watchdog are made by
 * simavr and go without. */
#define START_UP (HERTZ / 1000 * 65 + 16384)
#define WDTCSR_ADDRESS 0x60
/* Instructions run so many cycles between two looks at timers. */
#define RUN_AT_ONCE 200

static struct machine *the_machine;

static void to_standard_error(struct avr_t *avr, const int level, const char *format, va_list arguments)
{
    (void)avr;
    if (level <= LOG_ERROR)
        vfprintf(stderr, format, arguments);
}

static void note_current(struct machine *machine)
{
    unsigned current = chain_current(&machine->chain);
    if (current > machine->counters.current)
        machine->counters.current = current;
}

static void note_lights(struct machine *machine)
{
    uint8_t lights[PICTURE_BYTES];
    chain_lights(&machine->chain, lights);
    if (memcmp(lights, machine->lights, sizeof lights) != 0) {
        memcpy(machine->lights, lights, sizeof lights);
        machine->changed_at = machine->avr->cycle;
    }
    note_current(machine);
}

static void note_stack(struct machine *machine)
{
    const uint8_t *data = machine->avr->data;
    unsigned depth = machine->avr->ramend - (data[R_SPL] | (unsigned)data[R_SPH] << 8);
    if (depth > machine->counters.stack)
        machine->counters.stack = depth;
}

/* --- what the controller's pins do --------------------------------------------------------------------------------- */

static avr_cycle_count_t spi_done(struct avr_t *avr, avr_cycle_count_t when, void *param)
{
    struct machine *machine = param;
    (void)when;
    chain_shift(&machine->chain, machine->spi_byte);
    avr_raise_interrupt(avr, &machine->spi->spi);
    return 0;
}

/* The firmware has written a byte to SPDR. Instead of simavr's own part, which takes 0.1 ms for any byte whatever the
 * divider is; by that no time could be measured. */
static void on_spi(struct avr_t *avr, avr_io_addr_t address, uint8_t value, void *param)
{
    static const unsigned dividers[] = {4, 16, 64, 128};
    struct machine *machine = param;
    const avr_spi_t *spi = machine->spi;
    unsigned divider = dividers[avr->data[spi->r_spcr] & 3];
    (void)address;
    if (!avr_regbit_get(avr, spi->spe) || !avr_regbit_get(avr, spi->mstr))
        return;
    if (avr->data[spi->r_spsr] & 1)
        divider /= 2;
    avr_regbit_clear(avr, spi->spi.raised);
    machine->spi_byte = value;
    avr_cycle_timer_register(avr, 8 * divider, spi_done, machine);
}

static void on_chip_select(struct avr_irq_t *irq, uint32_t value, void *param)
{
    struct machine *machine = param;
    /* Only a rising edge; the pin's first level is no edge. */
    if (!value || irq->value)
        return;
    chain_latch(&machine->chain);
    machine->latched_at = machine->avr->cycle;
    machine->counters.latches++;
    note_lights(machine);
    note_stack(machine);
}

static void on_said(struct avr_irq_t *irq, uint32_t value, void *param)
{
    struct machine *machine = param;
    (void)irq;
    machine->counters.said++;
    if (machine->said_length < SAID_ROOM)
        machine->said[machine->said_length++] = (uint8_t)value;
    /* Two delimiters a frame; the second one has something before it. */
    if (value == 0 && machine->said_length > 1 && machine->said[machine->said_length - 2] != 0)
        machine->said_frames++;
}

static void on_reset(struct avr_t *avr)
{
    (void)avr;
    the_machine->was_reset = true;
}

/* --- the serial line ----------------------------------------------------------------------------------------------- */

/* A byte has arrived whole. As the data sheet has it: two bytes wait to be read, a third one in the shift register; the
 * next one overruns. Instead of simavr's own part, which holds 64 bytes and so hides a firmware that reads too late, and
 * hands them over too slowly. */
static void receive(struct machine *machine, uint8_t byte)
{
    avr_t *avr = machine->avr;
    machine->counters.heard++;
    if (!avr_regbit_get(avr, machine->uart->rxen))
        return;
    if (machine->received_length == USART_HOLDS) {
        machine->counters.overruns++;
        /* Stays until the next byte is read. */
        avr_regbit_set(avr, machine->uart->dor);
        return;
    }
    machine->received[machine->received_length++] = byte;
    avr_raise_interrupt(avr, &machine->uart->rxc);
}

/* The firmware reads UDR. */
static uint8_t on_fetch(struct avr_t *avr, avr_io_addr_t address, void *param)
{
    struct machine *machine = param;
    uint8_t byte = machine->received[0];
    (void)address;
    if (machine->received_length == 0)
        return 0;
    memmove(machine->received, machine->received + 1, --machine->received_length);
    avr_regbit_clear(avr, machine->uart->dor);
    avr_clear_interrupt(avr, &machine->uart->rxc);
    avr_regbit_clear(avr, machine->uart->rxc.raised);
    if (machine->received_length > 0)
        avr_raise_interrupt(avr, &machine->uart->rxc);
    return byte;
}

/* The end of one byte on the line, and the beginning of the next. */
static avr_cycle_count_t deliver(struct avr_t *avr, avr_cycle_count_t when, void *param)
{
    struct machine *machine = param;
    uint8_t byte;
    (void)avr;
    if (wire_next(&machine->wire, &byte))
        receive(machine, byte);
    machine->delivering = !wire_empty(&machine->wire);
    return machine->delivering ? when + BYTE_CYCLES : 0;
}

static void start_delivery(struct machine *machine)
{
    if (machine->delivering || wire_empty(&machine->wire))
        return;
    machine->delivering = true;
    avr_cycle_timer_register(machine->avr, BYTE_CYCLES, deliver, machine);
}

/* --- set-up -------------------------------------------------------------------------------------------------------- */

static void never_wait(struct avr_t *avr, avr_cycle_count_t cycles)
{
    (void)avr;
    (void)cycles;
}

/* A part of the controller; each begins with its avr_io_t. */
static void *find_part(const avr_t *avr, const char *kind)
{
    avr_io_t *io = avr->io_port;
    while (io != NULL && strcmp(io->kind, kind) != 0)
        io = io->next;
    return io;
}

static void connect(struct machine *machine)
{
    avr_t *avr = machine->avr;
    /* Else what the display says would also be written to standard output. */
    uint32_t flags = 0;
    avr_ioctl(avr, AVR_IOCTL_UART_SET_FLAGS('0'), &flags);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUTPUT), on_said, machine);
    avr->io[AVR_DATA_TO_IO(machine->uart->r_udr)].r.c = on_fetch;
    avr->io[AVR_DATA_TO_IO(machine->uart->r_udr)].r.param = machine;
    avr->io[AVR_DATA_TO_IO(machine->spi->r_spdr)].w.c = on_spi;
    avr->io[AVR_DATA_TO_IO(machine->spi->r_spdr)].w.param = machine;
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('B'), 2), on_chip_select, machine);
    avr->reset = on_reset;
    avr->sleep = never_wait;
}

bool machine_init(struct machine *machine, const char *elf, uint64_t seed)
{
    static elf_firmware_t firmware;
    memset(machine, 0, sizeof *machine);
    the_machine = machine;
    machine->wire.random = seed * 2 + 1;
    avr_global_logger_set(to_standard_error);
    if (elf_read_firmware(elf, &firmware) != 0) {
        fprintf(stderr, "%s is no firmware\n", elf);
        return false;
    }
    machine->avr = avr_make_mcu_by_name("atmega328p");
    if (machine->avr == NULL || avr_init(machine->avr) != 0)
        return false;
    firmware.frequency = HERTZ;
    avr_load_firmware(machine->avr, &firmware);
    machine->uart = find_part(machine->avr, "uart");
    machine->spi = find_part(machine->avr, "spi");
    if (machine->uart == NULL || machine->spi == NULL)
        return false;
    connect(machine);
    return true;
}

uint64_t machine_now(const struct machine *machine)
{
    return machine->avr->cycle;
}

/* --- resets and other blows ---------------------------------------------------------------------------------------- */

static void end_hang(struct machine *machine)
{
    if (machine->stuck)
        memcpy(machine->avr->flash + machine->stuck_at, machine->stuck_was, 2);
    machine->stuck = false;
}

/* After any reset: the timers are gone, and what was half received with them. */
static void after_reset(struct machine *machine)
{
    machine->was_reset = false;
    machine->received_length = 0;
    machine->delivering = false;
    machine->counters.resets++;
    end_hang(machine);
    if (!machine->by_us)
        machine->counters.watchdog++;
}

void machine_reset(struct machine *machine, enum cause cause)
{
    avr_t *avr = machine->avr;
    uint8_t *mcusr = &avr->data[avr->reset_flags.porf.reg];
    /* The bits stay until the firmware clears them; only without its supply the controller forgets them. */
    uint8_t causes = (uint8_t)(cause | (cause == POWER_ON ? 0 : *mcusr));
    machine->by_us = true;
    avr_reset(avr);
    after_reset(machine);
    machine->by_us = false;
    /* simavr 1.6 takes every reset after one by the watchdog for another such, and turns the watchdog on. */
    avr->data[WDTCSR_ADDRESS] = 0;
    avr_cycle_timer_reset(avr);
    *mcusr = causes;
    machine->held_until = avr->cycle + START_UP;
    if (cause == EXTERNAL && machine->boot_loader > 0) {
        machine->held_until += machine->boot_loader;
        /* A boot loader clears the register before the firmware can look. */
        *mcusr = 0;
    }
}

void machine_power(struct machine *machine, bool on)
{
    if (on == machine->powered)
        return;
    machine->powered = on;
    chain_power_on(&machine->chain);
    note_lights(machine);
    if (!on)
        return;
    /* Memory holds anything when the supply comes. */
    for (uint32_t i = 0x100; i <= machine->avr->ramend; i++)
        machine->avr->data[i] = (uint8_t)wire_random(&machine->wire);
    machine_reset(machine, POWER_ON);
}

void machine_hang(struct machine *machine, bool deaf)
{
    avr_t *avr = machine->avr;
    if (machine->stuck || !machine->powered)
        return;
    /* Not within an interrupt: what hangs is the program. */
    while (!avr->sreg[S_I])
        avr_run(avr);
    machine->stuck = true;
    machine->stuck_at = avr->pc;
    memcpy(machine->stuck_was, avr->flash + avr->pc, 2);
    /* RJMP to itself. */
    memcpy(avr->flash + avr->pc, "\xFF\xCF", 2);
    avr->state = cpu_Running;
    if (deaf)
        avr->sreg[S_I] = 0;
}

void machine_release(struct machine *machine)
{
    if (!machine->stuck)
        return;
    end_hang(machine);
    machine->avr->sreg[S_I] = 1;
}

void machine_disturb(struct machine *machine, unsigned times)
{
    while (times--)
        chain_disturb(&machine->chain, wire_random(&machine->wire));
    machine->latched_at = machine->avr->cycle;
    note_lights(machine);
}

/* --- running ------------------------------------------------------------------------------------------------------- */

static avr_cycle_count_t stop(struct avr_t *avr, avr_cycle_count_t when, void *param)
{
    /* Only there so that a sleep does not last beyond it. */
    (void)avr, (void)when, (void)param;
    return 0;
}

/* Without its supply, or before it has started, the firmware does nothing and what is said to it is lost. */
static void pass_without(struct machine *machine, uint64_t until)
{
    avr_t *avr = machine->avr;
    uint8_t byte;
    for (; avr->cycle + BYTE_CYCLES <= until && !wire_empty(&machine->wire); avr->cycle += BYTE_CYCLES)
        (void)wire_next(&machine->wire, &byte);
    avr->cycle = until;
}

/* Runs a few instructions. False: the firmware has crashed. */
static bool go_on(struct machine *machine, uint64_t until)
{
    avr_t *avr = machine->avr;
    start_delivery(machine);
    avr_cycle_timer_register(avr, until - avr->cycle, stop, machine);
    avr->run_cycle_limit = RUN_AT_ONCE;
    int state = avr_run(avr);
    if (machine->was_reset)
        after_reset(machine);
    if (state != cpu_Crashed && state != cpu_Done)
        return true;
    fprintf(stderr, "the firmware has crashed at %#x\n", (unsigned)avr->pc);
    return false;
}

bool machine_run(struct machine *machine, uint64_t until, bool until_answer)
{
    const avr_t *avr = machine->avr;
    unsigned frames = machine->said_frames;
    while (avr->cycle < until && !(until_answer && machine->said_frames != frames)) {
        if (!machine->powered)
            pass_without(machine, until);
        else if (avr->cycle < machine->held_until)
            pass_without(machine, until < machine->held_until ? until : machine->held_until);
        else if (!go_on(machine, until))
            return false;
    }
    return true;
}
