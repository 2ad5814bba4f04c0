// Mass properties of what a closed mesh encloses.
#ifndef CD_SOLID_MASS_H
#define CD_SOLID_MASS_H

#include "collision/solid.h"
#include "mesh/mesh_data.h"

// `mesh` is closed and turned outwards.
cdMassProperties cdGetMassProperties(const cdMesh *mesh);

// Of the closed surface of these triangles, turned outwards, whose vertices are less `center`.
cdMassProperties cdFindEnclosedMass(const cdVec3 *vertices, const int32_t *triangles, int32_t triangleCount,
                                    cdVec3 center);

#endif
