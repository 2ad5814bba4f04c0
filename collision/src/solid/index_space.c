// The subtree of a region of space [V90 2.1, first phase], and what of the boundary lies on its plane.
//
// (1) Choose a plane (index_choose.c) and tell on which side each piece lies. (2) Collect, before anything is
// cut, what lies on the plane: edges, sides of pieces within a face, the lines along which pieces cross it,
// and vertices that touch it alone. (3) Cut, and build the subtrees above and below; where no piece is left,
// the faces on the plane say whether that side is outside or inside. (4) Build the subtree on the plane
// (index_plane.c).
//
// Differs from the paper: the three phases go through the tree together. A plane that passes no vertex of the
// solid gets no subtree on it: whatever lies on it goes on to both sides, so that a point on it may take
// either.
#include "foundation/hooks.h"
#include "solid/index_work.h"

// Pools used as stacks: what is above the marks is dropped when a region is done.
typedef struct Marks {
    int32_t corners, facePieces, edgePieces, pointPieces;
} Marks;

static Marks getMarks(const cdIndexWork *work) {
    return (Marks){work->corners.count, work->facePieces.count, work->edgePieces.count,
                   work->pointPieces.count};
}

static void dropAbove(cdIndexWork *work, Marks marks) {
    work->corners.count = marks.corners;
    work->facePieces.count = marks.facePieces;
    work->edgePieces.count = marks.edgePieces;
    work->pointPieces.count = marks.pointPieces;
}

static int getSideOfPoint(const cdIndexWork *work, const cdCutPlane *plane, cdVec3 x) {
    double height = cdGetCutHeight(plane, x);
    return fabs(height) <= work->input->tolerance ? 0 : height > 0.0 ? 1 : -1;
}

// Whether what lies on an ancestor's plane, -1: on none, is still to be found on this one.
static bool isOpen(const cdIndexWork *work, const cdCutPlane *plane, int32_t ancestor) {
    return ancestor < 0 || cdLength(cdCross(work->path[ancestor].normal, plane->normal)) < CD_SMALL_ANGLE;
}

// Whether an edge's end that lies on an ancestor's plane is done with it.
static bool isEndDone(const cdIndexWork *work, int32_t ancestor, cdVec3 way) {
    return ancestor >= 0 && fabs(cdDot(work->path[ancestor].normal, way)) >= CD_SMALL_ANGLE * cdLength(way);
}

static int32_t findLeafPlace(int32_t leaf) {
    return (int32_t)((uint32_t)(-1 - leaf) / 8u) - 1;
}

static bool isVertexPlace(int32_t leaf) {
    return (uint32_t)(-1 - leaf) % 8u == CD_ON_VERTEX;
}

// --- (1)

// Whether a face lies on the plane with all its vertices: a small piece of one that crosses the plane at a
// small angle may be within the tolerance too.
static bool isFaceOn(const cdIndexWork *work, const cdCutPlane *plane, int32_t face) {
    const cdBrep *brep = work->input->brep;
    const cdBrepFace *f = &brep->faces[face];
    for (int32_t i = 0; i < f->loopCount; i++) {
        int32_t first = brep->loops[f->firstLoop + i], at = first;
        do {
            if (getSideOfPoint(work, plane, brep->points[brep->halfEdges[at].start]) != 0) return false;
            at = brep->halfEdges[at].next;
        } while (at != first);
    }
    return true;
}

static cdPieceSide findPieceSide(const cdIndexWork *work, const cdCutPlane *plane, const cdFacePiece *piece) {
    const cdCorner *corners = cdGetPieceCorners(work, piece);
    const double tolerance = work->input->tolerance;
    double lowest = INFINITY, highest = -INFINITY;
    for (int32_t i = 0; i < piece->count; i++) {
        double height = cdGetCutHeight(plane, corners[i].point);
        lowest = cdMin(lowest, height);
        highest = cdMax(highest, height);
    }
    if (piece->face == plane->face) return CD_PIECE_ON;
    bool within = highest <= tolerance && lowest >= -tolerance;
    if (within && isFaceOn(work, plane, piece->face)) return CD_PIECE_ON;
    if (within) return highest + lowest > 0.0 ? CD_PIECE_ABOVE : CD_PIECE_BELOW;
    if (lowest >= -tolerance) return CD_PIECE_ABOVE;
    return highest <= tolerance ? CD_PIECE_BELOW : CD_PIECE_CUT;
}

static void findSides(cdIndexWork *work, const cdCutPlane *plane, cdRun pieces) {
    work->stamp++;
    cdFacePiece *list = cdGetFacePieces(work, pieces);
    for (int32_t i = 0; i < pieces.count; i++) {
        list[i].side = findPieceSide(work, plane, &list[i]);
        if (list[i].side == CD_PIECE_ON) work->faceStamps[list[i].face] = work->stamp;
    }
}

// --- (2)

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
    if (isVertexPlace(place)) work->vertexStamps[findLeafPlace(place)] = work->stamp;
}

static void addEdgePiece(cdIndexWork *work, const cdEdgePiece *edge) {
    cdEdgePiece *added = cdPushItems(work, &work->edgePieces, 1);
    if (added == NULL) return;
    *added = *edge;
    stampPlace(work, edge->pPlace);
    stampPlace(work, edge->qPlace);
}

// A side that lies on the plane: the edge it is part of, once of its two faces, or the line where a face
// passes the plane between two of its pieces.
static void addSide(cdIndexWork *work, const cdCutPlane *plane, const cdFacePiece *piece, int32_t k) {
    const cdCorner *corners = cdGetPieceCorners(work, piece), *a = &corners[k],
                   *b = &corners[(k + 1) % piece->count];
    if (!isOpen(work, plane, a->sidePlane)) return;
    bool isEdge = a->halfEdge >= 0;
    // Found before, its other face need not be in this region.
    bool once = a->sidePlane >= 0 || (isEdge ? a->halfEdge % 2 == 0 : piece->side == CD_PIECE_ABOVE);
    if (!once) return;
    cdVec3 way = cdSub(b->point, a->point), left = cdCross(plane->normal, way);
    cdEdgePiece edge = {.p = a->point,
                        .q = b->point,
                        .pPlace = a->place,
                        .qPlace = b->place,
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

static cdCorner cutSide(const cdCutPlane *plane, const cdFacePiece *piece, const cdCorner *a,
                        const cdCorner *b) {
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
        int side = getSideOfPoint(work, plane, a->point), next = getSideOfPoint(work, plane, b->point);
        if (side != 0 && side * next >= 0) continue;
        cdCorner at = side == 0 ? *a : cutSide(plane, piece, a, b);
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
                                      .pPlace = ends[0].place,
                                      .qPlace = ends[1].place,
                                      .left = cdMakeLeaf(CD_INSIDE, -1),
                                      .right = cdMakeLeaf(CD_OUTSIDE, -1),
                                      .pDone = isEndDone(work, ends[0].pointPlane, way),
                                      .qDone = isEndDone(work, ends[1].pointPlane, way)});
}

static bool isSideOn(const cdIndexWork *work, const cdCutPlane *plane, const cdFacePiece *piece, int32_t k) {
    const cdCorner *corners = cdGetPieceCorners(work, piece);
    return getSideOfPoint(work, plane, corners[k].point) == 0 &&
           getSideOfPoint(work, plane, corners[(k + 1) % piece->count].point) == 0 &&
           (corners[k].halfEdge < 0 || cdIsEdgeOn(work, plane, corners[k].halfEdge / 2));
}

static void addSidesOnPlane(cdIndexWork *work, const cdCutPlane *plane, const cdFacePiece *piece) {
    for (int32_t k = 0; k < piece->count; k++)
        if (isSideOn(work, plane, piece, k)) addSide(work, plane, piece, k);
}

static cdRun collectEdges(cdIndexWork *work, const cdCutPlane *plane, cdRun pieces) {
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
static cdRun collectPoints(cdIndexWork *work, const cdCutPlane *plane, cdRun pieces) {
    cdRun run = {work->pointPieces.count, 0};
    for (int32_t i = 0; i < pieces.count; i++) {
        const cdFacePiece *piece = &cdGetFacePieces(work, pieces)[i];
        const cdCorner *corners = cdGetPieceCorners(work, piece);
        for (int32_t k = 0; k < piece->count; k++) {
            if (!isOpen(work, plane, corners[k].pointPlane) || !isVertexPlace(corners[k].place)) continue;
            if (work->vertexStamps[findLeafPlace(corners[k].place)] == work->stamp) continue;
            if (getSideOfPoint(work, plane, corners[k].point) != 0) continue;
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
static bool holdsFeature(const cdIndexWork *work, const cdCutPlane *plane, cdRun edges, cdRun points,
                         cdRun pieces) {
    if (plane->face >= 0 || points.count > 0) return true;
    if (edges.count == 0) return false;
    const cdEdgePiece *list = cdGetEdgePieces(work, edges);
    for (int32_t i = 0; i < edges.count; i++)
        if ((uint32_t)(-1 - list[i].place) % 8u == CD_ON_EDGE) return true;
    for (int32_t i = 0; i < pieces.count; i++) {
        const cdFacePiece *piece = &cdGetFacePieces(work, pieces)[i];
        const cdCorner *corners = cdGetPieceCorners(work, piece);
        for (int32_t k = 0; k < piece->count; k++)
            if (isVertexPlace(corners[k].place) && getSideOfPoint(work, plane, corners[k].point) == 0)
                return true;
    }
    return false;
}

// --- (3)

static void markDone(cdIndexWork *work, const cdCutPlane *plane, const cdFacePiece *piece, int32_t depth) {
    cdCorner *corners = cdGetPieceCorners(work, piece);
    for (int32_t k = 0; k < piece->count; k++) {
        if (corners[k].sidePlane < 0 && isSideOn(work, plane, piece, k)) corners[k].sidePlane = depth;
        bool on = getSideOfPoint(work, plane, corners[k].point) == 0;
        if (on && corners[k].pointPlane < 0) corners[k].pointPlane = depth;
    }
}

// What of a cut piece lies on one side of the plane.
static void addPart(cdIndexWork *work, const cdCutPlane *plane, const cdFacePiece *piece, int wanted,
                    int32_t depth) {
    cdCorner *to = cdPushItems(work, &work->corners, piece->count + 4);
    if (to == NULL) return;
    const cdCorner *from = cdGetPieceCorners(work, piece);
    cdFacePiece part = {.face = piece->face, .first = work->corners.count - (piece->count + 4)};
    for (int32_t i = 0; i < piece->count; i++) {
        const cdCorner *a = &from[i], *b = &from[(i + 1) % piece->count];
        int side = getSideOfPoint(work, plane, a->point), next = getSideOfPoint(work, plane, b->point);
        if (part.count + 2 > piece->count + 4) break;
        if (side * wanted >= 0) {
            cdCorner *corner = &to[part.count++];
            *corner = *a;
            if (side == 0 && corner->pointPlane < 0) corner->pointPlane = depth;
            if (side == 0 && next * wanted <= 0) { // along the plane from here
                corner->sidePlane = depth;
                corner->halfEdge = -1;
            }
        }
        if (side * next < 0) {
            cdCorner cut = cutSide(plane, piece, a, b);
            if (cut.pointPlane < 0) cut.pointPlane = depth;
            cut.sidePlane = depth;
            if (side != wanted) { // into the part: goes on along the side that is cut
                cut.halfEdge = a->halfEdge;
                cut.sidePlane = a->sidePlane;
            }
            to[part.count++] = cut;
        }
    }
    work->corners.count = part.first + part.count;
    cdFacePiece *added = cdPushItems(work, &work->facePieces, 1);
    if (added != NULL) *added = part;
}

static cdRun takeSide(cdIndexWork *work, const cdCutPlane *plane, cdRun pieces, cdPieceSide side,
                      int32_t depth) {
    cdRun run = {work->facePieces.count, 0};
    for (int32_t i = 0; i < pieces.count && !work->noMemory; i++) {
        cdFacePiece piece = cdGetFacePieces(work, pieces)[i];
        if (piece.side == CD_PIECE_CUT) addPart(work, plane, &piece, side, depth);
        if (piece.side != (int32_t)side) continue;
        markDone(work, plane, &piece, depth);
        cdFacePiece *added = cdPushItems(work, &work->facePieces, 1);
        if (added != NULL) *added = piece;
    }
    run.count = work->facePieces.count - run.first;
    return run;
}

static double measurePiece(const cdIndexWork *work, const cdFacePiece *piece) {
    const cdCorner *corners = cdGetPieceCorners(work, piece);
    cdVec3 sum = {0.0, 0.0, 0.0};
    for (int32_t i = 2; i < piece->count; i++)
        sum = cdAdd(sum, cdCross(cdSub(corners[i - 1].point, corners[0].point),
                                 cdSub(corners[i].point, corners[0].point)));
    return cdLength(sum);
}

// A side without pieces: outside above faces that look up. Faces that look both ways can only be within the
// tolerance of each other; the larger says.
static int32_t findEmptySide(cdIndexWork *work, const cdCutPlane *plane, cdRun pieces, bool above) {
    double up = 0.0, down = 0.0;
    const cdFacePiece *list = cdGetFacePieces(work, pieces);
    for (int32_t i = 0; i < pieces.count; i++) {
        if (list[i].side != CD_PIECE_ON) continue;
        bool looksUp = cdDot(work->input->brep->faces[list[i].face].normal, plane->normal) > 0.0;
        *(looksUp ? &up : &down) += measurePiece(work, &list[i]);
    }
    if (up > 0.0 && down > 0.0) work->conflictCount++;
    return cdMakeLeaf((up > down) == above ? CD_OUTSIDE : CD_INSIDE, -1);
}

// --- (4)

// The place of a plane's region in which no edge lies: a face when one covers it, else that of the space
// beside it.
static int32_t findWholePlace(const cdIndexWork *work, const cdCutPlane *plane, cdRun pieces, cdRun points,
                              int32_t side) {
    const cdFacePiece *list = cdGetFacePieces(work, pieces);
    for (int32_t i = 0; i < pieces.count; i++)
        if (list[i].side == CD_PIECE_ON) return cdMakeLeaf(CD_ON_FACE, list[i].face);
    if (points.count == 0) return cdMakeLeaf(CD_WHERE_UNDECIDED, -1);
    // Beside the first vertex, which touches the plane alone: at the vertex itself either side could be
    // meant.
    bool alongX = fabs(plane->normal.x) > 0.6;
    cdVec3 across = cdCross(plane->normal, alongX ? (cdVec3){0.0, 1.0, 0.0} : (cdVec3){1.0, 0.0, 0.0});
    cdVec3 vertex = cdGetPointPieces(work, points)[0].point;
    return cdFindCell(work, side, cdMulAdd(vertex, 50.0 * work->input->tolerance, cdNormalize(across)));
}

static bool keepPlane(cdIndexWork *work, const cdCutPlane *plane, int32_t depth) {
    if (depth >= work->pathCapacity) {
        int32_t capacity = 2 * depth + 64;
        cdCutPlane *path = cdAllocate((size_t)capacity * sizeof *path);
        work->noMemory = work->noMemory || path == NULL;
        if (path == NULL) return false;
        for (int32_t i = 0; i < depth; i++)
            path[i] = work->path[i];
        cdFree(work->path);
        work->path = path;
        work->pathCapacity = capacity;
    }
    work->path[depth] = *plane;
    return true;
}

int32_t cdBuildSpace(cdIndexWork *work, cdRun pieces, int32_t depth) {
    const Marks marks = getMarks(work);
    const cdCutPlane plane = cdChoosePlane(work, pieces, depth);
    if (!keepPlane(work, &plane, depth)) return cdMakeLeaf(CD_WHERE_UNDECIDED, -1);
    findSides(work, &plane, pieces);
    cdRun edges = collectEdges(work, &plane, pieces), points = collectPoints(work, &plane, pieces);
    bool holds = holdsFeature(work, &plane, edges, points, pieces);
    cdRun above = takeSide(work, &plane, pieces, CD_PIECE_ABOVE, depth);
    cdRun below = takeSide(work, &plane, pieces, CD_PIECE_BELOW, depth);
    if (work->noMemory) return cdMakeLeaf(CD_WHERE_UNDECIDED, -1);
    int32_t aboveTree =
        above.count > 0 ? cdBuildSpace(work, above, depth + 1) : findEmptySide(work, &plane, pieces, true);
    int32_t belowTree =
        below.count > 0 ? cdBuildSpace(work, below, depth + 1) : findEmptySide(work, &plane, pieces, false);
    int32_t onTree = CD_NO_ON;
    if (holds) {
        int32_t whole = edges.count == 0 ? findWholePlace(work, &plane, pieces, points, aboveTree)
                                         : cdMakeLeaf(CD_OUTSIDE, -1);
        onTree = cdBuildPlane(work, edges, points, plane.normal, whole);
    }
    dropAbove(work, marks);
    return cdMakeIndexNode(work, &plane, 3, belowTree, onTree, aboveTree);
}
