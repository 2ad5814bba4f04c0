// cdCreateSolid: from a closed mesh to one block that queries read.
//
// Input: a definition. Output: a solid, and a report of near features; or no solid, and the reason with its
// places.
//
// 1. The tolerance, from the mesh's size. 2. The boundary representation (brep_build.h). 3. The index
// (index_build.h). 4. Everything into one block, with the grid that says where ways down begin
// (index_grid.h).
#include "solid/brep_build.h"
#include "solid/solid_mass.h"

#include "foundation/hooks.h"
#include "foundation/rounding.h"
#include "solid/index_grid.h"

#include <string.h>

// Points are on the index's planes within this part of the tolerance: what bends and merges features takes up
// the rest.
static const double POINT_TOLERANCE = 0.1;

// --- 1. tolerance
// -----------------------------------------------------------------------------------------------

// Far from the origin coordinates are rounded more coarsely than the solid's size suggests, and faces that
// were meant to be plane are so only within that.
static double getRounding(const cdMesh *mesh) {
    return 64.0 * CD_EPSILON * cdMax(cdMaxAbs(mesh->info.bounds.lower), cdMaxAbs(mesh->info.bounds.upper));
}

static double chooseTolerance(const cdSolidDef *def) {
    double least = cdMax(1e-12 * def->mesh->radius, getRounding(def->mesh));
    double wanted = def->tolerance > 0.0 ? def->tolerance : 1e-9 * def->mesh->radius;
    return cdMax(wanted, least);
}

// --- 4. one block
// -----------------------------------------------------------------------------------------------

// The next place in the block for `count` items, on a cache line; NULL while the block is only measured.
static void *placeArray(unsigned char *block, size_t *offset, size_t count, size_t itemSize) {
    size_t start = (*offset + 63) / 64 * 64;
    *offset = start + count * itemSize;
    return block != NULL ? block + start : NULL;
}

// Sets the array pointers of a solid whose counts are known. Returns the size of the block.
static size_t placeArrays(cdSolid *solid, unsigned char *block) {
    cdBrep *brep = &solid->brep;
    size_t vertexCount = (size_t)brep->vertexCount, edgeCount = (size_t)brep->edgeCount;
    size_t faceCount = (size_t)brep->faceCount, triangleCount = (size_t)brep->triangleCount;
    size_t size = sizeof(cdSolid);
    solid->nodes = placeArray(block, &size, (size_t)solid->info.nodeCount, sizeof(cdIndexNode));
    size_t gridSide = (size_t)cdGetGridSide(brep->faceCount);
    solid->grid = placeArray(block, &size, gridSide * gridSide * gridSide, sizeof(int32_t));
    brep->points = placeArray(block, &size, vertexCount, sizeof(cdVec3));
    brep->vertexIds = placeArray(block, &size, vertexCount, sizeof(int32_t));
    brep->planes = placeArray(block, &size, vertexCount, sizeof *brep->planes);
    brep->vertexHalfEdge = placeArray(block, &size, vertexCount, sizeof(int32_t));
    brep->halfEdges = placeArray(block, &size, 2 * edgeCount, sizeof(cdHalfEdge));
    brep->convexEdges = placeArray(block, &size, edgeCount, sizeof(uint8_t));
    brep->faces = placeArray(block, &size, faceCount, sizeof(cdBrepFace));
    brep->loops = placeArray(block, &size, (size_t)brep->loopCount, sizeof(int32_t));
    brep->triangleFaces = placeArray(block, &size, triangleCount, sizeof(int32_t));
    brep->faceTriangles = placeArray(block, &size, triangleCount, sizeof(int32_t));
    brep->triangles = placeArray(block, &size, 3 * triangleCount, sizeof(int32_t));
    brep->meshPoints = placeArray(block, &size, (size_t)brep->meshVertexCount, sizeof(cdVec3));
    return (size + 63) / 64 * 64;
}

static void copyArrays(cdBrep *to, const cdBrep *from) {
    size_t vertexCount = (size_t)from->vertexCount, edgeCount = (size_t)from->edgeCount;
    size_t faceCount = (size_t)from->faceCount, triangleCount = (size_t)from->triangleCount;
    memcpy(to->points, from->points, vertexCount * sizeof(cdVec3));
    memcpy(to->vertexIds, from->vertexIds, vertexCount * sizeof(int32_t));
    memcpy(to->planes, from->planes, vertexCount * sizeof *from->planes);
    memcpy(to->vertexHalfEdge, from->vertexHalfEdge, vertexCount * sizeof(int32_t));
    memcpy(to->halfEdges, from->halfEdges, 2 * edgeCount * sizeof(cdHalfEdge));
    memcpy(to->convexEdges, from->convexEdges, edgeCount * sizeof(uint8_t));
    memcpy(to->faces, from->faces, faceCount * sizeof(cdBrepFace));
    memcpy(to->loops, from->loops, (size_t)from->loopCount * sizeof(int32_t));
    memcpy(to->triangleFaces, from->triangleFaces, triangleCount * sizeof(int32_t));
    memcpy(to->faceTriangles, from->faceTriangles, triangleCount * sizeof(int32_t));
    memcpy(to->triangles, from->triangles, 3 * triangleCount * sizeof(int32_t));
    memcpy(to->meshPoints, from->meshPoints, (size_t)from->meshVertexCount * sizeof(cdVec3));
}

static cdSolidInfo makeInfo(const cdBrepBuild *build, const cdIndex *index) {
    const cdMesh *mesh = build->mesh;
    const cdBrep *brep = &build->brep;
    cdSolidInfo info = {.vertexCount = brep->vertexCount,
                        .edgeCount = brep->edgeCount,
                        .faceCount = brep->faceCount,
                        .loopCount = brep->loopCount,
                        .shellCount = brep->shellCount,
                        .bounds = mesh->info.bounds,
                        .center = mesh->center,
                        .radius = mesh->radius,
                        .tolerance = build->tolerance,
                        .mass = cdGetMassProperties(mesh),
                        .nodeCount = index->nodeCount,
                        .height = index->height,
                        .averageHeight = index->averageHeight};
    for (int32_t f = 0; f < brep->faceCount; f++)
        info.area += brep->faces[f].area;
    return info;
}

// @errors NULL: no memory
static cdSolid *packSolid(const cdBrepBuild *build, const cdIndex *index) {
    cdSolid header = {.info = makeInfo(build, index), .brep = build->brep};
    header.pointTolerance = POINT_TOLERANCE * build->tolerance;
    header.info.byteCount = placeArrays(&header, NULL);
    unsigned char *block = cdAllocate(header.info.byteCount);
    if (block == NULL) return NULL;
    placeArrays(&header, block);
    copyArrays(&header.brep, &build->brep);
    memcpy(block, &header, sizeof header);
    cdSolid *solid = (cdSolid *)(void *)block;
    if (index->nodeCount > 0)
        memcpy((void *)(uintptr_t)solid->nodes, index->nodes, (size_t)index->nodeCount * sizeof(cdIndexNode));
    if (cdGetGridSide(solid->info.faceCount) > 0) cdFillGrid(solid, (int32_t *)(uintptr_t)solid->grid);
    return solid;
}

// --- all of it
// --------------------------------------------------------------------------------------------------

static cdSolid *buildSolid(cdBrepBuild *build, const cdSolidDef *def) {
    if (!cdBuildBrep(build)) return NULL;
    cdIndexInput input = {.brep = &build->brep,
                          .vertexPlaces = build->vertexPlaces,
                          .sideHalfEdges = build->sideHalfEdges,
                          .radius = build->mesh->radius,
                          .tolerance = POINT_TOLERANCE * build->tolerance,
                          .facePlanesOnly = def->facePlanesOnly};
    cdIndex index = {0};
    cdSolid *solid = cdBuildIndex(&input, &index) ? packSolid(build, &index) : NULL;
    cdFree(index.nodes);
    if (solid == NULL) build->report.error = CD_SOLID_OUT_OF_MEMORY;
    return solid;
}

static bool isCallValid(const cdSolidDef *def) {
    return CD_REQUIRE(def != NULL) && CD_REQUIRE(def->mesh != NULL) &&
           CD_REQUIRE(def->tolerance >= 0.0 && def->tolerance <= def->mesh->radius);
}

cdSolid *cdCreateSolid(const cdSolidDef *def, cdSolidReport *report) {
    if (report != NULL) *report = (cdSolidReport){.error = CD_SOLID_FLAT};
    if (!isCallValid(def)) return NULL;
    cdBrepBuild build = {.mesh = def->mesh,
                         .tolerance = chooseTolerance(def),
                         .refuseIntersections = def->refuseIntersections,
                         .wantsFlaws = report != NULL};
    cdSolid *solid = buildSolid(&build, def);
    cdFreeBrepBuild(&build);
    if (build.report.error == CD_SOLID_OUT_OF_MEMORY) {
        cdDestroySolidReport(&build.report);
        build.report.error = CD_SOLID_OUT_OF_MEMORY;
    }
    if (report != NULL) *report = build.report;
    return solid;
}

void cdDestroySolid(cdSolid *solid) {
    cdFree(solid);
}

void cdDestroySolidReport(cdSolidReport *report) {
    if (report == NULL) return;
    cdFree(report->flaws);
    *report = (cdSolidReport){0};
}
