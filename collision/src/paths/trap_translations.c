// Translations that do not lead out, in space or in a plane; see trap.h.
//
// The coordinates of a translation are those of a chain of sliders between the set and each obstacle
// (mechanism_search.h). A cell is blocked if a pair of meshes shares a point throughout: a vertex of one
// stays inside of the other, or an edge in a triangle.
#include "foundation/numbers/matrix.h"
#include "paths/mechanism_search.h"
#include "paths/trap_flood.h"

#include <math.h>

enum { PLANES = 3 };

static const double OPPOSITE = -0.999999; // cosine of two normals that leave a plane

// The pairs of meshes of a flood.
typedef struct Pairs {
    int32_t last; // that blocked a cell
    cdChainWork chains[];
} Pairs;

static cdChainCell makeCell(const double *values, int32_t dimensions, double half) {
    cdChainCell cell = {{0.0}, {0.0}};
    for (int32_t k = 0; k < dimensions; k++)
        cell.lo[k] = values[k] - half, cell.hi[k] = values[k] + half;
    return cell;
}

static bool sharesPoint(cdChainWork *chain, const cdChainCell *cell, const double *values, double half) {
    double depth;
    if (cdIsChainFar(chain, cell, 0.0, 0.0)) return false;
    if (!cdOverlapsInChain(chain, cell, 0.0, &depth)) return false;
    return depth > half || cdFindEnclosedDepth(chain, values, half) > half;
}

static bool isBlocked(cdTrapFlood *flood, const double *values, double half) {
    Pairs *pairs = flood->other;
    const cdChainCell cell = makeCell(values, flood->dimensions, half);
    int32_t count = cdCountTrapPairs(flood->work);
    for (int32_t i = 0; i < count && !cdIsOut(&flood->work->meter); i++) {
        int32_t pair = (pairs->last + i) % count;
        if (!sharesPoint(&pairs->chains[pair], &cell, values, half)) continue;
        pairs->last = pair;
        return true;
    }
    return false;
}

static cdChainWork openChain(const cdTrapFlood *flood, int32_t index) {
    cdTrapWork *work = flood->work;
    cdTrapPair pair = cdGetTrapPair(work, index);
    cdChain chain = {.a = pair.a, .b = pair.b, .count = flood->dimensions};
    for (int32_t k = 0; k < flood->dimensions; k++) {
        chain.joints[k] = (cdChainJoint){.index = k, .axis = flood->basis[k]};
        chain.between[k] = cdIdentityPose();
    }
    chain.between[0] = cdInvMulPose(pair.poseB, cdIdentityPose());
    chain.between[flood->dimensions] = pair.poseA;
    double far = cdLength(cdSub(work->bounds.upper, work->bounds.lower)) + 4.0 * work->radius;
    const double zero[3] = {0.0, 0.0, 0.0};
    const cdChainCell room = makeCell(zero, flood->dimensions, far);
    return cdOpenChainWork(&chain, &room, &work->meter, work->workspace);
}

// Floods the translations along a basis. False: no memory.
static bool floodAlong(cdTrapWork *work, const cdVec3 *basis, int32_t dimensions, uint32_t proof) {
    cdTrapFlood flood = {.work = work,
                         .isBlocked = isBlocked,
                         .dimensions = dimensions,
                         .center = work->centroid,
                         .radius = work->radius};
    for (int32_t k = 0; k < dimensions; k++)
        flood.basis[k] = basis[k];
    int32_t count = cdCountTrapPairs(work);
    if (!cdMakeTrapFlood(&flood, sizeof(Pairs) + (size_t)count * sizeof(cdChainWork))) return false;
    Pairs *pairs = flood.other;
    pairs->last = 0;
    for (int32_t i = 0; i < count; i++)
        pairs->chains[i] = openChain(&flood, i);
    cdRunTrapFlood(&flood, proof);
    return true;
}

bool cdFindTrapTranslations(cdTrapWork *work) {
    static const cdVec3 axes[3] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
    return floodAlong(work, axes, 3, CD_TRAP_TRANSLATIONS);
}

// True if another row has the opposite normal, and none of the `count` normals is parallel.
static bool leavesPlane(const cdTrapWork *work, cdVec3 normal, const cdVec3 *normals, int32_t count) {
    for (int32_t i = 0; i < count; i++)
        if (fabs(cdDot(normal, normals[i])) > -OPPOSITE) return false;
    for (int32_t i = 0; i < work->rowCount; i++)
        if (cdDot(normal, work->rows[i].normal) < OPPOSITE) return true;
    return false;
}

bool cdFindTrapPlane(cdTrapWork *work) {
    cdVec3 normals[PLANES];
    int32_t count = 0;
    for (int32_t i = 0; i < work->rowCount && count < PLANES; i++) {
        cdVec3 normal = work->rows[i].normal;
        if (!leavesPlane(work, normal, normals, count)) continue;
        normals[count++] = normal;
        cdVec3 across = cdMakePerpendicular(normal);
        const cdVec3 basis[2] = {across, cdCross(normal, across)};
        if (!floodAlong(work, basis, 2, CD_TRAP_PLANE)) return false;
        if ((work->out->proofs & CD_TRAP_PLANE) == 0) continue;
        work->out->axis = normal;
        return true;
    }
    return true;
}
