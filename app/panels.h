// The panels around the picture.
#ifndef APP_PANELS_H
#define APP_PANELS_H

#include "app.h"

// Draws all panels and works out where the picture goes.
void DrawPanels(App *app);

void DrawScenePanel(App *app, float x, float y, float w, float h);
void DrawInspector(App *app, float x, float y, float w, float h);
void DrawHelp(App *app);
void DrawFinder(App *app);

#endif
