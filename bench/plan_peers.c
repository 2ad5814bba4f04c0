// OMPL's planners on the puzzles of the benchmark of plans, beside ours.
//
// All get the same start and the same goal: a sphere around the part is outside of the bounding box of all
// obstacles. Of an assembly the planners get each part among those that are left, in the order that ours
// finds, with one seed. OMPL's planners grow trees from both ends; they get goal poses from such a region, at
// random. Their states are in a cube that leaves room around the obstacles for the part to be outside. FCL
// tests states, at two resolutions: OMPL's default, and one that is ten times finer. Range, cells and
// whatever else a planner has are OMPL's defaults. Each search may take LIMIT seconds of processor time; a
// search that finds nothing counts with its limit in the median. Every path found, of theirs and of ours, is
// judged by cdFindPathContact; contacts of theirs are confirmed on OMPL's own motion (peer_motion.h). The
// path of the planner is judged as it is; OMPL's simplification of paths tests motions in the same way.
#include "bench/plan_peers.h"
#include "bench/plan_cases.h"
#include "bench/timing.h"
#include "engine/platform/clock.h"

#if !defined(FC_HAVE_OMPL) || !defined(FC_HAVE_FCL)

bool ComparePlanPeers(const BenchInput *input, cdWorkspace *workspace, BenchReport *report) {
    (void)input, (void)workspace;
    AddNote(report, "No peer: built without OMPL and FCL (Debian's libompl-dev and libfcl-dev).");
    return true;
}

#else

#include "bench/peer_motion.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SEED_STEPS = 1000, POSE_MAX = 10000, RESOLUTIONS = 2 };
static const double LIMIT = 10.0; // processor time of one search, seconds
static const double resolutions[RESOLUTIONS] = {PEER_RESOLUTION, 0.1 * PEER_RESOLUTION};

// Counts over the seeds of a puzzle.
typedef struct Tally {
    Timings times;  // microseconds
    double seconds; // sum
    double found, inContact, confirmed, undecided;
} Tally;

// A puzzle as OMPL gets it.
typedef struct PeerPuzzle {
    PlanScenery scenery;
    int32_t part; // the object that moves
    PartSet set;
    PeerModel *models[2];
    PeerSearch search;
    double half; // of the cube of states
} PeerPuzzle;

typedef struct Comparison {
    const BenchInput *input;
    cdWorkspace *workspace;
    cdPathNode *nodes; // room for a path of POSE_MAX poses
    cdPose *poses;     // poses[POSE_MAX]
    int64_t seeds;
    int32_t done, total; // cases
    double contacts, confirmed, undecided, wrong;
} Comparison;

// --- Puzzles

static void joinMesh(TriangleSoup *joined, const cdMesh *mesh, cdPose pose) {
    cdMeshInfo info = cdGetMeshInfo(mesh);
    int32_t first = joined->pointCount;
    for (int32_t i = 0; i < info.vertexCount; i++)
        joined->points[joined->pointCount++] = cdTransformPoint(pose, cdAdd(info.center, info.vertices[i]));
    for (int32_t i = 0; i < 3 * info.triangleCount; i++)
        joined->triangles[3 * joined->triangleCount + i] = first + info.triangles[i];
    joined->triangleCount += info.triangleCount;
}

// Joins all meshes of the part in its frame, or all obstacles in the world frame.
static TriangleSoup joinMeshes(const PartSet *set, bool ofPart) {
    int32_t count = ofPart ? set->shapeCount : set->obstacleCount, points = 0, triangles = 0;
    for (int32_t i = 0; i < count; i++) {
        cdMeshInfo info = cdGetMeshInfo(ofPart ? set->shapes[i].mesh : set->obstacles[i].mesh);
        points += info.vertexCount;
        triangles += info.triangleCount;
    }
    TriangleSoup joined = {.points = AllocateArray(points, sizeof *joined.points),
                           .triangles = AllocateArray(3 * (int64_t)triangles, sizeof *joined.triangles)};
    for (int32_t i = 0; i < count; i++)
        joinMesh(&joined, ofPart ? set->shapes[i].mesh : set->obstacles[i].mesh,
                 ofPart ? set->shapes[i].pose : set->obstacles[i].pose);
    return joined;
}

static cdBox3 findBounds(const TriangleSoup *soup) {
    cdBox3 box = {soup->points[0], soup->points[0]};
    for (int32_t i = 1; i < soup->pointCount; i++) {
        cdVec3 p = soup->points[i];
        box.lower = (cdVec3){fmin(box.lower.x, p.x), fmin(box.lower.y, p.y), fmin(box.lower.z, p.z)};
        box.upper = (cdVec3){fmax(box.upper.x, p.x), fmax(box.upper.y, p.y), fmax(box.upper.z, p.z)};
    }
    return box;
}

static double getLargest(cdVec3 v) {
    return fmax(fabs(v.x), fmax(fabs(v.y), fabs(v.z)));
}

// The cube has room for the sphere on all sides of the obstacles.
static void describeSearch(PeerPuzzle *puzzle, const TriangleSoup *part, const TriangleSoup *others) {
    cdBox3 own = findBounds(part);
    PeerSearch *search = &puzzle->search;
    search->start = puzzle->scenery.data.objects[puzzle->part].pose;
    search->bounds = findBounds(others);
    search->center = cdScale(0.5, cdAdd(own.lower, own.upper));
    for (int32_t i = 0; i < part->pointCount; i++)
        search->radius = fmax(search->radius, cdLength(cdSub(part->points[i], search->center)));
    puzzle->half = fmax(getLargest(search->bounds.lower), getLargest(search->bounds.upper)) +
                   1.5 * search->radius + cdLength(search->center);
}

static PeerModel *makeModel(const TriangleSoup *soup) {
    return MakePeerModel(soup->points, soup->pointCount, soup->triangles, soup->triangleCount);
}

// Makes the models of the set, whose first object is `part`. `made`: false: there was no memory for the set.
static bool openPart(PeerPuzzle *puzzle, int32_t part, bool made, BenchReport *report) {
    puzzle->part = part;
    puzzle->search = (PeerSearch){.limit = LIMIT};
    if (!made) return FailReport(report, "out of memory");
    TriangleSoup soups[2] = {joinMeshes(&puzzle->set, true), joinMeshes(&puzzle->set, false)};
    describeSearch(puzzle, &soups[0], &soups[1]);
    for (int i = 0; i < 2; i++) {
        puzzle->models[i] = makeModel(&soups[i]);
        DestroyTriangleSoup(&soups[i]);
    }
    return true;
}

static void closePart(PeerPuzzle *puzzle) {
    for (int i = 0; i < 2; i++) {
        FreePeerModel(puzzle->models[i]);
        puzzle->models[i] = NULL;
    }
    DestroyPartSet(&puzzle->set);
}

static bool openPuzzle(PeerPuzzle *puzzle, const PlanCase *kind, BenchReport *report) {
    PlanScenery *scenery = &puzzle->scenery;
    int32_t part = 0;
    *puzzle = (PeerPuzzle){.part = 0};
    if (!OpenPlanScenery(scenery, kind, report)) return false;
    while (scenery->data.objects[part].body == SCENE_FIXED)
        part++;
    bool made =
        CreatePartSet(&scenery->data, (const cdMesh *const *)scenery->meshes, &part, 1, NULL, &puzzle->set);
    return openPart(puzzle, part, made, report);
}

static void closePuzzle(PeerPuzzle *puzzle) {
    closePart(puzzle);
    ClosePlanScenery(&puzzle->scenery);
}

// --- Searches

// True after the processor time of `context`, a double.
static bool isLate(void *context) {
    const double *end = context;
    return gxGetThreadTime() > *end;
}

static bool searchOurs(Comparison *all, const PeerPuzzle *puzzle, uint64_t seed, Tally *tally,
                       BenchReport *report) {
    double begin = gxGetThreadTime(), end = begin + LIMIT;
    const DisassemblyInput input = {.data = &puzzle->scenery.data,
                                    .meshes = (const cdMesh *const *)puzzle->scenery.meshes,
                                    .part = puzzle->part,
                                    .seed = seed,
                                    .interrupt = isLate,
                                    .context = &end};
    Disassembly result;
    if (!FindDisassembly(&input, &result, report->failure, sizeof report->failure)) return false;
    bool isFound = result.removedCount == 1;
    AddTiming(&tally->times, 1e6 * (isFound ? gxGetThreadTime() - begin : LIMIT));
    if (isFound) {
        const DisassemblyPart *part = &result.parts[0];
        cdPathContact found =
            FindPartContact(&puzzle->set, part->nodes, part->plan.nodeCount, all->workspace);
        tally->found++;
        tally->inContact += found.contact.state != CD_FREE;
    }
    DestroyDisassembly(&result);
    return true;
}

static void judge(Comparison *all, const PeerPuzzle *puzzle, const PeerSpace *space, int32_t count,
                  Tally *tally) {
    FollowPeerMotions(space, all->poses, count, all->nodes);
    cdPathContact found =
        FindPartContact(&puzzle->set, all->nodes, (count - 1) * MOTION_SCREWS + 1, all->workspace);
    cdState state = found.contact.state;
    tally->undecided += state == CD_UNDECIDED;
    if (state != CD_CONTACT && state != CD_OVERLAP) return;
    tally->inContact++;
    tally->confirmed += IsPeerOverlapAfter(space, all->poses, count, found.time.lo);
}

static void searchTheirs(Comparison *all, const PeerPuzzle *puzzle, const PeerSpace *space,
                         PeerPlanner planner, uint64_t seed, Tally *tally) {
    PeerSearch search = puzzle->search;
    search.planner = planner;
    search.seed = (uint32_t)seed;
    search.poses = all->poses;
    search.poseCapacity = POSE_MAX;
    double begin = gxGetThreadTime();
    int32_t count = RunPeerSearch(space, &search);
    double seconds = gxGetThreadTime() - begin;
    AddTiming(&tally->times, 1e6 * (count > 0 ? seconds : LIMIT));
    tally->seconds += seconds;
    if (count < 2) return;
    tally->found++;
    judge(all, puzzle, space, count, tally);
}

// --- Tables

static void addRow(const PlanCase *kind, const Comparison *all, const Tally *ours, const Tally *theirs,
                   BenchReport *report) {
    double values[REPORT_COLUMN_MAX] = {(double)all->seeds, ours->found,
                                        1e-6 * GetQuantile(&ours->times, 0.5)};
    for (int k = 0; k < PEER_PLANNERS; k++) {
        values[3 * k + 3] = theirs[k].found;
        values[3 * k + 4] = theirs[k].inContact;
        values[3 * k + 5] = 1e-6 * GetQuantile(&theirs[k].times, 0.5);
    }
    char name[64];
    NamePlanCase(kind, name, sizeof name);
    AddRow(report, values, "%s", name);
}

static void addContacts(Comparison *all, const Tally *tally) {
    all->contacts += tally->inContact;
    all->confirmed += tally->confirmed;
    all->undecided += tally->undecided;
}

// Runs OMPL's planners at a resolution.
static void runTheirs(Comparison *all, const PeerPuzzle *puzzle, double resolution, Tally *theirs) {
    PeerSpace *space = MakePeerSpace(puzzle->models[0], puzzle->models[1], puzzle->half, resolution);
    for (int k = 0; k < PEER_PLANNERS; k++) {
        theirs[k] = (Tally){.times = MakeTimings(all->seeds)};
        for (int64_t i = 0; i < all->seeds; i++)
            searchTheirs(all, puzzle, space, (PeerPlanner)k, all->input->seed + (uint64_t)i, &theirs[k]);
        SortTimings(&theirs[k].times);
        addContacts(all, &theirs[k]);
    }
    FreePeerSpace(space);
}

static bool runOurs(Comparison *all, const PeerPuzzle *puzzle, Tally *ours, BenchReport *report) {
    bool good = true;
    *ours = (Tally){.times = MakeTimings(all->seeds)};
    for (int64_t i = 0; i < all->seeds && good; i++)
        good = searchOurs(all, puzzle, all->input->seed + (uint64_t)i, ours, report);
    SortTimings(&ours->times);
    all->wrong += ours->inContact;
    return good;
}

// Adds the row of a puzzle. Ours runs at the first resolution only.
static bool comparePuzzle(Comparison *all, const PlanCase *kind, int resolution, Tally *ours,
                          BenchReport *report) {
    PeerPuzzle puzzle;
    Tally theirs[PEER_PLANNERS];
    bool good = openPuzzle(&puzzle, kind, report);
    if (good && resolution == 0) good = runOurs(all, &puzzle, ours, report);
    if (good) {
        runTheirs(all, &puzzle, resolutions[resolution], theirs);
        addRow(kind, all, ours, theirs, report);
        for (int k = 0; k < PEER_PLANNERS; k++)
            FreeTimings(&theirs[k].times);
    }
    closePuzzle(&puzzle);
    if (all->input->showProgress != NULL)
        all->input->showProgress(++all->done, all->total, all->input->context);
    return good;
}

static bool compareAll(Comparison *all, BenchReport *report) {
    static const char *const columns[] = {"seeds", "ours found",   "s",          "RRT-C found", "in contact",
                                          "s",     "KPIECE found", "in contact", "s",           NULL};
    int32_t count;
    const PlanCase *cases = GetPlanCases(&count);
    Tally *ours = AllocateArray(count, sizeof *ours);
    bool good = true;
    all->total = RESOLUTIONS * count;
    for (int resolution = 0; resolution < RESOLUTIONS && good; resolution++) {
        AddTable(report, columns,
                 "Ours, OMPL's RRTConnect and LBKPIECE1 with FCL every %g %% of the space; medians",
                 100.0 * resolutions[resolution]);
        for (int32_t i = 0; i < count && good; i++)
            good = comparePuzzle(all, &cases[i], resolution, &ours[i], report);
    }
    for (int32_t i = 0; i < count; i++)
        FreeTimings(&ours[i].times);
    free(ours);
    return good;
}

// --- Assemblies

// Finds the order, within the processor time that the planners have for all parts.
static bool findOrder(Comparison *all, const PeerPuzzle *puzzle, Disassembly *order, double *seconds,
                      BenchReport *report) {
    double begin = gxGetThreadTime(), end = begin + LIMIT * puzzle->scenery.data.objectCount;
    const DisassemblyInput input = {.data = &puzzle->scenery.data,
                                    .meshes = (const cdMesh *const *)puzzle->scenery.meshes,
                                    .part = -1,
                                    .seed = all->input->seed,
                                    .largestGroup = 1,
                                    .interrupt = isLate,
                                    .context = &end};
    bool good = FindDisassembly(&input, order, report->failure, sizeof report->failure);
    *seconds = gxGetThreadTime() - begin;
    return good;
}

// Runs OMPL's planners on a part among those that are left, at all resolutions. The last one is free for all.
static bool searchPart(Comparison *all, PeerPuzzle *puzzle, const Disassembly *order, int32_t index,
                       Tally tallies[RESOLUTIONS][PEER_PLANNERS], BenchReport *report) {
    const DisassemblyPart *part = &order->parts[index];
    bool isLast = index + 1 == puzzle->scenery.data.objectCount;
    for (int i = 0; i < RESOLUTIONS * PEER_PLANNERS && isLast; i++)
        tallies[i / PEER_PLANNERS][i % PEER_PLANNERS].found++;
    if (isLast) return true;
    bool made = CreateRemovalSet(&puzzle->scenery.data, (const cdMesh *const *)puzzle->scenery.meshes, order,
                                 index, &puzzle->set);
    if (!openPart(puzzle, part->objects[0], made, report)) return false;
    cdState state =
        FindPartContact(&puzzle->set, part->nodes, part->plan.nodeCount, all->workspace).contact.state;
    all->wrong += state != CD_FREE;
    for (int i = 0; i < RESOLUTIONS; i++) {
        PeerSpace *space = MakePeerSpace(puzzle->models[0], puzzle->models[1], puzzle->half, resolutions[i]);
        for (int k = 0; k < PEER_PLANNERS; k++)
            searchTheirs(all, puzzle, space, (PeerPlanner)k, all->input->seed, &tallies[i][k]);
        FreePeerSpace(space);
    }
    closePart(puzzle);
    return true;
}

static void addAssemblyRows(const PlanCase *kind, Comparison *all, const Disassembly *order, double seconds,
                            Tally tallies[RESOLUTIONS][PEER_PLANNERS], BenchReport *report) {
    char name[64];
    NamePlanCase(kind, name, sizeof name);
    for (int i = 0; i < RESOLUTIONS; i++) {
        double values[REPORT_COLUMN_MAX] = {order->partCount, order->removedCount, seconds};
        for (int k = 0; k < PEER_PLANNERS; k++) {
            values[3 * k + 3] = tallies[i][k].found;
            values[3 * k + 4] = tallies[i][k].inContact;
            values[3 * k + 5] = tallies[i][k].seconds;
            addContacts(all, &tallies[i][k]);
        }
        AddRow(report, values, "%s, %g %%", name, 100.0 * resolutions[i]);
    }
}

static bool compareAssembly(Comparison *all, const PlanCase *kind, BenchReport *report) {
    PeerPuzzle puzzle = {.part = 0};
    Disassembly order = {0};
    Tally tallies[RESOLUTIONS][PEER_PLANNERS] = {{{.found = 0.0}}};
    double seconds = 0.0;
    bool good =
        OpenPlanScenery(&puzzle.scenery, kind, report) && findOrder(all, &puzzle, &order, &seconds, report);
    for (int i = 0; i < RESOLUTIONS * PEER_PLANNERS; i++)
        tallies[i / PEER_PLANNERS][i % PEER_PLANNERS].times = MakeTimings(order.partCount);
    for (int32_t i = 0; i < order.removedCount && good; i++)
        good = searchPart(all, &puzzle, &order, i, tallies, report);
    if (good) addAssemblyRows(kind, all, &order, seconds, tallies, report);
    for (int i = 0; i < RESOLUTIONS * PEER_PLANNERS; i++)
        FreeTimings(&tallies[i / PEER_PLANNERS][i % PEER_PLANNERS].times);
    DestroyDisassembly(&order);
    closePuzzle(&puzzle);
    return good;
}

static bool compareAssemblies(Comparison *all, BenchReport *report) {
    static const char *const columns[] = {"parts", "ours found",   "s",          "RRT-C found", "in contact",
                                          "s",     "KPIECE found", "in contact", "s",           NULL};
    static const PlanCase burr = {PUZZLE_BURR, 0.0, 60.0};
    AddTable(report, columns,
             "Assemblies, one seed: parts taken out of those left, in our order, and all processor time");
    return compareAssembly(all, &burr, report) && compareAssembly(all, NULL, report);
}

bool ComparePlanPeers(const BenchInput *input, cdWorkspace *workspace, BenchReport *report) {
    const int64_t nodes = (int64_t)POSE_MAX * MOTION_SCREWS;
    Comparison all = {.input = input,
                      .workspace = workspace,
                      .nodes = AllocateArray(nodes, sizeof *all.nodes),
                      .poses = AllocateArray(POSE_MAX, sizeof *all.poses),
                      .seeds = (input->steps + SEED_STEPS - 1) / SEED_STEPS};
    bool good = compareAll(&all, report) && compareAssemblies(&all, report);
    AddRequirement(report, "paths of ours in contact", all.wrong, REPORT_AT_MOST, 0.0, "paths");
    AddRequirement(report, "paths of OMPL undecided", all.undecided, REPORT_AT_MOST, 0.0, "paths");
    AddTarget(report, "contacts that FCL does not confirm", all.contacts - all.confirmed, REPORT_AT_MOST, 0.0,
              "paths");
    AddNote(
        report,
        "A search ends after %g s of processor time. In contact: cdFindPathContact finds a contact on the "
        "path found, followed in %d screws a motion. FCL confirms %g of %g such contacts by an overlap on "
        "OMPL's motion shortly after.",
        LIMIT, MOTION_SCREWS, all.confirmed, all.contacts);
    free(all.nodes);
    free(all.poses);
    return good;
}

#endif
