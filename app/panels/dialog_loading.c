// The progress bar of loading: file name, step, progress, and Cancel.
#include "panels/dialogs.h"

#include <stdio.h>

static void writeLine(const App *app, const LoadState *state, char *line, size_t lineSize) {
    int32_t others = state->nameCount - 1 + app->loads.count - 1;
    int length = snprintf(line, lineSize, "%s, %.0f s", state->step, state->seconds);
    if (others > 0 && length > 0 && (size_t)length < lineSize)
        snprintf(line + length, lineSize - (size_t)length, others == 1 ? ", %d more file" : ", %d more files",
                 (int)others);
}

bool DrawLoading(App *app) {
    const Layout *layout = &app->layout;
    LoadState state = GetLoadState(app->loads.queue[0]);
    char line[128];
    writeLine(app, &state, line, sizeof line);
    float scale = gxGetUiScale(), width = 380.0f * scale, height = 78.0f * scale;
    float x = (float)layout->x + 0.5f * ((float)layout->width - width);
    float y = (float)(layout->y + layout->height) - height - 12.0f * scale;
    gxBeginPanel("##loading", x > 0.0f ? x : 0.0f, y, width, height, GX_PANEL_RAISED);
    gxText(GX_TONE_STRONG, "%.48s", state.name);
    gxText(GX_TONE_PLAIN, "%s", line);
    float button = 76.0f * scale;
    gxDrawSpan(0.0, state.progress, GX_TONE_FREE, width - button - 36.0f * scale, gxGetUiLineHeight());
    gxSameLine(0.0f);
    bool cancelled = gxPushButton("Cancel", button);
    gxTooltip("Cancel this file and all that wait. Click or Esc.");
    gxEndPanel();
    return cancelled;
}
