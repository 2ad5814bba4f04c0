// A stage as a picture: objects, ghosts, ground, overlay; in a window or without one.
#ifndef APP_VIEW_H
#define APP_VIEW_H

#include "engine/camera.h"
#include "engine/image.h"
#include "stage/stage.h"

typedef enum GhostStyle { GHOST_OFF = 0, GHOST_WIRE, GHOST_SOLID } GhostStyle;

typedef enum StereoStyle {
    STEREO_OFF = 0,
    STEREO_ANAGLYPH,     // for red-cyan glasses
    STEREO_SIDE_BY_SIDE, // left eye left, each with half the width
    STEREO_SQUEEZED      // the same, squeezed: what a 3D screen stretches
} StereoStyle;

typedef struct ViewOptions {
    GhostStyle ghost;     // start red, intended blue, at contact green
    bool transparent;     // all surfaces
    bool wireframe;       // edges over all surfaces
    bool contact;         // contact regions, contact points and both elements
    bool wholeSet;        // of the regions; else those that suffice
    bool normals;         // of the regions, at the contact points
    bool labels;          // words beside them
    bool sphereTree;      // of the selected object and of what it touches
    int32_t treeLevel;    // -1: the leaves
    bool trace;           // what the last query tested
    bool motion;          // screw axis and paths
    bool proxy;           // convex hulls and what separates them
    bool index;           // of the solid that the stage's probe names, with what is asked of it
    int32_t indexDepth;   // its cut planes down to here; 0: none
    bool culling;         // what the last step moves away, with the index
    bool insets;          // small views in the corners, of scenes that have some
    bool clearance;       // the stage's least distance
    bool clearanceColors; // of surfaces, with it
    StereoStyle stereo;
    double eyeApart; // both eyes, as a share of their distance from what lies in the plane of the screen
} ViewOptions;

ViewOptions GetDefaultViewOptions(void);

typedef struct View View;

// Needs a current OpenGL context. @errors NULL, with an engine message
View *CreateView(int width, int height, double scale);
// Makes a context of its own, with no window or display.
View *CreateHeadlessView(int width, int height);
void DestroyView(View *view);
void ResizeView(View *view, int width, int height);
// Letters, and strokes with them, so much larger than at 96 dots an inch; between two pictures.
void SetViewScale(View *view, double scale);

// Quick pictures cost a software renderer half as much: for what moves. Fine ones are for what is looked at.
void SetViewQuick(View *view, bool quick);

// Draws the stage into the view's own picture.
void DrawView(View *view, const Stage *stage, const gxCamera *camera, const ViewOptions *options);
// Puts the picture on the window, its lower left corner at (x, y).
void ShowView(const View *view, int x, int y);
// @errors no pixels
gxImage ReadView(const View *view);

// How wide each eye's picture is laid out in one of this width.
int GetEyeWidth(StereoStyle style, int width);

// The camera that a stage's scene asks for, or one that sees everything where it asks for none.
gxCamera MakeStageCamera(const Stage *stage, int width, int height);
// The same while it shows the middle of all that can move; else from there everything is seen.
gxCamera MakeWholeCamera(const Stage *stage, int width, int height);

// A line of text at the foot of the next picture drawn; "": none.
void SetViewCaption(View *view, const char *caption);

#endif
