// Splits the faces of a solid into convex pieces [V90 2.1, step 1].
//
// (1) A face with one convex loop is one piece. (2) Any other face begins as triangles; sides between them
// are removed while both corners stay convex (Hertel and Mehlhorn 1983).
#include "foundation/memory/hooks.h"
#include "foundation/numbers/functions.h"
#include "solid/index/index_work.h"

#include <stdlib.h>

// True if three corners turn left about the normal, or not at all.
static bool turnsLeft(cdVec3 normal, cdVec3 a, cdVec3 b, cdVec3 c) {
    cdVec3 u = cdSub(b, a), v = cdSub(c, b);
    return cdDot(normal, cdCross(u, v)) >= -1e-14 * cdLength(u) * cdLength(v);
}

// --- (1)

static bool isConvexLoop(const cdBrep *brep, const cdBrepFace *face) {
    const cdHalfEdge *half = brep->halfEdges;
    if (face->loopCount != 1) return false;
    int32_t first = brep->loops[face->firstLoop], at = first, count = 0;
    double turn = 0.0;
    do {
        int32_t next = half[at].next, after = half[next].next;
        cdVec3 a = brep->points[half[at].start], b = brep->points[half[next].start],
               c = brep->points[half[after].start];
        if (!turnsLeft(face->normal, a, b, c)) return false;
        cdVec3 u = cdSub(b, a), v = cdSub(c, b);
        turn += cdAtan2(cdDot(face->normal, cdCross(u, v)), cdDot(u, v));
        at = next;
        count++;
    } while (at != first);
    return count >= 3 && turn < 7.0; // one full turn
}

static void addLoopPiece(cdIndexWork *work, int32_t face) {
    const cdBrep *brep = work->input->brep;
    int32_t first = brep->loops[brep->faces[face].firstLoop], at = first;
    cdFacePiece piece = {.face = face, .first = work->corners.count};
    do {
        const cdHalfEdge *half = &brep->halfEdges[at];
        cdCorner *corner = cdPushItems(work, &work->corners, 1);
        if (corner == NULL) return;
        *corner = (cdCorner){.point = brep->points[half->start],
                             .leaf = cdMakeLeaf(CD_ON_VERTEX, half->start),
                             .halfEdge = at,
                             .pointPlane = -1,
                             .sidePlane = -1};
        piece.count++;
        at = half->next;
    } while (at != first);
    cdFacePiece *added = cdPushItems(work, &work->facePieces, 1);
    if (added != NULL) *added = piece;
}

// --- (2)

// A side of one of a face's triangles.
typedef struct Side {
    int32_t start, end;           // mesh vertices
    int32_t halfEdge;             // -1: between two triangles of the face
    int32_t next, previous, twin; // sides; twin -1: no twin
    bool removed, visited;
} Side;

typedef struct SideKey {
    int32_t low, high, side;
} SideKey;

static int compareKeys(const void *a, const void *b) {
    const SideKey *x = a, *y = b;
    if (x->low != y->low) return x->low < y->low ? -1 : 1;
    if (x->high != y->high) return x->high < y->high ? -1 : 1;
    return x->side < y->side ? -1 : 1;
}

static void listSides(const cdIndexInput *input, const cdBrepFace *face, Side *sides) {
    const cdBrep *brep = input->brep;
    for (int32_t i = 0; i < face->triangleCount; i++) {
        int32_t triangle = brep->faceTriangles[face->firstTriangle + i];
        const int32_t *corners = &brep->triangles[3 * triangle];
        for (int32_t k = 0; k < 3; k++)
            sides[3 * i + k] = (Side){.start = corners[k],
                                      .end = corners[(k + 1) % 3],
                                      .halfEdge = input->sideHalfEdges[3 * triangle + k],
                                      .next = 3 * i + (k + 1) % 3,
                                      .previous = 3 * i + (k + 2) % 3,
                                      .twin = -1};
    }
}

// Two sides between the same vertices in opposite directions are twins.
static void pairSides(Side *sides, SideKey *keys, int32_t sideCount) {
    int32_t keyCount = 0;
    for (int32_t i = 0; i < sideCount; i++) {
        bool up = sides[i].start < sides[i].end;
        if (sides[i].halfEdge < 0)
            keys[keyCount++] =
                (SideKey){up ? sides[i].start : sides[i].end, up ? sides[i].end : sides[i].start, i};
    }
    qsort(keys, (size_t)keyCount, sizeof *keys, compareKeys);
    for (int32_t i = 0; i + 1 < keyCount; i++) {
        Side *a = &sides[keys[i].side], *b = &sides[keys[i + 1].side];
        if (a->start != b->end || a->end != b->start) continue;
        a->twin = keys[i + 1].side;
        b->twin = keys[i].side;
        i++;
    }
}

static bool staysConvex(const cdBrep *brep, cdVec3 normal, const Side *sides, int32_t before, int32_t after) {
    const cdVec3 *points = brep->meshPoints;
    return turnsLeft(normal, points[sides[before].start], points[sides[after].start],
                     points[sides[after].end]);
}

static void removeSides(const cdBrep *brep, cdVec3 normal, Side *sides, int32_t sideCount) {
    for (int32_t i = 0; i < sideCount; i++) {
        Side *side = &sides[i];
        if (side->twin < i) continue; // no twin, or already tested
        Side *twin = &sides[side->twin];
        if (!staysConvex(brep, normal, sides, side->previous, twin->next)) continue;
        if (!staysConvex(brep, normal, sides, twin->previous, side->next)) continue;
        sides[side->previous].next = twin->next;
        sides[twin->next].previous = side->previous;
        sides[twin->previous].next = side->next;
        sides[side->next].previous = twin->previous;
        side->removed = twin->removed = true;
    }
}

static void addRemainingPieces(cdIndexWork *work, int32_t face, Side *sides, int32_t sideCount) {
    const cdBrep *brep = work->input->brep;
    for (int32_t i = 0; i < sideCount; i++) {
        if (sides[i].removed || sides[i].visited) continue;
        cdFacePiece piece = {.face = face, .first = work->corners.count};
        for (int32_t at = i; !sides[at].visited; at = sides[at].next) {
            sides[at].visited = true;
            cdCorner *corner = cdPushItems(work, &work->corners, 1);
            if (corner == NULL) return;
            *corner = (cdCorner){.point = brep->meshPoints[sides[at].start],
                                 .leaf = work->input->vertexLeaves[sides[at].start],
                                 .halfEdge = sides[at].halfEdge,
                                 .pointPlane = -1,
                                 .sidePlane = -1};
            piece.count++;
        }
        cdFacePiece *added = cdPushItems(work, &work->facePieces, 1);
        if (added != NULL) *added = piece;
    }
}

static void addTrianglePieces(cdIndexWork *work, int32_t face) {
    const cdBrepFace *of = &work->input->brep->faces[face];
    int32_t sideCount = 3 * of->triangleCount;
    Side *sides = cdAllocate((size_t)sideCount * sizeof *sides);
    SideKey *keys = cdAllocate((size_t)sideCount * sizeof *keys);
    work->noMemory = work->noMemory || sides == NULL || keys == NULL;
    if (!work->noMemory) {
        listSides(work->input, of, sides);
        pairSides(sides, keys, sideCount);
        removeSides(work->input->brep, of->normal, sides, sideCount);
        addRemainingPieces(work, face, sides, sideCount);
    }
    cdFree(sides);
    cdFree(keys);
}

cdRun cdMakeFacePieces(cdIndexWork *work) {
    const cdBrep *brep = work->input->brep;
    cdRun run = {work->facePieces.count, 0};
    for (int32_t i = 0; i < brep->faceCount && !work->noMemory; i++) {
        if (isConvexLoop(brep, &brep->faces[i]))
            addLoopPiece(work, i);
        else
            addTrianglePieces(work, i);
    }
    run.count = work->facePieces.count - run.first;
    return run;
}
