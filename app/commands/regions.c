// `firstcontact regions`: finds the contact regions and normals of two meshes at pairs of poses.
//
// Input: two mesh arguments and a file of pairs of poses. Output: one JSON line a row (regions_write.c). Two
// closed meshes are solids and are searched by the index of one, other meshes (with --no-index all) by their
// sphere trees; the result is the same. With --persist the rows are consecutive steps: each row gets the
// regions of the row before, moved along with B, and A's velocity relative to B from both rows' poses.
// Without it rows run on threads. All input is read and checked, and the features are built, before the first
// line.
#include "collision/regions.h"
#include "commands/command.h"
#include "commands/path_file.h"
#include "commands/regions_write.h"
#include "commands/row_output.h"
#include "engine/platform/clock.h"
#include "stage/mesh_source.h"
#include <stdio.h>
#include <stdlib.h>

enum { FIRST_REGION_CAPACITY = 256, REGION_CAPACITY_MAX = 1 << 18, POINTS_A_REGION = 8 };

typedef struct RegionsOptions {
    const char *poses, *out;
    double tolerance, scaleA, scaleB;
    int32_t jobs;
    bool all, persist, noIndex, normalize, parting, summary;
} RegionsOptions;

// Contact regions of a row, and their memory.
typedef struct Row {
    cdContactRegions found;
    cdContactRegion *regions; // regions[regionCapacity]
    cdVec3 *points;           // points[POINTS_A_REGION * regionCapacity]
    int32_t regionCapacity;
} Row;

typedef struct RegionsRun {
    RegionsOptions options;
    cdMesh *meshA, *meshB; // with their features, and their solids if both are closed
    bool solids;           // both have one
    cdPose *poses;         // poses[2 * rowCount], A's before B's
    int32_t rowCount;
    RegionsTotals totals;
} RegionsRun;

// Memory of one thread.
typedef struct RegionsWorker {
    Row now, before;
    cdWorkspace *workspace;
    RegionsTotals totals;
} RegionsWorker;

static int readOptions(RegionsOptions *o, int argCount, char *const args[],
                       const char *arguments[ARGUMENT_MAX]) {
    *o = (RegionsOptions){.scaleA = 1.0, .scaleB = 1.0};
    const CommandDef def = {
        .name = "regions",
        .arguments = "A B --poses PAIRS.csv ",
        .argumentCount = 2,
        .argumentLimit = 2,
        .about =
            "Finds where meshes A and B touch at pairs of poses: points, segments and polygons, each between a vertex,\n"
            "edge or face of A and one of B, with their normals. A mesh is a file or builtin:NAME (see firstcontact\n"
            "--help). PAIRS.csv has the header a_px,a_py,a_pz,a_qw,a_qx,a_qy,a_qz,b_px,b_py,b_pz,b_qw,b_qx,b_qy,b_qz and\n"
            "one pair a row. Coplanar neighbouring faces are united.\n\n"
            "Output: one JSON line a row:\n"
            "  status                separate, touch, penetrate, undecided. Two closed meshes are solids; other meshes\n"
            "                        have no interior\n"
            "  crossing, point, a, b when penetrating: the features a and b that cross most, a point there, and the length\n"
            "                        of the shortest translation that separates these two, usually less than the depth;\n"
            "                        null if one solid is inside the other\n"
            "  parting               with --parting: a translation of A that separates the meshes; its length, an upper\n"
            "                        bound of the depth; shortest, true if it is minimal (known for convex meshes)\n"
            "  regions               the sufficient subset: without it one mesh could move into the other; when\n"
            "                        penetrating all regions, without normals\n"
            "    dim                 0 a point, 1 a segment, 2 a polygon, whose holes are joined to it by bridges\n"
            "    a, b                the features; id is the number in the file, from 0 (lowest of coplanar faces); for\n"
            "                        an edge its index in the mesh, with the numbers of its ends\n"
            "    points, normals     world frame; normals are unit and point from B to A\n"
            "    area, length        of a polygon, of a segment\n"
            "    age                 with --persist: number of earlier rows in contact\n"
            "    origin              of its normals: computed, persisted, or shrunk from a larger region\n"
            "    indeterminate       true if the geometry allows several normals",
        .example = "printf 'a_px,a_py,a_pz,a_qw,a_qx,a_qy,a_qz,b_px,b_py,b_pz,b_qw,b_qx,b_qy,b_qz\\n"
                   "0.5,2,0,1,0,0,0,0,0,0,1,0,0,0\\n' | firstcontact regions builtin:box builtin:box --poses "
                   "/dev/stdin",
        .options = {
            {"--poses", "FILE", "file of the pairs of poses (required)", OPTION_TEXT, &o->poses, 0, 0, NULL},
            {"--tolerance", "LENGTH",
             "distance within which features touch (default 8e-6 of the larger radius)", OPTION_NUMBER,
             &o->tolerance, 1e-100, 1e100, NULL},
            {"--all", NULL, "print the whole intersection set, with the sufficient subset marked",
             OPTION_FLAG, &o->all, 0, 0, NULL},
            {"--persist", NULL, "treat rows as consecutive time steps: normals persist from row to row",
             OPTION_FLAG, &o->persist, 0, 0, NULL},
            {"--no-index", NULL, "use sphere trees for closed meshes too; the result is the same",
             OPTION_FLAG, &o->noIndex, 0, 0, NULL},
            {"--parting", NULL,
             "find a short translation that separates penetrating meshes, about 20 ms a row", OPTION_FLAG,
             &o->parting, 0, 0, NULL},
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

// --- features and solids

// Builds the solid; an open mesh has none. @errors false with a message: no memory
static bool buildSolid(const char *name, cdMesh *mesh, bool *hasSolid, char *message, size_t messageSize) {
    cdMeshReport report = {0};
    *hasSolid = cdBuildMeshParts(mesh, CD_PART_SOLID, &report);
    bool good = *hasSolid || report.solid.error != CD_BUILD_OUT_OF_MEMORY;
    if (!good) snprintf(message, messageSize, "%s: out of memory for the solid", name);
    cdDestroyMeshReport(&report);
    return good;
}

static bool loadMeshes(RegionsRun *run, const char *const names[2], char *message, size_t messageSize) {
    const RegionsOptions *o = &run->options;
    const MeshPlacement locationA = {o->normalize, o->scaleA}, locationB = {o->normalize, o->scaleB};
    uint32_t parts = CD_PART_FEATURES | (o->parting ? CD_PART_HULL : 0);
    run->meshA = CreateSourceMesh(names[0], locationA, parts, message, messageSize);
    if (run->meshA == NULL || !buildSolid(names[0], run->meshA, &run->solids, message, messageSize))
        return false;
    run->meshB = CreateSourceMesh(names[1], locationB, parts, message, messageSize);
    if (run->meshB == NULL) return false;
    return !run->solids || buildSolid(names[1], run->meshB, &run->solids, message, messageSize);
}

// --- memory for the regions

static bool growRow(Row *row, int32_t capacity) {
    cdContactRegion *regions = realloc(row->regions, (size_t)capacity * sizeof *regions);
    if (regions != NULL) row->found.regions = row->regions = regions;
    cdVec3 *points = realloc(row->points, (size_t)capacity * POINTS_A_REGION * sizeof *points);
    if (points != NULL) row->found.points = row->points = points;
    if (regions == NULL || points == NULL) return false;
    row->regionCapacity = capacity;
    return true;
}

// Grows the arrays to hold all regions found, at their ratio of points to regions.
static bool grow(Row *row) {
    int32_t forPoints = (row->found.neededPoints + POINTS_A_REGION - 1) / POINTS_A_REGION;
    int32_t capacity = forPoints > row->found.neededRegions ? forPoints : row->found.neededRegions;
    return capacity <= REGION_CAPACITY_MAX && growRow(row, capacity);
}

// --- rows

// Moves the regions of the row before along with B.
static void carryAlong(cdContactRegions *regions, cdPose from, cdPose to) {
    for (int32_t i = 0; i < regions->pointCount; i++)
        regions->points[i] = cdTransformPoint(to, cdInvTransformPoint(from, regions->points[i]));
    for (int32_t i = 0; i < regions->regionCount; i++)
        for (int32_t n = 0; n < regions->regions[i].normalCount; n++) {
            cdVec3 *normal = &regions->regions[i].normals[n];
            *normal = cdRotate(to.q, cdInvRotate(from.q, *normal));
        }
}

// Prepares the regions of the row before as input of this row. Returns A's velocity relative to B at this
// row.
static cdVelocity step(const RegionsRun *run, cdContactRegions *before, int32_t row) {
    const cdPose *poses = run->poses + 2 * (size_t)row;
    cdPose start = poses[-2];
    if (!cdIsSamePose(poses[-1], poses[1])) {
        carryAlong(before, poses[-1], poses[1]);
        start = cdMulPose(poses[1], cdInvMulPose(poses[-1], start));
    }
    cdMotion motion = cdMakeMotion(start, poses[0], cdGetFeaturesInfo(run->meshA).center);
    return cdGetMotionVelocity(&motion, 1.0);
}

static cdInterior getInterior(const RegionsRun *run) {
    if (!run->solids) return CD_INTERIOR_EMPTY;
    return run->options.noIndex ? CD_INTERIOR_BY_TREES : CD_INTERIOR_AUTO;
}

// @errors false: no memory
static bool findRegions(const RegionsRun *run, RegionsWorker *own, int32_t row, double *microseconds) {
    cdVelocity velocity;
    bool steps = run->options.persist && row > 0;
    cdRegionsInput input = {.meshA = run->meshA,
                            .meshB = run->meshB,
                            .interior = getInterior(run),
                            .poseA = run->poses[2 * (size_t)row],
                            .poseB = run->poses[2 * (size_t)row + 1],
                            .tolerance = run->options.tolerance,
                            .sufficientOnly = !run->options.all};
    if (steps) {
        velocity = step(run, &own->before.found, row);
        input.velocityA = &velocity;
        input.previous = &own->before.found;
    }
    Row *now = &own->now;
    do {
        input.regions = now->regions;
        input.points = now->points;
        input.regionCapacity = now->regionCapacity;
        input.pointCapacity = POINTS_A_REGION * now->regionCapacity;
        double begin = gxGetTime();
        now->found = cdFindContactRegions(&input, NULL, own->workspace, NULL);
        *microseconds = 1e6 * (gxGetTime() - begin);
    } while (now->found.truncated && grow(now));
    return !now->found.truncated && now->found.reason != CD_REASON_WORKSPACE;
}

static Parting findParting(const RegionsRun *run, RegionsWorker *own, int32_t row) {
    const cdPose *poses = run->poses + 2 * (size_t)row;
    const PartingInput input = {
        .meshA = run->meshA, .meshB = run->meshB, .poseA = poses[0], .poseB = poses[1], .sweeps = true};
    return FindParting(&input, own->workspace);
}

static bool openWorker(void *context, void *worker) {
    (void)context;
    RegionsWorker *own = worker;
    own->workspace = cdCreateWorkspace();
    return own->workspace != NULL && growRow(&own->now, FIRST_REGION_CAPACITY) &&
           growRow(&own->before, FIRST_REGION_CAPACITY);
}

static void closeWorker(void *context, void *worker) {
    RegionsRun *run = context;
    RegionsWorker *own = worker;
    cdDestroyWorkspace(own->workspace);
    free(own->now.regions), free(own->now.points);
    free(own->before.regions), free(own->before.points);
    MergeRegionsTotals(&run->totals, &own->totals);
}

static bool runRow(void *context, void *worker, int32_t row, bool first, FILE *out) {
    RegionsRun *run = context;
    RegionsWorker *own = worker;
    (void)first; // only --persist uses the row before, and then all rows are one run
    double microseconds = 0.0;
    if (!findRegions(run, own, row, &microseconds)) return false;
    Parting parting = {0};
    bool parts = run->options.parting && own->now.found.state == CD_OVERLAP;
    if (parts) parting = findParting(run, own, row);
    WriteRegionsRow(out, row, &own->now.found, run->meshA, run->meshB, parts ? &parting : NULL,
                    run->options.all);
    AddToRegionsTotals(&own->totals, &own->now.found);
    SetRowTime(&run->totals.times, row, microseconds);
    Row done = own->now;
    own->now = own->before;
    own->before = done;
    return own->now.regionCapacity >= done.regionCapacity || growRow(&own->now, done.regionCapacity);
}

static void writeSummary(void *context, FILE *out) {
    RegionsRun *run = context;
    WriteRegionsTotals(out, &run->totals);
}

static bool runRows(RegionsRun *run, char *message, size_t messageSize) {
    const RowJobs jobs = {.label = "row",
                          .rowCount = run->rowCount,
                          .runLength = 1,
                          .jobs = run->options.jobs,
                          .inOrder = run->options.persist,
                          .context = run,
                          .workerSize = sizeof(RegionsWorker),
                          .openWorker = openWorker,
                          .closeWorker = closeWorker,
                          .runRow = runRow};
    return WriteRows(&jobs, run->options.out, run->options.summary ? writeSummary : NULL, message,
                     messageSize);
}

static bool runRegions(RegionsRun *run, const char *const names[2], char *message, size_t messageSize) {
    const RegionsOptions *o = &run->options;
    if (!ReadPosePairsFile(o->poses, &run->poses, &run->rowCount, message, messageSize)) return false;
    BeginWaiting("building the meshes");
    bool loaded = loadMeshes(run, names, message, messageSize);
    EndWaiting();
    if (!loaded) return false;
    if (!CreateRowTimes(&run->totals.times, run->rowCount)) {
        snprintf(message, messageSize, "out of memory for %d rows", (int)run->rowCount);
        return false;
    }
    return runRows(run, message, messageSize);
}

int RunRegionsCommand(int argCount, char *const args[]) {
    RegionsRun run = {0};
    const char *arguments[ARGUMENT_MAX];
    int exitCode = readOptions(&run.options, argCount, args, arguments);
    if (exitCode >= 0) return exitCode;
    char message[MESSAGE_SIZE];
    const char *const names[2] = {arguments[0], arguments[1]};
    bool good = runRegions(&run, names, message, sizeof message);
    if (!good) SayError("%s", message);
    DestroyRowTimes(&run.totals.times);
    cdDestroyMesh(run.meshA);
    cdDestroyMesh(run.meshB);
    free(run.poses);
    return good ? EXIT_DONE : EXIT_FAILED;
}
