// Boxes around the triangles of two leaves; see leaf_boxes.h.
#include "continuous/search/leaf_boxes.h"

cdMat3 cdMakeLeafFrame(const cdSearch *search, int32_t leafB, cdVec3 step) {
    cdVec3 normal = cdGetNodeVolume(&search->b->tree, leafB).normal;
    cdVec3 along = cdNormalize(cdMulAdd(step, -cdDot(step, normal), normal));
    // A step along the normal leaves the choice to the coordinate axes.
    if (!(fabs(cdDot(along, normal)) < 0.5 && cdLengthSq(along) > 0.5)) along = cdMakePerpendicular(normal);
    return (cdMat3){{normal, along, cdCross(normal, along)}};
}

cdBox3 cdBoundFixedTriangle(const cdMat3 *frame, const cdVec3 v[3]) {
    cdVec3 turned[3] = {cdMulMat3Vec3(frame, v[0]), cdMulMat3Vec3(frame, v[1]), cdMulMat3Vec3(frame, v[2])};
    return cdBoundPoints(turned, 3);
}

cdBox3 cdBoundMovingTriangle(const cdSearch *search, const cdMat3 *frame, const cdMovedVertex *const v[3]) {
    cdVec3 corners[6];
    double bulge = 0.0;
    for (int k = 0; k < 3; k++) {
        corners[2 * k] = cdMulMat3Vec3(frame, v[k]->from);
        corners[2 * k + 1] = cdMulAdd(corners[2 * k], search->lambdaEnd, cdMulMat3Vec3(frame, v[k]->step));
        bulge = cdMax(bulge, v[k]->bulge);
    }
    // Rows that are not quite perpendicular are still directions.
    return cdGrowBox(cdBoundPoints(corners, 6), bulge * search->bulgeShare + search->inflation);
}
