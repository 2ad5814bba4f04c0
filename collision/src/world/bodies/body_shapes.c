// The shapes of bodies: their list, and the sphere around them.
//
// (1) The shapes of all bodies are one array, those of a body consecutive. A body that is removed keeps its
// shapes until its slot is used again, since a snapshot may bring it back. (2) The sphere around a body with
// one shape is that of its mesh. Otherwise it is about the middle of the box around all vertices, at the
// body's own axes, as that of a mesh with the same vertices would be.
#include "foundation/memory/hooks.h"
#include "foundation/numbers/rounding.h"
#include "mesh/mesh_data.h"
#include "world/bodies/shape_mass.h"
#include "world/checks.h"
#include "world/step_work.h"

#include <string.h>

// Covers the rounding of the distance of a vertex.
static const double WIDER = 1.0 + 1e-12;

// --- (1)

bool cdReserveShapes(cdWorld *world, int32_t count) {
    if (count <= world->shapeCapacity) return true;
    int32_t capacity = count + count / 2 + 16;
    cdWorldShape *shapes = cdGrowArray(world->shapes, world->shapeCount, capacity, sizeof *shapes);
    if (shapes == NULL) return false;
    world->shapes = shapes;
    world->shapeCapacity = capacity;
    return true;
}

static bool isIdentity(cdPose pose) {
    return cdIsSamePose(pose, cdIdentityPose());
}

static cdWorldShape makeShape(const cdShapeDef *def) {
    const cdMesh *mesh = def->mesh;
    cdWorldShape shape = {.mesh = mesh,
                          .posed = !isIdentity(def->pose),
                          .pose = cdIdentityPose(),
                          .center = mesh->center,
                          .radius = mesh->radius + mesh->rounding,
                          .density = def->density > 0.0 ? def->density : 1.0,
                          .userData = def->userData};
    if (!shape.posed) return shape;
    shape.pose = (cdPose){def->pose.p, cdNormalizeQuat(def->pose.q)};
    shape.center = cdTransformPoint(shape.pose, mesh->center);
    return shape;
}

static bool isShapeDef(const cdShapeDef *def) {
    return def->mesh != NULL && cdIsBodyMesh(def->mesh) && cdIsValidPose(def->pose) &&
           cdIsAtLeast(def->density, 0.0);
}

bool cdAreShapes(const cdBodyDef *def) {
    if (def->shapes == NULL) return def->shapeCount == 0 && def->mesh != NULL && cdIsBodyMesh(def->mesh);
    if (def->mesh != NULL || def->shapeCount < 1 || def->shapeCount > CD_BODY_SHAPE_MAX) return false;
    for (int32_t i = 0; i < def->shapeCount; i++)
        if (!isShapeDef(&def->shapes[i])) return false;
    return true;
}

// Takes the shapes of a body from the list; those behind move up.
static void dropShapes(cdWorld *world, int32_t first, int32_t count) {
    int32_t end = first + count;
    memmove(world->shapes + first, world->shapes + end,
            (size_t)(world->shapeCount - end) * sizeof *world->shapes);
    world->shapeCount -= count;
    for (int32_t i = 0; i < world->bodyCount; i++)
        if (world->bodies[i].firstShape >= end) world->bodies[i].firstShape -= count;
}

void cdKeepShapes(cdWorld *world, cdWorldBody *body, const cdWorldBody *former) {
    if (former != NULL && former->shapeCount == body->shapeCount) {
        memcpy(world->shapes + former->firstShape, world->shapes + body->firstShape,
               (size_t)body->shapeCount * sizeof *world->shapes);
        body->firstShape = former->firstShape;
        return;
    }
    world->shapeCount += body->shapeCount;
    if (former != NULL) dropShapes(world, former->firstShape, former->shapeCount);
    body->firstShape = world->shapeCount - body->shapeCount;
}

// --- (2)

static cdVec3 placeVertex(const cdWorldShape *shape, int32_t vertex) {
    cdVec3 local = cdAdd(shape->mesh->vertices[vertex], shape->mesh->center);
    return shape->posed ? cdTransformPoint(shape->pose, local) : local;
}

static cdVec3 findMiddle(const cdWorldShape *shapes, int32_t count) {
    cdVec3 lower = {INFINITY, INFINITY, INFINITY}, upper = cdNegate(lower);
    for (int32_t i = 0; i < count; i++) {
        for (int32_t k = 0; k < shapes[i].mesh->vertexCount; k++) {
            cdVec3 p = placeVertex(&shapes[i], k);
            lower = (cdVec3){cdMin(lower.x, p.x), cdMin(lower.y, p.y), cdMin(lower.z, p.z)};
            upper = (cdVec3){cdMax(upper.x, p.x), cdMax(upper.y, p.y), cdMax(upper.z, p.z)};
        }
    }
    return cdLerp(lower, upper, 0.5);
}

static void findSphere(const cdWorldShape *shapes, cdWorldBody *body) {
    body->center = shapes[0].center;
    body->core = shapes[0].mesh->radius;
    body->radius = shapes[0].radius;
    if (body->shapeCount == 1) return;
    body->center = findMiddle(shapes, body->shapeCount);
    body->core = body->radius = 0.0;
    for (int32_t i = 0; i < body->shapeCount; i++) {
        double most = 0.0;
        for (int32_t k = 0; k < shapes[i].mesh->vertexCount; k++)
            most = cdMax(most, WIDER * cdLength(cdSub(placeVertex(&shapes[i], k), body->center)));
        body->core = cdMax(body->core, most);
        body->radius = cdMax(body->radius, most + shapes[i].mesh->rounding);
    }
}

bool cdMakeShapes(cdWorld *world, const cdBodyDef *def, cdWorldBody *body) {
    const cdShapeDef single = {.mesh = def->mesh, .pose = cdIdentityPose()};
    const cdShapeDef *list = def->shapes != NULL ? def->shapes : &single;
    int32_t count = def->shapes != NULL ? def->shapeCount : 1;
    if (count > INT32_MAX / 2 - world->shapeCount || !cdReserveShapes(world, world->shapeCount + count))
        return false;
    cdWorldShape *shapes = world->shapes + world->shapeCount;
    for (int32_t i = 0; i < count; i++)
        shapes[i] = makeShape(&list[i]);
    body->firstShape = world->shapeCount;
    body->shapeCount = count;
    findSphere(shapes, body);
    return true;
}

// --- Reading

int32_t cdGetBodyShapeCount(const cdWorld *world, cdBodyId id) {
    if (!CD_REQUIRE(world != NULL && cdHasBody(world, id))) return 0;
    return world->bodies[cdGetBodyIndex(id)].shapeCount;
}

cdShapeDef cdGetBodyShape(const cdWorld *world, cdBodyId id, int32_t index) {
    if (!CD_REQUIRE(world != NULL && cdHasBody(world, id))) return (cdShapeDef){0};
    const cdWorldBody *body = &world->bodies[cdGetBodyIndex(id)];
    if (!CD_REQUIRE(index >= 0 && index < body->shapeCount)) return (cdShapeDef){0};
    return cdDescribeShape(cdGetShape(world, body, index));
}
