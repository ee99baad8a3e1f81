// Stands between a program and the C library: /dev/gpiochipN and the file that says which Raspberry Pi this is.
#include "chips.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/types.h>
#include <unistd.h>

#define CHIP_PATH "/dev/gpiochip"
#define REVISION_PATH "/proc/device-tree/system/linux,revision"

static int (*real_open)(const char *, int, ...);
static int (*real_openat)(int, const char *, int, ...);
static int (*real_ioctl)(int, unsigned long, ...);
static int (*real_close)(int);

static void find_real(void) {
    if (real_close) return;
    *(void **)&real_open = dlsym(RTLD_NEXT, "open");
    *(void **)&real_openat = dlsym(RTLD_NEXT, "openat");
    *(void **)&real_ioctl = dlsym(RTLD_NEXT, "ioctl");
    *(void **)&real_close = dlsym(RTLD_NEXT, "close");
}

// A Raspberry Pi 4B, as its device tree says it: big-endian.
static int open_revision(void) {
    static const unsigned char revision[] = {0x00, 0xc0, 0x31, 0x14};
    int fd = memfd_create("revision", MFD_CLOEXEC);
    if (fd >= 0 && (write(fd, revision, sizeof revision) != sizeof revision || lseek(fd, 0, SEEK_SET))) abort();
    return fd;
}

static bool open_ours(const char *path, int *fd) {
    char *end;
    if (strcmp(path, REVISION_PATH) == 0) {
        *fd = open_revision();
        return true;
    }
    if (strncmp(path, CHIP_PATH, strlen(CHIP_PATH)) != 0) return false;
    long number = strtol(path + strlen(CHIP_PATH), &end, 10);
    *fd = chips_open(*end ? -1 : (int)number);
    return true;
}

static mode_t mode_of(int flags, va_list rest) {
    return (flags & O_CREAT) || (flags & O_TMPFILE) == O_TMPFILE ? va_arg(rest, mode_t) : 0;
}

#define OPEN(name)                               \
    int name(const char *path, int flags, ...) { \
        int fd;                                  \
        va_list rest;                            \
        va_start(rest, flags);                   \
        mode_t mode = mode_of(flags, rest);      \
        va_end(rest);                            \
        find_real();                             \
        return open_ours(path, &fd) ? fd : real_open(path, flags, mode); \
    }
OPEN(open)
OPEN(open64)

#define OPENAT(name)                                          \
    int name(int folder, const char *path, int flags, ...) {  \
        int fd;                                               \
        va_list rest;                                         \
        va_start(rest, flags);                                \
        mode_t mode = mode_of(flags, rest);                   \
        va_end(rest);                                         \
        find_real();                                          \
        return open_ours(path, &fd) ? fd : real_openat(folder, path, flags, mode); \
    }
OPENAT(openat)
OPENAT(openat64)

// What a program that is compiled with _FORTIFY_SOURCE calls instead.
int __open_2(const char *path, int flags);
int __open_2(const char *path, int flags) {
    return open(path, flags);
}
int __open64_2(const char *path, int flags);
int __open64_2(const char *path, int flags) {
    return open(path, flags);
}

int ioctl(int fd, unsigned long request, ...) {
    int result;
    va_list rest;
    va_start(rest, request);
    void *argument = va_arg(rest, void *);
    va_end(rest);
    find_real();
    // FIONREAD is asked of our own pipes while the chips are locked.
    if (_IOC_TYPE(request) == 0xB4 && chips_ioctl(fd, request, argument, &result)) return result;
    return real_ioctl(fd, request, argument);
}

int close(int fd) {
    find_real();
    chips_close(fd);
    return real_close(fd);
}
