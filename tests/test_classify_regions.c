// Points, segments and polygons classified together, against areas in closed form and points classified one
// by one.
#include "collision/classify.h"
#include "memory_fixture.h"
#include "oracle/random_solid.h"
#include "oracle/solid_soak.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { REGION_MAX = 4000, POINT_MAX = 40000, SOURCE_MAX = 64 };

static cdRegion inRegions[SOURCE_MAX], outRegions[REGION_MAX];
static cdVec3 inPoints[8 * SOURCE_MAX], outPoints[POINT_MAX];
static cdRegionSet in, out;

static void beginSet(void) {
    in = (cdRegionSet){.regions = inRegions, .points = inPoints};
    out = (cdRegionSet){
        .regions = outRegions, .points = outPoints, .regionCapacity = REGION_MAX, .pointCapacity = POINT_MAX};
}

static void addSource(const cdVec3 *points, int32_t count) {
    inRegions[in.regionCount] =
        (cdRegion){.source = in.regionCount, .firstPoint = in.pointCount, .pointCount = count};
    in.regionCount++;
    memcpy(inPoints + in.pointCount, points, (size_t)count * sizeof *points);
    in.pointCount += count;
}

static void classify(const cdMesh *solid) {
    cdWorkspace *workspace = cdCreateWorkspace();
    cdClassifyRegions(solid, &in, workspace, &out);
    assert_false(out.truncated);
    cdDestroyWorkspace(workspace);
}

static cdVec3 findAreaVector(const cdRegion *region) {
    const cdVec3 *p = outPoints + region->firstPoint;
    cdVec3 sum = {0.0, 0.0, 0.0};
    for (int32_t i = 2; i < region->pointCount; i++)
        sum = cdAdd(sum, cdCross(cdSub(p[i - 1], p[0]), cdSub(p[i], p[0])));
    return cdScale(0.5, sum);
}

// The parts of a source of one dimension and location: number of regions, and their total area or length.
typedef struct Part {
    int32_t count;
    double size;
} Part;

static Part findPart(int32_t source, int32_t dimension, cdLocationKind where) {
    Part part = {0};
    for (int32_t i = 0; i < out.regionCount; i++) {
        const cdRegion *r = &outRegions[i];
        int32_t has = r->pointCount < 3 ? r->pointCount - 1 : 2;
        if (r->source != source || r->location.kind != where || has != dimension) continue;
        part.count++;
        if (dimension == 2) part.size += cdLength(findAreaVector(r));
        if (dimension == 1)
            part.size += cdLength(cdSub(outPoints[r->firstPoint], outPoints[r->firstPoint + 1]));
    }
    return part;
}

static cdMesh *createSolid(const cdVec3 *points, int32_t pointCount, const int32_t *triangles,
                           int32_t triangleCount) {
    cdMeshDef def = cdDefaultMeshDef();
    def.points = points;
    def.pointCount = pointCount;
    def.triangles = triangles;
    def.triangleCount = triangleCount;
    def.parts = CD_PART_SOLID;
    cdMesh *mesh = cdCreateMesh(&def, NULL);
    assert_non_null(mesh);
    assert_int_equal(cdGetMeshInfo(mesh).parts, CD_PART_SOLID);
    return mesh;
}

static cdMesh *createBox(cdVec3 half) {
    cdVec3 points[8];
    for (int i = 0; i < 8; i++)
        points[i] = (cdVec3){i & 1 ? half.x : -half.x, i & 2 ? half.y : -half.y, i & 4 ? half.z : -half.z};
    static const int32_t triangles[36] = {0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4,
                                          2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5};
    return createSolid(points, 8, triangles, 12);
}

static void assertPart(int32_t source, int32_t dimension, cdLocationKind where, int32_t count, double size) {
    Part part = findPart(source, dimension, where);
    assert_int_equal(part.count, count);
    assert_true(fabs(part.size - size) <= 1e-9 * (1.0 + size));
}

// A square on the top of a box that hangs over one side, one that stands upright in it, a segment through it,
// one along an edge, points on, in and off it. Red: parts not joined again, the outside kept, a missing line
// where a polygon crosses a face.
static void testBox(void **state) {
    (void)state;
    cdMesh *box = createBox((cdVec3){1, 1, 1});
    beginSet();
    addSource((cdVec3[]){{0, -0.5, 1}, {2, -0.5, 1}, {2, 0.5, 1}, {0, 0.5, 1}}, 4);
    addSource((cdVec3[]){{0.25, -0.5, 0}, {0.25, 0.5, 0}, {0.25, 0.5, 3}, {0.25, -0.5, 3}}, 4);
    addSource((cdVec3[]){{-3, 0.1, 0.2}, {3, 0.1, 0.2}}, 2);
    addSource((cdVec3[]){{1, 1, -0.5}, {1, 1, 0.25}}, 2);
    addSource((cdVec3[]){{1, 1, 1}}, 1);
    addSource((cdVec3[]){{0, 0, 0}}, 1);
    addSource((cdVec3[]){{0, 0, 1.5}}, 1);
    classify(box);
    assertPart(0, 2, CD_ON_FACE, 1, 1.0);
    assertPart(0, 1, CD_ON_EDGE, 1, 1.0);
    assertPart(0, 2, CD_INSIDE, 0, 0.0);
    assertPart(1, 2, CD_INSIDE, 1, 1.0);
    assertPart(1, 1, CD_ON_FACE, 1, 1.0);
    assertPart(2, 1, CD_INSIDE, 1, 2.0);
    assertPart(2, 0, CD_ON_FACE, 2, 0.0);
    assertPart(3, 1, CD_ON_EDGE, 1, 0.75);
    assertPart(4, 0, CD_ON_VERTEX, 1, 0.0);
    assertPart(5, 0, CD_INSIDE, 1, 0.0);
    for (int32_t i = 0; i < out.regionCount; i++)
        assert_true(outRegions[i].source != 6);
    cdDestroyMesh(box);
}

static cdMesh *createLShape(void) {
    static const double outline[6][2] = {{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}};
    static const int32_t caps[4][3] = {{0, 1, 2}, {0, 2, 3}, {0, 3, 4}, {0, 4, 5}};
    cdVec3 points[12];
    int32_t triangles[3 * 20], count = 0;
    for (int i = 0; i < 12; i++)
        points[i] = (cdVec3){outline[i % 6][0], outline[i % 6][1], i / 6};
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 3; k++)
            triangles[count++] = caps[i][2 - k];
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 3; k++)
            triangles[count++] = 6 + caps[i][k];
    for (int i = 0; i < 6; i++) {
        const int32_t a = i, b = (i + 1) % 6, side[6] = {a, b, 6 + b, a, 6 + b, 6 + a};
        for (int k = 0; k < 6; k++)
            triangles[count++] = side[k];
    }
    return createSolid(points, 12, triangles, 20);
}

// In each arm of an L a rectangle that crosses the plane of a face of the other arm, and a segment and a
// rectangle on its bottom that do: the index cuts them there, and parts of one location become one region
// again. Red: separate parts, or the cut line kept beside them.
static void testPartsAreJoinedAgain(void **state) {
    (void)state;
    cdMesh *solid = createLShape();
    beginSet();
    addSource((cdVec3[]){{0.2, 0.2, 0.5}, {1.8, 0.2, 0.5}, {1.8, 0.8, 0.5}, {0.2, 0.8, 0.5}}, 4);
    addSource((cdVec3[]){{0.2, 0.2, 0.5}, {0.8, 0.2, 0.5}, {0.8, 1.8, 0.5}, {0.2, 1.8, 0.5}}, 4);
    addSource((cdVec3[]){{0.2, 0.5, 0.5}, {1.8, 0.5, 0.5}}, 2);
    addSource((cdVec3[]){{0.5, 0.2, 0.5}, {0.5, 1.8, 0.5}}, 2);
    addSource((cdVec3[]){{0.2, 0.2, 0}, {1.8, 0.2, 0}, {1.8, 0.8, 0}, {0.2, 0.8, 0}}, 4);
    addSource((cdVec3[]){{0.2, 0.2, 0}, {0.8, 0.2, 0}, {0.8, 1.8, 0}, {0.2, 1.8, 0}}, 4);
    classify(solid);
    for (int32_t source = 0; source < 2; source++)
        assertPart(source, 2, CD_INSIDE, 1, 0.96);
    for (int32_t source = 2; source < 4; source++)
        assertPart(source, 1, CD_INSIDE, 1, 1.6);
    for (int32_t source = 4; source < 6; source++)
        assertPart(source, 2, CD_ON_FACE, 1, 0.96);
    assert_int_equal(out.regionCount, in.regionCount);
    cdDestroyMesh(solid);
}

// Returns a random point of a convex polygon.
static cdVec3 pickInside(Random *random, const cdVec3 *points, int32_t count) {
    double weights[64], sum = 0.0;
    cdVec3 x = {0.0, 0.0, 0.0};
    for (int32_t i = 0; i < count; i++)
        sum += weights[i] = nextRandomIn(random, 0.05, 1.0);
    for (int32_t i = 0; i < count; i++)
        x = cdMulAdd(x, weights[i] / sum, points[i]);
    return x;
}

static bool isInConvex(const cdVec3 *points, int32_t count, cdVec3 normal, cdVec3 x, double slack) {
    for (int32_t i = 0; i < count; i++) {
        cdVec3 side = cdSub(points[(i + 1) % count], points[i]);
        cdVec3 inwards = cdNormalize(cdCross(normal, side));
        if (cdDot(inwards, cdSub(x, points[i])) < -slack) return false;
    }
    return true;
}

static void addRandomTriangles(Random *random, const SoakSolid *s) {
    cdVec3 center = cdLerp(s->oracle.bounds.lower, s->oracle.bounds.upper, 0.5);
    for (int i = 0; i < 12; i++) {
        cdVec3 triangle[3];
        for (int k = 0; k < 3; k++)
            triangle[k] = cdMulAdd(center, s->oracle.reach * nextRandomIn(random, 0.1, 1.2),
                                   nextRandomDirection(random));
        addSource(triangle, 3);
    }
}

// Points of a region have its location; elsewhere in the source they are outside. Points near borders, where
// both may be true, are skipped.
static void checkSource(Random *random, const SoakSolid *s, int32_t source) {
    const cdVec3 *triangle = inPoints + inRegions[source].firstPoint;
    cdVec3 across = cdCross(cdSub(triangle[1], triangle[0]), cdSub(triangle[2], triangle[0]));
    if (cdLength(across) < 1e-3 * s->oracle.reach * s->oracle.reach) return;
    double slack = 1e-6 * s->oracle.reach;
    for (int n = 0; n < 40; n++) {
        cdVec3 x = pickInside(random, triangle, 3);
        cdLocation location = cdClassifyPoint(s->mesh, x, NULL);
        bool near = false, found = false;
        for (int32_t i = 0; i < out.regionCount; i++) {
            const cdRegion *r = &outRegions[i];
            if (r->source != source || r->pointCount < 3) continue;
            const cdVec3 *points = outPoints + r->firstPoint;
            bool inner = isInConvex(points, r->pointCount, across, x, -slack);
            near = near || (!inner && isInConvex(points, r->pointCount, across, x, slack));
            found = found || inner;
            if (inner && (r->location.kind != location.kind || r->location.index != location.index))
                fail_msg("%s: a point in a region that is %s is %s", GetSolidKindName(s->made.kind),
                         cdGetLocationName(r->location.kind), cdGetLocationName(location.kind));
        }
        if (!near && !found && location.kind != CD_OUTSIDE)
            fail_msg("%s: a point in no region is %s", GetSolidKindName(s->made.kind),
                     cdGetLocationName(location.kind));
    }
}

// Red: a part lost between two planes, a duplicate, one joined to a concave shape.
static void testRandomTriangles(void **state) {
    (void)state;
    Random random = {17};
    for (uint64_t number = 0; number < 60; number++) {
        SoakSolid s;
        if (MakeSoakSolid(5, number, false, &s)) {
            beginSet();
            addRandomTriangles(&random, &s);
            classify(s.mesh);
            for (int32_t i = 0; i < in.regionCount; i++)
                checkSource(&random, &s, i);
        }
        FreeSoakSolid(&s);
    }
}

// A face of the solid itself lies on itself, all of it. Red: a polygon in a plane of the index sent to one
// side.
static void testOwnFaces(void **state) {
    (void)state;
    for (uint64_t number = 0; number < 40; number++) {
        SoakSolid s;
        // On plates and needles a face may be within the tolerance of another one's plane.
        if (!MakeSoakSolid(6, number, false, &s) || s.made.kind >= SOLID_PLATE) {
            FreeSoakSolid(&s);
            continue;
        }
        for (int32_t t = 0; t < s.oracle.triangleCount && t < 40; t++) {
            cdVec3 corners[3];
            GetOracleCorners(&s.oracle, t, corners);
            beginSet();
            addSource(corners, 3);
            classify(s.mesh);
            double area =
                0.5 * cdLength(cdCross(cdSub(corners[1], corners[0]), cdSub(corners[2], corners[0])));
            Part part = findPart(0, 2, CD_ON_FACE);
            if (fabs(part.size - area) > 1e-3 * area && area > 1e-6 * s.oracle.reach * s.oracle.reach)
                fail_msg("%s %d: %g of %g of triangle %d on its face", GetSolidKindName(s.made.kind),
                         (int)number, part.size, area, (int)t);
        }
        FreeSoakSolid(&s);
    }
}

// Lack of memory and too little room are reported, and nothing is written beyond the room.
static void testLittleRoom(void **state) {
    (void)state;
    cdMesh *box = createBox((cdVec3){1, 1, 1});
    beginSet();
    addSource((cdVec3[]){{0.25, -0.5, 0}, {0.25, 0.5, 0}, {0.25, 0.5, 3}, {0.25, -0.5, 3}}, 4);
    cdWorkspace *workspace = cdCreateWorkspace();
    LimitedMemory memory = {.allowed = 0};
    useLimitedMemory(&memory);
    cdClassifyRegions(box, &in, workspace, &out);
    assert_true(out.truncated);
    restoreMemory(state);
    cdClassifyRegions(box, &in, workspace, &out);
    assert_false(out.truncated);
    out.regionCapacity = 1;
    cdClassifyRegions(box, &in, workspace, &out);
    assert_true(out.truncated && out.regionCount <= 1);
    cdDestroyWorkspace(workspace);
    cdDestroyMesh(box);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(testBox), cmocka_unit_test(testPartsAreJoinedAgain),
                                       cmocka_unit_test(testRandomTriangles), cmocka_unit_test(testOwnFaces),
                                       cmocka_unit_test_teardown(testLittleRoom, restoreMemory)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
