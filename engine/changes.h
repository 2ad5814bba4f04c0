// Bounds of what may differ between a picture and its still part, the fixed opaque items with background and
// ground (still.h).
//
// Input: a picture. Output: rectangles of the target. Moving items are bounded by the boxes of their meshes.
// The light is directional: the shadow of a box ends on the ground, or behind the last fixed item.
#ifndef GX_CHANGES_H
#define GX_CHANGES_H

#include "engine/renderer.h"

typedef struct gxChanges {
    bool whole;   // the picture may differ anywhere; the rectangles are invalid
    gxRect base;  // of moving opaque items and their shadows
    gxRect front; // of edges, transparent surfaces and strokes
} gxChanges;

// True if the still part has the item.
bool gxIsStill(const gxItem *item);
// Returns a rectangle that contains all pixels of an item.
gxRect gxBoundItem(const gxPicture *picture, const gxItem *item);
gxChanges gxFindChanges(const gxPicture *picture);

#endif
