// Constructors of journal entries, which ApplyStage (stage/apply.h) takes.
#ifndef APP_STAGE_ENTRIES_H
#define APP_STAGE_ENTRIES_H

#include "scenes/scene.h"
#include "stage/state/entry.h"
#include "stage/state/joint.h"
#include "stage/state/option.h"

static inline StageEntry MakeSetMode(SceneMode mode) {
    return (StageEntry){.op = STAGE_SET_MODE, .index = (int32_t)mode};
}

static inline StageEntry MakeSetResponse(SceneResponse response) {
    return (StageEntry){.op = STAGE_SET_RESPONSE, .index = (int32_t)response};
}

// Gravity in a scene that has none.
static inline StageEntry MakeSetGravity(bool falls) {
    return (StageEntry){.op = STAGE_SET_GRAVITY, .index = falls};
}

// The ground under everything.
static inline StageEntry MakeSetGround(bool on) {
    return (StageEntry){.op = STAGE_SET_GROUND, .index = on};
}

static inline StageEntry MakeSetParam(int32_t param, double value) {
    return (StageEntry){.op = STAGE_SET_PARAM, .index = param, .value = value};
}

static inline StageEntry MakeSetOption(int32_t object, StageOption option, double value) {
    return (StageEntry){.op = STAGE_SET_OPTION, .index = object, .option = (int32_t)option, .value = value};
}

static inline StageEntry MakeSetJoint(int32_t joint, StageJointOption option, double value) {
    return (StageEntry){.op = STAGE_SET_JOINT, .index = joint, .option = (int32_t)option, .value = value};
}

static inline StageEntry MakeRestart(void) {
    return (StageEntry){.op = STAGE_RESTART};
}

// Adds a mesh as a driven object: beside the others, on the ground. @lifetime `mesh`: until it was applied
static inline StageEntry MakeAdd(const char *mesh) {
    return (StageEntry){.op = STAGE_ADD, .mesh = (char *)mesh, .findsPlace = true};
}

// Adds a copy of an object at a free pose beside it.
static inline StageEntry MakeCopy(int32_t object) {
    return (StageEntry){.op = STAGE_COPY, .index = object, .findsPlace = true};
}

// Places an object without a query.
static inline StageEntry MakePlace(int32_t object, cdPose pose) {
    return (StageEntry){.op = STAGE_PLACE, .index = object, .pose = pose};
}

// Moves an object towards a pose, as far as detection and response allow.
static inline StageEntry MakeMove(int32_t object, cdPose intended) {
    return (StageEntry){.op = STAGE_MOVE, .index = object, .pose = intended};
}

// Advances the scene and its world.
static inline StageEntry MakeAdvance(double seconds) {
    return (StageEntry){.op = STAGE_ADVANCE, .value = seconds};
}

// Drags a body: pulls `grab`, in its mesh's frame, to `target`, world frame.
static inline StageEntry MakeHold(int32_t object, cdVec3 grab, cdVec3 target) {
    return (StageEntry){.op = STAGE_HOLD, .index = object, .points = {grab, target}};
}

// Releases the body; drops: with zero velocity, else it keeps its own.
static inline StageEntry MakeRelease(bool drops) {
    return (StageEntry){.op = STAGE_RELEASE, .index = drops};
}

// Goes to the start of a route of the scene's boxes; the index wraps around.
static inline StageEntry MakeRoute(int32_t route) {
    return (StageEntry){.op = STAGE_ROUTE, .index = route};
}

// Places both boxes at t on the shown route or step.
static inline StageEntry MakeScrub(double t) {
    return (StageEntry){.op = STAGE_SCRUB, .value = t};
}

// Moves both boxes along their route; negative: back.
static inline StageEntry MakeRoll(double seconds) {
    return (StageEntry){.op = STAGE_ROLL, .value = seconds};
}

// Shows a way of an object, nodes[nodeCount], or none. `outcome`: its certificate if it is known.
// @lifetime `nodes`: until it was applied
static inline StageEntry MakeWay(int32_t object, const cdPathNode *nodes, int32_t nodeCount,
                                 StageOutcome outcome) {
    return (StageEntry){.op = STAGE_WAY,
                        .index = object,
                        .nodes = (cdPathNode *)nodes,
                        .nodeCount = nodeCount,
                        .outcome = outcome};
}

// Records the camera for viewers of the recording; changes no result.
static inline StageEntry MakeLook(cdVec3 eye, cdVec3 target) {
    return (StageEntry){.op = STAGE_LOOK, .points = {eye, target}};
}

#endif
