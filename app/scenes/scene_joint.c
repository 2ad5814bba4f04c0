// Joints of scene files: each kind has its keys, which are tested and read into a cdJointDef; and back.
#include "scenes/scene_joint.h"
#include "scenes/json_write.h"

#include <cjson/cJSON.h>
#include <math.h>

#define COMMON_KEYS "name", "kind", "a", "b", "point", "collides", "breakingForce", "breakingTorque"

static const double HALF_TURN = 3.14159265358979323846;

typedef struct JointKeys {
    const char *what; // name in messages
    const char *const *keys;
} JointKeys;

static const char *const ballKeys[] = {COMMON_KEYS, NULL};
static const char *const coneKeys[] = {COMMON_KEYS, "axis", "axisB", "limits", NULL};
static const char *const hingeKeys[] = {COMMON_KEYS, "axis", "limits", "motor", "speed", "torque", NULL};
static const char *const sliderKeys[] = {COMMON_KEYS, "axis", "limits", "motor", "turns", NULL};
static const char *const distanceKeys[] = {COMMON_KEYS, "pointB", "limits", NULL};

static const char *const kindNames[] = {"ball", "hinge", "slider", "fixed", "distance", NULL};

static const JointKeys jointKeys[] = {
    [CD_JOINT_BALL] = {"a ball joint", ballKeys},
    [CD_JOINT_HINGE] = {"a hinge", hingeKeys},
    [CD_JOINT_SLIDER] = {"a slider", sliderKeys},
    [CD_JOINT_FIXED] = {"a fixed joint", ballKeys},
    [CD_JOINT_DISTANCE] = {"a distance joint", distanceKeys},
};

static bool hasKey(const cJSON *item, const char *key) {
    return cJSON_GetObjectItemCaseSensitive(item, key) != NULL;
}

// --- Objects

// Reads the object that a joint names under `key`, -1 if absent. @errors false: no object has that name
static bool readJointObject(const JsonReader *reader, const cJSON *item, const char *key,
                            const SceneData *data, int32_t *object) {
    char name[SCENE_NAME_SIZE] = "";
    *object = -1;
    if (!hasKey(item, key)) return true;
    if (!ReadJsonText(reader, item, key, name, sizeof name)) return false;
    *object = FindSceneObject(data, name);
    return *object >= 0 ? true
                        : FailJson(reader, cJSON_GetObjectItemCaseSensitive(item, key),
                                   "%s of a joint: no object has the name \"%s\"", key, name);
}

static bool checkJointObjects(const JsonReader *reader, const cJSON *item, const SceneData *data,
                              const int32_t objects[2]) {
    if (objects[0] < 0) return FailJson(reader, item, "a joint needs the name of a dynamic object as a");
    const SceneObject *first = &data->objects[objects[0]];
    if (first->body != SCENE_DYNAMIC) {
        return FailJson(reader, item, "a of a joint: \"%s\" must be dynamic (a fixed one can be b)",
                        first->name);
    }
    if (objects[1] == objects[0])
        return FailJson(reader, item, "a joint must join two objects, not \"%s\" to itself", first->name);
    if (objects[1] >= 0 && data->objects[objects[1]].body == SCENE_MOVED) {
        return FailJson(reader, item, "b of a joint: \"%s\" is moved by its scene and cannot have a joint",
                        data->objects[objects[1]].name);
    }
    return true;
}

// --- Limits

// Reads a number, or null as `open`.
static bool readLimit(const cJSON *number, double open, double *limit) {
    bool known = cJSON_IsNumber(number) && fabs(number->valuedouble) <= JSON_NUMBER_MAX;
    *limit = known ? number->valuedouble : open;
    return known || cJSON_IsNull(number);
}

static bool readLimits(const JsonReader *reader, const cJSON *item, cdJointDef *def) {
    const cJSON *limits = cJSON_GetObjectItemCaseSensitive(item, "limits");
    if (limits == NULL) return true;
    if (!cJSON_IsArray(limits) || cJSON_GetArraySize(limits) != 2 ||
        !readLimit(limits->child, -INFINITY, &def->lower) ||
        !readLimit(limits->child->next, INFINITY, &def->upper))
        return FailJson(reader, limits, "limits must be an array of 2 numbers, or null for no limit");
    def->limited = true;
    if (!(def->lower < def->upper))
        return FailJson(reader, limits, "the first of the limits must be less than the second");
    if (def->kind == CD_JOINT_BALL && !(def->lower == 0.0 && def->upper <= HALF_TURN))
        return FailJson(reader, limits, "limits of a ball joint must be 0 and an angle of at most pi");
    if (def->kind == CD_JOINT_DISTANCE && !(def->lower >= 0.0))
        return FailJson(reader, limits, "limits of a distance joint must be at least 0");
    return true;
}

// --- Motors

static bool readMotor(const JsonReader *reader, const cJSON *item, cdJointMotor *motor) {
    static const char *const keys[] = {"speed", "position", "maxForce", NULL};
    const cJSON *own = cJSON_GetObjectItemCaseSensitive(item, "motor");
    if (own == NULL) return true;
    if (!CheckJsonKeys(reader, own, "a motor", keys)) return false;
    if (hasKey(own, "position")) *motor = (cdJointMotor){.kind = CD_MOTOR_POSITION, .speed = INFINITY};
    if (!ReadJsonNumber(reader, own, "speed", -INFINITY, &motor->speed) ||
        !ReadJsonNumber(reader, own, "position", -INFINITY, &motor->position) ||
        !ReadJsonNumber(reader, own, "maxForce", 0.0, &motor->maxForce))
        return false;
    if (!hasKey(own, "maxForce")) return FailJson(reader, own, "a motor needs a maxForce");
    if (motor->kind == CD_MOTOR_POSITION && !(motor->speed > 0.0))
        return FailJson(reader, own, "speed of a motor with a position must be above 0");
    return true;
}

// Reads `speed` and `torque` of a hinge, an earlier form of `motor`.
static bool readTorque(const JsonReader *reader, const cJSON *item, cdJointMotor *motor) {
    if (hasKey(item, "motor") && (hasKey(item, "speed") || hasKey(item, "torque")))
        return FailJson(reader, item, "a hinge must have a motor, or speed and torque, not both");
    return ReadJsonNumber(reader, item, "speed", -INFINITY, &motor->speed) &&
           ReadJsonNumber(reader, item, "torque", 0.0, &motor->maxForce);
}

// --- A joint

// Only the cone of a ball joint's limits has axes.
static bool checkCone(const JsonReader *reader, const cJSON *item) {
    static const char *const keys[] = {"axis", "axisB"};
    for (int i = 0; i < 2; i++) {
        const cJSON *axis = cJSON_GetObjectItemCaseSensitive(item, keys[i]);
        if (axis != NULL && !hasKey(item, "limits"))
            return FailJson(reader, axis,
                            "%s of a ball joint needs limits, [0, angle of a cone]; without them the joint "
                            "turns freely in all directions",
                            keys[i]);
    }
    return true;
}

static bool checkKeys(const JsonReader *reader, const cJSON *item, int kind) {
    bool isBall = kind == CD_JOINT_BALL;
    const char *const *keys = isBall && hasKey(item, "limits") ? coneKeys : jointKeys[kind].keys;
    return (!isBall || checkCone(reader, item)) && CheckJsonKeys(reader, item, jointKeys[kind].what, keys);
}

static bool readPoints(const JsonReader *reader, const cJSON *item, cdJointDef *def) {
    if (!ReadJsonVector(reader, item, "point", &def->point)) return false;
    def->pointB = def->point;
    if (def->kind != CD_JOINT_DISTANCE) return true;
    if (!hasKey(item, "pointB")) return FailJson(reader, item, "a distance joint needs a pointB");
    if (!ReadJsonVector(reader, item, "pointB", &def->pointB)) return false;
    if (!def->limited && cdLength(cdSub(def->point, def->pointB)) == 0.0)
        return FailJson(reader, item, "a distance joint without limits needs two points that differ");
    return true;
}

static bool readAxis(const JsonReader *reader, const cJSON *item, cdJointDef *def) {
    bool needs = def->kind == CD_JOINT_HINGE || def->kind == CD_JOINT_SLIDER || def->limited;
    if (!needs || def->kind == CD_JOINT_DISTANCE) return true;
    if (!ReadJsonVector(reader, item, "axis", &def->axis) ||
        !ReadJsonVector(reader, item, "axisB", &def->axisB))
        return false;
    if (cdLength(def->axis) > 0.0) return true;
    const char *what = def->kind == CD_JOINT_BALL ? "a ball joint with limits" : jointKeys[def->kind].what;
    return FailJson(reader, item, "%s needs an axis that is not zero", what);
}

static bool readDef(const JsonReader *reader, const cJSON *item, cdJointDef *def) {
    bool collides = true;
    bool good = readLimits(reader, item, def) && readPoints(reader, item, def) &&
                readAxis(reader, item, def) && readMotor(reader, item, &def->motor) &&
                ReadJsonBool(reader, item, "turns", &def->turns) &&
                ReadJsonBool(reader, item, "collides", &collides) &&
                ReadJsonNumber(reader, item, "breakingForce", 0.0, &def->breakingForce) &&
                ReadJsonNumber(reader, item, "breakingTorque", 0.0, &def->breakingTorque);
    def->passes = !collides;
    return good && (def->kind != CD_JOINT_HINGE || readTorque(reader, item, &def->motor));
}

bool ReadSceneJoint(const JsonReader *reader, const cJSON *item, SceneData *data) {
    int kind = -1;
    int32_t objects[2];
    if (!cJSON_IsObject(item)) return FailJson(reader, item, "a joint must be an object");
    if (!ReadJsonChoice(reader, item, "kind", kindNames, &kind)) return false;
    if (kind < 0)
        return FailJson(reader, item,
                        "a joint needs a kind: \"ball\", \"hinge\", \"slider\", \"fixed\" or \"distance\"");
    if (!checkKeys(reader, item, kind) || !readJointObject(reader, item, "a", data, &objects[0]) ||
        !readJointObject(reader, item, "b", data, &objects[1]) ||
        !checkJointObjects(reader, item, data, objects)) {
        return false;
    }
    if (!hasKey(item, "point")) return FailJson(reader, item, "a joint needs a point");
    SceneJoint *joint =
        AddSceneJoint(data, (cdJointKind)kind, objects[0], objects[1], (cdVec3){0}, (cdVec3){0});
    if (joint == NULL) return FailJson(reader, item, "out of memory");
    return ReadJsonText(reader, item, "name", joint->name, sizeof joint->name) &&
           readDef(reader, item, &joint->def);
}

// --- Writing

static void writeLimit(FILE *out, double limit) {
    if (isfinite(limit))
        WriteJsonNumber(out, limit);
    else
        fputs("null", out);
}

static void writeMotor(FILE *out, const cdJointMotor *motor) {
    if (motor->maxForce == 0.0 && motor->speed == 0.0) return;
    fputs(",\"motor\":{\"maxForce\":", out);
    WriteJsonNumber(out, motor->maxForce);
    if (isfinite(motor->speed)) WriteJsonNumberField(out, "speed", motor->speed, true);
    if (motor->kind == CD_MOTOR_POSITION) WriteJsonNumberField(out, "position", motor->position, true);
    fputc('}', out);
}

void WriteSceneJoint(FILE *out, const SceneData *data, const SceneJoint *joint) {
    const cdJointDef *def = &joint->def;
    bool axis = def->kind == CD_JOINT_HINGE || def->kind == CD_JOINT_SLIDER ||
                (def->kind == CD_JOINT_BALL && def->limited);
    fprintf(out, "  {\"kind\":\"%s\"", kindNames[def->kind]);
    if (joint->name[0] != '\0') WriteJsonStringField(out, "name", joint->name, true);
    WriteJsonStringField(out, "a", data->objects[joint->objects[0]].name, true);
    if (joint->objects[1] >= 0) WriteJsonStringField(out, "b", data->objects[joint->objects[1]].name, true);
    WriteJsonVectorField(out, "point", def->point, true);
    if (def->kind == CD_JOINT_DISTANCE) WriteJsonVectorField(out, "pointB", def->pointB, true);
    if (axis) WriteJsonVectorField(out, "axis", def->axis, true);
    if (axis && cdLength(def->axisB) > 0.0) WriteJsonVectorField(out, "axisB", def->axisB, true);
    if (def->limited) {
        fputs(",\"limits\":[", out);
        writeLimit(out, def->lower);
        fputc(',', out);
        writeLimit(out, def->upper);
        fputc(']', out);
    }
    writeMotor(out, &def->motor);
    if (def->turns) fputs(",\"turns\":true", out);
    if (def->passes) fputs(",\"collides\":false", out);
    if (def->breakingForce > 0.0) WriteJsonNumberField(out, "breakingForce", def->breakingForce, true);
    if (def->breakingTorque > 0.0) WriteJsonNumberField(out, "breakingTorque", def->breakingTorque, true);
    fputc('}', out);
}
