// One motion of a body, with all its shapes, among other shapes.
//
// Input: the body's target, and the obstacles. Output: the first contact, and the body's pose before it. (1)
// A body with several shapes is a rigid set, in the body's frame (slide_set.h). (2) That of a body with one
// shape is the motion of its mesh, or its slide; the poses are turned back into the body's.
#include "world/bodies/shapes_motion.h"
#include "contact/slide/slide_set.h"

enum { OWN_CONSTRAINTS = 64 };

static const cdWorldShape *getOwn(const cdShapesMotion *motion, int32_t own) {
    return cdGetShape(motion->world, motion->body, own);
}

static void takeCaches(const cdShapesMotion *motion) {
    cdPairCache *cache = motion->caches;
    for (int32_t own = 0; own < motion->body->shapeCount; own++) {
        const cdPairCache *row = cdGetDragRow(motion->drag, own);
        for (int32_t i = 0; i < motion->count; i++)
            *cache++ = motion->shapes[i] >= 0 ? row[motion->shapes[i]] : (cdPairCache){0};
    }
}

static void keepCaches(const cdShapesMotion *motion) {
    const cdPairCache *cache = motion->caches;
    for (int32_t own = 0; own < motion->body->shapeCount; own++) {
        cdPairCache *row = cdGetDragRow(motion->drag, own);
        for (int32_t i = 0; i < motion->count; i++, cache++)
            if (motion->shapes[i] >= 0) row[motion->shapes[i]] = *cache;
    }
}

// Describes a motion of the first shape.
static cdObstaclesInput makeStep(const cdShapesMotion *motion) {
    const cdWorldShape *shape = getOwn(motion, 0);
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

// Describes a motion of the only shape, or of the set of all.
static cdSlideInput describe(const cdShapesMotion *motion) {
    const cdMoveOptions *options = motion->options;
    int32_t shapeCount = motion->body->shapeCount;
    cdSlideInput input = {.step = makeStep(motion)};
    input.step.touches = options->touches;
    input.step.touchCapacity = options->touchCapacity;
    if (shapeCount == 1) return input;
    input.step.start = motion->start;
    input.step.target = motion->target;
    input.shapes = motion->own;
    input.shapeCount = shapeCount;
    return input;
}

static cdFirstContact findForSeveral(cdShapesMotion *motion) {
    cdSlideInput input = describe(motion);
    cdMeter meter = cdOpenMeter(&input.step.budget);
    cdSetStep step = {.input = &input,
                      .start = motion->start,
                      .target = motion->target,
                      .center = motion->body->center,
                      .meter = &meter,
                      .caches = motion->caches,
                      .reports = true};
    int32_t shape;
    takeCaches(motion);
    cdFirstContact contact =
        cdFindSetContact(&step, &shape, motion->world->workspace, motion->options->trace);
    keepCaches(motion);
    motion->ownShape = shape > 0 ? shape : 0;
    if (contact.obstacle >= 0) contact.resolvedPoseB = motion->obstacles[contact.obstacle].pose;
    return contact;
}

static cdFirstContact findForOne(const cdShapesMotion *motion) {
    cdSlideInput input = describe(motion);
    takeCaches(motion);
    cdFirstContact contact = cdFindFirstContactAmong(&input.step, motion->caches, motion->world->workspace,
                                                     motion->options->trace);
    keepCaches(motion);
    return contact;
}

// --- (2)

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
    move->contact = findForOne(motion);
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
static cdSlide findSlide(const cdShapesMotion *motion, const cdSlideInput *input) {
    cdSlideCache *cache = &motion->drag->slide;
    takeCaches(motion);
    cache->pairs = motion->caches;
    cdSlide slide = cdFindSlide(input, cache, motion->world->workspace, motion->options->trace);
    cache->pairs = NULL;
    keepCaches(motion);
    if (motion->body->shapeCount > 1) return slide;
    slide.contact.resolvedPose = getBodyPose(motion, slide.contact.resolvedPose, slide.reached);
    for (int32_t i = 0; i < slide.poseCount; i++)
        input->poses[i] = turnBack(getOwn(motion, 0), input->poses[i]);
    return slide;
}

// Without an array of the caller's the constraints get one of their own, since they decide if a body yields.
void cdFindShapesSlide(cdShapesMotion *motion, cdBodyMove *move) {
    const cdMoveOptions *options = motion->options;
    cdSlideConstraint own[OWN_CONSTRAINTS];
    bool given = options->constraints != NULL;
    cdSlideInput input = describe(motion);
    input.maxLegs = options->maxLegs;
    input.constraints = given ? options->constraints : own;
    input.constraintCapacity = given ? options->constraintCapacity : OWN_CONSTRAINTS;
    input.poses = options->poses;
    input.poseCapacity = options->poseCapacity;
    cdSlide slide = findSlide(motion, &input);
    move->contact = slide.contact;
    motion->ownShape = slide.shape;
    nameConstraints(motion, input.constraints, slide.constraintCount, move);
    move->legCount = slide.legCount;
    move->poseCount = slide.poseCount;
    move->constraintCount = given ? slide.constraintCount : 0;
    move->exhausted = slide.exhausted;
}
