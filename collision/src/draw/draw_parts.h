// Draws parts of meshes; shared by the files that draw results and traces.
#ifndef CD_DRAW_PARTS_H
#define CD_DRAW_PARTS_H

#include "draw/draw_calls.h"
#include "mesh/mesh_data.h"

// A mesh with the pose and style in which it is drawn.
typedef struct cdDrawnMesh {
    const cdMesh *mesh;
    cdPose pose;
    cdDrawStyle style;
} cdDrawnMesh;

// Draws a vertex, an edge or a triangle of a mesh. Ignores an index out of range.
void cdDrawElement(const cdDebugDraw *draw, const cdDrawnMesh *drawn, cdFeatureKind kind, int32_t index);

// Finds the vertices of an element, local frame. Returns their number, 0 if the index is out of range.
int cdGetElementCorners(const cdMesh *mesh, cdFeatureKind kind, int32_t index, cdVec3 corners[3]);

// Draws the sphere of a node. Ignores an index out of range.
void cdDrawNodeSphere(const cdDebugDraw *draw, const cdDrawnMesh *drawn, int32_t node);

// Draws the path of a point, local frame, from t.lo to t.hi. Returns its end.
cdVec3 cdDrawPath(const cdDebugDraw *draw, const cdMotion *motion, cdInterval t, cdVec3 local,
                  cdDrawStyle style);

// Return the kind of A's and of B's element in a contact.
cdFeatureKind cdGetKindOfA(cdContactKind contact);
cdFeatureKind cdGetKindOfB(cdContactKind contact);

#endif
