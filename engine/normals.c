// Crease-angle normals.
//
// Input: positions and triangles. Output: vertices with normals, split at creases.
// 1. Compute each triangle's unit normal and corner angles.
// 2. List the corners of each vertex (counting sort).
// 3. For each corner, compute the weighted sum over the corners of its vertex within the crease angle.
//    Corners of a vertex with the same packed normal share one drawn vertex.
#include "engine/normals.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct Corners {
    float (*faceNormals)[3]; // of each triangle
    float *angles;           // of each corner
    int32_t *first;          // first[positionCount + 1]: start of each vertex's corners in `order`
    int32_t *order;          // corners by vertex
} Corners;

static void subtract(float out[3], const float a[3], const float b[3]) {
    for (int i = 0; i < 3; ++i)
        out[i] = a[i] - b[i];
}

static float dot(const float a[3], const float b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void normalize(float v[3]) {
    float length = sqrtf(dot(v, v));
    for (int i = 0; i < 3 && length > 0.0f; ++i)
        v[i] /= length;
}

static bool allocateCorners(Corners *corners, int32_t positionCount, int32_t triangleCount) {
    size_t cornerCount = 3 * (size_t)triangleCount;
    corners->faceNormals = malloc((size_t)triangleCount * sizeof *corners->faceNormals);
    corners->angles = malloc(cornerCount * sizeof *corners->angles);
    corners->first = calloc((size_t)positionCount + 2, sizeof *corners->first);
    corners->order = malloc(cornerCount * sizeof *corners->order);
    return corners->faceNormals && corners->angles && corners->first && corners->order;
}

static void freeCorners(Corners *corners) {
    free(corners->faceNormals);
    free(corners->angles);
    free(corners->first);
    free(corners->order);
}

static void measureTriangle(Corners *corners, const float (*positions)[3], const int32_t *triangles,
                            int32_t t) {
    float sides[3][3];
    for (int k = 0; k < 3; ++k) {
        subtract(sides[k], positions[triangles[3 * t + (k + 1) % 3]], positions[triangles[3 * t + k]]);
        normalize(sides[k]);
    }
    float *n = corners->faceNormals[t];
    n[0] = sides[0][1] * sides[1][2] - sides[0][2] * sides[1][1];
    n[1] = sides[0][2] * sides[1][0] - sides[0][0] * sides[1][2];
    n[2] = sides[0][0] * sides[1][1] - sides[0][1] * sides[1][0];
    normalize(n);
    for (int k = 0; k < 3; ++k) {
        float cosine = -dot(sides[k], sides[(k + 2) % 3]);
        corners->angles[3 * t + k] = acosf(fminf(fmaxf(cosine, -1.0f), 1.0f));
    }
}

static void sortCorners(Corners *corners, const int32_t *triangles, int32_t triangleCount,
                        int32_t positionCount) {
    int32_t *first = corners->first;
    for (int32_t c = 0; c < 3 * triangleCount; ++c)
        ++first[triangles[c] + 2];
    for (int32_t v = 0; v < positionCount; ++v)
        first[v + 2] += first[v + 1];
    for (int32_t c = 0; c < 3 * triangleCount; ++c)
        corners->order[first[triangles[c] + 1]++] = c;
}

static void sumNormal(const Corners *corners, int32_t corner, int32_t vertex, float cosCrease,
                      int8_t packed[4]) {
    const float *own = corners->faceNormals[corner / 3];
    float sum[3] = {1e-6f * own[0], 1e-6f * own[1], 1e-6f * own[2]};
    for (int32_t k = corners->first[vertex]; k < corners->first[vertex + 1]; ++k) {
        int32_t other = corners->order[k];
        const float *normal = corners->faceNormals[other / 3];
        if (other != corner && dot(own, normal) < cosCrease) continue;
        for (int i = 0; i < 3; ++i)
            sum[i] += corners->angles[other] * normal[i];
    }
    normalize(sum);
    for (int i = 0; i < 3; ++i)
        packed[i] = (int8_t)lrintf(127.0f * sum[i]);
    packed[3] = 0;
}

// Adds the corners of one vertex to the surface, merging equal ones.
static void splitVertex(gxSurface *surface, const Corners *corners, const float position[3], int32_t vertex,
                        float cosCrease) {
    int32_t begin = surface->vertexCount;
    for (int32_t k = corners->first[vertex]; k < corners->first[vertex + 1]; ++k) {
        int32_t corner = corners->order[k];
        gxVertex drawn;
        memcpy(drawn.position, position, sizeof drawn.position);
        sumNormal(corners, corner, vertex, cosCrease, drawn.normal);
        int32_t index = begin;
        while (index < surface->vertexCount &&
               memcmp(surface->vertices[index].normal, drawn.normal, sizeof drawn.normal) != 0) {
            ++index;
        }
        if (index == surface->vertexCount) {
            surface->origins[surface->vertexCount] = vertex;
            surface->vertices[surface->vertexCount++] = drawn;
        }
        surface->indices[corner] = (uint32_t)index;
    }
}

gxSurface gxMakeSurface(const float (*positions)[3], int32_t positionCount, const int32_t *triangles,
                        int32_t triangleCount, float creaseAngle) {
    gxSurface surface = {0};
    Corners corners = {0};
    size_t cornerCount = 3 * (size_t)triangleCount;
    surface.vertices = malloc(cornerCount * sizeof *surface.vertices);
    surface.indices = malloc(cornerCount * sizeof *surface.indices);
    surface.origins = malloc(cornerCount * sizeof *surface.origins);
    if (!allocateCorners(&corners, positionCount, triangleCount) || !surface.vertices || !surface.indices ||
        !surface.origins) {
        freeCorners(&corners);
        gxDestroySurface(&surface);
        return surface;
    }
    surface.triangleCount = triangleCount;
    for (int32_t t = 0; t < triangleCount; ++t)
        measureTriangle(&corners, positions, triangles, t);
    sortCorners(&corners, triangles, triangleCount, positionCount);
    for (int32_t v = 0; v < positionCount; ++v)
        splitVertex(&surface, &corners, positions[v], v, cosf(creaseAngle));
    freeCorners(&corners);
    return surface;
}

void gxDestroySurface(gxSurface *surface) {
    free(surface->vertices);
    free(surface->indices);
    free(surface->origins);
    *surface = (gxSurface){0};
}
