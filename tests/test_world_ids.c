// Ids of bodies and joints: slots are used again, ids never.
#include "collision/world_queries.h"
#include "collision/world_snapshot.h"
#include "world/world_data.h"
#include "world_fixture.h"

typedef struct Setting {
    cdWorld *world;
    Body cube;
    cdBodyDef def;
} Setting;

static Setting makeSetting(void) {
    cdWorldDef def = cdDefaultWorldDef();
    Setting setting = {.world = cdCreateWorld(&def), .cube = makeBody("box:x=0.5,y=0.5,z=0.5")};
    assert_non_null(setting.world);
    setting.def = makeMovingDef(cdIdentityPose(), (cdVec3){0}, (cdVec3){0}, 0.0, 0.5);
    setting.def.mesh = setting.cube.mesh;
    return setting;
}

static void destroySetting(Setting *setting) {
    cdDestroyWorld(setting->world);
    destroyBody(&setting->cube);
}

static cdBodyId addAt(Setting *setting, double x, double y) {
    setting->def.pose = poseAt(x, y, 0.0);
    cdBodyId body = cdAddBody(setting->world, &setting->def);
    assert_true(body >= 0);
    return body;
}

// A million bodies and joints one after the other, three at a time: ids grow in their slots, so no id is
// given twice, and the arrays stay as small. Red: a slot that is not used again, an id without its
// generation.
static void testMillion(void **state) {
    (void)state;
    Setting setting = makeSetting();
    cdBodyId bodies[3] = {-1, -1, -1};
    cdJointId joints[3] = {-1, -1, -1};
    cdBodyId lastOf[3] = {-1, -1, -1};
    for (int i = 0; i < 1000000; i++) {
        int k = i % 3;
        if (bodies[k] >= 0) cdRemoveBody(setting.world, bodies[k]);
        bodies[k] = addAt(&setting, 3.0 * k, 0.0);
        int32_t slot = cdGetBodyIndex(bodies[k]);
        assert_in_range(slot, 0, 2);
        assert_true(bodies[k] > lastOf[slot]);
        lastOf[slot] = bodies[k];
        cdJointDef joint = {.bodyA = bodies[k], .bodyB = -1};
        cdJointId added = cdAddJoint(setting.world, &joint);
        assert_true(added > joints[k]);
        joints[k] = added;
    }
    assert_int_equal(cdGetBodies(setting.world, NULL, 0), 3);
    assert_true(setting.world->bodyCount == 3 && setting.world->jointCount == 3);
    assert_true(setting.world->bodyCapacity == 16 && setting.world->jointCapacity == 8);
    destroySetting(&setting);
}

static int32_t reportCount;

static void countReport(const char *condition, const char *file, int line, void *context) {
    (void)condition;
    (void)file;
    (void)line;
    (void)context;
    reportCount++;
}

// Calls every function of a body with an id that is not valid.
static void useStale(cdWorld *world, cdBodyId body) {
    cdSetHooks(&(cdHooks){.assertFailed = countReport});
    const cdVec3 one = {1.0, 1.0, 1.0};
    cdSetBodyPose(world, body, poseAt(5.0, 5.0, 5.0));
    cdSetBodyVelocity(world, body, one, one);
    cdSetBodyUserData(world, body, world);
    cdSetBodyFriction(world, body, 0.9);
    cdSetBodyRestitution(world, body, 0.9);
    cdSetBodyDamping(world, body, 0.9, 0.9);
    cdSetBodyGravityScale(world, body, 0.9);
    cdSetBodyLimits(world, body, 0.9, 0.9);
    cdSetBodyForce(world, body, one, one);
    assert_false(cdSetBodyMass(world, body, 3.0, 0.0, NULL));
    cdSetBodyLocks(world, body, CD_AXIS_X, CD_AXIS_Y);
    cdSetBodyLockFrame(world, body, CD_LOCK_BODY);
    assert_false(cdSetBodyKind(world, body, CD_BODY_FIXED));
    cdSetBodyFilter(world, body, 3, 3, 3);
    cdSetBodySensor(world, body, true);
    cdApplyForce(world, body, one, one);
    cdApplyTorque(world, body, one);
    cdApplyImpulse(world, body, one, one);
    cdApplyAngularImpulse(world, body, one);
    cdHoldBody(world, body, &(cdHand){.target = one});
    cdReleaseBody(world, body);
    cdRemoveBody(world, body);
    assert_true(cdGetBodyUserData(world, body) == NULL);
    assert_false(cdIsBodyValid(world, body) || cdCanBodiesCollide(world, body, 0));
    cdBodyState state = cdGetBodyState(world, body);
    assert_false(state.present || state.leftWorld);
    cdJointDef joint = {.bodyA = body, .bodyB = -1};
    assert_int_equal(cdAddJoint(world, &joint), -1);
    if (body == -1) return; // the world
    joint = (cdJointDef){.bodyA = 0, .bodyB = body};
    assert_int_equal(cdAddJoint(world, &joint), -1);
}

// No function takes a stale id for the body that has the slot now. Red: a function that reads the index
// alone.
static void testStale(void **state) {
    (void)state;
    Setting setting = makeSetting();
    cdWorld *world = setting.world;
    cdBodyId first = addAt(&setting, 0.0, 0.0), second = addAt(&setting, 3.0, 0.0);
    assert_true(first == 0 && second == 1);
    setting.def.userData = &setting;
    cdSetBodyUserData(world, second, world);
    cdRemoveBody(world, second);
    assert_true(cdGetBodyUserData(world, second) == world); // its slot is empty
    assert_false(cdIsBodyValid(world, second) || cdGetBodyState(world, second).present);
    cdBodyId third = addAt(&setting, 3.0, 0.0);
    assert_true(cdGetBodyIndex(third) == 1 && third != second);
    cdBodyState before = cdGetBodyState(world, third);
    static unsigned char was[65536], is[65536];
    size_t size = cdSaveWorld(world, was, sizeof was);
    assert_true(size <= sizeof was);
    useStale(world, second);
    useStale(world, -1);
    useStale(world, 2);                          // a slot that never was
    useStale(world, third + ((int64_t)1 << 32)); // a generation that is not there yet
    useStale(world, INT64_MIN | third);
    useStale(world, third | INT64_C(0x80000000));
    cdSetHooks(NULL);
    assert_true(reportCount >= 5 * 18);
    assert_int_equal(cdSaveWorld(world, is, sizeof is), size);
    assert_memory_equal(was, is, size);
    cdBodyState after = cdGetBodyState(world, third);
    assert_memory_equal(&before.pose, &after.pose, sizeof before.pose);
    cdBodyId listed[2];
    assert_int_equal(cdGetBodies(world, listed, 1), 2);
    assert_int_equal(listed[0], first);
    assert_int_equal(cdGetBodies(world, listed, 2), 2);
    assert_int_equal(listed[1], third);
    destroySetting(&setting);
}

// Joints go with either body, and their ids with them. Red: the motor of another joint is set.
static void testJoints(void **state) {
    (void)state;
    Setting setting = makeSetting();
    cdWorld *world = setting.world;
    cdBodyId a = addAt(&setting, 0.0, 0.0), b = addAt(&setting, 3.0, 0.0), c = addAt(&setting, 6.0, 0.0);
    cdJointDef def = {.kind = CD_JOINT_HINGE, .bodyA = a, .bodyB = b, .axis = {0.0, 0.0, 1.0}};
    cdJointId first = cdAddJoint(world, &def);
    def.bodyA = b, def.bodyB = c;
    cdJointId second = cdAddJoint(world, &def);
    assert_true(first == 0 && second == 1 && cdIsJointValid(world, first) && cdIsJointValid(world, second));
    cdRemoveBody(world, c);
    assert_true(cdIsJointValid(world, first) && !cdIsJointValid(world, second));
    cdRemoveJoint(world, first);
    assert_false(cdIsJointValid(world, first) || cdIsJointValid(world, -1) || cdIsJointValid(world, 2));
    def.bodyA = a, def.bodyB = b;
    cdJointId third = cdAddJoint(world, &def), fourth = cdAddJoint(world, &def);
    assert_true(third > second && fourth > second && third != fourth);
    cdSetHooks(&(cdHooks){.assertFailed = countReport});
    cdJointMotor motor = {.speed = 1.0, .maxForce = 1.0};
    cdSetJointMotor(world, first, &motor);
    cdSetJointMotor(world, second, &motor);
    cdRemoveJoint(world, first);
    assert_false(cdGetJointState(world, first).present || cdGetJointState(world, second).present);
    cdSetHooks(NULL);
    assert_false(cdIsJointValid(world, third | INT64_C(0x80000000)));
    assert_true(cdIsJointValid(world, third) && cdIsJointValid(world, fourth));
    assert_true(world->joints[0].motor.maxForce == 0.0 && world->joints[1].motor.maxForce == 0.0);
    destroySetting(&setting);
}

// A slot whose generations are used up is given up. Red: a generation that overflows.
static void testUsedUp(void **state) {
    (void)state;
    Setting setting = makeSetting();
    cdWorld *world = setting.world;
    addAt(&setting, 0.0, 0.0);
    world->bodies[0].generation = INT32_MAX - 1;
    cdBodyId body = cdGetBodyId(world, 0);
    cdRemoveBody(world, body);
    cdBodyId last = addAt(&setting, 0.0, 0.0);
    assert_true(cdGetBodyIndex(last) == 0 && last > body);
    cdRemoveBody(world, last);
    assert_int_equal(addAt(&setting, 0.0, 0.0), 1);
    assert_false(cdIsBodyValid(world, last));
    destroySetting(&setting);
}

static int32_t countEvents(const cdWorld *world, cdContactEventKind kind, cdBodyId a, cdBodyId b) {
    int32_t count, found = 0;
    const cdContactEvent *events = cdGetContactEvents(world, &count);
    for (int32_t i = 0; i < count; i++)
        found += events[i].kind == kind && events[i].bodyA == a && events[i].bodyB == b;
    return found;
}

// A box at rest is removed, and another comes to its place, in its slot, before the next step: the contact of
// the old one ends, that of the new one begins, and their ids differ. Queries and except lists know the new
// one only. Red: a pair that outlives its body, an except list of indices.
static void testContactsOfReused(void **state) {
    (void)state;
    Setting setting = makeSetting();
    cdWorld *world = setting.world;
    setting.def.kind = CD_BODY_FIXED;
    cdBodyId floor = addAt(&setting, 0.0, -0.5);
    setting.def.kind = CD_BODY_DYNAMIC;
    cdBodyId old = addAt(&setting, 0.0, 0.5001);
    for (int i = 0; i < 60; i++)
        cdStepWorld(world, FRAME);
    int32_t count;
    const cdWorldContact *contacts = cdGetWorldContacts(world, &count);
    assert_true(count > 0 && contacts[0].bodyA == floor && contacts[0].bodyB == old);
    cdPose pose = cdGetBodyState(world, old).pose;
    cdRemoveBody(world, old);
    setting.def.pose = pose;
    cdBodyId new = cdAddBody(world, &setting.def);
    assert_int_equal(cdGetBodyIndex(new), cdGetBodyIndex(old));
    cdGetContactEvents(world, &count);
    assert_int_equal(count, 0); // of the step before
    cdStepWorld(world, FRAME);
    assert_int_equal(countEvents(world, CD_EVENT_END, floor, old), 1);
    assert_int_equal(countEvents(world, CD_EVENT_BEGIN, floor, new), 1);
    contacts = cdGetWorldContacts(world, &count);
    assert_true(count > 0 && contacts[0].bodyB == new);
    cdWorldRayInput ray = {.origin = {0.0, 5.0, 0.0}, .direction = {0.0, -1.0, 0.0}};
    assert_int_equal(cdFindWorldRayHit(world, &ray).body, new);
    ray.filter = (cdBodyFilter){.except = &old, .exceptCount = 1};
    assert_int_equal(cdFindWorldRayHit(world, &ray).body, new);
    ray.filter.except = &new;
    assert_int_equal(cdFindWorldRayHit(world, &ray).body, floor);
    cdStepWorld(world, FRAME);
    assert_int_equal(countEvents(world, CD_EVENT_END, floor, old), 0);
    destroySetting(&setting);
}

// The caller's function gets ids, the lower index first. Red: indices, or an order by ids.
static bool noteCall(void *context, cdBodyId a, cdBodyId b) {
    cdBodyId *seen = context;
    seen[0] = a;
    seen[1] = b;
    return false;
}

static void testCallback(void **state) {
    (void)state;
    Setting setting = makeSetting();
    cdBodyId seen[2] = {-1, -1};
    cdRemoveBody(setting.world, addAt(&setting, 0.0, 0.0));
    cdBodyId first = addAt(&setting, 0.0, 0.0), second = addAt(&setting, 0.0, 1.001);
    cdSetPairCallback(setting.world, noteCall, seen);
    cdStepWorld(setting.world, FRAME);
    assert_true(first > second); // by its generation
    assert_true(seen[0] == first && seen[1] == second);
    destroySetting(&setting);
}

// A world with empty and reused slots, and events for its next step: the restored one has the same ids, gives
// the same new ones, and sends these events. Red: generations or events that are not saved.
static void testRestored(void **state) {
    (void)state;
    Setting setting = makeSetting();
    cdWorld *world = setting.world;
    cdWorldDef def = cdDefaultWorldDef();
    cdWorld *other = cdCreateWorld(&def);
    setting.def.kind = CD_BODY_FIXED;
    cdBodyId floor = addAt(&setting, 0.0, -0.5);
    setting.def.kind = CD_BODY_DYNAMIC;
    cdBodyId bodies[5];
    for (int i = 0; i < 5; i++)
        bodies[i] = addAt(&setting, 0.0, 0.5001 + i);
    cdRemoveBody(world, bodies[4]);
    bodies[4] = addAt(&setting, 5.0, 0.5);
    cdJointDef joint = {.bodyA = bodies[4], .bodyB = -1};
    cdRemoveJoint(world, cdAddJoint(world, &joint));
    cdJointId kept = cdAddJoint(world, &joint);
    for (int i = 0; i < 20; i++)
        cdStepWorld(world, FRAME);
    cdRemoveBody(world, bodies[0]);
    cdRemoveBody(world, bodies[2]);
    static unsigned char bytes[400000], twin[400000];
    size_t size = cdSaveWorld(world, bytes, sizeof bytes);
    assert_true(size <= sizeof bytes);
    const cdMesh *meshes[] = {setting.cube.mesh};
    assert_int_equal(cdRestoreWorld(other, bytes, size, meshes, 1), CD_RESTORED);
    assert_int_equal(cdSaveWorld(other, twin, sizeof twin), size);
    assert_memory_equal(bytes, twin, size);
    assert_true(cdIsBodyValid(other, bodies[4]) && cdIsJointValid(other, kept));
    assert_false(cdIsBodyValid(other, bodies[0]) || cdIsJointValid(other, kept - ((int64_t)1 << 32)));
    for (int i = 0; i < 3; i++) {
        setting.def.pose = poseAt(10.0 + 3.0 * i, 5.0, 0.0);
        cdBodyId added = cdAddBody(world, &setting.def);
        assert_int_equal(cdAddBody(other, &setting.def), added);
        assert_int_equal(cdAddJoint(world, &joint), cdAddJoint(other, &joint));
    }
    cdStepWorld(world, FRAME);
    cdStepWorld(other, FRAME);
    assert_int_equal(countEvents(other, CD_EVENT_END, floor, bodies[0]), 1);
    size = cdSaveWorld(world, bytes, sizeof bytes);
    assert_int_equal(cdSaveWorld(other, twin, sizeof twin), size);
    assert_memory_equal(bytes, twin, size);
    cdDestroyWorld(other);
    destroySetting(&setting);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testMillion),  cmocka_unit_test(testStale),
        cmocka_unit_test(testJoints),   cmocka_unit_test(testUsedUp),
        cmocka_unit_test(testCallback), cmocka_unit_test(testContactsOfReused),
        cmocka_unit_test(testRestored),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
