// Intersects two features within the tolerance: the regions of one candidate pair.
//
// Source: [BV92 3], Lemma 1, for open features, with two lengths in place of "equal": E, within which
// features touch, and d, much smaller, within which points on a border count as on the border. Input: a
// vertex, edge or face of A and one of B. Output: regions, with points halfway between both features. (1)
// Vertex, vertex: if within E. (2) Vertex, edge: within E of a point inside the edge. (3) Vertex, face:
// within E of a point inside the outline. (4) Edges along each other: their common stretch, if it is longer
// than d and they are within E at both its ends; else where they cross. (5) Edge, face: every stretch whose
// projection lies inside the outline and whose ends are within E (deep_stretch.c rejects most). (6) Face,
// face: intersect_faces.c. "Inside" always means by more than d. Features that cross (CD_CROSSING_SINE) share
// no stretch. Faces are handled in their own surface's coordinates, where their outline is stored.
#include "contact/overlay/kept_faces.h"
#include "mesh/shapes/closest.h"

typedef struct WorkEdge {
    cdVec3 from, to;
} WorkEdge;

static cdVec3 middleOf(cdVec3 a, cdVec3 b) {
    return cdScale(0.5, cdAdd(a, b));
}

static WorkEdge getEdge(const cdRegionWork *work, cdWorkSide side, int32_t edge) {
    const cdHalfEdge *halfEdges = cdGetWorkFeatures(work, side)->brep.halfEdges + 2 * (size_t)edge;
    return (WorkEdge){cdGetWorkPoint(work, side, halfEdges[0].start),
                      cdGetWorkPoint(work, side, halfEdges[1].start)};
}

static WorkEdge getEdgeOfA(const cdRegionWork *work, int32_t edge) {
    cdKeptFaces *kept = work->kept;
    if (kept != NULL && kept->edgeA == edge) return (WorkEdge){kept->edgeEndsA[0], kept->edgeEndsA[1]};
    WorkEdge made = getEdge(work, CD_SIDE_A, edge);
    if (kept == NULL) return made;
    kept->edgeA = edge;
    kept->edgeEndsA[0] = made.from, kept->edgeEndsA[1] = made.to;
    return made;
}

// --- (1)

static void intersectVertices(cdRegionWork *work, cdLocation a, cdLocation b) {
    cdVec3 p = cdGetWorkPoint(work, CD_SIDE_A, a.index), q = cdGetWorkPoint(work, CD_SIDE_B, b.index);
    if (!(cdLengthSq(cdSub(p, q)) <= work->tolerance * work->tolerance)) return;
    cdVec3 middle = middleOf(p, q);
    cdAddContactRegion(work, a, b, &middle, 1, 0.0);
}

// --- (2)

static void intersectVertexEdge(cdRegionWork *work, cdLocation a, cdLocation b) {
    cdWorkSide vertexSide = a.kind == CD_ON_VERTEX ? CD_SIDE_A : CD_SIDE_B;
    cdLocation vertex = vertexSide == CD_SIDE_A ? a : b, edge = vertexSide == CD_SIDE_A ? b : a;
    cdVec3 p = cdGetWorkPoint(work, vertexSide, vertex.index);
    WorkEdge e = getEdge(work, cdGetOtherSide(vertexSide), edge.index);
    cdVec3 along = cdSub(e.to, e.from), r = cdSub(p, e.from);
    double length = cdLength(along), d = work->borderTolerance;
    if (!(length > 2.0 * d)) return;
    double at = cdDot(r, along) / length;
    if (!(at > d && at < length - d)) return;
    cdVec3 foot = cdMulAdd(e.from, at / length, along);
    if (!(cdLengthSq(cdSub(p, foot)) <= work->tolerance * work->tolerance)) return;
    cdVec3 middle = middleOf(p, foot);
    cdAddContactRegion(work, a, b, &middle, 1, 0.0);
}

// --- (4)

// Two edges by the line halfway between their directions: seen along it they run side by side.
typedef struct EdgePair {
    cdVec3 fromA, alongA, fromB, alongB; // unit directions, B's turned to make an acute angle with A's
    double lengthA, lengthB;
    double scale;        // of a length on either edge, seen along the line
    double startB;       // B's start along the line, A's start being 0
    double lower, upper; // the common stretch
} EdgePair;

static bool pairEdges(EdgePair *pair, WorkEdge a, WorkEdge b) {
    cdVec3 alongA = cdSub(a.to, a.from), alongB = cdSub(b.to, b.from);
    if (cdDot(alongA, alongB) < 0.0) {
        b = (WorkEdge){b.to, b.from};
        alongB = cdNegate(alongB);
    }
    pair->lengthA = cdLength(alongA);
    pair->lengthB = cdLength(alongB);
    if (!(pair->lengthA > 0.0 && pair->lengthB > 0.0)) return false;
    pair->fromA = a.from;
    pair->fromB = b.from;
    pair->alongA = cdScale(1.0 / pair->lengthA, alongA);
    pair->alongB = cdScale(1.0 / pair->lengthB, alongB);
    cdVec3 line = cdNormalize(cdAdd(pair->alongA, pair->alongB));
    pair->scale = cdDot(pair->alongA, line);
    pair->startB = cdDot(cdSub(b.from, a.from), line);
    pair->lower = cdMax(0.0, pair->startB);
    pair->upper = cdMin(pair->scale * pair->lengthA, pair->startB + pair->scale * pair->lengthB);
    return true;
}

static void getPointsAlong(const EdgePair *pair, double at, cdVec3 *onA, cdVec3 *onB) {
    *onA = cdMulAdd(pair->fromA, at / pair->scale, pair->alongA);
    *onB = cdMulAdd(pair->fromB, (at - pair->startB) / pair->scale, pair->alongB);
}

static bool intersectAlong(cdRegionWork *work, cdLocation a, cdLocation b, const EdgePair *pair,
                           double sineSq) {
    if (sineSq > CD_CROSSING_SINE * CD_CROSSING_SINE) return false;
    cdVec3 ends[2];
    for (int i = 0; i < 2; i++) {
        cdVec3 onA, onB;
        getPointsAlong(pair, i == 0 ? pair->lower : pair->upper, &onA, &onB);
        if (!(cdLengthSq(cdSub(onA, onB)) <= work->tolerance * work->tolerance)) return false;
        ends[i] = middleOf(onA, onB);
    }
    cdAddContactRegion(work, a, b, ends, 2, cdLength(cdSub(ends[1], ends[0])));
    return true;
}

// Adds the common perpendicular's points on both lines, by cross products, which keep their digits for edges
// that are nearly parallel.
static void intersectAcross(cdRegionWork *work, cdLocation a, cdLocation b, const EdgePair *pair,
                            cdVec3 normal, double sineSq) {
    if (!(sineSq > 0.0)) return;
    cdVec3 between = cdSub(pair->fromB, pair->fromA);
    double atA = cdDot(cdCross(between, pair->alongB), normal) / sineSq, d = work->borderTolerance;
    double atB = cdDot(cdCross(between, pair->alongA), normal) / sineSq;
    if (!(atA > d && atA < pair->lengthA - d && atB > d && atB < pair->lengthB - d)) return;
    cdVec3 onA = cdMulAdd(pair->fromA, atA, pair->alongA), onB = cdMulAdd(pair->fromB, atB, pair->alongB);
    if (!(cdLengthSq(cdSub(onA, onB)) <= work->tolerance * work->tolerance)) return;
    cdVec3 middle = middleOf(onA, onB);
    cdAddContactRegion(work, a, b, &middle, 1, 0.0);
}

// Edges cross only in their common stretch, so a stretch of at most d ends the test for both.
static void intersectEdges(cdRegionWork *work, cdLocation a, cdLocation b) {
    EdgePair pair;
    if (!pairEdges(&pair, getEdgeOfA(work, a.index), getEdge(work, CD_SIDE_B, b.index))) return;
    if (!(pair.upper - pair.lower > work->borderTolerance)) return;
    cdVec3 normal = cdCross(pair.alongA, pair.alongB);
    double sineSq = cdLengthSq(normal);
    if (!intersectAlong(work, a, b, &pair, sineSq)) intersectAcross(work, a, b, &pair, normal, sineSq);
}

// --- (3), (5)

static cdVec3 toFaceFrame(const cdRegionWork *work, cdWorkSide faceSide, cdVec3 point) {
    return faceSide == CD_SIDE_B ? point : cdInvTransformPoint(work->toWork, point);
}

static cdVec3 getFaceNormal(const cdRegionWork *work, cdWorkSide faceSide, const cdBrepFace *face) {
    return faceSide == CD_SIDE_B ? face->normal : cdRotate(work->toWork.q, face->normal);
}

// `made`: room for an outline where no faces are kept.
static const cdFaceOutline *getOutline(const cdRegionWork *work, cdWorkSide side, int32_t face,
                                       cdFaceOutline *made) {
    const cdFeatures *features = cdGetWorkFeatures(work, side);
    cdKeptFaces *kept = work->kept;
    cdFaceOutline *outline = kept == NULL        ? made
                             : side == CD_SIDE_A ? &kept->outlineA
                                                 : &kept->outlinesB[face % CD_KEPT_FACES];
    if (kept == NULL || outline->face != &features->brep.faces[face])
        *outline = cdMakeFaceOutline(features, face, work->borderTolerance);
    return outline;
}

static void intersectVertexFace(cdRegionWork *work, cdLocation a, cdLocation b) {
    cdWorkSide faceSide = a.kind == CD_ON_FACE ? CD_SIDE_A : CD_SIDE_B;
    cdWorkSide vertexSide = cdGetOtherSide(faceSide);
    cdLocation face = faceSide == CD_SIDE_A ? a : b, vertex = faceSide == CD_SIDE_A ? b : a;
    const cdFeatures *features = cdGetWorkFeatures(work, faceSide);
    const cdBrepFace *f = &features->brep.faces[face.index];
    cdVec3 p = cdGetWorkPoint(work, vertexSide, vertex.index), own = toFaceFrame(work, faceSide, p);
    double height = cdGetFaceHeight(f, own);
    if (!(fabs(height) <= work->tolerance)) return;
    cdFaceOutline made;
    if (!cdIsInsideOutline(getOutline(work, faceSide, face.index, &made), own)) return;
    cdVec3 middle = cdMulAdd(p, -0.5 * height, getFaceNormal(work, faceSide, f));
    cdAddContactRegion(work, a, b, &middle, 1, 0.0);
}

typedef struct EdgeOverFace {
    WorkEdge edge;
    cdVec3 normal; // the face's
    double heightFrom, heightTo;
} EdgeOverFace;

static double getHeightAt(const EdgeOverFace *over, double at) {
    return over->heightFrom + at * (over->heightTo - over->heightFrom);
}

static void addStretch(cdRegionWork *work, cdLocation a, cdLocation b, const EdgeOverFace *over,
                       cdStretch stretch) {
    const double at[2] = {stretch.from, stretch.to};
    cdVec3 ends[2];
    for (int i = 0; i < 2; i++) {
        double height = getHeightAt(over, at[i]);
        if (!(fabs(height) <= work->tolerance)) return;
        ends[i] = cdMulAdd(cdLerp(over->edge.from, over->edge.to, at[i]), -0.5 * height, over->normal);
    }
    double length = cdLength(cdSub(ends[1], ends[0]));
    if (length > work->borderTolerance) cdAddContactRegion(work, a, b, ends, 2, length);
}

// True if beyond the tolerance at both ends on one side, too steep, or beside the disc about the face.
static bool isFarFromFace(const cdBrepFace *face, cdVec3 from, cdVec3 to, const EdgeOverFace *over,
                          double tolerance) {
    double rise = over->heightTo - over->heightFrom;
    if (cdMin(over->heightFrom, over->heightTo) > tolerance) return true;
    if (cdMax(over->heightFrom, over->heightTo) < -tolerance) return true;
    if (fabs(rise) > CD_CROSSING_SINE * cdLength(cdSub(to, from))) return true;
    double reach = face->radius + tolerance;
    return cdGetSegmentDistanceSq(face->middle, from, to) > reach * reach;
}

enum { FIRST_STRETCHES = 64, STRETCHES_MAX = 1 << 24 };

// Heights are linear: a stretch within the tolerance at its ends is within it between them. The thousandth
// covers the rounding of heights.
static bool isBeyond(const EdgeOverFace *over, const cdStretch *part, double tolerance) {
    return fabs(getHeightAt(over, part->from)) > 1.001 * tolerance ||
           fabs(getHeightAt(over, part->to)) > 1.001 * tolerance;
}

// Fills stretches of the arena, which stay valid until more is taken from it. -1: no memory.
static int32_t findStretches(const cdRegionWork *work, const cdFaceOutline *outline, cdVec3 from, cdVec3 to,
                             const cdDeepStretch *deep, cdStretch **stretches) {
    int32_t count = -1;
    for (int32_t capacity = FIRST_STRETCHES; count < 0 && capacity <= STRETCHES_MAX; capacity *= 4) {
        cdMemory rest = work->memory;
        *stretches = cdTakeMemory(&rest, (size_t)capacity, sizeof **stretches);
        if (*stretches == NULL) return -1;
        count = cdFindInnerStretches(outline, from, to, deep, *stretches, capacity);
    }
    return count;
}

static void intersectEdgeFace(cdRegionWork *work, cdLocation a, cdLocation b) {
    cdWorkSide faceSide = a.kind == CD_ON_FACE ? CD_SIDE_A : CD_SIDE_B;
    cdWorkSide edgeSide = cdGetOtherSide(faceSide);
    cdLocation face = faceSide == CD_SIDE_A ? a : b, edge = faceSide == CD_SIDE_A ? b : a;
    const cdFeatures *features = cdGetWorkFeatures(work, faceSide);
    const cdBrepFace *f = &features->brep.faces[face.index];
    EdgeOverFace over;
    over.edge = edgeSide == CD_SIDE_A ? getEdgeOfA(work, edge.index) : getEdge(work, CD_SIDE_B, edge.index);
    cdVec3 from = toFaceFrame(work, faceSide, over.edge.from), to = toFaceFrame(work, faceSide, over.edge.to);
    over.heightFrom = cdGetFaceHeight(f, from);
    over.heightTo = cdGetFaceHeight(f, to);
    if (isFarFromFace(f, from, to, &over, work->tolerance)) return;
    over.normal = getFaceNormal(work, faceSide, f);
    cdFaceOutline own;
    const cdFaceOutline *outline = getOutline(work, faceSide, face.index, &own);
    cdStretch *stretches;
    cdDeepStretch deep;
    cdDeepState state = cdFindDeepStretch(outline, from, to, &deep);
    if (state == CD_DEEP_NONE || (state == CD_DEEP_FOUND && isBeyond(&over, &deep.part, work->tolerance)))
        return;
    int32_t count = findStretches(work, outline, from, to, state == CD_DEEP_FOUND ? &deep : NULL, &stretches);
    if (count < 0) cdStopMeter(work->meter, CD_REASON_WORKSPACE);
    for (int32_t i = 0; i < count; i++)
        addStretch(work, a, b, &over, stretches[i]);
}

void cdIntersectLocations(cdRegionWork *work, cdLocation a, cdLocation b) {
    bool vertexA = a.kind == CD_ON_VERTEX, vertexB = b.kind == CD_ON_VERTEX;
    bool faceA = a.kind == CD_ON_FACE, faceB = b.kind == CD_ON_FACE;
    if (vertexA && vertexB)
        intersectVertices(work, a, b);
    else if (faceA && faceB)
        cdIntersectFaces(work, a.index, b.index);
    else if (faceA || faceB) {
        if (vertexA || vertexB)
            intersectVertexFace(work, a, b);
        else
            intersectEdgeFace(work, a, b);
    } else if (vertexA || vertexB)
        intersectVertexEdge(work, a, b);
    else
        intersectEdges(work, a, b);
}
