// Pairs of features that may touch, by the index of one solid: against the distances of all pairs of
// features.
#include "body_fixture.h"
#include "contact/pairs/near_box.h"
#include "memory_fixture.h"
#include "mesh/shapes/closest.h"
#include "random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

// --- Two solids, and the pairs found

typedef struct Found {
    cdRegionsInput input;
    cdContactRegions out;
    cdWorkspace *workspace;
    cdRegionWork work;
    bool complete;
} Found;

// With initial room for `capacity` pairs. Frees the memory of earlier calls of the pair.
static void findAgain(Found *f, const cdRegionsInput *input, double tolerance, int32_t capacity) {
    const cdFeatures *a = input->meshA->features, *b = input->meshB->features;
    cdVec3 centerA = cdTransformPoint(input->poseA, a->info.center),
           centerB = cdTransformPoint(input->poseB, b->info.center);
    f->input = *input;
    f->out = (cdContactRegions){.state = CD_UNDECIDED};
    f->work = (cdRegionWork){.input = &f->input,
                             .a = a,
                             .b = b,
                             .solidA = input->meshA->solid,
                             .solidB = input->meshB->solid,
                             .tolerance = tolerance,
                             .out = &f->out,
                             .workspace = f->workspace,
                             .memory = cdOpenArena(&f->workspace->arena)};
    f->work.borderTolerance = cdMax(a->info.tolerance, b->info.tolerance);
    f->work.toWork.q = cdMulQuat(cdConjugate(input->poseB.q), input->poseA.q);
    f->work.toWork.p = cdRotate(cdConjugate(input->poseB.q), cdSub(centerA, centerB));
    cdMemory before = f->work.memory;
    f->complete = cdMakeRoomForPairs(&f->work, capacity) && cdFindIndexedPairs(&f->work);
    assert_true(f->work.memory.next == before.next && f->work.memory.left == before.left);
}

static Found *findPairs(const Body *a, cdPose poseA, const Body *b, cdPose poseB, double tolerance,
                        const cdVelocity *velocity) {
    Found *f = calloc(1, sizeof *f);
    f->workspace = cdCreateWorkspace();
    cdRegionsInput input = {.meshA = a->mesh,
                            .meshB = b->mesh,
                            .poseA = poseA,
                            .poseB = poseB,
                            .velocityA = velocity,
                            .culls = velocity != NULL};
    findAgain(f, &input, tolerance, 64);
    assert_true(f->complete);
    return f;
}

static Found *findAllPairs(const Body *a, cdPose poseA, const Body *b, cdPose poseB, double tolerance) {
    return findPairs(a, poseA, b, poseB, tolerance, NULL);
}

static void freeFound(Found *f) {
    cdDestroyWorkspace(f->workspace);
    free(f);
}

static bool hasPair(const Found *f, cdEntity a, cdEntity b) {
    for (int32_t i = 0; i < f->work.pairCount; i++)
        if (f->work.pairs[i].a == a && f->work.pairs[i].b == b) return true;
    return false;
}

// --- The oracle: the distance of two closed features

typedef struct Piece {
    cdVec3 points[3]; // the last repeated for a segment or a point
    int32_t count;
} Piece;

static double getSegmentTriangle(cdVec3 p, cdVec3 q, const cdVec3 *t) {
    cdVec3 normal = cdCross(cdSub(t[1], t[0]), cdSub(t[2], t[0]));
    double atP = cdDot(normal, cdSub(p, t[0])), atQ = cdDot(normal, cdSub(q, t[0]));
    double least = cdMin(cdFindClosestPointTriangle(p, t[0], t[1], t[2]).distanceSq,
                         cdFindClosestPointTriangle(q, t[0], t[1], t[2]).distanceSq);
    if (atP * atQ < 0.0) { // where it crosses the plane
        cdVec3 x = cdLerp(p, q, atP / (atP - atQ));
        least = cdMin(least, cdFindClosestPointTriangle(x, t[0], t[1], t[2]).distanceSq);
    }
    for (int k = 0; k < 3; k++)
        least = cdMin(least, cdFindClosestSegments(p, q, t[k], t[(k + 1) % 3]).distanceSq);
    return least;
}

static double getPieceDistanceSq(const Piece *a, const Piece *b) {
    const Piece *x = a->count < b->count ? a : b, *y = a->count < b->count ? b : a;
    if (y->count < 3)
        return cdFindClosestSegments(x->points[0], x->points[1], y->points[0], y->points[1]).distanceSq;
    double least = INFINITY;
    for (int k = 0; k < (x->count < 3 ? 1 : 3); k++)
        least = cdMin(least, getSegmentTriangle(x->points[k], x->points[(k + 1) % 3], y->points));
    for (int k = 0; k < 3 && x->count == 3; k++)
        least = cdMin(least, getSegmentTriangle(y->points[k], y->points[(k + 1) % 3], x->points));
    return least;
}

// A feature as pieces in the world. Returns their number.
static int32_t listPieces(const Body *body, cdPose pose, cdEntity entity, Piece *pieces) {
    const cdBrep *brep = &body->mesh->features->brep;
    cdLocation location = cdGetEntityLocation(body->mesh->features, entity);
    int32_t count = location.kind == CD_ON_FACE ? brep->faces[location.index].triangleCount : 1;
    for (int32_t i = 0; i < count; i++) {
        Piece *piece = &pieces[i];
        piece->count = location.kind == CD_ON_VERTEX ? 1 : location.kind == CD_ON_EDGE ? 2 : 3;
        for (int32_t k = 0; k < 3; k++) {
            cdVec3 x;
            if (location.kind == CD_ON_VERTEX)
                x = brep->points[location.index];
            else if (location.kind == CD_ON_EDGE)
                x = brep->points[brep->halfEdges[2 * location.index + (k > 0)].start];
            else
                x = brep->meshPoints
                        [brep->triangles
                             [3 * brep->faceTriangles[brep->faces[location.index].firstTriangle + i] + k]];
            piece->points[k] = cdTransformPoint(pose, cdAdd(x, body->mesh->features->info.center));
        }
    }
    return count;
}

static cdBox3 boundPieces(const Piece *pieces, int32_t count) {
    cdBox3 box = {pieces[0].points[0], pieces[0].points[0]};
    for (int32_t i = 0; i < 3 * count; i++) {
        cdVec3 p = pieces[i / 3].points[i % 3];
        box.lower = cdMakeVec3(cdMin(box.lower.x, p.x), cdMin(box.lower.y, p.y), cdMin(box.lower.z, p.z));
        box.upper = cdMakeVec3(cdMax(box.upper.x, p.x), cdMax(box.upper.y, p.y), cdMax(box.upper.z, p.z));
    }
    return box;
}

static bool isBeyond(const cdBox3 *a, const cdBox3 *b, double distance) {
    return a->lower.x > b->upper.x + distance || a->lower.y > b->upper.y + distance ||
           a->lower.z > b->upper.z + distance || b->lower.x > a->upper.x + distance ||
           b->lower.y > a->upper.y + distance || b->lower.z > a->upper.z + distance;
}

enum { PIECE_MAX = 4096, ENTITY_MAX = 60000 };

static bool areWithin(const Piece *a, int32_t countA, const Piece *b, int32_t countB, double distance) {
    for (int32_t i = 0; i < countA; i++)
        for (int32_t k = 0; k < countB; k++)
            if (getPieceDistanceSq(&a[i], &b[k]) <= distance * distance) return true;
    return false;
}

// Every two features within the tolerance are among the pairs. Returns their number.
static int32_t checkComplete(const Found *f, const Body *a, const Body *b) {
    static Piece piecesA[PIECE_MAX], piecesB[PIECE_MAX];
    static cdBox3 boxesA[ENTITY_MAX];
    const double tolerance = f->work.tolerance;
    const cdPose poseA = f->input.poseA, poseB = f->input.poseB;
    int32_t near = 0;
    for (cdEntity i = 0; i < cdCountEntities(a->mesh->features); i++)
        boxesA[i] = boundPieces(piecesA, listPieces(a, poseA, i, piecesA));
    for (cdEntity k = 0; k < cdCountEntities(b->mesh->features); k++) {
        int32_t countB = listPieces(b, poseB, k, piecesB);
        cdBox3 boxB = boundPieces(piecesB, countB);
        for (cdEntity i = 0; i < cdCountEntities(a->mesh->features); i++) {
            if (isBeyond(&boxesA[i], &boxB, tolerance)) continue;
            int32_t countA = listPieces(a, poseA, i, piecesA);
            if (!areWithin(piecesA, countA, piecesB, countB, tolerance)) continue;
            near++;
            if (!hasPair(f, i, k)) fail_msg("%d and %d are near and not found", i, k);
        }
    }
    return near;
}

static void checkPairs(const Found *f, const Body *a, const Body *b) {
    for (int32_t i = 0; i < f->work.pairCount; i++) {
        cdEntityPair p = f->work.pairs[i];
        assert_true(p.a >= 0 && p.a < cdCountEntities(a->mesh->features));
        assert_true(p.b >= 0 && p.b < cdCountEntities(b->mesh->features));
        for (int32_t k = 0; k < i; k++)
            assert_false(f->work.pairs[k].a == p.a && f->work.pairs[k].b == p.b);
    }
}

// --- Poses

static cdPose makeRandomPose(Random *random, double reach) {
    cdVec3 axis = nextRandomDirection(random);
    double angle = nextRandomIn(random, 0.0, 3.0);
    cdVec3 at = cdScale(reach, nextRandomVec3(random));
    return turnedPose(at.x, at.y, at.z, axis, angle);
}

// A pose at which A has come to rest on B, after a step from afar towards its middle; after another one if
// that leads through a hole.
static cdPose findTouchingPose(const Body *a, const Body *b, Random *random) {
    double reach = 2.0 * (cdGetMeshInfo(a->mesh).radius + cdGetMeshInfo(b->mesh).radius);
    for (;;) {
        cdPose start = makeRandomPose(random, 0.0), target = start;
        start.p = cdScale(reach, nextRandomDirection(random));
        cdFirstContactInput step = makeStep(a->mesh, start, target, b->mesh, poseAt(0, 0, 0));
        cdFirstContact contact = findContact(&step);
        if (contact.state == CD_CONTACT) return contact.resolvedPose;
    }
}

static const char *const SPECS[] = {
    "box", "l-shape", "gear:teeth=6", "icosphere:level=1", "ring:segments=8", "plate", "torus:segments=10"};

enum { SPEC_COUNT = sizeof SPECS / sizeof *SPECS };

// --- Tests

// All pairs of seven shapes at random poses near each other, disjoint or crossing, with tolerances from a
// thousandth to a fifth of their size; and exchanged. Red: a part cut too short or sent to one side only, a
// feature not sent, reversed pairs.
static void testRandomPoses(void **state) {
    (void)state;
    Random random = {3};
    int64_t near = 0, found = 0;
    for (int i = 0; i < SPEC_COUNT; i++)
        for (int k = 0; k < SPEC_COUNT; k++) {
            Body a = makeBody(SPECS[i]), b = makeBody(SPECS[k]);
            for (int round = 0; round < 6; round++) {
                cdPose poseA = makeRandomPose(&random, 1.2), poseB = makeRandomPose(&random, 0.5);
                double tolerance = pow(10.0, nextRandomIn(&random, -3.0, -0.7));
                Found *f = findAllPairs(&a, poseA, &b, poseB, tolerance);
                checkPairs(f, &a, &b);
                near += checkComplete(f, &a, &b);
                found += f->work.pairCount;
                freeFound(f);
            }
            destroyBody(&a), destroyBody(&b);
        }
    print_message("%lld pairs for %lld near ones\n", (long long)found, (long long)near);
    assert_true(near > 10000 && found < 2 * near);
}

// The same shapes come to rest on one another, with the tolerance of contact regions.
static void testRest(void **state) {
    (void)state;
    Random random = {7};
    int64_t near = 0, found = 0;
    for (int i = 0; i < SPEC_COUNT; i++)
        for (int k = 0; k < SPEC_COUNT; k++) {
            Body a = makeBody(SPECS[i]), b = makeBody(SPECS[k]);
            for (int round = 0; round < 2; round++) {
                cdPose poseA = findTouchingPose(&a, &b, &random);
                double tolerance = 8e-6 * cdMax(a.mesh->radius, b.mesh->radius);
                Found *f = findAllPairs(&a, poseA, &b, poseAt(0, 0, 0), tolerance);
                int32_t count = checkComplete(f, &a, &b);
                assert_true(count > 0);
                near += count;
                found += f->work.pairCount;
                freeFound(f);
            }
            destroyBody(&a), destroyBody(&b);
        }
    print_message("%lld pairs for %lld near ones\n", (long long)found, (long long)near);
    assert_true(near > 500 && found <= near + near / 10);
}

// A ball of 1,280 faces, whose index has a grid of 64 cells in each direction, and small shapes within a few
// cells of its surface. Red: a path that begins in a cell that does not contain all near features.
static void testGrid(void **state) {
    (void)state;
    Random random = {23};
    Body ball = makeBody("icosphere:level=3");
    assert_int_equal(ball.mesh->solid->grid.side, 64);
    for (int i = 0; i < SPEC_COUNT; i++) {
        Body small = makeScaledBody(SPECS[i], 0.02);
        for (int round = 0; round < 10; round++) {
            cdPose pose = makeRandomPose(&random, 0.0);
            pose.p = cdScale(nextRandomIn(&random, 0.96, 1.04), nextRandomDirection(&random));
            Found *f = findAllPairs(&small, pose, &ball, poseAt(0, 0, 0),
                                    pow(10.0, nextRandomIn(&random, -3.0, -1.5)));
            checkComplete(f, &small, &ball);
            freeFound(f);
        }
        destroyBody(&small);
    }
    destroyBody(&ball);
}

// A box flush on another, corners on corners: all of one's bottom against all of the other's top. At every
// scale, far from the origin, swapped and rotated the number of pairs is the same. Red: an absolute
// tolerance, or coplanar features that lose each other.
static void testFlushBoxes(void **state) {
    (void)state;
    const double scales[3] = {1.0, 1e-4, 1e4};
    for (int i = 0; i < 12; i++) {
        double s = scales[i % 3], gap = 4e-6 * s;
        Body a = makeScaledBody("box", s), b = makeScaledBody("box", s);
        cdPose all =
            i < 6 ? poseAt(0, 0, 0) : turnedPose(1e3 * s, -2e3 * s, 5e2 * s, cdMakeVec3(1, 2, 3), 0.7);
        cdPose poseA = cdMulPose(all, poseAt(0.0, 2.0 * s + gap, 0.0));
        bool swapped = i / 3 % 2 == 1;
        Found *f = swapped ? findAllPairs(&b, all, &a, poseA, 2.0 * gap)
                           : findAllPairs(&a, poseA, &b, all, 2.0 * gap);
        // Each of 9 features at the bottom is near itself on the other; a vertex near 2 edges and a face
        // more, an edge near 2 vertices, 2 edges and a face more, the face near all: 4 * 4 + 4 * 6 + 9; and 4
        // sides, each near the side, 2 sides, 2 vertices, 3 edges and the face below, and as much above.
        int32_t count = checkComplete(f, swapped ? &b : &a, swapped ? &a : &b);
        assert_true(count >= 4 * 4 + 4 * 6 + 9);
        assert_true(f->work.pairCount <= 2 * count);
        checkPairs(f, swapped ? &b : &a, swapped ? &a : &b);
        freeFound(f);
        destroyBody(&a), destroyBody(&b);
    }
}

// Balls of 320 to 20,480 triangles that rest on a plate with a vertex or a face, or touch a needle box: the
// pairs stay as few for any number of faces. Red: parts that descend where nothing is near.
static void testPairsDoNotGrow(void **state) {
    (void)state;
    Body plate = makeBody("plate");
    Random random = {11};
    for (int level = 2; level <= 5; level++) {
        char spec[40];
        snprintf(spec, sizeof spec, "icosphere:level=%d", level);
        Body ball = makeBody(spec);
        for (int round = 0; round < 4; round++) {
            cdPose pose = findTouchingPose(&ball, &plate, &random);
            double tolerance = 8e-6 * plate.mesh->radius;
            Found *f = findAllPairs(&ball, pose, &plate, poseAt(0, 0, 0), tolerance);
            assert_true(f->work.pairCount >= 1 && f->work.pairCount <= 64);
            if (level < 5) checkComplete(f, &ball, &plate);
            freeFound(f);
        }
        destroyBody(&ball);
    }
    destroyBody(&plate);
}

// A box on a plate that falls: the box's top and the plate's bottom are culled with their own features, and
// no pair has any of them; the bottom still meets the plate's top. When it slides nothing in contact is
// culled.
static void testCulling(void **state) {
    (void)state;
    Body box = makeBody("box"), plate = makeBody("plate");
    const double gap = 4e-6, top = 0.01;
    cdPose pose = poseAt(0.0, top + 1.0 + gap, 0.0), fixed = poseAt(0, 0, 0);
    Found *whole = findAllPairs(&box, pose, &plate, fixed, 2.0 * gap);
    for (int i = 0; i < 2; i++) {
        cdVelocity velocity = {.linear = i == 0 ? cdMakeVec3(0, -1, 0) : cdMakeVec3(1, 0, 0)};
        Found *f = findPairs(&box, pose, &plate, fixed, 2.0 * gap, &velocity);
        // One face each, facing backwards: its edges have faces that stay.
        assert_int_equal(f->out.culledCount, 2);
        assert_true(f->work.pairCount <= whole->work.pairCount);
        for (int32_t k = 0; k < f->work.pairCount; k++)
            assert_true(hasPair(whole, f->work.pairs[k].a, f->work.pairs[k].b));
        bool meets = false;
        for (int32_t k = 0; k < f->work.pairCount; k++) {
            cdLocation a = cdGetEntityLocation(box.mesh->features, f->work.pairs[k].a),
                       b = cdGetEntityLocation(plate.mesh->features, f->work.pairs[k].b);
            if (a.kind != CD_ON_FACE || b.kind != CD_ON_FACE) continue;
            cdVec3 normalA = box.mesh->features->brep.faces[a.index].normal,
                   normalB = plate.mesh->features->brep.faces[b.index].normal;
            meets |= normalA.y < -0.5 && normalB.y > 0.5;
            assert_true(cdDot(normalA, velocity.linear) >= -0.5);
            assert_true(cdDot(normalB, velocity.linear) <= 0.5);
        }
        assert_true(meets);
        freeFound(f);
    }
    freeFound(whole);
    destroyBody(&box), destroyBody(&plate);
}

static void sortPairs(Found *f) {
    cdSortPairs(&f->work);
    assert_true(f->complete);
}

// An allocator that fails at each call in turn, and room for one pair at first: without memory for the stack
// or for more pairs the answer is false, truncated; in the end the pairs are the same. Red: pairs lost while
// their room grows.
static void testNoMemory(void **state) {
    (void)state;
    Body gear = makeBody("gear:teeth=6"), plate = makeBody("plate");
    Found *whole = findAllPairs(&gear, poseAt(0.1, 0.2, 0.0), &plate, poseAt(0, 0, 0), 0.3);
    sortPairs(whole);
    Found some = {.workspace = cdCreateWorkspace()};
    LimitedMemory memory = {.allowed = 0};
    useLimitedMemory(&memory);
    int failures = 0;
    for (; !some.complete && failures < 40; failures++) {
        memory.allowed = failures;
        cdDestroyWorkspace(some.workspace);
        memory.allowed++; // for the workspace itself
        some.workspace = cdCreateWorkspace();
        findAgain(&some, &whole->input, 0.3, 1);
        assert_false(some.out.truncated); // the reason is reported
        assert_true(some.work.pairCount <= some.work.pairCapacity);
    }
    assert_true(failures > 6); // pairs grow several times
    sortPairs(&some);
    assert_true(whole->work.pairCount > 100);
    assert_int_equal(some.work.pairCount, whole->work.pairCount);
    assert_memory_equal(some.work.pairs, whole->work.pairs,
                        (size_t)some.work.pairCount * sizeof *some.work.pairs);
    cdDestroyWorkspace(some.workspace);
    restoreMemory(state);
    freeFound(whole);
    destroyBody(&gear), destroyBody(&plate);
}

static bool isInBox(const cdBox3 *box, cdVec3 x) {
    return x.x >= box->lower.x && x.x <= box->upper.x && x.y >= box->lower.y && x.y <= box->upper.y &&
           x.z >= box->lower.z && x.z <= box->upper.z;
}

// Random boxes in the open teapot, rotated and moved: every feature with a corner of a triangle, or a point
// between three, in the box is listed once; and a small box does not list everything. Red: a missing branch
// of the tree, or a reversed pose.
static void testNearBox(void **state) {
    (void)state;
    cdMesh *mesh = makeShape("teapot");
    assert_true(cdBuildMeshParts(mesh, CD_PART_FEATURES, NULL));
    const cdFeatures *surface = mesh->features;
    int32_t all = cdCountEntities(surface), largest = 0;
    uint8_t *listed = malloc((size_t)all);
    Random random = {5};
    for (int round = 0; round < 200; round++) {
        cdArena arena = {.chunkCount = 0};
        cdRegionWork work = {.memory = cdOpenArena(&arena)};
        cdPose toBox = makeRandomPose(&random, 2.0);
        cdVec3 middle =
            cdTransformPoint(toBox, mesh->vertices[nextRandomInt(&random, 0, mesh->vertexCount - 1)]);
        cdVec3 half = cdScale(0.2, cdAdd(nextRandomVec3(&random), cdMakeVec3(1.0, 1.0, 1.0)));
        cdBox3 box = {cdSub(middle, half), cdAdd(middle, half)};
        cdEntity *near;
        int32_t count = cdListEntitiesNearBox(&work, surface, toBox, &box, &near);
        assert_true(count > 0);
        memset(listed, 0, (size_t)all);
        for (int32_t i = 0; i < count; i++)
            assert_int_equal(listed[near[i]]++, 0);
        for (int32_t i = 0; i < 3 * mesh->triangleCount; i++) {
            const int32_t *corners = mesh->triangles + i - i % 3;
            cdVec3 corner = mesh->vertices[mesh->triangles[i]], next = mesh->vertices[corners[(i + 1) % 3]];
            cdVec3 within = cdLerp(cdLerp(corner, next, 0.5), mesh->vertices[corners[(i + 2) % 3]], 0.3);
            if (isInBox(&box, cdTransformPoint(toBox, corner)))
                assert_true(listed[surface->vertexEntities[mesh->triangles[i]]]);
            if (isInBox(&box, cdTransformPoint(toBox, cdLerp(corner, next, 0.3))))
                assert_true(listed[surface->edgeEntities[mesh->triangleEdges[i]]]);
            if (isInBox(&box, cdTransformPoint(toBox, within)))
                assert_true(listed[cdMakeEntity(
                    surface, (cdLocation){CD_ON_FACE, surface->brep.triangleFaces[i / 3]})]);
        }
        if (count > largest) largest = count;
        cdFreeArena(&arena);
    }
    assert_true(largest < all / 4);
    free(listed);
    cdDestroyMesh(mesh);
}

// Two distant boxes have no pairs.
static void testSeparated(void **state) {
    (void)state;
    Body box = makeBody("box");
    Found *f = findAllPairs(&box, poseAt(5, 0, 0), &box, poseAt(0, 0, 0), 1e-3);
    assert_int_equal(f->work.pairCount, 0);
    freeFound(f);
    destroyBody(&box);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testRandomPoses),
        cmocka_unit_test(testGrid),
        cmocka_unit_test(testRest),
        cmocka_unit_test(testFlushBoxes),
        cmocka_unit_test(testPairsDoNotGrow),
        cmocka_unit_test(testCulling),
        cmocka_unit_test_teardown(testNoMemory, restoreMemory),
        cmocka_unit_test(testNearBox),
        cmocka_unit_test(testSeparated),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
