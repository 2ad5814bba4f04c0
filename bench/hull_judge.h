// Judges convex hulls of small sets by the exact definition of a hull.
#ifndef BENCH_HULL_JUDGE_H
#define BENCH_HULL_JUDGE_H

#include "bench/hull_sets.h"

// Flaws of hulls; all are 0 if the hulls are right.
typedef struct HullFlaws {
    int64_t outside;    // points strictly outside a facet
    int64_t open;       // sides of facets without their opposite, facets without area, V - E + F other than 2
    int64_t notExtreme; // vertices in the interior of a face or an edge
    int64_t wrongRank;  // dimensions of the hull other than those of the points, or no hull
    int64_t beyond;     // points farther outside the public hull than its `error` says
} HullFlaws;

// A hull's vertices: used[i] is true if point i is one.
typedef struct HullCorners {
    bool used[HULL_SET_MAX];
    int32_t count, dimension;
} HullCorners;

// Builds the hull of points[count], as it is built within the library and by cdCreateConvex, and adds its
// flaws. `scaled`: the points as the library compares them.
void JudgeHull(const cdVec3 *points, int32_t count, Random *random, HullFlaws *flaws, HullCorners *corners,
               cdVec3 scaled[HULL_SET_MAX]);

int64_t CountHullFlaws(const HullFlaws *flaws);

#endif
