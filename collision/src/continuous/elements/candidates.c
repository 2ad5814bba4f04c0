// The best contact so far, which shortens the rest of a search [RKC01 4.3], and the list of all pairs that
// touch then.
//
// Candidates are ordered by time, by kind and by index, so the winner does not depend on the order of the
// search.
#include "continuous/search/search_trace.h"

static bool comesFirst(const cdSearch *search, const cdCandidate *x, const cdCandidate *y) {
    if (y->state == CD_FREE) return true;
    if (x->screw != y->screw) return x->screw < y->screw;
    double stepX = floor(x->root / search->tolerance.width), stepY = floor(y->root / search->tolerance.width);
    if (stepX != stepY) return stepX < stepY;
    if (x->state != y->state) return x->state == CD_UNDECIDED;
    if (x->kind != y->kind) return x->kind < y->kind;
    if (x->a != y->a) return x->a < y->a;
    if (x->b != y->b) return x->b < y->b;
    return x->root < y->root; // a pair may touch at the start and have a zero right after
}

static bool isTouchOf(const cdTouch *touch, cdContactKind kind, int32_t a, int32_t b) {
    return touch->kind == kind && touch->featureA.index == a && touch->featureB.index == b;
}

static bool isTouchBefore(const cdTouch *x, const cdTouch *y) {
    if (x->kind != y->kind) return x->kind < y->kind;
    if (x->featureA.index != y->featureA.index) return x->featureA.index < y->featureA.index;
    return x->featureB.index < y->featureB.index;
}

// Returns the listed touch to drop first: the last in order, but never the first contact itself.
static cdTouch *findLastTouch(const cdSearch *search) {
    cdTouch *last = NULL;
    for (int32_t i = 0; i < search->touchCapacity; i++) {
        cdTouch *known = &search->touches[i];
        if (isTouchOf(known, search->best.kind, search->best.a, search->best.b)) continue;
        if (!last || isTouchBefore(last, known)) last = known;
    }
    return last;
}

// Lists a touch once. A full list keeps the first ones in order, so it does not depend on the order of the
// search.
static void collectTouch(cdSearch *search, const cdCandidate *candidate) {
    for (int32_t i = 0; i < search->touchCount && i < search->touchCapacity; i++)
        if (isTouchOf(&search->touches[i], candidate->kind, candidate->a, candidate->b)) return;
    cdTouch touch = {.kind = candidate->kind};
    touch.featureA.index = candidate->a;
    touch.featureB.index = candidate->b;
    if (search->touchCount < search->touchCapacity) {
        search->touches[search->touchCount] = touch;
    } else {
        cdTouch *last = findLastTouch(search);
        if (last && isTouchBefore(&touch, last)) *last = touch;
    }
    search->touchCount++;
}

void cdOfferCandidate(cdSearch *search, cdContactKind kind, int32_t a, int32_t b,
                      const cdElementContact *contact) {
    if (contact->state == CD_FREE || contact->root > search->rootLimit) return;
    cdCandidate candidate = {contact->state, search->screwIndex, contact->root, kind, a, b};
    if (search->collectTouches) {
        collectTouch(search, &candidate);
        return;
    }
    bool sameScrew = search->best.state != CD_FREE && search->best.screw == candidate.screw;
    bool first = comesFirst(search, &candidate, &search->best);
    if (sameScrew)
        search->earliest = cdMin(search->earliest, candidate.root);
    else if (first)
        search->earliest = candidate.root;
    if (!first) return;
    search->best = candidate;
    double end = search->tauEnd;
    cdUpdateReach(search);
    if (search->tauEnd >= end) return;
    search->stats.shortenings++;
    if (search->trace) cdTraceShortening(search);
}
