// The dock's page that replays a search step by step.
//
// Left the available searches; in the middle the cursor over the events, a description of the event, the
// search interval, the event's polynomial; right the counters up to the event beside their totals.
#include "panels/dock.h"

#include "panels/step_curve.h"
#include "services/queue.h"
#include "stage/shown/step_text.h"
#include "view/view.h"

#include <math.h>
#include <stdio.h>

static void drawSearches(App *app) {
    const Stage *stage = &app->stage;
    for (int i = 0; i < STEPS_SEARCH_COUNT; ++i) {
        const char *reason = FindStepsReason(stage, (StepsSearch)i);
        if (gxRow(GetStepsSearchName((StepsSearch)i), i == (int)stage->steps.search))
            Intend(app, (Intention){.kind = INTEND_CURSOR_SEARCH, .index = i});
        static const char *const abouts[] = {
            "The query of the last step: hulls, sphere trees, elements [RKC01]",
            "A search of its own: a vector that separates the hulls where the objects are now [CW96]",
            "The descent of the point under the pointer through the solid's index [V90]",
            "The motion path of two boxes, its parts and planes [AS05]"};
        gxTooltip(reason ? reason : abouts[i]);
    }
}

// The same as a drop-down list.
static void drawSearchChoice(App *app) {
    const char *names[STEPS_SEARCH_COUNT];
    int chosen = (int)app->stage.steps.search;
    for (int i = 0; i < STEPS_SEARCH_COUNT; ++i)
        names[i] = GetStepsSearchName((StepsSearch)i);
    if (gxChoice("##search", names, STEPS_SEARCH_COUNT, &chosen))
        Intend(app, (Intention){.kind = INTEND_CURSOR_SEARCH, .index = chosen});
}

// --- The cursor

// `room`: available width. The count moves below the buttons where it does not fit beside them.
static void drawButtons(App *app, float room) {
    const StageSteps *steps = &app->stage.steps;
    static const struct {
        const char *label, *about;
        int32_t count; // 0: plays; beyond 1 to the ends
        bool skips;
    } buttons[] = {
        {"|◀", "To the first event (Home)", -STEPS_EVENT_MAX, false},
        {"◀◀", "Back to an event of another kind, or to a test of elements (Shift+comma)", -1, true},
        {"◀", "One event back (comma)", -1, false},
        {"", "Play, or pause", 0, false},
        {"▶", "One event forward (full stop)", 1, false},
        {"▶▶", "Forward to an event of another kind, or to a test of elements (Shift+full stop)", 1, true},
        {"▶|", "To the last event (End)", STEPS_EVENT_MAX, false}};
    float scale = gxGetUiScale(), gaps = 56.0f * scale;
    bool beside = room > 390.0f * scale;
    float width = beside ? 30.0f * scale : fminf(30.0f * scale, fmaxf((room - gaps) / 8.0f, 12.0f * scale));
    for (size_t i = 0; i < sizeof buttons / sizeof *buttons; ++i) {
        if (i > 0) gxSameLine(0.0f);
        const char *label = buttons[i].count != 0 ? buttons[i].label : steps->playing ? "pause" : "play";
        gxPushId((int)i);
        if (gxPushButton(label, buttons[i].count != 0 ? width : 1.9f * width)) {
            IntentionKind kind = buttons[i].count == 0 ? INTEND_CURSOR_PLAY
                                 : buttons[i].skips    ? INTEND_CURSOR_SKIP
                                                       : INTEND_CURSOR_MOVE;
            Intend(app, (Intention){.kind = kind, .count = buttons[i].count});
        }
        gxTooltip(buttons[i].about);
        gxPopId();
    }
    if (beside) gxSameLine(0.0f);
    gxText(GX_TONE_STRONG, "%d", (int)steps->at + 1);
    gxSameLine(0.0f);
    gxText(GX_TONE_DIM, steps->trace.truncated ? "of the first %d" : "of %d", (int)steps->trace.eventCount);
    if (steps->trace.truncated) gxTooltip("The recording is full: later events are missing.");
}

static void drawTrack(App *app) {
    const StageSteps *steps = &app->stage.steps;
    unsigned char tones[STEPS_TICK_COUNT];
    static const unsigned char toneOfTick[] = {0, GX_TONE_DIM, GX_TONE_CONTACT};
    for (int i = 0; i < STEPS_TICK_COUNT; ++i)
        tones[i] = toneOfTick[steps->ticks[i]];
    int32_t last = steps->trace.eventCount - 1;
    double value = last > 0 ? (double)steps->at / last : 0.0;
    const gxTrack track = {tones, STEPS_TICK_COUNT, value};
    bool scrubbed = gxScrubTrack("##steps", &track, 18.0f * gxGetUiScale(), &value);
    gxTooltip(
        "All events. Grey marks: elements tested; green: hulls tested, contacts found. Drag to any event.");
    if (!scrubbed) return;
    Intend(app, (Intention){.kind = INTEND_CURSOR_SET, .count = lround(value * last)});
}

// --- What is there

static void drawInterval(const StageSteps *steps, float width) {
    const StepsShown *shown = &steps->shown;
    float scale = gxGetUiScale(), text = 236.0f * scale;
    if (steps->search != STEPS_QUERY && steps->search != STEPS_BOXES) return;
    double from = steps->search == STEPS_BOXES ? shown->event.t.lo : 0.0;
    double to = steps->search == STEPS_BOXES ? shown->event.t.hi : shown->limit;
    gxText(GX_TONE_DIM,
           steps->search == STEPS_BOXES ? "interval: t %.6f to %.6f" : "search interval: t %.0f to %.6f",
           from, to);
    if (width - text < 20.0f * scale) return;
    gxSameLine(text);
    gxDrawSpan(from, to, GX_TONE_CONTACT, width - text, 14.0f * scale);
}

// Replaces blanks where a line may not end by no-break spaces.
static void drawWhole(const char *text) {
    char glued[2 * STEP_TEXT_SIZE];
    size_t length = 0;
    for (size_t i = 0; text[i] && length + 3 < sizeof glued; ++i) {
        bool keeps = text[i] == ' ' && !MayBreakLine(text, i);
        glued[length++] = keeps ? '\xc2' : text[i];
        if (keeps) glued[length++] = '\xa0';
    }
    glued[length] = '\0';
    gxWrappedText(GX_TONE_PLAIN, glued);
    gxTooltip("In brackets: paper and section.\n[RKC01] Redon, Kheddar, Coquillart\n[CW96] Chung, Wang\n"
              "[AS05] boxes\n[V90] Vanecek\n[BV92] Bouma, Vanecek\n[ours] in no paper");
}

// The discrete method has no events of its own.
static bool isOfDiscrete(const Stage *stage) {
    return stage->steps.search == STEPS_QUERY && stage->query.mode == SCENE_DISCRETE;
}

static void drawEvent(App *app, float width, float height) {
    float scale = gxGetUiScale();
    if (isOfDiscrete(&app->stage)) {
        gxText(GX_TONE_OVERLAP, "Same step, continuous method:");
        gxTooltip(
            "The discrete method, which you use, tests only the end of the step. It has no events to show.");
        height -= gxGetUiLineHeight();
    }
    drawButtons(app, width);
    drawTrack(app);
    char text[STEP_TEXT_SIZE];
    DescribeStep(&app->stage, text);
    bool isLong = gxGetUiTextWidth(GX_TONE_PLAIN, text) > 2.8f * width;
    gxBeginScroll("caption", isLong ? 4 : 3);
    drawWhole(text);
    gxEndScroll();
    // Where it is low the curve, which marks the part of interest too, takes the place of the interval.
    const StageSteps *steps = &app->stage.steps;
    float interval = 26.0f * scale, left = height - (isLong ? 120.0f : 104.0f) * scale;
    bool both = !steps->shown.curve.present || left - interval >= gxGetLeastCurveHeight();
    if (both) drawInterval(steps, width);
    DrawStepCurve(steps, width, both ? left - interval : left);
}

// --- The counters

static void drawCounters(const StageSteps *steps) {
    float scale = gxGetUiScale();
    const float widths[] = {0.0f, 44.0f * scale, 62.0f * scale};
    if (!gxBeginTable("counters", 3, widths)) return;
    for (int k = 0; k < CD_TRACE_KIND_COUNT; ++k) {
        int32_t total = GetStepTotal(steps, (cdTraceKind)k);
        StepCounter counter = GetStepCounter((cdTraceKind)k);
        if (total == 0 || !counter.name) continue;
        char about[256];
        snprintf(about, sizeof about,
                 "%s\nCounted up to this event, without caches: \"Last query\" can differ.", counter.about);
        bool now = k == (int)steps->shown.event.kind;
        gxNextCell();
        gxText(now ? GX_TONE_STRONG : GX_TONE_DIM, "%s", counter.name);
        gxTooltip(about);
        gxNextCell();
        gxText(now ? GX_TONE_STRONG : GX_TONE_PLAIN, "%d", (int)steps->shown.counts[k]);
        gxNextCell();
        gxText(GX_TONE_DIM, "of %d", (int)total);
        gxTooltip(about);
    }
    gxEndTable();
}

static void drawSpeed(StageSteps *steps) {
    char format[32];
    double power = log2(steps->speed);
    snprintf(format, sizeof format, "%.0f a second", steps->speed);
    if (gxSlider("##speed", &power, 0.0, 13.0, format)) steps->speed = exp2(round(power));
    gxTooltip("Events per second");
}

static void drawReason(const Stage *stage) {
    const StageSteps *steps = &stage->steps;
    bool plays = stage->playing && MovesByItself(stage);
    const char *reason = plays && stage->world.present ? FindStepsReason(stage, STEPS_QUERY) : steps->reason;
    gxWrappedText(GX_TONE_PLAIN, reason         ? reason
                                 : plays        ? "Pause with Space to see the last step."
                                 : steps->waits ? "Release the object to see its last step."
                                                : "Nothing was recorded.");
}

void DrawStepsPage(App *app, float w, float h) {
    StageSteps *steps = &app->stage.steps;
    float scale = gxGetUiScale(), first = 62.0f * scale, last = w > 620.0f * scale ? 250.0f * scale : 0.0f;
    bool tiny = w < 460.0f * scale; // the searches stand above
    if (tiny) first = 0.0f;
    float middle = w - first - last - 52.0f * scale;
    const float widths[] = {first, 0.0f, last};
    if (tiny) drawSearchChoice(app);
    if (!gxBeginTable("steps", last > 0.0f ? 3 : tiny ? 1 : 2, tiny ? &widths[1] : widths)) return;
    if (!tiny) {
        gxNextCell();
        drawSearches(app);
    }
    gxNextCell();
    if (HasStep(&app->stage))
        drawEvent(app, middle, h);
    else
        drawReason(&app->stage);
    if (last > 0.0f) {
        gxNextCell();
        if (HasStep(&app->stage)) {
            drawSpeed(steps);
            gxBeginScroll("counts", (int)fmaxf((h / scale - 38.0f) / 18.0f, 1.0f));
            drawCounters(steps);
            gxEndScroll();
        }
    }
    gxEndTable();
    if (last > 0.0f || !HasStep(&app->stage)) return;
    drawSpeed(steps);
    drawCounters(steps);
}
