// A window in which only changed parts are drawn has the same pixels as one that is drawn completely: the
// picture of a stage in each quality, with its letters.
// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on
#include "engine/gl.h"
#include "engine/message.h"
#include "engine/smooth.h"
#include "engine/target.h"
#include "stage_fixture.h"
#include "view/view.h"
#include "view_fixture.h"

#include <math.h>
#include <string.h>

enum { WIDTH = 240, HEIGHT = 180, X = 13, Y = 9 }; // (X, Y): corner of the picture in the window

// Two windows, each with a view of its own, which share an OpenGL context.
typedef struct Windows {
    View *views[2]; // 0: draws changed parts, 1: draws all
    gxTarget windows[2];
    gxDamage damage;
    ViewQuality quality;
    double drawn; // sum of the drawn fractions of the first window
    int count;
} Windows;

static Windows openWindows(void) {
    Windows w = {.quality = VIEW_QUICK};
    w.views[0] = openView(WIDTH, HEIGHT);
    w.views[1] = CreateView(WIDTH, HEIGHT, 1.0);
    assert_non_null(w.views[1]);
    for (int i = 0; i < 2; ++i)
        w.windows[i] = gxCreateTarget(WIDTH + 2 * X, HEIGHT + 2 * Y, 1);
    return w;
}

static void closeWindows(Windows *w) {
    for (int i = 0; i < 2; ++i)
        gxDestroyTarget(&w->windows[i]);
    gxFreeDamage(&w->damage);
    DestroyView(w->views[1]);
    DestroyView(w->views[0]); // with the context
}

static void show(const Windows *w, int i, gxRect part) {
    gxBindTarget(&w->windows[i]);
    gxLimitDrawing(&part);
    glClearColor(0.2f, 0.3f, 0.4f, 1.0f);
    glClear(GL_COLOR_BUFFER_BIT);
    gxLimitDrawing(NULL);
    ShowViewIn(w->views[i], w->windows[i].framebuffer, X, Y, part);
}

static void showParts(Windows *w) {
    gxRect parts[GX_DAMAGE_MAX];
    int width = w->windows[0].width, height = w->windows[0].height;
    gxBeginDamage(&w->damage, width, height);
    gxDeclare(&w->damage, (gxRect){0, 0, width, height}, 1);
    DeclareView(w->views[0], &w->damage, X, Y);
    int count = gxEndDamage(&w->damage, parts);
    for (int i = 0; i < count; ++i) {
        show(w, 0, parts[i]);
        w->drawn += (double)parts[i].width * parts[i].height / ((double)width * height);
    }
    ++w->count;
}

static void compare(const Windows *w) {
    gxImage parts = gxReadTarget(&w->windows[0]), all = gxReadTarget(&w->windows[1]);
    int different = 0, at = 0;
    for (int i = 0; i < parts.width * parts.height; ++i) {
        if (memcmp(parts.pixels + 4 * (size_t)i, all.pixels + 4 * (size_t)i, 4) == 0) continue;
        ++different;
        at = i;
    }
    if (different > 0)
        fail_msg("picture %d, quality %d: %d pixels differ, one at (%d, %d)", w->count, (int)w->quality,
                 different, at % parts.width, at / parts.width);
    gxDestroyImage(&parts);
    gxDestroyImage(&all);
}

static void drawBoth(Windows *w, const Stage *stage, const gxCamera *camera, const ViewOptions *options) {
    for (int i = 0; i < 2; ++i)
        SetViewQuality(w->views[i], w->quality);
    DrawView(w->views[0], stage, camera, options);
    showParts(w);
    ForgetStills(w->views[1]);
    DrawView(w->views[1], stage, camera, options);
    show(w, 1, (gxRect){0, 0, w->windows[1].width, w->windows[1].height});
    compare(w);
}

static Stage *makeStageWithTeapot(void) {
    SceneData data = MakeEmptySceneData();
    data.response = SCENE_SLIDE;
    AddSceneObject(&data, "hand", "builtin:teapot", SCENE_DRIVEN)->pose = poseAt(4.0, 0.0, 0.0);
    AddSceneObject(&data, "block", "builtin:box:x=1,y=1,z=1", SCENE_FIXED);
    AddSceneObject(&data, "other", "builtin:box:x=0.4,y=0.4,z=0.4", SCENE_DRIVEN)->pose =
        poseAt(2.6, -0.6, 1.6);
    Stage *stage = malloc(sizeof *stage);
    char message[512] = "";
    if (!stage || !LoadStage(stage, NULL, &data, message, sizeof message)) abort();
    stage->ground.kind = STAGE_GROUND_ON;
    stage->regions.wanted = stage->clearance.wanted = true;
    return stage;
}

static gxCamera makeCamera(double turn) {
    const double eye[3] = {3.0 + 14.0 * sin(turn), 5.0, 14.0 * cos(turn)}, target[3] = {1.6, 0.5, 0.0};
    return gxMakeCamera(eye, target, 0.7, 5.0);
}

static void findShown(Stage *stage) {
    UpdateStageRegions(stage);
    UpdateStageDistance(stage);
}

// Around the block, into it, along it, away; with turns: the status, labels, ghosts, arrows and regions of
// contact change, and shadows fall on the block and on the other box.
static cdPose poseOf(int i) {
    double u = 0.11 * i;
    cdVec3 p = {2.6 - 1.9 * sin(u), 0.9 * sin(0.7 * u) + 0.4, 1.6 * cos(1.3 * u)};
    return (cdPose){p, cdMakeQuat((cdVec3){0.36, 0.48, 0.8}, 0.05 * i)};
}

static ViewOptions makeOptions(int kind) {
    ViewOptions options = GetDefaultViewOptions();
    options.ghost = kind % 3 == 0 ? GHOST_SOLID : kind % 3 == 1 ? GHOST_WIRE : GHOST_OFF;
    options.clearance = kind == 3;
    options.wireframe = kind == 4;
    options.transparent = kind == 5;
    options.sphereTree = kind == 6;
    options.motion = kind == 7;
    return options;
}

// A drag in each quality of moving pictures and with each kind of overlay. Red: a ghost, label, line, arrow,
// marked area or shadow that stays or is cut; an edge that is smoothed differently at the border of a part.
static void testDrags(void **state) {
    (void)state;
    Windows w = openWindows();
    int errors = gxGetErrorCount();
    gxCamera camera = makeCamera(0.1);
    for (int kind = 0; kind < 8; ++kind) {
        Stage *stage = makeStageWithTeapot();
        ViewOptions options = makeOptions(kind);
        w.quality = kind == 2 ? VIEW_COARSE : VIEW_QUICK;
        for (int i = 0; i < 14; ++i) {
            apply(stage, i % 6 == 5 ? MakePlace(0, poseOf(5 * i)) : MakeMove(0, poseOf(5 * i)));
            findShown(stage);
            drawBoth(&w, stage, &camera, &options);
        }
        freeStage(stage);
    }
    if (!(w.drawn < 0.8 * w.count)) fail_msg("%.1f of %d pictures were drawn", w.drawn, w.count);
    assert_int_equal(gxGetErrorCount(), errors);
    closeWindows(&w);
}

typedef enum Change {
    CHANGE_NOTHING = 0,
    CHANGE_CAMERA,
    CHANGE_SIZE,
    CHANGE_THEME,
    CHANGE_SCALE,
    CHANGE_CAPTION,
    CHANGE_FINE,
    CHANGE_COARSE,
    CHANGE_STEREO,
    CHANGE_BACKGROUND,
    CHANGE_HIDDEN,
    CHANGE_PARTS,
    CHANGE_COUNT
} Change;

static void drawFineParts(Windows *w, const Stage *stage, const gxCamera *camera,
                          const ViewOptions *options) {
    for (int i = 0; i < 2; ++i) {
        BeginViewParts(w->views[i], stage, camera, options);
        while (!DrawViewPart(w->views[i], 0.0)) {
        }
    }
    showParts(w);
    show(w, 1, (gxRect){0, 0, w->windows[1].width, w->windows[1].height});
    compare(w);
}

static void change(Windows *w, Stage *stage, Change change, bool on) {
    for (int i = 0; i < 2; ++i) {
        if (change == CHANGE_THEME) SetViewTheme(w->views[i], on ? THEME_LIGHT : THEME_DARK);
        if (change == CHANGE_SIZE) ResizeView(w->views[i], WIDTH, on ? HEIGHT - 17 : HEIGHT);
        if (change == CHANGE_SCALE) SetViewScale(w->views[i], on ? 1.4 : 1.0);
        if (change == CHANGE_CAPTION) SetViewCaption(w->views[i], on ? "a caption" : "");
    }
    w->quality = on && change == CHANGE_FINE     ? VIEW_FINE
                 : on && change == CHANGE_COARSE ? VIEW_COARSE
                                                 : VIEW_QUICK;
    if (change == CHANGE_HIDDEN) stage->objects[2].hidden = on;
}

// Changes between pictures of a drag, and back. Red: a change of the whole picture that only its changed
// parts show, a part of the picture of another quality, size or theme.
static void testChanges(void **state) {
    (void)state;
    Windows w = openWindows();
    Stage *stage = makeStageWithTeapot();
    int at = 0;
    for (Change c = CHANGE_NOTHING; c < CHANGE_COUNT; ++c) {
        for (int on = 1; on >= 0; --on) {
            change(&w, stage, c, on);
            ViewOptions options = GetDefaultViewOptions();
            options.stereo = on && c == CHANGE_STEREO ? STEREO_ANAGLYPH : STEREO_OFF;
            options.background = on && c == CHANGE_BACKGROUND ? BACKGROUND_PLAIN : BACKGROUND_THEME;
            gxCamera camera = makeCamera(on && c == CHANGE_CAMERA ? 0.2 : 0.1);
            for (int i = 0; i < 3; ++i) {
                apply(stage, MakeMove(0, poseOf(++at)));
                findShown(stage);
                drawBoth(&w, stage, &camera, &options);
            }
            if (on && c == CHANGE_PARTS) drawFineParts(&w, stage, &camera, &options);
        }
    }
    freeStage(stage);
    closeWindows(&w);
}

// Insets over the picture of two moving boxes. Red: the inset of an earlier time, the picture under an inset
// that has gone.
static void testInsets(void **state) {
    (void)state;
    Windows w = openWindows();
    Stage *stage = malloc(sizeof *stage);
    char message[512] = "";
    if (!stage || !LoadStageScene(stage, FindScene("flying boxes"), message, sizeof message)) abort();
    for (int i = 0; i < 2; ++i)
        ResizeView(w.views[i], WIDTH, HEIGHT);
    gxCamera camera = MakeStageCamera(stage, WIDTH, HEIGHT);
    for (int i = 0; i < 24; ++i) {
        ViewOptions options = GetDefaultViewOptions();
        options.insets = i / 3 % 3 != 2;
        w.quality = i < 12 ? VIEW_QUICK : VIEW_COARSE;
        apply(stage, MakeScrub(0.03 * i));
        drawBoth(&w, stage, &camera, &options);
    }
    freeStage(stage);
    closeWindows(&w);
}

enum { SIDE = 64 };

// A target of random colours; within `part` from another seed.
static gxTarget makeNoise(gxRect part) {
    static unsigned char pixels[SIDE * SIDE * 4];
    unsigned states[2] = {1, 2};
    for (int i = 0; i < SIDE * SIDE; ++i) {
        gxRect pixel = {i % SIDE, i / SIDE, 1, 1};
        int seed = !gxIsEmptyRect(gxIntersectRects(pixel, part));
        for (int k = 0; k < 4; ++k) {
            for (int s = 0; s < 2; ++s)
                states[s] = states[s] * 1664525u + 1013904223u;
            pixels[4 * i + k] = (unsigned char)(states[seed] >> 24);
        }
    }
    gxTarget target = gxCreateTarget(SIDE, SIDE, 1);
    glBindTexture(GL_TEXTURE_2D, target.colorTexture);
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, SIDE, SIDE, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
    return target;
}

// Smoothing spreads a change no farther than declared, and that far in some directions. Red: a reach that is
// too short for the filter of the shader.
static void testSmoothingReach(void **state) {
    (void)state;
    View *view = openView(SIDE, SIDE);
    gxSmoother *smoother = gxCreateSmoother();
    gxRect part = {22, 26, 17, 13}, all = {0, 0, SIDE, SIDE}, grown = gxGrowRect(part, GX_SMOOTH_REACH);
    gxTarget before = makeNoise((gxRect){0}), after = makeNoise(part);
    gxTarget shown[2] = {gxCreateTarget(SIDE, SIDE, 1), gxCreateTarget(SIDE, SIDE, 1)};
    gxCopySmoothed(smoother, &before, &shown[0], all);
    gxCopySmoothed(smoother, &after, &shown[1], all);
    gxImage first = gxReadTarget(&shown[0]), second = gxReadTarget(&shown[1]);
    int beyond = 0, outside = 0;
    for (int i = 0; i < SIDE * SIDE; ++i) {
        if (memcmp(first.pixels + 4 * i, second.pixels + 4 * i, 4) == 0) continue;
        gxRect pixel = {i % SIDE, SIDE - 1 - i / SIDE, 1, 1};
        outside += gxIsEmptyRect(gxIntersectRects(pixel, gxGrowRect(part, 1)));
        beyond += gxIsEmptyRect(gxIntersectRects(pixel, grown));
    }
    assert_int_equal(beyond, 0);
    assert_true(outside > 0);
    gxDestroyImage(&first);
    gxDestroyImage(&second);
    gxTarget *targets[] = {&before, &after, &shown[0], &shown[1]};
    for (int i = 0; i < 4; ++i)
        gxDestroyTarget(targets[i]);
    gxDestroySmoother(smoother);
    DestroyView(view);
}

// Without a ground the teapot's shadow falls on the other box, which does not move. Then another object is
// moved: the first one has another colour at its pose. Red: a shadow that stays on a movable object, a colour
// that stays.
static void testShadowAndColour(void **state) {
    (void)state;
    Windows w = openWindows();
    Stage *stage = makeStageWithTeapot();
    gxCamera camera = makeCamera(0.1);
    ViewOptions options = {0};
    stage->ground.kind = STAGE_GROUND_OFF;
    apply(stage, MakePlace(2, poseAt(3.4, -0.6, 0.6)));
    for (int i = 0; i < 12; ++i) {
        apply(stage, MakePlace(0, poseAt(2.2 + 0.06 * i, 1.6, 1.8 + 0.02 * i)));
        drawBoth(&w, stage, &camera, &options);
    }
    apply(stage, MakePlace(0, poseAt(3.5, 0.1, 0.0)));
    for (int i = 0; i < 6; ++i) {
        apply(stage,
              i < 3 ? MakeMove(0, poseAt(2.0, 0.1, 0.0)) : MakeMove(2, poseAt(3.4 + 0.1 * i, -0.6, 2.0)));
        drawBoth(&w, stage, &camera, &options);
    }
    freeStage(stage);
    closeWindows(&w);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(testDrags), cmocka_unit_test(testChanges),
                                       cmocka_unit_test(testInsets), cmocka_unit_test(testSmoothingReach),
                                       cmocka_unit_test(testShadowAndColour)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
