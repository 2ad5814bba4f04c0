// Editing of a way: its waypoints slide among the obstacles, and its edges are certified again.
//
// No waypoint that has slid overlaps an obstacle, and an edge is free only if cdFindPathContact says so. Both
// may be cut short by a budget and continue with the next call.
#ifndef APP_WAY_EDGES_H
#define APP_WAY_EDGES_H

#include "stage/motion/way_scene.h"
#include "view/way.h"

#include <stdio.h>

// Replaces the waypoints by copies; all edges are open then, and the clearance is not known.
// @errors false: out of memory; nothing has changed
bool SetWayNodes(Way *way, const cdPathNode *nodes, int32_t nodeCount);
// Adds a waypoint in the middle of an edge. Returns its index. @errors -1: out of memory
int32_t SplitWayEdge(Way *way, cdVec3 center, int32_t edge);
void FreeWay(Way *way); // leaves it zeroed
// All edges must be decided again.
void OpenWayEdges(Way *way);

// Slides the object from a waypoint's pose towards another one, as a drag does, and opens the edges on both
// sides. Returns false if the budget has ended the slide early: call again.
bool SlideWaypoint(Way *way, const WayScene *scene, int32_t node, cdPose intended, cdBudget budget);
// Decides open edges. `budget` is that of each edge. Returns true if no edge is open.
bool CertifyWay(Way *way, const WayScene *scene, cdBudget budget);

// Returns the largest distance of a waypoint from a pose.
double GetWayReach(const Way *way, cdPose from);

// Writes the way as a file for `firstcontact path`.
void WriteWay(FILE *out, const Way *way);

#endif
