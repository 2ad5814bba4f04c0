// Paths of bodies with several shapes: detours, clearances, and paths past what cannot give way, each decided
// by all shapes of both bodies.
#include "collision/kinematic.h"
#include "compound_fixture.h"
#include "world/contacts/paths.h"

// --- Detours

// A swings by 0.1 radians to either side of the vertical about a centre 5 above, in front of B. Its second
// shape, a bar that stands on an edge, is 0.01 above B's floor at both ends and dips into it between them by
// 0.015; its first one stays above it. All is in a turned frame.
typedef struct Swing {
    Body bar, low, floor, plate;
    cdWorld *world;
    cdPairTask task;
    cdWorldPair *pair; // of the bar and the floor
} Swing;

static const double REACH = 5.0, ANGLE = 0.1;

static cdPose placeSwing(double angle) {
    cdPose frame = turnedPose(2.0, -1.0, 3.0, vec(0.6, 0.0, 0.8), 0.7);
    cdPose pose = turnedPose(REACH * sin(angle), REACH * (cos(ANGLE) - cos(angle)) + 0.01, 0.0,
                             vec(0.0, 0.0, 1.0), angle);
    return cdMulPose(frame, pose);
}

static Swing makeSwing(bool hasPlate) {
    Swing swing = {.bar = makeBody("box:x=0.2,y=0.2,z=0.2"),
                   .low = makeBody("box:x=0.1,y=0.1,z=0.1"),
                   .floor = makeBody("box:x=0.5,y=3,z=3"),
                   .plate = makeBody("box:x=3,y=0.05,z=0.3")};
    cdWorldDef worldDef = cdDefaultWorldDef();
    worldDef.margin = 0.002;
    swing.world = cdCreateWorld(&worldDef);
    cdVec3 back = vec(0.0, 0.0, 1.0);
    cdShapeDef own[2] = {shapeAt(&swing.low, poseAt(0.0, 0.135, 0.6)),
                         shapeAt(&swing.bar, turnedPose(0.0, 0.2 * sqrt(2.0), -0.6, back, 0.25 * PI))};
    addCompound(swing.world, own, 2, placeSwing(-ANGLE));
    // The floor's own x axis points up. The plate is above the first shape.
    cdShapeDef others[2] = {shapeAt(&swing.floor, turnedPose(0.0, -0.5, 0.0, back, 0.5 * PI)),
                            shapeAt(&swing.plate, poseAt(0.0, 0.6, 0.6))};
    cdBodyDef def =
        makeCompoundDef(others, hasPlate ? 2 : 1, turnedPose(2.0, -1.0, 3.0, vec(0.6, 0.0, 0.8), 0.7));
    def.kind = CD_BODY_FIXED;
    cdAddBody(swing.world, &def);
    swing.world->bodies[0].target = placeSwing(ANGLE);
    cdAdvance advance = {.duration = 1.0, .left = 1.0, .step = 1.0};
    cdListActive(swing.world); // as a step does first
    assert_true(cdUpdatePairs(swing.world, &advance));
    assert_int_equal(swing.world->pairCount, 2);
    swing.pair = swing.world->pairs[1];
    assert_int_equal(swing.pair->shapeA, 1);
    return swing;
}

static void destroySwing(Swing *swing) {
    cdDestroyWorld(swing->world);
    destroyBody(&swing->bar), destroyBody(&swing->low), destroyBody(&swing->floor),
        destroyBody(&swing->plate);
}

// Adds the point of the bar's edge above a plane at a height over the floor.
static void addEdgePoint(Swing *swing, double height) {
    cdContactPoint point = {.kind = CD_POINT_ON_PLANE,
                            .localA = vec(-0.2, -0.2, 0.0),
                            .localB = vec(0.5 + height, 0.0, 0.0),
                            .normal = vec(1.0, 0.0, 0.0)};
    cdPose start =
        cdRelateShapes(cdGetShapeA(swing->world, swing->pair), cdGetShapeB(swing->world, swing->pair),
                       cdInvMulPose(swing->world->bodies[1].pose, swing->world->bodies[0].pose));
    assertNear(cdGetPointGap(&point, start, cdIdentityPose()), 0.01 - height, 1e-12);
    swing->pair->points[swing->pair->pointCount++] = point;
}

static bool hasDetour(Swing *swing) {
    cdMeter meter = cdOpenMeter(&(cdBudget){0});
    cdAdvance advance = {.duration = 1.0, .left = 1.0, .step = 1.0};
    cdPairTools tools = {swing->world, &advance, &meter, swing->world->workspace};
    bool added = false;
    swing->task = (cdPairTask){.pair = 0, .hit = {.pair = -1}};
    return cdFindDetour(&tools, &swing->task, &added);
}

// The detour is raised for the points of every pair, along a normal of the world, and all shapes are tested
// on it. Red: the points of the first pair only, the normal of a turned shape in its own frame, a detour on
// which the second pair is not tested, or a shape that is not near on the screw.
static void testDetours(void **state) {
    (void)state;
    Swing swing = makeSwing(false);
    assert_false(hasDetour(&swing)); // the bar's edge is not known
    addEdgePoint(&swing, 0.0);
    assert_true(hasDetour(&swing));
    destroySwing(&swing);
    // The plate is far from the screw. A point of a higher plane raises the detour through it.
    swing = makeSwing(true);
    addEdgePoint(&swing, 0.0);
    assert_true(hasDetour(&swing));
    addEdgePoint(&swing, 0.5);
    assert_false(hasDetour(&swing));
    destroySwing(&swing);
    swing = makeSwing(false);
    addEdgePoint(&swing, 0.5);
    assert_true(hasDetour(&swing));
    destroySwing(&swing);
}

// --- Clearances

// Moves body A along x, from and to places that count from where its pair has a clearance of 1.
static bool isClear(cdWorld *world, double from, double to) {
    cdWorldPair *pair = world->pairs[0];
    cdWorldBody *a = &world->bodies[0];
    a->pose = poseAt(0.0, 0.0, 0.0);
    cdPose relative = cdInvMulPose(world->bodies[pair->bodyB].pose, world->bodies[pair->bodyA].pose);
    pair->clearAt = cdRelateShapes(cdGetShapeA(world, pair), cdGetShapeB(world, pair), relative);
    pair->clearance = 1.0;
    a->pose = poseAt(from, 0.0, 0.0);
    a->target = poseAt(to, 0.0, 0.0);
    return cdIsCertified(world, pair);
}

// A single shape may start and end within the clearance: the detour over its middle is free. Several have to
// be free on the same screw, so the way to its start and the screw together must be within. Red: bodies with
// several shapes judged as those with one, either of the two bodies' numbers of shapes ignored.
static void testClearance(void **state) {
    (void)state;
    Body box = makeBody("box:x=0.3,y=0.3,z=0.3");
    cdShapeDef shapes[2] = {shapeAt(&box, cdIdentityPose()), shapeAt(&box, poseAt(0.0, 0.7, 0.0))};
    for (int several = 0; several < 4; several++) {
        cdWorld *world = makeWorld(0.0);
        addCompound(world, shapes, 1 + several % 2, poseAt(0.0, 0.0, 0.0));
        cdBodyDef def = makeCompoundDef(shapes, 1 + several / 2, poseAt(0.0, -0.600001, 0.0));
        def.kind = CD_BODY_FIXED;
        cdAddBody(world, &def);
        world->bodies[0].target = poseAt(0.1, 0.0, 0.0);
        cdAdvance advance = {.duration = 1.0, .left = 1.0, .step = 1.0};
        cdListActive(world);
        assert_true(cdUpdatePairs(world, &advance));
        assert_true(world->pairCount > 0);
        assert_true(isClear(world, 0.1, 0.3) && isClear(world, 0.4, 0.0));
        assert_true(isClear(world, -0.5, 0.4) == (several == 0));
        assert_true(isClear(world, 0.6, -0.1) == (several == 0));
        assert_false(isClear(world, 0.1, 1.1));
        cdDestroyWorld(world);
    }
    destroyBody(&box);
}

// A box passes over a fixed one to a target that is free, which is then shifted. Beside the fixed box it is
// free by the detour over the first target, though the straight path crosses. Red: the straight path tested
// alone; a shift taken as free untested; the old target used from another start.
static void testShift(void **state) {
    (void)state;
    Body box = makeBody("box:x=0.3,y=0.3,z=0.3");
    const struct {
        cdPose start, target;
        bool free;
    } cases[] = {{poseAt(-2.0, 0.0, 0.0), poseAt(2.0, -0.1, 0.0), true},
                 {poseAt(-2.0, 0.0, 0.0), poseAt(1.7, 0.0, 0.0), false},
                 {poseAt(-2.0, -1.4, 0.0), poseAt(2.0, -0.1, 0.0), false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        cdWorld *world = makeWorld(0.0);
        cdShapeDef shape = shapeAt(&box, cdIdentityPose());
        addCompound(world, &shape, 1, poseAt(-2.0, 0.0, 0.0));
        cdBodyDef def = makeCompoundDef(&shape, 1, poseAt(1.2, -0.55, 0.0));
        def.kind = CD_BODY_FIXED;
        cdAddBody(world, &def);
        cdAdvance advance = {.duration = 1.0, .left = 1.0, .step = 1.0};
        cdListActive(world);
        world->meter = cdOpenMeter(&world->budget);
        world->bodies[0].target = poseAt(2.0, 0.6, 0.0);
        assert_true(cdUpdatePairs(world, &advance));
        assert_int_equal(world->pairCount, 1);
        assert_int_equal(cdCertify(world, &advance).pair, -1);
        world->bodies[0].pose = cases[i].start;
        world->bodies[0].target = cases[i].target;
        assert_int_equal(cdCertify(world, &advance).pair, cases[i].free ? -1 : 0);
        cdDestroyWorld(world);
    }
    destroyBody(&box);
}

// --- What cannot give way

// A kinematic body meets a fixed or a kinematic one with their second shapes alone, and waits there; a ball
// that flies elsewhere is not delayed by it. Red: paths that are tested for the first shapes only, or found
// by the later tests of all pairs, which shorten the advances of the whole world.
static void testRigid(void **state) {
    (void)state;
    Body box = makeBody("box:x=0.3,y=0.3,z=0.3");
    cdWorkspace *workspace = cdCreateWorkspace();
    for (int moving = 0; moving < 2; moving++) {
        cdWorldDef worldDef = cdDefaultWorldDef();
        worldDef.gravity = vec(0.0, 0.0, 0.0);
        worldDef.margin = 1e-4;
        cdWorld *world = cdCreateWorld(&worldDef);
        cdShapeDef own[2] = {shapeAt(&box, poseAt(0.0, 2.0, 0.0)), shapeAt(&box, cdIdentityPose())};
        cdShapeDef others[2] = {shapeAt(&box, poseAt(0.0, -2.0, 0.0)), shapeAt(&box, cdIdentityPose())};
        cdBodyDef def = makeCompoundDef(own, 2, poseAt(0.0, 0.0, 0.0));
        def.kind = CD_BODY_KINEMATIC;
        def.velocity = vec(7.0, 0.0, 0.0);
        cdBodyId mover = cdAddBody(world, &def);
        def = makeCompoundDef(others, 2, poseAt(3.0, 0.0, 0.0));
        def.kind = moving ? CD_BODY_KINEMATIC : CD_BODY_FIXED;
        if (moving) def.velocity = vec(-2.0, 0.0, 0.0);
        cdBodyId other = cdAddBody(world, &def);
        def = makeMovingDef(poseAt(0.0, 0.0, 9.0), vec(0.0, 1.0, 0.0), vec(0.0, 0.0, 0.0), 0.5, 0.0);
        def.mesh = box.mesh;
        cdBodyId ball = cdAddBody(world, &def);
        for (int32_t step = 0; step < 60; step++) {
            cdWorldStep result = cdStepWorld(world, FRAME);
            checkNoShapesOverlap(world, workspace, step);
            assert_int_equal(result.advances, 1);
        }
        double gap = cdGetBodyState(world, other).pose.p.x - cdGetBodyState(world, mover).pose.p.x - 0.6;
        assertNear(gap, 0.5e-4, 0.5e-4);
        assert_true(cdIsBodyBlocked(world, mover));
        assertNear(cdGetBodyState(world, ball).pose.p.y, 1.0, 1e-12);
        cdDestroyWorld(world);
    }
    cdDestroyWorkspace(workspace);
    destroyBody(&box);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(testDetours), cmocka_unit_test(testClearance),
                                       cmocka_unit_test(testShift), cmocka_unit_test(testRigid)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
