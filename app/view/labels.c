// Positions labels without overlap; see labels.h.
//
// Input: labels in the order of importance, each with its point and a preferred position. Output: words, and
// a line to the point of a displaced label. (1) Space already taken. (2) Candidate positions: near the
// preferred one, then mirrored to the other side of the point, then in circles around it. (3) The first free
// position within the picture and beside objects is chosen, if possible one whose line crosses no words; else
// the first free one near the preferred position, over objects. A label keeps its position from picture to
// picture if possible. It returns to an earlier candidate only with room to spare; otherwise two adjacent
// labels would swap positions repeatedly.
#include "view/labels.h"

#include "view/convert.h"
#include "view/marks.h"
#include "view/palette.h"
#include "view/view_data.h"

#include <math.h>
#include <string.h>

enum { LINES = 7, DIRECTIONS = 8, CIRCLES = 8, PLACES = 2 * LINES + DIRECTIONS * CIRCLES };

static const double lineHeight = 19.0, edge = 4.0; // pixels at scale 1

// A requested label: its point on the screen, the left end and the middle of its words, their size.
typedef struct Wish {
    cdVec3 point;
    double x, y, left, middle, width, height;
} Wish;

static bool project(const ViewPass *pass, cdVec3 p, double *x, double *y) {
    double point[3] = {p.x, p.y, p.z};
    return gxProjectPoint(pass->camera, point, pass->view->width, pass->view->height, x, y);
}

// --- (1) Space taken

void TakeLabelBox(Labels *labels, LabelBox box) {
    if (labels->takenCount < LABEL_MAX) labels->taken[labels->takenCount++] = box;
}

void TakeLabelPlace(const ViewPass *pass, cdVec3 p, double half) {
    double x, y;
    if (project(pass, p, &x, &y))
        TakeLabelBox(&pass->view->labels, (LabelBox){x - half, y - half, x + half, y + half});
}

void TakeLabelLine(const ViewPass *pass, cdVec3 from, cdVec3 to, double half) {
    double x0, y0, x1, y1;
    if (!project(pass, from, &x0, &y0) || !project(pass, to, &x1, &y1)) return;
    TakeLabelBox(&pass->view->labels, (LabelBox){fmin(x0, x1) - half, fmin(y0, y1) - half,
                                                 fmax(x0, x1) + half, fmax(y0, y1) + half});
}

static bool meets(const LabelBox *boxes, int count, LabelBox box) {
    for (int i = 0; i < count; ++i)
        if (box.left < boxes[i].right && boxes[i].left < box.right && box.top < boxes[i].bottom &&
            boxes[i].top < box.bottom)
            return true;
    return false;
}

static bool isTaken(const Labels *labels, LabelBox box) {
    return meets(labels->taken, labels->takenCount, box);
}

// FNV-1a hash of the words up to the first comma, which stay the same when the label's numbers change.
static uint32_t hashWords(const char *text) {
    uint32_t hash = 2166136261u;
    for (; *text && *text != ','; ++text)
        hash = (hash ^ (unsigned char)*text) * 16777619u;
    return hash;
}

static int findHabit(const Labels *labels, uint32_t words) {
    for (int i = 0; i < labels->habitCount; ++i) {
        if (labels->habits[i].words == words) return labels->habits[i].place;
    }
    return 0;
}

static void keepHabit(Labels *labels, uint32_t words, int place) {
    if (labels->newHabitCount < LABEL_MAX)
        labels->newHabits[labels->newHabitCount++] = (LabelHabit){words, place};
}

// This picture starts from the positions of the last one.
void BeginLabels(const ViewPass *pass) {
    Labels *labels = &pass->view->labels;
    labels->takenCount = labels->innerCount = labels->leaderCount = labels->askedCount = 0;
    CoverObjects(pass);
    if (labels->repeats) return;
    memcpy(labels->habits, labels->newHabits, sizeof labels->habits);
    labels->habitCount = labels->newHabitCount;
    labels->newHabitCount = 0;
}

static LabelBox moveInto(LabelBox limits, double left, double top, double width, double height) {
    left = fmax(fmin(left, limits.right - width), limits.left);
    top = fmax(fmin(top, limits.bottom - height), limits.top);
    return (LabelBox){left, top, left + width, top + height};
}

LabelBox TakeInnerPlace(Labels *labels, LabelBox limits, LabelBox wish, double x, double y) {
    double width = wish.right - wish.left, height = wish.bottom - wish.top, gap = 0.4 * height;
    const double lefts[] = {x + gap, x - gap - width, x - 0.5 * width};
    const double tops[] = {y - 0.5 * height, y - gap - height, y + gap};
    LabelBox box = moveInto(limits, wish.left, wish.top, width, height), first = box;
    for (int i = 0; i < 9 && meets(labels->inner, labels->innerCount, box); ++i)
        box = i < 8 ? moveInto(limits, lefts[i % 3], tops[i / 3], width, height) : first;
    if (labels->innerCount < LABEL_MAX) labels->inner[labels->innerCount++] = box;
    return box;
}

// --- (2) Candidate positions

static LabelBox makeBox(double left, double middle, const Wish *wish) {
    return (LabelBox){left, middle - 0.5 * wish->height, left + wish->width, middle + 0.5 * wish->height};
}

static LabelBox getPlace(const Wish *wish, int place) {
    static const double lines[LINES] = {0.0, 1.0, -1.0, 2.0, -2.0, 3.0, -3.0};
    static const double directions[DIRECTIONS][2] = {{1.0, 0.0},  {-1.0, 0.0}, {0.0, -1.0},  {0.0, 1.0},
                                                     {0.8, -0.6}, {0.8, 0.6},  {-0.8, -0.6}, {-0.8, 0.6}};
    if (place < LINES) return makeBox(wish->left, wish->middle + lines[place] * wish->height, wish);
    if (place < 2 * LINES)
        return makeBox(2.0 * wish->x - wish->left - wish->width,
                       wish->middle + lines[place - LINES] * wish->height, wish);
    const double *direction = directions[(place - 2 * LINES) % DIRECTIONS];
    double out = 2.4 * wish->height * (1 + (place - 2 * LINES) / DIRECTIONS);
    double left = wish->x + direction[0] * out - 0.5 * wish->width * (1.0 - direction[0]);
    return makeBox(left, wish->y + direction[1] * out, wish);
}

static LabelBox widen(LabelBox box, double by) {
    return (LabelBox){box.left - by, box.top - by, box.right + by, box.bottom + by};
}

static bool isInPicture(const View *view, LabelBox box) {
    double rim = edge * view->scale;
    return box.left >= rim && box.top >= rim && box.right <= view->width - rim &&
           box.bottom <= view->height - rim;
}

// --- (3) Choice

// Computes the line from the point to the nearest point of the box; false if it is shorter than text is high.
static bool findLeader(const Wish *wish, LabelBox box, LabelLeader *leader) {
    double x = fmin(fmax(wish->x, box.left), box.right), y = fmin(fmax(wish->y, box.top), box.bottom);
    *leader = (LabelLeader){wish->x, wish->y, x, y};
    return hypot(x - wish->x, y - wish->y) >= 1.2 * wish->height;
}

// True if a leader crosses a box, except in the quarter next to its point.
static bool crosses(LabelLeader leader, LabelBox box) {
    enum { STEPS = 32 };
    for (int i = STEPS / 4; i < STEPS; ++i) {
        double share = (double)i / STEPS;
        double x = leader.x0 + share * (leader.x1 - leader.x0),
               y = leader.y0 + share * (leader.y1 - leader.y0);
        if (x > box.left && x < box.right && y > box.top && y < box.bottom) return true;
    }
    return false;
}

// True if the label's leader crosses words, or another leader crosses its words.
static bool isCrossed(const Labels *labels, const Wish *wish, LabelBox box) {
    LabelLeader leader;
    bool leads = findLeader(wish, box, &leader);
    for (int i = 0; leads && i < labels->takenCount; ++i)
        if (crosses(leader, labels->taken[i])) return true;
    for (int i = 0; i < labels->leaderCount; ++i)
        if (crosses(labels->leaders[i], box)) return true;
    return false;
}

static void addLeader(const ViewPass *pass, const Wish *wish, LabelBox box, gxColor color) {
    View *view = pass->view;
    LabelLeader leader;
    if (!findLeader(wish, box, &leader)) return;
    if (view->labels.leaderCount < LABEL_MAX) view->labels.leaders[view->labels.leaderCount++] = leader;
    double dx = leader.x1 - leader.x0, dy = leader.y1 - leader.y0;
    double right[3], up[3], forward[3], pixel = GetPixelLength(pass, wish->point, 1.0);
    gxGetCameraAxes(pass->camera, right, up, forward);
    cdVec3 end =
        cdMulAdd(cdMulAdd(wish->point, dx * pixel, ConvertBack(right)), -dy * pixel, ConvertBack(up));
    const double *origin = pass->camera->origin;
    vec3s from = ConvertPoint(wish->point, origin), to = ConvertPoint(end, origin);
    float scale = (float)view->scale;
    gxAddLine(&pass->view->front, from, to, 2.8f * scale, GetRimColor(pass->view->theme));
    gxAddLine(&pass->view->front, from, to, 1.2f * scale, color);
}

// A letter stays at its point, even over objects.
static bool isLetter(const char *text) {
    return strlen(text) <= 2;
}

static bool isFree(const ViewPass *pass, LabelBox box) {
    return isInPicture(pass->view, box) && !isTaken(&pass->view->labels, box) && !IsCovered(pass, box);
}

// Returns the first free position beside objects; -1: all are taken. An earlier position than the last
// picture's must be free itself and with room to spare: the covered share of a larger box can be smaller.
static int findFree(const ViewPass *pass, const Wish *wish, int before, bool mayCross) {
    for (int i = 0; i < PLACES; ++i) {
        LabelBox box = getPlace(wish, i);
        if (!isFree(pass, box) || (i < before && !isFree(pass, widen(box, 0.4 * wish->height)))) continue;
        if (mayCross || !isCrossed(&pass->view->labels, wish, box)) return i;
    }
    return -1;
}

static int choosePlace(const ViewPass *pass, const Wish *wish, const char *text, int before) {
    int place = isLetter(text) ? -1 : findFree(pass, wish, before, false);
    if (place < 0 && !isLetter(text)) place = findFree(pass, wish, before, true);
    for (int i = 0; i < LINES && place < 0; ++i) {
        LabelBox box = widen(getPlace(wish, i), i < before && before < LINES ? 0.4 * wish->height : 0.0);
        if (!isTaken(&pass->view->labels, box)) place = i;
    }
    return place;
}

static void placeLabel(const ViewPass *pass, const Wish *wish, const char *text, gxColor color) {
    Labels *labels = &pass->view->labels;
    signed char none = -1;
    signed char *chosen = labels->askedCount < LABEL_MAX ? &labels->places[labels->askedCount++] : &none;
    if (!labels->repeats || chosen == &none) {
        uint32_t words = hashWords(text);
        *chosen = (signed char)choosePlace(pass, wish, text, findHabit(labels, words));
        if (*chosen >= 0) keepHabit(labels, words, *chosen);
    }
    if (*chosen < 0) return;
    LabelBox box = getPlace(wish, *chosen);
    TakeLabelBox(labels, box);
    addLeader(pass, wish, box, color);
    gxAddText(pass->view->text, (float)box.left, (float)(0.5 * (box.top + box.bottom)), text, color);
}

static Wish makeWish(const ViewPass *pass, cdVec3 p, double x, double y, const char *text) {
    return (Wish){.point = p,
                  .x = x,
                  .y = y,
                  .middle = y,
                  .width = (double)gxGetTextWidth(pass->view->text, text),
                  .height = lineHeight * pass->view->scale};
}

void AddLabel(const ViewPass *pass, cdVec3 p, double dx, double dy, const char *text, gxColor color) {
    double x, y;
    if (!project(pass, p, &x, &y)) return;
    Wish wish = makeWish(pass, p, x, y, text);
    wish.left = fmin(x + dx, pass->view->width - wish.width - edge);
    wish.middle = y + dy;
    placeLabel(pass, &wish, text, color);
}

void AddLabelBeside(const ViewPass *pass, cdVec3 left, cdVec3 right, const char *text, gxColor color) {
    const View *view = pass->view;
    double x, y, gap = 12.0 * view->scale;
    if (!project(pass, right, &x, &y)) return;
    Wish wish = makeWish(pass, right, x, y, text);
    double last = view->width - wish.width - edge;
    // Near the picture's border the label first shifts inwards, past marks by a line, before it changes
    // sides.
    wish.left = fmin(x + gap, last);
    if (x + gap - last > 0.5 * wish.width) {
        if (!project(pass, left, &x, &y)) return;
        wish = makeWish(pass, left, x, y, text);
        wish.left = fmin(fmax(x - gap - wish.width, edge), last);
    }
    placeLabel(pass, &wish, text, color);
}
