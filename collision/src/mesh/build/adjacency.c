// Adjacency: the edges between triangles, the owner of each vertex and edge, and the fans around vertices.
//
// Input: triangles over vertices, with their normals. Output: each edge once, in the order of first use by
// the triangles; for each element the one triangle that tests it; and whether the mesh is closed, manifold
// and oriented.
//
// Triangles with two equal corners have edges too, possibly of no length, but are not counted on them: a pole
// of a sphere made of quadrilaterals is no defect. A fan is a set of triangles around a vertex that are
// connected through edges at it; found by joining, along every edge, the corners at both its ends.
#include "foundation/memory/disjoint_sets.h"
#include "mesh/build/mesh_build.h"

static int32_t findEdge(const cdMesh *mesh, const cdIndexTable *table, uint64_t hash, int32_t a, int32_t b) {
    for (int32_t e = cdGetFirstItem(table, hash); e >= 0; e = cdGetNextItem(table, e)) {
        const int32_t *ends = mesh->edges + 2 * (size_t)e;
        if ((ends[0] == a && ends[1] == b) || (ends[0] == b && ends[1] == a)) return e;
    }
    return -1;
}

static int32_t findOrAddEdge(cdMeshBuild *build, cdIndexTable *table, const int32_t *uses, int32_t a,
                             int32_t b) {
    cdMesh *mesh = &build->mesh;
    uint64_t hash = a < b ? cdHashVertices(uses, a, b, 0) : cdHashVertices(uses, b, a, 0);
    int32_t edge = findEdge(mesh, table, hash, a, b);
    if (edge >= 0) return edge;
    edge = mesh->edgeCount++;
    mesh->edges[2 * (size_t)edge] = a;
    mesh->edges[2 * (size_t)edge + 1] = b;
    build->edgeUses[edge] = (cdEdgeUse){-1, 0, 0};
    cdInsertItem(table, hash, edge);
    return edge;
}

static void countEdgeUse(cdMeshBuild *build, int32_t edge, int32_t side, bool forward) {
    cdEdgeUse *use = &build->edgeUses[edge];
    if (use->count == 0) use->firstSide = side;
    use->count++;
    use->forwardCount += forward;
}

// Counts the sides of which each vertex is the lower end.
static void countLowerEnds(const cdMesh *mesh, int32_t *uses) {
    for (int32_t t = 0; t < mesh->triangleCount; t++) {
        const int32_t *c = mesh->triangles + 3 * (size_t)t;
        uses[c[0] < c[1] ? c[0] : c[1]]++;
        uses[c[1] < c[2] ? c[1] : c[2]]++;
        uses[c[2] < c[0] ? c[2] : c[0]]++;
    }
}

bool cdFindEdges(cdMeshBuild *build) {
    cdMesh *mesh = &build->mesh;
    size_t sideCount = 3 * (size_t)mesh->triangleCount;
    mesh->edges = cdTakeUnsetArray(build, 2 * sideCount, sizeof(int32_t));
    mesh->triangleEdges = cdTakeUnsetArray(build, sideCount, sizeof(int32_t));
    build->edgeUses = cdTakeUnsetArray(build, sideCount, sizeof(cdEdgeUse));
    int32_t *uses = cdTakeArray(build, (size_t)mesh->vertexCount, sizeof(int32_t));
    cdIndexTable table;
    if (!mesh->edges || !mesh->triangleEdges || !build->edgeUses || !uses) return false;
    if (!cdMakeIndexTable(build, sideCount, (size_t)mesh->vertexCount, &table)) return false;
    countLowerEnds(mesh, uses);
    for (int32_t t = 0; t < mesh->triangleCount; t++) {
        const int32_t *corners = mesh->triangles + 3 * (size_t)t;
        for (int32_t k = 0; k < 3; k++) {
            int32_t a = corners[k], b = corners[(k + 1) % 3], side = 3 * t + k;
            int32_t edge = findOrAddEdge(build, &table, uses, a, b);
            mesh->triangleEdges[side] = edge;
            if (!cdIsFolded(corners)) countEdgeUse(build, edge, side, mesh->edges[2 * (size_t)edge] == a);
        }
    }
    cdFreeIndexTable(build, &table);
    cdGiveBackArray(build, uses);
    return true;
}

static bool hasNoArea(const cdMeshBuild *build, int32_t triangle) {
    return cdMaxAbs(build->normals[triangle]) == 0.0;
}

// Makes a triangle the owner of those of its corners and edges without one.
static void takeOwnership(cdMeshBuild *build, int32_t triangle, uint8_t *edgeOwned) {
    cdMesh *mesh = &build->mesh;
    for (int32_t k = 0; k < 3; k++) {
        int32_t vertex = mesh->triangles[3 * (size_t)triangle + (size_t)k];
        int32_t edge = mesh->triangleEdges[3 * (size_t)triangle + (size_t)k];
        if (build->vertexTriangles[vertex] < 0) {
            build->vertexTriangles[vertex] = triangle;
            mesh->ownedElements[triangle] |= (uint8_t)(1 << k);
        }
        if (edgeOwned[edge] == 0) {
            edgeOwned[edge] = 1;
            mesh->ownedElements[triangle] |= (uint8_t)(8 << k);
        }
    }
}

// Triangles with area first, so that an edge between one with and one without is tested with the one that has
// a plane.
bool cdAssignOwners(cdMeshBuild *build) {
    cdMesh *mesh = &build->mesh;
    mesh->ownedElements = cdTakeArray(build, (size_t)mesh->triangleCount, sizeof(uint8_t));
    build->vertexTriangles = cdTakeUnsetArray(build, (size_t)mesh->vertexCount, sizeof(int32_t));
    uint8_t *edgeOwned = cdTakeArray(build, (size_t)mesh->edgeCount, sizeof(uint8_t));
    if (!mesh->ownedElements || !build->vertexTriangles || !edgeOwned) return false;
    for (int32_t v = 0; v < mesh->vertexCount; v++)
        build->vertexTriangles[v] = -1;
    for (int32_t t = 0; t < mesh->triangleCount; t++) {
        if (!hasNoArea(build, t)) takeOwnership(build, t, edgeOwned);
    }
    for (int32_t t = 0; t < mesh->triangleCount; t++) {
        if (hasNoArea(build, t)) takeOwnership(build, t, edgeOwned);
    }
    cdGiveBackArray(build, edgeOwned);
    return true;
}

// --- sets that grow together
// ------------------------------------------------------------------------------------

static int32_t *makeSets(cdMeshBuild *build, size_t count) {
    int32_t *parents = cdTakeUnsetArray(build, count, sizeof(int32_t));
    if (parents != NULL) cdFillSets(parents, (int32_t)count);
    return parents;
}

// --- fans and components
// ----------------------------------------------------------------------------------------

// Joins the corners of two triangles at both ends of the edge they share.
static void joinCornersAlongEdge(const cdMesh *mesh, int32_t *corners, int32_t side, int32_t other) {
    int32_t start = side, end = side - side % 3 + (side + 1) % 3;
    int32_t otherStart = other, otherEnd = other - other % 3 + (other + 1) % 3;
    bool sameSense = mesh->triangles[start] == mesh->triangles[otherStart];
    cdJoinSets(corners, start, sameSense ? otherStart : otherEnd);
    cdJoinSets(corners, end, sameSense ? otherEnd : otherStart);
}

static bool countFans(cdMeshBuild *build) {
    const cdMesh *mesh = &build->mesh;
    int32_t *corners = makeSets(build, 3 * (size_t)mesh->triangleCount);
    if (corners == NULL) return false;
    for (int32_t side = 0; side < 3 * mesh->triangleCount; side++) {
        if (cdIsFolded(mesh->triangles + (side - side % 3))) continue;
        int32_t first = build->edgeUses[mesh->triangleEdges[side]].firstSide;
        if (first != side) joinCornersAlongEdge(mesh, corners, side, first);
    }
    for (int32_t corner = 0; corner < 3 * mesh->triangleCount; corner++) {
        if (cdIsFolded(mesh->triangles + (corner - corner % 3))) continue;
        if (cdFindRoot(corners, corner) == corner) build->vertexFans[mesh->triangles[corner]]++;
    }
    cdGiveBackArray(build, corners);
    return true;
}

static bool countComponents(cdMeshBuild *build) {
    cdMesh *mesh = &build->mesh;
    int32_t *vertices = makeSets(build, (size_t)mesh->vertexCount);
    if (vertices == NULL) return false;
    for (int32_t t = 0; t < mesh->triangleCount; t++) {
        const int32_t *corners = mesh->triangles + 3 * (size_t)t;
        cdJoinSets(vertices, corners[0], corners[1]);
        cdJoinSets(vertices, corners[1], corners[2]);
    }
    for (int32_t v = 0; v < mesh->vertexCount; v++)
        mesh->info.componentCount += vertices[v] == v;
    cdGiveBackArray(build, vertices);
    return true;
}

bool cdFindFans(cdMeshBuild *build) {
    cdMesh *mesh = &build->mesh;
    build->vertexFans = cdTakeArray(build, (size_t)mesh->vertexCount, sizeof(int32_t));
    if (build->vertexFans == NULL || !countFans(build) || !countComponents(build)) return false;
    mesh->info.closed = mesh->info.manifold = mesh->info.oriented = true;
    for (int32_t e = 0; e < mesh->edgeCount; e++) {
        const cdEdgeUse *use = &build->edgeUses[e];
        bool hasLength = mesh->edges[2 * (size_t)e] != mesh->edges[2 * (size_t)e + 1];
        if (use->count < 2 && hasLength) mesh->info.closed = false;
        if (use->count > 2) mesh->info.manifold = false;
        if (use->count == 2 && use->forwardCount != 1) mesh->info.oriented = false;
    }
    for (int32_t v = 0; v < mesh->vertexCount; v++) {
        if (build->vertexFans[v] > 1) mesh->info.manifold = false;
    }
    return true;
}
