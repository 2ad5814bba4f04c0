// Draws a world: contact points with their forces, joints, hands.
#include "draw/draw_calls.h"
#include "draw/draw_joint.h"
#include "foundation/memory/hooks.h"

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

void cdDrawWorld(const cdDebugDraw *draw, const cdWorld *world, double forceLength) {
    if (!CD_REQUIRE(draw != NULL && world != NULL)) return;
    drawContacts(draw, world, forceLength / findMinWeight(world));
    for (int32_t i = 0; i < world->jointCount; i++) {
        if (world->joints[i].present) cdDrawJoint(draw, world, &world->joints[i]);
    }
    for (int32_t i = 0; i < world->bodyCount; i++) {
        const cdWorldBody *body = &world->bodies[i];
        if (!body->present || !body->held) continue;
        cdVec3 grab = cdTransformPoint(body->pose, body->hand.grab);
        cdDrawSegment(draw, grab, body->hand.target, cdGetStyle(CD_ROLE_SCREW));
    }
}
