// Searches for ways out, beside the frames.
//
// (1) The obstacles and the ground are copied as they are. (2) The thread makes attempts, each with another
// seed and four times the work of the last, and measures the clearance of the way that it finds. The planner
// does not know the ground: its box is so large that nothing would be outside. A way that meets it is not
// taken. An edited way is only measured. (3) The window takes the way over, or says why it has no way.
#include "services/way_out.h"

#include "collision/plan.h"
#include "collision/trap.h"
#include "engine/platform/clock.h"
#include "engine/platform/threads.h"
#include "engine/window.h"
#include "services/notice.h"
#include "services/record.h"
#include "services/way_edges.h"
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
    bool measures; // only the clearance of the way that there is
    WayScene scene;
    cdPose start;
    cdPathNode *nodes; // nodes[NODE_MAX]
    cdPlan plan;
    cdTrap trap; // after the first round
    cdPathBound parts[WAY_PART_MAX];
    int32_t partCount;
};

static void freeSearch(void *context) {
    WaySearch *search = context;
    if (!search) return;
    FreeWayScene(&search->scene);
    free(search->nodes);
    free(search);
}

// --- (1)

static WaySearch *createSearch(Stage *stage, int32_t object, double reach) {
    WaySearch *search = calloc(1, sizeof *search);
    if (!search) return NULL;
    search->object = object;
    search->begin = gxGetTime();
    // Without threads the window stands still meanwhile.
    search->rounds = gxCountProcessors() > 1 ? ROUNDS : 1;
    search->start = stage->objects[object].pose;
    search->nodes = malloc(NODE_MAX * sizeof *search->nodes);
    bool changed;
    if (search->nodes && ReadWayScene(&search->scene, stage, object, reach, &changed)) return search;
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
                         .shapes = search->scene.shapes,
                         .shapeCount = search->scene.shapeCount,
                         .obstacles = search->scene.pathObstacles,
                         .obstacleCount = search->scene.count,
                         .budget = limit(search, tests)};
}

static bool meetsGround(WaySearch *search) {
    if (search->scene.count == search->scene.others || search->plan.nodeCount < 2) return false;
    cdPathInput path = describePath(search, 0);
    return cdFindPathContact(&path, search->scene.workspace, NULL).contact.state != CD_FREE;
}

static bool isTrapped(const WaySearch *search) {
    return (search->trap.proofs & CD_TRAP_ALL_MOTIONS) != 0;
}

// Tries to prove that there is no way.
static void findTrap(WaySearch *search) {
    const cdTrapInput input = {.shapes = search->scene.shapes,
                               .shapeCount = search->scene.shapeCount,
                               .obstacles = search->scene.obstacles,
                               .obstacleCount = search->scene.others,
                               .start = search->start,
                               .proofs = CD_TRAP_ALL_MOTIONS,
                               .budget = limit(search, 0)};
    search->trap = cdFindTrap(&input, search->scene.workspace);
}

static void plan(WaySearch *search) {
    int64_t tests = FIRST_TESTS;
    for (int32_t round = 0; round < search->rounds && !isUnwanted(search); ++round, tests *= 4) {
        atomic_store(&search->round, round);
        cdPlanInput input = {.shapes = search->scene.shapes,
                             .shapeCount = search->scene.shapeCount,
                             .obstacles = search->scene.obstacles,
                             .obstacleCount = search->scene.others,
                             .start = search->start,
                             .seed = (uint64_t)round,
                             .budget = limit(search, tests),
                             .nodes = search->nodes,
                             .nodeCapacity = NODE_MAX};
        search->plan = cdPlanPath(&input, search->scene.workspace);
        bool found = search->plan.state == CD_PLAN_FOUND && !meetsGround(search);
        bool goesOn = search->plan.state == CD_PLAN_NOT_FOUND && search->plan.reason == CD_REASON_BUDGET;
        if (found || (!goesOn && search->plan.state != CD_PLAN_FOUND)) return;
        if (search->plan.state == CD_PLAN_FOUND) search->plan.state = CD_PLAN_NOT_FOUND;
        if (round == 0) findTrap(search);
        if (isTrapped(search)) return;
    }
}

static void measureClearance(WaySearch *search) {
    cdPathClearanceInput input = {.path = describePath(search, CLEARANCE_TESTS),
                                  .precision = 1e-5 * cdGetMeshInfo(search->scene.shapes[0].mesh).radius,
                                  .bounds = search->parts,
                                  .boundCount = WAY_PART_MAX};
    if (cdFindPathClearance(&input, search->scene.workspace).state == CD_FREE)
        search->partCount = WAY_PART_MAX;
}

static void run(void *context) {
    WaySearch *search = context;
    if (!search->measures) plan(search);
    bool found = search->plan.state == CD_PLAN_FOUND && search->plan.nodeCount > 1;
    if (found && search->scene.count > 0) measureClearance(search);
}

// --- (3)

int32_t GetWayRoundCount(void) {
    return ROUNDS;
}

bool IsWaySought(const App *app, int32_t *round, double *seconds) {
    WaySearch *search = app->waySearch;
    if (!search || search->measures) return false;
    *round = atomic_load(&search->round);
    *seconds = gxGetTime() - search->begin;
    return true;
}

void EndWaySearch(App *app) {
    WaySearch *search = app->waySearch;
    if (!search) return;
    atomic_store(&search->unwanted, true);
    EndSideJob(search->job);
    if (search->measures) app->wayHand.measured = false;
    freeSearch(search);
    app->waySearch = NULL;
}

void ForgetWay(App *app) {
    EndWaySearch(app);
    if (app->manipulation.hold == HOLD_WAYPOINT) app->manipulation = (Manipulation){0};
    FreeWay(&app->way);
    FreeWayScene(&app->wayHand.scene);
    ForgetWayEdits(&app->wayHand.edits);
    app->wayHand = (WayHand){0};
    app->wayPlay = (WayPlay){0};
}

void RemoveWay(App *app) {
    int32_t object = app->way.object;
    bool had = app->way.nodeCount > 0;
    ForgetWay(app);
    app->way.object = object;
    if (had) RecordWay(app);
}

void RecordWay(App *app) {
    const Way *way = &app->way;
    StageOutcome outcome = {.known = true, .state = CD_FREE, .edge = -1};
    if (app->replay.active || app->wayHand.recorded) return;
    for (int32_t i = 0; i + 1 < way->nodeCount && outcome.state == CD_FREE; ++i) {
        if (way->edges[i].state == WAY_EDGE_FREE) continue;
        outcome.state = way->edges[i].state == WAY_EDGE_BLOCKED ? way->edges[i].contact : CD_UNDECIDED;
        outcome.edge = i;
    }
    app->wayHand.recorded = true;
    ApplyStageEntry(&app->stage, MakeWay(way->object, way->nodes, way->nodeCount, outcome));
}

void ShowRecordedWay(App *app, const StageEntry *entry) {
    ForgetWay(app);
    if (entry->nodeCount == 0 || !SetWayNodes(&app->way, entry->nodes, entry->nodeCount)) return;
    app->way.object = entry->index;
    app->way.hasHandles = true;
    app->wayHand.recorded = true;
}

static const char *nameObject(const App *app, int32_t object) {
    return object >= 0 && object < app->stage.objectCount ? app->stage.objects[object].name : "the ground";
}

enum { NAME_SIZE = 96 };

// Names the object whose way is searched, or its group.
static void nameMoved(const App *app, const WaySearch *search, char name[NAME_SIZE]) {
    const char *own = app->stage.objects[search->object].name;
    int32_t others = search->scene.shapeCount - 1;
    if (others > 0)
        snprintf(name, NAME_SIZE, "%.60s and %d more", own, (int)others);
    else
        snprintf(name, NAME_SIZE, "%.60s", own);
}

static void takeClearance(App *app, const WaySearch *search) {
    app->way.partCount = search->partCount;
    memcpy(app->way.parts, search->parts, sizeof app->way.parts);
}

static void keepWay(App *app, WaySearch *search) {
    char name[NAME_SIZE];
    nameMoved(app, search, name);
    if (!SetWayNodes(&app->way, search->nodes, search->plan.nodeCount)) {
        Notify(app, "out of memory");
        return;
    }
    app->way.object = search->object;
    app->way.hasHandles = true;
    for (int32_t i = 0; i + 1 < app->way.nodeCount; ++i)
        app->way.edges[i].state = WAY_EDGE_FREE; // the plan is certified
    takeClearance(app, search);
    app->wayHand = (WayHand){.scene = search->scene, .measured = true};
    search->scene = (WayScene){0};
    double least = INFINITY;
    for (int32_t i = 0; i < app->way.partCount; ++i)
        least = fmin(least, app->way.parts[i].lower);
    double seconds = gxGetTime() - search->begin;
    if (app->way.partCount > 0 && least > 0.0)
        Notify(
            app,
            "%s: a way out, found in %.1f s, free by at least %.3g. Space plays it, its points can be dragged",
            name, seconds, least);
    else
        Notify(app, "%s: a way out, found in %.1f s. Space plays it, its points can be dragged", name,
               seconds);
}

static void reportTrap(App *app, const WaySearch *search) {
    const cdTrap *trap = &search->trap;
    char name[NAME_SIZE];
    nameMoved(app, search, name);
    int32_t owner = trap->obstacle >= 0 ? search->scene.owners[trap->obstacle] : -1;
    const char *other = nameObject(app, owner);
    bool mayJoin =
        owner >= 0 && owner < app->stage.objectCount && IsMovedByQueries(&app->stage.objects[owner]);
    if ((trap->proofs & CD_TRAP_ENCLOSED) != 0)
        Notify(app, "%s: no way out, this is proved: %s encloses it or is enclosed by it", name, other);
    else if ((trap->proofs & CD_TRAP_LINKED) != 0)
        Notify(app, "%s: no way out, this is proved: it is linked with %s%s", name, other,
               mayJoin ? ". Group them to take both out" : "");
    else if ((trap->proofs & CD_TRAP_LOCKED) != 0)
        Notify(app, "%s: no way out, this is proved: its contacts block every motion", name);
    else
        Notify(app, "%s: no way out, this is proved: a ball inside it fits through no opening", name);
}

void UpdateWayOut(App *app) {
    WaySearch *search = app->waySearch;
    if (!search || !IsSideJobDone(search->job)) return;
    app->waySearch = NULL;
    EndSideJob(search->job);
    const cdPlan *plan = &search->plan;
    char name[NAME_SIZE];
    nameMoved(app, search, name);
    int32_t obstacle = plan->obstacle >= 0 ? search->scene.owners[plan->obstacle] : -1;
    if (search->measures)
        takeClearance(app, search);
    else if (plan->state == CD_PLAN_FOUND && plan->nodeCount > 1)
        keepWay(app, search);
    else if (plan->state == CD_PLAN_FOUND && !plan->truncated)
        Notify(app, "%s: nothing is around it", name);
    else if (isTrapped(search))
        reportTrap(app, search);
    else if (plan->state == CD_PLAN_OVERLAP)
        Notify(app, "%s: it overlaps %s", name, nameObject(app, obstacle));
    else
        Notify(app, "%s: no way out found in %.0f s. There may be one", name, gxGetTime() - search->begin);
    app->lastActivity = gxGetTime();
    freeSearch(search);
}

static bool startSearch(App *app, WaySearch *search) {
    if (search) search->job = StartSideJob(run, freeSearch, search);
    if (search && search->job) {
        app->waySearch = search;
        return true;
    }
    freeSearch(search);
    return false;
}

void ToggleWaySearch(App *app) {
    Stage *stage = &app->stage;
    int32_t object = stage->selected;
    bool sought = app->waySearch && !app->waySearch->measures;
    EndWaySearch(app);
    if (sought) return;
    ForgetWay(app);
    if (object < 0 || !IsMovedByQueries(&stage->objects[object]) || stage->boxes.present) {
        Notify(app, "Select an object that you can move: a way out is found for it");
        return;
    }
    stage->playing = false;
    if (!startSearch(app, createSearch(stage, object, 0.0))) Notify(app, "out of memory");
}

void MeasureWay(App *app) {
    Way *way = &app->way;
    EndWaySearch(app);
    if (way->nodeCount > NODE_MAX) return;
    double reach = GetWayReach(way, app->stage.objects[way->object].pose);
    WaySearch *search = createSearch(&app->stage, way->object, reach);
    if (!search) return;
    search->measures = true;
    search->plan = (cdPlan){.state = CD_PLAN_FOUND, .nodeCount = way->nodeCount};
    memcpy(search->nodes, way->nodes, (size_t)way->nodeCount * sizeof *search->nodes);
    startSearch(app, search);
}

bool DescribeWayTrouble(const App *app, char *text, size_t textSize) {
    const Way *way = &app->way;
    int32_t blocked = FindWayEdge(way, WAY_EDGE_BLOCKED), open = FindWayEdge(way, WAY_EDGE_OPEN);
    int32_t undecided = FindWayEdge(way, WAY_EDGE_UNDECIDED);
    if (blocked >= 0)
        snprintf(text, textSize, "%s meets %s between waypoints %d and %d",
                 app->stage.objects[way->object].name, nameObject(app, way->edges[blocked].object),
                 (int)blocked + 1, (int)blocked + 2);
    else if (undecided >= 0)
        snprintf(text, textSize, "the motion between waypoints %d and %d cannot be decided",
                 (int)undecided + 1, (int)undecided + 2);
    else if (open >= 0)
        snprintf(text, textSize, "the motion between waypoints %d and %d is not tested yet", (int)open + 1,
                 (int)open + 2);
    return blocked >= 0 || undecided >= 0 || open >= 0;
}

static void notifySaved(App *app, const char *name) {
    char trouble[160];
    if (DescribeWayTrouble(app, trouble, sizeof trouble))
        Notify(app, "Saved: %s. Not certified: %s", name, trouble);
    else
        Notify(app, "Saved: %s (for `firstcontact path`)", name);
}

void SaveWay(App *app) {
    const Way *way = &app->way;
    char name[64];
    if (way->nodeCount == 0) {
        Notify(app, "There is no way to save: E finds the way out of the selected object");
        return;
    }
    const char *stem = IsWayCertified(way) ? "way" : "blocked-way";
    FILE *file = MakeFileName(name, sizeof name, stem, "csv") ? fopen(name, "wb") : NULL;
    if (!file) {
        Notify(app, "Cannot write a file here: %s", strerror(errno));
        return;
    }
    WriteWay(file, way);
    bool written = !ferror(file);
    written = fclose(file) == 0 && written;
    if (written) gxOfferFile(app->window, name);
    if (written)
        notifySaved(app, name);
    else
        Notify(app, "Cannot write %s", name);
}
