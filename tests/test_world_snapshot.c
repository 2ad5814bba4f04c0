// Snapshots of worlds: a restored world continues bit for bit, and bytes that are not a snapshot change
// nothing.
//
// Each member of world_fields.c was left out in turn: these tests turn red for every member that a later step
// reads before it sets it.
#include "cases.h"
#include "memory_fixture.h"
#include "snapshot_fixture.h"
#include "world/snapshot/snapshot.h"
#include "world/world_data.h"

enum { BEFORE = 100, AFTER = 300, AFTER_MAX = 900, AFTER_IN_OTHER = 150, SHORT_RUN = 120, AHEAD = 4 };

static cdWorld *makeOtherWorld(void) {
    cdWorldDef def = cdDefaultWorldDef();
    def.gravity = (cdVec3){3.0, 1.0, 0.0};
    def.margin = 0.1;
    def.maxStops = 1;
    def.restitutionThreshold = 2.0;
    cdWorld *world = cdCreateWorld(&def);
    assert_non_null(world);
    return world;
}

// --- The future

static void checkFuture(const Scene *scene, cdWorld *world, const StepBits *bits, int32_t from, int32_t to) {
    for (int32_t i = from; i < to; i++)
        assertSameBits(scene, i, bits[i], runStep(scene, world, i));
}

// Snapshot, 300 steps, restore, 300 steps in the same world, and 150 in a fresh one of another definition.
// The caller's last act is in step 355.
// Red: any member that is not saved and decides the future, a caller's settings that are not saved, bodies
// that were removed since and do not come back, hands that stay.
static void testLongRun(void **state) {
    (void)state;
    StepBits bits[BEFORE + AFTER_MAX];
    int32_t after = countCases(AFTER) < AFTER_MAX ? countCases(AFTER) : AFTER_MAX;
    for (int kind = 0; kind < SCENE_KIND_COUNT; kind++) {
        Scene scene = makeScene((SceneKind)kind);
        for (int32_t i = 0; i < BEFORE; i++)
            bits[i] = runStep(&scene, scene.world, i);
        Snapshot snapshot = takeSnapshot(scene.world);
        StepBits now = readBits(scene.world);
        for (int32_t i = BEFORE; i < BEFORE + after; i++)
            bits[i] = runStep(&scene, scene.world, i);
        cdWorld *other = makeOtherWorld();
        cdWorld *worlds[] = {scene.world, other};
        for (int k = 0; k < 2; k++) {
            useSnapshot(&scene, worlds[k], &snapshot);
            assertSameBits(&scene, -1, now, readBits(worlds[k]));
            checkFuture(&scene, worlds[k], bits, BEFORE, BEFORE + (k == 0 ? after : AFTER_IN_OTHER));
        }
        cdDestroyWorld(other);
        destroySnapshot(&snapshot);
        destroyScene(&scene);
    }
}

// A snapshot after every step of a short run, from the first one on: each, or in a short check each fourth,
// is restored into a world that comes from another moment, which then takes some steps. Red: state that
// matters only at some moments, such as during a collision, while a body is blocked, or just after a change
// by the caller.
static void testEveryStep(void **state) {
    (void)state;
    for (int kind = 0; kind < SCENE_KIND_COUNT; kind++) {
        Scene scene = makeScene((SceneKind)kind);
        StepBits bits[SHORT_RUN];
        Snapshot snapshots[SHORT_RUN];
        for (int32_t i = 0; i < SHORT_RUN; i++) {
            snapshots[i] = takeSnapshot(scene.world);
            bits[i] = runStep(&scene, scene.world, i);
        }
        cdWorld *other = makeOtherWorld();
        for (int32_t i = SHORT_RUN - 1; i >= 0; i -= chooseStride(4)) {
            useSnapshot(&scene, other, &snapshots[i]);
            checkFuture(&scene, other, bits, i, i + AHEAD < SHORT_RUN ? i + AHEAD : SHORT_RUN);
        }
        cdDestroyWorld(other);
        for (int32_t i = 0; i < SHORT_RUN; i++)
            destroySnapshot(&snapshots[i]);
        destroyScene(&scene);
    }
}

// A snapshot between calls of the caller and the step that they are for: forces that are waiting, filters and
// sensors that pairs have not asked for yet. Red: these are lost.
static void testBetweenCalls(void **state) {
    (void)state;
    Scene scene = makeScene(MIXED);
    for (int32_t i = 0; i < 150; i++)
        runStep(&scene, scene.world, i);
    for (int32_t call = 0; call < 6; call++) {
        for (int32_t body = 1; body <= 9; body++) {
            if (call == 0) cdApplyForce(scene.world, body, (cdVec3){0.0, 1.0, 0.0}, (cdVec3){9.0, 0.0, 1.0});
            if (call == 1) cdApplyTorque(scene.world, body, (cdVec3){0.0, 4.0, 0.0});
            if (call == 2) cdSetBodyFilter(scene.world, body, 8, 1, 0);
            if (call == 3) cdSetBodyFilter(scene.world, body, 1, ~0u, 0);
            if (call >= 4) cdSetBodySensor(scene.world, body, call == 4 && body % 2 == 0);
        }
        Snapshot snapshot = takeSnapshot(scene.world);
        StepBits bits[AHEAD];
        for (int32_t i = 0; i < AHEAD; i++)
            bits[i] = runStep(&scene, scene.world, 150 + i);
        cdWorld *other = makeOtherWorld();
        useSnapshot(&scene, other, &snapshot);
        for (int32_t i = 0; i < AHEAD; i++)
            assertSameBits(&scene, i, bits[i], runStep(&scene, other, 150 + i));
        cdDestroyWorld(other);
        destroySnapshot(&snapshot);
    }
    destroyScene(&scene);
}

// Later, when bodies lie on each other, roll and slide slowly under a gravity that tilts: contact points and
// normals persist from step to step. Red: as above; regions or touch points of the step before that are lost.
static void testSlowMotion(void **state) {
    (void)state;
    enum { LATE = 240, MORE = 90, FEW = 5 };
    int32_t each = chooseSize(6, 3);
    static const SceneKind kinds[] = {HEAP, LINKS, ROUND};
    for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++) {
        Scene scene = makeScene(kinds[k]);
        StepBits bits[LATE + MORE];
        Snapshot snapshots[MORE];
        for (int32_t i = 0; i < LATE + MORE; i++) {
            if (i >= LATE) snapshots[i - LATE] = takeSnapshot(scene.world);
            if (i >= LATE - 20) cdSetGravity(scene.world, (cdVec3){0.05 * (i - LATE + 20), -9.0, 0.5});
            bits[i] = runStep(&scene, scene.world, i);
        }
        cdWorld *other = makeOtherWorld();
        for (int32_t i = LATE; i < LATE + MORE; i += each) {
            useSnapshot(&scene, other, &snapshots[i - LATE]);
            for (int32_t n = i; n < i + FEW && n < LATE + MORE; n++) {
                cdSetGravity(other, (cdVec3){0.05 * (n - LATE + 20), -9.0, 0.5});
                assertSameBits(&scene, n, bits[n], runStep(&scene, other, n));
            }
        }
        cdDestroyWorld(other);
        for (int32_t i = 0; i < MORE; i++)
            destroySnapshot(&snapshots[i]);
        destroyScene(&scene);
    }
}

// A restored world has the bytes of the saved one, and so have both some steps later. Red: any member at all
// that is saved but not restored, or restored but not saved; padding that is saved.
static void testSameBytes(void **state) {
    (void)state;
    for (int kind = 0; kind < SCENE_KIND_COUNT; kind++) {
        Scene scene = makeScene((SceneKind)kind);
        cdWorld *other = makeOtherWorld();
        for (int32_t i = 0; i < SHORT_RUN; i++) {
            runStep(&scene, scene.world, i);
            if (i % 10 != 9) continue;
            Snapshot saved = takeSnapshot(scene.world);
            useSnapshot(&scene, other, &saved);
            Snapshot again = takeSnapshot(other);
            assertSameSnapshot(&saved, &again);
            destroySnapshot(&saved);
            destroySnapshot(&again);
            runStep(&scene, scene.world, ++i);
            runStep(&scene, other, i);
            saved = takeSnapshot(scene.world);
            again = takeSnapshot(other);
            assertSameSnapshot(&saved, &again);
            destroySnapshot(&saved);
            destroySnapshot(&again);
        }
        cdDestroyWorld(other);
        destroyScene(&scene);
    }
}

// Restoring the same bytes into the same world, again and again. Red: pairs or boxes of the broad phase that
// are left behind.
static void testManyRestores(void **state) {
    (void)state;
    Scene scene = makeScene(HEAP);
    for (int32_t i = 0; i < BEFORE; i++)
        runStep(&scene, scene.world, i);
    Snapshot snapshot = takeSnapshot(scene.world);
    StepBits bits[BEFORE + 30];
    for (int round = 0; round < 10; round++) {
        for (int32_t i = BEFORE; i < BEFORE + 30; i++) {
            StepBits now = runStep(&scene, scene.world, i);
            if (round > 0) assertSameBits(&scene, i, bits[i], now);
            bits[i] = now;
        }
        assert_int_equal(cdRestoreWorld(scene.world, snapshot.bytes, snapshot.size, NULL, 0), CD_RESTORED);
    }
    assert_true(scene.world->pairCount + scene.world->spareCount <= scene.world->pairCapacity);
    destroySnapshot(&snapshot);
    destroyScene(&scene);
}

// --- Bodies, joints and meshes

// Bodies and joints that were added or removed since the snapshot. A new body gets the id of the one that
// is gone. Red: ids that are not given again, removed bodies or joints that stay away, a body of the
// later state that still has its box in the broad phase and collides.
static void testAddedAndRemoved(void **state) {
    (void)state;
    Scene scene = makeScene(LINKS);
    StepBits bits[BEFORE + 60];
    for (int32_t i = 0; i < BEFORE; i++)
        runStep(&scene, scene.world, i);
    int32_t count = cdGetBodies(scene.world, NULL, 0);
    const cdMesh *meshes[SCENE_BODIES];
    memcpy(meshes, scene.meshOf, sizeof meshes);
    Snapshot snapshot = takeSnapshot(scene.world);
    for (int32_t i = BEFORE; i < BEFORE + 60; i++)
        bits[i] = runStep(&scene, scene.world, i);
    cdRemoveBody(scene.world, 3);
    cdRemoveBody(scene.world, 0);
    cdJointDef joint = {.bodyA = 8, .bodyB = -1, .point = {-3.0, 3.0, 0.0}};
    for (int32_t i = 0; i < 20; i++)
        addBody(&scene, 1 + i % 2, CD_BODY_FIXED, poseAt(-3.0, 3.0 - 0.2 * i, 0.0), (cdVec3){0.0, 0.0, 0.0});
    assert_true(cdAddJoint(scene.world, &joint) >= 0);
    runStep(&scene, scene.world, 161);
    assert_int_equal(cdRestoreWorld(scene.world, snapshot.bytes, snapshot.size, meshes, count), CD_RESTORED);
    assert_int_equal(cdGetBodies(scene.world, NULL, 0), count);
    checkFuture(&scene, scene.world, bits, BEFORE, BEFORE + 60);
    cdBodyId added = addBody(&scene, 2, CD_BODY_FIXED, poseAt(50.0, 0.0, 0.0), (cdVec3){0.0, 0.0, 0.0});
    assert_int_equal(added, count);
    destroySnapshot(&snapshot);
    destroyScene(&scene);
}

static void assertRefused(cdWorld *world, const void *bytes, size_t size, cdRestoreResult expected) {
    Snapshot before = takeSnapshot(world);
    assert_int_equal(cdRestoreWorld(world, bytes, size, NULL, 0), expected);
    Snapshot after = takeSnapshot(world);
    assertSameSnapshot(&before, &after);
    destroySnapshot(&before);
    destroySnapshot(&after);
}

// A snapshot whose meshes are not there, or are others, is refused; so is one of a mesh without the features
// that its body needs. A removed body needs no mesh. Red: a mesh found by its place alone.
static void testMeshes(void **state) {
    (void)state;
    Scene scene = makeScene(HEAP), twin = makeScene(HEAP);
    for (int32_t i = 0; i < 20; i++)
        runStep(&scene, scene.world, i);
    Snapshot snapshot = takeSnapshot(scene.world);
    cdWorld *other = makeOtherWorld();
    assertRefused(other, snapshot.bytes, snapshot.size, CD_RESTORE_NO_MESH);
    assertRefused(twin.world, snapshot.bytes, snapshot.size, CD_RESTORE_NO_MESH); // the same shapes
    const cdMesh *few[] = {NULL, scene.meshes[4], scene.meshes[0], scene.meshes[3], scene.meshes[1], NULL};
    assert_int_equal(cdRestoreWorld(other, snapshot.bytes, snapshot.size, few, 6), CD_RESTORE_NO_MESH);
    few[5] = scene.meshes[2];
    assert_int_equal(cdRestoreWorld(other, snapshot.bytes, snapshot.size, few, 6), CD_RESTORED);
    StepBits bits = runStep(&scene, scene.world, 20);
    assertSameBits(&scene, 20, bits, runStep(&scene, other, 20));
    int32_t count = cdGetBodies(scene.world, NULL, 0);
    for (int32_t i = 0; i < count; i++)
        if (scene.meshOf[i] == scene.meshes[2]) cdRemoveBody(scene.world, i);
    runStep(&scene, scene.world, 21);
    destroySnapshot(&snapshot);
    snapshot = takeSnapshot(scene.world);
    cdDestroyWorld(other);
    other = makeOtherWorld();
    few[5] = NULL;
    assert_int_equal(cdRestoreWorld(other, snapshot.bytes, snapshot.size, few, 6), CD_RESTORED);
    bits = runStep(&scene, scene.world, 22);
    assertSameBits(&scene, 22, bits, runStep(&scene, other, 22));
    cdDestroyWorld(other);
    destroySnapshot(&snapshot);
    destroyScene(&scene);
    destroyScene(&twin);
}

// A body that is added later takes part in the choice of a margin only if the definition has none. Red: a
// definition that is not restored.
static void testMargin(void **state) {
    (void)state;
    Scene scene = makeScene(ROUND);
    for (int32_t i = 0; i < 60; i++)
        runStep(&scene, scene.world, i);
    Snapshot snapshot = takeSnapshot(scene.world);
    cdWorldDef def = cdDefaultWorldDef();
    cdWorld *worlds[] = {scene.world, cdCreateWorld(&def)};
    cdMesh *tiny = cdCreateSphere((cdVec3){0.0, 0.0, 0.0}, 0.01, NULL);
    assert_non_null(tiny);
    useSnapshot(&scene, worlds[1], &snapshot);
    cdBodyDef body = cdDefaultBodyDef();
    body.kind = CD_BODY_DYNAMIC;
    body.mesh = tiny;
    body.pose = poseAt(5.0, 2.0, 5.0);
    for (int k = 0; k < 2; k++)
        assert_int_equal(cdAddBody(worlds[k], &body), 10);
    for (int32_t i = 60; i < 80; i++)
        assertSameBits(&scene, i, runStep(&scene, worlds[0], i), runStep(&scene, worlds[1], i));
    cdDestroyWorld(worlds[1]);
    destroySnapshot(&snapshot);
    destroyScene(&scene);
    cdDestroyMesh(tiny);
}

// Saves before each of the next steps. Each snapshot is restored into a fresh world, whose step has the same
// bits. Destroys the scene.
static void checkSteps(Scene *scene, int32_t count) {
    enum { COUNT_MAX = 32 };
    Snapshot snapshots[COUNT_MAX];
    StepBits bits[COUNT_MAX];
    assert_true(count <= COUNT_MAX);
    for (int32_t i = 0; i < count; i++) {
        snapshots[i] = takeSnapshot(scene->world);
        bits[i] = runStep(scene, scene->world, i);
    }
    for (int32_t i = 0; i < count; i++) {
        cdWorld *other = makeOtherWorld();
        useSnapshot(scene, other, &snapshots[i]);
        StepBits again = runStep(scene, other, i);
        assert_true(memcmp(&again, &bits[i], sizeof again) == 0);
        cdDestroyWorld(other);
        destroySnapshot(&snapshots[i]);
    }
    destroyScene(scene);
}

// A rotor on a hinge that turns by more than a body without joints may in a step, and walls beside it. Red:
// whether a body resists by its joints, which the step before found, is not saved.
static void testFastRotor(void **state) {
    (void)state;
    Scene scene = {.kind = SCENE_KIND_COUNT};
    cdWorldDef def = cdDefaultWorldDef();
    scene.world = cdCreateWorld(&def);
    addMesh(&scene, makeBody("box:x=1,y=0.05,z=0.05").mesh);
    addMesh(&scene, makeBody("box:x=0.1,y=2,z=0.5").mesh);
    cdBodyId rotor = addBody(&scene, 0, CD_BODY_DYNAMIC, poseAt(0.0, 0.0, 0.0), (cdVec3){0.0, 0.0, 0.0});
    cdJointDef hinge = {.kind = CD_JOINT_HINGE, .bodyA = rotor, .bodyB = -1, .axis = {0.0, 0.0, 1.0}};
    assert_int_equal(cdAddJoint(scene.world, &hinge), 0);
    for (int i = 0; i < 8; i++)
        addBody(&scene, 1, CD_BODY_FIXED, poseAt(1.102 + 0.01 * i, 0.0, i < 4 ? 0.0 : 0.3),
                (cdVec3){0.0, 0.0, 0.0});
    cdSetBodyVelocity(scene.world, rotor, (cdVec3){0.0, 0.0, 0.0}, (cdVec3){0.0, 0.0, 2300.0});
    checkSteps(&scene, 12);
}

// A ball thrown on a slack rope, which becomes taut. Red: whether a joint has limits is not saved, so that
// the rope is a rod.
static void testRope(void **state) {
    (void)state;
    Scene scene = {.kind = SCENE_KIND_COUNT};
    cdWorldDef def = cdDefaultWorldDef();
    scene.world = cdCreateWorld(&def);
    addMesh(&scene, makeBody("box:x=0.1,y=0.1,z=0.1").mesh);
    cdBodyId ball = addBody(&scene, 0, CD_BODY_DYNAMIC, poseAt(0.0, -0.8, 0.0), (cdVec3){3.0, 0.0, 0.0});
    cdJointDef rope = {.kind = CD_JOINT_DISTANCE, .bodyA = ball, .bodyB = -1, .limited = true, .upper = 1.0};
    assert_int_equal(cdAddJoint(scene.world, &rope), 0);
    checkSteps(&scene, 24);
}

// The memory that the solver may use decides its method for large islands: it is that of the snapshot,
// however large it was since. Red: a block of memory whose size is part of the world's state and that nobody
// owns.
static void testSolverRoom(void **state) {
    (void)state;
    Scene scene = makeScene(LINKS);
    for (int32_t i = 0; i < 10; i++)
        runStep(&scene, scene.world, i);
    Snapshot snapshot = takeSnapshot(scene.world);
    size_t room = scene.world->solverRoom;
    for (int32_t i = 0; i < 40; i++)
        addBody(&scene, 2, CD_BODY_DYNAMIC, poseAt(2.0, 10.0 + i, 4.0), (cdVec3){0.0, 0.0, 0.0});
    runStep(&scene, scene.world, 10);
    assert_true(room > 0 && scene.world->solverRoom > room);
    useSnapshot(&scene, scene.world, &snapshot);
    assert_int_equal(scene.world->solverRoom, room);
    assert_true(scene.world->solverMemory.size > room);
    cdWorld *other = makeOtherWorld();
    useSnapshot(&scene, other, &snapshot);
    assert_true(other->solverRoom == room && other->solverMemory.size >= room);
    cdDestroyWorld(other);
    destroySnapshot(&snapshot);
    destroyScene(&scene);
}

// The tries of an island to sleep, and the time since the last whole one. Red: a try that is forgotten.
static void testTries(void **state) {
    (void)state;
    Scene scene = makeScene(LINKS);
    runStep(&scene, scene.world, 0);
    cdWorldBody *body = &scene.world->bodies[1];
    assert_true(body->untried == INFINITY);
    body->tries = 2;
    body->untried = 0.25;
    Snapshot snapshot = takeSnapshot(scene.world);
    body->tries = 0;
    body->untried = INFINITY;
    useSnapshot(&scene, scene.world, &snapshot);
    assert_true(scene.world->bodies[1].tries == 2 && scene.world->bodies[1].untried == 0.25);
    destroySnapshot(&snapshot);
    destroyScene(&scene);
}

// --- Bytes

// Saving writes nothing if there is too little room. Red: a partial snapshot.
static void testRoom(void **state) {
    (void)state;
    Scene scene = makeScene(STACK);
    runStep(&scene, scene.world, 0);
    size_t size = cdSaveWorld(scene.world, NULL, 0);
    unsigned char *bytes = malloc(size + 1);
    assert_non_null(bytes);
    memset(bytes, 0xa5, size + 1);
    assert_int_equal(cdSaveWorld(scene.world, bytes, size - 1), size);
    for (size_t i = 0; i <= size; i++)
        assert_int_equal(bytes[i], 0xa5);
    assert_int_equal(cdSaveWorld(scene.world, bytes, size + 1), size);
    assert_int_equal(bytes[size], 0xa5);
    free(bytes);
    destroyScene(&scene);
}

// Each byte damaged in turn, each length too short or too long, and foreign bytes. Red: a part that the
// checksum leaves out, a length that is believed, a world that is half restored.
static void testDamage(void **state) {
    (void)state;
    Scene scene = makeScene(STACK);
    for (int32_t i = 0; i < 5; i++)
        runStep(&scene, scene.world, i);
    Snapshot snapshot = takeSnapshot(scene.world);
    runStep(&scene, scene.world, 5);
    unsigned char *bytes = snapshot.bytes;
    for (size_t i = 0; i < snapshot.size; i++) {
        bytes[i] ^= (unsigned char)(1u << i % 8);
        assert_int_not_equal(cdRestoreWorld(scene.world, bytes, snapshot.size, NULL, 0), CD_RESTORED);
        bytes[i] ^= (unsigned char)(1u << i % 8);
    }
    for (size_t size = 0; size < snapshot.size; size++) {
        cdRestoreResult expected = size < CD_SEAL_SIZE ? CD_RESTORE_FOREIGN : CD_RESTORE_WRONG_SIZE;
        assert_int_equal(cdRestoreWorld(scene.world, bytes, size, NULL, 0), expected);
    }
    bytes[snapshot.size - 1] ^= 0x10;
    assertRefused(scene.world, bytes, snapshot.size, CD_RESTORE_DAMAGED);
    bytes[snapshot.size - 1] ^= 0x10;
    bytes[8] ^= 2;
    assertRefused(scene.world, bytes, snapshot.size, CD_RESTORE_OTHER_VERSION);
    bytes[8] ^= 2;
    assertRefused(scene.world, "not a snapshot, but as long as the header of one", 48, CD_RESTORE_FOREIGN);
    assert_int_equal(cdRestoreWorld(scene.world, bytes, snapshot.size, NULL, 0), CD_RESTORED);
    for (int k = CD_RESTORED; k <= CD_RESTORE_NO_WORLD; k++)
        assert_true(strlen(cdGetRestoreResultName((cdRestoreResult)k)) > 0);
    destroySnapshot(&snapshot);
    destroyScene(&scene);
}

static size_t findBytes(const Snapshot *snapshot, const void *value, size_t size) {
    size_t at = 0;
    while (memcmp((const unsigned char *)snapshot->bytes + at, value, size) != 0)
        at++;
    return at;
}

// Random words of the items replaced, with a checksum that fits: refused or restored, without an invalid
// access, of which the sanitizers tell. A restored world can be saved, and a refused one is unchanged. Red:
// an index that is used before it is tested.
static void testForgery(void **state) {
    (void)state;
    static const uint64_t odd[] = {0,          1,          0xffffffff,          0x7fffffff,         100,
                                   0x80000000, 0x00010000, 0xffffffffffffffffu, 0x7ff8000000000000u};
    Random random = {7};
    int refused = 0, rounds = 3000;
    for (int kind = 0; kind < SCENE_KIND_COUNT; kind++) {
        Scene scene = makeScene((SceneKind)kind);
        for (int32_t i = 0; i < 80; i++)
            runStep(&scene, scene.world, i);
        Snapshot snapshot = takeSnapshot(scene.world);
        unsigned char *bytes = malloc(snapshot.size);
        assert_non_null(bytes);
        size_t room = findBytes(&snapshot, &scene.world->solverRoom, sizeof scene.world->solverRoom);
        for (int round = 0; round < rounds; round++) {
            memcpy(bytes, snapshot.bytes, snapshot.size);
            size_t at = CD_SEAL_SIZE + nextRandomBits(&random) % (snapshot.size - CD_SEAL_SIZE - 8);
            size_t size = (size_t)1 << nextRandomInt(&random, 0, 3);
            if (at < room + sizeof scene.world->solverRoom && at + size > room) continue;
            memcpy(bytes + at, &odd[nextRandomInt(&random, 0, 8)], size);
            cdSeal(bytes, snapshot.size, CD_SNAPSHOT_KIND, CD_SNAPSHOT_VERSION);
            cdRestoreResult result = cdRestoreWorld(scene.world, bytes, snapshot.size, NULL, 0);
            refused += result != CD_RESTORED;
            if (result == CD_RESTORED) useSnapshot(&scene, scene.world, &snapshot);
        }
        Snapshot after = takeSnapshot(scene.world);
        assertSameSnapshot(&snapshot, &after);
        free(bytes);
        destroySnapshot(&snapshot);
        destroySnapshot(&after);
        destroyScene(&scene);
    }
    assert_true(refused > 100);
}

// --- Memory

// Each allocation of a restore fails in turn: it is refused and the world unchanged, also its future. Red: a
// member that is taken before all memory is reserved, a leak.
static void testNoMemory(void **state) {
    (void)state;
    Scene scene = makeScene(HEAP);
    for (int32_t i = 0; i < BEFORE; i++)
        runStep(&scene, scene.world, i);
    Snapshot snapshot = takeSnapshot(scene.world);
    LimitedMemory memory = {.allowed = INT64_MAX};
    useLimitedMemory(&memory);
    int64_t failures = 0;
    for (cdRestoreResult result = CD_RESTORE_NO_MEMORY; result != CD_RESTORED; failures++) {
        memory.allowed = INT64_MAX;
        int64_t live = memory.live;
        cdWorld *other = makeOtherWorld();
        Snapshot before = takeSnapshot(other);
        memory.allowed = failures;
        result = cdRestoreWorld(other, snapshot.bytes, snapshot.size, (const cdMesh *const *)scene.meshes,
                                scene.meshCount);
        memory.allowed = INT64_MAX;
        assert_true(result == CD_RESTORED || result == CD_RESTORE_NO_MEMORY);
        Snapshot after = takeSnapshot(other);
        if (result != CD_RESTORED) assertSameSnapshot(&before, &after);
        if (result != CD_RESTORED) useSnapshot(&scene, other, &snapshot);
        if (failures == 3) assertSameBits(&scene, 0, readBits(scene.world), readBits(other));
        destroySnapshot(&before);
        destroySnapshot(&after);
        cdDestroyWorld(other);
        assert_int_equal(memory.live, live);
    }
    assert_true(failures > 10);
    cdSetHooks(NULL);
    destroySnapshot(&snapshot);
    destroyScene(&scene);
}

// A world that returns to an earlier state allocates the list of meshes and one pair. Red: memory that is not
// kept.
static void testAllocations(void **state) {
    (void)state;
    Scene scene = makeScene(HEAP);
    for (int32_t i = 0; i < BEFORE; i++)
        runStep(&scene, scene.world, i);
    Snapshot snapshot = takeSnapshot(scene.world);
    for (int32_t i = BEFORE; i < BEFORE + 50; i++)
        runStep(&scene, scene.world, i);
    LimitedMemory memory = {.allowed = INT64_MAX};
    useLimitedMemory(&memory);
    assert_int_equal(cdRestoreWorld(scene.world, snapshot.bytes, snapshot.size, NULL, 0), CD_RESTORED);
    assert_int_equal(memory.taken, 2);
    cdSaveWorld(scene.world, snapshot.bytes, snapshot.size);
    assert_int_equal(memory.taken, 2);
    cdSetHooks(NULL);
    destroySnapshot(&snapshot);
    destroyScene(&scene);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testLongRun),
        cmocka_unit_test(testEveryStep),
        cmocka_unit_test(testBetweenCalls),
        cmocka_unit_test(testSlowMotion),
        cmocka_unit_test(testSameBytes),
        cmocka_unit_test(testManyRestores),
        cmocka_unit_test(testAddedAndRemoved),
        cmocka_unit_test(testMeshes),
        cmocka_unit_test(testMargin),
        cmocka_unit_test(testFastRotor),
        cmocka_unit_test(testRope),
        cmocka_unit_test(testSolverRoom),
        cmocka_unit_test(testTries),
        cmocka_unit_test(testRoom),
        cmocka_unit_test(testDamage),
        cmocka_unit_test(testForgery),
        cmocka_unit_test_setup_teardown(testNoMemory, NULL, restoreMemory),
        cmocka_unit_test_setup_teardown(testAllocations, NULL, restoreMemory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
