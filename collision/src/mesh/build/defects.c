// Defects: everything in a mesh that may be unintended, with its position.
//
// Input: a mesh under construction, after welding and adjacency. Output: the list of the report, by kind, and
// within a kind in the order of the file. Nothing is repaired beyond welding, and nothing is refused.
//
// The list is built twice, first to count and then to fill, so it takes no more memory than it needs.
#include "mesh/build/mesh_build.h"
#include "mesh/build/mesh_input.h"

#include "foundation/memory/hooks.h"
#include "foundation/numbers/predicates.h"

static const double SLIVER_HEIGHT =
    1e-4; // fraction of the longest edge; plain normals lose half their digits

// `defects` is NULL while counting.
typedef struct DefectList {
    cdDefect *defects;
    int32_t count;
    int32_t countOfKind[CD_DEFECT_KIND_COUNT];
} DefectList;

static void addDefect(DefectList *list, cdDefect defect) {
    if (list->defects != NULL) list->defects[list->count] = defect;
    list->count++;
    list->countOfKind[defect.kind]++;
}

static int32_t getPointId(const cdMeshDef *def, int32_t point) {
    return def->pointIds != NULL ? def->pointIds[point] : point;
}

static cdVec3 getCorner(const cdMesh *mesh, int32_t triangle, int32_t k) {
    return mesh->vertices[mesh->triangles[3 * (size_t)triangle + (size_t)k]];
}

// --- points
// -----------------------------------------------------------------------------------------------------

static void listWeldedPoints(const cdMeshBuild *build, DefectList *list) {
    const cdMeshDef *def = build->def;
    for (int32_t i = 0; i < def->pointCount; i++) {
        int32_t vertex = build->pointVertices[i];
        if (vertex < 0 || build->vertexPoints[vertex] == i) continue;
        int32_t keptId = build->mesh.vertexIds[vertex];
        addDefect(list, (cdDefect){CD_DEFECT_WELDED_VERTEX,
                                   {-1, -1},
                                   {keptId, getPointId(def, i)},
                                   0.0,
                                   cdGetInputPoint(def, i)});
    }
}

static void listUnusedPoints(const cdMeshBuild *build, DefectList *list) {
    const cdMeshDef *def = build->def;
    for (int32_t i = 0; i < def->pointCount; i++) {
        if (build->pointVertices[i] >= 0) continue;
        addDefect(
            list,
            (cdDefect){
                CD_DEFECT_UNUSED_POINT, {-1, -1}, {getPointId(def, i), -1}, 0.0, cdGetInputPoint(def, i)});
    }
}

// --- triangles
// --------------------------------------------------------------------------------------------------

static void addTriangleDefect(const cdMesh *mesh, DefectList *list, cdDefectKind kind, int32_t triangle) {
    cdVec3 sum = cdAdd(cdAdd(getCorner(mesh, triangle, 0), getCorner(mesh, triangle, 1)),
                       getCorner(mesh, triangle, 2));
    cdVec3 centroid = cdMulAdd(mesh->center, 1.0 / 3.0, sum);
    addDefect(list, (cdDefect){kind, {mesh->faceIds[triangle], -1}, {-1, -1}, 0.0, centroid});
}

static void listDegenerateTriangles(const cdMeshBuild *build, DefectList *list) {
    const cdMesh *mesh = &build->mesh;
    for (int32_t t = 0; t < mesh->triangleCount; t++) {
        if (cdMaxAbs(build->normals[t]) == 0.0)
            addTriangleDefect(mesh, list, CD_DEFECT_DEGENERATE_TRIANGLE, t);
    }
}

static void listSliverTriangles(const cdMeshBuild *build, DefectList *list) {
    const cdMesh *mesh = &build->mesh;
    for (int32_t t = 0; t < mesh->triangleCount; t++) {
        if (cdMaxAbs(build->normals[t]) == 0.0) continue;
        cdVec3 a = getCorner(mesh, t, 0), b = getCorner(mesh, t, 1), c = getCorner(mesh, t, 2);
        double longest = cdMax(cdLength(cdSub(b, a)), cdMax(cdLength(cdSub(c, b)), cdLength(cdSub(a, c))));
        double height = cdDot(cdGetTriangleCross(a, b, c), build->normals[t]) / longest;
        if (height < SLIVER_HEIGHT * longest) addTriangleDefect(mesh, list, CD_DEFECT_SLIVER_TRIANGLE, t);
    }
}

// Lists the input's triangles that are missing among the kept ones.
static void listDuplicateTriangles(const cdMeshBuild *build, DefectList *list) {
    const cdMeshDef *def = build->def;
    int32_t kept = 0;
    for (int32_t i = 0; i < def->triangleCount; i++) {
        if (kept < build->mesh.triangleCount && build->triangleSources[kept] == i) {
            kept++;
            continue;
        }
        int32_t corners[3];
        cdGetInputTriangle(def, i, corners);
        cdVec3 a = cdGetInputPoint(def, corners[0]), b = cdGetInputPoint(def, corners[1]),
               c = cdGetInputPoint(def, corners[2]);
        cdVec3 centroid = cdMulAdd(a, 1.0 / 3.0, cdAdd(cdSub(b, a), cdSub(c, a)));
        int32_t faceId = def->faceIds != NULL ? def->faceIds[i] : i;
        addDefect(list, (cdDefect){CD_DEFECT_DUPLICATE_TRIANGLE, {faceId, -1}, {-1, -1}, 0.0, centroid});
    }
}

// --- edges and vertices
// -----------------------------------------------------------------------------------------

static void addEdgeDefect(const cdMeshBuild *build, DefectList *list, cdDefectKind kind, int32_t edge) {
    const cdMesh *mesh = &build->mesh;
    int32_t a = mesh->edges[2 * (size_t)edge], b = mesh->edges[2 * (size_t)edge + 1];
    cdVec3 middle = cdAdd(mesh->center, cdLerp(mesh->vertices[a], mesh->vertices[b], 0.5));
    int32_t faceId = mesh->faceIds[build->edgeUses[edge].firstSide / 3];
    addDefect(list, (cdDefect){kind, {faceId, -1}, {mesh->vertexIds[a], mesh->vertexIds[b]}, 0.0, middle});
}

static void listOpenEdges(const cdMeshBuild *build, DefectList *list) {
    for (int32_t e = 0; e < build->mesh.edgeCount; e++) {
        if (build->edgeUses[e].count == 1) addEdgeDefect(build, list, CD_DEFECT_OPEN_EDGE, e);
    }
}

static void listNonManifoldEdges(const cdMeshBuild *build, DefectList *list) {
    for (int32_t e = 0; e < build->mesh.edgeCount; e++) {
        if (build->edgeUses[e].count > 2) addEdgeDefect(build, list, CD_DEFECT_NON_MANIFOLD_EDGE, e);
    }
}

// Only edges of exactly two triangles: of three or more, two always have the same direction.
static void listFlippedEdges(const cdMeshBuild *build, DefectList *list) {
    for (int32_t e = 0; e < build->mesh.edgeCount; e++) {
        const cdEdgeUse *use = &build->edgeUses[e];
        if (use->count == 2 && use->forwardCount != 1) addEdgeDefect(build, list, CD_DEFECT_FLIPPED_EDGE, e);
    }
}

static void listNonManifoldVertices(const cdMeshBuild *build, DefectList *list) {
    const cdMesh *mesh = &build->mesh;
    for (int32_t v = 0; v < mesh->vertexCount; v++) {
        if (build->vertexFans[v] <= 1) continue;
        int32_t id = mesh->vertexIds[v], faceId = mesh->faceIds[build->vertexTriangles[v]];
        cdVec3 place = cdAdd(mesh->center, mesh->vertices[v]);
        addDefect(list, (cdDefect){CD_DEFECT_NON_MANIFOLD_VERTEX, {faceId, -1}, {id, -1}, 0.0, place});
    }
}

static void listAllDefects(const cdMeshBuild *build, DefectList *list) {
    listWeldedPoints(build, list);
    listUnusedPoints(build, list);
    listDegenerateTriangles(build, list);
    listSliverTriangles(build, list);
    listDuplicateTriangles(build, list);
    listOpenEdges(build, list);
    listNonManifoldEdges(build, list);
    listFlippedEdges(build, list);
    listNonManifoldVertices(build, list);
}

bool cdListDefects(cdMeshBuild *build, cdMeshReport *report) {
    DefectList counted = {0};
    listAllDefects(build, &counted);
    if (counted.count > 0) {
        size_t byteCount = (size_t)counted.count * sizeof(cdDefect);
        DefectList filled = {.defects = cdAllocate(byteCount)};
        if (filled.defects == NULL) {
            build->refusedBytes = byteCount;
            return false;
        }
        listAllDefects(build, &filled);
        report->defects = filled.defects;
    }
    report->defectCount = counted.count;
    for (int k = 0; k < CD_DEFECT_KIND_COUNT; k++)
        report->countOfKind[k] = counted.countOfKind[k];
    return true;
}
