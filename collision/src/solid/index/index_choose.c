// Chooses the plane that cuts a region, and the line that cuts a region of a plane [V90 5].
//
// While a region has many pieces, regular decomposition: planes across the axes at the middle of the pieces,
// through a vertex there or between two. If it has few, planes of its faces. The plane of minimum cost is
// chosen: the remaining work on both sides, n log n of the pieces of each, cut pieces counted twice.
//
// Many pieces are sampled; the choice depends on the pieces alone.
#include "foundation/numbers/functions.h"
#include "solid/index/index_work.h"

#include <stdlib.h>

enum {
    FEW_PIECES = 6,         // up to this number: planes of faces
    FEW_CONVEX_PIECES = 18, // the same for a convex set of a small solid
    SMALL_SOLID = 64,       // faces
    SAMPLE_MAX = 256,
    FACE_CANDIDATES = 24,
    DEPTH_MAX = 200,        // beyond this depth no plane across an axis helps
    FACE_PLANES_DEPTH = 500 // maximum depth with planes of faces alone, so that memory suffices for any solid
};

static const double grazeLoss = 8.0; // cost of a piece cut at a small angle, where the tolerance extends far
static const double edgeGain = 0.25; // gain of an edge found on a plane, which shortens the path to it

static double getCost(double count) {
    return count * cdLog2(count + 1.0);
}

// --- Planes

typedef struct Tally {
    int32_t below, on, above, cut;
    int32_t grazed; // pieces cut at a small angle
} Tally;

static double getTallyCost(const Tally *t) {
    return getCost(t->below + t->cut) + getCost(t->above + t->cut) + 0.5 * t->cut + grazeLoss * t->grazed;
}

static int32_t getStride(int32_t count) {
    return (count + SAMPLE_MAX - 1) / SAMPLE_MAX;
}

static Tally tallyPieces(const cdIndexWork *work, const cdCutPlane *plane, cdRun pieces) {
    const cdFacePiece *list = cdGetFacePieces(work, pieces);
    const double tolerance = work->input->tolerance;
    Tally tally = {0};
    for (int32_t i = 0; i < pieces.count; i += getStride(pieces.count)) {
        const cdCorner *corners = cdGetPieceCorners(work, &list[i]);
        double lowest = INFINITY, highest = -INFINITY;
        for (int32_t k = 0; k < list[i].count; k++) {
            double height = cdGetCutHeight(plane, corners[k].point);
            lowest = cdMin(lowest, height);
            highest = cdMax(highest, height);
        }
        bool cut = lowest < -tolerance && highest > tolerance;
        if (cut) {
            cdVec3 normal = work->input->brep->faces[list[i].face].normal;
            tally.cut++;
            tally.grazed += cdLength(cdCross(normal, plane->normal)) < CD_SMALL_ANGLE;
        } else if (highest > tolerance)
            tally.above++;
        else if (lowest < -tolerance)
            tally.below++;
        else
            tally.on++;
    }
    return tally;
}

static cdCutPlane getFacePlane(const cdIndexWork *work, int32_t face) {
    const cdBrepFace *f = &work->input->brep->faces[face];
    return (cdCutPlane){f->normal, f->offset, face};
}

// Counts the edges that would be found on the plane of a piece; finding them early shortens the paths to
// them.
static int32_t countOpenSides(const cdIndexWork *work, const cdFacePiece *piece) {
    const cdCorner *corners = cdGetPieceCorners(work, piece);
    int32_t count = 0;
    for (int32_t i = 0; i < piece->count; i++)
        count += corners[i].halfEdge >= 0 && corners[i].sidePlane < 0;
    return count;
}

static cdCutPlane chooseFacePlane(const cdIndexWork *work, cdRun pieces) {
    const cdFacePiece *list = cdGetFacePieces(work, pieces);
    cdCutPlane best = getFacePlane(work, list[0].face);
    double least = INFINITY;
    int32_t stride = (pieces.count + FACE_CANDIDATES - 1) / FACE_CANDIDATES;
    for (int32_t i = 0; i < pieces.count; i += stride) {
        cdCutPlane plane = getFacePlane(work, list[i].face);
        Tally tally = tallyPieces(work, &plane, pieces);
        double cost = getTallyCost(&tally) - edgeGain * countOpenSides(work, &list[i]);
        if (cost >= least) continue;
        least = cost;
        best = plane;
    }
    return best;
}

static double getCoordinate(cdVec3 v, int axis) {
    return axis == 0 ? v.x : axis == 1 ? v.y : v.z;
}

static int compareDoubles(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

// Returns the median of the pieces' centres along an axis.
static double findMiddle(const cdIndexWork *work, cdRun pieces, int axis) {
    double middles[SAMPLE_MAX];
    const cdFacePiece *list = cdGetFacePieces(work, pieces);
    int32_t count = 0;
    for (int32_t i = 0; i < pieces.count && count < SAMPLE_MAX; i += getStride(pieces.count)) {
        const cdCorner *corners = cdGetPieceCorners(work, &list[i]);
        double lowest = INFINITY, highest = -INFINITY;
        for (int32_t k = 0; k < list[i].count; k++) {
            lowest = cdMin(lowest, getCoordinate(corners[k].point, axis));
            highest = cdMax(highest, getCoordinate(corners[k].point, axis));
        }
        middles[count++] = 0.5 * (lowest + highest);
    }
    qsort(middles, (size_t)count, sizeof *middles, compareDoubles);
    return 0.5 * (middles[(count - 1) / 2] + middles[count / 2]);
}

// Finds positions near the middle: that of the closest corner, and in the gaps on both sides of that corner.
static void findPositions(const cdIndexWork *work, cdRun pieces, int axis, double positions[3]) {
    double middle = findMiddle(work, pieces, axis), nearest = INFINITY, before = -INFINITY, after = INFINITY;
    const cdFacePiece *list = cdGetFacePieces(work, pieces);
    const double apart = 4.0 * work->input->tolerance;
    for (int pass = 0; pass < 2; pass++)
        for (int32_t i = 0; i < pieces.count; i++) {
            const cdCorner *corners = cdGetPieceCorners(work, &list[i]);
            for (int32_t k = 0; k < list[i].count; k++) {
                double x = getCoordinate(corners[k].point, axis);
                if (pass == 0 && fabs(x - middle) < fabs(nearest - middle)) nearest = x;
                if (pass == 1 && x > nearest + apart) after = cdMin(after, x);
                if (pass == 1 && x < nearest - apart) before = cdMax(before, x);
            }
        }
    positions[0] = nearest;
    positions[1] = 0.5 * (nearest + after);
    positions[2] = 0.5 * (before + nearest);
}

static cdVec3 getAxis(int axis) {
    return (cdVec3){axis == 0, axis == 1, axis == 2};
}

// False if no plane across an axis clearly reduces the work of both sides.
static bool chooseAxisPlane(const cdIndexWork *work, cdRun pieces, cdCutPlane *best) {
    double least = INFINITY;
    for (int axis = 0; axis < 3; axis++) {
        double positions[3];
        findPositions(work, pieces, axis, positions);
        for (int k = 0; k < 3; k++) {
            if (!isfinite(positions[k])) continue;
            cdCutPlane plane = {getAxis(axis), positions[k], -1};
            Tally tally = tallyPieces(work, &plane, pieces);
            int32_t all = tally.below + tally.on + tally.above + tally.cut;
            bool parts = 4 * (tally.below + tally.cut) <= 3 * all && 4 * (tally.above + tally.cut) <= 3 * all;
            bool both = tally.below + tally.cut > 0 && tally.above + tally.cut > 0;
            double cost = getTallyCost(&tally);
            if (!parts || !both || cost >= least) continue;
            least = cost;
            *best = plane;
        }
    }
    return isfinite(least);
}

// True if every piece is below the planes of all others: then planes of faces cut nothing, and any other
// plane would be an extra node.
static bool areConvex(const cdIndexWork *work, cdRun pieces) {
    const cdFacePiece *list = cdGetFacePieces(work, pieces);
    for (int32_t i = 0; i < pieces.count; i++) {
        cdCutPlane plane = getFacePlane(work, list[i].face);
        Tally tally = tallyPieces(work, &plane, pieces);
        if (tally.above + tally.cut > 0) return false;
    }
    return true;
}

cdCutPlane cdChoosePlane(const cdIndexWork *work, cdRun pieces, int32_t depth) {
    cdCutPlane plane;
    // For a small solid the fewest nodes, for a larger one a lower tree.
    const int32_t fewConvex = work->input->brep->faceCount <= SMALL_SOLID ? FEW_CONVEX_PIECES : FEW_PIECES;
    const int32_t hybridDepth = work->input->facePlanesOnly ? depth - FACE_PLANES_DEPTH : depth;
    bool few = hybridDepth < 0 || pieces.count <= FEW_PIECES ||
               (pieces.count <= fewConvex && areConvex(work, pieces));
    if (!few && hybridDepth < DEPTH_MAX && chooseAxisPlane(work, pieces, &plane)) return plane;
    return chooseFacePlane(work, pieces);
}

// --- Lines

static Tally tallyEdges(const cdIndexWork *work, const cdCutPlane *line, cdRun edges) {
    const cdEdgePiece *list = cdGetEdgePieces(work, edges);
    const double tolerance = work->input->tolerance;
    Tally tally = {0};
    for (int32_t i = 0; i < edges.count; i += getStride(edges.count)) {
        double p = cdGetCutHeight(line, list[i].p), q = cdGetCutHeight(line, list[i].q);
        if (cdMin(p, q) < -tolerance && cdMax(p, q) > tolerance)
            tally.cut++;
        else if (cdMax(p, q) > tolerance)
            tally.above++;
        else if (cdMin(p, q) < -tolerance)
            tally.below++;
        else
            tally.on++;
    }
    return tally;
}

// Returns the line of the whole edge, however short the piece; within a face, that of the piece.
static cdCutPlane getEdgeLine(const cdIndexWork *work, const cdEdgePiece *edge, cdVec3 planeNormal) {
    const cdBrep *brep = work->input->brep;
    cdVec3 p = edge->p, q = edge->q;
    if (cdGetLeafKind(edge->leaf) == CD_ON_EDGE) {
        const cdHalfEdge *half = &brep->halfEdges[2 * cdGetLeafIndex(edge->leaf)];
        p = brep->points[half[0].start];
        q = brep->points[half[1].start];
    }
    cdVec3 normal = cdNormalize(cdCross(cdSub(q, p), planeNormal));
    return (cdCutPlane){normal, cdDot(normal, cdLerp(p, q, 0.5)), -1};
}

static cdCutPlane chooseEdgeLine(const cdIndexWork *work, cdRun edges, cdVec3 planeNormal) {
    const cdEdgePiece *list = cdGetEdgePieces(work, edges);
    cdCutPlane best = getEdgeLine(work, &list[0], planeNormal);
    double least = INFINITY;
    int32_t stride = (edges.count + FACE_CANDIDATES - 1) / FACE_CANDIDATES;
    for (int32_t i = 0; i < edges.count; i += stride) {
        cdCutPlane line = getEdgeLine(work, &list[i], planeNormal);
        Tally tally = tallyEdges(work, &line, edges);
        double cost = getTallyCost(&tally);
        if (cost >= least) continue;
        least = cost;
        best = line;
    }
    return best;
}

// Chooses among lines across two directions of the plane, through an end in the middle or beside it.
static bool chooseCrossLine(const cdIndexWork *work, cdRun edges, cdVec3 planeNormal, cdCutPlane *best) {
    const cdEdgePiece *list = cdGetEdgePieces(work, edges);
    cdVec3 along = cdNormalize(cdSub(list[0].q, list[0].p));
    cdVec3 axes[2] = {along, cdNormalize(cdCross(planeNormal, along))};
    double least = INFINITY;
    for (int k = 0; k < 2; k++) {
        double ends[SAMPLE_MAX];
        int32_t count = 0;
        for (int32_t i = 0; i < edges.count && count < SAMPLE_MAX; i += getStride(edges.count))
            ends[count++] = cdDot(axes[k], list[i].p);
        qsort(ends, (size_t)count, sizeof *ends, compareDoubles);
        double middle = ends[count / 2], before = count > 1 ? ends[count / 2 - 1] : middle;
        double positions[2] = {middle, 0.5 * (before + middle)};
        for (int n = 0; n < 2; n++) {
            cdCutPlane line = {axes[k], positions[n], -1};
            Tally tally = tallyEdges(work, &line, edges);
            int32_t all = tally.below + tally.on + tally.above + tally.cut;
            bool parts = 4 * (tally.below + tally.cut) <= 3 * all && 4 * (tally.above + tally.cut) <= 3 * all;
            double cost = getTallyCost(&tally);
            if (!parts || cost >= least) continue;
            least = cost;
            *best = line;
        }
    }
    return isfinite(least);
}

// True if every edge is on one side of the lines of all others.
static bool areConvexEdges(const cdIndexWork *work, cdRun edges, cdVec3 planeNormal) {
    const cdEdgePiece *list = cdGetEdgePieces(work, edges);
    for (int32_t i = 0; i < edges.count; i++) {
        cdCutPlane line = getEdgeLine(work, &list[i], planeNormal);
        Tally tally = tallyEdges(work, &line, edges);
        if (tally.cut > 0 || (tally.above > 0 && tally.below > 0)) return false;
    }
    return true;
}

cdCutPlane cdChooseLine(const cdIndexWork *work, cdRun edges, cdVec3 planeNormal) {
    cdCutPlane line;
    bool few = edges.count <= FEW_PIECES ||
               (work->input->facePlanesOnly && edges.count <= FACE_PLANES_DEPTH) ||
               (edges.count <= FEW_CONVEX_PIECES && areConvexEdges(work, edges, planeNormal));
    if (!few && chooseCrossLine(work, edges, planeNormal, &line)) return line;
    return chooseEdgeLine(work, edges, planeNormal);
}
