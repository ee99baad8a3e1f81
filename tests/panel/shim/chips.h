// GPIO chips that exist in memory only, and the kernel's answers about them (GPIO character device, version 2).
#ifndef CHIPS_H
#define CHIPS_H

#include <stdbool.h>

// A descriptor that stands for /dev/gpiochipN, or -1 with errno set.
int chips_open(int number);

// An ioctl on any descriptor: false when it is none of ours, else the result, with errno set where it is negative.
bool chips_ioctl(int fd, unsigned long request, void *argument, int *result);

// Forgets a descriptor that is about to be closed; the lines it held are free.
void chips_close(int fd);

// --- what a test does to them -----------------------------------------------------------------------------------------
// Chips are numbered 0 … 31, lines 0 … 63. All return 0, or -1 where there is no such chip or line.

// Plugs a chip in; it begins without anything connected.
int shim_plug(int number, const char *label, unsigned lines, bool interrupts);
// Takes it away: its file is gone, and what is still open answers ENODEV.
int shim_unplug(int number);
// Every use of its lines fails with this error from now on, as when its cable is cut; 0 mends it.
int shim_fail(int number, int error);
// Somebody else takes a line under this name; an empty name gives it back.
int shim_occupy(int number, unsigned line, const char *consumer);
// Puts a line on 0 or 1 from outside; -1 lets it go, so that the pull decides.
int shim_drive(int number, unsigned line, int level);
// The level of a line: 0 or 1.
int shim_level(int number, unsigned line);
// How many lines of a chip are held by this process.
int shim_held(int number);

#endif
