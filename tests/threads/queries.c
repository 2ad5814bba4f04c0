// Eight threads that ask queries of every kind of the same meshes, while a ninth builds parts of some of
// them. ThreadSanitizer watches (tests/threads/run); every answer is that of one thread alone, bit for bit.
//
// What would turn it red: memory of a query that is not in its workspace, a value that a query keeps in a
// mesh, a part that is published before it is complete, a pool that hands a task out twice.
#include "collision/collision.h"
#include "services/pool.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { THREAD_COUNT = 8, ROUND_COUNT = 12, KIND_COUNT = 14, MESH_COUNT = 4, LATE_COUNT = 4 };
enum { REGION_MAX = 400, POINT_MAX = 3200, PIECE_MAX = 200, BATCH_COUNT = 200 };

static const uint32_t ALL_PARTS = CD_PART_HULL | CD_PART_SURFACE | CD_PART_SOLID;
static cdMesh *meshes[MESH_COUNT]; // with all their parts
static cdMesh *late[LATE_COUNT];   // get them while they are queried

// --- Meshes

static void check(bool good, const char *what) {
    if (good) return;
    fprintf(stderr, "FAILED: %s\n", what);
    exit(1);
}

// A torus about y; with `isOpen` the last column of quads is missing.
static cdMesh *makeTorus(int32_t segments, double minor, uint32_t parts, bool isOpen) {
    const double turn = 6.283185307179586;
    int32_t count = segments * segments, columns = isOpen ? segments - 1 : segments;
    cdVec3 *points = calloc((size_t)count, sizeof *points);
    int32_t *triangles = calloc((size_t)count * 6, sizeof *triangles);
    check(points != NULL && triangles != NULL, "memory");
    int32_t *at = triangles;
    for (int32_t i = 0; i < segments; i++)
        for (int32_t k = 0; k < segments; k++) {
            double u = turn * i / segments, v = turn * k / segments, ring = 1.0 + minor * cos(v);
            points[i * segments + k] = cdMakeVec3(ring * cos(u), minor * sin(v), -ring * sin(u));
            if (i >= columns) continue;
            int32_t a = i * segments + k, b = (i + 1) % segments * segments + k;
            int32_t d = i * segments + (k + 1) % segments;
            int32_t c = (i + 1) % segments * segments + (k + 1) % segments;
            const int32_t quad[6] = {a, b, c, a, c, d};
            memcpy(at, quad, sizeof quad);
            at += 6;
        }
    cdMeshDef def = {.points = points,
                     .triangles = triangles,
                     .pointCount = count,
                     .triangleCount = (int32_t)(at - triangles) / 3,
                     .parts = parts};
    cdMesh *mesh = cdCreateMesh(&def, NULL);
    free(points);
    free(triangles);
    check(mesh != NULL, "a mesh");
    return mesh;
}

static cdMesh *makeBox(uint32_t parts) {
    cdVec3 points[8];
    for (int i = 0; i < 8; i++)
        points[i] = cdMakeVec3(i & 1 ? 0.7 : -0.7, i & 2 ? 0.5 : -0.5, i & 4 ? 0.6 : -0.6);
    static const int32_t triangles[36] = {0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5, 0, 1, 5, 0, 5, 4,
                                          2, 6, 7, 2, 7, 3, 0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6};
    cdMeshDef def = {
        .points = points, .triangles = triangles, .pointCount = 8, .triangleCount = 12, .parts = parts};
    cdMesh *mesh = cdCreateMesh(&def, NULL);
    check(mesh != NULL, "a box");
    return mesh;
}

static void makeMeshes(void) {
    meshes[0] = makeBox(ALL_PARTS);
    meshes[1] = makeTorus(14, 0.4, ALL_PARTS, false);
    meshes[2] = makeTorus(8, 0.3, ALL_PARTS, false);
    meshes[3] = makeTorus(12, 0.3, CD_PART_HULL | CD_PART_SURFACE, true);
    for (int i = 0; i < 3; i++)
        check(cdGetMeshInfo(meshes[i]).parts == ALL_PARTS, "the parts of a closed mesh");
    for (int i = 0; i < LATE_COUNT; i++)
        late[i] = makeTorus(14 + 2 * i, 0.4, 0, false);
}

// --- Queries, and a hash of what they answer

typedef struct Thread {
    pthread_t thread;
    cdWorkspace *workspace;
    cdContactRegion *regions; // regions[REGION_MAX]
    cdVec3 *points;           // points[POINT_MAX]
    uint64_t answers[ROUND_COUNT][KIND_COUNT];
    int32_t early; // queries of late meshes that began before all parts were there
} Thread;

static void add(uint64_t *hash, double number) {
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    *hash = (*hash ^ bits) * 1099511628211u;
    *hash ^= *hash >> 29;
}

static void addVector(uint64_t *hash, cdVec3 v) {
    add(hash, v.x), add(hash, v.y), add(hash, v.z);
}

// Poses that depend on the numbers alone.
static cdPose makePose(int32_t round, int32_t kind, double distance) {
    double angle = 0.7 * round + 1.3 * kind;
    cdVec3 axis = cdNormalize(cdMakeVec3(sin(3.0 * angle), cos(2.0 * angle), 0.5));
    return (cdPose){cdScale(distance, cdMakeVec3(sin(angle), cos(1.7 * angle), sin(2.3 * angle))),
                    cdMakeQuat(axis, angle)};
}

static cdObstaclesInput makeStep(const cdMesh *mesh, int32_t round, int32_t kind, cdObstacle obstacles[2]) {
    obstacles[0] = (cdObstacle){meshes[(round + 1) % MESH_COUNT], cdIdentityPose()};
    obstacles[1] = (cdObstacle){meshes[(round + 2) % MESH_COUNT], makePose(round, 5, 2.5)};
    return (cdObstaclesInput){.mesh = mesh,
                              .start = makePose(round, kind, 3.0),
                              .target = makePose(round, kind + 1, 0.3),
                              .obstacles = obstacles,
                              .obstacleCount = 2,
                              .budget = {.maxPairTests = 20000}};
}

static void addContact(uint64_t *hash, const cdFirstContact *found) {
    add(hash, found->state), add(hash, found->obstacle), add(hash, found->kind);
    add(hash, found->t.lo), add(hash, found->t.hi);
    addVector(hash, found->point), addVector(hash, found->normal), addVector(hash, found->resolvedPose.p);
}

static void askFirstContact(Thread *own, const cdMesh *mesh, int32_t round, uint64_t *hash) {
    cdObstacle obstacles[2];
    cdObstaclesInput step = makeStep(mesh, round, 0, obstacles);
    cdFirstContactInput input = {.meshA = mesh,
                                 .meshB = obstacles[0].mesh,
                                 .startA = step.start,
                                 .targetA = step.target,
                                 .poseB = obstacles[0].pose};
    cdPairCache cache = {0};
    for (int i = 0; i < 2; i++) {
        cdFirstContact found = cdFindFirstContact(&input, &cache, own->workspace, NULL);
        addContact(hash, &found);
    }
}

static void askFirstContactAmong(Thread *own, const cdMesh *mesh, int32_t round, uint64_t *hash) {
    cdObstacle obstacles[2];
    cdObstaclesInput step = makeStep(mesh, round, 1, obstacles);
    cdFirstContact found = cdFindFirstContactAmong(&step, NULL, own->workspace, NULL);
    addContact(hash, &found);
}

static void askOverlap(Thread *own, const cdMesh *mesh, int32_t round, uint64_t *hash) {
    cdOverlapInput input = {.meshA = mesh,
                            .meshB = meshes[round % MESH_COUNT],
                            .poseA = makePose(round, 2, 1.2),
                            .poseB = cdIdentityPose()};
    cdOverlap found = cdFindOverlap(&input, NULL, own->workspace, NULL);
    add(hash, found.state), addVector(hash, found.point);
}

static void askDistance(Thread *own, const cdMesh *mesh, int32_t round, uint64_t *hash) {
    cdDistanceInput input = {.meshA = mesh,
                             .meshB = meshes[round % MESH_COUNT],
                             .poseA = makePose(round, 3, 2.5),
                             .poseB = cdIdentityPose()};
    cdDistance found = cdFindDistance(&input, NULL, own->workspace, NULL);
    add(hash, found.state), add(hash, found.lower), add(hash, found.upper), addVector(hash, found.pointA);
}

static void askDistanceAmong(Thread *own, const cdMesh *mesh, int32_t round, uint64_t *hash) {
    cdObstacle obstacles[2];
    cdObstaclesInput step = makeStep(mesh, round, 4, obstacles);
    cdDistanceAmongInput input = {
        .mesh = mesh, .pose = step.start, .obstacles = obstacles, .obstacleCount = 2};
    cdDistance found = cdFindDistanceAmong(&input, NULL, own->workspace, NULL);
    add(hash, found.state), add(hash, found.obstacle), add(hash, found.lower), add(hash, found.upper);
}

static void askSlide(Thread *own, const cdMesh *mesh, int32_t round, uint64_t *hash) {
    cdObstacle obstacles[2];
    cdSlideInput input = {.step = makeStep(mesh, round, 6, obstacles)};
    cdSlide found = cdFindSlide(&input, NULL, own->workspace, NULL);
    addContact(hash, &found.contact);
    add(hash, found.legCount), add(hash, found.reached);
}

static void askRegions(Thread *own, const cdMesh *mesh, int32_t round, uint64_t *hash) {
    cdRegionsInput input = {.meshA = mesh,
                            .meshB = meshes[(round + 1) % MESH_COUNT],
                            .interior = round % 2 ? CD_INTERIOR_EMPTY : CD_INTERIOR_AUTO,
                            .poseA = round % 3 ? makePose(round, 7, 1.0) : cdIdentityPose(),
                            .poseB = cdIdentityPose(),
                            .tolerance = 0.01,
                            .regions = own->regions,
                            .points = own->points,
                            .regionCapacity = REGION_MAX,
                            .pointCapacity = POINT_MAX};
    cdContactRegions found = cdFindContactRegions(&input, NULL, own->workspace, NULL);
    add(hash, found.state), add(hash, found.regionCount), add(hash, found.depth);
    for (int32_t i = 0; i < found.pointCount; i++)
        addVector(hash, own->points[i]);
}

static void askRay(Thread *own, const cdMesh *mesh, int32_t round, uint64_t *hash) {
    cdPose pose = makePose(round, 8, 0.5);
    cdVec3 origin = makePose(round, 9, 4.0).p;
    cdRayInput input = {.mesh = mesh, .pose = pose, .origin = origin, .direction = cdSub(pose.p, origin)};
    cdRayHit found = cdFindRayHit(&input, NULL, own->workspace, NULL);
    add(hash, found.state), add(hash, found.distance), add(hash, found.triangle);
}

static void askClosestPoint(Thread *own, const cdMesh *mesh, int32_t round, uint64_t *hash) {
    cdClosestPointInput input = {
        .mesh = mesh, .pose = makePose(round, 9, 0.5), .point = makePose(round, 10, 1.0).p};
    cdClosestPoint found = cdFindClosestPoint(&input, NULL, own->workspace, NULL);
    add(hash, found.state), add(hash, found.distance), addVector(hash, found.point);
}

static void askSeparation(const cdMesh *mesh, int32_t round, uint64_t *hash) {
    const cdConvex *a = cdGetMeshHull(mesh), *b = cdGetMeshHull(meshes[round % MESH_COUNT]);
    if (a == NULL) return; // not yet
    cdSeparationInput input = {.convexA = a,
                               .convexB = b,
                               .poseA = makePose(round, 11, 2.0),
                               .poseB = cdIdentityPose(),
                               .support = (cdSupportMethod)(round % 3)};
    cdConvexCache cache = {0};
    cdSeparation found = cdFindSeparatingVector(&input, &cache, NULL);
    add(hash, found.state), addVector(hash, found.vector), add(hash, found.iterations);
}

static void askClassify(Thread *own, const cdMesh *mesh, int32_t round, uint64_t *hash) {
    if (!(cdGetMeshInfo(mesh).parts & CD_PART_SOLID)) return; // or not yet
    cdVec3 p = makePose(round, 12, 1.2).p, q = makePose(round, 13, 1.5).p;
    cdPlace place = cdClassifyPoint(mesh, p, NULL);
    add(hash, place.where), add(hash, place.index), add(hash, cdGetSolidInfo(mesh).faceCount);
    cdSegmentPiece pieces[PIECE_MAX];
    cdSegmentPieces found = cdClassifySegment(&(cdSegmentInput){mesh, p, q, pieces, PIECE_MAX}, NULL);
    for (int32_t i = 0; i < found.count; i++)
        add(hash, pieces[i].to), add(hash, pieces[i].place.where);
    cdVec3 corners[3] = {p, q, makePose(round, 14, 1.0).p};
    cdRegion region = {.source = 0, .firstPoint = 0, .pointCount = 3}, cells[PIECE_MAX];
    cdRegionSet in = {.regions = &region, .points = corners, .regionCount = 1, .pointCount = 3};
    cdRegionSet out = {
        .regions = cells, .points = own->points, .regionCapacity = PIECE_MAX, .pointCapacity = POINT_MAX};
    cdClassifyRegions(mesh, &in, own->workspace, &out);
    add(hash, out.regionCount);
    for (int32_t i = 0; i < out.pointCount; i++)
        addVector(hash, own->points[i]);
}

static void askCollisionTime(const cdMesh *mesh, int32_t round, uint64_t *hash) {
    cdCollisionTimeInput input = {.meshA = mesh,
                                  .meshB = meshes[0],
                                  .startA = makePose(round, 15, 3.0),
                                  .targetA = makePose(round, 16, 0.4),
                                  .poseB = cdIdentityPose()};
    cdCollisionTime found = cdEstimateCollisionTime(&input);
    add(hash, found.state), add(hash, found.time);
}

static uint64_t ask(Thread *own, const cdMesh *mesh, int32_t round, int32_t kind) {
    uint64_t hash = 14695981039346656037u;
    switch (kind) {
    case 0:
        askFirstContact(own, mesh, round, &hash);
        break;
    case 1:
        askFirstContactAmong(own, mesh, round, &hash);
        break;
    case 2:
        askOverlap(own, mesh, round, &hash);
        break;
    case 3:
        askDistance(own, mesh, round, &hash);
        break;
    case 4:
        askDistanceAmong(own, mesh, round, &hash);
        break;
    case 5:
        askSlide(own, mesh, round, &hash);
        break;
    case 6:
        askRegions(own, mesh, round, &hash);
        break;
    case 7:
        askRay(own, mesh, round, &hash);
        break;
    case 8:
        askClosestPoint(own, mesh, round, &hash);
        break;
    case 9:
        askSeparation(mesh, round, &hash);
        break;
    case 10:
        askClassify(own, mesh, round, &hash);
        break;
    case 11:
        askCollisionTime(mesh, round, &hash);
        break;
    case 12:
        add(&hash, cdGetMeshInfo(mesh).area);
        break;
    default:
        askFirstContact(own, meshes[0], round, &hash);
        break; // of boxes, by their route
    }
    return hash;
}

// --- Threads

static Thread *openThread(void) {
    Thread *own = calloc(1, sizeof *own);
    check(own != NULL, "memory");
    own->workspace = cdCreateWorkspace();
    own->regions = calloc(REGION_MAX, sizeof *own->regions);
    own->points = calloc(POINT_MAX, sizeof *own->points);
    check(own->workspace != NULL && own->regions != NULL && own->points != NULL, "memory");
    return own;
}

static void closeThread(Thread *own) {
    cdDestroyWorkspace(own->workspace);
    free(own->regions);
    free(own->points);
    free(own);
}

static void askAll(Thread *own) {
    for (int32_t round = 0; round < ROUND_COUNT; round++)
        for (int32_t kind = 0; kind < KIND_COUNT; kind++)
            own->answers[round][kind] = ask(own, meshes[round % MESH_COUNT], round, kind);
}

static pthread_barrier_t start;

static bool hasAllParts(const cdMesh *mesh) {
    return cdGetMeshInfo(mesh).parts == ALL_PARTS;
}

// Late meshes until they have their parts, and once more: what they answer depends on the moment.
static void *runThread(void *context) {
    Thread *own = context;
    for (int32_t i = 0; i < LATE_COUNT; i++) {
        pthread_barrier_wait(&start);
        for (bool complete = false; !complete;) {
            complete = hasAllParts(late[i]);
            for (int32_t kind = 0; kind < KIND_COUNT; kind++) {
                own->early += !hasAllParts(late[i]);
                ask(own, late[i], i, kind);
            }
        }
    }
    askAll(own);
    return NULL;
}

static void *buildParts(void *context) {
    (void)context;
    for (int32_t i = 0; i < LATE_COUNT; i++) {
        pthread_barrier_wait(&start);
        check(cdBuildMeshParts(late[i], ALL_PARTS, NULL), "parts of a mesh that is queried");
    }
    return NULL;
}

static void runThreads(const Thread *alone) {
    Thread *threads[THREAD_COUNT];
    pthread_t builder;
    int32_t early = 0;
    pthread_barrier_init(&start, NULL, THREAD_COUNT + 1);
    check(pthread_create(&builder, NULL, buildParts, NULL) == 0, "a thread");
    for (int i = 0; i < THREAD_COUNT; i++) {
        threads[i] = openThread();
        check(pthread_create(&threads[i]->thread, NULL, runThread, threads[i]) == 0, "a thread");
    }
    pthread_join(builder, NULL);
    for (int i = 0; i < THREAD_COUNT; i++) {
        pthread_join(threads[i]->thread, NULL);
        for (int32_t round = 0; round < ROUND_COUNT; round++)
            for (int32_t kind = 0; kind < KIND_COUNT; kind++) {
                if (threads[i]->answers[round][kind] == alone->answers[round][kind]) continue;
                fprintf(stderr, "thread %d, round %d, kind %d: another answer\n", i, (int)round, (int)kind);
                exit(1);
            }
        early += threads[i]->early;
        closeThread(threads[i]);
    }
    pthread_barrier_destroy(&start);
    printf("queries of meshes before all their parts were there: %d\n", (int)early);
}

// A batch of first contacts on a pool, with one workspace.
static void runBatch(void) {
    static cdFirstContactInput inputs[BATCH_COUNT];
    static cdFirstContact results[BATCH_COUNT];
    static cdPairCache caches[BATCH_COUNT];
    cdWorkspace *workspace = cdCreateWorkspace();
    Pool *pool = CreatePool(4);
    check(workspace != NULL && pool != NULL, "a pool");
    cdTasks tasks = GetPoolTasks(pool);
    for (int32_t i = 0; i < BATCH_COUNT; i++)
        inputs[i] = (cdFirstContactInput){.meshA = meshes[i % MESH_COUNT],
                                          .meshB = meshes[i / 3 % MESH_COUNT],
                                          .startA = makePose(i, 0, 3.0),
                                          .targetA = makePose(i, 1, 0.3),
                                          .poseB = cdIdentityPose()};
    cdFirstContactBatch batch = {
        .inputs = inputs, .caches = caches, .results = results, .count = BATCH_COUNT};
    for (int pass = 0; pass < 2; pass++)
        cdFindFirstContacts(&batch, workspace, &tasks);
    for (int32_t i = 0; i < BATCH_COUNT; i++) {
        cdFirstContact alone = cdFindFirstContact(&inputs[i], NULL, workspace, NULL);
        uint64_t found = 0, expected = 0;
        addContact(&found, &results[i]);
        addContact(&expected, &alone);
        check(found == expected, "a first contact of a batch");
    }
    DestroyPool(pool);
    cdDestroyWorkspace(workspace);
}

int main(void) {
    makeMeshes();
    Thread *alone = openThread();
    askAll(alone);
    runThreads(alone);
    runBatch();
    closeThread(alone);
    for (int i = 0; i < MESH_COUNT; i++)
        cdDestroyMesh(meshes[i]);
    for (int i = 0; i < LATE_COUNT; i++)
        cdDestroyMesh(late[i]);
    return 0;
}
