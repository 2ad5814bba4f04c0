// Two boxes in motion over the picture: their paths, touching points, and insets that show the search.
#include "view/inset_boxes.h"
#include "view/labels.h"

#include "view/convert.h"
#include "view/marks.h"
#include "view/palette.h"

#include <cglm/struct.h>

enum { PATH_POINTS = 64 };

// Bright up to the present pose; opaque, so that the round ends of its pieces are invisible.
static void addPaths(const ViewPass *pass) {
    const StageBoxes *boxes = &pass->stage->boxes;
    const double *origin = pass->camera->origin;
    float width = 2.0f * (float)pass->view->scale;
    cdBoxAt a, b, nextA, nextB;
    cdGetBoxesAt(&boxes->input, 0.0, &a, &b);
    for (int i = 1; i < PATH_POINTS; ++i) {
        double t = (double)i / (PATH_POINTS - 1);
        cdGetBoxesAt(&boxes->input, t, &nextA, &nextB);
        double share = t <= boxes->t ? 1.0 : 0.5;
        gxAddLine(&pass->view->overlay, ConvertPoint(a.center, origin), ConvertPoint(nextA.center, origin),
                  width, QuietColor(pass->view->theme, GetBoxColor(pass->view->theme, BOX_A), share));
        if (cdLength(cdSub(nextB.center, b.center)) > 0.0)
            gxAddLine(&pass->view->overlay, ConvertPoint(b.center, origin),
                      ConvertPoint(nextB.center, origin), width,
                      QuietColor(pass->view->theme, GetBoxColor(pass->view->theme, BOX_B), share));
        a = nextA;
        b = nextB;
    }
}

static void addTouch(const ViewPass *pass) {
    const StageBoxes *boxes = &pass->stage->boxes;
    const cdBoxContact *contact = &boxes->contact;
    bool shown = pass->options->contact && !boxes->byHand; // after a drag the query's contact is shown
    if (GetTouchingPair(boxes).kind == CD_NO_CONTACT || !shown) return;
    const double *origin = pass->camera->origin;
    float scale = (float)pass->view->scale;
    double length = GetPixelLength(pass, contact->point, 72.0 * pass->view->scale);
    vec3s at = ConvertPoint(contact->point, origin);
    vec3s tip = ConvertPoint(cdMulAdd(contact->point, length, contact->normal), origin);
    if (pass->options->normals) {
        gxAddArrow(&pass->view->front, at, tip, 0.3f * glms_vec3_distance(at, tip), 3.0f * scale,
                   GetRoleColor(pass->view->theme, CD_ROLE_NORMAL));
    }
    gxAddPoint(&pass->view->front, at, 11.0f * scale, GetRimColor(pass->view->theme));
    gxAddPoint(&pass->view->front, at, 8.0f * scale, GetRoleColor(pass->view->theme, CD_ROLE_FIRST_CONTACT));
    char text[64];
    cdDescribeBoxPair(contact->pair, text, sizeof text);
    if (pass->options->labels)
        AddLabel(pass, contact->point, 14.0 * pass->view->scale, 16.0 * pass->view->scale, text,
                 GetRoleColor(pass->view->theme, CD_ROLE_FIRST_CONTACT));
}

void AddBoxes(const ViewPass *pass) {
    const StageBoxes *boxes = &pass->stage->boxes;
    if (!boxes->present || pass->stage->world.present) return;
    if (pass->options->insets) {
        AddSumInset(pass);
        AddSphereInset(pass);
    }
    addPaths(pass);
    addTouch(pass);
}
