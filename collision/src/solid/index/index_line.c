// Builds the subtree of a region of a line [V90 2.1, third phase]: its points in order, halved recursively by
// planes across the line.
//
// Between two points is an edge, or the location beside the line. Points within the tolerance are merged; a
// vertex takes precedence over an edge, an edge over a face.
#include "solid/index/index_work.h"

#include <stdlib.h>

typedef struct LineTree {
    cdIndexWork *work;
    const cdPointPiece *points;   // in order
    const cdLinePiece *intervals; // intervals[intervalCount]
    int32_t pointCount, intervalCount;
    cdVec3 base, direction;
    int32_t side; // the subtree beside the line
} LineTree;

static int comparePoints(const void *a, const void *b) {
    const cdPointPiece *x = a, *y = b;
    if (x->along != y->along) return x->along < y->along ? -1 : 1;
    return (x->leaf > y->leaf) - (x->leaf < y->leaf); // qsort of another system may not be stable
}

// Returns the precedence of a location; higher is more specific.
static int32_t getRank(int32_t leaf) {
    switch (cdGetLeafKind(leaf)) {
    case CD_ON_VERTEX:
        return 3;
    case CD_ON_EDGE:
        return 2;
    case CD_ON_FACE:
        return 1;
    default:
        return 0;
    }
}

// Merges points within the tolerance. Returns the remaining number.
static int32_t mergePoints(cdPointPiece *points, int32_t count, double tolerance) {
    int32_t kept = 0;
    for (int32_t i = 0; i < count; i++) {
        if (kept == 0 || points[i].along > points[kept - 1].along + tolerance)
            points[kept++] = points[i];
        else if (getRank(points[i].leaf) > getRank(points[kept - 1].leaf))
            points[kept - 1] = points[i];
    }
    return kept;
}

static int32_t findLeaf(const LineTree *tree, double along) {
    for (int32_t i = 0; i < tree->intervalCount; i++)
        if (tree->intervals[i].from < along && along < tree->intervals[i].to) return tree->intervals[i].leaf;
    return cdFindCell(tree->work, tree->side, cdMulAdd(tree->base, along, tree->direction));
}

// Returns the location between point `i - 1` and point `i`; at the ends the location beyond them.
static int32_t findBetween(const LineTree *tree, int32_t i) {
    double step = 4.0 * tree->work->input->tolerance;
    if (tree->pointCount == 0)
        return tree->intervalCount > 0 ? tree->intervals[0].leaf : cdMakeLeaf(CD_LOCATION_UNDECIDED, -1);
    if (i == 0) return findLeaf(tree, tree->points[0].along - step);
    if (i == tree->pointCount) return findLeaf(tree, tree->points[i - 1].along + step);
    return findLeaf(tree, 0.5 * (tree->points[i - 1].along + tree->points[i].along));
}

// Builds the subtree of points first to last - 1.
static int32_t halve(const LineTree *tree, int32_t first, int32_t last) {
    if (first == last) return findBetween(tree, first);
    int32_t middle = first + (last - first) / 2;
    int32_t below = halve(tree, first, middle), above = halve(tree, middle + 1, last);
    cdCutPlane plane = {.normal = tree->direction, .offset = tree->points[middle].along};
    return cdMakeIndexNode(tree->work, &plane, 1, below, tree->points[middle].leaf, above);
}

int32_t cdBuildLine(cdIndexWork *work, cdRun points, cdRun intervals, cdVec3 base, cdVec3 direction,
                    int32_t side) {
    cdPointPiece *list = cdGetPointPieces(work, points);
    if (points.count > 1) qsort(list, (size_t)points.count, sizeof *list, comparePoints);
    LineTree tree = {.work = work,
                     .points = list,
                     .intervals = cdGetLinePieces(work, intervals),
                     .pointCount = mergePoints(list, points.count, work->input->tolerance),
                     .intervalCount = intervals.count,
                     .base = base,
                     .direction = direction,
                     .side = side};
    return halve(&tree, 0, tree.pointCount);
}
