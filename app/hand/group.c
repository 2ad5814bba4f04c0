// The group of the window: options STAGE_GROUP, set as one step.
#include "hand/group.h"

#include "hand/hold.h"
#include "services/notice.h"

static bool isGrouped(const Stage *stage, int32_t object) {
    return stage->objects[object].options[STAGE_GROUP] != 0.0 && IsObjectPresent(&stage->objects[object]);
}

static int32_t countGrouped(const Stage *stage) {
    int32_t count = 0;
    for (int32_t i = 0; i < stage->objectCount; ++i)
        count += isGrouped(stage, i);
    return count;
}

static void set(Stage *stage, int32_t object, bool joins) {
    if (isGrouped(stage, object) != joins)
        ApplyStageEntry(stage, MakeSetOption(object, STAGE_GROUP, joins ? 1.0 : 0.0));
}

static void dissolve(Stage *stage) {
    for (int32_t i = 0; i < stage->objectCount; ++i)
        set(stage, i, false);
}

void GroupObject(App *app, int32_t object, bool dissolves) {
    Stage *stage = &app->stage;
    int32_t selected = stage->selected;
    if (object < 0) object = selected;
    if (object < 0) return;
    if (!dissolves && !CanHold(stage, object)) {
        Notify(app, "%s is fixed and cannot join a group", stage->objects[object].name);
        return;
    }
    LetGo(app, true);
    BeginStageChain(stage);
    if (dissolves) {
        dissolve(stage);
    } else {
        if (countGrouped(stage) == 0 && selected >= 0 && CanHold(stage, selected)) set(stage, selected, true);
        set(stage, object,
            object == selected ? !isGrouped(stage, object) || countGrouped(stage) == 1
                               : !isGrouped(stage, object));
    }
    EndStageChain(stage);
    if (dissolves && selected >= 0) stage->selected = selected;
    int32_t count = countGrouped(stage);
    if (count > 1)
        Notify(app, "%d objects move together. Shift+Y dissolves the group", (int)count);
    else
        Notify(app, count == 1 ? "The group has one object: Ctrl+Shift+click adds others" : "No group");
}

int32_t ListEdited(const Stage *stage, int32_t *objects, int32_t most) {
    int32_t count = 0;
    if (stage->selected < 0) return 0;
    bool all = isGrouped(stage, stage->selected);
    for (int32_t i = 0; i < stage->objectCount && count < most; ++i)
        if (i == stage->selected || (all && isGrouped(stage, i))) objects[count++] = i;
    return count;
}
