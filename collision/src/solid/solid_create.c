// cdBuildSolid: from a closed mesh to one block that queries read.
//
// Input: a definition. Output: a solid, and a report of near features; or no solid, and the reason with the
// features concerned.
//
// 1. The tolerance, from the mesh's size (brep_pack.h). 2. The boundary representation (brep_build.h). 3. The
// index (index_build.h). 4. Everything into one block, with the nodes of space in single precision
// (index_blocks.h) and the grid of entries (index_grid.h).
#include "solid/brep/brep_build.h"
#include "solid/solid_mass.h"

#include "foundation/memory/hooks.h"
#include "solid/brep/brep_pack.h"
#include "solid/index/index_blocks.h"
#include "solid/index/index_grid.h"

#include <string.h>

// Points are on the index's planes within this fraction of the tolerance; bent and merged features use the
// rest.
static const double POINT_TOLERANCE = 0.1;

// --- 4. one block
// -----------------------------------------------------------------------------------------------

// Sets the array pointers of a solid whose counts are known. Returns the size of the block.
static size_t layOutArrays(cdSolid *solid, unsigned char *block) {
    size_t size = sizeof(cdSolid);
    solid->nodes = cdLayOutArray(block, &size, (size_t)solid->info.nodeCount, sizeof(cdIndexNode));
    solid->blocks = cdLayOutArray(block, &size, (size_t)solid->blockCount, sizeof(cdIndexBlock));
    solid->blockNodes = cdLayOutArray(block, &size, (size_t)solid->blockCount, sizeof(int32_t));
    cdIndexGrid *grid = &solid->grid;
    size_t side = (size_t)grid->side, brickCount = (size_t)grid->brickCount;
    grid->cells = cdLayOutArray(block, &size, side * side * side, sizeof(int32_t));
    grid->bricks = cdLayOutArray(block, &size, CD_BRICK_SIZE * brickCount, sizeof(int32_t));
    grid->brickNodes = cdLayOutArray(block, &size, brickCount, sizeof(int32_t));
    cdLayOutBrepArrays(&solid->brep, block, &size);
    return (size + 63) / 64 * 64;
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

static void copyArray(const void *to, const void *from, size_t count, size_t itemSize) {
    if (count > 0) memcpy((void *)(uintptr_t)to, from, count * itemSize);
}

// @errors NULL: no memory
static cdSolid *packBlock(const cdSolid *parts, const cdBrep *brep) {
    cdSolid header = *parts;
    header.info.byteCount = layOutArrays(&header, NULL);
    unsigned char *block = cdAllocate(header.info.byteCount);
    if (block == NULL) return NULL;
    layOutArrays(&header, block);
    cdCopyBrepArrays(&header.brep, brep);
    memcpy(block, &header, sizeof header);
    const cdIndexGrid *grid = &header.grid, *from = &parts->grid;
    size_t side = (size_t)grid->side, brickCount = (size_t)grid->brickCount;
    copyArray(header.nodes, parts->nodes, (size_t)header.info.nodeCount, sizeof *header.nodes);
    copyArray(header.blocks, parts->blocks, (size_t)header.blockCount, sizeof *header.blocks);
    copyArray(header.blockNodes, parts->blockNodes, (size_t)header.blockCount, sizeof *header.blockNodes);
    copyArray(grid->cells, from->cells, side * side * side, sizeof *grid->cells);
    copyArray(grid->bricks, from->bricks, CD_BRICK_SIZE * brickCount, sizeof *grid->bricks);
    copyArray(grid->brickNodes, from->brickNodes, brickCount, sizeof *grid->brickNodes);
    return (cdSolid *)(void *)block;
}

cdSolid *cdPackSolid(const cdBrepBuild *build, const cdIndex *index) {
    cdSolid parts = {.info = makeInfo(build, index), .brep = build->brep, .nodes = index->nodes};
    cdBlocks blocks;
    parts.pointTolerance = POINT_TOLERANCE * build->tolerance;
    parts.blockReach = cdGetBlockReach(&parts, index->spaceCount);
    if (!cdMakeBlocks(&parts, index->spaceCount, &blocks)) return NULL;
    parts.blockCount = blocks.count;
    parts.blocks = blocks.blocks;
    parts.blockNodes = blocks.nodes;
    cdSolid *solid = cdMakeGrid(&parts, blocks.blockOf, &parts.grid) ? packBlock(&parts, &build->brep) : NULL;
    cdFreeGrid(&parts.grid);
    cdFreeBlocks(&blocks);
    return solid;
}

// --- all of it
// --------------------------------------------------------------------------------------------------

static cdSolid *buildSolid(cdBrepBuild *build, bool facePlanesOnly) {
    if (!cdBuildBrep(build)) return NULL;
    cdIndexInput input = {.brep = &build->brep,
                          .vertexLeaves = build->vertexLeaves,
                          .sideHalfEdges = build->sideHalfEdges,
                          .radius = build->mesh->radius,
                          .tolerance = POINT_TOLERANCE * build->tolerance,
                          .facePlanesOnly = facePlanesOnly,
                          .watch = build->watch};
    cdIndex index = {0};
    cdSolid *solid = cdBuildIndex(&input, &index) ? cdPackSolid(build, &index) : NULL;
    cdFree(index.nodes);
    if (solid == NULL)
        build->report.error = index.interrupted ? CD_BUILD_INTERRUPTED : CD_BUILD_OUT_OF_MEMORY;
    return solid;
}

cdSolid *cdBuildSolid(const cdMesh *mesh, const cdPartsDef *def, cdSolidReport *report, bool wantsFlaws) {
    cdBrepBuild build = {.mesh = mesh,
                         .watch = def->watch,
                         .tolerance = cdChooseBrepTolerance(mesh, def->tolerance),
                         .refuseIntersections = def->refuseIntersections,
                         .wantsFlaws = wantsFlaws};
    cdSolid *solid = buildSolid(&build, def->facePlanesOnly);
    cdFreeBrepBuild(&build);
    const cdBuildError error = build.report.error;
    if (error == CD_BUILD_OUT_OF_MEMORY || error == CD_BUILD_INTERRUPTED) {
        cdFreeSolidReport(&build.report);
        build.report.error = error;
    }
    *report = build.report;
    return solid;
}

void cdFreeSolidReport(cdSolidReport *report) {
    cdFree(report->defects);
    *report = (cdSolidReport){0};
}
