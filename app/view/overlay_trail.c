// The trail: the object's pose while it plays, and, over the picture, the fading path of the object's centre,
// with a mark at the first contact.
#include "view/view_data.h"

#include "view/convert.h"
#include "view/palette.h"

static cdVec3 getCenter(const ViewPass *pass, double share) {
    const Trail *trail = pass->view->trail;
    return cdTransformPoint(GetPoseOnTrail(trail, pass->stage, share),
                            pass->stage->objects[trail->object].info.center);
}

bool IsOnTrail(const ViewPass *pass, int32_t object, cdPose *pose) {
    const View *view = pass->view;
    return view->trail && view->trail->object == object &&
           GetTrailPose(view->trail, pass->stage, view->trailTime, pose);
}

void AddTrail(const ViewPass *pass) {
    enum { PIECES = 64 };
    View *view = pass->view;
    const Trail *trail = view->trail;
    double strength = trail ? GetTrailStrength(trail, view->trailTime) : 0.0;
    if (!(strength > 0.0)) return;
    const double *origin = pass->camera->origin;
    gxColor color = FadeColor(GetRoleColor(pass->view->theme, CD_ROLE_SCREW), strength);
    vec3s from = ConvertPoint(getCenter(pass, 0.0), origin);
    for (int i = 1; i <= PIECES; ++i) {
        vec3s to = ConvertPoint(getCenter(pass, (double)i / PIECES), origin);
        gxAddLine(&view->front, from, to, 2.2f * (float)view->scale, color);
        from = to;
    }
    double whole = trail->lengths[trail->poseCount - 1];
    if (trail->contactPose < 0 || !(whole > 0.0)) return;
    cdVec3 met = getCenter(pass, trail->lengths[trail->contactPose] / whole);
    gxAddPoint(&view->front, ConvertPoint(met, origin), 7.0f * (float)view->scale,
               FadeColor(GetRoleColor(pass->view->theme, CD_ROLE_FIRST_CONTACT), strength));
}
