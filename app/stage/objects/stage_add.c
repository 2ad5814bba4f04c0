// Adds objects to a stage: dropped meshes, and copies.
//
// Input: a mesh's name, or an object. Output: one more object, selected, at a free pose or at the given one.
// After a restart the others are back at their own poses, which may overlap it: then it is moved beside them.
#include "stage/deeds.h"
#include "stage/motion/stage_follow.h"
#include "stage/motion/stage_limit.h"
#include "stage/objects/object_options.h"
#include "stage/objects/stage_bounds.h"
#include "stage/objects/stage_room.h"
#include "stage/world/stage_world.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// --- The object

// Reads the mesh; the stage owns it. @errors NULL with a message
static const cdMesh *readMesh(Stage *stage, const char *source, char *message, size_t messageSize) {
    cdMesh *mesh = CreateSourceMesh(source, GetAddedPlacement(stage), SCENE_MESH_PARTS, message, messageSize);
    if (!mesh || KeepStageMesh(stage, (StageMesh){.mesh = mesh})) return mesh;
    snprintf(message, messageSize, "%s: out of memory", source);
    return NULL;
}

static bool isNameFree(const Stage *stage, const char *name) {
    for (int32_t i = 0; i < stage->objectCount; ++i) {
        if (strcmp(stage->objects[i].name, name) == 0) return false;
    }
    return true;
}

// Numbers make names unique, so that a saved scene can be read.
static void nameObject(const Stage *stage, const char *wanted, int length, char name[SCENE_NAME_SIZE]) {
    char stem[SCENE_NAME_SIZE - 12]; // leaves room for the number
    snprintf(stem, sizeof stem, "%.*s", length, wanted);
    snprintf(name, SCENE_NAME_SIZE, "%s", stem);
    for (int n = 2; !isNameFree(stage, name); ++n)
        snprintf(name, SCENE_NAME_SIZE, "%s %d", stem, n);
}

static void nameByMesh(const Stage *stage, const char *source, char name[SCENE_NAME_SIZE]) {
    char wanted[SCENE_NAME_SIZE];
    GetMeshName(source, wanted, sizeof wanted);
    nameObject(stage, wanted, (int)strlen(wanted), name);
}

// Removes the number of a copy from the name.
static void nameCopy(const Stage *stage, const char *original, char name[SCENE_NAME_SIZE]) {
    size_t length = strlen(original), end = length;
    while (end > 0 && original[end - 1] >= '0' && original[end - 1] <= '9')
        --end;
    bool numbered = end < length && end > 1 && original[end - 1] == ' ';
    nameObject(stage, original, (int)(numbered ? end - 1 : length), name);
}

// --- Its pose

// Returns a pose to the left of everything, on the ground.
static cdPose findFreePlace(const Stage *stage, const cdMeshInfo *info) {
    double left = INFINITY;
    for (int32_t i = 0; i < stage->objectCount; ++i) {
        const StageObject *object = &stage->objects[i];
        if (object->removed) continue;
        cdVec3 center = cdTransformPoint(object->pose, object->info.center);
        left = fmin(left, center.x - object->info.radius);
    }
    cdPose pose = cdIdentityPose();
    pose.p.x = (isfinite(left) ? left : 0.0) - 1.1 * info->radius - info->center.x;
    pose.p.y = GetStageFloor(stage) - info->bounds.lower.y;
    pose.p.z = -info->center.z;
    return pose;
}

// Returns the widths along x and z in the object's orientation.
static cdVec3 getWidths(const StageObject *object) {
    cdVec3 half = cdScale(0.5, cdSub(object->info.bounds.upper, object->info.bounds.lower)), widths = {0};
    const cdVec3 axes[3] = {{half.x, 0.0, 0.0}, {0.0, half.y, 0.0}, {0.0, 0.0, half.z}};
    for (int i = 0; i < 3; ++i) {
        cdVec3 turned = cdRotate(object->pose.q, axes[i]);
        widths.x += 2.0 * fabs(turned.x);
        widths.z += 2.0 * fabs(turned.z);
    }
    return widths;
}

// Returns a pose at the same height and orientation: right, left, in front, behind, then further out. Skips
// poses that cannot be tested in time. `copies`: for a copy, which must not overlap the object itself.
static cdPose findPlaceBeside(Stage *stage, const StageObject *object, bool copies) {
    enum { RINGS = 16 };
    static const cdVec3 directions[] = {{1.0, 0.0, 0.0}, {-1.0, 0.0, 0.0}, {0.0, 0.0, 1.0}, {0.0, 0.0, -1.0}};
    const StageObject copy = *object, *chosen = copies ? &copy : object;
    cdVec3 widths = getWidths(object);
    for (int ring = 1; ring <= RINGS; ++ring) {
        for (size_t i = 0; i < sizeof directions / sizeof *directions; ++i) {
            cdPose pose = object->pose;
            pose.p.x += 1.1 * ring * widths.x * directions[i].x;
            pose.p.z += 1.1 * ring * widths.z * directions[i].z;
            cdBudget budget = copies ? BeginShownQuery(stage) : (cdBudget){0};
            if (TestStagePlace(stage, chosen, pose, budget) == CD_FREE) return pose;
        }
    }
    return findFreePlace(stage, &object->info);
}

// --- Adding it

// @errors false, with a message: no memory
static bool join(Stage *stage, const StageObject *object, char *message, size_t messageSize) {
    if (stage->objectCount < stage->objectCapacity || ReserveStageObjects(stage, 2 * stage->objectCapacity)) {
        stage->objects[stage->objectCount++] = *object;
        if (ReserveStageQueries(stage)) return true;
        --stage->objectCount;
    }
    snprintf(message, messageSize, "%s: out of memory", object->source);
    return false;
}

static DeedResult joinAt(Stage *stage, StageObject *object, cdPose pose, char *message, size_t messageSize) {
    object->home = object->pose = object->intended = object->start = pose;
    if (!join(stage, object, message, messageSize)) return DEED_REFUSED;
    stage->selected = stage->objectCount - 1;
    ForgetAskedQuery(stage);
    PlaceStageObject(stage, stage->selected, pose);
    UpdateStageWorld(stage);
    return DEED_DONE;
}

DeedResult AddStageObject(Stage *stage, StageEntry *entry, char *message, size_t messageSize) {
    const SceneObject plain = {
        .body = SCENE_DRIVEN, .density = 1.0, .friction = 0.5, .traits = MakeSceneTraits()};
    if (!entry->read) entry->read = readMesh(stage, entry->mesh, message, messageSize);
    if (!entry->read) return DEED_REFUSED;
    StageObject object = {.placement = GetAddedPlacement(stage),
                          .original = entry->read,
                          .mesh = entry->read,
                          .info = cdGetMeshInfo(entry->read),
                          .body = SCENE_DRIVEN,
                          .copyOf = -1};
    snprintf(object.source, sizeof object.source, "%s", entry->mesh);
    nameByMesh(stage, entry->mesh, object.name);
    ReadSceneOptions(&plain, object.options);
    ReadSceneOptions(&plain, object.initial);
    if (entry->findsPlace) entry->pose = findFreePlace(stage, &object.info);
    return joinAt(stage, &object, entry->pose, message, messageSize);
}

DeedResult CopyStageObject(Stage *stage, StageEntry *entry, char *message, size_t messageSize) {
    const StageObject *original = &stage->objects[entry->index];
    if (original->body == SCENE_MOVED || original->stretched) {
        snprintf(message, messageSize, "%s cannot be copied: its scene moves it", original->name);
        return DEED_REFUSED;
    }
    StageObject copy = *original;
    copy.options[STAGE_REMOVED] = copy.options[STAGE_GROUP] = 0.0;
    copy.removed = copy.movedByScene = copy.isBody = copy.asleep = copy.hidden = false;
    copy.state = CD_FREE;
    copy.copyOf = entry->index;
    nameCopy(stage, original->name, copy.name);
    if (entry->findsPlace) entry->pose = findPlaceBeside(stage, original, true);
    return joinAt(stage, &copy, entry->pose, message, messageSize);
}

// --- At a restart

// Objects of the scene are disjoint at their initial poses, but perhaps not in another size.
static bool isAnyScaled(const Stage *stage) {
    bool scaled = false;
    for (int32_t i = 0; i < stage->objectCount; ++i)
        scaled = scaled || (!stage->objects[i].removed && stage->objects[i].options[STAGE_SCALE] != 1.0);
    return scaled;
}

// Poses are tested without a limit: a replay must find the same ones.
void SeparateAddedObjects(Stage *stage) {
    bool scaled = isAnyScaled(stage);
    for (int32_t i = 0; i < stage->objectCount; ++i) {
        StageObject *added = &stage->objects[i];
        bool moves = added->body == SCENE_DRIVEN || added->body == SCENE_DYNAMIC;
        if (i < stage->data.objectCount && !(scaled && moves)) continue;
        if (added->removed || TestStagePlace(stage, added, added->home, (cdBudget){0}) != CD_OVERLAP)
            continue;
        added->pose = added->intended = added->start = findPlaceBeside(stage, added, false);
    }
}
