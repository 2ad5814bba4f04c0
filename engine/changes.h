// Declares what a picture draws where, to find what differs from the last picture (damage.h) and from the
// still part, the fixed opaque items with background and ground (still.h).
#ifndef GX_CHANGES_H
#define GX_CHANGES_H

#include "engine/damage.h"
#include "engine/renderer.h"

// True if the still part has the item.
bool gxIsStill(const gxItem *item);
// Declares the whole picture. `stillKey`: a hash of the still part, and of the view. Adds to `base` the parts
// with the shadows of moving items, and with the moving opaque items that are not drawn over the still part.
void gxDeclarePicture(const gxPicture *picture, uint64_t stillKey, gxDamage *damage, gxDamage *base);

#endif
