// Pictures that keep what stands still have the same pixels as pictures that are drawn completely.
// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on
#include "engine/message.h"
#include "stage_fixture.h"
#include "view/view.h"
#include "view_fixture.h"
#include <math.h>
#include <string.h>

enum { WIDTH = 200, HEIGHT = 150 };

// One view keeps its still part, the other never.
typedef struct Pair {
    View *keeps, *draws;
    ViewQuality quality;
    int kept, count; // pictures
} Pair;

static void drawBoth(Pair *pair, const Stage *stage, gxCamera camera, const ViewOptions *options) {
    SetViewQuality(pair->keeps, pair->quality);
    SetViewQuality(pair->draws, pair->quality);
    ForgetStills(pair->draws);
    DrawView(pair->draws, stage, &camera, options);
    assert_true(GetDrawnShare(pair->draws) == 1.0);
    DrawView(pair->keeps, stage, &camera, options);
    pair->kept += GetDrawnShare(pair->keeps) < 1.0;
    ++pair->count;
    gxImage kept = ReadView(pair->keeps), drawn = ReadView(pair->draws);
    assert_int_equal(kept.width, drawn.width);
    assert_int_equal(kept.height, drawn.height);
    int different = 0, at = 0;
    for (int i = 0; i < kept.width * kept.height; ++i) {
        bool differs = memcmp(kept.pixels + 4 * (size_t)i, drawn.pixels + 4 * (size_t)i, 4) != 0;
        if (differs) at = i;
        different += differs;
    }
    if (different > 0)
        fail_msg("picture %d: %d pixels differ, one at (%d, %d)", pair->count, different, at % kept.width,
                 at / kept.width);
    gxDestroyImage(&kept);
    gxDestroyImage(&drawn);
}

static Pair openPair(ViewQuality quality) {
    return (Pair){.keeps = openView(WIDTH, HEIGHT), .draws = openView(WIDTH, HEIGHT), .quality = quality};
}

static void closePair(Pair *pair) {
    DestroyView(pair->keeps);
    DestroyView(pair->draws);
}

static gxCamera cameraFrom(double x, double y, double z) {
    const double eye[3] = {x, y, z}, target[3] = {1.0, 0.5, 0.0};
    return gxMakeCamera(eye, target, 0.7, 5.0);
}

static Stage *makeStageWithBlock(const char *block) {
    SceneData data = MakeEmptySceneData();
    AddSceneObject(&data, "hand", "builtin:teapot", SCENE_DRIVEN)->pose = poseAt(4.0, 0.0, 0.0);
    AddSceneObject(&data, "block", block, SCENE_FIXED);
    Stage *stage = malloc(sizeof *stage);
    char message[512] = "";
    if (!stage || !LoadStage(stage, NULL, &data, message, sizeof message)) abort();
    stage->ground.kind = STAGE_GROUND_ON;
    return stage;
}

// Around the block and over it: beside, before, behind, above, whose shadow falls on the block, in contact,
// in overlap, out of the picture, and near the eye.
static cdPose poseOf(int i) {
    static const cdVec3 centers[] = {{3.0, 0.0, 0.0},  {2.9, 0.3, 0.4},  {2.2, 0.1, 0.2},  {1.9, 0.0, 0.0},
                                     {1.0, 2.6, 0.0},  {0.4, 2.9, -0.6}, {0.0, 2.2, -0.4}, {-0.5, 2.1, -0.6},
                                     {0.8, 0.5, -2.5}, {0.5, 0.2, 2.9},  {1.5, 0.4, 0.2},  {-3.5, 1.0, 0.0},
                                     {-7.0, 0.0, 0.0}, {1.5, 4.5, 0.0},  {2.0, 3.8, 3.5},  {2.4, -0.5, 1.0},
                                     {-2.1, 3.4, 2.2}, {30.0, 2.0, 0.0}};
    int count = (int)(sizeof centers / sizeof *centers);
    return (cdPose){centers[i % count], cdMakeQuat((cdVec3){0.36, 0.48, 0.8}, 0.37 * i)};
}

static void moveAbout(Pair *pair, Stage *stage, int cameraCount) {
    ViewOptions options = GetDefaultViewOptions();
    gxCamera cameras[] = {cameraFrom(3.0, 5.0, 19.0), cameraFrom(-11.0, 0.4, 9.0),
                          cameraFrom(1.5, 16.0, -9.0), cameraFrom(3.0, 5.0, 19.0)};
    cameras[3].orthographic = true;
    for (int c = 0; c < cameraCount; ++c) {
        stage->ground.kind = c == 1 ? STAGE_GROUND_OFF : STAGE_GROUND_ON;
        for (int i = 0; i < 36; ++i) {
            cdPose pose = poseOf(i / 2);
            if (i % 2 == 1) pose.p.x += 0.07;
            apply(stage, i % 3 == 2 ? MakeMove(0, pose) : MakePlace(0, pose));
            drawBoth(pair, stage, cameras[c], &options);
        }
    }
}

// A teapot moves about a box on a ground, seen from several sides, in both qualities of moving pictures:
// every picture is that which is drawn completely, and most keep their still part. Red: a shadow that stays
// on the ground or the box when the teapot has left, one that is cut, a trace of the teapot, of a label's
// line or of a ghost, a still part of another camera.
static void testMovingPicturesAreTheSame(void **state) {
    (void)state;
    for (ViewQuality quality = VIEW_QUICK; quality <= VIEW_COARSE; ++quality) {
        Pair pair = openPair(quality);
        Stage *stage = makeStageWithBlock("builtin:box:x=1,y=1,z=1");
        int errors = gxGetErrorCount();
        moveAbout(&pair, stage, quality == VIEW_QUICK ? 4 : 1);
        assert_true(pair.kept > pair.count / 2);
        assert_int_equal(gxGetErrorCount(), errors);
        freeStage(stage);
        closePair(&pair);
    }
}

typedef enum Change {
    CHANGE_NOTHING = 0,
    CHANGE_TRANSPARENT,
    CHANGE_EDGES,
    CHANGE_CLEARANCE,
    CHANGE_BACKGROUND,
    CHANGE_GROUND,
    CHANGE_THEME,
    CHANGE_SIZE,
    CHANGE_CAPTION,
    CHANGE_CAMERA,
    CHANGE_POSE,
    CHANGE_OPACITY,
    CHANGE_HIDDEN,
    CHANGE_COUNT
} Change;

// Makes the change, or takes it back.
static void change(Pair *pair, Stage *stage, Change change, bool on) {
    View *views[] = {pair->keeps, pair->draws};
    for (int v = 0; v < 2; ++v) {
        if (change == CHANGE_THEME) SetViewTheme(views[v], on ? THEME_LIGHT : THEME_DARK);
        if (change == CHANGE_SIZE) ResizeView(views[v], WIDTH, on ? HEIGHT - 17 : HEIGHT);
        if (change == CHANGE_CAPTION) SetViewCaption(views[v], on ? "a caption" : "");
    }
    if (change == CHANGE_GROUND) stage->ground.kind = on ? STAGE_GROUND_OFF : STAGE_GROUND_ON;
    if (change == CHANGE_POSE) apply(stage, MakePlace(1, poseAt(0.0, on ? 0.4 : 0.0, 0.0)));
    if (change == CHANGE_OPACITY) stage->objects[1].transparent = on;
    if (change == CHANGE_HIDDEN) stage->objects[1].hidden = on;
}

static void drawSome(Pair *pair, Stage *stage, gxCamera camera, const ViewOptions *options) {
    int kept = pair->kept;
    for (int i = 0; i < 3; ++i) {
        apply(stage, MakePlace(0, poseAt(2.6 + 0.1 * i, 0.5, 0.6)));
        drawBoth(pair, stage, camera, options);
    }
    assert_true(pair->kept - kept >= 1);
}

// A change between pictures that keep the still part: of options, size, theme, camera, the block's pose, or
// of the whole stage. Red: a change that the still part's key does not contain.
static void testChangesShow(void **state) {
    (void)state;
    Pair pair = openPair(VIEW_QUICK);
    Stage *stage = makeStageWithBlock("builtin:box:x=1,y=1,z=1");
    for (Change c = CHANGE_NOTHING; c < CHANGE_COUNT; ++c) {
        for (int on = 1; on >= 0; --on) {
            change(&pair, stage, c, on);
            ViewOptions options = GetDefaultViewOptions();
            options.transparent = on && c == CHANGE_TRANSPARENT;
            options.wireframe = on && c == CHANGE_EDGES;
            options.clearance = on && c == CHANGE_CLEARANCE;
            options.background = on && c == CHANGE_BACKGROUND ? BACKGROUND_PLAIN : BACKGROUND_THEME;
            drawSome(&pair, stage, cameraFrom(3.0, 5.0, on && c == CHANGE_CAMERA ? 18.0 : 19.0), &options);
        }
    }
    ViewOptions options = GetDefaultViewOptions();
    for (int m = 0; m < 6; ++m) {
        freeStage(stage);
        stage = makeStageWithBlock(m % 2 ? "builtin:box:x=1,y=1,z=1" : "builtin:box:x=1,y=0.8,z=0.9");
        drawSome(&pair, stage, cameraFrom(3.0, 5.0, 19.0), &options);
    }
    freeStage(stage);
    closePair(&pair);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(testMovingPicturesAreTheSame),
                                       cmocka_unit_test(testChangesShow)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
