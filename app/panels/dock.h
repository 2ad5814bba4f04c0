// The dock: the space under the picture, open on one page at a time, closed at the start.
//
// A page is one file: page_NAME.c draws its content into the panel that the dock has begun.
#ifndef APP_DOCK_H
#define APP_DOCK_H

#include "services/app.h"

// Height of the dock in pixels, at most `most`; 0: closed.
int GetDockHeight(const App *app, int most);
// Draws the row of pages and the chosen page.
void DrawDock(App *app, float x, float y, float w, float h);

// --- The pages; (w, h): size of the content, pixels.
void DrawPlotsPage(App *app, float w, float h);
void DrawAxesPage(App *app, float w, float h);
void DrawProfilePage(App *app, float w, float h);
void DrawEnergyPage(App *app, float w, float h);
void DrawStepsPage(App *app, float w, float h);
void DrawLessonPage(App *app, float w, float h);

// The items of the menu Help that begin a lesson.
void DrawLessonItems(App *app);

#endif
