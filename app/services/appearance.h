// Theme and size of what is drawn.
#ifndef APP_APPEARANCE_H
#define APP_APPEARANCE_H

#include "services/app.h"
#include "view/theme.h"

void ChangeTheme(App *app, Theme theme); // of the picture and of the panels

// Letters and strokes by a factor larger, from the present size; 0: as large as the display asks for.
void ChangeScale(App *app, double factor);
// Between frames: makes letters and panels as large as they are wanted, also after the window has come to
// another display.
void UpdateScale(App *app);

#endif
