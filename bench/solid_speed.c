// Measures points classified a second; see solid_speed.h.
//
// 1. Create points of two sorts: anywhere in the box extent, and within a hundredth of the radius from the
//    surface.
// 2. Run chunks of points through both libraries in turn, in rounds. The fastest round of each chunk counts,
//    to suppress other load. All other chunks run before a chunk repeats, so that little of its part of the
//    tree stays in the caches.
// 3. Where the answers differ, test whether the distance to the surface exceeds the tolerance.
#include "bench/solid_speed.h"
#include "bench/peers/peer_cgal.h"
#include "bench/timing.h"
#include "collision/classify.h"
#include "oracle/random_solid.h"
#include <stdlib.h>

enum { CHUNK = 2500, ROUNDS = 5, POINTS_MAX = 50000 };

typedef struct SpeedRun {
    const cdMesh *mesh;    // with its B-rep index
    const PeerSolid *peer; // NULL: only ours
    const OracleSolid *oracle;
    cdVec3 *points;
    int8_t *ours, *theirs; // 1 inside, 0 on, -1 outside
    int32_t count;
    double ourTime, peerTime; // nanoseconds a point
    int32_t differ, beyond;
} SpeedRun;

// --- CGAL, if installed

static PeerSolid *makePeer(const OracleSolid *oracle) {
#ifdef FC_HAVE_CGAL
    return MakePeerSolid(oracle->points, oracle->pointCount, oracle->triangles, oracle->triangleCount);
#else
    (void)oracle;
    return NULL;
#endif
}

static void freePeer(PeerSolid *peer) {
#ifdef FC_HAVE_CGAL
    FreePeerSolid(peer);
#else
    (void)peer;
#endif
}

static void askPeer(const SpeedRun *run, int32_t first, int32_t end) {
#ifdef FC_HAVE_CGAL
    for (int32_t i = first; i < end; i++)
        run->theirs[i] = (int8_t)FindPeerSide(run->peer, run->points[i]);
#else
    (void)run, (void)first, (void)end;
#endif
}

static void askOurs(const SpeedRun *run, int32_t first, int32_t end) {
    for (int32_t i = first; i < end; i++) {
        cdLocationKind where = cdClassifyPoint(run->mesh, run->points[i], NULL).kind;
        run->ours[i] = (int8_t)(where == CD_INSIDE ? 1 : where == CD_OUTSIDE ? -1 : 0);
    }
}

// --- 1. to 3. of the header

static void makePoints(uint64_t seed, bool near, SpeedRun *run) {
    Random random = {seed};
    double size = 1e-4 * cdGetSolidInfo(run->mesh).radius; // MakeSolidPoint uses up to 100 times this
    for (int32_t i = 0; i < run->count; i++)
        run->points[i] = MakeSolidPoint(&random, run->oracle, near ? POINT_NEAR_FACE : POINT_ANYWHERE, size);
}

static void timePoints(SpeedRun *run) {
    int32_t chunkCount = (run->count + CHUNK - 1) / CHUNK;
    double *ours = AllocateArray(2 * chunkCount, sizeof *ours), *theirs = ours + chunkCount;
    for (int32_t i = 0; i < ROUNDS * chunkCount; i++) {
        int32_t chunk = i % chunkCount, first = chunk * CHUNK;
        int32_t end = first + CHUNK < run->count ? first + CHUNK : run->count;
        double begin = GetMicroseconds();
        askOurs(run, first, end);
        double middle = GetMicroseconds();
        if (run->peer != NULL) askPeer(run, first, end);
        double done = GetMicroseconds();
        ours[chunk] = i < chunkCount ? middle - begin : cdMin(ours[chunk], middle - begin);
        theirs[chunk] = i < chunkCount ? done - middle : cdMin(theirs[chunk], done - middle);
    }
    run->ourTime = run->peerTime = 0.0;
    for (int32_t i = 0; i < chunkCount; i++) {
        run->ourTime += 1e3 * ours[i] / run->count;
        run->peerTime += 1e3 * theirs[i] / run->count;
    }
    free(ours);
}

static void compareAnswers(SpeedRun *run) {
    double tolerance = cdGetSolidInfo(run->mesh).tolerance;
    for (int32_t i = 0; run->peer != NULL && i < run->count; i++) {
        if (run->ours[i] == run->theirs[i]) continue;
        run->differ++;
        run->beyond += FindSurfaceDistance(run->oracle, run->points[i]) > tolerance;
    }
}

static void measureRun(uint64_t seed, bool near, SpeedRun *run) {
    run->differ = run->beyond = 0;
    makePoints(seed, near, run);
    timePoints(run);
    compareAnswers(run);
}

static void addRow(BenchReport *report, const char *name, bool near, const SpeedRun *run) {
    bool both = run->peer != NULL;
    double values[] = {run->ourTime,
                       1e3 / run->ourTime,
                       both ? run->peerTime : NAN,
                       both ? 1e3 / run->peerTime : NAN,
                       both ? run->peerTime / run->ourTime : NAN,
                       both ? (double)run->differ : NAN,
                       both ? (double)run->beyond : NAN};
    AddRow(report, values, "%s, %s", name, near ? "near the surface" : "anywhere");
}

static void addNearTarget(BenchReport *report, const char *name, const SpeedRun *run) {
    char what[96];
    snprintf(what, sizeof what, "%s, near the surface: times as fast as CGAL", name);
    AddTarget(report, what, run->peerTime / run->ourTime, REPORT_AT_LEAST, 4.0, "times");
}

// Transforms the mesh exactly, as the solid does.
static bool makeOracle(const BenchSolid *solid, OracleSolid *oracle) {
    const cdMeshInfo info = cdGetMeshInfo(solid->mesh);
    int32_t pointCount = info.vertexCount, triangleCount = info.triangleCount;
    const cdVec3 *vertices = info.vertices;
    const int32_t *triangles = info.triangles;
    if (!MakeOracleSolid(vertices, pointCount, triangles, triangleCount, oracle)) return false;
    for (int32_t i = 0; i < pointCount; i++)
        oracle->points[i] = cdAdd(oracle->points[i], solid->info.center);
    OracleSolid moved;
    bool good = MakeOracleSolid(oracle->points, pointCount, triangles, triangleCount, &moved);
    FreeOracleSolid(oracle);
    *oracle = moved;
    return good;
}

// Sums over all cases, anywhere and near the surface.
typedef struct SpeedSum {
    double leastRatio; // CGAL's time over ours, anywhere
    int64_t beyond;
} SpeedSum;

static bool measureCase(const BenchInput *input, const SpeedCase *given, SpeedSum *sum, BenchReport *report) {
    OracleSolid oracle;
    if (!makeOracle(given->solid, &oracle)) return FailReport(report, "out of memory for a mesh");
    PeerSolid *peer = input->peers ? makePeer(&oracle) : NULL;
    int32_t count = input->steps < POINTS_MAX ? (int32_t)input->steps : POINTS_MAX;
    SpeedRun run = {.mesh = given->solid->mesh, .peer = peer, .oracle = &oracle, .count = count};
    run.points = AllocateArray(count, sizeof *run.points);
    run.ours = AllocateArray(count, sizeof *run.ours);
    run.theirs = AllocateArray(count, sizeof *run.theirs);
    for (int near = 0; near < 2; near++) {
        measureRun(input->seed, near, &run);
        addRow(report, given->name, near, &run);
        if (near && peer != NULL) addNearTarget(report, given->name, &run);
        if (!near) sum->leastRatio = cdMin(sum->leastRatio, run.peerTime / run.ourTime);
        sum->beyond += given->solid->crossingCount > 0 ? 0 : run.beyond;
    }
    free(run.points);
    free(run.ours);
    free(run.theirs);
    freePeer(peer);
    FreeOracleSolid(&oracle);
    return true;
}

bool MeasureSolidSpeed(const BenchInput *input, const SpeedCase *cases, int32_t caseCount,
                       BenchReport *report) {
    static const char *const columns[] = {"ns a point", "million a s", "CGAL ns", "million a s",
                                          "times",      "differ",      "beyond",  NULL};
    SpeedSum sum = {.leastRatio = INFINITY};
    AddTable(report, columns, "Points classified, ours and CGAL's Side_of_triangle_mesh (AABB tree)");
    for (int32_t i = 0; i < caseCount; i++) {
        input->showProgress(i, caseCount, input->context);
        if (!measureCase(input, &cases[i], &sum, report)) return false;
    }
#ifdef FC_HAVE_CGAL
    if (!input->peers) return true;
    AddTarget(report, "anywhere: times as fast as CGAL, minimum", sum.leastRatio, REPORT_AT_LEAST, 3.0,
              "times");
    AddRequirement(report, "answers unlike CGAL's beyond the tolerance", (double)sum.beyond, REPORT_AT_MOST,
                   0.0, "points");
    AddNote(report,
            "CGAL answers inside, outside or on the surface, by exact predicates; ours says which "
            "vertex, edge or face it is. differ: of these three; beyond: farther than the tolerance.");
#else
    if (input->peers) AddNote(report, "No peer: built without CGAL (Debian's libcgal-dev).");
#endif
    return true;
}
