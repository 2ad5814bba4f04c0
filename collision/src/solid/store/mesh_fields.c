// The members of a mesh without its parts; see mesh_fields.h.
//
// Reading: (1) the numbers that are read first bound all counts by the bytes there are. (2) The block of
// these counts is allocated, (3) and its arrays are read, with every index tested.
#include "solid/store/mesh_fields.h"

#include "foundation/memory/hooks.h"
#include "mesh/build/mesh_build.h"

#include <float.h>

// --- Arrays

void cdArchiveIndices(cdArchive *archive, int32_t *indices, size_t count, int32_t least, int32_t most) {
    cdArchiveItems(archive, indices, count, sizeof *indices);
    if (!cdIsReading(archive) || archive->invalid) return;
    for (size_t i = 0; i < count; i++)
        if (indices[i] < least || indices[i] > most) archive->invalid = true;
}

void cdArchiveLengths(cdArchive *archive, double *lengths, size_t count, double most) {
    cdArchiveItems(archive, lengths, count, sizeof *lengths);
    if (!cdIsReading(archive) || archive->invalid) return;
    for (size_t i = 0; i < count; i++)
        if (!(fabs(lengths[i]) <= most)) archive->invalid = true;
}

void cdArchiveNearPoints(cdArchive *archive, cdVec3 *points, size_t count, double most) {
    _Static_assert(sizeof *points == 3 * sizeof(double), "no padding");
    cdArchiveLengths(archive, &points->x, 3 * count, most);
}

void cdArchiveReals(cdArchive *archive, double *numbers, size_t count) {
    cdArchiveLengths(archive, numbers, count, DBL_MAX);
}

void cdArchivePoints(cdArchive *archive, cdVec3 *points, size_t count) {
    cdArchiveNearPoints(archive, points, count, DBL_MAX);
}

// cdChooseBrepTolerance returns no smaller one.
void cdArchiveTolerance(cdArchive *archive, double *tolerance, const cdMesh *mesh) {
    cdArchiveReals(archive, tolerance, 1);
    if (!(*tolerance >= 1e-13 * mesh->radius)) archive->invalid = true;
}

void cdArchiveFloats(cdArchive *archive, float *numbers, size_t count) {
    cdArchiveItems(archive, numbers, count, sizeof *numbers);
    if (!cdIsReading(archive) || archive->invalid) return;
    for (size_t i = 0; i < count; i++)
        if (!isfinite(numbers[i])) archive->invalid = true;
}

void cdArchiveCount(cdArchive *archive, int32_t *count, size_t itemSize) {
    cdArchiveInt(archive, count, 0, INT32_MAX / 4);
    if (cdIsReading(archive) && (size_t)*count > (archive->size - archive->at) / itemSize)
        archive->invalid = true;
}

// --- (1)

static const double MOST = 2e100; // lengths of a mesh: cdCreateMesh refuses coordinates beyond half of it

static void archiveCounts(cdArchive *archive, cdMesh *mesh) {
    cdArchiveCount(archive, &mesh->vertexCount, sizeof(cdVec3));
    cdArchiveCount(archive, &mesh->edgeCount, 2 * sizeof(int32_t));
    cdArchiveCount(archive, &mesh->triangleCount, 3 * sizeof(int32_t));
    cdArchiveTreeCounts(archive, &mesh->tree);
    if (mesh->vertexCount == 0 || mesh->edgeCount == 0 || mesh->triangleCount == 0) archive->invalid = true;
}

static void archiveInfo(cdArchive *archive, cdMeshInfo *info) {
    cdArchiveInt(archive, &info->pointCount, 0, INT32_MAX);
    cdArchiveInt(archive, &info->triangleInputCount, 0, INT32_MAX);
    cdArchiveInt(archive, &info->componentCount, 0, INT32_MAX);
    cdArchivePoints(archive, &info->bounds.lower, 1);
    cdArchivePoints(archive, &info->bounds.upper, 1);
    cdArchiveReals(archive, &info->area, 1);
    cdArchiveReals(archive, &info->volume, 1);
    cdArchiveBool(archive, &info->closed);
    cdArchiveBool(archive, &info->manifold);
    cdArchiveBool(archive, &info->oriented);
    cdArchiveBool(archive, &info->isBox);
}

static void archivePartsDef(cdArchive *archive, cdPartsDef *def) {
    cdArchiveReals(archive, &def->tolerance, 1);
    cdArchiveBool(archive, &def->facePlanesOnly);
    cdArchiveBool(archive, &def->refuseIntersections);
}

static void archiveBox(cdArchive *archive, cdBoxShape *box, const cdMesh *mesh) {
    cdArchivePoints(archive, &box->center, 1);
    cdArchivePoints(archive, box->axes.rows, 3);
    cdArchivePoints(archive, &box->half, 1);
    cdArchiveReals(archive, &box->error, 1);
    cdArchiveIndices(archive, box->corners, 8, 0, mesh->vertexCount - 1);
    cdArchiveIndices(archive, box->edges, 12, 0, mesh->edgeCount - 1);
    cdArchiveIndices(archive, box->faces[0], 12, 0, mesh->triangleCount - 1);
}

static void archiveHeader(cdArchive *archive, cdMesh *mesh) {
    archiveCounts(archive, mesh);
    cdArchiveNearPoints(archive, &mesh->center, 1, MOST);
    cdArchiveLengths(archive, &mesh->radius, 1, MOST);
    cdArchiveLengths(archive, &mesh->rounding, 1, MOST);
    archiveInfo(archive, &mesh->info);
    archivePartsDef(archive, &mesh->partsDef);
    if (mesh->info.isBox) archiveBox(archive, &mesh->box, mesh);
    if (!(mesh->radius >= 0.0 && mesh->rounding >= 0.0)) archive->invalid = true;
}

// --- (3)

static void archiveArrays(cdArchive *archive, cdMesh *mesh) {
    size_t vertices = (size_t)mesh->vertexCount, edges = (size_t)mesh->edgeCount,
           triangles = (size_t)mesh->triangleCount;
    cdArchiveTree(archive, &mesh->tree, mesh->triangleCount);
    cdArchiveNearPoints(archive, mesh->vertices, vertices, mesh->radius);
    cdArchiveIndices(archive, mesh->triangles, 3 * triangles, 0, mesh->vertexCount - 1);
    cdArchiveIndices(archive, mesh->edges, 2 * edges, 0, mesh->vertexCount - 1);
    cdArchiveIndices(archive, mesh->triangleEdges, 3 * triangles, 0, mesh->edgeCount - 1);
    cdArchiveItems(archive, mesh->ownedElements, triangles, 1);
    cdArchiveItems(archive, mesh->faceIds, triangles, sizeof *mesh->faceIds);
    cdArchiveItems(archive, mesh->vertexIds, vertices, sizeof *mesh->vertexIds);
}

// --- (2)

static cdMesh *makeMesh(cdMesh *header) {
    header->version = CD_MESH_DATA_VERSION;
    header->id = cdMakeId();
    header->byteCount = cdLayOutMeshArrays(header, NULL);
    unsigned char *block = cdAllocateUnset(header->byteCount);
    if (block == NULL) return NULL;
    cdLayOutMeshArrays(header, block);
    cdCompleteMeshInfo(header);
    memcpy(block, header, sizeof *header);
    return (cdMesh *)(void *)block;
}

void cdArchiveMesh(cdArchive *archive, cdMesh **mesh) {
    cdMesh header = {.id = 0};
    if (cdIsReading(archive)) {
        archiveHeader(archive, &header);
        *mesh = archive->invalid ? NULL : makeMesh(&header);
        if (*mesh == NULL) return;
    } else {
        archiveHeader(archive, *mesh);
    }
    archiveArrays(archive, *mesh);
}
