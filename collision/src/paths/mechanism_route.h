// The joints between two meshes of a mechanism while all joint values change linearly, and how far the
// relative motion leaves a screw.
#ifndef CD_MECHANISM_ROUTE_H
#define CD_MECHANISM_ROUTE_H

#include "collision/mechanism_path.h"
#include "continuous/part_search.h"
#include "paths/mechanism_chain.h"

// The joint values of all links on an edge: from + s (to - from), s in [0, 1].
typedef struct cdJointEdge {
    const cdMechanism *mechanism;
    const double *from, *to; // from[linkCount]
} cdJointEdge;

// The way from mesh A over their links' common ancestor to mesh B.
typedef struct cdRoute {
    cdJointEdge edge;
    cdLinkShape a, b;
    const int32_t *armA, *armB; // links from A's and from B's up to below the ancestor
    int32_t countA, countB;
    int32_t movingCount; // joints between them that move on the edge
    double rounding;     // of a relative pose, length
} cdRoute;

// Returns the route of two meshes of links; `arms`: memory for links[2 * linkCount], used by the route.
cdRoute cdMakeRoute(const cdJointEdge *edge, cdLinkShape a, cdLinkShape b, int32_t *arms);

// Returns A's pose in the frame of B at a fraction of the edge.
cdPose cdPlaceOnRoute(const cdRoute *route, double s);

// Returns the pose of a mesh in the world at a fraction of the edge.
cdPose cdPlaceShapeOnEdge(const cdJointEdge *edge, cdLinkShape shape, double s);

// Bounds over a part of the edge, with respect to its fraction s.
typedef struct cdRouteBound {
    double speed; // of any point of A as seen from B
    double bend;  // of the second derivative of its path
    double turn;  // of A's angular velocity as seen from B
} cdRouteBound;

cdRouteBound cdBoundRoute(const cdRoute *route, double from, double width);

// Returns the relative motion for cdSearchParts; the route must stay. `bound`: over the whole edge.
cdRelativeMotion cdGetRouteMotion(const cdRoute *route, const cdRouteBound *bound);

#endif
