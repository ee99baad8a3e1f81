/* The LED display of the dice table: 64 × 16 lights on an ATmega328P. See firmware/README.md and firmware/PROTOCOL.md. */

#include <avr/interrupt.h>
#include <avr/sleep.h>

#include "clock.h"
#include "frame.h"
#include "message.h"
#include "panel.h"
#include "uart.h"

#define NO_REF_AFTER (3 * TICKS_PER_SECOND)
#define REFRESH_EVERY TICKS_PER_SECOND
#define TEST_LASTS TICKS_PER_SECOND

static struct frame_decoder decoder;
/* Each counts down to 0 and stays there. */
static uint16_t until_no_ref = NO_REF_AFTER;
static uint8_t until_test_ends;
/* Counts round and round. */
static uint8_t until_refresh = REFRESH_EVERY;

static void say_hello(uint8_t sequence)
{
    uint8_t frame[MESSAGE_ANSWER_MAX];
    uint8_t length = message_hello(sequence, clock_reset_reason(), frame);
    uart_write(frame, length);
}

static void acknowledge(uint8_t sequence, enum status status)
{
    uint8_t frame[MESSAGE_ANSWER_MAX];
    uint8_t length = message_ack(sequence, status, decoder.dropped, uart_overruns(), frame);
    uart_write(frame, length);
}

static void show(const uint8_t *body)
{
    panel_show(message_picture(body), message_brightness(body));
    until_no_ref = NO_REF_AFTER;
    until_test_ends = 0;
}

static void hear(uint8_t byte)
{
    const uint8_t *body = decoder.bytes;
    uint8_t length = frame_take(&decoder, byte);
    enum status status;
    if (length == 0)
        return;
    switch (message_judge(body, length, &status)) {
    case WISH_NOTHING:
        break;
    case WISH_HELLO:
        say_hello(body[1]);
        break;
    case WISH_PICTURE:
        show(body);
        acknowledge(body[1], status);
        break;
    case WISH_REFUSAL:
        acknowledge(body[1], status);
        break;
    }
}

static void tick(void)
{
    clock_take();
    if (until_test_ends > 0 && --until_test_ends == 0)
        panel_test(0);
    if (until_no_ref > 0 && --until_no_ref == 0)
        panel_show_no_ref();
    if (--until_refresh == 0) {
        until_refresh = REFRESH_EVERY;
        panel_refresh();
    }
}

/* Until an interrupt, unless one has just brought something to do. */
static void rest(void)
{
    cli();
    if (!uart_pending() && !clock_ticked()) {
        sleep_enable();
        /* The instruction after SEI is always executed before an interrupt: none can slip in before the sleep. */
        sei();
        sleep_cpu();
        sleep_disable();
    }
    sei();
}

int main(void)
{
    frame_reset(&decoder);
    uart_init();
    clock_init();
    /* Before the modules are set up, which takes longer than the line needs for three bytes. */
    sei();
    set_sleep_mode(SLEEP_MODE_IDLE);
    panel_init();
    if (clock_cold()) {
        panel_test(1);
        until_test_ends = TEST_LASTS;
    }
    say_hello(0);
    for (;;) {
        if (clock_ticked())
            tick();
        if (uart_pending())
            hear(uart_read());
        else
            rest();
    }
}
