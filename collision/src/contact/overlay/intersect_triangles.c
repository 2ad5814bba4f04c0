// The overlap of two faces as what their triangles share, two by two.
//
// Used where the overlap of the outlines does not settle. A triangle of one, in B's plane, is cut by the
// three sides of each triangle of the other (Sutherland and Hodgman): a convex polygon of at most six
// corners. What is no wider than about the border tolerance is left out. The regions cover the same points as
// those of the outlines would, but for their common borders, which are inside the overlap.
#include "contact/overlay/intersect_faces.h"

enum { CORNER_MAX = 8 };

typedef struct Convex {
    cdVec2 corners[CORNER_MAX];
    int32_t count;
} Convex;

// Counter-clockwise.
static Convex getTriangle(const cdRegionWork *work, const cdFaceOverlap *faces, cdWorkSide side,
                          int32_t index) {
    const cdBrep *brep = &cdGetWorkFeatures(work, side)->brep;
    const cdBrepFace *face = &brep->faces[side == CD_SIDE_A ? faces->faceA : faces->faceB];
    int32_t triangle = brep->faceTriangles[face->firstTriangle + index];
    Convex result = {.count = 3};
    for (int32_t k = 0; k < 3; k++) {
        cdVec3 point = brep->meshPoints[brep->triangles[3 * (size_t)triangle + (size_t)k]];
        if (side == CD_SIDE_A) point = cdTransformPoint(work->toWork, point);
        result.corners[k] = cdProjectToFace(faces, point);
    }
    if (cdCross2(result.corners[0], result.corners[1], result.corners[2]) < 0.0) {
        cdVec2 first = result.corners[0];
        result.corners[0] = result.corners[1];
        result.corners[1] = first;
    }
    return result;
}

// What of a polygon is on the left of the line through a and b.
static Convex cutByLine(const Convex *polygon, cdVec2 a, cdVec2 b) {
    Convex left = {.count = 0};
    for (int32_t i = 0; i < polygon->count; i++) {
        cdVec2 p = polygon->corners[i], q = polygon->corners[i + 1 < polygon->count ? i + 1 : 0];
        double atP = cdCross2(a, b, p), atQ = cdCross2(a, b, q), part = atP / (atP - atQ);
        if (atP >= 0.0 && left.count < CORNER_MAX) left.corners[left.count++] = p;
        if ((atP > 0.0 && atQ < 0.0) || (atP < 0.0 && atQ > 0.0)) {
            if (left.count < CORNER_MAX)
                left.corners[left.count++] = (cdVec2){p.x + part * (q.x - p.x), p.y + part * (q.y - p.y)};
        }
    }
    return left;
}

static void addShared(cdRegionWork *work, const cdFaceOverlap *faces, Convex shared) {
    cdVec3 points[CORNER_MAX];
    double area = 0.0, length = 0.0;
    for (int32_t i = 0; i < shared.count; i++) {
        cdVec2 p = shared.corners[i], q = shared.corners[i + 1 < shared.count ? i + 1 : 0];
        area += 0.5 * cdCross2(shared.corners[0], p, q);
        length += sqrt((q.x - p.x) * (q.x - p.x) + (q.y - p.y) * (q.y - p.y));
    }
    if (shared.count > 2 && area > work->borderTolerance * length)
        cdAddFaceRegion(work, faces, shared.corners, shared.count, area, points);
}

void cdIntersectFaceTriangles(cdRegionWork *work, const cdFaceOverlap *faces) {
    int32_t countA = work->a->brep.faces[faces->faceA].triangleCount;
    int32_t countB = work->b->brep.faces[faces->faceB].triangleCount;
    for (int32_t i = 0; i < countA; i++) {
        Convex a = getTriangle(work, faces, CD_SIDE_A, i);
        for (int32_t k = 0; k < countB; k++) {
            Convex b = getTriangle(work, faces, CD_SIDE_B, k), shared = a;
            for (int32_t side = 0; side < 3 && shared.count > 2; side++)
                shared = cutByLine(&shared, b.corners[side], b.corners[(side + 1) % 3]);
            addShared(work, faces, shared);
        }
    }
}
