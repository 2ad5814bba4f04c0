// What a call of `render` asks for: sizes, cameras and lists of numbers read, and what does not go together
// refused.
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

// Numbers separated by `separator`; the count of them, or -1 when one is no number or there are too many.
static int readList(const char *text, const char *separator, double *values, int capacity) {
    for (int count = 0; count < capacity;) {
        size_t length = strcspn(text, separator);
        if (!ReadNumber(text, length, &values[count++])) return -1;
        if (text[length] == '\0') return count;
        text += length + 1;
    }
    return -1;
}

static bool readSize(RenderOptions *options) {
    double size[2];
    if (readList(options->size, "x", size, 2) != 2) return false;
    for (int i = 0; i < 2; i++) {
        if (!(size[i] >= 16.0 && size[i] <= 8192.0 && size[i] == floor(size[i]))) return false;
    }
    options->width = (int)size[0];
    options->height = (int)size[1];
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

// Words and marks are chosen to be legible on the theme's background.
static void chooseTheme(RenderOptions *options) {
    const uint8_t *c = options->backgroundColor;
    bool light = options->background == BACKGROUND_PLAIN && 3 * c[0] + 6 * c[1] + c[2] > 1280;
    if (options->theme < 0) options->theme = light ? THEME_LIGHT : THEME_DARK;
    if (options->ground < 0) options->ground = options->background == BACKGROUND_THEME;
}

// Refuses options that exclude each other. Returns the exit code, or -1 if all is well.
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
            "Draws a scene (a name of firstcontact scenes, or a scene file) and its story without a display, or\n"
            "a recording, of which a PNG file shows the end, or meshes, each where its file has it.\n"
            "To a PNG file: one step of the story. To a directory: a PNG for each step, or --frames of them. To a GIF\n"
            "or MP4 file: the story as a film, which stays a while where a step ends, unless the camera turns; MP4\n"
            "(H.264) needs the program ffmpeg.",
        .example = "firstcontact render 'teapot and bunny' --out contact.png",
        .options = {
            {"--out", "PATH",
             "FILE.png, FILE.gif, FILE.mp4, or a directory, made when missing (must be given)", OPTION_TEXT,
             &o->out, 0, 0, NULL},
            {"--story", "N",
             "draw step N of the story alone; 0 is the scene's start (default: a PNG the first contact)",
             OPTION_WHOLE, &o->story, 0, 1000, NULL},
            {"--frames", "N",
             "pictures in all, spread over the steps of the story (default one a step; a film about a second "
             "of them a step, or as many as the scene's own time asks for)",
             OPTION_WHOLE, &o->frames, 1, 100000, NULL},
            {"--fps", "N", "pictures a second of a film (default: MP4 30, GIF 12.5)", OPTION_WHOLE, &o->rate,
             1, 60, NULL},
            {"--turn", "DEGREES", "turn the camera so far about its target, over all pictures (default 0)",
             OPTION_NUMBER, &o->turn, -36000.0, 36000.0, NULL},
            {"--size", "WxH", "pixels (default 1280x720)", OPTION_TEXT, &o->size, 0, 0, NULL},
            {"--camera", "EX,EY,EZ,TX,TY,TZ[,FOV]",
             "eye, target, vertical angle in radians (default the scene's)", OPTION_TEXT, &o->camera, 0, 0,
             NULL},
            {"--ghost", "off|wire|solid", "the intended pose (default solid)", OPTION_CHOICE, &o->ghost, 0, 0,
             ghosts},
            {"--labels", "on|off", "words beside objects and contacts (default on)", OPTION_CHOICE,
             &o->labels, 0, 0, switches},
            {"--contacts", "on|off", "contact regions, normals and points (default on)", OPTION_CHOICE,
             &o->contacts, 0, 0, switches},
            {"--caption", "on|off", "the line of text at the foot (default on)", OPTION_CHOICE, &o->caption,
             0, 0, switches},
            {"--insets", "on|off", "small views in the corners, of scenes that have some (default on)",
             OPTION_CHOICE, &o->insets, 0, 0, switches},
            {"--svg", "FILE", "the small views in the corners as vectors, side by side (a PNG as --out)",
             OPTION_TEXT, &o->svg, 0, 0, NULL},
            {"--marks", "on|off", "marks on round bodies that move by themselves (default on)", OPTION_CHOICE,
             &o->marks, 0, 0, switches},
            {"--ground", "on|off", "grid and shadows under the objects (default on, with --background off)",
             OPTION_CHOICE, &o->ground, 0, 0, switches},
            {"--background", "transparent|#RRGGBB",
             "no background, for a PNG with opacities, or one colour (default the theme's)", OPTION_TEXT,
             &o->backgroundText, 0, 0, NULL},
            {"--supersample", "N",
             "draw N times as wide and as high and average, 1 to 4, beside four samples a pixel (default 1)",
             OPTION_WHOLE, &o->supersample, 1, 4, NULL},
            {"--theme", "dark|light",
             "the colours of what is around and over the objects (default dark, light on a light --background)",
             OPTION_CHOICE, &o->theme, 0, 0, themes},
            {"--stereo", "off|anaglyph|side-by-side|squeezed",
             "for both eyes: red-cyan glasses; each eye half the width; the same, squeezed for a 3D screen",
             OPTION_CHOICE, &o->stereo, 0, 0, stereos},
            {"--eye-distance", "SHARE",
             "of the eyes, as a share of their distance from the target (default 0.035)", OPTION_NUMBER,
             &o->eyeApart, 0.0, 0.2, NULL},
            {"--clearance", "LENGTH",
             "the least distance from the object in hand, and what is nearer than this in colours",
             OPTION_NUMBER, &o->clearance, 1e-100, 1e100, NULL},
            {"--steps", "N|KIND[:N]",
             "of the step's query, asked again, the event N, or the Nth of a kind, as elements:3 (a PNG)",
             OPTION_TEXT, &o->steps, 0, 0, NULL},
            {"--search", "query|vector|index|boxes", "the search that --steps is about (default query)",
             OPTION_CHOICE, &o->search, 0, 0, searches},
            {"--side-by-side", NULL, "lay meshes out in a row; built-in and normalized ones always are",
             OPTION_FLAG, &o->layout.sideBySide, 0, 0, NULL},
            {"--normalize", NULL, "centre each mesh and scale it to unit bounding radius", OPTION_FLAG,
             &o->layout.normalize, 0, 0, NULL},
            {"--transparent", NULL, "all surfaces let light through", OPTION_FLAG, &o->transparent, 0, 0,
             NULL},
        }};
    int exitCode = ReadCommandLine(&def, argCount, args, arguments);
    if (exitCode >= 0) return exitCode;
    o->scene = arguments[0];
    for (; o->meshCount < ARGUMENT_MAX && arguments[o->meshCount] != NULL; o->meshCount++)
        o->meshes[o->meshCount] = arguments[o->meshCount];
    SceneCamera ignored = {.fov = 0.7};
    if (o->out == NULL) return FailCall(&def, "--out must be given");
    if (!IsRenderPath(o->out)) {
        return FailCall(
            &def, "--out must be FILE.png, FILE.gif, FILE.mp4 or a directory (a new one with a dot in its "
                  "name is written with a / at its end)");
    }
    if (!readSize(o)) return FailCall(&def, "--size must be WIDTHxHEIGHT, each from 16 to 8192");
    if (o->camera != NULL && !ReadRenderCamera(o->camera, &ignored)) {
        return FailCall(&def, "--camera must be six numbers, or seven: eye, target, angle in radians");
    }
    if (!readBackground(o)) return FailCall(&def, "--background must be transparent or a colour as #ffffff");
    chooseTheme(o);
    return checkTogether(&def, o);
}
