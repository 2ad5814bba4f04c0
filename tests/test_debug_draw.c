// Debug draw of results, trees, traces and motions, counted by callbacks that check every coordinate.
// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on
#include "collision/collision.h"
#include "contact_fixture.h"
#include <string.h>

typedef struct Counts {
    int segments[CD_ROLE_COUNT], triangles[CD_ROLE_COUNT], points[CD_ROLE_COUNT], labels;
    int faded[CD_ROLE_COUNT]; // of segments and points
    cdVec3 lastPoint, segmentStart, segmentEnd;
    char text[160];
    bool finite;
} Counts;

static bool isFinite(cdVec3 v) {
    return isfinite(v.x) && isfinite(v.y) && isfinite(v.z);
}

static void countSegment(cdVec3 a, cdVec3 b, cdDrawStyle style, void *context) {
    Counts *counts = context;
    counts->finite = counts->finite && isFinite(a) && isFinite(b);
    ++counts->segments[style.role];
    counts->faded[style.role] += style.fade > 0.0;
    counts->segmentStart = a;
    counts->segmentEnd = b;
}

static void countTriangle(cdVec3 a, cdVec3 b, cdVec3 c, cdDrawStyle style, void *context) {
    Counts *counts = context;
    counts->finite = counts->finite && isFinite(a) && isFinite(b) && isFinite(c);
    ++counts->triangles[style.role];
}

static void countPoint(cdVec3 p, cdDrawStyle style, void *context) {
    Counts *counts = context;
    counts->finite = counts->finite && isFinite(p);
    ++counts->points[style.role];
    counts->faded[style.role] += style.fade > 0.0;
    counts->lastPoint = p;
}

static void countLabel(cdVec3 p, const char *text, cdDrawStyle style, void *context) {
    Counts *counts = context;
    (void)style;
    counts->finite = counts->finite && isFinite(p);
    ++counts->labels;
    strncpy(counts->text, text, sizeof counts->text - 1);
}

static cdDebugDraw makeDraw(Counts *counts) {
    *counts = (Counts){.finite = true};
    return (cdDebugDraw){.segment = countSegment,
                         .triangle = countTriangle,
                         .point = countPoint,
                         .label = countLabel,
                         .context = counts};
}

static void assertNear(cdVec3 a, cdVec3 b, double tolerance) {
    if (cdLength(cdSub(a, b)) > tolerance)
        fail_msg("(%g %g %g) is not (%g %g %g)", a.x, a.y, a.z, b.x, b.y, b.z);
}

// A box falls with its face on the tip of a second box that stands on its corner, far from the origin: the
// face is drawn as one triangle, the tip and the contact as points, the normal from B to A with the given
// length. Red: a mesh's centre ignored (the box's own frame is moved by 5), elements of A drawn with B's
// pose, a swapped normal.
static void testContactIsDrawnWhereItIs(void **state) {
    (void)state;
    cdMesh *a = makeScaledShape("box", 1.0, cdMakeVec3(5.0, 0.0, 0.0)), *b = makeShape("box");
    cdQuat onCorner = cdMulQuat(cdMakeQuat(cdMakeVec3(0.0, 0.0, 1.0), atan(sqrt(0.5))),
                                cdMakeQuat(cdMakeVec3(1.0, 0.0, 0.0), 0.25 * PI));
    cdFirstContactInput input =
        makeStep(a, poseAt(-5.1, 4.0, 0.05), poseAt(-5.1, 1.0, 0.05), b, cdIdentityPose());
    input.startB.q = onCorner;
    cdFirstContact result = findContact(&input);
    assert_int_equal(result.state, CD_CONTACT);
    Counts counts;
    cdDebugDraw draw = makeDraw(&counts);
    cdDrawFirstContact(&draw, &input, &result, result.resolvedPose, 0.25);
    assert_true(counts.finite);
    assert_int_equal(counts.points[CD_ROLE_FIRST_CONTACT] + 3 * counts.triangles[CD_ROLE_FIRST_CONTACT] +
                         2 * counts.segments[CD_ROLE_FIRST_CONTACT],
                     5);
    assertNear(counts.lastPoint, result.point, 0.0);
    assert_int_equal(counts.segments[CD_ROLE_NORMAL], 1);
    assertNear(counts.segmentStart, result.point, 0.0);
    assertNear(cdSub(counts.segmentEnd, counts.segmentStart), cdMakeVec3(0.0, 0.25, 0.0), 1e-9);
    assert_int_equal(counts.labels, 1);
    assert_non_null(strstr(counts.text, "face"));
    assert_non_null(strstr(counts.text, "vertex"));
    cdDestroyMesh(a);
    cdDestroyMesh(b);
}

// A box falls flat on another, which gives many touches: each is a faded point, and those whose normal agrees
// with the first have a faded arrow half as long. Without the array only the first is drawn. Red: touches of
// another query drawn, the first contact itself faded.
static void testOtherTouchesAreFaded(void **state) {
    (void)state;
    cdMesh *a = makeShape("box"), *b = makeShape("box");
    cdTouch touches[64];
    cdFirstContactInput input =
        makeStep(a, poseAt(0.2, 4.0, 0.1), poseAt(0.2, 1.0, 0.1), b, cdIdentityPose());
    input.touches = touches;
    input.touchCapacity = 64;
    cdFirstContact result = findContact(&input);
    assert_true(result.state == CD_CONTACT && result.touchCount > 3);
    int agreeing = 0;
    for (int32_t i = 0; i < result.touchCount; i++)
        agreeing += cdDot(touches[i].normal, result.normal) > 0.9;
    Counts counts;
    cdDebugDraw draw = makeDraw(&counts);
    cdDrawFirstContact(&draw, &input, &result, result.resolvedPose, 0.5);
    assert_int_equal(counts.faded[CD_ROLE_FIRST_CONTACT], result.touchCount);
    assert_int_equal(counts.faded[CD_ROLE_NORMAL], agreeing);
    assert_int_equal(counts.segments[CD_ROLE_NORMAL], agreeing + 1);
    input.touches = NULL;
    draw = makeDraw(&counts);
    cdDrawFirstContact(&draw, &input, &result, result.resolvedPose, 0.5);
    assert_int_equal(counts.faded[CD_ROLE_FIRST_CONTACT] + counts.faded[CD_ROLE_NORMAL], 0);
    assert_int_equal(counts.segments[CD_ROLE_NORMAL], 1);
    cdDestroyMesh(a);
    cdDestroyMesh(b);
}

// A free step draws nothing. Red: stale elements of index 0 drawn.
static void testFreeStepDrawsNothing(void **state) {
    (void)state;
    cdMesh *a = makeShape("box"), *b = makeShape("box");
    cdFirstContactInput input =
        makeStep(a, poseAt(5.0, 0.0, 0.0), poseAt(6.0, 0.0, 0.0), b, cdIdentityPose());
    cdFirstContact result = findContact(&input);
    Counts counts;
    cdDebugDraw draw = makeDraw(&counts);
    cdDrawFirstContact(&draw, &input, &result, result.resolvedPose, 1.0);
    assert_int_equal(counts.points[CD_ROLE_FIRST_CONTACT] + counts.segments[CD_ROLE_NORMAL] + counts.labels,
                     0);
    cdDestroyMesh(a);
    cdDestroyMesh(b);
}

// Level 0 is one sphere, the leaves match the mesh's count, and no level draws more spheres than nodes; every
// circle stays within the root's sphere. Red: levels counted from 1, leaves above a level left out.
static void testTreeLevels(void **state) {
    (void)state;
    cdMesh *mesh = makeShape("torus");
    cdMeshInfo info = cdGetMeshInfo(mesh);
    Counts counts;
    cdDebugDraw draw = makeDraw(&counts);
    cdDrawSphereTree(&draw, mesh, poseAt(1.0, 2.0, 3.0), 0);
    int perSphere = counts.segments[CD_ROLE_SPHERE];
    assert_true(perSphere > 0);
    draw = makeDraw(&counts);
    cdDrawSphereTree(&draw, mesh, poseAt(1.0, 2.0, 3.0), -1);
    assert_int_equal(counts.segments[CD_ROLE_SPHERE], perSphere * info.leafCount);
    draw = makeDraw(&counts);
    cdDrawSphereTree(&draw, mesh, cdIdentityPose(), info.treeDepth + 3);
    assert_int_equal(counts.segments[CD_ROLE_SPHERE], perSphere * info.leafCount);
    draw = makeDraw(&counts);
    cdDrawSphereTree(&draw, mesh, cdIdentityPose(), 1);
    assert_int_equal(counts.segments[CD_ROLE_SPHERE], 2 * perSphere);
    assert_true(counts.finite);
    cdDestroyMesh(mesh);
}

// The trace of a search near contact: elements and spheres of both meshes, each sphere at most once. Red:
// indices of A used in B (out of range, not finite), a sphere drawn for each of its hundreds of pairs.
static void testTraceDrawsEachNodeOnce(void **state) {
    (void)state;
    cdMesh *a = makeShape("torus"), *b = makeShape("icosphere");
    cdFirstContactInput input =
        makeStep(a, poseAt(3.0, 0.1, 0.2), poseAt(0.0, 0.0, 0.0), b, cdIdentityPose());
    cdTraceEvent *events = malloc(200000 * sizeof *events);
    assert_non_null(events);
    cdTrace trace = {events, 200000, 0, false};
    cdWorkspace *workspace = cdCreateWorkspace();
    cdFirstContact result = cdFindFirstContact(&input, NULL, workspace, &trace);
    assert_int_equal(result.state, CD_CONTACT);
    assert_true(trace.eventCount > 0);
    Counts one, counts;
    cdDebugDraw draw = makeDraw(&one);
    cdDrawSphereTree(&draw, a, cdIdentityPose(), 0);
    draw = makeDraw(&counts);
    cdTracedQuery traced = {.meshA = a, .meshB = b, .poseA = result.resolvedPose, .poseB = cdIdentityPose()};
    cdDrawTrace(&draw, &trace, &traced);
    assert_true(counts.finite);
    int spheres = counts.segments[CD_ROLE_SPHERE] / one.segments[CD_ROLE_SPHERE];
    assert_true(spheres >= 2 && spheres <= cdGetMeshInfo(a).nodeCount + cdGetMeshInfo(b).nodeCount);
    int elements =
        counts.points[CD_ROLE_TRACE] + counts.segments[CD_ROLE_TRACE] + counts.triangles[CD_ROLE_TRACE];
    assert_true(elements > 0);
    cdDestroyWorkspace(workspace);
    free(events);
    cdDestroyMesh(a);
    cdDestroyMesh(b);
}

// A rotation about an axis has that axis and paths; a translation and no motion have paths and no axis. Red:
// an axis at infinity drawn for a translation.
static void testMotionIsFinite(void **state) {
    (void)state;
    cdMesh *mesh = makeShape("torus");
    const cdPose targets[] = {poseAt(1.0, 2.0, 3.0), poseAt(0.0, 0.0, 0.0),
                              turnedPose(1.0, 0.0, 0.0, cdMakeVec3(0.0, 1.0, 0.0), 1.0),
                              turnedPose(0.0, 0.0, 0.0, cdMakeVec3(1.0, 1.0, 0.0), PI)};
    const int axes[] = {0, 0, 1, 1};
    for (size_t i = 0; i < sizeof targets / sizeof *targets; ++i) {
        Counts counts;
        cdDebugDraw draw = makeDraw(&counts);
        cdMotion motion = cdMakeMotion(poseAt(0.0, 0.0, 0.0), targets[i], cdGetMeshInfo(mesh).center);
        cdDrawMotion(&draw, &motion, mesh, 5);
        assert_true(counts.finite);
        assert_int_equal(counts.points[CD_ROLE_SCREW], 6);
        assert_int_equal(counts.labels, axes[i]);
    }
    cdDestroyMesh(mesh);
}

// A box's hull is its twelve edges and the six diagonals of its sides, each once and at the box's pose. Red:
// an edge drawn from both its triangles, the mesh's centre ignored.
static void testHullHasEachEdgeOnce(void **state) {
    (void)state;
    cdMesh *mesh = makeScaledShape("box", 1.0, cdMakeVec3(5.0, 0.0, 0.0));
    Counts counts;
    cdDebugDraw draw = makeDraw(&counts);
    cdDrawHull(&draw, mesh, poseAt(-5.0, 2.0, 0.0));
    assert_true(counts.finite);
    assert_int_equal(counts.segments[CD_ROLE_HULL], cdGetConvexInfo(cdGetMeshInfo(mesh).hull).edgeCount);
    assert_int_equal(counts.segments[CD_ROLE_HULL], 18);
    cdVec3 corner = cdSub(counts.segmentEnd, cdMakeVec3(0.0, 2.0, 0.0));
    assertNear(cdMakeVec3(fabs(corner.x), fabs(corner.y), fabs(corner.z)), cdMakeVec3(1.0, 1.0, 1.0), 1e-12);
    cdDestroyMesh(mesh);
}

// Draws the proxies of a step past a box: `height` above it decides whether they are separated.
static cdProxy drawProxyOfStep(double height, uint32_t disabled, Counts *counts) {
    cdMesh *a = makeShape("box"), *b = makeShape("box");
    cdFirstContactInput input =
        makeStep(a, poseAt(-0.5, height, 0.0), poseAt(0.5, height, 0.0), b, cdIdentityPose());
    input.disabled = disabled;
    cdFirstContact result = findContact(&input);
    cdDebugDraw draw = makeDraw(counts);
    cdDrawProxy(&draw, &result.proxy, 0.75);
    assert_true(counts->finite);
    cdDestroyMesh(a);
    cdDestroyMesh(b);
    return result.proxy;
}

// Separated: both points, a plane between them perpendicular to the vector, and a label. Otherwise: only
// text. Red: a plane beside the gap, one drawn where nothing separates.
static void expectProxyAsItEnded(uint32_t disabled, const char *apart, const char *notApart) {
    Counts counts;
    cdProxy proxy = drawProxyOfStep(2.25, disabled, &counts);
    assert_true(proxy.tested && proxy.separated);
    assert_int_equal(counts.points[CD_ROLE_SEPARATOR], 2);
    assert_int_equal(counts.segments[CD_ROLE_SEPARATOR], 4 + 2); // frame, and from each point to the plane
    assert_int_equal(counts.segments[CD_ROLE_CELL], 14);
    assertNear(counts.lastPoint, proxy.pointB, 0.0);
    // The last segment goes from B's point perpendicularly to the plane: half the gap.
    assertNear(counts.segmentStart, proxy.pointB, 0.0);
    assertNear(cdSub(counts.segmentEnd, counts.segmentStart), cdScale(-0.5 * proxy.gap, proxy.vector), 1e-12);
    assert_true(proxy.gap > 0.2 && proxy.gap <= 0.25);
    assert_int_equal(counts.labels, 1);
    assert_non_null(strstr(counts.text, apart));

    proxy = drawProxyOfStep(1.5, disabled, &counts);
    assert_true(proxy.tested && !proxy.separated);
    assert_int_equal(counts.points[CD_ROLE_SEPARATOR] + counts.segments[CD_ROLE_SEPARATOR] +
                         counts.segments[CD_ROLE_CELL],
                     0);
    assert_int_equal(counts.labels, 1);
    assert_non_null(strstr(counts.text, notApart));
}

// Two boxes, by the box algorithm and by their hulls; nothing of untested parts. Red: hulls named where there
// were none.
static void testProxyIsDrawnAsItEnded(void **state) {
    (void)state;
    Counts counts;
    expectProxyAsItEnded(0, "boxes separated: ", "boxes not separated: ");
    expectProxyAsItEnded(CD_DISABLE_BOXES, "hulls separated: ", "hulls not separated: ");
    cdDebugDraw draw = makeDraw(&counts);
    cdDrawProxy(&draw, &(cdProxy){.separated = true}, 1.0);
    assert_int_equal(counts.labels + counts.points[CD_ROLE_SEPARATOR], 0);
}

// Missing callbacks are skipped. Red: a call through NULL.
static void testMissingCallbacks(void **state) {
    (void)state;
    cdMesh *mesh = makeShape("box");
    cdDebugDraw draw = {0};
    cdMotion motion = cdMakeMotion(cdIdentityPose(), poseAt(1.0, 0.0, 0.0), cdMakeVec3(0.0, 0.0, 0.0));
    cdDrawSphereTree(&draw, mesh, cdIdentityPose(), -1);
    cdDrawMotion(&draw, &motion, mesh, 3);
    cdDrawHull(&draw, mesh, cdIdentityPose());
    cdDrawProxy(&draw, &(cdProxy){.tested = true, .separated = true, .vector = {0.0, 1.0, 0.0}}, 1.0);
    cdFirstContactInput input =
        makeStep(mesh, poseAt(5.0, 0.0, 0.0), poseAt(0.0, 0.0, 0.0), mesh, cdIdentityPose());
    cdFirstContact result = findContact(&input);
    cdDrawFirstContact(&draw, &input, &result, result.resolvedPose, 1.0);
    cdDestroyMesh(mesh);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testContactIsDrawnWhereItIs), cmocka_unit_test(testOtherTouchesAreFaded),
        cmocka_unit_test(testFreeStepDrawsNothing),    cmocka_unit_test(testTreeLevels),
        cmocka_unit_test(testTraceDrawsEachNodeOnce),  cmocka_unit_test(testMotionIsFinite),
        cmocka_unit_test(testHullHasEachEdgeOnce),     cmocka_unit_test(testProxyIsDrawnAsItEnded),
        cmocka_unit_test(testMissingCallbacks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
