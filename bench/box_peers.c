// Runs the steps of two boxes through FCL and Bullet; see box_peers.h.
//
// Each call of a peer runs an evenly spread subset of the steps, in the same run as ours. A miss is a step on
// which we touch (the mesh test agrees: see the agreement above) and the peer reports free, a false hit the
// reverse. Lateness is its time minus ours where both hit; above 0 it lets the boxes penetrate. A peer with a
// different in-between motion cannot be blamed for either, so its rows name its motion.
#include "bench/box_peers.h"
#include "bench/box_times.h"
#include "bench/peers/peer_boxes.h"
#include <math.h>
#include <stdlib.h>

enum { WAY_MAX = 12, PEER_STEPS = 400, ROUNDS = 2 };

static int32_t listPeers(const BoxPeer *peers[WAY_MAX]) {
    int32_t total = 0, count = 0;
    const BoxPeer *some = NULL;
    (void)some, (void)count, (void)peers;
#ifdef FC_HAVE_FCL
    some = GetFclBoxPeers(&count);
    for (int32_t i = 0; i < count; i++)
        peers[total++] = &some[i];
#endif
#ifdef FC_HAVE_BULLET
    some = GetBulletBoxPeers(&count);
    for (int32_t i = 0; i < count; i++)
        peers[total++] = &some[i];
#endif
    return total;
}

// --- One call of a peer on the steps of one kind

typedef struct PeerRun {
    const BoxPeer *peer;
    const BoxSteps *steps;
    void *boxes[BOX_SHAPES];
    BoxAnswer *answers; // answers[count]
    int64_t count;      // of the steps, evenly spread
} PeerRun;

static int64_t getPeerCount(const BoxSteps *steps) {
    return steps->count < PEER_STEPS ? steps->count : PEER_STEPS;
}

static int64_t getStep(const PeerRun *run, int64_t k) {
    return k * run->steps->count / run->count;
}

static void findContact(void *context, int64_t k) {
    PeerRun *run = context;
    const BoxStep *step = &run->steps->steps[getStep(run, k)];
    run->answers[k] = run->peer->find(run->boxes[step->a], run->boxes[step->b], &step->start, &step->target);
}

static PeerRun makeRun(const BoxPeer *peer, const BoxSteps *steps) {
    PeerRun run = {.peer = peer, .steps = steps, .count = getPeerCount(steps)};
    run.answers = AllocateArray(run.count, sizeof *run.answers);
    for (int32_t i = 0; i < BOX_SHAPES; i++)
        run.boxes[i] = peer->makeBox(steps->shapes->halves[i]);
    return run;
}

static void freeRun(PeerRun *run) {
    for (int32_t i = 0; i < BOX_SHAPES; i++)
        run->peer->freeBox(run->boxes[i]);
    free(run->answers);
}

typedef struct PeerJudgement {
    int64_t hits, misses, falseHits, failures;
    Timings late; // fractions of the step, not microseconds
} PeerJudgement;

static PeerJudgement judgeRun(const PeerRun *run, const cdFirstContact *ours) {
    PeerJudgement sum = {.late = MakeTimings(run->count)};
    for (int64_t k = 0; k < run->count; k++) {
        const BoxAnswer *answer = &run->answers[k];
        const cdFirstContact *our = &ours[getStep(run, k)];
        bool hit = our->state == CD_CONTACT;
        sum.failures += answer->failed;
        if (answer->failed) continue;
        sum.hits += answer->hit;
        sum.misses += hit && !answer->hit;
        sum.falseHits += answer->hit && !hit;
        if (hit && answer->hit) AddTiming(&sum.late, answer->time - our->t.lo);
    }
    SortTimings(&sum.late);
    return sum;
}

// --- The tables

static BoxTimes addPeerRow(BenchReport *report, const BoxCase *c, const BoxPeer *peer) {
    PeerRun run = makeRun(peer, c->steps);
    BoxTimes times = TimeBoxCalls(findContact, &run, run.count, ROUNDS);
    PeerJudgement sum = judgeRun(&run, c->ours);
    double values[] = {(double)sum.hits,
                       (double)sum.misses,
                       (double)sum.falseHits,
                       (double)sum.failures,
                       GetQuantile(&sum.late, 0.0),
                       GetQuantile(&sum.late, 0.5),
                       GetQuantile(&sum.late, 1.0),
                       times.median,
                       times.median / c->query.median,
                       times.median / c->alone.median};
    AddRow(report, values, "%s", peer->name);
    FreeTimings(&sum.late);
    freeRun(&run);
    return times;
}

static void addOurRows(BenchReport *report, const BoxCase *c) {
    double none[REPORT_COLUMN_MAX] = {NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN};
    none[7] = c->query.median;
    AddRow(report, none, "ours, cdFindFirstContact");
    none[7] = c->alone.median;
    AddRow(report, none, "ours, cdFindBoxContact");
}

static int64_t countPeerHits(const BoxCase *c, int64_t count) {
    int64_t hits = 0;
    for (int64_t k = 0; k < count; k++)
        hits += c->ours[k * c->steps->count / count].state == CD_CONTACT;
    return hits;
}

static void addKindTable(BenchReport *report, const BoxCase *c) {
    static const char *const columns[] = {"hits",     "misses",       "false hits", "failures",
                                          "earliest", "late, median", "latest",     "median us",
                                          "x query",  "x alone",      NULL};
    int64_t count = getPeerCount(c->steps);
    AddTable(report, columns,
             "Peers, %s: %lld steps, of which %lld touch (lateness in fractions of the step)",
             GetBoxStepKindName(c->steps->kind), (long long)count, (long long)countPeerHits(c, count));
    addOurRows(report, c);
}

static bool isAsked(const BoxPeer *peer, int kind) {
    return peer->turns || kind == BOX_TRANSLATIONS;
}

// Compares with the query between meshes, though it does more than the peers: feature ids, resolved pose.
static void addTargets(BenchReport *report, const BoxPeer *peer, const BoxTimes times[BOX_STEP_KINDS],
                       const BoxCase cases[BOX_STEP_KINDS]) {
    if (!peer->continuous) return;
    char what[96];
    BoxStepKind hits = peer->turns ? BOX_HITS : BOX_TRANSLATIONS;
    // Bullet's casts do not rotate, so the test of boxes alone is comparable.
    double ours = peer->turns ? cases[hits].query.median : cases[hits].alone.median;
    snprintf(what, sizeof what, "%s, times as fast as %s, median", GetBoxStepKindName(hits), peer->name);
    AddTarget(report, what, times[hits].median / ours, REPORT_AT_LEAST, 1.0, "times");
    if (!peer->turns) return;
    double theirs = 0.0, all = 0.0;
    for (int kind = 0; kind < BOX_STEP_KINDS; kind++) {
        theirs += times[kind].mean;
        all += cases[kind].query.mean;
    }
    snprintf(what, sizeof what, "all kinds, times as fast as %s", peer->name);
    AddTarget(report, what, theirs / all, REPORT_AT_LEAST, 1.0, "times");
}

static void addNotes(BenchReport *report) {
    AddNote(
        report,
        "FCL runs our motion in its first two rows and in the naive one; its own screw slides evenly, its "
        "linear motion and Bullet's move the centre on a line and turn evenly: where a step turns, some of "
        "their hits and misses come from their different motion and are no mistakes. Translations are the "
        "same for all.");
    AddNote(report,
            "FCL's advancement reports a hit where it would advance by less than 1e-5 of the step. Its ray "
            "shooting has no code for shapes and its polynomial solver takes meshes only: neither can be "
            "tested. Its naive method tests ten poses and nothing between them.");
    AddNote(report,
            "Bullet computes in single precision; its other two casts do not turn. The peers correspond to "
            "cdFindBoxContact; the query also returns the touching elements and the resolved pose.");
}

void CompareBoxPeers(const BenchInput *input, const BoxCase cases[BOX_STEP_KINDS], BenchReport *report) {
    const BoxPeer *peers[WAY_MAX] = {NULL};
    BoxTimes times[WAY_MAX][BOX_STEP_KINDS] = {{{0}}};
    int32_t peerCount = listPeers(peers);
    if (peerCount == 0) {
        AddNote(report, "No peers: built without FCL and Bullet (Debian's libfcl-dev and libbullet-dev).");
        return;
    }
    for (int kind = 0; kind < BOX_STEP_KINDS; kind++) {
        addKindTable(report, &cases[kind]);
        for (int32_t p = 0; p < peerCount; p++) {
            input->showProgress(kind * peerCount + p, (int64_t)BOX_STEP_KINDS * peerCount, input->context);
            if (isAsked(peers[p], kind)) times[p][kind] = addPeerRow(report, &cases[kind], peers[p]);
        }
    }
    for (int32_t p = 0; p < peerCount; p++)
        addTargets(report, peers[p], times[p], cases);
    addNotes(report);
}
