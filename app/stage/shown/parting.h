// Finds a short translation that separates two overlapping meshes.
#ifndef APP_PARTING_H
#define APP_PARTING_H

#include "collision/query.h"

typedef struct Parting {
    bool found;    // `move` separates them, by an overlap test; else the fields below are invalid
    bool shortest; // both meshes are convex and closed: no translation shorter than `least` separates them
    cdVec3 move;   // of A, world frame
    double length; // of `move`: an upper bound of the penetration depth
    double least;  // lower bound of the penetration depth if `shortest`, within rounding of `length`; else 0
} Parting;

typedef struct PartingInput {
    const cdMesh *meshA, *meshB; // with their hulls
    cdPose poseA, poseB;
    bool sweeps;     // also search moves shorter than those that separate the hulls; some hundred queries
    cdBudget budget; // of each query
} PartingInput;

// Returns the shortest translation found. There may be shorter ones if the meshes are not convex.
Parting FindParting(const PartingInput *input, cdWorkspace *workspace);

#endif
