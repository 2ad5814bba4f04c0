// The generators of the table in shapes.c. Input: parameter values in the table's order. Output: faces.
#ifndef APP_GENERATORS_H
#define APP_GENERATORS_H

#include "shapes/shape_builder.h"

// Returns NULL, or an error message about the combination of parameters. @lifetime static
typedef const char *ShapeGenerator(ShapeBuilder *builder, const double *values);

enum { SHAPE_PROFILE_MAX = 2048 }; // points of a profile; limits the parameters in shapes.c

ShapeGenerator GenerateBox, GeneratePlate, GenerateLShape, GenerateGear, GenerateBlade;
ShapeGenerator GenerateIcosphere, GenerateUvSphere, GenerateTorus, GenerateQuadTorus, GenerateTorusKnot;
ShapeGenerator GenerateHook, GenerateBolt, GenerateNut, GenerateRing, GenerateTorch, GenerateCavity,
    GenerateTeapot;
ShapeGenerator GenerateStep, GenerateFingers, GenerateSlope, GenerateVoussoir, GenerateKey;
ShapeGenerator GenerateCorner, GenerateOverhang, GenerateTetrahedron, GeneratePyramid, GenerateFloor;
ShapeGenerator GeneratePeg, GenerateSocket, GenerateWire, GenerateAlpha;
ShapeGenerator GenerateRotor, GenerateTop, GenerateHalfRound, GenerateLockKey, GeneratePendulum;
ShapeGenerator GenerateTaperRing, GenerateGenevaWheel, GenerateGenevaLock, GenerateSprocket;
ShapeGenerator GenerateEllipsoidPolytope, GenerateRodPolytope, GeneratePlatePolytope;

#endif
