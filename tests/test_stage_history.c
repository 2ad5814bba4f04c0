// The history of a session: seeking any frame gives the bits that it had, and repeats few operations.
// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on
#include "random.h"
#include "recording/player.h"
#include "stage/journal/stage_history.h"
#include "stage_fixture.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { FRAMES = 420, EVERY = 64 };

static const double FRAME = 1.0 / 60.0;

static uint64_t addBits(uint64_t hash, const void *value, size_t size) {
    const unsigned char *bytes = value;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ bytes[i]) * UINT64_C(1099511628211);
    return hash;
}

#define ADD_BITS(hash, value) hash = addBits(hash, &(value), sizeof(value))

// Hashes what decides the future of a stage, and what the window shows of its world.
static uint64_t hashAll(const Stage *stage) {
    uint64_t hash = HashStage(stage);
    const StageWorld *world = &stage->world;
    ADD_BITS(hash, stage->time);
    ADD_BITS(hash, stage->mode);
    ADD_BITS(hash, stage->response);
    ADD_BITS(hash, stage->falls);
    ADD_BITS(hash, stage->objectCount);
    for (int32_t i = 0; i < stage->objectCount; ++i) {
        ADD_BITS(hash, stage->objects[i].left);
        ADD_BITS(hash, stage->objects[i].isBody);
        ADD_BITS(hash, stage->objects[i].asleep);
        ADD_BITS(hash, stage->objects[i].options);
    }
    ADD_BITS(hash, world->present);
    if (!world->present) return hash;
    ADD_BITS(hash, world->held);
    ADD_BITS(hash, world->still);
    ADD_BITS(hash, world->touched);
    ADD_BITS(hash, world->bodyCount);
    ADD_BITS(hash, world->asleepCount);
    ADD_BITS(hash, world->blockedTime);
    ADD_BITS(hash, world->drift);
    ADD_BITS(hash, world->eventCount);
    ADD_BITS(hash, world->impactCount);
    ADD_BITS(hash, world->energy);
    for (int32_t i = 0; i < STAGE_EVENT_MAX && GetStageEvent(stage, i); ++i)
        ADD_BITS(hash, GetStageEvent(stage, i)->time);
    return hash;
}

typedef struct Session {
    Stage *stage;
    uint64_t hashes[FRAMES + 1]; // of each frame
} Session;

// Applies an entry of the script; its frame is the next one.
static void play(Session *session, StageEntry entry) {
    apply(session->stage, entry);
    int64_t frame = session->stage->journal.frames;
    assert_true(frame <= FRAMES);
    session->hashes[frame] = hashAll(session->stage);
}

static Stage *loadScene(const char *name) {
    char message[512] = "";
    Stage *stage = malloc(sizeof *stage);
    const Scene *scene = FindScene(name);
    assert_true(stage && scene);
    if (!LoadStageScene(stage, scene, message, sizeof message)) fail_msg("%s", message);
    return stage;
}

// Seeks random frames, forward and back.
static void checkSession(Session *session, int64_t frames, int32_t fewest) {
    Stage *stage = session->stage;
    Random random = {17};
    StagePlayer player;
    char message[512] = "";
    assert_int_equal(stage->journal.frames, frames);
    assert_true(stage->journal.history.count >= fewest);
    assert_true(OpenJournalPlayer(&player, stage));
    for (int i = 0; i < 16; ++i) {
        int64_t frame = i == 0 ? frames - 1 : nextRandomInt(&random, 0, (int)frames), from = player.frame;
        int64_t done = stage->journal.done;
        assert_true(SeekPlayer(&player, stage, frame, 1e9, message, sizeof message));
        assert_int_equal(player.frame, frame);
        if (hashAll(stage) != session->hashes[frame])
            fail_msg("frame %d, sought from %d, differs", (int)frame, (int)from);
        if (frame < from) assert_true(stage->journal.done - done <= EVERY);
    }
    assert_true(SeekPlayer(&player, stage, frames / 2, 1e9, message, sizeof message));
    HandOverJournal(&player, stage); // and again, with the shorter journal
    ClosePlayer(&player);
    assert_int_equal(stage->journal.frames, frames / 2);
    apply(stage, MakeAdvance(FRAME));
    assert_true(OpenJournalPlayer(&player, stage));
    assert_true(SeekPlayer(&player, stage, frames / 2 - 5, 1e9, message, sizeof message));
    assert_int_equal(hashAll(stage), session->hashes[frames / 2 - 5]);
    ClosePlayer(&player);
    freeStage(stage);
}

// A world that is only played, so its steps are few entries of the journal; with drags and throws in between.
// Red: moments only between entries; a hand, a counter or an event that is not of the moment.
static void testWorld(void **state) {
    (void)state;
    Session session = {.stage = loadScene("dominoes")};
    int32_t body = session.stage->selected;
    session.hashes[0] = hashAll(session.stage);
    while (session.stage->journal.frames < FRAMES) {
        int64_t frame = session.stage->journal.frames;
        cdVec3 target = cdAdd(session.stage->objects[body].home.p, (cdVec3){0.002 * (double)frame, 0.3, 0.1});
        if (frame % 150 > 100 && frame % 2 == 0)
            play(&session, MakeHold(body, (cdVec3){0.0, 0.05, 0.0}, target));
        else if (frame % 150 == 149)
            play(&session, MakeRelease(false));
        else
            play(&session, MakeAdvance(FRAME));
    }
    checkSession(&session, FRAMES, 4);
}

// Worlds that are created again by settings, options and added objects, and times without a world. Red: a
// moment restored into a world of other bodies, an option or an object of another frame.
static void testChanges(void **state) {
    (void)state;
    Session session = {.stage = makeStage(SCENE_BOUNCE)};
    session.hashes[0] = hashAll(session.stage);
    for (int i = 0; session.stage->journal.frames < FRAMES - 2; ++i) {
        if (i == 10) play(&session, MakeSetGround(true));
        if (i == 11) play(&session, MakeSetGravity(true));
        if (i == 90) play(&session, MakeAdd("builtin:icosphere:level=1"));
        if (i == 130) play(&session, MakeSetOption(0, STAGE_SCALE, 0.8));
        if (i == 170) play(&session, MakeSetResponse(SCENE_STOP));
        if (i > 170 && i < 250) {
            cdPose pose = session.stage->objects[0].pose;
            pose.p.y += i % 2 == 0 ? 0.3 : -0.1;
            play(&session, MakeMove(0, pose));
            continue;
        }
        if (i == 250) play(&session, MakeSetResponse(SCENE_BOUNCE));
        if (i == 300) play(&session, MakeSetOption(2, STAGE_REMOVED, 1.0));
        if (i == 350) play(&session, MakeSetOption(2, STAGE_REMOVED, 0.0));
        play(&session, MakeAdvance(FRAME));
    }
    checkSession(&session, session.stage->journal.frames, 4);
}

// A body that falls beyond the bounds of the world. Red: one that is back.
static void testLeaving(void **state) {
    (void)state;
    Session session = {.stage = makeStage(SCENE_BOUNCE)};
    session.hashes[0] = hashAll(session.stage);
    play(&session, MakeSetGround(false));
    play(&session, MakeSetGravity(true));
    for (int i = 2; i < FRAMES; ++i)
        play(&session, MakeAdvance(i < 200 ? FRAME : 4.0 * FRAME));
    assert_true(session.stage->objects[0].left);
    checkSession(&session, FRAMES, 4);
}

// With little memory the moments are fewer and still cover the session. Red: a history that grows for ever,
// or forgets the beginning.
static void testLimit(void **state) {
    (void)state;
    Stage *stage = loadScene("dominoes");
    StageHistory *history = &stage->journal.history;
    history->byteLimit = 900000; // some 100 kB each
    size_t most = 0;
    for (int i = 0; i < 1500; ++i) {
        apply(stage, MakeAdvance(FRAME));
        most = history->byteCount > most ? history->byteCount : most;
    }
    assert_true(most <= history->byteLimit && history->every > EVERY);
    assert_true(history->count >= 3);
    int64_t last = 0;
    for (int32_t i = 0; i < history->count; ++i) {
        assert_true(history->moments[i].frame - last <= 2 * history->every);
        last = history->moments[i].frame;
    }
    assert_true(1500 - last <= history->every);
    freeStage(stage);
}

// Scenes that move objects themselves have no moments. Red: one without the scene's own state.
static void testOwnMotion(void **state) {
    (void)state;
    static const char *const scenes[] = {"polytopes", "flying boxes"};
    for (int k = 0; k < 2; ++k) {
        Stage *stage = loadScene(scenes[k]);
        for (int i = 0; i < 100; ++i)
            apply(stage, MakeAdvance(FRAME));
        assert_int_equal(stage->journal.history.count, 0);
        freeStage(stage);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testWorld), cmocka_unit_test(testChanges),   cmocka_unit_test(testLeaving),
        cmocka_unit_test(testLimit), cmocka_unit_test(testOwnMotion),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
