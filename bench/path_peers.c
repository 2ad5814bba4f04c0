// Edges of random poses about the bunny that OMPL's discrete motion validator accepts; see path_peers.h.
//
// Each contact is confirmed on OMPL's own motion (peer_motion.h). An edge that we certify must have no
// overlap at any of many poses.
#include "bench/path_peers.h"
#include "bench/timing.h"
#include "collision/path.h"

#include <math.h>
#include <stdio.h>

#if !defined(FC_HAVE_OMPL) || !defined(FC_HAVE_FCL)

void ComparePathPeers(const BenchInput *input, const BenchPair *pair, BenchReport *report) {
    (void)input, (void)pair;
    AddNote(report, "No peer: built without OMPL and FCL (Debian's libompl-dev and libfcl-dev).");
}

#else

#include "bench/peer_motion.h"

enum { EDGES_A_STEP = 5, FREE_SAMPLES = 100, FREE_EVERY = 50 };
static const double SPACE_HALF = 2.5; // half side of the space, radii
static const double NEAR_HALF = 1.5;  // of the cube of the poses
static const char *const THIN_WALL = "builtin:plate:width=1.4,depth=1.4,thickness=0.02";

typedef struct PathPeers {
    const BenchPair *pair;
    PeerSpace *space;
    int64_t accepted, refused, collide, confirmed, wrong, open;
    double peerTime, ownTime; // microseconds
} PathPeers;

static double nextShare(uint64_t *state) {
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (double)(*state >> 11) * 0x1p-53;
}

static cdPose pickPose(const PeerSpace *space, uint64_t *state) {
    cdPose pose;
    do {
        double n[7];
        for (int i = 0; i < 7; i++)
            n[i] = 2.0 * nextShare(state) - 1.0;
        double length = sqrt(n[3] * n[3] + n[4] * n[4] + n[5] * n[5] + n[6] * n[6]);
        if (!(length > 0.1)) length = n[3] = 1.0, n[4] = n[5] = n[6] = 0.0;
        pose = (cdPose){{NEAR_HALF * n[0], NEAR_HALF * n[1], NEAR_HALF * n[2]},
                        {n[3] / length, n[4] / length, n[5] / length, n[6] / length}};
    } while (!IsPeerPoseValid(space, pose));
    return pose;
}

// Judges an edge that the validator accepts.
static cdPathContact findContact(PathPeers *peers, cdPose start, cdPose target) {
    const cdPose poses[2] = {start, target};
    cdPathNode nodes[MOTION_SCREWS + 1];
    FollowPeerMotions(peers->space, poses, 2, nodes);
    const cdSlideShape shape = {peers->pair->meshA, cdIdentityPose()};
    const cdPathObstacle obstacle = {.mesh = peers->pair->meshB, .pose = cdIdentityPose()};
    const cdPathInput input = {.nodes = nodes,
                               .nodeCount = MOTION_SCREWS + 1,
                               .shapes = &shape,
                               .shapeCount = 1,
                               .obstacles = &obstacle,
                               .obstacleCount = 1};
    double begin = GetMicroseconds();
    cdPathContact found = cdFindPathContact(&input, peers->pair->workspace, NULL);
    peers->ownTime += GetMicroseconds() - begin;
    return found;
}

static bool hasOverlap(const PathPeers *peers, cdPose start, cdPose target) {
    for (int i = 0; i <= FREE_SAMPLES; i++) {
        double t = i / (double)FREE_SAMPLES;
        if (!IsPeerPoseValid(peers->space, GetPeerPoseAt(peers->space, start, target, t))) return true;
    }
    return false;
}

static void judgeEdge(PathPeers *peers, cdPose start, cdPose target) {
    double begin = GetMicroseconds();
    bool isAccepted = IsPeerMotionValid(peers->space, start, target);
    double time = GetMicroseconds() - begin;
    peers->refused += !isAccepted;
    if (!isAccepted) return;
    peers->peerTime += time;
    peers->accepted++;
    cdPathContact found = findContact(peers, start, target);
    peers->open += found.contact.state == CD_UNDECIDED;
    if (found.contact.state == CD_FREE && peers->accepted % FREE_EVERY == 0)
        peers->wrong += hasOverlap(peers, start, target);
    if (found.contact.state != CD_CONTACT && found.contact.state != CD_OVERLAP) return;
    peers->collide++;
    const cdPose poses[2] = {start, target};
    peers->confirmed += IsPeerOverlapAfter(peers->space, poses, 2, found.time.lo);
}

static void addRow(const PathPeers *peers, const char *name, BenchReport *report) {
    double accepted = (double)peers->accepted;
    double values[] = {accepted,
                       (double)peers->refused,
                       (double)peers->collide,
                       (double)peers->confirmed,
                       100.0 * (double)peers->collide / accepted,
                       peers->peerTime / accepted,
                       peers->ownTime / accepted};
    AddRow(report, values, "%s", name);
    char what[96];
    snprintf(what, sizeof what, "%s: accepted edges undecided", name);
    AddRequirement(report, what, (double)peers->open, REPORT_AT_MOST, 0.0, "edges");
    snprintf(what, sizeof what, "%s: certified edges that overlap", name);
    AddRequirement(report, what, (double)peers->wrong, REPORT_AT_MOST, 0.0, "edges");
}

static void comparePair(const BenchInput *input, const BenchPair *pair, const char *name,
                        BenchReport *report) {
    const TriangleSoup *a = &pair->soupA, *b = &pair->soupB;
    PeerModel *models[2] = {MakePeerModel(a->points, a->pointCount, a->triangles, a->triangleCount),
                            MakePeerModel(b->points, b->pointCount, b->triangles, b->triangleCount)};
    PathPeers peers = {.pair = pair,
                       .space = MakePeerSpace(models[0], models[1], SPACE_HALF, PEER_RESOLUTION)};
    uint64_t state = input->seed;
    int64_t count = EDGES_A_STEP * input->steps;
    while (peers.accepted < count) {
        cdPose start = pickPose(peers.space, &state), target = pickPose(peers.space, &state);
        target = LimitPeerTarget(peers.space, start, target);
        if (IsPeerPoseValid(peers.space, target)) judgeEdge(&peers, start, target);
        input->showProgress(peers.accepted, count, input->context);
    }
    addRow(&peers, name, report);
    FreePeerSpace(peers.space);
    FreePeerModel(models[0]);
    FreePeerModel(models[1]);
}

void ComparePathPeers(const BenchInput *input, const BenchPair *pair, BenchReport *report) {
    static const char *const columns[] = {"accepted", "refused", "collide", "confirmed",
                                          "share %",  "OMPL us", "ours us", NULL};
    AddTable(report, columns,
             "Edges that OMPL's discrete motion validator accepts, tested with FCL every 1 %%");
    comparePair(input, pair, "teapot, bunny", report);
    BenchPair thin;
    if (MakeBenchPair(input, "builtin:torus-knot", THIN_WALL, 0.0, &thin, report))
        comparePair(input, &thin, "torus knot, thin wall", report);
    FreeBenchPair(&thin);
    AddNote(
        report,
        "Edges are between random poses, at most a fifth of the space long, the default of OMPL's planners. "
        "Ours follows OMPL's motion in %d screws. Confirmed: FCL finds an overlap on OMPL's motion shortly "
        "after our first contact.",
        MOTION_SCREWS);
}

#endif
