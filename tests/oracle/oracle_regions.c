// Common regions of two features in long double; see oracle_regions.h.
#include "oracle/oracle_regions.h"
#include "oracle/oracle_motion.h"

#include <stdlib.h>

static const Real TILT_MAX = 0.1L; // sine; features at more cross each other
enum { STRETCH_SAMPLES = 200, OUTLINE_MAX = 2048, PIECE_MAX = 4096, CORNER_MAX = 12 };

typedef struct Outline {
    int32_t count; // side i runs from points[i] to points[ends[i]]
    RealVec3 points[OUTLINE_MAX];
    int32_t ends[OUTLINE_MAX];
    RealVec3 normal; // unit, computed from the sides
    Real offset;
} Outline;

static RealVec3 getPoint(const OracleTouch *touch, bool ofA, cdVec3 stored) {
    const cdMesh *mesh = ofA ? touch->meshA : touch->meshB;
    // Both meshes near the origin, wherever the scene is.
    RealPose pose = MakeRealPose(ofA ? touch->poseA : touch->poseB, touch->poseB.p);
    return TransformReal(&pose, addReal(toReal(stored), toReal(mesh->center)));
}

static const cdBrep *getBrep(const OracleTouch *touch, bool ofA) {
    const cdFeatures *surface = ofA ? touch->meshA->features : touch->meshB->features;
    return &surface->brep;
}

static RealVec3 getVertex(const OracleTouch *touch, bool ofA, int32_t vertex) {
    return getPoint(touch, ofA, getBrep(touch, ofA)->points[vertex]);
}

static void getEnds(const OracleTouch *touch, bool ofA, int32_t edge, RealVec3 ends[2]) {
    for (int32_t i = 0; i < 2; i++)
        ends[i] = getVertex(touch, ofA, getBrep(touch, ofA)->halfEdges[2 * edge + i].start);
}

static RealVec3 unitReal(RealVec3 a) {
    Real length = lengthReal(a);
    return length > 0.0L ? scaleReal(1.0L / length, a) : a;
}

static RealVec3 lerpReal(RealVec3 a, RealVec3 b, Real t) {
    return addReal(scaleReal(1.0L - t, a), scaleReal(t, b));
}

static Real distanceToSegment(RealVec3 p, RealVec3 a, RealVec3 b) {
    RealVec3 along = subReal(b, a);
    Real lengthSq = dotReal(along, along);
    Real t = lengthSq > 0.0L ? dotReal(subReal(p, a), along) / lengthSq : 0.0L;
    t = t < 0.0L ? 0.0L : t > 1.0L ? 1.0L : t;
    return lengthReal(subReal(p, lerpReal(a, b, t)));
}

// Compares with E: 1 within, 0 beyond; unsure when rounding decides.
static int isWithin(const OracleTouch *touch, Real distance, OracleShare *share) {
    if (fabsl(distance - touch->tolerance) < 1e-3L * touch->tolerance) share->unsure = true;
    return distance <= touch->tolerance;
}

// Compares with d. From half of it up to ten times it is unsure: the border is rounded too, and where sides
// meet at a point the two measurements differ.
static int isBeyondBorder(const OracleTouch *touch, Real distance, OracleShare *share) {
    if (distance > 0.3L * touch->borderTolerance && distance < 10.0L * touch->borderTolerance)
        share->unsure = true;
    return distance > touch->borderTolerance;
}

static void addShare(OracleShare *share, int dimension, Real measure, Real slack) {
    share->counts[dimension]++;
    share->measure[dimension] += measure;
    share->slack[dimension] += slack;
}

// --- points

static void sharePoints(const OracleTouch *touch, cdLocation a, cdLocation b, OracleShare *share) {
    RealVec3 gap = subReal(getVertex(touch, true, a.index), getVertex(touch, false, b.index));
    if (isWithin(touch, lengthReal(gap), share)) addShare(share, 0, 0.0L, 0.0L);
}

// True if the foot of p lies between the ends of a segment, by more than d.
static bool isAlong(const OracleTouch *touch, RealVec3 p, const RealVec3 ends[2], OracleShare *share) {
    RealVec3 along = unitReal(subReal(ends[1], ends[0]));
    Real fromStart = dotReal(subReal(p, ends[0]), along), fromEnd = dotReal(subReal(ends[1], p), along);
    return isBeyondBorder(touch, fromStart, share) && isBeyondBorder(touch, fromEnd, share);
}

static void sharePointEdge(const OracleTouch *touch, bool pointOfA, int32_t vertex, int32_t edge,
                           OracleShare *share) {
    RealVec3 ends[2], p = getVertex(touch, pointOfA, vertex);
    getEnds(touch, !pointOfA, edge, ends);
    RealVec3 across = crossReal(subReal(p, ends[0]), unitReal(subReal(ends[1], ends[0])));
    if (!isWithin(touch, lengthReal(across), share)) return;
    if (isAlong(touch, p, ends, share)) addShare(share, 0, 0.0L, 0.0L);
}

// --- edges

static void shareEdges(const OracleTouch *touch, cdLocation a, cdLocation b, OracleShare *share) {
    RealVec3 p[2], q[2];
    getEnds(touch, true, a.index, p);
    getEnds(touch, false, b.index, q);
    RealVec3 u = unitReal(subReal(p[1], p[0])), v = unitReal(subReal(q[1], q[0]));
    if (dotReal(u, v) < 0.0L) {
        RealVec3 kept = q[0];
        q[0] = q[1], q[1] = kept, v = scaleReal(-1.0L, v);
    }
    Real sine = lengthReal(crossReal(u, v));
    RealVec3 line = unitReal(addReal(u, v));
    Real p0 = dotReal(p[0], line), p1 = dotReal(p[1], line), q0 = dotReal(q[0], line),
         q1 = dotReal(q[1], line);
    Real lower = p0 > q0 ? p0 : q0, upper = p1 < q1 ? p1 : q1;
    if (!isBeyondBorder(touch, upper - lower, share)) return;
    if (fabsl(sine - TILT_MAX) < 1e-6L) share->unsure = true;
    Real farthest = 0.0L;
    for (int i = 0; i <= STRETCH_SAMPLES; i++) {
        Real at = lower + (upper - lower) * (Real)i / (Real)STRETCH_SAMPLES;
        RealVec3 x = lerpReal(p[0], p[1], (at - p0) / (p1 - p0));
        RealVec3 y = lerpReal(q[0], q[1], (at - q0) / (q1 - q0));
        Real distance = lengthReal(subReal(x, y));
        farthest = distance > farthest ? distance : farthest;
    }
    if (sine <= TILT_MAX && isWithin(touch, farthest, share)) {
        // Seen along a line at half their angle; the middle of both is no longer than the overlap.
        addShare(share, 1, upper - lower, 1e-9L * (upper - lower) + 4.0L * (Real)touch->borderTolerance);
        return;
    }
    // The nearest points of two lines by the normal equations.
    RealVec3 r = subReal(p[0], q[0]);
    Real c = dotReal(u, v), rest = 1.0L - c * c;
    if (!(rest > 1e-24L)) return;
    Real s = (c * dotReal(v, r) - dotReal(u, r)) / rest, t = (dotReal(v, r) - c * dotReal(u, r)) / rest;
    RealVec3 x = addReal(p[0], scaleReal(s, u)), y = addReal(q[0], scaleReal(t, v));
    if (isWithin(touch, lengthReal(subReal(x, y)), share) && isAlong(touch, x, p, share) &&
        isAlong(touch, y, q, share))
        addShare(share, 0, 0.0L, 0.0L);
}

// --- outlines

static RealVec3 findAreaVector(const Outline *outline) {
    RealVec3 sum = {0.0L, 0.0L, 0.0L};
    for (int32_t i = 0; i < outline->count; i++)
        sum = addReal(sum, crossReal(subReal(outline->points[i], outline->points[0]),
                                     subReal(outline->points[outline->ends[i]], outline->points[0])));
    return sum;
}

static void getOutline(const OracleTouch *touch, bool ofA, int32_t face, Outline *outline) {
    const cdBrep *brep = getBrep(touch, ofA);
    const cdBrepFace *f = &brep->faces[face];
    outline->count = 0;
    for (int32_t l = f->firstLoop; l < f->firstLoop + f->loopCount; l++) {
        int32_t h = brep->loops[l], first = outline->count;
        do {
            if (outline->count == OUTLINE_MAX) abort();
            outline->points[outline->count] = getVertex(touch, ofA, brep->halfEdges[h].start);
            outline->ends[outline->count] = outline->count + 1;
            outline->count++;
            h = brep->halfEdges[h].next;
        } while (h != brep->loops[l]);
        outline->ends[outline->count - 1] = first;
    }
    outline->normal = unitReal(findAreaVector(outline));
    Real sum = 0.0L;
    for (int32_t i = 0; i < outline->count; i++)
        sum += dotReal(outline->normal, outline->points[i]);
    outline->offset = sum / (Real)outline->count;
}

static RealVec3 dropTo(const Outline *outline, RealVec3 p) {
    return addReal(p, scaleReal(outline->offset - dotReal(outline->normal, p), outline->normal));
}

// True if p is inside by more than d: the angles of the sides, seen from a point of the plane inside, add up
// to a turn.
static bool isInOutline(const OracleTouch *touch, const Outline *outline, RealVec3 p, OracleShare *share) {
    RealVec3 foot = dropTo(outline, p);
    Real angle = 0.0L, nearest = INFINITY;
    for (int32_t i = 0; i < outline->count; i++) {
        RealVec3 a = outline->points[i], b = outline->points[outline->ends[i]];
        Real distance = distanceToSegment(foot, a, b);
        nearest = distance < nearest ? distance : nearest;
        RealVec3 ra = subReal(a, foot), rb = subReal(b, foot);
        angle += atan2l(dotReal(outline->normal, crossReal(ra, rb)), dotReal(ra, rb));
    }
    if (!isBeyondBorder(touch, nearest, share)) return false;
    return fabsl(angle) > 3.0L;
}

static void sharePointFace(const OracleTouch *touch, bool pointOfA, int32_t vertex, int32_t face,
                           OracleShare *share) {
    static Outline outline;
    RealVec3 p = getVertex(touch, pointOfA, vertex);
    getOutline(touch, !pointOfA, face, &outline);
    Real height = fabsl(dotReal(outline.normal, p) - outline.offset);
    if (!isWithin(touch, height, share)) return;
    if (isInOutline(touch, &outline, p, share)) addShare(share, 0, 0.0L, 0.0L);
}

// --- an edge over a face

static int compareReals(const void *left, const void *right) {
    Real x = *(const Real *)left, y = *(const Real *)right;
    return (x > y) - (x < y);
}

// Computes fractions at which the edge, projected to the plane, passes the line of a side, or the foot of one
// of its ends.
static int32_t cutEdge(const Outline *outline, const RealVec3 ends[2], Real *cuts) {
    RealVec3 from = dropTo(outline, ends[0]), along = subReal(dropTo(outline, ends[1]), from);
    Real lengthSq = dotReal(along, along);
    int32_t count = 0;
    cuts[count++] = 0.0L, cuts[count++] = 1.0L;
    for (int32_t i = 0; i < outline->count && lengthSq > 0.0L; i++) {
        RealVec3 a = outline->points[i], side = subReal(outline->points[outline->ends[i]], a);
        RealVec3 across = crossReal(outline->normal, side);
        Real slope = dotReal(along, across);
        Real at = slope != 0.0L ? dotReal(subReal(a, from), across) / slope : -1.0L;
        if (at > 0.0L && at < 1.0L) cuts[count++] = at;
        at = dotReal(subReal(a, from), along) / lengthSq;
        if (at > 0.0L && at < 1.0L) cuts[count++] = at;
    }
    qsort(cuts, (size_t)count, sizeof *cuts, compareReals);
    return count;
}

static void endStretch(const OracleTouch *touch, const Outline *outline, const RealVec3 ends[2], Real from,
                       Real to, OracleShare *share) {
    if (!(to > from)) return;
    Real h0 = dotReal(outline->normal, ends[0]) - outline->offset;
    Real h1 = dotReal(outline->normal, ends[1]) - outline->offset;
    Real length = lengthReal(subReal(ends[1], ends[0]));
    if (fabsl(fabsl(h1 - h0) - TILT_MAX * length) < 1e-6L * length) share->unsure = true;
    if (fabsl(h1 - h0) > TILT_MAX * length) return;
    Real atFrom = fabsl(h0 + from * (h1 - h0)), atTo = fabsl(h0 + to * (h1 - h0));
    if (!isWithin(touch, atFrom > atTo ? atFrom : atTo, share)) return;
    if (!isBeyondBorder(touch, (to - from) * length, share)) return;
    // A region lies halfway between: half of the rise h remains. An edge along a side just beyond d overlaps
    // it beyond the crossing.
    Real rise = (to - from) * (h1 - h0), own = (to - from) * length;
    addShare(share, 1, sqrtl(own * own - 0.75L * rise * rise),
             1e-6L * length + 20.0L * (Real)touch->borderTolerance);
}

static void shareEdgeFace(const OracleTouch *touch, bool edgeOfA, int32_t edge, int32_t face,
                          OracleShare *share) {
    static Outline outline;
    static Real cuts[2 * OUTLINE_MAX + 2];
    RealVec3 ends[2];
    getEnds(touch, edgeOfA, edge, ends);
    getOutline(touch, !edgeOfA, face, &outline);
    Real length = lengthReal(subReal(ends[1], ends[0])), d = (Real)touch->borderTolerance;
    Real h0 = dotReal(outline.normal, ends[0]) - outline.offset,
         h1 = dotReal(outline.normal, ends[1]) - outline.offset;
    Real far = 2.0L * (Real)touch->tolerance;
    if ((h0 > far && h1 > far) || (h0 < -far && h1 < -far) || fabsl(h1 - h0) > 2.0L * TILT_MAX * length)
        return;
    int32_t count = cutEdge(&outline, ends, cuts);
    Real from = 0.0L, to = -1.0L;
    for (int32_t i = 0; i + 1 < count; i++) {
        // Parts no longer than d are within it of the outline; they end an overlap only if the next does.
        if ((cuts[i + 1] - cuts[i]) * length < 3.0L * d) {
            RealVec3 at = lerpReal(ends[0], ends[1], cuts[i]);
            OracleShare ignored = {0};
            if (to >= from && isInOutline(touch, &outline, at, &ignored)) to = cuts[i + 1];
            continue;
        }
        RealVec3 middle = lerpReal(ends[0], ends[1], 0.5L * (cuts[i] + cuts[i + 1]));
        RealVec3 start = lerpReal(ends[0], ends[1], cuts[i]);
        bool inside = isInOutline(touch, &outline, middle, share);
        OracleShare ignored = {0};
        // At a cut the edge may pass the outline, or only a line that extends beyond it.
        bool goesOn = to >= from && isInOutline(touch, &outline, start, &ignored);
        if (to >= from && !(inside && goesOn)) {
            endStretch(touch, &outline, ends, from, to, share);
            to = -1.0L, from = 0.0L;
        }
        if (!inside) continue;
        if (!(to >= from)) from = cuts[i];
        to = cuts[i + 1];
    }
    if (to >= from) endStretch(touch, &outline, ends, from, to, share);
}

// --- faces

typedef struct Piece {
    RealVec3 corners[CORNER_MAX];
    int32_t count, part;
    Real area, height; // maximum height over the other plane
} Piece;

static void getCorners(const OracleTouch *touch, bool ofA, int32_t triangle, const Outline *onto,
                       RealVec3 corners[3]) {
    const cdBrep *brep = getBrep(touch, ofA);
    for (int k = 0; k < 3; k++)
        corners[k] = dropTo(onto, getPoint(touch, ofA, brep->meshPoints[brep->triangles[3 * triangle + k]]));
    RealVec3 across = crossReal(subReal(corners[1], corners[0]), subReal(corners[2], corners[0]));
    if (dotReal(across, onto->normal) >= 0.0L) return;
    RealVec3 kept = corners[1];
    corners[1] = corners[2], corners[2] = kept;
}

static void cutPiece(Piece *piece, RealVec3 a, RealVec3 b, RealVec3 normal) {
    RealVec3 kept[CORNER_MAX], inwards = crossReal(normal, subReal(b, a));
    int32_t count = 0;
    for (int32_t i = 0; i < piece->count; i++) {
        RealVec3 p = piece->corners[i], q = piece->corners[(i + 1) % piece->count];
        Real hp = dotReal(inwards, subReal(p, a)), hq = dotReal(inwards, subReal(q, a));
        if (hp >= 0.0L) kept[count++] = p;
        if ((hp >= 0.0L) != (hq >= 0.0L)) kept[count++] = lerpReal(p, q, hp / (hp - hq));
    }
    piece->count = count;
    for (int32_t i = 0; i < count; i++)
        piece->corners[i] = kept[i];
}

static Real findArea(const Piece *piece, RealVec3 normal, Real *perimeter) {
    Real area = 0.0L;
    *perimeter = 0.0L;
    for (int32_t i = 0; i < piece->count; i++) {
        RealVec3 p = subReal(piece->corners[i], piece->corners[0]);
        RealVec3 q = subReal(piece->corners[(i + 1) % piece->count], piece->corners[0]);
        area += 0.5L * dotReal(normal, crossReal(p, q));
        *perimeter += lengthReal(subReal(q, p));
    }
    return area;
}

// Returns the length of the common border of two pieces.
static Real findSharedBorder(const Piece *x, const Piece *y, Real near) {
    Real longest = 0.0L;
    for (int32_t i = 0; i < x->count; i++)
        for (int32_t k = 0; k < y->count; k++) {
            RealVec3 a = x->corners[i], along = subReal(x->corners[(i + 1) % x->count], a);
            Real length = lengthReal(along);
            if (!(length > near)) continue;
            RealVec3 u = scaleReal(1.0L / length, along);
            RealVec3 r0 = subReal(y->corners[k], a), r1 = subReal(y->corners[(k + 1) % y->count], a);
            if (lengthReal(crossReal(r0, u)) > near || lengthReal(crossReal(r1, u)) > near) continue;
            Real t0 = dotReal(r0, u), t1 = dotReal(r1, u);
            Real lower = t0 < t1 ? t0 : t1, upper = t0 < t1 ? t1 : t0;
            Real shared = (upper < length ? upper : length) - (lower > 0.0L ? lower : 0.0L);
            longest = shared > longest ? shared : longest;
        }
    return longest;
}

static int32_t findPart(Piece *pieces, int32_t piece) {
    while (pieces[piece].part != piece)
        piece = pieces[piece].part;
    return piece;
}

static int32_t listPieces(const OracleTouch *touch, cdLocation a, cdLocation b, const Outline *planeA,
                          const Outline *planeB, Piece *pieces, OracleShare *share) {
    const cdBrep *brepA = getBrep(touch, true), *brepB = getBrep(touch, false);
    const cdBrepFace *faceA = &brepA->faces[a.index], *faceB = &brepB->faces[b.index];
    int32_t count = 0;
    for (int32_t i = 0; i < faceA->triangleCount; i++)
        for (int32_t k = 0; k < faceB->triangleCount; k++) {
            RealVec3 t[3];
            if (count == PIECE_MAX) abort();
            Piece *piece = &pieces[count];
            getCorners(touch, true, brepA->faceTriangles[faceA->firstTriangle + i], planeB, piece->corners);
            getCorners(touch, false, brepB->faceTriangles[faceB->firstTriangle + k], planeB, t);
            piece->count = 3;
            for (int c = 0; c < 3 && piece->count > 0; c++)
                cutPiece(piece, t[c], t[(c + 1) % 3], planeB->normal);
            Real perimeter;
            piece->area = findArea(piece, planeB->normal, &perimeter);
            if (!(piece->area > 0.5L * (Real)touch->borderTolerance * perimeter)) continue;
            if (piece->area < 40.0L * (Real)touch->borderTolerance * perimeter) share->unsure = true;
            piece->height = 0.0L;
            for (int32_t c = 0; c < piece->count; c++) {
                Real height = (planeA->offset - dotReal(planeA->normal, piece->corners[c])) /
                              dotReal(planeA->normal, planeB->normal);
                piece->height = fabsl(height) > piece->height ? fabsl(height) : piece->height;
            }
            piece->part = count++;
        }
    return count;
}

static void joinPieces(const OracleTouch *touch, Piece *pieces, int32_t count, OracleShare *share) {
    Real d = (Real)touch->borderTolerance;
    for (int32_t i = 0; i < count; i++)
        for (int32_t k = 0; k < i; k++) {
            Real shared = findSharedBorder(&pieces[i], &pieces[k], 0.3L * d);
            if (shared > 0.5L * d && shared < 20.0L * d) share->unsure = true;
            int32_t x = findPart(pieces, i), y = findPart(pieces, k);
            if (shared > d && x != y) pieces[x].part = y;
        }
}

// True if a part is no wider than E, since its area is at most that times its length. From one corner, its
// length appears at least half as long.
static bool isNarrow(const OracleTouch *touch, Piece *pieces, int32_t count, int32_t part, Real area,
                     OracleShare *share) {
    Real longest = 0.0L;
    RealVec3 first = pieces[part].corners[0];
    for (int32_t i = 0; i < count; i++)
        for (int32_t c = 0; findPart(pieces, i) == part && c < pieces[i].count; c++) {
            Real length = lengthReal(subReal(pieces[i].corners[c], first));
            longest = length > longest ? length : longest;
        }
    Real width = area / longest;
    if (width > 0.45L * (Real)touch->tolerance && width < 2.2L * (Real)touch->tolerance) share->unsure = true;
    return width <= (Real)touch->tolerance;
}

static void shareFaces(const OracleTouch *touch, cdLocation a, cdLocation b, OracleShare *share) {
    static Outline planeA, planeB;
    static Piece pieces[PIECE_MAX];
    getOutline(touch, true, a.index, &planeA);
    getOutline(touch, false, b.index, &planeB);
    Real tilt = lengthReal(crossReal(planeA.normal, planeB.normal));
    if (fabsl(tilt - TILT_MAX) < 1e-6L) share->unsure = true;
    if (tilt > TILT_MAX) return;
    bool closed = cdGetFeaturesInfo(touch->meshA).closed && cdGetFeaturesInfo(touch->meshB).closed;
    if (closed && dotReal(planeA.normal, planeB.normal) > 0.0L) return;
    int32_t count = listPieces(touch, a, b, &planeA, &planeB, pieces, share);
    joinPieces(touch, pieces, count, share);
    for (int32_t part = 0; part < count; part++) {
        Real area = 0.0L, height = 0.0L;
        for (int32_t i = 0; i < count; i++) {
            if (findPart(pieces, i) != part) continue;
            area += pieces[i].area;
            height = pieces[i].height > height ? pieces[i].height : height;
        }
        if (!(area > 0.0L) || isNarrow(touch, pieces, count, part, area, share)) continue;
        if (!isWithin(touch, height, share)) continue;
        addShare(share, 2, area, 1e-9L * area + 100.0L * (Real)touch->borderTolerance * sqrtl(area));
    }
}

OracleShare FindOracleShare(const OracleTouch *touch, cdLocation a, cdLocation b) {
    OracleShare share = {0};
    bool vertexA = a.kind == CD_ON_VERTEX, vertexB = b.kind == CD_ON_VERTEX;
    bool edgeA = a.kind == CD_ON_EDGE, edgeB = b.kind == CD_ON_EDGE;
    if (vertexA && vertexB) sharePoints(touch, a, b, &share);
    if (vertexA && edgeB) sharePointEdge(touch, true, a.index, b.index, &share);
    if (edgeA && vertexB) sharePointEdge(touch, false, b.index, a.index, &share);
    if (edgeA && edgeB) shareEdges(touch, a, b, &share);
    if (!edgeA && !vertexA && vertexB) sharePointFace(touch, false, b.index, a.index, &share);
    if (!edgeB && !vertexB && vertexA) sharePointFace(touch, true, a.index, b.index, &share);
    if (edgeA && !edgeB && !vertexB) shareEdgeFace(touch, true, a.index, b.index, &share);
    if (edgeB && !edgeA && !vertexA) shareEdgeFace(touch, false, b.index, a.index, &share);
    if (!vertexA && !edgeA && !vertexB && !edgeB) shareFaces(touch, a, b, &share);
    return share;
}
