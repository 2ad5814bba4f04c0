// Triangles of small nodes: each transformed once, with boxes in floats that separate only what boxes in
// doubles do, at every size.
#include "contact/pairs/placed_leaves.h"
#include "contact_fixture.h"
#include "foundation/geometry/boxes.h"
#include "random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static int32_t pickSmallNode(Random *random, const cdMesh *mesh) {
    for (;;) {
        int32_t node = nextRandomInt(random, 0, mesh->tree.nodeCount - 1);
        if (mesh->tree.links[node].entryCount <= CD_LEAF_ENTRY_MAX) return node;
    }
}

static cdPlacedLeaves open(cdPlacement placement, double reach) {
    size_t byteCount = cdGetPlacedLeavesSize();
    cdMemory memory = {.next = malloc(byteCount), .left = byteCount};
    cdPlacedLeaves leaves = {.placement = placement, .reach = reach};
    assert_true(cdOpenPlacedLeaves(&leaves, &memory));
    return leaves;
}

// Returns the number of triangles in several pieces.
static int checkTriangles(const cdMesh *mesh, int32_t node, const cdPlacedLeaf *leaf) {
    const cdNodeLinks *links = &mesh->tree.links[node];
    int pieces = 0;
    for (int32_t i = 0; i < links->entryCount; i++) {
        int32_t found = 0, triangle = mesh->tree.entries[links->firstEntry + i].triangle;
        for (int32_t k = 0; k < leaf->count; k++)
            found += leaf->triangles[k].triangle == triangle;
        assert_int_equal(found, 1);
    }
    for (int32_t k = 0; k < leaf->count; k++)
        for (int32_t i = 0, uses = 0; i < links->entryCount; i++)
            pieces += mesh->tree.entries[links->firstEntry + i].triangle == leaf->triangles[k].triangle &&
                      ++uses == 2;
    return pieces;
}

typedef struct Counts {
    int near, apart, pieces;
} Counts;

static void checkBoxes(const cdPlacedLeaf *a, const cdPlacedLeaf *b, double reach, double size,
                       Counts *counts) {
    for (int32_t k = 0; k < b->count; k++) {
        uint32_t near = cdFindNearBoxes(a, b, k);
        assert_true(near >> a->count == 0);
        for (int32_t i = 0; i < a->count; i++) {
            bool seen = near >> i & 1;
            if (cdAreBoxesNear(&a->triangles[i].box, &b->triangles[k].box, reach)) assert_true(seen);
            if (size > 1e-36 && size < 1e36 &&
                !cdAreBoxesNear(&a->triangles[i].box, &b->triangles[k].box, reach + 1e-6 * size))
                assert_false(seen);
            counts->near += seen;
            counts->apart += !seen;
        }
    }
}

// Random nodes near each other, some of them repeatedly. Red: a missing reach, the second four boxes in the
// slots of the first, a triangle in two pieces transformed twice, a leaf taken for another in its slot.
static void testBoxes(void **state) {
    (void)state;
    Random random = {6};
    Counts counts = {0};
    for (int i = 0; i < 60; i++) {
        double scale = pow(10.0, nextRandomIn(&random, -60.0, 60.0));
        cdVec3 origin = {0.0, 0.0, 0.0};
        cdMesh *a = makeScaledShape(i % 2 ? "torus:segments=24" : "ring:segments=60", scale, origin);
        cdMesh *b = makeScaledShape("gear:teeth=30", scale, origin);
        double size = a->radius + b->radius, reach = size * pow(10.0, nextRandomIn(&random, -5.0, -1.0));
        cdMat3 rotation =
            cdMakeMat3FromQuat(cdMakeQuat(nextRandomDirection(&random), nextRandomIn(&random, 0.0, PI)));
        cdVec3 position = cdScale(nextRandomIn(&random, 0.0, 0.5) * size, nextRandomDirection(&random));
        cdPlacedLeaves placedA = open((cdPlacement){a, &rotation, position}, reach);
        cdPlacedLeaves placedB = open((cdPlacement){.mesh = b}, reach);
        for (int k = 0; k < 2000; k++) {
            int32_t nodeA = pickSmallNode(&random, a), nodeB = pickSmallNode(&random, b);
            const cdPlacedLeaf *leafA = cdGetPlacedLeaf(&placedA, nodeA, true);
            const cdPlacedLeaf *leafB = cdGetPlacedLeaf(&placedB, nodeB, false);
            counts.pieces += checkTriangles(a, nodeA, leafA) + checkTriangles(b, nodeB, leafB);
            checkBoxes(leafA, leafB, reach, size, &counts);
        }
        free(placedA.nodes);
        free(placedB.nodes);
        cdDestroyMesh(a);
        cdDestroyMesh(b);
    }
    assert_true(counts.near > 10000 && counts.apart > 100000 && counts.pieces > 1000);
}

// A repeated leaf has the width of its triangles. Red: a width along the longest edge.
static void testWidth(void **state) {
    (void)state;
    Random random = {7};
    cdMesh *mesh = makeShape("bolt");
    cdPlacedLeaves leaves = open((cdPlacement){.mesh = mesh}, 0.01);
    int beside = 0, single = 0;
    for (int i = 0; i < 2000; i++) {
        int32_t node = pickSmallNode(&random, mesh);
        assert_true(i > 0 || !cdGetPlacedLeaf(&leaves, node, true)->hasWidth);
        cdGetPlacedLeaf(&leaves, node, true);
        const cdPlacedLeaf *leaf = cdGetPlacedLeaf(&leaves, node, true);
        assert_true(leaf->hasWidth && fabs(cdLength(leaf->across) - 1.0) < 1e-12);
        for (int32_t k = 0; k < leaf->count; k++)
            assert_false(cdIsBesideLeaf(leaf, &leaf->triangles[k], 0.0));
        // The height over the longest side of a triangle is at most that of an equilateral one.
        double longest = 0.0;
        for (int k = 0; k < 3; k++)
            longest = cdMax(longest, cdLength(cdSub(leaf->triangles[0].corners[k],
                                                    leaf->triangles[0].corners[(k + 1) % 3])));
        if (leaf->count == 1) assert_true(leaf->acrossUpper - leaf->acrossLower < 0.87 * longest);
        single += leaf->count == 1;
        cdWorkTriangle moved = leaf->triangles[0];
        double by = nextRandomIn(&random, -1.0, 1.0), width = leaf->acrossUpper - leaf->acrossLower;
        for (int k = 0; k < 3; k++)
            moved.corners[k] = cdMulAdd(moved.corners[k], by, leaf->across);
        bool isBeside = cdIsBesideLeaf(leaf, &moved, 0.01);
        if (fabs(by) > 2.0 * width + 0.01) assert_true(isBeside);
        if (fabs(by) < 0.01) assert_false(isBeside);
        beside += isBeside;
    }
    assert_true(beside > 500 && single > 100);
    free(leaves.nodes);
    cdDestroyMesh(mesh);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(testBoxes), cmocka_unit_test(testWidth)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
