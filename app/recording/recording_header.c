// Reads the header of a recording: scene, meshes and start.
//
// Input: the first line, and the second if the scene is not built in. Output: the recording without its
// entries. The number of objects is checked when the scene is loaded.
#include "recording/recording_lines.h"
#include "scenes/scene_file.h"
#include "stage/objects/option_values.h"

#include <stdlib.h>
#include <string.h>

static bool readParams(const JsonReader *reader, Recording *recording) {
    const cJSON *array = FindMember(reader->root, "parameters");
    GetSceneParams(recording->scene, recording->base.params);
    if (!array) return true;
    int32_t count = recording->scene->paramCount;
    if (!cJSON_IsArray(array) || cJSON_GetArraySize(array) != count) {
        return FailJson(reader, array, "parameters must be an array of the scene's %d numbers", (int)count);
    }
    const cJSON *item = array->child;
    for (int32_t i = 0; i < count && i < JOURNAL_PARAM_MAX; ++i, item = item->next) {
        if (!ReadParamValue(reader, item, &recording->scene->params[i], &recording->base.params[i]))
            return false;
    }
    return true;
}

static bool readMeshes(const JsonReader *reader, Recording *recording) {
    static const char *const keys[] = {"mesh", "hash", "triangles", NULL};
    const cJSON *array = FindMember(reader->root, "meshes");
    if (!array) return true;
    if (!cJSON_IsArray(array)) return FailJson(reader, array, "\"meshes\" must be an array");
    recording->meshes = calloc((size_t)cJSON_GetArraySize(array) + 1, sizeof *recording->meshes);
    if (!recording->meshes) return FailJson(reader, array, "out of memory");
    for (const cJSON *item = array->child; item; item = item->next) {
        RecordedMesh *mesh = &recording->meshes[recording->meshCount++];
        if (!CheckJsonKeys(reader, item, "a mesh", keys) || !RequireMember(reader, item, "mesh") ||
            !ReadSceneMesh(reader, item, mesh->name) || !ReadHash(reader, item, "hash", &mesh->hash) ||
            !ReadWhole(reader, item, "triangles", 0, INT32_MAX, &mesh->triangleCount)) {
            return false;
        }
    }
    return true;
}

// Reads a mesh, or a copy of an object. Its source is checked when it is created.
static bool readAddedObject(const JsonReader *reader, const cJSON *item, StageEntry *entry) {
    static const char *const meshKeys[] = {"mesh", "pose", NULL}, *const copyKeys[] = {"copy", "pose", NULL};
    bool copy = cJSON_IsObject(item) && FindMember(item, "copy");
    *entry = (StageEntry){.op = copy ? STAGE_COPY : STAGE_ADD, .count = 1};
    return CheckJsonKeys(reader, item, "an added object", copy ? copyKeys : meshKeys) &&
           (copy ? ReadWhole(reader, item, "copy", 0, 1 << 20, &entry->index)
                 : ReadMeshOf(reader, item, &entry->mesh)) &&
           ReadExactPose(reader, item, "pose", &entry->pose);
}

static bool readAdded(const JsonReader *reader, Recording *recording) {
    const cJSON *array = FindMember(reader->root, "added");
    if (!array) return true;
    if (!cJSON_IsArray(array) || cJSON_GetArraySize(array) > RECORDING_ADDED_MAX) {
        return FailJson(reader, array, "\"added\" must be an array of at most %d objects",
                        RECORDING_ADDED_MAX);
    }
    recording->added = calloc((size_t)cJSON_GetArraySize(array) + 1, sizeof *recording->added);
    if (!recording->added) return FailJson(reader, array, "out of memory");
    for (const cJSON *item = array->child; item; item = item->next) {
        if (!readAddedObject(reader, item, &recording->added[recording->addedCount++])) return false;
    }
    return true;
}

static bool readPoses(const JsonReader *reader, const cJSON *start, StageBase *base) {
    const cJSON *array = FindMember(start, "poses");
    if (!array) return true;
    if (!cJSON_IsArray(array) || cJSON_GetArraySize(array) != base->objectCount)
        return FailJson(reader, array, "poses must be an array of %d poses, one an object",
                        (int)base->objectCount);
    base->poses = calloc((size_t)base->objectCount + 1, sizeof *base->poses);
    if (!base->poses) return FailJson(reader, array, "out of memory");
    const cJSON *item = array->child;
    for (int32_t i = 0; i < base->objectCount; ++i, item = item->next) {
        if (!ReadExactItem(reader, item, &base->poses[i]))
            return FailJson(reader, item,
                            "pose %d of the start is invalid; expected seven finite numbers, "
                            "px,py,pz,qw,qx,qy,qz, with a unit quaternion",
                            (int)i);
    }
    return true;
}

// Reads the options, in the order of the objects, each at most once.
static bool readEdits(const JsonReader *reader, const cJSON *start, StageBase *base) {
    static const char *const keys[] = {"object", "option", "value", NULL};
    const cJSON *array = FindMember(start, "options");
    if (!array) return true;
    int32_t limit = base->objectCount * STAGE_OPTION_COUNT;
    if (!cJSON_IsArray(array) || cJSON_GetArraySize(array) > limit)
        return FailJson(reader, array, "options must be an array of at most %d options", (int)limit);
    base->edits = calloc((size_t)cJSON_GetArraySize(array) + 1, sizeof *base->edits);
    if (!base->edits) return FailJson(reader, array, "out of memory");
    for (const cJSON *item = array->child; item; item = item->next) {
        StageEntry *edit = &base->edits[base->editCount++];
        *edit = (StageEntry){.op = STAGE_SET_OPTION, .count = 1};
        if (!CheckJsonKeys(reader, item, "an option", keys) ||
            !ReadRecordedOption(reader, item, base->objectCount, edit))
            return false;
        if (base->editCount > 1 && edit->index < edit[-1].index)
            return FailJson(reader, item, "the options must be in the order of the objects");
    }
    return true;
}

// Reads the options of joints, behind those of objects.
static bool readJoints(const JsonReader *reader, const cJSON *start, StageBase *base) {
    static const char *const keys[] = {"joint", "option", "value", NULL};
    enum { MOST = 1 << 20 };
    const cJSON *array = FindMember(start, "joints");
    if (!array) return true;
    if (!cJSON_IsArray(array) || cJSON_GetArraySize(array) > MOST)
        return FailJson(reader, array, "joints must be an array of at most %d options", (int)MOST);
    size_t count = (size_t)base->editCount + (size_t)cJSON_GetArraySize(array);
    StageEntry *edits = realloc(base->edits, (count + 1) * sizeof *edits);
    if (!edits) return FailJson(reader, array, "out of memory");
    base->edits = edits;
    for (const cJSON *item = array->child; item; item = item->next) {
        StageEntry *edit = &base->edits[base->editCount++];
        *edit = (StageEntry){.op = STAGE_SET_JOINT, .count = 1};
        if (!CheckJsonKeys(reader, item, "an option of a joint", keys) ||
            !ReadRecordedJoint(reader, item, edit))
            return false;
    }
    return true;
}

static bool readStart(const JsonReader *reader, StageBase *base) {
    static const char *const keys[] = {"mode",    "response", "gravity", "ground", "time",
                                       "objects", "poses",    "options", "joints", NULL};
    const cJSON *start = FindMember(reader->root, "start");
    if (!start) return FailJson(reader, reader->root, "\"start\" is missing");
    int32_t mode = 0, response = 0;
    bool ground = false;
    if (!CheckJsonKeys(reader, start, "the start", keys) ||
        !ReadChosen(reader, start, "mode", GetModeNames(), &mode) ||
        !ReadChosen(reader, start, "response", GetResponseNames(), &response) ||
        !ReadJsonBool(reader, start, "gravity", &base->falls) ||
        !ReadJsonBool(reader, start, "ground", &ground) ||
        !ReadJsonNumber(reader, start, "time", 0.0, &base->time) ||
        !ReadWhole(reader, start, "objects", 1, 1 << 20, &base->objectCount)) {
        return false;
    }
    base->mode = (SceneMode)mode;
    base->response = (SceneResponse)response;
    base->ground = !FindMember(start, "ground") ? STAGE_GROUND_OLD
                   : ground                     ? STAGE_GROUND_ON
                                                : STAGE_GROUND_OFF;
    return readPoses(reader, start, base) && readEdits(reader, start, base) &&
           readJoints(reader, start, base);
}

static bool readSceneName(const JsonReader *reader, Recording *recording, bool *inLine) {
    const cJSON *item = FindMember(reader->root, "scene");
    *inLine = cJSON_IsNull(item);
    if (*inLine && FindMember(reader->root, "parameters"))
        return FailJson(reader, reader->root, "a scene in the recording cannot have parameters");
    if (*inLine) return true;
    if (!cJSON_IsString(item))
        return FailJson(reader, item ? item : reader->root, "scene must be the name of a scene, or null");
    recording->scene = FindScene(item->valuestring);
    if (!recording->scene)
        return FailJson(reader, item, "unknown scene \"%.64s\"; list the scenes with firstcontact scenes",
                        item->valuestring);
    return readParams(reader, recording);
}

static bool readHeaderKeys(const JsonReader *reader, Recording *recording, bool *inLine) {
    static const char *const keys[] = {"recording", "program", "scene", "parameters",
                                       "meshes",    "added",   "start", NULL};
    char program[SCENE_NAME_SIZE];
    int32_t version = 0;
    if (!cJSON_IsObject(reader->root) || !FindMember(reader->root, "recording"))
        return FailJson(reader, reader->root, "not a recording: {\"recording\":1,... is missing");
    return ReadWhole(reader, reader->root, "recording", 1, 1, &version) &&
           CheckJsonKeys(reader, reader->root, "the header of a recording", keys) &&
           ReadJsonText(reader, reader->root, "program", program, sizeof program) &&
           readSceneName(reader, recording, inLine) && readMeshes(reader, recording) &&
           readAdded(reader, recording) && readStart(reader, &recording->base);
}

bool ReadRecordingHeader(LineSource *source, Recording *recording) {
    if (!TakeLine(source)) {
        source->line = 1;
        return FailLine(source, "the file is empty");
    }
    cJSON *root = ParseLine(source, HEADER_LENGTH_MAX);
    if (!root) return FailLine(source, "not a recording: the first line must be {\"recording\":1,...}");
    bool inLine = false;
    const JsonReader reader = MakeLineReader(source, root);
    recording->headerLine = source->line;
    bool good = readHeaderKeys(&reader, recording, &inLine);
    cJSON_Delete(root);
    source->objectCount = recording->base.objectCount;
    if (!good || !inLine) return good;
    if (!TakeLine(source)) return FailLine(source, "the recording ends here without its scene");
    if (source->length > HEADER_LENGTH_MAX) return FailLine(source, "the line is too long to be a scene");
    if (!ReadSceneLine(source->text, source->length, source->path, source->line, &recording->data,
                       source->message, source->messageSize)) {
        recording->data = (SceneData){0};
        return false;
    }
    recording->sceneLine = source->line;
    recording->data.file[0] = '\0'; // set by the caller that opens the recording
    if (recording->data.objectCount + recording->addedCount == recording->base.objectCount) return true;
    return FailLine(source, "the scene and the header have different numbers of objects");
}
