// The corner views of an event.
//
// (1) From near: the two elements, or the two spheres, with the path of the moved one, scaled to fill the
// view. (2) The sphere of directions: the vectors tried in order, each the one before reflected at r, on the
// great circle of both [CW96 2.2, Eq. 2].
#include "view/inset_steps.h"

#include "view/convert.h"
#include "view/inset.h"
#include "view/palette.h"

#include <math.h>
#include <stdio.h>

enum { PATH_POINTS = 32, CIRCLE_STEPS = 48, VECTOR_MAX = 12 };

// An inset with the part of the world that it shows.
typedef struct Near {
    const ViewPass *pass;
    Inset *inset;
    cdVec3 center;
    double scale; // of the inset's unit
} Near;

static vec3s place(const Near *near, cdVec3 p) {
    return ConvertVector(cdScale(near->scale, cdSub(p, near->center)));
}

static void addLine(const Near *near, cdVec3 a, cdVec3 b, double width, gxColor color) {
    gxAddLine(&near->inset->front, place(near, a), place(near, b), (float)(width * near->pass->view->scale),
              color);
}

static void addPoint(const Near *near, cdVec3 p, double width, gxColor color) {
    float scale = (float)near->pass->view->scale;
    gxAddPoint(&near->inset->front, place(near, p), (float)(width + 3.0) * scale, GetRimColor());
    gxAddPoint(&near->inset->front, place(near, p), (float)width * scale, color);
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
    addCircle(near, center, cdScale(radius, ConvertBack(right)), cdScale(radius, ConvertBack(up)), width,
              color);
}

// --- (1)

static void addElement(const Near *near, const cdVec3 *corners, int count, gxColor color) {
    if (count == 1) addPoint(near, corners[0], 8.0, color);
    for (int i = 0; count > 1 && i < (count == 2 ? 1 : 3); ++i)
        addLine(near, corners[i], corners[(i + 1) % count], 2.6, color);
    if (count != 3) return;
    gxAddFill(&near->inset->fills, place(near, corners[0]), place(near, corners[1]), place(near, corners[2]),
              FadeColor(color, 0.45));
}

// The way of a point of A, which is at p where the mesh is shown, over the part of interest.
static void addPath(const Near *near, const StepMeshes *meshes, cdVec3 p, gxColor color) {
    const StageSteps *steps = &near->pass->stage->steps;
    cdInterval t = steps->shown.event.t;
    cdVec3 local = cdInvTransformPoint(meshes->poseA, p);
    cdVec3 last = cdTransformPoint(cdGetPoseAt(&steps->motion, t.lo), local);
    for (int i = 1; i <= PATH_POINTS; ++i) {
        double at = fmin(t.lo + (t.hi - t.lo) * i / PATH_POINTS, 1.0);
        cdVec3 next = cdTransformPoint(cdGetPoseAt(&steps->motion, at), local);
        addLine(near, last, next, 1.1, FadeColor(color, 0.7));
        last = next;
    }
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

// The point of an edge that is nearest to another edge's line, both by their ends.
static cdVec3 findNearest(const cdVec3 edge[2], const cdVec3 other[2]) {
    cdVec3 u = cdSub(edge[1], edge[0]), v = cdSub(other[1], other[0]), w = cdSub(edge[0], other[0]);
    double uu = cdLengthSq(u), uv = cdDot(u, v), vv = cdLengthSq(v), wide = uu * vv - uv * uv;
    double at = wide > 0.0 ? (uv * cdDot(v, w) - vv * cdDot(u, w)) / wide : 0.5;
    return cdLerp(edge[0], edge[1], fmin(fmax(at, 0.0), 1.0));
}

// Where the two come together, as near as the smaller one needs it, which a vertex never is.
static void lookAt(Near *near, const StepElements *elements) {
    double sizeA = getSize(elements->a, elements->countA), sizeB = getSize(elements->b, elements->countB);
    bool smallerA = sizeA > 0.0 && (sizeA < sizeB || !(sizeB > 0.0));
    double size = smallerA ? sizeA : sizeB, reach = 1.7 * size;
    if (elements->countA == 2 && elements->countB == 2) {
        near->center =
            smallerA ? findNearest(elements->a, elements->b) : findNearest(elements->b, elements->a);
    } else if (elements->countA == 1 || elements->countB == 1) {
        cdVec3 vertex = elements->countA == 1 ? elements->a[0] : elements->b[0];
        cdVec3 face = elements->countA == 1 ? getMiddle(elements->b, 3) : getMiddle(elements->a, 3);
        near->center = vertex;
        reach = fmax(reach, size + cdLength(cdSub(vertex, face)));
    } else {
        near->center = smallerA ? getMiddle(elements->a, 3) : getMiddle(elements->b, 3);
    }
    near->scale = reach > 0.0 ? 1.0 / reach : 1.0;
}

static void addElementsInset(const ViewPass *pass, const StepMeshes *meshes, const StepElements *elements) {
    Near near = {.pass = pass};
    lookAt(&near, elements);
    char note[48];
    snprintf(note, sizeof note, "at t = %.6f", pass->stage->steps.shown.t);
    near.inset = OpenInset(pass, &(InsetDef){INSET_TOP_LEFT, "From near", note, 1.25});
    if (!near.inset) return;
    addElement(&near, elements->b, elements->countB, GetBoxColor(BOX_B));
    for (int i = 0; i < elements->countA; ++i)
        addPath(&near, meshes, elements->a[i], GetBoxColor(BOX_A));
    addElement(&near, elements->a, elements->countA, GetBoxColor(BOX_A));
    AddInsetWord(pass, near.inset, "moved", GetBoxColor(BOX_A));
    AddInsetWord(pass, near.inset, "fixed", GetBoxColor(BOX_B));
}

// Of the moved sphere's places on the way that the event is about the one nearest to the other's centre.
static cdVec3 findNearestPlace(const StageSteps *steps, cdVec3 center, cdVec3 other) {
    const cdTraceEvent *event = &steps->shown.event;
    cdVec3 nearest = other;
    double least = INFINITY;
    for (int i = 0; i <= PATH_POINTS; ++i) {
        double t = fmin(event->t.lo + (event->t.hi - event->t.lo) * i / PATH_POINTS, 1.0);
        cdVec3 place = cdTransformPoint(cdGetPoseAt(&steps->motion, t), center);
        double distance = cdLength(cdSub(place, other));
        if (distance < least) nearest = place;
        least = fmin(least, distance);
    }
    return nearest;
}

// Both spheres fill the view where they are nearest; of spheres that stay far from each other the fixed one
// with some of its surroundings.
static Near frameSpheres(const ViewPass *pass, cdVec3 place, double radius, cdVec3 other,
                         double otherRadius) {
    cdVec3 way = cdSub(place, other);
    double distance = cdLength(way), half = 0.5 * (distance + radius + otherRadius);
    double most = 3.0 * fmax(radius, otherRadius), along = half - otherRadius;
    if (half > most) {
        half = most;
        along = 0.0;
    }
    cdVec3 center = distance > 0.0 ? cdMulAdd(other, along / distance, way) : other;
    return (Near){.pass = pass, .center = center, .scale = 1.0 / half};
}

static void addSpheresInset(const ViewPass *pass, const StepMeshes *meshes) {
    const StageSteps *steps = &pass->stage->steps;
    const cdTraceEvent *event = &steps->shown.event;
    cdSphereNode a = cdGetSphereNode(meshes->a, event->a), b = cdGetSphereNode(meshes->b, event->b);
    cdVec3 atB = cdTransformPoint(meshes->poseB, b.center);
    cdVec3 nearest = findNearestPlace(steps, a.center, atB);
    Near near = frameSpheres(pass, nearest, a.radius, atB, b.radius);
    char note[64];
    snprintf(note, sizeof note, "radii %.3g and %.3g", a.radius, b.radius);
    near.inset = OpenInset(pass, &(InsetDef){INSET_TOP_LEFT, "Both spheres", note, 1.25});
    if (!near.inset) return;
    addOutline(&near, atB, b.radius, 2.4, GetBoxColor(BOX_B));
    addPath(&near, meshes, cdTransformPoint(meshes->poseA, a.center), GetBoxColor(BOX_A));
    for (int i = 0; i <= PATH_POINTS; i += 4) {
        double t = fmin(event->t.lo + (event->t.hi - event->t.lo) * i / PATH_POINTS, 1.0);
        cdVec3 place = cdTransformPoint(cdGetPoseAt(&steps->motion, t), a.center);
        addOutline(&near, place, a.radius, 1.0, FadeColor(GetBoxColor(BOX_A), 0.4));
    }
    addOutline(&near, nearest, a.radius, 2.4, GetBoxColor(BOX_A));
    addLine(&near, nearest, atB, 1.4, GetStepColor(event));
    AddInsetWord(pass, near.inset, "moved", GetBoxColor(BOX_A));
    AddInsetWord(pass, near.inset, "fixed", GetBoxColor(BOX_B));
}

// --- (2)

static void addArc(const Near *near, cdVec3 from, cdVec3 to, gxColor color) {
    cdVec3 last = from;
    for (int i = 1; i <= PATH_POINTS; ++i) {
        cdVec3 next = cdLerp(from, to, (double)i / PATH_POINTS);
        if (!(cdLengthSq(next) > 0.0)) return; // opposite: no arc is shorter
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
    gxColor color = event->c[8] > 0.0 ? GetStatusLook(STAGE_CONTACT).text : GetRoleColor(CD_ROLE_SEPARATOR);
    addPoint(near, getVector(event), now ? 10.0 : 6.0, now ? color : FadeColor(color, 0.7));
    AddInsetLabel(near->pass, near->inset, getVector(event), 8.0 * scale, -10.0 * scale, text,
                  GetTextColor());
}

static void addDirections(const ViewPass *pass) {
    const StageSteps *steps = &pass->stage->steps;
    const cdTraceEvent *events = steps->trace.events;
    int32_t first = steps->shown.firstVector, last = steps->at;
    if (first < 0 || events[first].kind != CD_TRACE_VECTOR) return;
    if (events[last].kind != CD_TRACE_VECTOR) --last;
    Near near = {.pass = pass, .scale = 1.0};
    near.inset = OpenInset(pass, &(InsetDef){INSET_TOP_RIGHT, "Directions tried", "[CW96 2.2, Eq. 2]", 1.3});
    if (!near.inset) return;
    cdVec3 none = {0.0, 0.0, 0.0};
    addOutline(&near, none, 1.0, 1.6, FadeColor(GetNoteColor(), 0.9));
    const cdVec3 axes[3] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
    for (int i = 0; i < 3; ++i)
        addCircle(&near, none, axes[i], axes[(i + 1) % 3], 0.8, FadeColor(GetNoteColor(), 0.3));
    int32_t begin = last - first >= VECTOR_MAX ? last - VECTOR_MAX + 1 : first;
    for (int32_t i = begin; i <= last; ++i) {
        if (i > begin) addArc(&near, getVector(&events[i - 1]), getVector(&events[i]), GetNoteColor());
        addDirection(&near, &events[i], (int)(i - first) + 1, i == last);
    }
    cdVec3 r = {events[last].c[4], events[last].c[5], events[last].c[6]};
    double length = cdLength(r);
    if (length > 0.0) addLine(&near, none, cdScale(1.0 / length, r), 2.0, GetBoxColor(BOX_B));
    AddInsetWord(pass, near.inset, "S", GetRoleColor(CD_ROLE_SEPARATOR));
    AddInsetWord(pass, near.inset, "r = q - p", GetBoxColor(BOX_B));
}

void AddStepInsets(const ViewPass *pass, const StepMeshes *meshes) {
    const cdTraceEvent *event = &pass->stage->steps.shown.event;
    StepElements elements;
    if (event->kind == CD_TRACE_VECTOR || event->kind == CD_TRACE_HULLS)
        addDirections(pass);
    else if (GetStepElements(meshes, event, &elements))
        addElementsInset(pass, meshes, &elements);
    else if (event->kind == CD_TRACE_SPHERE_APART || event->kind == CD_TRACE_SPHERE_MEET ||
             event->kind == CD_TRACE_LABEL_SKIP)
        addSpheresInset(pass, meshes);
}
