// Opens meshes as a scene of their own.
//
// Input: their names. Output: a stage; each mesh keeps the axes of its file. Files keep their positions, so
// that an assembly opens as it was modelled. Meshes without a position of their own (built-in shapes,
// normalized meshes, or all of them on request) are put in a row along x, to the left of those that have one:
// with their bounding boxes on one floor, and gaps of a third of the largest radius. A single mesh is not
// moved.
#include "stage/objects/stage_life.h"

#include "stage/apply.h"
#include "stage/entries.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static bool hasPosition(const StageObject *object, MeshLayout layout) {
    return !layout.sideBySide && !layout.normalize && strncmp(object->source, "builtin:", 8) != 0;
}

// The next free position of the row.
typedef struct Row {
    double right, floor, middle, gap;
} Row;

// Beside the meshes that keep their position; at the origin if there are no such meshes.
static Row beginRow(const Stage *stage, MeshLayout layout) {
    Row row = {0};
    cdVec3 lower = {INFINITY, INFINITY, INFINITY}, upper = {-INFINITY, -INFINITY, -INFINITY};
    for (int32_t i = 0; i < stage->objectCount; ++i) {
        const StageObject *object = &stage->objects[i];
        row.gap = fmax(row.gap, object->info.radius / 3.0);
        if (!hasPosition(object, layout)) continue;
        const cdBox3 *box = &object->info.bounds;
        lower =
            (cdVec3){fmin(lower.x, box->lower.x), fmin(lower.y, box->lower.y), fmin(lower.z, box->lower.z)};
        upper =
            (cdVec3){fmax(upper.x, box->upper.x), fmax(upper.y, box->upper.y), fmax(upper.z, box->upper.z)};
    }
    if (!(lower.x <= upper.x)) return row;
    row.right = lower.x - row.gap;
    row.floor = lower.y;
    row.middle = 0.5 * (lower.z + upper.z);
    return row;
}

static void layOut(Stage *stage, MeshLayout layout) {
    Row row = beginRow(stage, layout);
    for (int32_t i = 0; i < stage->objectCount; ++i) {
        const cdBox3 *box = &stage->objects[i].info.bounds;
        if (hasPosition(&stage->objects[i], layout)) continue;
        double width = box->upper.x - box->lower.x;
        cdVec3 position = {row.right - box->upper.x, row.floor - box->lower.y,
                           row.middle - 0.5 * (box->lower.z + box->upper.z)};
        stage->data.objects[i].pose.p = stage->objects[i].home.p = position;
        row.right -= width + row.gap;
    }
}

bool LoadWatchedStageMeshes(Stage *stage, const char *const *meshes, int32_t meshCount, MeshLayout layout,
                            const MeshWatch *watch, char *message, size_t messageSize) {
    SceneData data;
    if (!MakeSceneOfMeshes(meshes, meshCount, layout.normalize, &data)) {
        snprintf(message, messageSize, "%s: out of memory", meshes[0]);
        return false;
    }
    if (!LoadWatchedStage(stage, NULL, &data, watch, message, messageSize)) return false;
    if (meshCount > 1) {
        layOut(stage, layout);
        ApplyStageEntry(stage, MakeRestart());
    }
    return true;
}

bool LoadStageMeshes(Stage *stage, const char *const *meshes, int32_t meshCount, MeshLayout layout,
                     char *message, size_t messageSize) {
    return LoadWatchedStageMeshes(stage, meshes, meshCount, layout, NULL, message, messageSize);
}
