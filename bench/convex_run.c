// Records and repeats the queries of a coherent run; see convex_run.h.
#include "bench/convex_run.h"
#include "bench/timing.h"
#include <stdlib.h>

enum { BLOCK = 128, ROUNDS_MIN = 5, ROUNDS_MAX = 15 };

static const double roundsTime = 1.5e5; // microseconds, unless the minimum number of rounds takes longer

// --- Recording

static void recordFrame(ConvexRun *run) {
    const PolytopeRoom *room = run->room;
    cdPose *poses = run->poses + (int64_t)run->frameCount * room->bodyCount;
    for (int32_t i = 0; i < room->bodyCount; i++)
        poses[i] = room->bodies[i].pose;
    for (int32_t i = 0; i < room->pairCount; i++) {
        const PolytopePair *pair = &room->pairs[i];
        run->queries[run->queryCount++] =
            (ConvexQuery){run->frameCount, pair->bodyA, pair->bodyB, pair->overlap};
    }
    run->frameCount++;
}

bool RecordConvexRun(const PolytopeRoomDef *def, int64_t frameMax, int32_t queryMax, ConvexRun *run) {
    *run = (ConvexRun){.room = MakePolytopeRoom(def)};
    if (run->room == NULL) return false;
    for (int i = 0; i < CONVEX_SETTLE_FRAMES; i++) {
        if (!StepPolytopeRoom(run->room)) return false;
    }
    const int64_t frames = frameMax + CONVEX_WARM_FRAMES;
    int64_t queryCapacity = 0;
    run->poses = AllocateArray(frames * def->bodyCount, sizeof *run->poses);
    for (int64_t i = 0; i < frames; i++) {
        if (!StepPolytopeRoom(run->room)) return false;
        int64_t wanted = run->queryCount + run->room->pairCount;
        if (i > CONVEX_WARM_FRAMES && wanted > queryMax) break;
        if (i == CONVEX_WARM_FRAMES) run->firstCounted = run->queryCount;
        if (wanted > queryCapacity) {
            queryCapacity = 2 * wanted;
            ConvexQuery *grown = realloc(run->queries, (size_t)queryCapacity * sizeof *grown);
            if (grown == NULL) return false;
            run->queries = grown;
        }
        recordFrame(run);
    }
    return true;
}

void FreeConvexRun(ConvexRun *run) {
    DestroyPolytopeRoom(run->room);
    free(run->poses);
    free(run->queries);
    *run = (ConvexRun){0};
}

// --- Answering

static const cdPose *getPose(const ConvexRun *run, const ConvexQuery *query, int32_t body) {
    return &run->poses[(int64_t)query->frame * run->room->bodyCount + body];
}

cdSeparationInput GetConvexInput(const ConvexRun *run, const ConvexQuery *query, cdSupportMethod support) {
    return (cdSeparationInput){.convexA = run->room->bodies[query->bodyA].hull,
                               .convexB = run->room->bodies[query->bodyB].hull,
                               .poseA = *getPose(run, query, query->bodyA),
                               .poseB = *getPose(run, query, query->bodyB),
                               .support = support};
}

// A query with all its input, and the state of its answer.
typedef struct PreparedQuery {
    cdSeparationInput input;
    const void *peerA, *peerB; // the peer's hulls
    ConvexMemory memory;
    cdState state;
} PreparedQuery;

static PreparedQuery prepareQuery(const ConvexRun *run, const ConvexSolver *solver, const ConvexQuery *query,
                                  const ConvexMemory *memory) {
    PreparedQuery prepared = {.input = GetConvexInput(run, query, solver->support), .memory = *memory};
    if (solver->peer != NULL) {
        prepared.peerA = solver->peerHulls[query->bodyA];
        prepared.peerB = solver->peerHulls[query->bodyB];
    }
    return prepared;
}

static inline cdSeparation answerQuery(const ConvexSolver *solver, PreparedQuery *query) {
    if (solver->peer == NULL) {
        cdConvexCache *cache = solver->noCache ? NULL : &query->memory.cache;
        return cdFindSeparatingVector(&query->input, cache, NULL);
    }
    bool collide = solver->peer->collide(query->peerA, &query->input.poseA, query->peerB, &query->input.poseB,
                                         &query->memory.peer);
    return (cdSeparation){.state = collide ? CD_OVERLAP : CD_FREE};
}

ConvexAnswers AnswerConvexRun(const ConvexRun *run, const ConvexSolver *solver) {
    ConvexAnswers answers = {.before = AllocateArray(run->queryCount, sizeof *answers.before),
                             .results = AllocateArray(run->queryCount, sizeof *answers.results)};
    ConvexMemory *known = AllocateArray(run->room->overlapCount, sizeof *known);
    for (int32_t i = 0; i < run->queryCount; i++) {
        const ConvexQuery *query = &run->queries[i];
        answers.before[i] = known[query->overlap];
        PreparedQuery prepared = prepareQuery(run, solver, query, &known[query->overlap]);
        answers.results[i] = answerQuery(solver, &prepared);
        known[query->overlap] = prepared.memory;
    }
    free(known);
    return answers;
}

void FreeConvexAnswers(ConvexAnswers *answers) {
    free(answers->before);
    free(answers->results);
    *answers = (ConvexAnswers){0};
}

// Returns microseconds, without collecting the recorded input, which a program has at hand. `same` becomes
// false if an answer has changed.
static double timeBlock(const ConvexRun *run, const ConvexSolver *solver, const ConvexAnswers *answers,
                        const int32_t *chosen, int32_t count, bool *same) {
    PreparedQuery prepared[BLOCK];
    for (int32_t i = 0; i < count; i++) {
        prepared[i] = prepareQuery(run, solver, &run->queries[chosen[i]], &answers->before[chosen[i]]);
        prepared[i].state = answers->results[chosen[i]].state;
    }
    double begin = GetMicroseconds();
    for (int32_t i = 0; i < count; i++)
        *same &= answerQuery(solver, &prepared[i]).state == prepared[i].state;
    return GetMicroseconds() - begin;
}

double TimeConvexQueries(const ConvexRun *run, const ConvexSolver *solver, const ConvexAnswers *answers,
                         const int32_t *chosen, int32_t count) {
    if (count == 0) return NAN;
    const int32_t blockCount = (count + BLOCK - 1) / BLOCK;
    double *best = AllocateArray(blockCount, sizeof *best);
    double spent = 0.0, sum = 0.0;
    bool same = true; // keeps the compiler from omitting the calls
    for (int round = 0; round < ROUNDS_MIN || (round < ROUNDS_MAX && spent < roundsTime); round++) {
        for (int32_t k = 0; k < blockCount; k++) {
            int32_t size = k + 1 < blockCount ? BLOCK : count - k * BLOCK;
            double time = timeBlock(run, solver, answers, chosen + k * BLOCK, size, &same);
            if (round == 0 || time < best[k]) best[k] = time;
            spent += time;
        }
    }
    for (int32_t k = 0; k < blockCount; k++)
        sum += best[k];
    free(best);
    return same ? 1e3 * sum / count : INFINITY;
}

// --- Proofs

// vertex -1: the middle of all vertices.
static cdVec3 getVertex(const cdConvex *hull, const cdPose *pose, int32_t vertex) {
    const cdConvexInfo info = cdGetConvexInfo(hull);
    int32_t count = info.vertexCount;
    const cdVec3 *vertices = info.vertices;
    cdVec3 point = vertex >= 0 ? vertices[vertex] : (cdVec3){0.0, 0.0, 0.0};
    for (int32_t i = 0; vertex < 0 && i < count; i++)
        point = cdMulAdd(point, 1.0 / count, vertices[i]);
    return cdTransformPoint(*pose, cdAdd(info.center, point));
}

static double findFarthest(const cdConvex *hull, const cdPose *pose, cdVec3 direction) {
    const cdConvexInfo info = cdGetConvexInfo(hull);
    int32_t count = info.vertexCount;
    const cdVec3 *vertices = info.vertices;
    cdVec3 local = cdInvRotate(pose->q, direction), center = info.center;
    double best = -INFINITY;
    for (int32_t i = 0; i < count; i++)
        best = cdMax(best, cdDot(local, cdAdd(center, vertices[i])));
    return best + cdDot(direction, pose->p);
}

static bool isApart(const cdSeparationInput *input, cdVec3 vector) {
    return findFarthest(input->convexA, &input->poseA, vector) <
           -findFarthest(input->convexB, &input->poseB, cdNegate(vector));
}

// True if the origin is on the inner side of each face of the tetrahedron.
static bool holdsOrigin(const cdVec3 m[4]) {
    for (int k = 0; k < 4; k++) {
        cdVec3 a = m[(k + 1) % 4], b = m[(k + 2) % 4], c = m[(k + 3) % 4];
        cdVec3 normal = cdCross(cdSub(b, a), cdSub(c, a));
        double inner = cdDot(normal, cdSub(m[k], a)), origin = -cdDot(normal, a);
        if (!(inner > 0.0 ? origin > 0.0 : inner < 0.0 && origin < 0.0)) return false;
    }
    return true;
}

static bool shareAPoint(const cdSeparationInput *input, const cdConvexCache *cache) {
    cdVec3 m[4];
    for (int k = 0; k < 4; k++) {
        if (cache->witnessA[k] < -1 || cache->witnessB[k] < -1) return false;
        m[k] = cdSub(getVertex(input->convexB, &input->poseB, cache->witnessB[k]),
                     getVertex(input->convexA, &input->poseA, cache->witnessA[k]));
    }
    return holdsOrigin(m);
}

int64_t CountUnproven(const ConvexRun *run) {
    cdConvexCache *known = AllocateArray(run->room->overlapCount, sizeof *known);
    int64_t unproven = 0;
    for (int32_t i = 0; i < run->queryCount; i++) {
        const ConvexQuery *query = &run->queries[i];
        cdSeparationInput input = GetConvexInput(run, query, CD_SUPPORT_TABLE);
        cdConvexCache *cache = &known[query->overlap];
        cdSeparation result = cdFindSeparatingVector(&input, cache, NULL);
        bool proven = result.state == CD_CONTACT ||
                      (result.state == CD_FREE && isApart(&input, result.vector)) ||
                      (result.state == CD_OVERLAP && shareAPoint(&input, cache));
        unproven += !proven;
    }
    free(known);
    return unproven;
}
