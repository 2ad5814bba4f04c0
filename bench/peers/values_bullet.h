// Converts our values to Bullet's, in its precision.
#ifndef BENCH_VALUES_BULLET_H
#define BENCH_VALUES_BULLET_H

#include "collision/vecmath.h"

#include <LinearMath/btTransform.h>

inline btScalar ToScalar(double value) {
    return static_cast<btScalar>(value);
}

inline btVector3 ToVector(cdVec3 v) {
    return btVector3(ToScalar(v.x), ToScalar(v.y), ToScalar(v.z));
}

inline btQuaternion ToQuaternion(cdQuat q) {
    return btQuaternion(ToScalar(q.x), ToScalar(q.y), ToScalar(q.z), ToScalar(q.w));
}

inline btTransform ToTransform(const cdPose &pose) {
    return btTransform(ToQuaternion(pose.q), ToVector(pose.p));
}

#endif
