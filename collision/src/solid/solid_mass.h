// Mass properties of the volume that a closed mesh encloses.
#ifndef CD_SOLID_MASS_H
#define CD_SOLID_MASS_H

#include "collision/solid.h"
#include "mesh/mesh_data.h"

// `mesh` is closed, with outward triangles.
cdMassProperties cdGetMassProperties(const cdMesh *mesh);

// The triangles are closed and point outwards; their vertices are less `center`.
cdMassProperties cdFindEnclosedMass(const cdVec3 *vertices, const int32_t *triangles, int32_t triangleCount,
                                    cdVec3 center);

#endif
