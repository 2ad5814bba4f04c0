// Pictures of a stage, drawn without a display: they show its status and every option, without an OpenGL
// error.
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
#include <string.h>

static int countPixels(const gxImage *image, bool (*matches)(const unsigned char *pixel)) {
    int count = 0;
    for (int i = 0; i < image->width * image->height; ++i)
        count += matches(image->pixels + 4 * (size_t)i);
    return count;
}

static bool isBlue(const unsigned char *p) {
    return p[2] > p[0] + 50 && p[2] > 110;
}

static bool isGreen(const unsigned char *p) {
    return p[1] > p[0] + 50 && p[1] > p[2] + 15;
}

static bool isOrange(const unsigned char *p) {
    return p[0] > p[2] + 90 && p[0] > p[1] + 40;
}

static gxImage draw(View *view, const Stage *stage, const ViewOptions *options) {
    gxCamera camera = MakeStageCamera(stage, 800, 600);
    DrawView(view, stage, &camera, options);
    return ReadView(view);
}

// The box is blue while free, green at contact, orange in overlap, without an OpenGL error. Red: an empty
// picture, a missing status, state leaked from one picture to the next.
static void testPictureShowsTheStatus(void **state) {
    (void)state;
    Stage *stage = makeStage(SCENE_STOP);
    View *view = openView(800, 600);
    int errors = gxGetErrorCount();
    ViewOptions options = GetDefaultViewOptions();
    options.ghost = GHOST_OFF;
    gxImage image = draw(view, stage, &options);
    assert_true(countPixels(&image, isBlue) > 3000);
    assert_int_equal(countPixels(&image, isGreen) + countPixels(&image, isOrange), 0);
    gxDestroyImage(&image);
    apply(stage, MakeMove(0, poseAt(-4.0, 0.0, 0.0)));
    image = draw(view, stage, &options);
    assert_true(countPixels(&image, isGreen) > 3000);
    gxDestroyImage(&image);
    apply(stage, MakePlace(0, poseAt(1.0, 0.3, 0.0)));
    image = draw(view, stage, &options);
    assert_true(countPixels(&image, isOrange) > 3000);
    gxDestroyImage(&image);
    assert_int_equal(gxGetErrorCount(), errors);
    DestroyView(view);
    freeStage(stage);
}

// Every option drawn, alone and all together, at two sizes, without an OpenGL error; each changes the
// picture. Red: a key without effect, a shader missing a uniform, a buffer of the old size.
static void testEveryOptionShows(void **state) {
    (void)state;
    Stage *stage = makeStage(SCENE_STOP);
    View *view = openView(800, 600);
    int errors = gxGetErrorCount();
    stage->ground.kind = STAGE_GROUND_OFF;
    stage->trace.wanted = true;
    apply(stage, MakeMove(0, (cdPose){{-4.0, 0.2, 0.1}, cdMakeQuat((cdVec3){0.0, 0.0, 1.0}, 0.5)}));
    assert_int_equal(stage->query.status, STAGE_CONTACT);
    const ViewOptions bare = {.treeLevel = 3};
    gxImage before = draw(view, stage, &bare);
    size_t size = 4 * (size_t)before.width * (size_t)before.height;
    ViewOptions all = GetDefaultViewOptions();
    for (int i = 0; i < 11; ++i) {
        ViewOptions one = bare;
        switch (i) {
        case 0:
            one.ghost = all.ghost = GHOST_WIRE;
            break;
        case 1:
            one.ghost = all.ghost = GHOST_SOLID;
            break;
        case 2:
            one.transparent = all.transparent = true;
            break;
        case 3:
            one.wireframe = all.wireframe = true;
            break;
        case 4:
            one.contact = all.contact = true;
            break;
        case 5:
            one.labels = all.labels = true;
            break;
        case 6:
            one.sphereTree = all.sphereTree = true;
            break;
        case 7:
            one.trace = all.trace = true;
            break;
        case 8:
            one.motion = all.motion = true;
            break;
        case 9:
            one.proxy = all.proxy = true;
            break;
        default:
            stage->ground.kind = STAGE_GROUND_ON;
            break;
        }
        gxImage after = draw(view, stage, &one);
        if (memcmp(before.pixels, after.pixels, size) == 0) fail_msg("option %d shows nothing", i);
        gxDestroyImage(&after);
    }
    gxDestroyImage(&before);
    ResizeView(view, 333, 77);
    before = draw(view, stage, &all);
    assert_int_equal(before.width, 333);
    gxDestroyImage(&before);
    assert_int_equal(gxGetErrorCount(), errors);
    DestroyView(view);
    freeStage(stage);
}

static int countDifferent(const gxImage *a, const gxImage *b) {
    int count = 0;
    for (int i = 0; i < a->width * a->height; ++i)
        count += memcmp(a->pixels + 4 * (size_t)i, b->pixels + 4 * (size_t)i, 4) != 0;
    return count;
}

// A box or a sphere a quarter from a box: the dimension line adds to the picture, the colours of the facing
// surfaces far more, also where light goes through them; put away, the picture is as before. The box is cut
// fine; the sphere of 81,920 triangles shares its vertices and its coarser levels with the mesh without
// colours. Red: values that do not reach the card, a sorted drawing without them,
// colours that stay.
static void checkClearanceShows(const char *hand) {
    Stage *stage = makeStageWithHand(hand, SCENE_STOP);
    View *view = openView(800, 600);
    int errors = gxGetErrorCount();
    apply(stage, MakePlace(0, poseAt(2.25, 0.4, 0.3)));
    for (int transparent = 0; transparent < 2; ++transparent) {
        ViewOptions options = {.treeLevel = 3, .transparent = transparent != 0};
        gxImage bare = draw(view, stage, &options);
        options.clearance = stage->clearance.wanted = true;
        SetClearanceBelow(stage, 1.0);
        UpdateStageClearance(stage, 0);
        gxImage line = draw(view, stage, &options);
        stage->clearance.coloured = true;
        UpdateStageClearance(stage, 0);
        gxImage coloured = draw(view, stage, &options);
        assert_true(countDifferent(&bare, &line) > 300);
        assert_true(countDifferent(&line, &coloured) > 4000);
        SetClearanceBelow(stage, 0.1); // all is farther
        UpdateStageClearance(stage, 0);
        gxImage far = draw(view, stage, &options);
        assert_true(countDifferent(&far, &coloured) > 4000);
        gxDestroyImage(&far);
        options.clearance = stage->clearance.wanted = stage->clearance.coloured = false;
        UpdateStageClearance(stage, 0);
        gxImage after = draw(view, stage, &options);
        assert_int_equal(countDifferent(&bare, &after), 0);
        gxDestroyImage(&bare);
        gxDestroyImage(&line);
        gxDestroyImage(&coloured);
        gxDestroyImage(&after);
    }
    assert_int_equal(gxGetErrorCount(), errors);
    DestroyView(view);
    freeStage(stage);
}

static void testClearanceShows(void **state) {
    (void)state;
    checkClearanceShows("builtin:box:x=1,y=1,z=1");
    checkClearanceShows("builtin:icosphere:radius=1,level=6");
}

// The index, the point with its cell, the segment and the culling: each adds to the picture, without an
// OpenGL error. Red: an option without effect, a probe drawn for a stage without one.
static void testIndexShowsInThePicture(void **state) {
    (void)state;
    Stage *stage = makeStage(SCENE_STOP);
    View *view = openView(800, 600);
    int errors = gxGetErrorCount();
    apply(stage, MakeMove(0, (cdPose){{3.5, 0.3, 0.0}, cdMakeQuat((cdVec3){0.0, 1.0, 0.0}, 0.6)}));
    ViewOptions options = {.index = true, .indexDepth = 0, .labels = true};
    gxImage images[5] = {draw(view, stage, &options)}; // of no object yet
    stage->probe.object = ChooseSolidObject(stage);
    options.indexDepth = 3;
    for (int i = 1; i < 5; ++i) {
        stage->probe.hasPoint = i >= 2;
        stage->probe.hasSegment = i >= 3;
        stage->probe.point = (cdVec3){3.5, 0.3, 0.1};
        stage->probe.from = (cdVec3){1.0, 1.0, 0.1};
        stage->probe.to = (cdVec3){6.0, -0.5, 0.1};
        options.culling = i >= 4;
        ClassifyStageProbe(stage);
        CullStageStep(stage);
        images[i] = draw(view, stage, &options);
        assert_true(countDifferent(&images[i - 1], &images[i]) > 100);
    }
    for (int i = 0; i < 5; ++i)
        gxDestroyImage(&images[i]);
    assert_int_equal(gxGetErrorCount(), errors);
    DestroyView(view);
    freeStage(stage);
}

// A mesh beyond the range of single precision, which the library accepts and a picture cannot show: drawn
// without errors, transparent or not. Red: a triangle sorted by a NaN depth.
static void testBeyondFloats(void **state) {
    (void)state;
    Stage *stage = makeStage(SCENE_STOP);
    View *view = openView(800, 600);
    int errors = gxGetErrorCount();
    char message[512];
    const char *path = FC_TEST_DATA "/fuzz/mesh_file/degenerate.obj"; // 1e99 long
    int32_t object = addObject(stage, path, message, sizeof message);
    assert_true(object > 0);
    for (int transparent = 0; transparent < 2; ++transparent) {
        ViewOptions options = GetDefaultViewOptions();
        options.transparent = transparent != 0;
        gxImage image = draw(view, stage, &options);
        gxDestroyImage(&image);
    }
    assert_int_equal(gxGetErrorCount(), errors);
    DestroyView(view);
    freeStage(stage);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testPictureShowsTheStatus), cmocka_unit_test(testEveryOptionShows),
        cmocka_unit_test(testClearanceShows),        cmocka_unit_test(testIndexShowsInThePicture),
        cmocka_unit_test(testBeyondFloats),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
