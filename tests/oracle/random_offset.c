// Random pairs of triangles for a contact at a distance; see random_offset.h.
#include "oracle/random_offset.h"
#include "continuous/offset/offset_pair.h"

static double pickLog(Random *random, double lower, double upper) {
    return pow(10.0, nextRandomIn(random, lower, upper));
}

static bool isOneOf(Random *random, int count) {
    return nextRandomInt(random, 1, count) == 1;
}

static cdScrew pickScrew(Random *random, bool aligned) {
    static const cdVec3 AXES[3] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
    cdVec3 axis = aligned ? AXES[nextRandomInt(random, 0, 2)] : nextRandomDirection(random);
    cdVec3 direction = aligned ? AXES[nextRandomInt(random, 0, 2)] : nextRandomDirection(random);
    double angle = isOneOf(random, 3)   ? 0.0
                   : isOneOf(random, 4) ? 0.5 * 3.14159265358979
                                        : pickLog(random, -9.0, 0.19);
    double length = isOneOf(random, 6)   ? 0.0
                    : isOneOf(random, 8) ? pickLog(random, 1.0, 3.0)
                                         : pickLog(random, -2.0, 0.8);
    cdVec3 center = aligned ? nextRandomGridPoint(random, -3, 3) : cdScale(3.0, nextRandomVec3(random));
    if (aligned && length > 0.0) length = ceil(length);
    cdQuat turn = cdMakeQuat(axis, angle);
    cdPose target = {cdAdd(cdScale(length, direction), cdSub(center, cdRotate(turn, center))), turn};
    return cdMakeMotion(cdIdentityPose(), target, cdMakeVec3(0.0, 0.0, 0.0)).screws[0];
}

static void pickTriangle(Random *random, bool aligned, double size, cdVec3 center, cdVec3 corners[3]) {
    for (int k = 0; k < 3; k++) {
        cdVec3 offset = aligned ? nextRandomGridPoint(random, -1, 1) : cdScale(size, nextRandomVec3(random));
        corners[k] = cdAdd(center, offset);
    }
    // Slivers, segments and points.
    int kind = nextRandomInt(random, 0, 11);
    if (kind == 0)
        corners[2] = cdMulAdd(cdLerp(corners[0], corners[1], 0.3), pickLog(random, -14.0, -3.0), corners[2]);
    if (kind == 1 || kind == 2) corners[2] = corners[1];
    if (kind == 3) corners[1] = corners[0];
    if (kind == 4 || kind == 5) corners[1] = corners[2] = corners[0];
}

static double distanceAt(const OffsetCase *c, double tau) {
    cdOffsetWork work;
    cdOpenOffsetWork(&work, &c->pair);
    return cdFindOffsetNearest(&work, tau).distance;
}

static double findLeast(const OffsetCase *c, double *where) {
    double least = INFINITY;
    for (int i = 0; i <= 12; i++) {
        double tau = i / 12.0, distance = distanceAt(c, tau);
        if (distance < least) least = distance, *where = tau;
    }
    return least;
}

// Finds the local minimum of the distance near a sample, by ternary search.
static double findDip(const OffsetCase *c, double where) {
    double lo = cdMax(0.0, where - 1.0 / 12.0), hi = cdMin(1.0, where + 1.0 / 12.0);
    for (int i = 0; i < 40; i++) {
        double x = lo + (hi - lo) / 3.0, y = hi - (hi - lo) / 3.0;
        if (distanceAt(c, x) < distanceAt(c, y))
            hi = y;
        else
            lo = x;
    }
    return 0.5 * (lo + hi);
}

// Makes an edge of A parallel to one of B, exactly so on a grid.
static void makeParallel(Random *random, bool aligned, OffsetCase *c) {
    double factor = aligned ? nextRandomInt(random, 1, 2) : nextRandomIn(random, 0.2, 2.0);
    c->pair.a[1] = cdMulAdd(c->pair.a[0], factor, cdSub(c->pair.b[1], c->pair.b[0]));
    if (!aligned && isOneOf(random, 2))
        c->pair.a[1] = cdMulAdd(c->pair.a[1], pickLog(random, -16.0, -4.0), nextRandomVec3(random));
}

// 0: any; 1: on a grid; 2: parallel edges; 3: the same on a grid; 4, 5: almost grazing at d; 6: contact at
// one end of the range; 7: d tiny; 8: d huge; 9: far from the origin, or another scale.
void PickOffsetCase(Random *random, int family, OffsetCase *c) {
    bool aligned = family == 1 || family == 3 || family == 5;
    *c = (OffsetCase){.screw = pickScrew(random, aligned), .tau1 = 1.0, .family = family};
    c->pair.screw = &c->screw;
    double sizeA = pickLog(random, -1.5, 0.5), sizeB = pickLog(random, -1.5, 0.5);
    cdVec3 centerA = aligned ? nextRandomGridPoint(random, -3, 3) : cdScale(1.5, nextRandomVec3(random));
    cdVec3 centerB = aligned ? nextRandomGridPoint(random, -3, 3) : cdScale(1.5, nextRandomVec3(random));
    pickTriangle(random, aligned, sizeA, centerA, c->pair.a);
    pickTriangle(random, aligned, sizeB, centerB, c->pair.b);
    if (family == 2 || family == 3) makeParallel(random, aligned, c);
    double where = 0.0, least = findLeast(c, &where), start = distanceAt(c, 0.0);
    c->pair.distance = isOneOf(random, 4) ? pickLog(random, -6.0, 0.5)
                                          : nextRandomIn(random, 0.9 * least, cdMax(start, 0.95 * least));
    if (aligned && isOneOf(random, 2)) c->pair.distance = nextRandomInt(random, 0, 2);
    if (family == 4 || family == 5) {
        double share =
            isOneOf(random, 3) ? 0.0 : pickLog(random, -17.0, -4.0) * (isOneOf(random, 2) ? 1.0 : -1.0);
        c->pair.distance = distanceAt(c, findDip(c, where)) * (1.0 + share);
    }
    if (family == 6) {
        double tau = isOneOf(random, 3) ? nextRandom(random) : where;
        c->pair.distance = distanceAt(c, tau);
        if (isOneOf(random, 2))
            c->tau0 = tau;
        else
            c->tau1 = tau;
    }
    if (family == 7) c->pair.distance = pickLog(random, -12.0, -6.0);
    if (family == 8)
        c->pair.distance =
            isOneOf(random, 2) ? start * (1.0 - pickLog(random, -12.0, 0.0)) : pickLog(random, 0.0, 2.5);
    if (family == 9) {
        double scale = isOneOf(random, 2) ? pickLog(random, -30.0, 30.0) : 1.0;
        cdVec3 shift = cdScale(scale * pickLog(random, -2.0, 4.0), nextRandomVec3(random));
        for (int k = 0; k < 3; k++) {
            c->pair.a[k] = cdMulAdd(shift, scale, c->pair.a[k]);
            c->pair.b[k] = cdMulAdd(shift, scale, c->pair.b[k]);
        }
        c->screw.c = cdMulAdd(shift, scale, c->screw.c);
        c->screw.bc = cdScale(scale, c->screw.bc);
        c->screw.s *= scale;
        c->pair.distance *= scale;
    }
    if (family != 6 && isOneOf(random, 4)) {
        c->tau0 = 0.5 * nextRandom(random);
        c->tau1 = nextRandomIn(random, c->tau0, 1.0);
    }
    if (!(c->pair.distance >= 0.0)) c->pair.distance = 0.0;
}
