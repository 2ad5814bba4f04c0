// Computes the normals of regions without normals, where the features determine them.
//
// Input: a region with its features. Output: at most 3 - k unit normals of a k-dimensional region, from B to
// A. Source: [BV92 3], figure 7, and [V90 4]. Where they need a choice: indeterminate_normals.c. Cases: (1)
// With a face: its normal, of two faces that of B. (2) An edge along or a vertex on a reflex edge: the
// normals of its two faces. (3) Edges that cross: their cross product, turned to A. A face of a closed
// surface faces outwards, which gives A's side. A surface that is not closed may be touched from both sides:
// A is where it extends to from the contact, and B where it does not; if that decides nothing, A is on the
// side of the gap, and last on that of its centre. An edge of it acts as a reflex one on a feature in the
// smaller angle of its two faces, and as a convex one on all others.
#include "contact/normals/contact_cone.h"
#include "contact/overlay/region_triangles.h"

// A sine: directions this close to the plane do not decide the side.
static const double EDGE_ON = 1e-6;

double cdGetAngleSlack(const cdRegionWork *work, double length) {
    // Both ends may be off by the tolerance. Above a twentieth the direction is meaningless.
    double bound = 0.05;
    return length > 0.0 ? cdMin(bound, 1e-9 + 2.0 * work->tolerance / length) : bound;
}

cdVec3 cdGetRegionVelocity(const cdRegionWork *work, const cdContactRegion *region) {
    cdVelocity velocity;
    if (!cdGetWorkVelocity(work, &velocity)) return cdMakeVec3(0.0, 0.0, 0.0);
    cdVec3 point = cdTransformPoint(work->toWorld, work->out->points[region->firstPoint]);
    return cdInvRotate(work->toWorld.q, cdGetVelocityAt(&velocity, point));
}

// --- Which side A is on

static cdVec3 findInward(const cdRegionWork *work, cdWorkSide side, cdLocation location) {
    cdLocalCone cone;
    if (location.kind == CD_ON_FACE && cdGetWorkFeatures(work, side)->info.closed)
        return cdNegate(cdGetWorkPlane(work, side, location.index).normal);
    cdFindLocalCone(work, side, location, &cone);
    return cone.inward;
}

static cdVec3 projectToFace(const cdRegionWork *work, cdWorkSide side, cdLocation location, cdVec3 point) {
    cdWorkPlane plane = cdGetWorkPlane(work, side, location.index);
    return cdMulAdd(point, plane.offset - cdDot(plane.normal, point), plane.normal);
}

// Returns a value above 0 if A is on the side that the normal points to.
static double findSideOfA(const cdRegionWork *work, const cdContactRegion *region, cdVec3 normal) {
    cdVec3 inwardA = findInward(work, CD_SIDE_A, region->locationA);
    cdVec3 inwardB = findInward(work, CD_SIDE_B, region->locationB);
    double side = cdDot(normal, cdSub(inwardA, inwardB));
    if (fabs(side) > EDGE_ON) return side;
    if (region->locationA.kind == CD_ON_FACE && region->locationB.kind == CD_ON_FACE) {
        cdVec3 point = work->out->points[region->firstPoint];
        cdVec3 gap = cdSub(projectToFace(work, CD_SIDE_A, region->locationA, point),
                           projectToFace(work, CD_SIDE_B, region->locationB, point));
        if (fabs(cdDot(normal, gap)) > work->borderTolerance) return cdDot(normal, gap);
    }
    return cdDot(normal, work->toWork.p);
}

static cdVec3 turnToA(const cdRegionWork *work, const cdContactRegion *region, cdVec3 normal) {
    return findSideOfA(work, region, normal) < 0.0 ? cdNegate(normal) : normal;
}

// --- (1)

static cdVec3 findFaceNormal(const cdRegionWork *work, const cdContactRegion *region, cdWorkSide side) {
    cdLocation location = side == CD_SIDE_A ? region->locationA : region->locationB;
    cdVec3 normal = cdGetWorkPlane(work, side, location.index).normal;
    if (!cdGetWorkFeatures(work, side)->info.closed) return turnToA(work, region, normal);
    return side == CD_SIDE_A ? cdNegate(normal) : normal;
}

// --- (2)

static int32_t findClosedReflexNormals(const cdRegionWork *work, cdWorkSide side, int32_t edge,
                                       cdVec3 normals[3]) {
    const cdBrep *brep = &cdGetWorkFeatures(work, side)->brep;
    if (brep->convexEdges[edge]) return 0;
    for (int32_t i = 0; i < 2; i++) {
        cdVec3 normal = cdGetWorkPlane(work, side, brep->halfEdges[2 * edge + i].face).normal;
        normals[i] = side == CD_SIDE_A ? cdNegate(normal) : normal;
    }
    return 2;
}

// `other`: the mean direction in which the other surface extends.
static int32_t findValleyNormals(const cdRegionWork *work, cdWorkSide side, int32_t edge, cdVec3 other,
                                 cdVec3 normals[3]) {
    const cdBrep *brep = &cdGetWorkFeatures(work, side)->brep;
    if (brep->halfEdges[2 * edge].face < 0 || brep->halfEdges[2 * edge + 1].face < 0) return 0;
    cdVec3 along = cdGetHalfEdgeVector(work, side, 2 * edge);
    cdVec3 first = cdGetInvector(work, side, 2 * edge), second = cdGetInvector(work, side, 2 * edge + 1);
    double angle = cdDot(along, cdCross(first, second));
    double beyondFirst = cdDot(along, cdCross(first, other)) * angle;
    double beforeSecond = cdDot(along, cdCross(other, second)) * angle;
    if (beyondFirst <= EDGE_ON || beforeSecond <= EDGE_ON) return 0;
    for (int32_t i = 0; i < 2; i++) {
        cdVec3 normal = cdGetWorkPlane(work, side, brep->halfEdges[2 * edge + i].face).normal;
        bool points = (cdDot(normal, other) > 0.0) == (side == CD_SIDE_B);
        normals[i] = points ? normal : cdNegate(normal);
    }
    return 2;
}

static int32_t findReflexNormals(const cdRegionWork *work, const cdContactRegion *region, cdWorkSide side,
                                 cdVec3 normals[3]) {
    cdLocation own = side == CD_SIDE_A ? region->locationA : region->locationB;
    cdLocation other = side == CD_SIDE_A ? region->locationB : region->locationA;
    if (own.kind != CD_ON_EDGE) return 0;
    if (cdGetWorkFeatures(work, side)->info.closed)
        return findClosedReflexNormals(work, side, own.index, normals);
    cdWorkSide otherSide = cdGetOtherSide(side);
    return findValleyNormals(work, side, own.index, findInward(work, otherSide, other), normals);
}

// --- (3)

static int32_t findCrossNormal(const cdRegionWork *work, const cdContactRegion *region, cdVec3 normals[3]) {
    cdVec3 alongA = cdGetHalfEdgeVector(work, CD_SIDE_A, 2 * region->locationA.index);
    cdVec3 alongB = cdGetHalfEdgeVector(work, CD_SIDE_B, 2 * region->locationB.index);
    cdVec3 cross = cdCross(alongA, alongB);
    if (cdLength(cross) <= EDGE_ON) return 0;
    normals[0] = turnToA(work, region, cdNormalize(cross));
    return 1;
}

int32_t cdFindDeterminateNormals(const cdRegionWork *work, const cdContactRegion *region, cdVec3 normals[3]) {
    if (region->locationB.kind == CD_ON_FACE || region->locationA.kind == CD_ON_FACE) {
        cdWorkSide side = region->locationB.kind == CD_ON_FACE ? CD_SIDE_B : CD_SIDE_A;
        normals[0] = findFaceNormal(work, region, side);
        return 1;
    }
    bool edges = region->locationA.kind == CD_ON_EDGE && region->locationB.kind == CD_ON_EDGE;
    if (edges && region->dimension == 0) return findCrossNormal(work, region, normals);
    int32_t count = findReflexNormals(work, region, CD_SIDE_B, normals);
    return count > 0 ? count : findReflexNormals(work, region, CD_SIDE_A, normals);
}

// Corners run counter-clockwise seen from A; for open surfaces A's side is known only now.
static void turnPolygon(const cdRegionWork *work, cdContactRegion *region) {
    cdVec3 *points = work->out->points + region->firstPoint;
    if (cdDot(cdFindAreaVector(points, region->pointCount), region->normals[0]) >= 0.0) return;
    for (int32_t i = 0, k = region->pointCount - 1; i < k; i++, k--) {
        cdVec3 point = points[i];
        points[i] = points[k], points[k] = point;
    }
}

void cdComputeNormals(cdRegionWork *work) {
    for (int32_t i = 0; i < work->out->regionCount; i++) {
        cdContactRegion *region = &work->out->regions[i];
        if (!region->sufficient) continue;
        if (region->normalCount == 0)
            region->normalCount = cdFindDeterminateNormals(work, region, region->normals);
        if (region->normalCount == 0) cdChooseNormals(work, region);
        if (region->origin == CD_NORMALS_NONE) region->origin = CD_NORMALS_COMPUTED;
        if (region->dimension == 2) turnPolygon(work, region);
    }
}
