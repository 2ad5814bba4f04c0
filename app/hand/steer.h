// What a gamepad and a device of six axes do: push the selected object, or move the camera; and run actions.
#ifndef APP_STEER_H
#define APP_STEER_H

#include "services/app.h"

// One button or axis, for the page that shows them.
typedef struct DeviceUse {
    const char *name, *use; // use "": none
    int key, mods;          // of the action that a button runs; 0: none of its own
} DeviceUse;

// In the order of gxGamepad's and gxSpaceMouse's buttons and axes. @lifetime static
const DeviceUse *GetPadButtonUse(int button);
const DeviceUse *GetPadAxisUse(int axis);
const DeviceUse *GetSpaceButtonUse(int button); // of any number
const DeviceUse *GetSpaceAxisUse(int axis);

// Once a frame, `dt` seconds after the last. True when something moved or ran.
bool SteerByDevices(App *app, const gxInput *input, double dt);

#endif
