// Data of cdFeatures: one block, a header followed by its arrays; built once, never changed.
//
// The features are in a cdBrep, as a solid's are. Half-edge 2e + 1 of a border is the side without a face:
// its face and next are -1. Such an edge has the orientation of its face.
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
    int32_t *fanFirst;        // fanFirst[vertexCount + 1]: ranges of fans
    int32_t *fans;            // fans[2 * edgeCount]: half-edges that start at each vertex, those without a
                              // face too; its fans one after the other, each clockwise (brep_fans.c)
    cdEntity *vertexEntities; // vertexEntities[mesh->vertexCount]: the feature with each mesh vertex;
                              // -1: no feature, only triangles that are single points
    cdEntity *edgeEntities;   // edgeEntities[mesh->edgeCount]; if there are several, the first
    int32_t *sameEdges;       // sameEdges[edgeCount]: the next of the edges with the same ends along the same
                              // chain, in a ring; itself: it is the only one
    // Outlines with at least CD_SIDE_TREE_MIN sides, in the plane of the face (cdGetFacePlane), loop by loop:
    // a point over a face need not be tested against all of its many sides.
    int32_t *faceOutlines; // faceOutlines[faceCount]: index into outlines; -1: too few sides
    cdSideTree *outlines;  // outlines[outlineCount]
    cdSide *outlineSides;
    cdSideNode *outlineNodes;
    int32_t outlineCount, outlineSideCount, outlineNodeCount;
    // The lowest vertex of each connected part; edges and the loops of faces connect vertices.
    int32_t *shellVertices; // shellVertices[shellCount], ascending
    int32_t *vertexShells;  // vertexShells[vertexCount]
    int32_t shellCount;
};

// Builds the features of a mesh. `tolerance`: cdMeshDef.tolerance. @errors NULL: no memory
cdFeatures *cdBuildFeatures(const cdMesh *mesh, double tolerance);

// Measures of unit mass spread over a mesh's surface: area, and centroid and inertia as in cdFeaturesInfo.
// The area of a rounded mesh is that of its triangles.
typedef struct cdSkin {
    double area;
    cdVec3 centroid;
    double inertia[6];
} cdSkin;

// Takes constant time for a mesh with features. features_measure.c
cdSkin cdMeasureSkin(const cdMesh *mesh);

// An orthonormal frame of a plane.
typedef struct cdFacePlane {
    cdVec3 origin, x, y;
} cdFacePlane;

cdFacePlane cdGetFacePlane(const cdBrepFace *face); // features_outlines.c

static inline cdVec2 cdProjectToPlane(const cdFacePlane *plane, cdVec3 point) {
    cdVec3 r = cdSub(point, plane->origin);
    return (cdVec2){cdDot(plane->x, r), cdDot(plane->y, r)};
}

static inline cdEntity cdMakeEntity(const cdFeatures *features, cdLocation location) {
    int32_t first = location.kind == CD_ON_VERTEX ? 0
                    : location.kind == CD_ON_EDGE ? features->info.vertexCount
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

// True if one of two features of a mesh bounds the other [BV92 3]. A feature is not adjacent to itself.
bool cdAreAdjacent(const cdFeatures *features, cdLocation x, cdLocation y);

#endif
