// The daemon's events through libspnav (version 0.2 and later), loaded by its name.
//
// Input: events of motion (six integers: right, up, away from the viewer, and right-handed rotations about
// these), of buttons and of devices that come and go. Output: a state. The library has one connection and
// does not report its end, so we test for end of file before each read.
#include "engine/spacenav.h"

#include "engine/axes.h"
#include "engine/platform/libraries.h"
#include "engine/platform/space_daemon.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double retryTime = 2.0; // seconds between attempts to connect
static const double deadZone = 0.04; // the daemon's own dead zone can be almost empty

enum { EVENT_MOTION = 1, EVENT_BUTTON, EVENT_DEVICE, EVENT_MAX = 256 };
enum { DEVICE_ADDED = 0, DEVICE_REMOVED };

// The library's event, a union of structures that begin with these numbers; the rest is padding.
typedef struct SpnavEvent {
    int type;
    int data[31];
} SpnavEvent;

struct gxSpacenav {
    gxLibrary *library; // NULL: not installed
    int (*open)(void);
    int (*close)(void);
    int (*getSocket)(void);
    int (*poll)(SpnavEvent *event);
    int (*getName)(char *text, int textSize); // NULL before version 1.0, as the two below
    int (*countButtons)(void);
    int (*getProtocol)(void);
    bool connected;
    double nextTry;
    gxSpaceMouse mouse;
};

static bool loadLibrary(gxSpacenav *s) {
    const char *name = gxGetSpaceLibrary();
    s->library = name ? gxOpenLibrary(name) : NULL;
    if (!s->library) return false;
    bool complete = gxFindFunction(s->library, "spnav_open", &s->open) &&
                    gxFindFunction(s->library, "spnav_close", &s->close) &&
                    gxFindFunction(s->library, "spnav_fd", &s->getSocket) &&
                    gxFindFunction(s->library, "spnav_poll_event", &s->poll);
    gxFindFunction(s->library, "spnav_dev_name", &s->getName);
    gxFindFunction(s->library, "spnav_dev_buttons", &s->countButtons);
    gxFindFunction(s->library, "spnav_protocol", &s->getProtocol);
    if (complete) return true;
    gxCloseLibrary(s->library);
    s->library = NULL;
    return false;
}

gxSpacenav *gxCreateSpacenav(void) {
    gxSpacenav *spacenav = calloc(1, sizeof *spacenav);
    if (!spacenav) return NULL;
    spacenav->mouse.state = loadLibrary(spacenav) ? GX_SPACE_NO_DAEMON : GX_SPACE_NO_LIBRARY;
    return spacenav;
}

static void disconnect(gxSpacenav *s) {
    if (s->connected) s->close();
    s->connected = false;
    s->mouse = (gxSpaceMouse){.state = s->library ? GX_SPACE_NO_DAEMON : GX_SPACE_NO_LIBRARY};
}

void gxDestroySpacenav(gxSpacenav *spacenav) {
    if (!spacenav) return;
    disconnect(spacenav);
    gxCloseLibrary(spacenav->library);
    free(spacenav);
}

static void describeDevice(void *context) {
    gxSpacenav *s = context;
    gxSpaceMouse *mouse = &s->mouse;
    bool asks = s->getProtocol && s->getProtocol() >= 1;
    mouse->buttonCount = asks && s->countButtons ? s->countButtons() : 2;
    if (mouse->buttonCount < 0 || mouse->buttonCount > GX_SPACE_BUTTON_COUNT)
        mouse->buttonCount = GX_SPACE_BUTTON_COUNT;
    if (!asks || !s->getName || s->getName(mouse->name, sizeof mouse->name) <= 0)
        snprintf(mouse->name, sizeof mouse->name, "device of six axes");
    mouse->name[sizeof mouse->name - 1] = '\0';
}

static void openConnection(void *context) {
    gxSpacenav *s = context;
    s->connected = s->open() == 0;
    if (!s->connected) return;
    s->mouse = (gxSpaceMouse){.state = GX_SPACE_CONNECTED};
    describeDevice(s);
}

static void takeEvent(gxSpacenav *s, const SpnavEvent *event) {
    gxSpaceMouse *mouse = &s->mouse;
    if (event->type == EVENT_MOTION) {
        for (int i = 0; i < GX_SPACE_AXIS_COUNT; ++i) {
            mouse->raw[i] = event->data[i];
            mouse->axes[i] = gxShapeAxis((double)event->data[i] / GX_SPACE_FULL_SCALE, deadZone);
        }
    } else if (event->type == EVENT_BUTTON) {
        int press = event->data[0], button = event->data[1];
        if (button < 0 || button >= GX_SPACE_BUTTON_COUNT) return;
        mouse->buttons[button] = press != 0;
        mouse->pressed[button] = mouse->pressed[button] || press != 0;
        if (button >= mouse->buttonCount) mouse->buttonCount = button + 1;
    } else if (event->type == EVENT_DEVICE && event->data[0] == DEVICE_REMOVED) {
        memset(mouse->raw, 0, sizeof mouse->raw);
        memset(mouse->axes, 0, sizeof mouse->axes);
        memset(mouse->buttons, 0, sizeof mouse->buttons);
    } else if (event->type == EVENT_DEVICE && event->data[0] == DEVICE_ADDED) {
        gxCallSpaceDaemon(describeDevice, s);
    }
}

void gxReadSpacenav(gxSpacenav *spacenav, double now, gxSpaceMouse *mouse) {
    if (!spacenav) return;
    if (spacenav->connected && gxHasSocketEnded(spacenav->getSocket())) {
        disconnect(spacenav);
        spacenav->nextTry = now + retryTime;
    }
    if (!spacenav->connected && spacenav->library && now >= spacenav->nextTry) {
        spacenav->nextTry = now + retryTime;
        // Without a daemon, the library prints to standard error and leaks memory at each attempt.
        if (gxMayReachSpaceDaemon()) gxCallSpaceDaemon(openConnection, spacenav);
    }
    SpnavEvent event;
    memset(spacenav->mouse.pressed, 0, sizeof spacenav->mouse.pressed);
    for (int i = 0; spacenav->connected && i < EVENT_MAX && spacenav->poll(&event) != 0; ++i)
        takeEvent(spacenav, &event);
    *mouse = spacenav->mouse;
}
