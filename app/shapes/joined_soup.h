// Joins the triangles of several meshes.
#ifndef APP_JOINED_SOUP_H
#define APP_JOINED_SOUP_H

#include "shapes/shapes.h"

// Adds triangles at a pose. Their faces and vertices count on from those of `soup`. @errors false: no memory;
// `soup` is unchanged
bool AppendTriangleSoup(TriangleSoup *soup, const TriangleSoup *added, cdPose pose);

#endif
