// Triangles at the very start of a step: disjoint, touching or overlapping; see start_test.h.
#include "continuous/elements/start_test.h"
#include "continuous/elements/clear_elements.h"
#include "continuous/search/search_trace.h"
#include "mesh/shapes/triangle_overlap.h"

bool cdTouchesAtStart(const cdSearch *search, const cdElementPair *pair) {
    // Triangles that share a point and only touch may overlap by that much.
    double reach = search->touching ? search->inflation : 2.0 * search->tolerance.distance;
    return cdFindClosestElements(search->screw, pair, 0.0).distanceSq <= reach * reach;
}

// Records that two triangles share a point at the start of the step.
static void noteOverlap(cdSearch *search, int32_t triangleA, int32_t triangleB) {
    if (!search->overlaps) {
        search->overlaps = true;
        search->overlapA = triangleA;
        search->overlapB = triangleB;
    }
    if (search->trianglePairs) cdListTrianglePair(search, triangleA, triangleB);
}

double cdGetExtentOverlap(const cdVec3 a[3], const cdVec3 b[3], cdVec3 direction) {
    cdVec3 n = cdNormalize(direction);
    if (cdLengthSq(n) == 0.0) return INFINITY;
    double a0 = cdDot(n, a[0]), a1 = cdDot(n, a[1]), a2 = cdDot(n, a[2]);
    double b0 = cdDot(n, b[0]), b1 = cdDot(n, b[1]), b2 = cdDot(n, b[2]);
    double up = cdMax(a0, cdMax(a1, a2)) - cdMin(b0, cdMin(b1, b2));
    double down = cdMax(b0, cdMax(b1, b2)) - cdMin(a0, cdMin(a1, a2));
    return cdMin(up, down);
}

// True if two triangles that share a point only touch: some direction separates them up to the tolerance.
// Such a start is a contact, not an overlap.
static bool onlyTouch(const cdVec3 a[3], const cdVec3 b[3], double tolerance) {
    cdVec3 edgesA[4], edgesB[4];
    for (int k = 0; k < 3; k++) {
        edgesA[k] = cdSub(a[(k + 1) % 3], a[k]);
        edgesB[k] = cdSub(b[(k + 1) % 3], b[k]);
    }
    // The normals take part as edges too: crossed with the edges they give the directions within each plane.
    edgesA[3] = cdCross(edgesA[0], edgesA[1]);
    edgesB[3] = cdCross(edgesB[0], edgesB[1]);
    if (cdGetExtentOverlap(a, b, edgesA[3]) <= tolerance || cdGetExtentOverlap(a, b, edgesB[3]) <= tolerance)
        return true;
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 4; k++) {
            if (cdGetExtentOverlap(a, b, cdCross(edgesA[i], edgesB[k])) <= tolerance) return true;
            if (cdGetExtentOverlap(a, b, cdCross(edgesA[i], edgesA[k])) <= tolerance) return true;
            if (cdGetExtentOverlap(a, b, cdCross(edgesB[i], edgesB[k])) <= tolerance) return true;
        }
    return false;
}

// True if a solid is no thicker than an overlap that counts as a touch, on average.
static bool isThin(const cdMeshInfo *info, double tolerance) {
    return 2.0 * fabs(info->volume) <= tolerance * info->area;
}

// True if two triangles, coplanar up to the tolerance, share some area while their solids lie on the same
// side. Closed meshes that touch so overlap behind it, as two identical boxes at one pose do; not if one is
// so thin that the other may lie behind it.
static bool coverSameSide(const cdSearch *search, const cdMovingTriangle *a, const cdFixedTriangle *b,
                          const cdVec3 corners[3]) {
    const cdMeshInfo *infoA = &search->a->info, *infoB = &search->b->info;
    if (!infoA->closed || !infoA->oriented || !infoB->closed || !infoB->oriented) return false;
    double touch = search->tolerance.distance, tolerance = search->inflation;
    if (isThin(infoA, tolerance) || isThin(infoB, tolerance)) return false;
    if (!(cdDot(a->normal, b->normal) > 0.0) || b->upper - b->lower > touch) return false;
    for (int k = 0; k < 3; k++) {
        double height = cdDot(b->normal, corners[k]);
        if (height > b->upper + touch || height < b->lower - touch) return false;
    }
    for (int k = 0; k < 3; k++) {
        cdVec3 sideA = cdCross(cdSub(corners[(k + 1) % 3], corners[k]), b->normal);
        cdVec3 sideB = cdCross(cdSub(b->v[(k + 1) % 3], b->v[k]), b->normal);
        if (cdGetExtentOverlap(corners, b->v, sideA) <= tolerance ||
            cdGetExtentOverlap(corners, b->v, sideB) <= tolerance)
            return false;
    }
    return true;
}

cdElements cdGetTriangleElements(const cdSearch *search, int32_t triangleA, int32_t triangleB, int i) {
    const cdMesh *meshA = search->a, *meshB = search->b;
    int32_t sideA = 3 * triangleA + (i < 6 ? i % 3 : (i - 6) / 3), sideB = 3 * triangleB + i % 3;
    if (i < 3) return (cdElements){CD_VERTEX_FACE, meshA->triangles[sideA], triangleB};
    if (i < 6) return (cdElements){CD_FACE_VERTEX, triangleA, meshB->triangles[sideB]};
    return (cdElements){CD_EDGE_EDGE, meshA->triangleEdges[sideA], meshB->triangleEdges[sideB]};
}

// Elements that overlap by more than rounding and move inwards have no zero in their equations. So triangles
// that touch at the start are a contact at once: that of their closest elements, faces before edges.
static void offerTouch(cdSearch *search, int32_t triangleA, int32_t triangleB) {
    cdElements best = cdGetTriangleElements(search, triangleA, triangleB, 0);
    double least = INFINITY;
    for (int i = 0; i < CD_ELEMENT_PAIRS; i++) {
        cdElements next = cdGetTriangleElements(search, triangleA, triangleB, i);
        cdElementPair pair = cdGetElementPair(search, next.kind, next.a, next.b);
        double distance = sqrt(cdFindClosestElements(search->screw, &pair, 0.0).distanceSq);
        if (distance >= least - search->tolerance.distance) continue;
        least = distance;
        best = next;
    }
    search->touching = true;
    cdElementContact contact = {CD_CONTACT, 0.0};
    cdOfferCandidate(search, best.kind, best.a, best.b, &contact);
}

// True if a plane across a direction keeps two triangles apart by more than the inflation.
static bool areBesidePlane(const cdVec3 a[3], const cdVec3 b[3], cdVec3 normal, double inflation) {
    double a0 = cdDot(normal, a[0]), a1 = cdDot(normal, a[1]), a2 = cdDot(normal, a[2]);
    double b0 = cdDot(normal, b[0]), b1 = cdDot(normal, b[1]), b2 = cdDot(normal, b[2]);
    return cdMin(a0, cdMin(a1, a2)) > cdMax(b0, cdMax(b1, b2)) + inflation ||
           cdMax(a0, cdMax(a1, a2)) < cdMin(b0, cdMin(b1, b2)) - inflation;
}

void cdTestStart(cdSearch *search, const cdMovingTriangle *a, const cdFixedTriangle *b) {
    cdVec3 corners[3] = {a->v[0].from, a->v[1].from, a->v[2].from};
    if (areBesidePlane(corners, b->v, b->normal, search->inflation) ||
        areBesidePlane(corners, b->v, a->normal, search->inflation))
        return;
    search->stats.overlapTests++;
    bool isClear = search->clearance > 0.0;
    bool share = isClear ? cdAreTrianglesTooNear(search, corners, b->v) : cdTrianglesOverlap(corners, b->v);
    if (search->trace)
        cdTracePair(search, CD_TRACE_OVERLAP, share ? CD_HOW_SHARES : CD_HOW_NONE, CD_NO_CONTACT, a->triangle,
                    b->triangle);
    if (isClear) {
        if (share) noteOverlap(search, a->triangle, b->triangle);
        return; // starts at the clearance are contacts of their elements
    }
    bool touchCounts = search->overlapOnly && !search->deepOnly;
    bool certain = share && (touchCounts || !onlyTouch(corners, b->v, search->inflation));
    if (certain || (!search->overlapOnly && coverSameSide(search, a, b, corners)))
        noteOverlap(search, a->triangle, b->triangle);
    else if (share && !search->overlapOnly && search->exemptUntil == 0.0)
        offerTouch(search, a->triangle, b->triangle);
}
