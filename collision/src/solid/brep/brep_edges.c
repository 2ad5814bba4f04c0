// Edges and vertices: the sides between different faces, collinear ones merged.
//
// Input: the face of each triangle. Output: vertices, half-edges, and the locations of the mesh's
// vertices and sides. A side is a border if its triangle and its twin's belong to different faces; the next
// border along a face is found by turning about its end within the face, which separates the passes of a face
// that touches itself in a vertex.
//
// 1. Borders, and the number of edges with borders at each vertex. 2. A vertex stays unless exactly two such
// edges meet there and a border continues from one to the other. Between kept vertices are chains, with the
// same faces on their sides throughout. A chain becomes one edge if it is within the flatness of the segment
// between its ends, else it is cut at the vertex farthest from it, recursively (Douglas, Peucker 1973). 3. A
// loop with fewer than three vertices keeps all its vertices. 4. Numbers: vertices as in the mesh, edges by
// their first side.
//
// For features, a side without a twin is a border too. If an edge of the mesh has several such sides, each
// becomes part of an edge of its own, but all are cut at the same vertices. A face without any border, a
// closed part of the surface no thicker than the flatness, is first cut open along all its edges.
#include "solid/brep/brep_build.h"

#include "mesh/shapes/closest.h"

typedef struct Borders {
    cdBrepBuild *build;
    int32_t *next;       // next[3 * triangleCount]: the next border along the face; -1: no border
    int32_t *previous;   // previous[3 * triangleCount]
    int32_t *edgeCounts; // edgeCounts[mesh->vertexCount]: number of edges with borders
    uint8_t *kept;       // kept[mesh->vertexCount]
    int32_t *chain;      // chain[chainCount + 1]: vertices
    int32_t *stack;      // pairs of indices into the chain
    int32_t *numbers;    // numbers[mesh->vertexCount]: new numbers of kept vertices
    uint8_t *seen;       // seen[3 * triangleCount]
    uint8_t *seenEdges;  // seenEdges[mesh->edgeCount]
} Borders;

// --- 1. borders
// -------------------------------------------------------------------------------------------------

static bool isBorder(const cdBrepBuild *build, int32_t side) {
    int32_t twin = build->twins[side];
    const int32_t *faces = build->brep.triangleFaces;
    if (twin >= 0) return faces[side / 3] != faces[twin / 3];
    bool hasLength = cdGetSideStart(build->mesh, side) != cdGetSideEnd(build->mesh, side);
    return build->hasBorders && hasLength && cdTakesPart(build, side / 3);
}

static bool openClosedFaces(cdBrepBuild *build) {
    const cdBrep *brep = &build->brep;
    uint8_t *hasBorder = cdTakeBrepArray(build, (size_t)brep->faceCount, sizeof(uint8_t));
    if (hasBorder == NULL) return false;
    for (int32_t side = 0; side < 3 * brep->triangleCount; side++)
        if (isBorder(build, side)) hasBorder[brep->triangleFaces[side / 3]] = 1;
    for (int32_t side = 0; side < 3 * brep->triangleCount; side++) {
        int32_t face = brep->triangleFaces[side / 3];
        if (face >= 0 && !hasBorder[face]) build->twins[side] = -1;
    }
    cdGiveBackBrepArray(build, hasBorder);
    return true;
}

static void countEdge(Borders *borders, int32_t side) {
    const cdMesh *mesh = borders->build->mesh;
    uint8_t *seen = &borders->seenEdges[mesh->triangleEdges[side]];
    if (*seen) return;
    *seen = 1;
    borders->edgeCounts[cdGetSideStart(mesh, side)]++;
    borders->edgeCounts[cdGetSideEnd(mesh, side)]++;
}

static void findBorders(Borders *borders) {
    const cdBrepBuild *build = borders->build;
    for (int32_t side = 0; side < 3 * build->mesh->triangleCount; side++) {
        borders->next[side] = -1;
        if (!isBorder(build, side)) continue;
        int32_t next = cdNextSide(side);
        while (!isBorder(build, next)) // a side without length is skipped, since it has no twin
            next = cdNextSide(build->twins[next] >= 0 ? build->twins[next] : next);
        borders->next[side] = next;
        borders->previous[next] = side;
        countEdge(borders, side);
    }
}

// --- 2. chains
// --------------------------------------------------------------------------------------------------

// Returns the index in the chain of the vertex between two others that is farthest from their segment.
static int32_t findFarthest(const Borders *borders, int32_t first, int32_t last, double *distanceSq) {
    const cdVec3 *points = borders->build->mesh->vertices;
    cdVec3 a = points[borders->chain[first]], b = points[borders->chain[last]];
    int32_t farthest = -1;
    *distanceSq = -1.0;
    for (int32_t i = first + 1; i < last; i++) {
        double candidate = cdGetSegmentDistanceSq(points[borders->chain[i]], a, b);
        if (candidate <= *distanceSq) continue;
        *distanceSq = candidate;
        farthest = i;
    }
    return farthest;
}

// Keeps the vertices that a chain of `count` vertices needs besides its ends.
static void cutChain(Borders *borders, int32_t count) {
    double flatness = borders->build->flatness;
    int32_t height = 0;
    borders->stack[height++] = 0, borders->stack[height++] = count - 1;
    while (height > 0) {
        int32_t last = borders->stack[--height], first = borders->stack[--height];
        double distanceSq;
        int32_t cut = findFarthest(borders, first, last, &distanceSq);
        bool closed = borders->chain[first] == borders->chain[last]; // must be cut: edges need two ends
        if (cut < 0 || (!closed && distanceSq <= flatness * flatness)) continue;
        borders->kept[borders->chain[cut]] = 1;
        borders->stack[height++] = first, borders->stack[height++] = cut;
        borders->stack[height++] = cut, borders->stack[height++] = last;
    }
}

// Follows the chain from a side to a kept vertex and marks its edges. Returns the number of its vertices.
static int32_t followChain(Borders *borders, int32_t side) {
    const cdMesh *mesh = borders->build->mesh;
    int32_t count = 0;
    borders->chain[count++] = cdGetSideStart(mesh, side);
    for (;;) {
        int32_t end = cdGetSideEnd(mesh, side);
        borders->chain[count++] = end;
        borders->seenEdges[mesh->triangleEdges[side]] = 1;
        if (borders->kept[end]) return count;
        side = borders->next[side];
    }
}

// Keeps the vertices at which chains end.
static void keepEnds(Borders *borders) {
    const cdMesh *mesh = borders->build->mesh;
    for (int32_t v = 0; v < mesh->vertexCount; v++)
        borders->kept[v] = borders->edgeCounts[v] != 0 && borders->edgeCounts[v] != 2;
    for (int32_t side = 0; side < 3 * mesh->triangleCount; side++) {
        int32_t next = borders->next[side];
        bool turnsBack = next >= 0 && mesh->triangleEdges[next] == mesh->triangleEdges[side];
        if (turnsBack) borders->kept[cdGetSideEnd(mesh, side)] = 1;
    }
}

static void cutChains(Borders *borders) {
    const cdMesh *mesh = borders->build->mesh;
    int32_t sideCount = 3 * mesh->triangleCount;
    keepEnds(borders);
    for (int32_t e = 0; e < mesh->edgeCount; e++)
        borders->seenEdges[e] = 0;
    for (int32_t side = 0; side < sideCount; side++) {
        bool starts = borders->next[side] >= 0 && borders->kept[cdGetSideStart(mesh, side)];
        if (starts && !borders->seenEdges[mesh->triangleEdges[side]])
            cutChain(borders, followChain(borders, side));
    }
    for (int32_t side = 0; side < sideCount; side++) { // closed chains without kept vertex
        if (borders->next[side] < 0 || borders->seenEdges[mesh->triangleEdges[side]]) continue;
        borders->kept[cdGetSideStart(mesh, side)] = 1;
        cutChain(borders, followChain(borders, side));
    }
}

// --- 3. loops of two
// --------------------------------------------------------------------------------------------

static int32_t countKept(const Borders *borders, int32_t side) {
    int32_t count = 0, at = side;
    do {
        count += borders->kept[cdGetSideStart(borders->build->mesh, at)];
        at = borders->next[at];
    } while (at != side);
    return count;
}

static void keepLoop(Borders *borders, int32_t side) {
    int32_t at = side;
    do {
        borders->kept[cdGetSideStart(borders->build->mesh, at)] = 1;
        at = borders->next[at];
    } while (at != side);
}

static void markLoop(Borders *borders, int32_t side) {
    int32_t at = side;
    do {
        borders->seen[at] = 1;
        at = borders->next[at];
    } while (at != side);
}

static void mendShortLoops(Borders *borders) {
    int32_t sideCount = 3 * borders->build->mesh->triangleCount;
    for (int32_t side = 0; side < sideCount; side++) {
        if (borders->next[side] < 0 || borders->seen[side]) continue;
        markLoop(borders, side);
        if (countKept(borders, side) < 3) keepLoop(borders, side);
    }
}

// --- 4. numbers
// -------------------------------------------------------------------------------------------------

static bool makeVertices(Borders *borders) {
    cdBrepBuild *build = borders->build;
    const cdMesh *mesh = build->mesh;
    cdBrep *brep = &build->brep;
    for (int32_t v = 0; v < mesh->vertexCount; v++)
        borders->numbers[v] = borders->kept[v] ? brep->vertexCount++ : -1;
    brep->points = cdTakeBrepArray(build, (size_t)brep->vertexCount, sizeof(cdVec3));
    brep->vertexIds = cdTakeBrepArray(build, (size_t)brep->vertexCount, sizeof(int32_t));
    if (brep->points == NULL || brep->vertexIds == NULL) return false;
    for (int32_t v = 0; v < mesh->vertexCount; v++) {
        if (!borders->kept[v]) continue;
        brep->points[borders->numbers[v]] = mesh->vertices[v];
        brep->vertexIds[borders->numbers[v]] = mesh->vertexIds[v];
    }
    return true;
}

// Returns the last side of a border's edge.
static int32_t findLastSide(const Borders *borders, int32_t side) {
    while (!borders->kept[cdGetSideEnd(borders->build->mesh, side)])
        side = borders->next[side];
    return side;
}

static int32_t findFirstSide(const Borders *borders, int32_t side) {
    while (!borders->kept[cdGetSideStart(borders->build->mesh, side)])
        side = borders->previous[side];
    return side;
}

// Numbers the sides of an edge, on both faces, from its first side. A border has its face's orientation.
static void makeEdge(Borders *borders, int32_t first, int32_t edge) {
    cdBrepBuild *build = borders->build;
    int32_t start = borders->numbers[cdGetSideStart(build->mesh, first)];
    int32_t end = borders->numbers[cdGetSideEnd(build->mesh, findLastSide(borders, first))];
    int32_t halfEdge = 2 * edge + (build->twins[first] >= 0 && start > end);
    for (int32_t side = first;; side = borders->next[side]) {
        build->sideHalfEdges[side] = halfEdge;
        if (build->twins[side] >= 0) build->sideHalfEdges[build->twins[side]] = halfEdge ^ 1;
        if (borders->kept[cdGetSideEnd(build->mesh, side)]) return;
    }
}

static void numberSides(Borders *borders) {
    cdBrepBuild *build = borders->build;
    int32_t sideCount = 3 * build->mesh->triangleCount;
    for (int32_t side = 0; side < sideCount; side++)
        build->sideHalfEdges[side] = -1;
    for (int32_t side = 0; side < sideCount; side++) {
        if (borders->next[side] < 0 || build->sideHalfEdges[side] >= 0) continue;
        makeEdge(borders, findFirstSide(borders, side), build->brep.edgeCount++);
    }
}

static bool makeHalfEdges(Borders *borders) {
    cdBrepBuild *build = borders->build;
    cdBrep *brep = &build->brep;
    brep->halfEdges = cdTakeBrepArray(build, 2 * (size_t)brep->edgeCount, sizeof(cdHalfEdge));
    brep->vertexHalfEdge = cdTakeBrepArray(build, (size_t)brep->vertexCount, sizeof(int32_t));
    if (brep->halfEdges == NULL || brep->vertexHalfEdge == NULL) return false;
    for (int32_t side = 3 * build->mesh->triangleCount - 1; side >= 0; side--) {
        int32_t halfEdge = build->sideHalfEdges[side], next = borders->next[side];
        if (halfEdge < 0) continue;
        int32_t start = borders->numbers[cdGetSideStart(build->mesh, side)];
        brep->halfEdges[halfEdge].face = brep->triangleFaces[side / 3];
        if (start >= 0) brep->halfEdges[halfEdge].start = start;
        if (start >= 0) brep->vertexHalfEdge[start] = halfEdge;
        int32_t end = borders->numbers[cdGetSideEnd(build->mesh, side)];
        if (end >= 0) brep->halfEdges[halfEdge].next = build->sideHalfEdges[next];
        if (end >= 0 && build->twins[side] < 0) brep->halfEdges[halfEdge ^ 1] = (cdHalfEdge){end, -1, -1};
    }
    return true;
}

static bool locateVertices(Borders *borders) {
    cdBrepBuild *build = borders->build;
    const cdMesh *mesh = build->mesh;
    build->vertexLeaves = cdTakeBrepArray(build, (size_t)mesh->vertexCount, sizeof(int32_t));
    if (build->vertexLeaves == NULL) return false;
    for (int32_t v = 0; v < mesh->vertexCount; v++) {
        int32_t side = build->vertexSides[v];
        int32_t face = side >= 0 ? build->brep.triangleFaces[side / 3] : -1;
        build->vertexLeaves[v] =
            borders->kept[v] ? cdMakeLeaf(CD_ON_VERTEX, borders->numbers[v]) : cdMakeLeaf(CD_ON_FACE, face);
    }
    for (int32_t side = 0; side < 3 * mesh->triangleCount; side++) {
        int32_t start = cdGetSideStart(mesh, side);
        if (build->sideHalfEdges[side] >= 0 && !borders->kept[start])
            build->vertexLeaves[start] = cdMakeLeaf(CD_ON_EDGE, build->sideHalfEdges[side] / 2);
    }
    return true;
}

// --- all of it
// --------------------------------------------------------------------------------------------------

static bool takeBorders(Borders *borders) {
    cdBrepBuild *build = borders->build;
    size_t sideCount = 3 * (size_t)build->mesh->triangleCount, vertexCount = (size_t)build->mesh->vertexCount;
    borders->next = cdTakeBrepArray(build, sideCount, sizeof(int32_t));
    borders->previous = cdTakeBrepArray(build, sideCount, sizeof(int32_t));
    borders->edgeCounts = cdTakeBrepArray(build, vertexCount, sizeof(int32_t));
    borders->kept = cdTakeBrepArray(build, vertexCount, sizeof(uint8_t));
    borders->chain = cdTakeBrepArray(build, sideCount + 1, sizeof(int32_t));
    borders->stack = cdTakeBrepArray(build, 4 * (sideCount + 1), sizeof(int32_t));
    borders->numbers = cdTakeBrepArray(build, vertexCount, sizeof(int32_t));
    borders->seen = cdTakeBrepArray(build, sideCount, sizeof(uint8_t));
    borders->seenEdges = cdTakeBrepArray(build, (size_t)build->mesh->edgeCount, sizeof(uint8_t));
    build->sideHalfEdges = cdTakeBrepArray(build, sideCount, sizeof(int32_t));
    return borders->next && borders->previous && borders->edgeCounts && borders->kept && borders->chain &&
           borders->stack && borders->numbers && borders->seen && borders->seenEdges && build->sideHalfEdges;
}

static void giveBackBorders(Borders *borders) {
    cdBrepBuild *build = borders->build;
    cdGiveBackBrepArray(build, borders->seenEdges);
    cdGiveBackBrepArray(build, borders->seen);
    cdGiveBackBrepArray(build, borders->numbers);
    cdGiveBackBrepArray(build, borders->stack);
    cdGiveBackBrepArray(build, borders->chain);
    cdGiveBackBrepArray(build, borders->kept);
    cdGiveBackBrepArray(build, borders->edgeCounts);
    cdGiveBackBrepArray(build, borders->previous);
    cdGiveBackBrepArray(build, borders->next);
}

bool cdJoinEdges(cdBrepBuild *build) {
    Borders borders = {.build = build};
    if (build->hasBorders && !openClosedFaces(build)) return false;
    if (!takeBorders(&borders)) return false;
    findBorders(&borders);
    cutChains(&borders);
    mendShortLoops(&borders);
    if (!makeVertices(&borders)) return false;
    numberSides(&borders);
    if (!makeHalfEdges(&borders) || !locateVertices(&borders)) return false;
    giveBackBorders(&borders);
    return true;
}
