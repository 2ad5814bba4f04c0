// Draws the card of a lesson's stop without a window: wraps its text, drawn by the engine's text renderer.
#include "commands/lesson_card.h"
#include "engine/gl.h"
#include "engine/target.h"
#include "engine/text.h"
#include "stage/shown/step_text.h"
#include "view/palette.h"
#include <stdio.h>
#include <string.h>

enum { CARD_TEXT_SIZE = 1024, CARD_LINE_MAX = 24 };

typedef struct CardLine {
    char text[CARD_TEXT_SIZE];
    gxColor color;
} CardLine;

typedef struct Card {
    gxTextRenderer *renderer;
    float width; // maximum of a line, pixels
    CardLine lines[CARD_LINE_MAX];
    int count;
} Card;

static void describeStop(const LessonRun *run, char *text, size_t textSize) {
    snprintf(text, textSize, "Stop %d of %d: %s", (int)run->stop + 1, (int)run->lesson->stopCount,
             GetLessonStop(run)->title);
}

static void describeEvent(const LessonRun *run, const Stage *stage, char text[STEP_TEXT_SIZE]) {
    text[0] = '\0';
    if (run->shows) DescribeStep(stage, text);
}

void PrintLessonStop(const LessonRun *run, const Stage *stage) {
    const LessonStop *stop = GetLessonStop(run);
    char title[CARD_TEXT_SIZE], event[STEP_TEXT_SIZE];
    describeStop(run, title, sizeof title);
    describeEvent(run, stage, event);
    printf("%s\n  %s %s\n", title, stop->text, stop->source);
    if (stop->formula != NULL) printf("  %s\n", stop->formula);
    if (event[0] != '\0') printf("  Here: %s\n", event);
    if (stop->goal != NULL) printf("  Try it: %s\n", stop->goal);
}

// Copies as many words as fit, at least one. Returns the start of the next line.
static const char *takeLine(const Card *card, const char *text, char line[CARD_TEXT_SIZE]) {
    const char *end = text + strlen(text), *next = end;
    for (const char *at = text; at <= end; at++) {
        if (at < end && *at != ' ') continue;
        char longer[CARD_TEXT_SIZE];
        snprintf(longer, sizeof longer, "%.*s", (int)(at - text), text);
        if (at > text && next != end && gxGetTextWidth(card->renderer, longer) > card->width) break;
        memcpy(line, longer, sizeof longer);
        next = at < end ? at + 1 : end;
        if (at == end) break;
    }
    return next;
}

static void addText(Card *card, const char *prefix, const char *text, gxColor color) {
    char whole[CARD_TEXT_SIZE];
    if (text == NULL || text[0] == '\0') return;
    snprintf(whole, sizeof whole, "%s%s", prefix, text);
    for (const char *at = whole; *at != '\0' && card->count < CARD_LINE_MAX;) {
        CardLine *line = &card->lines[card->count++];
        line->color = color;
        at = takeLine(card, at, line->text);
    }
}

static void fillCard(Card *card, const LessonRun *run, const Stage *stage) {
    const LessonStop *stop = GetLessonStop(run);
    gxUiColors colors = GetUiColors(THEME_DARK);
    char title[CARD_TEXT_SIZE], text[CARD_TEXT_SIZE], event[STEP_TEXT_SIZE];
    describeStop(run, title, sizeof title);
    describeEvent(run, stage, event);
    snprintf(text, sizeof text, "%s %s", stop->text, stop->source);
    addText(card, "", title, colors.tones[GX_TONE_FREE]);
    addText(card, "", text, colors.tones[GX_TONE_PLAIN]);
    addText(card, "", stop->formula, colors.tones[GX_TONE_NEAR]);
    addText(card, "Here: ", event, colors.tones[GX_TONE_DIM]);
    addText(card, "Try it: ", stop->goal, colors.tones[GX_TONE_CONTACT]);
}

static gxImage drawCard(const Card *card, int width, int height, float margin, float lineHeight) {
    gxTarget target = gxCreateTarget(width, height, 1);
    if (target.framebuffer == 0) return (gxImage){0};
    gxBindTarget(&target);
    glViewport(0, 0, width, height);
    gxColor ground = GetUiColors(THEME_DARK).ground;
    glClearColor((float)ground.r / 255.0f, (float)ground.g / 255.0f, (float)ground.b / 255.0f, 1.0f);
    glClear(GL_COLOR_BUFFER_BIT);
    gxSetTextRim(card->renderer, ground);
    for (int i = 0; i < card->count; i++)
        gxAddText(card->renderer, margin, margin + lineHeight * ((float)i + 0.5f), card->lines[i].text,
                  card->lines[i].color);
    gxDrawTexts(card->renderer, width, height);
    gxImage image = gxReadTarget(&target);
    gxDestroyTarget(&target);
    return image;
}

gxImage DrawLessonCard(const LessonRun *run, const Stage *stage, int width, double scale) {
    float size = (float)(15.0 * scale), margin = size, lineHeight = 1.5f * size;
    Card card = (Card){.renderer = gxCreateTextRenderer(size), .width = (float)width - 2.0f * margin};
    if (card.renderer == NULL) return (gxImage){0};
    fillCard(&card, run, stage);
    int height = (int)(2.0f * margin + lineHeight * (float)card.count);
    gxImage image = drawCard(&card, width, height, margin, lineHeight);
    gxDestroyTextRenderer(card.renderer);
    return image;
}

gxImage StackImages(const gxImage *upper, const gxImage *lower) {
    if (upper->pixels == NULL || lower->pixels == NULL || upper->width != lower->width) return (gxImage){0};
    gxImage image = gxCreateImage(upper->width, upper->height + lower->height);
    if (image.pixels == NULL) return image;
    size_t row = 4 * (size_t)upper->width;
    memcpy(image.pixels, upper->pixels, row * (size_t)upper->height);
    memcpy(image.pixels + row * (size_t)upper->height, lower->pixels, row * (size_t)lower->height);
    return image;
}
