// The caption of a picture: lines of text in a strip under it.
//
// Input: a text. Output: as few lines as fit the picture's width, of similar length. Lines do not break
// within brackets, beside "=" and before a number, so that "[RKC01 4.2]" and "t = 0.35" stay on one line.
#include "view/view_data.h"

#include "view/palette.h"

#include <stdio.h>
#include <string.h>

static const double lineHeight = 19.0, stripMargin = 9.0; // pixels at scale 1

void SetViewCaption(View *view, const char *caption) {
    snprintf(view->caption, sizeof view->caption, "%s", caption);
}

static bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

bool MayBreakLine(const char *text, size_t at) {
    const char *open = NULL;
    for (size_t i = 0; i < at; ++i)
        open = text[i] == '[' ? &text[i] : text[i] == ']' ? NULL : open;
    char next = text[at + 1];
    bool number = isDigit(next) || (next == '-' && isDigit(text[at + 2]));
    return !open && !number && next != '=' && (at == 0 || text[at - 1] != '=');
}

// Takes a line of at most `width`, but at least one piece, from `text`; returns the start of the next line.
static const char *takeLine(const View *view, const char *text, double width, char line[CAPTION_SIZE]) {
    size_t length = strlen(text), taken = 0;
    for (size_t at = 1; at <= length; ++at) {
        if (at < length && (text[at] != ' ' || !MayBreakLine(text, at))) continue;
        char longer[CAPTION_SIZE];
        snprintf(longer, sizeof longer, "%.*s", (int)at, text);
        if (taken > 0 && (double)gxGetTextWidth(view->text, longer) > width) break;
        memcpy(line, longer, sizeof longer);
        taken = at;
    }
    return text + taken + (taken < length);
}

static int countLines(const View *view, double width) {
    char line[CAPTION_SIZE];
    int count = 0;
    for (const char *at = view->caption; *at; ++count)
        at = takeLine(view, at, width, line);
    return count;
}

// Returns the smallest width that needs no more lines than the widest, so that no line has just one word.
static double chooseWidth(const View *view) {
    double width = 0.94 * view->width, narrowest = width;
    int lines = countLines(view, width);
    for (int i = 1; i < 16 && lines > 1; ++i) {
        double narrower = width * (1.0 - 0.04 * i);
        if (countLines(view, narrower) > lines) break;
        narrowest = narrower;
    }
    return narrowest;
}

int GetCaptionHeight(const View *view) {
    if (!view->caption[0]) return 0;
    int lines = countLines(view, 0.94 * view->width);
    int height = (int)((lines * lineHeight + 2.0 * stripMargin) * view->scale);
    return height < view->height / 3 ? height : view->height / 3;
}

void AddCaption(const View *view, int below) {
    if (!view->caption[0]) return;
    char line[CAPTION_SIZE];
    double width = chooseWidth(view), y = view->height + (stripMargin + 0.5 * lineHeight) * view->scale;
    for (const char *at = view->caption; *at && y < view->height + below; y += lineHeight * view->scale) {
        at = takeLine(view, at, width, line);
        gxAddText(view->text, 0.5f * ((float)view->width - gxGetTextWidth(view->text, line)), (float)y, line,
                  GetTextColor(view->theme));
    }
}
