// Which of the contact points of a pair are needed, where many say the same.
//
// Input: points at two poses, at which they were found. Output: fewer of them. Points that have the same
// normal are those of one plane: the corners of their hull do, and those inside it that are lower than the
// corners say. `corner` of the chosen ones counts those of a hull in order about the normal, and is 0 where
// another begins.
#ifndef CD_POINT_CHOICE_H
#define CD_POINT_CHOICE_H

#include "foundation/memory/memory.h"
#include "world/contacts/contact_point.h"

// What a gap may be less than those around it say and still go by them: a quarter of the margin, of
// which the tolerance has eight.
#define CD_TOLD_GAP (1.0 / 32.0)
// Normals this close are one: a slide of a tenth of the radius along both parts them by a margin.
#define CD_SAME_NORMAL 1e-3

static inline bool cdIsSameNormal(cdVec3 a, cdVec3 b) {
    return cdLengthSq(cdSub(a, b)) <= CD_SAME_NORMAL * CD_SAME_NORMAL;
}

// Chooses among points[count] and writes chosen[capacity]; of more than that those that are farthest from
// each other. `tolerance`: within which points were looked for. Returns their number. Works in `memory`;
// where that is not enough the first ones are chosen.
int32_t cdChoosePoints(const cdContactPoint *points, int32_t count, cdPose poseA, cdPose poseB,
                       double tolerance, cdMemory memory, cdContactPoint *chosen, int32_t capacity);

// Whether points[count] at these poses, chosen as above, say what this one does. `placed` is at the same
// poses.
bool cdIsPointTold(const cdContactPoint *points, int32_t count, cdPose poseA, cdPose poseB, double tolerance,
                   const cdPlacedPoint *placed);

#endif
