// Closest points and signed distances: closed forms, an exhaustive oracle, nested shells, scans, scales,
// caches.
#include "cases.h"
#include "collision/closest_point.h"
#include "collision/draw.h"
#include "contact_fixture.h"
#include "mesh/mesh_data.h"
#include "oracle/oracle_point.h"
#include "random.h"
#include "soup.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static cdClosestPoint find(const cdClosestPointInput *input) {
    return cdFindClosestPoint(input, NULL, NULL, NULL);
}

static cdClosestPointInput makeInput(const cdMesh *mesh, cdVec3 point) {
    return (cdClosestPointInput){.mesh = mesh, .pose = cdIdentityPose(), .point = point};
}

static OracleSurface getSurface(const cdMesh *mesh) {
    return (OracleSurface){mesh->vertices, mesh->triangles, mesh->triangleCount};
}

static bool isNear(cdVec3 p, cdVec3 q, double within) {
    return cdLength(cdSub(p, q)) <= within;
}

// Equal bit for bit, except for the counts.
static void assertSame(const cdClosestPoint *p, const cdClosestPoint *q) {
    assert_true(p->state == q->state && p->beyond == q->beyond && p->distance == q->distance);
    assert_true(p->lower == q->lower && p->upper == q->upper && p->error == q->error);
    assert_true(p->triangle == q->triangle && p->hasSign == q->hasSign);
    assert_true(!p->hasSign || p->signedDistance == q->signedDistance);
    assert_memory_equal(&p->point, &q->point, sizeof p->point);
    assert_memory_equal(&p->normal, &q->normal, sizeof p->normal);
    assert_memory_equal(&p->feature, &q->feature, sizeof p->feature);
}

// A box at a rotated pose: over a face, an edge, a corner, inside. Red: a result in the wrong frame, a
// reversed sign, a feature by the library's number instead of the file's.
static void testBox(void **state) {
    (void)state;
    Soup soup = {.pointCount = 0};
    addBox(&soup, (cdVec3){0.0, 0.0, 0.0});
    cdMeshDef def = makeDef(&soup);
    int32_t ids[8] = {70, 71, 72, 73, 74, 75, 76, 77};
    def.pointIds = ids;
    cdMesh *box = cdCreateMesh(&def, NULL);
    cdPose pose = turnedPose(4.0, 5.0, 6.0, (cdVec3){1.0, 2.0, 3.0}, 1.1);
    static const struct {
        cdVec3 point, nearest, normal;
        double distance;
        cdFeatureKind kind;
        int32_t idSum; // of a vertex twice
    } cases[] = {
        {{3.0, 0.5, 0.25}, {1.0, 0.5, 0.25}, {1.0, 0.0, 0.0}, 2.0, CD_FEATURE_FACE, -2},
        {{4.0, 6.0, 0.25}, {1.0, 2.0, 0.25}, {0.6, 0.8, 0.0}, 5.0, CD_FEATURE_EDGE, 150},
        {{2.0, 4.0, 5.0}, {1.0, 2.0, 3.0}, {1 / 3.0, 2 / 3.0, 2 / 3.0}, 3.0, CD_FEATURE_VERTEX, 154},
        {{-0.5, 0.25, 1.0}, {-1.0, 0.25, 1.0}, {1.0, 0.0, 0.0}, -0.5, CD_FEATURE_FACE, -2},
    };
    for (int k = 0; k < 4; k++) {
        cdClosestPointInput input = makeInput(box, cdTransformPoint(pose, cases[k].point));
        input.pose = pose;
        cdClosestPoint found = find(&input);
        assert_int_equal(found.state, CD_FREE);
        assert_true(fabs(found.distance - fabs(cases[k].distance)) <= 4e-15);
        assert_true(found.hasSign && found.signedDistance == copysign(found.distance, cases[k].distance));
        assert_true(isNear(found.point, cdTransformPoint(pose, cases[k].nearest), 1e-14));
        assert_true(isNear(found.normal, cdRotate(pose.q, cases[k].normal), 1e-14));
        assert_int_equal(found.feature.kind, cases[k].kind);
        assert_int_equal(found.feature.vertexId[0] + found.feature.vertexId[1], cases[k].idSum);
        input.withoutSign = true;
        found = find(&input);
        assert_true(!found.hasSign && isnan(found.signedDistance) && found.windingNumber == 0);
    }
    cdDestroyMesh(box);
}

// --- Against the oracle

typedef struct Tally {
    int inside, outside, beyond;
} Tally;

// Picks a point near the surface, on it, or anywhere.
static cdVec3 pickPoint(Random *random, const cdMesh *mesh) {
    const int32_t *t = mesh->triangles + 3 * nextRandomInt(random, 0, mesh->triangleCount - 1);
    cdVec3 a = mesh->vertices[t[0]], b = mesh->vertices[t[1]], c = mesh->vertices[t[2]];
    int kind = nextRandomInt(random, 0, 5);
    cdVec3 p = kind == 0 ? a : cdLerp(a, b, nextRandom(random));
    if (kind > 1) p = cdLerp(p, c, nextRandom(random));
    double away = mesh->radius * pow(10.0, nextRandomIn(random, -9.0, 0.0));
    if (kind > 2) p = cdMulAdd(p, away, nextRandomVec3(random));
    if (kind == 5) p = cdScale(1.5 * mesh->radius, nextRandomVec3(random));
    return cdAdd(p, mesh->center);
}

static void judge(const cdClosestPointInput *input, Tally *tally) {
    const cdMesh *mesh = input->mesh;
    OracleSurface surface = getSurface(mesh);
    cdClosestPoint found = find(input);
    cdVec3 local = cdSub(cdInvTransformPoint(input->pose, input->point), mesh->center);
    double exact = (double)FindOraclePointDistance(&surface, local);
    assert_int_equal(found.state, CD_FREE);
    assert_true(found.lower <= exact && found.upper >= exact);
    if (found.beyond) {
        assert_true(exact > input->maxDistance - found.error && found.triangle == -1);
        tally->beyond++;
        return;
    }
    assert_true(fabs(found.distance - exact) <= found.error);
    assert_true(found.error <= 1e-13 * (mesh->radius + cdLength(local) + cdLength(mesh->center)));
    assert_true(fabs(cdLength(cdSub(found.point, input->point)) - exact) <= 2.0 * found.error);
    assert_true(FindOracleTriangleDistance(&surface, found.triangle, local) <= exact + found.error);
    bool hasArea = cdHasArea(mesh, found.triangle);
    bool isUnit = fabs(cdLength(found.normal) - 1.0) <= 1e-14;
    assert_true(isUnit || (!hasArea && found.distance <= found.error && cdLength(found.normal) == 0.0));
    if (exact > 1024.0 * found.error) { // long enough to determine a direction
        cdVec3 gap = cdSub(input->point, found.point);
        assert_true(cdDot(gap, found.normal) >= exact - 2.0 * found.error);
    }
    if (!found.hasSign || exact <= found.error) return;
    int winding = (int)lroundl(FindOracleSolidAngle(&surface, local));
    assert_int_equal(found.windingNumber, winding);
    assert_true((found.signedDistance < 0.0) == (winding != 0));
    tally->inside += winding != 0;
    tally->outside += winding == 0;
}

static void judgeMesh(Random *random, const cdMesh *mesh, int count, Tally *tally) {
    for (int i = 0; i < count; i++) {
        cdClosestPointInput input = makeInput(mesh, pickPoint(random, mesh));
        if (i % 3 == 0) input.maxDistance = mesh->radius * nextRandom(random);
        if (i % 4 == 0) {
            input.pose = turnedPose(1.0, -2.0, 3.0, nextRandomDirection(random), nextRandom(random));
            input.point = cdTransformPoint(input.pose, input.point);
        }
        judge(&input, tally);
    }
}

// Points about closed shapes, thin and with concave creases. Red: a bound that cuts too much, a sign from the
// face of a nearest edge or vertex.
static void testShapes(void **state) {
    (void)state;
    static const char *const shapes[] = {"icosphere",         "torus-knot", "gear",   "plate",
                                         "box:x=1,y=1e-3",    "uv-sphere",  "cavity", "teapot",
                                         "icosphere:level=0", "l-shape"};
    Random random = {31};
    Tally tally = {0};
    for (int k = 0; k < 10; k++) {
        cdMesh *mesh = makeScaledShape(shapes[k], 1.0, (cdVec3){0.0, 0.0, k % 2 ? 10.0 : 0.0});
        judgeMesh(&random, mesh, countCases(300), &tally);
        cdDestroyMesh(mesh);
    }
    assert_true(tally.inside > 400 && tally.outside > 400 && tally.beyond > 100);
}

// Open scans and soups with triangles without area: the distance holds, and there is no sign. Red: a sign
// without an inside.
static void testOpen(void **state) {
    (void)state;
    Random random = {32};
    Tally tally = {0};
    for (int round = 0; round < countCases(40); round++) {
        static Soup soup;
        soup.pointCount = soup.triangleCount = 0;
        int count = nextRandomInt(&random, 1, 60);
        for (int i = 0; i < count; i++) {
            cdVec3 p[3] = {nextRandomVec3(&random), nextRandomGridPoint(&random, -1, 1),
                           nextRandomVec3(&random)};
            if (i % 5 == 0) p[2] = cdLerp(p[0], p[1], 0.5);
            if (i % 7 == 0) p[2] = cdAdd(p[0], cdScale(1e-8, nextRandomVec3(&random)));
            for (int k = 0; k < 3; k++)
                addPoint(&soup, p[k].x, p[k].y, p[k].z);
            addTriangle(&soup, 3 * i, 3 * i + 1, 3 * i + 2);
        }
        cdMeshDef def = makeDef(&soup);
        cdMesh *mesh = cdCreateMesh(&def, NULL);
        assert_non_null(mesh);
        judgeMesh(&random, mesh, 50, &tally);
        assert_false(find(&(cdClosestPointInput){.mesh = mesh, .pose = cdIdentityPose()}).hasSign);
        cdDestroyMesh(mesh);
    }
    assert_true(tally.inside == 0 && tally.outside == 0 && tally.beyond > 50);
}

// --- Shells

static void addShell(Soup *soup, double size, cdVec3 center, bool inwards) {
    int32_t first = soup->pointCount, firstTriangle = soup->triangleCount;
    addBox(soup, (cdVec3){0.0, 0.0, 0.0});
    for (int32_t i = first; i < soup->pointCount; i++)
        soup->points[i] = cdMulAdd(center, size, soup->points[i]);
    for (int32_t i = 3 * firstTriangle; inwards && i < 3 * soup->triangleCount; i += 3) {
        int32_t corner = soup->triangles[i];
        soup->triangles[i] = soup->triangles[i + 1];
        soup->triangles[i + 1] = corner;
    }
}

static void checkWinding(const cdMesh *mesh, cdVec3 point, int32_t winding) {
    cdClosestPointInput input = makeInput(mesh, point);
    cdClosestPoint found = find(&input);
    assert_true(found.hasSign);
    assert_int_equal(found.windingNumber, winding);
    assert_true((found.signedDistance < 0.0) == (winding != 0));
    assert_true(fabs(found.signedDistance) == found.distance);
}

// A cavity, a body in a body, two that overlap, a mesh inside out, a cube of 100 thin boxes whose large
// triangles lie in many leaves. Points on planes and lines of edges, where rays along the axes hit edges.
// Red: a crossing that counts twice or not at all.
static void testShells(void **state) {
    (void)state;
    static Soup soup;
    cdVec3 center = {0.0, 0.0, 0.0};
    for (int kind = 0; kind < 4; kind++) {
        soup.pointCount = soup.triangleCount = 0;
        addShell(&soup, 4.0, center, kind == 3);
        if (kind < 2) addShell(&soup, 1.0, center, kind == 0);
        if (kind == 2) addShell(&soup, 4.0, (cdVec3){4.0, 0.0, 0.0}, false);
        cdMeshDef def = makeDef(&soup);
        cdMesh *mesh = cdCreateMesh(&def, NULL);
        static const int32_t inner[4] = {0, 2, 1, -1}, between[4] = {1, 1, 2, -1};
        for (int axis = 0; axis < 3; axis++)
            for (int way = -1; way <= 1; way += 2) {
                cdVec3 p = {axis == 0 ? way * 0.5 : 0.0, axis == 1 ? way * 0.5 : 0.0,
                            axis == 2 ? way * 0.5 : 0.0};
                if (kind != 2) checkWinding(mesh, p, inner[kind]);
            }
        checkWinding(mesh, (cdVec3){2.0, 0.0, 0.0}, between[kind]);
        checkWinding(mesh, (cdVec3){2.0, 4.0, 6.0}, between[kind]);
        checkWinding(mesh, (cdVec3){-2.0, 2.0, 3.0}, kind == 3 ? -1 : 1);
        checkWinding(mesh, (cdVec3){0.0, 8.5, 0.0}, 0);
        checkWinding(mesh, (cdVec3){-4.5, 8.0, 12.0}, 0);
        cdDestroyMesh(mesh);
    }
}

static void testPlates(void **state) {
    (void)state;
    static Soup soup;
    Random random = {33};
    enum { PLATES = 70 };
    soup.pointCount = soup.triangleCount = 0;
    for (int i = 0; i < PLATES; i++) {
        int32_t first = soup.pointCount;
        addBox(&soup, (cdVec3){0.0, 0.0, 0.0});
        for (int32_t k = first; k < soup.pointCount; k++) {
            cdVec3 *p = &soup.points[k];
            *p = (cdVec3){30.0 * p->x, 15.0 * p->y, p->z / 3.0 * (i + 1) / 10.0}; // nested shells
        }
    }
    cdMeshDef def = makeDef(&soup);
    def.leafRadius = 6.0;
    cdMesh *mesh = cdCreateMesh(&def, NULL);
    int shared = 0;
    for (int32_t i = 0; i < mesh->tree.entryCount; i++)
        shared += (mesh->tree.entries[i].elements >> CD_ENTRY_SHARED_SHIFT & CD_ENTRY_FACE) != 0;
    assert_true(shared > 500); // the case occurs
    for (int i = 0; i < 300; i++) {
        cdVec3 p = nextRandomVec3(&random);
        p = (cdVec3){29.0 * p.x, 29.0 * p.y, 7.0 * p.z};
        if (i % 4 == 0) p.x = 0.0, p.y = 0.0;
        int32_t winding = PLATES - (int32_t)floor(fabs(p.z) * 10.0);
        checkWinding(mesh, p, winding);
    }
    cdDestroyMesh(mesh);
}

// --- Scales, caches, bad input

// Lengths times 2^-300 to 2^300 give the same bits. Red: a square or a determinant out of range.
static void testScales(void **state) {
    (void)state;
    static const int exponents[] = {-300, -150, -70, 70, 150, 300};
    static const char *const shape = "torus:segments=24";
    Random random = {34};
    cdMesh *plain = makeShape(shape);
    for (int k = 0; k < 6; k++) {
        double scale = ldexp(1.0, exponents[k]);
        cdMesh *scaled = makeScaledShape(shape, scale, (cdVec3){0.0, 0.0, 0.0});
        for (int i = 0; i < 300; i++) {
            cdClosestPointInput input = makeInput(plain, pickPoint(&random, plain));
            cdClosestPoint found = find(&input);
            input.mesh = scaled;
            input.point = cdScale(scale, input.point);
            cdClosestPoint large = find(&input);
            assert_true(large.state == found.state && large.triangle == found.triangle);
            assert_true(large.distance == scale * found.distance && large.lower == scale * found.lower);
            assert_true(large.hasSign && large.signedDistance == scale * found.signedDistance);
            assert_true(isNear(large.point, cdScale(scale, found.point), 0.0));
            assert_true(isNear(large.normal, found.normal, 0.0));
            assert_memory_equal(&large.feature, &found.feature, sizeof found.feature);
        }
        cdDestroyMesh(scaled);
    }
    cdDestroyMesh(plain);
}

// A walk of points with a cache, invalid ones and a trace: the same answers as without. Red: a trusted hint.
static void testCache(void **state) {
    (void)state;
    static cdTraceEvent events[4096];
    Random random = {35};
    cdMesh *mesh = makeShape("torus-knot");
    cdTriangleCache cache = {0};
    cdVec3 point = {0.5, 0.5, 0.5};
    int64_t cold = 0, warm = 0;
    for (int i = 0; i < 2000; i++) {
        point = cdMulAdd(point, 0.02, nextRandomVec3(&random));
        cdClosestPointInput input = makeInput(mesh, point);
        if (i % 3 == 0) input.maxDistance = nextRandom(&random);
        cdClosestPoint plain = find(&input);
        if (i % 50 == 0) cache.triangle = nextRandomInt(&random, -5, 2 * mesh->triangleCount);
        cdTrace trace = {events, i % 2 ? 4096 : 3, 0, false};
        cdClosestPoint cached = cdFindClosestPoint(&input, &cache, NULL, &trace);
        assertSame(&plain, &cached);
        if (!plain.beyond) assert_int_equal(cache.triangle, plain.triangle + 1);
        double least = INFINITY;
        for (int32_t k = 0; k < trace.eventCount && !trace.truncated; k++) {
            char text[CD_TRACE_TEXT_SIZE];
            cdDescribeTrace(&events[k], &(cdTracedQuery){.meshA = mesh}, text, sizeof text);
            assert_non_null(strstr(text, " of A "));
            assert_non_null(strstr(text, "[ours]"));
            if (events[k].kind == CD_TRACE_ELEMENTS) least = cdMin(least, events[k].c[0]);
        }
        assert_true(trace.truncated || plain.beyond || least == plain.distance);
        cold += plain.stats.triangleTests;
        warm += cached.stats.triangleTests;
    }
    assert_true(warm < cold && cold < 2000 * 60);
    cdDestroyMesh(mesh);
}

// Beyond the corners of a box several triangles are equally near: the one of the lowest index is reported,
// whichever is tested first. Red: the triangle of the cache, or the last one found, wins.
static void testTies(void **state) {
    (void)state;
    cdMesh *mesh = makeShape("box");
    for (int32_t v = 0; v < mesh->vertexCount; v++) {
        int32_t lowest = 0;
        while (mesh->triangles[3 * lowest] != v && mesh->triangles[3 * lowest + 1] != v &&
               mesh->triangles[3 * lowest + 2] != v)
            lowest++;
        cdClosestPointInput input = makeInput(mesh, cdScale(3.0, mesh->vertices[v]));
        assert_int_equal(find(&input).triangle, lowest);
        for (int32_t hint = 0; hint < mesh->triangleCount; hint++) {
            cdTriangleCache cache = {hint + 1};
            assert_int_equal(cdFindClosestPoint(&input, &cache, NULL, NULL).triangle, lowest);
        }
    }
    cdDestroyMesh(mesh);
}

// Invalid input is rejected, far points are not. Red: a NaN that gives a distance, a sign beyond maxDistance.
static void testBadInput(void **state) {
    (void)state;
    cdMesh *mesh = makeShape("box");
    const cdClosestPointInput good = makeInput(mesh, (cdVec3){5.0, 0.0, 0.0});
    assert_int_equal(find(&good).state, CD_FREE);
    cdClosestPointInput bad[6];
    for (int k = 0; k < 6; k++)
        bad[k] = good;
    bad[0].point.x = NAN;
    bad[1].point.x = 1e101;
    bad[2].maxDistance = -1.0;
    bad[3].maxDistance = NAN;
    bad[4].pose.q.w = 0.0;
    bad[5].pose.p.x = INFINITY;
    const cdReason reasons[6] = {CD_REASON_NOT_FINITE, CD_REASON_INPUT,    CD_REASON_INPUT,
                                 CD_REASON_NOT_FINITE, CD_REASON_NOT_UNIT, CD_REASON_NOT_FINITE};
    for (int k = 0; k < 6; k++) {
        cdClosestPoint found = find(&bad[k]);
        assert_true(found.state == CD_UNDECIDED && found.reason == reasons[k] && !found.hasSign);
        assert_true(found.triangle == -1 && found.lower == 0.0 && found.upper == INFINITY);
    }
    cdClosestPointInput far = good;
    far.point.x = 1e100;
    far.maxDistance = INFINITY;
    cdClosestPoint found = find(&far);
    assert_true(found.distance == 1e100 && found.signedDistance == 1e100);
    far.maxDistance = 3.0;
    found = find(&far);
    assert_true(found.beyond && found.lower <= 3.0 && found.distance == INFINITY && !found.hasSign);
    cdDestroyMesh(mesh);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testBox),    cmocka_unit_test(testShapes), cmocka_unit_test(testOpen),
        cmocka_unit_test(testShells), cmocka_unit_test(testPlates), cmocka_unit_test(testScales),
        cmocka_unit_test(testCache),  cmocka_unit_test(testTies),   cmocka_unit_test(testBadInput),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
