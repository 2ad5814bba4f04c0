// Certifies that all pairs are free on the paths to their targets, or finds their first contacts.
//
// The relative motion of each pair is one screw from its current to its target relative pose, tested by
// continuous detection in the frame of B. Bodies that do not move, and paths already tested, are skipped.
// (1) Touching elements become exact contact points of the pair. (2) Their speed of approach decides between
// a collision and a low-speed contact, for which a constraint suffices. (3) Time of a collision: the screw is
// not the bodies' own motion, so the time is found on the latter, as the time when the gap of the contact
// point is two margins. The poses there are tested like any others. (4) If all contacts on the path are known
// points, clear at the end, a detour may be free (detours.c). (5) Shapes that overlap at the start may move
// anywhere: they are no pair until they separate. (6) At a target that was reached freely, the distance of
// the two bounds their free motion. If a later path begins, or the last tested one ends, within that
// distance, then the detour over that target to the current one is free too. So bodies that hardly move, and
// targets that corrections shift little, are not tested again. (7) All pairs of shapes of two bodies are free
// on one and the same motion: the screw of the bodies, or one detour. Else a small body might pass the seam
// between two shapes that each let it pass on another way round. So with several shapes (6) covers only the
// screw itself: the way to its start and the whole screw are within the distance. (8) A correction shifts a
// target that was reached freely by a small part of the path. Then the screw from there to the new target is
// tested first. If it is free, so is the detour over the old target; if not, the whole path is tested.
#include "world/contacts/clearance.h"
#include "world/contacts/paths.h"

#include <math.h>

enum { TOUCHES = 16, BISECTIONS = 48 };

// Minimum cosine between normals that count as equal.
static const double AGREEING = 0.999;

// Fraction of an advance in which collisions are at the same time.
static const double AT_ONCE = 1.0 / 64.0;

// In margins: clearances that no proxy reports are computed for paths shorter than this.
static const double SMALL = 0.125;

// Largest shift of a target, as a fraction of the path, for which a detour over the old target is tested.
static const double SHIFT = 0.25;

static bool isUnmoved(const cdWorldBody *body) {
    return cdIsSamePose(body->pose, body->target);
}

// --- (6)

static cdPose relate(const cdWorld *world, const cdWorldPair *pair, cdPose relative) {
    return cdRelateShapes(cdGetShapeA(world, pair), cdGetShapeB(world, pair), relative);
}

static cdPose getStart(const cdWorld *world, const cdWorldPair *pair) {
    return relate(world, pair,
                  cdInvMulPose(world->bodies[pair->bodyB].pose, world->bodies[pair->bodyA].pose));
}

static cdPose getTarget(const cdWorld *world, const cdWorldPair *pair) {
    return relate(world, pair,
                  cdInvMulPose(world->bodies[pair->bodyB].target, world->bodies[pair->bodyA].target));
}

// Returns the end of the path tested last.
static cdPose getFreeEnd(const cdWorld *world, const cdWorldPair *pair) {
    return relate(world, pair, cdInvMulPose(pair->freeTo[1], pair->freeTo[0]));
}

static double getWay(const cdWorld *world, const cdWorldPair *pair, cdPose from, cdPose to) {
    const cdMesh *mesh = cdGetShapeA(world, pair)->mesh;
    return cdGetWayBound(mesh->center, mesh->radius, from, to);
}

static bool isWithinClearance(const cdWorld *world, const cdWorldPair *pair, cdPose relative) {
    return getWay(world, pair, pair->clearAt, relative) < pair->clearance;
}

static bool startsAsAsked(const cdWorld *world, const cdWorldPair *pair) {
    return cdIsSamePose(pair->freeFrom[0], world->bodies[pair->bodyA].pose) &&
           cdIsSamePose(pair->freeFrom[1], world->bodies[pair->bodyB].pose);
}

static bool staysClear(const cdWorld *world, const cdWorldPair *pair) {
    if (!(pair->clearance > 0.0)) return false;
    cdPose start = getStart(world, pair), target = getTarget(world, pair);
    if (cdHasSeveralPairs(world, pair)) // (7)
        return getWay(world, pair, pair->clearAt, start) + getWay(world, pair, start, target) <
               pair->clearance;
    if (!isWithinClearance(world, pair, target)) return false;
    if (isWithinClearance(world, pair, start)) return true;
    return startsAsAsked(world, pair) && isWithinClearance(world, pair, getFreeEnd(world, pair));
}

// True if the path tested last in this advance had almost the same end.
static bool isTestedAgain(const cdWorld *world, const cdWorldPair *pair, const cdFirstContactInput *input) {
    return startsAsAsked(world, pair) &&
           getWay(world, pair, getFreeEnd(world, pair), input->targetA) < SMALL * world->margin;
}

// Returns the distance at the target beyond the distance that the two keep, at most `most`.
static double findGap(const cdPairTools *tools, const cdWorldPair *pair, const cdFirstContactInput *input,
                      double most) {
    double kept = pair->offsets.a + pair->offsets.b;
    return cdFindClearance(input->meshA, input->meshB, input->targetA, most + kept, tools->meter) - kept;
}

// Finds the clearance at the target of a free path. `proxy`: of the query that found it free, NULL: none.
static void findClearance(const cdPairTools *tools, cdWorldPair *pair, const cdFirstContactInput *input,
                          const cdProxy *proxy) {
    double way = getWay(tools->world, pair, input->startA, input->targetA), margin = tools->world->margin;
    bool hardly = way < SMALL * margin || (!pair->touches && isTestedAgain(tools->world, pair, input));
    double most = pair->touches ? margin : 4.0 * (margin + way);
    pair->clearAt = input->targetA;
    pair->clearance = 0.0;
    if (proxy != NULL && proxy->tested && proxy->separated)
        pair->clearance = proxy->gap;
    else if (hardly)
        pair->clearance = findGap(tools, pair, input, most);
}

// --- Certificates

bool cdIsCertified(const cdWorld *world, const cdWorldPair *pair) {
    if (pair->passes) return true; // no certificate is needed
    const cdWorldBody *a = &world->bodies[pair->bodyA], *b = &world->bodies[pair->bodyB];
    if (isUnmoved(a) && isUnmoved(b)) return true;
    if (startsAsAsked(world, pair) && cdIsSamePose(pair->freeTo[0], a->target) &&
        cdIsSamePose(pair->freeTo[1], b->target))
        return true;
    return staysClear(world, pair);
}

void cdNoteCrossing(cdWorldPair *pair, cdState state) {
    bool ends = pair->crosses && state != CD_OVERLAP && state != CD_FREE;
    for (int i = 0; i < 2 && ends; i++)
        pair->freeFrom[i] = pair->freeTo[i] = cdNowhere();
    pair->crosses = state == CD_OVERLAP;
}

void cdKeepCertificate(const cdWorld *world, cdWorldPair *pair) {
    const cdWorldBody *a = &world->bodies[pair->bodyA], *b = &world->bodies[pair->bodyB];
    pair->freeFrom[0] = a->pose, pair->freeTo[0] = a->target;
    pair->freeFrom[1] = b->pose, pair->freeTo[1] = b->target;
}

// --- (1)

// Elements that touch only at their ends may have another normal than the contact; they are skipped.
static bool addTouch(cdWorldPair *pair, const cdContactPoint *point, cdPose relative, cdVec3 normal) {
    cdVec3 own = cdPlacePoint(point, relative, cdIdentityPose()).normal;
    return cdDot(own, normal) > AGREEING && cdAddPairPoint(pair, point);
}

static bool addTouches(cdWorldPair *pair, const cdFirstContactInput *input, const cdFirstContact *contact,
                       const cdContactPoint *first, cdPose relative) {
    bool told = cdAddPairPoint(pair, first);
    int32_t count = contact->touchCount < TOUCHES ? contact->touchCount : TOUCHES;
    for (int32_t i = 0; i < count; i++) {
        const cdTouch *touch = &input->touches[i];
        cdContactPoint point = cdMakePathTouch(pair, input, touch, relative);
        told = addTouch(pair, &point, relative, contact->normal) || told;
    }
    pair->touches = pair->pointCount > 0;
    pair->arrives = pair->arrives || told;
    return told;
}

// --- (2)

static cdMoving getMovingAfter(const cdWorldBody *body, cdPose pose, double fraction) {
    cdMoving moving = {.centroid = cdGetCentroid(body, pose)};
    if (cdIsKinematic(body)) {
        moving.velocity = cdGetScriptedVelocity(body, pose);
        moving.angular = body->spin;
    }
    if (!cdIsDynamic(body)) return moving;
    cdVec3 velocity = cdLerp(body->velocity, body->endVelocity, fraction);
    moving.velocity = cdCarryVelocity(&body->inertia, body->pose.q, pose.q, velocity);
    moving.angular = cdGetAngularVelocity(body, pose, cdLerp(body->spin, body->endSpin, fraction));
    return moving;
}

static double getApproach(const cdWorld *world, const cdAdvance *advance, const cdWorldPair *pair,
                          const cdContactPoint *point, double fraction) {
    const cdWorldBody *a = &world->bodies[pair->bodyA], *b = &world->bodies[pair->bodyB];
    double fractionA = fraction * a->fraction, fractionB = fraction * b->fraction;
    cdPose poseA = cdGetPoseAfter(a, advance, fractionA), poseB = cdGetPoseAfter(b, advance, fractionB);
    cdMoving movingA = getMovingAfter(a, poseA, fractionA), movingB = getMovingAfter(b, poseB, fractionB);
    cdPlacedPoint placed = cdPlacePoint(point, cdPlaceShape(cdGetShapeA(world, pair), poseA),
                                        cdPlaceShape(cdGetShapeB(world, pair), poseB));
    return -cdGetGapRate(&placed, &movingA, &movingB);
}

// --- (3)

static double getGapAfter(const cdWorld *world, const cdAdvance *advance, const cdWorldPair *pair,
                          const cdContactPoint *point, double fraction) {
    const cdWorldBody *a = &world->bodies[pair->bodyA], *b = &world->bodies[pair->bodyB];
    cdPose poseA = cdGetPoseAfter(a, advance, fraction * a->fraction),
           poseB = cdGetPoseAfter(b, advance, fraction * b->fraction);
    return cdGetPointGap(point, cdPlaceShape(cdGetShapeA(world, pair), poseA),
                         cdPlaceShape(cdGetShapeB(world, pair), poseB));
}

// The gap is above two margins at `lo` and below at `hi`. Two cuts by the chord alternate with a bisection.
static double findTime(const cdWorld *world, const cdAdvance *advance, const cdWorldPair *pair,
                       const cdContactPoint *point, double fallback) {
    double wanted = 2.0 * world->margin, lo = 0.0, hi = 1.0;
    double above = getGapAfter(world, advance, pair, point, lo) - wanted,
           below = getGapAfter(world, advance, pair, point, hi) - wanted;
    if (!(above > 0.0) || !(below < 0.0)) return fallback;
    for (int i = 0; i < BISECTIONS; i++) {
        double chord = lo + (hi - lo) * above / (above - below);
        double middle = i % 3 == 2 ? 0.5 * (lo + hi) : chord;
        double gap = getGapAfter(world, advance, pair, point, middle) - wanted;
        if (fabs(gap) <= 0.25 * world->margin) return middle;
        if (gap > 0.0)
            lo = middle, above = gap;
        else
            hi = middle, below = gap;
    }
    return lo;
}

static cdHit makeHit(const cdWorld *world, const cdAdvance *advance, int32_t index,
                     const cdFirstContactInput *input, const cdFirstContact *contact) {
    cdWorldPair *pair = world->pairs[index];
    cdHit hit = {.pair = index, .fraction = contact->resolvedTime};
    if (contact->state != CD_CONTACT) return hit;
    cdPose relative;
    cdContactPoint point = cdMakePathPoint(pair, input, contact, &relative);
    hit.fast = !advance->late && getApproach(world, advance, pair, &point, contact->t.lo) >
                                     cdGetBounceSpeed(world, advance, pair);
    hit.told = addTouches(pair, input, contact, &point, relative);
    if (hit.fast) hit.fraction = findTime(world, advance, pair, &point, hit.fraction);
    return hit;
}

// --- The paths of two bodies

// A collision precedes a low-speed contact, which it may prevent; of the same kind the earlier one comes
// first.
static bool comesFirst(const cdHit *hit, const cdHit *other) {
    if (other->pair < 0) return true;
    if (hit->fast != other->fast) return hit->fast;
    return hit->fraction < other->fraction;
}

static void addHit(cdHit *first, const cdHit *hit) {
    bool told = first->told || hit->told;
    if (comesFirst(hit, first)) *first = *hit;
    first->told = told;
}

// (8). False: the path is to be tested itself.
static bool isFreeOverLast(const cdPairTools *tools, cdPairTask *task, cdWorldPair *pair,
                           const cdFirstContactInput *input) {
    const cdWorld *world = tools->world;
    if (pair->crosses || cdHasSeveralPairs(world, pair) || !startsAsAsked(world, pair)) return false;
    cdFirstContactInput rest = *input;
    rest.startA = getFreeEnd(world, pair);
    double shift = getWay(world, pair, rest.startA, rest.targetA),
           way = getWay(world, pair, input->startA, input->targetA);
    if (!(shift < SHIFT * way)) return false;
    cdFirstContact contact = cdFindStepContact(tools, task, &pair->cache, &rest, true);
    if (contact.state != CD_FREE) return false;
    findClearance(tools, pair, input, &contact.proxy);
    return true;
}

// Tests the screw of a pair, and adds a contact to task->hit.
static void askPair(const cdPairTools *tools, cdPairTask *task, int32_t index) {
    const cdWorld *world = tools->world;
    cdWorldPair *pair = world->pairs[index];
    cdTouch touches[TOUCHES];
    cdFirstContactInput input = cdMakePath(world, cdGetShapeA(world, pair), cdGetShapeB(world, pair),
                                           getStart(world, pair), getTarget(world, pair));
    if (isFreeOverLast(tools, task, pair, &input)) {
        pair->reach = 1.0;
        cdKeepCertificate(world, pair);
        return;
    }
    cdPlacedShape a = cdGetPlacedA(world, pair), b = cdGetPlacedB(world, pair);
    input.touches = touches;
    input.touchCapacity = TOUCHES;
    cdFirstContact contact =
        cdFindStepContact(tools, task, &pair->cache, &input, cdAreKnownApart(pair, &a, &b));
    pair->reach = 1.0;
    cdNoteCrossing(pair, contact.state);
    pair->clearance = pair->crosses ? 0.0 : pair->clearance;
    if (contact.state == CD_FREE || contact.state == CD_OVERLAP) {
        if (contact.state == CD_FREE) findClearance(tools, pair, &input, &contact.proxy);
        cdKeepCertificate(world, pair);
        return;
    }
    cdHit hit = makeHit(world, tools->advance, index, &input, &contact);
    pair->reach = contact.resolvedTime;
    addHit(&task->hit, &hit);
}

static bool isClearAtEnd(const cdWorld *world, const cdWorldPair *pair) {
    cdPose target = getTarget(world, pair);
    for (int32_t k = 0; k < pair->pointCount; k++) {
        if (!(cdGetPointGap(&pair->points[k], target, cdIdentityPose()) > 0.0)) return false;
    }
    return true;
}

// All pairs of two bodies are free on a detour to their targets.
static void keepDetour(const cdPairTools *tools, cdWorldPair *pair) {
    const cdWorld *world = tools->world;
    if (cdIsCertified(world, pair)) return;
    cdFirstContactInput input = cdMakePath(world, cdGetShapeA(world, pair), cdGetShapeB(world, pair),
                                           getStart(world, pair), getTarget(world, pair));
    findClearance(tools, pair, &input, NULL);
    pair->crosses = false;
    cdKeepCertificate(world, pair);
}

// Finds task->hit of two bodies; the task's pair is the first of theirs.
static void askBodies(const cdPairTools *tools, cdPairTask *task) {
    const cdWorld *world = tools->world;
    int32_t first = task->pair, end = cdGetPairsEnd(world, first);
    for (int32_t i = first; i < end; i++)
        if (end - first == 1 || !cdIsCertified(world, world->pairs[i])) askPair(tools, task, i);
    if (task->hit.pair < 0) return;
    bool asks = !task->hit.fast && !task->hit.told, added = false;
    for (int32_t i = first; i < end && asks; i++)
        asks = isClearAtEnd(world, world->pairs[i]);
    if (asks && cdFindDetour(tools, task, &added)) {
        for (int32_t i = first; i < end; i++)
            keepDetour(tools, world->pairs[i]);
        task->hit = (cdHit){.pair = -1};
        return;
    }
    task->hit.told = task->hit.told || added;
}

// True if all of pairs [first, end) are certified; the last one if the meter runs out.
static bool areCertified(cdWorld *world, int32_t first, int32_t end) {
    bool all = true;
    for (int32_t i = first; i < end && cdSpend(&world->meter, 1); i++)
        all = cdIsCertified(world, world->pairs[i]) && all;
    return all;
}

cdHit cdCertify(cdWorld *world, const cdAdvance *advance) {
    cdHit first = {.pair = -1, .fraction = 1.0};
    cdClearRigidWays(world, advance);
    cdBeginPairTasks(world);
    for (int32_t i = cdFirstActivePair(world), end; i >= 0 && !cdIsOut(&world->meter);
         i = cdNextActivePair(world, end - 1)) {
        end = cdGetPairsEnd(world, i);
        if (!areCertified(world, i, end)) cdAddPairTask(world, i);
    }
    cdRunPairTasks(world, advance, askBodies);
    for (int32_t i = 0; i < world->taskCount; i++) {
        const cdHit *hit = &world->pairTasks[i].hit;
        if (hit->pair >= 0) addHit(&first, hit);
    }
    for (int32_t i = 0; i < world->taskCount && first.fast; i++) {
        const cdHit *hit = &world->pairTasks[i].hit;
        first.later += hit->pair >= 0 && hit->fast && hit->fraction > first.fraction + AT_ONCE;
    }
    return first;
}

void cdNoteBlocked(cdWorld *world) {
    for (int32_t i = 0; i < world->taskCount; i++) {
        int32_t index = world->pairTasks[i].hit.pair;
        if (index < 0) continue;
        int32_t islands[2] = {world->bodies[world->pairs[index]->bodyA].island,
                              world->bodies[world->pairs[index]->bodyB].island};
        for (int side = 0; side < 2; side++)
            if (islands[side] >= 0) world->islandParts[islands[side]].blocked = true;
    }
}
