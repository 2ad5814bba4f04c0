// Polytopes: the experiment of [CW96] section 6 as a scene: many convex bodies in a closed room.
//
// polytope_room.c moves and tests the bodies. A frame of the experiment lasts several pictures: between two
// frames each body is drawn between its poses, so that a slow rate looks smooth, in the colour of the later
// frame. The meshes are built from the same points as the tested hulls.
#include "scenes/polytope_room.h"
#include "scenes/scene_resolve.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Distinct hulls, shared by the bodies in turn.
enum { HULL_COUNT = 24 };

enum {
    PARAM_SHAPE,
    PARAM_BODY_COUNT,
    PARAM_VERTEX_COUNT,
    PARAM_DENSITY,
    PARAM_SPEED,
    PARAM_TURN,
    PARAM_RATE,
    PARAM_CACHED
};

static const char *const shapes[] = {"ellipsoids", "rods", "plates", "a third of each"};

static const SceneParam params[] = {
    {.label = "shape",
     .initial = POLYTOPE_MIX,
     .upper = POLYTOPE_MIX,
     .restarts = true,
     .kind = SCENE_CHOICE,
     .choices = shapes},
    {.label = "bodies",
     .initial = 500.0,
     .lower = 10.0,
     .upper = 1000.0,
     .restarts = true,
     .kind = SCENE_WHOLE},
    {.label = "vertices of each",
     .initial = 30.0,
     .lower = 8.0,
     .upper = 1000.0,
     .restarts = true,
     .kind = SCENE_WHOLE},
    {.label = "density", .initial = 0.35, .lower = 0.05, .upper = 1.5, .restarts = true},
    {.label = "speed", .unit = "% of radius", .initial = 5.0, .lower = 0.1, .upper = 30.0},
    {.label = "rotation", .unit = "degrees", .initial = 10.0, .lower = 0.1, .upper = 60.0},
    {.label = "frames a second", .initial = 20.0, .lower = 1.0, .upper = 60.0},
    {.label = "vectors are cached", .initial = 1.0, .upper = 1.0, .kind = SCENE_SWITCH}};

static const double degree = 3.14159265358979323846 / 180.0;

typedef struct Show {
    PolytopeRoom *room;
    PolytopeBody *home; // home[bodyCount]: as the room was created
    cdPose *before;     // before[bodyCount]: at the frame before the room's
    double phase;       // fraction of the path from there to the room's frame; 1: the next frame is due
    bool failed;        // no memory: the bodies have stopped
} Show;

static void destroyShow(void *own) {
    Show *show = own;
    if (show == NULL) return;
    DestroyPolytopeRoom(show->room);
    free(show->home);
    free(show->before);
    free(show);
}

static void rewindShow(Show *show) {
    PolytopeRoom *room = show->room;
    memcpy(room->bodies, show->home, (size_t)room->bodyCount * sizeof *room->bodies);
    room->pairCount = 0;
    memset(&room->stats, 0, sizeof room->stats);
    for (int32_t i = 0; i < room->bodyCount; i++)
        show->before[i] = room->bodies[i].pose;
    show->phase = 1.0;
}

static PolytopeRoomDef describeRoom(const SceneData *data) {
    PolytopeRoomDef def = GetDefaultPolytopeRoom();
    def.shape = (PolytopeShape)(int)data->params[PARAM_SHAPE];
    def.bodyCount = (int32_t)data->params[PARAM_BODY_COUNT];
    def.vertexCount = (int32_t)data->params[PARAM_VERTEX_COUNT];
    def.hullCount = HULL_COUNT;
    def.density = data->params[PARAM_DENSITY];
    return def;
}

static Show *makeShow(const PolytopeRoomDef *def) {
    Show *show = calloc(1, sizeof *show);
    if (show == NULL) return NULL;
    show->room = MakePolytopeRoom(def);
    show->home = calloc((size_t)def->bodyCount, sizeof *show->home);
    show->before = calloc((size_t)def->bodyCount, sizeof *show->before);
    if (show->room == NULL || show->home == NULL || show->before == NULL) {
        destroyShow(show);
        return NULL;
    }
    memcpy(show->home, show->room->bodies, (size_t)def->bodyCount * sizeof *show->home);
    rewindShow(show);
    return show;
}

static bool addBody(SceneData *data, const PolytopeRoom *room, int32_t index) {
    static const char *const names[] = {"ellipsoid", "rod", "plate"};
    int32_t hull = index % room->hullCount;
    const char *kind = names[GetPolytopeHullShape(&room->def, hull)];
    char name[SCENE_NAME_SIZE], mesh[128];
    snprintf(name, sizeof name, "%s %d", kind, (int)index + 1);
    snprintf(mesh, sizeof mesh, "builtin:polytope-%s:n=%d,seed=%d", kind, (int)room->def.vertexCount,
             (int)GetPolytopeHullSeed(&room->def, hull));
    SceneObject *body = AddSceneObject(data, name, mesh, SCENE_MOVED);
    if (body != NULL) body->pose = room->bodies[index].pose;
    return body != NULL;
}

static bool create(SceneData *data) {
    PolytopeRoomDef def = describeRoom(data);
    Show *show = makeShow(&def);
    if (show == NULL) return false;
    data->own = show;
    data->destroyOwn = destroyShow;
    double h = show->room->halfSide;
    data->camera = (SceneCamera){
        .eye = {1.6 * h, 1.06 * h, 3.75 * h}, .target = {-0.08 * h, -0.14 * h, 0.0}, .fov = 0.7};
    for (int32_t i = 0; i < show->room->bodyCount; i++) {
        if (!addBody(data, show->room, i)) return false;
    }
    char caption[SCENE_CAPTION_SIZE];
    snprintf(caption, sizeof caption, "%d polytopes in a closed room; orange ones collide",
             (int)show->room->bodyCount);
    return AddStoryTime(data, 0.05, caption) &&
           AddStoryTime(data, 1.5, "Bodies that begin to collide retrace their path") &&
           AddStoryTime(data, 3.0, "Each frame tests every pair with overlapping boxes");
}

// Speed and rotation of all bodies change at once.
static void applyParams(const SceneData *data, PolytopeRoom *room) {
    PolytopeRoomDef *def = &room->def;
    double newSpeed = 0.01 * data->params[PARAM_SPEED], newTurn = degree * data->params[PARAM_TURN];
    def->noCache = data->params[PARAM_CACHED] < 0.5;
    if (newSpeed == def->speed && newTurn == def->turn) return;
    for (int32_t i = 0; i < room->bodyCount; i++) {
        PolytopeBody *body = &room->bodies[i];
        body->velocity = cdScale(newSpeed, cdNormalize(body->velocity));
        body->turn = copysign(newTurn, body->turn);
    }
    def->speed = newSpeed;
    def->turn = newTurn;
}

static void countTests(PolytopeRoom *room, SeparationTally *tally) {
    tally->frames++;
    for (int32_t i = 0; i < room->pairCount; i++) {
        const cdSeparation *result = &room->results[i];
        CountSeparation(tally, result->state == CD_OVERLAP, result->iterations, result->cacheHit);
        tally->fallbacks += result->fallback;
    }
    tally->seconds += room->stats.seconds;
    memset(&room->stats, 0, sizeof room->stats);
}

static void stepFrame(Show *show, SeparationTally *tally) {
    PolytopeRoom *room = show->room;
    for (int32_t i = 0; i < room->bodyCount; i++)
        show->before[i] = room->bodies[i].pose;
    show->failed = !StepPolytopeRoom(room);
    if (!show->failed) countTests(room, tally);
}

// A frame turns by a small angle, so linear interpolation of the quaternions suffices.
static cdPose blendPoses(cdPose from, cdPose to, double share) {
    double agree = from.q.w * to.q.w + from.q.x * to.q.x + from.q.y * to.q.y + from.q.z * to.q.z;
    double a = 1.0 - share, b = agree < 0.0 ? -share : share;
    cdQuat q = {a * from.q.w + b * to.q.w, a * from.q.x + b * to.q.x, a * from.q.y + b * to.q.y,
                a * from.q.z + b * to.q.z};
    return (cdPose){cdLerp(from.p, to.p, share), cdNormalizeQuat(q)};
}

static cdPose getShownPose(const Show *show, int32_t body) {
    return blendPoses(show->before[body], show->room->bodies[body].pose, cdMin(show->phase, 1.0));
}

static void step(SceneStep *step) {
    Show *show = step->data->own;
    applyParams(step->data, show->room);
    for (; show->phase >= 1.0 && !show->failed; show->phase -= 1.0)
        stepFrame(show, step->tally);
    show->phase += step->data->params[PARAM_RATE] * step->dt;
    for (int32_t i = 0; i < show->room->bodyCount; i++) {
        const PolytopeBody *body = &show->room->bodies[i];
        step->intended[i] = getShownPose(show, i);
        step->states[i] = body->colliding ? CD_OVERLAP : CD_FREE;
    }
}

static void restart(const SceneData *data) {
    rewindShow(data->own);
}

// Draws the edges of the room.
static void draw(const SceneData *data, const cdDebugDraw *draw) {
    const Show *show = data->own;
    double h = show->room->halfSide;
    for (int corner = 0; corner < 8; corner++) {
        for (int axis = 1; axis < 8; axis *= 2) {
            if (corner & axis) continue;
            int other = corner | axis;
            cdVec3 from = {corner & 1 ? h : -h, corner & 2 ? h : -h, corner & 4 ? h : -h};
            cdVec3 to = {other & 1 ? h : -h, other & 2 ? h : -h, other & 4 ? h : -h};
            draw->segment(from, to, (cdDrawStyle){.role = CD_ROLE_CELL}, draw->context);
        }
    }
}

static cdVec3 getShownVertex(const Show *show, int32_t body, int32_t vertex) {
    const cdConvex *hull = show->room->bodies[body].hull;
    const cdConvexInfo info = cdGetConvexInfo(hull);
    cdVec3 local = cdAdd(info.vertices[vertex], info.center);
    return cdTransformPoint(getShownPose(show, body), local);
}

// Draws the gap of every pair that is tested and disjoint: a line between the supporting vertices of its
// separating vector.
static void drawHulls(const SceneData *data, const cdDebugDraw *draw) {
    const Show *show = data->own;
    for (int32_t i = 0; i < show->room->pairCount; i++) {
        const PolytopePair *pair = &show->room->pairs[i];
        const cdSeparation *result = &show->room->results[i];
        if (result->state != CD_FREE) continue;
        draw->segment(getShownVertex(show, pair->bodyA, result->vertexA),
                      getShownVertex(show, pair->bodyB, result->vertexB),
                      (cdDrawStyle){.role = CD_ROLE_SEPARATOR}, draw->context);
    }
}

// --- The check

// Checks that the meshes of a pair overlap if and only if its hulls collide. All bodies have the same size,
// so none lies inside another.
static bool checkMeshes(const PolytopeRoom *room, const cdMesh *const *meshes, char *message,
                        size_t messageSize) {
    for (int32_t i = 0; i < room->pairCount; i++) {
        const PolytopePair *pair = &room->pairs[i];
        if (room->results[i].state == CD_CONTACT) continue;
        const cdMesh *a = meshes[pair->bodyA], *b = meshes[pair->bodyB];
        cdOverlapInput input = {a, b,  room->bodies[pair->bodyA].pose, room->bodies[pair->bodyB].pose, NULL,
                                0, {0}};
        cdWorkspace *workspace = cdCreateWorkspace();
        cdOverlap overlap = cdFindOverlap(&input, NULL, workspace, NULL);
        cdDestroyWorkspace(workspace);
        if ((overlap.state == CD_OVERLAP) == (room->results[i].state == CD_OVERLAP)) continue;
        snprintf(message, messageSize, "the hulls of bodies %d and %d %s, but their meshes do not",
                 (int)pair->bodyA + 1, (int)pair->bodyB + 1,
                 room->results[i].state == CD_OVERLAP ? "collide" : "are disjoint");
        return false;
    }
    return true;
}

static bool checkCounts(const PolytopeRoom *room, char *message, size_t messageSize) {
    const PolytopeStats *stats = &room->stats;
    int64_t disjoint = stats->tests - stats->collidingTests, early = 0, sum = 0;
    for (int32_t k = 0; k <= POLYTOPE_STEP_MAX; k++) {
        sum += stats->disjointSteps[k] + stats->collidingSteps[k];
        early += k <= 3 ? stats->disjointSteps[k] : 0;
    }
    bool good = sum == stats->tests && stats->undecided == 0 && stats->collidingTests > 100 &&
                stats->reversals > 100 && early > disjoint / 2;
    if (!good) {
        snprintf(
            message, messageSize,
            "%lld tests, %lld in the histograms, %lld colliding, %lld undecided, %lld reversals; %lld of "
            "%lld disjoint within 3 steps",
            (long long)stats->tests, (long long)sum, (long long)stats->collidingTests,
            (long long)stats->undecided, (long long)stats->reversals, (long long)early, (long long)disjoint);
    }
    return good;
}

// Runs the room with and without caches side by side: the results must be equal.
static bool check(const SceneData *data, const cdMesh *const *meshes, char *message, size_t messageSize) {
    enum { FRAMES = 60 };
    PolytopeRoomDef def = ((const Show *)data->own)->room->def, bare = def;
    bare.noCache = true;
    PolytopeRoom *room = MakePolytopeRoom(&def), *other = MakePolytopeRoom(&bare);
    bool good = room != NULL && other != NULL;
    for (int32_t frame = 0; good && frame < FRAMES; frame++)
        good = StepPolytopeRoom(room) && StepPolytopeRoom(other);
    if (!good) snprintf(message, messageSize, "out of memory");
    for (int32_t i = 0; good && i < room->bodyCount; i++) {
        good = memcmp(&room->bodies[i].pose, &other->bodies[i].pose, sizeof(cdPose)) == 0;
        if (!good) snprintf(message, messageSize, "body %d has another pose without the caches", (int)i + 1);
    }
    good = good && checkCounts(room, message, messageSize) && checkMeshes(room, meshes, message, messageSize);
    DestroyPolytopeRoom(room);
    DestroyPolytopeRoom(other);
    return good;
}

const Scene scenePolytopes = {
    .group = "many",
    .name = "polytopes",
    .about =
        "Ellipsoids, rods and plates, 500 at first, fly in a closed room. Each pair with overlapping boxes "
        "is searched for a separating vector. Colliding bodies are orange and reverse. The panel counts the "
        "steps k of each search.",
    .create = create,
    .step = step,
    .restart = restart,
    .draw = draw,
    .drawHulls = drawHulls,
    .params = params,
    .paramCount = sizeof params / sizeof params[0],
    .check = check,
};
