// Detects which meshes are boxes: boxes of all kinds with all their features, and no lookalikes.
#include "collision/mesh.h"
#include "foundation/numbers/rounding.h"
#include "mesh/mesh_data.h"
#include "random.h"
#include "soup.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

// The box of `half` about a centre, rotated.
static void addTurnedBox(Soup *soup, cdVec3 half, cdPose pose) {
    int32_t first = soup->pointCount;
    addBox(soup, (cdVec3){0, 0, 0});
    for (int32_t i = first; i < soup->pointCount; i++) {
        cdVec3 p = soup->points[i];
        p = (cdVec3){p.x * half.x, p.y / 2 * half.y, p.z / 3 * half.z};
        soup->points[i] = cdTransformPoint(pose, p);
    }
}

static cdMesh *createMesh(const Soup *soup) {
    cdMeshDef def = makeDef(soup);
    cdMesh *mesh = cdCreateMesh(&def, NULL);
    assert_non_null(mesh);
    assert_int_equal(cdGetMeshInfo(mesh).isBox, mesh->info.isBox);
    return mesh;
}

static bool isBox(const Soup *soup) {
    cdMesh *mesh = createMesh(soup);
    bool result = mesh->info.isBox;
    cdDestroyMesh(mesh);
    return result;
}

static cdVec3 getCorner(const cdBoxShape *box, int32_t c) {
    cdVec3 h = box->half;
    cdVec3 local = {c & 1 ? h.x : -h.x, c & 2 ? h.y : -h.y, c & 4 ? h.z : -h.z};
    return cdAdd(box->center, cdMulMat3Vec3(&box->axes, local));
}

static void checkAxes(const cdBoxShape *box) {
    const cdVec3 *r = box->axes.rows;
    cdVec3 x = {r[0].x, r[1].x, r[2].x}, y = {r[0].y, r[1].y, r[2].y}, z = {r[0].z, r[1].z, r[2].z};
    assert_true(fabs(cdLengthSq(x) - 1.0) < 1e-15 && fabs(cdLengthSq(y) - 1.0) < 1e-15);
    assert_true(cdLength(cdSub(cdCross(x, y), z)) < 1e-15);
    assert_true(fabs(cdDot(x, y)) < 1e-15);
}

// Checks the corner bits of an edge's ends and of a triangle's corners against the numbering of boxes.h.
static void checkFeatures(const cdMesh *mesh) {
    const cdBoxShape *box = &mesh->box;
    int32_t numbers[8], seen = 0;
    for (int32_t c = 0; c < 8; c++) {
        numbers[box->corners[c]] = c;
        seen |= 1 << box->corners[c];
    }
    assert_int_equal(seen, 0xff);
    for (int32_t e = 0; e < 12; e++) {
        int32_t axis = e / 4, lower = axis == 0 ? 1 : 0, higher = axis == 2 ? 1 : 2;
        int32_t low = (e & 1) << lower | (e >> 1 & 1) << higher, high = low | 1 << axis;
        const int32_t *ends = mesh->edges + 2 * box->edges[e];
        int32_t a = numbers[ends[0]], b = numbers[ends[1]];
        assert_true((a == low && b == high) || (a == high && b == low));
    }
    int32_t triangles = 0;
    for (int32_t f = 0; f < 6; f++) {
        assert_true(box->faces[f][0] < box->faces[f][1]);
        for (int32_t k = 0; k < 6; k++) {
            int32_t triangle = box->faces[f][k / 3];
            assert_int_equal(numbers[mesh->triangles[3 * triangle + k % 3]] >> f / 2 & 1, f % 2);
            triangles |= 1 << triangle;
        }
    }
    assert_int_equal(triangles, 0xfff);
}

// Half extents in any order: the library chooses the axes of a rotated box.
static void sortHalves(double h[3]) {
    for (int i = 0; i < 3; i++) {
        int k = i % 2;
        double low = fmin(h[k], h[k + 1]), high = fmax(h[k], h[k + 1]);
        h[k] = low, h[k + 1] = high;
    }
}

// A box that must be detected, `center` and `half` as modelled: vertices within the stated error, which is a
// few rounding units, and all features correct.
static void checkBox(const Soup *soup, cdVec3 half, cdVec3 center) {
    cdMesh *mesh = createMesh(soup);
    assert_true(mesh->info.isBox);
    const cdBoxShape *box = &mesh->box;
    double size = mesh->radius, far = cdMaxAbs(center);
    for (int32_t c = 0; c < 8; c++) {
        double off = cdLength(cdSub(getCorner(box, c), mesh->vertices[box->corners[c]]));
        assert_true(off <= box->error);
    }
    assert_true(box->error <= (24.0 * size + 2.0 * far) * CD_EPSILON);
    double halves[3] = {box->half.x, box->half.y, box->half.z}, expected[3] = {half.x, half.y, half.z};
    sortHalves(halves);
    sortHalves(expected);
    for (int i = 0; i < 3; i++)
        assert_true(fabs(halves[i] - expected[i]) <= (16.0 * size + 2.0 * far) * CD_EPSILON);
    assert_true(cdLength(cdSub(cdAdd(mesh->center, box->center), center)) <=
                (16.0 * size + 2.0 * far) * CD_EPSILON);
    checkAxes(box);
    checkFeatures(mesh);
    cdDestroyMesh(mesh);
}

// --- boxes

static const cdVec3 shapes[] = {{1, 1, 1},    {1, 2, 3},       {3, 1, 2},      {1, 1, 1e-5},
                                {1e-4, 1, 1}, {1, 1e-4, 1e-4}, {1e-6, 1e-3, 1}};
enum { SHAPE_COUNT = sizeof shapes / sizeof shapes[0] };

// Boxes, plates and sticks along the axes: exactly the mesh's own axes without loss, at any position, at
// coordinates that doubles represent and at others. Red: an axis off by a rounding unit, axes swapped where
// two halves are equal, a half extent with rounding error.
static void testAlongAxes(void **state) {
    (void)state;
    const cdVec3 centers[] = {{0, 0, 0}, {0.1, -0.7, 0.3}, {1e6, -3e7, 0.1}};
    for (int s = 0; s < SHAPE_COUNT; s++) {
        for (int c = 0; c < 3; c++) {
            if (c == 2 && cdMaxAbs(shapes[s]) / fmin(shapes[s].x, fmin(shapes[s].y, shapes[s].z)) > 1e3) {
                continue; // rounding has removed the thickness
            }
            Soup soup = {0};
            addTurnedBox(&soup, shapes[s], (cdPose){centers[c], {1, 0, 0, 0}});
            checkBox(&soup, shapes[s], centers[c]);
            cdMesh *mesh = createMesh(&soup);
            const cdVec3 *r = mesh->box.axes.rows;
            assert_true(r[0].x == 1.0 && r[1].y == 1.0 && r[2].z == 1.0);
            assert_true(cdSumAbs(r[0]) == 1.0 && cdSumAbs(r[1]) == 1.0 && cdSumAbs(r[2]) == 1.0);
            assert_true(mesh->box.error <= 16.0 * CD_EPSILON * mesh->radius);
            if (c == 0) assert_memory_equal(&mesh->box.half, &shapes[s], sizeof(cdVec3));
            cdDestroyMesh(mesh);
        }
    }
}

// Rotated about the mesh's axes by right angles, which permutes the lengths. Red: the axes of the box as
// modelled, or left-handed ones.
static void testQuarterTurns(void **state) {
    (void)state;
    Soup soup = {0};
    addBox(&soup, (cdVec3){0, 0, 0});
    for (int32_t i = 0; i < 8; i++) { // (x, y, z) -> (-y, x, z)
        cdVec3 p = soup.points[i];
        soup.points[i] = (cdVec3){-p.y, p.x, p.z};
    }
    checkBox(&soup, (cdVec3){2, 1, 3}, (cdVec3){0, 0, 0});
    cdMesh *mesh = createMesh(&soup);
    assert_true(mesh->box.half.x == 2.0 && mesh->box.half.y == 1.0 && mesh->box.half.z == 3.0);
    assert_true(mesh->box.axes.rows[0].x == 1.0 && mesh->box.axes.rows[1].y == 1.0);
    cdDestroyMesh(mesh);
}

// Any rotation, at scales from 1e-4 to 1e4, up to 50 radii from the mesh's origin: always detected. Red: an
// absolute tolerance, or one below a rotation's rounding.
static void testTurned(void **state) {
    (void)state;
    Random random = {7};
    for (int i = 0; i < 1000; i++) {
        double scale = pow(10.0, nextRandomInt(&random, -4, 4));
        cdVec3 half = cdScale(scale, shapes[i % SHAPE_COUNT]);
        double far = i % 3 == 0 ? 0.0 : nextRandomIn(&random, 0.0, 50.0) * cdLength(half);
        cdPose pose = {cdScale(far, nextRandomDirection(&random)),
                       cdMakeQuat(nextRandomDirection(&random), nextRandomIn(&random, 0.0, 6.3))};
        if (i % 10 == 0) pose.q = cdMakeQuat((cdVec3){0, 0, 1}, 0.25 * 3.14159265358979324 * (i % 8));
        Soup soup = {0};
        addTurnedBox(&soup, half, pose);
        checkBox(&soup, half, pose.p);
    }
}

static void writeDigits(Soup *soup, int digits) {
    for (int32_t i = 0; i < soup->pointCount; i++) {
        double *p[3] = {&soup->points[i].x, &soup->points[i].y, &soup->points[i].z};
        for (int k = 0; k < 3; k++) {
            char text[64];
            snprintf(text, sizeof text, "%.*g", digits, *p[k]);
            *p[k] = strtod(text, NULL);
        }
    }
}

// A rotated box written with 17 digits is a box, with 6 digits not: its corners are 1e-6 off. Along the axes
// six digits are exact. Red: a tolerance of 1e-6 or of 0.
static void testDigits(void **state) {
    (void)state;
    cdPose pose = {{0.3, 0.2, -0.5}, cdMakeQuat(cdNormalize((cdVec3){1, 2, 3}), 1.0)};
    Soup soup = {0};
    addTurnedBox(&soup, (cdVec3){0.3, 0.5, 0.7}, pose);
    writeDigits(&soup, 17);
    assert_true(isBox(&soup));
    writeDigits(&soup, 6);
    assert_false(isBox(&soup));
    soup = (Soup){0};
    addTurnedBox(&soup, (cdVec3){0.3, 0.5, 0.7}, (cdPose){pose.p, {1, 0, 0, 0}});
    writeDigits(&soup, 6);
    assert_true(isBox(&soup));
}

// Each triangle with points of its own (welded later), wound inward, or rotated in its list of corners; every
// choice of diagonals. Red: assuming a winding or one diagonal of faces.
static void testTriangulations(void **state) {
    (void)state;
    static const int32_t QUADS[6][4] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4},
                                        {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
    cdPose pose = {{1, 2, 3}, cdMakeQuat(cdNormalize((cdVec3){-1, 0.2, 0.3}), 2.0)};
    for (int way = 0; way < 64; way++) {
        Soup box = {0}, soup = {0};
        addTurnedBox(&box, (cdVec3){1, 2, 0.5}, pose);
        for (int f = 0; f < 6; f++) {
            for (int k = 0; k < 6; k++) {
                static const int CORNER[6] = {0, 1, 2, 0, 2, 3};
                int corner = CORNER[way % 2 ? 5 - k : k] + (way >> f & 1);
                cdVec3 p = box.points[QUADS[f][corner % 4]];
                addPoint(&soup, p.x, p.y, p.z);
                if (k % 3 == 2)
                    addTriangle(&soup, soup.pointCount - 1, soup.pointCount - 3, soup.pointCount - 2);
            }
        }
        checkBox(&soup, (cdVec3){1, 2, 0.5}, pose.p);
    }
}

// --- no boxes

// The unit cube with one corner moved by 1e-9, along an edge and in any other direction, at three scales; by
// a rounding unit it still is a box. Red: a tolerance above 1e-9 of the size.
static void testMovedCorner(void **state) {
    (void)state;
    Random random = {11};
    for (int i = 0; i < 300; i++) {
        double scale = pow(10.0, 4 * (i % 3) - 4);
        cdVec3 way = i % 2 ? nextRandomDirection(&random) : (cdVec3){1, 0, 0};
        Soup soup = {0};
        addTurnedBox(&soup, (cdVec3){scale, scale, scale}, cdIdentityPose());
        cdVec3 *corner = &soup.points[nextRandomInt(&random, 0, 7)], exact = *corner;
        *corner = cdMulAdd(exact, 1e-9 * scale, way);
        assert_false(isBox(&soup));
        *corner = cdMulAdd(exact, CD_EPSILON * scale, way);
        assert_true(isBox(&soup));
    }
}

// Sheared by 1e-9 (a parallelepiped), tapered (a frustum), twisted: eight corners and twelve triangles, but
// no box. Red: comparing only the lengths of edges or only the faces' planes.
static void testSheared(void **state) {
    (void)state;
    for (int kind = 0; kind < 4; kind++) {
        Soup soup = {0};
        addBox(&soup, (cdVec3){0, 0, 0});
        for (int32_t i = 0; i < 8; i++) {
            cdVec3 *p = &soup.points[i];
            if (kind == 0) p->x += 1e-9 * p->z;
            if (kind == 1) p->x += 0.9 * p->y;
            if (kind == 2) p->x *= 1.0 + 1e-9 * p->z, p->y *= 1.0 + 1e-9 * p->z;
            if (kind == 3) *p = cdRotate(cdMakeQuat((cdVec3){0, 0, 1}, 1e-9 * p->z), *p);
        }
        assert_false(isBox(&soup));
    }
}

// A missing triangle or face, a face cut into four, a triangle without area beside the twelve, an inner wall,
// two boxes in one mesh, a flat box, an octahedron. Red: counts not checked.
static void testOtherMeshes(void **state) {
    (void)state;
    Soup soup = {0};
    addBox(&soup, (cdVec3){0, 0, 0});
    soup.triangleCount = 11;
    assert_false(isBox(&soup));
    soup.triangleCount = 10;
    assert_false(isBox(&soup));

    addPoint(&soup, 0, 0, 3); // the last face again, about its middle
    const int32_t face[5] = {4, 5, 7, 6, 4};
    for (int k = 0; k < 4; k++)
        addTriangle(&soup, face[k], face[k + 1], 8);
    assert_false(isBox(&soup));

    for (int kind = 0; kind < 4; kind++) {
        soup = (Soup){0};
        addTurnedBox(&soup, (cdVec3){1, kind == 2 ? 0.0 : 1.0, 1}, cdIdentityPose());
        if (kind == 0) addTriangle(&soup, 0, 1, 1);
        if (kind == 1) addTriangle(&soup, 0, 3, 7);
        if (kind == 3) addBox(&soup, (cdVec3){10, 0, 0});
        assert_false(isBox(&soup));
    }
}

// Twelve triangles over the corners of a box that are not its surface: one face twice with both diagonals and
// another left out; two triangles of a face over the same half; one triangle folded. Red: a face's two
// triangles not checked, folded triangles that corrupt the edges' counts.
static void testTwelveTriangles(void **state) {
    (void)state;
    for (int kind = 0; kind < 4; kind++) {
        Soup soup = {0};
        addBox(&soup, (cdVec3){0, 0, 0});
        int32_t *last = soup.triangles + 3 * 10;
        static const int32_t LASTS[4][6] = {
            {0, 4, 2, 4, 6, 2}, {4, 5, 7, 4, 5, 6}, {4, 5, 7, 4, 6, 6}, {4, 5, 7, 0, 5, 3}};
        memcpy(last, LASTS[kind], sizeof LASTS[kind]);
        assert_false(isBox(&soup));
    }
}

// A duplicate triangle is dropped and an unused point is ignored: still a box. Red: the file's counts used
// instead of the mesh's.
static void testFlawsThatAreMended(void **state) {
    (void)state;
    Soup soup = {0};
    addBox(&soup, (cdVec3){0, 0, 0});
    addPoint(&soup, 9, 9, 9);
    addTriangle(&soup, soup.triangles[2], soup.triangles[0], soup.triangles[1]);
    checkBox(&soup, (cdVec3){1, 2, 3}, (cdVec3){0, 0, 0});
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testAlongAxes),       cmocka_unit_test(testQuarterTurns),
        cmocka_unit_test(testTurned),          cmocka_unit_test(testDigits),
        cmocka_unit_test(testTriangulations),  cmocka_unit_test(testMovedCorner),
        cmocka_unit_test(testSheared),         cmocka_unit_test(testOtherMeshes),
        cmocka_unit_test(testTwelveTriangles), cmocka_unit_test(testFlawsThatAreMended),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
