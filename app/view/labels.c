// Words beside what is in the picture, none over another.
//
// Input: labels in the order of their worth, each with a place it would like to have. Output: those there is
// room for, at the first free line near their place, and steady: from picture to picture a label keeps its
// line while it may.
#include "view/view_data.h"

#include <math.h>
#include <string.h>

static bool project(const ViewPass *pass, cdVec3 p, double *x, double *y) {
    double point[3] = {p.x, p.y, p.z};
    return gxProjectPoint(pass->camera, point, pass->view->width, pass->view->height, x, y);
}

static bool isTaken(const View *view, LabelBox box) {
    for (int i = 0; i < view->labelCount; ++i) {
        LabelBox other = view->labels[i];
        if (box.left < other.right && other.left < box.right && box.top < other.bottom &&
            other.top < box.bottom)
            return true;
    }
    return false;
}

void TakeLabelBox(View *view, LabelBox box) {
    if (view->labelCount < LABEL_MAX) view->labels[view->labelCount++] = box;
}

void TakeLabelPlace(const ViewPass *pass, cdVec3 p, double half) {
    double x, y;
    if (project(pass, p, &x, &y))
        TakeLabelBox(pass->view, (LabelBox){x - half, y - half, x + half, y + half});
}

void TakeLabelLine(const ViewPass *pass, cdVec3 from, cdVec3 to, double half) {
    double x0, y0, x1, y1;
    if (!project(pass, from, &x0, &y0) || !project(pass, to, &x1, &y1)) return;
    TakeLabelBox(pass->view, (LabelBox){fmin(x0, x1) - half, fmin(y0, y1) - half, fmax(x0, x1) + half,
                                        fmax(y0, y1) + half});
}

// FNV-1a over what stays of a label while its numbers change: its words up to the first comma.
static uint32_t hashWords(const char *text) {
    uint32_t hash = 2166136261u;
    for (; *text && *text != ','; ++text)
        hash = (hash ^ (unsigned char)*text) * 16777619u;
    return hash;
}

static int findHabit(const View *view, uint32_t words) {
    for (int i = 0; i < view->habitCount; ++i) {
        if (view->habits[i].words == words) return view->habits[i].line;
    }
    return 0;
}

static void keepHabit(View *view, uint32_t words, int line) {
    if (view->newHabitCount < LABEL_MAX) view->newHabits[view->newHabitCount++] = (LabelHabit){words, line};
}

// The lines kept in the last picture are where this one begins.
void BeginLabels(View *view) {
    if (view->repeatsLabels) return;
    memcpy(view->habits, view->newHabits, sizeof view->habits);
    view->habitCount = view->newHabitCount;
    view->newHabitCount = 0;
}

// At the first free place of some lines down and up. A label that stood farther down the list in the last
// picture comes back only to where there is room to spare: else two that meet would change places to and fro.
static void placeLabel(View *view, double left, double middle, const char *text, gxColor color) {
    static const double lines[] = {0.0, 1.0, -1.0, 2.0, -2.0, 3.0, -3.0};
    double height = 19.0 * view->scale, width = (double)gxGetTextWidth(view->text, text);
    signed char none = -1,
                *chosen = view->labelAsked < LABEL_MAX ? &view->labelLines[view->labelAsked++] : &none;
    bool repeats = view->repeatsLabels && chosen != &none;
    if (!repeats) *chosen = -1;
    uint32_t words = hashWords(text);
    int before = findHabit(view, words);
    for (int i = 0; i < (int)(sizeof lines / sizeof *lines); ++i) {
        double y = middle + lines[i] * height, spare = i < before ? 0.4 * height : 0.0;
        LabelBox box = {left, y - 0.5 * height, left + width, y + 0.5 * height};
        LabelBox wide = {box.left - spare, box.top - spare, box.right + spare, box.bottom + spare};
        if (repeats ? i != *chosen : isTaken(view, wide)) continue;
        if (!repeats) keepHabit(view, words, i);
        *chosen = (signed char)i;
        TakeLabelBox(view, box);
        gxAddText(view->text, (float)left, (float)y, text, color);
        return;
    }
}

void AddLabel(const ViewPass *pass, cdVec3 p, double dx, double dy, const char *text, gxColor color) {
    View *view = pass->view;
    double x, y, width = (double)gxGetTextWidth(view->text, text);
    if (!project(pass, p, &x, &y)) return;
    placeLabel(view, fmin(x + dx, view->width - width - 4.0), y + dy, text, color);
}

void AddLabelBeside(const ViewPass *pass, cdVec3 left, cdVec3 right, const char *text, gxColor color) {
    View *view = pass->view;
    double x, y, apart = 12.0 * view->scale, width = (double)gxGetTextWidth(view->text, text);
    double last = view->width - width - 4.0;
    if (!project(pass, right, &x, &y)) return;
    // Near the picture's edge it first moves in, past marks by a line: a change of sides is a jump.
    if (x + apart - last <= 0.5 * width) {
        placeLabel(view, fmin(x + apart, last), y, text, color);
        return;
    }
    if (!project(pass, left, &x, &y)) return;
    placeLabel(view, fmin(fmax(x - apart - width, 4.0), last), y, text, color);
}
