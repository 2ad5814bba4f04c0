// The menu Add: objects that join the scene. panels/dialog_shape adds an item for each built-in shape.
#include "actions/action_menus.h"

#include <stdio.h>

// The finder, with the words by which it lists built-in shapes.
static void findShape(App *app) {
    app->finderShown = app->finderOpened = true;
    snprintf(app->finderText, sizeof app->finderText, "builtin:");
}

static const Action actions[] = {
    {false, "A built-in shape, by name", "Shift+A", 'A', SHIFT, false, findShape, NULL},
};

const ActionMenu addMenu = {"Add", actions, sizeof actions / sizeof *actions};
