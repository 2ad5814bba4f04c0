// Nodes in the frame of a span, four side by side, in floats for grid_rows.h; kept for the whole span.
#ifndef CD_PLACED_FOURS_H
#define CD_PLACED_FOURS_H

#include <stdbool.h>
#include <stdint.h>

// The other sides of their boxes: along and across the normal; the sines of the angles between these axes
// and the screw's are bounds.
typedef struct cdPlacedSides {
    float axes[2][3][4], halves[2][4], sines[2][4];
} cdPlacedSides;

// Up to four nodes, in the units of the span's frame (cdSpanFrame). Masks are those of the cells of a grid
// (grid_tests.h) with these nodes and any of the other mesh.
typedef struct cdPlacedFour {
    float center[3][4], radius[4];
    float normal[3][4], halfHeight[4], sine[4]; // sine: like those of the sides
    int32_t nodes[4], children[4];
    int cells;                  // of the nodes in use
    int leafCells, sharedCells; // of leaves; of labels that another node has
    bool hasSides;              // `sides` is filled
    cdPlacedSides sides;
} cdPlacedFour;

// Fours of B and of A. `below`: the fours that the nodes were opened to, `triangles`: those of leaves; NULL:
// not yet.
typedef struct cdFixedFour {
    cdPlacedFour at;
    struct cdFixedFour *below[4];
    struct cdFixedTriangles *triangles[4];
    uint32_t stamp; // of cdFixedPlaces, when the sines were computed
} cdFixedFour;

// B's nodes and triangles in the units of node tests: kept as long as the unit is the same and the
// workspace's tables hold them, from span to span and from query to query. Only the sines depend on the
// screw.
typedef struct cdFixedPlaces {
    cdFixedFour *root;   // NULL: none
    uint32_t generation; // of the tables
    double scale;
    float axis[3];  // of the screw
    uint32_t stamp; // counts the axes
} cdFixedPlaces;

// A's four is that at the span's start. The centres move by `lambda step`, within `bulge`.
typedef struct cdMovedFour {
    cdPlacedFour at;
    float step[3][4];
    float stepScale[4]; // 1 / |step|^2, 0 for a step below the rounding of floats
    float bulge[4];
    struct cdMovedFour *below[4];
    struct cdMovedTriangles *triangles[4];
} cdMovedFour;

#endif
