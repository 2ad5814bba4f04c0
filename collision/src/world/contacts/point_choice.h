// Chooses the needed contact points of a pair, where many are redundant.
//
// Input: points, with their places at the two poses at which they were found. Output: fewer of them. Of
// coplanar points with the same normal, the corners of their hull suffice, with those inside it that are
// lower than the corners imply. `corner` of the chosen ones counts the points of a hull in order about the
// normal; 0 begins another hull.
#ifndef CD_POINT_CHOICE_H
#define CD_POINT_CHOICE_H

#include "foundation/memory/memory.h"
#include "world/contacts/contact_point.h"

// A gap may be less than the points around it imply by this fraction of the tolerance, a quarter of the
// margin, and count as implied.
#define CD_IMPLIED_GAP (1.0 / 32.0)
// Normals this close count as one: a slide of a tenth of the radius along both separates them by a margin.
#define CD_SAME_NORMAL 1e-3

static inline bool cdIsSameNormal(cdVec3 a, cdVec3 b) {
    return cdLengthSq(cdSub(a, b)) <= CD_SAME_NORMAL * CD_SAME_NORMAL;
}

// Chooses among points[count], placed[count] and writes chosen[capacity]; of more, those farthest from each
// other. `tolerance`: that of the search for points. Returns their number. Works in `memory`; if that is too
// small, chooses the first ones.
int32_t cdChoosePoints(const cdContactPoint *points, const cdPlacedPoint *placed, int32_t count,
                       double tolerance, cdMemory memory, cdContactPoint *chosen, int32_t capacity);

// True if points[count] at these poses, chosen as above, imply `placed`, which is at the same poses.
bool cdIsPointImplied(const cdContactPoint *points, int32_t count, cdPose poseA, cdPose poseB,
                      double tolerance, const cdPlacedPoint *placed);

#endif
