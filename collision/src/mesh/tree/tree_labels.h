// Labels of a sphere tree's nodes [RKC01 4.4].
#ifndef CD_TREE_LABELS_H
#define CD_TREE_LABELS_H

#include "mesh/mesh_data.h"

// Fills links[].label and links[].labelShared, the shared marks of the entries, and labelCount.
// @errors false: no memory
bool cdLabelTree(cdSphereTree *tree, int32_t triangleCount);

#endif
