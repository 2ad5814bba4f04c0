// Planes that separate two elements or triangles in a span: elements that touch are never reported separated,
// at any size, on any path, and most that are apart are.
#include "continuous/elements/parting.h"
#include "continuous/elements/triangle_test.h"
#include "span_fixture.h"

typedef enum Pair { EDGES, VERTEX_FACE, FACE_VERTEX, TRIANGLES, PAIR_COUNT } Pair;

// The elements of a pair: corner or edge `i` of A's triangle, `k` of B's.
typedef struct Elements {
    Pair pair;
    cdMovingTriangle a;
    cdFixedTriangle b;
    int i, k;
} Elements;

static bool areParted(const cdSearch *search, const Elements *e) {
    const cdMovedVertex *a0 = &e->a.v[e->i], *a1 = &e->a.v[(e->i + 1) % 3];
    switch (e->pair) {
    case EDGES:
        return cdAreEdgesApart(search, a0, a1, e->b.v[e->k], e->b.v[(e->k + 1) % 3]) ||
               cdSidesPartEdges(search, a0, a1, e->b.v[e->k], e->b.v[(e->k + 1) % 3]);
    case VERTEX_FACE:
        return cdSidesPartVertex(search, a0, &e->b);
    case FACE_VERTEX:
        return cdSidesPartFace(search, &e->a, e->b.v[e->k]);
    default:
        return cdPlanesPart(search, &e->a, &e->b) || cdSidesPart(search, &e->a, &e->b);
    }
}

static cdVec3 mixCorners(Random *random, cdVec3 p, cdVec3 q, cdVec3 r, int count) {
    double u = nextRandom(random), v = count > 2 ? nextRandom(random) : 0.0;
    if (u + v > 1.0) u = 1.0 - u, v = 1.0 - v;
    return count > 1 ? cdMulAdd(cdMulAdd(p, u, cdSub(q, p)), v, cdSub(r, p)) : p;
}

// Returns a random point of A's element in A's frame, or of B's in B's, from the stored vertices.
static cdVec3 pickPoint(Random *random, const cdMesh *mesh, int32_t triangle, int corner, int count) {
    const int32_t *t = mesh->triangles + 3 * triangle;
    if (count == 3) corner = 0;
    return mixCorners(random, mesh->vertices[t[corner]], mesh->vertices[t[(corner + 1) % 3]],
                      mesh->vertices[t[(corner + 2) % 3]], count);
}

static void makeElements(cdSearch *search, Elements *e, int32_t triangleA, int32_t triangleB) {
    cdMakeMovingTriangle(search, triangleA, ~0u, cdGetTriangleNormal(search->a, triangleA), &e->a);
    cdMakeFixedTriangle(search, triangleB, ~0u, cdGetTriangleNormal(search->b, triangleB), &e->b);
}

// Elements are moved so that they share a point at one moment of the span; and so that they are apart by a
// part of their size. Red: a missing end of the path, a missing bulge, a direction that is not taken as unit,
// products of lengths that vanish or overflow.
static void testTouchingElements(void **state) {
    (void)state;
    static const int pointsA[PAIR_COUNT] = {2, 1, 3, 3}, pointsB[PAIR_COUNT] = {2, 3, 1, 3};
    Random random = {11};
    int trials[PAIR_COUNT] = {0}, apart[PAIR_COUNT] = {0};
    for (int i = 0; i < 200; i++) {
        Step step = openStep(&random);
        for (int n = 0; n < 100; n++) {
            Elements e = {.pair = (Pair)nextRandomInt(&random, 0, PAIR_COUNT - 1)};
            e.i = nextRandomInt(&random, 0, 2), e.k = nextRandomInt(&random, 0, 2);
            int32_t a = nextRandomInt(&random, 0, step.a->triangleCount - 1);
            int32_t b = nextRandomInt(&random, 0, step.b->triangleCount - 1);
            pickMotion(&random, &step);
            cdSearch search;
            enterStep(&search, &step, poseAt(0.0, 0.0, 0.0), 1.0);
            cdVec3 atA = pickPoint(&random, step.a, a, e.i, pointsA[e.pair]);
            cdVec3 atB = pickPoint(&random, step.b, b, e.k, pointsB[e.pair]);
            cdVec3 shift = cdSub(placePoint(&search, atA, step.at), cdAdd(atB, search.offsetB));
            double share = nextRandomInt(&random, 0, 1) ? 0.0 : nextRandom(&random);
            enterStep(&search, &step, (cdPose){shift, {1.0, 0.0, 0.0, 0.0}}, share);
            makeElements(&search, &e, a, b);
            if (areParted(&search, &e))
                fail_msg("elements %d of triangles %d and %d touch at size %g", e.pair, a, b, step.a->radius);
            cdVec3 away = cdMulAdd(shift, 0.5 * step.b->radius, nextRandomDirection(&random));
            enterStep(&search, &step, (cdPose){away, {1.0, 0.0, 0.0, 0.0}}, share);
            makeElements(&search, &e, a, b);
            trials[e.pair]++;
            apart[e.pair] += areParted(&search, &e);
        }
        closeStep(&step);
    }
    for (int pair = 0; pair < PAIR_COUNT; pair++)
        if (!(trials[pair] > 4000 && apart[pair] > trials[pair] / 5))
            fail_msg("elements %d: %d of %d apart", pair, apart[pair], trials[pair]);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(testTouchingElements)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
