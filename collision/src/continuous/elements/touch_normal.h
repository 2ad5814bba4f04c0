// The normal of a contact between meshes that come within the tolerance of each other from the start, or that
// slide along each other: from the geometry around the point, not from the motion.
#ifndef CD_TOUCH_NORMAL_H
#define CD_TOUCH_NORMAL_H

#include "continuous/search/search.h"

// Returns a unit normal from B to A, in the frame of the query: `normal`, or a better one where it sends one
// surface through the other. `normal` comes from the contact's equation and motion; `point` and the elements
// are at `root`.
cdVec3 cdMendNormal(const cdSearch *search, cdContactKind kind, const cdElementPair *pair, double root,
                    cdVec3 point, cdVec3 normal);

#endif
