// Converts the collision library's double precision to the engine's single precision; nothing else does.
//
// Coordinates are first taken relative to the camera's origin, in double precision, so that a scene far from
// its own origin or close to the camera keeps its digits.
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

// Matrix that transforms a mesh's vertices, stored relative to `center`, to its pose.
static inline mat4s ConvertPose(cdPose pose, cdVec3 center, const double origin[3]) {
    vec3s x = ConvertVector(cdRotate(pose.q, (cdVec3){1.0, 0.0, 0.0}));
    vec3s y = ConvertVector(cdRotate(pose.q, (cdVec3){0.0, 1.0, 0.0}));
    vec3s z = ConvertVector(cdRotate(pose.q, (cdVec3){0.0, 0.0, 1.0}));
    vec3s p = ConvertPoint(cdTransformPoint(pose, center), origin);
    return (mat4s){
        {{x.x, x.y, x.z, 0.0f}, {y.x, y.y, y.z, 0.0f}, {z.x, z.y, z.z, 0.0f}, {p.x, p.y, p.z, 1.0f}}};
}

// Same for non-rigid transforms: the local axes map to `columns`, the local origin to `offset`.
static inline mat4s ConvertColumns(const cdVec3 columns[3], cdVec3 offset, cdVec3 center,
                                   const double origin[3]) {
    vec3s x = ConvertVector(columns[0]), y = ConvertVector(columns[1]), z = ConvertVector(columns[2]);
    cdVec3 at = cdMulAdd(offset, center.x, columns[0]);
    vec3s p = ConvertPoint(cdMulAdd(cdMulAdd(at, center.y, columns[1]), center.z, columns[2]), origin);
    return (mat4s){
        {{x.x, x.y, x.z, 0.0f}, {y.x, y.y, y.z, 0.0f}, {z.x, z.y, z.z, 0.0f}, {p.x, p.y, p.z, 1.0f}}};
}

static inline cdVec3 ConvertBack(const double v[3]) {
    return (cdVec3){v[0], v[1], v[2]};
}

#endif
