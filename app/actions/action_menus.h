// The menus, each in a file of its own, and what their files share.
#ifndef APP_ACTION_MENUS_H
#define APP_ACTION_MENUS_H

#include "actions/actions.h"

enum { SHIFT = GX_MOD_SHIFT, CTRL = GX_MOD_CTRL, ALT = GX_MOD_ALT };

extern const ActionMenu fileMenu, addMenu, sceneMenu, objectMenu, viewMenu, cameraMenu, queryMenu, recordMenu,
    helpMenu;

// One step of the arrows and page keys, with Shift to turn and Alt for a tenth. False: another key.
bool RunNudge(App *app, int key, int mods, bool repeated);
// The keys that lead the page "Step by step" while it is open. False: another key.
bool RunStepsKey(App *app, int key, int mods);

#endif
