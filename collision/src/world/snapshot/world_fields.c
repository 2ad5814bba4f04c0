// The members of a world that a snapshot has, each once: for saving and restoring alike.
//
// Input: an item and an archive. Output: its members, in the order of the struct. All members are there that
// any later step may read before it sets them, and those of an advance too: `stiff` of a body, for example,
// decides how far it turns before its island is planned, and outlives the step. Left out are only:
// - pointers, capacities, and memory whose content is valid for one call (foundation/memory/workspace.h);
// - numbers of free slots, which are counted again;
// - the solver's bodies, rows, gaps and islands, which each use fills again;
// - which bodies are active, and the entries of pairs: active_fields.c has them;
// - the places of shapes in the world's list, which decide nothing: each body's follow it;
// - the broad phase, whose pairs depend on the boxes alone, and the first update after a restore sets all
// boxes;
// - spare pairs, which are reset before use;
// - the budget, the tasks and the callback for pairs, which are the caller's, and what cdStepWorld sets
// before it reads it: the meter, the result, its work,
//   `shortenings`, `hangs`, `splits`, `solverWork`, `pushes`, `yields`, `streak`, `patience`, `longest`,
//   and whether a body `collides`;
// - the caches of driven bodies, which change no result;
// - figures of a pair's contact regions that nothing reads later.
// An assertion for each struct fails if it gets another member: list it here, in pair_fields.c, or above.
#include "world/snapshot/world_fields.h"
#include "foundation/numbers/rounding.h"
#include "mesh/mesh_data.h"
#include "world/contacts/contact_set.h"

enum {
    BODY_KINDS = CD_BODY_DRIVEN + 1,
    SCRIPT_KINDS = CD_SCRIPT_TARGET + 1,
    LOCK_FRAMES = CD_LOCK_BODY + 1,
    JOINT_KINDS = CD_JOINT_DISTANCE + 1,
    MOTOR_KINDS = CD_MOTOR_POSITION + 1
};
enum { CONTACT_MODES = CD_CONTACT_LOOSE + 1, EVENT_KINDS = CD_EVENT_BLOCKED + 1 };

_Static_assert(sizeof(cdBodyKind) == sizeof(int32_t), "enumerators are moved as int32_t");

// --- The world

void cdArchiveCounts(cdArchive *archive, cdWorldCounts *counts) {
    // Each item has at least one byte.
    int32_t most = archive->size < INT32_MAX ? (int32_t)archive->size : INT32_MAX;
    cdArchiveInt(archive, &counts->bodies, 0, CD_BROAD_PHASE_BODY_MAX);
    cdArchiveInt(archive, &counts->shapes, 0, most);
    cdArchiveInt(archive, &counts->joints, 0, most);
    cdArchiveInt(archive, &counts->nodes, 0, most);
    cdArchiveInt(archive, &counts->pairs, 0, most);
    cdArchiveInt(archive, &counts->contacts, 0, most);
    cdArchiveInt(archive, &counts->events, 0, most);
    cdArchiveInt(archive, &counts->shownEvents, 0, counts->events);
}

void cdArchiveSettings(cdArchive *archive, cdWorld *world) {
    _Static_assert(CD_HAS_SIZE(cdWorldDef, 104) && CD_HAS_SIZE(cdWorldWork, 64) &&
                       CD_HAS_SIZE(struct cdWorld, 992),
                   "see above");
    cdWorldDef *def = &world->def;
    uint64_t room = world->solverRoom;
    cdArchiveVec3(archive, &def->gravity);
    cdArchiveDouble(archive, &def->margin);
    cdArchiveDouble(archive, &def->safetyDistance);
    cdArchiveDouble(archive, &def->restitutionThreshold);
    cdArchiveInt(archive, &def->maxStops, INT32_MIN, INT32_MAX);
    cdArchiveVec3(archive, &def->bounds.lower);
    cdArchiveVec3(archive, &def->bounds.upper);
    cdArchiveDouble(archive, &world->margin);
    cdArchiveDouble(archive, &world->time);
    cdArchiveBool(archive, &world->asks);
    cdArchiveInt(archive, &world->passingCount, 0, INT32_MAX);
    cdArchiveBool(archive, &world->lostEvents);
    cdArchiveBytes(archive, &room, sizeof room);
    cdArchiveDouble(archive, &world->totalWork.forces);
    cdArchiveDouble(archive, &world->totalWork.hands);
    cdArchiveDouble(archive, &world->totalWork.motors);
    cdArchiveDouble(archive, &world->totalWork.kinematics);
    cdArchiveDouble(archive, &world->totalWork.dissipated);
    archive->invalid = archive->invalid || room > SIZE_MAX;
    if (cdIsReading(archive) && !archive->invalid) world->solverRoom = (size_t)room;
}

// --- Bodies

cdMeshMark cdMarkMesh(const cdMesh *mesh) {
    if (mesh == NULL) return (cdMeshMark){0};
    return (cdMeshMark){mesh->id,     mesh->vertexCount, mesh->triangleCount,
                        mesh->radius, mesh->rounding,    mesh->center};
}

bool cdIsMarkOf(const cdMeshMark *mark, const cdMesh *mesh) {
    if (mesh == NULL || mesh->id != mark->id) return false;
    return mesh->vertexCount == mark->vertexCount && mesh->triangleCount == mark->triangleCount &&
           memcmp(&mesh->radius, &mark->radius, sizeof mark->radius) == 0 &&
           memcmp(&mesh->rounding, &mark->rounding, sizeof mark->rounding) == 0 &&
           memcmp(&mesh->center, &mark->center, sizeof mark->center) == 0;
}

void cdArchiveShape(cdArchive *archive, cdWorldShape *shape) {
    _Static_assert(CD_HAS_SIZE(cdWorldShape, 120), "see above");
    cdArchiveBool(archive, &shape->posed);
    cdArchivePose(archive, &shape->pose);
    cdArchiveVec3(archive, &shape->center);
    cdArchiveDouble(archive, &shape->radius);
    cdArchiveDouble(archive, &shape->density);
    cdArchiveBytes(archive, &shape->userData, sizeof shape->userData);
    // Its rotation turns boxes and spheres that bound the shape.
    if (shape->posed && !cdIsValidPose(shape->pose)) archive->invalid = true;
}

void cdArchiveMeshMark(cdArchive *archive, cdMeshMark *mark) {
    _Static_assert(CD_HAS_SIZE(cdMeshMark, 56), "see above");
    cdArchiveBytes(archive, &mark->id, sizeof mark->id);
    cdArchiveInt(archive, &mark->vertexCount, 0, INT32_MAX);
    cdArchiveInt(archive, &mark->triangleCount, 0, INT32_MAX);
    cdArchiveDouble(archive, &mark->radius);
    cdArchiveDouble(archive, &mark->rounding);
    cdArchiveVec3(archive, &mark->center);
}

// Moves bits of axes.
static void archiveAxes(cdArchive *archive, uint32_t *axes) {
    int32_t value = (int32_t)*axes;
    cdArchiveInt(archive, &value, 0, (int32_t)CD_AXES);
    *axes = (uint32_t)value;
}

static void archiveInertia(cdArchive *archive, cdInertia *inertia) {
    _Static_assert(CD_HAS_SIZE(cdInertia, 152), "see above");
    cdArchiveDouble(archive, &inertia->mass);
    cdArchiveVec3(archive, &inertia->centroid);
    cdArchiveBytes(archive, inertia->tensor, sizeof inertia->tensor);
    cdArchiveBytes(archive, inertia->inverse, sizeof inertia->inverse);
    cdArchiveDouble(archive, &inertia->inverseMass);
    archiveAxes(archive, &inertia->lockedWays);
    archiveAxes(archive, &inertia->lockedTurns);
    cdArchiveBool(archive, &inertia->ownAxes);
}

static void archiveHand(cdArchive *archive, cdHand *hand) {
    _Static_assert(CD_HAS_SIZE(cdHand, 64), "see above");
    cdArchiveVec3(archive, &hand->grab);
    cdArchiveVec3(archive, &hand->target);
    cdArchiveDouble(archive, &hand->frequency);
    cdArchiveDouble(archive, &hand->maxForce);
}

// Moves an id of a body, which may have been removed; -1 only if `least` is -1.
static void archiveId(cdArchive *archive, cdBodyId *id, int32_t least, int32_t bodyCount) {
    int32_t index = *id >= 0 ? cdGetBodyIndex(*id) : -1, generation = (int32_t)(*id >> 32);
    cdArchiveInt(archive, &index, least, bodyCount - 1);
    cdArchiveInt(archive, &generation, index < 0 ? -1 : 0, index < 0 ? -1 : INT32_MAX);
    if (cdIsReading(archive) && !archive->invalid) *id = index < 0 ? -1 : (int64_t)generation << 32 | index;
}

static void archiveScript(cdArchive *archive, cdScript *script, int32_t nodeCount) {
    _Static_assert(CD_HAS_SIZE(cdScript, 320), "see above");
    cdArchiveKind(archive, &script->kind, SCRIPT_KINDS);
    cdArchiveVec3(archive, &script->velocity);
    cdArchiveVec3(archive, &script->angular);
    cdArchiveInt(archive, &script->firstNode, 0, nodeCount);
    cdArchiveInt(archive, &script->nodeCount, 0, nodeCount - script->firstNode);
    // A path has nodes, and no other script has.
    if ((script->kind == CD_SCRIPT_PATH) != (script->nodeCount > 0)) archive->invalid = true;
    cdArchiveDouble(archive, &script->time);
    cdArchivePose(archive, &script->target);
    cdArchiveBool(archive, &script->blocked);
    cdArchiveDouble(archive, &script->lost);
    cdArchiveBool(archive, &script->stopped);
    cdArchiveInt(archive, &script->blocker, -1, INT32_MAX);
    cdArchiveVec3(archive, &script->point);
    cdArchiveVec3(archive, &script->normal);
    cdArchiveBool(archive, &script->moves);
    cdArchivePose(archive, &script->goal);
    cdArchiveDouble(archive, &script->slow);
    cdArchiveVec3(archive, &script->fast);
    cdArchiveVec3(archive, &script->turning);
}

void cdArchiveNode(cdArchive *archive, cdPathNode *node) {
    _Static_assert(CD_HAS_SIZE(cdPathNode, 64), "see above");
    cdArchiveDouble(archive, &node->time);
    cdArchivePose(archive, &node->pose);
}

static void archiveState(cdArchive *archive, cdWorldBody *body, const cdWorldCounts *counts) {
    cdArchiveInt(archive, &body->generation, 0, INT32_MAX);
    cdArchiveBool(archive, &body->present);
    cdArchiveBool(archive, &body->left);
    cdArchiveKind(archive, &body->kind, BODY_KINDS);
    cdArchiveInt(archive, &body->shapeCount, 0, counts->shapes);
    cdArchiveVec3(archive, &body->center);
    cdArchiveDouble(archive, &body->core);
    cdArchiveDouble(archive, &body->radius);
    cdArchivePose(archive, &body->pose);
    archiveInertia(archive, &body->inertia);
    cdArchiveVec3(archive, &body->velocity);
    cdArchiveVec3(archive, &body->spin);
    cdArchiveVec3(archive, &body->passingForce);
    cdArchiveVec3(archive, &body->passingTorque);
    cdArchiveBool(archive, &body->asleep);
    cdArchiveBool(archive, &body->held);
    archiveHand(archive, &body->hand);
    cdArchiveDouble(archive, &body->quiet);
    cdArchiveInt(archive, &body->tries, 0, INT32_MAX);
    cdArchiveDouble(archive, &body->untried);
    cdArchivePose(archive, &body->quietPose);
}

// The properties that the caller may change at run time.
static void archiveProperties(cdArchive *archive, cdWorldBody *body) {
    _Static_assert(CD_HAS_SIZE(cdMassProperties, 80), "see above");
    cdArchiveDouble(archive, &body->restitution);
    cdArchiveDouble(archive, &body->friction);
    cdArchiveDouble(archive, &body->linearDamping);
    cdArchiveDouble(archive, &body->angularDamping);
    cdArchiveDouble(archive, &body->gravityScale);
    cdArchiveDouble(archive, &body->maxSpeed);
    cdArchiveDouble(archive, &body->maxSpin);
    cdArchiveVec3(archive, &body->force);
    cdArchiveVec3(archive, &body->torque);
    cdArchiveBytes(archive, &body->category, sizeof body->category);
    cdArchiveBytes(archive, &body->mask, sizeof body->mask);
    cdArchiveInt(archive, &body->group, INT32_MIN, INT32_MAX);
    cdArchiveBool(archive, &body->sensor);
    archiveAxes(archive, &body->lockTranslation);
    archiveAxes(archive, &body->lockRotation);
    cdArchiveKind(archive, &body->lockFrame, LOCK_FRAMES);
    cdArchiveBytes(archive, &body->userData, sizeof body->userData);
    cdArchiveDouble(archive, &body->density);
    cdArchiveDouble(archive, &body->mass);
    cdArchiveBool(archive, &body->ownsMassProperties);
    cdArchiveDouble(archive, &body->massProperties.volume);
    cdArchiveVec3(archive, &body->massProperties.centroid);
    cdArchiveBytes(archive, body->massProperties.inertia, sizeof body->massProperties.inertia);
}

static void archiveAdvance(cdArchive *archive, cdWorldBody *body, int32_t bodyCount) {
    cdArchiveVec3(archive, &body->pull);
    cdArchiveInt(archive, &body->island, -1, bodyCount - 1);
    cdArchivePose(archive, &body->middle);
    cdArchivePose(archive, &body->target);
    cdArchiveVec3(archive, &body->endVelocity);
    cdArchiveVec3(archive, &body->endSpin);
    cdArchiveDouble(archive, &body->fraction);
    cdArchiveBytes(archive, body->stiffness, sizeof body->stiffness);
    cdArchiveBool(archive, &body->stiff);
    cdArchivePose(archive, &body->planned);
    cdArchivePose(archive, &body->placed);
    cdArchiveVec3(archive, &body->shift);
    cdArchiveVec3(archive, &body->turn);
    cdArchiveBool(archive, &body->damped);
    cdArchiveBool(archive, &body->strays);
    cdArchiveDouble(archive, &body->waited);
    cdArchiveBool(archive, &body->turns);
    cdArchiveVec3(archive, &body->acceleration);
    cdArchiveDouble(archive, &body->pace);
    cdArchiveVec3(archive, &body->moment);
}

void cdArchiveBody(cdArchive *archive, cdWorldBody *body, const cdWorldCounts *counts) {
    _Static_assert(CD_HAS_SIZE(cdWorldBody, 1584), "see above");
    archiveState(archive, body, counts);
    archiveScript(archive, &body->script, counts->nodes);
    archiveProperties(archive, body);
    archiveAdvance(archive, body, counts->bodies);
}

static void archiveReaction(cdArchive *archive, cdWorldJoint *joint) {
    _Static_assert(CD_HAS_SIZE(cdJointReaction, 56), "see above");
    cdArchiveVec3(archive, &joint->pushed);
    cdArchiveVec3(archive, &joint->turned);
    cdArchiveDouble(archive, &joint->driven);
    cdArchiveVec3(archive, &joint->reaction.force);
    cdArchiveVec3(archive, &joint->reaction.torque);
    cdArchiveDouble(archive, &joint->reaction.motor);
}

static void archiveMotor(cdArchive *archive, cdJointMotor *motor) {
    _Static_assert(CD_HAS_SIZE(cdJointMotor, 32), "see above");
    cdArchiveKind(archive, &motor->kind, MOTOR_KINDS);
    cdArchiveDouble(archive, &motor->speed);
    cdArchiveDouble(archive, &motor->position);
    cdArchiveDouble(archive, &motor->maxForce);
}

void cdArchiveJoint(cdArchive *archive, cdWorldJoint *joint, int32_t bodyCount) {
    _Static_assert(CD_HAS_SIZE(cdWorldJoint, 400), "see above");
    cdArchiveInt(archive, &joint->generation, 0, INT32_MAX);
    cdArchiveBool(archive, &joint->present);
    cdArchiveBool(archive, &joint->limited);
    cdArchiveBool(archive, &joint->turns);
    cdArchiveBool(archive, &joint->passes);
    cdArchiveKind(archive, &joint->kind, JOINT_KINDS);
    cdArchiveInt(archive, &joint->bodyA, 0, bodyCount - 1);
    cdArchiveInt(archive, &joint->bodyB, -1, bodyCount - 1);
    cdArchiveVec3(archive, &joint->pointA);
    cdArchiveVec3(archive, &joint->pointB);
    cdArchiveVec3(archive, &joint->axisA);
    cdArchiveVec3(archive, &joint->axisB);
    cdArchiveVec3(archive, &joint->sideA);
    cdArchiveDouble(archive, &joint->length);
    cdArchiveDouble(archive, &joint->lower);
    cdArchiveDouble(archive, &joint->upper);
    cdArchiveDouble(archive, &joint->angle);
    archiveMotor(archive, &joint->motor);
    cdArchiveDouble(archive, &joint->breakingForce);
    cdArchiveDouble(archive, &joint->breakingTorque);
    cdArchiveBytes(archive, joint->impulses, sizeof joint->impulses);
    archiveReaction(archive, joint);
}

// --- Reports of the last step

void cdArchiveContact(cdArchive *archive, cdWorldContact *contact, int32_t bodyCount) {
    _Static_assert(CD_HAS_SIZE(cdWorldContact, 120), "see above");
    archiveId(archive, &contact->bodyA, 0, bodyCount);
    archiveId(archive, &contact->bodyB, 0, bodyCount);
    cdArchiveInt(archive, &contact->shapeA, 0, CD_BODY_SHAPE_MAX - 1);
    cdArchiveInt(archive, &contact->shapeB, 0, CD_BODY_SHAPE_MAX - 1);
    cdArchiveKind(archive, &contact->mode, CONTACT_MODES);
    cdArchiveVec3(archive, &contact->point);
    cdArchiveVec3(archive, &contact->normal);
    cdArchiveDouble(archive, &contact->gap);
    cdArchiveDouble(archive, &contact->force);
    cdArchiveVec3(archive, &contact->friction);
}

void cdArchiveEvent(cdArchive *archive, cdContactEvent *event, int32_t bodyCount) {
    _Static_assert(CD_HAS_SIZE(cdContactEvent, 112), "see above");
    cdArchiveDouble(archive, &event->time);
    cdArchiveKind(archive, &event->kind, EVENT_KINDS);
    archiveId(archive, &event->bodyA, 0, bodyCount);
    archiveId(archive, &event->bodyB, -1, bodyCount);
    cdArchiveInt(archive, &event->shapeA, -1, CD_BODY_SHAPE_MAX - 1);
    cdArchiveInt(archive, &event->shapeB, -1, CD_BODY_SHAPE_MAX - 1);
    archiveId(archive, &event->joint, -1, INT32_MAX);
    cdArchiveVec3(archive, &event->point);
    cdArchiveVec3(archive, &event->normal);
    cdArchiveDouble(archive, &event->speed);
    cdArchiveDouble(archive, &event->impulse);
}
