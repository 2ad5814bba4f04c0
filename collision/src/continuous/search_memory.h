// The scratch of a search between two meshes: moved vertices and nodes [RKC01 4.1], pair tables [RKC01 4.4],
// a stack.
//
// Everything that persists between queries is stamped with a generation, so that a query starts without
// clearing. The header says for which sizes the memory was laid out; other meshes lay it out anew.
#ifndef CD_SEARCH_MEMORY_H
#define CD_SEARCH_MEMORY_H

#include "continuous/elements.h"
#include "continuous/pair_table.h"
#include "mesh/mesh_data.h"

// A vertex of A over a span of tau: at `from + lambda step`, lambda in [0, 1], give or take `bulge`.
typedef struct cdMovedVertex {
    cdMovingPoint point;
    cdVec3 from, step;
    double bulge;
} cdMovedVertex;

// Two sibling nodes of A likewise, laid out as their cdTwinVolumes; normals are those at the span's start.
typedef struct cdMovedTwins {
    double fromX[2], fromY[2], fromZ[2];
    double stepX[2], stepY[2], stepZ[2];
    double stepScale[2]; // 1 / |step|^2, 0 for no step
    double bulge[2];
    double normalX[2], normalY[2], normalZ[2];
    double radius[2], halfHeight[2];
} cdMovedTwins;

// A pair of nodes to be opened; `reach` tells how often the part of interest had shrunk when it was found to
// meet.
typedef struct cdNodePair {
    int32_t a, b;
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
    uint32_t *generation; // of the present span, in the scratch itself
    cdMovedVertex *vertices;
    uint32_t *vertexStamps;
    cdMovedTwins *twins;
    uint32_t *twinStamps;
    cdNodePair *stack;
    int32_t stackCapacity;
    cdPairTable tables[CD_TABLE_COUNT];
    cdAxisPoint *axisPoints[2]; // of each vertex of A, of B
    cdAxisTriangle *axisTriangles[2];
    cdAxisProfile *axisProfiles[2]; // of each node
} cdSearchMemory;

// @errors false when the scratch is too small
bool cdOpenSearchMemory(const cdMesh *a, const cdMesh *b, cdScratch scratch, cdSearchMemory *memory);

// Forgets all moved vertices, nodes and tested pairs: called at the start of each span.
void cdStartGeneration(cdSearchMemory *memory);

#endif
