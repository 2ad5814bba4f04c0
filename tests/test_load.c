// Loading in a separate thread: the same meshes and stages as without, and no remains of cancelled loads.
// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on
#include "services/load.h"
#include "stage/stage.h"

#include <stdlib.h>
#include <string.h>

static const MeshPlacement plain = {false, 1.0};
static const double ever = 60.0; // seconds; a longer load hangs

static Load *start(LoadKind kind, const char *const *names, int32_t count) {
    Load *load = CreateLoad(&(LoadDef){.kind = kind}, names, count);
    assert_non_null(load);
    assert_false(IsLoadStarted(load));
    StartLoad(load, plain);
    return load;
}

// Red: a part missing when a mesh is built step by step, or a missing surface for pictures.
static void testMeshIsTheSame(void **state) {
    (void)state;
    const char *name = "builtin:torus";
    char message[512];
    cdMesh *expected = CreateSourceMesh(name, plain, SCENE_MESH_PARTS, message, sizeof message);
    Load *load = start(LOAD_MESH, &name, 1);
    assert_true(WaitForLoad(load, ever));
    Loaded *loaded = GetLoaded(load);
    assert_true(loaded->good);
    assert_int_equal(HashMesh(loaded->mesh), HashMesh(expected));
    assert_int_equal(cdGetMeshInfo(loaded->mesh).parts, cdGetMeshInfo(expected).parts);
    assert_int_equal(cdGetMeshInfo(loaded->mesh).byteCount, cdGetMeshInfo(expected).byteCount);
    assert_int_equal(loaded->surfaceCount, 1);
    assert_true(loaded->surfaces[0].mesh == loaded->mesh);
    assert_int_equal(loaded->surfaces[0].surface.triangleCount, cdGetMeshInfo(expected).triangleCount);
    assert_true(GetLoadState(load).progress >= 0.9);
    DestroyLoad(load);
    cdDestroyMesh(expected);
}

// Red: meshes with other leaves or positions than without a thread; a surface for each object though two
// share a mesh.
static void testStageIsTheSame(void **state) {
    (void)state;
    const char *const names[] = {"builtin:box", "builtin:torus", "builtin:box"};
    char message[512];
    Stage *expected = calloc(1, sizeof *expected);
    assert_true(LoadStageMeshes(expected, names, 3, (MeshLayout){0}, message, sizeof message));
    Load *load = start(LOAD_MESHES, names, 3);
    assert_true(WaitForLoad(load, ever));
    Loaded *loaded = GetLoaded(load);
    assert_true(loaded->good && loaded->hasStage);
    assert_int_equal(loaded->stage.objectCount, 3);
    assert_int_equal(loaded->surfaceCount, 2);
    for (int32_t i = 0; i < 3; ++i) {
        const StageObject *a = &expected->objects[i], *b = &loaded->stage.objects[i];
        assert_true(cdIsSamePose(a->pose, b->pose));
        assert_true(a->info.leafRadius == b->info.leafRadius);
        assert_int_equal(a->info.parts, b->info.parts);
    }
    DestroyLoad(load);
    DestroyStage(expected);
    free(expected);
}

static void assertSameObjects(const Stage *a, const Stage *b) {
    assert_ptr_equal(a->scene, b->scene);
    assert_int_equal(a->objectCount, b->objectCount);
    for (int32_t i = 0; i < a->objectCount; ++i) {
        assert_int_equal(HashMesh(a->objects[i].mesh), HashMesh(b->objects[i].mesh));
        assert_int_equal(a->objects[i].info.parts, b->objects[i].info.parts);
        assert_true(cdIsSamePose(a->objects[i].pose, b->objects[i].pose));
    }
}

// A built-in scene with other parameters than its own. Red: other meshes or positions than without a thread,
// parameters that are ignored.
static void testBuiltInIsTheSame(void **state) {
    (void)state;
    LoadDef def = {.kind = LOAD_BUILT_IN, .builtIn = FindScene("ten boxes"), .hasParams = true};
    char message[512];
    GetSceneParams(def.builtIn, def.params);
    def.params[0] = 7.0;
    Stage *expected = calloc(1, sizeof *expected);
    assert_true(LoadStageSceneWith(expected, def.builtIn, def.params, message, sizeof message));
    Load *load = CreateLoad(&def, &def.builtIn->name, 1);
    StartLoad(load, plain);
    assert_true(WaitForLoad(load, ever));
    const Loaded *loaded = GetLoaded(load);
    assert_true(loaded->good && loaded->hasStage && loaded->surfaceCount > 0);
    assertSameObjects(&loaded->stage, expected);
    assert_string_equal(GetLoadState(load).name, "ten boxes");
    DestroyLoad(load);
    DestroyStage(expected);
    free(expected);
}

// A recording of a built-in scene, and the same cancelled at once. Red: a scene that the thread leaves to the
// thread that draws, one that is loaded although nobody wants it.
static void testRecordingOfBuiltIn(void **state) {
    (void)state;
    const char *name = "recording_of_load.fcrec";
    char message[512];
    Stage *expected = calloc(1, sizeof *expected);
    assert_true(LoadStageScene(expected, FindScene("gear teeth"), message, sizeof message));
    RecordingWriter writer = {0};
    assert_true(BeginRecording(&writer, expected, fopen(name, "w"), name, message, sizeof message));
    assert_true(EndRecording(&writer, expected));
    Load *load = start(LOAD_RECORDING, &name, 1);
    assert_true(WaitForLoad(load, ever));
    const Loaded *loaded = GetLoaded(load);
    assert_true(loaded->good && loaded->hasStage && loaded->hasPlayer);
    assertSameObjects(&loaded->stage, expected);
    DestroyLoad(load);
    load = CreateLoad(&(LoadDef){.kind = LOAD_RECORDING}, &name, 1);
    GiveUpLoad(load);
    StartLoad(load, plain);
    assert_true(WaitForLoad(load, ever));
    assert_false(GetLoaded(load)->good || GetLoaded(load)->hasStage || GetLoaded(load)->hasPlayer);
    assert_non_null(strstr(GetLoaded(load)->message, "canceled"));
    DestroyLoad(load);
    DestroyStage(expected);
    free(expected);
    remove(name);
}

// Red: a result of a cancelled load, leaked memory (with the address sanitizer), a thread never joined.
static void testGivenUp(void **state) {
    (void)state;
    const char *name = "builtin:uv-sphere:n=150";
    for (int k = 0; k < 4; ++k) {
        Load *load = start(LOAD_MESH, &name, 1);
        WaitForLoad(load, 0.01 * k);
        GiveUpLoad(load);
        if (k % 2 == 1) {
            assert_true(WaitForLoad(load, ever));
            const Loaded *loaded = GetLoaded(load);
            assert_true(loaded->good || strstr(loaded->message, "canceled"));
            assert_true(loaded->good == (loaded->mesh != NULL));
        }
        DestroyLoad(load);
    }
    Load *never = CreateLoad(&(LoadDef){.kind = LOAD_MESH}, &name, 1);
    DestroyLoad(never);
}

// The mesh for a leaf radius, and then for a scale, of a mesh of 20,480 triangles: built by the thread and
// kept it is the one that the option takes, and the one that the option would have built; then nothing is to
// be built. Red: a mesh with other leaves, one that is built a second time when the option is set, a small
// mesh that comes late.
static void testOptionTakesMesh(void **state) {
    (void)state;
    static const struct {
        StageOption option;
        double value;
    } set[] = {{STAGE_LEAF_RADIUS, 0.2}, {STAGE_SCALE, 1.5}};
    const char *const names[] = {"builtin:icosphere:level=5", "builtin:box"};
    char message[512];
    Stage *stage = calloc(1, sizeof *stage), *plainStage = calloc(1, sizeof *plainStage);
    assert_true(LoadStageMeshes(stage, names, 2, (MeshLayout){0}, message, sizeof message));
    assert_true(LoadStageMeshes(plainStage, names, 2, (MeshLayout){0}, message, sizeof message));
    LoadDef def = {.kind = LOAD_OPTION};
    assert_false(IsOrderLong(stage, 1, STAGE_LEAF_RADIUS, 0.2, &def.order));
    assert_false(IsOrderLong(stage, 0, STAGE_PROXY, 0.0, &def.order));
    for (int i = 0; i < 2; ++i) {
        assert_true(IsOrderLong(stage, 0, set[i].option, set[i].value, &def.order));
        Load *load = CreateLoad(&def, names, 1);
        StartLoad(load, plain);
        assert_true(WaitForLoad(load, ever));
        Loaded *loaded = GetLoaded(load);
        cdMesh *mesh = loaded->mesh;
        assert_non_null(mesh);
        assert_int_equal(loaded->surfaceCount, 1);
        loaded->mesh = NULL;
        assert_true(KeepOrderedMesh(stage, &def.order, mesh));
        DestroyLoad(load);
        assert_false(IsOrderLong(stage, 0, set[i].option, set[i].value, &def.order));
        StageEntry entry = MakeSetOption(0, set[i].option, set[i].value);
        assert_true(ApplyStage(stage, &entry, message, sizeof message));
        assert_true(ApplyStage(plainStage, &entry, message, sizeof message));
        assert_ptr_equal(stage->objects[0].mesh, mesh);
        assert_int_equal(stage->meshes.addedCount, i + 1);
        assert_int_equal(HashMesh(mesh), HashMesh(plainStage->objects[0].mesh));
        assert_int_equal(stage->objects[0].info.leafCount, plainStage->objects[0].info.leafCount);
        assert_int_equal(stage->objects[0].info.parts, plainStage->objects[0].info.parts);
    }
    DestroyStage(stage);
    DestroyStage(plainStage);
    free(stage);
    free(plainStage);
}

// Red: an error lost on its way out of the thread.
static void testErrorIsReported(void **state) {
    (void)state;
    static const LoadKind kinds[] = {LOAD_MESH, LOAD_MESHES, LOAD_SCENE, LOAD_RECORDING};
    const char *name = "missing/file.obj";
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; ++i) {
        Load *load = start(kinds[i], &name, 1);
        assert_true(WaitForLoad(load, ever));
        const Loaded *loaded = GetLoaded(load);
        assert_false(loaded->good || loaded->hasStage || loaded->mesh);
        assert_non_null(strstr(loaded->message, "missing/file.obj"));
        assert_string_equal(GetLoadState(load).name, "file.obj");
        DestroyLoad(load);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testMeshIsTheSame),    cmocka_unit_test(testStageIsTheSame),
        cmocka_unit_test(testBuiltInIsTheSame), cmocka_unit_test(testRecordingOfBuiltIn),
        cmocka_unit_test(testGivenUp),          cmocka_unit_test(testOptionTakesMesh),
        cmocka_unit_test(testErrorIsReported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
