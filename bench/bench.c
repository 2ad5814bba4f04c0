// The table of benchmarks.
#include "bench/bench.h"
#include <string.h>

static const Bench benches[] = {
    {"first-contact", "query",
     "teapot against bunny and ten other pairs: a slow drag along the surface, big steps that hit", 4000,
     RunFirstContactBench},
    {"table1", "query", "labels and element tables: [RKC01] Table 1 with our structure and numbers", 1000,
     RunLabelBench},
    {"elements", "element", "the elementary tests; four linearly moving points against the exact oracle",
     50000, RunElementBench},
    {"tree", "mesh", "the sphere trees and the drag over leaf radii", 1000, RunTreeBench},
    {"build", "mesh", "building meshes of all kinds up to a million triangles: time, memory, a drag on them",
     400, RunBuildBench},
    {"switches", "query", "the drag with one optimisation disabled at a time", 1000, RunSwitchBench},
    {"near", "query",
     "work that stays bounded: nearly coincident surfaces, paths of 1e8 radii, a nut slid on its bolt", 60,
     RunNearBench},
    {"soak", "contract",
     "random steps, convex hulls, boxes, ten minutes of each world: all judged by oracles", 20000,
     RunSoakBench},
    {"convex", "query",
     "separating vectors: figure 4 of [CW96], the support methods, speed on recorded pairs", 500,
     RunConvexBench},
    {"hull", "mesh", "convex hulls: degenerate sets judged exactly, up to a million points; --peers: Qhull",
     13000, RunHullBench},
    {"brep-index", "query",
     "solids: Table 1 of [V90], the spheres of [BV92] 4.2, large meshes, points against the exact oracle",
     100000, RunSolidBench},
    {"boxes", "query",
     "two boxes: the box algorithm, the mesh test, with --peers FCL and Bullet; polynomial motions", 2000,
     RunBoxesBench},
    {"distance", "query",
     "teapot and bunny and ten other pairs: distance along a drag and farther away; --peers: FCL", 1000,
     RunDistanceBench},
    {"rays", "query",
     "rays and closest points: meshes of eight kinds up to a million triangles, judged by oracles", 4000,
     RunRaysBench},
    {"regions", "query",
     "contact regions: box on floor, flush gears and rings, teapot on bunny and ten other pairs", 20,
     RunRegionsBench},
    {"slide", "query",
     "teapot over the bunny's back and ten other pairs: steps that slide, pressed all the way", 2000,
     RunSlideBench},
    {"paths", "query",
     "whole paths of the teapot about the bunny: certified edges a second, clearance; --peers: OMPL", 2000,
     RunPathBench},
    {"plans", "query",
     "puzzles and a gearbox taken apart: certified paths, judged; order of the parts; --peers: OMPL", 2000,
     RunPlanBench},
    {"sweep", "query", "mechanisms of two rings: sweeps of one joint and of two; judged at random values", 32,
     RunSweepBench},
    {"joint-paths", "query",
     "an arm of six hinges among obstacles: edges of joint paths, judged at 200 instants", 500,
     RunJointPathBench},
    {"threads", "query", "batches of first contacts on one, two and all threads: speed-up, equal results",
     2000, RunThreadsBench},
    {"world", "world", "a mesh thrown onto a floor, with --peers also by Bullet and ODE; a stack and a pile",
     4000, RunWorldBench},
    {"structures", "world", "arches, houses of cards, a wrecking ball, a net of rings, a bolt in its nut",
     6000, RunStructuresBench},
};

const Bench *GetBenches(int32_t *count) {
    *count = (int32_t)(sizeof benches / sizeof benches[0]);
    return benches;
}

const Bench *FindBench(const char *name) {
    int32_t count = 0;
    const Bench *all = GetBenches(&count);
    for (int32_t i = 0; i < count; i++) {
        if (strcmp(all[i].name, name) == 0) return &all[i];
    }
    return NULL;
}
