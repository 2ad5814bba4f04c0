// Collects the boundary on a plane of the index, before the plane cuts anything [V90 2.1, second phase].
//
// Input: the pieces of faces in a region with their sides of the plane, and the plane. Output: pieces of
// edges, with the locations left and right of them in the plane, and the vertices on the plane that are no
// ends of these: (1) sides on the plane, (2) the lines along which pieces cross it, (3) single vertices.
// Features found on a plane of an ancestor are not found again.
#include "solid/index/index_work.h"

// True if an edge's end on an ancestor's plane is done: not if the edge leaves that plane at a small angle,
// so that points far beyond the end are within the tolerance of both.
static bool isEndDone(const cdIndexWork *work, int32_t ancestor, cdVec3 way) {
    return ancestor >= 0 && fabs(cdDot(work->path[ancestor].normal, way)) >= CD_SMALL_ANGLE * cdLength(way);
}

// Returns the location beside an edge in the plane, in direction `v`: one of its faces if that is in the
// plane, else inside if the solid's wedge about the edge contains v.
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

static void stampLeaf(cdIndexWork *work, int32_t leaf) {
    if (cdGetLeafKind(leaf) == CD_ON_VERTEX) work->vertexStamps[cdGetLeafIndex(leaf)] = work->stamp;
}

// Adds a piece of an edge, unless it has no length and therefore no line.
static void addEdgePiece(cdIndexWork *work, const cdEdgePiece *edge) {
    if (!(cdLengthSq(cdSub(edge->q, edge->p)) > 0.0)) return;
    cdEdgePiece *added = cdPushItems(work, &work->edgePieces, 1);
    if (added == NULL) return;
    *added = *edge;
    stampLeaf(work, edge->pLeaf);
    stampLeaf(work, edge->qLeaf);
}

// Adds a side on the plane: its edge, once for the two faces, or the line along which a face crosses the
// plane between two of its pieces.
static void addSide(cdIndexWork *work, const cdCutPlane *plane, const cdFacePiece *piece, int32_t k) {
    const cdCorner *corners = cdGetPieceCorners(work, piece), *a = &corners[k],
                   *b = &corners[(k + 1) % piece->count];
    bool isEdge = a->halfEdge >= 0;
    bool once = isEdge ? a->halfEdge % 2 == 0 : piece->side == CD_PIECE_ABOVE;
    if (a->sidePlane >= 0 || !once) return;
    cdVec3 way = cdSub(b->point, a->point), left = cdCross(plane->normal, way);
    cdEdgePiece edge = {.p = a->point,
                        .q = b->point,
                        .pLeaf = a->leaf,
                        .qLeaf = b->leaf,
                        .pDone = isEndDone(work, a->pointPlane, way),
                        .qDone = isEndDone(work, b->pointPlane, way)};
    if (isEdge) {
        edge.leaf = cdMakeLeaf(CD_ON_EDGE, a->halfEdge / 2);
        edge.left = findBesideEdge(work, a->halfEdge, way, left);
        edge.right = findBesideEdge(work, a->halfEdge, way, cdNegate(left));
    } else {
        bool inside = cdDot(work->input->brep->faces[piece->face].normal, left) < 0.0;
        edge.leaf = cdMakeLeaf(CD_ON_FACE, piece->face);
        edge.left = cdMakeLeaf(inside ? CD_INSIDE : CD_OUTSIDE, -1);
        edge.right = cdMakeLeaf(inside ? CD_OUTSIDE : CD_INSIDE, -1);
    }
    addEdgePiece(work, &edge);
}

static int32_t getSideLeaf(const cdFacePiece *piece, const cdCorner *corner) {
    return corner->halfEdge >= 0 ? cdMakeLeaf(CD_ON_EDGE, corner->halfEdge / 2)
                                 : cdMakeLeaf(CD_ON_FACE, piece->face);
}

cdCorner cdCutSide(const cdCutPlane *plane, const cdFacePiece *piece, const cdCorner *a, const cdCorner *b) {
    // Computed from the same end for both faces of an edge, so that both find the same point.
    bool turned = a->halfEdge >= 0 && a->halfEdge % 2 != 0;
    cdVec3 from = turned ? b->point : a->point, to = turned ? a->point : b->point;
    double height = cdGetCutHeight(plane, from), share = height / (height - cdGetCutHeight(plane, to));
    return (cdCorner){.point = cdLerp(from, to, share),
                      .leaf = getSideLeaf(piece, a),
                      .halfEdge = -1,
                      .pointPlane = a->sidePlane,
                      .sidePlane = -1};
}

// Adds the line between the points where a piece's boundary crosses the plane, at corners or within sides.
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
                                      .leaf = cdMakeLeaf(CD_ON_FACE, piece->face),
                                      .pLeaf = ends[0].leaf,
                                      .qLeaf = ends[1].leaf,
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

// Collects the vertices on the plane that are no edge's end.
cdRun cdCollectPoints(cdIndexWork *work, const cdCutPlane *plane, cdRun pieces) {
    cdRun run = {work->pointPieces.count, 0};
    for (int32_t i = 0; i < pieces.count; i++) {
        const cdFacePiece *piece = &cdGetFacePieces(work, pieces)[i];
        const cdCorner *corners = cdGetPieceCorners(work, piece);
        for (int32_t k = 0; k < piece->count; k++) {
            if (corners[k].pointPlane >= 0 || cdGetLeafKind(corners[k].leaf) != CD_ON_VERTEX) continue;
            if (work->vertexStamps[cdGetLeafIndex(corners[k].leaf)] == work->stamp) continue;
            if (cdGetCutSide(work, plane, corners[k].point) != 0) continue;
            cdPointPiece *added = cdPushItems(work, &work->pointPieces, 1);
            if (added == NULL) return run;
            *added = (cdPointPiece){.point = corners[k].point, .leaf = corners[k].leaf};
            stampLeaf(work, corners[k].leaf);
        }
    }
    run.count = work->pointPieces.count - run.first;
    return run;
}

// True if the plane needs a subtree on it: it contains a face, an edge or a vertex of the solid. A done
// vertex counts too, since points within its tolerance are on the plane.
bool cdHoldsFeature(const cdIndexWork *work, const cdCutPlane *plane, cdRun edges, cdRun points,
                    cdRun pieces) {
    if (plane->face >= 0 || points.count > 0) return true;
    if (edges.count == 0) return false;
    const cdEdgePiece *list = cdGetEdgePieces(work, edges);
    for (int32_t i = 0; i < edges.count; i++)
        if (cdGetLeafKind(list[i].leaf) == CD_ON_EDGE) return true;
    for (int32_t i = 0; i < pieces.count; i++) {
        const cdFacePiece *piece = &cdGetFacePieces(work, pieces)[i];
        const cdCorner *corners = cdGetPieceCorners(work, piece);
        for (int32_t k = 0; k < piece->count; k++)
            if (cdGetLeafKind(corners[k].leaf) == CD_ON_VERTEX &&
                cdGetCutSide(work, plane, corners[k].point) == 0)
                return true;
    }
    return false;
}
