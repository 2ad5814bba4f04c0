// Divides the pieces of a sphere tree's node [RKC01 3.1] by the surface-area heuristic.
//
// The paper divides and conquers, but does not say where. The expected work below a node is the probability
// that its volume overlaps another one, times the number of pieces in it. That probability grows with the
// surface of the volume, measured here as that of the sphere over the part's box, the sum of the squares of
// its sides. The smallest sphere is no such measure: a flat ring of a round mesh has the sphere of the whole
// mesh, so slicing off rings seems to cost nothing, and the tree degenerates to thin rings.
//
// (1) Sort the pieces into bins by their centroids along each axis. (2) The planes between bins are the
// candidates; passes over the bins give the boxes and the numbers on both sides. (3) Divide at the cheapest.
// Pieces that no plane divides acceptably are halved at the median. (4) Pieces that fit into one leaf are
// divided once more where the surface bends: the box of a flat leaf is thin, and separates it from surfaces
// close along it, such as those of a thread.
#include "mesh/tree/tree_division.h"
#include "foundation/geometry/boxes.h"

enum { BIN_COUNT = 16 };

// A part has at least one in this many pieces.
enum { MIN_SHARE = 16 };

// Cosine of 18 degrees: surfaces that bend by more within one leaf are divided there.
static const double CREASE_COSINE = 0.95;

typedef struct Bin {
    cdBox3 box;
    int32_t count; // number of pieces; 0: the box is empty
} Bin;

// The range of the centroids along an axis.
typedef struct BinScale {
    int axis;
    double lower, perLength;
} BinScale;

typedef struct Division {
    BinScale scale;
    int32_t firstBin; // first bin of the second part; 0: no division
    double cost;
} Division;

static double getCoordinate(cdVec3 v, int axis) {
    return axis == 0 ? v.x : axis == 1 ? v.y : v.z;
}

// Returns three times the centroid's coordinate.
static double getPieceCoordinate(const cdPiece *piece, int axis) {
    return getCoordinate(piece->corners[0], axis) + getCoordinate(piece->corners[1], axis) +
           getCoordinate(piece->corners[2], axis);
}

static int32_t findBin(const BinScale *scale, const cdPiece *piece) {
    double position = (getPieceCoordinate(piece, scale->axis) - scale->lower) * scale->perLength;
    return position < BIN_COUNT - 1 ? (int32_t)position : BIN_COUNT - 1;
}

static BinScale measureAxis(const cdPiece *pieces, int32_t count, int axis) {
    double lower = INFINITY, upper = -INFINITY;
    for (int32_t i = 0; i < count; i++) {
        double x = getPieceCoordinate(&pieces[i], axis);
        lower = cdMin(lower, x);
        upper = cdMax(upper, x);
    }
    return (BinScale){axis, lower, upper > lower ? BIN_COUNT / (upper - lower) : 0.0};
}

static void addToBin(Bin *bin, const Bin *other) {
    if (other->count == 0) return;
    bin->box = bin->count == 0 ? other->box : cdJoinBoxes(&bin->box, &other->box);
    bin->count += other->count;
}

static double measureCost(const Bin *part) {
    cdVec3 size = cdSub(part->box.upper, part->box.lower);
    return cdLengthSq(size) * part->count;
}

// Tries the planes between the bins along one axis.
static void tryAxis(const cdPiece *pieces, int32_t count, int axis, Division *best) {
    BinScale scale = measureAxis(pieces, count, axis);
    Bin bins[BIN_COUNT] = {0}, above[BIN_COUNT] = {0}, below = {0};
    for (int32_t i = 0; i < count; i++) {
        Bin piece = {cdBoundPoints(pieces[i].corners, 3), 1};
        addToBin(&bins[findBin(&scale, &pieces[i])], &piece);
    }
    for (int32_t k = BIN_COUNT - 1; k > 0; k--) {
        above[k] = bins[k];
        if (k + 1 < BIN_COUNT) addToBin(&above[k], &above[k + 1]);
    }
    int32_t least = 1 + count / MIN_SHARE;
    for (int32_t k = 1; k < BIN_COUNT; k++) {
        addToBin(&below, &bins[k - 1]);
        if (below.count < least || above[k].count < least) continue;
        double cost = measureCost(&below) + measureCost(&above[k]);
        if (cost < best->cost) *best = (Division){scale, k, cost};
    }
}

static void swapPieces(cdPiece *a, cdPiece *b) {
    cdPiece swap = *a;
    *a = *b;
    *b = swap;
}

static int32_t partitionPieces(cdPiece *pieces, int32_t count, const Division *division) {
    int32_t first = 0;
    for (int32_t i = 0; i < count; i++)
        if (findBin(&division->scale, &pieces[i]) < division->firstBin)
            swapPieces(&pieces[i], &pieces[first++]);
    return first;
}

// Moves the median to `count / 2` (Hoare's selection).
static void selectMedian(cdPiece *pieces, int32_t count, int axis) {
    int32_t lo = 0, hi = count - 1, middle = count / 2;
    while (lo < hi) {
        double pivot = getPieceCoordinate(&pieces[lo + (hi - lo) / 2], axis);
        int32_t i = lo, j = hi;
        while (i <= j) {
            while (getPieceCoordinate(&pieces[i], axis) < pivot)
                i++;
            while (getPieceCoordinate(&pieces[j], axis) > pivot)
                j--;
            if (i <= j) swapPieces(&pieces[i++], &pieces[j--]);
        }
        if (middle <= j)
            hi = j;
        else if (middle >= i)
            lo = i;
        else
            return;
    }
}

static Bin boundPart(const cdPiece *pieces, int32_t count) {
    Bin part = {0};
    for (int32_t i = 0; i < count; i++) {
        Bin piece = {cdBoundPoints(pieces[i].corners, 3), 1};
        addToBin(&part, &piece);
    }
    return part;
}

static int32_t divideAtMedian(cdPiece *pieces, int32_t count) {
    int32_t middle = count / 2;
    int bestAxis = 0;
    double bestCost = INFINITY;
    for (int axis = 0; axis < 3; axis++) {
        selectMedian(pieces, count, axis);
        Bin first = boundPart(pieces, middle), second = boundPart(pieces + middle, count - middle);
        double cost = measureCost(&first) + measureCost(&second);
        if (cost >= bestCost) continue;
        bestCost = cost;
        bestAxis = axis;
    }
    selectMedian(pieces, count, bestAxis);
    return middle;
}

int32_t cdDividePieces(cdPiece *pieces, int32_t count, bool evenly) {
    Division best = {.cost = INFINITY};
    for (int axis = 0; axis < 3 && !evenly; axis++)
        tryAxis(pieces, count, axis, &best);
    return best.firstBin > 0 ? partitionPieces(pieces, count, &best) : divideAtMedian(pieces, count);
}

// --- Creases

static cdVec3 getPieceNormal(const cdPiece *piece) {
    return cdNormalize(
        cdCross(cdSub(piece->corners[1], piece->corners[0]), cdSub(piece->corners[2], piece->corners[0])));
}

// Returns the normal that differs most from a direction; the direction itself if no piece has area.
static cdVec3 findFarthestNormal(const cdPiece *pieces, int32_t count, cdVec3 direction) {
    cdVec3 farthest = direction;
    double least = 1.0;
    for (int32_t i = 0; i < count; i++) {
        cdVec3 normal = getPieceNormal(&pieces[i]);
        double cosine = cdDot(direction, normal);
        if (!(cdLengthSq(normal) > 0.5 && cosine < least)) continue;
        least = cosine;
        farthest = normal;
    }
    return farthest;
}

int32_t cdDivideAtCrease(cdPiece *pieces, int32_t count) {
    cdVec3 one = findFarthestNormal(pieces, count, getPieceNormal(&pieces[0]));
    cdVec3 other = findFarthestNormal(pieces, count, one);
    if (!(cdDot(one, other) < CREASE_COSINE)) return 0;
    cdVec3 across = cdSub(one, other);
    int32_t first = 0;
    for (int32_t i = 0; i < count; i++)
        if (cdDot(getPieceNormal(&pieces[i]), across) > 0.0) swapPieces(&pieces[i], &pieces[first++]);
    return first;
}
