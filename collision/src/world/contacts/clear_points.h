// Contact points of bodies that keep a distance from each other: a safety distance, or the rounding of
// meshes. Two features and their closest points define a contact point.
#ifndef CD_CLEAR_POINTS_H
#define CD_CLEAR_POINTS_H

#include "contact/pairs/clear_pairs.h"
#include "world/contacts/contact_point.h"

// `toB` transforms A's stored coordinates to B's; the pair is in B's.
cdContactPoint cdMakeClearPoint(const cdClearPair *pair, const cdMesh *meshA, const cdMesh *meshB, cdPose toB,
                                cdPointOffsets offsets);

// Returns the point of a first contact, as cdMakeTouchPoint does for one without a distance.
cdContactPoint cdMakeClearTouch(const cdTouch *touch, const cdMesh *meshA, const cdMesh *meshB,
                                cdPose relativeA, cdPointOffsets offsets);

#endif
