// Everything a key or a menu item does: one table, so that a key, its menu item and its line of help never
// differ.
#ifndef APP_ACTIONS_H
#define APP_ACTIONS_H

#include "app.h"

typedef struct Action {
    const char *menu; // NULL: a key alone
    const char *label;
    const char *keyText; // as shown; "": none
    int key, mods;       // 0: no key
    bool repeats;        // while the key is held
    void (*run)(App *app);
    bool (*isOn)(const App *app); // NULL: nothing to tick
} Action;

const Action *GetActions(int *count);

// Whatever the status line still says of the action before is cleared first.
void RunAction(App *app, const Action *action);
// Runs the action of a key, if it has one.
bool RunKey(App *app, int key, int mods, bool repeated);

#endif
