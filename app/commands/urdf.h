// Reads robots from URDF files as scenes.
//
// Each link is an object with the meshes of its <collision> elements, or of its <visual> ones if it has none.
// Links without both have a placeholder, which is no part of the mechanism. Joints `revolute`, `continuous`,
// `prismatic` and `fixed` are read; others, and mimicked joints, are errors. Links joined to each other pass
// through each other. Boxes are exact; a cylinder is the prism of 48 sides around it, and a sphere the
// polyhedron of 1280 triangles around it. Meshes need the same scale along all axes. Angles are in radians,
// lengths as in the file.
#ifndef APP_URDF_H
#define APP_URDF_H

#include "scenes/scene.h"

// Read text[length], the content of the file `path`, or the file itself. `isEmpty`: receives an array for the
// objects of `data`, true for links without meshes, which the caller frees.
// @errors false with a message "FILE:LINE: what is wrong"; nothing to destroy
bool ReadUrdfText(const char *text, size_t length, const char *path, SceneData *data, bool **isEmpty,
                  char *message, size_t messageSize);
bool ReadUrdfFile(const char *path, SceneData *data, bool **isEmpty, char *message, size_t messageSize);

#endif
