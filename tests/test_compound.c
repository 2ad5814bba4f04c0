// Bodies with several shapes: their masses, rest, certainty and events, against closed forms and against
// bodies with one mesh.
#include "collision/world_regions.h"
#include "compound_fixture.h"

#include <string.h>

// --- Definition

// Red: a definition with both, or neither, of mesh and shapes accepted; an unusable shape accepted; a shape
// that loses its pose, density or user data.
static void testDefinition(void **state) {
    (void)state;
    Body box = makeBody("box:x=0.5,y=0.5,z=0.5");
    int names[2];
    cdShapeDef shapes[2] = {
        {.mesh = box.mesh, .pose = turnedPose(1.0, 2.0, 3.0, vec(1.0, 1.0, 0.0), 0.5), .userData = &names[0]},
        {.mesh = box.mesh, .pose = cdIdentityPose(), .density = 3.0, .userData = &names[1]}};
    cdWorld *world = makeWorld(0.0);
    cdBodyDef def = makeCompoundDef(shapes, 2, cdIdentityPose());
    cdBodyId body = cdAddBody(world, &def);
    assert_int_equal(cdGetBodyShapeCount(world, body), 2);
    for (int32_t i = 0; i < 2; i++) {
        cdShapeDef shape = cdGetBodyShape(world, body, i);
        assert_ptr_equal(shape.mesh, box.mesh);
        assert_ptr_equal(shape.userData, &names[i]);
        assertNearVec3(shape.pose.p, shapes[i].pose.p, 0.0);
        assert_true(shape.density == (i == 0 ? 1.0 : 3.0));
    }
    cdBodyDef bad = def;
    bad.mesh = box.mesh;
    assert_int_equal(cdAddBody(world, &bad), -1);
    bad = def, bad.shapeCount = 0;
    assert_int_equal(cdAddBody(world, &bad), -1);
    bad = def, bad.shapes = NULL;
    assert_int_equal(cdAddBody(world, &bad), -1);
    shapes[1].mesh = NULL;
    assert_int_equal(cdAddBody(world, &def), -1);
    shapes[1].mesh = box.mesh, shapes[1].pose.q.w = 2.0;
    assert_int_equal(cdAddBody(world, &def), -1);
    shapes[1].pose.q.w = 1.0, shapes[1].density = -1.0;
    assert_int_equal(cdAddBody(world, &def), -1);
    cdDestroyWorld(world);
    destroyBody(&box);
}

// Red: shapes of another body after slots with other numbers of shapes were used again.
static void testSlots(void **state) {
    (void)state;
    enum { SLOTS = 7, CHANGES = 300 };
    Body bodies[3] = {makeBody("box:x=0.5,y=0.5,z=0.5"), makeBody("icosphere:level=1,radius=0.5"),
                      makeBody("box:x=0.1,y=0.2,z=0.3")};
    cdWorld *world = makeWorld(0.0);
    cdBodyId ids[SLOTS];
    int32_t counts[SLOTS];
    char marks[CHANGES];
    int32_t markOf[SLOTS];
    Random random = {5};
    for (int32_t change = 0; change < CHANGES; change++) {
        int32_t slot = change < SLOTS ? change : nextRandomInt(&random, 0, SLOTS - 1);
        if (change >= SLOTS) cdRemoveBody(world, ids[slot]);
        cdShapeDef shapes[4];
        counts[slot] = nextRandomInt(&random, 1, 4);
        markOf[slot] = change;
        for (int32_t i = 0; i < counts[slot]; i++)
            shapes[i] = (cdShapeDef){.mesh = bodies[(change + i) % 3].mesh,
                                     .pose = poseAt(change, i, 0.0),
                                     .userData = &marks[change]};
        ids[slot] = addCompound(world, shapes, counts[slot], poseAt(0.0, 10.0 * slot, 0.0));
        for (int32_t k = 0; k <= (change < SLOTS ? change : SLOTS - 1); k++) {
            assert_int_equal(cdGetBodyShapeCount(world, ids[k]), counts[k]);
            for (int32_t i = 0; i < counts[k]; i++) {
                cdShapeDef shape = cdGetBodyShape(world, ids[k], i);
                assert_ptr_equal(shape.mesh, bodies[(markOf[k] + i) % 3].mesh);
                assert_ptr_equal(shape.userData, &marks[markOf[k]]);
                assert_true(shape.pose.p.x == markOf[k] && shape.pose.p.y == i);
            }
        }
    }
    cdDestroyWorld(world);
    for (int32_t i = 0; i < 3; i++)
        destroyBody(&bodies[i]);
}

// --- Mass

// Red: a tensor that is not turned, a parallel axis with the wrong mass, a density that is ignored.
static void testMassOfDumbbell(void **state) {
    (void)state;
    cdMesh *ball = cdCreateSphere(vec(0.0, 0.0, 0.0), 0.5, NULL);
    const double volume = 4.0 / 3.0 * PI * 0.125, own = 0.4 * volume * 0.25, d = 3.0;
    cdShapeDef shapes[2] = {{.mesh = ball, .pose = poseAt(1.0 - d, 2.0, 0.0)},
                            {.mesh = ball, .pose = turnedPose(1.0 + d, 2.0, 0.0, vec(1.0, 2.0, 3.0), 1.0)}};
    cdMassProperties mass = cdSumMassProperties(shapes, 2);
    assertNear(mass.volume, 2.0 * volume, 1e-14);
    assertNearVec3(mass.centroid, vec(1.0, 2.0, 0.0), 1e-14);
    assertNear(mass.inertia[0], 2.0 * own, 1e-13);
    assertNear(mass.inertia[1], 2.0 * (own + volume * d * d), 1e-13);
    assertNear(mass.inertia[2], 2.0 * (own + volume * d * d), 1e-13);
    shapes[1].density = 3.0; // the centroid is three quarters of the way to it
    mass = cdSumMassProperties(shapes, 2);
    assertNear(mass.volume, 4.0 * volume, 1e-13);
    assertNearVec3(mass.centroid, vec(1.0 + 0.5 * d, 2.0, 0.0), 1e-13);
    assertNear(mass.inertia[1], 4.0 * own + volume * (2.25 * d * d + 3.0 * 0.25 * d * d), 1e-12);
    cdDestroyMesh(ball);
}

// Red: products of inertia with the wrong sign, a centroid in the frame of a shape.
static void testMassOfDividedBox(void **state) {
    (void)state;
    Body whole = makeBody("box:x=0.9,y=0.4,z=0.7"), left = makeBody("box:x=0.3,y=0.4,z=0.7"),
         right = makeBody("box:x=0.6,y=0.4,z=0.7");
    cdPose common = turnedPose(3.0, -1.0, 2.0, vec(0.3, -0.8, 0.5), 1.1);
    cdShapeDef one = shapeAt(&whole, common);
    cdShapeDef two[2] = {shapeAt(&left, cdMulPose(common, poseAt(-0.6, 0.0, 0.0))),
                         shapeAt(&right, cdMulPose(common, poseAt(0.3, 0.0, 0.0)))};
    cdMassProperties mass = cdSumMassProperties(&one, 1), sum = cdSumMassProperties(two, 2);
    assertNear(sum.volume, 8.0 * 0.9 * 0.4 * 0.7, 1e-13);
    assertNear(sum.volume, mass.volume, 1e-13);
    assertNearVec3(sum.centroid, mass.centroid, 1e-13);
    for (int k = 0; k < 6; k++)
        assertNear(sum.inertia[k], mass.inertia[k], 1e-13);
    cdMassProperties alone = cdFindMassProperties(whole.mesh, NULL);
    double trace = alone.inertia[0] + alone.inertia[1] + alone.inertia[2];
    assertNear(sum.inertia[0] + sum.inertia[1] + sum.inertia[2], trace, 1e-13);
    destroyBody(&whole), destroyBody(&left), destroyBody(&right);
}

// --- The same as one mesh

enum { FALLING = 12 };

static void fillWithBoxes(cdWorld *world, const Body bodies[2], bool asShapes, cdBodyId ids[FALLING]) {
    Random random = {77};
    for (int32_t i = 0; i < FALLING; i++) {
        cdShapeDef shape = {.mesh = bodies[i % 2].mesh, .pose = cdIdentityPose()};
        cdBodyDef def = makeCompoundDef(
            &shape, 1,
            turnedPose(nextRandomIn(&random, -0.6, 0.6), 0.8 + 1.2 * i, nextRandomIn(&random, -0.6, 0.6),
                       nextRandomDirection(&random), nextRandomIn(&random, 0.0, 3.0)));
        def.friction = 0.4, def.restitution = 0.3;
        def.angularVelocity = nextRandomVec3(&random);
        if (!asShapes) def.mesh = shape.mesh, def.shapes = NULL, def.shapeCount = 0;
        ids[i] = cdAddBody(world, &def);
        assert_true(ids[i] >= 0);
    }
}

// Red: a pose composed with the identity, a sphere or a box made from a single shape in another way.
static void testIdentityKeepsBits(void **state) {
    (void)state;
    Body floor = makeBody("box:x=5,y=0.5,z=5"),
         bodies[2] = {makeBody("box:x=0.5,y=0.3,z=0.4"), makeBody("gear:teeth=7")};
    cdWorld *simple = makeWorld(GRAVITY), *shaped = makeWorld(GRAVITY);
    cdBodyId ids[FALLING];
    cdShapeDef ground = shapeAt(&floor, cdIdentityPose());
    addFixedMesh(simple, &floor, poseAt(0.0, -0.5, 0.0));
    cdBodyDef def = makeCompoundDef(&ground, 1, poseAt(0.0, -0.5, 0.0));
    def.kind = CD_BODY_FIXED;
    cdAddBody(shaped, &def);
    fillWithBoxes(simple, bodies, false, ids);
    fillWithBoxes(shaped, bodies, true, ids);
    for (int32_t step = 0; step < 150; step++) {
        cdWorldStep a = cdStepWorld(simple, FRAME), b = cdStepWorld(shaped, FRAME);
        assert_true(a.pairTests == b.pairTests && a.contacts == b.contacts && a.drift == b.drift);
        for (int32_t i = 0; i < FALLING; i++) {
            cdBodyState was = cdGetBodyState(simple, ids[i]), is = cdGetBodyState(shaped, ids[i]);
            assert_memory_equal(&was.pose, &is.pose, sizeof was.pose);
            assert_memory_equal(&was.velocity, &is.velocity, sizeof was.velocity);
        }
    }
    cdDestroyWorld(simple), cdDestroyWorld(shaped);
    destroyBody(&floor), destroyBody(&bodies[0]), destroyBody(&bodies[1]);
}

// A brick of one mesh, or of two halves, dropped so that it lands on an edge, topples and rests. Returns its
// state at rest.
static cdBodyState dropBrick(const cdShapeDef *shapes, int32_t count, const Body *floor, cdPose pose) {
    cdWorld *world = makeWorld(GRAVITY);
    cdWorkspace *workspace = cdCreateWorkspace();
    addFixedMesh(world, floor, poseAt(0.0, -0.5, 0.0));
    cdBodyDef def = makeCompoundDef(shapes, count, pose);
    def.friction = 0.8;
    cdBodyId body = cdAddBody(world, &def);
    int32_t step = 0;
    for (; step < 600 && !cdGetBodyState(world, body).asleep; step++)
        stepCompounds(world, workspace, 1.0 / 240.0, step);
    cdBodyState rest = cdGetBodyState(world, body);
    assert_true(rest.asleep);
    cdDestroyWorld(world);
    cdDestroyWorkspace(workspace);
    return rest;
}

// Red: halves that collide with each other, a center of mass or an inertia of one half, contact points at the
// pose of the body instead of the shape's.
static void testBrickOfTwoHalves(void **state) {
    (void)state;
    Body floor = makeBody("box:x=6,y=0.5,z=6"), whole = makeBody("box:x=0.3,y=1,z=0.4"),
         half = makeBody("box:x=0.3,y=0.5,z=0.4");
    const double tilts[] = {0.1, 0.2, 0.6, 1.2};
    for (int32_t i = 0; i < 4; i++) {
        cdPose pose = turnedPose(0.0, 1.4, 0.0, vec(0.0, 0.1, 1.0), tilts[i]);
        cdShapeDef one = shapeAt(&whole, cdIdentityPose());
        cdShapeDef two[2] = {shapeAt(&half, poseAt(0.0, 0.5, 0.0)),
                             shapeAt(&half, turnedPose(0.0, -0.5, 0.0, vec(0.0, 1.0, 0.0), PI))};
        cdBodyState a = dropBrick(&one, 1, &floor, pose), b = dropBrick(two, 2, &floor, pose);
        cdVec3 upA = cdRotate(a.pose.q, vec(0.0, 1.0, 0.0)), upB = cdRotate(b.pose.q, vec(0.0, 1.0, 0.0));
        assertNear(a.mass, b.mass, 1e-13);
        assertNearVec3(upB, upA, 0.05);
        assertNear(b.pose.p.y, a.pose.p.y, 1e-3);
        assert_true(i > 0 || upB.y > 0.99); // one that is tilted little stands, the others lie
        assert_true(i < 2 || fabs(upB.y) < 0.01);
    }
    destroyBody(&floor), destroyBody(&whole), destroyBody(&half);
}

// --- Rest

// A table of a top and four legs. Red: forces on one leg or shape only, a weight counted twice.
static void testTable(void **state) {
    (void)state;
    Body floor = makeBody("box:x=6,y=0.5,z=6"), top = makeBody("box:x=1,y=0.05,z=0.6"),
         leg = makeBody("box:x=0.05,y=0.4,z=0.05");
    cdShapeDef shapes[5] = {shapeAt(&top, poseAt(0.0, 0.85, 0.0))};
    for (int32_t i = 0; i < 4; i++)
        shapes[1 + i] = shapeAt(&leg, poseAt(i % 2 ? 0.9 : -0.9, 0.4, i / 2 ? 0.5 : -0.5));
    cdWorld *world = makeWorld(GRAVITY);
    cdWorkspace *workspace = cdCreateWorkspace();
    addFixedMesh(world, &floor, poseAt(0.0, -0.5, 0.0));
    cdBodyId table = addCompound(world, shapes, 5, turnedPose(0.0, 0.3, 0.0, vec(1.0, 0.0, 0.2), 0.05));
    for (int32_t step = 0; step < 400 && !cdGetBodyState(world, table).asleep; step++)
        stepCompounds(world, workspace, 1.0 / 240.0, step);
    cdBodyState rest = cdGetBodyState(world, table);
    assert_true(rest.asleep);
    int32_t count;
    const cdWorldContact *contacts = cdGetWorldContacts(world, &count);
    double force = 0.0, onLeg[5] = {0.0};
    cdVec3 moment = vec(0.0, 0.0, 0.0);
    for (int32_t i = 0; i < count; i++) {
        assert_true(contacts[i].bodyB == table && contacts[i].shapeA == 0);
        assert_true(contacts[i].shapeB >= 1 && contacts[i].shapeB <= 4);
        assertNear(contacts[i].normal.y, -1.0, 1e-9);
        force += contacts[i].force;
        cdVec3 arm = cdSub(contacts[i].point, rest.centroid);
        moment = cdMulAdd(moment, contacts[i].force, vec(arm.x, 0.0, arm.z));
        onLeg[contacts[i].shapeB] += contacts[i].force;
    }
    double weight = rest.mass * GRAVITY;
    assertNear(rest.mass, 8.0 * (0.03 + 4.0 * 0.001), 1e-12);
    // Velocities are solved to CD_SOLVED margins a step.
    assertNear(force, weight, rest.mass * CD_SOLVED * 1.2e-4 * 240.0 * 240.0);
    assertNearVec3(moment, vec(0.0, 0.0, 0.0), 1e-4 * weight);
    for (int32_t i = 1; i <= 4; i++)
        assert_true(onLeg[i] > 0.1 * weight);
    cdBodyRegionsInput input = {.bodyA = 0, .bodyB = table, .shapeB = 2};
    cdContactRegion regions[64];
    cdVec3 points[512];
    input.regions = regions, input.regionCapacity = 64, input.points = points, input.pointCapacity = 512;
    cdContactRegions found = cdFindBodyContactRegions(world, &input, workspace);
    assert_int_equal(found.regionCount, 1);
    cdRegionLoad load;
    assertNear(cdFindRegionLoads(world, &input, &found, &load), 0.0, 1e-12);
    assertNear(load.force, onLeg[2], 1e-12);
    assertNear(load.area, 0.01, 1e-9);
    cdDestroyWorld(world);
    cdDestroyWorkspace(workspace);
    destroyBody(&floor), destroyBody(&top), destroyBody(&leg);
}

// --- Certainty

// A small ball 100 lengths from the centroid turns fast, and must stop at a thin wall at any rate. Red: a
// motion bounded by the radius of a shape instead of the body's, a path of the body's middle only.
static void testFarShape(void **state) {
    (void)state;
    Body hub = makeBody("box:x=2,y=2,z=2"), ball = makeBody("box:x=0.3,y=0.3,z=0.3"),
         wall = makeBody("box:x=3,y=0.02,z=3");
    for (int32_t i = 0; i < 12; i++) {
        cdShapeDef shapes[2] = {shapeAt(&hub, cdIdentityPose()), shapeAt(&ball, poseAt(100.0, 0.0, 0.0))};
        shapes[1].density = 1e-3;
        cdWorld *world = makeWorld(0.0);
        cdWorkspace *workspace = cdCreateWorkspace();
        double angle = 0.15 + 0.2 * i, spin = 40.0 + 7.0 * i;
        // In half of the worlds the wall is where the arc is farthest from the box around its ends.
        double wallAngle = i % 2 ? angle : 0.0;
        addFixedMesh(
            world, &wall,
            turnedPose(100.0 * cos(wallAngle), 100.0 * sin(wallAngle), 0.0, vec(0.0, 0.0, 1.0), wallAngle));
        cdBodyDef def =
            makeCompoundDef(shapes, 2, turnedPose(0.0, 0.0, 0.0, vec(0.0, 0.0, 1.0), wallAngle - angle));
        def.angularVelocity = vec(0.0, 0.0, spin);
        cdBodyId body = cdAddBody(world, &def);
        int32_t impacts = 0;
        for (int32_t step = 0; step < 8; step++) {
            impacts += stepCompounds(world, workspace, FRAME, step).impacts;
            cdVec3 arm = cdRotate(cdGetBodyState(world, body).pose.q, vec(1.0, 0.0, 0.0));
            if (step == 0) assert_true(atan2(arm.y, arm.x) < wallAngle);
        }
        assert_true(impacts > 0);
        cdDestroyWorld(world);
        cdDestroyWorkspace(workspace);
    }
    destroyBody(&hub), destroyBody(&ball), destroyBody(&wall);
}

// A needle flies at the seam of two blocks that touch. Red: shapes that are certified on paths of their own.
static void testSeam(void **state) {
    (void)state;
    Body block = makeBody("box:x=1,y=0.05,z=1"), needle = makeBody("box:x=0.005,y=0.3,z=0.005");
    cdWorkspace *workspace = cdCreateWorkspace();
    Random random = {3};
    for (int32_t i = 0; i < 40; i++) {
        cdWorld *world = makeWorld(0.0);
        cdShapeDef blocks[2] = {shapeAt(&block, poseAt(-1.0, 0.0, 0.0)),
                                shapeAt(&block, poseAt(1.0, 0.0, 0.0))};
        cdBodyDef def = makeCompoundDef(blocks, 2, cdIdentityPose());
        def.kind = CD_BODY_FIXED;
        cdAddBody(world, &def);
        cdShapeDef point = shapeAt(&needle, poseAt(0.0, 0.1, 0.0));
        cdVec3 tilt = cdScale(0.4, nextRandomVec3(&random));
        def = makeCompoundDef(&point, 1, turnedPose(0.0, 0.9, 0.0, cdAdd(tilt, vec(0.0, 0.0, 0.01)), 0.3));
        def.velocity = vec(nextRandomIn(&random, -0.2, 0.2), nextRandomIn(&random, -60.0, -2.0), 0.0);
        def.angularVelocity = cdScale(20.0, nextRandomVec3(&random));
        cdBodyId body = cdAddBody(world, &def);
        for (int32_t step = 0; step < 30; step++)
            stepCompounds(world, workspace, FRAME, step);
        cdBodyState end = cdGetBodyState(world, body);
        if (fabs(end.centroid.x) < 1.5 && fabs(end.centroid.z) < 0.5) assert_true(end.centroid.y > 0.0);
        cdDestroyWorld(world);
    }
    cdDestroyWorkspace(workspace);
    destroyBody(&block), destroyBody(&needle);
}

// --- Events

// Red: events of each pair of shapes, an end while another pair touches, an impact of each pair.
static void testEventsOfBodies(void **state) {
    (void)state;
    Body floor = makeBody("box:x=6,y=0.5,z=6"), foot = makeBody("box:x=0.2,y=0.3,z=0.2");
    cdShapeDef shapes[3] = {shapeAt(&foot, poseAt(-1.0, 0.0, 0.0)), shapeAt(&foot, poseAt(1.0, 0.0, 0.0)),
                            shapeAt(&foot, poseAt(0.0, 0.0, 1.5))};
    cdWorld *world = makeWorld(GRAVITY);
    cdWorkspace *workspace = cdCreateWorkspace();
    addFixedMesh(world, &floor, poseAt(0.0, -0.5, 0.0));
    cdBodyDef def = makeCompoundDef(shapes, 3, turnedPose(0.0, 1.2, 0.0, vec(0.3, 0.0, 1.0), 0.2));
    def.restitution = 0.5;
    cdBodyId body = cdAddBody(world, &def);
    int32_t begins = 0, ends = 0, impacts = 0, touching = 0;
    for (int32_t step = 0; step < 500; step++) {
        if (step == 250) cdSetBodyVelocity(world, body, vec(0.0, 3.0, 0.0), vec(0.0, 0.0, 0.0));
        cdWorldStep result = stepCompounds(world, workspace, FRAME, step);
        int32_t count;
        const cdContactEvent *events = cdGetContactEvents(world, &count);
        for (int32_t i = 0; i < count; i++) {
            bool contact = events[i].kind <= CD_EVENT_END;
            assert_true(contact == (events[i].shapeA >= 0));
            if (contact) assert_true(events[i].shapeA == 0 && events[i].shapeB >= 0 && events[i].shapeB < 3);
            if (events[i].kind == CD_EVENT_BEGIN) assert_int_equal(touching++, 0);
            if (events[i].kind == CD_EVENT_END) assert_int_equal(touching--, 1);
        }
        begins += countEvents(world, CD_EVENT_BEGIN), ends += countEvents(world, CD_EVENT_END);
        impacts += countEvents(world, CD_EVENT_IMPACT);
        assert_int_equal(result.impacts, countEvents(world, CD_EVENT_IMPACT));
    }
    assert_true(begins == ends + 1 && begins >= 2 && impacts >= 3);
    uint32_t feet = 0;
    int32_t count;
    const cdWorldContact *contacts = cdGetWorldContacts(world, &count);
    for (int32_t i = 0; i < count; i++)
        feet |= 1u << contacts[i].shapeB;
    assert_int_equal(feet, 7); // stands on all three
    cdRemoveBody(world, body);
    cdStepWorld(world, FRAME);
    assert_int_equal(countEvents(world, CD_EVENT_END), 1);
    cdDestroyWorld(world);
    cdDestroyWorkspace(workspace);
    destroyBody(&floor), destroyBody(&foot);
}

// Three feet hit the floor at once. Red: an impact of each pair of shapes, with a part of the impulse.
static void testImpactOfBodies(void **state) {
    (void)state;
    Body floor = makeBody("box:x=6,y=0.5,z=6"), foot = makeBody("box:x=0.2,y=0.3,z=0.2");
    cdShapeDef shapes[3] = {shapeAt(&foot, poseAt(-1.0, 0.0, 0.0)), shapeAt(&foot, poseAt(1.0, 0.0, 0.0)),
                            shapeAt(&foot, poseAt(0.0, 0.0, 1.5))};
    cdWorld *world = makeWorld(0.0);
    addFixedMesh(world, &floor, poseAt(0.0, -0.5, 0.0));
    cdBodyDef def = makeCompoundDef(shapes, 3, poseAt(0.0, 0.5, 0.0));
    def.restitution = 0.5;
    def.velocity = vec(0.0, -4.0, 0.0);
    cdBodyId body = cdAddBody(world, &def);
    int32_t impacts = 0;
    for (int32_t step = 0; step < 10; step++) {
        impacts += cdStepWorld(world, FRAME).impacts;
        int32_t count;
        const cdContactEvent *events = cdGetContactEvents(world, &count);
        for (int32_t i = 0; i < count; i++) {
            if (events[i].kind != CD_EVENT_IMPACT) continue;
            assertNear(events[i].speed, 4.0, 1e-6);
            assertNear(events[i].impulse, 1.5 * 4.0 * cdGetBodyState(world, body).mass, 1e-5);
        }
    }
    assert_int_equal(impacts, 1);
    cdDestroyWorld(world);
    destroyBody(&floor), destroyBody(&foot);
}

// A rod of two shapes flies through a sensor of two that touch, at several speeds. Red: an event for each
// pair of shapes, an end at the seam.
static void testSensorOfTwoShapes(void **state) {
    (void)state;
    Body gate = makeBody("box:x=1,y=0.5,z=1"), rod = makeBody("box:x=0.1,y=0.2,z=0.1");
    const double speeds[] = {0.7, 9.0, 200.0, 3000.0};
    for (int32_t i = 0; i < 4; i++) {
        cdWorld *world = makeWorld(0.0);
        cdShapeDef gates[2] = {shapeAt(&gate, poseAt(0.0, 0.5, 0.0)), shapeAt(&gate, poseAt(0.0, -0.5, 0.0))};
        cdBodyDef def = makeCompoundDef(gates, 2, cdIdentityPose());
        def.kind = CD_BODY_FIXED, def.sensor = true;
        cdBodyId sensor = cdAddBody(world, &def);
        cdShapeDef rods[2] = {shapeAt(&rod, poseAt(0.0, 0.2, 0.0)), shapeAt(&rod, poseAt(0.0, -0.2, 0.0))};
        def = makeCompoundDef(rods, 2, poseAt(0.0, 2.0, 0.0));
        def.velocity = vec(0.0, -speeds[i], 0.0);
        cdBodyId body = cdAddBody(world, &def);
        int32_t begins = 0, ends = 0;
        for (int32_t step = 0; step < 400 && ends == 0; step++) {
            cdStepWorld(world, FRAME);
            int32_t count;
            const cdContactEvent *events = cdGetContactEvents(world, &count);
            for (int32_t k = 0; k < count; k++) {
                assert_true(events[k].bodyA == sensor && events[k].bodyB == body);
                bool enters = events[k].kind == CD_EVENT_SENSOR_BEGIN;
                begins += enters, ends += !enters;
                // The lower half enters the upper gate first, the upper half leaves the lower gate last.
                assert_int_equal(events[k].shapeA, enters ? 0 : 1);
                assert_int_equal(events[k].shapeB, enters ? 1 : 0);
                assertNear(events[k].time, (enters ? 0.6 : 3.4) / speeds[i], 1e-6 / speeds[i]);
            }
        }
        for (int32_t step = 0; step < 5; step++)
            cdStepWorld(world, FRAME);
        assert_true(begins == 1 && ends == 1);
        assert_int_equal(countEvents(world, CD_EVENT_SENSOR_BEGIN), 0);
        cdDestroyWorld(world);
    }
    destroyBody(&gate), destroyBody(&rod);
}

// --- Filters

typedef struct Calls {
    int32_t count;
    bool collide;
} Calls;

static bool countCall(void *context, cdBodyId a, cdBodyId b) {
    (void)a;
    (void)b;
    Calls *calls = context;
    calls->count++;
    return calls->collide;
}

// Red: a callback for each pair of shapes, shapes of one body that it lets collide.
static void testCallbackOncePerBodies(void **state) {
    (void)state;
    Body floor = makeBody("box:x=6,y=0.5,z=6"), foot = makeBody("box:x=0.2,y=0.3,z=0.2");
    cdShapeDef shapes[3] = {shapeAt(&foot, poseAt(-0.3, 0.0, 0.0)), shapeAt(&foot, poseAt(0.3, 0.0, 0.0)),
                            shapeAt(&foot, poseAt(0.0, 0.1, 0.0))};
    cdWorld *world = makeWorld(GRAVITY);
    addFixedMesh(world, &floor, poseAt(0.0, -0.5, 0.0));
    cdBodyId body = addCompound(world, shapes, 3, poseAt(0.0, 0.31, 0.0));
    Calls calls = {0, true};
    cdSetPairCallback(world, countCall, &calls);
    for (int32_t step = 0; step < 20; step++)
        cdStepWorld(world, FRAME);
    assert_int_equal(calls.count, 1);
    assertNear(cdGetBodyState(world, body).pose.p.y, 0.3, 2e-3);
    calls.collide = false;
    cdSetBodyFilter(world, body, 1, UINT32_MAX, 0); // judged again
    for (int32_t step = 0; step < 20; step++)
        cdStepWorld(world, FRAME);
    assert_int_equal(calls.count, 2);
    assert_true(cdGetBodyState(world, body).pose.p.y < 0.1); // it falls through
    cdDestroyWorld(world);
    destroyBody(&floor), destroyBody(&foot);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testDefinition),
        cmocka_unit_test(testSlots),
        cmocka_unit_test(testMassOfDumbbell),
        cmocka_unit_test(testMassOfDividedBox),
        cmocka_unit_test(testIdentityKeepsBits),
        cmocka_unit_test(testBrickOfTwoHalves),
        cmocka_unit_test(testTable),
        cmocka_unit_test(testFarShape),
        cmocka_unit_test(testSeam),
        cmocka_unit_test(testEventsOfBodies),
        cmocka_unit_test(testImpactOfBodies),
        cmocka_unit_test(testSensorOfTwoShapes),
        cmocka_unit_test(testCallbackOncePerBodies),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
