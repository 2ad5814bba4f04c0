// The normal of a contact between meshes that come within the tolerance of each other from the start, or that
// slide along each other: from what is around the point, not from the motion.
#ifndef CD_TOUCH_NORMAL_H
#define CD_TOUCH_NORMAL_H

#include "continuous/search/search.h"

// Input: the contact's elements and point at tau `root`, and the normal that their equation and the motion
// gave. Output: that normal, or a better one where it sends one surface through the other. In the frame of
// the query, unit, from B to A.
cdVec3 cdMendNormal(const cdSearch *search, cdContactKind kind, const cdElementPair *pair, double root,
                    cdVec3 point, cdVec3 normal);

#endif
