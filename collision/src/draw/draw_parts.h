// Parts of meshes as they are drawn, shared by the files that draw results and traces.
#ifndef CD_DRAW_PARTS_H
#define CD_DRAW_PARTS_H

#include "draw/draw_calls.h"
#include "mesh/mesh_data.h"

// A mesh where it is drawn.
typedef struct cdDrawnMesh {
    const cdMesh *mesh;
    cdPose pose;
    cdDrawStyle style;
} cdDrawnMesh;

// A vertex, an edge or a triangle of a mesh; nothing when there is none of that index.
void cdDrawElement(const cdDebugDraw *draw, const cdDrawnMesh *drawn, cdFeatureKind kind, int32_t index);

// The vertices of an element in the mesh's local frame; returns their number, 0 when there is none.
int cdGetElementCorners(const cdMesh *mesh, cdFeatureKind kind, int32_t index, cdVec3 corners[3]);

// The sphere of a node; nothing when there is none of that index.
void cdDrawNodeSphere(const cdDebugDraw *draw, const cdDrawnMesh *drawn, int32_t node);

// The path of a point, local frame, from t.lo to t.hi. Returns its end.
cdVec3 cdDrawPath(const cdDebugDraw *draw, const cdMotion *motion, cdInterval t, cdVec3 local,
                  cdDrawStyle style);

// What A's and B's element are in a contact.
cdFeatureKind cdGetKindOfA(cdContactKind contact);
cdFeatureKind cdGetKindOfB(cdContactKind contact);

#endif
