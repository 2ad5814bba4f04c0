// Reports of a step: contact events, and the contact points at its end.
#include "foundation/memory/hooks.h"
#include "world/checks.h"
#include "world/world_pairs.h"

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
    cdContactEvent *events = cdGrowArray(world->events, world->eventCount, capacity, sizeof *events);
    if (events == NULL) return false;
    world->events = events;
    world->eventCapacity = capacity;
    return true;
}

static bool isOfShapes(cdContactEventKind kind) {
    return kind == CD_EVENT_BEGIN || kind == CD_EVENT_IMPACT || kind == CD_EVENT_END ||
           kind == CD_EVENT_SENSOR_BEGIN || kind == CD_EVENT_SENSOR_END;
}

void cdNoteEvent(cdWorld *world, cdContactEvent event) {
    if (event.kind != CD_EVENT_JOINT_BROKEN) event.joint = -1;
    if (!isOfShapes(event.kind)) event.shapeA = event.shapeB = -1;
    if (cdReserveEvents(world, world->eventCount + 1))
        world->events[world->eventCount++] = event;
    else
        world->lostEvents = true;
}

void cdNoteBodyEvent(cdWorld *world, cdContactEventKind kind, double time, int32_t body) {
    const cdWorldBody *own = &world->bodies[body];
    cdNoteEvent(world, (cdContactEvent){.time = time,
                                        .kind = kind,
                                        .bodyA = cdGetBodyId(world, body),
                                        .bodyB = -1,
                                        .point = cdGetCentroid(own, own->pose)});
}

void cdBeginEvents(cdWorld *world) {
    int32_t shown = world->shownEventCount, later = world->eventCount - shown;
    if (later > 0) memmove(world->events, world->events + shown, (size_t)later * sizeof *world->events);
    world->eventCount = later;
    world->shownEventCount = 0;
}

// Puts events in order of time; those at one time stay in their order. Events of one advance are noted body
// by body, and rounding makes the times of some earlier than those before them.
static void sortEvents(cdWorld *world) {
    cdContactEvent *events = world->events;
    for (int32_t i = 1; i < world->eventCount; i++) {
        cdContactEvent event = events[i];
        int32_t to = i;
        while (to > 0 && events[to - 1].time > event.time)
            to--;
        if (to == i) continue;
        memmove(events + to + 1, events + to, (size_t)(i - to) * sizeof *events);
        events[to] = event;
    }
}

void cdShowEvents(cdWorld *world) {
    sortEvents(world);
    if (world->lostEvents) cdLackMemory(world);
    world->lostEvents = false;
    world->shownEventCount = world->eventCount;
}

bool cdReserveContacts(cdWorld *world, int32_t count) {
    if (count <= world->contactCapacity) return true;
    cdWorldContact *contacts = cdGrowArray(world->contacts, world->contactCount, 2 * count, sizeof *contacts);
    if (contacts == NULL) return false;
    world->contacts = contacts;
    cdWorldContact *moved = cdGrowArray(world->movedContacts, 0, 2 * count, sizeof *moved);
    if (moved == NULL) return false;
    world->movedContacts = moved;
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
    const cdPairMotion motion = cdGetPairMotion(world, pair, CD_AT_START);
    cdPointLocation location = cdLocatePoint(&motion, point);
    cdVec3 tangents[2];
    cdMakeTangents(location.placed.normal, tangents);
    cdVec3 friction =
        cdAdd(cdScale(point->friction[0], tangents[0]), cdScale(point->friction[1], tangents[1]));
    cdShownPair shown = cdShowPair(world, pair);
    return (cdWorldContact){.bodyA = shown.bodyA,
                            .bodyB = shown.bodyB,
                            .shapeA = shown.shapeA,
                            .shapeB = shown.shapeB,
                            .mode = getMode(world, &location, point->impulse, duration),
                            .point = location.placed.point,
                            .normal = cdShowVector(&shown, location.placed.normal),
                            .gap = location.placed.gap,
                            .force = point->impulse,
                            .friction = cdShowVector(&shown, friction)};
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

// Notes what active pairs have. Returns the number of all contacts; sets `moves` if others than those of
// active pairs must move in the list.
static int32_t notePairs(cdWorld *world, bool *moves) {
    int32_t count = 0;
    for (int32_t i = cdFirstActivePair(world); i >= 0; i = cdNextActivePair(world, i)) {
        const cdWorldPair *pair = world->pairs[i];
        cdPairEntry *entry = &world->entries[i];
        entry->passes = pair->passes;
        entry->pointCount = pair->pointCount;
        entry->contactCount = pair->touches ? pair->pointCount : 0;
    }
    for (int32_t i = 0; i < world->pairCount; i++) {
        cdPairEntry *entry = &world->entries[i];
        world->step.pairs += !entry->passes;
        if (entry->contactCount == 0) entry->firstContact = count;
        *moves = *moves || entry->firstContact != count;
        count += entry->contactCount;
    }
    return count;
}

static void listPair(const cdWorld *world, int32_t index, double duration, cdWorldContact *contacts) {
    const cdWorldPair *pair = world->pairs[index];
    cdPairEntry *entry = &world->entries[index];
    entry->drift = 0.0;
    for (int32_t k = 0; k < entry->contactCount; k++) {
        contacts[k] = describeContact(world, pair, &pair->points[k], duration);
        if (contacts[k].mode != CD_CONTACT_LOOSE)
            entry->drift = cdMax(entry->drift, contacts[k].gap - world->margin);
    }
}

// Lists the contacts again behind each other; those of still pairs are copied.
static void moveContacts(cdWorld *world) {
    int32_t count = 0;
    for (int32_t i = 0; i < world->pairCount; i++) {
        cdPairEntry *entry = &world->entries[i];
        if (entry->contactCount > 0 && !cdIsActivePair(world, &entry->near))
            memcpy(world->movedContacts + count, world->contacts + entry->firstContact,
                   (size_t)entry->contactCount * sizeof *world->contacts);
        entry->firstContact = count;
        count += entry->contactCount;
    }
    cdWorldContact *contacts = world->movedContacts;
    world->movedContacts = world->contacts;
    world->contacts = contacts;
}

void cdListContacts(cdWorld *world, double duration) {
    bool moves = false;
    int32_t count = notePairs(world, &moves);
    world->step.drift = measureJoints(world);
    if (!cdReserveContacts(world, count)) {
        world->contactCount = 0;
        for (int32_t i = 0; i < world->pairCount; i++)
            world->entries[i].firstContact = world->entries[i].contactCount = 0;
        cdMakeAllActive(world);
        cdLackMemory(world);
        return;
    }
    if (moves) moveContacts(world);
    for (int32_t i = cdFirstActivePair(world); i >= 0; i = cdNextActivePair(world, i))
        listPair(world, i, duration, world->contacts + world->entries[i].firstContact);
    for (int32_t i = 0; i < world->pairCount; i++)
        world->step.drift = cdMax(world->step.drift, world->entries[i].drift);
    world->step.contacts = world->contactCount = count;
}

const cdWorldContact *cdGetWorldContacts(const cdWorld *world, int32_t *count) {
    if (!CD_REQUIRE(world != NULL && count != NULL)) return NULL;
    *count = world->contactCount;
    return world->contacts;
}

int32_t cdGetBodyContacts(const cdWorld *world, cdBodyId body, cdWorldContact *contacts, int32_t capacity) {
    if (!CD_REQUIRE(world != NULL && cdHasBody(world, body) && (contacts != NULL || capacity <= 0))) return 0;
    int32_t count = 0;
    for (int32_t i = 0; i < world->contactCount; i++) {
        const cdWorldContact *contact = &world->contacts[i];
        if (contact->bodyA != body && contact->bodyB != body) continue;
        if (count < capacity) contacts[count] = *contact;
        count++;
    }
    return count;
}

const cdContactEvent *cdGetContactEvents(const cdWorld *world, int32_t *count) {
    if (!CD_REQUIRE(world != NULL && count != NULL)) return NULL;
    *count = world->shownEventCount;
    return world->events;
}

const char *cdGetContactEventName(cdContactEventKind kind) {
    static const char *const names[] = {"begin",      "impact",       "end",   "left", "sensor-begin",
                                        "sensor-end", "joint-broken", "sleep", "wake", "blocked"};
    return names[kind];
}
