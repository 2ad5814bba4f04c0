// The parts of a screw in which two meshes are near each other: elsewhere nothing needs to be searched.
//
// Input: the root spheres of both trees, the current screw. (1) Conservative advancement: while the spheres
// are disjoint, skip the time that A's centre needs for the gap at its greatest speed. (2) From where they
// are nearly in reach, continue by short strides until they are separated again. A path of any length is
// thereby reduced to the few radii that matter, and the spans of [RKC01 4.2] divide those alone.
#include "continuous/search/search.h"

// A bound on the work: beyond it, the rest of the screw counts as near.
enum { MAX_STRIDES = 128 };

// Shares of the sum of the radii: spheres within this of each other are near; the length of a stride.
static const double nearShare = 0.125;

typedef struct RootSpheres {
    const cdScrew *screw;
    cdMovingPoint moving;
    cdVec3 fixed;
    double reach, speed; // radii with the search's inflation; of the moving centre, length / tau
} RootSpheres;

static RootSpheres makeRootSpheres(const cdSearch *search) {
    cdNodeVolume a = cdGetNodeVolume(&search->a->tree, 0), b = cdGetNodeVolume(&search->b->tree, 0);
    cdVec3 center = cdAdd(cdMulMat3Vec3(&search->rotation, a.center), search->center);
    RootSpheres spheres = {.screw = search->screw, .moving = cdMakeMovingPoint(search->screw, center)};
    spheres.fixed = cdAdd(b.center, search->offsetB);
    spheres.reach = a.radius + b.radius + cdGetNodeInflation(search);
    spheres.speed = 2.0 * cdLength(spheres.moving.b) + fabs(search->screw->s);
    return spheres;
}

static double getGap(const RootSpheres *spheres, double tau) {
    cdVec3 center = cdPlaceMovingPoint(spheres->screw, &spheres->moving, tau);
    return cdLength(cdSub(center, spheres->fixed)) - spheres->reach;
}

bool cdFindNearPart(const cdSearch *search, double from, cdInterval *part) {
    *part = (cdInterval){from, 1.0};
    if (from >= 1.0) return true;
    RootSpheres spheres = makeRootSpheres(search);
    double nearGap = nearShare * spheres.reach, tau = from, gap = getGap(&spheres, tau);
    int strides = 0;
    for (; gap > nearGap && strides < MAX_STRIDES; strides++) {
        tau += gap / spheres.speed;
        if (!(tau < 1.0)) return false;
        gap = getGap(&spheres, tau);
    }
    part->lo = tau;
    for (; gap <= nearGap && strides < MAX_STRIDES; strides++) {
        tau += nearGap / spheres.speed;
        if (!(tau < 1.0)) return true;
        gap = getGap(&spheres, tau);
    }
    if (strides < MAX_STRIDES) part->hi = tau;
    return true;
}
