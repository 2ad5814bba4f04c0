// Implements parts of machines.
#include "scenes/machine_parts.h"
#include "scenes/scene_parts.h"
#include "shapes/elementary.h"
#include <stdarg.h>
#include <stdio.h>

static const double pi = 3.14159265358979323846;

SceneShape MakePartShape(cdPose pose, const char *mesh, ...) {
    SceneShape shape = {.pose = pose, .scale = 1.0, .density = 1.0};
    char format[SCENE_TEXT_SIZE];
    snprintf(format, sizeof format, "builtin:%s", mesh);
    va_list values;
    va_start(values, mesh);
    vsnprintf(shape.mesh, sizeof shape.mesh, format, values);
    va_end(values);
    return shape;
}

cdPose PutAt(double x, double y, double z) {
    return (cdPose){{x, y, z}, {1.0, 0.0, 0.0, 0.0}};
}

cdPose PutAlongZ(double x, double y, double z) {
    return (cdPose){{x, y, z}, TurnAbout(1.0, 0.0, 0.0, 0.5 * pi)};
}

SceneObject *AddMachinePart(SceneData *data, const char *name, SceneBody body, const SceneShape *shapes,
                            int32_t shapeCount, cdPose pose) {
    SceneObject *object = AddSceneObject(data, name, "", body);
    if (object == NULL || !SetSceneShapes(data, object, shapes, shapeCount)) return NULL;
    object->pose = pose;
    return object;
}

double GetTurnAboutZ(cdPose pose) {
    cdVec3 arm = cdRotate(pose.q, (cdVec3){1.0, 0.0, 0.0});
    return cdAtan2(arm.y, arm.x);
}

void AddTurnAboutZ(cdPose pose, double *turn) {
    *turn += remainder(GetTurnAboutZ(pose) - *turn, 2.0 * pi);
}
