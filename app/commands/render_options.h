// The options of `firstcontact render`.
#ifndef APP_RENDER_OPTIONS_H
#define APP_RENDER_OPTIONS_H

#include "commands/command.h"
#include "commands/render_out.h"
#include "recording/player.h"
#include "view/view.h"

typedef struct RenderOptions {
    const char *scene; // or the first mesh
    const char *meshes[ARGUMENT_MAX];
    int32_t meshCount;
    MeshLayout layout; // of meshes
    const char *size, *camera, *out;
    int32_t frames, story, rate; // 0: default of the kind of film
    double turn, eyeApart;       // degrees over all pictures; a share of the distance
    double clearance;            // 0: not shown
    const char *steps;           // an event of the search below; NULL: none
    int search;                  // a StepsSearch
    int ghost, stereo;
    int theme;                                    // -1: chosen by the background
    int labels, contacts, caption, insets, marks; // 0: off
    int ground;                                   // -1: on if the background is the theme's
    const char *backgroundText;
    const char *svg; // file for the corner views; NULL: none
    BackgroundStyle background;
    uint8_t backgroundColor[3];
    int32_t supersample; // pictures are drawn at this multiple of their size, and shrunk
    bool transparent;
    int width, height;
    RenderTarget target;
    StagePlayer player; // of a recording; else without frames
} RenderOptions;

// Returns -1 to continue, else the exit code.
int ReadRenderOptions(RenderOptions *options, int argCount, char *const args[]);
// Reads WIDTHxHEIGHT, each from 16 to 8192. @errors false
bool ReadRenderSize(const char *text, int *width, int *height);
// Reads EX,EY,EZ,TX,TY,TZ[,FOV]. @errors false
bool ReadRenderCamera(const char *text, SceneCamera *camera);

#endif
