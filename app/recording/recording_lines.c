// Reads lines of a recording, and values in them.
//
// Input: the text of the file. Output: a line, its JSON, checked values; errors have file and line.
#include "recording/recording_lines.h"

#include "engine/platform/plain_text.h"
#include "scenes/scene_file.h"
#include "stage/objects/joint_values.h"
#include "stage/objects/option_values.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool FailLine(const LineSource *source, const char *what) {
    snprintf(source->message, source->messageSize, "%s:%d: %s", source->path, source->line, what);
    return false;
}

bool TakeLine(LineSource *source) {
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

cJSON *ParseLine(const LineSource *source, size_t lengthMax) {
    if (source->length > lengthMax) {
        FailLine(source, "the line is too long for a recording");
        return NULL;
    }
    const char *end = source->text;
    char flaw[JSON_FLAW_SIZE];
    cJSON *root = cJSON_ParseWithLengthOpts(source->text, source->length + 1, &end, true);
    if (!root) FailLine(source, DescribeJsonFlaw(source->text, end, flaw));
    return root;
}

JsonReader MakeLineReader(const LineSource *source, const cJSON *root) {
    return (JsonReader){source->text, source->path, root, source->line, source->message, source->messageSize};
}

const cJSON *FindMember(const cJSON *object, const char *key) {
    return cJSON_GetObjectItemCaseSensitive(object, key);
}

bool ReadWhole(const JsonReader *reader, const cJSON *object, const char *key, double lower, double upper,
               int32_t *value) {
    const cJSON *item = FindMember(object, key);
    bool good = cJSON_IsNumber(item) && item->valuedouble >= lower && item->valuedouble <= upper &&
                item->valuedouble == floor(item->valuedouble);
    if (!good)
        return FailJson(reader, item ? item : object, "%s must be a whole number from %.0f to %.0f", key,
                        lower, upper);
    *value = (int32_t)item->valuedouble;
    return true;
}

bool RequireMember(const JsonReader *reader, const cJSON *object, const char *key) {
    return FindMember(object, key) ? true : FailJson(reader, object, "\"%s\" is missing", key);
}

bool ReadExactPose(const JsonReader *reader, const cJSON *object, const char *key, cdPose *pose) {
    double v[7];
    if (!RequireMember(reader, object, key) || !ReadJsonNumbers(reader, object, key, 7, v) ||
        !ReadJsonPose(reader, object, key, pose)) {
        return false;
    }
    double lengthSq = v[3] * v[3] + v[4] * v[4] + v[5] * v[5] + v[6] * v[6];
    if (fabs(lengthSq - 1.0) < 1e-9) pose->q = (cdQuat){v[3], v[4], v[5], v[6]};
    return true;
}

bool ReadExactItem(const JsonReader *reader, const cJSON *item, cdPose *pose) {
    char key[] = "pose"; // the readers need a member of an object
    cJSON member = *item;
    member.string = key;
    member.next = member.prev = NULL;
    const cJSON holder = {.type = cJSON_Object, .child = &member};
    return ReadExactPose(reader, &holder, key, pose);
}

bool IsRecordable(cdVec3 p) {
    const double limit = RECORDING_COORDINATE_MAX;
    return fabs(p.x) <= limit && fabs(p.y) <= limit && fabs(p.z) <= limit;
}

bool ReadFiniteVector(const JsonReader *reader, const cJSON *object, const char *key, cdVec3 *v) {
    if (!RequireMember(reader, object, key) || !ReadJsonVector(reader, object, key, v)) return false;
    if (IsRecordable(*v)) return true;
    return FailJson(reader, FindMember(object, key), "%s must have coordinates of at most %g", key,
                    RECORDING_COORDINATE_MAX);
}

bool ReadHash(const JsonReader *reader, const cJSON *object, const char *key, uint64_t *hash) {
    const cJSON *item = FindMember(object, key);
    char *end = NULL;
    bool good = cJSON_IsString(item) && strlen(item->valuestring) == 16 &&
                strspn(item->valuestring, "0123456789abcdef") == 16;
    if (!good)
        return FailJson(reader, item ? item : object, "%s must be a string of 16 hexadecimal digits", key);
    *hash = strtoull(item->valuestring, &end, 16);
    return true;
}

bool ReadChosen(const JsonReader *reader, const cJSON *object, const char *key, const char *const *names,
                int32_t *index) {
    int choice = 0;
    if (!RequireMember(reader, object, key) || !ReadJsonChoice(reader, object, key, names, &choice))
        return false;
    *index = choice;
    return true;
}

bool ReadParamValue(const JsonReader *reader, const cJSON *item, const SceneParam *param, double *value) {
    bool good =
        cJSON_IsNumber(item) && item->valuedouble >= param->lower && item->valuedouble <= param->upper;
    if (good && param->kind != SCENE_NUMBER) good = item->valuedouble == floor(item->valuedouble);
    if (!good)
        return FailJson(reader, item, "the parameter \"%s\" must be from %g to %g", param->label,
                        param->lower, param->upper);
    *value = item->valuedouble;
    return true;
}

bool ReadMeshOf(const JsonReader *reader, const cJSON *item, char **mesh) {
    char name[SCENE_TEXT_SIZE] = "";
    if (!RequireMember(reader, item, "mesh") || !ReadSceneMesh(reader, item, name)) return false;
    if (name[0] == '\0') return FailJson(reader, item, "an object needs a mesh");
    *mesh = gxCopyText(name);
    return *mesh ? true : FailJson(reader, item, "out of memory");
}

bool ReadRecordedOption(const JsonReader *reader, const cJSON *object, int32_t objectCount,
                        StageEntry *entry) {
    char range[128];
    if (!ReadWhole(reader, object, "object", 0, objectCount - 1, &entry->index) ||
        !ReadChosen(reader, object, "option", GetStageOptionNames(), &entry->option))
        return false;
    const cJSON *item = FindMember(object, "value");
    entry->value = cJSON_IsNumber(item) ? item->valuedouble : NAN;
    if (IsStageOptionValue((StageOption)entry->option, entry->value)) return true;
    DescribeStageOptionRange((StageOption)entry->option, range, sizeof range);
    return FailJson(reader, item ? item : object, "value of %s must be %s",
                    GetStageOptionNames()[entry->option], range);
}

bool ReadRecordedJoint(const JsonReader *reader, const cJSON *object, StageEntry *entry) {
    if (!ReadWhole(reader, object, "joint", 0, 1 << 20, &entry->index) ||
        !ReadChosen(reader, object, "option", GetJointOptionNames(), &entry->option))
        return false;
    const cJSON *item = FindMember(object, "value");
    entry->value = cJSON_IsNumber(item) ? item->valuedouble : NAN;
    if (IsJointOptionValue((StageJointOption)entry->option, entry->value)) return true;
    return FailJson(reader, item ? item : object, "value of %s must be %s",
                    GetJointOptionNames()[entry->option],
                    entry->option == STAGE_MOTOR_KIND ? "0 or 1" : "a number from -1e+100 to 1e+100");
}
