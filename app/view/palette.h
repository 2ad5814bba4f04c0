// Every colour of the program and what it means, in two themes.
//
// Chosen to be told apart by colour-blind people (after Okabe and Ito), and never alone: each state also has
// a word and a sign of its own. A colour that is added is added to both themes; tests ask that text is
// legible in both, and that the states differ for every kind of colour-blindness.
#ifndef APP_PALETTE_H
#define APP_PALETTE_H

#include "engine/renderer.h"
#include "engine/ui.h"
#include "stage/stage.h"
#include "view/theme.h"

// Of panels and menus.
gxUiColors GetUiColors(Theme theme);
// Behind everything and under it.
gxBackdrop GetBackdrop(Theme theme);
gxGroundColors GetGroundColors(Theme theme);

typedef struct StatusLook {
    vec3s color;      // of the object
    gxColor text;     // of its label
    const char *sign; // shown beside the word
} StatusLook;

// A status is never told by its colour alone. @lifetime static
const char *GetStatusSign(StageStatus status);
StatusLook GetStatusLook(Theme theme, StageStatus status);

// Of an object that is not being moved; quiet, and a little different from its neighbours.
vec3s GetRestColor(int32_t object);
// Of one that forces move, whether it moves or rests: a little stronger, and still none of a status.
vec3s GetBodyColor(int32_t object);

// The three poses of a step, as in the paper's figures.
typedef enum GhostKind { GHOST_START = 0, GHOST_INTENDED, GHOST_CONTACT } GhostKind;
vec3s GetGhostColor(GhostKind kind);
gxColor GetGhostTextColor(Theme theme, GhostKind kind);

// Of what comes from one of two boxes, or from an edge of each; outlines; octants by turns.
typedef enum BoxPart { BOX_A = 0, BOX_B, BOX_EDGES, BOX_OUTLINE, BOX_OCTANT, BOX_NEXT_OCTANT } BoxPart;
gxColor GetBoxColor(Theme theme, BoxPart part);

// The colour of the axis x, y or z.
gxColor GetAxisColor(Theme theme, int axis);

// Of a face that light reaches by this share, 0 to 1.
gxColor ShadeColor(Theme theme, gxColor color, double share);
// Nearer to the ground, so that it recedes; 1: as it is.
gxColor QuietColor(Theme theme, gxColor color, double share);

// Of a place in, on or outside a solid.
typedef struct WhereLook {
    gxColor color;
    gxTone tone; // in panels
    const char *sign;
} WhereLook;

WhereLook GetWhereLook(Theme theme, cdLocationKind where);

// From the nearest band on. Ever darker, so that they are told apart in grey as well.
gxBands GetClearanceBands(void);

gxColor GetRoleColor(Theme theme, cdDrawRole role);
gxColor GetTextColor(Theme theme);
gxColor GetNoteColor(Theme theme);        // of words that are less than others
gxColor GetInsetGroundColor(Theme theme); // of the small views in the corners
gxColor GetInsetFrameColor(Theme theme);
gxColor GetRimColor(Theme theme); // behind marks and letters, so that they stand out from any surface

// The same, less opaque.
gxColor FadeColor(gxColor color, double share);

#endif
