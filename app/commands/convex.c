// `firstcontact convex`: finds separating vectors of two meshes' convex hulls at pairs of poses.
//
// Input: two mesh arguments and a file of pairs of poses. Output: one JSON line a row (convex_write.c). Each
// run of RUN_LENGTH consecutive rows shares a cache, as the frames of a motion would; a thread takes one run
// at a time. All input is read and checked before the first line.
#include "collision/mesh.h"
#include "commands/command.h"
#include "commands/convex_write.h"
#include "commands/path_file.h"
#include "commands/row_output.h"
#include "engine/platform/clock.h"
#include "stage/mesh_source.h"
#include <stdio.h>
#include <stdlib.h>

enum { RUN_LENGTH = 1024 }; // rows that share a cache

static const char *const supports[] = {"table", "climb", "hierarchy", NULL}; // by cdSupportMethod

typedef struct ConvexOptions {
    const char *poses, *out;
    int32_t jobs;
    int support;
    double scaleA, scaleB;
    bool normalize, noCache, summary;
} ConvexOptions;

typedef struct ConvexRun {
    ConvexOptions options;
    cdConvex *hullA, *hullB;
    cdPose *poses; // poses[2 * rowCount], A's before B's
    int32_t rowCount;
    ConvexTotals totals;
} ConvexRun;

// Memory of one thread.
typedef struct ConvexWorker {
    cdConvexCache cache;
    ConvexTotals totals;
} ConvexWorker;

static int readOptions(ConvexOptions *o, int argCount, char *const args[],
                       const char *arguments[ARGUMENT_MAX]) {
    *o = (ConvexOptions){.scaleA = 1.0, .scaleB = 1.0};
    const CommandDef def = {
        .name = "convex",
        .arguments = "A B --poses PAIRS.csv ",
        .argumentCount = 2,
        .argumentLimit = 2,
        .about =
            "Tests whether the convex hulls of meshes A and B are disjoint, touch or collide, at pairs of poses. A mesh\n"
            "is a file or builtin:NAME (see firstcontact --help). PAIRS.csv has the header\n"
            "a_px,a_py,a_pz,a_qw,a_qx,a_qy,a_qz,b_px,b_py,b_pz,b_qw,b_qx,b_qy,b_qz and one pair a row. Consecutive\n"
            "rows share a cache: each row first tries the result of the row before. Every 1024 rows it is emptied.\n\n"
            "Output: one JSON line a row; fields that do not apply are null:\n"
            "  result                disjoint, touching (within rounding), collide; undecided if the hulls are larger\n"
            "                        than 1e100 or smaller than 1e-70\n"
            "  separating_vector     unit, world frame, from A towards B\n"
            "  support_a, support_b  the vertex of A farthest along it, of B farthest against it; numbers of the file,\n"
            "                        from 0\n"
            "  iterations            vectors tried; 0: the cache showed the collision\n"
            "  fallback              true if decided by distance and depth instead\n"
            "  time_us               microseconds",
        .example = "printf 'a_px,a_py,a_pz,a_qw,a_qx,a_qy,a_qz,b_px,b_py,b_pz,b_qw,b_qx,b_qy,b_qz\\n"
                   "0,0,0,1,0,0,0,3,1,0,1,0,0,0\\n' | firstcontact convex builtin:torus builtin:box --poses "
                   "/dev/stdin",
        .options = {
            {"--poses", "FILE", "file of the pairs of poses (required)", OPTION_TEXT, &o->poses, 0, 0, NULL},
            {"--no-cache", NULL, "solve each row independently", OPTION_FLAG, &o->noCache, 0, 0, NULL},
            {"--support", "table|climb|hierarchy",
             "how to start the search for a supporting vertex (default table)", OPTION_CHOICE, &o->support, 0,
             0, supports},
            PLACEMENT_OPTIONS(o),
            JOBS_OPTION(&o->jobs),
            {"--summary", NULL, "add a last line with totals and times", OPTION_FLAG, &o->summary, 0, 0,
             NULL},
            {"--out", "FILE", "write results to FILE, atomically (default standard output)", OPTION_TEXT,
             &o->out, 0, 0, NULL},
        }};
    int exitCode = ReadCommandLine(&def, argCount, args, arguments);
    if (exitCode >= 0) return exitCode;
    return o->poses == NULL ? FailArguments(&def) : -1;
}

// Builds the hull of the mesh's vertices, with its hierarchical representation. @errors NULL
static cdConvex *makeHull(const cdMesh *mesh) {
    const cdMeshInfo info = cdGetMeshInfo(mesh);
    int32_t count = info.vertexCount;
    const cdVec3 *vertices = info.vertices;
    cdVec3 center = info.center;
    cdVec3 *points = malloc((size_t)count * sizeof *points);
    for (int32_t i = 0; i < count && points != NULL; i++)
        points[i] = cdAdd(center, vertices[i]);
    cdConvexDef def = {points, info.vertexIds, count};
    cdConvex *hull = points != NULL ? cdCreateConvex(&def, NULL) : NULL;
    free(points);
    return hull;
}

// @errors false with a message
static bool loadHull(const char *name, MeshPlacement placement, cdConvex **hull, char *message,
                     size_t messageSize) {
    cdMesh *mesh = CreateSourceMesh(name, placement, 0, message, messageSize);
    if (mesh == NULL) return false;
    *hull = makeHull(mesh);
    cdDestroyMesh(mesh);
    if (*hull == NULL) snprintf(message, messageSize, "%s: cannot build its convex hull", name);
    return *hull != NULL;
}

static bool loadHulls(ConvexRun *run, const char *const names[2], char *message, size_t messageSize) {
    const ConvexOptions *o = &run->options;
    return loadHull(names[0], (MeshPlacement){o->normalize, o->scaleA}, &run->hullA, message, messageSize) &&
           loadHull(names[1], (MeshPlacement){o->normalize, o->scaleB}, &run->hullB, message, messageSize);
}

// --- rows

static bool openWorker(void *context, void *worker) {
    (void)context, (void)worker; // zeroed memory is enough
    return true;
}

static void closeWorker(void *context, void *worker) {
    ConvexRun *run = context;
    MergeConvexTotals(&run->totals, &((ConvexWorker *)worker)->totals);
}

static bool runRow(void *context, void *worker, int32_t row, bool first, FILE *out) {
    ConvexRun *run = context;
    ConvexWorker *own = worker;
    if (first) own->cache = (cdConvexCache){0};
    const cdSeparationInput input = {.convexA = run->hullA,
                                     .convexB = run->hullB,
                                     .poseA = run->poses[2 * (size_t)row],
                                     .poseB = run->poses[2 * (size_t)row + 1],
                                     .support = (cdSupportMethod)run->options.support};
    double begin = gxGetTime();
    cdSeparation result = cdFindSeparatingVector(&input, run->options.noCache ? NULL : &own->cache, NULL);
    double microseconds = 1e6 * (gxGetTime() - begin);
    WriteSeparation(out, row, &result, run->hullA, run->hullB, microseconds);
    AddToConvexTotals(&own->totals, &result);
    SetRowTime(&run->totals.times, row, microseconds);
    return true;
}

static void writeSummary(void *context, FILE *out) {
    ConvexRun *run = context;
    WriteConvexTotals(out, &run->totals);
}

static bool runRows(ConvexRun *run, char *message, size_t messageSize) {
    const RowJobs jobs = {.label = "row",
                          .rowCount = run->rowCount,
                          .runLength = RUN_LENGTH,
                          .jobs = run->options.jobs,
                          .context = run,
                          .workerSize = sizeof(ConvexWorker),
                          .openWorker = openWorker,
                          .closeWorker = closeWorker,
                          .runRow = runRow};
    return WriteRows(&jobs, run->options.out, run->options.summary ? writeSummary : NULL, message,
                     messageSize);
}

static bool runConvex(ConvexRun *run, const char *const names[2], char *message, size_t messageSize) {
    const ConvexOptions *options = &run->options;
    if (!ReadPosePairsFile(options->poses, &run->poses, &run->rowCount, message, messageSize)) return false;
    BeginWaiting("building the meshes");
    bool loaded = loadHulls(run, names, message, messageSize);
    EndWaiting();
    if (!loaded) return false;
    if (!CreateConvexTotals(&run->totals, run->rowCount)) {
        snprintf(message, messageSize, "out of memory for %d rows", (int)run->rowCount);
        return false;
    }
    return runRows(run, message, messageSize);
}

int RunConvexCommand(int argCount, char *const args[]) {
    ConvexRun run = {0};
    const char *arguments[ARGUMENT_MAX];
    int exitCode = readOptions(&run.options, argCount, args, arguments);
    if (exitCode >= 0) return exitCode;
    char message[MESSAGE_SIZE];
    const char *const names[2] = {arguments[0], arguments[1]};
    bool good = runConvex(&run, names, message, sizeof message);
    if (!good) SayError("%s", message);
    DestroyConvexTotals(&run.totals);
    cdDestroyConvex(run.hullA);
    cdDestroyConvex(run.hullB);
    free(run.poses);
    return good ? EXIT_DONE : EXIT_FAILED;
}
