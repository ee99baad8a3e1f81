#include "uart.h"

#include <avr/interrupt.h>
#include <avr/io.h>

/* 16 MHz / 8 / 17 = 117 647 baud, 2.1 % fast: as near as this clock comes, and within what 8N1 bears. */
#define UBRR_115200 16

/* 256 bytes, so that both places wrap around by themselves. The longest time in which nothing is read is 8.4 ms or 97
 * bytes: a picture is shown and acknowledged, and all registers are rewritten right afterwards. */
static uint8_t ring[256];
static volatile uint8_t head;
static volatile uint8_t tail;
static volatile uint16_t overruns;

ISR(USART_RX_vect)
{
    /* Before the byte is read: the flag is of this byte, and says that others were lost before it. */
    uint8_t lost = UCSR0A & _BV(DOR0);
    uint8_t byte = UDR0;
    uint8_t next = (uint8_t)(head + 1);
    if (lost)
        overruns++;
    /* When the ring is full the byte is lost; the CRC of its frame tells. So it does for bytes that the line damaged. */
    if (next == tail) {
        overruns++;
        return;
    }
    ring[head] = byte;
    head = next;
}

void uart_init(void)
{
    head = tail = 0;
    overruns = 0;
    UCSR0A = _BV(U2X0);
    UCSR0C = _BV(UCSZ01) | _BV(UCSZ00);
    UBRR0H = 0;
    UBRR0L = UBRR_115200;
    UCSR0B = _BV(RXCIE0) | _BV(RXEN0) | _BV(TXEN0);
}

bool uart_pending(void)
{
    return head != tail;
}

uint8_t uart_read(void)
{
    uint8_t byte = ring[tail];
    tail++;
    return byte;
}

uint16_t uart_overruns(void)
{
    uint16_t count;
    /* Two bytes, between which the interrupt must not come. */
    cli();
    count = overruns;
    sei();
    return count;
}

void uart_write(const uint8_t *bytes, uint8_t length)
{
    while (length--) {
        loop_until_bit_is_set(UCSR0A, UDRE0);
        UDR0 = *bytes++;
    }
}
