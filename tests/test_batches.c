// Batches of slides, distances, overlaps, rays, closest points and locations: the results of sequential
// queries, bit for bit, with any number of workers, with caches, and undecided where a task is omitted.
#include "collision/batches.h"
#include "question_fixture.h"

enum { BATCH = 40 };

static cdWorkspace *workspace;
static Question questions[BATCH];

// --- Inputs, and the numbers of results

static cdObstacle obstacles[BATCH];
static cdSlideInput slides[BATCH];
static cdDistanceInput distances[BATCH];
static cdOverlapInput overlaps[BATCH];
static cdRayInput rays[BATCH];
static cdClosestPointInput points[BATCH];
static cdVec3 places[BATCH];

static void makeInput(int i, const Question *q) {
    const cdMesh *a = bodies[q->body].mesh, *b = bodies[q->others[0]].mesh;
    obstacles[i] = (cdObstacle){b, q->poses[0]};
    slides[i] = (cdSlideInput){.step = {.mesh = a, .start = q->start, .target = q->target}};
    slides[i].step.obstacles = &obstacles[i];
    slides[i].step.obstacleCount = 1;
    distances[i] = (cdDistanceInput){.meshA = a, .meshB = b, .poseA = q->start, .poseB = q->poses[0]};
    overlaps[i] = (cdOverlapInput){.meshA = a, .meshB = b, .poseA = q->target, .poseB = q->poses[0]};
    rays[i] = (cdRayInput){.mesh = b, .pose = q->poses[0], .origin = q->start.p};
    rays[i].direction = cdSub(q->target.p, q->start.p);
    points[i] = (cdClosestPointInput){.mesh = b, .pose = q->poses[0], .point = q->start.p};
    places[i] = q->target.p;
    if (i % 17 == 5) { // each has a reason of its own
        slides[i].step.start.p.x = distances[i].poseA.p.x = overlaps[i].poseA.p.x = NAN;
        rays[i].origin.x = points[i].point.x = places[i].x = NAN;
    }
}

static void addSlide(Answer *answer, const cdSlide *s) {
    addContact(answer, &s->contact, NULL);
    addNumber(answer, s->legCount), addNumber(answer, s->shape), addNumber(answer, s->reached);
}

static void addDistance(Answer *answer, const cdDistance *d) {
    addNumber(answer, d->state), addNumber(answer, d->reason), addNumber(answer, d->distance);
    addVector(answer, d->pointA), addVector(answer, d->pointB), addFeature(answer, d->featureA);
}

static void addRay(Answer *answer, const cdRayHit *hit) {
    addNumber(answer, hit->state), addNumber(answer, hit->reason), addNumber(answer, hit->triangle);
    addVector(answer, hit->point), addNumber(answer, hit->distance);
}

static void addPoint(Answer *answer, const cdClosestPoint *near) {
    addNumber(answer, near->state), addNumber(answer, near->reason), addNumber(answer, near->triangle);
    addVector(answer, near->point), addNumber(answer, near->signedDistance);
}

static void addLocation(Answer *answer, cdLocation location) {
    addNumber(answer, location.kind), addNumber(answer, location.index);
}

// --- All batches, and the same queries one by one

static Answer found, wanted;

static cdSlide slideResults[BATCH];
static cdDistance distanceResults[BATCH];
static cdOverlap overlapResults[BATCH];
static cdRayHit rayResults[BATCH];
static cdClosestPoint pointResults[BATCH];
static cdLocation locations[BATCH];
static cdPairCache caches[2][BATCH];
static cdTriangleCache triangleCaches[2][BATCH];

static void addResults(Answer *answer, int i) {
    addSlide(answer, &slideResults[i]);
    addDistance(answer, &distanceResults[i]);
    addOverlap(answer, &overlapResults[i]);
    addRay(answer, &rayResults[i]);
    addPoint(answer, &pointResults[i]);
    addLocation(answer, locations[i]);
}

static void runBatches(const cdTasks *tasks, bool cached, int32_t count) {
    cdPairCache *near = cached ? caches[0] : NULL, *shared = cached ? caches[1] : NULL;
    cdTriangleCache *hit = cached ? triangleCaches[0] : NULL, *last = cached ? triangleCaches[1] : NULL;
    cdSlideBatch slide = {slides, NULL, slideResults, count};
    cdFindSlides(&slide, workspace, tasks);
    cdDistanceBatch distance = {distances, near, distanceResults, count};
    cdFindDistances(&distance, workspace, tasks);
    cdOverlapBatch overlap = {overlaps, shared, overlapResults, count};
    cdFindOverlaps(&overlap, workspace, tasks);
    cdRayBatch ray = {rays, hit, rayResults, count};
    cdFindRayHits(&ray, workspace, tasks);
    cdClosestPointBatch point = {points, last, pointResults, count};
    cdFindClosestPoints(&point, workspace, tasks);
    cdLocationBatch location = {bodies[0].mesh, NULL, places, locations, count};
    cdClassifyPoints(&location, workspace, tasks);
}

static void findAlone(Answer *answer) {
    answer->count = 0;
    for (int i = 0; i < BATCH; i++) {
        slideResults[i] = cdFindSlide(&slides[i], NULL, workspace, NULL);
        distanceResults[i] = cdFindDistance(&distances[i], NULL, workspace, NULL);
        overlapResults[i] = cdFindOverlap(&overlaps[i], NULL, workspace, NULL);
        rayResults[i] = cdFindRayHit(&rays[i], NULL, workspace, NULL);
        pointResults[i] = cdFindClosestPoint(&points[i], NULL, workspace, NULL);
        locations[i] = cdClassifyPoint(bodies[0].mesh, places[i], NULL);
        addResults(answer, i);
    }
}

static void fillResults(int byte) {
    memset(slideResults, byte, sizeof slideResults);
    memset(distanceResults, byte, sizeof distanceResults);
    memset(overlapResults, byte, sizeof overlapResults);
    memset(rayResults, byte, sizeof rayResults);
    memset(pointResults, byte, sizeof pointResults);
    memset(locations, byte, sizeof locations);
}

// Compares also the work, except with caches, which save some.
static void assertBatches(const cdTasks *tasks, bool cached) {
    lacksMemory = cached;
    findAlone(&wanted);
    fillResults(0x5A);
    runBatches(tasks, cached, BATCH);
    found.count = 0;
    for (int i = 0; i < BATCH; i++)
        addResults(&found, i);
    assertSame(&questions[0], &found, &wanted, "batch");
}

static void runBackwards(cdTaskFunction *task, void *context, int32_t count, void *user) {
    int32_t workerCount = *(int32_t *)user;
    for (int32_t i = count - 1; i >= 0; i--)
        task(context, i, i % workerCount);
}

// Red: a batch that mixes up its arrays, passes a wrong cache, or depends on the worker.
static void testBatchesAreTheSingleQueries(void **state) {
    (void)state;
    assertBatches(NULL, false);
    for (int32_t workers = 1; workers <= 3; workers += 2) {
        cdTasks tasks = {runBackwards, workers, &workers};
        assertBatches(&tasks, false);
        assertBatches(&tasks, true); // the second time with caches of the first
    }
    assert_true(triangleCaches[0][0].triangle != 0 || triangleCaches[0][1].triangle != 0);
}

static void runNothing(cdTaskFunction *task, void *context, int32_t count, void *user) {
    (void)task, (void)context, (void)count, (void)user;
}

// Red: results that a task system skips stay unwritten.
static void testSkippedTasksAreUndecided(void **state) {
    (void)state;
    cdTasks tasks = {runNothing, 2, NULL};
    fillResults(0x5A);
    runBatches(&tasks, false, BATCH);
    for (int i = 0; i < BATCH; i++) {
        assert_true(slideResults[i].contact.reason == CD_REASON_INPUT && slideResults[i].shape == -1);
        assert_true(slideResults[i].contact.state == CD_UNDECIDED);
        assert_true(distanceResults[i].state == CD_UNDECIDED && distanceResults[i].lower == 0.0);
        assert_true(overlapResults[i].state == CD_UNDECIDED && rayResults[i].triangle == -1);
        assert_true(pointResults[i].state == CD_UNDECIDED && locations[i].kind == CD_LOCATION_UNDECIDED);
    }
}

// Red: a batch that writes beyond its count, or refuses an empty one without arrays.
static void testSmallBatches(void **state) {
    (void)state;
    fillResults(0x5A);
    runBatches(NULL, false, 0);
    runBatches(NULL, false, 1);
    static cdSlide untouched;
    memset(&untouched, 0x5A, sizeof untouched);
    assert_memory_equal(&slideResults[1], &untouched, sizeof untouched);
    cdRayBatch nothing = {.count = 0};
    cdFindRayHits(&nothing, workspace, NULL);
}

// Red: a batch that ignores the pose of the mesh, transforms by its inverse, or rounds in another way than
// the header says, which decides for points on the border.
static void testLocationsAtAPose(void **state) {
    (void)state;
    enum { POINTS = 3000 };
    static cdVec3 world[POINTS];
    static cdLocation at[POINTS];
    const cdMesh *mesh = bodies[0].mesh;
    cdMeshInfo info = cdGetMeshInfo(mesh);
    cdSolidInfo solid = cdGetSolidInfo(mesh);
    cdPose pose = {{0.4, -7.0, 2.5}, cdMakeQuat(cdNormalize(cdMakeVec3(1.0, 2.0, -0.7)), 2.2)};
    Random random = {26};
    for (int i = 0; i < POINTS; i++) {
        cdVec3 local = cdMulAdd(info.center, info.radius, nextRandomVec3(&random));
        if (i % 3 == 0) local = cdAdd(solid.center, cdGetSolidVertex(mesh, i % solid.vertexCount).point);
        world[i] = i % 7 == 3 ? cdMakeVec3(1.0, INFINITY, 2.0) : cdTransformPoint(pose, local);
    }
    cdLocationBatch batch = {mesh, &pose, world, at, POINTS};
    cdClassifyPoints(&batch, workspace, NULL);
    int counts[CD_ON_FACE + 1] = {0};
    for (int i = 0; i < POINTS; i++) {
        cdLocation alone = cdClassifyPoint(mesh, cdInvTransformPoint(pose, world[i]), NULL);
        assert_true(at[i].kind == alone.kind && at[i].index == alone.index);
        assert_true((at[i].kind == CD_LOCATION_UNDECIDED) == (i % 7 == 3));
        counts[at[i].kind]++;
    }
    assert_true(counts[CD_INSIDE] > POINTS / 20 && counts[CD_OUTSIDE] > POINTS / 20);
    assert_true(counts[CD_ON_VERTEX] > POINTS / 20);
}

// Red: an interrupt by a flag that does not stop a query, or stops one whose flag is 0.
static void testFlag(void **state) {
    (void)state;
    char flag = 0;
    cdDistanceInput input = distances[0];
    input.meshA = input.meshB = bodies[5].mesh; // of many triangles
    input.poseA = poseAt(0.1, 0.0, 0.0), input.poseB = poseAt(0.0, 2.5, 0.0);
    input.budget.interrupt = cdIsFlagSet;
    input.budget.context = &flag;
    assert_int_equal(cdFindDistance(&input, NULL, workspace, NULL).state, CD_FREE);
    flag = 4;
    cdDistance stopped = cdFindDistance(&input, NULL, workspace, NULL);
    assert_int_equal(stopped.state, CD_UNDECIDED);
    assert_int_equal(stopped.reason, CD_REASON_INTERRUPTED);
    assert_false(cdIsFlagSet(NULL));
}

static int setUp(void **state) {
    makeBodies(state);
    Random random = {25};
    for (int i = 0; i < BATCH; i++) {
        questions[i] = makeQuestion(&random, SLIDE);
        makeInput(i, &questions[i]);
    }
    workspace = cdCreateWorkspace();
    return cdBuildMeshParts(bodies[0].mesh, CD_PART_SOLID, NULL) ? 0 : -1;
}

static int tearDown(void **state) {
    cdDestroyWorkspace(workspace);
    return freeBodies(state);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testBatchesAreTheSingleQueries),
        cmocka_unit_test(testSkippedTasksAreUndecided),
        cmocka_unit_test(testSmallBatches),
        cmocka_unit_test(testLocationsAtAPose),
        cmocka_unit_test(testFlag),
    };
    return cmocka_run_group_tests(tests, setUp, tearDown);
}
