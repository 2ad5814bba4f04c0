// Back-face culling by relative velocity [BV92 4.1]: what of a solid moves away from the other object and
// need not be looked at for contact.
//
// Input: a mesh that has its solid, its pose, and the velocity of its points as seen from the other object.
// Output: the faces that move inwards with all their points, and the edges and vertices whose faces all do:
// they cannot meet what lies above them. About half of a solid is culled; a face costs a constant, however
// many points it has.
//
// Guarantee: no face with a point that moves outwards or, up to rounding, along its plane (v . n = 0) is
// culled: a box that slides on a table keeps the face it slides on, and what rests at no velocity is kept
// whole. A velocity or a pose that is not finite culls nothing.
#ifndef COLLISION_CULLING_H
#define COLLISION_CULLING_H

#include "collision/motion.h"
#include "collision/solid.h"

#ifdef __cplusplus
extern "C" {
#endif

// How a rigid body moves at an instant, world frame: a point p of it by linear + angular x (p - origin). With
// `origin` at the world's origin this is a + p x w of [BV92 Eq. 12], w = -angular; an origin near the body
// loses no digits far from the world's.
typedef struct cdVelocity {
    cdVec3 origin;  // any point fixed in the body, such as its centroid
    cdVec3 linear;  // of that point, length per time
    cdVec3 angular; // radians per time
} cdVelocity;

// Of the points of a mesh in motion as seen from a fixed one, at the fraction t of the step (0: the start, 1:
// the end); times are in steps. For two poses make a motion of them (cdMakeMotion).
CD_API cdVelocity cdGetMotionVelocity(const cdMotion *motion, double t);

// What is culled: 1, else 0.
typedef struct cdCulling {
    uint8_t *faces;                            // faces[cdSolidInfo.faceCount], the caller's
    uint8_t *edges;                            // edges[edgeCount]; NULL: not wanted
    uint8_t *vertices;                         // vertices[vertexCount]; NULL: not wanted
    int32_t faceCount, edgeCount, vertexCount; // how many are culled
} cdCulling;

// Fills the arrays of `culling` and its counts. `velocity`: of the mesh, as seen from the other object.
// @errors nothing is done when an argument, or `faces`, is NULL (a programmer's error)
CD_API void cdCullBackFaces(const cdMesh *mesh, cdPose pose, const cdVelocity *velocity, cdCulling *culling);

#ifdef __cplusplus
}
#endif
#endif
