#include "clock.h"

#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/wdt.h>

/* Memory that no reset clears; only when the supply comes it holds something else than this. A boot loader may have
 * cleared MCUSR, and then nothing else tells. */
#define WARM 0x5AC3961Eu
static uint32_t warm __attribute__((section(".noinit")));
static uint8_t reset_reason __attribute__((section(".noinit")));

static volatile uint8_t ticks;
static uint8_t taken;

/* Runs before main and before variables are set up. After its own reset the watchdog is on with 16 ms, which are soon
 * over, and only when WDRF is cleared can it be turned off. */
static void save_reset_reason(void) __attribute__((naked, used, section(".init3")));
static void save_reset_reason(void)
{
    reset_reason = MCUSR & 0x0F;
    MCUSR = 0;
    wdt_disable();
}

ISR(TIMER1_COMPA_vect)
{
    ticks++;
}

void clock_init(void)
{
    TCCR1A = 0;
    TCCR1B = _BV(WGM12) | _BV(CS11) | _BV(CS10);
    OCR1A = F_CPU / 64 / TICKS_PER_SECOND - 1;
    TIMSK1 = _BV(OCIE1A);
    wdt_enable(WDTO_250MS);
}

bool clock_ticked(void)
{
    return taken != ticks;
}

void clock_take(void)
{
    taken++;
    /* Here, where timer, interrupts and main loop must all be alive; in an interrupt it would prove nothing. */
    wdt_reset();
}

uint8_t clock_reset_reason(void)
{
    return reset_reason;
}

bool clock_cold(void)
{
    bool cold = warm != WARM || reset_reason & (_BV(PORF) | _BV(BORF));
    warm = WARM;
    return cold;
}
