// The order in which bodies are added changes nothing but their numbers.
#include "collision/world_regions.h"
#include "world_fixture.h"

#include <string.h>

// A floor and a mesh thrown onto it, added in either order.
typedef struct Throw {
    Trial trial;
    int32_t mesh;
} Throw;

static Throw makeThrow(const Body *floor, const Body *mesh, bool floorFirst) {
    Throw thrown = {.trial = makeTrial()};
    cdPose start = {{0.0, 2.0, 0.0}, cdMakeQuat(cdNormalize(cdMakeVec3(1.0, 2.0, 3.0)), 1.0)};
    cdBodyDef def = makeMovingDef(start, cdMakeVec3(3.0, -8.0, 1.0), cdMakeVec3(4.0, 1.0, -3.0), 0.4, 0.5);
    cdPose place = poseAt(0.0, -0.5, 0.0);
    if (floorFirst) addFixed(&thrown.trial, floor, place, 0.4, 0.5);
    thrown.mesh = addToTrial(&thrown.trial, mesh, &def);
    if (!floorFirst) addFixed(&thrown.trial, floor, place, 0.4, 0.5);
    return thrown;
}

// Vectors of the two worlds point in opposite directions.
static void assertOpposite(cdVec3 a, cdVec3 b) {
    assert_true(a.x == -b.x && a.y == -b.y && a.z == -b.z);
}

static void assertSame(cdVec3 a, cdVec3 b) {
    assert_memory_equal(&a, &b, sizeof a);
}

// Returns the number of contacts.
static int32_t compareContacts(const Trial *first, const Trial *last) {
    int32_t count, other;
    const cdWorldContact *a = cdGetWorldContacts(first->world, &count),
                         *b = cdGetWorldContacts(last->world, &other);
    assert_int_equal(count, other);
    for (int32_t i = 0; i < count; i++) {
        assert_true(a[i].bodyA == 0 && a[i].bodyB == 1 && b[i].bodyA == 0 && b[i].bodyB == 1);
        assertSame(a[i].point, b[i].point);
        assertOpposite(a[i].normal, b[i].normal);
        assertOpposite(a[i].friction, b[i].friction);
        assert_true(a[i].normal.y < 0.0); // from the mesh to the floor, which is A in the first world
        assert_true(a[i].force == b[i].force && a[i].gap == b[i].gap);
    }
    return count;
}

// Returns the number of impacts.
static int32_t compareEvents(const Trial *first, const Trial *last) {
    int32_t count, other, hits = 0;
    const cdContactEvent *a = cdGetContactEvents(first->world, &count),
                         *b = cdGetContactEvents(last->world, &other);
    assert_int_equal(count, other);
    for (int32_t i = 0; i < count; i++) {
        assert_true(a[i].kind == b[i].kind && a[i].time == b[i].time);
        assert_true(a[i].speed == b[i].speed && a[i].impulse == b[i].impulse);
        if (a[i].bodyB < 0) continue;
        assert_true(a[i].bodyA == 0 && a[i].bodyB == 1 && b[i].bodyA == 0 && b[i].bodyB == 1);
        assertSame(a[i].point, b[i].point);
        assertOpposite(a[i].normal, b[i].normal);
        hits += a[i].kind == CD_EVENT_IMPACT;
    }
    return hits;
}

// A mesh is thrown onto a large floor that was added before it, and in another world after it. Both move
// alike, bit for bit; contacts and events are the same with A and B exchanged. Red: the mesh as seen from the
// floor in one world, the floor as seen from the mesh in the other; normals or friction of contacts or events
// that are not turned round with the bodies.
static void testFloorFirstOrLast(void **state) {
    (void)state;
    static const char *const specs[] = {"l-shape", "torus:segments=12", "peg:sides=6"};
    Body floor = makeBody("box:x=40,y=0.5,z=40");
    for (size_t k = 0; k < sizeof specs / sizeof specs[0]; k++) {
        Body mesh = makeBody(specs[k]);
        Throw first = makeThrow(&floor, &mesh, true), last = makeThrow(&floor, &mesh, false);
        int32_t contacts = 0, hits = 0;
        for (int i = 0; i < 150; i++) {
            stepTrial(&first.trial, FRAME);
            stepTrial(&last.trial, FRAME);
            cdBodyState a = getState(&first.trial, first.mesh), b = getState(&last.trial, last.mesh);
            assert_memory_equal(&a.pose, &b.pose, sizeof a.pose);
            assertSame(a.velocity, b.velocity);
            contacts += compareContacts(&first.trial, &last.trial);
            hits += compareEvents(&first.trial, &last.trial);
        }
        assert_true(contacts > 10 && hits > 10);
        destroyTrial(&first.trial);
        destroyTrial(&last.trial);
        destroyBody(&mesh);
    }
    destroyBody(&floor);
}

// The contact regions of two shapes have the normals of the step's contact points, whichever shape is A. The
// normals of flush faces may be those of either face, which are parallel within the tolerance.
// Red: the regions of the last step used without exchanging A and B.
static void testRegionsInBothOrders(void **state) {
    (void)state;
    cdContactRegion regions[2][64];
    cdVec3 points[2][256];
    Body floor = makeBody("box:x=4,y=0.5,z=4"), mesh = makeBody("l-shape");
    Trial trial = makeTrial();
    addFixed(&trial, &floor, poseAt(0.0, -0.5, 0.0), 0.0, 0.5);
    addMoving(&trial, &mesh, poseAt(0.0, 2.0, 0.0), cdMakeVec3(0.0, 0.0, 0.0), 0.0, 0.5);
    runTrial(&trial, 3.0, FRAME);
    cdContactRegions found[2];
    for (int k = 0; k < 2; k++) {
        cdBodyRegionsInput input = {.bodyA = trial.bodies[k],
                                    .bodyB = trial.bodies[1 - k],
                                    .regions = regions[k],
                                    .points = points[k],
                                    .regionCapacity = 64,
                                    .pointCapacity = 256};
        found[k] = cdFindBodyContactRegions(trial.world, &input, trial.workspace);
    }
    assert_true(found[0].regionCount > 0);
    assert_int_equal(found[0].regionCount, found[1].regionCount);
    for (int32_t i = 0; i < found[0].regionCount; i++) {
        assert_int_equal(regions[0][i].normalCount, regions[1][i].normalCount);
        assert_true(regions[0][i].age > 0 && regions[1][i].age > 0);
        for (int32_t k = 0; k < regions[0][i].normalCount; k++)
            assertNearVec3(regions[0][i].normals[k], cdNegate(regions[1][i].normals[k]), found[0].tolerance);
    }
    destroyTrial(&trial);
    destroyBody(&floor);
    destroyBody(&mesh);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(testFloorFirstOrLast),
                                       cmocka_unit_test(testRegionsInBothOrders)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
