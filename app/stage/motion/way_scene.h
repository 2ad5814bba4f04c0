// The meshes that move along a way, and its obstacles: all that block one of them, and the ground, as they
// are now. An object of the group takes the group along; its frame is that of the way.
#ifndef APP_WAY_SCENE_H
#define APP_WAY_SCENE_H

#include "collision/path.h"
#include "stage/state/stage_state.h"

// Zeroed: not read yet.
typedef struct WayScene {
    cdSlideShape *shapes; // shapes[shapeCount]: the object first, then the others of its group
    int32_t shapeCount, shapeCapacity;
    cdWorkspace *workspace;
    cdObstacle *obstacles;           // obstacles[count], the ground last
    cdPathObstacle *pathObstacles;   // pathObstacles[count]: the same
    int32_t *owners;                 // owners[count]: their objects; -1: the ground
    int32_t count, capacity, others; // others: without the ground
} WayScene;

// Reads the obstacles again. `reach`: largest distance of a waypoint from the object's pose, for the ground.
// `changed`: true if they, or the meshes that move, differ from those read before. The stage must have no
// paused work.
// @errors false: out of memory; the scene is empty
bool ReadWayScene(WayScene *scene, Stage *stage, int32_t object, double reach, bool *changed);
void FreeWayScene(WayScene *scene);

// Returns the first contact on the edge from nodes[0] to nodes[1], times from 0 to 1. `from`: time at which
// the search begins.
cdPathContact FindEdgeContact(const WayScene *scene, const cdPathNode *nodes, double from, cdBudget budget);
// Returns the largest distance of nodes[nodeCount] from a pose.
double GetNodesReach(const cdPathNode *nodes, int32_t nodeCount, cdPose from);

#endif
