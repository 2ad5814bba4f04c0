// The dialog that asks for the name of a scene file, and the menu's recent files.
#include "panels/dialogs.h"

#include "engine/platform/files.h"
#include "panels/layout.h"
#include "services/notice.h"
#include "services/queue.h"

#include <stdio.h>
#include <string.h>

// A second Enter with the same name replaces an existing file.
static void takeName(App *app) {
    SaveDialog *dialog = &app->saveDialog;
    dialog->opened = true; // Enter took the cursor out of the field
    if (!dialog->path[0]) return;
    const char *dot = strrchr(dialog->path, '.'), *slash = strrchr(dialog->path, '/');
    size_t length = strlen(dialog->path);
    if ((!dot || (slash && dot < slash)) && length + 5 < sizeof dialog->path)
        memcpy(dialog->path + length, ".json", 6);
    if (gxHasPath(dialog->path) && strcmp(dialog->replaces, dialog->path) != 0) {
        memcpy(dialog->replaces, dialog->path, sizeof dialog->replaces);
        return;
    }
    IntendToSave(app, dialog->path);
    dialog->shown = false;
}

void DrawSaveDialog(App *app) {
    SaveDialog *dialog = &app->saveDialog;
    DialogPlace place = PlaceDialog(app, 420.0f);
    gxBeginPanel("##save", place.x, place.y, place.width, 0.0f, GX_PANEL_CENTERED | GX_PANEL_RAISED);
    gxText(GX_TONE_STRONG, "Save the scene as");
    bool entered = gxTextField("##path", "the path of a scene file, .json", dialog->path, sizeof dialog->path,
                               dialog->opened);
    dialog->opened = false;
    if (dialog->replaces[0] && strcmp(dialog->replaces, dialog->path) == 0)
        gxWrappedText(GX_TONE_NEAR, "This file exists. Press Enter again to replace it.");
    if (gxPushButton("Save", 0.0f)) entered = true;
    gxSameLine(0.0f);
    if (gxPushButton("Cancel", 0.0f)) dialog->shown = false;
    gxEndPanel();
    if (entered) takeName(app);
}

void DrawRecentItems(App *app) {
    const RecentFiles *recent = &app->recent;
    if (recent->count == 0 || !gxBeginMenu("Open recent")) return;
    for (int32_t i = 0; i < recent->count; ++i) {
        if (gxMenuItem(recent->paths[i], NULL, false)) IntendToOpen(app, recent->paths[i]);
    }
    gxEndMenu();
}
