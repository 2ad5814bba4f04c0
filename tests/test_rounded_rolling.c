// A rounded mesh that rolls on a plane: an arc of hundreds of segments, which touches the plane with many
// corners and edges at once, all a little beside each other.
//
// Each step checks: no time is lost, no overlap by the exact test, energy does not grow.
#include "cases.h"
#include "contact_fixture.h"
#include "world_fixture.h"

enum { MOST_SEGMENTS = 400 };

typedef struct Rocker {
    int32_t segments;
    double skew;      // of the axes of inertia against the arc, radians about y
    double spin, tip; // angular velocity about y and about z, radians / s
    double dt;        // seconds
} Rocker;

// An upright strip in the plane z = 0: below an arc about (0, 1.5, 0), whose rounded surface has a radius of
// 1.5 and touches y = 0, above straight.
static Body makeArc(int32_t segments) {
    static cdVec3 points[2 * (MOST_SEGMENTS + 1)];
    static int32_t triangles[6 * MOST_SEGMENTS];
    const double rounding = 0.14, radius = 1.5 - rounding, angle = asin(0.45 / radius);
    const double top = 1.5 - radius * cos(angle) + 0.02;
    int32_t upper = segments + 1, count = 0;
    for (int32_t i = 0; i <= segments; i++) {
        double at = angle * (2.0 * i / segments - 1.0);
        points[i] = cdMakeVec3(radius * sin(at), 1.5 - radius * cos(at), 0.0);
        points[upper + i] = cdMakeVec3(radius * sin(at), top, 0.0);
    }
    for (int32_t i = 0; i < segments; i++) {
        const int32_t corners[6] = {i, i + 1, upper + i + 1, i, upper + i + 1, upper + i};
        for (int k = 0; k < 6; k++)
            triangles[count++] = corners[k];
    }
    cdMeshDef def = cdDefaultMeshDef();
    def.points = &points[0].x;
    def.pointCount = 2 * upper;
    def.triangles = triangles;
    def.triangleCount = count / 3;
    def.roundingRadius = rounding;
    return (Body){cdCreateMesh(&def, NULL)};
}

static void checkRocker(const Rocker *rocker, double seconds) {
    const double height = 0.07, least = 0.004, most = 0.05, c = cos(rocker->skew), s = sin(rocker->skew);
    Body floor = makeBody("box:x=3,y=0.1,z=3"), arc = makeArc(rocker->segments);
    assert_non_null(arc.mesh);
    Trial trial = makeTrial();
    addFixed(&trial, &floor, poseAt(0.0, -0.1, 0.0), 0.0, 1.0);
    cdMassProperties mass = {1.0,
                             cdMakeVec3(0.0, height, 0.0),
                             {least * c * c + most * s * s, least + most - 0.001,
                              least * s * s + most * c * c, 0.0, (least - most) * c * s, 0.0}};
    cdBodyDef def = makeMovingDef(poseAt(0.0, 1e-4, 0.0), cdMakeVec3(0.0, 0.0, 0.0),
                                  cdMakeVec3(0.0, rocker->spin, rocker->tip), 0.0, 1.0);
    def.massProperties = &mass;
    addToTrial(&trial, &arc, &def);
    runTrial(&trial, seconds, rocker->dt);
    if (trial.blocked > 0)
        fail_msg("%d segments, skew %g, spin %g, tip %g: blocked in %d of %d steps", (int)rocker->segments,
                 rocker->skew, rocker->spin, rocker->tip, (int)trial.blocked, (int)trial.steps);
    destroyTrial(&trial);
    destroyBody(&arc);
    destroyBody(&floor);
}

// Contact points of neighbouring corners imply each other nearly. Red: a point that the path crosses is
// refused since others seem to imply it (cdAddNeededPoint); then no path is free, and the body is blocked for
// ever after 0.2 s.
static void testArcRolls(void **state) {
    (void)state;
    const Rocker rockers[] = {{400, 0.2, -4.0, 0.3, 1.0 / 240.0}, {200, 0.2, -4.0, 0.3, 1.0 / 100.0}};
    for (int i = 0; i < 2; i++)
        checkRocker(&rockers[i], 0.6);
}

static void testRandomArcsRoll(void **state) {
    (void)state;
    Random random = {20};
    for (int i = 0; i < countCases(4); i++) {
        Rocker rocker = {.segments = nextRandomInt(&random, 40, MOST_SEGMENTS)};
        rocker.skew = nextRandomIn(&random, 0.0, 0.8);
        rocker.spin = nextRandomIn(&random, -8.0, 8.0);
        rocker.tip = nextRandomIn(&random, 0.0, 2.0);
        rocker.dt = i % 2 == 0 ? 1.0 / 240.0 : 1.0 / 60.0;
        checkRocker(&rocker, 1.0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(testArcRolls), cmocka_unit_test(testRandomArcsRoll)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
