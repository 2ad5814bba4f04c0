// Every colour of the picture and what it means.
//
// Chosen to be told apart by colour-blind people (after Okabe and Ito), and never alone: each state also has
// a word and a sign of its own.
#ifndef APP_PALETTE_H
#define APP_PALETTE_H

#include "engine/lines.h"
#include "engine/ui.h"
#include "stage/stage.h"

typedef struct StatusLook {
    vec3s color;      // of the object
    gxColor text;     // of its label
    const char *sign; // shown beside the word
} StatusLook;

StatusLook GetStatusLook(StageStatus status);

// Of an object that is not being moved; quiet, and a little different from its neighbours.
vec3s GetRestColor(int32_t object);
// Of one that forces move, whether it moves or rests: a little stronger, and still none of a status.
vec3s GetBodyColor(int32_t object);

// The three poses of a step, as in the paper's figures.
typedef enum GhostKind { GHOST_START = 0, GHOST_INTENDED, GHOST_CONTACT } GhostKind;
vec3s GetGhostColor(GhostKind kind);

// Of what comes from one of two boxes, or from an edge of each; outlines; octants by turns.
typedef enum BoxPart { BOX_A = 0, BOX_B, BOX_EDGES, BOX_OUTLINE, BOX_OCTANT, BOX_NEXT_OCTANT } BoxPart;
gxColor GetBoxColor(BoxPart part);

// Darker, and as opaque as before.
gxColor DarkenColor(gxColor color, double share);

// Of a place in, on or outside a solid.
typedef struct WhereLook {
    gxColor color;
    gxTone tone; // in panels
    const char *sign;
} WhereLook;

WhereLook GetWhereLook(cdWhere where);

gxColor GetRoleColor(cdDrawRole role);
gxColor GetTextColor(void);
gxColor GetNoteColor(void);        // of words that are less than others
gxColor GetInsetGroundColor(void); // of the small views in the corners
gxColor GetInsetFrameColor(void);
gxColor GetRimColor(void); // behind marks, so that they stand out from any surface

#endif
