// Surfaces with clearances on the graphics card: a finer mesh than the object's own, with a value a corner.
//
// Made when an object first has colours, kept while it has, and given new values when the stage has some.
#include "view/view_data.h"

#include "engine/message.h"
#include "view/convert.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool isOf(const ViewTint *known, const StageTint *tint, const StageObject *object) {
    return known->object == tint->object && known->mesh == tint->mesh &&
           known->pointCount == tint->surface.pointCount &&
           memcmp(&known->info, &object->info, sizeof known->info) == 0;
}

void DestroyViewTint(ViewTint *tint) {
    gxDestroyGpuMesh(tint->gpu);
    free(tint->origins);
    free(tint->values);
}

// The mesh as it is without colours, for the normals at the corners of its triangles.
static gxSurface makeCoarse(const cdMesh *mesh, float creaseAngle) {
    const cdMeshInfo info = cdGetMeshInfo(mesh);
    int32_t pointCount = info.vertexCount, triangleCount = info.triangleCount;
    const cdVec3 *points = info.vertices;
    const int32_t *triangles = info.triangles;
    float(*positions)[3] = malloc((size_t)pointCount * sizeof *positions);
    if (!positions) return (gxSurface){0};
    for (int32_t i = 0; i < pointCount; ++i) {
        vec3s v = ConvertVector(points[i]);
        memcpy(positions[i], v.raw, sizeof positions[i]);
    }
    gxSurface surface =
        gxMakeSurface((const float(*)[3])positions, pointCount, triangles, triangleCount, creaseAngle);
    free(positions);
    return surface;
}

// One corner of the finer mesh, its normal between those of the triangle it was cut from.
static gxVertex makeVertex(const gxSurface *coarse, cdVec3 point, int32_t triangle, const float shares[3]) {
    gxVertex vertex = {0};
    vec3s v = ConvertVector(point), normal = {{0.0f, 0.0f, 0.0f}};
    memcpy(vertex.position, v.raw, sizeof vertex.position);
    for (int i = 0; i < 3; ++i) {
        const int8_t *n = coarse->vertices[coarse->indices[3 * (size_t)triangle + (size_t)i]].normal;
        for (int k = 0; k < 3; ++k)
            normal.raw[k] += shares[i] * (float)n[k];
    }
    float length = sqrtf(glms_vec3_dot(normal, normal));
    for (int k = 0; k < 3; ++k)
        vertex.normal[k] = length > 0.0f ? (int8_t)lroundf(127.0f * normal.raw[k] / length) : 0;
    return vertex;
}

// Shaded like the mesh itself: normals of the cut triangles would show each of the mesh's as flat.
static gxSurface makeSurface(const cdMesh *mesh, const FineSurface *fine, float creaseAngle) {
    size_t count = 3 * (size_t)fine->triangleCount;
    gxSurface coarse = makeCoarse(mesh, creaseAngle);
    gxSurface surface = {.vertices = malloc(count * sizeof *surface.vertices),
                         .indices = malloc(count * sizeof *surface.indices),
                         .origins = malloc(count * sizeof *surface.origins),
                         .vertexCount = 3 * fine->triangleCount,
                         .triangleCount = fine->triangleCount};
    if (!coarse.vertices || !surface.vertices || !surface.indices || !surface.origins)
        gxDestroySurface(&surface);
    for (size_t i = 0; surface.vertices && i < count; ++i) {
        const FineOrigin *origin = &fine->origins[i / 3];
        surface.origins[i] = fine->triangles[i];
        surface.indices[i] = (uint32_t)i;
        surface.vertices[i] =
            makeVertex(&coarse, fine->points[fine->triangles[i]], origin->triangle, origin->shares[i % 3]);
    }
    gxDestroySurface(&coarse);
    return surface;
}

static bool fill(ViewTint *known, const StageTint *tint, const StageObject *object, float creaseAngle) {
    gxSurface surface = makeSurface(tint->mesh, &tint->surface, creaseAngle);
    *known = (ViewTint){.object = tint->object,
                        .mesh = tint->mesh,
                        .info = object->info,
                        .pointCount = tint->surface.pointCount,
                        .vertexCount = surface.vertexCount,
                        .version = tint->version - 1};
    if (!surface.vertices) return false;
    known->origins = surface.origins;
    surface.origins = NULL;
    known->values = malloc((size_t)known->vertexCount * sizeof *known->values);
    known->gpu = gxCreateValuedGpuMesh(&surface);
    gxDestroySurface(&surface);
    if (known->values && known->gpu) return true;
    DestroyViewTint(known);
    return false;
}

static ViewTint *find(View *view, const StageTint *tint, const StageObject *object, float creaseAngle) {
    for (int32_t i = 0; i < view->tintCount; ++i)
        if (isOf(&view->tints[i], tint, object)) return &view->tints[i];
    ViewTint *larger = realloc(view->tints, ((size_t)view->tintCount + 1) * sizeof *larger);
    if (!larger) return NULL;
    view->tints = larger;
    if (!fill(&larger[view->tintCount], tint, object, creaseAngle)) return NULL;
    return &larger[view->tintCount++];
}

gxGpuMesh *GetTintMesh(View *view, const StageTint *tint, const StageObject *object, float creaseAngle) {
    ViewTint *known = find(view, tint, object, creaseAngle);
    if (!known) {
        gxReportNoMemory();
        return NULL;
    }
    known->used = true;
    if (known->version != tint->version) {
        for (int32_t i = 0; i < known->vertexCount; ++i)
            known->values[i] = tint->values[known->origins[i]];
        gxSetGpuMeshValues(known->gpu, known->values);
        known->version = tint->version;
    }
    return known->gpu;
}

void DropUnusedTints(View *view) {
    int32_t kept = 0;
    for (int32_t i = 0; i < view->tintCount; ++i) {
        if (view->tints[i].used)
            view->tints[kept++] = view->tints[i];
        else
            DestroyViewTint(&view->tints[i]);
    }
    view->tintCount = kept;
    for (int32_t i = 0; i < kept; ++i)
        view->tints[i].used = false;
}
