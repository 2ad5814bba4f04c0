// Two hulls at their poses, side by side: A in the first lane, B in the second.
#ifndef CD_PLACED_HULLS_H
#define CD_PLACED_HULLS_H

#include "convex/separation/support.h"
#include "foundation/numbers/rounding.h"

// Transforming a vertex and taking its height along a direction rounds by less than a quarter of this many
// units of the pair's size; the other three quarters cover the steps of the fallback.
enum { CD_HULL_TOLERANCE_UNITS = 64 };

typedef struct cdPlacedHulls {
    cdLanes w; // orientations in the world, of unit length to the last digit
    cdLanes3 r;
    cdVec3 toA; // from B's centre to A's, world axes
    double size, tolerance;
} cdPlacedHulls;

// Normalizes quaternions of unit length within 1e-6 to the last digit: the series of 1 / sqrt(1 + e).
// @errors false: a quaternion that is not of unit length
static inline bool cdPlaceOrientations(const cdQuat *a, const cdQuat *b, cdPlacedHulls *placed) {
    const cdLanes one = cdSpreadLanes(1.0);
    cdLanes w = cdLoadLanePair(&a->w, &b->w), x = cdLoadLanePair(&a->x, &b->x);
    cdLanes y = cdLoadLanePair(&a->y, &b->y), z = cdLoadLanePair(&a->z, &b->z);
    cdLanes e = cdAddLanes(cdMulLanes(w, w), cdMulLanes(x, x));
    e = cdSubLanes(cdAddLanes(cdAddLanes(e, cdMulLanes(y, y)), cdMulLanes(z, z)), one);
    cdLanes s = cdSubLanes(cdSpreadLanes(0.375), cdMulLanes(cdSpreadLanes(0.3125), e));
    s = cdSubLanes(cdSpreadLanes(0.5), cdMulLanes(e, s));
    s = cdSubLanes(one, cdMulLanes(e, s));
    placed->w = cdMulLanes(s, w);
    placed->r = (cdLanes3){cdMulLanes(s, x), cdMulLanes(s, y), cdMulLanes(s, z)};
    return cdLanesAtMost(cdAbsLanes(e), cdSpreadLanes(1e-6)) == 3;
}

// Places both hulls. @errors false: a quaternion that is not of unit length
static inline bool cdPlaceHulls(const cdSeparationInput *input, cdPlacedHulls *placed) {
    const cdConvex *a = input->convexA, *b = input->convexB;
    if (!cdPlaceOrientations(&input->poseA.q, &input->poseB.q, placed)) return false;
    // Positions first, so that a common offset cancels before anything is rounded against it.
    cdVec3 between = cdSub(input->poseA.p, input->poseB.p);
    cdLanes3 arms = cdRotateLanes3(placed->w, placed->r, cdLoadLanePair3(&a->center, &b->center));
    placed->toA = cdAdd(between, cdSub(cdGetFirstLane3(arms), cdGetSecondLane3(arms)));
    placed->size = a->size + b->size + cdSumAbs(placed->toA);
    placed->tolerance = CD_HULL_TOLERANCE_UNITS * CD_EPSILON * placed->size + a->error + b->error;
    return true;
}

// True if products of three lengths neither overflow nor underflow, and the poses are finite.
static inline bool cdIsHullSizeValid(double size) {
    return size == 0.0 || (size >= 1e-70 && size <= 1e70);
}

// Finds the vertices farthest along a unit direction of the world, A's, and against it, B's, to test a
// cached vector. Starts at the given vertices and stores those found. Returns the gap.
static inline double cdFindGap(const cdPlacedHulls *placed, const cdSeparationInput *input, cdVec3 direction,
                               int32_t *vertexA, int32_t *vertexB, int32_t *steps) {
    const cdLanes3 outwards = cdOpposeLanes3(direction);
    const cdLanes3 along = cdRotateLanes3(placed->w, cdNegateLanes3(placed->r), outwards);
    const cdConvex *a = input->convexA, *b = input->convexB;
    if (cdClimbsFrom(input->support, *vertexA) && cdClimbsFrom(input->support, *vertexB)) {
        cdClimbBoth(a, vertexA, b, vertexB, along, steps);
    } else {
        *vertexA = cdFindSupportNear(a, cdGetFirstLane3(along), input->support, *vertexA, steps);
        *vertexB = cdFindSupportNear(b, cdGetSecondLane3(along), input->support, *vertexB, steps);
    }
    const cdLanes heights =
        cdDotLanes3(along, cdLoadLanePair3(&a->vertices[*vertexA], &b->vertices[*vertexB]));
    return -(cdDot(direction, placed->toA) + cdGetFirstLane(heights) + cdGetSecondLane(heights));
}

#endif
