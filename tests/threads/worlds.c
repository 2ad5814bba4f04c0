// A world of falling and touching bodies, with a sensor, steps on eight threads. ThreadSanitizer checks
// (tests/threads/run); each step must give the bits of a world that steps alone.
//
// Red: a query of a pair that writes to another pair, to the world, or to the workspace of another worker.
#include "ask.h"
#include "cases.h"
#include "threads/pool.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { THREAD_COUNT = 8, BODY_COUNT = 28, STEP_COUNT = 12 };

static void check(bool good, const char *what) {
    if (good) return;
    fprintf(stderr, "FAILED: %s\n", what);
    exit(1);
}

static cdMesh *makeBox(cdVec3 half) {
    static const int32_t quads[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4},
                                        {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
    cdVec3 points[8];
    int32_t triangles[36];
    for (int32_t i = 0; i < 8; i++)
        points[i] = cdMakeVec3(i & 1 ? half.x : -half.x, i & 2 ? half.y : -half.y, i & 4 ? half.z : -half.z);
    for (int32_t i = 0; i < 6; i++) {
        const int32_t *q = quads[i], corners[6] = {q[0], q[1], q[2], q[0], q[2], q[3]};
        memcpy(triangles + 6 * i, corners, sizeof corners);
    }
    cdMeshDef def = {.points = points,
                     .triangles = triangles,
                     .pointCount = 8,
                     .triangleCount = 12,
                     .parts = CD_PART_HULL | CD_PART_FEATURES};
    cdMesh *mesh = cdCreateMesh(&def, NULL);
    check(mesh != NULL, "a box");
    return mesh;
}

// The first body is a floor, the last one a sensor above it.
static cdWorld *makeWorld(const cdMesh *floor, const cdMesh *box) {
    cdWorldDef worldDef = cdDefaultWorldDef();
    cdWorld *world = cdCreateWorld(&worldDef);
    check(world != NULL, "a world");
    for (int32_t i = 0; i < BODY_COUNT; i++) {
        cdBodyDef def = cdDefaultBodyDef();
        bool falls = i > 0 && i < BODY_COUNT - 1;
        def.kind = falls ? CD_BODY_DYNAMIC : CD_BODY_FIXED;
        def.sensor = i == BODY_COUNT - 1;
        def.mesh = falls ? box : floor;
        def.friction = 0.5;
        def.pose.p = cdMakeVec3(0.0, i == 0 ? -1.0 : 1.5, 0.0);
        if (falls) def.pose.p = cdMakeVec3(1.1 * (i % 3), 0.35 + 0.8 * (i / 9), 1.1 * (i / 3 % 3));
        if (falls) def.pose.q = cdMakeQuat(cdMakeVec3(0.6, 0.8, 0.0), 0.1 * i);
        check(cdAddBody(world, &def) >= 0, "a body");
    }
    return world;
}

static bool areSame(const cdWorld *a, const cdWorld *b) {
    bool same = true;
    for (int32_t i = 0; i < BODY_COUNT; i++) {
        cdBodyState one = cdGetBodyState(a, i), other = cdGetBodyState(b, i);
        same = same && memcmp(&one.pose, &other.pose, sizeof one.pose) == 0;
        same = same && memcmp(&one.velocity, &other.velocity, sizeof one.velocity) == 0;
    }
    int32_t countA, countB;
    const cdContactEvent *eventsA = cdGetContactEvents(a, &countA), *eventsB = cdGetContactEvents(b, &countB);
    same = same && countA == countB;
    for (int32_t i = 0; i < countA && same; i++)
        same = eventsA[i].kind == eventsB[i].kind && eventsA[i].time == eventsB[i].time;
    return same;
}

int main(void) {
    cdMesh *floor = makeBox(cdMakeVec3(8.0, 1.0, 8.0)), *box = makeBox(cdMakeVec3(0.3, 0.2, 0.4));
    cdWorld *alone = makeWorld(floor, box), *shared = makeWorld(floor, box);
    Pool *pool = CreatePool(THREAD_COUNT);
    check(pool != NULL, "threads");
    cdTasks tasks = GetPoolTasks(pool);
    check(cdSetWorldTasks(shared, &tasks), "tasks of a world");
    int32_t contacts = 0, steps = countCases(STEP_COUNT);
    for (int32_t i = 0; i < steps; i++) {
        cdStepWorld(alone, 1.0 / 60.0);
        contacts += cdStepWorld(shared, 1.0 / 60.0).contacts;
        check(areSame(alone, shared), "a step on threads has other bits");
    }
    check(contacts > steps, "nothing touched");
    cdDestroyWorld(alone);
    cdDestroyWorld(shared);
    DestroyPool(pool);
    cdDestroyMesh(floor);
    cdDestroyMesh(box);
    printf("%d steps on %d threads, %d contact points\n", steps, THREAD_COUNT, contacts);
    return 0;
}
