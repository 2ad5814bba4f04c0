// A mesh while it is being made: the steps of cdBuildBareMesh, in the order in which they run, and what they
// hand on.
//
//     points, triangles -> weld -> triangles kept -> edges, owners, fans -> measures -> defects, tree -> one
//     block
//
// Every step allocates through cdTakeArray, which remembers what to free, and returns false when there is no
// memory.
#ifndef CD_MESH_BUILD_H
#define CD_MESH_BUILD_H

#include "mesh/build/index_table.h"
#include "mesh/mesh_data.h"

enum { CD_MESH_BUILD_ARRAYS = 24 };

// Who runs along an edge. A side is 3 * triangle + k: edge k of that triangle. Triangles with two equal
// corners are not counted: they fold onto a line and join nothing.
typedef struct cdEdgeUse {
    int32_t firstSide;    // of a counted triangle, -1: none
    int32_t count;        // of counted triangles
    int32_t forwardCount; // of them running from the edge's first vertex to its second
} cdEdgeUse;

typedef struct cdMeshBuild {
    const cdMeshDef *def;
    cdMesh mesh; // its arrays are still separate, those in `arrays`

    int32_t *pointVertices;   // pointVertices[def->pointCount]: the vertex each point became, -1: unused
    int32_t *vertexPoints;    // vertexPoints[vertexCount]: the point each vertex was
    int32_t *triangleSources; // triangleSources[triangleCount]: the input's triangle each one was
    cdEdgeUse *edgeUses;      // edgeUses[edgeCount]
    int32_t *vertexFans;      // vertexFans[vertexCount]: fans of counted triangles around each vertex
    int32_t *vertexTriangles; // vertexTriangles[vertexCount]: the triangle that owns each vertex

    void *arrays[CD_MESH_BUILD_ARRAYS];
    int32_t arrayCount;
    size_t refusedBytes; // what was asked for when memory ran out
} cdMeshBuild;

// Zeroed; freed by cdFreeMeshBuild, or before with cdGiveBackArray.
void *cdTakeArray(cdMeshBuild *build, size_t count, size_t itemSize);
void cdGiveBackArray(cdMeshBuild *build, void *array);
void cdFreeMeshBuild(cdMeshBuild *build);

bool cdMakeIndexTable(cdMeshBuild *build, size_t capacity, cdIndexTable *table);
void cdFreeIndexTable(cdMeshBuild *build, cdIndexTable *table);

bool cdWeldPoints(cdMeshBuild *build);    // weld.c: pointVertices, vertexPoints, mesh.vertexIds
bool cdKeepTriangles(cdMeshBuild *build); // weld.c: mesh.triangles and faceIds, triangleSources
bool cdPlaceVertices(
    cdMeshBuild *build); // measure.c: mesh.vertices, center, radius, bounds, normals, area, volume
bool cdFindEdges(cdMeshBuild *build);    // adjacency.c: mesh.edges and triangleEdges, edgeUses
bool cdAssignOwners(cdMeshBuild *build); // adjacency.c: mesh.ownedElements, vertexTriangles
bool cdFindFans(cdMeshBuild *build);     // adjacency.c: vertexFans, and what the mesh is called: closed, ...
bool cdListDefects(cdMeshBuild *build, cdMeshReport *report); // defects.c

// A mesh without parts. @errors NULL, with report->error
cdMesh *cdBuildBareMesh(const cdMeshDef *def, cdMeshReport *report, bool wantsDefects); // mesh_create.c

// Two corners are one vertex.
static inline bool cdIsFolded(const int32_t *triangle) {
    return triangle[0] == triangle[1] || triangle[1] == triangle[2] || triangle[2] == triangle[0];
}

#endif
