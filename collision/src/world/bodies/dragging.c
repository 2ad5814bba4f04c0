// Moved bodies: one motion among all bodies of the world, between two steps.
//
// Input: the target and the response. Output: the first contact, and the pose that the response leads to. The
// shapes of the other bodies are the obstacles of queries of the moved body's shapes (query.h, slide.h,
// shapes_motion.c), in the order of their numbers. (1) Obstacles are those that the filters and the caller's
// function let collide, without sensors; the spheres of the queries reject the distant ones. Those of the
// caller follow the bodies. (2) Each moved body keeps a cache for each pair of a shape of its own and another
// shape, by the numbers of the shapes. They are gathered for the query and put back; the caller's obstacles
// have empty ones. A cache never changes a result, so snapshots do not have them, and one of a number that is
// given again is harmless. (3) Where a dynamic body yields, the driven body gets the target as a script for
// the next step, which ends it (kinematic.c).
#include "collision/workspace.h"
#include "foundation/memory/hooks.h"
#include "foundation/memory/workspace.h"
#include "world/bodies/shapes_motion.h"
#include "world/checks.h"

#include <math.h>
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

void cdForgetBodyMoves(cdWorld *world, cdBodyId id) {
    if (!CD_REQUIRE(world != NULL && cdHasBody(world, id))) return;
    int32_t body = cdGetBodyIndex(id);
    cdDrag *drag = body < world->dragCount ? world->drags[body] : NULL;
    if (drag == NULL) return;
    size_t count = (size_t)drag->ownCount * (size_t)drag->otherCount;
    drag->slide = (cdSlideCache){0};
    if (count > 0) memset(drag->pairs, 0, count * sizeof *drag->pairs);
}

static bool reserveDrags(cdWorld *world) {
    if (world->bodyCount <= world->dragCount) return true;
    cdDrag **drags = cdGrowArray(world->drags, world->dragCount, world->bodyCapacity, sizeof *drags);
    if (drags == NULL) return false;
    world->drags = drags;
    world->dragCount = world->bodyCapacity;
    return true;
}

// Returns the caches of a moved body, with room for all shapes. NULL: no memory.
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

// Returns the memory of obstacles, their caches for each shape of a body, their two numbers, and those
// shapes.
static size_t getListSize(size_t ownCount, size_t obstacleCount) {
    size_t each = sizeof(cdObstacle) + ownCount * sizeof(cdPairCache) + 2 * sizeof(int32_t);
    return ownCount * sizeof(cdSlideShape) + obstacleCount * each;
}

// Adds a shape of a body, or one of the caller's obstacles, with numbers below 0.
static void addObstacle(cdShapesMotion *motion, cdObstacle item, int32_t shape, int32_t body) {
    motion->obstacles[motion->count] = item;
    motion->shapes[motion->count] = shape;
    motion->bodies[motion->count++] = body;
}

static void addBody(const Drag *drag, int32_t body, cdShapesMotion *motion) {
    const cdWorldBody *other = &drag->world->bodies[body];
    for (int32_t k = 0; k < other->shapeCount; k++) {
        const cdWorldShape *shape = cdGetShape(drag->world, other, k);
        cdObstacle item = {shape->mesh, cdPlaceShape(shape, getPose(drag, body))};
        addObstacle(motion, item, other->firstShape + k, body);
    }
}

// @errors false: no memory
static bool listObstacles(const Drag *drag, cdShapesMotion *motion) {
    const cdMoveOptions *options = &drag->options;
    size_t most = (size_t)drag->world->shapeCount + (size_t)options->obstacleCount;
    size_t own = (size_t)motion->body->shapeCount, size = getListSize(own, most);
    unsigned char *memory = cdUseWorkPart(drag->world->workspace, CD_WORK_BODIES, size);
    if (memory == NULL) return false;
    motion->own = (cdSlideShape *)memory;
    motion->obstacles = (cdObstacle *)(motion->own + own);
    motion->caches = (cdPairCache *)(motion->obstacles + most);
    motion->shapes = (int32_t *)(motion->caches + own * most);
    motion->bodies = motion->shapes + most;
    motion->count = 0;
    for (int32_t i = 0; i < motion->body->shapeCount; i++) {
        const cdWorldShape *shape = cdGetShape(drag->world, motion->body, i);
        motion->own[i] = (cdSlideShape){shape->mesh, shape->posed ? shape->pose : cdIdentityPose()};
    }
    for (int32_t i = 0; i < drag->world->bodyCount; i++)
        if (doesBlock(drag, i)) addBody(drag, i, motion);
    for (int32_t i = 0; i < options->obstacleCount; i++)
        addObstacle(motion, options->obstacles[i], -1 - i, -1 - i);
    return true;
}

// --- The motion

// Replaces the numbers of obstacles by those of bodies, shapes and the caller's obstacles.
static void nameObstacles(const cdShapesMotion *motion, cdBodyMove *move) {
    const cdWorld *world = motion->world;
    cdFirstContact *contact = &move->contact;
    int32_t met = contact->obstacle;
    if (contact->proxy.tested) contact->proxy.obstacle = motion->bodies[contact->proxy.obstacle];
    if (met < 0) return;
    int32_t body = motion->bodies[met];
    contact->obstacle = 0;
    move->ownShape = motion->ownShape;
    if (body < 0) {
        move->obstacle = -1 - body;
        return;
    }
    move->body = cdGetBodyId(world, body);
    move->bodyShape = motion->shapes[met] - world->bodies[body].firstShape;
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
    cdWorld *world = drag->world;
    cdShapesMotion motion = {.world = world,
                             .body = &world->bodies[drag->body],
                             .start = getPose(drag, drag->body),
                             .target = drag->target,
                             .options = &drag->options,
                             .drag = findDrag(world, drag->body)};
    move.contact.reason = CD_REASON_WORKSPACE;
    if (motion.drag == NULL || !listObstacles(drag, &motion)) return move;
    if (drag->response == CD_MOVE_SLIDE)
        cdFindShapesSlide(&motion, &move);
    else
        cdFindShapesMotion(&motion, &move);
    nameObstacles(&motion, &move);
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
                         .ownShape = -1,
                         .bodyShape = -1,
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

// Larger meshes need hundreds of megabytes at most, and seldom.
static bool reservePairs(cdWorld *world, int32_t body, int32_t other, int32_t obstacleCount) {
    enum { TRIANGLES_MOST = 100000 };
    const cdWorldBody *own = &world->bodies[body], *met = &world->bodies[other];
    for (int32_t i = 0; i < own->shapeCount; i++)
        for (int32_t k = 0; k < met->shapeCount; k++) {
            const cdMesh *const meshes[] = {cdGetShape(world, own, i)->mesh, cdGetShape(world, met, k)->mesh};
            if (meshes[0]->triangleCount > TRIANGLES_MOST || meshes[1]->triangleCount > TRIANGLES_MOST)
                continue;
            cdWorkspaceNeed need = {.meshes = meshes,
                                    .meshCount = 2,
                                    .obstacleCount = obstacleCount,
                                    .shapeCount = own->shapeCount};
            if (!cdReserveWorkspace(world->workspace, &need)) return false;
        }
    return true;
}

bool cdReserveBodyMoves(cdWorld *world, cdBodyId id, int32_t obstacleCount) {
    if (!CD_REQUIRE(world != NULL && cdHasBody(world, id) && obstacleCount >= 0)) return false;
    int32_t body = cdGetBodyIndex(id), most = world->shapeCount + obstacleCount;
    size_t size = getListSize((size_t)world->bodies[body].shapeCount, (size_t)most);
    bool enough =
        findDrag(world, body) != NULL && cdUseWorkPart(world->workspace, CD_WORK_BODIES, size) != NULL;
    for (int32_t i = 0; i < world->bodyCount && enough; i++)
        enough = !world->bodies[i].present || reservePairs(world, body, i, most);
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
