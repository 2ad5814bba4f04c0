// Covers the surface [RKC01 3.1]: leaf spheres have one radius for the whole mesh, unrelated to the size of
// its triangles. A triangle too large for a sphere is halved across its longest edge until its parts fit;
// each part records the corners and edges of the triangle that it has, so a leaf lists only elements that
// pass through it.
#include "mesh/tree/tree_pieces.h"
#include "foundation/memory/hooks.h"
#include <string.h>

enum { CUT_STACK = 128 };

// The centre of the circumcircle, as a mean of the corners with positive weights, or the midpoint of the
// longest edge if the sphere over it contains all corners.
cdVec3 cdFindEnclosingCenter(const cdVec3 p[3]) {
    double sidesSq[3], largest = 0.0;
    int longest = 0;
    for (int k = 0; k < 3; k++) {
        sidesSq[k] = cdLengthSq(cdSub(p[(k + 2) % 3], p[(k + 1) % 3])); // opposite corner k
        if (sidesSq[k] > largest) {
            largest = sidesSq[k];
            longest = k;
        }
    }
    double weights[3], sum = 0.0;
    for (int k = 0; k < 3; k++) {
        double share = largest > 0.0 ? sidesSq[k] / largest : 0.0;
        weights[k] = share * ((sidesSq[(k + 1) % 3] - sidesSq[k]) + sidesSq[(k + 2) % 3]);
        sum += weights[k];
    }
    if (!(weights[longest] > 0.0 && sum > 0.0))
        return cdScale(0.5, cdAdd(p[(longest + 1) % 3], p[(longest + 2) % 3]));
    cdVec3 first = cdSub(p[1], p[0]), second = cdSub(p[2], p[0]);
    return cdMulAdd(cdMulAdd(p[0], weights[1] / sum, first), weights[2] / sum, second);
}

// No triangle has a smallest sphere above 1 / sqrt(3) of its longest edge.
static bool fitsSphere(const cdVec3 p[3], double radius) {
    double longestSq = cdMax(cdLengthSq(cdSub(p[1], p[0])),
                             cdMax(cdLengthSq(cdSub(p[2], p[1])), cdLengthSq(cdSub(p[0], p[2]))));
    if (longestSq <= 2.999 * radius * radius) return true;
    if (longestSq > 4.001 * radius * radius) return false;
    cdVec3 center = cdFindEnclosingCenter(p);
    double distanceSq = 0.0;
    for (int k = 0; k < 3; k++)
        distanceSq = cdMax(distanceSq, cdLengthSq(cdSub(p[k], center)));
    return sqrt(distanceSq) <= radius;
}

// A piece while its triangle is being cut.
typedef struct Part {
    cdVec3 corners[3];
    int32_t points[3];
    uint32_t elements;
} Part;

// Halves a part across edge k at a new point. Both halves of an edge keep its flag; a corner goes to one half
// only. Flags are by position: bit k belongs to corner k, bit 3 + k to edge k. Corners keep the order of the
// triangle's, so a flag always names the same element.
static void halvePart(const Part *part, int k, cdVec3 middle, int32_t point, Part halves[2]) {
    int i = k, j = (k + 1) % 3, l = (k + 2) % 3;
    Part whole = *part;
    halves[0] = halves[1] = whole;
    halves[0].corners[j] = halves[1].corners[i] = middle;
    halves[0].points[j] = halves[1].points[i] = point;
    halves[0].elements = whole.elements & ~((1u << j) | (8u << j));
    halves[1].elements = whole.elements & ~((1u << i) | (1u << l) | (8u << l));
}

static int longestEdge(const cdVec3 p[3]) {
    int best = 0;
    double longest = -1.0;
    for (int k = 0; k < 3; k++) {
        double lengthSq = cdLengthSq(cdSub(p[(k + 1) % 3], p[k]));
        if (lengthSq > longest) {
            longest = lengthSq;
            best = k;
        }
    }
    return best;
}

static float measureArea(const cdVec3 p[3], double perLength) {
    cdVec3 first = cdScale(perLength, cdSub(p[1], p[0])), second = cdScale(perLength, cdSub(p[2], p[0]));
    return (float)cdLength(cdCross(first, second));
}

// The pieces so far; arrays NULL: they are only counted.
typedef struct Cutter {
    const cdMesh *mesh;
    double radius, perLength;
    cdPiece *pieces;
    cdVec3 *points;
    int64_t pieceCount, pointCount;
    bool uncut; // true if all triangles are known to fit
} Cutter;

static void addPiece(Cutter *cutter, int32_t triangle, const int32_t points[3], const cdVec3 corners[3],
                     uint32_t elements) {
    if (cutter->pieces != NULL)
        cutter->pieces[cutter->pieceCount] = (cdPiece){
            {points[0], points[1], points[2]}, triangle, elements, measureArea(corners, cutter->perLength)};
    cutter->pieceCount++;
}

// Stops once there are more than `most` pieces.
static void cutTriangle(Cutter *cutter, int32_t triangle, const Part *whole, int64_t most) {
    Part stack[CUT_STACK];
    stack[0] = *whole;
    int depth = 1;
    while (depth > 0 && cutter->pieceCount <= most) {
        Part *part = &stack[--depth];
        if (depth + 2 > CUT_STACK || fitsSphere(part->corners, cutter->radius)) {
            addPiece(cutter, triangle, part->points, part->corners, part->elements);
            continue;
        }
        int k = longestEdge(part->corners);
        cdVec3 middle = cdScale(0.5, cdAdd(part->corners[k], part->corners[(k + 1) % 3]));
        if (cutter->points != NULL) cutter->points[cutter->pointCount] = middle;
        halvePart(part, k, middle, (int32_t)cutter->pointCount++, part);
        depth += 2;
    }
}

static void cutAll(Cutter *cutter, int64_t most) {
    const cdMesh *mesh = cutter->mesh;
    cutter->pieceCount = 0;
    cutter->pointCount = mesh->vertexCount;
    for (int32_t i = 0; i < mesh->triangleCount && cutter->pieceCount <= most; i++) {
        const int32_t *points = mesh->triangles + 3 * (size_t)i;
        const cdVec3 corners[3] = {mesh->vertices[points[0]], mesh->vertices[points[1]],
                                   mesh->vertices[points[2]]};
        uint32_t elements = mesh->ownedElements[i] | CD_ENTRY_FACE;
        if (cutter->uncut || fitsSphere(corners, cutter->radius)) {
            addPiece(cutter, i, points, corners, elements);
        } else {
            Part whole = {{corners[0], corners[1], corners[2]}, {points[0], points[1], points[2]}, elements};
            cutTriangle(cutter, i, &whole, most);
        }
    }
}

bool cdCutPieces(const cdMesh *mesh, double leafRadius, cdPieces *pieces) {
    int64_t most = 4 * (int64_t)mesh->triangleCount + 16384;
    bool invertible = mesh->radius > 1e-300;
    Cutter cutter = {.mesh = mesh, .perLength = invertible ? 1.0 / mesh->radius : 0.0};
    *pieces = (cdPieces){.points = mesh->vertices, .leafRadius = leafRadius};
    for (;; pieces->leafRadius *= 1.5) {
        cutter.radius = pieces->leafRadius * (1.0 - 1e-12); // so that later bounds stay within the radius
        cutAll(&cutter, most);
        if (cutter.pieceCount <= most) break;
    }
    cutter.uncut = cutter.pieceCount == mesh->triangleCount;
    pieces->count = (int32_t)cutter.pieceCount;
    pieces->pointCount = (int32_t)cutter.pointCount;
    pieces->items = cutter.pieces = cdAllocateUnset((size_t)pieces->count * sizeof(cdPiece));
    if (pieces->pointCount > mesh->vertexCount) {
        pieces->ownPoints = cutter.points = cdAllocateUnset((size_t)pieces->pointCount * sizeof(cdVec3));
        if (pieces->ownPoints == NULL) return false;
        memcpy(pieces->ownPoints, mesh->vertices, (size_t)mesh->vertexCount * sizeof(cdVec3));
        pieces->points = pieces->ownPoints;
    }
    if (pieces->items != NULL) cutAll(&cutter, most);
    return pieces->items != NULL;
}

void cdFreePieces(cdPieces *pieces) {
    cdFree(pieces->items);
    cdFree(pieces->ownPoints);
    *pieces = (cdPieces){0};
}
