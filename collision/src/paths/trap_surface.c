// Parts and loops of a surface; see trap_surface.h.
//
// (1) The edges at each vertex. (2) The tree of the vertices, breadth first, so that loops are short. (3) The
// triangles are joined across edges that the tree does not use, as long as that closes no loop of triangles.
// The chords are left. An edge with one triangle, or with more than two, is never crossed: that
// leaves more loops than needed.
#include "paths/trap_surface.h"
#include "foundation/memory/disjoint_sets.h"

#include <string.h>

// Arrays that are needed only to make a surface.
typedef struct Scratch {
    int32_t *firsts;    // firsts[vertexCount + 1]: ranges of `edges`
    int32_t *edges;     // edges[2 * edgeCount], by vertices
    int32_t *queue;     // queue[vertexCount]
    int32_t *sets;      // sets[triangleCount]
    int32_t *triangles; // triangles[edgeCount]: one of each edge; -1: none yet
    uint8_t *uses;      // uses[edgeCount]: triangles, at most 3
    uint8_t *isTree;    // isTree[edgeCount]
} Scratch;

size_t cdGetTrapSurfaceSize(const cdMesh *mesh) {
    size_t vertices = (size_t)mesh->vertexCount, edges = (size_t)mesh->edgeCount;
    size_t ints = 5 * vertices + 1 + 3 * edges + (size_t)mesh->triangleCount;
    return ints * sizeof(int32_t) + vertices + 2 * edges + 16 * 16;
}

// --- (1)

static void listEdges(const cdMesh *mesh, Scratch *scratch) {
    memset(scratch->firsts, 0, ((size_t)mesh->vertexCount + 1) * sizeof *scratch->firsts);
    for (int32_t i = 0; i < 2 * mesh->edgeCount; i++)
        scratch->firsts[mesh->edges[i] + 1]++;
    for (int32_t i = 0; i < mesh->vertexCount; i++)
        scratch->firsts[i + 1] += scratch->firsts[i];
    for (int32_t i = 0; i < 2 * mesh->edgeCount; i++)
        scratch->edges[scratch->firsts[mesh->edges[i]]++] = i / 2;
    for (int32_t i = mesh->vertexCount; i > 0; i--)
        scratch->firsts[i] = scratch->firsts[i - 1];
    scratch->firsts[0] = 0;
}

// --- (2)

static int32_t addNeighbours(cdTrapSurface *surface, Scratch *scratch, int32_t vertex, int32_t count) {
    const cdMesh *mesh = surface->mesh;
    for (int32_t i = scratch->firsts[vertex]; i < scratch->firsts[vertex + 1]; i++) {
        int32_t edge = scratch->edges[i];
        int32_t other = mesh->edges[2 * edge] + mesh->edges[2 * edge + 1] - vertex;
        if (surface->roots[other] >= 0) continue;
        surface->roots[other] = surface->roots[vertex];
        surface->parents[other] = vertex;
        surface->depths[other] = surface->depths[vertex] + 1;
        scratch->isTree[edge] = 1;
        scratch->queue[count++] = other;
    }
    return count;
}

static void growTree(cdTrapSurface *surface, Scratch *scratch) {
    int32_t vertexCount = surface->mesh->vertexCount;
    memset(scratch->isTree, 0, (size_t)surface->mesh->edgeCount);
    for (int32_t i = 0; i < vertexCount; i++)
        surface->roots[i] = surface->parents[i] = -1;
    for (int32_t root = 0; root < vertexCount; root++) {
        if (surface->roots[root] >= 0) continue;
        surface->roots[root] = root;
        surface->depths[root] = 0;
        scratch->queue[0] = root;
        int32_t count = 1;
        for (int32_t i = 0; i < count; i++)
            count = addNeighbours(surface, scratch, scratch->queue[i], count);
    }
}

// --- (3)

static void countUses(cdTrapSurface *surface, Scratch *scratch) {
    const cdMesh *mesh = surface->mesh;
    memset(scratch->uses, 0, (size_t)mesh->edgeCount);
    for (int32_t i = 0; i < 3 * mesh->triangleCount; i++)
        if (scratch->uses[mesh->triangleEdges[i]] < 3) scratch->uses[mesh->triangleEdges[i]]++;
    memset(surface->isOpen, 0, (size_t)mesh->vertexCount);
    for (int32_t i = 0; i < mesh->edgeCount; i++)
        if (scratch->uses[i] != 2) surface->isOpen[surface->roots[mesh->edges[2 * i]]] = 1;
}

// Joins the triangles, and marks the edges between them as used.
static void joinTriangles(const cdMesh *mesh, Scratch *scratch) {
    cdFillSets(scratch->sets, mesh->triangleCount);
    for (int32_t i = 0; i < mesh->edgeCount; i++)
        scratch->triangles[i] = -1;
    for (int32_t i = 0; i < 3 * mesh->triangleCount; i++) {
        int32_t edge = mesh->triangleEdges[i], own = i / 3, other = scratch->triangles[edge];
        scratch->triangles[edge] = own;
        if (other < 0 || scratch->isTree[edge] || scratch->uses[edge] != 2) continue;
        if (cdFindRoot(scratch->sets, own) == cdFindRoot(scratch->sets, other)) continue;
        cdJoinSets(scratch->sets, own, other);
        scratch->isTree[edge] = 1;
    }
}

static void keepChords(cdTrapSurface *surface, const Scratch *scratch) {
    surface->chordCount = 0;
    for (int32_t i = 0; i < surface->mesh->edgeCount && surface->chordCount < CD_TRAP_CHORDS; i++)
        if (!scratch->isTree[i]) surface->chords[surface->chordCount++] = i;
}

void cdMakeTrapSurface(const cdMesh *mesh, cdMemory *memory, cdTrapSurface *surface) {
    size_t vertices = (size_t)mesh->vertexCount, edges = (size_t)mesh->edgeCount;
    *surface = (cdTrapSurface){.mesh = mesh};
    surface->parents = cdTakeMemory(memory, vertices, sizeof(int32_t));
    surface->depths = cdTakeMemory(memory, vertices, sizeof(int32_t));
    surface->roots = cdTakeMemory(memory, vertices, sizeof(int32_t));
    surface->isOpen = cdTakeMemory(memory, vertices, 1);
    cdMemory rest = *memory;
    Scratch scratch = {.firsts = cdTakeMemory(&rest, vertices + 1, sizeof(int32_t)),
                       .edges = cdTakeMemory(&rest, 2 * edges, sizeof(int32_t)),
                       .queue = cdTakeMemory(&rest, vertices, sizeof(int32_t)),
                       .sets = cdTakeMemory(&rest, (size_t)mesh->triangleCount, sizeof(int32_t)),
                       .triangles = cdTakeMemory(&rest, edges, sizeof(int32_t)),
                       .uses = cdTakeMemory(&rest, edges, 1),
                       .isTree = cdTakeMemory(&rest, edges, 1)};
    listEdges(mesh, &scratch);
    growTree(surface, &scratch);
    countUses(surface, &scratch);
    joinTriangles(mesh, &scratch);
    keepChords(surface, &scratch);
}

int32_t cdWriteTrapLoop(const cdTrapSurface *surface, int32_t chord, cdPose pose, cdVec3 *points) {
    const cdMesh *mesh = surface->mesh;
    int32_t up = mesh->edges[2 * chord], down = mesh->edges[2 * chord + 1];
    int32_t count = 0, last = mesh->vertexCount;
    while (up != down) {
        bool isUp = surface->depths[up] >= surface->depths[down];
        int32_t *which = isUp ? &up : &down;
        points[isUp ? count++ : --last] = cdPlaceMeshVertex(mesh, pose, *which);
        *which = surface->parents[*which];
    }
    points[count++] = cdPlaceMeshVertex(mesh, pose, up);
    while (last < mesh->vertexCount)
        points[count++] = points[last++];
    return count;
}
