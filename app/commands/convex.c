// `firstcontact convex`: separating vectors of two meshes' convex hulls at pairs of poses.
//
// Input: two mesh arguments and a file of pairs of poses. Output: one JSON line a row (convex_write.c). Rows
// in order share a cache, as the frames of a motion would. Everything is read and checked before the first
// line.
#include "collision/mesh.h"
#include "commands/command.h"
#include "commands/convex_write.h"
#include "commands/path_file.h"
#include "scenes/whole_file.h"
#include "stage/mesh_source.h"
#include <stdio.h>
#include <stdlib.h>

static const char *const supports[] = {"table", "climb", "hierarchy", NULL}; // by cdSupportMethod

typedef struct ConvexOptions {
    const char *poses, *out;
    int support;
    double scaleA, scaleB;
    bool normalize, noCache, summary;
} ConvexOptions;

typedef struct ConvexRun {
    ConvexOptions options;
    cdConvex *hullA, *hullB;
    cdPose *poses; // poses[2 * rowCount], A's before B's
    int32_t rowCount;
} ConvexRun;

static int readOptions(ConvexOptions *o, int argCount, char *const args[],
                       const char *arguments[ARGUMENT_MAX]) {
    *o = (ConvexOptions){.scaleA = 1.0, .scaleB = 1.0};
    const CommandDef def = {
        .name = "convex",
        .arguments = "A B --poses PAIRS.csv ",
        .argumentCount = 2,
        .argumentLimit = 2,
        .about =
            "Whether the convex hulls of meshes A and B are apart, touch or collide, at pairs of poses. A "
            "mesh is a\n"
            "file or builtin:NAME (see firstcontact --help). PAIRS.csv has the header\n"
            "a_px,a_py,a_pz,a_qw,a_qx,a_qy,a_qz,b_px,b_py,b_pz,b_qw,b_qx,b_qy,b_qz and one pair a row. Rows "
            "in order\n"
            "share a cache: what one row found is tried first in the next.\n\n"
            "One JSON line a row; what does not apply is null:\n"
            "  result                disjoint, touching (within rounding), collide; undecided when the hulls "
            "are larger\n"
            "                        than 1e100 or smaller than 1e-70\n"
            "  separating_vector     unit, world frame, from A towards B\n"
            "  support_a, support_b  the vertex of A farthest along it, of B farthest against it; the "
            "file's\n"
            "                        numbers, counted from 0\n"
            "  iterations            vectors tried; 0: the cache showed the collision\n"
            "  fallback              decided by distance and depth instead\n"
            "  time_us               microseconds",
        .example = "printf 'a_px,a_py,a_pz,a_qw,a_qx,a_qy,a_qz,b_px,b_py,b_pz,b_qw,b_qx,b_qy,b_qz\\n"
                   "0,0,0,1,0,0,0,3,1,0,1,0,0,0\\n' | firstcontact convex builtin:torus builtin:box --poses "
                   "/dev/stdin",
        .options = {
            {"--poses", "FILE", "the pairs of poses (must be given)", OPTION_TEXT, &o->poses, 0, 0, NULL},
            {"--no-cache", NULL, "each row on its own", OPTION_FLAG, &o->noCache, 0, 0, NULL},
            {"--support", "table|climb|hierarchy", "where the search for a vertex begins (default table)",
             OPTION_CHOICE, &o->support, 0, 0, supports},
            PLACEMENT_OPTIONS(o),
            {"--summary", NULL, "a last line with totals and times", OPTION_FLAG, &o->summary, 0, 0, NULL},
            {"--out", "FILE", "where results go, whole or not at all (default standard output)", OPTION_TEXT,
             &o->out, 0, 0, NULL},
        }};
    int exitCode = ReadCommandLine(&def, argCount, args, arguments);
    if (exitCode >= 0) return exitCode;
    return o->poses == NULL ? FailCall(&def, "--poses must be given") : -1;
}

// The hull of the points that a mesh's triangles use, with its hierarchical representation. NULL: none.
static cdConvex *makeHull(const cdMesh *mesh) {
    int32_t count;
    const cdVec3 *vertices = cdGetMeshVertices(mesh, &count);
    cdVec3 center = cdGetMeshInfo(mesh).center;
    cdVec3 *points = malloc((size_t)count * sizeof *points);
    for (int32_t i = 0; i < count && points != NULL; i++)
        points[i] = cdAdd(center, vertices[i]);
    cdConvexDef def = {points, cdGetMeshVertexIds(mesh, &count), count};
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
    if (*hull == NULL) snprintf(message, messageSize, "%s: no convex hull can be made of it", name);
    return *hull != NULL;
}

static bool loadHulls(ConvexRun *run, const char *const names[2], char *message, size_t messageSize) {
    const ConvexOptions *o = &run->options;
    return loadHull(names[0], (MeshPlacement){o->normalize, o->scaleA}, &run->hullA, message, messageSize) &&
           loadHull(names[1], (MeshPlacement){o->normalize, o->scaleB}, &run->hullB, message, messageSize);
}

static void runRows(const ConvexRun *run, FILE *out, ConvexTotals *totals) {
    cdSeparationInput input = {
        .convexA = run->hullA, .convexB = run->hullB, .support = (cdSupportMethod)run->options.support};
    cdConvexCache cache = {0};
    Progress progress = BeginProgress("row");
    for (int32_t i = 0; i < run->rowCount; i++) {
        input.poseA = run->poses[2 * i];
        input.poseB = run->poses[2 * i + 1];
        double begin = GetSeconds();
        cdSeparation result = cdFindSeparatingVector(&input, run->options.noCache ? NULL : &cache, NULL);
        double microseconds = 1e6 * (GetSeconds() - begin);
        WriteSeparation(out, i, &result, run->hullA, run->hullB, microseconds);
        AddToConvexTotals(totals, &result, microseconds);
        ShowProgress(&progress, i + 1, run->rowCount);
    }
    EndProgress(&progress);
}

static bool runConvex(ConvexRun *run, const char *const names[2], char *message, size_t messageSize) {
    const ConvexOptions *options = &run->options;
    ConvexTotals totals = {0};
    OutputFile output;
    if (!ReadPosePairsFile(options->poses, &run->poses, &run->rowCount, message, messageSize)) return false;
    BeginWaiting("building the meshes");
    bool loaded = loadHulls(run, names, message, messageSize);
    EndWaiting();
    if (!loaded) return false;
    if (!CreateConvexTotals(&totals, run->rowCount)) {
        snprintf(message, messageSize, "out of memory for %d rows", (int)run->rowCount);
        return false;
    }
    bool good = OpenOutputFile(&output, options->out, message, messageSize);
    if (good) {
        runRows(run, output.stream, &totals);
        if (options->summary) WriteConvexTotals(output.stream, &totals);
        good = FinishOutputFile(&output, message, messageSize);
    }
    DestroyConvexTotals(&totals);
    return good;
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
    cdDestroyConvex(run.hullA);
    cdDestroyConvex(run.hullB);
    free(run.poses);
    return good ? EXIT_DONE : EXIT_FAILED;
}
