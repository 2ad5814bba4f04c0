// Builds surfaces of meshes for drawing, vertices with normals, without the graphics card.
//
// Input: a mesh, or its subdivided surface. Output: vertices, each with a position and a normal, and their
// triangles. (1) A mesh: normals by the crease angle (engine/normals.h). (2) A fine surface: each corner
// interpolates the normals of the triangle that it was cut from, since normals of the cut triangles would
// show each of the mesh's as flat. Corners of one point with the same normal share a vertex.
#include "stage/shown/fine_surface.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ASK_EVERY = 4096 };

static const float creaseAngle = 0.7f; // 40 degrees: smooth on scans and turned shapes, sharp on boxes

static void setPosition(float position[3], cdVec3 p) {
    position[0] = (float)p.x;
    position[1] = (float)p.y;
    position[2] = (float)p.z;
}

// --- (1)

gxSurface MakeMeshSurface(const cdMesh *mesh) {
    const cdMeshInfo info = cdGetMeshInfo(mesh);
    float(*positions)[3] = malloc((size_t)info.vertexCount * sizeof *positions);
    if (!positions) return (gxSurface){0};
    for (int32_t i = 0; i < info.vertexCount; ++i)
        setPosition(positions[i], info.vertices[i]);
    gxSurface surface = gxMakeSurface((const float(*)[3])positions, info.vertexCount, info.triangles,
                                      info.triangleCount, creaseAngle);
    free(positions);
    return surface;
}

// --- (2)

typedef struct Drawing {
    const FineSurface *fine;
    gxSurface coarse, surface;
    int32_t *first; // first[pointCount]: the newest vertex of each point, -1: none
    int32_t *next;  // next[vertexCount]: the previous one of the same point
} Drawing;

static bool openDrawing(Drawing *drawing, const cdMesh *mesh) {
    size_t count = 3 * (size_t)drawing->fine->triangleCount;
    size_t firstSize = (size_t)drawing->fine->pointCount * sizeof *drawing->first;
    drawing->coarse = MakeMeshSurface(mesh);
    drawing->first = malloc(firstSize);
    drawing->next = malloc(count * sizeof *drawing->next);
    gxSurface *surface = &drawing->surface;
    *surface = (gxSurface){.vertices = malloc(count * sizeof *surface->vertices),
                           .indices = malloc(count * sizeof *surface->indices),
                           .origins = malloc(count * sizeof *surface->origins),
                           .triangleCount = drawing->fine->triangleCount};
    if (!drawing->coarse.vertices || !drawing->first || !drawing->next || !surface->vertices ||
        !surface->indices || !surface->origins)
        return false;
    memset(drawing->first, 0xff, firstSize);
    return true;
}

static gxVertex makeVertex(const gxSurface *coarse, cdVec3 point, const FineOrigin *origin, int corner) {
    gxVertex vertex = {0};
    float normal[3] = {0.0f, 0.0f, 0.0f};
    setPosition(vertex.position, point);
    for (int i = 0; i < 3; ++i) {
        const int8_t *n = coarse->vertices[coarse->indices[3 * (size_t)origin->triangle + (size_t)i]].normal;
        for (int k = 0; k < 3; ++k)
            normal[k] += origin->shares[corner][i] * (float)n[k];
    }
    float length = sqrtf(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
    for (int k = 0; k < 3; ++k)
        vertex.normal[k] = length > 0.0f ? (int8_t)lrintf(127.0f * normal[k] / length) : 0;
    return vertex;
}

// Returns the vertex of the point with that normal; adds it if needed.
static int32_t findVertex(Drawing *drawing, int32_t point, const gxVertex *wanted) {
    gxSurface *surface = &drawing->surface;
    int32_t i = drawing->first[point];
    while (i >= 0 && memcmp(surface->vertices[i].normal, wanted->normal, sizeof wanted->normal) != 0)
        i = drawing->next[i];
    if (i >= 0) return i;
    i = surface->vertexCount++;
    surface->vertices[i] = *wanted;
    surface->origins[i] = point;
    drawing->next[i] = drawing->first[point];
    drawing->first[point] = i;
    return i;
}

static bool fillDrawing(Drawing *drawing, const atomic_bool *unwanted) {
    const FineSurface *fine = drawing->fine;
    for (size_t i = 0; i < (size_t)fine->triangleCount; ++i) {
        if (unwanted && i % ASK_EVERY == 0 && atomic_load(unwanted)) return false;
        for (int k = 0; k < 3; ++k) {
            int32_t point = fine->triangles[3 * i + (size_t)k];
            gxVertex vertex = makeVertex(&drawing->coarse, fine->points[point], &fine->origins[i], k);
            drawing->surface.indices[3 * i + (size_t)k] = (uint32_t)findVertex(drawing, point, &vertex);
        }
    }
    return true;
}

// Frees the unused part of the memory for a vertex at each corner.
static void trim(gxSurface *surface) {
    size_t count = (size_t)surface->vertexCount;
    gxVertex *vertices = realloc(surface->vertices, count * sizeof *vertices);
    if (vertices) surface->vertices = vertices;
    int32_t *origins = realloc(surface->origins, count * sizeof *origins);
    if (origins) surface->origins = origins;
}

gxSurface MakeFineDrawing(const cdMesh *mesh, const FineSurface *fine, const atomic_bool *unwanted) {
    Drawing drawing = {.fine = fine};
    bool good = openDrawing(&drawing, mesh) && fillDrawing(&drawing, unwanted);
    gxDestroySurface(&drawing.coarse);
    free(drawing.first);
    free(drawing.next);
    if (good)
        trim(&drawing.surface);
    else
        gxDestroySurface(&drawing.surface);
    return drawing.surface;
}
