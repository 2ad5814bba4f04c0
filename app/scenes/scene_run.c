// Runs a scene's world without a window.
#include "scenes/scene_run.h"
#include <stdio.h>

static const double energyRounding = 1e-9; // fraction of kinetic and potential energy

static double getTotal(cdWorldEnergy energy) {
    return energy.kinetic + energy.potential;
}

// Returns the world's margin: the scene's, or the default of world.h for 0.
static double findMargin(const SceneRun *run) {
    if (run->data->margin > 0.0) return run->data->margin;
    double radius = INFINITY;
    for (int32_t i = 0; i < run->data->objectCount; i++) {
        if (run->data->objects[i].body == SCENE_DYNAMIC)
            radius = fmin(radius, cdGetMeshInfo(run->meshes[i]).radius);
    }
    return 1e-4 * radius;
}

// Returns the rounding of energy, relative to that of a fall through the whole scene.
static double findSlack(const SceneRun *run, cdWorldEnergy energy) {
    double weight = 0.0;
    for (int32_t i = 0; i < run->data->objectCount; i++) {
        if (run->data->objects[i].body == SCENE_DYNAMIC) weight += GetRunState(run, i).mass;
    }
    weight *= cdLength(run->data->gravity);
    return energyRounding * (energy.kinetic + fabs(energy.potential) + weight);
}

static bool isPowered(const SceneData *data) {
    for (int32_t i = 0; i < data->objectCount; i++) {
        if (data->objects[i].body == SCENE_KINEMATIC) return true;
    }
    for (int32_t i = 0; i < data->jointCount; i++) {
        if (data->joints[i].def.motor.maxForce > 0.0) return true;
    }
    return false;
}

static bool findNoOverlap(const SceneRun *run, char *message, size_t messageSize) {
    int32_t a = 0, b = 0;
    if (!FindWorldOverlap(&run->sceneWorld, run->meshes, run->workspace, &a, &b)) return true;
    snprintf(message, messageSize, "\"%s\" and \"%s\" overlap at %.6g s", run->data->objects[a].name,
             run->data->objects[b].name, run->time);
    return false;
}

bool OpenSceneRun(SceneRun *run, const SceneData *data, const cdMesh *const *meshes, char *message,
                  size_t messageSize) {
    *run = (SceneRun){.data = data, .meshes = meshes, .dt = 1.0 / 60.0, .powered = isPowered(data)};
    if (!CreateSceneWorld(data, meshes, &run->sceneWorld, message, messageSize)) return false;
    run->workspace = CreateSceneWorkspace(meshes, data->objectCount);
    if (run->workspace == NULL) {
        snprintf(message, messageSize, "out of memory");
        return false;
    }
    run->margin = findMargin(run);
    cdWorldEnergy energy = cdGetWorldEnergy(run->sceneWorld.world);
    run->lowestEnergy = getTotal(energy);
    run->slack = findSlack(run, energy);
    return findNoOverlap(run, message, messageSize);
}

void CloseSceneRun(SceneRun *run) {
    if (run->sceneWorld.world != NULL) DestroySceneWorld(&run->sceneWorld);
    cdDestroyWorkspace(run->workspace);
}

static void countStep(SceneRun *run, const cdWorldStep *step) {
    run->time = step->time;
    run->stepCount++;
    run->impactCount += step->impacts;
    run->blockedCount += step->blockedBodies > 0;
    run->blockedTime = fmax(run->blockedTime, step->blockedTime);
    run->drift = fmax(run->drift, step->drift);
}

static bool stepRun(SceneRun *run, double dt, char *message, size_t messageSize) {
    cdWorldStep step = cdStepWorld(run->sceneWorld.world, dt);
    if (step.state != CD_FREE) {
        snprintf(message, messageSize, "the step after %.6g s is undecided", run->time);
        return false;
    }
    countStep(run, &step);
    if (!findNoOverlap(run, message, messageSize)) return false;
    double energy = getTotal(cdGetWorldEnergy(run->sceneWorld.world));
    if (!run->powered && !(energy <= run->lowestEnergy + run->slack)) {
        snprintf(message, messageSize, "energy grew from %.9g to %.9g at %.6g s", run->lowestEnergy, energy,
                 run->time);
        return false;
    }
    run->lowestEnergy = fmin(run->lowestEnergy, energy);
    return true;
}

bool AdvanceSceneRun(SceneRun *run, double time, char *message, size_t messageSize) {
    // A remainder due to rounding gets no step of its own.
    while (time - run->time > 1e-6 * run->dt) {
        if (!stepRun(run, fmin(run->dt, time - run->time), message, messageSize)) return false;
    }
    return true;
}

cdBodyState GetRunState(const SceneRun *run, int32_t object) {
    return cdGetBodyState(run->sceneWorld.world, run->sceneWorld.bodies[object]);
}

cdVec3 GetRunAxis(const SceneRun *run, int32_t object) {
    return cdRotate(GetRunState(run, object).pose.q, (cdVec3){0.0, 1.0, 0.0});
}

bool ExpectNear(const char *what, double value, double expected, double tolerance, char *message,
                size_t messageSize) {
    if (fabs(value - expected) <= tolerance) return true;
    snprintf(message, messageSize, "%s: %.9g, expected %.9g within %.3g", what, value, expected, tolerance);
    return false;
}

bool ExpectBetween(const char *what, double value, double lower, double upper, char *message,
                   size_t messageSize) {
    if (value >= lower && value <= upper) return true;
    snprintf(message, messageSize, "%s: %.9g, expected from %.9g to %.9g", what, value, lower, upper);
    return false;
}

bool CheckWithRun(const SceneData *data, const cdMesh *const *meshes, RunCheck *check, char *message,
                  size_t messageSize) {
    SceneRun run;
    bool good = OpenSceneRun(&run, data, meshes, message, messageSize) && check(&run, message, messageSize);
    CloseSceneRun(&run);
    return good;
}
