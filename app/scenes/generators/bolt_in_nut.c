// Generates a bolt in a nut. Input: number of segments, friction. Output: objects.
//
// Bolt and nut are the shapes of those names with their default sizes. They fit each other at the same pose,
// also with the bolt turned over, since a helix turned over is the same helix; and a whole number of pitches
// apart.
#include "scenes/generators/bolt_in_nut.h"
#include "scenes/scene_parts.h"
#include <stdio.h>

double GetBoltPitch(void) {
    return 0.25;
}

bool AddBoltInNut(SceneData *data, const BoltInNut *bolt) {
    static const char *const names[] = {"nut", "bolt"};
    for (int32_t i = 0; i < 2; i++) {
        char mesh[SCENE_TEXT_SIZE];
        snprintf(mesh, sizeof mesh, "builtin:%s:segments=%d", names[i], (int)bolt->segments);
        SceneObject *object = AddSceneObject(data, names[i], mesh, i == 0 ? SCENE_FIXED : SCENE_DYNAMIC);
        if (object == NULL) return false;
        object->pose.p.y = bolt->height;
        object->friction = bolt->friction;
        object->restitution = 0.0;
    }
    SceneObject *turned = &data->objects[data->objectCount - 1];
    turned->pose = (cdPose){{0.0, bolt->height + 2.0 * GetBoltPitch(), 0.0},
                            TurnAbout(1.0, 0.0, 0.0, 3.14159265358979323846)};
    return true;
}
