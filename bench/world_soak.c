// Runs the worlds of the scenes for ten minutes of simulated time, and a thousand throws of the teapot.
//
// Input: number of steps, a seed. Output: for each scene with dynamic objects, and for the throws, totals of
// its steps, each followed by the exact overlap test of all pairs (world_watch.h). (1) The scenes: add up
// waits, lost time, drift in margins. Steps a second are those of the world alone. (2) A throw: the teapot,
// an open surface, in any pose, down at a floor of one layer with up to 200 units a second; half a second of
// it. It has passed the floor when its middle is beneath it. Numbers that must be 0 are requirements: the run
// fails.
#include "bench/world_soak.h"
#include "bench/scene_meshes.h"
#include "bench/timing.h"
#include "bench/world_watch.h"
#include "tests/random.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SCENE_STEPS = 36000, THROWS = 1000, THROW_STEPS = 30 };

static const double frame = 1.0 / 60.0;

// --- (1)

static void addSumsRow(BenchReport *report, const WatchSums *sums, const char *name) {
    double values[] = {(double)sums->steps,
                       (double)sums->overlaps,
                       (double)sums->undecided,
                       (double)sums->held,
                       sums->lost,
                       sums->growth,
                       sums->drift,
                       (double)sums->contacts,
                       sums->seconds > 0.0 ? (double)sums->steps / sums->seconds : NAN};
    AddRow(report, values, "%s", name);
}

static bool soakScene(const BenchInput *input, const Scene *scene, int64_t steps, WatchSums *sums,
                      BenchReport *report) {
    enum { CHUNK = 100 }; // steps between progress checks
    SceneData data;
    if (!CreateSceneData(scene, &data)) return FailReport(report, "out of memory for a scene");
    cdMesh **meshes = AllocateArray(data.objectCount + data.shapeCount + 1, sizeof *meshes);
    WorldWatch watch = {0};
    bool good = CreateBenchMeshes(&data, meshes, report) &&
                OpenWorldWatch(&watch, &data, (const cdMesh *const *)meshes, report);
    for (int64_t i = 0; i < steps && good; i++) {
        StepWorldWatch(&watch, frame, sums);
        if (i % CHUNK == 0) input->showProgress(i, steps, input->context);
    }
    CloseWorldWatch(&watch);
    DestroyBenchMeshes(meshes, data.objectCount + data.shapeCount);
    DestroySceneData(&data);
    return good;
}

static bool isDynamic(const Scene *scene) {
    SceneData data;
    if (!CreateSceneData(scene, &data)) return false;
    bool dynamic = HasDynamicObjects(&data);
    DestroySceneData(&data);
    return dynamic;
}

// --- (2)

static bool addThrownObjects(SceneData *data, Random *random) {
    data->gravity = (cdVec3){0.0, -9.81, 0.0};
    SceneObject *floor = AddSceneObject(data, "floor", "builtin:floor:size=60,n=6", SCENE_FIXED);
    if (floor == NULL) return false;
    floor->restitution = 0.3;
    floor->friction = 0.4;
    SceneObject *teapot = AddSceneObject(data, "teapot", "builtin:teapot", SCENE_DYNAMIC);
    if (teapot == NULL) return false;
    double x = nextRandomIn(random, -1.0, 1.0), z = nextRandomIn(random, -1.0, 1.0);
    cdQuat turn = cdMakeQuat(nextRandomDirection(random), nextRandomIn(random, 0.0, 3.14));
    teapot->scale = 0.3;
    teapot->pose = (cdPose){{x, 3.0, z}, turn};
    teapot->velocity = cdScale(10.0, nextRandomVec3(random));
    teapot->velocity.y = nextRandomIn(random, -200.0, 0.0);
    teapot->angularVelocity = cdScale(30.0, nextRandomVec3(random));
    teapot->restitution = nextRandom(random);
    teapot->friction = 0.4;
    return true;
}

static bool isThrough(const WorldWatch *watch) {
    enum { TEAPOT = 1 };
    cdPose pose = cdGetBodyState(watch->sceneWorld.world, watch->sceneWorld.bodies[TEAPOT]).pose;
    return !(cdTransformPoint(pose, cdGetMeshInfo(watch->meshes[TEAPOT]).center).y > 0.0);
}

static bool throwTeapot(uint64_t seed, cdMesh **meshes, WatchSums *sums, int64_t *through,
                        BenchReport *report) {
    Random random = {seed};
    SceneData data = MakeEmptySceneData();
    WorldWatch watch = {0};
    bool good = addThrownObjects(&data, &random);
    if (!good) FailReport(report, "out of memory for a throw");
    good = good && CreateBenchMeshes(&data, meshes, report) &&
           OpenWorldWatch(&watch, &data, (const cdMesh *const *)meshes, report);
    bool passed = false;
    for (int i = 0; i < THROW_STEPS && good; i++) {
        StepWorldWatch(&watch, frame, sums);
        passed = passed || isThrough(&watch);
    }
    *through += passed;
    CloseWorldWatch(&watch);
    DestroySceneData(&data);
    return good;
}

static bool soakThrows(const BenchInput *input, int64_t count, WatchSums *sums, int64_t *through,
                       BenchReport *report) {
    enum { OBJECTS = 2 };
    cdMesh **meshes = AllocateArray(OBJECTS, sizeof *meshes);
    bool good = true;
    for (int64_t i = 0; i < count && good; i++) {
        good = throwTeapot(input->seed + (uint64_t)i, meshes, sums, through, report);
        input->showProgress(i + 1, count, input->context);
    }
    DestroyBenchMeshes(meshes, OBJECTS);
    return good;
}

// ---

static void addRequirements(BenchReport *report, const WatchSums *sum, int64_t through) {
    AddRequirement(report, "steps of worlds after which a pair overlaps", (double)sum->overlaps,
                   REPORT_AT_MOST, 0.0, "steps");
    AddRequirement(report, "steps of worlds without a state", (double)sum->undecided, REPORT_AT_MOST, 0.0,
                   "steps");
    AddRequirement(report, "throws through the floor", (double)through, REPORT_AT_MOST, 0.0, "throws");
    AddRequirement(report, "growth of energy in a step", sum->growth, REPORT_AT_MOST, 1e-10,
                   "of what moves and is lifted");
}

bool SoakWorlds(const BenchInput *input, BenchReport *report) {
    static const char *const columns[] = {
        "steps",         "overlaps",       "undecided", "with waits", "s lost",
        "energy growth", "drift, margins", "contacts",  "steps/s",    NULL};
    int64_t steps = 2 * input->steps < SCENE_STEPS ? 2 * input->steps : SCENE_STEPS;
    int64_t throws = input->steps / 20 < THROWS ? input->steps / 20 : THROWS;
    AddTable(report, columns, "Worlds of scenes, %g s each, and %d throws of the teapot",
             (double)steps * frame, (int)throws);
    int32_t count = 0;
    const Scene *const *scenes = GetScenes(&count);
    WatchSums sum = {0}, thrown = {0};
    int64_t through = 0;
    for (int32_t i = 0; i < count; i++) {
        WatchSums part = {0};
        if (!isDynamic(scenes[i])) continue;
        if (!soakScene(input, scenes[i], steps, &part, report)) return false;
        addSumsRow(report, &part, scenes[i]->name);
        AddWatchSums(&sum, &part);
    }
    if (!soakThrows(input, throws, &thrown, &through, report)) return false;
    addSumsRow(report, &thrown, "teapot thrown down");
    AddWatchSums(&sum, &thrown);
    addRequirements(report, &sum, through);
    return true;
}
