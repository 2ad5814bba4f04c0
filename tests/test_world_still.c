// Still bodies, which steps do not visit: their number costs no work, and nothing that comes near them is
// missed.
#include "world_fixture.h"

static const cdVec3 NONE = {0.0, 0.0, 0.0};

typedef struct Field {
    Trial trial;
    Body floor, cube;
    int32_t ball;
} Field;

// Boxes at rest on a floor, two apart, and a box that has been thrown far from them.
static Field makeField(int32_t sleepers) {
    Field field = {.trial = makeTrial(),
                   .floor = makeBody("box:x=200,y=0.5,z=200"),
                   .cube = makeBody("box:x=0.5,y=0.5,z=0.5")};
    addFixed(&field.trial, &field.floor, poseAt(0.0, -0.5, 0.0), 0.0, 0.6);
    for (int32_t i = 0; i < sleepers; i++)
        addMoving(&field.trial, &field.cube, poseAt(2.0 * (i % 8), 0.5001, 2.0 * (i / 8)), NONE, 0.0, 0.6);
    for (int i = 0; i < 30; i++)
        stepTrial(&field.trial, FRAME);
    for (int32_t i = 1; i < field.trial.count; i++)
        assert_true(getState(&field.trial, i).asleep);
    return field;
}

static void destroyField(Field *field) {
    assert_int_equal(field->trial.blocked, 0);
    destroyTrial(&field->trial);
    destroyBody(&field->floor);
    destroyBody(&field->cube);
}

// Work is counted: it is the same beside eight sleepers and beside forty. Red: still bodies or pairs are
// visited.
static void testWork(void **state) {
    (void)state;
    int64_t work[2] = {0, 0};
    for (int k = 0; k < 2; k++) {
        Field field = makeField(k == 0 ? 8 : 40);
        addMoving(&field.trial, &field.cube, poseAt(-60.0, 4.0, -60.0), (cdVec3){1.0, 2.0, 0.5}, 0.5, 0.6);
        for (int i = 0; i < 90; i++) {
            stepTrial(&field.trial, FRAME);
            work[k] += i > 0 ? field.trial.step.pairTests : 0;
        }
        assert_true(field.trial.step.contacts >= (k == 0 ? 32 : 160)); // those of sleepers are listed
        destroyField(&field);
    }
    assert_true(work[0] > 0 && work[0] == work[1]);
}

// A still fixed body is put into the way of a falling box. Red: its box in the broad phase stays where it
// was.
static void testFixedBodyMoves(void **state) {
    (void)state;
    Field field = makeField(4);
    int32_t shelf = addFixed(&field.trial, &field.cube, poseAt(-20.0, 0.6, -20.0), 0.0, 0.6);
    for (int i = 0; i < 5; i++)
        stepTrial(&field.trial, FRAME);
    int32_t box =
        addMoving(&field.trial, &field.cube, poseAt(-30.0, 6.0, -30.0), (cdVec3){0.0, -1.0, 0.0}, 0.0, 0.6);
    for (int i = 0; i < 5; i++)
        stepTrial(&field.trial, FRAME);
    cdSetBodyPose(field.trial.world, field.trial.bodies[shelf], poseAt(-30.0, 2.6, -30.0));
    for (int i = 0; i < 120; i++)
        stepTrial(&field.trial, FRAME);
    assertNear(getState(&field.trial, box).pose.p.y, 3.6, 0.01);
    destroyField(&field);
}

// A box falls onto the end of a row of touching sleepers: all wake in that step. Red: only the one that was
// hit wakes.
static void testWholeIslandWakes(void **state) {
    (void)state;
    enum { COUNT = 6 };
    Field field = makeField(0);
    for (int32_t i = 0; i < COUNT; i++)
        addMoving(&field.trial, &field.cube, poseAt(0.0, 0.5001 + 1.0001 * i, 0.0), NONE, 0.0, 0.6);
    for (int i = 0; i < 60; i++)
        stepTrial(&field.trial, FRAME);
    for (int32_t i = 1; i <= COUNT; i++)
        assert_true(getState(&field.trial, i).asleep);
    addMoving(&field.trial, &field.cube, poseAt(0.0, COUNT + 0.8, 0.0), (cdVec3){0.0, -3.0, 0.0}, 0.0, 0.6);
    int32_t awake = 0;
    for (int i = 0; i < 30 && awake == 0; i++) {
        stepTrial(&field.trial, FRAME);
        for (int32_t k = 1; k <= COUNT; k++)
            awake += !getState(&field.trial, k).asleep;
    }
    assert_int_equal(awake, COUNT);
    destroyField(&field);
}

static int32_t readContacts(const Trial *trial, int32_t body, cdWorldContact *contacts, int32_t capacity) {
    return cdGetBodyContacts(trial->world, trial->bodies[body], contacts, capacity);
}

// Contacts of still bodies stay in the list, in the order of their bodies, while a body that falls gains and
// loses its own before them. Red: they move to a wrong place, or contacts of a body that has left stay.
static void testContactsStay(void **state) {
    (void)state;
    enum { COUNT = 6, ROOM = 16 };
    Field field = makeField(COUNT);
    stepTrial(&field.trial, FRAME);
    cdWorldContact before[COUNT + 1][ROOM], now[ROOM];
    int32_t counts[COUNT + 1];
    for (int32_t i = 1; i <= COUNT; i++)
        counts[i] = readContacts(&field.trial, i, before[i], ROOM);
    // Its slot is that of the first sleeper, so its contacts precede all others.
    cdRemoveBody(field.trial.world, field.trial.bodies[1]);
    cdBodyDef def = makeMovingDef(poseAt(-20.0, 1.5, -20.0), (cdVec3){2.0, 0.0, 0.0}, NONE, 0.5, 0.1);
    def.mesh = field.cube.mesh;
    field.trial.bodies[1] = cdAddBody(field.trial.world, &def);
    int32_t most = 0, least = ROOM;
    for (int i = 0; i < 120; i++) {
        stepTrial(&field.trial, FRAME);
        int32_t own = readContacts(&field.trial, 1, now, ROOM), sum = own;
        most = own > most ? own : most;
        least = own < least ? own : least;
        for (int32_t k = 2; k <= COUNT; k++) {
            assert_int_equal(readContacts(&field.trial, k, now, ROOM), counts[k]);
            sum += counts[k];
            for (int32_t c = 0; c < counts[k]; c++) {
                assert_true(now[c].bodyB == before[k][c].bodyB && now[c].gap == before[k][c].gap);
                assertNearVec3(now[c].point, before[k][c].point, 0.0);
                assert_true(now[c].force == before[k][c].force && now[c].mode == before[k][c].mode);
            }
        }
        assert_int_equal(field.trial.step.contacts, sum);
    }
    assert_true(least == 0 && most > 0);
    destroyField(&field);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testWork),
        cmocka_unit_test(testFixedBodyMoves),
        cmocka_unit_test(testWholeIslandWakes),
        cmocka_unit_test(testContactsStay),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
