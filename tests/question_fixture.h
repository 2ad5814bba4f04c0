// Random queries of every kind between meshes of many sizes, and all numbers of their answers, for the tests
// of workspaces.
#ifndef TESTS_QUESTION_FIXTURE_H
#define TESTS_QUESTION_FIXTURE_H

#include "body_fixture.h"
#include "collision/distance.h"
#include "collision/regions.h"
#include "collision/slide.h"
#include "random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

// --- Meshes of many sizes

static const char *const SPECS[] = {"box",
                                    "icosphere:level=1",
                                    "gear:teeth=9",
                                    "torus:segments=24",
                                    "teapot:segments=2",
                                    "icosphere:level=4",
                                    "l-shape",
                                    "ring:segments=64"};

enum { BODY_COUNT = sizeof SPECS / sizeof *SPECS, OBSTACLE_COUNT = 3 };

static Body bodies[BODY_COUNT];

static inline int makeBodies(void **state) {
    (void)state;
    for (int i = 0; i < BODY_COUNT; i++)
        bodies[i] = makeBody(SPECS[i]);
    return 0;
}

static inline int freeBodies(void **state) {
    (void)state;
    for (int i = 0; i < BODY_COUNT; i++)
        destroyBody(&bodies[i]);
    return 0;
}

// --- Queries and their answers

enum { REGION_MAX = 512, POINT_MAX = 4096, TOUCH_MAX = 32, PAIR_MAX = 64, LIMIT_MAX = 64 };

typedef enum Kind {
    FIRST_CONTACT = 0,
    FIRST_CONTACT_AMONG,
    OVERLAP,
    OVERLAP_AMONG,
    DISTANCE_AMONG,
    REGIONS,
    SLIDE,
    CLASSIFY,
    KIND_COUNT
} Kind;

// A query: a body in motion, and others.
typedef struct Question {
    Kind kind;
    int32_t body, others[OBSTACLE_COUNT];
    cdPose start, target, poses[OBSTACLE_COUNT];
    uint32_t disabled;
} Question;

// Every number of a result, in an order of its own; for undecided ones the `reason`.
typedef struct Answer {
    double numbers[1 << 15];
    int32_t count;
    cdReason reason;
    bool undecided;
} Answer;

static inline void addNumber(Answer *answer, double number) {
    assert_true(answer->count < (int32_t)(sizeof answer->numbers / sizeof *answer->numbers));
    answer->numbers[answer->count++] = number;
}

static inline void addVector(Answer *answer, cdVec3 v) {
    addNumber(answer, v.x), addNumber(answer, v.y), addNumber(answer, v.z);
}

static inline void addPose(Answer *answer, cdPose pose) {
    addVector(answer, pose.p);
    addNumber(answer, pose.q.w), addNumber(answer, pose.q.x), addNumber(answer, pose.q.y),
        addNumber(answer, pose.q.z);
}

static inline void addFeature(Answer *answer, cdFeature feature) {
    addNumber(answer, feature.kind), addNumber(answer, feature.index), addNumber(answer, feature.id);
}

static bool lacksMemory; // without memory for caches, results are recomputed: the work may increase

static inline void addStats(Answer *answer, const cdQueryStats *stats) {
    const int64_t *counts = (const int64_t *)stats; // all its fields are counts of one type
    for (size_t i = 0; i < sizeof *stats / sizeof *counts && !lacksMemory; i++)
        addNumber(answer, (double)counts[i]);
}

static inline void addContact(Answer *answer, const cdFirstContact *found, const cdTouch *touches) {
    // An overlap is certain also where a limit ended the search for further pairs, and then gives a reason.
    answer->undecided = found->state == CD_UNDECIDED || (found->truncated && found->reason != CD_REASON_NONE);
    answer->reason = found->reason;
    addNumber(answer, found->state), addNumber(answer, found->obstacle), addNumber(answer, found->kind);
    addNumber(answer, found->t.lo), addNumber(answer, found->t.hi), addNumber(answer, found->tolerance);
    addFeature(answer, found->featureA), addFeature(answer, found->featureB);
    addVector(answer, found->point), addVector(answer, found->normal);
    addNumber(answer, found->resolvedTime), addPose(answer, found->resolvedPose);
    addNumber(answer, found->touchCount), addNumber(answer, found->truncated);
    for (int32_t i = 0; i < found->touchCount; i++) {
        addFeature(answer, touches[i].featureA), addFeature(answer, touches[i].featureB);
        addVector(answer, touches[i].point), addVector(answer, touches[i].normal);
    }
    addStats(answer, &found->stats);
}

static inline cdObstaclesInput makeStepAmong(const Question *q, cdObstacle *obstacles, cdTouch *touches) {
    for (int k = 0; k < OBSTACLE_COUNT; k++)
        obstacles[k] = (cdObstacle){bodies[q->others[k]].mesh, q->poses[k]};
    return (cdObstaclesInput){.mesh = bodies[q->body].mesh,
                              .start = q->start,
                              .target = q->target,
                              .obstacles = obstacles,
                              .obstacleCount = OBSTACLE_COUNT,
                              .disabled = q->disabled,
                              .touches = touches,
                              .touchCapacity = TOUCH_MAX};
}

static inline void askFirstContact(const Question *q, cdWorkspace *workspace, Answer *answer) {
    cdTouch touches[TOUCH_MAX];
    cdFirstContactInput input =
        makeStep(bodies[q->body].mesh, q->start, q->target, bodies[q->others[0]].mesh, q->poses[0]);
    input.disabled = q->disabled;
    input.touches = touches, input.touchCapacity = TOUCH_MAX;
    cdFirstContact found = cdFindFirstContact(&input, NULL, workspace, NULL);
    addContact(answer, &found, touches);
}

static inline void askFirstContactAmong(const Question *q, cdWorkspace *workspace, Answer *answer) {
    cdObstacle obstacles[OBSTACLE_COUNT];
    cdTouch touches[TOUCH_MAX];
    cdObstaclesInput input = makeStepAmong(q, obstacles, touches);
    cdFirstContact found = cdFindFirstContactAmong(&input, NULL, workspace, NULL);
    addContact(answer, &found, touches);
}

static inline void addOverlap(Answer *answer, const cdOverlap *found) {
    // An overlap is certain also where a limit ended the search for further pairs, and then gives a reason.
    answer->undecided = found->state == CD_UNDECIDED || (found->truncated && found->reason != CD_REASON_NONE);
    answer->reason = found->reason;
    addNumber(answer, found->state), addNumber(answer, found->obstacle), addNumber(answer, found->pairCount);
    addNumber(answer, found->truncated), addVector(answer, found->point);
    addFeature(answer, found->featureA), addFeature(answer, found->featureB);
    addStats(answer, &found->stats);
}

static inline void askOverlap(const Question *q, cdWorkspace *workspace, Answer *answer) {
    int32_t pairs[2 * PAIR_MAX] = {0};
    cdOverlapInput input = {.meshA = bodies[q->body].mesh,
                            .meshB = bodies[q->others[0]].mesh,
                            .poseA = q->target,
                            .poseB = q->poses[0],
                            .trianglePairs = q->disabled ? NULL : pairs,
                            .pairCapacity = PAIR_MAX};
    cdOverlap found = cdFindOverlap(&input, NULL, workspace, NULL);
    addOverlap(answer, &found);
    for (int i = 0; i < 2 * PAIR_MAX; i++)
        addNumber(answer, pairs[i]);
}

static inline void askOverlapAmong(const Question *q, cdWorkspace *workspace, Answer *answer) {
    cdObstacle obstacles[OBSTACLE_COUNT];
    cdObstaclesInput step = makeStepAmong(q, obstacles, NULL);
    cdOverlapAmongInput input = {
        .mesh = step.mesh, .pose = q->start, .obstacles = obstacles, .obstacleCount = OBSTACLE_COUNT};
    cdOverlap found = cdFindOverlapAmong(&input, NULL, workspace, NULL);
    addOverlap(answer, &found);
}

static inline void askDistanceAmong(const Question *q, cdWorkspace *workspace, Answer *answer) {
    cdObstacle obstacles[OBSTACLE_COUNT];
    cdObstaclesInput step = makeStepAmong(q, obstacles, NULL);
    cdDistanceAmongInput input = {
        .mesh = step.mesh, .pose = q->start, .obstacles = obstacles, .obstacleCount = OBSTACLE_COUNT};
    cdDistance found = cdFindDistanceAmong(&input, NULL, workspace, NULL);
    answer->undecided = found.state == CD_UNDECIDED;
    answer->reason = found.reason;
    addNumber(answer, found.state), addNumber(answer, found.obstacle), addNumber(answer, found.distance);
    addNumber(answer, found.lower), addNumber(answer, found.upper);
    addVector(answer, found.pointA), addVector(answer, found.pointB);
    addFeature(answer, found.featureA), addFeature(answer, found.featureB);
    addStats(answer, &found.stats);
}

static inline void askRegions(const Question *q, cdWorkspace *workspace, Answer *answer) {
    static cdContactRegion regions[REGION_MAX];
    static cdVec3 points[POINT_MAX];
    cdRegionsInput input = {.meshA = bodies[q->body].mesh,
                            .meshB = bodies[q->others[0]].mesh,
                            .interior = (cdInterior)(q->others[1] % 3),
                            .poseA = q->target,
                            .poseB = q->poses[0],
                            .tolerance = 0.01,
                            .regions = regions,
                            .points = points,
                            .regionCapacity = REGION_MAX,
                            .pointCapacity = POINT_MAX};
    cdContactRegions found = cdFindContactRegions(&input, NULL, workspace, NULL);
    answer->undecided = found.state == CD_UNDECIDED;
    answer->reason = found.reason;
    addNumber(answer, found.state), addNumber(answer, found.regionCount), addNumber(answer, found.pointCount);
    addNumber(answer, found.truncated), addNumber(answer, found.crossing), addVector(answer, found.deepPoint);
    addNumber(answer, found.candidateCount), addNumber(answer, found.clusteredCount);
    if (!lacksMemory) addNumber(answer, (double)found.pairTests);
    for (int32_t i = 0; i < found.regionCount; i++) {
        const cdContactRegion *region = &regions[i];
        addNumber(answer, region->dimension), addNumber(answer, region->measure);
        addNumber(answer, region->locationA.kind), addNumber(answer, region->locationA.index);
        addNumber(answer, region->locationB.kind), addNumber(answer, region->locationB.index);
        addNumber(answer, region->sufficient), addNumber(answer, region->normalCount);
        for (int32_t n = 0; n < region->normalCount; n++)
            addVector(answer, region->normals[n]);
    }
    for (int32_t i = 0; i < found.pointCount; i++)
        addVector(answer, points[i]);
}

static inline void askSlide(const Question *q, cdWorkspace *workspace, Answer *answer) {
    cdObstacle obstacles[OBSTACLE_COUNT];
    cdTouch touches[TOUCH_MAX];
    cdSlideConstraint limits[LIMIT_MAX];
    cdSlideInput input = {
        .step = makeStepAmong(q, obstacles, touches), .constraints = limits, .constraintCapacity = LIMIT_MAX};
    cdSlide found = cdFindSlide(&input, NULL, workspace, NULL);
    addContact(answer, &found.contact, touches);
    if (found.contact.reason != CD_REASON_NONE)
        answer->undecided = true, answer->reason = found.contact.reason;
    addNumber(answer, found.legCount), addNumber(answer, found.regionCount);
    addNumber(answer, found.roundCount), addNumber(answer, found.neededConstraints);
    addNumber(answer, found.reached), addNumber(answer, found.exhausted), addNumber(answer, found.truncated);
    for (int32_t i = 0; i < found.constraintCount; i++)
        addVector(answer, limits[i].point), addVector(answer, limits[i].normal),
            addNumber(answer, limits[i].push);
}

// A triangle of A's size among B's cells; truncated without memory.
static inline void askClassify(const Question *q, cdWorkspace *workspace, Answer *answer) {
    static cdRegion outRegions[REGION_MAX];
    static cdVec3 outPoints[POINT_MAX];
    const cdMesh *mesh = bodies[q->others[0]].mesh;
    if (!(cdGetMeshInfo(mesh).parts & CD_PART_SOLID)) return;
    cdVec3 points[3] = {q->start.p, q->target.p, q->poses[1].p};
    cdRegion region = {.source = 0, .firstPoint = 0, .pointCount = 3};
    cdRegionSet in = {.regions = &region, .points = points, .regionCount = 1, .pointCount = 3};
    cdRegionSet out = {
        .regions = outRegions, .points = outPoints, .regionCapacity = REGION_MAX, .pointCapacity = POINT_MAX};
    cdClassifyRegions(mesh, &in, workspace, &out);
    answer->undecided = out.truncated;
    answer->reason = out.truncated ? CD_REASON_WORKSPACE : CD_REASON_NONE;
    addNumber(answer, out.truncated), addNumber(answer, out.regionCount);
    for (int32_t i = 0; i < out.regionCount; i++)
        addNumber(answer, outRegions[i].location.kind), addNumber(answer, outRegions[i].location.index);
    for (int32_t i = 0; i < out.pointCount; i++)
        addVector(answer, outPoints[i]);
}

static inline void ask(const Question *q, cdWorkspace *workspace, Answer *answer) {
    static void (*const queries[KIND_COUNT])(const Question *, cdWorkspace *, Answer *) = {
        askFirstContact,  askFirstContactAmong, askOverlap, askOverlapAmong,
        askDistanceAmong, askRegions,           askSlide,   askClassify};
    answer->count = 0;
    answer->reason = CD_REASON_NONE;
    answer->undecided = false;
    queries[q->kind](q, workspace, answer);
}

static inline bool areSame(const Answer *a, const Answer *b) {
    return a->count == b->count && a->reason == b->reason &&
           memcmp(a->numbers, b->numbers, (size_t)a->count * sizeof *a->numbers) == 0;
}

static inline void assertSame(const Question *q, const Answer *found, const Answer *expected,
                              const char *what) {
    if (areSame(found, expected)) return;
    int32_t at = 0;
    while (at < found->count && at < expected->count &&
           memcmp(&found->numbers[at], &expected->numbers[at], sizeof *found->numbers) == 0)
        at++;
    fail_msg("%s: kind %d of %s and %s: %d numbers instead of %d, the first other one is number %d: %.17g, "
             "not %.17g, reason %s",
             what, (int)q->kind, SPECS[q->body], SPECS[q->others[0]], (int)found->count, (int)expected->count,
             (int)at, found->numbers[at], expected->numbers[at], cdGetReasonName(found->reason));
}

static inline Question makeQuestion(Random *random, Kind kind) {
    Question q = {.kind = kind, .body = nextRandomInt(random, 0, BODY_COUNT - 1)};
    q.start = (cdPose){cdScale(3.0, nextRandomDirection(random)),
                       cdMakeQuat(nextRandomDirection(random), nextRandomIn(random, 0.0, PI))};
    q.target = (cdPose){nextRandomVec3(random),
                        cdMakeQuat(nextRandomDirection(random), nextRandomIn(random, 0.0, PI))};
    for (int k = 0; k < OBSTACLE_COUNT; k++) {
        q.others[k] = nextRandomInt(random, 0, BODY_COUNT - 1);
        cdVec3 at = cdScale(k == 0 ? 0.3 : 4.0, nextRandomVec3(random));
        q.poses[k] = (cdPose){at, cdMakeQuat(nextRandomDirection(random), nextRandomIn(random, 0.0, PI))};
    }
    if (nextRandomInt(random, 0, 3) == 0) q.disabled = CD_DISABLE_PROXY | CD_DISABLE_BOXES;
    if (kind != REGIONS || nextRandomInt(random, 0, 1) == 0) return q;
    // Flush on an equal body: many regions.
    cdBox3 bounds = cdGetMeshInfo(bodies[q.body].mesh).bounds;
    q.others[0] = q.body;
    q.target = poseAt(0.0, bounds.upper.y - bounds.lower.y, 0.0);
    q.poses[0] = cdIdentityPose();
    return q;
}

static inline void askFresh(const Question *q, Answer *answer) {
    cdWorkspace *workspace = cdCreateWorkspace();
    ask(q, workspace, answer);
    cdDestroyWorkspace(workspace);
}

#endif
