// The point of a mesh nearest to a given one, by its sphere tree.
//
// The tree is descended with the minimum distance found so far, the nearer child first; nodes are bounded by
// their spheres and boxes, two at once. Bounds are compared with a slack that covers rounding, and of equally
// near triangles the first is kept, so the answer depends neither on the order nor on the hint. A plane
// between the point and a triangle rejects most triangles early.
#include "continuous/nearest/nearest.h"
#include "foundation/numbers/rounding.h"
#include "foundation/report/recording.h"
#include "mesh/shapes/closest.h"
#include "mesh/tree/twin_lanes.h"

// Error of a distance, in rounding units of the size: as for two meshes, which involve more transforms.
static const double ROUNDING_UNITS = 64.0;

// A node that finds no room is tested as a leaf, with all that is below it.
enum { STACK = 64 };

typedef struct PointSearch {
    const cdMesh *mesh;
    cdVec3 p;
    double least, slack, bestSq;
    cdVec3 best;
    int32_t triangle;
    cdMeter *meter; // NULL: no limit
    cdPointStats stats;
    cdTrace *trace;
} PointSearch;

typedef struct WaitingNode {
    int32_t node;
    double apartSq;
} WaitingNode;

static void record(cdTrace *trace, cdTraceKind kind, int32_t index, double distanceSq) {
    cdTraceEvent *event = cdAddEvent(trace, kind);
    if (!event) return;
    event->how = CD_HOW_DISTANCE;
    event->b = index;
    event->c[0] = sqrt(distanceSq);
}

// Returns the point of a triangle nearest to the origin, up to rounding, which slivers enlarge [Ericson 2005,
// Real-Time Collision Detection, 5.1.5]. May not be a number.
static cdVec3 guessNearest(cdVec3 a, cdVec3 b, cdVec3 c) {
    cdVec3 u = cdSub(b, a), v = cdSub(c, a);
    double ua = -cdDot(u, a), va = -cdDot(v, a), ub = -cdDot(u, b), vb = -cdDot(v, b);
    double uc = -cdDot(u, c), vc = -cdDot(v, c);
    if (ua <= 0.0 && va <= 0.0) return a;
    if (ub >= 0.0 && vb <= ub) return b;
    if (vc >= 0.0 && uc <= vc) return c;
    double atA = ub * vc - uc * vb, atB = uc * va - ua * vc, atC = ua * vb - ub * va;
    if (atC <= 0.0 && ua >= 0.0 && ub <= 0.0) return cdMulAdd(a, ua / (ua - ub), u);
    if (atB <= 0.0 && va >= 0.0 && vc <= 0.0) return cdMulAdd(a, va / (va - vc), v);
    double fromB = vb - ub, fromC = uc - vc;
    if (atA <= 0.0 && fromB >= 0.0 && fromC >= 0.0) return cdMulAdd(b, fromB / (fromB + fromC), cdSub(c, b));
    double share = 1.0 / (atA + atB + atC);
    return cdMulAdd(cdMulAdd(a, atB * share, u), atC * share, v);
}

// True if the triangle's plane keeps it beyond the limit, or a plane across the direction of its approximate
// nearest point: all three corners lie beyond that, however well the point was found.
static bool isBeyond(const PointSearch *search, int32_t triangle, cdVec3 a, cdVec3 b, cdVec3 c) {
    double limit = search->least + search->slack;
    cdVec3 toA = cdSub(a, search->p), toB = cdSub(b, search->p), toC = cdSub(c, search->p);
    if (fabs(cdDot(cdGetTriangleNormal(search->mesh, triangle), toA)) > limit) return true;
    if (!(limit < INFINITY)) return false;
    cdVec3 guess = guessNearest(toA, toB, toC);
    double ahead = cdMin(cdDot(guess, toA), cdMin(cdDot(guess, toB), cdDot(guess, toC)));
    return ahead > 0.0 && ahead * ahead > limit * limit * cdLengthSq(guess);
}

static void testTriangle(PointSearch *search, int32_t triangle) {
    const int32_t *t = search->mesh->triangles + 3 * triangle;
    const cdVec3 *v = search->mesh->vertices;
    search->stats.triangleTests++;
    if (isBeyond(search, triangle, v[t[0]], v[t[1]], v[t[2]])) return;
    cdClosest closest = cdFindClosestPointTriangle(search->p, v[t[0]], v[t[1]], v[t[2]]);
    if (search->trace) record(search->trace, CD_TRACE_ELEMENTS, triangle, closest.distanceSq);
    if (closest.distanceSq > search->bestSq) return;
    if (closest.distanceSq == search->bestSq && triangle >= search->triangle) return;
    search->bestSq = closest.distanceSq;
    search->best = closest.onSecond;
    search->triangle = triangle;
    search->least = cdMin(search->least, sqrt(closest.distanceSq));
}

static cdLanes getExcess(cdLanes3 axis, cdLanes3 to, cdLanes half) {
    cdLanes excess = cdMaxLanes(cdSubLanes(cdAbsLanes(cdDotLanes3(axis, to)), half), cdSpreadLanes(0.0));
    return cdMulLanes(excess, excess);
}

// Axes that are off by half a unit in the last place of floats, in three coordinates each, lengthen the
// square of a vector by less than this.
static const double axisError = 0x1p-19;

// Returns the lanes of twins that may hold a point within the limit, bit k for lane k. apartSq[k]: lower
// bound on the squared distance of their boxes, up to rounding.
static int findNearTwins(const PointSearch *search, int32_t twins, double apartSq[2]) {
    cdTwinLanes box = cdLoadTwinLanes(&search->mesh->tree, twins);
    cdLanes3 to = cdSubLanes3(box.center, cdSpreadLanes3(search->p));
    cdLanes sum = getExcess(box.axes[0], to, box.halves[0]);
    sum = cdAddLanes(sum, getExcess(box.axes[1], to, box.halves[1]));
    sum = cdAddLanes(sum, getExcess(box.axes[2], to, box.halves[2]));
    sum = cdMulLanes(sum, cdSpreadLanes(1.0 - axisError));
    cdStoreLanes(apartSq, sum);
    double limit = search->least + search->slack;
    cdLanes reach = cdAddLanes(box.radius, cdSpreadLanes(limit));
    return 3 & ~(cdLanesAbove(sum, cdSpreadLanes(limit * limit)) |
                 cdLanesAbove(cdDotLanes3(to, to), cdMulLanes(reach, reach)));
}

// Opens a node: returns the child to visit next and stacks the other one. -1: both are too far away.
static int32_t openNode(PointSearch *search, int32_t firstChild, WaitingNode *stack, int32_t *height) {
    double apartSq[2];
    int near = findNearTwins(search, cdGetTwinsOf(firstChild), apartSq);
    search->stats.nodeTests += 2;
    for (int k = 0; k < 2 && search->trace; k++)
        record(search->trace, near >> k & 1 ? CD_TRACE_NODES_MEET : CD_TRACE_NODES_DISJOINT, firstChild + k,
               apartSq[k]);
    if (near == 0) return -1;
    int nearer = near == 3 ? apartSq[1] < apartSq[0] : near == 2;
    if (near == 3) stack[(*height)++] = (WaitingNode){firstChild + 1 - nearer, apartSq[1 - nearer]};
    return firstChild + nearer;
}

static int32_t takeWaiting(const PointSearch *search, const WaitingNode *stack, int32_t *height) {
    double limit = search->least + search->slack;
    while (*height > 0) {
        const WaitingNode *top = &stack[--*height];
        if (top->apartSq <= limit * limit) return top->node;
    }
    return -1;
}

// Returns false if the meter is out.
static bool descendTree(PointSearch *search) {
    const cdSphereTree *tree = &search->mesh->tree;
    WaitingNode stack[STACK];
    int32_t height = 0, node = 0;
    while (node >= 0) {
        const cdNodeLinks *links = &tree->links[node];
        node = -1;
        if (links->firstChild >= 0 && height < STACK) {
            if (!cdSpend(search->meter, 1)) return false;
            node = openNode(search, links->firstChild, stack, &height);
        } else {
            for (int32_t i = 0; i < links->entryCount; i++)
                testTriangle(search, tree->entries[links->firstEntry + i].triangle);
        }
        if (node < 0) node = takeWaiting(search, stack, &height);
    }
    return true;
}

double cdGetNearestPointError(const cdMesh *mesh, cdVec3 point) {
    return ROUNDING_UNITS * CD_EPSILON * (mesh->radius + cdSumAbs(mesh->center) + cdSumAbs(point));
}

cdNearestPoint cdFindNearestPoint(const cdMesh *mesh, cdVec3 point, double most, int32_t hint, cdMeter *meter,
                                  cdPointStats *stats, cdTrace *trace) {
    cdNearestPoint result = {.distance = INFINITY, .triangle = -1};
    PointSearch search = {.mesh = mesh, .p = point, .least = most, .meter = meter, .trace = trace};
    search.slack = cdGetNearestPointError(mesh, point);
    search.bestSq = INFINITY;
    search.triangle = mesh->triangleCount;
    if (!isfinite(search.slack) || isnan(most)) return result;
    if (hint >= 0 && hint < mesh->triangleCount) testTriangle(&search, hint);
    bool whole = descendTree(&search);
    if (stats) *stats = search.stats;
    if (!whole) return result;
    double distance = sqrt(search.bestSq);
    result.found = distance <= most;
    result.lower = cdMax(0.0, (result.found ? distance : most) - search.slack);
    if (!result.found) return result;
    result.distance = distance;
    result.point = search.best;
    result.triangle = search.triangle;
    return result;
}
