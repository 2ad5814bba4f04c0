// User meshes as a scene: sizes, positions, names, and the camera that shows everything.
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
#include <unistd.h>

static Stage *load(const char *const *meshes, int32_t count, MeshLayout layout) {
    Stage *stage = calloc(1, sizeof *stage);
    char message[512] = "";
    assert_non_null(stage);
    if (!LoadStageMeshes(stage, meshes, count, layout, message, sizeof message)) fail_msg("%s", message);
    return stage;
}

static void freeStage(Stage *stage) {
    DestroyStage(stage);
    free(stage);
}

static const char *const parts[] = {"builtin:box:x=30,y=4,z=4", "builtin:box:x=3,y=3,z=20",
                                    "builtin:box:x=3,y=3,z=20"};

// A peg keeps its size beside a plate, and all are free on one floor, the first selected. Red: parts that no
// longer fit since each was scaled, two objects of one name, one inside the other.
static void testPartsKeepTheirSizes(void **state) {
    (void)state;
    Stage *stage = load(parts, 3, (MeshLayout){0});
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

// Writes a unit cube whose lower corner is at (x, y, z); returns its name.
static const char *writeCube(char path[64], double x, double y, double z) {
    static const int faces[6][4] = {{1, 3, 4, 2}, {5, 6, 8, 7}, {1, 2, 6, 5},
                                    {3, 7, 8, 4}, {1, 5, 7, 3}, {2, 4, 8, 6}};
    snprintf(path, 64, "/tmp/fc_cube_%d_%g.obj", (int)getpid(), x);
    FILE *out = fopen(path, "w");
    assert_non_null(out);
    for (int i = 0; i < 8; ++i)
        fprintf(out, "v %g %g %g\n", x + (i & 1), y + (i >> 1 & 1), z + (i >> 2));
    for (int i = 0; i < 6; ++i)
        fprintf(out, "f %d %d %d %d\n", faces[i][0], faces[i][1], faces[i][2], faces[i][3]);
    assert_int_equal(fclose(out), 0);
    return path;
}

static bool isAt(const StageObject *object, double x, double y, double z) {
    cdVec3 corner = cdTransformPoint(object->pose, object->info.bounds.lower);
    return cdLength(cdSub(corner, (cdVec3){x, y, z})) <= 1e-12;
}

// Two files of an assembly keep their positions, also if they touch; a built-in shape is put beside them on
// their floor. Side by side, or normalized, they are disjoint. Red: an assembly that falls apart when opened,
// an option without effect, a shape inside the assembly.
static void testAssembliesStayTogether(void **state) {
    (void)state;
    char paths[2][64];
    const char *meshes[3] = {writeCube(paths[0], 5.0, 2.0, -1.0), writeCube(paths[1], 6.0, 2.5, -1.0),
                             "builtin:box:x=1,y=1,z=1"};
    Stage *stage = load(meshes, 3, (MeshLayout){0});
    assert_true(isAt(&stage->objects[0], 5.0, 2.0, -1.0));
    assert_true(isAt(&stage->objects[1], 6.0, 2.5, -1.0));
    assert_true(fabs(GetLowestPoint(&stage->objects[2], stage->objects[2].pose) - 2.0) <= 1e-12);
    assert_true(stage->objects[2].pose.p.x + 1.0 < 5.0 - 0.1);
    freeStage(stage);
    const MeshLayout apart[2] = {{.sideBySide = true}, {.normalize = true}};
    for (int i = 0; i < 2; ++i) {
        stage = load(meshes, 2, apart[i]);
        const StageObject *a = &stage->objects[0], *b = &stage->objects[1];
        cdVec3 left = cdTransformPoint(a->pose, a->info.bounds.lower);
        cdVec3 right = cdTransformPoint(b->pose, b->info.bounds.upper);
        assert_true(right.x < left.x - 0.1);
        assert_true(fabs(left.y) <= 1e-12);
        freeStage(stage);
    }
    for (int i = 0; i < 2; ++i)
        remove(paths[i]);
}

// On request, all get one size. Red: an option without effect.
static void testPartsAreNormalised(void **state) {
    (void)state;
    Stage *stage = load(parts, 2, (MeshLayout){.normalize = true});
    for (int32_t i = 0; i < 2; ++i)
        assert_true(fabs(stage->objects[i].info.radius - 1.0) <= 1e-9);
    freeStage(stage);
}

// A single mesh keeps its file's position. Red: other coordinates than in the file.
static void testOneStays(void **state) {
    (void)state;
    Stage *stage = load(parts, 1, (MeshLayout){0});
    assert_true(cdLength(stage->objects[0].pose.p) == 0.0);
    freeStage(stage);
}

static bool isShown(const gxCamera *camera, const Stage *stage, int32_t object) {
    cdVec3 p = cdTransformPoint(stage->objects[object].pose, stage->objects[object].info.center);
    double x, y;
    return gxProjectPoint(camera, (double[]){p.x, p.y, p.z}, 640, 480, &x, &y) && x > 0.0 && x < 640.0 &&
           y > 0.0 && y < 480.0;
}

// Parts of sixty units are visible at once; one that was moved far away is visible again after Home. Red: an
// empty picture at the start, a key Home that shows the former position.
static void testEverythingIsShown(void **state) {
    (void)state;
    Stage *stage = load(parts, 3, (MeshLayout){0});
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
        cmocka_unit_test(testPartsKeepTheirSizes), cmocka_unit_test(testAssembliesStayTogether),
        cmocka_unit_test(testPartsAreNormalised), cmocka_unit_test(testOneStays),
        cmocka_unit_test(testEverythingIsShown)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
