// The form in which a tree stores the volumes of its nodes.
#ifndef CD_STORED_VOLUME_H
#define CD_STORED_VOLUME_H

#include "mesh/mesh_data.h"

// Stores a node's volume, rounded so that it still bounds the node. The tree has its arrays and its unit.
void cdStoreVolume(cdSphereTree *tree, int32_t node, const cdNodeVolume *volume);

#endif
