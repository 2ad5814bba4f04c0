// Triangles of objects that consist of several meshes.
//
// Input: the shapes of a scene. Output: (1) One soup of all triangles of an object, in its frame, from which
// it is drawn, picked and measured, and which queries test. Where shapes overlap, triangles lie inside
// others: the distance, the first contact and the overlap of surfaces are those of the union. (2) A mesh for
// each shape, which the body in the world has.
#include "stage/shape_soup.h"

#include "shapes/joined_soup.h"
#include "stage/mesh_source.h"

#include <stdio.h>
#include <string.h>

// --- (1)

static bool loadShapes(const SceneShape *shapes, int32_t count, TriangleSoup *soup, char *message,
                       size_t messageSize) {
    char reason[640];
    for (int32_t i = 0; i < count; i++) {
        TriangleSoup own;
        bool loaded = LoadTriangleSoup(shapes[i].mesh, (MeshPlacement){false, shapes[i].scale}, &own, reason,
                                       sizeof reason);
        bool good = loaded && AppendTriangleSoup(soup, &own, shapes[i].pose);
        if (!loaded) snprintf(message, messageSize, "shape %d: %s", (int)i + 1, reason);
        if (loaded && !good) snprintf(message, messageSize, "shape %d: out of memory", (int)i + 1);
        DestroyTriangleSoup(&own);
        if (good) continue;
        DestroyTriangleSoup(soup);
        *soup = (TriangleSoup){0};
        return false;
    }
    return true;
}

bool LoadObjectSoup(const SceneData *data, const SceneObject *object, TriangleSoup *soup, char *message,
                    size_t messageSize) {
    *soup = (TriangleSoup){0};
    if (object->shapeCount > 0)
        return loadShapes(data->shapes + object->firstShape, object->shapeCount, soup, message, messageSize);
    return LoadTriangleSoup(object->mesh, (MeshPlacement){object->normalize, object->scale}, soup, message,
                            messageSize);
}

// --- (2)

static cdMesh *createShapeMesh(const SceneShape *shape, double leafRadius, char *message,
                               size_t messageSize) {
    TriangleSoup soup = {0};
    cdMesh *mesh = NULL;
    if (LoadTriangleSoup(shape->mesh, (MeshPlacement){false, shape->scale}, &soup, message, messageSize))
        mesh = CreateSoupMesh(shape->mesh, &soup, leafRadius, SCENE_MESH_PARTS, NULL, message, messageSize);
    DestroyTriangleSoup(&soup);
    return mesh;
}

bool CreateShapeMeshes(const SceneData *data, double leafRadius, const cdMesh **meshes, cdMesh **owned,
                       int32_t *ownedCount, char *message, size_t messageSize) {
    for (int32_t i = 0; i < data->shapeCount; i++) {
        const SceneShape *shape = &data->shapes[i];
        int32_t twin = 0;
        while (twin < i && (data->shapes[twin].scale != shape->scale ||
                            strcmp(data->shapes[twin].mesh, shape->mesh) != 0))
            twin++;
        if (twin == i) {
            cdMesh *mesh = createShapeMesh(shape, leafRadius, message, messageSize);
            if (mesh == NULL) return false;
            owned[(*ownedCount)++] = mesh;
            meshes[i] = mesh;
        } else {
            meshes[i] = meshes[twin];
        }
    }
    return true;
}
