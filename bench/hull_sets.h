// Sets of points for convex hulls: small ones of every kind, also degenerate, and large ones to measure time.
#ifndef BENCH_HULL_SETS_H
#define BENCH_HULL_SETS_H

#include "collision/vecmath.h"
#include "random.h"

#include <stdbool.h>
#include <stdint.h>

enum { HULL_SET_MAX = 64 };

typedef enum HullSetKind {
    HULL_SET_BALL,
    HULL_SET_SPHERE,
    HULL_SET_THIN,
    HULL_SET_CLUSTERS,
    HULL_SET_GRID,
    HULL_SET_ROUND_GRID,
    HULL_SET_TURNED_GRID,
    HULL_SET_TWO_PLANES,
    HULL_SET_COPLANAR,
    HULL_SET_COLLINEAR,
    HULL_SET_COINCIDENT,
    HULL_SET_TINY,
    HULL_SET_FAR,
    HULL_SET_KIND_COUNT
} HullSetKind;

// Fills points[HULL_SET_MAX] with a random set of this kind. Returns the number of points.
int32_t MakeHullSet(HullSetKind kind, Random *random, cdVec3 *points);
const char *GetHullSetName(HullSetKind kind); // @lifetime static
// True if no four points of a set are coplanar beyond rounding, so that every exact hull has the same
// vertices.
bool IsHullSetGeneral(HullSetKind kind);

typedef enum HullCloud {
    HULL_CLOUD_BALL,
    HULL_CLOUD_SPHERE,
    HULL_CLOUD_GRID,
    HULL_CLOUD_CLUSTERS,
    HULL_CLOUD_COUNT
} HullCloud;

// Fills points[pointCount] with a large set.
void MakeHullCloud(HullCloud cloud, Random *random, int32_t pointCount, cdVec3 *points);
const char *GetHullCloudName(HullCloud cloud); // @lifetime static

#endif
