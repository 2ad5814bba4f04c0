// The numbers behind the page of energies: the stage's energies over its time, in rings.
// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on
#include "services/energies.h"
#include "stage_fixture.h"

#include <math.h>
#include <stdlib.h>

static const double dt = 1.0 / 60.0;

static void assertNear(double value, double expected, double tolerance) {
    if (!(fabs(value - expected) <= tolerance)) fail_msg("%.17g, expected %.17g", value, expected);
}

// A cube of mass 1 falls onto a floor.
static Stage *makeDrop(void) {
    SceneData data = MakeEmptySceneData();
    data.gravity = (cdVec3){0.0, -10.0, 0.0};
    AddSceneObject(&data, "floor", "builtin:box:x=8,y=1,z=8", SCENE_FIXED)->pose = poseAt(0.0, -1.0, 0.0);
    SceneObject *cube = AddSceneObject(&data, "cube", "builtin:box:x=0.5,y=0.5,z=0.5", SCENE_DYNAMIC);
    cube->pose = poseAt(0.0, 1.5, 0.0);
    cube->restitution = 0.0;
    Stage *stage = malloc(sizeof *stage);
    char message[512] = "";
    if (!stage || !LoadStage(stage, NULL, &data, message, sizeof message)) fail_msg("%s", message);
    return stage;
}

static Energies *makeEnergies(void) {
    Energies *energies = calloc(1, sizeof *energies);
    assert_non_null(energies);
    return energies;
}

static void advance(Stage *stage, Energies *energies, int count) {
    for (int i = 0; i < count; ++i) {
        apply(stage, MakeAdvance(dt));
        NoteEnergies(energies, stage);
    }
}

// The potential energy is 10 at the start, 0 at the end, where all is dissipated; the total is the same at
// all times. Red: a potential energy from the origin, samples in the wrong order, frames without a step.
static void testDrop(void **state) {
    (void)state;
    Stage *stage = makeDrop();
    Energies *energies = makeEnergies();
    double values[ENERGY_SAMPLE_MAX];
    NoteEnergies(energies, stage);
    NoteEnergies(energies, stage);
    advance(stage, energies, 60);
    assert_int_equal(ListEnergies(energies, ENERGY_POTENTIAL, values), 61);
    assertNear(values[0], 10.0, 0.01);
    assertNear(values[60], 0.0, 1e-9);
    ListEnergies(energies, ENERGY_DISSIPATED, values);
    assert_true(values[0] == 0.0);
    assertNear(values[60], 10.0, 0.01);
    ListEnergies(energies, ENERGY_KINETIC, values);
    assertNear(values[12], 0.5 * 2.0 * 2.0, 1e-9);
    int32_t count = ListEnergies(energies, ENERGY_TOTAL, values);
    for (int32_t i = 1; i < count; ++i)
        assertNear(values[i], values[0], 1e-9);
    assertNear(GetEnergyTime(energies, 0), 0.0, 0.0);
    assertNear(GetEnergyTime(energies, 60), 1.0, 1e-9);
    free(energies);
    freeStage(stage);
}

// Settings that create the world again change no sum; a restart forgets all. Red: what was dissipated starts
// again at 0 in the middle of a scene, samples of the time before a restart.
static void testWorldsFollow(void **state) {
    (void)state;
    Stage *stage = makeDrop();
    Energies *energies = makeEnergies();
    double values[ENERGY_SAMPLE_MAX];
    advance(stage, energies, 60);
    char message[256] = "";
    double lost = stage->world.energy.dissipated;
    assert_true(setOption(stage, 1, STAGE_BODY, SCENE_FIXED, message, sizeof message));
    UpdateStageWorld(stage);
    assert_false(stage->world.present);
    assert_true(setOption(stage, 1, STAGE_BODY, SCENE_DYNAMIC, message, sizeof message));
    UpdateStageWorld(stage);
    assert_true(stage->world.present);
    assertNear(stage->world.energy.dissipated, lost, 1e-12);
    advance(stage, energies, 10);
    int32_t count = ListEnergies(energies, ENERGY_DISSIPATED, values);
    assertNear(values[count - 1], lost, 1e-3);
    apply(stage, MakeRestart());
    UpdateStageWorld(stage);
    NoteEnergies(energies, stage);
    assert_int_equal(ListEnergies(energies, ENERGY_DISSIPATED, values), 1);
    assert_true(values[0] == 0.0);
    free(energies);
    freeStage(stage);
}

// The newest samples are kept, in order. Red: a ring that is read from the wrong end.
static void testRing(void **state) {
    (void)state;
    Stage *stage = makeDrop();
    Energies *energies = makeEnergies();
    double values[ENERGY_SAMPLE_MAX];
    advance(stage, energies, ENERGY_SAMPLE_MAX + 50);
    assert_int_equal(ListEnergies(energies, ENERGY_WORK, values), ENERGY_SAMPLE_MAX);
    for (int32_t i = 0; i < ENERGY_SAMPLE_MAX; ++i)
        assertNear(GetEnergyTime(energies, i), dt * (51 + i), 1e-9);
    free(energies);
    freeStage(stage);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testDrop),
        cmocka_unit_test(testWorldsFollow),
        cmocka_unit_test(testRing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
