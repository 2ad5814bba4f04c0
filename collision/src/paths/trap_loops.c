// Proofs by topology: closed surfaces around vertices, and linked loops; see trap.h.
//
// Both count crossings of segments and triangles by signs of determinants, in exact arithmetic. A sign of 0
// means another point outside, or another tip of the cone.
//
// (1) The number of crossings of a segment from a vertex to a point outside is odd for each closed part that
// surrounds the vertex. (2) The linking number of two loops is the number of times that one passes through
// a cone over the other, with signs. (3) Coordinates are rounded. So a vertex must be farther from the
// surface, and the loops from each other, than that; and than a touch at the start, which may be an overlap
// within a tolerance.
#include "continuous/nearest/nearest.h"
#include "foundation/geometry/boxes.h"
#include "foundation/memory/workspace.h"
#include "foundation/numbers/functions.h"
#include "mesh/shapes/closest.h"
#include "paths/trap_surface.h"
#include "paths/trap_work.h"

#include <math.h>
#include <string.h>

enum { TIPS = 8, VERTICES = 4 };

static const double TOUCH = 16e-6; // of the larger radius: more than the tolerance of a touch

typedef struct Loop {
    cdVec3 *points; // points[count]
    int32_t count;
    cdBox3 box;
} Loop;

typedef struct LoopWork {
    cdTrapWork *work;
    cdTrapPair pair;
    cdTrapSurface a, b;
    uint8_t *parities; // parities[vertexCount] of the larger mesh, by root
    Loop loopA, loopB;
} LoopWork;

static bool layOut(LoopWork *loops) {
    const cdMesh *a = loops->pair.a, *b = loops->pair.b;
    size_t most = (size_t)(a->vertexCount > b->vertexCount ? a->vertexCount : b->vertexCount);
    size_t points = ((size_t)a->vertexCount + (size_t)b->vertexCount) * sizeof(cdVec3);
    size_t size = cdGetTrapSurfaceSize(a) + cdGetTrapSurfaceSize(b) + points + most + 16 * 16;
    cdMemory memory = {.next = cdUseWorkPart(loops->work->workspace, CD_WORK_TRAP, size), .left = size};
    if (memory.next == NULL) return false;
    loops->parities = cdTakeMemory(&memory, most, 1);
    loops->loopA.points = cdTakeMemory(&memory, (size_t)a->vertexCount, sizeof(cdVec3));
    loops->loopB.points = cdTakeMemory(&memory, (size_t)b->vertexCount, sizeof(cdVec3));
    cdMakeTrapSurface(a, &memory, &loops->a);
    cdMakeTrapSurface(b, &memory, &loops->b);
    return true;
}

// A point on no plane of note: direction i of a spiral around a sphere.
static cdVec3 getDirection(int i) {
    double z = (i + 0.37) / TIPS * 2.0 - 1.0, turn = 2.399963229728653 * i + 0.1234;
    double r = sqrt(1.0 - z * z);
    return (cdVec3){r * cdCos(turn), r * cdSin(turn), z};
}

// Returns 1 if the segment from p to q crosses the triangle towards its normal, -1 against it, 0: it does
// not. `isUnsure`: receives true if a determinant is 0.
static int crossTriangle(cdVec3 p, cdVec3 q, const cdVec3 t[3], bool *isUnsure) {
    int before = cdGetOrientation3(t[0], t[1], t[2], p), after = cdGetOrientation3(t[0], t[1], t[2], q);
    if (before != 0 && before == after) return 0;
    int sides[3];
    for (int k = 0; k < 3; k++)
        sides[k] = cdGetOrientation3(p, q, t[k], t[(k + 1) % 3]);
    bool isZero = sides[0] == 0 || sides[1] == 0 || sides[2] == 0;
    if (before == 0 || after == 0 || isZero) {
        *isUnsure = true;
        return 0;
    }
    return sides[0] == sides[1] && sides[1] == sides[2] ? after : 0;
}

// --- (1)

// Counts the crossings of a segment by parts. False: a sign is 0.
static bool countParities(LoopWork *loops, const cdTrapSurface *shell, cdVec3 from, cdVec3 to) {
    const cdMesh *mesh = shell->mesh;
    bool isUnsure = false;
    memset(loops->parities, 0, (size_t)mesh->vertexCount);
    for (int32_t i = 0; i < mesh->triangleCount && !isUnsure; i++) {
        const int32_t *corners = mesh->triangles + 3 * (size_t)i;
        const cdVec3 t[3] = {mesh->vertices[corners[0]], mesh->vertices[corners[1]],
                             mesh->vertices[corners[2]]};
        int crossing = crossTriangle(from, to, t, &isUnsure);
        loops->parities[shell->roots[corners[0]]] ^= (uint8_t)(crossing & 1);
    }
    return !isUnsure;
}

// Tests if a closed part of the shell surrounds a point, in the frame of its vertices.
static bool surrounds(LoopWork *loops, const cdTrapSurface *shell, cdVec3 point) {
    const cdMesh *mesh = shell->mesh;
    double far = 2.0 * mesh->radius + cdLength(point);
    bool known = false;
    for (int i = 0; i < TIPS && !known; i++)
        known = countParities(loops, shell, point, cdScale(far, getDirection(i)));
    for (int32_t i = 0; i < mesh->vertexCount && known; i++)
        if (shell->roots[i] == i && loops->parities[i] && !shell->isOpen[i]) return true;
    return false;
}

static double getTouch(const LoopWork *loops) {
    double larger = cdMax(loops->pair.a->radius, loops->pair.b->radius);
    return TOUCH * larger + cdGetTrapRounding(loops->work);
}

static bool isOff(LoopWork *loops, const cdMesh *shell, cdVec3 point) {
    double touch = getTouch(loops);
    cdNearestPoint near = cdFindNearestPoint(shell, point, 2.0 * touch, -1, &loops->work->meter, NULL, NULL);
    return !cdIsOut(&loops->work->meter) && (!near.found || near.lower > touch);
}

// Tests a few vertices of the probe.
static bool encloses(LoopWork *loops, const cdTrapSurface *shell, cdPose poseShell, const cdMesh *probe,
                     cdPose poseProbe) {
    const cdMesh *mesh = shell->mesh;
    if (probe->rounding > 0.0 || mesh->rounding > 0.0) return false;
    for (int32_t i = 0; i < VERTICES; i++) {
        int32_t vertex = (int32_t)((int64_t)i * probe->vertexCount / VERTICES);
        cdVec3 world = cdPlaceMeshVertex(probe, poseProbe, vertex);
        cdVec3 point = cdSub(cdInvTransformPoint(poseShell, world), mesh->center);
        if (cdLength(point) > mesh->radius) continue;
        if (!cdSpend(&loops->work->meter, 1 + mesh->triangleCount / 16)) return false;
        if (isOff(loops, mesh, point) && surrounds(loops, shell, point)) return true;
    }
    return false;
}

static bool isEnclosed(LoopWork *loops) {
    const cdTrapPair *pair = &loops->pair;
    return encloses(loops, &loops->b, pair->poseB, pair->a, pair->poseA) ||
           encloses(loops, &loops->a, pair->poseA, pair->b, pair->poseB);
}

// --- (2)

static Loop makeLoop(const cdTrapSurface *surface, int32_t chord, cdPose pose, cdVec3 *points) {
    Loop loop = {.points = points, .count = cdWriteTrapLoop(surface, chord, pose, points)};
    loop.box = cdBoundPoints(points, loop.count);
    return loop;
}

// Counts how often loop A passes through a cone over loop B. False: a sign is 0.
static bool countPassages(const Loop *a, const Loop *b, cdVec3 tip, int32_t *passages) {
    bool isUnsure = false;
    *passages = 0;
    for (int32_t k = 0; k < b->count && !isUnsure; k++) {
        const cdVec3 t[3] = {tip, b->points[k], b->points[(k + 1) % b->count]};
        const cdBox3 box = cdBoundPoints(t, 3);
        if (!cdBoxesMeet(&box, &a->box)) continue;
        for (int32_t i = 0; i < a->count && !isUnsure; i++)
            *passages += crossTriangle(a->points[i], a->points[(i + 1) % a->count], t, &isUnsure);
    }
    return !isUnsure;
}

static int32_t findLinkingNumber(const Loop *a, const Loop *b) {
    cdVec3 middle = cdScale(0.5, cdAdd(b->box.lower, b->box.upper));
    double size = cdLength(cdSub(b->box.upper, b->box.lower));
    int32_t passages;
    for (int i = 0; i < TIPS; i++)
        if (countPassages(a, b, cdMulAdd(middle, 0.01 * size * (1 + i), getDirection(i)), &passages))
            return passages;
    return 0;
}

// --- (3)

static bool areApart(const Loop *a, const Loop *b, double touch) {
    double least = touch * touch;
    for (int32_t i = 0; i < a->count; i++)
        for (int32_t k = 0; k < b->count; k++) {
            cdClosest found = cdFindClosestSegments(a->points[i], a->points[(i + 1) % a->count], b->points[k],
                                                    b->points[(k + 1) % b->count]);
            if (!(found.distanceSq > least)) return false;
        }
    return true;
}

static int32_t link(LoopWork *loops, int32_t chordA, int32_t chordB) {
    Loop *a = &loops->loopA, *b = &loops->loopB;
    *a = makeLoop(&loops->a, chordA, loops->pair.poseA, a->points);
    *b = makeLoop(&loops->b, chordB, loops->pair.poseB, b->points);
    if (!cdBoxesMeet(&a->box, &b->box)) return 0;
    if (!cdSpend(&loops->work->meter, 1 + (int64_t)a->count * b->count / 8)) return 0;
    int32_t number = findLinkingNumber(a, b);
    return number != 0 && areApart(a, b, getTouch(loops)) ? number : 0;
}

static int32_t findLink(LoopWork *loops) {
    int32_t number = 0;
    for (int32_t i = 0; i < loops->a.chordCount && number == 0; i++)
        for (int32_t k = 0; k < loops->b.chordCount && number == 0 && !cdIsOut(&loops->work->meter); k++)
            number = link(loops, loops->a.chords[i], loops->b.chords[k]);
    return number;
}

// --- All pairs

static bool areNear(const cdTrapPair *pair) {
    cdVec3 a = cdTransformPoint(pair->poseA, pair->a->center);
    cdVec3 b = cdTransformPoint(pair->poseB, pair->b->center);
    return cdLength(cdSub(a, b)) <= pair->a->radius + pair->b->radius;
}

bool cdFindTrapLoops(cdTrapWork *work) {
    uint32_t wanted = work->input->proofs != 0 ? work->input->proofs : CD_TRAP_ALL_PROOFS;
    cdTrap *out = work->out;
    for (int32_t i = 0; i < cdCountTrapPairs(work) && out->proofs == 0; i++) {
        LoopWork loops = {.work = work, .pair = cdGetTrapPair(work, i)};
        int64_t tests = ((int64_t)loops.pair.a->triangleCount + loops.pair.b->triangleCount) / 8;
        if (!areNear(&loops.pair)) continue;
        if (!cdSpend(&work->meter, 1 + tests)) return true;
        if (!layOut(&loops)) return false;
        if ((wanted & CD_TRAP_ENCLOSED) != 0 && isEnclosed(&loops)) out->proofs = CD_TRAP_ENCLOSED;
        if (out->proofs == 0 && (wanted & CD_TRAP_LINKED) != 0) out->linkingNumber = findLink(&loops);
        if (out->linkingNumber != 0) out->proofs = CD_TRAP_LINKED;
        if (out->proofs == 0) continue;
        out->shape = loops.pair.shape;
        out->obstacle = loops.pair.obstacle;
    }
    return true;
}
