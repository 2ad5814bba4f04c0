// Meshes saved to bytes and loaded again: the same mesh, bit for bit, or a refusal.
#include "collision/collision.h"
#include "foundation/memory/archive.h"
#include "foundation/memory/seal.h"
#include "shapes/shapes.h"
#include "solid/features/features_data.h"
#include "solid/store/mesh_fields.h"

#include "memory_fixture.h"
#include "random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const uint32_t ALL = CD_PART_HULL | CD_PART_FEATURES | CD_PART_SOLID;

// --- Meshes

static cdMesh *makeSoupMesh(const TriangleSoup *soup, uint32_t parts) {
    cdMeshDef def = MakeSoupMeshDef(soup);
    def.parts = parts;
    cdMesh *mesh = cdCreateMesh(&def, NULL);
    assert_non_null(mesh);
    return mesh;
}

static cdMesh *makeShape(const char *spec, uint32_t parts) {
    TriangleSoup soup;
    char message[400];
    if (!MakeShape(spec, &soup, message, sizeof message)) fail_msg("%s", message);
    cdMesh *mesh = makeSoupMesh(&soup, parts);
    DestroyTriangleSoup(&soup);
    return mesh;
}

// Random triangles between few points: borders, non-manifold edges, folded triangles, points that touch.
static cdMesh *makeTangle(Random *random) {
    enum { POINTS = 24, TRIANGLES = 60 };
    cdVec3 points[POINTS];
    int32_t triangles[3 * TRIANGLES];
    for (int i = 0; i < POINTS; i++)
        points[i] = (cdVec3){nextRandomInt(random, -2, 2), nextRandomInt(random, -2, 2),
                             nextRandomInt(random, -2, 2)};
    for (int i = 0; i < 3 * TRIANGLES; i++)
        triangles[i] = (int32_t)nextRandomInt(random, 0, POINTS - 1);
    cdMeshDef def = cdDefaultMeshDef();
    def.points = points, def.pointCount = POINTS;
    def.triangles = triangles, def.triangleCount = TRIANGLES;
    def.parts = ALL;
    cdMeshReport report;
    cdMesh *mesh = cdCreateMesh(&def, &report);
    if (mesh == NULL) fail_msg("%s", cdGetBuildErrorName(report.error));
    cdDestroyMeshReport(&report);
    return mesh;
}

static const char *const shapes[] = {
    "box:x=1,y=2,z=3", "icosphere:level=3", "torus:segments=24", "l-shape",   "ring", "plate", "gear",
    "teapot",          "quad-torus:n=20",   "uv-sphere:n=40",    "torus-knot"};
enum { SHAPE_COUNT = sizeof shapes / sizeof shapes[0], TANGLE_COUNT = 40 };

// --- Saved bytes

typedef struct Bytes {
    unsigned char *at;
    size_t size;
} Bytes;

static Bytes save(const cdMesh *mesh) {
    Bytes bytes = {.size = cdSaveMesh(mesh, NULL, 0)};
    assert_true(bytes.size > 0);
    bytes.at = malloc(bytes.size);
    assert_non_null(bytes.at);
    bytes.at[0] = 'x';
    assert_int_equal(cdSaveMesh(mesh, bytes.at, bytes.size - 1), bytes.size);
    assert_int_equal(bytes.at[0], 'x'); // nothing is written where it does not fit
    assert_int_equal(cdSaveMesh(mesh, bytes.at, bytes.size), bytes.size);
    return bytes;
}

static cdMesh *load(const Bytes *bytes) {
    cdLoadResult result;
    cdMesh *mesh = cdLoadMesh(bytes->at, bytes->size, &result);
    if (mesh == NULL) fail_msg("%s", cdGetLoadResultName(result));
    assert_int_equal(result, CD_LOADED);
    return mesh;
}

// --- Equality

static void assertSameArray(const void *a, const void *b, size_t count, size_t itemSize) {
    assert_int_equal(a == NULL, b == NULL);
    if (a != NULL && count > 0) assert_memory_equal(a, b, count * itemSize);
}

static void assertSameInfo(const cdMesh *mesh, const cdMesh *other) {
    cdMeshInfo a = cdGetMeshInfo(mesh), b = cdGetMeshInfo(other);
    assertSameArray(a.vertices, b.vertices, (size_t)a.vertexCount, sizeof *a.vertices);
    assertSameArray(a.vertexIds, b.vertexIds, (size_t)a.vertexCount, sizeof *a.vertexIds);
    assertSameArray(a.triangles, b.triangles, 3 * (size_t)a.triangleCount, sizeof *a.triangles);
    assertSameArray(a.faceIds, b.faceIds, (size_t)a.triangleCount, sizeof *a.faceIds);
    assertSameArray(a.edges, b.edges, 2 * (size_t)a.edgeCount, sizeof *a.edges);
    a.vertices = b.vertices, a.vertexIds = b.vertexIds, a.triangles = b.triangles;
    a.faceIds = b.faceIds, a.edges = b.edges, a.hull = b.hull;
    assert_memory_equal(&a, &b, sizeof a);
    assert_memory_equal(&mesh->partsDef, &other->partsDef, sizeof mesh->partsDef);
    assert_memory_equal(&mesh->box, &other->box, sizeof mesh->box);
    assert_int_not_equal(mesh->id, other->id);
}

static void assertSameTree(const cdMesh *a, const cdMesh *b) {
    const cdSphereTree *tree = &a->tree, *other = &b->tree;
    size_t twins = (size_t)cdCountTwins(tree->nodeCount), triangles = (size_t)a->triangleCount;
    assertSameArray(tree->twins, other->twins, twins, sizeof *tree->twins);
    assertSameArray(tree->details, other->details, twins, sizeof *tree->details);
    assertSameArray(tree->links, other->links, (size_t)tree->nodeCount, sizeof *tree->links);
    assertSameArray(tree->entries, other->entries, (size_t)tree->entryCount, sizeof *tree->entries);
    assert_memory_equal(&tree->nodeCount, &other->nodeCount,
                        sizeof *tree - offsetof(cdSphereTree, nodeCount));
    assertSameArray(a->ownedElements, b->ownedElements, triangles, 1);
    assertSameArray(a->triangleEdges, b->triangleEdges, 3 * triangles, sizeof *a->triangleEdges);
}

static void assertSameHull(const cdConvex *a, const cdConvex *b) {
    assert_int_equal(a == NULL, b == NULL);
    if (a == NULL) return;
    assert_int_equal(a->info.byteCount, b->info.byteCount);
    assertSameArray(a->vertices, b->vertices, (size_t)a->vertexCount, sizeof *a->vertices);
    assertSameArray(a->vertexIds, b->vertexIds, (size_t)a->vertexCount, sizeof *a->vertexIds);
    assertSameArray(a->table, b->table, CD_TABLE_ROWS * CD_TABLE_COLUMNS, sizeof *a->table);
}

static void assertSameBrep(const cdBrep *a, const cdBrep *b) {
    size_t vertices = (size_t)a->vertexCount, edges = (size_t)a->edgeCount, faces = (size_t)a->faceCount;
    assertSameArray(a->points, b->points, vertices, sizeof *a->points);
    assertSameArray(a->planes, b->planes, vertices, sizeof *a->planes);
    assertSameArray(a->vertexHalfEdge, b->vertexHalfEdge, vertices, sizeof *a->vertexHalfEdge);
    assertSameArray(a->halfEdges, b->halfEdges, 2 * edges, sizeof *a->halfEdges);
    assertSameArray(a->convexEdges, b->convexEdges, edges, sizeof *a->convexEdges);
    for (size_t f = 0; f < faces; f++) {
        assert_memory_equal(&a->faces[f], &b->faces[f], offsetof(cdBrepFace, id));
        assert_int_equal(a->faces[f].id, b->faces[f].id);
    }
    assertSameArray(a->triangleFaces, b->triangleFaces, (size_t)a->triangleCount, sizeof(int32_t));
    assertSameArray(a->faceTriangles, b->faceTriangles, (size_t)a->triangleCount, sizeof(int32_t));
}

// Also the parts that are not saved but follow from the others.
static void assertSameFeatures(const cdFeatures *a, const cdFeatures *b) {
    assert_int_equal(a == NULL, b == NULL);
    if (a == NULL) return;
    assert_memory_equal(&a->info, &b->info, sizeof a->info);
    assertSameBrep(&a->brep, &b->brep);
    assert_int_equal(a->shellCount, b->shellCount);
    assertSameArray(a->vertexShells, b->vertexShells, (size_t)a->brep.vertexCount, sizeof(int32_t));
    assertSameArray(a->shellVertices, b->shellVertices, (size_t)a->shellCount, sizeof(int32_t));
    assertSameArray(a->faceOutlines, b->faceOutlines, (size_t)a->brep.faceCount, sizeof(int32_t));
    assertSameArray(a->outlineSides, b->outlineSides, (size_t)a->outlineSideCount, sizeof(cdSide));
}

static void assertSameSolid(const cdSolid *a, const cdSolid *b) {
    assert_int_equal(a == NULL, b == NULL);
    if (a == NULL) return;
    assert_memory_equal(&a->info, &b->info, sizeof a->info);
    assertSameBrep(&a->brep, &b->brep);
    assert_int_equal(a->blockCount, b->blockCount);
    assert_memory_equal(&a->blockReach, &b->blockReach, sizeof a->blockReach);
    assertSameArray(a->blocks, b->blocks, (size_t)a->blockCount, sizeof *a->blocks);
    size_t side = (size_t)a->grid.side;
    assert_int_equal(side, b->grid.side);
    assertSameArray(a->grid.cells, b->grid.cells, side * side * side, sizeof *a->grid.cells);
}

// A loaded mesh is the saved one, also in what it would save.
static void assertSameAfterLoad(const cdMesh *mesh) {
    Bytes bytes = save(mesh);
    cdMesh *loaded = load(&bytes);
    assertSameInfo(mesh, loaded);
    assertSameTree(mesh, loaded);
    assertSameHull(mesh->hull, loaded->hull);
    assertSameFeatures(mesh->features, loaded->features);
    assertSameSolid(mesh->solid, loaded->solid);
    Bytes again = save(loaded);
    assert_int_equal(again.size, bytes.size);
    assert_memory_equal(again.at, bytes.at, bytes.size);
    free(again.at);
    free(bytes.at);
    cdDestroyMesh(loaded);
}

// Every shape with every set of parts. Red: a member that is left out, an array of another length.
static void testShapes(void **state) {
    (void)state;
    for (int i = 0; i < SHAPE_COUNT; i++) {
        for (uint32_t parts = 0; parts <= ALL; parts += i < 4 ? 1 : ALL) {
            cdMesh *mesh = makeShape(shapes[i], parts);
            assertSameAfterLoad(mesh);
            cdDestroyMesh(mesh);
        }
    }
}

// Red: indices of borders, rings and missing features that are refused.
static void testTangles(void **state) {
    (void)state;
    Random random = {3};
    for (int i = 0; i < TANGLE_COUNT; i++) {
        cdMesh *mesh = makeTangle(&random);
        assertSameAfterLoad(mesh);
        cdDestroyMesh(mesh);
    }
}

// The definition of parts that are built later.
static void testPartsDef(void **state) {
    (void)state;
    TriangleSoup soup;
    char message[400];
    if (!MakeShape("l-shape", &soup, message, sizeof message)) fail_msg("%s", message);
    cdMeshDef def = MakeSoupMeshDef(&soup);
    def.tolerance = 1e-7, def.facePlanesOnly = true, def.refuseIntersections = true;
    cdMesh *mesh = cdCreateMesh(&def, NULL);
    assert_non_null(mesh);
    Bytes bytes = save(mesh);
    cdMesh *loaded = load(&bytes);
    assert_true(loaded->partsDef.facePlanesOnly && loaded->partsDef.refuseIntersections);
    assert_true(loaded->partsDef.tolerance == 1e-7);
    cdBuildMeshParts(mesh, ALL, NULL);
    cdBuildMeshParts(loaded, ALL, NULL);
    assertSameSolid(mesh->solid, loaded->solid);
    cdDestroyMesh(mesh), cdDestroyMesh(loaded);
    DestroyTriangleSoup(&soup);
    free(bytes.at);
}

static void testRounded(void **state) {
    (void)state;
    cdMesh *sphere = cdCreateSphere((cdVec3){1.0, 2.0, 3.0}, 0.5, NULL);
    cdMesh *capsule = cdCreateCapsule((const cdVec3[]){{0.0, 0.0, 0.0}, {0.0, 3.0, 0.0}}, 0.25, NULL);
    assertSameAfterLoad(sphere);
    assertSameAfterLoad(capsule);
    cdDestroyMesh(sphere);
    cdDestroyMesh(capsule);
}

// --- Queries

static cdPose makePose(Random *random, double distance) {
    return (cdPose){cdScale(distance, nextRandomDirection(random)),
                    cdMakeQuat(nextRandomDirection(random), nextRandomIn(random, 0.0, 3.0))};
}

// Counts and places of all results. Red: a tree, a hull or an index that differs where nothing above
// compares.
static void testQueries(void **state) {
    (void)state;
    cdMesh *a = makeShape("torus-knot", ALL), *b = makeShape("l-shape", ALL);
    Bytes bytesA = save(a), bytesB = save(b);
    cdMesh *loadedA = load(&bytesA), *loadedB = load(&bytesB);
    cdWorkspace *workspace = cdCreateWorkspace();
    Random random = {5};
    int contacts = 0;
    for (int i = 0; i < 200; i++) {
        cdFirstContactInput input = {.meshA = a, .meshB = b, .startA = makePose(&random, 4.0)};
        input.targetA = makePose(&random, 0.5);
        input.startB = cdIdentityPose();
        cdFirstContact before = cdFindFirstContact(&input, NULL, workspace, NULL);
        input.meshA = loadedA, input.meshB = loadedB;
        cdFirstContact after = cdFindFirstContact(&input, NULL, workspace, NULL);
        assert_memory_equal(&before.t, &after.t, sizeof before.t);
        assert_memory_equal(&before.resolvedPose, &after.resolvedPose, sizeof before.resolvedPose);
        assert_memory_equal(&before.stats, &after.stats, sizeof before.stats);
        contacts += after.state == CD_CONTACT;
        cdVec3 point = cdScale(2.0, nextRandomDirection(&random));
        cdLocation was = cdClassifyPoint(b, point, NULL), is = cdClassifyPoint(loadedB, point, NULL);
        assert_int_equal(was.kind, is.kind);
        assert_int_equal(was.index, is.index);
    }
    assert_true(contacts > 50);
    cdDestroyWorkspace(workspace);
    free(bytesA.at), free(bytesB.at);
    cdDestroyMesh(a), cdDestroyMesh(b), cdDestroyMesh(loadedA), cdDestroyMesh(loadedB);
}

// --- Refusals

static void assertRefused(const void *bytes, size_t size, cdLoadResult expected) {
    cdLoadResult result = CD_LOADED;
    assert_null(cdLoadMesh(bytes, size, &result));
    assert_int_equal(result, expected);
    assert_null(cdLoadMesh(bytes, size, NULL));
}

// Every changed byte, every missing end. Red: a part without a checksum.
static void testDamage(void **state) {
    (void)state;
    cdMesh *mesh = makeShape("l-shape", ALL);
    Bytes bytes = save(mesh);
    for (size_t i = 0; i < bytes.size; i++) {
        bytes.at[i] ^= (unsigned char)(1u << i % 8);
        assert_null(cdLoadMesh(bytes.at, bytes.size, NULL));
        bytes.at[i] ^= (unsigned char)(1u << i % 8);
    }
    for (size_t size = 0; size < bytes.size; size++)
        assertRefused(bytes.at, size, size < CD_SEAL_SIZE ? CD_LOAD_FOREIGN : CD_LOAD_WRONG_SIZE);
    bytes.at[bytes.size - 1] ^= 0x10;
    assertRefused(bytes.at, bytes.size, CD_LOAD_DAMAGED);
    bytes.at[bytes.size - 1] ^= 0x10;
    bytes.at[8] ^= 2;
    assertRefused(bytes.at, bytes.size, CD_LOAD_OTHER_VERSION);
    bytes.at[8] ^= 2;
    unsigned char *longer = calloc(bytes.size + 4, 1);
    assert_non_null(longer);
    memcpy(longer, bytes.at, bytes.size);
    cdSeal(longer, bytes.size + 4, CD_MESH_STORE_KIND, CD_MESH_STORE_VERSION);
    assertRefused(longer, bytes.size + 4, CD_LOAD_DAMAGED);
    free(longer);
    assertRefused("not a mesh, but long enough to have a seal in front of it", 48, CD_LOAD_FOREIGN);
    for (int k = CD_LOADED; k <= CD_LOAD_NO_BYTES; k++)
        assert_true(strlen(cdGetLoadResultName((cdLoadResult)k)) > 0);
    free(bytes.at);
    cdDestroyMesh(mesh);
}

static void assertRange(const int32_t *indices, int32_t count, int32_t least, int32_t end) {
    for (int32_t i = 0; i < count; i++)
        assert_true(indices[i] >= least && indices[i] < end);
}

static void checkTree(const cdSphereTree *tree, int32_t triangleCount) {
    int32_t *levels = calloc((size_t)tree->nodeCount, sizeof *levels), deepest = 0;
    assert_non_null(levels);
    for (int32_t i = 0; i < tree->nodeCount; i++) {
        const cdNodeLinks *links = &tree->links[i];
        assert_true(links->label >= 0 && links->label < tree->labelCount && links->firstEntry >= 0);
        assert_true(links->firstEntry + (int32_t)links->entryCount <= tree->entryCount);
        deepest = levels[i] > deepest ? levels[i] : deepest;
        if (links->firstChild < 0) continue;
        assert_true(links->firstChild > i && links->firstChild + 1 < tree->nodeCount);
        levels[links->firstChild] = levels[links->firstChild + 1] = levels[i] + 1;
    }
    assert_int_equal(deepest, tree->depth);
    for (int32_t i = 0; i < tree->entryCount; i++)
        assert_true(tree->entries[i].triangle >= 0 && tree->entries[i].triangle < triangleCount);
    free(levels);
}

// Each loop comes back to its beginning.
static void checkBrep(const cdBrep *brep) {
    int32_t sides = 2 * brep->edgeCount;
    assertRange(brep->triangleFaces, brep->triangleCount, -1, brep->faceCount);
    assertRange(brep->faceTriangles, brep->triangleCount, 0, brep->triangleCount);
    assertRange(brep->vertexHalfEdge, brep->vertexCount, 0, sides);
    for (int32_t i = 0; i < sides; i++)
        assert_true(brep->halfEdges[i].start >= 0 && brep->halfEdges[i].start < brep->vertexCount);
    for (int32_t i = 0; i < brep->loopCount; i++) {
        int32_t at = brep->loops[i], steps = 0;
        do {
            at = brep->halfEdges[at].next;
            assert_true(at >= 0 && at < sides && steps++ < sides);
        } while (at != brep->loops[i]);
    }
}

static void checkFeatures(const cdFeatures *features) {
    const cdBrep *brep = &features->brep;
    int32_t entities = brep->vertexCount + brep->edgeCount + brep->faceCount;
    checkBrep(brep);
    assertRange(features->fans, 2 * brep->edgeCount, 0, 2 * brep->edgeCount);
    assertRange(features->vertexEntities, features->mesh->vertexCount, -1, entities);
    assertRange(features->edgeEntities, features->mesh->edgeCount, -1, entities);
    for (int32_t v = 0; v < brep->vertexCount; v++)
        assert_true(features->fanFirst[v] <= features->fanFirst[v + 1]);
    for (int32_t e = 0; e < brep->edgeCount; e++) {
        int32_t at = e, steps = 0;
        do {
            at = features->sameEdges[at];
            assert_true(steps++ < brep->edgeCount);
        } while (at != e);
    }
}

static void checkSolid(const cdSolid *solid) {
    checkBrep(&solid->brep);
    for (int32_t i = 0; i < solid->info.nodeCount; i++) {
        const cdIndexNode *node = &solid->nodes[i];
        assert_true(node->below < 0 || (node->below > i && node->below < solid->info.nodeCount));
        assert_true(node->above < 0 || (node->above > i && node->above < solid->info.nodeCount));
        assert_true(node->on < 0 || (node->on > i && node->on < solid->info.nodeCount));
    }
}

// All that queries use as an index or follow is within its range, and ends.
static void checkMesh(const cdMesh *mesh) {
    checkTree(&mesh->tree, mesh->triangleCount);
    assertRange(mesh->triangles, 3 * mesh->triangleCount, 0, mesh->vertexCount);
    assertRange(mesh->edges, 2 * mesh->edgeCount, 0, mesh->vertexCount);
    assertRange(mesh->triangleEdges, 3 * mesh->triangleCount, 0, mesh->edgeCount);
    if (mesh->info.isBox) assertRange(mesh->box.corners, 8, 0, mesh->vertexCount);
    if (mesh->features != NULL) checkFeatures(mesh->features);
    if (mesh->solid != NULL) checkSolid(mesh->solid);
}

// Uses whatever a mesh has.
static void useMesh(const cdMesh *mesh, cdWorkspace *workspace, Random *random) {
    cdFirstContactInput input = {.meshA = mesh, .meshB = mesh, .startA = makePose(random, 5.0)};
    input.targetA = makePose(random, 0.3);
    input.startB = cdIdentityPose();
    input.budget.maxPairTests = 20000;
    cdFindFirstContact(&input, NULL, workspace, NULL);
    if (mesh->solid != NULL)
        for (int k = 0; k < 20; k++)
            cdClassifyPoint(mesh, cdScale(2.0, nextRandomDirection(random)), NULL);
    if (mesh->features == NULL) return;
    cdRegionsInput at = {.meshA = mesh, .meshB = mesh, .poseA = input.targetA, .poseB = cdIdentityPose()};
    at.budget.maxPairTests = 20000;
    cdFindContactRegions(&at, NULL, workspace, NULL);
}

// Replaces a number: by an odd one, or one just beyond those of the mesh, or changes it by one.
static void forge(unsigned char *bytes, size_t end, const cdMesh *mesh, Random *random) {
    static const uint64_t odd[] = {0,          1,          0xffffffff,          0x7fffffff,         100,
                                   0x80000000, 0x00010000, 0xffffffffffffffffu, 0x7ff8000000000000u};
    enum { HEADER = 160 };
    const int32_t counts[] = {mesh->vertexCount,    mesh->edgeCount,       mesh->triangleCount,
                              mesh->tree.nodeCount, mesh->tree.entryCount, mesh->tree.labelCount};
    size_t size = (size_t)1 << nextRandomInt(random, 0, 3);
    size_t last = nextRandomInt(random, 0, 3) == 0 ? CD_SEAL_SIZE + HEADER : end - 8;
    size_t at = CD_SEAL_SIZE + nextRandomBits(random) % (last - CD_SEAL_SIZE);
    int way = nextRandomInt(random, 0, 2);
    if (way == 0) memcpy(bytes + at, &odd[nextRandomInt(random, 0, 8)], size);
    if (way == 1) memcpy(bytes + at, &counts[nextRandomInt(random, 0, 5)], sizeof *counts);
    if (way == 2) bytes[at] = (unsigned char)(bytes[at] + (nextRandomInt(random, 0, 1) ? 1 : 255));
}

// Random words replaced, under a seal that fits: refused, or loaded with all indices within their ranges, and
// usable without an invalid access, of which the sanitizers tell. Red: an index that is used before it is
// tested.
static void testForgery(void **state) {
    (void)state;
    static const char *const specs[] = {"l-shape", "icosphere:level=1", "box", "ring:segments=24"};
    cdWorkspace *workspace = cdCreateWorkspace();
    Random random = {7};
    int refused = 0, loaded = 0, rounds = 2000;
    for (int i = 0; i < 5; i++) {
        cdMesh *mesh = i < 4 ? makeShape(specs[i], ALL) : makeTangle(&random);
        Bytes bytes = save(mesh);
        unsigned char *copy = malloc(bytes.size);
        assert_non_null(copy);
        for (int round = 0; round < rounds; round++) {
            memcpy(copy, bytes.at, bytes.size);
            forge(copy, bytes.size, mesh, &random);
            cdSeal(copy, bytes.size, CD_MESH_STORE_KIND, CD_MESH_STORE_VERSION);
            cdMesh *forged = cdLoadMesh(copy, bytes.size, NULL);
            refused += forged == NULL;
            loaded += forged != NULL;
            if (forged != NULL) checkMesh(forged);
            if (forged != NULL) useMesh(forged, workspace, &random);
            cdDestroyMesh(forged);
        }
        free(copy);
        free(bytes.at);
        cdDestroyMesh(mesh);
    }
    assert_true(refused > rounds && loaded > rounds / 10);
    cdDestroyWorkspace(workspace);
}

// Each allocation fails in turn. Red: a block that is lost.
static void testNoMemory(void **state) {
    (void)state;
    cdMesh *mesh = makeShape("l-shape", ALL);
    Bytes bytes = save(mesh);
    LimitedMemory memory = {.allowed = INT64_MAX};
    useLimitedMemory(&memory);
    cdLoadResult result = CD_LOAD_NO_MEMORY;
    int64_t failures = 0;
    for (; result != CD_LOADED; failures++) {
        memory.allowed = failures;
        cdMesh *loaded = cdLoadMesh(bytes.at, bytes.size, &result);
        assert_int_equal(result, loaded != NULL ? CD_LOADED : CD_LOAD_NO_MEMORY);
        cdDestroyMesh(loaded);
        assert_int_equal(memory.live, 0);
    }
    assert_true(failures > 20);
    cdSetHooks(NULL);
    free(bytes.at);
    cdDestroyMesh(mesh);
}

// --- The format

// Numbers begin with their lowest byte on every machine; the seal names the kind, the version and the size.
static void testFormat(void **state) {
    (void)state;
    cdMesh *mesh = makeShape("box", 0);
    Bytes bytes = save(mesh);
    const unsigned char expected[] = {'C',
                                      'D',
                                      'M',
                                      'E',
                                      'S',
                                      'H',
                                      '0',
                                      '1',
                                      CD_MESH_STORE_VERSION,
                                      0,
                                      0,
                                      0,
                                      0,
                                      0,
                                      0,
                                      0,
                                      (unsigned char)(bytes.size & 255),
                                      (unsigned char)(bytes.size >> 8)};
    assert_memory_equal(bytes.at, expected, sizeof expected);
    const unsigned char counts[] = {8, 0, 0, 0, 18, 0, 0, 0, 12, 0, 0, 0}; // vertices, edges, triangles
    assert_memory_equal(bytes.at + CD_SEAL_SIZE, counts, sizeof counts);
    const unsigned char from[] = {1, 2, 3, 4, 5, 6, 7, 8};
    unsigned char to[8];
    cdCopyReversed(to, from, 8, 4);
    assert_memory_equal(to, ((const unsigned char[]){4, 3, 2, 1, 8, 7, 6, 5}), 8);
    free(bytes.at);
    cdDestroyMesh(mesh);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testShapes),
        cmocka_unit_test(testTangles),
        cmocka_unit_test(testRounded),
        cmocka_unit_test(testPartsDef),
        cmocka_unit_test(testQueries),
        cmocka_unit_test(testDamage),
        cmocka_unit_test(testForgery),
        cmocka_unit_test(testFormat),
        cmocka_unit_test_teardown(testNoMemory, restoreMemory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
