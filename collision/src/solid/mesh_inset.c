// A mesh with its surface moved inwards; see mesh_inset.h.
//
// A vertex moves by depth * x. (1) The planes of its triangles recede by -n_i . x, and the best x minimizes
// the maximum residual |n_i . x + 1|: Lawson's method, least squares with weights that grow with the
// residuals. Least squares use the eigenvectors of the sum of n n^T; directions in which the normals differ
// only by rounding are skipped, so a vertex in a plane or on an edge moves perpendicular to it. (2) x is
// scaled so that no plane recedes by more than 1 and x stays within the mitre limit. (3) The result is
// measured triangle by triangle.
#include "solid/mesh_inset.h"
#include "foundation/memory/hooks.h"
#include "foundation/numbers/eigenvectors.h"
#include "foundation/numbers/rounding.h"
#include "mesh/build/mesh_build.h"
#include "mesh/shapes/closest.h"

#include <string.h>

enum { DIAGONAL_ROUNDS = 8, LAWSON_ROUNDS = 60 };

// Normals closer than this (a squared sine) count as one direction.
static const double flatness = 1e-12;
// Largest |x|: that of a knife's edge of 7 degrees.
static const double mitreLimit = 16.0;
// A vertex stays if its planes would recede by less than this fraction.
static const double minShare = 1e-3;

// --- (1)

// Returns the shortest x that minimizes the weighted sum of squares of n_i . x + 1.
static cdVec3 solveSquares(const cdVec3 *normals, const double *weights, int32_t count) {
    double m[3][3] = {{0.0}}, vectors[3][3];
    cdVec3 right = {0.0, 0.0, 0.0}, x = {0.0, 0.0, 0.0};
    for (int32_t i = 0; i < count; i++) {
        double n[3] = {normals[i].x, normals[i].y, normals[i].z};
        for (int r = 0; r < 3; r++)
            for (int c = 0; c < 3; c++)
                m[r][c] += weights[i] * n[r] * n[c];
        right = cdMulAdd(right, -weights[i], normals[i]);
    }
    cdMakeDiagonal(&m[0][0], &vectors[0][0], 3, DIAGONAL_ROUNDS);
    double largest = cdMax(m[0][0], cdMax(m[1][1], m[2][2]));
    for (int k = 0; k < 3; k++) {
        cdVec3 axis = {vectors[k][0], vectors[k][1], vectors[k][2]};
        if (m[k][k] > flatness * largest) x = cdMulAdd(x, cdDot(axis, right) / m[k][k], axis);
    }
    return x;
}

static double findResidual(const cdVec3 *normals, int32_t count, cdVec3 x) {
    double largest = 0.0;
    for (int32_t i = 0; i < count; i++)
        largest = cdMax(largest, fabs(cdDot(normals[i], x) + 1.0));
    return largest;
}

// `weights`: scratch for `count` weights.
static cdVec3 findDirection(const cdVec3 *normals, double *weights, int32_t count) {
    static const double exact = 1e-13;
    cdVec3 best = {0.0, 0.0, 0.0};
    double least = INFINITY;
    for (int32_t i = 0; i < count; i++)
        weights[i] = 1.0;
    for (int round = 0; round < LAWSON_ROUNDS && least > exact; round++) {
        cdVec3 x = solveSquares(normals, weights, count);
        double residual = findResidual(normals, count, x);
        if (residual < least) least = residual, best = x;
        if (!(residual > 0.0)) break;
        double sum = 0.0;
        for (int32_t i = 0; i < count; i++)
            sum += weights[i] *= fabs(cdDot(normals[i], x) + 1.0) / residual;
        for (int32_t i = 0; i < count; i++)
            weights[i] /= sum;
    }
    return best;
}

// --- (2)

// Returns zero if no direction leads inwards from all planes.
static cdVec3 scaleDirection(const cdVec3 *normals, int32_t count, cdVec3 x) {
    double most = 0.0, least = INFINITY;
    for (int32_t i = 0; i < count; i++) {
        double recession = -cdDot(normals[i], x);
        most = cdMax(most, recession);
        least = cdMin(least, recession);
    }
    // A rounding unit less, so that no plane recedes by more than `depth`.
    double scale = cdMin((1.0 - 4.0 * CD_EPSILON) / most, mitreLimit / cdLength(x));
    if (!(least * scale > minShare)) return (cdVec3){0.0, 0.0, 0.0};
    return cdScale(scale, x);
}

// --- triangles around vertices

// starts[v] to starts[v + 1]: normals of v's triangles, outwards.
typedef struct Stars {
    int32_t *starts;
    cdVec3 *normals;
    double *weights;
} Stars;

static bool makeStars(const cdMesh *mesh, double side, Stars *stars) {
    size_t vertexCount = (size_t)mesh->vertexCount, cornerCount = 3 * (size_t)mesh->triangleCount;
    stars->starts = cdAllocate((vertexCount + 2) * sizeof(int32_t));
    stars->normals = cdAllocate(cornerCount * sizeof(cdVec3));
    stars->weights = cdAllocate(cornerCount * sizeof(double));
    if (!stars->starts || !stars->normals || !stars->weights) return false;
    memset(stars->starts, 0, (vertexCount + 2) * sizeof(int32_t));
    for (size_t i = 0; i < cornerCount; i++)
        if (cdHasArea(mesh, (int32_t)(i / 3))) stars->starts[mesh->triangles[i] + 2]++;
    for (size_t v = 2; v <= vertexCount + 1; v++)
        stars->starts[v] += stars->starts[v - 1];
    // Filling moves each start to the next one.
    for (size_t i = 0; i < cornerCount; i++) {
        cdVec3 normal = cdGetTriangleNormal(mesh, (int32_t)(i / 3));
        if (cdLengthSq(normal) > 0.0)
            stars->normals[stars->starts[mesh->triangles[i] + 1]++] = cdScale(side, normal);
    }
    return true;
}

static void freeStars(Stars *stars) {
    cdFree(stars->starts);
    cdFree(stars->normals);
    cdFree(stars->weights);
}

// --- (3)

// True if a triangle with area is turned over, about an edge or in its plane: the linear map of its plane has
// a determinant, or a trace, that is not above 0. A reflection in a point keeps the normal, and has only the
// latter.
static bool isTurnedOver(cdVec3 normal, const cdVec3 from[3], const cdVec3 to[3]) {
    cdVec3 side = cdSub(from[1], from[0]), other = cdSub(from[2], from[0]);
    cdVec3 sideTo = cdSub(to[1], to[0]), otherTo = cdSub(to[2], to[0]);
    double determinant = cdDot(cdCross(sideTo, otherTo), normal);
    // By the dual basis of both sides in the plane, times twice the area.
    double trace = cdDot(sideTo, cdCross(other, normal)) - cdDot(otherTo, cdCross(side, normal));
    return !(determinant > 0.0 && trace > 0.0);
}

static void measureTriangle(const cdMesh *mesh, int32_t triangle, double side, const cdVec3 *vertices,
                            cdInset *inset) {
    const int32_t *corners = mesh->triangles + 3 * (size_t)triangle;
    cdVec3 normal = cdScale(side, cdGetTriangleNormal(mesh, triangle)), from[3], to[3];
    bool hasArea = cdLengthSq(normal) > 0.0;
    for (int k = 0; k < 3; k++) {
        from[k] = mesh->vertices[corners[k]];
        to[k] = vertices[corners[k]];
    }
    for (int k = 0; k < 3; k++) {
        cdVec3 way = cdSub(to[k], from[k]);
        if (hasArea && cdLengthSq(way) > 0.0) inset->minDepth = cdMin(inset->minDepth, -cdDot(normal, way));
        double distance = sqrt(cdFindClosestPointTriangle(to[k], from[0], from[1], from[2]).distanceSq);
        inset->reach = cdMax(inset->reach, distance);
    }
    if (hasArea && isTurnedOver(cdScale(side, normal), from, to)) inset->invertedCount++;
}

bool cdInsetVertices(const cdMesh *mesh, double depth, cdVec3 *vertices, cdInset *inset) {
    double side = mesh->info.closed && mesh->info.volume < 0.0 ? -1.0 : 1.0;
    Stars stars;
    bool made = makeStars(mesh, side, &stars);
    *inset = (cdInset){.depth = depth, .minDepth = depth};
    for (int32_t v = 0; made && v < mesh->vertexCount; v++) {
        int32_t start = stars.starts[v], count = stars.starts[v + 1] - start;
        const cdVec3 *normals = stars.normals + start;
        vertices[v] = mesh->vertices[v];
        if (count == 0) continue;
        cdVec3 x = scaleDirection(normals, count, findDirection(normals, stars.weights + start, count));
        if (cdLengthSq(x) > 0.0)
            vertices[v] = cdMulAdd(vertices[v], depth, x);
        else
            inset->fixedCount++;
    }
    for (int32_t t = 0; made && t < mesh->triangleCount; t++)
        measureTriangle(mesh, t, side, vertices, inset);
    freeStars(&stars);
    return made;
}

cdMesh *cdBuildInsetMesh(const cdMesh *mesh, const cdMeshDef *def, cdInset *inset) {
    cdVec3 *points = cdAllocate((size_t)mesh->vertexCount * sizeof *points);
    bool moved = points && cdInsetVertices(mesh, def->allowance, points, inset);
    for (int32_t v = 0; moved && v < mesh->vertexCount; v++)
        points[v] = cdAdd(points[v], mesh->center);
    cdMeshDef own = *def;
    own.points = points;
    own.pointFormat = CD_POINTS_DOUBLE;
    own.indexFormat = CD_INDICES_INT32;
    own.pointStride = own.triangleStride = 0;
    own.pointCount = mesh->vertexCount;
    own.pointIds = mesh->vertexIds;
    own.triangles = mesh->triangles;
    own.triangleCount = mesh->triangleCount;
    own.faceIds = mesh->faceIds;
    own.weldDistance = 0.0;
    cdMeshReport unwanted;
    cdMesh *made = moved ? cdBuildBareMesh(&own, &unwanted, false) : NULL;
    if (made != NULL) {
        made->info.pointCount = mesh->info.pointCount;
        made->info.triangleInputCount = mesh->info.triangleInputCount;
    }
    cdFree(points);
    return made;
}
