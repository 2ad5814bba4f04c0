// Worlds: creation, bodies.
#include "collision/world.h"
#include "foundation/memory/hooks.h"
#include "foundation/memory/workspace.h"
#include "foundation/numbers/rounding.h"
#include "world/checks.h"
#include "world/island_tasks.h"

#include <math.h>
#include <string.h>

static const double DEFAULT_MARGIN = 1e-4; // of the smallest dynamic body's radius

cdWorldDef cdDefaultWorldDef(void) {
    return (cdWorldDef){.gravity = {0.0, -9.81, 0.0}};
}

cdBodyDef cdDefaultBodyDef(void) {
    return (cdBodyDef){.pose = cdIdentityPose(),
                       .density = 1.0,
                       .restitution = 0.5,
                       .gravityScale = 1.0,
                       .category = 1,
                       .mask = UINT32_MAX};
}

// False for NaN.
static bool areBounds(const cdBox3 *box) {
    bool holds = box->lower.x < box->upper.x && box->lower.y < box->upper.y && box->lower.z < box->upper.z;
    bool zeroed = cdLengthSq(box->lower) == 0.0 && cdLengthSq(box->upper) == 0.0;
    return holds || zeroed;
}

cdWorld *cdCreateWorld(const cdWorldDef *def) {
    if (!CD_REQUIRE(def != NULL)) return NULL;
    if (!cdIsFiniteVec3(def->gravity) || !cdIsAtLeast(def->margin, 0.0) ||
        !cdIsAtLeast(def->restitutionThreshold, 0.0) || !cdIsAtLeast(def->safetyDistance, 0.0) ||
        !areBounds(&def->bounds))
        return NULL;
    cdWorld *world = cdAllocate(sizeof *world);
    if (world == NULL) return NULL;
    world->def = *def;
    world->margin = def->margin;
    world->activeChange = true;
    world->workspace = cdCreateWorkspace();
    if (world->workspace != NULL) return world;
    cdFree(world);
    return NULL;
}

void cdSetWorldBudget(cdWorld *world, cdBudget budget) {
    if (!CD_REQUIRE(world != NULL)) return;
    world->budget = budget;
}

static void destroyPairs(cdWorldPair **pairs, int32_t count) {
    for (int32_t i = 0; i < count; i++)
        cdDestroyPair(pairs[i]);
    cdFree(pairs);
}

void cdDestroyWorld(cdWorld *world) {
    if (world == NULL) return;
    destroyPairs(world->pairs, world->pairCount);
    destroyPairs(world->spare, world->spareCount);
    cdFree(world->merged);
    cdFree(world->entries);
    cdFree(world->mergedEntries);
    cdFreeLists(world);
    cdFree(world->pairTasks);
    cdDestroyBroadPhase(world->broadPhase);
    cdDestroyWorkspace(world->workspace);
    cdFreeBlock(&world->solverMemory);
    cdFreeBlock(&world->islandMemory);
    for (int32_t i = 0; i < world->dragCount; i++)
        cdEndDrag(world, i);
    cdFree(world->drags);
    cdFree(world->bodies);
    cdFree(world->shapes);
    cdFree(world->pathBoxes);
    cdFree(world->nearPairs);
    cdFree(world->nodes);
    cdFree(world->joints);
    cdFree(world->solverBodies);
    cdFree(world->rows);
    cdFree(world->startGaps);
    cdFree(world->islands);
    cdFree(world->contacts);
    cdFree(world->movedContacts);
    cdFree(world->events);
    cdFree(world);
}

// --- Bodies

// Returns twice the capacity, or more if that is too small for `count` items.
static int32_t chooseCapacity(int32_t capacity, int32_t first, int32_t count) {
    int32_t larger = capacity > 0 ? 2 * capacity : first;
    return larger > count ? larger : count;
}

bool cdReserveBodies(cdWorld *world, int32_t count) {
    if (count <= world->bodyCapacity) return true;
    int32_t capacity = chooseCapacity(world->bodyCapacity, 16, count);
    cdWorldBody *bodies = cdAllocate((size_t)capacity * sizeof *bodies);
    cdSolverBody *solverBodies = cdAllocate(((size_t)capacity + 1) * sizeof *solverBodies);
    int32_t *islands = cdAllocate((size_t)capacity * sizeof *islands);
    cdBox3 *pathBoxes = cdAllocate((size_t)capacity * sizeof *pathBoxes);
    cdBroadPhase *broadPhase = cdCreateBroadPhase(capacity);
    bool enough = bodies != NULL && solverBodies != NULL && islands != NULL && pathBoxes != NULL &&
                  broadPhase != NULL && cdReserveBodyLists(world, capacity);
    if (!enough || !cdReserveIslandTasks(world, capacity)) {
        cdFree(bodies);
        cdFree(solverBodies);
        cdFree(islands);
        cdFree(pathBoxes);
        cdDestroyBroadPhase(broadPhase);
        return false;
    }
    if (world->bodyCount > 0) memcpy(bodies, world->bodies, (size_t)world->bodyCount * sizeof *bodies);
    cdFree(world->bodies);
    cdFree(world->solverBodies);
    cdFree(world->islands);
    cdFree(world->pathBoxes);
    cdDestroyBroadPhase(world->broadPhase);
    world->bodies = bodies;
    world->solverBodies = solverBodies;
    world->islands = islands;
    world->pathBoxes = pathBoxes;
    world->broadPhase = broadPhase;
    world->bodyCapacity = capacity;
    world->lacksBoxes = true;
    return true;
}

bool cdReserveJoints(cdWorld *world, int32_t count) {
    if (count <= world->jointCapacity) return true;
    int32_t capacity = chooseCapacity(world->jointCapacity, 8, count);
    cdWorldJoint *joints = cdGrowArray(world->joints, world->jointCount, capacity, sizeof *joints);
    if (joints == NULL) return false;
    world->joints = joints;
    if (!cdReserveJointLists(world, capacity)) return false;
    world->jointCapacity = capacity;
    return true;
}

// Reserves the memory of queries between a mesh and those of all present bodies, so that these never
// allocate. Two driven bodies have queries only in moves, which may allocate.
static bool reserveWorkspace(cdWorld *world, const cdMesh *mesh, cdBodyKind kind) {
    for (int32_t i = 0; i < world->bodyCount; i++) {
        const cdWorldBody *body = &world->bodies[i];
        if (kind == CD_BODY_DRIVEN && body->kind == CD_BODY_DRIVEN) continue;
        for (int32_t k = 0; body->present && k < body->shapeCount; k++) {
            const cdMesh *own = cdGetShape(world, body, k)->mesh;
            if (k > 0 && own == cdGetShape(world, body, k - 1)->mesh) continue;
            const cdMesh *const meshes[] = {own, mesh};
            if (!cdReservePairWork(world->workspace, world->tasks.workerCount, meshes)) return false;
        }
    }
    return true;
}

// True if none of shapes[count] has the mesh.
static bool isNewMesh(const cdWorldShape *shapes, int32_t count, const cdMesh *mesh) {
    for (int32_t i = 0; i < count; i++)
        if (shapes[i].mesh == mesh) return false;
    return true;
}

bool cdReserveBodyWork(cdWorld *world, const cdWorldBody *body, cdBodyKind kind) {
    const cdWorldShape *shapes = cdGetShape(world, body, 0);
    for (int32_t i = 0; i < body->shapeCount; i++)
        if (isNewMesh(shapes, i, shapes[i].mesh) && !reserveWorkspace(world, shapes[i].mesh, kind))
            return false;
    return true;
}

// True if a present body before this one has the mesh.
static bool isMeshBefore(const cdWorld *world, int32_t body, const cdMesh *mesh) {
    for (int32_t i = 0; i < body; i++) {
        const cdWorldBody *other = &world->bodies[i];
        if (other->present && !isNewMesh(cdGetShape(world, other, 0), other->shapeCount, mesh)) return true;
    }
    return false;
}

// True if a present body has a mesh that no present one before it has.
static bool bringsMesh(const cdWorld *world, int32_t body) {
    const cdWorldBody *own = &world->bodies[body];
    for (int32_t k = 0; own->present && k < own->shapeCount; k++)
        if (!isMeshBefore(world, body, cdGetShape(world, own, k)->mesh)) return true;
    return false;
}

bool cdSetWorldTasks(cdWorld *world, const cdTasks *tasks) {
    if (!CD_REQUIRE(world != NULL)) return false;
    bool valid = tasks == NULL || (tasks->run != NULL && tasks->workerCount > 0);
    if (!CD_REQUIRE(valid)) return false;
    cdTasks before = world->tasks;
    world->tasks = tasks != NULL ? *tasks : (cdTasks){0};
    bool enough = cdMakeWorkerSpaces(world->workspace, world->tasks.workerCount) &&
                  cdReserveIslandTasks(world, world->bodyCapacity);
    for (int32_t i = 0; i < world->bodyCount && enough; i++)
        enough = !bringsMesh(world, i) || cdReserveBodyWork(world, &world->bodies[i], CD_BODY_FIXED);
    if (!enough) world->tasks = before;
    return enough;
}

// Contact points need the mesh's features or its rounding.
bool cdIsBodyMesh(const cdMesh *mesh) {
    return mesh->features != NULL || mesh->rounding > 0.0;
}

bool cdIsBodyKind(cdBodyKind kind) {
    return kind == CD_BODY_FIXED || kind == CD_BODY_DYNAMIC || kind == CD_BODY_KINEMATIC ||
           kind == CD_BODY_DRIVEN;
}

static bool areForcesMeaningful(const cdBodyDef *def) {
    return cdIsAtLeast(def->linearDamping, 0.0) && cdIsAtLeast(def->angularDamping, 0.0) &&
           isfinite(def->gravityScale) && cdIsAtLeast(def->maxSpeed, 0.0) && cdIsAtLeast(def->maxSpin, 0.0) &&
           cdIsFiniteVec3(def->force) && cdIsFiniteVec3(def->torque) && def->lockTranslation <= CD_AXES &&
           def->lockRotation <= CD_AXES && cdIsLockFrame(def->lockFrame);
}

static bool isMeaningful(const cdBodyDef *def) {
    return cdAreShapes(def) && cdIsValidPose(def->pose) && cdIsFiniteVec3(def->velocity) &&
           cdIsFiniteVec3(def->angularVelocity) && cdIsBodyKind(def->kind) &&
           cdIsAtLeast(def->density, 0.0) && cdIsAtLeast(def->mass, 0.0) &&
           cdIsAtLeast(def->restitution, 0.0) && def->restitution <= 1.0 && cdIsAtLeast(def->friction, 0.0) &&
           areForcesMeaningful(def);
}

void cdLowerMargin(cdWorld *world, const cdWorldBody *body) {
    if (world->def.margin > 0.0) return;
    double margin = DEFAULT_MARGIN * body->radius;
    if (world->margin == 0.0 || margin < world->margin) world->margin = margin;
}

static cdWorldBody makeBody(const cdBodyDef *def) {
    cdWorldBody body = {.present = true,
                        .kind = def->kind,
                        .pose = {def->pose.p, cdNormalizeQuat(def->pose.q)},
                        .restitution = def->restitution,
                        .friction = def->friction,
                        .linearDamping = def->linearDamping,
                        .angularDamping = def->angularDamping,
                        .gravityScale = def->gravityScale,
                        .maxSpeed = def->maxSpeed,
                        .maxSpin = def->maxSpin,
                        .force = def->force,
                        .torque = def->torque,
                        .fraction = 1.0,
                        .category = def->category,
                        .mask = def->mask,
                        .group = def->group,
                        .sensor = def->sensor,
                        .lockTranslation = def->lockTranslation,
                        .lockRotation = def->lockRotation,
                        .lockFrame = def->lockFrame,
                        .userData = def->userData,
                        .density = def->density,
                        .mass = def->mass,
                        .ownsMassProperties = def->massProperties != NULL};
    if (def->massProperties != NULL) body.massProperties = *def->massProperties;
    body.target = body.quietPose = body.pose;
    body.untried = INFINITY;
    body.script.slow = 1.0;
    body.script.blocker = -1;
    return body;
}

// Returns the index of the lowest free slot, or of a new one behind the last; then its generation is 0.
static int32_t findBodySlot(const cdWorld *world) {
    int32_t slot = world->freeBodies > 0 ? 0 : world->bodyCount;
    while (slot < world->bodyCount &&
           !cdIsSlotFree(world->bodies[slot].present, world->bodies[slot].generation))
        slot++;
    return slot;
}

// Sets the velocities of a definition. False: a dynamic body without mass.
static bool setMotion(const cdWorld *world, const cdBodyDef *def, cdWorldBody *body) {
    if (def->kind == CD_BODY_DYNAMIC) {
        if (!cdFindBodyInertia(world, body, &body->inertia)) return false;
        body->velocity = cdFreeWay(&body->inertia, body->pose.q, def->velocity);
        body->spin = cdGetSpin(body, body->pose, def->angularVelocity);
        cdLimitSpeed(body, body->pose, &body->velocity, &body->spin);
    }
    if (cdIsKinematic(body)) cdSetCentroid(world, body);
    if (def->kind == CD_BODY_KINEMATIC) {
        body->velocity = body->script.velocity = def->velocity;
        body->spin = body->script.angular = def->angularVelocity;
    }
    return true;
}

// True if two present bodies that are not driven have the mesh: then queries between it and the meshes of all
// present bodies have their memory.
static bool isKnownMesh(const cdWorld *world, const cdMesh *mesh) {
    int32_t count = 0;
    for (int32_t i = 0; i < world->bodyCount && count < 2; i++) {
        const cdWorldBody *body = &world->bodies[i];
        bool counts = body->present && body->kind != CD_BODY_DRIVEN;
        count += counts && !isNewMesh(cdGetShape(world, body, 0), body->shapeCount, mesh);
    }
    return count == 2;
}

static bool areKnownMeshes(const cdWorld *world, const cdWorldBody *body) {
    for (int32_t i = 0; i < body->shapeCount; i++)
        if (!isKnownMesh(world, cdGetShape(world, body, i)->mesh)) return false;
    return true;
}

cdBodyId cdAddBody(cdWorld *world, const cdBodyDef *def) {
    if (!CD_REQUIRE(world != NULL && def != NULL) || !isMeaningful(def)) return -1;
    cdWorldBody body = makeBody(def);
    if (!cdMakeShapes(world, def, &body)) return -2;
    if (!setMotion(world, def, &body)) return -1;
    int32_t slot = findBodySlot(world);
    if (!cdReserveBodies(world, slot + 1)) return -2;
    if (!areKnownMeshes(world, &body) && !cdReserveBodyWork(world, &body, def->kind)) return -2;
    if (def->kind == CD_BODY_DYNAMIC) cdLowerMargin(world, &body);
    bool taken = slot < world->bodyCount;
    cdKeepShapes(world, &body, taken ? &world->bodies[slot] : NULL);
    if (taken) {
        body.generation = world->bodies[slot].generation + 1;
        world->freeBodies--;
    } else {
        world->bodyCount++;
    }
    world->bodies[slot] = body;
    cdMakeActive(world, slot);
    return cdGetBodyId(world, slot);
}

void cdTakeOut(cdWorld *world, int32_t body) {
    cdWorldBody *own = &world->bodies[body];
    cdWakeBody(world, body);
    cdEndScript(world, body);
    cdEndDrag(world, body);
    own->present = own->held = false;
    world->freeBodies += cdIsSlotFree(false, own->generation);
    cdSetBroadPhaseBox(world->broadPhase, body, NULL);
    for (int32_t i = 0; i < world->jointCount; i++) {
        const cdWorldJoint *joint = &world->joints[i];
        if (joint->bodyA == body || joint->bodyB == body) cdDropJoint(world, i);
    }
    cdDropPairs(world, body);
}

void cdRemoveBody(cdWorld *world, cdBodyId id) {
    if (!CD_REQUIRE(world != NULL && cdHasBody(world, id))) return;
    cdTakeOut(world, cdGetBodyIndex(id));
}

bool cdIsBodyValid(const cdWorld *world, cdBodyId id) {
    return CD_REQUIRE(world != NULL) && cdHasBody(world, id);
}

int32_t cdGetBodies(const cdWorld *world, cdBodyId *bodies, int32_t capacity) {
    if (!CD_REQUIRE(world != NULL && (bodies != NULL || capacity <= 0))) return 0;
    int32_t count = 0;
    for (int32_t i = 0; i < world->bodyCount; i++) {
        if (!world->bodies[i].present) continue;
        if (count < capacity) bodies[count] = cdGetBodyId(world, i);
        count++;
    }
    return count;
}

void cdSetGravity(cdWorld *world, cdVec3 gravity) {
    if (!CD_REQUIRE(world != NULL && cdIsFiniteVec3(gravity))) return;
    world->def.gravity = gravity;
    cdWakeAll(world);
}
