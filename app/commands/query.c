// `firstcontact query`: finds the first contact of mesh A with mesh B along a path of poses.
//
// Input: two mesh arguments and a path file; row i and row i + 1 are one step. Output: one JSON line a step
// (query_write.c). A moves, B is fixed at the identity. All input is read and checked before the first line.
// Independent steps run on threads, in runs that share a cache; a drag is one run.
#include "collision/distance.h"
#include "collision/slide.h"
#include "commands/command.h"
#include "commands/path_file.h"
#include "commands/query_write.h"
#include "commands/row_output.h"
#include "engine/platform/clock.h"
#include "scenes/names.h"
#include "stage/mesh_source.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MODE_CONTINUOUS, MODE_DISCRETE };
enum { STEPS_INDEPENDENT, STEPS_DRAG };
enum { RESPONSE_STOP, RESPONSE_SLIDE };
enum { RUN_LENGTH = 16 }; // steps that share a cache

static const char *const stepKinds[] = {"independent", "drag", NULL};
static const char *const responses[] = {"stop", "slide", NULL};

typedef struct QueryOptions {
    const char *path, *out;
    int mode, steps, response;
    int32_t jobs;
    int64_t maxTests; // 0: no limit
    double margin, safetyDistance, leafRadius, scaleA, scaleB;
    bool normalize, noLabels, noPairTables, noProxy, noBoxes, bruteForce, clearance, summary;
} QueryOptions;

typedef struct QueryRun {
    QueryOptions options;
    cdMesh *meshA, *meshB;
    cdPose *poses;
    int32_t poseCount;
    QueryTotals totals;
} QueryRun;

// Memory of one thread.
typedef struct QueryWorker {
    cdWorkspace *workspace;
    cdPairCache cache;
    cdPairCache distanceCache;
    cdPose start; // of the next step of a drag
    QueryTotals totals;
} QueryWorker;

static int readOptions(QueryOptions *o, int argCount, char *const args[],
                       const char *arguments[ARGUMENT_MAX]) {
    *o = (QueryOptions){.scaleA = 1.0, .scaleB = 1.0};
    const CommandDef def = {
        .name = "query",
        .arguments = "A B --path PATH.csv ",
        .argumentCount = 2,
        .argumentLimit = 2,
        .about =
            "Finds the first contact of mesh A, which moves along a path, with mesh B, which is fixed. A mesh is a file\n"
            "or builtin:NAME (see firstcontact --help). PATH.csv has the header px,py,pz,qw,qx,qy,qz and one pose a\n"
            "row; two rows are one step. In discrete mode only the target of each step is tested, and A always moves\n"
            "there.\n\n"
            "Output: one JSON line a step; fields that do not apply are null:\n"
            "  status                free, contact, overlap (at the start; discrete: at the target), undecided\n"
            "  t, t_hi               fractions of the step: free of contact up to t, first contact by t_hi\n"
            "  kind                  vertex-face, face-vertex or edge-edge, A's feature first\n"
            "  point, normal         of the contact, world frame; the normal is unit, from B to A\n"
            "  feature_a, feature_b  vertex, edge or face; numbers of the file, from 0\n"
            "  pose                  resolved pose of A, after any slide: px,py,pz,qw,qx,qy,qz\n"
            "  slide                 with --response slide: reached (the target), exhausted (stopped by a limit on its\n"
            "                        work; a step to the same target continues it), number of queries\n"
            "  clearance             with --clearance: distance at the resolved pose (0: overlap), with the nearest points\n"
            "                        _point_a and _point_b, their features _feature_a and _feature_b, the unit _normal\n"
            "                        from B to A (null: overlap), and the time _us in microseconds\n"
            "  reason                only if the step is undecided or its slide was cut short: budget (--max-tests),\n"
            "                        input, workspace, precision; the path up to the resolved pose is certified free\n"
            "  tests, time_us        counts of tests (every 16th step starts without a cache, except in a drag);\n"
            "                        microseconds",
        .example = "printf 'px,py,pz,qw,qx,qy,qz\\n3,0,0,1,0,0,0\\n0,0,0,1,0,0,0\\n' | firstcontact query "
                   "builtin:torus "
                   "builtin:box --path /dev/stdin",
        .options = {
            {"--path", "FILE", "file of the poses of A (required)", OPTION_TEXT, &o->path, 0, 0, NULL},
            {"--mode", "continuous|discrete", "method (default continuous)", OPTION_CHOICE, &o->mode, 0, 0,
             GetModeNames()},
            {"--steps", "independent|drag",
             "start each step at its own row, or at the last resolved pose (default independent)",
             OPTION_CHOICE, &o->steps, 0, 0, stepKinds},
            {"--response", "stop|slide",
             "at contact: stop, or slide along the surface, with rotation (default stop)", OPTION_CHOICE,
             &o->response, 0, 0, responses},
            {"--margin", "LENGTH", "gap kept at contact (default 1e-6 of the larger mesh's radius)",
             OPTION_NUMBER, &o->margin, 0.0, 1e100, NULL},
            {"--safety-distance", "LENGTH",
             "distance that counts as contact; A stays farther away (default 0)", OPTION_NUMBER,
             &o->safetyDistance, 0.0, 1e100, NULL},
            {"--leaf-radius", "LENGTH", "radius of the leaf spheres (default automatic, the same for both)",
             OPTION_NUMBER, &o->leafRadius, 0.0, 1e100, NULL},
            PLACEMENT_OPTIONS(o),
            {"--no-labels", NULL, "disable the labels of the sphere trees", OPTION_FLAG, &o->noLabels, 0, 0,
             NULL},
            {"--no-pair-tables", NULL, "disable the tables of tested elements", OPTION_FLAG, &o->noPairTables,
             0, 0, NULL},
            {"--no-proxy", NULL, "disable the test of convex hulls that comes first", OPTION_FLAG,
             &o->noProxy, 0, 0, NULL},
            {"--no-boxes", NULL, "disable the analytic test of two boxes", OPTION_FLAG, &o->noBoxes, 0, 0,
             NULL},
            {"--brute-force", NULL, "disable the trees: test every pair of elements", OPTION_FLAG,
             &o->bruteForce, 0, 0, NULL},
            JOBS_OPTION(&o->jobs),
            {"--max-tests", "N", "limit of pair tests a step, undecided beyond it (default no limit)",
             OPTION_COUNT, &o->maxTests, 1.0, 1e15, NULL},
            {"--clearance", NULL, "add the distance of A and B after each step, and the minimum to --summary",
             OPTION_FLAG, &o->clearance, 0, 0, NULL},
            {"--summary", NULL, "add a last line with totals and times", OPTION_FLAG, &o->summary, 0, 0,
             NULL},
            {"--out", "FILE", "write results to FILE, atomically (default standard output)", OPTION_TEXT,
             &o->out, 0, 0, NULL},
        }};
    int exitCode = ReadCommandLine(&def, argCount, args, arguments);
    if (exitCode >= 0) return exitCode;
    if (o->path == NULL) return FailArguments(&def);
    if (o->mode == MODE_DISCRETE && o->response == RESPONSE_SLIDE) {
        return FailCall(&def, "--response slide needs --mode continuous");
    }
    if (o->mode == MODE_DISCRETE && o->safetyDistance > 0.0)
        return FailCall(&def, "--safety-distance needs --mode continuous");
    if (o->mode == MODE_DISCRETE && o->bruteForce)
        return FailCall(&def, "--brute-force needs --mode continuous");
    return -1;
}

static bool loadMeshes(QueryRun *run, const char *const names[2], char *message, size_t messageSize) {
    const QueryOptions *o = &run->options;
    TriangleSoup soups[2] = {0};
    bool good =
        LoadTriangleSoup(names[0], (MeshPlacement){o->normalize, o->scaleA}, &soups[0], message,
                         messageSize) &&
        LoadTriangleSoup(names[1], (MeshPlacement){o->normalize, o->scaleB}, &soups[1], message, messageSize);
    if (good) {
        const cdMeshDef defs[2] = {MakeSoupMeshDef(&soups[0]), MakeSoupMeshDef(&soups[1])};
        double radii[2] = {o->leafRadius, o->leafRadius};
        if (!(o->leafRadius > 0.0)) cdSuggestLeafRadii(defs, 2, radii);
        uint32_t parts = CD_PART_HULL | (o->response == RESPONSE_SLIDE ? (uint32_t)CD_PART_FEATURES : 0u);
        run->meshA = CreateSoupMesh(names[0], &soups[0], radii[0], parts, NULL, message, messageSize);
        if (run->meshA != NULL) {
            run->meshB = CreateSoupMesh(names[1], &soups[1], radii[1], parts, NULL, message, messageSize);
        }
        good = run->meshA != NULL && run->meshB != NULL;
    }
    DestroyTriangleSoup(&soups[0]);
    DestroyTriangleSoup(&soups[1]);
    return good;
}

static uint32_t getDisabled(const QueryOptions *options) {
    return (options->noLabels ? (uint32_t)CD_DISABLE_LABELS : 0u) |
           (options->noPairTables ? (uint32_t)CD_DISABLE_PAIR_TABLES : 0u) |
           (options->noProxy ? (uint32_t)CD_DISABLE_PROXY : 0u) |
           (options->noBoxes ? (uint32_t)CD_DISABLE_BOXES : 0u) |
           (options->bruteForce ? (uint32_t)CD_DISABLE_TREE : 0u);
}

static cdBudget getBudget(const QueryOptions *options) {
    return (cdBudget){.maxPairTests = options->maxTests};
}

static cdSlide findSlide(const QueryRun *run, QueryWorker *own, cdPose start, cdPose target) {
    const cdObstacle obstacle = {run->meshB, cdIdentityPose()};
    const cdSlideInput input = {.step = {.mesh = run->meshA,
                                         .start = start,
                                         .target = target,
                                         .obstacles = &obstacle,
                                         .obstacleCount = 1,
                                         .margin = run->options.margin,
                                         .safetyDistance = run->options.safetyDistance,
                                         .disabled = getDisabled(&run->options),
                                         .budget = getBudget(&run->options)}};
    cdSlideCache cache = {.pairs = &own->cache};
    return cdFindSlide(&input, &cache, own->workspace, NULL);
}

static cdFirstContact findContinuous(const QueryRun *run, QueryWorker *own, cdPose start, cdPose target) {
    const cdFirstContactInput input = {.meshA = run->meshA,
                                       .meshB = run->meshB,
                                       .startA = start,
                                       .targetA = target,
                                       .startB = cdIdentityPose(),
                                       .margin = run->options.margin,
                                       .safetyDistance = run->options.safetyDistance,
                                       .disabled = getDisabled(&run->options),
                                       .budget = getBudget(&run->options)};
    return cdFindFirstContact(&input, &own->cache, own->workspace, NULL);
}

// Runs the discrete method. The result has no time, and A moves to the target.
static cdFirstContact findDiscrete(const QueryRun *run, QueryWorker *own, cdPose target) {
    const cdOverlapInput input = {.meshA = run->meshA,
                                  .meshB = run->meshB,
                                  .poseA = target,
                                  .poseB = cdIdentityPose(),
                                  .budget = getBudget(&run->options)};
    cdOverlap overlap = cdFindOverlap(&input, NULL, own->workspace, NULL);
    return (cdFirstContact){.state = overlap.state,
                            .reason = overlap.reason,
                            .featureA = overlap.featureA,
                            .featureB = overlap.featureB,
                            .point = overlap.point,
                            .resolvedPose = target,
                            .stats = overlap.stats};
}

// Runs one step. Fills `slide` if that is the response.
static cdFirstContact runStep(const QueryRun *run, QueryWorker *own, cdPose target, cdSlide *slide) {
    if (run->options.mode == MODE_DISCRETE) return findDiscrete(run, own, target);
    if (run->options.response != RESPONSE_SLIDE) return findContinuous(run, own, own->start, target);
    *slide = findSlide(run, own, own->start, target);
    return slide->contact;
}

static void addClearance(const QueryRun *run, QueryWorker *own, QueryRow *row) {
    const cdDistanceInput input = {.meshA = run->meshA,
                                   .meshB = run->meshB,
                                   .poseA = row->contact->resolvedPose,
                                   .poseB = cdIdentityPose()};
    double begin = gxGetTime();
    row->clearance = cdFindDistance(&input, &own->distanceCache, own->workspace, NULL);
    row->clearanceMicroseconds = 1e6 * (gxGetTime() - begin);
    row->hasClearance = true;
}

// --- steps

static bool openWorker(void *context, void *worker) {
    (void)context;
    QueryWorker *own = worker;
    own->workspace = cdCreateWorkspace();
    return own->workspace != NULL;
}

static void closeWorker(void *context, void *worker) {
    QueryRun *run = context;
    QueryWorker *own = worker;
    cdDestroyWorkspace(own->workspace);
    MergeTotals(&run->totals, &own->totals);
}

static void beginRun(const QueryRun *run, QueryWorker *own) {
    own->cache = (cdPairCache){0};
    own->distanceCache = (cdPairCache){0};
    own->start = run->poses[0];
}

static bool runRow(void *context, void *worker, int32_t step, bool first, FILE *out) {
    QueryRun *run = context;
    QueryWorker *own = worker;
    const QueryOptions *options = &run->options;
    if (first) beginRun(run, own);
    if (options->steps == STEPS_INDEPENDENT) own->start = run->poses[step];
    cdSlide slide = {0};
    double begin = gxGetTime();
    cdFirstContact result = runStep(run, own, run->poses[step + 1], &slide);
    double microseconds = 1e6 * (gxGetTime() - begin);
    QueryRow row = {.step = step,
                    .contact = &result,
                    .discrete = options->mode == MODE_DISCRETE,
                    .slide = options->response == RESPONSE_SLIDE ? &slide : NULL,
                    .microseconds = microseconds};
    if (options->clearance) addClearance(run, own, &row);
    bool hasMemory = result.reason != CD_REASON_WORKSPACE && row.clearance.reason != CD_REASON_WORKSPACE;
    if (!hasMemory) return false;
    WriteQueryStep(out, &row);
    AddToTotals(&own->totals, &row);
    SetRowTime(&run->totals.times, step, microseconds);
    own->start = result.resolvedPose;
    return true;
}

static void writeSummary(void *context, FILE *out) {
    QueryRun *run = context;
    WriteQueryTotals(out, &run->totals);
}

static bool runSteps(QueryRun *run, char *message, size_t messageSize) {
    const RowJobs jobs = {.label = "step",
                          .rowCount = run->poseCount - 1,
                          .runLength = RUN_LENGTH,
                          .jobs = run->options.jobs,
                          .inOrder = run->options.steps == STEPS_DRAG,
                          .context = run,
                          .workerSize = sizeof(QueryWorker),
                          .openWorker = openWorker,
                          .closeWorker = closeWorker,
                          .runRow = runRow};
    return WriteRows(&jobs, run->options.out, run->options.summary ? writeSummary : NULL, message,
                     messageSize);
}

static bool runQuery(QueryRun *run, const char *const names[2], char *message, size_t messageSize) {
    const QueryOptions *options = &run->options;
    if (!ReadPathFile(options->path, &run->poses, &run->poseCount, message, messageSize)) return false;
    BeginWaiting("building the meshes");
    bool loaded = loadMeshes(run, names, message, messageSize);
    EndWaiting();
    if (!loaded) return false;
    if (!CreateTotals(&run->totals, run->poseCount - 1)) {
        snprintf(message, messageSize, "out of memory for %d steps", (int)run->poseCount - 1);
        return false;
    }
    return runSteps(run, message, messageSize);
}

int RunQueryCommand(int argCount, char *const args[]) {
    QueryRun run = {0};
    const char *arguments[ARGUMENT_MAX];
    int exitCode = readOptions(&run.options, argCount, args, arguments);
    if (exitCode >= 0) return exitCode;
    char message[MESSAGE_SIZE];
    const char *const names[2] = {arguments[0], arguments[1]};
    bool good = runQuery(&run, names, message, sizeof message);
    if (!good) SayError("%s", message);
    DestroyTotals(&run.totals);
    cdDestroyMesh(run.meshA);
    cdDestroyMesh(run.meshB);
    free(run.poses);
    return good ? EXIT_DONE : EXIT_FAILED;
}
