// Reads the options of `render`: sizes, cameras and lists of numbers. Rejects options that exclude each
// other.
#include "commands/render_options.h"
#include "commands/command.h"
#include "scenes/number_text.h"
#include "view/palette.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *const ghosts[] = {"off", "wire", "solid", NULL};
static const char *const searches[] = {"query", "vector", "index", "boxes", NULL};
static const char *const themes[] = {"dark", "light", NULL};
static const char *const switches[] = {"off", "on", NULL};
static const char *const stereos[] = {"off", "anaglyph", "side-by-side", "squeezed", NULL};

// Reads numbers separated by `separator`. Returns their count, or -1 if one is invalid or there are too many.
static int readList(const char *text, const char *separator, double *values, int capacity) {
    for (int count = 0; count < capacity;) {
        size_t length = strcspn(text, separator);
        if (!ReadNumber(text, length, &values[count++])) return -1;
        if (text[length] == '\0') return count;
        text += length + 1;
    }
    return -1;
}

bool ReadRenderSize(const char *text, int *width, int *height) {
    double size[2];
    if (readList(text, "x", size, 2) != 2) return false;
    for (int i = 0; i < 2; i++) {
        if (!(size[i] >= 16.0 && size[i] <= 8192.0 && size[i] == floor(size[i]))) return false;
    }
    *width = (int)size[0];
    *height = (int)size[1];
    return true;
}

bool ReadRenderCamera(const char *text, SceneCamera *camera) {
    double v[7];
    int count = readList(text, ",", v, 7);
    if (count != 6 && count != 7) return false;
    camera->eye = (cdVec3){v[0], v[1], v[2]};
    camera->target = (cdVec3){v[3], v[4], v[5]};
    if (count == 7) camera->fov = v[6];
    return camera->fov > 0.01 && camera->fov < 3.0 && cdLength(cdSub(camera->eye, camera->target)) > 0.0;
}

static bool readBackground(RenderOptions *options) {
    const char *text = options->backgroundText;
    if (text == NULL) return true;
    if (strcmp(text, "transparent") == 0) {
        options->background = BACKGROUND_TRANSPARENT;
        return true;
    }
    if (text[0] != '#' || strlen(text) != 7 || strspn(text + 1, "0123456789abcdefABCDEF") != 6) return false;
    long color = strtol(text + 1, NULL, 16);
    for (int i = 0; i < 3; i++)
        options->backgroundColor[i] = (uint8_t)(color >> (16 - 8 * i) & 255);
    options->background = BACKGROUND_PLAIN;
    return true;
}

// A light background selects the light theme, whose words and marks are legible on it.
static void chooseTheme(RenderOptions *options) {
    const uint8_t *c = options->backgroundColor;
    bool light = options->background == BACKGROUND_PLAIN && 3 * c[0] + 6 * c[1] + c[2] > 1280;
    if (options->theme < 0) options->theme = light ? THEME_LIGHT : THEME_DARK;
    if (options->ground < 0) options->ground = options->background == BACKGROUND_THEME;
}

// Rejects options that exclude each other. Returns the exit code, or -1 if all are compatible.
static int checkTogether(const CommandDef *def, const RenderOptions *o) {
    bool png = IsPngPath(o->out);
    if (o->steps != NULL && !png) return FailCall(def, "--steps needs a PNG file as --out");
    if (o->svg != NULL && !png) return FailCall(def, "--svg needs a PNG file as --out");
    if (o->frames > 1 && png) return FailCall(def, "--frames needs a directory or a film as --out");
    if (o->rate > 0 && !IsFilmPath(o->out)) return FailCall(def, "--fps needs a film as --out");
    if (o->background == BACKGROUND_TRANSPARENT && IsFilmPath(o->out))
        return FailCall(def, "--background transparent needs a PNG file or a directory as --out");
    if (o->background == BACKGROUND_TRANSPARENT && o->stereo != STEREO_OFF)
        return FailCall(def, "--background transparent and --stereo cannot be combined");
    if (o->width * o->supersample > 16384 || o->height * o->supersample > 16384)
        return FailCall(def, "--supersample times --size must be at most 16384 pixels a side");
    return -1;
}

int ReadRenderOptions(RenderOptions *o, int argCount, char *const args[]) {
    *o = (RenderOptions){.size = "1280x720",
                         .story = -1,
                         .theme = -1,
                         .labels = 1,
                         .contacts = 1,
                         .caption = 1,
                         .insets = 1,
                         .marks = 1,
                         .ground = -1,
                         .supersample = 1,
                         .ghost = GHOST_SOLID,
                         .eyeApart = GetDefaultViewOptions().eyeApart};
    const char *arguments[ARGUMENT_MAX];
    const CommandDef def = {
        .name = "render",
        .arguments = "SCENE|MESH ... --out FILE.png|DIR|FILE.gif|FILE.mp4 ",
        .argumentCount = 1,
        .argumentLimit = ARGUMENT_MAX,
        .about =
            "Draws a scene, a recording or meshes without a display. SCENE is a name (see firstcontact scenes), a scene\n"
            "file or a recording. Meshes keep the positions of their files.\n"
            "A PNG file shows one step of the scene's demonstration, or the end of a recording. A directory gets a PNG\n"
            "for each step, or --frames of them. A GIF or MP4 file is a film of the demonstration; it pauses at the end\n"
            "of each step unless the camera turns. MP4 (H.264) needs the program ffmpeg.",
        .example = "firstcontact render 'teapot and bunny' --out contact.png",
        .options = {
            {"--out", "PATH", "FILE.png, FILE.gif, FILE.mp4, or a directory, created if missing (required)",
             OPTION_TEXT, &o->out, 0, 0, NULL},
            {"--story", "N",
             "draw only step N of the demonstration; 0 is the start (default for a PNG: the first contact)",
             OPTION_WHOLE, &o->story, 0, 1000, NULL},
            {"--frames", "N",
             "number of pictures, spread over the demonstration (default one a step; in a film about one second a step, "
             "or the time that dynamic bodies take)",
             OPTION_WHOLE, &o->frames, 1, 100000, NULL},
            {"--fps", "N", "pictures a second of a film (default MP4 30, GIF 12.5)", OPTION_WHOLE, &o->rate,
             1, 60, NULL},
            {"--turn", "DEGREES",
             "turn the camera about its target by this angle over all pictures (default 0)", OPTION_NUMBER,
             &o->turn, -36000.0, 36000.0, NULL},
            {"--size", "WxH", "size in pixels, each from 16 to 8192 (default 1280x720)", OPTION_TEXT,
             &o->size, 0, 0, NULL},
            {"--camera", "EX,EY,EZ,TX,TY,TZ[,FOV]",
             "eye, target, vertical field of view in radians (default the scene's)", OPTION_TEXT, &o->camera,
             0, 0, NULL},
            {"--ghost", "off|wire|solid", "style of the intended pose (default solid)", OPTION_CHOICE,
             &o->ghost, 0, 0, ghosts},
            {"--labels", "on|off", "labels of objects and contacts (default on)", OPTION_CHOICE, &o->labels,
             0, 0, switches},
            {"--contacts", "on|off", "contact regions, normals and points (default on)", OPTION_CHOICE,
             &o->contacts, 0, 0, switches},
            {"--caption", "on|off", "line of text at the bottom (default on)", OPTION_CHOICE, &o->caption, 0,
             0, switches},
            {"--insets", "on|off", "corner views, if the scene has some (default on)", OPTION_CHOICE,
             &o->insets, 0, 0, switches},
            {"--svg", "FILE", "also write the corner views as SVG, side by side (needs a PNG as --out)",
             OPTION_TEXT, &o->svg, 0, 0, NULL},
            {"--marks", "on|off", "marks on round dynamic bodies, which show rotation (default on)",
             OPTION_CHOICE, &o->marks, 0, 0, switches},
            {"--ground", "on|off", "grid and shadows below the objects (default on; off with --background)",
             OPTION_CHOICE, &o->ground, 0, 0, switches},
            {"--background", "transparent|#RRGGBB",
             "no background (a PNG with opacity), or one colour (default the theme's)", OPTION_TEXT,
             &o->backgroundText, 0, 0, NULL},
            {"--supersample", "N",
             "render at N times the size and average, 1 to 4, on top of four samples a pixel (default 1)",
             OPTION_WHOLE, &o->supersample, 1, 4, NULL},
            {"--theme", "dark|light",
             "colours of background, marks and text (default dark; light on a light --background)",
             OPTION_CHOICE, &o->theme, 0, 0, themes},
            {"--stereo", "off|anaglyph|side-by-side|squeezed",
             "view for both eyes: red-cyan glasses; half the width each; the same squeezed for a 3D screen",
             OPTION_CHOICE, &o->stereo, 0, 0, stereos},
            {"--eye-distance", "SHARE",
             "distance of the eyes as a share of their distance from the target (default 0.035)",
             OPTION_NUMBER, &o->eyeApart, 0.0, 0.2, NULL},
            {"--clearance", "LENGTH",
             "show the clearance of the dragged object, and colour surfaces nearer than LENGTH",
             OPTION_NUMBER, &o->clearance, 1e-100, 1e100, NULL},
            {"--steps", "N|KIND[:N]",
             "show event N of the step's query, or the Nth event of a kind such as elements:3 (needs a PNG)",
             OPTION_TEXT, &o->steps, 0, 0, NULL},
            {"--search", "query|vector|index|boxes", "search that --steps shows (default query)",
             OPTION_CHOICE, &o->search, 0, 0, searches},
            {"--side-by-side", NULL, "lay meshes out in a row, as built-in and normalized ones always are",
             OPTION_FLAG, &o->layout.sideBySide, 0, 0, NULL},
            {"--normalize", NULL, "centre each mesh and scale it to a box diagonal of 2", OPTION_FLAG,
             &o->layout.normalize, 0, 0, NULL},
            {"--transparent", NULL, "draw all surfaces transparent", OPTION_FLAG, &o->transparent, 0, 0,
             NULL},
        }};
    int exitCode = ReadCommandLine(&def, argCount, args, arguments);
    if (exitCode >= 0) return exitCode;
    o->scene = arguments[0];
    for (; o->meshCount < ARGUMENT_MAX && arguments[o->meshCount] != NULL; o->meshCount++)
        o->meshes[o->meshCount] = arguments[o->meshCount];
    SceneCamera ignored = {.fov = 0.7};
    if (o->out == NULL) return FailArguments(&def);
    if (!IsRenderPath(o->out)) {
        return FailCall(
            &def, "--out must be FILE.png, FILE.gif, FILE.mp4 or a directory (if a new one has a dot in its "
                  "name, end it with /)");
    }
    if (!ReadRenderSize(o->size, &o->width, &o->height))
        return FailCall(&def, "--size must be WIDTHxHEIGHT, each from 16 to 8192");
    if (o->camera != NULL && !ReadRenderCamera(o->camera, &ignored)) {
        return FailCall(&def, "--camera must be six or seven numbers: eye, target, field of view in radians");
    }
    if (!readBackground(o))
        return FailCall(&def, "--background must be transparent or a colour like #ffffff");
    chooseTheme(o);
    return checkTogether(&def, o);
}
