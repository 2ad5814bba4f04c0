// One motion of a driven body, with all its shapes, among other shapes.
//
// Input: the body's target, and the obstacles. Output: the first contact, and the body's pose before it. (1)
// All shapes follow the screw of the body, so each is tested alone, and the earliest contact is that of the
// body. Its resolved time is the earliest of all shapes. (2) The pose at that time is computed for the body,
// and rounded otherwise than the poses of its shapes: it is tested again, and the time shortened, if need be
// to nothing. These few tests do not count against the budget. (3) A body that overlaps an obstacle moves to
// its target if all shapes are free there. (4) The touches and the trace are those of the shape that meets
// first, from a query of their own. (5) A slide is that of the one shape; its poses are turned back into the
// body's.
#include "world/bodies/shapes_motion.h"
#include "continuous/first_contact.h"
#include "continuous/query_stats.h"
#include "continuous/sphere_sweep.h"

enum { SHORTENINGS = 8 };

static const cdWorldShape *getOwn(const cdShapesMotion *motion, int32_t own) {
    return cdGetShape(motion->world, motion->body, own);
}

static void takeCaches(const cdShapesMotion *motion, int32_t own) {
    const cdPairCache *row = cdGetDragRow(motion->drag, own);
    for (int32_t i = 0; i < motion->count; i++)
        motion->caches[i] = row[motion->shapes[i]];
}

static void keepCaches(const cdShapesMotion *motion, int32_t own) {
    cdPairCache *row = cdGetDragRow(motion->drag, own);
    for (int32_t i = 0; i < motion->count; i++)
        row[motion->shapes[i]] = motion->caches[i];
}

static cdObstaclesInput makeStep(const cdShapesMotion *motion, int32_t own) {
    const cdWorldShape *shape = getOwn(motion, own);
    return (cdObstaclesInput){.mesh = shape->mesh,
                              .start = cdPlaceShape(shape, motion->body->pose),
                              .target = cdPlaceShape(shape, motion->target),
                              .obstacles = motion->obstacles,
                              .obstacleCount = motion->count,
                              .margin = motion->options->margin,
                              .safetyDistance = motion->world->def.safetyDistance,
                              .budget = motion->options->budget};
}

// --- (1)

// Tests one shape with the part of the budget that is left of `spent`.
static cdFirstContact testShape(const cdShapesMotion *motion, int32_t own, int64_t spent,
                                const cdMoveOptions *reports) {
    cdObstaclesInput step = makeStep(motion, own);
    cdTrace *trace = reports != NULL ? reports->trace : NULL;
    if (reports != NULL) {
        step.touches = reports->touches;
        step.touchCapacity = reports->touchCapacity;
    }
    if (step.budget.maxPairTests > 0 && spent >= step.budget.maxPairTests)
        return (cdFirstContact){.reason = CD_REASON_BUDGET, .resolvedPose = step.start, .obstacle = -1};
    if (step.budget.maxPairTests > 0) step.budget.maxPairTests -= spent;
    takeCaches(motion, own);
    cdFirstContact contact = cdFindFirstContactAmong(&step, motion->caches, motion->world->workspace, trace);
    keepCaches(motion, own);
    return contact;
}

// Overlap and failure come first, then the earlier contact.
static bool comesBefore(const cdFirstContact *contact, const cdFirstContact *best) {
    if (contact->state == CD_FREE || best->state == CD_FREE)
        return best->state == CD_FREE && contact->state != CD_FREE;
    double time = contact->state == CD_OVERLAP ? -1.0 : contact->t.lo,
           bestTime = best->state == CD_OVERLAP ? -1.0 : best->t.lo;
    return time < bestTime;
}

// Sets motion->ownShape. `resolved`: the earliest resolved time of all shapes.
static cdFirstContact findEarliest(cdShapesMotion *motion, double *resolved) {
    cdFirstContact best = {0};
    cdQueryStats stats = {0};
    *resolved = 1.0;
    for (int32_t i = 0; i < motion->body->shapeCount; i++) {
        cdFirstContact contact = testShape(motion, i, stats.pairTests, NULL);
        cdAddQueryStats(&stats, &contact.stats);
        if (contact.state != CD_OVERLAP) *resolved = cdMin(*resolved, contact.resolvedTime);
        if (i > 0 && !comesBefore(&contact, &best)) continue;
        best = contact;
        motion->ownShape = i;
    }
    best.stats = stats;
    return best;
}

// --- (2)

static bool isShapeFree(const cdShapesMotion *motion, const cdWorldShape *own, cdPose pose) {
    double safetyDistance = motion->world->def.safetyDistance;
    cdSphereSweep still = cdMakeStillSweep(own->mesh, pose);
    const cdBudget *budget = &motion->options->budget;
    cdMeter meter = cdOpenMeter(&(cdBudget){.interrupt = budget->interrupt, .context = budget->context});
    for (int32_t i = 0; i < motion->count; i++) {
        const cdObstacle *other = &motion->obstacles[i];
        cdSphereSweep placed = cdMakeStillSweep(other->mesh, other->pose);
        if (cdFindReachTime(&still, &placed, safetyDistance) > 0.0) continue;
        cdOverlapInput pair = {.meshA = own->mesh, .meshB = other->mesh, .poseA = pose, .poseB = other->pose};
        cdOverlap overlap =
            cdFindOverlapBy(&pair, safetyDistance, &meter, NULL, motion->world->workspace, NULL);
        if (overlap.state != CD_FREE) return false;
    }
    return true;
}

static bool isBodyFree(const cdShapesMotion *motion, cdPose pose) {
    for (int32_t i = 0; i < motion->body->shapeCount; i++) {
        const cdWorldShape *own = getOwn(motion, i);
        if (!isShapeFree(motion, own, cdPlaceShape(own, pose))) return false;
    }
    return true;
}

// Sets the resolved time and pose of a contact.
static void resolve(const cdShapesMotion *motion, double time, cdFirstContact *contact) {
    cdMotion screw = cdMakeMotion(motion->body->pose, motion->target, motion->body->center);
    contact->resolvedPose = cdGetPoseAt(&screw, time);
    for (int i = 0; time > 0.0 && !isBodyFree(motion, contact->resolvedPose); i++) {
        time = i < SHORTENINGS ? 0.5 * time : 0.0;
        contact->resolvedPose = cdGetPoseAt(&screw, time);
    }
    contact->resolvedTime = time;
}

// --- (3), (4)

static void listTouches(const cdShapesMotion *motion, cdFirstContact *contact) {
    const cdMoveOptions *options = motion->options;
    if (options->touches == NULL && options->trace == NULL) return;
    cdFirstContact again = testShape(motion, motion->ownShape, contact->stats.pairTests, options);
    contact->touchCount = again.touchCount;
    contact->neededTouches = again.neededTouches;
    contact->truncated = again.truncated || again.state == CD_UNDECIDED;
    cdAddQueryStats(&contact->stats, &again.stats);
}

static cdFirstContact findForSeveral(cdShapesMotion *motion) {
    double resolved;
    cdFirstContact contact = findEarliest(motion, &resolved);
    if (contact.state == CD_FREE) {
        contact.resolvedPose = motion->target;
    } else if (contact.state == CD_OVERLAP) {
        bool leaves = isBodyFree(motion, motion->target);
        contact.resolvedTime = leaves ? 1.0 : 0.0;
        contact.resolvedPose = leaves ? motion->target : motion->body->pose;
    } else {
        resolve(motion, resolved, &contact);
    }
    listTouches(motion, &contact);
    return contact;
}

// --- (5)

// Returns the pose of the body for a pose of its only shape.
static cdPose turnBack(const cdWorldShape *shape, cdPose pose) {
    if (!shape->posed) return pose;
    cdPose body = cdMulPose(pose, cdInvMulPose(shape->pose, cdIdentityPose()));
    return (cdPose){body.p, cdNormalizeQuat(body.q)};
}

// Returns the pose of the body for the one at which its only shape is left.
static cdPose getBodyPose(const cdShapesMotion *motion, cdPose pose, bool reached) {
    const cdWorldShape *shape = getOwn(motion, 0);
    if (reached) return motion->target;
    bool stays = cdIsSamePose(pose, cdPlaceShape(shape, motion->body->pose));
    return stays ? motion->body->pose : turnBack(shape, pose);
}

void cdFindShapesMotion(cdShapesMotion *motion, cdBodyMove *move) {
    if (motion->body->shapeCount > 1) {
        move->contact = findForSeveral(motion);
        return;
    }
    move->contact = testShape(motion, 0, 0, motion->options);
    cdPose pose = move->contact.resolvedPose;
    bool reached = cdIsSamePose(pose, cdPlaceShape(getOwn(motion, 0), motion->target));
    move->contact.resolvedPose = getBodyPose(motion, pose, reached);
}

void cdFindShapeSlide(cdShapesMotion *motion, cdBodyMove *move) {
    const cdMoveOptions *options = motion->options;
    cdSlideInput input = {.step = makeStep(motion, 0),
                          .maxLegs = options->maxLegs,
                          .poses = options->poses,
                          .poseCapacity = options->poseCapacity};
    input.step.touches = options->touches;
    input.step.touchCapacity = options->touchCapacity;
    cdSlideCache *cache = &motion->drag->slide;
    takeCaches(motion, 0);
    cache->pairs = motion->caches;
    cdSlide slide = cdFindSlide(&input, cache, motion->world->workspace, options->trace);
    cache->pairs = NULL;
    keepCaches(motion, 0);
    move->contact = slide.contact;
    move->contact.resolvedPose = getBodyPose(motion, slide.contact.resolvedPose, slide.reached);
    for (int32_t i = 0; i < slide.poseCount; i++)
        options->poses[i] = turnBack(getOwn(motion, 0), options->poses[i]);
    move->legCount = slide.legCount;
    move->poseCount = slide.poseCount;
    move->exhausted = slide.exhausted;
}
