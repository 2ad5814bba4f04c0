// Marks over the picture: points, lines, features, and lengths in pixels.
#include "view/marks.h"

#include "view/convert.h"
#include "view/palette.h"

#include <math.h>

static const double longestArrow = 0.16; // of the picture's height

void AddMarkPoint(const ViewPass *pass, cdVec3 p, double width, gxColor color) {
    vec3s at = ConvertPoint(p, pass->camera->origin);
    float scale = (float)pass->view->scale;
    gxAddPoint(&pass->view->front, at, (float)(width + 3.0) * scale, GetRimColor(pass->view->theme));
    gxAddPoint(&pass->view->front, at, (float)width * scale, color);
}

void AddRimmedLine(const ViewPass *pass, cdVec3 a, cdVec3 b, float width, gxColor color) {
    const double *origin = pass->camera->origin;
    float scale = (float)pass->view->scale;
    vec3s from = ConvertPoint(a, origin), to = ConvertPoint(b, origin);
    gxAddLine(&pass->view->front, from, to, (width + 2.6f) * scale, GetRimColor(pass->view->theme));
    gxAddLine(&pass->view->front, from, to, width * scale, color);
}

static cdVec3 getVertex(const StageObject *object, int32_t vertex) {
    cdVec3 local = cdAdd(object->info.vertices[vertex], object->info.center);
    return cdTransformPoint(object->pose, local);
}

void AddFeatureMark(const ViewPass *pass, const StageObject *object, cdFeature feature, gxColor color) {
    if (feature.kind == CD_FEATURE_VERTEX) {
        AddMarkPoint(pass, getVertex(object, feature.index), 8.0f, color);
    } else if (feature.kind == CD_FEATURE_EDGE) {
        const int32_t *ends = object->info.edges + 2 * feature.index;
        AddRimmedLine(pass, getVertex(object, ends[0]), getVertex(object, ends[1]), 2.6f, color);
    } else if (feature.kind == CD_FEATURE_FACE) {
        const int32_t *corners = object->info.triangles + 3 * feature.index;
        for (int k = 0; k < 3; ++k)
            AddRimmedLine(pass, getVertex(object, corners[k]), getVertex(object, corners[(k + 1) % 3]), 1.8f,
                          color);
    }
}

double GetPixelLength(const ViewPass *pass, cdVec3 p, double pixels) {
    const double point[3] = {p.x, p.y, p.z};
    return pixels * gxGetPixelLength(pass->camera, point, pass->view->height);
}

// Returns the fraction of a segment, along one axis of the picture, that is inside it.
static double getShare(double from, double to, double size) {
    const double rim = 6.0;
    double end = fmin(fmax(to, rim), size - rim);
    if (end == to || to == from) return 1.0;
    return fmin(fmax(0.0, (end - from) / (to - from)), 1.0);
}

// Returns the fraction of an arrow, from a point in the picture, that stays inside it.
static double getVisibleShare(const ViewPass *pass, cdVec3 from, cdVec3 to) {
    int width = pass->view->width, height = pass->view->height;
    const double start[3] = {from.x, from.y, from.z}, tip[3] = {to.x, to.y, to.z};
    double x0, y0, x1, y1;
    if (!gxProjectPoint(pass->camera, start, width, height, &x0, &y0) ||
        !gxProjectPoint(pass->camera, tip, width, height, &x1, &y1))
        return 1.0;
    return fmin(getShare(x0, x1, width), getShare(y0, y1, height));
}

cdVec3 BoundArrow(const ViewPass *pass, cdVec3 from, cdVec3 to) {
    cdVec3 arrow = cdSub(to, from);
    double length = cdLength(arrow), longest = GetPixelLength(pass, from, longestArrow * pass->view->height);
    if (!(length > 0.0) || !(longest > 0.0)) return from;
    double drawn = longest * tanh(length / longest);
    drawn *= getVisibleShare(pass, from, cdMulAdd(from, drawn / length, arrow));
    return cdMulAdd(from, drawn / length, arrow);
}
