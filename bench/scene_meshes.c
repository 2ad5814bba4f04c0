// Creates the meshes of scenes. Input: a scene of generated shapes. Output: a mesh for each object and shape.
#include "bench/scene_meshes.h"
#include "shapes/joined_soup.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool makeSoup(const char *mesh, TriangleSoup *soup) {
    static const char prefix[] = "builtin:";
    char message[200];
    return strncmp(mesh, prefix, strlen(prefix)) == 0 &&
           MakeShape(mesh + strlen(prefix), soup, message, sizeof message);
}

static void scaleSoup(TriangleSoup *soup, cdVec3 center, double scale) {
    for (int32_t i = 0; i < soup->pointCount; i++)
        soup->points[i] = cdScale(scale, cdSub(soup->points[i], center));
}

static cdMesh *createSoupMesh(TriangleSoup *soup) {
    cdMeshDef def = MakeSoupMeshDef(soup);
    def.parts = CD_PART_HULL | CD_PART_FEATURES;
    cdMesh *mesh = cdCreateMesh(&def, NULL);
    DestroyTriangleSoup(soup);
    return mesh;
}

static cdMesh *createShapeMesh(const SceneShape *shape) {
    TriangleSoup soup = {0};
    if (!makeSoup(shape->mesh, &soup)) return NULL;
    scaleSoup(&soup, (cdVec3){0.0, 0.0, 0.0}, shape->scale);
    return createSoupMesh(&soup);
}

// Creates the union of an object's shapes. NULL: not a shape, or no memory.
static cdMesh *createUnionMesh(const SceneData *data, const SceneObject *object) {
    TriangleSoup all = {0};
    bool good = true;
    for (int32_t i = 0; i < object->shapeCount && good; i++) {
        const SceneShape *shape = &data->shapes[object->firstShape + i];
        TriangleSoup soup = {0};
        good = makeSoup(shape->mesh, &soup);
        scaleSoup(&soup, (cdVec3){0.0, 0.0, 0.0}, shape->scale);
        good = good && AppendTriangleSoup(&all, &soup, shape->pose);
        DestroyTriangleSoup(&soup);
    }
    if (good) return createSoupMesh(&all);
    DestroyTriangleSoup(&all);
    return NULL;
}

// Creates a generated shape, centred and scaled as the object requires. NULL: not a shape, or no memory.
static cdMesh *createObjectMesh(const SceneObject *object) {
    TriangleSoup soup = {0};
    if (!makeSoup(object->mesh, &soup)) return NULL;
    cdBox3 box = {soup.points[0], soup.points[0]};
    for (int32_t i = 1; i < soup.pointCount; i++) {
        cdVec3 p = soup.points[i];
        box.lower = (cdVec3){fmin(box.lower.x, p.x), fmin(box.lower.y, p.y), fmin(box.lower.z, p.z)};
        box.upper = (cdVec3){fmax(box.upper.x, p.x), fmax(box.upper.y, p.y), fmax(box.upper.z, p.z)};
    }
    cdVec3 center = object->normalize ? cdLerp(box.lower, box.upper, 0.5) : (cdVec3){0.0, 0.0, 0.0};
    double scale = object->scale;
    if (object->normalize) scale /= 0.5 * cdLength(cdSub(box.upper, box.lower));
    scaleSoup(&soup, center, scale);
    return createSoupMesh(&soup);
}

static bool isTwin(const SceneObject *a, const SceneObject *b) {
    bool whole = a->shapeCount == 0 && b->shapeCount == 0;
    return whole && a->normalize == b->normalize && a->scale == b->scale && strcmp(a->mesh, b->mesh) == 0;
}

bool CreateBenchMeshes(const SceneData *data, cdMesh **meshes, BenchReport *report) {
    for (int32_t i = 0; i < data->objectCount; i++) {
        for (int32_t k = 0; k < i && meshes[i] == NULL; k++)
            if (isTwin(&data->objects[i], &data->objects[k])) meshes[i] = meshes[k];
        const SceneObject *object = &data->objects[i];
        if (meshes[i] == NULL)
            meshes[i] = object->shapeCount > 0 ? createUnionMesh(data, object) : createObjectMesh(object);
        if (meshes[i] == NULL) return FailReport(report, "%s: no mesh of \"%s\"", data->name, object->name);
    }
    for (int32_t i = 0; i < data->shapeCount; i++) {
        cdMesh **mesh = &meshes[data->objectCount + i];
        *mesh = createShapeMesh(&data->shapes[i]);
        if (*mesh == NULL) return FailReport(report, "%s: no mesh of shape %d", data->name, (int)i);
    }
    return true;
}

void DestroyBenchMeshes(cdMesh **meshes, int32_t count) {
    for (int32_t i = 0; i < count; i++) {
        bool shared = false;
        for (int32_t k = 0; k < i; k++)
            shared = shared || meshes[k] == meshes[i];
        if (!shared) cdDestroyMesh(meshes[i]);
    }
    free(meshes);
}
