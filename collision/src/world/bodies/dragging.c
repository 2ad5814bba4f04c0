// Driven bodies: one motion among all bodies of the world, between two steps.
//
// Input: the target and the response. Output: the first contact, and the pose that the response leads to. The
// shapes of the other bodies are the obstacles of queries of the driven body's shapes (query.h, slide.h,
// shapes_motion.c), in the order of their numbers. (1) Obstacles are those that the filters and the caller's
// function let collide, without sensors; the spheres of the queries reject the distant ones. (2) Each driven
// body keeps a cache for each pair of a shape of its own and another shape, by the numbers of the shapes.
// They are gathered for the query and put back. A cache never changes a result, so snapshots do not have
// them, and one of a number that is given again is harmless. (3) Where a dynamic body yields, the driven body
// gets the target as a script for the next step, which ends it (kinematic.c).
#include "foundation/memory/hooks.h"
#include "foundation/memory/workspace.h"
#include "world/bodies/shapes_motion.h"
#include "world/checks.h"

#include <string.h>

// --- (1), (2)

// Another body may have its slot, and its shapes' places, next.
static void forgetCaches(const cdWorld *world, cdDrag *drag, int32_t body) {
    int32_t first = world->bodies[body].firstShape, end = first + world->bodies[body].shapeCount;
    for (int32_t own = 0; own < drag->ownCount; own++)
        for (int32_t i = first; i < end && i < drag->otherCount; i++)
            cdGetDragRow(drag, own)[i] = (cdPairCache){0};
}

void cdEndDrag(cdWorld *world, int32_t body) {
    for (int32_t i = 0; i < world->dragCount && body < world->bodyCount; i++)
        if (world->drags[i] != NULL) forgetCaches(world, world->drags[i], body);
    if (body >= world->dragCount || world->drags[body] == NULL) return;
    cdFree(world->drags[body]->pairs);
    cdFree(world->drags[body]);
    world->drags[body] = NULL;
}

static bool reserveDrags(cdWorld *world) {
    if (world->bodyCount <= world->dragCount) return true;
    cdDrag **drags = cdAllocate((size_t)world->bodyCapacity * sizeof *drags);
    if (drags == NULL) return false;
    if (world->dragCount > 0) memcpy(drags, world->drags, (size_t)world->dragCount * sizeof *drags);
    cdFree(world->drags);
    world->drags = drags;
    world->dragCount = world->bodyCapacity;
    return true;
}

// Returns the caches of a driven body, with room for all shapes. NULL: no memory.
static cdDrag *findDrag(cdWorld *world, int32_t body) {
    if (!reserveDrags(world)) return NULL;
    cdDrag *drag = world->drags[body];
    if (drag == NULL) drag = world->drags[body] = cdAllocate(sizeof *drag);
    int32_t own = world->bodies[body].shapeCount, others = world->shapeCapacity;
    if (drag == NULL || (own == drag->ownCount && world->shapeCount <= drag->otherCount)) return drag;
    cdPairCache *pairs = cdAllocate((size_t)own * (size_t)others * sizeof *pairs);
    if (pairs == NULL) return NULL;
    for (int32_t i = 0; i < own && i < drag->ownCount; i++)
        memcpy(pairs + (size_t)i * (size_t)others, cdGetDragRow(drag, i),
               (size_t)drag->otherCount * sizeof *pairs);
    cdFree(drag->pairs);
    drag->pairs = pairs;
    drag->ownCount = own;
    drag->otherCount = others;
    return drag;
}

static bool doesBlock(const cdWorld *world, int32_t body, int32_t other) {
    if (other == body || !world->bodies[other].present) return false;
    int32_t a = body < other ? body : other, b = body < other ? other : body;
    if (!cdIsWantedPair(world, a, b)) return false;
    bool passes, senses;
    cdJudgePair(world, a, b, &passes, &senses);
    return !passes;
}

// @errors false: no memory
static bool listObstacles(cdWorld *world, int32_t body, cdDrag *drag, cdShapesMotion *motion) {
    size_t most = (size_t)world->shapeCount,
           each = sizeof *motion->obstacles + sizeof *motion->caches + 2 * sizeof(int32_t);
    unsigned char *memory = cdUseWorkPart(world->workspace, CD_WORK_BODIES, most * each);
    if (memory == NULL) return false;
    motion->drag = drag;
    motion->obstacles = (cdObstacle *)memory;
    motion->caches = (cdPairCache *)(motion->obstacles + most);
    motion->shapes = (int32_t *)(motion->caches + most);
    motion->bodies = motion->shapes + most;
    motion->count = 0;
    for (int32_t i = 0; i < world->bodyCount; i++) {
        if (!doesBlock(world, body, i)) continue;
        const cdWorldBody *other = &world->bodies[i];
        for (int32_t k = 0; k < other->shapeCount; k++) {
            const cdWorldShape *shape = cdGetShape(world, other, k);
            motion->obstacles[motion->count] = (cdObstacle){shape->mesh, cdPlaceShape(shape, other->pose)};
            motion->shapes[motion->count] = other->firstShape + k;
            motion->bodies[motion->count++] = i;
        }
    }
    return true;
}

// --- The motion

typedef struct Drag {
    cdWorld *world;
    int32_t body;
    cdPose target;
    cdMoveResponse response;
    cdMoveOptions options;
} Drag;

static void placeBody(const Drag *drag, cdPose pose, cdBodyMove *move) {
    cdWorldBody *own = &drag->world->bodies[drag->body];
    if (!cdIsSamePose(own->pose, pose)) cdWakeBody(drag->world, drag->body);
    own->pose = own->target = move->pose = pose;
    move->reached = cdIsSamePose(pose, drag->target);
}

// (3)
static void yieldTo(const Drag *drag, cdBodyMove *move) {
    cdScript *script = &drag->world->bodies[drag->body].script;
    bool yields = drag->options.yields && drag->response != CD_MOVE_THROUGH && !move->reached;
    if (!yields || move->body < 0) return;
    int32_t met = cdGetBodyIndex(move->body);
    if (!cdIsDynamic(&drag->world->bodies[met])) return;
    cdWakeBody(drag->world, met);
    script->kind = CD_SCRIPT_TARGET;
    script->target = drag->target;
    move->yields = true;
}

static void nameShapes(const cdWorld *world, const cdShapesMotion *motion, cdBodyMove *move) {
    int32_t obstacle = move->contact.obstacle;
    if (obstacle < 0) return;
    int32_t body = motion->bodies[obstacle];
    move->body = cdGetBodyId(world, body);
    move->ownShape = motion->ownShape;
    move->bodyShape = motion->shapes[obstacle] - world->bodies[body].firstShape;
    move->contact.obstacle = 0;
}

static cdBodyMove moveBody(const Drag *drag, cdBodyMove move) {
    cdWorld *world = drag->world;
    cdDrag *caches = findDrag(world, drag->body);
    cdShapesMotion motion = {.world = world,
                             .body = &world->bodies[drag->body],
                             .target = drag->target,
                             .options = &drag->options};
    move.contact.reason = CD_REASON_WORKSPACE;
    if (caches == NULL || !listObstacles(world, drag->body, caches, &motion)) return move;
    cdEndScript(world, drag->body);
    if (drag->response == CD_MOVE_SLIDE)
        cdFindShapeSlide(&motion, &move);
    else
        cdFindShapesMotion(&motion, &move);
    nameShapes(world, &motion, &move);
    bool through = drag->response == CD_MOVE_THROUGH;
    placeBody(drag, through ? drag->target : move.contact.resolvedPose, &move);
    yieldTo(drag, &move);
    return move;
}

static bool areOptions(const cdMoveOptions *options) {
    bool room = (options->touches == NULL || options->touchCapacity >= 0) &&
                (options->poses == NULL || options->poseCapacity >= 0);
    return room && options->maxLegs >= 0;
}

cdBodyMove cdMoveBody(cdWorld *world, cdBodyId id, cdPose target, cdMoveResponse response,
                      const cdMoveOptions *options) {
    cdBodyMove move = {.contact = {.reason = CD_REASON_INPUT, .obstacle = -1},
                       .pose = cdIdentityPose(),
                       .body = -1,
                       .ownShape = -1,
                       .bodyShape = -1};
    Drag drag = {.world = world, .body = cdGetBodyIndex(id), .target = target, .response = response};
    if (options != NULL) drag.options = *options;
    bool known = response == CD_MOVE_STOP || response == CD_MOVE_SLIDE || response == CD_MOVE_THROUGH;
    if (!CD_REQUIRE(world != NULL && cdHasBody(world, id) && known && areOptions(&drag.options))) return move;
    move.pose = move.contact.resolvedPose = world->bodies[drag.body].pose;
    if (world->bodies[drag.body].kind != CD_BODY_DRIVEN) return move;
    bool slides = response != CD_MOVE_SLIDE || world->bodies[drag.body].shapeCount == 1;
    if (!slides || !cdIsAtLeast(drag.options.margin, 0.0)) return move;
    move.contact.reason = cdCheckPose(target);
    if (move.contact.reason != CD_REASON_NONE) return move;
    drag.target.q = cdNormalizeQuat(target.q);
    return moveBody(&drag, move);
}
