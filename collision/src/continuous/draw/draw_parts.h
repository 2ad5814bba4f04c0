// Parts of meshes as debug draw shows them, shared by the files that draw results and traces.
#ifndef CD_DRAW_PARTS_H
#define CD_DRAW_PARTS_H

#include "collision/debug_draw.h"
#include "mesh/mesh_data.h"

// A vertex, an edge or a triangle of a mesh; nothing when there is none of that index.
void cdDrawElement(const cdDebugDraw *draw, const cdMesh *mesh, cdPose pose, cdFeatureKind kind,
                   int32_t index, cdDrawRole role);

// The sphere of a node, as three circles.
void cdDrawNodeSphere(const cdDebugDraw *draw, const cdMesh *mesh, cdPose pose, int32_t node,
                      cdDrawRole role);

// cdDrawTraceEvent of a search between two meshes; nothing for other events.
void cdDrawSearchEvent(const cdDebugDraw *draw, const cdTraceEvent *event, const cdTracedQuery *query);

// What A's and B's element are in a contact.
cdFeatureKind cdGetKindOfA(cdContactKind contact);
cdFeatureKind cdGetKindOfB(cdContactKind contact);

#endif
