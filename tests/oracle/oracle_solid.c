// Classifies a point against a closed triangle mesh; see oracle_solid.h, whose step numbers the code uses.
#include "oracle/oracle_solid.h"
#include "foundation/numbers/predicates.h"
#include "random.h"

#include <stdlib.h>
#include <string.h>

enum { RAY_MAX = 1000 }; // if that many met an edge, the mesh is invalid

// --- The mesh

static cdBox3 growBox(cdBox3 box, cdVec3 p) {
    return (cdBox3){{fmin(box.lower.x, p.x), fmin(box.lower.y, p.y), fmin(box.lower.z, p.z)},
                    {fmax(box.upper.x, p.x), fmax(box.upper.y, p.y), fmax(box.upper.z, p.z)}};
}

void GetOracleCorners(const OracleSolid *solid, int32_t triangle, cdVec3 corners[3]) {
    for (int k = 0; k < 3; k++)
        corners[k] = solid->points[solid->triangles[3 * triangle + k]];
}

static void boundTriangles(OracleSolid *solid) {
    cdVec3 first = solid->points[solid->triangles[0]];
    solid->bounds = (cdBox3){first, first};
    for (int32_t i = 0; i < solid->triangleCount; i++) {
        cdVec3 corners[3];
        GetOracleCorners(solid, i, corners);
        solid->boxes[i] = (cdBox3){corners[0], corners[0]};
        for (int k = 0; k < 3; k++) {
            solid->boxes[i] = growBox(solid->boxes[i], corners[k]);
            solid->bounds = growBox(solid->bounds, corners[k]);
        }
    }
    solid->reach = 0.5 * cdLength(cdSub(solid->bounds.upper, solid->bounds.lower));
}

static bool allocateSolid(int32_t pointCount, int32_t triangleCount, OracleSolid *solid) {
    *solid = (OracleSolid){.pointCount = pointCount, .triangleCount = triangleCount};
    solid->points = malloc((size_t)pointCount * sizeof *solid->points);
    solid->triangles = malloc(3 * (size_t)triangleCount * sizeof *solid->triangles);
    solid->boxes = malloc((size_t)triangleCount * sizeof *solid->boxes);
    if (solid->points != NULL && solid->triangles != NULL && solid->boxes != NULL) return true;
    FreeOracleSolid(solid);
    return false;
}

bool MakeOracleSolid(const cdVec3 *points, int32_t pointCount, const int32_t *triangles,
                     int32_t triangleCount, OracleSolid *solid) {
    if (!allocateSolid(pointCount, triangleCount, solid)) return false;
    memcpy(solid->points, points, (size_t)pointCount * sizeof *points);
    memcpy(solid->triangles, triangles, 3 * (size_t)triangleCount * sizeof *triangles);
    boundTriangles(solid);
    return true;
}

bool MakeOracleSolidOfMesh(const cdMesh *mesh, const cdVec3 *points, int32_t pointCount, OracleSolid *solid) {
    const cdMeshInfo info = cdGetMeshInfo(mesh);
    int32_t triangleCount = info.triangleCount;
    const int32_t *ids = info.vertexIds;
    const int32_t *triangles = info.triangles;
    if (!allocateSolid(pointCount, triangleCount, solid)) return false;
    memcpy(solid->points, points, (size_t)pointCount * sizeof *points);
    for (int32_t i = 0; i < 3 * triangleCount; i++)
        solid->triangles[i] = ids[triangles[i]];
    boundTriangles(solid);
    return true;
}

void FreeOracleSolid(OracleSolid *solid) {
    free(solid->points);
    free(solid->triangles);
    free(solid->boxes);
    *solid = (OracleSolid){0};
}

// --- Signs

static double getPart(cdVec3 v, int axis) {
    return axis == 0 ? v.x : axis == 1 ? v.y : v.z;
}

// Returns the sign of the turn from a over b to c, seen against an axis.
static int getTurn(cdVec3 a, cdVec3 b, cdVec3 c, int axis) {
    int u = (axis + 1) % 3, v = (axis + 2) % 3;
    return cdGetOrientation2(getPart(a, u), getPart(a, v), getPart(b, u), getPart(b, v), getPart(c, u),
                             getPart(c, v));
}

// True if both 1 and -1 occur.
static bool areMixed(const int signs[3]) {
    bool above = signs[0] > 0 || signs[1] > 0 || signs[2] > 0;
    bool below = signs[0] < 0 || signs[1] < 0 || signs[2] < 0;
    return above && below;
}

static bool isBeyond(const cdBox3 *box, cdVec3 p, int axis) {
    double x = getPart(p, axis);
    return x < getPart(box->lower, axis) || x > getPart(box->upper, axis);
}

// 1. of the header
static bool isOnTriangle(const cdVec3 c[3], cdVec3 p) {
    if (cdGetOrientation3(c[0], c[1], c[2], p) != 0) return false;
    int axis = 0;
    while (axis < 3 && getTurn(c[0], c[1], c[2], axis) == 0)
        axis++;
    if (axis == 3) return GetPointTriangleDistance(c, p) == 0.0; // no area
    int signs[3];
    for (int k = 0; k < 3; k++)
        signs[k] = getTurn(c[k], c[(k + 1) % 3], p, axis);
    return !areMixed(signs);
}

static bool isOnSurface(const OracleSolid *solid, cdVec3 p) {
    for (int32_t i = 0; i < solid->triangleCount; i++) {
        const cdBox3 *box = &solid->boxes[i];
        if (isBeyond(box, p, 0) || isBeyond(box, p, 1) || isBeyond(box, p, 2)) continue;
        cdVec3 corners[3];
        GetOracleCorners(solid, i, corners);
        if (isOnTriangle(corners, p)) return true;
    }
    return false;
}

// --- Rays

typedef enum Crossing { CROSSES_NOT, CROSSES, CROSSES_EDGE } Crossing;

// Tests whether the ray from p along an axis crosses a triangle; p is not on it.
static Crossing crossAlongAxis(const cdVec3 c[3], cdVec3 p, int axis) {
    int signs[3];
    for (int k = 0; k < 3; k++)
        signs[k] = getTurn(c[k], c[(k + 1) % 3], p, axis);
    if (areMixed(signs)) return CROSSES_NOT;
    if (signs[0] * signs[1] * signs[2] == 0) return CROSSES_EDGE; // ahead or behind: not worth the test
    // If the normal points along the axis, the plane is ahead of points below it.
    return cdGetOrientation3(c[0], c[1], c[2], p) * signs[0] < 0 ? CROSSES : CROSSES_NOT;
}

// Returns the number of crossings of the ray along an axis; -1: it may meet an edge.
static int32_t countAlongAxis(const OracleSolid *solid, cdVec3 p, int axis) {
    int32_t count = 0;
    for (int32_t i = 0; i < solid->triangleCount; i++) {
        const cdBox3 *box = &solid->boxes[i];
        if (isBeyond(box, p, (axis + 1) % 3) || isBeyond(box, p, (axis + 2) % 3)) continue;
        if (getPart(box->upper, axis) < getPart(p, axis)) continue;
        cdVec3 corners[3];
        GetOracleCorners(solid, i, corners);
        Crossing crossing = crossAlongAxis(corners, p, axis);
        if (crossing == CROSSES_EDGE) return -1;
        count += crossing == CROSSES;
    }
    return count;
}

static Crossing crossBetween(const cdVec3 c[3], cdVec3 p, cdVec3 q) {
    int sideP = cdGetOrientation3(c[0], c[1], c[2], p), sideQ = cdGetOrientation3(c[0], c[1], c[2], q);
    if (sideP * sideQ > 0) return CROSSES_NOT;
    int signs[3];
    for (int k = 0; k < 3; k++)
        signs[k] = cdGetOrientation3(p, q, c[k], c[(k + 1) % 3]);
    if (areMixed(signs)) return CROSSES_NOT;
    bool clear = sideP * sideQ * signs[0] * signs[1] * signs[2] != 0;
    return clear ? CROSSES : CROSSES_EDGE;
}

static int32_t countBetween(const OracleSolid *solid, cdVec3 p, cdVec3 q) {
    int32_t count = 0;
    for (int32_t i = 0; i < solid->triangleCount; i++) {
        cdVec3 corners[3];
        GetOracleCorners(solid, i, corners);
        Crossing crossing = crossBetween(corners, p, q);
        if (crossing == CROSSES_EDGE) return -1;
        count += crossing == CROSSES;
    }
    return count;
}

static bool isInBounds(const OracleSolid *solid, cdVec3 p) {
    return !isBeyond(&solid->bounds, p, 0) && !isBeyond(&solid->bounds, p, 1) &&
           !isBeyond(&solid->bounds, p, 2);
}

// 2. of the header
static int32_t countCrossings(const OracleSolid *solid, cdVec3 p) {
    int32_t count = -1;
    for (int axis = 0; axis < 3 && count < 0; axis++)
        count = countAlongAxis(solid, p, axis);
    Random random = {1};
    cdVec3 middle = cdLerp(solid->bounds.lower, solid->bounds.upper, 0.5);
    for (int i = 0; i < RAY_MAX && count < 0; i++) {
        cdVec3 away = cdMulAdd(middle, 4.0 * solid->reach, nextRandomDirection(&random));
        count = countBetween(solid, p, away);
    }
    if (count < 0) abort();
    return count;
}

OracleSide FindOracleSide(const OracleSolid *solid, cdVec3 point) {
    if (!isInBounds(solid, point)) return ORACLE_OUTSIDE;
    if (isOnSurface(solid, point)) return ORACLE_ON;
    return countCrossings(solid, point) % 2 == 1 ? ORACLE_INSIDE : ORACLE_OUTSIDE;
}

// --- Distances

double GetPointSegmentDistance(cdVec3 a, cdVec3 b, cdVec3 point) {
    cdVec3 way = cdSub(b, a), to = cdSub(point, a);
    double lengthSq = cdLengthSq(way), along = cdDot(way, to);
    if (!(along > 0.0)) return cdLength(to);
    if (along >= lengthSq) return cdLength(cdSub(point, b));
    return cdLength(cdMulAdd(to, -along / lengthSq, way));
}

double GetPointTriangleDistance(const cdVec3 corners[3], cdVec3 point) {
    cdVec3 cross = cdGetTriangleCross(corners[0], corners[1], corners[2]), normal = cdNormalize(cross);
    double least = INFINITY;
    bool within = cdLengthSq(normal) > 0.0;
    for (int k = 0; k < 3; k++) {
        cdVec3 a = corners[k], b = corners[(k + 1) % 3];
        least = fmin(least, GetPointSegmentDistance(a, b, point));
        within = within && cdDot(cdCross(normal, cdSub(b, a)), cdSub(point, a)) >= 0.0;
    }
    return within ? fmin(least, fabs(cdDot(normal, cdSub(point, corners[0])))) : least;
}

static double getExcess(double x, double lower, double upper) {
    return x < lower ? lower - x : x > upper ? x - upper : 0.0;
}

static double getBoxDistance(const cdBox3 *box, cdVec3 p) {
    cdVec3 excess = {getExcess(p.x, box->lower.x, box->upper.x), getExcess(p.y, box->lower.y, box->upper.y),
                     getExcess(p.z, box->lower.z, box->upper.z)};
    return cdLength(excess);
}

double FindSurfaceDistance(const OracleSolid *solid, cdVec3 point) {
    double least = INFINITY;
    for (int32_t i = 0; i < solid->triangleCount; i++) {
        if (getBoxDistance(&solid->boxes[i], point) >= least) continue;
        cdVec3 corners[3];
        GetOracleCorners(solid, i, corners);
        least = fmin(least, GetPointTriangleDistance(corners, point));
    }
    return least;
}

static int compareNumbers(const void *left, const void *right) {
    const double *a = left, *b = right;
    return (*a > *b) - (*a < *b);
}

int32_t FindOracleCrossings(const OracleSolid *solid, cdVec3 p, cdVec3 q, double *fractions,
                            int32_t capacity) {
    int32_t count = 0;
    for (int32_t i = 0; i < solid->triangleCount; i++) {
        cdVec3 corners[3];
        GetOracleCorners(solid, i, corners);
        if (crossBetween(corners, p, q) == CROSSES_NOT) continue;
        cdVec3 cross = cdNormalize(cdGetTriangleCross(corners[0], corners[1], corners[2]));
        double from = cdDot(cross, cdSub(p, corners[0])), to = cdDot(cross, cdSub(q, corners[0]));
        if (from == to) continue;
        if (count < capacity) fractions[count] = fmin(fmax(from / (from - to), 0.0), 1.0);
        count++;
    }
    qsort(fractions, (size_t)(count < capacity ? count : capacity), sizeof *fractions, compareNumbers);
    return count;
}
