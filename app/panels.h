// The panels around the picture.
#ifndef APP_PANELS_H
#define APP_PANELS_H

#include "app.h"

// Works out where the picture goes between the panels.
void LayOutPanels(App *app);
void DrawPanels(App *app);

void DrawScenePanel(App *app, float x, float y, float w, float h);
void DrawInspector(App *app, float x, float y, float w, float h);
void DrawHelp(App *app);
void DrawFinder(App *app);

#endif
