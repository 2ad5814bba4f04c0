// Replays in the window.
//
// Input: keys, the timeline, the clock. Output: the frame that the player seeks, in small parts, so that the
// window stays responsive while it seeks a distant one.
#include "services/replay.h"

#include "engine/platform/clock.h"
#include "scenes/names.h"
#include "services/notice.h"
#include "services/way_out.h"
#include "stage/motion/stage_pause.h"
#include "stage/motion/stage_work.h"
#include "view/convert.h"

#include <math.h>
#include <string.h>

static const double seekTime = 0.03; // seconds, in each frame of the window
static const double rate = 60.0;     // moves a second

// --- Beginning and end

void BeginReplay(App *app, StagePlayer *player, const char *name) {
    Replay *replay = &app->replay;
    *replay =
        (Replay){.active = true, .player = *player, .target = player->frame, .leadsCamera = name != NULL};
    *player = (StagePlayer){0};
    snprintf(replay->name, sizeof replay->name, "%s", name ? name : "");
    replay->known = app->stage.journal.done;
    replay->camera = app->camera;
    app->stage.playing = false;
    app->lastActivity = gxGetTime();
}

static void endReplay(App *app) {
    Replay *replay = &app->replay;
    GiveUpStageWork(&app->stage); // the player ends its operation
    HandOverJournal(&replay->player, &app->stage);
    ClosePlayer(&replay->player);
    *replay = (Replay){0};
}

void LeaveReplay(App *app) {
    if (!app->replay.active) return;
    Notify(app, "Replay ended at frame %lld of %lld: you are in control", (long long)app->replay.player.frame,
           (long long)app->replay.player.frameCount);
    endReplay(app);
}

bool LookBack(App *app, int64_t frame) {
    StagePlayer player;
    if (app->recording.out) {
        Notify(app, "Stop recording first (F9)");
        return false;
    }
    if (!OpenJournalPlayer(&player, &app->stage)) {
        Notify(app, "Cannot rewind: history limit reached. Backspace restarts");
        return false;
    }
    BeginReplay(app, &player, NULL);
    SeekReplay(app, frame);
    return true;
}

// --- Targets

// Returns true for entries with a visible effect.
static bool isMove(StageOp op) {
    return op == STAGE_MOVE || op == STAGE_PLACE || op == STAGE_ADVANCE || op == STAGE_ROUTE ||
           op == STAGE_SCRUB || op == STAGE_ROLL || op == STAGE_RESTART || op == STAGE_ADD || op == STAGE_WAY;
}

static int64_t findMove(const StagePlayer *player, int64_t frame, int direction) {
    do
        frame += direction;
    while (frame > 0 && frame < player->frameCount && !isMove(GetPlayerEntry(player, frame)->op));
    return frame < 0 ? 0 : frame > player->frameCount ? player->frameCount : frame;
}

void SeekReplay(App *app, int64_t frame) {
    Replay *replay = &app->replay;
    int64_t last = replay->player.frameCount;
    replay->running = false;
    replay->target = frame < 0 ? 0 : frame > last ? last : frame;
    app->lastActivity = gxGetTime();
}

void StepReplay(App *app, int count) {
    Replay *replay = &app->replay;
    int64_t frame = replay->target;
    for (int i = 0; i < (count < 0 ? -count : count); ++i)
        frame = findMove(&replay->player, frame, count < 0 ? -1 : 1);
    SeekReplay(app, frame);
}

void ToggleReplay(App *app) {
    Replay *replay = &app->replay;
    bool atEnd = replay->target >= replay->player.frameCount;
    bool runs = !replay->running;
    if (runs && atEnd) SeekReplay(app, 0); // plays again
    replay->running = runs;
    replay->debt = 0.0;
    replay->begin = gxGetTime();
}

static void lead(App *app) {
    Replay *replay = &app->replay;
    double now = gxGetTime(), dt = fmin(now - replay->begin, 0.05);
    replay->begin = now;
    if (replay->target != replay->player.frame) return; // still seeking
    replay->debt += app->playSpeed * dt * rate;
    for (; replay->debt >= 1.0; replay->debt -= 1.0)
        replay->target = findMove(&replay->player, replay->target, 1);
}

// --- Seeking

// Moves the camera as recorded, until the user turns it.
static void leadCamera(App *app) {
    Replay *replay = &app->replay;
    if (!gxIsSameCamera(&replay->camera, &app->camera)) replay->leadsCamera = false;
    if (!replay->leadsCamera) return;
    for (int64_t frame = replay->player.frame; frame > 0; --frame) {
        const StageEntry *entry = GetPlayerEntry(&replay->player, frame);
        if (entry->op != STAGE_LOOK) continue;
        const double eye[3] = {entry->points[0].x, entry->points[0].y, entry->points[0].z};
        const double target[3] = {entry->points[1].x, entry->points[1].y, entry->points[1].z};
        bool orthographic = app->camera.orthographic;
        app->camera = gxMakeCamera(eye, target, app->camera.fov, app->camera.sceneRadius);
        app->camera.orthographic = orthographic;
        break;
    }
    replay->camera = app->camera;
}

// Shows the way as recorded.
static void leadWay(App *app) {
    Replay *replay = &app->replay;
    const StageEntry *entries = replay->player.recording.entries;
    int32_t way = replay->player.entry;
    while (way > 0 && entries[way - 1].op != STAGE_WAY)
        --way;
    if (way == replay->way) return;
    replay->way = way;
    if (way > 0)
        ShowRecordedWay(app, &entries[way - 1]);
    else if (replay->name[0] != '\0')
        ForgetWay(app);
}

static void say(App *app, const char *message) {
    Replay *replay = &app->replay;
    StagePlayer *player = &replay->player;
    if (message[0] != '\0') {
        Notify(app, "Frame %lld: %s", (long long)player->frame + 1, message);
        replay->running = false;
        replay->target = player->frame;
    } else if (!HasPlayerBegun(player)) {
        Notify(app, "Seeking the start of the recording: %.0f %%",
               100.0 * (double)player->ahead / (double)player->aheadCount);
    } else if (player->frame != replay->target && !replay->running) {
        Notify(app, "Seeking frame %lld: %.0f %%", (long long)replay->target,
               100.0 * (double)player->frame / (double)replay->target);
    } else if (player->differs > 0 && !replay->saidDifference) {
        replay->saidDifference = true;
        Notify(app, "Frame %lld differs from the recording: %s", (long long)player->differs,
               player->difference);
    }
}

// Work of the stage: an operation that takes longer than a frame pauses.
static void seek(void *context) {
    App *app = context;
    Replay *replay = &app->replay;
    SeekPlayer(&replay->player, &app->stage, replay->target, seekTime, replay->message,
               sizeof replay->message);
    app->stage.playing = false;
    replay->known = app->stage.journal.done;
    replay->sought = true;
}

static void showSought(App *app) {
    Replay *replay = &app->replay;
    if (!replay->sought) return;
    replay->sought = false;
    say(app, replay->message);
    leadCamera(app);
    leadWay(app);
    app->lastActivity = gxGetTime();
}

void UpdateReplay(App *app) {
    Replay *replay = &app->replay;
    Stage *stage = &app->stage;
    if (!replay->active) return;
    if (GetPausedStageWork(stage) == STAGE_WORK_REPLAY && !ContinueStageWork(stage)) return;
    showSought(app);
    if (stage->journal.done != replay->known) {
        LeaveReplay(app);
        return;
    }
    if (replay->running) lead(app);
    StagePlayer *player = &replay->player;
    if (player->frame != replay->target || !HasPlayerBegun(player)) {
        StageWork work = {.kind = STAGE_WORK_REPLAY, .call = seek, .context = app};
        if (!BeginStageWork(stage, work)) return;
        showSought(app);
    }
    bool atEnd = HasPlayerBegun(player) && player->frame >= player->frameCount;
    if (atEnd) replay->running = false;
    if (atEnd && replay->name[0] == '\0') endReplay(app); // the replay has reached the present
}

bool IsReplayBusy(const App *app) {
    const Replay *replay = &app->replay;
    return replay->active &&
           (replay->running || replay->target != replay->player.frame || !HasPlayerBegun(&replay->player));
}

// --- Description

void DescribeReplay(const App *app, char *text, size_t textSize) {
    const StagePlayer *player = &app->replay.player;
    if (player->frame == 0) {
        snprintf(text, textSize, "the beginning   Space plays   . , a step   - = speed");
        return;
    }
    const StageEntry *entry = GetPlayerEntry(player, player->frame);
    const char *name = GetStageOpNames()[entry->op];
    const char *file =
        player->differs > 0 && player->differs <= player->frame ? "   differs from the recording" : "";
    if (entry->op == STAGE_MOVE || entry->op == STAGE_PLACE)
        snprintf(text, textSize, "%s %s: %s%s", name, app->stage.objects[entry->index].name,
                 GetStateNames()[player->outcome.state], file);
    else if (entry->op == STAGE_ADVANCE)
        snprintf(text, textSize, "advanced %.3f s: %d contact events%s", entry->value,
                 (int)player->outcome.events, file);
    else
        snprintf(text, textSize, "%s%s", name, file);
}
