// Draws a world: contact points with their forces, joints, hands.
#include "draw/draw_calls.h"
#include "foundation/memory/hooks.h"
#include "world/world_data.h"

#include <math.h>

static double findMinWeight(const cdWorld *world) {
    double minWeight = INFINITY, gravity = cdLength(world->def.gravity);
    for (int32_t i = 0; i < world->bodyCount; i++) {
        const cdWorldBody *body = &world->bodies[i];
        if (cdIsDynamic(body)) minWeight = cdMin(minWeight, body->inertia.mass * gravity);
    }
    return minWeight;
}

static void drawContacts(const cdDebugDraw *draw, const cdWorld *world, double scale) {
    for (int32_t i = 0; i < world->contactCount; i++) {
        const cdWorldContact *contact = &world->contacts[i];
        cdDrawPoint(draw, contact->point, cdGetStyle(CD_ROLE_REGION));
        if (!(contact->force > 0.0) || !isfinite(scale)) continue;
        cdVec3 force = cdAdd(cdScale(contact->force, contact->normal), contact->friction);
        if (!cdIsDynamic(&world->bodies[cdGetBodyIndex(contact->bodyA)]))
            force = cdNegate(force); // as the other feels it
        cdDrawArrow(draw, contact->point, cdMulAdd(contact->point, scale, force), cdGetStyle(CD_ROLE_NORMAL));
    }
}

static void drawJoint(const cdDebugDraw *draw, const cdWorld *world, const cdWorldJoint *joint) {
    const cdWorldBody *a = &world->bodies[joint->bodyA];
    cdVec3 point = cdTransformPoint(a->pose, joint->pointA);
    cdDrawPoint(draw, point, cdGetStyle(CD_ROLE_SCREW));
    cdDrawSegment(draw, cdGetCentroid(a, a->pose), point, cdGetStyle(CD_ROLE_SCREW));
    if (joint->bodyB >= 0) {
        const cdWorldBody *b = &world->bodies[joint->bodyB];
        cdDrawSegment(draw, point, cdGetCentroid(b, b->pose), cdGetStyle(CD_ROLE_SCREW));
    }
    if (joint->kind != CD_JOINT_HINGE) return;
    cdVec3 half = cdScale(0.5 * a->radius, cdRotate(a->pose.q, joint->axisA));
    cdDrawSegment(draw, cdSub(point, half), cdAdd(point, half), cdGetStyle(CD_ROLE_SCREW));
}

void cdDrawWorld(const cdDebugDraw *draw, const cdWorld *world, double forceLength) {
    if (!CD_REQUIRE(draw != NULL && world != NULL)) return;
    drawContacts(draw, world, forceLength / findMinWeight(world));
    for (int32_t i = 0; i < world->jointCount; i++) {
        if (world->joints[i].present) drawJoint(draw, world, &world->joints[i]);
    }
    for (int32_t i = 0; i < world->bodyCount; i++) {
        const cdWorldBody *body = &world->bodies[i];
        if (!body->present || !body->held) continue;
        cdVec3 grab = cdTransformPoint(body->pose, body->hand.grab);
        cdDrawSegment(draw, grab, body->hand.target, cdGetStyle(CD_ROLE_SCREW));
    }
}
