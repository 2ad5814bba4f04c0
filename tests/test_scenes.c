// Every scene's own check, headless; and the checks can fail.
// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on
#include "scenes/scene_file.h"
#include "scenes/scene_resolve.h"
#include "stage/mesh_source.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// The story of each scene has its stated outcome, by both methods, and no resolved pose overlaps. Red: a
// missed contact, a resolved pose in overlap, a discrete method that finds what the scene says it misses.
static void testEverySceneCheckPasses(void **state) {
    (void)state;
    int32_t count = 0;
    const Scene *const *scenes = GetScenes(&count);
    assert_true(count >= 6);
    for (int32_t i = 0; i < count; i++) {
        char message[512] = "";
        if (!CheckScene(scenes[i], message, sizeof message)) fail_msg("%s: %s", scenes[i]->name, message);
    }
}

// Red: a scene without its text, two of one name, a missing driven object, a story about a fixed one.
static void testScenesAreWellFormed(void **state) {
    (void)state;
    int32_t count = 0;
    const Scene *const *scenes = GetScenes(&count);
    assert_string_equal(scenes[0]->name, "teapot and bunny");
    for (int32_t i = 0; i < count; i++) {
        assert_true(strlen(scenes[i]->about) > 20 && strlen(scenes[i]->about) < SCENE_TEXT_SIZE);
        assert_true(strlen(scenes[i]->group) > 0 && strlen(scenes[i]->name) < SCENE_NAME_SIZE);
        assert_ptr_equal(FindScene(scenes[i]->name), scenes[i]);
        SceneData data;
        assert_true(CreateSceneData(scenes[i], &data));
        bool moves = scenes[i]->step != NULL || scenes[i]->getRoutes != NULL || HasDynamicObjects(&data);
        assert_true(FindDrivenObject(&data) >= 0 || moves);
        for (int32_t k = 0; k < data.objectCount; k++)
            assert_int_equal(FindSceneObject(&data, data.objects[k].name), k);
        for (int32_t k = 0; k < data.storyCount; k++) {
            const SceneStoryStep *step = &data.story[k];
            assert_true(strlen(step->caption) > 0);
            if (step->object < 0)
                assert_true(moves && step->time > (k > 0 ? data.story[k - 1].time : 0.0));
            else
                assert_int_equal(data.objects[step->object].body, SCENE_DRIVEN);
        }
        DestroySceneData(&data);
    }
    assert_ptr_equal(FindScene("Teapot_and-Bunny"), scenes[0]);
    assert_null(FindScene("teapot"));
}

// A wrong expectation and a trivial story fail the check, and the message names the step. Red: a check that
// always passes.
static void testChecksCanFail(void **state) {
    (void)state;
    SceneData data;
    SceneMeshes meshes;
    char message[512] = "";
    assert_true(CreateSceneData(FindScene("thin plates"), &data));
    assert_true(CreateSceneMeshes(&data, &meshes, message, sizeof message));
    assert_true(CheckSceneStory(&data, meshes.meshes, message, sizeof message));
    int32_t last = data.storyCount - 1;
    data.story[last].expected = CD_FREE;
    assert_false(CheckSceneStory(&data, meshes.meshes, message, sizeof message));
    assert_non_null(strstr(message, data.story[last].caption));
    assert_non_null(strstr(message, "contact, expected free"));
    data.storyCount = last; // without the one contact that the discrete method misses
    assert_false(CheckSceneStory(&data, meshes.meshes, message, sizeof message));
    assert_non_null(strstr(message, "discrete method misses"));
    DestroySceneMeshes(&meshes);
    DestroySceneData(&data);
}

// The scene in the README's picture does what its captions say. Red: a picture that shows no overlap or no
// contact.
static void testReadmeSceneKeepsItsWord(void **state) {
    (void)state;
    SceneData data;
    SceneMeshes meshes;
    char message[512] = "";
    bool good = ReadSceneFile(FC_SOURCE_DIR "/assets/drag.json", &data, message, sizeof message) &&
                CreateSceneMeshes(&data, &meshes, message, sizeof message) &&
                CheckSceneStory(&data, meshes.meshes, message, sizeof message);
    if (!good) fail_msg("assets/drag.json: %s", message);
    DestroySceneMeshes(&meshes);
    DestroySceneData(&data);
}

static void stayWhereItIs(SceneStep *step) {
    (void)step;
}

// A run without motion has no contact and therefore tests nothing.
static void testRunWithoutContactFails(void **state) {
    (void)state;
    SceneData data;
    SceneMeshes meshes;
    char message[512] = "";
    assert_true(CreateSceneData(FindScene("thin plates"), &data));
    assert_true(CreateSceneMeshes(&data, &meshes, message, sizeof message));
    const SceneRunInput run = {&data, meshes.meshes, stayWhereItIs, data.objectCount - 1, 3, 0.01};
    assert_false(CheckSceneRun(&run, message, sizeof message));
    DestroySceneMeshes(&meshes);
    DestroySceneData(&data);
}

// Objects of one mesh and scale share it; no leaf has more than twice the radius of another. Red: 96
// obstacles built 96 times, or leaves as large as the sides of boxes.
static void testSceneMeshesAreShared(void **state) {
    (void)state;
    SceneData data;
    SceneMeshes meshes;
    char message[512] = "";
    assert_true(CreateSceneData(FindScene("many obstacles"), &data));
    assert_true(CreateSceneMeshes(&data, &meshes, message, sizeof message));
    assert_int_equal(meshes.count, data.objectCount);
    assert_int_equal(meshes.ownedCount, 9); // eight kinds of obstacles and the knot
    assert_ptr_equal(meshes.meshes[0], meshes.meshes[8]);
    double smallest = INFINITY, largest = 0.0;
    for (int32_t i = 0; i < meshes.count; i++) {
        smallest = fmin(smallest, cdGetMeshInfo(meshes.meshes[i]).leafRadius);
        largest = fmax(largest, cdGetMeshInfo(meshes.meshes[i]).leafRadius);
    }
    assert_true(largest > smallest && largest <= 2.0 * smallest * (1.0 + 1e-12));
    DestroySceneMeshes(&meshes);
    DestroySceneData(&data);
}

// Normalised meshes are centred and of box diagonal 2; the given scale comes after. Red: half the
// longest side taken for half the diagonal.
static void testMeshesAreNormalised(void **state) {
    (void)state;
    TriangleSoup soup;
    char message[512] = "";
    assert_true(
        LoadTriangleSoup("builtin:teapot", (MeshPlacement){true, 3.0}, &soup, message, sizeof message));
    cdVec3 lower = soup.points[0], upper = soup.points[0];
    for (int32_t i = 0; i < soup.pointCount; i++) {
        cdVec3 p = soup.points[i];
        lower = (cdVec3){fmin(lower.x, p.x), fmin(lower.y, p.y), fmin(lower.z, p.z)};
        upper = (cdVec3){fmax(upper.x, p.x), fmax(upper.y, p.y), fmax(upper.z, p.z)};
    }
    assert_true(fabs(0.5 * cdLength(cdSub(upper, lower)) - 3.0) < 1e-12);
    assert_true(cdLength(cdAdd(upper, lower)) < 1e-12);
    DestroyTriangleSoup(&soup);
    assert_false(
        LoadTriangleSoup("builtin:bunny:n=1", (MeshPlacement){true, 1.0}, &soup, message, sizeof message));
    assert_string_equal(message, "builtin:bunny has no parameters");
    assert_false(
        LoadTriangleSoup("builtin:rabbit", (MeshPlacement){true, 1.0}, &soup, message, sizeof message));
    assert_non_null(strstr(message, "teapot, bunny"));
}

// Red: a squared length that underflows or overflows, a point that is divided by its size, 0.
static void testAllSizesAreNormalised(void **state) {
    (void)state;
    static const double sizes[] = {1e-306, 1e-170, 1e-20, 1.0, 1e20, 1e170, 8e307, 0.0};
    char folder[] = "/tmp/fcsizesXXXXXX", path[64], message[512] = "";
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/a.obj", folder);
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        double a = -sizes[i], b = 2.0 * sizes[i];
        FILE *stream = fopen(path, "w");
        assert_non_null(stream);
        fprintf(stream, "v %.17g %.17g %.17g\nv %.17g %.17g %.17g\nv %.17g %.17g %.17g\nf 1 2 3\n", a, a, a,
                b, a, a, b, b, b);
        fclose(stream);
        TriangleSoup soup;
        if (!LoadTriangleSoup(path, (MeshPlacement){true, 3.0}, &soup, message, sizeof message))
            fail_msg("%s", message);
        double half = sizes[i] > 0.0 ? sqrt(3.0) : 0.0;
        cdVec3 expected[3] = {{-half, -half, -half}, {half, -half, -half}, {half, half, half}};
        for (int k = 0; k < 3; k++) {
            if (!(cdLength(cdSub(soup.points[k], expected[k])) < 1e-12))
                fail_msg("size %g, point %d: %g", sizes[i], k, soup.points[k].x);
        }
        DestroyTriangleSoup(&soup);
    }
    unlink(path);
    rmdir(folder);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testEverySceneCheckPasses),  cmocka_unit_test(testScenesAreWellFormed),
        cmocka_unit_test(testChecksCanFail),          cmocka_unit_test(testReadmeSceneKeepsItsWord),
        cmocka_unit_test(testRunWithoutContactFails), cmocka_unit_test(testSceneMeshesAreShared),
        cmocka_unit_test(testMeshesAreNormalised),    cmocka_unit_test(testAllSizesAreNormalised)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
