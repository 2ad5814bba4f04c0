// Objects that join a stage: meshes that are dropped on it, and copies.
//
// In: a mesh's name, or an object. Out: one more object, selected, at a free place or where it is told.
#include "stage/stage.h"
#include "stage/stage_room.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// --- What it is

static MeshPlacement getAddedPlacement(const Stage *stage) {
    return (MeshPlacement){stage->data.objectCount > 0 && stage->data.objects[0].normalize, 1.0};
}

// The mesh is the stage's from now on. @errors NULL with a message
static const cdMesh *readMesh(Stage *stage, const char *source, char *message, size_t messageSize) {
    cdMesh *mesh = CreateSourceMesh(source, getAddedPlacement(stage), SCENE_MESH_PARTS, message, messageSize);
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

// Names are told apart by a number, so that a saved scene can be read.
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

// The name without the number that a copy has.
static void nameCopy(const Stage *stage, const char *original, char name[SCENE_NAME_SIZE]) {
    size_t length = strlen(original), end = length;
    while (end > 0 && original[end - 1] >= '0' && original[end - 1] <= '9')
        --end;
    bool numbered = end < length && end > 1 && original[end - 1] == ' ';
    nameObject(stage, original, (int)(numbered ? end - 1 : length), name);
}

// --- Where

// To the left of everything, resting on the ground.
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

// How wide it is along x and z as it stands.
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

// On the same level and turned the same way: right, left, in front, behind, each further out in turn. A place
// that cannot be tested in time is not taken.
static cdPose findPlaceBeside(Stage *stage, const StageObject *object) {
    enum { RINGS = 16 };
    static const cdVec3 directions[] = {{1.0, 0.0, 0.0}, {-1.0, 0.0, 0.0}, {0.0, 0.0, 1.0}, {0.0, 0.0, -1.0}};
    const StageObject copy = *object; // one more than those that are there
    cdVec3 widths = getWidths(object);
    for (int ring = 1; ring <= RINGS; ++ring) {
        for (size_t i = 0; i < sizeof directions / sizeof *directions; ++i) {
            cdPose pose = object->pose;
            pose.p.x += 1.1 * ring * widths.x * directions[i].x;
            pose.p.z += 1.1 * ring * widths.z * directions[i].z;
            if (TestStagePlace(stage, &copy, pose, BeginShownQuery(stage)) == CD_FREE) return pose;
        }
    }
    return findFreePlace(stage, &object->info);
}

// --- It joins

// false, with a message: no memory
static bool join(Stage *stage, const StageObject *object, char *message, size_t messageSize) {
    if (stage->objectCount < stage->objectCapacity || ReserveStageObjects(stage, 2 * stage->objectCapacity)) {
        stage->objects[stage->objectCount++] = *object;
        if (ReserveStageQueries(stage)) return true;
        free(stage->objects[--stage->objectCount].caches);
    }
    snprintf(message, messageSize, "%s: out of memory", object->source);
    return false;
}

static int32_t joinWith(Stage *stage, const StageObject *object, StageEntry entry, char *message,
                        size_t messageSize) {
    BeginStageEntry(stage);
    if (!join(stage, object, message, messageSize)) {
        AbandonStageEntry(stage);
        return -1;
    }
    stage->selected = stage->objectCount - 1;
    PlaceStageObject(stage, stage->selected, object->pose);
    UpdateStageWorld(stage);
    entry.pose = object->home;
    EndStageEntry(stage, entry);
    return stage->selected;
}

static int32_t addMesh(Stage *stage, const char *source, const cdMesh *mesh, const cdPose *pose,
                       char *message, size_t messageSize) {
    static const SceneObject plain = {.body = SCENE_DRIVEN, .density = 1.0, .friction = 0.5};
    StageObject object = {.placement = getAddedPlacement(stage),
                          .original = mesh,
                          .mesh = mesh,
                          .info = cdGetMeshInfo(mesh),
                          .body = SCENE_DRIVEN,
                          .copyOf = -1};
    snprintf(object.source, sizeof object.source, "%s", source);
    nameByMesh(stage, source, object.name);
    ReadSceneOptions(&plain, object.options);
    ReadSceneOptions(&plain, object.initial);
    object.home = pose ? *pose : findFreePlace(stage, &object.info);
    object.pose = object.intended = object.start = object.home;
    return joinWith(stage, &object, (StageEntry){.op = STAGE_ADD, .mesh = (char *)source, .read = mesh},
                    message, messageSize);
}

int32_t AddStageObject(Stage *stage, const char *source, char *message, size_t messageSize) {
    const cdMesh *mesh = readMesh(stage, source, message, messageSize);
    return mesh ? addMesh(stage, source, mesh, NULL, message, messageSize) : -1;
}

int32_t AddStageObjectAt(Stage *stage, const char *source, const cdMesh *read, cdPose pose, char *message,
                         size_t messageSize) {
    if (!read) read = readMesh(stage, source, message, messageSize);
    return read ? addMesh(stage, source, read, &pose, message, messageSize) : -1;
}

int32_t CopyStageObject(Stage *stage, int32_t object, const cdPose *pose, char *message, size_t messageSize) {
    const StageObject *original = &stage->objects[object];
    if (original->body == SCENE_MOVED || original->stretched) {
        snprintf(message, messageSize, "%s cannot be copied: its scene moves it", original->name);
        return -1;
    }
    StageObject copy = *original;
    copy.home = pose ? *pose : findPlaceBeside(stage, original);
    copy.pose = copy.intended = copy.start = copy.home;
    copy.options[STAGE_REMOVED] = 0.0;
    copy.removed = copy.led = copy.isBody = copy.rests = copy.hidden = false;
    copy.state = CD_FREE;
    copy.caches = NULL;
    copy.copyOf = object;
    nameCopy(stage, original->name, copy.name);
    return joinWith(stage, &copy, (StageEntry){.op = STAGE_COPY, .index = object}, message, messageSize);
}
