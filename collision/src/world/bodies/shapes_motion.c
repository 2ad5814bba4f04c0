// One motion of a body, with all its shapes, among other shapes.
//
// Input: the body's target, and the obstacles. Output: the first contact, and the body's pose before it. (1)
// All shapes follow the screw of the body, so each is tested alone, and the earliest contact is that of the
// body. Its resolved time is the earliest of all shapes. (2) The pose at that time is computed for the body,
// and rounded otherwise than the poses of its shapes: it is tested again, and the time shortened, if need be
// to nothing. These few tests do not count against the budget. (3) A body that overlaps an obstacle moves to
// its target if all shapes are free there. (4) The touches and the trace are those of the shape that meets
// first, from a query of their own. (5) A slide is that of the set of all shapes (slide.h), in the body's
// frame. That of a body with one shape is the slide of its mesh; its poses are turned back into the body's.
#include "world/bodies/shapes_motion.h"
#include "continuous/first_contact.h"
#include "continuous/query_stats.h"
#include "continuous/sphere_sweep.h"

enum { SHORTENINGS = 8, OWN_CONSTRAINTS = 64 };

static const cdWorldShape *getOwn(const cdShapesMotion *motion, int32_t own) {
    return cdGetShape(motion->world, motion->body, own);
}

// Takes and keeps the caches of a shape: caches[motion->count].
static void takeCaches(const cdShapesMotion *motion, int32_t own, cdPairCache *caches) {
    const cdPairCache *row = cdGetDragRow(motion->drag, own);
    for (int32_t i = 0; i < motion->count; i++)
        caches[i] = motion->shapes[i] >= 0 ? row[motion->shapes[i]] : (cdPairCache){0};
}

static void keepCaches(const cdShapesMotion *motion, int32_t own, const cdPairCache *caches) {
    cdPairCache *row = cdGetDragRow(motion->drag, own);
    for (int32_t i = 0; i < motion->count; i++)
        if (motion->shapes[i] >= 0) row[motion->shapes[i]] = caches[i];
}

static cdObstaclesInput makeStep(const cdShapesMotion *motion, int32_t own) {
    const cdWorldShape *shape = getOwn(motion, own);
    return (cdObstaclesInput){.mesh = shape->mesh,
                              .start = cdPlaceShape(shape, motion->start),
                              .target = cdPlaceShape(shape, motion->target),
                              .obstacles = motion->obstacles,
                              .obstacleCount = motion->count,
                              .margin = motion->options->margin,
                              .safetyDistance = motion->world->def.safetyDistance,
                              .disabled = motion->options->disabled,
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
    takeCaches(motion, own, motion->caches);
    cdFirstContact contact = cdFindFirstContactAmong(&step, motion->caches, motion->world->workspace, trace);
    keepCaches(motion, own, motion->caches);
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
    cdMotion screw = cdMakeMotion(motion->start, motion->target, motion->body->center);
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
        contact.resolvedPose = leaves ? motion->target : motion->start;
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
    bool stays = cdIsSamePose(pose, cdPlaceShape(shape, motion->start));
    return stays ? motion->start : turnBack(shape, pose);
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

// Names bodies instead of obstacles; the first dynamic one that pushes against the slide yields.
static void nameConstraints(const cdShapesMotion *motion, cdSlideConstraint *constraints, int32_t count,
                            cdBodyMove *move) {
    for (int32_t i = 0; i < count; i++) {
        int32_t body = motion->bodies[constraints[i].obstacle];
        constraints[i].obstacle = body;
        bool pushes = constraints[i].push > 0.0 && body >= 0 && cdIsDynamic(&motion->world->bodies[body]);
        if (pushes && move->pushed < 0) move->pushed = cdGetBodyId(motion->world, body);
    }
}

// Lets the set of all shapes slide, or the only one by itself. Poses of the result are those of the body.
static cdSlide findSlide(const cdShapesMotion *motion, const cdSlideInput *described) {
    cdSlideInput input = *described;
    cdSlideCache *cache = &motion->drag->slide;
    int32_t shapeCount = motion->body->shapeCount;
    if (shapeCount > 1) {
        input.step.start = motion->start;
        input.step.target = motion->target;
        input.shapes = motion->own;
        input.shapeCount = shapeCount;
    }
    for (int32_t i = 0; i < shapeCount; i++)
        takeCaches(motion, i, motion->caches + (size_t)i * (size_t)motion->count);
    cache->pairs = motion->caches;
    cdSlide slide = cdFindSlide(&input, cache, motion->world->workspace, motion->options->trace);
    cache->pairs = NULL;
    for (int32_t i = 0; i < shapeCount; i++)
        keepCaches(motion, i, motion->caches + (size_t)i * (size_t)motion->count);
    if (shapeCount > 1) return slide;
    slide.contact.resolvedPose = getBodyPose(motion, slide.contact.resolvedPose, slide.reached);
    for (int32_t i = 0; i < slide.poseCount; i++)
        input.poses[i] = turnBack(getOwn(motion, 0), input.poses[i]);
    return slide;
}

// Without an array of the caller's the constraints get one of their own, since they decide if a body yields.
void cdFindShapesSlide(cdShapesMotion *motion, cdBodyMove *move) {
    const cdMoveOptions *options = motion->options;
    cdSlideConstraint own[OWN_CONSTRAINTS];
    bool given = options->constraints != NULL;
    cdSlideInput input = {.step = makeStep(motion, 0),
                          .maxLegs = options->maxLegs,
                          .constraints = given ? options->constraints : own,
                          .constraintCapacity = given ? options->constraintCapacity : OWN_CONSTRAINTS,
                          .poses = options->poses,
                          .poseCapacity = options->poseCapacity};
    input.step.touches = options->touches;
    input.step.touchCapacity = options->touchCapacity;
    cdSlide slide = findSlide(motion, &input);
    move->contact = slide.contact;
    motion->ownShape = slide.shape;
    nameConstraints(motion, input.constraints, slide.constraintCount, move);
    move->legCount = slide.legCount;
    move->poseCount = slide.poseCount;
    move->constraintCount = given ? slide.constraintCount : 0;
    move->exhausted = slide.exhausted;
}
