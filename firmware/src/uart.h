/* The serial line: 115 200 baud, 8N1. */
#ifndef UART_H
#define UART_H

#include <stdbool.h>
#include <stdint.h>

void uart_init(void);

/* Whether a byte has been received that uart_read has not given yet. */
bool uart_pending(void);

/* The next received byte; only while uart_pending. */
uint8_t uart_read(void);

/* How often a byte has been lost since the reset because those before it had not been taken; counts round. */
uint16_t uart_overruns(void);

/* Sends and waits until the last byte is on its way; what comes in meanwhile is kept. */
void uart_write(const uint8_t *bytes, uint8_t length);

#endif
