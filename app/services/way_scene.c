// Lists the obstacles of a way.
#include "services/way_scene.h"

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

void FreeWayScene(WayScene *scene) {
    if (scene->workspace) cdDestroyWorkspace(scene->workspace);
    free(scene->obstacles);
    free(scene->pathObstacles);
    free(scene->owners);
    *scene = (WayScene){0};
}
