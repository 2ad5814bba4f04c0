// Input that queries reject, and the reason: lengths, poses, quaternions, missing parts.
#include "body_fixture.h"
#include "collision/classify.h"
#include "collision/distance.h"
#include "collision/regions.h"
#include "collision/slide.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

// A pair of meshes, the input of every query, and its distance limit or safety distance.
typedef struct Given {
    const cdMesh *a, *b;
    cdPose start, target, poseB;
    double length; // margin, `most` or tolerance
    cdPairCache *cache;
    cdSlideCache *slideCache;
    cdWorkspace *workspace;
} Given;

typedef struct Outcome {
    cdState state;
    cdReason reason;
    // For queries with a resolved pose:
    cdInterval t;
    double resolvedTime;
    cdPose resolvedPose;
} Outcome;

typedef struct Asked {
    const char *name;
    Outcome (*ask)(const Given *given);
    bool moves;          // has a start and a target, and a resolved pose
    bool hasLength;      // uses `length`
    bool takesAnyLength; // infinity is valid, too
} Asked;

static Outcome tell(const cdFirstContact *found) {
    return (Outcome){found->state, found->reason, found->t, found->resolvedTime, found->resolvedPose};
}

static Outcome askFirstContact(const Given *given) {
    cdFirstContactInput input = makeStep(given->a, given->start, given->target, given->b, given->poseB);
    input.margin = given->length;
    cdFirstContact found = cdFindFirstContact(&input, given->cache, given->workspace, NULL);
    return tell(&found);
}

static cdObstaclesInput makeAmong(const Given *given, const cdObstacle *obstacle) {
    return (cdObstaclesInput){.mesh = given->a,
                              .start = given->start,
                              .target = given->target,
                              .obstacles = obstacle,
                              .obstacleCount = 1,
                              .margin = given->length};
}

static Outcome askFirstContactAmong(const Given *given) {
    cdObstacle obstacle = {given->b, given->poseB};
    cdObstaclesInput input = makeAmong(given, &obstacle);
    cdFirstContact found = cdFindFirstContactAmong(&input, given->cache, given->workspace, NULL);
    return tell(&found);
}

static Outcome askSlide(const Given *given) {
    cdObstacle obstacle = {given->b, given->poseB};
    cdSlideInput input = {.step = makeAmong(given, &obstacle)};
    cdSlide found = cdFindSlide(&input, given->slideCache, given->workspace, NULL);
    if (found.contact.state == CD_UNDECIDED) {
        assert_false(found.reached);
    }
    return tell(&found.contact);
}

static Outcome askOverlap(const Given *given) {
    cdOverlapInput input = {
        .meshA = given->a, .meshB = given->b, .poseA = given->start, .poseB = given->poseB};
    cdOverlap found = cdFindOverlap(&input, given->cache, given->workspace, NULL);
    return (Outcome){.state = found.state, .reason = found.reason};
}

static Outcome askOverlapAmong(const Given *given) {
    cdObstacle obstacle = {given->b, given->poseB};
    cdOverlapAmongInput input = {
        .mesh = given->a, .pose = given->start, .obstacles = &obstacle, .obstacleCount = 1};
    cdOverlap found = cdFindOverlapAmong(&input, given->cache, given->workspace, NULL);
    return (Outcome){.state = found.state, .reason = found.reason};
}

static Outcome askDistance(const Given *given) {
    cdDistanceInput input = {.meshA = given->a,
                             .meshB = given->b,
                             .poseA = given->start,
                             .poseB = given->poseB,
                             .maxDistance = given->length};
    cdDistance found = cdFindDistance(&input, NULL, given->workspace, NULL);
    if (found.state == CD_UNDECIDED) assert_true(found.lower == 0.0 && !found.beyond);
    return (Outcome){.state = found.state, .reason = found.reason};
}

static Outcome askDistanceAmong(const Given *given) {
    cdObstacle obstacle = {given->b, given->poseB};
    cdDistanceAmongInput input = {.mesh = given->a,
                                  .pose = given->start,
                                  .obstacles = &obstacle,
                                  .obstacleCount = 1,
                                  .maxDistance = given->length};
    cdDistance found = cdFindDistanceAmong(&input, NULL, given->workspace, NULL);
    if (found.state == CD_UNDECIDED) assert_true(found.lower == 0.0 && !found.beyond);
    return (Outcome){.state = found.state, .reason = found.reason};
}

static Outcome askRegions(const Given *given) {
    static cdContactRegion regions[256];
    static cdVec3 points[2048];
    cdRegionsInput input = {.meshA = given->a,
                            .meshB = given->b,
                            .poseA = given->start,
                            .poseB = given->poseB,
                            .tolerance = given->length,
                            .regions = regions,
                            .points = points,
                            .regionCapacity = 256,
                            .pointCapacity = 2048};
    cdContactRegions found = cdFindContactRegions(&input, given->cache, given->workspace, NULL);
    if (found.state == CD_UNDECIDED) assert_int_equal(found.regionCount + found.pointCount, 0);
    return (Outcome){.state = found.state, .reason = found.reason};
}

static const Asked queries[] = {
    {"first contact", askFirstContact, true, true, false},
    {"first contact among", askFirstContactAmong, true, true, false},
    {"slide", askSlide, true, true, false},
    {"overlap", askOverlap, false, false, false},
    {"overlap among", askOverlapAmong, false, false, false},
    {"distance", askDistance, false, true, true},
    {"distance among", askDistanceAmong, false, true, true},
    {"regions", askRegions, false, true, false},
};

enum { QUERY_COUNT = sizeof queries / sizeof *queries };

static Body box, gear;
static cdWorkspace *workspace;

static int makeBodies(void **state) {
    (void)state;
    box = makeBody("box");
    gear = makeBody("gear:teeth=6");
    workspace = cdCreateWorkspace();
    return 0;
}

static int freeBodies(void **state) {
    (void)state;
    destroyBody(&box);
    destroyBody(&gear);
    cdDestroyWorkspace(workspace);
    return 0;
}

// The box descends on the gear, or moves in free space.
static Given makeGiven(bool near) {
    double x = near ? 0.0 : 400.0;
    return (Given){.a = box.mesh,
                   .b = gear.mesh,
                   .start = poseAt(x, 4.0, 0.1),
                   .target = poseAt(x, 0.5, 0.1),
                   .poseB = poseAt(0.0, 0.0, 0.0),
                   .workspace = workspace};
}

static int wrong;

static void expect(const Asked *asked, const Given *given, cdReason reason, const char *what) {
    Outcome found = asked->ask(given);
    bool stays = !asked->moves || (found.t.lo == 0.0 && found.resolvedTime == 0.0 &&
                                   memcmp(&found.resolvedPose, &given->start, sizeof(cdPose)) == 0);
    if (found.state == CD_UNDECIDED && found.reason == reason && stays) return;
    wrong++;
    print_error("%s, %s: %s for reason %s, not undecided for %s%s\n", asked->name, what,
                cdGetStateName(found.state), cdGetReasonName(found.reason), cdGetReasonName(reason),
                stays ? "" : ", and A is moved");
}

static void expectAnswer(const Asked *asked, const Given *given, const char *what) {
    Outcome found = asked->ask(given);
    if (found.state != CD_UNDECIDED && found.reason == CD_REASON_NONE) return;
    wrong++;
    print_error("%s, %s: %s for reason %s\n", asked->name, what, cdGetStateName(found.state),
                cdGetReasonName(found.reason));
}

// Margins, tolerances and distance limits that are negative or NaN. Red: one taken for 0, or comparisons that
// accept NaN.
static void testLengths(void **state) {
    (void)state;
    wrong = 0;
    for (int i = 0; i < 2 * QUERY_COUNT; i++) {
        const Asked *asked = &queries[i / 2];
        Given given = makeGiven(i % 2 == 0);
        if (!asked->hasLength) continue;
        const double negative[] = {-1.0, -1e-9, -1e-300};
        for (int k = 0; k < 3; k++) {
            given.length = negative[k];
            expect(asked, &given, CD_REASON_INPUT, "negative length");
        }
        given.length = NAN;
        expect(asked, &given, CD_REASON_NOT_FINITE, "length not a number");
        given.length = INFINITY;
        if (!asked->takesAnyLength) expect(asked, &given, CD_REASON_NOT_FINITE, "infinite length");
        given.length = -0.0;
        expectAnswer(asked, &given, "length of zero");
    }
    assert_int_equal(wrong, 0);
}

static double *getNumber(cdPose *pose, int k) {
    double *const numbers[] = {&pose->p.x, &pose->p.y, &pose->p.z, &pose->q.w,
                               &pose->q.x, &pose->q.y, &pose->q.z};
    return numbers[k];
}

// Each number of each pose, of pairs near and far. Red: a check missing where bounds separate the pair first.
static void testPosesNotFinite(void **state) {
    (void)state;
    static const char *const names[] = {"start", "pose of B", "target"};
    wrong = 0;
    for (int i = 0; i < 2 * QUERY_COUNT; i++) {
        const Asked *asked = &queries[i / 2];
        for (int which = 0; which < (asked->moves ? 3 : 2); which++)
            for (int k = 0; k < 14; k++) {
                Given given = makeGiven(i % 2 == 0);
                cdPose *const poses[] = {&given.start, &given.poseB, &given.target};
                *getNumber(poses[which], k / 2) = k % 2 ? INFINITY : NAN;
                expect(asked, &given, CD_REASON_NOT_FINITE, names[which]);
            }
    }
    assert_int_equal(wrong, 0);
}

// Quaternions off the unit length by more than 1e-6 of its square, and zero ones. Red: a pair reported free
// at an invalid pose.
static void testQuaternionsOffUnit(void **state) {
    (void)state;
    static const char *const names[] = {"start", "pose of B", "target"};
    static const double scales[] = {0.0, 2.0, 1.0 + 1e-5, 1.0 - 1e-5, 1e-200};
    wrong = 0;
    for (int i = 0; i < 2 * QUERY_COUNT; i++) {
        const Asked *asked = &queries[i / 2];
        for (int which = 0; which < (asked->moves ? 3 : 2); which++) {
            for (int k = 0; k < 5; k++) {
                Given given = makeGiven(i % 2 == 0);
                cdPose *const poses[] = {&given.start, &given.poseB, &given.target};
                poses[which]->q.w = scales[k];
                expect(asked, &given, CD_REASON_NOT_UNIT, names[which]);
            }
            Given given = makeGiven(i % 2 == 0);
            cdPose *const poses[] = {&given.start, &given.poseB, &given.target};
            poses[which]->q.w = 1.0 + 1e-8;
            expectAnswer(asked, &given, "quaternion nearly of unit length");
        }
    }
    assert_int_equal(wrong, 0);
}

// With caches that contain the pair's separating vector, or A's stop, at valid poses. Red: a cache that
// answers before the input is checked.
static void testWarmCaches(void **state) {
    (void)state;
    wrong = 0;
    for (int i = 0; i < 2 * QUERY_COUNT; i++) {
        const Asked *asked = &queries[i / 2];
        for (int kind = 0; kind < 6; kind++) {
            cdPairCache cache = {0};
            static cdSlideCache slideCache;
            slideCache = (cdSlideCache){0};
            Given given = makeGiven(i % 2 == 0);
            given.cache = &cache;
            given.slideCache = &slideCache;
            given.start.p.y = 2.0;
            for (int warm = 0; warm < 2; warm++)
                expectAnswer(asked, &given, "good input");
            cdPose *pose = kind % 2 ? &given.poseB : &given.start;
            cdReason reason = kind < 2 ? CD_REASON_NOT_UNIT : CD_REASON_NOT_FINITE;
            *getNumber(pose, kind < 4 ? 3 : 1) = kind < 2 ? 1.5 : NAN;
            expect(asked, &given, reason, "warm cache");
        }
    }
    assert_int_equal(wrong, 0);
}

// Without obstacles an invalid pose is still rejected. Red: an answer that depends on the number of
// obstacles.
static void testNoObstacles(void **state) {
    (void)state;
    cdPose bad[4] = {poseAt(NAN, 0.0, 0.0), poseAt(0.0, 0.0, 0.0), poseAt(0.0, 0.0, 0.0),
                     poseAt(0.0, INFINITY, 0.0)};
    bad[1].q.w = 1.1;
    bad[2].q.x = NAN;
    wrong = 0;
    for (int k = 0; k < 8; k++) {
        cdReason reason = k / 2 == 1 ? CD_REASON_NOT_UNIT : CD_REASON_NOT_FINITE;
        cdObstaclesInput step = {.mesh = box.mesh,
                                 .start = k % 2 ? bad[k / 2] : cdIdentityPose(),
                                 .target = k % 2 ? cdIdentityPose() : bad[k / 2]};
        cdFirstContact contact = cdFindFirstContactAmong(&step, NULL, workspace, NULL);
        cdSlide slide = cdFindSlide(&(cdSlideInput){.step = step}, NULL, workspace, NULL);
        cdOverlapAmongInput still = {.mesh = box.mesh, .pose = bad[k / 2]};
        cdOverlap overlap = cdFindOverlapAmong(&still, NULL, workspace, NULL);
        cdDistanceAmongInput apart = {.mesh = box.mesh, .pose = bad[k / 2]};
        cdDistance distance = cdFindDistanceAmong(&apart, NULL, workspace, NULL);
        const struct {
            cdState state;
            cdReason reason;
            const char *name;
        } found[] = {{contact.state, contact.reason, "first contact"},
                     {slide.contact.state, slide.contact.reason, "slide"},
                     {overlap.state, overlap.reason, "overlap"},
                     {distance.state, distance.reason, "distance"}};
        for (int i = 0; i < 4; i++) {
            if (found[i].state == CD_UNDECIDED && found[i].reason == reason) continue;
            wrong++;
            print_error("%s among none, pose %d: %s for reason %s\n", found[i].name, k / 2,
                        cdGetStateName(found[i].state), cdGetReasonName(found[i].reason));
        }
    }
    assert_int_equal(wrong, 0);
}

// Meshes without a part that the query needs: A, B, or one of the obstacles. Red: a query that reads a
// missing part, or checks only A's.
static void testNoPart(void **state) {
    (void)state;
    cdMesh *bare = makeShape("box");
    assert_int_equal(cdGetMeshInfo(bare).parts, CD_PART_HULL);
    wrong = 0;
    for (int i = 0; i < QUERY_COUNT; i++) {
        const Asked *asked = &queries[i];
        bool needs = asked->ask == askRegions || asked->ask == askSlide;
        for (int which = 0; which < 3; which++) {
            Given given = makeGiven(true);
            if (which != 1) given.a = bare;
            if (which != 0) given.b = bare;
            if (needs)
                expect(asked, &given, CD_REASON_NO_PART, "bare mesh");
            else
                expectAnswer(asked, &given, "bare mesh");
        }
    }
    cdObstacle row[] = {{gear.mesh, poseAt(0.0, 0.0, 0.0)}, {bare, poseAt(300.0, 0.0, 0.0)}};
    cdSlideInput slide = {.step = {.mesh = box.mesh,
                                   .start = poseAt(0.0, 4.0, 0.0),
                                   .target = poseAt(0.0, 5.0, 0.0),
                                   .obstacles = row,
                                   .obstacleCount = 2}};
    assert_int_equal(cdFindSlide(&slide, NULL, workspace, NULL).contact.reason, CD_REASON_NO_PART);
    assert_true(cdBuildMeshParts(bare, CD_PART_FEATURES, NULL));
    assert_int_equal(cdFindSlide(&slide, NULL, workspace, NULL).contact.state, CD_FREE);
    Given given = makeGiven(true);
    given.a = given.b = bare;
    expectAnswer(&queries[7], &given, "surface alone");
    assert_int_equal(wrong, 0);
    cdDestroyMesh(bare);
}

// Negative room is no room: nothing is written, and the result is truncated. Red: a count that never equals
// such a capacity, so that the list is still written.
static void testNegativeCapacities(void **state) {
    (void)state;
    Given given = makeGiven(true);
    cdTouch touch, untouched;
    memset(&touch, 0x5a, sizeof touch);
    memset(&untouched, 0x5a, sizeof untouched);
    cdFirstContactInput step = makeStep(given.a, given.start, given.target, given.b, given.poseB);
    step.touches = &touch;
    step.touchCapacity = -1;
    cdFirstContact contact = cdFindFirstContact(&step, NULL, workspace, NULL);
    assert_int_equal(contact.state, CD_CONTACT);
    assert_true(contact.touchCount == 0 && contact.truncated);
    assert_memory_equal(&touch, &untouched, sizeof touch);
    int32_t pair[2] = {-7, -7};
    cdOverlapInput still = {.meshA = given.a,
                            .meshB = given.b,
                            .poseA = given.target,
                            .poseB = given.poseB,
                            .trianglePairs = pair,
                            .pairCapacity = -1};
    cdOverlap overlap = cdFindOverlap(&still, NULL, workspace, NULL);
    assert_int_equal(overlap.state, CD_OVERLAP);
    assert_true(overlap.pairCount == 0 && overlap.truncated && pair[0] == -7 && pair[1] == -7);
    cdVec3 corners[3] = {{0.0, 0.0, 0.0}, {0.1, 0.0, 0.0}, {0.0, 0.1, 0.0}}, written = {7.0, 7.0, 7.0};
    cdRegion whole = {.pointCount = 3}, part = {.source = 7};
    cdRegionSet in = {.regions = &whole, .points = corners, .regionCount = 1, .pointCount = 3};
    cdRegionSet out = {.regions = &part, .points = &written, .regionCapacity = -1, .pointCapacity = 100};
    cdClassifyRegions(given.a, &in, workspace, &out);
    assert_true(out.regionCount == 0 && out.truncated && part.source == 7 && written.x == 7.0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testLengths),
        cmocka_unit_test(testPosesNotFinite),
        cmocka_unit_test(testQuaternionsOffUnit),
        cmocka_unit_test(testWarmCaches),
        cmocka_unit_test(testNoObstacles),
        cmocka_unit_test(testNoPart),
        cmocka_unit_test(testNegativeCapacities),
    };
    return cmocka_run_group_tests(tests, makeBodies, freeBodies);
}
