// Twins: finds the triangle across each edge, and tests whether the mesh is closed.
//
// Input: a mesh. Output: the twin of each side, or a refusal with a list of all defects: edges of one
// triangle, edges of more than two, vertices whose triangles form more than one fan, and edges whose two
// triangles have opposite orientations.
//
// 1. Count the sides on each edge. 2. Open, then non-manifold edges. 3. Fans: the corners at both ends of an
// edge are joined along it; at a vertex with more than one set of corners, parts of the solid touch only in a
// point. 4. Flipped edges. 5. Twins, which are valid only without defects. For features nothing is refused:
// edges that are open, flipped or non-manifold have no twins, and (6) the first folded triangle on an edge of
// its own is a hair, whose sides are counted after all.
#include "foundation/memory/disjoint_sets.h"
#include "solid/brep/brep_build.h"

typedef struct EdgeUse {
    int32_t sides[2]; // the first two
    int32_t count;
} EdgeUse;

typedef struct FanUse {
    int32_t triangles[2]; // a triangle of each of the first two fans
    int32_t count;
} FanUse;

static void countSides(cdBrepBuild *build, EdgeUse *uses) {
    const cdMesh *mesh = build->mesh;
    for (int32_t v = 0; v < mesh->vertexCount; v++)
        build->vertexSides[v] = -1;
    for (int32_t e = 0; e < mesh->edgeCount; e++)
        build->edgeSides[e] = -1;
    for (int32_t side = 0; side < 3 * mesh->triangleCount; side++) {
        build->twins[side] = -1;
        if (cdIsFoldedTriangle(mesh, side / 3)) continue;
        int32_t edge = mesh->triangleEdges[side], start = cdGetSideStart(mesh, side);
        EdgeUse *use = &uses[edge];
        if (use->count < 2) use->sides[use->count] = side;
        if (use->count++ == 0) build->edgeSides[edge] = side;
        if (build->vertexSides[start] < 0) build->vertexSides[start] = side;
    }
}

// --- edges
// ------------------------------------------------------------------------------------------------------

static bool addEdgeFlaw(cdBrepBuild *build, cdDefectKind kind, int32_t edge, const EdgeUse *use) {
    const cdMesh *mesh = build->mesh;
    int32_t a = mesh->edges[2 * (size_t)edge], b = mesh->edges[2 * (size_t)edge + 1];
    cdDefect flaw = {.kind = kind, .faceId = {-1, -1}};
    for (int32_t i = 0; i < use->count && i < 2; i++)
        flaw.faceId[i] = mesh->faceIds[use->sides[i] / 3];
    flaw.vertexId[0] = mesh->vertexIds[a], flaw.vertexId[1] = mesh->vertexIds[b];
    flaw.point = cdAdd(mesh->center, cdLerp(mesh->vertices[a], mesh->vertices[b], 0.5));
    return cdAddFlaw(build, flaw);
}

// An edge with only folded triangles is a detached hair: open as well.
static bool isOpen(const cdMesh *mesh, int32_t edge, const EdgeUse *use) {
    bool hasLength = mesh->edges[2 * (size_t)edge] != mesh->edges[2 * (size_t)edge + 1];
    return use->count < 2 && hasLength;
}

static bool isFlipped(const cdMesh *mesh, const EdgeUse *use) {
    return use->count == 2 && cdGetSideStart(mesh, use->sides[0]) == cdGetSideStart(mesh, use->sides[1]);
}

static bool listEdges(cdBrepBuild *build, const EdgeUse *uses, cdDefectKind kind) {
    const cdMesh *mesh = build->mesh;
    for (int32_t e = 0; e < mesh->edgeCount; e++) {
        bool found = kind == CD_DEFECT_OPEN_EDGE           ? isOpen(mesh, e, &uses[e])
                     : kind == CD_DEFECT_NON_MANIFOLD_EDGE ? uses[e].count > 2
                                                           : isFlipped(mesh, &uses[e]);
        if (found && !addEdgeFlaw(build, kind, e, &uses[e])) return false;
    }
    return true;
}

// --- fans
// -------------------------------------------------------------------------------------------------------

// Joins the corners of two triangles at both ends of the edge they share.
static void joinCorners(const cdMesh *mesh, int32_t *corners, int32_t side, int32_t other) {
    bool sameSense = cdGetSideStart(mesh, side) == cdGetSideStart(mesh, other);
    cdJoinSets(corners, side, sameSense ? other : cdNextSide(other));
    cdJoinSets(corners, cdNextSide(side), sameSense ? cdNextSide(other) : other);
}

static bool countFans(cdBrepBuild *build, FanUse *fans) {
    const cdMesh *mesh = build->mesh;
    int32_t sideCount = 3 * mesh->triangleCount;
    int32_t *corners = cdTakeBrepArray(build, (size_t)sideCount, sizeof(int32_t));
    if (corners == NULL) return false;
    cdFillSets(corners, sideCount);
    for (int32_t i = 0; i < sideCount; i++) {
        if (cdIsFoldedTriangle(mesh, i / 3)) continue;
        int32_t first = build->edgeSides[mesh->triangleEdges[i]];
        if (first != i) joinCorners(mesh, corners, i, first);
    }
    for (int32_t i = 0; i < sideCount; i++) {
        if (cdIsFoldedTriangle(mesh, i / 3) || cdFindRoot(corners, i) != i) continue;
        FanUse *fan = &fans[mesh->triangles[i]];
        if (fan->count < 2) fan->triangles[fan->count] = i / 3;
        fan->count++;
    }
    cdGiveBackBrepArray(build, corners);
    return true;
}

static bool listVertices(cdBrepBuild *build) {
    const cdMesh *mesh = build->mesh;
    FanUse *fans = cdTakeBrepArray(build, (size_t)mesh->vertexCount, sizeof(FanUse));
    if (fans == NULL || !countFans(build, fans)) return false;
    for (int32_t v = 0; v < mesh->vertexCount; v++) {
        if (fans[v].count == 1) continue;
        cdDefect flaw = {.kind = CD_DEFECT_NON_MANIFOLD_VERTEX, .faceId = {-1, -1}};
        for (int32_t i = 0; i < fans[v].count && i < 2; i++)
            flaw.faceId[i] = mesh->faceIds[fans[v].triangles[i]];
        flaw.vertexId[0] = mesh->vertexIds[v], flaw.vertexId[1] = -1;
        flaw.point = cdAdd(mesh->center, mesh->vertices[v]);
        if (!cdAddFlaw(build, flaw)) return false;
    }
    cdGiveBackBrepArray(build, fans);
    return true;
}

// --- all of it
// --------------------------------------------------------------------------------------------------

static cdBuildError getTopologyError(const int32_t *countOfKind) {
    if (countOfKind[CD_DEFECT_OPEN_EDGE] > 0) return CD_BUILD_OPEN;
    if (countOfKind[CD_DEFECT_NON_MANIFOLD_EDGE] > 0) return CD_BUILD_NON_MANIFOLD;
    if (countOfKind[CD_DEFECT_NON_MANIFOLD_VERTEX] > 0) return CD_BUILD_NON_MANIFOLD;
    return countOfKind[CD_DEFECT_FLIPPED_EDGE] > 0 ? CD_BUILD_FLIPPED : CD_BUILD_OK;
}

static void linkTwins(cdBrepBuild *build, const EdgeUse *uses) {
    for (int32_t e = 0; e < build->mesh->edgeCount; e++) {
        // No length, only folded triangles, or a border.
        if (uses[e].count != 2 || isFlipped(build->mesh, &uses[e])) continue;
        build->twins[uses[e].sides[0]] = uses[e].sides[1];
        build->twins[uses[e].sides[1]] = uses[e].sides[0];
    }
}

// 6. hairs
static void claimEdges(cdBrepBuild *build) {
    const cdMesh *mesh = build->mesh;
    for (int32_t side = 0; side < 3 * mesh->triangleCount; side++) {
        int32_t start = cdGetSideStart(mesh, side), *first = &build->edgeSides[mesh->triangleEdges[side]];
        bool isFree = *first < 0 && start != cdGetSideEnd(mesh, side);
        if (isFree && cdIsFoldedTriangle(mesh, side / 3)) *first = side;
    }
    for (int32_t side = 0; side < 3 * mesh->triangleCount; side++) {
        int32_t *first = &build->vertexSides[cdGetSideStart(mesh, side)];
        if (*first < 0 && cdTakesPart(build, side / 3)) *first = side;
    }
}

static bool listFlaws(cdBrepBuild *build, const EdgeUse *uses) {
    if (!listEdges(build, uses, CD_DEFECT_OPEN_EDGE)) return false;
    if (!listEdges(build, uses, CD_DEFECT_NON_MANIFOLD_EDGE)) return false;
    if (!listEdges(build, uses, CD_DEFECT_FLIPPED_EDGE) || !listVertices(build)) return false;
    build->report.error = getTopologyError(build->report.countOfKind);
    return true;
}

bool cdFindTwins(cdBrepBuild *build) {
    const cdMesh *mesh = build->mesh;
    build->twins = cdTakeBrepArray(build, 3 * (size_t)mesh->triangleCount, sizeof(int32_t));
    build->edgeSides = cdTakeBrepArray(build, (size_t)mesh->edgeCount, sizeof(int32_t));
    build->vertexSides = cdTakeBrepArray(build, (size_t)mesh->vertexCount, sizeof(int32_t));
    EdgeUse *uses = cdTakeBrepArray(build, (size_t)mesh->edgeCount, sizeof(EdgeUse));
    if (!build->twins || !build->edgeSides || !build->vertexSides || !uses) return false;
    countSides(build, uses);
    if (build->hasBorders)
        claimEdges(build);
    else if (!listFlaws(build, uses))
        return false;
    linkTwins(build, uses);
    cdGiveBackBrepArray(build, uses);
    return build->report.error == CD_BUILD_OK;
}
