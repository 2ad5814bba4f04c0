// Finds the parts of a picture that differ from the last one.
//
// Input: everything that is drawn, in the order of drawing: a rectangle that contains its pixels, and a hash
// of all that decides them. Output: rectangles outside of which the picture has the pixels of the last one.
//
// The picture is divided into tiles. The hash of a tile contains what was declared over it, in order. A tile
// with the hash of the last picture has its pixels. So nobody remembers where an object was: in the tiles
// that it has left it is missing.
#ifndef GX_DAMAGE_H
#define GX_DAMAGE_H

#include "engine/rect.h"

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    GX_DAMAGE_TILE = 16, // pixels a side
    GX_DAMAGE_MAX = 8    // rectangles
};

// Zeroed: the next picture differs everywhere.
typedef struct gxDamage {
    int width, height, columns, rows;
    uint64_t *tiles; // hashes of this picture, then of the last one, then 1 for a damaged tile
    bool known;      // there is a last picture
    bool whole;      // this one differs everywhere
} gxDamage;

void gxFreeDamage(gxDamage *damage);

// Begins a picture. One of another size differs everywhere.
void gxBeginDamage(gxDamage *damage, int width, int height);
// Declares that something is drawn within `rect`, of which only the part within the picture counts.
void gxDeclare(gxDamage *damage, gxRect rect, uint64_t content);
// The part has other pixels than in the last picture, whatever is declared.
void gxDamagePart(gxDamage *damage, gxRect rect);
// This picture, or between two the next one, differs everywhere.
void gxDamageAll(gxDamage *damage);
// Ends the picture. Returns the number of rectangles that contain all that differs; they are disjoint and
// within the picture.
int gxEndDamage(gxDamage *damage, gxRect rects[GX_DAMAGE_MAX]);

#ifdef __cplusplus
}
#endif

#endif
