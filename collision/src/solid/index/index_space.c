// Builds the subtree of a region of space [V90 2.1, first phase].
//
// (1) Choose a plane (index_choose.c) and find the side of each piece. (2) Collect the features on the plane
// (index_collect.c). (3) Cut, and build the subtrees above and below; a side without pieces is outside or
// inside by the faces on the plane. (4) Build the subtree on the plane (index_plane.c).
//
// Differs from the paper: the three phases run through the tree together. A plane through no vertex of the
// solid gets no subtree on it: features on it go to both sides, so that a point on it may take either.
#include "foundation/memory/hooks.h"
#include "solid/index/index_work.h"

// Tops of the pools, which are stacks: items above these marks are dropped when a region is done.
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

// --- (1)

// True if all vertices of a face are on the plane. A small piece alone may be within the tolerance of a plane
// that its face crosses at a small angle.
static bool isFaceOn(const cdIndexWork *work, const cdCutPlane *plane, int32_t face) {
    const cdBrep *brep = work->input->brep;
    const cdBrepFace *f = &brep->faces[face];
    for (int32_t i = 0; i < f->loopCount; i++) {
        int32_t first = brep->loops[f->firstLoop + i], at = first;
        do {
            if (cdGetCutSide(work, plane, brep->points[brep->halfEdges[at].start]) != 0) return false;
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

// --- (3)

static void markDone(cdIndexWork *work, const cdCutPlane *plane, const cdFacePiece *piece, int32_t depth) {
    cdCorner *corners = cdGetPieceCorners(work, piece);
    for (int32_t k = 0; k < piece->count; k++) {
        if (corners[k].sidePlane < 0 && cdIsSideOn(work, plane, piece, k)) corners[k].sidePlane = depth;
        bool on = cdGetCutSide(work, plane, corners[k].point) == 0;
        if (on && corners[k].pointPlane < 0) corners[k].pointPlane = depth;
    }
}

// Adds the part of a cut piece on one side of the plane.
static void addPart(cdIndexWork *work, const cdCutPlane *plane, const cdFacePiece *piece, int wanted,
                    int32_t depth) {
    cdCorner *to = cdPushItems(work, &work->corners, piece->count + 4);
    if (to == NULL) return;
    const cdCorner *from = cdGetPieceCorners(work, piece);
    cdFacePiece part = {.face = piece->face, .first = work->corners.count - (piece->count + 4)};
    for (int32_t i = 0; i < piece->count; i++) {
        const cdCorner *a = &from[i], *b = &from[(i + 1) % piece->count];
        int side = cdGetCutSide(work, plane, a->point), next = cdGetCutSide(work, plane, b->point);
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
            cdCorner cut = cdCutSide(plane, piece, a, b);
            if (cut.pointPlane < 0) cut.pointPlane = depth;
            cut.sidePlane = depth;
            if (side != wanted) { // into the part, along the cut side
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

// A side without pieces is outside above faces that point up. Faces that point both ways are within the
// tolerance of each other; the larger decides.
static int32_t findEmptySide(const cdIndexWork *work, const cdCutPlane *plane, cdRun pieces, bool above) {
    double up = 0.0, down = 0.0;
    const cdFacePiece *list = cdGetFacePieces(work, pieces);
    for (int32_t i = 0; i < pieces.count; i++) {
        if (list[i].side != CD_PIECE_ON) continue;
        bool looksUp = cdDot(work->input->brep->faces[list[i].face].normal, plane->normal) > 0.0;
        *(looksUp ? &up : &down) += measurePiece(work, &list[i]);
    }
    return cdMakeLeaf((up > down) == above ? CD_OUTSIDE : CD_INSIDE, -1);
}

// --- (4)

// Returns the location of a plane's region without edges: a face if one covers it, else that of the space
// beside it.
static int32_t findWholeLeaf(const cdIndexWork *work, const cdCutPlane *plane, cdRun pieces, cdRun points,
                             int32_t side) {
    const cdFacePiece *list = cdGetFacePieces(work, pieces);
    for (int32_t i = 0; i < pieces.count; i++)
        if (list[i].side == CD_PIECE_ON) return cdMakeLeaf(CD_ON_FACE, list[i].face);
    if (points.count == 0) return cdMakeLeaf(CD_LOCATION_UNDECIDED, -1);
    // Classified beside the first vertex, which touches the plane alone: the vertex itself is ambiguous.
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

// Asks the watch at every 64th region. Returns true if building is to end.
static bool isEnding(cdIndexWork *work) {
    enum { EVERY = 64 };
    if (work->regionCount++ % EVERY == 0 && !work->noMemory) {
        double progress = CD_BREP_SHARE + (1.0 - CD_BREP_SHARE) * cdMin(work->done, 1.0);
        work->interrupted = cdIsInterrupted(work->input->watch, progress);
    }
    work->noMemory = work->noMemory || work->interrupted;
    return work->noMemory;
}

// Builds the tree beside a plane. Its share of the work is its share of the pieces.
static int32_t buildSide(cdIndexWork *work, cdRun pieces, double sharePerPiece, int32_t depth) {
    work->share = sharePerPiece * pieces.count;
    return cdBuildSpace(work, pieces, depth + 1);
}

int32_t cdBuildSpace(cdIndexWork *work, cdRun pieces, int32_t depth) {
    if (isEnding(work)) return cdMakeLeaf(CD_LOCATION_UNDECIDED, -1);
    const Marks marks = getMarks(work);
    const cdCutPlane plane = cdChoosePlane(work, pieces, depth);
    if (!keepPlane(work, &plane, depth)) return cdMakeLeaf(CD_LOCATION_UNDECIDED, -1);
    findSides(work, &plane, pieces);
    cdRun edges = cdCollectEdges(work, &plane, pieces), points = cdCollectPoints(work, &plane, pieces);
    bool holds = cdHoldsFeature(work, &plane, edges, points, pieces);
    cdRun above = takeSide(work, &plane, pieces, CD_PIECE_ABOVE, depth);
    cdRun below = takeSide(work, &plane, pieces, CD_PIECE_BELOW, depth);
    if (work->noMemory) return cdMakeLeaf(CD_LOCATION_UNDECIDED, -1);
    const double share = work->share / (above.count + below.count > 0 ? above.count + below.count : 1);
    if (above.count + below.count == 0) work->done += share;
    int32_t aboveTree =
        above.count > 0 ? buildSide(work, above, share, depth) : findEmptySide(work, &plane, pieces, true);
    int32_t belowTree =
        below.count > 0 ? buildSide(work, below, share, depth) : findEmptySide(work, &plane, pieces, false);
    int32_t onTree = CD_NO_NODE;
    if (holds) {
        int32_t whole = edges.count == 0 ? findWholeLeaf(work, &plane, pieces, points, aboveTree)
                                         : cdMakeLeaf(CD_OUTSIDE, -1);
        onTree = cdBuildPlane(work, edges, points, plane.normal, whole);
    }
    dropAbove(work, marks);
    return cdMakeIndexNode(work, &plane, 3, belowTree, onTree, aboveTree);
}
