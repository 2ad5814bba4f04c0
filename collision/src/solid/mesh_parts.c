// cdCreateMesh: a mesh with the requested parts.
//
// Each part is a block of its own that the mesh owns: the convex hull (convex/), the features
// (features_create.c) and the solid (solid_create.c). A mesh whose hull cannot be built, or that encloses no
// solid, lacks that part; only a lack of memory refuses the mesh.
#include "convex/hull/convex_build.h"
#include "foundation/memory/hooks.h"
#include "mesh/build/mesh_build.h"
#include "solid/features/features_data.h"
#include "solid/mesh_inset.h"
#include "solid/solid_data.h"

static const uint32_t ALL_PARTS = CD_PART_HULL | CD_PART_FEATURES | CD_PART_SOLID;

static uint32_t getParts(const cdMesh *mesh) {
    return (mesh->hull != NULL ? CD_PART_HULL : 0u) | (mesh->features != NULL ? CD_PART_FEATURES : 0u) |
           (mesh->solid != NULL ? CD_PART_SOLID : 0u);
}

// @errors false: no memory
static bool buildHull(cdMesh *mesh) {
    bool noMemory;
    mesh->hull =
        cdBuildConvex(mesh->vertices, mesh->vertexIds, mesh->vertexCount, mesh->center, 0.0, true, &noMemory);
    return !noMemory;
}

static bool buildFeatures(cdMesh *mesh) {
    mesh->features = cdBuildFeatures(mesh, cdMin(mesh->partsDef.tolerance, mesh->radius));
    return mesh->features != NULL;
}

static bool buildSolid(cdMesh *mesh, const cdBuildWatch *watch, cdSolidReport *report) {
    cdSolidReport unwanted;
    cdSolidReport *used = report != NULL ? report : &unwanted;
    if (report != NULL) cdFreeSolidReport(report);
    cdPartsDef def = mesh->partsDef;
    def.tolerance = cdMin(def.tolerance, mesh->radius);
    def.watch = watch;
    mesh->solid = cdBuildSolid(mesh, &def, used, report != NULL);
    return used->error != CD_BUILD_OUT_OF_MEMORY;
}

// Builds the parts that are missing. @errors false: no memory
static bool buildParts(cdMesh *mesh, uint32_t parts, const cdBuildWatch *watch, cdSolidReport *report) {
    uint32_t missing = parts & ~getParts(mesh);
    if (mesh->rounding > 0.0)
        missing &= CD_PART_HULL; // the triangles' features are not those of the rounded shape
    return (!(missing & CD_PART_HULL) || buildHull(mesh)) &&
           (!(missing & CD_PART_FEATURES) || buildFeatures(mesh)) &&
           (!(missing & CD_PART_SOLID) || buildSolid(mesh, watch, report));
}

// True if nothing is left of a closed mesh, although no triangle may be turned over.
static bool isInsideOut(const cdMesh *mesh, const cdMesh *inset) {
    return mesh->info.closed && !(mesh->info.volume * inset->info.volume > 0.0);
}

// Replaces a mesh by one with its surface moved inwards. @errors NULL, with report->error
static cdMesh *insetMesh(cdMesh *mesh, const cdMeshDef *def, cdMeshReport *report) {
    cdMesh *inset = cdBuildInsetMesh(mesh, def, &report->inset);
    report->error = inset == NULL ? CD_BUILD_OUT_OF_MEMORY : CD_BUILD_OK;
    report->byteCount = inset == NULL ? mesh->byteCount : 0;
    if (inset != NULL && (report->inset.invertedCount > 0 || isInsideOut(mesh, inset))) {
        report->error = CD_BUILD_TOO_THIN;
        cdDestroyMesh(inset);
        inset = NULL;
    }
    cdDestroyMesh(mesh);
    return inset;
}

cdMesh *cdCreateMesh(const cdMeshDef *def, cdMeshReport *report) {
    cdMeshReport unwanted;
    cdMeshReport *used = report != NULL ? report : &unwanted;
    cdMesh *mesh = cdBuildBareMesh(def, used, report != NULL);
    if (mesh != NULL && def->allowance > 0.0) mesh = insetMesh(mesh, def, used);
    if (mesh == NULL || buildParts(mesh, def->parts, NULL, report != NULL ? &report->solid : NULL))
        return mesh;
    size_t byteCount = mesh->byteCount; // parts are about as large
    cdDestroyMesh(mesh);
    cdDestroyMeshReport(report);
    *used = (cdMeshReport){.error = CD_BUILD_OUT_OF_MEMORY, .errorPoint = -1, .errorTriangle = -1};
    used->byteCount = byteCount;
    return NULL;
}

bool cdBuildMeshParts(cdMesh *mesh, uint32_t parts, cdMeshReport *report) {
    return cdBuildWatchedMeshParts(mesh, parts, NULL, report);
}

bool cdBuildWatchedMeshParts(cdMesh *mesh, uint32_t parts, const cdBuildWatch *watch, cdMeshReport *report) {
    if (!CD_REQUIRE(mesh != NULL && (parts & ~ALL_PARTS) == 0)) return false;
    buildParts(mesh, parts, watch, report != NULL ? &report->solid : NULL);
    return (parts & ~getParts(mesh)) == 0;
}

void cdDestroyMesh(cdMesh *mesh) {
    if (mesh == NULL) return;
    cdDestroyConvex(mesh->hull);
    cdFree(mesh->features);
    cdFree(mesh->solid);
    cdFree(mesh);
}

cdMeshInfo cdGetMeshInfo(const cdMesh *mesh) {
    if (!CD_REQUIRE(mesh != NULL)) return (cdMeshInfo){0};
    cdMeshInfo info = mesh->info;
    const cdConvex *hull = mesh->hull;
    const cdFeatures *features = mesh->features;
    const cdSolid *solid = mesh->solid;
    info.vertices = mesh->vertices;
    info.vertexIds = mesh->vertexIds;
    info.triangles = mesh->triangles;
    info.faceIds = mesh->faceIds;
    info.edges = mesh->edges;
    info.hull = hull;
    info.parts = getParts(mesh);
    info.byteCount += hull != NULL ? hull->info.byteCount : 0;
    info.byteCount += features != NULL ? features->info.byteCount : 0;
    info.byteCount += solid != NULL ? solid->info.byteCount : 0;
    return info;
}
