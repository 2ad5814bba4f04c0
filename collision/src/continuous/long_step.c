// Steps much longer than the meshes and the distance between them; see long_step.h.
//
// (1) The first piece is about as long as the pair is large. (2) Each piece is the step up to its end, a
// motion of its own, searched from the end of the piece before. So its rounding is small beside the path
// before it. (3) Slices continue in the piece in which the last one ended.
#include "continuous/long_step.h"
#include "continuous/contact_result.h"
#include "continuous/query_stats.h"
#include "continuous/search/search_trace.h"
#include "foundation/numbers/rounding.h"

// In sizes of the pair: the path from which a step is long, and that of its first piece; the growth from
// piece to piece.
static const double longPath = 16.0, firstPath = 1.0, pieceGrowth = 16.0;

double cdGetFirstPiece(const cdSearch *search) {
    if (longPath * search->nearTau >= 1.0) return 1.0;
    return cdGetSearchTime(search, 0, firstPath * search->nearTau);
}

// A piece that ends in the first screw follows the same screw as the step [RKC01 2].
static double getNextPiece(double end) {
    return pieceGrowth * end < 0.5 ? pieceGrowth * end : 1.0;
}

// Maps the times of a result from a piece to the step.
static void scaleTimes(cdFirstContact *result, double end) {
    result->t.lo *= end;
    result->t.hi *= end;
    result->resolvedTime *= end;
}

// Returns the state of the search of a piece that begins at `from`, given that of the step.
static cdPairProgress getPieceProgress(const cdPairProgress *progress, double from, double end) {
    bool isBegun = progress->pieceEnd == end && progress->freeUntil > from;
    if (!isBegun) return (cdPairProgress){.stalls = progress->stalls};
    cdPairProgress piece = *progress;
    piece.freeUntil /= end;
    return piece;
}

static void keepPieceProgress(const cdPairProgress *piece, double from, double end,
                              cdPairProgress *progress) {
    *progress = *piece;
    progress->freeUntil = cdMax(from, end * piece->freeUntil);
    progress->pieceEnd = end;
}

// True if an earlier slice, or the caller, knows the piece to be free.
static bool isPieceDone(const cdPairSearch *how, double end) {
    return end < 1.0 && (end <= how->from || (how->progress != NULL && end < how->progress->pieceEnd));
}

// Searches the step up to the fraction `end`, given that it is free before `from`.
static cdFirstContact findInPiece(const cdFirstContactInput *input, const cdPairSearch *how, double from,
                                  double end, cdPairCache *cache, cdWorkspace *workspace, cdTrace *trace) {
    cdMotion motion = cdMakeMotion(input->startA, input->targetA, input->meshA->center);
    cdFirstContactInput piece = *input;
    piece.targetA = cdGetPoseAt(&motion, end);
    cdPairSearch pieceHow = *how;
    cdPairProgress progress;
    if (how->progress != NULL) {
        progress = getPieceProgress(how->progress, from, end);
        pieceHow.progress = &progress;
    }
    pieceHow.record = NULL;
    pieceHow.timeLimit = cdMin(1.0, how->timeLimit / end);
    pieceHow.from = (1.0 - 4.0 * CD_EPSILON) * from / end;
    int32_t firstEvent = trace != NULL ? trace->eventCount : 0;
    cdSearch search;
    if (!cdOpenStep(&search, &piece, workspace)) return cdFailToOpen(input, search.reason);
    cdFirstContact result = cdFindInOnePiece(&search, &piece, &pieceHow, cache, trace);
    cdMapTraceTimes(trace, firstEvent, (cdInterval){0.0, end});
    scaleTimes(&result, end);
    if (how->progress != NULL) keepPieceProgress(&progress, from, end, how->progress);
    return result;
}

cdFirstContact cdFindInPieces(const cdFirstContactInput *input, const cdPairSearch *how, double first,
                              cdPairCache *cache, cdWorkspace *workspace, cdTrace *trace) {
    double from = how->from, end = first;
    for (; isPieceDone(how, end); end = getNextPiece(end))
        from = cdMax(from, end);
    cdFirstContact result = findInPiece(input, how, from, end, cache, workspace, trace);
    while (result.state == CD_FREE && end < how->timeLimit) {
        cdQueryStats stats = result.stats;
        from = end;
        end = getNextPiece(end);
        result = findInPiece(input, how, from, end, cache, workspace, trace);
        cdAddQueryStats(&result.stats, &stats);
    }
    if (result.state == CD_FREE) cdFillStopped(&result, CD_FREE, 1.0, input);
    return result;
}
