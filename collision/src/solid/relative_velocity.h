// Velocities relative to a moving body [BV92 Eq. 9 to 12].
#ifndef CD_RELATIVE_VELOCITY_H
#define CD_RELATIVE_VELOCITY_H

#include "collision/culling.h"

// Returns linear + angular x (p - origin).
static inline cdVec3 cdGetVelocityAt(const cdVelocity *velocity, cdVec3 p) {
    return cdAdd(velocity->linear, cdCross(velocity->angular, cdSub(p, velocity->origin)));
}

// Returns the velocity of the other body relative to this one.
static inline cdVelocity cdReverseVelocity(cdVelocity velocity) {
    velocity.linear = cdNegate(velocity.linear);
    velocity.angular = cdNegate(velocity.angular);
    return velocity;
}

// Returns the velocity of `body` relative to `other`.
static inline cdVelocity cdMakeRelativeVelocity(const cdVelocity *body, const cdVelocity *other) {
    cdVec3 otherThere = cdGetVelocityAt(other, body->origin);
    return (cdVelocity){.origin = body->origin,
                        .linear = cdSub(body->linear, otherThere),
                        .angular = cdSub(body->angular, other->angular)};
}

#endif
