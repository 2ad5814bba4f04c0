// Finds a short translation that separates two meshes; see parting.h.
//
// (1) The hulls: a translation v separates them if it lies outside M = B - A, so the depth of the hulls is
// the distance from the origin to the boundary of M. The nearest face of a polytope inside M, spanned by
// supporting points, is a lower bound; each support along a direction is an upper bound (van den Bergen 2001,
// with a hull for the polytope). It grows at its nearest faces until both bounds agree. For closed convex
// meshes this is the penetration depth itself. (2) For others, moves along many directions: from a pose where
// the hulls are disjoint the mesh is moved back until first contact, which certifies all of that path.
// Directions near the best one are tried at smaller and smaller angles. (3) An overlap test confirms it.
#include "stage/shown/parting.h"

#include "collision/convex.h"

#include <math.h>

enum { POINT_MAX = 512, ROUND_MAX = 24, FACES_A_ROUND = 16, AXES = 26, HALVINGS = 6 };

static const double agreement = 1e-10, slackMin = 1e-9, slackMax = 1e-5; // shares of the pair's size

typedef struct Search {
    const PartingInput *input;
    cdMeshInfo a, b;
    double size;
    cdVec3 points[POINT_MAX]; // of M
    int32_t pointCount;
    cdVec3 direction; // unit: the best one so far
    double upper;     // length along it that separates the hulls
    double lower;     // no shorter one separates them; negative: unknown
} Search;

// --- (1)

static cdVec3 findSupport(const cdMeshInfo *info, cdPose pose, cdVec3 direction) {
    const cdConvexInfo hull = cdGetConvexInfo(info->hull);
    int32_t v = cdFindSupportVertex(info->hull, cdInvRotate(pose.q, direction), CD_SUPPORT_TABLE, -1);
    return cdTransformPoint(pose, cdAdd(hull.center, hull.vertices[v]));
}

// Returns the extent of M along a unit direction: moving A by it separates the hulls.
static double reachAlong(Search *search, cdVec3 direction) {
    const PartingInput *input = search->input;
    cdVec3 m = cdSub(findSupport(&search->b, input->poseB, direction),
                     findSupport(&search->a, input->poseA, cdNegate(direction)));
    if (search->pointCount < POINT_MAX) search->points[search->pointCount++] = m;
    double reach = cdDot(m, direction) + search->a.roundingRadius + search->b.roundingRadius;
    if (reach < search->upper) {
        search->upper = reach;
        search->direction = direction;
    }
    return reach;
}

static cdVec3 getAxis(int i) {
    int k = i < 13 ? i : i + 1; // the middle one of 27 is no direction
    return cdNormalize((cdVec3){k % 3 - 1, k / 3 % 3 - 1, k / 9 - 1});
}

typedef struct Face {
    cdVec3 normal;
    double offset;
} Face;

// Lists the faces nearest to the origin, nearest first; returns their number.
static int32_t listNearestFaces(const cdConvex *polytope, Face faces[FACES_A_ROUND]) {
    const cdConvexInfo info = cdGetConvexInfo(polytope);
    int32_t count = 0;
    for (int32_t t = 0; info.dimension == 3 && t < info.triangleCount; ++t) {
        const int32_t *corners = info.triangles + 3 * (size_t)t;
        cdVec3 a = info.vertices[corners[0]];
        cdVec3 n = cdCross(cdSub(info.vertices[corners[1]], a), cdSub(info.vertices[corners[2]], a));
        if (!(cdLengthSq(n) > 0.0)) continue;
        Face face = {.normal = cdNormalize(n)};
        face.offset = cdDot(face.normal, cdAdd(info.center, a));
        if (count == FACES_A_ROUND && face.offset >= faces[count - 1].offset) continue;
        int32_t at = count < FACES_A_ROUND ? count++ : count - 1;
        for (; at > 0 && faces[at - 1].offset > face.offset; --at)
            faces[at] = faces[at - 1];
        faces[at] = face;
    }
    return count;
}

// One round of growth. Returns true if the bounds still differ.
static bool grow(Search *search) {
    const cdConvexDef def = {.points = search->points, .pointCount = search->pointCount};
    cdConvex *polytope = cdCreateConvex(&def, NULL);
    Face faces[FACES_A_ROUND];
    int32_t count = polytope ? listNearestFaces(polytope, faces) : 0;
    cdDestroyConvex(polytope);
    if (count == 0) return false; // flat
    search->lower = faces[0].offset;
    double rounding = search->a.roundingRadius + search->b.roundingRadius;
    bool grows = false;
    for (int32_t i = 0; i < count && faces[i].offset + rounding < search->upper; ++i)
        grows = reachAlong(search, faces[i].normal) - rounding > faces[i].offset + agreement * search->size ||
                grows;
    return grows && search->pointCount < POINT_MAX;
}

static void searchHulls(Search *search) {
    for (int i = 0; i < AXES; ++i)
        reachAlong(search, getAxis(i));
    for (int round = 0; round < ROUND_MAX && grow(search); ++round)
        continue;
}

// --- (2)

// Returns the length along a direction at which A, coming from outside, stops at B.
static double sweepAlong(Search *search, cdVec3 direction, cdWorkspace *workspace) {
    const PartingInput *input = search->input;
    double best = search->upper, from;
    cdVec3 kept = search->direction;
    int32_t count = search->pointCount;
    from = reachAlong(search, direction) + 1e-3 * search->size;
    search->pointCount = count;
    search->upper = best;
    search->direction = kept;
    cdPose start = input->poseA;
    start.p = cdMulAdd(start.p, from, direction);
    cdFirstContactInput step = {.meshA = input->meshA,
                                .meshB = input->meshB,
                                .startA = start,
                                .targetA = input->poseA,
                                .startB = input->poseB,
                                .budget = input->budget};
    cdFirstContact contact = cdFindFirstContact(&step, NULL, workspace, NULL);
    if (contact.state != CD_CONTACT) return INFINITY;
    double length = cdDot(cdSub(contact.resolvedPose.p, input->poseA.p), direction);
    if (length > 0.0 && length < search->upper) {
        search->upper = length;
        search->direction = direction;
    }
    return length;
}

// Tests the four directions at an angle from the best one.
static void sweepAround(Search *search, double angle, cdWorkspace *workspace) {
    cdVec3 n = search->direction;
    cdVec3 across = fabs(n.x) < 0.6 ? (cdVec3){1.0, 0.0, 0.0} : (cdVec3){0.0, 1.0, 0.0};
    cdVec3 u = cdNormalize(cdCross(n, across)), v = cdCross(n, u);
    for (int i = 0; i < 4; ++i) {
        cdVec3 aside = cdScale(i < 2 ? tan(angle) : -tan(angle), i % 2 ? u : v);
        sweepAlong(search, cdNormalize(cdAdd(n, aside)), workspace);
    }
}

static void searchSweeps(Search *search, cdWorkspace *workspace) {
    cdVec3 ofHulls = search->direction;
    sweepAlong(search, ofHulls, workspace);
    for (int i = 0; i < AXES; ++i)
        sweepAlong(search, getAxis(i), workspace);
    double angle = 0.4;
    for (int i = 0; i < HALVINGS;) {
        double before = search->upper;
        sweepAround(search, angle, workspace);
        if (search->upper > before - 0.02 * before) {
            angle *= 0.5;
            ++i;
        }
    }
}

// --- (3)

static bool parts(const Search *search, double length, cdWorkspace *workspace) {
    const PartingInput *input = search->input;
    cdOverlapInput test = {.meshA = input->meshA,
                           .meshB = input->meshB,
                           .poseA = input->poseA,
                           .poseB = input->poseB,
                           .budget = input->budget};
    test.poseA.p = cdMulAdd(test.poseA.p, length, search->direction);
    return cdFindOverlap(&test, NULL, workspace, NULL).state == CD_FREE;
}

// True for a closed mesh that fills its hull.
static bool isConvex(const cdMeshInfo *info) {
    const cdConvexInfo hull = cdGetConvexInfo(info->hull);
    double sum = 0.0;
    for (int32_t t = 0; t < hull.triangleCount; ++t) {
        const int32_t *corners = hull.triangles + 3 * (size_t)t;
        sum +=
            cdDot(hull.vertices[corners[0]], cdCross(hull.vertices[corners[1]], hull.vertices[corners[2]]));
    }
    bool solid = info->closed && info->manifold && info->oriented && info->volume > 0.0;
    return solid && hull.dimension == 3 && fabs(sum / 6.0 - info->volume) <= 1e-9 * info->volume;
}

Parting FindParting(const PartingInput *input, cdWorkspace *workspace) {
    Search search = {.input = input,
                     .a = cdGetMeshInfo(input->meshA),
                     .b = cdGetMeshInfo(input->meshB),
                     .upper = INFINITY,
                     .lower = -1.0};
    Parting parting = {0};
    if (!search.a.hull || !search.b.hull) return parting;
    search.size = search.a.radius + search.b.radius;
    searchHulls(&search);
    bool convex = isConvex(&search.a) && isConvex(&search.b);
    if (!convex && input->sweeps) searchSweeps(&search, workspace);
    if (!isfinite(search.upper)) return parting;
    for (double slack = slackMin; slack <= slackMax && !parting.found; slack *= 10.0) {
        parting.length = search.upper + slack * search.size;
        parting.found = parts(&search, parting.length, workspace);
    }
    double rounding = search.a.roundingRadius + search.b.roundingRadius;
    parting.move = cdScale(parting.length, search.direction);
    double gap = search.upper - (search.lower + rounding);
    parting.shortest = parting.found && convex && search.lower >= 0.0 && gap <= 1e-6 * search.size;
    if (parting.shortest) parting.least = search.lower + rounding - agreement * search.size;
    return parting;
}
