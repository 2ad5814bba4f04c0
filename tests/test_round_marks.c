// Marks that make the spin of round bodies visible: on which meshes, and in the picture.
// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on
#include "stage_fixture.h"
#include "view/view.h"
#include "view/view_data.h"
#include "view_fixture.h"

enum { WIDTH = 480, HEIGHT = 270 };

// Balls, rings and gears are round; boxes and teapots are not. Red: reach measured also along the axis,
// uncounted corners.
static void testWhichMeshesAreRound(void **state) {
    (void)state;
    static const char *const round[] = {"builtin:icosphere", "builtin:uv-sphere", "builtin:torus",
                                        "builtin:gear",      "builtin:ring",      "builtin:rotor"};
    static const char *const others[] = {"builtin:box", "builtin:teapot", "builtin:l-shape", "builtin:key",
                                         "builtin:hook"};
    for (int i = 0; i < 11; ++i) {
        const char *name = i < 6 ? round[i] : others[i - 6];
        char message[512];
        cdMesh *mesh =
            CreateSourceMesh(name, (MeshPlacement){true, 1.0}, SCENE_MESH_PARTS, message, sizeof message);
        assert_non_null(mesh);
        const cdMeshInfo info = cdGetMeshInfo(mesh);
        if (IsRoundMesh(&info) != (i < 6)) fail_msg("%s", name);
        cdDestroyMesh(mesh);
    }
}

// Counts the pixels that marks change.
static int countMarked(const char *scene, double time) {
    static Stage stage;
    char message[512];
    assert_true(LoadStageScene(&stage, FindScene(scene), message, sizeof message));
    AdvanceStageTo(&stage, time);
    View *view = openView(WIDTH, HEIGHT);
    gxCamera camera = MakeStageCamera(&stage, WIDTH, HEIGHT);
    ViewOptions options = GetDefaultViewOptions();
    assert_true(options.marks);
    gxImage images[2];
    for (int i = 0; i < 2; ++i) {
        options.marks = i == 0;
        DrawView(view, &stage, &camera, &options);
        images[i] = ReadView(view);
    }
    int count = 0;
    for (size_t i = 0; i < 4 * (size_t)WIDTH * HEIGHT; i += 4) {
        count += images[0].pixels[i + 1] + 8 < images[1].pixels[i + 1];
        assert_true(images[0].pixels[i + 1] <= images[1].pixels[i + 1]); // darker, never lighter
    }
    gxDestroyImage(&images[0]);
    gxDestroyImage(&images[1]);
    DestroyView(view);
    DestroyStage(&stage);
    return count;
}

// Gears show a good part of their faces darker, dominoes nothing. Red: a uniform that is not set, marks on
// meshes that are not round, a pattern that covers all or nothing.
static void testMarksShow(void **state) {
    (void)state;
    int gears = countMarked("gears", 0.0);
    assert_in_range(gears, 4000, 16000);
    assert_int_equal(countMarked("dominoes", 0.0), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(testWhichMeshesAreRound),
                                       cmocka_unit_test(testMarksShow)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
