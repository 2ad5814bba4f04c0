// Views along an axis, the camera that turns to them, and the camera that follows an object.
#ifndef APP_VIEWPOINT_H
#define APP_VIEWPOINT_H

#include "services/app.h"

// Named after the visible side: the camera faces -z for the front, -x for the right side, -y for the top.
typedef enum AxisView {
    VIEW_FRONT = 0,
    VIEW_BACK,
    VIEW_LEFT,
    VIEW_RIGHT,
    VIEW_TOP,
    VIEW_BOTTOM,
    AXIS_VIEW_COUNT
} AxisView;

// Turns the camera about its target, in 0.2 s.
void TurnToView(App *app, AxisView view);
// Switches between perspective and orthographic; objects at the target keep their size.
void ToggleOrthographic(App *app);
// Continues the turn; a camera moved by the user meanwhile stays. Called once a frame.
void UpdateCameraTurn(App *app, double now);

// Keeps the selected object at its position in the picture, or stops doing so.
void ToggleFollowing(App *app);
// Follows the selected object. The camera waits during a drag, else the pointer would lose the object. Called
// once a frame, after the poses are resolved.
void FollowSelected(App *app);

// Describes the view: visible side, orthographic, following; "": none of them.
void DescribeView(const gxCamera *camera, bool follows, char *text, size_t textSize);

#endif
