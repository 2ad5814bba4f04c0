// The tables of a search between two meshes: moved vertices and nodes [RKC01 4.1], pair tables [RKC01 4.4],
// a stack. They belong to a workspace.
//
// Everything in the tables is stamped with a generation, so that a span starts without clearing. Moved
// vertices and placed nodes are kept only for those that the search reaches: memory follows what it opens.
#ifndef CD_SEARCH_MEMORY_H
#define CD_SEARCH_MEMORY_H

#include "collision/workspace.h"
#include "continuous/elements/elements.h"
#include "continuous/search/pair_table.h"
#include "continuous/search/placed_fours.h"
#include "continuous/search/placed_triangles.h"
#include "foundation/memory/workspace.h"
#include "mesh/mesh_data.h"

// A vertex of A over a span of tau: at `from + lambda step`, lambda in [0, 1], give or take `bulge`.
typedef struct cdMovedVertex {
    cdMovingPoint point;
    cdVec3 from, step;
    double bulge;
} cdMovedVertex;

// A pair of nodes to be opened, each by its four and its lane there; `reach` counts how often the part of
// interest had shrunk when they were found to meet.
typedef struct cdNodePair {
    cdMovedFour *a;
    cdFixedFour *b;
    int16_t laneA, laneB;
    int32_t reach;
} cdNodePair;

typedef enum cdTableKind {
    CD_TABLE_LABELS,
    CD_TABLE_EDGE_EDGE,
    CD_TABLE_VERTEX_FACE,
    CD_TABLE_FACE_VERTEX,
    CD_TABLE_COUNT
} cdTableKind;

// A vertex in the coordinates of a screw; see axis_triangle.h.
typedef struct cdAxisPoint {
    double x, y; // unit, from the axis to it; 0 on the axis
    double rho, height;
    double angle; // NAN: not computed yet
} cdAxisPoint;

// A triangle likewise; w is the unwound height.
typedef struct cdAxisTriangle {
    double near[3], rho[3], unwound[3]; // at its corners: a bound on rho that is linear, rho, w
    double angleLower, angleUpper;      // infinite where the axis may run through it
    double bend; // how far w is from the linear function between its corners; INFINITY likewise
    // A unit direction in the plane (rho, w), across its longest side there, rhoShare >= 0; its extent.
    double rhoShare, heightShare, lower, upper;
} cdAxisTriangle;

// Ranges over a node; see axis_profile.h.
enum { CD_PROFILE_COUNT = 4 };
typedef struct cdAxisProfile {
    double lower[CD_PROFILE_COUNT], upper[CD_PROFILE_COUNT];
    double angles[2]; // lower, upper
} cdAxisProfile;

typedef struct cdSearchMemory {
    uint32_t *generation; // of the current span, in the workspace
    cdItemTable *vertices, *movedFours, *fixedFours, *movedTriangles, *fixedTriangles;
    cdFixedPlaces *places; // of B's fours and triangles
    cdNodePair *stack;
    cdPairTable tables[CD_TABLE_COUNT];
    // Set if there are profiles. NULL: no memory
    cdAxisPoint *axisPoints[2]; // of each vertex of A, of B
    cdAxisTriangle *axisTriangles[2];
    cdAxisProfile *axisProfiles[2]; // of each node
    cdWorkspace *workspace;
} cdSearchMemory;

// @errors false: the workspace cannot grow
bool cdOpenSearchMemory(const cdMesh *a, const cdMesh *b, cdWorkspace *workspace, cdSearchMemory *memory);

// Forgets the places of B's nodes if there are many. A query that is not part of another begins with this, so
// that memory follows what one query opens.
void cdForgetManyPlaces(cdWorkspace *workspace);

// Allocates memory for any search of two meshes. False: too little.
bool cdReserveSearch(const cdMesh *a, const cdMesh *b, cdWorkspace *workspace);

// Takes memory for the profiles of both meshes. False: too little.
bool cdTakeProfileMemory(const cdMesh *a, const cdMesh *b, cdSearchMemory *memory);

// Forgets all moved vertices, nodes and tested pairs: called at the start of each span.
void cdStartGeneration(cdSearchMemory *memory);

#endif
