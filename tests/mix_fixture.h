// Shared by the tests of mixed worlds: a world with every feature at once, and a random hand that changes it.
//
// A mix begins as a room of fixed bodies and a few others. Before each step random calls add and remove
// bodies and joints, and change kinds, filters, sensors, motors, scripts, forces, locks and masses. What
// happens is a function of the seed. A calm mix has nothing that adds energy in a step, and no bounds, since
// energy leaves with a body.
#ifndef TESTS_MIX_FIXTURE_H
#define TESTS_MIX_FIXTURE_H

#include "cases.h"
#include "collision/distance.h"
#include "collision/kinematic.h"
#include "collision/world_snapshot.h"
#include "world_fixture.h"

#include <string.h>

enum { MIX_SHAPES = 7, MIX_FIXED = 3, MIX_ADDED = TRIAL_BODIES - 8, MIX_JOINTS = 24, MIX_PRESENT = 14 };

typedef struct MixShapes {
    Body floor, wall, bodies[MIX_SHAPES];
} MixShapes;

typedef struct Mix {
    const MixShapes *shapes;
    Random random;
    Trial trial;
    double distance; // of safety
    bool calm;
    bool refuses; // true if the callback is set
    cdJointId joints[MIX_JOINTS];
    int32_t jointCount; // of the ids, also of joints that are gone
} Mix;

static inline Body makeBall(double radius) {
    return (Body){cdCreateSphere((cdVec3){0.0, 0.0, 0.0}, radius, NULL)};
}

static inline MixShapes makeMixShapes(void) {
    const cdVec3 ends[2] = {{-0.3, 0.0, 0.0}, {0.3, 0.0, 0.0}};
    return (MixShapes){.floor = makeBody("box:x=5,y=0.5,z=5"),
                       .wall = makeBody("box:x=0.2,y=2,z=5"),
                       .bodies = {makeBody("box:x=0.4,y=0.3,z=0.5"),
                                  makeBody("icosphere:radius=0.4,level=1"),
                                  makeBody("l-shape:size=1,thickness=0.3,depth=0.4"),
                                  makeBody("torus:segments=10,major=0.4,minor=0.15"),
                                  makeBody("box:x=0.7,y=0.02,z=0.3"),
                                  makeBall(0.35),
                                  {cdCreateCapsule(ends, 0.2, NULL)}}};
}

static inline void destroyMixShapes(MixShapes *shapes) {
    destroyBody(&shapes->floor);
    destroyBody(&shapes->wall);
    for (int i = 0; i < MIX_SHAPES; i++)
        destroyBody(&shapes->bodies[i]);
}

// --- Overlaps

// The callback of some mixes.
static inline bool refuseSome(void *context, cdBodyId a, cdBodyId b) {
    (void)context;
    return (cdGetBodyIndex(a) + 3 * cdGetBodyIndex(b)) % 11 != 0;
}

// True if steps must keep the two from coming to overlap.
static inline bool mustStayApart(const Mix *mix, int32_t i, int32_t k) {
    const Trial *trial = &mix->trial;
    cdBodyState a = getState(trial, i), b = getState(trial, k);
    if (!a.present || !b.present || (a.kind == CD_BODY_FIXED && b.kind == CD_BODY_FIXED)) return false;
    cdBodyId low = trial->bodies[i], high = trial->bodies[k];
    if (cdGetBodyIndex(low) > cdGetBodyIndex(high)) low = trial->bodies[k], high = trial->bodies[i];
    if (!cdCanBodiesCollide(trial->world, low, high)) return false;
    return !mix->refuses || refuseSome(NULL, low, high);
}

static inline bool areTooNear(const Mix *mix, const cdMesh *a, cdPose poseA, const cdMesh *b, cdPose poseB,
                              double distance) {
    cdWorkspace *workspace = mix->trial.workspace;
    cdOverlapInput input = {.meshA = a, .meshB = b, .poseA = poseA, .poseB = poseB};
    if (cdFindOverlap(&input, NULL, workspace, NULL).state != CD_FREE) return true;
    if (!(distance > 0.0)) return false;
    cdDistanceInput apart = {.meshA = a, .meshB = b, .poseA = poseA, .poseB = poseB};
    return cdFindDistance(&apart, NULL, workspace, NULL).distance <= distance;
}

static inline bool isTooNear(const Mix *mix, int32_t i, int32_t k) {
    const Trial *trial = &mix->trial;
    cdPose a = getState(trial, i).pose, b = getState(trial, k).pose;
    cdMeshInfo infoA = cdGetMeshInfo(trial->meshes[i]), infoB = cdGetMeshInfo(trial->meshes[k]);
    cdVec3 between = cdSub(cdTransformPoint(a, infoA.center), cdTransformPoint(b, infoB.center));
    double reach = infoA.radius + infoA.roundingRadius + infoB.radius + infoB.roundingRadius;
    if (cdLength(between) > 1.000001 * (reach + mix->distance)) return false;
    return areTooNear(mix, trial->meshes[i], a, trial->meshes[k], b, mix->distance);
}

// Bits of the pairs that overlap, or are nearer than the safety distance, and must not.
typedef struct Nearness {
    bool pairs[TRIAL_BODIES][TRIAL_BODIES];
} Nearness;

static inline void findNearness(const Mix *mix, Nearness *near) {
    for (int32_t i = 0; i < mix->trial.count; i++)
        for (int32_t k = 0; k < i; k++)
            near->pairs[i][k] = mustStayApart(mix, i, k) && isTooNear(mix, i, k);
}

static inline bool isFreeInMix(const Mix *mix, const cdMesh *mesh, cdPose pose) {
    const Trial *trial = &mix->trial;
    for (int32_t i = 0; i < trial->count; i++) {
        cdBodyState state = getState(trial, i);
        if (state.present && areTooNear(mix, mesh, pose, trial->meshes[i], state.pose, 1.01 * mix->distance))
            return false;
    }
    return true;
}

// --- Random parts

static inline bool isOneIn(Mix *mix, int count) {
    return nextRandomInt(&mix->random, 1, count) == 1;
}

static inline double pickUpTo(Mix *mix, double most) {
    return isOneIn(mix, 2) ? nextRandomIn(&mix->random, 0.0, most) : 0.0;
}

static inline uint32_t pickLocks(Mix *mix) {
    return isOneIn(mix, 5) ? (uint32_t)nextRandomInt(&mix->random, 1, 7) : 0;
}

static inline cdPose pickPose(Mix *mix) {
    cdVec3 p = nextRandomVec3(&mix->random);
    return turnedPose(2.5 * p.x, 2.3 + 1.9 * p.y, 2.5 * p.z, nextRandomDirection(&mix->random),
                      nextRandomIn(&mix->random, -3.0, 3.0));
}

static inline cdBodyKind pickKind(Mix *mix) {
    if (isOneIn(mix, 12)) return CD_BODY_FIXED;
    if (isOneIn(mix, 8)) return CD_BODY_KINEMATIC;
    return isOneIn(mix, 10) ? CD_BODY_DRIVEN : CD_BODY_DYNAMIC;
}

// Returns a body that is present and does not belong to the room; -1: no luck.
static inline int32_t pickBody(Mix *mix) {
    if (mix->trial.count == MIX_FIXED) return -1;
    for (int i = 0; i < 20; i++) {
        int32_t body = nextRandomInt(&mix->random, MIX_FIXED, mix->trial.count - 1);
        if (getState(&mix->trial, body).present) return body;
    }
    return -1;
}

static inline int32_t pickBodyOf(Mix *mix, cdBodyKind kind) {
    int32_t body = pickBody(mix);
    return body >= 0 && getState(&mix->trial, body).kind == kind ? body : -1;
}

// --- Bodies

static inline cdBodyDef makeMixDef(Mix *mix, cdPose pose) {
    Random *random = &mix->random;
    cdBodyDef def =
        makeMovingDef(pose, cdScale(2.0, nextRandomVec3(random)), cdScale(3.0, nextRandomVec3(random)),
                      pickUpTo(mix, 1.0), pickUpTo(mix, 1.0));
    def.kind = pickKind(mix);
    def.linearDamping = pickUpTo(mix, 1.0);
    def.angularDamping = pickUpTo(mix, 1.0);
    if (isOneIn(mix, 4)) def.gravityScale = nextRandomIn(random, -0.3, 1.5);
    if (isOneIn(mix, 6)) def.maxSpeed = nextRandomIn(random, 0.5, 6.0);
    if (isOneIn(mix, 6)) def.maxSpin = nextRandomIn(random, 0.5, 6.0);
    def.lockTranslation = pickLocks(mix);
    def.lockRotation = pickLocks(mix);
    def.lockFrame = (def.lockTranslation + def.lockRotation) % 2 ? CD_LOCK_BODY : CD_LOCK_WORLD;
    def.category = 1u << nextRandomInt(random, 0, 2);
    if (isOneIn(mix, 4)) def.mask = (uint32_t)nextRandomInt(random, 1, 7);
    if (isOneIn(mix, 8)) def.group = nextRandomInt(random, -1, 1);
    def.sensor = isOneIn(mix, 12);
    def.density = pow(10.0, nextRandomIn(random, -1.0, 1.0));
    if (!mix->calm && isOneIn(mix, 4)) {
        def.force = cdScale(4.0, nextRandomVec3(random));
        def.torque = cdScale(0.3, nextRandomVec3(random));
    }
    if (mix->calm && def.kind == CD_BODY_KINEMATIC)
        def.velocity = def.angularVelocity = (cdVec3){0.0, 0.0, 0.0};
    return def;
}

static inline int32_t countMixBodies(const Mix *mix) {
    return cdGetBodies(mix->trial.world, NULL, 0);
}

static inline void spawn(Mix *mix) {
    const Body *body = &mix->shapes->bodies[nextRandomInt(&mix->random, 0, MIX_SHAPES - 1)];
    cdPose pose = pickPose(mix);
    cdBodyDef def = makeMixDef(mix, pose);
    if (mix->trial.count == MIX_ADDED || countMixBodies(mix) >= MIX_FIXED + MIX_PRESENT) return;
    if (isFreeInMix(mix, body->mesh, pose)) addToTrial(&mix->trial, body, &def);
}

// True if a joint holds the body: another place would stretch the joint.
static inline bool isJoined(const Mix *mix, int32_t body) {
    const cdWorld *world = mix->trial.world;
    int32_t index = cdGetBodyIndex(mix->trial.bodies[body]);
    for (int32_t i = 0; i < world->jointCount; i++) {
        const cdWorldJoint *joint = &world->joints[i];
        if (joint->present && (joint->bodyA == index || joint->bodyB == index)) return true;
    }
    return false;
}

static inline void changeScript(Mix *mix, int32_t body) {
    cdWorld *world = mix->trial.world;
    Random *random = &mix->random;
    cdBodyId id = mix->trial.bodies[body];
    double speed = isOneIn(mix, 5) && !isJoined(mix, body) ? 20.0 : 2.0;
    int kind = nextRandomInt(random, 0, 3);
    if (kind <= 1) {
        cdSetBodyVelocity(world, id, cdScale(speed, nextRandomVec3(random)),
                          cdScale(kind * 2.0 * speed, nextRandomVec3(random)));
    } else if (kind == 2) {
        cdPathNode nodes[3];
        for (int i = 0; i < 3; i++)
            nodes[i] = (cdPathNode){(isJoined(mix, body) ? 0.5 : 0.1) + 0.37 * i, pickPose(mix)};
        assert_true(cdSetKinematicPath(world, id, nodes, 3, 0.0));
    } else {
        cdMotion motion =
            cdMakeMotion(getState(&mix->trial, body).pose, pickPose(mix), (cdVec3){0.0, 0.0, 0.0});
        assert_true(cdMoveKinematic(world, id, cdGetPoseAt(&motion, 0.004 * speed)));
    }
}

static inline void drag(Mix *mix, int32_t body) {
    static const cdMoveResponse responses[] = {CD_MOVE_STOP, CD_MOVE_SLIDE, CD_MOVE_SLIDE};
    cdMotion whole = cdMakeMotion(getState(&mix->trial, body).pose, pickPose(mix), (cdVec3){0.0, 0.0, 0.0});
    cdMoveOptions options = {.yields = !mix->calm && isOneIn(mix, 2)};
    double share = nextRandomIn(&mix->random, 0.0, options.yields ? 0.1 : 1.0);
    cdMoveBody(mix->trial.world, mix->trial.bodies[body], cdGetPoseAt(&whole, share),
               responses[nextRandomInt(&mix->random, 0, 2)], &options);
}

// --- Joints

static inline void limitJoint(Mix *mix, cdJointDef *def) {
    double size = nextRandomIn(&mix->random, 0.2, 1.5);
    bool signs = def->kind == CD_JOINT_HINGE || def->kind == CD_JOINT_SLIDER;
    def->limited = true;
    def->upper = size;
    def->lower = signs ? -nextRandomIn(&mix->random, 0.1, 1.0) : 0.0;
    if (def->kind == CD_JOINT_DISTANCE) def->upper += cdLength(cdSub(def->pointB, def->point));
}

static inline cdJointMotor pickMotor(Mix *mix) {
    double speed = nextRandomIn(&mix->random, 0.5, 8.0);
    bool moves = isOneIn(mix, 2);
    return (cdJointMotor){.kind = moves ? CD_MOTOR_POSITION : CD_MOTOR_SPEED,
                          .speed = speed,
                          .position = moves ? nextRandomIn(&mix->random, -1.0, 1.0) : 0.0,
                          .maxForce = nextRandomIn(&mix->random, 0.0, 20.0)};
}

static inline void join(Mix *mix) {
    Random *random = &mix->random;
    int32_t a = pickBodyOf(mix, CD_BODY_DYNAMIC), b = pickBody(mix);
    if (a < 0 || mix->jointCount == MIX_JOINTS) return;
    if (b == a) b = -1;
    cdVec3 from = getState(&mix->trial, a).centroid,
           to = b < 0 ? cdAdd(from, nextRandomVec3(random)) : getState(&mix->trial, b).centroid;
    cdJointDef def = {.kind = (cdJointKind)nextRandomInt(random, CD_JOINT_BALL, CD_JOINT_DISTANCE),
                      .bodyA = mix->trial.bodies[a],
                      .bodyB = b < 0 ? -1 : mix->trial.bodies[b],
                      .point = cdLerp(from, to, nextRandom(random)),
                      .axis = nextRandomDirection(random),
                      .turns = isOneIn(mix, 2),
                      .passes = isOneIn(mix, 3)};
    if (def.kind == CD_JOINT_DISTANCE) def.pointB = to;
    if (def.kind != CD_JOINT_FIXED && isOneIn(mix, 2)) limitJoint(mix, &def);
    if (def.kind == CD_JOINT_HINGE || def.kind == CD_JOINT_SLIDER)
        if (!mix->calm && isOneIn(mix, 2)) def.motor = pickMotor(mix);
    if (isOneIn(mix, 4)) def.breakingForce = pow(10.0, nextRandomIn(random, 0.0, 3.0));
    cdJointId joint = cdAddJoint(mix->trial.world, &def);
    if (joint >= 0) mix->joints[mix->jointCount++] = joint;
}

static inline void changeJoint(Mix *mix) {
    if (mix->jointCount == 0) return;
    int32_t which = nextRandomInt(&mix->random, 0, mix->jointCount - 1);
    cdJointId joint = mix->joints[which];
    bool valid = cdIsJointValid(mix->trial.world, joint), removes = isOneIn(mix, 2);
    cdJointMotor motor = pickMotor(mix);
    if (valid && removes) cdRemoveJoint(mix->trial.world, joint);
    if (valid && !removes && !mix->calm) cdSetJointMotor(mix->trial.world, joint, &motor);
    if (!valid || removes) mix->joints[which] = mix->joints[--mix->jointCount];
}

// --- Changes

static inline void changeProperty(Mix *mix, int32_t body) {
    cdWorld *world = mix->trial.world;
    cdBodyId id = mix->trial.bodies[body];
    Random *random = &mix->random;
    int kind = nextRandomInt(random, 0, 9);
    double first = pickUpTo(mix, 1.0), second = pickUpTo(mix, 1.0);
    if (kind == 0) cdSetBodyFriction(world, id, first);
    if (kind == 1) cdSetBodyRestitution(world, id, first);
    if (kind == 2) cdSetBodyDamping(world, id, first, second);
    if (kind == 3) cdSetBodyGravityScale(world, id, first);
    if (kind == 4) cdSetBodyLimits(world, id, 5.0 * first, 5.0 * second);
    if (kind == 5) cdSetBodyMass(world, id, 0.1 + first, 3.0 * second, NULL);
    if (kind == 6) cdSetBodyLocks(world, id, pickLocks(mix), pickLocks(mix));
    if (kind == 6) cdSetBodyLockFrame(world, id, first < second ? CD_LOCK_BODY : CD_LOCK_WORLD);
    if (kind == 7)
        cdSetBodyFilter(world, id, 1u << nextRandomInt(random, 0, 2), isOneIn(mix, 2) ? ~0u : 3u, 0);
    if (kind == 8) cdSetBodySensor(world, id, isOneIn(mix, 4));
    if (kind == 9) cdSetBodyKind(world, id, pickKind(mix));
}

static inline void push(Mix *mix, int32_t body) {
    cdWorld *world = mix->trial.world;
    cdBodyId id = mix->trial.bodies[body];
    Random *random = &mix->random;
    cdBodyState state = getState(&mix->trial, body);
    cdVec3 point = cdMulAdd(state.centroid, 0.4, nextRandomVec3(random)), way = nextRandomVec3(random);
    int kind = nextRandomInt(random, 0, mix->calm ? 1 : 6);
    if (kind == 0) cdApplyImpulse(world, id, point, cdScale(3.0 * state.mass, way));
    if (kind == 1) cdApplyAngularImpulse(world, id, cdScale(0.2 * state.mass, way));
    if (kind == 2) cdApplyForce(world, id, point, cdScale(30.0 * state.mass, way));
    if (kind == 3) cdApplyTorque(world, id, cdScale(3.0 * state.mass, way));
    if (kind == 4) cdSetBodyForce(world, id, cdScale(5.0 * state.mass, way), cdScale(state.mass, point));
    if (kind == 5 && state.kind == CD_BODY_DYNAMIC)
        cdHoldBody(world, id, &(cdHand){.target = pickPose(mix).p});
    if (kind == 6) cdReleaseBody(world, id);
}

static inline void changeWorld(Mix *mix) {
    cdVec3 gravity = cdScale(isOneIn(mix, 2) ? 0.0 : 3.0, nextRandomVec3(&mix->random));
    gravity.y -= GRAVITY;
    if (isOneIn(mix, 2)) {
        cdSetGravity(mix->trial.world, gravity);
    } else {
        mix->refuses = !mix->refuses;
        cdSetPairCallback(mix->trial.world, mix->refuses ? refuseSome : NULL, NULL);
    }
}

// Makes one random call.
static inline void meddleOnce(Mix *mix) {
    int kind = nextRandomInt(&mix->random, 0, 19);
    int32_t body = pickBody(mix);
    if (kind < 3) spawn(mix);
    if (kind >= 3 && kind < 6) join(mix);
    if (kind == 6) changeJoint(mix);
    if (body < 0) return;
    cdBodyState state = getState(&mix->trial, body);
    if (kind == 7 && isOneIn(mix, 3)) cdRemoveBody(mix->trial.world, mix->trial.bodies[body]);
    if (kind == 8 && isOneIn(mix, 4)) changeWorld(mix);
    if (kind >= 9 && kind < 12) changeProperty(mix, body);
    if (kind >= 12 && kind < 15) push(mix, body);
    if (kind >= 15 && state.kind == CD_BODY_KINEMATIC && !mix->calm) changeScript(mix, body);
    if (kind >= 15 && state.kind == CD_BODY_DRIVEN && !isJoined(mix, body)) drag(mix, body);
    if (kind == 15 && state.kind == CD_BODY_DYNAMIC)
        cdSetBodyVelocity(mix->trial.world, mix->trial.bodies[body], nextRandomVec3(&mix->random),
                          nextRandomVec3(&mix->random));
    if (kind == 16 && !isJoined(mix, body)) {
        cdPose pose = pickPose(mix);
        if (isFreeInMix(mix, mix->trial.meshes[body], pose))
            cdSetBodyPose(mix->trial.world, mix->trial.bodies[body], pose);
    }
}

// --- The whole

static inline Mix makeMix(const MixShapes *shapes, uint64_t seed) {
    cdWorldDef def = cdDefaultWorldDef();
    if (seed % 5 == 3) def.safetyDistance = 0.02;
    if (seed % 7 == 4) def.margin = 1e-6;
    if (seed % 4 == 1) def.bounds = (cdBox3){{-7.0, -3.0, -7.0}, {7.0, 12.0, 7.0}};
    if (seed % 4 == 2) def.maxStops = 2;
    if (seed % 6 == 5) def.gravity = (cdVec3){0.0, 0.0, 0.0};
    Mix mix = {.shapes = shapes,
               .random = {seed},
               .trial = makeTrialOf(&def),
               .distance = def.safetyDistance,
               .calm = seed % 2 == 0};
    mix.trial.powered = !mix.calm;
    mix.trial.overlapped = true; // checked by the mix
    addFixed(&mix.trial, &shapes->floor, poseAt(0.0, -0.5, 0.0), 0.2, 0.5);
    addFixed(&mix.trial, &shapes->wall, poseAt(-3.5, 2.1, 0.0), 0.2, 0.5);
    addFixed(&mix.trial, &shapes->wall, poseAt(3.5, 2.1, 0.0), 0.2, 0.5);
    for (int i = 0; i < 12; i++)
        spawn(&mix);
    for (int i = 0; i < 4; i++)
        join(&mix);
    return mix;
}

static inline void destroyMix(Mix *mix) {
    destroyTrial(&mix->trial);
}

#endif
