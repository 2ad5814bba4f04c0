// Mass properties of a generated mesh, for scenes whose start or whose check depends on them.
#ifndef APP_SHAPE_MASS_H
#define APP_SHAPE_MASS_H

#include "collision/body.h"

// Measures the mesh of "builtin:NAME:params" at unit density, as cdFindMassProperties does.
// @errors false: no such shape, or no memory
bool MeasureShape(const char *mesh, cdMassProperties *properties);

#endif
