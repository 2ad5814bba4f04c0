// Display options: which parts of a stage a picture shows.
#ifndef APP_VIEW_OPTIONS_H
#define APP_VIEW_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct View View;

typedef enum GhostStyle { GHOST_OFF = 0, GHOST_WIRE, GHOST_SOLID } GhostStyle;

typedef enum StereoStyle {
    STEREO_OFF = 0,
    STEREO_ANAGLYPH,     // for red-cyan glasses
    STEREO_SIDE_BY_SIDE, // left eye on the left, each half as wide
    STEREO_SQUEEZED      // same, compressed to half width, for 3D screens that stretch it
} StereoStyle;

typedef enum BackgroundStyle {
    BACKGROUND_THEME = 0,
    BACKGROUND_PLAIN,      // one colour
    BACKGROUND_TRANSPARENT // ReadView returns opacities; not in stereo
} BackgroundStyle;

typedef struct ViewOptions {
    GhostStyle ghost;     // start red, intended blue, at contact green
    bool transparent;     // all surfaces
    bool wireframe;       // edges over all surfaces
    bool contact;         // contact regions, contact points and both elements
    bool wholeSet;        // all regions; else the sufficient ones
    bool normals;         // of the regions, at the contact points
    bool labels;          // text beside all these
    bool sphereTree;      // of the selected object and of those it touches
    int32_t treeLevel;    // -1: the leaves
    bool trace;           // tests of the last query
    bool motion;          // screw axis and paths
    bool proxy;           // convex hulls and their separation
    bool index;           // of the solid that the stage's probe names, with the query
    int32_t indexDepth;   // shows cut planes down to this depth; 0: none
    bool culling;         // edges culled by the last step, with the index
    bool ray;             // the stage's ray
    bool insets;          // in scenes that have them
    bool gizmo;           // handles to move and turn the selected object
    bool gizmoIsLocal;    // along the object's axes; else along the world's
    int32_t gizmoHandle;  // highlighted GizmoHandle
    bool marks;           // on round bodies that forces move, so that their spin shows
    bool clearance;       // the stage's minimum distance
    bool clearanceColors; // of surfaces, with the clearance
    BackgroundStyle background;
    uint8_t backgroundColor[3]; // red, green, blue of BACKGROUND_PLAIN
    StereoStyle stereo;
    double eyeApart; // of the eyes, as a share of their distance from the plane of the screen
} ViewOptions;

#endif
