// The sum of the masses of several shapes.
#ifndef CD_SHAPE_MASS_H
#define CD_SHAPE_MASS_H

#include "world/world_data.h"

// Returns the mass properties of shapes[count] at unit density, in the body's frame.
cdMassProperties cdSumShapes(const cdWorldShape *shapes, int32_t count);

// Returns the definition of a shape.
cdShapeDef cdDescribeShape(const cdWorldShape *shape);

#endif
