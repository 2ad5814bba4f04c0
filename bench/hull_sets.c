// Sets of points for convex hulls; see hull_sets.h.
#include "bench/hull_sets.h"

#include <math.h>

static const char *const setNames[HULL_SET_KIND_COUNT] = {
    [HULL_SET_BALL] = "in a ball",
    [HULL_SET_SPHERE] = "on a sphere",
    [HULL_SET_THIN] = "in a ball, flattened up to 1e-10",
    [HULL_SET_CLUSTERS] = "clusters, some units in the last place apart",
    [HULL_SET_GRID] = "of a small grid",
    [HULL_SET_ROUND_GRID] = "of a small grid, in a ball",
    [HULL_SET_TURNED_GRID] = "a turned grid: flat up to rounding",
    [HULL_SET_TWO_PLANES] = "in two planes",
    [HULL_SET_COPLANAR] = "coplanar",
    [HULL_SET_COLLINEAR] = "collinear",
    [HULL_SET_COINCIDENT] = "coincident",
    [HULL_SET_TINY] = "tiny: 1e-310 to 1e-80",
    [HULL_SET_FAR] = "far away: up to 1e17 radii"};

const char *GetHullSetName(HullSetKind kind) {
    return setNames[kind];
}

bool IsHullSetGeneral(HullSetKind kind) {
    return kind == HULL_SET_BALL || kind == HULL_SET_SPHERE;
}

static cdVec3 getBallPoint(Random *random) {
    return cdScale(cbrt(nextRandom(random)), nextRandomDirection(random));
}

// Points of a small grid that fulfil the kind's condition.
static cdVec3 getGridPoint(HullSetKind kind, Random *random, int size) {
    cdVec3 p = nextRandomGridPoint(random, -size, size);
    while (kind == HULL_SET_ROUND_GRID && cdLengthSq(p) > size * size)
        p = nextRandomGridPoint(random, -size, size);
    if (kind == HULL_SET_TWO_PLANES) p.z = p.z > 0.0 ? 1.0 : -1.0;
    return p;
}

// Points of the plane or the line that two random integer vectors span, or of one place.
static cdVec3 getFlatPoint(HullSetKind kind, Random *random, const cdVec3 span[2]) {
    double a = nextRandomInt(random, -8, 8), b = nextRandomInt(random, -8, 8);
    if (kind == HULL_SET_COINCIDENT) a = 1.0;
    if (kind != HULL_SET_COPLANAR) b = 0.0;
    return cdAdd(cdScale(a, span[0]), cdScale(b, span[1]));
}

static cdVec3 getClusterPoint(Random *random, cdVec3 *base) {
    if (nextRandomInt(random, 0, 7) == 0) *base = nextRandomDirection(random);
    return cdMulAdd(*base, 0x1p-52, nextRandomGridPoint(random, -2, 2));
}

static int32_t makeTurnedGrid(HullSetKind kind, Random *random, cdVec3 *points) {
    cdQuat turn = cdMakeQuat(nextRandomDirection(random), nextRandomIn(random, 0.1, 3.0));
    double power = kind == HULL_SET_TINY ? nextRandomIn(random, -310.0, -80.0) : 0.0;
    double offset = kind == HULL_SET_FAR ? pow(10.0, nextRandomIn(random, 3.0, 17.0)) : 0.0;
    cdVec3 from = cdScale(offset, nextRandomDirection(random));
    for (int i = 0; i < HULL_SET_MAX; i++) {
        cdVec3 p = cdRotate(turn, cdMakeVec3(i % 4, i / 4 % 4, i / 16));
        points[i] = cdScale(pow(10.0, power), cdAdd(p, from));
    }
    return HULL_SET_MAX;
}

int32_t MakeHullSet(HullSetKind kind, Random *random, cdVec3 *points) {
    if (kind == HULL_SET_TURNED_GRID || kind == HULL_SET_TINY || kind == HULL_SET_FAR)
        return makeTurnedGrid(kind, random, points);
    int32_t count = nextRandomInt(random, kind <= HULL_SET_THIN ? 4 : 1, HULL_SET_MAX);
    int size = nextRandomInt(random, 1, 6);
    double thickness = pow(10.0, nextRandomIn(random, -10.0, 0.0));
    cdVec3 base = nextRandomDirection(random);
    const cdVec3 span[2] = {nextRandomGridPoint(random, -9, 9), nextRandomGridPoint(random, -9, 9)};
    for (int32_t i = 0; i < count; i++) {
        if (kind == HULL_SET_SPHERE)
            points[i] = nextRandomDirection(random);
        else if (kind == HULL_SET_CLUSTERS)
            points[i] = getClusterPoint(random, &base);
        else if (kind >= HULL_SET_COPLANAR)
            points[i] = getFlatPoint(kind, random, span);
        else
            points[i] = kind >= HULL_SET_GRID ? getGridPoint(kind, random, size) : getBallPoint(random);
        if (kind == HULL_SET_THIN) points[i].z *= thickness;
    }
    return count;
}

// --- large sets

const char *GetHullCloudName(HullCloud cloud) {
    static const char *const names[HULL_CLOUD_COUNT] = {"in a ball", "on a sphere", "on a grid", "clusters"};
    return names[cloud];
}

void MakeHullCloud(HullCloud cloud, Random *random, int32_t pointCount, cdVec3 *points) {
    enum { CLUSTERS = 50, GRID = 50 };
    cdVec3 middles[CLUSTERS];
    for (int i = 0; i < CLUSTERS; i++)
        middles[i] = getBallPoint(random);
    for (int32_t i = 0; i < pointCount; i++) {
        if (cloud == HULL_CLOUD_BALL)
            points[i] = getBallPoint(random);
        else if (cloud == HULL_CLOUD_SPHERE)
            points[i] = nextRandomDirection(random);
        else if (cloud == HULL_CLOUD_GRID)
            points[i] = nextRandomGridPoint(random, -GRID, GRID);
        else
            points[i] = cdMulAdd(middles[nextRandomInt(random, 0, CLUSTERS - 1)], 0.03, getBallPoint(random));
    }
}
