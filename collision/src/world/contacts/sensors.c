// Sensors: when bodies enter and leave them.
//
// Input: the poses and targets of an accepted advance, and which bodies were in which sensor before. Output:
// an event for each that enters or leaves.
//
// (1) A body is in a sensor if their surfaces share a point, by the exact test, or if one encloses the other:
// without a shared point, all of a connected surface is on one side of the other one. (2) On its path, the
// relative screw that is certified for other pairs, it can only enter or leave through a contact. So a body
// that is outside at the start enters at the first contact; one that is outside at the end leaves at the last
// contact, the first one of the path backwards; a body that is outside at both does both or neither, however
// fast it is. One that is inside at both does neither: a part of the path outside is not sought. Contacts are
// found within a tolerance; one at the end counts as inside, so that a body that arrives there has not
// entered and left. (3) The screw is not the bodies' own motion: the time of a contact is that at which their
// motion without corrections has made the same part of their way. (4) A body with several shapes is in a
// sensor while any pair of their shapes shares points: it enters with the first and leaves with the last.
#include "continuous/first_contact.h"
#include "continuous/nearest/winding.h"
#include "mesh/mesh_data.h"
#include "world/pair_tasks.h"

enum { BISECTIONS = 56 };

// --- (1)

static bool encloses(const cdMesh *outer, cdPose poseOuter, const cdMesh *inner, cdPose poseInner) {
    const cdMeshInfo *info = &outer->info;
    if (!info->closed || !info->manifold || !info->oriented) return false;
    cdVec3 vertex = cdTransformPoint(poseInner, cdAdd(inner->center, inner->vertices[0]));
    cdVec3 point = cdSub(cdInvTransformPoint(poseOuter, vertex), outer->center);
    cdPointStats stats = {0};
    return cdFindWindingNumber(outer, point, &stats) != 0;
}

// `relative`: pose of A's mesh in the frame of B's.
static bool isInside(const cdPairTools *tools, cdPairTask *task, cdWorldPair *pair, cdPose relative) {
    const cdMesh *a = cdGetShapeA(tools->world, pair)->mesh, *b = cdGetShapeB(tools->world, pair)->mesh;
    cdPose fixed = cdIdentityPose();
    cdOverlapInput input = {.meshA = a, .meshB = b, .poseA = relative, .poseB = fixed};
    cdOverlap overlap = cdFindOverlapBy(&input, 0.0, tools->meter, &pair->cache, tools->workspace, NULL);
    cdResumeMeter(tools->meter);
    task->lacksMemory = task->lacksMemory || overlap.reason == CD_REASON_WORKSPACE;
    if (overlap.state == CD_OVERLAP) return true;
    return encloses(a, relative, b, fixed) || encloses(b, fixed, a, relative);
}

// --- (2)

static cdPassage findContact(const cdPairTools *tools, cdPairTask *task, cdWorldPair *pair, cdPose from,
                             cdPose to) {
    cdFirstContactInput input = {.meshA = cdGetShapeA(tools->world, pair)->mesh,
                                 .meshB = cdGetShapeB(tools->world, pair)->mesh,
                                 .startA = from,
                                 .targetA = to,
                                 .startB = cdIdentityPose()};
    cdFirstContact contact =
        cdFindFirstContactIn(&input, false, tools->meter, &pair->cache, tools->workspace);
    cdResumeMeter(tools->meter);
    task->lacksMemory = task->lacksMemory || contact.reason == CD_REASON_WORKSPACE;
    if (contact.state == CD_FREE) return (cdPassage){0};
    // Surfaces that share a point at the start, of which the caller knows that it is outside, touch there.
    return (cdPassage){.happens = true,
                       .fraction = contact.state == CD_CONTACT ? contact.t.lo : 0.0,
                       .point = contact.point,
                       .normal = contact.normal};
}

static cdPose getRelative(const cdWorld *world, const cdWorldPair *pair, bool atTarget) {
    const cdWorldBody *a = &world->bodies[pair->bodyA], *b = &world->bodies[pair->bodyB];
    return cdRelateShapes(cdGetShapeA(world, pair), cdGetShapeB(world, pair),
                          atTarget ? cdInvMulPose(b->target, a->target) : cdInvMulPose(b->pose, a->pose));
}

static void findPassages(const cdPairTools *tools, cdPairTask *task) {
    const cdWorld *world = tools->world;
    cdWorldPair *pair = world->pairs[task->pair];
    cdSensing *sensing = &pair->sensing;
    cdPose start = getRelative(world, pair, false), target = getRelative(world, pair, true);
    bool known = sensing->known && cdIsSamePose(sensing->at, start);
    sensing->enters = sensing->leaves = (cdPassage){0};
    sensing->startsInside = known ? sensing->inside : isInside(tools, task, pair, start);
    sensing->endsInside =
        cdIsSamePose(start, target) ? sensing->startsInside : isInside(tools, task, pair, target);
    if (!sensing->startsInside) sensing->enters = findContact(tools, task, pair, start, target);
    if (sensing->endsInside || (!sensing->startsInside && !sensing->enters.happens)) return;
    sensing->leaves = findContact(tools, task, pair, target, start);
    bool touches = sensing->leaves.happens ? sensing->leaves.fraction == 0.0 : sensing->enters.happens;
    sensing->endsInside = touches;
    sensing->leaves.fraction = sensing->leaves.happens ? 1.0 - sensing->leaves.fraction : 0.0;
}

bool cdFindPassages(cdWorld *world, const cdAdvance *advance) {
    cdBeginPairTasks(world);
    for (int32_t i = cdFirstActivePair(world); i >= 0; i = cdNextActivePair(world, i)) {
        if (!world->pairs[i]->senses) continue;
        if (!cdSpend(&world->meter, 1)) return false;
        cdAddPairTask(world, i);
    }
    cdRunPairTasks(world, advance, findPassages);
    return !cdIsOut(&world->meter);
}

// --- (3)

static cdVec3 getWayAfter(const cdWorldBody *body, const cdAdvance *advance, double fraction) {
    cdPose pose = cdGetPoseAfter(body, advance, fraction * body->fraction);
    return cdSub(cdGetCentroid(body, pose), cdGetCentroid(body, body->pose));
}

static cdVec3 getRelativeWay(const cdWorld *world, const cdAdvance *advance, const cdWorldPair *pair,
                             double fraction) {
    return cdSub(getWayAfter(&world->bodies[pair->bodyA], advance, fraction),
                 getWayAfter(&world->bodies[pair->bodyB], advance, fraction));
}

// Returns the fraction of the time at which the bodies have made this fraction of their way.
static double findTime(const cdWorld *world, const cdAdvance *advance, const cdWorldPair *pair,
                       double fraction) {
    cdVec3 way = getRelativeWay(world, advance, pair, 1.0);
    double whole = cdLengthSq(way), lo = 0.0, hi = 1.0;
    if (!(whole > 0.0) || fraction <= 0.0 || fraction >= 1.0) return fraction;
    for (int i = 0; i < BISECTIONS; i++) {
        double middle = 0.5 * (lo + hi);
        bool before = cdDot(getRelativeWay(world, advance, pair, middle), way) < fraction * whole;
        *(before ? &lo : &hi) = middle;
    }
    return lo;
}

// `part`: fraction of the time.
static double getTime(const cdWorld *world, const cdAdvance *advance, const cdWorldPair *pair, double part) {
    const cdWorldBody *a = &world->bodies[pair->bodyA], *b = &world->bodies[pair->bodyB];
    double share = cdMax(cdMoves(a) ? a->fraction : 0.0, cdMoves(b) ? b->fraction : 0.0);
    double elapsed = share * advance->duration, end = advance->begin + elapsed;
    // Never after the begin of the next advance, which is rounded otherwise.
    return cdMax(advance->begin, cdMin(advance->begin + part * elapsed, end - 4.0 * CD_EPSILON * end));
}

// --- (4), events

static void noteSensor(cdWorld *world, const cdWorldPair *pair, cdContactEventKind kind, double time,
                       cdVec3 point, cdVec3 normal) {
    bool first = world->bodies[pair->bodyA].sensor;
    cdBodyId a = cdGetBodyId(world, pair->bodyA), b = cdGetBodyId(world, pair->bodyB);
    cdNoteEvent(world, (cdContactEvent){.time = time,
                                        .kind = kind,
                                        .bodyA = first ? a : b,
                                        .bodyB = first ? b : a,
                                        .shapeA = first ? pair->shapeA : pair->shapeB,
                                        .shapeB = first ? pair->shapeB : pair->shapeA,
                                        .point = point,
                                        .normal = first ? normal : cdNegate(normal)});
}

// Without a contact: the centroid of the body.
static void noteChange(cdWorld *world, const cdWorldPair *pair, bool enters, double time) {
    int32_t index = world->bodies[pair->bodyA].sensor ? pair->bodyB : pair->bodyA;
    const cdWorldBody *body = &world->bodies[index];
    noteSensor(world, pair, enters ? CD_EVENT_SENSOR_BEGIN : CD_EVENT_SENSOR_END, time,
               cdGetCentroid(body, body->pose), (cdVec3){0.0, 0.0, 0.0});
}

void cdLeaveSensor(cdWorld *world, double time, cdWorldPair *pair, bool last) {
    if (pair->sensing.inside && last) noteChange(world, pair, false, time);
    pair->sensing = (cdSensing){0};
}

static void notePassage(cdWorld *world, const cdAdvance *advance, const cdWorldPair *pair,
                        const cdPassage *passage, cdContactEventKind kind) {
    const cdWorldBody *b = &world->bodies[pair->bodyB];
    double part = findTime(world, advance, pair, passage->fraction);
    cdPose frame = cdPlaceShape(cdGetShapeB(world, pair), cdGetPoseAfter(b, advance, part * b->fraction));
    noteSensor(world, pair, kind, getTime(world, advance, pair, part),
               cdTransformPoint(frame, passage->point), cdRotate(frame.q, passage->normal));
}

// The passages of two bodies: of the pair of shapes that enters first, and of the one that leaves last.
typedef struct Crossing {
    bool before, startsInside, endsInside;        // of any pair
    const cdWorldPair *changes, *enters, *leaves; // the pairs; NULL: none
    cdPassage entry, exit;
} Crossing;

static void addCrossing(Crossing *crossing, const cdWorldPair *pair) {
    const cdSensing *sensing = &pair->sensing;
    crossing->before = crossing->before || sensing->inside;
    crossing->startsInside = crossing->startsInside || sensing->startsInside;
    crossing->endsInside = crossing->endsInside || sensing->endsInside;
    bool tells = crossing->changes == NULL || !crossing->changes->sensing.startsInside;
    if (sensing->startsInside != sensing->inside && tells) crossing->changes = pair;
    bool enters = !sensing->startsInside && (sensing->enters.happens || sensing->endsInside);
    bool leaves = !sensing->endsInside && (sensing->startsInside || enters);
    cdPassage entry = sensing->enters, exit = sensing->leaves;
    // A last contact can precede the first one only by rounding.
    if (enters && leaves) exit.fraction = cdMax(entry.fraction, exit.fraction);
    if (enters && (crossing->enters == NULL || entry.fraction < crossing->entry.fraction)) {
        crossing->enters = pair;
        crossing->entry = entry;
    }
    if (leaves && (crossing->leaves == NULL || exit.fraction > crossing->exit.fraction)) {
        crossing->leaves = pair;
        crossing->exit = exit;
    }
}

// Notes the events of two bodies, whose pairs are [first, end).
static void noteBodies(cdWorld *world, const cdAdvance *advance, int32_t first, int32_t end) {
    Crossing crossing = {0};
    for (int32_t i = first; i < end; i++)
        if (world->pairs[i]->senses) addCrossing(&crossing, world->pairs[i]);
    if (crossing.startsInside != crossing.before)
        noteChange(world, crossing.changes, crossing.startsInside, advance->begin);
    if (!crossing.startsInside && crossing.enters != NULL)
        notePassage(world, advance, crossing.enters, &crossing.entry, CD_EVENT_SENSOR_BEGIN);
    if (!crossing.endsInside && crossing.leaves != NULL)
        notePassage(world, advance, crossing.leaves, &crossing.exit, CD_EVENT_SENSOR_END);
    for (int32_t i = first; i < end; i++) {
        cdSensing *sensing = &world->pairs[i]->sensing;
        if (!world->pairs[i]->senses) continue;
        sensing->inside = sensing->endsInside;
        sensing->known = true;
        sensing->at = getRelative(world, world->pairs[i], true);
    }
}

// Sorts events by time; equal ones keep their order.
static void sortEvents(cdContactEvent *events, int32_t count) {
    for (int32_t i = 1; i < count; i++) {
        cdContactEvent event = events[i];
        int32_t at = i;
        for (; at > 0 && events[at - 1].time > event.time; at--)
            events[at] = events[at - 1];
        events[at] = event;
    }
}

void cdNotePassages(cdWorld *world, const cdAdvance *advance) {
    int32_t first = world->eventCount;
    for (int32_t i = cdFirstActivePair(world), end; i >= 0; i = cdNextActivePair(world, end - 1)) {
        end = cdGetPairsEnd(world, i);
        noteBodies(world, advance, i, end);
    }
    if (world->eventCount > first) sortEvents(world->events + first, world->eventCount - first);
}
