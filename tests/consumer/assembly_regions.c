// An assembly: where two parts touch, on how large an area, and in which directions they can be separated.
//
// The block, a cube of side 1, lies in the corner of a base and a wall of an L-shaped bracket: it touches two
// faces, each on an area of 1, with normals (0, 1, 0) and (1, 0, 0). It can move upwards and along
// the wall, not through it. Lifted by 1 it touches only the wall, which is 1.5 high, on an area of 1/2.
// Pressed into the base by 0.1 it overlaps by that depth.
#include "common.h"

enum { REGION_MAX = 64, POINT_MAX = 256 };

typedef struct Contact {
    cdContactRegion regions[REGION_MAX];
    cdVec3 points[POINT_MAX];
    cdContactRegions found;
} Contact;

// The bracket's outline in the plane of x and y, extruded along z from -1 to 1.
static cdMesh *makeBracket(void) {
    static const double outline[6][2] = {{-0.5, -0.5}, {2.0, -0.5}, {2.0, 0.0},
                                         {0.0, 0.0},   {0.0, 1.5},  {-0.5, 1.5}};
    static const int32_t cap[4][3] = {{0, 1, 2}, {0, 2, 3}, {0, 3, 4}, {0, 4, 5}};
    cdVec3 points[12];
    int32_t triangles[20][3];
    for (int32_t i = 0; i < 6; i++) {
        int32_t next = (i + 1) % 6;
        points[i] = cdMakeVec3(outline[i][0], outline[i][1], -1.0);
        points[i + 6] = cdMakeVec3(outline[i][0], outline[i][1], 1.0);
        const int32_t side[2][3] = {{i, next, next + 6}, {i, next + 6, i + 6}};
        memcpy(triangles[2 * i], side, sizeof side);
    }
    for (int i = 0; i < 4; i++) {
        for (int k = 0; k < 3; k++) {
            triangles[12 + i][k] = cap[i][k] + 6;
            triangles[16 + i][k] = cap[i][2 - k];
        }
    }
    cdMeshDef def = cdDefaultMeshDef();
    def.points = points;
    def.pointCount = 12;
    def.triangles = triangles[0];
    def.triangleCount = 20;
    def.parts = CD_PART_HULL | CD_PART_FEATURES | CD_PART_SOLID;
    cdMesh *mesh = cdCreateMesh(&def, NULL);
    expect(mesh != NULL && (cdGetMeshInfo(mesh).parts & CD_PART_SOLID), "a bracket that encloses a volume");
    return mesh;
}

// Finds where the block touches. `previous`: the contact of the step before, or NULL.
static void findContact(const cdMesh *block, cdPose pose, const cdMesh *bracket, const Contact *previous,
                        cdWorkspace *workspace, Contact *contact) {
    cdRegionsInput input = CD_ZERO;
    input.meshA = block;
    input.meshB = bracket;
    input.poseA = pose;
    input.poseB = cdIdentityPose();
    input.sufficientOnly = true;
    input.regions = contact->regions;
    input.regionCapacity = REGION_MAX;
    input.points = contact->points;
    input.pointCapacity = POINT_MAX;
    input.previous = previous ? &previous->found : NULL;
    contact->found = cdFindContactRegions(&input, NULL, workspace, NULL);
    expect(!contact->found.truncated, "room for all regions");
}

static double getArea(const Contact *contact) {
    double area = 0.0;
    for (int32_t i = 0; i < contact->found.regionCount; i++)
        area += contact->regions[i].dimension == 2 ? contact->regions[i].measure : 0.0;
    return area;
}

// True if no contact normal opposes a small translation of the block along a direction.
static bool canMove(const Contact *contact, double x, double y, double z) {
    for (int32_t i = 0; i < contact->found.regionCount; i++) {
        for (int32_t k = 0; k < contact->regions[i].normalCount; k++)
            if (cdDot(contact->regions[i].normals[k], cdMakeVec3(x, y, z)) < -1e-9) return false;
    }
    return true;
}

static void printContact(const char *how, const Contact *contact) {
    printf("%s: %s, area %.6f\n", how, cdGetStateName(contact->found.state), getArea(contact));
    for (int32_t i = 0; i < contact->found.regionCount; i++) {
        const cdContactRegion *region = &contact->regions[i];
        printf("  %dD region with %d points, age %d\n", (int)region->dimension, (int)region->pointCount,
               (int)region->age);
    }
}

int main(void) {
    static Contact inCorner, later, lifted, pressed;
    expect(cdIsCompatible(), "the library that these headers belong to");
    cdMesh *block = makeBox(0.5, 0.5, 0.5, CD_PART_HULL | CD_PART_FEATURES | CD_PART_SOLID);
    cdMesh *bracket = makeBracket();
    cdWorkspace *workspace = cdCreateWorkspace();
    expect(workspace != NULL, "a workspace");

    findContact(block, placeAt(0.5, 0.5, 0.0), bracket, NULL, workspace, &inCorner);
    printContact("in the corner", &inCorner);
    expect(inCorner.found.state == CD_CONTACT && inCorner.found.regionCount == 2, "two regions");
    expectNear(getArea(&inCorner), 2.0, 1e-9, "area in the corner");
    expect(canMove(&inCorner, 0.0, 1.0, 0.0) && canMove(&inCorner, 0.0, 0.0, 1.0), "two ways out");
    expect(!canMove(&inCorner, -1.0, 0.5, 0.0) && !canMove(&inCorner, 0.5, -1.0, 0.0), "no way through");

    findContact(block, placeAt(0.5, 0.5, 0.2), bracket, &inCorner, workspace, &later);
    printContact("moved along the wall", &later);
    expect(later.found.regionCount == 2 && later.regions[0].origin == CD_NORMALS_PERSISTED &&
               later.regions[0].age == inCorner.regions[0].age + 1,
           "normals that persist");

    findContact(block, placeAt(0.5, 1.5, 0.0), bracket, NULL, workspace, &lifted);
    printContact("lifted", &lifted);
    expectNear(getArea(&lifted), 0.5, 1e-9, "area at the wall");

    findContact(block, placeAt(0.5, 0.4, 0.0), bracket, NULL, workspace, &pressed);
    printContact("pressed into the base", &pressed);
    expect(pressed.found.state == CD_OVERLAP, "overlap");
    expectNear(pressed.found.crossing, 0.1, 1e-9, "crossing");

    cdDestroyWorkspace(workspace);
    cdDestroyMesh(bracket);
    cdDestroyMesh(block);
    return 0;
}
