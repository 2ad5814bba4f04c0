// The exploded view of a burr: every part stands apart from all others, and goes back among them freely.
#include "plan_fixture.h"
#include "scenes/explosion.h"

typedef struct Exploded {
    Puzzle puzzle;
    Disassembly disassembly;
    Explosion explosion;
} Exploded;

static Exploded explode(int32_t part) {
    Exploded made = {.puzzle = openPuzzle(PUZZLE_BURR, 1.0)};
    char message[256] = "";
    const DisassemblyInput input = {
        .data = &made.puzzle.data, .meshes = made.puzzle.meshes.meshes, .part = part, .rounds = 3};
    assert_true(FindDisassembly(&input, &made.disassembly, message, sizeof message));
    if (!CreateExplosion(input.data, input.meshes, &made.disassembly, &made.explosion, message,
                         sizeof message))
        fail_msg("%s", message);
    return made;
}

static void destroy(Exploded *made) {
    DestroyExplosion(&made->explosion);
    DestroyDisassembly(&made->disassembly);
    closePuzzle(&made->puzzle);
}

static cdPose getPlace(const ExplodedPart *part) {
    return part->nodes[part->nodeCount - 1].pose;
}

// The set of a part, with the others up to `lastAway` in the order of removal at their places in the view.
static PartSet makeSet(const Exploded *made, int32_t index, int32_t lastAway) {
    PartSet set;
    const SceneData *data = &made->puzzle.data;
    const Explosion *explosion = &made->explosion;
    assert_true(
        CreatePartSet(data, made->puzzle.meshes.meshes, explosion->parts[index].objects, 1, NULL, &set));
    for (int32_t i = 0; i < set.obstacleCount; i++)
        for (int32_t k = 0; k <= lastAway; k++)
            if (explosion->parts[k].objects[0] == set.owners[i]) {
                cdPose home = data->objects[set.owners[i]].pose;
                set.obstacles[i].pose =
                    cdMulPose(getPlace(&explosion->parts[k]), cdInvMulPose(home, set.obstacles[i].pose));
            }
    return set;
}

// Each pair of parts is apart by the boxes of their vertices, and no part overlaps another. Red: a part that
// stops too early, a box of the wrong pose.
static void testApart(void **state) {
    (void)state;
    Exploded made = explode(-1);
    assert_int_equal(made.explosion.partCount, 6);
    for (int32_t i = 0; i < 6; i++) {
        PartSet set = makeSet(&made, i, 5);
        cdPose place = getPlace(&made.explosion.parts[i]);
        for (int32_t k = 0; k < set.obstacleCount; k++) {
            const cdPlanInput pair = {.shapes = set.shapes,
                                      .shapeCount = set.shapeCount,
                                      .obstacles = &set.obstacles[k],
                                      .obstacleCount = 1};
            assert_true(isOutside(&pair, place));
            assert_true(isFreeAt(&pair, place));
        }
        DestroyPartSet(&set);
    }
    destroy(&made);
}

// The way back of each part is free at many poses, among the parts that wait and those that are in place.
// Red: a part that waits where another passes, obstacles at the wrong poses.
static void testWayBack(void **state) {
    (void)state;
    Exploded made = explode(-1);
    for (int32_t i = 0; i < 6; i++) {
        const ExplodedPart *part = &made.explosion.parts[i];
        PartSet set = makeSet(&made, i, i);
        const cdPlanInput input = {.shapes = set.shapes,
                                   .shapeCount = set.shapeCount,
                                   .obstacles = set.obstacles,
                                   .obstacleCount = set.obstacleCount,
                                   .start = made.puzzle.data.objects[part->objects[0]].pose,
                                   .nodes = part->nodes};
        const cdPlan plan = {.nodeCount = part->nodeCount};
        checkPath(&input, &plan);
        DestroyPartSet(&set);
    }
    destroy(&made);
}

// With one part taken out the others stay.
static void testOnePart(void **state) {
    (void)state;
    Exploded made = explode(0);
    assert_int_equal(made.explosion.partCount, 1);
    PartSet set = makeSet(&made, 0, 0);
    const cdPlanInput input = {.shapes = set.shapes,
                               .shapeCount = set.shapeCount,
                               .obstacles = set.obstacles,
                               .obstacleCount = set.obstacleCount};
    for (int32_t k = 0; k < set.obstacleCount; k++) {
        cdPlanInput pair = input;
        pair.obstacles = &set.obstacles[k];
        pair.obstacleCount = 1;
        assert_true(isOutside(&pair, getPlace(&made.explosion.parts[0])));
    }
    DestroyPartSet(&set);
    destroy(&made);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(testApart), cmocka_unit_test(testWayBack),
                                       cmocka_unit_test(testOnePart)};
    return cmocka_run_group_tests(tests, makeWorkspace, freeWorkspace);
}
