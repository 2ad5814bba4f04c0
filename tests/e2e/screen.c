// Tools of the window tests besides xdotool: read a window's pixels, ask it to close.
//
// Commands, each printing one line:
//     screen shot WINDOW OUT.ppm     saves the screen inside the window: "WIDTH HEIGHT"
//     screen colours IN.ppm          counts different colours
//     screen difference A.ppm B.ppm [ROWS]
//                                    pixels that differ clearly and their middle: "COUNT X Y"; of all rows,
//                                    or of so many from the top
//     screen mismatch A.ppm B.ppm    pixels that differ at all and the last of them: "COUNT X Y"
//     screen cover WINDOW            covers the window with another one for a moment: its pixels are lost
//     screen close WINDOW            asks the window to close, like its frame's close button
//     screen ping WINDOW COUNT       pings the window's program so many times, like window managers do,
//                                    and waits for the answers
#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { CLEAR_DIFFERENCE = 24 }; // of a channel, 0 to 255: above dithering and edge smoothing

typedef struct Picture {
    int width, height;
    uint8_t *pixels; // pixels[3 * width * height]
} Picture;

static void fail(const char *what, const char *which) {
    fprintf(stderr, "screen: %s: %s\n", which, what);
    exit(1);
}

static Display *openDisplay(void) {
    Display *display = XOpenDisplay(NULL);
    if (!display) fail("no display", "DISPLAY");
    return display;
}

static Window readWindow(const char *text) {
    return (Window)strtoul(text, NULL, 0);
}

static void saveShot(const char *windowText, const char *path) {
    Display *display = openDisplay();
    Window window = readWindow(windowText);
    XWindowAttributes attributes;
    if (!XGetWindowAttributes(display, window, &attributes)) fail("no such window", windowText);
    XImage *image = XGetImage(display, window, 0, 0, (unsigned)attributes.width, (unsigned)attributes.height,
                              AllPlanes, ZPixmap);
    if (!image) fail("cannot be read", windowText);
    FILE *out = fopen(path, "wb");
    if (!out) fail("cannot be written", path);
    fprintf(out, "P6\n%d %d\n255\n", attributes.width, attributes.height);
    for (int y = 0; y < attributes.height; ++y) {
        for (int x = 0; x < attributes.width; ++x) {
            unsigned long pixel = XGetPixel(image, x, y);
            fputc((int)(pixel >> 16 & 255u), out);
            fputc((int)(pixel >> 8 & 255u), out);
            fputc((int)(pixel & 255u), out);
        }
    }
    if (fclose(out) != 0) fail("cannot be written", path);
    XDestroyImage(image);
    XCloseDisplay(display);
    printf("%d %d\n", attributes.width, attributes.height);
}

static Picture readPicture(const char *path) {
    Picture picture = {0};
    FILE *in = fopen(path, "rb");
    if (!in) fail("cannot be opened", path);
    if (fscanf(in, "P6 %d %d 255", &picture.width, &picture.height) != 2 || fgetc(in) == EOF)
        fail("is no such picture", path);
    size_t size = 3 * (size_t)picture.width * (size_t)picture.height;
    picture.pixels = malloc(size);
    if (!picture.pixels || fread(picture.pixels, 1, size, in) != size) fail("ends early", path);
    fclose(in);
    return picture;
}

static int compareColours(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static void countColours(const char *path) {
    Picture picture = readPicture(path);
    size_t count = (size_t)picture.width * (size_t)picture.height, different = count > 0;
    uint32_t *colours = malloc(count * sizeof *colours);
    if (!colours) fail("no memory", path);
    for (size_t i = 0; i < count; ++i) {
        const uint8_t *p = picture.pixels + 3 * i;
        colours[i] = (uint32_t)p[0] << 16 | (uint32_t)p[1] << 8 | p[2];
    }
    qsort(colours, count, sizeof *colours, compareColours);
    for (size_t i = 1; i < count; ++i)
        different += colours[i] != colours[i - 1];
    printf("%zu\n", different);
    free(colours);
    free(picture.pixels);
}

static void findDifference(const char *pathA, const char *pathB, int rows) {
    Picture a = readPicture(pathA), b = readPicture(pathB);
    if (a.width != b.width || a.height != b.height) fail("differ in size", pathB);
    int64_t count = 0, sumX = 0, sumY = 0;
    for (int y = 0; y < a.height && y < rows; ++y) {
        for (int x = 0; x < a.width; ++x) {
            size_t at = 3 * ((size_t)y * (size_t)a.width + (size_t)x);
            bool differs = false;
            for (size_t k = 0; k < 3; ++k)
                differs |= abs(a.pixels[at + k] - b.pixels[at + k]) > CLEAR_DIFFERENCE;
            count += differs;
            sumX += differs ? x : 0;
            sumY += differs ? y : 0;
        }
    }
    printf("%lld %lld %lld\n", (long long)count, (long long)(count ? sumX / count : -1),
           (long long)(count ? sumY / count : -1));
    free(a.pixels);
    free(b.pixels);
}

static void countMismatches(const char *pathA, const char *pathB) {
    Picture a = readPicture(pathA), b = readPicture(pathB);
    if (a.width != b.width || a.height != b.height) fail("differ in size", pathB);
    int64_t count = 0, last = -1;
    for (int64_t i = 0; i < (int64_t)a.width * a.height; ++i) {
        if (memcmp(a.pixels + 3 * i, b.pixels + 3 * i, 3) == 0) continue;
        ++count;
        last = i;
    }
    printf("%lld %lld %lld\n", (long long)count, (long long)(last % a.width), (long long)(last / a.width));
    free(a.pixels);
    free(b.pixels);
}

// The window manager does not see the cover. The server sends the window Expose events for the lost parts.
static void cover(const char *windowText) {
    Display *display = openDisplay();
    XWindowAttributes attributes;
    int x = 0, y = 0;
    Window window = readWindow(windowText), root = DefaultRootWindow(display), child = 0;
    if (!XGetWindowAttributes(display, window, &attributes)) fail("no such window", windowText);
    XTranslateCoordinates(display, window, root, 0, 0, &x, &y, &child);
    XSetWindowAttributes wanted = {.background_pixel = 0xff00ff, .override_redirect = True};
    Window over =
        XCreateWindow(display, root, x, y, (unsigned)attributes.width, (unsigned)attributes.height, 0,
                      CopyFromParent, InputOutput, CopyFromParent, CWBackPixel | CWOverrideRedirect, &wanted);
    XMapRaised(display, over);
    XSync(display, False);
    XDestroyWindow(display, over);
    XSync(display, False);
    XCloseDisplay(display);
    printf("covered\n");
}

// Sends a request like a window manager, with the protocol's name as its first word.
static void sendProtocol(Display *display, Window window, const char *protocol, long word,
                         const char *windowText) {
    XEvent event = {.xclient = {.type = ClientMessage, .window = window, .format = 32}};
    event.xclient.message_type = XInternAtom(display, "WM_PROTOCOLS", False);
    event.xclient.data.l[0] = (long)XInternAtom(display, protocol, False);
    event.xclient.data.l[1] = word;
    event.xclient.data.l[2] = (long)window;
    if (!XSendEvent(display, window, False, NoEventMask, &event)) fail("no such window", windowText);
}

static void askToClose(const char *windowText) {
    Display *display = openDisplay();
    sendProtocol(display, readWindow(windowText), "WM_DELETE_WINDOW", CurrentTime, windowText);
    XCloseDisplay(display);
}

// The answer goes to the root window. Events arrive in order: by then all earlier input has been read.
static void ping(const char *windowText, const char *countText) {
    Display *display = openDisplay();
    Window window = readWindow(windowText);
    Atom protocol = XInternAtom(display, "_NET_WM_PING", False);
    XSelectInput(display, DefaultRootWindow(display), SubstructureNotifyMask);
    long count = strtol(countText, NULL, 10), word = (long)getpid() << 8 & 0x7fffff00;
    for (long i = 0; i < count; ++i) {
        XEvent event = {0};
        sendProtocol(display, window, "_NET_WM_PING", word + i, windowText);
        while (event.type != ClientMessage || event.xclient.data.l[0] != (long)protocol ||
               event.xclient.data.l[1] != word + i) {
            XNextEvent(display, &event);
            if (event.type == DestroyNotify && event.xdestroywindow.window == window)
                fail("has gone", windowText);
        }
    }
    XCloseDisplay(display);
    printf("%ld\n", count);
}

int main(int argc, char **argv) {
    const char *command = argc > 1 ? argv[1] : "";
    alarm(120); // the X server may have stopped answering
    if (strcmp(command, "shot") == 0 && argc == 4) {
        saveShot(argv[2], argv[3]);
    } else if (strcmp(command, "colours") == 0 && argc == 3) {
        countColours(argv[2]);
    } else if (strcmp(command, "difference") == 0 && (argc == 4 || argc == 5)) {
        findDifference(argv[2], argv[3], argc == 5 ? atoi(argv[4]) : INT32_MAX);
    } else if (strcmp(command, "mismatch") == 0 && argc == 4) {
        countMismatches(argv[2], argv[3]);
    } else if (strcmp(command, "cover") == 0 && argc == 3) {
        cover(argv[2]);
    } else if (strcmp(command, "close") == 0 && argc == 3) {
        askToClose(argv[2]);
    } else if (strcmp(command, "ping") == 0 && argc == 4) {
        ping(argv[2], argv[3]);
    } else {
        fail("unknown command or wrong number of arguments", command);
    }
    return 0;
}
