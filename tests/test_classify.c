// Points and segments classified against a solid: by hand, and against the oracle on random solids.
#include "oracle/solid_soak.h"
#include "shapes/shapes.h"
#include "soup.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { PIECE_MAX = 64, L_CORNERS = 6 };

// --- An L by hand: corners (0, 0), (2, 0), (2, 1), (1, 1), (1, 2), (0, 2) for z from 0 to 1

static const double corners[L_CORNERS][2] = {{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}};

// Vertex id 2 k is corner k at z = 0, 2 k + 1 at z = 1.
static Soup makeL(void) {
    static const int32_t caps[4][3] = {{0, 1, 2}, {0, 2, 3}, {0, 3, 4}, {0, 4, 5}};
    Soup soup = {.pointCount = 0};
    for (int k = 0; k < L_CORNERS; k++) {
        addPoint(&soup, corners[k][0], corners[k][1], 0.0);
        addPoint(&soup, corners[k][0], corners[k][1], 1.0);
    }
    for (int32_t k = 0; k < L_CORNERS; k++) {
        int32_t next = (k + 1) % L_CORNERS;
        addQuad(&soup, 2 * k, 2 * next, 2 * next + 1, 2 * k + 1);
    }
    for (int k = 0; k < 4; k++) {
        addTriangle(&soup, 2 * caps[k][0] + 1, 2 * caps[k][1] + 1, 2 * caps[k][2] + 1);
        addTriangle(&soup, 2 * caps[k][0], 2 * caps[k][2], 2 * caps[k][1]);
    }
    return soup;
}

static cdMesh *makeSolid(const Soup *soup) {
    cdMeshDef def = makeDef(soup);
    def.parts = CD_PART_SOLID;
    cdMesh *mesh = cdCreateMesh(&def, NULL);
    assert_non_null(mesh);
    assert_int_equal(cdGetMeshInfo(mesh).parts, CD_PART_SOLID);
    return mesh;
}

static bool isVertex(const cdMesh *solid, cdLocation location, int32_t id) {
    return location.kind == CD_ON_VERTEX && cdGetLocationId(solid, location) == id;
}

static bool isEdge(const cdMesh *solid, cdLocation location, int32_t idA, int32_t idB) {
    if (location.kind != CD_ON_EDGE) return false;
    cdSolidEdge edge = cdGetSolidEdge(solid, location.index);
    return (edge.vertexId[0] == idA && edge.vertexId[1] == idB) ||
           (edge.vertexId[0] == idB && edge.vertexId[1] == idA);
}

// True if it is the face with an outward normal and an offset from the frame's origin.
static bool isFace(const cdMesh *solid, cdLocation location, cdVec3 normal, double offset) {
    if (location.kind != CD_ON_FACE) return false;
    cdSolidFace face = cdGetSolidFace(solid, location.index);
    double apart = fabs(face.offset + cdDot(face.normal, cdGetSolidInfo(solid).center) - offset);
    return cdLength(cdSub(face.normal, normal)) < 1e-12 && apart < 1e-12;
}

static cdLocation classifyAt(const cdMesh *solid, double x, double y, double z) {
    return cdClassifyPoint(solid, cdMakeVec3(x, y, z), NULL);
}

// Each feature of the L at a point on it alone. Red: an edge or a face found by its plane only, as the plane
// y = 1 outside the arm or x = 1 inside the foot; the ids of a solid instead of the file's.
static void testPointsOfAnL(void **state) {
    (void)state;
    Soup soup = makeL();
    cdMesh *solid = makeSolid(&soup);
    for (int k = 0; k < L_CORNERS; k++) {
        const double *c = corners[k], *next = corners[(k + 1) % L_CORNERS];
        double x = 0.5 * (c[0] + next[0]), y = 0.5 * (c[1] + next[1]);
        int32_t id = 2 * k, nextId = 2 * ((k + 1) % L_CORNERS);
        assert_true(isVertex(solid, classifyAt(solid, c[0], c[1], 1.0), id + 1));
        assert_true(isEdge(solid, classifyAt(solid, c[0], c[1], 0.375), id, id + 1));
        assert_true(isEdge(solid, classifyAt(solid, x, y, 0.0), id, nextId));
        cdVec3 normal = cdNormalize(cdMakeVec3(next[1] - c[1], c[0] - next[0], 0.0));
        double offset = normal.x * c[0] + normal.y * c[1];
        assert_true(isFace(solid, classifyAt(solid, x, y, 0.625), normal, offset));
    }
    assert_true(isFace(solid, classifyAt(solid, 0.5, 1.5, 1.0), cdMakeVec3(0.0, 0.0, 1.0), 1.0));
    assert_true(isFace(solid, classifyAt(solid, 1.5, 0.5, 0.0), cdMakeVec3(0.0, 0.0, -1.0), 0.0));
    assert_int_equal(classifyAt(solid, 0.5, 1.0, 0.5).kind, CD_INSIDE);   // on the plane of an arm's side
    assert_int_equal(classifyAt(solid, 1.0, 0.5, 0.5).kind, CD_INSIDE);   // and of the other's
    assert_int_equal(classifyAt(solid, 1.0, 1.0, 1.25).kind, CD_OUTSIDE); // above the concave edge
    assert_int_equal(classifyAt(solid, 1.5, 1.5, 1.0).kind,
                     CD_OUTSIDE); // in the plane of the top, beside it
    assert_int_equal(classifyAt(solid, 3.0, 1.0, 0.5).kind, CD_OUTSIDE);
    cdDestroyMesh(solid);
}

// --- Segments

typedef struct Pieces {
    cdSegmentPiece room[PIECE_MAX];
    cdSegmentPieces list;
} Pieces;

static void classify(const cdMesh *solid, cdVec3 p, cdVec3 q, Pieces *pieces) {
    cdSegmentInput input = {solid, p, q, pieces->room, PIECE_MAX};
    pieces->list = cdClassifySegment(&input, NULL);
    assert_false(pieces->list.truncated);
}

static void assertSpan(const cdSegmentPiece *piece, double from, double to) {
    if (fabs(piece->from - from) > 1e-8 || fabs(piece->to - to) > 1e-8)
        fail_msg("a piece from %.12g to %.12g, expected %g to %g", piece->from, piece->to, from, to);
}

// Figure 3 of [V90] on the top of the L: along y = 1 from outside over an edge into the face, past the
// concave corner, along the edge that begins there, over its end and out. Red: a piece missing or duplicated,
// a vertex reported as a point of its edge, wrong fractions.
static void testFigure3(void **state) {
    (void)state;
    Soup soup = makeL();
    cdMesh *solid = makeSolid(&soup);
    Pieces pieces;
    classify(solid, cdMakeVec3(-1.0, 1.0, 1.0), cdMakeVec3(3.0, 1.0, 1.0), &pieces);
    const cdSegmentPiece *piece = pieces.room;
    assert_int_equal(pieces.list.count, 7);
    assert_int_equal(piece[0].location.kind, CD_OUTSIDE);
    assert_true(isEdge(solid, piece[1].location, 1, 11));
    assert_true(isFace(solid, piece[2].location, cdMakeVec3(0.0, 0.0, 1.0), 1.0));
    assert_true(isVertex(solid, piece[3].location, 7));
    assert_true(isEdge(solid, piece[4].location, 5, 7));
    assert_true(isVertex(solid, piece[5].location, 5));
    assert_int_equal(piece[6].location.kind, CD_OUTSIDE);
    static const double spans[7][2] = {{0.0, 0.25}, {0.25, 0.25}, {0.25, 0.5}, {0.5, 0.5},
                                       {0.5, 0.75}, {0.75, 0.75}, {0.75, 1.0}};
    for (int k = 0; k < 7; k++)
        assertSpan(&piece[k], spans[k][0], spans[k][1]);
    cdDestroyMesh(solid);
}

static void assertPlaces(const cdMesh *solid, cdVec3 p, cdVec3 q, const cdLocationKind *wheres,
                         int32_t count) {
    Pieces pieces;
    classify(solid, p, q, &pieces);
    assert_int_equal(pieces.list.count, count);
    for (int32_t i = 0; i < count; i++)
        assert_int_equal(pieces.room[i].location.kind, wheres[i]);
}

// Segments with known pieces: through the L and both its arms, along an edge from end to end, starting on a
// face, within the solid, beside it, and one that touches an edge from outside. Red: an end that is not a
// point piece, a missing touch.
static void testSegmentsOfAnL(void **state) {
    (void)state;
    Soup soup = makeL();
    cdMesh *solid = makeSolid(&soup);
    const cdLocationKind through[] = {CD_OUTSIDE, CD_ON_FACE, CD_INSIDE, CD_ON_FACE, CD_OUTSIDE};
    assertPlaces(solid, cdMakeVec3(-1.0, 1.5, 0.5), cdMakeVec3(3.0, 1.5, 0.5), through, 5);
    const cdLocationKind both[] = {CD_OUTSIDE, CD_ON_FACE, CD_INSIDE,  CD_ON_FACE, CD_OUTSIDE,
                                   CD_ON_FACE, CD_INSIDE,  CD_ON_FACE, CD_OUTSIDE};
    assertPlaces(solid, cdMakeVec3(0.25, 2.75, 0.25), cdMakeVec3(2.25, -0.25, 0.75), both, 9);
    const cdLocationKind along[] = {CD_ON_VERTEX, CD_ON_EDGE, CD_ON_VERTEX};
    assertPlaces(solid, cdMakeVec3(0.0, 0.0, 0.0), cdMakeVec3(2.0, 0.0, 0.0), along, 3);
    const cdLocationKind fromFace[] = {CD_ON_FACE, CD_INSIDE};
    assertPlaces(solid, cdMakeVec3(0.5, 0.5, 0.0), cdMakeVec3(0.5, 0.5, 0.5), fromFace, 2);
    const cdLocationKind within[] = {CD_INSIDE};
    assertPlaces(solid, cdMakeVec3(0.5, 0.25, 0.25), cdMakeVec3(1.5, 0.5, 0.5), within, 1);
    const cdLocationKind beside[] = {CD_OUTSIDE};
    assertPlaces(solid, cdMakeVec3(1.5, 1.25, 0.5), cdMakeVec3(1.25, 2.0, 0.5), beside, 1);
    assertPlaces(solid, cdMakeVec3(5.0, 5.0, 5.0), cdMakeVec3(6.0, 5.0, 5.0), beside, 1);
    const cdLocationKind touch[] = {CD_OUTSIDE, CD_ON_EDGE, CD_OUTSIDE};
    assertPlaces(solid, cdMakeVec3(-1.0, 1.0, 0.5), cdMakeVec3(1.0, -1.0, 0.5), touch, 3);
    cdDestroyMesh(solid);
}

static void assertMirrored(const Pieces *there, const Pieces *back) {
    int32_t count = there->list.count;
    assert_int_equal(back->list.count, count);
    for (int32_t i = 0; i < count; i++) {
        const cdSegmentPiece *a = &there->room[i], *b = &back->room[count - 1 - i];
        assert_int_equal(a->location.kind, b->location.kind);
        assert_int_equal(a->location.index, b->location.index);
        assertSpan(b, 1.0 - a->to, 1.0 - a->from);
    }
}

// From q to p equals p to q reversed: the segments of the L on its grid, whose ends and corners lie on
// planes, and segments through random solids. Red: a point piece in one direction only.
static void testBothWays(void **state) {
    (void)state;
    Soup soup = makeL();
    cdMesh *solid = makeSolid(&soup);
    Random random = {21};
    Pieces there, back;
    for (int i = 0; i < 500; i++) {
        cdVec3 p = cdScale(0.5, nextRandomGridPoint(&random, -1, 5));
        cdVec3 q = cdScale(0.5, nextRandomGridPoint(&random, -1, 5));
        if (cdLength(cdSub(q, p)) == 0.0) continue;
        classify(solid, p, q, &there);
        classify(solid, q, p, &back);
        assertMirrored(&there, &back);
    }
    cdDestroyMesh(solid);
    for (uint64_t number = 0; number < 2 * SOLID_KIND_COUNT; number++) {
        SoakSolid made;
        assert_true(MakeSoakSolid(2, number, false, &made));
        for (int i = 0; i < 20; i++) {
            cdVec3 p = MakeSolidPoint(&random, &made.oracle, POINT_ANYWHERE, 0.0);
            cdVec3 q = MakeSolidPoint(&random, &made.oracle, POINT_ANYWHERE, 0.0);
            classify(made.mesh, p, q, &there);
            classify(made.mesh, q, p, &back);
            assertMirrored(&there, &back);
        }
        FreeSoakSolid(&made);
    }
}

// --- Invalid numbers, and too little room

static void testNotFinite(void **state) {
    (void)state;
    Soup soup = makeL();
    cdMesh *solid = makeSolid(&soup);
    const double bad[] = {NAN, INFINITY, -INFINITY};
    for (int k = 0; k < 9; k++) {
        cdVec3 p = {k % 3 == 0 ? bad[k / 3] : 0.5, k % 3 == 1 ? bad[k / 3] : 0.5,
                    k % 3 == 2 ? bad[k / 3] : 0.5};
        assert_int_equal(cdClassifyPoint(solid, p, NULL).kind, CD_LOCATION_UNDECIDED);
        Pieces pieces;
        classify(solid, p, cdMakeVec3(0.5, 0.5, 0.5), &pieces);
        assert_int_equal(pieces.list.count, 1);
        assert_int_equal(pieces.room[0].location.kind, CD_LOCATION_UNDECIDED);
        classify(solid, cdMakeVec3(0.5, 0.5, 0.5), p, &pieces);
        assert_int_equal(pieces.list.count, 1);
        assert_int_equal(pieces.room[0].location.kind, CD_LOCATION_UNDECIDED);
    }
    assert_int_equal(classifyAt(solid, 1e300, -1e300, 1e300).kind, CD_OUTSIDE);
    cdDestroyMesh(solid);
}

// With room for too few pieces: the first of them, and a flag that there were more.
static void testTooLittleRoom(void **state) {
    (void)state;
    Soup soup = makeL();
    cdMesh *solid = makeSolid(&soup);
    cdVec3 p = {-1.0, 1.0, 1.0}, q = {3.0, 1.0, 1.0};
    Pieces all;
    classify(solid, p, q, &all);
    for (int32_t room = 0; room <= all.list.count; room++) {
        cdSegmentPiece some[8];
        cdSegmentInput input = {solid, p, q, some, room};
        cdSegmentPieces pieces = cdClassifySegment(&input, NULL);
        assert_int_equal(pieces.truncated, room < all.list.count);
        assert_int_equal(pieces.count, room);
        for (int32_t i = 0; i < room; i++)
            assert_int_equal(some[i].location.kind, all.room[i].location.kind);
    }
    cdDestroyMesh(solid);
}

// --- The judge itself

static bool isFaulty(const SoakSolid *made, cdVec3 p, cdVec3 q, const Pieces *pieces, int32_t count) {
    Pieces copy = *pieces;
    copy.list.pieces = copy.room;
    copy.list.count = count;
    return JudgeSegment(&made->given, p, q, &copy.list).fault != NULL;
}

static void spoilPoint(const SoakSolid *made, cdVec3 x) {
    double tolerance = cdGetSolidInfo(made->mesh).tolerance, far = 10.0 * tolerance;
    cdLocation location = cdClassifyPoint(made->mesh, x, NULL);
    bool inside = location.kind == CD_INSIDE;
    if (FindSurfaceDistance(&made->oracle, x) < far) return;
    cdLocation other = {inside ? CD_OUTSIDE : CD_INSIDE, -1};
    assert_int_equal(JudgePlace(&made->given, x, other, tolerance).verdict, PLACE_WRONG_SIDE);
    other = (cdLocation){(cdLocationKind)(CD_ON_VERTEX + (location.kind == CD_INSIDE)), 0};
    assert_int_equal(JudgePlace(&made->given, x, other, tolerance).verdict, PLACE_WRONG_FEATURE);
    other = (cdLocation){CD_LOCATION_UNDECIDED, -1};
    assert_int_equal(JudgePlace(&made->given, x, other, tolerance).verdict, PLACE_UNDECIDED);
}

static void spoilSegment(const SoakSolid *made, cdVec3 p, cdVec3 q) {
    Pieces pieces, spoiled;
    classify(made->mesh, p, q, &pieces);
    int32_t count = pieces.list.count;
    if (count < 5) return; // through the solid
    double middle = 0.5 * (pieces.room[2].from + pieces.room[2].to);
    double far = 10.0 * JUDGE_SEGMENT_FACTOR * cdGetSolidInfo(made->mesh).tolerance;
    if (FindSurfaceDistance(&made->oracle, cdLerp(p, q, middle)) < far)
        return; // both are right near the surface
    assert_false(isFaulty(made, p, q, &pieces, count));
    assert_true(isFaulty(made, p, q, &pieces, count - 1));
    spoiled = pieces;
    spoiled.room[2].location.kind = pieces.room[2].location.kind == CD_INSIDE ? CD_OUTSIDE : CD_INSIDE;
    assert_true(isFaulty(made, p, q, &spoiled, count));
    spoiled = pieces;
    spoiled.room[1].location = spoiled.room[0].location;
    assert_true(isFaulty(made, p, q, &spoiled, count));
    pieces.room[0].to = pieces.room[1].from = pieces.room[1].to = pieces.room[2].from = middle;
    assert_true(isFaulty(made, p, q, &pieces, count));
}

// Right answers made wrong: the other side, a feature far away, a piece left out, doubled, moved or replaced.
// Red: a judge that accepts them, which invalidates every test below.
static void testJudgeHasTeeth(void **state) {
    (void)state;
    Random random = {17};
    for (uint64_t number = 0; number < SOLID_KIND_COUNT; number++) {
        SoakSolid made;
        assert_true(MakeSoakSolid(1, number, false, &made));
        for (int i = 0; i < 50; i++) {
            cdVec3 p = MakeSolidPoint(&random, &made.oracle, POINT_ANYWHERE, 0.0);
            spoilPoint(&made, p);
            spoilSegment(&made, p, MakeSolidPoint(&random, &made.oracle, POINT_ANYWHERE, 0.0));
        }
        FreeSoakSolid(&made);
    }
}

// --- Points on the planes of the index itself

// A point of the box extent, moved onto the planes of one or two nodes.
static cdVec3 pickOnNodes(Random *random, const cdMesh *solid) {
    cdSolidInfo info = cdGetSolidInfo(solid);
    cdVec3 lower = cdSub(info.bounds.lower, info.center), upper = cdSub(info.bounds.upper, info.center);
    cdVec3 x = {nextRandomIn(random, lower.x, upper.x), nextRandomIn(random, lower.y, upper.y),
                nextRandomIn(random, lower.z, upper.z)};
    int planeCount = nextRandomInt(random, 1, 2);
    for (int step = 0, node = 0; step < 40; step++) {
        if (step % 20 == 0 || planeCount == 1) node = nextRandomInt(random, 0, info.nodeCount - 1);
        if (planeCount == 2) node = step % 2 == 0 ? node : node / 2;
        cdIndexNode at = cdGetIndexNode(solid, node);
        x = cdMulAdd(x, at.offset - cdDot(at.normal, x), at.normal);
        if (planeCount == 1) break;
    }
    return cdAdd(x, info.center);
}

// Generated shapes, whose planes of symmetry cut the index. Red: a point beside an edge on such a plane taken
// for the other side, a missing part of the boundary on it.
static void testPointsOnPlanesOfTheIndex(void **state) {
    (void)state;
    static const char *const shapes[] = {
        "uv-sphere:n=8", "uv-sphere:n=20", "quad-torus:n=8", "quad-torus:n=20",
        "gear",          "l-shape",        "torus-knot",     "icosphere:level=3"};
    Random random = {21};
    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++) {
        TriangleSoup soup = {0};
        char message[256];
        if (!MakeShape(shapes[i], &soup, message, sizeof message)) fail_msg("%s", message);
        cdMeshDef def = cdDefaultMeshDef();
        def.points = soup.points;
        def.pointCount = soup.pointCount;
        def.triangles = soup.triangles;
        def.triangleCount = soup.triangleCount;
        def.parts = CD_PART_SOLID;
        cdMesh *solid = cdCreateMesh(&def, NULL);
        OracleSolid oracle;
        assert_int_equal(cdGetMeshInfo(solid).parts, CD_PART_SOLID);
        assert_true(MakeOracleSolidOfMesh(solid, soup.points, soup.pointCount, &oracle));
        SolidCase given = {solid, &oracle};
        double tolerance = cdGetSolidInfo(solid).tolerance;
        for (int k = 0; k < 1500; k++) {
            cdVec3 x = pickOnNodes(&random, solid);
            cdLocation location = cdClassifyPoint(solid, x, NULL);
            PlaceJudgement judged = JudgePlace(&given, x, location, tolerance);
            if (judged.verdict > PLACE_WITHIN)
                fail_msg("%s: (%.17g, %.17g, %.17g) is %s %d: %s, %g tolerances", shapes[i], x.x, x.y, x.z,
                         cdGetLocationName(location.kind), (int)location.index,
                         GetPlaceVerdictName(judged.verdict), judged.distance / tolerance);
        }
        FreeOracleSolid(&oracle);
        cdDestroyMesh(solid);
        DestroyTriangleSoup(&soup);
    }
}

// --- Random solids

// Once wrong: {number, point} of MakeRandomSolid(1, number). Needles, whose planes meet at small angles: a
// point beyond the end of an edge is within the tolerance of its line and of a cut plane through that end.
static const struct {
    uint64_t number;
    cdVec3 point;
} wrongPoints[] = {
    {3896, {-286.00409875162245, 37.301070689524536, -456.14976333823512}},
    {4859, {-19.975023495263141, 37.469191705728875, -44.249788643559022}},
    {6983, {4220.0823210556446, 2592.8799829556915, 14161.864402118541}},
    {7289, {0.13811081809150563, 0.38610031993621624, -0.16434278906485475}},
    {7406, {-1.602959889765075e-05, -5.8688963979443937e-06, 3.2352147052825806e-05}},
    {7631, {0.0080471712711588199, 0.016304497218589467, 0.038764829393876675}},
    {10529, {-0.010733208952278972, -0.0050654696940299962, -0.0091393270914943668}},
    {10997, {-422297.09307822236, -1714697.7846084884, -12472611.788321648}},
    {152, {4748560.6264423914, 2137300.4368472607, 7757745.4944572411}},
};

static const struct {
    uint64_t number;
    cdVec3 p, q;
} wrongSegments[] = {
    {61,
     {1620.9237327151257, -6239.0920238224871, 5864.4279791208382},
     {1619.7447142626231, -6238.6486386100814, 5864.4200521214434}},
    {62,
     {1.1833849332564843, -0.43879095354466174, 0.95424483855467446},
     {1.1566683685415216, -0.43984228740556275, 0.95316665229307307}},
    {161,
     {58.434729094218284, -7.2370668319596971, -161.99199409338559},
     {3.1959245534914347, -0.25874129589780381, -9.0489585249255935}},
    {161,
     {45.895557514038721, -5.7298405602114837, -127.07303168345939},
     {-10.602171451572161, 1.6188814416506867, 29.381968147242588}},
    {404,
     {9.0647386317853183e-05, -0.0010150046733529959, -0.00086969790335547181},
     {0.00012645154210470569, -0.0013350359700636208, -0.0011347955356525489}},
    {440,
     {0.00027681068441201908, 0.00033957576311456953, -1.6726367005317469e-05},
     {0.0002838911122061119, 0.0002798546676665302, 6.9558028509119355e-06}},
    {512,
     {-0.17136292452358659, -0.43248981810192144, -0.0283970853429171},
     {-0.15753873897176829, -0.43271404003045894, -0.028774342181618208}},
    {647,
     {-1.7173230063748921, 2.0456265976354566, -2.6147051363932912},
     {-1.7173231362429766, 2.0456296989676637, -2.6147006549851026}},
    {719,
     {-22.425556280262569, -60.415925413686651, 346.76322351443838},
     {-22.423587743711721, -60.419158335427028, 346.76332191014689}},
    {998,
     {5.1028232148185131, 0.35645690524166485, 2.7433515407790279},
     {4.4815403281096655, 0.35010826357103447, 2.741645017714891}},
    {1016,
     {19.084838155032312, -30.108265356590788, 33.002043248382641},
     {-0.19176360414118321, 2.4811565010814824, -0.22034533066258177}},
    {1025,
     {-0.90705100688845186, -0.94083497800745974, 0.46342053909884862},
     {-1.1229813455456625, -1.1424072852510396, 0.6840154587165842}},
};

// Points and segments that were once wrong.
static void testOnceWrong(void **state) {
    (void)state;
    int wrong = 0;
    for (size_t i = 0; i < sizeof wrongPoints / sizeof wrongPoints[0]; i++) {
        SoakSolid made;
        assert_true(MakeSoakSolid(1, wrongPoints[i].number, false, &made));
        cdVec3 x = wrongPoints[i].point;
        PlaceJudgement judged = JudgePlace(&made.given, x, cdClassifyPoint(made.mesh, x, NULL),
                                           cdGetSolidInfo(made.mesh).tolerance);
        wrong += judged.verdict > PLACE_WITHIN;
        FreeSoakSolid(&made);
    }
    for (size_t i = 0; i < sizeof wrongSegments / sizeof wrongSegments[0]; i++) {
        SoakSolid made;
        Pieces pieces;
        assert_true(MakeSoakSolid(1, wrongSegments[i].number, false, &made));
        cdVec3 p = wrongSegments[i].p, q = wrongSegments[i].q;
        classify(made.mesh, p, q, &pieces);
        SegmentJudgement judged = JudgeSegment(&made.given, p, q, &pieces.list);
        wrong += judged.fault != NULL;
        FreeSoakSolid(&made);
    }
    assert_int_equal(wrong, 0);
}

static void assertTally(const SolidTally *tally, int64_t points, int64_t segments) {
    assert_int_equal(tally->refused, 0);
    assert_int_equal(tally->points, points);
    assert_int_equal(tally->segments, segments);
    assert_int_equal(CountWrongPlaces(tally), 0);
    assert_int_equal(tally->wrongSegments, 0);
    for (int k = CD_OUTSIDE; k <= CD_ON_FACE; k++)
        assert_true(tally->places[k] > points / 100); // each answer occurs
}

// 22,000 points and 2,200 segments against 63 solids. Red: any error beyond the tolerance. Points exactly on
// the surface must be found there, except for a few whose cell was decided by a plane without features.
static void testAgainstOracle(void **state) {
    (void)state;
    SolidSoak soak = {.seed = 1, .count = 63, .pointsEach = 350, .segmentsEach = 35, .log = stderr};
    SolidTally tally = RunSolidSoak(&soak);
    assertTally(&tally, 63 * 350, 63 * 35);
    assert_true(tally.onMissed * 1000 <= tally.onSurface);
}

// The same with an index of face planes only: another tree, the same answers.
static void testFacePlanesAgainstOracle(void **state) {
    (void)state;
    SolidSoak soak = {.seed = 4,
                      .count = 2 * SOLID_KIND_COUNT,
                      .pointsEach = 300,
                      .segmentsEach = 30,
                      .facePlanesOnly = true,
                      .log = stderr};
    SolidTally tally = RunSolidSoak(&soak);
    assertTally(&tally, 2 * SOLID_KIND_COUNT * 300, 2 * SOLID_KIND_COUNT * 30);
}

// Two faces of a plate lie in planes at a fraction of the tolerance, far from each other. Red: features of
// the first plane are not found on the second, so that the second face has no border there and is hit
// anywhere.
static void testNearlyCoincidentPlanes(void **state) {
    (void)state;
    SoakSolid made;
    assert_true(MakeSoakSolid(7, 5857, false, &made));
    cdVec3 p = {-416838.68394653912, -942472.5899461658, 1187351.0894303722};
    cdVec3 q = {-417144.25621090271, -942491.45825760101, 1187318.4738432639};
    Pieces pieces;
    classify(made.mesh, p, q, &pieces);
    SegmentJudgement judged = JudgeSegment(&made.given, p, q, &pieces.list);
    if (judged.fault != NULL) fail_msg("%s at %.17g", judged.fault, judged.at);
    FreeSoakSolid(&made);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testPointsOnPlanesOfTheIndex),
        cmocka_unit_test(testNearlyCoincidentPlanes),
        cmocka_unit_test(testPointsOfAnL),
        cmocka_unit_test(testFigure3),
        cmocka_unit_test(testSegmentsOfAnL),
        cmocka_unit_test(testBothWays),
        cmocka_unit_test(testNotFinite),
        cmocka_unit_test(testTooLittleRoom),
        cmocka_unit_test(testJudgeHasTeeth),
        cmocka_unit_test(testOnceWrong),
        cmocka_unit_test(testAgainstOracle),
        cmocka_unit_test(testFacePlanesAgainstOracle),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
