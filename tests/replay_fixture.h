// Recordings that are replayed from their text.
#ifndef TESTS_REPLAY_FIXTURE_H
#define TESTS_REPLAY_FIXTURE_H

#include "recording/player.h"
#include "recording/recording.h"
#include "stage/stage.h"

#include <stdlib.h>
#include <string.h>

// Opens a recording in a new stage, which the caller frees after the player is closed.
static inline Stage *openReplay(const char *text, StagePlayer *player) {
    Recording recording;
    char message[512] = "", *copy = strdup(text); // reading changes it
    Stage *stage = malloc(sizeof *stage);
    if (!copy || !stage ||
        !ReadRecordingText(copy, strlen(copy), "/tmp/a.fcrec", &recording, message, sizeof message) ||
        !OpenPlayer(player, stage, &recording, message, sizeof message))
        fail_msg("%s\n%s", message, text);
    free(copy);
    return stage;
}

// Replays a recording to its end: no frame differs, and the stage then has this hash.
static inline void assertReplays(const char *text, uint64_t hash) {
    StagePlayer player;
    char message[512] = "";
    Stage *stage = openReplay(text, &player);
    while (StepPlayer(&player, stage, message, sizeof message)) {
        if (player.differs) fail_msg("frame %d: %s", (int)player.differs, player.difference);
    }
    assert_true(HashStage(stage) == hash);
    ClosePlayer(&player);
    DestroyStage(stage);
    free(stage);
}

#endif
