// Points and segments to classify against a solid; see random_solid.h.
#include "oracle/random_solid.h"

const char *GetSolidPointKindName(SolidPointKind kind) {
    static const char *const names[SOLID_POINT_KIND_COUNT] = {
        "anywhere",      "on a vertex",  "on an edge",     "on a face",       "on a line",  "on a plane",
        "near a vertex", "near an edge", "beside an edge", "beside a vertex", "near a face"};
    return names[kind];
}

// Returns a few tolerances, of either sign.
static double pickDistance(Random *random, double tolerance) {
    static const double counts[] = {0.1, 0.5, 2.0, 5.0, 100.0};
    double side = nextRandomInt(random, 0, 1) ? 1.0 : -1.0;
    return side * tolerance * counts[nextRandomInt(random, 0, 4)];
}

static cdVec3 mixCorners(const cdVec3 c[3], double u, double v) {
    return cdMulAdd(cdMulAdd(c[0], u, cdSub(c[1], c[0])), v, cdSub(c[2], c[0]));
}

static cdVec3 pickInTriangle(Random *random, const cdVec3 corners[3]) {
    double u = nextRandom(random), v = nextRandom(random);
    return u + v <= 1.0 ? mixCorners(corners, u, v) : mixCorners(corners, 1.0 - u, 1.0 - v);
}

static cdVec3 pickAnywhere(Random *random, const OracleSolid *solid) {
    cdVec3 lower = solid->bounds.lower, upper = solid->bounds.upper, u = nextRandomVec3(random);
    cdVec3 middle = cdLerp(lower, upper, 0.5), half = cdScale(0.55, cdSub(upper, lower));
    return cdAdd(middle, cdMakeVec3(half.x * u.x, half.y * u.y, half.z * u.z));
}

// Picks a direction across an edge: along the normal of the triangle, within its plane, or any.
static cdVec3 pickAcross(Random *random, const cdVec3 corners[3], cdVec3 normal) {
    cdVec3 within = cdNormalize(cdCross(normal, cdSub(corners[1], corners[0])));
    int manner = nextRandomInt(random, 0, 2);
    if (manner == 0) return normal;
    if (manner == 1) return within;
    return cdNormalize(cdMulAdd(within, nextRandomIn(random, -2.0, 2.0), normal));
}

// Where faces meet at a small angle, a point can be within the tolerance of several planes and far from their
// edge.
static cdVec3 pickBeside(Random *random, const cdVec3 corners[3], cdVec3 normal, double tolerance,
                         bool edge) {
    cdVec3 along = cdNormalize(cdSub(corners[1], corners[0])), across = cdCross(normal, along);
    double far = tolerance * pow(10.0, nextRandomIn(random, 0.0, 5.0));
    double turn = nextRandomIn(random, 0.0, 6.283185307179586);
    cdVec3 way = cdMulAdd(cdScale(cos(turn), along), sin(turn), across);
    if (nextRandomInt(random, 0, 1)) way = nextRandomInt(random, 0, 1) ? along : cdNegate(along);
    if (edge) way = nextRandomInt(random, 0, 1) ? across : cdNegate(across);
    cdVec3 from = edge ? cdLerp(corners[0], corners[1], nextRandom(random)) : corners[0];
    double off = nextRandomInt(random, 0, 2) ? tolerance * nextRandomIn(random, -1.0, 1.0) : 0.0;
    return cdMulAdd(cdMulAdd(from, far, way), off, normal);
}

cdVec3 MakeSolidPoint(Random *random, const OracleSolid *solid, SolidPointKind kind, double tolerance) {
    cdVec3 corners[3];
    GetOracleCorners(solid, nextRandomInt(random, 0, solid->triangleCount - 1), corners);
    cdVec3 normal = cdNormalize(cdCross(cdSub(corners[1], corners[0]), cdSub(corners[2], corners[0])));
    double distance = pickDistance(random, tolerance);
    switch (kind) {
    case POINT_ON_VERTEX:
        return corners[0];
    case POINT_ON_EDGE:
        return cdLerp(corners[0], corners[1], nextRandom(random));
    case POINT_ON_FACE:
        return pickInTriangle(random, corners);
    case POINT_ON_LINE:
        return cdLerp(corners[0], corners[1], nextRandomIn(random, -1.0, 2.0));
    case POINT_ON_PLANE:
        return mixCorners(corners, nextRandomIn(random, -1.5, 2.0), nextRandomIn(random, -1.5, 2.0));
    case POINT_NEAR_VERTEX:
        return cdMulAdd(corners[0], distance,
                        nextRandomInt(random, 0, 1) ? normal : nextRandomDirection(random));
    case POINT_NEAR_EDGE:
        return cdMulAdd(cdLerp(corners[0], corners[1], nextRandom(random)), distance,
                        pickAcross(random, corners, normal));
    case POINT_BESIDE_EDGE:
    case POINT_BESIDE_VERTEX:
        return pickBeside(random, corners, normal, tolerance, kind == POINT_BESIDE_EDGE);
    case POINT_NEAR_FACE:
        return cdMulAdd(pickInTriangle(random, corners), distance, normal);
    default:
        return pickAnywhere(random, solid);
    }
}

static cdVec3 pickPoint(Random *random, const OracleSolid *solid, double tolerance) {
    return MakeSolidPoint(random, solid, (SolidPointKind)nextRandomInt(random, 0, SOLID_POINT_KIND_COUNT - 1),
                          tolerance);
}

static cdVec3 pickWay(Random *random, double size) {
    static const cdVec3 axes[3] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
    bool alongAxis = nextRandomInt(random, 0, 1);
    return cdScale(size, alongAxis ? axes[nextRandomInt(random, 0, 2)] : nextRandomDirection(random));
}

void MakeSolidSegment(Random *random, const OracleSolid *solid, double tolerance, cdVec3 *p, cdVec3 *q) {
    cdVec3 corners[3];
    GetOracleCorners(solid, nextRandomInt(random, 0, solid->triangleCount - 1), corners);
    *p = pickPoint(random, solid, tolerance);
    *q = pickPoint(random, solid, tolerance);
    switch (nextRandomInt(random, 0, 5)) {
    case 0: // along an edge
        *p = cdLerp(corners[0], corners[1], nextRandomIn(random, -1.0, 0.9));
        *q = cdLerp(corners[0], corners[1], nextRandomIn(random, 0.1, 2.0));
        break;
    case 1: // in the plane of a face
        *p = mixCorners(corners, nextRandomIn(random, -1.5, 2.0), nextRandomIn(random, -1.5, 2.0));
        *q = mixCorners(corners, nextRandomIn(random, -1.5, 2.0), nextRandomIn(random, -1.5, 2.0));
        break;
    case 2: // through a point of the surface, mostly
        *q = cdLerp(*p, *q, nextRandomIn(random, 1.0, 3.0));
        break;
    case 3:
        *q = cdAdd(*p, pickWay(random, 2.0 * solid->reach));
        break;
    case 4:
        if (nextRandomInt(random, 0, 3) == 0)
            *q = cdAdd(*p, pickWay(random, pickDistance(random, tolerance)));
        break;
    default:
        break;
    }
}
