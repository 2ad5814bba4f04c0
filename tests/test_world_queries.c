// The closest point, overlap and first contact among the bodies of a world, body by body; ties, memory,
// invalid input.
//
// The oracle calls the query of each mesh at its body's pose with the input as given, and keeps the best one.
// It knows no spheres around bodies, no bound that shrinks and no list of candidates.
#include "crowd_fixture.h"

#include "collision/world_snapshot.h"
#include "memory_fixture.h"

// --- Closest points

// Red: as for rays; and a point in a body, whose distance is not below 0, counted as nearest.
static void testClosestPoints(void **state) {
    (void)state;
    Random random = {4};
    int found = 0, beyond = 0;
    for (int k = 0; k < 4; k++) {
        double size = k % 2 == 0 ? 3.0 : 12.0;
        Crowd crowd = makeCrowd((uint64_t)k + 20, size);
        for (int i = 0; i < countCases(1500); i++) {
            Choice choice;
            choose(&choice, &random);
            cdWorldPointInput input = {.point = cdScale(1.3 * size, nextRandomVec3(&random)),
                                       .filter = choice.filter,
                                       .withoutSign = i % 2 == 0};
            if (i % 3 == 0) input.maxDistance = nextRandomIn(&random, 0.001, 3.0);
            cdClosestPoint best = {.beyond = true, .distance = INFINITY};
            int32_t body = -1;
            for (int32_t b = 0; b < BODIES; b++) {
                if (!isChosen(&crowd, &input.filter, b)) continue;
                cdClosestPointInput one = {.mesh = crowd.meshOf[b],
                                           .pose = cdGetBodyState(crowd.world, b).pose,
                                           .point = input.point,
                                           .maxDistance = input.maxDistance,
                                           .withoutSign = input.withoutSign};
                cdClosestPoint there = cdFindClosestPoint(&one, NULL, NULL, NULL);
                if (there.beyond || !(there.distance < best.distance)) continue;
                best = there;
                body = b;
            }
            cdWorldClosestPoint is = cdFindWorldClosestPoint(crowd.world, &input);
            assert_int_equal(is.closest.state, CD_FREE);
            assert_int_equal(is.body, body);
            assert_int_equal(is.closest.beyond, best.beyond);
            found += body >= 0;
            beyond += body < 0;
            if (body < 0) continue;
            assert_memory_equal(&is.closest.distance, &best.distance, sizeof best.distance);
            assert_memory_equal(&is.closest.point, &best.point, sizeof best.point);
            assert_memory_equal(&is.closest.normal, &best.normal, sizeof best.normal);
            assert_int_equal(is.closest.triangle, best.triangle);
            assert_int_equal(is.closest.hasSign, best.hasSign);
            assert_int_equal(is.closest.windingNumber, best.windingNumber);
        }
        destroyCrowd(&crowd);
    }
    assert_true(found > 1000 && beyond > 200);
}

// --- Overlap

// Red: a body whose sphere misses the mesh's though they overlap; numbers of candidates instead of bodies.
static void testOverlaps(void **state) {
    (void)state;
    Random random = {5};
    int overlaps = 0, frees = 0;
    for (int k = 0; k < 4; k++) {
        double size = k % 2 == 0 ? 3.0 : 8.0;
        Crowd crowd = makeCrowd((uint64_t)k + 40, size);
        for (int i = 0; i < countCases(400); i++) {
            Choice choice;
            choose(&choice, &random);
            cdBodyId bodies[BODIES], expected[BODIES];
            int32_t count = 0;
            cdWorldOverlapInput input = {.mesh = crowd.meshes[nextRandomInt(&random, 0, MESHES - 1)],
                                         .pose = makeRandomPose(&random, 1.2 * size),
                                         .filter = choice.filter};
            for (int32_t b = 0; b < BODIES; b++) {
                if (!isChosen(&crowd, &input.filter, b)) continue;
                cdOverlapInput one = {.meshA = input.mesh,
                                      .meshB = crowd.meshOf[b],
                                      .poseA = input.pose,
                                      .poseB = cdGetBodyState(crowd.world, b).pose};
                if (cdFindOverlap(&one, NULL, crowd.workspace, NULL).state == CD_OVERLAP)
                    expected[count++] = b;
            }
            cdWorldOverlap is = cdFindWorldOverlap(crowd.world, &input, crowd.workspace);
            assert_int_equal(is.overlap.state, count > 0 ? CD_OVERLAP : CD_FREE);
            assert_int_equal(is.body, count > 0 ? expected[0] : -1);
            assert_int_equal(is.bodyCount, 0);
            choice.chosen.last = -1;
            input.bodies = bodies;
            input.bodyCapacity = i % 2 == 0 || count == 0 ? BODIES : count - 1;
            is = cdFindWorldOverlap(crowd.world, &input, crowd.workspace);
            assert_int_equal(is.body, count > 0 ? expected[0] : -1);
            assert_int_equal(is.neededBodies, count);
            assert_int_equal(is.bodyCount, count < input.bodyCapacity ? count : input.bodyCapacity);
            assert_int_equal(is.truncated, count > input.bodyCapacity);
            if (is.bodyCount > 0)
                assert_memory_equal(bodies, expected, (size_t)is.bodyCount * sizeof *bodies);
            overlaps += count > 0;
            frees += count == 0;
        }
        destroyCrowd(&crowd);
    }
    assert_true(overlaps > 200 && frees > 100);
}

// A budget ends the list; what is listed by then is right. Red: a budget for each body, one that is lost.
static void testBudget(void **state) {
    (void)state;
    Crowd crowd = makeCrowd(60, 2.0);
    cdBodyId all[BODIES], some[BODIES];
    int stopped = 0;
    cdWorldOverlapInput input = {.mesh = crowd.meshes[1], .pose = cdIdentityPose(), .bodies = all};
    input.bodyCapacity = BODIES;
    cdWorldOverlap whole = cdFindWorldOverlap(crowd.world, &input, crowd.workspace);
    assert_true(whole.bodyCount > 3 && !whole.truncated);
    input.bodies = some;
    for (int64_t most = 1; most <= whole.overlap.stats.pairTests + 1; most++) {
        input.budget.maxPairTests = most;
        cdWorldOverlap part = cdFindWorldOverlap(crowd.world, &input, crowd.workspace);
        assert_true(part.overlap.stats.pairTests <= most);
        assert_memory_equal(all, some, (size_t)part.bodyCount * sizeof *all);
        assert_true(part.truncated || part.bodyCount == whole.bodyCount);
        assert_true(!part.truncated || most < whole.overlap.stats.pairTests);
        if (part.truncated) assert_int_equal(part.overlap.reason, CD_REASON_BUDGET);
        stopped += part.truncated;
    }
    assert_true(stopped > 3);
    destroyCrowd(&crowd);
}

// --- First contact

// Red: a body that the swept sphere misses; a contact that is not the first; a start in a body.
static void testFirstContacts(void **state) {
    (void)state;
    Random random = {6};
    int states[4] = {0};
    for (int k = 0; k < 4; k++) {
        double size = k % 2 == 0 ? 4.0 : 10.0;
        Crowd crowd = makeCrowd((uint64_t)k + 60, size);
        for (int i = 0; i < countCases(150); i++) {
            Choice choice;
            choose(&choice, &random);
            cdTouch touches[4];
            cdWorldContactInput input = {.mesh = crowd.meshes[nextRandomInt(&random, 0, MESHES - 1)],
                                         .start = makeRandomPose(&random, 1.2 * size),
                                         .filter = choice.filter,
                                         .safetyDistance = i % 4 == 0 ? 0.05 : 0.0,
                                         .touches = touches,
                                         .touchCapacity = 4};
            input.target = makeRandomPose(&random, 1.2 * size);
            cdFirstContact best = {.state = CD_FREE};
            int32_t body = -1;
            for (int32_t b = 0; b < BODIES; b++) {
                if (!isChosen(&crowd, &input.filter, b)) continue;
                cdFirstContactInput one = {.meshA = input.mesh,
                                           .meshB = crowd.meshOf[b],
                                           .startA = input.start,
                                           .targetA = input.target,
                                           .startB = cdGetBodyState(crowd.world, b).pose,
                                           .safetyDistance = input.safetyDistance};
                cdFirstContact there = cdFindFirstContact(&one, NULL, crowd.workspace, NULL);
                if (there.state == CD_FREE) continue;
                double time = there.state == CD_OVERLAP ? -1.0 : there.t.lo;
                double known = best.state == CD_OVERLAP ? -1.0 : best.t.lo;
                if (body >= 0 && !(time < known)) continue;
                best = there;
                body = b;
            }
            cdWorldFirstContact is = cdFindWorldFirstContact(crowd.world, &input, crowd.workspace);
            assert_int_equal(is.contact.state, best.state);
            assert_int_equal(is.body, body);
            states[best.state]++;
            assert_int_equal(is.contact.obstacle, body < 0 ? -1 : 0);
            if (best.state == CD_FREE) assert_true(cdIsSamePose(is.contact.resolvedPose, input.target));
            if (best.state != CD_CONTACT) continue;
            assert_true(is.contact.t.lo == best.t.lo && is.contact.touchCount > 0);
            assert_true(cdIsSamePose(is.contact.resolvedPoseB, cdGetBodyState(crowd.world, body).pose));
        }
        destroyCrowd(&crowd);
    }
    assert_true(states[CD_FREE] > 20 && states[CD_CONTACT] > 100 && states[CD_OVERLAP] > 50);
}

// A sphere that stops short of another one, nearer than the safety distance at the very end. Red: a body left
// out because the spheres around both do not meet.
static void testReach(void **state) {
    (void)state;
    Crowd crowd = {.workspace = cdCreateWorkspace()};
    cdWorldDef def = cdDefaultWorldDef();
    crowd.world = cdCreateWorld(&def);
    makeMeshes(crowd.meshes);
    cdBodyDef body = cdDefaultBodyDef();
    body.mesh = crowd.meshes[4]; // radius 0.6
    assert_int_equal(cdAddBody(crowd.world, &body), 0);
    for (int i = 0; i < 20; i++) {
        double gap = 0.004 * (i - 5);
        cdWorldContactInput move = {.mesh = crowd.meshes[4], .safetyDistance = 0.03};
        move.start = poseAt(-5.0, 0.0, 0.0);
        move.target = poseAt(-1.2 - gap, 0.0, 0.0);
        cdWorldFirstContact with = cdFindWorldFirstContact(crowd.world, &move, crowd.workspace);
        assert_int_equal(with.body, gap < 0.03 ? 0 : -1);
        move.safetyDistance = 0.0;
        cdWorldFirstContact without = cdFindWorldFirstContact(crowd.world, &move, crowd.workspace);
        if (gap != 0.0) assert_int_equal(without.body, gap < 0.0 ? 0 : -1);
        cdWorldOverlapInput at = {.mesh = crowd.meshes[4], .pose = move.target};
        if (gap != 0.0)
            assert_int_equal(cdFindWorldOverlap(crowd.world, &at, crowd.workspace).body, gap < 0.0 ? 0 : -1);
    }
    destroyCrowd(&crowd);
}

// --- Ties, changes, memory, invalid input

// Two bodies at one pose, and two at equal distances on both sides: the lower number wins. Red: the one that
// is found last.
static void testTies(void **state) {
    (void)state;
    Crowd crowd = {.workspace = cdCreateWorkspace()};
    cdWorldDef def = cdDefaultWorldDef();
    crowd.world = cdCreateWorld(&def);
    makeMeshes(crowd.meshes);
    static const double places[] = {9.0, 3.0, 3.0, -3.0, 3.0};
    for (int32_t i = 0; i < 5; i++) {
        cdBodyDef body = cdDefaultBodyDef();
        body.mesh = crowd.meshes[0];
        body.pose = poseAt(places[i], 0.0, 0.0);
        assert_int_equal(cdAddBody(crowd.world, &body), i);
    }
    cdWorldRayInput ray = {.direction = {1.0, 0.0, 0.0}};
    assert_int_equal(cdFindWorldRayHit(crowd.world, &ray).body, 1);
    cdWorldRayHit hits[5];
    const int32_t order[] = {1, 2, 4, 0};
    assert_int_equal(cdFindWorldRayHits(crowd.world, &ray, hits, 5).hitCount, 4);
    for (int i = 0; i < 4; i++)
        assert_int_equal(hits[i].body, order[i]);
    assert_int_equal(cdFindWorldRayHits(crowd.world, &ray, hits, 2).hitCount, 2);
    assert_true(hits[0].body == 1 && hits[1].body == 2);
    ray.anyHit = true;
    assert_int_equal(cdFindWorldRayHit(crowd.world, &ray).body, 0);
    assert_int_equal(cdFindWorldClosestPoint(crowd.world, &(cdWorldPointInput){0}).body, 1);
    cdWorldContactInput move = {.mesh = crowd.meshes[0], .start = poseAt(0.0, 0.0, 0.0)};
    move.target = poseAt(8.0, 0.0, 0.0);
    assert_int_equal(cdFindWorldFirstContact(crowd.world, &move, crowd.workspace).body, 1);
    cdBodyId except[] = {1, 2};
    move.filter = (cdBodyFilter){.except = except, .exceptCount = 2};
    assert_int_equal(cdFindWorldFirstContact(crowd.world, &move, crowd.workspace).body, 4);
    destroyCrowd(&crowd);
}

static void askAll(const Crowd *crowd) {
    cdWorldRayHit hits[4];
    cdWorldRayInput ray = {.origin = {-9.0, 0.1, 0.2}, .direction = {1.0, 0.0, 0.0}};
    cdWorldOverlapInput overlap = {.mesh = crowd->meshes[1], .pose = cdIdentityPose()};
    cdWorldContactInput move = {
        .mesh = crowd->meshes[2], .start = poseAt(-9.0, 0.0, 0.0), .target = poseAt(9.0, 0.0, 0.0)};
    cdFindWorldRayHit(crowd->world, &ray);
    cdFindWorldRayHits(crowd->world, &ray, hits, 4);
    cdFindWorldClosestPoint(crowd->world, &(cdWorldPointInput){.point = {0.1, 0.2, 0.3}});
    cdFindWorldOverlap(crowd->world, &overlap, crowd->workspace);
    cdFindWorldFirstContact(crowd->world, &move, crowd->workspace);
}

// Queries between steps change no bit of the world, and allocate nothing once the workspace has grown. Red: a
// query that uses the world's own caches, workspace or broad phase.
static void testUnchanged(void **state) {
    (void)state;
    Crowd crowd = makeCrowd(80, 30.0);
    for (int i = 0; i < 5; i++)
        cdStepWorld(crowd.world, 1.0 / 60.0);
    size_t size = cdSaveWorld(crowd.world, NULL, 0);
    void *before = malloc(size), *after = malloc(size);
    assert_true(before != NULL && after != NULL);
    cdSaveWorld(crowd.world, before, size);
    askAll(&crowd);
    LimitedMemory memory = {.allowed = INT64_MAX};
    useLimitedMemory(&memory);
    askAll(&crowd);
    assert_int_equal(memory.taken, 0);
    cdSetHooks(NULL);
    assert_int_equal(cdSaveWorld(crowd.world, after, size), size);
    assert_memory_equal(before, after, size);
    free(before);
    free(after);
    destroyCrowd(&crowd);
}

// Without memory a query of a mesh is undecided. Red: a crash.
static void testNoMemory(void **state) {
    (void)state;
    Crowd crowd = makeCrowd(81, 3.0);
    cdWorkspace *empty = cdCreateWorkspace();
    LimitedMemory memory = {.allowed = 0};
    cdWorldOverlapInput overlap = {.mesh = crowd.meshes[1], .pose = cdIdentityPose()};
    cdWorldContactInput move = {
        .mesh = crowd.meshes[2], .start = poseAt(-9.0, 0.0, 0.0), .target = poseAt(9.0, 0.0, 0.0)};
    useLimitedMemory(&memory);
    cdWorldOverlap none = cdFindWorldOverlap(crowd.world, &overlap, empty);
    assert_true(none.overlap.state == CD_UNDECIDED && none.overlap.reason == CD_REASON_WORKSPACE);
    cdWorldFirstContact neither = cdFindWorldFirstContact(crowd.world, &move, empty);
    assert_true(neither.contact.state == CD_UNDECIDED && neither.contact.reason == CD_REASON_WORKSPACE);
    assert_true(none.body == -1 && neither.body == -1);
    cdSetHooks(NULL);
    cdDestroyWorkspace(empty);
    destroyCrowd(&crowd);
}

// Invalid input is undecided with a reason, in an empty world too. Red: "free" for a NaN.
static void testInvalidInput(void **state) {
    (void)state;
    cdWorldDef def = cdDefaultWorldDef();
    Crowd crowd = makeCrowd(82, 3.0);
    cdWorld *worlds[] = {crowd.world, cdCreateWorld(&def)};
    const cdPose bad = {{0.0, 0.0, 0.0}, {2.0, 0.0, 0.0, 0.0}};
    for (int i = 0; i < 2; i++) {
        cdWorldRayInput ray = {.origin = {0.0, NAN, 0.0}, .direction = {1.0, 0.0, 0.0}};
        assert_int_equal(cdFindWorldRayHit(worlds[i], &ray).hit.reason, CD_REASON_NOT_FINITE);
        assert_int_equal(cdFindWorldRayHits(worlds[i], &ray, NULL, 0).reason, CD_REASON_NOT_FINITE);
        ray = (cdWorldRayInput){.direction = {0.0, 0.0, 0.0}};
        assert_int_equal(cdFindWorldRayHit(worlds[i], &ray).hit.reason, CD_REASON_INPUT);
        ray = (cdWorldRayInput){.direction = {0.0, 1.0, 0.0}, .maxDistance = -1.0};
        assert_int_equal(cdFindWorldRayHit(worlds[i], &ray).hit.state, CD_UNDECIDED);
        ray = (cdWorldRayInput){.origin = {99.0, 0.0, 0.0}, .direction = {0.0, 1e-300, 0.0}};
        assert_int_equal(cdFindWorldRayHit(worlds[i], &ray).hit.state, CD_FREE);
        cdWorldPointInput point = {.point = {INFINITY, 0.0, 0.0}};
        assert_int_equal(cdFindWorldClosestPoint(worlds[i], &point).closest.reason, CD_REASON_NOT_FINITE);
        cdWorldOverlapInput overlap = {.mesh = crowd.meshes[0], .pose = bad};
        assert_int_equal(cdFindWorldOverlap(worlds[i], &overlap, crowd.workspace).overlap.reason,
                         CD_REASON_NOT_UNIT);
        cdWorldContactInput move = {.mesh = crowd.meshes[0], .start = bad, .target = cdIdentityPose()};
        assert_int_equal(cdFindWorldFirstContact(worlds[i], &move, crowd.workspace).contact.reason,
                         CD_REASON_NOT_UNIT);
    }
    cdDestroyWorld(worlds[1]);
    destroyCrowd(&crowd);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testClosestPoints),
        cmocka_unit_test(testOverlaps),
        cmocka_unit_test(testBudget),
        cmocka_unit_test(testFirstContacts),
        cmocka_unit_test(testReach),
        cmocka_unit_test(testTies),
        cmocka_unit_test_setup_teardown(testUnchanged, NULL, restoreMemory),
        cmocka_unit_test_setup_teardown(testNoMemory, NULL, restoreMemory),
        cmocka_unit_test(testInvalidInput),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
