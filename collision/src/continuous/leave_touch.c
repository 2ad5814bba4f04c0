// Starts that touch: a motion that leaves the contact is not blocked by it.
#include "continuous/elements/start_test.h"
#include "continuous/motion_search.h"
#include "continuous/search/search_trace.h"

// Paths along which a touching start is followed until it separates: 4, 64, 1024 tolerances, tested every
// eight.
enum { LEAVE_ATTEMPTS = 3 };
static const double leaveFirst = 4.0, leaveGrowth = 16.0, leaveStride = 8.0;

// True if the meshes share a point at a pose within the first screw, or, with `deep`, overlap by more than a
// touch; also if the search is exhausted. Keeps the counts.
static bool overlapsAt(cdSearch *search, double tau, bool deep) {
    cdSearch probe = *search;
    probe.overlapOnly = probe.lookForOverlap = true;
    probe.lookForPassing = false;
    probe.record = NULL;
    probe.solved = NULL;
    probe.deepOnly = deep;
    probe.overlaps = false;
    probe.best.state = CD_FREE;
    cdEnterScrew(&probe, 0);
    probe.rootLimit = tau;
    cdEnterSpan(&probe, tau, tau);
    if (probe.trace) cdTraceTime(&probe, CD_TRACE_POSE, tau, tau);
    cdSearchSpan(&probe);
    search->stats = probe.stats;
    search->exhausted = probe.exhausted;
    return probe.overlaps || probe.exhausted;
}

bool cdBestTouchesAtStart(const cdSearch *search) {
    const cdCandidate *best = &search->best;
    if (best->state == CD_FREE || best->screw != 0) return false;
    if (search->touching && best->root == 0.0) return true;
    cdElementPair pair = cdGetElementPair(search, best->kind, best->a, best->b);
    return cdTouchesAtStart(search, &pair);
}

bool cdTouchesAgain(const cdSearch *search) {
    return cdBestTouchesAtStart(search) && search->best.root <= 2.0 * search->exemptUntil;
}

// True if the meshes overlap by more than a touch, which is four tolerances, at any of the poses tested
// between two taus. Between two of these poses they are deeper by at most half a stride.
static bool goesDeep(cdSearch *search, double from, double to, double stride) {
    int count = (int)ceil((to - from) / stride);
    for (int k = 1; k <= count; k++)
        if (overlapsAt(search, from + (to - from) * k / count, true)) return true;
    return false;
}

// A touching start without overlap blocks only a motion into the contact. Follow the motion for a few
// tolerances. If it never goes deeper and ends where the meshes are disjoint, the pairs that touched at the
// start do not count as contacts up to there: they never overlapped by more than eight tolerances. All other
// pairs count from the start, and so do those that end on each other's other side (passing.h).
void cdLeaveTouch(cdSearch *search, double timeLimit) {
    const cdScrew *screw = &search->motion.screws[0];
    double speed = cdBoundPath(screw, search->a);
    cdCandidate touching = search->best;
    double earliest = search->earliest, before = 0.0;
    double unit = speed > 0.0 ? search->tolerance.distance / speed : 1.0, tau = leaveFirst * unit;
    search->freeScrew = 0;
    search->freeTau = search->exemptUntil = 0.0;
    for (int attempt = 0; attempt < LEAVE_ATTEMPTS && tau < 1.0; attempt++) {
        if (goesDeep(search, before, tau, leaveStride * unit)) break;
        before = tau;
        tau *= leaveGrowth;
        if (overlapsAt(search, before, false)) continue;
        search->exemptUntil = before;
        if (search->trace) cdTraceTime(search, CD_TRACE_LEAVES, 0.0, before);
        cdSearchMotion(search, 0, 0.0, timeLimit, NULL);
        if (search->exhausted) return;
        if (search->passes) break;
        if (!cdTouchesAgain(search)) return;
    }
    if (search->exhausted) return;
    search->exemptUntil = 0.0;
    search->solved = NULL; // those of another search
    cdEnterScrew(search, 0);
    search->best = touching;
    search->earliest = earliest;
}
