// Reads recordings line by line. Checks every key, type and range, and reports errors by line.
//
// (1) Arguments of an operation. (2) Its outcome. (3) The lines of the file. Indices are checked against the
// objects that exist at that line.
#include "engine/platform/plain_text.h"
#include "recording/recording_lines.h"
#include "scenes/scene_file.h"
#include "scenes/whole_file.h"

#include <stdlib.h>
#include <string.h>

enum { TIMES_MAX = 1 << 24 };

// --- (1)

static bool readObject(const JsonReader *reader, const LineSource *source, StageEntry *entry) {
    return ReadWhole(reader, reader->root, "object", 0, source->objectCount - 1, &entry->index);
}

static bool readSwitch(const JsonReader *reader, const char *key, StageEntry *entry) {
    bool on = false;
    if (!RequireMember(reader, reader->root, key) || !ReadJsonBool(reader, reader->root, key, &on))
        return false;
    entry->index = on;
    return true;
}

static bool readValue(const JsonReader *reader, const char *key, double lower, double upper,
                      StageEntry *entry) {
    if (!RequireMember(reader, reader->root, key) ||
        !ReadJsonNumber(reader, reader->root, key, lower, &entry->value)) {
        return false;
    }
    return entry->value <= upper
               ? true
               : FailJson(reader, FindMember(reader->root, key), "%s must be at most %g", key, upper);
}

static bool readParamChange(const JsonReader *reader, const Recording *recording, StageEntry *entry) {
    int32_t count = recording->scene ? recording->scene->paramCount : 0;
    if (count > JOURNAL_PARAM_MAX) count = JOURNAL_PARAM_MAX;
    if (count == 0) return FailJson(reader, reader->root, "the scene has no parameters");
    return ReadWhole(reader, reader->root, "parameter", 0, count - 1, &entry->index) &&
           RequireMember(reader, reader->root, "value") &&
           ReadParamValue(reader, FindMember(reader->root, "value"), &recording->scene->params[entry->index],
                          &entry->value);
}

static bool readAdvance(const JsonReader *reader, LineSource *source, StageEntry *entry) {
    if (!readValue(reader, "seconds", 0.0, 10.0, entry)) return false;
    if (FindMember(reader->root, "times") &&
        !ReadWhole(reader, reader->root, "times", 1, TIMES_MAX, &entry->count)) {
        return false;
    }
    source->advances += entry->count;
    if (source->advances > TIMES_MAX)
        return FailJson(reader, reader->root, "more than %d steps in all", TIMES_MAX);
    return true;
}

static bool countAdded(const JsonReader *reader, LineSource *source, const Recording *recording) {
    return ++source->objectCount <= RECORDING_ADDED_MAX + recording->base.objectCount
               ? true
               : FailJson(reader, reader->root, "more than %d added objects", RECORDING_ADDED_MAX);
}

// Reads the limit that cut a step short; 0: none.
static bool readStop(const JsonReader *reader, const char *key, int32_t *value) {
    return !FindMember(reader->root, key) || ReadWhole(reader, reader->root, key, 1, INT32_MAX, value);
}

// Reads the nodes of a way; none: there is no way.
static bool readNodes(const JsonReader *reader, StageEntry *entry) {
    const cJSON *array = FindMember(reader->root, "nodes");
    int count = cJSON_IsArray(array) ? cJSON_GetArraySize(array) : -1;
    if (count < 0 || count == 1 || count > RECORDING_NODE_MAX)
        return FailJson(reader, array ? array : reader->root,
                        "nodes must be an array of 2 to %d poses, or empty", RECORDING_NODE_MAX);
    entry->nodes = calloc((size_t)count + 1, sizeof *entry->nodes);
    if (!entry->nodes) return FailJson(reader, array, "out of memory");
    for (const cJSON *item = array->child; item; item = item->next) {
        cdPathNode *node = &entry->nodes[entry->nodeCount];
        node->time = entry->nodeCount++;
        if (!ReadExactItem(reader, item, &node->pose))
            return FailJson(reader, item,
                            "node %d is invalid; expected seven finite numbers, "
                            "px,py,pz,qw,qx,qy,qz, with a unit quaternion",
                            (int)entry->nodeCount - 1);
    }
    return true;
}

static bool readWhat(const JsonReader *reader, LineSource *source, const Recording *recording,
                     StageEntry *entry) {
    const cJSON *root = reader->root;
    switch (entry->op) {
    case STAGE_SET_MODE:
        return ReadChosen(reader, root, "mode", GetModeNames(), &entry->index);
    case STAGE_SET_RESPONSE:
        return ReadChosen(reader, root, "response", GetResponseNames(), &entry->index);
    case STAGE_SET_GRAVITY:
    case STAGE_SET_GROUND:
        return readSwitch(reader, "on", entry);
    case STAGE_SET_PARAM:
        return readParamChange(reader, recording, entry);
    case STAGE_ADD:
        return countAdded(reader, source, recording) && ReadMeshOf(reader, root, &entry->mesh) &&
               ReadExactPose(reader, root, "pose", &entry->pose);
    case STAGE_COPY:
        return readObject(reader, source, entry) && countAdded(reader, source, recording) &&
               ReadExactPose(reader, root, "pose", &entry->pose);
    case STAGE_SET_OPTION:
        return ReadRecordedOption(reader, root, source->objectCount, entry);
    case STAGE_SET_JOINT:
        return ReadRecordedJoint(reader, root, entry);
    case STAGE_PLACE:
    case STAGE_MOVE:
        return readObject(reader, source, entry) && ReadExactPose(reader, root, "pose", &entry->pose) &&
               readStop(reader, "tests", &entry->stop.tests) && readStop(reader, "stop", &entry->stop.call);
    case STAGE_ADVANCE:
        return readAdvance(reader, source, entry) && readStop(reader, "stop", &entry->stop.call);
    case STAGE_HOLD:
        return readObject(reader, source, entry) &&
               ReadFiniteVector(reader, root, "grab", &entry->points[0]) &&
               ReadFiniteVector(reader, root, "target", &entry->points[1]);
    case STAGE_RELEASE:
        return readSwitch(reader, "drops", entry);
    case STAGE_ROUTE:
        return ReadWhole(reader, root, "route", 0, 1 << 20, &entry->index);
    case STAGE_SCRUB:
        return readValue(reader, "at", 0.0, 1.0, entry);
    case STAGE_ROLL:
        return readValue(reader, "seconds", -10.0, 10.0, entry);
    case STAGE_WAY:
        return readObject(reader, source, entry) && readNodes(reader, entry);
    case STAGE_LOOK:
        return ReadFiniteVector(reader, root, "eye", &entry->points[0]) &&
               ReadFiniteVector(reader, root, "target", &entry->points[1]);
    default:
        return true;
    }
}

// --- (2)

static bool readFeature(const JsonReader *reader, const char *key, cdFeature *feature) {
    static const char *const keys[] = {"kind", "id", NULL};
    const cJSON *item = FindMember(reader->root, key);
    int32_t kind = 0;
    if (!item) return FailJson(reader, reader->root, "\"%s\" is missing", key);
    if (!CheckJsonKeys(reader, item, key, keys) ||
        !ReadChosen(reader, item, "kind", GetFeatureKindNames(), &kind) ||
        !ReadWhole(reader, item, "id", INT32_MIN, INT32_MAX, &feature->id)) {
        return false;
    }
    feature->kind = (cdFeatureKind)kind;
    return true;
}

static bool readContact(const JsonReader *reader, StageOutcome *outcome) {
    int32_t kind = 0;
    if (!FindMember(reader->root, "kind")) return true;
    if (!ReadChosen(reader, reader->root, "kind", GetContactKindNames(), &kind) ||
        !RequireMember(reader, reader->root, "t") ||
        !ReadJsonNumber(reader, reader->root, "t", 0.0, &outcome->t.lo) ||
        !RequireMember(reader, reader->root, "t_hi") ||
        !ReadJsonNumber(reader, reader->root, "t_hi", 0.0, &outcome->t.hi)) {
        return false;
    }
    outcome->kind = (cdContactKind)kind;
    return readFeature(reader, "feature_a", &outcome->featureA) &&
           readFeature(reader, "feature_b", &outcome->featureB);
}

static bool readCertificate(const JsonReader *reader, StageOutcome *outcome) {
    int32_t state = 0;
    outcome->edge = -1;
    if (!ReadChosen(reader, reader->root, "status", GetStateNames(), &state)) return false;
    outcome->state = (cdState)state;
    return !FindMember(reader->root, "edge") ||
           ReadWhole(reader, reader->root, "edge", 0, RECORDING_NODE_MAX, &outcome->edge);
}

static bool readOutcome(const JsonReader *reader, StageEntry *entry) {
    StageOutcome *outcome = &entry->outcome;
    const cJSON *line = reader->root;
    outcome->known = FindMember(line, "status") || FindMember(line, "events") || FindMember(line, "state");
    if (!outcome->known) return true;
    if (entry->op == STAGE_MOVE || entry->op == STAGE_PLACE) {
        int32_t state = 0;
        if (!ReadChosen(reader, reader->root, "status", GetStateNames(), &state) ||
            !readContact(reader, outcome) ||
            !ReadExactPose(reader, reader->root, "rest", &outcome->resolvedPose)) {
            return false;
        }
        outcome->state = (cdState)state;
    }
    if (entry->op == STAGE_WAY && !readCertificate(reader, outcome)) return false;
    if (entry->op == STAGE_ADVANCE &&
        !ReadWhole(reader, reader->root, "events", 0, INT32_MAX, &outcome->events)) {
        return false;
    }
    return FindMember(reader->root, "state") ? ReadHash(reader, reader->root, "state", &outcome->hash) : true;
}

// --- (3)

// Checks the keys of an operation, with those of its outcome.
static bool checkEntryKeys(const JsonReader *reader, const StageEntry *entry) {
    static const char *const what[STAGE_OP_COUNT][4] = {
        [STAGE_SET_MODE] = {"mode"},
        [STAGE_SET_RESPONSE] = {"response"},
        [STAGE_SET_GRAVITY] = {"on"},
        [STAGE_SET_GROUND] = {"on"},
        [STAGE_SET_PARAM] = {"parameter", "value"},
        [STAGE_ADD] = {"mesh", "pose"},
        [STAGE_PLACE] = {"object", "pose", "tests", "stop"},
        [STAGE_MOVE] = {"object", "pose", "tests", "stop"},
        [STAGE_ADVANCE] = {"seconds", "times", "stop", "events"},
        [STAGE_HOLD] = {"object", "grab", "target"},
        [STAGE_RELEASE] = {"drops"},
        [STAGE_ROUTE] = {"route"},
        [STAGE_SCRUB] = {"at"},
        [STAGE_ROLL] = {"seconds"},
        [STAGE_LOOK] = {"eye", "target"},
        [STAGE_SET_OPTION] = {"object", "option", "value"},
        [STAGE_COPY] = {"object", "pose"},
        [STAGE_SET_JOINT] = {"joint", "option", "value"},
        [STAGE_WAY] = {"object", "nodes", "status", "edge"}};
    static const char *const results[] = {"status", "t", "t_hi", "kind", "feature_a", "feature_b", "rest"};
    const char *keys[16] = {"frame", "do", "state"};
    size_t count = 3;
    for (int i = 0; i < 4 && what[entry->op][i]; ++i)
        keys[count++] = what[entry->op][i];
    bool hasQuery = entry->op == STAGE_MOVE || entry->op == STAGE_PLACE;
    for (size_t i = 0; hasQuery && i < sizeof results / sizeof *results; ++i)
        keys[count++] = results[i];
    return CheckJsonKeys(reader, reader->root, "this line", keys);
}

// Checks that a line with a frame has the next frame's number.
static bool checkFrame(const JsonReader *reader, LineSource *source, Recording *recording) {
    if (!FindMember(reader->root, "frame")) {
        if (source->frames > 0) return FailJson(reader, reader->root, "\"frame\" is missing");
        recording->firstFrame = recording->entryCount + 1;
        return true;
    }
    int32_t frame = 0;
    if (!ReadWhole(reader, reader->root, "frame", 1, INT32_MAX, &frame)) return false;
    ++source->frames;
    return frame == source->frames ? true
                                   : FailJson(reader, reader->root, "found frame %d, expected frame %lld",
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

static bool readEntry(const JsonReader *reader, LineSource *source, Recording *recording) {
    StageEntry entry = {.count = 1};
    int32_t op = 0;
    if (!cJSON_IsObject(reader->root)) return FailJson(reader, reader->root, "a line must be an object");
    if (!ReadChosen(reader, reader->root, "do", GetStageOpNames(), &op)) return false;
    entry.op = (StageOp)op;
    bool good = checkEntryKeys(reader, &entry) && reserve(reader, recording) &&
                checkFrame(reader, source, recording) && readWhat(reader, source, recording, &entry) &&
                (source->frames == 0 || readOutcome(reader, &entry));
    if (good && source->frames > 0 && entry.count > 1)
        good = FailJson(reader, reader->root,
                        "a frame must be one step; use \"times\" only before the first frame");
    if (!good) {
        FreeStageEntry(&entry);
        return false;
    }
    recording->lines[recording->entryCount] = source->line;
    recording->entries[recording->entryCount++] = entry;
    return true;
}

static bool readEnd(const JsonReader *reader, LineSource *source) {
    static const char *const keys[] = {"end", NULL};
    int32_t frames = 0;
    if (!CheckJsonKeys(reader, reader->root, "the last line", keys) ||
        !ReadWhole(reader, reader->root, "end", 0, INT32_MAX, &frames)) {
        return false;
    }
    source->ended = true;
    if (frames == source->frames) return true;
    return FailJson(reader, reader->root, "\"end\" gives %d frames, but the recording has %lld", (int)frames,
                    (long long)source->frames);
}

static bool readLines(LineSource *source, Recording *recording) {
    while (TakeLine(source)) {
        if (source->ended) return FailLine(source, "the line with \"end\" must be the last");
        cJSON *root = ParseLine(source, LINE_LENGTH_MAX);
        if (!root && source->unended) break; // its writer was stopped in the middle of the line
        if (!root) return false;
        const JsonReader reader = MakeLineReader(source, root);
        bool good = cJSON_IsObject(root) && FindMember(root, "end") ? readEnd(&reader, source)
                                                                    : readEntry(&reader, source, recording);
        cJSON_Delete(root);
        if (!good) return false;
    }
    recording->cutLine = source->ended ? 0 : source->line;
    return true;
}

bool ReadRecordingText(char *text, size_t length, const char *path, Recording *recording, char *message,
                       size_t messageSize) {
    *recording = (Recording){.path = gxCopyText(path)};
    LineSource source = {.next = text, .path = path, .message = message, .messageSize = messageSize};
    bool whole = strlen(text) == length;
    bool good = whole && ReadRecordingHeader(&source, recording) && readLines(&source, recording);
    if (!whole) snprintf(message, messageSize, "%s: not a recording: it contains zero bytes", path);
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
    static const char begin[] = "{\"recording\":", mark[] = "\xEF\xBB\xBF"; // byte order mark of some editors
    char text[sizeof begin + 3] = "";
    FILE *file = fopen(path, "rb");
    if (!file) return false;
    size_t length = fread(text, 1, sizeof text - 1, file);
    fclose(file);
    const char *from = memcmp(text, mark, 3) == 0 ? text + 3 : text;
    return length > 0 && strncmp(from, begin, sizeof begin - 1) == 0;
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
