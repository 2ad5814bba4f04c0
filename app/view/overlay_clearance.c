// The minimum distance over the picture: a dimension line between the nearest points, its number, their
// features, and the key to the colours of the surfaces.
//
// A gap too short for a line is shown as on drawings, by arrows from outside. The key explains the colours;
// the lines between them are counted from the gap outwards.
#include "view/labels.h"
#include "view/view_data.h"

#include "view/convert.h"
#include "view/marks.h"
#include "view/palette.h"
#include "view/region_text.h"

#include <math.h>
#include <stdio.h>

static const double SHORT_GAP = 30.0, TICK = 8.0, ARROW = 46.0, HEAD = 13.0; // pixels

// --- The dimension line

static bool project(const ViewPass *pass, cdVec3 p, double *x, double *y) {
    double point[3] = {p.x, p.y, p.z};
    return gxProjectPoint(pass->camera, point, pass->view->width, pass->view->height, x, y);
}

// Direction across the gap on the screen, unit; zero where the gap is seen end-on.
static cdVec3 findAcross(const ViewPass *pass, cdVec3 along) {
    double right[3], up[3], forward[3];
    gxGetCameraAxes(pass->camera, right, up, forward);
    cdVec3 across = cdCross(along, ConvertBack(forward));
    return cdLength(across) > 0.05 ? cdNormalize(across) : (cdVec3){0.0, 0.0, 0.0};
}

static void addTick(const ViewPass *pass, cdVec3 p, cdVec3 across) {
    double half = GetPixelLength(pass, p, TICK * pass->view->scale);
    AddRimmedLine(pass, cdMulAdd(p, -half, across), cdMulAdd(p, half, across), 2.2f,
                  GetTextColor(pass->view->theme));
}

// Adds an arrow from outside onto the gap.
static void addArrow(const ViewPass *pass, cdVec3 tip, cdVec3 from) {
    double scale = pass->view->scale;
    double length = GetPixelLength(pass, tip, ARROW * scale), head = GetPixelLength(pass, tip, HEAD * scale);
    cdVec3 tail = cdMulAdd(tip, length, from);
    const double *origin = pass->camera->origin;
    gxStrokeList *front = &pass->view->front;
    vec3s a = ConvertPoint(tail, origin), b = ConvertPoint(tip, origin);
    gxAddArrow(front, a, b, (float)(1.15 * head), 4.8f * (float)scale, GetRimColor(pass->view->theme));
    gxAddArrow(front, a, b, (float)head, 2.2f * (float)scale, GetTextColor(pass->view->theme));
    TakeLabelLine(pass, tail, tip, 6.0 * scale);
}

static void addDimension(const ViewPass *pass, const cdDistance *found) {
    double ax, ay, bx, by;
    if (!project(pass, found->pointA, &ax, &ay) || !project(pass, found->pointB, &bx, &by)) return;
    cdVec3 across = findAcross(pass, found->normal);
    bool endOn = !(cdLengthSq(across) > 0.0);
    if (hypot(ax - bx, ay - by) >= SHORT_GAP * pass->view->scale) {
        AddRimmedLine(pass, found->pointA, found->pointB, 2.2f, GetTextColor(pass->view->theme));
        TakeLabelLine(pass, found->pointA, found->pointB, 4.0 * pass->view->scale);
    } else if (!endOn) {
        addArrow(pass, found->pointA, found->normal);
        addArrow(pass, found->pointB, cdNegate(found->normal));
    }
    if (endOn) {
        AddMarkPoint(pass, found->pointA, 7.0f, GetTextColor(pass->view->theme));
        AddMarkPoint(pass, found->pointB, 7.0f, GetTextColor(pass->view->theme));
    } else {
        addTick(pass, found->pointA, across);
        addTick(pass, found->pointB, across);
    }
}

static void addNumber(const ViewPass *pass, const cdDistance *found) {
    char length[32], text[48];
    DescribeLength(found->distance, length, sizeof length);
    bool overlaps = found->state == CD_OVERLAP;
    StatusLook look = GetStatusLook(pass->view->theme, STAGE_OVERLAP);
    snprintf(text, sizeof text, overlaps ? "%s overlap" : "%s", overlaps ? look.sign : length);
    double ax, ay, bx, by;
    if (!project(pass, found->pointA, &ax, &ay) || !project(pass, found->pointB, &bx, &by)) return;
    cdVec3 left = ax < bx ? found->pointA : found->pointB, right = ax < bx ? found->pointB : found->pointA;
    // Beside the middle of an upright line, else beside its ends.
    cdVec3 middle = cdLerp(left, right, 0.5);
    bool upright = fabs(ax - bx) < fabs(ay - by);
    AddLabelBeside(pass, upright ? middle : left, upright ? middle : right, text,
                   overlaps ? look.text : GetTextColor(pass->view->theme));
}

// --- The key

// Returns the world point at a position in the picture, at the depth of the camera's target.
static vec3s findOnScreen(const ViewPass *pass, double x, double y) {
    double eye[3], ray[3], right[3], up[3], forward[3];
    gxGetPixelRay(pass->camera, x, y, pass->view->width, pass->view->height, eye, ray);
    gxGetCameraAxes(pass->camera, right, up, forward);
    double along = ray[0] * forward[0] + ray[1] * forward[1] + ray[2] * forward[2];
    double depth = cdDot(cdSub(ConvertBack(pass->camera->target), ConvertBack(eye)), ConvertBack(forward));
    cdVec3 p = cdMulAdd(ConvertBack(eye), depth / along, ConvertBack(ray));
    return ConvertPoint(p, pass->camera->origin);
}

static gxColor toColor(vec3s c) {
    return (gxColor){(uint8_t)(255.0f * c.x), (uint8_t)(255.0f * c.y), (uint8_t)(255.0f * c.z), 255};
}

static void addKey(const ViewPass *pass) {
    View *view = pass->view;
    double scale = view->scale, step = 20.0 * scale, x = 26.0 * scale;
    double y = view->height - (GX_BAND_COUNT + 2.2) * step, below = GetClearanceBelow(pass->stage);
    gxBands bands = GetClearanceBands();
    char title[48] = "clearance";
    if (IsClearanceDue(pass->stage)) // the colours are of where things were
        snprintf(title, sizeof title, "clearance: %.0f %% computed", 100.0 * GetTintShare(pass->stage));
    gxAddText(view->text, (float)(x - 8.0 * scale), (float)y, title, GetTextColor(pass->view->theme));
    for (int i = 0; i < GX_BAND_COUNT; ++i) {
        char from[32], to[32], text[80];
        double row = y + (i + 1.15) * step;
        DescribeLength(below * i / GX_BAND_COUNT, from, sizeof from);
        DescribeLength(below * (i + 1) / GX_BAND_COUNT, to, sizeof to);
        snprintf(text, sizeof text, "%s – %s", from, to);
        vec3s at = findOnScreen(pass, x, row);
        gxAddPoint(&view->front, at, 17.0f * (float)scale, GetRimColor(pass->view->theme));
        gxAddPoint(&view->front, at, 14.0f * (float)scale, toColor(bands.colors[i]));
        gxAddText(view->text, (float)(x + 16.0 * scale), (float)row, text, GetTextColor(pass->view->theme));
    }
    TakeLabelBox(&view->labels,
                 (LabelBox){0.0, y - step, x + 130.0 * scale, y + (GX_BAND_COUNT + 1.0) * step});
}

void AddClearance(const ViewPass *pass) {
    const StageClearance *clearance = &pass->stage->clearance;
    if (!clearance->present) return;
    if (clearance->coloured) addKey(pass);
    const cdDistance *found = &clearance->distance;
    gxColor color = GetRoleColor(pass->view->theme, CD_ROLE_FIRST_CONTACT);
    AddFeatureMark(pass, &pass->stage->objects[clearance->object], found->featureA, color);
    AddFeatureMark(pass, &pass->stage->objects[clearance->obstacle], found->featureB, color);
    if (found->state == CD_OVERLAP)
        AddMarkPoint(pass, found->pointA, 8.0f, GetStatusLook(pass->view->theme, STAGE_OVERLAP).text);
    else
        addDimension(pass, found);
    addNumber(pass, found);
}
