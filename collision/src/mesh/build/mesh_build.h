// A mesh under construction: the steps of cdBuildBareMesh, in the order in which they run, and the data they
// pass on.
//
//     points, triangles -> weld -> triangles kept -> edges, owners, fans -> measures -> defects, tree -> one
//     block
//
// Every step allocates through cdTakeArray, which records it for freeing, and returns false if there is no
// memory.
#ifndef CD_MESH_BUILD_H
#define CD_MESH_BUILD_H

#include "mesh/build/index_table.h"
#include "mesh/mesh_data.h"

enum { CD_MESH_BUILD_ARRAYS = 24 };

// The triangles along an edge. A side is 3 * triangle + k: edge k of that triangle. Triangles with two equal
// corners are not counted: they fold onto a line and connect nothing.
typedef struct cdEdgeUse {
    int32_t firstSide;    // first side of a counted triangle, -1: none
    int32_t count;        // number of counted triangles
    int32_t forwardCount; // those that run from the edge's first vertex to its second
} cdEdgeUse;

typedef struct cdMeshBuild {
    const cdMeshDef *def;
    cdMesh mesh; // its arrays are still separate, listed in `arrays`

    int32_t *pointVertices;   // pointVertices[def->pointCount]: vertex of each point, -1: unused
    int32_t *vertexPoints;    // vertexPoints[vertexCount]: point of each vertex
    int32_t *triangleSources; // triangleSources[triangleCount]: input triangle of each one
    cdVec3 *normals;          // normals[triangleCount]: as cdGetTriangleNormal
    cdEdgeUse *edgeUses;      // edgeUses[edgeCount]
    int32_t *vertexFans;      // vertexFans[vertexCount]: fans of counted triangles around each vertex
    int32_t *vertexTriangles; // vertexTriangles[vertexCount]: the triangle that owns each vertex

    void *arrays[CD_MESH_BUILD_ARRAYS];
    int32_t arrayCount;
    size_t refusedBytes; // size of the allocation that failed
} cdMeshBuild;

// Allocates a zeroed array, freed by cdFreeMeshBuild, or earlier by cdGiveBackArray.
void *cdTakeArray(cdMeshBuild *build, size_t count, size_t itemSize);
// The same, not zeroed.
void *cdTakeUnsetArray(cdMeshBuild *build, size_t count, size_t itemSize);
void cdGiveBackArray(cdMeshBuild *build, void *array);
void cdFreeMeshBuild(cdMeshBuild *build);

// Makes a table of up to `capacity` items, whose hashes have about `hashCount` values.
bool cdMakeIndexTable(cdMeshBuild *build, size_t capacity, size_t hashCount, cdIndexTable *table);
void cdFreeIndexTable(cdMeshBuild *build, cdIndexTable *table);

bool cdWeldPoints(cdMeshBuild *build);    // weld.c: pointVertices, vertexPoints, mesh.vertexIds
bool cdKeepTriangles(cdMeshBuild *build); // weld.c: mesh.triangles and faceIds, triangleSources
bool cdPlaceVertices(
    cdMeshBuild *build); // measure.c: mesh.vertices, center, radius, bounds, area, volume; normals
bool cdFindEdges(cdMeshBuild *build);    // adjacency.c: mesh.edges and triangleEdges, edgeUses
bool cdAssignOwners(cdMeshBuild *build); // adjacency.c: mesh.ownedElements, vertexTriangles
bool cdFindFans(cdMeshBuild *build);     // adjacency.c: vertexFans; closed, manifold, oriented
bool cdListDefects(cdMeshBuild *build, cdMeshReport *report); // defects.c

// Sets the array pointers of a mesh whose counts are known, in a block or NULL. Returns the block's size.
size_t cdLayOutMeshArrays(cdMesh *mesh, unsigned char *block); // mesh_create.c
// Copies the counts and measures of a mesh to its info.
void cdCompleteMeshInfo(cdMesh *mesh); // mesh_create.c

// Builds a mesh without parts. @errors NULL, with report->error
cdMesh *cdBuildBareMesh(const cdMeshDef *def, cdMeshReport *report, bool wantsDefects); // mesh_create.c

// True if two corners are one vertex.
static inline bool cdIsFolded(const int32_t *triangle) {
    return triangle[0] == triangle[1] || triangle[1] == triangle[2] || triangle[2] == triangle[0];
}

#endif
