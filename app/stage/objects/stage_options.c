// Options of objects.
//
// Input: an object, an option, a number. Output: the stage with that option. (1) Checks. (2) Sphere trees and
// sizes: the same triangles are built again with another leaf radius, or scaled about the centre. Each mesh
// is kept, since undo and replays return to it. (3) Updates: memory for queries, the last query,
// and the world, which is created again with the velocities of its bodies.
#include "stage/deeds.h"
#include "stage/journal/journal.h"
#include "stage/motion/stage_follow.h"
#include "stage/motion/stage_limit.h"
#include "stage/objects/mesh_order.h"
#include "stage/objects/object_options.h"
#include "stage/objects/option_values.h"
#include "stage/objects/stage_filter.h"
#include "stage/objects/stage_room.h"
#include "stage/shown/stage_steps.h"
#include "stage/world/stage_ground.h"
#include "stage/world/stage_world.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// --- (1)

// Returns why the scene needs this object unchanged; NULL: it does not.
static const char *findNeed(const Stage *stage, int32_t object, StageOption option, double value) {
    const StageObject *chosen = &stage->objects[object];
    if (HasShapes(chosen) && (option == STAGE_LEAF_RADIUS || option == STAGE_SCALE))
        return "its meshes have sizes and sphere trees of their own";
    if (HasShapes(chosen) && option == STAGE_BODY && value == SCENE_DRIVEN)
        return "a body of several meshes cannot be driven";
    bool own = object < stage->data.objectCount;
    if (option != STAGE_REMOVED && option != STAGE_BODY && option != STAGE_SCALE) return NULL;
    if (own && stage->boxes.present) return "the scene's motion paths use it";
    if (own && chosen->initial[STAGE_BODY] == SCENE_MOVED) return "its scene moves it";
    if (own && chosen->movedByScene && option != STAGE_REMOVED) return "its scene moves it";
    for (int32_t i = 0; option == STAGE_SCALE && i < stage->data.jointCount; ++i) {
        const SceneJoint *joint = &stage->data.joints[i];
        if (joint->objects[0] == object || joint->objects[1] == object) return "a joint connects it";
    }
    return NULL;
}

// A dynamic body can join the world only at a free pose.
static bool canJoin(Stage *stage, const StageObject *chosen, char *message, size_t messageSize) {
    cdState state = TestStagePlace(stage, chosen, chosen->pose, BeginShownQuery(stage));
    if (state == CD_OVERLAP)
        snprintf(message, messageSize, "%s overlaps something: move it to free space first", chosen->name);
    else if (state == CD_UNDECIDED)
        snprintf(message, messageSize,
                 "%s: the overlap test reached its time limit; move it to free space first", chosen->name);
    return state == CD_FREE;
}

// Dynamic and kinematic objects move in a world.
static bool isBodyKind(SceneBody body) {
    return body == SCENE_DYNAMIC || body == SCENE_KINEMATIC;
}

static void sayInvalid(const StageObject *chosen, StageOption option, double value, char *message,
                       size_t messageSize) {
    char range[128];
    DescribeStageOptionRange(option, range, sizeof range);
    snprintf(message, messageSize, "%s: %g is not a valid value of %s, which is %s", chosen->name, value,
             GetStageOptionNames()[option], range);
}

static bool canSet(Stage *stage, int32_t object, StageOption option, double value, char *message,
                   size_t messageSize) {
    const StageObject *chosen = &stage->objects[object];
    const char *need = findNeed(stage, object, option, value);
    bool joins = (option == STAGE_REMOVED && value == 0.0 && isBodyKind(chosen->body)) ||
                 (option == STAGE_BODY && isBodyKind((SceneBody)value) && !chosen->removed);
    if (!IsStageOptionValue(option, value))
        sayInvalid(chosen, option, value, message, messageSize);
    else if (need)
        snprintf(message, messageSize, "%s cannot change: %s", chosen->name, need);
    else if (option == STAGE_REMOVED && value == 1.0 && !chosen->removed && CountStageObjects(stage) == 1)
        snprintf(message, messageSize, "%s cannot be removed: it is the last object", chosen->name);
    else
        return !joins || canJoin(stage, chosen, message, messageSize);
    return false;
}

// --- (2)

static const cdMesh *findMesh(Stage *stage, int32_t object, double leafRadius, double scale, char *message,
                              size_t messageSize) {
    int32_t others;
    const cdMesh *known = FindOrderedMesh(stage, object, leafRadius, scale, &others);
    if (known) return known;
    if (others >= STAGE_TREE_MAX) {
        snprintf(message, messageSize, "too many different sphere trees and sizes (limit %d)",
                 STAGE_TREE_MAX);
        return NULL;
    }
    MeshOrder order = MakeMeshOrder(&stage->objects[object], leafRadius, scale);
    cdMesh *mesh = BuildOrderedMesh(&order, NULL, message, messageSize);
    if (!mesh || KeepOrderedMesh(stage, &order, mesh)) return mesh;
    snprintf(message, messageSize, "out of memory");
    return NULL;
}

// --- (3)

static bool setMesh(Stage *stage, int32_t object, StageOption option, double value, char *message,
                    size_t messageSize) {
    const double *options = stage->objects[object].options;
    double leafRadius = option == STAGE_LEAF_RADIUS ? value : options[STAGE_LEAF_RADIUS];
    double scale = option == STAGE_SCALE ? value : options[STAGE_SCALE];
    const cdMesh *mesh = findMesh(stage, object, leafRadius, scale, message, messageSize);
    if (!mesh) return false;
    stage->objects[object].mesh = mesh;
    stage->objects[object].info = cdGetMeshInfo(mesh);
    return true;
}

static bool apply(Stage *stage, int32_t object, StageOption option, double value, char *message,
                  size_t messageSize) {
    StageObject *set = &stage->objects[object];
    bool remakes = option == STAGE_LEAF_RADIUS || option == STAGE_SCALE;
    if (remakes && !setMesh(stage, object, option, value, message, messageSize)) return false;
    set->options[option] = value;
    set->body = (SceneBody)set->options[STAGE_BODY];
    set->removed = set->options[STAGE_REMOVED] != 0.0;
    if (option != STAGE_PROXY) ++stage->changes.edits;
    if (ReserveStageQueries(stage)) return true;
    snprintf(message, messageSize, "out of memory");
    return false;
}

bool RestoreStageOption(Stage *stage, int32_t object, StageOption option, double value) {
    char message[512];
    if (stage->objects[object].options[option] == value) return true;
    return apply(stage, object, option, value, message, sizeof message);
}

static void forgetQuery(Stage *stage) {
    ForgetAskedQuery(stage);
    memset(&stage->query, 0, sizeof stage->query);
    stage->query.object = stage->selected >= 0 ? stage->selected : 0;
    stage->query.obstacle = stage->query.proxyObstacle = stage->query.pushed = -1;
    stage->regions.interrupted = true;
    stage->regions.choice = (StageChoice){0};
    stage->clearance.searched = stage->clearance.present = false;
    stage->trace.record.eventCount = 0;
    CloseStageSteps(stage);
}

// Something stays selected: an object that a drag can move, else any.
static int32_t chooseNext(const Stage *stage) {
    int32_t next = FindHandObject(stage);
    for (int32_t i = 0; next < 0 && i < stage->objectCount; ++i) {
        if (!stage->objects[i].removed && stage->objects[i].body != SCENE_MOVED) next = i;
    }
    return next;
}

static void select(Stage *stage, int32_t object) {
    if (!stage->objects[object].removed)
        stage->selected = object;
    else if (stage->selected == object)
        stage->selected = chooseNext(stage);
    if (stage->probe.object == object) stage->probe.object = -1;
}

// Scaling must not cause a new overlap: detection also covers growth. Two fixed objects may overlap.
static cdState testNeighbours(Stage *stage, int32_t object) {
    const StageObject *chosen = &stage->objects[object];
    bool crosses = chosen->body != SCENE_FIXED && CanMeetGround(chosen) &&
                   CrossesStageGround(stage, chosen, chosen->pose);
    cdState state = crosses ? CD_OVERLAP : CD_FREE;
    cdWorkspace *workspace = cdCreateWorkspace();
    if (!workspace) return CD_UNDECIDED;
    for (int32_t i = 0; state == CD_FREE && i < stage->objectCount; ++i) {
        const StageObject *other = &stage->objects[i];
        bool standing = chosen->body == SCENE_FIXED && other->body == SCENE_FIXED;
        if (i == object || !IsObjectPresent(other) || standing || !CanObjectsCollide(chosen, other)) continue;
        cdOverlapInput input = {.meshA = chosen->mesh,
                                .meshB = other->mesh,
                                .poseA = chosen->pose,
                                .poseB = other->pose,
                                .budget = BeginShownQuery(stage)};
        state = cdFindOverlap(&input, NULL, workspace, NULL).state;
    }
    cdDestroyWorkspace(workspace);
    return state;
}

static bool scale(Stage *stage, int32_t object, double value, char *message, size_t messageSize) {
    const StageObject *set = &stage->objects[object];
    double before = set->options[STAGE_SCALE];
    bool holds = stage->mode == SCENE_CONTINUOUS && !set->removed && testNeighbours(stage, object) == CD_FREE;
    if (!apply(stage, object, STAGE_SCALE, value, message, messageSize)) return false;
    cdState state = holds ? testNeighbours(stage, object) : CD_FREE;
    if (state == CD_FREE) return true;
    apply(stage, object, STAGE_SCALE, before, message, messageSize);
    snprintf(message, messageSize,
             state == CD_OVERLAP ? "%s would overlap something at that size: move it first"
                                 : "%s: the overlap test reached its time limit",
             set->name);
    return false;
}

static bool isFilterOption(StageOption option) {
    return option == STAGE_SENSOR || option == STAGE_CATEGORY || option == STAGE_MASK ||
           option == STAGE_COLLISION_GROUP;
}

// Objects that overlap must not begin to collide.
static bool filter(Stage *stage, int32_t object, StageOption option, double value, char *message,
                   size_t messageSize) {
    StageObject *set = &stage->objects[object];
    StageFilter before = GetStageFilter(set);
    double former = set->options[option];
    int32_t other = -1;
    set->options[option] = value;
    cdState state =
        set->removed ? CD_FREE : FindOverlapByFilter(stage, object, before, BeginShownQuery(stage), &other);
    if (state == CD_FREE && apply(stage, object, option, value, message, messageSize)) return true;
    set->options[option] = former;
    if (state == CD_OVERLAP)
        snprintf(message, messageSize, "%s overlaps %s: move it to free space before the two collide",
                 set->name, other >= 0 ? stage->objects[other].name : "the ground");
    else if (state == CD_UNDECIDED)
        snprintf(message, messageSize, "%s: the overlap test reached its time limit", set->name);
    return false;
}

DeedResult SetStageOption(Stage *stage, int32_t object, StageOption option, double value, char *message,
                          size_t messageSize) {
    if (!canSet(stage, object, option, value, message, messageSize)) return DEED_REFUSED;
    bool done = option == STAGE_SCALE    ? scale(stage, object, value, message, messageSize)
                : isFilterOption(option) ? filter(stage, object, option, value, message, messageSize)
                                         : apply(stage, object, option, value, message, messageSize);
    if (!done) return DEED_REFUSED;
    select(stage, object);
    ++stage->changes.places;
    forgetQuery(stage);
    UpdateStageWorld(stage);
    if (stage->selected >= 0) PlaceStageObject(stage, stage->selected, stage->objects[stage->selected].pose);
    return DEED_DONE;
}
