// The way out of an object: the path of its centre, coloured by the clearance of each part, with its end.
//
// Between the tightest part and the widest one the colour goes from that of a near miss to that of a free
// object, by the logarithm of the clearance.
#include "view/view_data.h"
#include "view/way.h"

#include "view/convert.h"
#include "view/marks.h"
#include "view/palette.h"

#include <math.h>

cdPose GetPoseOnWay(const Way *way, cdVec3 center, double time) {
    int32_t last = way->nodeCount - 1, node = (int32_t)fmin(fmax(time, 0.0), last);
    if (node == last) return way->nodes[last].pose;
    cdMotion motion = cdMakeMotion(way->nodes[node].pose, way->nodes[node + 1].pose, center);
    return cdGetPoseAt(&motion, time - node);
}

static cdVec3 getCenter(const ViewPass *pass, const Way *way, double time) {
    cdVec3 center = pass->stage->objects[way->object].info.center;
    return cdTransformPoint(GetPoseOnWay(way, center, time), center);
}

static gxColor blend(gxColor a, gxColor b, double share) {
    double kept = 1.0 - share;
    return (gxColor){(uint8_t)lround(kept * a.r + share * b.r), (uint8_t)lround(kept * a.g + share * b.g),
                     (uint8_t)lround(kept * a.b + share * b.b), 255};
}

static double getWidth(const Way *way, int32_t part) {
    return fmax(way->parts[part].lower, 1e-300);
}

// Returns the colour of the part at a share of the way.
static gxColor chooseColor(const ViewPass *pass, const Way *way, double share) {
    Theme theme = pass->view->theme;
    gxColor free = GetStatusLook(theme, STAGE_FREE).text, near = GetStatusLook(theme, STAGE_NEAR).text;
    if (way->partCount == 0) return free;
    double least = INFINITY, most = 0.0;
    for (int32_t i = 0; i < way->partCount; ++i) {
        least = fmin(least, getWidth(way, i));
        most = fmax(most, getWidth(way, i));
    }
    if (!(most > least)) return free;
    int32_t part = (int32_t)fmin(share * way->partCount, way->partCount - 1);
    return blend(near, free, log(getWidth(way, part) / least) / log(most / least));
}

// All rims first: that of a piece would cover the end of the piece before.
static void addPieces(const ViewPass *pass, const Way *way, int32_t pieces, bool rims) {
    View *view = pass->view;
    const double *origin = pass->camera->origin, last = way->nodeCount - 1;
    float scale = (float)view->scale;
    vec3s from = ConvertPoint(getCenter(pass, way, 0.0), origin);
    for (int32_t i = 1; i <= pieces; ++i) {
        vec3s to = ConvertPoint(getCenter(pass, way, last * i / pieces), origin);
        gxColor color = rims ? GetRimColor(view->theme) : chooseColor(pass, way, (i - 0.5) / pieces);
        gxAddLine(&view->front, from, to, (rims ? 5.6f : 3.0f) * scale, color);
        from = to;
    }
}

static void addWay(const ViewPass *pass, const Way *way) {
    enum { PIECES_A_NODE = 12 };
    if (way->nodeCount < 2 || way->object >= pass->stage->objectCount) return;
    int32_t last = way->nodeCount - 1;
    addPieces(pass, way, last * PIECES_A_NODE, true);
    addPieces(pass, way, last * PIECES_A_NODE, false);
    AddMarkPoint(pass, getCenter(pass, way, last), 9.0f, GetStatusLook(pass->view->theme, STAGE_FREE).text);
}

void AddWays(const ViewPass *pass) {
    for (int32_t i = 0; i < pass->view->wayCount; ++i)
        addWay(pass, &pass->view->ways[i]);
}
