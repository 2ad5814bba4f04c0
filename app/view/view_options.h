// Options of a picture: which parts of a stage it shows.
#ifndef APP_VIEW_OPTIONS_H
#define APP_VIEW_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct View View;

typedef enum GhostStyle { GHOST_OFF = 0, GHOST_WIRE, GHOST_SOLID } GhostStyle;

typedef enum StereoStyle {
    STEREO_OFF = 0,
    STEREO_ANAGLYPH,     // for red-cyan glasses
    STEREO_SIDE_BY_SIDE, // left eye left, each with half the width
    STEREO_SQUEEZED      // the same, squeezed: what a 3D screen stretches
} StereoStyle;

typedef enum BackgroundStyle {
    BACKGROUND_THEME = 0,
    BACKGROUND_PLAIN,      // one colour
    BACKGROUND_TRANSPARENT // ReadView gives opacities; not in stereo
} BackgroundStyle;

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
    bool gizmo;           // handles to move and turn the selected object
    bool gizmoIsLocal;    // along the object's axes; else along the world's
    int32_t gizmoHandle;  // a GizmoHandle that is lit
    bool marks;           // on round bodies that move by themselves, so that their spin is seen
    bool clearance;       // the stage's least distance
    bool clearanceColors; // of surfaces, with it
    BackgroundStyle background;
    uint8_t backgroundColor[3]; // red, green, blue of BACKGROUND_PLAIN
    StereoStyle stereo;
    double eyeApart; // both eyes, as a share of their distance from what lies in the plane of the screen
} ViewOptions;

#endif
