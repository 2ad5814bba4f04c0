// Reports of a step: contact events, and the contact points at its end.
#include "foundation/memory/hooks.h"
#include "world/step_work.h"

#include <string.h>

void cdLackMemory(cdWorld *world) {
    world->step.state = CD_UNDECIDED;
    world->step.reason = CD_REASON_WORKSPACE;
    world->step.outOfMemory = true;
}

bool cdReserveEvents(cdWorld *world, int32_t count) {
    if (count <= world->eventCapacity) return true;
    int32_t capacity = world->eventCapacity > 0 ? 2 * world->eventCapacity : 64;
    if (capacity < count) capacity = count;
    cdContactEvent *events = cdAllocate((size_t)capacity * sizeof *events);
    if (events == NULL) return false;
    if (world->eventCount > 0) memcpy(events, world->events, (size_t)world->eventCount * sizeof *events);
    cdFree(world->events);
    world->events = events;
    world->eventCapacity = capacity;
    return true;
}

void cdNoteEvent(cdWorld *world, cdContactEvent event) {
    if (cdReserveEvents(world, world->eventCount + 1))
        world->events[world->eventCount++] = event;
    else
        cdLackMemory(world);
}

bool cdReserveContacts(cdWorld *world, int32_t count) {
    if (count <= world->contactCapacity) return true;
    cdWorldContact *contacts = cdAllocate(2 * (size_t)count * sizeof *contacts);
    if (contacts == NULL) return false;
    size_t kept = (size_t)world->contactCount * sizeof *contacts;
    if (kept > 0) memcpy(contacts, world->contacts, kept);
    cdFree(world->contacts);
    world->contacts = contacts;
    world->contactCapacity = 2 * count;
    return true;
}

// A point pushes if it did in the last advance and its gap is, and within one more step will be, less than a
// margin; it slides if it moves by more than a margin in a step.
static cdContactMode getMode(const cdWorld *world, const cdPointLocation *location, double force,
                             double duration) {
    bool parts = location->rate * duration > world->margin ||
                 location->placed.gap > cdGetTouchTolerance(world->margin);
    if (!(force > 0.0) || parts) return CD_CONTACT_LOOSE;
    cdVec3 a = cdAdd(location->a.velocity,
                     cdCross(location->a.angular, cdSub(location->placed.point, location->a.centroid)));
    cdVec3 b = cdAdd(location->b.velocity,
                     cdCross(location->b.angular, cdSub(location->placed.point, location->b.centroid)));
    cdVec3 relative = cdMulAdd(cdSub(a, b), -location->rate, location->placed.normal);
    return cdLength(relative) * duration > world->margin ? CD_CONTACT_SLIDING : CD_CONTACT_RESTING;
}

static cdWorldContact describeContact(const cdWorld *world, const cdWorldPair *pair,
                                      const cdContactPoint *point, double duration) {
    cdPointLocation location = cdLocatePoint(world, pair, point, CD_AT_START);
    cdVec3 tangents[2];
    cdMakeTangents(location.placed.normal, tangents);
    return (cdWorldContact){.bodyA = pair->bodyA,
                            .bodyB = pair->bodyB,
                            .mode = getMode(world, &location, point->impulse, duration),
                            .point = location.placed.point,
                            .normal = location.placed.normal,
                            .gap = location.placed.gap,
                            .force = point->impulse,
                            .friction = cdAdd(cdScale(point->friction[0], tangents[0]),
                                              cdScale(point->friction[1], tangents[1]))};
}

static double measureJoints(const cdWorld *world) {
    double drift = 0.0;
    for (int32_t i = 0; i < world->jointCount; i++) {
        const cdWorldJoint *joint = &world->joints[i];
        if (!joint->present) continue;
        cdJointPlace place = cdGetJointPlace(world, joint, CD_AT_START);
        double radius = world->bodies[joint->bodyA].radius;
        drift = cdMax(drift, cdGetJointError(joint, place.poseA, place.poseB, radius));
    }
    return drift;
}

static int32_t countPoints(const cdWorld *world) {
    int32_t count = 0;
    for (int32_t i = 0; i < world->pairCount; i++)
        count += world->pairs[i]->pointCount;
    return count;
}

void cdListContacts(cdWorld *world, double duration) {
    world->contactCount = 0;
    world->step.drift = measureJoints(world);
    if (!cdReserveContacts(world, countPoints(world))) {
        cdLackMemory(world);
        return;
    }
    for (int32_t i = 0; i < world->pairCount; i++) {
        const cdWorldPair *pair = world->pairs[i];
        if (!pair->touches) continue;
        for (int32_t k = 0; k < pair->pointCount; k++) {
            cdWorldContact contact = describeContact(world, pair, &pair->points[k], duration);
            if (contact.mode != CD_CONTACT_LOOSE)
                world->step.drift = cdMax(world->step.drift, contact.gap - world->margin);
            world->contacts[world->contactCount++] = contact;
        }
    }
    world->step.contacts = world->contactCount;
}

const cdWorldContact *cdGetWorldContacts(const cdWorld *world, int32_t *count) {
    if (!CD_REQUIRE(world != NULL && count != NULL)) return NULL;
    *count = world->contactCount;
    return world->contacts;
}

const cdContactEvent *cdGetContactEvents(const cdWorld *world, int32_t *count) {
    if (!CD_REQUIRE(world != NULL && count != NULL)) return NULL;
    *count = world->eventCount;
    return world->events;
}

const char *cdGetContactEventName(cdContactEventKind kind) {
    static const char *const names[] = {"begin",        "impact",     "end",    "left",
                                        "sensor-begin", "sensor-end", "blocked"};
    return names[kind];
}
