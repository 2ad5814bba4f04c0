// Coarser levels of a surface: near it, closed if it is closed, deterministic.
// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on
#include "engine/simplify.h"
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static void assertClose(double value, double expected, double tolerance) {
    if (!(fabs(value - expected) <= tolerance)) fail_msg("%.17g is not %.17g", value, expected);
}

// A wavy plate, `side` squares a side.
static gxSurface makePlate(int side) {
    int32_t points = (side + 1) * (side + 1), count = 0;
    float(*positions)[3] = malloc((size_t)points * sizeof *positions);
    int32_t *triangles = malloc(6 * (size_t)side * (size_t)side * sizeof *triangles);
    for (int32_t i = 0; i < points; ++i) {
        float x = (float)(i % (side + 1)) / (float)side, z = (float)(i / (side + 1)) / (float)side;
        positions[i][0] = x;
        positions[i][1] = 0.05f * sinf(6.0f * x) * cosf(5.0f * z);
        positions[i][2] = z;
    }
    for (int32_t r = 0; r < side; ++r) {
        for (int32_t c = 0; c < side; ++c) {
            int32_t a = r * (side + 1) + c, b = a + side + 1;
            const int32_t quad[6] = {a, b, b + 1, a, b + 1, a + 1};
            memcpy(triangles + count, quad, sizeof quad);
            count += 6;
        }
    }
    gxSurface surface = gxMakeSurface((const float(*)[3])positions, points, triangles, count / 3, 0.7f);
    free(positions);
    free(triangles);
    return surface;
}

// Twice the area of a triangle seen from above; below 0: reversed.
static float getTurn(const float *const p[3]) {
    return (p[1][2] - p[0][2]) * (p[2][0] - p[0][0]) - (p[1][0] - p[0][0]) * (p[2][2] - p[0][2]);
}

// Levels of a plate of 20,000 triangles: each half of the one before, within four times the error of the true
// height, the plate covered once with at most a thousandth folded. Red: collapses that reverse triangles, a
// border that frays, an error in another unit or not added up.
static void testLevelsStayNearTheSurface(void **state) {
    (void)state;
    gxSurface surface = makePlate(100);
    gxLevels levels = gxMakeLevels(&surface);
    assert_true(levels.count >= 2);
    int32_t before = surface.triangleCount;
    float errorBefore = 0.0f;
    for (int32_t i = 0; i < levels.count; ++i) {
        const gxLevel *level = &levels.levels[i];
        assert_true(level->triangleCount <= before / 2);
        assert_true(level->error > errorBefore && level->error < 0.01f);
        double area = 0.0, folded = 0.0;
        for (int32_t t = 0; t < level->triangleCount; ++t) {
            const float *p[3];
            for (int k = 0; k < 3; ++k)
                p[k] = surface.vertices[level->indices[3 * t + k]].position;
            float turn = getTurn(p);
            area += 0.5 * (double)turn;
            folded += turn < 0.0f ? -0.5 * (double)turn : 0.0;
            float x = (p[0][0] + p[1][0] + p[2][0]) / 3.0f, z = (p[0][2] + p[1][2] + p[2][2]) / 3.0f;
            float height = (p[0][1] + p[1][1] + p[2][1]) / 3.0f;
            assert_true(fabsf(height - 0.05f * sinf(6.0f * x) * cosf(5.0f * z)) <
                        4.0f * level->error + 1e-4f);
        }
        assertClose(area, 1.0, 1e-4);
        assertClose(folded, 0.0, 1e-3);
        before = level->triangleCount;
        errorBefore = level->error;
    }
    gxFreeLevels(&levels);
    gxDestroySurface(&surface);
}

enum { CUBE_SIDE = 60, CUBE_POINTS = (CUBE_SIDE + 1) * (CUBE_SIDE + 1) * (CUBE_SIDE + 1) };

typedef struct Lattice {
    int32_t points[CUBE_POINTS]; // of each lattice point; -1: none yet
    float positions[CUBE_POINTS][3];
    int32_t triangles[36 * CUBE_SIDE * CUBE_SIDE];
    int32_t pointCount;
} Lattice;

// The point (u, v) of the cube's face across `axis`, one for all faces that meet there.
static int32_t findLatticePoint(Lattice *lattice, int axis, bool upper, int u, int v, bool round) {
    int at[3];
    at[axis] = upper ? CUBE_SIDE : 0;
    at[(axis + 1) % 3] = u;
    at[(axis + 2) % 3] = v;
    int32_t *point = &lattice->points[(at[2] * (CUBE_SIDE + 1) + at[1]) * (CUBE_SIDE + 1) + at[0]];
    if (*point >= 0) return *point;
    *point = lattice->pointCount++;
    float *p = lattice->positions[*point];
    for (int k = 0; k < 3; ++k)
        p[k] = 2.0f * (float)at[k] / (float)CUBE_SIDE - 1.0f;
    float length = sqrtf(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]);
    for (int k = 0; k < 3 && round; ++k)
        p[k] /= length;
    return *point;
}

// A cube of half side 1, or a sphere of radius 1, of 43,200 triangles.
static gxSurface makeCube(bool round) {
    Lattice *lattice = malloc(sizeof *lattice);
    assert_non_null(lattice);
    memset(lattice->points, 0xff, sizeof lattice->points);
    lattice->pointCount = 0;
    int32_t count = 0;
    for (int face = 0; face < 6; ++face) {
        for (int i = 0; i < CUBE_SIDE * CUBE_SIDE; ++i) {
            bool upper = face >= 3;
            int u = i % CUBE_SIDE, v = i / CUBE_SIDE, across = upper ? 1 : 3;
            int32_t quad[4] = {findLatticePoint(lattice, face % 3, upper, u, v, round),
                               findLatticePoint(lattice, face % 3, upper, u + 1, v, round),
                               findLatticePoint(lattice, face % 3, upper, u + 1, v + 1, round),
                               findLatticePoint(lattice, face % 3, upper, u, v + 1, round)};
            const int32_t corners[6] = {quad[0], quad[across], quad[2],
                                        quad[0], quad[2],      quad[across == 1 ? 3 : 1]};
            memcpy(lattice->triangles + count, corners, sizeof corners);
            count += 6;
        }
    }
    gxSurface surface = gxMakeSurface((const float(*)[3])lattice->positions, lattice->pointCount,
                                      lattice->triangles, count / 3, 0.7f);
    free(lattice);
    return surface;
}

static int compareEdges(const void *a, const void *b) {
    const int64_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

// True if each edge, by positions, has as many triangles on one side as on the other.
static bool isClosed(const gxSurface *surface, const gxLevel *level) {
    size_t count = 3 * (size_t)level->triangleCount;
    int64_t *forth = malloc(count * sizeof *forth), *back = malloc(count * sizeof *back);
    assert_true(forth && back);
    for (size_t c = 0; c < count; ++c) {
        int64_t p = surface->origins[level->indices[c]];
        int64_t q = surface->origins[level->indices[c % 3 == 2 ? c - 2 : c + 1]];
        forth[c] = p << 32 | q;
        back[c] = q << 32 | p;
    }
    qsort(forth, count, sizeof *forth, compareEdges);
    qsort(back, count, sizeof *back, compareEdges);
    bool closed = memcmp(forth, back, count * sizeof *forth) == 0;
    free(forth);
    free(back);
    return closed;
}

static double measureVolume(const gxSurface *surface, const gxLevel *level) {
    double volume = 0.0;
    for (int32_t t = 0; t < level->triangleCount; ++t) {
        const float *p[3];
        for (int k = 0; k < 3; ++k)
            p[k] = surface->vertices[level->indices[3 * t + k]].position;
        for (int k = 0; k < 3; ++k) {
            int m = (k + 1) % 3, n = (k + 2) % 3;
            volume +=
                (double)p[0][k] * ((double)p[1][m] * (double)p[2][n] - (double)p[1][n] * (double)p[2][m]);
        }
    }
    return volume / 6.0;
}

// A cube keeps its edges and its volume exactly, a sphere both up to the error; both stay closed, across
// creases too. Red: creases that open, corners cut off, an error that is too small.
static void testLevelsStayClosed(void **state) {
    (void)state;
    for (int round = 0; round < 2; ++round) {
        gxSurface surface = makeCube(round);
        gxLevels levels = gxMakeLevels(&surface);
        assert_true(levels.count >= 2);
        const gxLevel whole = {surface.indices, surface.triangleCount, 0.0f};
        double volume = measureVolume(&surface, &whole);
        assertClose(volume, round ? 4.18879 : 8.0, 5e-3);
        for (int32_t i = 0; i < levels.count; ++i) {
            const gxLevel *level = &levels.levels[i];
            assert_true(isClosed(&surface, level));
            double error = (double)level->error;
            assert_true(round ? error < 0.01 : error < 1e-6);
            assertClose(measureVolume(&surface, level), volume, round ? 4.0 * 12.567 * error : 1e-4);
        }
        gxFreeLevels(&levels);
        gxDestroySurface(&surface);
    }
}

// The same surface gives the same levels. Red: pictures that differ from run to run.
static void testLevelsAreDeterministic(void **state) {
    (void)state;
    gxSurface surface = makeCube(true);
    gxLevels first = gxMakeLevels(&surface), second = gxMakeLevels(&surface);
    assert_int_equal(first.count, second.count);
    for (int32_t i = 0; i < first.count; ++i) {
        assert_int_equal(first.levels[i].triangleCount, second.levels[i].triangleCount);
        assert_memory_equal(first.levels[i].indices, second.levels[i].indices,
                            3 * (size_t)first.levels[i].triangleCount * sizeof(uint32_t));
    }
    gxFreeLevels(&first);
    gxFreeLevels(&second);
    gxDestroySurface(&surface);
}

// Small surfaces have no levels. Red: time spent on meshes that draw fast already.
static void testSmallSurfacesHaveNoLevels(void **state) {
    (void)state;
    gxSurface surface = makePlate(20);
    gxLevels levels = gxMakeLevels(&surface);
    assert_int_equal(levels.count, 0);
    gxFreeLevels(&levels);
    gxDestroySurface(&surface);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testLevelsStayNearTheSurface),
        cmocka_unit_test(testLevelsStayClosed),
        cmocka_unit_test(testLevelsAreDeterministic),
        cmocka_unit_test(testSmallSurfacesHaveNoLevels),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
