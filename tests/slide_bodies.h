// The bodies of the tests of sliding, and the floor under them.
#ifndef TESTS_SLIDE_BODIES_H
#define TESTS_SLIDE_BODIES_H

#include "slide_fixture.h"

static Body box, floorPlate, torus, gear;

static int makeBodies(void **state) {
    (void)state;
    box = makeBody("box");                        // [-1, 1]^3
    floorPlate = makeBody("box:x=10,y=0.5,z=10"); // top at y = 0.5
    torus = makeBody("torus:segments=10");
    gear = makeBody("gear:teeth=6");
    return 0;
}

static int destroyBodies(void **state) {
    (void)state;
    destroyBody(&box);
    destroyBody(&floorPlate);
    destroyBody(&torus);
    destroyBody(&gear);
    return 0;
}

static inline double getTurn(cdQuat q) {
    return 2.0 * atan2(cdLength(cdMakeVec3(q.x, q.y, q.z)), fabs(q.w));
}

static Obstacles makeFloor(void) {
    Obstacles among = {.count = 0};
    addObstacle(&among, &floorPlate, poseAt(0.0, -0.5, 0.0)); // top at y = 0
    return among;
}

#endif
