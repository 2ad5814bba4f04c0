// Implements common parts of scenes.
#include "scenes/scene_parts.h"
#include <stdio.h>

cdVec3 GetSceneGravity(void) {
    return (cdVec3){0.0, -9.81, 0.0};
}

SceneObject *AddSceneFloor(SceneData *data, double half, double height) {
    char mesh[SCENE_TEXT_SIZE];
    snprintf(mesh, sizeof mesh, "builtin:box:x=%.9g,y=0.1,z=%.9g", half, half);
    SceneObject *floor = AddSceneObject(data, "floor", mesh, SCENE_FIXED);
    if (floor != NULL) floor->pose.p.y = height - 0.1;
    return floor;
}

SceneObject *AddNumberedObject(SceneData *data, const char *name, int32_t number, const char *mesh,
                               cdPose pose) {
    char numbered[SCENE_NAME_SIZE];
    snprintf(numbered, sizeof numbered, "%s %d", name, (int)number);
    SceneObject *object = AddSceneObject(data, numbered, mesh, SCENE_DYNAMIC);
    if (object != NULL) object->pose = pose;
    return object;
}

cdQuat TurnAbout(double x, double y, double z, double angle) {
    return cdMakeQuat(cdNormalize((cdVec3){x, y, z}), angle);
}

// Each series is a low-discrepancy sequence: steps of irrational length around a circle.
double GetScatter(int32_t index, int32_t which) {
    static const double steps[4] = {0.6180339887, 0.7548776662, 0.5698402910, 0.8191725134};
    double value = (index + 1) * steps[which & 3];
    return value - floor(value);
}
