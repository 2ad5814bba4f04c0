// The colours, row by row: dark, light.
//
// Surfaces have the same colours in both themes, since they are lit. Text and lines over them are light on a
// dark rim, or dark on a light one.
#include "view/palette.h"

const char *GetThemeName(Theme theme) {
    static const char *const names[] = {"dark", "light"};
    return names[theme];
}

gxUiColors GetUiColors(Theme theme) {
    static const gxUiColors colors[] = {[THEME_DARK] = {.tones = {{230, 235, 240, 255},
                                                                  {163, 173, 186, 255},
                                                                  {247, 250, 255, 255},
                                                                  {127, 168, 251, 255},
                                                                  {245, 218, 60, 255},
                                                                  {52, 220, 160, 255},
                                                                  {245, 122, 58, 255}},
                                                        .ground = {27, 29, 34, 255},
                                                        .popup = {33, 36, 42, 250},
                                                        .border = {66, 74, 84, 178},
                                                        .separator = {61, 69, 79, 255},
                                                        .field = {45, 49, 56, 255},
                                                        .hovered = {57, 64, 75, 255},
                                                        .active = {62, 80, 102, 255},
                                                        .chosen = {49, 61, 76, 255},
                                                        .grab = {51, 102, 153, 255},
                                                        .grabActive = {53, 106, 158, 255},
                                                        .selected = {61, 107, 153, 204},
                                                        .pillText = {15, 18, 23, 255}},
                                        [THEME_LIGHT] = {.tones = {{31, 39, 48, 255},
                                                                   {76, 86, 97, 255},
                                                                   {11, 15, 20, 255},
                                                                   {15, 72, 184, 255},
                                                                   {148, 98, 0, 255},
                                                                   {0, 122, 92, 255},
                                                                   {114, 4, 0, 255}},
                                                         .ground = {244, 245, 247, 255},
                                                         .popup = {255, 255, 255, 252},
                                                         .border = {184, 192, 202, 255},
                                                         .separator = {205, 211, 219, 255},
                                                         .field = {228, 231, 235, 255},
                                                         .hovered = {213, 220, 229, 255},
                                                         .active = {190, 209, 232, 255},
                                                         .chosen = {209, 222, 238, 255},
                                                         .grab = {156, 192, 230, 255},
                                                         .grabActive = {132, 178, 226, 255},
                                                         .selected = {156, 192, 230, 204},
                                                         .pillText = {255, 255, 255, 255}}};
    return colors[theme];
}

gxBackdrop GetBackdrop(Theme theme) {
    static const gxBackdrop backdrops[] = {
        [THEME_DARK] = {{{0.125f, 0.137f, 0.158f}}, {{0.205f, 0.228f, 0.262f}}, false},
        [THEME_LIGHT] = {{{0.847f, 0.867f, 0.890f}}, {{0.945f, 0.955f, 0.968f}}, false}};
    return backdrops[theme];
}

gxGroundColors GetGroundColors(Theme theme) {
    static const gxGroundColors colors[] = {
        [THEME_DARK] = {{{0.255f, 0.275f, 0.305f}}, {{0.56f, 0.60f, 0.66f}}},
        [THEME_LIGHT] = {{{0.880f, 0.893f, 0.910f}}, {{0.50f, 0.54f, 0.60f}}}};
    return colors[theme];
}

const char *GetStatusSign(StageStatus status) {
    static const char *const signs[] = {"○", "◐", "●", "✕", "◇"};
    return signs[status];
}

StatusLook GetStatusLook(Theme theme, StageStatus status) {
    static const vec3s surfaces[] = {[STAGE_FREE] = {{0.30f, 0.54f, 0.88f}},
                                     [STAGE_NEAR] = {{0.91f, 0.78f, 0.20f}},
                                     [STAGE_CONTACT] = {{0.21f, 0.78f, 0.53f}},
                                     [STAGE_OVERLAP] = {{0.86f, 0.29f, 0.13f}},
                                     [STAGE_UNDECIDED] = {{0.66f, 0.38f, 0.56f}}};
    static const gxColor texts[][5] = {[THEME_DARK] = {[STAGE_FREE] = {138, 176, 255, 255},
                                                       [STAGE_NEAR] = {248, 222, 70, 255},
                                                       [STAGE_CONTACT] = {62, 226, 168, 255},
                                                       [STAGE_OVERLAP] = {255, 136, 76, 255},
                                                       [STAGE_UNDECIDED] = {222, 150, 200, 255}},
                                       [THEME_LIGHT] = {[STAGE_FREE] = {8, 44, 160, 255},
                                                        [STAGE_NEAR] = {132, 82, 0, 255},
                                                        [STAGE_CONTACT] = {0, 106, 84, 255},
                                                        [STAGE_OVERLAP] = {104, 4, 0, 255},
                                                        [STAGE_UNDECIDED] = {84, 22, 92, 255}}};
    return (StatusLook){surfaces[status], texts[theme][status], GetStatusSign(status)};
}

vec3s GetIdleColor(int32_t object) {
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

StatusLook GetSensorLook(Theme theme, bool occupied) {
    static const vec3s colors[] = {{{0.36f, 0.66f, 0.76f}}, {{0.96f, 0.70f, 0.20f}}};
    static const gxColor texts[][2] = {[THEME_DARK] = {{140, 226, 236, 255}, {255, 210, 90, 255}},
                                       [THEME_LIGHT] = {{0, 86, 104, 255}, {132, 78, 0, 255}}};
    return (StatusLook){colors[occupied], texts[theme][occupied], occupied ? "●" : "○"};
}

vec3s GetGhostColor(GhostKind kind) {
    static const vec3s colors[] = {
        [GHOST_START] = {{0.90f, 0.30f, 0.27f}},
        [GHOST_INTENDED] = {{0.33f, 0.52f, 0.96f}},
        [GHOST_CONTACT] = {{0.17f, 0.73f, 0.54f}},
    };
    return colors[kind];
}

gxColor GetGhostTextColor(Theme theme, GhostKind kind) {
    static const gxColor colors[][3] = {[THEME_DARK] = {[GHOST_START] = {255, 140, 130, 255},
                                                        [GHOST_INTENDED] = {150, 182, 255, 255},
                                                        [GHOST_CONTACT] = {62, 226, 168, 255}},
                                        [THEME_LIGHT] = {[GHOST_START] = {150, 20, 14, 255},
                                                         [GHOST_INTENDED] = {20, 56, 180, 255},
                                                         [GHOST_CONTACT] = {0, 96, 70, 255}}};
    return colors[theme][kind];
}

gxBands GetClearanceBands(void) {
    return (gxBands){.colors = {{{0.97f, 0.92f, 0.32f}},
                                {{0.97f, 0.64f, 0.28f}},
                                {{0.85f, 0.37f, 0.46f}},
                                {{0.60f, 0.23f, 0.61f}},
                                {{0.33f, 0.19f, 0.60f}}},
                     .line = {{0.08f, 0.08f, 0.10f}}};
}

gxColor GetDistanceColor(double share) {
    static const gxColor stops[] = {
        {240, 196, 48, 255}, {150, 200, 92, 255}, {62, 180, 160, 255}, {92, 140, 226, 255}};
    int low = share >= 2.0 / 3.0 ? 2 : share >= 1.0 / 3.0 ? 1 : 0;
    double t = 3.0 * share - low;
    const gxColor *a = &stops[low], *b = &stops[low + 1];
    return (gxColor){(uint8_t)(a->r + t * (b->r - a->r)), (uint8_t)(a->g + t * (b->g - a->g)),
                     (uint8_t)(a->b + t * (b->b - a->b)), 255};
}

gxColor GetRoleColor(Theme theme, cdDrawRole role) {
    static const gxColor colors[][CD_ROLE_COUNT] = {
        [THEME_DARK] = {[CD_ROLE_SHAPE] = {210, 205, 195, 255},
                        [CD_ROLE_INTENDED] = {84, 132, 245, 255},
                        [CD_ROLE_RESOLVED] = {44, 186, 138, 255},
                        [CD_ROLE_FIRST_CONTACT] = {255, 244, 200, 255},
                        [CD_ROLE_REGION] = {255, 210, 90, 255},
                        [CD_ROLE_NORMAL] = {255, 250, 232, 255},
                        [CD_ROLE_SCREW] = {224, 150, 206, 255},
                        [CD_ROLE_SPHERE] = {150, 190, 230, 110},
                        [CD_ROLE_CELL] = {140, 226, 236, 96},
                        [CD_ROLE_TRACE] = {255, 170, 70, 170},
                        [CD_ROLE_CULLED] = {140, 226, 236, 96},
                        [CD_ROLE_HULL] = {96, 214, 226, 46},
                        [CD_ROLE_SEPARATOR] = {120, 236, 246, 255},
                        [CD_ROLE_INDEX] = {190, 160, 240, 150},
                        [CD_ROLE_INDEX_CELL] = {228, 206, 255, 235},
                        [CD_ROLE_INSIDE] = {250, 142, 84, 255},
                        [CD_ROLE_OUTSIDE] = {116, 184, 250, 255},
                        [CD_ROLE_ON] = {255, 246, 110, 255}},
        [THEME_LIGHT] = {[CD_ROLE_SHAPE] = {90, 86, 78, 255},
                         [CD_ROLE_INTENDED] = {36, 84, 200, 255},
                         [CD_ROLE_RESOLVED] = {0, 112, 80, 255},
                         [CD_ROLE_FIRST_CONTACT] = {70, 30, 0, 255},
                         [CD_ROLE_REGION] = {132, 78, 0, 255},
                         [CD_ROLE_NORMAL] = {48, 32, 8, 255},
                         [CD_ROLE_SCREW] = {146, 40, 122, 255},
                         [CD_ROLE_SPHERE] = {40, 90, 150, 120},
                         [CD_ROLE_CELL] = {0, 104, 122, 120},
                         [CD_ROLE_TRACE] = {184, 84, 0, 190},
                         [CD_ROLE_CULLED] = {0, 104, 122, 120},
                         [CD_ROLE_HULL] = {0, 112, 130, 72},
                         [CD_ROLE_SEPARATOR] = {0, 86, 104, 255},
                         [CD_ROLE_INDEX] = {96, 52, 176, 160},
                         [CD_ROLE_INDEX_CELL] = {74, 26, 150, 235},
                         [CD_ROLE_INSIDE] = {96, 20, 10, 255},
                         [CD_ROLE_OUTSIDE] = {8, 76, 156, 255},
                         [CD_ROLE_ON] = {106, 92, 0, 255}}};
    return colors[theme][role];
}

gxColor GetBoxColor(Theme theme, BoxPart part) {
    static const gxColor colors[][6] = {
        [THEME_DARK] = {[BOX_A] = {112, 186, 250, 255},
                        [BOX_B] = {236, 204, 150, 255},
                        [BOX_EDGES] = {176, 184, 196, 255},
                        [BOX_OUTLINE] = {225, 230, 236, 200},
                        [BOX_OCTANT] = {70, 78, 94, 255},
                        [BOX_NEXT_OCTANT] = {112, 124, 144, 255}},
        [THEME_LIGHT] = {[BOX_A] = {10, 84, 168, 255},
                         [BOX_B] = {138, 82, 0, 255},
                         [BOX_EDGES] = {84, 92, 104, 255},
                         [BOX_OUTLINE] = {44, 50, 58, 200},
                         [BOX_OCTANT] = {206, 213, 222, 255},
                         [BOX_NEXT_OCTANT] = {172, 182, 196, 255}}};
    return colors[theme][part];
}

gxColor GetAxisColor(Theme theme, int axis) {
    static const gxColor colors[][3] = {
        [THEME_DARK] = {{252, 166, 125, 255}, {6, 232, 22, 255}, {107, 177, 240, 255}},
        [THEME_LIGHT] = {{138, 55, 10, 255}, {3, 90, 64, 255}, {17, 62, 214, 255}}};
    return colors[theme][axis];
}

gxColor ShadeColor(Theme theme, gxColor color, double share) {
    // Dark marks become faces by light, light ones by shade.
    double own = theme == THEME_DARK ? share : 1.0 - 0.65 * share;
    double white = theme == THEME_DARK ? 0.0 : 255.0 * (1.0 - own);
    return (gxColor){(uint8_t)(own * color.r + white), (uint8_t)(own * color.g + white),
                     (uint8_t)(own * color.b + white), color.a};
}

gxColor QuietColor(Theme theme, gxColor color, double share) {
    gxColor ground = GetInsetGroundColor(theme);
    return (gxColor){(uint8_t)(share * color.r + (1.0 - share) * ground.r),
                     (uint8_t)(share * color.g + (1.0 - share) * ground.g),
                     (uint8_t)(share * color.b + (1.0 - share) * ground.b), color.a};
}

WhereLook GetWhereLook(Theme theme, cdLocationKind where) {
    switch (where) {
    case CD_INSIDE:
        return (WhereLook){GetRoleColor(theme, CD_ROLE_INSIDE), GX_TONE_OVERLAP, "●"};
    case CD_ON_VERTEX:
    case CD_ON_EDGE:
    case CD_ON_FACE:
        return (WhereLook){GetRoleColor(theme, CD_ROLE_ON), GX_TONE_NEAR, "◐"};
    case CD_OUTSIDE:
        return (WhereLook){GetRoleColor(theme, CD_ROLE_OUTSIDE), GX_TONE_FREE, "○"};
    default:
        return (WhereLook){GetTextColor(theme), GX_TONE_DIM, "◇"};
    }
}

gxColor GetTextColor(Theme theme) {
    return theme == THEME_DARK ? (gxColor){232, 236, 241, 255} : (gxColor){22, 28, 36, 255};
}

gxColor GetNoteColor(Theme theme) {
    return theme == THEME_DARK ? (gxColor){164, 173, 184, 255} : (gxColor){70, 78, 88, 255};
}

gxColor GetInsetGroundColor(Theme theme) {
    return theme == THEME_DARK ? (gxColor){27, 31, 37, 255} : (gxColor){246, 247, 249, 255};
}

gxColor GetInsetFrameColor(Theme theme) {
    return theme == THEME_DARK ? (gxColor){88, 98, 112, 255} : (gxColor){150, 160, 172, 255};
}

gxColor GetRimColor(Theme theme) {
    return theme == THEME_DARK ? (gxColor){20, 24, 28, 230} : (gxColor){255, 255, 255, 230};
}

gxColor FadeColor(gxColor color, double share) {
    color.a = (uint8_t)(share * color.a);
    return color;
}
