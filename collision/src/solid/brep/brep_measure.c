// Measures features: the disc about each face, the three planes of each vertex, convex edges.
//
// Input: faces, half-edges and loops. Output: a disc in the plane of each face about all its vertices; for
// each vertex the three faces around it whose normals have the largest absolute determinant, which determine
// it most accurately; for each edge whether the solid's angle about it is below half a turn.
//
// 1. Discs: of a triangle, about its longest side or through its corners. Of more vertices, steps of
// decreasing length from their mean towards the farthest one (Badoiu, Clarkson 2003). 2. Planes of vertices:
// all triples of few faces. Of many, three that are exchanged one by one while that helps: a local maximum.
// With fewer than three faces some are repeated, and the determinant is 0. 3. Convex edges: of all triangle
// pairs along an edge the one highest over it; the exact sign gives the side of its far corners. If they are
// coplanar or have no height, the faces' normals decide. A border, with a face on one side only, counts as
// convex.
#include "solid/brep/brep_build.h"

#include "foundation/numbers/predicates.h"

enum { DISC_STEPS = 48, TRIPLE_FACES_MAX = 12 };

// --- 1. discs
// ---------------------------------------------------------------------------------------------------

static cdVec3 getStart(const cdBrep *brep, int32_t halfEdge) {
    return brep->points[brep->halfEdges[halfEdge].start];
}

static double findFarthestOfLoop(const cdBrep *brep, int32_t loop, cdVec3 from, cdVec3 *farthest) {
    int32_t at = loop;
    double largestSq = -1.0;
    do {
        double distanceSq = cdLengthSq(cdSub(getStart(brep, at), from));
        if (distanceSq > largestSq) {
            largestSq = distanceSq;
            *farthest = getStart(brep, at);
        }
        at = brep->halfEdges[at].next;
    } while (at != loop);
    return largestSq;
}

// Searches the outer loop, which contains all others; only faces without thickness can have several outer
// ones. Returns the squared distance.
static double findFarthestVertex(const cdBrepBuild *build, const cdBrepFace *face, cdVec3 from,
                                 cdVec3 *farthest) {
    const int32_t *loops = build->brep.loops + face->firstLoop;
    double largestSq = findFarthestOfLoop(&build->brep, loops[0], from, farthest);
    for (int32_t i = 1; build->hasBorders && i < face->loopCount; i++) {
        cdVec3 candidate;
        double distanceSq = findFarthestOfLoop(&build->brep, loops[i], from, &candidate);
        if (distanceSq <= largestSq) continue;
        largestSq = distanceSq;
        *farthest = candidate;
    }
    return largestSq;
}

static cdVec3 getLoopMean(const cdBrep *brep, int32_t loop) {
    cdVec3 sum = {0.0, 0.0, 0.0};
    int32_t at = loop, count = 0;
    do {
        sum = cdAdd(sum, getStart(brep, at));
        count++;
        at = brep->halfEdges[at].next;
    } while (at != loop);
    return cdScale(1.0 / count, sum);
}

// Returns the middle of the smallest disc about a triangle.
static cdVec3 findTriangleMiddle(cdVec3 a, cdVec3 b, cdVec3 c) {
    cdVec3 ab = cdSub(b, a), bc = cdSub(c, b), ca = cdSub(a, c), normal = cdCross(ab, bc);
    if (!(cdDot(ab, bc) < 0.0)) return cdLerp(c, a, 0.5);
    if (!(cdDot(bc, ca) < 0.0)) return cdLerp(a, b, 0.5);
    if (!(cdDot(ca, ab) < 0.0) || !(cdLengthSq(normal) > 0.0)) return cdLerp(b, c, 0.5);
    cdVec3 toMiddle = cdCross(normal, cdAdd(cdScale(cdLengthSq(ca), ab), cdScale(cdLengthSq(ab), ca)));
    return cdMulAdd(a, 0.5 / cdLengthSq(normal), toMiddle);
}

// Returns a middle of a small disc about the vertices of a face.
static cdVec3 findMiddle(const cdBrepBuild *build, const cdBrepFace *face) {
    const cdBrep *brep = &build->brep;
    int32_t loop = brep->loops[face->firstLoop], next = brep->halfEdges[loop].next;
    int32_t last = brep->halfEdges[next].next;
    if (face->loopCount == 1 && brep->halfEdges[last].next == loop)
        return findTriangleMiddle(getStart(brep, loop), getStart(brep, next), getStart(brep, last));
    cdVec3 middle = getLoopMean(brep, loop), farthest = middle;
    for (int step = 1; step <= DISC_STEPS; step++) {
        findFarthestVertex(build, face, middle, &farthest);
        middle = cdLerp(middle, farthest, 1.0 / (step + 1));
    }
    return middle;
}

static void measureDisc(const cdBrepBuild *build, cdBrepFace *face) {
    cdVec3 middle = findMiddle(build, face), farthest;
    middle = cdMulAdd(middle, face->offset - cdDot(face->normal, middle), face->normal);
    // Removed vertices, and hole vertices at the boundary, are within the flatness of the others.
    face->radius = sqrt(findFarthestVertex(build, face, middle, &farthest)) * (1.0 + 1e-15) + build->flatness;
    face->middle = middle;
}

// --- 2. planes of vertices
// --------------------------------------------------------------------------------------

typedef struct Triple {
    int32_t faces[3];
    double size; // absolute determinant
} Triple;

static double getDeterminant(const cdBrep *brep, int32_t a, int32_t b, int32_t c) {
    return fabs(cdDot(cdCross(brep->faces[a].normal, brep->faces[b].normal), brep->faces[c].normal));
}

// Lists the faces around a vertex in faces[capacity], each once while there are few. Returns their number.
static int32_t listFaces(const cdBrepBuild *build, int32_t vertex, int32_t *faces) {
    const cdBrep *brep = &build->brep;
    int32_t first = brep->vertexHalfEdge[vertex], at = first, count = 0;
    if (build->hasBorders) {
        for (int32_t i = build->fanFirst[vertex]; i < build->fanFirst[vertex + 1]; i++) {
            int32_t face = brep->halfEdges[build->fans[i]].face;
            if (face >= 0) faces[count++] = face;
        }
        return count;
    }
    do {
        faces[count++] = brep->halfEdges[at].face;
        at = brep->halfEdges[at ^ 1].next;
    } while (at != first);
    return count;
}

static void tryTriple(const cdBrep *brep, Triple *best, int32_t a, int32_t b, int32_t c) {
    double size = getDeterminant(brep, a, b, c);
    if (size > best->size) *best = (Triple){{a, b, c}, size};
}

static void tryAllTriples(const cdBrep *brep, const int32_t *faces, int32_t count, Triple *best) {
    for (int32_t i = 0; i < count; i++) {
        for (int32_t j = i + 1; j < count; j++) {
            for (int32_t k = j + 1; k < count; k++)
                tryTriple(brep, best, faces[i], faces[j], faces[k]);
        }
    }
}

// Returns the face whose normal has the largest angle to that of `face`, as a line.
static int32_t findMostCrossing(const cdBrep *brep, const int32_t *faces, int32_t count, int32_t face) {
    double largestSq = -1.0;
    int32_t most = face;
    for (int32_t i = 0; i < count; i++) {
        double sizeSq = cdLengthSq(cdCross(brep->faces[face].normal, brep->faces[faces[i]].normal));
        if (sizeSq <= largestSq) continue;
        largestSq = sizeSq;
        most = faces[i];
    }
    return most;
}

static void exchangeFaces(const cdBrep *brep, const int32_t *faces, int32_t count, Triple *best) {
    enum { ROUNDS = 8 };
    double before = -1.0;
    for (int round = 0; round < ROUNDS && best->size > before; round++) {
        before = best->size;
        for (int32_t i = 0; i < count; i++) {
            int32_t f[3] = {best->faces[0], best->faces[1], best->faces[2]};
            tryTriple(brep, best, faces[i], f[1], f[2]);
            tryTriple(brep, best, f[0], faces[i], f[2]);
            tryTriple(brep, best, f[0], f[1], faces[i]);
        }
    }
}

static void choosePlanes(cdBrepBuild *build, int32_t vertex, int32_t *faces) {
    cdBrep *brep = &build->brep;
    int32_t count = listFaces(build, vertex, faces);
    int32_t other = findMostCrossing(brep, faces, count, faces[0]);
    Triple best = {{faces[0], other, other}, 0.0};
    if (count <= TRIPLE_FACES_MAX) {
        tryAllTriples(brep, faces, count, &best);
    } else {
        exchangeFaces(brep, faces, count, &best);
    }
    for (int k = 0; k < 3; k++)
        brep->planes[vertex][k] = best.faces[k];
}

// --- 3. convex edges
// --------------------------------------------------------------------------------------------

static double getCornerHeight(const cdBrepBuild *build, int32_t side) {
    const cdMesh *mesh = build->mesh;
    cdVec3 c[3];
    cdGetCorners(mesh, side / 3, c);
    double area = cdDot(cdGetTriangleCross(c[0], c[1], c[2]), cdGetTriangleNormal(mesh, side / 3));
    cdVec3 along =
        cdSub(mesh->vertices[cdGetSideEnd(mesh, side)], mesh->vertices[cdGetSideStart(mesh, side)]);
    double length = cdLength(along);
    return length > 0.0 ? area / length : 0.0;
}

// Returns the lower of the two triangles' heights over their shared side.
static double getPairHeight(const cdBrepBuild *build, int32_t side) {
    return cdMin(getCornerHeight(build, side), getCornerHeight(build, build->twins[side]));
}

static bool isConvexByNormals(const cdBrep *brep, int32_t edge) {
    const cdHalfEdge *left = &brep->halfEdges[2 * edge], *right = left + 1;
    cdVec3 along = cdSub(brep->points[right->start], brep->points[left->start]);
    cdVec3 cross = cdCross(brep->faces[left->face].normal, brep->faces[right->face].normal);
    return cdDot(cross, along) > 0.0;
}

static bool isConvexAt(const cdBrepBuild *build, int32_t side, double height, int32_t edge) {
    const cdMesh *mesh = build->mesh;
    cdVec3 c[3];
    cdGetCorners(mesh, side / 3, c);
    int32_t opposite = mesh->triangles[cdNextSide(cdNextSide(build->twins[side]))];
    int sign = cdGetOrientation3(c[0], c[1], c[2], mesh->vertices[opposite]);
    if (sign == 0 || !(height > build->flatness)) return isConvexByNormals(&build->brep, edge);
    return sign < 0;
}

static bool findConvexEdges(cdBrepBuild *build) {
    cdBrep *brep = &build->brep;
    size_t edgeCount = (size_t)brep->edgeCount;
    brep->convexEdges = cdTakeBrepArray(build, edgeCount, sizeof(uint8_t));
    double *heights = cdTakeBrepArray(build, edgeCount, sizeof(double));
    int32_t *sides = cdTakeBrepArray(build, edgeCount, sizeof(int32_t));
    if (brep->convexEdges == NULL || heights == NULL || sides == NULL) return false;
    for (size_t e = 0; e < edgeCount; e++)
        heights[e] = -1.0;
    for (int32_t side = 0; side < 3 * brep->triangleCount; side++) {
        int32_t halfEdge = build->sideHalfEdges[side];
        if (halfEdge < 0 || halfEdge % 2 == 1 || build->twins[side] < 0) continue; // each pair once
        double height = getPairHeight(build, side);
        if (height <= heights[halfEdge / 2]) continue;
        heights[halfEdge / 2] = height;
        sides[halfEdge / 2] = side;
    }
    for (int32_t e = 0; e < brep->edgeCount; e++) {
        bool border = brep->halfEdges[2 * e + 1].face < 0;
        brep->convexEdges[e] = border || isConvexAt(build, sides[e], heights[e], e);
    }
    cdGiveBackBrepArray(build, sides);
    cdGiveBackBrepArray(build, heights);
    return true;
}

bool cdMeasureFeatures(cdBrepBuild *build) {
    cdBrep *brep = &build->brep;
    brep->planes = cdTakeBrepArray(build, (size_t)brep->vertexCount, sizeof *brep->planes);
    int32_t *faces = cdTakeBrepArray(build, 2 * (size_t)brep->edgeCount, sizeof(int32_t));
    if (brep->planes == NULL || faces == NULL) return false;
    for (int32_t f = 0; f < brep->faceCount; f++)
        measureDisc(build, &brep->faces[f]);
    for (int32_t v = 0; v < brep->vertexCount; v++)
        choosePlanes(build, v, faces);
    cdGiveBackBrepArray(build, faces);
    return findConvexEdges(build);
}
