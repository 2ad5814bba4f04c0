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

// How a body moves at an instant, world frame.
typedef struct cdBodyVelocity {
    cdVec3 centroid; // or any other point fixed in it
    cdVec3 linear;   // of that point, length per time
    cdVec3 angular;  // radians per time
} cdBodyVelocity;

// The velocity of any point of one object as seen from another: an affine field, world frame. Where `origin`
// is zero this is a + p x w of [BV92 Eq. 12] with w = -angular; an origin near the object loses no digits far
// from the world's.
typedef struct cdRelativeVelocity {
    cdVec3 origin;  // world frame
    cdVec3 linear;  // of a point at `origin`
    cdVec3 angular; // radians per time
} cdRelativeVelocity;

// linear + angular x (p - origin)
static inline cdVec3 cdGetVelocityAt(const cdRelativeVelocity *velocity, cdVec3 p) {
    return cdAdd(velocity->linear, cdCross(velocity->angular, cdSub(p, velocity->origin)));
}

// Of the points of `body` as seen from `other` [BV92 Eq. 9 to 12].
CD_API cdRelativeVelocity cdMakeRelativeVelocity(const cdBodyVelocity *body, const cdBodyVelocity *other);

// Of the points of a mesh in motion as seen from a fixed one, at the fraction t of the step (0: the start, 1:
// the end); times are in steps. For two poses make a motion of them (cdMakeMotion).
CD_API cdRelativeVelocity cdGetMotionVelocity(const cdMotion *motion, double t);

// What is culled: 1, else 0.
typedef struct cdCulling {
    uint8_t *faces;                            // faces[cdSolidInfo.faceCount], the caller's
    uint8_t *edges;                            // edges[edgeCount]; NULL: not wanted
    uint8_t *vertices;                         // vertices[vertexCount]; NULL: not wanted
    int32_t faceCount, edgeCount, vertexCount; // how many are culled
} cdCulling;

// Fills the arrays of `culling` and its counts for points that move by `velocity`.
// @errors nothing is done when an argument, or `faces`, is NULL (a programmer's error)
CD_API void cdCullBackFaces(const cdMesh *mesh, cdPose pose, const cdRelativeVelocity *velocity,
                            cdCulling *culling);

#ifdef __cplusplus
}
#endif
#endif
