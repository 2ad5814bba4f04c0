// Tests four pairs of nodes at once, in floats: by the chords of their paths, by slabs, by boxes. Separation
// is certain; lanes that are left open need not meet.
//
// placed_twins.c bounds the rounding of lengths in floats. A pair is separated only if a length exceeds a sum
// that includes this bound, which is large enough for squares of such sums to keep their digits.
#ifndef CD_NODE_LANES_H
#define CD_NODE_LANES_H

#include "continuous/search/search.h"
#include "mesh/tree/node_boxes.h"

// Lengths are in the units of the span's frame.
typedef struct cdNodeLanes {
    const cdMovedTwins *a;
    const cdPlacedTwins *b;
    cdFloats3 from, step; // of A's centres, from B's
    cdFloats lambdaEnd, inflation, rounding;
    cdFloats radiusA, radiusB;
    cdFloats bulge;  // over the part of interest
    cdFloats turned; // bound on how far the turn moves any point
} cdNodeLanes;

static inline void cdLoadNodeLanes(cdSearch *search, const cdNodeOpening *opening, cdNodeLanes *lanes) {
    const cdSpanFrame *frame = &search->span.frame;
    const cdSearchMemory *memory = &search->memory;
    const cdMovedTwins *a = cdFindItem(memory->movedTwins, opening->twinsA, *memory->generation);
    const cdPlacedTwins *b = cdFindItem(memory->fixedTwins, opening->twinsB, *memory->generation);
    if (a == NULL) a = cdPlaceMovedTwins(search, opening->twinsA);
    if (b == NULL) b = cdPlaceFixedTwins(search, opening->twinsB);
    lanes->a = a;
    lanes->b = b;
    lanes->from = cdSubFloats3(cdRepeatPair3(a->start.center), cdAlternatePair3(b->center));
    lanes->step = cdRepeatPair3(a->step);
    lanes->lambdaEnd = cdSpreadFloats(search->lambdaEnd);
    lanes->inflation = cdSpreadFloats(search->inflation * frame->scale);
    lanes->rounding = cdSpreadFloats(frame->rounding);
    lanes->radiusA = cdRepeatPair(a->start.radius);
    lanes->radiusB = cdAlternatePair(b->radius);
    lanes->bulge = cdMulFloats(cdRepeatPair(a->bulge), cdSpreadFloats(search->bulgeShare));
    lanes->turned = cdAddFloats(lanes->bulge, cdMulFloats(cdSpreadFloats(search->turn), lanes->radiusA));
}

// Returns the lanes that the chord separates; `open`: undecided ones. nearnessSq: of centres to chords.
static inline int cdFindLanesOffChord(const cdNodeLanes *lanes, float nearnessSq[4], int *open) {
    cdFloats none = cdSpreadFloats(0.0);
    cdFloats toEnd = cdMulFloats(cdDotFloats3(lanes->from, lanes->step), cdRepeatPair(lanes->a->stepScale));
    cdFloats lambda = cdMinFloats(cdMaxFloats(cdSubFloats(none, toEnd), none), lanes->lambdaEnd);
    cdFloats3 nearest = cdMulAddFloats3(lanes->from, lambda, lanes->step);
    cdFloats nearestSq = cdDotFloats3(nearest, nearest);
    cdFloats radii = cdAddFloats(cdAddFloats(lanes->radiusA, lanes->radiusB), lanes->inflation);
    cdFloats blur = cdAddFloats(lanes->bulge, lanes->rounding);
    cdFloats outer = cdAddFloats(radii, blur), inner = cdMaxFloats(cdSubFloats(radii, blur), none);
    cdStoreFloats(nearnessSq, nearestSq);
    *open = cdFloatsAbove(nearestSq, cdMulFloats(inner, inner));
    return cdFloatsAbove(nearestSq, cdMulFloats(outer, outer));
}

// Returns the gaps beyond `extents` that planes across an axis keep between the two throughout; `sine` is
// that of the axis with the screw's. A turn and the bulge of a path lie across the screw's axis, so along a
// plane's normal only its part across that axis counts.
static inline cdFloats cdFindPlaneGaps(const cdNodeLanes *lanes, cdFloats3 axis, cdFloats sine,
                                       cdFloats extents) {
    cdFloats from = cdDotFloats3(axis, lanes->from);
    cdFloats to = cdAddFloats(from, cdMulFloats(lanes->lambdaEnd, cdDotFloats3(axis, lanes->step)));
    cdFloats over = cdMinFloats(from, to);
    cdFloats under = cdSubFloats(cdSpreadFloats(0.0), cdMaxFloats(from, to));
    cdFloats needed = cdAddFloats(cdAddFloats(extents, lanes->inflation), cdMulFloats(lanes->turned, sine));
    return cdSubFloats(cdMaxFloats(over, under), needed);
}

// Tests two fixed planes: across B's normal, and across A's at the span's start. Turning by an angle
// lengthens A's extent along a direction by at most that angle times A's radius, so surfaces that turn about
// their common normal keep their distance. A disc of radius r and height 2 h, whose normal has the cosine c
// and the sine s with the plane's, has the extent h |c| + r s.
//
// `close`: lanes that doubles may separate.
static inline int cdFindLanesBetweenSlabs(const cdNodeLanes *lanes, int *close) {
    const cdPlacedTwins *a = &lanes->a->start, *b = lanes->b;
    cdFloats3 normalA = cdRepeatPair3(a->axes[0]), normalB = cdAlternatePair3(b->axes[0]);
    cdFloats heightA = cdRepeatPair(a->halves[0]), heightB = cdAlternatePair(b->halves[0]);
    cdFloats cosine = cdAbsFloats(cdDotFloats3(normalA, normalB));
    cdFloats3 cross = cdCrossFloats3(normalA, normalB);
    cdFloats sine = cdSqrtFloats(cdDotFloats3(cross, cross));
    cdFloats extentA = cdAddFloats(cdMulFloats(heightA, cosine), cdMulFloats(lanes->radiusA, sine));
    cdFloats extentB = cdAddFloats(cdMulFloats(heightB, cosine), cdMulFloats(lanes->radiusB, sine));
    cdFloats alongB =
        cdFindPlaneGaps(lanes, normalB, cdAlternatePair(b->sines[0]), cdAddFloats(heightB, extentA));
    cdFloats alongA =
        cdFindPlaneGaps(lanes, normalA, cdRepeatPair(a->sines[0]), cdAddFloats(heightA, extentB));
    cdFloats gap = cdMaxFloats(alongA, alongB);
    *close = cdFloatsAbove(gap, cdSubFloats(cdSpreadFloats(0.0), lanes->rounding));
    return cdFloatsAbove(gap, lanes->rounding);
}

static inline int cdFindLanesBetweenBoxes(const cdNodeLanes *lanes) {
    const cdPlacedTwins *a = &lanes->a->start, *b = lanes->b;
    cdBoxFloats boxA, boxB;
    for (int i = 0; i < 3; i++) {
        boxA.axes[i] = cdRepeatPair3(a->axes[i]), boxB.axes[i] = cdAlternatePair3(b->axes[i]);
        boxA.halves[i] = cdRepeatPair(a->halves[i]), boxB.halves[i] = cdAlternatePair(b->halves[i]);
    }
    cdFloats extents[6];
    cdFindBoxExtents(&boxA, &boxB, extents);
    cdFloats gap = cdSpreadFloats(0.0);
    for (int i = 0; i < 3; i++) {
        cdFloats alongA = cdFindPlaneGaps(lanes, boxA.axes[i], cdRepeatPair(a->sines[i]), extents[i]);
        cdFloats alongB = cdFindPlaneGaps(lanes, boxB.axes[i], cdAlternatePair(b->sines[i]), extents[3 + i]);
        gap = cdMaxFloats(gap, cdMaxFloats(alongA, alongB));
    }
    return cdFloatsAbove(gap, lanes->rounding);
}

#endif
