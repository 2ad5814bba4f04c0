// How far a mesh must be moved, without turning, so that it overlaps another one no more.
#ifndef APP_PARTING_H
#define APP_PARTING_H

#include "collision/query.h"

typedef struct Parting {
    bool found;    // `move` parts them, by an overlap test; else nothing below is valid
    bool shortest; // both meshes are convex and closed: no translation shorter than `least` parts them
    cdVec3 move;   // of A, world frame
    double length; // of it: an upper bound of the depth of penetration
    double least;  // lower bound of it where `shortest`, within rounding of `length`; else 0
} Parting;

typedef struct PartingInput {
    const cdMesh *meshA, *meshB; // with their hulls
    cdPose poseA, poseB;
    bool sweeps;     // look for shorter moves than those that part the hulls; some hundred queries
    cdBudget budget; // of each query
} PartingInput;

// The shortest translation that was found. Where the meshes are not convex there may be shorter ones.
Parting FindParting(const PartingInput *input, cdWorkspace *workspace);

#endif
