// Steps of all sizes and paths, and a span of one, for tests of what a search does in a span.
#ifndef TESTS_SPAN_FIXTURE_H
#define TESTS_SPAN_FIXTURE_H

#include "contact_fixture.h"
#include "continuous/first_contact.h"
#include "foundation/geometry/screw.h"
#include "random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

// A step of one mesh beside another of about its size, and its tested part.
typedef struct Step {
    cdMesh *a, *b;
    cdWorkspace *workspace;
    cdPose start, target;
    int screw;             // index, from the front
    double tau0, tau1, at; // of the span; a moment in it
} Step;

static inline double pickSize(Random *random) {
    int kind = nextRandomInt(random, 0, 9);
    if (kind == 0) return 1e90;
    return pow(10.0, nextRandomIn(random, -25.0, 18.0));
}

static inline Step openStep(Random *random) {
    double size = pickSize(random), other = size * pow(10.0, nextRandomIn(random, -1.0, 1.0));
    cdVec3 offset = cdScale(nextRandomIn(random, 0.0, 2.0) * size, nextRandomDirection(random));
    Step step = {.a = makeScaledShape("torus:segments=6", size, offset),
                 .b = makeScaledShape("gear:teeth=5", other, (cdVec3){0.0, 0.0, 0.0})};
    step.workspace = cdCreateWorkspace();
    return step;
}

static inline void closeStep(Step *step) {
    cdDestroyWorkspace(step->workspace);
    cdDestroyMesh(step->a);
    cdDestroyMesh(step->b);
}

// Paths from 0 to a billion sizes, rotations from 0 to three quarters of half a turn; spans of all widths.
static inline void pickMotion(Random *random, Step *step) {
    double size = step->a->radius;
    double path = nextRandomInt(random, 0, 3) ? size * pow(10.0, nextRandomIn(random, -6.0, 1.0)) : 0.0;
    if (nextRandomInt(random, 0, 4) == 0) path = size * pow(10.0, nextRandomIn(random, 1.0, 9.0));
    double angle = nextRandomInt(random, 0, 2) ? nextRandomIn(random, 0.0, 2.4) : 0.0;
    cdQuat turn = cdMakeQuat(nextRandomDirection(random), angle);
    step->start.p = cdScale(size, nextRandomDirection(random));
    step->start.q = cdMakeQuat(nextRandomDirection(random), nextRandomIn(random, 0.0, PI));
    step->target.p = cdMulAdd(step->start.p, path, nextRandomDirection(random));
    step->target.q = cdNormalizeQuat(cdMulQuat(turn, step->start.q));
    double width = nextRandomInt(random, 0, 1) ? 1.0 : pow(10.0, nextRandomIn(random, -9.0, 0.0));
    step->at = nextRandom(random);
    step->tau0 = cdMax(0.0, step->at - width * nextRandom(random));
    step->tau1 = cdMin(1.0, step->at + width * nextRandom(random));
    if (nextRandomInt(random, 0, 4) == 0) step->at = nextRandomInt(random, 0, 1) ? step->tau0 : step->tau1;
    step->screw = nextRandomInt(random, 0, 1);
}

// With B at `poseB`, the part of interest ending at `share` between the moment and the span's end.
static inline void enterStep(cdSearch *search, const Step *step, cdPose poseB, double share) {
    assert_true(cdOpenSearch(search, step->a, step->b, step->start, step->target, poseB, step->workspace));
    cdEnterScrew(search, step->screw < search->motion.screwCount ? step->screw : 0);
    search->rootLimit = step->at + share * (step->tau1 - step->at);
    cdEnterSpan(search, step->tau0, step->tau1);
}

// A's rotation at a moment, and a point of A then.
static inline cdMat3 turnAt(const cdSearch *search, double tau) {
    cdVec3 g = cdScale(tau, search->screw->g);
    cdMat3 turn = cdMakeMat3FromQuat(cdNormalizeQuat((cdQuat){1.0, g.x, g.y, g.z}));
    return cdMulMat3(&turn, &search->rotation);
}

static inline cdVec3 placePoint(const cdSearch *search, cdVec3 point, double tau) {
    cdVec3 start = cdAdd(cdMulMat3Vec3(&search->rotation, point), search->center);
    return cdGetPointAt(search->screw, start, tau);
}

#endif
