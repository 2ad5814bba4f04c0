// Sphere trees: the search's assumptions that every point of the surface is covered, and the labels.
#include "contact_fixture.h"
#include "mesh/tree/node_boxes.h"
#include "mesh/tree/sphere_tree.h"
#include "mesh/tree/stored_volume.h"
#include "random.h"

#include <float.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MESH_COUNT = 12 };
static cdMesh *meshes[MESH_COUNT];
static double asked[MESH_COUNT]; // leaf radii; 0: automatic

static cdMesh *makeWithRadius(const char *spec, double leafRadius) {
    TriangleSoup soup = {0};
    char message[256];
    if (!MakeShape(spec, &soup, message, sizeof message)) abort();
    cdMeshDef def = cdDefaultMeshDef();
    def.points = soup.points;
    def.triangles = soup.triangles;
    def.pointCount = soup.pointCount;
    def.triangleCount = soup.triangleCount;
    def.leafRadius = leafRadius;
    cdMesh *mesh = cdCreateMesh(&def, NULL);
    if (!mesh) abort();
    DestroyTriangleSoup(&soup);
    return mesh;
}

static int makeMeshes(void **state) {
    (void)state;
    static const char *SPECS[4] = {"torus:segments=12", "l-shape", "gear:teeth=8", "plate"};
    static const double RADII[3] = {0.0, 0.05, 0.4};
    for (int i = 0; i < MESH_COUNT; i++) {
        asked[i] = RADII[i % 3];
        meshes[i] = makeWithRadius(SPECS[i / 3], asked[i]);
    }
    return 0;
}

static int freeMeshes(void **state) {
    (void)state;
    for (int i = 0; i < MESH_COUNT; i++)
        cdDestroyMesh(meshes[i]);
    return 0;
}

static bool isLeaf(const cdSphereTree *tree, int32_t node) {
    return tree->links[node].firstChild < 0;
}

// Relative to the volume's centre.
static cdVec3 getBoxCorner(const cdNodeVolume *volume, int k) {
    cdVec3 across = cdCross(volume->normal, volume->along);
    cdVec3 corner = cdScale(k & 1 ? volume->halfHeight : -volume->halfHeight, volume->normal);
    corner = cdMulAdd(corner, k & 2 ? volume->halfLength : -volume->halfLength, volume->along);
    return cdMulAdd(corner, k & 4 ? volume->halfWidth : -volume->halfWidth, across);
}

static bool isInside(const cdMesh *mesh, int32_t node, cdVec3 x) {
    cdNodeVolume volume = cdGetNodeVolume(&mesh->tree, node);
    double slack = 1e-12 * mesh->radius;
    cdVec3 arm = cdSub(x, volume.center);
    return cdLength(arm) <= volume.radius + slack &&
           fabs(cdDot(volume.normal, arm)) <= volume.halfHeight + slack &&
           fabs(cdDot(volume.along, arm)) <= volume.halfLength + slack &&
           fabs(cdDot(cdCross(volume.normal, volume.along), arm)) <= volume.halfWidth + slack;
}

// True if a search that descends into every volume around x reaches a leaf that lists the elements of the
// triangle.
static bool isReached(const cdMesh *mesh, int32_t node, cdVec3 x, int32_t triangle, uint32_t elements) {
    if (!isInside(mesh, node, x)) return false;
    const cdNodeLinks *links = &mesh->tree.links[node];
    if (links->firstChild >= 0)
        return isReached(mesh, links->firstChild, x, triangle, elements) ||
               isReached(mesh, links->firstChild + 1, x, triangle, elements);
    for (int32_t i = 0; i < links->entryCount; i++) {
        const cdLeafEntry *entry = &mesh->tree.entries[links->firstEntry + i];
        if (entry->triangle == triangle) return (entry->elements & elements) == elements;
    }
    return false;
}

static cdVec3 cornerOf(const cdMesh *mesh, int32_t triangle, int corner) {
    return mesh->vertices[mesh->triangles[3 * triangle + corner % 3]];
}

// Random points of every triangle. Red: a part lost when a triangle is cut, a volume that does not contain
// its subtree.
static void testSurfaceIsReached(void **state) {
    (void)state;
    Random random = {1};
    for (int m = 0; m < MESH_COUNT; m++) {
        const cdMesh *mesh = meshes[m];
        for (int32_t t = 0; t < mesh->triangleCount; t++)
            for (int i = 0; i < 40; i++) {
                double u = nextRandom(&random), v = nextRandomIn(&random, 0.0, 1.0 - u);
                cdVec3 a = cornerOf(mesh, t, 0);
                cdVec3 x = cdMulAdd(a, u, cdSub(cornerOf(mesh, t, 1), a));
                x = cdMulAdd(x, v, cdSub(cornerOf(mesh, t, 2), a));
                assert_true(isReached(mesh, 0, x, t, CD_ENTRY_FACE));
            }
    }
}

// Every vertex with the triangle that owns it, every edge along its whole length. Red: a flag given to the
// wrong half of a cut, so that an element is not listed where it passes.
static void testElementsAreReached(void **state) {
    (void)state;
    for (int m = 0; m < MESH_COUNT; m++) {
        const cdMesh *mesh = meshes[m];
        int32_t vertices = 0, edges = 0;
        for (int32_t t = 0; t < mesh->triangleCount; t++)
            for (int k = 0; k < 3; k++) {
                cdVec3 a = cornerOf(mesh, t, k), b = cornerOf(mesh, t, k + 1);
                if (mesh->ownedElements[t] & (1u << k)) {
                    vertices++;
                    assert_true(isReached(mesh, 0, a, t, 1u << k));
                }
                if (!(mesh->ownedElements[t] & (8u << k))) continue;
                edges++;
                for (int i = 0; i <= 100; i++)
                    assert_true(isReached(mesh, 0, cdLerp(a, b, i / 100.0), t, 8u << k));
            }
        assert_int_equal(vertices, mesh->vertexCount);
        assert_int_equal(edges, mesh->edgeCount);
    }
}

// No leaf sphere is larger than the effective radius, which is the given one unless that needs too many
// leaves. Red: a leaf of one piece whose sphere is not the smallest around it.
static void testLeafRadius(void **state) {
    (void)state;
    for (int m = 0; m < MESH_COUNT; m++) {
        const cdSphereTree *tree = &meshes[m]->tree;
        for (int32_t node = 0; node < tree->nodeCount; node++)
            if (isLeaf(tree, node)) assert_true(cdGetNodeRadius(tree, node) <= tree->leafRadius);
        if (asked[m] == 0.4) assert_true(tree->leafRadius == asked[m]);
        assert_true(tree->leafRadius >= asked[m]);
    }
    cdMesh *greedy = makeWithRadius("box", 1e-7);
    assert_true(greedy->tree.leafRadius > 1e-7);
    assert_true(greedy->tree.nodeCount <= 2 * (4 * greedy->triangleCount + 16384));
    cdDestroyMesh(greedy);
}

// A binary tree: each node but the root is a child once, after its parent. The children of a node of an even
// level are followed by their own. The depth is that of the deepest node; the public view agrees.
static void testStructure(void **state) {
    (void)state;
    for (int m = 0; m < MESH_COUNT; m++) {
        const cdSphereTree *tree = &meshes[m]->tree;
        assert_int_equal(tree->nodeCount, 2 * tree->leafCount - 1);
        bool *isChild = calloc((size_t)tree->nodeCount, sizeof *isChild);
        assert_non_null(isChild);
        int32_t leaves = 0, deepest = 0;
        for (int32_t node = 0; node < tree->nodeCount; node++) {
            cdSphereNode view = cdGetSphereNode(meshes[m], node);
            int32_t child = view.firstChild, next = child + 2;
            assert_int_equal(child, tree->links[node].firstChild);
            assert_int_equal(isChild[node], node > 0);
            deepest = view.level > deepest ? view.level : deepest;
            leaves += isLeaf(tree, node);
            if (isLeaf(tree, node)) continue;
            assert_true(child > node && child % 2 == 1);
            for (int32_t i = child; i < child + 2; i++) {
                assert_false(isChild[i]);
                isChild[i] = true;
                assert_int_equal(cdGetSphereNode(meshes[m], i).level, view.level + 1);
                if (view.level % 2 != 0 || isLeaf(tree, i)) continue;
                assert_int_equal(tree->links[i].firstChild, next);
                next += 2;
            }
        }
        free(isChild);
        assert_int_equal(leaves, tree->leafCount);
        assert_int_equal(deepest, tree->depth);
    }
}

static double meanRadiusAt(const cdMesh *mesh, int32_t level) {
    double sum = 0.0;
    int32_t count = 0;
    for (int32_t node = 0; node < mesh->tree.nodeCount; node++) {
        cdSphereNode view = cdGetSphereNode(mesh, node);
        if (view.level != level) continue;
        sum += view.radius;
        count++;
    }
    return count > 0 ? sum / count : 0.0;
}

// Every level of the tree halves the area of a node, so its mean radius falls by the square root of two. A
// node as wide as it is long would have 2 * 2^(-level / 2) of the sphere's radius. Red: a division that
// slices rings off a round mesh; the mean radius of level 12 of the spheres is then over 0.2.
static void testRoundMeshes(void **state) {
    (void)state;
    static const char *const SPECS[3] = {"uv-sphere:n=100", "icosphere:level=5", "torus:segments=150"};
    for (int m = 0; m < 3; m++) {
        cdMesh *mesh = makeWithRadius(SPECS[m], 0.0);
        for (int32_t level = 0; level <= 12; level++)
            assert_true(meanRadiusAt(mesh, level) <= 3.0 * mesh->radius * pow(2.0, -0.5 * level));
        assert_true(mesh->tree.depth <= 24);
        cdDestroyMesh(mesh);
    }
}

// A step of one round mesh onto another: the search follows one path down both trees. Red: trees so poor that
// the work is quadratic, 1,500,000 pairs of nodes for these. Up to 16 pairs are tested for each that is
// opened.
static void testRoundQuery(void **state) {
    (void)state;
    cdMesh *mesh = makeWithRadius("uv-sphere:n=150", 0.0);
    cdPose target = {{1.5, 0.3, 0.0}, {0.9553364891, 0.0, 0.2955202067, 0.0}};
    cdFirstContactInput step = makeStep(mesh, poseAt(3.0, 0.1, 0.0), target, mesh, cdIdentityPose());
    cdFirstContact result = findContact(&step);
    assert_int_equal(result.state, CD_CONTACT);
    assert_in_range(result.stats.sphereTests, 1, 6000);
    cdDestroyMesh(mesh);
}

// An inner node's entries are those of its children, the root's are all. Red: leaves in the order of their
// creation.
static void testEntriesOfNodes(void **state) {
    (void)state;
    for (int m = 0; m < MESH_COUNT; m++) {
        const cdSphereTree *tree = &meshes[m]->tree;
        assert_true(tree->links[0].firstEntry == 0 && tree->links[0].entryCount == tree->entryCount);
        for (int32_t i = 0; i < tree->nodeCount; i++) {
            const cdNodeLinks *node = &tree->links[i], *children = &tree->links[node->firstChild];
            assert_true(node->entryCount > 0);
            if (isLeaf(tree, i)) continue;
            assert_int_equal(children[0].firstEntry, node->firstEntry);
            assert_int_equal(children[1].firstEntry, node->firstEntry + children[0].entryCount);
            assert_int_equal(children[0].entryCount + children[1].entryCount, node->entryCount);
        }
    }
}

static bool holdTheSame(const cdSphereTree *tree, const cdNodeLinks *a, const cdNodeLinks *b) {
    size_t bytes = (size_t)a->entryCount * sizeof(cdLeafEntry);
    return a->entryCount == b->entryCount &&
           memcmp(tree->entries + a->firstEntry, tree->entries + b->firstEntry, bytes) == 0;
}

// Leaves have one label exactly if they have the same elements, inner nodes their children's if these agree
// and their own otherwise [RKC01 4.4]; `labelShared` is true if a label occurs twice. Red: a hash taken for
// the set itself, a pair of labels that skips untested elements.
static void testLabels(void **state) {
    (void)state;
    int32_t sharing = 0;
    for (int m = 0; m < MESH_COUNT; m++) {
        const cdSphereTree *tree = &meshes[m]->tree;
        for (int32_t i = 0; i < tree->nodeCount; i++) {
            const cdNodeLinks *a = &tree->links[i];
            assert_in_range(a->label, 0, tree->labelCount - 1);
            int32_t uses = 0;
            for (int32_t k = 0; k < tree->nodeCount && tree->nodeCount < 4000; k++) {
                const cdNodeLinks *b = &tree->links[k];
                uses += a->label == b->label;
                if (isLeaf(tree, i) && isLeaf(tree, k))
                    assert_int_equal(a->label == b->label, holdTheSame(tree, a, b));
            }
            if (uses > 0) assert_int_equal(a->labelShared, uses > 1);
            sharing += a->labelShared;
            if (isLeaf(tree, i)) continue;
            const cdNodeLinks *children = &tree->links[a->firstChild];
            bool same = children[0].label == children[1].label;
            assert_int_equal(a->label == children[0].label, same);
        }
    }
    assert_true(sharing > 100); // faces larger than a leaf occur
}

// An entry is marked as shared exactly for the edges and faces that another leaf lists too: only those need
// the pair tables. Vertices never. Red: an element tested twice, or searched in vain.
static void testSharedMarks(void **state) {
    (void)state;
    for (int m = 0; m < MESH_COUNT; m++) {
        const cdSphereTree *tree = &meshes[m]->tree;
        uint32_t(*uses)[7] = calloc((size_t)meshes[m]->triangleCount, sizeof *uses);
        assert_non_null(uses);
        for (int32_t i = 0; i < tree->entryCount; i++)
            for (int bit = 0; bit < 7; bit++)
                uses[tree->entries[i].triangle][bit] += tree->entries[i].elements >> bit & 1;
        for (int32_t i = 0; i < tree->entryCount; i++)
            for (int bit = 0; bit < 7; bit++) {
                const cdLeafEntry *entry = &tree->entries[i];
                if (!(entry->elements >> bit & 1)) continue;
                bool shared = entry->elements >> (CD_ENTRY_SHARED_SHIFT + bit) & 1;
                assert_int_equal(shared, uses[entry->triangle][bit] > 1);
                if (bit < 3) assert_false(shared);
            }
        free(uses);
    }
}

// 60 triangles with one centroid, which no plane divides, and a triangle without area. Red: an endless
// division, a sphere of NaN.
static void testHardToDivide(void **state) {
    (void)state;
    enum { FAN = 60 };
    cdVec3 points[3 * FAN + 3];
    int32_t triangles[3 * FAN + 3];
    for (int32_t i = 0; i < 3 * FAN; i++) {
        double angle = 2.0 * PI * (i % 3) / 3.0 + i / 3 * 0.01;
        points[i] = cdMakeVec3(cos(angle), 0.0, sin(angle));
        triangles[i] = i;
    }
    for (int32_t i = 3 * FAN; i < 3 * FAN + 3; i++) {
        points[i] = cdMakeVec3(i, 0.0, 0.0);
        triangles[i] = i;
    }
    cdMeshDef def = cdDefaultMeshDef();
    def.points = points;
    def.triangles = triangles;
    def.pointCount = 3 * FAN + 3;
    def.triangleCount = FAN + 1;
    cdMesh *mesh = cdCreateMesh(&def, NULL);
    assert_non_null(mesh);
    assert_true(mesh->tree.depth <= 64);
    for (int32_t node = 0; node < mesh->tree.nodeCount; node++)
        assert_true(isfinite(cdGetNodeRadius(&mesh->tree, node)));
    for (int32_t t = 0; t < mesh->triangleCount; t++)
        for (int k = 0; k < 3; k++)
            assert_true(isReached(mesh, 0, cornerOf(mesh, t, k), t, CD_ENTRY_FACE));
    cdDestroyMesh(mesh);
}

// No leaf of a thread contains both sides of an edge: all normals are within 2 * 18.2 degrees of each other,
// as those of a leaf differ by at most that much from one of them. Red: a leaf that is filled before it is
// divided.
static void testLeavesStopAtCreases(void **state) {
    (void)state;
    cdMesh *bolt = makeWithRadius("bolt:segments=24", 0.0);
    const cdSphereTree *tree = &bolt->tree;
    int32_t several = 0;
    for (int32_t node = 0; node < tree->nodeCount; node++) {
        const cdNodeLinks *links = &tree->links[node];
        for (int32_t i = 0; isLeaf(tree, node) && i < links->entryCount; i++)
            for (int32_t k = 0; k < i; k++) {
                cdVec3 one = cdGetTriangleNormal(bolt, tree->entries[links->firstEntry + i].triangle);
                cdVec3 other = cdGetTriangleNormal(bolt, tree->entries[links->firstEntry + k].triangle);
                assert_true(cdDot(one, other) > 0.8);
                several++;
            }
    }
    assert_true(several > 500);
    cdDestroyMesh(bolt);
}

// How far the corners of a node's triangles reach, as shares of its extents.
typedef struct Fill {
    double radius, height, length, width;
} Fill;

static Fill measureFill(const cdMesh *mesh, int32_t node) {
    cdNodeVolume v = cdGetNodeVolume(&mesh->tree, node);
    const cdNodeLinks *links = &mesh->tree.links[node];
    cdVec3 across = cdCross(v.normal, v.along);
    Fill fill = {0.0, 0.0, 0.0, 0.0};
    for (int32_t i = 0; i < 3 * links->entryCount; i++) {
        const cdLeafEntry *entry = &mesh->tree.entries[links->firstEntry + i / 3];
        cdVec3 arm = cdSub(cornerOf(mesh, entry->triangle, i % 3), v.center);
        fill.radius = fmax(fill.radius, cdLength(arm) / v.radius);
        fill.height = fmax(fill.height, fabs(cdDot(arm, v.normal)) / v.halfHeight);
        fill.length = fmax(fill.length, fabs(cdDot(arm, v.along)) / v.halfLength);
        fill.width = fmax(fill.width, fabs(cdDot(arm, across)) / v.halfWidth);
    }
    return fill;
}

static void assertFilled(double share) {
    assert_true(share <= 1.0 + 1e-12);
    assert_true(share >= 1.0 - 1e-5);
}

// Nodes of large meshes, whose triangles are not cut, contain their triangles and are no larger than that
// needs. Red: the search for the extents of a node of many pieces passes over the farthest point.
static void testLargeNodes(void **state) {
    (void)state;
    static const char *const SPECS[3] = {"torus:segments=150", "uv-sphere:n=100", "torus-knot:segments=400"};
    int32_t large = 0;
    for (int m = 0; m < 3; m++) {
        cdMesh *mesh = makeWithRadius(SPECS[m], 1.0);
        for (int32_t node = 0; node < mesh->tree.nodeCount; node++) {
            int32_t count = mesh->tree.links[node].entryCount;
            if (count < 3 || (count <= 2000 && node > 200 && node % 16 != 0)) continue;
            Fill fill = measureFill(mesh, node);
            assertFilled(fill.radius);
            assertFilled(fill.height);
            assertFilled(fill.length);
            assertFilled(fill.width);
            large += count > 2000;
        }
        cdDestroyMesh(mesh);
    }
    assert_true(large > 30);
}

// Returns the sum of the squares of the radii of all nodes within a part of the size of `reach`.
static double sumSquares(const cdMesh *mesh, double reach) {
    double sum = 0.0;
    for (int32_t node = 0; node < mesh->tree.nodeCount; node++) {
        double radius = cdGetNodeRadius(&mesh->tree, node);
        sum += radius < reach ? radius * radius : 0.0;
    }
    return sum;
}

// A torus with a triangle far away, and alone: equally good nodes. Red: boxes of pieces
// that keep the unit of the whole mesh, in floats.
static void testSmallPart(void **state) {
    (void)state;
    TriangleSoup soup = {0};
    char message[256];
    assert_true(MakeShape("torus:segments=60", &soup, message, sizeof message));
    cdVec3 *points = calloc((size_t)soup.pointCount + 3, sizeof *points);
    int32_t *triangles = calloc(3 * (size_t)soup.triangleCount + 3, sizeof *triangles);
    assert_true(points != NULL && triangles != NULL);
    memcpy(points, soup.points, (size_t)soup.pointCount * sizeof *points);
    memcpy(triangles, soup.triangles, 3 * (size_t)soup.triangleCount * sizeof *triangles);
    for (int32_t k = 0; k < 3; k++) {
        points[soup.pointCount + k] = (cdVec3){1e8, 0.1 * (k == 1), 0.1 * (k == 2)};
        triangles[3 * soup.triangleCount + k] = soup.pointCount + k;
    }
    cdMeshDef def = cdDefaultMeshDef();
    def.points = points, def.triangles = triangles;
    def.leafRadius = 0.2; // cuts nothing
    double sums[2];
    for (int both = 0; both < 2; both++) {
        def.pointCount = soup.pointCount + 3 * both, def.triangleCount = soup.triangleCount + both;
        cdMesh *mesh = cdCreateMesh(&def, NULL);
        assert_non_null(mesh);
        sums[both] = sumSquares(mesh, 2.0);
        cdDestroyMesh(mesh);
    }
    assert_true(sums[1] <= 1.05 * sums[0]);
    free(points);
    free(triangles);
    DestroyTriangleSoup(&soup);
}

// A square of many triangles in an oblique plane: its nodes stay flat, with unit normals.
// Red: volumes that lose the rests of centres or normals, which would make slabs as thick as the rounding of
// floats.
static void testFlatNodes(void **state) {
    (void)state;
    enum { SIDE = 20 };
    static cdVec3 points[(SIDE + 1) * (SIDE + 1)];
    static int32_t triangles[6 * SIDE * SIDE];
    cdQuat turn = cdMakeQuat(cdNormalize((cdVec3){1.0, 2.0, 3.0}), 0.7);
    for (int32_t i = 0; i <= SIDE; i++)
        for (int32_t k = 0; k <= SIDE; k++)
            points[(SIDE + 1) * i + k] = cdRotate(turn, (cdVec3){0.1 * i, 0.1 * k, 1.3});
    for (int32_t i = 0; i < SIDE * SIDE; i++) {
        int32_t p = (SIDE + 1) * (i / SIDE) + i % SIDE;
        const int32_t own[6] = {p, p + SIDE + 1, p + 1, p + 1, p + SIDE + 1, p + SIDE + 2};
        memcpy(triangles + 6 * i, own, sizeof own);
    }
    cdMeshDef def = cdDefaultMeshDef();
    def.points = points, def.pointCount = (SIDE + 1) * (SIDE + 1);
    def.triangles = triangles, def.triangleCount = 2 * SIDE * SIDE;
    cdMesh *mesh = cdCreateMesh(&def, NULL);
    assert_non_null(mesh);
    for (int32_t node = 0; node < mesh->tree.nodeCount; node++) {
        cdNodeVolume volume = cdGetNodeVolume(&mesh->tree, node);
        assert_true(fabs(cdLength(volume.normal) - 1.0) <= 2.0 * DBL_EPSILON);
        assert_true(volume.halfHeight <= 0x1p-36 * mesh->radius);
    }
    cdDestroyMesh(mesh);
}

// Random volumes of all sizes: as stored, they contain the given ones, and are hardly larger. Red: a radius
// or a half that is rounded to nearest, or that does not grow by the shift of the centre or the tilt of an
// axis.
static void testStoredVolumes(void **state) {
    (void)state;
    Random random = {8};
    cdTwinVolumes twins[2];
    cdTwinDetails details[2];
    cdSphereTree tree = {.twins = twins, .details = details, .unit = 4.0};
    for (int i = 0; i < 20000; i++) {
        double radius = pow(10.0, nextRandomIn(&random, -13.0, 0.5)), flat = i % 2 ? 0.0 : 0.3 * radius;
        cdVec3 normal = nextRandomDirection(&random);
        cdVec3 along = cdNormalize(cdCross(normal, nextRandomDirection(&random)));
        cdNodeVolume given = {
            cdScale(3.0, nextRandomVec3(&random)), radius, normal, flat, along, 0.5 * radius, 0.25 * radius};
        cdStoreVolume(&tree, 1 + i % 2, &given);
        cdNodeVolume stored = cdGetNodeVolume(&tree, 1 + i % 2);
        double shift = cdLength(cdSub(stored.center, given.center));
        double tilt = cdLength(cdSub(stored.normal, normal)), turn = cdLength(cdSub(stored.along, along));
        double rounding = 4.0 * DBL_EPSILON * (shift + radius);
        assert_true(shift <= 0x1p-38 * tree.unit && tilt <= 0x1p-38 && turn <= 0x1p-23);
        assert_true(stored.radius >= radius + shift - rounding);
        assert_true(stored.halfHeight >= flat + shift + tilt * radius - rounding);
        assert_true(stored.halfLength >= 0.5 * radius + shift + turn * radius - rounding);
        assert_true(stored.halfWidth >= 0.25 * radius + shift + (tilt + turn) * radius - rounding);
        assert_true(stored.radius <= (radius + shift) * (1.0 + 0x1p-22));
        assert_true(stored.halfHeight <= (flat + shift + 0x1p-37 * radius) * (1.0 + 0x1p-22));
    }
}

static cdBoxFloats spreadBox(const cdMat3 *rotation, const cdNodeVolume *volume) {
    cdVec3 axes[3] = {volume->normal, volume->along, cdCross(volume->normal, volume->along)};
    const double halves[3] = {volume->halfHeight, volume->halfLength, volume->halfWidth};
    cdBoxFloats box;
    for (int i = 0; i < 3; i++) {
        box.axes[i] = cdSpreadFloats3(rotation ? cdMulMat3Vec3(rotation, axes[i]) : axes[i]);
        box.halves[i] = cdSpreadFloats(halves[i]);
    }
    return box;
}

// Returns a lower bound on the boxes' distance, with `between` from centre to centre; below 0 if no plane
// along a side separates them.
static cdFloats boundBoxGap(const cdBoxFloats *a, const cdBoxFloats *b, cdFloats3 between) {
    cdFloats extents[6], gap = cdSpreadFloats(-INFINITY);
    cdFindBoxExtents(a, b, extents);
    for (int i = 0; i < 6; i++) {
        cdFloats apart = cdAbsFloats(cdDotFloats3(i < 3 ? a->axes[i] : b->axes[i - 3], between));
        gap = cdMaxFloats(gap, cdSubFloats(apart, extents[i]));
    }
    return gap;
}

// The bound is no more than the distance of any of their corners, and often above 0. Red: an extent without
// one axis.
static void testBoxGaps(void **state) {
    (void)state;
    Random random = {5};
    const cdSphereTree *tree = &meshes[0]->tree;
    int apart = 0;
    for (int i = 0; i < 4000; i++) {
        int32_t a = (int32_t)nextRandomIn(&random, 1.0, tree->nodeCount - 1.0),
                b = (int32_t)nextRandomIn(&random, 1.0, tree->nodeCount - 1.0);
        cdVec3 axis = nextRandomDirection(&random);
        cdMat3 rotation = cdMakeMat3FromQuat(cdMakeQuat(axis, nextRandomIn(&random, 0.0, 3.0)));
        cdNodeVolume u = cdGetNodeVolume(tree, a), v = cdGetNodeVolume(tree, b);
        double size = u.radius + v.radius;
        cdVec3 between = cdScale(nextRandomIn(&random, 0.0, 1.5 * size), nextRandomDirection(&random));
        cdBoxFloats boxA = spreadBox(&rotation, &u), boxB = spreadBox(NULL, &v);
        float gaps[4];
        cdStoreFloats(gaps, boundBoxGap(&boxA, &boxB, cdSpreadFloats3(between)));
        double gap = (double)gaps[0], rounding = 64.0 * (double)CD_FLOAT_EPSILON * size;
        assert_true(gaps[0] == gaps[3]);
        apart += gap > 0.0;
        for (int k = 0; k < 64; k++) { // corners
            cdVec3 p = cdMulMat3Vec3(&rotation, getBoxCorner(&u, k % 8)), q = getBoxCorner(&v, k / 8);
            assert_true(gap <= cdLength(cdSub(cdAdd(between, p), q)) + rounding);
        }
    }
    assert_in_range(apart, 500, 3500);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testSurfaceIsReached), cmocka_unit_test(testElementsAreReached),
        cmocka_unit_test(testLeafRadius),       cmocka_unit_test(testLeavesStopAtCreases),
        cmocka_unit_test(testBoxGaps),          cmocka_unit_test(testStructure),
        cmocka_unit_test(testRoundMeshes),      cmocka_unit_test(testRoundQuery),
        cmocka_unit_test(testEntriesOfNodes),   cmocka_unit_test(testLabels),
        cmocka_unit_test(testSharedMarks),      cmocka_unit_test(testHardToDivide),
        cmocka_unit_test(testLargeNodes),       cmocka_unit_test(testSmallPart),
        cmocka_unit_test(testFlatNodes),        cmocka_unit_test(testStoredVolumes),
    };
    return cmocka_run_group_tests(tests, makeMeshes, freeMeshes);
}
