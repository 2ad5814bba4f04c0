// A boundary representation's tolerance, and its arrays in one block (brep_pack.h).
//
// Input: a mesh; a representation whose counts are known, and a block or NULL. Output: the length within
// which features coincide; the arrays' addresses, or their size in bytes.
//
// 1. The tolerance: the given one, else 1e-9 of the radius, and never less than the rounding of the
// coordinates. Far from the origin these are rounded more coarsely than the size suggests, and faces are
// plane only within that. 2. Addresses, each on a cache line. 3. The copy.
#include "solid/brep/brep_pack.h"

#include "foundation/numbers/rounding.h"

#include <string.h>

// --- 1. tolerance
// -----------------------------------------------------------------------------------------------

static double getRounding(const cdMesh *mesh) {
    return 64.0 * CD_EPSILON * cdMax(cdMaxAbs(mesh->info.bounds.lower), cdMaxAbs(mesh->info.bounds.upper));
}

double cdChooseBrepTolerance(const cdMesh *mesh, double wanted) {
    double least = cdMax(1e-12 * mesh->radius, getRounding(mesh));
    return cdMax(wanted > 0.0 ? wanted : 1e-9 * mesh->radius, least);
}

// --- 2. addresses
// --------------------------------------------------------------------------------------------------

void *cdLayOutArray(unsigned char *block, size_t *offset, size_t count, size_t itemSize) {
    size_t start = (*offset + 63) / 64 * 64;
    *offset = start + count * itemSize;
    return block != NULL ? block + start : NULL;
}

void cdLayOutBrepArrays(cdBrep *brep, unsigned char *block, size_t *offset) {
    size_t vertexCount = (size_t)brep->vertexCount, edgeCount = (size_t)brep->edgeCount;
    size_t faceCount = (size_t)brep->faceCount, triangleCount = (size_t)brep->triangleCount;
    brep->points = cdLayOutArray(block, offset, vertexCount, sizeof(cdVec3));
    brep->vertexIds = cdLayOutArray(block, offset, vertexCount, sizeof(int32_t));
    brep->planes = cdLayOutArray(block, offset, vertexCount, sizeof *brep->planes);
    brep->vertexHalfEdge = cdLayOutArray(block, offset, vertexCount, sizeof(int32_t));
    brep->halfEdges = cdLayOutArray(block, offset, 2 * edgeCount, sizeof(cdHalfEdge));
    brep->convexEdges = cdLayOutArray(block, offset, edgeCount, sizeof(uint8_t));
    brep->faces = cdLayOutArray(block, offset, faceCount, sizeof(cdBrepFace));
    brep->loops = cdLayOutArray(block, offset, (size_t)brep->loopCount, sizeof(int32_t));
    brep->triangleFaces = cdLayOutArray(block, offset, triangleCount, sizeof(int32_t));
    brep->faceTriangles = cdLayOutArray(block, offset, triangleCount, sizeof(int32_t));
    brep->triangles = cdLayOutArray(block, offset, 3 * triangleCount, sizeof(int32_t));
    brep->meshPoints = cdLayOutArray(block, offset, (size_t)brep->meshVertexCount, sizeof(cdVec3));
}

// --- 3. copy
// ----------------------------------------------------------------------------------------------------

void cdCopyBrepArrays(cdBrep *to, const cdBrep *from) {
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
