// Drops a file on a window like a file manager: the source's side of the XDND protocol, version 5.
//
// Usage: `drop WINDOW X Y PATH [vanish]`, X and Y on the screen. Enter, position and drop are sent as client
// messages. The window then requests the selection XdndSelection as text/uri-list, receives the path, and
// reports that it has finished. Exits with 1 if that takes over a minute. With `vanish` the source's window
// is destroyed before the window can answer, like a file manager that dies: every answer is then an X error.
#include <X11/Xatom.h>
#include <X11/Xlib.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { XDND_VERSION = 5, PATIENCE_MS = 60000, URI_SIZE = 4096 };

typedef struct Drop {
    Display *display;
    Window source, target;
    Atom uriList, selection;
    char uri[URI_SIZE];
} Drop;

static Atom getAtom(const Drop *drop, const char *name) {
    return XInternAtom(drop->display, name, False);
}

static void sendMessage(const Drop *drop, const char *type, long l1, long l2, long l3, long l4) {
    XEvent event = {.xclient = {.type = ClientMessage, .window = drop->target, .format = 32}};
    event.xclient.message_type = getAtom(drop, type);
    event.xclient.data.l[0] = (long)drop->source;
    event.xclient.data.l[1] = l1;
    event.xclient.data.l[2] = l2;
    event.xclient.data.l[3] = l3;
    event.xclient.data.l[4] = l4;
    XSendEvent(drop->display, drop->target, False, NoEventMask, &event);
    XFlush(drop->display);
}

// Sends the window the requested path.
static void answerRequest(const Drop *drop, const XSelectionRequestEvent *request) {
    XEvent answer = {.xselection = {.type = SelectionNotify, .requestor = request->requestor}};
    answer.xselection.selection = request->selection;
    answer.xselection.target = request->target;
    answer.xselection.property = request->property;
    answer.xselection.time = request->time;
    XChangeProperty(drop->display, request->requestor, request->property, drop->uriList, 8, PropModeReplace,
                    (const unsigned char *)drop->uri, (int)strlen(drop->uri));
    XSendEvent(drop->display, request->requestor, False, NoEventMask, &answer);
    XFlush(drop->display);
}

// Serves the window's requests until a client message of this type arrives; false on timeout.
static bool waitForMessage(const Drop *drop, const char *type) {
    Atom wanted = getAtom(drop, type);
    for (;;) {
        while (XPending(drop->display) == 0) {
            struct pollfd connection = {.fd = ConnectionNumber(drop->display), .events = POLLIN};
            if (poll(&connection, 1, PATIENCE_MS) <= 0) return false;
        }
        XEvent event;
        XNextEvent(drop->display, &event);
        if (event.type == SelectionRequest) answerRequest(drop, &event.xselectionrequest);
        if (event.type == ClientMessage && event.xclient.message_type == wanted) return true;
    }
}

// Returns false if the window has not reported completion after a minute.
static bool dropFile(const Drop *drop, long place, bool vanishes) {
    sendMessage(drop, "XdndEnter", (long)XDND_VERSION << 24, (long)drop->uriList, 0, 0);
    sendMessage(drop, "XdndPosition", 0, place, CurrentTime, (long)getAtom(drop, "XdndActionCopy"));
    if (!vanishes && !waitForMessage(drop, "XdndStatus")) return false;
    sendMessage(drop, "XdndDrop", 0, CurrentTime, 0, 0);
    return vanishes || waitForMessage(drop, "XdndFinished");
}

int main(int argc, char **argv) {
    bool vanishes = argc == 6 && strcmp(argv[5], "vanish") == 0;
    if (argc != 5 && !vanishes) {
        fprintf(stderr, "usage: drop WINDOW X Y PATH [vanish]\n");
        return 2;
    }
    Drop drop = {.display = XOpenDisplay(NULL), .target = (Window)strtoul(argv[1], NULL, 0)};
    if (!drop.display) return 1;
    long place = strtol(argv[2], NULL, 10) << 16 | strtol(argv[3], NULL, 10);
    snprintf(drop.uri, sizeof drop.uri, "file://%s\r\n", argv[4]);
    drop.source = XCreateSimpleWindow(drop.display, DefaultRootWindow(drop.display), 0, 0, 1, 1, 0, 0, 0);
    drop.uriList = getAtom(&drop, "text/uri-list");
    drop.selection = getAtom(&drop, "XdndSelection");
    XSetSelectionOwner(drop.display, drop.selection, drop.source, CurrentTime);
    if (vanishes) XDestroyWindow(drop.display, drop.source);
    bool done = dropFile(&drop, place, vanishes);
    XCloseDisplay(drop.display);
    return done ? 0 : 1;
}
