// Meshes of one's own as a scene: sizes, places, names, and the camera that shows everything.
// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on
#include "stage/stage.h"
#include "view/view.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static Stage *load(const char *const *meshes, int32_t count, bool normalize) {
    Stage *stage = calloc(1, sizeof *stage);
    char message[512] = "";
    assert_non_null(stage);
    if (!LoadStageMeshes(stage, meshes, count, normalize, message, sizeof message)) fail_msg("%s", message);
    return stage;
}

static void freeStage(Stage *stage) {
    DestroyStage(stage);
    free(stage);
}

static const char *const parts[] = {"builtin:box:x=30,y=4,z=4", "builtin:box:x=3,y=3,z=20",
                                    "builtin:box:x=3,y=3,z=20"};

// A peg keeps its size beside a plate, and all stand free on one floor, in hand the first. Red: parts that no
// longer fit each other since each was scaled, two objects of one name, one inside the other.
static void testPartsKeepTheirSizes(void **state) {
    (void)state;
    Stage *stage = load(parts, 3, false);
    assert_int_equal(stage->selected, 0);
    assert_string_equal(stage->objects[1].name, "box 2");
    assert_string_equal(stage->objects[2].name, "box 3");
    double sizes[] = {60.0, 6.0, 6.0}, left = INFINITY;
    for (int32_t i = 0; i < 3; ++i) {
        const StageObject *object = &stage->objects[i];
        const cdBox3 *box = &object->info.bounds;
        assert_int_equal(object->body, SCENE_DRIVEN);
        assert_true(fabs(box->upper.x - box->lower.x - sizes[i]) <= 1e-12);
        assert_true(fabs(GetLowestPoint(object, object->pose) - 0.0) <= 1e-12);
        assert_true(object->pose.p.x + box->upper.x < left - 1.0);
        left = object->pose.p.x + box->lower.x;
        assert_memory_equal(&object->home, &stage->data.objects[i].pose, sizeof object->home);
    }
    freeStage(stage);
}

// Asked for, all become one size. Red: an option that does nothing.
static void testPartsAreNormalised(void **state) {
    (void)state;
    Stage *stage = load(parts, 2, true);
    for (int32_t i = 0; i < 2; ++i)
        assert_true(fabs(stage->objects[i].info.radius - 1.0) <= 1e-9);
    freeStage(stage);
}

// One mesh alone stays where its file has it. Red: numbers that are not those of the file.
static void testOneStays(void **state) {
    (void)state;
    Stage *stage = load(parts, 1, false);
    assert_true(cdLength(stage->objects[0].pose.p) == 0.0);
    freeStage(stage);
}

static bool isShown(const gxCamera *camera, const Stage *stage, int32_t object) {
    cdVec3 p = cdTransformPoint(stage->objects[object].pose, stage->objects[object].info.center);
    double x, y;
    return gxProjectPoint(camera, (double[]){p.x, p.y, p.z}, 640, 480, &x, &y) && x > 0.0 && x < 640.0 &&
           y > 0.0 && y < 480.0;
}

// Parts of sixty units are seen at once; one that was moved far away is seen again. Red: a picture of nothing
// at the start, a key Home that shows the place where things were.
static void testEverythingIsShown(void **state) {
    (void)state;
    Stage *stage = load(parts, 3, false);
    gxCamera camera = MakeStageCamera(stage, 640, 480);
    for (int32_t i = 0; i < 3; ++i)
        assert_true(isShown(&camera, stage, i));
    stage->data.camera = (SceneCamera){{0.0, 1.0, 6.0}, {0.0, 0.0, 0.0}, 0.7};
    assert_true(ApplyStageEntry(stage, MakePlace(1, (cdPose){{500.0, 40.0, 0.0}, {1.0, 0.0, 0.0, 0.0}})));
    camera = MakeWholeCamera(stage, 640, 480);
    for (int32_t i = 0; i < 3; ++i)
        assert_true(isShown(&camera, stage, i));
    freeStage(stage);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testPartsKeepTheirSizes), cmocka_unit_test(testPartsAreNormalised),
        cmocka_unit_test(testOneStays), cmocka_unit_test(testEverythingIsShown)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
