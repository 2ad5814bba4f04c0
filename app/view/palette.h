// All colours of the program and their meanings, in two themes.
//
// Colour-blind people can distinguish the colours (after Okabe and Ito), and each state also has a word and a
// sign. New colours go to both themes; tests check that text is legible in both, and that the states differ
// for every kind of colour-blindness.
#ifndef APP_PALETTE_H
#define APP_PALETTE_H

#include "engine/renderer.h"
#include "engine/ui.h"
#include "stage/stage.h"
#include "view/theme.h"

// Colours of panels and menus.
gxUiColors GetUiColors(Theme theme);
// Colours behind and below the scene.
gxBackdrop GetBackdrop(Theme theme);
gxGroundColors GetGroundColors(Theme theme);

typedef struct StatusLook {
    vec3s color;      // of the object
    gxColor text;     // of its label
    const char *sign; // shown beside the word
} StatusLook;

// Returns the sign that goes with a status colour. @lifetime static
const char *GetStatusSign(StageStatus status);
StatusLook GetStatusLook(Theme theme, StageStatus status);

// Colour of an object that is not being moved: quiet, and slightly different for each.
vec3s GetIdleColor(int32_t object);
// Colour of a body, moving or not: a little stronger, and unlike a status.
vec3s GetBodyColor(int32_t object);

// Colour of a sensor and of its label: of an empty one, and of one that something is in.
StatusLook GetSensorLook(Theme theme, bool occupied);

// Poses of a step, as in the paper's figures.
typedef enum GhostKind { GHOST_START = 0, GHOST_INTENDED, GHOST_CONTACT } GhostKind;
vec3s GetGhostColor(GhostKind kind);
gxColor GetGhostTextColor(Theme theme, GhostKind kind);

// Colours for parts of two boxes: from one box, or from an edge of each; outlines; alternating octants.
typedef enum BoxPart { BOX_A = 0, BOX_B, BOX_EDGES, BOX_OUTLINE, BOX_OCTANT, BOX_NEXT_OCTANT } BoxPart;
gxColor GetBoxColor(Theme theme, BoxPart part);

// Colour of the axis x, y or z.
gxColor GetAxisColor(Theme theme, int axis);

// Shades a face that receives this share of light, 0 to 1.
gxColor ShadeColor(Theme theme, gxColor color, double share);
// Blends a colour towards the background, so that it recedes; 1: unchanged.
gxColor QuietColor(Theme theme, gxColor color, double share);

// Look of a location in, on or outside a solid.
typedef struct WhereLook {
    gxColor color;
    gxTone tone; // in panels
    const char *sign;
} WhereLook;

WhereLook GetWhereLook(Theme theme, cdLocationKind where);

// Bands from the nearest on, increasingly dark, so that they differ in greyscale as well.
gxBands GetClearanceBands(void);

// Colour of a distance along a path, over the dark theme: 0 is near (yellow), 1 is far (blue).
gxColor GetDistanceColor(double share);

gxColor GetRoleColor(Theme theme, cdDrawRole role);
gxColor GetTextColor(Theme theme);
gxColor GetNoteColor(Theme theme);        // of secondary text
gxColor GetInsetGroundColor(Theme theme); // of the small views in the corners
gxColor GetInsetFrameColor(Theme theme);
gxColor GetRimColor(Theme theme); // around marks and letters, for contrast with any surface

// Makes a colour less opaque.
gxColor FadeColor(gxColor color, double share);

#endif
