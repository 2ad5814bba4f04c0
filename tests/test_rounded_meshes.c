// Meshes with a rounding radius: spheres and capsules in closed form, against samples of the distance, and
// unsupported uses.
#include "collision/closest_point.h"
#include "collision/distance.h"
#include "collision/slide.h"
#include "contact_fixture.h"
#include "oracle/judge_safety.h"
#include "random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static cdWorkspace *workspace;

static int makeWorkspace(void **state) {
    (void)state;
    workspace = cdCreateWorkspace();
    return 0;
}

static int freeWorkspace(void **state) {
    (void)state;
    cdDestroyWorkspace(workspace);
    return 0;
}

static cdMesh *makeSphere(double radius) {
    cdMesh *mesh = cdCreateSphere(cdMakeVec3(0.0, 0.0, 0.0), radius, NULL);
    assert_non_null(mesh);
    return mesh;
}

// Along the x axis, half its length is `half`.
static cdMesh *makeCapsule(double half, double radius) {
    const cdVec3 ends[2] = {{-half, 0.0, 0.0}, {half, 0.0, 0.0}};
    cdMesh *mesh = cdCreateCapsule(ends, radius, NULL);
    assert_non_null(mesh);
    return mesh;
}

static cdFirstContact find(const cdFirstContactInput *input) {
    return cdFindFirstContact(input, NULL, workspace, NULL);
}

static void checkVec3(cdVec3 v, double x, double y, double z) {
    if (cdMaxAbs(cdSub(v, cdMakeVec3(x, y, z))) > 1e-9)
        fail_msg("(%.17g, %.17g, %.17g) instead of (%.17g, %.17g, %.17g)", v.x, v.y, v.z, x, y, z);
}

static void checkTime(const cdFirstContact *result, double t) {
    assert_int_equal(result->state, CD_CONTACT);
    if (fabs(result->t.lo - t) > 1e-10 || fabs(result->t.hi - t) > 1e-10)
        fail_msg("[%.17g, %.17g] instead of %.17g", result->t.lo, result->t.hi, t);
}

// --- spheres

// A sphere falls on a table's top, past its edge and onto its corner.
static void testSphereOnTable(void **state) {
    (void)state;
    cdMesh *table = makeShape("box:x=4,y=0.1,z=4");
    for (double r = 1e-3; r < 20.0; r *= 8.0) {
        cdMesh *sphere = makeSphere(r);
        double from = 0.1 + r + 1.0;
        cdFirstContactInput input = makeStep(sphere, poseAt(1.0, from, 0.5), poseAt(1.0, from - 2.0, 0.5),
                                             table, poseAt(0.0, 0.0, 0.0));
        cdFirstContact flat = find(&input);
        checkTime(&flat, 0.5);
        checkVec3(flat.normal, 0.0, 1.0, 0.0);
        checkVec3(flat.point, 1.0, 0.1, 0.5); // of both surfaces
        assert_int_equal(flat.featureA.kind, CD_FEATURE_VERTEX);
        assert_int_equal(flat.featureB.kind, CD_FEATURE_FACE);
        input.startA.p = cdMakeVec3(4.0 + 0.6 * r, 0.1 + 0.8 * r + 1.0, 0.5);
        input.targetA.p = cdMakeVec3(4.0 + 0.6 * r, 0.1 + 0.8 * r - 1.0, 0.5);
        cdFirstContact edge = find(&input);
        checkTime(&edge, 0.5);
        checkVec3(edge.normal, 0.6, 0.8, 0.0);
        checkVec3(edge.point, 4.0, 0.1, 0.5);
        assert_int_equal(edge.featureB.kind, CD_FEATURE_EDGE);
        input.startA.p = cdMakeVec3(4.0 + 2.0 / 7.0 * r, 0.1 + 6.0 / 7.0 * r + 1.0, 4.0 + 3.0 / 7.0 * r);
        input.targetA.p = cdAdd(input.startA.p, cdMakeVec3(0.0, -2.0, 0.0));
        cdFirstContact corner = find(&input);
        checkTime(&corner, 0.5);
        checkVec3(corner.normal, 2.0 / 7.0, 6.0 / 7.0, 3.0 / 7.0);
        checkVec3(corner.point, 4.0, 0.1, 4.0);
        assert_int_equal(corner.featureB.kind, CD_FEATURE_VERTEX);
        // The safety distance adds to the radius.
        input.safetyDistance = 0.5 * r;
        input.startA.p = cdMakeVec3(1.0, 0.1 + 1.5 * r + 1.0, 0.5);
        input.targetA.p = cdMakeVec3(1.0, 0.1 + 1.5 * r - 1.0, 0.5);
        cdFirstContact above = find(&input);
        checkTime(&above, 0.5);
        checkVec3(above.point, 1.0, 0.1 + 0.25 * r, 0.5);
        cdDestroyMesh(sphere);
    }
    cdDestroyMesh(table);
}

// Two spheres pass each other off centre: |start + t motion| = r + s.
static void testSphereOnSphere(void **state) {
    (void)state;
    Random random = {3};
    int contacts = 0;
    for (int i = 0; i < 500; i++) {
        double r = pow(10.0, nextRandomIn(&random, -4.0, 1.0)),
               s = pow(10.0, nextRandomIn(&random, -4.0, 1.0));
        cdMesh *a = makeSphere(r), *b = makeSphere(s);
        cdVec3 start = cdScale(2.0 * (r + s), nextRandomDirection(&random));
        cdVec3 end = cdMulAdd(cdScale(-1.0, start), 1.2 * (r + s), nextRandomVec3(&random));
        cdFirstContactInput input = makeStep(a, poseAt(0.0, 0.0, 0.0), poseAt(0.0, 0.0, 0.0), b,
                                             turnedPose(1.0, 2.0, 3.0, cdMakeVec3(1.0, 1.0, 0.0), 0.7));
        input.startA.p = cdAdd(start, input.startB.p);
        input.targetA.p = cdAdd(end, input.startB.p);
        cdFirstContact result = find(&input);
        cdVec3 way = cdSub(end, start);
        double p = cdDot(start, way) / cdLengthSq(way);
        double least = cdLength(cdMulAdd(start, -p, way)) - (r + s);
        if (fabs(least) < 1e-9 * (r + s)) continue;
        assert_int_equal(result.state, least < 0.0 ? CD_CONTACT : CD_FREE);
        contacts += least < 0.0;
        if (least < 0.0) {
            double q = (cdLengthSq(start) - (r + s) * (r + s)) / cdLengthSq(way), t = -p - sqrt(p * p - q);
            double blur = 64.0 * result.tolerance / (cdLength(way) * sqrt(p * p - q));
            assert_true(result.t.lo <= t + 1e-12 && result.t.lo >= t - 1e-9 - blur);
            cdVec3 n = cdNormalize(cdMulAdd(start, t, way));
            assert_true(cdLength(cdSub(result.normal, n)) < 1e-6);
            cdVec3 at = cdMulAdd(input.startB.p, s, n);
            assert_true(cdLength(cdSub(result.point, at)) < 1e-6 * (r + s));
        }
        cdDestroyMesh(a);
        cdDestroyMesh(b);
    }
    assert_true(contacts > 200);
}

// --- capsules

// Crossed at an angle, one descends on the other: heights differ by the radii. Parallel ones meet along their
// length. Beyond an end it is a sphere.
static void testCapsules(void **state) {
    (void)state;
    cdMesh *a = makeCapsule(2.0, 0.3), *b = makeCapsule(1.5, 0.2);
    cdVec3 up = {0.0, 1.0, 0.0};
    for (double angle = 0.0; angle < 3.2; angle += 0.1) {
        cdFirstContactInput input = makeStep(a, turnedPose(0.0, 2.5, 0.0, up, angle),
                                             turnedPose(0.0, -1.5, 0.0, up, angle), b, poseAt(0.0, 0.0, 0.0));
        cdFirstContact result = find(&input);
        checkTime(&result, 0.5);
        checkVec3(result.normal, 0.0, 1.0, 0.0);
        assert_true(fabs(result.point.y - 0.2) < 1e-9);
        if (angle > 0.05 && angle < 3.1) {
            checkVec3(result.point, 0.0, 0.2, 0.0);
            assert_int_equal(result.featureA.kind, CD_FEATURE_EDGE);
            assert_int_equal(result.featureB.kind, CD_FEATURE_EDGE);
        }
    }
    // 0.3 beyond the end in line: they meet with an offset of 0.4 in height.
    cdFirstContactInput input =
        makeStep(a, poseAt(3.8, 2.4, 0.0), poseAt(3.8, -1.6, 0.0), b, poseAt(0.0, 0.0, 0.0));
    cdFirstContact result = find(&input);
    checkTime(&result, 0.5);
    checkVec3(result.normal, 0.6, 0.8, 0.0);
    checkVec3(result.point, 1.5 + 0.12, 0.16, 0.0);
    assert_int_equal(result.featureA.kind, CD_FEATURE_VERTEX);
    cdDestroyMesh(a);
    cdDestroyMesh(b);
}

// A mesh, and one of the same triangles without rounding.
typedef struct Twins {
    cdMesh *rounded, *bare;
    double radius;
} Twins;

static cdMesh *makeBare(const cdVec3 *points, int32_t count) {
    const int32_t triangle[3] = {0, count - 1, count - 1};
    cdMeshDef def = cdDefaultMeshDef();
    def.points = points;
    def.pointCount = count;
    def.triangles = triangle;
    def.triangleCount = 1;
    def.leafRadius = 2.0;
    return cdCreateMesh(&def, NULL);
}

static Twins makeTwins(Random *random, int kind) {
    Twins twins = {.radius = pow(10.0, nextRandomIn(random, -2.5, 0.0))};
    if (kind < 2) {
        const cdVec3 ends[2] = {nextRandomVec3(random), nextRandomVec3(random)};
        twins.bare = makeBare(ends, 1 + kind);
        twins.rounded = kind == 0 ? cdCreateSphere(ends[0], twins.radius, NULL)
                                  : cdCreateCapsule(ends, twins.radius, NULL);
        return twins;
    }
    static const char *const specs[2] = {"torus:segments=10", "box:x=0.8,y=0.3,z=0.5"};
    TriangleSoup soup = {0};
    char message[256];
    if (!MakeShape(specs[kind % 2], &soup, message, sizeof message)) abort();
    cdMeshDef def = MakeSoupMeshDef(&soup);
    twins.bare = cdCreateMesh(&def, NULL);
    if (kind == 4) twins.radius = 0.0;
    def.roundingRadius = twins.radius;
    twins.rounded = cdCreateMesh(&def, NULL);
    DestroyTriangleSoup(&soup);
    return twins;
}

// Screw motions of all pairs of kinds, with and without a safety distance, against samples of the distance.
// Switches change nothing.
static void testRandomSteps(void **state) {
    (void)state;
    Random random = {12};
    int counts[4] = {0};
    for (int i = 0; i < 600; i++) {
        Twins twinsA = makeTwins(&random, i % 5), twinsB = makeTwins(&random, i / 5 % 5);
        cdMesh *a = twinsA.rounded, *b = twinsB.rounded;
        double reach = twinsA.radius + twinsB.radius;
        cdPose start = {cdScale(2.0 + reach, nextRandomDirection(&random)),
                        cdMakeQuat(nextRandomDirection(&random), 1.0)};
        cdPose target = {
            cdMulAdd(cdScale(-0.7, start.p), 1.0, nextRandomVec3(&random)),
            cdMulQuat(cdMakeQuat(nextRandomDirection(&random), nextRandomIn(&random, 0.0, 3.1)), start.q)};
        cdFirstContactInput input = makeStep(a, start, target, b, poseAt(0.1, 0.2, -0.3));
        if (i % 3 == 0 || reach == 0.0) input.safetyDistance = 0.1;
        cdFirstContact result = find(&input);
        counts[result.state]++;
        cdFirstContactInput bare = input;
        bare.meshA = twinsA.bare;
        bare.meshB = twinsB.bare;
        bare.safetyDistance += reach;
        const double radii[2] = {twinsA.radius, twinsB.radius};
        SafetyVerdict verdict = JudgeRounded(&bare, radii, &result, 150);
        if (verdict.fault)
            fail_msg("step %d: %s at %.17g: %.17g", i, verdict.fault, verdict.t, verdict.distance);
        for (uint32_t bit = 0; bit < 9; bit++) {
            cdFirstContactInput other = input;
            other.disabled = 1u << bit;
            cdFirstContact same = find(&other);
            assert_int_equal(same.state, result.state);
            assert_true(same.t.lo == result.t.lo && same.t.hi == result.t.hi);
            assert_memory_equal(&same.point, &result.point, sizeof same.point);
        }
        if (result.state == CD_CONTACT && input.safetyDistance == 0.0)
            assert_false(overlapAt(a, result.resolvedPose, b, input.startB));
        cdDestroyMesh(a);
        cdDestroyMesh(b);
        cdDestroyMesh(twinsA.bare);
        cdDestroyMesh(twinsB.bare);
    }
    assert_true(counts[CD_CONTACT] > 100 && counts[CD_FREE] > 20);
}

// --- poses

// Overlap, distance and closest point of a sphere and a table, from far away into it.
static void testPoses(void **state) {
    (void)state;
    cdMesh *table = makeShape("box:x=4,y=0.1,z=4"), *sphere = makeSphere(0.5);
    for (double height = -0.4; height < 4.0; height += 0.07) {
        cdPose pose = poseAt(1.0, 0.1 + height, 0.5), fixed = poseAt(0.0, 0.0, 0.0);
        bool overlaps = height < 0.5;
        cdPairCache cache = {0};
        cdOverlapInput input = {.meshA = sphere, .meshB = table, .poseA = pose, .poseB = fixed};
        assert_int_equal(overlapAt(sphere, pose, table, fixed), overlaps);
        assert_int_equal(overlapAt(table, fixed, sphere, pose), overlaps);
        for (int round = 0; round < 3; round++)
            assert_int_equal(cdFindOverlap(&input, &cache, workspace, NULL).state,
                             overlaps ? CD_OVERLAP : CD_FREE);
        cdDistanceInput pair = {.meshA = sphere, .meshB = table, .poseA = pose, .poseB = fixed};
        cdDistance distance = cdFindDistance(&pair, NULL, workspace, NULL);
        assert_int_equal(distance.state, overlaps ? CD_OVERLAP : CD_FREE);
        assert_true(fabs(distance.distance - (overlaps ? 0.0 : height - 0.5)) < 1e-13);
        cdClosestPointInput to = {.mesh = sphere, .pose = pose, .point = {1.0, 0.1, 0.5}};
        cdClosestPoint near = cdFindClosestPoint(&to, NULL, NULL, NULL);
        assert_false(near.hasSign);
        assert_true(fabs(near.distance - cdMax(0.0, fabs(height) - 0.5)) < 1e-13);
        if (near.distance == 0.0) assert_memory_equal(&near.point, &to.point, sizeof to.point);
        to.maxDistance = 1.5 * near.distance;
        cdClosestPoint within = cdFindClosestPoint(&to, NULL, NULL, NULL);
        assert_true(!within.beyond && within.distance == near.distance);
        to.maxDistance = 0.75 * near.distance;
        within = cdFindClosestPoint(&to, NULL, NULL, NULL);
        assert_true(within.beyond == (near.distance > 0.0) && within.lower <= near.distance);
        if (overlaps) continue;
        checkVec3(distance.pointA, 1.0, 0.1 + height - 0.5, 0.5);
        checkVec3(distance.pointB, 1.0, 0.1, 0.5);
        checkVec3(distance.normal, 0.0, 1.0, 0.0);
        assert_true(distance.lower <= height - 0.5 && distance.upper >= height - 0.5);
        checkVec3(near.point, 1.0, 0.1 + height - 0.5, 0.5);
        pair.maxDistance = 0.5 * (height - 0.5);
        assert_true(pair.maxDistance <= 0.0 || cdFindDistance(&pair, NULL, workspace, NULL).beyond);
        pair.maxDistance = 2.0 * (height - 0.5);
        assert_true(pair.maxDistance <= 0.0 || !cdFindDistance(&pair, NULL, workspace, NULL).beyond);
    }
    cdDestroyMesh(table);
    cdDestroyMesh(sphere);
}

// Obstacles whose radius is large compared with their triangles: the answers are those of the pairs alone.
// Red: a broad phase without the radius in its bounds.
static void testAmong(void **state) {
    (void)state;
    enum { COUNT = 4 };
    Random random = {73};
    cdMesh *box = makeShape("box"), *sphere = makeSphere(2.5), *capsule = makeCapsule(0.25, 1.75);
    int contacts = 0, overlaps = 0, frees = 0;
    for (int i = 0; i < 300; i++) {
        cdObstacle obstacles[COUNT];
        for (int k = 0; k < COUNT; k++)
            obstacles[k] = (cdObstacle){
                k % 2 ? sphere : capsule,
                {cdScale(9.0, nextRandomVec3(&random)), cdMakeQuat(nextRandomDirection(&random), 1.0)}};
        cdObstaclesInput step = {
            .mesh = i % 3 ? box : capsule, .obstacles = obstacles, .obstacleCount = COUNT};
        step.start = (cdPose){cdScale(9.0, nextRandomVec3(&random)), cdIdentityPose().q};
        step.target =
            (cdPose){cdScale(9.0, nextRandomVec3(&random)), cdMakeQuat(nextRandomDirection(&random), 1.0)};
        cdOverlapAmongInput still = {
            .mesh = step.mesh, .pose = step.start, .obstacles = obstacles, .obstacleCount = COUNT};
        cdDistanceAmongInput apart = {
            .mesh = step.mesh, .pose = step.start, .obstacles = obstacles, .obstacleCount = COUNT};
        int32_t overlapping = -1, touched = -1;
        double time = 2.0, least = INFINITY;
        for (int k = 0; k < COUNT; k++) {
            cdOverlapInput overlap = {.meshA = step.mesh,
                                      .meshB = obstacles[k].mesh,
                                      .poseA = step.start,
                                      .poseB = obstacles[k].pose};
            cdDistanceInput distance = {.meshA = step.mesh,
                                        .meshB = obstacles[k].mesh,
                                        .poseA = step.start,
                                        .poseB = obstacles[k].pose};
            cdFirstContactInput pair =
                makeStep(step.mesh, step.start, step.target, obstacles[k].mesh, obstacles[k].pose);
            if (overlapping < 0 && cdFindOverlap(&overlap, NULL, workspace, NULL).state == CD_OVERLAP)
                overlapping = k;
            least = cdMin(least, cdFindDistance(&distance, NULL, workspace, NULL).distance);
            cdFirstContact contact = find(&pair);
            if (contact.state != CD_CONTACT || contact.t.lo >= time) continue;
            time = contact.t.lo;
            touched = k;
        }
        cdFirstContact among = cdFindFirstContactAmong(&step, NULL, workspace, NULL);
        assert_int_equal(cdFindOverlapAmong(&still, NULL, workspace, NULL).obstacle, overlapping);
        assert_true(cdFindDistanceAmong(&apart, NULL, workspace, NULL).distance == least);
        overlaps += overlapping >= 0, contacts += overlapping < 0 && touched >= 0;
        frees += overlapping < 0 && touched < 0;
        if (overlapping >= 0) {
            assert_int_equal(among.state, CD_OVERLAP);
            continue;
        }
        assert_int_equal(among.state, touched < 0 ? CD_FREE : CD_CONTACT);
        assert_int_equal(among.obstacle, touched);
        assert_true(touched < 0 || among.t.lo == time);
    }
    assert_true(contacts > 25 && overlaps > 25 && frees > 25);
    cdDestroyMesh(box);
    cdDestroyMesh(sphere);
    cdDestroyMesh(capsule);
}

// All near pairs of triangles, in the optional list.
static void testListOfPairs(void **state) {
    (void)state;
    cdMesh *table = makeShape("box:x=4,y=0.1,z=4"), *sphere = makeSphere(0.5);
    int32_t pairs[2 * 12];
    cdOverlapInput input = {.meshA = sphere,
                            .meshB = table,
                            .poseA = poseAt(0.0, 0.3, 0.0),
                            .poseB = poseAt(0.0, 0.0, 0.0),
                            .trianglePairs = pairs,
                            .pairCapacity = 12};
    cdOverlap result = cdFindOverlap(&input, NULL, workspace, NULL);
    assert_int_equal(result.state, CD_OVERLAP);
    assert_int_equal(result.pairCount, 4); // top and bottom
    input.poseA = poseAt(0.0, 0.55, 0.0);
    assert_int_equal(cdFindOverlap(&input, NULL, workspace, NULL).pairCount, 2);
    cdDestroyMesh(table);
    cdDestroyMesh(sphere);
}

// --- refusals

static void testRefusals(void **state) {
    (void)state;
    cdMeshReport report;
    static const double wrong[5] = {0.0, -1.0, NAN, INFINITY, 1e101};
    const cdVec3 ends[2] = {{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}};
    for (int i = 0; i < 5; i++) {
        assert_null(cdCreateSphere(ends[0], wrong[i], &report));
        assert_int_equal(report.error, CD_BUILD_BAD_RADIUS);
        assert_null(cdCreateCapsule(ends, wrong[i], &report));
        assert_int_equal(report.error, CD_BUILD_BAD_RADIUS);
    }
    assert_null(cdCreateSphere(cdMakeVec3(NAN, 0.0, 0.0), 1.0, &report));
    assert_int_equal(report.error, CD_BUILD_NOT_FINITE);
    const int32_t triangle[3] = {0, 1, 1};
    cdMeshDef def = cdDefaultMeshDef();
    def.points = ends;
    def.pointCount = 2;
    def.triangles = triangle;
    def.triangleCount = 1;
    def.roundingRadius = 0.5;
    def.allowance = 0.1;
    assert_null(cdCreateMesh(&def, &report));
    assert_int_equal(report.error, CD_BUILD_BAD_RADIUS);
    cdMesh *capsule = cdCreateCapsule(ends, 0.5, &report), *table = makeShape("box");
    assert_non_null(capsule);
    assert_int_equal(report.error, CD_BUILD_OK);
    assert_int_equal(report.defectCount, 0);
    assert_true(cdGetMeshInfo(capsule).roundingRadius == 0.5);
    cdDestroyMeshReport(&report);
    assert_false(cdBuildMeshParts(capsule, CD_PART_FEATURES, NULL));
    assert_false(cdBuildMeshParts(capsule, CD_PART_SOLID, NULL));
    assert_true(cdBuildMeshParts(table, CD_PART_FEATURES, NULL));
    cdRayInput ray = {.mesh = capsule, .pose = poseAt(0.0, 0.0, 0.0), .direction = {1.0, 0.0, 0.0}};
    cdRayHit hit = cdFindRayHit(&ray, NULL, NULL, NULL);
    assert_int_equal(hit.state, CD_UNDECIDED);
    assert_int_equal(hit.reason, CD_REASON_NO_PART);
    // Equal ends make a sphere.
    const cdVec3 same[2] = {{1.0, 2.0, 3.0}, {1.0, 2.0, 3.0}};
    cdMesh *ball = cdCreateCapsule(same, 0.5, NULL);
    assert_true(overlapAt(ball, poseAt(0.0, 0.0, 0.0), capsule, poseAt(0.5, 2.9, 3.0)));
    assert_false(overlapAt(ball, poseAt(0.0, 0.0, 0.0), capsule, poseAt(0.5, 3.1, 3.0)));
    cdDestroyMesh(ball);
    cdDestroyMesh(capsule);
    cdDestroyMesh(table);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testSphereOnTable), cmocka_unit_test(testSphereOnSphere),
        cmocka_unit_test(testCapsules),      cmocka_unit_test(testRandomSteps),
        cmocka_unit_test(testPoses),         cmocka_unit_test(testAmong),
        cmocka_unit_test(testListOfPairs),   cmocka_unit_test(testRefusals),
    };
    return cmocka_run_group_tests(tests, makeWorkspace, freeWorkspace);
}
