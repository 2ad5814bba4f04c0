// Triangles of objects that consist of several meshes.
#ifndef APP_SHAPE_SOUP_H
#define APP_SHAPE_SOUP_H

#include "scenes/scene.h"
#include "shapes/shapes.h"

// Loads the triangles of an object: of its mesh, or of all its shapes, in their order, at their poses. Faces
// and vertices of shapes count on from shape to shape. @errors false with a message; `soup` is empty then
bool LoadObjectSoup(const SceneData *data, const SceneObject *object, TriangleSoup *soup, char *message,
                    size_t messageSize);

// Builds the meshes of all shapes, meshes[data->shapeCount], with leaves of `leafRadius`, each with
// SCENE_MESH_PARTS. Equal shapes share one: owned[] gets each once. @errors false with a message
bool CreateShapeMeshes(const SceneData *data, double leafRadius, const cdMesh **meshes, cdMesh **owned,
                       int32_t *ownedCount, char *message, size_t messageSize);

#endif
