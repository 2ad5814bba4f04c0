// Data kept for later: features kept from pair to pair, and the cones of vertices from call to call, give
// what is computed without them.
#include "contact/normals/contact_cone.h"
#include "contact/overlay/kept_faces.h"
#include "random.h"
#include "touch_fixture.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static const char *const specs[] = {"gear:teeth=30", "bolt", "torus:segments=24", "ring:segments=60"};
enum { SPECS = 4 };

static cdPose touchSomewhere(Random *random, const Body *a, const Body *b) {
    return touchOn(pickTouchPlace(random, a->mesh->features, CD_ON_FACE),
                   pickTouchPlace(random, b->mesh->features, CD_ON_FACE), cdIdentityPose(), pickSpin(random),
                   0.0);
}

static Body bodies[SPECS];

static int makeBodies(void **state) {
    (void)state;
    for (int i = 0; i < SPECS; i++)
        bodies[i] = makeBody(specs[i]);
    return 0;
}

static int destroyBodies(void **state) {
    (void)state;
    for (int i = 0; i < SPECS; i++)
        destroyBody(&bodies[i]);
    return 0;
}

// --- Kept faces and edges

static void findBy(Query *query, cdKeptFaces *kept) {
    cdRegionWork work = openStep(query, 1 << 12);
    work.kept = kept;
    if (kept != NULL) cdOpenKeptFaces(kept);
    assert_true(cdFindNearPairs(&work));
    cdSortPairs(&work);
    for (int32_t i = 0; i < work.pairCount; i++)
        intersectEntities(&work, work.pairs[i]);
    assert_false(query->out.truncated);
}

static void checkSame(const Query *x, const Query *y) {
    assert_int_equal(x->out.regionCount, y->out.regionCount);
    assert_int_equal(x->out.pointCount, y->out.pointCount);
    assert_memory_equal(x->out.points, y->out.points, (size_t)y->out.pointCount * sizeof(cdVec3));
    for (int32_t i = 0; i < x->out.regionCount; i++) {
        assert_int_equal(x->out.regions[i].locationA.index, y->out.regions[i].locationA.index);
        assert_int_equal(x->out.regions[i].locationB.index, y->out.regions[i].locationB.index);
        assert_true(x->out.regions[i].measure == y->out.regions[i].measure);
    }
}

// Bodies with more faces than are kept, which touch with many. Red: the data of another face in its place, of
// the last edge or of the last face of A.
static void testKeptFaces(void **state) {
    (void)state;
    Random random = {21};
    int regions = 0;
    for (int i = 0; i < 80; i++) {
        static cdKeptFaces kept;
        const Body *a = &bodies[i % SPECS], *b = &bodies[i / SPECS % SPECS];
        Query with = openQuery(a, b, false), without = openQuery(a, b, false);
        with.input.tolerance = without.input.tolerance = 0.003;
        with.input.poseA = without.input.poseA = touchSomewhere(&random, a, b);
        findBy(&with, &kept);
        findBy(&without, NULL);
        checkSame(&with, &without);
        regions += with.out.regionCount;
        closeQuery(&with);
        closeQuery(&without);
    }
    print_message("%d regions\n", regions);
    assert_true(regions > 2000);
}

// --- Kept cones

static void checkCone(const cdRegionWork *work, cdWorkSide side, int32_t vertex) {
    static cdLocalCone kept, computed;
    cdLocation location = {CD_ON_VERTEX, vertex};
    cdFindConePieces(work, side, location, &kept);
    cdFindLocalCone(work, side, location, &computed);
    assert_int_equal(kept.rayCount, computed.rayCount);
    assert_int_equal(kept.pieceCount, computed.pieceCount);
    for (int32_t i = 0; i < kept.pieceCount; i++) {
        assert_int_equal(kept.pieces[i].firstRay, computed.pieces[i].firstRay);
        assert_int_equal(kept.pieces[i].rayCount, computed.pieces[i].rayCount);
    }
    assert_memory_equal(kept.rays, computed.rays, (size_t)kept.rayCount * sizeof *kept.rays);
    assert_true(kept.reach == computed.reach);
    assert_true(kept.closed == computed.closed && kept.convex == computed.convex);
    assert_true(kept.incomplete == computed.incomplete);
}

// Pairs of meshes take turns in one workspace, with vertices of the same numbers and each as several meshes,
// so that some share their places. Red: the cone of another vertex or of another mesh, or one of A kept at
// another pose.
static void testKeptCones(void **state) {
    (void)state;
    Random random = {22};
    cdWorkspace *shared = cdCreateWorkspace();
    for (int i = 0; i < 60; i++) {
        for (int k = 0; k < SPECS; k++)
            bodies[k].mesh->id = (uint64_t)(1000 + SPECS * (i % 16) + k);
        const Body *a = &bodies[nextRandomInt(&random, 0, SPECS - 1)];
        const Body *b = &bodies[nextRandomInt(&random, 0, SPECS - 1)];
        Query query = openQuery(a, b, false);
        query.input.poseA = touchSomewhere(&random, a, b);
        cdRegionWork work = openStep(&query, 16);
        work.workspace = shared;
        for (int k = 0; k < 100; k++) {
            int32_t vertex = nextRandomInt(&random, 0, 63);
            checkCone(&work, CD_SIDE_A, vertex % work.a->info.vertexCount);
            checkCone(&work, CD_SIDE_B, vertex % work.b->info.vertexCount);
        }
        closeQuery(&query);
    }
    cdDestroyWorkspace(shared);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(testKeptFaces), cmocka_unit_test(testKeptCones)};
    return cmocka_run_group_tests(tests, makeBodies, destroyBodies);
}
