// The menus, each in a file of its own, and what their files share.
#ifndef APP_ACTION_MENUS_H
#define APP_ACTION_MENUS_H

#include "actions/actions.h"

enum { SHIFT = GX_MOD_SHIFT, CTRL = GX_MOD_CTRL, ALT = GX_MOD_ALT };

extern const ActionMenu fileMenu, addMenu, sceneMenu, objectMenu, viewMenu, cameraMenu, queryMenu, recordMenu,
    helpMenu;

// Moves the selected object by one step of an arrow or page key; Shift turns it, Alt takes a tenth. Returns
// false for other keys.
bool RunNudge(App *app, int key, int mods, bool repeated);
// Keys of the page "Step by step" while it is open. Returns false for other keys.
bool RunStepsKey(App *app, int key, int mods);

#endif
