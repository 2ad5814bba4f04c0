// Contact points as rows for the solver.
#include "foundation/hooks.h"
#include "world/step_work.h"

#include <math.h>

cdPointPlace cdLocatePoint(const cdWorld *world, const cdWorldPair *pair, const cdContactPoint *point) {
    const cdWorldBody *a = &world->bodies[pair->bodyA], *b = &world->bodies[pair->bodyB];
    cdPointPlace place = {
        .placed = cdPlacePoint(point, a->pose, b->pose), .a = cdGetMoving(a), .b = cdGetMoving(b)};
    place.rate = cdGetGapRate(&place.placed, &place.a, &place.b);
    return place;
}

double cdGetPairRestitution(const cdWorld *world, const cdWorldPair *pair) {
    return cdMax(world->bodies[pair->bodyA].restitution, world->bodies[pair->bodyB].restitution);
}

int32_t cdAddContactRows(cdWorld *world, const cdWorldPair *pair, const cdPointPlace *place, double bound) {
    const cdWorldBody *a = &world->bodies[pair->bodyA], *b = &world->bodies[pair->bodyB];
    int32_t normal = world->rowCount;
    cdRow *rows = world->rows + normal;
    rows[0] = cdMakePointRow(CD_ROW_PUSH, pair->bodyA, pair->bodyB, place->placed.point, place->placed.normal,
                             place->a.centroid, place->b.centroid);
    rows[0].bound = bound;
    world->rowCount++;
    double friction = sqrt(a->friction * b->friction);
    if (!(friction > 0.0)) return 1;
    cdVec3 tangents[2];
    cdMakeTangents(place->placed.normal, tangents);
    for (int k = 0; k < 2; k++) {
        cdRow *row = &rows[1 + k];
        *row = cdMakePointRow(k == 0 ? CD_ROW_FRICTION : CD_ROW_FRICTION_SECOND, pair->bodyA, pair->bodyB,
                              place->placed.point, tangents[k], place->a.centroid, place->b.centroid);
        row->limit = friction;
        row->normal = normal;
    }
    world->rowCount += 2;
    return 3;
}

bool cdReserveRows(cdWorld *world) {
    enum { POINT_ROWS = 3, HAND_ROWS = 6 };
    int32_t count = CD_JOINT_ROWS * world->jointCount + HAND_ROWS * world->bodyCount;
    for (int32_t i = 0; i < world->pairCount; i++)
        count += POINT_ROWS * CD_PAIR_POINTS;
    if (count <= world->rowCapacity) return true;
    int32_t capacity = count + count / 2;
    cdRow *rows = cdAllocate((size_t)capacity * sizeof *rows);
    if (rows == NULL) return false;
    cdFree(world->rows);
    world->rows = rows;
    world->rowCapacity = capacity;
    return true;
}
