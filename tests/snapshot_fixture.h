// Shared by the tests of snapshots: worlds of several kinds that keep changing, and the bits of their steps.
//
// A scene is a function of its kind: what is done to its world in step n depends on n alone. The bits of a
// step are a hash of each group of what a caller can read after it.
#ifndef TESTS_SNAPSHOT_FIXTURE_H
#define TESTS_SNAPSHOT_FIXTURE_H

#include "body_fixture.h"
#include "collision/kinematic.h"
#include "collision/world_snapshot.h"
#include "random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

typedef enum SceneKind {
    HEAP = 0, // meshes with friction fall on a floor and on each other
    LINKS,    // a hanging chain, a motor, and a hand that moves
    STACK,    // cubes that fall asleep, and are woken now and then
    ROUND,    // spheres, capsules and a rounded box, with a safety distance
    LEAVING,  // bodies that bounce, some leave the world's bounds
    MIXED,    // meshes with damping, forces, locks, limits, filters and sensors, which change
    SCRIPTS,  // kinematic bodies push meshes about and wait; a driven body is moved
    SHAPES,   // the same with bodies of several shapes, one of them a sensor
    SCENE_KIND_COUNT
} SceneKind;

static const char *const SCENE_NAMES[] = {"heap",    "links", "stack",   "round",
                                          "leaving", "mixed", "scripts", "shapes"};

enum { SCENE_MESHES = 8, SCENE_BODIES = 64 };

typedef struct Scene {
    SceneKind kind;
    cdMesh *meshes[SCENE_MESHES]; // meshes[meshCount]: the first one is the floor
    int32_t meshCount;
    const cdMesh *meshOf[SCENE_BODIES]; // of each body
    cdWorld *world;
} Scene;

static const double SNAPSHOT_FRAME = 1.0 / 60.0;

// --- Scenes

static inline void setProperties(cdBodyDef *def, int32_t index) {
    def->linearDamping = index % 3 == 1 ? 0.4 : 0.0;
    def->angularDamping = index % 3 == 2 ? 0.9 : 0.0;
    def->gravityScale = index % 4 == 3 ? 0.3 : 1.0;
    def->maxSpeed = index % 4 == 2 ? 3.0 : 0.0;
    def->maxSpin = index % 4 == 1 ? 2.0 : 0.0;
    def->mass = index % 2 ? 3.0 : 0.0;
    if (index % 5 == 2) def->force = (cdVec3){1.0, 0.0, -2.0}, def->torque = (cdVec3){0.0, 0.1, 0.0};
    def->lockTranslation = index % 5 == 3 ? 4 : 0;
    def->lockRotation = index % 5 == 4 ? 5 : index % 10 == 3 ? 2 : 0;
    def->lockFrame = index % 10 == 3 || index % 10 == 4 ? CD_LOCK_BODY : CD_LOCK_WORLD;
    def->category = index % 3 == 2 ? 2 : 1;
    if (index % 4 == 2) def->mask = 1;
    def->group = index % 6 == 5 ? 3 : 0;
    def->sensor = index == 4;
}

// Makes shapes of small meshes: with three indices in turn one at the body's origin, two, or three.
static inline int32_t makeShapes(const Scene *scene, int32_t mesh, int32_t index, cdShapeDef shapes[3]) {
    for (int32_t i = 0; i < 3; i++)
        shapes[i] = (cdShapeDef){
            .mesh = scene->meshes[1 + (mesh + i) % (scene->meshCount - 1)],
            .pose = turnedPose(0.45 * i, 0.1 * i * i, -0.2 * i, cdMakeVec3(0.3, 1.0, 0.2 * index), 0.7 * i),
            .density = i == 2 ? 2.0 : 0.0,
            .userData = (void *)(scene->meshes + i)};
    return 1 + index % 3;
}

static inline cdBodyId addBody(Scene *scene, int32_t mesh, cdBodyKind kind, cdPose pose, cdVec3 velocity) {
    cdBodyDef def = cdDefaultBodyDef();
    def.kind = kind;
    def.mesh = scene->meshes[mesh];
    def.pose = pose;
    def.velocity = velocity;
    def.restitution = scene->kind == LEAVING ? 0.8 : scene->kind == STACK ? 0.0 : 0.3;
    def.friction = 0.6;
    if (scene->kind == MIXED && kind == CD_BODY_DYNAMIC)
        setProperties(&def, cdGetBodies(scene->world, NULL, 0));
    cdShapeDef shapes[3];
    if (scene->kind == SHAPES && mesh > 0) {
        def.sensor = cdGetBodies(scene->world, NULL, 0) == 5;
        def.shapes = shapes;
        def.shapeCount = makeShapes(scene, mesh, cdGetBodies(scene->world, NULL, 0), shapes);
        def.mesh = NULL;
    }
    cdBodyId body = cdAddBody(scene->world, &def);
    if (body < 0 || cdGetBodyIndex(body) >= SCENE_BODIES) abort();
    scene->meshOf[cdGetBodyIndex(body)] = scene->meshes[mesh];
    return body;
}

static inline void addMesh(Scene *scene, cdMesh *mesh) {
    if (mesh == NULL || scene->meshCount == SCENE_MESHES) abort();
    scene->meshes[scene->meshCount++] = mesh;
}

static inline void fillHeap(Scene *scene, int32_t count, double apart) {
    Random random = {19};
    for (int32_t i = 0; i < count; i++) {
        cdPose pose = turnedPose(0.6 * nextRandomIn(&random, -1.0, 1.0), 0.5 + apart * (i + 1),
                                 0.6 * nextRandomIn(&random, -1.0, 1.0), nextRandomDirection(&random),
                                 nextRandomIn(&random, 0.0, 3.0));
        addBody(scene, 1 + i % (scene->meshCount - 1), CD_BODY_DYNAMIC, pose,
                (cdVec3){nextRandomIn(&random, -1.0, 1.0), -2.0, nextRandomIn(&random, -1.0, 1.0)});
    }
}

static inline void fillLinks(Scene *scene) {
    cdBodyId last = -1;
    for (int32_t i = 0; i < 6; i++) {
        cdBodyId link =
            addBody(scene, 1, CD_BODY_DYNAMIC, poseAt(0.5 + i, 5.0, 0.0), (cdVec3){0.0, 0.0, 0.0});
        cdJointDef joint = {.kind = i % 2 == 0 ? CD_JOINT_BALL : CD_JOINT_HINGE,
                            .bodyA = link,
                            .bodyB = last,
                            .point = {(double)i, 5.0, 0.0},
                            .axis = {0.0, 0.0, 1.0}};
        if (cdAddJoint(scene->world, &joint) < 0) abort();
        last = link;
    }
    cdBodyId rotor = addBody(scene, 2, CD_BODY_DYNAMIC, poseAt(-3.0, 2.0, 0.0), (cdVec3){0.0, 0.0, 0.0});
    cdJointDef motor = {.kind = CD_JOINT_HINGE,
                        .bodyA = rotor,
                        .bodyB = -1,
                        .point = {-3.0, 2.0, 0.0},
                        .axis = {0.0, 0.0, 1.0},
                        .motor = {.speed = 4.0, .maxForce = 1e4}};
    if (cdAddJoint(scene->world, &motor) < 0) abort();
    for (int32_t i = 0; i < 3; i++)
        addBody(scene, 2, CD_BODY_DYNAMIC, poseAt(-3.2 + 0.1 * i, 4.0 + 2.0 * i, 0.0),
                (cdVec3){0.0, 0.0, 0.0});
}

static inline void fillStack(Scene *scene) {
    for (int32_t i = 0; i < 5; i++)
        addBody(scene, 1, CD_BODY_DYNAMIC,
                turnedPose(0.01 * i, 0.501 + 1.002 * i, 0.0, cdMakeVec3(0.0, 1.0, 0.0), 0.1 * i),
                (cdVec3){0.0, 0.0, 0.0});
}

// Two that turn and meet each other, one on a path into the floor, and a driven one.
static inline void fillScripts(Scene *scene) {
    const cdVec3 none = {0.0, 0.0, 0.0};
    fillHeap(scene, 7, 1.1);
    addBody(scene, 4, CD_BODY_KINEMATIC, poseAt(-3.0, 0.7, 0.0), none); // 8
    addBody(scene, 1, CD_BODY_KINEMATIC, poseAt(3.0, 1.2, 0.3), none);
    addBody(scene, 3, CD_BODY_KINEMATIC, poseAt(0.0, 9.0, 2.5), none);
    addBody(scene, 2, CD_BODY_DRIVEN, poseAt(0.0, 4.0, -4.0), none); // 11
    cdSetBodyVelocity(scene->world, 8, (cdVec3){0.8, 0.0, 0.0}, (cdVec3){0.0, 1.0, 0.0});
    cdSetBodyVelocity(scene->world, 9, (cdVec3){-0.6, 0.0, 0.0}, (cdVec3){0.0, 0.0, 2.0});
    cdPathNode nodes[3] = {{0.5, poseAt(0.0, 3.0, 1.0)},
                           {2.0, turnedPose(0.5, -1.0, 0.0, (cdVec3){0.0, 1.0, 0.0}, 2.0)},
                           {9.0, poseAt(0.0, 8.0, 0.0)}};
    if (!cdSetKinematicPath(scene->world, 10, nodes, 3, 0.0)) abort();
}

static inline void makeMeshes(Scene *scene) {
    static const char *const heap[] = {"gear:teeth=7", "torus:segments=10",
                                       "l-shape:size=1,thickness=0.3,depth=0.4", "box:x=0.4,y=0.3,z=0.5"};
    addMesh(scene, makeBody("box:x=8,y=0.5,z=8").mesh);
    if (scene->kind == HEAP || scene->kind == LEAVING || scene->kind == MIXED || scene->kind == SCRIPTS ||
        scene->kind == SHAPES) {
        for (size_t i = 0; i < sizeof heap / sizeof heap[0]; i++)
            addMesh(scene, makeScaledBody(heap[i], scene->kind == SHAPES ? 0.5 : 1.0).mesh);
    } else if (scene->kind == LINKS) {
        addMesh(scene, makeBody("box:x=0.45,y=0.1,z=0.1").mesh);
        addMesh(scene, makeBody("box:x=1,y=0.2,z=0.3").mesh);
    } else if (scene->kind == STACK) {
        addMesh(scene, makeBody("box:x=0.5,y=0.5,z=0.5").mesh);
    } else {
        const cdVec3 ends[2] = {{-0.4, 0.0, 0.0}, {0.4, 0.0, 0.0}};
        addMesh(scene, cdCreateSphere((cdVec3){0.0, 0.0, 0.0}, 0.4, NULL));
        addMesh(scene, cdCreateCapsule(ends, 0.25, NULL));
        addMesh(scene, makeBody("box:x=0.3,y=0.3,z=0.3").mesh);
    }
}

static inline Scene makeScene(SceneKind kind) {
    Scene scene = {.kind = kind};
    cdWorldDef def = cdDefaultWorldDef();
    if (kind == ROUND) def.safetyDistance = 0.05, def.margin = 2e-4;
    if (kind == LEAVING) def.bounds = (cdBox3){{-3.0, -2.0, -3.0}, {3.0, 30.0, 3.0}};
    scene.world = cdCreateWorld(&def);
    if (scene.world == NULL) abort();
    makeMeshes(&scene);
    addBody(&scene, 0, CD_BODY_FIXED, poseAt(0.0, -0.5, 0.0), (cdVec3){0.0, 0.0, 0.0});
    if (kind == LINKS)
        fillLinks(&scene);
    else if (kind == STACK)
        fillStack(&scene);
    else if (kind == SCRIPTS || kind == SHAPES)
        fillScripts(&scene);
    else
        fillHeap(&scene, 9, kind == LEAVING ? 1.4 : 1.1);
    return scene;
}

static inline void destroyScene(Scene *scene) {
    cdDestroyWorld(scene->world);
    for (int32_t i = 0; i < scene->meshCount; i++)
        cdDestroyMesh(scene->meshes[i]);
    *scene = (Scene){0};
}

// --- Steps

// Holds the first link for a while, moves the hand once, and lets go.
static inline void pullLink(cdWorld *world, int32_t step) {
    cdHand hand = {.grab = {0.2, 0.05, 0.0}, .target = {4.0 + 2.0 * sin(0.05 * step), 3.0, 1.0}};
    if (step % 160 == 60) hand.frequency = 12.0, hand.maxForce = 500.0;
    if (step % 160 == 0 || step % 160 == 60) cdHoldBody(world, 6, &hand);
    if (step % 160 == 130) cdReleaseBody(world, 6);
    cdJointMotor motor = {.speed = step % 400 == 90 ? -3.0 : 5.0, .maxForce = 1e4};
    if (step % 200 == 90) cdSetJointMotor(world, 6, &motor);
    if (step == 270) cdSetJointLimits(world, 6, -2000.0, 2000.0);
    if (step == 345) cdRemoveJoint(world, 2);
}

static inline void pokeStack(cdWorld *world, int32_t step) {
    if (step % 150 == 130) cdApplyImpulse(world, 5, (cdVec3){0.1, 4.6, 0.5}, (cdVec3){0.4, 0.3, 0.0});
    if (step == 330) cdSetBodyPose(world, 2, poseAt(3.0, 0.6, 2.0));
    if (step == 350) cdSetGravity(world, (cdVec3){0.5, -9.0, 0.0});
}

// Forces of single steps, filters and properties that change.
static inline void changeMixed(cdWorld *world, int32_t step) {
    if (step % 7 == 3) cdApplyForce(world, 3, (cdVec3){0.0, 1.0, 0.2}, (cdVec3){0.0, 20.0, 3.0});
    if (step % 11 == 5) cdApplyTorque(world, 5, (cdVec3){0.5, 0.0, 0.5});
    if (step % 90 == 70) cdSetBodyFilter(world, 7, step % 180 == 70 ? 4 : 1, step % 180 == 70 ? 4 : 1, 0);
    if (step % 120 == 50) cdSetBodySensor(world, 6, step % 240 == 50);
    if (step == 260) cdSetBodyKind(world, 8, CD_BODY_FIXED);
    if (step == 350) cdSetBodyKind(world, 8, CD_BODY_DYNAMIC);
    if (step == 300) cdSetBodyMass(world, 1, 1.0, 5.0, NULL);
}

static inline void changeScripts(cdWorld *world, int32_t step, bool slides) {
    const cdMoveOptions yields = {.yields = true};
    double angle = 0.13 * step;
    cdPose target = turnedPose(1.5 * sin(0.7 * angle), 0.9 + 0.5 * cos(angle), -4.0 + 0.02 * (step % 400),
                               (cdVec3){0.6, 0.0, 0.8}, angle);
    if (step % 3 == 0)
        cdMoveBody(world, 11, target, step % 2 && slides ? CD_MOVE_SLIDE : CD_MOVE_STOP, &yields);
    if (step % 170 == 90) cdMoveKinematic(world, 9, poseAt(3.0 - 0.01 * step, 1.2, 0.3));
    if (step == 210) cdSetBodyVelocity(world, 8, (cdVec3){-0.5, 0.1, 0.2}, (cdVec3){0.0, 0.0, 0.0});
    const cdPathNode node = {1.0, poseAt(-2.0, 2.0, -2.0)};
    if (step == 250) cdSetKinematicPath(world, 9, &node, 1, 0.0);
    if (step == 345) cdRemoveBody(world, 10);
    if (step == 355) cdSetBodyKind(world, 9, CD_BODY_DYNAMIC);
}

// Acts on the world before step number `step`.
static inline void actOn(const Scene *scene, cdWorld *world, int32_t step) {
    if (scene->kind == LINKS) pullLink(world, step);
    if (scene->kind == STACK) pokeStack(world, step);
    if (scene->kind == MIXED) changeMixed(world, step);
    if (scene->kind == SCRIPTS || scene->kind == SHAPES) changeScripts(world, step, scene->kind == SCRIPTS);
    if (scene->kind == HEAP && step == 200) cdRemoveBody(world, 4);
    if (scene->kind == HEAP && step % 50 == 49)
        cdSetBodyVelocity(world, 2, (cdVec3){0.0, 4.0, 0.5}, (cdVec3){1.0, 0.0, 2.0});
}

// --- Bits

typedef struct StepBits {
    uint64_t result, bodies, contacts, events;
} StepBits;

static inline uint64_t addBits(uint64_t hash, const void *value, size_t size) {
    const unsigned char *bytes = value;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ bytes[i]) * UINT64_C(1099511628211);
    return hash;
}

// Adds members that are neighbours without padding, from one to another.
#define ADD_BITS(hash, value) hash = addBits(hash, &(value), sizeof(value))

static inline uint64_t hashResult(const cdWorldStep *step) {
    uint64_t hash = 1;
    ADD_BITS(hash, step->state);
    ADD_BITS(hash, step->reason);
    ADD_BITS(hash, step->outOfMemory);
    ADD_BITS(hash, step->time);
    ADD_BITS(hash, step->blockedTime);
    ADD_BITS(hash, step->blockedBodies);
    ADD_BITS(hash, step->advances);
    ADD_BITS(hash, step->stops);
    ADD_BITS(hash, step->impacts);
    ADD_BITS(hash, step->contacts);
    ADD_BITS(hash, step->pairs);
    ADD_BITS(hash, step->queries);
    ADD_BITS(hash, step->pairTests);
    ADD_BITS(hash, step->solverIterations);
    ADD_BITS(hash, step->worstResidual);
    ADD_BITS(hash, step->drift);
    ADD_BITS(hash, step->margin);
    return hash;
}

static inline uint64_t hashBodies(const cdWorld *world) {
    uint64_t hash = 2;
    cdBodyId bodies[SCENE_BODIES];
    int32_t count = cdGetBodies(world, bodies, SCENE_BODIES);
    ADD_BITS(hash, count);
    for (int32_t i = 0; i < count; i++) {
        cdBodyState state = cdGetBodyState(world, bodies[i]);
        ADD_BITS(hash, bodies[i]);
        ADD_BITS(hash, state.kind);
        ADD_BITS(hash, state.pose);
        ADD_BITS(hash, state.centroid);
        ADD_BITS(hash, state.velocity);
        ADD_BITS(hash, state.angularVelocity);
        ADD_BITS(hash, state.mass);
        ADD_BITS(hash, state.asleep);
    }
    cdWorldEnergy energy = cdGetWorldEnergy(world);
    ADD_BITS(hash, energy);
    return hash;
}

static inline uint64_t hashContacts(const cdWorld *world) {
    uint64_t hash = 3;
    int32_t count;
    const cdWorldContact *contacts = cdGetWorldContacts(world, &count);
    ADD_BITS(hash, count);
    for (int32_t i = 0; i < count; i++) {
        ADD_BITS(hash, contacts[i].bodyA);
        ADD_BITS(hash, contacts[i].bodyB);
        ADD_BITS(hash, contacts[i].shapeA);
        ADD_BITS(hash, contacts[i].shapeB);
        ADD_BITS(hash, contacts[i].mode);
        ADD_BITS(hash, contacts[i].point);
        ADD_BITS(hash, contacts[i].normal);
        ADD_BITS(hash, contacts[i].gap);
        ADD_BITS(hash, contacts[i].force);
        ADD_BITS(hash, contacts[i].friction);
    }
    return hash;
}

static inline uint64_t hashEvents(const cdWorld *world) {
    uint64_t hash = 4;
    int32_t count;
    const cdContactEvent *events = cdGetContactEvents(world, &count);
    ADD_BITS(hash, count);
    for (int32_t i = 0; i < count; i++) {
        ADD_BITS(hash, events[i].time);
        ADD_BITS(hash, events[i].kind);
        ADD_BITS(hash, events[i].bodyA);
        ADD_BITS(hash, events[i].bodyB);
        ADD_BITS(hash, events[i].shapeA);
        ADD_BITS(hash, events[i].shapeB);
        ADD_BITS(hash, events[i].point);
        ADD_BITS(hash, events[i].normal);
        ADD_BITS(hash, events[i].speed);
        ADD_BITS(hash, events[i].impulse);
    }
    return hash;
}

// Returns the bits that can be read between two steps; `result` is 0.
static inline StepBits readBits(const cdWorld *world) {
    return (StepBits){0, hashBodies(world), hashContacts(world), hashEvents(world)};
}

// Bodies fall asleep only after a time, which is many short steps.
static inline double getDuration(const Scene *scene, int32_t step) {
    return scene->kind == STACK && step < 120 ? 1.0 / 480.0 : SNAPSHOT_FRAME;
}

static inline StepBits runStep(const Scene *scene, cdWorld *world, int32_t step) {
    actOn(scene, world, step);
    cdWorldStep result = cdStepWorld(world, getDuration(scene, step));
    StepBits bits = readBits(world);
    bits.result = hashResult(&result);
    return bits;
}

static inline void assertSameBits(const Scene *scene, int32_t step, StepBits was, StepBits is) {
    bool same = was.result == is.result && was.bodies == is.bodies && was.contacts == is.contacts &&
                was.events == is.events;
    if (!same)
        fail_msg("%s: step %d differs in:%s%s%s%s", SCENE_NAMES[scene->kind], (int)step,
                 was.bodies != is.bodies ? " bodies" : "", was.contacts != is.contacts ? " contacts" : "",
                 was.events != is.events ? " events" : "", was.result != is.result ? " result" : "");
}

// --- Snapshots

typedef struct Snapshot {
    void *bytes;
    size_t size;
} Snapshot;

static inline Snapshot takeSnapshot(const cdWorld *world) {
    Snapshot snapshot = {.size = cdSaveWorld(world, NULL, 0)};
    snapshot.bytes = malloc(snapshot.size);
    if (snapshot.bytes == NULL) abort();
    if (cdSaveWorld(world, snapshot.bytes, snapshot.size) != snapshot.size) abort();
    return snapshot;
}

static inline void destroySnapshot(Snapshot *snapshot) {
    free(snapshot->bytes);
    *snapshot = (Snapshot){0};
}

static inline void assertSameSnapshot(const Snapshot *a, const Snapshot *b) {
    assert_int_equal(a->size, b->size);
    assert_memory_equal(a->bytes, b->bytes, a->size);
}

// Restores and asserts that it succeeds, with the scene's meshes.
static inline void useSnapshot(const Scene *scene, cdWorld *world, const Snapshot *snapshot) {
    assert_int_equal(cdRestoreWorld(world, snapshot->bytes, snapshot->size,
                                    (const cdMesh *const *)scene->meshes, scene->meshCount),
                     CD_RESTORED);
}

#endif
