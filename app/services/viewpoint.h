// Views along an axis, the camera that turns to them, and the camera that follows an object.
#ifndef APP_VIEWPOINT_H
#define APP_VIEWPOINT_H

#include "services/app.h"

// Named after the side that is seen: the front is looked at along -z, the right side along -x, the top along
// -y.
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
// Between perspective and orthographic; what lies at the target keeps its size.
void ToggleOrthographic(App *app);
// Once a frame. A camera that the person moves meanwhile stays where the person leaves it.
void UpdateCameraTurn(App *app, double now);

// The camera keeps the selected object where it is in the picture, or no longer.
void ToggleFollowing(App *app);
// Once a frame, after the poses are resolved. While a hand leads an object the camera waits, else the pointer
// would lose it.
void FollowSelected(App *app);

// The view in words: the side that is seen, orthographic, following; "": none of them.
void DescribeView(const gxCamera *camera, bool follows, char *text, size_t textSize);

#endif
