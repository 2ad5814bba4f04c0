// A set of triangles is split at the middle of the longest side of the box around their centres, until no set
// is larger than a block. Triangles whose centres coincide are split by their number.
#include "engine/mesh_blocks.h"

#include <cglm/struct.h>
#include <float.h>
#include <stdlib.h>
#include <string.h>

// Triangles are moved between `indices` and `spare`.
typedef struct Splitter {
    uint32_t *indices, *spare;
    const float (*positions)[3];
    gxBlocks *blocks;
    int32_t capacity;
} Splitter;

static const gxBox emptyBox = {{{FLT_MAX, FLT_MAX, FLT_MAX}}, {{-FLT_MAX, -FLT_MAX, -FLT_MAX}}};

static vec3s getCorner(const Splitter *splitter, uint32_t vertex) {
    const float *p = splitter->positions[vertex];
    return (vec3s){{p[0], p[1], p[2]}};
}

// Returns three times the centre.
static vec3s getCenter(const Splitter *splitter, int32_t triangle) {
    const uint32_t *corners = splitter->indices + 3 * (size_t)triangle;
    return glms_vec3_add(glms_vec3_add(getCorner(splitter, corners[0]), getCorner(splitter, corners[1])),
                         getCorner(splitter, corners[2]));
}

static gxBox addPoint(gxBox box, vec3s p) {
    return (gxBox){glms_vec3_minv(box.lower, p), glms_vec3_maxv(box.upper, p)};
}

static int getLongestAxis(gxBox box) {
    vec3s size = glms_vec3_sub(box.upper, box.lower);
    if (size.x >= size.y && size.x >= size.z) return 0;
    return size.y >= size.z ? 1 : 2;
}

static bool addBlock(Splitter *splitter, int32_t first, int32_t count) {
    gxBlocks *blocks = splitter->blocks;
    if (blocks->count == splitter->capacity) {
        int32_t capacity = splitter->capacity ? 2 * splitter->capacity : 64;
        gxBlock *larger = realloc(blocks->blocks, (size_t)capacity * sizeof *larger);
        if (!larger) return false;
        blocks->blocks = larger;
        splitter->capacity = capacity;
    }
    gxBlock *block = &blocks->blocks[blocks->count++];
    *block = (gxBlock){emptyBox, first, count};
    for (size_t i = 3 * (size_t)first; i < 3 * ((size_t)first + (size_t)count); ++i)
        block->box = addPoint(block->box, getCorner(splitter, splitter->indices[i]));
    return true;
}

// Moves the triangles below the middle to the front, in their order. Returns how many these are.
static int32_t divide(Splitter *splitter, int32_t first, int32_t count) {
    gxBox centers = emptyBox;
    for (int32_t i = 0; i < count; ++i)
        centers = addPoint(centers, getCenter(splitter, first + i));
    int axis = getLongestAxis(centers);
    float middle = 0.5f * centers.lower.raw[axis] + 0.5f * centers.upper.raw[axis];
    int32_t below = 0, above = 0;
    for (int32_t i = 0; i < count; ++i) {
        const uint32_t *from = splitter->indices + 3 * (size_t)(first + i);
        bool isBelow = getCenter(splitter, first + i).raw[axis] < middle;
        uint32_t *to = isBelow ? splitter->indices + 3 * (size_t)(first + below++)
                               : splitter->spare + 3 * (size_t)above++;
        memmove(to, from, 3 * sizeof *to);
    }
    memcpy(splitter->indices + 3 * (size_t)(first + below), splitter->spare,
           3 * (size_t)above * sizeof *splitter->spare);
    return below;
}

static bool split(Splitter *splitter, int32_t first, int32_t count, int depth) {
    if (count <= GX_BLOCK_MAX) return addBlock(splitter, first, count);
    int32_t below = depth < GX_BLOCK_SPLITS ? divide(splitter, first, count) : 0;
    if (below == 0 || below == count) below = count / 2;
    return split(splitter, first, below, depth + 1) &&
           split(splitter, first + below, count - below, depth + 1);
}

bool gxMakeBlocks(gxBlocks *blocks, uint32_t *indices, int32_t triangleCount, const float (*positions)[3]) {
    size_t size = 3 * (size_t)triangleCount * sizeof *indices;
    uint32_t *spare = malloc(size + 1), *before = malloc(size + 1);
    Splitter splitter = {indices, spare, positions, blocks, 0};
    *blocks = (gxBlocks){0};
    bool complete = spare && before;
    if (complete) {
        memcpy(before, indices, size);
        complete = triangleCount == 0 || split(&splitter, 0, triangleCount, 0);
        if (!complete) memcpy(indices, before, size);
    }
    if (!complete) gxFreeBlocks(blocks);
    free(spare);
    free(before);
    return complete;
}

void gxFreeBlocks(gxBlocks *blocks) {
    free(blocks->blocks);
    *blocks = (gxBlocks){0};
}

static gxBox joinBoxes(const gxBlock *blocks, int32_t count) {
    gxBox box = emptyBox;
    for (int32_t i = 0; i < count; ++i)
        box = addPoint(addPoint(box, blocks[i].box.lower), blocks[i].box.upper);
    return box;
}

// Moves the blocks whose centres are below the middle to the front. Returns how many these are.
static int32_t divideBlocks(gxBlock *blocks, int32_t count) {
    gxBox all = joinBoxes(blocks, count);
    int axis = getLongestAxis(all);
    float middle = all.lower.raw[axis] + all.upper.raw[axis];
    int32_t below = 0;
    for (int32_t i = 0; i < count; ++i) {
        gxBlock block = blocks[i];
        if (!(block.box.lower.raw[axis] + block.box.upper.raw[axis] < middle)) continue;
        blocks[i] = blocks[below];
        blocks[below++] = block;
    }
    return below;
}

static int32_t outline(gxBlock *blocks, int32_t count, int32_t most, gxBox *boxes) {
    int32_t below = most > 1 ? divideBlocks(blocks, count) : 0;
    if (below == 0 || below == count) {
        boxes[0] = joinBoxes(blocks, count);
        return 1;
    }
    int32_t made = outline(blocks, below, most / 2, boxes);
    return made + outline(blocks + below, count - below, most - most / 2, boxes + made);
}

int32_t gxMakeOutline(gxBlock *blocks, int32_t blockCount, gxBox boxes[GX_OUTLINE_MAX]) {
    return blockCount > 0 ? outline(blocks, blockCount, GX_OUTLINE_MAX, boxes) : 0;
}

// All corners are beyond one plane.
bool gxMayMeetPart(const gxBox *box, const gxPart *part) {
    int beyond[4] = {0, 0, 0, 0};
    for (int i = 0; i < 8; ++i) {
        vec4s corner = {{(i & 1) ? box->upper.x : box->lower.x, (i & 2) ? box->upper.y : box->lower.y,
                         (i & 4) ? box->upper.z : box->lower.z, 1.0f}};
        vec4s clip = glms_mat4_mulv(part->toClip, corner);
        for (int k = 0; k < 2; ++k) {
            beyond[k] += clip.raw[k] < part->lower[k] * clip.w;
            beyond[2 + k] += clip.raw[k] > part->upper[k] * clip.w;
        }
    }
    return beyond[0] < 8 && beyond[1] < 8 && beyond[2] < 8 && beyond[3] < 8;
}
