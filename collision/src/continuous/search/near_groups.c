// Pairs of near triangles, four at a time in floats; see near_groups.h.
//
// Input: a list, and a straight path of A. Output: pairs that stay separated. Eight directions are tested:
// the normal of either triangle, and across it through each of its edges. A corner moves between its places
// at both ends, so the heights there bound those between. (1) The origins are corners of the first pair:
// floats round lengths relative to the size of the part of the meshes that is near, not to that of the
// meshes.
//
// Rounding. Let u = CD_FLOAT_EPSILON and S bound the distance of all corners from the origin, at both ends.
// In units of u S a coordinate of A is off by 7 (1 for its own rounding and 1 for that of the rotation, 3 for
// products and sums, 2 for the shift), a height along a unit vector by sqrt(3) times as much and 4 for its
// own sum, one of B by 6, their difference by 2: 25 in all. HEIGHT_ROUNDING counts 64. Directions need not be
// exact, as both triangles' heights are computed with the rounded one. They are shorter than the sum of their
// components.
#include "continuous/search/near_groups.h"
#include "continuous/search/triangle_floats.h"
#include "foundation/numbers/rounding.h"

#include <string.h>

#define HEIGHT_ROUNDING (64.0 * 0x1p-24)

// Heights below this separate nothing, as products of small lengths round to nothing.
static const float leastGap = 1e-30f;

// Floats keep their digits up to products of three longer lengths.
static const double largestSize = 1024.0;

// --- (1)

static cdVec3 getCorner(const cdMesh *mesh, int32_t triangle, int k) {
    return mesh->vertices[mesh->triangles[3 * (size_t)triangle + (size_t)k]];
}

static double findExtent(const cdMesh *mesh, int32_t triangle, cdVec3 origin) {
    double extent = 0.0;
    for (int k = 0; k < 3; k++)
        extent = cdMax(extent, cdMaxAbs(cdSub(getCorner(mesh, triangle, k), origin)));
    return extent;
}

static void chooseUnit(cdNearList *list, int32_t count) {
    list->originA = getCorner(list->a, list->pairs[0].a, 0);
    list->originB = getCorner(list->b, list->pairs[0].b, 0);
    double extent = 0.0;
    for (int32_t i = 0; i < count; i++) {
        extent = cdMax(extent, findExtent(list->b, list->pairs[i].b, list->originB));
        if (i == 0 || list->pairs[i].a != list->pairs[i - 1].a)
            extent = cdMax(extent, findExtent(list->a, list->pairs[i].a, list->originA));
    }
    int exponent;
    frexp(extent, &exponent);
    list->scale = ldexp(1.0, exponent < -1000 ? 1000 : -exponent);
    list->extent = sqrt(3.0) * extent * list->scale;
}

static void storeCorners(const cdMesh *mesh, int32_t triangle, cdVec3 origin, double scale, int lane,
                         float out[3][3][4]) {
    for (int k = 0; k < 3; k++) {
        cdVec3 x = cdScale(scale, cdSub(getCorner(mesh, triangle, k), origin));
        out[k][0][lane] = (float)x.x, out[k][1][lane] = (float)x.y, out[k][2][lane] = (float)x.z;
    }
}

static void fillGroup(const cdNearList *list, int32_t first, cdNearGroup *group) {
    for (int lane = 0; lane < 4; lane++) {
        const cdNearPair *pair = &list->pairs[first + lane < list->count ? first + lane : list->count - 1];
        storeCorners(list->a, pair->a, list->originA, list->scale, lane, group->cornersA);
        storeCorners(list->b, pair->b, list->originB, list->scale, lane, group->cornersB);
    }
    const cdNearGroup *corners = group;
    cdFloats3 a[3], b[3];
    for (int k = 0; k < 3; k++)
        a[k] = cdLoadTriple(corners->cornersA[k]), b[k] = cdLoadTriple(corners->cornersB[k]);
    cdFloats3 normal = cdFindTripleNormal(b);
    cdStoreFloats3(group->normalA, cdFindTripleNormal(a));
    cdStoreFloats3(group->normalB, normal);
    cdStoreFloats(group->lower, cdFindLowestHeight(b, normal));
    cdStoreFloats(group->upper, cdFindHighestHeight(b, normal));
}

void cdGroupNearPairs(cdNearList *list) {
    int32_t count = cdCountGroupedPairs(list);
    if (count == 0) return;
    chooseUnit(list, count);
    for (int32_t i = 0; i < count; i += 4)
        fillGroup(list, i, &list->groups[i / 4]);
}

// --- The frame

static void storeVec3(float out[3], cdVec3 v) {
    out[0] = (float)v.x, out[1] = (float)v.y, out[2] = (float)v.z;
}

cdNearFrame cdMakeNearFrame(const cdNearList *list, const cdNearPath *path) {
    cdNearFrame frame = {.moves = false};
    double farthest = 0.0, sizes = 0.0;
    for (int end = 0; end < 2; end++) {
        cdVec3 onA = cdMulMat3Vec3(&path->rotations[end], list->originA), position = path->positions[end];
        cdVec3 shift = cdScale(list->scale, cdSub(cdAdd(onA, position), list->originB));
        for (int i = 0; i < 3; i++)
            storeVec3(frame.rows[end][i], path->rotations[end].rows[i]);
        storeVec3(frame.positions[end], shift);
        farthest = cdMax(farthest, cdLength(shift));
        sizes = cdMax(sizes, cdLength(position) + list->a->radius + list->b->radius);
    }
    double size = list->extent + farthest, doubles = 64.0 * CD_EPSILON * sizes;
    frame.slack = (float)((path->slack + doubles) * list->scale * (1.0 + 0x1p-20) + HEIGHT_ROUNDING * size);
    frame.moves = memcmp(frame.rows[0], frame.rows[1], sizeof frame.rows[0]) != 0 ||
                  memcmp(frame.positions[0], frame.positions[1], sizeof frame.positions[0]) != 0;
    frame.isNone = !(size < largestSize);
    return frame;
}

// --- The test

// A's corners at both ends, B's, and the slack along a unit vector.
typedef struct PlacedGroup {
    cdFloats3 a[6], b[3];
    int countA; // 3 where both ends are the same
    cdFloats slack;
} PlacedGroup;

static void placeGroup(const cdNearFrame *frame, const cdNearGroup *group, PlacedGroup *placed,
                       cdFloats3 *normalA) {
    placed->countA = frame->moves ? 6 : 3;
    placed->slack = cdSpreadFloat(frame->slack);
    for (int end = 0; end < placed->countA / 3; end++) {
        cdFloats3 rows[3], position = cdSpreadTriple(frame->positions[end]);
        for (int i = 0; i < 3; i++)
            rows[i] = cdSpreadTriple(frame->rows[end][i]);
        for (int k = 0; k < 3; k++)
            placed->a[3 * end + k] =
                cdAddFloats3(cdTurnTriple(rows, cdLoadTriple(group->cornersA[k])), position);
        if (end == 0) *normalA = cdTurnTriple(rows, cdLoadTriple(group->normalA));
    }
    for (int k = 0; k < 3; k++)
        placed->b[k] = cdLoadTriple(group->cornersB[k]);
}

static void findSweptHeights(const PlacedGroup *placed, cdFloats3 direction, cdFloats *lowest,
                             cdFloats *highest) {
    cdFloats low = cdDotFloats3(direction, placed->a[0]), high = low;
    for (int k = 1; k < placed->countA; k++) {
        cdFloats height = cdDotFloats3(direction, placed->a[k]);
        low = cdMinFloats(low, height);
        high = cdMaxFloats(high, height);
    }
    *lowest = low;
    *highest = high;
}

static int findPartedByPlanes(const PlacedGroup *placed, const cdNearGroup *group, cdFloats3 normalA) {
    cdFloats lowest, highest, slack = placed->slack;
    findSweptHeights(placed, cdLoadTriple(group->normalB), &lowest, &highest);
    int parted = cdFloatsAbove(cdSubFloats(lowest, cdLoadFloats(group->upper)), slack) |
                 cdFloatsAbove(cdSubFloats(cdLoadFloats(group->lower), highest), slack);
    findSweptHeights(placed, normalA, &lowest, &highest);
    cdFloats lower = cdFindLowestHeight(placed->b, normalA), upper = cdFindHighestHeight(placed->b, normalA);
    return parted | cdFloatsAbove(cdSubFloats(lowest, upper), slack) |
           cdFloatsAbove(cdSubFloats(lower, highest), slack);
}

static cdFloats scaleSlack(const PlacedGroup *placed, cdFloats3 direction) {
    cdFloats length = cdAddFloats(cdAddFloats(cdAbsFloats(direction.x), cdAbsFloats(direction.y)),
                                  cdAbsFloats(direction.z));
    return cdAddFloats(cdMulFloats(length, placed->slack), cdSpreadFloat(leastGap));
}

static int findPartedBySides(const PlacedGroup *placed, const cdNearGroup *group, cdFloats3 normalA) {
    cdFloats3 normalB = cdLoadTriple(group->normalB);
    int parted = 0;
    for (int k = 0; k < 3; k++) {
        cdFloats lowest, highest;
        cdFloats3 out = cdCrossFloats3(cdGetTripleEdge(placed->b, k), normalB);
        findSweptHeights(placed, out, &lowest, &highest);
        parted |=
            cdFloatsAbove(cdSubFloats(lowest, cdFindHighestHeight(placed->b, out)), scaleSlack(placed, out));
        out = cdCrossFloats3(cdGetTripleEdge(placed->a, k), normalA);
        findSweptHeights(placed, out, &lowest, &highest);
        parted |=
            cdFloatsAbove(cdSubFloats(cdFindLowestHeight(placed->b, out), highest), scaleSlack(placed, out));
    }
    return parted;
}

int cdFindPartedPairs(const cdNearFrame *frame, const cdNearGroup *group) {
    PlacedGroup placed;
    cdFloats3 normalA;
    if (frame->isNone) return 0;
    placeGroup(frame, group, &placed, &normalA);
    int parted = findPartedByPlanes(&placed, group, normalA);
    return parted == 15 ? parted : parted | findPartedBySides(&placed, group, normalA);
}
