// Debug draw of solids: the lines of cut planes, cells, locations and segments agree with the index.
// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on
#include "collision/draw.h"
#include "random.h"
#include "solid/solid_data.h"
#include "solid_fixture.h"
#include <stdio.h>
#include <string.h>

enum { LINE_MAX_COUNT = 1 << 16, PATH_CAPACITY = 256 };

typedef struct Line {
    cdVec3 a, b;
    cdDrawRole role;
} Line;

typedef struct Drawn {
    Line *lines; // lines[lineCount], LINE_MAX_COUNT at most
    int32_t lineCount, labelCount;
    int32_t points[CD_ROLE_COUNT];
    cdVec3 point;
    char text[64]; // of the last label
} Drawn;

static bool isFinite(cdVec3 v) {
    return isfinite(v.x) && isfinite(v.y) && isfinite(v.z);
}

static void takeSegment(cdVec3 a, cdVec3 b, cdDrawStyle style, void *context) {
    Drawn *drawn = context;
    assert_true(isFinite(a) && isFinite(b));
    assert_true(drawn->lineCount < LINE_MAX_COUNT);
    drawn->lines[drawn->lineCount++] = (Line){a, b, style.role};
}

static void takePoint(cdVec3 p, cdDrawStyle style, void *context) {
    Drawn *drawn = context;
    assert_true(isFinite(p));
    drawn->points[style.role]++;
    drawn->point = p;
}

static void takeLabel(cdVec3 p, const char *text, cdDrawStyle style, void *context) {
    Drawn *drawn = context;
    (void)style;
    assert_true(isFinite(p));
    drawn->labelCount++;
    snprintf(drawn->text, sizeof drawn->text, "%s", text);
}

static Drawn drawn;

static cdDebugDraw beginDraw(void) {
    Line *lines = drawn.lines ? drawn.lines : malloc(LINE_MAX_COUNT * sizeof *lines);
    if (!lines) abort();
    drawn = (Drawn){.lines = lines};
    return (cdDebugDraw){.segment = takeSegment, .point = takePoint, .label = takeLabel, .context = &drawn};
}

static const char *const shapes[] = {"box", "l-shape", "gear:teeth=6", "quad-torus:n=8", "icosphere:level=2"};

enum { SHAPE_COUNT = sizeof shapes / sizeof shapes[0] };

// Moved within its own frame, so that a missing centre shows.
static cdMesh *makeMoved(const char *spec) {
    return makeScaledSolid(spec, 1.0, cdMakeVec3(3.0, -2.0, 1.0));
}

static cdPose makePose(void) {
    return turnedPose(20.0, 5.0, -7.0, cdMakeVec3(0.3, 1.0, -0.2), 0.8);
}

static bool isInBox(const cdMesh *mesh, cdVec3 local) {
    cdSolidInfo info = cdGetSolidInfo(mesh);
    double margin = CD_DRAW_BOX_MARGIN * info.radius + 1e-9;
    cdVec3 lower = info.bounds.lower, upper = info.bounds.upper;
    return local.x >= lower.x - margin && local.x <= upper.x + margin && local.y >= lower.y - margin &&
           local.y <= upper.y + margin && local.z >= lower.z - margin && local.z <= upper.z + margin;
}

static int32_t countPlanes(const cdMesh *mesh, int32_t node, int32_t levels) {
    if (node < 0 || levels == 0) return 0;
    cdIndexNode at = cdGetIndexNode(mesh, node);
    if (at.dimension != 3) return 0;
    return 1 + countPlanes(mesh, at.below, levels - 1) + countPlanes(mesh, at.above, levels - 1);
}

// All corners lie on the plane of one node on the path of the polygon's middle, no deeper than `depth`.
static void checkPolygon(const cdMesh *mesh, int32_t first, int32_t count, int32_t depth) {
    int32_t nodes[PATH_CAPACITY], path;
    int8_t sides[PATH_CAPACITY];
    cdVec3 middle = {0.0, 0.0, 0.0}, center = cdGetSolidInfo(mesh).center;
    for (int32_t i = 0; i < count; i++) {
        cdVec3 corner = cdInvTransformPoint(makePose(), drawn.lines[first + i].a);
        assert_true(isInBox(mesh, corner));
        middle = cdMulAdd(middle, 1.0 / count, corner);
    }
    path = cdListIndexPath(mesh->solid, middle, nodes, sides, PATH_CAPACITY);
    bool found = false;
    for (int32_t k = 0; k < path && k < depth && !found; k++) {
        cdIndexNode node = cdGetIndexNode(mesh, nodes[k]);
        found = node.dimension == 3;
        for (int32_t i = 0; i < count && found; i++) {
            cdVec3 corner = cdSub(cdInvTransformPoint(makePose(), drawn.lines[first + i].a), center);
            found = fabs(cdDot(node.normal, corner) - node.offset) <= 1e-9;
        }
    }
    assert_true(found);
}

// Every cut plane down to the depth is one closed polygon on its plane, within the box and within its
// ancestors' half-spaces, and it has a name down to the second level. Red: a polygon clipped on the wrong
// side, a plane of a deeper level, a pose or a centre ignored.
static void testCutPlanesLieInTheirRegions(void **state) {
    (void)state;
    for (int s = 0; s < SHAPE_COUNT; s++) {
        cdMesh *mesh = makeMoved(shapes[s]);
        for (int32_t depth = 1; depth <= 7; depth++) {
            cdDebugDraw draw = beginDraw();
            cdDrawIndexPlanes(&draw, mesh, makePose(), depth);
            int32_t first = 0, polygons = 0;
            for (int32_t i = 0; i < drawn.lineCount; i++) {
                assert_int_equal(drawn.lines[i].role, CD_ROLE_INDEX);
                if (memcmp(&drawn.lines[i].b, &drawn.lines[first].a, sizeof(cdVec3)) != 0) continue;
                assert_true(i + 1 - first >= 3);
                checkPolygon(mesh, first, i + 1 - first, depth);
                first = i + 1;
                polygons++;
            }
            assert_int_equal(first, drawn.lineCount);
            assert_int_equal(polygons, countPlanes(mesh, 0, depth));
            assert_int_equal(drawn.labelCount, countPlanes(mesh, 0, depth < 2 ? depth : 2));
        }
        beginDraw();
        cdDebugDraw none = {0};
        cdDrawIndexPlanes(&none, mesh, makePose(), 5);
        cdDestroyMesh(mesh);
    }
}

// A point's cell is its own: its middle takes the point's path through the index, side by side. Red: a
// reversed side of the cell, a bound left out, a face's cell drawn in space.
static void testCellContainsItsPoint(void **state) {
    (void)state;
    Random random = {7};
    int32_t tested = 0, flat = 0;
    for (int s = 0; s < SHAPE_COUNT; s++) {
        cdMesh *mesh = makeMoved(shapes[s]);
        cdSolidInfo info = cdGetSolidInfo(mesh);
        for (int i = 0; i < 300; i++) {
            cdVec3 p =
                cdMulAdd(info.center, info.radius, nextRandomVec3(&random)); // some are outside the box
            if (i % 3 == 0) { // in the middle of a face's disc: on it, or on another one's hole
                cdSolidFace face = cdGetSolidFace(mesh, i % info.faceCount);
                p = cdAdd(face.middle, info.center);
            }
            cdLocation location = cdClassifyPoint(mesh, p, NULL);
            cdDebugDraw draw = beginDraw();
            cdDrawIndexCell(&draw, mesh, makePose(), p);
            assert_true(drawn.lineCount > 0 || location.kind == CD_ON_VERTEX || location.kind == CD_ON_EDGE);
            if (!isInBox(mesh, p) || drawn.lineCount == 0) continue;
            cdVec3 middle = {0.0, 0.0, 0.0};
            for (int32_t k = 0; k < drawn.lineCount; k++) {
                assert_int_equal(drawn.lines[k].role, CD_ROLE_INDEX_CELL);
                cdVec3 ends = cdScale(0.5, cdAdd(drawn.lines[k].a, drawn.lines[k].b));
                assert_true(isInBox(mesh, cdInvTransformPoint(makePose(), ends)));
                middle = cdMulAdd(middle, 1.0 / drawn.lineCount, ends);
            }
            int32_t nodes[2][PATH_CAPACITY], counts[2];
            int8_t sides[2][PATH_CAPACITY];
            counts[0] = cdListIndexPath(mesh->solid, p, nodes[0], sides[0], PATH_CAPACITY);
            counts[1] = cdListIndexPath(mesh->solid, cdInvTransformPoint(makePose(), middle), nodes[1],
                                        sides[1], PATH_CAPACITY);
            assert_int_equal(counts[0], counts[1]);
            assert_memory_equal(sides[0], sides[1], (size_t)counts[0]);
            tested++;
            flat += location.kind == CD_ON_FACE;
        }
        cdDestroyMesh(mesh);
    }
    assert_true(tested > 800 && flat > 100);
}

// The middle of each line of a face, an edge or a vertex is classified as that face, or an edge of its
// outline. Red: a hatching that runs through a hole, an outline with one loop, an index of another feature.
static void testLocationsAreDrawnCorrectly(void **state) {
    (void)state;
    for (int s = 0; s < SHAPE_COUNT; s++) {
        cdMesh *mesh = makeMoved(shapes[s]);
        cdSolidInfo info = cdGetSolidInfo(mesh);
        for (int32_t i = 0; i < info.faceCount; i++) {
            cdLocation face = {CD_ON_FACE, i};
            cdDebugDraw draw = beginDraw();
            cdDrawLocation(&draw, mesh, makePose(), face);
            int32_t hatches = 0;
            for (int32_t k = 0; k < drawn.lineCount; k++) {
                cdVec3 middle = cdLerp(drawn.lines[k].a, drawn.lines[k].b, 0.5);
                cdLocation location = cdClassifyPoint(mesh, cdInvTransformPoint(makePose(), middle), NULL);
                bool isHatch = drawn.lines[k].role == CD_ROLE_CELL;
                hatches += isHatch;
                assert_int_equal(location.kind, isHatch ? CD_ON_FACE : CD_ON_EDGE);
                if (isHatch) assert_int_equal(location.index, i);
            }
            assert_true(hatches >= 5 && drawn.lineCount - hatches >= 3);
            char text[64];
            cdDescribeLocation(mesh, face, text, sizeof text);
            assert_string_equal(text, drawn.text);
        }
        cdDebugDraw draw = beginDraw();
        cdDrawLocation(&draw, mesh, makePose(), (cdLocation){CD_ON_VERTEX, 1});
        cdLocation location = cdClassifyPoint(mesh, cdInvTransformPoint(makePose(), drawn.point), NULL);
        assert_true(location.kind == CD_ON_VERTEX && location.index == 1);
        cdDrawLocation(&draw, mesh, makePose(), (cdLocation){CD_ON_EDGE, 2});
        cdVec3 middle = cdLerp(drawn.lines[0].a, drawn.lines[0].b, 0.5);
        location = cdClassifyPoint(mesh, cdInvTransformPoint(makePose(), middle), NULL);
        assert_true(location.kind == CD_ON_EDGE && location.index == 2);
        beginDraw();
        cdDrawLocation(&draw, mesh, makePose(), (cdLocation){CD_INSIDE, -1});
        assert_int_equal(drawn.lineCount + drawn.labelCount, 0);
        cdDestroyMesh(mesh);
    }
}

// A segment through a box two wide: two wide inside, drawn full; dashes outside; both faces as points; a name
// for each piece. Red: colours of neighbours exchanged, a gap in the inner part, dashes without gaps.
static void testSegmentShowsItsPieces(void **state) {
    (void)state;
    cdMesh *mesh = makeMoved("box");
    cdVec3 center = cdGetSolidInfo(mesh).center;
    cdVec3 p = cdAdd(center, cdMakeVec3(-2.5, 0.3, 0.2)), q = cdAdd(center, cdMakeVec3(2.5, 0.3, 0.2));
    cdSegmentPiece storage[16];
    cdSegmentInput segment = {mesh, p, q, storage, 16};
    cdSegmentPieces pieces = cdClassifySegment(&segment, NULL);
    cdDebugDraw draw = beginDraw();
    cdDrawSegmentPieces(&draw, makePose(), &segment, &pieces);
    double inside = 0.0, outside = 0.0;
    for (int32_t i = 0; i < drawn.lineCount; i++) {
        double length = cdLength(cdSub(drawn.lines[i].b, drawn.lines[i].a));
        if (drawn.lines[i].role == CD_ROLE_INSIDE) inside += length;
        if (drawn.lines[i].role == CD_ROLE_OUTSIDE) outside += length;
    }
    assert_int_equal(pieces.count, 5);
    assert_int_equal(drawn.labelCount, 5);
    assert_int_equal(drawn.points[CD_ROLE_ON], 2);
    assert_true(fabs(inside - 2.0) < 1e-9);
    assert_true(outside > 1.2 && outside < 2.4);
    cdDestroyMesh(mesh);
}

static int freeLines(void **state) {
    (void)state;
    free(drawn.lines);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testCutPlanesLieInTheirRegions),
        cmocka_unit_test(testCellContainsItsPoint),
        cmocka_unit_test(testLocationsAreDrawnCorrectly),
        cmocka_unit_test(testSegmentShowsItsPieces),
    };
    return cmocka_run_group_tests(tests, NULL, freeLines);
}
