// The palette's guarantees, in both themes: text is legible, and states differ for all kinds of colour
// vision.
//
// Contrast is that of the Web Content Accessibility Guidelines 2.1 (relative luminance). Colour blindness is
// simulated by the matrices of Machado, Oliveira and Fernandes (2009) at full severity, on linear light;
// colour difference is the distance in CIE L*a*b*, where 2.3 is just visible.
// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on
#include "view/palette.h"
#include <math.h>
#include <string.h>

static const double leastContrast = 4.5, leastDifference = 20.0;

typedef struct Light {
    double r, g, b; // linear, 0 to 1
} Light;

static double linearize(double value) {
    return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4);
}

static Light getLight(gxColor color) {
    return (Light){linearize(color.r / 255.0), linearize(color.g / 255.0), linearize(color.b / 255.0)};
}

static gxColor fromShares(vec3s v) {
    return (gxColor){(uint8_t)(255.0f * v.x + 0.5f), (uint8_t)(255.0f * v.y + 0.5f),
                     (uint8_t)(255.0f * v.z + 0.5f), 255};
}

static double getLuminance(gxColor color) {
    Light light = getLight(color);
    return 0.2126 * light.r + 0.7152 * light.g + 0.0722 * light.b;
}

static double getContrast(gxColor a, gxColor b) {
    double x = getLuminance(a), y = getLuminance(b);
    return (fmax(x, y) + 0.05) / (fmin(x, y) + 0.05);
}

static void assertLegible(Theme theme, const char *what, gxColor text, const char *where, gxColor ground) {
    double contrast = getContrast(text, ground);
    if (contrast < leastContrast)
        fail_msg("%s theme: %s on %s has a contrast of %.2f", GetThemeName(theme), what, where, contrast);
}

enum Sight { SIGHT_FULL = 0, SIGHT_PROTAN, SIGHT_DEUTAN, SIGHT_TRITAN, SIGHT_COUNT };

static Light simulate(Light light, int sight) {
    static const double matrices[SIGHT_COUNT][3][3] = {
        {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}},
        {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}},
        {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}},
        {{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}}};
    double seen[3];
    for (int i = 0; i < 3; ++i) {
        const double *row = matrices[sight][i];
        seen[i] = fmin(fmax(row[0] * light.r + row[1] * light.g + row[2] * light.b, 0.0), 1.0);
    }
    return (Light){seen[0], seen[1], seen[2]};
}

static double bend(double t) {
    return t > 216.0 / 24389.0 ? cbrt(t) : (24389.0 / 27.0 * t + 16.0) / 116.0;
}

static void getLab(Light light, double lab[3]) {
    double x = (0.4124564 * light.r + 0.3575761 * light.g + 0.1804375 * light.b) / 0.95047;
    double y = 0.2126729 * light.r + 0.7151522 * light.g + 0.0721750 * light.b;
    double z = (0.0193339 * light.r + 0.1191920 * light.g + 0.9503041 * light.b) / 1.08883;
    lab[0] = 116.0 * bend(y) - 16.0;
    lab[1] = 500.0 * (bend(x) - bend(y));
    lab[2] = 200.0 * (bend(y) - bend(z));
}

// Returns the minimum difference over all kinds of colour vision.
static double getDifference(gxColor a, gxColor b) {
    double least = INFINITY;
    for (int sight = 0; sight < SIGHT_COUNT; ++sight) {
        double labA[3], labB[3], sum = 0.0;
        getLab(simulate(getLight(a), sight), labA);
        getLab(simulate(getLight(b), sight), labB);
        for (int i = 0; i < 3; ++i)
            sum += (labA[i] - labB[i]) * (labA[i] - labB[i]);
        least = fmin(least, sqrt(sum));
    }
    return least;
}

static void assertApart(Theme theme, const char *what, const gxColor *colors, int count) {
    for (int i = 0; i < count; ++i) {
        for (int k = i + 1; k < count; ++k) {
            double difference = getDifference(colors[i], colors[k]);
            if (difference < leastDifference)
                fail_msg("%s theme: %s %d and %d differ by %.1f to some eyes", GetThemeName(theme), what, i,
                         k, difference);
        }
    }
}

// Known values: black on white has a contrast of 21, a colour and itself 1; red and green of equal brightness
// become similar without red or green cones, blue and yellow do not. Red: a measure that accepts anything.
static void testMeasures(void **state) {
    (void)state;
    gxColor black = {0, 0, 0, 255}, white = {255, 255, 255, 255}, grey = {118, 118, 118, 255};
    assert_true(fabs(getContrast(black, white) - 21.0) < 1e-9);
    assert_true(fabs(getContrast(grey, grey) - 1.0) < 1e-12);
    assert_true(fabs(getContrast(grey, white) - 4.54) < 0.01);
    gxColor red = {200, 80, 60, 255}, green = {120, 130, 40, 255};
    gxColor blue = {40, 80, 220, 255}, yellow = {230, 200, 40, 255};
    assert_true(getDifference(red, green) < leastDifference);
    assert_true(getDifference(blue, yellow) > 50.0);
}

// Every tone on the panels' grounds, plain text on all grounds of rows and buttons, pill text on every tone.
// Red: a theme with illegible text.
static void testPanelText(void **state) {
    (void)state;
    for (int number = 0; number < THEME_COUNT; ++number) {
        Theme theme = (Theme)number;
        gxUiColors ui = GetUiColors(theme);
        for (int tone = 0; tone < GX_TONE_COUNT; ++tone) {
            char name[16];
            snprintf(name, sizeof name, "tone %d", tone);
            assertLegible(theme, name, ui.tones[tone], "a panel", ui.ground);
            assertLegible(theme, name, ui.tones[tone], "a popup", ui.popup);
            assertLegible(theme, "a pill's letters", ui.pillText, name, ui.tones[tone]);
        }
        const gxColor grounds[] = {ui.field, ui.hovered, ui.active, ui.chosen, ui.grab, ui.grabActive};
        for (size_t i = 0; i < sizeof grounds / sizeof *grounds; ++i)
            assertLegible(theme, "plain text", ui.tones[GX_TONE_PLAIN], "a button's or a row's ground",
                          grounds[i]);
        assertLegible(theme, "dim text", ui.tones[GX_TONE_DIM], "a field", ui.field);
        assertLegible(theme, "dim text", ui.tones[GX_TONE_DIM], "a menu's row", ui.hovered);
    }
}

// Text in the picture on both ends of the backdrop and on its own rim; in the insets on their ground. Red:
// labels that vanish in the light theme.
static void testPictureText(void **state) {
    (void)state;
    for (int number = 0; number < THEME_COUNT; ++number) {
        Theme theme = (Theme)number;
        gxColor texts[CD_ROLE_COUNT + 15];
        int count = 0;
        for (int i = 0; i <= STAGE_UNDECIDED; ++i)
            texts[count++] = GetStatusLook(theme, (StageStatus)i).text;
        for (int i = 0; i <= GHOST_CONTACT; ++i)
            texts[count++] = GetGhostTextColor(theme, (GhostKind)i);
        texts[count++] = GetTextColor(theme);
        texts[count++] = GetNoteColor(theme);
        for (int i = 0; i < 3; ++i)
            texts[count++] = GetAxisColor(theme, i);
        const cdDrawRole spoken[] = {
            CD_ROLE_FIRST_CONTACT, CD_ROLE_REGION,  CD_ROLE_NORMAL, CD_ROLE_SEPARATOR,
            CD_ROLE_INSIDE,        CD_ROLE_OUTSIDE, CD_ROLE_ON};
        for (size_t i = 0; i < sizeof spoken / sizeof *spoken; ++i)
            texts[count++] = GetRoleColor(theme, spoken[i]);
        gxBackdrop backdrop = GetBackdrop(theme);
        for (int i = 0; i < count; ++i) {
            char name[24];
            snprintf(name, sizeof name, "words %d", i);
            assertLegible(theme, name, texts[i], "the backdrop's foot", fromShares(backdrop.lower));
            assertLegible(theme, name, texts[i], "the backdrop's top", fromShares(backdrop.upper));
            assertLegible(theme, name, texts[i], "their rim", GetRimColor(theme));
        }
        assertLegible(theme, "a title", GetTextColor(theme), "an inset", GetInsetGroundColor(theme));
        assertLegible(theme, "a note", GetNoteColor(theme), "an inset", GetInsetGroundColor(theme));
    }
}

// The states' surfaces, text and tones, and inside, on and outside of a solid. Red: two states that look
// equal to some people.
static void testStatesDiffer(void **state) {
    (void)state;
    for (int number = 0; number < THEME_COUNT; ++number) {
        Theme theme = (Theme)number;
        gxColor surfaces[STAGE_UNDECIDED + 1], words[STAGE_UNDECIDED + 1];
        for (int i = 0; i <= STAGE_UNDECIDED; ++i) {
            StatusLook look = GetStatusLook(theme, (StageStatus)i);
            surfaces[i] = fromShares(look.color);
            words[i] = look.text;
        }
        assertApart(theme, "surfaces", surfaces, STAGE_UNDECIDED + 1);
        assertApart(theme, "words", words, STAGE_UNDECIDED + 1);
        gxUiColors ui = GetUiColors(theme);
        assertApart(theme, "tones", &ui.tones[GX_TONE_FREE], GX_TONE_COUNT - GX_TONE_FREE);
        gxColor where[] = {GetRoleColor(theme, CD_ROLE_INSIDE), GetRoleColor(theme, CD_ROLE_ON),
                           GetRoleColor(theme, CD_ROLE_OUTSIDE)};
        assertApart(theme, "places", where, 3);
        gxColor axes[] = {GetAxisColor(theme, 0), GetAxisColor(theme, 1), GetAxisColor(theme, 2)};
        assertApart(theme, "axes", axes, 3);
        gxColor ghosts[] = {fromShares(GetGhostColor(GHOST_START)), fromShares(GetGhostColor(GHOST_INTENDED)),
                            fromShares(GetGhostColor(GHOST_CONTACT))};
        assertApart(theme, "ghosts", ghosts, 3);
    }
}

// Red: a role or a part of boxes with a colour in one theme only, invisible in the other.
static void testBothThemesAreComplete(void **state) {
    (void)state;
    for (int number = 0; number < THEME_COUNT; ++number) {
        Theme theme = (Theme)number;
        for (int role = 0; role < CD_ROLE_COUNT; ++role)
            if (GetRoleColor(theme, (cdDrawRole)role).a == 0) fail_msg("role %d has no colour", role);
        for (int part = BOX_A; part <= BOX_NEXT_OCTANT; ++part)
            assert_true(GetBoxColor(theme, (BoxPart)part).a > 0);
    }
    gxColor light = GetTextColor(THEME_LIGHT), dark = GetTextColor(THEME_DARK);
    assert_true(memcmp(&light, &dark, sizeof dark) != 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testMeasures),
        cmocka_unit_test(testPanelText),
        cmocka_unit_test(testPictureText),
        cmocka_unit_test(testStatesDiffer),
        cmocka_unit_test(testBothThemesAreComplete),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
