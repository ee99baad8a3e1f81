#include "panel.h"

#include <avr/pgmspace.h>
#include <string.h>

#include "board.h"
#include "max7219.h"
#include "supply.h"

#define NO_REF_FIRST_ROW 4

/* The rows of "NO REF" that are not dark: the picture `no-ref` of tests/vectors/protocol.txt. */
static const uint8_t no_ref[7][ROW_BYTES] PROGMEM = {
    {0x00, 0x00, 0x24, 0xc0, 0xe7, 0xbc, 0x00, 0x00}, {0x00, 0x00, 0x35, 0x20, 0x94, 0x20, 0x00, 0x00},
    {0x00, 0x00, 0x35, 0x20, 0x94, 0x20, 0x00, 0x00}, {0x00, 0x00, 0x2d, 0x20, 0xe7, 0x38, 0x00, 0x00},
    {0x00, 0x00, 0x2d, 0x20, 0xa4, 0x20, 0x00, 0x00}, {0x00, 0x00, 0x25, 0x20, 0x94, 0x20, 0x00, 0x00},
    {0x00, 0x00, 0x24, 0xc0, 0x97, 0xa0, 0x00, 0x00},
};

/* The second of two buffers: frames come in elsewhere, and only a whole, valid picture is copied here. */
static uint8_t shown[PICTURE_BYTES];
static uint8_t wanted_brightness;
static uint8_t intensity;

static void write_rows(void)
{
    for (uint8_t row = 0; row < 8; row++)
        max7219_write_row(row, shown);
}

static void update(void)
{
    uint8_t next = supply_limit(shown, wanted_brightness);
    /* Never a bright picture at the brightness of a sparse one: down first, up last. */
    if (next < intensity)
        max7219_write_all(MAX7219_INTENSITY, next);
    write_rows();
    if (next > intensity)
        max7219_write_all(MAX7219_INTENSITY, next);
    intensity = next;
}

void panel_init(void)
{
    max7219_init();
    /* The modules may still be lit with anything: dark first, and on again when they hold nothing but darkness. */
    max7219_write_all(MAX7219_SHUTDOWN, 0);
    memset(shown, 0, sizeof shown);
    wanted_brightness = intensity = 0;
    panel_refresh();
}

void panel_show(const uint8_t *picture, uint8_t brightness)
{
    memcpy(shown, picture, sizeof shown);
    wanted_brightness = brightness;
    update();
}

void panel_show_no_ref(void)
{
    memset(shown, 0, sizeof shown);
    memcpy_P(shown + NO_REF_FIRST_ROW * ROW_BYTES, no_ref, sizeof no_ref);
    update();
}

void panel_test(uint8_t on)
{
    /* The chip's own test register would light everything at full brightness, more than the supply gives. */
    memset(shown, on ? 0xFF : 0x00, sizeof shown);
    wanted_brightness = 0;
    update();
}

void panel_refresh(void)
{
    max7219_write_all(MAX7219_TEST, 0);
    max7219_write_all(MAX7219_DECODE, 0);
    max7219_write_all(MAX7219_SCAN_LIMIT, 7);
    max7219_write_all(MAX7219_INTENSITY, intensity);
    write_rows();
    max7219_write_all(MAX7219_SHUTDOWN, 1);
}
