// The colours.
#include "view/palette.h"

StatusLook GetStatusLook(StageStatus status) {
    static const StatusLook looks[] = {
        [STAGE_FREE] = {{{0.38f, 0.67f, 0.91f}}, {140, 200, 250, 255}, "○"},
        [STAGE_NEAR] = {{{0.92f, 0.77f, 0.25f}}, {245, 214, 90, 255}, "◐"},
        [STAGE_CONTACT] = {{{0.17f, 0.73f, 0.54f}}, {80, 222, 172, 255}, "●"},
        [STAGE_OVERLAP] = {{{0.93f, 0.38f, 0.18f}}, {255, 140, 85, 255}, "✕"},
        [STAGE_UNDECIDED] = {{{0.76f, 0.55f, 0.82f}}, {222, 180, 235, 255}, "◇"},
    };
    return looks[status];
}

vec3s GetRestColor(int32_t object) {
    static const vec3s colors[] = {
        {{0.83f, 0.79f, 0.72f}}, {{0.70f, 0.72f, 0.76f}}, {{0.78f, 0.71f, 0.64f}},
        {{0.66f, 0.72f, 0.70f}}, {{0.76f, 0.72f, 0.78f}},
    };
    return colors[(size_t)object % (sizeof colors / sizeof *colors)];
}

vec3s GetBodyColor(int32_t object) {
    static const vec3s colors[] = {
        {{0.80f, 0.60f, 0.50f}}, {{0.55f, 0.65f, 0.76f}}, {{0.84f, 0.76f, 0.58f}}, {{0.60f, 0.70f, 0.58f}},
        {{0.72f, 0.61f, 0.70f}}, {{0.88f, 0.84f, 0.78f}}, {{0.50f, 0.62f, 0.64f}},
    };
    return colors[(size_t)object % (sizeof colors / sizeof *colors)];
}

vec3s GetGhostColor(GhostKind kind) {
    static const vec3s colors[] = {
        [GHOST_START] = {{0.90f, 0.30f, 0.27f}},
        [GHOST_INTENDED] = {{0.33f, 0.52f, 0.96f}},
        [GHOST_CONTACT] = {{0.17f, 0.73f, 0.54f}},
    };
    return colors[kind];
}

gxColor GetRoleColor(cdDrawRole role) {
    static const gxColor colors[CD_ROLE_COUNT] = {
        [CD_ROLE_SOLID] = {210, 205, 195, 255},   [CD_ROLE_INTENDED] = {84, 132, 245, 255},
        [CD_ROLE_RESOLVED] = {44, 186, 138, 255}, [CD_ROLE_FIRST_CONTACT] = {255, 244, 200, 255},
        [CD_ROLE_REGION] = {255, 210, 90, 255},   [CD_ROLE_NORMAL] = {255, 250, 232, 255},
        [CD_ROLE_SCREW] = {224, 150, 206, 255},   [CD_ROLE_SPHERE] = {150, 190, 230, 110},
        [CD_ROLE_CELL] = {140, 226, 236, 96},     [CD_ROLE_TRACE] = {255, 170, 70, 170},
        [CD_ROLE_HULL] = {96, 214, 226, 46},      [CD_ROLE_SEPARATOR] = {120, 236, 246, 255},
        [CD_ROLE_INDEX] = {190, 160, 240, 150},   [CD_ROLE_INDEX_CELL] = {228, 206, 255, 235},
        [CD_ROLE_INSIDE] = {255, 158, 74, 255},   [CD_ROLE_OUTSIDE] = {120, 196, 255, 255},
        [CD_ROLE_ON] = {255, 240, 130, 255},
    };
    return colors[role];
}

gxColor GetBoxColor(BoxPart part) {
    static const gxColor colors[] = {
        [BOX_A] = {112, 186, 250, 255},     [BOX_B] = {236, 204, 150, 255},
        [BOX_EDGES] = {176, 184, 196, 255}, [BOX_OUTLINE] = {225, 230, 236, 200},
        [BOX_OCTANT] = {70, 78, 94, 255},   [BOX_NEXT_OCTANT] = {112, 124, 144, 255}};
    return colors[part];
}

gxColor DarkenColor(gxColor color, double share) {
    return (gxColor){(uint8_t)(share * color.r), (uint8_t)(share * color.g), (uint8_t)(share * color.b),
                     color.a};
}

WhereLook GetWhereLook(cdWhere where) {
    switch (where) {
    case CD_INSIDE:
        return (WhereLook){GetRoleColor(CD_ROLE_INSIDE), GX_TONE_OVERLAP, "●"};
    case CD_ON_VERTEX:
    case CD_ON_EDGE:
    case CD_ON_FACE:
        return (WhereLook){GetRoleColor(CD_ROLE_ON), GX_TONE_NEAR, "◐"};
    case CD_OUTSIDE:
        return (WhereLook){GetRoleColor(CD_ROLE_OUTSIDE), GX_TONE_FREE, "○"};
    default:
        return (WhereLook){GetTextColor(), GX_TONE_DIM, "◇"};
    }
}

gxColor GetTextColor(void) {
    return (gxColor){232, 236, 241, 255};
}

gxColor GetNoteColor(void) {
    return (gxColor){164, 173, 184, 255};
}

gxColor GetInsetGroundColor(void) {
    return (gxColor){27, 31, 37, 255};
}

gxColor GetInsetFrameColor(void) {
    return (gxColor){88, 98, 112, 255};
}

gxColor GetRimColor(void) {
    return (gxColor){20, 24, 28, 230};
}
