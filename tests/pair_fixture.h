// Shared by the tests of contact points: two bodies, and the points of their pair.
#ifndef TEST_PAIR_FIXTURE_H
#define TEST_PAIR_FIXTURE_H

#include "region_fixture.h"
#include "world/contacts/contact_set.h"

static const double MARGIN = 1e-4;
static const char *const BOX = "box:x=0.5,y=0.5,z=0.5", *const GROUND = "box:x=5,y=0.5,z=5";

// --- Two bodies

typedef struct Pair {
    Body bodies[2];
    cdWorldBody a, b;
    cdWorldPair *points;
    cdWorkspace *workspace;
    double margin;
} Pair;

static inline cdWorldBody makeWorldBody(const Body *body, cdPose pose, bool dynamic) {
    cdWorldBody made = {.present = true, .radius = cdGetMeshInfo(body->mesh).radius, .pose = pose};
    if (!dynamic) return made;
    made.kind = CD_BODY_DYNAMIC;
    cdMassProperties properties = cdGetSolidInfo(body->mesh).mass;
    made.inertia = cdMakeInertia(&properties, properties.volume, cdGetFeaturesInfo(body->mesh).radius);
    return made;
}

// Takes ownership of the bodies.
static inline Pair makePair(Body a, cdPose poseA, Body b, cdPose poseB) {
    Pair pair = {.bodies = {a, b}, .margin = MARGIN};
    pair.a = makeWorldBody(&a, poseA, hasSolid(&a));
    pair.b = makeWorldBody(&b, poseB, false);
    pair.points = cdCreatePair();
    assert_non_null(pair.points);
    cdResetPair(pair.points, 3, 0, 7, 0);
    pair.workspace = cdCreateWorkspace();
    assert_non_null(pair.workspace);
    return pair;
}

static inline void destroyPair(Pair *pair) {
    cdDestroyPair(pair->points);
    cdDestroyWorkspace(pair->workspace);
    destroyBody(&pair->bodies[0]);
    destroyBody(&pair->bodies[1]);
}

static inline cdPlacedShape placeShape(const Body *body, const cdWorldBody *own) {
    return (cdPlacedShape){body->mesh, own->pose, own->radius, own};
}

static inline void findPairPoints(Pair *pair, cdMeter *meter) {
    cdPlacedShape a = placeShape(&pair->bodies[0], &pair->a), b = placeShape(&pair->bodies[1], &pair->b);
    cdFindPairPoints(pair->points, &a, &b, pair->margin, meter, pair->workspace);
}

static inline int32_t findPoints(Pair *pair) {
    cdMeter meter = cdOpenMeter(&(cdBudget){0});
    findPairPoints(pair, &meter);
    assert_int_equal(pair->points->touches, pair->points->pointCount > 0);
    return pair->points->pointCount;
}

static inline cdPlacedPoint place(const Pair *pair, int32_t i) {
    return cdPlacePoint(&pair->points->points[i], pair->a.pose, pair->b.pose);
}

#endif
