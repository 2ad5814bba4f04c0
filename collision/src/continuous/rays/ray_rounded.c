// The first point of a rounded mesh on a ray: of all points within the radius r of its triangles.
//
// (1) The ray in the mesh's frame, from a point before the sphere around the mesh, so that rounding is that
// of the mesh's size. A ray that begins in the mesh begins there. (2) Descend the sphere tree as in
// ray_query.c, its boxes enlarged by r, and at each triangle: outside it, the surface at distance r consists
// of parts of spheres about its corners, of cylinders about its edges and of two planes parallel to it. Each
// of these parts belongs to the solid, so the entry is the first intersection with any of them. (3) The
// result, from the point of the triangle that is nearest to the hit.
#include "continuous/rays/ray_rounded.h"
#include "continuous/nearest/surface_feature.h"
#include "continuous/rays/ray_nodes.h"
#include "foundation/memory/hooks.h"
#include "foundation/numbers/rounding.h"
#include "mesh/shapes/closest.h"

typedef struct RoundedSearch {
    const cdMesh *mesh;
    cdVec3 from, direction; // mesh frame less its centre; unit
    double radius;          // of the rounding
    double most;            // distances beyond do not count; that of the best hit
    int32_t triangle;       // of the best hit; -1: none
    cdNodeRay nodeRay;
    cdPointStats stats;
} RoundedSearch;

enum { STACK = 64 }; // as in ray_query.c

// --- (2)

// Distances along the ray; infinity: no entry.
static double enterSphere(const RoundedSearch *search, cdVec3 center) {
    cdVec3 to = cdSub(center, search->from);
    double along = cdDot(to, search->direction);
    double beside = cdLengthSq(cdMulAdd(to, -along, search->direction));
    double room = search->radius * search->radius - beside;
    double enter = room >= 0.0 ? along - sqrt(room) : INFINITY;
    return enter >= 0.0 ? enter : INFINITY;
}

static double enterCylinder(const RoundedSearch *search, cdVec3 start, cdVec3 end) {
    cdVec3 edge = cdSub(end, start), to = cdSub(start, search->from);
    double length = cdLength(edge);
    if (!(length > 0.0)) return INFINITY;
    cdVec3 axis = cdScale(1.0 / length, edge);
    cdVec3 across = cdMulAdd(search->direction, -cdDot(search->direction, axis), axis);
    cdVec3 toAxis = cdMulAdd(to, -cdDot(to, axis), axis);
    double slope = cdLengthSq(across);
    if (!(slope > 0.0)) return INFINITY; // along the axis: it enters by a sphere
    double middle = cdDot(toAxis, across) / slope;
    double room = search->radius * search->radius - cdLengthSq(cdMulAdd(toAxis, -middle, across));
    double enter = room >= 0.0 ? middle - sqrt(room / slope) : INFINITY;
    if (!(enter >= 0.0) || !isfinite(enter)) return INFINITY;
    double height = enter * cdDot(search->direction, axis) - cdDot(to, axis);
    return height >= 0.0 && height <= length ? enter : INFINITY;
}

static double enterPlane(const RoundedSearch *search, const cdVec3 corners[3], cdVec3 normal) {
    double height = cdDot(cdSub(search->from, corners[0]), normal), fall = cdDot(search->direction, normal);
    if (height < 0.0) height = -height, fall = -fall, normal = cdNegate(normal);
    if (!(height >= search->radius) || !(fall < 0.0)) return INFINITY;
    double enter = (height - search->radius) / -fall;
    cdVec3 under = cdMulAdd(cdMulAdd(search->from, enter, search->direction), -search->radius, normal);
    for (int k = 0; k < 3; k++) {
        cdVec3 edge = cdSub(corners[(k + 1) % 3], corners[k]);
        cdVec3 third = cdSub(corners[(k + 2) % 3], corners[k]);
        cdVec3 inwards = cdCross(cdCross(edge, third), edge);
        if (cdDot(inwards, cdSub(under, corners[k])) < 0.0) return INFINITY;
    }
    return enter;
}

static void getCorners(const cdMesh *mesh, int32_t triangle, cdVec3 corners[3]) {
    for (int k = 0; k < 3; k++)
        corners[k] = mesh->vertices[mesh->triangles[3 * triangle + k]];
}

static double enterTriangle(const RoundedSearch *search, int32_t triangle) {
    cdVec3 corners[3], normal = cdGetTriangleNormal(search->mesh, triangle);
    getCorners(search->mesh, triangle, corners);
    cdClosest closest = cdFindClosestPointTriangle(search->from, corners[0], corners[1], corners[2]);
    if (closest.distanceSq <= search->radius * search->radius) return 0.0;
    double enter = INFINITY;
    for (int k = 0; k < 3; k++) {
        enter = cdMin(enter, enterSphere(search, corners[k]));
        enter = cdMin(enter, enterCylinder(search, corners[k], corners[(k + 1) % 3]));
    }
    return cdLengthSq(normal) > 0.0 ? cdMin(enter, enterPlane(search, corners, normal)) : enter;
}

static void testTriangle(RoundedSearch *search, int32_t triangle) {
    double enter = enterTriangle(search, triangle);
    search->stats.triangleTests++;
    bool first = search->triangle < 0 ? enter <= search->most : enter < search->most;
    bool lower = search->triangle >= 0 && enter == search->most && triangle < search->triangle;
    if (!isfinite(enter) || !(first || lower)) return;
    search->most = enter;
    search->triangle = triangle;
}

static void testNode(RoundedSearch *search, const cdNodeLinks *links) {
    for (int32_t i = 0; i < links->entryCount; i++)
        testTriangle(search, search->mesh->tree.entries[links->firstEntry + i].triangle);
}

// A node that finds no room on the stack is tested as a leaf.
static void descend(RoundedSearch *search) {
    const cdSphereTree *tree = &search->mesh->tree;
    int32_t stack[STACK], height = 1;
    stack[0] = 0;
    while (height > 0) {
        const cdNodeLinks *links = &tree->links[stack[--height]];
        if (links->firstChild < 0 || height + 2 > STACK) {
            testNode(search, links);
            continue;
        }
        double enters[2], slack = 1e-12 * (search->mesh->radius + search->radius);
        int met = cdFindTwinsOnRay(&search->nodeRay, tree, cdGetTwinsOf(links->firstChild), 0.0,
                                   search->most + slack, enters);
        search->stats.nodeTests += 2;
        int nearer = enters[1] < enters[0];
        for (int k = 0; k < 2; k++) { // the nearer one is on top
            int child = k == 0 ? 1 - nearer : nearer;
            if (met >> child & 1) stack[height++] = links->firstChild + child;
        }
    }
}

// --- (3)

// Finds the weights of a point of the triangle: those of the nearest edge if it has no area.
static void findWeights(const cdVec3 corners[3], cdVec3 p, double weights[3]) {
    cdVec3 areas[3], all = cdCross(cdSub(corners[1], corners[0]), cdSub(corners[2], corners[0]));
    double total = cdLengthSq(all), longest = 0.0;
    for (int k = 0; k < 3; k++) {
        cdVec3 start = corners[(k + 1) % 3], edge = cdSub(corners[(k + 2) % 3], start);
        areas[k] = cdCross(edge, cdSub(p, start));
        weights[k] = total > 0.0 ? cdMax(0.0, cdDot(areas[k], all) / total) : k == 0 ? 1.0 : 0.0;
    }
    for (int k = 0; k < 3 && !(total > 0.0); k++) {
        cdVec3 edge = cdSub(corners[(k + 1) % 3], corners[k]);
        if (!(cdLengthSq(edge) > longest)) continue;
        longest = cdLengthSq(edge);
        double share = cdMax(0.0, cdMin(1.0, cdDot(cdSub(p, corners[k]), edge) / longest));
        weights[k] = 1.0 - share;
        weights[(k + 1) % 3] = share;
        weights[(k + 2) % 3] = 0.0;
    }
    double sum = weights[0] + weights[1] + weights[2];
    for (int k = 0; k < 3; k++)
        weights[k] /= sum;
}

static void describe(const RoundedSearch *search, const cdRayInput *input, double ahead, cdRayHit *result) {
    const cdMesh *mesh = search->mesh;
    cdQuat turn = cdNormalizeQuat(input->pose.q);
    cdVec3 corners[3], hit = cdMulAdd(search->from, search->most, search->direction);
    getCorners(mesh, search->triangle, corners);
    cdVec3 on = cdFindClosestPointTriangle(hit, corners[0], corners[1], corners[2]).onSecond;
    cdVec3 away = cdSub(hit, on), back = cdNegate(search->direction);
    bool inside = ahead + search->most == 0.0; // the origin may be a point of the triangle
    result->distance = ahead + search->most;
    result->fraction = result->distance / cdLength(input->direction);
    result->point = cdAdd(cdRotate(turn, cdAdd(hit, mesh->center)), input->pose.p);
    result->normal = cdRotate(turn, inside || !(cdLengthSq(away) > 0.0) ? back : cdNormalize(away));
    result->triangle = search->triangle;
    result->feature = cdLocateFeature(mesh, CD_FEATURE_FACE, search->triangle, on, result->error);
    findWeights(corners, on, result->barycentric);
}

static cdReason checkInput(const cdRayInput *input) {
    cdVec3 o = input->origin, d = input->direction;
    if (!isfinite(o.x + o.y + o.z) || !isfinite(d.x) || !isfinite(d.y) || !isfinite(d.z))
        return CD_REASON_NOT_FINITE;
    cdReason reason = cdCheckLimit(input->maxDistance);
    if (reason == CD_REASON_NONE) reason = cdCheckPose(input->pose);
    return reason == CD_REASON_NONE && !(cdMaxAbs(d) > 0.0) ? CD_REASON_INPUT : reason;
}

// Returns the unit direction; the length may be any number above 0.
static cdVec3 getDirection(cdVec3 direction) {
    return cdNormalize(cdScale(1.0 / cdMaxAbs(direction), direction));
}

cdRayHit cdFindRoundedRayHit(const cdRayInput *input) {
    const cdMesh *mesh = input->mesh;
    cdRayHit result = {.state = CD_UNDECIDED,
                       .reason = checkInput(input),
                       .distance = INFINITY,
                       .fraction = INFINITY,
                       .triangle = -1};
    if (result.reason != CD_REASON_NONE) return result;
    cdQuat turn = cdNormalizeQuat(input->pose.q);
    cdVec3 origin = cdSub(cdInvRotate(turn, cdSub(input->origin, input->pose.p)), mesh->center);
    cdVec3 direction = cdInvRotate(turn, getDirection(input->direction));
    double size = mesh->radius + mesh->rounding,
           limit = input->maxDistance > 0.0 ? input->maxDistance : INFINITY;
    double ahead = cdMax(0.0, -cdDot(origin, direction) - 2.0 * size); // (1)
    RoundedSearch search = {.mesh = mesh,
                            .from = cdMulAdd(origin, ahead, direction),
                            .direction = direction,
                            .radius = mesh->rounding,
                            .most = cdMin(limit - ahead, 4.0 * size + cdLength(origin)),
                            .triangle = -1};
    double reach = 64.0 * CD_EPSILON * (cdSumAbs(origin) + size);
    search.nodeRay = cdMakeNodeRay(search.from, direction, mesh->rounding + reach);
    if (search.most >= 0.0) descend(&search);
    result.state = search.triangle >= 0 ? CD_CONTACT : CD_FREE;
    result.reason = CD_REASON_NONE;
    result.error = reach + 64.0 * CD_EPSILON * (cdSumAbs(input->pose.p) + cdSumAbs(mesh->center));
    result.stats = search.stats;
    if (search.triangle >= 0 && !input->anyHit) describe(&search, input, ahead, &result);
    return result;
}
