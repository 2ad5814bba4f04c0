// `firstcontact path`: certifies whole paths of sets of meshes free of contact, or finds their first contact.
//
// Input: mesh arguments and a file of poses, or a list of jobs (path_jobs.h). Output: one JSON line a job
// (path_write.c). All input is read and checked before the first line. Jobs run on threads.
#include "commands/command.h"
#include "commands/path_jobs.h"
#include "commands/path_picture.h"
#include "commands/path_write.h"
#include "commands/render_options.h"
#include "commands/row_output.h"
#include "engine/platform/clock.h"

#include <stdlib.h>
#include <string.h>

enum { EXIT_CONTACT = 1, EXIT_UNDECIDED = 3, BOUND_MAX = 1000000 };

typedef struct PathOptions {
    const char *path, *pathB, *list, *out;
    const char *picture, *size, *camera;
    SceneCamera eye; // of --camera
    int width, height;
    int32_t jobs, boundCount;
    int64_t maxTests; // 0: no limit
    double safetyDistance, allowance, precision, scaleA, scaleB;
    bool normalize, clearance;
} PathOptions;

typedef struct PathRun {
    PathOptions options;
    PathJobs jobs;
    int32_t contacts, undecided;
} PathRun;

// Memory of one thread.
typedef struct PathWorker {
    cdWorkspace *workspace;
    cdPathBound *bounds; // bounds[boundCount]
    int32_t contacts, undecided;
} PathWorker;

// Returns -1 to continue, else the exit code.
static int checkPicture(PathOptions *o, const CommandDef *def) {
    if (o->picture == NULL && o->camera != NULL) return FailCall(def, "--camera needs --picture");
    if (o->picture == NULL && o->size != NULL) return FailCall(def, "--size needs --picture");
    if (o->picture == NULL) return -1;
    if (o->list != NULL) return FailCall(def, "--picture draws one path, not a --list");
    if (!o->clearance) return FailCall(def, "--picture needs --clearance, whose distances colour the path");
    if (!IsPngPath(o->picture)) return FailCall(def, "--picture must be FILE.png");
    if (!ReadRenderSize(o->size != NULL ? o->size : "1280x800", &o->width, &o->height))
        return FailCall(def, "--size must be WIDTHxHEIGHT, each from 16 to 8192");
    if (o->camera != NULL && !ReadRenderCamera(o->camera, &o->eye))
        return FailCall(def, "--camera must be six or seven numbers: eye, target, field of view in radians");
    return -1;
}

static int readOptions(PathOptions *o, int argCount, char *const args[],
                       const char *arguments[ARGUMENT_MAX]) {
    *o = (PathOptions){.scaleA = 1.0, .scaleB = 1.0, .eye = {.fov = 0.6}};
    const CommandDef def = {
        .name = "path",
        .arguments = "A B... --path PATH.csv ",
        .argumentCount = 0,
        .argumentLimit = ARGUMENT_MAX,
        .about =
            "Finds the first contact of mesh A with the meshes B over a whole path, or certifies that it is free. A\n"
            "moves from pose to pose on screws; nothing between the poses is left out. A mesh is a file or builtin:NAME\n"
            "(see firstcontact --help). PATH.csv has the header px,py,pz,qw,qx,qy,qz and one pose a row; an optional\n"
            "first column time has ascending times from 0, in seconds (default: the numbers of the rows). --list\n"
            "has many jobs instead, one JSON object a line:\n"
            "  {\"a\":MESH,\"b\":MESH,\"path\":FILE,\"path_b\":FILE,\"safety_distance\":LENGTH,\"allowance\":LENGTH}\n"
            "MESH is a text or {\"mesh\":TEXT,\"pose\":[px,py,pz,qw,qx,qy,qz]}, perhaps with an \"allowance\" of its own,\n"
            "in b also with a \"path\" and a \"safety_distance\" of its own; or an array of these: several meshes of a move\n"
            "as one rigid set. path_b is the path of meshes of b without pose and path. path_b, safety_distance and\n"
            "allowance are optional.\n\n"
            "Output: one JSON line a job; fields that do not apply are null:\n"
            "  status                free, contact, overlap (at the start), undecided (--max-tests)\n"
            "  edge, t, t_hi         edge from row `edge` to the next, and fractions of it: free up to t, first\n"
            "                        contact by t_hi; undecided: free up to t\n"
            "  time, time_hi         the same as times of the path, seconds\n"
            "  shape, obstacle       indices of the meshes of a and b that touch\n"
            "  kind, point, normal, feature_a, feature_b   as in query\n"
            "  pose, pose_time       pose of A shortly before the contact, or the last one, and its time\n"
            "  clearance             with --clearance: certified bounds lo, hi of the minimum distance, with the\n"
            "                        time and the nearest points and features; with --bounds also its bounds: the\n"
            "                        bounds of the minima of equal parts of the time\n"
            "  edges, pieces         edges of the path; pieces searched\n"
            "  pair_tests, time_us   work; microseconds\n\n"
            "Exit codes: 0 all free, 1 a contact or overlap, 2 bad input, 3 undecided, without a contact.",
        .example = "printf 'px,py,pz,qw,qx,qy,qz\\n3,0,0,1,0,0,0\\n0,4,0,0,0,1,0\\n' | firstcontact path "
                   "builtin:torus builtin:box --path /dev/stdin --clearance",
        .options = {
            {"--path", "FILE", "path of A (required without --list)", OPTION_TEXT, &o->path, 0, 0, NULL},
            {"--path-b", "FILE",
             "path of the meshes B, which may have its own times (default: fixed at the identity)",
             OPTION_TEXT, &o->pathB, 0, 0, NULL},
            {"--list", "FILE", "jobs as JSON Lines, instead of A, B and the paths", OPTION_TEXT, &o->list, 0,
             0, NULL},
            {"--safety-distance", "LENGTH", "distance that counts as contact (default 0)", OPTION_NUMBER,
             &o->safetyDistance, 0.0, 1e100, NULL},
            {"--allowance", "LENGTH",
             "move the surfaces of all meshes inwards by this length, for parts that fit flush (default 0)",
             OPTION_NUMBER, &o->allowance, 0.0, 1e100, NULL},
            {"--clearance", NULL, "add the minimum distance over the whole path", OPTION_FLAG, &o->clearance,
             0, 0, NULL},
            {"--bounds", "N", "with --clearance: add the minimum distances of N equal parts of the time",
             OPTION_WHOLE, &o->boundCount, 1, BOUND_MAX, NULL},
            {"--precision", "LENGTH",
             "largest difference of lo and hi of --clearance (default 1e-6 of A's radius)", OPTION_NUMBER,
             &o->precision, 0.0, 1e100, NULL},
            {"--picture", "FILE",
             "with --clearance: draw the path to FILE.png: its first contact or minimum distance, and the distance over time",
             OPTION_TEXT, &o->picture, 0, 0, NULL},
            {"--size", "WxH", "size of --picture in pixels, each from 16 to 8192 (default 1280x800)",
             OPTION_TEXT, &o->size, 0, 0, NULL},
            {"--camera", "EX,EY,EZ,TX,TY,TZ[,FOV]",
             "eye, target, vertical field of view in radians of --picture (default: from the side of the path)",
             OPTION_TEXT, &o->camera, 0, 0, NULL},
            PLACEMENT_OPTIONS(o),
            JOBS_OPTION(&o->jobs),
            {"--max-tests", "N", "limit of pair tests a job, undecided beyond it (default no limit)",
             OPTION_COUNT, &o->maxTests, 1.0, 1e15, NULL},
            {"--out", "FILE", "write results to FILE, atomically (default standard output)", OPTION_TEXT,
             &o->out, 0, 0, NULL},
        }};
    int exitCode = ReadCommandLine(&def, argCount, args, arguments);
    if (exitCode >= 0) return exitCode;
    bool isSingle = arguments[0] != NULL && arguments[1] != NULL && o->path != NULL;
    if (o->list == NULL && !isSingle) return FailArguments(&def);
    if (o->list != NULL && (arguments[0] != NULL || o->path != NULL || o->pathB != NULL))
        return FailCall(&def, "--list replaces A, B, --path and --path-b");
    if (o->list != NULL && (o->normalize || o->scaleA != 1.0 || o->scaleB != 1.0))
        return FailCall(&def, "--list has no --normalize, --scale-a or --scale-b");
    if (o->boundCount > 0 && !o->clearance) return FailCall(&def, "--bounds needs --clearance");
    if (o->precision > 0.0 && !o->clearance) return FailCall(&def, "--precision needs --clearance");
    return checkPicture(o, &def);
}

// --- Jobs

static bool openWorker(void *context, void *worker) {
    const PathRun *run = context;
    PathWorker *own = worker;
    own->workspace = cdCreateWorkspace();
    int32_t count = run->options.boundCount;
    if (count > 0) own->bounds = calloc((size_t)count, sizeof *own->bounds);
    return own->workspace != NULL && (count == 0 || own->bounds != NULL);
}

static void closeWorker(void *context, void *worker) {
    PathRun *run = context;
    PathWorker *own = worker;
    cdDestroyWorkspace(own->workspace);
    free(own->bounds);
    run->contacts += own->contacts;
    run->undecided += own->undecided;
}

static cdPathInput makeInput(const PathOptions *options, const PathJob *job) {
    return (cdPathInput){.nodes = job->nodes,
                         .nodeCount = job->nodeCount,
                         .shapes = job->shapes,
                         .shapeCount = job->shapeCount,
                         .obstacles = job->obstacles,
                         .obstacleCount = job->obstacleCount,
                         .safetyDistances = job->safetyDistances,
                         .budget.maxPairTests = options->maxTests};
}

static bool runJob(void *context, void *worker, int32_t number, bool first, FILE *out) {
    (void)first;
    const PathRun *run = context;
    PathWorker *own = worker;
    const PathOptions *options = &run->options;
    const PathJob *job = &run->jobs.jobs[number];
    double begin = gxGetTime();
    const cdPathClearanceInput input = {.path = makeInput(options, job),
                                        .precision = options->precision,
                                        .bounds = own->bounds,
                                        .boundCount = options->boundCount};
    cdPathContact contact = cdFindPathContact(&input.path, own->workspace, NULL);
    cdPathClearance clearance = {.reason = CD_REASON_NONE};
    if (options->clearance) clearance = cdFindPathClearance(&input, own->workspace);
    if (contact.contact.reason == CD_REASON_WORKSPACE || clearance.reason == CD_REASON_WORKSPACE)
        return false;
    const PathRow row = {.number = number,
                         .job = job,
                         .contact = &contact,
                         .clearance = options->clearance ? &clearance : NULL,
                         .bounds = own->bounds,
                         .boundCount = options->boundCount,
                         .microseconds = 1e6 * (gxGetTime() - begin)};
    WritePathRow(out, &row);
    bool isUndecided = contact.contact.state == CD_UNDECIDED;
    own->contacts += contact.contact.state == CD_CONTACT || contact.contact.state == CD_OVERLAP;
    own->undecided += isUndecided || (options->clearance && clearance.state == CD_UNDECIDED);
    return true;
}

static bool readJobs(PathRun *run, const char *const arguments[ARGUMENT_MAX]) {
    const PathOptions *o = &run->options;
    const PathLengths lengths = {o->safetyDistance, o->allowance};
    if (o->list != NULL) return ReadPathList(&run->jobs, o->list, lengths);
    PathCall call = {.a = arguments[0],
                     .b = arguments + 1,
                     .path = o->path,
                     .pathB = o->pathB,
                     .placementA = {o->normalize, o->scaleA},
                     .placementB = {o->normalize, o->scaleB},
                     .lengths = lengths};
    while (1 + call.countB < ARGUMENT_MAX && call.b[call.countB] != NULL)
        call.countB++;
    return AddPathJob(&run->jobs, &call);
}

static bool drawPicture(const PathRun *run, char *message, size_t messageSize) {
    const PathOptions *options = &run->options;
    const PathPicture picture = {.file = options->picture,
                                 .width = options->width,
                                 .height = options->height,
                                 .camera = options->camera != NULL ? &options->eye : NULL,
                                 .job = &run->jobs.jobs[0],
                                 .precision = options->precision,
                                 .budget.maxPairTests = options->maxTests};
    BeginWaiting("drawing the picture");
    bool good = DrawPathPicture(&picture, message, messageSize);
    EndWaiting();
    return good;
}

static bool runPaths(PathRun *run, const char *const arguments[ARGUMENT_MAX], char *message,
                     size_t messageSize) {
    run->jobs.message = message;
    run->jobs.messageSize = messageSize;
    BeginWaiting("building the meshes");
    bool good = readJobs(run, arguments);
    EndWaiting();
    if (!good) return false;
    const RowJobs jobs = {.label = "path",
                          .rowCount = run->jobs.jobCount,
                          .runLength = 1,
                          .jobs = run->options.jobs,
                          .context = run,
                          .workerSize = sizeof(PathWorker),
                          .openWorker = openWorker,
                          .closeWorker = closeWorker,
                          .runRow = runJob};
    if (run->options.picture != NULL && !drawPicture(run, message, messageSize)) return false;
    return WriteRows(&jobs, run->options.out, NULL, message, messageSize);
}

int RunPathCommand(int argCount, char *const args[]) {
    PathRun run = {.contacts = 0};
    const char *arguments[ARGUMENT_MAX];
    int exitCode = readOptions(&run.options, argCount, args, arguments);
    if (exitCode >= 0) return exitCode;
    char message[MESSAGE_SIZE];
    bool good = runPaths(&run, arguments, message, sizeof message);
    if (!good) SayError("%s", message);
    DestroyPathJobs(&run.jobs);
    if (!good) return EXIT_WRONG_CALL;
    return run.contacts > 0 ? EXIT_CONTACT : run.undecided > 0 ? EXIT_UNDECIDED : EXIT_DONE;
}
