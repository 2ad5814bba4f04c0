// Finds the action of a key or a menu item.
#include "actions/actions.h"

#include "actions/action_menus.h"
#include "services/notice.h"

static const ActionMenu *const menus[] = {&fileMenu,   &addMenu,   &sceneMenu,  &objectMenu, &viewMenu,
                                          &cameraMenu, &queryMenu, &recordMenu, &helpMenu};
enum { MENU_COUNT = sizeof menus / sizeof *menus };

const ActionMenu *const *GetActionMenus(int *count) {
    *count = MENU_COUNT;
    return menus;
}

void RunAction(App *app, const Action *action) {
    ClearNotice(app);
    action->run(app);
}

bool RunKey(App *app, int key, int mods, bool repeated) {
    if (RunNudge(app, key, mods, repeated) || RunStepsKey(app, key, mods)) return true;
    for (int m = 0; m < MENU_COUNT; ++m) {
        for (size_t i = 0; i < menus[m]->actionCount; ++i) {
            const Action *action = &menus[m]->actions[i];
            if (action->key == 0 || action->key != key || action->mods != mods) continue;
            if (!repeated || action->repeats) RunAction(app, action);
            return true;
        }
    }
    return false;
}
