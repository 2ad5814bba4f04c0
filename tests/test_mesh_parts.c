// Parts of a mesh: built on demand they equal those built at once, bit for bit; impossible parts; lack of
// memory.
#include "collision/regions.h"
#include "contact_fixture.h"
#include "memory_fixture.h"
#include "mesh/mesh_data.h"
#include "solid/features/features_data.h"
#include "solid/solid_data.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static const uint32_t ALL_PARTS = CD_PART_HULL | CD_PART_FEATURES | CD_PART_SOLID;

// A shape as a definition. The soup keeps the arrays.
static cdMeshDef makeDef(const char *spec, uint32_t parts, TriangleSoup *soup) {
    char message[256];
    if (!MakeShape(spec, soup, message, sizeof message)) fail_msg("%s", message);
    cdMeshDef def = MakeSoupMeshDef(soup);
    def.parts = parts;
    return def;
}

static cdMesh *makeWith(const char *spec, uint32_t parts) {
    TriangleSoup soup;
    cdMeshDef def = makeDef(spec, parts, &soup);
    cdMesh *mesh = cdCreateMesh(&def, NULL);
    assert_non_null(mesh);
    DestroyTriangleSoup(&soup);
    return mesh;
}

typedef struct Watched {
    int32_t calls, last; // the watch ends the building at call `last`; 0: never
    double progress;
} Watched;

static bool noteProgress(void *context, double progress) {
    Watched *watched = context;
    assert_true(progress >= watched->progress && progress <= 1.0);
    watched->progress = progress;
    return ++watched->calls == watched->last;
}

static uint32_t getParts(const cdMesh *mesh) {
    return cdGetMeshInfo(mesh).parts;
}

// --- The available parts

static void assertSameHull(const cdMesh *a, const cdMesh *b) {
    cdConvexInfo infoA = cdGetConvexInfo(cdGetMeshInfo(a).hull),
                 infoB = cdGetConvexInfo(cdGetMeshInfo(b).hull);
    assert_int_equal(infoA.vertexCount, infoB.vertexCount);
    assert_int_equal(infoA.triangleCount, infoB.triangleCount);
    assert_int_equal(infoA.byteCount, infoB.byteCount);
    assert_true(infoA.error == infoB.error && infoA.radius == infoB.radius);
    assert_memory_equal(infoA.vertices, infoB.vertices, (size_t)infoA.vertexCount * sizeof *infoA.vertices);
    assert_memory_equal(infoA.triangles, infoB.triangles,
                        3 * (size_t)infoA.triangleCount * sizeof *infoA.triangles);
}

static void assertSameBrep(const cdBrep *a, const cdBrep *b) {
    assert_int_equal(a->vertexCount, b->vertexCount);
    assert_int_equal(a->edgeCount, b->edgeCount);
    assert_int_equal(a->faceCount, b->faceCount);
    assert_int_equal(a->loopCount, b->loopCount);
    assert_int_equal(a->shellCount, b->shellCount);
    assert_memory_equal(a->points, b->points, (size_t)a->vertexCount * sizeof *a->points);
    assert_memory_equal(a->vertexIds, b->vertexIds, (size_t)a->vertexCount * sizeof *a->vertexIds);
    assert_memory_equal(a->halfEdges, b->halfEdges, 2 * (size_t)a->edgeCount * sizeof *a->halfEdges);
    assert_memory_equal(a->loops, b->loops, (size_t)a->loopCount * sizeof *a->loops);
    for (int32_t f = 0; f < a->faceCount; f++) {
        const cdBrepFace *p = &a->faces[f], *q = &b->faces[f];
        assert_memory_equal(&p->normal, &q->normal, sizeof p->normal);
        assert_true(p->offset == q->offset && p->area == q->area && p->radius == q->radius);
        assert_true(p->id == q->id && p->firstTriangle == q->firstTriangle);
    }
}

static void assertSameSurface(const cdMesh *a, const cdMesh *b) {
    const cdFeatures *p = a->features, *q = b->features;
    assertSameBrep(&p->brep, &q->brep);
    assert_int_equal(p->info.borderCount, q->info.borderCount);
    assert_int_equal(p->info.byteCount, q->info.byteCount);
    assert_true(p->info.tolerance == q->info.tolerance && p->info.area == q->info.area);
    assert_memory_equal(p->info.inertia, q->info.inertia, sizeof p->info.inertia);
    assert_memory_equal(p->vertexEntities, q->vertexEntities, (size_t)a->vertexCount * sizeof(cdEntity));
    assert_memory_equal(p->edgeEntities, q->edgeEntities, (size_t)a->edgeCount * sizeof(cdEntity));
}

static void assertSameSolid(const cdMesh *a, const cdMesh *b) {
    const cdSolid *p = a->solid, *q = b->solid;
    assertSameBrep(&p->brep, &q->brep);
    assert_int_equal(p->info.nodeCount, q->info.nodeCount);
    assert_int_equal(p->info.height, q->info.height);
    assert_int_equal(p->info.byteCount, q->info.byteCount);
    assert_true(p->info.tolerance == q->info.tolerance && p->info.mass.volume == q->info.mass.volume);
    for (int32_t i = 0; i < p->info.nodeCount; i++) {
        const cdIndexNode *x = &p->nodes[i], *y = &q->nodes[i];
        assert_true(x->offset == y->offset && cdLengthSq(cdSub(x->normal, y->normal)) == 0.0);
        assert_true(x->below == y->below && x->on == y->on && x->above == y->above);
    }
}

static void assertSame(const cdMesh *a, const cdMesh *b) {
    assert_int_equal(getParts(a), getParts(b));
    assert_int_equal(cdGetMeshInfo(a).byteCount, cdGetMeshInfo(b).byteCount);
    if (getParts(a) & CD_PART_HULL) assertSameHull(a, b);
    if (getParts(a) & CD_PART_FEATURES) assertSameSurface(a, b);
    if (getParts(a) & CD_PART_SOLID) assertSameSolid(a, b);
}

// --- On demand

static const char *const SHAPES[] = {"box", "gear:teeth=9", "l-shape", "torus:segments=20",
                                     "teapot:segments=3"};

enum { SHAPE_COUNT = sizeof SHAPES / sizeof *SHAPES };

// All at once, or one after the other in every order; with a tolerance and an index from the definition. Red:
// a definition that is lost after creation, a part that depends on earlier ones.
static void testOnDemandAsAtOnce(void **state) {
    (void)state;
    static const int orders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    for (int i = 0; i < 3 * SHAPE_COUNT; i++) {
        TriangleSoup soup;
        cdMeshDef def = makeDef(SHAPES[i / 3], ALL_PARTS, &soup);
        def.tolerance = i % 3 == 1 ? 1e-5 : 0.0;
        def.facePlanesOnly = i % 3 == 2;
        cdMesh *atOnce = cdCreateMesh(&def, NULL);
        bool closed = cdGetMeshInfo(atOnce).closed;
        assert_int_equal(getParts(atOnce), closed ? ALL_PARTS : CD_PART_HULL | CD_PART_FEATURES);
        if (i % 3 == 1) assert_true(cdGetFeaturesInfo(atOnce).tolerance == 1e-5);
        for (int k = 0; k < 6; k++) {
            def.parts = 0;
            cdMesh *later = cdCreateMesh(&def, NULL);
            assert_int_equal(getParts(later), 0);
            assert_null(cdGetMeshInfo(later).hull);
            for (int step = 0; step < 3; step++) {
                uint32_t part = 1u << orders[k][step];
                size_t before = cdGetMeshInfo(later).byteCount;
                bool possible = closed || part != CD_PART_SOLID;
                assert_int_equal(cdBuildMeshParts(later, part, NULL), possible);
                assert_int_equal(cdGetMeshInfo(later).byteCount > before, possible);
            }
            assertSame(later, atOnce);
            cdDestroyMesh(later);
        }
        cdDestroyMesh(atOnce);
        DestroyTriangleSoup(&soup);
    }
}

// An existing part is not rebuilt. Red: pointers into a part that are invalid after a second call.
static void testBuiltOnce(void **state) {
    (void)state;
    cdMesh *mesh = makeWith("box", CD_PART_FEATURES);
    const cdFeatures *surface = mesh->features;
    assert_true(cdBuildMeshParts(mesh, 0, NULL));
    assert_true(cdBuildMeshParts(mesh, ALL_PARTS, NULL));
    const cdSolid *solid = mesh->solid;
    assert_true(cdBuildMeshParts(mesh, ALL_PARTS, NULL));
    assert_true(mesh->features == surface && mesh->solid == solid);
    cdDestroyMesh(mesh);
}

// The same contact regions and the same first contact with parts built either way, and without a hull. Red: a
// query that reads a missing hull, or answers differently without it.
static void testQueries(void **state) {
    (void)state;
    cdMesh *atOnce = makeWith("gear:teeth=9", ALL_PARTS), *later = makeWith("gear:teeth=9", 0);
    assert_true(cdBuildMeshParts(later, CD_PART_SOLID | CD_PART_FEATURES, NULL));
    assert_int_equal(getParts(later), CD_PART_SOLID | CD_PART_FEATURES);
    cdWorkspace *workspace = cdCreateWorkspace();
    static cdContactRegion regions[2][512];
    static cdVec3 points[2][8192];
    cdBox3 bounds = cdGetMeshInfo(atOnce).bounds;
    for (int far = 0; far < 2; far++) {
        cdPose above = poseAt(far ? 9.0 : 0.1, bounds.upper.y - bounds.lower.y + 1e-6, 0.0);
        cdContactRegions found[2];
        cdFirstContact contact[2];
        cdOverlap overlap[2];
        for (int i = 0; i < 2; i++) {
            const cdMesh *mesh = i == 0 ? atOnce : later;
            cdPairCache cache = {0};
            cdRegionsInput input = {.meshA = mesh,
                                    .meshB = mesh,
                                    .poseA = above,
                                    .poseB = cdIdentityPose(),
                                    .regions = regions[i],
                                    .points = points[i],
                                    .regionCapacity = 512,
                                    .pointCapacity = 8192};
            found[i] = cdFindContactRegions(&input, &cache, workspace, NULL);
            cdFirstContactInput step = makeStep(mesh, poseAt(above.p.x, 5.0, 0.0),
                                                poseAt(above.p.x, 0.0, 0.0), mesh, cdIdentityPose());
            contact[i] = cdFindFirstContact(&step, &cache, workspace, NULL);
            assert_int_equal(contact[i].proxy.tested && contact[i].proxy.separated, far && i == 0);
            cdOverlapInput still = {mesh, mesh, above, cdIdentityPose(), NULL, 0, {0}};
            overlap[i] = cdFindOverlap(&still, &cache, workspace, NULL);
        }
        assert_int_equal(found[0].state, far ? CD_FREE : CD_CONTACT);
        assert_int_equal(found[1].state, found[0].state);
        assert_int_equal(found[1].regionCount, found[0].regionCount);
        assert_memory_equal(points[0], points[1], (size_t)found[0].pointCount * sizeof(cdVec3));
        assert_int_equal(contact[1].state, contact[0].state);
        assert_int_equal(contact[0].state, far ? CD_FREE : CD_CONTACT);
        assert_true(contact[0].t.lo == contact[1].t.lo && contact[0].resolvedTime == contact[1].resolvedTime);
        assert_int_equal(overlap[0].state, CD_FREE);
        assert_int_equal(overlap[1].state, CD_FREE);
    }
    cdDestroyWorkspace(workspace);
    cdDestroyMesh(atOnce);
    cdDestroyMesh(later);
}

// --- Impossible parts

// An open mesh has every part but its B-rep index, and the report gives the reason, at creation and later.
// Red: a mesh rejected because it is no solid, features left out because the solid failed.
static void testNoSolid(void **state) {
    (void)state;
    TriangleSoup soup;
    cdMeshDef def = makeDef("floor", ALL_PARTS, &soup);
    cdMeshReport report;
    cdMesh *mesh = cdCreateMesh(&def, &report);
    assert_non_null(mesh);
    assert_int_equal(report.error, CD_BUILD_OK);
    assert_int_equal(report.solid.error, CD_BUILD_OPEN);
    int32_t openCount = report.solid.countOfKind[CD_DEFECT_OPEN_EDGE];
    assert_true(openCount > 0 && report.solid.defectCount > 0);
    assert_int_equal(report.countOfKind[CD_DEFECT_OPEN_EDGE], openCount);
    assert_int_equal(getParts(mesh), CD_PART_HULL | CD_PART_FEATURES);
    assert_false(cdBuildMeshParts(mesh, CD_PART_SOLID, &report)); // a second list replaces the first
    assert_int_equal(report.solid.error, CD_BUILD_OPEN);
    assert_int_equal(report.solid.countOfKind[CD_DEFECT_OPEN_EDGE], openCount);
    cdDestroyMeshReport(&report);
    assert_int_equal(report.solid.defectCount, 0);
    cdDestroyMesh(mesh);

    def.parts = 0;
    mesh = cdCreateMesh(&def, NULL);
    cdMeshReport later = {.error = CD_BUILD_OK};
    assert_false(cdBuildMeshParts(mesh, CD_PART_SOLID | CD_PART_FEATURES, &later));
    assert_int_equal(getParts(mesh), CD_PART_FEATURES);
    assert_int_equal(later.solid.error, CD_BUILD_OPEN);
    cdDestroyMeshReport(&later);
    cdDestroyMesh(mesh);
    DestroyTriangleSoup(&soup);
}

// A mesh with crossing triangles is a solid if crossings are not tested, also on demand.
static void testRefusesIntersections(void **state) {
    (void)state;
    TriangleSoup soup;
    cdMeshDef def = makeDef("box", 0, &soup);
    cdVec3 points[16];
    int32_t triangles[72];
    for (int i = 0; i < 16; i++)
        points[i] =
            cdAdd(soup.points[i % 8], cdMakeVec3(i < 8 ? 0.0 : 0.7, i < 8 ? 0.0 : 0.8, i < 8 ? 0.0 : 0.9));
    for (int i = 0; i < 72; i++)
        triangles[i] = soup.triangles[i % 36] + (i < 36 ? 0 : 8);
    assert_true(soup.pointCount == 8 && soup.triangleCount == 12);
    def.points = points, def.pointCount = 16, def.triangles = triangles, def.triangleCount = 24;
    def.faceIds = NULL, def.pointIds = NULL;
    for (int refuses = 0; refuses < 2; refuses++) {
        def.refuseIntersections = refuses == 1;
        cdMesh *mesh = cdCreateMesh(&def, NULL);
        cdMeshReport report = {.error = CD_BUILD_OK};
        assert_int_equal(cdBuildMeshParts(mesh, CD_PART_SOLID, &report), refuses == 0);
        assert_int_equal(report.solid.error, refuses ? CD_BUILD_CROSSES_ITSELF : CD_BUILD_OK);
        cdDestroyMeshReport(&report);
        cdDestroyMesh(mesh);
    }
    DestroyTriangleSoup(&soup);
}

static int assertCount;

static void countAssert(const char *condition, const char *file, int line, void *context) {
    (void)condition, (void)file, (void)line, (void)context;
    assertCount++;
}

// Missing parts: reported to the assertion hook, with zero results. Red: a NULL part that is read.
static void testMissingParts(void **state) {
    (void)state;
    cdMesh *mesh = makeWith("box", 0);
    assertCount = 0;
    cdSetHooks(&(cdHooks){.assertFailed = countAssert});
    assert_int_equal(cdGetFeaturesInfo(mesh).faceCount, 0);
    assert_int_equal(cdGetSolidInfo(mesh).faceCount, 0);
    assert_true(cdLengthSq(cdGetSolidVertex(mesh, 0).point) == 0.0);
    assert_false(cdGetSolidEdge(mesh, 0).convex);
    assert_int_equal(cdGetSolidFace(mesh, 0).loopCount, 0);
    cdSolidLoop loop = {.capacity = 0};
    cdGetSolidLoop(mesh, 0, 0, &loop);
    assert_int_equal(loop.count, 0);
    assert_int_equal(cdClassifyPoint(mesh, cdMakeVec3(0.0, 0.0, 0.0), NULL).kind, CD_LOCATION_UNDECIDED);
    assert_int_equal(cdGetFeatureAt(mesh, (cdLocation){CD_ON_FACE, 0}).kind, CD_NO_FEATURE);
    assert_false(cdBuildMeshParts(mesh, 1u << 5, NULL));
    assert_true(assertCount >= 8);
    cdSetHooks(NULL);
    assert_int_equal(getParts(mesh), 0);
    cdDestroyMesh(mesh);
}

// --- Without memory

// An allocator that fails at each call in turn: no mesh, with its reason, and nothing kept; later parts are
// complete or missing, and in the end equal those built at once. Red: a leak, half a part, a mesh without a
// requested part.
static void testNoMemory(void **state) {
    (void)state;
    TriangleSoup soup;
    cdMeshDef def = makeDef("l-shape", ALL_PARTS, &soup);
    LimitedMemory memory = {.allowed = 0};
    useLimitedMemory(&memory);
    cdMesh *atOnce = NULL, *later;
    int64_t locations = 0;
    for (; atOnce == NULL && locations < 2000; locations++) {
        memory.allowed = locations;
        cdMeshReport report;
        atOnce = cdCreateMesh(&def, &report);
        assert_int_equal(report.error, atOnce != NULL ? CD_BUILD_OK : CD_BUILD_OUT_OF_MEMORY);
        if (atOnce == NULL) assert_true(report.defects == NULL && report.solid.defects == NULL);
        cdDestroyMeshReport(&report);
        if (atOnce == NULL) assert_int_equal(memory.live, 0);
    }
    assert_true(locations > 20 && locations < 2000);
    assert_int_equal(getParts(atOnce), ALL_PARTS);
    memory.allowed = 1 << 20;
    def.parts = 0;
    later = cdCreateMesh(&def, NULL);
    bool complete = false;
    int partly = 0;
    for (int64_t allowed = 0; !complete && allowed < 2000; allowed++) {
        memory.allowed = allowed;
        cdMeshReport report = {.error = CD_BUILD_OK};
        complete = cdBuildMeshParts(later, ALL_PARTS, &report);
        assert_int_equal(complete, getParts(later) == ALL_PARTS);
        partly += !complete && getParts(later) != 0;
        cdDestroyMeshReport(&report);
    }
    assert_true(complete && partly > 3);
    memory.allowed = 1 << 20;
    assertSame(later, atOnce);
    cdDestroyMesh(later);
    cdDestroyMesh(atOnce);
    assert_int_equal(memory.live, 0);
    DestroyTriangleSoup(&soup);
}

// A watched solid has the bits of another. One that is interrupted at its first, a middle or its last call is
// missing with its reason, and can be built later. Red: a watch that changes the index, progress that falls
// or stays low, a solid that comes although it was interrupted, memory that is lost (with the address
// sanitizer).
static void testWatchedSolid(void **state) {
    (void)state;
    Watched whole = {0};
    cdMesh *mesh = makeWith("icosphere:level=4", 0), *other = makeWith("icosphere:level=4", CD_PART_SOLID);
    assert_true(cdBuildWatchedMeshParts(mesh, CD_PART_SOLID, &(cdBuildWatch){noteProgress, &whole}, NULL));
    assert_true(whole.calls > 20 && whole.progress > 0.9);
    const cdSolid *a = mesh->solid, *b = other->solid;
    assert_int_equal(a->info.nodeCount, b->info.nodeCount);
    assert_memory_equal(a->nodes, b->nodes, (size_t)a->info.nodeCount * sizeof *a->nodes);
    cdDestroyMesh(mesh);
    const int32_t lasts[] = {1, 5, whole.calls / 2, whole.calls};
    for (int i = 0; i < 4; i++) {
        Watched watched = {.last = lasts[i]};
        cdMeshReport report = {0};
        mesh = makeWith("icosphere:level=4", CD_PART_HULL);
        assert_false(
            cdBuildWatchedMeshParts(mesh, CD_PART_SOLID, &(cdBuildWatch){noteProgress, &watched}, &report));
        assert_int_equal(report.solid.error, CD_BUILD_INTERRUPTED);
        assert_int_equal(report.solid.defectCount, 0);
        assert_int_equal(watched.calls, lasts[i]);
        assert_int_equal(getParts(mesh), CD_PART_HULL);
        assert_true(cdBuildWatchedMeshParts(mesh, CD_PART_SOLID, &(cdBuildWatch){0}, &report));
        assert_int_equal(report.solid.error, CD_BUILD_OK);
        assert_int_equal(mesh->solid->info.nodeCount, other->solid->info.nodeCount);
        cdDestroyMeshReport(&report);
        cdDestroyMesh(mesh);
    }
    cdDestroyMesh(other);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testOnDemandAsAtOnce),
        cmocka_unit_test(testBuiltOnce),
        cmocka_unit_test(testQueries),
        cmocka_unit_test(testNoSolid),
        cmocka_unit_test(testRefusesIntersections),
        cmocka_unit_test(testWatchedSolid),
        cmocka_unit_test_teardown(testMissingParts, restoreMemory),
        cmocka_unit_test_teardown(testNoMemory, restoreMemory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
