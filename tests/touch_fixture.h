// Poses in which two bodies touch with a chosen feature of each: corner, edge or face on any other.
#ifndef TESTS_TOUCH_FIXTURE_H
#define TESTS_TOUCH_FIXTURE_H

#include "random.h"
#include "work_fixture.h"

// A point of contact on a body: the point, its outward direction, and a direction across.
typedef struct TouchPoint {
    cdVec3 point, normal, tangent; // local frame
} TouchPoint;

static inline cdVec3 getBrepPoint(const cdFeatures *surface, int32_t vertex) {
    return cdAdd(surface->brep.points[vertex], surface->info.center);
}

static inline cdVec3 getBrepNormal(const cdFeatures *surface, int32_t halfEdge) {
    int32_t face = surface->brep.halfEdges[halfEdge].face;
    return face < 0 ? cdMakeVec3(0.0, 0.0, 0.0) : surface->brep.faces[face].normal;
}

static inline cdVec3 getHalfEdgeDirection(const cdFeatures *surface, int32_t halfEdge) {
    const cdHalfEdge *h = surface->brep.halfEdges;
    return cdNormalize(
        cdSub(surface->brep.points[h[halfEdge ^ 1].start], surface->brep.points[h[halfEdge].start]));
}

// Picks a point of a face: at a corner, in the middle of an edge, or anywhere inside.
static inline cdVec3 pickFacePoint(Random *random, const cdFeatures *surface, int32_t face) {
    const cdBrep *brep = &surface->brep;
    const cdBrepFace *f = &brep->faces[face];
    int32_t h = brep->loops[f->firstLoop + nextRandomInt(random, 0, f->loopCount - 1)];
    for (int steps = nextRandomInt(random, 0, 6); steps > 0; steps--)
        h = brep->halfEdges[h].next;
    cdVec3 from = getBrepPoint(surface, brep->halfEdges[h].start);
    cdVec3 to = getBrepPoint(surface, brep->halfEdges[h ^ 1].start);
    int kind = nextRandomInt(random, 0, 3);
    if (kind == 0) return from;
    if (kind == 1) return cdLerp(from, to, 0.5);
    int32_t t = brep->faceTriangles[f->firstTriangle + nextRandomInt(random, 0, f->triangleCount - 1)];
    cdVec3 corners[3];
    for (int k = 0; k < 3; k++)
        corners[k] = brep->meshPoints[brep->triangles[3 * t + k]];
    cdVec3 x = cdLerp(cdLerp(corners[0], corners[1], nextRandomIn(random, 0.1, 0.9)), corners[2],
                      nextRandomIn(random, 0.1, 0.9));
    return cdAdd(x, surface->info.center);
}

static inline TouchPoint pickTouchPlace(Random *random, const cdFeatures *surface, cdLocationKind where) {
    const cdBrep *brep = &surface->brep;
    TouchPoint touch = {0};
    int32_t h = nextRandomInt(random, 0, 2 * brep->edgeCount - 1);
    if (where == CD_ON_FACE) {
        int32_t face = nextRandomInt(random, 0, brep->faceCount - 1);
        h = brep->loops[brep->faces[face].firstLoop];
        touch.point = pickFacePoint(random, surface, face);
        touch.normal = brep->faces[face].normal;
    } else {
        touch.point = getBrepPoint(surface, brep->halfEdges[h].start);
        cdVec3 end = getBrepPoint(surface, brep->halfEdges[h ^ 1].start);
        touch.normal = cdNormalize(cdAdd(getBrepNormal(surface, h), getBrepNormal(surface, h ^ 1)));
        if (where == CD_ON_EDGE)
            touch.point =
                cdLerp(touch.point, end, nextRandomInt(random, 0, 1) ? 0.5 : nextRandomIn(random, 0.1, 0.9));
        else
            touch.normal = cdNormalize(cdMulAdd(touch.normal, -0.8, getHalfEdgeDirection(surface, h)));
    }
    cdVec3 along = getHalfEdgeDirection(surface, h);
    touch.tangent = cdNormalize(cdMulAdd(along, -cdDot(along, touch.normal), touch.normal));
    return touch;
}

// Returns the smallest rotation that takes one unit vector to another.
static inline cdQuat turnOnto(cdVec3 from, cdVec3 to) {
    cdVec3 axis = cdCross(from, to);
    double cosine = cdDot(from, to);
    if (cosine < -1.0 + 1e-12) {
        cdVec3 other = fabs(from.x) < 0.9 ? cdMakeVec3(1.0, 0.0, 0.0) : cdMakeVec3(0.0, 1.0, 0.0);
        return cdMakeQuat(cdNormalize(cdCross(from, other)), PI);
    }
    return cdNormalizeQuat((cdQuat){1.0 + cosine, axis.x, axis.y, axis.z});
}

// Returns A's pose with both points on each other, their normals opposed and B `gap` away, rotated by `spin`
// about the normal from the pose with equal tangents.
static inline cdPose touchOn(TouchPoint a, TouchPoint b, cdPose poseB, double spin, double gap) {
    cdQuat q = turnOnto(a.normal, cdNegate(b.normal));
    cdVec3 tangent = cdRotate(q, a.tangent);
    double angle = spin + atan2(cdDot(b.normal, cdCross(tangent, b.tangent)), cdDot(tangent, b.tangent));
    q = cdNormalizeQuat(cdMulQuat(cdMakeQuat(b.normal, angle), q));
    cdPose inB = {cdSub(cdMulAdd(b.point, gap, b.normal), cdRotate(q, a.point)), q};
    return cdMulPose(poseB, inB);
}

static inline double pickSpin(Random *random) {
    int kind = nextRandomInt(random, 0, 5);
    return kind < 4 ? 0.5 * PI * kind : nextRandomIn(random, 0.0, 2.0 * PI);
}

static inline cdLocationKind pickWhere(Random *random) {
    static const cdLocationKind places[] = {CD_ON_VERTEX, CD_ON_EDGE, CD_ON_FACE, CD_ON_FACE};
    return places[nextRandomInt(random, 0, 3)];
}

// Puts a corner of A on a corner or an edge of B, within about the tolerance: normals are not unique there,
// and shapes that are not convex have several.
static inline cdPose touchAtCorner(Random *random, const Body *a, const Body *b) {
    cdLocationKind where = nextRandomInt(random, 0, 1) ? CD_ON_VERTEX : CD_ON_EDGE;
    TouchPoint locationA = pickTouchPlace(random, a->mesh->features, CD_ON_VERTEX);
    TouchPoint locationB = pickTouchPlace(random, b->mesh->features, where);
    double gap = 1e-6 * nextRandomIn(random, -1.0, 1.0);
    return touchOn(locationA, locationB, cdIdentityPose(), pickSpin(random), gap);
}

#endif
