// Actions of keys and menu items: one table for each menu, so that a key, its menu item and its line of help
// never differ.
#ifndef APP_ACTIONS_H
#define APP_ACTIONS_H

#include "services/app.h"

typedef struct Action {
    bool keyOnly; // not shown in the menu
    const char *label;
    const char *keyText; // as shown; "": none
    int key, mods;       // 0: no key
    bool repeats;        // while the key is down
    void (*run)(App *app);
    bool (*isOn)(const App *app); // NULL: no check mark
} Action;

typedef struct ActionMenu {
    const char *name;
    const Action *actions; // actions[actionCount]
    size_t actionCount;
} ActionMenu;

// In the order of the menu bar. @lifetime static
const ActionMenu *const *GetActionMenus(int *count);

// Returns the present choice of an action with several, such as "slide"; NULL: no such action. @lifetime
// static
const char *GetActionChoice(const App *app, const Action *action);
// Runs an action. Clears the notice of the previous one first.
void RunAction(App *app, const Action *action);
// Runs the action of a key, if there is one.
bool RunKey(App *app, int key, int mods, bool repeated);

#endif
