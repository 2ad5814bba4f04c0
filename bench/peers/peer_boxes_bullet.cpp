// Bullet's convex casts between btBoxShape, behind peer_boxes.h.
//
// btContinuousConvexCollision with Bullet's own simplex and depth solvers moves the centre on a line and
// rotates at constant speed. btSubsimplexConvexCast and btGjkConvexCast translate only. A box keeps its
// initial margin (0.04, less for thin ones), inside its extents. Single precision, like Debian's libraries. A
// cast that returns false found no hit.
#include "bench/peers/peer_boxes.h"
#include "bench/peers/values_bullet.h"

#include <BulletCollision/CollisionShapes/btBoxShape.h>
#include <BulletCollision/NarrowPhaseCollision/btContinuousConvexCollision.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkConvexCast.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpaPenetrationDepthSolver.h>
#include <BulletCollision/NarrowPhaseCollision/btSubSimplexConvexCast.h>
#include <BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h>

#include <algorithm>

namespace {

void *MakeBox(cdVec3 half) {
    return new btBoxShape(ToVector(half));
}

void FreeBox(void *box) {
    delete static_cast<btBoxShape *>(box);
}

BoxAnswer RunCast(btConvexCast &cast, const cdPose &start, const cdPose &target) {
    btTransform still = btTransform::getIdentity();
    btConvexCast::CastResult result;
    result.m_fraction = 1;
    bool hit = cast.calcTimeOfImpact(ToTransform(start), ToTransform(target), still, still, result);
    double time = static_cast<double>(result.m_fraction);
    return BoxAnswer{hit, false, hit ? std::min(time, 1.0) : 1.0};
}

BoxAnswer FindContinuously(const void *a, const void *b, const cdPose *start, const cdPose *target) {
    btVoronoiSimplexSolver simplex;
    btGjkEpaPenetrationDepthSolver depth;
    btContinuousConvexCollision cast(static_cast<const btBoxShape *>(a), static_cast<const btBoxShape *>(b),
                                     &simplex, &depth);
    return RunCast(cast, *start, *target);
}

template <class Cast>
BoxAnswer FindTranslated(const void *a, const void *b, const cdPose *start, const cdPose *target) {
    btVoronoiSimplexSolver simplex;
    Cast cast(static_cast<const btBoxShape *>(a), static_cast<const btBoxShape *>(b), &simplex);
    return RunCast(cast, *start, *target);
}

} // namespace

const BoxPeer *GetBulletBoxPeers(int32_t *count) {
    static const BoxPeer peers[] = {
        {"Bullet, continuous convex", MakeBox, FreeBox, FindContinuously, true, false, true},
        {"Bullet, subsimplex cast", MakeBox, FreeBox, FindTranslated<btSubsimplexConvexCast>, false, false,
         true},
        {"Bullet, GJK cast", MakeBox, FreeBox, FindTranslated<btGjkConvexCast>, false, false, true},
    };
    *count = static_cast<int32_t>(sizeof peers / sizeof peers[0]);
    return peers;
}
