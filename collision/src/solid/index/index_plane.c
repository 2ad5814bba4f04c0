// Builds the subtree of a region of a plane [V90 2.1, second phase].
//
// Input: pieces of edges in the region with the locations left and right of them, and isolated vertices.
// (1) Choose a line (index_choose.c), stored as the perpendicular plane through it. (2) Pieces along it
// become intervals of the line; pieces that cross it or end on it give points on it; the others go left or
// right. (3) A side without edges has the location beside an edge along the line. (4) Build the line's
// subtree (index_line.c).
#include "solid/index/index_work.h"

typedef struct Line {
    cdCutPlane plane;
    cdVec3 direction; // unit
    double tolerance;
} Line;

static int getSideOfLine(const Line *line, cdVec3 x) {
    return cdGetSideOfHeight(cdGetCutHeight(&line->plane, x), line->tolerance);
}

static bool isOnLine(const cdIndexWork *work, const Line *line, const cdEdgePiece *edge) {
    return getSideOfLine(line, edge->p) == 0 && getSideOfLine(line, edge->q) == 0 &&
           (cdGetLeafKind(edge->leaf) != CD_ON_EDGE ||
            cdIsEdgeOn(work, &line->plane, cdGetLeafIndex(edge->leaf)));
}

// --- (2)

static void addPoint(cdIndexWork *work, cdVec3 point, int32_t leaf, bool isEnd) {
    cdPointPiece *added = cdPushItems(work, &work->pointPieces, 1);
    if (added != NULL) *added = (cdPointPiece){.point = point, .leaf = leaf, .isEnd = isEnd};
}

static cdVec3 cutEdge(const Line *line, const cdEdgePiece *edge) {
    double height = cdGetCutHeight(&line->plane, edge->p);
    return cdLerp(edge->p, edge->q, height / (height - cdGetCutHeight(&line->plane, edge->q)));
}

static cdRun collectPoints(cdIndexWork *work, const Line *line, cdRun edges, cdRun points) {
    cdRun run = {work->pointPieces.count, 0};
    for (int32_t i = 0; i < edges.count; i++) {
        const cdEdgePiece edge = cdGetEdgePieces(work, edges)[i];
        int p = getSideOfLine(line, edge.p), q = getSideOfLine(line, edge.q);
        if (p == 0 && !edge.pDone) addPoint(work, edge.p, edge.pLeaf, edge.pLeaf != edge.leaf);
        if (q == 0 && !edge.qDone) addPoint(work, edge.q, edge.qLeaf, edge.qLeaf != edge.leaf);
        if (p * q < 0) addPoint(work, cutEdge(line, &edge), edge.leaf, false);
    }
    for (int32_t i = 0; i < points.count; i++) {
        const cdPointPiece point = cdGetPointPieces(work, points)[i];
        if (getSideOfLine(line, point.point) == 0) addPoint(work, point.point, point.leaf, true);
    }
    run.count = work->pointPieces.count - run.first;
    for (int32_t i = 0; i < run.count; i++) {
        cdPointPiece *point = &cdGetPointPieces(work, run)[i];
        point->along = cdDot(line->direction, point->point);
    }
    return run;
}

static cdRun collectIntervals(cdIndexWork *work, const Line *line, cdRun edges) {
    cdRun run = {work->linePieces.count, 0};
    for (int32_t i = 0; i < edges.count; i++) {
        const cdEdgePiece edge = cdGetEdgePieces(work, edges)[i];
        if (!isOnLine(work, line, &edge)) continue;
        double p = cdDot(line->direction, edge.p), q = cdDot(line->direction, edge.q);
        cdLinePiece *added = cdPushItems(work, &work->linePieces, 1);
        if (added == NULL) return run;
        *added = (cdLinePiece){cdMin(p, q), cdMax(p, q), edge.leaf};
    }
    run.count = work->linePieces.count - run.first;
    return run;
}

// As for planes: points on a line without edges and ends may take either side.
static bool holdsFeature(const cdIndexWork *work, cdRun onLine, cdRun intervals) {
    const cdPointPiece *points = cdGetPointPieces(work, onLine);
    for (int32_t i = 0; i < onLine.count; i++)
        if (points[i].isEnd) return true;
    return intervals.count > 0;
}

// As for planes: then an end on the line stays the edge's end.
static bool endsAtSmallAngle(const Line *line, const cdEdgePiece *edge) {
    double p = cdGetCutHeight(&line->plane, edge->p), q = cdGetCutHeight(&line->plane, edge->q);
    return fabs(q - p) < CD_SMALL_ANGLE * cdLength(cdSub(edge->q, edge->p));
}

static cdRun takeEdges(cdIndexWork *work, const Line *line, cdRun edges, int wanted) {
    cdRun run = {work->edgePieces.count, 0};
    for (int32_t i = 0; i < edges.count; i++) {
        cdEdgePiece edge = cdGetEdgePieces(work, edges)[i];
        int p = getSideOfLine(line, edge.p), q = getSideOfLine(line, edge.q);
        if (p != wanted && q != wanted) continue;
        cdEdgePiece *added = cdPushItems(work, &work->edgePieces, 1);
        if (added == NULL) return run;
        *added = edge;
        cdVec3 cut = p * q < 0 ? cutEdge(line, &edge) : (cdVec3){0.0, 0.0, 0.0};
        if (p == -wanted) {
            added->p = cut;
            added->pLeaf = edge.leaf;
        }
        if (q == -wanted) {
            added->q = cut;
            added->qLeaf = edge.leaf;
        }
        bool keeps = endsAtSmallAngle(line, &edge);
        added->pDone = edge.pDone || (p != wanted && !(p == 0 && keeps));
        added->qDone = edge.qDone || (q != wanted && !(q == 0 && keeps));
    }
    run.count = work->edgePieces.count - run.first;
    return run;
}

static cdRun takePoints(cdIndexWork *work, const Line *line, cdRun points, int wanted) {
    cdRun run = {work->pointPieces.count, 0};
    for (int32_t i = 0; i < points.count; i++) {
        cdPointPiece point = cdGetPointPieces(work, points)[i];
        if (getSideOfLine(line, point.point) != wanted) continue;
        cdPointPiece *added = cdPushItems(work, &work->pointPieces, 1);
        if (added != NULL) *added = point;
    }
    run.count = work->pointPieces.count - run.first;
    return run;
}

// --- (3)

// Returns the location above the line beside its longest edge; `label` if there is no edge along it.
static int32_t findBesideLine(const cdIndexWork *work, const Line *line, cdRun edges, cdVec3 normal,
                              bool above, int32_t label) {
    const cdEdgePiece *list = cdGetEdgePieces(work, edges);
    double longest = 0.0;
    for (int32_t i = 0; i < edges.count; i++) {
        cdVec3 way = cdSub(list[i].q, list[i].p);
        if (!isOnLine(work, line, &list[i]) || cdLengthSq(way) <= longest) continue;
        longest = cdLengthSq(way);
        bool leftIsAbove = cdDot(cdCross(normal, way), line->plane.normal) > 0.0;
        label = leftIsAbove == above ? list[i].left : list[i].right;
    }
    return label;
}

static Line chooseLine(const cdIndexWork *work, cdRun edges, cdRun points, cdVec3 normal) {
    Line line = {.tolerance = work->input->tolerance};
    if (edges.count > 0)
        line.plane = cdChooseLine(work, edges, normal);
    else {
        bool alongX = fabs(normal.x) > 0.6;
        cdVec3 across = cdCross(normal, alongX ? (cdVec3){0.0, 1.0, 0.0} : (cdVec3){1.0, 0.0, 0.0});
        line.plane.normal = cdNormalize(across);
        line.plane.offset = cdDot(line.plane.normal, cdGetPointPieces(work, points)[0].point);
    }
    line.direction = cdNormalize(cdCross(normal, line.plane.normal));
    return line;
}

// Returns a point of the line.
static cdVec3 getBase(const cdIndexWork *work, const Line *line, cdRun edges, cdRun points) {
    cdVec3 near =
        edges.count > 0 ? cdGetEdgePieces(work, edges)[0].p : cdGetPointPieces(work, points)[0].point;
    cdVec3 base = cdMulAdd(near, -cdGetCutHeight(&line->plane, near), line->plane.normal);
    return cdMulAdd(base, -cdDot(line->direction, base), line->direction);
}

int32_t cdBuildPlane(cdIndexWork *work, cdRun edges, cdRun points, cdVec3 normal, int32_t label) {
    if (edges.count == 0 && points.count == 0) return label;
    const int32_t edgeMark = work->edgePieces.count, pointMark = work->pointPieces.count,
                  lineMark = work->linePieces.count;
    const Line line = chooseLine(work, edges, points, normal);
    cdRun onLine = collectPoints(work, &line, edges, points);
    cdRun intervals = collectIntervals(work, &line, edges);
    cdRun edgesAbove = takeEdges(work, &line, edges, 1), edgesBelow = takeEdges(work, &line, edges, -1);
    cdRun pointsAbove = takePoints(work, &line, points, 1), pointsBelow = takePoints(work, &line, points, -1);
    if (work->noMemory) return label;
    int32_t above = cdBuildPlane(work, edgesAbove, pointsAbove, normal,
                                 findBesideLine(work, &line, edges, normal, true, label));
    int32_t below = cdBuildPlane(work, edgesBelow, pointsBelow, normal,
                                 findBesideLine(work, &line, edges, normal, false, label));
    int32_t on = CD_NO_NODE;
    if (holdsFeature(work, onLine, intervals))
        on = cdBuildLine(work, onLine, intervals, getBase(work, &line, edges, points), line.direction, above);
    work->edgePieces.count = edgeMark;
    work->pointPieces.count = pointMark;
    work->linePieces.count = lineMark;
    return cdMakeIndexNode(work, &line.plane, 2, below, on, above);
}
