// Dialogs over the picture: a built-in shape with its parameters, the name of a file.
#ifndef APP_DIALOGS_H
#define APP_DIALOGS_H

#include "services/app.h"

void DrawShapeDialog(App *app);
void DrawSaveDialog(App *app);
// Draws the file that is being loaded, its progress and the button Cancel. Returns true if the button was
// pressed.
bool DrawLoading(App *app);
// Draws the same of the thread that the picture waits for; the button switches its result off.
void DrawAwaited(App *app);
// The items of the menu Add: all built-in shapes, in groups.
void DrawShapeItems(App *app);
// The items of recent files.
void DrawRecentItems(App *app);

#endif
