// The vectors that may still separate; see direction_cone.h.
#include "convex/separation/direction_cone.h"

static const double parallelSq = 1e-24; // squared share of a direction that is perpendicular to another

// A vector projected along the newest one.
typedef struct Flat {
    double x, y;
} Flat;

static double crossFlat(Flat a, Flat b) {
    return a.x * b.y - a.y * b.x;
}

static double lengthSqFlat(Flat a) {
    return a.x * a.x + a.y * a.y;
}

// The sector, at most half a turn, of the flat vectors: from `right` counter-clockwise to `left`.
typedef struct Sector {
    Flat right, left;
    int32_t rightIndex, leftIndex; // -1: empty
} Sector;

// False if they no longer fit in half a turn.
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

// Returns the approximate length, within a factor of the square root of two.
static double getReach(Flat a) {
    return fabs(a.x) + fabs(a.y);
}

// Returns a vector near the middle of the sector, with a positive product with all in it. In a wide sector it
// is between the perpendiculars to the sides, since not all vectors between the sides have that property.
static Flat getMiddle(const Sector *sector) {
    Flat right = sector->right, left = sector->left;
    double rightReach = getReach(right), leftReach = getReach(left);
    if (right.x * left.x + right.y * left.y <= 0.0) {
        right = (Flat){-right.y, right.x};
        left = (Flat){left.y, -left.x};
    }
    return (Flat){leftReach * right.x + rightReach * left.x, leftReach * right.y + rightReach * left.y};
}

// Turns w, which is perpendicular to the newest vector, towards it by half of the allowed angle: a vector
// amid the remaining ones is more likely to separate.
static cdVec3 turnInwards(const cdDirectionCone *cone, cdVec3 w, cdVec3 newest) {
    double turn = cdMaxAbs(w);
    for (int32_t i = 0; i < cone->count; i++) {
        double along = cdDot(w, cone->units[i]), gain = cdDot(newest, cone->units[i]);
        if (along + 2.0 * turn * gain < 0.0) turn = 0.5 * cdMax(0.0, along) / -gain;
    }
    return cdMulAdd(w, turn, newest);
}

static bool renewVector(cdDirectionCone *cone, cdVec3 newest) {
    bool alongX = newest.x * newest.x > 0.4;
    cdVec3 ex = cdCross(newest, alongX ? (cdVec3){0.0, 1.0, 0.0} : (cdVec3){1.0, 0.0, 0.0});
    cdVec3 ey = cdCross(newest, ex); // as long as ex
    Sector sector = {.rightIndex = -1};
    for (int32_t i = 0; i < cone->count; i++) {
        Flat p = {cdDot(ex, cone->units[i]), cdDot(ey, cone->units[i])};
        if (lengthSqFlat(p) <= parallelSq) continue;
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

static cdVec3 addUnit(cdDirectionCone *cone, const cdDifference *found) {
    cdVec3 unit = cdScale(1.0 / cdLength(found->m), found->m);
    cone->units[cone->count] = unit;
    if (found != &cone->found[cone->count]) cone->found[cone->count] = *found;
    return unit;
}

void cdStartCone(cdDirectionCone *cone, const cdDifference *first, const cdDifference *second) {
    cone->count = 0;
    cdVec3 unit = addUnit(cone, first);
    cone->count = 1;
    cdVec3 newest = addUnit(cone, second);
    cone->w = cdAdd(unit, newest);
    if (cdLengthSq(cone->w) < 1e-3) renewVector(cone, newest); // opposite vectors: perpendicular to both
    cone->count = 2;
}

bool cdNarrowCone(cdDirectionCone *cone, const cdDifference *found) {
    cdVec3 newest = addUnit(cone, found);
    bool left = cdDot(cone->w, newest) > 0.0 || renewVector(cone, newest);
    cone->count++;
    return left;
}
