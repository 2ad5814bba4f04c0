// Contact points of a body, contact regions of two bodies, and the forces through them.
#include "collision/world_regions.h"
#include "world_fixture.h"

#include <string.h>

static const cdVec3 NONE = {0.0, 0.0, 0.0};

enum { REGIONS = 2048, POINTS = 8192 };

// The regions of two bodies with their loads.
typedef struct Loads {
    cdContactRegions regions;
    cdRegionLoad loads[REGIONS];
    double outside; // force in no region
    double force;   // in all regions
} Loads;

static const Loads *findLoads(const Trial *trial, int32_t a, int32_t b) {
    static Loads loads;
    static cdContactRegion regions[REGIONS];
    static cdVec3 points[POINTS];
    cdBodyRegionsInput input = {.bodyA = trial->bodies[a],
                                .bodyB = trial->bodies[b],
                                .regions = regions,
                                .points = points,
                                .regionCapacity = REGIONS,
                                .pointCapacity = POINTS};
    loads.regions = cdFindBodyContactRegions(trial->world, &input, trial->workspace);
    loads.outside = cdFindRegionLoads(trial->world, &input, &loads.regions, loads.loads);
    loads.force = 0.0;
    for (int32_t i = 0; i < loads.regions.regionCount; i++)
        loads.force += loads.loads[i].force;
    return &loads;
}

static void settle(Trial *trial) {
    for (int i = 0; i < 600; i++) {
        stepTrial(trial, FRAME);
        bool asleep = true;
        for (int32_t k = 0; k < trial->count; k++)
            asleep = asleep && (!trial->movable[k] || getState(trial, k).asleep);
        if (asleep) return;
    }
    fail_msg("bodies do not fall asleep");
}

// A box at rest on a floor: one polygon, the face. Its force is the weight, the center of pressure is under
// the centroid, the pressure weight / area. In the other order normals and friction are opposite. Red: a
// force that counts twice, a normal of the wrong sign, a center weighted by points instead of forces.
static void testBox(void **state) {
    (void)state;
    Body floor = makeBody("box:x=5,y=0.5,z=5"), box = makeBody("box:x=0.4,y=0.3,z=0.7");
    Trial trial = makeTrial();
    addFixed(&trial, &floor, poseAt(0.0, -0.5, 0.0), 0.0, 0.6);
    addMoving(&trial, &box, turnedPose(1.0, 0.3001, 2.0, cdMakeVec3(0.0, 1.0, 0.0), 0.7), NONE, 0.0, 0.6);
    settle(&trial);
    cdBodyState body = getState(&trial, 1);
    double weight = 9.81 * body.mass, area = 4.0 * 0.4 * 0.7;
    for (int order = 0; order < 2; order++) {
        const Loads *found = findLoads(&trial, order, 1 - order);
        double up = order == 0 ? -1.0 : 1.0; // the normal points to A
        assert_int_equal(found->regions.state, CD_CONTACT);
        assert_int_equal(found->regions.regionCount, 1);
        const cdRegionLoad *load = &found->loads[0];
        assert_int_equal(found->regions.regions[0].dimension, 2);
        assertNear(load->area, area, 1e-3 * area);
        assertNear(load->force, weight, 1e-3 * weight);
        assertNear(load->pressure, weight / area, 2e-3 * weight / area);
        assertNear(load->normal.y, up, 1e-6);
        assertNear(load->center.x, body.centroid.x, 1e-3);
        assertNear(load->center.z, body.centroid.z, 1e-3);
        assertNear(load->centroid.x, body.centroid.x, 1e-3);
        assertNear(load->centroid.z, body.centroid.z, 1e-3);
        assertNear(load->center.y, 0.0, 1e-3);
        assert_true(load->contactCount == 4 && found->outside == 0.0);
    }
    destroyTrial(&trial);
    destroyBody(&floor);
    destroyBody(&box);
}

// A box that slides down a slope feels friction: opposite to its motion, the coefficient times the normal
// force. Red: friction on B, or of another sign in the other order.
static void testFriction(void **state) {
    (void)state;
    Body floor = makeBody("box:x=50,y=0.5,z=50"), box = makeBody("box:x=0.4,y=0.2,z=0.4");
    cdWorldDef def = cdDefaultWorldDef();
    def.gravity = cdMakeVec3(5.0, -8.0, 0.0);
    Trial trial = makeTrialOf(&def);
    trial.powered = true;
    addFixed(&trial, &floor, poseAt(0.0, -0.5, 0.0), 0.0, 0.3);
    addMoving(&trial, &box, poseAt(0.0, 0.2001, 0.0), cdMakeVec3(2.0, 0.0, 0.0), 0.0, 0.3);
    for (int i = 0; i < 30; i++)
        stepTrial(&trial, FRAME);
    double normal = 8.0 * getState(&trial, 1).mass;
    const Loads *found = findLoads(&trial, 1, 0);
    assert_int_equal(found->regions.regionCount, 1);
    assertNear(found->loads[0].force, normal, 1e-3 * normal);
    assertNear(found->loads[0].friction.x, -0.3 * normal, 1e-3 * normal);
    // Friction acts below the centroid: the pressure moves to the front.
    assertNear(found->loads[0].center.x - getState(&trial, 1).centroid.x, 0.3 * 0.2, 2e-3);
    found = findLoads(&trial, 0, 1);
    assertNear(found->loads[0].friction.x, 0.3 * normal, 1e-3 * normal);
    destroyTrial(&trial);
    destroyBody(&floor);
    destroyBody(&box);
}

// A plank on two fingers, with a load near one end: forces by the lever law. Both fingers are edges, so the
// regions are segments without area. Red: forces of one pair that count for another, pressure at no area.
static void testLever(void **state) {
    (void)state;
    Body blade = makeBody("box:x=0.2,y=0.2,z=1"), plank = makeBody("box:x=2,y=0.1,z=0.3"),
         load = makeBody("box:x=0.2,y=0.2,z=0.2");
    Trial trial = makeTrial();
    cdVec3 along = {0.0, 0.0, 1.0};
    double top = 0.2 * sqrt(2.0), fingers[2] = {-1.0, 1.2};
    for (int i = 0; i < 2; i++)
        addFixed(&trial, &blade, turnedPose(fingers[i], -top, 0.0, along, 0.78539816339744830962), 0.0, 0.6);
    addMoving(&trial, &plank, poseAt(0.0, 0.1001, 0.0), NONE, 0.0, 0.6);
    cdBodyDef def = makeMovingDef(poseAt(0.9, 0.4002, 0.0), NONE, NONE, 0.0, 0.6);
    def.density = 5.0;
    addToTrial(&trial, &load, &def);
    settle(&trial);
    double plankWeight = 9.81 * getState(&trial, 2).mass, loadWeight = 9.81 * getState(&trial, 3).mass;
    double at = getState(&trial, 3).centroid.x, middle = getState(&trial, 2).centroid.x;
    double right =
        (plankWeight * (middle - fingers[0]) + loadWeight * (at - fingers[0])) / (fingers[1] - fingers[0]);
    double expected[2] = {plankWeight + loadWeight - right, right};
    double moment = 0.0; // about the plank; each finger's share in it is free
    for (int i = 0; i < 2; i++) {
        const Loads *found = findLoads(&trial, 2, i);
        assertNear(found->force, expected[i], 2e-3 * (plankWeight + loadWeight));
        assert_int_equal(found->regions.regionCount, 1);
        assert_int_equal(found->regions.regions[0].dimension, 1);
        assertNear(found->regions.regions[0].measure, 0.6, 1e-3);
        const cdRegionLoad *own = &found->loads[0];
        assert_true(own->area == 0.0 && own->pressure == 0.0 && found->outside == 0.0);
        assertNear(own->center.x, fingers[i], 1e-3);
        moment += own->force * own->center.z;
        assertNear(own->normal.y, 1.0, 1e-3);
    }
    assertNear(moment, 0.0, 1e-3 * (plankWeight + loadWeight));
    const Loads *upper = findLoads(&trial, 3, 2);
    assertNear(upper->loads[0].force, loadWeight, 1e-3 * loadWeight);
    assertNear(upper->loads[0].pressure, loadWeight / 0.16, 2e-3 * loadWeight / 0.16);
    destroyTrial(&trial);
    destroyBody(&plank);
    destroyBody(&load);
    destroyBody(&blade);
}

// Bodies that keep a distance. A sphere has a point; a box that floats at the safety distance has its face.
// Red: an area of a point, a hull of the wrong points.
static void testDistant(void **state) {
    (void)state;
    Body floor = makeBody("box:x=5,y=0.5,z=5"), box = makeBody("box:x=0.4,y=0.3,z=0.7");
    Body ball = {cdCreateSphere(NONE, 0.5, NULL)};
    cdWorldDef def = cdDefaultWorldDef();
    for (int floats = 0; floats < 2; floats++) {
        def.safetyDistance = floats ? 0.05 : 0.0;
        Trial trial = makeTrialOf(&def);
        addFixed(&trial, &floor, poseAt(0.0, -0.5, 0.0), 0.0, 0.6);
        double height = floats ? 0.3501 : 0.5001;
        addMoving(&trial, floats ? &box : &ball, poseAt(1.0, height, 2.0), NONE, 0.0, 0.6);
        settle(&trial);
        cdBodyState body = getState(&trial, 1);
        double weight = 9.81 * body.mass;
        const Loads *found = findLoads(&trial, 1, 0);
        assert_int_equal(found->regions.regionCount, 1);
        assert_int_equal(found->regions.regions[0].dimension, floats ? 2 : 0);
        const cdRegionLoad *load = &found->loads[0];
        assertNear(load->area, floats ? 4.0 * 0.4 * 0.7 : 0.0, 2e-3);
        assertNear(load->force, weight, 1e-3 * weight);
        assertNear(load->pressure, floats ? weight / (4.0 * 0.4 * 0.7) : 0.0, 0.02);
        assertNear(load->center.x, 1.0, 1e-3);
        assertNear(load->center.z, 2.0, 1e-3);
        assertNear(load->normal.y, 1.0, 1e-6);
        assert_true(found->outside == 0.0);
        destroyTrial(&trial);
    }
    destroyBody(&floor);
    destroyBody(&box);
    destroyBody(&ball);
}

// A box in the inner corner of an L, pushed into both arms: the two regions have an edge and contact points
// in common, and the normals decide. Red: forces that go to the nearest region whatever their direction.
static void testCorner(void **state) {
    (void)state;
    Body arms = makeBody("l-shape:size=3,thickness=1,depth=4"), box = makeBody("box:x=0.5,y=0.5,z=0.5");
    cdWorldDef def = cdDefaultWorldDef();
    def.gravity = cdMakeVec3(-6.0, -8.0, 0.0);
    Trial trial = makeTrialOf(&def);
    cdBox3 bounds = cdGetMeshInfo(arms.mesh).bounds;
    addFixed(&trial, &arms, cdIdentityPose(), 0.0, 0.0);
    addMoving(
        &trial, &box,
        poseAt(bounds.lower.x + 1.5001, bounds.lower.y + 1.5001, 0.5 * (bounds.lower.z + bounds.upper.z)),
        NONE, 0.0, 0.0);
    settle(&trial);
    double mass = getState(&trial, 1).mass;
    const Loads *found = findLoads(&trial, 1, 0);
    assert_int_equal(found->regions.regionCount, 2);
    assert_true(found->outside == 0.0);
    for (int i = 0; i < 2; i++) {
        const cdRegionLoad *load = &found->loads[i];
        bool rises = load->normal.y > 0.5;
        assertNear(load->normal.x + load->normal.y, 1.0, 1e-3);
        assertNear(load->force, (rises ? 8.0 : 6.0) * mass, 0.01 * mass);
        assertNear(load->area, 1.0, 2e-3);
    }
    destroyTrial(&trial);
    destroyBody(&arms);
    destroyBody(&box);
}

// The contact points of each body are those of the world's list that name it. Red: only A, or an overrun.
static void testBodyContacts(void **state) {
    (void)state;
    Body floor = makeBody("box:x=5,y=0.5,z=5"), box = makeBody("box:x=0.5,y=0.5,z=0.5");
    Trial trial = makeTrial();
    addFixed(&trial, &floor, poseAt(0.0, -0.5, 0.0), 0.0, 0.6);
    for (int i = 0; i < 4; i++)
        addMoving(&trial, &box, poseAt(0.1 * i, 0.5001 + 1.0001 * i, 0.0), NONE, 0.0, 0.6);
    addMoving(&trial, &box, poseAt(0.0, 50.0, 0.0), NONE, 0.0, 0.6);
    for (int i = 0; i < 20; i++)
        stepTrial(&trial, FRAME);
    int32_t all, sum = 0;
    const cdWorldContact *contacts = cdGetWorldContacts(trial.world, &all);
    cdWorldContact own[64];
    for (int32_t body = 0; body < trial.count; body++) {
        int32_t count = cdGetBodyContacts(trial.world, body, NULL, 0), at = 0;
        assert_true((count == 0) == (body == 5) && count <= 63);
        memset(own, 0, sizeof own);
        assert_int_equal(cdGetBodyContacts(trial.world, body, own, count), count);
        for (int32_t i = 0; i < all; i++)
            if (contacts[i].bodyA == body || contacts[i].bodyB == body)
                assert_memory_equal(&own[at++], &contacts[i], sizeof own[0]);
        assert_int_equal(at, count);
        memset(own, 0, sizeof own);
        if (count == 0) continue;
        assert_int_equal(cdGetBodyContacts(trial.world, body, own, count - 1), count);
        assert_true(own[count - 1].force == 0.0 && own[count - 1].bodyB == 0);
        sum += count;
    }
    assert_int_equal(sum, 2 * all);
    destroyTrial(&trial);
    destroyBody(&floor);
    destroyBody(&box);
}

// Bodies that a filter keeps from colliding have no contact points, and their regions, which are those of
// their poses, no load: a block that floats at the floor, and one that rests on it until its filter changes.
// Red: a load of a pair that passes, or one that outlasts a filter.
static void testFilters(void **state) {
    (void)state;
    Body floor = makeBody("box:x=5,y=0.5,z=5"), box = makeBody("box:x=0.5,y=0.5,z=0.5");
    Trial trial = makeTrial();
    addFixed(&trial, &floor, poseAt(0.0, -0.5, 0.0), 0.0, 0.6);
    addMoving(&trial, &box, poseAt(0.0, 0.5001, 0.0), NONE, 0.0, 0.6);
    cdBodyDef ghost = makeMovingDef(poseAt(3.0, 0.5001, 0.0), NONE, NONE, 0.0, 0.6);
    ghost.category = ghost.mask = 2;
    ghost.gravityScale = 0.0;
    addToTrial(&trial, &box, &ghost);
    runTrial(&trial, 1.0, FRAME);
    double weight = getState(&trial, 1).mass * GRAVITY;
    assertNear(findLoads(&trial, 1, 0)->force, weight, 1e-3 * weight);
    const Loads *none = findLoads(&trial, 2, 0);
    assert_true(none->regions.regionCount == 1 && none->force == 0.0 && none->outside == 0.0);
    assert_int_equal(cdGetBodyContacts(trial.world, trial.bodies[2], NULL, 0), 0);
    cdSetBodyFilter(trial.world, trial.bodies[1], 2, 2, 0);
    cdSetBodyGravityScale(trial.world, trial.bodies[1], 0.0);
    stepTrial(&trial, FRAME);
    none = findLoads(&trial, 1, 0);
    assert_true(none->regions.regionCount == 1 && none->force == 0.0 && none->outside == 0.0);
    assert_int_equal(cdGetBodyContacts(trial.world, trial.bodies[1], NULL, 0), 0);
    destroyTrial(&trial);
    destroyBody(&floor);
    destroyBody(&box);
}

// Too little room, bodies that do not touch. Red: an overrun; regions of bodies that are disjoint.
static void testLimits(void **state) {
    (void)state;
    Body floor = makeBody("box:x=5,y=0.5,z=5"), box = makeBody("box:x=0.5,y=0.5,z=0.5");
    Body ball = {cdCreateSphere(NONE, 0.5, NULL)};
    Trial trial = makeTrial();
    addFixed(&trial, &floor, poseAt(0.0, -0.5, 0.0), 0.0, 0.6);
    addMoving(&trial, &box, poseAt(0.0, 0.5001, 0.0), NONE, 0.0, 0.6);
    addMoving(&trial, &box, poseAt(3.0, 0.5001, 0.0), NONE, 0.0, 0.6);
    addMoving(&trial, &ball, poseAt(-3.0, 0.5001, 0.0), NONE, 0.0, 0.6);
    settle(&trial);
    assert_int_equal(findLoads(&trial, 1, 2)->regions.state, CD_FREE);
    assert_int_equal(findLoads(&trial, 1, 3)->regions.state, CD_FREE);
    for (int32_t body = 1; body < 4; body += 2) {
        cdBodyRegionsInput input = {.bodyA = body, .bodyB = 0};
        cdContactRegions none = cdFindBodyContactRegions(trial.world, &input, trial.workspace);
        assert_true(none.truncated && none.regionCount == 0 && none.neededRegions > 0);
        assert_true(none.state == CD_CONTACT);
    }
    destroyTrial(&trial);
    destroyBody(&floor);
    destroyBody(&box);
    destroyBody(&ball);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testBox),     cmocka_unit_test(testFriction), cmocka_unit_test(testLever),
        cmocka_unit_test(testDistant), cmocka_unit_test(testCorner),   cmocka_unit_test(testBodyContacts),
        cmocka_unit_test(testFilters), cmocka_unit_test(testLimits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
