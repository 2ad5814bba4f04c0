// Self-intersection: triangles that share a point and should not.
//
// Input: a closed mesh. Output: every pair of triangles that meet without sharing a vertex, decided exactly
// (mesh/shapes/triangle_overlap.h); and pairs of neighbours that fold through each other:
//
// - sharing a vertex: the opposite side of one passes through the inside of the other (exact signs);
// - sharing an edge: both are in one plane on the same side of it, so that one covers the other.
//
// Not detected: two coplanar triangles that share a vertex and overlap. Touching counts as crossing (the
// surface is no manifold where a vertex is on another face). Triangles without area are skipped, since they
// are on their neighbours' edges; there, mere touching is ignored too, because such a triangle closes the
// mesh between an edge and a vertex on it. The reported point is a point of the crossing, rounded.
#include "solid/brep/brep_boxes.h"

#include "foundation/numbers/predicates.h"
#include "mesh/shapes/triangle_overlap.h"

// True if the segment from p to q passes through the inside of the triangle.
static bool pierces(const cdVec3 t[3], cdVec3 p, cdVec3 q) {
    int sideOfP = cdGetOrientation3(t[0], t[1], t[2], p), sideOfQ = cdGetOrientation3(t[0], t[1], t[2], q);
    if (sideOfP * sideOfQ >= 0) return false;
    int turn = cdGetOrientation3(p, q, t[0], t[1]);
    return turn != 0 && turn == cdGetOrientation3(p, q, t[1], t[2]) &&
           turn == cdGetOrientation3(p, q, t[2], t[0]);
}

// --- neighbours
// -------------------------------------------------------------------------------------------------

typedef struct Sharing {
    int32_t count;
    int32_t cornerOfA[3], cornerOfB[3]; // corners of the shared vertices
} Sharing;

static Sharing findShared(const cdMesh *mesh, int32_t a, int32_t b) {
    Sharing sharing = {0};
    for (int32_t i = 0; i < 3; i++) {
        for (int32_t k = 0; k < 3; k++) {
            if (mesh->triangles[3 * (size_t)a + (size_t)i] != mesh->triangles[3 * (size_t)b + (size_t)k])
                continue;
            sharing.cornerOfA[sharing.count] = i;
            sharing.cornerOfB[sharing.count++] = k;
            break;
        }
    }
    return sharing;
}

// True if a and b, which share an edge, are coplanar with their far corners on the same side of it.
static bool coverEachOther(const cdVec3 a[3], const cdVec3 b[3], const Sharing *sharing) {
    int32_t farA = 3 - sharing->cornerOfA[0] - sharing->cornerOfA[1];
    int32_t farB = 3 - sharing->cornerOfB[0] - sharing->cornerOfB[1];
    if (cdGetOrientation3(a[0], a[1], a[2], b[farB]) != 0) return false;
    cdVec3 start = a[(farA + 1) % 3], end = a[(farA + 2) % 3];
    cdVec3 acrossA = cdGetTriangleCross(start, end, a[farA]),
           acrossB = cdGetTriangleCross(start, end, b[farB]);
    return cdDot(acrossA, acrossB) > 0.0;
}

static bool neighboursCross(const cdVec3 a[3], const cdVec3 b[3], const Sharing *sharing) {
    if (sharing->count == 2) return coverEachOther(a, b, sharing);
    if (sharing->count > 2) return false;
    int32_t i = sharing->cornerOfA[0], k = sharing->cornerOfB[0];
    return pierces(b, a[(i + 1) % 3], a[(i + 2) % 3]) || pierces(a, b[(k + 1) % 3], b[(k + 2) % 3]);
}

// --- the point
// --------------------------------------------------------------------------------------------------

static bool findPiercedPoint(const cdVec3 t[3], const cdVec3 other[3], cdVec3 *point) {
    cdVec3 normal = cdGetTriangleCross(t[0], t[1], t[2]);
    for (int k = 0; k < 3; k++) {
        cdVec3 p = other[k], q = other[(k + 1) % 3];
        if (!pierces(t, p, q)) continue;
        double heightOfP = cdDot(normal, cdSub(p, t[0])), heightOfQ = cdDot(normal, cdSub(q, t[0]));
        double along = heightOfP != heightOfQ ? heightOfP / (heightOfP - heightOfQ) : 0.5;
        *point = cdLerp(p, q, cdMin(cdMax(along, 0.0), 1.0));
        return true;
    }
    return false;
}

// Returns the point where an edge pierces the other triangle; if they only touch, the middle of the
// intersection of their boxes.
static cdVec3 findCrossingPoint(const cdVec3 a[3], const cdVec3 b[3]) {
    cdVec3 point;
    if (findPiercedPoint(a, b, &point) || findPiercedPoint(b, a, &point)) return point;
    cdBox3 boxA = cdBoundPoints(a, 3), boxB = cdBoundPoints(b, 3);
    cdVec3 lower = {cdMax(boxA.lower.x, boxB.lower.x), cdMax(boxA.lower.y, boxB.lower.y),
                    cdMax(boxA.lower.z, boxB.lower.z)};
    cdVec3 upper = {cdMin(boxA.upper.x, boxB.upper.x), cdMin(boxA.upper.y, boxB.upper.y),
                    cdMin(boxA.upper.z, boxB.upper.z)};
    return cdLerp(lower, upper, 0.5);
}

// --- all pairs
// --------------------------------------------------------------------------------------------------

static bool addCrossing(cdBrepBuild *build, int32_t first, int32_t second, const cdVec3 a[3],
                        const cdVec3 b[3]) {
    const cdMesh *mesh = build->mesh;
    cdDefect flaw = {.kind = CD_DEFECT_CROSSING_FACES, .vertexId = {-1, -1}};
    flaw.faceId[0] = mesh->faceIds[first], flaw.faceId[1] = mesh->faceIds[second];
    flaw.point = cdAdd(mesh->center, findCrossingPoint(a, b));
    return cdAddFlaw(build, flaw);
}

typedef struct CrossingSearch {
    cdBrepBuild *build;
    cdBoxTree tree; // boxes of triangles
    uint8_t *seams; // seams[mesh->vertexCount]: a triangle without area ends there
} CrossingSearch;

static bool hasArea(const cdMesh *mesh, int32_t triangle) {
    return cdHasArea(mesh, triangle);
}

static bool isOnSeam(const CrossingSearch *search, int32_t triangle) {
    const int32_t *corners = search->build->mesh->triangles + 3 * (size_t)triangle;
    return search->seams[corners[0]] || search->seams[corners[1]] || search->seams[corners[2]];
}

static bool strangersCross(const CrossingSearch *search, int32_t first, int32_t second, const cdVec3 a[3],
                           const cdVec3 b[3]) {
    cdVec3 point;
    if (!cdTrianglesOverlap(a, b)) return false;
    if (!isOnSeam(search, first) && !isOnSeam(search, second)) return true;
    return findPiercedPoint(a, b, &point) || findPiercedPoint(b, a, &point);
}

// Finds the crossings of a triangle with later ones. @errors false: no memory
static bool findCrossingsOf(const CrossingSearch *search, int32_t triangle) {
    const cdMesh *mesh = search->build->mesh;
    cdVec3 a[3], b[3];
    cdGetCorners(mesh, triangle, a);
    cdBoxSearch boxes = cdStartBoxSearch(&search->tree, search->tree.boxes[triangle]);
    for (int32_t other = cdFindNextBox(&boxes); other >= 0; other = cdFindNextBox(&boxes)) {
        if (other <= triangle || !hasArea(mesh, other)) continue;
        cdGetCorners(mesh, other, b);
        Sharing sharing = findShared(mesh, triangle, other);
        bool cross = sharing.count > 0 ? neighboursCross(a, b, &sharing)
                                       : strangersCross(search, triangle, other, a, b);
        if (cross && !addCrossing(search->build, triangle, other, a, b)) return false;
    }
    return true;
}

static bool findAllCrossings(const CrossingSearch *search) {
    const cdMesh *mesh = search->build->mesh;
    for (int32_t t = 0; t < mesh->triangleCount; t++) {
        for (int32_t k = 0; k < 3 && !hasArea(mesh, t); k++)
            search->seams[mesh->triangles[3 * (size_t)t + (size_t)k]] = 1;
    }
    for (int32_t t = 0; t < mesh->triangleCount; t++) {
        if (hasArea(mesh, t) && !findCrossingsOf(search, t)) return false;
    }
    return true;
}

bool cdFindCrossings(cdBrepBuild *build) {
    if (!build->refuseIntersections) return true;
    CrossingSearch search = {.build = build};
    cdBox3 *boxes = cdBoundTriangles(build);
    search.seams = cdTakeBrepArray(build, (size_t)build->mesh->vertexCount, sizeof(uint8_t));
    if (boxes == NULL || search.seams == NULL) return false;
    if (!cdMakeBoxTree(build, boxes, build->mesh->triangleCount, &search.tree)) return false;
    if (!findAllCrossings(&search)) return false;
    cdFreeBoxTree(build, &search.tree);
    cdGiveBackBrepArray(build, search.seams);
    cdGiveBackBrepArray(build, boxes);
    bool found = build->report.countOfKind[CD_DEFECT_CROSSING_FACES] > 0;
    if (found) build->report.error = CD_BUILD_CROSSES_ITSELF;
    return !found;
}
