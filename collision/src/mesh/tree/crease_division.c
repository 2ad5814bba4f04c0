// Divides the pieces of a leaf where the surface bends: the box of a flat leaf is thin, and separates it from
// surfaces close along it, such as those of a thread.
#include "mesh/tree/tree_division.h"

// Cosine of 18 degrees: surfaces that bend by more within one leaf are divided there.
static const double CREASE_COSINE = 0.95;

static cdVec3 getPieceNormal(const cdPieces *pieces, const cdVec3 *normals, const cdPieceBox *box) {
    return normals[pieces->items[box->piece].triangle];
}

// Returns the normal that differs most from a direction; the direction itself if no piece has area.
static cdVec3 findFarthestNormal(const cdPieces *pieces, const cdVec3 *normals, const cdPieceBox *boxes,
                                 int32_t count, cdVec3 direction) {
    cdVec3 farthest = direction;
    double least = 1.0;
    for (int32_t i = 0; i < count; i++) {
        cdVec3 normal = getPieceNormal(pieces, normals, &boxes[i]);
        double cosine = cdDot(direction, normal);
        if (!(cosine < least && cdLengthSq(normal) > 0.5)) continue;
        least = cosine;
        farthest = normal;
    }
    return farthest;
}

int32_t cdDivideAtCrease(const cdPieces *pieces, const cdVec3 *normals, cdPieceBox *boxes, int32_t count) {
    cdVec3 start = getPieceNormal(pieces, normals, &boxes[0]);
    cdVec3 one = findFarthestNormal(pieces, normals, boxes, count, start);
    cdVec3 other = findFarthestNormal(pieces, normals, boxes, count, one);
    if (!(cdDot(one, other) < CREASE_COSINE)) return 0;
    cdVec3 across = cdSub(one, other);
    int32_t first = 0;
    for (int32_t i = 0; i < count; i++)
        if (cdDot(getPieceNormal(pieces, normals, &boxes[i]), across) > 0.0)
            cdSwapBoxes(&boxes[i], &boxes[first++]);
    return first;
}
