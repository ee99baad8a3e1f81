#include "port.h"

#include <fcntl.h>
#include <pty.h>
#include <stdio.h>
#include <sys/inotify.h>
#include <termios.h>
#include <unistd.h>

bool port_plug(struct port *port)
{
    struct termios raw;
    if (port->near >= 0)
        return true;
    /* The far end stays open here too: without it the near end fails whenever the host closes the port. */
    if (openpty(&port->near, &port->far, port->path, NULL, NULL) != 0 || tcgetattr(port->far, &raw) != 0) {
        perror("no pseudo-terminal can be opened");
        return false;
    }
    cfmakeraw(&raw);
    tcsetattr(port->far, TCSANOW, &raw);
    fcntl(port->near, F_SETFL, O_NONBLOCK);
    port->watch = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
    inotify_add_watch(port->watch, port->path, IN_OPEN);
    return true;
}

void port_unplug(struct port *port)
{
    if (port->near < 0)
        return;
    close(port->near);
    close(port->far);
    close(port->watch);
    port->near = port->far = port->watch = -1;
}

bool port_was_opened(struct port *port)
{
    char events[4096] __attribute__((aligned(__alignof__(struct inotify_event))));
    bool opened = false;
    if (port->near < 0)
        return false;
    while (read(port->watch, events, sizeof events) > 0)
        opened = true;
    return opened;
}

size_t port_read(struct port *port, uint8_t *bytes, size_t room)
{
    ssize_t length = port->near < 0 || room == 0 ? 0 : read(port->near, bytes, room);
    return length > 0 ? (size_t)length : 0;
}

void port_write(struct port *port, const uint8_t *bytes, size_t length)
{
    if (port->near >= 0 && length > 0 && write(port->near, bytes, length) < 0)
        return;
}
