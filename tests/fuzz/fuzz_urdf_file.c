// Reads any bytes as a URDF file: must give a message with the line, or a scene with finite poses and limits,
// whose links have unique parents.
//
// Red: a read past the end of the text, a leak when a robot is rejected halfway, a pose with a NaN, a joint
// between links that do not exist, an error without a message.
#include "commands/urdf.h"
#include "fuzz/fuzz.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char path[] = "/tmp/robot.urdf";

static void require(bool holds) {
    if (!holds) abort();
}

static void checkPose(const cdPose *pose) {
    cdQuat q = pose->q;
    require(isfinite(pose->p.x) && isfinite(pose->p.y) && isfinite(pose->p.z));
    require(fabs(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z - 1.0) < 1e-9);
}

static void checkJoint(const SceneData *data, const SceneJoint *joint) {
    const cdJointDef *def = &joint->def;
    require(isfinite(cdLength(def->axis)) && cdLength(def->axis) > 0.0);
    require(!def->limited || def->lower < def->upper);
    for (int k = 0; k < 2; k++)
        require(joint->objects[k] >= 0 && joint->objects[k] < data->objectCount);
}

static void checkScene(const SceneData *data) {
    require(data->objectCount > 0 && data->jointCount < data->objectCount);
    for (int32_t i = 0; i < data->objectCount; i++) {
        const SceneObject *object = &data->objects[i];
        checkPose(&object->pose);
        require(object->shapeCount > 0);
        for (int32_t k = 0; k < object->shapeCount; k++)
            checkPose(&data->shapes[object->firstShape + k].pose);
    }
    for (int32_t i = 0; i < data->jointCount; i++)
        checkJoint(data, &data->joints[i]);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    char *text = malloc(size + 1); // at least one byte
    require(text != NULL);
    memcpy(text, bytes, size);
    SceneData data;
    bool *isEmpty = NULL;
    char message[512] = "";
    if (ReadUrdfText(text, size, path, &data, &isEmpty, message, sizeof message)) {
        checkScene(&data);
        DestroySceneData(&data);
    } else {
        require(isEmpty == NULL && strncmp(message, path, strlen(path)) == 0);
    }
    free(isEmpty);
    free(text);
    return 0;
}
