// Dragging of the gizmo's handles: an arrow moves the object along an axis, a square in a plane, a ring
// turns it.
#ifndef APP_HANDLES_H
#define APP_HANDLES_H

#include "services/app.h"
#include "services/sight.h"

// Computes the gizmo of the selected object at its present pose. Returns false if no gizmo is shown.
bool FindGizmo(const App *app, Gizmo *gizmo);
// The handle under the cursor.
GizmoHandle FindHandle(const App *app);
// Highlights the dragged handle, else the one under the cursor.
void LightHandle(App *app);

// Grabs the selected object by a handle.
void BeginHandle(Manipulation *hand, const Stage *stage, const Gizmo *gizmo, GizmoHandle handle);
// Handles a mouse movement in pixels of the picture. Shift moves a tenth, Ctrl in steps.
void DragHandle(Manipulation *hand, const Stage *stage, Sight sight, double fromX, double fromY, double x,
                double y, int mods);
// Describes the motion of the dragged handle and its length or angle so far, for the information line.
void DescribeHandle(const Manipulation *hand, char *text, size_t textSize);

#endif
