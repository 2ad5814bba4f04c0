// Free flight: rotation by the implicit midpoint rule against closed forms, a Runge-Kutta reference and
// conservation laws; inertia from mass properties, including degenerate ones.
#include "random.h"
#include "world/bodies/flight.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static const double PI = 3.14159265358979323846;
static const cdQuat LEVEL = {1.0, 0.0, 0.0, 0.0};

// A body with these principal moments along the rotated axes x, y, z.
static cdInertia makePrincipal(double a, double b, double c, cdQuat axes) {
    cdMassProperties mass = {.volume = 1.0};
    cdTurnTensor((const double[]){a, b, c, 0.0, 0.0, 0.0}, axes, mass.inertia);
    return cdMakeInertia(&mass, 1.0, 1.0);
}

static cdQuat nextRandomQuat(Random *random) {
    return cdMakeQuat(nextRandomDirection(random), nextRandomIn(random, -PI, PI));
}

// Returns the angle between them in radians.
static double getAngle(cdQuat a, cdQuat b) {
    cdQuat d = cdMulQuat(cdConjugate(a), b);
    return 2.0 * asin(fmin(1.0, sqrt(d.x * d.x + d.y * d.y + d.z * d.z)));
}

static cdQuat turnOften(const cdInertia *inertia, cdQuat q, cdVec3 spin, double dt, int count) {
    for (int i = 0; i < count; i++)
        q = cdTurnFreely(inertia, q, spin, dt);
    return q;
}

static double getTurnEnergy(const cdInertia *inertia, cdQuat q, cdVec3 spin) {
    return cdGetKineticEnergy(inertia, q, (cdVec3){0.0, 0.0, 0.0}, spin);
}

static void assertNear(double value, double expected, double error) {
    if (!(fabs(value - expected) <= error)) fail_msg("%.17g, not %.17g +- %g", value, expected, error);
}

// --- Inertia

// Principal moments 1, 2, 2.5 in any axes, mass 3 of volume 0.5, at scales 1e-4, 1, 1e4. Red: a wrong
// cofactor or sign of a product, the mass applied twice, an inverse of unit density.
static void testInertiaOfMass(void **state) {
    (void)state;
    Random random = {1};
    for (int i = 0; i < 300; i++) {
        double scale = i % 3 == 0 ? 1e-4 : i % 3 == 1 ? 1.0 : 1e4;
        cdMassProperties mass = {.volume = 0.5, .centroid = nextRandomVec3(&random)};
        const double moments[6] = {scale * 1.0, scale * 2.0, scale * 2.5, 0.0, 0.0, 0.0};
        cdQuat axes = nextRandomQuat(&random);
        cdTurnTensor(moments, axes, mass.inertia);
        cdInertia inertia = cdMakeInertia(&mass, 3.0, sqrt(scale));
        assert_true(inertia.mass == 3.0 && inertia.inverseMass == 1.0 / 3.0);
        assert_memory_equal(&inertia.centroid, &mass.centroid, sizeof(cdVec3));
        for (int k = 0; k < 3; k++) {
            cdVec3 unit = {k == 0, k == 1, k == 2};
            cdVec3 axis = cdRotate(axes, unit);
            cdVec3 heavy = cdMulTensor(inertia.tensor, axis), light = cdMulTensor(inertia.inverse, axis);
            assertNear(cdLength(cdMulAdd(heavy, -6.0 * moments[k], axis)), 0.0, 1e-13 * scale);
            assertNear(cdLength(cdMulAdd(light, -1.0 / (6.0 * moments[k]), axis)), 0.0, 1e-13 / scale);
        }
    }
}

// The tensor rotated to the world frame, and applied in the body's axes. Red: a reversed rotation.
static void testTurnedTensor(void **state) {
    (void)state;
    Random random = {2};
    for (int i = 0; i < 300; i++) {
        cdInertia inertia = makePrincipal(1.0, 2.0, 2.5, nextRandomQuat(&random));
        cdQuat q = nextRandomQuat(&random);
        cdVec3 v = nextRandomVec3(&random);
        double turned[6];
        cdTurnTensor(inertia.tensor, q, turned);
        cdVec3 applied = cdApplyTensor(inertia.tensor, q, v);
        assertNear(cdLength(cdSub(cdMulTensor(turned, v), applied)), 0.0, 1e-14);
        cdVec3 back = cdApplyTensor(inertia.inverse, q, applied);
        assertNear(cdLength(cdSub(back, v)), 0.0, 1e-14);
    }
}

// A rod without inertia about its axis, a point without any: both get 1e-6 mass radius^2, and a valid body is
// unchanged. Zero, a NaN, infinite mass, and impossible moments give an immovable body. Red: a division by 0,
// a minimum that is not relative to mass and radius, or that affects others.
static void testDegenerateInertia(void **state) {
    (void)state;
    cdMassProperties rod = {.volume = 2.0, .centroid = {1.0, 2.0, 3.0}, .inertia = {0.0, 6.0, 6.0}};
    cdInertia inertia = cdMakeInertia(&rod, 4.0, 5.0);
    assertNear(inertia.tensor[0], 1e-4, 1e-18);
    assertNear(inertia.tensor[1], 12.0001, 1e-14);
    assertNear(inertia.inverse[0], 1e4, 1e-10);
    assertNear(inertia.inverse[2], 1.0 / 12.0001, 1e-15);
    cdInertia point = cdMakeInertia(&(cdMassProperties){.volume = 1.0}, 4.0, 5.0);
    for (int i = 0; i < 6; i++)
        assertNear(point.inverse[i], i < 3 ? 1e4 : 0.0, 1e-10);
    cdMassProperties ball = {.volume = 1.0, .inertia = {0.4, 0.4, 0.4}};
    assertNear(cdMakeInertia(&ball, 1.0, 1.0).tensor[0], 0.4, 0.0);

    cdMassProperties bad[] = {ball, ball, ball, ball, {.volume = 1.0}};
    bad[0].volume = 0.0, bad[1].inertia[3] = NAN, bad[2].inertia[1] = -0.4, bad[3].centroid.y = INFINITY;
    const double radii[] = {1.0, 1.0, 1.0, 1.0, 0.0};
    for (int i = 0; i < 5; i++) {
        cdInertia none = cdMakeInertia(&bad[i], 1.0, radii[i]);
        assert_true(none.mass == 0.0 && none.inverseMass == 0.0);
        for (int k = 0; k < 6; k++)
            assert_true(none.tensor[k] == 0.0 && none.inverse[k] == 0.0);
    }
    assert_true(cdMakeInertia(&ball, 0.0, 1.0).inverseMass == 0.0);
    assert_true(cdMakeInertia(&ball, INFINITY, 1.0).inverseMass == 0.0);
    assert_true(cdMakeInertia(&ball, -1.0, 1.0).inverseMass == 0.0);
}

// m / 2 v^2 + 1 / 2 w I w of a known rotation. Red: the tensor for its inverse, or the body's axes for the
// world's.
static void testKineticEnergy(void **state) {
    (void)state;
    Random random = {3};
    for (int i = 0; i < 100; i++) {
        cdInertia inertia = makePrincipal(1.0, 2.0, 2.5, nextRandomQuat(&random));
        cdQuat q = nextRandomQuat(&random);
        cdVec3 w = nextRandomVec3(&random), v = nextRandomVec3(&random);
        cdVec3 spin = cdApplyTensor(inertia.tensor, q, w);
        double expected = 0.5 * cdLengthSq(v) + 0.5 * cdDot(w, spin);
        assertNear(cdGetKineticEnergy(&inertia, q, v, spin), expected, 1e-14);
    }
}

// --- Uniform turns

// A ball about any axis and a body about each principal axis, including the unstable one (one call: no
// growth), by up to 8 radians a call, forwards and backwards: exactly the angle of time times speed. Red: the
// midpoint's own angle, 2 atan(x / 2) for x; a sign; local axes for the world's.
static void testUniformTurns(void **state) {
    (void)state;
    Random random = {4};
    for (int i = 0; i < 400; i++) {
        cdQuat axes = nextRandomQuat(&random), q = nextRandomQuat(&random);
        cdInertia inertia =
            i % 4 == 3 ? makePrincipal(0.4, 0.4, 0.4, axes) : makePrincipal(1.0, 2.0, 2.5, axes);
        cdVec3 unit = {i % 4 == 0, i % 4 == 1, i % 4 == 2};
        cdVec3 axis = i % 4 == 3 ? nextRandomDirection(&random) : cdRotate(q, cdRotate(axes, unit));
        double angle = nextRandomIn(&random, -1.0, 1.0) * pow(10.0, nextRandomIn(&random, -9.0, 0.9));
        double dt = 1.0 / 60.0;
        cdVec3 spin = cdApplyTensor(inertia.tensor, q, cdScale(angle / dt, axis));
        cdQuat expected = cdMulQuat(cdMakeQuat(axis, angle), q);
        assertNear(getAngle(cdTurnFreely(&inertia, q, spin, dt), expected), 0.0,
                   1e-13 * fmax(1.0, fabs(angle)));
        assertNear(getAngle(cdTurnFreely(&inertia, q, cdNegate(spin), -dt), expected), 0.0,
                   1e-13 * fmax(1.0, fabs(angle)));
    }
}

// No spin, no time, an immovable body: the same bits. Red: a normalisation that moves a body at rest.
static void testStillness(void **state) {
    (void)state;
    Random random = {5};
    cdInertia inertia = makePrincipal(1.0, 2.0, 2.5, LEVEL), fixed = {0};
    for (int i = 0; i < 100; i++) {
        cdQuat q = nextRandomQuat(&random);
        cdVec3 spin = nextRandomVec3(&random), none = {0.0, 0.0, 0.0};
        cdQuat turned[] = {cdTurnFreely(&inertia, q, none, 1.0), cdTurnFreely(&inertia, q, spin, 0.0),
                           cdTurnFreely(&fixed, q, spin, 1.0), cdTurnFreely(&fixed, q, none, 1.0)};
        for (int k = 0; k < 4; k++)
            assert_memory_equal(&turned[k], &q, sizeof q);
    }
}

// --- Symmetric top

// Moments a, a, c about z. w = P / a + (1 - c / a) w_z z, so the body rotates about P at |P| / a while it
// rotates about its own axis at (1 - c / a) w_z.
static cdQuat getTopPose(double a, double c, cdQuat q, cdVec3 spin, double t) {
    cdVec3 axis = cdRotate(q, (cdVec3){0.0, 0.0, 1.0});
    double own = (1.0 - c / a) * cdDot(spin, axis) / c;
    cdQuat precession = cdMakeQuat(cdNormalize(spin), cdLength(spin) * t / a);
    return cdMulQuat(precession, cdMulQuat(q, cdMakeQuat((cdVec3){0.0, 0.0, 1.0}, own * t)));
}

// A flat and a long top for ten seconds: the pose in closed form, its error falling by four when the step is
// halved, and the angle of the axis to the spin constant to rounding. Red: a precession too fast or too slow,
// a method of first order (error falls by two), the gyroscopic term missing or with the wrong sign.
static void testSymmetricTop(void **state) {
    (void)state;
    const double moments[2][2] = {{1.0, 1.9}, {1.0, 0.2}};
    for (int m = 0; m < 2; m++) {
        double a = moments[m][0], c = moments[m][1];
        cdInertia inertia = makePrincipal(a, a, c, LEVEL);
        cdQuat start = cdMakeQuat(cdNormalize((cdVec3){1.0, 2.0, -0.5}), 1.1);
        cdVec3 spin = {0.4, 0.8, -1.0};
        double errors[3], tilt = cdDot(cdRotate(start, (cdVec3){0.0, 0.0, 1.0}), spin);
        for (int k = 0; k < 3; k++) {
            int count = 1000 << k;
            cdQuat q = turnOften(&inertia, start, spin, 10.0 / count, count);
            errors[k] = getAngle(q, getTopPose(a, c, start, spin, 10.0));
            assertNear(cdDot(cdRotate(q, (cdVec3){0.0, 0.0, 1.0}), spin), tilt, 1e-12);
        }
        // The midpoint's angle is short of the arc by h^3 w^3 / 12 a step.
        double speed = cdLength(cdApplyTensor(inertia.inverse, start, spin));
        assert_true(errors[0] <= 10.0 * 1e-4 * pow(speed, 3.0) / 12.0);
        assertNear(errors[0] / errors[1], 4.0, 0.02);
        assertNear(errors[1] / errors[2], 4.0, 0.02);
    }
}

// --- Bodies with three different moments

// d q / dt = w q / 2, w = R I^-1 R^T spin, by Runge and Kutta's fourth order: the oracle.
static cdQuat getRate(const cdInertia *inertia, cdQuat q, cdVec3 spin) {
    cdVec3 w = cdApplyTensor(inertia->inverse, cdNormalizeQuat(q), spin);
    return cdMulQuat((cdQuat){0.0, 0.5 * w.x, 0.5 * w.y, 0.5 * w.z}, q);
}

static cdQuat addQuat(cdQuat a, double s, cdQuat b) {
    return (cdQuat){a.w + s * b.w, a.x + s * b.x, a.y + s * b.y, a.z + s * b.z};
}

static cdQuat integrate(const cdInertia *inertia, cdQuat q, cdVec3 spin, double t, int count) {
    double h = t / count;
    for (int i = 0; i < count; i++) {
        cdQuat k1 = getRate(inertia, q, spin), k2 = getRate(inertia, addQuat(q, 0.5 * h, k1), spin);
        cdQuat k3 = getRate(inertia, addQuat(q, 0.5 * h, k2), spin);
        cdQuat k4 = getRate(inertia, addQuat(q, h, k3), spin);
        q = addQuat(addQuat(addQuat(addQuat(q, h / 6.0, k1), h / 3.0, k2), h / 3.0, k3), h / 6.0, k4);
        q = cdNormalizeQuat(q);
    }
    return q;
}

// Twenty bodies in any axes, two seconds at a few radians a second: the error against the oracle falls by
// four when the step is halved. Red: order one, Euler's equations wrong where no axis is one of symmetry.
static void testSecondOrder(void **state) {
    (void)state;
    Random random = {6};
    for (int i = 0; i < 20; i++) {
        cdInertia inertia = makePrincipal(1.0, nextRandomIn(&random, 1.2, 1.8), 2.2, nextRandomQuat(&random));
        cdQuat start = nextRandomQuat(&random);
        cdVec3 spin = cdScale(6.0, nextRandomDirection(&random));
        cdQuat reference = integrate(&inertia, start, spin, 2.0, 20000);
        double errors[2];
        for (int k = 0; k < 2; k++)
            errors[k] = getAngle(turnOften(&inertia, start, spin, 2.0 / (1000 << k), 1000 << k), reference);
        assert_true(errors[0] < 1e-3);
        assertNear(errors[0] / errors[1], 4.0, 0.1);
    }
}

// Computes K(m) by the arithmetic-geometric mean.
static double getQuarterPeriod(double m) {
    double a = 1.0, b = sqrt(1.0 - m);
    for (int i = 0; i < 30; i++) {
        double mean = 0.5 * (a + b);
        b = sqrt(a * b), a = mean;
    }
    return PI / (2.0 * a);
}

// A body thrown about its middle axis, off by 1e-3 (Dzhanibekov's nut): 1e5 steps of 1/60 s at 6 radians a
// second. It flips repeatedly, as often as in Euler's solution: the axis is reversed every 2 K(m) / n seconds
// [Landau and Lifshitz, Mechanics, 37]. Energy is constant to rounding. Red: a rule that damps, so that it
// ends on the axis of the largest moment, or one that blows up.
static void testMiddleAxis(void **state) {
    (void)state;
    const double a = 1.0, b = 2.0, c = 3.0, dt = 1.0 / 60.0;
    cdInertia inertia = makePrincipal(a, b, c, LEVEL);
    cdVec3 spin = {0.0121, 12.0, 0.0}; // about 6 rad / s
    cdQuat q = LEVEL;
    double momentum = cdLengthSq(spin), energy = getTurnEnergy(&inertia, q, spin), twice = 2.0 * energy;
    double n = sqrt((c - b) * (momentum - twice * a) / (a * b * c));
    double m = (b - a) * (twice * c - momentum) / ((c - b) * (momentum - twice * a));
    if (m > 1.0) { // the opposite case: about the axis of the smallest moment
        n = n * sqrt(m);
        m = 1.0 / m;
    }
    double period = 2.0 * getQuarterPeriod(m) / n, first = 0.0, last = 0.0, worst = 0.0;
    int flips = 0;
    bool up = true;
    for (int i = 1; i <= 100000; i++) {
        q = cdTurnFreely(&inertia, q, spin, dt);
        worst = fmax(worst, fabs(getTurnEnergy(&inertia, q, spin) / energy - 1.0));
        bool now = cdDot(cdRotate(q, (cdVec3){0.0, 1.0, 0.0}), spin) > 0.0;
        if (now == up) continue;
        up = now;
        last = i * dt;
        if (flips++ == 0) first = last;
    }
    print_message("%d flips, every %.6f s, Euler %.6f s; energy off by %.2g\n", flips,
                  (last - first) / (flips - 1), period, worst);
    assert_true(flips > 100);
    assertNear((last - first) / (flips - 1), period, 1e-3 * period);
    assertNear(worst, 0.0, 1e5 * 0.5 * DBL_EPSILON);
}

// Forwards and back, by reversed time and by reversed spin, with steps that are split in parts. Red: a rule
// that is not its own inverse, a number of parts that depends on the direction.
static void testReversible(void **state) {
    (void)state;
    Random random = {7};
    for (int i = 0; i < 200; i++) {
        cdInertia inertia = makePrincipal(1.0, 2.0, 2.5, nextRandomQuat(&random));
        cdQuat start = nextRandomQuat(&random);
        cdVec3 spin = cdScale(nextRandomIn(&random, 0.1, 60.0), nextRandomDirection(&random));
        cdQuat there = turnOften(&inertia, start, spin, 1.0 / 60.0, 20);
        assertNear(getAngle(turnOften(&inertia, there, spin, -1.0 / 60.0, 20), start), 0.0, 1e-11);
        assertNear(getAngle(turnOften(&inertia, there, cdNegate(spin), 1.0 / 60.0, 20), start), 0.0, 1e-11);
    }
}

// Bodies from balls to needles (moments 1 : 1e-6), speeds up to thousands of radians a second: a step ends,
// with a unit quaternion and the initial energy. Red: an iteration that does not converge and is accepted
// (energy from nowhere), or that runs for ever.
static void testAnySpeed(void **state) {
    (void)state;
    Random random = {8};
    double worst = 0.0;
    for (int i = 0; i < 3000; i++) {
        double thin = pow(10.0, nextRandomIn(&random, -6.0, 0.0)), other = nextRandomIn(&random, 0.6, 1.0);
        cdInertia inertia = makePrincipal(thin, fmax(other, thin), 1.0, nextRandomQuat(&random));
        cdQuat q = nextRandomQuat(&random);
        cdVec3 spin = cdScale(pow(10.0, nextRandomIn(&random, -3.0, 4.0)), nextRandomDirection(&random));
        double energy = getTurnEnergy(&inertia, q, spin);
        for (int k = 0; k < 10; k++) {
            q = cdTurnFreely(&inertia, q, spin, 1.0 / 60.0);
            assertNear(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z, 1.0, 1e-15);
        }
        // Rounding of the pose changes the energy by sqrt(1 / thin) times it.
        double error = fabs(getTurnEnergy(&inertia, q, spin) / energy - 1.0) * sqrt(thin);
        worst = fmax(worst, error);
    }
    print_message("energy off by %.2g roundings\n", worst / DBL_EPSILON);
    assert_true(worst <= 640.0 * DBL_EPSILON); // ten steps of 64 parts
}

// The same body and rotation with lengths and masses scaled. By powers of two the same bits, by 1e-4 and 1e4
// the same to rounding. Red: a tolerance with a unit.
static void testScales(void **state) {
    (void)state;
    const double scales[] = {0x1p-40, 0x1p40, 1e-4, 1e4, 1e-60, 1e60};
    Random random = {9};
    for (int i = 0; i < 200; i++) {
        cdMassProperties mass = {.volume = 1.0};
        cdTurnTensor((const double[]){1.0, 2.0, 2.5, 0.0, 0.0, 0.0}, nextRandomQuat(&random), mass.inertia);
        cdQuat q = nextRandomQuat(&random);
        cdVec3 spin = cdScale(nextRandomIn(&random, 0.1, 30.0), nextRandomDirection(&random));
        cdInertia inertia = cdMakeInertia(&mass, 1.0, 1.0);
        cdQuat expected = turnOften(&inertia, q, spin, 1.0 / 60.0, 5);
        for (int k = 0; k < 6; k++) {
            cdMassProperties scaled = mass;
            for (int j = 0; j < 6; j++)
                scaled.inertia[j] *= scales[k];
            cdInertia other = cdMakeInertia(&scaled, 1.0, sqrt(scales[k]));
            cdQuat found = turnOften(&other, q, cdScale(scales[k], spin), 1.0 / 60.0, 5);
            if (k < 2) assert_memory_equal(&found, &expected, sizeof found);
            assertNear(getAngle(found, expected), 0.0, 1e-13);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testInertiaOfMass),     cmocka_unit_test(testTurnedTensor),
        cmocka_unit_test(testDegenerateInertia), cmocka_unit_test(testKineticEnergy),
        cmocka_unit_test(testUniformTurns),      cmocka_unit_test(testStillness),
        cmocka_unit_test(testSymmetricTop),      cmocka_unit_test(testSecondOrder),
        cmocka_unit_test(testMiddleAxis),        cmocka_unit_test(testReversible),
        cmocka_unit_test(testAnySpeed),          cmocka_unit_test(testScales)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
