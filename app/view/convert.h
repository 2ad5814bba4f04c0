// From the collision library's double precision to the engine's single precision: the only place.
//
// Coordinates are taken relative to the camera's origin while they are still doubles, so that a scene far
// from its own origin, or seen from very near, keeps its digits.
#ifndef APP_CONVERT_H
#define APP_CONVERT_H

#include "collision/vecmath.h"
#include "engine/camera.h"

static inline vec3s ConvertVector(cdVec3 v) {
    return (vec3s){{(float)v.x, (float)v.y, (float)v.z}};
}

static inline vec3s ConvertPoint(cdVec3 world, const double origin[3]) {
    return ConvertVector(cdSub(world, (cdVec3){origin[0], origin[1], origin[2]}));
}

// The matrix that takes a mesh's vertices, which are stored less `center`, to where its pose puts them.
static inline mat4s ConvertPose(cdPose pose, cdVec3 center, const double origin[3]) {
    vec3s x = ConvertVector(cdRotate(pose.q, (cdVec3){1.0, 0.0, 0.0}));
    vec3s y = ConvertVector(cdRotate(pose.q, (cdVec3){0.0, 1.0, 0.0}));
    vec3s z = ConvertVector(cdRotate(pose.q, (cdVec3){0.0, 0.0, 1.0}));
    vec3s p = ConvertPoint(cdTransformPoint(pose, center), origin);
    return (mat4s){
        {{x.x, x.y, x.z, 0.0f}, {y.x, y.y, y.z, 0.0f}, {z.x, z.y, z.z, 0.0f}, {p.x, p.y, p.z, 1.0f}}};
}

// The same of what is not rigid: its local axes go to `columns`, its local origin to `place`.
static inline mat4s ConvertColumns(const cdVec3 columns[3], cdVec3 place, cdVec3 center,
                                   const double origin[3]) {
    vec3s x = ConvertVector(columns[0]), y = ConvertVector(columns[1]), z = ConvertVector(columns[2]);
    cdVec3 at = cdMulAdd(place, center.x, columns[0]);
    vec3s p = ConvertPoint(cdMulAdd(cdMulAdd(at, center.y, columns[1]), center.z, columns[2]), origin);
    return (mat4s){
        {{x.x, x.y, x.z, 0.0f}, {y.x, y.y, y.z, 0.0f}, {z.x, z.y, z.z, 0.0f}, {p.x, p.y, p.z, 1.0f}}};
}

static inline cdVec3 ConvertBack(const double v[3]) {
    return (cdVec3){v[0], v[1], v[2]};
}

#endif
