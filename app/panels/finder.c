// The finder over the picture: scenes by a part of their name, and files by their path.
//
// Text up to its last slash is a folder, by default the one the program was started in;
// the rest is searched in the names of scenes and of the folder's files. Enter takes the first row.
#include "panels/panels.h"

#include "engine/platform/environment.h"
#include "engine/platform/files.h"
#include "engine/platform/plain_text.h"
#include "panels/layout.h"
#include "services/queue.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROW_MOST = 64, ROWS_SEEN = 24 };

static const char *const builtIn = "builtin:";

typedef struct Found {
    char name[256]; // of a folder with a slash at its end
} Found;

typedef struct Folder {
    char path[768]; // with a slash at its end; empty: where the program was started
    Found found[ROW_MOST];
    int count;
} Folder;

static bool contains(const char *text, const char *part) {
    size_t length = strlen(part);
    for (; *text; ++text) {
        size_t i = 0;
        while (i < length && tolower((unsigned char)text[i]) == tolower((unsigned char)part[i]))
            ++i;
        if (i == length) return true;
    }
    return length == 0;
}

// File types that are opened: scenes, recordings and meshes.
static bool hasKnownEnding(const char *name) {
    static const char *const endings[] = {"json", "fcrec", "obj", "ply", "stl",
                                          "off",  "gltf",  "glb", "3ds", "dae"};
    const char *dot = strrchr(name, '.');
    for (size_t i = 0; dot && i < sizeof endings / sizeof *endings; ++i) {
        if (gxIsSameWord(dot + 1, endings[i])) return true;
    }
    return false;
}

static int compareFound(const void *a, const void *b) {
    return strcmp(((const Found *)a)->name, ((const Found *)b)->name);
}

// The folder's part of what was typed; "~/" stands for the home folder.
static void splitText(const char *text, Folder *folder, const char **part) {
    const char *slash = strrchr(text, '/');
    *part = slash ? slash + 1 : text;
    size_t size = sizeof folder->path;
    bool atHome = strncmp(text, "~/", 2) == 0 && gxFindUserFolder(GX_FOLDER_HOME, folder->path, size);
    size_t length = atHome ? strlen(folder->path) : 0;
    const char *below = atHome ? text + 1 : text;
    snprintf(folder->path + length, size - length, "%.*s", (int)(*part - below), below);
}

// Hidden files match when their dot is typed. Folders match only below a typed path.
static void readFolder(const char *text, Folder *folder) {
    const char *part;
    folder->count = 0;
    splitText(text, folder, &part);
    gxFolder *directory = gxOpenFolder(folder->path[0] ? folder->path : ".");
    if (!directory) return;
    const char *name;
    while ((name = gxReadFolder(directory)) && folder->count < ROW_MOST) {
        if ((name[0] == '.' && part[0] != '.') || !contains(name, part)) continue;
        char path[1100];
        gxFileFacts facts;
        snprintf(path, sizeof path, "%s%s", folder->path, name);
        if (!gxGetFileFacts(path, &facts)) continue;
        bool isFolder = facts.kind == GX_FILE_FOLDER;
        if (isFolder ? !folder->path[0] && !part[0] : !hasKnownEnding(name)) continue;
        Found *found = &folder->found[folder->count++];
        snprintf(found->name, sizeof found->name, "%.254s%s", name, isFolder ? "/" : "");
    }
    gxCloseFolder(directory);
    qsort(folder->found, (size_t)folder->count, sizeof *folder->found, compareFound);
}

// Enters a folder, or opens a file as if it had been dropped.
static void takeFound(App *app, const Folder *folder, const Found *found) {
    char path[1024];
    snprintf(path, sizeof path, "%s%s", folder->path, found->name);
    if (path[strlen(path) - 1] == '/') {
        snprintf(app->finderText, sizeof app->finderText, "%.*s", (int)sizeof app->finderText - 1, path);
        return;
    }
    app->finderShown = false;
    IntendToOpen(app, path);
}

static const Scene *drawScenes(const App *app, const Scene **first) {
    int32_t sceneCount = 0;
    const Scene *const *scenes = GetScenes(&sceneCount);
    const Scene *chosen = NULL;
    for (int32_t i = 0; i < sceneCount; ++i) {
        if (!contains(scenes[i]->name, app->finderText) && !contains(scenes[i]->group, app->finderText))
            continue;
        if (!*first) *first = scenes[i];
        if (gxRow(scenes[i]->name, scenes[i] == *first)) chosen = scenes[i];
        gxTooltip(scenes[i]->about);
    }
    return chosen;
}

static const Found *drawFolder(const Folder *folder, bool isFirst) {
    const Found *chosen = NULL;
    for (int i = 0; i < folder->count; ++i) {
        gxPushId(i);
        if (gxRow(folder->found[i].name, isFirst && i == 0)) chosen = &folder->found[i];
        gxPopId();
    }
    return chosen;
}

// Built-in shapes whose names contain what follows "builtin:"; the first is chosen by Enter while no
// parameter is typed.
static const Shape *drawShapes(const char *text, const Shape **first) {
    int32_t count = 0;
    const Shape *shapes = GetShapes(&count), *chosen = NULL;
    char name[64];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(text, ":"), text);
    for (int32_t i = 0; i < count; ++i) {
        if (!contains(shapes[i].name, name)) continue;
        if (!*first || strcmp(shapes[i].name, name) == 0) *first = &shapes[i];
        if (gxRow(shapes[i].name, false)) chosen = &shapes[i];
        gxTooltip(shapes[i].about);
    }
    return chosen;
}

// "builtin:NAME" with parameters is taken as it is typed.
static void takeShape(App *app, const Shape *shape) {
    const char *typed = app->finderText + strlen(builtIn);
    char spec[sizeof app->finderText];
    if (strchr(typed, ':'))
        snprintf(spec, sizeof spec, "%s", app->finderText);
    else
        snprintf(spec, sizeof spec, "%s%s", builtIn, shape->name);
    app->finderShown = false;
    IntendToOpen(app, spec);
}

static void drawShapeFinder(App *app, bool entered) {
    const char *typed = app->finderText + strlen(builtIn);
    const Shape *first = NULL, *chosen = drawShapes(typed, &first);
    if (!first) gxText(GX_TONE_DIM, "no built-in shape has that name");
    if (chosen) {
        snprintf(app->finderText, sizeof app->finderText, "%s%s", builtIn, chosen->name);
        takeShape(app, chosen);
    } else if (entered && first) {
        takeShape(app, first);
    }
}

// Recent files, while nothing is typed.
static void drawRecent(App *app) {
    const RecentFiles *recent = &app->recent;
    if (recent->count > 0) gxText(GX_TONE_DIM, "recent");
    for (int32_t i = 0; i < recent->count; ++i) {
        if (!gxRow(recent->paths[i], false)) continue;
        app->finderShown = false;
        IntendToOpen(app, recent->paths[i]);
    }
    if (recent->count > 0) gxText(GX_TONE_DIM, "scenes, and files of this folder");
}

// Number of rows that fit below the field.
static int countRows(const App *app) {
    float room = (float)(app->layout.windowHeight - app->layout.top) - 3.0f * gxGetUiLineHeight();
    int rows = (int)(room / (1.5f * gxGetUiTextHeight()));
    return rows < 2 ? 2 : rows > ROWS_SEEN ? ROWS_SEEN : rows;
}

void DrawFinder(App *app) {
    DialogPlace place = PlaceDialog(app, 420.0f);
    Folder folder;
    readFolder(app->finderText, &folder);
    gxBeginPanel("##finder", place.x, place.y, place.width, 0.0f, GX_PANEL_CENTERED | GX_PANEL_RAISED);
    const char *hint = "a scene's name, the path of a file, or builtin:torus";
    if (gxGetUiTextWidth(GX_TONE_PLAIN, hint) > place.width - 44.0f * gxGetUiScale())
        hint = "scene, file or builtin:torus";
    bool entered = gxTextField("##text", hint, app->finderText, sizeof app->finderText, app->finderOpened);
    app->finderOpened = false;
    gxBeginScroll("rows", countRows(app));
    if (strncmp(app->finderText, builtIn, strlen(builtIn)) == 0) {
        drawShapeFinder(app, entered);
        gxEndScroll();
        gxEndPanel();
        return;
    }
    if (!app->finderText[0]) drawRecent(app);
    const Scene *firstScene = NULL, *scene = drawScenes(app, &firstScene);
    const Found *found = drawFolder(&folder, !firstScene);
    if (!firstScene && folder.count == 0) gxText(GX_TONE_DIM, "no scene or file has that name");
    gxEndScroll();
    gxEndPanel();
    if (entered) scene = firstScene;
    if (entered && !scene && folder.count > 0) found = &folder.found[0];
    if (entered || found) app->finderOpened = true; // Enter, or a click, took the cursor out of the field
    if (scene) {
        app->finderShown = false;
        Intend(app, (Intention){.kind = INTEND_OPEN_SCENE, .scene = scene});
    } else if (found) {
        takeFound(app, &folder, found);
    }
}
