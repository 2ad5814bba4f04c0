// Elements of two triangles that a plane keeps from the other triangle need no test: never those that touch.
#include "continuous/search/search.h"
#include "foundation/numbers/bits.h"
#include "span_fixture.h"

// An element of a triangle and a point of it.
typedef struct PickedElement {
    int32_t entry, first, count; // of a leaf
    int corner, edge;            // -1: not this kind
    cdVec3 point;
} PickedElement;

static PickedElement pickElement(Random *random, const cdMesh *mesh, int kind) {
    const cdSphereTree *tree = &mesh->tree;
    int32_t node;
    do
        node = nextRandomInt(random, 0, tree->nodeCount - 1);
    while (!cdIsLeaf(tree, node));
    const cdNodeLinks *links = &tree->links[node];
    int32_t entry = nextRandomInt(random, 0, links->entryCount - 1);
    const int32_t *corners = mesh->triangles + 3 * (size_t)tree->entries[links->firstEntry + entry].triangle;
    cdVec3 v[3] = {mesh->vertices[corners[0]], mesh->vertices[corners[1]], mesh->vertices[corners[2]]};
    int k = nextRandomInt(random, 0, 2);
    double s = nextRandom(random), t = nextRandomIn(random, 0.0, 1.0 - s);
    PickedElement picked = {entry, links->firstEntry, links->entryCount, -1, -1, v[k]};
    if (kind == 0) picked.corner = k;
    if (kind == 1) picked.edge = k, picked.point = cdLerp(v[k], v[(k + 1) % 3], s);
    if (kind == 2) picked.point = cdMulAdd(cdMulAdd(v[0], s, cdSub(v[1], v[0])), t, cdSub(v[2], v[0]));
    return picked;
}

// Returns true if the pair is open; `near`: its elements.
static bool testPair(cdSearch *search, const PickedElement *a, const PickedElement *b, cdElementBits *near) {
    if (cdPlaceFixedRoot(search) == NULL) abort();
    cdMovedTriangles *u = cdPlaceMovedTriangles(search, a->first, a->count);
    cdFixedTriangles *v = cdPlaceFixedTriangles(search, b->first, b->count);
    for (int i = 0; i < a->entry / CD_LEAF_TRIANGLES; i++)
        u = u->next;
    for (int i = 0; i < b->entry / CD_LEAF_TRIANGLES; i++)
        v = v->next;
    int cell = 4 * (a->entry % CD_LEAF_TRIANGLES) + b->entry % CD_LEAF_TRIANGLES;
    int cells = ((1 << 4 * u->count) - 1) & ((1 << v->count) - 1) * 0x1111;
    cdTriangleMasks masks;
    int open = search->tests->testTriangles(&search->part, u, v, cells, &masks);
    *near = masks.near[cell];
    return (open & 1 << cell) != 0;
}

static bool hasElement(const PickedElement *picked, int bits) {
    return (picked->corner < 0 || (bits & 1 << picked->corner)) &&
           (picked->edge < 0 || (bits & 8 << picked->edge));
}

// Two elements touch at one moment, at any size and on any path. Red: bits of another corner, edge or lane,
// missing rounding, a side that points the other way, a missing end of the part of interest.
static void testTouchingElements(void **state) {
    (void)state;
    Random random = {21};
    int trials = 0, left = 0;
    for (int i = 0; i < 300; i++) {
        Step step = openStep(&random);
        for (int k = 0; k < 100; k++) {
            int kind = nextRandomInt(&random, 0, 2); // of A: corner, edge, face
            pickMotion(&random, &step);
            cdSearch search;
            enterStep(&search, &step, poseAt(0.0, 0.0, 0.0), 1.0);
            PickedElement a = pickElement(&random, step.a, kind), b = pickElement(&random, step.b, 2 - kind);
            cdVec3 shift = cdSub(placePoint(&search, a.point, step.at), cdAdd(b.point, search.offsetB));
            double share = nextRandomInt(&random, 0, 1) ? 0.0 : nextRandom(&random);
            enterStep(&search, &step, (cdPose){shift, {1.0, 0.0, 0.0, 0.0}}, share);
            cdElementBits near;
            if (!testPair(&search, &a, &b, &near) || !hasElement(&a, near.a) || !hasElement(&b, near.b))
                fail_msg("kind %d: corner %d and edge %d of A, corner %d and edge %d of B touch at size %g",
                         kind, a.corner, a.edge, b.corner, b.edge, step.a->radius);
            trials++;
            left += CD_ALL_ELEMENTS != (near.a & near.b);
        }
        closeStep(&step);
    }
    if (left < trials / 4) fail_msg("only in %d of %d pairs elements are left out", left, trials);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(testTouchingElements)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
