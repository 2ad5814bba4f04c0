// Runs the same steps through FCL; see peer_bench.h.
//
// A peer's answer is compared with ours, which certify.c judges. A miss is a step on which we touch and the
// peer does not, a false hit the reverse. Lateness is the peer's time minus ours where both hit, in fractions
// of the step; above 0 the peer lets the meshes penetrate. Slow calls run an evenly spread subset of the
// steps.
#include "bench/peer_bench.h"
#include "bench/timing.h"
#include <math.h>
#include <stdlib.h>

#ifndef FC_HAVE_FCL

void ComparePeers(const BenchInput *input, const BenchPair *pair, const PeerSteps *runs,
                  const double *leastRatios, int runCount, BenchReport *report) {
    (void)input, (void)pair, (void)runs, (void)leastRatios, (void)runCount;
    AddNote(report, "No peers: built without FCL (Debian's libfcl-dev).");
}

#else

#include "bench/peers/peer_fcl.h"

typedef PeerAnswer PeerCall(const PeerModel *a, const PeerModel *b, cdPose start, cdPose target);

static PeerAnswer runDiscrete(const PeerModel *a, const PeerModel *b, cdPose start, cdPose target) {
    (void)start;
    return (PeerAnswer){RunPeerDiscrete(a, b, target), 1.0};
}

typedef struct Peer {
    const char *name;
    PeerCall *call;
    int64_t stepMax; // of each kind of steps
    bool timed;      // returns a time of contact
    bool sound;
} Peer;

static const Peer peers[] = {
    {"FCL, sound (detail, RSS)", RunPeerSound, 400, true, true},
    {"FCL, public (OBBRSS)", RunPeerPublic, 12, true, false},
    {"FCL, discrete at the target", runDiscrete, 2000, false, false},
};

enum { PEER_COUNT = sizeof peers / sizeof peers[0] };

typedef struct Comparison {
    int64_t steps, hits, misses, falseHits;
    Timings late; // fractions of the step, not microseconds
    Timings peer, ours;
} Comparison;

static Comparison compareSteps(const Peer *peer, const PeerModel *models[2], const PeerSteps *run) {
    int64_t count = run->count < peer->stepMax ? run->count : peer->stepMax;
    Comparison c = {.late = MakeTimings(count), .peer = MakeTimings(count), .ours = MakeTimings(count)};
    for (int64_t k = 0; k < count; k++) {
        int64_t i = k * run->count / count;
        double begin = GetMicroseconds();
        PeerAnswer answer = peer->call(models[0], models[1], run->steps[i].start, run->steps[i].target);
        AddTiming(&c.peer, GetMicroseconds() - begin);
        AddTiming(&c.ours, run->times[i]);
        bool hit = run->results[i].state == CD_CONTACT;
        c.steps++;
        c.hits += answer.hit;
        c.misses += hit && !answer.hit;
        c.falseHits += answer.hit && !hit;
        if (hit && answer.hit && peer->timed) AddTiming(&c.late, answer.time - run->results[i].t.lo);
    }
    SortTimings(&c.late);
    SortTimings(&c.peer);
    SortTimings(&c.ours);
    return c;
}

static void freeComparison(Comparison *c) {
    FreeTimings(&c->late);
    FreeTimings(&c->peer);
    FreeTimings(&c->ours);
}

static void addPeerRow(BenchReport *report, const Peer *peer, const PeerSteps *run, double leastRatio,
                       const Comparison *c) {
    double ours = GetQuantile(&c->ours, 0.5), theirs = GetQuantile(&c->peer, 0.5);
    double values[] = {(double)c->steps,
                       (double)c->hits,
                       (double)c->misses,
                       (double)c->falseHits,
                       GetQuantile(&c->late, 0.0),
                       GetQuantile(&c->late, 0.5),
                       GetQuantile(&c->late, 1.0),
                       theirs,
                       ours,
                       theirs / ours};
    AddRow(report, values, "%s: %s", run->name, peer->name);
    if (!peer->sound) return;
    char what[96];
    snprintf(what, sizeof what, "%s, times as fast as %s, at the median", run->name, peer->name);
    AddTarget(report, what, theirs / ours, REPORT_AT_LEAST, leastRatio, "times");
}

void ComparePeers(const BenchInput *input, const BenchPair *pair, const PeerSteps *runs,
                  const double *leastRatios, int runCount, BenchReport *report) {
    static const char *const columns[] = {"steps",    "hits",         "misses", "false hits",
                                          "earliest", "late, median", "latest", "median us",
                                          "ours us",  "ratio",        NULL};
    const TriangleSoup *soups[2] = {&pair->soupA, &pair->soupB};
    PeerModel *models[2];
    for (int i = 0; i < 2; i++)
        models[i] = MakePeerModel(soups[i]->points, soups[i]->pointCount, soups[i]->triangles,
                                  soups[i]->triangleCount);
    AddTable(report, columns,
             "Peers on the same steps, against our answers (lateness in fractions of the step)");
    for (int p = 0; p < PEER_COUNT; p++) {
        for (int r = 0; r < runCount; r++) {
            input->showProgress(p * runCount + r, PEER_COUNT * runCount, input->context);
            Comparison c = compareSteps(&peers[p], (const PeerModel **)models, &runs[r]);
            addPeerRow(report, &peers[p], &runs[r], leastRatios[r], &c);
            freeComparison(&c);
        }
    }
    FreePeerModel(models[0]);
    FreePeerModel(models[1]);
    AddNote(report,
            "Misses: we touch (judged above), the peer reports free; for the discrete test, a contact "
            "whose target is free again or only touched. Peers are timed once a step, ours is the middle "
            "of three times. Clear starts: steps after a free one; at the gap after a stop, conservative "
            "advancement creeps.");
}

#endif
