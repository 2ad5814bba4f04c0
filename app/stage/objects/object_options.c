// Reads and describes the options of objects, and derives settings of queries from them.
#include "stage/objects/object_options.h"

static void putVector(double options[STAGE_OPTION_COUNT], StageOption first, cdVec3 v) {
    options[first] = v.x;
    options[first + 1] = v.y;
    options[first + 2] = v.z;
}

static cdVec3 getVector(const double options[STAGE_OPTION_COUNT], StageOption first) {
    return (cdVec3){options[first], options[first + 1], options[first + 2]};
}

static void readTraits(const SceneTraits *traits, double options[STAGE_OPTION_COUNT]) {
    options[STAGE_LINEAR_DAMPING] = traits->linearDamping;
    options[STAGE_ANGULAR_DAMPING] = traits->angularDamping;
    options[STAGE_MAX_SPEED] = traits->maxSpeed;
    options[STAGE_MAX_SPIN] = traits->maxSpin;
    options[STAGE_GRAVITY_SCALE] = traits->gravityScale;
    putVector(options, STAGE_FORCE_X, traits->force);
    putVector(options, STAGE_TORQUE_X, traits->torque);
    options[STAGE_LOCK_TRANSLATION] = traits->lockTranslation;
    options[STAGE_LOCK_ROTATION] = traits->lockRotation;
    options[STAGE_LOCK_FRAME] = traits->lockFrame;
    options[STAGE_SENSOR] = traits->sensor;
    options[STAGE_CATEGORY] = traits->category;
    options[STAGE_MASK] = traits->mask;
    options[STAGE_COLLISION_GROUP] = traits->group;
}

SceneTraits GetObjectTraits(const StageObject *object) {
    const double *options = object->options;
    return (SceneTraits){.linearDamping = options[STAGE_LINEAR_DAMPING],
                         .angularDamping = options[STAGE_ANGULAR_DAMPING],
                         .maxSpeed = options[STAGE_MAX_SPEED],
                         .maxSpin = options[STAGE_MAX_SPIN],
                         .gravityScale = options[STAGE_GRAVITY_SCALE],
                         .force = getVector(options, STAGE_FORCE_X),
                         .torque = getVector(options, STAGE_TORQUE_X),
                         .lockTranslation = (uint32_t)options[STAGE_LOCK_TRANSLATION],
                         .lockRotation = (uint32_t)options[STAGE_LOCK_ROTATION],
                         .lockFrame = (cdLockFrame)options[STAGE_LOCK_FRAME],
                         .sensor = options[STAGE_SENSOR] != 0.0,
                         .category = (uint32_t)options[STAGE_CATEGORY],
                         .mask = (uint32_t)options[STAGE_MASK],
                         .group = (int32_t)options[STAGE_COLLISION_GROUP]};
}

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
    readTraits(&described->traits, options);
    putVector(options, STAGE_VELOCITY_X, described->velocity);
    putVector(options, STAGE_SPIN_X, described->angularVelocity);
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
    const SceneShape *shapes = stage->data.shapes + chosen->firstShape;
    if (HasShapes(chosen) && !SetSceneShapes(data, described, shapes, chosen->shapeCount)) return NULL;
    described->velocity = getVector(chosen->options, STAGE_VELOCITY_X);
    described->angularVelocity = getVector(chosen->options, STAGE_SPIN_X);
    if (object < stage->data.objectCount && !describePath(stage, object, described, data)) return NULL;
    described->traits = GetObjectTraits(chosen);
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
