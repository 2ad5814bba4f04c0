// Random pairs of small hulls; see random_convex.h.
//
// 1. Each hull has a shape and a scale of 1e-4, 1 or 1e4 (mostly the same for both); in one of four pairs its
//    points lie 1e4 radii from their own origin.
// 2. The poses move the centres; in one of four pairs both lie 1e4 radii from the world's origin.
// 3. A pair that must touch is moved by the oracle's gap.
#include "oracle/random_convex.h"
#include "random.h"

static const double PI = 3.14159265358979323846;

const char *GetHullShapeName(HullShape shape) {
    static const char *const names[HULL_SHAPE_COUNT] = {"general", "prism", "flat", "needle", "simple"};
    return names[shape];
}

const char *GetHullPlacementName(HullPlacement placement) {
    static const char *const names[HULL_PLACEMENT_COUNT] = {"anywhere", "near touching", "on a grid",
                                                            "equal",    "deep",          "inside"};
    return names[placement];
}

static cdQuat randomAttitude(Random *random) {
    return cdMakeQuat(nextRandomDirection(random), nextRandomIn(random, 0.0, PI));
}

// Returns a quarter turn about an axis of the frame, or the identity.
static cdQuat gridAttitude(Random *random) {
    static const double half = 0.70710678118654752440;
    const cdQuat turns[4] = {
        {1.0, 0.0, 0.0, 0.0}, {half, half, 0.0, 0.0}, {half, 0.0, half, 0.0}, {half, 0.0, 0.0, half}};
    return turns[nextRandomInt(random, 0, 3)];
}

static void makeGeneral(Random *random, OraclePoints *hull) {
    hull->count = nextRandomInt(random, 4, ORACLE_CONVEX_MAX);
    bool onSphere = nextRandomInt(random, 0, 1);
    for (int32_t i = 0; i < hull->count; i++)
        hull->points[i] = onSphere ? nextRandomDirection(random) : nextRandomVec3(random);
}

// Creates a box, or a polygon of the grid and the same one level higher.
static void makePrism(Random *random, OraclePoints *hull) {
    const double cell = 0.25;
    if (nextRandomInt(random, 0, 1)) {
        cdVec3 half = cdScale(cell, nextRandomGridPoint(random, 1, 4));
        hull->count = 8;
        for (int32_t i = 0; i < 8; i++) {
            hull->points[i] =
                cdMakeVec3(i & 1 ? half.x : -half.x, i & 2 ? half.y : -half.y, i & 4 ? half.z : -half.z);
        }
        return;
    }
    int32_t corners = nextRandomInt(random, 3, ORACLE_CONVEX_MAX / 2);
    double height = cell * nextRandomInt(random, 1, 4);
    for (int32_t i = 0; i < corners; i++) {
        cdVec3 p = cdScale(cell, nextRandomGridPoint(random, -4, 4));
        hull->points[i] = cdMakeVec3(p.x, p.y, height);
        hull->points[corners + i] = cdMakeVec3(p.x, p.y, -height);
    }
    hull->count = 2 * corners;
}

static void makeFlat(Random *random, OraclePoints *hull) {
    hull->count = nextRandomInt(random, 3, ORACLE_CONVEX_MAX);
    bool onGrid = nextRandomInt(random, 0, 1);
    cdQuat attitude = randomAttitude(random);
    for (int32_t i = 0; i < hull->count; i++) {
        cdVec3 p = onGrid ? cdScale(0.25, nextRandomGridPoint(random, -4, 4)) : nextRandomVec3(random);
        p.z = 0.0;
        hull->points[i] = onGrid ? p : cdRotate(attitude, p); // rotated: flat up to rounding
    }
}

static void makeNeedle(Random *random, OraclePoints *hull) {
    makeGeneral(random, hull);
    double thin = pow(10.0, nextRandomIn(random, -6.0, -3.0));
    double wide = nextRandomInt(random, 0, 1) ? thin : 1.0;
    cdQuat attitude = nextRandomInt(random, 0, 1) ? randomAttitude(random) : cdIdentityPose().q;
    for (int32_t i = 0; i < hull->count; i++) {
        cdVec3 p = hull->points[i];
        hull->points[i] = cdRotate(attitude, cdMakeVec3(p.x, wide * p.y, thin * p.z));
    }
}

// Creates a point or a segment; some points may coincide or lie between the ends.
static void makeSimple(Random *random, OraclePoints *hull) {
    cdVec3 from = cdScale(0.25, nextRandomGridPoint(random, -4, 4)), to = nextRandomVec3(random);
    if (nextRandomInt(random, 0, 2) == 0) to = from;
    hull->count = nextRandomInt(random, 1, 4);
    for (int32_t i = 0; i < hull->count; i++)
        hull->points[i] = i == 0 ? from : i == 1 ? to : cdLerp(from, to, 0.25 * nextRandomInt(random, 0, 4));
}

static void makePoints(Random *random, HullShape shape, OraclePoints *hull) {
    switch (shape) {
    case HULL_PRISM:
        makePrism(random, hull);
        break;
    case HULL_FLAT:
        makeFlat(random, hull);
        break;
    case HULL_NEEDLE:
        makeNeedle(random, hull);
        break;
    case HULL_SIMPLE:
        makeSimple(random, hull);
        break;
    default:
        makeGeneral(random, hull);
        break;
    }
}

static void scalePoints(OraclePoints *hull, double scale, cdVec3 offset) {
    for (int32_t i = 0; i < hull->count; i++)
        hull->points[i] = cdScale(scale, cdAdd(hull->points[i], offset));
}

static void measure(const OraclePoints *hull, cdVec3 *center, double *radius) {
    cdVec3 lower = hull->points[0], upper = lower;
    for (int32_t i = 1; i < hull->count; i++) {
        cdVec3 p = hull->points[i];
        lower = cdMakeVec3(fmin(lower.x, p.x), fmin(lower.y, p.y), fmin(lower.z, p.z));
        upper = cdMakeVec3(fmax(upper.x, p.x), fmax(upper.y, p.y), fmax(upper.z, p.z));
    }
    *center = cdLerp(lower, upper, 0.5);
    *radius = 0.0;
    for (int32_t i = 0; i < hull->count; i++)
        *radius = fmax(*radius, cdLength(cdSub(hull->points[i], *center)));
}

// Returns the pose with this orientation and position of a hull's centre.
static cdPose makeCenterPose(cdVec3 center, cdVec3 position, cdQuat attitude) {
    return (cdPose){cdSub(position, cdRotate(attitude, center)), attitude};
}

static void makeShapes(Random *random, RandomHulls *hulls) {
    static const double scales[] = {1e-4, 1.0, 1e4};
    hulls->shapeA = (HullShape)nextRandomInt(random, 0, HULL_SHAPE_COUNT - 1);
    hulls->shapeB = nextRandomInt(random, 0, 1) ? hulls->shapeA
                                                : (HullShape)nextRandomInt(random, 0, HULL_SHAPE_COUNT - 1);
    double scaleA = scales[nextRandomInt(random, 0, 2)];
    double scaleB = nextRandomInt(random, 0, 3) ? scaleA : scales[nextRandomInt(random, 0, 2)];
    cdVec3 none = {0.0, 0.0, 0.0};
    cdVec3 offsetA = nextRandomInt(random, 0, 3) ? none : cdScale(1e4, nextRandomVec3(random));
    cdVec3 offsetB = nextRandomInt(random, 0, 3) ? none : cdScale(1e4, nextRandomVec3(random));
    makePoints(random, hulls->shapeA, &hulls->a);
    makePoints(random, hulls->shapeB, &hulls->b);
    if (hulls->placement == HULLS_EQUAL) {
        hulls->b = hulls->a;
        scaleB = scaleA;
        offsetB = offsetA;
        hulls->shapeB = hulls->shapeA;
    }
    if (hulls->placement == HULLS_INSIDE) scaleB = 0.1 * scaleA;
    scalePoints(&hulls->a, scaleA, offsetA);
    scalePoints(&hulls->b, scaleB, offsetB);
    measure(&hulls->a, &hulls->centerA, &hulls->radiusA);
    measure(&hulls->b, &hulls->centerB, &hulls->radiusB);
}

static double pickSmall(Random *random) {
    static const double sizes[] = {0.0, 1e-15, -1e-15, 1e-12, -1e-12, 1e-9, -1e-9, 1e-6, -1e-6};
    return sizes[nextRandomInt(random, 0, 8)];
}

// Returns B's centre relative to A's.
static cdVec3 pickWay(Random *random, const RandomHulls *hulls) {
    double reach = hulls->radiusA + hulls->radiusB;
    switch (hulls->placement) {
    case HULLS_ON_GRID:
        return cdScale(0.25 * fmin(hulls->radiusA, hulls->radiusB), nextRandomGridPoint(random, -8, 8));
    case HULLS_EQUAL:
        return cdScale(reach * pickSmall(random), nextRandomDirection(random));
    case HULLS_DEEP:
        return cdScale(0.1 * reach, nextRandomVec3(random));
    case HULLS_INSIDE:
        return cdScale(0.3 * hulls->radiusA, nextRandomVec3(random));
    default:
        return cdScale(reach * nextRandomIn(random, 0.3, 1.1), nextRandomDirection(random));
    }
}

// Moves B so that the gap becomes a small fraction of the pair's size.
static void makeTouch(Random *random, RandomHulls *hulls) {
    OracleHulls oracle;
    MakeOracleHulls(&hulls->a, &hulls->b, &oracle);
    OracleGap gap = FindOracleGap(&oracle);
    cdVec3 away = {(double)gap.direction.x, (double)gap.direction.y, (double)gap.direction.z};
    double wanted = pickSmall(random) * (hulls->radiusA + hulls->radiusB);
    hulls->b.pose.p = cdMulAdd(hulls->b.pose.p, wanted - (double)gap.gap, away);
}

RandomHulls MakeRandomHulls(uint64_t seed, uint64_t number) {
    Random random = {seed * 0x9E3779B97F4A7C15u + number * 0xD1B54A32D192ED03u};
    nextRandom(&random);
    RandomHulls hulls = {.placement = (HullPlacement)nextRandomInt(&random, 0, HULL_PLACEMENT_COUNT - 1)};
    makeShapes(&random, &hulls);
    bool onGrid = hulls.placement == HULLS_ON_GRID || nextRandomInt(&random, 0, 3) == 0;
    cdQuat attitudeA = onGrid ? gridAttitude(&random) : randomAttitude(&random);
    cdQuat attitudeB = onGrid ? gridAttitude(&random) : randomAttitude(&random);
    if (hulls.placement == HULLS_EQUAL) attitudeB = attitudeA;
    double far = nextRandomInt(&random, 0, 3) ? 0.0 : 1e4 * (hulls.radiusA + hulls.radiusB);
    cdVec3 position = cdScale(far, onGrid ? cdMakeVec3(0.5, 0.25, -0.75) : nextRandomVec3(&random));
    hulls.a.pose = makeCenterPose(hulls.centerA, position, attitudeA);
    hulls.b.pose = makeCenterPose(hulls.centerB, cdAdd(position, pickWay(&random, &hulls)), attitudeB);
    if (hulls.placement == HULLS_NEAR_TOUCHING) makeTouch(&random, &hulls);
    return hulls;
}

void MoveRandomHulls(RandomHulls *hulls, uint64_t seed, uint64_t number) {
    Random random = {~seed * 0x9E3779B97F4A7C15u + number * 0xD1B54A32D192ED03u};
    double size = pow(10.0, nextRandomIn(&random, -6.0, -1.0)) * (hulls->radiusA + hulls->radiusB);
    cdVec3 way = cdScale(size, nextRandomDirection(&random));
    cdQuat turn = cdMakeQuat(nextRandomDirection(&random), nextRandomIn(&random, 0.0, 0.17));
    if (nextRandomInt(&random, 0, 3) == 0) turn = cdIdentityPose().q;
    cdVec3 position = cdAdd(cdTransformPoint(hulls->b.pose, hulls->centerB), way);
    hulls->b.pose =
        makeCenterPose(hulls->centerB, position, cdNormalizeQuat(cdMulQuat(turn, hulls->b.pose.q)));
}
