// The tests of grids of nodes and of triangles in floats, for the processor at hand.
#ifndef CD_GRID_TESTS_H
#define CD_GRID_TESTS_H

#include "continuous/search/placed_fours.h"
#include "continuous/search/placed_triangles.h"

#include <stddef.h>

// Rounding of the lengths of a pair of nodes, relative to their sum (grid_rows.h), and of those of triangles,
// relative to the size of the span's frame (triangle_rows.h).
#define CD_ROW_ROUNDING      (256.0 * 0x1p-24)
#define CD_TRIANGLE_ROUNDING (64.0 * 0x1p-24)

// The part of interest in the units of the span's frame.
typedef struct cdPartFloats {
    float lambdaEnd, bulgeShare, turn, inflation, rounding;
    float triangleSlack; // inflation, and the rounding of triangles
    float nearSlack;     // the same for triangles that are listed
} cdPartFloats;

// The pairs of nodes that are tested together: cell 4 i + k is the pair of A's node i and B's node k. Masks
// of cells have a bit for each.
typedef struct cdNodeGrid {
    cdMovedFour *a;
    cdFixedFour *b;
    int cells; // those to be tested
} cdNodeGrid;

// Return the cells of one node of A, of B.
static inline int cdGetCellsOfA(int lane) {
    return 0x000f << 4 * lane;
}

static inline int cdGetCellsOfB(int lane) {
    return 0x1111 << lane;
}

// Cells by the test that decided them. Slabs are tested only in rows that have a cell which the chord does
// not separate.
typedef struct cdGridMasks {
    int cellCount, apartCount;
    int apart;     // separated by the chord
    int undecided; // the spheres need not meet
    int parted;    // separated by slabs
    int close;     // slabs in doubles may separate them
} cdGridMasks;

// Corners and edges of two triangles, bits as in cdLeafEntry.
typedef struct cdElementBits {
    uint8_t a, b;
} cdElementBits;

enum { CD_ALL_ELEMENTS = 0x3f };

// Pairs of triangles by the test that decided them.
typedef struct cdTriangleMasks {
    int byPlane;            // the plane of one triangle separates them
    int bySide;             // planes through edges do, or several planes: one for each edge
    cdElementBits near[16]; // of the other cells: elements that no plane keeps from the other triangle
} cdTriangleMasks;

typedef struct cdGridTests {
    void (*testNodes)(const cdPartFloats *part, const cdNodeGrid *grid, cdGridMasks *masks,
                      float nearnessSq[16]);
    // Returns those of the cells that boxes separate. Both fours must have their sides.
    int (*testBoxes)(const cdPartFloats *part, const cdNodeGrid *grid, int cells);
    // Returns those of the cells, pairs of triangles, that nothing separates.
    int (*testTriangles)(const cdPartFloats *part, const cdMovedTriangles *a, const cdFixedTriangles *b,
                         int cells, cdTriangleMasks *masks);
} cdGridTests;

// Return the tests with one row at once, which every processor has, and with two; NULL: the processor or the
// compiler does not have AVX2. The results are the same, bit for bit.
const cdGridTests *cdGetOneRowTests(void);
const cdGridTests *cdGetTwoRowTests(void);

static inline const cdGridTests *cdChooseGridTests(void) {
    const cdGridTests *two = cdGetTwoRowTests();
    return two != NULL ? two : cdGetOneRowTests();
}

#endif
