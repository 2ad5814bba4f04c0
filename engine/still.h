// Keeps a picture and the still part of it, and draws only what differs from the last picture.
//
// The still part has the fixed opaque items, the background, the ground, and the shadows of fixed items.
// While it and the camera stay as they are, a picture copies it where something has changed, and draws there
// what moves. Its pixels are those of gxDrawPicture: OpenGL draws the same pixels within a scissor rectangle
// as without one (OpenGL 3.3, appendix A, rule 2).
#ifndef GX_STILL_H
#define GX_STILL_H

#include "engine/changes.h"
#include "engine/target.h"

// Zeroed: empty.
typedef struct gxStill {
    gxTarget picture;      // of the still part; created when first used
    uint64_t key, lastKey; // hashes of the still parts in `picture` and of the last picture; 0: none
    gxDamage damage;       // of the target
    gxDamage base;         // where the picture may differ from the still part, besides surfaces over it
    // The last picture's:
    gxRect changes[GX_DAMAGE_MAX]; // changes[changeCount]: contain all pixels that differ from the one before
    int changeCount;
    double drawnShare; // of the target's pixels, besides those copied from the still part
} gxStill;

// Something that the caller draws over each picture.
typedef struct gxCover {
    gxRect rect;      // pixels of the target
    uint64_t content; // hash of all that decides its pixels
} gxCover;

void gxDestroyStill(gxStill *still);
// Makes the next picture draw everything: after a mesh was freed, another may have its address.
void gxForgetStill(gxStill *still);

// Draws a picture into a target with one sample, which always has the same size and keeps its pixels until
// the next picture. `covers`: covers[coverCount]
void gxDrawWithStill(gxStill *still, gxRenderer *renderer, const gxPicture *picture, const gxTarget *target,
                     const gxCover *covers, int coverCount);

#endif
