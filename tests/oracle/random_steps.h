// Seeded random steps between small meshes: all generated shapes, all kinds of motion, all scales and
// offsets.
//
// Input: a random state. Output: two meshes of a set and a step of the first. Used by the tests' short soak
// and by the benchmarks' long one, so a seed and a number give the same step in both.
#ifndef RANDOM_STEPS_H
#define RANDOM_STEPS_H

#include "oracle/oracle_contact.h"

#include <stdbool.h>
#include <stdint.h>

enum { STEP_SHAPE_COUNT = 15, STEP_SCALE_COUNT = 3, STEP_MESH_COUNT = STEP_SHAPE_COUNT * STEP_SCALE_COUNT };

typedef struct StepMeshes {
    cdMesh *meshes[STEP_MESH_COUNT]; // by shape, then scale
    OracleMesh oracles[STEP_MESH_COUNT];
} StepMeshes;

// Creates all shapes at low resolution, at scales 1e-4, 1 and 1e4; every third has its points 1e4 radii from
// its own origin.
bool MakeStepMeshes(StepMeshes *set);
void FreeStepMeshes(StepMeshes *set);

typedef enum StepFamily {
    STEP_GENERAL = 0,
    STEP_TRANSLATION,
    STEP_ROTATION,
    STEP_STILL,
    STEP_TINY,
    STEP_LARGE_TURN, // 90 to 180 degrees
    STEP_IN_PLANE,   // poses on a grid, motion along faces
    STEP_PARALLEL,   // poses on a grid, rotations about an axis of the frame
    STEP_GRAZING,    // along or down to one of the other's faces, within rounding of touching
    STEP_AXIS_THROUGH_CENTER,
    STEP_FAMILY_COUNT
} StepFamily;

const char *GetStepFamilyName(StepFamily family); // @lifetime static

typedef struct RandomStep {
    StepFamily family;
    int meshA, meshB; // indices into the set
    double radius;    // of the larger mesh
    double offset;    // largest coordinate of the poses
    cdFirstContactInput input;
    cdVec3 touchNormal; // for a step that starts at another's contact; zero for others
    double touchDepth;  // maximum depth of such a start
} RandomStep;

// Creates step number `number` of a seed.
RandomStep MakeRandomStep(const StepMeshes *set, uint64_t seed, uint64_t number);

// Creates a step that continues another: from its resolved pose, or from the very edge of its contact, in any
// direction and by any length down to 1e-6 of the radius.
RandomStep MakeNextStep(const RandomStep *step, const cdFirstContact *result, uint64_t seed, uint64_t number);

#endif
