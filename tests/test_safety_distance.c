// First contact at a safety distance: closed forms, starts at the distance, switches, and random steps judged
// by samples of the distance.
#include "cases.h"
#include "collision/distance.h"
#include "contact_fixture.h"
#include "oracle/judge_safety.h"
#include "oracle/random_steps.h"
#include "random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static cdMesh *box, *table;
static cdWorkspace *workspace;

static int makeMeshes(void **state) {
    (void)state;
    box = makeShape("box");                 // [-1, 1]^3
    table = makeShape("box:x=4,y=0.1,z=4"); // top at y = 0.1
    workspace = cdCreateWorkspace();
    return 0;
}

static int freeMeshes(void **state) {
    (void)state;
    cdDestroyMesh(box);
    cdDestroyMesh(table);
    cdDestroyWorkspace(workspace);
    return 0;
}

static cdFirstContactInput makeSafeStep(cdPose start, cdPose target, double distance) {
    cdFirstContactInput input = makeStep(box, start, target, table, poseAt(0.0, 0.0, 0.0));
    input.safetyDistance = distance;
    return input;
}

static cdFirstContact find(const cdFirstContactInput *input) {
    return cdFindFirstContact(input, NULL, workspace, NULL);
}

static double getDistance(const cdMesh *a, cdPose poseA, const cdMesh *b, cdPose poseB) {
    const cdDistanceInput pair = {.meshA = a, .meshB = b, .poseA = poseA, .poseB = poseB};
    return cdFindDistance(&pair, NULL, NULL, NULL).distance;
}

// --- closed forms

// A box falls flat onto a table: it stops with its underside at distance d, with its four corners.
static void testFallsFlat(void **state) {
    (void)state;
    for (double d = 1e-6; d < 20.0; d *= 7.0) {
        cdTouch touches[16];
        double height = 1.1 + d + 2.0;
        cdFirstContactInput input = makeSafeStep(poseAt(0.2, height, 0.3), poseAt(0.2, height - 5.0, 0.3), d);
        input.touches = touches;
        input.touchCapacity = 16;
        cdFirstContact result = find(&input);
        assert_int_equal(result.state, CD_CONTACT);
        assert_true(result.t.lo <= 0.4 && result.t.hi >= 0.4 - 1e-11 && result.t.hi - result.t.lo < 1e-10);
        assert_int_equal(result.kind, CD_VERTEX_FACE);
        assert_int_equal(result.featureA.kind, CD_FEATURE_VERTEX);
        assert_int_equal(result.featureB.kind, CD_FEATURE_FACE);
        assert_true(cdMaxAbs(cdSub(result.normal, cdMakeVec3(0.0, 1.0, 0.0))) < 1e-9);
        assert_true(fabs(result.point.y - (0.1 + 0.5 * d)) < 1e-9 * (1.0 + d));
        assert_true(!result.truncated && result.touchCount >= 4);
        int corners = 0;
        for (int32_t i = 0; i < result.touchCount; i++) {
            assert_true(cdMaxAbs(cdSub(touches[i].normal, result.normal)) < 1e-9);
            corners +=
                touches[i].featureA.kind == CD_FEATURE_VERTEX && touches[i].featureB.kind == CD_FEATURE_FACE;
        }
        assert_true(corners >= 4);
        for (int32_t i = 1; i < result.touchCount; i++)
            for (int32_t k = 0; k < i; k++)
                assert_false(touches[i].featureA.index == touches[k].featureA.index &&
                             touches[i].featureB.index == touches[k].featureB.index &&
                             touches[i].featureA.kind == touches[k].featureA.kind &&
                             touches[i].featureB.kind == touches[k].featureB.kind);
        double gap = getDistance(box, result.resolvedPose, table, input.startB) - d;
        double margin = 1e-6 * cdGetMeshInfo(table).radius;
        assert_true(gap > 0.0 && gap <= 4.0 * margin);
    }
}

// It falls past the table's edge, and past its corner: the distance is that to the edge, to the corner.
static void testPassesEdgeAndCorner(void **state) {
    (void)state;
    // Underside at 0.1 + sqrt(d^2 - 0.3^2) where its side is 0.3 beyond the edge.
    cdFirstContactInput input = makeSafeStep(poseAt(5.3, 3.1, 0.0), poseAt(5.3, -0.9, 0.0), 0.5);
    cdFirstContact result = find(&input);
    assert_int_equal(result.state, CD_CONTACT);
    assert_true(fabs(result.t.lo - (2.0 - 0.4) / 4.0) < 1e-10);
    assert_true(cdMaxAbs(cdSub(result.normal, cdMakeVec3(0.6, 0.8, 0.0))) < 1e-9);
    assert_true(result.featureA.kind != CD_FEATURE_FACE && result.featureB.kind != CD_FEATURE_FACE);
    input.startA.p = cdMakeVec3(5.2, 3.1, 5.1);
    input.targetA.p = cdMakeVec3(5.2, -0.9, 5.1);
    cdTouch touches[4];
    input.touches = touches;
    input.touchCapacity = 4;
    result = find(&input);
    assert_int_equal(result.touchCount, 1); // one of the dozen pairs of elements at these vertices
    assert_int_equal(result.state, CD_CONTACT);
    assert_int_equal(result.featureA.kind, CD_FEATURE_VERTEX);
    assert_int_equal(result.featureB.kind, CD_FEATURE_VERTEX);
    assert_true(fabs(result.t.lo - (2.0 - sqrt(0.25 - 0.05)) / 4.0) < 1e-10);
    assert_true(cdMaxAbs(cdSub(result.normal, cdScale(2.0, cdMakeVec3(0.2, sqrt(0.2), 0.1)))) < 1e-9);
    // Just out of reach.
    input.startA.p = cdMakeVec3(5.4, 3.1, 5.300001);
    input.targetA.p = cdMakeVec3(5.4, -0.9, 5.300001);
    assert_int_equal(find(&input).state, CD_FREE);
    input.startA.p.z = input.targetA.p.z = 5.299999;
    assert_int_equal(find(&input).state, CD_CONTACT);
}

// --- starts

// At the distance, up to rounding: approaching and sliding along are a contact at once, leaving is free,
// however slowly. Nearer overlaps. Red: pairs at the distance that block a motion away.
static void testStartsAtTheDistance(void **state) {
    (void)state;
    for (double d = 1e-5; d < 20.0; d *= 10.0) {
        cdPose start = poseAt(0.1, 1.1 + d, 0.07);
        cdFirstContactInput input = makeSafeStep(start, poseAt(0.5, 0.6 + d, 0.2), d);
        double tolerance = find(&input).tolerance;
        static const double offs[3] = {0.0, 0.01, -0.2};
        for (int i = 0; i < 3; i++) {
            input.startA.p.y = 1.1 + d + offs[i] * tolerance;
            input.targetA.p = cdMakeVec3(0.5, 0.6 + d, 0.2);
            cdFirstContact down = find(&input);
            assert_int_equal(down.state, CD_CONTACT);
            assert_true(down.t.lo == 0.0 && down.resolvedTime == 0.0 && down.normal.y > 0.999999);
            input.targetA.p = cdAdd(input.startA.p, cdMakeVec3(0.5, 0.0, 0.0));
            assert_int_equal(find(&input).state, CD_CONTACT);
            for (double rise = 1.0; rise > 1e-7; rise *= 0.1) {
                input.targetA.p = cdAdd(input.startA.p, cdMakeVec3(0.5, rise * (1.0 + d), 0.1));
                cdFirstContact up = find(&input);
                assert_int_equal(up.state, CD_FREE);
            }
        }
        input.startA.p.y = 1.1 + d - 4.0 * tolerance;
        input.targetA.p = cdMakeVec3(0.1, 1.05 + 0.5 * d, 0.07);
        cdFirstContact in = find(&input);
        assert_int_equal(in.state, CD_OVERLAP);
        assert_true(in.t.lo == 0.0 && in.t.hi == 0.0 && in.resolvedTime == 0.0);
        input.targetA.p.y = 1.1 + 1.01 * d;
        in = find(&input);
        assert_int_equal(in.state, CD_OVERLAP);
        assert_true(in.resolvedTime == 1.0); // the target keeps the distance
    }
}

// A box at the safety distance rotates about an edge: blocked while a side descends, free once it rises
// faster than that.
static void testTurnsAtTheDistance(void **state) {
    (void)state;
    // A rotation about the x axis lifts the near side first and lowers the far one.
    cdFirstContactInput input =
        makeSafeStep(poseAt(0.0, 1.1 + 0.25, 0.0), poseAt(0.0, 1.1 + 0.25, 0.0), 0.25);
    input.targetA.q = cdMakeQuat(cdMakeVec3(1.0, 0.0, 0.0), 0.8);
    cdFirstContact result = find(&input);
    assert_int_equal(result.state, CD_CONTACT); // the far side descends at once
    assert_true(result.t.lo == 0.0);
    input.targetA.p.y += 1.0; // faster than that
    result = find(&input);
    assert_int_equal(result.state, CD_FREE);
    SafetyVerdict verdict = JudgeSafety(&input, &result, 300);
    assert_null(verdict.fault);
}

// A sphere whose centre circles an axis along z at a distance of 2, from one angle to another, over one of
// the two triangles of the table's top. At the first angle it has exactly the safety distance.
static cdFirstContactInput makeArc(const cdMesh *ball, double from, double to, double distance) {
    double height = 0.1 + 0.25 + distance - 2.0 * sin(from);
    cdVec3 axis = {0.0, 0.0, 1.0};
    cdPose start = {cdMakeVec3(0.0, height, 3.0), cdMakeQuat(axis, from)}, target = start;
    target.q = cdMakeQuat(axis, to);
    cdFirstContactInput input = makeStep(ball, start, target, table, poseAt(0.0, 0.0, 0.0));
    input.safetyDistance = distance;
    return input;
}

// It rises from the safety distance over the top of its circle and returns to the same height at three
// quarters of the rotation. Red: pairs that leave at the start and are not tested again: a missed contact.
static void testComesBackToTheDistance(void **state) {
    (void)state;
    cdMesh *ball = cdCreateSphere(cdMakeVec3(2.0, 0.0, 0.0), 0.25, NULL);
    for (double d = 1e-3; d < 5.0; d *= 4.0) {
        cdFirstContactInput input = makeArc(ball, PI / 1.5, PI / 4.5, d);
        cdFirstContact result = find(&input);
        assert_int_equal(result.state, CD_CONTACT);
        assert_true(fabs(result.t.lo - 0.75) < 1e-9 && result.t.hi - result.t.lo < 1e-9);
        input.targetA.q = cdMakeQuat(cdMakeVec3(0.0, 0.0, 1.0), PI / 2.5); // before it is down again
        assert_int_equal(find(&input).state, CD_FREE);
    }
    cdDestroyMesh(ball);
}

// It passes the bottom of its circle right after the start and then rises: half a tolerance deeper than the
// start counts as leaving, 40 tolerances do not. Red: a pair that leaves in the end may first go arbitrarily
// deep.
static void testDipsBeforeLeaving(void **state) {
    (void)state;
    cdMesh *ball = cdCreateSphere(cdMakeVec3(2.0, 0.0, 0.0), 0.25, NULL);
    for (double d = 1e-3; d < 5.0; d *= 4.0) {
        cdFirstContactInput input = makeArc(ball, -0.5 * PI, -0.5 * PI + 0.5, d);
        double tolerance = find(&input).tolerance;
        input = makeArc(ball, -0.5 * PI - sqrt(0.5 * tolerance), -0.5 * PI + 0.5, d);
        assert_int_equal(find(&input).state, CD_FREE);
        input = makeArc(ball, -0.5 * PI - sqrt(40.0 * tolerance), -0.5 * PI + 0.5, d);
        cdFirstContact result = find(&input);
        assert_int_equal(result.state, CD_CONTACT);
        assert_true(result.t.lo == 0.0);
    }
    cdDestroyMesh(ball);
}

// The resolved pose keeps more than the distance, so the next step starts from there: down is a contact at
// once or nearly so, along and away are free.
static void testContinuesFromTheResolvedPose(void **state) {
    (void)state;
    Random random = {9};
    for (int i = 0; i < 200; i++) {
        double d = pow(10.0, nextRandomIn(&random, -6.0, 1.0));
        cdPose start = {cdMakeVec3(0.0, 4.0 + d, 0.0), cdMakeQuat(nextRandomDirection(&random), 1.0)};
        cdPose target = {cdMakeVec3(nextRandomIn(&random, -1.0, 1.0), 0.0, 0.3), start.q};
        cdFirstContactInput input = makeSafeStep(start, target, d);
        cdFirstContact result = find(&input);
        assert_int_equal(result.state, CD_CONTACT);
        assert_true(getDistance(box, result.resolvedPose, table, input.startB) > d);
        input.startA = result.resolvedPose;
        input.targetA = input.startA;
        input.targetA.p.x += 0.5;
        assert_int_equal(find(&input).state, CD_FREE);
        input.targetA.p.y += 0.5;
        assert_int_equal(find(&input).state, CD_FREE);
        input.targetA.p = cdAdd(input.startA.p, cdMakeVec3(0.0, -0.5, 0.0));
        result = find(&input);
        assert_int_equal(result.state, CD_CONTACT);
        assert_true(result.t.lo < 1e-4);
    }
}

// --- input

static void testRefusesInvalidDistances(void **state) {
    (void)state;
    static const double wrong[3] = {-1e-3, NAN, INFINITY};
    static const cdReason reasons[3] = {CD_REASON_INPUT, CD_REASON_NOT_FINITE, CD_REASON_NOT_FINITE};
    for (int i = 0; i < 3; i++) {
        cdFirstContactInput input = makeSafeStep(poseAt(0.0, 4.0, 0.0), poseAt(0.0, 0.0, 0.0), wrong[i]);
        cdFirstContact result = find(&input);
        assert_int_equal(result.state, CD_UNDECIDED);
        assert_int_equal(result.reason, reasons[i]);
        assert_true(result.t.lo == 0.0);
        cdObstacle obstacle = {table, poseAt(0.0, 0.0, 0.0)};
        cdObstaclesInput among = {.mesh = box,
                                  .start = input.startA,
                                  .target = input.targetA,
                                  .obstacles = &obstacle,
                                  .obstacleCount = 1,
                                  .safetyDistance = wrong[i]};
        result = cdFindFirstContactAmong(&among, NULL, workspace, NULL);
        assert_int_equal(result.state, CD_UNDECIDED);
        assert_int_equal(result.reason, reasons[i]);
    }
    cdFirstContactInput input = makeSafeStep(poseAt(0.0, 4.0, 0.0), poseAt(0.0, 0.0, 0.0), 1e120);
    assert_int_equal(find(&input).reason, CD_REASON_INPUT);
}

// Among obstacles the result is that of the first one hit, also if its sphere is out of reach.
static void testObstacles(void **state) {
    (void)state;
    Random random = {4};
    cdMesh *torus = makeShape("torus:segments=10");
    for (int i = 0; i < 150; i++) {
        cdObstacle obstacles[4];
        for (int k = 0; k < 4; k++)
            obstacles[k] = (cdObstacle){
                k % 2 ? torus : box,
                {cdScale(8.0, nextRandomVec3(&random)), cdMakeQuat(nextRandomDirection(&random), 1.0)}};
        cdObstaclesInput among = {.mesh = torus,
                                  .start = {cdScale(12.0, nextRandomDirection(&random)), cdIdentityPose().q},
                                  .obstacles = obstacles,
                                  .obstacleCount = 4,
                                  .safetyDistance = pow(10.0, nextRandomIn(&random, -4.0, 0.7))};
        among.target = (cdPose){cdScale(-1.0, among.start.p), cdMakeQuat(nextRandomDirection(&random), 0.7)};
        cdFirstContact all = cdFindFirstContactAmong(&among, NULL, workspace, NULL);
        int32_t first = -1;
        double time = 2.0;
        bool overlaps = false;
        for (int k = 0; k < 4; k++) {
            cdFirstContactInput one =
                makeStep(torus, among.start, among.target, obstacles[k].mesh, obstacles[k].pose);
            one.safetyDistance = among.safetyDistance;
            cdFirstContact result = find(&one);
            overlaps = overlaps || result.state == CD_OVERLAP;
            if (result.state != CD_CONTACT || result.t.lo >= time) continue;
            time = result.t.lo;
            first = k;
        }
        if (overlaps) {
            assert_int_equal(all.state, CD_OVERLAP);
            continue;
        }
        assert_int_equal(all.obstacle, first);
        assert_int_equal(all.state, first < 0 ? CD_FREE : CD_CONTACT);
        if (first >= 0) assert_true(all.t.lo == time);
    }
    cdDestroyMesh(torus);
}

// A box that passes another at a distance of 3, its bounding sphere out of reach of the other's, comes within
// 4 of it. Red: obstacles excluded only by their spheres.
static void testObstaclePassedBy(void **state) {
    (void)state;
    cdObstacle obstacle = {box, poseAt(0.0, 5.0, 0.0)};
    cdObstaclesInput among = {.mesh = box,
                              .start = poseAt(-9.0, 0.0, 0.0),
                              .target = poseAt(9.0, 0.0, 0.0),
                              .obstacles = &obstacle,
                              .obstacleCount = 1,
                              .safetyDistance = 4.0};
    cdFirstContact result = cdFindFirstContactAmong(&among, NULL, workspace, NULL);
    assert_int_equal(result.state, CD_CONTACT);
    assert_true(fabs(result.t.lo - (9.0 - 2.0 - sqrt(7.0)) / 18.0) < 1e-10);
    among.safetyDistance = 2.9;
    assert_int_equal(cdFindFirstContactAmong(&among, NULL, workspace, NULL).state, CD_FREE);
    // Overlapping starts test all obstacles at the target.
    among.safetyDistance = 4.0;
    among.start = poseAt(0.0, 0.0, 0.0);
    among.target = poseAt(0.0, -0.9, 0.0);
    result = cdFindFirstContactAmong(&among, NULL, workspace, NULL);
    assert_int_equal(result.state, CD_OVERLAP);
    assert_true(result.resolvedTime == 0.0);
    among.target.p.y = -1.1;
    assert_true(cdFindFirstContactAmong(&among, NULL, workspace, NULL).resolvedTime == 1.0);
}

// --- random steps

static bool isSame(const cdFirstContact *x, const cdFirstContact *y) {
    return x->state == y->state && x->t.lo == y->t.lo && x->t.hi == y->t.hi && x->kind == y->kind &&
           memcmp(&x->featureA, &y->featureA, sizeof x->featureA) == 0 &&
           memcmp(&x->featureB, &y->featureB, sizeof x->featureB) == 0 &&
           memcmp(&x->point, &y->point, sizeof x->point) == 0 &&
           memcmp(&x->normal, &y->normal, sizeof x->normal) == 0 && x->tolerance == y->tolerance &&
           memcmp(&x->resolvedPose, &y->resolvedPose, sizeof x->resolvedPose) == 0 &&
           x->touchCount == y->touchCount && x->truncated == y->truncated;
}

// Switches, a cache and an unused budget change nothing.
static void checkSameAnyway(const cdFirstContactInput *step, const cdFirstContact *result) {
    cdTouch own[32];
    cdFirstContactInput input = *step;
    input.touches = own;
    for (uint32_t bit = 0; bit < 9; bit++) {
        input.disabled = 1u << bit;
        cdFirstContact other = find(&input);
        assert_true(isSame(result, &other));
        for (int32_t i = 0; i < result->touchCount; i++)
            assert_memory_equal(&own[i], &step->touches[i], sizeof own[i]);
    }
    input.disabled = 0;
    input.budget.maxPairTests = INT64_C(1) << 40;
    cdPairCache cache = {0};
    for (int round = 0; round < 2; round++) {
        cdFirstContact other = cdFindFirstContact(&input, &cache, workspace, NULL);
        assert_true(isSame(result, &other));
    }
}

// With a limit the free part is free, and the following steps reach the same contact.
static void checkBudget(const cdFirstContactInput *step, const cdFirstContact *result) {
    cdFirstContactInput input = *step;
    input.touches = NULL;
    input.budget.maxPairTests = 64;
    cdFirstContact cut = find(&input);
    if (cut.state != CD_UNDECIDED) return;
    assert_int_equal(cut.reason, CD_REASON_BUDGET);
    assert_true(result->state == CD_OVERLAP ? cut.t.lo == 0.0 : cut.t.lo <= result->t.lo + 1e-9);
}

static cdPose invert(cdPose pose) {
    return (cdPose){cdInvRotate(pose.q, cdNegate(pose.p)), cdConjugate(pose.q)};
}

// The other mesh moves instead: the same time.
static void checkSwapped(const cdFirstContactInput *step, const cdFirstContact *result) {
    if (cdMaxAbs(step->startB.p) > 1e3 * (1.0 + cdGetMeshInfo(step->meshA).radius)) return;
    cdFirstContactInput input = {.meshA = step->meshB,
                                 .meshB = step->meshA,
                                 .startA = cdMulPose(invert(step->startA), step->startB),
                                 .targetA = cdMulPose(invert(step->targetA), step->startB),
                                 .startB = cdIdentityPose(),
                                 .safetyDistance = step->safetyDistance};
    cdFirstContact other = find(&input);
    if (result->state == CD_CONTACT && result->t.lo == 0.0) return; // within rounding of an overlap
    if (other.state != result->state &&
        cdMakeMotion(step->startA, step->targetA, cdMakeVec3(0, 0, 0)).omega > 3.1)
        return; // the direction of a rotation by 180 degrees
    assert_int_equal(other.state, result->state);
    if (result->state == CD_CONTACT) assert_true(fabs(other.t.lo - result->t.lo) < 1e-5);
}

static void testRandomSteps(void **state) {
    (void)state;
    StepMeshes set;
    assert_true(MakeStepMeshes(&set));
    int counts[4] = {0}, steps = countCases(150);
    for (uint64_t number = 0; number < (uint64_t)steps; number++) {
        RandomStep step = MakeRandomStep(&set, 77, number);
        Random random = {number};
        cdTouch touches[32];
        step.input.safetyDistance = step.radius * pow(10.0, nextRandomIn(&random, -6.0, 1.0));
        step.input.touches = touches;
        step.input.touchCapacity = 32;
        cdFirstContact result = find(&step.input);
        counts[result.state]++;
        SafetyVerdict verdict = JudgeSafety(&step.input, &result, 150);
        if (verdict.fault)
            fail_msg("step %d (%s), d %.17g: %s at %.17g: %.17g", (int)number, GetStepFamilyName(step.family),
                     step.input.safetyDistance, verdict.fault, verdict.t, verdict.distance);
        checkSameAnyway(&step.input, &result);
        checkBudget(&step.input, &result);
        if (number % 4 == 0) checkSwapped(&step.input, &result);
    }
    assert_true(counts[CD_CONTACT] > steps / 5 && counts[CD_FREE] > steps / 5);
    FreeStepMeshes(&set);
}

// Steps that continue from another's stop, down to a millionth of the radius.
static void testRandomNextSteps(void **state) {
    (void)state;
    StepMeshes set;
    assert_true(MakeStepMeshes(&set));
    int starts = 0;
    uint64_t steps = (uint64_t)countCases(120);
    for (uint64_t number = 0; number < steps; number++) {
        RandomStep step = MakeRandomStep(&set, 78, number);
        Random random = {number};
        double d = step.radius * pow(10.0, nextRandomIn(&random, -5.0, 0.5));
        step.input.safetyDistance = d;
        cdFirstContact result = find(&step.input);
        if (result.state != CD_CONTACT) continue;
        RandomStep next = MakeNextStep(&step, &result, 5, number);
        next.input.safetyDistance = d;
        cdTouch touches[32];
        next.input.touches = touches;
        next.input.touchCapacity = 32;
        result = find(&next.input);
        starts += result.state == CD_CONTACT && result.t.lo == 0.0;
        SafetyVerdict verdict = JudgeSafety(&next.input, &result, 150);
        if (verdict.fault)
            fail_msg("step %d (%s), d %.17g: %s at %.17g: %.17g", (int)number, GetStepFamilyName(step.family),
                     d, verdict.fault, verdict.t, verdict.distance);
        checkSameAnyway(&next.input, &result);
    }
    assert_true(starts > 1);
    FreeStepMeshes(&set);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testFallsFlat),
        cmocka_unit_test(testPassesEdgeAndCorner),
        cmocka_unit_test(testStartsAtTheDistance),
        cmocka_unit_test(testTurnsAtTheDistance),
        cmocka_unit_test(testComesBackToTheDistance),
        cmocka_unit_test(testDipsBeforeLeaving),
        cmocka_unit_test(testContinuesFromTheResolvedPose),
        cmocka_unit_test(testRefusesInvalidDistances),
        cmocka_unit_test(testObstacles),
        cmocka_unit_test(testObstaclePassedBy),
        cmocka_unit_test(testRandomSteps),
        cmocka_unit_test(testRandomNextSteps),
    };
    return cmocka_run_group_tests(tests, makeMeshes, freeMeshes);
}
