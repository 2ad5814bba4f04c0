// `firstcontact classify`: classifies points and segments against a solid, or describes the solid.
//
// Input: a mesh argument and a file of points or of segments. Output: one JSON line a row
// (classify_write.c), or the facts of the solid. All input is read and checked, and the solid built, before
// the first line.
#include "collision/classify.h"
#include "commands/classify_write.h"
#include "commands/command.h"
#include "commands/path_file.h"
#include "commands/row_output.h"
#include "commands/solid_source.h"
#include "engine/platform/clock.h"
#include "scenes/whole_file.h"
#include <stdio.h>
#include <stdlib.h>

enum { FIRST_PIECE_CAPACITY = 256, PIECE_CAPACITY_MAX = 1 << 26 };
enum { POINT_RUN_LENGTH = 256, SEGMENT_RUN_LENGTH = 32 }; // rows a thread takes at a time

typedef struct ClassifyOptions {
    const char *points, *segments, *out;
    MeshPlacement placement;
    double tolerance;
    int32_t jobs;
    bool info, refuseIntersections, summary;
} ClassifyOptions;

typedef struct ClassifyRun {
    ClassifyOptions options;
    const char *name;
    cdMesh *mesh; // with its solid
    cdMeshReport report;
    cdVec3 *points; // points[rowCount], or of segments [2 * rowCount]
    int32_t rowCount;
    ClassifyTotals totals;
} ClassifyRun;

// Memory of one thread.
typedef struct ClassifyWorker {
    cdSegmentPiece *pieces; // pieces[pieceCapacity]
    int32_t pieceCapacity;
    ClassifyTotals totals;
} ClassifyWorker;

static int readOptions(ClassifyOptions *o, int argCount, char *const args[],
                       const char *arguments[ARGUMENT_MAX]) {
    *o = (ClassifyOptions){.placement = {false, 1.0}};
    const CommandDef def = {
        .name = "classify",
        .arguments = "SOLID --points P.csv | --segments S.csv | --info ",
        .argumentCount = 1,
        .argumentLimit = 1,
        .about =
            "Classifies points or segments against a solid. SOLID is a closed mesh with faces that point outwards: a\n"
            "file or builtin:NAME (see firstcontact --help). The error for an open mesh names its open edges.\n"
            "P.csv has the header x,y,z and one point a row, S.csv x1,y1,z1,x2,y2,z2 and one segment a row.\n\n"
            "Output: one JSON line a row:\n"
            "  where                 inside, outside, vertex, edge or face\n"
            "  id                    of a vertex or face: its number in the file, from 0 (coplanar faces are united under\n"
            "                        the lowest number); of an edge: its index in the solid\n"
            "  vertices              of an edge: the numbers of its ends\n"
            "  pieces                of a segment, in order: from and to are fractions of the segment; equal for a point;\n"
            "                        pieces inside or outside have no id\n"
            "With --info one line about the solid: its counts with coplanar faces united, volume and mass properties\n"
            "(unit density, inertia about the centroid), and the size of its index.",
        .example = "printf 'x,y,z\\n0,0,0\\n1,0,0\\n1,1,0\\n1,1,1\\n2,0,0\\n' | firstcontact classify "
                   "builtin:box --points "
                   "/dev/stdin",
        .options = {
            {"--points", "FILE", "classify these points", OPTION_TEXT, &o->points, 0, 0, NULL},
            {"--segments", "FILE", "classify these segments", OPTION_TEXT, &o->segments, 0, 0, NULL},
            {"--info", NULL, "describe the solid", OPTION_FLAG, &o->info, 0, 0, NULL},
            {"--tolerance", "LENGTH",
             "results are exact farther than this from the surface (default 1e-9 of the radius)",
             OPTION_NUMBER, &o->tolerance, 1e-100, 1e100, NULL},
            {"--refuse-intersections", NULL, "reject a mesh with faces that cross each other", OPTION_FLAG,
             &o->refuseIntersections, 0, 0, NULL},
            {"--scale", "FACTOR", "scale of the mesh (default 1)", OPTION_NUMBER, &o->placement.scale, 1e-100,
             1e100, NULL},
            {"--normalize", NULL, "centre the mesh and scale it to a box diagonal of 2, before --scale",
             OPTION_FLAG, &o->placement.normalize, 0, 0, NULL},
            JOBS_OPTION(&o->jobs),
            {"--summary", NULL, "add a last line with totals and times", OPTION_FLAG, &o->summary, 0, 0,
             NULL},
            {"--out", "FILE", "write results to FILE, atomically (default standard output)", OPTION_TEXT,
             &o->out, 0, 0, NULL},
        }};
    int exitCode = ReadCommandLine(&def, argCount, args, arguments);
    if (exitCode >= 0) return exitCode;
    int given = (o->points != NULL) + (o->segments != NULL) + o->info;
    if (given == 0) return FailArguments(&def);
    if (given > 1) return FailCall(&def, "give only one of --points, --segments and --info");
    if (o->info && o->summary) return FailCall(&def, "--summary cannot be combined with --info");
    return -1;
}

static bool readRows(ClassifyRun *run, char *message, size_t messageSize) {
    const ClassifyOptions *o = &run->options;
    if (o->info) return true;
    bool good = o->points != NULL
                    ? ReadPointsFile(o->points, &run->points, &run->rowCount, message, messageSize)
                    : ReadSegmentsFile(o->segments, &run->points, &run->rowCount, message, messageSize);
    if (good && !CreateRowTimes(&run->totals.times, run->rowCount)) {
        snprintf(message, messageSize, "out of memory for %d rows", (int)run->rowCount);
        return false;
    }
    return good;
}

// --- rows

static bool runPoint(void *context, void *worker, int32_t row, bool first, FILE *out) {
    ClassifyRun *run = context;
    ClassifyWorker *own = worker;
    (void)first; // points share no cache
    double begin = gxGetTime();
    cdLocation location = cdClassifyPoint(run->mesh, run->points[row], NULL);
    SetRowTime(&run->totals.times, row, 1e6 * (gxGetTime() - begin));
    own->totals.countOfWhere[location.kind]++;
    WritePointRow(out, row, run->mesh, location);
    return true;
}

static bool growPieces(ClassifyWorker *own) {
    int32_t capacity = own->pieceCapacity > 0 ? 2 * own->pieceCapacity : FIRST_PIECE_CAPACITY;
    if (capacity > PIECE_CAPACITY_MAX) return false;
    cdSegmentPiece *grown = realloc(own->pieces, (size_t)capacity * sizeof *grown);
    if (grown == NULL) return false;
    own->pieces = grown;
    own->pieceCapacity = capacity;
    return true;
}

// Finds all pieces and grows the array as needed. `seconds` is the time of the last attempt.
// @errors false: no memory
static bool classifyWhole(const cdMesh *mesh, const cdVec3 ends[2], ClassifyWorker *own,
                          cdSegmentPieces *found, double *seconds) {
    do {
        const cdSegmentInput input = {mesh, ends[0], ends[1], own->pieces, own->pieceCapacity};
        double begin = gxGetTime();
        *found = cdClassifySegment(&input, NULL);
        *seconds = gxGetTime() - begin;
    } while (found->truncated && growPieces(own));
    return !found->truncated;
}

static bool runSegment(void *context, void *worker, int32_t row, bool first, FILE *out) {
    ClassifyRun *run = context;
    ClassifyWorker *own = worker;
    (void)first;
    double seconds = 0.0;
    cdSegmentPieces found;
    if (!classifyWhole(run->mesh, &run->points[2 * (size_t)row], own, &found, &seconds)) return false;
    SetRowTime(&run->totals.times, row, 1e6 * seconds);
    for (int32_t k = 0; k < found.count; k++)
        own->totals.countOfWhere[found.pieces[k].location.kind]++;
    WriteSegmentRow(out, row, run->mesh, &found);
    return true;
}

static bool openWorker(void *context, void *worker) {
    const ClassifyRun *run = context;
    return run->options.points != NULL || growPieces(worker);
}

static void closeWorker(void *context, void *worker) {
    ClassifyRun *run = context;
    ClassifyWorker *own = worker;
    free(own->pieces);
    MergeClassifyTotals(&run->totals, &own->totals);
}

static void writeSummary(void *context, FILE *out) {
    ClassifyRun *run = context;
    WriteClassifyTotals(out, &run->totals);
}

static bool runRows(ClassifyRun *run, char *message, size_t messageSize) {
    bool points = run->options.points != NULL;
    const RowJobs jobs = {.label = points ? "point" : "segment",
                          .rowCount = run->rowCount,
                          .runLength = points ? POINT_RUN_LENGTH : SEGMENT_RUN_LENGTH,
                          .jobs = run->options.jobs,
                          .context = run,
                          .workerSize = sizeof(ClassifyWorker),
                          .openWorker = openWorker,
                          .closeWorker = closeWorker,
                          .runRow = points ? runPoint : runSegment};
    return WriteRows(&jobs, run->options.out, run->options.summary ? writeSummary : NULL, message,
                     messageSize);
}

static bool writeInfo(const ClassifyRun *run, char *message, size_t messageSize) {
    OutputFile output;
    if (!OpenOutputFile(&output, run->options.out, message, messageSize)) return false;
    WriteSolidLine(output.stream, run->name, run->mesh, &run->report.solid);
    return FinishOutputFile(&output, message, messageSize);
}

static bool runClassify(ClassifyRun *run, char *message, size_t messageSize) {
    const ClassifyOptions *o = &run->options;
    if (!readRows(run, message, messageSize)) return false;
    const SolidSource source = {run->name, o->placement, o->tolerance, o->refuseIntersections};
    BeginWaiting("building the solid");
    run->mesh = CreateSourceSolid(&source, &run->report, message, messageSize);
    EndWaiting();
    if (run->mesh == NULL) return false;
    cdSolidInfo info = cdGetSolidInfo(run->mesh);
    WarnOfNearFeatures(run->name, &info, &run->report.solid);
    return o->info ? writeInfo(run, message, messageSize) : runRows(run, message, messageSize);
}

int RunClassifyCommand(int argCount, char *const args[]) {
    ClassifyRun run = {0};
    const char *arguments[ARGUMENT_MAX];
    int exitCode = readOptions(&run.options, argCount, args, arguments);
    if (exitCode >= 0) return exitCode;
    char message[MESSAGE_SIZE];
    run.name = arguments[0];
    bool good = runClassify(&run, message, sizeof message);
    if (!good) SayError("%s", message);
    DestroyRowTimes(&run.totals.times);
    cdDestroyMesh(run.mesh);
    cdDestroyMeshReport(&run.report);
    free(run.points);
    return good ? EXIT_DONE : EXIT_FAILED;
}
