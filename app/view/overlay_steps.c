// The current event of a search over the picture.
//
// The library's debug draw provides shapes with role, owner and strength. This file chooses colours, widths
// and the form of spheres: an outline as seen from far away. Rejected parts are paler, with a word. Previous
// tests of the same two meshes form a fading trail.
#include "view/overlay_steps.h"
#include "view/labels.h"

#include "view/convert.h"
#include "view/inset_steps.h"
#include "view/marks.h"
#include "view/palette.h"

#include <cglm/struct.h>
#include <math.h>

enum { CIRCLE_STEPS = 40, TRAIL_EVENTS = 40 };

typedef struct StepPass {
    const ViewPass *view;
    double trail; // above 0: a previous event, with this share of its colour
} StepPass;

gxColor GetOwnerColor(Theme theme, cdDrawOwner owner) {
    return owner == CD_OWNER_NONE ? GetTextColor(theme)
                                  : GetBoxColor(theme, owner == CD_OWNER_A ? BOX_A : BOX_B);
}

static gxColor getOpaqueColor(Theme theme, cdDrawStyle style) {
    switch (style.role) {
    case CD_ROLE_CULLED:
        return GetStatusLook(theme, STAGE_FREE).text;
    case CD_ROLE_TRACE:
        return GetStatusLook(theme, STAGE_NEAR).text;
    case CD_ROLE_FIRST_CONTACT:
        return GetStatusLook(theme, STAGE_CONTACT).text;
    case CD_ROLE_SPHERE:
        return GetOwnerColor(theme, style.owner);
    case CD_ROLE_INDEX:
        return GetRoleColor(theme, CD_ROLE_TRACE);
    default:
        return GetRoleColor(theme, style.role);
    }
}

gxColor GetStepColor(Theme theme, cdDrawStyle style) {
    return FadeColor(getOpaqueColor(theme, style), 1.0 - style.fade);
}

static double getWidth(cdDrawStyle style) {
    switch (style.role) {
    case CD_ROLE_HULL:
    case CD_ROLE_CELL:
        return 0.9;
    case CD_ROLE_SEPARATOR:
    case CD_ROLE_SCREW:
        return 2.0;
    case CD_ROLE_INDEX:
        return 2.2;
    case CD_ROLE_INDEX_CELL:
        return 1.5;
    case CD_ROLE_CULLED:
        return style.fade > 0.0 ? 1.6 : 2.2;
    default:
        return style.fade > 0.0 ? 1.6 : 3.6;
    }
}

static void addLine(const ViewPass *pass, cdVec3 a, cdVec3 b, double width, gxColor color) {
    const double *origin = pass->camera->origin;
    gxAddLine(&pass->view->front, ConvertPoint(a, origin), ConvertPoint(b, origin),
              (float)(width * pass->view->scale), color);
}

static void drawSegment(cdVec3 a, cdVec3 b, cdDrawStyle style, void *context) {
    const StepPass *pass = context;
    if (pass->trail > 0.0)
        addLine(pass->view, a, b, 1.3, FadeColor(GetNoteColor(pass->view->view->theme), pass->trail));
    else
        addLine(pass->view, a, b, getWidth(style), GetStepColor(pass->view->view->theme, style));
}

// Parts of cut planes are filled to stand out; elements are outlines.
static void drawTriangle(cdVec3 a, cdVec3 b, cdVec3 c, cdDrawStyle style, void *context) {
    const StepPass *pass = context;
    if (style.role == CD_ROLE_INDEX) {
        const double *origin = pass->view->camera->origin;
        gxColor color = GetStepColor(pass->view->view->theme, style);
        color.a = 70;
        gxAddFill(&pass->view->view->fills, ConvertPoint(a, origin), ConvertPoint(b, origin),
                  ConvertPoint(c, origin), color);
        return;
    }
    drawSegment(a, b, style, context);
    drawSegment(b, c, style, context);
    drawSegment(c, a, style, context);
}

static cdTraceKind getKind(const StepPass *pass) {
    return pass->view->stage->steps.shown.event.kind;
}

static bool isOfHulls(const StepPass *pass) {
    return getKind(pass) == CD_TRACE_VECTOR || getKind(pass) == CD_TRACE_HULLS;
}

static void drawPoint(cdVec3 p, cdDrawStyle style, void *context) {
    const StepPass *pass = context;
    double width = getWidth(style);
    if (pass->trail > 0.0)
        AddMarkPoint(pass->view, p, 3.9, FadeColor(GetNoteColor(pass->view->view->theme), pass->trail));
    else if (isOfHulls(pass))
        AddMarkPoint(pass->view, p, 7.0, GetOwnerColor(pass->view->view->theme, style.owner));
    else if (style.owner != CD_OWNER_NONE)
        AddMarkPoint(pass->view, p, 3.0 * width, GetStepColor(pass->view->view->theme, style));
    else
        AddMarkPoint(pass->view, p, 8.0, GetStepColor(pass->view->view->theme, style));
}

static void drawSphere(cdVec3 center, double radius, cdDrawStyle style, void *context) {
    const StepPass *pass = context;
    double right[3], up[3], forward[3];
    gxGetCameraAxes(pass->view->camera, right, up, forward);
    cdVec3 x = cdScale(radius, ConvertBack(right)), y = cdScale(radius, ConvertBack(up));
    cdVec3 last = cdAdd(center, x);
    double width = style.fade == 0.0 ? 2.6 : style.fade < 0.5 ? 1.4 : 1.0;
    for (int i = 1; i <= CIRCLE_STEPS; ++i) {
        double angle = 6.28318530717958647692 * i / CIRCLE_STEPS;
        cdVec3 next = cdMulAdd(cdMulAdd(center, cos(angle), x), sin(angle), y);
        addLine(pass->view, last, next, width, GetStepColor(pass->view->view->theme, style));
        last = next;
    }
}

static void drawArrow(cdVec3 from, cdVec3 to, cdDrawStyle style, void *context) {
    const ViewPass *view = ((const StepPass *)context)->view;
    const double *origin = view->camera->origin;
    vec3s tail = ConvertPoint(from, origin), tip = ConvertPoint(to, origin);
    gxAddArrow(&view->view->front, tail, tip, 0.2f * glms_vec3_distance(tail, tip),
               3.0f * (float)view->view->scale, GetStepColor(view->view->theme, style));
}

// Labels are below points where a line leads upwards: at ends of vectors, at centres of spheres.
static void drawLabel(cdVec3 p, const char *text, cdDrawStyle style, void *context) {
    const StepPass *pass = context;
    const ViewPass *view = pass->view;
    double scale = view->view->scale;
    bool owned = style.owner != CD_OWNER_NONE, under = owned || IsStepOfNodes(getKind(pass));
    gxColor color = owned && isOfHulls(pass) ? GetOwnerColor(pass->view->view->theme, style.owner)
                                             : GetStepColor(pass->view->view->theme, style);
    AddLabel(view, p, 12.0 * scale, (under ? 14.0 : -14.0) * scale, text, color);
}

// Draws previous tests of the same two meshes.
static void addTrail(const StepPass *pass, const cdTracedQuery *query) {
    const StageSteps *steps = &pass->view->stage->steps;
    int32_t done = steps->shown.counts[CD_TRACE_ELEMENTS], first = steps->firsts[CD_TRACE_ELEMENTS];
    int32_t met = FindStepBefore(steps, CD_TRACE_OBSTACLE, steps->at);
    cdTracedQuery still = *query;
    still.motion = NULL;
    for (int32_t i = 1; i <= TRAIL_EVENTS && i <= done; ++i) {
        int32_t at = steps->order[first + done - i];
        if (at < met) return;
        StepPass trail = {pass->view, 0.7 * (1.0 - (double)i / (TRAIL_EVENTS + 1))};
        const cdDebugDraw draw = {
            .segment = drawSegment, .triangle = drawTriangle, .point = drawPoint, .context = &trail};
        cdDrawTraceEvent(&draw, &steps->trace.events[at], &still);
    }
}

// The end of a search for a vector is drawn as the last tried vector, which has the vertices p and q.
static const cdTraceEvent *chooseDrawn(const StageSteps *steps) {
    const cdTraceEvent *event = &steps->shown.event;
    if (event->kind != CD_TRACE_HULLS || steps->at == 0) return event;
    const cdTraceEvent *before = &steps->trace.events[steps->at - 1];
    return before->kind == CD_TRACE_VECTOR ? before : event;
}

void AddSteps(const ViewPass *pass) {
    const StageSteps *steps = &pass->stage->steps;
    if (!HasStep(pass->stage) || steps->search == STEPS_BOXES) return;
    cdTracedQuery query = GetStepQuery(pass->stage);
    if (!query.meshA || (!query.meshB && steps->search != STEPS_INDEX)) return;
    const cdTraceEvent *event = &steps->shown.event;
    StepPass step = {.view = pass};
    const cdDebugDraw draw = {.segment = drawSegment,
                              .triangle = drawTriangle,
                              .point = drawPoint,
                              .sphere = drawSphere,
                              .arrow = drawArrow,
                              .label = pass->options->labels ? drawLabel : NULL,
                              .context = &step};
    if (pass->options->insets) AddStepInsets(pass, &query);
    if (steps->search == STEPS_QUERY && event->kind != CD_TRACE_VECTOR && event->kind != CD_TRACE_HULLS)
        addTrail(&step, &query);
    cdDrawTraceEvent(&draw, chooseDrawn(steps), &query);
}
