// What a cdFeatures holds: one block, a header followed by its arrays; built once, never changed.
//
// The features are in a cdBrep, as a solid's are. Half-edge 2e + 1 of a border is the side without a face:
// its face and next are -1. Which way round such an edge runs is that of its face.
#ifndef CD_FEATURES_DATA_H
#define CD_FEATURES_DATA_H

#include "collision/features.h"
#include "foundation/geometry/side_tree.h"
#include "foundation/geometry/vec2.h"
#include "mesh/mesh_data.h"
#include "solid/solid_data.h"

// A feature in one number: vertices first, then edges, then faces.
typedef int32_t cdEntity;

struct cdFeatures {
    cdFeaturesInfo info;
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
cdFeatures *cdBuildFeatures(const cdMesh *mesh, double tolerance);

// What a mesh is as unit mass spread over its skin: its area, and centroid and inertia as cdFeaturesInfo has
// them. Of a rounded mesh the area is that of its triangles.
typedef struct cdSkin {
    double area;
    cdVec3 centroid;
    double inertia[6];
} cdSkin;

// Constant time for a mesh with its surface. features_measure.c
cdSkin cdMeasureSkin(const cdMesh *mesh);

// A plane's own coordinates: an orthonormal frame.
typedef struct cdFacePlane {
    cdVec3 origin, x, y;
} cdFacePlane;

cdFacePlane cdGetFacePlane(const cdBrepFace *face); // features_outlines.c

static inline cdVec2 cdProjectToPlane(const cdFacePlane *plane, cdVec3 point) {
    cdVec3 r = cdSub(point, plane->origin);
    return (cdVec2){cdDot(plane->x, r), cdDot(plane->y, r)};
}

static inline cdEntity cdMakeEntity(const cdFeatures *features, cdLocation location) {
    int32_t first = location.where == CD_ON_VERTEX ? 0
                    : location.where == CD_ON_EDGE ? features->info.vertexCount
                                                   : features->info.vertexCount + features->info.edgeCount;
    return first + location.index;
}

static inline cdLocation cdGetEntityLocation(const cdFeatures *features, cdEntity entity) {
    int32_t edge = entity - features->info.vertexCount, face = edge - features->info.edgeCount;
    if (edge < 0) return (cdLocation){CD_ON_VERTEX, entity};
    if (face < 0) return (cdLocation){CD_ON_EDGE, edge};
    return (cdLocation){CD_ON_FACE, face};
}

static inline int32_t cdCountEntities(const cdFeatures *features) {
    return features->info.vertexCount + features->info.edgeCount + features->info.faceCount;
}

// Whether two features of one surface are adjacent [BV92 3]: one bounds the other. A feature is not adjacent
// to itself.
bool cdAreAdjacent(const cdFeatures *features, cdLocation x, cdLocation y);

#endif
