// Whether two surfaces only touch, and where they are in each other.
//
// The depth is the largest, over all pairs of parts that cross, of the least translation that parts the pair:
// what the whole would have to move at the least. (1) Pairs of triangles (triangle_depth.c). (2) When some
// cross, edges through faces as well, among the candidates: a face is all of what is in one plane, so that
// the seams of its triangles do not make it shallower. An edge leaves a face beyond one of its own ends, or
// over an edge of the outline: those are the facets of the Minkowski difference of a segment and a polygon.
// (3) Features smaller than the tolerance are never deep in each other, though what they are part of may be.
// When only such cross, and the solids are at hand: the end of a candidate edge that is inside the other
// solid, by how far it is from the surface. (4) When nothing is deeper than the tolerance, with the solids:
// whether one is wholly inside the other. Then of one of its shells every vertex is, but for those that touch
// from within; the first vertex farther than the tolerance from the other's surface decides. (5) Else they
// touch where they share a region.
#include "contact/face_outline.h"
#include "contact/surface_near.h"
#include "contact/triangle_depth.h"
#include "foundation/disjoint_sets.h"
#include "mesh/closest.h"

typedef struct Depth {
    double depth;
    cdVec3 point;
    cdPlace a, b;
} Depth;

// --- (1)

static bool noteCrossing(void *context, const cdNearTriangles *pair) {
    cdNoteCrossing(context, pair);
    return true;
}

static Depth findTriangleDepth(cdRegionWork *work) {
    if (!work->crossing.known) {
        // The index found the pairs, so the trees have not been walked yet; crossing triangles meet. Those in
        // one plane, with two solids, count up to the tolerance apart.
        work->crossing = (cdCrossing){.known = true};
        if (!cdFindNearTriangles(work, work->tolerance + work->borderTolerance, noteCrossing, work))
            work->out->truncated = true;
    }
    const cdCrossing *crossing = &work->crossing;
    if (!(crossing->depth > 0.0)) return (Depth){.a = {CD_OUTSIDE, -1}, .b = {CD_OUTSIDE, -1}};
    return (Depth){crossing->depth,
                   crossing->point,
                   {CD_ON_FACE, work->a->brep.triangleFaces[crossing->triangleA]},
                   {CD_ON_FACE, work->b->brep.triangleFaces[crossing->triangleB]}};
}

// --- (2)

// An edge in the coordinates of the face's surface, and the heights of its ends.
typedef struct CrossingEdge {
    cdVec3 from, to;
    double heightFrom, heightTo;
} CrossingEdge;

static cdVec3 getPointOver(const cdRegionWork *work, cdWorkSide faceSide, int32_t vertex) {
    cdVec3 p = cdGetWorkPoint(work, faceSide == CD_SIDE_A ? CD_SIDE_B : CD_SIDE_A, vertex);
    return faceSide == CD_SIDE_A ? cdInvTransformPoint(work->toWork, p) : p;
}

// The distance of an edge from the outline, or `limit` when it is farther.
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

static void deepenByEdge(const cdRegionWork *work, cdPlace a, cdPlace b, Depth *deepest) {
    cdWorkSide faceSide = a.where == CD_ON_FACE ? CD_SIDE_A : CD_SIDE_B;
    cdPlace face = faceSide == CD_SIDE_A ? a : b, edge = faceSide == CD_SIDE_A ? b : a;
    const cdSurface *surface = cdGetWorkSurface(work, faceSide);
    const cdSurface *other = cdGetWorkSurface(work, faceSide == CD_SIDE_A ? CD_SIDE_B : CD_SIDE_A);
    const cdHalfEdge *sides = other->brep.halfEdges + 2 * (size_t)edge.index;
    const cdBrepFace *f = &surface->brep.faces[face.index];
    CrossingEdge e = {.from = getPointOver(work, faceSide, sides[0].start),
                      .to = getPointOver(work, faceSide, sides[1].start)};
    e.heightFrom = cdGetFaceHeight(f, e.from);
    e.heightTo = cdGetFaceHeight(f, e.to);
    if (!((e.heightFrom < 0.0 && e.heightTo > 0.0) || (e.heightFrom > 0.0 && e.heightTo < 0.0))) return;
    double depth = cdMin(fabs(e.heightFrom), fabs(e.heightTo));
    if (!(depth > deepest->depth)) return;
    cdVec3 x = cdLerp(e.from, e.to, e.heightFrom / (e.heightFrom - e.heightTo));
    cdFaceOutline outline = cdMakeFaceOutline(surface, face.index, work->borderTolerance);
    if (!cdIsInsideOutline(&outline, x)) return;
    depth = findOutlineDistance(&outline, &e, depth);
    if (!(depth > deepest->depth)) return;
    *deepest = (Depth){depth, faceSide == CD_SIDE_A ? cdTransformPoint(work->toWork, x) : x, a, b};
}

static void deepenByEdges(const cdRegionWork *work, Depth *deepest) {
    for (int32_t i = 0; i < work->pairCount; i++) {
        cdPlace a = cdGetEntityPlace(work->a, work->pairs[i].a);
        cdPlace b = cdGetEntityPlace(work->b, work->pairs[i].b);
        bool crosses = (a.where == CD_ON_EDGE && b.where == CD_ON_FACE) ||
                       (a.where == CD_ON_FACE && b.where == CD_ON_EDGE);
        if (crosses) deepenByEdge(work, a, b, deepest);
    }
}

// --- (3), (4)

// A vertex of one surface to the other: undecided when it is near the other's surface.
static cdWhere findVertexPlace(const cdRegionWork *work, cdWorkSide side, int32_t vertex) {
    cdWorkSide otherSide = side == CD_SIDE_A ? CD_SIDE_B : CD_SIDE_A;
    const cdSurface *other = cdGetWorkSurface(work, otherSide);
    const cdSolid *solid = otherSide == CD_SIDE_A ? work->input->solidA : work->input->solidB;
    cdVec3 own = getPointOver(work, otherSide, vertex);
    if (!(cdLength(own) <= other->info.radius)) return CD_OUTSIDE;
    if (cdIsNearSurface(other, own, work->tolerance)) return CD_WHERE_UNDECIDED;
    return cdClassifyPoint(solid, cdAdd(own, other->info.center)).where;
}

static void deepenByVertex(const cdRegionWork *work, cdWorkSide side, int32_t vertex, Depth *deepest) {
    if (findVertexPlace(work, side, vertex) != CD_INSIDE) return;
    cdWorkSide otherSide = side == CD_SIDE_A ? CD_SIDE_B : CD_SIDE_A;
    const cdSurface *other = cdGetWorkSurface(work, otherSide);
    int32_t triangle;
    double depth = cdFindSurfaceDistance(other, getPointOver(work, otherSide, vertex), &triangle);
    if (!(depth > deepest->depth)) return;
    cdPlace own = {CD_ON_VERTEX, vertex}, nearest = {CD_ON_FACE, other->brep.triangleFaces[triangle]};
    deepest->depth = depth;
    deepest->point = cdGetWorkPoint(work, side, vertex);
    deepest->a = side == CD_SIDE_A ? own : nearest;
    deepest->b = side == CD_SIDE_A ? nearest : own;
}

static void deepenByEndsOf(const cdRegionWork *work, cdWorkSide side, cdEntity entity, cdEntity before,
                           Depth *deepest) {
    const cdSurface *surface = cdGetWorkSurface(work, side);
    cdPlace place = cdGetEntityPlace(surface, entity);
    if (place.where != CD_ON_EDGE || entity == before) return;
    for (int i = 0; i < 2; i++)
        deepenByVertex(work, side, surface->brep.halfEdges[2 * (size_t)place.index + (size_t)i].start,
                       deepest);
}

static void deepenByVertices(const cdRegionWork *work, Depth *deepest) {
    if (work->input->solidA == NULL || work->input->solidB == NULL) return;
    for (int32_t i = 0; i < work->pairCount; i++) {
        cdEntityPair pair = work->pairs[i], before = i > 0 ? work->pairs[i - 1] : (cdEntityPair){-1, -1};
        deepenByEndsOf(work, CD_SIDE_A, pair.a, before.a, deepest);
        deepenByEndsOf(work, CD_SIDE_B, pair.b, before.b, deepest);
    }
}

// The shells by their vertices: those that edges or the loops of a face join.
static int32_t *findShells(cdRegionWork *work, const cdBrep *brep) {
    int32_t *shells = cdTakeContactMemory(work, (size_t)brep->vertexCount, sizeof *shells);
    if (shells == NULL) return NULL;
    cdFillSets(shells, brep->vertexCount);
    for (int32_t e = 0; e < brep->edgeCount; e++)
        cdJoinSets(shells, brep->halfEdges[2 * (size_t)e].start, brep->halfEdges[2 * (size_t)e + 1].start);
    for (int32_t f = 0; f < brep->faceCount; f++) {
        const cdBrepFace *face = &brep->faces[f];
        for (int32_t l = face->firstLoop + 1; l < face->firstLoop + face->loopCount; l++)
            cdJoinSets(shells, brep->halfEdges[brep->loops[face->firstLoop]].start,
                       brep->halfEdges[brep->loops[l]].start);
    }
    return shells;
}

static bool isShellInside(const cdRegionWork *work, cdWorkSide side, int32_t *shells, int32_t shell,
                          int32_t *inside) {
    int32_t count = cdGetWorkSurface(work, side)->info.vertexCount;
    for (int32_t v = shell; v < count; v++) {
        if (shells != NULL && cdFindRoot(shells, v) != shell) continue;
        cdWhere where = findVertexPlace(work, side, v);
        if (where == CD_WHERE_UNDECIDED) continue;
        *inside = v;
        return where == CD_INSIDE;
    }
    return false;
}

// A vertex of one side inside the other solid, -1: none.
static int32_t findInsideVertex(cdRegionWork *work, cdWorkSide side) {
    const cdBrep *brep = &cdGetWorkSurface(work, side)->brep;
    int32_t inside = -1;
    cdRegionWork before = *work;
    const cdSolid *solid = side == CD_SIDE_A ? work->input->solidA : work->input->solidB;
    int32_t *shells = solid->info.shellCount > 1 ? findShells(work, brep) : NULL;
    bool found = false;
    for (int32_t v = 0; v < brep->vertexCount && !found; v++)
        if (shells == NULL ? v == 0 : shells[v] == v) found = isShellInside(work, side, shells, v, &inside);
    work->memory = before.memory;
    work->memorySize = before.memorySize;
    return found ? inside : -1;
}

static bool findContainment(cdRegionWork *work, Depth *deepest) {
    if (work->input->solidA == NULL || work->input->solidB == NULL) return false;
    for (int k = 0; k < 2; k++) {
        cdWorkSide side = k == 0 ? CD_SIDE_A : CD_SIDE_B;
        int32_t vertex = findInsideVertex(work, side);
        if (vertex < 0) continue;
        *deepest = (Depth){INFINITY, cdGetWorkPoint(work, side, vertex), {CD_OUTSIDE, -1}, {CD_OUTSIDE, -1}};
        return true;
    }
    return false;
}

// --- (5)

void cdFindPenetration(cdRegionWork *work) {
    cdContactRegions *out = work->out;
    Depth deepest = findTriangleDepth(work);
    if (deepest.depth > 0.0) deepenByEdges(work, &deepest);
    if (deepest.depth > 0.0 && deepest.depth <= work->tolerance) deepenByVertices(work, &deepest);
    if (deepest.depth > work->tolerance || findContainment(work, &deepest)) {
        out->state = CD_PENETRATE;
        out->depth = deepest.depth;
        out->deepPoint = deepest.point;
        out->deepA = deepest.a;
        out->deepB = deepest.b;
        return;
    }
    out->state = out->regionCount > 0 ? CD_TOUCH : CD_SEPARATE;
}
