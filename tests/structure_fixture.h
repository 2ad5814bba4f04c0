// Shared by the tests of structures: a scene that a generator filled, and its run.
#ifndef TESTS_STRUCTURE_FIXTURE_H
#define TESTS_STRUCTURE_FIXTURE_H

#include "scenes/scene_parts.h"
#include "scenes/scene_run.h"
#include "stage/mesh_source.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

typedef struct Structure {
    SceneData data;
    SceneMeshes meshes;
    SceneRun run;
    char message[512];
} Structure;

static inline Structure makeStructure(void) {
    Structure structure = {.data = MakeEmptySceneData()};
    structure.data.gravity = GetSceneGravity();
    return structure;
}

static inline void openStructure(Structure *structure) {
    if (!CreateSceneMeshes(&structure->data, &structure->meshes, structure->message, 512) ||
        !OpenSceneRun(&structure->run, &structure->data, structure->meshes.meshes, structure->message, 512))
        fail_msg("%s", structure->message);
    structure->run.dt = 0.01;
}

// Runs up to `time`. No pair overlaps, energy does not grow, and no time is lost.
static inline void runStructure(Structure *structure, double time) {
    if (!AdvanceSceneRun(&structure->run, time, structure->message, 512)) fail_msg("%s", structure->message);
    assert_true(structure->run.blockedTime == 0.0);
}

static inline void closeStructure(Structure *structure) {
    CloseSceneRun(&structure->run);
    DestroySceneMeshes(&structure->meshes);
    DestroySceneData(&structure->data);
}

// Returns the longest way of an object since the start.
static inline double getStructureSway(const Structure *structure) {
    double sway = 0.0;
    for (int32_t i = 0; i < structure->data.objectCount; i++) {
        cdVec3 way = cdSub(GetRunState(&structure->run, i).pose.p, structure->data.objects[i].pose.p);
        sway = fmax(sway, cdLength(way));
    }
    return sway;
}

// Returns the forces of all contacts and the weight of one object, as a fraction of the weight.
static inline double getImbalance(const Structure *structure, int32_t object) {
    cdBodyId body = structure->run.sceneWorld.bodies[object];
    cdBodyState state = GetRunState(&structure->run, object);
    cdVec3 sum = cdScale(state.mass, structure->data.gravity);
    int32_t count;
    const cdWorldContact *contacts = cdGetWorldContacts(structure->run.sceneWorld.world, &count);
    for (int32_t i = 0; i < count; i++) {
        cdVec3 force = cdMulAdd(contacts[i].friction, contacts[i].force, contacts[i].normal);
        if (contacts[i].bodyA == body) sum = cdAdd(sum, force);
        if (contacts[i].bodyB == body) sum = cdSub(sum, force);
    }
    return cdLength(sum) / (state.mass * cdLength(structure->data.gravity));
}

static inline double getWorstImbalance(const Structure *structure) {
    double worst = 0.0;
    for (int32_t i = 0; i < structure->data.objectCount; i++)
        if (structure->data.objects[i].body == SCENE_DYNAMIC) worst = fmax(worst, getImbalance(structure, i));
    return worst;
}

#endif
