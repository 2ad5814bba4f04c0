// The vectors that may still separate; see direction_cone.h.
#include "convex/direction_cone.h"

static const double parallelSq = 1e-24; // of a projection: nothing left of the direction

// A vector across a unit one, unit.
static cdVec3 findAcross(cdVec3 r) {
    cdVec3 axis = fabs(r.x) < 0.6 ? (cdVec3){1.0, 0.0, 0.0} : (cdVec3){0.0, 1.0, 0.0};
    return cdNormalize(cdCross(r, axis));
}

// A direction seen along the newest one.
typedef struct Flat {
    double x, y;
} Flat;

static double crossFlat(Flat a, Flat b) {
    return a.x * b.y - a.y * b.x;
}

static Flat scaleToUnit(Flat a) {
    double s = 1.0 / sqrt(a.x * a.x + a.y * a.y);
    return (Flat){s * a.x, s * a.y};
}

// The sector, at most half a turn, that holds the flat directions: from `right` counter-clockwise to `left`.
typedef struct Sector {
    Flat right, left;
    int32_t rightIndex, leftIndex; // -1: empty
} Sector;

// False when no half turn holds them all any more.
static bool widenSector(Sector *sector, Flat p, int32_t index) {
    if (sector->rightIndex < 0) {
        *sector = (Sector){p, p, index, index};
        return true;
    }
    double fromRight = crossFlat(sector->right, p), toLeft = crossFlat(p, sector->left);
    if (fromRight >= 0.0 && toLeft >= 0.0) {
        bool opposite = fromRight == 0.0 && sector->right.x * p.x + sector->right.y * p.y < 0.0;
        if (opposite && sector->leftIndex == sector->rightIndex) {
            sector->left = p;
            sector->leftIndex = index;
        }
        return true;
    }
    if (fromRight > 0.0) {
        sector->left = p;
        sector->leftIndex = index;
        return true;
    }
    if (toLeft > 0.0) {
        sector->right = p;
        sector->rightIndex = index;
        return true;
    }
    return false;
}

// The middle of the sector.
static Flat getMiddle(const Sector *sector) {
    Flat right = scaleToUnit(sector->right), left = scaleToUnit(sector->left);
    Flat middle = {right.x + left.x, right.y + left.y};
    if (middle.x * middle.x + middle.y * middle.y < parallelSq) return (Flat){-right.y, right.x};
    return scaleToUnit(middle);
}

// Turns w, across the newest direction, towards it as far as half of what the others allow: a vector in the
// midst of those left is the likelier one.
static cdVec3 turnInwards(const cdDirectionCone *cone, cdVec3 w, cdVec3 newest) {
    double turn = 1.0;
    for (int32_t i = 0; i < cone->count; i++) {
        double along = cdDot(w, cone->directions[i]), gain = cdDot(newest, cone->directions[i]);
        if (gain < 0.0) turn = cdMin(turn, 0.5 * cdMax(0.0, along) / -gain);
    }
    return cdNormalize(cdMulAdd(w, turn, newest));
}

static bool renewVector(cdDirectionCone *cone, cdVec3 newest) {
    cdVec3 ex = findAcross(newest), ey = cdCross(newest, ex);
    Sector sector = {.rightIndex = -1};
    for (int32_t i = 0; i < cone->count; i++) {
        Flat p = {cdDot(ex, cone->directions[i]), cdDot(ey, cone->directions[i])};
        if (p.x * p.x + p.y * p.y <= parallelSq) continue;
        if (widenSector(&sector, p, i)) continue;
        int32_t witness[4] = {sector.rightIndex, sector.leftIndex, i, cone->count};
        for (int k = 0; k < 4; k++)
            cone->witness[k] = witness[k];
        return false;
    }
    Flat middle = sector.rightIndex < 0 ? (Flat){1.0, 0.0} : getMiddle(&sector);
    cone->w = turnInwards(cone, cdMulAdd(cdScale(middle.x, ex), middle.y, ey), newest);
    return true;
}

bool cdNarrowCone(cdDirectionCone *cone, const cdDifference *found, cdVec3 direction) {
    bool left = true;
    if (cone->count == 0)
        cone->w = direction;
    else if (cone->count == 1 && cdDot(cone->w, direction) > -0.999)
        cone->w = cdNormalize(cdAdd(cone->w, direction));
    else if (!(cdDot(cone->w, direction) > 0.0))
        left = renewVector(cone, direction);
    cone->found[cone->count] = *found;
    cone->directions[cone->count++] = direction;
    return left;
}
