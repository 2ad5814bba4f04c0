// Steps a scene's world and measures each step.
#include "bench/world_watch.h"
#include "bench/timing.h"

// The margin that world.h documents for 0.
static double findMargin(const SceneData *data, const cdMesh *const *meshes) {
    double radius = INFINITY;
    for (int32_t i = 0; i < data->objectCount; i++) {
        if (data->objects[i].body == SCENE_DYNAMIC) radius = fmin(radius, cdGetMeshInfo(meshes[i]).radius);
    }
    return data->margin > 0.0 ? data->margin : 1e-4 * radius;
}

bool OpenWorldWatch(WorldWatch *watch, const SceneData *data, const cdMesh *const *meshes,
                    BenchReport *report) {
    *watch = (WorldWatch){.data = data, .meshes = meshes, .margin = findMargin(data, meshes)};
    if (!CreateSceneWorld(data, meshes, &watch->sceneWorld, report->failure, sizeof report->failure))
        return false;
    for (int32_t i = 0; i < data->jointCount; i++)
        watch->powered = watch->powered || data->joints[i].def.motor.maxForce > 0.0;
    for (int32_t i = 0; i < data->objectCount; i++)
        watch->powered = watch->powered || data->objects[i].body == SCENE_KINEMATIC;
    watch->workspace = cdCreateWorkspace();
    return watch->workspace != NULL || FailReport(report, "out of memory for the overlap test");
}

void CloseWorldWatch(WorldWatch *watch) {
    if (watch->sceneWorld.world != NULL) DestroySceneWorld(&watch->sceneWorld);
    cdDestroyWorkspace(watch->workspace);
}

static double getTotal(const cdWorld *world) {
    cdWorldEnergy energy = cdGetWorldEnergy(world);
    return energy.kinetic + energy.potential;
}

// Returns the magnitude of the terms that add up to the energy.
static double getEnergySize(const WorldWatch *watch) {
    double size = 0.0;
    for (int32_t i = 0; i < watch->data->objectCount; i++) {
        if (watch->sceneWorld.bodies[i] < 0 || watch->data->objects[i].body != SCENE_DYNAMIC) continue;
        cdBodyState state = cdGetBodyState(watch->sceneWorld.world, watch->sceneWorld.bodies[i]);
        double reach = cdLength(state.centroid) + cdGetMeshInfo(watch->meshes[i]).radius;
        size += state.mass * cdLength(watch->data->gravity) * reach;
    }
    return size + cdGetWorldEnergy(watch->sceneWorld.world).kinetic;
}

void StepWorldWatch(WorldWatch *watch, double dt, WatchSums *sums) {
    cdWorld *world = watch->sceneWorld.world;
    double before = getTotal(world), size = getEnergySize(watch), begin = GetMicroseconds();
    cdWorldStep step = cdStepWorld(world, dt);
    sums->seconds += 1e-6 * (GetMicroseconds() - begin);
    sums->steps++;
    int32_t a = 0, b = 0;
    sums->overlaps += FindWorldOverlap(&watch->sceneWorld, watch->meshes, watch->workspace, &a, &b);
    double growth = getTotal(world) - before;
    sums->undecided += step.state != CD_FREE || !isfinite(growth);
    if (!watch->powered && size > 0.0) sums->growth = fmax(sums->growth, growth / size);
    sums->held += step.blockedBodies > 0;
    sums->lost += step.blockedTime;
    sums->drift = fmax(sums->drift, step.drift / watch->margin);
    sums->queries += step.queries;
    if (step.contacts > sums->contacts) sums->contacts = step.contacts;
}

void AddWatchSums(WatchSums *sum, const WatchSums *part) {
    sum->steps += part->steps;
    sum->overlaps += part->overlaps;
    sum->undecided += part->undecided;
    sum->held += part->held;
    sum->growth = fmax(sum->growth, part->growth);
    sum->drift = fmax(sum->drift, part->drift);
    sum->lost += part->lost;
    sum->queries += part->queries;
    sum->seconds += part->seconds;
    if (part->contacts > sum->contacts) sum->contacts = part->contacts;
}
