// Solids of several shells, located refusals, crossings, degenerate triangles, ids, near features, lack of
// memory.
#include "brep_fixture.h"
#include "memory_fixture.h"

// --- shells
// -----------------------------------------------------------------------------------------------------

// A cube of 4 with a cavity of 2, and with a cube of 1 within the cavity: three shells, 64 - 8 + 1. Red: a
// cavity reported inside out, or the content of a cavity taken for another one.
static void testCavities(void **state) {
    (void)state;
    clearSurface();
    addCube((cdVec3){0, 0, 0}, 4, false);
    addCube((cdVec3){1, 1, 1}, 2, true);
    Made made = makeSolid();
    checkSolid(&made, 0);
    assertCounts(made.mesh, 16, 24, 12, 12, 2);
    assertNear(cdGetSolidInfo(made.mesh).mass.volume, 56.0, 1e-12);
    destroy(&made);
    addCube((cdVec3){1.5, 1.5, 1.5}, 1, false);
    addCube((cdVec3){6, 0, 0}, 1, false);
    made = makeSolid();
    checkSolid(&made, 0);
    assertCounts(made.mesh, 32, 48, 24, 24, 4);
    assertNear(cdGetSolidInfo(made.mesh).mass.volume, 58.0, 1e-12);
    destroy(&made);
}

static void assertRefused(const Made *made, cdBuildError error, cdDefectKind kind, int32_t count) {
    const cdSolidReport *report = &made->report.solid;
    assert_false(isSolid(made));
    assert_int_equal(report->error, error);
    assert_int_equal(report->countOfKind[kind], count);
    assert_int_equal(report->defectCount, count < 1000 ? count : 1000);
    for (int32_t i = 0; i < report->defectCount; i++)
        assert_int_equal(report->defects[i].kind, kind);
}

static void assertPlace(const cdDefect *flaw, cdVec3 place) {
    if (cdLength(cdSub(flaw->point, place)) > 1e-12)
        fail_msg("(%g, %g, %g)", flaw->point.x, flaw->point.y, flaw->point.z);
}

// Shells that face the wrong way, one beside correct ones: identified by their centroid and lowest face.
static void testInsideOut(void **state) {
    (void)state;
    clearSurface();
    addCube((cdVec3){1, 2, 3}, 2, true);
    Made made = makeSolid();
    assertRefused(&made, CD_BUILD_INSIDE_OUT, CD_DEFECT_INSIDE_OUT, 1);
    assertPlace(&made.report.solid.defects[0], (cdVec3){2, 3, 4});
    destroy(&made);

    clearSurface(); // beside, and a solid cube in the solid, which would count twice
    addCube((cdVec3){0, 0, 0}, 4, false);
    int32_t firstBeside = surface.triangleCount;
    addCube((cdVec3){5, 1, 1}, 2, true);
    int32_t firstWithin = surface.triangleCount;
    addCube((cdVec3){1, 1, 1}, 2, false);
    made = makeSolid();
    assertRefused(&made, CD_BUILD_INSIDE_OUT, CD_DEFECT_INSIDE_OUT, 2);
    assertPlace(&made.report.solid.defects[0], (cdVec3){6, 2, 2});
    assertPlace(&made.report.solid.defects[1], (cdVec3){2, 2, 2});
    assert_int_equal(made.report.solid.defects[0].faceId[0], firstBeside);
    assert_int_equal(made.report.solid.defects[1].faceId[0], firstWithin);
    destroy(&made);
}

// Two triangle pairs over one square, split along different diagonals: closed, without volume. And a plate
// thinner than the given tolerance.
static void testFlat(void **state) {
    (void)state;
    clearSurface();
    for (int i = 0; i < 4; i++)
        addPoint((cdVec3){i & 1, i >> 1, 0.25 * i});
    surface.points[1].z = surface.points[2].z = surface.points[3].z = 0.0;
    addTriangle(0, 1, 3), addTriangle(0, 3, 2), addTriangle(1, 0, 2), addTriangle(1, 2, 3);
    Made made = makeSolid();
    assert_int_equal(made.report.solid.error, CD_BUILD_FLAT);
    destroy(&made);

    clearSurface();
    addCube((cdVec3){0, 0, 0}, 1, false);
    for (int32_t i = 0; i < surface.pointCount; i++)
        surface.points[i].z *= 1e-7;
    cdMeshDef def = getSurfaceDef();
    made = makeSolidOf(def);
    assertCounts(made.mesh, 8, 12, 6, 6, 1);
    destroy(&made);
    def.tolerance = 1e-6;
    made = makeSolidOf(def);
    assert_int_equal(made.report.solid.error, CD_BUILD_FLAT);
    destroy(&made);
}

// --- meshes that are no solids
// -------------------------------------------------------------------------------------------

// A cube without one triangle, with a reversed one, with a fin, two cubes that share an edge or a corner.
static void testNoManifold(void **state) {
    (void)state;
    clearSurface();
    addCube((cdVec3){0, 0, 0}, 1, false);
    surface.triangleCount--; // of the square at z = 0, its last point is (1, 1, 0) or (0, 1, 0)
    Made made = makeSolid();
    assertRefused(&made, CD_BUILD_OPEN, CD_DEFECT_OPEN_EDGE, 3);
    for (int i = 0; i < 3; i++) {
        assert_true(made.report.solid.defects[i].point.z == 0.0);
        assert_int_equal(made.report.solid.defects[i].faceId[1], -1);
        assert_true(made.report.solid.defects[i].vertexId[0] >= 0 &&
                    made.report.solid.defects[i].vertexId[1] >= 0);
    }
    destroy(&made);

    surface.triangleCount++;
    int32_t *last = surface.triangles + 3 * (surface.triangleCount - 1), swap = last[1];
    last[1] = last[2], last[2] = swap;
    made = makeSolid();
    assertRefused(&made, CD_BUILD_FLIPPED, CD_DEFECT_FLIPPED_EDGE, 3);
    assert_int_equal(made.report.solid.defects[0].faceId[1], surface.triangleCount - 1);
    destroy(&made);

    clearSurface();
    addCube((cdVec3){0, 0, 0}, 1, false);
    addCube((cdVec3){1, 1, 0}, 1, false);
    made = makeSolid();
    assertRefused(&made, CD_BUILD_NON_MANIFOLD, CD_DEFECT_NON_MANIFOLD_EDGE, 1);
    assertPlace(&made.report.solid.defects[0], (cdVec3){1, 1, 0.5});
    destroy(&made);

    clearSurface();
    addCube((cdVec3){0, 0, 0}, 1, false);
    addCube((cdVec3){1, 1, 1}, 1, false);
    made = makeSolid();
    assertRefused(&made, CD_BUILD_NON_MANIFOLD, CD_DEFECT_NON_MANIFOLD_VERTEX, 1);
    assertPlace(&made.report.solid.defects[0], (cdVec3){1, 1, 1});
    const int32_t *faces = made.report.solid.defects[0].faceId; // one of each cube
    assert_true((faces[0] < 12) != (faces[1] < 12));
    destroy(&made);
}

// 4 x 30 x 30 squares of a missing side: 3,600 open edges counted, the first 1,000 listed.
static void testManyFlawsAreCounted(void **state) {
    (void)state;
    clearSurface();
    for (int i = 0; i < 900; i++)
        addGrid((cdVec3){2.0 * (i % 30), 2.0 * (i / 30), 0}, X, Y, 1, 0, 0);
    Made made = makeSolid();
    assertRefused(&made, CD_BUILD_OPEN, CD_DEFECT_OPEN_EDGE, 3600);
    destroy(&made);
}

static void assertCrossing(cdVec3 shift, bool crosses) {
    clearSurface();
    addCube((cdVec3){0, 0, 0}, 4, false);
    addCube(shift, 2, false);
    cdMeshDef def = getSurfaceDef();
    def.refuseIntersections = true;
    Made made = makeSolidOf(def);
    if (crosses) {
        assert_false(isSolid(&made));
        assert_int_equal(made.report.solid.error, CD_BUILD_CROSSES_ITSELF);
        assert_true(made.report.solid.defectCount > 0);
        for (int32_t i = 0; i < made.report.solid.defectCount; i++) {
            const cdDefect *flaw = &made.report.solid.defects[i];
            assert_int_equal(flaw->kind, CD_DEFECT_CROSSING_FACES);
            assert_true(flaw->faceId[0] < 192 && flaw->faceId[1] >= 192); // one of each cube
            assert_true(flaw->point.x >= 0.0 && flaw->point.x <= 4.0);
        }
    } else {
        assert_int_equal(made.report.solid.error, CD_BUILD_OK);
    }
    destroy(&made);
    def.refuseIntersections = false; // not requested
    made = makeSolidOf(def);
    assert_int_equal(made.report.solid.error, CD_BUILD_OK);
    destroy(&made);
}

// A cube that stands half in another one, on it, or separate. Red: missed pairs, or nearness counted.
static void testCrossingShells(void **state) {
    (void)state;
    assertCrossing((cdVec3){3, 1.25, 1.25}, true);
    assertCrossing((cdVec3){4, 1.25, 1.25}, true); // touching
    assertCrossing((cdVec3){4 + 1e-9, 1.25, 1.25}, false);
}

// A cube with a spike that is bent down through the side beside it: the triangles of the spike and those they
// cross share a corner. Red: neighbours skipped.
static void testNeighboursThatCross(void **state) {
    (void)state;
    clearSurface();
    const cdVec3 a = {0, 0, 0}, b = {4, 0, 0}, c = {0, 4, 0}, top = {1, 1, 3};
    addFreeTriangle(a, c, b), addFreeTriangle(b, c, top), addFreeTriangle(c, a, top);
    const cdVec3 in = {1.2, 1.2, 0.2},
                 out = {1.5, 1.0, -1.0}; // the side over ab, cut in three, pulled through
    addFreeTriangle(a, b, in), addFreeTriangle(b, out, in);
    addFreeTriangle(b, top, out), addFreeTriangle(top, a, out), addFreeTriangle(a, in, out);
    cdMeshDef def = getSurfaceDef();
    def.refuseIntersections = true;
    Made made = makeSolidOf(def);
    assert_int_equal(made.report.solid.error, CD_BUILD_CROSSES_ITSELF);
    bool throughBottom = false;
    for (int32_t i = 0; i < made.report.solid.defectCount; i++)
        throughBottom |= made.report.solid.defects[i].faceId[0] == 0;
    assert_true(throughBottom);
    destroy(&made);
}

// --- degenerate triangles, ids
// ----------------------------------------------------------------------------------

// A cube whose top has a point on the edge that the adjacent side lacks: a triangle without area closes the
// mesh. And a folded triangle. Again 8, 12, 6, also with the test for crossings.
static void testTrianglesWithoutArea(void **state) {
    (void)state;
    clearSurface();
    addCube((cdVec3){0, 0, 0}, 1, false);
    int32_t kept = 0, middle = addPoint((cdVec3){0.5, 0, 1});
    const cdVec3 corners[4] = {{0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}};
    for (int32_t t = 0; t < surface.triangleCount; t++) { // rebuilds the top
        const int32_t *c = surface.triangles + 3 * t;
        bool top = surface.points[c[0]].z + surface.points[c[1]].z + surface.points[c[2]].z == 3.0;
        if (!top) memmove(surface.triangles + 3 * kept++, c, 3 * sizeof *c);
    }
    surface.triangleCount = kept;
    int32_t p[4];
    for (int i = 0; i < 4; i++)
        p[i] = addPoint(corners[i]);
    addTriangle(p[0], middle, p[3]), addTriangle(middle, p[1], p[2]), addTriangle(middle, p[2], p[3]);
    addTriangle(p[0], p[1], middle); // without area
    addTriangle(p[2], p[3], p[3]);   // folded
    cdMeshDef def = getSurfaceDef();
    def.refuseIntersections = true;
    Made made = makeSolidOf(def);
    assert_int_equal(made.report.solid.error, CD_BUILD_OK);
    checkSolid(&made, 0);
    assertCounts(made.mesh, 8, 12, 6, 6, 1);
    destroy(&made);
}

// Ids of the file, in any order: a face has the lowest of its triangles, edges and vertices those of their
// points.
static void testIds(void **state) {
    (void)state;
    clearSurface();
    addCube((cdVec3){0, 0, 0}, 3, false);
    static int32_t faceIds[TRIANGLE_MAX], pointIds[POINT_MAX];
    for (int32_t t = 0; t < surface.triangleCount; t++)
        faceIds[t] = 1000 - t;
    for (int32_t i = 0; i < surface.pointCount; i++) {
        cdVec3 p = surface.points[i];
        pointIds[i] = (int32_t)(p.x + 10.0 * p.y + 100.0 * p.z);
    }
    cdMeshDef def = getSurfaceDef();
    def.faceIds = faceIds, def.pointIds = pointIds;
    Made made = makeSolidOf(def);
    checkSolid(&made, 0); // faces: the lowest
    for (int32_t v = 0; v < 8; v++) {
        cdSolidVertex vertex = cdGetSolidVertex(made.mesh, v);
        cdVec3 p = cdAdd(vertex.point, cdGetSolidInfo(made.mesh).center);
        assert_int_equal(vertex.id, (int32_t)(p.x + 10.0 * p.y + 100.0 * p.z));
    }
    for (int32_t e = 0; e < 12; e++) {
        cdSolidEdge edge = cdGetSolidEdge(made.mesh, e);
        for (int k = 0; k < 2; k++)
            assert_int_equal(edge.vertexId[k], cdGetSolidVertex(made.mesh, edge.vertices[k]).id);
    }
    destroy(&made);
}

// --- near features
// ----------------------------------------------------------------------------------------------

static Made makePlate(double thickness) {
    clearSurface();
    addCube((cdVec3){0, 0, 0}, 1, false);
    for (int32_t i = 0; i < surface.pointCount; i++)
        surface.points[i].z *= thickness;
    return makeSolid();
}

// Plates of 90 and 110 tolerances: four short edges, or nothing. A vertex over the middle of a face or an
// edge: a roof whose tip comes down to 1e-8 above the floor.
static void testNearFeatures(void **state) {
    (void)state;
    double tolerance = 1e-9 * sqrt(0.5);
    Made made = makePlate(90.0 * tolerance);
    assert_int_equal(made.report.solid.countOfKind[CD_DEFECT_NEAR_FEATURES], 4);
    for (int i = 0; i < 4; i++) {
        assertNear(made.report.solid.defects[i].distance, 90.0 * tolerance, 1e-15);
        assert_true(made.report.solid.defects[i].vertexId[0] >= 0 &&
                    made.report.solid.defects[i].vertexId[1] >= 0);
    }
    destroy(&made);
    made = makePlate(110.0 * tolerance);
    assert_int_equal(made.report.solid.defectCount, 0);
    destroy(&made);

    for (int i = 0; i < 2; i++) { // over the middle of the floor; over the edge at y = 0
        const cdVec3 tip = {0.5, i == 0 ? 0.5 : 0.0, 1e-8};
        clearSurface();
        addCube((cdVec3){0, 0, 0}, 1, false);
        int32_t kept = 0;
        for (int32_t t = 0; t < surface.triangleCount; t++) {
            const int32_t *c = surface.triangles + 3 * t;
            bool top = surface.points[c[0]].z + surface.points[c[1]].z + surface.points[c[2]].z == 3.0;
            bool front = surface.points[c[0]].y + surface.points[c[1]].y + surface.points[c[2]].y == 0.0;
            if (!top && !(i == 1 && front)) memmove(surface.triangles + 3 * kept++, c, 3 * sizeof *c);
        }
        surface.triangleCount = kept;
        const cdVec3 c[6] = {{0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}, {0, 0, 0}, {1, 0, 0}};
        for (int k = i; k < 4; k++)
            addFreeTriangle(c[k], c[(k + 1) % 4], tip);
        if (i == 1) {
            addFreeTriangle(c[0], c[4], tip), addFreeTriangle(c[4], c[5], tip),
                addFreeTriangle(c[5], c[1], tip);
        }
        made = makeSolid();
        assert_int_equal(made.report.solid.error, CD_BUILD_OK);
        assert_int_equal(made.report.solid.defectCount, 1);
        assertNear(made.report.solid.defects[0].distance, 1e-8, 1e-15);
        assertPlace(&made.report.solid.defects[0], tip);
        assert_int_equal(made.report.solid.defects[0].vertexId[1], -1);
        assert_true((made.report.solid.defects[0].faceId[1] >= 0) == (i == 1)); // an edge has two
        destroy(&made);
    }
}

// --- lack of memory
// ---------------------------------------------------------------------------------------------

// An allocator that fails at each call in turn: rejected with the reason, nothing kept, no list of flaws.
static void testNoMemory(void **state) {
    (void)state;
    clearSurface();
    addCube((cdVec3){0, 0, 0}, 2, false);
    for (int32_t i = 0; i < surface.pointCount; i++)
        surface.points[i].z *= 1e-8; // near features to list
    cdMeshDef def = getSurfaceDef();
    def.refuseIntersections = true;
    LimitedMemory memory = {.allowed = 1 << 30};
    useLimitedMemory(&memory);
    cdMesh *mesh = cdCreateMesh(&def, NULL);
    int64_t before = memory.live;
    bool made = false;
    for (int allowed = 0; !made; allowed++) {
        memory.allowed = allowed;
        cdMeshReport report = {.error = CD_BUILD_OK};
        made = cdBuildMeshParts(mesh, CD_PART_SOLID, &report);
        const cdSolidReport *solid = &report.solid;
        assert_int_equal(made, (cdGetMeshInfo(mesh).parts & CD_PART_SOLID) != 0);
        assert_int_equal(solid->error, made ? CD_BUILD_OK : CD_BUILD_OUT_OF_MEMORY);
        assert_int_equal(memory.live, before + (made ? 2 : 0)); // the solid, the list
        assert_true(made == (solid->defectCount > 0) && (made || solid->defects == NULL));
        cdDestroyMeshReport(&report);
        assert_int_equal(memory.live, before + made);
        assert_true(allowed < 1000);
    }
    cdDestroyMesh(mesh);
    assert_int_equal(memory.live, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testCavities),
        cmocka_unit_test(testInsideOut),
        cmocka_unit_test(testFlat),
        cmocka_unit_test(testNoManifold),
        cmocka_unit_test(testManyFlawsAreCounted),
        cmocka_unit_test(testCrossingShells),
        cmocka_unit_test(testNeighboursThatCross),
        cmocka_unit_test(testTrianglesWithoutArea),
        cmocka_unit_test(testIds),
        cmocka_unit_test(testNearFeatures),
        cmocka_unit_test_teardown(testNoMemory, restoreMemory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
