// Vertex and index buffers with the surface's own triangles, then its coarser levels; depth sorting.
#include "engine/gpu_mesh.h"

#include "engine/gl.h"
#include "engine/message.h"

#include <float.h>
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

// One level of detail. Its indices start `offset` bytes into the index buffer; a copy is here for sorting.
typedef struct Level {
    uint32_t *indices; // indices[3 * triangleCount]
    int32_t triangleCount;
    float error;
    size_t offset;
} Level;

struct gxGpuMesh {
    GLuint vertexArray, vertexBuffer, indexBuffer;
    GLuint valueBuffer; // 0: no values
    int32_t vertexCount;
    Level levels[1 + GX_LEVEL_MAX]; // the surface itself first
    int32_t levelCount;
    float (*positions)[3]; // of the vertices, for sorting
    float radius;
    GLuint sortedArray, sortedBuffer; // created when first drawn sorted
    float sortedDirection[3];
    const Level *sortedLevel; // the level in the sorted buffer; NULL: it is empty
};

static GLuint createArray(GLuint vertexBuffer, GLuint indexBuffer, GLuint valueBuffer) {
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
    if (valueBuffer) {
        glBindBuffer(GL_ARRAY_BUFFER, valueBuffer);
        glEnableVertexAttribArray(2);
        glVertexAttribPointer(2, 1, GL_FLOAT, GL_FALSE, 0, NULL);
    }
    return array;
}

static size_t getIndexSize(const Level *level) {
    return 3 * (size_t)level->triangleCount * sizeof *level->indices;
}

// Takes ownership of the coarser levels and copies the surface's own triangles.
static bool takeLevels(gxGpuMesh *mesh, const gxSurface *surface, gxLevels *levels) {
    mesh->levels[0] = (Level){.triangleCount = surface->triangleCount};
    mesh->levels[0].indices = malloc(getIndexSize(&mesh->levels[0]));
    mesh->levelCount = 1 + levels->count;
    for (int32_t i = 0; i < levels->count; ++i) {
        const gxLevel *coarser = &levels->levels[i];
        size_t offset = mesh->levels[i].offset + getIndexSize(&mesh->levels[i]);
        mesh->levels[i + 1] = (Level){coarser->indices, coarser->triangleCount, coarser->error, offset};
    }
    *levels = (gxLevels){0};
    if (!mesh->levels[0].indices) return false;
    memcpy(mesh->levels[0].indices, surface->indices, getIndexSize(&mesh->levels[0]));
    return true;
}

static bool takePositions(gxGpuMesh *mesh, const gxSurface *surface) {
    mesh->positions = malloc((size_t)surface->vertexCount * sizeof *mesh->positions);
    if (!mesh->positions) return false;
    float mostSq = 0.0f;
    for (int32_t i = 0; i < surface->vertexCount; ++i) {
        const float *p = surface->vertices[i].position;
        memcpy(mesh->positions[i], p, sizeof mesh->positions[i]);
        mostSq = fmaxf(mostSq, p[0] * p[0] + p[1] * p[1] + p[2] * p[2]);
    }
    mesh->radius = sqrtf(mostSq);
    return true;
}

static void upload(gxGpuMesh *mesh, const gxSurface *surface) {
    glGenBuffers(1, &mesh->vertexBuffer);
    glGenBuffers(1, &mesh->indexBuffer);
    mesh->vertexArray = createArray(mesh->vertexBuffer, mesh->indexBuffer, mesh->valueBuffer);
    glBindBuffer(GL_ARRAY_BUFFER, mesh->vertexBuffer);
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)((size_t)surface->vertexCount * sizeof *surface->vertices),
                 surface->vertices, GL_STATIC_DRAW);
    const Level *last = &mesh->levels[mesh->levelCount - 1];
    glBufferData(GL_ELEMENT_ARRAY_BUFFER, (GLsizeiptr)(last->offset + getIndexSize(last)), NULL,
                 GL_STATIC_DRAW);
    for (int32_t i = 0; i < mesh->levelCount; ++i) {
        const Level *level = &mesh->levels[i];
        glBufferSubData(GL_ELEMENT_ARRAY_BUFFER, (GLintptr)level->offset, (GLsizeiptr)getIndexSize(level),
                        level->indices);
    }
    glBindVertexArray(0);
}

static gxGpuMesh *createMesh(const gxSurface *surface, gxLevels *levels, bool valued) {
    gxGpuMesh *mesh = calloc(1, sizeof *mesh);
    if (!mesh) {
        gxFreeLevels(levels);
        return NULL;
    }
    mesh->vertexCount = surface->vertexCount;
    if (valued) glGenBuffers(1, &mesh->valueBuffer);
    if (!takeLevels(mesh, surface, levels) || !takePositions(mesh, surface)) {
        gxDestroyGpuMesh(mesh);
        return NULL;
    }
    upload(mesh, surface);
    return mesh;
}

gxGpuMesh *gxCreateGpuMesh(const gxSurface *surface) {
    gxLevels levels = gxMakeLevels(surface);
    return createMesh(surface, &levels, false);
}

gxGpuMesh *gxCreateLevelledGpuMesh(const gxSurface *surface, gxLevels *levels) {
    return createMesh(surface, levels, false);
}

gxGpuMesh *gxCreateValuedGpuMesh(const gxSurface *surface) {
    gxLevels none = {0};
    return createMesh(surface, &none, true);
}

void gxSetGpuMeshValues(gxGpuMesh *mesh, const float *values) {
    if (!mesh->valueBuffer) return;
    glBindBuffer(GL_ARRAY_BUFFER, mesh->valueBuffer);
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)((size_t)mesh->vertexCount * sizeof *values), values,
                 GL_STREAM_DRAW);
}

void gxDestroyGpuMesh(gxGpuMesh *mesh) {
    if (!mesh) return;
    glDeleteVertexArrays(1, &mesh->vertexArray);
    glDeleteVertexArrays(1, &mesh->sortedArray);
    glDeleteBuffers(1, &mesh->vertexBuffer);
    glDeleteBuffers(1, &mesh->indexBuffer);
    glDeleteBuffers(1, &mesh->sortedBuffer);
    glDeleteBuffers(1, &mesh->valueBuffer);
    for (int32_t i = 0; i < mesh->levelCount; ++i)
        free(mesh->levels[i].indices);
    free(mesh->positions);
    free(mesh);
}

float gxGetGpuMeshRadius(const gxGpuMesh *mesh) {
    return mesh->radius;
}

int32_t gxGetGpuMeshTriangleCount(const gxGpuMesh *mesh) {
    return mesh->levels[0].triangleCount;
}

static const Level *chooseLevel(const gxGpuMesh *mesh, float tolerance) {
    int32_t chosen = 0;
    while (chosen + 1 < mesh->levelCount && mesh->levels[chosen + 1].error <= tolerance)
        ++chosen;
    return &mesh->levels[chosen];
}

void gxDrawGpuMesh(const gxGpuMesh *mesh, float tolerance) {
    const Level *level = chooseLevel(mesh, tolerance);
    glBindVertexArray(mesh->vertexArray);
    glDrawElements(GL_TRIANGLES, 3 * level->triangleCount, GL_UNSIGNED_INT, (const void *)level->offset);
}

// Returns three times the depth of a triangle's centre.
static float measureDepth(const gxGpuMesh *mesh, const uint32_t *triangle, const float d[3]) {
    float sum = 0.0f;
    for (int k = 0; k < 3; ++k) {
        const float *p = mesh->positions[triangle[k]];
        sum += p[0] * d[0] + p[1] * d[1] + p[2] * d[2];
    }
    return sum;
}

enum { SLICES = 4096 };

// Returns the slice of a depth. Depths that overflow a float come first.
static int getSlice(float behind, float scale) {
    float slice = behind * scale;
    return slice >= 0.0f && slice < SLICES ? (int)slice : 0;
}

// Sorts indices by decreasing depth: a counting sort with 4096 equal slices, finer than blending shows.
static bool sortTriangles(const gxGpuMesh *mesh, const Level *level, const float direction[3], float *depths,
                          uint32_t *sorted) {
    uint32_t first[SLICES + 1] = {0};
    size_t count = (size_t)level->triangleCount;
    if (!depths || !sorted) return false;
    float low = FLT_MAX, high = -FLT_MAX;
    for (size_t t = 0; t < count; ++t) {
        depths[t] = measureDepth(mesh, level->indices + 3 * t, direction);
        low = fminf(low, depths[t]);
        high = fmaxf(high, depths[t]);
    }
    float scale = high > low ? (SLICES - 1) / (high - low) : 0.0f;
    for (size_t t = 0; t < count; ++t)
        ++first[getSlice(high - depths[t], scale) + 1];
    for (int s = 0; s < SLICES; ++s)
        first[s + 1] += first[s];
    for (size_t t = 0; t < count; ++t) {
        uint32_t slot = first[getSlice(high - depths[t], scale)]++;
        memcpy(sorted + 3 * (size_t)slot, level->indices + 3 * t, 3 * sizeof *sorted);
    }
    return true;
}

static bool updateSorted(gxGpuMesh *mesh, const Level *level, const float direction[3]) {
    bool turned = memcmp(mesh->sortedDirection, direction, sizeof mesh->sortedDirection) != 0;
    if (!turned && mesh->sortedLevel == level) return true;
    float *depths = malloc((size_t)level->triangleCount * sizeof *depths);
    uint32_t *sorted = malloc(getIndexSize(level));
    bool complete = sortTriangles(mesh, level, direction, depths, sorted);
    if (complete) {
        if (!mesh->sortedArray) {
            glGenBuffers(1, &mesh->sortedBuffer);
            mesh->sortedArray = createArray(mesh->vertexBuffer, mesh->sortedBuffer, mesh->valueBuffer);
        }
        glBindVertexArray(mesh->sortedArray);
        glBufferData(GL_ELEMENT_ARRAY_BUFFER, (GLsizeiptr)getIndexSize(level), sorted, GL_STREAM_DRAW);
        memcpy(mesh->sortedDirection, direction, sizeof mesh->sortedDirection);
        mesh->sortedLevel = level;
    }
    free(depths);
    free(sorted);
    return complete;
}

void gxDrawGpuMeshSorted(gxGpuMesh *mesh, const float direction[3], float tolerance) {
    const Level *level = chooseLevel(mesh, tolerance);
    if (!updateSorted(mesh, level, direction)) {
        gxReportNoMemory();
        gxDrawGpuMesh(mesh, tolerance);
        return;
    }
    glBindVertexArray(mesh->sortedArray);
    glDrawElements(GL_TRIANGLES, 3 * level->triangleCount, GL_UNSIGNED_INT, NULL);
}
