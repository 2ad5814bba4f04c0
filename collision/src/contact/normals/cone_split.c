// Cuts a cone that is not convex into convex pieces: a binary space partition of directions.
//
// Input: the sectors of the faces about a point, which together enclose the inside. Output: convex pieces,
// each spanned by a few directions, whose union is the inside.
// Source: [BV92 3] takes half spaces from a neighbourhood, intersected or united; here a neighbourhood of any
// shape becomes a union of convex ones. Cells are convex polygons on the sphere of directions, counter-
// clockwise about their inside seen from outside the sphere; a side of half a turn has a corner in between.
// Steps: (1) All directions are one cell. (2) Cut a cell by the plane of the sector that cuts the fewest of
// the others. (3) Distribute the sectors to the two parts, clipped. (4) A part without sectors is inside
// where it lies below the plane that cut it off, for a sector that bounds it is on that plane. At most
// CD_MAX_CONE_SECTORS cuts deep.
#include "contact/normals/contact_cone.h"

enum { MAX_CORNERS = 2 * CD_MAX_CONE_SECTORS };

// Sines below this are rounding.
static const double EDGE_ON = 1e-9;

typedef struct Cell {
    cdVec3 corners[MAX_CORNERS];
    int32_t count; // 0: all directions
} Cell;

typedef struct Sectors {
    cdConeSector items[CD_MAX_CONE_SECTORS];
    int32_t count;
} Sectors;

static cdVec3 cross(cdVec3 p, double heightP, cdVec3 q, double heightQ) {
    return cdNormalize(cdAdd(cdScale(fabs(heightQ), p), cdScale(fabs(heightP), q)));
}

// --- (1)

static void makeHemisphere(Cell *cell, cdVec3 pole) {
    cdVec3 axis = fabs(pole.x) < 0.6 ? cdMakeVec3(1.0, 0.0, 0.0) : cdMakeVec3(0.0, 1.0, 0.0);
    cdVec3 u = cdNormalize(cdCross(pole, axis)), v = cdCross(pole, u);
    cell->corners[0] = u, cell->corners[1] = v;
    cell->corners[2] = cdNegate(u), cell->corners[3] = cdNegate(v);
    cell->count = 4;
}

// --- (2)

// Returns the middle of a hemisphere; its corners alone are all on one great circle.
static cdVec3 findPole(const Cell *cell) {
    cdVec3 sum = {0.0, 0.0, 0.0};
    for (int32_t i = 0; i < cell->count; i++)
        sum = cdAdd(sum, cdCross(cell->corners[i], cell->corners[(i + 1) % cell->count]));
    return cdNormalize(sum);
}

static bool isHemisphere(const Cell *cell, cdVec3 pole) {
    for (int32_t i = 0; i < cell->count; i++)
        if (fabs(cdDot(cell->corners[i], pole)) > EDGE_ON) return false;
    return true;
}

static void addCorner(Cell *cell, cdVec3 corner) {
    if (cell->count < MAX_CORNERS) cell->corners[cell->count++] = corner;
}

// Along the plane that cut a cell the side may be half a turn.
static void addMiddles(const Cell *cell, cdVec3 up, Cell *result) {
    result->count = 0;
    for (int32_t i = 0; i < cell->count; i++) {
        cdVec3 p = cell->corners[i], q = cell->corners[(i + 1) % cell->count];
        addCorner(result, p);
        if (cdDot(p, q) < -1.0 + EDGE_ON) addCorner(result, cdNormalize(cdCross(up, p)));
    }
}

// Clips a cell to the part above the plane with normal `up`. False: nothing remains.
static bool clipCell(const Cell *cell, cdVec3 up, Cell *result) {
    Cell clipped;
    clipped.count = 0;
    if (cell->count == 0) {
        makeHemisphere(result, up);
        return true;
    }
    bool above = false, below = false;
    for (int32_t i = 0; i < cell->count; i++) {
        cdVec3 p = cell->corners[i], q = cell->corners[(i + 1) % cell->count];
        double heightP = cdDot(up, p), heightQ = cdDot(up, q);
        above = above || heightP > EDGE_ON, below = below || heightP < -EDGE_ON;
        if (heightP >= -EDGE_ON) addCorner(&clipped, p);
        bool crosses = (heightP > EDGE_ON && heightQ < -EDGE_ON) || (heightP < -EDGE_ON && heightQ > EDGE_ON);
        if (crosses) addCorner(&clipped, cross(p, heightP, q, heightQ));
    }
    if (!above && (below || cdDot(findPole(cell), up) <= 0.0)) return false;
    if (below)
        addMiddles(&clipped, up, result);
    else
        *result = *cell;
    return true;
}

static int32_t chooseSector(const Sectors *sectors) {
    int32_t best = 0, bestCuts = CD_MAX_CONE_SECTORS;
    for (int32_t i = 0; i < sectors->count && bestCuts > 0; i++) {
        int32_t cuts = 0;
        for (int32_t k = 0; k < sectors->count && cuts < bestCuts; k++) {
            double from = cdDot(sectors->items[i].normal, sectors->items[k].from);
            double to = cdDot(sectors->items[i].normal, sectors->items[k].to);
            if (k != i && cdMin(from, to) < -EDGE_ON && cdMax(from, to) > EDGE_ON) cuts++;
        }
        if (cuts < bestCuts) best = i, bestCuts = cuts;
    }
    return best;
}

// --- (3)

static void clipSectors(const Sectors *sectors, cdVec3 up, Sectors *result) {
    result->count = 0;
    for (int32_t i = 0; i < sectors->count; i++) {
        cdConeSector sector = sectors->items[i];
        double from = cdDot(up, sector.from), to = cdDot(up, sector.to);
        if (from <= EDGE_ON && to <= EDGE_ON) continue;
        if (from < -EDGE_ON) sector.from = cross(sector.from, from, sector.to, to);
        if (to < -EDGE_ON) sector.to = cross(sectors->items[i].from, from, sector.to, to);
        result->items[result->count++] = sector;
    }
}

// --- (4)

static bool addCell(const Cell *cell, cdLocalCone *cone) {
    cdVec3 rays[MAX_CORNERS + 1];
    int32_t count = cell->count;
    for (int32_t i = 0; i < count; i++)
        rays[i] = cell->corners[i];
    cdVec3 pole = findPole(cell);
    if (isHemisphere(cell, pole)) rays[count++] = pole;
    return cdAddConePiece(cone, rays, count);
}

static bool splitCell(const Cell *cell, const Sectors *sectors, int32_t depth, cdLocalCone *cone) {
    if (depth == CD_MAX_CONE_SECTORS) return false;
    cdVec3 normal = sectors->items[chooseSector(sectors)].normal;
    for (int below = 1; below >= 0; below--) {
        cdVec3 up = below ? cdNegate(normal) : normal;
        Cell part;
        Sectors left;
        if (!clipCell(cell, up, &part)) continue;
        clipSectors(sectors, up, &left);
        if (left.count > 0 && !splitCell(&part, &left, depth + 1, cone)) return false;
        if (left.count == 0 && below && !addCell(&part, cone)) return false;
    }
    return true;
}

bool cdSplitCone(const cdConeSector *sectors, int32_t sectorCount, cdLocalCone *cone) {
    Cell all;
    Sectors given;
    all.count = 0;
    given.count = sectorCount;
    for (int32_t i = 0; i < sectorCount; i++)
        given.items[i] = sectors[i];
    if (sectorCount == 0 || !splitCell(&all, &given, 0, cone)) cone->incomplete = true;
    return !cone->incomplete;
}
