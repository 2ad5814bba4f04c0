// A world over the picture: contact points with their forces, joints, drags, and the last impacts.
//
// The library's debug draw provides points as regions, forces as normals, joints and drags as screws. Points
// and forces are shown with the contact (C), forces with the normals (N), joints and drags always. (1) The
// length of a force's arrow approaches a share of the picture, and its end stays within the picture. (2) In a
// crowd of contacts, those of the selected body are shown in full, all others as small points without forces;
// contacts hidden by a body are dim. (3) The ring of an impact moves with its body. (4) Centers of pressure
// of the selected body have a ring each.
#include "view/view_data.h"

#include "stage/world/stage_loads.h"
#include "view/convert.h"
#include "view/marks.h"
#include "view/palette.h"

#include <math.h>

enum { CROWD = 30 }; // with more contacts only those of the selected body are drawn in full

static const double impactTime = 0.35; // seconds for which an impact is shown

typedef struct WorldPass {
    const ViewPass *view;
    const cdWorldContact *contacts;
    int32_t contactCount;
    int32_t next;      // next contact: points arrive in this order, each before its force
    cdBodyId selected; // body whose contacts are drawn in full, -1: none
    bool crowded;      // contacts of other bodies are reduced
    bool full;         // the current contact is drawn in full
} WorldPass;

static void addMark(const WorldPass *pass, vec3s at, float size, cdDrawRole role) {
    gxStrokeList *list = &pass->view->view->front;
    Theme theme = pass->view->view->theme;
    gxAddPoint(list, at, 9.0f * size, GetRimColor(theme));
    gxAddPoint(list, at, 6.0f * size, GetRoleColor(theme, role));
}

// --- (1) Forces

static void drawForce(cdVec3 from, cdVec3 to, cdDrawStyle style, void *context) {
    const WorldPass *pass = context;
    const ViewPass *view = pass->view;
    const double *origin = view->camera->origin;
    if (!view->options->contact || !view->options->normals || !pass->full) return;
    cdVec3 end = BoundArrow(view, from, to);
    float scale = (float)view->view->scale, head = (float)(0.3 * cdLength(cdSub(end, from)));
    gxAddArrow(&view->view->front, ConvertPoint(from, origin), ConvertPoint(end, origin), head, 2.4f * scale,
               GetRoleColor(pass->view->view->theme, style.role));
}

static void drawSegment(cdVec3 a, cdVec3 b, cdDrawStyle style, void *context) {
    const WorldPass *pass = context;
    const double *origin = pass->view->camera->origin;
    gxAddLine(&pass->view->view->front, ConvertPoint(a, origin), ConvertPoint(b, origin),
              2.2f * (float)pass->view->view->scale, GetRoleColor(pass->view->view->theme, style.role));
}

// --- (2) Contacts

static bool isInFull(const WorldPass *pass, int32_t index) {
    if (!pass->crowded || index >= pass->contactCount) return !pass->crowded;
    const cdWorldContact *contact = &pass->contacts[index];
    return pass->selected >= 0 && (contact->bodyA == pass->selected || contact->bodyB == pass->selected);
}

static void drawPoint(cdVec3 p, cdDrawStyle style, void *context) {
    WorldPass *pass = context;
    View *view = pass->view->view;
    vec3s at = ConvertPoint(p, pass->view->camera->origin);
    float scale = (float)view->scale;
    if (style.role == CD_ROLE_SCREW) {
        addMark(pass, at, scale, style.role);
        return;
    }
    pass->full = isInFull(pass, pass->next++);
    if (!pass->view->options->contact) return;
    if (pass->full)
        addMark(pass, at, scale, style.role);
    else
        gxAddPoint(&view->overlay, at, 3.4f * scale, FadeColor(GetRoleColor(view->theme, style.role), 0.25));
}

// --- (3) Impacts

// Draws a fading ring at each recent impact, moving with its body. In a crowd of contacts only those of the
// selected body.
static void drawImpacts(const WorldPass *pass) {
    const ViewPass *view = pass->view;
    const Stage *stage = view->stage;
    for (int32_t age = 0;; ++age) {
        const StageEvent *event = GetStageEvent(stage, age);
        if (!event || stage->time - event->time > impactTime) return;
        if (event->kind != CD_EVENT_IMPACT || event->carrier < 0) continue;
        bool ofSelected = event->objects[0] == stage->selected || event->objects[1] == stage->selected;
        if (pass->crowded && !ofSelected) continue;
        double share = 1.0 - (stage->time - event->time) / impactTime;
        gxColor color = GetRoleColor(pass->view->view->theme, CD_ROLE_FIRST_CONTACT);
        color.a = (uint8_t)(220.0 * (share > 0.0 ? share : 0.0));
        float size = (float)((28.0 - 14.0 * share) * view->view->scale);
        cdVec3 point = cdTransformPoint(stage->objects[event->carrier].pose, event->local);
        gxAddRing(&view->view->front, ConvertPoint(point, view->camera->origin), size, color);
    }
}

// --- (4) Centers of pressure

static void drawCenters(const WorldPass *pass, cdBodyId a, cdBodyId b) {
    StageLoads found;
    FindStageLoads(pass->view->stage, a, b, &found);
    gxColor color = GetRoleColor(pass->view->view->theme, CD_ROLE_NORMAL);
    for (int32_t i = 0; i < found.count; ++i) {
        if (!(found.loads[i].force > 0.0)) continue;
        vec3s at = ConvertPoint(found.loads[i].center, pass->view->camera->origin);
        gxAddRing(&pass->view->view->front, at, 14.0f * (float)pass->view->view->scale, color);
    }
}

// Contact points of a pair are beside each other in the list.
static void drawPressures(const WorldPass *pass) {
    for (int32_t i = 0; i < pass->contactCount && pass->selected >= 0; ++i) {
        const cdWorldContact *contact = &pass->contacts[i], *before = i > 0 ? contact - 1 : NULL;
        if (contact->bodyA != pass->selected && contact->bodyB != pass->selected) continue;
        if (before && before->bodyA == contact->bodyA && before->bodyB == contact->bodyB) continue;
        drawCenters(pass, contact->bodyA, contact->bodyB);
    }
}

static WorldPass makeWorldPass(const ViewPass *view) {
    const Stage *stage = view->stage;
    WorldPass pass = {.view = view, .selected = -1};
    pass.contacts = cdGetWorldContacts(stage->world.scene.world, &pass.contactCount);
    pass.crowded = pass.contactCount > CROWD;
    bool isBody = stage->selected >= 0 && stage->selected < stage->world.key.objectCount;
    if (isBody) pass.selected = stage->world.scene.bodies[stage->selected];
    return pass;
}

void AddWorld(const ViewPass *pass) {
    const Stage *stage = pass->stage;
    if (!stage->world.present) return;
    WorldPass worldPass = makeWorldPass(pass);
    cdDebugDraw draw = {
        .segment = drawSegment, .point = drawPoint, .arrow = drawForce, .context = &worldPass};
    cdDrawWorld(&draw, stage->world.scene.world, 0.8 * GetSmallestBodyRadius(stage));
    if (pass->options->contact) drawImpacts(&worldPass);
    if (pass->options->contact) drawPressures(&worldPass);
}
