// Solids and their index, as lines and points to draw (debug_draw.h says how).
//
// Input: a mesh that has its solid, with its pose; points of queries in the solid's local frame, as
// classify.h has them. Output: calls of the callbacks, world frame. What is inside is drawn through, what is
// outside is dashed, and what lies on a vertex, an edge or a face has its name beside it, so that no meaning
// rests on colour alone.
#ifndef COLLISION_SOLID_DRAW_H
#define COLLISION_SOLID_DRAW_H

#include "collision/classify.h"
#include "collision/debug_draw.h"

#ifdef __cplusplus
extern "C" {
#endif

// Everything of the index is cut off at the solid's box, made larger by this share of the solid's radius.
#define CD_DRAW_BOX_MARGIN 0.06

enum { CD_DRAW_DEPTH_MAX = 48 };

// The cut planes of the index down to `depth` (1: the root's alone), each as the convex polygon of its region
// within the box.
CD_API void cdDrawIndexPlanes(const cdDebugDraw *draw, const cdMesh *mesh, cdPose pose, int32_t depth);

// The region of the leaf that a point gets to: the outlines of its sides, of a region within a plane its
// outline, of one on a line its segment. Outside the box extent: the box.
CD_API void cdDrawIndexCell(const cdDebugDraw *draw, const cdMesh *mesh, cdPose pose, cdVec3 point);

// The pieces of a segment, each with its name beside it.
CD_API void cdDrawSegmentPieces(const cdDebugDraw *draw, cdPose pose, const cdSegmentInput *segment,
                                const cdSegmentPieces *pieces);

// A vertex, an edge, or a face with hatching, and its name. Nothing for inside and outside.
CD_API void cdDrawPlace(const cdDebugDraw *draw, const cdMesh *mesh, cdPose pose, cdPlace place);

// "inside", "face 17", "vertex 3" with original ids. Always ends `text`.
CD_API void cdDescribePlace(const cdMesh *mesh, cdPlace place, char *text, size_t textSize);

#ifdef __cplusplus
}
#endif
#endif
