// `firstcontact classify`: where points and segments lie to a solid, and what solid a mesh encloses.
//
// Input: a mesh argument and a file of points or of segments. Output: one JSON line a row
// (classify_write.c), or the solid's facts. Everything is read and checked, and the solid is built, before
// the first line.
#include "collision/classify.h"
#include "commands/classify_write.h"
#include "commands/command.h"
#include "commands/path_file.h"
#include "commands/solid_source.h"
#include "scenes/whole_file.h"
#include <stdio.h>
#include <stdlib.h>

enum { FIRST_PIECE_CAPACITY = 256, PIECE_CAPACITY_MAX = 1 << 26 };

typedef struct ClassifyOptions {
    const char *points, *segments, *out;
    MeshPlacement placement;
    double tolerance;
    bool info, refuseIntersections, summary;
} ClassifyOptions;

typedef struct ClassifyRun {
    ClassifyOptions options;
    const char *name;
    cdMesh *mesh; // with its solid
    cdMeshReport report;
    cdVec3 *points; // points[rowCount], or of segments [2 * rowCount]
    int32_t rowCount;
    cdSegmentPiece *pieces; // pieces[pieceCapacity]
    int32_t pieceCapacity;
    ClassifyTotals totals;
} ClassifyRun;

static int readOptions(ClassifyOptions *o, int argCount, char *const args[],
                       const char *arguments[ARGUMENT_MAX]) {
    *o = (ClassifyOptions){.placement = {false, 1.0}};
    const CommandDef def = {
        .name = "classify",
        .arguments = "SOLID --points P.csv | --segments S.csv | --info ",
        .argumentCount = 1,
        .argumentLimit = 1,
        .about =
            "Where points or segments lie to a solid. SOLID is a mesh that closes: a file or builtin:NAME "
            "(see\n"
            "firstcontact --help), its faces turned outwards; one that does not close is refused with the "
            "places.\n"
            "P.csv has the header x,y,z and one point a row, S.csv x1,y1,z1,x2,y2,z2 and one segment a "
            "row.\n\n"
            "One JSON line a row:\n"
            "  where                 inside, outside, or the vertex, edge or face it is on\n"
            "  id                    of that vertex or face, the file's number, counted from 0; coplanar "
            "faces are one\n"
            "                        and have the lowest number of theirs; of an edge its place in the "
            "solid's list\n"
            "  vertices              of an edge: the numbers of its ends\n"
            "  pieces                of a segment, in order: from and to are fractions of the way; a piece "
            "whose ends are\n"
            "                        equal is a point; a piece inside or outside has no id\n"
            "With --info one line about the solid: its counts after coplanar faces are united, volume and "
            "mass\n"
            "properties (unit density, inertia about the centroid), and the index it is classified by.",
        .example = "printf 'x,y,z\\n0,0,0\\n1,0,0\\n1,1,0\\n1,1,1\\n2,0,0\\n' | firstcontact classify "
                   "builtin:box --points "
                   "/dev/stdin",
        .options = {
            {"--points", "FILE", "the points", OPTION_TEXT, &o->points, 0, 0, NULL},
            {"--segments", "FILE", "the segments", OPTION_TEXT, &o->segments, 0, 0, NULL},
            {"--info", NULL, "the solid itself, in place of points or segments", OPTION_FLAG, &o->info, 0, 0,
             NULL},
            {"--tolerance", "LENGTH",
             "an answer is exact farther than this from the surface (default 1e-9 of the radius)",
             OPTION_NUMBER, &o->tolerance, 1e-100, 1e100, NULL},
            {"--refuse-intersections", NULL, "refuse a mesh with faces that cross each other", OPTION_FLAG,
             &o->refuseIntersections, 0, 0, NULL},
            {"--scale", "FACTOR", "scale of the mesh (default 1)", OPTION_NUMBER, &o->placement.scale, 1e-100,
             1e100, NULL},
            {"--normalize", NULL, "centre it and scale it to unit bounding radius, before --scale",
             OPTION_FLAG, &o->placement.normalize, 0, 0, NULL},
            {"--summary", NULL, "a last line with totals and times", OPTION_FLAG, &o->summary, 0, 0, NULL},
            {"--out", "FILE", "where results go, whole or not at all (default standard output)", OPTION_TEXT,
             &o->out, 0, 0, NULL},
        }};
    int exitCode = ReadCommandLine(&def, argCount, args, arguments);
    if (exitCode >= 0) return exitCode;
    int asked = (o->points != NULL) + (o->segments != NULL) + o->info;
    if (asked == 0) return FailCall(&def, "--points, --segments or --info must be given");
    if (asked > 1) return FailCall(&def, "only one of --points, --segments and --info can be given");
    if (o->info && o->summary) return FailCall(&def, "--summary is about rows, and --info has none");
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

static void runPoints(ClassifyRun *run, FILE *out) {
    Progress progress = BeginProgress("point");
    for (int32_t i = 0; i < run->rowCount; i++) {
        double begin = GetSeconds();
        cdPlace place = cdClassifyPoint(run->mesh, run->points[i], NULL);
        AddRowTime(&run->totals.times, 1e6 * (GetSeconds() - begin));
        run->totals.countOfWhere[place.where]++;
        WritePointRow(out, i, run->mesh, place);
        ShowProgress(&progress, i + 1, run->rowCount);
    }
    EndProgress(&progress);
}

static bool growPieces(ClassifyRun *run) {
    int32_t capacity = run->pieceCapacity > 0 ? 2 * run->pieceCapacity : FIRST_PIECE_CAPACITY;
    if (capacity > PIECE_CAPACITY_MAX) return false;
    cdSegmentPiece *grown = realloc(run->pieces, (size_t)capacity * sizeof *grown);
    if (grown == NULL) return false;
    run->pieces = grown;
    run->pieceCapacity = capacity;
    return true;
}

// All pieces, in as much room as they need; the time is that of the last attempt. @errors false: no memory
static bool classifyWhole(ClassifyRun *run, cdVec3 p, cdVec3 q, cdSegmentPieces *found, double *seconds) {
    do {
        const cdSegmentInput input = {run->mesh, p, q, run->pieces, run->pieceCapacity};
        double begin = GetSeconds();
        *found = cdClassifySegment(&input, NULL);
        *seconds = GetSeconds() - begin;
    } while (found->truncated && growPieces(run));
    return !found->truncated;
}

static bool runSegments(ClassifyRun *run, FILE *out, char *message, size_t messageSize) {
    Progress progress = BeginProgress("segment");
    bool good = growPieces(run);
    for (int32_t i = 0; i < run->rowCount && good; i++) {
        double seconds = 0.0;
        cdSegmentPieces found;
        good = classifyWhole(run, run->points[2 * i], run->points[2 * i + 1], &found, &seconds);
        AddRowTime(&run->totals.times, 1e6 * seconds);
        for (int32_t k = 0; k < found.count; k++)
            run->totals.countOfWhere[found.pieces[k].place.where]++;
        WriteSegmentRow(out, i, run->mesh, &found);
        ShowProgress(&progress, i + 1, run->rowCount);
    }
    EndProgress(&progress);
    if (!good) snprintf(message, messageSize, "out of memory for the pieces of a segment");
    return good;
}

static bool runRows(ClassifyRun *run, FILE *out, char *message, size_t messageSize) {
    const ClassifyOptions *o = &run->options;
    if (o->info) {
        WriteSolidLine(out, run->name, run->mesh, &run->report.solid);
    } else if (o->points != NULL) {
        runPoints(run, out);
    } else if (!runSegments(run, out, message, messageSize)) {
        return false;
    }
    if (o->summary) WriteClassifyTotals(out, &run->totals);
    return true;
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
    OutputFile output;
    if (!OpenOutputFile(&output, o->out, message, messageSize)) return false;
    if (runRows(run, output.stream, message, messageSize))
        return FinishOutputFile(&output, message, messageSize);
    AbandonOutputFile(&output);
    return false;
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
    free(run.pieces);
    free(run.points);
    return good ? EXIT_DONE : EXIT_FAILED;
}
