// The generators behind the table in shapes.c: parameter values in the table's order in, faces out.
#ifndef APP_GENERATORS_H
#define APP_GENERATORS_H

#include "shapes/shape_builder.h"

// Each returns NULL, or what is wrong with the combination of parameters. @lifetime static
typedef const char *ShapeGenerator(ShapeBuilder *builder, const double *values);

enum { SHAPE_PROFILE_MAX = 2048 }; // points of a profile, bounds the parameters in shapes.c

ShapeGenerator GenerateBox, GeneratePlate, GenerateLShape, GenerateGear, GenerateBlade;
ShapeGenerator GenerateIcosphere, GenerateUvSphere, GenerateTorus, GenerateQuadTorus, GenerateTorusKnot;
ShapeGenerator GenerateHook, GenerateBolt, GenerateNut, GenerateRing, GenerateTorch, GenerateCavity,
    GenerateTeapot;
ShapeGenerator GenerateStep, GenerateFingers, GenerateSlope, GenerateKey;
ShapeGenerator GenerateCorner, GenerateOverhang, GenerateTetrahedron, GeneratePyramid, GenerateFloor;
ShapeGenerator GeneratePeg, GenerateSocket, GenerateWire;
ShapeGenerator GenerateRotor, GeneratePendulum;
ShapeGenerator GenerateEllipsoidPolytope, GenerateRodPolytope, GeneratePlatePolytope;

#endif
