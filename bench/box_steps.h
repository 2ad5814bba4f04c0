// Steps of two boxes for the box benchmark: cubes, plates and sticks, by outcome.
//
// Input: a seed. Output: twelve boxes of unit radius with their meshes, and lists of steps of one against
// another; B is fixed at the identity. The mesh test sorts the steps; slightly enlarged boxes detect near
// misses.
#ifndef BENCH_BOX_STEPS_H
#define BENCH_BOX_STEPS_H

#include "bench/bench.h"
#include "collision/boxes.h"
#include "collision/query.h"

enum { BOX_SHAPES = 12, BOX_SHAPE_KINDS = 3 };

typedef enum BoxStepKind {
    BOX_HITS,         // 0.7 to 1.3 radii and up to 60 degrees; separated at the start, touch
    BOX_NEAR,         // the same, free, but within a twentieth of the radius somewhere
    BOX_MISSES,       // the same, with more clearance
    BOX_DRAGS,        // 2 % of the radius and 2 degrees, each from the last resolved pose
    BOX_TRANSLATIONS, // hits without rotation
    BOX_STEP_KINDS
} BoxStepKind;

typedef struct BoxShapes {
    cdVec3 halves[BOX_SHAPES];
    cdMesh *meshes[BOX_SHAPES]; // 12 triangles each
    cdWorkspace *workspace;
} BoxShapes;

typedef struct BoxStep {
    int32_t a, b; // shapes
    cdPose start, target;
} BoxStep;

typedef struct BoxSteps {
    const BoxShapes *shapes;
    BoxStepKind kind;
    BoxStep *steps;      // steps[count]
    cdPairCache *caches; // caches[count]: a drag's pair cache before each mesh test; empty for the others
    int64_t count;
} BoxSteps;

// @errors false with report->failure; always free `shapes`
bool MakeBoxShapes(uint64_t seed, BoxShapes *shapes, BenchReport *report);
void FreeBoxShapes(BoxShapes *shapes);

// @lifetime `shapes` must outlive the steps
BoxSteps MakeBoxSteps(const BoxShapes *shapes, BoxStepKind kind, uint64_t seed, int64_t count);
void FreeBoxSteps(BoxSteps *steps);

const char *GetBoxStepKindName(BoxStepKind kind);

cdFirstContactInput MakeBoxQuery(const BoxSteps *steps, int64_t i, uint32_t disabled);
cdBoxesInput MakeScrewBoxes(const BoxShapes *shapes, const BoxStep *step);

#endif
