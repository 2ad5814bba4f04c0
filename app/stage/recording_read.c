// Recordings read: every line by itself, every key, kind and range checked, every mistake named by its line.
//
// (1) The file line by line. (2) The header, and the scene after it. (3) What an operation needs. (4) What
// came of it. Indices are checked against the objects that are there by then; whether the scene really has
// them is seen when it is loaded.
#include "scenes/scene_file.h"
#include "scenes/whole_file.h"
#include "stage/recording.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_LENGTH_MAX = 1 << 20, HEADER_LENGTH_MAX = 1 << 26, TIMES_MAX = 1 << 24 };

typedef struct Source {
    char *next; // the text's next line
    char *text; // the present line, ended by a zero
    size_t length;
    int line;     // its number
    bool unended; // no line's end came after it
    const char *path;
    char *message;
    size_t messageSize;
    int32_t objectCount; // that are there by now
    int64_t frames;
    int64_t advances; // in all
    bool ended;
} Source;

static bool fail(const Source *source, const char *what) {
    snprintf(source->message, source->messageSize, "%s:%d: %s", source->path, source->line, what);
    return false;
}

// --- (1)

// The next line that is not blank; false: there is none.
static bool takeLine(Source *source) {
    while (*source->next != '\0') {
        source->text = source->next;
        source->length = strcspn(source->text, "\n");
        source->unended = source->text[source->length] == '\0';
        source->next += source->length + (source->unended ? 0 : 1);
        source->text[source->length] = '\0';
        ++source->line;
        if (strspn(source->text, " \t\r") != source->length) return true;
    }
    return false;
}

// The line as JSON, to be deleted. NULL: it is none, or too long; the message says so.
static cJSON *parseLine(const Source *source, size_t lengthMax) {
    if (source->length > lengthMax) {
        fail(source, "the line is too long to be one of a recording");
        return NULL;
    }
    cJSON *root = cJSON_ParseWithLengthOpts(source->text, source->length + 1, NULL, true);
    if (!root) fail(source, "this is not JSON");
    return root;
}

static JsonReader makeReader(const Source *source, const cJSON *root) {
    return (JsonReader){source->text, source->path, root, source->line, source->message, source->messageSize};
}

static const cJSON *find(const cJSON *object, const char *key) {
    return cJSON_GetObjectItemCaseSensitive(object, key);
}

// A whole number that must be there.
static bool readWhole(const JsonReader *reader, const cJSON *object, const char *key, double lower,
                      double upper, int32_t *value) {
    const cJSON *item = find(object, key);
    bool good = cJSON_IsNumber(item) && item->valuedouble >= lower && item->valuedouble <= upper &&
                item->valuedouble == floor(item->valuedouble);
    if (!good)
        return FailJson(reader, item ? item : object, "%s must be a whole number from %.0f to %.0f", key,
                        lower, upper);
    *value = (int32_t)item->valuedouble;
    return true;
}

static bool require(const JsonReader *reader, const cJSON *object, const char *key) {
    return find(object, key) ? true : FailJson(reader, object, "\"%s\" is missing", key);
}

// As it stands: a stage's own poses differ from unit length by rounding alone, and every bit of them counts.
static bool readExactPose(const JsonReader *reader, const cJSON *object, const char *key, cdPose *pose) {
    double v[7];
    if (!require(reader, object, key) || !ReadJsonNumbers(reader, object, key, 7, v) ||
        !ReadJsonPose(reader, object, key, pose)) {
        return false;
    }
    double lengthSq = v[3] * v[3] + v[4] * v[4] + v[5] * v[5] + v[6] * v[6];
    if (fabs(lengthSq - 1.0) < 1e-9) pose->q = (cdQuat){v[3], v[4], v[5], v[6]};
    return true;
}

static bool readFiniteVector(const JsonReader *reader, const cJSON *object, const char *key, cdVec3 *v) {
    if (!require(reader, object, key) || !ReadJsonVector(reader, object, key, v)) return false;
    if (fabs(v->x) <= 1e100 && fabs(v->y) <= 1e100 && fabs(v->z) <= 1e100) return true;
    return FailJson(reader, find(object, key), "%s: a coordinate beyond 1e100", key);
}

static bool readHash(const JsonReader *reader, const cJSON *object, const char *key, uint64_t *hash) {
    const cJSON *item = find(object, key);
    char *end = NULL;
    bool good = cJSON_IsString(item) && strlen(item->valuestring) == 16 &&
                strspn(item->valuestring, "0123456789abcdef") == 16;
    if (!good)
        return FailJson(reader, item ? item : object, "%s must be a string of 16 hexadecimal digits", key);
    *hash = strtoull(item->valuestring, &end, 16);
    return true;
}

static bool readChoice(const JsonReader *reader, const cJSON *object, const char *key,
                       const char *const *names, int32_t *index) {
    int choice = 0;
    if (!require(reader, object, key) || !ReadJsonChoice(reader, object, key, names, &choice)) return false;
    *index = choice;
    return true;
}

static const char *const modes[] = {"continuous", "discrete", NULL};
static const char *const responses[] = {"stop", "slide", "bounce", NULL};

// --- (2)

static bool readParamValue(const JsonReader *reader, const cJSON *item, const SceneParam *param,
                           double *value) {
    bool good =
        cJSON_IsNumber(item) && item->valuedouble >= param->lower && item->valuedouble <= param->upper;
    if (good && param->kind != SCENE_NUMBER) good = item->valuedouble == floor(item->valuedouble);
    if (!good)
        return FailJson(reader, item, "the parameter \"%s\" goes from %g to %g", param->label, param->lower,
                        param->upper);
    *value = item->valuedouble;
    return true;
}

static bool readParams(const JsonReader *reader, Recording *recording) {
    const cJSON *array = find(reader->root, "parameters");
    for (int32_t i = 0; i < recording->scene->paramCount && i < JOURNAL_PARAM_MAX; ++i)
        recording->base.params[i] = *recording->scene->params[i].value;
    if (!array) return true;
    int32_t count = recording->scene->paramCount;
    if (!cJSON_IsArray(array) || cJSON_GetArraySize(array) != count) {
        return FailJson(reader, array, "parameters must be an array of %d numbers: the scene's", (int)count);
    }
    const cJSON *item = array->child;
    for (int32_t i = 0; i < count && i < JOURNAL_PARAM_MAX; ++i, item = item->next) {
        if (!readParamValue(reader, item, &recording->scene->params[i], &recording->base.params[i]))
            return false;
    }
    return true;
}

static bool readMeshes(const JsonReader *reader, Recording *recording) {
    static const char *const keys[] = {"mesh", "hash", "triangles", NULL};
    const cJSON *array = find(reader->root, "meshes");
    if (!array) return true;
    if (!cJSON_IsArray(array)) return FailJson(reader, array, "\"meshes\" must be an array");
    recording->meshes = calloc((size_t)cJSON_GetArraySize(array) + 1, sizeof *recording->meshes);
    if (!recording->meshes) return FailJson(reader, array, "out of memory");
    for (const cJSON *item = array->child; item; item = item->next) {
        RecordedMesh *mesh = &recording->meshes[recording->meshCount++];
        if (!CheckJsonKeys(reader, item, "a mesh", keys) || !require(reader, item, "mesh") ||
            !ReadSceneMesh(reader, item, mesh->name) || !readHash(reader, item, "hash", &mesh->hash) ||
            !readWhole(reader, item, "triangles", 0, INT32_MAX, &mesh->triangleCount)) {
            return false;
        }
    }
    return true;
}

static bool readMeshOf(const JsonReader *reader, const cJSON *item, char **mesh) {
    char name[SCENE_TEXT_SIZE] = "";
    if (!require(reader, item, "mesh") || !ReadSceneMesh(reader, item, name)) return false;
    if (name[0] == '\0') return FailJson(reader, item, "an object needs a mesh");
    *mesh = strdup(name);
    return *mesh ? true : FailJson(reader, item, "out of memory");
}

static bool readAdded(const JsonReader *reader, Recording *recording) {
    static const char *const keys[] = {"mesh", "pose", NULL};
    const cJSON *array = find(reader->root, "added");
    if (!array) return true;
    if (!cJSON_IsArray(array) || cJSON_GetArraySize(array) > RECORDING_ADDED_MAX) {
        return FailJson(reader, array, "\"added\" must be an array of at most %d objects",
                        RECORDING_ADDED_MAX);
    }
    recording->added = calloc((size_t)cJSON_GetArraySize(array) + 1, sizeof *recording->added);
    if (!recording->added) return FailJson(reader, array, "out of memory");
    for (const cJSON *item = array->child; item; item = item->next) {
        StageEntry *entry = &recording->added[recording->addedCount++];
        *entry = (StageEntry){.op = STAGE_ADD, .count = 1};
        if (!CheckJsonKeys(reader, item, "an added object", keys) ||
            !readMeshOf(reader, item, &entry->mesh) || !readExactPose(reader, item, "pose", &entry->pose)) {
            return false;
        }
    }
    return true;
}

static bool readPoses(const JsonReader *reader, const cJSON *start, StageBase *base) {
    const cJSON *array = find(start, "poses");
    if (!array) return true;
    if (!cJSON_IsArray(array) || cJSON_GetArraySize(array) != base->objectCount)
        return FailJson(reader, array, "poses must be an array of %d poses, one an object",
                        (int)base->objectCount);
    base->poses = calloc((size_t)base->objectCount + 1, sizeof *base->poses);
    if (!base->poses) return FailJson(reader, array, "out of memory");
    cJSON *holder = cJSON_CreateObject(); // the readers ask for a member of an object
    bool good = holder != NULL;
    const cJSON *item = array->child;
    for (int32_t i = 0; good && i < base->objectCount; ++i, item = item->next) {
        good = cJSON_AddItemReferenceToObject(holder, "pose", (cJSON *)item) &&
               readExactPose(reader, holder, "pose", &base->poses[i]);
        cJSON_DeleteItemFromObject(holder, "pose");
        if (!good)
            FailJson(reader, item,
                     "pose %d of the start is none: seven finite numbers, "
                     "px,py,pz,qw,qx,qy,qz, with a unit quaternion",
                     (int)i);
    }
    cJSON_Delete(holder);
    return good;
}

static bool readStart(const JsonReader *reader, StageBase *base) {
    static const char *const keys[] = {"mode", "response", "gravity", "time", "objects", "poses", NULL};
    const cJSON *start = find(reader->root, "start");
    if (!start) return FailJson(reader, reader->root, "\"start\" is missing");
    int32_t mode = 0, response = 0;
    if (!CheckJsonKeys(reader, start, "the start", keys) ||
        !readChoice(reader, start, "mode", modes, &mode) ||
        !readChoice(reader, start, "response", responses, &response) ||
        !ReadJsonBool(reader, start, "gravity", &base->falls) ||
        !ReadJsonNumber(reader, start, "time", 0.0, &base->time) ||
        !readWhole(reader, start, "objects", 1, 1 << 20, &base->objectCount)) {
        return false;
    }
    base->mode = (SceneMode)mode;
    base->response = (SceneResponse)response;
    return readPoses(reader, start, base);
}

static bool readSceneName(const JsonReader *reader, Recording *recording, bool *inLine) {
    const cJSON *item = find(reader->root, "scene");
    *inLine = cJSON_IsNull(item);
    if (*inLine && find(reader->root, "parameters"))
        return FailJson(reader, reader->root, "a scene of its own has no parameters");
    if (*inLine) return true;
    if (!cJSON_IsString(item))
        return FailJson(reader, item ? item : reader->root, "scene must be the name of a scene, or null");
    recording->scene = FindScene(item->valuestring);
    if (!recording->scene)
        return FailJson(reader, item, "there is no scene \"%.64s\"; firstcontact scenes lists them",
                        item->valuestring);
    return readParams(reader, recording);
}

static bool readHeaderKeys(const JsonReader *reader, Recording *recording, bool *inLine) {
    static const char *const keys[] = {"recording", "program", "scene", "parameters",
                                       "meshes",    "added",   "start", NULL};
    char program[SCENE_NAME_SIZE];
    int32_t version = 0;
    if (!cJSON_IsObject(reader->root) || !find(reader->root, "recording"))
        return FailJson(reader, reader->root, "this is no recording: {\"recording\":1,... is missing");
    return readWhole(reader, reader->root, "recording", 1, 1, &version) &&
           CheckJsonKeys(reader, reader->root, "the header of a recording", keys) &&
           ReadJsonText(reader, reader->root, "program", program, sizeof program) &&
           readSceneName(reader, recording, inLine) && readMeshes(reader, recording) &&
           readAdded(reader, recording) && readStart(reader, &recording->base);
}

static bool readHeader(Source *source, Recording *recording) {
    if (!takeLine(source)) {
        source->line = 1;
        return fail(source, "the file is empty");
    }
    cJSON *root = parseLine(source, HEADER_LENGTH_MAX);
    if (!root) return false;
    bool inLine = false;
    const JsonReader reader = makeReader(source, root);
    bool good = readHeaderKeys(&reader, recording, &inLine);
    cJSON_Delete(root);
    source->objectCount = recording->base.objectCount;
    if (!good || !inLine) return good;
    if (!takeLine(source)) return fail(source, "the recording is cut off here: its scene is missing");
    if (source->length > HEADER_LENGTH_MAX) return fail(source, "the line is too long to be a scene");
    if (!ReadSceneLine(source->text, source->length, source->path, source->line, &recording->data,
                       source->message, source->messageSize)) {
        recording->data = (SceneData){0};
        return false;
    }
    if (recording->data.objectCount + recording->addedCount == recording->base.objectCount) return true;
    return fail(source, "the scene has another number of objects than the header says");
}

// --- (3)

static bool readObject(const JsonReader *reader, const Source *source, StageEntry *entry) {
    return readWhole(reader, reader->root, "object", 0, source->objectCount - 1, &entry->index);
}

static bool readSwitch(const JsonReader *reader, const char *key, StageEntry *entry) {
    bool on = false;
    if (!require(reader, reader->root, key) || !ReadJsonBool(reader, reader->root, key, &on)) return false;
    entry->index = on;
    return true;
}

static bool readValue(const JsonReader *reader, const char *key, double lower, double upper,
                      StageEntry *entry) {
    if (!require(reader, reader->root, key) ||
        !ReadJsonNumber(reader, reader->root, key, lower, &entry->value)) {
        return false;
    }
    return entry->value <= upper
               ? true
               : FailJson(reader, find(reader->root, key), "%s must be at most %g", key, upper);
}

static bool readParamChange(const JsonReader *reader, const Recording *recording, StageEntry *entry) {
    int32_t count = recording->scene ? recording->scene->paramCount : 0;
    if (count > JOURNAL_PARAM_MAX) count = JOURNAL_PARAM_MAX;
    if (count == 0) return FailJson(reader, reader->root, "the scene has no parameters");
    return readWhole(reader, reader->root, "parameter", 0, count - 1, &entry->index) &&
           require(reader, reader->root, "value") &&
           readParamValue(reader, find(reader->root, "value"), &recording->scene->params[entry->index],
                          &entry->value);
}

static bool readAdvance(const JsonReader *reader, Source *source, StageEntry *entry) {
    if (!readValue(reader, "seconds", 0.0, 10.0, entry)) return false;
    if (find(reader->root, "times") &&
        !readWhole(reader, reader->root, "times", 1, TIMES_MAX, &entry->count)) {
        return false;
    }
    source->advances += entry->count;
    if (source->advances > TIMES_MAX)
        return FailJson(reader, reader->root, "more than %d steps in all", TIMES_MAX);
    return true;
}

static bool readWhat(const JsonReader *reader, Source *source, const Recording *recording,
                     StageEntry *entry) {
    const cJSON *root = reader->root;
    switch (entry->op) {
    case STAGE_SET_MODE:
        return readChoice(reader, root, "mode", modes, &entry->index);
    case STAGE_SET_RESPONSE:
        return readChoice(reader, root, "response", responses, &entry->index);
    case STAGE_SET_GRAVITY:
        return readSwitch(reader, "on", entry);
    case STAGE_SET_PARAM:
        return readParamChange(reader, recording, entry);
    case STAGE_ADD:
        if (++source->objectCount > RECORDING_ADDED_MAX + recording->base.objectCount)
            return FailJson(reader, root, "more than %d objects are added", RECORDING_ADDED_MAX);
        return readMeshOf(reader, root, &entry->mesh) && readExactPose(reader, root, "pose", &entry->pose);
    case STAGE_PLACE:
    case STAGE_MOVE:
        return readObject(reader, source, entry) && readExactPose(reader, root, "pose", &entry->pose);
    case STAGE_ADVANCE:
        return readAdvance(reader, source, entry);
    case STAGE_HOLD:
        return readObject(reader, source, entry) &&
               readFiniteVector(reader, root, "grab", &entry->points[0]) &&
               readFiniteVector(reader, root, "target", &entry->points[1]);
    case STAGE_RELEASE:
        return readSwitch(reader, "drops", entry);
    case STAGE_ROUTE:
        return readWhole(reader, root, "route", 0, 1 << 20, &entry->index);
    case STAGE_SCRUB:
        return readValue(reader, "at", 0.0, 1.0, entry);
    case STAGE_ROLL:
        return readValue(reader, "seconds", -10.0, 10.0, entry);
    case STAGE_LOOK:
        return readFiniteVector(reader, root, "eye", &entry->points[0]) &&
               readFiniteVector(reader, root, "target", &entry->points[1]);
    default:
        return true;
    }
}

// --- (4)

static bool readFeature(const JsonReader *reader, const char *key, cdFeature *feature) {
    static const char *const keys[] = {"kind", "id", NULL};
    static const char *const kinds[] = {"none", "vertex", "edge", "face", NULL};
    const cJSON *item = find(reader->root, key);
    int32_t kind = 0;
    if (!item) return FailJson(reader, reader->root, "\"%s\" is missing", key);
    if (!CheckJsonKeys(reader, item, key, keys) || !readChoice(reader, item, "kind", kinds, &kind) ||
        !readWhole(reader, item, "id", INT32_MIN, INT32_MAX, &feature->id)) {
        return false;
    }
    feature->kind = (cdFeatureKind)kind;
    return true;
}

static bool readContact(const JsonReader *reader, StageOutcome *outcome) {
    static const char *const kinds[] = {"none", "vertex-face", "face-vertex", "edge-edge", NULL};
    int32_t kind = 0;
    if (!find(reader->root, "kind")) return true;
    if (!readChoice(reader, reader->root, "kind", kinds, &kind) || !require(reader, reader->root, "t") ||
        !ReadJsonNumber(reader, reader->root, "t", 0.0, &outcome->t.lo) ||
        !require(reader, reader->root, "t_hi") ||
        !ReadJsonNumber(reader, reader->root, "t_hi", 0.0, &outcome->t.hi)) {
        return false;
    }
    outcome->kind = (cdContactKind)kind;
    return readFeature(reader, "feature_a", &outcome->featureA) &&
           readFeature(reader, "feature_b", &outcome->featureB);
}

static bool readOutcome(const JsonReader *reader, StageEntry *entry) {
    static const char *const states[] = {"undecided", "free", "contact", "overlap", NULL};
    StageOutcome *outcome = &entry->outcome;
    const cJSON *line = reader->root;
    outcome->known = find(line, "status") || find(line, "events") || find(line, "state");
    if (!outcome->known) return true;
    if (entry->op == STAGE_MOVE || entry->op == STAGE_PLACE) {
        int32_t state = 0;
        if (!readChoice(reader, reader->root, "status", states, &state) || !readContact(reader, outcome) ||
            !readExactPose(reader, reader->root, "rest", &outcome->rest)) {
            return false;
        }
        outcome->state = (cdContactState)state;
    }
    if (entry->op == STAGE_ADVANCE &&
        !readWhole(reader, reader->root, "events", 0, INT32_MAX, &outcome->events)) {
        return false;
    }
    return find(reader->root, "state") ? readHash(reader, reader->root, "state", &outcome->hash) : true;
}

// --- Lines

// The keys that an operation has, those of its outcome included.
static bool checkEntryKeys(const JsonReader *reader, const StageEntry *entry) {
    static const char *const what[STAGE_OP_COUNT][3] = {[STAGE_SET_MODE] = {"mode"},
                                                        [STAGE_SET_RESPONSE] = {"response"},
                                                        [STAGE_SET_GRAVITY] = {"on"},
                                                        [STAGE_SET_PARAM] = {"parameter", "value"},
                                                        [STAGE_ADD] = {"mesh", "pose"},
                                                        [STAGE_PLACE] = {"object", "pose"},
                                                        [STAGE_MOVE] = {"object", "pose"},
                                                        [STAGE_ADVANCE] = {"seconds", "times", "events"},
                                                        [STAGE_HOLD] = {"object", "grab", "target"},
                                                        [STAGE_RELEASE] = {"drops"},
                                                        [STAGE_ROUTE] = {"route"},
                                                        [STAGE_SCRUB] = {"at"},
                                                        [STAGE_ROLL] = {"seconds"},
                                                        [STAGE_LOOK] = {"eye", "target"}};
    static const char *const answer[] = {"status", "t", "t_hi", "kind", "feature_a", "feature_b", "rest"};
    const char *keys[16] = {"frame", "do", "state"};
    size_t count = 3;
    for (int i = 0; i < 3 && what[entry->op][i]; ++i)
        keys[count++] = what[entry->op][i];
    bool asks = entry->op == STAGE_MOVE || entry->op == STAGE_PLACE;
    for (size_t i = 0; asks && i < sizeof answer / sizeof *answer; ++i)
        keys[count++] = answer[i];
    return CheckJsonKeys(reader, reader->root, "this line", keys);
}

// Whether the line is a frame, and the one that comes next.
static bool checkFrame(const JsonReader *reader, Source *source, Recording *recording) {
    if (!find(reader->root, "frame")) {
        if (source->frames > 0) return FailJson(reader, reader->root, "\"frame\" is missing");
        recording->firstFrame = recording->entryCount + 1;
        return true;
    }
    int32_t frame = 0;
    if (!readWhole(reader, reader->root, "frame", 1, INT32_MAX, &frame)) return false;
    ++source->frames;
    return frame == source->frames ? true
                                   : FailJson(reader, reader->root, "frame %d comes where frame %lld should",
                                              (int)frame, (long long)source->frames);
}

static bool reserve(const JsonReader *reader, Recording *recording) {
    if (recording->entryCount < recording->capacity) return true;
    if (recording->entryCount == RECORDING_ENTRY_MAX)
        return FailJson(reader, reader->root, "more than %d operations", RECORDING_ENTRY_MAX);
    int32_t capacity = recording->capacity > 0 ? 2 * recording->capacity : 256;
    StageEntry *entries = realloc(recording->entries, (size_t)capacity * sizeof *entries);
    if (entries) recording->entries = entries;
    int32_t *lines = realloc(recording->lines, (size_t)capacity * sizeof *lines);
    if (lines) recording->lines = lines;
    if (!entries || !lines) return FailJson(reader, reader->root, "out of memory");
    recording->capacity = capacity;
    return true;
}

static bool readEntry(const JsonReader *reader, Source *source, Recording *recording) {
    StageEntry entry = {.count = 1};
    int32_t op = 0;
    if (!cJSON_IsObject(reader->root)) return FailJson(reader, reader->root, "a line must be an object");
    if (!readChoice(reader, reader->root, "do", GetStageOpNames(), &op)) return false;
    entry.op = (StageOp)op;
    bool good = checkEntryKeys(reader, &entry) && reserve(reader, recording) &&
                checkFrame(reader, source, recording) && readWhat(reader, source, recording, &entry) &&
                (source->frames == 0 || readOutcome(reader, &entry));
    if (good && source->frames > 0 && entry.count > 1)
        good = FailJson(reader, reader->root, "a frame is one step: \"times\" is for those before");
    if (!good) {
        free(entry.mesh);
        return false;
    }
    recording->lines[recording->entryCount] = source->line;
    recording->entries[recording->entryCount++] = entry;
    return true;
}

static bool readEnd(const JsonReader *reader, Source *source) {
    static const char *const keys[] = {"end", NULL};
    int32_t frames = 0;
    if (!CheckJsonKeys(reader, reader->root, "the last line", keys) ||
        !readWhole(reader, reader->root, "end", 0, INT32_MAX, &frames)) {
        return false;
    }
    source->ended = true;
    if (frames == source->frames) return true;
    return FailJson(reader, reader->root, "the recording says that it has %d frames, but %lld are there",
                    (int)frames, (long long)source->frames);
}

static bool readLines(Source *source, Recording *recording) {
    while (takeLine(source)) {
        if (source->ended) return fail(source, "nothing may come after the line with \"end\"");
        cJSON *root = parseLine(source, LINE_LENGTH_MAX);
        if (!root && source->unended) break; // its writer was stopped in the middle of it
        if (!root) return false;
        const JsonReader reader = makeReader(source, root);
        bool good = cJSON_IsObject(root) && find(root, "end") ? readEnd(&reader, source)
                                                              : readEntry(&reader, source, recording);
        cJSON_Delete(root);
        if (!good) return false;
    }
    recording->cutLine = source->ended ? 0 : source->line;
    return true;
}

bool ReadRecordingText(char *text, size_t length, const char *path, Recording *recording, char *message,
                       size_t messageSize) {
    *recording = (Recording){.path = strdup(path)};
    Source source = {.next = text, .path = path, .message = message, .messageSize = messageSize};
    bool whole = strlen(text) == length;
    bool good = whole && readHeader(&source, recording) && readLines(&source, recording);
    if (!whole) snprintf(message, messageSize, "%s: there are zero bytes in it: this is no recording", path);
    if (!good) DestroyRecording(recording);
    return good;
}

bool ReadRecordingFile(const char *path, Recording *recording, char *message, size_t messageSize) {
    size_t length = 0;
    char *text = ReadWholeFile(path, &length, message, messageSize);
    if (!text) return false;
    bool good = ReadRecordingText(text, length, path, recording, message, messageSize);
    free(text);
    return good;
}

bool IsRecordingFile(const char *path) {
    static const char begin[] = "{\"recording\":";
    char text[sizeof begin] = "";
    FILE *file = fopen(path, "rb");
    if (!file) return false;
    size_t length = fread(text, 1, sizeof begin - 1, file);
    fclose(file);
    return length == sizeof begin - 1 && memcmp(text, begin, length) == 0;
}

void DestroyRecording(Recording *recording) {
    DestroyStageEntries(recording->entries, recording->entryCount);
    DestroyStageEntries(recording->added, recording->addedCount);
    DestroyStageBase(&recording->base);
    DestroySceneData(&recording->data);
    free(recording->meshes);
    free(recording->lines);
    free(recording->path);
    *recording = (Recording){0};
}
