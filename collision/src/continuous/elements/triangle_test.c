// Two triangles over a part of a screw: whether a plane separates them, then the elementary tests.
//
// (1) Two triangles are disjoint over the span when the fixed one's plane, or the moving one's plane at the
// span's start, separates the swept corners from the other triangle: any fixed direction is a valid
// certificate. (2) At the very start of the step, triangles that remain go to start_test.c. (3) Each vertex
// and edge is tested by the one triangle that owns it, so most element pairs come up once; those that can
// come up again (shared by several leaves) are looked up in the pair tables [RKC01 4.4]. (4) A cubic that
// cannot vanish ends the test; elements.c solves the others. Tables and bounds only skip tests that cannot
// change the result. (5) Pairs that are solved are recorded on request: those that touch at the first contact
// are among them.
#include "continuous/elements/triangle_test.h"
#include "continuous/elements/clear_elements.h"
#include "continuous/elements/parting.h"
#include "continuous/elements/passing.h"
#include "continuous/elements/start_test.h"
#include "continuous/search/search_trace.h"
#include "mesh/tree/sphere_tree.h"

void cdMakeMovingTriangle(cdSearch *search, int32_t triangle, uint32_t elements, cdVec3 normal,
                          cdMovingTriangle *t) {
    t->triangle = triangle;
    t->elements = elements;
    t->edgesMade = 0;
    t->bulge = 0.0;
    t->normal = cdMulMat3Vec3(&search->span.rotation0, normal);
    t->lower = INFINITY;
    t->upper = -INFINITY;
    for (int k = 0; k < 3; k++) {
        cdMovedVertex fresh;
        t->v[k] = *cdFindMovedVertex(search, search->a->triangles[3 * triangle + k], &fresh);
        double from = cdDot(t->normal, t->v[k].from);
        double to = from + search->lambdaEnd * cdDot(t->normal, t->v[k].step);
        t->lower = cdMin(t->lower, cdMin(from, to));
        t->upper = cdMax(t->upper, cdMax(from, to));
        t->bulge = cdMax(t->bulge, t->v[k].bulge);
    }
}

void cdMakeFixedTriangle(const cdSearch *search, int32_t triangle, uint32_t elements, cdVec3 normal,
                         cdFixedTriangle *t) {
    t->triangle = triangle;
    t->elements = elements;
    t->normal = normal;
    t->lower = INFINITY;
    t->upper = -INFINITY;
    for (int k = 0; k < 3; k++) {
        t->v[k] = cdGetFixedVertex(search, search->b->triangles[3 * triangle + k]);
        double height = cdDot(t->normal, t->v[k]);
        t->lower = cdMin(t->lower, height);
        t->upper = cdMax(t->upper, height);
    }
}

cdElementPair cdGetElementPair(const cdSearch *search, cdContactKind kind, int32_t a, int32_t b) {
    cdElementPair pair;
    const int32_t *cornersA =
        kind == CD_FACE_VERTEX ? search->a->triangles + 3 * a : search->a->edges + 2 * a;
    const int32_t *cornersB =
        kind == CD_VERTEX_FACE ? search->b->triangles + 3 * b : search->b->edges + 2 * b;
    pair.movingCount = kind == CD_VERTEX_FACE ? 1 : kind == CD_FACE_VERTEX ? 3 : 2;
    pair.fixedCount = 4 - pair.movingCount;
    for (int i = 0; i < pair.movingCount; i++) {
        cdVec3 local = search->a->vertices[kind == CD_VERTEX_FACE ? a : cornersA[i]];
        cdVec3 x = cdAdd(cdMulMat3Vec3(&search->rotation, local), search->center);
        pair.moving[i] = cdMakeMovingPoint(search->screw, x);
    }
    for (int i = 0; i < pair.fixedCount; i++)
        pair.fixed[i] = cdGetFixedVertex(search, kind == CD_FACE_VERTEX ? b : cornersB[i]);
    return pair;
}

cdCubic cdMakeElementCubic(const cdSearch *search, const cdElementPair *pair) {
    const cdVec3 *fixed = pair->fixed;
    if (pair->movingCount == 1) return cdMakeVertexFaceCubic(search->screw, &pair->moving[0], fixed);
    if (pair->movingCount == 3) {
        cdVec3 face[3] = {pair->moving[0].x, pair->moving[1].x, pair->moving[2].x};
        return cdMakeFaceVertexCubic(&search->inverse, face, fixed[0]);
    }
    cdMovingEdge edge = cdMakeMovingEdge(search->screw, &pair->moving[0], &pair->moving[1]);
    return cdMakeEdgeEdgeCubic(&edge, fixed[0], fixed[1]);
}

// True if the pair of elements is in its table already. Only pairs that can come up again are looked up.
static inline bool pairDone(cdSearch *search, cdContactKind kind, bool mayComeAgain, int32_t a, int32_t b) {
    if (!mayComeAgain || (search->disabled & CD_DISABLE_PAIR_TABLES)) return false;
    cdTableKind table = kind == CD_VERTEX_FACE   ? CD_TABLE_VERTEX_FACE
                        : kind == CD_FACE_VERTEX ? CD_TABLE_FACE_VERTEX
                                                 : CD_TABLE_EDGE_EDGE;
    bool done = cdAddPair(&search->memory.tables[table], a, b);
    if (!done) return false;
    search->stats.pairTableSkips++;
    if (search->trace) cdTracePair(search, CD_TRACE_TABLE_SKIP, CD_HOW_NONE, kind, a, b);
    return true;
}

cdElementContact cdSolveElements(cdSearch *search, cdContactKind kind, int32_t a, int32_t b,
                                 const cdElementPair *pair, const cdCubic *cubic, cdInterval tau) {
    cdElementContact contact = search->clearance > 0.0
                                   ? cdFindClearContact(search, pair, tau)
                                   : cdFindElementContact(search->screw, pair, cubic, tau.lo, tau.hi,
                                                          &search->tolerance, &search->stats, search->meter);
    bool atEnd = tau.hi >= 1.0 && search->screwIndex + 1 == search->motion.screwCount;
    if (contact.state == CD_FREE && atEnd && !(search->clearance > 0.0))
        contact = cdFindTouchAtEnd(search->screw, pair, cubic, &search->tolerance);
    if (search->trace) cdTraceRoots(search, kind, a, b, cubic, tau, &contact);
    // Where the meter ended it, this pair remains undecided.
    search->exhausted = search->exhausted || cdIsOut(search->meter);
    return search->exhausted ? (cdElementContact){CD_FREE, 1.0} : contact;
}

static void recordPair(cdSolvedPairs *solved, cdContactKind kind, int32_t a, int32_t b) {
    if (solved->count < CD_SOLVED_PAIRS) {
        solved->pairs[solved->count].kind = kind;
        solved->pairs[solved->count].a = a;
        solved->pairs[solved->count].b = b;
    }
    solved->count++;
}

static void solvePair(cdSearch *search, cdContactKind kind, int32_t a, int32_t b, const cdCubic *cubic) {
    cdElementPair pair = cdGetElementPair(search, kind, a, b);
    if (search->solved != NULL && !search->collectTouches) recordPair(search->solved, kind, a, b);
    cdInterval tau = {search->rootStart, search->tauEnd};
    cdElementContact contact = cdSolveElements(search, kind, a, b, &pair, cubic, tau);
    bool early = contact.state != CD_FREE && search->screwIndex == 0 && contact.root <= search->exemptUntil;
    if (early && search->exemptUntil > 0.0 && cdTouchesAtStart(search, &pair)) {
        tau.lo = search->exemptUntil;
        contact = cdSolveElements(search, kind, a, b, &pair, cubic, tau);
    }
    cdOfferCandidate(search, kind, a, b, &contact);
}

static inline bool mayVanish(const cdSearch *search, const cdCubic *cubic) {
    return cdElementsMayTouch(cubic, search->inflation, search->span.tau0, search->tauEnd);
}

static inline void countTest(cdQueryStats *stats, cdContactKind kind) {
    if (kind == CD_VERTEX_FACE) stats->vertexFaceTests++;
    if (kind == CD_FACE_VERTEX) stats->faceVertexTests++;
    if (kind == CD_EDGE_EDGE) stats->edgeEdgeTests++;
}

// `how`: CD_HOW_ROOTS if the equation has to be solved, else why not.
static inline void finishPair(cdSearch *search, cdContactKind kind, int32_t a, int32_t b,
                              const cdCubic *cubic, cdTraceHow how) {
    countTest(&search->stats, kind);
    if (search->trace) cdTraceEquation(search, kind, a, b, cubic, how);
    if (how == CD_HOW_ROOTS) solvePair(search, kind, a, b, cubic);
}

void cdSolveAgain(cdSearch *search) {
    for (int32_t i = 0; i < search->solved->count && cdSpendTest(search); i++) {
        cdContactKind kind = search->solved->pairs[i].kind;
        int32_t a = search->solved->pairs[i].a, b = search->solved->pairs[i].b;
        cdElementPair pair = cdGetElementPair(search, kind, a, b);
        cdCubic cubic = cdMakeElementCubic(search, &pair);
        finishPair(search, kind, a, b, &cubic, CD_HOW_ROOTS);
    }
}

static bool isShared(uint32_t elements, uint32_t element) {
    return (elements >> CD_ENTRY_SHARED_SHIFT & element) != 0;
}

static void testVertexFace(cdSearch *search, const cdMovingTriangle *a, const cdFixedTriangle *b,
                           int corner) {
    const cdMovedVertex *v = &a->v[corner];
    double from = cdDot(b->normal, v->from), to = from + search->lambdaEnd * cdDot(b->normal, v->step);
    double slack = v->bulge * search->bulgeShare + search->inflation;
    if (cdMin(from, to) > b->upper + slack || cdMax(from, to) < b->lower - slack) return;
    int32_t vertex = search->a->triangles[3 * a->triangle + corner];
    if (pairDone(search, CD_VERTEX_FACE, isShared(b->elements, CD_ENTRY_FACE), vertex, b->triangle)) return;
    cdCubic cubic = cdMakeVertexFaceCubic(search->screw, &v->point, b->v);
    cdTraceHow how = !mayVanish(search, &cubic)        ? CD_HOW_NO_ROOT
                     : cdSidesPartVertex(search, v, b) ? CD_HOW_ASIDE
                                                       : CD_HOW_ROOTS;
    finishPair(search, CD_VERTEX_FACE, vertex, b->triangle, &cubic, how);
}

static void testFaceVertex(cdSearch *search, const cdMovingTriangle *a, const cdFixedTriangle *b,
                           int corner) {
    double height = cdDot(a->normal, b->v[corner]);
    double slack = a->bulge * search->bulgeShare + search->inflation;
    if (height > a->upper + slack || height < a->lower - slack) return;
    int32_t vertex = search->b->triangles[3 * b->triangle + corner];
    if (pairDone(search, CD_FACE_VERTEX, isShared(a->elements, CD_ENTRY_FACE), a->triangle, vertex)) return;
    cdVec3 face[3] = {a->v[0].point.x, a->v[1].point.x, a->v[2].point.x};
    cdCubic cubic = cdMakeFaceVertexCubic(&search->inverse, face, b->v[corner]);
    cdTraceHow how = !mayVanish(search, &cubic)                 ? CD_HOW_NO_ROOT
                     : cdSidesPartFace(search, a, b->v[corner]) ? CD_HOW_ASIDE
                                                                : CD_HOW_ROOTS;
    finishPair(search, CD_FACE_VERTEX, a->triangle, vertex, &cubic, how);
}

static const cdMovingEdge *movingEdge(const cdSearch *search, cdMovingTriangle *a, int edge) {
    if (!(a->edgesMade & (1 << edge))) {
        // In the order in which the mesh stores the edge: two triangles may use it in opposite directions.
        const int32_t *ends = search->a->edges + 2 * search->a->triangleEdges[3 * a->triangle + edge];
        bool forward = search->a->triangles[3 * a->triangle + edge] == ends[0];
        const cdMovedVertex *v0 = &a->v[forward ? edge : (edge + 1) % 3],
                            *v1 = &a->v[forward ? (edge + 1) % 3 : edge];
        a->edges[edge] = cdMakeMovingEdge(search->screw, &v0->point, &v1->point);
        a->edgesMade |= 1 << edge;
    }
    return &a->edges[edge];
}

static void testEdgeEdge(cdSearch *search, cdMovingTriangle *a, const cdFixedTriangle *b, int edgeA,
                         int edgeB) {
    const cdMovedVertex *a0 = &a->v[edgeA], *a1 = &a->v[(edgeA + 1) % 3];
    if (cdAreEdgesApart(search, a0, a1, b->v[edgeB], b->v[(edgeB + 1) % 3])) return;
    int32_t indexA = search->a->triangleEdges[3 * a->triangle + edgeA];
    int32_t indexB = search->b->triangleEdges[3 * b->triangle + edgeB];
    bool mayComeAgain = isShared(a->elements, 8u << edgeA) || isShared(b->elements, 8u << edgeB);
    if (pairDone(search, CD_EDGE_EDGE, mayComeAgain, indexA, indexB)) return;
    const int32_t *endsB = search->b->edges + 2 * indexB;
    bool forward = search->b->triangles[3 * b->triangle + edgeB] == endsB[0];
    cdVec3 b0 = b->v[forward ? edgeB : (edgeB + 1) % 3], b1 = b->v[forward ? (edgeB + 1) % 3 : edgeB];
    cdCubic cubic = cdMakeEdgeEdgeCubic(movingEdge(search, a, edgeA), b0, b1);
    cdTraceHow how = !mayVanish(search, &cubic)                 ? CD_HOW_NO_ROOT
                     : cdSidesPartEdges(search, a0, a1, b0, b1) ? CD_HOW_ASIDE
                                                                : CD_HOW_ROOTS;
    finishPair(search, CD_EDGE_EDGE, indexA, indexB, &cubic, how);
}

void cdRejectTriangles(cdSearch *search, cdTraceHow how, int32_t a, int32_t b) {
    search->stats.facePairTests++;
    search->stats.facePairRejects++;
    if (search->trace) cdTracePair(search, CD_TRACE_FACES_DISJOINT, how, CD_NO_CONTACT, a, b);
}

void cdCountTriangles(cdSearch *search, int32_t a, int32_t b) {
    search->stats.facePairTests++;
    if (search->trace) cdTracePair(search, CD_TRACE_FACES_MEET, CD_HOW_NONE, CD_NO_CONTACT, a, b);
}

void cdTestElements(cdSearch *search, cdMovingTriangle *a, const cdFixedTriangle *b, cdElementBits near) {
    cdCountTriangles(search, a->triangle, b->triangle);
    if (search->lookForOverlap) cdTestStart(search, a, b);
    if (search->lookForPassing) cdTestPassing(search, a, b);
    if (search->overlapOnly) return;
    uint32_t ofA = a->elements & near.a, ofB = b->elements & near.b;
    for (int k = 0; k < 3; k++) {
        if (ofA & (1u << k)) testVertexFace(search, a, b, k);
        if (ofB & (1u << k)) testFaceVertex(search, a, b, k);
    }
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3 && (ofA & (8u << i)); k++)
            if (ofB & (8u << k)) testEdgeEdge(search, a, b, i, k);
}

void cdTestTriangles(cdSearch *search, cdMovingTriangle *a, const cdFixedTriangle *b) {
    if (cdPlanesPart(search, a, b))
        cdRejectTriangles(search, CD_HOW_PLANE, a->triangle, b->triangle);
    else if (cdSidesPart(search, a, b))
        cdRejectTriangles(search, CD_HOW_SIDE, a->triangle, b->triangle);
    else
        cdTestElements(search, a, b, (cdElementBits){CD_ALL_ELEMENTS, CD_ALL_ELEMENTS});
}
