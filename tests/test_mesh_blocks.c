// Blocks divide a surface's triangles, and every block that may have a point in the part is drawn.
// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on
#include "engine/mesh_blocks.h"
#include <cglm/struct.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static uint64_t next(uint64_t *state) {
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return *state >> 33;
}

static float pick(uint64_t *state, float least, float most) {
    return least + (most - least) * (float)(next(state) % 65536) / 65535.0f;
}

typedef struct Mesh {
    float (*positions)[3];
    uint32_t *indices;
    int32_t vertexCount, triangleCount;
} Mesh;

typedef enum Shape { SHAPE_SOUP, SHAPE_FLAT, SHAPE_POINT, SHAPE_SPIKE, SHAPE_COUNT } Shape;

// Scattered triangles, in a plane, all in one point, or nearly all of them in one.
static Mesh makeMesh(Shape shape, int32_t triangleCount, uint64_t *state) {
    Mesh mesh = {.vertexCount = triangleCount + 3, .triangleCount = triangleCount};
    mesh.positions = calloc((size_t)mesh.vertexCount, sizeof *mesh.positions);
    mesh.indices = calloc(3 * (size_t)triangleCount + 1, sizeof *mesh.indices);
    for (int32_t i = 0; i < mesh.vertexCount; ++i)
        for (int k = 0; k < 3; ++k)
            if (shape == SHAPE_SOUP || (shape == SHAPE_FLAT && k < 2) ||
                (shape == SHAPE_SPIKE && i % 1000 == 0))
                mesh.positions[i][k] = pick(state, -2.0f, 3.0f);
    for (int32_t i = 0; i < 3 * triangleCount; ++i)
        mesh.indices[i] = (uint32_t)(next(state) % (uint64_t)mesh.vertexCount);
    return mesh;
}

static void freeMesh(Mesh *mesh) {
    free(mesh->positions);
    free(mesh->indices);
}

static bool contains(const gxBox *box, const float *p) {
    bool inside = true;
    for (int k = 0; k < 3; ++k)
        inside &= box->lower.raw[k] <= p[k] && p[k] <= box->upper.raw[k];
    return inside;
}

// The corners of a triangle as one number, and its place in the order.
typedef struct Named {
    uint64_t name;
    int32_t place;
} Named;

static int compare(const void *a, const void *b) {
    const Named *one = a, *other = b;
    if (one->name != other->name) return one->name < other->name ? -1 : 1;
    return one->place - other->place;
}

static Named *nameTriangles(const uint32_t *indices, int32_t count) {
    Named *named = malloc(((size_t)count + 1) * sizeof *named);
    for (int32_t i = 0; i < count; ++i) {
        const uint32_t *c = indices + 3 * (size_t)i;
        named[i] = (Named){((uint64_t)c[0] << 40) ^ ((uint64_t)c[1] << 20) ^ c[2], i};
    }
    qsort(named, (size_t)count, sizeof *named, compare);
    return named;
}

// The same triangles, those of a block in the order in which they were.
static void assertReordered(const uint32_t *before, const Mesh *mesh, const gxBlocks *blocks) {
    int32_t count = mesh->triangleCount;
    Named *old = nameTriangles(before, count), *now = nameTriangles(mesh->indices, count);
    int32_t *origin = malloc(((size_t)count + 1) * sizeof *origin);
    for (int32_t i = 0; i < count; ++i) {
        assert_true(old[i].name == now[i].name);
        origin[now[i].place] = old[i].place;
    }
    for (int32_t b = 0; b < blocks->count; ++b)
        for (int32_t i = 1; i < blocks->blocks[b].count; ++i)
            assert_true(origin[blocks->blocks[b].first + i] > origin[blocks->blocks[b].first + i - 1]);
    free(origin);
    free(old);
    free(now);
}

static void assertBlocks(const Mesh *mesh, const gxBlocks *blocks) {
    int32_t first = 0;
    for (int32_t b = 0; b < blocks->count; ++b) {
        const gxBlock *block = &blocks->blocks[b];
        assert_int_equal(block->first, first);
        assert_true(block->count > 0 && block->count <= GX_BLOCK_MAX);
        first += block->count;
        for (int32_t i = 3 * block->first; i < 3 * first; ++i)
            assert_true(contains(&block->box, mesh->positions[mesh->indices[i]]));
    }
    assert_int_equal(first, mesh->triangleCount);
}

static void assertOutline(const gxBlocks *blocks) {
    gxBox outline[GX_OUTLINE_MAX];
    gxBlock *copy = malloc(((size_t)blocks->count + 1) * sizeof *copy);
    if (blocks->count > 0) memcpy(copy, blocks->blocks, (size_t)blocks->count * sizeof *copy);
    int32_t count = gxMakeOutline(copy, blocks->count, outline);
    assert_true(count <= GX_OUTLINE_MAX && (count > 0) == (blocks->count > 0));
    for (int32_t b = 0; b < blocks->count; ++b) {
        bool held = false;
        for (int32_t i = 0; i < count; ++i)
            held |= contains(&outline[i], blocks->blocks[b].box.lower.raw) &&
                    contains(&outline[i], blocks->blocks[b].box.upper.raw);
        assert_true(held);
    }
    free(copy);
}

// Blocks of triangle soups, flat ones, coinciding and nearly coinciding ones: each triangle is in one block
// and within its box, and the outline contains all boxes. Red: a triangle lost or twice in a
// split, a box too small, a split that never ends, an outline that forgets a group.
static void testBlocksHoldAllTriangles(void **state) {
    (void)state;
    const int32_t counts[] = {0, 1, GX_BLOCK_MAX, GX_BLOCK_MAX + 1, 3000, 20011};
    uint64_t seed = 11;
    for (Shape shape = SHAPE_SOUP; shape < SHAPE_COUNT; ++shape) {
        for (size_t i = 0; i < sizeof counts / sizeof *counts; ++i) {
            Mesh mesh = makeMesh(shape, counts[i], &seed);
            size_t size = 3 * (size_t)counts[i] * sizeof *mesh.indices;
            uint32_t *before = malloc(size + 1);
            memcpy(before, mesh.indices, size);
            gxBlocks blocks;
            assert_true(gxMakeBlocks(&blocks, mesh.indices, counts[i], (const float(*)[3])mesh.positions));
            assertBlocks(&mesh, &blocks);
            assertReordered(before, &mesh, &blocks);
            assertOutline(&blocks);
            gxFreeBlocks(&blocks);
            free(before);
            freeMesh(&mesh);
        }
    }
}

static gxPart makePart(uint64_t *seed) {
    gxPart part;
    for (int c = 0; c < 4; ++c)
        for (int r = 0; r < 4; ++r)
            part.toClip.raw[c][r] = pick(seed, -1.0f, 1.0f);
    if (next(seed) % 2) {
        part.toClip.m03 = part.toClip.m13 = part.toClip.m23 = 0.0f;
        part.toClip.m33 = 1.0f;
    }
    for (int k = 0; k < 2; ++k) {
        part.lower[k] = pick(seed, -1.0f, 0.9f);
        part.upper[k] = part.lower[k] + pick(seed, 0.0f, 1.0f);
    }
    return part;
}

static bool hasPoint(const gxBox *box, const gxPart *part, uint64_t *seed) {
    for (int i = 0; i < 200; ++i) {
        vec4s p = {{pick(seed, box->lower.x, box->upper.x), pick(seed, box->lower.y, box->upper.y),
                    pick(seed, box->lower.z, box->upper.z), 1.0f}};
        vec4s clip = glms_mat4_mulv(part->toClip, p);
        bool inside = clip.w > 1e-3f;
        for (int k = 0; k < 2; ++k)
            inside = inside && clip.raw[k] > (part->lower[k] + 1e-4f) * clip.w &&
                     clip.raw[k] < (part->upper[k] - 1e-4f) * clip.w;
        if (inside) return true;
    }
    return false;
}

// Random boxes, also behind and across the eye, and random parts, in perspective or not: a box with a point
// in the part is kept, and most others are not. Red: a plane with the wrong sign, a box behind the eye taken
// for one before it, a test that keeps everything.
static void testNoBoxIsLost(void **state) {
    (void)state;
    uint64_t seed = 5;
    int kept = 0, without = 0, met = 0;
    for (int i = 0; i < 20000; ++i) {
        gxPart part = makePart(&seed);
        gxBox box;
        for (int k = 0; k < 3; ++k) {
            box.lower.raw[k] = pick(&seed, -2.0f, 2.0f);
            box.upper.raw[k] = box.lower.raw[k] + pick(&seed, 0.0f, 0.6f);
        }
        bool has = hasPoint(&box, &part, &seed), may = gxMayMeetPart(&box, &part);
        if (has) assert_true(may);
        met += has;
        without += !has;
        kept += may && !has;
    }
    assert_true(met > 500);
    assert_true(5 * kept < without);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(testBlocksHoldAllTriangles),
                                       cmocka_unit_test(testNoBoxIsLost)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
