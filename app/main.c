// Entry point of the program: runs a command, or opens the window.
#include "commands/command.h"
#include "engine/file_cache.h"
#include "engine/import.h"
#include "engine/message.h"
#include "engine/platform/files.h"
#include "engine/platform/program.h"
#include "scenes/scene.h"
#include "shapes/shapes.h"
#include "window/window.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void printCommands(void) {
    int32_t count = 0;
    const Command *commands = GetCommands(&count);
    printf("\ncommands (run COMMAND --help for its options):\n");
    for (int32_t i = 0; i < count; i++)
        printf("  %-10s %s\n", commands[i].name, commands[i].about);
}

static void printMeshes(void) {
    int32_t count = 0;
    const Shape *shapes = GetShapes(&count);
    printf("\nmeshes (a file: %s; or a built-in mesh):\n", gxGetMeshFormats());
    for (int32_t i = 0; i < count; i++) {
        printf("  builtin:%-18s %s\n", shapes[i].name, shapes[i].about);
        for (int k = 0; k < SHAPE_PARAM_MAX && shapes[i].params[k].name != NULL; k++) {
            const ShapeParam *param = &shapes[i].params[k];
            char text[64];
            snprintf(text, sizeof text, "%s=%g", param->name, param->value);
            printf("      %-22s %s\n", text, param->about);
        }
    }
    printf("  builtin:%-18s %s\n", "bunny",
           "the Stanford bunny, from the package glmark2-data or $FIRSTCONTACT_BUNNY");
    printf("  Write parameters as in builtin:torus:major=1,minor=0.3. Lengths have no fixed unit.\n");
}

static void printScenes(void) {
    int32_t count = 0;
    const Scene *const *scenes = GetScenes(&count);
    printf("\nscenes:\n");
    for (int32_t i = 0; i < count; i++)
        printf("  %s\n", scenes[i]->name);
}

static void printHelp(void) {
    static const char *const calls[][2] = {
        {"[options]", "open the window: teapot and bunny"},
        {"[options] SCENE | SCENE.json | RECORDING | MESH ...", "open a scene, recording or meshes"},
        {"COMMAND [options]", "work without a window"}};
    for (int i = 0; i < 3; i++) {
        printf("%-6s firstcontact %-51s %s\n", i == 0 ? "usage:" : "", calls[i][0], calls[i][1]);
    }
    printf("\nDrag meshes against each other: they stop at first contact.\n\nwindow options:\n");
    fputs(GetWindowUsage(), stdout);
    printf("\noption of the window and of every command:\n"
           "  --no-mesh-cache     build large meshes again instead of loading them from the cache\n"
           "                      (~/.cache/firstcontact, or the folder $FIRSTCONTACT_MESH_CACHE)\n");
    printCommands();
    printf(
        "\nexit codes:\n  0  success, also when contact or overlap was found\n  1  failure, or a check failed\n"
        "  2  invalid command line\n");
    printf("\nexample:\n  firstcontact builtin:gear builtin:torus-knot\n");
    printScenes();
    printMeshes();
}

static void sayMessage(gxSeverity severity, const char *text, void *context) {
    (void)context;
    SayError("%s%s", severity == GX_WARNING ? "warning: " : "", text);
}

// True if the argument can only be a misspelt command: it is no option, no scene and no possible file.
static bool looksLikeCommand(const char *arg) {
    return arg[0] != '-' && strpbrk(arg, "./:") == NULL && !gxHasPath(arg) && FindScene(arg) == NULL;
}

static int sayUnknownCommand(const char *name) {
    int32_t count = 0;
    const Command *commands = GetCommands(&count);
    char list[256] = "";
    for (int32_t i = 0; i < count; i++) {
        size_t length = strlen(list);
        snprintf(list + length, sizeof list - length, "%s%s", i > 0 ? ", " : "", commands[i].name);
    }
    SayError("unknown command, scene or file '%s'; the commands are %s (see firstcontact --help)", name,
             list);
    return EXIT_WRONG_CALL;
}

// `lesson NAME` opens the window with that lesson.
static int openLesson(char *name) {
    char option[] = "--lesson";
    char *const args[] = {option, name};
    return RunWindow(2, args);
}

static bool asksForHelp(const char *arg) {
    return strcmp(arg, "--help") == 0 || strcmp(arg, "-h") == 0 || strcmp(arg, "help") == 0;
}

// Prints the help of a command, or of the program if there is no such command.
static int helpWith(const char *command) {
    char option[] = "--help";
    char *args[] = {option};
    int32_t count = 0;
    const Command *commands = GetCommands(&count);
    for (int32_t i = 0; command != NULL && i < count; i++) {
        if (strcmp(command, commands[i].name) == 0) return commands[i].run(1, args);
    }
    printHelp();
    return EXIT_DONE;
}

static int run(int argCount, char *args[]) {
    if (argCount > 1 && asksForHelp(args[1])) return helpWith(argCount > 2 ? args[2] : NULL);
    if (argCount > 1 && strcmp(args[1], "--version") == 0) {
        printf("firstcontact %d.%d.%d\n", CD_VERSION_MAJOR, CD_VERSION_MINOR, CD_VERSION_PATCH);
        return EXIT_DONE;
    }
    int32_t count = 0;
    const Command *commands = GetCommands(&count);
    for (int32_t i = 0; argCount > 1 && i < count; i++) {
        if (strcmp(args[1], commands[i].name) != 0) continue;
        int exitCode = commands[i].run(argCount - 2, args + 2);
        if (exitCode == EXIT_OPENS_WINDOW) return openLesson(args[2]);
        return exitCode;
    }
    if (argCount > 1 && looksLikeCommand(args[1])) return sayUnknownCommand(args[1]);
    return RunWindow(argCount - 1, args + 1);
}

// Removes this option from the arguments. True if it was there.
static bool takeOption(const char *option, int *argCount, char *args[]) {
    int kept = 0, count = *argCount;
    for (int i = 0; i < count; i++)
        if (i == 0 || strcmp(args[i], option) != 0) args[kept++] = args[i];
    args[kept] = NULL;
    *argCount = kept;
    return kept < count;
}

// Large meshes are loaded from the user's cache, except with --no-mesh-cache or FIRSTCONTACT_MESH_CACHE=off.
static void startMeshCache(int *argCount, char *args[]) {
    static const size_t byteLimit = (size_t)512 << 20;
    char folder[4096];
    const char *chosen = getenv("FIRSTCONTACT_MESH_CACHE");
    bool off = takeOption("--no-mesh-cache", argCount, args) || (chosen && strcmp(chosen, "off") == 0);
    if (chosen && chosen[0])
        gxSetFileCache(off ? NULL : chosen, byteLimit);
    else if (!off && gxFindCacheFolder(folder, sizeof folder))
        gxSetFileCache(folder, byteLimit);
}

// Fails if standard output could not be written. Commands do not check that for help, lists and picture
// names.
int main(int argCount, char *args[]) {
    gxSetUpProgram();
    gxRunImporter(argCount, args);
    gxSetImporter((gxImporter){.program = gxGetProgramPath()});
    gxSetMessageFunction(sayMessage, NULL);
    startMeshCache(&argCount, args);
    int exitCode = run(argCount, args);
    bool printed = fflush(stdout) == 0 && ferror(stdout) == 0;
    if (printed || exitCode != EXIT_DONE) return exitCode;
    SayError("standard output: %s", strerror(errno));
    return EXIT_FAILED;
}
