// Steps the world of a scene, and tests the library's guarantees after each step: no two objects overlap by
// the exact test, the state is finite, energy does not grow.
#ifndef BENCH_WORLD_WATCH_H
#define BENCH_WORLD_WATCH_H

#include "bench/report.h"
#include "scenes/scene_world.h"

typedef struct WatchSums {
    int64_t steps, overlaps, undecided, held, queries;
    double growth; // maximum growth of energy in a step, of bodies that move and are lifted
    double drift;  // in margins
    double lost, seconds;
    int64_t contacts; // maximum over the steps
} WatchSums;

// Measures taken after each step of a world.
typedef struct WorldWatch {
    SceneWorld sceneWorld;
    const SceneData *data;
    const cdMesh *const *meshes;
    cdWorkspace *workspace;
    double margin;
    bool powered; // a motor or a kinematic body adds energy
} WorldWatch;

// Opens a watch, to be closed in any case; zero it before. @errors false with report->failure
bool OpenWorldWatch(WorldWatch *watch, const SceneData *data, const cdMesh *const *meshes,
                    BenchReport *report);
void CloseWorldWatch(WorldWatch *watch);
// Steps the world by `dt` seconds and adds to the sums.
void StepWorldWatch(WorldWatch *watch, double dt, WatchSums *sums);
void AddWatchSums(WatchSums *sum, const WatchSums *part);

#endif
