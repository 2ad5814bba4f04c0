// Reads scene files: parses with cJSON, checks every key, type and range, and reports errors by file and
// line.
#include "engine/platform/files.h"
#include "scenes/json_place.h"
#include "scenes/json_read.h"
#include "scenes/names.h"
#include "scenes/scene_file.h"
#include "scenes/scene_joint.h"
#include "scenes/scene_pair.h"
#include "scenes/whole_file.h"
#include <cjson/cJSON.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STORY_TIME_MAX = 86400 }; // a day, run step by step

static bool readMode(const JsonReader *reader, const cJSON *object, SceneMode *mode) {
    int choice = (int)*mode;
    if (!ReadJsonChoice(reader, object, "mode", GetModeNames(), &choice)) return false;
    *mode = (SceneMode)choice;
    return true;
}

// A story step with a target pose cannot bounce: only a running world can.
static bool readResponse(const JsonReader *reader, const cJSON *object, bool mayBounce,
                         SceneResponse *response) {
    const char *const led[] = {GetResponseNames()[SCENE_STOP], GetResponseNames()[SCENE_SLIDE], NULL};
    int choice = (int)*response;
    if (!ReadJsonChoice(reader, object, "response", mayBounce ? GetResponseNames() : led, &choice))
        return false;
    *response = (SceneResponse)choice;
    return true;
}

// A relative mesh path starts at the scene file's folder.
bool ReadSceneMesh(const JsonReader *reader, const cJSON *item, char mesh[SCENE_TEXT_SIZE]) {
    if (!ReadJsonText(reader, item, "mesh", mesh, SCENE_TEXT_SIZE)) return false;
    const char *slash = strrchr(reader->path, '/');
    if (slash == NULL || gxIsFullPath(mesh) || strncmp(mesh, "builtin:", 8) == 0) return true;
    char joined[2 * SCENE_TEXT_SIZE];
    size_t folder = (size_t)(slash + 1 - reader->path), length = strlen(mesh);
    if (folder + length >= SCENE_TEXT_SIZE) return FailJson(reader, item, "the path of the mesh is too long");
    memcpy(joined, reader->path, folder);
    memcpy(joined + folder, mesh, length + 1);
    memcpy(mesh, joined, folder + length + 1);
    return true;
}

// Reads a body's material and initial velocity.
static bool readMatter(const JsonReader *reader, const cJSON *item, SceneObject *object) {
    bool good = ReadJsonNumber(reader, item, "density", 1e-100, &object->density) &&
                ReadJsonNumber(reader, item, "mass", 1e-100, &object->mass) &&
                ReadJsonNumber(reader, item, "restitution", 0.0, &object->restitution) &&
                ReadJsonNumber(reader, item, "friction", 0.0, &object->friction) &&
                ReadJsonVector(reader, item, "velocity", &object->velocity) &&
                ReadJsonVector(reader, item, "angularVelocity", &object->angularVelocity) &&
                ReadSceneTraits(reader, item, &object->traits);
    if (good && object->restitution > 1.0) {
        return FailJson(reader, cJSON_GetObjectItemCaseSensitive(item, "restitution"),
                        "restitution must be at most 1, or each bounce would add energy");
    }
    return good;
}

static bool readNode(const JsonReader *reader, const cJSON *item, double after, cdPathNode *node) {
    double numbers[8];
    int count = 0;
    for (const cJSON *number = cJSON_IsArray(item) ? item->child : NULL; number != NULL;
         number = number->next) {
        if (count == 8 || !cJSON_IsNumber(number) || !(fabs(number->valuedouble) <= JSON_NUMBER_MAX))
            count = 9;
        if (count == 9) break;
        numbers[count++] = number->valuedouble;
    }
    if (count != 8)
        return FailJson(reader, item, "a pose of a path must be [time, px, py, pz, qw, qx, qy, qz]");
    *node = (cdPathNode){
        numbers[0], {{numbers[1], numbers[2], numbers[3]}, {numbers[4], numbers[5], numbers[6], numbers[7]}}};
    if (!(node->time >= 0.0) || !(node->time > after))
        return FailJson(reader, item, "the times of poses must be at least 0 and ascend");
    cdQuat q = node->pose.q;
    double length = sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
    if (!(fabs(length - 1.0) <= 1e-3))
        return FailJson(reader, item, "the quaternion of a pose must have length 1");
    node->pose.q = cdNormalizeQuat(q);
    return true;
}

// Reads the path of a kinematic object.
static bool readPath(const JsonReader *reader, const cJSON *item, SceneData *data) {
    const cJSON *array = cJSON_GetObjectItemCaseSensitive(item, "poses");
    SceneObject *object = &data->objects[data->objectCount - 1];
    if (array == NULL) return true;
    if (object->body != SCENE_KINEMATIC)
        return FailJson(reader, array, "poses: only a kinematic object has them");
    if (cJSON_GetObjectItemCaseSensitive(item, "velocity") != NULL ||
        cJSON_GetObjectItemCaseSensitive(item, "angularVelocity") != NULL)
        return FailJson(reader, array, "a kinematic object must have poses or velocities, not both");
    if (cJSON_GetArraySize(array) == 0 || !cJSON_IsArray(array))
        return FailJson(reader, array, "poses must be an array with at least one pose");
    double after = -1.0;
    for (const cJSON *pose = array->child; pose != NULL; pose = pose->next) {
        cdPathNode node;
        if (!readNode(reader, pose, after, &node)) return false;
        int32_t first = object->firstNode, count = object->nodeCount;
        if (!SetScenePath(data, object, &node, 1)) return FailJson(reader, pose, "out of memory");
        if (count > 0) object->firstNode = first, object->nodeCount = count + 1;
        if (node.time == 0.0) object->pose = node.pose;
        after = node.time;
    }
    return true;
}

static bool readShape(const JsonReader *reader, const cJSON *item, SceneShape *shape) {
    static const char *const keys[] = {"mesh", "pose", "scale", "density", NULL};
    *shape = (SceneShape){.pose = cdIdentityPose(), .scale = 1.0, .density = 1.0};
    if (!CheckJsonKeys(reader, item, "a shape", keys) || !ReadSceneMesh(reader, item, shape->mesh) ||
        !ReadJsonPose(reader, item, "pose", &shape->pose) ||
        !ReadJsonNumber(reader, item, "scale", 1e-100, &shape->scale) ||
        !ReadJsonNumber(reader, item, "density", 1e-100, &shape->density))
        return false;
    return shape->mesh[0] != '\0' || FailJson(reader, item, "a shape needs a mesh");
}

// Checks that the object has nothing that only an object with one mesh has.
static bool checkCompound(const JsonReader *reader, const cJSON *item, const SceneObject *object) {
    static const char *const others[] = {"mesh", "normalize", "scale", "leafRadius"};
    const cJSON *array = cJSON_GetObjectItemCaseSensitive(item, "shapes");
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        const cJSON *other = cJSON_GetObjectItemCaseSensitive(item, others[i]);
        if (other != NULL)
            return FailJson(reader, other, "object \"%s\" must have shapes or %s, not both", object->name,
                            others[i]);
    }
    if (object->body == SCENE_FIXED || object->body == SCENE_DYNAMIC || object->body == SCENE_KINEMATIC)
        return true;
    return FailJson(reader, array, "object \"%s\" with shapes must be fixed, dynamic or kinematic",
                    object->name);
}

// Reads the shapes of the last object.
static bool readShapes(const JsonReader *reader, const cJSON *item, SceneData *data) {
    const cJSON *array = cJSON_GetObjectItemCaseSensitive(item, "shapes");
    SceneObject *object = &data->objects[data->objectCount - 1];
    if (array == NULL) return true;
    if (!checkCompound(reader, item, object)) return false;
    int count = cJSON_IsArray(array) ? cJSON_GetArraySize(array) : 0;
    if (count == 0 || count > CD_BODY_SHAPE_MAX)
        return FailJson(reader, array, "shapes must be an array of 1 to %d shapes", CD_BODY_SHAPE_MAX);
    SceneShape *shapes = calloc((size_t)count, sizeof *shapes), *next = shapes;
    bool good = shapes != NULL || FailJson(reader, array, "out of memory");
    for (const cJSON *shape = array->child; good && shape != NULL; shape = shape->next)
        good = readShape(reader, shape, next++);
    if (good && !SetSceneShapes(data, object, shapes, count)) good = FailJson(reader, array, "out of memory");
    free(shapes);
    return good;
}

static bool readObject(const JsonReader *reader, const cJSON *item, SceneData *data) {
    static const char *const keys[] = {
        "name",       "mesh",    "normalize", "transparent",    "scale",    "pose",     "body",
        "pushes",     "density", "mass",      "restitution",    "friction", "velocity", "angularVelocity",
        "leafRadius", "proxy",   "poses",     SCENE_TRAIT_KEYS, "shapes",   NULL};
    static const char *const bodies[] = {"fixed", "driven", "dynamic", "moved", "kinematic", NULL};
    if (!CheckJsonKeys(reader, item, "an object", keys)) return false;
    SceneObject *object = AddSceneObject(data, "", "", SCENE_FIXED);
    if (object == NULL) return FailJson(reader, item, "out of memory");
    int body = SCENE_FIXED;
    bool proxy = true;
    bool good = ReadJsonText(reader, item, "name", object->name, sizeof object->name) &&
                ReadSceneMesh(reader, item, object->mesh) &&
                ReadJsonBool(reader, item, "normalize", &object->normalize) &&
                ReadJsonBool(reader, item, "transparent", &object->transparent) &&
                ReadJsonNumber(reader, item, "scale", 1e-100, &object->scale) &&
                ReadJsonNumber(reader, item, "leafRadius", 0.0, &object->leafRadius) &&
                ReadJsonBool(reader, item, "proxy", &proxy) &&
                ReadJsonBool(reader, item, "pushes", &object->pushes) &&
                ReadJsonPose(reader, item, "pose", &object->pose) &&
                ReadJsonChoice(reader, item, "body", bodies, &body) && readMatter(reader, item, object);
    if (!good) return false;
    object->body = (SceneBody)body;
    object->noProxy = !proxy;
    if (!readPath(reader, item, data) || !readShapes(reader, item, data)) return false;
    if (object->name[0] == '\0') return FailJson(reader, item, "an object needs a name");
    if (object->mesh[0] == '\0' && object->shapeCount == 0)
        return FailJson(reader, item, "object \"%s\" needs a mesh or shapes", object->name);
    if (FindSceneObject(data, object->name) != data->objectCount - 1) {
        return FailJson(reader, item, "two objects have the name \"%s\"; names must differ", object->name);
    }
    return true;
}

static bool readStoryStep(const JsonReader *reader, const cJSON *item, SceneData *data) {
    static const char *const keys[] = {"caption",   "time",  "object", "mode",     "response",
                                       "continues", "start", "target", "expected", NULL};
    if (!CheckJsonKeys(reader, item, "a story step", keys)) return false;
    SceneStoryStep *step =
        AddStoryStep(data, 0, data->mode, cdIdentityPose(), cdIdentityPose(), CD_UNDECIDED, "");
    if (step == NULL) return FailJson(reader, item, "out of memory");
    char object[SCENE_NAME_SIZE] = "";
    int expected = CD_UNDECIDED;
    bool good = ReadJsonText(reader, item, "caption", step->caption, sizeof step->caption) &&
                ReadJsonRange(reader, item, "time", 0.0, STORY_TIME_MAX, &step->time) &&
                ReadJsonText(reader, item, "object", object, sizeof object) &&
                readMode(reader, item, &step->mode) && readResponse(reader, item, false, &step->response) &&
                ReadJsonBool(reader, item, "continues", &step->continues) &&
                ReadJsonPose(reader, item, "start", &step->start) &&
                ReadJsonPose(reader, item, "target", &step->target) &&
                ReadJsonChoice(reader, item, "expected", GetStateNames(), &expected);
    if (!good) return false;
    step->expected = (cdState)expected;
    step->object = FindSceneObject(data, object);
    bool timed = cJSON_GetObjectItemCaseSensitive(item, "time") != NULL;
    if (timed && object[0] != '\0')
        return FailJson(reader, item, "a story step must have an object or a time, not both");
    if (!timed && step->object < 0)
        return FailJson(reader, item, "a story step needs the name of an object, not \"%s\"", object);
    return true;
}

static bool readArray(const JsonReader *reader, const char *key, SceneData *data,
                      bool (*readItem)(const JsonReader *, const cJSON *, SceneData *)) {
    const cJSON *array = cJSON_GetObjectItemCaseSensitive(reader->root, key);
    if (array != NULL && !cJSON_IsArray(array)) return FailJson(reader, array, "%s must be an array", key);
    for (const cJSON *item = array != NULL ? array->child : NULL; item != NULL; item = item->next) {
        if (!readItem(reader, item, data)) return false;
    }
    return true;
}

// Stores the line of each object's mesh or shapes, for messages when they are loaded later.
static void noteLines(const JsonReader *reader, SceneData *data) {
    const cJSON *array = cJSON_GetObjectItemCaseSensitive(reader->root, "objects");
    JsonLines lines = BeginJsonLines(reader->text, reader->root, array);
    const cJSON *item = array->child;
    for (int32_t i = 0; i < data->objectCount; i++, item = item->next) {
        const char *key = data->objects[i].shapeCount > 0 ? "shapes" : "mesh";
        data->objects[i].line = reader->line - 1 + TakeJsonLine(&lines, item, key);
    }
    snprintf(data->file, sizeof data->file, "%s", reader->path);
}

static bool readCamera(const JsonReader *reader, SceneCamera *camera) {
    static const char *const keys[] = {"eye", "target", "fov", NULL};
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(reader->root, "camera");
    if (item == NULL) {
        camera->eye = camera->target; // makes everything visible
        return true;
    }
    if (!CheckJsonKeys(reader, item, "the camera", keys) ||
        !ReadJsonVector(reader, item, "eye", &camera->eye) ||
        !ReadJsonVector(reader, item, "target", &camera->target) ||
        !ReadJsonNumber(reader, item, "fov", 0.01, &camera->fov)) {
        return false;
    }
    if (camera->fov >= 3.0)
        return FailJson(reader, item, "fov must be the vertical field of view in radians, less than 3");
    if (cdLength(cdSub(camera->eye, camera->target)) == 0.0)
        return FailJson(reader, item, "eye and target must differ");
    return true;
}

static bool readScene(const JsonReader *reader, SceneData *data) {
    static const char *const keys[] = {"name",   "about",  "gravity", "mode",   "response",
                                       "margin", "ground", "objects", "joints", "pairs",
                                       "camera", "story",  NULL};
    bool good =
        CheckJsonKeys(reader, reader->root, "a scene", keys) &&
        ReadJsonText(reader, reader->root, "name", data->name, sizeof data->name) &&
        ReadJsonText(reader, reader->root, "about", data->about, sizeof data->about) &&
        ReadJsonVector(reader, reader->root, "gravity", &data->gravity) &&
        readMode(reader, reader->root, &data->mode) &&
        readResponse(reader, reader->root, true, &data->response) &&
        ReadJsonNumber(reader, reader->root, "margin", 0.0, &data->margin) &&
        ReadJsonBool(reader, reader->root, "ground", &data->ground) && readCamera(reader, &data->camera) &&
        readArray(reader, "objects", data, readObject) && readArray(reader, "joints", data, ReadSceneJoint) &&
        readArray(reader, "pairs", data, ReadScenePair) && readArray(reader, "story", data, readStoryStep);
    if (!good) return false;
    if (data->objectCount == 0) return FailJson(reader, reader->root, "a scene needs objects");
    noteLines(reader, data);
    return true;
}

bool ReadSceneLine(const char *text, size_t length, const char *path, int line, SceneData *data,
                   char *message, size_t messageSize) {
    *data = MakeEmptySceneData();
    const char *end = text;
    cJSON *root = cJSON_ParseWithLengthOpts(text, length + 1, &end, true);
    if (root == NULL || strlen(text) != length) {
        char flaw[JSON_FLAW_SIZE];
        const char *what = root != NULL                        ? "zero byte: not a text file"
                           : strspn(text, " \t\r\n") == length ? "the file is empty"
                                                               : DescribeJsonFlaw(text, end, flaw);
        snprintf(message, messageSize, "%s:%d: %s", path, line - 1 + GetTextLine(text, end), what);
        cJSON_Delete(root);
        return false;
    }
    const JsonReader reader = {text, path, root, line, message, messageSize};
    bool good = readScene(&reader, data);
    cJSON_Delete(root);
    if (!good) DestroySceneData(data);
    return good;
}

bool ReadSceneText(const char *text, size_t length, const char *path, SceneData *data, char *message,
                   size_t messageSize) {
    return ReadSceneLine(text, length, path, 1, data, message, messageSize);
}

bool ReadSceneFile(const char *path, SceneData *data, char *message, size_t messageSize) {
    size_t length = 0;
    char *text = ReadWholeFile(path, &length, message, messageSize);
    if (text == NULL) return false;
    bool good = ReadSceneText(text, length, path, data, message, messageSize);
    free(text);
    return good;
}
