// Records the queries of a coherent run and repeats them: the same poses, pairs and order.
//
// Input: a room of polytopes and how long to run it. Output: every query of the run; the answers of any
// solver; nanoseconds a query over any subset. The state that a solver keeps for a pair (our cache, a peer's
// first direction) is recorded before each query, so that a subset sees the same state as in the run.
#ifndef BENCH_CONVEX_RUN_H
#define BENCH_CONVEX_RUN_H

#include "bench/peers/peer_convex.h"
#include "scenes/polytope_room.h"

enum {
    CONVEX_SETTLE_FRAMES = 100, // not recorded: bodies that overlap at the start separate
    CONVEX_WARM_FRAMES = 10     // fill the caches; neither timed nor counted
};

typedef struct ConvexQuery {
    int32_t frame, bodyA, bodyB;
    int32_t overlap; // of the PolytopePair
} ConvexQuery;

typedef struct ConvexRun {
    PolytopeRoom *room;   // only its hulls are used; its bodies have moved on
    cdPose *poses;        // poses[frameCount * room->bodyCount]
    ConvexQuery *queries; // queries[queryCount], by frame and pair
    int32_t queryCount, frameCount, firstCounted;
} ConvexRun;

// How to answer a query. `peer` NULL: our method, with or without the cache.
typedef struct ConvexSolver {
    const ConvexPeer *peer;
    void *const *peerHulls; // peerHulls[bodyCount]
    cdSupportMethod support;
    bool noCache;
} ConvexSolver;

typedef union ConvexMemory {
    cdConvexCache cache;
    PeerMemory peer;
} ConvexMemory;

// The answers of one solver, in the order of the run.
typedef struct ConvexAnswers {
    ConvexMemory *before;  // before[queryCount]: the pair's state before the query
    cdSeparation *results; // results[queryCount]; of a peer only `state`
} ConvexAnswers;

// Records at most `queryMax` queries, in whole frames. @errors false: no memory
bool RecordConvexRun(const PolytopeRoomDef *def, int64_t frameMax, int32_t queryMax, ConvexRun *run);
void FreeConvexRun(ConvexRun *run);

cdSeparationInput GetConvexInput(const ConvexRun *run, const ConvexQuery *query, cdSupportMethod support);

ConvexAnswers AnswerConvexRun(const ConvexRun *run, const ConvexSolver *solver);
void FreeConvexAnswers(ConvexAnswers *answers);

// Returns nanoseconds a query over the chosen queries: of each block of 128 the fastest of a few rounds, to
// suppress other load. NAN without queries.
double TimeConvexQueries(const ConvexRun *run, const ConvexSolver *solver, const ConvexAnswers *answers,
                         const int32_t *chosen, int32_t count);

// Counts our answers without a proof. Separated: some vertex is on the wrong side of the vector. Colliding:
// the four vertices of the Minkowski difference do not enclose the origin. Touching needs no proof.
int64_t CountUnproven(const ConvexRun *run);

#endif
