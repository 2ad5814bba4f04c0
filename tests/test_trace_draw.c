// One event of a trace, drawn: where it says, on the meshes as they stand, and nothing but numbers.
#include "collision/collision.h"
#include "contact_fixture.h"
#include "random.h"
#include "trace_fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

enum { LINE_MAX_COUNT = 4096 };

typedef struct Line {
    cdVec3 a, b;
    cdDrawRole role;
} Line;

typedef struct Drawn {
    Line lines[LINE_MAX_COUNT];
    cdVec3 corners[64][3], points[64];
    int lineCount, triangleCount, pointCount;
    int roles[CD_ROLE_COUNT]; // calls of any kind
} Drawn;

static Drawn drawn;
static cdTrace trace;

static void check(cdVec3 p) {
    assert_true(isfinite(p.x) && isfinite(p.y) && isfinite(p.z));
}

static void takeSegment(cdVec3 a, cdVec3 b, cdDrawRole role, void *context) {
    (void)context;
    check(a);
    check(b);
    assert_true(drawn.lineCount < LINE_MAX_COUNT);
    drawn.lines[drawn.lineCount++] = (Line){a, b, role};
    drawn.roles[role]++;
}

static void takeTriangle(cdVec3 a, cdVec3 b, cdVec3 c, cdDrawRole role, void *context) {
    (void)context;
    check(a);
    check(b);
    check(c);
    drawn.corners[drawn.triangleCount][0] = a;
    drawn.corners[drawn.triangleCount][1] = b;
    drawn.corners[drawn.triangleCount++][2] = c;
    drawn.roles[role]++;
}

static void takePoint(cdVec3 p, cdDrawRole role, void *context) {
    (void)context;
    check(p);
    drawn.points[drawn.pointCount++] = p;
    drawn.roles[role]++;
}

static void takeLabel(cdVec3 p, const char *text, cdDrawRole role, void *context) {
    (void)text;
    (void)context;
    check(p);
    drawn.roles[role]++;
}

static cdDebugDraw beginDraw(void) {
    drawn.lineCount = drawn.triangleCount = drawn.pointCount = 0;
    for (int i = 0; i < CD_ROLE_COUNT; i++)
        drawn.roles[i] = 0;
    return (cdDebugDraw){takeSegment, takeTriangle, takePoint, takeLabel, NULL};
}

static int makeRoom(void **state) {
    (void)state;
    trace = makeTrace(TRACE_ROOM);
    return 0;
}

static int freeRoom(void **state) {
    (void)state;
    freeTrace(&trace);
    return 0;
}

static bool isNear(cdVec3 a, cdVec3 b) {
    return cdLength(cdSub(a, b)) < 1e-9;
}

// The last line joins the centres of both nodes' spheres.
static void checkNodes(const cdFirstContactInput *input, const cdTraceEvent *event, cdPose poseA) {
    cdSphereNode a = cdGetSphereNode(input->meshA, event->a), b = cdGetSphereNode(input->meshB, event->b);
    const Line *last = &drawn.lines[drawn.lineCount - 1];
    assert_true(isNear(last->a, cdTransformPoint(poseA, a.center)));
    assert_true(isNear(last->b, cdTransformPoint(input->startB, b.center)));
    int role = event->kind == CD_TRACE_SPHERE_MEET ? CD_ROLE_TRACE : CD_ROLE_SPHERE;
    assert_true(drawn.roles[role] == drawn.lineCount && drawn.lineCount > 6);
}

// Edges are two lines, a vertex on a face a point and a triangle.
static void checkElements(const cdTraceEvent *event) {
    bool edges = event->contact == CD_EDGE_EDGE;
    assert_int_equal(drawn.lineCount, edges ? 2 : 0);
    assert_int_equal(drawn.pointCount, edges ? 0 : 1);
    assert_int_equal(drawn.triangleCount, edges ? 0 : 1);
    cdDrawRole role = event->kind == CD_TRACE_SHORTENED ? CD_ROLE_FIRST_CONTACT : CD_ROLE_TRACE;
    assert_int_equal(drawn.roles[role], 2);
}

// The arrow begins at A's hull's vertex at the end of the screw that the event names, thickened, and is along
// the vector.
static void checkVector(const cdFirstContactInput *input, const cdTraceEvent *event) {
    assert_true(drawn.lineCount == 2 && drawn.pointCount == 3);
    const cdConvex *hull = cdGetMeshInfo(input->meshA).hull;
    cdMotion motion = cdMakeMotion(input->startA, input->targetA, cdGetMeshInfo(input->meshA).center);
    int32_t count = cdGetConvexInfo(hull).vertexCount, isEnd;
    const cdVec3 *vertices = cdGetConvexInfo(hull).vertices;
    isEnd = event->a >= count;
    cdPose pose = cdGetPoseAt(&motion, isEnd ? event->t.hi : event->t.lo);
    cdVec3 local = cdAdd(vertices[event->a - isEnd * count], cdGetConvexInfo(hull).center);
    cdVec3 s = getEventVector(event, 0), p = cdMulAdd(cdTransformPoint(pose, local), event->c[7], s);
    const Line *arrow = &drawn.lines[1];
    assert_true(arrow->role == CD_ROLE_SEPARATOR && isNear(arrow->a, p));
    assert_true(isNear(arrow->b, cdMulAdd(p, cdLength(cdSub(arrow->b, arrow->a)), s)));
    assert_true(isNear(drawn.lines[0].a, p));
}

static void checkEvent(const cdFirstContactInput *input, const cdTraceEvent *event, int counts[]) {
    cdMotion motion = cdMakeMotion(input->startA, input->targetA, cdGetMeshInfo(input->meshA).center);
    cdPose poseA = cdGetPoseAt(&motion, event->t.hi);
    cdDebugDraw draw = beginDraw();
    cdTracedQuery query = {
        .meshA = input->meshA, .meshB = input->meshB, .poseA = poseA, .poseB = input->startB};
    cdDrawTraceEvent(&draw, event, &query);
    counts[event->kind]++;
    switch (event->kind) {
    case CD_TRACE_SPHERE_APART:
    case CD_TRACE_SPHERE_MEET:
    case CD_TRACE_LABEL_SKIP:
        checkNodes(input, event, poseA);
        break;
    case CD_TRACE_TABLE_SKIP:
    case CD_TRACE_ELEMENTS:
    case CD_TRACE_SOLVED:
    case CD_TRACE_SHORTENED:
        checkElements(event);
        break;
    case CD_TRACE_FACES_APART:
    case CD_TRACE_FACES_MEET:
        assert_true(drawn.triangleCount == 2 && drawn.roles[CD_ROLE_TRACE] == 2);
        break;
    case CD_TRACE_VECTOR:
        checkVector(input, event);
        break;
    case CD_TRACE_ROUTE_PLANE:
        assert_true(drawn.roles[CD_ROLE_TRACE] >= (event->how == CD_HOW_THROUGHOUT ? 0 : 2));
        break;
    case CD_TRACE_OVERLAP:
        break;
    default:
        assert_true(drawn.lineCount + drawn.triangleCount + drawn.pointCount == 0);
    }
}

static void drawQueries(const cdMesh *a, const cdMesh *b, uint32_t disabled, int counts[]) {
    Random random = {91};
    cdWorkspace *workspace = cdCreateWorkspace();
    for (int k = 0; k < 12; k++) {
        cdPose start = {cdScale(2.5, nextRandomDirection(&random)),
                        cdMakeQuat(nextRandomDirection(&random), 1.0)};
        cdQuat turn = cdMakeQuat(nextRandomDirection(&random), nextRandomIn(&random, 0.2, 2.5));
        cdPose target = {nextRandomVec3(&random), cdNormalizeQuat(cdMulQuat(turn, start.q))};
        cdPose place = {nextRandomVec3(&random), cdMakeQuat(nextRandomDirection(&random), 0.7)};
        cdFirstContactInput input = makeStep(a, start, target, b, place);
        input.disabled = disabled;
        restartTrace(&trace);
        cdFindFirstContact(&input, NULL, workspace, &trace);
        for (int32_t i = 0; i < trace.eventCount; i++)
            checkEvent(&input, &trace.events[i], counts);
    }
    cdDestroyWorkspace(workspace);
}

// Every event of queries of meshes that are off their own origins, at turned poses: nodes by their spheres
// and the line of their centres, elements as they are, vectors where the hull's vertex is at its end of the
// screw, planes of boxes by their features. Red: a mesh's centre forgotten, a pose of the other mesh, of the
// other end of the way, coordinates that are no numbers.
static void testEventsOfMeshes(void **state) {
    (void)state;
    int counts[CD_TRACE_KIND_COUNT] = {0};
    cdMesh *torus = makeScaledShape("torus:segments=10", 0.6, cdMakeVec3(3.0, -2.0, 1.0));
    cdMesh *gear = makeScaledShape("gear:teeth=6", 1.0, cdMakeVec3(-1.0, 0.5, 4.0));
    cdMesh *box = makeScaledShape("box", 0.5, cdMakeVec3(1.0, 0.0, 0.0));
    drawQueries(torus, gear, 0, counts);
    drawQueries(gear, box, CD_DISABLE_SLABS, counts);
    drawQueries(box, box, 0, counts);
    cdTraceKind some[] = {CD_TRACE_VECTOR,      CD_TRACE_ROUTE_PLANE, CD_TRACE_SPHERE_APART,
                          CD_TRACE_SPHERE_MEET, CD_TRACE_FACES_MEET,  CD_TRACE_ELEMENTS,
                          CD_TRACE_SOLVED,      CD_TRACE_SHORTENED};
    for (size_t i = 0; i < sizeof some / sizeof some[0]; i++)
        assert_true(counts[some[i]] > 0);
    cdDestroyMesh(torus);
    cdDestroyMesh(gear);
    cdDestroyMesh(box);
}

static void countAssert(const char *condition, const char *file, int line, void *context) {
    (void)condition, (void)file, (void)line;
    ++*(int *)context;
}

static int restoreHooks(void **state) {
    (void)state;
    cdSetHooks(NULL);
    return 0;
}

// An event may hold anything: numbers beyond the meshes draw nothing, and none of a mesh that is not there. A
// part of an index without a solid is a programmer's error. Red: an index is not checked.
static void testStrangeEvents(void **state) {
    (void)state;
    cdMesh *box = makeShape("box"), *solid = makeShape("box");
    assert_true(cdBuildMeshParts(solid, CD_PART_SOLID, NULL));
    const cdTracedQuery queries[] = {
        {.meshA = box, .meshB = box, .poseA = cdIdentityPose(), .poseB = cdIdentityPose()},
        {.meshA = box, .poseA = cdIdentityPose()},
        {.meshA = solid, .poseA = cdIdentityPose()}};
    const int32_t numbers[] = {-1, 1 << 20, INT32_MIN, INT32_MAX};
    int asserts = 0;
    cdSetHooks(&(cdHooks){.assertFailed = countAssert, .context = &asserts});
    for (int kind = 0; kind <= CD_TRACE_KIND_COUNT; kind++)
        for (int k = 0; k < 12; k++)
            for (int contact = 0; contact <= 4; contact++) {
                cdTraceEvent event = {.kind = (cdTraceKind)kind,
                                      .contact = (cdContactKind)contact,
                                      .a = numbers[k % 4],
                                      .b = numbers[k % 4]};
                bool isOfIndex = kind == CD_TRACE_INDEX_NODE || kind == CD_TRACE_INDEX_LEAF;
                cdDebugDraw draw = beginDraw();
                asserts = 0;
                cdDrawTraceEvent(&draw, &event, &queries[k / 4]);
                assert_int_equal(asserts, isOfIndex && k < 8);
                bool drawsPoint = kind == CD_TRACE_REGION || (kind == CD_TRACE_INDEX_LEAF && k >= 8);
                assert_true((drawn.lineCount + drawn.triangleCount + drawn.pointCount > 0) == drawsPoint);
                assert_int_equal(drawn.roles[CD_ROLE_INDEX], 0);
                assert_non_null(cdDescribeTrace(&event));
                assert_non_null(cdGetTraceSource(&event));
            }
    cdSetHooks(NULL);
    cdDestroyMesh(box);
    cdDestroyMesh(solid);
}

// Whether a point is on the plane of a node, in the solid's frame.
static double getHeight(const cdMesh *mesh, const cdIndexNode *node, cdVec3 world, cdPose pose) {
    cdVec3 x = cdSub(cdInvTransformPoint(pose, world), cdGetSolidInfo(mesh).center);
    return cdDot(node->normal, x) - node->offset;
}

// The root's region is all of the box, which is a little larger than the solid: six sides of four lines.
static void checkWholeBox(cdBox3 bounds, cdPose pose) {
    assert_int_equal(drawn.roles[CD_ROLE_INDEX_CELL], 24);
    for (int i = 0; i < drawn.lineCount; i++) {
        if (drawn.lines[i].role != CD_ROLE_INDEX_CELL) continue;
        cdVec3 corner = cdInvTransformPoint(pose, drawn.lines[i].a);
        assert_true(corner.x < bounds.lower.x || corner.x > bounds.upper.x);
        assert_true(corner.y < bounds.lower.y || corner.y > bounds.upper.y);
        assert_true(corner.z < bounds.lower.z || corner.z > bounds.upper.z);
    }
}

// A segment through a solid and points in it: what is drawn of a node's plane lies on it, and the part is
// where the event says. Red: the plane of another node, the part of another event, the pose left out.
static void testEventsOfAnIndex(void **state) {
    (void)state;
    enum { PIECES = 64 };
    cdMesh *mesh = makeShape("l-shape");
    assert_true(cdBuildMeshParts(mesh, CD_PART_SOLID, NULL));
    cdPose pose = turnedPose(3.0, -1.0, 2.0, cdMakeVec3(1.0, 2.0, 3.0), 0.9);
    cdBox3 bounds = cdGetSolidInfo(mesh).bounds;
    cdSegmentPiece pieces[PIECES];
    Random random = {92};
    int planes = 0, parts = 0;
    for (int k = 0; k < 40; k++) {
        cdVec3 p = cdAdd(bounds.lower, cdScale(0.3, nextRandomVec3(&random)));
        cdVec3 q = cdAdd(bounds.upper, cdScale(0.3, nextRandomVec3(&random)));
        if (k % 2) p = q = cdLerp(p, q, nextRandomIn(&random, 0.3, 0.7));
        restartTrace(&trace);
        if (k % 2)
            cdClassifyPoint(mesh, p, &trace);
        else
            cdClassifySegment(&(cdSegmentInput){mesh, p, q, pieces, PIECES}, &trace);
        cdTracedQuery query = {.meshA = mesh, .poseA = pose, .p = p, .q = q};
        for (int32_t i = 0; i < trace.eventCount; i++) {
            const cdTraceEvent *event = &trace.events[i];
            cdDebugDraw draw = beginDraw();
            cdDrawTraceEvent(&draw, event, &query);
            const Line *part = &drawn.lines[0];
            assert_true(part->role == CD_ROLE_TRACE);
            assert_true(isNear(part->a, cdTransformPoint(pose, cdLerp(p, q, event->t.lo))));
            assert_true(isNear(part->b, cdTransformPoint(pose, cdLerp(p, q, event->t.hi))));
            parts++;
            if (event->kind != CD_TRACE_INDEX_NODE) continue;
            if (event->a == 0) checkWholeBox(bounds, pose);
            cdIndexNode node = cdGetIndexNode(mesh, event->a);
            for (int n = 0; n < drawn.lineCount; n++) {
                if (drawn.lines[n].role != CD_ROLE_INDEX) continue;
                assert_true(fabs(getHeight(mesh, &node, drawn.lines[n].a, pose)) < 1e-9);
                assert_true(fabs(getHeight(mesh, &node, drawn.lines[n].b, pose)) < 1e-9);
                planes++;
            }
        }
    }
    assert_true(planes > 200 && parts > 100);
    cdDestroyMesh(mesh);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testEventsOfMeshes),
        cmocka_unit_test_teardown(testStrangeEvents, restoreHooks),
        cmocka_unit_test(testEventsOfAnIndex),
    };
    return cmocka_run_group_tests(tests, makeRoom, freeRoom);
}
