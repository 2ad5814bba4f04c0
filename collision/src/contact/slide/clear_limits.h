// Limits of a body that keeps a clearance: a safety distance, or the rounding of meshes.
//
// Input: a pose of A, and a mesh of it and an obstacle whose triangles keep a distance above 0. Output: the
// pairs of features at that distance, or a little beyond it, and their marks. The height of a mark is exact
// for planes, points and unbounded lines.
#ifndef CD_CLEAR_LIMITS_H
#define CD_CLEAR_LIMITS_H

#include "contact/pairs/clear_pairs.h"
#include "contact/slide/slide_limits.h"

// Lists the pairs of features of two meshes, with A at a pose, whose heights above the clearance are in a
// range. They stay in the workspace's arena until its next use.
cdClearList cdListClearPairs(const cdSlideInput *input, cdSlidePair meshes, cdPose pose, cdInterval heights,
                             cdMeter *meter, cdWorkspace *workspace);

// Returns the mark of a pair that was listed at this pose of A.
cdLimitMark cdMakeClearMark(const cdSlideInput *input, cdSlidePair meshes, cdPose pose,
                            const cdClearPair *pair);

// Returns the mark of the contact that stopped the query of one of A's meshes, as if A had been stopped at
// this pose.
cdLimitMark cdMakeClearStop(const cdSlideInput *input, cdPose pose, const cdFirstContact *stop,
                            int32_t shape);

#endif
