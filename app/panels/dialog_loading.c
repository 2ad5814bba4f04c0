// The progress bar of work in the background: name, step, progress, and Cancel.
#include "panels/dialogs.h"

#include "services/awaited.h"

#include <stdio.h>

static void writeLine(const App *app, const LoadState *state, char *line, size_t lineSize) {
    int32_t others = state->nameCount - 1 + app->loads.count - 1;
    int length = snprintf(line, lineSize, "%s, %.0f s", state->step, state->seconds);
    if (others > 0 && length > 0 && (size_t)length < lineSize)
        snprintf(line + length, lineSize - (size_t)length, others == 1 ? ", %d more file" : ", %d more files",
                 (int)others);
}

// Returns true if the button was pressed.
static bool drawBar(const App *app, const char *name, const char *line, double progress, const char *tip) {
    const Layout *layout = &app->layout;
    float scale = gxGetUiScale(), width = 380.0f * scale, height = 78.0f * scale;
    float x = (float)layout->x + 0.5f * ((float)layout->width - width);
    float y = (float)(layout->y + layout->height) - height - 12.0f * scale;
    gxBeginPanel("##loading", x > 0.0f ? x : 0.0f, y, width, height, GX_PANEL_RAISED);
    gxText(GX_TONE_STRONG, "%.48s", name);
    gxText(GX_TONE_PLAIN, "%s", line);
    float button = 76.0f * scale;
    gxDrawSpan(0.0, progress, GX_TONE_FREE, width - button - 36.0f * scale, gxGetUiLineHeight());
    gxSameLine(0.0f);
    bool cancelled = gxPushButton("Cancel", button);
    gxTooltip(tip);
    gxEndPanel();
    return cancelled;
}

bool DrawLoading(App *app) {
    LoadState state = GetLoadState(app->loads.queue[0]);
    char line[128];
    writeLine(app, &state, line, sizeof line);
    return drawBar(app, state.name, line, state.progress,
                   "Does not load it, nor what waits behind it. Click or Esc.");
}

void DrawAwaited(App *app) {
    Awaited awaited = FindAwaited(app);
    if (awaited.kind == AWAITED_NOTHING) return;
    char line[64] = "computing the colours of clearances";
    const char *tip = "Shows no colours. Click or Esc.";
    if (awaited.kind == AWAITED_SOLID) {
        snprintf(line, sizeof line, "building the solid, %.0f %%, %.0f s", 100.0 * awaited.progress,
                 awaited.seconds);
        tip = "Does not show the index. Click or Esc.";
    }
    if (awaited.kind == AWAITED_WAY) {
        snprintf(line, sizeof line, "searching, %.0f s", awaited.seconds);
        tip = "Ends the search. Click or Esc.";
    }
    if (drawBar(app, awaited.name, line, awaited.progress, tip)) CancelAwaited(app);
}
