// Excludes disjoint triangles by a grid; see near_triangles.h.
#include "bench/near_triangles.h"
#include "bench/timing.h"
#include <math.h>
#include <stdlib.h>

enum { CELLS = 96, SLICES = 8 }; // cells a side of B's bounds; slices of the step

typedef struct Grid {
    cdVec3 lower;
    double cell;
    unsigned char *marks; // marks[CELLS^3]
} Grid;

typedef struct CellRange {
    int32_t from[3], to[3]; // inclusive; empty when from > to
} CellRange;

static cdVec3 toDouble(RealVec3 v) {
    return (cdVec3){(double)v.x, (double)v.y, (double)v.z};
}

static cdBox3 emptyBox(void) {
    return (cdBox3){{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
}

static void growBox(cdBox3 *box, cdVec3 p, double radius) {
    box->lower = (cdVec3){cdMin(box->lower.x, p.x - radius), cdMin(box->lower.y, p.y - radius),
                          cdMin(box->lower.z, p.z - radius)};
    box->upper = (cdVec3){cdMax(box->upper.x, p.x + radius), cdMax(box->upper.y, p.y + radius),
                          cdMax(box->upper.z, p.z + radius)};
}

static Grid makeGrid(const OracleMesh *b) {
    cdBox3 box = emptyBox();
    for (int32_t i = 0; i < b->pointCount; i++)
        growBox(&box, toDouble(b->points[i]), 0.0);
    Grid grid = {.lower = box.lower, .marks = AllocateArray((int64_t)CELLS * CELLS * CELLS, 1)};
    grid.cell = cdMaxAbs(cdSub(box.upper, box.lower)) / CELLS * (1.0 + 1e-9);
    return grid;
}

static CellRange getCells(const Grid *grid, cdBox3 box) {
    cdVec3 from = cdScale(1.0 / grid->cell, cdSub(box.lower, grid->lower));
    cdVec3 to = cdScale(1.0 / grid->cell, cdSub(box.upper, grid->lower));
    const double lower[3] = {from.x, from.y, from.z}, upper[3] = {to.x, to.y, to.z};
    CellRange cells;
    for (int k = 0; k < 3; k++) {
        cells.from[k] = (int32_t)cdMax(0.0, cdMin(CELLS, floor(lower[k])));
        cells.to[k] = (int32_t)cdMax(-1.0, cdMin(CELLS - 1, floor(upper[k])));
    }
    return cells;
}

// True if a cell of the range has the mark. With `set`, marks all of them.
static bool visitCells(Grid *grid, const CellRange *cells, unsigned char mark, bool set) {
    bool found = false;
    for (int32_t x = cells->from[0]; x <= cells->to[0]; x++) {
        for (int32_t y = cells->from[1]; y <= cells->to[1]; y++) {
            for (int32_t z = cells->from[2]; z <= cells->to[2]; z++) {
                unsigned char *at = &grid->marks[(x * CELLS + y) * CELLS + z];
                found = found || (*at & mark) != 0;
                if (set) *at = (unsigned char)(*at | mark);
            }
        }
    }
    return found;
}

static cdBox3 getFixedBox(const OracleMesh *b, const int32_t *corners) {
    cdBox3 box = emptyBox();
    for (int k = 0; k < 3; k++)
        growBox(&box, toDouble(b->points[corners[k]]), 0.0);
    return box;
}

// Bounds a moving triangle over a slice: its corners at the slice's ends, enlarged by the motion of its
// points, mixtures of the corners, in half a slice, and by the reach.
static cdBox3 getMovingBox(const OracleMesh *a, const int32_t *corners, const OracleMotion *motion,
                           const RealPose poses[SLICES + 1], double reach) {
    cdBox3 box = emptyBox();
    for (int k = 0; k < 3; k++) {
        RealVec3 local = a->points[corners[k]];
        double radius = (double)BoundOracleSpeed(motion, local) * 0.5 / SLICES + reach + 1e-6;
        for (int s = 0; s <= SLICES; s++)
            growBox(&box, toDouble(TransformReal(&poses[s], local)), radius);
    }
    return box;
}

// Collects the triangles whose cells have `wanted`; marks these cells with `own`.
static OracleMesh takeMarked(const OracleMesh *mesh, const CellRange *cells, Grid *grid, unsigned char wanted,
                             unsigned char own) {
    int32_t *triangles = AllocateArray(3 * (int64_t)mesh->triangleCount, sizeof *triangles);
    OracleMesh taken = *mesh;
    taken.triangles = triangles;
    taken.triangleCount = 0;
    for (int32_t i = 0; i < mesh->triangleCount; i++) {
        if (!visitCells(grid, &cells[i], wanted, false)) continue;
        visitCells(grid, &cells[i], own, true);
        for (int k = 0; k < 3; k++)
            triangles[3 * taken.triangleCount + k] = mesh->triangles[3 * i + k];
        taken.triangleCount++;
    }
    return taken;
}

NearTriangles FindNearTriangles(const OracleMesh *a, const BenchStep *step, const OracleMesh *b,
                                double reach) {
    enum { MARK_B = 1, MARK_A = 2, MARK_NONE = 4 };
    OracleMotion motion = MakeOracleScene(a, step->start, step->target, b, cdIdentityPose()).motion;
    RealPose poses[SLICES + 1];
    for (int s = 0; s <= SLICES; s++)
        poses[s] = GetOraclePoseAt(&motion, (Real)s / SLICES);
    Grid grid = makeGrid(b);
    CellRange *cellsA = AllocateArray(a->triangleCount, sizeof *cellsA);
    CellRange *cellsB = AllocateArray(b->triangleCount, sizeof *cellsB);
    for (int32_t i = 0; i < b->triangleCount; i++) {
        cellsB[i] = getCells(&grid, getFixedBox(b, b->triangles + 3 * i));
        visitCells(&grid, &cellsB[i], MARK_B, true);
    }
    for (int32_t i = 0; i < a->triangleCount; i++)
        cellsA[i] = getCells(&grid, getMovingBox(a, a->triangles + 3 * i, &motion, poses, reach));
    NearTriangles near;
    near.a = takeMarked(a, cellsA, &grid, MARK_B, MARK_A);
    near.b = takeMarked(b, cellsB, &grid, MARK_A, MARK_NONE);
    free(cellsA);
    free(cellsB);
    free(grid.marks);
    return near;
}

void FreeNearTriangles(NearTriangles *near) {
    free((void *)(uintptr_t)near->a.triangles);
    free((void *)(uintptr_t)near->b.triangles);
}
