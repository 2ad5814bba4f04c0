// Mesh creation: counts in closed form, defects against a brute-force count, owners, ids, rejected input,
// lack of memory.
#include "collision/mesh.h"
#include "mesh/mesh_data.h"
#include "random.h"
#include "soup.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static cdMesh *createChecked(const cdMeshDef *def, cdMeshReport *report) {
    cdMesh *mesh = cdCreateMesh(def, report);
    assert_int_equal(report->error, CD_BUILD_OK);
    assert_non_null(mesh);
    return mesh;
}

static void destroyBoth(cdMesh *mesh, cdMeshReport *report) {
    cdDestroyMesh(mesh);
    cdDestroyMeshReport(report);
}

static const cdDefect *findDefect(const cdMeshReport *report, cdDefectKind kind) {
    for (int32_t i = 0; i < report->defectCount; i++) {
        if (report->defects[i].kind == kind) return &report->defects[i];
    }
    fail_msg("no %s", cdGetDefectName(kind));
    return NULL;
}

static bool areEqual(cdVec3 a, cdVec3 b) {
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

// --- closed forms
// -----------------------------------------------------------------------------------------------

// A box of 2 x 4 x 6: 8 vertices, 18 edges, 12 triangles, area 88, volume 48. Red: a lost or doubled edge, an
// area or volume off by a factor, a false defect.
static void testBox(void **state) {
    (void)state;
    Soup soup = {0};
    addBox(&soup, (cdVec3){5, 6, 7});
    cdMeshDef def = makeDef(&soup);
    cdMeshReport report;
    cdMesh *mesh = createChecked(&def, &report);
    cdMeshInfo info = cdGetMeshInfo(mesh);
    assert_int_equal(report.defectCount, 0);
    assert_null(report.defects);
    assert_int_equal(info.pointCount, 8);
    assert_int_equal(info.triangleInputCount, 12);
    assert_int_equal(info.vertexCount, 8);
    assert_int_equal(info.edgeCount, 18);
    assert_int_equal(info.triangleCount, 12);
    assert_int_equal(info.componentCount, 1);
    assert_true(info.closed && info.manifold && info.oriented);
    assert_true(fabs(info.area - 88.0) < 1e-12 && fabs(info.volume - 48.0) < 1e-12);
    assert_true(cdLength(cdSub(info.center, (cdVec3){5, 6, 7})) == 0.0);
    assert_true(cdLength(cdSub(info.bounds.lower, (cdVec3){4, 4, 4})) == 0.0);
    assert_true(cdLength(cdSub(info.bounds.upper, (cdVec3){6, 8, 10})) == 0.0);
    assert_true(info.radius >= sqrt(14.0) && info.radius < sqrt(14.0) * (1.0 + 1e-14));
    int32_t count = info.vertexCount;
    const cdVec3 *vertices = info.vertices;
    assert_int_equal(count, 8);
    assert_true(cdLength(cdSub(vertices[7], (cdVec3){1, 2, 3})) == 0.0);
    for (int32_t t = 0; t < mesh->triangleCount; t++) { // outward, along an axis
        cdVec3 normal = cdGetTriangleNormal(mesh, t), corner = vertices[mesh->triangles[3 * t]];
        assert_true(cdLength(normal) == 1.0 && cdMaxAbs(normal) == 1.0);
        assert_true(cdDot(normal, corner) > 0.0);
    }
    destroyBoth(mesh, &report);
}

// The same box with three points of its own for each triangle, one coordinate written as -0 there and 0 here:
// again 8 vertices and 28 merged points. Red: equal points not merged, the kept id not the first's.
static void testSoupWeldsToBox(void **state) {
    (void)state;
    Soup box = {0}, soup = {0};
    addBox(&box, (cdVec3){1, 2, 3});
    for (int32_t i = 0; i < 36; i++) {
        cdVec3 p = box.points[box.triangles[i]];
        addPoint(&soup, p.x, i % 2 == 0 && p.y == 0.0 ? -0.0 : p.y, p.z);
    }
    for (int32_t t = 0; t < 12; t++)
        addTriangle(&soup, 3 * t, 3 * t + 1, 3 * t + 2);
    cdMeshDef def = makeDef(&soup);
    cdMeshReport report;
    cdMesh *mesh = createChecked(&def, &report);
    cdMeshInfo info = cdGetMeshInfo(mesh);
    assert_int_equal(info.vertexCount, 8);
    assert_int_equal(info.edgeCount, 18);
    assert_true(info.closed && info.manifold && info.oriented);
    assert_int_equal(report.defectCount, 28);
    assert_int_equal(report.countOfKind[CD_DEFECT_WELDED_VERTEX], 28);
    for (int32_t i = 0; i < report.defectCount; i++) {
        const cdDefect *defect = &report.defects[i];
        int32_t kept = defect->vertexId[0], merged = defect->vertexId[1];
        assert_true(kept < merged);
        assert_true(cdLength(cdSub(soup.points[kept], soup.points[merged])) == 0.0);
    }
    destroyBoth(mesh, &report);
}

// A plate of 7 x 5 squares: V - E + T = 1, 24 open edges, no volume. Red: borders miscounted.
static void testOpenPlate(void **state) {
    (void)state;
    Soup soup = {0};
    addPlate(&soup, 7, 5);
    cdMeshDef def = makeDef(&soup);
    cdMeshReport report;
    cdMesh *mesh = createChecked(&def, &report);
    cdMeshInfo info = cdGetMeshInfo(mesh);
    assert_int_equal(info.vertexCount, 48);
    assert_int_equal(info.triangleCount, 70);
    assert_int_equal(info.vertexCount - info.edgeCount + info.triangleCount, 1);
    assert_int_equal(report.defectCount, 24);
    assert_int_equal(report.countOfKind[CD_DEFECT_OPEN_EDGE], 24);
    for (int32_t i = 0; i < report.defectCount; i++) { // every defect lies on the border
        cdVec3 p = report.defects[i].point;
        assert_true(p.x == 0.0 || p.x == 7.0 || p.y == 0.0 || p.y == 5.0);
    }
    assert_true(!info.closed && info.manifold && info.oriented);
    assert_true(info.area == 35.0 && info.volume == 0.0);
    destroyBoth(mesh, &report);
}

// Two tetrahedra that share a tip, two that share an edge, and a fin on an edge. Red: a pinched vertex or an
// edge of three or four triangles accepted as manifold, or reported elsewhere.
static void testNonManifoldDefects(void **state) {
    (void)state;
    Soup tips = {0};
    addPoint(&tips, 0, 0, 0);
    for (int side = -1; side <= 1; side += 2) {
        addPoint(&tips, 1, 0, side), addPoint(&tips, 0, 1, side), addPoint(&tips, -1, -1, side);
    }
    addTetrahedron(&tips, 3, 2, 1, 0);
    addTetrahedron(&tips, 4, 5, 6, 0);
    cdMeshDef def = makeDef(&tips);
    cdMeshReport report;
    cdMesh *mesh = createChecked(&def, &report);
    assert_int_equal(report.defectCount, 1);
    const cdDefect *defect = findDefect(&report, CD_DEFECT_NON_MANIFOLD_VERTEX);
    assert_int_equal(defect->vertexId[0], 0);
    assert_true(cdLength(defect->point) == 0.0);
    cdMeshInfo info = cdGetMeshInfo(mesh);
    assert_true(info.closed && !info.manifold && info.oriented);
    assert_int_equal(info.componentCount, 1);
    destroyBoth(mesh, &report);

    Soup fin = {0};
    addBox(&fin, (cdVec3){0, 0, 0});
    addPoint(&fin, -4, -2, -3);
    addTriangle(&fin, 0, 4, 8); // beside the edge from (-1, -2, -3) to (-1, -2, 3)
    def = makeDef(&fin);
    mesh = createChecked(&def, &report);
    defect = findDefect(&report, CD_DEFECT_NON_MANIFOLD_EDGE);
    assert_int_equal(report.countOfKind[CD_DEFECT_NON_MANIFOLD_EDGE], 1);
    assert_int_equal(report.countOfKind[CD_DEFECT_OPEN_EDGE], 2);
    assert_int_equal(report.countOfKind[CD_DEFECT_NON_MANIFOLD_VERTEX], 0);
    assert_int_equal(defect->vertexId[0] + defect->vertexId[1], 4);
    assert_true(cdLength(cdSub(defect->point, (cdVec3){-1, -2, 0})) == 0.0);
    destroyBoth(mesh, &report);
}

// A box with one reversed face: its two triangles disagree with their four neighbours and not with each
// other. Red: orientations not compared, or compared within the face.
static void testFlippedFace(void **state) {
    (void)state;
    Soup soup = {0};
    addBox(&soup, (cdVec3){0, 0, 0});
    for (int32_t t = 4; t < 6; t++) {
        int32_t *corners = soup.triangles + 3 * t, swap = corners[1];
        corners[1] = corners[2], corners[2] = swap;
    }
    cdMeshDef def = makeDef(&soup);
    cdMeshReport report;
    cdMesh *mesh = createChecked(&def, &report);
    assert_int_equal(report.defectCount, 4);
    assert_int_equal(report.countOfKind[CD_DEFECT_FLIPPED_EDGE], 4);
    cdMeshInfo info = cdGetMeshInfo(mesh);
    assert_true(info.closed && info.manifold && !info.oriented);
    destroyBoth(mesh, &report);
}

// A sphere whose poles are collapsed quadrilaterals, as many generators produce them: its triangles with two
// equal corners are kept and reported, but the mesh is closed, manifold and oriented. Red: they count on
// edges.
static void testCollapsedPoles(void **state) {
    (void)state;
    enum { COLUMNS = 12, ROWS = 6 };
    const double pi = 3.14159265358979323846;
    Soup soup = {0};
    for (int i = 0; i <= ROWS; i++) {
        for (int k = 0; k < COLUMNS; k++) {
            double across = i == 0 || i == ROWS ? 0.0 : sin(pi * i / ROWS), angle = 2.0 * pi * k / COLUMNS;
            addPoint(&soup, across * cos(angle), across * sin(angle), -cos(pi * i / ROWS));
        }
    }
    for (int i = 0; i < ROWS; i++) {
        for (int k = 0; k < COLUMNS; k++) {
            int next = (k + 1) % COLUMNS, row = i * COLUMNS;
            addQuad(&soup, row + k, row + next, row + COLUMNS + next, row + COLUMNS + k);
        }
    }
    cdMeshDef def = makeDef(&soup);
    cdMeshReport report;
    cdMesh *mesh = createChecked(&def, &report);
    cdMeshInfo info = cdGetMeshInfo(mesh);
    assert_int_equal(info.vertexCount, COLUMNS * (ROWS - 1) + 2);
    assert_true(info.closed && info.manifold && info.oriented);
    assert_true(info.volume > 3.0 && info.volume < 4.2);
    assert_int_equal(report.countOfKind[CD_DEFECT_DEGENERATE_TRIANGLE], 2 * COLUMNS);
    assert_int_equal(report.countOfKind[CD_DEFECT_WELDED_VERTEX], 2 * (COLUMNS - 1));
    assert_int_equal(report.defectCount, 4 * COLUMNS - 2);
    destroyBoth(mesh, &report);
}

// --- welding by distance
// ----------------------------------------------------------------------------------------

// A plate whose triangles have points of their own, each shifted by up to 0.4 of the weld distance, and a row
// of points at 0.9 of the distance. The plate closes; the row does not collapse. Red: a neighbouring cell not
// searched, a chain that pulls points farther than the distance.
static void testWeldDistance(void **state) {
    (void)state;
    const double distance = 1e-3;
    Random random = {7};
    Soup plate = {0}, soup = {0};
    addPlate(&plate, 6, 6);
    for (int32_t i = 0; i < 3 * plate.triangleCount; i++) {
        cdVec3 p = cdMulAdd(plate.points[plate.triangles[i]], 0.4 * distance, nextRandomDirection(&random));
        addPoint(&soup, p.x, p.y, p.z);
    }
    for (int32_t t = 0; t < plate.triangleCount; t++)
        addTriangle(&soup, 3 * t, 3 * t + 1, 3 * t + 2);
    int32_t rowStart = soup.pointCount;
    for (int32_t i = 0; i < 60; i++)
        addPoint(&soup, 10.0 + 0.9 * distance * i, 10, 0);
    for (int32_t i = 0; i < 60; i++)
        addTriangle(&soup, rowStart + i, 0, 1);
    cdMeshDef def = makeDef(&soup);
    def.weldDistance = distance;
    cdMeshReport report;
    cdMesh *mesh = createChecked(&def, &report);
    assert_int_equal(mesh->vertexCount, 49 + 30);
    for (int32_t i = 0; i < report.countOfKind[CD_DEFECT_WELDED_VERTEX]; i++) {
        const cdDefect *defect = &report.defects[i];
        assert_true(cdLength(cdSub(soup.points[defect->vertexId[0]], defect->point)) <= distance);
    }
    for (int32_t a = 0; a < mesh->vertexCount; a++) {
        for (int32_t b = 0; b < a; b++) {
            assert_true(cdLength(cdSub(mesh->vertices[a], mesh->vertices[b])) > distance);
        }
    }
    destroyBoth(mesh, &report);

    def.weldDistance = 1e-300; // far below the coordinates' last digit: as exact welding
    mesh = createChecked(&def, &report);
    assert_int_equal(report.countOfKind[CD_DEFECT_WELDED_VERTEX], 0);
    destroyBoth(mesh, &report);
    def.weldDistance = 1e6; // everything within reach of everything
    mesh = createChecked(&def, &report);
    assert_int_equal(mesh->vertexCount, 1);
    assert_int_equal(mesh->triangleCount, 1);
    destroyBoth(mesh, &report);
}

// --- positions and names
// -------------------------------------------------------------------------------------------

// The box moved by 1e4 along each axis: everything but the centre is the same to the bit. Red: a value
// computed before the vertices are moved to the centre.
static void testFarOffsetKeepsEveryDigit(void **state) {
    (void)state;
    Soup near = {0}, far = {0};
    addBox(&near, (cdVec3){0, 0, 0});
    addBox(&far, (cdVec3){1e4, -1e4, 1e4});
    cdMeshDef nearDef = makeDef(&near), farDef = makeDef(&far);
    cdMesh *a = cdCreateMesh(&nearDef, NULL), *b = cdCreateMesh(&farDef, NULL);
    assert_non_null(a);
    assert_non_null(b);
    assert_int_equal(a->byteCount, b->byteCount);
    assert_true(cdLength(cdSub(b->center, (cdVec3){1e4, -1e4, 1e4})) == 0.0);
    assert_true(a->radius == b->radius && a->info.area == b->info.area && a->info.volume == b->info.volume);
    assert_memory_equal(a->vertices, b->vertices, 8 * sizeof(cdVec3));
    cdDestroyMesh(a);
    cdDestroyMesh(b);
}

// Ids of a file with other numbers, some points unused. Red: a lost id, a defect that names an index instead
// of an id.
static void testIdsAreKept(void **state) {
    (void)state;
    Soup soup = {0};
    addPlate(&soup, 3, 2);
    int32_t pointIds[16], faceIds[16];
    for (int32_t i = 0; i < 16; i++)
        pointIds[i] = 1000 + 7 * i, faceIds[i] = 500 + i / 2;
    addPoint(&soup, 9, 9, 9);
    addPoint(&soup, 1, 1, 0); // point 5 again
    addTriangle(&soup, 13, 6, 10);
    cdMeshDef def = makeDef(&soup);
    def.pointIds = pointIds;
    def.faceIds = faceIds;
    cdMeshReport report;
    cdMesh *mesh = createChecked(&def, &report);
    const cdMeshInfo info = cdGetMeshInfo(mesh);
    int32_t vertexCount = info.vertexCount, triangleCount = info.triangleCount;
    const int32_t *vertexIds = info.vertexIds;
    const int32_t *triangleIds = info.faceIds;
    assert_int_equal(vertexCount, 12);
    for (int32_t v = 0; v < vertexCount; v++) {
        cdVec3 place = cdAdd(mesh->vertices[v], mesh->center);
        assert_true(areEqual(place, soup.points[(vertexIds[v] - 1000) / 7]));
    }
    for (int32_t t = 0; t < triangleCount; t++)
        assert_int_equal(triangleIds[t], 500 + t / 2);
    assert_int_equal(findDefect(&report, CD_DEFECT_UNUSED_POINT)->vertexId[0], 1000 + 7 * 12);
    const cdDefect *welded = findDefect(&report, CD_DEFECT_WELDED_VERTEX);
    assert_int_equal(welded->vertexId[0], 1000 + 7 * 5);
    assert_int_equal(welded->vertexId[1], 1000 + 7 * 13);
    assert_int_equal(findDefect(&report, CD_DEFECT_DUPLICATE_TRIANGLE)->faceId[0], 506);
    assert_true(findDefect(&report, CD_DEFECT_OPEN_EDGE)->vertexId[1] >= 1000);
    destroyBoth(mesh, &report);
}

// Every array lies inside the one block and starts on a cache line; nodes give their level, leaves their
// triangles. Red: an array's offset computed with another count than its size, levels counted from the wrong
// end.
static void testBlockAndNodes(void **state) {
    (void)state;
    Soup soup = {0};
    addPlate(&soup, 12, 9);
    cdMeshDef def = makeDef(&soup);
    def.leafRadius = 0.8;
    cdMesh *mesh = cdCreateMesh(&def, NULL);
    assert_non_null(mesh);
    const unsigned char *end = (const unsigned char *)(mesh + 1);
    const size_t triangleCount = (size_t)mesh->triangleCount, nodeCount = (size_t)mesh->tree.nodeCount;
    const struct {
        const void *array;
        size_t byteCount;
    } arrays[] = {{mesh->tree.twins, (nodeCount / 2 + 1) * sizeof(cdTwinVolumes)},
                  {mesh->tree.details, (nodeCount / 2 + 1) * sizeof(cdTwinDetails)},
                  {mesh->tree.links, nodeCount * sizeof(cdNodeLinks)},
                  {mesh->tree.entries, (size_t)mesh->tree.entryCount * sizeof(cdLeafEntry)},
                  {mesh->vertices, (size_t)mesh->vertexCount * sizeof(cdVec3)},
                  {mesh->triangles, 3 * triangleCount * sizeof(int32_t)},
                  {mesh->edges, 2 * (size_t)mesh->edgeCount * sizeof(int32_t)},
                  {mesh->triangleEdges, 3 * triangleCount * sizeof(int32_t)},
                  {mesh->ownedElements, triangleCount},
                  {mesh->faceIds, triangleCount * sizeof(int32_t)},
                  {mesh->vertexIds, (size_t)mesh->vertexCount * sizeof(int32_t)}};
    for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; i++) { // one after the other, none over another
        assert_int_equal((uintptr_t)arrays[i].array % 64, 0);
        assert_true((const unsigned char *)arrays[i].array >= end);
        end = (const unsigned char *)arrays[i].array + arrays[i].byteCount;
    }
    assert_true(end <= (const unsigned char *)mesh + mesh->byteCount);

    cdMeshInfo info = cdGetMeshInfo(mesh);
    assert_true(info.leafRadius == 0.8 &&
                info.byteCount == mesh->byteCount + cdGetConvexInfo(cdGetMeshInfo(mesh).hull).byteCount);
    assert_int_equal(cdGetSphereNode(mesh, 0).level, 0);
    bool seen[1000] = {false};
    int32_t deepest = 0, leaves = 0;
    for (int32_t node = 0; node < info.nodeCount; node++) {
        cdSphereNode sphere = cdGetSphereNode(mesh, node);
        deepest = sphere.level > deepest ? sphere.level : deepest;
        int32_t triangles[200], count = cdGetLeafTriangles(mesh, node, triangles, 200);
        if (sphere.firstChild >= 0) {
            assert_int_equal(count, 0);
            assert_int_equal(cdGetSphereNode(mesh, sphere.firstChild).level, sphere.level + 1);
            assert_int_equal(cdGetSphereNode(mesh, sphere.firstChild + 1).level, sphere.level + 1);
            continue;
        }
        leaves++;
        assert_true(count > 0 && count <= 200 && sphere.radius <= 0.8);
        for (int32_t i = 0; i < count; i++)
            seen[triangles[i]] = true;
        assert_int_equal(cdGetLeafTriangles(mesh, node, NULL, 0), count);
    }
    assert_int_equal(leaves, info.leafCount);
    assert_true(deepest == info.treeDepth || deepest + 1 == info.treeDepth);
    for (int32_t t = 0; t < info.triangleCount; t++)
        assert_true(seen[t]);
    cdDestroyMesh(mesh);
}

// --- rejected input
// ---------------------------------------------------------------------------------------------------

static void expectRefusal(const cdMeshDef *def, cdBuildError error, int32_t point, int32_t triangle) {
    cdMeshReport report;
    assert_null(cdCreateMesh(def, &report));
    assert_int_equal(report.error, error);
    assert_int_equal(report.errorPoint, point);
    assert_int_equal(report.errorTriangle, triangle);
    assert_int_equal(report.defectCount, 0);
    cdDestroyMeshReport(&report);
    assert_null(cdCreateMesh(def, NULL));
}

// Invalid data: no triangles, a NaN, an infinity, a number whose square overflows, an index below and one
// beyond. Red: one accepted (later code would read outside its arrays) or reported elsewhere.
static void testBadDataIsRefused(void **state) {
    (void)state;
    Soup soup = {0};
    addBox(&soup, (cdVec3){0, 0, 0});
    cdMeshDef def = makeDef(&soup);
    def.triangleCount = 0;
    expectRefusal(&def, CD_BUILD_NO_TRIANGLES, -1, -1);
    def.triangleCount = -5;
    expectRefusal(&def, CD_BUILD_NO_TRIANGLES, -1, -1);
    def = makeDef(&soup);
    def.triangleCount = (1 << 29) + 1;
    expectRefusal(&def, CD_BUILD_TOO_LARGE, -1, -1);
    def = makeDef(&soup);
    def.pointCount = 0;
    expectRefusal(&def, CD_BUILD_BAD_INDEX, -1, 0);
    def = makeDef(&soup);

    soup.points[3].y = NAN;
    expectRefusal(&def, CD_BUILD_NOT_FINITE, 3, -1);
    soup.points[3].y = -INFINITY;
    expectRefusal(&def, CD_BUILD_NOT_FINITE, 3, -1);
    soup.points[3].y = 1e101;
    expectRefusal(&def, CD_BUILD_TOO_LARGE, 3, -1);
    soup.points[3].y = 2.0;
    soup.triangles[3 * 7 + 2] = -1;
    expectRefusal(&def, CD_BUILD_BAD_INDEX, -1, 7);
    soup.triangles[3 * 7 + 2] = 8;
    expectRefusal(&def, CD_BUILD_BAD_INDEX, -1, 7);
}

typedef struct Budget {
    int allowed, requested, live, asserts;
} Budget;

static void *allocateWithinBudget(size_t byteCount, void *context) {
    Budget *budget = context;
    if (budget->requested++ >= budget->allowed) return NULL;
    budget->live++;
    return malloc(byteCount);
}

static void releaseToBudget(void *memory, void *context) {
    Budget *budget = context;
    budget->live--;
    free(memory);
}

static void countAssert(const char *condition, const char *file, int line, void *context) {
    Budget *budget = context;
    (void)condition, (void)file, (void)line;
    budget->asserts++;
}

// A mesh with defects, built with memory that runs out at the first, second, ... allocation until it
// suffices. Red: an unchecked allocation (a crash), a leak, half a mesh or a report left behind.
static void testEveryAllocationMayFail(void **state) {
    (void)state;
    Soup soup = {0};
    addPlate(&soup, 8, 8);
    addPoint(&soup, 3, 3, 3);
    cdMeshDef def = makeDef(&soup);
    cdMesh *mesh = NULL;
    int refusals = 0;
    while (mesh == NULL) {
        Budget budget = {.allowed = refusals};
        cdSetHooks(&(cdHooks){countAssert, allocateWithinBudget, releaseToBudget, &budget});
        cdMeshReport report;
        mesh = cdCreateMesh(&def, &report);
        if (mesh == NULL) {
            assert_int_equal(report.error, CD_BUILD_OUT_OF_MEMORY);
            assert_true(report.byteCount > 0);
            assert_null(report.defects);
            assert_int_equal(budget.live, 0);
            refusals++;
        }
        assert_int_equal(budget.asserts, 0);
        cdDestroyMeshReport(&report);
        if (mesh != NULL) {
            assert_int_equal(budget.live, 2); // the mesh is one block, its hull another
            cdDestroyMesh(mesh);
            assert_int_equal(budget.live, 0);
        }
        cdSetHooks(NULL);
        assert_true(refusals < 1000);
    }
    assert_true(refusals > 20);
}

// Invalid calls: no definition, missing arrays, a negative radius, no mesh. Red: not reported to the hook, or
// a crash when the hook returns.
static void testWrongCallsAreReported(void **state) {
    (void)state;
    Soup soup = {0};
    addBox(&soup, (cdVec3){0, 0, 0});
    Budget budget = {.allowed = 1000000};
    cdSetHooks(&(cdHooks){.assertFailed = countAssert, .context = &budget});
    assert_null(cdCreateMesh(NULL, NULL));
    cdMeshDef def = makeDef(&soup);
    def.points = NULL;
    assert_null(cdCreateMesh(&def, NULL));
    def = makeDef(&soup);
    def.leafRadius = -1.0;
    assert_null(cdCreateMesh(&def, NULL));
    def.leafRadius = 0.0;
    def.weldDistance = NAN;
    assert_null(cdCreateMesh(&def, NULL));
    assert_int_equal(budget.asserts, 4);
    const cdMeshInfo info = cdGetMeshInfo(NULL);
    assert_null(info.vertices);
    assert_int_equal(info.triangleCount, 0);
    assert_int_equal(budget.asserts, 5);
    cdDestroyMesh(NULL);
    cdDestroyMeshReport(NULL);
    cdSetHooks(NULL);
}

// Every kind and error has its own name. Red: an enumerator added without one.
static void testNames(void **state) {
    (void)state;
    for (int i = 0; i < CD_DEFECT_KIND_COUNT; i++) {
        assert_true(strlen(cdGetDefectName((cdDefectKind)i)) > 3);
        for (int k = 0; k < i; k++) {
            assert_string_not_equal(cdGetDefectName((cdDefectKind)i), cdGetDefectName((cdDefectKind)k));
        }
    }
    for (int i = 0; i < CD_BUILD_ERROR_COUNT; i++)
        assert_true(strlen(cdGetBuildErrorName((cdBuildError)i)) > 3);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testBox),
        cmocka_unit_test(testSoupWeldsToBox),
        cmocka_unit_test(testOpenPlate),
        cmocka_unit_test(testNonManifoldDefects),
        cmocka_unit_test(testFlippedFace),
        cmocka_unit_test(testCollapsedPoles),
        cmocka_unit_test(testWeldDistance),
        cmocka_unit_test(testFarOffsetKeepsEveryDigit),
        cmocka_unit_test(testIdsAreKept),
        cmocka_unit_test(testBlockAndNodes),
        cmocka_unit_test(testBadDataIsRefused),
        cmocka_unit_test(testEveryAllocationMayFail),
        cmocka_unit_test(testWrongCallsAreReported),
        cmocka_unit_test(testNames),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
