// What the test of two boxes knows, as lines and points to draw: the boundary of their Minkowski sum with the
// origin's path, and the spheres of normals laid over each other. NULL callbacks are skipped.
#ifndef COLLISION_BOXES_DRAW_H
#define COLLISION_BOXES_DRAW_H

#include "collision/boxes.h"
#include "collision/debug_draw.h"

#ifdef __cplusplus
extern "C" {
#endif

// The boundary of the Minkowski sum of B and A reflected, about the origin: its 30 faces as triangles and
// their outlines, CD_ROLE_SOLID; the face of `pair` CD_ROLE_REGION (kind CD_NO_CONTACT: none). The boxes meet
// when A's centre less B's lies in it; that point is CD_ROLE_RESOLVED.
// @frame world axes, the origin at the sum's centre, lengths as they are
CD_API void cdDrawMinkowskiSum(const cdDebugDraw *draw, const cdPlacedBox *a, const cdPlacedBox *b,
                               cdBoxPair pair);

// The path of A's centre less B's over the step, `pointCount` points of it, CD_ROLE_INTENDED: what comes to
// lie on the boundary of the sum, as it is then, at the first contact. In the same frame.
CD_API void cdDrawBoxPath(const cdDebugDraw *draw, const cdBoxesInput *input, int32_t pointCount);

// The spherical orientation representation, on the unit sphere about the origin, in the world's axes: B's
// normals as points with the three great circles that bound its octants, CD_ROLE_CELL; A's normals as points
// and arcs, CD_ROLE_SOLID; the normals of all pairs as small points, CD_ROLE_TRACE, that of `pair` with a
// label, CD_ROLE_NORMAL. What faces away from `eye` (a direction; zero: draw all) is left out.
CD_API void cdDrawOrientationSphere(const cdDebugDraw *draw, const cdPlacedBox *a, const cdPlacedBox *b,
                                    cdBoxPair pair, cdVec3 eye);

#ifdef __cplusplus
}
#endif
#endif
