// What of the boundary lies on a plane of the index, before anything is cut by it [V90 2.1, second phase].
//
// Input: the pieces of faces in a region, their sides of the plane told, and the plane. Output: pieces of
// edges, with what lies left and right of them in the plane, and the vertices that touch the plane and end
// none of these: (1) sides that lie on the plane, (2) the lines along which pieces cross it, (3) single
// vertices. What was found on a plane of an ancestor is not found again.
#include "solid/index/index_work.h"

// Whether an edge's end that lies on an ancestor's plane is done with it: not where the edge leaves that
// plane at a small angle, and points far beyond the end are within the tolerance of both.
static bool isEndDone(const cdIndexWork *work, int32_t ancestor, cdVec3 way) {
    return ancestor >= 0 && fabs(cdDot(work->path[ancestor].normal, way)) >= CD_SMALL_ANGLE * cdLength(way);
}

// What lies beside an edge in the plane, in direction `v`: one of its faces, when that lies in the plane,
// else the inside where the solid's wedge about the edge holds v.
static int32_t findBesideEdge(const cdIndexWork *work, int32_t halfEdge, cdVec3 way, cdVec3 v) {
    const cdBrep *brep = work->input->brep;
    bool on[2], behind[2];
    for (int k = 0; k < 2; k++) {
        int32_t face = brep->halfEdges[halfEdge ^ k].face;
        cdVec3 normal = brep->faces[face].normal, inwards = cdCross(normal, k == 0 ? way : cdNegate(way));
        on[k] = work->faceStamps[face] == work->stamp;
        if (on[k] && cdDot(inwards, v) > 0.0) return cdMakeLeaf(CD_ON_FACE, face);
        behind[k] = cdDot(normal, v) < 0.0;
    }
    bool inside = brep->convexEdges[halfEdge / 2] ? (on[0] || behind[0]) && (on[1] || behind[1])
                                                  : (!on[0] && behind[0]) || (!on[1] && behind[1]);
    return cdMakeLeaf(inside ? CD_INSIDE : CD_OUTSIDE, -1);
}

static void stampPlace(cdIndexWork *work, int32_t place) {
    if (cdGetLeafWhere(place) == CD_ON_VERTEX) work->vertexStamps[cdGetLeafIndex(place)] = work->stamp;
}

// A piece without length has no line.
static void addEdgePiece(cdIndexWork *work, const cdEdgePiece *edge) {
    if (!(cdLengthSq(cdSub(edge->q, edge->p)) > 0.0)) return;
    cdEdgePiece *added = cdPushItems(work, &work->edgePieces, 1);
    if (added == NULL) return;
    *added = *edge;
    stampPlace(work, edge->pLocation);
    stampPlace(work, edge->qLocation);
}

// A side that lies on the plane: the edge it is part of, once of its two faces, or the line where a face
// passes the plane between two of its pieces.
static void addSide(cdIndexWork *work, const cdCutPlane *plane, const cdFacePiece *piece, int32_t k) {
    const cdCorner *corners = cdGetPieceCorners(work, piece), *a = &corners[k],
                   *b = &corners[(k + 1) % piece->count];
    bool isEdge = a->halfEdge >= 0;
    bool once = isEdge ? a->halfEdge % 2 == 0 : piece->side == CD_PIECE_ABOVE;
    if (a->sidePlane >= 0 || !once) return;
    cdVec3 way = cdSub(b->point, a->point), left = cdCross(plane->normal, way);
    cdEdgePiece edge = {.p = a->point,
                        .q = b->point,
                        .pLocation = a->place,
                        .qLocation = b->place,
                        .pDone = isEndDone(work, a->pointPlane, way),
                        .qDone = isEndDone(work, b->pointPlane, way)};
    if (isEdge) {
        edge.place = cdMakeLeaf(CD_ON_EDGE, a->halfEdge / 2);
        edge.left = findBesideEdge(work, a->halfEdge, way, left);
        edge.right = findBesideEdge(work, a->halfEdge, way, cdNegate(left));
    } else {
        bool inside = cdDot(work->input->brep->faces[piece->face].normal, left) < 0.0;
        edge.place = cdMakeLeaf(CD_ON_FACE, piece->face);
        edge.left = cdMakeLeaf(inside ? CD_INSIDE : CD_OUTSIDE, -1);
        edge.right = cdMakeLeaf(inside ? CD_OUTSIDE : CD_INSIDE, -1);
    }
    addEdgePiece(work, &edge);
}

static int32_t getSidePlace(const cdFacePiece *piece, const cdCorner *corner) {
    return corner->halfEdge >= 0 ? cdMakeLeaf(CD_ON_EDGE, corner->halfEdge / 2)
                                 : cdMakeLeaf(CD_ON_FACE, piece->face);
}

cdCorner cdCutSide(const cdCutPlane *plane, const cdFacePiece *piece, const cdCorner *a, const cdCorner *b) {
    // From the same end for both faces of an edge, so that both find the same point.
    bool turned = a->halfEdge >= 0 && a->halfEdge % 2 != 0;
    cdVec3 from = turned ? b->point : a->point, to = turned ? a->point : b->point;
    double height = cdGetCutHeight(plane, from), share = height / (height - cdGetCutHeight(plane, to));
    return (cdCorner){.point = cdLerp(from, to, share),
                      .place = getSidePlace(piece, a),
                      .halfEdge = -1,
                      .pointPlane = a->sidePlane,
                      .sidePlane = -1};
}

// Where a piece's boundary meets the plane: a corner on it, or a point of a side.
static void addCrossing(cdIndexWork *work, const cdCutPlane *plane, const cdFacePiece *piece) {
    const cdCorner *corners = cdGetPieceCorners(work, piece);
    cdVec3 normal = work->input->brep->faces[piece->face].normal, way = cdCross(plane->normal, normal);
    cdCorner ends[2] = {{.halfEdge = -1, .pointPlane = -1}, {.halfEdge = -1, .pointPlane = -1}};
    double extremes[2] = {INFINITY, -INFINITY};
    for (int32_t i = 0; i < piece->count; i++) {
        const cdCorner *a = &corners[i], *b = &corners[(i + 1) % piece->count];
        int side = cdGetCutSide(work, plane, a->point), next = cdGetCutSide(work, plane, b->point);
        if (side != 0 && side * next >= 0) continue;
        cdCorner at = side == 0 ? *a : cdCutSide(plane, piece, a, b);
        double along = cdDot(way, at.point);
        if (along < extremes[0]) {
            extremes[0] = along;
            ends[0] = at;
        }
        if (along > extremes[1]) {
            extremes[1] = along;
            ends[1] = at;
        }
    }
    if (!(extremes[0] < extremes[1])) return;
    // Along `way`, the inside is on the left.
    addEdgePiece(work, &(cdEdgePiece){.p = ends[0].point,
                                      .q = ends[1].point,
                                      .place = cdMakeLeaf(CD_ON_FACE, piece->face),
                                      .pLocation = ends[0].place,
                                      .qLocation = ends[1].place,
                                      .left = cdMakeLeaf(CD_INSIDE, -1),
                                      .right = cdMakeLeaf(CD_OUTSIDE, -1),
                                      .pDone = isEndDone(work, ends[0].pointPlane, way),
                                      .qDone = isEndDone(work, ends[1].pointPlane, way)});
}

bool cdIsSideOn(const cdIndexWork *work, const cdCutPlane *plane, const cdFacePiece *piece, int32_t k) {
    const cdCorner *corners = cdGetPieceCorners(work, piece);
    return cdGetCutSide(work, plane, corners[k].point) == 0 &&
           cdGetCutSide(work, plane, corners[(k + 1) % piece->count].point) == 0 &&
           (corners[k].halfEdge < 0 || cdIsEdgeOn(work, plane, corners[k].halfEdge / 2));
}

static void addSidesOnPlane(cdIndexWork *work, const cdCutPlane *plane, const cdFacePiece *piece) {
    for (int32_t k = 0; k < piece->count; k++)
        if (cdIsSideOn(work, plane, piece, k)) addSide(work, plane, piece, k);
}

cdRun cdCollectEdges(cdIndexWork *work, const cdCutPlane *plane, cdRun pieces) {
    cdRun run = {work->edgePieces.count, 0};
    for (int32_t i = 0; i < pieces.count; i++) {
        const cdFacePiece piece = cdGetFacePieces(work, pieces)[i];
        if (piece.side == CD_PIECE_CUT)
            addCrossing(work, plane, &piece);
        else
            addSidesOnPlane(work, plane, &piece);
    }
    run.count = work->edgePieces.count - run.first;
    return run;
}

// Vertices on the plane that are no edge's end.
cdRun cdCollectPoints(cdIndexWork *work, const cdCutPlane *plane, cdRun pieces) {
    cdRun run = {work->pointPieces.count, 0};
    for (int32_t i = 0; i < pieces.count; i++) {
        const cdFacePiece *piece = &cdGetFacePieces(work, pieces)[i];
        const cdCorner *corners = cdGetPieceCorners(work, piece);
        for (int32_t k = 0; k < piece->count; k++) {
            if (corners[k].pointPlane >= 0 || cdGetLeafWhere(corners[k].place) != CD_ON_VERTEX) continue;
            if (work->vertexStamps[cdGetLeafIndex(corners[k].place)] == work->stamp) continue;
            if (cdGetCutSide(work, plane, corners[k].point) != 0) continue;
            cdPointPiece *added = cdPushItems(work, &work->pointPieces, 1);
            if (added == NULL) return run;
            *added = (cdPointPiece){.point = corners[k].point, .place = corners[k].place};
            stampPlace(work, corners[k].place);
        }
    }
    run.count = work->pointPieces.count - run.first;
    return run;
}

// Whether the plane needs a subtree on it: a face, an edge or a vertex of the solid lies on it; a vertex that
// is done too, for what is within the tolerance of it is on the plane.
bool cdHoldsFeature(const cdIndexWork *work, const cdCutPlane *plane, cdRun edges, cdRun points,
                    cdRun pieces) {
    if (plane->face >= 0 || points.count > 0) return true;
    if (edges.count == 0) return false;
    const cdEdgePiece *list = cdGetEdgePieces(work, edges);
    for (int32_t i = 0; i < edges.count; i++)
        if (cdGetLeafWhere(list[i].place) == CD_ON_EDGE) return true;
    for (int32_t i = 0; i < pieces.count; i++) {
        const cdFacePiece *piece = &cdGetFacePieces(work, pieces)[i];
        const cdCorner *corners = cdGetPieceCorners(work, piece);
        for (int32_t k = 0; k < piece->count; k++)
            if (cdGetLeafWhere(corners[k].place) == CD_ON_VERTEX &&
                cdGetCutSide(work, plane, corners[k].point) == 0)
                return true;
    }
    return false;
}
