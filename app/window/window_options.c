// Parses and checks the window's options. All other arguments are files.
#include "window/window_options.h"

#include "engine/platform/files.h"
#include "services/settings.h"
#include "window/window.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

const char *GetWindowUsage(void) {
    return "  --scene NAME        start with this scene (`firstcontact scenes` lists them)\n"
           "  --lesson NAME       start with this lesson (`firstcontact lesson` lists them)\n"
           "  --size WxH          size of the window in pixels (default 1280x720 times the scale)\n"
           "  --scale F           letter size, 0.5 to 4 (default: last used, or by the display)\n"
           "  --theme NAME        dark or light (default: last used)\n"
           "  --normalize         scale each MESH to a box diagonal of 2 (default: as large as in its "
           "file)\n"
           "  --side-by-side      lay MESH ... out in a row (default: at the positions in their\n"
           "                      files; built-in and normalized ones in a row)\n"
           "  --no-settings       start with default settings and save none\n"
           "  --status FILE       write one JSON line a frame to FILE\n"
           "  --frames N          end after N frames (default: when the window is closed)\n"
           "  --screenshot FILE   write the last picture to FILE (PNG) when the program ends\n"
           "  --max-tests N       end a step of a drag after about N pair tests, at least 256; the object "
           "then\n"
           "                      follows in several frames (default: by time, 40 ms a frame)\n"
           "  --check             test each frame for overlaps that a query caused; exit code 1 if one "
           "was\n";
}

static bool parseSize(const char *text, WindowOptions *options) {
    char *end = NULL;
    long width = strtol(text, &end, 10);
    if (end == text || (*end != 'x' && *end != 'X')) return false;
    const char *second = end + 1;
    long height = strtol(second, &end, 10);
    if (end == second || *end || width < 160 || height < 120 || width > 16384 || height > 16384) return false;
    options->width = (int)width;
    options->height = (int)height;
    return true;
}

static bool parseScale(const char *text, WindowOptions *options) {
    char *end = NULL;
    options->scale = strtod(text, &end);
    return end != text && !*end && options->scale >= MIN_SCALE && options->scale <= MAX_SCALE;
}

static bool parseCount(const char *text, long least, long most, int *count) {
    char *end = NULL;
    long value = strtol(text, &end, 10);
    if (end == text || *end || value < least || value > most) return false;
    *count = (int)value;
    return true;
}

// Stores an option's value. Returns false with a message if it is missing or invalid.
static bool takeOption(const char *name, const char *value, WindowOptions *options, char *message,
                       size_t messageSize) {
    static const char *const names[] = {"--scene",  "--lesson", "--size",       "--scale",    "--theme",
                                        "--frames", "--status", "--screenshot", "--max-tests"};
    bool known = false, good = true;
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i)
        known = known || strcmp(name, names[i]) == 0;
    if (!known || !value) {
        snprintf(message, messageSize,
                 known ? "%s needs a value (see firstcontact --help)"
                       : "unknown option '%s' (see firstcontact --help)",
                 name);
        return false;
    }
    if (strcmp(name, "--scene") == 0) {
        options->scene = value;
        good = FindScene(value) != NULL;
    } else if (strcmp(name, "--lesson") == 0) {
        options->lesson = value;
        good = FindLesson(value) != NULL;
    } else if (strcmp(name, "--size") == 0) {
        good = parseSize(value, options);
    } else if (strcmp(name, "--scale") == 0) {
        good = parseScale(value, options);
    } else if (strcmp(name, "--theme") == 0) {
        options->theme = value;
        good = strcmp(value, "dark") == 0 || strcmp(value, "light") == 0;
    } else if (strcmp(name, "--frames") == 0) {
        good = parseCount(value, 1, 1000000000, &options->frameCount);
    } else if (strcmp(name, "--max-tests") == 0) {
        good = parseCount(value, 256, 1000000000, &options->maxTests);
    } else if (strcmp(name, "--status") == 0) {
        options->statusPath = value;
    } else {
        options->screenshotPath = value;
    }
    const char *wanted = strcmp(name, "--scene") == 0 ? "the name of a scene (firstcontact scenes lists them)"
                         : strcmp(name, "--lesson") == 0
                             ? "the name of a lesson (firstcontact lesson lists them)"
                         : strcmp(name, "--size") == 0      ? "WIDTHxHEIGHT in pixels, at least 160x120"
                         : strcmp(name, "--scale") == 0     ? "a number from 0.5 to 4"
                         : strcmp(name, "--theme") == 0     ? "dark or light"
                         : strcmp(name, "--max-tests") == 0 ? "a number of pair tests, at least 256"
                                                            : "a number of frames, at least 1";
    if (!good) snprintf(message, messageSize, "%s must be %s, not '%s'", name, wanted, value);
    return good;
}

// Takes a file, or the name of a scene if there is no such file.
static bool takeFile(char *path, WindowOptions *options, char *message, size_t messageSize) {
    if (!gxMayRead(path) && FindScene(path) != NULL) {
        options->scene = path;
        return true;
    }
    if (strncmp(path, "builtin:", 8) != 0 && !gxMayRead(path)) {
        snprintf(message, messageSize, "%s: %s", path, strerror(errno));
        return false;
    }
    if (options->fileCount == WINDOW_FILE_MAX) {
        snprintf(message, messageSize, "%s: more than %d files", path, WINDOW_FILE_MAX);
        return false;
    }
    options->files[options->fileCount++] = path;
    return true;
}

bool ParseWindowOptions(int argCount, char *const args[], WindowOptions *options, char *message,
                        size_t messageSize) {
    *options = (WindowOptions){0};
    bool good = true;
    for (int i = 0; i < argCount && good; ++i) {
        if (args[i][0] != '-' || !args[i][1]) {
            good = takeFile(args[i], options, message, messageSize);
            continue;
        }
        if (strcmp(args[i], "--check") == 0) {
            options->checks = true;
            continue;
        }
        if (strcmp(args[i], "--normalize") == 0) {
            options->normalizes = true;
            continue;
        }
        if (strcmp(args[i], "--side-by-side") == 0) {
            options->sideBySide = true;
            continue;
        }
        if (strcmp(args[i], "--no-settings") == 0) {
            options->forgets = true;
            continue;
        }
        char name[32];
        const char *equals = strchr(args[i], '=');
        size_t length = equals ? (size_t)(equals - args[i]) : strlen(args[i]);
        snprintf(name, sizeof name, "%.*s", (int)(length < sizeof name ? length : sizeof name - 1), args[i]);
        const char *value = equals ? equals + 1 : i + 1 < argCount ? args[++i] : NULL;
        good = takeOption(name, value, options, message, messageSize);
    }
    return good;
}
