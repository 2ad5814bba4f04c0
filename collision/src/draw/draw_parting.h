// Draws nodes whose spheres may touch while their contents are disjoint.
#ifndef CD_DRAW_PARTING_H
#define CD_DRAW_PARTING_H

#include "draw/draw_calls.h"

// True if planes or ranges about the screw's axis, rather than spheres, decided an event of two nodes.
bool cdIsParting(const cdTraceEvent *event);

// Draws the discs or boxes of two nodes, A's at both ends of the tested interval, and the plane between them;
// or the screw's axis and the distances from it. The nodes must be the meshes'. Returns a label's position.
cdVec3 cdDrawParting(const cdDebugDraw *draw, const cdTraceEvent *event, const cdTracedQuery *query);

#endif
