// The dynamics of other libraries behind a C interface: one mesh thrown onto a floor.
//
// Input: a triangle mesh in the frame of its body (origin at the centroid), its mass properties, the half
// extents of a box whose top is y = 0 and whose middle is below the origin; throws. Output: poses at each
// step. Restitution and friction are those of the pair. Bodies never sleep: each step is work. Each library
// gets the same numbers; its other settings are those of its own examples.
#ifndef PEER_WORLD_H
#define PEER_WORLD_H

#include "collision/vecmath.h"
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct PeerScene {
    const cdVec3 *points; // points[pointCount], relative to the centroid
    const int32_t *triangles;
    int32_t pointCount, triangleCount;
    double radius; // of the points about the centroid
    double mass;
    double inertia[6]; // about the centroid: xx, yy, zz, xy, xz, yz
    cdVec3 floorHalf;
    double gravity, restitution, friction;
} PeerScene;

typedef struct PeerThrow {
    cdPose pose; // of the body's frame
    cdVec3 velocity, angularVelocity;
} PeerThrow;

typedef struct PeerWorld {
    const char *name, *settings;           // settings, for the report
    void *(*open)(const PeerScene *scene); // NULL: not available
    void (*close)(void *world);
    void (*start)(void *world, const PeerThrow *thrown);
    cdPose (*step)(void *world, double dt);
} PeerWorld;

// The compiled-in libraries.
const PeerWorld *GetBulletWorld(void);
const PeerWorld *GetOdeWorld(void);

#ifdef __cplusplus
}
#endif
#endif
