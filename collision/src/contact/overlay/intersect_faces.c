// The overlap of two nearly coplanar faces [BV92 Lemma 1].
//
// Input: a face of each surface. Output: 2D regions, one for each part of the overlap of the outlines, in the
// plane of B's face, that is within the tolerance of A's plane in all its corners. (1) Discs and normals
// reject faces that are disjoint or not coplanar. (2) Both outlines in B's plane, A's along its normal, and
// turned over if A faces the other way; most that leave the tolerance are rejected (convex_overlap.c). (3)
// Their overlap (polygon_overlay.h). (4) Each part with its holes joined by bridges, halfway between the
// planes, counter-clockwise about the normal that points to A: out of B if B is closed, into A if A is, else
// to the side of A's plane. A part no wider than the tolerance, its area being at most that times its length,
// does not determine a plane to the tolerance: it is left to the edges and vertices on its border.
//
// Faces that cross (CD_CROSSING_SINE) are not coplanar, however small the overlap. If the overlap does not
// settle (it takes overlapping features as small as the border tolerance), the intersections of the faces'
// triangles are given instead: the same points, in more regions than needed.
#include "contact/overlay/intersect_faces.h"

#include "contact/overlay/kept_faces.h"
#include "contact/overlay/polygon_overlay.h"

#include <math.h>

// Bytes for an overlay.
enum { FIRST_ROOM = 1 << 15, ROOM_MAX = 1 << 30 };

// --- The faces

// Lists the corners of a face with one loop of few. 0: another face.
static int32_t listCorners(const cdRegionWork *work, cdWorkSide side, int32_t face,
                           cdVec3 corners[CD_FRAME_CORNERS]) {
    const cdBrep *brep = &cdGetWorkFeatures(work, side)->brep;
    if (brep->faces[face].loopCount != 1) return 0;
    int32_t first = brep->loops[brep->faces[face].firstLoop], at = first, count = 0;
    do {
        if (count == CD_FRAME_CORNERS) return 0;
        corners[count++] = cdGetWorkPoint(work, side, brep->halfEdges[at].start);
        at = brep->halfEdges[at].next;
    } while (at != first);
    return count;
}

// `made`: room for a face where no faces are kept.
static const cdPlacedFace *placeFace(const cdRegionWork *work, int32_t face, cdPlacedFace *made) {
    cdPlacedFace *placed = work->kept != NULL ? &work->kept->placedA : made;
    if (work->kept != NULL && placed->face == face) return placed;
    placed->face = face;
    placed->plane = cdGetWorkPlane(work, CD_SIDE_A, face);
    placed->middle = cdTransformPoint(work->toWork, work->a->brep.faces[face].middle);
    placed->cornerCount = listCorners(work, CD_SIDE_A, face, placed->corners);
    return placed;
}

static const cdFaceFrame *findFrame(const cdRegionWork *work, int32_t face, cdFaceFrame *made) {
    cdFaceFrame *frame = work->kept != NULL ? &work->kept->framesB[face % CD_KEPT_FACES] : made;
    if (work->kept != NULL && frame->face == face) return frame;
    frame->face = face;
    frame->plane = cdGetWorkPlane(work, CD_SIDE_B, face);
    // Axes along the coordinate axes if the normal is along one [Duff et al. 2017]: no rounding for boxes.
    cdVec3 n = frame->plane.normal, corners[CD_FRAME_CORNERS];
    double sign = n.z >= 0.0 ? 1.0 : -1.0, a = -1.0 / (sign + n.z), b = n.x * n.y * a;
    frame->axisX = (cdVec3){1.0 + sign * n.x * n.x * a, sign * b, -sign * n.x};
    frame->axisY = (cdVec3){b, sign + n.y * n.y * a, -n.y};
    frame->cornerCount = listCorners(work, CD_SIDE_B, face, corners);
    for (int32_t i = 0; i < frame->cornerCount; i++)
        frame->corners[i] = (cdVec2){cdDot(frame->axisX, corners[i]), cdDot(frame->axisY, corners[i])};
    return frame;
}

static cdFaceOverlap joinFaces(const cdPlacedFace *a, const cdFaceFrame *b) {
    return (cdFaceOverlap){.faceA = a->face,
                           .faceB = b->face,
                           .planeA = a->plane,
                           .planeB = b->plane,
                           .axisX = b->axisX,
                           .axisY = b->axisY,
                           .turnsOver = cdDot(a->plane.normal, b->plane.normal) < 0.0};
}

cdFaceOverlap cdMakeFaceOverlap(const cdRegionWork *work, int32_t faceA, int32_t faceB) {
    cdPlacedFace placed;
    cdFaceFrame frame;
    return joinFaces(placeFace(work, faceA, &placed), findFrame(work, faceB, &frame));
}

// --- (1)

static bool mayOverlap(const cdRegionWork *work, const cdPlacedFace *placed, const cdFaceFrame *frame) {
    const cdBrepFace *a = &work->a->brep.faces[placed->face], *b = &work->b->brep.faces[frame->face];
    double tilt = cdLength(cdCross(placed->plane.normal, frame->plane.normal));
    if (tilt > CD_CROSSING_SINE) return false;
    bool opposed = cdDot(placed->plane.normal, frame->plane.normal) < 0.0;
    if (!opposed && work->a->info.closed && work->b->info.closed) return false;
    cdVec3 apart = cdSub(placed->middle, b->middle);
    double height = cdDot(frame->plane.normal, apart), reach = a->radius + b->radius + work->tolerance;
    // At a point of both, A's plane is within the tolerance; its middle is no farther from that point than
    // the radius.
    if (fabs(height) > 1.01 * (work->tolerance + tilt * a->radius)) return false;
    return cdLengthSq(cdMulAdd(apart, -height, frame->plane.normal)) <= reach * reach;
}

// --- (2)

cdVec2 cdProjectToFace(const cdFaceOverlap *faces, cdVec3 point) {
    return (cdVec2){cdDot(faces->axisX, point), cdDot(faces->axisY, point)};
}

static int32_t countBorder(const cdFeatures *features, int32_t face, int32_t *loopCount) {
    const cdBrep *brep = &features->brep;
    int32_t count = 0, firstLoop = brep->faces[face].firstLoop;
    *loopCount = brep->faces[face].loopCount;
    for (int32_t loop = 0; loop < *loopCount; loop++) {
        int32_t first = brep->loops[firstLoop + loop], at = first;
        do {
            count++;
            at = brep->halfEdges[at].next;
        } while (at != first);
    }
    return count;
}

static void turnOver(cdVec2 *points, int32_t count) {
    for (int32_t i = 0, k = count - 1; i < k; i++, k--) {
        cdVec2 point = points[i];
        points[i] = points[k];
        points[k] = point;
    }
}

// @errors no loops and false: no memory
static bool layOutLoops(const cdRegionWork *work, const cdFaceOverlap *faces, cdWorkSide side,
                        cdMemory *memory, cdPolygons *polygons) {
    const cdFeatures *features = cdGetWorkFeatures(work, side);
    const cdBrep *brep = &features->brep;
    int32_t face = side == CD_SIDE_A ? faces->faceA : faces->faceB, loopCount, pointCount = 0;
    int32_t count = countBorder(features, face, &loopCount);
    cdVec2 *points = cdTakeMemory(memory, (size_t)count, sizeof *points);
    int32_t *loopEnds = cdTakeMemory(memory, (size_t)loopCount, sizeof *loopEnds);
    if (points == NULL || loopEnds == NULL) return false;
    for (int32_t loop = 0; loop < loopCount; loop++) {
        int32_t begin = pointCount, first = brep->loops[brep->faces[face].firstLoop + loop], at = first;
        do {
            cdVec3 point = cdGetWorkPoint(work, side, brep->halfEdges[at].start);
            points[pointCount++] = cdProjectToFace(faces, point);
            at = brep->halfEdges[at].next;
        } while (at != first);
        if (side == CD_SIDE_A && faces->turnsOver) turnOver(points + begin, pointCount - begin);
        loopEnds[loop] = pointCount;
    }
    *polygons = (cdPolygons){points, loopEnds, loopCount};
    return true;
}

static bool layOutA(const cdRegionWork *work, const cdPlacedFace *placed, const cdFaceOverlap *faces,
                    cdMemory *memory, cdPolygons *polygons) {
    if (placed->cornerCount == 0) return layOutLoops(work, faces, CD_SIDE_A, memory, polygons);
    cdVec2 *points = cdTakeMemory(memory, (size_t)placed->cornerCount, sizeof *points);
    if (points == NULL) return false;
    for (int32_t i = 0; i < placed->cornerCount; i++)
        points[i] = cdProjectToFace(faces, placed->corners[i]);
    if (faces->turnsOver) turnOver(points, placed->cornerCount);
    *polygons = (cdPolygons){points, &placed->cornerCount, 1};
    return true;
}

static bool layOutB(const cdRegionWork *work, const cdFaceFrame *frame, const cdFaceOverlap *faces,
                    cdMemory *memory, cdPolygons *polygons) {
    if (frame->cornerCount == 0) return layOutLoops(work, faces, CD_SIDE_B, memory, polygons);
    *polygons = (cdPolygons){frame->corners, &frame->cornerCount, 1};
    return true;
}

// --- (4)

double cdFindOverlapHeight(const cdFaceOverlap *faces, cdVec2 at, cdVec3 *point) {
    cdVec3 onB = cdScale(faces->planeB.offset, faces->planeB.normal);
    onB = cdMulAdd(cdMulAdd(onB, at.x, faces->axisX), at.y, faces->axisY);
    *point = onB;
    double off = faces->planeA.offset - cdDot(faces->planeA.normal, onB);
    return off / cdDot(faces->planeA.normal, faces->planeB.normal);
}

// True if the normal from B to A is opposite to that of B's face.
static bool isBelow(const cdRegionWork *work, const cdFaceOverlap *faces, double heightSum) {
    if (work->b->info.closed) return false;
    if (work->a->info.closed) return !faces->turnsOver;
    return heightSum < 0.0;
}

void cdAddFaceRegion(cdRegionWork *work, const cdFaceOverlap *faces, const cdVec2 *corners, int32_t count,
                     double area, cdVec3 *points) {
    double heightSum = 0.0;
    for (int32_t i = 0; i < count; i++) {
        double height = cdFindOverlapHeight(faces, corners[i], &points[i]);
        if (!(fabs(height) <= work->tolerance)) return;
        points[i] = cdMulAdd(points[i], 0.5 * height, faces->planeB.normal);
        heightSum += height;
    }
    for (int32_t i = 0, k = count - 1; isBelow(work, faces, heightSum) && i < k; i++, k--) {
        cdVec3 point = points[i];
        points[i] = points[k];
        points[k] = point;
    }
    cdLocation locationA = {CD_ON_FACE, faces->faceA}, locationB = {CD_ON_FACE, faces->faceB};
    cdAddContactRegion(work, locationA, locationB, points, count, area);
}

// A strip this narrow does not determine a plane within the tolerance: it may be turned by any angle about
// its length.
static bool isNarrow(const cdVec2 *corners, int32_t count, double area, double tolerance) {
    double lengthSq = 0.0;
    for (int32_t i = 1; i < count; i++) {
        double x = corners[i].x - corners[0].x, y = corners[i].y - corners[0].y;
        lengthSq = cdMax(lengthSq, x * x + y * y);
    }
    return !(area > tolerance * sqrt(lengthSq));
}

// @errors false: no memory
static bool addParts(cdRegionWork *work, const cdFaceOverlap *faces, const cdPolygonOverlay *overlay,
                     cdMemory memory) {
    size_t most = (size_t)overlay->pointCount + 2 * (size_t)overlay->loopCount;
    cdVec2 *corners = cdTakeMemory(&memory, most, sizeof *corners);
    cdVec3 *points = cdTakeMemory(&memory, most, sizeof *points);
    if (corners == NULL || points == NULL) return false;
    for (int32_t i = 0; i < overlay->loopCount; i += 1 + overlay->loops[i].holeCount) {
        int32_t count = cdBridgeHoles(overlay->points, &overlay->loops[i], corners, &memory);
        if (count == 0) return false;
        double area = 0.0;
        for (int32_t k = 0; k <= overlay->loops[i].holeCount; k++)
            area += overlay->loops[i + k].area;
        if (!isNarrow(corners, count, area, work->tolerance))
            cdAddFaceRegion(work, faces, corners, count, area, points);
    }
    return true;
}

// Retries with more memory: the overlay's need is known only when it is done.
static cdPolygonOverlay overlayFaces(const cdRegionWork *work, const cdPolygons *a, const cdPolygons *b,
                                     cdMemory *memory) {
    cdPolygonOverlay overlay = {.state = CD_OVERLAY_NO_ROOM};
    for (size_t room = FIRST_ROOM; overlay.state == CD_OVERLAY_NO_ROOM && room <= ROOM_MAX; room *= 4) {
        cdMemory rest = *memory;
        if (!cdEnsureMemory(&rest, room)) break;
        overlay = cdOverlayPolygons(a, b, work->borderTolerance, &rest);
        if (overlay.state != CD_OVERLAY_NO_ROOM) *memory = rest;
    }
    return overlay;
}

void cdIntersectFaces(cdRegionWork *work, int32_t faceA, int32_t faceB) {
    cdPlacedFace madeA;
    cdFaceFrame madeB;
    const cdPlacedFace *placed = placeFace(work, faceA, &madeA);
    const cdFaceFrame *frame = findFrame(work, faceB, &madeB);
    if (!mayOverlap(work, placed, frame)) return;
    cdFaceOverlap faces = joinFaces(placed, frame);
    cdMemory memory = work->memory;
    cdPolygons a, b;
    bool laid = layOutA(work, placed, &faces, &memory, &a) && layOutB(work, frame, &faces, &memory, &b);
    if (laid && cdIsOverlapBeyond(work, &faces, &a, &b)) return;
    cdPolygonOverlay overlay = {.state = CD_OVERLAY_NO_ROOM};
    if (laid) overlay = overlayFaces(work, &a, &b, &memory); // (3)
    bool done = overlay.state == CD_OVERLAY_DONE && addParts(work, &faces, &overlay, memory);
    if (overlay.state == CD_OVERLAY_UNSETTLED) {
        cdIntersectFaceTriangles(work, &faces);
    } else if (!done) {
        cdStopMeter(work->meter, CD_REASON_WORKSPACE);
    }
}
