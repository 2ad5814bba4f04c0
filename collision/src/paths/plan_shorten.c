// Shortens the path of a plan; see plan_work.h.
//
// (1) From each node the farthest node that a single free screw reaches replaces all nodes between, by
// bisection. (2) Random points of the path are joined by screws; those that are free and shorten it stay. A
// part of a screw is a screw about the same axis with another speed along it, so the parts that remain are
// tested, too.
#include "paths/plan_work.h"

#include <string.h>

enum { DEFAULT_ATTEMPTS = 100 };

// Cosine of half the largest turn of a shortcut, 2.8 radians; share of the length below which gains are
// ignored.
static const double HALF_TURN_COSINE = 0.17, LEAST_GAIN = 1e-6;

static double getDistance(const cdPlanWork *work, cdPose a, cdPose b) {
    cdBodyMetric metric = cdGetPlanMetric(work, a);
    return cdGetPoseDistance(&metric, a, b, work->measures.centroid);
}

static double getLength(const cdPlanWork *work, const cdPathNode *nodes, int32_t count) {
    double length = 0.0;
    for (int32_t i = 0; i + 1 < count; i++)
        length += getDistance(work, nodes[i].pose, nodes[i + 1].pose);
    return length;
}

static bool isUnambiguous(cdPose a, cdPose b) {
    double w = fabs(a.q.w * b.q.w + a.q.x * b.q.x + a.q.y * b.q.y + a.q.z * b.q.z);
    return w > HALF_TURN_COSINE;
}

// --- (1)

static bool isShortcut(cdPlanWork *work, int32_t from, int32_t to) {
    cdPose a = work->path[from].pose, b = work->path[to].pose;
    if (!isUnambiguous(a, b)) return false;
    const cdPathNode nodes[2] = {{0.0, a}, {1.0, b}};
    return getDistance(work, a, b) <= getLength(work, &work->path[from], to - from + 1) &&
           cdIsPlanFree(work, nodes, 2);
}

// Returns a node that a single screw reaches from another one, found by bisection.
static int32_t findFarthest(cdPlanWork *work, int32_t from) {
    int32_t good = from + 1, bad = work->pathCount;
    for (int32_t to = bad - 1; bad - good > 1 && !work->stopped; to = good + (bad - good) / 2) {
        if (isShortcut(work, from, to))
            good = to;
        else
            bad = to;
    }
    return good;
}

static void dropNodes(cdPlanWork *work) {
    int32_t count = 1;
    for (int32_t from = 0; from + 1 < work->pathCount; count++) {
        from = findFarthest(work, from);
        work->spare[count] = work->path[from];
    }
    work->spare[0] = work->path[0];
    memcpy(work->path, work->spare, (size_t)count * sizeof *work->path);
    work->pathCount = count;
}

// --- (2)

// A point of the path.
typedef struct Point {
    int32_t edge;
    cdPose pose;
} Point;

static Point pickPoint(cdPlanWork *work, double length) {
    double at = length * cdNextPlanNumber(work);
    for (int32_t i = 0; i + 1 < work->pathCount; i++) {
        cdPose a = work->path[i].pose, b = work->path[i + 1].pose;
        double own = getDistance(work, a, b);
        if (at < own) {
            cdMotion motion = cdMakeMotion(a, b, work->measures.centroid);
            return (Point){i, cdGetPoseAt(&motion, at / own)};
        }
        at -= own;
    }
    return (Point){work->pathCount - 2, work->path[work->pathCount - 1].pose};
}

// Replaces the path between two points by a screw, if that is free and shorter.
static void tryShortcut(cdPlanWork *work, Point first, Point second) {
    cdPathNode *nodes = work->spare;
    int32_t count = 4, removed = second.edge - first.edge;
    nodes[0] = work->path[first.edge];
    nodes[1].pose = first.pose;
    nodes[2].pose = second.pose;
    nodes[3] = work->path[second.edge + 1];
    for (int32_t i = 0; i < count; i++)
        nodes[i].time = i;
    double before = getLength(work, &work->path[first.edge], removed + 2);
    bool gains = getLength(work, nodes, count) < (1.0 - LEAST_GAIN) * before;
    if (!gains || work->pathCount + 2 - removed > work->pathLimit) return;
    if (!isUnambiguous(first.pose, second.pose) || !cdIsPlanFree(work, nodes, count)) return;
    int32_t tail = work->pathCount - second.edge - 1;
    cdPathNode inner[2] = {nodes[1], nodes[2]};
    memmove(&work->path[first.edge + 3], &work->path[second.edge + 1], (size_t)tail * sizeof *work->path);
    memcpy(&work->path[first.edge + 1], inner, sizeof inner);
    work->pathCount = first.edge + 3 + tail;
}

void cdShortenPlan(cdPlanWork *work) {
    int32_t attempts = work->input->shortenings;
    if (attempts < 0) return;
    if (attempts == 0) attempts = DEFAULT_ATTEMPTS;
    dropNodes(work);
    for (int32_t i = 0; i < attempts && work->pathCount > 2 && !work->stopped; i++) {
        double length = getLength(work, work->path, work->pathCount);
        Point a = pickPoint(work, length), b = pickPoint(work, length);
        if (a.edge < b.edge) tryShortcut(work, a, b);
        if (b.edge < a.edge) tryShortcut(work, b, a);
    }
    dropNodes(work);
}
