// Draws one event of a trace: at the right position, on the transformed meshes, with finite coordinates only.
#include "cases.h"
#include "collision/collision.h"
#include "contact_fixture.h"
#include "foundation/geometry/screw.h"
#include "random.h"
#include "trace_fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

enum { LINE_MAX_COUNT = 16384, FEW = 64 };

typedef struct Line {
    cdVec3 a, b;
    cdDrawRole role;
    cdDrawOwner owner;
    double fade;
} Line;

typedef struct Sphere {
    cdVec3 center;
    double radius;
    cdDrawStyle style;
} Sphere;

// Hulls are only counted: test_debug_draw.c tests their drawing.
typedef struct Drawn {
    Line lines[LINE_MAX_COUNT], arrow;
    Sphere spheres[FEW];
    cdVec3 corners[FEW][3], points[FEW];
    cdDrawOwner pointOwners[FEW];
    int lineCount, triangleCount, pointCount, sphereCount, arrowCount, labelCount, hullCount;
    int roles[CD_ROLE_COUNT]; // of lines, triangles and points
    char label[64];           // the last one
} Drawn;

static Drawn drawn;
static int partings[2]; // planes drawn between discs, between boxes
static cdTrace trace;

static void check(cdVec3 p) {
    assert_true(isfinite(p.x) && isfinite(p.y) && isfinite(p.z));
}

static void takeSegment(cdVec3 a, cdVec3 b, cdDrawStyle style, void *context) {
    (void)context;
    check(a);
    check(b);
    drawn.hullCount += style.role == CD_ROLE_HULL;
    if (style.role == CD_ROLE_HULL) return;
    assert_true(drawn.lineCount < LINE_MAX_COUNT && style.fade >= 0.0 && style.fade < 1.0);
    drawn.lines[drawn.lineCount++] = (Line){a, b, style.role, style.owner, style.fade};
    drawn.roles[style.role]++;
}

static void takeTriangle(cdVec3 a, cdVec3 b, cdVec3 c, cdDrawStyle style, void *context) {
    (void)context;
    check(a);
    check(b);
    check(c);
    assert_true(drawn.triangleCount < FEW);
    drawn.corners[drawn.triangleCount][0] = a;
    drawn.corners[drawn.triangleCount][1] = b;
    drawn.corners[drawn.triangleCount++][2] = c;
    drawn.roles[style.role]++;
}

static void takePoint(cdVec3 p, cdDrawStyle style, void *context) {
    (void)context;
    check(p);
    assert_true(drawn.pointCount < FEW);
    drawn.pointOwners[drawn.pointCount] = style.owner;
    drawn.points[drawn.pointCount++] = p;
    drawn.roles[style.role]++;
}

static void takeSphere(cdVec3 center, double radius, cdDrawStyle style, void *context) {
    (void)context;
    check(center);
    assert_true(radius >= 0.0 && drawn.sphereCount < FEW);
    drawn.spheres[drawn.sphereCount++] = (Sphere){center, radius, style};
}

static void takeArrow(cdVec3 from, cdVec3 to, cdDrawStyle style, void *context) {
    (void)context;
    check(from);
    check(to);
    drawn.arrow = (Line){from, to, style.role, style.owner, style.fade};
    drawn.arrowCount++;
}

static void takeLabel(cdVec3 p, const char *text, cdDrawStyle style, void *context) {
    (void)style;
    (void)context;
    check(p);
    drawn.labelCount++;
    snprintf(drawn.label, sizeof drawn.label, "%s", text);
}

static cdDebugDraw beginDraw(void) {
    drawn.lineCount = drawn.triangleCount = drawn.pointCount = drawn.sphereCount = drawn.arrowCount = 0;
    drawn.labelCount = drawn.hullCount = 0;
    drawn.label[0] = '\0';
    for (int i = 0; i < CD_ROLE_COUNT; i++)
        drawn.roles[i] = 0;
    return (cdDebugDraw){takeSegment, takeTriangle, takePoint, takeSphere, takeArrow, takeLabel, NULL};
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

// Culled events are excluded, the first contact so far is highlighted, all else is tested.
static cdDrawRole getRole(const cdTraceEvent *event) {
    bool left = event->kind == CD_TRACE_NODES_DISJOINT || event->kind == CD_TRACE_LABEL_SKIP ||
                event->kind == CD_TRACE_FACES_DISJOINT || event->kind == CD_TRACE_TABLE_SKIP;
    bool passed = event->kind == CD_TRACE_SOLVED && event->how == CD_HOW_MISSED;
    bool touches = event->kind == CD_TRACE_SHORTENED || event->kind == CD_TRACE_SOLVED;
    return left || passed ? CD_ROLE_CULLED : touches ? CD_ROLE_FIRST_CONTACT : CD_ROLE_TRACE;
}

// Counts the ancestors of a node up to the root: each has the one before as a child, and is fainter.
static int32_t countAbove(const cdMesh *mesh, cdDrawOwner owner, int32_t node) {
    int32_t count = 0;
    double fade = 0.0;
    for (int i = 0; i < drawn.sphereCount; i++) {
        const Sphere *sphere = &drawn.spheres[i];
        if (sphere->style.role != CD_ROLE_SPHERE || sphere->style.owner != owner) continue;
        int32_t above = 0;
        while (cdGetSphereNode(mesh, above).firstChild != node &&
               cdGetSphereNode(mesh, above).firstChild + 1 != node)
            above++;
        assert_true(sphere->radius == cdGetSphereNode(mesh, above).radius);
        assert_true(sphere->style.fade > fade && sphere->style.fade < 1.0);
        fade = sphere->style.fade;
        node = above;
        count++;
    }
    assert_int_equal(node, 0);
    return count;
}

static bool isParting(const cdTraceEvent *event) {
    bool parts = event->how == CD_HOW_SLAB || event->how == CD_HOW_BOX || event->how == CD_HOW_AXIS;
    return event->kind == CD_TRACE_NODES_DISJOINT && parts;
}

// Finds the drawn plane: a corner of its frame, and its normal.
static bool findDrawnPlane(cdVec3 *corner, cdVec3 *normal) {
    cdVec3 ends[4];
    int count = 0;
    for (int i = 0; i < drawn.lineCount; i++) {
        if (drawn.lines[i].role != CD_ROLE_SEPARATOR || count == 4) continue;
        ends[count++] = drawn.lines[i].a;
        ends[count++] = drawn.lines[i].b;
    }
    if (count < 4) return false;
    *corner = ends[0];
    *normal = cdNormalize(cdCross(cdSub(ends[1], ends[0]), cdSub(ends[3], ends[0])));
    return true;
}

// Spheres that meet are never full. All of A's bounds are on one side of the plane, B's on the other. An axis
// has both distances, each about the centre of its own node.
static void checkParting(const cdTraceEvent *event, const cdTracedQuery *query) {
    cdVec3 corner = {0}, normal = {0}, onAxis, axis;
    double sides[3] = {0.0, 0.0, 0.0};
    for (int i = 0; i < drawn.sphereCount; i++)
        assert_true(drawn.spheres[i].style.fade > 0.5 || drawn.spheres[i].style.role == CD_ROLE_SPHERE ||
                    (query->motion && drawn.spheres[i].style.fade >= 0.3));
    assert_int_equal(drawn.labelCount, 1);
    assert_non_null(strstr(drawn.label, event->how == CD_HOW_SLAB  ? "discs"
                                        : event->how == CD_HOW_BOX ? "boxes"
                                                                   : "axis"));
    if (event->how == CD_HOW_AXIS) {
        if (query->motion && cdGetScrewAxis(query->motion, &onAxis, &axis))
            assert_int_equal(drawn.roles[CD_ROLE_SCREW], 1);
        return;
    }
    bool hasPlane = findDrawnPlane(&corner, &normal);
    if (query->motion) assert_true(hasPlane);
    for (int i = 0; i < drawn.lineCount && hasPlane; i++) {
        const Line *line = &drawn.lines[i];
        bool isPath = line->fade == 0.2;
        if (line->owner == CD_OWNER_NONE || line->role != CD_ROLE_CULLED || isPath) continue;
        double height = cdDot(normal, cdSub(line->a, corner));
        if (sides[line->owner] == 0.0) sides[line->owner] = height;
        assert_true(height * sides[line->owner] > 0.0);
    }
    if (hasPlane) assert_true(sides[CD_OWNER_A] * sides[CD_OWNER_B] < 0.0);
    partings[event->how == CD_HOW_BOX] += hasPlane;
}

// Both nodes full, A's where it is nearest to B's; the line joins their centres there; the ancestors.
static void checkNodes(const cdTraceEvent *event, const cdTracedQuery *query) {
    cdSphereNode a = cdGetSphereNode(query->meshA, event->a), b = cdGetSphereNode(query->meshB, event->b);
    cdVec3 atA = cdTransformPoint(query->poseA, a.center), atB = cdTransformPoint(query->poseB, b.center);
    if (isParting(event)) {
        checkParting(event, query);
        return;
    }
    assert_true(drawn.lineCount > 0);
    const Line *line = &drawn.lines[drawn.lineCount - 1];
    int full = 0, faded = 0;
    assert_int_equal(countAbove(query->meshA, CD_OWNER_A, event->a), a.level);
    assert_int_equal(countAbove(query->meshB, CD_OWNER_B, event->b), b.level);
    for (int i = 0; i < drawn.sphereCount; i++) {
        const Sphere *sphere = &drawn.spheres[i];
        if (sphere->style.role == CD_ROLE_SPHERE) continue;
        bool ofA = sphere->style.owner == CD_OWNER_A;
        assert_true(sphere->style.role == getRole(event) && sphere->radius == (ofA ? a.radius : b.radius));
        full += sphere->style.fade == 0.0;
        faded += sphere->style.fade > 0.0;
        if (ofA && sphere->style.fade == 0.0) assert_true(isNear(line->a, sphere->center));
        // Points on the path are no nearer.
        if (ofA) assert_true(cdLength(cdSub(sphere->center, atB)) > cdLength(cdSub(line->a, atB)) - 1e-12);
        if (!ofA) assert_true(isNear(sphere->center, atB));
    }
    assert_true(full == 2 && (faded > 0) == (query->motion != NULL));
    assert_true(isNear(line->b, atB) && line->owner == CD_OWNER_NONE);
    if (!query->motion) assert_true(isNear(line->a, atA) && drawn.lineCount == 1);
    assert_int_equal(drawn.roles[getRole(event)], drawn.lineCount);
    assert_int_equal(drawn.labelCount, 1);
}

// Counts full lines and those of paths, which begin and end where the motion puts A's vertices.
static int countPaths(const cdTraceEvent *event, const cdTracedQuery *query, int *full) {
    int paths = 0;
    *full = 0;
    for (int i = 0; i < drawn.lineCount; i++) {
        const Line *line = &drawn.lines[i], *before = &drawn.lines[i > 0 ? i - 1 : 0];
        *full += line->fade == 0.0;
        if (line->fade == 0.0) continue;
        assert_int_equal(line->owner, CD_OWNER_A);
        if (i > 0 && before->fade > 0.0 && isNear(before->b, line->a)) continue;
        paths++;
        cdVec3 local = cdInvTransformPoint(cdGetPoseAt(query->motion, event->t.lo), line->a);
        const cdMeshInfo info = cdGetMeshInfo(query->meshA);
        int32_t vertex = 0;
        while (vertex < info.vertexCount && !isNear(cdAdd(info.vertices[vertex], info.center), local))
            vertex++;
        assert_true(vertex < info.vertexCount);
    }
    return paths;
}

// Edges are two lines, a vertex on a face a point and a triangle; A's vertices have paths while it moves.
static void checkElements(const cdTraceEvent *event, const cdTracedQuery *query) {
    bool edges = event->contact == CD_EDGE_EDGE;
    int full, paths = countPaths(event, query, &full),
              corners = edges                              ? 2
                        : event->contact == CD_FACE_VERTEX ? 3
                                                           : 1;
    assert_int_equal(full, edges ? 2 : 0);
    assert_int_equal(drawn.pointCount, edges ? 0 : 1);
    assert_int_equal(drawn.triangleCount, edges ? 0 : 1);
    if (!edges)
        assert_int_equal(drawn.pointOwners[0], event->contact == CD_VERTEX_FACE ? CD_OWNER_A : CD_OWNER_B);
    bool still = !query->motion || event->t.lo == event->t.hi; // a path of zero length may be missing
    assert_true(still || paths == corners);
    assert_int_equal(drawn.roles[getRole(event)], drawn.lineCount + drawn.pointCount + drawn.triangleCount);
    assert_int_equal(drawn.labelCount, 1);
}

// The arrow begins at A's hull vertex at the end of the event's screw, including inflation, and is along the
// vector; p and q are A's and B's.
static void checkVector(const cdFirstContactInput *input, const cdTraceEvent *event, bool moves) {
    assert_true(drawn.lineCount == 1 && drawn.pointCount == 2 && drawn.arrowCount == 1);
    const cdConvex *hull = cdGetMeshInfo(input->meshA).hull, *hullB = cdGetMeshInfo(input->meshB).hull;
    cdMotion motion = cdMakeMotion(input->startA, input->targetA, cdGetMeshInfo(input->meshA).center);
    int32_t count = cdGetConvexInfo(hull).vertexCount, isEnd;
    const cdVec3 *vertices = cdGetConvexInfo(hull).vertices;
    isEnd = event->a >= count;
    cdPose pose = cdGetPoseAt(&motion, isEnd ? event->t.hi : event->t.lo);
    cdVec3 local = cdAdd(vertices[event->a - isEnd * count], cdGetConvexInfo(hull).center);
    cdVec3 s = getEventVector(event, 0), p = cdMulAdd(cdTransformPoint(pose, local), event->c[7], s);
    cdVec3 q = cdAdd(cdGetConvexInfo(hullB).vertices[event->b], cdGetConvexInfo(hullB).center);
    const Line *arrow = &drawn.arrow;
    assert_true(arrow->role == CD_ROLE_SEPARATOR && isNear(arrow->a, p));
    assert_true(isNear(arrow->b, cdMulAdd(p, cdLength(cdSub(arrow->b, arrow->a)), s)));
    assert_true(drawn.pointOwners[0] == CD_OWNER_A && isNear(drawn.points[0], p));
    assert_true(drawn.pointOwners[1] == CD_OWNER_B);
    assert_true(isNear(drawn.points[1], cdTransformPoint(input->startB, q)));
    assert_string_equal(drawn.label, event->c[8] > 0.0 ? "S separates" : "S");
    int edges = cdGetConvexInfo(hull).edgeCount, edgesB = cdGetConvexInfo(hullB).edgeCount;
    assert_int_equal(drawn.hullCount, (moves ? 2 : 1) * edges + edgesB);
}

static void checkEvent(const cdFirstContactInput *input, const cdTraceEvent *event, bool moves) {
    cdMotion motion = cdMakeMotion(input->startA, input->targetA, cdGetMeshInfo(input->meshA).center);
    cdDebugDraw draw = beginDraw();
    cdTracedQuery query = {.meshA = input->meshA,
                           .meshB = input->meshB,
                           .poseA = cdGetPoseAt(&motion, event->t.hi),
                           .poseB = input->startB,
                           .motion = moves ? &motion : NULL};
    cdDrawTraceEvent(&draw, event, &query);
    switch (event->kind) {
    case CD_TRACE_NODES_DISJOINT:
    case CD_TRACE_NODES_MEET:
    case CD_TRACE_LABEL_SKIP:
        checkNodes(event, &query);
        break;
    case CD_TRACE_TABLE_SKIP:
    case CD_TRACE_ELEMENTS:
    case CD_TRACE_SOLVED:
    case CD_TRACE_SHORTENED:
        checkElements(event, &query);
        break;
    case CD_TRACE_FACES_DISJOINT:
    case CD_TRACE_FACES_MEET:
        assert_int_equal(drawn.triangleCount, 2);
        assert_int_equal(drawn.roles[getRole(event)], 2 + drawn.lineCount);
        break;
    case CD_TRACE_VECTOR:
        checkVector(input, event, moves);
        break;
    case CD_TRACE_HULLS:
        assert_true(drawn.hullCount > 0 && drawn.lineCount + drawn.pointCount == 0);
        break;
    case CD_TRACE_ROUTE_PLANE:
        assert_true(drawn.roles[CD_ROLE_TRACE] >= (event->how == CD_HOW_THROUGHOUT ? 0 : 2));
        break;
    case CD_TRACE_OVERLAP:
        break;
    default:
        assert_true(drawn.lineCount + drawn.triangleCount + drawn.pointCount + drawn.sphereCount == 0);
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
        for (int32_t i = 0; i < trace.eventCount; i++) {
            counts[trace.events[i].kind]++;
            checkEvent(&input, &trace.events[i], k % 2);
        }
    }
    cdDestroyWorkspace(workspace);
}

// Every event of queries of meshes off their own origins, at rotated poses, with and without the motion:
// nodes by their spheres, their ancestors, the line of their centres; elements with paths; vectors where the
// hull's vertex is at its end of the screw; planes of boxes by their features. Red: a mesh's centre ignored,
// a pose of the other mesh or of the other end, a false parent, the farthest position of a sphere instead of
// the nearest, NaN coordinates.
static void testEventsOfMeshes(void **state) {
    (void)state;
    int counts[CD_TRACE_KIND_COUNT] = {0};
    cdMesh *torus = makeScaledShape("torus:segments=10", 0.6, cdMakeVec3(3.0, -2.0, 1.0));
    cdMesh *gear = makeScaledShape("gear:teeth=6", 1.0, cdMakeVec3(-1.0, 0.5, 4.0));
    cdMesh *box = makeScaledShape("box", 0.5, cdMakeVec3(1.0, 0.0, 0.0));
    drawQueries(torus, gear, 0, counts);
    drawQueries(gear, box, CD_DISABLE_SLABS, counts);
    drawQueries(box, box, 0, counts);
    const char *torusOf[] = {"torus:segments=24", "torus:segments=40"};
    cdMesh *smooth = makeScaledShape(torusOf[chooseSize(0, 1)], 0.8, cdMakeVec3(0.0, 1.0, 0.0));
    drawQueries(smooth, smooth, CD_DISABLE_PROXY, counts);
    cdDestroyMesh(smooth);
    cdTraceKind some[] = {CD_TRACE_VECTOR,     CD_TRACE_ROUTE_PLANE, CD_TRACE_NODES_DISJOINT,
                          CD_TRACE_NODES_MEET, CD_TRACE_FACES_MEET,  CD_TRACE_ELEMENTS,
                          CD_TRACE_SOLVED,     CD_TRACE_SHORTENED};
    for (size_t i = 0; i < sizeof some / sizeof some[0]; i++)
        assert_true(counts[some[i]] > 0);
    assert_true(partings[0] > 100 && partings[1] > 20);
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

// An event may contain anything: numbers beyond the meshes draw nothing, as do those of a missing mesh. A
// part of an index without a solid is a programming error. Red: an unchecked index.
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
                assert_true((drawn.lineCount + drawn.triangleCount + drawn.pointCount + drawn.sphereCount >
                             0) == drawsPoint);
                assert_int_equal(drawn.roles[CD_ROLE_INDEX], 0);
                char text[CD_TRACE_TEXT_SIZE];
                cdDescribeTrace(&event, &queries[k / 4], text, sizeof text);
                assert_true((text[0] != '\0') == (kind < CD_TRACE_KIND_COUNT) &&
                            strlen(text) + 1 < sizeof text);
            }
    cdSetHooks(NULL);
    cdDestroyMesh(box);
    cdDestroyMesh(solid);
}

// Returns a point's height over a node's plane, in the solid's frame.
static double getHeight(const cdMesh *mesh, const cdIndexNode *node, cdVec3 world, cdPose pose) {
    cdVec3 x = cdSub(cdInvTransformPoint(pose, world), cdGetSolidInfo(mesh).center);
    return cdDot(node->normal, x) - node->offset;
}

// The root's region is the whole box, which is slightly larger than the solid: six sides of four lines.
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

// A segment through a solid and points in it: a node's drawn plane lies on it, and the part matches the
// event. Red: the plane of another node, the part of another event, the pose ignored.
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
