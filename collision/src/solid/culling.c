// Back-face culling by relative velocity.
//
// Input: a solid at a pose, the velocity field v(p) = linear + angular x (p - origin) of its points. Output:
// a mark for each face, edge and vertex. Source: [BV92 4.1, Eq. 13].
//
// (1) The field in the solid's own frame: v(x) = m + w x x for points less its centre, scaled to about one:
// only signs count. (2) v . n is affine in x, so over a face's disc its maximum is at the border: the value
// at the centre plus the radius times the length of its gradient n x w, a constant for each face. The disc
// contains the face, and a distance from the plane within the tolerance changes nothing, since the gradient
// is perpendicular to n. A face is culled if that maximum is below 0 by more than rounding. (3) An edge or a
// vertex is culled if no kept face has it.
//
// Rounding, in units of 2^-53 and of the lengths of the terms: rotating a vector by a unit quaternion costs
// at most 16, a cross product 3, a dot product 3, a sum 1. The linear velocity is rotated (16), the arm is
// rotated (16), added to and crossed with the rotated angular velocity (16 + 1 + 3), then three sums and a
// dot product follow: less than 48. The bound is 64. A quaternion whose squared length differs from one by d
// rotates vectors with an error of at most 2 d, three of them here.
#include "collision/culling.h"
#include "foundation/memory/hooks.h"
#include "foundation/numbers/rounding.h"
#include "solid/solid_data.h"
#include <string.h>

// The velocity field of a solid, in its frame, for points less its centre.
typedef struct LocalField {
    cdVec3 atCenter, angular;
    double uncertain; // bound on the rounding error of v . n, anywhere on the solid
} LocalField;

static LocalField makeLocalField(const cdSolid *solid, cdPose pose, const cdVelocity *velocity) {
    cdVec3 toPose = cdSub(pose.p, velocity->origin), center = solid->info.center;
    // All points and discs of faces are within twice the radius.
    double reach = cdSumAbs(toPose) + cdSumAbs(center) + 2.0 * solid->info.radius;
    double size = cdSumAbs(velocity->linear) + cdSumAbs(velocity->angular) * reach;
    double scale = size > 0.0 ? 1.0 / size : 0.0;
    cdVec3 linear = cdInvRotate(pose.q, cdScale(scale, velocity->linear));
    cdVec3 angular = cdInvRotate(pose.q, cdScale(scale, velocity->angular));
    cdVec3 arm = cdAdd(center, cdInvRotate(pose.q, toPose));
    double offUnit =
        fabs(cdDot((cdVec3){pose.q.x, pose.q.y, pose.q.z}, (cdVec3){pose.q.x, pose.q.y, pose.q.z}) +
             pose.q.w * pose.q.w - 1.0);
    return (LocalField){cdAdd(linear, cdCross(angular, arm)), angular, 32.0 * CD_EPSILON + 6.0 * offUnit};
}

// Written so that NaN culls nothing.
static bool movesInwards(const LocalField *field, const cdBrepFace *face) {
    cdVec3 gradient = cdCross(face->normal, field->angular);
    double atMiddle = cdDot(field->atCenter, face->normal) + cdDot(gradient, face->middle);
    return atMiddle + face->radius * cdLength(gradient) < -field->uncertain;
}

static int32_t cullFaces(const cdBrep *brep, const LocalField *field, uint8_t *faces) {
    int32_t count = 0;
    for (int32_t i = 0; i < brep->faceCount; i++) {
        faces[i] = movesInwards(field, &brep->faces[i]);
        count += faces[i];
    }
    return count;
}

static int32_t cullEdges(const cdBrep *brep, const uint8_t *faces, uint8_t *edges) {
    int32_t count = 0;
    for (int32_t i = 0; i < brep->edgeCount; i++) {
        edges[i] =
            faces[brep->halfEdges[2 * (size_t)i].face] && faces[brep->halfEdges[2 * (size_t)i + 1].face];
        count += edges[i];
    }
    return count;
}

static int32_t cullVertices(const cdBrep *brep, const uint8_t *faces, uint8_t *vertices) {
    int32_t count = brep->vertexCount;
    memset(vertices, 1, (size_t)brep->vertexCount);
    for (int32_t i = 0; i < 2 * brep->edgeCount; i++) {
        int32_t vertex = brep->halfEdges[i].start;
        if (faces[brep->halfEdges[i].face] || !vertices[vertex]) continue;
        vertices[vertex] = 0;
        count--;
    }
    return count;
}

void cdCullSolid(const cdSolid *solid, cdPose pose, const cdVelocity *velocity, cdCulling *culling) {
    LocalField field = makeLocalField(solid, pose, velocity);
    culling->faceCount = cullFaces(&solid->brep, &field, culling->faces);
    culling->edgeCount = culling->edges ? cullEdges(&solid->brep, culling->faces, culling->edges) : 0;
    culling->vertexCount =
        culling->vertices ? cullVertices(&solid->brep, culling->faces, culling->vertices) : 0;
}

void cdCullBackFaces(const cdMesh *mesh, cdPose pose, const cdVelocity *velocity, cdCulling *culling) {
    bool given = CD_REQUIRE(mesh && mesh->solid) && CD_REQUIRE(velocity && culling && culling->faces);
    if (given) cdCullSolid(mesh->solid, pose, velocity, culling);
}
