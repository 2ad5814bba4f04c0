// Shared by the tests of worlds: a world with all guarantees checked at every step.
//
// A trial steps its world and checks after each step: every number is finite, no pair of bodies overlaps by
// the exact test, energy has not grown by more than rounding, events are in order of time and within the
// step. Lengths are about 1; gravity is the earth's.
#ifndef TESTS_WORLD_FIXTURE_H
#define TESTS_WORLD_FIXTURE_H

#include "body_fixture.h"
#include "collision/world.h"
#include "random.h"
#include "world/step_work.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

enum { TRIAL_BODIES = 128 };

static const double GRAVITY = 9.81, FRAME = 1.0 / 60.0;

typedef struct Trial {
    cdWorld *world;
    cdBodyId bodies[TRIAL_BODIES];      // bodies[count]
    const cdMesh *meshes[TRIAL_BODIES]; // meshes[count]
    bool movable[TRIAL_BODIES];
    int32_t count;
    cdWorkspace *workspace;
    bool powered;    // hands, motors or moved bodies add energy
    bool overlapped; // at the start: skips the overlap check
    double margin;   // effective margin: the definition's, or world.h's for 0
    bool marginGiven;
    cdWorldStep step; // the last one
    // Over all steps:
    int32_t steps, impacts, blocked, events;
    double blockedTime, drift, growth; // maxima; growth: energy in a step, of bodies that move and are lifted
} Trial;

static inline Trial makeTrialOf(const cdWorldDef *def) {
    Trial trial = {.world = cdCreateWorld(def),
                   .workspace = cdCreateWorkspace(),
                   .margin = def->margin,
                   .marginGiven = def->margin > 0.0};
    if (trial.world == NULL || trial.workspace == NULL) abort();
    return trial;
}

static inline Trial makeTrial(void) {
    cdWorldDef def = cdDefaultWorldDef();
    return makeTrialOf(&def);
}

static inline Trial makeWeightlessTrial(void) {
    cdWorldDef def = cdDefaultWorldDef();
    def.gravity = cdMakeVec3(0.0, 0.0, 0.0);
    return makeTrialOf(&def);
}

static inline void destroyTrial(Trial *trial) {
    cdDestroyWorld(trial->world);
    cdDestroyWorkspace(trial->workspace);
    *trial = (Trial){0};
}

// Returns the number of the body in the trial: its id, too, until one is added after a removal.
static inline int32_t addToTrial(Trial *trial, const Body *body, const cdBodyDef *def) {
    cdBodyDef own = *def;
    own.mesh = body->mesh;
    int32_t index = trial->count;
    if (index == TRIAL_BODIES) abort();
    trial->bodies[index] = cdAddBody(trial->world, &own);
    if (trial->bodies[index] < 0) abort();
    trial->meshes[index] = body->mesh;
    trial->movable[index] = def->kind == CD_BODY_DYNAMIC;
    trial->count++;
    cdMeshInfo info = cdGetMeshInfo(body->mesh);
    double margin = 1e-4 * (info.radius + info.roundingRadius);
    bool smaller = trial->margin == 0.0 || margin < trial->margin;
    if (!trial->marginGiven && trial->movable[index] && smaller) trial->margin = margin;
    return index;
}

static inline int32_t addFixed(Trial *trial, const Body *body, cdPose pose, double restitution,
                               double friction) {
    cdBodyDef def = cdDefaultBodyDef();
    def.pose = pose;
    def.restitution = restitution;
    def.friction = friction;
    return addToTrial(trial, body, &def);
}

static inline cdBodyDef makeMovingDef(cdPose pose, cdVec3 velocity, cdVec3 angularVelocity,
                                      double restitution, double friction) {
    cdBodyDef def = cdDefaultBodyDef();
    def.kind = CD_BODY_DYNAMIC;
    def.pose = pose;
    def.velocity = velocity;
    def.angularVelocity = angularVelocity;
    def.restitution = restitution;
    def.friction = friction;
    return def;
}

static inline int32_t addMoving(Trial *trial, const Body *body, cdPose pose, cdVec3 velocity,
                                double restitution, double friction) {
    cdBodyDef def = makeMovingDef(pose, velocity, cdMakeVec3(0.0, 0.0, 0.0), restitution, friction);
    return addToTrial(trial, body, &def);
}

static inline cdBodyState getState(const Trial *trial, int32_t body) {
    return cdGetBodyState(trial->world, trial->bodies[body]);
}

// --- Checks after every step

static inline bool areSpheresApart(const cdMesh *a, cdPose poseA, const cdMesh *b, cdPose poseB) {
    cdMeshInfo infoA = cdGetMeshInfo(a), infoB = cdGetMeshInfo(b);
    cdVec3 between = cdSub(cdTransformPoint(poseA, infoA.center), cdTransformPoint(poseB, infoB.center));
    double reach = infoA.radius + infoA.roundingRadius + infoB.radius + infoB.roundingRadius;
    return cdLength(between) > 1.000001 * reach;
}

// Tests all pairs of which one can move exactly; `a`, `b`: the first that overlap.
static inline bool findTrialOverlap(const Trial *trial, int32_t *a, int32_t *b) {
    for (int32_t i = 0; i < trial->count; i++) {
        cdBodyState first = getState(trial, i);
        for (int32_t k = 0; k < i && first.present; k++) {
            cdBodyState second = getState(trial, k);
            if (!second.present || (!trial->movable[i] && !trial->movable[k])) continue;
            if (areSpheresApart(trial->meshes[i], first.pose, trial->meshes[k], second.pose)) continue;
            cdOverlapInput input = {.meshA = trial->meshes[i],
                                    .meshB = trial->meshes[k],
                                    .poseA = first.pose,
                                    .poseB = second.pose};
            if (cdFindOverlap(&input, NULL, trial->workspace, NULL).state == CD_FREE) continue;
            *a = i;
            *b = k;
            return true;
        }
    }
    return false;
}

static inline void checkNoOverlap(const Trial *trial) {
    int32_t a = 0, b = 0;
    if (findTrialOverlap(trial, &a, &b))
        fail_msg("bodies %d and %d overlap after step %d, at %.9g s", (int)a, (int)b, (int)trial->steps,
                 trial->step.time);
}

// Returns the scale of energy rounding: of bodies that move, and by how far each was lifted or moved from the
// origin.
static inline double getEnergySize(const Trial *trial, double gravity) {
    double size = 0.0;
    for (int32_t i = 0; i < trial->count; i++) {
        cdBodyState state = getState(trial, i);
        if (!state.present || state.kind != CD_BODY_DYNAMIC) continue;
        double reach = cdLength(state.centroid) + cdGetMeshInfo(trial->meshes[i]).radius;
        size += state.mass * gravity * reach;
    }
    return size + cdGetWorldEnergy(trial->world).kinetic;
}

static inline double getTotalEnergy(const Trial *trial) {
    cdWorldEnergy energy = cdGetWorldEnergy(trial->world);
    return energy.kinetic + energy.potential;
}

static inline void checkEvents(Trial *trial, double begin) {
    int32_t count;
    const cdContactEvent *events = cdGetContactEvents(trial->world, &count);
    double last = begin;
    for (int32_t i = 0; i < count; i++) {
        if (!(events[i].time >= last && events[i].time <= trial->step.time))
            fail_msg("event %d of step %d at %.17g, after %.17g, before the end at %.17g", (int)i,
                     (int)trial->steps, events[i].time, last, trial->step.time);
        assert_true((events[i].speed > 0.0) == (events[i].kind == CD_EVENT_IMPACT));
        assert_true(events[i].impulse >= 0.0 && isfinite(cdLength(events[i].point)));
        last = events[i].time;
    }
}

static inline void countStep(Trial *trial) {
    trial->steps++;
    trial->impacts += trial->step.impacts;
    trial->events += trial->step.stops;
    trial->blocked += trial->step.blockedBodies > 0;
    trial->blockedTime = fmax(trial->blockedTime, trial->step.blockedTime);
    trial->drift = fmax(trial->drift, trial->step.drift);
}

static inline void stepTrial(Trial *trial, double dt) {
    const double rounding = 1e-12; // of energies, per step
    double begin = trial->step.time, before = getTotalEnergy(trial);
    double size = getEnergySize(trial, GRAVITY);
    trial->step = cdStepWorld(trial->world, dt);
    assert_int_equal(trial->step.state, CD_FREE);
    countStep(trial);
    double growth = getTotalEnergy(trial) - before;
    assert_true(isfinite(growth));
    if (size > 0.0 && !trial->powered) trial->growth = fmax(trial->growth, growth / size);
    if (!trial->powered && growth > rounding * size)
        fail_msg("energy grew by %.3g from %.9g in step %d", growth, before, (int)trial->steps);
    checkEvents(trial, begin);
    if (!trial->overlapped) checkNoOverlap(trial);
}

static inline void runTrial(Trial *trial, double time, double dt) {
    int32_t count = (int32_t)floor(time / dt + 0.5);
    for (int32_t i = 0; i < count; i++)
        stepTrial(trial, dt);
}

// --- Queries by tests

// Returns the accuracy of the velocities that a step of `dt` finds.
static inline double getSolvedSpeed(const Trial *trial, double dt) {
    return CD_SOLVED * trial->margin / dt;
}

// Returns the minimum gap over the contact points of two bodies. INFINITY: no contact.
static inline double getLeastGap(const Trial *trial, int32_t a, int32_t b) {
    int32_t count;
    const cdWorldContact *contacts = cdGetWorldContacts(trial->world, &count);
    double gap = INFINITY;
    for (int32_t i = 0; i < count; i++) {
        if (contacts[i].bodyA == a && contacts[i].bodyB == b) gap = fmin(gap, contacts[i].gap);
    }
    return gap;
}

// Returns the first impact of the last step. NULL: no impact.
static inline const cdContactEvent *findImpact(const Trial *trial) {
    int32_t count;
    const cdContactEvent *events = cdGetContactEvents(trial->world, &count);
    for (int32_t i = 0; i < count; i++) {
        if (events[i].kind == CD_EVENT_IMPACT) return &events[i];
    }
    return NULL;
}

static inline void assertNear(double value, double expected, double tolerance) {
    if (!(fabs(value - expected) <= tolerance))
        fail_msg("%.17g, expected %.17g within %.3g", value, expected, tolerance);
}

static inline void assertNearVec3(cdVec3 value, cdVec3 expected, double tolerance) {
    if (!(cdLength(cdSub(value, expected)) <= tolerance))
        fail_msg("(%.12g, %.12g, %.12g), expected (%.12g, %.12g, %.12g) within %.3g", value.x, value.y,
                 value.z, expected.x, expected.y, expected.z, tolerance);
}

#endif
