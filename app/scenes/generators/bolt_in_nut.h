// Generates a bolt that turns down through a fixed nut under its own weight.
//
// Source: the screw of Ferguson et al., Intersection-free Rigid Body Dynamics, SIGGRAPH 2021.
#ifndef APP_BOLT_IN_NUT_H
#define APP_BOLT_IN_NUT_H

#include "scenes/scene.h"

typedef struct BoltInNut {
    // Sides of bolt and nut, a multiple of 6. From 30 sides on the bolt turns freely; the corners of fewer
    // are steeper than the helix and catch.
    int32_t segments;
    double height; // of the nut's centre, length
    double friction;
} BoltInNut;

// Adds a fixed nut with its centre above the origin, and a bolt along y in it, its head above and its middle
// two pitches above the nut's. @errors false: no memory
bool AddBoltInNut(SceneData *data, const BoltInNut *bolt);
// Returns the pitch of the thread: the bolt's descent in one turn, length.
double GetBoltPitch(void);

#endif
