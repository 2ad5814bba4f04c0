// The pairs of features whose sums bound the Minkowski sum of two boxes that stand still [AS05].
//
// Input: two placed boxes, parallelepipeds in general. Output: the 30 pairs. (1) Arms of unit length, of a
// mirrored box turned over so that they are right-handed. (2) The signs of the normals' components along the
// other box's axes; where rounding hides one, that after an infinitesimal turn of A, the same for all, so
// that the faces of the sum of parallel boxes still tile its boundary. (3) The pairs, by orientation.c. (4) A
// box that was turned over is numbered from the other end: each feature is the opposite one.
#include "boxes/pairs/orientation.h"
#include "foundation/memory/hooks.h"

// Of the triple product of unit vectors: each of its 6 terms errs by 5 units of 2^-53, with those of the
// vectors, and their sum by 5.
static const double volumeError = 30.0 * CD_EPSILON;

// (1) The sign of the volume; 0: none.
static int setUnitArms(const cdBoxAt *box, cdVec3 arms[3]) {
    for (int i = 0; i < 3; i++)
        arms[i] = cdNormalize(box->arms[i]);
    double volume = cdDot(cdCross(arms[0], arms[1]), arms[2]);
    if (!(fabs(volume) > volumeError)) return 0;
    if (volume > 0.0) return 1;
    for (int i = 0; i < 3; i++)
        arms[i] = cdNegate(arms[i]);
    return -1;
}

// (2) Of two unit vectors at most: 3 products with their rounding and that of the vectors.
static const double zeroError = 8.0 * CD_EPSILON;

// The axis of the infinitesimal turn: no vector that turns up is square to it.
static const cdVec3 turnAxis = {1.0, 0x1.3p-10, 0x1.7p-20};

// The sign of u . v, A's vector first, B's second.
static int8_t getSign(cdVec3 u, cdVec3 v) {
    double component = cdDot(u, v);
    if (fabs(component) <= zeroError) component = cdDot(cdCross(turnAxis, u), v);
    return component < 0.0 ? -1 : 1;
}

static cdVec3 getNormal(const cdVec3 arms[3], int i) {
    return cdCross(arms[(i + 1) % 3], arms[(i + 2) % 3]);
}

static void setSigns(const cdVec3 armsA[3], const cdVec3 armsB[3], cdBoxSigns *signs) {
    for (int i = 0; i < 3; i++) {
        for (int m = 0; m < 3; m++) {
            signs->signsA[i][m] = getSign(getNormal(armsA, i), armsB[m]);
            signs->signsB[i][m] = getSign(armsA[i], getNormal(armsB, m));
        }
    }
}

typedef enum Feature { CORNER, FACE, EDGE } Feature;

// (4)
static int32_t getOpposite(Feature feature, int32_t index) {
    return index ^ (feature == CORNER ? 7 : feature == FACE ? 1 : 3);
}

static Feature getFeature(cdContactKind kind, bool isA) {
    if (kind == CD_EDGE_EDGE) return EDGE;
    return (kind == CD_VERTEX_FACE) == isA ? CORNER : FACE;
}

bool cdFindBoxPairs(const cdBoxAt *a, const cdBoxAt *b, cdBoxPair pairs[CD_BOX_PLANES]) {
    if (!CD_REQUIRE(a && b && pairs)) return false;
    cdVec3 armsA[3], armsB[3];
    int signA = setUnitArms(a, armsA), signB = setUnitArms(b, armsB);
    if (signA == 0 || signB == 0) return false;
    cdBoxSigns signs;
    setSigns(armsA, armsB, &signs);
    cdMatchFeatures(&signs, false, pairs); // (3)
    for (int k = 0; k < CD_BOX_PLANES; k++) {
        cdBoxPair *pair = &pairs[k];
        if (signA < 0) pair->a = getOpposite(getFeature(pair->kind, true), pair->a);
        if (signB < 0) pair->b = getOpposite(getFeature(pair->kind, false), pair->b);
    }
    return true;
}
