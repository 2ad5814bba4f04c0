// Bodies with several shapes in crowds: thrown into a box, pushed by kinematic ones, driven, and found by
// queries, each against all pairs of their shapes.
#include "cases.h"
#include "collision/kinematic.h"
#include "collision/world_queries.h"
#include "compound_fixture.h"

enum { KINDS = 4, THROWN = 100, CROWD = 24, MOVES = 120, RAYS = 600 };

static void makeKinds(Body kinds[KINDS]) {
    kinds[0] = makeBody("box:x=0.3,y=0.2,z=0.25");
    kinds[1] = makeScaledBody("gear:teeth=5", 0.35);
    kinds[2] = makeBody("l-shape:size=0.5,thickness=0.15,depth=0.2");
    kinds[3] = (Body){cdCreateCapsule((cdVec3[2]){{-0.2, 0.0, 0.0}, {0.25, 0.1, 0.0}}, 0.12, NULL)};
}

static void destroyKinds(Body kinds[KINDS]) {
    for (int32_t i = 0; i < KINDS; i++)
        destroyBody(&kinds[i]);
}

static cdPose makeRandomPose(Random *random, double size) {
    return (cdPose){cdScale(size, nextRandomVec3(random)),
                    cdMakeQuat(nextRandomDirection(random), nextRandomIn(random, 0.0, 3.0))};
}

static int32_t makeRandomShapes(Random *random, const Body kinds[KINDS], cdShapeDef shapes[4]) {
    int32_t count = nextRandomInt(random, 1, 4);
    for (int32_t i = 0; i < count; i++)
        shapes[i] = (cdShapeDef){.mesh = kinds[nextRandomInt(random, 0, KINDS - 1)].mesh,
                                 .pose = makeRandomPose(random, 0.35),
                                 .density = nextRandomIn(random, 0.5, 2.0)};
    return count;
}

// --- Thrown

static void addRoom(cdWorld *world, const Body *wall) {
    addFixedMesh(world, wall, poseAt(0.0, -0.5, 0.0));
    for (int32_t i = 0; i < 4; i++) {
        cdPose turned = turnedPose(0.0, 0.0, 0.0, vec(0.0, 1.0, 0.0), 0.5 * PI * i);
        turned = cdMulPose(turned, turnedPose(3.0, 2.0, 0.0, vec(0.0, 0.0, 1.0), 0.5 * PI));
        addFixedMesh(world, wall, turned);
    }
}

// Red: shapes left out of the near pairs, of the certified paths, or of the contact points; a pair that keeps
// the certificate of another one.
static void testThrown(void **state) {
    (void)state;
    Body kinds[KINDS], wall = makeBody("box:x=8,y=0.5,z=8");
    makeKinds(kinds);
    cdWorld *world = makeWorld(GRAVITY);
    cdWorkspace *workspace = cdCreateWorkspace();
    addRoom(world, &wall);
    Random random = {2024};
    int32_t added = 0, blocked = 0;
    for (int32_t step = 0; step < 130; step++) {
        for (int32_t i = 0; i < 2 && added < THROWN; i++, added++) {
            cdShapeDef shapes[4];
            int32_t count = makeRandomShapes(&random, kinds, shapes);
            cdBodyDef def = makeCompoundDef(shapes, count, makeRandomPose(&random, 0.1));
            def.pose.p = cdAdd(def.pose.p, vec(i == 0 ? -1.5 : 1.5, 5.5 + 1.6 * (added / 2 % 3),
                                               added % 4 < 2 ? -1.5 : 1.5));
            def.velocity = vec(nextRandomIn(&random, -9.0, 9.0), -12.0, nextRandomIn(&random, -9.0, 9.0));
            def.angularVelocity = cdScale(15.0, nextRandomVec3(&random));
            def.restitution = 0.2, def.friction = 0.4;
            cdBodyId body = cdAddBody(world, &def);
            assert_true(body >= 0);
            cdBodyId others[TRIAL_BODIES];
            int32_t otherCount = cdGetBodies(world, others, TRIAL_BODIES);
            bool free = true;
            for (int32_t k = 0; k < otherCount && free; k++)
                free = others[k] == body || !doBodiesOverlap(world, others[k], body, workspace);
            if (!free) cdRemoveBody(world, body);
        }
        cdWorldStep result = cdStepWorld(world, FRAME);
        assert_int_equal(result.state, CD_FREE);
        blocked += result.blockedBodies > 0;
        if (step % chooseStride(4) == 0) checkNoShapesOverlap(world, workspace, step);
    }
    cdBodyId bodies[TRIAL_BODIES];
    int32_t count = cdGetBodies(world, bodies, TRIAL_BODIES);
    assert_true(count > 60 && blocked < 6);
    cdDestroyWorld(world);
    cdDestroyWorkspace(workspace);
    destroyBody(&wall);
    destroyKinds(kinds);
}

// --- Linked

// A chain of square frames, four bars each, that is pulled apart at random. Red: bars that are certified on
// different motions, a path that is tested for some bars only: the chain opens, though no bars ever overlap.
static void testChainOfFrames(void **state) {
    (void)state;
    enum { LINKS = 5, PULLS = 15, STEPS = 8 };
    const double farthest = 2.7; // of the centers of two frames that are linked
    Body longBar = makeBody("box:x=1,y=0.1,z=0.1"), bar = makeBody("box:x=0.1,y=0.8,z=0.1");
    cdShapeDef shapes[4] = {shapeAt(&longBar, poseAt(0.0, 0.9, 0.0)),
                            shapeAt(&longBar, poseAt(0.0, -0.9, 0.0)), shapeAt(&bar, poseAt(0.9, 0.0, 0.0)),
                            shapeAt(&bar, poseAt(-0.9, 0.0, 0.0))};
    cdWorld *world = makeWorld(0.0);
    cdWorkspace *workspace = cdCreateWorkspace();
    cdBodyId links[LINKS];
    for (int32_t i = 0; i < LINKS; i++)
        links[i] = addCompound(world, shapes, 4,
                               turnedPose(1.4 * i, 0.0, 0.0, vec(1.0, 0.0, 0.0), i % 2 ? 0.5 * PI : 0.0));
    checkNoShapesOverlap(world, workspace, 0);
    Random random = {91};
    for (int32_t pull = 0; pull < PULLS; pull++) {
        for (int32_t i = 0; i < LINKS; i++)
            cdSetBodyVelocity(world, links[i], cdScale(40.0, nextRandomVec3(&random)),
                              cdScale(30.0, nextRandomVec3(&random)));
        for (int32_t step = 0; step < STEPS; step++) {
            stepCompounds(world, workspace, FRAME, pull * STEPS + step);
            for (int32_t i = 1; i < LINKS; i++) {
                cdVec3 apart = cdSub(cdGetBodyState(world, links[i]).centroid,
                                     cdGetBodyState(world, links[i - 1]).centroid);
                assert_true(cdLength(apart) < farthest);
            }
        }
    }
    cdDestroyWorld(world);
    cdDestroyWorkspace(workspace);
    destroyBody(&longBar), destroyBody(&bar);
}

// --- A crowd that stands still

typedef struct Crowd {
    Body kinds[KINDS];
    cdWorld *world;
    cdWorkspace *workspace;
    cdBodyId bodies[CROWD];
} Crowd;

static Crowd makeCrowd(uint64_t seed, double safetyDistance) {
    Crowd crowd = {.workspace = cdCreateWorkspace()};
    cdWorldDef settings = cdDefaultWorldDef();
    settings.safetyDistance = safetyDistance;
    crowd.world = cdCreateWorld(&settings);
    makeKinds(crowd.kinds);
    Random random = {seed};
    for (int32_t added = 0; added < CROWD;) {
        cdShapeDef shapes[4];
        int32_t count = makeRandomShapes(&random, crowd.kinds, shapes);
        cdBodyDef def = makeCompoundDef(shapes, count, makeRandomPose(&random, 2.6));
        def.kind = CD_BODY_FIXED;
        if (cdLength(def.pose.p) < 1.4) continue;
        cdBodyId body = cdAddBody(crowd.world, &def);
        crowd.bodies[added++] = body;
    }
    return crowd;
}

static void destroyCrowd(Crowd *crowd) {
    cdDestroyWorld(crowd->world);
    cdDestroyWorkspace(crowd->workspace);
    destroyKinds(crowd->kinds);
}

// --- Driven

typedef struct Nearest {
    double time; // of the first contact, 1: free
    cdBodyId body;
    int32_t own, other;
    bool overlaps;
} Nearest;

// Finds the first contact by all pairs of shapes, each alone.
static Nearest findByPairs(const Crowd *crowd, cdBodyId driven, cdPose start, cdPose target,
                           double distance) {
    Nearest nearest = {.time = 2.0, .body = -1};
    for (int32_t own = 0; own < cdGetBodyShapeCount(crowd->world, driven); own++) {
        cdShapeDef shape = cdGetBodyShape(crowd->world, driven, own);
        for (int32_t b = 0; b < CROWD; b++) {
            cdPose pose = cdGetBodyState(crowd->world, crowd->bodies[b]).pose;
            for (int32_t k = 0; k < cdGetBodyShapeCount(crowd->world, crowd->bodies[b]); k++) {
                cdShapeDef other = cdGetBodyShape(crowd->world, crowd->bodies[b], k);
                cdFirstContactInput input = {.meshA = shape.mesh,
                                             .meshB = other.mesh,
                                             .startA = cdMulPose(start, shape.pose),
                                             .targetA = cdMulPose(target, shape.pose),
                                             .startB = cdMulPose(pose, other.pose),
                                             .safetyDistance = distance};
                cdFirstContact contact = cdFindFirstContact(&input, NULL, crowd->workspace, NULL);
                nearest.overlaps = nearest.overlaps || contact.state == CD_OVERLAP;
                if (contact.state != CD_CONTACT || !(contact.t.lo < nearest.time)) continue;
                nearest = (Nearest){contact.t.lo, crowd->bodies[b], own, k, nearest.overlaps};
            }
        }
    }
    return nearest;
}

static void moveThroughCrowd(uint64_t seed, double safetyDistance, int32_t *contacts, int32_t *frees) {
    Crowd crowd = makeCrowd(seed, safetyDistance);
    Random random = {seed + 1};
    cdShapeDef shapes[3] = {shapeAt(&crowd.kinds[0], poseAt(0.5, 0.0, 0.0)),
                            shapeAt(&crowd.kinds[2], turnedPose(-0.4, 0.2, 0.1, vec(1.0, 0.3, 0.0), 1.0)),
                            shapeAt(&crowd.kinds[3], poseAt(0.0, -0.4, 0.3))};
    cdBodyDef def = makeCompoundDef(shapes, 3, cdIdentityPose());
    def.kind = CD_BODY_DRIVEN;
    cdBodyId driven = cdAddBody(crowd.world, &def);
    for (int32_t move = 0; move < MOVES; move++) {
        if (move % 10 == 0)
            cdSetBodyPose(crowd.world, driven, makeRandomPose(&random, move % 20 ? 0.3 : 3.0));
        cdPose start = cdGetBodyState(crowd.world, driven).pose, target = makeRandomPose(&random, 3.0);
        Nearest nearest = findByPairs(&crowd, driven, start, target, safetyDistance);
        cdTouch touches[8];
        cdMoveOptions options = {.touches = touches, .touchCapacity = 8};
        cdBodyMove found = cdMoveBody(crowd.world, driven, target, CD_MOVE_STOP, &options);
        assert_int_equal(found.contact.state, nearest.overlaps    ? CD_OVERLAP
                                              : nearest.body >= 0 ? CD_CONTACT
                                                                  : CD_FREE);
        bool overlaps = false;
        for (int32_t b = 0; b < CROWD; b++)
            overlaps = overlaps || doBodiesOverlap(crowd.world, crowd.bodies[b], driven, crowd.workspace);
        if (found.contact.state == CD_OVERLAP) {
            assert_true(found.reached ? !overlaps : cdIsSamePose(found.pose, start));
            continue;
        }
        assert_true(!overlaps && cdIsSamePose(found.pose, found.contact.resolvedPose));
        if (found.contact.state == CD_FREE) {
            assert_true(found.reached && found.body == -1 && found.ownShape == -1 && found.bodyShape == -1);
            ++*frees;
            continue;
        }
        assert_true(found.body == nearest.body && found.ownShape == nearest.own);
        assert_true(found.bodyShape == nearest.other && !found.reached && found.contact.touchCount > 0);
        assertNear(found.contact.t.lo, nearest.time, 1e-9);
        assert_true(found.contact.resolvedTime <= found.contact.t.lo);
        cdMotion screw = cdMakeMotion(start, target, vec(0.0, 0.0, 0.0));
        cdPose there = cdGetPoseAt(&screw, found.contact.resolvedTime);
        assertNearVec3(found.pose.p, there.p, 1e-9);
        ++*contacts;
    }
    cdPose far = poseAt(0.3, 9.0, 0.0);
    cdBodyMove through = cdMoveBody(crowd.world, driven, far, CD_MOVE_THROUGH, NULL);
    assert_true(through.reached && cdIsSamePose(through.pose, far));
    destroyCrowd(&crowd);
}

// Red: the first shape only, the contact of another shape than the earliest, a resolved pose of a shape
// instead of the body, a resolved pose that another shape does not allow.
static void testDriven(void **state) {
    (void)state;
    int32_t contacts = 0, frees = 0;
    moveThroughCrowd(11, 0.0, &contacts, &frees);
    moveThroughCrowd(12, 0.02, &contacts, &frees);
    assert_true(contacts > 40 && frees > 2);
}

// A body with one shape that has a pose of its own moves as one whose mesh has it built in. Red: a resolved
// pose or a path of the shape taken for the body's.
static void testDrivenSlide(void **state) {
    (void)state;
    Body floor = makeBody("box:x=6,y=0.5,z=6"), box = makeBody("box:x=0.5,y=0.5,z=0.5");
    cdPose own = turnedPose(0.7, -0.3, 0.2, vec(0.2, 1.0, 0.0), 0.4);
    cdShapeDef shape = shapeAt(&box, own);
    cdWorld *world = makeWorld(GRAVITY);
    addFixedMesh(world, &floor, poseAt(0.0, -0.5, 0.0));
    cdBodyDef def = makeCompoundDef(&shape, 1, poseAt(0.0, 2.0, 0.0));
    def.kind = CD_BODY_DRIVEN;
    cdBodyId body = cdAddBody(world, &def);
    cdPose poses[16];
    cdMoveOptions options = {.poses = poses, .poseCapacity = 16};
    cdBodyMove move = cdMoveBody(world, body, poseAt(3.0, -1.0, 0.0), CD_MOVE_SLIDE, &options);
    assert_true(!move.reached && move.poseCount >= 2);
    cdPose placed = cdMulPose(move.pose, own);
    assertNear(placed.p.x, 3.0 + own.p.x, 0.3);
    double least = INFINITY;
    for (int32_t i = 0; i < 8; i++) {
        cdVec3 corner = vec(i & 1 ? 0.5 : -0.5, i & 2 ? 0.5 : -0.5, i & 4 ? 0.5 : -0.5);
        least = fmin(least, cdTransformPoint(placed, corner).y);
    }
    assert_true(least > 0.0 && least < 1e-4);
    assertNearVec3(poses[move.poseCount - 1].p, move.pose.p, 1e-12);
    cdBodyMove stop = cdMoveBody(world, body, poseAt(3.0, 2.0, 0.0), CD_MOVE_STOP, NULL);
    assert_true(stop.reached && cdIsSamePose(stop.pose, poseAt(3.0, 2.0, 0.0)));
    cdDestroyWorld(world);
    destroyBody(&floor), destroyBody(&box);
}

// --- Kinematic

// Red: a kinematic body that pushes with its first shape only, or passes another kinematic or a fixed body.
static void testKinematic(void **state) {
    (void)state;
    Body floor = makeBody("box:x=9,y=0.5,z=9"), box = makeBody("box:x=0.3,y=0.3,z=0.3");
    cdWorld *world = makeWorld(GRAVITY);
    cdWorkspace *workspace = cdCreateWorkspace();
    addFixedMesh(world, &floor, poseAt(0.0, -0.5, 0.0));
    addFixedMesh(world, &box, poseAt(0.0, 0.35, 3.5)); // blocks the sweeper's far shape
    cdShapeDef shapes[3] = {shapeAt(&box, cdIdentityPose()), shapeAt(&box, poseAt(3.0, 0.0, 0.0)),
                            shapeAt(&box, poseAt(3.6, 0.0, 0.0))};
    shapes[0].density = 1e9; // it turns about its centroid
    cdBodyDef def = makeCompoundDef(shapes, 3, poseAt(0.0, 0.32, 0.0));
    def.kind = CD_BODY_KINEMATIC;
    def.angularVelocity = vec(0.0, -1.5, 0.0);
    cdBodyId sweeper = cdAddBody(world, &def);
    cdShapeDef two[2] = {shapeAt(&box, poseAt(-0.3, 0.0, 0.0)), shapeAt(&box, poseAt(0.3, 0.0, 0.0))};
    cdBodyId pushed = addCompound(world, two, 2, poseAt(2.8, 0.31, 1.5));
    int32_t blocked = 0;
    for (int32_t step = 0; step < 150; step++) {
        cdStepWorld(world, FRAME);
        checkNoShapesOverlap(world, workspace, step);
        blocked += cdIsBodyBlocked(world, sweeper);
    }
    cdPose end = cdGetBodyState(world, pushed).pose;
    assert_true(blocked > 0);
    assert_true(cdLength(cdSub(end.p, vec(2.8, 0.31, 1.5))) > 0.3);
    cdDestroyWorld(world);
    // Two that turn into each other with shapes far from their centers.
    world = makeWorld(0.0);
    cdBodyId pair[2];
    for (int32_t i = 0; i < 2; i++) {
        def.pose = turnedPose(i == 0 ? -3.6 : 3.6, 0.0, 0.0, vec(0.0, 1.0, 0.0), i == 0 ? 0.6 : PI - 0.6);
        def.angularVelocity = vec(0.0, i == 0 ? -2.0 : 2.5, 0.0);
        pair[i] = cdAddBody(world, &def);
    }
    blocked = 0;
    for (int32_t step = 0; step < 60; step++) {
        cdStepWorld(world, FRAME);
        checkNoShapesOverlap(world, workspace, step);
        blocked += cdIsBodyBlocked(world, pair[0]) || cdIsBodyBlocked(world, pair[1]);
    }
    assert_true(blocked > 0);
    cdDestroyWorld(world);
    cdDestroyWorkspace(workspace);
    destroyBody(&floor), destroyBody(&box);
}

// --- Queries

static cdRayHit hitShape(const cdWorldRayInput *input, const cdShapeDef *shape, cdPose pose) {
    cdRayInput one = {
        .mesh = shape->mesh, .pose = pose, .origin = input->origin, .direction = input->direction};
    return cdFindRayHit(&one, NULL, NULL, NULL);
}

static bool isRounded(const cdMesh *mesh) {
    return cdGetMeshInfo(mesh).roundingRadius > 0.0;
}

// Red: the first shape only, a shape without its pose, a sphere about a shape that does not enclose it, a
// list with a hit for each shape.
static void testRays(void **state) {
    (void)state;
    Crowd crowd = makeCrowd(31, 0.0);
    Random random = {32};
    int32_t hits = 0, others = 0;
    for (int32_t ray = 0; ray < RAYS; ray++) {
        cdVec3 origin = cdScale(4.0, nextRandomVec3(&random)), to = cdScale(2.5, nextRandomVec3(&random));
        cdWorldRayInput input = {.origin = origin, .direction = cdSub(to, origin)};
        cdWorldRayHit found = cdFindWorldRayHit(crowd.world, &input), list[CROWD];
        double nearest = INFINITY;
        int32_t bodyCount = 0;
        for (int32_t b = 0; b < CROWD; b++) {
            cdPose pose = cdGetBodyState(crowd.world, crowd.bodies[b]).pose;
            double own = INFINITY;
            for (int32_t k = 0; k < cdGetBodyShapeCount(crowd.world, crowd.bodies[b]); k++) {
                cdShapeDef shape = cdGetBodyShape(crowd.world, crowd.bodies[b], k);
                if (isRounded(shape.mesh)) { // decided by the world alone
                    if (found.body == crowd.bodies[b] && found.shape == k)
                        own = fmin(own, found.hit.distance);
                    continue;
                }
                cdRayHit hit = hitShape(&input, &shape, cdMulPose(pose, shape.pose));
                if (hit.state == CD_CONTACT) own = fmin(own, hit.distance);
                if (found.body == crowd.bodies[b] && found.shape == k)
                    assert_true(hit.distance == found.hit.distance && hit.triangle == found.hit.triangle);
            }
            bodyCount += own < INFINITY;
            nearest = fmin(nearest, own);
        }
        assert_true(found.hit.distance == nearest && (found.body >= 0) == (nearest < INFINITY));
        assert_true((found.shape >= 0) == (found.body >= 0));
        hits += found.body >= 0, others += found.shape > 0;
        cdWorldRayHits all = cdFindWorldRayHits(crowd.world, &input, list, CROWD);
        assert_true(all.hitCount >= bodyCount && !all.truncated);
        for (int32_t i = 1; i < all.hitCount; i++)
            assert_true(list[i - 1].hit.distance <= list[i].hit.distance);
        for (int32_t i = 0; i < all.hitCount; i++)
            for (int32_t k = 0; k < i; k++)
                assert_true(list[i].body != list[k].body);
        if (all.hitCount > 0) assert_true(list[0].body == found.body && list[0].shape == found.shape);
        input.anyHit = true;
        assert_true((cdFindWorldRayHit(crowd.world, &input).body >= 0) == (found.body >= 0));
    }
    assert_true(hits > RAYS / 8 && others > RAYS / 40);
    destroyCrowd(&crowd);
}

// Red: as with rays.
static void testClosestPoints(void **state) {
    (void)state;
    Crowd crowd = makeCrowd(41, 0.0);
    Random random = {42};
    int32_t others = 0;
    for (int32_t i = 0; i < RAYS; i++) {
        cdWorldPointInput input = {.point = cdScale(4.0, nextRandomVec3(&random)),
                                   .maxDistance = i % 3 == 0 ? 0.5 : 0.0};
        cdWorldClosestPoint found = cdFindWorldClosestPoint(crowd.world, &input);
        double nearest = INFINITY;
        for (int32_t b = 0; b < CROWD; b++) {
            cdPose pose = cdGetBodyState(crowd.world, crowd.bodies[b]).pose;
            for (int32_t k = 0; k < cdGetBodyShapeCount(crowd.world, crowd.bodies[b]); k++) {
                cdShapeDef shape = cdGetBodyShape(crowd.world, crowd.bodies[b], k);
                cdClosestPointInput one = {.mesh = shape.mesh,
                                           .pose = cdMulPose(pose, shape.pose),
                                           .point = input.point,
                                           .maxDistance = input.maxDistance};
                cdClosestPoint closest = cdFindClosestPoint(&one, NULL, NULL, NULL);
                if (!closest.beyond) nearest = fmin(nearest, closest.distance);
                if (found.body == crowd.bodies[b] && found.shape == k)
                    assert_true(closest.distance == found.closest.distance);
            }
        }
        assert_true(found.closest.distance == nearest && (found.body >= 0) == (nearest < INFINITY));
        others += found.shape > 0;
    }
    assert_true(others > RAYS / 20);
    destroyCrowd(&crowd);
}

// Red: a body listed once for each shape, or not for its second one.
static void testMeshQueries(void **state) {
    (void)state;
    Crowd crowd = makeCrowd(51, 0.0);
    Body probe = makeBody("box:x=0.5,y=0.4,z=0.6");
    Random random = {52};
    int32_t overlaps = 0, contacts = 0;
    for (int32_t i = 0; i < RAYS / 4; i++) {
        cdPose pose = makeRandomPose(&random, 3.0), target = makeRandomPose(&random, 3.0);
        cdBodyId listed[CROWD], expected[CROWD];
        int32_t count = 0, firstShape = -1;
        double earliest = 2.0;
        cdBodyId first = -1;
        int32_t firstTouched = -1;
        bool within = false;
        for (int32_t b = 0; b < CROWD; b++) {
            cdPose own = cdGetBodyState(crowd.world, crowd.bodies[b]).pose;
            bool overlap = false;
            for (int32_t k = 0; k < cdGetBodyShapeCount(crowd.world, crowd.bodies[b]); k++) {
                cdShapeDef shape = cdGetBodyShape(crowd.world, crowd.bodies[b], k);
                cdFirstContactInput step = {.meshA = probe.mesh,
                                            .meshB = shape.mesh,
                                            .startA = pose,
                                            .targetA = target,
                                            .startB = cdMulPose(own, shape.pose)};
                cdFirstContact contact = cdFindFirstContact(&step, NULL, crowd.workspace, NULL);
                cdOverlapInput still = {step.meshA, step.meshB, pose, step.startB, NULL, 0, {0}};
                bool here = cdFindOverlap(&still, NULL, crowd.workspace, NULL).state == CD_OVERLAP;
                if (here && count == 0 && !overlap) firstShape = k;
                overlap = overlap || here;
                if (contact.state != CD_CONTACT || !(contact.t.lo < earliest)) continue;
                earliest = contact.t.lo, first = crowd.bodies[b], firstTouched = k;
            }
            within = within || overlap;
            if (overlap) expected[count++] = crowd.bodies[b];
        }
        cdWorldOverlapInput input = {
            .mesh = probe.mesh, .pose = pose, .bodies = listed, .bodyCapacity = CROWD};
        cdWorldOverlap found = cdFindWorldOverlap(crowd.world, &input, crowd.workspace);
        assert_true(found.bodyCount == count && found.neededBodies == count && !found.truncated);
        for (int32_t k = 0; k < count; k++)
            assert_true(listed[k] == expected[k]);
        assert_true(found.shape == firstShape);
        cdWorldContactInput path = {.mesh = probe.mesh, .start = pose, .target = target};
        cdWorldFirstContact contact = cdFindWorldFirstContact(crowd.world, &path, crowd.workspace);
        overlaps += count > 1;
        if (within) continue;
        assert_true(contact.body == first && contact.shape == firstTouched);
        if (first >= 0) assertNear(contact.contact.t.lo, earliest, 1e-9);
        contacts += first >= 0;
    }
    assert_true(overlaps > 5 && contacts > 10);
    destroyCrowd(&crowd);
    destroyBody(&probe);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testThrown),        cmocka_unit_test(testChainOfFrames),
        cmocka_unit_test(testDriven),        cmocka_unit_test(testDrivenSlide),
        cmocka_unit_test(testKinematic),     cmocka_unit_test(testRays),
        cmocka_unit_test(testClosestPoints), cmocka_unit_test(testMeshQueries),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
