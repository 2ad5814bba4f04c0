// Ways in recordings: their nodes and certificates are read back, and certified again.
// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on
#include "replay_fixture.h"
#include "stage_fixture.h"

#include <stdio.h>
#include <string.h>

// Records ways of the hand: around the block, through it, none. Returns the recording.
static char *recordWays(const cdPathNode around[4], uint64_t *hash) {
    const cdPathNode through[3] = {
        {0.0, poseAt(4.0, 4.0, 0.0)}, {1.0, poseAt(4.0, 0.0, 0.0)}, {2.0, poseAt(-4.0, 0.0, 0.0)}};
    const StageOutcome unknown = {.known = false};
    Stage *stage = makeStage(SCENE_SLIDE);
    RecordingWriter writer = {0};
    char *text = NULL, message[512] = "";
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    assert_non_null(out);
    if (!BeginRecording(&writer, stage, out, "/tmp/ways.fcrec", message, sizeof message))
        fail_msg("%s", message);
    apply(stage, MakeWay(0, around, 4, unknown));
    assert_true(stage->journal.outcome.state == CD_FREE && stage->journal.outcome.edge == -1);
    apply(stage, MakeWay(0, through, 3, unknown));
    assert_true(stage->journal.outcome.state == CD_CONTACT && stage->journal.outcome.edge == 1);
    apply(stage, MakeWay(0, NULL, 0, unknown));
    *hash = HashStage(stage);
    assert_true(EndRecording(&writer, stage));
    freeStage(stage);
    return text;
}

// A node that is moved into the block is noticed. Red: nodes that lose their last bit or their memory, an
// edge that is not certified, a certificate that is read and not compared.
static void testWays(void **state) {
    (void)state;
    const cdPathNode around[4] = {{0.0, poseAt(4.0, 0.0, 0.1 / 3.0)},
                                  {1.0, poseAt(4.0, 4.0, 0.0)},
                                  {2.0, poseAt(0.0, 13.0 / 3.0, 0.0)},
                                  {3.0, poseAt(-4.0, 4.0, 0.0)}};
    uint64_t hash = 0;
    StagePlayer player;
    char message[512] = "", *text = recordWays(around, &hash), *node = NULL;
    assertReplays(text, hash);
    Stage *stage = openReplay(text, &player);
    const StageEntry *entry = GetPlayerEntry(&player, 1);
    assert_int_equal(entry->nodeCount, 4);
    assert_memory_equal(entry->nodes, around, sizeof around);
    ClosePlayer(&player);
    freeStage(stage);
    node = strstr(text, "[4,0,0.033");
    assert_non_null(node);
    node[1] = '0'; // inside of the block
    stage = openReplay(text, &player);
    assert_true(StepPlayer(&player, stage, message, sizeof message));
    assert_int_equal(player.differs, 1);
    assert_non_null(strstr(player.difference, "status: recorded free"));
    ClosePlayer(&player);
    freeStage(stage);
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(testWays)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
