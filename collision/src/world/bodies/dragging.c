// Driven bodies: one motion among all bodies of the world, between two steps.
//
// Input: the target and the response. Output: the first contact, and the pose that the response leads to. The
// other bodies are the obstacles of a query of the driven body's mesh (query.h, slide.h), in the order of
// their numbers. (1) Obstacles are those that the filters and the caller's function let collide, without
// sensors; the spheres of the queries reject the distant ones. (2) Each driven body keeps a cache for each
// other body, by its number. They are gathered for the query and put back. A cache never changes a result, so
// snapshots do not have them, and one of a number that is given again is harmless. (3) Where a dynamic body
// yields, the driven body gets the target as a script for the next step, which ends it (kinematic.c).
#include "foundation/memory/hooks.h"
#include "foundation/memory/workspace.h"
#include "world/checks.h"
#include "world/step_work.h"

#include <string.h>

// --- (1), (2)

typedef struct Obstacles {
    cdObstacle *items;   // items[count]
    cdPairCache *caches; // caches[count]
    int32_t *bodies;     // bodies[count]: their numbers
    int32_t count;
} Obstacles;

void cdEndDrag(cdWorld *world, int32_t body) {
    // Another body may have its slot next.
    for (int32_t i = 0; i < world->dragCount; i++)
        if (world->drags[i] != NULL && body < world->drags[i]->pairCount)
            world->drags[i]->pairs[body] = (cdPairCache){0};
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

// Returns the caches of a driven body, with room for all bodies. NULL: no memory.
static cdDrag *findDrag(cdWorld *world, int32_t body) {
    if (!reserveDrags(world)) return NULL;
    cdDrag *drag = world->drags[body];
    if (drag == NULL) drag = world->drags[body] = cdAllocate(sizeof *drag);
    if (drag == NULL || world->bodyCount <= drag->pairCount) return drag;
    cdPairCache *pairs = cdAllocate((size_t)world->bodyCapacity * sizeof *pairs);
    if (pairs == NULL) return NULL;
    if (drag->pairCount > 0) memcpy(pairs, drag->pairs, (size_t)drag->pairCount * sizeof *pairs);
    cdFree(drag->pairs);
    drag->pairs = pairs;
    drag->pairCount = world->bodyCapacity;
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
static bool listObstacles(cdWorld *world, int32_t body, const cdDrag *drag, Obstacles *list) {
    size_t most = (size_t)world->bodyCount, each = sizeof *list->items + sizeof *list->caches;
    unsigned char *memory =
        cdUseWorkPart(world->workspace, CD_WORK_BODIES, most * (each + sizeof *list->bodies));
    if (memory == NULL) return false;
    list->items = (cdObstacle *)memory;
    list->caches = (cdPairCache *)(memory + most * sizeof *list->items);
    list->bodies = (int32_t *)(memory + most * each);
    list->count = 0;
    for (int32_t i = 0; i < world->bodyCount; i++) {
        if (!doesBlock(world, body, i)) continue;
        list->items[list->count] = (cdObstacle){world->bodies[i].mesh, world->bodies[i].pose};
        list->caches[list->count] = drag->pairs[i];
        list->bodies[list->count++] = i;
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

static void findMotion(const Drag *drag, const Obstacles *list, cdSlideCache *cache, cdBodyMove *move) {
    const cdWorldBody *own = &drag->world->bodies[drag->body];
    cdSlideInput input = {.step = {.mesh = own->mesh,
                                   .start = own->pose,
                                   .target = drag->target,
                                   .obstacles = list->items,
                                   .obstacleCount = list->count,
                                   .margin = drag->options.margin,
                                   .safetyDistance = drag->world->def.safetyDistance,
                                   .budget = drag->options.budget,
                                   .touches = drag->options.touches,
                                   .touchCapacity = drag->options.touchCapacity},
                          .maxLegs = drag->options.maxLegs,
                          .poses = drag->options.poses,
                          .poseCapacity = drag->options.poseCapacity};
    cdWorkspace *workspace = drag->world->workspace;
    if (drag->response != CD_MOVE_SLIDE) {
        move->contact = cdFindFirstContactAmong(&input.step, list->caches, workspace, drag->options.trace);
        return;
    }
    cache->pairs = list->caches;
    cdSlide slide = cdFindSlide(&input, cache, workspace, drag->options.trace);
    cache->pairs = NULL;
    move->contact = slide.contact;
    move->legCount = slide.legCount;
    move->poseCount = slide.poseCount;
    move->exhausted = slide.exhausted;
}

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

static cdBodyMove moveBody(const Drag *drag, cdBodyMove move) {
    cdWorld *world = drag->world;
    cdDrag *caches = findDrag(world, drag->body);
    Obstacles list;
    move.contact.reason = CD_REASON_WORKSPACE;
    if (caches == NULL || !listObstacles(world, drag->body, caches, &list)) return move;
    cdEndScript(world, drag->body);
    findMotion(drag, &list, &caches->slide, &move);
    for (int32_t i = 0; i < list.count; i++)
        caches->pairs[list.bodies[i]] = list.caches[i];
    if (move.contact.obstacle >= 0) move.body = cdGetBodyId(world, list.bodies[move.contact.obstacle]);
    if (move.contact.obstacle >= 0) move.contact.obstacle = 0;
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
    cdBodyMove move = {
        .contact = {.reason = CD_REASON_INPUT, .obstacle = -1}, .pose = cdIdentityPose(), .body = -1};
    Drag drag = {.world = world, .body = cdGetBodyIndex(id), .target = target, .response = response};
    if (options != NULL) drag.options = *options;
    bool known = response == CD_MOVE_STOP || response == CD_MOVE_SLIDE || response == CD_MOVE_THROUGH;
    if (!CD_REQUIRE(world != NULL && cdHasBody(world, id) && known && areOptions(&drag.options))) return move;
    move.pose = move.contact.resolvedPose = world->bodies[drag.body].pose;
    if (world->bodies[drag.body].kind != CD_BODY_DRIVEN) return move;
    if (!cdIsAtLeast(drag.options.margin, 0.0)) return move;
    move.contact.reason = cdCheckPose(target);
    if (move.contact.reason != CD_REASON_NONE) return move;
    drag.target.q = cdNormalizeQuat(target.q);
    return moveBody(&drag, move);
}
