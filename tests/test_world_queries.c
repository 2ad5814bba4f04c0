// Queries of a world against the queries of single meshes, body by body.
//
// The oracle calls the query of each mesh at its body's pose with the input as given, and keeps the best one.
// It knows no spheres around bodies, no bound that shrinks and no list of candidates. Rays against rounded
// meshes, which have no query of their own, are judged by closed forms and by distances. `FC_CASES=50` casts
// a million rays.
#include "body_fixture.h"
#include "cases.h"
#include "collision/distance.h"
#include "collision/world_queries.h"
#include "collision/world_snapshot.h"
#include "continuous/rays/ray_rounded.h"
#include "memory_fixture.h"
#include "random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { MESHES = 8, BODIES = 40 };

typedef struct Crowd {
    cdMesh *meshes[MESHES];
    const cdMesh *meshOf[BODIES];
    cdWorld *world;
    cdWorkspace *workspace;
} Crowd;

static cdMesh *makeRounded(const char *spec, double radius) {
    TriangleSoup soup = {0};
    char message[256];
    if (!MakeShape(spec, &soup, message, sizeof message)) abort();
    cdMeshDef def = MakeSoupMeshDef(&soup);
    def.roundingRadius = radius;
    cdMesh *mesh = cdCreateMesh(&def, NULL);
    if (mesh == NULL) abort();
    DestroyTriangleSoup(&soup);
    return mesh;
}

static const cdVec3 CAPSULE_ENDS[2] = {{-0.5, 0.1, 0.0}, {0.6, 0.0, 0.2}};

static void makeMeshes(cdMesh *meshes[MESHES]) {
    meshes[0] = makeBody("box:x=0.5,y=0.4,z=0.3").mesh;
    meshes[1] = makeBody("torus:segments=12").mesh;
    meshes[2] = makeBody("gear:teeth=7").mesh;
    meshes[3] = makeBody("icosphere:level=2,radius=0.7").mesh;
    meshes[4] = cdCreateSphere((cdVec3){0.1, 0.0, 0.2}, 0.6, NULL);
    meshes[5] = cdCreateCapsule(CAPSULE_ENDS, 0.3, NULL);
    meshes[6] = makeRounded("box:x=0.4,y=0.3,z=0.5", 0.15);
    meshes[7] = makeRounded("torus:segments=10", 0.1);
    for (int i = 0; i < MESHES; i++)
        if (meshes[i] == NULL) abort();
}

static cdPose makeRandomPose(Random *random, double size) {
    return (cdPose){cdScale(size, nextRandomVec3(random)),
                    cdMakeQuat(nextRandomDirection(random), nextRandomIn(random, 0.0, 6.0))};
}

// Bodies at random poses, some of them in each other, some removed.
static Crowd makeCrowd(uint64_t seed, double size) {
    Crowd crowd = {.workspace = cdCreateWorkspace()};
    cdWorldDef def = cdDefaultWorldDef();
    Random random = {seed};
    crowd.world = cdCreateWorld(&def);
    if (crowd.world == NULL || crowd.workspace == NULL) abort();
    makeMeshes(crowd.meshes);
    for (int32_t i = 0; i < BODIES; i++) {
        cdBodyDef body = cdDefaultBodyDef();
        body.kind = i % 3 == 0 ? CD_BODY_FIXED : CD_BODY_DYNAMIC;
        body.mesh = crowd.meshOf[i] = crowd.meshes[nextRandomInt(&random, 0, MESHES - 1)];
        body.pose = makeRandomPose(&random, size);
        if (cdAddBody(crowd.world, &body) != i) abort();
    }
    cdRemoveBody(crowd.world, 0);
    cdRemoveBody(crowd.world, BODIES - 1);
    for (int32_t i = 7; i < BODIES; i += 9) {
        cdSetBodyPose(crowd.world, i, makeRandomPose(&random, size));
        cdRemoveBody(crowd.world, i - 2);
    }
    return crowd;
}

static void destroyCrowd(Crowd *crowd) {
    cdDestroyWorld(crowd->world);
    cdDestroyWorkspace(crowd->workspace);
    for (int i = 0; i < MESHES; i++)
        cdDestroyMesh(crowd->meshes[i]);
}

// --- Filters

typedef struct Chosen {
    int32_t modulus, rest;
    int32_t last; // body of the last call
} Chosen;

static bool acceptChosen(void *context, int32_t body) {
    Chosen *chosen = context;
    assert_true(body > chosen->last); // each once, in order
    chosen->last = body;
    return body % chosen->modulus != chosen->rest;
}

typedef struct Choice {
    int32_t except[2];
    Chosen chosen;
    cdBodyFilter filter;
} Choice;

static void choose(Choice *choice, Random *random) {
    *choice =
        (Choice){.except = {nextRandomInt(random, 0, BODIES - 1), nextRandomInt(random, 0, BODIES - 1)}};
    choice->chosen = (Chosen){.modulus = 3, .rest = nextRandomInt(random, 0, 2), .last = -1};
    int kind = nextRandomInt(random, 0, 3);
    if (kind & 1) {
        choice->filter.except = choice->except;
        choice->filter.exceptCount = 2;
    }
    if (kind & 2) {
        choice->filter.accepts = acceptChosen;
        choice->filter.context = &choice->chosen;
    }
}

static bool isChosen(const Crowd *crowd, const cdBodyFilter *filter, int32_t body) {
    const Chosen *chosen = filter->context;
    if (!cdGetBodyState(crowd->world, body).present) return false;
    if (filter->except && (filter->except[0] == body || filter->except[1] == body)) return false;
    return !filter->accepts || body % chosen->modulus != chosen->rest;
}

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
            nearest = (cdWorldRayHit){i, expected[i]};
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
    if (chosen && count > 0) assert_int_equal(chosen->last, first.body); // nobody was asked after it
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
            int32_t bodies[BODIES], expected[BODIES], count = 0;
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
    int32_t all[BODIES], some[BODIES];
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
    int32_t except[] = {1, 2};
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
        cmocka_unit_test(testRays),
        cmocka_unit_test(testSphereRays),
        cmocka_unit_test(testRoundedRays),
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
