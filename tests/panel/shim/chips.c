#include "chips.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/gpio.h>
#include <poll.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#define CHIPS 32
#define LINES 64
#define DESCRIPTORS 256
#define EVENTS_A_LINE 16  // as the kernel keeps them by default

#define FLAG(name) GPIO_V2_LINE_FLAG_##name
#define EDGES (FLAG(EDGE_RISING) | FLAG(EDGE_FALLING))
#define BIASES (FLAG(BIAS_PULL_UP) | FLAG(BIAS_PULL_DOWN) | FLAG(BIAS_DISABLED))
#define DRIVES (FLAG(OPEN_DRAIN) | FLAG(OPEN_SOURCE))
#define KNOWN_FLAGS \
    (FLAG(ACTIVE_LOW) | FLAG(INPUT) | FLAG(OUTPUT) | EDGES | DRIVES | BIASES | FLAG(EVENT_CLOCK_REALTIME))

struct line {
    uint64_t flags;
    int outside;  // 0, 1, or -1: nothing drives it
    int output;
    int seen;  // the level at the last event
    uint32_t seqno;
    bool held;      // by a request of this process
    bool occupied;  // by somebody else
    char consumer[GPIO_MAX_NAME_SIZE];
};

struct chip {
    bool present;
    bool interrupts;
    int error;
    unsigned lines;
    char label[GPIO_MAX_NAME_SIZE];
    struct line line[LINES];
};

// What an open descriptor stands for: a chip, or lines that were requested of it.
struct descriptor {
    bool used;
    int fd;
    int chip;
    unsigned count;  // of lines; 0 for the chip itself
    uint32_t offsets[LINES];
    uint32_t seqno;
    int writer;  // the other end of the pipe that the events come out of
    int drain;   // the same end, never blocking
};

static struct chip chips[CHIPS];
static struct descriptor descriptors[DESCRIPTORS];
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static struct descriptor *find(int fd) {
    for (int i = 0; i < DESCRIPTORS; i++)
        if (descriptors[i].used && descriptors[i].fd == fd) return &descriptors[i];
    return NULL;
}

static struct descriptor *add(int fd, int chip) {
    for (int i = 0; i < DESCRIPTORS; i++) {
        if (descriptors[i].used) continue;
        descriptors[i] = (struct descriptor){.used = true, .fd = fd, .chip = chip, .writer = -1, .drain = -1};
        return &descriptors[i];
    }
    return NULL;
}

static int fail(int error) {
    errno = error;
    return -1;
}

static bool inverted(const struct line *line) {
    return (line->flags & FLAG(ACTIVE_LOW)) != 0;
}

static int level_of(const struct line *line) {
    if (line->flags & FLAG(OUTPUT)) return line->output;
    if (line->outside >= 0) return line->outside;
    return (line->flags & FLAG(BIAS_PULL_UP)) != 0;
}

// --- flags and configuration ------------------------------------------------------------------------------------------

static bool more_than_one(uint64_t flags) {
    return (flags & (flags - 1)) != 0;
}

// As the kernel's gpio_v2_line_flags_validate.
static bool flags_are_valid(uint64_t flags) {
    bool input = flags & FLAG(INPUT), output = flags & FLAG(OUTPUT);
    if ((flags & ~KNOWN_FLAGS) || (input && output)) return false;
    if ((flags & EDGES) && !input) return false;
    if (((flags & DRIVES) && !output) || more_than_one(flags & DRIVES)) return false;
    return !((flags & BIASES) && !input && !output) && !more_than_one(flags & BIASES);
}

static uint64_t flags_for(const struct gpio_v2_line_config *config, unsigned index) {
    for (unsigned i = 0; i < config->num_attrs; i++)
        if (config->attrs[i].attr.id == GPIO_V2_LINE_ATTR_ID_FLAGS && (config->attrs[i].mask >> index & 1))
            return config->attrs[i].attr.flags;
    return config->flags;
}

static int value_for(const struct gpio_v2_line_config *config, unsigned index) {
    for (unsigned i = 0; i < config->num_attrs; i++)
        if (config->attrs[i].attr.id == GPIO_V2_LINE_ATTR_ID_OUTPUT_VALUES && (config->attrs[i].mask >> index & 1))
            return (int)(config->attrs[i].attr.values >> index & 1);
    return 0;
}

static int check_config(const struct chip *chip, const struct gpio_v2_line_config *config, unsigned count) {
    if (config->num_attrs > GPIO_V2_LINE_NUM_ATTRS_MAX) return fail(EINVAL);
    for (unsigned i = 0; i < count; i++) {
        uint64_t flags = flags_for(config, i);
        if (!flags_are_valid(flags)) return fail(EINVAL);
        if ((flags & EDGES) && !chip->interrupts) return fail(ENXIO);
    }
    return 0;
}

static void configure(struct chip *chip, const uint32_t *offsets, unsigned count,
                      const struct gpio_v2_line_config *config) {
    for (unsigned i = 0; i < count; i++) {
        struct line *line = &chip->line[offsets[i]];
        uint64_t flags = flags_for(config, i);
        // Without a direction a line stays as it is.
        if (!(flags & (FLAG(INPUT) | FLAG(OUTPUT)))) continue;
        line->flags = flags;
        if (flags & FLAG(OUTPUT)) line->output = value_for(config, i) ^ inverted(line);
        line->seen = level_of(line);
    }
}

// --- the chip's ioctls ------------------------------------------------------------------------------------------------

static int chip_info(int number, struct gpiochip_info *info) {
    memset(info, 0, sizeof *info);
    snprintf(info->name, sizeof info->name, "gpiochip%d", number);
    memcpy(info->label, chips[number].label, sizeof info->label);
    info->lines = chips[number].lines;
    return 0;
}

static int line_info(const struct chip *chip, struct gpio_v2_line_info *info) {
    uint32_t offset = info->offset;
    if (offset >= chip->lines) return fail(EINVAL);
    const struct line *line = &chip->line[offset];
    memset(info, 0, sizeof *info);
    info->offset = offset;
    snprintf(info->name, sizeof info->name, "GPIO%u", offset);
    info->flags = line->flags & (FLAG(INPUT) | FLAG(OUTPUT));
    if (line->held || line->occupied) {
        info->flags = line->flags | FLAG(USED);
        memcpy(info->consumer, line->consumer, sizeof info->consumer);
    }
    return 0;
}

static int check_request(const struct chip *chip, const struct gpio_v2_line_request *request) {
    if (request->num_lines == 0 || request->num_lines > LINES) return fail(EINVAL);
    for (unsigned i = 0; i < request->num_lines; i++)
        if (request->offsets[i] >= chip->lines) return fail(EINVAL);
    if (check_config(chip, &request->config, request->num_lines)) return -1;
    for (unsigned i = 0; i < request->num_lines; i++) {
        const struct line *line = &chip->line[request->offsets[i]];
        if (line->held || line->occupied) return fail(EBUSY);
        for (unsigned j = 0; j < i; j++)
            if (request->offsets[i] == request->offsets[j]) return fail(EBUSY);
    }
    return 0;
}

// The reading end is what the caller gets; a second, non-blocking view of it drops the oldest event of a full queue.
static struct descriptor *add_request(int number) {
    int ends[2];
    char path[32];
    if (pipe2(ends, O_CLOEXEC)) return NULL;
    snprintf(path, sizeof path, "/proc/self/fd/%d", ends[0]);
    int drain = openat(AT_FDCWD, path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    struct descriptor *made = drain < 0 ? NULL : add(ends[0], number);
    if (made) {
        made->writer = ends[1];
        made->drain = drain;
    }
    return made;
}

static int get_lines(int number, struct gpio_v2_line_request *request) {
    struct chip *chip = &chips[number];
    if (check_request(chip, request)) return -1;
    struct descriptor *made = add_request(number);
    if (!made) return fail(ENOMEM);
    made->count = request->num_lines;
    for (unsigned i = 0; i < made->count; i++) {
        struct line *line = &chip->line[made->offsets[i] = request->offsets[i]];
        line->held = true;
        line->seqno = 0;
        memcpy(line->consumer, request->consumer, sizeof line->consumer);
        line->consumer[sizeof line->consumer - 1] = 0;
    }
    configure(chip, made->offsets, made->count, &request->config);
    request->fd = made->fd;
    return 0;
}

static int on_chip(int number, unsigned long request, void *argument) {
    switch (request) {
    case GPIO_GET_CHIPINFO_IOCTL: return chip_info(number, argument);
    case GPIO_V2_GET_LINEINFO_IOCTL: return line_info(&chips[number], argument);
    case GPIO_V2_GET_LINE_IOCTL: return get_lines(number, argument);
    default: return fail(EINVAL);
    }
}

// --- the lines' ioctls ------------------------------------------------------------------------------------------------

static int get_values(const struct descriptor *lines, struct gpio_v2_line_values *values) {
    values->bits = 0;
    for (unsigned i = 0; i < lines->count; i++) {
        const struct line *line = &chips[lines->chip].line[lines->offsets[i]];
        if (values->mask >> i & 1) values->bits |= (uint64_t)(level_of(line) ^ inverted(line)) << i;
    }
    return 0;
}

static int set_values(const struct descriptor *lines, const struct gpio_v2_line_values *values) {
    struct line *line = chips[lines->chip].line;
    for (unsigned i = 0; i < lines->count; i++)
        if ((values->mask >> i & 1) && !(line[lines->offsets[i]].flags & FLAG(OUTPUT))) return fail(EPERM);
    for (unsigned i = 0; i < lines->count; i++)
        if (values->mask >> i & 1)
            line[lines->offsets[i]].output = (int)(values->bits >> i & 1) ^ inverted(&line[lines->offsets[i]]);
    return 0;
}

static int set_config(const struct descriptor *lines, const struct gpio_v2_line_config *config) {
    struct chip *chip = &chips[lines->chip];
    if (check_config(chip, config, lines->count)) return -1;
    configure(chip, lines->offsets, lines->count, config);
    return 0;
}

static int on_lines(const struct descriptor *lines, unsigned long request, void *argument) {
    if (chips[lines->chip].error) return fail(chips[lines->chip].error);
    switch (request) {
    case GPIO_V2_LINE_GET_VALUES_IOCTL: return get_values(lines, argument);
    case GPIO_V2_LINE_SET_VALUES_IOCTL: return set_values(lines, argument);
    case GPIO_V2_LINE_SET_CONFIG_IOCTL: return set_config(lines, argument);
    default: return fail(EINVAL);
    }
}

// --- descriptors ------------------------------------------------------------------------------------------------------

int chips_open(int number) {
    int fd = -1;
    pthread_mutex_lock(&mutex);
    if (number < 0 || number >= CHIPS || !chips[number].present) {
        errno = ENOENT;
    } else {
        fd = memfd_create("gpiochip", MFD_CLOEXEC);
        if (fd >= 0 && !add(fd, number)) fd = fail(EMFILE);
    }
    pthread_mutex_unlock(&mutex);
    return fd;
}

bool chips_ioctl(int fd, unsigned long request, void *argument, int *result) {
    pthread_mutex_lock(&mutex);
    const struct descriptor *found = find(fd);
    if (found && !chips[found->chip].present)
        *result = fail(ENODEV);
    else if (found)
        *result = found->count ? on_lines(found, request, argument) : on_chip(found->chip, request, argument);
    pthread_mutex_unlock(&mutex);
    return found != NULL;
}

void chips_close(int fd) {
    int others[2] = {-1, -1};
    pthread_mutex_lock(&mutex);
    struct descriptor *found = find(fd);
    if (found) {
        for (unsigned i = 0; i < found->count; i++) chips[found->chip].line[found->offsets[i]].held = false;
        others[0] = found->writer;
        others[1] = found->drain;
        found->used = false;
    }
    pthread_mutex_unlock(&mutex);
    // Not under the lock: this comes back here, and finds neither of them.
    for (int i = 0; i < 2; i++)
        if (others[i] >= 0) close(others[i]);
}

// --- what a test does -------------------------------------------------------------------------------------------------

static bool exists(int number, unsigned line) {
    return number >= 0 && number < CHIPS && line < LINES && line < chips[number].lines;
}

int shim_plug(int number, const char *label, unsigned lines, bool interrupts) {
    if (number < 0 || number >= CHIPS || lines > LINES) return -1;
    pthread_mutex_lock(&mutex);
    struct chip *chip = &chips[number];
    *chip = (struct chip){.present = true, .interrupts = interrupts, .lines = lines};
    snprintf(chip->label, sizeof chip->label, "%s", label);
    for (unsigned i = 0; i < lines; i++) {
        chip->line[i].flags = FLAG(INPUT);
        chip->line[i].outside = -1;
    }
    pthread_mutex_unlock(&mutex);
    return 0;
}

int shim_unplug(int number) {
    if (!exists(number, 0)) return -1;
    pthread_mutex_lock(&mutex);
    chips[number].present = false;
    pthread_mutex_unlock(&mutex);
    return 0;
}

int shim_fail(int number, int error) {
    if (!exists(number, 0)) return -1;
    pthread_mutex_lock(&mutex);
    chips[number].error = error;
    pthread_mutex_unlock(&mutex);
    return 0;
}

int shim_occupy(int number, unsigned line, const char *consumer) {
    if (!exists(number, line)) return -1;
    pthread_mutex_lock(&mutex);
    struct line *taken = &chips[number].line[line];
    taken->occupied = *consumer != 0;
    snprintf(taken->consumer, sizeof taken->consumer, "%s", consumer);
    pthread_mutex_unlock(&mutex);
    return 0;
}

static struct descriptor *holder(int number, unsigned line) {
    for (int i = 0; i < DESCRIPTORS; i++)
        for (unsigned j = 0; descriptors[i].used && descriptors[i].chip == number && j < descriptors[i].count; j++)
            if (descriptors[i].offsets[j] == line) return &descriptors[i];
    return NULL;
}

static void queue(struct descriptor *lines, unsigned offset, bool rising) {
    struct line *line = &chips[lines->chip].line[offset];
    struct timespec now;
    struct gpio_v2_line_event event = {.offset = offset, .seqno = ++lines->seqno, .line_seqno = ++line->seqno};
    clock_gettime(CLOCK_MONOTONIC, &now);
    event.timestamp_ns = (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
    event.id = rising ? GPIO_V2_LINE_EVENT_RISING_EDGE : GPIO_V2_LINE_EVENT_FALLING_EDGE;
    int waiting = 0;
    // A full queue loses its oldest event.
    if (!ioctl(lines->drain, FIONREAD, &waiting) && waiting >= (int)(EVENTS_A_LINE * lines->count * sizeof event)) {
        struct gpio_v2_line_event oldest;
        if (read(lines->drain, &oldest, sizeof oldest) < 0 && errno != EAGAIN) abort();
    }
    if (write(lines->writer, &event, sizeof event) != sizeof event) abort();
}

int shim_drive(int number, unsigned line, int level) {
    if (!exists(number, line)) return -1;
    pthread_mutex_lock(&mutex);
    struct line *driven = &chips[number].line[line];
    driven->outside = level;
    int now = level_of(driven);
    if (now != driven->seen) {
        bool rising = (now ^ inverted(driven)) != 0;
        struct descriptor *lines = holder(number, line);
        driven->seen = now;
        if (lines && (driven->flags & (rising ? FLAG(EDGE_RISING) : FLAG(EDGE_FALLING)))) queue(lines, line, rising);
    }
    pthread_mutex_unlock(&mutex);
    return 0;
}

int shim_level(int number, unsigned line) {
    if (!exists(number, line)) return -1;
    pthread_mutex_lock(&mutex);
    int level = level_of(&chips[number].line[line]);
    pthread_mutex_unlock(&mutex);
    return level;
}

int shim_held(int number) {
    if (!exists(number, 0)) return -1;
    int held = 0;
    pthread_mutex_lock(&mutex);
    for (unsigned i = 0; i < chips[number].lines; i++) held += chips[number].line[i].held;
    pthread_mutex_unlock(&mutex);
    return held;
}
