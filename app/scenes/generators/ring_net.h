// Generates a net of linked rings, held at its corners.
//
// Source: the chain nets of Ferguson et al., Intersection-free Rigid Body Dynamics, SIGGRAPH 2021.
#ifndef APP_RING_NET_H
#define APP_RING_NET_H

#include "scenes/scene.h"

// Sizes of all rings; lengths. RING_PITCH: between linked neighbours at the start, less than 2 (RING_MAJOR -
// RING_MINOR), so that they are loose.
#define RING_MAJOR 0.25
#define RING_MINOR 0.05
#define RING_PITCH 0.37

typedef struct RingNet {
    int32_t columns, rows; // of flat rings
    int32_t segments;      // of each ring: segments^2 triangles
    double height;         // of the flat rings
    double friction;
} RingNet;

// Writes the mesh argument of a ring with the default number of segments, 16.
void WriteRingSpec(char *spec, size_t specSize);
// Returns the rotation of a ring about x or, if `across`, about z, of a chain along y.
cdQuat GetRingTurn(bool across);

// Adds the flat rings row by row, then the upright ones that link neighbours of a row, and every second pair
// of neighbours of a column. The flat rings at the corners are fixed. The net's middle is above the origin.
// @errors false: no memory
bool AddRingNet(SceneData *data, const RingNet *net);
// Returns the number of rings of a net, also of fixed ones.
int32_t CountRingNet(const RingNet *net);

#endif
