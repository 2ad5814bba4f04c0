// The insets of a search event.
//
// (1) Close-up: the two elements, or the two spheres, with the path of the moved one, scaled to fill the
// view. (2) The sphere of directions: the vectors tried in order, each the reflection of the previous one at
// r, on the great circle of both [CW96 2.2, Eq. 2].
#include "view/inset_steps.h"

#include "view/convert.h"
#include "view/inset.h"
#include "view/palette.h"

#include <math.h>
#include <stdio.h>

enum { PATH_POINTS = 32, CIRCLE_STEPS = 48, VECTOR_MAX = 12 };

// An inset and the part of the world that it shows.
typedef struct Near {
    const ViewPass *pass;
    Inset *inset;
    cdVec3 center;
    double scale; // to the inset's unit
    cdQuat turn;  // of the part, so that the separating direction appears from the side
} Near;

static vec3s transform(const Near *near, cdVec3 p) {
    return ConvertVector(cdScale(near->scale, cdRotate(near->turn, cdSub(p, near->center))));
}

static void addLine(const Near *near, cdVec3 a, cdVec3 b, double width, gxColor color) {
    gxAddLine(&near->inset->front, transform(near, a), transform(near, b),
              (float)(width * near->pass->view->scale), color);
}

static void addPoint(const Near *near, cdVec3 p, double width, gxColor color) {
    float scale = (float)near->pass->view->scale;
    gxAddPoint(&near->inset->front, transform(near, p), (float)(width + 3.0) * scale,
               GetRimColor(near->pass->view->theme));
    gxAddPoint(&near->inset->front, transform(near, p), (float)width * scale, color);
}

static void addCircle(const Near *near, cdVec3 center, cdVec3 x, cdVec3 y, double width, gxColor color) {
    cdVec3 last = cdAdd(center, x);
    for (int i = 1; i <= CIRCLE_STEPS; ++i) {
        double angle = 6.28318530717958647692 * i / CIRCLE_STEPS;
        cdVec3 next = cdMulAdd(cdMulAdd(center, cos(angle), x), sin(angle), y);
        addLine(near, last, next, width, color);
        last = next;
    }
}

static void addOutline(const Near *near, cdVec3 center, double radius, double width, gxColor color) {
    double right[3], up[3], forward[3];
    gxGetCameraAxes(&near->inset->camera, right, up, forward);
    cdVec3 x = cdInvRotate(near->turn, ConvertBack(right)), y = cdInvRotate(near->turn, ConvertBack(up));
    addCircle(near, center, cdScale(radius, x), cdScale(radius, y), width, color);
}

// --- (1) Close-up

// Both meshes' parts of an event: corners of its elements, its spheres.
typedef struct Parts {
    cdVec3 corners[CD_OWNER_B + 1][4];
    int counts[CD_OWNER_B + 1];
    cdVec3 centers[CD_OWNER_B + 1];
    double radii[CD_OWNER_B + 1];
    cdVec3 sides[2]; // of the plane between the two
    int sideCount;
} Parts;

static void takePoint(cdVec3 p, cdDrawStyle style, void *context) {
    Parts *parts = context;
    if (parts->counts[style.owner] < 4) parts->corners[style.owner][parts->counts[style.owner]++] = p;
}

static void takeSegment(cdVec3 a, cdVec3 b, cdDrawStyle style, void *context) {
    Parts *parts = context;
    if (style.role == CD_ROLE_SEPARATOR && parts->sideCount < 2)
        parts->sides[parts->sideCount++] = cdSub(b, a);
    if (style.owner == CD_OWNER_NONE) return;
    takePoint(a, style, context);
    takePoint(b, style, context);
}

static void takeTriangle(cdVec3 a, cdVec3 b, cdVec3 c, cdDrawStyle style, void *context) {
    takePoint(a, style, context);
    takePoint(b, style, context);
    takePoint(c, style, context);
}

// Takes a mesh's sphere, drawn last except for its ancestors; the moved one at its nearest pose to the other.
static void takeSphere(cdVec3 center, double radius, cdDrawStyle style, void *context) {
    Parts *parts = context;
    if (style.role == CD_ROLE_SPHERE) return;
    parts->centers[style.owner] = center;
    parts->radii[style.owner] = radius;
}

static Parts takeParts(const cdTraceEvent *event, const cdTracedQuery *query) {
    Parts parts = {0};
    bool nodes = IsStepOfNodes(event->kind);
    const cdDebugDraw draw = {.segment = takeSegment,
                              .triangle = takeTriangle,
                              .point = takePoint,
                              .sphere = takeSphere,
                              .context = &parts};
    cdTracedQuery taken = *query;
    if (!nodes) taken.motion = NULL; // no paths
    cdDrawTraceEvent(&draw, event, &taken);
    return parts;
}

// Paths are thin; the line between two centres has the colour of the outcome.
static void drawNearSegment(cdVec3 a, cdVec3 b, cdDrawStyle style, void *context) {
    const Near *near = context;
    if (style.owner == CD_OWNER_NONE)
        addLine(near, a, b, style.role == CD_ROLE_CELL ? 0.7 : 1.4,
                GetStepColor(near->pass->view->theme, (cdDrawStyle){.role = style.role}));
    else if (style.fade > 0.0)
        addLine(near, a, b, 1.1, FadeColor(GetOwnerColor(near->pass->view->theme, style.owner), 0.7));
    else
        addLine(near, a, b, 2.6, GetOwnerColor(near->pass->view->theme, style.owner));
}

static void drawNearTriangle(cdVec3 a, cdVec3 b, cdVec3 c, cdDrawStyle style, void *context) {
    const Near *near = context;
    drawNearSegment(a, b, style, context);
    drawNearSegment(b, c, style, context);
    drawNearSegment(c, a, style, context);
    gxAddFill(&near->inset->fills, transform(near, a), transform(near, b), transform(near, c),
              FadeColor(GetOwnerColor(near->pass->view->theme, style.owner), 0.45));
}

static void drawNearPoint(cdVec3 p, cdDrawStyle style, void *context) {
    const Near *near = context;
    addPoint(near, p, 8.0, GetOwnerColor(near->pass->view->theme, style.owner));
}

static void drawNearSphere(cdVec3 center, double radius, cdDrawStyle style, void *context) {
    if (style.role == CD_ROLE_SPHERE) return; // ancestors are larger than the view
    const Near *near = context;
    bool strong = style.fade == 0.0;
    addOutline(near, center, radius, strong ? 2.4 : 1.0,
               FadeColor(GetOwnerColor(near->pass->view->theme, style.owner), strong ? 1.0 : 0.4));
}

static void drawNear(Near *near, const cdTracedQuery *query) {
    const cdDebugDraw draw = {.segment = drawNearSegment,
                              .triangle = drawNearTriangle,
                              .point = drawNearPoint,
                              .sphere = drawNearSphere,
                              .context = near};
    cdDrawTraceEvent(&draw, &near->pass->stage->steps.shown.event, query);
    AddInsetWord(near->pass, near->inset, "moved", GetBoxColor(near->pass->view->theme, BOX_A));
    AddInsetWord(near->pass, near->inset, "fixed", GetBoxColor(near->pass->view->theme, BOX_B));
}

static cdVec3 getMiddle(const cdVec3 *corners, int count) {
    cdVec3 sum = {0.0, 0.0, 0.0};
    for (int i = 0; i < count; ++i)
        sum = cdAdd(sum, corners[i]);
    return cdScale(1.0 / count, sum);
}

static double getSize(const cdVec3 *corners, int count) {
    cdVec3 middle = getMiddle(corners, count);
    double size = 0.0;
    for (int i = 0; i < count; ++i)
        size = fmax(size, cdLength(cdSub(corners[i], middle)));
    return size;
}

// Returns the point of an edge nearest to another edge's line, both given by their ends.
static cdVec3 findNearest(const cdVec3 edge[2], const cdVec3 other[2]) {
    cdVec3 u = cdSub(edge[1], edge[0]), v = cdSub(other[1], other[0]), w = cdSub(edge[0], other[0]);
    double uu = cdLengthSq(u), uv = cdDot(u, v), vv = cdLengthSq(v), wide = uu * vv - uv * uv;
    double at = wide > 0.0 ? (uv * cdDot(v, w) - vv * cdDot(u, w)) / wide : 0.5;
    return cdLerp(edge[0], edge[1], fmin(fmax(at, 0.0), 1.0));
}

// Shows the region where the elements meet, sized for the smaller one (vertices do not count).
static void lookAt(Near *near, const Parts *parts) {
    const cdVec3 *a = parts->corners[CD_OWNER_A], *b = parts->corners[CD_OWNER_B];
    int countA = parts->counts[CD_OWNER_A], countB = parts->counts[CD_OWNER_B];
    double sizeA = getSize(a, countA), sizeB = getSize(b, countB);
    bool smallerA = sizeA > 0.0 && (sizeA < sizeB || !(sizeB > 0.0));
    double size = smallerA ? sizeA : sizeB, reach = 1.7 * size;
    if (countA == 2 && countB == 2) {
        near->center = smallerA ? findNearest(a, b) : findNearest(b, a);
    } else if (countA == 1 || countB == 1) {
        cdVec3 vertex = countA == 1 ? a[0] : b[0];
        cdVec3 face = countA == 1 ? getMiddle(b, 3) : getMiddle(a, 3);
        near->center = vertex;
        reach = fmax(reach, size + cdLength(cdSub(vertex, face)));
    } else {
        near->center = smallerA ? getMiddle(a, 3) : getMiddle(b, 3);
    }
    near->scale = reach > 0.0 ? 1.0 / reach : 1.0;
}

static void addElementsInset(const ViewPass *pass, const cdTracedQuery *query, const Parts *parts) {
    Near near = {.pass = pass, .turn = cdIdentityPose().q};
    lookAt(&near, parts);
    char note[48];
    snprintf(note, sizeof note, "at t = %.6f", pass->stage->steps.shown.t);
    near.inset = OpenInset(pass, &(InsetDef){INSET_TOP_LEFT, "Close-up", note, 1.25});
    if (near.inset) drawNear(&near, query);
}

// Shows both spheres at their nearest poses; of distant spheres, the fixed one with some surroundings.
static void lookAtSpheres(Near *near, const Parts *parts) {
    cdVec3 other = parts->centers[CD_OWNER_B], offset = cdSub(parts->centers[CD_OWNER_A], other);
    double radius = parts->radii[CD_OWNER_A], otherRadius = parts->radii[CD_OWNER_B];
    double distance = cdLength(offset), half = 0.5 * (distance + radius + otherRadius);
    double limit = 3.0 * fmax(radius, otherRadius), along = half - otherRadius;
    if (half > limit) {
        half = limit;
        along = 0.0;
    }
    near->center = distance > 0.0 ? cdMulAdd(other, along / distance, offset) : other;
    near->scale = half > 0.0 ? 1.0 / half : 1.0;
}

// Returns the smallest turn that brings the separating direction into the plane of the picture: the line of
// centres of spheres, the normal of a plane. Along the line of sight disjoint spheres would cover each other.
static cdQuat chooseTurn(const ViewPass *pass, const Parts *parts) {
    double right[3], up[3], forward[3];
    gxGetCameraAxes(pass->camera, right, up, forward);
    cdVec3 side = cdSub(parts->centers[CD_OWNER_A], parts->centers[CD_OWNER_B]), eye = ConvertBack(forward);
    if (parts->sideCount == 2) side = cdCross(parts->sides[0], parts->sides[1]);
    if (!(cdLengthSq(side) > 0.0)) return cdIdentityPose().q;
    side = cdNormalize(side);
    double along = cdDot(side, eye);
    cdVec3 axis = cdCross(side, eye);
    if (!(cdLength(axis) > 1e-6)) axis = ConvertBack(up);
    return cdMakeQuat(cdNormalize(axis), -asin(fmin(fmax(along, -1.0), 1.0)));
}

static void addSpheresInset(const ViewPass *pass, const cdTracedQuery *query, const Parts *parts) {
    Near near = {.pass = pass, .turn = chooseTurn(pass, parts)};
    lookAtSpheres(&near, parts);
    const cdTraceEvent *event = &pass->stage->steps.shown.event;
    char note[64];
    snprintf(note, sizeof note, "radii %.3g and %.3g", parts->radii[CD_OWNER_A], parts->radii[CD_OWNER_B]);
    bool ofPlane = event->how == CD_HOW_SLAB || event->how == CD_HOW_BOX;
    if (ofPlane) snprintf(note, sizeof note, "gap %.3g", event->c[6]);
    const char *title = event->how == CD_HOW_SLAB  ? "Discs, from the side"
                        : event->how == CD_HOW_BOX ? "Boxes, from the side"
                                                   : "Spheres, from the side";
    near.inset = OpenInset(pass, &(InsetDef){INSET_TOP_LEFT, title, note, 1.25});
    if (near.inset) drawNear(&near, query);
}

// --- (2) Sphere of directions

static void addArc(const Near *near, cdVec3 from, cdVec3 to, gxColor color) {
    cdVec3 last = from;
    for (int i = 1; i <= PATH_POINTS; ++i) {
        cdVec3 next = cdLerp(from, to, (double)i / PATH_POINTS);
        if (!(cdLengthSq(next) > 0.0)) return; // opposite: no unique shortest arc
        next = cdNormalize(next);
        addLine(near, last, next, 1.6, color);
        last = next;
    }
}

static cdVec3 getVector(const cdTraceEvent *event) {
    return (cdVec3){event->c[0], event->c[1], event->c[2]};
}

static void addDirection(const Near *near, const cdTraceEvent *event, int number, bool now) {
    char text[16];
    snprintf(text, sizeof text, "%d", number);
    double scale = near->pass->view->scale;
    gxColor color = event->c[8] > 0.0 ? GetStatusLook(near->pass->view->theme, STAGE_CONTACT).text
                                      : GetRoleColor(near->pass->view->theme, CD_ROLE_SEPARATOR);
    addPoint(near, getVector(event), now ? 10.0 : 6.0, now ? color : FadeColor(color, 0.7));
    AddInsetLabel(near->pass, near->inset, getVector(event), 8.0 * scale, -10.0 * scale, text,
                  GetTextColor(near->pass->view->theme));
}

static void addDirections(const ViewPass *pass) {
    const StageSteps *steps = &pass->stage->steps;
    const cdTraceEvent *events = steps->trace.events;
    int32_t first = steps->shown.firstVector, last = steps->at;
    if (first < 0 || events[first].kind != CD_TRACE_VECTOR) return;
    if (events[last].kind != CD_TRACE_VECTOR) --last;
    Near near = {.pass = pass, .scale = 1.0, .turn = cdIdentityPose().q};
    near.inset = OpenInset(pass, &(InsetDef){INSET_TOP_RIGHT, "Directions tried", "[CW96 2.2, Eq. 2]", 1.3});
    if (!near.inset) return;
    cdVec3 none = {0.0, 0.0, 0.0};
    addOutline(&near, none, 1.0, 1.6, FadeColor(GetNoteColor(pass->view->theme), 0.9));
    const cdVec3 axes[3] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
    for (int i = 0; i < 3; ++i)
        addCircle(&near, none, axes[i], axes[(i + 1) % 3], 0.8,
                  FadeColor(GetNoteColor(pass->view->theme), 0.3));
    int32_t begin = last - first >= VECTOR_MAX ? last - VECTOR_MAX + 1 : first;
    for (int32_t i = begin; i <= last; ++i) {
        if (i > begin)
            addArc(&near, getVector(&events[i - 1]), getVector(&events[i]), GetNoteColor(pass->view->theme));
        addDirection(&near, &events[i], (int)(i - first) + 1, i == last);
    }
    cdVec3 r = {events[last].c[4], events[last].c[5], events[last].c[6]};
    double length = cdLength(r);
    if (length > 0.0)
        addLine(&near, none, cdScale(1.0 / length, r), 2.0, GetBoxColor(pass->view->theme, BOX_B));
    AddInsetWord(pass, near.inset, "S", GetRoleColor(pass->view->theme, CD_ROLE_SEPARATOR));
    AddInsetWord(pass, near.inset, "r = q - p", GetBoxColor(pass->view->theme, BOX_B));
}

void AddStepInsets(const ViewPass *pass, const cdTracedQuery *query) {
    const cdTraceEvent *event = &pass->stage->steps.shown.event;
    if (event->kind == CD_TRACE_VECTOR || event->kind == CD_TRACE_HULLS) {
        addDirections(pass);
        return;
    }
    Parts parts = takeParts(event, query);
    if (IsStepOfNodes(event->kind) && parts.radii[CD_OWNER_B] > 0.0)
        addSpheresInset(pass, query, &parts);
    else if (parts.counts[CD_OWNER_A] > 0 && parts.counts[CD_OWNER_B] > 0)
        addElementsInset(pass, query, &parts);
}
