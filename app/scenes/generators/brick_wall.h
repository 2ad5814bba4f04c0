// Generates a wall of bricks, and a wrecking ball on a chain of rings.
//
// Source: the wrecking ball of Ferguson et al., Intersection-free Rigid Body Dynamics, SIGGRAPH 2021.
#ifndef APP_BRICK_WALL_H
#define APP_BRICK_WALL_H

#include "scenes/scene.h"

typedef struct BrickWall {
    int32_t columns, rows;
    cdVec3 half; // half extents of a brick; it is longest along x
    double friction;
} BrickWall;

typedef struct WreckingBall {
    int32_t links;  // rings of the chain
    cdVec3 pivot;   // middle of the fixed bar, along x, from which the chain hangs
    double radius;  // of the ball, length
    double lift;    // of the chain towards +z, radians from straight down
    double density; // of the ball; the chain has 1
} WreckingBall;

// Adds the bricks row by row upwards, in running bond, in the plane z = 0, on the plane y = 0.
// @errors false: no memory
bool AddBrickWall(SceneData *data, const BrickWall *wall);
// Adds the bar, the rings from the bar downwards, and the ball. @errors false: no memory
bool AddWreckingBall(SceneData *data, const WreckingBall *ball);
// Returns the distance of the ball's centre from the middle of the bar at the start.
double GetWreckingReach(const WreckingBall *ball);

#endif
