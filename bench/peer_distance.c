// FCL's distance of the same meshes at the same poses; see peer_distance.h. Its calls are slow: it runs an
// evenly spread subset of the poses. Where meshes overlap, FCL returns -1 and we 0: such poses are excluded.
#include "bench/peer_distance.h"
#include "bench/timing.h"
#include <math.h>

#ifndef FC_HAVE_FCL

void ComparePeerDistances(const BenchPair *pair, const char *name, const cdPose *poses,
                          const cdDistance *answers, int64_t count, double ourMedian, BenchReport *report) {
    (void)pair, (void)poses, (void)answers, (void)count, (void)ourMedian;
    AddNote(report, "%s: no peer: built without FCL (Debian's libfcl-dev).", name);
}

#else

#include "bench/peers/peer_fcl.h"

enum { MOST = 200 };

void ComparePeerDistances(const BenchPair *pair, const char *name, const cdPose *poses,
                          const cdDistance *answers, int64_t count, double ourMedian, BenchReport *report) {
    PeerModel *a = MakePeerModel(pair->soupA.points, pair->soupA.pointCount, pair->soupA.triangles,
                                 pair->soupA.triangleCount);
    PeerModel *b = MakePeerModel(pair->soupB.points, pair->soupB.pointCount, pair->soupB.triangles,
                                 pair->soupB.triangleCount);
    int64_t part = count < MOST ? count : MOST;
    Timings timings = MakeTimings(part);
    double worst = 0.0;
    for (int64_t k = 0; k < part; k++) {
        int64_t i = k * count / part;
        if (answers[i].state != CD_FREE) continue;
        double begin = GetMicroseconds();
        double distance = RunPeerDistance(a, b, poses[i]);
        AddTiming(&timings, GetMicroseconds() - begin);
        worst = fmax(worst, fabs(distance - answers[i].distance));
    }
    SortTimings(&timings);
    double median = GetQuantile(&timings, 0.5);
    AddNote(report, "%s: FCL's distance (RSS) takes %.1f us, %.1f times ours; largest difference %.1e.", name,
            median, median / ourMedian, worst);
    FreeTimings(&timings);
    FreePeerModel(a);
    FreePeerModel(b);
}

#endif
