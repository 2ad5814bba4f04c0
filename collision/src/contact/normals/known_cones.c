// Cones of B's vertices, kept from call to call: to cut one into pieces takes long.
//
// Input: a feature. Output: the pieces of its cone. (1) The cones of vertices are kept in the workspace, in
// small sets: each vertex belongs to one, and the last ones stay. (2) B's vertices have the same cone in
// every call, as B's stored coordinates are the frame of the work. A's are computed: turned from A's
// coordinates, pieces that are half a plane wide would have other rays, which may decide otherwise within the
// slack.
#include "contact/normals/contact_cone.h"

#include <string.h>

enum { SETS = 64, WAYS = 2, RAYS_MAX = 24, PIECES_MAX = 8 };

typedef struct KnownCone {
    uint64_t mesh; // cdMesh.id; 0: none
    int32_t vertex;
    int32_t rayCount, pieceCount;
    bool closed, convex, incomplete;
    double reach;
    cdConePiece pieces[PIECES_MAX];
    cdVec3 rays[RAYS_MAX];
} KnownCone;

size_t cdGetKnownConesSize(void) {
    return (size_t)SETS * WAYS * sizeof(KnownCone);
}

// --- (1)

// Returns the first slot of a vertex's set; NULL: no memory.
static KnownCone *findSet(const cdRegionWork *work, uint64_t mesh, int32_t vertex) {
    KnownCone *slots = cdUseWorkPart(work->workspace, CD_WORK_CONES, cdGetKnownConesSize());
    uint32_t set = ((uint32_t)vertex * 0x9E3779B1u ^ (uint32_t)mesh * 0x85EBCA77u) >> 12;
    return slots != NULL ? &slots[set % SETS * WAYS] : NULL;
}

static const KnownCone *findKnown(const KnownCone *set, uint64_t mesh, int32_t vertex) {
    for (int i = 0; i < WAYS; i++)
        if (set[i].mesh == mesh && set[i].vertex == vertex) return &set[i];
    return NULL;
}

static void readCone(const KnownCone *known, cdLocalCone *cone) {
    cone->rayCount = known->rayCount;
    cone->pieceCount = known->pieceCount;
    cone->reach = known->reach;
    cone->closed = known->closed;
    cone->convex = known->convex;
    cone->incomplete = known->incomplete;
    memcpy(cone->pieces, known->pieces, (size_t)known->pieceCount * sizeof *cone->pieces);
    memcpy(cone->rays, known->rays, (size_t)known->rayCount * sizeof *cone->rays);
}

// Drops the cone of the set that was kept first.
static void keepCone(KnownCone *known, uint64_t mesh, int32_t vertex, const cdLocalCone *cone) {
    if (cone->rayCount > RAYS_MAX || cone->pieceCount > PIECES_MAX) return;
    memmove(known + 1, known, (WAYS - 1) * sizeof *known);
    known->mesh = mesh;
    known->vertex = vertex;
    known->rayCount = cone->rayCount;
    known->pieceCount = cone->pieceCount;
    known->reach = cone->reach;
    known->closed = cone->closed;
    known->convex = cone->convex;
    known->incomplete = cone->incomplete;
    memcpy(known->pieces, cone->pieces, (size_t)cone->pieceCount * sizeof *cone->pieces);
    memcpy(known->rays, cone->rays, (size_t)cone->rayCount * sizeof *cone->rays);
}

// --- (2)

void cdFindConePieces(const cdRegionWork *work, cdWorkSide side, cdLocation location, cdLocalCone *cone) {
    if (side == CD_SIDE_A || location.kind != CD_ON_VERTEX) {
        cdFindLocalCone(work, side, location, cone);
        return;
    }
    uint64_t mesh = work->b->mesh->id;
    KnownCone *set = findSet(work, mesh, location.index);
    const KnownCone *known = set != NULL ? findKnown(set, mesh, location.index) : NULL;
    if (known != NULL) {
        readCone(known, cone);
    } else {
        cdFindLocalCone(work, side, location, cone);
        if (set != NULL) keepCone(set, mesh, location.index, cone);
    }
    cone->normalCount = cone->edgeCount = 0;
    cone->inward = cdMakeVec3(0.0, 0.0, 0.0);
}
