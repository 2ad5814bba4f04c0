// The oracles themselves, against answers known in closed form: a judge must be right first.
#include "oracle/oracle_contact.h"
#include "oracle/oracle_linear.h"
#include "oracle/oracle_overlap.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static const double PI = 3.14159265358979323846;

// The cube of half extent 1 as an OracleMesh of 12 triangles.
static RealVec3 cubePoints[8];
static const int32_t cubeTriangles[36] = {0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4,
                                          2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5};

static OracleMesh makeCube(void) {
    for (int i = 0; i < 8; i++) {
        cubePoints[i] = (RealVec3){i & 1 ? 1.0L : -1.0L, i & 2 ? 1.0L : -1.0L, i & 4 ? 1.0L : -1.0L};
    }
    return (OracleMesh){
        .points = cubePoints, .triangles = cubeTriangles, .pointCount = 8, .triangleCount = 12};
}

static cdPose makePose(double x, double y, double z, cdVec3 axis, double angle) {
    return (cdPose){{x, y, z}, cdMakeQuat(axis, angle)};
}

static cdLinearInput vertexFace(cdVec3 from, cdVec3 to) {
    cdLinearInput input = {
        CD_VERTEX_FACE, {from, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {to, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}}};
    return input;
}

// A point falls on a fixed triangle from height 1 to -2: t = 1/3. Beside it, or stopping above it: nothing.
// Red: an error in Sturm counts or in the sign of the sides.
static void testVertexFallsOnFace(void **state) {
    (void)state;
    cdLinearInput input = vertexFace(cdMakeVec3(0.25, 0.25, 1), cdMakeVec3(0.25, 0.25, -2));
    OracleLinear result = FindOracleLinearContact(&input);
    assert_true(result.contact);
    assert_true(fabs(result.t - 1.0 / 3.0) < 1e-15);
    input = vertexFace(cdMakeVec3(0.75, 0.75, 1), cdMakeVec3(0.75, 0.75, -2));
    assert_false(FindOracleLinearContact(&input).contact);
    input = vertexFace(cdMakeVec3(0.25, 0.25, 1), cdMakeVec3(0.25, 0.25, 0x1p-1000));
    assert_false(FindOracleLinearContact(&input).contact);
    input = vertexFace(cdMakeVec3(0.25, 0.25, 1), cdMakeVec3(0.25, 0.25, 0));
    assert_true(FindOracleLinearContact(&input).contact);
    assert_true(FindOracleLinearContact(&input).t == 1.0);
}

// On the side and on the corner of a triangle counts; one unit in the last place beside it does not.
static void testVertexHitsRimExactly(void **state) {
    (void)state;
    cdLinearInput input = vertexFace(cdMakeVec3(0.5, 0.5, 1), cdMakeVec3(0.5, 0.5, -1));
    assert_true(FindOracleLinearContact(&input).contact);
    input = vertexFace(cdMakeVec3(0.5, nextafter(0.5, 1), 1), cdMakeVec3(0.5, nextafter(0.5, 1), -1));
    assert_false(FindOracleLinearContact(&input).contact);
    input = vertexFace(cdMakeVec3(1, 0, 1), cdMakeVec3(1, 0, -1));
    assert_true(FindOracleLinearContact(&input).contact);
}

// A point slides within the plane of the triangle, from x = -1 to 1 at y = 1/4: it enters at x = 0, t = 1/2.
// The cubic is zero everywhere, so this tests the predicates' roots.
static void testVertexSlidesInPlane(void **state) {
    (void)state;
    cdLinearInput input = vertexFace(cdMakeVec3(-1, 0.25, 0), cdMakeVec3(1, 0.25, 0));
    OracleLinear result = FindOracleLinearContact(&input);
    assert_true(result.alwaysCoplanar && result.contact);
    assert_true(result.t == 0.5);
    input = vertexFace(cdMakeVec3(-1, -0.25, 0), cdMakeVec3(1, -0.25, 0));
    assert_false(FindOracleLinearContact(&input).contact);
}

// Two edges cross in the middle of the step; two parallel ones meet along their length; two parallel ones
// become collinear with a gap between them. Parallel edges have no normal, so only their ends decide.
static void testEdgesMeetAndSlideParallel(void **state) {
    (void)state;
    cdLinearInput input = {CD_EDGE_EDGE,
                           {{-1, 0, 0}, {1, 0, 0}, {0, -1, 1}, {0, 1, 1}},
                           {{-1, 0, 0}, {1, 0, 0}, {0, -1, -1}, {0, 1, -1}}};
    OracleLinear result = FindOracleLinearContact(&input);
    assert_true(result.contact);
    assert_true(result.t == 0.5);
    cdLinearInput parallel = {CD_EDGE_EDGE,
                              {{-1, 0, 0}, {1, 0, 0}, {-0.5, 1, 0}, {0.5, 1, 0}},
                              {{-1, 0, 0}, {1, 0, 0}, {-0.5, -1, 0}, {0.5, -1, 0}}};
    result = FindOracleLinearContact(&parallel);
    assert_true(result.contact && result.alwaysCoplanar);
    assert_true(result.t == 0.5);
    for (int k = 2; k < 4; k++) {
        parallel.start[k].x += 1.6;
        parallel.end[k].x += 1.6;
    }
    assert_false(FindOracleLinearContact(&parallel).contact);
}

// A graze: edge 2-3 slides along x while its ends change height, so that its height over edge 0-1 is
// (1 - t) (1 - 2 t) + t (2 t - 1) = (1 - 2 t)^2: a double root without change of sign. Raised by 2^-52: no
// contact.
static void testEdgesGrazeAtDoubleRoot(void **state) {
    (void)state;
    cdLinearInput input = {CD_EDGE_EDGE,
                           {{0, -1, 0}, {0, 1, 0}, {0, 0, 1}, {1, 0, -1}},
                           {{0, -1, 0}, {0, 1, 0}, {-1, 0, -1}, {0, 0, 1}}};
    OracleLinear result = FindOracleLinearContact(&input);
    assert_true(result.contact && !result.alwaysCoplanar);
    assert_true(result.t == 0.5);
    for (int k = 2; k < 4; k++) {
        input.start[k].z += 0x1p-52;
        input.end[k].z += 0x1p-52;
    }
    assert_false(FindOracleLinearContact(&input).contact);
}

// Triangles that pierce, share one corner, lie in one plane inside each other, or miss by one unit in the
// last place.
static void testTrianglesOverlapExactly(void **state) {
    (void)state;
    const cdVec3 base[3] = {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}};
    const cdVec3 pierce[3] = {{1, 1, -1}, {1, 1, 1}, {5, 5, 1}};
    const cdVec3 corner[3] = {{4, 0, 0}, {5, 0, 1}, {5, 1, 1}};
    const cdVec3 inside[3] = {{1, 1, 0}, {2, 1, 0}, {1, 2, 0}};
    const cdVec3 above[3] = {{1, 1, 0x1p-1060}, {2, 1, 1}, {1, 2, 1}};
    const cdVec3 point[3] = {{1, 1, 0}, {1, 1, 0}, {1, 1, 0}};
    assert_true(DoTrianglesOverlapExactly(base, pierce));
    assert_true(DoTrianglesOverlapExactly(base, corner));
    assert_true(DoTrianglesOverlapExactly(base, inside));
    assert_true(DoTrianglesOverlapExactly(inside, base));
    assert_true(DoTrianglesOverlapExactly(base, point));
    assert_false(DoTrianglesOverlapExactly(base, above));
}

// The motion at t = 1 is the target, and at moderate angles it is the textbook screw about an explicit axis:
// origin by cot(omega / 2). Red: a reversed rotation or a wrong half angle in the arc.
static void testMotionIsTheScrew(void **state) {
    (void)state;
    cdVec3 axis = cdNormalize(cdMakeVec3(1, -2, 3));
    for (int i = 1; i <= 17; i++) {
        double omega = i * PI / 18.0, slide = 0.7;
        cdPose start = makePose(3, 1, 2, cdNormalize(cdMakeVec3(2, 1, 1)), 0.4);
        cdVec3 origin = {1, 1, -1}; // on the axis
        cdQuat turn = cdMakeQuat(axis, omega);
        cdPose target = {cdAdd(cdMulAdd(origin, slide, axis), cdRotate(turn, cdSub(start.p, origin))),
                         cdMulQuat(turn, start.q)};
        OracleMotion motion = MakeOracleMotion(start, target, (cdVec3){0, 0, 0});
        for (int k = 0; k <= 8; k++) {
            double t = k / 8.0;
            double half = omega > 0.5 * PI + 1e-12 ? 0.5 : 1.0, part = omega * half;
            double into = half < 1.0 && t > 0.5 ? 2.0 * t - 1.0 : t / half;
            double fraction =
                half * tan(0.5 * part * into) / tan(0.5 * part) + (half < 1.0 && t > 0.5 ? 0.5 : 0.0);
            cdVec3 expected = cdAdd(cdMulAdd(origin, slide * fraction, axis),
                                    cdRotate(cdMakeQuat(axis, omega * t), cdSub(start.p, origin)));
            RealPose pose = GetOraclePoseAt(&motion, t);
            assert_true(lengthReal(subReal(pose.p, toReal(expected))) < 1e-14L);
        }
        RealPose end = GetOraclePoseAt(&motion, 1.0L), wanted = MakeRealPose(target, (cdVec3){0, 0, 0});
        RealVec3 probe = {0.3L, -0.2L, 0.9L};
        assert_true(lengthReal(subReal(TransformReal(&end, probe), TransformReal(&wanted, probe))) < 1e-14L);
    }
}

// The speed bound holds against differences along the path, and is not very loose. Red: a signed sum or a
// missing slide breaks the first, a bound on the whole frame the second.
static void testSpeedBoundHolds(void **state) {
    (void)state;
    cdPose start = makePose(1, 0, 0, (cdVec3){0, 0, 1}, 0.3);
    cdPose target = makePose(0, 1, 2, cdNormalize(cdMakeVec3(1, 1, 4)), 2.6);
    OracleMotion motion = MakeOracleMotion(start, target, (cdVec3){0, 0, 0});
    RealVec3 probe = {0.5L, 0.1L, -0.7L};
    Real bound = BoundOracleSpeed(&motion, probe), fastest = 0.0L;
    for (int k = 0; k < 1000; k++) {
        RealPose now = GetOraclePoseAt(&motion, k / 1000.0L),
                 next = GetOraclePoseAt(&motion, (k + 1) / 1000.0L);
        Real speed = 1000.0L * lengthReal(subReal(TransformReal(&next, probe), TransformReal(&now, probe)));
        if (speed > fastest) fastest = speed;
    }
    assert_true(fastest <= bound * (1.0L + 1e-9L));
    assert_true(fastest > 0.8L * bound);
}

// The velocity is the derivative of the pose, and the acceleration bound that of the velocity, on both sides
// of the seam of the two sub-screws (155 degrees).
static void testVelocityIsTheDerivative(void **state) {
    (void)state;
    cdPose start = makePose(1, 0, 0, (cdVec3){0, 0, 1}, 0.3);
    cdPose target = makePose(0, 1, 2, cdNormalize(cdMakeVec3(1, 1, 4)), 3.0);
    OracleMotion motion = MakeOracleMotion(start, target, (cdVec3){0, 0, 0});
    assert_true(GetOracleSeam(&motion) == 0.5L);
    RealVec3 probe = {0.5L, 0.1L, -0.7L};
    Real bound = BoundOracleAcceleration(&motion, probe), h = 1e-6L;
    for (int k = 0; k < 20; k++) {
        Real t = 0.05L * k + 0.02L;
        RealVec3 x[3], v[2];
        for (int i = 0; i < 3; i++) {
            RealPose pose = GetOraclePoseAt(&motion, t + h * (i - 1));
            x[i] = TransformReal(&pose, probe);
        }
        for (int i = 0; i < 2; i++) {
            RealPose pose = GetOraclePoseAt(&motion, t + h * i);
            OracleTwist twist = GetOracleTwist(&motion, t + h * i, &pose);
            v[i] = getTwistVelocity(&twist, x[i + 1]);
        }
        RealVec3 slope = scaleReal(0.5L / h, subReal(x[2], x[0]));
        assert_true(lengthReal(subReal(slope, v[0])) < 1e-9L);
        assert_true(lengthReal(subReal(v[1], v[0])) / h <= bound * (1.0L + 1e-5L));
    }
}

// A cube slides into a cube: faces 4 from each other along x, moved by 8: t = 1/2. Past it by 1e-9: free.
static void testBoxesMeetAtKnownTime(void **state) {
    (void)state;
    OracleMesh cube = makeCube();
    cdPose fixed = cdIdentityPose(), start = makePose(-6, 0.3, 0.2, (cdVec3){0, 0, 1}, 0.0), target = start;
    target.p.x = 2;
    OracleContact result = FindOracleContact(&cube, start, target, &cube, fixed);
    assert_int_equal(result.state, CD_CONTACT);
    assert_true(fabs(result.t - 0.5) < 1e-14 && !result.degenerate);
    assert_true(fabs(result.approachSpeed - 8.0) < 1e-3);
    start.p.y = target.p.y = 2.0 + 1e-9;
    result = FindOracleContact(&cube, start, target, &cube, fixed);
    assert_int_equal(result.state, CD_FREE);
    assert_true(result.minDistance < 2.1e-9 && result.minDistance > 0.9e-9);
}

// A cube rotates by 90 degrees about its own z axis beside a cube: its edge reaches out to sqrt(2) and meets
// the neighbour's face at x = d when sqrt(2) cos(45 degrees - phi) = d - 1.
static void testTurningBoxMeetsAtKnownAngle(void **state) {
    (void)state;
    OracleMesh cube = makeCube();
    double d = 2.3;
    cdPose fixed = makePose(d, 0, 0, (cdVec3){0, 0, 1}, 0.0);
    cdPose start = makePose(0, 0, 0, (cdVec3){0, 0, 1}, 0.0),
           target = makePose(0, 0, 0, (cdVec3){0, 0, 1}, PI / 2);
    OracleContact result = FindOracleContact(&cube, start, target, &cube, fixed);
    double phi = PI / 4 - acos((d - 1.0) / sqrt(2.0));
    assert_int_equal(result.state, CD_CONTACT);
    assert_true(fabs(result.t - phi / (PI / 2)) < 1e-14);
    fixed.p.x = 1.0 + sqrt(2.0) + 1e-7;
    assert_int_equal(FindOracleContact(&cube, start, target, &cube, fixed).state, CD_FREE);
    fixed.p.x = 1.5;
    assert_int_equal(FindOracleContact(&cube, start, target, &cube, fixed).state, CD_OVERLAP);
}

// Dense sampling as a second opinion: no sample before the answer is in contact, and one just after it is.
static void testSamplingAgrees(void **state) {
    (void)state;
    OracleMesh cube = makeCube();
    cdPose fixed = makePose(0, 0, 0, cdNormalize(cdMakeVec3(1, 2, 3)), 0.8);
    cdPose start = makePose(-4, 0.5, 0.1, cdNormalize(cdMakeVec3(3, -1, 1)), 0.2);
    cdPose target = makePose(3, 1.0, -0.2, cdNormalize(cdMakeVec3(-1, 2, 1)), 2.9);
    OracleContact result = FindOracleContact(&cube, start, target, &cube, fixed);
    assert_int_equal(result.state, CD_CONTACT);
    for (int k = 0; k < 1000; k++) {
        double t = result.t * (1.0 - 1e-9) * k / 999.0;
        assert_true(FindOracleDistanceAt(&cube, start, target, t, &cube, fixed) > 0.0);
    }
    assert_true(FindOracleDistanceAt(&cube, start, target, result.t + 1e-9, &cube, fixed) == 0.0);
}

// The scene about the meshes' centres is the same motion. Red: a wrong arm or a missing part of the rotation.
static void testRecenteringKeepsTheMotion(void **state) {
    (void)state;
    cdPose start = makePose(1, -2, 0.5, cdNormalize(cdMakeVec3(1, 0, 2)), 0.6);
    for (int i = 0; i <= 6; i++) {
        cdPose target = makePose(0.2, 1, 2, cdNormalize(cdMakeVec3(1, 1, 4)), 0.6 + 0.4 * i);
        RealVec3 center = {3.0L, -7.0L, 2.0L}, origin = {1.0L, 2.0L, 3.0L}, probe = {0.3L, -0.2L, 0.9L};
        OracleMotion plain = MakeOracleMotion(start, target, (cdVec3){0, 0, 0}), about = plain;
        RecenterOracleMotion(&about, center, origin);
        for (int k = 0; k <= 8; k++) {
            RealPose whole = GetOraclePoseAt(&plain, k / 8.0L), part = GetOraclePoseAt(&about, k / 8.0L);
            RealVec3 wanted = subReal(TransformReal(&whole, addReal(center, probe)), origin);
            assert_true(lengthReal(subReal(TransformReal(&part, probe), wanted)) < 1e-17L);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testVertexFallsOnFace),
        cmocka_unit_test(testVertexHitsRimExactly),
        cmocka_unit_test(testEdgesGrazeAtDoubleRoot),
        cmocka_unit_test(testVertexSlidesInPlane),
        cmocka_unit_test(testEdgesMeetAndSlideParallel),
        cmocka_unit_test(testTrianglesOverlapExactly),
        cmocka_unit_test(testMotionIsTheScrew),
        cmocka_unit_test(testSpeedBoundHolds),
        cmocka_unit_test(testVelocityIsTheDerivative),
        cmocka_unit_test(testBoxesMeetAtKnownTime),
        cmocka_unit_test(testTurningBoxMeetsAtKnownAngle),
        cmocka_unit_test(testSamplingAgrees),
        cmocka_unit_test(testRecenteringKeepsTheMotion),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
