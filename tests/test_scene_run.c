// Runs of a scene's world without a window: they detect errors, and the checks of dynamic scenes can fail.
// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on
#include "scenes/scene_parts.h"
#include "scenes/scene_run.h"
#include "stage/mesh_source.h"
#include <string.h>

typedef struct Fixture {
    SceneData data;
    SceneMeshes meshes;
    SceneRun run;
    char message[512];
} Fixture;

enum { FLOOR = 0, BOX = 1 };

// A floor with its top in y = 0 and a box of half width 0.25 at `height` above it.
static void makeBoxOverFloor(Fixture *fixture, double height) {
    memset(fixture, 0, sizeof *fixture);
    fixture->data = MakeEmptySceneData();
    fixture->data.gravity = GetSceneGravity();
    assert_non_null(AddSceneFloor(&fixture->data, 2.0, 0.0));
    cdPose pose = {{0.0, height + 0.25, 0.0}, {1.0, 0.0, 0.0, 0.0}};
    assert_non_null(AddNumberedObject(&fixture->data, "box", 1, "builtin:box:x=0.25,y=0.25,z=0.25", pose));
    assert_true(CreateSceneMeshes(&fixture->data, &fixture->meshes, fixture->message, 512));
}

static bool openRun(Fixture *fixture) {
    return OpenSceneRun(&fixture->run, &fixture->data, fixture->meshes.meshes, fixture->message, 512);
}

static void destroyFixture(Fixture *fixture) {
    CloseSceneRun(&fixture->run);
    DestroySceneMeshes(&fixture->meshes);
    DestroySceneData(&fixture->data);
}

// The box begins in the floor. Red: an invalid start runs anyway.
static void testOverlapAtTheStartIsSeen(void **state) {
    (void)state;
    Fixture fixture;
    makeBoxOverFloor(&fixture, -0.01);
    assert_false(openRun(&fixture));
    assert_string_equal(fixture.message, "\"box 1\" and \"floor\" overlap at 0 s");
    destroyFixture(&fixture);
}

// The box is moved into the floor after a while: the next step reports it. Red: overlaps tested only at the
// start, or at the scene's poses instead of the world's.
static void testLaterOverlapIsDetected(void **state) {
    (void)state;
    Fixture fixture;
    makeBoxOverFloor(&fixture, 1.0);
    assert_true(openRun(&fixture));
    assert_true(AdvanceSceneRun(&fixture.run, 0.1, fixture.message, 512));
    cdPose inFloor = {{0.0, 0.2, 0.0}, {1.0, 0.0, 0.0, 0.0}};
    cdSetBodyPose(fixture.run.sceneWorld.world, fixture.run.sceneWorld.bodies[BOX], inFloor);
    assert_false(AdvanceSceneRun(&fixture.run, 1.0, fixture.message, 512));
    assert_non_null(strstr(fixture.message, "\"box 1\" and \"floor\" overlap at 0.11"));
    destroyFixture(&fixture);
}

// A push from nowhere, by a hundredth of the speed, in free fall. Red: energy compared with a bound that is
// too wide, or only with the start's after some was lost.
static void testEnergyThatGrowsIsSeen(void **state) {
    (void)state;
    Fixture fixture;
    makeBoxOverFloor(&fixture, 1.0);
    assert_true(openRun(&fixture));
    assert_true(AdvanceSceneRun(&fixture.run, 0.8, fixture.message, 512)); // lands, and loses all of it
    cdVec3 push = {0.5, 0.0, 0.0}, none = {0.0, 0.0, 0.0};
    cdSetBodyVelocity(fixture.run.sceneWorld.world, fixture.run.sceneWorld.bodies[BOX], push, none);
    assert_false(AdvanceSceneRun(&fixture.run, 1.0, fixture.message, 512));
    assert_non_null(strstr(fixture.message, "energy grew from"));
    destroyFixture(&fixture);
}

// A run ends at the given times, in whole steps as far as possible; in free fall from rest the box has then
// fallen g t^2 / 2. Red: an extra step from rounding of the times, time lost between calls.
static void testRunsEndOnTime(void **state) {
    (void)state;
    Fixture fixture;
    makeBoxOverFloor(&fixture, 5.0);
    assert_true(openRun(&fixture));
    for (int i = 1; i <= 30; i++)
        assert_true(AdvanceSceneRun(&fixture.run, i / 60.0, fixture.message, 512));
    assert_int_equal(fixture.run.stepCount, 30);
    assert_true(AdvanceSceneRun(&fixture.run, 0.51, fixture.message, 512));
    assert_int_equal(fixture.run.stepCount, 31);
    assert_true(fabs(fixture.run.time - 0.51) < 1e-12);
    double fallen = 5.25 - GetRunState(&fixture.run, BOX).centroid.y;
    assert_true(fabs(fallen - 0.5 * 9.81 * 0.51 * 0.51) < 1e-12);
    destroyFixture(&fixture);
}

static void takeGravity(SceneData *data) {
    data->gravity.y = 0.0;
}

static void deaden(SceneData *data) {
    for (int32_t i = 0; i < data->objectCount; i++)
        data->objects[i].restitution = 0.0;
}

static void polish(SceneData *data) {
    for (int32_t i = 0; i < data->objectCount; i++)
        data->objects[i].friction = 0.0;
}

// The last object moves elsewhere, without contacts.
static void takeLastAway(SceneData *data) {
    data->objects[data->objectCount - 1].pose.p = (cdVec3){0.0, 9.0, 9.0};
}

static void standFirstUp(SceneData *data) {
    data->objects[1].pose.p.y = 0.251;
    data->objects[1].pose.q = data->objects[2].pose.q;
}

static void spinSlower(SceneData *data) {
    data->objects[2].angularVelocity.x *= 0.9;
}

// The top, or what turns under the others.
static void slowDown(SceneData *data) {
    data->objects[1].angularVelocity = cdScale(0.9, data->objects[1].angularVelocity);
}

static void untie(SceneData *data) {
    data->jointCount--;
}

static void loosen(SceneData *data) {
    data->joints[data->jointCount - 1].def.upper *= 1.1;
}

// The legs of the table get the density of its plate.
static void lightenLegs(SceneData *data) {
    for (int32_t i = 1; i < data->objects[0].shapeCount; i++)
        data->shapes[data->objects[0].firstShape + i].density = 1.0;
}

// The hammer's head gets the density of its handle.
static void lightenHead(SceneData *data) {
    data->shapes[data->objects[2].firstShape + 1].density = 1.0;
}

static void makeSolid(SceneData *data) {
    for (int32_t i = 0; i < data->objectCount; i++)
        data->objects[i].traits.sensor = false;
}

// Each check reports what is missing when its scene is spoilt. Red: a check that always passes.
static void testChecksOfDynamicScenesCanFail(void **state) {
    (void)state;
    static const struct {
        const char *scene;
        void (*spoil)(SceneData *data);
        const char *said;
    } cases[] = {{"teapot thrown", takeGravity, "height of the teapot"},
                 {"bouncing cube", deaden, "height of the rebound"},
                 {"ten boxes", takeLastAway, "height of the top box"},
                 {"block dropped on two fingers", takeGravity, "impacts"},
                 {"slope", polish, "travel of the middle block"},
                 {"dominoes", standFirstUp, "domino 1"},
                 {"linked rings", takeLastAway, "is not through"},
                 {"gyroscope", spinSlower, "precession"},
                 {"gyroscope", untie, "precession"},
                 {"spinning top", slowDown, "precession"},
                 {"Euler's disk", polish, "rate of the contact"},
                 {"turntable", polish, "inner 0.2"},
                 {"screw jack", slowDown, "rise of the nut"},
                 {"newton's cradle", deaden, "greatest angle of the last ball"},
                 {"gears", untie, "turn of the "},
                 {"crank press", untie, "length of the rope"},
                 {"crank press", loosen, "length of the rope"},
                 {"hundred into a box", takeGravity, "height of a body"},
                 {"hanging bridge", untie, "lowest plank"},
                 {"figures of blocks", lightenLegs, "mass of the table"},
                 {"figures of blocks", lightenHead, "height of the h"},
                 {"sensor gates", makeSolid, "time at which the ball enters"},
                 {"sensor gates", untie, "time at which the arm enters"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const Scene *scene = FindScene(cases[i].scene);
        if (scene == NULL) fail_msg("there is no scene '%s'", cases[i].scene);
        SceneData data;
        SceneMeshes meshes;
        char message[512] = "";
        assert_true(CreateSceneData(scene, &data));
        assert_true(CreateSceneMeshes(&data, &meshes, message, sizeof message));
        cases[i].spoil(&data);
        if (scene->check(&data, meshes.meshes, message, sizeof message))
            fail_msg("%s: spoilt, and the check passes", cases[i].scene);
        if (strstr(message, cases[i].said) == NULL) fail_msg("%s: %s", cases[i].scene, message);
        DestroySceneMeshes(&meshes);
        DestroySceneData(&data);
    }
}

// Each parameter of the dynamic scenes at its limits: the scene begins free, and steps. Red: a slider that
// moves one object into another, a limit at which the world has no mass or no axis.
static void testLimitsOfParametersAreFree(void **state) {
    (void)state;
    int32_t sceneCount = 0, tried = 0;
    const Scene *const *scenes = GetScenes(&sceneCount);
    for (int32_t i = 0; i < sceneCount; i++) {
        if (strcmp(scenes[i]->group, "dynamics") != 0) continue;
        for (int32_t k = 0; k < 2 * scenes[i]->paramCount; k++) {
            const SceneParam *param = &scenes[i]->params[k / 2];
            double params[SCENE_PARAM_MAX], value = k % 2 == 0 ? param->lower : param->upper;
            GetSceneParams(scenes[i], params);
            params[k / 2] = value;
            Fixture fixture = {0};
            assert_true(CreateSceneDataWith(scenes[i], params, &fixture.data));
            assert_true(CreateSceneMeshes(&fixture.data, &fixture.meshes, fixture.message, 512));
            if (!openRun(&fixture) || !AdvanceSceneRun(&fixture.run, 0.05, fixture.message, 512))
                fail_msg("%s, %s %g: %s", scenes[i]->name, param->label, value, fixture.message);
            destroyFixture(&fixture);
            tried++;
        }
    }
    assert_true(tried > 20);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testOverlapAtTheStartIsSeen),   cmocka_unit_test(testLaterOverlapIsDetected),
        cmocka_unit_test(testEnergyThatGrowsIsSeen),     cmocka_unit_test(testRunsEndOnTime),
        cmocka_unit_test(testLimitsOfParametersAreFree), cmocka_unit_test(testChecksOfDynamicScenesCanFail)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
