/* What the lights show. */
#ifndef PANEL_H
#define PANEL_H

#include <stdint.h>

/* Dark, brightness 0. */
void panel_init(void);

/* Shows a picture (it is copied) at a brightness of 0 … 15, or less where the supply asks for it. */
void panel_show(const uint8_t *picture, uint8_t brightness);

/* NO REF, with the brightness that the picture before had. */
void panel_show_no_ref(void);

/* Every light on, at the lowest brightness; and off again. */
void panel_test(uint8_t on);

/* Writes every register of every module anew. */
void panel_refresh(void);

#endif
