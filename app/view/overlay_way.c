// The way out of an object: the path of its centre, coloured by the clearance of each part, and its handles.
//
// Between the tightest part and the widest one the colour goes from that of a near miss to that of a free
// object, by the logarithm of the clearance. A blocked edge is dashed, in the colour of overlap, with a mark
// at its first contact; one that is not decided yet is grey.
#include "view/view_data.h"
#include "view/way_handles.h"

#include "view/convert.h"
#include "view/marks.h"
#include "view/palette.h"

#include <math.h>

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

enum { PIECES_A_NODE = 12 };

static WayEdgeState getState(const Way *way, int32_t piece) {
    return way->edges ? way->edges[piece / PIECES_A_NODE].state : WAY_EDGE_FREE;
}

static bool isDashed(WayEdgeState state) {
    return state == WAY_EDGE_BLOCKED || state == WAY_EDGE_UNDECIDED;
}

static gxColor chooseEdgeColor(const ViewPass *pass, const Way *way, int32_t piece, int32_t pieces) {
    WayEdgeState state = getState(way, piece);
    if (state == WAY_EDGE_OPEN) return GetNoteColor(pass->view->theme);
    if (isDashed(state)) return GetStatusLook(pass->view->theme, STAGE_OVERLAP).text;
    return chooseColor(pass, way, (piece + 0.5) / pieces);
}

// All rims first: that of a piece would cover the end of the piece before.
static void addPieces(const ViewPass *pass, const Way *way, int32_t pieces, bool rims) {
    View *view = pass->view;
    const double *origin = pass->camera->origin, last = way->nodeCount - 1;
    float scale = (float)view->scale;
    vec3s from = ConvertPoint(getCenter(pass, way, 0.0), origin);
    for (int32_t i = 0; i < pieces; ++i) {
        vec3s to = ConvertPoint(getCenter(pass, way, last * (i + 1) / pieces), origin);
        gxColor color = rims ? GetRimColor(view->theme) : chooseEdgeColor(pass, way, i, pieces);
        bool gap = isDashed(getState(way, i)) && i % 2 == 1;
        if (!gap) gxAddLine(&view->front, from, to, (rims ? 5.6f : 3.0f) * scale, color);
        from = to;
    }
}

static void addHandles(const ViewPass *pass, const Way *way) {
    WayHandle handles[WAY_HANDLE_MAX];
    View *view = pass->view;
    WaySight sight = {pass->stage->objects[way->object].info.center, pass->camera, view->width, view->height,
                      view->scale};
    int32_t count = ListWayHandles(way, &sight, handles);
    for (int32_t i = 0; i < count; ++i) {
        bool lit = handles[i].at == way->lit, whole = IsWaypointHandle(handles[i].at);
        gxColor color = lit ? GetTextColor(view->theme) : GetStatusLook(view->theme, STAGE_FREE).text;
        AddMarkPoint(pass, getCenter(pass, way, handles[i].at),
                     whole ? (lit ? 13.0 : 10.0) : (lit ? 9.0 : 5.0), color);
    }
}

static void addContacts(const ViewPass *pass, const Way *way) {
    gxColor color = GetStatusLook(pass->view->theme, STAGE_OVERLAP).text;
    for (int32_t i = 0; way->edges && i + 1 < way->nodeCount; ++i) {
        const WayEdge *edge = &way->edges[i];
        if (edge->state != WAY_EDGE_BLOCKED) continue;
        AddRimmedLine(pass, getCenter(pass, way, i + edge->time), edge->point, 1.4f, color);
        AddMarkPoint(pass, edge->point, 9.0, color);
    }
}

static void addWay(const ViewPass *pass, const Way *way) {
    if (way->nodeCount < 2 || way->object >= pass->stage->objectCount) return;
    int32_t last = way->nodeCount - 1;
    addPieces(pass, way, last * PIECES_A_NODE, true);
    addPieces(pass, way, last * PIECES_A_NODE, false);
    addContacts(pass, way);
    if (way->hasHandles)
        addHandles(pass, way);
    else
        AddMarkPoint(pass, getCenter(pass, way, last), 9.0,
                     GetStatusLook(pass->view->theme, STAGE_FREE).text);
}

void AddWays(const ViewPass *pass) {
    for (int32_t i = 0; i < pass->view->wayCount; ++i)
        addWay(pass, &pass->view->ways[i]);
}
