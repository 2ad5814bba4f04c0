// First contact of a whole path, piece by piece.
//
// (1) In each piece every mesh of the set is searched among the obstacles as in a step of its own
// (continuous/obstacles.c). The earliest contact or undecided time is that of the set: before it no mesh
// meets anything. The first piece that is not free ends the search. Caches stay from piece to piece. Where
// nothing moves there is nothing to search, except at the start of the path. (2) A search that begins within
// a piece searches the same screws from there, so that a continued search finds what an uninterrupted one
// finds. (3) The set's pose at the resolved time is rounded otherwise than the poses of its meshes on their
// screws: it is tested again, and the time is shortened if need be, at last to the start of the piece. (4)
// The touches and the trace are those of the mesh that meets first, by a search of its own.
#include "collision/path.h"
#include "contact/batch_run.h"
#include "continuous/nearest/nearest.h"
#include "continuous/query_stats.h"
#include "continuous/sphere_sweep.h"
#include "foundation/memory/hooks.h"
#include "foundation/memory/workspace.h"
#include "foundation/numbers/rounding.h"
#include "paths/path_pieces.h"

enum { SHORTENINGS = 8 };

// The search of a piece; times are fractions of the piece.
typedef struct Search {
    cdPathWork *work;
    double from; // the piece is searched from here
    cdFirstContact best;
    int32_t shape;   // -1: free
    double resolved; // the earliest resolved time of all meshes
    cdQueryStats stats;
    int32_t pieceCount;
} Search;

// --- (1)

static cdFirstContact searchShape(const Search *search, int32_t shape, bool reports, cdTrace *trace) {
    const cdPathWork *work = search->work;
    const cdPathInput *input = work->input;
    size_t row = cdGetPathPairIndex(work, (cdPathPair){shape, 0});
    const cdObstaclesInput step = {.mesh = input->shapes[shape].mesh,
                                   .start = cdPlacePathShape(input, shape, work->from),
                                   .target = cdPlacePathShape(input, shape, work->to),
                                   .obstacles = work->obstacles,
                                   .obstacleCount = input->obstacleCount,
                                   .obstacleTargets = work->movesObstacle ? work->obstacleTargets : NULL,
                                   .margin = input->margin,
                                   .safetyDistance = input->safetyDistance,
                                   .disabled = input->disabled,
                                   .touches = reports ? input->touches : NULL,
                                   .touchCapacity = input->touchCapacity};
    const cdSharedWork shared = {.meter = work->meter,
                                 .caches = work->caches + row,
                                 .distances = work->distances + row,
                                 .from = search->from};
    return cdFindFirstContactAmongBy(&step, &shared, work->workspace, trace);
}

// Overlap comes first, then the earlier time, then the lower index.
static bool comesBefore(const cdFirstContact *contact, const cdFirstContact *best) {
    if (contact->state == CD_FREE || best->state == CD_FREE)
        return best->state == CD_FREE && contact->state != CD_FREE;
    double time = contact->state == CD_OVERLAP ? -1.0 : contact->t.lo;
    double bestTime = best->state == CD_OVERLAP ? -1.0 : best->t.lo;
    return time < bestTime;
}

static void keepShape(Search *search, const cdFirstContact *contact, int32_t shape) {
    cdFirstContact *best = &search->best;
    cdAddQueryStats(&search->stats, &contact->stats);
    search->resolved = cdMin(search->resolved, contact->resolvedTime);
    if (comesBefore(contact, best)) {
        *best = *contact;
        search->shape = shape;
    } else if (best->state == CD_FREE && contact->proxy.tested &&
               (!best->proxy.tested || contact->proxy.gap < best->proxy.gap)) {
        best->proxy = contact->proxy;
    }
}

static void searchPiece(Search *search) {
    search->best = (cdFirstContact){.state = CD_FREE, .t = {1.0, 1.0}, .resolvedTime = 1.0, .obstacle = -1};
    search->shape = -1;
    search->resolved = 1.0;
    search->pieceCount++;
    for (int32_t i = 0; i < search->work->input->shapeCount; i++) {
        cdFirstContact contact = searchShape(search, i, false, NULL);
        keepShape(search, &contact, i);
    }
}

// --- (2)

// Tests if a pair is nearer than its safety distance where the search begins, within the piece.
static bool isTooNear(const Search *search, cdPathPair pair, cdPose set) {
    const cdPathWork *work = search->work;
    const cdMesh *mesh = work->input->shapes[pair.shape].mesh;
    double distance = work->distances[cdGetPathPairIndex(work, pair)];
    if (distance < 0.0) return false;
    cdDistanceInput at = {.meshA = mesh,
                          .meshB = work->obstacles[pair.obstacle].mesh,
                          .poseA = cdPlacePathShape(work->input, pair.shape, set),
                          .poseB = cdGetObstaclePoseAt(work, pair.obstacle, search->from),
                          .maxDistance = distance};
    if (!(distance > 0.0)) at.maxDistance = CD_DEFAULT_MARGIN * mesh->radius;
    cdDistance found = cdFindDistanceBy(&at, work->meter, NULL, NULL);
    return found.state == CD_OVERLAP || (found.state == CD_FREE && !found.beyond && found.upper < distance);
}

// Ends the search where it begins, if a pair is too near there.
static bool startsTooNear(Search *search) {
    const cdPathInput *input = search->work->input;
    cdMotion motion = cdMakeSetMotion(search->work);
    cdPose set = cdGetPoseAt(&motion, search->from);
    for (int32_t shape = 0; shape < input->shapeCount; shape++)
        for (int32_t obstacle = 0; obstacle < input->obstacleCount; obstacle++)
            if (isTooNear(search, (cdPathPair){shape, obstacle}, set)) {
                search->best = (cdFirstContact){.state = CD_OVERLAP, .obstacle = obstacle};
                search->shape = shape;
                return true;
            }
    return false;
}

// --- (3)

static bool isPairFree(const Search *search, cdPathPair pair, cdPose set, double t) {
    const cdPathWork *work = search->work;
    size_t index = cdGetPathPairIndex(work, pair);
    double distance = work->distances[index];
    if (distance < 0.0) return true;
    cdOverlapInput at = {.meshA = work->input->shapes[pair.shape].mesh,
                         .meshB = work->obstacles[pair.obstacle].mesh,
                         .poseA = cdPlacePathShape(work->input, pair.shape, set),
                         .poseB = cdGetObstaclePoseAt(work, pair.obstacle, t)};
    cdSphereSweep a = cdMakeStillSweep(at.meshA, at.poseA), b = cdMakeStillSweep(at.meshB, at.poseB);
    if (cdFindReachTime(&a, &b, distance) > 0.0) return true;
    const cdBudget *budget = &work->input->budget;
    cdMeter meter = cdOpenMeter(&(cdBudget){.interrupt = budget->interrupt, .context = budget->context});
    return cdFindOverlapBy(&at, distance, &meter, &work->caches[index], work->workspace, NULL).state ==
           CD_FREE;
}

static bool isSetFree(const Search *search, cdPose set, double t) {
    const cdPathInput *input = search->work->input;
    for (int32_t shape = 0; shape < input->shapeCount; shape++)
        for (int32_t obstacle = 0; obstacle < input->obstacleCount; obstacle++)
            if (!isPairFree(search, (cdPathPair){shape, obstacle}, set, t)) return false;
    return true;
}

static void resolveSet(Search *search) {
    cdMotion motion = cdMakeSetMotion(search->work);
    double time = search->best.resolvedTime;
    cdPose pose = cdGetPoseAt(&motion, time);
    for (int i = 0; time > 0.0 && !isSetFree(search, pose, time); i++) {
        double shorter = i == 0 ? search->resolved : 0.5 * time;
        time = i < SHORTENINGS ? shorter : 0.0;
        pose = cdGetPoseAt(&motion, time);
    }
    search->best.resolvedTime = time;
    search->best.resolvedPose = pose;
}

static void resolve(Search *search) {
    const cdPathWork *work = search->work;
    cdFirstContact *best = &search->best;
    if (best->state == CD_FREE) {
        best->resolvedPose = work->to;
    } else if (best->state == CD_OVERLAP) {
        cdMotion motion = cdMakeSetMotion(work);
        best->t = (cdInterval){search->from, search->from};
        best->resolvedTime = search->from;
        best->resolvedPose = cdGetPoseAt(&motion, search->from);
    } else if (!cdIsPathOfOne(work->input)) {
        resolveSet(search);
    }
    if (best->obstacle >= 0)
        best->resolvedPoseB = cdGetObstaclePoseAt(work, best->obstacle, best->resolvedTime);
}

// --- (4)

static void report(Search *search, cdTrace *trace) {
    bool touches = search->best.state == CD_CONTACT && search->work->input->touches != NULL;
    if (!touches && trace == NULL) return;
    cdFirstContact again = searchShape(search, search->shape, touches, trace);
    cdAddQueryStats(&search->stats, &again.stats);
    if (!touches) return;
    search->best.touchCount = again.touchCount;
    search->best.neededTouches = again.neededTouches;
    search->best.truncated = again.truncated || again.state == CD_UNDECIDED;
}

// --- All pieces

// Searches the current piece; returns true if it ends the search.
static bool endsAtPiece(Search *search, cdTrace *trace) {
    if (search->from > 0.0 && startsTooNear(search)) return true;
    searchPiece(search);
    if (search->best.state == CD_FREE) return false;
    report(search, trace);
    return true;
}

static cdPathContact describe(Search *search) {
    const cdPathWork *work = search->work;
    resolve(search);
    cdPathContact result = {.contact = search->best,
                            .piece = work->piece,
                            .edge = search->shape >= 0 ? work->edge : -1,
                            .shape = search->shape,
                            .pieceCount = search->pieceCount};
    result.contact.stats = search->stats;
    result.contact.stats.pairTests = work->meter->spent;
    result.time.lo = cdGetPathTime(work, search->best.t.lo, false);
    result.time.hi = cdGetPathTime(work, search->best.t.hi, true);
    result.resolvedTime = cdGetPathTime(work, search->best.resolvedTime, false);
    return result;
}

static cdPathContact makeRefusal(const cdPathInput *input, cdReason reason) {
    cdPathContact result = {.edge = -1, .shape = -1};
    result.contact.reason = reason;
    result.contact.obstacle = -1;
    if (input == NULL || input->nodes == NULL || input->nodeCount < 1) return result;
    double start = input->nodes[0].time;
    result.contact.resolvedPose = input->nodes[0].pose;
    result.time = result.piece = (cdInterval){start, start};
    result.resolvedTime = start;
    return result;
}

static cdPathContact searchPieces(cdPathWork *work, cdTrace *trace) {
    const cdPathInput *input = work->input;
    double begin = cdMax(input->from, cdGetPathStart(input));
    Search search = {.work = work, .shape = -1};
    for (double time = begin; time < cdGetPathEnd(input); time = work->piece.hi) {
        cdEnterPiece(work, time);
        search.from = cdGetPieceFraction(work, time);
        if (!work->isMoving && time > begin) continue;
        if (endsAtPiece(&search, trace)) break;
    }
    if (search.shape < 0) {
        search.from = 0.0;
        search.best = (cdFirstContact){.state = CD_FREE,
                                       .t = {1.0, 1.0},
                                       .resolvedTime = 1.0,
                                       .obstacle = -1,
                                       .proxy = search.best.proxy};
    }
    return describe(&search);
}

cdPathContact cdFindPathContact(const cdPathInput *input, cdWorkspace *workspace, cdTrace *trace) {
    if (!CD_REQUIRE(input != NULL && workspace != NULL)) return makeRefusal(NULL, CD_REASON_INPUT);
    cdReason reason = cdCheckPath(input);
    if (reason != CD_REASON_NONE) return makeRefusal(input, reason);
    cdMeter meter = cdOpenMeter(&input->budget);
    cdPathWork work;
    if (!cdOpenPath(&work, input, &meter, workspace)) return makeRefusal(input, CD_REASON_WORKSPACE);
    return searchPieces(&work, trace);
}

// --- Batches

static void findPath(const void *context, int32_t i, cdWorkspace *workspace) {
    const cdPathBatch *batch = context;
    batch->results[i] = cdFindPathContact(&batch->inputs[i], workspace, NULL);
}

static void refusePath(const void *context, int32_t i, cdReason reason) {
    const cdPathBatch *batch = context;
    batch->results[i] = makeRefusal(&batch->inputs[i], reason);
}

void cdFindPathContacts(const cdPathBatch *batch, cdWorkspace *workspace, const cdTasks *tasks) {
    if (!CD_REQUIRE(batch != NULL)) return;
    if (batch->count > 0 && !CD_REQUIRE(batch->inputs != NULL && batch->results != NULL)) return;
    cdBatchRun run = {batch, batch->count, findPath, refusePath};
    cdRunBatch(&run, workspace, tasks);
}
