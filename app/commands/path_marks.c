// Marks and texts of a path's picture: the path, its ends, the contact or the nearest points, the title.
#include "commands/path_chart.h"
#include "commands/path_drawing.h"
#include "view/palette.h"
#include "view/region_text.h"

#include <math.h>
#include <stdio.h>

enum { TEXT_SIZE = 256 };
static const double SHORT_GAP = 30.0; // pixels; a shorter one is shown by arrows from outside

bool IsAfterContact(const PathStory *story, double time) {
    cdState state = story->contact.contact.state;
    return (state == CD_CONTACT || state == CD_OVERLAP) && time > story->contact.time.hi;
}

StageStatus GetPathStatus(const PathStory *story) {
    cdState state = story->contact.contact.state;
    if (state == CD_UNDECIDED) return STAGE_UNDECIDED;
    return state == CD_CONTACT ? STAGE_CONTACT : state == CD_OVERLAP ? STAGE_OVERLAP : STAGE_FREE;
}

static void addRimmedLine(Drawing *drawing, cdVec3 a, cdVec3 b, double width, gxColor color) {
    float scale = (float)drawing->scale;
    vec3s from = ConvertForDrawing(drawing, a), to = ConvertForDrawing(drawing, b);
    gxAddLine(&drawing->front, from, to, ((float)width + 2.6f) * scale, GetRimColor(THEME_DARK));
    gxAddLine(&drawing->front, from, to, (float)width * scale, color);
}

static double getPixelLength(const Drawing *drawing, cdVec3 p, double pixels) {
    const double point[3] = {p.x, p.y, p.z};
    return pixels * drawing->scale * gxGetPixelLength(&drawing->camera, point, drawing->viewHeight);
}

static void addArrow(Drawing *drawing, cdVec3 tail, cdVec3 tip, gxColor color) {
    float scale = (float)drawing->scale, head = (float)getPixelLength(drawing, tip, 13.0);
    vec3s from = ConvertForDrawing(drawing, tail), to = ConvertForDrawing(drawing, tip);
    gxAddArrow(&drawing->front, from, to, 1.2f * head, 5.4f * scale, GetRimColor(THEME_DARK));
    gxAddArrow(&drawing->front, from, to, head, 2.6f * scale, color);
}

static void addPoint(Drawing *drawing, cdVec3 p, double width, gxColor color) {
    float scale = (float)drawing->scale;
    vec3s at = ConvertForDrawing(drawing, p);
    gxAddPoint(&drawing->front, at, (float)(width + 3.0) * scale, GetRimColor(THEME_DARK));
    gxAddPoint(&drawing->front, at, (float)width * scale, color);
}

// Adds the rims of the whole path first, so that they do not cut it.
static void addPathLine(Drawing *drawing, bool isRim) {
    const PathStory *story = &drawing->story;
    for (int32_t i = 0; i < STORY_SAMPLES; i++) {
        const StoryPose *at = &story->samples[i];
        bool isLater = IsAfterContact(story, at->time);
        if (isLater && i % 4 >= 2) continue; // dashed
        gxColor color = GetPartColor(story, GetStoryPart(story, 0.5 * (at[0].time + at[1].time)));
        float width = (isLater ? 2.0f : 4.0f) + (isRim ? 2.6f : 0.0f);
        gxAddLine(&drawing->overlay, ConvertForDrawing(drawing, at[0].middle),
                  ConvertForDrawing(drawing, at[1].middle), width * (float)drawing->scale,
                  isRim ? GetRimColor(THEME_DARK) : color);
    }
}

// Adds a text beside a point, on the side that has more room.
static void addLabel(Drawing *drawing, cdVec3 p, double dy, const char *words, gxColor color) {
    const double point[3] = {p.x, p.y, p.z};
    double x, y, width = (double)gxGetTextWidth(drawing->text, words), scale = drawing->scale;
    if (!gxProjectPoint(&drawing->camera, point, drawing->def->width, drawing->viewHeight, &x, &y)) return;
    x = x + 16.0 * scale + width < drawing->def->width ? x + 16.0 * scale : x - 16.0 * scale - width;
    y = fmin(fmax(y + dy * scale, 60.0 * scale), drawing->viewHeight - 14.0 * scale);
    gxAddText(drawing->text, (float)fmax(x, 4.0 * scale), (float)y, words, color);
}

static void addContactMark(Drawing *drawing) {
    const cdFirstContact *contact = &drawing->story.contact.contact;
    gxColor color = GetRoleColor(THEME_DARK, CD_ROLE_FIRST_CONTACT);
    char partA[48], partB[48], words[TEXT_SIZE];
    double length = getPixelLength(drawing, contact->point, 64.0);
    addArrow(drawing, contact->point, cdMulAdd(contact->point, length, contact->normal), color);
    addPoint(drawing, contact->point, 9.0, color);
    cdDescribeFeature(contact->featureA, partA, sizeof partA);
    cdDescribeFeature(contact->featureB, partB, sizeof partB);
    snprintf(words, sizeof words, "%s on %s", partA, partB);
    addLabel(drawing, contact->point, 26.0, words, color);
}

// The minimum distance as a dimension line; a short one as arrows from outside.
static void addClearanceMark(Drawing *drawing) {
    const cdPathClearance *least = &drawing->story.clearance;
    gxColor color = GetTextColor(THEME_DARK);
    double length = cdLength(cdSub(least->pointA, least->pointB));
    if (length > getPixelLength(drawing, least->pointA, SHORT_GAP)) {
        addRimmedLine(drawing, least->pointA, least->pointB, 2.4, color);
        addPoint(drawing, least->pointA, 6.0, color);
        addPoint(drawing, least->pointB, 6.0, color);
    } else {
        double shaft = getPixelLength(drawing, least->pointA, 46.0);
        addArrow(drawing, cdMulAdd(least->pointA, shaft, least->normal), least->pointA, color);
        addArrow(drawing, cdMulAdd(least->pointB, -shaft, least->normal), least->pointB, color);
    }
    char text[48];
    DescribeLength(least->upper, text, sizeof text);
    addLabel(drawing, drawing->story.mark, 0.0, text, color);
}

void AddPathMarks(Drawing *drawing) {
    const PathStory *story = &drawing->story;
    cdState state = story->contact.contact.state;
    addPathLine(drawing, true);
    addPathLine(drawing, false);
    addLabel(drawing, story->samples[0].middle, -14.0, "start", GetTextColor(THEME_DARK));
    addLabel(drawing, story->samples[STORY_SAMPLES].middle, -14.0, "end", GetTextColor(THEME_DARK));
    addPoint(drawing, story->samples[0].middle, 7.0, GetTextColor(THEME_DARK));
    addPoint(drawing, story->samples[STORY_SAMPLES].middle, 7.0, GetTextColor(THEME_DARK));
    if (state == CD_CONTACT) addContactMark(drawing);
    if (state == CD_FREE && story->clearance.state == CD_FREE && story->clearance.edge >= 0)
        addClearanceMark(drawing);
}

// --- Texts

static void describeResult(const PathStory *story, char words[TEXT_SIZE]) {
    const cdPathContact *found = &story->contact;
    bool keepsDistance = story->job->safetyDistance > 0.0;
    switch (found->contact.state) {
    case CD_FREE:
        snprintf(words, TEXT_SIZE, "free: the whole path is certified%s",
                 keepsDistance ? ", with the safety distance" : "");
        break;
    case CD_CONTACT:
        snprintf(words, TEXT_SIZE, "%s at %.6g s, between poses %d and %d; free before",
                 keepsDistance ? "safety distance reached" : "contact", found->time.lo, (int)found->edge,
                 (int)found->edge + 1);
        break;
    case CD_OVERLAP:
        snprintf(words, TEXT_SIZE, "%s at %.6g s",
                 keepsDistance ? "nearer than the safety distance" : "overlap", found->time.lo);
        break;
    default:
        snprintf(words, TEXT_SIZE, "undecided; free before %.6g s", found->time.lo);
    }
}

static void describeClearance(const PathStory *story, char words[TEXT_SIZE]) {
    const cdPathClearance *least = &story->clearance;
    char upper[32], bounds[32];
    DescribeLength(least->upper, upper, sizeof upper);
    snprintf(bounds, sizeof bounds, "%.1e", least->upper - least->lower);
    words[0] = '\0';
    if (least->state == CD_FREE && least->edge >= 0)
        snprintf(words, TEXT_SIZE, "minimum distance %s at %.6g s; certified, bounds %s apart", upper,
                 least->time, bounds);
    if (least->state == CD_UNDECIDED)
        snprintf(words, TEXT_SIZE, "minimum distance undecided after %.6g s", least->certified);
}

void AddPathTitle(Drawing *drawing) {
    char words[TEXT_SIZE], title[TEXT_SIZE + 8];
    StatusLook look = GetStatusLook(THEME_DARK, GetPathStatus(&drawing->story));
    double scale = drawing->scale;
    describeResult(&drawing->story, words);
    snprintf(title, sizeof title, "%s  %s", look.sign, words);
    gxAddText(drawing->text, (float)(18.0 * scale), (float)(24.0 * scale), title, look.text);
    describeClearance(&drawing->story, words);
    gxAddText(drawing->text, (float)(18.0 * scale), (float)(46.0 * scale), words, GetTextColor(THEME_DARK));
}
