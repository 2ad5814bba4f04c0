// Local cones: the shape of a surface about a vertex, along an edge or on a face.
//
// Input: a feature of A or B. Output: its neighbourhood as convex pieces (contact_cone.h), the normals of the
// faces about it and the mean direction into it.
// Source: the open neighbourhood N_s(p) of [BV92 3]; the mean directions of [V90 4]: for an edge the average
// of the invectors, for a vertex that of the faces' normals. Here each of these counts by its face's angle at
// the vertex: by Gauss' theorem that is the mean of all directions into the solid, so that a plane with the
// whole solid on one side has the mean there as well, convex or not. Unweighted ones may end on the other
// side.
// Steps: (1) a face is half of space. (2) An edge is a wedge; a reflex one the half space below one of its
// faces and a wedge. (3) A vertex has a sector of each of its faces; if all its edges are convex they span
// it; else it is cut into pieces (cone_split.c). For a surface that is not closed the sectors are the pieces.
#include "contact/normals/contact_cone.h"
#include "foundation/numbers/functions.h"

// A sector wider than this is cut: pieces and arcs must be narrower than half a turn.
static const double WIDEST_SECTOR = 2.8;

// --- Parts

bool cdAddConePiece(cdLocalCone *cone, const cdVec3 *rays, int32_t rayCount) {
    if (cone->pieceCount == CD_MAX_CONE_PIECES || rayCount > CD_MAX_CONE_RAYS - cone->rayCount) {
        cone->incomplete = true;
        return false;
    }
    cone->pieces[cone->pieceCount++] = (cdConePiece){cone->rayCount, rayCount};
    for (int32_t i = 0; i < rayCount; i++)
        cone->rays[cone->rayCount++] = rays[i];
    return true;
}

static void addNormal(cdLocalCone *cone, cdVec3 normal) {
    if (cone->normalCount < CD_MAX_CONE_FACES) cone->normals[cone->normalCount++] = normal;
}

static cdVec3 getHalfEdgeSpan(const cdRegionWork *work, cdWorkSide side, int32_t halfEdge) {
    const cdHalfEdge *halfEdges = cdGetWorkFeatures(work, side)->brep.halfEdges;
    const cdVec3 *points = cdGetWorkFeatures(work, side)->brep.points;
    cdVec3 span = cdSub(points[halfEdges[halfEdge ^ 1].start], points[halfEdges[halfEdge].start]);
    return side == CD_SIDE_A ? cdRotate(work->toWork.q, span) : span;
}

cdVec3 cdGetHalfEdgeVector(const cdRegionWork *work, cdWorkSide side, int32_t halfEdge) {
    return cdNormalize(getHalfEdgeSpan(work, side, halfEdge));
}

cdVec3 cdGetInvector(const cdRegionWork *work, cdWorkSide side, int32_t halfEdge) {
    int32_t face = cdGetWorkFeatures(work, side)->brep.halfEdges[halfEdge].face;
    cdVec3 normal = cdGetWorkPlane(work, side, face).normal;
    return cdNormalize(cdCross(normal, cdGetHalfEdgeVector(work, side, halfEdge)));
}

// --- (1)

static void findFaceCone(const cdRegionWork *work, cdWorkSide side, int32_t face, cdLocalCone *cone) {
    cdVec3 normal = cdGetWorkPlane(work, side, face).normal;
    cdVec3 axis = fabs(normal.x) < 0.6 ? cdMakeVec3(1.0, 0.0, 0.0) : cdMakeVec3(0.0, 1.0, 0.0);
    cdVec3 u = cdNormalize(cdCross(normal, axis)), v = cdCross(normal, u);
    cdVec3 rays[5] = {u, v, cdNegate(u), cdNegate(v), cdNegate(normal)};
    addNormal(cone, normal);
    cdAddConePiece(cone, rays, cone->closed ? 5 : 4);
    cone->convex = cone->closed;
    if (cone->closed) cone->inward = rays[4];
    cone->reach = cdGetWorkFeatures(work, side)->brep.faces[face].radius;
}

// --- (2)

// Both sums give the middle of a wedge and are parallel; the longer one keeps its digits.
static cdVec3 findWedgeMiddle(const cdVec3 normals[2], const cdVec3 invectors[2], bool convex) {
    cdVec3 byNormals = cdNegate(cdAdd(normals[0], normals[1]));
    cdVec3 byInvectors = cdScale(convex ? 1.0 : -1.0, cdAdd(invectors[0], invectors[1]));
    return cdNormalize(cdLengthSq(byNormals) > cdLengthSq(byInvectors) ? byNormals : byInvectors);
}

static void addWedge(cdLocalCone *cone, cdVec3 along, const cdVec3 normals[2], const cdVec3 invectors[2],
                     bool convex) {
    cdVec3 back = cdNegate(along), beyond = cdNegate(invectors[0]);
    if (convex) {
        cdAddConePiece(cone, (cdVec3[]){along, back, invectors[0], invectors[1]}, 4);
    } else {
        cdAddConePiece(cone, (cdVec3[]){along, back, invectors[0], beyond, cdNegate(normals[0])}, 5);
        cdAddConePiece(cone, (cdVec3[]){along, back, beyond, invectors[1]}, 4);
    }
    cone->convex = convex;
    cone->inward = findWedgeMiddle(normals, invectors, convex);
}

static void findEdgeCone(const cdRegionWork *work, cdWorkSide side, int32_t edge, cdLocalCone *cone) {
    const cdBrep *brep = &cdGetWorkFeatures(work, side)->brep;
    cdVec3 span = getHalfEdgeSpan(work, side, 2 * edge), along = cdNormalize(span), normals[2], invectors[2];
    int32_t count = 0;
    for (int32_t h = 2 * edge; h < 2 * edge + 2; h++) {
        if (brep->halfEdges[h].face < 0) continue;
        normals[count] = cdGetWorkPlane(work, side, brep->halfEdges[h].face).normal;
        invectors[count] =
            cdNormalize(cdCross(normals[count], h == 2 * edge ? along : cdGetHalfEdgeVector(work, side, h)));
        addNormal(cone, normals[count++]);
    }
    cone->edges[cone->edgeCount++] = along;
    cone->reach = cdLength(span);
    if (cone->closed && count == 2) {
        addWedge(cone, along, normals, invectors, brep->convexEdges[edge] != 0);
        return;
    }
    for (int32_t i = 0; i < count; i++) {
        cdAddConePiece(cone, (cdVec3[]){along, cdNegate(along), invectors[i]}, 3);
        cone->inward = cdAdd(cone->inward, invectors[i]);
    }
    cone->inward = cdNormalize(cone->inward);
}

// --- (3)

// Returns the angle from `from` to `to` about the normal, in (0, 2 pi].
static double findSectorAngle(const cdConeSector *sector) {
    double angle =
        cdAtan2(cdDot(sector->normal, cdCross(sector->from, sector->to)), cdDot(sector->from, sector->to));
    return angle > 0.0 ? angle : angle + 6.283185307179586;
}

static int32_t addSector(cdConeSector *sectors, int32_t count, cdConeSector sector, double angle) {
    int32_t parts = 1 + (int32_t)(angle / WIDEST_SECTOR);
    if (parts > CD_MAX_CONE_SECTORS - count) return CD_MAX_CONE_SECTORS + 1;
    cdVec3 side = cdCross(sector.normal, sector.from), from = sector.from;
    for (int32_t i = 1; i <= parts; i++) {
        double turn = angle * i / parts;
        cdVec3 to = cdAdd(cdScale(cdCos(turn), sector.from), cdScale(cdSin(turn), side));
        if (i == parts) to = sector.to;
        sectors[count++] = (cdConeSector){from, to, sector.normal};
        from = to;
    }
    return count;
}

// Collects the sectors of a vertex's faces, and the sum of their normals by angle; more than
// CD_MAX_CONE_SECTORS: no room.
static int32_t collectSectors(const cdRegionWork *work, cdWorkSide side, int32_t vertex,
                              cdConeSector *sectors, cdLocalCone *cone) {
    const cdFeatures *features = cdGetWorkFeatures(work, side);
    const cdHalfEdge *halfEdges = features->brep.halfEdges;
    int32_t count = 0;
    for (int32_t i = features->fanFirst[vertex]; i < features->fanFirst[vertex + 1]; i++) {
        int32_t h = features->fans[i], face = halfEdges[h ^ 1].face;
        cdVec3 span = getHalfEdgeSpan(work, side, h), to = cdNormalize(span);
        cone->reach = cdMin(cone->reach, cdLength(span));
        if (cone->edgeCount < CD_MAX_CONE_FACES) cone->edges[cone->edgeCount++] = to;
        if (features->brep.convexEdges[h / 2] == 0) cone->convex = false;
        if (face < 0) continue;
        cdVec3 from = cdGetHalfEdgeVector(work, side, halfEdges[h ^ 1].next);
        cdVec3 normal = cdGetWorkPlane(work, side, face).normal;
        cdConeSector sector = {from, to, normal};
        double angle = findSectorAngle(&sector);
        addNormal(cone, normal);
        cone->inward = cone->closed ? cdMulAdd(cone->inward, -angle, normal) : cone->inward;
        if (count <= CD_MAX_CONE_SECTORS) count = addSector(sectors, count, sector, angle);
    }
    return count;
}

static void findVertexCone(const cdRegionWork *work, cdWorkSide side, int32_t vertex, cdLocalCone *cone) {
    cdConeSector sectors[CD_MAX_CONE_SECTORS];
    cone->convex = cone->closed;
    cone->reach = cdGetWorkFeatures(work, side)->info.radius;
    int32_t count = collectSectors(work, side, vertex, sectors, cone);
    for (int32_t i = 0; !cone->closed && i < cone->edgeCount; i++)
        cone->inward = cdAdd(cone->inward, cone->edges[i]);
    cone->inward = cdNormalize(cone->inward);
    if (cone->convex && cone->edgeCount < CD_MAX_CONE_FACES) {
        cdAddConePiece(cone, cone->edges, cone->edgeCount);
        return;
    }
    cone->incomplete = count > CD_MAX_CONE_SECTORS;
    if (cone->incomplete) return;
    if (cone->closed) cdSplitCone(sectors, count, cone);
    for (int32_t i = 0; !cone->closed && i < count; i++)
        cdAddConePiece(cone, (cdVec3[]){sectors[i].from, sectors[i].to}, 2);
}

void cdFindLocalCone(const cdRegionWork *work, cdWorkSide side, cdLocation location, cdLocalCone *cone) {
    cone->rayCount = cone->pieceCount = cone->normalCount = cone->edgeCount = 0;
    cone->inward = cdMakeVec3(0.0, 0.0, 0.0);
    cone->closed = cdGetWorkFeatures(work, side)->info.closed;
    cone->convex = cone->incomplete = false;
    if (location.kind == CD_ON_FACE) findFaceCone(work, side, location.index, cone);
    if (location.kind == CD_ON_EDGE) findEdgeCone(work, side, location.index, cone);
    if (location.kind == CD_ON_VERTEX) findVertexCone(work, side, location.index, cone);
}
