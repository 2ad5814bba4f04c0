// Sums the mass properties of several shapes.
//
// Input: meshes, each at a pose and a density of its own. Output: volume, centroid and inertia of all of them
// in one frame. Each tensor is turned to the common axes; with masses m and M, whose centroids are d apart,
// the moments about the common centroid are those about both centroids and those of the mass m M / (m + M) at
// the distance d (parallel axis theorem, twice).
#include "world/bodies/shape_mass.h"
#include "foundation/memory/hooks.h"
#include "solid/moments.h"

#include <string.h>

cdShapeDef cdDescribeShape(const cdWorldShape *shape) {
    return (cdShapeDef){
        .mesh = shape->mesh, .pose = shape->pose, .density = shape->density, .userData = shape->userData};
}

static cdMassProperties findShapeMass(const cdShapeDef *shape) {
    cdMassProperties mass = cdFindMassProperties(shape->mesh, NULL);
    double tensor[6];
    memcpy(tensor, mass.inertia, sizeof tensor);
    if (!cdIsSamePose(shape->pose, cdIdentityPose())) {
        cdQuat q = cdNormalizeQuat(shape->pose.q);
        mass.centroid = cdTransformPoint((cdPose){shape->pose.p, q}, mass.centroid);
        cdTurnTensor(tensor, q, mass.inertia);
    }
    if (!(shape->density > 0.0) || shape->density == 1.0) return mass;
    mass.volume *= shape->density;
    for (int k = 0; k < 6; k++)
        mass.inertia[k] *= shape->density;
    return mass;
}

static void addMass(cdMassProperties *sum, const cdMassProperties *own) {
    if (!(sum->volume > 0.0)) {
        *sum = *own;
        return;
    }
    double volume = sum->volume + own->volume, share = own->volume / volume, second[6] = {0.0}, distant[6];
    cdVec3 apart = cdSub(own->centroid, sum->centroid);
    cdAddProducts(second, share * sum->volume, apart);
    cdFindInertia(second, distant);
    for (int k = 0; k < 6; k++)
        sum->inertia[k] += own->inertia[k] + distant[k];
    sum->centroid = cdMulAdd(sum->centroid, share, apart);
    sum->volume = volume;
}

cdMassProperties cdSumShapes(const cdWorldShape *shapes, int32_t count) {
    cdMassProperties sum = {0};
    for (int32_t i = 0; i < count; i++) {
        cdShapeDef shape = cdDescribeShape(&shapes[i]);
        cdMassProperties own = findShapeMass(&shape);
        addMass(&sum, &own);
    }
    return sum;
}

cdMassProperties cdSumMassProperties(const cdShapeDef *shapes, int32_t shapeCount) {
    cdMassProperties sum = {0};
    if (!CD_REQUIRE(shapes != NULL && shapeCount > 0)) return sum;
    for (int32_t i = 0; i < shapeCount; i++) {
        cdMassProperties own = findShapeMass(&shapes[i]);
        addMass(&sum, &own);
    }
    return sum;
}
