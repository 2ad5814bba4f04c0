// Bounds of what a picture draws: rectangles of its target. For changes.c and renderer.c only.
//
// Input: a picture. Items are bounded by the boxes of their meshes. The light is directional: the shadow of a
// box ends on the ground, or behind the last still item that it falls on.
#ifndef GX_BOUNDS_H
#define GX_BOUNDS_H

#include "engine/renderer.h"

// Inputs that all bounds of a picture share.
typedef struct gxFrame {
    const gxPicture *picture;
    mat4s light;         // to the light's clip coordinates
    vec3s towards;       // the light, unit
    float reach;         // of a shadow beyond its caster's outline, a length
    float width, height; // of the picture on the target, pixels
    float y;             // of its lower edge
} gxFrame;

gxFrame gxMakeFrame(const gxPicture *picture);
// Returns the rectangle of the whole picture.
gxRect gxGetFrameRect(const gxFrame *frame);

// Each returns a rectangle that contains all pixels, within the picture: all of it if they are unbounded, as
// behind the eye.
gxRect gxBoundItem(const gxFrame *frame, const gxItem *item);
// Bounds the item's shadow on the ground and on still items.
gxRect gxBoundShadow(const gxFrame *frame, const gxItem *item);
gxRect gxBoundStroke(const gxFrame *frame, const gxStroke *stroke);
gxRect gxBoundFill(const gxFrame *frame, const gxFillCorner corners[3]);

#endif
