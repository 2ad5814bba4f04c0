// Bullet's GJK behind peer_convex.h: btGjkEpaSolver2::Distance on btConvexHullShape without a margin.
//
// Bullet scans all points with SIMD, in single precision, like Debian's libraries and most programs. The
// vector between the closest points is kept as the next guess.
#include "bench/peers/peer_convex.h"
#include "bench/peers/values_bullet.h"

#include <BulletCollision/CollisionShapes/btConvexHullShape.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpa2.h>

namespace {

void *MakeHull(const PeerPoints *from) {
    auto *hull = new btConvexHullShape;
    for (int i = 0; i < from->pointCount; ++i)
        hull->addPoint(ToVector(from->points[i]), false);
    hull->recalcLocalAabb();
    hull->setMargin(0);
    return hull;
}

void FreeHull(void *hull) {
    delete static_cast<btConvexHullShape *>(hull);
}

bool Collide(const void *a, const cdPose *poseA, const void *b, const cdPose *poseB, PeerMemory *memory) {
    cdVec3 first = cdSub(poseA->p, poseB->p);
    btVector3 guess = ToVector(cdLengthSq(memory->guess) > 0.0 ? memory->guess : first);
    btGjkEpaSolver2::sResults results;
    bool separated = btGjkEpaSolver2::Distance(static_cast<const btConvexHullShape *>(a), ToTransform(*poseA),
                                               static_cast<const btConvexHullShape *>(b), ToTransform(*poseB),
                                               guess, results);
    if (separated) memory->guess = cdMakeVec3(results.normal.x(), results.normal.y(), results.normal.z());
    return !separated;
}

} // namespace

const ConvexPeer *GetBulletPeers(int32_t *count) {
    static const ConvexPeer peers[] = {
        {"Bullet, GJK distance", MakeHull, FreeHull, Collide, 1e-4},
    };
    *count = 1;
    return peers;
}
