// Mechanisms that a motor drives: piston and crank, Geneva drive, ball bearing, punching press, bike chain.
// After every step no two bodies overlap by the exact test, no time is lost, and the motion is that of a
// closed form (the check of each scene), also with other parameters and backwards; and the checks can fail.
// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on
#include "cases.h"
#include "scenes/scene_run.h"
#include "stage/mesh_source.h"
#include <string.h>

typedef struct Mechanism {
    const char *scene;
    double params[3]; // others than the scene's own, in its order
} Mechanism;

static const Mechanism mechanisms[] = {{"piston and crank", {-11.0, 40.0, 0.01}},
                                       {"geneva drive", {-6.0, 80.0, 6.0}},
                                       {"ball bearing", {-5.0, 3.0, 0.8}},
                                       {"punching press", {9.0, 60.0, 0.0}},
                                       {"bike chain", {-4.0, 0.05, 0.0}}};
enum { MECHANISMS = sizeof mechanisms / sizeof mechanisms[0] };

// Each mechanism follows its closed form with other speeds, clearances, loads and numbers of parts. Red: a
// contact that blocks a drive, a body that a joint or a contact holds off its path, a tooth that is skipped.
static void testMechanismsFollowClosedForms(void **state) {
    (void)state;
    for (size_t i = 0; i < MECHANISMS; i++) {
        const Scene *scene = FindScene(mechanisms[i].scene);
        assert_non_null(scene);
        double params[SCENE_PARAM_MAX];
        char message[512] = "";
        GetSceneParams(scene, params);
        memcpy(params, mechanisms[i].params, (size_t)scene->paramCount * sizeof params[0]);
        if (!CheckSceneWith(scene, params, message, sizeof message)) fail_msg("%s: %s", scene->name, message);
    }
}

typedef struct Trial {
    const Scene *scene;
    SceneData data;
    SceneMeshes meshes;
    char message[512];
} Trial;

// `spoil` changes the scene before it starts; NULL: nothing does.
static Trial openTrial(const char *name, void (*spoil)(SceneData *data)) {
    Trial trial = {.scene = FindScene(name), .message = ""};
    assert_non_null(trial.scene);
    assert_true(CreateSceneData(trial.scene, &trial.data));
    if (spoil != NULL) spoil(&trial.data);
    assert_true(CreateSceneMeshes(&trial.data, &trial.meshes, trial.message, sizeof trial.message));
    return trial;
}

static void closeTrial(Trial *trial) {
    DestroySceneMeshes(&trial->meshes);
    DestroySceneData(&trial->data);
}

// The mechanisms run on, a tenth of a second and FC_CASES times as long. Red: an error that grows until the
// mechanism jams.
static void testMechanismsRunOn(void **state) {
    (void)state;
    for (size_t i = 0; i < MECHANISMS; i++) {
        Trial trial = openTrial(mechanisms[i].scene, NULL);
        SceneRun run;
        if (!OpenSceneRun(&run, &trial.data, trial.meshes.meshes, trial.message, sizeof trial.message) ||
            !AdvanceSceneRun(&run, 0.1 * countCases(1), trial.message, sizeof trial.message))
            fail_msg("%s: %s", trial.scene->name, trial.message);
        assert_true(run.blockedTime == 0.0);
        assert_true(run.drift < 10.0 * run.margin);
        CloseSceneRun(&run);
        closeTrial(&trial);
    }
}

// --- Spoilt mechanisms

static void untie(SceneData *data) {
    data->jointCount--;
}

// The pin of the Geneva drive moves to its axis, where it meets nothing.
static void takePin(SceneData *data) {
    data->shapes[data->objects[0].firstShape + 1].pose.p.x = 0.0;
}

// The lock of the Geneva drive goes behind the wheel, which turns on its own.
static void takeLock(SceneData *data) {
    data->shapes[data->objects[0].firstShape + 2].pose.p.z = -0.6;
    data->objects[1].angularVelocity.z = 0.5;
}

// The balls start at rest on rings without friction.
static void stopBalls(SceneData *data) {
    for (int32_t i = 0; i < data->objectCount; i++) {
        data->objects[i].friction = 0.0;
        if (strncmp(data->objects[i].name, "ball", 4) != 0) continue;
        data->objects[i].velocity = data->objects[i].angularVelocity = cdMakeVec3(0.0, 0.0, 0.0);
    }
}

// Blanks break out too early, but are not so loose that the strip has to wait for them.
static void weaken(SceneData *data) {
    for (int32_t i = 0; i < data->jointCount; i++)
        data->joints[i].def.breakingForce *= 1e-3;
}

// The check of each mechanism reports what is missing when the mechanism is spoilt. Red: a check that always
// passes.
static void testChecksOfMechanismsCanFail(void **state) {
    (void)state;
    static const struct {
        const char *scene;
        void (*spoil)(SceneData *data);
        const char *said;
    } cases[] = {
        {"piston and crank", untie, "height of the piston"}, {"geneva drive", takePin, "turn of the wheel"},
        {"geneva drive", takeLock, "as it dwells"},          {"ball bearing", stopBalls, "turn of the balls"},
        {"punching press", weaken, "as a blank breaks out"}, {"bike chain", untie, "sprocket"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        Trial trial = openTrial(cases[i].scene, cases[i].spoil);
        if (trial.scene->check(&trial.data, trial.meshes.meshes, trial.message, sizeof trial.message))
            fail_msg("%s: spoilt, and the check passes", cases[i].scene);
        if (strstr(trial.message, cases[i].said) == NULL)
            fail_msg("%s: %s", trial.scene->name, trial.message);
        closeTrial(&trial);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testMechanismsFollowClosedForms),
        cmocka_unit_test(testMechanismsRunOn),
        cmocka_unit_test(testChecksOfMechanismsCanFail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
