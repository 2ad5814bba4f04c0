// Back-face culling by relative velocity [BV92 4.1]: the features of a solid that move away from the other
// object and need no contact test.
//
// Input: a mesh with its solid, its pose, and the velocity of its points relative to the other object.
// Output: the faces whose points all move inwards, and the edges and vertices of such faces only. They cannot
// touch the other object. About half of a solid is culled. A face costs constant time, however many points it
// has.
//
// Guarantee: no face with a point that moves outwards or, up to rounding, along its plane (v . n = 0) is
// culled. A box that slides on a table keeps the face it slides on, and nothing is culled at zero velocity. A
// velocity or a pose that is not finite culls nothing.
#ifndef COLLISION_CULLING_H
#define COLLISION_CULLING_H

#include "collision/motion.h"
#include "collision/solid.h"

#ifdef __cplusplus
extern "C" {
#endif

// Velocity of a rigid body, world frame: a point p has the velocity linear + angular x (p - origin). With
// `origin` at the world's origin this is a + p x w of [BV92 Eq. 12], w = -angular. An origin near the body
// loses no digits far from the world's.
typedef struct cdVelocity {
    cdVec3 origin;  // any point fixed in the body, such as its centroid
    cdVec3 linear;  // velocity of that point, length / time
    cdVec3 angular; // radians / time
} cdVelocity;

// Returns the velocity of a mesh in motion at the fraction t of the step, [0, 1]. The unit of time is the
// step. For two poses see cdMakeMotion.
CD_API cdVelocity cdGetMotionVelocity(const cdMotion *motion, double t);

// Result of cdCullBackFaces: 1 for a culled feature, else 0.
typedef struct cdCulling {
    uint8_t *faces;                            // faces[cdSolidInfo.faceCount], the caller's
    uint8_t *edges;                            // edges[edgeCount]; NULL: none
    uint8_t *vertices;                         // vertices[vertexCount]; NULL: none
    int32_t faceCount, edgeCount, vertexCount; // numbers of culled features
} cdCulling;

// Culls the features of a solid. `velocity`: of the mesh, relative to the other object.
// @errors an argument or `faces` is NULL (a programmer's error): does nothing
CD_API void cdCullBackFaces(const cdMesh *mesh, cdPose pose, const cdVelocity *velocity, cdCulling *culling);

#ifdef __cplusplus
}
#endif
#endif
