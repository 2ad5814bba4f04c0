// Vertex and index buffers, with coarser levels behind the surface's own triangles; triangles sorted by
// depth.
#include "engine/gpu_mesh.h"

#include "engine/gl.h"
#include "engine/simplify.h"

#include <float.h>
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

struct gxGpuMesh {
    GLuint vertexArray, vertexBuffer, indexBuffer;
    GLsizei indexCount; // of the surface itself
    struct {
        size_t offset; // bytes into the index buffer
        GLsizei indexCount;
        float error;
    } levels[GX_LEVEL_MAX];
    int32_t levelCount;
    float radius;
    // For sorting: kept on this side too.
    int32_t triangleCount;
    float (*centers)[3];              // of each triangle
    uint32_t *indices;                // as given
    GLuint sortedArray, sortedBuffer; // made with the first sorted drawing
    float sortedDirection[3];
};

static bool keepTriangles(gxGpuMesh *mesh, const gxSurface *surface) {
    size_t count = (size_t)surface->triangleCount;
    mesh->triangleCount = surface->triangleCount;
    mesh->centers = malloc(count * sizeof *mesh->centers);
    mesh->indices = malloc(3 * count * sizeof *mesh->indices);
    if (!mesh->centers || !mesh->indices) return false;
    memcpy(mesh->indices, surface->indices, 3 * count * sizeof *mesh->indices);
    for (size_t t = 0; t < count; ++t) {
        for (int i = 0; i < 3; ++i) {
            float sum = 0.0f;
            for (size_t k = 0; k < 3; ++k)
                sum += surface->vertices[surface->indices[3 * t + k]].position[i];
            mesh->centers[t][i] = sum / 3.0f;
        }
    }
    return true;
}

static GLuint createArray(GLuint vertexBuffer, GLuint indexBuffer) {
    GLuint array = 0;
    glGenVertexArrays(1, &array);
    glBindVertexArray(array);
    glBindBuffer(GL_ARRAY_BUFFER, vertexBuffer);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, indexBuffer);
    glEnableVertexAttribArray(0);
    glEnableVertexAttribArray(1);
    glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, sizeof(gxVertex),
                          (const void *)offsetof(gxVertex, position));
    glVertexAttribPointer(1, 4, GL_BYTE, GL_TRUE, sizeof(gxVertex), (const void *)offsetof(gxVertex, normal));
    return array;
}

static void uploadIndices(gxGpuMesh *mesh, const gxSurface *surface, const gxLevels *levels) {
    size_t size = 3 * (size_t)surface->triangleCount * sizeof *surface->indices, whole = size;
    for (int32_t i = 0; i < levels->count; ++i)
        whole += 3 * (size_t)levels->levels[i].triangleCount * sizeof(uint32_t);
    glBufferData(GL_ELEMENT_ARRAY_BUFFER, (GLsizeiptr)whole, NULL, GL_STATIC_DRAW);
    glBufferSubData(GL_ELEMENT_ARRAY_BUFFER, 0, (GLsizeiptr)size, surface->indices);
    size_t offset = size;
    for (int32_t i = 0; i < levels->count; ++i) {
        const gxLevel *level = &levels->levels[i];
        size = 3 * (size_t)level->triangleCount * sizeof *level->indices;
        glBufferSubData(GL_ELEMENT_ARRAY_BUFFER, (GLintptr)offset, (GLsizeiptr)size, level->indices);
        mesh->levels[i].offset = offset;
        mesh->levels[i].indexCount = 3 * level->triangleCount;
        mesh->levels[i].error = level->error;
        offset += size;
    }
    mesh->levelCount = levels->count;
}

static float measureRadius(const gxSurface *surface) {
    float mostSq = 0.0f;
    for (int32_t i = 0; i < surface->vertexCount; ++i) {
        const float *p = surface->vertices[i].position;
        mostSq = fmaxf(mostSq, p[0] * p[0] + p[1] * p[1] + p[2] * p[2]);
    }
    return sqrtf(mostSq);
}

gxGpuMesh *gxCreateGpuMesh(const gxSurface *surface) {
    gxGpuMesh *mesh = calloc(1, sizeof *mesh);
    if (!mesh || !keepTriangles(mesh, surface)) {
        gxDestroyGpuMesh(mesh);
        return NULL;
    }
    gxLevels levels = gxMakeLevels(surface);
    mesh->indexCount = 3 * surface->triangleCount;
    mesh->radius = measureRadius(surface);
    glGenBuffers(1, &mesh->vertexBuffer);
    glGenBuffers(1, &mesh->indexBuffer);
    mesh->vertexArray = createArray(mesh->vertexBuffer, mesh->indexBuffer);
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)((size_t)surface->vertexCount * sizeof *surface->vertices),
                 surface->vertices, GL_STATIC_DRAW);
    uploadIndices(mesh, surface, &levels);
    glBindVertexArray(0);
    gxFreeLevels(&levels);
    return mesh;
}

void gxDestroyGpuMesh(gxGpuMesh *mesh) {
    if (!mesh) return;
    glDeleteVertexArrays(1, &mesh->vertexArray);
    glDeleteVertexArrays(1, &mesh->sortedArray);
    glDeleteBuffers(1, &mesh->vertexBuffer);
    glDeleteBuffers(1, &mesh->indexBuffer);
    glDeleteBuffers(1, &mesh->sortedBuffer);
    free(mesh->centers);
    free(mesh->indices);
    free(mesh);
}

float gxGetGpuMeshRadius(const gxGpuMesh *mesh) {
    return mesh->radius;
}

void gxDrawGpuMesh(const gxGpuMesh *mesh, float tolerance) {
    GLsizei indexCount = mesh->indexCount;
    size_t offset = 0;
    for (int32_t i = 0; i < mesh->levelCount && mesh->levels[i].error <= tolerance; ++i) {
        indexCount = mesh->levels[i].indexCount;
        offset = mesh->levels[i].offset;
    }
    glBindVertexArray(mesh->vertexArray);
    glDrawElements(GL_TRIANGLES, indexCount, GL_UNSIGNED_INT, (const void *)offset);
}

// Indices by falling depth: a counting sort over 4096 equal slices, finer than what blending shows.
static uint32_t *sortTriangles(const gxGpuMesh *mesh, const float direction[3]) {
    enum { SLICES = 4096 };
    size_t count = (size_t)mesh->triangleCount;
    uint32_t *sorted = malloc(3 * count * sizeof *sorted);
    float *depths = malloc(count * sizeof *depths);
    uint32_t first[SLICES + 1] = {0};
    float least = FLT_MAX, most = -FLT_MAX;
    for (size_t t = 0; depths && t < count; ++t) {
        const float *c = mesh->centers[t];
        depths[t] = c[0] * direction[0] + c[1] * direction[1] + c[2] * direction[2];
        if (depths[t] < least) least = depths[t];
        if (depths[t] > most) most = depths[t];
    }
    float scale = most > least ? (SLICES - 1) / (most - least) : 0.0f;
    for (size_t t = 0; depths && t < count; ++t)
        ++first[(int)((most - depths[t]) * scale) + 1];
    for (int s = 0; s < SLICES; ++s)
        first[s + 1] += first[s];
    for (size_t t = 0; sorted && depths && t < count; ++t) {
        uint32_t place = first[(int)((most - depths[t]) * scale)]++;
        memcpy(sorted + 3 * (size_t)place, mesh->indices + 3 * t, 3 * sizeof *sorted);
    }
    bool complete = sorted && depths;
    free(depths);
    if (complete) return sorted;
    free(sorted);
    return NULL;
}

void gxDrawGpuMeshSorted(gxGpuMesh *mesh, const float direction[3]) {
    bool turned = memcmp(mesh->sortedDirection, direction, sizeof mesh->sortedDirection) != 0;
    if (turned || !mesh->sortedArray) {
        uint32_t *sorted = sortTriangles(mesh, direction);
        if (!sorted) {
            gxDrawGpuMesh(mesh, 0.0f);
            return;
        }
        if (!mesh->sortedArray) {
            glGenBuffers(1, &mesh->sortedBuffer);
            mesh->sortedArray = createArray(mesh->vertexBuffer, mesh->sortedBuffer);
        }
        glBindVertexArray(mesh->sortedArray);
        glBufferData(GL_ELEMENT_ARRAY_BUFFER, (GLsizeiptr)((size_t)mesh->indexCount * sizeof *sorted), sorted,
                     GL_STREAM_DRAW);
        memcpy(mesh->sortedDirection, direction, sizeof mesh->sortedDirection);
        free(sorted);
    }
    glBindVertexArray(mesh->sortedArray);
    glDrawElements(GL_TRIANGLES, mesh->indexCount, GL_UNSIGNED_INT, NULL);
}
