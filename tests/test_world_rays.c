// Rays against a world, body by body, and rays against rounded meshes.
//
// The oracle calls the ray query of each mesh at its body's pose with the input as given, and keeps the best
// hit. It knows no spheres around bodies and no bound that shrinks. Rays against rounded meshes, which have
// no query of their own, are judged by closed forms and by distances. `FC_CASES=50` casts a million rays.
#include "crowd_fixture.h"

#include "collision/closest_point.h"
#include "continuous/rays/ray_rounded.h"

// --- Rays

static cdRayHit hitOne(const Crowd *crowd, const cdWorldRayInput *input, int32_t body) {
    cdRayInput one = {.mesh = crowd->meshOf[body],
                      .pose = cdGetBodyState(crowd->world, body).pose,
                      .origin = input->origin,
                      .direction = input->direction,
                      .maxDistance = input->maxDistance,
                      .cullBackFaces = input->cullBackFaces};
    bool rounded = cdGetMeshInfo(one.mesh).roundingRadius > 0.0;
    return rounded ? cdFindRoundedRayHit(&one) : cdFindRayHit(&one, NULL, NULL, NULL);
}

static void assertSameHit(const cdRayHit *a, const cdRayHit *b) {
    assert_int_equal(a->state, b->state);
    assert_memory_equal(&a->distance, &b->distance, sizeof a->distance);
    assert_memory_equal(&a->fraction, &b->fraction, sizeof a->fraction);
    assert_memory_equal(&a->point, &b->point, sizeof a->point);
    assert_memory_equal(&a->normal, &b->normal, sizeof a->normal);
    assert_int_equal(a->backFace, b->backFace);
    assert_int_equal(a->triangle, b->triangle);
    assert_int_equal(a->feature.kind, b->feature.kind);
    assert_int_equal(a->feature.index, b->feature.index);
    assert_memory_equal(a->barycentric, b->barycentric, sizeof a->barycentric);
}

static void checkRay(const Crowd *crowd, cdWorldRayInput input, int64_t *hitCount) {
    cdWorldRayHit hits[BODIES], nearest = {.body = -1}, first = {.body = -1};
    int32_t count = 0;
    Chosen *chosen = input.filter.context;
    cdRayHit expected[BODIES];
    for (int32_t i = 0; i < BODIES; i++) {
        expected[i] = (cdRayHit){.state = CD_FREE};
        if (isChosen(crowd, &input.filter, i)) expected[i] = hitOne(crowd, &input, i);
        if (expected[i].state != CD_CONTACT) continue;
        if (count++ == 0) first.body = i;
        if (nearest.body < 0 || expected[i].distance < nearest.hit.distance)
            nearest = (cdWorldRayHit){.body = i, .hit = expected[i]};
    }
    *hitCount += count > 0;
    cdWorldRayHit found = cdFindWorldRayHit(crowd->world, &input);
    assert_int_equal(found.body, nearest.body);
    assert_int_equal(found.hit.state, count > 0 ? CD_CONTACT : CD_FREE);
    if (count > 0) assertSameHit(&found.hit, &nearest.hit);

    if (chosen) chosen->last = -1;
    int32_t room = count % 3 == 2 ? count - 1 : BODIES;
    cdWorldRayHits all = cdFindWorldRayHits(crowd->world, &input, hits, room);
    assert_int_equal(all.state, count > 0 ? CD_CONTACT : CD_FREE);
    assert_int_equal(all.neededHits, count);
    assert_int_equal(all.hitCount, count < room ? count : room);
    assert_int_equal(all.truncated, count > room);
    for (int32_t i = 0; i < all.hitCount; i++) {
        assertSameHit(&hits[i].hit, &expected[hits[i].body]);
        double before = i > 0 ? hits[i - 1].hit.distance : 0.0;
        assert_true(before < hits[i].hit.distance ||
                    (before == hits[i].hit.distance && (i == 0 || hits[i - 1].body < hits[i].body)));
    }
    // The nearest ones are written if there is too little room.
    for (int32_t i = 0; i < BODIES && all.truncated && room > 0; i++) {
        bool isWritten = false;
        for (int32_t k = 0; k < room; k++)
            isWritten = isWritten || hits[k].body == i;
        if (expected[i].state == CD_CONTACT && !isWritten)
            assert_true(expected[i].distance >= hits[room - 1].hit.distance);
    }

    if (chosen) chosen->last = -1;
    input.anyHit = true;
    found = cdFindWorldRayHit(crowd->world, &input);
    assert_int_equal(found.body, first.body);
    if (chosen && count > 0) assert_int_equal(chosen->last, first.body); // no call after it
    assert_int_equal(found.hit.state, count > 0 ? CD_CONTACT : CD_FREE);
}

static cdWorldRayInput makeRandomRay(Random *random, double size) {
    cdWorldRayInput input = {.origin = cdScale(1.5 * size, nextRandomVec3(random))};
    cdVec3 to = cdScale(size, nextRandomVec3(random));
    input.direction = cdScale(pow(10.0, nextRandomIn(random, -3.0, 3.0)), cdSub(to, input.origin));
    if (nextRandomInt(random, 0, 2) == 0) input.maxDistance = size * nextRandomIn(random, 0.01, 2.0);
    input.cullBackFaces = nextRandomInt(random, 0, 3) == 0;
    if (nextRandomInt(random, 0, 9) == 0) // far away
        input.origin = cdMulAdd(input.origin, -1e4 * size, cdNormalize(input.direction));
    return input;
}

// Random rays from inside and outside a crowd, dense and sparse, with and without limits and filters. Red: a
// sphere around a body that is too small, forgets the rounding or the turn of the mesh; a bound that drops an
// equal or nearer hit; a body that was removed, or moved since the last step; a wrong order of the list.
static void testRays(void **state) {
    (void)state;
    Random random = {1};
    int64_t hits = 0;
    int count = countCases(20000) / 10;
    for (int k = 0; k < 10; k++) {
        double size = k % 2 == 0 ? 3.0 : 12.0;
        Crowd crowd = makeCrowd((uint64_t)k + 1, size);
        for (int i = 0; i < count; i++) {
            Choice choice;
            choose(&choice, &random);
            cdWorldRayInput input = makeRandomRay(&random, size);
            input.filter = choice.filter;
            checkRay(&crowd, input, &hits);
        }
        destroyCrowd(&crowd);
    }
    assert_true(hits > count);
}

// --- Rays against rounded meshes

// Returns the distance of a ray's entry into a sphere; below 0: it misses.
static double enterBall(cdVec3 origin, cdVec3 unit, cdVec3 center, double radius) {
    cdVec3 to = cdSub(center, origin);
    double along = cdDot(to, unit), room = radius * radius - cdLengthSq(cdMulAdd(to, -along, unit));
    if (cdLength(to) <= radius) return 0.0;
    return room < 0.0 ? -1.0 : along - sqrt(room);
}

// Spheres by the closed form. Red: a hit behind the origin, from inside or at a wrong distance.
static void testSphereRays(void **state) {
    (void)state;
    Random random = {2};
    int hits = 0, misses = 0, inside = 0;
    for (int i = 0; i < countCases(20000); i++) {
        double radius = pow(10.0, nextRandomIn(&random, -3.0, 2.0));
        cdVec3 middle = nextRandomVec3(&random);
        cdMesh *mesh = cdCreateSphere(middle, radius, NULL);
        cdRayInput input = {.mesh = mesh, .pose = makeRandomPose(&random, 3.0)};
        cdVec3 center = cdTransformPoint(input.pose, middle);
        input.origin = cdMulAdd(center, radius * nextRandomIn(&random, 0.5, 5.0), nextRandomVec3(&random));
        cdVec3 aim = cdMulAdd(center, 1.3 * radius, nextRandomVec3(&random));
        input.direction = cdScale(nextRandomIn(&random, 0.1, 9.0), cdSub(aim, input.origin));
        double length = cdLength(input.direction);
        double enter = enterBall(input.origin, cdScale(1.0 / length, input.direction), center, radius);
        cdRayHit hit = cdFindRoundedRayHit(&input);
        cdVec3 unit = cdScale(1.0 / length, input.direction), to = cdSub(center, input.origin);
        double beside = cdLength(cdMulAdd(to, -cdDot(to, unit), unit)) - radius;
        if (fabs(beside) < 1e-9 * radius || fabs(cdLength(to) - radius) < 1e-9 * radius) {
            cdDestroyMesh(mesh);
            continue;
        }
        bool meets = enter >= 0.0;
        assert_int_equal(hit.state, meets ? CD_CONTACT : CD_FREE);
        hits += enter > 0.0;
        misses += !meets;
        inside += enter == 0.0;
        if (meets) {
            assert_true(fabs(hit.distance - enter) <= 1e-8 * (radius + enter));
            assert_true(fabs(hit.fraction * length - hit.distance) <= 1e-12 * hit.distance);
            assert_true(cdDot(hit.normal, input.direction) <= 0.0 &&
                        fabs(cdLength(hit.normal) - 1.0) < 1e-12);
            assert_int_equal(hit.feature.kind, CD_FEATURE_VERTEX);
        }
        if (enter > 0.0) {
            cdVec3 normal = cdScale(1.0 / radius, cdSub(hit.point, center));
            assert_true(cdLength(cdSub(normal, hit.normal)) < 1e-7);
            input.maxDistance = 0.999 * enter;
            assert_int_equal(cdFindRoundedRayHit(&input).state, CD_FREE);
            input.maxDistance = 1.001 * enter;
            assert_int_equal(cdFindRoundedRayHit(&input).state, CD_CONTACT);
        }
        cdDestroyMesh(mesh);
    }
    assert_true(hits > 1000 && misses > 1000 && inside > 1000);
}

// Returns the distance of a point of the ray from the shape.
static double getDistanceAt(const cdRayInput *input, double distance) {
    cdVec3 unit = cdNormalize(input->direction);
    cdClosestPointInput at = {.mesh = input->mesh,
                              .pose = input->pose,
                              .point = cdMulAdd(input->origin, distance, unit),
                              .withoutSign = true};
    return cdFindClosestPoint(&at, NULL, NULL, NULL).distance;
}

// Other rounded meshes by distances: along the ray the shape is nowhere nearer than the hit; the hit is on
// its surface, and its normal leads away from the triangles. Red: an edge, a corner or a face that is left
// out, a node of the tree that is skipped without the rounding, a normal of another point.
static void testRoundedRays(void **state) {
    (void)state;
    enum { SAMPLES = 40 };
    Random random = {3};
    cdMesh *meshes[MESHES];
    int hits = 0, misses = 0, kinds[4] = {0};
    makeMeshes(meshes);
    for (int i = 0; i < countCases(4000); i++) {
        cdRayInput input = {.mesh = meshes[5 + i % 3], .pose = makeRandomPose(&random, 2.0)};
        input.origin = cdMulAdd(input.pose.p, 3.0, nextRandomVec3(&random));
        cdVec3 aim = cdMulAdd(input.pose.p, 1.2, nextRandomVec3(&random));
        input.direction = cdSub(aim, input.origin);
        cdRayHit hit = cdFindRoundedRayHit(&input);
        double far = hit.state == CD_CONTACT ? hit.distance : 8.0;
        for (int k = 0; k < SAMPLES; k++)
            assert_true(hit.distance == 0.0 ||
                        getDistanceAt(&input, far * (double)k / SAMPLES) > (k == 0 ? 0.0 : 1e-12));
        hits += hit.state == CD_CONTACT && hit.distance > 0.0;
        misses += hit.state == CD_FREE;
        if (hit.state != CD_CONTACT) continue;
        assert_true(getDistanceAt(&input, hit.distance) < 1e-9);
        assert_true(cdDot(hit.normal, input.direction) <= 1e-9);
        if (hit.distance == 0.0) continue;
        double rounding = cdGetMeshInfo(input.mesh).roundingRadius;
        cdClosestPointInput on = {.mesh = input.mesh, .pose = input.pose, .withoutSign = true};
        on.point = cdMulAdd(hit.point, 0.5 * rounding, hit.normal);
        if (i % 3 == 0) // a capsule: nothing else is nearer
            assert_true(fabs(cdFindClosestPoint(&on, NULL, NULL, NULL).distance - 0.5 * rounding) < 1e-8);
        kinds[hit.feature.kind]++;
        assert_true(fabs(hit.barycentric[0] + hit.barycentric[1] + hit.barycentric[2] - 1.0) < 1e-12);
        const cdMeshInfo info = cdGetMeshInfo(input.mesh);
        cdVec3 p = info.center;
        for (int k = 0; k < 3; k++)
            p = cdMulAdd(p, hit.barycentric[k], info.vertices[info.triangles[3 * hit.triangle + k]]);
        cdVec3 under = cdMulAdd(hit.point, -rounding, hit.normal);
        assert_true(cdLength(cdSub(cdTransformPoint(input.pose, p), under)) < 1e-7);
    }
    assert_true(hits > 1000 && misses > 300);
    assert_true(kinds[CD_FEATURE_VERTEX] > 50 && kinds[CD_FEATURE_EDGE] > 50 && kinds[CD_FEATURE_FACE] > 50);
    for (int i = 0; i < MESHES; i++)
        cdDestroyMesh(meshes[i]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testRays),
        cmocka_unit_test(testSphereRays),
        cmocka_unit_test(testRoundedRays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
