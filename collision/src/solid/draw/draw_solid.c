// Places and pieces of segments as lines and points.
//
// Input: a solid with its pose; a place, or the pieces of a segment, as classification tells them. Output:
// calls of the cdDebugDraw callbacks. (1) A vertex is a point, an edge a line. (2) A face is the outline of
// its loops and a hatching: parallel lines in its plane, each drawn from every second crossing of the
// outline to the next, which leaves out holes. (3) A piece of a segment is a line, dashed outside, or a
// point, with its name beside its middle.
#include "solid/draw/draw_solid.h"

#include "foundation/memory/hooks.h"

#include <stdio.h>

enum { HATCH_LINES = 14, HATCH_LEAST = 6, CROSSING_MAX = 128, DASHES = 9 };

cdDrawRole cdGetPlaceRole(cdPlace place) {
    switch (place.where) {
    case CD_INSIDE:
        return CD_ROLE_INSIDE;
    case CD_ON_VERTEX:
    case CD_ON_EDGE:
    case CD_ON_FACE:
        return CD_ROLE_ON;
    default:
        return CD_ROLE_OUTSIDE;
    }
}

void cdDescribeSolidPlace(const cdSolid *solid, cdPlace place, char *text, size_t textSize) {
    int32_t id = cdGetSolidPlaceId(solid, place);
    if (id < 0)
        snprintf(text, textSize, "%s", cdGetWhereName(place.where));
    else
        snprintf(text, textSize, "%s %d", cdGetWhereName(place.where), (int)id);
}

static cdVec3 toWorld(const cdSolidDraw *d, cdVec3 x) {
    return cdTransformPoint(d->pose, cdAdd(x, d->solid->info.center));
}

void cdDrawSolidLine(const cdSolidDraw *d, cdVec3 a, cdVec3 b, cdDrawRole role) {
    if (d->draw->segment == NULL) return;
    cdVec3 from = toWorld(d, a), to = toWorld(d, b);
    if (!d->dashed) {
        d->draw->segment(from, to, role, d->draw->context);
        return;
    }
    for (int i = 0; i < DASHES; i++) { // begins and ends with a dash
        double begin = 2.0 * i / (2 * DASHES - 1), end = (2.0 * i + 1.0) / (2 * DASHES - 1);
        d->draw->segment(cdLerp(from, to, begin), cdLerp(from, to, end), role, d->draw->context);
    }
}

static void drawPoint(const cdSolidDraw *d, cdVec3 x, cdDrawRole role) {
    if (d->draw->point) d->draw->point(toWorld(d, x), role, d->draw->context);
}

static void labelPlace(const cdSolidDraw *d, cdVec3 x, cdPlace place) {
    if (d->draw->label == NULL) return;
    char text[48];
    cdDescribeSolidPlace(d->solid, place, text, sizeof text);
    d->draw->label(toWorld(d, x), text, cdGetPlaceRole(place), d->draw->context);
}

// --- Places

typedef struct Hatch {
    cdVec3 along, across; // of the lines, unit, in the face's plane
    double crossings[CROSSING_MAX];
    int32_t count;
} Hatch;

// A half-edge crosses the line at height `level` when its ends lie on different sides; upper ends count as
// below, so that a corner on the line is counted as often as the outline passes it.
static void addCrossing(Hatch *hatch, cdVec3 a, cdVec3 b, double level) {
    double atA = cdDot(hatch->across, a) - level, atB = cdDot(hatch->across, b) - level;
    if ((atA > 0.0) == (atB > 0.0) || hatch->count == CROSSING_MAX) return;
    double along = cdDot(hatch->along, cdLerp(a, b, atA / (atA - atB)));
    int32_t at = hatch->count++;
    for (; at > 0 && hatch->crossings[at - 1] > along; at--)
        hatch->crossings[at] = hatch->crossings[at - 1];
    hatch->crossings[at] = along;
}

static void addLoopCrossings(const cdBrep *brep, const cdBrepFace *face, Hatch *hatch, double level) {
    hatch->count = 0;
    for (int32_t loop = 0; loop < face->loopCount; loop++) {
        int32_t first = brep->loops[face->firstLoop + loop], at = first;
        do {
            int32_t next = brep->halfEdges[at].next;
            addCrossing(hatch, brep->points[brep->halfEdges[at].start],
                        brep->points[brep->halfEdges[next].start], level);
            at = next;
        } while (at != first);
    }
}

static cdVec3 findPerpendicular(cdVec3 v) {
    bool steep = fabs(v.y) > 0.9;
    cdVec3 axis = {steep ? 1.0 : 0.0, steep ? 0.0 : 1.0, 0.0};
    return cdNormalize(cdCross(axis, v));
}

// Of the outer loop along a direction.
static void findExtent(const cdBrep *brep, const cdBrepFace *face, cdVec3 across, double *lower,
                       double *upper) {
    int32_t first = brep->loops[face->firstLoop], at = first;
    *lower = INFINITY;
    *upper = -INFINITY;
    do {
        double height = cdDot(across, brep->points[brep->halfEdges[at].start]);
        *lower = cdMin(*lower, height);
        *upper = cdMax(*upper, height);
        at = brep->halfEdges[at].next;
    } while (at != first);
}

static void drawHatching(const cdSolidDraw *d, const cdBrepFace *face) {
    Hatch hatch = {.along = findPerpendicular(face->normal)};
    hatch.across = cdCross(face->normal, hatch.along);
    cdVec3 base = cdScale(face->offset, face->normal);
    double lower, upper;
    findExtent(&d->solid->brep, face, hatch.across, &lower, &upper);
    int wanted = (int)(HATCH_LINES * 0.5 * (upper - lower) / face->radius); // fewer on a narrow face
    int lines = wanted < HATCH_LEAST ? HATCH_LEAST : wanted;
    for (int i = 0; i < lines; i++) {
        double level = lower + (upper - lower) * (i + 0.5) / lines;
        addLoopCrossings(&d->solid->brep, face, &hatch, level);
        for (int32_t k = 0; k + 1 < hatch.count; k += 2) {
            cdVec3 from = cdMulAdd(cdMulAdd(base, level, hatch.across), hatch.crossings[k], hatch.along);
            cdVec3 to = cdMulAdd(from, hatch.crossings[k + 1] - hatch.crossings[k], hatch.along);
            cdDrawSolidLine(d, from, to, CD_ROLE_CELL);
        }
    }
}

static void drawFace(const cdSolidDraw *d, const cdBrepFace *face) {
    const cdBrep *brep = &d->solid->brep;
    for (int32_t loop = 0; loop < face->loopCount; loop++) {
        int32_t first = brep->loops[face->firstLoop + loop], at = first;
        do {
            int32_t next = brep->halfEdges[at].next;
            cdDrawSolidLine(d, brep->points[brep->halfEdges[at].start],
                            brep->points[brep->halfEdges[next].start], CD_ROLE_ON);
            at = next;
        } while (at != first);
    }
    drawHatching(d, face);
}

void cdDrawPlace(const cdDebugDraw *draw, const cdMesh *mesh, cdPose pose, cdPlace place) {
    if (!CD_REQUIRE(draw != NULL && mesh != NULL && mesh->solid != NULL)) return;
    const cdSolid *solid = mesh->solid;
    const cdBrep *brep = &solid->brep;
    const cdSolidDraw d = {draw, solid, pose, false};
    int32_t index = place.index;
    if (place.where == CD_ON_VERTEX && index >= 0 && index < brep->vertexCount) {
        drawPoint(&d, brep->points[index], CD_ROLE_ON);
        labelPlace(&d, brep->points[index], place);
    } else if (place.where == CD_ON_EDGE && index >= 0 && index < brep->edgeCount) {
        const cdHalfEdge *half = &brep->halfEdges[2 * (size_t)index];
        cdVec3 from = brep->points[half[0].start], to = brep->points[half[1].start];
        cdDrawSolidLine(&d, from, to, CD_ROLE_ON);
        labelPlace(&d, cdLerp(from, to, 0.5), place);
    } else if (place.where == CD_ON_FACE && index >= 0 && index < brep->faceCount) {
        drawFace(&d, &brep->faces[index]);
        labelPlace(&d, brep->faces[index].middle, place);
    }
}

// --- Segments

void cdDrawSegmentPieces(const cdDebugDraw *draw, cdPose pose, const cdSegmentInput *segment,
                         const cdSegmentPieces *pieces) {
    if (!CD_REQUIRE(draw != NULL && segment != NULL && pieces != NULL)) return;
    if (!CD_REQUIRE(segment->mesh != NULL && segment->mesh->solid != NULL)) return;
    const cdSolid *solid = segment->mesh->solid;
    cdVec3 a = cdSub(segment->p, solid->info.center), b = cdSub(segment->q, solid->info.center);
    for (int32_t i = 0; i < pieces->count; i++) {
        const cdSegmentPiece *piece = &pieces->pieces[i];
        cdSolidDraw d = {draw, solid, pose, piece->place.where == CD_OUTSIDE};
        cdDrawRole role = cdGetPlaceRole(piece->place);
        cdVec3 from = cdLerp(a, b, piece->from), to = cdLerp(a, b, piece->to);
        if (piece->from < piece->to)
            cdDrawSolidLine(&d, from, to, role);
        else
            drawPoint(&d, from, role);
        labelPlace(&d, cdLerp(from, to, 0.5), piece->place);
    }
}

void cdDescribePlace(const cdMesh *mesh, cdPlace place, char *text, size_t textSize) {
    if (CD_REQUIRE(mesh != NULL && mesh->solid != NULL && (text != NULL || textSize == 0)))
        cdDescribeSolidPlace(mesh->solid, place, text, textSize);
}
