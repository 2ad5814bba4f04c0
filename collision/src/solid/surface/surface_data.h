// What a cdSurface holds: one block, a header followed by its arrays; built once, never changed.
//
// The features are in a cdBrep, as a solid's are. Half-edge 2e + 1 of a border is the side without a face:
// its face and next are -1. Which way round such an edge runs is that of its face.
#ifndef CD_SURFACE_DATA_H
#define CD_SURFACE_DATA_H

#include "collision/surface.h"
#include "foundation/geometry/side_tree.h"
#include "foundation/geometry/vec2.h"
#include "mesh/mesh_data.h"
#include "solid/solid_data.h"

// A feature in one number: vertices first, then edges, then faces.
typedef int32_t cdEntity;

struct cdSurface {
    cdSurfaceInfo info;
    const cdMesh *mesh;
    cdBrep brep;
    int32_t *fanFirst;        // fanFirst[vertexCount + 1]: into fans
    int32_t *fans;            // fans[2 * edgeCount]: half-edges that start at each vertex, those without a
                              // face too; its fans one after the other, each clockwise (brep_fans.c)
    cdEntity *vertexEntities; // vertexEntities[mesh->vertexCount]: what each of the mesh's vertices is on;
                              // -1: of triangles that are single points, on nothing
    cdEntity *edgeEntities;   // edgeEntities[mesh->edgeCount]; of several edges along it: the first
    int32_t *sameEdges;       // sameEdges[edgeCount]: the next of the edges with the same ends along the same
                              // way, in a ring; itself: it is the only one
    // Of the outlines with CD_SIDE_TREE_MIN sides and more, in the plane of the face (cdGetFacePlane), loop
    // by loop: so that what lies over one of many sides need not be held against all of them.
    int32_t *faceOutlines; // faceOutlines[faceCount]: into outlines; -1: too few sides
    cdSideTree *outlines;  // outlines[outlineCount]
    cdSide *outlineSides;
    cdSideNode *outlineNodes;
    int32_t outlineCount, outlineSideCount, outlineNodeCount;
    // Of each connected part, which edges and the loops of faces join, the lowest vertex.
    int32_t *shellVertices; // shellVertices[shellCount], ascending
    int32_t *vertexShells;  // vertexShells[vertexCount]
    int32_t shellCount;
};

// Builds the surface of a mesh. `tolerance`: cdMeshDef.tolerance. @errors NULL: no memory
cdSurface *cdBuildSurface(const cdMesh *mesh, double tolerance);

// What a mesh is as unit mass spread over its skin: its area, and centroid and inertia as cdSurfaceInfo has
// them. Of a rounded mesh the area is that of its triangles.
typedef struct cdSkin {
    double area;
    cdVec3 centroid;
    double inertia[6];
} cdSkin;

// Constant time for a mesh with its surface. surface_measure.c
cdSkin cdMeasureSkin(const cdMesh *mesh);

// A plane's own coordinates: an orthonormal frame.
typedef struct cdFacePlane {
    cdVec3 origin, x, y;
} cdFacePlane;

cdFacePlane cdGetFacePlane(const cdBrepFace *face); // surface_outlines.c

static inline cdVec2 cdProjectToPlane(const cdFacePlane *plane, cdVec3 point) {
    cdVec3 r = cdSub(point, plane->origin);
    return (cdVec2){cdDot(plane->x, r), cdDot(plane->y, r)};
}

static inline cdEntity cdMakeEntity(const cdSurface *surface, cdPlace place) {
    int32_t first = place.where == CD_ON_VERTEX ? 0
                    : place.where == CD_ON_EDGE ? surface->info.vertexCount
                                                : surface->info.vertexCount + surface->info.edgeCount;
    return first + place.index;
}

static inline cdPlace cdGetEntityPlace(const cdSurface *surface, cdEntity entity) {
    int32_t edge = entity - surface->info.vertexCount, face = edge - surface->info.edgeCount;
    if (edge < 0) return (cdPlace){CD_ON_VERTEX, entity};
    if (face < 0) return (cdPlace){CD_ON_EDGE, edge};
    return (cdPlace){CD_ON_FACE, face};
}

static inline int32_t cdCountEntities(const cdSurface *surface) {
    return surface->info.vertexCount + surface->info.edgeCount + surface->info.faceCount;
}

// Whether two features of one surface are adjacent [BV92 3]: one bounds the other. A feature is not adjacent
// to itself.
bool cdAreAdjacent(const cdSurface *surface, cdPlace x, cdPlace y);

#endif
