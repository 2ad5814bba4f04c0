// Certifies that all pairs are free on the paths to their targets, or finds their first contacts.
//
// The relative motion of each pair is one screw from its current to its target relative pose, tested by
// continuous detection in the frame of B. Bodies that do not move, and paths already tested, are skipped.
// (1) Touching elements become exact contact points of the pair. (2) Their speed of approach decides between
// a collision and a low-speed contact, for which a constraint suffices. (3) Time of a collision: the screw is
// not the bodies' own motion, so the time is found on the latter, as the time when the gap of the contact
// point is two margins. The poses there are tested like any others. (4) A screw that turns while it slides
// leaves the chord between its ends, and may dip into the surface it slides along though both ends are free.
// If all contacts on the path are known points, clear at the end, the path is tried in halves, recursively,
// over a middle pose that is raised until all known points have a gap of a margin. (5) Bodies that overlap at
// the start may move anywhere: they are no pair until they separate. (6) At a target that was reached freely,
// the distance of the two bounds their free motion. If a later path begins, or the last tested one ends,
// within that distance, then the detour over that target to the current one is free too. So bodies that
// hardly move, and targets that corrections shift little, are not tested again.
#include "continuous/first_contact.h"
#include "world/contacts/clear_points.h"
#include "world/contacts/clearance.h"
#include "world/pair_tasks.h"

#include <math.h>

enum { TOUCHES = 16, BISECTIONS = 48, HALVINGS = 3, RAISES = 8 };

// Minimum cosine between normals that count as equal.
static const double AGREEING = 0.999;

// Half of a path dips a fourth as deep as the whole, but at its ends four times as steeply as a straight rise
// to that depth; so the middle is raised by slightly more than the dip.
static const double DIP = 1.25;

// In margins: clearances that no proxy reports are computed for paths shorter than this.
static const double SMALL = 0.125;

static bool isUnmoved(const cdWorldBody *body) {
    return cdIsSamePose(body->pose, body->target);
}

// --- (6)

static cdPose getStart(const cdWorld *world, const cdWorldPair *pair) {
    return cdInvMulPose(world->bodies[pair->bodyB].pose, world->bodies[pair->bodyA].pose);
}

static cdPose getTarget(const cdWorld *world, const cdWorldPair *pair) {
    return cdInvMulPose(world->bodies[pair->bodyB].target, world->bodies[pair->bodyA].target);
}

static bool isWithinClearance(const cdWorld *world, const cdWorldPair *pair, cdPose relative) {
    const cdMesh *a = world->bodies[pair->bodyA].mesh;
    return cdGetWayBound(a, pair->clearAt, relative) < pair->clearance;
}

static bool startsAsAsked(const cdWorld *world, const cdWorldPair *pair) {
    return cdIsSamePose(pair->freeFrom[0], world->bodies[pair->bodyA].pose) &&
           cdIsSamePose(pair->freeFrom[1], world->bodies[pair->bodyB].pose);
}

static bool staysClear(const cdWorld *world, const cdWorldPair *pair) {
    if (!(pair->clearance > 0.0) || !isWithinClearance(world, pair, getTarget(world, pair))) return false;
    if (isWithinClearance(world, pair, getStart(world, pair))) return true;
    return startsAsAsked(world, pair) &&
           isWithinClearance(world, pair, cdInvMulPose(pair->freeTo[1], pair->freeTo[0]));
}

// True if the path tested last in this advance had almost the same end.
static bool isTestedAgain(const cdWorld *world, const cdWorldPair *pair, const cdFirstContactInput *input) {
    if (!startsAsAsked(world, pair)) return false;
    cdPose before = cdInvMulPose(pair->freeTo[1], pair->freeTo[0]);
    return cdGetWayBound(input->meshA, before, input->targetA) < SMALL * world->margin;
}

// Returns the distance at the target beyond the distance that the two keep, at most `most`.
static double findGap(const cdPairTools *tools, const cdWorldPair *pair, const cdFirstContactInput *input,
                      double most) {
    double kept = pair->offsets.a + pair->offsets.b;
    return cdFindClearance(input->meshA, input->meshB, input->targetA, most + kept, tools->meter) - kept;
}

// Finds the clearance at the target of a free path.
static void findClearance(const cdPairTools *tools, cdWorldPair *pair, const cdFirstContactInput *input,
                          const cdFirstContact *contact) {
    double way = cdGetWayBound(input->meshA, input->startA, input->targetA), margin = tools->world->margin;
    bool hardly = way < SMALL * margin || isTestedAgain(tools->world, pair, input);
    double most = pair->touches ? margin : 4.0 * (margin + way);
    pair->clearAt = input->targetA;
    pair->clearance = 0.0;
    if (contact->proxy.tested && contact->proxy.separated)
        pair->clearance = contact->proxy.gap;
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

void cdKeepCertificate(const cdWorld *world, cdWorldPair *pair) {
    const cdWorldBody *a = &world->bodies[pair->bodyA], *b = &world->bodies[pair->bodyB];
    pair->freeFrom[0] = a->pose, pair->freeTo[0] = a->target;
    pair->freeFrom[1] = b->pose, pair->freeTo[1] = b->target;
}

// --- (1)

// Returns the contact point of a first contact of the pair, which is found in B's frame.
static cdContactPoint makeTouchPoint(const cdWorldPair *pair, const cdFirstContactInput *way,
                                     const cdTouch *touch, cdPose relative) {
    if (cdKeepsDistance(pair))
        return cdMakeClearTouch(touch, way->meshA, way->meshB, relative, pair->offsets);
    return cdMakeTouchPoint(touch, way->meshA, way->meshB, relative);
}

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
        cdContactPoint point = makeTouchPoint(pair, input, touch, relative);
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
    moving.velocity = cdLerp(body->velocity, body->endVelocity, fraction);
    moving.angular = cdGetAngularVelocity(body, pose, cdLerp(body->spin, body->endSpin, fraction));
    return moving;
}

static double getApproach(const cdWorld *world, const cdAdvance *advance, const cdWorldPair *pair,
                          const cdContactPoint *point, double fraction) {
    const cdWorldBody *a = &world->bodies[pair->bodyA], *b = &world->bodies[pair->bodyB];
    double fractionA = fraction * a->fraction, fractionB = fraction * b->fraction;
    cdPose poseA = cdGetPoseAfter(a, advance, fractionA), poseB = cdGetPoseAfter(b, advance, fractionB);
    cdMoving movingA = getMovingAfter(a, poseA, fractionA), movingB = getMovingAfter(b, poseB, fractionB);
    cdPlacedPoint placed = cdPlacePoint(point, poseA, poseB);
    return -cdGetGapRate(&placed, &movingA, &movingB);
}

// --- (3)

static double getGapAfter(const cdWorld *world, const cdAdvance *advance, const cdWorldPair *pair,
                          const cdContactPoint *point, double fraction) {
    const cdWorldBody *a = &world->bodies[pair->bodyA], *b = &world->bodies[pair->bodyB];
    return cdGetPointGap(point, cdGetPoseAfter(a, advance, fraction * a->fraction),
                         cdGetPoseAfter(b, advance, fraction * b->fraction));
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

static cdContactPoint makePoint(const cdWorldPair *pair, const cdFirstContactInput *way,
                                const cdFirstContact *contact, cdPose *relative) {
    cdMotion motion = cdMakeMotion(way->startA, way->targetA, way->meshA->center);
    *relative = cdGetPoseAt(&motion, contact->t.lo);
    cdTouch touch = {contact->kind, contact->featureA, contact->featureB, contact->point, contact->normal};
    return makeTouchPoint(pair, way, &touch, *relative);
}

static cdHit makeHit(const cdWorld *world, const cdAdvance *advance, int32_t index,
                     const cdFirstContactInput *input, const cdFirstContact *contact) {
    cdWorldPair *pair = world->pairs[index];
    cdHit hit = {.pair = index, .fraction = contact->resolvedTime};
    if (contact->state != CD_CONTACT) return hit;
    cdPose relative;
    cdContactPoint point = makePoint(pair, input, contact, &relative);
    hit.fast = !advance->late && getApproach(world, advance, pair, &point, contact->t.lo) >
                                     cdGetBounceSpeed(world, advance, pair);
    hit.told = addTouches(pair, input, contact, &point, relative);
    if (hit.fast) hit.fraction = findTime(world, advance, pair, &point, hit.fraction);
    return hit;
}

// --- (4)

static cdPose raisePose(const cdWorld *world, const cdWorldPair *pair, const cdFirstContactInput *way,
                        cdPose pose) {
    cdPose fixed = cdIdentityPose(), dipped = pose;
    for (int i = 0; i < RAISES; i++) {
        bool raised = false;
        for (int32_t k = 0; k < pair->pointCount; k++) {
            const cdContactPoint *point = &pair->points[k];
            double ends =
                0.5 * (cdGetPointGap(point, way->startA, fixed) + cdGetPointGap(point, way->targetA, fixed));
            double dip = cdMax(0.0, ends - cdGetPointGap(point, dipped, fixed));
            cdPlacedPoint placed = cdPlacePoint(point, pose, fixed);
            double missing = DIP * dip + world->margin - placed.gap;
            if (!(missing > CD_CLOSE * world->margin)) continue;
            pose.p = cdMulAdd(pose.p, missing, placed.normal);
            raised = true;
        }
        if (!raised) break;
    }
    return pose;
}

// Adds a point for a contact of a half that would also be crossed at the end: an earlier one only hid it.
static bool addHidden(cdWorldPair *pair, const cdFirstContactInput *part, const cdFirstContact *contact,
                      cdPose target) {
    if (contact->state != CD_CONTACT) return false;
    cdPose relative;
    cdContactPoint point = makePoint(pair, part, contact, &relative);
    if (cdGetPointGap(&point, target, cdIdentityPose()) > 0.0) return false;
    bool told = cdAddPairPoint(pair, &point);
    pair->arrives = pair->arrives || told;
    return told;
}

static cdFirstContact findFirstContact(const cdPairTools *tools, cdPairTask *task, cdWorldPair *pair,
                                       const cdFirstContactInput *input) {
    cdFirstContact contact = cdFindFirstContactIn(input, tools->meter, &pair->cache, tools->workspace);
    cdResumeMeter(tools->meter);
    task->lacksMemory = task->lacksMemory || contact.reason == CD_REASON_WORKSPACE;
    task->queries++;
    return contact;
}

typedef struct Detour {
    const cdPairTools *tools;
    cdPairTask *task;
    cdWorldPair *pair;
    cdPose target; // target of the whole path
    bool added;    // true if a new point was added
} Detour;

static bool isFreeInHalves(Detour *detour, const cdFirstContactInput *way, int halvings) {
    cdMotion motion = cdMakeMotion(way->startA, way->targetA, way->meshA->center);
    cdPose middle = raisePose(detour->tools->world, detour->pair, way, cdGetPoseAt(&motion, 0.5));
    for (int half = 0; half < 2; half++) {
        cdFirstContactInput part = *way;
        part.touches = NULL;
        part.startA = half == 0 ? way->startA : middle;
        part.targetA = half == 0 ? middle : way->targetA;
        cdFirstContact contact = findFirstContact(detour->tools, detour->task, detour->pair, &part);
        if (contact.state == CD_FREE) continue;
        detour->added = addHidden(detour->pair, &part, &contact, detour->target);
        if (detour->added || halvings == 0 || !isFreeInHalves(detour, &part, halvings - 1)) return false;
    }
    return true;
}

static bool isClearAtEnd(const cdWorldPair *pair, cdPose target) {
    for (int32_t k = 0; k < pair->pointCount; k++) {
        if (!(cdGetPointGap(&pair->points[k], target, cdIdentityPose()) > 0.0)) return false;
    }
    return true;
}

// Finds task->hit.
static void askPair(const cdPairTools *tools, cdPairTask *task) {
    const cdWorld *world = tools->world;
    cdWorldPair *pair = world->pairs[task->pair];
    const cdWorldBody *a = &world->bodies[pair->bodyA], *b = &world->bodies[pair->bodyB];
    cdTouch touches[TOUCHES];
    cdFirstContactInput input = {.meshA = a->mesh,
                                 .meshB = b->mesh,
                                 .startA = cdInvMulPose(b->pose, a->pose),
                                 .targetA = cdInvMulPose(b->target, a->target),
                                 .startB = cdIdentityPose(),
                                 .margin = CD_CLOSE * world->margin,
                                 .safetyDistance = world->def.safetyDistance,
                                 .touches = touches,
                                 .touchCapacity = TOUCHES};
    cdFirstContact contact = findFirstContact(tools, task, pair, &input);
    pair->reach = 1.0;
    pair->clearance = contact.state == CD_OVERLAP ? 0.0 : pair->clearance;
    if (contact.state == CD_FREE || contact.state == CD_OVERLAP) {
        if (contact.state == CD_FREE) findClearance(tools, pair, &input, &contact);
        cdKeepCertificate(world, pair);
        return;
    }
    cdHit hit = makeHit(world, tools->advance, task->pair, &input, &contact);
    pair->reach = contact.resolvedTime;
    bool asks = !hit.fast && !hit.told && isClearAtEnd(pair, input.targetA);
    Detour detour = {.tools = tools, .task = task, .pair = pair, .target = input.targetA};
    if (asks && isFreeInHalves(&detour, &input, HALVINGS)) {
        findClearance(tools, pair, &input, &contact);
        cdKeepCertificate(world, pair);
        return;
    }
    hit.told = hit.told || detour.added;
    task->hit = hit;
}

// A collision precedes a low-speed contact, which it may prevent; of the same kind the earlier one comes
// first.
static bool comesFirst(const cdHit *hit, const cdHit *other) {
    if (other->pair < 0) return true;
    if (hit->fast != other->fast) return hit->fast;
    return hit->fraction < other->fraction;
}

cdHit cdCertify(cdWorld *world, const cdAdvance *advance) {
    cdHit first = {.pair = -1, .fraction = 1.0};
    bool told = false;
    cdClearRigidWays(world, advance);
    cdBeginPairTasks(world);
    for (int32_t i = 0; i < world->pairCount && cdSpend(&world->meter, 1); i++)
        if (!cdIsCertified(world, world->pairs[i])) cdAddPairTask(world, i);
    cdRunPairTasks(world, advance, askPair);
    for (int32_t i = 0; i < world->taskCount; i++) {
        const cdHit *hit = &world->pairTasks[i].hit;
        if (hit->pair < 0) continue;
        told = told || hit->told;
        if (comesFirst(hit, &first)) first = *hit;
    }
    first.told = told;
    return first;
}
