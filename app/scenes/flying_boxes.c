// Flying boxes: two boxes move along routes of quadratic functions of t, one route after the other, each up
// to the first contact that [AS05] finds.
//
// The routes: a spinning corner lands on a face, edges cross, a graze misses, a face lands on a face, a box
// is stretched and sheared until it touches, boxes start overlapping. A drag of the first box shows the screw
// of its step. The check compares each result with a reference without polynomials: the closed form if one
// exists, else the gap of the separating-axis test, which must be above 0 before the contact and 0 at it.
#include "scenes/box_motion.h"
#include "scenes/scene_resolve.h"
#include <stdio.h>
#include <stdlib.h>

enum { ROUTE_COUNT = 6, GRAZE = 2, FACES = 3, GROWTH = 4, INSIDE = 5 };

static const double degree = 3.14159265358979323846 / 180.0;
static const cdVec3 halfA = {0.55, 0.36, 0.70}, halfB = {0.90, 0.55, 0.60};
static const cdVec3 zero = {0.0, 0.0, 0.0}, upright = {0.0, 1.0, 0.0};
static const double near = 1e-9; // tolerance of a time, fraction of the step

// --- The routes

// Rotates by angles in degrees about z, then x, then y.
static cdQuat turnBy(double x, double y, double z) {
    cdQuat aboutX = cdMakeQuat((cdVec3){1.0, 0.0, 0.0}, x * degree);
    cdQuat aboutZ = cdMakeQuat((cdVec3){0.0, 0.0, 1.0}, z * degree);
    return cdNormalizeQuat(cdMulQuat(cdMakeQuat(upright, y * degree), cdMulQuat(aboutX, aboutZ)));
}

static cdQuadraticMatrix standAt(cdVec3 center) {
    return MakeFlight(turnBy(0.0, 0.0, 0.0), center, zero, zero);
}

static cdBoxesInput landOnFace(void) {
    const TurningFlight a = {turnBy(25.0, 20.0, 20.0), cdNormalize((cdVec3){0.4, 0.5, -1.0}),
                             120.0 * degree,           {-2.6, 0.9, 0.3},
                             {2.2, 4.6, 0.0},          {0.6, 0.55, 0.0}};
    return (cdBoxesInput){.halfA = halfA,
                          .halfB = halfB,
                          .motionA = MakeTurningFlight(&a),
                          .motionB = standAt((cdVec3){0.1, 0.0, 0.0})};
}

static cdBoxesInput crossEdges(void) {
    const TurningFlight a = {turnBy(0.0, 20.0, 35.0), cdNormalize((cdVec3){0.2, 1.0, 0.3}),
                             70.0 * degree,           {-2.4, 0.95, 0.1},
                             {1.7, 0.9, 0.0},         {0.7, 0.8, 0.1}};
    const TurningFlight b = {turnBy(40.0, -10.0, 0.0),
                             cdNormalize((cdVec3){1.0, 0.4, 0.0}),
                             50.0 * degree,
                             {2.3, 0.5, -0.1},
                             {-1.0, 0.2, 0.0},
                             {-0.2, 0.5, 0.0}};
    return (cdBoxesInput){
        .halfA = halfA, .halfB = halfB, .motionA = MakeTurningFlight(&a), .motionB = MakeTurningFlight(&b)};
}

static cdBoxesInput grazeAndMiss(void) {
    const TurningFlight a = {turnBy(0.0, 30.0, 0.0), cdNormalize((cdVec3){0.1, 0.2, -1.0}),
                             100.0 * degree,         {-2.5, 1.0, 0.3},
                             {2.9, 3.0, 0.0},        {2.5, 1.0, -0.2}};
    const TurningFlight b = {turnBy(0.0, 25.0, 0.0), upright, 60.0 * degree, zero, zero, zero};
    return (cdBoxesInput){
        .halfA = halfA, .halfB = halfB, .motionA = MakeTurningFlight(&a), .motionB = MakeTurningFlight(&b)};
}

// Faces and edges stay parallel.
static cdBoxesInput dropFaceOnFace(void) {
    cdQuadraticMatrix a = MakeFlight(turnBy(0.0, 0.0, 0.0), (cdVec3){-0.2, 2.2, 0.1}, (cdVec3){0.5, 0.0, 0.0},
                                     (cdVec3){0.0, -1.8, 0.0});
    return (cdBoxesInput){.halfA = halfA, .halfB = halfB, .motionA = a, .motionB = standAt(zero)};
}

// Affine: the local x axis is stretched, the local y axis sheared and stretched.
static cdBoxesInput growAndLean(void) {
    cdQuadraticMatrix a =
        MakeFlight(turnBy(0.0, 0.0, 0.0), (cdVec3){-1.6, -0.05, 0.1}, (cdVec3){0.25, 0.0, 0.0}, zero);
    StretchMotion(&a, 0, (cdVec3){1.1, 0.0, 0.0});
    StretchMotion(&a, 1, (cdVec3){1.3, 0.5, 0.0});
    cdQuadraticMatrix b = standAt((cdVec3){1.0, 0.0, 0.0});
    b.c[0][3][1] = -0.2;
    return (cdBoxesInput){.halfA = halfA, .halfB = halfB, .motionA = a, .motionB = b};
}

static cdBoxesInput beginInside(void) {
    const TurningFlight a = {turnBy(20.0, 30.0, 10.0), {0.0, 0.0, 1.0}, -100.0 * degree,
                             {0.5, 0.7, 0.2},          {0.3, 0.8, 0.0}, {2.4, 0.9, 0.1}};
    return (cdBoxesInput){
        .halfA = halfA, .halfB = halfB, .motionA = MakeTurningFlight(&a), .motionB = standAt(zero)};
}

// --- The scene

typedef struct Show {
    SceneRoute routes[ROUTE_COUNT];
} Show;

static void destroyShow(void *own) {
    free(own);
}

static void fillRoutes(SceneRoute routes[ROUTE_COUNT]) {
    const SceneRoute all[ROUTE_COUNT] = {
        {"a corner on a face", landOnFace(), 4.5},    {"an edge on an edge", crossEdges(), 4.0},
        {"a graze that misses", grazeAndMiss(), 4.0}, {"a face on a face", dropFaceOnFace(), 2.5},
        {"grows and leans", growAndLean(), 4.0},      {"begins inside", beginInside(), 3.0}};
    for (int i = 0; i < ROUTE_COUNT; i++)
        routes[i] = all[i];
}

static SceneRoutes getRoutes(const SceneData *data) {
    const Show *show = data->own;
    return (SceneRoutes){1, 0, show->routes, ROUTE_COUNT};
}

// Returns the time that shows a route: in the pause at its contact, at its closest approach, or at its start.
static double getStoryTime(int index, const SceneRoute *route) {
    static const double nearest = 0.547; // time of the graze's closest approach
    if (index == GRAZE) return ROUTE_LEAD + nearest * route->seconds;
    return index == INSIDE ? 0.5 * ROUTE_LEAD : GetRouteSeconds(route) - 0.5 * ROUTE_REST;
}

// Adds a step of the story for each route, then a drag.
static bool addStory(SceneData *data, const Show *show) {
    static const char *const captions[ROUTE_COUNT] = {
        "Corner on face: the origin reaches a vertex-octant face of the boundary",
        "Edge on edge: both boxes turn, and the origin reaches an edge-edge face",
        "Graze: the origin misses the boundary, and every part of the motion is free",
        "Face on face, always parallel: six of the nine functions are constantly zero",
        "Affine motion: the box is stretched and sheared until it touches",
        "The boxes overlap at the start: reported as overlap, not contact"};
    double time = 0.0;
    for (int i = 0; i < ROUTE_COUNT; i++) {
        const SceneRoute *route = &show->routes[i];
        if (AddStoryTime(data, time + getStoryTime(i, route), captions[i]) == NULL) return false;
        time += GetRouteSeconds(route);
    }
    cdPose start = {{-2.3, 0.7, 0.3}, turnBy(10.0, 15.0, 40.0)},
           target = {{2.1, 0.55, 0.2}, turnBy(-20.0, 70.0, 10.0)};
    return AddStoryStep(data, 1, SCENE_CONTINUOUS, start, target, CD_CONTACT,
                        "A drag: the step is a screw, and every plane gives a cubic") != NULL;
}

static bool create(SceneData *data) {
    Show *show = calloc(1, sizeof *show);
    if (show == NULL) return false;
    data->own = show;
    data->destroyOwn = destroyShow;
    fillRoutes(show->routes);
    data->camera = (SceneCamera){.eye = {1.9, 3.6, 6.7}, .target = {-0.1, 1.3, 0.0}, .fov = 0.66};
    SceneObject *b = AddSceneObject(data, "box B", "builtin:box:x=0.9,y=0.55,z=0.6", SCENE_FIXED);
    if (b == NULL) return false;
    b->pose.p = (cdVec3){0.1, 0.0, 0.0};
    SceneObject *a = AddSceneObject(data, "box A", "builtin:box:x=0.55,y=0.36,z=0.7", SCENE_DRIVEN);
    if (a == NULL) return false;
    a->pose = (cdPose){{-2.6, 0.9, 0.3}, turnBy(25.0, 20.0, 20.0)};
    return addStory(data, show);
}

// --- The check

static double getGapAt(const cdBoxesInput *input, double t) {
    cdBoxAt a, b;
    cdGetBoxesAt(input, t, &a, &b);
    return GetBoxGap(&a, &b);
}

// Returns the first time with a gap not above 0, by sampling refined by bisection, or 2 if there is no such
// time.
static double findTouchingTime(const cdBoxesInput *input) {
    enum { SAMPLES = 4096 };
    for (int i = 1; i <= SAMPLES; i++) {
        double lower = (double)(i - 1) / SAMPLES, upper = (double)i / SAMPLES;
        if (getGapAt(input, upper) > 0.0) continue;
        while (upper - lower > 1e-15) {
            double middle = 0.5 * (lower + upper);
            if (middle <= lower || middle >= upper) break;
            if (getGapAt(input, middle) > 0.0)
                lower = middle;
            else
                upper = middle;
        }
        return lower;
    }
    return 2.0;
}

// The closed forms: a parabola that falls onto B's upper face; a linear stretch towards B's left face.
static double getTruth(int route, const cdBoxesInput *input) {
    if (route == FACES) return sqrt((2.2 - halfA.y - halfB.y) / 1.8);
    if (route == GROWTH) {
        double distance = 1.0 - halfB.x + 1.6 - halfA.x, closing = 0.2 + 0.25 + 1.1 * halfA.x + 1.3 * halfA.y;
        return distance / closing;
    }
    return findTouchingTime(input);
}

static const cdState expectedStates[ROUTE_COUNT] = {CD_CONTACT, CD_CONTACT, CD_FREE,
                                                    CD_CONTACT, CD_CONTACT, CD_OVERLAP};
// If several pairs touch, vertex-face has priority.
static const cdContactKind expectedKinds[ROUTE_COUNT] = {CD_VERTEX_FACE, CD_EDGE_EDGE,   CD_NO_CONTACT,
                                                         CD_VERTEX_FACE, CD_VERTEX_FACE, CD_NO_CONTACT};

static bool checkContact(int index, const SceneRoute *route, cdBoxContact contact, char *message,
                         size_t messageSize) {
    double truth = getTruth(index, &route->input), sampled = findTouchingTime(&route->input);
    double gap = getGapAt(&route->input, contact.t.lo);
    bool near1 = fabs(contact.t.lo - truth) <= near && fabs(sampled - truth) <= near;
    if (near1 && contact.pair.kind == expectedKinds[index] && gap >= -contact.tolerance) return true;
    snprintf(message, messageSize, "'%s': %d at %.17g, gap %.3g; expected %d at %.17g (sampled %.17g)",
             route->name, (int)contact.pair.kind, contact.t.lo, gap, (int)expectedKinds[index], truth,
             sampled);
    return false;
}

static bool checkRoute(int index, const SceneRoute *route, char *message, size_t messageSize) {
    cdBoxContact contact = cdFindBoxContact(&route->input, NULL);
    if (contact.state != expectedStates[index]) {
        snprintf(message, messageSize, "'%s': state %d, expected %d", route->name, (int)contact.state,
                 (int)expectedStates[index]);
        return false;
    }
    if (contact.state == CD_CONTACT) return checkContact(index, route, contact, message, messageSize);
    bool good = contact.state == CD_FREE ? findTouchingTime(&route->input) > 1.0 && contact.t.lo == 1.0
                                         : getGapAt(&route->input, 0.0) < 0.0 && contact.t.hi == 0.0;
    if (!good) snprintf(message, messageSize, "'%s': the separating-axis test does not agree", route->name);
    return good;
}

// Compares the screw of a drag's step with the meshes of the same boxes.
static bool checkHand(const SceneData *data, const cdMesh *const *meshes, char *message, size_t messageSize) {
    const SceneStoryStep *step = &data->story[data->storyCount - 1];
    cdBoxesInput screw = {.halfA = halfA,
                          .halfB = halfB,
                          .onScrew = true,
                          .startA = step->start,
                          .targetA = step->target,
                          .poseB = data->objects[0].pose};
    cdBoxContact box = cdFindBoxContact(&screw, NULL);
    cdFirstContactInput input = {.meshA = meshes[1],
                                 .meshB = meshes[0],
                                 .startA = step->start,
                                 .targetA = step->target,
                                 .startB = data->objects[0].pose};
    cdWorkspace *workspace = cdCreateWorkspace();
    cdFirstContact mesh = cdFindFirstContact(&input, NULL, workspace, NULL);
    cdDestroyWorkspace(workspace);
    bool good = box.state == CD_CONTACT && mesh.state == CD_CONTACT && fabs(box.t.lo - mesh.t.lo) <= near;
    if (!good) {
        snprintf(message, messageSize, "the drag's step: state %d at %.17g, the meshes %d at %.17g",
                 (int)box.state, box.t.lo, (int)mesh.state, mesh.t.lo);
    }
    return good;
}

static bool check(const SceneData *data, const cdMesh *const *meshes, char *message, size_t messageSize) {
    const Show *show = data->own;
    for (int i = 0; i < ROUTE_COUNT; i++) {
        if (!checkRoute(i, &show->routes[i], message, messageSize)) return false;
    }
    return checkHand(data, meshes, message, messageSize) &&
           CheckSceneStory(data, meshes, message, messageSize);
}

const Scene sceneFlyingBoxes = {
    .group = "boxes",
    .name = "flying boxes",
    .about =
        "Two boxes move along quadratic functions of t and stop at their first contact. The corner views "
        "show the boundary of their Minkowski sum, which the origin reaches at contact, and their normals "
        "on one sphere. Scrub through the parts of the motion below. Drag the coloured box: its steps are "
        "screws.",
    .create = create,
    .getRoutes = getRoutes,
    .check = check,
};
