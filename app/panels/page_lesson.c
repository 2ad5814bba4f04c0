// The dock's page of a lesson: the card of the stop that is open, and the menu of all lessons.
//
// At the top the stop's title and buttons; below its text, its formula, the goal and the event
// in numbers, beside the event's polynomial where there is room.
#include "panels/dock.h"

#include "lessons/lesson.h"
#include "panels/step_curve.h"
#include "services/queue.h"
#include "stage/shown/step_text.h"

#include <math.h>
#include <stdio.h>

void DrawLessonItems(App *app) {
    int32_t count = 0;
    const Lesson *const *lessons = GetLessons(&count);
    const Lesson *chosen = NULL;
    gxSeparator();
    if (!gxBeginMenu("Lessons")) return;
    for (int32_t i = 0; i < count; ++i) {
        if (gxMenuItem(lessons[i]->title, NULL, lessons[i] == app->lesson.run.lesson)) chosen = lessons[i];
        gxTooltip(lessons[i]->paper);
    }
    gxEndMenu();
    if (chosen) Intend(app, (Intention){.kind = INTEND_LESSON, .lesson = chosen});
}

static void step(App *app, int32_t count) {
    Intend(app, (Intention){.kind = INTEND_LESSON_STEP, .count = count});
}

// True if the picture shows the user's action instead of the stop's event.
static bool isReplaced(const LessonRun *run) {
    return GetLessonStop(run)->find && !run->shows;
}

// At the right of the title, or in a line of their own.
static void drawButtons(App *app, float width, bool beside) {
    const LessonRun *run = &app->lesson.run;
    float scale = gxGetUiScale(), button = beside ? 66.0f * scale : 0.0f,
          again = beside ? 94.0f * scale : 0.0f;
    int32_t stop = run->stop, last = run->lesson->stopCount - 1;
    bool changed = isReplaced(run);
    if (beside) gxSameLine(fmaxf(width - 3.0f * button - (changed ? again : 0.0f) - 24.0f * scale, 0.0f));
    if (changed) {
        if (gxPushButton("Show again", again)) step(app, 0);
        gxTooltip("Restarts this stop at its event");
        gxSameLine(0.0f);
    }
    if (gxPushButton("Back", button)) step(app, -1);
    gxTooltip("Previous stop. Shift+Enter");
    gxSameLine(0.0f);
    if (gxPushButton(stop < last ? "Next" : "Finish", button)) step(app, 1);
    gxTooltip(stop < last ? "Next stop. Enter" : "Closes the lesson. Enter");
    gxSameLine(0.0f);
    if (gxPushButton("Leave", button)) IntendSimply(app, INTEND_LEAVE_LESSON);
    gxTooltip("Closes the lesson. Esc");
}

static void drawGoal(const LessonRun *run) {
    const LessonStop *stop = GetLessonStop(run);
    char text[512];
    if (!stop->goal) return;
    bool reached = run->reached[run->stop];
    snprintf(text, sizeof text, "%s %s", reached ? "✓ Reached:" : "○ Try it:", stop->goal);
    gxWrappedText(reached ? GX_TONE_CONTACT : GX_TONE_STRONG, text);
}

static void drawWords(const App *app) {
    const LessonRun *run = &app->lesson.run;
    const LessonStop *stop = GetLessonStop(run);
    char text[1024], event[STEP_TEXT_SIZE] = "";
    snprintf(text, sizeof text, "%s %s", stop->text, stop->source);
    gxWrappedText(GX_TONE_PLAIN, text);
    if (stop->formula) gxWrappedText(GX_TONE_NEAR, stop->formula);
    drawGoal(run);
    if (run->shows) DescribeStep(&app->stage, event);
    if (event[0]) {
        snprintf(text, sizeof text, "Here: %s", event);
        gxWrappedText(GX_TONE_DIM, text);
    }
}

void DrawLessonPage(App *app, float w, float h) {
    const LessonRun *run = &app->lesson.run;
    if (!run->lesson) {
        gxWrappedText(GX_TONE_PLAIN, "No lesson is open. Choose one in the menu Help.");
        return;
    }
    float scale = gxGetUiScale();
    bool wide = w > 640.0f * scale;
    bool curve = run->shows && HasStep(&app->stage) && app->stage.steps.shown.curve.present;
    float plot = curve && wide ? 290.0f * scale : 0.0f;
    const char *title = GetLessonStop(run)->title;
    float titleWidth = gxGetUiTextWidth(GX_TONE_STRONG, title);
    float others = (isReplaced(run) ? 430.0f : 336.0f) * scale; // the number of the stop and the buttons
    bool beside = wide || titleWidth + others < w;
    gxWrappedText(GX_TONE_STRONG, title);
    if (wide || titleWidth < w - 130.0f * scale) gxSameLine(0.0f);
    gxText(GX_TONE_DIM, "stop %d of %d", (int)run->stop + 1, (int)run->lesson->stopCount);
    drawButtons(app, w, beside);
    if (!beside) h -= gxGetUiLineHeight();
    const float widths[] = {0.0f, plot};
    if (!gxBeginTable("lesson", plot > 0.0f ? 2 : 1, widths)) return;
    gxNextCell();
    bool tiny = w < 460.0f * scale; // the dock alone scrolls
    if (!tiny) gxBeginScroll("words", (int)fmaxf((h - 36.0f * scale) / (1.1f * gxGetUiTextHeight()), 2.0f));
    drawWords(app);
    if (!tiny) gxEndScroll();
    if (plot > 0.0f) {
        gxNextCell();
        DrawStepCurve(&app->stage.steps, plot, fmaxf(h - 44.0f * scale, 40.0f * scale));
    }
    gxEndTable();
}
