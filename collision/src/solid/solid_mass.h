// Mass properties of what a closed mesh encloses.
#ifndef CD_SOLID_MASS_H
#define CD_SOLID_MASS_H

#include "collision/solid.h"
#include "mesh/mesh_data.h"

// `mesh` is closed and turned outwards.
cdMassProperties cdGetMassProperties(const cdMesh *mesh);

#endif
