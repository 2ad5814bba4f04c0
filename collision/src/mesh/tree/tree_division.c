// Divides the pieces of a sphere tree's node [RKC01 3.1] by the surface-area heuristic.
//
// The paper divides and conquers, but does not say where. The expected work below a node is the probability
// that its volume overlaps another one, times the number of pieces in it. That probability grows with the
// surface of the volume, measured here as that of the sphere over the part's box, the sum of the squares of
// its sides. The smallest sphere is no such measure: a flat ring of a round mesh has the sphere of the whole
// mesh, so slicing off rings seems to cost nothing, and the tree degenerates to thin rings.
//
// (1) Few pieces are sorted along each axis; each position between two is a candidate. (2) More are put into
// bins by the middles of their boxes along each axis (Wald 2007, "On fast construction of SAH-based bounding
// volume hierarchies"); the planes between bins are the candidates. (3) Of many, a sample is enough. Pieces
// that no plane divides acceptably are halved at the median.
#include "mesh/tree/tree_division.h"
#include "foundation/numbers/float_lanes.h"

enum { BIN_COUNT = 16, FEW = 8, SAMPLE = 256 };

// A part has at least one in this many pieces.
enum { MIN_SHARE = 16 };

// Boxes that span less than this have lost half of a float's digits.
static const float SMALLEST_SPAN = 0x1p-12f;

// --- Boxes

static void boxPieces(const cdPieces *pieces, cdVec3 origin, double perLength, cdPieceBox *boxes,
                      int32_t count) {
    for (int32_t i = 0; i < count; i++) {
        const int32_t *corners = pieces->items[boxes[i].piece].corners;
        cdVec3 a = pieces->points[corners[0]], b = pieces->points[corners[1]], c = pieces->points[corners[2]];
        cdVec3 lower = {cdMin(a.x, cdMin(b.x, c.x)), cdMin(a.y, cdMin(b.y, c.y)),
                        cdMin(a.z, cdMin(b.z, c.z))};
        cdVec3 upper = {cdMax(a.x, cdMax(b.x, c.x)), cdMax(a.y, cdMax(b.y, c.y)),
                        cdMax(a.z, cdMax(b.z, c.z))};
        boxes[i].bounds[0] = (float)((lower.x - origin.x) * perLength);
        boxes[i].bounds[1] = (float)((lower.y - origin.y) * perLength);
        boxes[i].bounds[2] = (float)((lower.z - origin.z) * perLength);
        boxes[i].bounds[3] = (float)((upper.x - origin.x) * perLength);
        boxes[i].bounds[4] = (float)((upper.y - origin.y) * perLength);
        boxes[i].bounds[5] = (float)((upper.z - origin.z) * perLength);
        boxes[i].bounds[6] = 0.0f;
    }
}

// Makes the boxes relative to the range's own middle and size.
static void boxClosely(const cdPieces *pieces, cdPieceBox *boxes, int32_t count) {
    cdVec3 lower = pieces->points[pieces->items[boxes[0].piece].corners[0]], upper = lower;
    for (int32_t i = 0; i < count; i++)
        for (int k = 0; k < 3; k++) {
            cdVec3 p = pieces->points[pieces->items[boxes[i].piece].corners[k]];
            lower = (cdVec3){cdMin(lower.x, p.x), cdMin(lower.y, p.y), cdMin(lower.z, p.z)};
            upper = (cdVec3){cdMax(upper.x, p.x), cdMax(upper.y, p.y), cdMax(upper.z, p.z)};
        }
    double size = cdMaxAbs(cdSub(upper, lower));
    boxPieces(pieces, cdLerp(lower, upper, 0.5), size > 1e-300 ? 1.0 / size : 0.0, boxes, count);
}

void cdBoxPieces(const cdPieces *pieces, cdPieceBox *boxes) {
    for (int32_t i = 0; i < pieces->count; i++)
        boxes[i].piece = i;
    boxClosely(pieces, boxes, pieces->count);
}

// A box in lanes 0 to 2. Lane 3 is arbitrary.
typedef struct Span {
    cdFloats lower, upper;
} Span;

static Span emptySpan(void) {
    return (Span){cdSpreadFloat(INFINITY), cdSpreadFloat(-INFINITY)};
}

static Span loadSpan(const cdPieceBox *box) {
    return (Span){cdLoadFloats(box->bounds), cdLoadFloats(box->bounds + 3)};
}

static Span joinSpans(Span a, Span b) {
    return (Span){cdMinFloats(a.lower, b.lower), cdMaxFloats(a.upper, b.upper)};
}

static float measureCost(Span span, int32_t count) {
    float size[4];
    cdStoreFloats(size, cdSubFloats(span.upper, span.lower));
    return (size[0] * size[0] + size[1] * size[1] + size[2] * size[2]) * (float)count;
}

// Returns twice the middle's coordinate.
static float getMiddle(const cdPieceBox *box, int axis) {
    return box->bounds[axis] + box->bounds[3 + axis];
}

// --- Few pieces

static void sortFew(const cdPieceBox *boxes, int32_t count, int axis, int32_t order[FEW]) {
    for (int32_t i = 0; i < count; i++) {
        float middle = getMiddle(&boxes[i], axis);
        int32_t k = i;
        for (; k > 0 && getMiddle(&boxes[order[k - 1]], axis) > middle; k--)
            order[k] = order[k - 1];
        order[k] = i;
    }
}

static int32_t divideFew(cdPieceBox *boxes, int32_t count) {
    int32_t best[FEW] = {0}, first = 0;
    float bestCost = INFINITY;
    for (int axis = 0; axis < 3; axis++) {
        int32_t order[FEW];
        float above[FEW];
        sortFew(boxes, count, axis, order);
        Span span = emptySpan();
        for (int32_t i = count - 1; i > 0; i--) {
            span = joinSpans(span, loadSpan(&boxes[order[i]]));
            above[i] = measureCost(span, count - i);
        }
        span = emptySpan();
        bool better = false;
        for (int32_t i = 1; i < count; i++) {
            span = joinSpans(span, loadSpan(&boxes[order[i - 1]]));
            float cost = measureCost(span, i) + above[i];
            if (!(cost < bestCost)) continue;
            bestCost = cost;
            first = i;
            better = true;
        }
        for (int32_t i = 0; better && i < count; i++)
            best[i] = order[i];
    }
    cdPieceBox sorted[FEW];
    for (int32_t i = 0; first > 0 && i < count; i++)
        sorted[i] = boxes[best[i]];
    for (int32_t i = 0; first > 0 && i < count; i++)
        boxes[i] = sorted[i];
    return first;
}

// --- Bins

// The range of the middles along an axis.
typedef struct BinScale {
    float lower, perLength;
} BinScale;

typedef struct Bin {
    Span span;
    int32_t count;
} Bin;

typedef struct Bins {
    Bin bins[3][BIN_COUNT];
    BinScale scales[3];
} Bins;

typedef struct Division {
    int axis;
    int32_t firstBin; // first bin of the second part; 0: no division
    float cost;
} Division;

static int32_t findBin(const BinScale *scale, float middle) {
    float position = (middle - scale->lower) * scale->perLength;
    if (!(position > 0.0f)) return 0;
    return position < BIN_COUNT - 1 ? (int32_t)position : BIN_COUNT - 1;
}

// Sets the scales. Returns the size of the largest side of the boxes' bounds.
static float measureBins(const cdPieceBox *boxes, int32_t count, int32_t stride, Bins *bins) {
    Span all = emptySpan(), middles = emptySpan();
    for (int32_t i = 0; i < count; i += stride) {
        Span span = loadSpan(&boxes[i]);
        cdFloats at = cdAddFloats(span.lower, span.upper);
        all = joinSpans(all, span);
        middles = joinSpans(middles, (Span){at, at});
    }
    float lower[4], upper[4], size[4];
    cdStoreFloats(lower, middles.lower);
    cdStoreFloats(upper, middles.upper);
    cdStoreFloats(size, cdSubFloats(all.upper, all.lower));
    for (int axis = 0; axis < 3; axis++) {
        float length = upper[axis] - lower[axis];
        bins->scales[axis] = (BinScale){lower[axis], length > 1e-30f ? BIN_COUNT / length : 0.0f};
    }
    return size[0] > size[1] ? (size[0] > size[2] ? size[0] : size[2])
                             : (size[1] > size[2] ? size[1] : size[2]);
}

static void fillBins(const cdPieceBox *boxes, int32_t count, int32_t stride, Bins *bins) {
    for (int axis = 0; axis < 3; axis++)
        for (int k = 0; k < BIN_COUNT; k++)
            bins->bins[axis][k] = (Bin){emptySpan(), 0};
    const BinScale *scales = bins->scales;
    float lowers[4] = {scales[0].lower, scales[1].lower, scales[2].lower, 0.0f};
    float perLengths[4] = {scales[0].perLength, scales[1].perLength, scales[2].perLength, 0.0f};
    cdFloats lower = cdLoadFloats(lowers), perLength = cdLoadFloats(perLengths);
    cdFloats first = cdSpreadFloat(0.0f), last = cdSpreadFloat(BIN_COUNT - 1);
    for (int32_t i = 0; i < count; i += stride) {
        Span span = loadSpan(&boxes[i]);
        cdFloats middle = cdAddFloats(span.lower, span.upper);
        cdFloats position = cdMulFloats(cdSubFloats(middle, lower), perLength);
        int32_t at[4];
        cdTruncateFloats(at, cdMinFloats(cdMaxFloats(position, first), last));
        for (int axis = 0; axis < 3; axis++) {
            Bin *bin = &bins->bins[axis][at[axis]];
            bin->span = joinSpans(bin->span, span);
            bin->count++;
        }
    }
}

// Tries the planes between the bins along one axis.
static void tryAxis(const Bins *bins, int axis, int32_t count, Division *best) {
    const Bin *row = bins->bins[axis];
    float costs[BIN_COUNT];
    int32_t least = 1 + count / MIN_SHARE, above = 0, below = 0;
    Span span = emptySpan();
    for (int32_t k = BIN_COUNT - 1; k > 0; k--) {
        span = joinSpans(span, row[k].span);
        above += row[k].count;
        costs[k] = above >= least ? measureCost(span, above) : INFINITY;
    }
    span = emptySpan();
    for (int32_t k = 1; k < BIN_COUNT; k++) {
        span = joinSpans(span, row[k - 1].span);
        below += row[k - 1].count;
        if (below < least) continue;
        float cost = measureCost(span, below) + costs[k];
        if (cost < best->cost) *best = (Division){axis, k, cost};
    }
}

static int32_t partitionBoxes(cdPieceBox *boxes, int32_t count, const BinScale *scale,
                              const Division *division) {
    int32_t first = 0, last = count;
    for (;;) {
        while (first < last && findBin(scale, getMiddle(&boxes[first], division->axis)) < division->firstBin)
            first++;
        while (first < last &&
               findBin(scale, getMiddle(&boxes[last - 1], division->axis)) >= division->firstBin)
            last--;
        if (first >= last) return first;
        cdSwapBoxes(&boxes[first], &boxes[last - 1]);
    }
}

// Returns the size of the first part; 0: no plane divides the pieces.
static int32_t divideByBins(const cdPieces *pieces, cdPieceBox *boxes, int32_t count) {
    Bins bins;
    Division best = {.cost = INFINITY};
    int32_t stride = count > 4 * SAMPLE ? count / SAMPLE : 1, sampled = (count + stride - 1) / stride;
    if (measureBins(boxes, count, stride, &bins) < SMALLEST_SPAN) {
        boxClosely(pieces, boxes, count);
        measureBins(boxes, count, stride, &bins);
    }
    fillBins(boxes, count, stride, &bins);
    for (int axis = 0; axis < 3; axis++)
        tryAxis(&bins, axis, sampled, &best);
    if (best.firstBin == 0) return 0;
    int32_t first = partitionBoxes(boxes, count, &bins.scales[best.axis], &best);
    return first < count ? first : 0;
}

// --- Medians

// Moves the median to `count / 2` (Hoare's selection).
static void selectMedian(cdPieceBox *boxes, int32_t count, int axis) {
    int32_t lo = 0, hi = count - 1, middle = count / 2;
    while (lo < hi) {
        float pivot = getMiddle(&boxes[lo + (hi - lo) / 2], axis);
        int32_t i = lo, j = hi;
        while (i <= j) {
            while (getMiddle(&boxes[i], axis) < pivot)
                i++;
            while (getMiddle(&boxes[j], axis) > pivot)
                j--;
            if (i <= j) cdSwapBoxes(&boxes[i++], &boxes[j--]);
        }
        if (middle <= j)
            hi = j;
        else if (middle >= i)
            lo = i;
        else
            return;
    }
}

static float measurePart(const cdPieceBox *boxes, int32_t count) {
    Span span = emptySpan();
    for (int32_t i = 0; i < count; i++)
        span = joinSpans(span, loadSpan(&boxes[i]));
    return measureCost(span, count);
}

static int32_t divideAtMedian(cdPieceBox *boxes, int32_t count) {
    int32_t middle = count / 2;
    int bestAxis = 0;
    float bestCost = INFINITY;
    for (int axis = 0; axis < 3; axis++) {
        selectMedian(boxes, count, axis);
        float cost = measurePart(boxes, middle) + measurePart(boxes + middle, count - middle);
        if (cost >= bestCost) continue;
        bestCost = cost;
        bestAxis = axis;
    }
    selectMedian(boxes, count, bestAxis);
    return middle;
}

int32_t cdDividePieces(const cdPieces *pieces, cdPieceBox *boxes, int32_t count, bool evenly) {
    int32_t first = 0;
    if (!evenly) first = count <= FEW ? divideFew(boxes, count) : divideByBins(pieces, boxes, count);
    return first > 0 ? first : divideAtMedian(boxes, count);
}
