// The members of a boundary representation; see mesh_fields.h.
//
// Reading: every index is tested, and each loop to close: following half-edges, each of a face has one before
// it.
#include "solid/store/mesh_fields.h"

#include "foundation/memory/hooks.h"

static void archiveCounts(cdArchive *archive, cdBrep *brep) {
    cdArchiveCount(archive, &brep->vertexCount, sizeof(cdVec3));
    cdArchiveCount(archive, &brep->edgeCount, 2 * sizeof(cdHalfEdge));
    cdArchiveCount(archive, &brep->faceCount, 9 * sizeof(double));
    cdArchiveCount(archive, &brep->loopCount, sizeof(int32_t));
    cdArchiveInt(archive, &brep->shellCount, 0, INT32_MAX);
    cdArchiveCount(archive, &brep->triangleCount, sizeof(int32_t));
}

// @errors false: no memory
static bool makeArrays(cdBrep *brep, cdBrepBuild *build) {
    size_t vertexCount = (size_t)brep->vertexCount, edgeCount = (size_t)brep->edgeCount,
           triangleCount = (size_t)brep->triangleCount;
    brep->points = cdTakeBrepArray(build, vertexCount, sizeof(cdVec3));
    brep->vertexIds = cdTakeBrepArray(build, vertexCount, sizeof(int32_t));
    brep->planes = cdTakeBrepArray(build, vertexCount, sizeof *brep->planes);
    brep->vertexHalfEdge = cdTakeBrepArray(build, vertexCount, sizeof(int32_t));
    brep->halfEdges = cdTakeBrepArray(build, 2 * edgeCount, sizeof(cdHalfEdge));
    brep->convexEdges = cdTakeBrepArray(build, edgeCount, sizeof(uint8_t));
    brep->faces = cdTakeBrepArray(build, (size_t)brep->faceCount, sizeof(cdBrepFace));
    brep->loops = cdTakeBrepArray(build, (size_t)brep->loopCount, sizeof(int32_t));
    brep->triangleFaces = cdTakeBrepArray(build, triangleCount, sizeof(int32_t));
    brep->faceTriangles = cdTakeBrepArray(build, triangleCount, sizeof(int32_t));
    brep->triangles = build->mesh->triangles;
    brep->meshPoints = build->mesh->vertices;
    brep->meshVertexCount = build->mesh->vertexCount;
    return build->report.error == CD_BUILD_OK;
}

// `far`: a bound on all distances from the mesh's centre.
static void archiveFace(cdArchive *archive, cdBrepFace *face, const cdBrep *brep, double far) {
    cdArchiveNearPoints(archive, &face->normal, 1, 1.5);
    cdArchiveLengths(archive, &face->offset, 1, far);
    cdArchiveReals(archive, &face->area, 1);
    cdArchiveNearPoints(archive, &face->middle, 1, far);
    cdArchiveLengths(archive, &face->radius, 1, far);
    cdArchiveInt(archive, &face->firstLoop, 0, brep->loopCount);
    cdArchiveInt(archive, &face->loopCount, 0, brep->loopCount - face->firstLoop);
    cdArchiveInt(archive, &face->firstTriangle, 0, brep->triangleCount);
    cdArchiveInt(archive, &face->triangleCount, 0, brep->triangleCount - face->firstTriangle);
    cdArchiveInt(archive, &face->id, INT32_MIN, INT32_MAX);
}

// Half-edges of a border have no face and none after them.
static void testLoops(cdArchive *archive, const cdBrep *brep, cdBrepBuild *build) {
    uint8_t *reached = cdTakeBrepArray(build, 2 * (size_t)brep->edgeCount, sizeof *reached);
    archive->noMemory = reached == NULL;
    archive->invalid = reached == NULL;
    for (int32_t i = 0; i < 2 * brep->edgeCount && !archive->invalid; i++) {
        const cdHalfEdge *halfEdge = &brep->halfEdges[i];
        int32_t next = halfEdge->next;
        bool good =
            next < 0 ? halfEdge->face < 0
                     : halfEdge->face == brep->halfEdges[next].face && halfEdge->face >= 0 && !reached[next];
        if (next >= 0) reached[next] = 1;
        archive->invalid = !good;
    }
    for (int32_t i = 0; i < brep->loopCount && !archive->invalid; i++)
        archive->invalid = brep->halfEdges[brep->loops[i]].face < 0;
    cdGiveBackBrepArray(build, reached);
}

bool cdArchiveBrep(cdArchive *archive, cdBrep *brep, cdBrepBuild *build) {
    archiveCounts(archive, brep);
    if (cdIsReading(archive) && (archive->invalid || !makeArrays(brep, build))) return archive->invalid;
    int32_t lastSide = 2 * brep->edgeCount - 1, lastFace = brep->faceCount - 1,
            lastTriangle = brep->triangleCount - 1;
    size_t vertexCount = (size_t)brep->vertexCount, triangleCount = (size_t)brep->triangleCount;
    const double far = 4.0 * build->mesh->radius; // twice the largest, for the tolerance
    if (brep->triangleCount != build->mesh->triangleCount) archive->invalid = true;
    cdArchiveNearPoints(archive, brep->points, vertexCount, far);
    cdArchiveItems(archive, brep->vertexIds, vertexCount, sizeof *brep->vertexIds);
    if (vertexCount > 0) cdArchiveIndices(archive, brep->planes[0], 3 * vertexCount, -1, lastFace);
    cdArchiveIndices(archive, brep->vertexHalfEdge, vertexCount, 0, lastSide);
    for (int32_t i = 0; i <= lastSide; i++) {
        cdArchiveInt(archive, &brep->halfEdges[i].start, 0, brep->vertexCount - 1);
        cdArchiveInt(archive, &brep->halfEdges[i].next, -1, lastSide);
        cdArchiveInt(archive, &brep->halfEdges[i].face, -1, lastFace);
    }
    cdArchiveItems(archive, brep->convexEdges, (size_t)brep->edgeCount, sizeof *brep->convexEdges);
    for (int32_t i = 0; i <= lastFace; i++)
        archiveFace(archive, &brep->faces[i], brep, far);
    cdArchiveIndices(archive, brep->loops, (size_t)brep->loopCount, 0, lastSide);
    cdArchiveIndices(archive, brep->triangleFaces, triangleCount, -1, lastFace);
    cdArchiveIndices(archive, brep->faceTriangles, triangleCount, 0, lastTriangle);
    if (cdIsReading(archive) && !archive->invalid) testLoops(archive, brep, build);
    return !archive->noMemory;
}
