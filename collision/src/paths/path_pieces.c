// Pieces of a path; see path_pieces.h.
//
// A piece is found from any time in it: it lies between the last cut of any body up to that time and the
// first one after it. Poses at cuts depend on the body and the time alone, so that a piece ends at the same
// pose, bit for bit, at which the next one begins.
#include "paths/path_pieces.h"
#include "foundation/memory/hooks.h"
#include "foundation/memory/workspace.h"
#include "foundation/numbers/rounding.h"

#include <string.h>

// A screw that turns by more than this angle is cut in the middle (collision/motion.h), rounding allowed for.
static const double LARGEST_TURN = 0.5 * 3.14159265358979323846 + 1e-12;

// A body's nodes and the point of the body to which its screws refer.
typedef struct Track {
    const cdPathNode *nodes;
    int32_t nodeCount;
    cdVec3 reference;
} Track;

// --- Checks

static cdReason checkNodes(const cdPathNode *nodes, int32_t count, int32_t least) {
    if (count < least || (count > 0 && !CD_REQUIRE(nodes != NULL))) return CD_REASON_INPUT;
    for (int32_t i = 0; i < count; i++) {
        cdReason reason = cdCheckPose(nodes[i].pose);
        if (reason == CD_REASON_NONE && !isfinite(nodes[i].time)) reason = CD_REASON_NOT_FINITE;
        if (reason != CD_REASON_NONE) return reason;
        if (nodes[i].time < 0.0 || (i > 0 && !(nodes[i].time > nodes[i - 1].time))) return CD_REASON_INPUT;
    }
    return CD_REASON_NONE;
}

static cdReason checkShapes(const cdPathInput *input) {
    if (input->shapeCount < 1 || !CD_REQUIRE(input->shapes != NULL)) return CD_REASON_INPUT;
    cdReason reason = CD_REASON_NONE;
    for (int32_t i = 0; i < input->shapeCount && reason == CD_REASON_NONE; i++) {
        if (!CD_REQUIRE(input->shapes[i].mesh != NULL)) return CD_REASON_INPUT;
        reason = cdCheckPose(input->shapes[i].pose);
    }
    return reason;
}

static cdReason checkObstacles(const cdPathInput *input) {
    if (input->obstacleCount < 0) return CD_REASON_INPUT;
    if (input->obstacleCount > 0 && !CD_REQUIRE(input->obstacles != NULL)) return CD_REASON_INPUT;
    cdReason reason = CD_REASON_NONE;
    for (int32_t i = 0; i < input->obstacleCount && reason == CD_REASON_NONE; i++) {
        const cdPathObstacle *other = &input->obstacles[i];
        if (!CD_REQUIRE(other->mesh != NULL)) return CD_REASON_INPUT;
        reason =
            other->nodes != NULL ? checkNodes(other->nodes, other->nodeCount, 1) : cdCheckPose(other->pose);
    }
    return reason;
}

static cdReason checkDistances(const cdPathInput *input) {
    cdReason reason = cdCheckMargin(input->margin);
    if (reason == CD_REASON_NONE) reason = cdCheckMargin(input->safetyDistance);
    if (input->safetyDistances == NULL) return reason;
    int64_t count = (int64_t)input->shapeCount * input->obstacleCount;
    for (int64_t i = 0; i < count && reason == CD_REASON_NONE; i++)
        if (!isfinite(input->safetyDistances[i])) reason = CD_REASON_NOT_FINITE;
    return reason;
}

cdReason cdCheckPath(const cdPathInput *input) {
    cdReason reason = checkNodes(input->nodes, input->nodeCount, 2);
    if (reason == CD_REASON_NONE) reason = checkShapes(input);
    if (reason == CD_REASON_NONE) reason = checkObstacles(input);
    if (reason == CD_REASON_NONE) reason = checkDistances(input);
    if (reason != CD_REASON_NONE) return reason;
    if (!isfinite(input->from)) return CD_REASON_NOT_FINITE;
    return input->from >= 0.0 && input->from < cdGetPathEnd(input) ? CD_REASON_NONE : CD_REASON_INPUT;
}

// --- Memory

static void placeStill(cdPathWork *work) {
    const cdPathInput *input = work->input;
    for (int32_t i = 0; i < input->obstacleCount; i++) {
        const cdPathObstacle *other = &input->obstacles[i];
        cdPose pose = other->nodes != NULL ? other->nodes[0].pose : other->pose;
        work->obstacles[i] = (cdObstacle){other->mesh, pose};
        work->obstacleTargets[i] = pose;
    }
}

bool cdOpenPath(cdPathWork *work, const cdPathInput *input, cdMeter *meter, cdWorkspace *workspace) {
    *work = (cdPathWork){.input = input, .workspace = workspace, .meter = meter};
    size_t obstacles = (size_t)input->obstacleCount, pairs = (size_t)input->shapeCount * obstacles;
    if (pairs > SIZE_MAX / 2 / sizeof(cdPairCache)) return false;
    unsigned char *bytes =
        cdUseWorkPart(workspace, CD_WORK_PATH, cdGetPathSize(input->shapeCount, input->obstacleCount));
    if (bytes == NULL) return false;
    work->caches = (cdPairCache *)bytes;
    bytes += cdAlignPathSize(pairs * sizeof(cdPairCache));
    work->distances = (double *)bytes;
    bytes += cdAlignPathSize(pairs * sizeof(double));
    work->obstacles = (cdObstacle *)bytes;
    bytes += cdAlignPathSize(obstacles * sizeof(cdObstacle));
    work->obstacleTargets = (cdPose *)bytes;
    memset(work->caches, 0, pairs * sizeof(cdPairCache));
    for (size_t i = 0; i < pairs; i++)
        work->distances[i] =
            input->safetyDistances != NULL ? input->safetyDistances[i] : input->safetyDistance;
    placeStill(work);
    return true;
}

// --- Cuts

// Returns the last node at or before a time; -1: it is before the first.
static int32_t findNode(const Track *track, double time) {
    int32_t low = -1, high = track->nodeCount;
    while (high - low > 1) {
        int32_t middle = low + (high - low) / 2;
        if (track->nodes[middle].time <= time)
            low = middle;
        else
            high = middle;
    }
    return low;
}

static double getMiddle(const cdPathNode *node) {
    return 0.5 * (node[0].time + node[1].time);
}

static cdMotion makeMotion(const Track *track, int32_t node) {
    return cdMakeMotion(track->nodes[node].pose, track->nodes[node + 1].pose, track->reference);
}

static bool hasMiddleCut(const Track *track, int32_t node) {
    return makeMotion(track, node).omega > LARGEST_TURN;
}

// Returns the last cut up to a time and the first one after it; infinite where there is no such cut.
static cdInterval findCuts(const Track *track, double time) {
    int32_t node = findNode(track, time), last = track->nodeCount - 1;
    cdInterval cuts = {node >= 0 ? track->nodes[node].time : -INFINITY,
                       node < last ? track->nodes[node + 1].time : INFINITY};
    if (node < 0 || node >= last || !hasMiddleCut(track, node)) return cuts;
    double middle = getMiddle(&track->nodes[node]);
    if (middle <= time)
        cuts.lo = middle;
    else
        cuts.hi = middle;
    return cuts;
}

static cdPose getTrackPose(const Track *track, double time) {
    int32_t node = findNode(track, time), last = track->nodeCount - 1;
    if (node < 0) return track->nodes[0].pose;
    const cdPathNode *at = &track->nodes[node];
    if (node >= last || at->time == time || cdIsSamePose(at[0].pose, at[1].pose)) return at->pose;
    cdMotion motion = makeMotion(track, node);
    return cdGetPoseAt(&motion, (time - at[0].time) / (at[1].time - at[0].time));
}

static Track getSetTrack(const cdPathInput *input) {
    cdVec3 reference = cdTransformPoint(input->shapes[0].pose, input->shapes[0].mesh->center);
    return (Track){input->nodes, input->nodeCount, reference};
}

static Track getObstacleTrack(const cdPathObstacle *other) {
    return (Track){other->nodes, other->nodeCount, other->mesh->center};
}

static cdInterval shorten(cdInterval piece, cdInterval cuts) {
    return (cdInterval){cdMax(piece.lo, cuts.lo), cdMin(piece.hi, cuts.hi)};
}

void cdEnterPiece(cdPathWork *work, double time) {
    const cdPathInput *input = work->input;
    Track set = getSetTrack(input);
    work->edge = findNode(&set, time);
    work->piece = findCuts(&set, time);
    for (int32_t i = 0; i < input->obstacleCount; i++) {
        if (input->obstacles[i].nodes == NULL) continue;
        Track track = getObstacleTrack(&input->obstacles[i]);
        work->piece = shorten(work->piece, findCuts(&track, time));
    }
    work->from = getTrackPose(&set, work->piece.lo);
    work->to = getTrackPose(&set, work->piece.hi);
    work->movesObstacle = false;
    for (int32_t i = 0; i < input->obstacleCount; i++) {
        if (input->obstacles[i].nodes == NULL) continue;
        Track track = getObstacleTrack(&input->obstacles[i]);
        work->obstacles[i].pose = getTrackPose(&track, work->piece.lo);
        work->obstacleTargets[i] = getTrackPose(&track, work->piece.hi);
        work->movesObstacle |= !cdIsSamePose(work->obstacles[i].pose, work->obstacleTargets[i]);
    }
    work->isMoving = work->movesObstacle || !cdIsSamePose(work->from, work->to);
}

// --- Poses and times in the piece

cdMotion cdMakeSetMotion(const cdPathWork *work) {
    return cdMakeMotion(work->from, work->to, getSetTrack(work->input).reference);
}

cdPose cdGetObstaclePoseAt(const cdPathWork *work, int32_t obstacle, double t) {
    const cdObstacle *other = &work->obstacles[obstacle];
    cdPose target = work->obstacleTargets[obstacle];
    if (cdIsSamePose(other->pose, target)) return other->pose;
    cdMotion motion = cdMakeMotion(other->pose, target, other->mesh->center);
    return cdGetPoseAt(&motion, t);
}

double cdGetPieceFraction(const cdPathWork *work, double time) {
    double t = (time - work->piece.lo) / (work->piece.hi - work->piece.lo);
    return cdMin(1.0, cdMax(0.0, t - 4.0 * CD_EPSILON));
}

double cdGetPathTime(const cdPathWork *work, double t, bool later) {
    if (t <= 0.0) return work->piece.lo;
    if (t >= 1.0) return work->piece.hi;
    double time = work->piece.lo + t * (work->piece.hi - work->piece.lo);
    double rounding = 2.0 * CD_EPSILON * work->piece.hi;
    return later ? cdMin(work->piece.hi, time + rounding) : cdMax(work->piece.lo, time - rounding);
}
