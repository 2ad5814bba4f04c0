// Vertex and index buffers with the surface's own triangles, then its coarser levels; depth sorting. The
// triangles of each level are ordered by blocks.
#include "engine/gpu_mesh.h"

#include "engine/gl.h"
#include "engine/message.h"

#include <cglm/struct.h>
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
    gxBlocks blocks; // empty: there was no memory, and no block is left out
} Level;

// Vertices and triangles, which meshes that differ by their values share.
typedef struct Shape {
    int32_t users; // how many meshes
    GLuint vertexBuffer, indexBuffer;
    int32_t vertexCount;
    Level levels[1 + GX_LEVEL_MAX]; // the surface itself first
    int32_t levelCount;
    float (*positions)[3]; // of the vertices, for sorting
    float radius;
    vec3s lower, upper;            // of the box around them
    gxBox outline[GX_OUTLINE_MAX]; // outline[outlineCount]: contain the triangles of all levels
    int32_t outlineCount;
} Shape;

struct gxGpuMesh {
    Shape *shape;
    GLuint vertexArray;
    GLuint valueBuffer;               // 0: no values
    uint32_t version;                 // of the values
    GLuint sortedArray, sortedBuffer; // created when first drawn sorted
    GLuint lineArray, lineBuffer;     // created when first drawn as lines
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
static bool takeLevels(Shape *shape, const gxSurface *surface, gxLevels *levels) {
    shape->levels[0] = (Level){.triangleCount = surface->triangleCount};
    shape->levels[0].indices = malloc(getIndexSize(&shape->levels[0]));
    shape->levelCount = 1 + levels->count;
    for (int32_t i = 0; i < levels->count; ++i) {
        const gxLevel *coarser = &levels->levels[i];
        size_t offset = shape->levels[i].offset + getIndexSize(&shape->levels[i]);
        shape->levels[i + 1] = (Level){coarser->indices, coarser->triangleCount, coarser->error, offset, {0}};
    }
    *levels = (gxLevels){0};
    if (!shape->levels[0].indices) return false;
    memcpy(shape->levels[0].indices, surface->indices, getIndexSize(&shape->levels[0]));
    return true;
}

static bool takePositions(Shape *shape, const gxSurface *surface) {
    shape->positions = malloc((size_t)surface->vertexCount * sizeof *shape->positions);
    if (!shape->positions) return false;
    float mostSq = 0.0f;
    shape->lower = (vec3s){{FLT_MAX, FLT_MAX, FLT_MAX}};
    shape->upper = (vec3s){{-FLT_MAX, -FLT_MAX, -FLT_MAX}};
    for (int32_t i = 0; i < surface->vertexCount; ++i) {
        const float *p = surface->vertices[i].position;
        memcpy(shape->positions[i], p, sizeof shape->positions[i]);
        shape->lower = glms_vec3_minv(shape->lower, (vec3s){{p[0], p[1], p[2]}});
        shape->upper = glms_vec3_maxv(shape->upper, (vec3s){{p[0], p[1], p[2]}});
        mostSq = fmaxf(mostSq, p[0] * p[0] + p[1] * p[1] + p[2] * p[2]);
    }
    shape->radius = sqrtf(mostSq);
    return true;
}

// Copies the blocks of all levels to all[count] if that is not NULL. Returns their number.
static int32_t listBlocks(const Shape *shape, gxBlock *all) {
    int32_t count = 0;
    for (int32_t i = 0; i < shape->levelCount; ++i) {
        const gxBlocks *blocks = &shape->levels[i].blocks;
        if (all && blocks->count > 0)
            memcpy(all + count, blocks->blocks, (size_t)blocks->count * sizeof *all);
        count += blocks->count;
    }
    return count;
}

// Without memory the outline is one box.
static void makeBlocks(Shape *shape) {
    bool complete = true;
    for (int32_t i = 0; i < shape->levelCount; ++i) {
        Level *level = &shape->levels[i];
        complete &= gxMakeBlocks(&level->blocks, level->indices, level->triangleCount,
                                 (const float(*)[3])shape->positions);
    }
    int32_t count = listBlocks(shape, NULL);
    gxBlock *all = complete ? malloc(((size_t)count + 1) * sizeof *all) : NULL;
    if (all) {
        listBlocks(shape, all);
        shape->outlineCount = gxMakeOutline(all, count, shape->outline);
    } else {
        shape->outline[0] = (gxBox){shape->lower, shape->upper};
        shape->outlineCount = 1;
    }
    free(all);
}

static void upload(Shape *shape, const gxSurface *surface) {
    glGenBuffers(1, &shape->vertexBuffer);
    glGenBuffers(1, &shape->indexBuffer);
    glBindVertexArray(0);
    glBindBuffer(GL_ARRAY_BUFFER, shape->vertexBuffer);
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)((size_t)surface->vertexCount * sizeof *surface->vertices),
                 surface->vertices, GL_STATIC_DRAW);
    const Level *last = &shape->levels[shape->levelCount - 1];
    // The target of indices belongs to a vertex array, and WebGL lets a buffer of indices have no other
    // target.
    GLuint array = 0;
    glGenVertexArrays(1, &array);
    glBindVertexArray(array);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, shape->indexBuffer);
    glBufferData(GL_ELEMENT_ARRAY_BUFFER, (GLsizeiptr)(last->offset + getIndexSize(last)), NULL,
                 GL_STATIC_DRAW);
    for (int32_t i = 0; i < shape->levelCount; ++i) {
        const Level *level = &shape->levels[i];
        glBufferSubData(GL_ELEMENT_ARRAY_BUFFER, (GLintptr)level->offset, (GLsizeiptr)getIndexSize(level),
                        level->indices);
    }
    glDeleteVertexArrays(1, &array);
}

static void dropShape(Shape *shape) {
    if (!shape || --shape->users > 0) return;
    glDeleteBuffers(1, &shape->vertexBuffer);
    glDeleteBuffers(1, &shape->indexBuffer);
    for (int32_t i = 0; i < shape->levelCount; ++i) {
        free(shape->levels[i].indices);
        gxFreeBlocks(&shape->levels[i].blocks);
    }
    free(shape->positions);
    free(shape);
}

// @errors NULL: no memory
static Shape *createShape(const gxSurface *surface, gxLevels *levels) {
    Shape *shape = calloc(1, sizeof *shape);
    if (!shape) {
        gxFreeLevels(levels);
        return NULL;
    }
    shape->vertexCount = surface->vertexCount;
    if (!takeLevels(shape, surface, levels) || !takePositions(shape, surface)) {
        dropShape(shape);
        return NULL;
    }
    makeBlocks(shape);
    upload(shape, surface);
    return shape;
}

// One more mesh of the shape; a shape without one is freed. @errors NULL: no memory, or no shape
static gxGpuMesh *createMesh(Shape *shape, bool valued) {
    gxGpuMesh *mesh = shape ? calloc(1, sizeof *mesh) : NULL;
    if (!mesh) {
        if (shape && shape->users == 0) dropShape(shape);
        return NULL;
    }
    ++shape->users;
    mesh->shape = shape;
    if (valued) glGenBuffers(1, &mesh->valueBuffer);
    mesh->vertexArray = createArray(shape->vertexBuffer, shape->indexBuffer, mesh->valueBuffer);
    glBindVertexArray(0);
    return mesh;
}

gxGpuMesh *gxCreateGpuMesh(const gxSurface *surface) {
    gxLevels levels = gxMakeLevels(surface);
    return createMesh(createShape(surface, &levels), false);
}

gxGpuMesh *gxCreateLevelledGpuMesh(const gxSurface *surface, gxLevels *levels) {
    return createMesh(createShape(surface, levels), false);
}

gxGpuMesh *gxCreateValuedGpuMesh(const gxSurface *surface) {
    gxLevels none = {0};
    return createMesh(createShape(surface, &none), true);
}

gxGpuMesh *gxCreateValuedTwin(const gxGpuMesh *mesh) {
    return createMesh(mesh->shape, true);
}

uint32_t gxGetGpuMeshVersion(const gxGpuMesh *mesh) {
    return mesh->version;
}

void gxSetGpuMeshValues(gxGpuMesh *mesh, const float *values) {
    if (!mesh->valueBuffer) return;
    ++mesh->version;
    glBindBuffer(GL_ARRAY_BUFFER, mesh->valueBuffer);
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)((size_t)mesh->shape->vertexCount * sizeof *values), values,
                 GL_STREAM_DRAW);
}

void gxDestroyGpuMesh(gxGpuMesh *mesh) {
    if (!mesh) return;
    glDeleteVertexArrays(1, &mesh->vertexArray);
    glDeleteVertexArrays(1, &mesh->sortedArray);
    glDeleteBuffers(1, &mesh->sortedBuffer);
    glDeleteVertexArrays(1, &mesh->lineArray);
    glDeleteBuffers(1, &mesh->lineBuffer);
    glDeleteBuffers(1, &mesh->valueBuffer);
    dropShape(mesh->shape);
    free(mesh);
}

float gxGetGpuMeshRadius(const gxGpuMesh *mesh) {
    return mesh->shape->radius;
}

void gxGetGpuMeshBox(const gxGpuMesh *mesh, vec3s *lower, vec3s *upper) {
    *lower = mesh->shape->lower;
    *upper = mesh->shape->upper;
}

int32_t gxGetGpuMeshOutline(const gxGpuMesh *mesh, const gxBox **boxes) {
    *boxes = mesh->shape->outline;
    return mesh->shape->outlineCount;
}

int32_t gxGetGpuMeshTriangleCount(const gxGpuMesh *mesh) {
    return mesh->shape->levels[0].triangleCount;
}

int32_t gxGetGpuMeshVertexCount(const gxGpuMesh *mesh) {
    return mesh->shape->vertexCount;
}

static const Level *chooseLevel(const gxGpuMesh *mesh, float tolerance) {
    const Shape *shape = mesh->shape;
    int32_t chosen = 0;
    while (chosen + 1 < shape->levelCount && shape->levels[chosen + 1].error <= tolerance)
        ++chosen;
    return &shape->levels[chosen];
}

void gxDrawGpuMesh(const gxGpuMesh *mesh, float tolerance) {
    const Level *level = chooseLevel(mesh, tolerance);
    glBindVertexArray(mesh->vertexArray);
    glDrawElements(GL_TRIANGLES, 3 * level->triangleCount, GL_UNSIGNED_INT, (const void *)level->offset);
}

// @errors false: no memory
static bool makeLines(gxGpuMesh *mesh) {
    const Level *level = &mesh->shape->levels[0];
    size_t count = (size_t)level->triangleCount;
    uint32_t *ends = malloc(2 * getIndexSize(level));
    if (!ends) return false;
    for (size_t t = 0; t < count; ++t) {
        const uint32_t *corners = level->indices + 3 * t;
        const uint32_t lines[] = {corners[0], corners[1], corners[1], corners[2], corners[2], corners[0]};
        memcpy(ends + 6 * t, lines, sizeof lines);
    }
    glGenBuffers(1, &mesh->lineBuffer);
    mesh->lineArray = createArray(mesh->shape->vertexBuffer, mesh->lineBuffer, 0);
    glBufferData(GL_ELEMENT_ARRAY_BUFFER, (GLsizeiptr)(2 * getIndexSize(level)), ends, GL_STATIC_DRAW);
    free(ends);
    return true;
}

void gxDrawGpuMeshLines(gxGpuMesh *mesh) {
    if (!mesh->lineArray && !makeLines(mesh)) {
        gxReportNoMemory();
        return;
    }
    glBindVertexArray(mesh->lineArray);
    glDrawElements(GL_LINES, 6 * mesh->shape->levels[0].triangleCount, GL_UNSIGNED_INT, NULL);
}

bool gxDrawGpuMeshPart(const gxGpuMesh *mesh, float tolerance, int32_t first, int32_t most) {
    const Level *level = chooseLevel(mesh, tolerance);
    int32_t count = level->triangleCount - first < most ? level->triangleCount - first : most;
    glBindVertexArray(mesh->vertexArray);
    glDrawElements(GL_TRIANGLES, 3 * count, GL_UNSIGNED_INT,
                   (const void *)(level->offset + 3 * (size_t)first * sizeof *level->indices));
    return first + count == level->triangleCount;
}

static void drawRuns(const Level *level, const GLsizei *counts, const void *const *offsets, int runCount) {
    if (runCount > 0 && level->triangleCount > 0) gxDrawRuns(counts, offsets, runCount);
}

void gxDrawGpuMeshWithin(const gxGpuMesh *mesh, float tolerance, const gxPart *part) {
    enum { RUN_MAX = 64 };
    const Level *level = chooseLevel(mesh, tolerance);
    const gxBlocks *blocks = &level->blocks;
    GLsizei counts[RUN_MAX];
    const void *offsets[RUN_MAX];
    int runCount = 0;
    if (blocks->count == 0) {
        gxDrawGpuMesh(mesh, tolerance);
        return;
    }
    glBindVertexArray(mesh->vertexArray);
    bool extends = false;
    for (int32_t i = 0; i < blocks->count; ++i) {
        const gxBlock *block = &blocks->blocks[i];
        bool met = gxMayMeetPart(&block->box, part);
        if (met && !extends && runCount == RUN_MAX) {
            drawRuns(level, counts, offsets, runCount);
            runCount = 0;
        }
        if (met && !extends) {
            offsets[runCount] =
                (const void *)(level->offset + 3 * (size_t)block->first * sizeof *level->indices);
            counts[runCount++] = 0;
        }
        if (met) counts[runCount - 1] += 3 * block->count;
        extends = met;
    }
    drawRuns(level, counts, offsets, runCount);
}

// Returns three times the depth of a triangle's centre.
static float measureDepth(const gxGpuMesh *mesh, const uint32_t *triangle, const float d[3]) {
    float sum = 0.0f;
    for (int k = 0; k < 3; ++k) {
        const float *p = mesh->shape->positions[triangle[k]];
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
            mesh->sortedArray = createArray(mesh->shape->vertexBuffer, mesh->sortedBuffer, mesh->valueBuffer);
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
