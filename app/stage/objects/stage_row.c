// Meshes as a scene of their own, side by side along x.
//
// In: their names. Out: a stage; each mesh keeps the axes of its file. One alone stays where its file has it;
// others are put with their bounding boxes on one floor, a third of the largest radius apart.
#include "stage/objects/stage_life.h"

#include "stage/apply.h"
#include "stage/entries.h"

#include <math.h>
#include <stdio.h>

static void putInRow(Stage *stage) {
    double gap = 0.0, right = 0.0;
    for (int32_t i = 0; i < stage->objectCount; ++i)
        gap = fmax(gap, stage->objects[i].info.radius / 3.0);
    for (int32_t i = 0; i < stage->objectCount; ++i) {
        const cdBox3 *box = &stage->objects[i].info.bounds;
        double width = box->upper.x - box->lower.x;
        cdVec3 place = {right - box->upper.x, -box->lower.y, -0.5 * (box->lower.z + box->upper.z)};
        stage->data.objects[i].pose.p = stage->objects[i].home.p = place;
        right -= width + gap;
    }
}

bool LoadStageMeshes(Stage *stage, const char *const *meshes, int32_t meshCount, bool normalize,
                     char *message, size_t messageSize) {
    SceneData data;
    if (!MakeSceneOfMeshes(meshes, meshCount, normalize, &data)) {
        snprintf(message, messageSize, "%s: out of memory", meshes[0]);
        return false;
    }
    if (!LoadStage(stage, NULL, &data, message, messageSize)) return false;
    if (meshCount > 1) {
        putInRow(stage);
        ApplyStageEntry(stage, MakeRestart());
    }
    return true;
}
