// Runs recorded queries through libccd, FCL and Bullet; see convex_peers.h.
//
// Every library gets the same queries in the same order in the same run; each time is the minimum of a few
// rounds over the queries of a kind. For a differing answer, the gap or the penetration of the hulls decides
// whether it is within the library's own tolerance.
#include "bench/convex_peers.h"
#include "convex/separation/distance_depth.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { WAY_MAX = 12, CASES_A_TABLE = 2 };

static int32_t listPeers(const ConvexPeer *peers[WAY_MAX]) {
    int32_t total = 0, count = 0;
    const ConvexPeer *some = NULL;
    (void)some, (void)count, (void)peers;
#ifdef FC_HAVE_CCD
    some = GetCcdPeers(&count);
    for (int32_t i = 0; i < count; i++)
        peers[total++] = &some[i];
#endif
#ifdef FC_HAVE_FCL
    some = GetFclConvexPeers(&count);
    for (int32_t i = 0; i < count; i++)
        peers[total++] = &some[i];
#endif
#ifdef FC_HAVE_BULLET
    some = GetBulletPeers(&count);
    for (int32_t i = 0; i < count; i++)
        peers[total++] = &some[i];
#endif
    return total;
}

// --- The hulls in a peer's format

static void *makePeerHull(const ConvexPeer *peer, const cdConvex *hull) {
    const cdConvexInfo info = cdGetConvexInfo(hull);
    PeerPoints from = {
        .pointCount = info.vertexCount, .triangles = info.triangles, .triangleCount = info.triangleCount};
    cdVec3 *points = malloc((size_t)from.pointCount * sizeof *points);
    if (points == NULL) return NULL;
    for (int32_t i = 0; i < from.pointCount; i++)
        points[i] = cdAdd(info.center, info.vertices[i]);
    from.points = points;
    void *made = peer->makeHull(&from);
    free(points);
    return made;
}

static void freePeerHulls(const ConvexPeer *peer, const PolytopeRoom *room, void **hulls) {
    for (int32_t i = 0; i < room->hullCount; i++)
        peer->freeHull(hulls[i]);
    free(hulls);
}

// hulls[bodyCount]; body i has hull i modulo hullCount.
static void **makePeerHulls(const ConvexPeer *peer, const PolytopeRoom *room) {
    void **hulls = calloc((size_t)room->bodyCount, sizeof *hulls);
    if (hulls == NULL) return NULL;
    for (int32_t i = 0; i < room->bodyCount; i++) {
        hulls[i] = i < room->hullCount ? makePeerHull(peer, room->hulls[i]) : hulls[i % room->hullCount];
        if (hulls[i] != NULL) continue;
        freePeerHulls(peer, room, hulls);
        return NULL;
    }
    return hulls;
}

// --- Answers

typedef struct PeerCount {
    int64_t differences, beyond; // beyond the peer's tolerance
} PeerCount;

// Returns the gap of the hulls; negative if they penetrate.
static double findGap(const cdSeparationInput *input, cdVec3 start) {
    cdConvexPair pair;
    if (!cdPlaceConvexPair(input, &pair)) return 0.0;
    return cdFindDistanceDepth(&pair, cdInvRotate(input->poseB.q, start)).gap;
}

static PeerCount compareAnswers(const ConvexCase *c, const ConvexPeer *peer, const ConvexAnswers *theirs) {
    PeerCount sum = {0};
    for (int32_t k = 0; k < c->allCount; k++) {
        int32_t i = c->all[k];
        const cdSeparation *ours = &c->ours->results[i];
        if (ours->state == CD_CONTACT || ours->state == theirs->results[i].state) continue;
        cdSeparationInput input = GetConvexInput(c->run, &c->run->queries[i], CD_SUPPORT_TABLE);
        sum.differences++;
        sum.beyond += fabs(findGap(&input, ours->vector)) > peer->tolerance;
    }
    return sum;
}

// --- The tables

typedef struct PeerTimes {
    double all, kept, colliding; // nanoseconds
} PeerTimes;

static PeerTimes addPeerRow(BenchReport *report, const ConvexCase *c, const ConvexPeer *peer) {
    PeerTimes times = {NAN, NAN, NAN};
    void **hulls = makePeerHulls(peer, c->run->room);
    if (hulls == NULL) {
        AddNote(report, "%s refused a hull of %d vertices.", peer->name, (int)c->vertexCount);
        return times;
    }
    ConvexSolver solver = {.peer = peer, .peerHulls = hulls};
    ConvexAnswers answers = AnswerConvexRun(c->run, &solver);
    times.all = TimeConvexQueries(c->run, &solver, &answers, c->all, c->allCount);
    times.kept = TimeConvexQueries(c->run, &solver, &answers, c->kept, c->keptCount);
    times.colliding = TimeConvexQueries(c->run, &solver, &answers, c->colliding, c->collidingCount);
    PeerCount count = compareAnswers(c, peer, &answers);
    double values[] = {times.all,
                       times.all / c->allTime,
                       times.kept,
                       times.kept / c->keptTime,
                       times.colliding,
                       times.colliding / c->collidingTime,
                       (double)count.differences,
                       (double)count.beyond};
    AddRow(report, values, "n = %d: %s", (int)c->vertexCount, peer->name);
    FreeConvexAnswers(&answers);
    freePeerHulls(peer, c->run->room, hulls);
    return times;
}

static double getLeastRatio(int32_t vertexCount) {
    return vertexCount >= 500 ? 12.0 : vertexCount >= 100 ? 6.0 : 3.0;
}

static void addTargets(BenchReport *report, const ConvexCase *c, const ConvexPeer *peer,
                       const PeerTimes *times) {
    char what[96];
    if (strcmp(peer->name, "libccd GJK, scan") != 0) return;
    if (c->vertexCount <= 500) {
        snprintf(what, sizeof what, "n = %d, all pairs, times as fast as libccd (GJK, scan)",
                 (int)c->vertexCount);
        AddTarget(report, what, times->all / c->allTime, REPORT_AT_LEAST, getLeastRatio(c->vertexCount),
                  "times");
    }
    snprintf(what, sizeof what, "n = %d, colliding, times as fast as libccd (GJK, scan)",
             (int)c->vertexCount);
    AddTarget(report, what, times->colliding / c->collidingTime, REPORT_AT_LEAST, 2.0, "times");
}

static void addOurRow(BenchReport *report, const ConvexCase *c) {
    double values[] = {c->allTime, 1.0, c->keptTime, 1.0, c->collidingTime, 1.0, 0.0, 0.0};
    AddRow(report, values, "n = %d: ours", (int)c->vertexCount);
}

static void addNotes(BenchReport *report) {
    AddNote(report,
            "Peers: \"scan\" and \"climb\" are our support mappings for libccd, which has no own ones: "
            "over all vertices, or along edges from the pair's last supporting vertex. The targets compare "
            "with GJK and the scan, the mapping of libccd's users. Climbing, which they would have to "
            "write themselves, gains more for larger n: see its rows.");
    AddNote(report,
            "\"kept direction\" starts libccd's GJK along the direction that last separated the pair. FCL "
            "is called by fcl::collide; its own solver keeps a guess for each pair. Bullet computes in "
            "single precision and finds the distance, with the last vector as guess. \"beyond\": "
            "differences by more than the peer's own tolerance (1e-6; MPR and Bullet 1e-4; the radius is "
            "1).");
}

void CompareConvexPeers(const BenchInput *input, const ConvexCase *cases, int caseCount,
                        BenchReport *report) {
    static const char *const columns[] = {"all ns", "x ours", "cached ns", "x ours", "colliding ns",
                                          "x ours", "differ", "beyond",    NULL};
    const ConvexPeer *peers[WAY_MAX] = {NULL};
    int32_t peerCount = listPeers(peers);
    if (peerCount == 0) {
        AddNote(report, "No peers: built without libccd, FCL and Bullet (Debian's libccd-dev, libfcl-dev "
                        "and libbullet-dev).");
        return;
    }
    for (int k = 0; k < caseCount; k++) {
        if (k % CASES_A_TABLE == 0)
            AddTable(report, columns, "Peers on the same queries: ns a query, and times ours");
        addOurRow(report, &cases[k]);
        for (int32_t i = 0; i < peerCount; i++) {
            input->showProgress(k * peerCount + i, (int64_t)caseCount * peerCount, input->context);
            PeerTimes times = addPeerRow(report, &cases[k], peers[i]);
            addTargets(report, &cases[k], peers[i], &times);
        }
    }
    addNotes(report);
}
