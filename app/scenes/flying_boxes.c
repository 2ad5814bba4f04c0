// Flying boxes: two boxes on routes of quadratic functions of t, one route after the other, each up to the
// first contact that [AS05] finds.
//
// What is shown: a spinning corner that lands on a face, edges that cross, a graze that misses, a face that
// comes down on a face, a box that grows and is sheared until it touches, boxes that begin in each other;
// and, when a hand moves the first box, the screw of its step. The check holds each answer to what is known
// without polynomials: the closed form where there is one, else the gap of the separating-axis test, which is
// above 0 all the way and 0 at the answer.
#include "scenes/box_motion.h"
#include "scenes/scene_resolve.h"
#include <stdio.h>
#include <stdlib.h>

enum { ROUTE_COUNT = 6, GRAZE = 2, FACES = 3, GROWTH = 4, INSIDE = 5 };

static const double degree = 3.14159265358979323846 / 180.0;
static const cdVec3 halfA = {0.55, 0.36, 0.70}, halfB = {0.90, 0.55, 0.60};
static const cdVec3 zero = {0.0, 0.0, 0.0}, upright = {0.0, 1.0, 0.0};
static const double near = 1e-9; // of a time, as a fraction of the step

// --- The routes

// By angles in degrees about z, then x, then y.
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

// Faces and edges are parallel all the way.
static cdBoxesInput dropFaceOnFace(void) {
    cdQuadraticMatrix a = MakeFlight(turnBy(0.0, 0.0, 0.0), (cdVec3){-0.2, 2.2, 0.1}, (cdVec3){0.5, 0.0, 0.0},
                                     (cdVec3){0.0, -1.8, 0.0});
    return (cdBoxesInput){.halfA = halfA, .halfB = halfB, .motionA = a, .motionB = standAt(zero)};
}

// Affine: the local x axis grows, the local y axis leans over and grows.
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

// When a route is looked at: at its contact, in the middle of the rest there; where it comes nearest; at its
// start.
static double getStoryTime(int index, const SceneRoute *route) {
    static const double nearest = 0.547; // of the graze
    if (index == GRAZE) return ROUTE_LEAD + nearest * route->seconds;
    return index == INSIDE ? 0.5 * ROUTE_LEAD : GetRouteSeconds(route) - 0.5 * ROUTE_REST;
}

// A step of the story for each route, and then one of a hand.
static bool addStory(SceneData *data, const Show *show) {
    static const char *const captions[ROUTE_COUNT] = {
        "A corner on a face: the origin reaches a vertex-octant face of the boundary",
        "An edge on an edge: both boxes turn, the origin reaches an edge-edge face",
        "A graze: the origin passes the boundary by, and every part of the route is free",
        "A face on a face, parallel all the way: six of the nine functions are zero throughout",
        "Affine: the box grows and leans until it touches",
        "They begin in each other: an overlap, told apart from a contact"};
    double time = 0.0;
    for (int i = 0; i < ROUTE_COUNT; i++) {
        const SceneRoute *route = &show->routes[i];
        if (AddStoryTime(data, time + getStoryTime(i, route), captions[i]) == NULL) return false;
        time += GetRouteSeconds(route);
    }
    cdPose start = {{-2.3, 0.7, 0.3}, turnBy(10.0, 15.0, 40.0)},
           target = {{2.1, 0.55, 0.2}, turnBy(-20.0, 70.0, 10.0)};
    return AddStoryStep(data, 1, SCENE_CONTINUOUS, start, target, CD_CONTACT,
                        "By hand: the step is a screw, and every plane a cubic") != NULL;
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

// The first time at which the gap, sampled, is not above 0, refined by halving; 2 where there is none.
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

// The closed forms: a parabola that falls onto B's upper face; a linear reach that grows towards B's left
// one.
static double getTruth(int route, const cdBoxesInput *input) {
    if (route == FACES) return sqrt((2.2 - halfA.y - halfB.y) / 1.8);
    if (route == GROWTH) {
        double apart = 1.0 - halfB.x + 1.6 - halfA.x, closing = 0.2 + 0.25 + 1.1 * halfA.x + 1.3 * halfA.y;
        return apart / closing;
    }
    return findTouchingTime(input);
}

static const cdState expectedStates[ROUTE_COUNT] = {CD_CONTACT, CD_CONTACT, CD_FREE,
                                                    CD_CONTACT, CD_CONTACT, CD_OVERLAP};
// Where more than one pair touches, a vertex in a face comes first.
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

// The screw of the hand's step, against the meshes of the same boxes.
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
        snprintf(message, messageSize, "the hand's step: state %d at %.17g, the meshes %d at %.17g",
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
    .about = "Two boxes fly on routes of quadratic functions of t and stop at their first contact. In the "
             "corners: "
             "the boundary of their Minkowski sum, which the origin reaches then, and their normals on one "
             "sphere. "
             "Below, the parts of the route, to scrub. Drag the coloured box: its steps are screws.",
    .create = create,
    .getRoutes = getRoutes,
    .check = check,
};
