// Random linkages: chains, trees and closed loops of bodies on joints, under load.
//
// A linkage is a value that a seed determines: bodies (bars and balls, one of them up to a million times as
// heavy as a bar), ball and hinge joints (mixed_linkage.h: of all kinds), optionally a motor and a floor, and
// the length of a step. A watch steps a world with joints and counts all errors of a step.
#ifndef ORACLE_LINKAGE_H
#define ORACLE_LINKAGE_H

#include "collision/world.h"
#include "random.h"

#include <math.h>
#include <string.h>

enum { LINKAGE_BODIES = 16, LINKAGE_JOINTS = 20 };

typedef enum LinkageKind { LINKAGE_CHAIN = 0, LINKAGE_TREE, LINKAGE_LOOP, LINKAGE_KIND_COUNT } LinkageKind;

typedef enum LinkageShape { LINKAGE_BAR = 0, LINKAGE_BALL, LINKAGE_FLOOR, LINKAGE_SHAPE_COUNT } LinkageShape;

// The meshes of the shapes: specifications for MakeShape.
static const char *const linkageShapes[LINKAGE_SHAPE_COUNT] = {
    "box:x=0.1,y=0.04,z=0.04", "icosphere:level=1,radius=0.15", "box:x=6,y=0.5,z=6"};

typedef struct LinkageBody {
    LinkageShape shape;
    cdPose pose;
    cdVec3 velocity, angularVelocity;
    double mass; // 0: fixed
} LinkageBody;

typedef struct Linkage {
    LinkageKind kind;
    LinkageBody bodies[LINKAGE_BODIES];
    int32_t bodyCount;
    cdJointDef joints[LINKAGE_JOINTS];
    int32_t jointCount;
    bool floor, powered; // powered: a motor adds energy
    double ratio;        // heaviest mass to lightest
    double dt;           // seconds
} Linkage;

// --- Creation

static inline void addLinkageJoint(Linkage *linkage, Random *random, int32_t a, int32_t b, cdVec3 point,
                                   cdVec3 common) {
    cdJointDef *joint = &linkage->joints[linkage->jointCount++];
    bool hinge = nextRandomInt(random, 0, 1) == 0;
    *joint = (cdJointDef){.kind = hinge ? CD_JOINT_HINGE : CD_JOINT_BALL,
                          .bodyA = a,
                          .bodyB = b,
                          .point = point,
                          .axis = common};
    if (hinge && cdLengthSq(common) == 0.0) joint->axis = nextRandomDirection(random);
}

static inline int32_t addLinkageBody(Linkage *linkage, LinkageShape shape, cdPose pose, double mass) {
    linkage->bodies[linkage->bodyCount] = (LinkageBody){.shape = shape, .pose = pose, .mass = mass};
    return linkage->bodyCount++;
}

// Rotates the x axis to `along`, a unit vector.
static inline cdQuat turnToLinkageBar(cdVec3 along) {
    cdVec3 axis = cdCross((cdVec3){1.0, 0.0, 0.0}, along);
    double sine = cdLength(axis);
    if (sine < 1e-9) axis = (cdVec3){0.0, 0.0, 1.0}, sine = 1.0;
    return cdMakeQuat(cdScale(1.0 / sine, axis),
                      atan2(cdLength(cdCross((cdVec3){1.0, 0.0, 0.0}, along)), along.x));
}

// Adds a bar along `along`, with a joint to body `parent` at `from`, `gap` before its end. Returns a point
// for the next joint.
static inline cdVec3 addLinkageBar(Linkage *linkage, Random *random, int32_t parent, cdVec3 from,
                                   cdVec3 along, double gap) {
    cdQuat turn = turnToLinkageBar(along);
    cdPose pose = {cdMulAdd(from, 0.1 + gap, along), turn};
    int32_t bar = addLinkageBody(linkage, LINKAGE_BAR, pose, 1.0);
    addLinkageJoint(linkage, random, bar, parent, from, (cdVec3){0.0, 0.0, 0.0});
    return cdMulAdd(from, 0.225 + gap, along);
}

static inline void makeLinkageChain(Linkage *linkage, Random *random, int bars) {
    cdVec3 along = nextRandomInt(random, 0, 2) > 0 ? (cdVec3){1.0, 0.0, 0.0} : nextRandomDirection(random);
    cdVec3 at = {0.0, 0.0, 0.0};
    for (int i = 0; i < bars; i++)
        at = addLinkageBar(linkage, random, linkage->bodyCount - 1, at, along, 0.025);
    cdPose pose = {cdMulAdd(at, 0.2, along), (cdQuat){1.0, 0.0, 0.0, 0.0}};
    int32_t ball = addLinkageBody(linkage, LINKAGE_BALL, pose, linkage->ratio);
    addLinkageJoint(linkage, random, ball, ball - 1, at, (cdVec3){0.0, 0.0, 0.0});
}

// True if a bar around `middle` is disjoint from all bodies but its parent and its sibling.
static inline bool isLinkageFree(const Linkage *linkage, cdVec3 middle, int32_t parent, int32_t sibling) {
    for (int32_t i = 0; i < linkage->bodyCount; i++) {
        if (i == parent || i == sibling) continue;
        if (cdLength(cdSub(linkage->bodies[i].pose.p, middle)) < 0.24) return false;
    }
    return true;
}

// Each bar starts at the end of an earlier one, straight or at an angle, where there is space.
static inline void makeLinkageTree(Linkage *linkage, Random *random, int bars) {
    cdVec3 ends[LINKAGE_BODIES];
    int32_t child[LINKAGE_BODIES] = {0};
    ends[0] = addLinkageBar(linkage, random, -1, (cdVec3){0.0, 0.0, 0.0}, (cdVec3){1.0, 0.0, 0.0}, 0.025);
    for (int tries = 0; tries < 64 && linkage->bodyCount < bars; tries++) {
        int32_t parent = nextRandomInt(random, 0, linkage->bodyCount - 1), sibling = child[parent];
        if (sibling < 0) continue;
        double angle = sibling == 0 ? 0.0 : nextRandomInt(random, 0, 1) == 0 ? 1.0 : -1.0;
        double gap = sibling == 0 ? 0.025 : 0.15;
        cdVec3 along = {cos(angle), 0.0, sin(angle)};
        cdVec3 middle = cdMulAdd(ends[parent], 0.1 + gap, along);
        if (!isLinkageFree(linkage, middle, parent, sibling)) continue;
        int32_t bar = linkage->bodyCount;
        child[parent] = sibling == 0 ? bar : -1;
        ends[bar] = addLinkageBar(linkage, random, parent, ends[parent], along, gap);
    }
    int32_t last = linkage->bodyCount - 1;
    while (last > 0 && (child[last] != 0 ||
                        !isLinkageFree(linkage, cdAdd(ends[last], (cdVec3){0.2, 0.0, 0.0}), last, last)))
        last--;
    cdPose pose = {cdAdd(ends[last], (cdVec3){0.2, 0.0, 0.0}), {1.0, 0.0, 0.0, 0.0}};
    linkage->bodies[nextRandomInt(random, 0, linkage->bodyCount - 1)].mass =
        pow(10.0, nextRandomIn(random, 0.0, 3.0));
    int32_t ball = addLinkageBody(linkage, LINKAGE_BALL, pose, linkage->ratio);
    addLinkageJoint(linkage, random, ball, last, ends[last], (cdVec3){0.0, 0.0, 0.0});
}

// Creates a regular polygon of bars. All joints are balls, or hinges across its plane, or hinges of any axes:
// then it is stiff, and its equations are redundant.
static inline void makeLinkageLoop(Linkage *linkage, Random *random, int bars) {
    static const double pi = 3.14159265358979323846;
    bool planar = nextRandomInt(random, 0, 1) == 0;
    cdVec3 normal = {0.0, 0.0, 1.0}, at = {0.0, 0.0, 0.0};
    double half = pi / 2.0 - pi / bars, length = 0.2 + 2.0 * fmax(0.025, 0.04 / tan(0.8 * half));
    for (int i = 0; i < bars; i++) {
        double angle = 2.0 * pi * i / bars - pi / 2.0 + pi / bars;
        cdVec3 along = {cos(angle), sin(angle), 0.0};
        cdPose pose = {cdMulAdd(at, 0.5 * length, along), cdMakeQuat(normal, angle)};
        int32_t bar = addLinkageBody(linkage, LINKAGE_BAR, pose, 1.0);
        cdVec3 axis = planar ? normal : (cdVec3){0.0, 0.0, 0.0};
        if (i > 0) addLinkageJoint(linkage, random, bar, bar - 1, at, axis);
        at = cdMulAdd(at, length, along);
    }
    cdVec3 axis = planar ? normal : (cdVec3){0.0, 0.0, 0.0};
    addLinkageJoint(linkage, random, 0, bars - 1, (cdVec3){0.0, 0.0, 0.0}, axis);
    addLinkageJoint(linkage, random, 0, -1, (cdVec3){0.0, 0.0, 0.0}, axis);
    linkage->bodies[nextRandomInt(random, 1, bars - 1)].mass = linkage->ratio;
}

static inline void addLinkageMotor(Linkage *linkage, Random *random) {
    double weight = 0.0;
    for (int32_t i = 0; i < linkage->bodyCount; i++)
        weight += 9.81 * linkage->bodies[i].mass;
    int32_t chosen = nextRandomInt(random, 0, linkage->jointCount - 1);
    cdJointDef *joint = &linkage->joints[chosen];
    if (joint->kind != CD_JOINT_HINGE) return;
    linkage->powered = true;
    joint->motor.speed = nextRandomIn(random, -20.0, 20.0);
    joint->motor.maxForce = weight * pow(10.0, nextRandomIn(random, -3.0, 0.5));
}

static inline void throwLinkage(Linkage *linkage, Random *random) {
    double speed = nextRandomIn(random, 0.5, 4.0);
    for (int32_t i = 0; i < linkage->bodyCount; i++) {
        linkage->bodies[i].velocity = cdScale(speed, nextRandomVec3(random));
        linkage->bodies[i].angularVelocity = cdScale(2.0 * speed, nextRandomVec3(random));
    }
}

static inline Linkage makeLinkage(uint64_t seed) {
    static const double steps[] = {1.0 / 15.0,  1.0 / 30.0,  1.0 / 60.0,
                                   1.0 / 120.0, 1.0 / 240.0, 1.0 / 1000.0};
    Random random = {seed * 0x9E3779B97F4A7C15u + 12345u};
    Linkage linkage = {.kind = (LinkageKind)nextRandomInt(&random, 0, LINKAGE_KIND_COUNT - 1),
                       .ratio = pow(10.0, nextRandomIn(&random, 0.0, 6.0)),
                       .dt = steps[nextRandomInt(&random, 0, 5)]};
    int bars = nextRandomInt(&random, linkage.kind == LINKAGE_LOOP ? 3 : 1, 8);
    if (linkage.kind == LINKAGE_CHAIN) makeLinkageChain(&linkage, &random, bars);
    if (linkage.kind == LINKAGE_TREE) makeLinkageTree(&linkage, &random, bars);
    if (linkage.kind == LINKAGE_LOOP) makeLinkageLoop(&linkage, &random, bars);
    if (nextRandomInt(&random, 0, 2) == 0) throwLinkage(&linkage, &random);
    if (nextRandomInt(&random, 0, 1) == 0) addLinkageMotor(&linkage, &random);
    // Sometimes nothing supports it.
    for (int32_t i = 0; i < linkage.jointCount && nextRandomInt(&random, 0, 5) == 0; i++) {
        if (linkage.joints[i].bodyB >= 0) continue;
        linkage.joints[i] = linkage.joints[--linkage.jointCount];
        break;
    }
    linkage.floor = nextRandomInt(&random, 0, 1) == 0;
    double lowest = 0.0;
    for (int32_t i = 0; i < linkage.bodyCount; i++)
        lowest = fmin(lowest, linkage.bodies[i].pose.p.y);
    double y = lowest - 0.5 - nextRandomIn(&random, 0.2, 2.0);
    if (linkage.floor)
        addLinkageBody(&linkage, LINKAGE_FLOOR, (cdPose){{0.0, y, 0.0}, {1.0, 0.0, 0.0, 0.0}}, 0.0);
    return linkage;
}

// --- Recording

// Records a world with joints step by step.
typedef struct LinkageWatch {
    cdWorld *world; // borrowed
    cdJointDef joints[LINKAGE_JOINTS];
    double radii[LINKAGE_JOINTS]; // of each joint's body A; the axes of hinges are compared at this distance
    int32_t jointCount;
    bool powered;
    double margin;
    cdVec3 localA[LINKAGE_JOINTS], localB[LINKAGE_JOINTS], axisA[LINKAGE_JOINTS], axisB[LINKAGE_JOINTS];
    cdQuat relative[LINKAGE_JOINTS];          // rotation of A relative to B at the start
    double length[LINKAGE_JOINTS];            // of rods
    const cdMesh *meshes[LINKAGE_BODIES + 1]; // meshes[bodyCount]; none if overlaps are not tested
    int32_t bodyCount;
    cdWorkspace *workspace;
    // Numbers of steps: undecided ones, with a joint off by more than a margin, with constraints off by more
    // than ten, with lost time, with bodies asleep while a joint is off, with more energy, with bodies that
    // overlap; joints that broke.
    int64_t steps, undecided, torn, apart, waiting, asleep, growing, overlapping, broken, advances;
    double drift;        // maximum of the joints, in margins
    double lost, growth; // seconds; energy of bodies that move and are lifted
} LinkageWatch;

static inline cdPose getLinkagePose(const LinkageWatch *watch, cdBodyId body) {
    return body >= 0 ? cdGetBodyState(watch->world, body).pose : cdIdentityPose();
}

// The joint must be in the world, with its bodies at their poses of that moment.
static inline void watchJoint(LinkageWatch *watch, const cdJointDef *joint, double radius) {
    int32_t i = watch->jointCount++;
    cdPose a = getLinkagePose(watch, joint->bodyA), b = getLinkagePose(watch, joint->bodyB);
    watch->joints[i] = *joint;
    watch->radii[i] = radius;
    watch->powered = watch->powered || joint->motor.maxForce > 0.0;
    watch->localA[i] = cdInvTransformPoint(a, joint->point);
    watch->localB[i] =
        cdInvTransformPoint(b, joint->kind == CD_JOINT_DISTANCE ? joint->pointB : joint->point);
    watch->length[i] = cdLength(cdSub(joint->point, joint->pointB));
    watch->relative[i] = cdMulQuat(cdConjugate(b.q), a.q);
    watch->axisA[i] = cdInvRotate(a.q, cdNormalize(joint->axis));
    watch->axisB[i] = cdInvRotate(b.q, cdNormalize(joint->axis));
}

// Returns the largest distance by which vectors of unit length of A are off, in the frame of B.
static inline double getLinkageTurn(const LinkageWatch *watch, int32_t i, cdPose a, cdPose b) {
    cdQuat now = cdMulQuat(cdConjugate(b.q), a.q), off = cdMulQuat(now, cdConjugate(watch->relative[i]));
    return 2.0 * cdLength((cdVec3){off.x, off.y, off.z});
}

// Returns how far joint i is beyond its limits, without the library's own position; only of its turns.
static inline double getBeyondLimits(const LinkageWatch *watch, int32_t i, cdPose a, cdPose b, cdVec3 apart) {
    const cdJointDef *joint = &watch->joints[i];
    cdVec3 axisA = cdRotate(a.q, watch->axisA[i]), axisB = cdRotate(b.q, watch->axisB[i]);
    double at = 0.0, scale = 1.0;
    if (joint->kind == CD_JOINT_DISTANCE) at = cdLength(apart);
    if (joint->kind == CD_JOINT_SLIDER) at = cdDot(axisB, apart);
    if (joint->kind == CD_JOINT_BALL) at = atan2(cdLength(cdCross(axisA, axisB)), cdDot(axisA, axisB));
    if (joint->kind == CD_JOINT_HINGE) {
        cdQuat now = cdMulQuat(cdConjugate(b.q), a.q), off = cdMulQuat(now, cdConjugate(watch->relative[i]));
        double angle = 2.0 * atan2(cdDot(watch->axisB[i], (cdVec3){off.x, off.y, off.z}), off.w);
        double position = cdGetJointState(watch->world, i).position;
        at = position + remainder(angle - position, 6.28318530717958647693);
    }
    if (joint->kind == CD_JOINT_BALL || joint->kind == CD_JOINT_HINGE) scale = watch->radii[i];
    return scale * fmax(joint->lower - at, at - joint->upper);
}

// Returns the error of joint i, computed without the library's own measure.
static inline double getLinkageError(const LinkageWatch *watch, int32_t i) {
    const cdJointDef *joint = &watch->joints[i];
    cdPose a = getLinkagePose(watch, joint->bodyA), b = getLinkagePose(watch, joint->bodyB);
    cdVec3 apart = cdSub(cdTransformPoint(a, watch->localA[i]), cdTransformPoint(b, watch->localB[i]));
    cdVec3 axisB = cdRotate(b.q, watch->axisB[i]);
    double error = cdLength(apart), radius = watch->radii[i];
    if (joint->kind == CD_JOINT_SLIDER) error = cdLength(cdCross(axisB, apart));
    if (joint->kind == CD_JOINT_DISTANCE) error = joint->limited ? 0.0 : fabs(error - watch->length[i]);
    if (joint->limited) error = fmax(error, getBeyondLimits(watch, i, a, b, apart));
    if (joint->kind == CD_JOINT_HINGE || joint->kind == CD_JOINT_SLIDER)
        error = fmax(error, radius * cdLength(cdSub(cdRotate(a.q, watch->axisA[i]), axisB)));
    // A rotation by an angle moves some vector by 2 sin(angle / 2), and axes by up to that.
    if ((joint->kind == CD_JOINT_SLIDER && !joint->turns) || joint->kind == CD_JOINT_FIXED)
        error = fmax(error, radius * getLinkageTurn(watch, i, a, b) / sqrt(2.0));
    return error;
}

// True if bodies that collide overlap. Those whose joint once let them pass are left out.
static inline bool doLinkagesOverlap(const LinkageWatch *watch) {
    for (int32_t i = 0; i < watch->bodyCount; i++) {
        for (int32_t k = 0; k < i; k++) {
            bool passes = false;
            for (int32_t j = 0; j < watch->jointCount; j++) {
                const cdJointDef *joint = &watch->joints[j];
                bool both =
                    (joint->bodyA == i && joint->bodyB == k) || (joint->bodyA == k && joint->bodyB == i);
                passes = passes || (both && joint->passes);
            }
            cdOverlapInput input = {.meshA = watch->meshes[i],
                                    .meshB = watch->meshes[k],
                                    .poseA = getLinkagePose(watch, i),
                                    .poseB = getLinkagePose(watch, k)};
            if (!passes && cdFindOverlap(&input, NULL, watch->workspace, NULL).state != CD_FREE) return true;
        }
    }
    return false;
}

static inline void countBrokenLinks(LinkageWatch *watch) {
    int32_t count;
    const cdContactEvent *events = cdGetContactEvents(watch->world, &count);
    for (int32_t i = 0; i < count; i++)
        watch->broken += events[i].kind == CD_EVENT_JOINT_BROKEN;
}

// `size`: magnitude of the terms that add up to the energy.
static inline double getLinkageEnergy(const LinkageWatch *watch, double *size) {
    cdWorldEnergy energy = cdGetWorldEnergy(watch->world);
    *size = energy.kinetic + fabs(energy.potential);
    cdBodyId bodies[LINKAGE_BODIES];
    int32_t count = cdGetBodies(watch->world, bodies, LINKAGE_BODIES);
    for (int32_t i = 0; i < count; i++)
        *size += 9.81 * cdGetBodyState(watch->world, bodies[i]).mass;
    return energy.kinetic + energy.potential;
}

static inline void stepLinkage(LinkageWatch *watch, double dt) {
    double size = 0.0, before = getLinkageEnergy(watch, &size), worst = 0.0;
    cdWorldStep step = cdStepWorld(watch->world, dt);
    bool sleeps = false;
    for (int32_t i = 0; i < watch->jointCount; i++) {
        if (!cdGetJointState(watch->world, i).present) continue;
        worst = fmax(worst, getLinkageError(watch, i) / step.margin);
        sleeps = sleeps || cdGetBodyState(watch->world, watch->joints[i].bodyA).asleep;
    }
    double growth = (getLinkageEnergy(watch, &size) - before) / size;
    watch->steps++;
    watch->overlapping += watch->workspace != NULL && doLinkagesOverlap(watch);
    countBrokenLinks(watch);
    watch->margin = step.margin;
    watch->advances += step.advances;
    watch->undecided += step.state != CD_FREE || !isfinite(growth);
    watch->torn += !(worst <= 1.0 + 1e-6);
    watch->apart += !(step.drift <= 10.0 * step.margin);
    watch->asleep += sleeps && !(worst <= 1.0 + 1e-6);
    watch->waiting += step.blockedTime > 0.0;
    watch->growing += !watch->powered && growth > 1e-10;
    watch->drift = fmax(watch->drift, worst);
    watch->lost += step.blockedTime;
    if (!watch->powered) watch->growth = fmax(watch->growth, growth);
}

static inline bool isLinkageGood(const LinkageWatch *watch) {
    return watch->undecided + watch->torn + watch->apart + watch->waiting + watch->asleep + watch->growing +
               watch->overlapping ==
           0;
}

// Opens the world of a linkage. `meshes` and `radii`: of the shapes, with their features. The world is NULL
// if something could not be created.
static inline LinkageWatch openLinkage(const Linkage *linkage, cdMesh *const *meshes, const double *radii) {
    cdWorldDef worldDef = cdDefaultWorldDef();
    LinkageWatch watch = {.world = cdCreateWorld(&worldDef)};
    bool good = watch.world != NULL;
    for (int32_t i = 0; i < linkage->bodyCount && good; i++) {
        const LinkageBody *body = &linkage->bodies[i];
        cdBodyDef def = cdDefaultBodyDef();
        def.kind = body->mass > 0.0 ? CD_BODY_DYNAMIC : CD_BODY_FIXED;
        def.mesh = meshes[body->shape];
        def.pose = body->pose;
        def.velocity = body->velocity;
        def.angularVelocity = body->angularVelocity;
        def.mass = body->mass;
        def.restitution = 0.1 * (i % 4);
        def.friction = 0.2 * (i % 5);
        good = cdAddBody(watch.world, &def) == i;
    }
    for (int32_t i = 0; i < linkage->jointCount && good; i++) {
        good = cdAddJoint(watch.world, &linkage->joints[i]) == i;
        watchJoint(&watch, &linkage->joints[i], radii[linkage->bodies[linkage->joints[i].bodyA].shape]);
    }
    if (good || watch.world == NULL) return watch;
    cdDestroyWorld(watch.world);
    watch.world = NULL;
    return watch;
}

// Tests for overlaps after each step from now on. False: no memory.
static inline bool watchOverlaps(LinkageWatch *watch, const Linkage *linkage, cdMesh *const *meshes) {
    watch->bodyCount = linkage->bodyCount;
    for (int32_t i = 0; i < linkage->bodyCount; i++)
        watch->meshes[i] = meshes[linkage->bodies[i].shape];
    watch->workspace = cdCreateWorkspace();
    return watch->workspace != NULL;
}

static inline void closeLinkage(LinkageWatch *watch) {
    cdDestroyWorkspace(watch->workspace);
    watch->workspace = NULL;
    cdDestroyWorld(watch->world);
    watch->world = NULL;
}

#endif
