// Trees over the sides of outlines.
#include "foundation/geometry/side_tree.h"
#include "random.h"
#include "work_fixture.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

enum { SIDE_MAX = 300, ROUNDS = 200, BOXES = 20 };

// Half of them form an outline, the others are random.
static void makeSides(Random *random, cdSide *sides, int32_t count) {
    bool anywhere = nextRandomInt(random, 0, 1) == 1;
    cdVec3 at = nextRandomVec3(random);
    for (int32_t i = 0; i < count; i++) {
        cdVec3 from = anywhere ? nextRandomVec3(random) : at;
        at = cdMulAdd(from, 0.05, nextRandomVec3(random));
        sides[i] = (cdSide){from, at};
    }
}

static bool meetsBox(const cdSide *side, const cdBox3 *box) {
    const cdVec3 ends[2] = {side->from, side->to};
    cdBox3 own = cdBoundPoints(ends, 2);
    return cdBoxesMeet(&own, box);
}

// Red: a node's box without one of its sides, `after` pointing into or beyond its children.
static void testFindsEverySideOfABoxInOrder(void **state) {
    (void)state;
    static cdSide sides[SIDE_MAX];
    static cdSideNode nodes[2 * SIDE_MAX];
    Random random = {11};
    for (int32_t round = 0; round < ROUNDS; round++) {
        int32_t count = nextRandomInt(&random, 0, SIDE_MAX), nodeCount = cdCountSideNodes(count);
        assert_true(nodeCount <= 2 * SIDE_MAX);
        makeSides(&random, sides, count);
        cdSideTree tree = cdBuildSideTree(sides, count, nodes);
        assert_int_equal(tree.nodeCount, nodeCount);
        for (int32_t i = 0; i < BOXES; i++) {
            cdVec3 middle = nextRandomVec3(&random);
            cdBox3 box = cdGrowBox((cdBox3){middle, middle}, nextRandomIn(&random, 0.0, 0.5));
            int32_t node = 0, next = 0;
            for (const cdSideNode *run; (run = cdGetNextRun(&tree, &box, &node)) != NULL;) {
                assert_true(run->first >= next);
                for (; next < run->first; next++)
                    assert_false(meetsBox(&sides[next], &box));
                next += run->count;
            }
            for (; next < count; next++)
                assert_false(meetsBox(&sides[next], &box));
        }
    }
}

// Red: a long outline searched linearly; the tree must visit few sides.
static void testShowsFewSidesOfALongOutline(void **state) {
    (void)state;
    enum { LONG = 4096 };
    static cdSide sides[LONG];
    static cdSideNode nodes[2 * LONG];
    for (int32_t i = 0; i < LONG; i++) {
        double from = 6.283185307179586 * i / LONG, to = 6.283185307179586 * (i + 1) / LONG;
        sides[i] = (cdSide){{cos(from), sin(from), 0.0}, {cos(to), sin(to), 0.0}};
    }
    cdSideTree tree = cdBuildSideTree(sides, LONG, nodes);
    for (int32_t i = 0; i < LONG; i += 7) {
        cdBox3 box = cdGrowBox((cdBox3){sides[i].from, sides[i].from}, 1e-6);
        int32_t node = 0, shown = 0;
        for (const cdSideNode *run; (run = cdGetNextRun(&tree, &box, &node)) != NULL;)
            shown += run->count;
        assert_in_range(shown, 2, 8);
    }
}

// Red: small faces with a tree, which costs more than it saves, or large ones without.
static void testLargeOutlinesAreLaidOut(void **state) {
    (void)state;
    Body gear = makeBody("gear:teeth=30"), box = makeBody("box");
    assert_int_equal(box.mesh->features->outlineCount, 0);
    assert_int_equal(gear.mesh->features->outlineCount, 2);
    for (int32_t f = 0; f < gear.mesh->features->info.faceCount; f++) {
        int32_t outline = gear.mesh->features->faceOutlines[f];
        assert_int_equal(outline >= 0, gear.mesh->features->brep.faces[f].loopCount > 1);
    }
    destroyBody(&gear);
    destroyBody(&box);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testFindsEverySideOfABoxInOrder),
        cmocka_unit_test(testShowsFewSidesOfALongOutline),
        cmocka_unit_test(testLargeOutlinesAreLaidOut),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
