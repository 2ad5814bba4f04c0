// A way: a certified path of an object, as the picture shows it, with the clearance of each of its parts.
//
// The user may edit it: each edge, from one waypoint to the next, then has a certificate of its own.
#ifndef APP_WAY_H
#define APP_WAY_H

#include "collision/path.h"

enum { WAY_PART_MAX = 96 };

typedef enum WayEdgeState {
    WAY_EDGE_FREE = 0,  // certified
    WAY_EDGE_OPEN,      // not decided yet
    WAY_EDGE_BLOCKED,   // a contact was found
    WAY_EDGE_UNDECIDED, // the library cannot decide it
} WayEdgeState;

// Certificate of the motion from a waypoint to the next. Times are fractions of the edge.
typedef struct WayEdge {
    WayEdgeState state;
    double from;     // open: the edge is free up to this time
    double time;     // blocked: of the first contact
    cdVec3 point;    // blocked: the first contact, world frame
    int32_t object;  // blocked: index of the object that it touches; -1: the ground
    cdState contact; // blocked: CD_CONTACT, or CD_OVERLAP at the start of the edge
} WayEdge;

// Zeroed: none.
typedef struct Way {
    int32_t object;
    cdPathNode *nodes; // nodes[nodeCount], times 0, 1, 2, ...; owned
    int32_t nodeCount; // 0: there is no way
    WayEdge *edges;    // edges[nodeCount - 1], owned; NULL: all are free
    // parts[partCount]: the smallest clearances in equal parts of the time; 0: not known
    cdPathBound parts[WAY_PART_MAX];
    int32_t partCount;
    bool edited;     // a waypoint has been moved
    bool hasHandles; // its waypoints are drawn, to be dragged
    double lit;      // the waypoint, or the middle of an edge, drawn larger with the object's pose; 0: none
} Way;

// Returns the pose on the way at a time from 0 to nodeCount - 1. `center`: of the object, its mesh's frame.
cdPose GetPoseOnWay(const Way *way, cdVec3 center, double time);

// True if there is a way and all its edges are free.
bool IsWayCertified(const Way *way);
// Returns the first edge in this state; -1: none.
int32_t FindWayEdge(const Way *way, WayEdgeState state);
int32_t CountWayEdges(const Way *way, WayEdgeState state);

#endif
