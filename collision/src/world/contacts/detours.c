// Detours of two bodies past contacts that are only an effect of the screw between their poses.
//
// A screw that turns while it slides leaves the chord between its ends, and may dip into the surface it
// slides along though both ends are free. If all contacts on it are known points, clear at the end, it is
// tried in halves, recursively, over a middle pose that is raised until all known points have a gap of a
// margin. (1) The pose is raised for the points of all shapes of both bodies. (2) All shapes are tested on
// the halves, also those that are not near on the screw itself, so that the detour is one motion of both
// bodies.
#include "continuous/sphere_sweep.h"
#include "world/contacts/clear_points.h"
#include "world/contacts/paths.h"

enum { HALVINGS = 3, RAISES = 8 };

// Half of a path dips a fourth as deep as the whole, but at its ends four times as steeply as a straight rise
// to that depth; so the middle is raised by slightly more than the dip.
static const double DIP = 1.25;

// --- Paths of shapes

cdFirstContactInput cdMakePath(const cdWorld *world, const cdWorldShape *a, const cdWorldShape *b,
                               cdPose start, cdPose target) {
    return (cdFirstContactInput){.meshA = a->mesh,
                                 .meshB = b->mesh,
                                 .startA = start,
                                 .targetA = target,
                                 .startB = cdIdentityPose(),
                                 .margin = CD_CLOSE * world->margin,
                                 .safetyDistance = world->def.safetyDistance};
}

cdFirstContact cdFindStepContact(const cdPairTools *tools, cdPairTask *task, cdPairCache *cache,
                                 const cdFirstContactInput *path, bool startsFree) {
    cdFirstContact contact = cdFindFirstContactIn(path, startsFree, tools->meter, cache, tools->workspace);
    cdResumeMeter(tools->meter);
    task->lacksMemory = task->lacksMemory || contact.reason == CD_REASON_WORKSPACE;
    task->queries++;
    return contact;
}

cdContactPoint cdMakePathTouch(const cdWorldPair *pair, const cdFirstContactInput *path, const cdTouch *touch,
                               cdPose relative) {
    if (cdKeepsDistance(pair))
        return cdMakeClearTouch(touch, path->meshA, path->meshB, relative, pair->offsets);
    return cdMakeTouchPoint(touch, path->meshA, path->meshB, relative);
}

cdContactPoint cdMakePathPoint(const cdWorldPair *pair, const cdFirstContactInput *path,
                               const cdFirstContact *contact, cdPose *relative) {
    cdMotion motion = cdMakeMotion(path->startA, path->targetA, path->meshA->center);
    *relative = cdGetPoseAt(&motion, contact->t.lo);
    cdTouch touch = {contact->kind, contact->featureA, contact->featureB, contact->point, contact->normal};
    return cdMakePathTouch(pair, path, &touch, *relative);
}

// --- (1)

// A part of the way: poses of body A relative to body B.
typedef struct Way {
    cdPose start, target;
} Way;

typedef struct Detour {
    const cdPairTools *tools;
    cdPairTask *task;
    const cdWorldBody *a, *b;
    int32_t first, end; // their pairs
    cdPose target;      // target of the whole way
    bool added;         // true if a new point was added
} Detour;

// Raises a pose for the points of a pair. `dipped`: the pose on the screw. True if it changed.
static bool raiseForPair(const cdWorld *world, const cdWorldPair *pair, const Way *way, cdPose dipped,
                         cdPose *pose) {
    const cdWorldShape *a = cdGetShapeA(world, pair), *b = cdGetShapeB(world, pair);
    cdPose fixed = cdIdentityPose(), start = cdRelateShapes(a, b, way->start),
           target = cdRelateShapes(a, b, way->target), middle = cdRelateShapes(a, b, dipped);
    bool raised = false;
    for (int32_t k = 0; k < pair->pointCount; k++) {
        const cdContactPoint *point = &pair->points[k];
        double ends = 0.5 * (cdGetPointGap(point, start, fixed) + cdGetPointGap(point, target, fixed));
        double dip = cdMax(0.0, ends - cdGetPointGap(point, middle, fixed));
        cdPlacedPoint placed = cdPlacePoint(point, cdRelateShapes(a, b, *pose), fixed);
        double missing = DIP * dip + world->margin - placed.gap;
        if (!(missing > CD_CLOSE * world->margin)) continue;
        cdVec3 normal = b->posed ? cdRotate(b->pose.q, placed.normal) : placed.normal;
        pose->p = cdMulAdd(pose->p, missing, normal);
        raised = true;
    }
    return raised;
}

static cdPose raisePose(const Detour *detour, const Way *way, cdPose pose) {
    const cdWorld *world = detour->tools->world;
    cdPose dipped = pose;
    bool raised = true;
    for (int i = 0; i < RAISES && raised; i++) {
        raised = false;
        for (int32_t k = detour->first; k < detour->end; k++)
            raised = raiseForPair(world, world->pairs[k], way, dipped, &pose) || raised;
    }
    return pose;
}

// --- (2)

// Adds a point for a contact of a half that would also be crossed at the end: an earlier one only hid it.
static bool addHidden(const Detour *detour, cdWorldPair *pair, const cdFirstContactInput *part,
                      const cdFirstContact *contact) {
    if (contact->state != CD_CONTACT) return false;
    const cdWorld *world = detour->tools->world;
    cdPose relative,
        target = cdRelateShapes(cdGetShapeA(world, pair), cdGetShapeB(world, pair), detour->target);
    cdContactPoint point = cdMakePathPoint(pair, part, contact, &relative);
    if (cdGetPointGap(&point, target, cdIdentityPose()) > 0.0) return false;
    // All known points are clear there, so they do not imply this one.
    bool told = cdAddPairPoint(pair, &point) || cdAddNeededPoint(pair, &point);
    pair->arrives = pair->arrives || told;
    return told;
}

// True if two shapes are free on a part of the way. `pair`: theirs; NULL: they are not near on the screw.
static bool areShapesFree(Detour *detour, const Way *way, const cdWorldShape *a, const cdWorldShape *b,
                          cdWorldPair *pair) {
    const cdWorld *world = detour->tools->world;
    cdFirstContactInput part =
        cdMakePath(world, a, b, cdRelateShapes(a, b, way->start), cdRelateShapes(a, b, way->target));
    if (pair == NULL) {
        cdSphereSweep sweep = cdMakeSphereSweep(a->mesh, part.startA, part.targetA),
                      still = cdMakeStillSweep(b->mesh, part.startB);
        if (cdFindReachTime(&sweep, &still, part.safetyDistance) > 1.0) return true;
    }
    cdPairCache *cache = pair != NULL ? &pair->cache : NULL;
    cdFirstContact contact = cdFindStepContact(detour->tools, detour->task, cache, &part, false);
    if (contact.state == CD_FREE) return true;
    detour->added = pair != NULL && addHidden(detour, pair, &part, &contact);
    return false;
}

// Returns the pair of two shapes; NULL: they are not near on the screw.
static cdWorldPair *findPair(const Detour *detour, int32_t shapeA, int32_t shapeB) {
    for (int32_t i = detour->first; i < detour->end; i++) {
        cdWorldPair *pair = detour->tools->world->pairs[i];
        if (pair->shapeA == shapeA && pair->shapeB == shapeB) return pair;
    }
    return NULL;
}

static bool isPartFree(Detour *detour, const Way *way) {
    const cdWorld *world = detour->tools->world;
    for (int32_t i = 0; i < detour->a->shapeCount; i++)
        for (int32_t k = 0; k < detour->b->shapeCount; k++)
            if (!areShapesFree(detour, way, cdGetShape(world, detour->a, i), cdGetShape(world, detour->b, k),
                               findPair(detour, i, k)))
                return false;
    return true;
}

static bool isFreeInHalves(Detour *detour, const Way *way, int halvings) {
    cdMotion motion = cdMakeMotion(way->start, way->target, detour->a->center);
    cdPose middle = raisePose(detour, way, cdGetPoseAt(&motion, 0.5));
    for (int half = 0; half < 2; half++) {
        Way part = {half == 0 ? way->start : middle, half == 0 ? middle : way->target};
        if (isPartFree(detour, &part)) continue;
        if (detour->added || halvings == 0 || !isFreeInHalves(detour, &part, halvings - 1)) return false;
    }
    return true;
}

bool cdFindDetour(const cdPairTools *tools, cdPairTask *task, bool *added) {
    const cdWorld *world = tools->world;
    const cdWorldPair *pair = world->pairs[task->pair];
    const cdWorldBody *a = &world->bodies[pair->bodyA], *b = &world->bodies[pair->bodyB];
    Way way = {cdInvMulPose(b->pose, a->pose), cdInvMulPose(b->target, a->target)};
    Detour detour = {.tools = tools,
                     .task = task,
                     .a = a,
                     .b = b,
                     .first = task->pair,
                     .end = cdGetPairsEnd(world, task->pair),
                     .target = way.target};
    bool found = isFreeInHalves(&detour, &way, HALVINGS);
    *added = detour.added;
    return found;
}
