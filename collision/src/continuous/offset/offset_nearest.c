// Nearest points of two triangles, segments or points, and the features that hold them; see
// offset_pair.h.
//
// Pairs of edges (the single corner of a point counts as one) hold every pair of nearest points except a
// vertex above the inside of a face. (1) Test pairs of edges, the last nearest one first; skip a pair whose
// speed keeps it farther than the best so far. (2) Test each vertex against the inside of the other face. The
// foot in the face's own coordinates, which slivers do not spoil, gives a point of the face, so the distance
// is never too small. A's face is tested in A's frame.
#include "continuous/offset/offset_pair.h"

// --- (1)

// Returns the end of an edge that holds the nearest point; -1: it lies between them. Rounding may put the
// point beside an end that the direction to the other shape leaves behind; it then counts as the end.
static int findEnd(cdVec3 point, cdVec3 toward, cdVec3 start, cdVec3 end) {
    static const double beside = 0x1p-30, slant = 0x1p-24;
    double fromStart = cdLengthSq(cdSub(point, start)), fromEnd = cdLengthSq(cdSub(point, end));
    if (fromStart == 0.0) return 0; // ends are returned as they were given
    if (fromEnd == 0.0) return 1;
    cdVec3 edge = cdSub(end, start);
    double lengthSq = cdLengthSq(edge), along = cdDot(edge, toward);
    if (cdMin(fromStart, fromEnd) > beside * beside * lengthSq) return -1;
    if (along * along <= slant * slant * lengthSq * cdLengthSq(toward)) return -1;
    return fromStart < fromEnd ? 0 : 1;
}

static void keepEdgePair(const cdOffsetWork *work, int edgeA, int edgeB, const cdClosest *closest,
                         cdOffsetNearest *best) {
    const cdVec3 *a = work->placed, *b = work->b.v;
    int endA = cdGetOffsetEdgeEnd(&work->a, edgeA), endB = cdGetOffsetEdgeEnd(&work->b, edgeB);
    cdVec3 toward = cdSub(closest->onFirst, closest->onSecond);
    int atA = findEnd(closest->onFirst, toward, a[edgeA], a[endA]);
    int atB = findEnd(closest->onSecond, toward, b[edgeB], b[endB]);
    best->onA = closest->onFirst;
    best->onB = closest->onSecond;
    best->kindA = atA < 0 ? CD_FEATURE_EDGE : CD_FEATURE_VERTEX;
    best->kindB = atB < 0 ? CD_FEATURE_EDGE : CD_FEATURE_VERTEX;
    best->a = atA == 1 ? endA : edgeA;
    best->b = atB == 1 ? endB : edgeB;
}

static void tryEdgePair(cdOffsetWork *work, int edgeA, int edgeB, double tau, cdOffsetNearest *best) {
    cdOffsetBounds *bounds = &work->bounds;
    double known = bounds->distance[edgeA][edgeB] - work->speed * (tau - bounds->tau[edgeA][edgeB]);
    if (known - work->tolerance > best->distance) return;
    int endA = cdGetOffsetEdgeEnd(&work->a, edgeA), endB = cdGetOffsetEdgeEnd(&work->b, edgeB);
    cdClosest closest =
        cdFindClosestSegments(work->placed[edgeA], work->placed[endA], work->b.v[edgeB], work->b.v[endB]);
    double distance = sqrt(closest.distanceSq);
    bounds->distance[edgeA][edgeB] = distance;
    bounds->tau[edgeA][edgeB] = tau;
    if (!(distance < best->distance)) return;
    best->distance = distance;
    bounds->lastA = edgeA;
    bounds->lastB = edgeB;
    keepEdgePair(work, edgeA, edgeB, &closest, best);
}

static void tryEdgePairs(cdOffsetWork *work, double tau, cdOffsetNearest *best) {
    int countA = work->a.edgeCount > 0 ? work->a.edgeCount : 1;
    int countB = work->b.edgeCount > 0 ? work->b.edgeCount : 1;
    int firstA = work->bounds.lastA, firstB = work->bounds.lastB;
    tryEdgePair(work, firstA, firstB, tau, best);
    for (int i = 0; i < countA; i++)
        for (int k = 0; k < countB; k++)
            if (i != firstA || k != firstB) tryEdgePair(work, i, k, tau, best);
}

// --- (2)

// Computes the foot of a point on the inside of a face, in shares of its two edges from the first corner.
// False: it is outside, or the point is farther from the plane than `reach`.
static bool findFoot(const cdOffsetShape *face, cdVec3 p, double reach, double *v, double *w) {
    cdVec3 delta = cdSub(p, face->v[0]);
    if (fabs(cdDot(delta, face->normal)) > reach + face->tilt * cdSumAbs(delta)) return false;
    *w = cdDot(delta, face->across) / face->height;
    if (!(*w > 0.0 && *w < 1.0)) return false;
    *v = (cdDot(delta, face->along) - *w * face->side) / face->length;
    return *v > 0.0 && *v + *w < 1.0;
}

static cdVec3 pointInFace(const cdVec3 corners[3], double v, double w) {
    cdVec3 first = cdMulAdd(corners[0], v, cdSub(corners[1], corners[0]));
    return cdMulAdd(first, w, cdSub(corners[2], corners[0]));
}

// A face is preferred where it is as near as an edge.
static bool isNearer(cdVec3 p, cdVec3 foot, double least, double *distance) {
    *distance = cdLength(cdSub(p, foot));
    return *distance <= least * (1.0 + 8.0 * CD_EPSILON);
}

static void tryFaceOfB(const cdOffsetWork *work, cdOffsetNearest *best) {
    double v, w, distance;
    for (int i = 0; i < work->a.count; i++) {
        cdVec3 p = work->placed[i];
        if (!findFoot(&work->b, p, best->distance, &v, &w)) continue;
        cdVec3 foot = pointInFace(work->b.v, v, w);
        if (!isNearer(p, foot, best->distance, &distance)) continue;
        *best = (cdOffsetNearest){distance, p, foot, CD_FEATURE_VERTEX, CD_FEATURE_FACE, i, 0};
    }
}

static void tryFaceOfA(const cdOffsetWork *work, double tau, cdOffsetNearest *best) {
    double v, w, distance;
    for (int k = 0; k < work->b.count; k++) {
        cdVec3 seen = cdPlaceMovingPoint(&work->views[1].screw, &work->views[1].moving[k], tau);
        if (!findFoot(&work->a, seen, best->distance, &v, &w)) continue;
        cdVec3 foot = pointInFace(work->placed, v, w);
        if (!isNearer(work->b.v[k], foot, best->distance, &distance)) continue;
        *best = (cdOffsetNearest){distance, foot, work->b.v[k], CD_FEATURE_FACE, CD_FEATURE_VERTEX, 0, k};
    }
}

cdOffsetNearest cdFindOffsetNearest(cdOffsetWork *work, double tau) {
    const cdOffsetView *view = &work->views[0];
    for (int i = 0; i < work->a.count; i++)
        work->placed[i] = cdPlaceMovingPoint(&view->screw, &view->moving[i], tau);
    cdOffsetNearest best = {.distance = INFINITY};
    tryEdgePairs(work, tau, &best);
    if (work->b.hasFace) tryFaceOfB(work, &best);
    if (work->a.hasFace) tryFaceOfA(work, tau, &best);
    return best;
}
