// Keeps the still part of pictures while the camera and the fixed items stay as they are.
//
// The still part has the fixed opaque items, the background, the ground, and the shadows of fixed items. A
// picture copies it, draws again what moving items or their shadows may change (changes.h), and draws the
// rest over it. Its pixels are those of gxDrawPicture: OpenGL draws the same pixels within a scissor
// rectangle as without one (OpenGL 3.3, appendix A, rule 2).
#ifndef GX_STILL_H
#define GX_STILL_H

#include "engine/changes.h"
#include "engine/target.h"

// Zeroed: empty.
typedef struct gxStill {
    gxTarget picture;      // created when first used
    uint64_t key, lastKey; // hashes of the still parts in `picture` and of the last picture; 0: none
    gxChanges changes;     // of the last picture
} gxStill;

void gxDestroyStill(gxStill *still);
// Makes the next pictures draw everything: after a mesh was freed, another may have its address.
void gxForgetStill(gxStill *still);

// Draws a picture into a target with one sample, always of the same size and not bound elsewhere.
void gxDrawWithStill(gxStill *still, gxRenderer *renderer, const gxPicture *picture, const gxTarget *target);
// Returns the drawn fraction of the last picture's pixels; 1 if it did not use the still part.
double gxGetDrawnShare(const gxStill *still);

#endif
