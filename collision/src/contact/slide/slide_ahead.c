// Features that a leg would run into; see slide_ahead.h.
//
// (1) Triangles within a share of a list's reach: a vertex over a triangle, a triangle over a vertex, and
// edges whose common perpendicular is nearly both triangles' normal. (2) Such a pair blocks a motion if, at
// one of some poses on it, the vertex has gone through the triangle within its border, or one edge through
// the other between its ends. If they only pass beyond a border, a row would forbid a free motion. With a
// clearance the pairs are those of clear_limits.h, and they block where they are nearer than the clearance.
#include "contact/slide/slide_ahead.h"
#include "contact/pairs/near_triangles.h"
#include "contact/slide/clear_limits.h"
#include "foundation/memory/sort.h"
#include "mesh/mesh_data.h"

// Largest gap between facing features, as a share of the larger leaf radius.
static const double FACING = 0.0125;

// In margins: depth from which two features block. Plans may dip by as much.
static const double THROUGH = 0.1;

// The minimum cosine between the perpendicular of two edges and the normals beside them.
static const double ALONG_NORMAL = 0.9;

enum { POSES = 8, ROWS = 4 };

// --- (1)

typedef struct Finding {
    cdSlideAhead *ahead;
    const cdMesh *a, *b;
    cdPose poseB;
    cdLimitMark mark; // of the meshes
    int32_t first;    // first of its pairs
    double tolerance, reach;
} Finding;

// True if the foot of a point in the plane of a triangle lies on the triangle.
static bool isOver(const cdVec3 corners[3], cdVec3 point) {
    cdVec3 u = cdSub(corners[1], corners[0]), v = cdSub(corners[2], corners[0]), w = cdSub(point, corners[0]);
    double uu = cdLengthSq(u), vv = cdLengthSq(v), uv = cdDot(u, v), wu = cdDot(w, u), wv = cdDot(w, v);
    double alongU = vv * wu - uv * wv, alongV = uu * wv - uv * wu;
    return alongU >= 0.0 && alongV >= 0.0 && alongU + alongV <= uu * vv - uv * uv;
}

// Finds the crossing of two segments, seen along their common perpendicular, as fractions of both. False: it
// is beyond an end, or they are parallel.
static bool findCrossing(const cdVec3 p[2], const cdVec3 q[2], double *s, double *t) {
    cdVec3 d = cdSub(p[1], p[0]), e = cdSub(q[1], q[0]), w = cdSub(q[0], p[0]);
    double dd = cdLengthSq(d), ee = cdLengthSq(e), de = cdDot(d, e), wd = cdDot(w, d), we = cdDot(w, e);
    double determinant = dd * ee - de * de;
    if (!(determinant > 1e-6 * dd * ee)) return false;
    double alongP = ee * wd - de * we, alongQ = de * wd - dd * we;
    if (!(alongP >= 0.0 && alongP <= determinant && alongQ >= 0.0 && alongQ <= determinant)) return false;
    *s = alongP / determinant;
    *t = alongQ / determinant;
    return true;
}

static bool isPairBefore(const void *left, const void *right) {
    const cdFacingPair *x = left, *y = right;
    if (x->mark.kind != y->mark.kind) return x->mark.kind < y->mark.kind;
    return x->a != y->a ? x->a < y->a : x->b < y->b;
}

// Sorts the pairs from `first` and drops repeats: a walk of the trees may visit two triangles twice.
static void dropRepeats(cdSlideAhead *ahead, int32_t first) {
    cdFacingPair *pairs = ahead->pairs;
    int32_t kept = first;
    cdSortItems(pairs + first, (size_t)(ahead->count - first), sizeof *pairs, isPairBefore);
    for (int32_t i = first; i < ahead->count; i++)
        if (i == first || isPairBefore(&pairs[kept - 1], &pairs[i])) pairs[kept++] = pairs[i];
    ahead->count = kept;
}

// Keeps a pair whose points are in the frame of the work.
static void addPair(const Finding *finding, cdLimitKind kind, cdVec3 onA, cdVec3 onB, cdVec3 normal,
                    int32_t a, int32_t b) {
    cdSlideAhead *ahead = finding->ahead;
    double height = cdDot(normal, cdSub(onA, onB));
    if (!(height > finding->tolerance && height < finding->reach)) return;
    if (ahead->count == CD_SLIDE_FACING) dropRepeats(ahead, finding->first);
    if (ahead->count++ >= CD_SLIDE_FACING) return;
    cdFacingPair *pair = &ahead->pairs[ahead->count - 1];
    *pair = (cdFacingPair){.mark = finding->mark, .a = a, .b = b};
    pair->mark.kind = kind;
    pair->mark.point = cdTransformPoint(finding->poseB, cdAdd(onA, finding->b->center));
    pair->mark.under = cdTransformPoint(finding->poseB, cdAdd(onB, finding->b->center));
    pair->mark.normal = cdRotate(finding->poseB.q, normal);
}

static cdVec3 findFoot(const cdWorkTriangle *t, cdVec3 point) {
    return cdMulAdd(point, -cdDot(t->normal, cdSub(point, t->corners[0])), t->normal);
}

static void addVertices(const Finding *finding, const cdWorkTriangle *a, const cdWorkTriangle *b) {
    int ownA = finding->a->ownedElements[a->triangle], ownB = finding->b->ownedElements[b->triangle];
    for (int k = 0; k < 3; k++) {
        int32_t vertexA = finding->a->triangles[3 * a->triangle + k];
        int32_t vertexB = finding->b->triangles[3 * b->triangle + k];
        if ((ownA & 1 << k) && isOver(b->corners, a->corners[k]))
            addPair(finding, CD_LIMIT_POINT, a->corners[k], findFoot(b, a->corners[k]), b->normal, vertexA,
                    b->triangle);
        if ((ownB & 1 << k) && isOver(a->corners, b->corners[k]))
            addPair(finding, CD_LIMIT_PLANE, findFoot(a, b->corners[k]), b->corners[k], cdNegate(a->normal),
                    a->triangle, vertexB);
    }
}

// Rejects, before any normalisation, most pairs that ALONG_NORMAL does: it is a little wider.
static bool isNearlyAlong(cdVec3 cross, cdVec3 normal) {
    double along = cdDot(cross, normal);
    return along * along >= (1.0 - 1e-6) * ALONG_NORMAL * ALONG_NORMAL * cdLengthSq(cross);
}

// Rejects most edges that do not cross within the reach: points of both that are so near have near boxes.
static bool mayCross(const cdVec3 p[2], const cdVec3 q[2], double reach) {
    double wide = 1.001 * reach;
    return cdMin(p[0].x, p[1].x) - wide <= cdMax(q[0].x, q[1].x) &&
           cdMin(q[0].x, q[1].x) - wide <= cdMax(p[0].x, p[1].x) &&
           cdMin(p[0].y, p[1].y) - wide <= cdMax(q[0].y, q[1].y) &&
           cdMin(q[0].y, q[1].y) - wide <= cdMax(p[0].y, p[1].y) &&
           cdMin(p[0].z, p[1].z) - wide <= cdMax(q[0].z, q[1].z) &&
           cdMin(q[0].z, q[1].z) - wide <= cdMax(p[0].z, p[1].z);
}

static void addEdges(const Finding *finding, const cdWorkTriangle *a, const cdWorkTriangle *b, int i, int k) {
    cdVec3 p[2] = {a->corners[i], a->corners[(i + 1) % 3]}, q[2] = {b->corners[k], b->corners[(k + 1) % 3]};
    if (!mayCross(p, q, finding->reach)) return;
    cdVec3 edgeA = cdSub(p[1], p[0]), edgeB = cdSub(q[1], q[0]), cross = cdCross(edgeA, edgeB);
    double s, t;
    if (!isNearlyAlong(cross, b->normal) || !isNearlyAlong(cross, a->normal)) return;
    if (!findCrossing(p, q, &s, &t)) return;
    cdVec3 normal = cdNormalize(cross);
    if (cdDot(normal, b->normal) < 0.0) normal = cdNegate(normal);
    if (cdDot(normal, b->normal) < ALONG_NORMAL || cdDot(normal, a->normal) > -ALONG_NORMAL) return;
    Finding own = *finding;
    own.mark.edgeA = cdRotate(finding->poseB.q, edgeA);
    own.mark.edgeB = cdRotate(finding->poseB.q, edgeB);
    addPair(&own, CD_LIMIT_EDGES, cdMulAdd(p[0], s, edgeA), cdMulAdd(q[0], t, edgeB), normal,
            finding->a->triangleEdges[3 * a->triangle + i], finding->b->triangleEdges[3 * b->triangle + k]);
}

static bool addFacing(void *context, const cdNearTriangles *pair) {
    const Finding *finding = context;
    int ownA = finding->a->ownedElements[pair->a->triangle],
        ownB = finding->b->ownedElements[pair->b->triangle];
    addVertices(finding, pair->a, pair->b);
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3 && (ownA & 8 << i); k++)
            if (ownB & 8 << k) addEdges(finding, pair->a, pair->b, i, k);
    return finding->ahead->count <= CD_SLIDE_FACING;
}

double cdGetFacingReach(const cdMesh *a, const cdMesh *b) {
    return FACING * cdMax(a->tree.leafRadius, b->tree.leafRadius);
}

// Adds the pairs of one mesh and one obstacle. Uses their list if that reaches far enough, and walks the
// trees otherwise.
static void findFacing(cdSlideAhead *ahead, const cdSlideInput *input, cdSlideNear *near, cdSlidePair meshes,
                       cdPose pose, cdMeter *meter) {
    const cdObstacle *other = cdGetSlideObstacle(input, meshes);
    const cdMesh *a = cdGetSlideMesh(input, meshes);
    cdPose own = cdPlaceSlideShape(input, meshes.shape, pose);
    const cdNearList *list = cdGetSlideList(near, input, meshes, pose, meter);
    double reach = cdGetFacingReach(a, other->mesh), drift = list ? cdBoundDrift(list, own) : 0.0;
    Finding finding = {.ahead = ahead,
                       .a = a,
                       .b = other->mesh,
                       .poseB = other->pose,
                       .mark = {.pair = meshes, .kept = CD_AHEAD},
                       .first = ahead->count,
                       .tolerance = cdGetLimitTolerance(input, meshes),
                       .reach = reach};
    cdTriangleWalk walk = {.a = a,
                           .b = other->mesh,
                           .toB = cdFindToB(a, own, other->mesh, other->pose),
                           .reach = reach,
                           .coarse = true,
                           .visit = addFacing,
                           .context = &finding,
                           .meter = meter};
    if (list != NULL && reach + drift <= list->reach)
        cdWalkListedTriangles(&walk, list, drift);
    else if (cdWalkNearTriangles(&walk, cdOpenArena(&near->workspace->arena)))
        dropRepeats(ahead, finding.first);
}

// Adds the pairs of a mesh and an obstacle from which it keeps a clearance.
static void findClearFacing(cdSlideAhead *ahead, const cdSlideInput *input, cdSlidePair meshes, cdPose pose,
                            cdMeter *meter, cdWorkspace *workspace) {
    double reach = cdGetFacingReach(cdGetSlideMesh(input, meshes), cdGetSlideObstacle(input, meshes)->mesh);
    cdInterval heights = {cdGetLimitTolerance(input, meshes), reach};
    if (!(heights.lo < heights.hi)) return;
    cdClearList list = cdListClearPairs(input, meshes, pose, heights, meter, workspace);
    for (int32_t i = 0; i < list.count; i++) {
        if (ahead->count++ >= CD_SLIDE_FACING) return;
        cdFacingPair *pair = &ahead->pairs[ahead->count - 1];
        *pair = (cdFacingPair){.mark = cdMakeClearMark(input, meshes, pose, &list.pairs[i]),
                               .a = list.pairs[i].a,
                               .b = list.pairs[i].b};
        pair->mark.kept = CD_AHEAD;
    }
}

void cdFindFacing(cdSlideAhead *ahead, const cdSlideInput *input, cdSlideNear *near, cdPose pose,
                  cdMeter *meter) {
    int64_t pairCount = cdCountSlidePairs(input);
    ahead->count = 0;
    for (int64_t i = 0; i < pairCount && ahead->count <= CD_SLIDE_FACING; i++) {
        cdSlidePair meshes = cdGetSlidePair(input, i);
        if (!cdIsPairNear(input, meshes, pose)) continue;
        if (cdGetSlideClearance(input, meshes) > 0.0)
            findClearFacing(ahead, input, meshes, pose, meter, near->workspace);
        else
            findFacing(ahead, input, near, meshes, pose, meter);
    }
    if (ahead->count > CD_SLIDE_FACING || cdIsOut(meter)) ahead->count = 0;
}

// --- (2)

static bool isBetweenEnds(const cdVec3 ends[2], cdVec3 point) {
    cdVec3 along = cdSub(ends[1], ends[0]);
    double t = cdDot(cdSub(point, ends[0]), along);
    return t >= 0.0 && t <= cdLengthSq(along);
}

// True if the foot of the vertex is on the edge, for a vertex and an edge; always for two vertices.
static bool isBesideEdge(const cdFacingPair *pair, const cdMesh *a, cdPose pose, const cdObstacle *other) {
    cdVec3 ends[2];
    if (cdLengthSq(pair->mark.edgeA) > 0.0) {
        cdPlaceMeshEdge(a, pose, pair->a, ends);
        return isBetweenEnds(ends, cdPlaceMeshVertex(other->mesh, other->pose, pair->b));
    }
    if (!(cdLengthSq(pair->mark.edgeB) > 0.0)) return true;
    cdPlaceMeshEdge(other->mesh, other->pose, pair->b, ends);
    return isBetweenEnds(ends, cdPlaceMeshVertex(a, pose, pair->a));
}

// True if the features of a pair lie over each other at a pose of A.
static bool isFacing(const cdFacingPair *pair, const cdSlideInput *input, cdPose pose) {
    const cdObstacle *other = cdGetSlideObstacle(input, pair->mark.pair);
    const cdMesh *a = cdGetSlideMesh(input, pair->mark.pair);
    cdPose own = cdPlaceSlideShape(input, pair->mark.pair.shape, pose);
    cdVec3 p[3], q[3];
    double s, t;
    switch (pair->mark.kind) {
    case CD_LIMIT_POINT:
        cdPlaceMeshTriangle(other->mesh, other->pose, pair->b, q);
        return isOver(q, cdPlaceMeshVertex(a, own, pair->a));
    case CD_LIMIT_PLANE:
        cdPlaceMeshTriangle(a, own, pair->a, p);
        return isOver(p, cdPlaceMeshVertex(other->mesh, other->pose, pair->b));
    case CD_LIMIT_EDGES:
        cdPlaceMeshEdge(a, own, pair->a, p);
        cdPlaceMeshEdge(other->mesh, other->pose, pair->b, q);
        return findCrossing(p, q, &s, &t);
    default:
        return isBesideEdge(pair, a, own, other);
    }
}

// Poses on a motion, and the rotations and translations from the first pose to each.
typedef struct Path {
    cdPose poses[POSES + 1];
    cdMat3 turns[POSES + 1];
    cdVec3 shifts[POSES + 1];
} Path;

static Path makePath(const cdMotion *motion) {
    Path path;
    for (int k = 0; k <= POSES; k++) {
        cdPose pose = path.poses[k] = cdGetPoseAt(motion, (double)k / POSES);
        path.turns[k] = cdMakeMat3FromQuat(cdMulQuat(pose.q, cdConjugate(path.poses[0].q)));
        path.shifts[k] = cdSub(pose.p, cdMulMat3Vec3(&path.turns[k], path.poses[0].p));
    }
    return path;
}

// False if the features of a pair are certainly on the same sides of each other as at the first pose: a cheap
// test by sign. Parallel edges have no sides, and signs do not show a clearance: true.
static bool isPassed(const cdFacingPair *pair, const Path *path, int pose) {
    const cdLimitMark *mark = &pair->mark;
    if (mark->clearance > 0.0) return true;
    const cdMat3 *turn = &path->turns[pose];
    cdVec3 moved = cdSub(cdAdd(cdMulMat3Vec3(turn, mark->point), path->shifts[pose]), mark->under);
    if (mark->kind == CD_LIMIT_POINT) return cdDot(mark->normal, moved) < 0.0;
    if (mark->kind == CD_LIMIT_PLANE) return cdDot(cdMulMat3Vec3(turn, mark->normal), moved) < 0.0;
    double before = cdDot(cdCross(mark->edgeA, mark->edgeB), mark->normal);
    double now = cdDot(cdCross(cdMulMat3Vec3(turn, mark->edgeA), mark->edgeB), moved);
    return before < 0.0 ? now >= 0.0 : now <= 0.0;
}

// A blocking pair: the pose at which it is met, and its depth.
typedef struct Met {
    const cdFacingPair *pair;
    int32_t pose;
    double height;
} Met;

// Finds the first pose at which a pair is met. False: at none of them.
static bool isBlocking(const cdFacingPair *pair, const cdSlideInput *input, const Path *path, Met *met) {
    double through = -THROUGH * cdGetStopMargin(input, pair->mark.pair);
    met->pair = pair;
    for (met->pose = 1; met->pose <= POSES; met->pose++) {
        if (!isPassed(pair, path, met->pose)) continue;
        met->height = cdGetHeightAfter(&pair->mark, path->poses[0], path->poses[met->pose]);
        if (met->height < through && isFacing(pair, input, path->poses[met->pose])) return true;
    }
    return false;
}

// True if earlier, or deeper at the same pose; equal ones by their features, whatever their order in a list.
static bool comesBefore(const Met *x, const Met *y) {
    const cdFacingPair *p = x->pair, *q = y->pair;
    if (x->pose != y->pose) return x->pose < y->pose;
    if (x->height != y->height) return x->height < y->height;
    const cdSlidePair m = p->mark.pair, n = q->mark.pair;
    if (m.obstacle != n.obstacle) return m.obstacle < n.obstacle;
    if (m.shape != n.shape) return m.shape < n.shape;
    if (p->mark.kind != q->mark.kind) return p->mark.kind < q->mark.kind;
    return p->a != q->a ? p->a < q->a : p->b < q->b;
}

// Finds the pairs that are met first, in order. Returns their number.
static int32_t findFirstMet(const cdSlideAhead *ahead, const cdSlideInput *input, const cdMotion *motion,
                            Met first[ROWS]) {
    Path path = makePath(motion);
    int32_t count = 0;
    for (int32_t i = 0; i < ahead->count; i++) {
        Met met;
        if (ahead->pairs[i].isRow || !isBlocking(&ahead->pairs[i], input, &path, &met)) continue;
        int32_t slot = count < ROWS ? count++ : ROWS;
        for (; slot > 0 && comesBefore(&met, &first[slot - 1]); slot--)
            if (slot < ROWS) first[slot] = first[slot - 1];
        if (slot < ROWS) first[slot] = met;
    }
    return count;
}

int32_t cdAddRowsAhead(cdSlideAhead *ahead, const cdSlideInput *input, const cdMotion *motion, cdVec3 center,
                       cdMeter *meter, cdSlideLimits *limits) {
    Met first[ROWS];
    int32_t added = 0;
    if (ahead->count == 0 || !cdSpend(meter, ahead->count)) return 0;
    int32_t count = findFirstMet(ahead, input, motion, first);
    for (; added < count && limits->rowCount < limits->rowCapacity; added++) {
        cdFacingPair *pair = &ahead->pairs[first[added].pair - ahead->pairs];
        pair->isRow = true;
        limits->marks[limits->rowCount] = pair->mark;
        limits->rows[limits->rowCount++] = cdMoveLimit(&pair->mark, motion->start, motion->start, center);
    }
    return added;
}

void cdDropRowsAhead(cdSlideAhead *ahead) {
    for (int32_t i = 0; i < ahead->count; i++)
        ahead->pairs[i].isRow = false;
}
