// Worlds: creation, bodies and joints, reading and setting their state.
#include "collision/world.h"
#include "foundation/memory/hooks.h"
#include "foundation/numbers/rounding.h"
#include "world/step_work.h"

#include <math.h>
#include <string.h>

static const double DEFAULT_MARGIN = 1e-4; // of the smallest dynamic body's radius

cdWorldDef cdDefaultWorldDef(void) {
    return (cdWorldDef){.gravity = {0.0, -9.81, 0.0}};
}

cdBodyDef cdDefaultBodyDef(void) {
    return (cdBodyDef){.pose = cdIdentityPose(), .density = 1.0, .restitution = 0.5};
}

static bool isFinite(cdVec3 v) {
    return isfinite(v.x + v.y + v.z);
}

// False for NaN.
static bool isAtLeast(double x, double least) {
    return isfinite(x) && x >= least;
}

// False for NaN.
static bool areBounds(const cdBox3 *box) {
    bool holds = box->lower.x < box->upper.x && box->lower.y < box->upper.y && box->lower.z < box->upper.z;
    bool zeroed = cdLengthSq(box->lower) == 0.0 && cdLengthSq(box->upper) == 0.0;
    return holds || zeroed;
}

cdWorld *cdCreateWorld(const cdWorldDef *def) {
    if (!CD_REQUIRE(def != NULL)) return NULL;
    if (!isFinite(def->gravity) || !isAtLeast(def->margin, 0.0) ||
        !isAtLeast(def->restitutionThreshold, 0.0) || !isAtLeast(def->safetyDistance, 0.0) ||
        !areBounds(&def->bounds))
        return NULL;
    cdWorld *world = cdAllocate(sizeof *world);
    if (world == NULL) return NULL;
    world->def = *def;
    world->margin = def->margin;
    world->workspace = cdCreateWorkspace();
    if (world->workspace != NULL) return world;
    cdFree(world);
    return NULL;
}

void cdSetWorldBudget(cdWorld *world, cdBudget budget) {
    if (!CD_REQUIRE(world != NULL)) return;
    world->budget = budget;
}

static void destroyPairs(cdWorldPair **pairs, int32_t count) {
    for (int32_t i = 0; i < count; i++)
        cdDestroyPair(pairs[i]);
    cdFree(pairs);
}

void cdDestroyWorld(cdWorld *world) {
    if (world == NULL) return;
    destroyPairs(world->pairs, world->pairCount);
    destroyPairs(world->spare, world->spareCount);
    cdFree(world->merged);
    cdDestroyBroadPhase(world->broadPhase);
    cdDestroyWorkspace(world->workspace);
    cdFreeBlock(&world->solverMemory);
    cdFree(world->bodies);
    cdFree(world->joints);
    cdFree(world->solverBodies);
    cdFree(world->rows);
    cdFree(world->islands);
    cdFree(world->contacts);
    cdFree(world->events);
    cdFree(world);
}

// --- Bodies

// Returns twice the capacity, or more if that is too small for `count` items.
static int32_t chooseCapacity(int32_t capacity, int32_t first, int32_t count) {
    int32_t larger = capacity > 0 ? 2 * capacity : first;
    return larger > count ? larger : count;
}

// Returns a larger array that begins with the old items. NULL: no memory; the old one is unchanged.
static void *grow(const void *items, int32_t count, int32_t capacity, size_t itemSize) {
    void *larger = cdAllocate((size_t)capacity * itemSize);
    if (larger != NULL && count > 0) memcpy(larger, items, (size_t)count * itemSize);
    return larger;
}

bool cdReserveBodies(cdWorld *world, int32_t count) {
    if (count <= world->bodyCapacity) return true;
    int32_t capacity = chooseCapacity(world->bodyCapacity, 16, count);
    cdWorldBody *bodies = grow(world->bodies, world->bodyCount, capacity, sizeof *bodies);
    cdSolverBody *solverBodies = cdAllocate(((size_t)capacity + 1) * sizeof *solverBodies);
    int32_t *islands = cdAllocate((size_t)capacity * sizeof *islands);
    cdBroadPhase *broadPhase = cdCreateBroadPhase(capacity);
    if (bodies == NULL || solverBodies == NULL || islands == NULL || broadPhase == NULL) {
        cdFree(bodies);
        cdFree(solverBodies);
        cdFree(islands);
        cdDestroyBroadPhase(broadPhase);
        return false;
    }
    cdFree(world->bodies);
    cdFree(world->solverBodies);
    cdFree(world->islands);
    cdDestroyBroadPhase(world->broadPhase);
    world->bodies = bodies;
    world->solverBodies = solverBodies;
    world->islands = islands;
    world->broadPhase = broadPhase;
    world->bodyCapacity = capacity;
    return true;
}

// Reserves the memory of queries between the new mesh and each present one, so that these never allocate.
static bool reserveWorkspace(cdWorld *world, const cdMesh *mesh) {
    for (int32_t i = 0; i < world->bodyCount; i++) {
        if (!world->bodies[i].present) continue;
        const cdMesh *const meshes[] = {world->bodies[i].mesh, mesh};
        if (!cdReservePairWork(world->workspace, meshes)) return false;
    }
    return true;
}

// Contact points need the mesh's features or its rounding.
bool cdIsBodyMesh(const cdMesh *mesh) {
    return mesh->features != NULL || mesh->rounding > 0.0;
}

static bool isMeaningful(const cdBodyDef *def) {
    return def->mesh != NULL && cdIsBodyMesh(def->mesh) && cdIsValidPose(def->pose) &&
           isFinite(def->velocity) && isFinite(def->angularVelocity) && isAtLeast(def->density, 0.0) &&
           isAtLeast(def->mass, 0.0) && isAtLeast(def->restitution, 0.0) && def->restitution <= 1.0 &&
           isAtLeast(def->friction, 0.0);
}

static void chooseMargin(cdWorld *world, double radius) {
    if (world->def.margin > 0.0) return;
    double margin = DEFAULT_MARGIN * radius;
    if (world->margin == 0.0 || margin < world->margin) world->margin = margin;
}

int32_t cdAddBody(cdWorld *world, const cdBodyDef *def) {
    if (!CD_REQUIRE(world != NULL && def != NULL) || !isMeaningful(def)) return -1;
    const cdMesh *mesh = def->mesh;
    double radius = mesh->radius + mesh->rounding;
    cdWorldBody body = {.present = true,
                        .kind = def->kind,
                        .mesh = mesh,
                        .radius = radius,
                        .pose = def->pose,
                        .restitution = def->restitution,
                        .friction = def->friction,
                        .fraction = 1.0};
    body.pose.q = cdNormalizeQuat(body.pose.q);
    if (def->kind == CD_BODY_DYNAMIC) {
        cdMassProperties properties =
            def->massProperties != NULL ? *def->massProperties : cdFindMassProperties(def->mesh, NULL);
        double mass = def->mass > 0.0 ? def->mass : def->density * properties.volume;
        body.inertia = cdMakeInertia(&properties, mass, radius);
        if (!(body.inertia.inverseMass > 0.0)) return -1;
        body.velocity = def->velocity;
        body.spin = cdApplyTensor(body.inertia.tensor, body.pose.q, def->angularVelocity);
    }
    body.target = body.quietPose = body.pose;
    if (!cdReserveBodies(world, world->bodyCount + 1) || !reserveWorkspace(world, def->mesh)) return -2;
    if (def->kind == CD_BODY_DYNAMIC) chooseMargin(world, radius);
    world->bodies[world->bodyCount] = body;
    return world->bodyCount++;
}

static bool isBody(const cdWorld *world, int32_t body) {
    return body >= 0 && body < world->bodyCount && world->bodies[body].present;
}

void cdTakeOut(cdWorld *world, int32_t body) {
    cdWakeBody(world, body);
    world->bodies[body].present = world->bodies[body].held = false;
    cdSetBroadPhaseBox(world->broadPhase, body, NULL);
    for (int32_t i = 0; i < world->jointCount; i++) {
        cdWorldJoint *joint = &world->joints[i];
        if (joint->bodyA == body || joint->bodyB == body) joint->present = false;
    }
}

void cdRemoveBody(cdWorld *world, int32_t body) {
    if (!CD_REQUIRE(world != NULL && isBody(world, body))) return;
    cdTakeOut(world, body);
}

int32_t cdGetBodyCount(const cdWorld *world) {
    if (!CD_REQUIRE(world != NULL)) return 0;
    return world->bodyCount;
}

cdBodyState cdGetBodyState(const cdWorld *world, int32_t body) {
    if (!CD_REQUIRE(world != NULL && body >= 0 && body < world->bodyCount)) return (cdBodyState){0};
    const cdWorldBody *own = &world->bodies[body];
    if (!own->present && !own->left) return (cdBodyState){0};
    return (cdBodyState){.present = own->present,
                         .leftWorld = own->left,
                         .kind = own->kind,
                         .pose = own->pose,
                         .centroid = cdGetCentroid(own, own->pose),
                         .velocity = own->velocity,
                         .angularVelocity = cdGetAngularVelocity(own, own->pose, own->spin),
                         .mass = own->inertia.mass,
                         .asleep = own->asleep};
}

void cdSetBodyPose(cdWorld *world, int32_t body, cdPose pose) {
    if (!CD_REQUIRE(world != NULL && isBody(world, body) && cdIsValidPose(pose))) return;
    cdWorldBody *own = &world->bodies[body];
    if (cdIsSamePose(own->pose, pose)) return;
    cdWakeBody(world, body);
    cdVec3 angular = cdGetAngularVelocity(own, own->pose, own->spin);
    own->pose = own->target = (cdPose){pose.p, cdNormalizeQuat(pose.q)};
    own->spin = cdApplyTensor(own->inertia.tensor, own->pose.q, angular);
}

void cdSetBodyVelocity(cdWorld *world, int32_t body, cdVec3 velocity, cdVec3 angularVelocity) {
    if (!CD_REQUIRE(world != NULL && isBody(world, body) && isFinite(velocity) && isFinite(angularVelocity)))
        return;
    cdWorldBody *own = &world->bodies[body];
    if (own->kind != CD_BODY_DYNAMIC) return;
    cdWakeBody(world, body);
    own->velocity = velocity;
    own->spin = cdApplyTensor(own->inertia.tensor, own->pose.q, angularVelocity);
}

void cdApplyImpulse(cdWorld *world, int32_t body, cdVec3 point, cdVec3 impulse) {
    if (!CD_REQUIRE(world != NULL && isBody(world, body) && isFinite(point) && isFinite(impulse))) return;
    cdWorldBody *own = &world->bodies[body];
    if (own->kind != CD_BODY_DYNAMIC) return;
    cdWakeBody(world, body);
    own->velocity = cdMulAdd(own->velocity, own->inertia.inverseMass, impulse);
    own->spin = cdAdd(own->spin, cdCross(cdSub(point, cdGetCentroid(own, own->pose)), impulse));
}

void cdSetGravity(cdWorld *world, cdVec3 gravity) {
    if (!CD_REQUIRE(world != NULL && isFinite(gravity))) return;
    world->def.gravity = gravity;
    for (int32_t i = 0; i < world->bodyCount; i++) {
        world->bodies[i].asleep = false;
        world->bodies[i].quiet = 0.0;
    }
}

void cdHoldBody(cdWorld *world, int32_t body, const cdHand *hand) {
    if (!CD_REQUIRE(world != NULL && hand != NULL && isBody(world, body))) return;
    cdWorldBody *own = &world->bodies[body];
    if (own->kind != CD_BODY_DYNAMIC || !isFinite(hand->grab) || !isFinite(hand->target)) return;
    cdWakeBody(world, body);
    own->held = true;
    own->hand = *hand;
    if (!(hand->frequency > 0.0)) own->hand.frequency = 30.0;
    if (!(hand->maxForce > 0.0)) own->hand.maxForce = 20.0 * 9.81 * own->inertia.mass;
}

void cdReleaseBody(cdWorld *world, int32_t body) {
    if (!CD_REQUIRE(world != NULL && isBody(world, body))) return;
    world->bodies[body].held = false;
}

// --- Joints

static bool isJointMeaningful(const cdWorld *world, const cdJointDef *def) {
    if (!isBody(world, def->bodyA) || world->bodies[def->bodyA].kind != CD_BODY_DYNAMIC) return false;
    if (def->bodyB != -1 && (!isBody(world, def->bodyB) || def->bodyB == def->bodyA)) return false;
    return isfinite(def->speed) && isAtLeast(def->torque, 0.0);
}

bool cdReserveJoints(cdWorld *world, int32_t count) {
    if (count <= world->jointCapacity) return true;
    int32_t capacity = chooseCapacity(world->jointCapacity, 8, count);
    cdWorldJoint *joints = grow(world->joints, world->jointCount, capacity, sizeof *joints);
    if (joints == NULL) return false;
    cdFree(world->joints);
    world->joints = joints;
    world->jointCapacity = capacity;
    return true;
}

int32_t cdAddJoint(cdWorld *world, const cdJointDef *def) {
    if (!CD_REQUIRE(world != NULL && def != NULL) || !isJointMeaningful(world, def)) return -1;
    cdWorldJoint joint = {.present = true, .bodyA = def->bodyA, .bodyB = def->bodyB};
    cdPose poseB = def->bodyB >= 0 ? world->bodies[def->bodyB].pose : cdIdentityPose();
    if (!cdSetUpJoint(&joint, def, world->bodies[def->bodyA].pose, poseB)) return -1;
    if (!cdReserveJoints(world, world->jointCount + 1)) return -1;
    cdWakeBody(world, def->bodyA);
    world->joints[world->jointCount] = joint;
    return world->jointCount++;
}

static bool isJoint(const cdWorld *world, int32_t joint) {
    return joint >= 0 && joint < world->jointCount && world->joints[joint].present;
}

void cdRemoveJoint(cdWorld *world, int32_t joint) {
    if (!CD_REQUIRE(world != NULL && isJoint(world, joint))) return;
    cdWakeBody(world, world->joints[joint].bodyA);
    world->joints[joint].present = false;
}

void cdSetJointMotor(cdWorld *world, int32_t joint, double speed, double torque) {
    if (!CD_REQUIRE(world != NULL && isJoint(world, joint) && isfinite(speed) && isAtLeast(torque, 0.0)))
        return;
    cdWorldJoint *own = &world->joints[joint];
    if (own->kind != CD_JOINT_HINGE) return;
    cdWakeBody(world, own->bodyA);
    own->speed = speed;
    own->torque = torque;
}

// --- Energy

cdWorldEnergy cdGetWorldEnergy(const cdWorld *world) {
    if (!CD_REQUIRE(world != NULL)) return (cdWorldEnergy){0};
    cdWorldEnergy energy = {0};
    for (int32_t i = 0; i < world->bodyCount; i++) {
        const cdWorldBody *body = &world->bodies[i];
        if (!cdIsDynamic(body)) continue;
        cdVec3 centroid = cdGetCentroid(body, body->pose),
               momentum = cdScale(body->inertia.mass, body->velocity);
        energy.kinetic += cdGetKineticEnergy(&body->inertia, body->pose.q, body->velocity, body->spin);
        energy.potential -= body->inertia.mass * cdDot(world->def.gravity, centroid);
        energy.momentum = cdAdd(energy.momentum, momentum);
        energy.angularMomentum =
            cdAdd(energy.angularMomentum, cdAdd(body->spin, cdCross(centroid, momentum)));
    }
    return energy;
}
