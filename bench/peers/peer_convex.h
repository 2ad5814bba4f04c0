// Collision of convex hulls in other libraries, behind one C interface.
//
// Input: two prepared hulls and their poses. Output: whether the library finds a common point. PeerMemory is
// the state that a user of the library may keep for a pair between calls (a first direction, the last
// supporting vertices). Collision only: no contact points, no depth.
#ifndef PEER_CONVEX_H
#define PEER_CONVEX_H

#include "collision/vecmath.h"
#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// A hull in its local frame.
typedef struct PeerPoints {
    const cdVec3 *points; // points[pointCount]
    int32_t pointCount;
    const int32_t *triangles; // triangles[3 * triangleCount], counter-clockwise from outside
    int32_t triangleCount;
} PeerPoints;

// Zeroed: no state yet.
typedef struct PeerMemory {
    int32_t vertexA, vertexB;
    cdVec3 guess;
} PeerMemory;

typedef struct ConvexPeer {
    const char *name;
    void *(*makeHull)(const PeerPoints *points); // NULL: no memory
    void (*freeHull)(void *hull);
    bool (*collide)(const void *a, const cdPose *poseA, const void *b, const cdPose *poseB,
                    PeerMemory *memory);
    double tolerance; // length, for radii of 1: closer to a touch, either answer is valid
} ConvexPeer;

// The entry points of one library. @lifetime static
const ConvexPeer *GetCcdPeers(int32_t *count);
const ConvexPeer *GetFclConvexPeers(int32_t *count);
const ConvexPeer *GetBulletPeers(int32_t *count);

#ifdef __cplusplus
}
#endif
#endif
