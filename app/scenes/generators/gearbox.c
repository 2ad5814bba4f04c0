// Generates a gearbox to take apart; see gearbox.h.
#include "scenes/generators/gearbox.h"
#include "scenes/machine_parts.h"
#include "scenes/scene_parts.h"

#include <stdio.h>

static const double pi = 3.14159265358979323846;

// Half the inner length and width, the height and the thickness of the walls; place of the posts; play of all
// fits.
static const double halfX = 1.6, halfZ = 0.9, height = 1.0, wall = 0.2, post = 0.65, play = 0.01;

// Heights of the parts of a stack, from the floor.
static const double gearHeight = 0.2, spacerHeight = 0.2, capHeight = 0.1;

enum { SHAPES = 16, TEETH = 12 };

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

// The wall at +x has a hole for the bar.
static bool addHousing(SceneData *data) {
    const double outX = halfX + wall, outZ = halfZ + wall, low = 0.82, high = 0.96, wide = 0.11;
    Shapes shapes = {.count = 0};
    addBlock(&shapes, (cdVec3){-outX, -wall, -outZ}, (cdVec3){outX, 0.0, outZ});
    addBlock(&shapes, (cdVec3){-outX, 0.0, -outZ}, (cdVec3){outX, height, -halfZ});
    addBlock(&shapes, (cdVec3){-outX, 0.0, halfZ}, (cdVec3){outX, height, outZ});
    addBlock(&shapes, (cdVec3){-outX, 0.0, -halfZ}, (cdVec3){-halfX, height, halfZ});
    addBlock(&shapes, (cdVec3){halfX, 0.0, -halfZ}, (cdVec3){outX, low, halfZ});
    addBlock(&shapes, (cdVec3){halfX, high, -halfZ}, (cdVec3){outX, height, halfZ});
    addBlock(&shapes, (cdVec3){halfX, low, -halfZ}, (cdVec3){outX, high, -wide});
    addBlock(&shapes, (cdVec3){halfX, low, wide}, (cdVec3){outX, high, halfZ});
    for (double side = -1.0; side < 2.0; side += 2.0)
        shapes.items[shapes.count++] =
            MakePartShape(PutAt(side * post, 0.39, 0.0), "peg:half=0.15,length=0.8,sides=12");
    return AddMachinePart(data, "housing", SCENE_FIXED, shapes.items, shapes.count, cdIdentityPose()) != NULL;
}

static bool addMesh(SceneData *data, const char *name, const char *mesh, cdPose pose) {
    SceneObject *object = AddSceneObject(data, name, mesh, SCENE_DYNAMIC);
    if (object != NULL) object->pose = pose;
    return object != NULL;
}

// Gears, a spacer and a cap on a post. A tooth of each left gear points to +x, into a gap of the right one.
static bool addStack(SceneData *data, double side) {
    const char *which = side < 0.0 ? "left" : "right";
    const double x = side * post;
    const double toothPitch = 2.0 * pi / TEETH;
    cdQuat turned = TurnAbout(0.0, 1.0, 0.0, side < 0.0 ? -0.25 * toothPitch : pi - 0.75 * toothPitch);
    double y = play;
    for (int32_t i = 0; i < 4; i++) {
        static const char *const names[] = {"lower gear", "spacer", "upper gear", "cap"};
        static const char *const meshes[] = {"builtin:gear:radius=0.7,root=0.56,bore=0.17,height=0.2",
                                             "builtin:ring:outer=0.25,inner=0.17,height=0.2,segments=24",
                                             "builtin:gear:radius=0.7,root=0.56,bore=0.17,height=0.2",
                                             "builtin:ring:outer=0.3,inner=0.17,height=0.1,segments=24"};
        const double heights[] = {gearHeight, spacerHeight, gearHeight, capHeight};
        char name[SCENE_NAME_SIZE];
        snprintf(name, sizeof name, "%s %s", which, names[i]);
        if (!addMesh(data, name, meshes[i], (cdPose){{x, y + 0.5 * heights[i], 0.0}, turned})) return false;
        y += heights[i] + play;
    }
    return true;
}

// A cross whose corners leave room for the screws.
static bool addLid(SceneData *data) {
    const double low = height + play, high = low + 0.1, corner = 0.3;
    Shapes shapes = {.count = 0};
    addBlock(&shapes, (cdVec3){-halfX + corner, low, -halfZ - 0.1},
             (cdVec3){halfX - corner, high, halfZ + 0.1});
    addBlock(&shapes, (cdVec3){-halfX - 0.1, low, -halfZ + corner},
             (cdVec3){-halfX + corner, high, halfZ - corner});
    addBlock(&shapes, (cdVec3){halfX - corner, low, -halfZ + corner},
             (cdVec3){halfX + 0.1, high, halfZ - corner});
    addBlock(&shapes, (cdVec3){-1.2, low - 0.045, -halfZ + 0.02}, (cdVec3){1.2, low, halfZ - 0.02});
    return AddMachinePart(data, "lid", SCENE_DYNAMIC, shapes.items, shapes.count, cdIdentityPose()) != NULL;
}

// Their shanks are inside the corners, their heads over the lid.
static bool addScrews(SceneData *data) {
    for (int32_t i = 0; i < 4; i++) {
        double x = (i % 2 == 0 ? -1.0 : 1.0) * (halfX - 0.15), z = (i < 2 ? -1.0 : 1.0) * (halfZ - 0.15);
        Shapes shapes = {.count = 0};
        shapes.items[shapes.count++] =
            MakePartShape(PutAt(0.0, -0.25, 0.0), "peg:half=0.08,length=0.7,sides=12");
        shapes.items[shapes.count++] =
            MakePartShape(PutAt(0.0, 0.15, 0.0), "peg:half=0.3,length=0.1,sides=6");
        char name[SCENE_NAME_SIZE];
        snprintf(name, sizeof name, "screw %d", (int)i + 1);
        if (AddMachinePart(data, name, SCENE_DYNAMIC, shapes.items, shapes.count,
                           PutAt(x, height + 2.0 * play, z)) == NULL)
            return false;
    }
    return true;
}

// Its knob is outside, so that it comes out only along itself.
static bool addBar(SceneData *data) {
    Shapes shapes = {.count = 0};
    addBlock(&shapes, (cdVec3){0.2, -0.05, -0.1}, (cdVec3){halfX + wall + play, 0.05, 0.1});
    addBlock(&shapes, (cdVec3){halfX + wall + play, -0.1, -0.2}, (cdVec3){halfX + wall + 0.2, 0.1, 0.2});
    return AddMachinePart(data, "bar", SCENE_DYNAMIC, shapes.items, shapes.count, PutAt(0.0, 0.89, 0.0)) !=
           NULL;
}

bool AddGearbox(SceneData *data) {
    return addHousing(data) && addStack(data, -1.0) && addStack(data, 1.0) && addBar(data) && addLid(data) &&
           addScrews(data);
}
