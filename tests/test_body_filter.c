// Collision filters: categories, masks, groups, the callback for pairs, and their change at run time.
#include "world_fixture.h"

static cdVec3 none(void) {
    return cdMakeVec3(0.0, 0.0, 0.0);
}

typedef struct Filter {
    uint32_t category, mask;
    int32_t group;
} Filter;

static void setFilter(cdBodyDef *def, Filter filter) {
    def->category = filter.category;
    def->mask = filter.mask;
    def->group = filter.group;
}

// True if two bodies that fly at each other collide.
static bool collide(const Body *cube, Filter a, Filter b, bool fixed) {
    Trial trial = makeWeightlessTrial();
    trial.overlapped = true;
    cdBodyDef first = makeMovingDef(poseAt(-1.0, 0.0, 0.0), cdMakeVec3(4.0, 0.0, 0.0), none(), 1.0, 0.0);
    cdBodyDef second = makeMovingDef(poseAt(1.0, 0.0, 0.0), none(), none(), 1.0, 0.0);
    if (fixed) second.kind = CD_BODY_FIXED;
    setFilter(&first, a);
    setFilter(&second, b);
    addToTrial(&trial, cube, &first);
    addToTrial(&trial, cube, &second);
    runTrial(&trial, 1.0, FRAME);
    bool bounced = getState(&trial, 0).velocity.x<3.9, passed = getState(&trial, 0).centroid.x> 2.9;
    assert_true(bounced != passed);
    assert_true(passed == (trial.events == 0 && trial.impacts == 0));
    destroyTrial(&trial);
    return bounced;
}

// Every combination of categories and masks of two bits and of groups -1 to 2, by the rule of Box2D and
// Box3D. Red: a mask tested one way, a group that does not override, groups 0 or different ones that do.
static void testEveryFilter(void **state) {
    (void)state;
    Body cube = makeBody("box:x=0.25,y=0.25,z=0.25");
    for (uint32_t code = 0; code < 256; code++) {
        Filter a = {code % 4, code / 4 % 4, 0}, b = {code / 16 % 4, code / 64, 0};
        bool expected = (a.category & b.mask) && (b.category & a.mask);
        assert_int_equal(collide(&cube, a, b, code % 2), expected);
        a.group = (int32_t)(code * 7 % 4) - 1;
        b.group = (int32_t)(code * 5 % 3) - 1;
        bool same = a.group == b.group && a.group != 0;
        assert_int_equal(collide(&cube, a, b, false), same ? a.group > 0 : expected);
    }
    cdBodyDef def = cdDefaultBodyDef();
    Filter normal = {def.category, def.mask, def.group}, high = {1u << 31, 1u << 31, -7};
    assert_true(collide(&cube, normal, normal, true));
    assert_true(collide(&cube, (Filter){1u << 31, UINT32_MAX, 3}, (Filter){1u << 31, 1u << 31, -3}, false));
    assert_false(collide(&cube, high, high, true));
    assert_false(collide(&cube, high, normal, false));
    destroyBody(&cube);
}

// --- A change at run time

// A cube that sleeps on a floor falls through it when a filter changes, with an end event and its weight;
// changed back while it is clear below, it lands on the next floor. Red: a sleep or a contact that outlasts
// the filter, an event that is lost.
static void testChange(void **state) {
    (void)state;
    Body floor = makeBody("box:x=5,y=0.2,z=5"), cube = makeBody("box:x=0.5,y=0.5,z=0.5");
    for (int which = 0; which < 2; which++) {
        Trial trial = makeTrial();
        addFixed(&trial, &floor, poseAt(0.0, -0.2, 0.0), 0.0, 0.5);
        addFixed(&trial, &floor, poseAt(0.0, -5.2, 0.0), 0.0, 0.5);
        addMoving(&trial, &cube, poseAt(0.0, 0.5001, 0.0), none(), 0.0, 0.5);
        runTrial(&trial, 3.0, FRAME);
        assert_true(getState(&trial, 2).asleep);
        cdSetBodyFilter(trial.world, which == 0 ? 0 : 2, which == 0 ? 2 : 1, which == 0 ? UINT32_MAX : 4, -1);
        if (which == 0) cdSetBodyFilter(trial.world, 0, 2, 4, 0);
        assert_false(getState(&trial, 2).asleep);
        trial.overlapped = true;
        stepTrial(&trial, FRAME);
        int32_t count, ends = 0;
        const cdContactEvent *events = cdGetContactEvents(trial.world, &count);
        for (int32_t i = 0; i < count; i++)
            ends += events[i].kind == CD_EVENT_END && events[i].bodyA == 0 && events[i].bodyB == 2;
        assert_int_equal(ends, 1);
        assertNear(getState(&trial, 2).velocity.y, -GRAVITY * FRAME, 1e-12);
        runTrial(&trial, 0.7, FRAME);
        if (which == 1) cdSetBodyFilter(trial.world, 2, 1, UINT32_MAX, 0);
        runTrial(&trial, 4.0, FRAME);
        assert_true(getState(&trial, 2).asleep);
        assertNear(getState(&trial, 2).centroid.y, -4.5, 4.0 * trial.margin);
        destroyTrial(&trial);
    }
    destroyBody(&floor);
    destroyBody(&cube);
}

// --- The callback

typedef struct Referee {
    int32_t calls;
    cdBodyId a, b; // the pair that does not collide
} Referee;

static bool judge(void *context, cdBodyId a, cdBodyId b) {
    Referee *referee = context;
    assert_true(a < b);
    referee->calls++;
    return !(a == referee->a && b == referee->b);
}

// Lets body 3 pass all others.
static bool passLast(void *context, cdBodyId a, cdBodyId b) {
    Referee *referee = context;
    referee->calls++;
    return a != 3 && b != 3;
}

// A callback keeps one pair of a pile from colliding, and is called once for each pair that becomes near: not
// for two fixed bodies, not for pairs that filters exclude, not again in the next step. Set again, or a
// filter set, all pairs or those of the body are tested again. Red: an answer that is lost, a call in every
// step.
static void testCallback(void **state) {
    (void)state;
    Body floor = makeBody("box:x=5,y=0.2,z=5"), cube = makeBody("box:x=0.5,y=0.5,z=0.5");
    Trial trial = makeTrial();
    trial.overlapped = true;
    Referee referee = {.a = 0, .b = 2};
    cdSetPairCallback(trial.world, judge, &referee);
    addFixed(&trial, &floor, poseAt(0.0, -0.2, 0.0), 0.0, 0.5);
    addFixed(&trial, &floor, poseAt(0.0, -0.3, 0.0), 0.0, 0.5);
    addMoving(&trial, &cube, poseAt(0.0, 0.5001, 0.0), none(), 0.0, 0.5);
    addMoving(&trial, &cube, poseAt(2.0, 0.5001, 0.0), none(), 0.0, 0.5);
    cdBodyDef alone = makeMovingDef(poseAt(-2.0, 0.5, 0.0), none(), none(), 0.0, 0.5);
    alone.mask = 0;
    addToTrial(&trial, &cube, &alone);
    stepTrial(&trial, FRAME);
    assert_int_equal(referee.calls, 2); // two cubes with the upper floor
    runTrial(&trial, 3.0, FRAME);
    assert_int_equal(referee.calls, 3);                                  // one of them with the lower floor
    assertNear(getState(&trial, 2).centroid.y, 0.4, 4.0 * trial.margin); // on the lower floor
    assertNear(getState(&trial, 3).centroid.y, 0.5, 4.0 * trial.margin);
    assert_true(getState(&trial, 4).centroid.y < -40.0);
    assert_true(getState(&trial, 2).asleep && getState(&trial, 3).asleep);
    cdSetBodyFilter(trial.world, 3, 1, UINT32_MAX, 0);
    assert_true(getState(&trial, 2).asleep && !getState(&trial, 3).asleep);
    referee = (Referee){.a = 1, .b = 2};
    stepTrial(&trial, FRAME);
    assert_int_equal(referee.calls, 1);
    cdSetPairCallback(trial.world, judge, &referee);
    assert_false(getState(&trial, 2).asleep);
    runTrial(&trial, 1.0, FRAME);
    assert_int_equal(referee.calls, 4);
    cdSetPairCallback(trial.world, NULL, NULL);
    runTrial(&trial, 1.0, FRAME);
    assert_int_equal(referee.calls, 4);
    destroyTrial(&trial);
    destroyBody(&floor);
    destroyBody(&cube);
}

// A body that passes all others, by its mask or by the callback, does not change a bit of theirs. Red: an
// island, a stop, a wake or a certificate of a pair that passes.
static void testOthersUnchanged(void **state) {
    (void)state;
    Body floor = makeBody("box:x=5,y=0.2,z=5"), cube = makeBody("box:x=0.5,y=0.4,z=0.3");
    Referee referee = {0};
    Trial trials[3];
    for (int k = 0; k < 3; k++) {
        Trial *trial = &trials[k];
        *trial = makeTrial();
        trial->overlapped = true;
        addFixed(trial, &floor, poseAt(0.0, -0.2, 0.0), 0.3, 0.5);
        for (int i = 0; i < 3 - (k == 0); i++) {
            cdQuat turn = cdMakeQuat(cdMakeVec3(0.6, 0.0, 0.8), 0.5 + i);
            cdVec3 place = {i == 2 ? -20.0 : 0.1 * i, i == 2 ? 0.6 : 1.5 + 1.2 * i, 0.0};
            cdVec3 velocity = {i == 2 ? 10.0 : 0.0, 0.0, 0.0};
            cdBodyDef def = makeMovingDef((cdPose){place, turn}, velocity, none(), 0.3, 0.5);
            if (i == 2) def.gravityScale = 0.0;
            if (i == 2 && k == 1) def.mask = 0;
            addToTrial(trial, &cube, &def);
        }
        if (k == 2) cdSetPairCallback(trial->world, passLast, &referee);
    }
    for (int i = 0; i < 300; i++) {
        for (int k = 0; k < 3; k++)
            stepTrial(&trials[k], FRAME);
        for (int32_t body = 1; body < 3; body++) {
            cdBodyState a = getState(&trials[0], body);
            for (int k = 1; k < 3; k++) {
                cdBodyState b = getState(&trials[k], body);
                assert_memory_equal(&a.pose, &b.pose, sizeof a.pose);
                assert_int_equal(a.asleep, b.asleep);
            }
        }
    }
    assertNear(getState(&trials[1], 3).centroid.x, 30.0, 1e-9);
    assertNear(getState(&trials[2], 3).centroid.x, 30.0, 1e-9);
    assert_true(getState(&trials[0], 2).asleep && referee.calls >= 2);
    for (int k = 0; k < 3; k++)
        destroyTrial(&trials[k]);
    destroyBody(&floor);
    destroyBody(&cube);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testEveryFilter),
        cmocka_unit_test(testChange),
        cmocka_unit_test(testCallback),
        cmocka_unit_test(testOthersUnchanged),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
