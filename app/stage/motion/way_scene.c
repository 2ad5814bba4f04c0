// Lists the meshes and the obstacles of a way.
#include "stage/motion/way_scene.h"

#include "stage/deeds.h"
#include "stage/motion/stage_query.h"
#include "stage/objects/stage_bounds.h"
#include "stage/objects/stage_members.h"
#include "stage/world/stage_ground.h"

#include <math.h>
#include <stdlib.h>

// Relative to the radius: poses of the group that differ by less are the same, rounded.
static const double SAME = 1e-9;

static bool isMember(const Stage *stage, int32_t object, int32_t other) {
    return other == object || (IsInStageGroup(stage, object) && IsGroupMember(stage, other));
}

// The ground is put under a path that is long enough for a way to any side.
static int32_t listObstacles(Stage *stage, int32_t object, double reach) {
    const StageObject *moved = &stage->objects[object];
    cdVec3 center;
    double radius;
    GetStageBounds(stage, &center, &radius);
    cdPose far = moved->pose;
    far.p.x += fmax(8.0 * (radius + moved->info.radius), 4.0 * reach);
    return ListOutsideObstacles(stage, object, moved->pose, far);
}

static bool makeRoom(WayScene *scene, int32_t count) {
    if (!scene->workspace) scene->workspace = cdCreateWorkspace();
    if (scene->workspace && scene->capacity >= count && scene->capacity > 0) return true;
    size_t room = (size_t)count + 1;
    cdObstacle *obstacles = realloc(scene->obstacles, room * sizeof *obstacles);
    if (obstacles) scene->obstacles = obstacles;
    cdPathObstacle *pathObstacles = realloc(scene->pathObstacles, room * sizeof *pathObstacles);
    if (pathObstacles) scene->pathObstacles = pathObstacles;
    int32_t *owners = realloc(scene->owners, room * sizeof *owners);
    if (owners) scene->owners = owners;
    bool good = scene->workspace && obstacles && pathObstacles && owners;
    if (good) scene->capacity = count + 1;
    return good;
}

static bool isSame(const WayScene *scene, int32_t i, cdObstacle obstacle, int32_t owner) {
    if (i >= scene->count || scene->owners[i] != owner) return false;
    // The ground's box is placed again under each path.
    return owner < 0 || (scene->obstacles[i].mesh == obstacle.mesh &&
                         cdIsSamePose(scene->obstacles[i].pose, obstacle.pose));
}

static bool makeShapeRoom(WayScene *scene, int32_t count) {
    if (scene->shapeCapacity >= count) return true;
    cdSlideShape *shapes = realloc(scene->shapes, (size_t)count * sizeof *shapes);
    if (!shapes) return false;
    scene->shapes = shapes;
    scene->shapeCapacity = count;
    return true;
}

static bool isSameShape(const WayScene *scene, int32_t i, cdSlideShape shape) {
    if (i >= scene->shapeCount || scene->shapes[i].mesh != shape.mesh) return false;
    cdPose between = cdInvMulPose(scene->shapes[i].pose, shape.pose);
    double radius = cdGetMeshInfo(shape.mesh).radius;
    double turn = cdLength((cdVec3){between.q.x, between.q.y, between.q.z});
    return cdLength(between.p) <= SAME * radius && turn <= SAME;
}

// Reads the meshes that move. @errors false: out of memory
static bool readShapes(WayScene *scene, const Stage *stage, int32_t object, bool *changed) {
    cdPose frame = stage->objects[object].pose;
    int32_t count = 0;
    if (!makeShapeRoom(scene, stage->objectCount)) return false;
    for (int32_t i = -1; i < stage->objectCount; ++i) {
        int32_t member = i < 0 ? object : i;
        if (i == object || !isMember(stage, object, member)) continue;
        const StageObject *own = &stage->objects[member];
        cdSlideShape shape = {own->mesh, i < 0 ? cdIdentityPose() : cdInvMulPose(frame, own->pose)};
        bool isSame = isSameShape(scene, count, shape);
        if (!isSame) scene->shapes[count] = shape;
        *changed = *changed || !isSame;
        ++count;
    }
    *changed = *changed || count != scene->shapeCount;
    scene->shapeCount = count;
    return true;
}

static void addObstacle(WayScene *scene, int32_t at, cdObstacle obstacle, int32_t owner, bool *changed) {
    if (!isSame(scene, at, obstacle, owner)) *changed = true;
    scene->obstacles[at] = obstacle;
    scene->pathObstacles[at] = (cdPathObstacle){.mesh = obstacle.mesh, .pose = obstacle.pose};
    scene->owners[at] = owner;
}

static bool isListed(const WayScene *scene, int32_t count, int32_t owner) {
    for (int32_t i = 0; i < count; ++i)
        if (scene->owners[i] == owner) return true;
    return false;
}

// Adds the obstacles of a member to the first `count`; returns how many there are. `ground`: receives the
// ground, if it is among them.
static int32_t readObstacles(WayScene *scene, Stage *stage, int32_t member, double reach, int32_t count,
                             cdObstacle *ground, bool *changed) {
    int32_t listed = listObstacles(stage, member, reach);
    for (int32_t i = 0; i < listed; ++i) {
        cdObstacle obstacle = stage->scratch.obstacles[i];
        int32_t owner = stage->scratch.obstacleObjects[i];
        bool isGround = IsGroundIndex(owner, stage->objectCount);
        if (isGround && !ground->mesh) *ground = obstacle;
        if (!isGround && !isListed(scene, count, owner))
            addObstacle(scene, count++, obstacle, owner, changed);
    }
    return count;
}

bool ReadWayScene(WayScene *scene, Stage *stage, int32_t object, double reach, bool *changed) {
    int32_t count = 0;
    cdObstacle ground = {.mesh = NULL};
    *changed = false;
    if (!makeRoom(scene, stage->objectCount + 1) || !readShapes(scene, stage, object, changed)) {
        FreeWayScene(scene);
        return false;
    }
    for (int32_t i = 0; i < stage->objectCount; ++i)
        if (isMember(stage, object, i))
            count = readObstacles(scene, stage, i, reach, count, &ground, changed);
    scene->others = count;
    if (ground.mesh) addObstacle(scene, count++, ground, -1, changed);
    *changed = *changed || scene->count != count;
    scene->count = count;
    return true;
}

cdPathContact FindEdgeContact(const WayScene *scene, const cdPathNode *nodes, double from, cdBudget budget) {
    const cdPathNode ends[2] = {{0.0, nodes[0].pose}, {1.0, nodes[1].pose}};
    const cdPathInput input = {.nodes = ends,
                               .nodeCount = 2,
                               .shapes = scene->shapes,
                               .shapeCount = scene->shapeCount,
                               .obstacles = scene->pathObstacles,
                               .obstacleCount = scene->count,
                               .from = from,
                               .budget = budget};
    return cdFindPathContact(&input, scene->workspace, NULL);
}

double GetNodesReach(const cdPathNode *nodes, int32_t nodeCount, cdPose from) {
    double reach = 0.0;
    for (int32_t i = 0; i < nodeCount; ++i)
        reach = fmax(reach, cdLength(cdSub(nodes[i].pose.p, from.p)));
    return reach;
}

DeedResult CertifyStageWay(Stage *stage, StageEntry *entry) {
    WayScene scene = {0};
    bool changed, known = entry->outcome.known;
    if (known) return DEED_DONE;
    entry->outcome.state = entry->nodeCount > 0 ? CD_UNDECIDED : CD_FREE;
    entry->outcome.edge = entry->nodeCount > 0 ? 0 : -1;
    double reach = GetNodesReach(entry->nodes, entry->nodeCount, stage->objects[entry->index].pose);
    if (entry->nodeCount > 0 && ReadWayScene(&scene, stage, entry->index, reach, &changed)) {
        entry->outcome.state = CD_FREE;
        for (int32_t i = 0; i + 1 < entry->nodeCount && entry->outcome.state == CD_FREE; ++i) {
            entry->outcome.state =
                FindEdgeContact(&scene, &entry->nodes[i], 0.0, (cdBudget){0}).contact.state;
            entry->outcome.edge = i;
        }
        if (entry->outcome.state == CD_FREE) entry->outcome.edge = -1;
    }
    FreeWayScene(&scene);
    return DEED_DONE;
}

void FreeWayScene(WayScene *scene) {
    if (scene->workspace) cdDestroyWorkspace(scene->workspace);
    free(scene->shapes);
    free(scene->obstacles);
    free(scene->pathObstacles);
    free(scene->owners);
    *scene = (WayScene){0};
}
