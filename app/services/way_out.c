// Searches for ways out, beside the frames.
//
// (1) The obstacles and the ground are copied as they are. (2) The thread makes attempts, each with another
// seed and four times the work of the last, and measures the clearance of the way that it finds. The planner
// does not know the ground: its box is so large that nothing would be outside. A way that meets it is not
// taken. (3) The window takes the way over, or says why it has no way.
#include "services/way_out.h"

#include "collision/plan.h"
#include "engine/platform/clock.h"
#include "engine/platform/threads.h"
#include "engine/window.h"
#include "services/notice.h"
#include "services/record.h"
#include "stage/motion/stage_query.h"
#include "stage/objects/stage_bounds.h"
#include "stage/world/stage_ground.h"
#include "threads/side_job.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 5, NODE_MAX = 4096 };

static const int64_t FIRST_TESTS = 2000000, CLEARANCE_TESTS = 50000000; // pair tests

struct WaySearch {
    SideJob *job;
    double begin;
    atomic_bool unwanted;
    _Atomic(int32_t) round;
    int32_t rounds, object;
    cdWorkspace *workspace;
    cdSlideShape shape;
    cdObstacle *obstacles;        // obstacles[obstacleCount]
    int32_t *owners;              // owners[obstacleCount]: their objects
    cdPathObstacle *allObstacles; // allObstacles[allCount]: the same, then the ground, if it is on
    int32_t obstacleCount, allCount;
    cdPose start;
    cdPathNode *nodes; // nodes[NODE_MAX]
    cdPlan plan;
    cdPathBound parts[WAY_PART_MAX];
    int32_t partCount;
};

static void freeSearch(void *context) {
    WaySearch *search = context;
    if (!search) return;
    if (search->workspace) cdDestroyWorkspace(search->workspace);
    free(search->obstacles);
    free(search->allObstacles);
    free(search->owners);
    free(search->nodes);
    free(search);
}

// --- (1)

// The ground is put under a path that is long enough for a way to any side.
static int32_t listObstacles(Stage *stage, int32_t object) {
    const StageObject *moved = &stage->objects[object];
    cdVec3 center;
    double radius;
    GetStageBounds(stage, &center, &radius);
    cdPose far = moved->pose;
    far.p.x += 8.0 * (radius + moved->info.radius);
    return ListStageObstacles(stage, object, moved->pose, far);
}

static bool copyObstacles(WaySearch *search, const Stage *stage, int32_t count) {
    size_t room = (size_t)count + 1;
    search->obstacles = malloc(room * sizeof *search->obstacles);
    search->owners = malloc(room * sizeof *search->owners);
    search->allObstacles = calloc(room, sizeof *search->allObstacles);
    if (!search->obstacles || !search->owners || !search->allObstacles) return false;
    search->allCount = count;
    for (int32_t i = 0; i < count; ++i) {
        cdObstacle obstacle = stage->scratch.obstacles[i];
        int32_t owner = stage->scratch.obstacleObjects[i];
        search->allObstacles[i] = (cdPathObstacle){.mesh = obstacle.mesh, .pose = obstacle.pose};
        if (IsGroundIndex(owner, stage->objectCount)) continue;
        search->owners[search->obstacleCount] = owner;
        search->obstacles[search->obstacleCount++] = obstacle;
    }
    return true;
}

static WaySearch *createSearch(Stage *stage, int32_t object) {
    WaySearch *search = calloc(1, sizeof *search);
    if (!search) return NULL;
    search->object = object;
    search->begin = gxGetTime();
    // Without threads the window stands still meanwhile.
    search->rounds = gxCountProcessors() > 1 ? ROUNDS : 1;
    search->shape = (cdSlideShape){stage->objects[object].mesh, cdIdentityPose()};
    search->start = stage->objects[object].pose;
    search->workspace = cdCreateWorkspace();
    search->nodes = malloc(NODE_MAX * sizeof *search->nodes);
    if (search->workspace && search->nodes && copyObstacles(search, stage, listObstacles(stage, object)))
        return search;
    freeSearch(search);
    return NULL;
}

// --- (2)

static bool isUnwanted(void *context) {
    return atomic_load(&((WaySearch *)context)->unwanted);
}

static cdBudget limit(WaySearch *search, int64_t tests) {
    return (cdBudget){.maxPairTests = tests, .interrupt = isUnwanted, .context = search};
}

static cdPathInput describePath(WaySearch *search, int64_t tests) {
    return (cdPathInput){.nodes = search->nodes,
                         .nodeCount = search->plan.nodeCount,
                         .shapes = &search->shape,
                         .shapeCount = 1,
                         .obstacles = search->allObstacles,
                         .obstacleCount = search->allCount,
                         .budget = limit(search, tests)};
}

static bool meetsGround(WaySearch *search) {
    if (search->allCount == search->obstacleCount || search->plan.nodeCount < 2) return false;
    cdPathInput path = describePath(search, 0);
    return cdFindPathContact(&path, search->workspace, NULL).contact.state != CD_FREE;
}

static void plan(WaySearch *search) {
    int64_t tests = FIRST_TESTS;
    for (int32_t round = 0; round < search->rounds && !isUnwanted(search); ++round, tests *= 4) {
        atomic_store(&search->round, round);
        cdPlanInput input = {.shapes = &search->shape,
                             .shapeCount = 1,
                             .obstacles = search->obstacles,
                             .obstacleCount = search->obstacleCount,
                             .start = search->start,
                             .seed = (uint64_t)round,
                             .budget = limit(search, tests),
                             .nodes = search->nodes,
                             .nodeCapacity = NODE_MAX};
        search->plan = cdPlanPath(&input, search->workspace);
        bool found = search->plan.state == CD_PLAN_FOUND && !meetsGround(search);
        bool goesOn = search->plan.state == CD_PLAN_NOT_FOUND && search->plan.reason == CD_REASON_BUDGET;
        if (found || (!goesOn && search->plan.state != CD_PLAN_FOUND)) return;
        if (search->plan.state == CD_PLAN_FOUND) search->plan.state = CD_PLAN_NOT_FOUND;
    }
}

static void measureClearance(WaySearch *search) {
    cdPathClearanceInput input = {.path = describePath(search, CLEARANCE_TESTS),
                                  .precision = 1e-5 * cdGetMeshInfo(search->shape.mesh).radius,
                                  .bounds = search->parts,
                                  .boundCount = WAY_PART_MAX};
    if (cdFindPathClearance(&input, search->workspace).state == CD_FREE) search->partCount = WAY_PART_MAX;
}

static void run(void *context) {
    WaySearch *search = context;
    plan(search);
    bool found = search->plan.state == CD_PLAN_FOUND && search->plan.nodeCount > 1;
    if (found && search->allCount > 0) measureClearance(search);
}

// --- (3)

int32_t GetWayRoundCount(void) {
    return ROUNDS;
}

bool IsWaySought(const App *app, int32_t *round, double *seconds) {
    WaySearch *search = app->waySearch;
    if (!search) return false;
    *round = atomic_load(&search->round);
    *seconds = gxGetTime() - search->begin;
    return true;
}

void EndWaySearch(App *app) {
    WaySearch *search = app->waySearch;
    if (!search) return;
    atomic_store(&search->unwanted, true);
    EndSideJob(search->job);
    freeSearch(search);
    app->waySearch = NULL;
}

void ForgetWay(App *app) {
    EndWaySearch(app);
    free(app->way.nodes);
    app->way = (Way){0};
    app->wayPlay = (WayPlay){0};
}

static const char *nameOverlapped(const App *app, const WaySearch *search) {
    int32_t obstacle = search->plan.obstacle;
    int32_t object = obstacle >= 0 ? search->owners[obstacle] : -1;
    return object >= 0 && object < app->stage.objectCount ? app->stage.objects[object].name : "the ground";
}

static void keepWay(App *app, WaySearch *search) {
    const char *name = app->stage.objects[search->object].name;
    app->way = (Way){.object = search->object, .nodes = search->nodes, .nodeCount = search->plan.nodeCount};
    search->nodes = NULL;
    app->way.partCount = search->partCount;
    memcpy(app->way.parts, search->parts, sizeof app->way.parts);
    double least = INFINITY;
    for (int32_t i = 0; i < app->way.partCount; ++i)
        least = fmin(least, app->way.parts[i].lower);
    double seconds = gxGetTime() - search->begin;
    if (app->way.partCount > 0 && least > 0.0)
        Notify(app, "%s: a way out, found in %.1f s, free by at least %.3g. Space plays it", name, seconds,
               least);
    else
        Notify(app, "%s: a way out, found in %.1f s. Space plays it", name, seconds);
}

void UpdateWayOut(App *app) {
    WaySearch *search = app->waySearch;
    if (!search || !IsSideJobDone(search->job)) return;
    app->waySearch = NULL;
    EndSideJob(search->job);
    const cdPlan *plan = &search->plan;
    const char *name = app->stage.objects[search->object].name;
    if (plan->state == CD_PLAN_FOUND && plan->nodeCount > 1)
        keepWay(app, search);
    else if (plan->state == CD_PLAN_FOUND && !plan->truncated)
        Notify(app, "%s: nothing is around it", name);
    else if (plan->state == CD_PLAN_OVERLAP)
        Notify(app, "%s: it overlaps %s", name, nameOverlapped(app, search));
    else
        Notify(app, "%s: no way out found in %.0f s. There may be one", name, gxGetTime() - search->begin);
    app->lastActivity = gxGetTime();
    freeSearch(search);
}

void ToggleWaySearch(App *app) {
    Stage *stage = &app->stage;
    int32_t object = stage->selected;
    if (app->waySearch) {
        EndWaySearch(app);
        return;
    }
    ForgetWay(app);
    if (object < 0 || !IsMovedByQueries(&stage->objects[object]) || stage->boxes.present) {
        Notify(app, "Select an object that you can move: a way out is found for it");
        return;
    }
    stage->playing = false;
    WaySearch *search = createSearch(stage, object);
    if (search) search->job = StartSideJob(run, freeSearch, search);
    if (search && search->job) {
        app->waySearch = search;
        return;
    }
    freeSearch(search);
    Notify(app, "out of memory");
}

void SaveWay(App *app) {
    const Way *way = &app->way;
    char name[64];
    if (way->nodeCount == 0) {
        Notify(app, "There is no way to save: E finds the way out of the selected object");
        return;
    }
    FILE *file = MakeFileName(name, sizeof name, "way", "csv") ? fopen(name, "wb") : NULL;
    if (!file) {
        Notify(app, "Cannot write a file here: %s", strerror(errno));
        return;
    }
    WritePathHeader(file);
    for (int32_t i = 0; i < way->nodeCount; ++i)
        WritePathPose(file, way->nodes[i].pose);
    bool written = !ferror(file);
    written = fclose(file) == 0 && written;
    if (written) gxOfferFile(app->window, name);
    Notify(app, written ? "Saved: %s (for `firstcontact path`)" : "Cannot write %s", name);
}
