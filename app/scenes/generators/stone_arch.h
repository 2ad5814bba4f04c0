// Generates an arch of wedge stones between two fixed springers.
//
// Source: the arches of Ferguson et al., Intersection-free Rigid Body Dynamics, SIGGRAPH 2021.
#ifndef APP_STONE_ARCH_H
#define APP_STONE_ARCH_H

#include "scenes/scene.h"

typedef struct StoneArch {
    int32_t stones;          // dynamic ones, at least 2
    double span, rise;       // of the centre line, length
    double thickness, depth; // of the stones, across the centre line and along z, length
    double friction;
} StoneArch;

// Adds two fixed springers and the stones from left to right, in the plane z = 0, on the plane y = 0.
// @errors false: no memory
bool AddStoneArch(SceneData *data, const StoneArch *arch);

#endif
