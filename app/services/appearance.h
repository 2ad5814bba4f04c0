// Theme and size of letters and strokes.
#ifndef APP_APPEARANCE_H
#define APP_APPEARANCE_H

#include "services/app.h"
#include "view/theme.h"

void ChangeTheme(App *app, Theme theme); // of the picture and of the panels

// Scales letters and strokes by a factor from the present size; 0: the display's size.
void ChangeScale(App *app, double factor);
// Applies the wanted scale to letters and panels, also after the window has moved to another display. Called
// between frames.
void UpdateScale(App *app);

#endif
