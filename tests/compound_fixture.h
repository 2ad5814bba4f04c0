// Shared by the tests of bodies with several shapes: their shapes in the world, and the exact test of all
// pairs of them.
#ifndef TESTS_COMPOUND_FIXTURE_H
#define TESTS_COMPOUND_FIXTURE_H

#include "world_fixture.h"

static inline cdVec3 vec(double x, double y, double z) {
    return cdMakeVec3(x, y, z);
}

static inline cdShapeDef shapeAt(const Body *body, cdPose pose) {
    return (cdShapeDef){.mesh = body->mesh, .pose = pose};
}

// A dynamic body without restitution.
static inline cdBodyDef makeCompoundDef(const cdShapeDef *shapes, int32_t count, cdPose pose) {
    cdBodyDef def = cdDefaultBodyDef();
    def.kind = CD_BODY_DYNAMIC;
    def.shapes = shapes;
    def.shapeCount = count;
    def.pose = pose;
    def.restitution = 0.0;
    return def;
}

static inline cdBodyId addCompound(cdWorld *world, const cdShapeDef *shapes, int32_t count, cdPose pose) {
    cdBodyDef def = makeCompoundDef(shapes, count, pose);
    cdBodyId body = cdAddBody(world, &def);
    assert_true(body >= 0);
    return body;
}

static inline cdBodyId addFixedMesh(cdWorld *world, const Body *body, cdPose pose) {
    cdBodyDef def = cdDefaultBodyDef();
    def.mesh = body->mesh;
    def.pose = pose;
    def.restitution = 0.0;
    return cdAddBody(world, &def);
}

static inline cdWorld *makeWorld(double gravity) {
    cdWorldDef def = cdDefaultWorldDef();
    def.gravity = vec(0.0, -gravity, 0.0);
    return cdCreateWorld(&def);
}

// True if any two shapes of two bodies overlap by the exact test.
static inline bool doBodiesOverlap(const cdWorld *world, cdBodyId a, cdBodyId b, cdWorkspace *workspace) {
    cdPose poseA = cdGetBodyState(world, a).pose, poseB = cdGetBodyState(world, b).pose;
    for (int32_t i = 0; i < cdGetBodyShapeCount(world, a); i++) {
        for (int32_t k = 0; k < cdGetBodyShapeCount(world, b); k++) {
            cdShapeDef shapeA = cdGetBodyShape(world, a, i), shapeB = cdGetBodyShape(world, b, k);
            cdOverlapInput input = {.meshA = shapeA.mesh,
                                    .meshB = shapeB.mesh,
                                    .poseA = cdMulPose(poseA, shapeA.pose),
                                    .poseB = cdMulPose(poseB, shapeB.pose)};
            if (areSpheresApart(input.meshA, input.poseA, input.meshB, input.poseB)) continue;
            if (cdFindOverlap(&input, NULL, workspace, NULL).state != CD_FREE) return true;
        }
    }
    return false;
}

static inline void checkNoShapesOverlap(const cdWorld *world, cdWorkspace *workspace, int32_t step) {
    cdBodyId bodies[TRIAL_BODIES];
    int32_t count = cdGetBodies(world, bodies, TRIAL_BODIES);
    for (int32_t i = 0; i < count; i++) {
        for (int32_t k = 0; k < i; k++) {
            bool fixed = cdGetBodyState(world, bodies[i]).kind == CD_BODY_FIXED &&
                         cdGetBodyState(world, bodies[k]).kind == CD_BODY_FIXED;
            if (!fixed && doBodiesOverlap(world, bodies[i], bodies[k], workspace))
                fail_msg("bodies %d and %d overlap after step %d", (int)bodies[k], (int)bodies[i], (int)step);
        }
    }
}

// Steps a world, and checks that nothing overlaps and no energy comes from nowhere.
static inline cdWorldStep stepCompounds(cdWorld *world, cdWorkspace *workspace, double dt, int32_t step) {
    cdWorldEnergy before = cdGetWorldEnergy(world);
    cdWorldStep result = cdStepWorld(world, dt);
    cdWorldEnergy after = cdGetWorldEnergy(world);
    assert_int_equal(result.state, CD_FREE);
    double size = fabs(before.kinetic) + fabs(before.potential) + 1.0;
    assert_true(after.kinetic + after.potential <= before.kinetic + before.potential + 1e-11 * size);
    checkNoShapesOverlap(world, workspace, step);
    return result;
}

// Counts events of a kind in the last step.
static inline int32_t countEvents(const cdWorld *world, cdContactEventKind kind) {
    int32_t count, found = 0;
    const cdContactEvent *events = cdGetContactEvents(world, &count);
    for (int32_t i = 0; i < count; i++)
        found += events[i].kind == kind;
    return found;
}

#endif
