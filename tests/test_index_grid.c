// The grid and the blocks in front of the index: the same answers as from the root, for any point.
#include "collision/classify.h"
#include "random.h"
#include "shapes/shapes.h"
#include "solid/index/index_blocks.h"
#include "solid/index/index_grid.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { WAY_MAX = 256, POINT_COUNT = 60000 };

static cdMesh *createShape(const char *spec) {
    TriangleSoup soup = {0};
    char message[256];
    if (!MakeShape(spec, &soup, message, sizeof message)) fail_msg("%s", message);
    cdMeshDef def = cdDefaultMeshDef();
    def.points = soup.points;
    def.pointCount = soup.pointCount;
    def.triangles = soup.triangles;
    def.triangleCount = soup.triangleCount;
    def.parts = CD_PART_SOLID;
    cdMesh *mesh = cdCreateMesh(&def, NULL);
    assert_non_null(mesh);
    assert_int_equal(cdGetMeshInfo(mesh).parts, CD_PART_SOLID);
    DestroyTriangleSoup(&soup);
    return mesh;
}

static int32_t countSpaceNodes(const cdSolid *solid) {
    int32_t count = 0;
    while (count < solid->info.nodeCount && solid->nodes[count].dimension == 3)
        count++;
    return count;
}

static cdLocation findFromRoot(const cdMesh *mesh, cdVec3 point) {
    int32_t nodes[WAY_MAX];
    int8_t sides[WAY_MAX];
    int32_t count = cdListIndexPath(mesh->solid, point, nodes, sides, WAY_MAX);
    assert_in_range(count, 1, WAY_MAX);
    cdIndexNode last = cdGetIndexNode(mesh, nodes[count - 1]);
    int side = sides[count - 1];
    return cdGetLeafLocation(side > 0 ? last.above : side < 0 ? last.below : last.on);
}

// Anywhere, on the borders of cells and within rounding of them, on vertices and near them.
static cdVec3 pickPoint(const cdMesh *mesh, Random *random) {
    const cdSolid *solid = mesh->solid;
    cdSolidInfo info = cdGetSolidInfo(mesh);
    cdVec3 lower = info.bounds.lower, upper = info.bounds.upper;
    cdVec3 x = {nextRandomIn(random, lower.x, upper.x), nextRandomIn(random, lower.y, upper.y),
                nextRandomIn(random, lower.z, upper.z)};
    int kind = nextRandomInt(random, 0, 3);
    if (kind == 0) return x;
    if (kind == 1) {
        int32_t cell = nextRandomInt(random, 0, solid->grid.side << solid->grid.brickBits);
        x.x = info.center.x + solid->grid.lower.x + cell / solid->grid.scale.x;
        x.x += nextRandomIn(random, -2.0, 2.0) * info.tolerance * nextRandomInt(random, 0, 1);
        x.x = fmin(fmax(x.x, lower.x), upper.x);
        return x;
    }
    cdVec3 vertex = cdGetSolidVertex(mesh, nextRandomInt(random, 0, info.vertexCount - 1)).point;
    double off = kind == 2 ? 0.0 : nextRandomIn(random, 0.0, 5.0) * info.tolerance;
    x = cdMulAdd(cdAdd(vertex, info.center), off, nextRandomDirection(random));
    return (cdVec3){fmin(fmax(x.x, lower.x), upper.x), fmin(fmax(x.y, lower.y), upper.y),
                    fmin(fmax(x.z, lower.z), upper.z)};
}

// Red: a missing plane that crosses a cell, a cell beside the point's own, a leaf taken for the whole cell.
static void testSameAnswers(void **state) {
    (void)state;
    static const char *const shapes[] = {"torus-knot", "icosphere:level=4", "torus:segments=60"};
    for (int s = 0; s < 3; s++) {
        cdMesh *mesh = createShape(shapes[s]);
        const cdSolid *solid = mesh->solid;
        assert_true(solid->grid.side > 0);
        Random random = {(uint64_t)s + 1};
        for (int i = 0; i < POINT_COUNT; i++) {
            cdVec3 x = pickPoint(mesh, &random);
            cdLocation location = cdClassifyPoint(mesh, x, NULL), expected = findFromRoot(mesh, x);
            if (location.kind != expected.kind || location.index != expected.index)
                fail_msg("%s: (%.17g, %.17g, %.17g) is %s %d, from the root %s %d", shapes[s], x.x, x.y, x.z,
                         cdGetLocationName(location.kind), (int)location.index,
                         cdGetLocationName(expected.kind), (int)expected.index);
        }
        cdDestroyMesh(mesh);
    }
}

// Most cells of a large solid's extent have one leaf, or the grid is useless.
static void testMostCellsAreLeaves(void **state) {
    (void)state;
    cdMesh *mesh = createShape("torus-knot");
    const cdSolid *solid = mesh->solid;
    int32_t cellCount = solid->grid.side * solid->grid.side * solid->grid.side, leafCount = 0;
    for (int32_t i = 0; i < cellCount; i++)
        leafCount += solid->grid.cells[i] < 0;
    assert_true(leafCount > cellCount / 2);
    cdDestroyMesh(mesh);
}

// Bricks within bricks, which only solids of more than 131,072 faces have: those of a torus that claims so
// many. Red: the wrong bits of a cell's number in the second level, a brick filled from another cell's node.
static void testBricksWithinBricks(void **state) {
    (void)state;
    cdMesh *mesh = createShape("torus:segments=60");
    cdSolid forged = *mesh->solid;
    cdBlocks blocks;
    forged.info.faceCount = 200000;
    assert_true(cdMakeBlocks(&forged, countSpaceNodes(&forged), &blocks));
    assert_true(cdMakeGrid(&forged, blocks.blockOf, &forged.grid));
    assert_int_equal(forged.grid.brickBits, 2 * CD_BRICK_BITS);
    Random random = {5};
    for (int i = 0; i < POINT_COUNT; i++) {
        cdVec3 point = pickPoint(mesh, &random), x = cdSub(point, forged.info.center);
        cdLocation expected = findFromRoot(mesh, point);
        cdLocation location = cdGetLeafLocation(cdFindLeaf(&forged, cdGetGridEntry(&forged, x), x));
        assert_int_equal(location.kind, expected.kind);
        assert_int_equal(location.index, expected.index);
    }
    cdFreeGrid(&forged.grid);
    cdFreeBlocks(&blocks);
    cdDestroyMesh(mesh);
}

// Solids without a grid, and points at all distances from the planes of their nodes, also those at which
// single precision cannot decide. Red: a bound on its rounding that is too small, a tolerance missing from
// the bound, the child of the wrong side, a leaf taken for the wrong half of a block.
static void testBlocksDecideAsNodes(void **state) {
    (void)state;
    static const char *const shapes[] = {"box", "torus:segments=12", "icosphere:level=2", "torus-knot"};
    for (int s = 0; s < 4; s++) {
        cdMesh *mesh = createShape(shapes[s]);
        const cdSolid *solid = mesh->solid;
        const cdSolidInfo info = cdGetSolidInfo(mesh);
        Random random = {(uint64_t)s + 1};
        for (int i = 0; i < POINT_COUNT; i++) {
            cdVec3 x = {nextRandomIn(&random, info.bounds.lower.x, info.bounds.upper.x),
                        nextRandomIn(&random, info.bounds.lower.y, info.bounds.upper.y),
                        nextRandomIn(&random, info.bounds.lower.z, info.bounds.upper.z)};
            const cdIndexNode *node = &solid->nodes[nextRandomInt(&random, 0, countSpaceNodes(solid) - 1)];
            double height = cdGetHeight(node, cdSub(x, info.center));
            double wanted = pow(10.0, nextRandomIn(&random, -12.0, 0.0)) * nextRandomIn(&random, -1.0, 1.0);
            x = cdSub(cdMulAdd(x, wanted - height, node->normal), info.center);
            cdVec3 half = cdScale(0.5, cdSub(info.bounds.upper, info.bounds.lower));
            if (fabs(x.x) > half.x || fabs(x.y) > half.y || fabs(x.z) > half.z) continue;
            assert_int_equal(cdFindLeaf(solid, 0, x), cdFindLeafBelow(solid, 0, x));
        }
        cdDestroyMesh(mesh);
    }
}

// Single precision decides nearly all points, or the blocks are useless.
static void testBlocksAreMostlyCertain(void **state) {
    (void)state;
    cdMesh *mesh = createShape("icosphere:level=3");
    const cdSolid *solid = mesh->solid;
    Random random = {9};
    int32_t certain = 0, all = 0;
    for (int i = 0; i < 10000; i++) {
        cdVec3 x = {nextRandomIn(&random, -1.0, 1.0), nextRandomIn(&random, -1.0, 1.0),
                    nextRandomIn(&random, -1.0, 1.0)};
        for (int32_t block = 0; block >= 0; all++) {
            if (!cdCrossBlock(&solid->blocks[block], cdSpreadFloats3(x), cdSpreadFloat(solid->blockReach),
                              &block))
                break;
            certain++;
        }
    }
    assert_true(all - certain < all / 1000);
    cdDestroyMesh(mesh);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testSameAnswers), cmocka_unit_test(testMostCellsAreLeaves),
        cmocka_unit_test(testBricksWithinBricks), cmocka_unit_test(testBlocksDecideAsNodes),
        cmocka_unit_test(testBlocksAreMostlyCertain)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
