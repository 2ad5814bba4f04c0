// Resolves mesh arguments (built-in shapes, the bunny, files), normalises, scales and builds meshes.
#include "stage/mesh_source.h"
#include "engine/import.h"
#include "engine/platform/files.h"
#include "shapes/joined_soup.h"
#include "stage/mesh_cache.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char bunnyFile[] = "/usr/share/glmark2/models/bunny.obj";

static bool takeImportedMesh(gxImportedMesh *imported, TriangleSoup *soup) {
    *soup = (TriangleSoup){.points = malloc((size_t)imported->pointCount * sizeof *soup->points),
                           .triangles = imported->triangles,
                           .faceIds = imported->faceIds,
                           .pointIds = imported->pointIds,
                           .pointCount = imported->pointCount,
                           .triangleCount = imported->triangleCount};
    imported->triangles = imported->faceIds = imported->pointIds = NULL;
    for (int32_t i = 0; soup->points != NULL && i < soup->pointCount; i++) {
        const double *p = imported->points + 3 * (size_t)i;
        soup->points[i] = (cdVec3){p[0], p[1], p[2]};
    }
    gxDestroyImportedMesh(imported);
    return soup->points != NULL;
}

static bool loadFile(const char *path, TriangleSoup *soup, char *message, size_t messageSize) {
    gxImportedMesh imported;
    if (!gxImportMesh(path, &imported, message, messageSize)) return false;
    if (takeImportedMesh(&imported, soup)) return true;
    DestroyTriangleSoup(soup);
    snprintf(message, messageSize, "%s: out of memory", path);
    return false;
}

static bool loadBunny(TriangleSoup *soup, char *message, size_t messageSize) {
    const char *chosen = getenv("FIRSTCONTACT_BUNNY");
    if (chosen != NULL && chosen[0] != '\0') return loadFile(chosen, soup, message, messageSize);
    if (!gxMayRead(bunnyFile)) {
        snprintf(message, messageSize,
                 "the Stanford bunny is not installed (%s): install the package glmark2-data, or name a mesh "
                 "file in "
                 "the environment variable FIRSTCONTACT_BUNNY",
                 bunnyFile);
        return false;
    }
    return loadFile(bunnyFile, soup, message, messageSize);
}

static bool loadBuiltin(const char *spec, TriangleSoup *soup, char *message, size_t messageSize) {
    if (strcmp(spec, "bunny") == 0) return loadBunny(soup, message, messageSize);
    if (strncmp(spec, "bunny:", 6) == 0) {
        snprintf(message, messageSize, "builtin:bunny has no parameters");
        return false;
    }
    char trouble[512];
    if (MakeShape(spec, soup, trouble, sizeof trouble)) return true;
    bool unknown = strncmp(trouble, "unknown", 7) == 0;
    snprintf(message, messageSize, "builtin:%s: %s%s", spec, trouble, unknown ? ", bunny" : "");
    return false;
}

static cdBox3 getBounds(const TriangleSoup *soup) {
    cdBox3 box = {soup->points[0], soup->points[0]};
    for (int32_t i = 1; i < soup->pointCount; i++) {
        cdVec3 p = soup->points[i];
        box.lower = (cdVec3){fmin(box.lower.x, p.x), fmin(box.lower.y, p.y), fmin(box.lower.z, p.z)};
        box.upper = (cdVec3){fmax(box.upper.x, p.x), fmax(box.upper.y, p.y), fmax(box.upper.z, p.z)};
    }
    return box;
}

static cdVec3 multiplyByPower(cdVec3 p, int exponent) {
    return (cdVec3){ldexp(p.x, exponent), ldexp(p.y, exponent), ldexp(p.z, exponent)};
}

// Centers the points and scales them to a box diagonal of 2 times the scale. A power of two that brings the
// coordinates near 1 changes no result, but squares of very small or large ones would underflow or overflow.
static void normalizeSoup(TriangleSoup *soup, double scale) {
    cdBox3 box = getBounds(soup);
    int exponent = 0;
    frexp(fmax(cdMaxAbs(box.lower), cdMaxAbs(box.upper)), &exponent);
    box.lower = multiplyByPower(box.lower, -exponent);
    box.upper = multiplyByPower(box.upper, -exponent);
    double radius = 0.5 * cdLength(cdSub(box.upper, box.lower));
    cdVec3 center = cdLerp(box.lower, box.upper, 0.5);
    if (radius > 0.0) scale /= radius;
    for (int32_t i = 0; i < soup->pointCount; i++) {
        cdVec3 p = multiplyByPower(soup->points[i], -exponent);
        soup->points[i] = cdScale(scale, cdSub(p, center));
    }
}

static void placeSoup(TriangleSoup *soup, MeshPlacement placement) {
    if (placement.normalize) normalizeSoup(soup, placement.scale);
    if (placement.normalize || placement.scale == 1.0) return; // keeps the file's numbers exactly
    for (int32_t i = 0; i < soup->pointCount; i++)
        soup->points[i] = cdScale(placement.scale, soup->points[i]);
}

bool LoadTriangleSoup(const char *mesh, MeshPlacement placement, TriangleSoup *soup, char *message,
                      size_t messageSize) {
    *soup = (TriangleSoup){0};
    bool builtin = strncmp(mesh, "builtin:", 8) == 0;
    bool loaded = builtin ? loadBuiltin(mesh + 8, soup, message, messageSize)
                          : loadFile(mesh, soup, message, messageSize);
    if (loaded) placeSoup(soup, placement);
    return loaded;
}

static void sayMeshError(const char *name, const TriangleSoup *soup, const cdMeshReport *report,
                         char *message, size_t messageSize) {
    char detail[96] = "";
    if (report->errorPoint >= 0 && report->errorPoint < soup->pointCount) {
        snprintf(detail, sizeof detail, " (vertex %d)", (int)soup->pointIds[report->errorPoint]);
    } else if (report->errorTriangle >= 0 && report->errorTriangle < soup->triangleCount) {
        snprintf(detail, sizeof detail, " (face %d)", (int)soup->faceIds[report->errorTriangle]);
    } else if (report->error == CD_BUILD_OUT_OF_MEMORY) {
        snprintf(detail, sizeof detail, " (%.0f MB for %d triangles)", (double)report->byteCount / 1e6,
                 (int)soup->triangleCount);
    }
    snprintf(message, messageSize, "%s: %s%s", name, cdGetBuildErrorName(report->error), detail);
}

static cdMeshDef makeDef(const TriangleSoup *soup, double leafRadius, uint32_t parts) {
    cdMeshDef def = MakeSoupMeshDef(soup);
    def.leafRadius = leafRadius;
    def.parts = parts;
    return def;
}

static cdMesh *buildMesh(const char *name, const TriangleSoup *soup, double leafRadius, uint32_t parts,
                         cdMeshReport *report, char *message, size_t messageSize) {
    cdMeshDef def = makeDef(soup, leafRadius, parts);
    cdMeshReport own = {0};
    cdMesh *mesh = cdCreateMesh(&def, report != NULL ? report : &own);
    if (mesh == NULL) sayMeshError(name, soup, report != NULL ? report : &own, message, messageSize);
    cdDestroyMeshReport(&own);
    return mesh;
}

cdMesh *CreateSoupMesh(const char *name, const TriangleSoup *soup, double leafRadius, uint32_t parts,
                       cdMeshReport *report, char *message, size_t messageSize) {
    if (report != NULL) return buildMesh(name, soup, leafRadius, parts, report, message, messageSize);
    cdMeshDef def = makeDef(soup, leafRadius, parts);
    MeshKey key = MakeMeshKey(&def, parts);
    cdMesh *mesh = LoadCachedMesh(&key);
    if (mesh != NULL) return mesh;
    mesh = buildMesh(name, soup, leafRadius, parts, NULL, message, messageSize);
    SaveCachedMesh(&key, mesh);
    return mesh;
}

cdMesh *CreateSourceMesh(const char *name, MeshPlacement placement, uint32_t parts, char *message,
                         size_t messageSize) {
    TriangleSoup soup = {0};
    cdMesh *mesh = NULL;
    if (LoadTriangleSoup(name, placement, &soup, message, messageSize))
        mesh = CreateSoupMesh(name, &soup, 0.0, parts, NULL, message, messageSize);
    DestroyTriangleSoup(&soup);
    return mesh;
}

cdMesh *CreateInsetMesh(const char *name, MeshPlacement placement, double allowance, char *message,
                        size_t messageSize) {
    TriangleSoup soup = {0};
    cdMeshReport report = {.error = CD_BUILD_OK};
    if (!LoadTriangleSoup(name, placement, &soup, message, messageSize)) return NULL;
    cdMeshDef def = MakeSoupMeshDef(&soup);
    def.parts = CD_PART_HULL;
    def.allowance = allowance;
    cdMesh *mesh = cdCreateMesh(&def, &report);
    if (mesh == NULL)
        snprintf(message, messageSize, "%s: with the allowance: %s", name, cdGetBuildErrorName(report.error));
    cdDestroyMeshReport(&report);
    DestroyTriangleSoup(&soup);
    return mesh;
}

// --- Step by step, with a watch

typedef struct Watched {
    const MeshWatch *watch; // NULL: not watched
    int32_t index, count;   // of the mesh
} Watched;

static bool beginStep(const Watched *watched, MeshStep step, const char *name, char *message,
                      size_t messageSize) {
    if (BeginMeshStep(watched->watch, step, watched->index, watched->count)) return true;
    snprintf(message, messageSize, "%s: canceled", name);
    return false;
}

// Adds one part after the other. Without the hull queries are slow, without the features they fail.
static bool addParts(cdMesh *mesh, const Watched *watched, const char *name, char *message,
                     size_t messageSize) {
    if (!beginStep(watched, MESH_HULL, name, message, messageSize)) return false;
    cdBuildMeshParts(mesh, CD_PART_HULL, NULL);
    if (!beginStep(watched, MESH_SURFACE, name, message, messageSize)) return false;
    if (cdBuildMeshParts(mesh, CD_PART_FEATURES, NULL)) return true;
    snprintf(message, messageSize, "%s: %s", name, cdGetBuildErrorName(CD_BUILD_OUT_OF_MEMORY));
    return false;
}

// Builds a mesh with SCENE_MESH_PARTS. Frees the soup as soon as possible: parts take much memory.
static cdMesh *createWhole(const char *name, TriangleSoup *soup, double leafRadius, const Watched *watched,
                           char *message, size_t messageSize) {
    if (!beginStep(watched, MESH_TREE, name, message, messageSize)) return NULL;
    if (!watched->watch) {
        cdMesh *mesh = CreateSoupMesh(name, soup, leafRadius, SCENE_MESH_PARTS, NULL, message, messageSize);
        DestroyTriangleSoup(soup);
        return mesh;
    }
    cdMeshDef def = makeDef(soup, leafRadius, 0);
    MeshKey key = MakeMeshKey(&def, SCENE_MESH_PARTS);
    cdMesh *cached = LoadCachedMesh(&key);
    cdMesh *mesh = cached ? cached : buildMesh(name, soup, leafRadius, 0, NULL, message, messageSize);
    DestroyTriangleSoup(soup);
    if (!mesh || cached) return mesh;
    if (addParts(mesh, watched, name, message, messageSize)) {
        SaveCachedMesh(&key, mesh);
        return mesh;
    }
    cdDestroyMesh(mesh);
    return NULL;
}

cdMesh *CreateWatchedSoupMesh(const char *name, TriangleSoup *soup, double leafRadius, const MeshWatch *watch,
                              char *message, size_t messageSize) {
    Watched watched = {watch, 0, 1};
    return createWhole(name, soup, leafRadius, &watched, message, messageSize);
}

cdMesh *CreateWatchedMesh(const char *name, MeshPlacement placement, const MeshWatch *watch, char *message,
                          size_t messageSize) {
    Watched watched = {watch, 0, 1};
    TriangleSoup soup = {0};
    cdMesh *mesh = NULL;
    if (beginStep(&watched, MESH_READ, name, message, messageSize) &&
        LoadTriangleSoup(name, placement, &soup, message, messageSize))
        mesh = createWhole(name, &soup, 0.0, &watched, message, messageSize);
    DestroyTriangleSoup(&soup);
    return mesh;
}

// --- The meshes of a scene

static const char *getSourceName(const SceneObject *object) {
    return object->shapeCount > 0 ? object->name : object->mesh;
}

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

// Loads the triangles of an object: of its mesh, or of all its shapes, in their order, at their poses. Where
// shapes overlap, triangles lie inside others.
static bool loadObjectSoup(const SceneData *data, const SceneObject *object, TriangleSoup *soup,
                           char *message, size_t messageSize) {
    *soup = (TriangleSoup){0};
    if (object->shapeCount > 0)
        return loadShapes(data->shapes + object->firstShape, object->shapeCount, soup, message, messageSize);
    return LoadTriangleSoup(object->mesh, (MeshPlacement){object->normalize, object->scale}, soup, message,
                            messageSize);
}

// Returns the first object that is built from the same triangles.
static int32_t findTwin(const SceneData *data, int32_t object) {
    const SceneObject *b = &data->objects[object];
    int32_t i = 0;
    for (; i < object; i++) {
        const SceneObject *a = &data->objects[i];
        if (a->shapeCount == 0 && b->shapeCount == 0 && a->normalize == b->normalize &&
            a->scale == b->scale && a->leafRadius == b->leafRadius && strcmp(a->mesh, b->mesh) == 0)
            break;
    }
    return i;
}

// Loads soups[i] of every object that is the first of its twins.
static bool loadSceneSoups(const SceneData *data, const MeshWatch *watch, TriangleSoup *soups, char *message,
                           size_t messageSize) {
    for (int32_t i = 0; i < data->objectCount; i++) {
        if (findTwin(data, i) != i) continue;
        const SceneObject *object = &data->objects[i];
        char reason[768];
        Watched watched = {watch, i, data->objectCount};
        if (!beginStep(&watched, MESH_READ, getSourceName(object), message, messageSize)) return false;
        if (!loadObjectSoup(data, object, &soups[i], reason, sizeof reason)) {
            SayObjectTrouble(data, object, reason, message, messageSize);
            return false;
        }
    }
    return true;
}

// Sets the leaf radius of every object: its own, or that which suits all meshes. False: no memory.
static bool chooseLeafRadii(const SceneData *data, const TriangleSoup *soups, double *radii) {
    size_t count = (size_t)data->objectCount + 1;
    cdMeshDef *defs = calloc(count, sizeof *defs);
    double *suggested = calloc(count, sizeof *suggested);
    int32_t defCount = 0;
    bool good = defs != NULL && suggested != NULL;
    for (int32_t i = 0; i < data->objectCount && good; i++)
        if (findTwin(data, i) == i) defs[defCount++] = MakeSoupMeshDef(&soups[i]);
    if (good) cdSuggestLeafRadii(defs, defCount, suggested);
    for (int32_t i = 0, next = 0; i < data->objectCount && good; i++) {
        int32_t twin = findTwin(data, i);
        double own = data->objects[i].leafRadius;
        radii[i] = twin < i ? radii[twin] : own > 0.0 ? own : suggested[next];
        next += twin == i;
    }
    free(defs);
    free(suggested);
    return good;
}

static bool buildSceneMeshes(const SceneData *data, const MeshWatch *watch, TriangleSoup *soups,
                             const double *radii, SceneMeshes *meshes, char *message, size_t messageSize) {
    for (int32_t i = 0; i < data->objectCount; i++) {
        int32_t twin = findTwin(data, i);
        if (twin == i) {
            const SceneObject *object = &data->objects[i];
            char reason[768];
            Watched watched = {watch, i, data->objectCount};
            cdMesh *mesh =
                createWhole(getSourceName(object), &soups[i], radii[i], &watched, reason, sizeof reason);
            if (mesh == NULL) {
                SayObjectTrouble(data, object, reason, message, messageSize);
                return false;
            }
            meshes->owned[meshes->ownedCount++] = mesh;
            meshes->meshes[i] = mesh;
        } else {
            meshes->meshes[i] = meshes->meshes[twin];
        }
    }
    return true;
}

// `most`: leaf radius of its object.
static cdMesh *createShapeMesh(const SceneShape *shape, double most, char *message, size_t messageSize) {
    TriangleSoup soup = {0};
    cdMesh *mesh = NULL;
    if (LoadTriangleSoup(shape->mesh, (MeshPlacement){false, shape->scale}, &soup, message, messageSize)) {
        cdMeshDef def = MakeSoupMeshDef(&soup);
        double leafRadius;
        cdSuggestLeafRadii(&def, 1, &leafRadius);
        mesh = CreateSoupMesh(shape->mesh, &soup, fmin(leafRadius, most), SCENE_MESH_PARTS, NULL, message,
                              messageSize);
    }
    DestroyTriangleSoup(&soup);
    return mesh;
}

static int32_t findObjectOfShape(const SceneData *data, int32_t shape) {
    int32_t i = 0;
    while (data->objects[i].firstShape + data->objects[i].shapeCount <= shape)
        i++;
    return i;
}

// Builds the meshes of all shapes; equal shapes share one.
static bool createShapeMeshes(const SceneData *data, const double *radii, const cdMesh **meshes,
                              cdMesh **owned, int32_t *ownedCount, char *message, size_t messageSize) {
    for (int32_t i = 0; i < data->shapeCount; i++) {
        const SceneShape *shape = &data->shapes[i];
        int32_t twin = 0;
        while (twin < i && (data->shapes[twin].scale != shape->scale ||
                            strcmp(data->shapes[twin].mesh, shape->mesh) != 0))
            twin++;
        if (twin == i) {
            double most = radii[findObjectOfShape(data, i)];
            cdMesh *mesh = createShapeMesh(shape, most, message, messageSize);
            if (mesh == NULL) return false;
            owned[(*ownedCount)++] = mesh;
            meshes[i] = mesh;
        } else {
            meshes[i] = meshes[twin];
        }
    }
    return true;
}

bool CreateWatchedMeshes(const SceneData *data, const MeshWatch *watch, SceneMeshes *meshes, char *message,
                         size_t messageSize) {
    size_t count = (size_t)data->objectCount + (size_t)data->shapeCount;
    *meshes = (SceneMeshes){.meshes = calloc(count + 1, sizeof *meshes->meshes),
                            .owned = calloc(count + 1, sizeof *meshes->owned),
                            .count = data->objectCount};
    TriangleSoup *soups = calloc(count + 1, sizeof *soups);
    double *radii = calloc(count + 1, sizeof *radii);
    bool enough = meshes->meshes != NULL && meshes->owned != NULL && soups != NULL && radii != NULL;
    bool good = enough && loadSceneSoups(data, watch, soups, message, messageSize);
    if (good) good = enough = chooseLeafRadii(data, soups, radii);
    if (!enough) snprintf(message, messageSize, "out of memory");
    good = good && buildSceneMeshes(data, watch, soups, radii, meshes, message, messageSize) &&
           createShapeMeshes(data, radii, meshes->meshes + data->objectCount, meshes->owned,
                             &meshes->ownedCount, message, messageSize);
    for (int32_t i = 0; soups != NULL && i < data->objectCount; i++)
        DestroyTriangleSoup(&soups[i]);
    free(soups);
    free(radii);
    if (!good) DestroySceneMeshes(meshes);
    return good;
}

bool CreateSceneMeshes(const SceneData *data, SceneMeshes *meshes, char *message, size_t messageSize) {
    return CreateWatchedMeshes(data, NULL, meshes, message, messageSize);
}

void DestroySceneMeshes(SceneMeshes *meshes) {
    for (int32_t i = 0; i < meshes->ownedCount; i++)
        cdDestroyMesh(meshes->owned[i]);
    free(meshes->owned);
    free(meshes->meshes);
    *meshes = (SceneMeshes){0};
}

bool CheckScene(const Scene *scene, char *message, size_t messageSize) {
    return CheckSceneWith(scene, NULL, message, messageSize);
}

bool CheckSceneWith(const Scene *scene, const double *params, char *message, size_t messageSize) {
    SceneData data;
    if (!CreateSceneDataWith(scene, params, &data)) {
        snprintf(message, messageSize, "out of memory");
        return false;
    }
    SceneMeshes meshes = {0};
    bool good = CreateSceneMeshes(&data, &meshes, message, messageSize) &&
                scene->check(&data, meshes.meshes, message, messageSize);
    DestroySceneMeshes(&meshes);
    DestroySceneData(&data);
    return good;
}
