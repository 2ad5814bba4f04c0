// Runs a scene's world without a window, for the checks of dynamic scenes.
//
// Input: a scene's data and meshes. Output: a world stepped up to a time, and totals of its steps. Each step
// is checked: no two objects overlap by the exact test, and energy does not grow beyond rounding.
#ifndef APP_SCENE_RUN_H
#define APP_SCENE_RUN_H

#include "scenes/scene_world.h"

typedef struct SceneRun {
    const SceneData *data;
    const cdMesh *const *meshes;
    SceneWorld sceneWorld;
    cdWorkspace *workspace;
    double dt;           // seconds a step, default 1/60; may be changed between advances
    double margin;       // the world's gap of resting contacts
    bool powered;        // a motor adds energy
    double lowestEnergy; // minimum so far, kinetic and potential
    double slack;        // allowed excess of energy over that
    double time;         // since the start
    int32_t stepCount, impactCount, blockedCount;
    double blockedTime, drift; // maximum of all steps
} SceneRun;

// Opens a run, to be closed in any case. Fails if objects overlap at the start.
bool OpenSceneRun(SceneRun *run, const SceneData *data, const cdMesh *const *meshes, char *message,
                  size_t messageSize);
void CloseSceneRun(SceneRun *run);

// Steps up to `time`. @errors false with a message that names the step and the failure
bool AdvanceSceneRun(SceneRun *run, double time, char *message, size_t messageSize);

cdBodyState GetRunState(const SceneRun *run, int32_t object);
// Returns the world direction of the object's y axis.
cdVec3 GetRunAxis(const SceneRun *run, int32_t object);

// Check that a number has its expected value. @errors false with a message
bool ExpectNear(const char *what, double value, double expected, double tolerance, char *message,
                size_t messageSize);
bool ExpectBetween(const char *what, double value, double lower, double upper, char *message,
                   size_t messageSize);

// Check of a scene, called with a run at time 0.
typedef bool RunCheck(SceneRun *run, char *message, size_t messageSize);
bool CheckWithRun(const SceneData *data, const cdMesh *const *meshes, RunCheck *check, char *message,
                  size_t messageSize);

#endif
