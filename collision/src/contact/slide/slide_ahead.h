// Features of A and of the obstacles that face each other across a small gap, and rows for those that a
// planned leg would run into.
//
// Without them a slide along surfaces that are close all over meets one new contact after the other, each for
// the cost of a leg. They only guide the plan: every leg is still a query of its own.
#ifndef CD_SLIDE_AHEAD_H
#define CD_SLIDE_AHEAD_H

#include "contact/slide/slide_limits.h"

// Two features at the distance of the mark's points. `a` and `b` are a vertex and a triangle, a triangle and
// a vertex, two edges, or a vertex and a vertex or an edge, as the mark says.
typedef struct cdFacingPair {
    cdLimitMark mark;
    int32_t a, b;
    bool isRow; // already among the limits
} cdFacingPair;

enum { CD_SLIDE_FACING = 2048 };

typedef struct cdSlideAhead {
    cdFacingPair *pairs; // pairs[CD_SLIDE_FACING]
    int32_t count;
} cdSlideAhead;

// Returns the largest gap between features that face each other.
double cdGetFacingReach(const cdMesh *a, const cdMesh *b);

// Finds all pairs at a pose. None if there are too many.
void cdFindFacing(cdSlideAhead *ahead, const cdSlideInput *input, cdSlideNear *near, cdPose pose,
                  cdMeter *meter);

// Adds rows for the few pairs that a motion runs into first. The motion begins at the pose of cdFindFacing;
// `center`: the reference point there, world frame. Returns their number.
int32_t cdAddRowsAhead(cdSlideAhead *ahead, const cdSlideInput *input, const cdMotion *motion, cdVec3 center,
                       cdMeter *meter, cdSlideLimits *limits);

// Marks the rows as removed from the limits.
void cdDropRowsAhead(cdSlideAhead *ahead);

#endif
