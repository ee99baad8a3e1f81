#include "supply.h"

#include "board.h"

/* A MAX7219 lights one of its 8 rows at a time, each lamp with SEGMENT_MA (40 mA with the 10 kΩ of the usual modules),
 * for (2 · brightness + 1) / 32 of its turn. One lit lamp so takes on average
 *
 *     SEGMENT_MA / 8 rows · (2 · brightness + 1) / 32   mA
 *
 * and the lamps of a picture are added up. At brightness 15 with all 1024 that is 4960 mA. */
#define SEGMENT_MA 40
/* lamps · (2 · brightness + 1) may be at most this. */
#define MOST ((uint32_t)SUPPLY_MA * 8 * 32 / SEGMENT_MA)
_Static_assert(MOST >= ROWS * ROW_BYTES * 8, "the supply must carry all lamps at the lowest brightness");

static uint16_t lamps(const uint8_t *picture)
{
    uint16_t lit = 0;
    for (uint8_t i = 0; i < PICTURE_BYTES; i++)
        for (uint8_t bits = picture[i]; bits != 0; bits &= (uint8_t)(bits - 1))
            lit++;
    return lit;
}

uint8_t supply_limit(const uint8_t *picture, uint8_t brightness)
{
    uint16_t lit = lamps(picture);
    while (brightness > 0 && (uint32_t)lit * (2u * brightness + 1u) > MOST)
        brightness--;
    return brightness;
}
