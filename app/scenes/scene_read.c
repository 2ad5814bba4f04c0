// Reads scene files: cJSON parses, this checks every key, kind and range, and says file and line of what is
// wrong.
#include "scenes/json_place.h"
#include "scenes/number_text.h"
#include "scenes/scene_file.h"
#include "scenes/whole_file.h"
#include <cjson/cJSON.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Reader {
    const char *text, *path;
    const cJSON *root;
    char *message;
    size_t messageSize;
} Reader;

static bool fail(const Reader *reader, const cJSON *item, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static bool fail(const Reader *reader, const cJSON *item, const char *format, ...) {
    int line = GetJsonLine(reader->text, reader->root, item);
    int length = snprintf(reader->message, reader->messageSize, "%s:%d: ", reader->path, line);
    if (length < 0 || (size_t)length >= reader->messageSize) return false;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(reader->message + length, reader->messageSize - (size_t)length, format, arguments);
    va_end(arguments);
    return false;
}

// Every member is one of `keys` (ended by NULL), and none is there twice.
static bool checkKeys(const Reader *reader, const cJSON *object, const char *what, const char *const *keys) {
    if (!cJSON_IsObject(object)) return fail(reader, object, "%s must be an object", what);
    for (const cJSON *item = object->child; item != NULL; item = item->next) {
        const char *const *key = keys;
        while (*key != NULL && strcmp(*key, item->string) != 0)
            key++;
        if (*key == NULL) return fail(reader, item, "unknown key \"%s\" in %s", item->string, what);
        for (const cJSON *other = object->child; other != item; other = other->next) {
            if (strcmp(other->string, item->string) == 0) {
                return fail(reader, item, "key \"%s\" is there twice in %s", item->string, what);
            }
        }
    }
    return true;
}

static bool readText(const Reader *reader, const cJSON *object, const char *key, char *text, size_t size) {
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);
    if (item == NULL) return true;
    if (!cJSON_IsString(item)) return fail(reader, item, "%s must be a string", key);
    if (strlen(item->valuestring) >= size) {
        return fail(reader, item, "%s is longer than %d bytes", key, (int)size - 1);
    }
    snprintf(text, size, "%s", item->valuestring);
    return true;
}

static bool readNumber(const Reader *reader, const cJSON *object, const char *key, double lower,
                       double *value) {
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);
    if (item == NULL) return true;
    if (!cJSON_IsNumber(item) || !isfinite(item->valuedouble)) {
        return fail(reader, item, "%s must be a finite number", key);
    }
    if (!(item->valuedouble >= lower)) return fail(reader, item, "%s must be at least %g", key, lower);
    *value = item->valuedouble;
    return true;
}

static bool readBool(const Reader *reader, const cJSON *object, const char *key, bool *value) {
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);
    if (item == NULL) return true;
    if (!cJSON_IsBool(item)) return fail(reader, item, "%s must be true or false", key);
    *value = cJSON_IsTrue(item);
    return true;
}

static bool readNumbers(const Reader *reader, const cJSON *object, const char *key, int count,
                        double *values) {
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);
    if (item == NULL) return true;
    bool good = cJSON_IsArray(item) && cJSON_GetArraySize(item) == count;
    const cJSON *number = item->child;
    for (int i = 0; good && i < count; i++, number = number->next) {
        good = cJSON_IsNumber(number) && isfinite(number->valuedouble);
        values[i] = number->valuedouble;
    }
    return good ? true : fail(reader, item, "%s must be an array of %d finite numbers", key, count);
}

static bool readVector(const Reader *reader, const cJSON *object, const char *key, cdVec3 *vector) {
    double values[3] = {vector->x, vector->y, vector->z};
    if (!readNumbers(reader, object, key, 3, values)) return false;
    *vector = (cdVec3){values[0], values[1], values[2]};
    return true;
}

static bool readPose(const Reader *reader, const cJSON *object, const char *key, cdPose *pose) {
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);
    if (item == NULL) return true;
    double values[7];
    if (!readNumbers(reader, object, key, 7, values)) return false;
    const char *trouble = MakePoseOfNumbers(values, pose);
    return trouble == NULL ? true : fail(reader, item, "%s: %s", key, trouble);
}

// The index of the string among `names` (ended by NULL).
static bool readChoice(const Reader *reader, const cJSON *object, const char *key, const char *const *names,
                       int *choice) {
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);
    if (item == NULL) return true;
    for (int i = 0; cJSON_IsString(item) && names[i] != NULL; i++) {
        if (strcmp(names[i], item->valuestring) != 0) continue;
        *choice = i;
        return true;
    }
    char list[128] = "";
    for (int i = 0; names[i] != NULL; i++) {
        size_t length = strlen(list);
        snprintf(list + length, sizeof list - length, "%s\"%s\"", i > 0 ? ", " : "", names[i]);
    }
    return fail(reader, item, "%s must be one of %s", key, list);
}

static bool readMode(const Reader *reader, const cJSON *object, SceneMode *mode) {
    static const char *const names[] = {"continuous", "discrete", NULL};
    int choice = (int)*mode;
    if (!readChoice(reader, object, "mode", names, &choice)) return false;
    *mode = (SceneMode)choice;
    return true;
}

// A step of the story, whose target is a pose, has no bounce: only a world that runs has.
static bool readResponse(const Reader *reader, const cJSON *object, bool mayBounce, SceneResponse *response) {
    const char *const names[] = {"stop", "slide", mayBounce ? "bounce" : NULL, NULL};
    int choice = (int)*response;
    if (!readChoice(reader, object, "response", names, &choice)) return false;
    *response = (SceneResponse)choice;
    return true;
}

// A relative mesh file is looked for in the scene file's folder.
static bool readMesh(const Reader *reader, const cJSON *item, SceneObject *object) {
    if (!readText(reader, item, "mesh", object->mesh, sizeof object->mesh)) return false;
    const char *slash = strrchr(reader->path, '/');
    if (slash == NULL || object->mesh[0] == '/' || strncmp(object->mesh, "builtin:", 8) == 0) return true;
    char joined[2 * SCENE_TEXT_SIZE];
    size_t folder = (size_t)(slash + 1 - reader->path), length = strlen(object->mesh);
    if (folder + length >= sizeof object->mesh) return fail(reader, item, "the path of the mesh is too long");
    memcpy(joined, reader->path, folder);
    memcpy(joined + folder, object->mesh, length + 1);
    memcpy(object->mesh, joined, folder + length + 1);
    return true;
}

// What a body is made of and how it moves at the start.
static bool readMatter(const Reader *reader, const cJSON *item, SceneObject *object) {
    bool good = readNumber(reader, item, "density", 1e-100, &object->density) &&
                readNumber(reader, item, "mass", 0.0, &object->mass) &&
                readNumber(reader, item, "restitution", 0.0, &object->restitution) &&
                readNumber(reader, item, "friction", 0.0, &object->friction) &&
                readVector(reader, item, "velocity", &object->velocity) &&
                readVector(reader, item, "angularVelocity", &object->angularVelocity);
    if (good && object->restitution > 1.0) {
        return fail(reader, cJSON_GetObjectItemCaseSensitive(item, "restitution"),
                    "restitution must be at most 1: more would bring in energy at each bounce");
    }
    return good;
}

static bool readObject(const Reader *reader, const cJSON *item, SceneData *data) {
    static const char *const keys[] = {
        "name", "mesh",        "normalize", "transparent", "scale",           "pose", "body", "density",
        "mass", "restitution", "friction",  "velocity",    "angularVelocity", NULL};
    static const char *const bodies[] = {"fixed", "driven", "dynamic", "moved", NULL};
    if (!checkKeys(reader, item, "an object", keys)) return false;
    SceneObject *object = AddSceneObject(data, "", "", SCENE_FIXED);
    if (object == NULL) return fail(reader, item, "out of memory");
    int body = SCENE_FIXED;
    bool good = readText(reader, item, "name", object->name, sizeof object->name) &&
                readMesh(reader, item, object) && readBool(reader, item, "normalize", &object->normalize) &&
                readBool(reader, item, "transparent", &object->transparent) &&
                readNumber(reader, item, "scale", 1e-100, &object->scale) &&
                readPose(reader, item, "pose", &object->pose) &&
                readChoice(reader, item, "body", bodies, &body) && readMatter(reader, item, object);
    if (!good) return false;
    object->body = (SceneBody)body;
    if (object->name[0] == '\0') return fail(reader, item, "an object needs a name");
    if (object->mesh[0] == '\0') return fail(reader, item, "object \"%s\" needs a mesh", object->name);
    if (FindSceneObject(data, object->name) != data->objectCount - 1) {
        return fail(reader, item, "there are two objects with the name \"%s\"", object->name);
    }
    return true;
}

// The object that a joint names under `key`; -1 where it names none. false: no object has that name.
static bool readJointObject(const Reader *reader, const cJSON *item, const char *key, const SceneData *data,
                            int32_t *object) {
    char name[SCENE_NAME_SIZE] = "";
    *object = -1;
    if (cJSON_GetObjectItemCaseSensitive(item, key) == NULL) return true;
    if (!readText(reader, item, key, name, sizeof name)) return false;
    *object = FindSceneObject(data, name);
    return *object >= 0 ? true
                        : fail(reader, cJSON_GetObjectItemCaseSensitive(item, key),
                               "%s of a joint: there is no object \"%s\"", key, name);
}

static bool checkJointObjects(const Reader *reader, const cJSON *item, const SceneData *data,
                              const int32_t objects[2]) {
    if (objects[0] < 0) return fail(reader, item, "a joint needs the name of a dynamic object as a");
    const SceneObject *first = &data->objects[objects[0]];
    if (first->body != SCENE_DYNAMIC) {
        return fail(reader, item, "a of a joint: \"%s\" must be dynamic (a fixed one can be b)", first->name);
    }
    if (objects[1] == objects[0])
        return fail(reader, item, "a joint ties two objects, not \"%s\" to itself", first->name);
    if (objects[1] >= 0 && data->objects[objects[1]].body == SCENE_MOVED) {
        return fail(reader, item, "b of a joint: \"%s\" is moved by its scene and cannot be tied",
                    data->objects[objects[1]].name);
    }
    return true;
}

static bool readHinge(const Reader *reader, const cJSON *item, SceneJoint *joint) {
    bool good = readVector(reader, item, "axis", &joint->axis) &&
                readNumber(reader, item, "speed", -INFINITY, &joint->speed) &&
                readNumber(reader, item, "torque", 0.0, &joint->torque);
    if (good && !(cdLength(joint->axis) > 0.0))
        return fail(reader, item, "a hinge needs an axis that is not zero");
    return good;
}

static bool readJoint(const Reader *reader, const cJSON *item, SceneData *data) {
    static const char *const ballKeys[] = {"kind", "a", "b", "point", NULL};
    static const char *const hingeKeys[] = {"kind", "a", "b", "point", "axis", "speed", "torque", NULL};
    static const char *const kinds[] = {"ball", "hinge", NULL};
    int kind = -1;
    int32_t objects[2];
    if (!cJSON_IsObject(item)) return fail(reader, item, "a joint must be an object");
    if (!readChoice(reader, item, "kind", kinds, &kind)) return false;
    if (kind < 0) return fail(reader, item, "a joint needs a kind, \"ball\" or \"hinge\"");
    bool hinge = kind == CD_JOINT_HINGE;
    if (!checkKeys(reader, item, hinge ? "a hinge" : "a ball joint", hinge ? hingeKeys : ballKeys) ||
        !readJointObject(reader, item, "a", data, &objects[0]) ||
        !readJointObject(reader, item, "b", data, &objects[1]) ||
        !checkJointObjects(reader, item, data, objects)) {
        return false;
    }
    if (cJSON_GetObjectItemCaseSensitive(item, "point") == NULL)
        return fail(reader, item, "a joint needs a point");
    SceneJoint *joint =
        AddSceneJoint(data, (cdJointKind)kind, objects[0], objects[1], (cdVec3){0}, (cdVec3){0});
    if (joint == NULL) return fail(reader, item, "out of memory");
    return readVector(reader, item, "point", &joint->point) && (!hinge || readHinge(reader, item, joint));
}

static bool readStoryStep(const Reader *reader, const cJSON *item, SceneData *data) {
    static const char *const keys[] = {"caption",   "time",  "object", "mode",     "response",
                                       "continues", "start", "target", "expected", NULL};
    static const char *const states[] = {"undecided", "free", "contact", "overlap", NULL};
    if (!checkKeys(reader, item, "a story step", keys)) return false;
    SceneStoryStep *step =
        AddStoryStep(data, 0, data->mode, cdIdentityPose(), cdIdentityPose(), CD_UNDECIDED, "");
    if (step == NULL) return fail(reader, item, "out of memory");
    char object[SCENE_NAME_SIZE] = "";
    int expected = CD_UNDECIDED;
    bool good = readText(reader, item, "caption", step->caption, sizeof step->caption) &&
                readNumber(reader, item, "time", 0.0, &step->time) &&
                readText(reader, item, "object", object, sizeof object) &&
                readMode(reader, item, &step->mode) && readResponse(reader, item, false, &step->response) &&
                readBool(reader, item, "continues", &step->continues) &&
                readPose(reader, item, "start", &step->start) &&
                readPose(reader, item, "target", &step->target) &&
                readChoice(reader, item, "expected", states, &expected);
    if (!good) return false;
    step->expected = (cdContactState)expected;
    step->object = FindSceneObject(data, object);
    bool timed = cJSON_GetObjectItemCaseSensitive(item, "time") != NULL;
    if (timed && object[0] != '\0')
        return fail(reader, item, "a story step has an object or a time, not both");
    if (!timed && step->object < 0)
        return fail(reader, item, "a story step needs the name of an object, not \"%s\"", object);
    return true;
}

static bool readArray(const Reader *reader, const char *key, SceneData *data,
                      bool (*readItem)(const Reader *, const cJSON *, SceneData *)) {
    const cJSON *array = cJSON_GetObjectItemCaseSensitive(reader->root, key);
    if (array != NULL && !cJSON_IsArray(array)) return fail(reader, array, "%s must be an array", key);
    for (const cJSON *item = array != NULL ? array->child : NULL; item != NULL; item = item->next) {
        if (!readItem(reader, item, data)) return false;
    }
    return true;
}

static bool readCamera(const Reader *reader, SceneCamera *camera) {
    static const char *const keys[] = {"eye", "target", "fov", NULL};
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(reader->root, "camera");
    if (item == NULL) return true;
    if (!checkKeys(reader, item, "the camera", keys) || !readVector(reader, item, "eye", &camera->eye) ||
        !readVector(reader, item, "target", &camera->target) ||
        !readNumber(reader, item, "fov", 0.01, &camera->fov)) {
        return false;
    }
    if (camera->fov >= 3.0) return fail(reader, item, "fov is the vertical angle in radians, less than 3");
    if (cdLength(cdSub(camera->eye, camera->target)) == 0.0)
        return fail(reader, item, "eye and target are one point");
    return true;
}

static bool readScene(const Reader *reader, SceneData *data) {
    static const char *const keys[] = {"name",    "about",  "gravity", "mode",  "response", "margin",
                                       "objects", "joints", "camera",  "story", NULL};
    bool good = checkKeys(reader, reader->root, "a scene", keys) &&
                readText(reader, reader->root, "name", data->name, sizeof data->name) &&
                readText(reader, reader->root, "about", data->about, sizeof data->about) &&
                readVector(reader, reader->root, "gravity", &data->gravity) &&
                readMode(reader, reader->root, &data->mode) &&
                readResponse(reader, reader->root, true, &data->response) &&
                readNumber(reader, reader->root, "margin", 0.0, &data->margin) &&
                readCamera(reader, &data->camera) && readArray(reader, "objects", data, readObject) &&
                readArray(reader, "joints", data, readJoint) &&
                readArray(reader, "story", data, readStoryStep);
    if (!good) return false;
    return data->objectCount > 0 ? true : fail(reader, reader->root, "a scene needs objects");
}

bool ReadSceneText(const char *text, size_t length, const char *path, SceneData *data, char *message,
                   size_t messageSize) {
    *data = MakeEmptySceneData();
    const char *end = text;
    cJSON *root = cJSON_ParseWithLengthOpts(text, length + 1, &end, true);
    if (root == NULL || strlen(text) != length) {
        const char *what = strspn(text, " \t\r\n") == length ? "the file is empty" : "this is not JSON";
        snprintf(message, messageSize, "%s:%d: %s", path, GetTextLine(text, end), what);
        cJSON_Delete(root);
        return false;
    }
    const Reader reader = {text, path, root, message, messageSize};
    bool good = readScene(&reader, data);
    cJSON_Delete(root);
    if (!good) DestroySceneData(data);
    return good;
}

bool ReadSceneFile(const char *path, SceneData *data, char *message, size_t messageSize) {
    size_t length = 0;
    char *text = ReadWholeFile(path, &length, message, messageSize);
    if (text == NULL) return false;
    bool good = ReadSceneText(text, length, path, data, message, messageSize);
    free(text);
    return good;
}
