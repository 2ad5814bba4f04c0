// Ray casts; see collision/ray.h.
//
// (1) The ray in the mesh's frame (ray_location.c). (2) The tree is descended front to back: the child that
// the ray enters first is visited next, the other one waits on a stack no higher than the tree. Bounds are
// compared with a slack that covers rounding, hits exactly (ray_triangle.c), so the answer depends neither on
// the order nor on the cached triangle, which is tested first for its bound. (3) The result of the hit.
#include "collision/ray.h"
#include "continuous/elements/contact_geometry.h"
#include "continuous/nearest/surface_feature.h"
#include "continuous/rays/ray_nodes.h"
#include "continuous/rays/ray_triangle.h"
#include "foundation/memory/hooks.h"
#include "foundation/numbers/rounding.h"
#include "foundation/report/recording.h"

typedef struct RaySearch {
    cdPlacedRay ray;
    cdNodeRay nodeRay;  // in the frame of the nodes, which are not scaled
    double first, last; // in the nodes' frame: interval of possible hits
    cdTriangleHit best;
    bool any, done;
    cdTrace *trace;
} RaySearch;

typedef struct WaitingNode {
    int32_t node;
    double enter;
} WaitingNode;

// Trees are hardly ever this deep; a node that finds no room is tested as a leaf, with all that is below it.
enum { STACK = 64 };

// --- (2)

// Maps a parameter of the placed ray to the nodes' frame, whose lengths are not scaled.
static double toNodes(const RaySearch *search, double t) {
    return t / search->ray.scale;
}

static void testTriangle(RaySearch *search, int32_t triangle) {
    const cdPlacedRay *ray = &search->ray;
    cdTriangleHit hit;
    if (triangle == search->best.triangle || !cdHitTriangle(ray, triangle, &hit)) return;
    if (search->trace) {
        cdTraceEvent *event = cdAddEvent(search->trace, CD_TRACE_ELEMENTS);
        if (event) event->how = CD_HOW_RAY, event->b = triangle;
        if (event) event->c[0] = cdGetHitDistance(ray, &hit) / ray->scale;
    }
    if (search->best.triangle >= 0 && !cdIsHitBefore(ray, &hit, &search->best)) return;
    search->best = hit;
    search->last = cdMin(search->last, toNodes(search, hit.t + 2.0 * ray->timeError));
    search->done = search->any;
}

static void recordTwins(const RaySearch *search, int32_t firstNode, int met, const double enters[2]) {
    for (int k = 0; k < 2 && search->trace; k++) {
        cdTraceEvent *event =
            cdAddEvent(search->trace, met >> k & 1 ? CD_TRACE_NODES_MEET : CD_TRACE_NODES_DISJOINT);
        if (!event) return;
        event->how = CD_HOW_RAY;
        event->b = firstNode + k;
        event->c[0] = cdMax(0.0, enters[k] - toNodes(search, search->ray.first)) * search->ray.length;
    }
}

// Opens a node: returns the child to visit next and stacks the other one. -1: the ray misses both.
static int32_t openNode(RaySearch *search, int32_t firstChild, WaitingNode *stack, int32_t *height) {
    double enters[2];
    int met = cdFindTwinsOnRay(&search->nodeRay, &search->ray.mesh->tree, cdGetTwinsOf(firstChild),
                               search->first, search->last, enters);
    search->ray.stats->nodeTests += 2;
    recordTwins(search, firstChild, met, enters);
    if (met == 0) return -1;
    int nearer = met == 3 ? enters[1] < enters[0] : met == 2;
    if (met == 3) stack[(*height)++] = (WaitingNode){firstChild + 1 - nearer, enters[1 - nearer]};
    return firstChild + nearer;
}

static void descend(RaySearch *search) {
    const cdSphereTree *tree = &search->ray.mesh->tree;
    WaitingNode stack[STACK];
    int32_t height = 0, node = 0;
    while (!search->done) {
        if (node < 0) {
            if (height == 0) return;
            WaitingNode top = stack[--height];
            if (top.enter <= search->last) node = top.node;
            continue;
        }
        const cdNodeLinks *links = &tree->links[node];
        if (links->firstChild >= 0 && height < STACK) {
            node = openNode(search, links->firstChild, stack, &height);
            continue;
        }
        for (int32_t i = 0; i < links->entryCount && !search->done; i++)
            testTriangle(search, tree->entries[links->firstEntry + i].triangle);
        node = -1;
    }
}

static void findHit(RaySearch *search, const cdTriangleCache *cache) {
    const cdPlacedRay *ray = &search->ray;
    const cdMesh *mesh = ray->mesh;
    // `near` is the point of the ray nearest to the centre.
    if (cdLength(ray->near) > mesh->radius * ray->scale + ray->slack) return;
    double margin = ray->timeError + 2.0 * ray->slack;
    search->nodeRay =
        cdMakeNodeRay(cdScale(1.0 / ray->scale, ray->near), ray->exact.direction, ray->slack / ray->scale);
    search->first = toNodes(search, cdMax(ray->first, -2.0 * ray->size) - margin);
    double last = ray->maxDistance / ray->length + ray->first;
    double reach = CD_EPSILON * fabs(ray->first) * 8.0; // rounding of the difference
    search->last = toNodes(search, cdMin(last + reach, 2.0 * ray->size) + margin);
    int32_t hint = cache ? cache->triangle - 1 : -1;
    if (hint >= 0 && hint < mesh->triangleCount) testTriangle(search, hint);
    descend(search);
}

// --- (3)

// Returns the normal against the ray, in the mesh's frame.
static cdVec3 findNormal(const RaySearch *search) {
    cdVec3 normal = cdGetTriangleNormal(search->ray.mesh, search->best.triangle);
    if (!(cdLengthSq(normal) > 0.0)) return cdNormalize(cdNegate(search->ray.exact.direction));
    return search->best.facing > 0 ? cdNegate(normal) : normal;
}

static void describeHit(const RaySearch *search, const cdRayInput *input, cdRayHit *result) {
    const cdPlacedRay *ray = &search->ray;
    const cdMesh *mesh = ray->mesh;
    const cdTriangleHit *hit = &search->best;
    const int32_t *corners = mesh->triangles + 3 * hit->triangle;
    cdGetHitWeights(ray, hit, result->barycentric);
    cdVec3 p = {0.0, 0.0, 0.0};
    for (int k = 0; k < 3; k++)
        p = cdMulAdd(p, result->barycentric[k], mesh->vertices[corners[k]]);
    cdQuat turn = cdNormalizeQuat(input->pose.q);
    result->distance = cdGetHitDistance(ray, hit) / ray->scale;
    result->fraction = ldexp(result->distance / ray->length, ray->exponent);
    result->point = cdAdd(cdRotate(turn, cdAdd(p, mesh->center)), input->pose.p);
    result->normal = cdRotate(turn, findNormal(search));
    result->backFace = hit->facing > 0;
    result->triangle = hit->triangle;
    double within = 2.0 * ray->timeError / ray->scale;
    result->feature = cdLocateFeature(mesh, CD_FEATURE_FACE, hit->triangle, p, within);
}

static void describe(const RaySearch *search, const cdRayInput *input, cdRayHit *result) {
    const cdPlacedRay *ray = &search->ray;
    const cdMesh *mesh = ray->mesh;
    bool found = search->best.triangle >= 0;
    result->state = found ? CD_CONTACT : CD_FREE;
    result->reason = CD_REASON_NONE;
    if (search->any) return;
    double far = cdSumAbs(ray->exact.origin) / ray->scale + mesh->radius + cdSumAbs(mesh->center);
    result->error = 2.0 * ray->timeError / ray->scale + 64.0 * CD_EPSILON * far;
    if (found) describeHit(search, input, result);
}

static cdReason checkInput(const cdRayInput *input) {
    cdVec3 o = input->origin, d = input->direction;
    if (!isfinite(o.x + o.y + o.z) || !isfinite(d.x) || !isfinite(d.y) || !isfinite(d.z))
        return CD_REASON_NOT_FINITE;
    cdReason reason = cdCheckLimit(input->maxDistance);
    return reason != CD_REASON_NONE ? reason : cdCheckPose(input->pose);
}

cdRayHit cdFindRayHit(const cdRayInput *input, cdTriangleCache *cache, cdWorkspace *workspace,
                      cdTrace *trace) {
    (void)workspace;
    cdRayHit result = {.state = CD_UNDECIDED,
                       .reason = CD_REASON_INPUT,
                       .distance = INFINITY,
                       .fraction = INFINITY,
                       .triangle = -1};
    if (!CD_REQUIRE(input && input->mesh)) return result;
    result.reason = checkInput(input);
    if (result.reason == CD_REASON_NONE && input->mesh->rounding > 0.0) result.reason = CD_REASON_NO_PART;
    if (result.reason != CD_REASON_NONE) return result;
    result.reason = CD_REASON_INPUT;
    RaySearch search = {.best = {.triangle = -1}, .any = input->anyHit, .trace = trace};
    if (!cdPlaceRay(input, &result.stats, &search.ray)) return result; // (1)
    cdRecordQuery(trace, CD_TRACE_QUERY, CD_HOW_RAY, 0, 0);
    findHit(&search, cache);
    describe(&search, input, &result);
    if (cache && search.best.triangle >= 0) cache->triangle = search.best.triangle + 1;
    cdRecordQuery(trace, CD_TRACE_DECIDED, CD_HOW_RAY, search.best.triangle >= 0 ? 0 : -1,
                  (int32_t)result.state);
    return result;
}
