// Bounds of what a picture draws: rectangles of its target. For changes.c and renderer.c only.
//
// Input: a picture. Items are bounded by the outlines of their meshes, a few boxes. The light is directional:
// the shadow of a box ends on the ground, or behind the last still item that it falls on.
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
    float rows[3];       // lengths of the rows of x, y and w in the matrix to clip coordinates
    bool outlined;       // few items: each of their boxes is bounded on its own
    bool layered;        // some items are drawn over the ground, see gxIsOverGround
} gxFrame;

gxFrame gxMakeFrame(const gxPicture *picture);
// Returns the rectangle of the whole picture.
gxRect gxGetFrameRect(const gxFrame *frame);

// True if a moving opaque item is drawn after the background and the ground, and so over the still part. The
// ground is never in front of it. Only if such items cover little of the picture: what they hide is drawn
// too.
bool gxIsOverGround(const gxFrame *frame, const gxItem *item);

enum { GX_BOUND_MAX = 128 };

// Rectangles that together contain all pixels of something.
typedef struct gxBounds {
    gxRect rects[GX_BOUND_MAX]; // rects[count], not empty; they may overlap
    int count;
} gxBounds;

// All rectangles are within the picture; one is the whole picture if the pixels are unbounded, as behind the
// eye.
gxBounds gxBoundItem(const gxFrame *frame, const gxItem *item);
// Bounds the item's shadow on the ground and on still items.
gxBounds gxBoundShadow(const gxFrame *frame, const gxItem *item);
// Returns the rectangle around all of them.
gxRect gxJoinBounds(const gxBounds *bounds);
gxRect gxBoundStroke(const gxFrame *frame, const gxStroke *stroke);
gxRect gxBoundFill(const gxFrame *frame, const gxFillCorner corners[3]);

#endif
