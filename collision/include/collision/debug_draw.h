// What the algorithms know, as lines and points to draw.
//
// Algorithms never draw: they fill results and, if asked, a trace; this turns both into four callbacks that
// carry a role, not a colour. Coordinates are in the world frame. NULL callbacks are skipped.
#ifndef COLLISION_DEBUG_DRAW_H
#define COLLISION_DEBUG_DRAW_H

#include "collision/query.h"

#ifdef __cplusplus
extern "C" {
#endif

// What a segment, triangle, point or label stands for; the application gives each its colour.
typedef enum cdDrawRole {
    CD_ROLE_SOLID = 0,
    CD_ROLE_INTENDED,
    CD_ROLE_RESOLVED,
    CD_ROLE_FIRST_CONTACT,
    CD_ROLE_REGION,
    CD_ROLE_NORMAL,
    CD_ROLE_SCREW,
    CD_ROLE_SPHERE,
    CD_ROLE_CELL,
    CD_ROLE_TRACE,
    CD_ROLE_HULL,
    CD_ROLE_SEPARATOR,
    CD_ROLE_INDEX,      // cut planes of a solid's index
    CD_ROLE_INDEX_CELL, // of the index: where a point is led to
    CD_ROLE_INSIDE,     // of a solid
    CD_ROLE_OUTSIDE,    // of a solid
    CD_ROLE_ON,         // a solid's vertex, edge or face
    CD_ROLE_COUNT
} cdDrawRole;

// The callbacks of the application.
typedef struct cdDebugDraw {
    void (*segment)(cdVec3 a, cdVec3 b, cdDrawRole role, void *context); // a straight line from a to b
    void (*triangle)(cdVec3 a, cdVec3 b, cdVec3 c, cdDrawRole role,
                     void *context);                         // filled, seen from both sides
    void (*point)(cdVec3 p, cdDrawRole role, void *context); // a place
    void (*label)(cdVec3 p, const char *text, cdDrawRole role,
                  void *context); // a short text at a place; the text lasts for the call
    void *context;                // handed to each of them
} cdDebugDraw;

// Contact point, normal (of the given length) and both elements (edge, triangle outline, vertex).
// `poseA` is where A is drawn, best the resolved pose.
CD_API void cdDrawFirstContact(const cdDebugDraw *draw, const cdFirstContactInput *input,
                               const cdFirstContact *result, cdPose poseA, double normalLength);

// The spheres of one level (and the leaves above it); level -1: the leaves. Three circles a sphere.
CD_API void cdDrawSphereTree(const cdDebugDraw *draw, const cdMesh *mesh, cdPose pose, int32_t level);

// A recorded query, as it is drawn.
typedef struct cdTracedQuery {
    const cdMesh *meshA, *meshB; // meshB NULL: a query of one mesh, as of a point and a solid
    cdPose poseA, poseB;         // where they are drawn: A best where it is at a time in event->t
    cdVec3 p, q;                 // of a classified point (both) or segment: A's local frame
} cdTracedQuery;

// The nodes and elements that a recorded query tested.
CD_API void cdDrawTrace(const cdDebugDraw *draw, const cdTrace *trace, const cdTracedQuery *query);

// One event: the spheres of two nodes with the line of their centres (CD_ROLE_TRACE where they may touch,
// else CD_ROLE_SPHERE), two elements or triangles (CD_ROLE_TRACE; of the current first contact
// CD_ROLE_FIRST_CONTACT), the features of boxes on a plane, or a vector that was tried, as an arrow from A's
// supporting vertex (CD_ROLE_SEPARATOR) beside the difference of the two. A vector's A is where the event
// says. Of a path down an index: the point or the part of the segment, CD_ROLE_TRACE; the region that it has
// come to, CD_ROLE_INDEX_CELL; the part of the node's plane in it, CD_ROLE_INDEX. Of a contact region its
// first point and normal. Nothing for events that only report.
CD_API void cdDrawTraceEvent(const cdDebugDraw *draw, const cdTraceEvent *event, const cdTracedQuery *query);

// The edges of the mesh's convex hull.
CD_API void cdDrawHull(const cdDebugDraw *draw, const cdMesh *mesh, cdPose pose);

// What the convex proxies told [CW96]: where they are apart the two supporting points, a square of the plane
// between them, with the given half side, and how far each point is from it; a label that says how it ended.
// Nothing when the proxies were not asked.
CD_API void cdDrawProxy(const cdDebugDraw *draw, const cdProxy *proxy, double halfSide);

// The screw axis and the path of the mesh's centre and of `pathCount` of its vertices.
CD_API void cdDrawMotion(const cdDebugDraw *draw, const cdMotion *motion, const cdMesh *mesh,
                         int32_t pathCount);

#ifdef __cplusplus
}
#endif
#endif
