// What a world tells, over the picture: contact points with their forces, joints, hands, and the last
// impacts.
//
// The library draws points as regions, forces as normals, joints and hands as screws. Points and forces are
// shown with the contact (C), forces with the normals (N); joints and hands always, since they are things.
// (1) A force's arrow never is longer than a share of the picture: it grows ever more slowly towards that,
// and ends within the picture.
// (2) In a crowd of contacts only those that push have a point, all are smaller, and what a body hides is
// dim: so a heap is seen through its marks.
#include "view/view_data.h"

#include "view/convert.h"
#include "view/palette.h"

#include <math.h>

enum { CROWD = 100 }; // contacts from which on they are drawn as one

static const double impactTime = 0.35;   // seconds for which an impact is shown
static const double longestArrow = 0.16; // of the picture's height

typedef struct WorldPass {
    const ViewPass *view;
    gxStrokeList *marks; // where points and forces go
    float size;          // of a mark's pixel: that of the view, smaller in a crowd
    bool pushing;        // points of those that push alone
} WorldPass;

static void addMark(gxStrokeList *list, vec3s at, float size, cdDrawRole role) {
    gxAddPoint(list, at, 9.0f * size, GetRimColor());
    gxAddPoint(list, at, 6.0f * size, GetRoleColor(role));
}

// --- (1)

// The share of a way along one axis of the picture that is within it.
static double getShare(double from, double to, double size) {
    const double rim = 6.0;
    double end = fmin(fmax(to, rim), size - rim);
    if (end == to || to == from) return 1.0;
    return fmin(fmax(0.0, (end - from) / (to - from)), 1.0);
}

// How much of an arrow from a point of the picture stays in it.
static double getVisibleShare(const ViewPass *pass, cdVec3 from, cdVec3 to) {
    int width = pass->view->width, height = pass->view->height;
    const double start[3] = {from.x, from.y, from.z}, tip[3] = {to.x, to.y, to.z};
    double x0, y0, x1, y1;
    if (!gxProjectPoint(pass->camera, start, width, height, &x0, &y0) ||
        !gxProjectPoint(pass->camera, tip, width, height, &x1, &y1))
        return 1.0;
    return fmin(getShare(x0, x1, width), getShare(y0, y1, height));
}

static void drawForce(cdVec3 from, cdVec3 to, cdDrawStyle style, void *context) {
    const WorldPass *pass = context;
    const ViewPass *view = pass->view;
    const double *origin = view->camera->origin;
    if (!view->options->contact) return;
    if (pass->pushing) addMark(pass->marks, ConvertPoint(from, origin), pass->size, CD_ROLE_REGION);
    cdVec3 force = cdSub(to, from);
    double length = cdLength(force);
    double longest = GetPixelLength(view, from, longestArrow * view->view->height);
    if (!view->options->normals || !(length > 0.0) || !(longest > 0.0)) return;
    double drawn = longest * tanh(length / longest);
    drawn *= getVisibleShare(view, from, cdMulAdd(from, drawn / length, force));
    vec3s tail = ConvertPoint(from, origin),
          tip = ConvertPoint(cdMulAdd(from, drawn / length, force), origin);
    gxAddArrow(pass->marks, tail, tip, (float)(0.3 * drawn), 2.4f * pass->size, GetRoleColor(style.role));
}

static void drawSegment(cdVec3 a, cdVec3 b, cdDrawStyle style, void *context) {
    const WorldPass *pass = context;
    const double *origin = pass->view->camera->origin;
    gxAddLine(&pass->view->view->front, ConvertPoint(a, origin), ConvertPoint(b, origin),
              2.2f * (float)pass->view->view->scale, GetRoleColor(style.role));
}

static void drawPoint(cdVec3 p, cdDrawStyle style, void *context) {
    const WorldPass *pass = context;
    vec3s at = ConvertPoint(p, pass->view->camera->origin);
    if (style.role == CD_ROLE_SCREW)
        addMark(&pass->view->view->front, at, (float)pass->view->view->scale, style.role);
    else if (pass->view->options->contact && !pass->pushing)
        addMark(pass->marks, at, pass->size, style.role);
}

// A ring where bodies have just collided; it fades.
static void drawImpacts(const WorldPass *pass) {
    const Stage *stage = pass->view->stage;
    for (int32_t age = 0;; ++age) {
        const StageEvent *event = GetStageEvent(stage, age);
        if (!event || stage->time - event->time > impactTime) return;
        if (event->kind != CD_EVENT_IMPACT) continue;
        double share = 1.0 - (stage->time - event->time) / impactTime;
        gxColor color = GetRoleColor(CD_ROLE_FIRST_CONTACT);
        color.a = (uint8_t)(220.0 * (share > 0.0 ? share : 0.0));
        float size = (float)(28.0 - 14.0 * share) * pass->size;
        gxAddRing(&pass->view->view->front, ConvertPoint(event->point, pass->view->camera->origin), size,
                  color);
    }
}

// --- (2)

static WorldPass makeWorldPass(const ViewPass *view) {
    const Stage *stage = view->stage;
    int32_t count = 0, pushing = 0;
    const cdWorldContact *contacts = cdGetWorldContacts(stage->world.scene.world, &count);
    for (int32_t i = 0; i < count; ++i)
        pushing += contacts[i].force > 0.0;
    bool crowded = pushing > CROWD;
    // Without gravity forces have no measure, and no arrows that could tell what pushes.
    bool weighs = stage->world.key.falls || cdLength(stage->data.gravity) > 0.0;
    double size = crowded ? fmax(0.45, sqrt((double)CROWD / pushing)) : 1.0;
    return (WorldPass){.view = view,
                       .marks = crowded ? &view->view->overlay : &view->view->front,
                       .size = (float)(size * view->view->scale),
                       .pushing = crowded && weighs};
}

void AddWorld(const ViewPass *pass) {
    const Stage *stage = pass->stage;
    if (!stage->world.present) return;
    WorldPass worldPass = makeWorldPass(pass);
    cdDebugDraw draw = {
        .segment = drawSegment, .point = drawPoint, .arrow = drawForce, .context = &worldPass};
    cdDrawWorld(&draw, stage->world.scene.world, 0.8 * GetSmallestBodyRadius(stage));
    if (pass->options->contact) drawImpacts(&worldPass);
}
