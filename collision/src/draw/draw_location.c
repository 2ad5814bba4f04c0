// Draws locations and pieces of segments as lines and points.
//
// Input: a solid or a mesh's features with the pose; a location, or the pieces of a segment, as classified.
// Output: calls of the cdDebugDraw callbacks. (1) A vertex is a point, an edge a line. (2) A face is
// the outline of its loops and a hatching: parallel lines in its plane, each drawn from every second crossing
// of the outline to the next, which skips holes. (3) A piece of a segment is a line, dashed outside, or
// a point, with its name beside its midpoint.
#include "draw/draw_solid.h"

#include "foundation/memory/hooks.h"
#include "solid/features/features_data.h"

#include <stdio.h>

enum { HATCH_LINES = 14, HATCH_MIN = 6, CROSSING_MAX = 128, DASHES = 9 };

cdDrawRole cdGetLocationRole(cdLocation location) {
    switch (location.kind) {
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

void cdDrawLocalLine(const cdLocalDraw *d, cdVec3 a, cdVec3 b, cdDrawRole role) {
    cdVec3 from = cdTransformLocal(d, a), to = cdTransformLocal(d, b);
    if (!d->dashed) {
        cdDrawSegment(d->draw, from, to, cdGetStyle(role));
        return;
    }
    for (int i = 0; i < DASHES; i++) { // begins and ends with a dash
        double begin = 2.0 * i / (2 * DASHES - 1), end = (2.0 * i + 1.0) / (2 * DASHES - 1);
        cdDrawSegment(d->draw, cdLerp(from, to, begin), cdLerp(from, to, end), cdGetStyle(role));
    }
}

static void describeSolidLocation(const cdSolid *solid, cdLocation location, char *text, size_t textSize) {
    int32_t id = cdGetSolidLocationId(solid, location);
    if (id < 0)
        snprintf(text, textSize, "%s", cdGetLocationName(location.kind));
    else
        snprintf(text, textSize, "%s %d", cdGetLocationName(location.kind), (int)id);
}

void cdDescribeLocation(const cdMesh *mesh, cdLocation location, char *text, size_t textSize) {
    if (CD_REQUIRE(mesh != NULL && mesh->solid != NULL && (text != NULL || textSize == 0)))
        describeSolidLocation(mesh->solid, location, text, textSize);
}

void cdLabelLocation(const cdLocalDraw *d, const cdSolid *solid, cdVec3 x, cdLocation location) {
    if (d->draw->label == NULL) return;
    char text[48];
    describeSolidLocation(solid, location, text, sizeof text);
    cdDrawLabel(d->draw, cdTransformLocal(d, x), text, cdGetStyle(cdGetLocationRole(location)));
}

// --- Locations

typedef struct Hatch {
    cdVec3 along, across; // directions of the lines and across them, unit, in the face's plane
    double crossings[CROSSING_MAX];
    int32_t count;
} Hatch;

// A half-edge crosses the line at height `level` if its ends are on different sides. An end on the line
// counts as below, so a corner on the line is counted once for each crossing of the outline.
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

// Finds the extent of the outer loop along a direction.
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

static void drawHatching(const cdLocalDraw *d, const cdBrep *brep, const cdBrepFace *face) {
    Hatch hatch = {.along = cdFindSquare(face->normal)};
    hatch.across = cdCross(face->normal, hatch.along);
    cdVec3 base = cdScale(face->offset, face->normal);
    double lower, upper;
    findExtent(brep, face, hatch.across, &lower, &upper);
    int wanted = (int)(HATCH_LINES * 0.5 * (upper - lower) / face->radius); // fewer on a narrow face
    int lines = wanted < HATCH_MIN ? HATCH_MIN : wanted;
    for (int i = 0; i < lines; i++) {
        double level = lower + (upper - lower) * (i + 0.5) / lines;
        addLoopCrossings(brep, face, &hatch, level);
        for (int32_t k = 0; k + 1 < hatch.count; k += 2) {
            cdVec3 from = cdMulAdd(cdMulAdd(base, level, hatch.across), hatch.crossings[k], hatch.along);
            cdVec3 to = cdMulAdd(from, hatch.crossings[k + 1] - hatch.crossings[k], hatch.along);
            cdDrawLocalLine(d, from, to, CD_ROLE_CELL);
        }
    }
}

static void drawFace(const cdLocalDraw *d, const cdBrep *brep, const cdBrepFace *face) {
    for (int32_t loop = 0; loop < face->loopCount; loop++) {
        int32_t first = brep->loops[face->firstLoop + loop], at = first;
        do {
            int32_t next = brep->halfEdges[at].next;
            cdDrawLocalLine(d, brep->points[brep->halfEdges[at].start],
                            brep->points[brep->halfEdges[next].start], CD_ROLE_ON);
            at = next;
        } while (at != first);
    }
    drawHatching(d, brep, face);
}

// Draws the feature at a location and returns its midpoint. False if the location is on no feature.
static bool drawFeature(const cdLocalDraw *d, const cdBrep *brep, cdLocation location, cdVec3 *middle) {
    int32_t index = location.index;
    if (location.kind == CD_ON_VERTEX && index >= 0 && index < brep->vertexCount) {
        *middle = brep->points[index];
        cdDrawLocalPoint(d, *middle, CD_ROLE_ON);
    } else if (location.kind == CD_ON_EDGE && index >= 0 && index < brep->edgeCount) {
        const cdHalfEdge *half = &brep->halfEdges[2 * (size_t)index];
        cdVec3 from = brep->points[half[0].start], to = brep->points[half[1].start];
        *middle = cdLerp(from, to, 0.5);
        cdDrawLocalLine(d, from, to, CD_ROLE_ON);
    } else if (location.kind == CD_ON_FACE && index >= 0 && index < brep->faceCount) {
        *middle = brep->faces[index].middle;
        drawFace(d, brep, &brep->faces[index]);
    } else {
        return false;
    }
    return true;
}

// If a mesh has both features and a solid, their numbers agree.
void cdDrawLocation(const cdDebugDraw *draw, const cdMesh *mesh, cdPose pose, cdLocation location) {
    if (!CD_REQUIRE(draw != NULL && mesh != NULL && (mesh->solid != NULL || mesh->features != NULL))) return;
    const cdSolid *solid = mesh->solid;
    const cdFeatures *features = mesh->features;
    const cdLocalDraw d = {draw, solid ? solid->info.center : features->info.center, pose, false};
    cdVec3 middle;
    if (!drawFeature(&d, solid ? &solid->brep : &features->brep, location, &middle) || !draw->label) return;
    char text[64];
    if (solid)
        describeSolidLocation(solid, location, text, sizeof text);
    else
        cdDescribeFeature(cdGetFeatureAt(mesh, location), text, sizeof text);
    cdDrawLabel(draw, cdTransformLocal(&d, middle), text, cdGetStyle(CD_ROLE_ON));
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
        cdLocalDraw d = {draw, solid->info.center, pose, piece->location.kind == CD_OUTSIDE};
        cdDrawRole role = cdGetLocationRole(piece->location);
        cdVec3 from = cdLerp(a, b, piece->from), to = cdLerp(a, b, piece->to);
        if (piece->from < piece->to)
            cdDrawLocalLine(&d, from, to, role);
        else
            cdDrawLocalPoint(&d, from, role);
        cdLabelLocation(&d, solid, cdLerp(from, to, 0.5), piece->location);
    }
}
