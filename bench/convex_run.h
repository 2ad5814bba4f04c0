// Queries of a coherent run, recorded and asked again: the same poses, the same pairs, the same order.
//
// Input: a room of polytopes and how long to run it. Output: every query of the run; the answers of any way
// of answering them; nanoseconds a query over any part of them. What a way keeps of a pair (our cache, a
// peer's first direction) is recorded before each query, so that a part of the queries, asked by itself, sees
// what it saw in the run.
#ifndef BENCH_CONVEX_RUN_H
#define BENCH_CONVEX_RUN_H

#include "bench/peers/peer_convex.h"
#include "scenes/polytope_room.h"

enum {
    CONVEX_SETTLE_FRAMES = 100, // not recorded: bodies that start in each other part
    CONVEX_WARM_FRAMES = 10     // whose queries fill the caches and are neither timed nor counted
};

typedef struct ConvexQuery {
    int32_t frame, bodyA, bodyB;
    int32_t overlap; // PolytopePair's
} ConvexQuery;

typedef struct ConvexRun {
    PolytopeRoom *room;   // its hulls are used; its bodies have moved on
    cdPose *poses;        // poses[frameCount * room->bodyCount]
    ConvexQuery *queries; // queries[queryCount], by frame and pair
    int32_t queryCount, frameCount, firstCounted;
} ConvexRun;

// A way of answering. `peer` NULL: ours, by the method, with or without the cache.
typedef struct ConvexWay {
    const ConvexPeer *peer;
    void *const *peerHulls; // peerHulls[bodyCount]
    cdSupportMethod support;
    bool noCache;
} ConvexWay;

typedef union ConvexMemory {
    cdConvexCache cache;
    PeerMemory peer;
} ConvexMemory;

// The answers of a way, in the order of the run.
typedef struct ConvexAnswers {
    ConvexMemory *before;  // before[queryCount]: what was known of the pair
    cdSeparation *results; // results[queryCount]; of a peer `state` alone
} ConvexAnswers;

// At most `queryMax` queries, of whole frames. false: no memory.
bool RecordConvexRun(const PolytopeRoomDef *def, int64_t frameMax, int32_t queryMax, ConvexRun *run);
void FreeConvexRun(ConvexRun *run);

cdSeparationInput GetConvexInput(const ConvexRun *run, const ConvexQuery *query, cdSupportMethod support);

ConvexAnswers AnswerConvexRun(const ConvexRun *run, const ConvexWay *way);
void FreeConvexAnswers(ConvexAnswers *answers);

// Nanoseconds a query over the queries chosen, of each block of 128 the quickest of a few rounds, so that
// what else runs on the machine counts little; NAN when there are none.
double TimeConvexQueries(const ConvexRun *run, const ConvexWay *way, const ConvexAnswers *answers,
                         const int32_t *chosen, int32_t count);

// Answers of ours without a proof: apart, and some vertex is on the wrong side of the vector; colliding, and
// the four vertices of the Minkowski difference found do not hold the origin. Touching needs none.
int64_t CountUnproven(const ConvexRun *run);

#endif
