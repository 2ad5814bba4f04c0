// Implements the list of scenes, building of scene data, and the scene of mesh arguments.
#include "scenes/scene.h"
#include "scenes/scene_list.h"
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SCENE_ADDRESS(scene) &scene,
static const Scene *const scenes[] = {SCENE_LIST(SCENE_ADDRESS)};
#undef SCENE_ADDRESS

enum { SCENE_COUNT = sizeof scenes / sizeof scenes[0] };

const Scene *const *GetScenes(int32_t *count) {
    *count = SCENE_COUNT;
    return scenes;
}

static bool isSeparator(char c) {
    return c == ' ' || c == '-' || c == '_';
}

static bool namesAgree(const char *a, const char *b) {
    for (; *a != '\0' && *b != '\0'; a++, b++) {
        bool same =
            isSeparator(*a) ? isSeparator(*b) : tolower((unsigned char)*a) == tolower((unsigned char)*b);
        if (!same) return false;
    }
    return *a == *b;
}

const Scene *FindScene(const char *name) {
    for (int32_t i = 0; i < SCENE_COUNT; i++) {
        if (namesAgree(scenes[i]->name, name)) return scenes[i];
    }
    return NULL;
}

SceneData MakeEmptySceneData(void) {
    return (SceneData){.response = SCENE_SLIDE,
                       .ground = true,
                       .camera = {.eye = {0.0, 1.0, 6.0}, .target = {0.0, 0.0, 0.0}, .fov = 0.7}};
}

void GetSceneParams(const Scene *scene, double params[SCENE_PARAM_MAX]) {
    for (int32_t i = 0; i < SCENE_PARAM_MAX; i++)
        params[i] = i < scene->paramCount ? scene->params[i].initial : 0.0;
}

bool CreateSceneData(const Scene *scene, SceneData *data) {
    return CreateSceneDataWith(scene, NULL, data);
}

bool CreateSceneDataWith(const Scene *scene, const double *params, SceneData *data) {
    *data = MakeEmptySceneData();
    GetSceneParams(scene, data->params);
    for (int32_t i = 0; params != NULL && i < scene->paramCount; i++)
        data->params[i] = params[i];
    snprintf(data->name, sizeof data->name, "%s", scene->name);
    snprintf(data->about, sizeof data->about, "%s", scene->about);
    if (scene->create(data)) return true;
    DestroySceneData(data);
    return false;
}

void DestroySceneData(SceneData *data) {
    if (data->destroyOwn != NULL) data->destroyOwn(data->own);
    free(data->objects);
    free(data->shapes);
    free(data->nodes);
    free(data->joints);
    free(data->pairs);
    free(data->story);
    *data = (SceneData){0};
}

SceneObject *AddSceneObject(SceneData *data, const char *name, const char *mesh, SceneBody body) {
    SceneObject *objects = realloc(data->objects, ((size_t)data->objectCount + 1) * sizeof *objects);
    if (objects == NULL) return NULL;
    data->objects = objects;
    SceneObject *object = &objects[data->objectCount++];
    *object = (SceneObject){.scale = 1.0,
                            .pose = cdIdentityPose(),
                            .body = body,
                            .density = 1.0,
                            .friction = 0.5,
                            .traits = MakeSceneTraits()};
    snprintf(object->name, sizeof object->name, "%s", name);
    snprintf(object->mesh, sizeof object->mesh, "%s", mesh);
    return object;
}

bool SetSceneShapes(SceneData *data, SceneObject *object, const SceneShape *shapes, int32_t shapeCount) {
    size_t count = (size_t)data->shapeCount + (size_t)shapeCount;
    SceneShape *all = realloc(data->shapes, (count + 1) * sizeof *all);
    if (all == NULL) return false;
    memcpy(all + data->shapeCount, shapes, (size_t)shapeCount * sizeof *all);
    object->firstShape = data->shapeCount;
    object->shapeCount = shapeCount;
    object->mesh[0] = '\0';
    data->shapes = all;
    data->shapeCount += shapeCount;
    return true;
}

bool SetScenePath(SceneData *data, SceneObject *object, const cdPathNode *nodes, int32_t nodeCount) {
    size_t count = (size_t)data->nodeCount + (size_t)nodeCount;
    if (nodeCount == 0) object->firstNode = object->nodeCount = 0;
    if (nodeCount == 0) return true;
    cdPathNode *all = realloc(data->nodes, count * sizeof *all);
    if (all == NULL) return false;
    memcpy(all + data->nodeCount, nodes, (size_t)nodeCount * sizeof *all);
    object->firstNode = data->nodeCount;
    object->nodeCount = nodeCount;
    data->nodes = all;
    data->nodeCount += nodeCount;
    return true;
}

// Returns an index after removal of this object, or -2 for the object itself.
static int32_t moveUp(int32_t index, int32_t object) {
    return index == object ? -2 : index > object ? index - 1 : index;
}

void RemoveSceneObject(SceneData *data, int32_t object) {
    int32_t kept = 0;
    memmove(&data->objects[object], &data->objects[object + 1],
            (size_t)(--data->objectCount - object) * sizeof *data->objects);
    for (int32_t i = 0; i < data->jointCount; i++) {
        SceneJoint joint = data->joints[i];
        joint.objects[0] = moveUp(joint.objects[0], object);
        joint.objects[1] = moveUp(joint.objects[1], object);
        if (joint.objects[0] != -2 && joint.objects[1] != -2) data->joints[kept++] = joint;
    }
    data->jointCount = kept;
    kept = 0;
    for (int32_t i = 0; i < data->pairCount; i++) {
        ScenePair pair = data->pairs[i];
        pair.objects[0] = moveUp(pair.objects[0], object);
        pair.objects[1] = moveUp(pair.objects[1], object);
        if (pair.objects[0] != -2 && pair.objects[1] != -2) data->pairs[kept++] = pair;
    }
    data->pairCount = kept;
    kept = 0;
    for (int32_t i = 0; i < data->storyCount; i++) {
        data->story[i].object = moveUp(data->story[i].object, object);
        if (data->story[i].object != -2) data->story[kept++] = data->story[i];
    }
    data->storyCount = kept;
}

SceneJoint *AddSceneJoint(SceneData *data, cdJointKind kind, int32_t objectA, int32_t objectB, cdVec3 point,
                          cdVec3 axis) {
    SceneJoint *joints = realloc(data->joints, ((size_t)data->jointCount + 1) * sizeof *joints);
    if (joints == NULL) return NULL;
    data->joints = joints;
    SceneJoint *joint = &joints[data->jointCount++];
    *joint = (SceneJoint){.objects = {objectA, objectB},
                          .def = {.kind = kind, .point = point, .pointB = point, .axis = axis},
                          .number = -1};
    return joint;
}

SceneStoryStep *AddStoryStep(SceneData *data, int32_t object, SceneMode mode, cdPose start, cdPose target,
                             cdState expected, const char *caption) {
    SceneStoryStep *story = realloc(data->story, ((size_t)data->storyCount + 1) * sizeof *story);
    if (story == NULL) return NULL;
    data->story = story;
    SceneStoryStep *step = &story[data->storyCount++];
    *step = (SceneStoryStep){
        .object = object, .mode = mode, .start = start, .target = target, .expected = expected};
    snprintf(step->caption, sizeof step->caption, "%s", caption);
    return step;
}

SceneStoryStep *AddStorySlide(SceneData *data, int32_t object, cdPose target, cdState expected,
                              const char *caption) {
    SceneStoryStep *step =
        AddStoryStep(data, object, SCENE_CONTINUOUS, data->objects[object].pose, target, expected, caption);
    if (step == NULL) return NULL;
    step->response = SCENE_SLIDE;
    step->continues = true;
    return step;
}

int32_t FindStoryStart(const SceneData *data, int32_t index) {
    const SceneStoryStep *story = data->story;
    while (index > 0 && story[index].continues && story[index - 1].object == story[index].object)
        index--;
    return index;
}

cdPose GetStoryStart(const SceneData *data, int32_t first) {
    const SceneStoryStep *step = &data->story[first];
    return step->continues ? data->objects[step->object].pose : step->start;
}

SceneStoryStep *AddStoryTime(SceneData *data, double time, const char *caption) {
    SceneStoryStep *step =
        AddStoryStep(data, -1, SCENE_CONTINUOUS, cdIdentityPose(), cdIdentityPose(), CD_UNDECIDED, caption);
    if (step != NULL) step->time = time;
    return step;
}

int32_t FindSceneObject(const SceneData *data, const char *name) {
    for (int32_t i = 0; i < data->objectCount; i++) {
        if (strcmp(data->objects[i].name, name) == 0) return i;
    }
    return -1;
}

void SayObjectTrouble(const SceneData *data, const SceneObject *object, const char *why, char *message,
                      size_t messageSize) {
    int length = 0;
    if (data->file[0] != '\0' && object->line > 0)
        length = snprintf(message, messageSize, "%s:%d: ", data->file, (int)object->line);
    if (length >= 0 && (size_t)length < messageSize)
        snprintf(message + length, messageSize - (size_t)length, "object \"%s\": %s", object->name, why);
}

int32_t FindDrivenObject(const SceneData *data) {
    for (int32_t i = 0; i < data->objectCount; i++) {
        if (data->objects[i].body == SCENE_DRIVEN) return i;
    }
    return -1;
}

bool HasDynamicObjects(const SceneData *data) {
    for (int32_t i = 0; i < data->objectCount; i++) {
        SceneBody body = data->objects[i].body;
        if (body == SCENE_DYNAMIC || body == SCENE_KINEMATIC) return true;
    }
    return false;
}

void GetMeshName(const char *mesh, char *name, size_t nameSize) {
    if (strncmp(mesh, "builtin:", 8) == 0) {
        snprintf(name, nameSize, "%.*s", (int)strcspn(mesh + 8, ":"), mesh + 8);
        return;
    }
    const char *slash = strrchr(mesh, '/');
    const char *begin = slash != NULL && slash[1] != '\0' ? slash + 1 : mesh, *dot = strrchr(begin, '.');
    size_t length = dot != NULL && dot != begin ? (size_t)(dot - begin) : strlen(begin);
    snprintf(name, nameSize, "%.*s", (int)length, begin);
}

bool MakeSceneOfMeshes(const char *const *meshes, int32_t meshCount, bool normalize, SceneData *data) {
    *data = MakeEmptySceneData();
    data->camera.eye = data->camera.target;
    snprintf(data->name, sizeof data->name, "meshes");
    snprintf(data->about, sizeof data->about, "Drag any mesh against the others.%s",
             normalize ? "" : " Lengths are in the files' units.");
    for (int32_t i = 0; i < meshCount; i++) {
        char name[SCENE_NAME_SIZE - 16], unique[SCENE_NAME_SIZE];
        GetMeshName(meshes[i], name, sizeof name);
        snprintf(unique, sizeof unique, "%s", name);
        for (int32_t n = 2; FindSceneObject(data, unique) >= 0; n++) {
            snprintf(unique, sizeof unique, "%s %d", name, (int)n);
        }
        SceneObject *object = AddSceneObject(data, unique, meshes[i], SCENE_DRIVEN);
        if (object == NULL) {
            DestroySceneData(data);
            return false;
        }
        object->normalize = normalize;
    }
    return true;
}
