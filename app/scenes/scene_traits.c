// Traits of bodies in scene files. Each key has the name of its member in cdBodyDef; locks are three values,
// true or false, for x, y and z, and their frame is "world" or "body".
#include "scenes/scene_traits.h"
#include "scenes/json_write.h"

#include <math.h>

SceneTraits MakeSceneTraits(void) {
    cdBodyDef def = cdDefaultBodyDef();
    return (SceneTraits){.force = def.force,
                         .torque = def.torque,
                         .lockTranslation = def.lockTranslation,
                         .lockRotation = def.lockRotation,
                         .lockFrame = def.lockFrame,
                         .linearDamping = def.linearDamping,
                         .angularDamping = def.angularDamping,
                         .maxSpeed = def.maxSpeed,
                         .maxSpin = def.maxSpin,
                         .gravityScale = def.gravityScale,
                         .category = def.category,
                         .mask = def.mask,
                         .group = def.group,
                         .sensor = def.sensor};
}

void SetBodyTraits(const SceneTraits *traits, cdBodyDef *def) {
    def->force = traits->force;
    def->torque = traits->torque;
    def->lockTranslation = traits->lockTranslation;
    def->lockRotation = traits->lockRotation;
    def->lockFrame = traits->lockFrame;
    def->linearDamping = traits->linearDamping;
    def->angularDamping = traits->angularDamping;
    def->maxSpeed = traits->maxSpeed;
    def->maxSpin = traits->maxSpin;
    def->gravityScale = traits->gravityScale;
    def->category = traits->category;
    def->mask = traits->mask;
    def->group = traits->group;
    def->sensor = traits->sensor;
}

static const char *const frames[] = {[CD_LOCK_WORLD] = "world", [CD_LOCK_BODY] = "body", NULL};

// --- Reading

static bool readAxes(const JsonReader *reader, const cJSON *item, const char *key, uint32_t *axes) {
    const cJSON *array = cJSON_GetObjectItemCaseSensitive(item, key);
    if (array == NULL) return true;
    bool good = cJSON_IsArray(array) && cJSON_GetArraySize(array) == 3;
    uint32_t bit = CD_AXIS_X, read = 0;
    for (const cJSON *axis = array->child; good && axis != NULL; axis = axis->next, bit <<= 1) {
        good = cJSON_IsBool(axis);
        if (cJSON_IsTrue(axis)) read |= bit;
    }
    if (!good)
        return FailJson(reader, array, "%s must be an array of 3 values, true or false, for x, y, z", key);
    *axes = read;
    return true;
}

// A whole number; exact, as its range is less than 2^53.
static bool readWhole(const JsonReader *reader, const cJSON *item, const char *key, double lower,
                      double upper, double *value) {
    if (!ReadJsonRange(reader, item, key, lower, upper, value)) return false;
    if (*value == floor(*value)) return true;
    return FailJson(reader, cJSON_GetObjectItemCaseSensitive(item, key), "%s must be a whole number", key);
}

static bool readFilter(const JsonReader *reader, const cJSON *item, SceneTraits *traits) {
    double category = traits->category, mask = traits->mask, group = traits->group;
    if (!readWhole(reader, item, "category", 0.0, UINT32_MAX, &category) ||
        !readWhole(reader, item, "mask", 0.0, UINT32_MAX, &mask) ||
        !readWhole(reader, item, "group", INT32_MIN, INT32_MAX, &group) ||
        !ReadJsonBool(reader, item, "sensor", &traits->sensor))
        return false;
    traits->category = (uint32_t)category;
    traits->mask = (uint32_t)mask;
    traits->group = (int32_t)group;
    return true;
}

static bool readLocks(const JsonReader *reader, const cJSON *item, SceneTraits *traits) {
    int frame = (int)traits->lockFrame;
    if (!readAxes(reader, item, "lockTranslation", &traits->lockTranslation) ||
        !readAxes(reader, item, "lockRotation", &traits->lockRotation) ||
        !ReadJsonChoice(reader, item, "lockFrame", frames, &frame))
        return false;
    traits->lockFrame = (cdLockFrame)frame;
    return true;
}

bool ReadSceneTraits(const JsonReader *reader, const cJSON *item, SceneTraits *traits) {
    return ReadJsonVector(reader, item, "force", &traits->force) &&
           ReadJsonVector(reader, item, "torque", &traits->torque) && readLocks(reader, item, traits) &&
           ReadJsonNumber(reader, item, "linearDamping", 0.0, &traits->linearDamping) &&
           ReadJsonNumber(reader, item, "angularDamping", 0.0, &traits->angularDamping) &&
           ReadJsonNumber(reader, item, "maxSpeed", 0.0, &traits->maxSpeed) &&
           ReadJsonNumber(reader, item, "maxSpin", 0.0, &traits->maxSpin) &&
           ReadJsonNumber(reader, item, "gravityScale", -INFINITY, &traits->gravityScale) &&
           readFilter(reader, item, traits);
}

// --- Writing

static void writeVector(FILE *out, const char *key, cdVec3 v) {
    if (v.x == 0.0 && v.y == 0.0 && v.z == 0.0) return;
    fprintf(out, ",\"%s\":", key);
    WriteJsonVector(out, v);
}

static void writeAxes(FILE *out, const char *key, uint32_t axes) {
    if (axes == 0) return;
    fprintf(out, ",\"%s\":[%s,%s,%s]", key, axes & CD_AXIS_X ? "true" : "false",
            axes & CD_AXIS_Y ? "true" : "false", axes & CD_AXIS_Z ? "true" : "false");
}

static void writeNumber(FILE *out, const char *key, double value, double assumed) {
    if (value == assumed) return;
    fprintf(out, ",\"%s\":", key);
    WriteJsonNumber(out, value);
}

void WriteSceneTraits(FILE *out, const SceneTraits *traits) {
    SceneTraits assumed = MakeSceneTraits();
    writeVector(out, "force", traits->force);
    writeVector(out, "torque", traits->torque);
    writeAxes(out, "lockTranslation", traits->lockTranslation);
    writeAxes(out, "lockRotation", traits->lockRotation);
    if (traits->lockFrame != assumed.lockFrame)
        fprintf(out, ",\"lockFrame\":\"%s\"", frames[traits->lockFrame]);
    writeNumber(out, "linearDamping", traits->linearDamping, assumed.linearDamping);
    writeNumber(out, "angularDamping", traits->angularDamping, assumed.angularDamping);
    writeNumber(out, "maxSpeed", traits->maxSpeed, assumed.maxSpeed);
    writeNumber(out, "maxSpin", traits->maxSpin, assumed.maxSpin);
    writeNumber(out, "gravityScale", traits->gravityScale, assumed.gravityScale);
    writeNumber(out, "category", traits->category, assumed.category);
    writeNumber(out, "mask", traits->mask, assumed.mask);
    writeNumber(out, "group", traits->group, assumed.group);
    if (traits->sensor) fputs(",\"sensor\":true", out);
}
