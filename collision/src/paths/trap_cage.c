// A ball in the set that cannot get out; see trap.h.
//
// The ball is inside of a closed mesh of the set. A cell of positions of its centre is blocked if the surface
// of an obstacle is nearer to its middle than the ball's radius less half the cell's diagonal: that part of
// the surface would be inside of the closed mesh. But at the start it is outside, and surfaces do not meet on
// a free path.
#include "continuous/nearest/nearest.h"
#include "continuous/nearest/winding.h"
#include "paths/trap_flood.h"

#include <math.h>

enum { BALL_TRIES = 64, BALL_STEPS = 40 };

typedef struct Ball {
    cdVec3 center; // frame of the mesh's vertices
    double radius; // 0: none
    int32_t shape;
} Ball;

// Returns a radius with which a ball is inside of the mesh; 0: its centre is not.
static double measureBall(cdTrapWork *work, const cdMesh *mesh, cdVec3 center) {
    cdPointStats stats = {0};
    cdNearestPoint near = cdFindNearestPoint(mesh, center, INFINITY, -1, &work->meter, NULL, NULL);
    if (!near.found || cdIsOut(&work->meter) || !(near.lower > 0.0)) return 0.0;
    return cdFindWindingNumber(mesh, center, &stats) != 0 ? near.lower : 0.0;
}

static void keepLarger(cdTrapWork *work, const cdMesh *mesh, cdVec3 center, Ball *ball) {
    double radius = measureBall(work, mesh, center);
    if (radius > ball->radius) ball->center = center, ball->radius = radius;
}

// Finds a large ball inside of a closed mesh: the best one of a few points, then steps along the axes.
static Ball findBall(cdTrapWork *work, int32_t shape) {
    const cdMesh *mesh = work->input->shapes[shape].mesh;
    Ball ball = {.shape = shape};
    cdVec3 half = cdScale(0.5, cdSub(mesh->info.bounds.upper, mesh->info.bounds.lower));
    keepLarger(work, mesh, (cdVec3){0.0, 0.0, 0.0}, &ball);
    for (int32_t i = 1; i < BALL_TRIES; i++) { // R. Roberts' sequence in three dimensions
        double x = fmod(0.8191725133961645 * i, 1.0), y = fmod(0.6710436067037893 * i, 1.0);
        double z = fmod(0.5497004779019703 * i, 1.0);
        keepLarger(work, mesh,
                   (cdVec3){half.x * (2.0 * x - 1.0), half.y * (2.0 * y - 1.0), half.z * (2.0 * z - 1.0)},
                   &ball);
    }
    double step = 0.25 * mesh->radius;
    for (int32_t i = 0; i < BALL_STEPS && ball.radius > 0.0; i++) {
        Ball before = ball;
        const cdVec3 steps[3] = {{step, 0.0, 0.0}, {0.0, step, 0.0}, {0.0, 0.0, step}};
        for (int k = 0; k < 6; k++)
            keepLarger(work, mesh, cdMulAdd(before.center, k % 2 == 0 ? 1.0 : -1.0, steps[k / 2]), &ball);
        if (!(ball.radius > before.radius)) step *= 0.5;
    }
    return ball;
}

static bool cutsBall(cdTrapFlood *flood, const double *values, double half) {
    cdTrapWork *work = flood->work;
    const uint8_t *counts = flood->other;
    double most = flood->radius - half;
    cdVec3 center = cdAdd(flood->center, (cdVec3){values[0], values[1], values[2]});
    for (int32_t i = 0; i < work->input->obstacleCount && most > 0.0; i++) {
        const cdObstacle *other = &work->input->obstacles[i];
        if (!counts[i]) continue;
        cdVec3 point = cdSub(cdInvTransformPoint(other->pose, center), other->mesh->center);
        if (cdLength(point) > other->mesh->radius + flood->radius) continue;
        cdNearestPoint near = cdFindNearestPoint(other->mesh, point, most, -1, &work->meter, NULL, NULL);
        if (near.found && near.distance + cdGetNearestPointError(other->mesh, point) < most) return true;
    }
    return false;
}

bool cdFindTrapCage(cdTrapWork *work) {
    Ball ball = {.shape = -1};
    for (int32_t i = 0; i < work->input->shapeCount; i++) {
        if (!cdBoundsSolid(work->input->shapes[i].mesh)) continue;
        Ball own = findBall(work, i);
        if (own.radius > ball.radius) ball = own;
    }
    if (ball.shape < 0) return true;
    const cdSlideShape *shape = &work->input->shapes[ball.shape];
    cdPose pose = cdMulPose(work->input->start, shape->pose);
    cdTrapFlood flood = {.work = work,
                         .isBlocked = cutsBall,
                         .basis = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}},
                         .dimensions = 3,
                         .center = cdTransformPoint(pose, cdAdd(ball.center, shape->mesh->center)),
                         .radius = ball.radius - 2.0 * cdGetTrapRounding(work)};
    int32_t count = work->input->obstacleCount;
    if (!cdMakeTrapFlood(&flood, (size_t)count)) return false;
    uint8_t *counts = flood.other;
    for (int32_t i = 0; i < count; i++) {
        cdTrapPair pair = cdGetTrapPair(work, ball.shape * count + i);
        counts[i] = cdStaysOutside(work, &pair, true);
    }
    cdRunTrapFlood(&flood, CD_TRAP_CAGED);
    if ((work->out->proofs & CD_TRAP_CAGED) == 0) return true;
    work->out->ballRadius = flood.radius;
    work->out->ballCenter = flood.center;
    return true;
}
