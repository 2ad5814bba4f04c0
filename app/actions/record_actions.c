// What is recorded: the menu Record.
#include "actions/action_menus.h"

#include "window/record.h"

static bool isRecording(const App *app) {
    return app->recorder.path != NULL;
}

static const Action actions[] = {
    {false, "Path of the selected object", "F9", GX_KEY_F9, 0, false, TogglePathRecording, isRecording},
};

const ActionMenu recordMenu = {"Record", actions, sizeof actions / sizeof *actions};
