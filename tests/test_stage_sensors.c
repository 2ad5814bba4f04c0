// The objects in the sensors of a stage, with and without a world: against closed forms and the events of
// worlds.
// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on
#include "random.h"
#include "stage_fixture.h"

#include <string.h>

enum { GATE, HAND, BLOCK, OTHER };

static void set(Stage *stage, int32_t object, StageOption option, double value) {
    char message[512] = "";
    if (!setOption(stage, object, option, value, message, sizeof message)) fail_msg("%s", message);
}

// A fixed sensor of side 4 at the origin, a driven cube of side 2, a fixed cube in the sensor, a second
// sensor that crosses the first one.
static Stage *makeGate(void) {
    SceneData data = MakeEmptySceneData();
    data.ground = false;
    AddSceneObject(&data, "gate", "builtin:box:x=2,y=2,z=2", SCENE_FIXED)->traits.sensor = true;
    AddSceneObject(&data, "hand", "builtin:box:x=1,y=1,z=1", SCENE_DRIVEN)->pose = poseAt(8.0, 0.0, 0.0);
    AddSceneObject(&data, "block", "builtin:box:x=0.25,y=0.25,z=0.25", SCENE_FIXED)->pose =
        poseAt(0.0, 1.5, 1.5);
    SceneObject *other = AddSceneObject(&data, "other", "builtin:box:x=1,y=1,z=1", SCENE_FIXED);
    other->pose = poseAt(0.0, -2.0, 0.0);
    other->traits.sensor = true;
    Stage *stage = malloc(sizeof *stage);
    char message[512] = "";
    if (!stage || !LoadStage(stage, NULL, &data, message, sizeof message)) abort();
    return stage;
}

static void expect(Stage *stage, cdPose hand, const char *gate, const char *other) {
    char text[64];
    apply(stage, MakePlace(HAND, hand));
    assert_true(AreSensorsDue(stage));
    UpdateStageSensors(stage);
    assert_false(AreSensorsDue(stage));
    DescribeStageSensor(stage, GATE, text, sizeof text);
    assert_string_equal(text, gate);
    DescribeStageSensor(stage, OTHER, text, sizeof text);
    assert_string_equal(text, other);
}

// Outside, through the surface, wholly inside; the fixed block and the other sensor never count. Red: only
// surfaces that cross, two fixed objects, a sensor in a sensor.
static void testPlaces(void **state) {
    (void)state;
    Stage *stage = makeGate();
    UpdateStageSensors(stage);
    assert_true(HasStageSensors(stage) && IsStageSensor(stage, GATE) && !IsStageSensor(stage, HAND));
    expect(stage, poseAt(3.5, 0.5, 0.0), "empty", "empty");
    expect(stage, poseAt(2.5, 0.5, 0.0), "hand", "empty");
    expect(stage, poseAt(0.5, 0.5, 0.25), "hand", "empty");
    expect(stage, poseAt(0.5, -1.0, 0.25), "hand", "hand");
    expect(stage, poseAt(0.5, -3.5, 0.25), "empty", "hand");
    set(stage, GATE, STAGE_MASK, 2.0);
    expect(stage, poseAt(0.5, -1.0, 0.125), "empty", "hand");
    set(stage, GATE, STAGE_MASK, 3.0);
    expect(stage, poseAt(0.5, -1.0, 0.25), "hand", "hand");
    set(stage, HAND, STAGE_REMOVED, 1.0);
    UpdateStageSensors(stage);
    assert_int_equal(CountInStageSensor(stage, GATE) + CountInStageSensor(stage, OTHER), 0);
    set(stage, GATE, STAGE_SENSOR, 0.0);
    set(stage, OTHER, STAGE_SENSOR, 0.0);
    assert_false(HasStageSensors(stage));
    freeStage(stage);
}

// An object that encloses the sensor is in it. Red: one direction of the test alone.
static void testEnclosing(void **state) {
    (void)state;
    Stage *stage = makeGate();
    set(stage, HAND, STAGE_SCALE, 5.0);
    expect(stage, poseAt(0.0, 0.5, 0.0), "hand", "hand");
    expect(stage, poseAt(12.0, 0.5, 0.0), "empty", "empty");
    freeStage(stage);
}

// Cubes fall and turn through two sensors, one of them thin: after each step the list has those of which the
// world reported that they entered and did not leave. Red: a list of another time, lost or doubled entries.
static void testAgreesWithEvents(void **state) {
    (void)state;
    enum { CUBES = 12 };
    SceneData data = MakeEmptySceneData();
    data.gravity = (cdVec3){0.0, -9.81, 0.0};
    Random random = {77};
    for (int i = 0; i < CUBES; ++i) {
        char name[16];
        snprintf(name, sizeof name, "cube %d", i);
        SceneObject *cube = AddSceneObject(&data, name, "builtin:box:x=0.2,y=0.3,z=0.15", SCENE_DYNAMIC);
        cube->pose = poseAt(1.2 * (i % 4) - 1.8, 4.0 + 1.2 * (i / 4), 0.0);
        cube->angularVelocity =
            (cdVec3){nextRandomIn(&random, -4.0, 4.0), nextRandomIn(&random, -4.0, 4.0), 0.0};
    }
    static const char *const meshes[] = {"builtin:box:x=2,y=0.75,z=1", "builtin:box:x=3,y=0.01,z=3"};
    for (int i = 0; i < 2; ++i) {
        SceneObject *sensor = AddSceneObject(&data, i == 0 ? "thick" : "thin", meshes[i], SCENE_FIXED);
        sensor->pose = poseAt(0.0, i == 0 ? 1.0 : 2.5, 0.0);
        sensor->traits.sensor = true;
    }
    Stage *stage = malloc(sizeof *stage);
    char message[512] = "";
    assert_true(stage && LoadStage(stage, NULL, &data, message, sizeof message));
    bool inside[2][CUBES] = {{false}};
    int32_t entered = 0;
    for (int step = 0; step < 150; ++step) {
        apply(stage, MakeAdvance(1.0 / 60.0));
        int32_t count = 0;
        const cdContactEvent *events = cdGetContactEvents(stage->world.scene.world, &count);
        for (int32_t i = 0; i < count; ++i) {
            bool begins = events[i].kind == CD_EVENT_SENSOR_BEGIN;
            if (!begins && events[i].kind != CD_EVENT_SENSOR_END) continue;
            int32_t sensor = FindStageObject(stage, events[i].bodyA) - CUBES;
            inside[sensor][FindStageObject(stage, events[i].bodyB)] = begins;
            entered += begins;
        }
        UpdateStageSensors(stage);
        for (int k = 0; k < 2; ++k) {
            int32_t expected = 0;
            for (int i = 0; i < CUBES; ++i)
                expected += inside[k][i];
            assert_int_equal(CountInStageSensor(stage, CUBES + k), expected);
        }
    }
    assert_true(entered >= CUBES);
    freeStage(stage);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testPlaces),
        cmocka_unit_test(testEnclosing),
        cmocka_unit_test(testAgreesWithEvents),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
