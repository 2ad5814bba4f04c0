// The picture that mouse positions refer to.
#ifndef APP_SIGHT_H
#define APP_SIGHT_H

#include "services/app.h"

// The camera and the size of the picture of one eye, in pixels of the picture.
typedef struct Sight {
    const gxCamera *camera;
    int width, height;
} Sight;

Sight GetSight(const App *app);
// True if a position, in pixels of the window, lies in the picture.
bool IsInView(const App *app, double x, double y);
// True if the cursor is in the picture, not over a panel.
bool IsCursorFree(const App *app);

// Returns the ray from the camera through the cursor.
CursorRay GetCursorRay(const App *app);

// Moves the camera so that a sphere fills the picture; world frame.
void FrameSphere(App *app, cdVec3 center, double radius);

#endif
