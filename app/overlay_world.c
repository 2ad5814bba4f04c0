// What a world tells, over the picture: contact points with their forces, joints, hands, and the last
// impacts.
//
// The library draws points as regions, forces as normals, joints and hands as screws. Points and forces are
// shown with the contact (C), forces with the normals (N); joints and hands always, since they are things.
#include "view_data.h"

#include "convert.h"
#include "palette.h"

static const double impactTime = 0.35; // seconds for which an impact is shown

static void drawSegment(cdVec3 a, cdVec3 b, cdDrawRole role, void *context) {
    const ViewPass *pass = context;
    const double *origin = pass->camera->origin;
    float scale = (float)pass->view->scale;
    vec3s from = ConvertPoint(a, origin), to = ConvertPoint(b, origin);
    if (role == CD_ROLE_NORMAL) {
        if (!pass->options->contact || !pass->options->normals) return;
        float head = 0.3f * glms_vec3_distance(from, to);
        gxAddArrow(&pass->view->front, from, to, head, 2.4f * scale, GetRoleColor(role));
    } else if (role == CD_ROLE_SCREW || pass->options->contact) {
        gxAddLine(&pass->view->front, from, to, 2.2f * scale, GetRoleColor(role));
    }
}

static void drawPoint(cdVec3 p, cdDrawRole role, void *context) {
    const ViewPass *pass = context;
    if (role != CD_ROLE_SCREW && !pass->options->contact) return;
    vec3s at = ConvertPoint(p, pass->camera->origin);
    float scale = (float)pass->view->scale;
    gxAddPoint(&pass->view->front, at, 9.0f * scale, GetRimColor());
    gxAddPoint(&pass->view->front, at, 6.0f * scale, GetRoleColor(role));
}

// A ring where bodies have just collided; it fades.
static void drawImpacts(const ViewPass *pass) {
    const Stage *stage = pass->stage;
    for (int32_t age = 0;; ++age) {
        const StageEvent *event = GetStageEvent(stage, age);
        if (!event || stage->time - event->time > impactTime) return;
        if (event->kind != CD_EVENT_IMPACT) continue;
        double share = 1.0 - (stage->time - event->time) / impactTime;
        gxColor color = GetRoleColor(CD_ROLE_FIRST_CONTACT);
        color.a = (uint8_t)(220.0 * (share > 0.0 ? share : 0.0));
        float size = (float)((28.0 - 14.0 * share) * pass->view->scale);
        gxAddRing(&pass->view->front, ConvertPoint(event->point, pass->camera->origin), size, color);
    }
}

void AddWorld(const ViewPass *pass) {
    const Stage *stage = pass->stage;
    if (!stage->world.present) return;
    ViewPass copy = *pass; // the callbacks' context is not const
    cdDebugDraw draw = {.segment = drawSegment, .point = drawPoint, .context = &copy};
    cdDrawWorld(&draw, stage->world.scene.world, 0.8 * GetSmallestBodyRadius(stage));
    if (pass->options->contact) drawImpacts(pass);
}
