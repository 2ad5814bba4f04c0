// Poses from 4x4 matrices: closed forms, and the matrices that are no rigid ones.
#include "collision/vecmath.h"
#include "random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static const double PI = 3.14159265358979323846;

// A 4x4 matrix, rows first.
typedef struct Matrix {
    double rows[16];
} Matrix;

// The columns of a pose's matrix are the images of the axes and of the origin.
static Matrix makeMatrix(cdPose pose) {
    cdVec3 x = cdRotate(pose.q, cdMakeVec3(1.0, 0.0, 0.0)), y = cdRotate(pose.q, cdMakeVec3(0.0, 1.0, 0.0));
    cdVec3 z = cdRotate(pose.q, cdMakeVec3(0.0, 0.0, 1.0)), p = pose.p;
    return (Matrix){{x.x, y.x, z.x, p.x, x.y, y.y, z.y, p.y, x.z, y.z, z.z, p.z, 0.0, 0.0, 0.0, 1.0}};
}

static double distanceOfQuats(cdQuat a, cdQuat b) {
    return fmax(fmax(fabs(a.w - b.w), fabs(a.x - b.x)), fmax(fabs(a.y - b.y), fabs(a.z - b.z)));
}

// Red if an entry has a wrong sign or place, or if the chosen column is not the largest.
static void testMatrixOfAPoseGivesThePose(void **state) {
    (void)state;
    Random random = {7};
    for (int i = 0; i < 20000; i++) {
        double angle = i % 4 == 0 ? PI - 1e-9 * nextRandom(&random) : nextRandomIn(&random, 0.0, PI);
        cdPose pose = {cdScale(100.0, nextRandomVec3(&random)),
                       cdMakeQuat(nextRandomDirection(&random), angle)};
        cdPose found;
        assert_true(cdMakePoseFromMatrix(makeMatrix(pose).rows, &found));
        assert_memory_equal(&found.p, &pose.p, sizeof(cdVec3));
        assert_true(found.q.w >= 0.0 && distanceOfQuats(found.q, pose.q) < 2e-15);
    }
}

// Red if one of the four columns is wrong: the identity, half and quarter turns about each axis.
static void testClosedForms(void **state) {
    (void)state;
    static const struct {
        double rows[16];
        cdQuat q;
    } forms[] = {
        {{1, 0, 0, 1, 0, 1, 0, 2, 0, 0, 1, 3, 0, 0, 0, 1}, {1.0, 0.0, 0.0, 0.0}},
        {{1, 0, 0, 1, 0, -1, 0, 2, 0, 0, -1, 3, 0, 0, 0, 1}, {0.0, 1.0, 0.0, 0.0}},
        {{-1, 0, 0, 1, 0, 1, 0, 2, 0, 0, -1, 3, 0, 0, 0, 1}, {0.0, 0.0, 1.0, 0.0}},
        {{-1, 0, 0, 1, 0, -1, 0, 2, 0, 0, 1, 3, 0, 0, 0, 1}, {0.0, 0.0, 0.0, 1.0}},
        {{1, 0, 0, 1, 0, 0, -1, 2, 0, 1, 0, 3, 0, 0, 0, 1},
         {0.70710678118654757, 0.70710678118654757, 0.0, 0.0}},
        {{0, 0, 1, 1, 0, 1, 0, 2, -1, 0, 0, 3, 0, 0, 0, 1},
         {0.70710678118654757, 0.0, 0.70710678118654757, 0.0}},
        {{0, -1, 0, 1, 1, 0, 0, 2, 0, 0, 1, 3, 0, 0, 0, 1},
         {0.70710678118654757, 0.0, 0.0, 0.70710678118654757}},
        {{0, 0, 1, 1, 1, 0, 0, 2, 0, 1, 0, 3, 0, 0, 0, 1}, {0.5, 0.5, 0.5, 0.5}},
    };
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        cdPose found;
        assert_true(cdMakePoseFromMatrix(forms[i].rows, &found));
        assert_true(found.p.x == 1.0 && found.p.y == 2.0 && found.p.z == 3.0);
        assert_true(distanceOfQuats(found.q, forms[i].q) < 2e-16);
    }
}

static void expectRefusal(const Matrix *matrix) {
    cdPose pose = {{1.0, 2.0, 3.0}, {0.5, 0.5, 0.5, 0.5}}, kept = pose;
    assert_false(cdMakePoseFromMatrix(matrix->rows, &pose));
    assert_memory_equal(&pose, &kept, sizeof pose);
}

// Red if one of the sixteen numbers is not tested.
static void testEachNumberIsTested(void **state) {
    (void)state;
    Random random = {8};
    for (int i = 0; i < 200; i++) {
        cdPose pose = {nextRandomVec3(&random),
                       cdMakeQuat(nextRandomDirection(&random), nextRandomIn(&random, 0.0, PI))};
        const Matrix matrix = makeMatrix(pose);
        const double wrong[] = {NAN, INFINITY, -INFINITY};
        for (int k = 0; k < 16; k++) {
            for (int w = 0; w < 3; w++) {
                Matrix bad = matrix;
                bad.rows[k] = wrong[w];
                expectRefusal(&bad);
            }
            if (k % 4 == 3 && k < 12) continue; // positions may have any size
            Matrix bad = matrix;
            bad.rows[k] += 0.01;
            expectRefusal(&bad);
        }
    }
}

// Red if a condition is left out: each matrix violates one only.
static void testScaleShearReflection(void **state) {
    (void)state;
    static const Matrix bad[] = {
        {{1.001, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}},
        {{1, 0, 0, 0, 0, 0.999, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}},
        {{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1.001, 0, 0, 0, 0, 1}},
        {{1, 0.01, 0, 0, 0, 0.99995, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}},
        {{1, 0, 0.01, 0, 0, 1, 0, 0, 0, 0, 0.99995, 0, 0, 0, 0, 1}},
        {{1, 0, 0, 0, 0, 1, 0.01, 0, 0, 0, 0.99995, 0, 0, 0, 0, 1}},
        {{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -1, 0, 0, 0, 0, 1}},
        {{-1, 0, 0, 0, 0, -1, 0, 0, 0, 0, -1, 0, 0, 0, 0, 1}},
        {{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 2}},
        {{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 3, 0, 0, 1}},
        {{0}},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        expectRefusal(&bad[i]);
}

// Red if the tolerance differs from 1e-6: a matrix of floats passes, one beyond it does not.
static void testTolerance(void **state) {
    (void)state;
    Random random = {9};
    for (int i = 0; i < 1000; i++) {
        cdPose pose = {nextRandomVec3(&random),
                       cdMakeQuat(nextRandomDirection(&random), nextRandomIn(&random, 0.0, PI))};
        Matrix matrix = makeMatrix(pose);
        for (int k = 0; k < 16; k++)
            matrix.rows[k] = (double)(float)matrix.rows[k];
        cdPose found;
        assert_true(cdMakePoseFromMatrix(matrix.rows, &found));
        double lengthSq =
            found.q.w * found.q.w + found.q.x * found.q.x + found.q.y * found.q.y + found.q.z * found.q.z;
        assert_true(fabs(lengthSq - 1.0) < 1e-15 && distanceOfQuats(found.q, pose.q) < 1e-6);
    }
    Matrix within = makeMatrix(cdIdentityPose()), beyond = within;
    within.rows[0] = 1.0 + 0.49e-6, beyond.rows[0] = 1.0 + 0.51e-6;
    cdPose found;
    assert_true(cdMakePoseFromMatrix(within.rows, &found));
    expectRefusal(&beyond);
    within.rows[0] = 1.0, within.rows[12] = 0.9e-6, beyond.rows[0] = 1.0, beyond.rows[12] = 1.1e-6;
    assert_true(cdMakePoseFromMatrix(within.rows, &found));
    expectRefusal(&beyond);
}

// Finite positions of any size pass, also where their sum overflows.
static void testLargePositions(void **state) {
    (void)state;
    cdPose pose = {{1.5e308, 1.5e308, -1.5e308}, {1.0, 0.0, 0.0, 0.0}}, found;
    assert_true(cdMakePoseFromMatrix(makeMatrix(pose).rows, &found));
    assert_memory_equal(&found, &pose, sizeof pose);
}

// Red if many matrices are not converted as one is, or if the conversion continues behind an invalid one.
static void testManyMatrices(void **state) {
    (void)state;
    enum { COUNT = 50, BAD = 31 };
    Matrix matrices[COUNT];
    cdPose poses[COUNT], alone, untouched;
    memset(&untouched, 0x5A, sizeof untouched);
    Random random = {8};
    for (int i = 0; i < COUNT; i++) {
        cdPose pose = {nextRandomVec3(&random), cdMakeQuat(nextRandomDirection(&random), 0.1 * i)};
        matrices[i] = makeMatrix(pose);
        poses[i] = untouched;
    }
    assert_int_equal(cdMakePosesFromMatrices(matrices[0].rows, COUNT - 1, poses), COUNT - 1);
    assert_memory_equal(&poses[COUNT - 1], &untouched, sizeof untouched);
    for (int i = 0; i < COUNT - 1; i++) {
        assert_true(cdMakePoseFromMatrix(matrices[i].rows, &alone));
        assert_memory_equal(&poses[i], &alone, sizeof alone);
    }
    matrices[BAD].rows[5] = NAN;
    poses[BAD] = poses[BAD + 1] = untouched;
    assert_int_equal(cdMakePosesFromMatrices(matrices[0].rows, COUNT, poses), BAD);
    assert_memory_equal(&poses[BAD], &untouched, sizeof untouched);
    assert_memory_equal(&poses[BAD + 1], &untouched, sizeof untouched);
    assert_int_equal(cdMakePosesFromMatrices(NULL, 0, NULL), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testMatrixOfAPoseGivesThePose),
        cmocka_unit_test(testClosedForms),
        cmocka_unit_test(testEachNumberIsTested),
        cmocka_unit_test(testScaleShearReflection),
        cmocka_unit_test(testTolerance),
        cmocka_unit_test(testLargePositions),
        cmocka_unit_test(testManyMatrices),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
