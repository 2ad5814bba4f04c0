// Reads and describes the options of objects, and derives settings of queries from them.
#include "stage/objects/object_options.h"

void ReadSceneOptions(const SceneObject *described, double options[STAGE_OPTION_COUNT]) {
    options[STAGE_REMOVED] = 0.0;
    options[STAGE_BODY] = described->body;
    options[STAGE_LEAF_RADIUS] = described->leafRadius;
    options[STAGE_PROXY] = described->noProxy ? 0.0 : 1.0;
    options[STAGE_DENSITY] = described->density;
    options[STAGE_MASS] = described->mass;
    options[STAGE_RESTITUTION] = described->restitution;
    options[STAGE_FRICTION] = described->friction;
    options[STAGE_SCALE] = 1.0; // relative to the size in its description
    options[STAGE_GROUP] = 0.0;
    options[STAGE_PUSHES] = described->pushes ? 1.0 : 0.0;
}

// Describes the path of a kinematic object, and how far it has come.
static bool describePath(const Stage *stage, int32_t object, SceneObject *described, SceneData *data) {
    const StageWorld *world = &stage->world;
    const SceneObject *given = &stage->data.objects[object];
    if (stage->objects[object].body != SCENE_KINEMATIC || given->nodeCount == 0) return true;
    bool runs = world->present && object < world->key.objectCount && stage->objects[object].isBody;
    if (runs) described->pathStart = cdGetKinematicTime(world->scene.world, world->scene.bodies[object]);
    return SetScenePath(data, described, stage->data.nodes + given->firstNode, given->nodeCount);
}

SceneObject *DescribeStageObject(const Stage *stage, int32_t object, SceneData *data) {
    const StageObject *chosen = &stage->objects[object];
    SceneObject *described = AddSceneObject(data, chosen->name, chosen->source, chosen->body);
    if (!described) return NULL;
    if (object < stage->data.objectCount) {
        described->velocity = stage->data.objects[object].velocity;
        described->angularVelocity = stage->data.objects[object].angularVelocity;
        if (!describePath(stage, object, described, data)) return NULL;
    }
    described->traits = chosen->traits;
    described->normalize = chosen->placement.normalize;
    double scale = chosen->options[STAGE_SCALE];
    described->scale = scale * chosen->placement.scale;
    // A description is scaled about its origin, an object of a stage about its centre.
    cdVec3 center = cdGetMeshInfo(chosen->original).center;
    described->pose = chosen->pose;
    described->pose.p = cdAdd(chosen->pose.p, cdRotate(chosen->pose.q, cdScale(1.0 - scale, center)));
    described->transparent = chosen->transparent;
    described->leafRadius = chosen->options[STAGE_LEAF_RADIUS];
    described->noProxy = chosen->options[STAGE_PROXY] == 0.0;
    described->pushes = chosen->options[STAGE_PUSHES] != 0.0;
    described->density = chosen->options[STAGE_DENSITY];
    described->mass = chosen->options[STAGE_MASS];
    described->restitution = chosen->options[STAGE_RESTITUTION];
    described->friction = chosen->options[STAGE_FRICTION];
    return described;
}

int32_t CountStageObjects(const Stage *stage) {
    int32_t count = 0;
    for (int32_t i = 0; i < stage->objectCount; ++i)
        count += !stage->objects[i].removed;
    return count;
}

int32_t FindHandObject(const Stage *stage) {
    for (int32_t i = 0; i < stage->objectCount; ++i) {
        if (stage->objects[i].body == SCENE_DRIVEN && !stage->objects[i].removed) return i;
    }
    return -1;
}

uint32_t GetStageDisabled(const Stage *stage, int32_t object) {
    return stage->objects[object].options[STAGE_PROXY] == 0.0 ? (uint32_t)CD_DISABLE_PROXY : 0u;
}
