// The timeline of the session or of a replayed recording: a tick at every contact, and the cursor.
#include "panels/panels.h"

#include "panels/timeline.h"
#include "services/queue.h"

#include <math.h>
#include <stdio.h>

enum { TICK_COUNT = 480 };

// The timeline of a session shows its last frames.
static JournalView getSession(const App *app) {
    const StageJournal *journal = &app->stage.journal;
    return MakeJournalView(journal->entries, journal->count, journal->frames, JOURNAL_VIEW_FRAMES);
}

static JournalView getShown(const App *app) {
    const StagePlayer *player = &app->replay.player;
    if (!app->replay.active) return getSession(app);
    return MakeJournalView(player->recording.entries + player->recording.firstFrame,
                           player->recording.entryCount - player->recording.firstFrame, player->frameCount,
                           app->replay.name[0] ? player->frameCount : JOURNAL_VIEW_FRAMES);
}

static void drawLabel(const App *app, const JournalView *view) {
    const Replay *replay = &app->replay;
    if (!replay->active) {
        long long count = (long long)(view->frameBegin + view->frameCount);
        gxText(GX_TONE_DIM, "%lld %s", count, count == 1 ? "frame" : "frames");
        return;
    }
    gxText(GX_TONE_STRONG, "%s %lld of %lld", replay->running ? "▶" : "■", (long long)replay->target,
           (long long)replay->player.frameCount);
}

static void scrub(App *app, const JournalView *view, double value) {
    int64_t frame = view->frameBegin + (int64_t)(value * (double)view->frameCount + 0.5);
    bool isPresent = !app->replay.active && frame >= view->frameBegin + view->frameCount;
    if (!isPresent) Intend(app, (Intention){.kind = INTEND_SEEK, .count = frame});
}

void DrawTrack(App *app, float x, float y, float w, float h) {
    unsigned char ticks[TICK_COUNT];
    float scale = gxGetUiScale();
    JournalView view = getShown(app);
    FillTicks(&view, ticks, TICK_COUNT);
    double cursor = 1.0, value = 0.0;
    if (app->replay.active && view.frameCount > 0)
        cursor = fmax((double)(app->replay.target - view.frameBegin) / (double)view.frameCount, 0.0);
    gxBeginPanel("##track", x, y, w, h, GX_PANEL_BARE);
    drawLabel(app, &view);
    gxSameLine(130.0f * scale);
    gxTrack track = {.ticks = ticks, .tickCount = TICK_COUNT, .cursor = cursor};
    if (gxScrubTrack("##scrub", &track, h - 10.0f * scale, &value) && view.frameCount > 0)
        scrub(app, &view, value);
    char text[160];
    snprintf(text, sizeof text, "%s. Green marks: contacts; %s marks: overlaps. %s",
             app->replay.active ? "The recording" : "Your session",
             app->theme == THEME_LIGHT ? "dark red" : "orange",
             app->replay.active ? "Drag to any frame; , and . step." : "Drag to go back.");
    gxTooltip(text);
    gxEndPanel();
}
