// Contact points of bodies that keep a distance from each other: a safety distance, or the rounding of
// meshes. Two features and their nearest points make a point.
#ifndef CD_CLEAR_POINTS_H
#define CD_CLEAR_POINTS_H

#include "contact/pairs/clear_pairs.h"
#include "world/contacts/contact_point.h"

// `toB`: A's stored coordinates to B's; the pair is in the latter.
cdContactPoint cdMakeClearPoint(const cdClearPair *pair, const cdMesh *meshA, const cdMesh *meshB, cdPose toB,
                                cdPointOffsets offsets);

// The point of a first contact, as cdMakeTouchPoint makes it of one without a distance.
cdContactPoint cdMakeClearTouch(const cdTouch *touch, const cdMesh *meshA, const cdMesh *meshB,
                                cdPose relativeA, cdPointOffsets offsets);

#endif
