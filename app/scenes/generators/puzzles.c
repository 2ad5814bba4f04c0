// Generates puzzles; see puzzles.h.
#include "scenes/generators/puzzles.h"
#include "scenes/machine_parts.h"
#include "scenes/scene_parts.h"
#include "shapes/elementary.h"

#include <stdio.h>

static const double pi = 3.14159265358979323846;

enum { SHAPES = 16, BURR_PIECES = 6 };

// Shapes of an object under construction.
typedef struct Shapes {
    SceneShape items[SHAPES];
    int32_t count;
} Shapes;

// Adds a box from its lower to its upper corner.
static void addBlock(Shapes *shapes, cdVec3 lower, cdVec3 upper) {
    cdVec3 half = cdScale(0.5, cdSub(upper, lower)), at = cdScale(0.5, cdAdd(lower, upper));
    shapes->items[shapes->count++] =
        MakePartShape(PutAt(at.x, at.y, at.z), "box:x=%.9g,y=%.9g,z=%.9g", half.x, half.y, half.z);
}

static bool addObject(SceneData *data, const char *name, const Shapes *shapes, bool moves, cdPose pose) {
    return AddMachinePart(data, name, moves ? SCENE_DYNAMIC : SCENE_FIXED, shapes->items, shapes->count,
                          pose) != NULL;
}

// Adds an object of one mesh.
static bool addMesh(SceneData *data, const char *name, const char *mesh, bool moves, cdPose pose) {
    SceneObject *object = AddSceneObject(data, name, mesh, moves ? SCENE_DYNAMIC : SCENE_FIXED);
    if (object != NULL) object->pose = pose;
    return object != NULL;
}

static bool addPeg(SceneData *data) {
    return addMesh(data, "block", "builtin:socket", false, PutAt(0.0, 0.0, 0.0)) &&
           addMesh(data, "peg", "builtin:peg", true, PutAt(0.0, 0.0, 0.0));
}

// Walls at both ends of the bar keep the hook from sliding off sideways.
static bool addHook(SceneData *data) {
    Shapes shapes = {.count = 0};
    addBlock(&shapes, (cdVec3){-0.15, -0.15, -0.8}, (cdVec3){0.15, 0.15, 0.8});
    addBlock(&shapes, (cdVec3){-1.5, -1.5, -1.0}, (cdVec3){1.5, 1.5, -0.8});
    addBlock(&shapes, (cdVec3){-1.5, -1.5, 0.8}, (cdVec3){1.5, 1.5, 1.0});
    return addObject(data, "bar", &shapes, false, PutAt(0.0, 0.0, 0.0)) &&
           addMesh(data, "hook", "builtin:hook:segments=20", true, PutAt(0.0, 0.1, 0.0));
}

static bool addLInL(SceneData *data) {
    const double at = -0.1 + 2e-6;
    return addMesh(data, "large L", "builtin:l-shape:size=1.5,thickness=0.3,depth=0.9", false,
                   PutAt(0.0, 0.0, 0.0)) &&
           addMesh(data, "small L", "builtin:l-shape:size=0.7,thickness=0.25,depth=0.5", true,
                   PutAt(at, at, 0.0));
}

// A square ring about the z axis, as wide as 2, with a gap of 1.5 times its thickness in the side at -y.
static Shapes makeClasp(void) {
    const double out = 1.0, thick = 0.3, in = out - thick, half = 0.5 * thick, gap = 0.75 * thick;
    Shapes shapes = {.count = 0};
    addBlock(&shapes, (cdVec3){-out, in, -half}, (cdVec3){out, out, half});
    addBlock(&shapes, (cdVec3){-out, -out, -half}, (cdVec3){-in, in, half});
    addBlock(&shapes, (cdVec3){in, -out, -half}, (cdVec3){out, in, half});
    addBlock(&shapes, (cdVec3){-in, -out, -half}, (cdVec3){-gap, -in, half});
    addBlock(&shapes, (cdVec3){gap, -out, -half}, (cdVec3){in, -in, half});
    return shapes;
}

// The side of each at +y is inside the other.
static bool addClasps(SceneData *data) {
    Shapes clasp = makeClasp();
    cdQuat turned = cdMulQuat(TurnAbout(0.0, 1.0, 0.0, 0.5 * pi), TurnAbout(0.0, 0.0, 1.0, pi));
    return addObject(data, "fixed clasp", &clasp, false, PutAt(0.0, 0.0, 0.0)) &&
           addObject(data, "clasp", &clasp, true, (cdPose){{0.0, 1.0, 0.0}, turned});
}

static bool addNut(SceneData *data) {
    return addMesh(data, "bolt", "builtin:bolt:segments=30,length=1", false, PutAt(0.0, 0.0, 0.0)) &&
           addMesh(data, "nut", "builtin:nut:segments=30,height=0.3,clearance=0.03", true,
                   PutAt(0.0, 0.0, 0.0));
}

// A square shaft with two lugs along z, under a plate whose slot for them is along x.
static bool addBayonet(SceneData *data) {
    const double hole = 0.35, slot = 0.18, reach = 0.85, wide = 1.2, low = 0.6, high = 0.8;
    Shapes plate = {.count = 0}, shaft = {.count = 0};
    for (double side = -1.0; side < 2.0; side += 2.0) {
        double inner = side < 0.0 ? -wide : hole, outer = side < 0.0 ? -hole : wide;
        addBlock(&plate, (cdVec3){-wide, low, inner}, (cdVec3){wide, high, outer});
        double end = side < 0.0 ? -wide : reach, begin = side < 0.0 ? -reach : wide;
        addBlock(&plate, (cdVec3){end, low, -hole}, (cdVec3){begin, high, hole});
        double from = side < 0.0 ? -reach : hole, to = side < 0.0 ? -hole : reach;
        addBlock(&plate, (cdVec3){from, low, -hole}, (cdVec3){to, high, -slot});
        addBlock(&plate, (cdVec3){from, low, slot}, (cdVec3){to, high, hole});
        double wall = side < 0.0 ? -wide : 1.0;
        addBlock(&plate, (cdVec3){wall, -0.2, -wide}, (cdVec3){wall + 0.2, low, wide});
    }
    addBlock(&plate, (cdVec3){-wide, -0.4, -wide}, (cdVec3){wide, -0.2, wide});
    shaft.items[shaft.count++] = MakePartShape(PutAt(0.0, 0.75, 0.0), "peg:half=0.3,length=1.5,sides=16");
    addBlock(&shaft, (cdVec3){-0.15, 0.1, -0.8}, (cdVec3){0.15, 0.4, 0.8});
    return addObject(data, "socket", &plate, false, PutAt(0.0, 0.0, 0.0)) &&
           addObject(data, "bayonet", &shaft, true, PutAt(0.0, 0.0, 0.0));
}

// The axis of the ring is along the wire's tangent at its middle.
static bool addRing(SceneData *data) {
    double slope = cdAtan2(0.5 * 0.5 * pi, 1.0);
    cdPose pose = {{0.0, 0.0, 0.0}, TurnAbout(0.0, 0.0, 1.0, slope - 0.5 * pi)};
    return addMesh(data, "wire", "builtin:wire:segments=48", false, PutAt(0.0, 0.0, 0.0)) &&
           addMesh(data, "ring", "builtin:ring:outer=0.25,inner=0.12,height=0.1,segments=24", true, pose);
}

// The foot of the L is longer than the slot, so it has to turn around the edge of the slot.
static bool addKey(SceneData *data) {
    Shapes plate = {.count = 0}, key = {.count = 0};
    const double half = 0.45, deep = 0.2, wide = 2.5, thick = 0.1;
    addBlock(&plate, (cdVec3){-wide, -thick, -wide}, (cdVec3){-half, thick, wide});
    addBlock(&plate, (cdVec3){half, -thick, -wide}, (cdVec3){wide, thick, wide});
    addBlock(&plate, (cdVec3){-half, -thick, -wide}, (cdVec3){half, thick, -deep});
    addBlock(&plate, (cdVec3){-half, -thick, deep}, (cdVec3){half, thick, wide});
    addBlock(&plate, (cdVec3){-wide, -2.6, -wide}, (cdVec3){wide, -2.4, wide});
    addBlock(&plate, (cdVec3){-wide, -2.4, -wide}, (cdVec3){wide, -thick, -wide + 0.2});
    addBlock(&plate, (cdVec3){-wide, -2.4, wide - 0.2}, (cdVec3){wide, -thick, wide});
    addBlock(&plate, (cdVec3){-wide, -2.4, -wide + 0.2}, (cdVec3){-wide + 0.2, -thick, wide - 0.2});
    addBlock(&plate, (cdVec3){wide - 0.2, -2.4, -wide + 0.2}, (cdVec3){wide, -thick, wide - 0.2});
    addBlock(&key, (cdVec3){-0.15, -0.6, -0.15}, (cdVec3){0.15, 1.2, 0.15});
    addBlock(&key, (cdVec3){0.15, -0.6, -0.15}, (cdVec3){1.35, -0.3, 0.15});
    return addObject(data, "box", &plate, false, PutAt(0.0, 0.0, 0.0)) &&
           addObject(data, "key", &key, true, PutAt(0.0, 0.0, 0.0));
}

// Each tube is a shaft that ends in a bend about the z axis. The opening between its tip and its shaft
// follows from the angle of the bend.
static bool addTubes(SceneData *data, double tightness) {
    const double radius = 0.5, tube = 0.12, opening = 2.0 * tube * (cdMax(tightness, 1.0) + 0.02);
    double bend = 2.0 * pi - cdAcos((radius - tube - opening) / (radius + tube));
    char mesh[SCENE_TEXT_SIZE];
    snprintf(mesh, sizeof mesh, "builtin:hook:radius=%g,tube=%g,shaft=1.2,bend=%.9g,segments=24", radius,
             tube, bend);
    cdQuat turned = cdMulQuat(TurnAbout(0.0, 1.0, 0.0, -0.5 * pi), TurnAbout(0.0, 0.0, 1.0, -0.5 * pi));
    return addMesh(data, "fixed tube", mesh, false, PutAt(0.0, 0.0, 0.0)) &&
           addMesh(data, "tube", mesh, true, (cdPose){{0.0, -radius, 0.0}, turned});
}

// Each loop passes through the other. To part them, a tube has to pass between the crossing legs of the
// other: the loops have no room for two strands, and the legs are too long to go through. A wider gap lifts
// the strands more, so the loops start farther apart.
static bool addAlpha(SceneData *data, double tightness) {
    const double size = 0.75, tube = 0.12, wide = cdMax(tightness, 1.0), gap = 2.0 * tube * (wide + 0.02);
    char mesh[SCENE_TEXT_SIZE];
    snprintf(mesh, sizeof mesh, "builtin:alpha:size=%g,tube=%g,gap=%.9g,leg=2", size, tube, gap);
    cdQuat turned = cdMulQuat(TurnAbout(1.0, 0.0, 0.0, 0.5 * pi), TurnAbout(0.0, 0.0, 1.0, pi));
    double apart = (1.36 + 0.16 * wide) * size;
    return addMesh(data, "fixed tube", mesh, false, PutAt(0.0, 0.0, 0.0)) &&
           addMesh(data, "tube", mesh, true, (cdPose){{-apart, 0.0, 0.0}, turned});
}

static bool addLink(SceneData *data) {
    return addMesh(data, "fixed torus", "builtin:torus:segments=24", false, PutAt(0.0, 0.0, 0.0)) &&
           addMesh(data, "torus", "builtin:torus:segments=24", true,
                   (cdPose){{1.0, 0.0, 0.0}, TurnAbout(1.0, 0.0, 0.0, 0.5 * pi)});
}

// A box of a burr's piece, in units of half the width of a stick.
typedef struct BurrBox {
    int32_t piece;
    double lower[3], upper[3];
} BurrBox;

// Found by a search over the ways to divide the crossings of six sticks among them: the first piece, a whole
// stick, is the only one that comes out; each of the others comes out after those before it in the order
// 1, 3, 5, 2, 4, 6, the third by three moves.
static const BurrBox burr[] = {
    {0, {-3, -1, 0}, {3, 1, 2}},   {1, {-3, -1, -2}, {3, 1, -1}}, {1, {2, -1, -1}, {3, 1, 0}},
    {1, {-3, -1, -1}, {-2, 1, 0}}, {2, {1, -3, -1}, {2, 3, 0}},   {2, {0, -3, 0}, {2, -2, 1}},
    {2, {1, 1, 0}, {2, 3, 1}},     {2, {0, 2, -1}, {1, 3, 1}},    {2, {0, -3, -1}, {1, -2, 0}},
    {2, {1, -2, 0}, {2, -1, 1}},   {3, {-2, -3, -1}, {0, -1, 1}}, {3, {-2, 1, -1}, {-1, 3, 1}},
    {3, {-1, 2, -1}, {0, 3, 1}},   {3, {-2, -1, -1}, {-1, 1, 0}}, {3, {-1, 1, 0}, {0, 2, 1}},
    {4, {0, 1, -3}, {1, 2, 3}},    {4, {-1, 1, -3}, {0, 2, 0}},   {4, {-1, 1, 1}, {0, 2, 3}},
    {4, {-1, 0, -1}, {1, 1, 0}},   {4, {-1, 0, 2}, {1, 1, 3}},    {4, {-1, 0, -3}, {1, 1, -2}},
    {5, {0, -2, -3}, {1, -1, 3}},  {5, {-1, -2, 2}, {0, 0, 3}},   {5, {-1, -2, -3}, {0, -1, -1}},
    {5, {-1, -1, -3}, {1, 0, -2}}, {5, {-1, -1, -1}, {1, 0, 0}},  {5, {0, -1, 2}, {1, 0, 3}},
    {5, {-1, -2, 1}, {0, -1, 2}},
};

// Each box is smaller by the play, a hundredth, on each side.
static bool addBurr(SceneData *data) {
    const double play = 0.01;
    for (int32_t piece = 0; piece < BURR_PIECES; piece++) {
        Shapes shapes = {.count = 0};
        for (size_t i = 0; i < sizeof burr / sizeof burr[0]; i++) {
            const BurrBox *box = &burr[i];
            if (box->piece != piece) continue;
            addBlock(&shapes, (cdVec3){box->lower[0] + play, box->lower[1] + play, box->lower[2] + play},
                     (cdVec3){box->upper[0] - play, box->upper[1] - play, box->upper[2] - play});
        }
        char name[SCENE_NAME_SIZE];
        snprintf(name, sizeof name, "piece %d", (int)piece + 1);
        if (!addObject(data, name, &shapes, true, PutAt(0.0, 0.0, 0.0))) return false;
    }
    return true;
}

const char *GetPuzzleName(PuzzleKind kind) {
    static const char *const names[PUZZLE_COUNT] = {
        "peg in a hole",  "hook on a bar", "L in an L",  "linked clasps", "nut on a bolt",  "bayonet",
        "ring on a wire", "tilted key",    "bent tubes", "alpha puzzle",  "six-piece burr", "linked tori"};
    return kind >= 0 && kind < PUZZLE_COUNT ? names[kind] : "";
}

bool AddPuzzle(SceneData *data, PuzzleKind kind, double tightness) {
    switch (kind) {
    case PUZZLE_PEG:
        return addPeg(data);
    case PUZZLE_HOOK:
        return addHook(data);
    case PUZZLE_L_IN_L:
        return addLInL(data);
    case PUZZLE_CLASPS:
        return addClasps(data);
    case PUZZLE_NUT:
        return addNut(data);
    case PUZZLE_BAYONET:
        return addBayonet(data);
    case PUZZLE_RING:
        return addRing(data);
    case PUZZLE_KEY:
        return addKey(data);
    case PUZZLE_TUBES:
        return addTubes(data, tightness);
    case PUZZLE_ALPHA:
        return addAlpha(data, tightness);
    case PUZZLE_BURR:
        return addBurr(data);
    case PUZZLE_LINK:
        return addLink(data);
    default:
        return false;
    }
}
