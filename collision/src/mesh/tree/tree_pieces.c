// Covers the surface [RKC01 3.1]: leaf spheres have one radius for the whole mesh, unrelated to the size of
// its triangles. A triangle too large for a sphere is halved across its longest edge until its parts fit;
// each part records the corners and edges of the triangle that it has, so a leaf lists only elements that
// pass through it. A set of parts is bounded by a sphere (centre improved by steps towards the farthest
// point, after Badoiu and Clarkson 2003) and a slab across the mean normal, which separates nearly parallel
// surfaces early.
#include "mesh/tree/tree_pieces.h"
#include "foundation/memory/hooks.h"
#include <string.h>

enum { CUT_STACK = 128, CENTER_STEPS = 8 };

// Returns the centre of the smallest sphere around a piece: that of its corners' circumcircle, as a mean with
// positive weights, or the midpoint of the longest edge if the sphere over it contains all corners.
static cdVec3 enclosingCenter(const cdPiece *piece) {
    const cdVec3 *p = piece->corners;
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

static double enclosingRadius(const cdPiece *piece) {
    cdVec3 center = enclosingCenter(piece);
    double distanceSq = 0.0;
    for (int k = 0; k < 3; k++)
        distanceSq = cdMax(distanceSq, cdLengthSq(cdSub(piece->corners[k], center)));
    return sqrt(distanceSq);
}

// Halves a piece across edge k. Both halves of an edge keep its flag; a corner goes to one half only.
static void halvePiece(const cdPiece *piece, int k, cdPiece halves[2]) {
    int i = k, j = (k + 1) % 3, l = (k + 2) % 3;
    cdVec3 middle = cdScale(0.5, cdAdd(piece->corners[i], piece->corners[j]));
    uint32_t e = piece->elements;
    halves[0] = halves[1] = *piece;
    halves[0].corners[j] = middle;
    halves[0].elements = e & ~((1u << j) | (8u << j));
    halves[1].corners[i] = middle;
    halves[1].elements = e & ~((1u << i) | (1u << l) | (8u << l));
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

// During cutting, flags are by position within the piece: bit k belongs to corner k, bit 3 + k to edge k. A
// piece's corners keep the order of the triangle's, so a flag always names the same element.
static int64_t cutTriangle(const cdMesh *mesh, int32_t triangle, double radius, cdPiece *out, int64_t room) {
    cdPiece stack[CUT_STACK];
    int depth = 0;
    double fitting = radius * (1.0 - 1e-12); // so that later bounds stay within the radius
    cdPiece whole = {.triangle = triangle, .elements = mesh->ownedElements[triangle] | CD_ENTRY_FACE};
    for (int k = 0; k < 3; k++)
        whole.corners[k] = mesh->vertices[mesh->triangles[3 * triangle + k]];
    stack[depth++] = whole;
    int64_t count = 0;
    while (depth > 0) {
        cdPiece piece = stack[--depth];
        if (enclosingRadius(&piece) > fitting && depth + 2 <= CUT_STACK) {
            halvePiece(&piece, longestEdge(piece.corners), &stack[depth]);
            depth += 2;
            continue;
        }
        if (count < room) out[count] = piece;
        if (++count > room) return count;
    }
    return count;
}

bool cdCutPieces(const cdMesh *mesh, double leafRadius, cdPieces *pieces) {
    int64_t capacity = 4 * (int64_t)mesh->triangleCount + 16384;
    *pieces = (cdPieces){.leafRadius = leafRadius};
    pieces->items = cdAllocate((size_t)capacity * sizeof(cdPiece));
    if (!pieces->items) return false;
    for (;;) {
        int64_t count = 0;
        for (int32_t i = 0; i < mesh->triangleCount && count <= capacity; i++)
            count += cutTriangle(mesh, i, pieces->leafRadius, pieces->items + count, capacity - count);
        if (count <= capacity) {
            pieces->count = (int32_t)count;
            return true;
        }
        pieces->leafRadius *= 1.5;
    }
}

static cdVec3 meanNormal(const cdPiece *pieces, int32_t count, cdVec3 extent) {
    cdVec3 sum = {0.0, 0.0, 0.0};
    double area = 0.0;
    for (int32_t i = 0; i < count; i++) {
        const cdVec3 *p = pieces[i].corners;
        cdVec3 n = cdCross(cdSub(p[1], p[0]), cdSub(p[2], p[0]));
        sum = cdAdd(sum, n);
        area += cdLength(n);
    }
    if (cdLength(sum) > 0.1 * area) return cdNormalize(sum);
    if (extent.x <= extent.y && extent.x <= extent.z) return (cdVec3){1.0, 0.0, 0.0};
    return extent.y <= extent.z ? (cdVec3){0.0, 1.0, 0.0} : (cdVec3){0.0, 0.0, 1.0};
}

static cdVec3 farthestCorner(const cdPiece *pieces, int32_t count, cdVec3 center, double *distanceSq) {
    cdVec3 farthest = center;
    *distanceSq = 0.0;
    for (int32_t i = 0; i < count; i++)
        for (int k = 0; k < 3; k++) {
            double d = cdLengthSq(cdSub(pieces[i].corners[k], center));
            if (d > *distanceSq) {
                *distanceSq = d;
                farthest = pieces[i].corners[k];
            }
        }
    return farthest;
}

static cdBox3 boundCorners(const cdPiece *pieces, int32_t count) {
    cdBox3 box = {pieces[0].corners[0], pieces[0].corners[0]};
    for (int32_t i = 0; i < count; i++)
        for (int k = 0; k < 3; k++) {
            cdVec3 p = pieces[i].corners[k];
            box.lower = (cdVec3){cdMin(box.lower.x, p.x), cdMin(box.lower.y, p.y), cdMin(box.lower.z, p.z)};
            box.upper = (cdVec3){cdMax(box.upper.x, p.x), cdMax(box.upper.y, p.y), cdMax(box.upper.z, p.z)};
        }
    return box;
}

// Second moments of the corners about a centre, in the plane of x and y.
typedef struct Spread {
    double xx, xy, yy;
} Spread;

static cdVec3 findCrossing(cdVec3 normal) {
    cdVec3 x = {1.0, 0.0, 0.0}, y = {0.0, 1.0, 0.0};
    return cdNormalize(cdCross(normal, fabs(normal.x) < 0.7 ? x : y));
}

// Returns the direction of widest spread of the corners, perpendicular to the normal.
static cdVec3 findSpread(const cdPiece *pieces, int32_t count, cdVec3 center, cdVec3 normal) {
    cdVec3 x = findCrossing(normal), y = cdCross(normal, x);
    Spread spread = {0.0, 0.0, 0.0};
    for (int32_t i = 0; i < count; i++)
        for (int k = 0; k < 3; k++) {
            cdVec3 arm = cdSub(pieces[i].corners[k], center);
            double atX = cdDot(arm, x), atY = cdDot(arm, y);
            spread.xx += atX * atX;
            spread.xy += atX * atY;
            spread.yy += atY * atY;
        }
    double angle = 0.5 * atan2(2.0 * spread.xy, spread.xx - spread.yy);
    return cdNormalize(cdMulAdd(cdScale(cos(angle), x), sin(angle), y));
}

// Finds the box about the centre of a volume whose sphere and slab are set.
static void findSides(const cdPiece *pieces, int32_t count, cdNodeVolume *volume) {
    volume->along = findSpread(pieces, count, volume->center, volume->normal);
    cdVec3 across = cdCross(volume->normal, volume->along);
    for (int32_t i = 0; i < count; i++)
        for (int k = 0; k < 3; k++) {
            cdVec3 arm = cdSub(pieces[i].corners[k], volume->center);
            volume->halfLength = cdMax(volume->halfLength, fabs(cdDot(arm, volume->along)));
            volume->halfWidth = cdMax(volume->halfWidth, fabs(cdDot(arm, across)));
        }
}

cdNodeVolume cdBoundPieces(const cdPiece *pieces, int32_t count) {
    cdBox3 box = boundCorners(pieces, count);
    cdVec3 normal = meanNormal(pieces, count, cdSub(box.upper, box.lower));
    // A single piece was cut to fit into its smallest sphere.
    cdVec3 center = count == 1 ? enclosingCenter(pieces) : cdScale(0.5, cdAdd(box.lower, box.upper));
    cdVec3 best = center;
    double bestSq = INFINITY;
    int steps = count == 1 ? 1 : CENTER_STEPS;
    for (int step = 1; step <= steps; step++) {
        double distanceSq;
        cdVec3 farthest = farthestCorner(pieces, count, center, &distanceSq);
        if (distanceSq < bestSq) {
            bestSq = distanceSq;
            best = center;
        }
        center = cdLerp(center, farthest, 0.5 / (step + 1.0));
    }
    double lowest = INFINITY, highest = -INFINITY;
    for (int32_t i = 0; i < count; i++)
        for (int k = 0; k < 3; k++) {
            double height = cdDot(normal, cdSub(pieces[i].corners[k], best));
            lowest = cdMin(lowest, height);
            highest = cdMax(highest, height);
        }
    // Moving the centre to the middle of the slab can only enlarge the sphere slightly.
    cdNodeVolume volume = {.normal = normal, .halfHeight = 0.5 * (highest - lowest)};
    volume.center = cdMulAdd(best, 0.5 * (lowest + highest), normal);
    double distanceSq;
    farthestCorner(pieces, count, volume.center, &distanceSq);
    volume.radius = sqrt(distanceSq);
    findSides(pieces, count, &volume);
    return volume;
}
