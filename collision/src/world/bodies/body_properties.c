// Properties of bodies that change at run time: material, mass, drag, forces, kind.
//
// A change wakes the body and those that touch it if it can move a sleeping one: friction may have carried
// it, its weight or a force may now exceed what carries it. Drag and restitution do nothing to a body
// without velocity. A value that is set again changes nothing and wakes nobody.
#include "world/bodies/shape_mass.h"
#include "world/checks.h"
#include "world/step_work.h"

static bool isSame(cdVec3 a, cdVec3 b) {
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

// --- Material, drag, forces

static void setNumber(cdWorld *world, int32_t body, double *own, double value, bool wakes) {
    if (*own == value) return;
    if (wakes) cdWakeBody(world, body);
    *own = value;
}

void cdSetBodyFriction(cdWorld *world, cdBodyId id, double friction) {
    if (!CD_REQUIRE(world != NULL && cdHasBody(world, id) && cdIsAtLeast(friction, 0.0))) return;
    int32_t body = cdGetBodyIndex(id);
    setNumber(world, body, &world->bodies[body].friction, friction, true);
}

void cdSetBodyRestitution(cdWorld *world, cdBodyId id, double restitution) {
    bool valid = cdIsAtLeast(restitution, 0.0) && restitution <= 1.0;
    if (!CD_REQUIRE(world != NULL && cdHasBody(world, id) && valid)) return;
    int32_t body = cdGetBodyIndex(id);
    setNumber(world, body, &world->bodies[body].restitution, restitution, false);
}

void cdSetBodyDamping(cdWorld *world, cdBodyId id, double linear, double angular) {
    bool valid = cdIsAtLeast(linear, 0.0) && cdIsAtLeast(angular, 0.0);
    if (!CD_REQUIRE(world != NULL && cdHasBody(world, id) && valid)) return;
    int32_t body = cdGetBodyIndex(id);
    setNumber(world, body, &world->bodies[body].linearDamping, linear, false);
    setNumber(world, body, &world->bodies[body].angularDamping, angular, false);
}

void cdSetBodyGravityScale(cdWorld *world, cdBodyId id, double scale) {
    if (!CD_REQUIRE(world != NULL && cdHasBody(world, id) && isfinite(scale))) return;
    int32_t body = cdGetBodyIndex(id);
    setNumber(world, body, &world->bodies[body].gravityScale, scale, true);
}

void cdSetBodyLimits(cdWorld *world, cdBodyId id, double maxSpeed, double maxSpin) {
    bool valid = cdIsAtLeast(maxSpeed, 0.0) && cdIsAtLeast(maxSpin, 0.0);
    if (!CD_REQUIRE(world != NULL && cdHasBody(world, id) && valid)) return;
    int32_t body = cdGetBodyIndex(id);
    cdWorldBody *own = &world->bodies[body];
    own->maxSpeed = maxSpeed;
    own->maxSpin = maxSpin;
    if (cdIsDynamic(own)) cdLimitSpeed(own, own->pose, &own->velocity, &own->spin);
}

void cdSetBodyForce(cdWorld *world, cdBodyId id, cdVec3 force, cdVec3 torque) {
    bool valid = cdIsFiniteVec3(force) && cdIsFiniteVec3(torque);
    if (!CD_REQUIRE(world != NULL && cdHasBody(world, id) && valid)) return;
    int32_t body = cdGetBodyIndex(id);
    cdWorldBody *own = &world->bodies[body];
    if (isSame(own->force, force) && isSame(own->torque, torque)) return;
    cdWakeBody(world, body);
    own->force = force;
    own->torque = torque;
}

// --- Mass

bool cdFindBodyInertia(const cdWorld *world, const cdWorldBody *body, cdInertia *inertia) {
    cdMassProperties properties = body->ownsMassProperties
                                      ? body->massProperties
                                      : cdSumShapes(cdGetShape(world, body, 0), body->shapeCount);
    double mass = body->mass > 0.0 ? body->mass : body->density * properties.volume;
    cdInertia found = cdMakeInertia(&properties, mass, body->radius);
    if (!(found.inverseMass > 0.0)) return false;
    cdLockInertia(&found, body->lockTranslation, body->lockRotation, body->lockFrame == CD_LOCK_BODY);
    *inertia = found;
    return true;
}

bool cdSetBodyMass(cdWorld *world, cdBodyId id, double density, double mass,
                   const cdMassProperties *massProperties) {
    bool valid = world != NULL && cdHasBody(world, id) && cdIsAtLeast(density, 0.0);
    if (!CD_REQUIRE(valid && cdIsAtLeast(mass, 0.0))) return false;
    int32_t body = cdGetBodyIndex(id);
    cdWorldBody *own = &world->bodies[body], changed = *own;
    changed.density = density;
    changed.mass = mass;
    changed.ownsMassProperties = massProperties != NULL;
    if (massProperties != NULL) changed.massProperties = *massProperties;
    if (own->kind == CD_BODY_DYNAMIC) {
        if (!cdFindBodyInertia(world, &changed, &changed.inertia)) return false;
        cdVec3 angular = cdGetAngularVelocity(own, own->pose, own->spin);
        cdVec3 shift = cdSub(cdGetCentroid(&changed, own->pose), cdGetCentroid(own, own->pose));
        cdVec3 velocity = cdAdd(own->velocity, cdCross(angular, shift));
        changed.velocity = cdFreeWay(&changed.inertia, own->pose.q, velocity);
        changed.spin = cdGetSpin(&changed, own->pose, angular);
    }
    *own = changed;
    if (cdIsKinematic(own)) cdSetCentroid(world, own);
    cdWakeBody(world, body);
    return true;
}

// --- Locks

// Finds the inertia again, since it depends on the locks.
static void applyLocks(cdWorld *world, cdWorldBody *own) {
    if (own->kind != CD_BODY_DYNAMIC) return;
    cdVec3 angular = cdGetAngularVelocity(own, own->pose, own->spin);
    cdFindBodyInertia(world, own, &own->inertia);
    own->velocity = cdFreeWay(&own->inertia, own->pose.q, own->velocity);
    own->spin = cdGetSpin(own, own->pose, angular);
}

void cdSetBodyLocks(cdWorld *world, cdBodyId id, uint32_t translation, uint32_t rotation) {
    bool valid = translation <= CD_AXES && rotation <= CD_AXES;
    if (!CD_REQUIRE(world != NULL && cdHasBody(world, id) && valid)) return;
    int32_t body = cdGetBodyIndex(id);
    cdWorldBody *own = &world->bodies[body];
    if (own->lockTranslation == translation && own->lockRotation == rotation) return;
    cdWakeBody(world, body);
    own->lockTranslation = translation;
    own->lockRotation = rotation;
    applyLocks(world, own);
}

bool cdIsLockFrame(cdLockFrame frame) {
    return frame == CD_LOCK_WORLD || frame == CD_LOCK_BODY;
}

void cdSetBodyLockFrame(cdWorld *world, cdBodyId id, cdLockFrame frame) {
    if (!CD_REQUIRE(world != NULL && cdHasBody(world, id) && cdIsLockFrame(frame))) return;
    int32_t body = cdGetBodyIndex(id);
    cdWorldBody *own = &world->bodies[body];
    if (own->lockFrame == frame) return;
    cdWakeBody(world, body);
    own->lockFrame = frame;
    applyLocks(world, own);
}

// --- Kind

static void fixBody(cdWorldBody *body) {
    const cdVec3 none = {0.0, 0.0, 0.0};
    body->inertia = (cdInertia){0};
    body->velocity = body->spin = body->endVelocity = body->endSpin = none;
    body->passingForce = body->passingTorque = none;
    body->held = false;
}

bool cdSetBodyKind(cdWorld *world, cdBodyId id, cdBodyKind kind) {
    if (!CD_REQUIRE(world != NULL && cdHasBody(world, id) && cdIsBodyKind(kind))) return false;
    int32_t body = cdGetBodyIndex(id);
    cdWorldBody *own = &world->bodies[body];
    if (own->kind == kind) return true;
    if (own->kind == CD_BODY_DRIVEN && !cdReserveBodyWork(world, own, kind)) return false;
    if (kind == CD_BODY_DYNAMIC && !cdFindBodyInertia(world, own, &own->inertia)) return false;
    cdWakeBody(world, body);
    cdEndScript(world, body);
    own->script.blocked = false;
    own->velocity = own->spin = (cdVec3){0.0, 0.0, 0.0};
    own->kind = kind;
    own->island = -1;
    own->target = own->quietPose = own->pose;
    if (kind == CD_BODY_DYNAMIC)
        cdLowerMargin(world, own);
    else
        fixBody(own);
    if (cdIsKinematic(own)) cdSetCentroid(world, own);
    return true;
}
