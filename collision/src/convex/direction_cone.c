// The vectors that may still separate; see direction_cone.h.
#include "convex/direction_cone.h"

static const double parallelSq = 1e-24; // of what is left of a direction across another, to what it was

// A vector as seen along the newest one.
typedef struct Flat {
    double x, y;
} Flat;

static double crossFlat(Flat a, Flat b) {
    return a.x * b.y - a.y * b.x;
}

static double lengthSqFlat(Flat a) {
    return a.x * a.x + a.y * a.y;
}

// The sector, at most half a turn, that holds the flat vectors: from `right` counter-clockwise to `left`.
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

// The middle of the sector: each side weighed with the other's length.
static Flat getMiddle(const Sector *sector) {
    Flat right = sector->right, left = sector->left;
    double rightSq = lengthSqFlat(right), leftSq = lengthSqFlat(left), share = sqrt(rightSq / leftSq);
    Flat middle = {right.x + share * left.x, right.y + share * left.y};
    return lengthSqFlat(middle) < parallelSq * rightSq ? (Flat){-right.y, right.x} : middle;
}

// Turns w, across the newest vector, towards it by half of what the others allow: a vector in the midst of
// those left is the likelier one.
static cdVec3 turnInwards(const cdDirectionCone *cone, cdVec3 w, cdVec3 newest, double newestSq) {
    double turn = sqrt(cdLengthSq(w) / newestSq);
    for (int32_t i = 0; i < cone->count; i++) {
        double along = cdDot(w, cone->found[i].m), gain = cdDot(newest, cone->found[i].m);
        if (along + 2.0 * turn * gain < 0.0) turn = 0.5 * cdMax(0.0, along) / -gain;
    }
    return cdMulAdd(w, turn, newest);
}

static bool renewVector(cdDirectionCone *cone, cdVec3 newest) {
    double newestSq = cdLengthSq(newest);
    bool alongX = newest.x * newest.x > 0.4 * newestSq;
    cdVec3 ex = cdCross(newest, alongX ? (cdVec3){0.0, 1.0, 0.0} : (cdVec3){1.0, 0.0, 0.0});
    cdVec3 ey = cdScale(1.0 / sqrt(newestSq), cdCross(newest, ex)); // as long as ex
    double least = parallelSq * cdLengthSq(ex);
    Sector sector = {.rightIndex = -1};
    for (int32_t i = 0; i < cone->count; i++) {
        cdVec3 m = cone->found[i].m;
        Flat p = {cdDot(ex, m), cdDot(ey, m)};
        if (lengthSqFlat(p) <= least * cdLengthSq(m)) continue;
        if (widenSector(&sector, p, i)) continue;
        int32_t witness[4] = {sector.rightIndex, sector.leftIndex, i, cone->count};
        for (int k = 0; k < 4; k++)
            cone->witness[k] = witness[k];
        return false;
    }
    Flat middle = sector.rightIndex < 0 ? (Flat){1.0, 0.0} : getMiddle(&sector);
    cone->w = turnInwards(cone, cdMulAdd(cdScale(middle.x, ex), middle.y, ey), newest, newestSq);
    return true;
}

// Between the first two vectors; false when they are opposite.
static bool takeMiddle(cdDirectionCone *cone, cdVec3 newest) {
    double firstSq = cdLengthSq(cone->w), share = sqrt(firstSq / cdLengthSq(newest));
    cdVec3 middle = cdMulAdd(cone->w, share, newest);
    if (cdLengthSq(middle) < 1e-3 * firstSq) return false;
    cone->w = middle;
    return true;
}

bool cdNarrowCone(cdDirectionCone *cone, const cdDifference *found) {
    bool left = true;
    if (cone->count == 0)
        cone->w = found->m;
    else if (cone->count > 1 || !takeMiddle(cone, found->m))
        left = cdDot(cone->w, found->m) > 0.0 || renewVector(cone, found->m);
    cone->found[cone->count++] = *found;
    return left;
}
