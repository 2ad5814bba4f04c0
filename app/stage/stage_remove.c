// An object that was added goes again.
//
// The objects after it move up, so all that is kept by an object's place in the list is forgotten: pair
// caches, undo, what the last query said. The journal begins anew at the poses as they are, which is why
// nothing may move by itself meanwhile.
#include "stage/journal.h"
#include "stage/stage.h"

#include <stdio.h>
#include <string.h>

static bool canRemove(const Stage *stage, int32_t object, char *message, size_t messageSize) {
    const char *name = stage->objects[object].name;
    if (object < stage->data.objectCount)
        snprintf(message, messageSize, "%s is the scene's own: only what was added can be removed", name);
    else if (!CanBeginAnywhere(stage))
        snprintf(message, messageSize, "%s cannot be removed while things move by themselves", name);
    else
        return true;
    return false;
}

static void forgetQuery(Stage *stage) {
    memset(&stage->query, 0, sizeof stage->query);
    stage->query.obstacle = stage->query.proxyObstacle = -1;
    stage->regions.interrupted = true;
    stage->regions.choice = (StageChoice){0};
    stage->trace.eventCount = 0;
    CloseStageSteps(stage);
}

bool RemoveStageObject(Stage *stage, int32_t object, char *message, size_t messageSize) {
    if (!canRemove(stage, object, message, messageSize)) return false;
    ++stage->journal.depth;
    StageObject removed = stage->objects[object];
    int32_t last = stage->objectCount - 1;
    memmove(&stage->objects[object], &stage->objects[object + 1],
            (size_t)(last - object) * sizeof *stage->objects);
    stage->objects[last] = removed;
    RemoveAddedObjects(stage, last);
    ForgetStageCaches(stage);
    forgetQuery(stage);
    stage->probe.object = -1;
    stage->selected = object < last ? object : FindDrivenObject(&stage->data);
    if (stage->selected < 0 && last > stage->data.objectCount) stage->selected = last - 1;
    if (stage->selected >= 0) PlaceStageObject(stage, stage->selected, stage->objects[stage->selected].pose);
    --stage->journal.depth;
    if (BeginStageJournal(stage, false)) return true;
    snprintf(message, messageSize, "out of memory");
    return false;
}
