// Near features: features that are not incident but closer than 100 tolerances, so that classification may
// name the wrong one of two [V90 4: typically alpha = 100 epsilon].
//
// Input: a complete boundary representation. Output: a flaw, only a warning, for each near pair of a vertex
// and a vertex, edge or face. Two ends of a short edge are near. A vertex near another one is not reported
// again for the other's edges and faces, nor one near an edge for the edge's faces.
//
// 1. The triangles near a vertex, from a tree of their boxes. 2. Their vertices. 3. Their edges that end
// neither at the vertex nor at one near it. 4. Their faces that are not around the vertex and have no such
// vertex or edge. Marks hold their vertex number plus 1, so they need no clearing. Edges that pass each other
// between their ends are not tested.
#include "solid/brep/brep_boxes.h"

#include "mesh/shapes/closest.h"

static const double NEAR_TOLERANCES = 100.0;
// At this count the tolerance is not small against the features, all are near, and the search ends.
enum { NEAR_COUNT_MAX = 100000 };

typedef struct NearSearch {
    cdBrepBuild *build;
    cdBoxTree tree;       // boxes of triangles
    double distanceSq;    // squared distance below which features are near
    int32_t *found;       // found[foundCount]: the triangles near the vertex
    int32_t *vertexMarks; // ...Marks[]: the vertex for which a feature is incident, reported or implied
    int32_t *edgeMarks, *faceMarks;
    int32_t foundCount;
} NearSearch;

static void markAround(NearSearch *search, int32_t vertex, int32_t mark) {
    const cdBrep *brep = &search->build->brep;
    int32_t first = brep->vertexHalfEdge[vertex], at = first;
    do {
        search->edgeMarks[at / 2] = mark;
        search->faceMarks[brep->halfEdges[at].face] = mark;
        at = brep->halfEdges[at ^ 1].next;
    } while (at != first);
    search->vertexMarks[vertex] = mark;
}

static bool addNear(const NearSearch *search, int32_t vertex, int32_t otherVertex, const int32_t faces[2],
                    double distanceSq) {
    cdBrepBuild *build = search->build;
    const cdBrep *brep = &build->brep;
    cdDefect flaw = {.kind = CD_DEFECT_NEAR_FEATURES, .distance = sqrt(distanceSq)};
    flaw.vertexId[0] = brep->vertexIds[vertex];
    flaw.vertexId[1] = otherVertex >= 0 ? brep->vertexIds[otherVertex] : -1;
    for (int i = 0; i < 2; i++)
        flaw.faceId[i] = faces[i] >= 0 ? brep->faces[faces[i]].id : -1;
    flaw.point = cdAdd(build->mesh->center, brep->points[vertex]);
    return cdAddFlaw(build, flaw);
}

// --- 1. triangles
// -----------------------------------------------------------------------------------------------

static void findTriangles(NearSearch *search, cdVec3 point) {
    cdBoxSearch boxes =
        cdStartBoxSearch(&search->tree, cdGrowBox((cdBox3){point, point}, sqrt(search->distanceSq)));
    search->foundCount = 0;
    for (int32_t t = cdFindNextBox(&boxes); t >= 0; t = cdFindNextBox(&boxes)) {
        cdVec3 c[3];
        cdGetCorners(search->build->mesh, t, c);
        double distanceSq = cdFindClosestPointTriangle(point, c[0], c[1], c[2]).distanceSq;
        if (distanceSq < search->distanceSq) search->found[search->foundCount++] = t;
    }
}

// --- 2 to 4
// -----------------------------------------------------------------------------------------------------

// Reports each pair once, at the vertex with the lower number.
static bool findNearVertices(NearSearch *search, int32_t vertex, int32_t mark) {
    const cdBrepBuild *build = search->build;
    const int32_t none[2] = {-1, -1};
    for (int32_t i = 0; i < 3 * search->foundCount; i++) {
        int32_t corner = build->mesh->triangles[3 * search->found[i / 3] + i % 3];
        cdLocation location = cdGetLeafLocation(build->vertexLeaves[corner]);
        if (location.kind != CD_ON_VERTEX || search->vertexMarks[location.index] == mark) continue;
        double distanceSq = cdLengthSq(cdSub(build->brep.points[location.index], build->brep.points[vertex]));
        if (distanceSq >= search->distanceSq) continue;
        markAround(search, location.index, mark);
        if (location.index > vertex && !addNear(search, vertex, location.index, none, distanceSq))
            return false;
    }
    return true;
}

static bool findNearEdges(NearSearch *search, int32_t vertex, int32_t mark) {
    const cdBrepBuild *build = search->build;
    const cdBrep *brep = &build->brep;
    cdVec3 point = brep->points[vertex];
    for (int32_t i = 0; i < 3 * search->foundCount; i++) {
        int32_t halfEdge = build->sideHalfEdges[3 * search->found[i / 3] + i % 3];
        if (halfEdge < 0 || search->edgeMarks[halfEdge / 2] == mark) continue;
        const cdHalfEdge *left = &brep->halfEdges[halfEdge & ~1], *right = left + 1;
        cdVec3 start = brep->points[left->start], end = brep->points[right->start];
        double distanceSq = cdFindClosestSegments(point, point, start, end).distanceSq;
        search->edgeMarks[halfEdge / 2] = mark;
        if (distanceSq >= search->distanceSq) continue;
        const int32_t faces[2] = {left->face, right->face};
        search->faceMarks[faces[0]] = search->faceMarks[faces[1]] = mark;
        if (!addNear(search, vertex, -1, faces, distanceSq)) return false;
    }
    return true;
}

static bool findNearFaces(NearSearch *search, int32_t vertex, int32_t mark) {
    const cdBrepBuild *build = search->build;
    const cdBrep *brep = &build->brep;
    for (int32_t i = 0; i < search->foundCount; i++) {
        int32_t faces[2] = {brep->triangleFaces[search->found[i]], -1};
        if (search->faceMarks[faces[0]] == mark) continue;
        search->faceMarks[faces[0]] = mark;
        cdVec3 c[3];
        cdGetCorners(build->mesh, search->found[i], c);
        double distanceSq = cdFindClosestPointTriangle(brep->points[vertex], c[0], c[1], c[2]).distanceSq;
        if (!addNear(search, vertex, -1, faces, distanceSq)) return false;
    }
    return true;
}

// --- all of it
// --------------------------------------------------------------------------------------------------

static bool takeMarks(NearSearch *search) {
    cdBrepBuild *build = search->build;
    const cdBrep *brep = &build->brep;
    search->found = cdTakeBrepArray(build, (size_t)brep->triangleCount, sizeof(int32_t));
    search->vertexMarks = cdTakeBrepArray(build, (size_t)brep->vertexCount, sizeof(int32_t));
    search->edgeMarks = cdTakeBrepArray(build, (size_t)brep->edgeCount, sizeof(int32_t));
    search->faceMarks = cdTakeBrepArray(build, (size_t)brep->faceCount, sizeof(int32_t));
    return search->found && search->vertexMarks && search->edgeMarks && search->faceMarks;
}

static void giveBack(NearSearch *search, cdBox3 *boxes) {
    cdBrepBuild *build = search->build;
    cdGiveBackBrepArray(build, search->faceMarks);
    cdGiveBackBrepArray(build, search->edgeMarks);
    cdGiveBackBrepArray(build, search->vertexMarks);
    cdGiveBackBrepArray(build, search->found);
    cdFreeBoxTree(build, &search->tree);
    cdGiveBackBrepArray(build, boxes);
}

bool cdListNearFeatures(cdBrepBuild *build) {
    if (!build->wantsFlaws) return true;
    double distance = NEAR_TOLERANCES * build->tolerance;
    NearSearch search = {.build = build, .distanceSq = distance * distance};
    cdBox3 *boxes = cdBoundTriangles(build);
    if (boxes == NULL || !cdMakeBoxTree(build, boxes, build->mesh->triangleCount, &search.tree)) return false;
    if (!takeMarks(&search)) return false;
    const int32_t *count = &build->report.countOfKind[CD_DEFECT_NEAR_FEATURES];
    for (int32_t v = 0; v < build->brep.vertexCount && *count < NEAR_COUNT_MAX; v++) {
        int32_t mark = v + 1;
        markAround(&search, v, mark);
        findTriangles(&search, build->brep.points[v]);
        if (!findNearVertices(&search, v, mark)) return false;
        if (!findNearEdges(&search, v, mark) || !findNearFaces(&search, v, mark)) return false;
    }
    giveBack(&search, boxes);
    return true;
}
