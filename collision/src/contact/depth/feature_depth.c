// Computes how deep two features penetrate each other; see feature_depth.h.
//
// The depth of a pair is the minimum translation that separates it. (1) An edge through a face, a whole
// maximal face, so that the seams of its triangles do not reduce the depth: the edge leaves the face beyond
// one of its own ends, or over an edge of the outline; these are the facets of the Minkowski difference of a
// segment and a polygon. (2) Two faces with no edge through either, since edges meet edges: by their
// triangles (triangle_depth.c), two by two. Most faces lie on one side of each other's plane; the disc about
// a face, then its corners show that.
#include "contact/depth/feature_depth.h"
#include "contact/depth/triangle_depth.h"
#include "contact/overlay/face_outline.h"
#include "mesh/shapes/closest.h"

cdVec3 cdGetPointOver(const cdRegionWork *work, cdWorkSide other, int32_t vertex) {
    cdVec3 p = cdGetWorkPoint(work, cdGetOtherSide(other), vertex);
    return other == CD_SIDE_A ? cdInvTransformPoint(work->toWork, p) : p;
}

// --- (1)

// An edge in the coordinates of the face's surface, and the heights of its ends.
typedef struct CrossingEdge {
    cdVec3 from, to;
    double heightFrom, heightTo;
} CrossingEdge;

// Returns the distance of an edge from the outline, or `limit` if it is farther.
static double findOutlineDistance(const cdFaceOutline *outline, const CrossingEdge *edge, double limit) {
    const cdBrep *brep = outline->brep;
    const cdBrepFace *face = outline->face;
    double least = limit;
    for (int32_t l = face->firstLoop; l < face->firstLoop + face->loopCount; l++) {
        int32_t first = brep->loops[l], h = first;
        do {
            int32_t next = brep->halfEdges[h].next;
            cdClosest closest =
                cdFindClosestSegments(edge->from, edge->to, brep->points[brep->halfEdges[h].start],
                                      brep->points[brep->halfEdges[next].start]);
            least = cdMin(least, sqrt(closest.distanceSq));
            h = next;
        } while (h != first);
    }
    return least;
}

void cdDeepenByEdge(const cdRegionWork *work, cdLocation a, cdLocation b, cdDepth *deepest) {
    cdWorkSide faceSide = a.kind == CD_ON_FACE ? CD_SIDE_A : CD_SIDE_B;
    cdLocation face = faceSide == CD_SIDE_A ? a : b, edge = faceSide == CD_SIDE_A ? b : a;
    const cdFeatures *features = cdGetWorkFeatures(work, faceSide);
    const cdFeatures *other = cdGetWorkFeatures(work, cdGetOtherSide(faceSide));
    const cdHalfEdge *sides = other->brep.halfEdges + 2 * (size_t)edge.index;
    const cdBrepFace *f = &features->brep.faces[face.index];
    CrossingEdge e = {.from = cdGetPointOver(work, faceSide, sides[0].start),
                      .to = cdGetPointOver(work, faceSide, sides[1].start)};
    e.heightFrom = cdGetFaceHeight(f, e.from);
    e.heightTo = cdGetFaceHeight(f, e.to);
    if (!((e.heightFrom < 0.0 && e.heightTo > 0.0) || (e.heightFrom > 0.0 && e.heightTo < 0.0))) return;
    double depth = cdMin(fabs(e.heightFrom), fabs(e.heightTo));
    if (!(depth > deepest->depth)) return;
    cdVec3 x = cdLerp(e.from, e.to, e.heightFrom / (e.heightFrom - e.heightTo));
    cdFaceOutline outline = cdMakeFaceOutline(features, face.index, work->borderTolerance);
    if (!cdIsInsideOutline(&outline, x)) return;
    depth = findOutlineDistance(&outline, &e, depth);
    if (!(depth > deepest->depth)) return;
    *deepest = (cdDepth){depth, faceSide == CD_SIDE_A ? cdTransformPoint(work->toWork, x) : x, a, b};
}

// --- (2)

// True if all of a face is on one side of a plane, or on it, up to the border tolerance.
static bool isBeside(const cdRegionWork *work, cdWorkSide side, int32_t face, cdWorkPlane plane) {
    const cdBrep *brep = &cdGetWorkFeatures(work, side)->brep;
    const cdBrepFace *f = &brep->faces[face];
    cdVec3 middle = side == CD_SIDE_A ? cdTransformPoint(work->toWork, f->middle) : f->middle;
    double height = cdDot(plane.normal, middle) - plane.offset, reach = work->borderTolerance;
    if (fabs(height) >= f->radius) return true;
    bool above = true, below = true;
    for (int32_t l = f->firstLoop; l < f->firstLoop + f->loopCount && (above || below); l++) {
        int32_t first = brep->loops[l], h = first;
        do {
            cdVec3 p = cdGetWorkPoint(work, side, brep->halfEdges[h].start);
            height = cdDot(plane.normal, p) - plane.offset;
            above = above && height >= -reach;
            below = below && height <= reach;
            h = brep->halfEdges[h].next;
        } while (h != first && (above || below));
    }
    return above || below;
}

// Tests a box first: most pairs of two faces' triangles are far from each other.
static bool isNearBox(const cdBrep *brepB, int32_t triangle, const cdBox3 *box, double reach) {
    const int32_t *t = brepB->triangles + 3 * (size_t)triangle;
    const cdVec3 corners[3] = {brepB->meshPoints[t[0]], brepB->meshPoints[t[1]], brepB->meshPoints[t[2]]};
    cdBox3 own = cdBoundPoints(corners, 3);
    return cdAreBoxesNear(&own, box, reach);
}

static void deepenByTriangles(const cdRegionWork *work, cdLocation a, cdLocation b, cdDepth *deepest) {
    const cdBrep *brepA = &work->a->brep, *brepB = &work->b->brep;
    const cdBrepFace *faceA = &brepA->faces[a.index], *faceB = &brepB->faces[b.index];
    for (int32_t i = 0; i < faceA->triangleCount; i++) {
        cdWorkTriangle s = cdPlaceTriangle(work, CD_SIDE_A, brepA->faceTriangles[faceA->firstTriangle + i]);
        for (int32_t k = 0; k < faceB->triangleCount; k++) {
            int32_t triangle = brepB->faceTriangles[faceB->firstTriangle + k];
            if (!isNearBox(brepB, triangle, &s.box, work->tolerance)) continue;
            cdWorkTriangle t = cdPlaceTriangle(work, CD_SIDE_B, triangle);
            cdVec3 point;
            double depth = cdFindTriangleDepth(work, &s, &t, deepest->depth, &point);
            if (depth > deepest->depth) *deepest = (cdDepth){depth, point, a, b};
        }
    }
}

// Coplanar faces with the same normal are beside each other, and yet the solids behind them may overlap.
static bool mayCover(const cdRegionWork *work, cdWorkPlane planeA, cdWorkPlane planeB) {
    if (!work->a->info.closed || !work->b->info.closed) return false;
    return cdDot(planeA.normal, planeB.normal) > 0.0 &&
           cdLength(cdCross(planeA.normal, planeB.normal)) <= CD_CROSSING_SINE;
}

void cdDeepenByFaces(const cdRegionWork *work, cdLocation a, cdLocation b, cdDepth *deepest) {
    cdWorkPlane planeA = cdGetWorkPlane(work, CD_SIDE_A, a.index);
    cdWorkPlane planeB = cdGetWorkPlane(work, CD_SIDE_B, b.index);
    bool fewerA = work->a->brep.faces[a.index].triangleCount < work->b->brep.faces[b.index].triangleCount;
    if (!mayCover(work, planeA, planeB)) {
        for (int i = 0; i < 2; i++) {
            bool sideA = (i == 0) == fewerA; // the shorter outline first
            if (sideA ? isBeside(work, CD_SIDE_A, a.index, planeB)
                      : isBeside(work, CD_SIDE_B, b.index, planeA))
                return;
        }
    }
    deepenByTriangles(work, a, b, deepest);
}
