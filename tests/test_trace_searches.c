// Traces of the other searches: separating vectors, motion paths of boxes, the descent of an index. They
// record everything, change nothing, and are correct.
#include "collision/collision.h"
#include "oracle/convex_soak.h"
#include "oracle/random_boxes.h"
#include "oracle/solid_soak.h"
#include "solid/solid_data.h"
#include "trace_fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static cdTrace trace;

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

static bool isSameVector(cdVec3 a, cdVec3 b) {
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

// --- Separating vectors

static void assertSameSeparation(const cdSeparation *a, const cdSeparation *b) {
    assert_int_equal(a->state, b->state);
    assert_true(isSameVector(a->vector, b->vector) && a->gap == b->gap);
    assert_true(a->vertexA == b->vertexA && a->vertexB == b->vertexB);
    assert_true(a->iterations == b->iterations && a->supportSteps == b->supportSteps);
    assert_true(a->cacheHit == b->cacheHit && a->fallback == b->fallback);
}

// The previous vector, reflected at the difference found along it [CW96 Eq. 2].
static void checkReflection(const cdTraceEvent *before, const cdTraceEvent *after) {
    cdVec3 s = getEventVector(before, 0), m = getEventVector(before, 4);
    cdVec3 reflected = cdMulAdd(s, -2.0 * cdDot(s, m) / cdDot(m, m), m);
    assert_true(cdLength(cdSub(reflected, getEventVector(after, 0))) < 1e-9);
}

// Returns the gap along the vector of the recorded vertices.
static double getGapOfVertices(const cdSeparationInput *input, const cdTraceEvent *event) {
    const cdVec3 *a = cdGetConvexInfo(input->convexA).vertices;
    const cdVec3 *b = cdGetConvexInfo(input->convexB).vertices;
    cdVec3 p = cdTransformPoint(input->poseA, cdAdd(a[event->a], cdGetConvexInfo(input->convexA).center));
    cdVec3 q = cdTransformPoint(input->poseB, cdAdd(b[event->b], cdGetConvexInfo(input->convexB).center));
    return cdDot(getEventVector(event, 0), cdSub(q, p));
}

static int checkVectors(const cdSeparationInput *input, const cdSeparation *result, double size) {
    int64_t steps = 0;
    int reflections = 0;
    const cdTraceEvent *before = NULL;
    for (int32_t i = 0; i < trace.eventCount; i++) {
        const cdTraceEvent *event = &trace.events[i];
        assert_true(isEventSound(event));
        if (event->kind != CD_TRACE_VECTOR) continue;
        steps++;
        assert_true(fabs(cdLength(getEventVector(event, 0)) - 1.0) < 1e-9);
        assert_true(fabs(getGapOfVertices(input, event) - event->c[3]) < 1e-9 * size);
        bool reflects = event->how == CD_HOW_REFLECTED;
        if (reflects) checkReflection(before, event);
        reflections += reflects;
        before = event;
    }
    assert_int_equal(steps, result->iterations);
    const cdTraceEvent *last = &trace.events[trace.eventCount - 1];
    assert_int_equal(last->kind, CD_TRACE_HULLS);
    assert_int_equal(last->a, result->state == CD_FREE);
    assert_int_equal(last->b, result->iterations);
    assert_true(isSameVector(getEventVector(last, 0), result->vector) && last->c[3] == result->gap);
    assert_true((last->how == CD_HOW_DISTANCE) == result->fallback);
    assert_true((last->how == CD_HOW_CACHED || last->how == CD_HOW_WITNESS) == result->cacheHit);
    return reflections;
}

// Random pairs of hulls and four frames of each with a cache: the same answers, as many vectors as steps,
// each unit with the gap of its vertices, each reflection that of the vector before, the last the result's.
// Red: the pair's frame taken for the world's, a vector recorded after it was changed, a missing step.
static void testVectors(void **state) {
    (void)state;
    int reflections = 0;
    for (uint64_t number = 0; number < 500; number++) {
        RandomHulls hulls = MakeRandomHulls(71, number);
        cdConvex *a = CreateOracleHull(&hulls.a), *b = CreateOracleHull(&hulls.b);
        cdConvexCache plainCache = {0}, tracedCache = {0};
        for (int frame = 0; frame < 4; frame++) {
            cdSeparationInput input = {
                .convexA = a, .convexB = b, .poseA = hulls.a.pose, .poseB = hulls.b.pose};
            cdSeparation plain = cdFindSeparatingVector(&input, &plainCache, NULL);
            restartTrace(&trace);
            cdSeparation traced = cdFindSeparatingVector(&input, &tracedCache, &trace);
            assertSameSeparation(&plain, &traced);
            assert_int_equal(plainCache.state, tracedCache.state);
            assert_true(isSameVector(plainCache.vector, tracedCache.vector));
            double size = hulls.radiusA + hulls.radiusB + cdLength(hulls.a.pose.p) +
                          cdLength(hulls.b.pose.p) + cdLength(hulls.centerA) + cdLength(hulls.centerB);
            reflections += checkVectors(&input, &traced, size);
            MoveRandomHulls(&hulls, 71, number);
        }
        cdDestroyConvex(a);
        cdDestroyConvex(b);
    }
    assert_true(reflections > 200);
}

// --- Motion paths of boxes

static void assertSameContact(const cdBoxContact *a, const cdBoxContact *b) {
    assert_int_equal(a->state, b->state);
    assert_true(a->t.lo == b->t.lo && a->t.hi == b->t.hi && a->tolerance == b->tolerance);
    assert_true(a->pair.kind == b->pair.kind && a->pair.a == b->pair.a && a->pair.b == b->pair.b);
    assert_true(a->partCount == b->partCount && a->planeCount == b->planeCount);
    assert_true(isSameVector(a->point, b->point) && isSameVector(a->normal, b->normal));
}

// A recorded plane separates the boxes, and ceases to where the boxes meet.
static void checkPlane(const cdTraceEvent *event, bool grazes) {
    double largest = 0.0, width = event->tau.hi - event->tau.lo;
    for (int n = 0; n <= event->degree; n++)
        largest = fmax(largest, fabs(event->c[n]));
    assert_true(event->degree > 0 && event->degree <= 8);
    // For a translation all planes are recorded: also of parallel edges, and of faces that stay on each
    // other.
    assert_true(largest > 0.0 || event->degree == 1);
    for (int k = 1; k < 8 && width > 1e-9; k++) // powers lose digits compared with Bernstein's coefficients
        assert_true(cdEvaluateTrace(event, event->tau.lo + width * k / 8) > -1e-9 * largest);
    // Where boxes slide or graze all of the gap is about as small as the tolerance.
    if (event->how == CD_HOW_LAST && width > 0.0 && !grazes)
        assert_true(fabs(cdEvaluateTrace(event, event->tau.hi)) < 1e-7 * largest);
}

// The normal recorded as leaving its octant at the start of a part lies on the border of two.
static bool crossesThere(const RandomBoxes *boxes, const cdTraceEvent *event) {
    cdBoxAt a, b;
    cdGetBoxesAt(&boxes->input, event->t.lo, &a, &b);
    int i = event->b % 9 / 3, m = event->b % 3;
    const cdBoxAt *one = event->b < 9 ? &a : &b, *other = event->b < 9 ? &b : &a;
    int normal = event->b < 9 ? i : m, axis = event->b < 9 ? m : i;
    cdVec3 n = cdNormalize(cdCross(one->arms[(normal + 1) % 3], one->arms[(normal + 2) % 3]));
    return fabs(cdDot(n, cdNormalize(other->arms[axis]))) < 1e-7;
}

static int checkParts(const RandomBoxes *boxes) {
    int crossings = 0;
    for (int32_t i = 0; i < trace.eventCount; i++) {
        const cdTraceEvent *event = &trace.events[i];
        if (event->kind != CD_TRACE_ROUTE_PART) continue;
        assert_true((event->b < 0) == (event->tau.lo == 0.0));
        if (event->b >= 0) assert_true(crossesThere(boxes, event));
        crossings += event->b >= 0;
    }
    return crossings;
}

static const cdTraceEvent *checkRoute(const cdBoxContact *contact, bool grazes) {
    const cdTraceEvent *last = NULL;
    int32_t parts = 0, planes = 0;
    for (int32_t i = 0; i < trace.eventCount; i++) {
        const cdTraceEvent *event = &trace.events[i];
        assert_true(isEventSound(event));
        if (event->kind == CD_TRACE_LEAVES) parts = planes = 0;
        parts += event->kind == CD_TRACE_ROUTE_PART;
        if (event->kind != CD_TRACE_ROUTE_PLANE) continue;
        checkPlane(event, grazes);
        planes += event->how != CD_HOW_THROUGHOUT;
        if (event->how == CD_HOW_LAST) last = event;
    }
    assert_int_equal(planes, contact->planeCount);
    assert_int_equal(parts, contact->partCount);
    assert_int_equal(trace.events[trace.eventCount - 1].kind, CD_TRACE_DECIDED);
    assert_int_equal(trace.events[trace.eventCount - 1].b, contact->state);
    return last;
}

// Random motions of both kinds: the same contacts, as many parts and planes as counted, each plane separating
// where recorded, the last one's zero the contact's time. Red: coefficients of another basis or plane, times
// of a screw taken for the step's, planes of the first try counted twice, another normal recorded as
// crossing.
static void testMotionPaths(void **state) {
    (void)state;
    int contacts = 0, crossings = 0;
    for (uint64_t number = 0; number < 3000; number++) {
        RandomBoxes boxes;
        MakeRandomBoxes(72, number, &boxes);
        cdBoxContact plain = cdFindBoxContact(&boxes.input, NULL);
        restartTrace(&trace);
        cdBoxContact traced = cdFindBoxContact(&boxes.input, &trace);
        assertSameContact(&plain, &traced);
        bool grazes = boxes.family == BOX_SLIDE || boxes.family == BOX_GRAZING || boxes.family == BOX_TINY ||
                      boxes.family == BOX_START_TOUCHING;
        crossings += checkParts(&boxes);
        const cdTraceEvent *last = checkRoute(&traced, grazes);
        if (traced.state != CD_CONTACT || traced.t.lo == 0.0) continue;
        assert_non_null(last);
        assert_true(fabs(last->t.hi - traced.t.lo) < 1e-9);
        contacts++;
    }
    assert_true(contacts > 500 && crossings > 1000);
}

// --- The descent of an index

// The path of a point is that of cdListIndexPath, its leaf the answer.
static void checkPoint(const cdMesh *mesh, cdVec3 point) {
    enum { WAY_MAX = 512 };
    int32_t nodes[WAY_MAX];
    int8_t sides[WAY_MAX];
    cdLocation plain = cdClassifyPoint(mesh, point, NULL);
    restartTrace(&trace);
    cdLocation traced = cdClassifyPoint(mesh, point, &trace);
    assert_true(plain.kind == traced.kind && plain.index == traced.index);
    const cdTraceEvent *leaf = &trace.events[trace.eventCount - 1];
    assert_int_equal(leaf->kind, CD_TRACE_INDEX_LEAF);
    assert_true(leaf->a == (int32_t)plain.kind && leaf->b == plain.index);
    int32_t count = cdListIndexPath(mesh->solid, point, nodes, sides, WAY_MAX);
    if (trace.eventCount == 1) return; // beyond the extent
    assert_int_equal(trace.eventCount, count + 1);
    for (int32_t i = 0; i < count; i++) {
        const cdTraceEvent *event = &trace.events[i];
        assert_true(isEventSound(event) && event->a == nodes[i] && event->b == sides[i]);
        if (event->b != 0) assert_true(event->c[0] * event->b > 0.0);
    }
}

static bool isSamePiece(const cdSegmentPiece *a, const cdSegmentPiece *b) {
    return a->from == b->from && a->to == b->to && a->location.kind == b->location.kind &&
           a->location.index == b->location.index;
}

// Each piece's location is recorded by a leaf whose part lies in the piece; cuts lie within their part.
static int checkSegment(const cdMesh *mesh, cdVec3 p, cdVec3 q) {
    enum { PIECES = 128 };
    static cdSegmentPiece plainPieces[PIECES], tracedPieces[PIECES];
    cdSegmentPieces plain = cdClassifySegment(&(cdSegmentInput){mesh, p, q, plainPieces, PIECES}, NULL);
    restartTrace(&trace);
    cdSegmentPieces traced = cdClassifySegment(&(cdSegmentInput){mesh, p, q, tracedPieces, PIECES}, &trace);
    assert_int_equal(plain.count, traced.count);
    int cuts = 0;
    double tolerance = cdGetSolidInfo(mesh).tolerance;
    for (int32_t i = 0; i < plain.count; i++)
        assert_true(isSamePiece(&plainPieces[i], &tracedPieces[i]));
    for (int32_t i = 0; i < trace.eventCount; i++) {
        const cdTraceEvent *event = &trace.events[i];
        assert_true(isEventSound(event));
        if (event->kind == CD_TRACE_INDEX_LEAF) {
            double middle = 0.5 * (event->t.lo + event->t.hi);
            bool found = traced.truncated;
            for (int32_t k = 0; k < traced.count && !found; k++)
                found = tracedPieces[k].from <= middle && middle <= tracedPieces[k].to &&
                        (int32_t)tracedPieces[k].location.kind == event->a &&
                        tracedPieces[k].location.index == event->b;
            assert_true(found);
        } else if (event->how == CD_HOW_CUT) {
            assert_true(event->c[2] >= event->t.lo && event->c[2] <= event->t.hi);
            cuts++;
        } else if (event->b != 0) {
            assert_true(event->c[0] * event->b >= -tolerance && event->c[1] * event->b >= -tolerance);
        }
    }
    return cuts;
}

// Points and segments against random solids: the same locations, every visited node recorded with the chosen
// side, every piece by a leaf. Red: a path that begins in the middle because of the grid, a wrong side
// recorded, a missing part.
static void testIndex(void **state) {
    (void)state;
    int solids = 0, cuts = 0;
    for (uint64_t number = 0; number < 40; number++) {
        SoakSolid solid;
        if (MakeSoakSolid(73, number, number % 2, &solid)) {
            Random random = {number};
            double tolerance = cdGetSolidInfo(solid.mesh).tolerance;
            for (int k = 0; k < 40; k++)
                checkPoint(solid.mesh,
                           MakeSolidPoint(&random, &solid.oracle,
                                          (SolidPointKind)(k % SOLID_POINT_KIND_COUNT), tolerance));
            for (int k = 0; k < 20; k++) {
                cdVec3 p, q;
                MakeSolidSegment(&random, &solid.oracle, tolerance, &p, &q);
                cuts += checkSegment(solid.mesh, p, q);
            }
            solids++;
        }
        FreeSoakSolid(&solid);
    }
    assert_true(solids > 20 && cuts > 500);
}

// A trace without room changes nothing and is only marked. Red: NULL written to.
static void testNoRoom(void **state) {
    (void)state;
    RandomBoxes boxes;
    MakeRandomBoxes(72, 0, &boxes);
    RandomHulls hulls = MakeRandomHulls(71, 1);
    cdConvex *a = CreateOracleHull(&hulls.a), *b = CreateOracleHull(&hulls.b);
    cdSeparationInput input = {.convexA = a, .convexB = b, .poseA = hulls.a.pose, .poseB = hulls.b.pose};
    cdSeparation found = cdFindSeparatingVector(&input, NULL, NULL);
    cdTrace none = {NULL, 0, 0, false};
    cdSeparation noted = cdFindSeparatingVector(&input, NULL, &none);
    assertSameSeparation(&found, &noted);
    assert_true(none.truncated && none.eventCount == 0);
    none.truncated = false;
    cdBoxContact plain = cdFindBoxContact(&boxes.input, NULL),
                 contact = cdFindBoxContact(&boxes.input, &none);
    assertSameContact(&plain, &contact);
    assert_true(none.truncated && none.eventCount == 0);
    cdDestroyConvex(a);
    cdDestroyConvex(b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testVectors),
        cmocka_unit_test(testMotionPaths),
        cmocka_unit_test(testIndex),
        cmocka_unit_test(testNoRoom),
    };
    return cmocka_run_group_tests(tests, makeRoom, freeRoom);
}
