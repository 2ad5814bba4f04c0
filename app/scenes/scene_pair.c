// Reads and writes pairs of objects; see scene_pair.h.
#include "scenes/scene_pair.h"
#include "scenes/json_write.h"

#include <cjson/cJSON.h>
#include <stdlib.h>

ScenePair *FindScenePair(SceneData *data, int32_t a, int32_t b) {
    for (int32_t i = 0; i < data->pairCount; i++) {
        const int32_t *objects = data->pairs[i].objects;
        if ((objects[0] == a && objects[1] == b) || (objects[0] == b && objects[1] == a))
            return &data->pairs[i];
    }
    ScenePair *pairs = realloc(data->pairs, ((size_t)data->pairCount + 1) * sizeof *pairs);
    if (pairs == NULL) return NULL;
    data->pairs = pairs;
    pairs[data->pairCount] = (ScenePair){{a, b}, -1.0, -1.0};
    return &pairs[data->pairCount++];
}

static bool readObject(const JsonReader *reader, const cJSON *item, const char *key, const SceneData *data,
                       int32_t *object) {
    char name[SCENE_NAME_SIZE] = "";
    const cJSON *member = cJSON_GetObjectItemCaseSensitive(item, key);
    if (member == NULL) return FailJson(reader, item, "a pair needs the names of two objects, a and b");
    if (!ReadJsonText(reader, item, key, name, sizeof name)) return false;
    *object = FindSceneObject(data, name);
    return *object >= 0 || FailJson(reader, member, "%s of a pair: no object has the name \"%s\"", key, name);
}

bool ReadScenePair(const JsonReader *reader, const cJSON *item, SceneData *data) {
    static const char *const keys[] = {"a", "b", "safetyDistance", "allowance", NULL};
    int32_t a, b, count = data->pairCount;
    if (!cJSON_IsObject(item)) return FailJson(reader, item, "a pair must be an object");
    if (!CheckJsonKeys(reader, item, "a pair", keys) || !readObject(reader, item, "a", data, &a) ||
        !readObject(reader, item, "b", data, &b))
        return false;
    if (a == b) return FailJson(reader, item, "a pair must have two objects");
    ScenePair *pair = FindScenePair(data, a, b);
    if (pair == NULL) return FailJson(reader, item, "out of memory");
    if (data->pairCount == count)
        return FailJson(reader, item, "the pair \"%s\", \"%s\" is named twice", data->objects[a].name,
                        data->objects[b].name);
    if (!ReadJsonNumber(reader, item, "safetyDistance", 0.0, &pair->safetyDistance) ||
        !ReadJsonNumber(reader, item, "allowance", 0.0, &pair->allowance))
        return false;
    bool isEmpty = pair->safetyDistance < 0.0 && pair->allowance < 0.0;
    return !isEmpty || FailJson(reader, item, "a pair needs a safetyDistance or an allowance");
}

void WriteScenePair(FILE *out, const SceneData *data, const ScenePair *pair) {
    fputs("  {\"a\":", out);
    WriteJsonString(out, data->objects[pair->objects[0]].name);
    WriteJsonStringField(out, "b", data->objects[pair->objects[1]].name, true);
    if (pair->safetyDistance >= 0.0) WriteJsonNumberField(out, "safetyDistance", pair->safetyDistance, true);
    if (pair->allowance >= 0.0) WriteJsonNumberField(out, "allowance", pair->allowance, true);
    fputc('}', out);
}
