// Lists the obstacles of a way.
#include "stage/motion/way_scene.h"

#include "stage/deeds.h"
#include "stage/motion/stage_query.h"
#include "stage/objects/stage_bounds.h"
#include "stage/world/stage_ground.h"

#include <math.h>
#include <stdlib.h>

// The ground is put under a path that is long enough for a way to any side.
static int32_t listObstacles(Stage *stage, int32_t object, double reach) {
    const StageObject *moved = &stage->objects[object];
    cdVec3 center;
    double radius;
    GetStageBounds(stage, &center, &radius);
    cdPose far = moved->pose;
    far.p.x += fmax(8.0 * (radius + moved->info.radius), 4.0 * reach);
    return ListStageObstacles(stage, object, moved->pose, far);
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

bool ReadWayScene(WayScene *scene, Stage *stage, int32_t object, double reach, bool *changed) {
    const cdMesh *mesh = stage->objects[object].mesh;
    int32_t count = listObstacles(stage, object, reach);
    *changed = scene->count != count || scene->shape.mesh != mesh;
    if (!makeRoom(scene, count)) {
        FreeWayScene(scene);
        return false;
    }
    scene->shape = (cdSlideShape){mesh, cdIdentityPose()};
    scene->others = 0;
    for (int32_t i = 0; i < count; ++i) {
        cdObstacle obstacle = stage->scratch.obstacles[i];
        int32_t owner = stage->scratch.obstacleObjects[i];
        if (IsGroundIndex(owner, stage->objectCount)) owner = -1;
        if (!isSame(scene, i, obstacle, owner)) *changed = true;
        scene->obstacles[i] = obstacle;
        scene->pathObstacles[i] = (cdPathObstacle){.mesh = obstacle.mesh, .pose = obstacle.pose};
        scene->owners[i] = owner;
        scene->others += owner >= 0;
    }
    scene->count = count;
    return true;
}

cdPathContact FindEdgeContact(const WayScene *scene, const cdPathNode *nodes, double from, cdBudget budget) {
    const cdPathNode ends[2] = {{0.0, nodes[0].pose}, {1.0, nodes[1].pose}};
    const cdPathInput input = {.nodes = ends,
                               .nodeCount = 2,
                               .shapes = &scene->shape,
                               .shapeCount = 1,
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
    free(scene->obstacles);
    free(scene->pathObstacles);
    free(scene->owners);
    *scene = (WayScene){0};
}
