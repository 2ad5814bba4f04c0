// Whether all pairs are free on their way to the targets; and where not, what they meet.
//
// The relative motion of each pair, as one screw from its present to its target relative pose, by continuous
// detection in the frame of B. Bodies that stay where they are, and ways asked before, are not asked again.
// (1) What meets becomes contact points of the pair, exact ones by the elements that touch. (2) How fast they
// approach at that time tells whether it is a collision, or slow, so that a constraint will do. (3) When a
// collision takes place: the screw is not the bodies' own motion, so that the time is found on the latter, by
// the gap of the point that was met: where it is two margins. The poses there are asked like any others.
// (4) A screw that turns while it slides leaves the chord between its ends, and may dip into what it slides
// along though both ends are free of it. Where all that meets is known, and clear at the end, the way is
// tried in halves, over a pose in the middle that is raised until all known points are a margin apart, and
// again. (5) Bodies that overlap at the start may go where they want: until they are apart they are no pair.
// (6) At a target that was reached freely the distance of both bounds what they may move without meeting: to
// where a later way begins, or the last one asked ends, from there to that target and on to the present one
// is a free way too. So what hardly moves, and what corrections shift by little, is not asked again.
#include "continuous/first_contact.h"
#include "world/contacts/clear_points.h"
#include "world/contacts/clearance.h"
#include "world/step_work.h"

#include <math.h>

enum { TOUCHES = 16, BISECTIONS = 48, HALVINGS = 3, RAISES = 8 };

// Of the margin: the gap that ways are asked to keep at a stop. Stops are found here (3).
static const double CLOSE = 1.0 / 64.0;

// Cosine of normals that are one.
static const double AGREEING = 0.999;

// A half of a way dips a fourth as deep as the whole, four times as steeply at its ends as a straight rise to
// that; so the middle is raised by a little more than the dip.
static const double DIP = 1.25;

// Of the margin: clearances that no proxy tells are asked for where ways are shorter than this.
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

// Whether the way asked last in this advance ended almost where the present one does.
static bool isAskedAgain(const cdWorld *world, const cdWorldPair *pair, const cdFirstContactInput *input) {
    if (!startsAsAsked(world, pair)) return false;
    cdPose before = cdInvMulPose(pair->freeTo[1], pair->freeTo[0]);
    return cdGetWayBound(input->meshA, before, input->targetA) < SMALL * world->margin;
}

// How far both are apart at the target beyond the distance that they keep; `most` is enough.
static double findGap(cdWorld *world, const cdWorldPair *pair, const cdFirstContactInput *input,
                      double most) {
    double kept = pair->offsets.a + pair->offsets.b;
    return cdFindClearance(input->meshA, input->meshB, input->targetA, most + kept, &world->meter) - kept;
}

// At the target of a way that is free.
static void findClearance(cdWorld *world, cdWorldPair *pair, const cdFirstContactInput *input,
                          const cdFirstContact *contact) {
    double way = cdGetWayBound(input->meshA, input->startA, input->targetA), margin = world->margin;
    bool hardly = way < SMALL * margin || isAskedAgain(world, pair, input);
    double most = pair->touches ? margin : 4.0 * (margin + way);
    pair->clearAt = input->targetA;
    pair->clearance = 0.0;
    if (contact->proxy.tested && contact->proxy.separated)
        pair->clearance = contact->proxy.gap;
    else if (hardly)
        pair->clearance = findGap(world, pair, input, most);
}

// --- Certificates

bool cdIsCertified(const cdWorld *world, const cdWorldPair *pair) {
    const cdWorldBody *a = &world->bodies[pair->bodyA], *b = &world->bodies[pair->bodyB];
    if (isUnmoved(a) && isUnmoved(b)) return true;
    if (startsAsAsked(world, pair) && cdIsSamePose(pair->freeTo[0], a->target) &&
        cdIsSamePose(pair->freeTo[1], b->target))
        return true;
    return staysClear(world, pair);
}

static void keepCertificate(const cdWorld *world, cdWorldPair *pair) {
    const cdWorldBody *a = &world->bodies[pair->bodyA], *b = &world->bodies[pair->bodyB];
    pair->freeFrom[0] = a->pose, pair->freeTo[0] = a->target;
    pair->freeFrom[1] = b->pose, pair->freeTo[1] = b->target;
}

// --- (1)

// The point of a first contact of the pair, which is asked in B's frame.
static cdContactPoint makeTouchPoint(const cdWorldPair *pair, const cdFirstContactInput *way,
                                     const cdTouch *touch, cdPose relative) {
    if (cdKeepsDistance(pair))
        return cdMakeClearTouch(touch, way->meshA, way->meshB, relative, pair->offsets);
    return cdMakeTouchPoint(touch, way->meshA, way->meshB, relative);
}

// Elements that touch at their ends only may say another normal than the contact has: those are none.
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

// The gap is above two margins at `lo` and below at `hi`: two cuts where the chord is there, then one in
// half.
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

static cdHit makeHit(cdWorld *world, const cdAdvance *advance, int32_t index,
                     const cdFirstContactInput *input, const cdFirstContact *contact) {
    cdWorldPair *pair = world->pairs[index];
    cdHit hit = {.pair = index, .fraction = contact->resolvedTime};
    if (contact->state != CD_CONTACT) return hit;
    cdPose relative;
    cdContactPoint point = makePoint(pair, input, contact, &relative);
    hit.fast = !advance->late &&
               getApproach(world, advance, pair, &point, contact->t.lo) > advance->restitutionThreshold;
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
            if (!(missing > CLOSE * world->margin)) continue;
            pose.p = cdMulAdd(pose.p, missing, placed.normal);
            raised = true;
        }
        if (!raised) break;
    }
    return pose;
}

// What a half meets and what would be crossed at the end too was only hidden by what came first: a new point.
static bool tellHidden(cdWorldPair *pair, const cdFirstContactInput *part, const cdFirstContact *contact,
                       cdPose target) {
    if (contact->state != CD_CONTACT) return false;
    cdPose relative;
    cdContactPoint point = makePoint(pair, part, contact, &relative);
    if (cdGetPointGap(&point, target, cdIdentityPose()) > 0.0) return false;
    bool told = cdAddPairPoint(pair, &point);
    pair->arrives = pair->arrives || told;
    return told;
}

static cdFirstContact findFirstContact(cdWorld *world, cdWorldPair *pair, const cdFirstContactInput *input) {
    cdFirstContact contact = cdFindFirstContactIn(input, &world->meter, &pair->cache, world->workspace);
    cdResumeMeter(&world->meter);
    if (contact.reason == CD_REASON_WORKSPACE) cdLackMemory(world);
    world->step.queries++;
    return contact;
}

typedef struct Detour {
    cdWorld *world;
    cdWorldPair *pair;
    cdPose target; // of the whole way
    bool told;     // a point that was not known
} Detour;

static bool isFreeInHalves(Detour *detour, const cdFirstContactInput *way, int halvings) {
    cdWorld *world = detour->world;
    cdMotion motion = cdMakeMotion(way->startA, way->targetA, way->meshA->center);
    cdPose middle = raisePose(world, detour->pair, way, cdGetPoseAt(&motion, 0.5));
    for (int half = 0; half < 2; half++) {
        cdFirstContactInput part = *way;
        part.touches = NULL;
        part.startA = half == 0 ? way->startA : middle;
        part.targetA = half == 0 ? middle : way->targetA;
        cdFirstContact contact = findFirstContact(world, detour->pair, &part);
        if (contact.state == CD_FREE) continue;
        detour->told = tellHidden(detour->pair, &part, &contact, detour->target);
        if (detour->told || halvings == 0 || !isFreeInHalves(detour, &part, halvings - 1)) return false;
    }
    return true;
}

static bool isClearAtEnd(const cdWorldPair *pair, cdPose target) {
    for (int32_t k = 0; k < pair->pointCount; k++) {
        if (!(cdGetPointGap(&pair->points[k], target, cdIdentityPose()) > 0.0)) return false;
    }
    return true;
}

static cdHit askPair(cdWorld *world, const cdAdvance *advance, int32_t index) {
    cdWorldPair *pair = world->pairs[index];
    const cdWorldBody *a = &world->bodies[pair->bodyA], *b = &world->bodies[pair->bodyB];
    cdTouch touches[TOUCHES];
    cdFirstContactInput input = {.meshA = a->mesh,
                                 .meshB = b->mesh,
                                 .startA = cdInvMulPose(b->pose, a->pose),
                                 .targetA = cdInvMulPose(b->target, a->target),
                                 .startB = cdIdentityPose(),
                                 .margin = CLOSE * world->margin,
                                 .safetyDistance = world->def.safetyDistance,
                                 .touches = touches,
                                 .touchCapacity = TOUCHES};
    cdFirstContact contact = findFirstContact(world, pair, &input);
    pair->reach = 1.0;
    pair->clearance = contact.state == CD_OVERLAP ? 0.0 : pair->clearance;
    if (contact.state == CD_FREE || contact.state == CD_OVERLAP) {
        if (contact.state == CD_FREE) findClearance(world, pair, &input, &contact);
        keepCertificate(world, pair);
        return (cdHit){.pair = -1};
    }
    cdHit hit = makeHit(world, advance, index, &input, &contact);
    pair->reach = contact.resolvedTime;
    if (hit.fast || hit.told || !isClearAtEnd(pair, input.targetA)) return hit;
    Detour detour = {.world = world, .pair = pair, .target = input.targetA};
    if (isFreeInHalves(&detour, &input, HALVINGS)) {
        findClearance(world, pair, &input, &contact);
        keepCertificate(world, pair);
        return (cdHit){.pair = -1};
    }
    hit.told = detour.told;
    return hit;
}

// A collision before what is slow, since that may not come to pass then; of each the earlier one.
static bool comesFirst(const cdHit *hit, const cdHit *other) {
    if (other->pair < 0) return true;
    if (hit->fast != other->fast) return hit->fast;
    return hit->fraction < other->fraction;
}

cdHit cdCertify(cdWorld *world, const cdAdvance *advance) {
    cdHit first = {.pair = -1, .fraction = 1.0};
    bool told = false;
    for (int32_t i = 0; i < world->pairCount && cdSpend(&world->meter, 1); i++) {
        if (cdIsCertified(world, world->pairs[i])) continue;
        cdHit hit = askPair(world, advance, i);
        if (hit.pair < 0) continue;
        told = told || hit.told;
        if (comesFirst(&hit, &first)) first = hit;
    }
    first.told = told;
    return first;
}
