// Eight threads run queries of every kind on the same meshes, while a ninth builds parts of some of them.
// ThreadSanitizer checks (tests/threads/run); every answer must equal that of one thread alone, bit for bit.
//
// Red: query memory outside its workspace, a value that a query stores in a mesh, a part that is published
// before it is complete, a pool that hands a task out twice.
#include "ask.h"
#include "cases.h"
#include "threads/pool.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { THREAD_COUNT = 8, ROUND_COUNT = 4, ROUND_MAX = 48, LATE_MAX = 4, BATCH_MAX = 200 };

static const uint32_t ALL_PARTS = CD_PART_HULL | CD_PART_FEATURES | CD_PART_SOLID;
static int32_t roundCount, lateCount, batchCount;
static cdMesh *late[LATE_MAX]; // receive their parts while they are queried

// --- Meshes

static void check(bool good, const char *what) {
    if (good) return;
    fprintf(stderr, "FAILED: %s\n", what);
    exit(1);
}

// Creates a torus about y; with `isOpen` the last column of quads is missing.
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
    int32_t segments = chooseSize(10, 14);
    meshes[0] = makeBox(ALL_PARTS);
    meshes[1] = makeTorus(segments, 0.4, ALL_PARTS, false);
    meshes[2] = makeTorus(8, 0.3, ALL_PARTS, false);
    meshes[3] = makeTorus(12, 0.3, CD_PART_HULL | CD_PART_FEATURES, true);
    for (int i = 0; i < 3; i++)
        check(cdGetMeshInfo(meshes[i]).parts == ALL_PARTS, "the parts of a closed mesh");
    for (int i = 0; i < lateCount; i++)
        late[i] = makeTorus(segments + 2 * i, 0.4, 0, false);
}

// --- Threads

typedef struct Thread {
    pthread_t thread;
    Asker asker;
    uint64_t answers[ROUND_MAX][KIND_COUNT];
    int32_t early; // queries of late meshes that began before all parts were built
} Thread;

static Thread *openThread(void) {
    Thread *own = calloc(1, sizeof *own);
    check(own != NULL, "memory");
    own->asker.workspace = cdCreateWorkspace();
    own->asker.regions = calloc(REGION_MAX, sizeof *own->asker.regions);
    own->asker.points = calloc(POINT_MAX, sizeof *own->asker.points);
    check(own->asker.workspace != NULL && own->asker.regions != NULL && own->asker.points != NULL, "memory");
    return own;
}

static void closeThread(Thread *own) {
    cdDestroyWorkspace(own->asker.workspace);
    free(own->asker.regions);
    free(own->asker.points);
    free(own);
}

static void askAll(Thread *own) {
    for (int32_t round = 0; round < roundCount; round++)
        for (int32_t kind = 0; kind < KIND_COUNT; kind++)
            own->answers[round][kind] = askQuery(&own->asker, meshes[round % MESH_COUNT], round, kind);
}

static pthread_barrier_t start;

static bool hasAllParts(const cdMesh *mesh) {
    return cdGetMeshInfo(mesh).parts == ALL_PARTS;
}

// Queries late meshes until they have their parts, and once more: their answers depend on the moment.
static void *runThread(void *context) {
    Thread *own = context;
    for (int32_t i = 0; i < lateCount; i++) {
        pthread_barrier_wait(&start);
        for (bool complete = false; !complete;) {
            complete = hasAllParts(late[i]);
            for (int32_t kind = 0; kind < KIND_COUNT; kind++) {
                own->early += !hasAllParts(late[i]);
                askQuery(&own->asker, late[i], i, kind);
            }
        }
    }
    askAll(own);
    return NULL;
}

static void *buildParts(void *context) {
    (void)context;
    for (int32_t i = 0; i < lateCount; i++) {
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
        for (int32_t round = 0; round < roundCount; round++)
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

// Runs a batch of first contacts on a pool, with one workspace.
static void runBatch(void) {
    static cdFirstContactInput inputs[BATCH_MAX];
    static cdFirstContact results[BATCH_MAX];
    static cdPairCache caches[BATCH_MAX];
    cdWorkspace *workspace = cdCreateWorkspace();
    Pool *pool = CreatePool(4);
    check(workspace != NULL && pool != NULL, "a pool");
    cdTasks tasks = GetPoolTasks(pool);
    for (int32_t i = 0; i < batchCount; i++)
        inputs[i] = (cdFirstContactInput){.meshA = meshes[i % MESH_COUNT],
                                          .meshB = meshes[i / 3 % MESH_COUNT],
                                          .startA = makePose(i, 0, 3.0),
                                          .targetA = makePose(i, 1, 0.3),
                                          .startB = cdIdentityPose()};
    cdFirstContactBatch batch = {.inputs = inputs, .caches = caches, .results = results, .count = batchCount};
    for (int pass = 0; pass < 2; pass++)
        cdFindFirstContacts(&batch, workspace, &tasks);
    for (int32_t i = 0; i < batchCount; i++) {
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
    lateCount = chooseSize(2, LATE_MAX);
    batchCount = chooseSize(40, BATCH_MAX);
    roundCount = countCases(ROUND_COUNT);
    if (roundCount > ROUND_MAX) roundCount = ROUND_MAX;
    makeMeshes();
    Thread *alone = openThread();
    askAll(alone);
    runThreads(alone);
    runBatch();
    closeThread(alone);
    for (int i = 0; i < MESH_COUNT; i++)
        cdDestroyMesh(meshes[i]);
    for (int i = 0; i < lateCount; i++)
        cdDestroyMesh(late[i]);
    return 0;
}
