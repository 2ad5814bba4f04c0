// Ray casts: closed forms, an exact oracle, edges and vertices of closed meshes, scales, options, caches.
#include "cases.h"
#include "collision/draw.h"
#include "collision/ray.h"
#include "contact_fixture.h"
#include "continuous/rays/ray_triangle.h"
#include "oracle/oracle_ray.h"
#include "random.h"
#include "soup.h"

#include <float.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static cdRayHit cast(const cdRayInput *input) {
    return cdFindRayHit(input, NULL, NULL, NULL);
}

static cdRayInput makeRay(const cdMesh *mesh, cdVec3 origin, cdVec3 direction) {
    return (cdRayInput){.mesh = mesh, .pose = cdIdentityPose(), .origin = origin, .direction = direction};
}

static bool isNear(cdVec3 p, cdVec3 q, double within) {
    return cdLength(cdSub(p, q)) <= within;
}

// Equal bit for bit, except for the counts.
static void assertSame(const cdRayHit *p, const cdRayHit *q) {
    cdRayHit a = *p, b = *q;
    a.stats = b.stats = (cdPointStats){0};
    assert_true(a.state == b.state && a.distance == b.distance && a.fraction == b.fraction);
    assert_true(a.error == b.error && a.triangle == b.triangle && a.backFace == b.backFace);
    assert_memory_equal(&a.point, &b.point, sizeof a.point);
    assert_memory_equal(&a.normal, &b.normal, sizeof a.normal);
    assert_memory_equal(&a.feature, &b.feature, sizeof a.feature);
    assert_memory_equal(a.barycentric, b.barycentric, sizeof a.barycentric);
}

// A box of half sizes 1, 2, 3 at a rotated pose: distance, point, normal, feature. Red: a result in the wrong
// frame, a normal away from the ray, a distance in lengths of the direction.
static void testBox(void **state) {
    (void)state;
    Soup soup = {.pointCount = 0};
    addBox(&soup, (cdVec3){0.0, 0.0, 0.0});
    cdMeshDef def = makeDef(&soup);
    int32_t ids[8] = {70, 71, 72, 73, 74, 75, 76, 77};
    def.pointIds = ids;
    cdMesh *box = cdCreateMesh(&def, NULL);
    cdPose pose = turnedPose(4.0, 5.0, 6.0, (cdVec3){1.0, 2.0, 3.0}, 1.1);
    cdRayInput input = {.mesh = box, .pose = pose};
    input.origin = cdTransformPoint(pose, (cdVec3){5.0, 0.25, 1.0});
    input.direction = cdRotate(pose.q, (cdVec3){-8.0, 0.0, 0.0});
    cdRayHit hit = cast(&input);
    assert_int_equal(hit.state, CD_CONTACT);
    assert_true(fabs(hit.distance - 4.0) <= 1e-14 && fabs(hit.fraction - 0.5) <= 1e-15);
    assert_true(hit.error >= fabs(hit.distance - 4.0) && hit.error <= 1e-11);
    assert_true(isNear(hit.point, cdTransformPoint(pose, (cdVec3){1.0, 0.25, 1.0}), 1e-14));
    assert_true(isNear(hit.normal, cdRotate(pose.q, (cdVec3){1.0, 0.0, 0.0}), 1e-15) && !hit.backFace);
    assert_int_equal(hit.feature.kind, CD_FEATURE_FACE);
    assert_int_equal(hit.feature.id, hit.triangle);

    input.cullBackFaces = true;
    cdRayHit culled = cast(&input);
    assertSame(&hit, &culled);
    input.origin = cdTransformPoint(pose, (cdVec3){0.0, 0.25, 1.0});
    assert_int_equal(cast(&input).state, CD_FREE);
    input.cullBackFaces = false;
    hit = cast(&input);
    assert_true(hit.backFace && fabs(hit.distance - 1.0) <= 1e-14);
    assert_true(isNear(hit.normal, cdRotate(pose.q, (cdVec3){1.0, 0.0, 0.0}), 1e-15));
    input.maxDistance = 0.999;
    hit = cast(&input);
    assert_true(hit.state == CD_FREE && hit.triangle == -1 && hit.distance == INFINITY);
    input.maxDistance = 1.001;
    assert_int_equal(cast(&input).state, CD_CONTACT);

    input = makeRay(box, (cdVec3){2.0, 4.0, 6.0}, (cdVec3){-1.0, -2.0, -3.0}); // to corner 7
    hit = cast(&input);
    assert_true(hit.feature.kind == CD_FEATURE_VERTEX && hit.feature.id == 77 && hit.fraction == 1.0);
    input = makeRay(box, (cdVec3){2.0, 4.0, 0.5}, (cdVec3){-1.0, -2.0, 0.0}); // to the edge of 3 and 7
    hit = cast(&input);
    assert_true(hit.feature.kind == CD_FEATURE_EDGE &&
                hit.feature.vertexId[0] + hit.feature.vertexId[1] == 150);
    cdDestroyMesh(box);
}

// --- Against the oracle

static void addRandomTriangle(Random *random, Soup *soup, int kind) {
    int32_t first = soup->pointCount;
    cdVec3 p[3];
    for (int k = 0; k < 3; k++)
        p[k] = kind % 2 ? nextRandomGridPoint(random, -2, 2) : nextRandomVec3(random);
    if (kind == 2) p[2] = cdLerp(p[0], p[1], nextRandom(random));             // nearly or wholly without area
    if (kind == 4) p[2] = cdAdd(p[0], cdScale(1e-9, nextRandomVec3(random))); // a sliver
    if (kind == 6) p[2] = p[1];
    for (int k = 0; k < 3; k++)
        addPoint(soup, p[k].x, p[k].y, p[k].z);
    addTriangle(soup, first, first + 1, first + 2);
}

// Triangles that share corners and edges, overlap, coincide and have no area.
static cdMesh *makeRandomMesh(Random *random) {
    static Soup soup;
    soup.pointCount = soup.triangleCount = 0;
    int kinds = nextRandomInt(random, 0, 2), count = nextRandomInt(random, 1, 60);
    for (int i = 0; i < count; i++)
        addRandomTriangle(random, &soup, kinds == 0 ? 1 : kinds == 1 ? 0 : nextRandomInt(random, 0, 7));
    for (int i = 0; i < count / 2; i++) {
        int32_t a = nextRandomInt(random, 0, soup.pointCount - 1),
                b = nextRandomInt(random, 0, soup.pointCount - 1);
        addTriangle(&soup, a, b, nextRandomInt(random, 0, soup.pointCount - 1));
    }
    cdMeshDef def = makeDef(&soup);
    cdMesh *mesh = cdCreateMesh(&def, NULL);
    if (!mesh) abort();
    return mesh;
}

// A point of the mesh: a vertex, on an edge, in a triangle.
static cdVec3 pickPoint(Random *random, const cdMesh *mesh) {
    const int32_t *t = mesh->triangles + 3 * nextRandomInt(random, 0, mesh->triangleCount - 1);
    cdVec3 a = mesh->vertices[t[0]], b = mesh->vertices[t[1]], c = mesh->vertices[t[2]];
    int kind = nextRandomInt(random, 0, 3);
    double s = kind == 1 ? 0.5 : nextRandom(random);
    cdVec3 p = kind == 0 ? a : cdLerp(a, b, s);
    if (kind == 3) p = cdLerp(p, c, nextRandom(random));
    return cdAdd(p, mesh->center);
}

static cdRayInput makeRandomRay(Random *random, const cdMesh *mesh) {
    cdVec3 from = nextRandomInt(random, 0, 1) ? nextRandomGridPoint(random, -4, 4)
                                              : cdScale(3.0, nextRandomVec3(random));
    cdVec3 to = pickPoint(random, mesh);
    if (nextRandomInt(random, 0, 3) == 0) from = pickPoint(random, mesh); // in planes and along edges
    cdVec3 direction = cdSub(to, from);
    int kind = nextRandomInt(random, 0, 9);
    if (kind == 0) direction = nextRandomDirection(random);
    if (kind == 1) direction = nextRandomGridPoint(random, -1, 1);
    if (kind == 2) from = cdMulAdd(to, -nextRandomInt(random, 1, 1000000), direction); // far away
    if (kind == 3) from = cdMulAdd(to, -0x1p60, direction);
    if (kind == 4) from = cdMulAdd(from, -0.5, direction); // passes the second point, too
    if (kind >= 8) {                                       // in the plane of a triangle, parallel to its edge
        const int32_t *t = mesh->triangles + 3 * nextRandomInt(random, 0, mesh->triangleCount - 1);
        direction = cdSub(mesh->vertices[t[1]], mesh->vertices[t[0]]);
        from = cdAdd(mesh->vertices[t[kind == 8 ? 2 : 0]], mesh->center);
        from = cdMulAdd(from, -nextRandomInt(random, 0, 3), direction);
    }
    if (!(cdMaxAbs(direction) > 0.0)) direction = (cdVec3){0.0, 0.0, 1.0};
    cdRayInput input = makeRay(mesh, from, direction);
    if (nextRandomInt(random, 0, 3) == 0)
        input.pose =
            turnedPose(nextRandom(random), 2.0, -1.0, nextRandomDirection(random), nextRandom(random));
    input.cullBackFaces = nextRandomInt(random, 0, 4) == 0;
    return input;
}

typedef struct Tally {
    int hits, inPlane, ties, misses;
} Tally;

static void checkWeights(const cdPlacedRay *placed, const cdRayHit *hit, cdVec3 expected, double rounding) {
    const cdMesh *mesh = placed->mesh;
    cdVec3 p = {0.0, 0.0, 0.0};
    double sum = 0.0;
    for (int k = 0; k < 3; k++) {
        assert_true(hit->barycentric[k] >= 0.0 && hit->barycentric[k] <= 1.0);
        sum += hit->barycentric[k];
        p = cdMulAdd(p, hit->barycentric[k], mesh->vertices[mesh->triangles[3 * hit->triangle + k]]);
    }
    assert_true(fabs(sum - 1.0) <= 1e-15);
    assert_true(isNear(p, expected, 2.0 * placed->timeError + rounding));
}

static void judge(const cdRayInput *input, Tally *tally) {
    cdRayHit hit = cast(input);
    cdPlacedRay placed;
    cdPointStats stats = {0};
    assert_true(cdPlaceRay(input, &stats, &placed));
    OracleRay ray = {.vertices = input->mesh->vertices,
                     .triangles = input->mesh->triangles,
                     .triangleCount = input->mesh->triangleCount,
                     .origin = placed.exact.origin,
                     .direction = placed.exact.direction,
                     .cull = input->cullBackFaces};
    OracleRayHit exact = FindOracleRayHit(&ray);
    assert_int_equal(hit.state, exact.triangle >= 0 ? CD_CONTACT : CD_FREE);
    assert_int_equal(hit.triangle, exact.triangle);
    tally->misses += exact.triangle < 0;
    if (exact.triangle < 0) return;
    assert_true(hit.backFace == (exact.facing > 0));
    assert_true(fabs(hit.distance - exact.t * placed.length) <= hit.error);
    // The hit point in long double, since the origin may be far away.
    long double t = exact.t;
    cdVec3 d = placed.exact.direction, o = placed.exact.origin;
    cdVec3 p = {(double)(o.x + t * d.x), (double)(o.y + t * d.y), (double)(o.z + t * d.z)};
    if (cdMaxAbs(o) < 1e3) checkWeights(&placed, &hit, p, 4.0 * DBL_EPSILON * exact.t);
    assert_true(fabs(cdLength(hit.normal) - 1.0) <= 1e-14);
    double against = cdDot(hit.normal, input->direction) / cdLength(input->direction);
    assert_true(against <= 0x1p-43); // normals of slivers are accurate to 2^-44 (predicates.c)
    cdRayInput within = *input;
    within.maxDistance = hit.distance; // a hit at the limit counts
    assert_int_equal(cast(&within).triangle, hit.triangle);
    tally->hits++;
    tally->inPlane += exact.facing == 0;
    tally->ties += exact.hitCount > 1;
}

// Rays against soups of triangles on a grid, at random and mixed with slivers and triangles without area.
// Red: a bound that cuts too much, also at the distance limit, a sign decided by rounding, a coincident
// triangle of a higher index.
static void testAgainstOracle(void **state) {
    (void)state;
    Random random = {11};
    Tally tally = {0};
    for (int round = 0; round < countCases(200); round++) {
        cdMesh *mesh = makeRandomMesh(&random);
        for (int i = 0; i < 50; i++) {
            cdRayInput input = makeRandomRay(&random, mesh);
            judge(&input, &tally);
        }
        cdDestroyMesh(mesh);
    }
    assert_true(tally.hits > 5000 && tally.inPlane > 300 && tally.ties > 2000 && tally.misses > 500);
}

// A scan: a sphere without a third of its triangles. Red: a hole that stops rays, or another than the nearest
// side seen through it.
static void testScan(void **state) {
    (void)state;
    Random random = {12};
    TriangleSoup soup = {0};
    char message[256];
    assert_true(MakeShape("icosphere:level=2", &soup, message, sizeof message));
    int32_t kept = 0;
    for (int32_t i = 0; i < soup.triangleCount; i++) {
        if (nextRandomInt(&random, 0, 2) == 0) continue;
        memcpy(soup.triangles + 3 * kept++, soup.triangles + 3 * i, 3 * sizeof *soup.triangles);
    }
    soup.triangleCount = kept;
    cdMeshDef def = MakeSoupMeshDef(&soup);
    def.faceIds = NULL;
    cdMesh *mesh = cdCreateMesh(&def, NULL);
    assert_true(mesh && !cdGetMeshInfo(mesh).closed);
    Tally tally = {0};
    for (int i = 0; i < countCases(3000); i++) {
        cdRayInput input = makeRandomRay(&random, mesh);
        judge(&input, &tally);
    }
    assert_true(tally.hits > 1000 && tally.misses > 100);
    cdDestroyMesh(mesh);
    DestroyTriangleSoup(&soup);
}

// --- Edges and vertices

// A point on an edge, or a vertex, in the mesh's own frame.
static cdVec3 pickEdgePoint(Random *random, const cdMesh *mesh) {
    const int32_t *ends = mesh->edges + 2 * nextRandomInt(random, 0, mesh->edgeCount - 1);
    int kind = nextRandomInt(random, 0, 2);
    double s = kind == 0 ? 0.0 : kind == 1 ? 0.5 : nextRandom(random);
    return cdAdd(cdLerp(mesh->vertices[ends[0]], mesh->vertices[ends[1]], s), mesh->center);
}

// From inside a closed mesh at any pose every ray hits, also through edges. Red: a ray that slips between two
// triangles.
static void castFromInside(Random *random, const cdMesh *mesh, cdVec3 inside, int count) {
    for (int i = 0; i < count; i++) {
        cdRayInput input = makeRay(mesh, inside, cdSub(pickEdgePoint(random, mesh), inside));
        if (i % 2) {
            cdVec3 p = cdScale(i % 4 == 1 ? 10.0 : 1e5, nextRandomVec3(random));
            input.pose = turnedPose(p.x, p.y, p.z, nextRandomDirection(random), 3.0 * nextRandom(random));
            input.origin = cdTransformPoint(input.pose, input.origin);
            input.direction = cdRotate(input.pose.q, input.direction);
        }
        cdRayHit hit = cast(&input);
        assert_int_equal(hit.state, CD_CONTACT);
        assert_true(hit.backFace); // these are star-shaped about the point, or seen from well inside
    }
}

// From outside towards an edge of a convex mesh and through its middle, from near and far.
static void castFromOutside(Random *random, const cdMesh *mesh, int count) {
    for (int i = 0; i < count; i++) {
        static const double distances[] = {1.5, 10.0, 1e3, 1e6, 1e9, 1e12, 1e15};
        cdVec3 target = pickEdgePoint(random, mesh), center = mesh->center;
        cdVec3 away = cdAdd(cdNormalize(cdSub(target, center)), cdScale(0.2, nextRandomVec3(random)));
        double distance = distances[nextRandomInt(random, 0, 6)] * mesh->radius;
        cdVec3 origin = cdMulAdd(target, distance, away);
        cdRayInput input = makeRay(mesh, origin, cdSub(target, origin));
        if (i % 2) {
            input.pose = turnedPose(0.3, -7.0, 2.0, nextRandomDirection(random), 3.0 * nextRandom(random));
            input.origin = cdTransformPoint(input.pose, input.origin);
            input.direction = cdRotate(input.pose.q, input.direction);
        }
        cdRayHit hit = cast(&input);
        // From 1e15 radii the aim itself is rounded by the mesh's size.
        if (distance > 1e14 * mesh->radius) continue;
        assert_int_equal(hit.state, CD_CONTACT);
        assert_true(!hit.backFace);
    }
}

static void testWatertight(void **state) {
    (void)state;
    Random random = {13};
    cdMesh *sphere = makeShape("icosphere:level=4");
    cdMesh *small = makeScaledShape("uv-sphere", 1e-3, (cdVec3){5.0, 6.0, 7.0});
    cdMesh *box = makeShape("box:x=1,y=2,z=3");
    castFromInside(&random, sphere, (cdVec3){0.0, 0.0, 0.0}, countCases(30000));
    castFromInside(&random, sphere, (cdVec3){0.3, -0.2, 0.5}, countCases(30000));
    castFromInside(&random, small, small->center, countCases(10000));
    castFromInside(&random, box, (cdVec3){0.0, 0.0, 0.0}, countCases(10000));
    castFromOutside(&random, sphere, countCases(30000));
    castFromOutside(&random, small, countCases(10000));
    castFromOutside(&random, box, countCases(10000));
    cdDestroyMesh(sphere);
    cdDestroyMesh(small);
    cdDestroyMesh(box);
}

// --- Scales, options, bad input

// Lengths times 2^-300 to 2^300 give the same bits. Red: a product that underflows or overflows.
static void testScales(void **state) {
    (void)state;
    static const int exponents[] = {-300, -150, -70, -60, 60, 70, 150, 300};
    static const char *const shape = "torus:segments=24";
    Random random = {14};
    cdMesh *plain = makeShape(shape);
    for (int k = 0; k < 8; k++) {
        int e = exponents[k];
        cdMesh *scaled = makeScaledShape(shape, ldexp(1.0, e), (cdVec3){0.0, 0.0, 0.0});
        for (int i = 0; i < 500; i++) {
            cdRayInput input = makeRandomRay(&random, plain);
            if (i % 3 == 0) input.maxDistance = 2.0;
            cdRayHit hit = cast(&input);
            input.mesh = scaled;
            input.pose.p = cdScale(ldexp(1.0, e), input.pose.p);
            input.origin = cdScale(ldexp(1.0, e), input.origin);
            input.maxDistance = ldexp(input.maxDistance, e);
            input.direction = cdScale(ldexp(1.0, (i % 7 - 3) * 100), input.direction);
            cdRayHit large = cast(&input);
            if (cdMaxAbs(input.origin) > 1e99) continue; // out of range
            assert_true(large.state == hit.state && large.triangle == hit.triangle);
            assert_true(large.distance == ldexp(hit.distance, e) && large.backFace == hit.backFace);
            assert_true(large.fraction == ldexp(hit.fraction, e - (i % 7 - 3) * 100));
            assert_memory_equal(large.barycentric, hit.barycentric, sizeof hit.barycentric);
            assert_memory_equal(&large.feature, &hit.feature, sizeof hit.feature);
            assert_true(isNear(large.normal, hit.normal, 0.0));
        }
        cdDestroyMesh(scaled);
    }
    cdDestroyMesh(plain);
}

// A series of rays with a cache, invalid ones and a trace: the same answers as without. Any hit: the same
// result. Red: a trusted cached triangle, a shadow ray that stops at a triangle beyond its end.
static void testOptions(void **state) {
    (void)state;
    static cdTraceEvent events[4096];
    Random random = {15};
    cdMesh *mesh = makeShape("torus-knot");
    cdTriangleCache cache = {0}, shadowCache = {0};
    int shadows = 0;
    for (int i = 0; i < 3000; i++) {
        cdRayInput input = makeRandomRay(&random, mesh);
        if (i % 3 == 0) input.maxDistance = 3.0 * nextRandom(&random);
        cdRayHit plain = cast(&input);
        if (i % 5 == 0) cache.triangle = nextRandomInt(&random, -5, 2 * mesh->triangleCount);
        cdTrace trace = {events, i % 2 ? 4096 : 3, 0, false};
        cdRayHit cached = cdFindRayHit(&input, &cache, NULL, &trace);
        assertSame(&plain, &cached);
        assert_true(trace.truncated == (i % 2 == 0 && trace.eventCount == 3));
        if (plain.triangle >= 0) assert_int_equal(cache.triangle, plain.triangle + 1);
        double least = INFINITY;
        for (int32_t k = 0; k < trace.eventCount && !trace.truncated; k++) {
            char text[CD_TRACE_TEXT_SIZE];
            cdDescribeTrace(&events[k], &(cdTracedQuery){.meshA = mesh}, text, sizeof text);
            if (!strstr(text, "The ray ")) fail_msg("%s", text);
            assert_non_null(strstr(text, "[ours]"));
            if (events[k].kind == CD_TRACE_ELEMENTS) least = cdMin(least, events[k].c[0]);
        }
        assert_true(trace.truncated || least == plain.distance ||
                    fabs(least - plain.distance) <= plain.error);
        input.anyHit = true;
        cdRayHit any = cdFindRayHit(&input, i % 2 ? &shadowCache : NULL, NULL, NULL);
        assert_int_equal(any.state, plain.state);
        assert_true(any.triangle == -1 && any.distance == INFINITY);
        shadows += any.state == CD_CONTACT;
    }
    assert_true(shadows > 500);
    cdDestroyMesh(mesh);
}

// Invalid input is rejected, extreme input is not, nor is a one-point mesh. Red: a NaN that makes a ray free,
// a division by size 0.
static void testBadInput(void **state) {
    (void)state;
    Soup soup = {.pointCount = 0};
    addPoint(&soup, 1.0, 2.0, 3.0);
    addTriangle(&soup, 0, 0, 0);
    cdMeshDef def = makeDef(&soup);
    cdMesh *point = cdCreateMesh(&def, NULL);
    cdRayInput input = makeRay(point, (cdVec3){1.0, 2.0, 13.0}, (cdVec3){0.0, 0.0, -5.0});
    assert_true(cast(&input).fraction == 2.0 && cast(&input).feature.kind == CD_FEATURE_VERTEX);
    input.origin.x = nextafter(1.0, 2.0);
    assert_int_equal(cast(&input).state, CD_FREE);
    cdDestroyMesh(point);
    cdMesh *mesh = makeShape("box");
    const cdRayInput good = makeRay(mesh, (cdVec3){5.0, 0.0, 0.0}, (cdVec3){-1.0, 0.0, 0.0});
    assert_int_equal(cast(&good).state, CD_CONTACT);
    cdRayInput bad[9];
    for (int k = 0; k < 9; k++)
        bad[k] = good;
    bad[0].direction = (cdVec3){0.0, 0.0, 0.0};
    bad[1].direction.y = NAN;
    bad[2].direction.x = INFINITY;
    bad[3].origin.z = NAN;
    bad[4].origin.z = 1e101;
    bad[5].maxDistance = -1.0;
    bad[6].maxDistance = NAN;
    bad[7].pose.q.w = 0.0;
    bad[8].pose.p.x = INFINITY;
    const cdReason reasons[9] = {CD_REASON_INPUT,      CD_REASON_NOT_FINITE, CD_REASON_NOT_FINITE,
                                 CD_REASON_NOT_FINITE, CD_REASON_INPUT,      CD_REASON_INPUT,
                                 CD_REASON_NOT_FINITE, CD_REASON_NOT_UNIT,   CD_REASON_NOT_FINITE};
    for (int k = 0; k < 9; k++) {
        cdRayHit hit = cast(&bad[k]);
        assert_true(hit.state == CD_UNDECIDED && hit.reason == reasons[k] && hit.triangle == -1);
    }
    cdRayInput far = good;
    far.origin.x = 1e100;
    far.maxDistance = INFINITY;
    assert_true(cast(&far).state == CD_CONTACT && cast(&far).distance == 1e100);
    far.direction = (cdVec3){-DBL_MAX, 0.0, 0.0};
    assert_int_equal(cast(&far).state, CD_CONTACT);
    far.direction = (cdVec3){-0x1p-1074, 0.0, 0.0};
    assert_int_equal(cast(&far).state, CD_CONTACT);
    cdDestroyMesh(mesh);
}

// Bounded work: rays through a long strip and a fine sphere test few triangles. Red: an unused tree, an
// unnecessary exact test.
static void testWork(void **state) {
    (void)state;
    Random random = {16};
    cdMesh *mesh = makeShape("icosphere:level=5");
    int64_t triangles = 0, nodes = 0, exact = 0;
    for (int i = 0; i < 2000; i++) {
        cdVec3 origin = cdScale(4.0, nextRandomDirection(&random));
        cdRayInput input = makeRay(mesh, origin, cdSub(cdScale(0.5, nextRandomVec3(&random)), origin));
        cdRayHit hit = cast(&input);
        assert_int_equal(hit.state, CD_CONTACT);
        triangles += hit.stats.triangleTests;
        nodes += hit.stats.nodeTests;
        exact += hit.stats.exactTests;
    }
    assert_true(triangles < 2000 * 20 && nodes < 2000 * 100 && exact < 500);
    cdDestroyMesh(mesh);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testBox),        cmocka_unit_test(testAgainstOracle), cmocka_unit_test(testScan),
        cmocka_unit_test(testWatertight), cmocka_unit_test(testScales),        cmocka_unit_test(testOptions),
        cmocka_unit_test(testBadInput),   cmocka_unit_test(testWork),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
