// The purpose of the sufficient subset: near a contact no translation that its normals permit moves one
// object into the other.
#include "collision/slide.h"
#include "region_fixture.h"

static Contact contact;

// --- The oracle: cubes about the origin, of A and of B

// For a point y of A near the origin and a point x of B, the translation x - y moves A into B. Its possible
// signs follow from their cubes.
typedef struct Case {
    unsigned cubesA, cubesB;
    cdVec3 columns[3];
} Case;

// True if the origin is on a region or its border: on a side, or the sides seen from it make one turn.
static bool isAtOrigin(const Contact *found, const cdContactRegion *region) {
    const cdVec3 *points = found->points + region->firstPoint;
    double turn = 0.0;
    for (int32_t i = 0; i < region->pointCount; i++) {
        cdVec3 p = points[i], q = points[(i + 1) % region->pointCount], side = cdSub(q, p);
        double along = cdLengthSq(side) > 0.0 ? -cdDot(p, side) / cdLengthSq(side) : 0.0;
        if (cdLength(cdMulAdd(p, fmax(0.0, fmin(1.0, along)), side)) < 1e-4) return true;
        turn += atan2(cdDot(region->normals[0], cdCross(p, q)), cdDot(p, q));
    }
    return region->dimension == 2 && fabs(turn) > PI;
}

static double findSmallest(const Contact *found, int32_t skipped, cdVec3 v) {
    double smallest = 1.0;
    for (int32_t i = 0; i < found->out.regionCount; i++) {
        const cdContactRegion *region = &found->regions[i];
        if (!region->sufficient || i == skipped) continue;
        if (!isAtOrigin(found, region)) continue;
        for (int32_t n = 0; n < region->normalCount; n++)
            smallest = fmin(smallest, cdDot(region->normals[n], v));
    }
    return smallest;
}

// Returns how far the normals permit a translation that moves A into B: above 0 they clearly permit one.
// `skipped`: a region left out, -1: none.
static double findFreedom(const Contact *found, const Case *c, int32_t skipped, Random *random, int tries) {
    double most = -1.0;
    for (unsigned a = 0; a < 8; a++) {
        for (unsigned b = 0; b < 8; b++) {
            if (!(c->cubesA >> a & 1) || !(c->cubesB >> b & 1)) continue;
            for (int i = 0; i < tries; i++) {
                double at[3];
                for (unsigned k = 0; k < 3; k++) {
                    double size = nextRandom(random) * nextRandom(random) + 0.01;
                    bool up = ((a ^ b) >> k & 1) ? b >> k & 1 : nextRandom(random) < 0.5;
                    at[k] = up ? size : -size;
                }
                cdVec3 v = cdAdd(cdScale(at[0], c->columns[0]), cdScale(at[1], c->columns[1]));
                most =
                    fmax(most, findSmallest(found, skipped, cdNormalize(cdMulAdd(v, at[2], c->columns[2]))));
            }
        }
    }
    return most;
}

static Body bodies[256];

static void makeBodies(const cdVec3 columns[3]) {
    for (unsigned cubes = 1; cubes < 256; cubes++)
        bodies[cubes] = makeBodyOfCubes(cubes, columns);
}

static void destroyBodies(void) {
    for (unsigned cubes = 1; cubes < 256; cubes++)
        destroyBody(&bodies[cubes]);
}

static bool isCaseSound(unsigned cubesA, unsigned cubesB) {
    return cubesA != 0 && cubesB != 0 && (cubesA & cubesB) == 0 &&
           cdGetFeaturesInfo(bodies[cubesA].mesh).closed && cdGetFeaturesInfo(bodies[cubesB].mesh).closed;
}

// The oracle's result for one pair of bodies: no forbidden translation is permitted; returns how many of the
// kept lines and points are needed at the origin.
static int32_t checkCase(const Case *c, Random *random) {
    int32_t needed = 0;
    findRegionsAt(&contact, &bodies[c->cubesA], cdIdentityPose(), &bodies[c->cubesB], cdIdentityPose());
    double freedom = findFreedom(&contact, c, -1, random, 40);
    if (freedom > 1e-3) fail_msg("cubes %02x and %02x: free by %.3g", c->cubesA, c->cubesB, freedom);
    for (int32_t i = 0; i < contact.out.regionCount; i++) {
        const cdContactRegion *region = &contact.regions[i];
        if (region->sufficient && region->dimension < 2 && isAtOrigin(&contact, region))
            needed += findFreedom(&contact, c, i, random, 20) > 1e-3;
    }
    return needed;
}

static void checkAllCorners(const cdVec3 columns[3], unsigned first, unsigned stride, int32_t least) {
    Random random = {1};
    int32_t checked = 0, needed = 0;
    makeBodies(columns);
    for (unsigned code = first; code < 65536; code += stride) {
        Case c = {code & 255, code >> 8, {columns[0], columns[1], columns[2]}};
        if (!isCaseSound(c.cubesA, c.cubesB)) continue;
        needed += checkCase(&c, &random);
        checked++;
    }
    assert_true(checked >= 2000 / (int32_t)stride / 2);
    assert_true(needed >= least);
    destroyBodies();
}

// All distributions of eight cubes to A and B: wedges, corners of rooms, steps, saddles. Red: a region
// dropped near which nothing blocks some part of A or B; normals that do not separate. The number of lines
// and points without which the oracle finds a translation shows that it detects missing ones.
static void testUprightCorners(void **state) {
    (void)state;
    static const cdVec3 upright[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    checkAllCorners(upright, 0, 1, 300);
}

// The same, sheared at random, so that no two planes are at right angles. Red: a right angle assumed.
static void testShearedCorners(void **state) {
    (void)state;
    Random random = {7};
    for (unsigned i = 0; i < 20; i++) {
        cdVec3 columns[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
        for (int k = 0; k < 3; k++)
            columns[k] = cdMulAdd(columns[k], 0.55, nextRandomVec3(&random));
        checkAllCorners(columns, i, 5, 20);
    }
}

// --- Shapes as they come to rest

static cdPose findResolved(const Body *a, const Body *b, Random *random) {
    cdObstacle obstacle = {.mesh = b->mesh, .pose = cdIdentityPose()};
    cdSlideInput input = {.step = {.mesh = a->mesh, .obstacles = &obstacle, .obstacleCount = 1}};
    input.step.start = (cdPose){cdScale(4.0, nextRandomDirection(random)),
                                cdMakeQuat(nextRandomDirection(random), nextRandomIn(random, -3.0, 3.0))};
    input.step.target = (cdPose){cdScale(0.3, nextRandomVec3(random)),
                                 cdMakeQuat(nextRandomDirection(random), nextRandomIn(random, -3.0, 3.0))};
    cdWorkspace *workspace = cdCreateWorkspace();
    cdSlide slide = cdFindSlide(&input, NULL, workspace, NULL);
    cdDestroyWorkspace(workspace);
    return slide.contact.resolvedPose;
}

typedef struct Tries {
    int32_t rests, allowed, forbidden, stopped;
} Tries;

// Parts farther than the tolerance cannot be reached within it; all others must be blocked by a normal.
static void tryTranslations(const Body *a, const Body *b, cdPose resolved, Random *random, Tries *tries) {
    tries->rests++;
    for (int i = 0; i < 60; i++) {
        cdVec3 way = nextRandomDirection(random);
        double least = 1.0;
        for (int32_t k = 0; k < contact.out.regionCount; k++)
            for (int32_t n = 0; n < contact.regions[k].normalCount; n++)
                least = fmin(least, cdDot(contact.regions[k].normals[n], way));
        cdPose moved = {cdMulAdd(resolved.p, 0.95 * contact.out.tolerance, way), resolved.q};
        if (least > 1e-3) {
            tries->allowed++;
            if (overlapAt(a->mesh, moved, b->mesh, cdIdentityPose()))
                fail_msg("free by %.3g, and in it", least);
        } else if (least < -0.5) {
            tries->forbidden++;
            tries->stopped += overlapAt(a->mesh, moved, b->mesh, cdIdentityPose());
        }
    }
}

// Shapes at the end of slides, in one, two or more contacts: no translation of less than a tolerance that all
// normals permit leads into the other. Nearly all translations clearly against one normal do, so the normals
// are necessary. Open surfaces too. Red: a normal on the wrong side or missing, in contacts that no figure
// shows.
static void testNoPenetrationWhereSlidesEnd(void **state) {
    (void)state;
    static const char *const specs[][2] = {
        {"box", "box"},   {"l-shape", "l-shape"}, {"corner", "box:x=0.4,y=0.4,z=0.4"}, {"step", "key"},
        {"gear", "gear"}, {"torus", "fingers"},   {"floor:size=2,n=8", "l-shape"}};
    Random random = {11};
    for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++) {
        Body a = makeBody(specs[i][0]), b = makeBody(specs[i][1]);
        Tries tries = {0};
        for (int k = 0; k < 30; k++) {
            cdPose resolved = findResolved(&a, &b, &random);
            findRegionsAt(&contact, &a, resolved, &b, cdIdentityPose());
            if (contact.out.state == CD_CONTACT) tryTranslations(&a, &b, resolved, &random, &tries);
        }
        assert_true(tries.rests > 15 && tries.allowed > 400);
        assert_true(tries.stopped > 0.8 * tries.forbidden);
        destroyBody(&a);
        destroyBody(&b);
    }
}

// --- The paper's rules on lines and points

static const cdVec3 AWAY_X = {1, 0, 0}, AWAY_Y = {0, 1, 0};

static void checkWedge(const Body *room, double from, double to, int32_t lines, int32_t areas) {
    Body wedge = makeWedge(from, to, 0.2, 0.7);
    findRegionsAt(&contact, &wedge, cdIdentityPose(), room, cdIdentityPose());
    assertSufficient(&contact, 0, lines, areas);
    if (lines == 1) assertNormals(getSufficient(&contact, 1, 0), (cdVec3[]){AWAY_X, AWAY_Y}, 2);
    destroyBody(&wedge);
}

// A wedge with its edge where two walls of a room meet, a reflex edge. Free of both walls, or flat on one of
// them, the line along the edge is kept, with the normals of both walls; flat on both it is not: "both of its
// adjacent faces are not already part of some 2D contact region". Red: that line dropped, kept in the last
// case, or with one normal.
static void testLineOnReflexEdge(void **state) {
    (void)state;
    Body room = makeBody("corner");
    checkWedge(&room, PI / 8, 3 * PI / 8, 1, 0);
    checkWedge(&room, 0.0, 3 * PI / 8, 1, 1);
    checkWedge(&room, PI / 8, PI / 2, 1, 1);
    checkWedge(&room, 0.0, PI / 2, 0, 2);
    destroyBody(&room);
}

// A box that stands on the edge of its bottom on a floor: its edge touches the floor in a line whose ends are
// the only other regions. Red: a line that "touches other regions in at most two points" dropped, or its ends
// kept beside it.
static void testLineWithItsEnds(void **state) {
    (void)state;
    Body floor = makeBody("box:x=2,y=0.5,z=2"), box = makeBody("box:x=0.2,y=0.2,z=0.2");
    cdPose pose = {{0, 0.5 + 0.2 * sqrt(2.0), 0}, cdMakeQuat((cdVec3){0, 0, 1}, PI / 4)};
    findRegionsAt(&contact, &box, pose, &floor, cdIdentityPose());
    assert_int_equal(contact.out.regionCount, 3);
    assertSufficient(&contact, 0, 1, 0);
    assertNormals(getSufficient(&contact, 1, 0), &AWAY_Y, 1);
    destroyBody(&floor);
    destroyBody(&box);
}

// The apex of a slender pyramid in the corner of a room: a point with three normals. Red: a point in a corner
// dropped or with a missing normal.
static void testPointInCorner(void **state) {
    (void)state;
    Body room = makeBody("corner");
    Body spike = makeBody("pyramid:half=0.1,height=0.5");
    cdVec3 diagonal = cdNormalize((cdVec3){1, 1, 1}),
           axis = cdNormalize(cdCross((cdVec3){0, 1, 0}, diagonal));
    cdPose pose = {{0, 0, 0}, cdMakeQuat(axis, acos(diagonal.y))};
    findRegionsAt(&contact, &spike, pose, &room, cdIdentityPose());
    assert_int_equal(contact.out.regionCount, 1);
    assertSufficient(&contact, 1, 0, 0);
    assertNormals(getSufficient(&contact, 0, 0), (cdVec3[]){AWAY_X, AWAY_Y, {0, 0, 1}}, 3);
    destroyBody(&room);
    destroyBody(&spike);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testUprightCorners),
        cmocka_unit_test(testShearedCorners),
        cmocka_unit_test(testNoPenetrationWhereSlidesEnd),
        cmocka_unit_test(testLineOnReflexEdge),
        cmocka_unit_test(testLineWithItsEnds),
        cmocka_unit_test(testPointInCorner),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
