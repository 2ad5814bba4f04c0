// Gamepads and six-axis devices: they push the selected object or move the camera, and run actions.
#ifndef APP_STEER_H
#define APP_STEER_H

#include "services/app.h"

// One button or axis, for the page that shows them.
typedef struct DeviceUse {
    const char *name, *use; // use "": unused
    int key, mods;          // of the button's action; 0: no action
} DeviceUse;

// In the order of gxGamepad's and gxSpaceMouse's buttons and axes. @lifetime static
const DeviceUse *GetPadButtonUse(int button);
const DeviceUse *GetPadAxisUse(int axis);
const DeviceUse *GetSpaceButtonUse(int button); // of any number
const DeviceUse *GetSpaceAxisUse(int axis);

// Applies device input once a frame, `dt` seconds after the last. Returns true if something moved or ran.
bool SteerByDevices(App *app, const gxInput *input, double dt);

#endif
