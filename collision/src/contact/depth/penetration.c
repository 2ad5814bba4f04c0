// Decides if two surfaces only touch, and finds where they penetrate each other.
//
// The depth is the maximum, over all pairs of features that cross, of the minimum translation that separates
// the pair: a lower bound on the translation of the whole. Features that cross are among the candidates.
// (1) Edges through faces; if no edge is deep, faces through or upon faces (feature_depth.c).
// (2) Features smaller than the tolerance never penetrate deeply, though their meshes may. If only such
// features cross, and the solids are available: the end of a candidate edge that is inside the other solid,
// by its distance from the surface.
// (3) If nothing is deeper than the tolerance, with the solids: containment of one in the other. Then every
// vertex of one shell is inside, except those that touch from within; the first vertex farther than the
// tolerance from the other's surface decides.
// (4) Otherwise they touch where they share a region.
#include "contact/depth/feature_depth.h"
#include "contact/pairs/surface_near.h"

// --- (1)

static void deepenByPairs(const cdRegionWork *work, bool faces, cdDepth *deepest) {
    for (int32_t i = 0; i < work->pairCount; i++) {
        cdLocation a = cdGetEntityLocation(work->a, work->pairs[i].a);
        cdLocation b = cdGetEntityLocation(work->b, work->pairs[i].b);
        if (!cdSpend(work->meter, cdCountPairWork(work, a, b))) return;
        bool faceA = a.kind == CD_ON_FACE, faceB = b.kind == CD_ON_FACE;
        if (faces && faceA && faceB)
            cdDeepenByFaces(work, a, b, deepest);
        else if (!faces && faceA + faceB == 1 && a.kind != CD_ON_VERTEX && b.kind != CD_ON_VERTEX)
            cdDeepenByEdge(work, a, b, deepest);
    }
}

// --- (2), (3)

// Classifies a vertex of one surface in the other's solid; undecided near the other's surface.
static cdLocationKind classifyVertex(const cdRegionWork *work, cdWorkSide side, int32_t vertex) {
    cdWorkSide otherSide = cdGetOtherSide(side);
    const cdFeatures *other = cdGetWorkFeatures(work, otherSide);
    const cdSolid *solid = otherSide == CD_SIDE_A ? work->solidA : work->solidB;
    cdVec3 own = cdGetPointOver(work, otherSide, vertex);
    if (!(cdLength(own) <= other->info.radius)) return CD_OUTSIDE;
    if (cdIsNearSurface(other, own, work->tolerance)) return CD_LOCATION_UNDECIDED;
    return cdClassifySolidPoint(solid, cdAdd(own, other->info.center), NULL).kind;
}

static void deepenByVertex(const cdRegionWork *work, cdWorkSide side, int32_t vertex, cdDepth *deepest) {
    if (classifyVertex(work, side, vertex) != CD_INSIDE) return;
    cdWorkSide otherSide = cdGetOtherSide(side);
    const cdFeatures *other = cdGetWorkFeatures(work, otherSide);
    int32_t triangle;
    double depth = cdFindSurfaceDistance(other, cdGetPointOver(work, otherSide, vertex), &triangle);
    if (!(depth > deepest->depth)) return;
    cdLocation own = {CD_ON_VERTEX, vertex}, nearest = {CD_ON_FACE, other->brep.triangleFaces[triangle]};
    deepest->depth = depth;
    deepest->point = cdGetWorkPoint(work, side, vertex);
    deepest->a = side == CD_SIDE_A ? own : nearest;
    deepest->b = side == CD_SIDE_A ? nearest : own;
}

static void deepenByEndsOf(const cdRegionWork *work, cdWorkSide side, cdEntity entity, cdEntity before,
                           cdDepth *deepest) {
    const cdFeatures *features = cdGetWorkFeatures(work, side);
    cdLocation location = cdGetEntityLocation(features, entity);
    if (location.kind != CD_ON_EDGE || entity == before) return;
    for (int i = 0; i < 2; i++)
        deepenByVertex(work, side, features->brep.halfEdges[2 * (size_t)location.index + (size_t)i].start,
                       deepest);
}

static void deepenByVertices(const cdRegionWork *work, cdDepth *deepest) {
    if (work->solidA == NULL || work->solidB == NULL) return;
    for (int32_t i = 0; i < work->pairCount && cdSpend(work->meter, 1); i++) {
        cdEntityPair pair = work->pairs[i], before = i > 0 ? work->pairs[i - 1] : (cdEntityPair){-1, -1};
        deepenByEndsOf(work, CD_SIDE_A, pair.a, before.a, deepest);
        deepenByEndsOf(work, CD_SIDE_B, pair.b, before.b, deepest);
    }
}

// A solid of one shell has no more, though parts of it may be joined by a point only.
static bool isShellInside(const cdRegionWork *work, cdWorkSide side, bool single, int32_t shell,
                          int32_t *inside) {
    const cdFeatures *features = cdGetWorkFeatures(work, side);
    for (int32_t v = shell; v < features->info.vertexCount; v++) {
        if (!single && features->vertexShells[v] != shell) continue;
        if (!cdSpend(work->meter, 1)) return false;
        cdLocationKind where = classifyVertex(work, side, v);
        if (where == CD_LOCATION_UNDECIDED) continue;
        *inside = v;
        return where == CD_INSIDE;
    }
    return false;
}

// Returns a vertex of one side inside the other solid, -1: none.
static int32_t findInsideVertex(const cdRegionWork *work, cdWorkSide side) {
    const cdFeatures *features = cdGetWorkFeatures(work, side);
    const cdSolid *solid = side == CD_SIDE_A ? work->solidA : work->solidB;
    int32_t inside = -1, count = solid->info.shellCount > 1 ? features->shellCount : 1;
    for (int32_t i = 0; i < count; i++)
        if (isShellInside(work, side, count == 1, features->shellVertices[i], &inside)) return inside;
    return -1;
}

static bool findContainment(const cdRegionWork *work, cdDepth *deepest) {
    if (work->solidA == NULL || work->solidB == NULL) return false;
    for (int k = 0; k < 2; k++) {
        cdWorkSide side = k == 0 ? CD_SIDE_A : CD_SIDE_B;
        int32_t vertex = findInsideVertex(work, side);
        if (vertex < 0) continue;
        *deepest =
            (cdDepth){INFINITY, cdGetWorkPoint(work, side, vertex), {CD_OUTSIDE, -1}, {CD_OUTSIDE, -1}};
        return true;
    }
    return false;
}

// --- (4)

void cdFindPenetration(cdRegionWork *work) {
    cdContactRegions *out = work->out;
    // Anything less deep than the border tolerance does not penetrate.
    cdDepth deepest = {.depth = work->borderTolerance, .a = {CD_OUTSIDE, -1}, .b = {CD_OUTSIDE, -1}};
    deepenByPairs(work, false, &deepest);
    if (!(deepest.depth > work->tolerance)) deepenByPairs(work, true, &deepest);
    bool crosses = deepest.depth > work->borderTolerance;
    if (crosses && !(deepest.depth > work->tolerance)) deepenByVertices(work, &deepest);
    if (deepest.depth > work->tolerance || findContainment(work, &deepest)) {
        out->state = CD_OVERLAP;
        out->crossing = deepest.depth;
        out->deepPoint = deepest.point;
        out->deepA = deepest.a;
        out->deepB = deepest.b;
        return;
    }
    out->state = out->neededRegions > 0 ? CD_CONTACT : CD_FREE;
}
