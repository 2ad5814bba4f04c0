// Moved bodies: one motion among all bodies of the world, between two steps.
//
// Input: the target and the response. Output: the first contact, and the pose that the response leads to. The
// other bodies are the obstacles of a query of the moved body's mesh (query.h, slide.h), in the order of
// their numbers. (1) Obstacles are those that the filters and the caller's function let collide, without
// sensors; the spheres of the queries reject the distant ones. Those of the caller follow the bodies. (2)
// Each moved body keeps a cache for each other body, by its number. They are gathered for the query and put
// back; the caller's obstacles have empty ones. A cache never changes a result, so snapshots do not have
// them, and one of a number that is given again is harmless. (3) Where a dynamic body yields, the driven body
// gets the target as a script for the next step, which ends it (kinematic.c).
#include "collision/workspace.h"
#include "foundation/memory/hooks.h"
#include "foundation/memory/workspace.h"
#include "world/checks.h"
#include "world/step_work.h"

#include <math.h>
#include <string.h>

enum { OWN_CONSTRAINTS = 64 };

// --- (1), (2)

typedef struct Obstacles {
    cdObstacle *items;   // items[count]
    cdPairCache *caches; // caches[count]
    int32_t *numbers;    // numbers[count]: of the body; -1 - i: the caller's obstacle i
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

void cdForgetBodyMoves(cdWorld *world, cdBodyId id) {
    if (!CD_REQUIRE(world != NULL && cdHasBody(world, id))) return;
    int32_t body = cdGetBodyIndex(id);
    cdDrag *drag = body < world->dragCount ? world->drags[body] : NULL;
    if (drag == NULL) return;
    drag->slide = (cdSlideCache){0};
    if (drag->pairCount > 0) memset(drag->pairs, 0, (size_t)drag->pairCount * sizeof *drag->pairs);
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

// Returns the caches of a moved body, with room for all bodies. NULL: no memory.
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

typedef struct Drag {
    cdWorld *world;
    int32_t body;
    cdPose target;
    cdMoveResponse response;
    cdMoveOptions options;
} Drag;

static cdPose getPose(const Drag *drag, int32_t body) {
    const cdPose *poses = drag->options.bodyPoses;
    return poses != NULL ? poses[body] : drag->world->bodies[body].pose;
}

static bool isIgnored(const Drag *drag, int32_t other) {
    for (int32_t i = 0; i < drag->options.ignoredCount; i++)
        if (drag->options.ignored[i] == cdGetBodyId(drag->world, other)) return true;
    return false;
}

static bool doesBlock(const Drag *drag, int32_t other) {
    const cdWorld *world = drag->world;
    int32_t body = drag->body;
    if (other == body || !world->bodies[other].present || isIgnored(drag, other)) return false;
    int32_t a = body < other ? body : other, b = body < other ? other : body;
    if (!cdMayBodiesMeet(world, a, b)) return false;
    bool passes, senses;
    cdJudgePair(world, a, b, &passes, &senses);
    return !passes;
}

static void addObstacle(Obstacles *list, cdObstacle item, cdPairCache cache, int32_t number) {
    list->items[list->count] = item;
    list->caches[list->count] = cache;
    list->numbers[list->count++] = number;
}

// @errors false: no memory
static bool listObstacles(const Drag *drag, const cdDrag *caches, Obstacles *list) {
    const cdWorld *world = drag->world;
    size_t most = (size_t)world->bodyCount + (size_t)drag->options.obstacleCount;
    size_t each = sizeof *list->items + sizeof *list->caches;
    unsigned char *memory =
        cdUseWorkPart(world->workspace, CD_WORK_BODIES, most * (each + sizeof *list->numbers));
    if (memory == NULL) return false;
    list->items = (cdObstacle *)memory;
    list->caches = (cdPairCache *)(memory + most * sizeof *list->items);
    list->numbers = (int32_t *)(memory + most * each);
    list->count = 0;
    for (int32_t i = 0; i < world->bodyCount; i++) {
        if (!doesBlock(drag, i)) continue;
        addObstacle(list, (cdObstacle){world->bodies[i].mesh, getPose(drag, i)}, caches->pairs[i], i);
    }
    for (int32_t i = 0; i < drag->options.obstacleCount; i++)
        addObstacle(list, drag->options.obstacles[i], (cdPairCache){0}, -1 - i);
    return true;
}

// --- The motion

static cdSlideInput describeMotion(const Drag *drag, const Obstacles *list) {
    const cdMoveOptions *options = &drag->options;
    return (cdSlideInput){.step = {.mesh = drag->world->bodies[drag->body].mesh,
                                   .start = getPose(drag, drag->body),
                                   .target = drag->target,
                                   .obstacles = list->items,
                                   .obstacleCount = list->count,
                                   .margin = options->margin,
                                   .safetyDistance = drag->world->def.safetyDistance,
                                   .disabled = options->disabled,
                                   .budget = options->budget,
                                   .touches = options->touches,
                                   .touchCapacity = options->touchCapacity},
                          .maxLegs = options->maxLegs,
                          .constraints = options->constraints,
                          .constraintCapacity =
                              options->constraints != NULL ? options->constraintCapacity : 0,
                          .poses = options->poses,
                          .poseCapacity = options->poseCapacity};
}

// Without an array of the caller's it gets one of its own, since constraints decide if a body yields.
static void slide(const Drag *drag, const Obstacles *list, cdSlideCache *cache, cdBodyMove *move) {
    cdSlideConstraint own[OWN_CONSTRAINTS];
    const cdMoveOptions *options = &drag->options;
    cdSlideInput input = describeMotion(drag, list);
    bool given = input.constraints != NULL;
    if (!given) input.constraints = own;
    if (!given) input.constraintCapacity = OWN_CONSTRAINTS;
    cache->pairs = list->caches;
    cdSlide slide = cdFindSlide(&input, cache, drag->world->workspace, options->trace);
    cache->pairs = NULL;
    move->contact = slide.contact;
    move->legCount = slide.legCount;
    move->poseCount = slide.poseCount;
    move->constraintCount = given ? slide.constraintCount : 0;
    move->exhausted = slide.exhausted;
    for (int32_t i = 0; i < slide.constraintCount; i++) {
        cdSlideConstraint *constraint = &input.constraints[i];
        constraint->obstacle = list->numbers[constraint->obstacle];
        bool pushes = constraint->push > 0.0 && constraint->obstacle >= 0;
        if (pushes && move->pushed < 0 && cdIsDynamic(&drag->world->bodies[constraint->obstacle]))
            move->pushed = cdGetBodyId(drag->world, constraint->obstacle);
    }
}

static void findMotion(const Drag *drag, const Obstacles *list, cdSlideCache *cache, cdBodyMove *move) {
    cdSlideInput input = describeMotion(drag, list);
    if (drag->response == CD_MOVE_SLIDE)
        slide(drag, list, cache, move);
    else
        move->contact =
            cdFindFirstContactAmong(&input.step, list->caches, drag->world->workspace, drag->options.trace);
}

// Replaces the numbers of obstacles by those of bodies and of the caller's obstacles.
static void nameObstacles(const Drag *drag, const Obstacles *list, cdBodyMove *move) {
    cdFirstContact *contact = &move->contact;
    int32_t met = contact->obstacle;
    if (contact->proxy.tested) contact->proxy.obstacle = list->numbers[contact->proxy.obstacle];
    if (met < 0) return;
    contact->obstacle = 0;
    if (list->numbers[met] < 0)
        move->obstacle = -1 - list->numbers[met];
    else
        move->body = cdGetBodyId(drag->world, list->numbers[met]);
}

// The body met first yields, or one that ends the slide.
static void chooseYielding(const Drag *drag, cdBodyMove *move) {
    const cdWorld *world = drag->world;
    bool yields = drag->options.yields && drag->response != CD_MOVE_THROUGH && !move->reached &&
                  world->bodies[drag->body].kind == CD_BODY_DRIVEN;
    bool isFirst = move->body >= 0 && cdIsDynamic(&world->bodies[cdGetBodyIndex(move->body)]);
    if (isFirst) move->pushed = move->body;
    if (!yields) move->pushed = -1;
    move->yields = move->pushed >= 0;
}

static cdBodyMove findMove(const Drag *drag, cdBodyMove move) {
    cdDrag *caches = findDrag(drag->world, drag->body);
    Obstacles list;
    move.contact.reason = CD_REASON_WORKSPACE;
    if (caches == NULL || !listObstacles(drag, caches, &list)) return move;
    findMotion(drag, &list, &caches->slide, &move);
    for (int32_t i = 0; i < list.count; i++)
        if (list.numbers[i] >= 0) caches->pairs[list.numbers[i]] = list.caches[i];
    nameObstacles(drag, &list, &move);
    move.pose = drag->response == CD_MOVE_THROUGH ? drag->target : move.contact.resolvedPose;
    move.reached = cdIsSamePose(move.pose, drag->target);
    chooseYielding(drag, &move);
    return move;
}

static bool isRoom(const void *items, int32_t capacity) {
    return items == NULL || capacity >= 0;
}

static bool isList(const void *items, int32_t count) {
    return count == 0 || (count > 0 && items != NULL);
}

static bool areOptions(const cdMoveOptions *options) {
    return isRoom(options->touches, options->touchCapacity) &&
           isRoom(options->poses, options->poseCapacity) &&
           isRoom(options->constraints, options->constraintCapacity) &&
           isList(options->ignored, options->ignoredCount) &&
           isList(options->obstacles, options->obstacleCount) && options->maxLegs >= 0;
}

static bool isResponse(cdMoveResponse response) {
    return response == CD_MOVE_STOP || response == CD_MOVE_SLIDE || response == CD_MOVE_THROUGH;
}

// Checks the input of a motion. @errors false: `move` is the answer
static bool describeDrag(Drag *drag, cdBodyId id, cdPose target, const cdMoveOptions *options,
                         cdBodyMove *move) {
    cdWorld *world = drag->world;
    cdPose none = cdIdentityPose();
    *move = (cdBodyMove){.contact = {.reason = CD_REASON_INPUT, .obstacle = -1},
                         .pose = none,
                         .target = none,
                         .body = -1,
                         .obstacle = -1,
                         .pushed = -1};
    if (options != NULL) drag->options = *options;
    if (!CD_REQUIRE(world != NULL && cdHasBody(world, id) && isResponse(drag->response) &&
                    areOptions(&drag->options)))
        return false;
    move->pose = move->target = move->contact.resolvedPose = getPose(drag, drag->body);
    if (!cdIsAtLeast(drag->options.margin, 0.0)) return false;
    move->contact.reason = cdCheckPose(target);
    if (move->contact.reason != CD_REASON_NONE) return false;
    drag->target = move->target = target;
    return true;
}

cdBodyMove cdFindBodyMove(cdWorld *world, cdBodyId id, cdPose target, cdMoveResponse response,
                          const cdMoveOptions *options) {
    Drag drag = {.world = world, .body = cdGetBodyIndex(id), .response = response};
    cdBodyMove move;
    return describeDrag(&drag, id, target, options, &move) ? findMove(&drag, move) : move;
}

bool cdReserveBodyMoves(cdWorld *world, cdBodyId id, int32_t obstacleCount) {
    enum { TRIANGLES_MOST = 100000 }; // larger meshes need hundreds of megabytes at most, and seldom
    if (!CD_REQUIRE(world != NULL && cdHasBody(world, id) && obstacleCount >= 0)) return false;
    int32_t body = cdGetBodyIndex(id), most = world->bodyCount + obstacleCount;
    const cdMesh *own = world->bodies[body].mesh;
    size_t each = sizeof(cdObstacle) + sizeof(cdPairCache) + sizeof(int32_t);
    bool enough = findDrag(world, body) != NULL &&
                  cdUseWorkPart(world->workspace, CD_WORK_BODIES, (size_t)most * each) != NULL;
    for (int32_t i = 0; i < world->bodyCount && enough; i++) {
        const cdMesh *const meshes[] = {own, world->bodies[i].mesh};
        bool large = own->triangleCount > TRIANGLES_MOST || meshes[1]->triangleCount > TRIANGLES_MOST;
        if (!world->bodies[i].present || large) continue;
        cdWorkspaceNeed need = {.meshes = meshes, .meshCount = 2, .obstacleCount = most};
        enough = cdReserveWorkspace(world->workspace, &need);
    }
    return enough;
}

// --- (3)

// Returns a valid pose with a unit quaternion: unchanged if it is unit within rounding.
static cdPose makeUnit(cdPose pose) {
    cdQuat q = pose.q;
    double defect = fabs(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z - 1.0);
    return defect <= 8.0 * CD_EPSILON ? pose : (cdPose){pose.p, cdNormalizeQuat(q)};
}

static void takeMove(cdWorld *world, int32_t body, const cdBodyMove *move) {
    cdWorldBody *own = &world->bodies[body];
    cdPose pose = makeUnit(move->pose);
    cdEndScript(world, body);
    if (!cdIsSamePose(own->pose, pose)) cdWakeBody(world, body);
    own->pose = own->target = pose;
    if (!move->yields || !cdHasBody(world, move->pushed)) return;
    cdWakeBody(world, cdGetBodyIndex(move->pushed));
    own->script.kind = CD_SCRIPT_TARGET;
    own->script.target = makeUnit(move->target);
}

bool cdTakeBodyMove(cdWorld *world, cdBodyId id, const cdBodyMove *move) {
    if (!CD_REQUIRE(world != NULL && cdHasBody(world, id) && move != NULL)) return false;
    int32_t body = cdGetBodyIndex(id);
    if (world->bodies[body].kind != CD_BODY_DRIVEN) return false;
    if (!cdIsValidPose(move->pose) || !cdIsValidPose(move->target)) return false;
    takeMove(world, body, move);
    return true;
}

cdBodyMove cdMoveBody(cdWorld *world, cdBodyId id, cdPose target, cdMoveResponse response,
                      const cdMoveOptions *options) {
    Drag drag = {.world = world, .body = cdGetBodyIndex(id), .response = response};
    cdBodyMove move;
    if (!describeDrag(&drag, id, target, options, &move)) return move;
    if (world->bodies[drag.body].kind != CD_BODY_DRIVEN || drag.options.bodyPoses != NULL) {
        move.contact.reason = CD_REASON_INPUT;
        return move;
    }
    drag.target.q = move.target.q = cdNormalizeQuat(target.q);
    move = findMove(&drag, move);
    takeMove(world, drag.body, &move);
    return move;
}
