// The contact regions of two shapes of a world.
//
// (1) Shapes that touch: the query of their meshes, with the input of a step (contact_set.c): the same
// tolerance, velocities and previous regions. So the result has the normals of the step's contact points.
// (2) Bodies that keep a distance: contact points with the same normal in one plane are a group; its hull is
// a point, a segment or a polygon.
#include "collision/world_regions.h"
#include "foundation/memory/hooks.h"
#include "world/checks.h"
#include "world/contacts/hull_corners.h"
#include "world/contacts/point_choice.h"
#include "world/queries/region_shape.h"
#include "world/step_work.h"

#include <string.h>

// --- (1)

// NULL: the two were not near each other in the last step.
static const cdWorldPair *findPair(const cdWorld *world, const cdBodyRegionsInput *input) {
    int32_t bodyA = cdGetBodyIndex(input->bodyA), bodyB = cdGetBodyIndex(input->bodyB);
    for (int32_t i = 0; i < world->pairCount; i++) {
        const cdWorldPair *pair = world->pairs[i];
        bool same = pair->bodyA == bodyA && pair->bodyB == bodyB && pair->shapeA == input->shapeA &&
                    pair->shapeB == input->shapeB;
        bool turned = pair->bodyA == bodyB && pair->bodyB == bodyA && pair->shapeA == input->shapeB &&
                      pair->shapeB == input->shapeA;
        if (same || turned) return pair;
    }
    return NULL;
}

static void turnRegion(cdContactRegion *region) {
    cdLocation a = region->locationA;
    region->locationA = region->locationB;
    region->locationB = a;
    for (int32_t k = 0; k < region->normalCount; k++)
        region->normals[k] = cdNegate(region->normals[k]);
}

// Returns the regions of the last step, with A and B as in the input, in room[CD_PAIR_REGIONS].
static cdContactRegions getPrevious(const cdWorld *world, const cdBodyRegionsInput *input,
                                    cdContactRegion *room) {
    const cdWorldPair *pair = findPair(world, input);
    if (pair == NULL) return (cdContactRegions){.regions = room};
    cdContactRegions previous = pair->regions;
    previous.regions = room;
    memcpy(room, pair->regions.regions, (size_t)previous.regionCount * sizeof *room);
    bool turned = pair->bodyA != cdGetBodyIndex(input->bodyA);
    for (int32_t i = 0; i < previous.regionCount && turned; i++)
        turnRegion(&room[i]);
    return previous;
}

static cdContactRegions findByFeatures(const cdWorld *world, const cdBodyRegionsInput *input,
                                       double tolerance, cdWorkspace *workspace) {
    const cdWorldBody *a = &world->bodies[cdGetBodyIndex(input->bodyA)],
                      *b = &world->bodies[cdGetBodyIndex(input->bodyB)];
    const cdWorldShape *shapeA = cdGetShape(world, a, input->shapeA),
                       *shapeB = cdGetShape(world, b, input->shapeB);
    cdContactRegion room[CD_PAIR_REGIONS];
    cdContactRegions previous = getPrevious(world, input, room);
    cdVelocity velocityA = cdGetRigidVelocity(a), velocityB = cdGetRigidVelocity(b);
    cdRegionsInput regions = {.meshA = shapeA->mesh,
                              .meshB = shapeB->mesh,
                              .interior = CD_INTERIOR_EMPTY,
                              .poseA = cdPlaceShape(shapeA, a->pose),
                              .poseB = cdPlaceShape(shapeB, b->pose),
                              .tolerance = tolerance,
                              .velocityA = &velocityA,
                              .velocityB = &velocityB,
                              .sufficientOnly = true,
                              .regions = input->regions,
                              .points = input->points,
                              .regionCapacity = input->regionCapacity,
                              .pointCapacity = input->pointCapacity,
                              .previous = previous.regionCount > 0 ? &previous : NULL,
                              .budget = input->budget};
    return cdFindContactRegions(&regions, NULL, workspace, NULL);
}

// --- (2)

typedef struct Group {
    cdVec3 points[CD_PAIR_POINTS]; // points[count]
    int32_t count;
    cdVec3 normal;
} Group;

// Moves the points that share the normal and the plane of the first one to a group. Returns the number left.
static int32_t takeGroup(cdPairForce *forces, int32_t count, double tolerance, Group *group) {
    int32_t left = 0;
    *group = (Group){.normal = forces[0].normal};
    cdVec3 first = forces[0].point;
    for (int32_t i = 0; i < count; i++) {
        bool beside = fabs(cdDot(group->normal, cdSub(forces[i].point, first))) <= tolerance;
        if (beside && cdIsSameNormal(forces[i].normal, group->normal))
            group->points[group->count++] = forces[i].point;
        else
            forces[left++] = forces[i];
    }
    return left;
}

static void addGroup(const cdBodyRegionsInput *input, const Group *group, cdContactRegions *result) {
    int32_t corners[CD_HULL_CORNERS];
    cdVec3 outline[CD_HULL_CORNERS];
    int32_t count = cdListHullCorners(group->points, group->count, group->normal, result->tolerance, corners,
                                      CD_HULL_CORNERS);
    for (int32_t i = 0; i < count; i++)
        outline[i] = group->points[corners[i]];
    cdContactRegion region = {.dimension = count < 3 ? count - 1 : 2,
                              .locationA = {.index = -1},
                              .locationB = {.index = -1},
                              .firstPoint = result->pointCount,
                              .pointCount = count,
                              .sufficient = true,
                              .normals = {group->normal},
                              .normalCount = 1,
                              .origin = CD_NORMALS_COMPUTED};
    if (region.dimension == 1) region.measure = cdLength(cdSub(outline[1], outline[0]));
    if (region.dimension == 2) region.measure = cdMeasurePolygon(outline, count, group->normal).area;
    result->neededRegions++;
    result->neededPoints += count;
    bool fits =
        result->regionCount < input->regionCapacity && count <= input->pointCapacity - region.firstPoint;
    result->truncated = result->truncated || !fits;
    if (!fits) return;
    memcpy(input->points + region.firstPoint, outline, (size_t)count * sizeof *outline);
    input->regions[result->regionCount++] = region;
    result->pointCount += count;
}

static cdContactRegions findByPoints(const cdWorld *world, const cdBodyRegionsInput *input,
                                     double tolerance) {
    cdContactRegions result = {.regions = input->regions,
                               .points = input->points,
                               .state = CD_FREE,
                               .tolerance = tolerance,
                               .deepA = {.index = -1},
                               .deepB = {.index = -1}};
    cdPairForce forces[CD_PAIR_POINTS];
    int32_t count = cdListPairForces(world, input, forces);
    if (count > 0) result.state = CD_CONTACT;
    while (count > 0) {
        Group group;
        count = takeGroup(forces, count, tolerance, &group);
        addGroup(input, &group, &result);
    }
    return result;
}

// --- All

static bool isValidInput(const cdWorld *world, const cdBodyRegionsInput *input,
                         const cdWorkspace *workspace) {
    if (!CD_REQUIRE(world != NULL && input != NULL && workspace != NULL)) return false;
    bool bodies = cdHasBody(world, input->bodyA) && cdHasBody(world, input->bodyB);
    bool room = input->regionCapacity >= 0 && (input->regions != NULL || input->regionCapacity == 0) &&
                input->pointCapacity >= 0 && (input->points != NULL || input->pointCapacity == 0);
    if (!CD_REQUIRE(bodies && room && input->bodyA != input->bodyB)) return false;
    const cdWorldBody *a = &world->bodies[cdGetBodyIndex(input->bodyA)],
                      *b = &world->bodies[cdGetBodyIndex(input->bodyB)];
    return CD_REQUIRE(input->shapeA >= 0 && input->shapeA < a->shapeCount && input->shapeB >= 0 &&
                      input->shapeB < b->shapeCount);
}

cdContactRegions cdFindBodyContactRegions(const cdWorld *world, const cdBodyRegionsInput *input,
                                          cdWorkspace *workspace) {
    if (!isValidInput(world, input, workspace))
        return (cdContactRegions){.state = CD_UNDECIDED, .reason = CD_REASON_INPUT};
    const cdWorldBody *a = &world->bodies[cdGetBodyIndex(input->bodyA)],
                      *b = &world->bodies[cdGetBodyIndex(input->bodyB)];
    double tolerance = cdGetTouchTolerance(cdMax(world->margin, cdGetLeastMargin(world)));
    double rounding = cdGetShape(world, a, input->shapeA)->mesh->rounding +
                      cdGetShape(world, b, input->shapeB)->mesh->rounding;
    bool distant = world->def.safetyDistance > 0.0 || rounding > 0.0;
    return distant ? findByPoints(world, input, tolerance)
                   : findByFeatures(world, input, tolerance, workspace);
}
