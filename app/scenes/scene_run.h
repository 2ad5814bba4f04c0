// A scene's world run without a window: what the checks of dynamic scenes have in common.
//
// Input: a scene's data and meshes. Output: a world that has been stepped up to a time, and what was seen on
// the way. Each step is held to the library's word: no two objects overlap by the exact test, and energy is
// never more than before, but for rounding.
#ifndef APP_SCENE_RUN_H
#define APP_SCENE_RUN_H

#include "scenes/scene_world.h"

typedef struct SceneRun {
    const SceneData *data;
    const cdMesh *const *meshes;
    SceneWorld sceneWorld;
    cdWorkspace *workspace;
    double dt;           // seconds a step: a 60th, and may be changed between advances
    double margin;       // gap that resting contacts keep, as the world has it
    bool powered;        // a motor brings energy in
    double lowestEnergy; // so far, kinetic and potential
    double slack;        // by which energy may be above that
    double time;         // since the start
    int32_t stepCount, impactCount, heldCount;
    double blockedTime, drift; // the worst of any step
} SceneRun;

// Fails when objects overlap already where the scene has them. To be closed in either case.
bool OpenSceneRun(SceneRun *run, const SceneData *data, const cdMesh *const *meshes, char *message,
                  size_t messageSize);
void CloseSceneRun(SceneRun *run);

// Steps up to `time`. @errors false with a message that names the step and what did not hold
bool AdvanceSceneRun(SceneRun *run, double time, char *message, size_t messageSize);

cdBodyState GetRunState(const SceneRun *run, int32_t object);
// The direction of the object's own y axis.
cdVec3 GetRunAxis(const SceneRun *run, int32_t object);

// That a number is what it should be; else says which one is not.
bool ExpectNear(const char *what, double value, double expected, double tolerance, char *message,
                size_t messageSize);
bool ExpectBetween(const char *what, double value, double least, double most, char *message,
                   size_t messageSize);

// A scene's check of what it shows: called with a run at time 0.
typedef bool RunCheck(SceneRun *run, char *message, size_t messageSize);
bool CheckWithRun(const SceneData *data, const cdMesh *const *meshes, RunCheck *check, char *message,
                  size_t messageSize);

#endif
