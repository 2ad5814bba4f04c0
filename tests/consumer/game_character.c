// A game: a character walks through a room, slides along walls, and never penetrates them.
//
// The floor's top is at height 0, a wall's face at x = 3. The character is a box, 0.6 across and 1.8 high. In
// each of 60 frames it wants to go 0.1 in x and 0.05 in z, and gravity pulls it down by 0.1. It stops at
// x = 2.7, where it touches the wall, and slides along it to z = 3. No frame allocates memory.
#include "common.h"

enum { FRAMES = 60, FLOOR = 0, WALL, OBSTACLES };

static int allocationCount;

static void *countAllocation(size_t byteCount, void *context) {
    (void)context;
    allocationCount++;
    return malloc(byteCount);
}

static void release(void *memory, void *context) {
    (void)context;
    free(memory);
}

// Reserves memory for all queries of the character, so that no frame allocates.
static cdWorkspace *reserve(const cdMesh *character, const cdObstacle *room) {
    const cdMesh *meshes[] = {character, room[FLOOR].mesh, room[WALL].mesh};
    cdWorkspaceNeed need = CD_ZERO;
    need.meshes = meshes;
    need.meshCount = 3;
    need.obstacleCount = OBSTACLES;
    cdWorkspace *workspace = cdCreateWorkspace();
    expect(workspace != NULL && cdReserveWorkspace(workspace, &need), "a workspace");
    return workspace;
}

// Returns the pose after one frame: as near to the target as the room allows.
static cdPose walk(const cdMesh *character, cdPose pose, const cdObstacle *room, cdSlideCache *cache,
                   cdWorkspace *workspace) {
    cdSlideInput input = CD_ZERO;
    input.step.mesh = character;
    input.step.start = input.step.target = pose;
    input.step.target.p = cdAdd(pose.p, cdMakeVec3(0.1, -0.1, 0.05));
    input.step.obstacles = room;
    input.step.obstacleCount = OBSTACLES;
    cdSlide slide = cdFindSlide(&input, cache, workspace, NULL);
    expect(slide.contact.state != CD_UNDECIDED, "a decided slide");
    return slide.contact.resolvedPose;
}

static bool overlaps(const cdMesh *character, cdPose pose, const cdObstacle *room, cdWorkspace *workspace) {
    cdOverlapAmongInput input = CD_ZERO;
    input.mesh = character;
    input.pose = pose;
    input.obstacles = room;
    input.obstacleCount = OBSTACLES;
    return cdFindOverlapAmong(&input, NULL, workspace, NULL).state != CD_FREE;
}

// Pushes a cart of two boxes along the floor, until the front one is at the wall.
static void pushCart(const cdMesh *box, const cdObstacle *room, cdWorkspace *workspace) {
    const cdSlideShape cart[] = {{box, placeAt(-0.5, 0.0, 0.0)}, {box, placeAt(0.5, 0.0, 0.0)}};
    cdSlideInput input = CD_ZERO;
    input.shapes = cart;
    input.shapeCount = 2;
    input.step.start = placeAt(0.0, 1.0, 0.0);
    input.step.target = placeAt(4.0, 0.5, 0.5);
    input.step.obstacles = room;
    input.step.obstacleCount = OBSTACLES;
    cdSlide slide = cdFindSlide(&input, NULL, workspace, NULL);
    expect(slide.contact.state == CD_CONTACT && slide.shape >= 0, "a cart that meets something");
    expectNear(slide.contact.resolvedPose.p.x, 2.2, 1e-4, "x of the cart, at the wall");
    expectNear(slide.contact.resolvedPose.p.y, 0.9, 1e-4, "height of the cart, on the floor");
}

// Returns the distance from the character's eyes to a mesh along x.
static double look(const cdObstacle *obstacle, cdVec3 eyes) {
    cdRayInput ray = CD_ZERO;
    ray.mesh = obstacle->mesh;
    ray.pose = obstacle->pose;
    ray.origin = eyes;
    ray.direction = cdMakeVec3(1.0, 0.0, 0.0);
    return cdFindRayHit(&ray, NULL, NULL, NULL).distance;
}

int main(void) {
    expect(cdIsCompatible(), "the library that these headers belong to");
    cdHooks hooks = CD_ZERO;
    hooks.allocate = countAllocation;
    hooks.release = release;
    cdSetHooks(&hooks);

    cdMesh *character = makeBox(0.3, 0.9, 0.3, CD_PART_HULL | CD_PART_FEATURES);
    cdMesh *floor = makeBox(10.0, 0.5, 10.0, CD_PART_HULL | CD_PART_FEATURES);
    cdMesh *wall = makeBox(0.5, 2.0, 10.0, CD_PART_HULL | CD_PART_FEATURES);
    const cdObstacle room[OBSTACLES] = {{floor, placeAt(0.0, -0.5, 0.0)}, {wall, placeAt(3.5, 2.0, 0.0)}};
    cdWorkspace *workspace = reserve(character, room);

    cdPairCache pairs[OBSTACLES] = CD_ZERO;
    cdSlideCache cache = CD_ZERO; // makes the next frame faster
    cache.pairs = pairs;
    cdPose pose = placeAt(0.0, 1.0, 0.0);
    int before = allocationCount;
    for (int frame = 0; frame < FRAMES; frame++) {
        pose = walk(character, pose, room, &cache, workspace);
        expect(!overlaps(character, pose, room, workspace), "a character outside floor and wall");
    }
    expect(allocationCount == before, "no allocation in a frame");
    printf("the character stands at (%.4f, %.4f, %.4f)\n", pose.p.x, pose.p.y, pose.p.z);
    expectNear(pose.p.x, 2.7, 1e-4, "x, at the wall");
    expectNear(pose.p.y, 0.9, 1e-4, "height, on the floor");
    expectNear(pose.p.z, 3.0, 1e-3, "z, along the wall");
    expectNear(look(&room[WALL], pose.p), 3.0 - pose.p.x, 1e-12, "distance to the wall");

    pushCart(character, room, workspace);

    cdDestroyWorkspace(workspace);
    cdDestroyMesh(wall);
    cdDestroyMesh(floor);
    cdDestroyMesh(character);
    return 0;
}
