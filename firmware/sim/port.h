/* The pseudo-terminal that stands for the display's USB port. */
#ifndef PORT_H
#define PORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct port {
    /* -1 while it is unplugged. */
    int near;
    int far;
    int watch;
    char path[64];
};

/* False, with a message on standard error, where the system has no pseudo-terminal left. */
bool port_plug(struct port *port);
void port_unplug(struct port *port);

/* Whether a host has opened it since the last call. */
bool port_was_opened(struct port *port);

/* What the host has sent, at most `room` bytes. */
size_t port_read(struct port *port, uint8_t *bytes, size_t room);

/* To the host; what does not fit is lost, as on a line where nobody listens. */
void port_write(struct port *port, const uint8_t *bytes, size_t length);

#endif
