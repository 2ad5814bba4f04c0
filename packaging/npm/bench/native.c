// Time of a query of the C library, for bench.mjs. Input (stdin): two meshes, see tests/native.h.
// Usage: native CASE CALLS TURNS. Prints the minimum over the turns of the microseconds of processor time of
// one call.
#include "../tests/native.h"
#include <string.h>
#include <time.h>

typedef struct Case {
    const cdMesh *a, *b;
    cdPose start, target, at;
    cdWorkspace *workspace;
} Case;

static double firstContact(const Case *c) {
    cdFirstContactInput input = {
        .meshA = c->a, .meshB = c->b, .startA = c->start, .targetA = c->target, .startB = c->at};
    return cdFindFirstContact(&input, NULL, c->workspace, NULL).t.lo;
}

static double distance(const Case *c) {
    cdDistanceInput input = {.meshA = c->a, .meshB = c->b, .poseA = c->start, .poseB = c->at};
    return cdFindDistance(&input, NULL, c->workspace, NULL).distance;
}

static double overlap(const Case *c) {
    cdOverlapInput input = {.meshA = c->a, .meshB = c->b, .poseA = c->target, .poseB = c->at};
    return cdFindOverlap(&input, NULL, c->workspace, NULL).point.x;
}

static double slide(const Case *c) {
    static cdSlideConstraint constraints[64];
    static cdPose poses[64];
    const cdObstacle obstacle = {c->b, c->at};
    cdSlideInput input = CD_ZERO;
    input.step.mesh = c->a;
    input.step.start = c->start;
    input.step.target = c->target;
    input.step.obstacles = &obstacle;
    input.step.obstacleCount = 1;
    input.constraints = constraints;
    input.poses = poses;
    input.constraintCapacity = input.poseCapacity = 64;
    return cdFindSlide(&input, NULL, c->workspace, NULL).contact.resolvedPose.p.x;
}

static double castRay(const Case *c) {
    cdRayInput input = {
        .mesh = c->a, .pose = c->target, .origin = {5.0, 0.1, 0.2}, .direction = {-1.0, 0.0, 0.0}};
    return cdFindRayHit(&input, NULL, NULL, NULL).distance;
}

// One call is a second of a world in which 20 meshes fall on another.
static double stepWorld(const Case *c) {
    const cdWorldDef def = cdDefaultWorldDef();
    cdWorld *world = cdCreateWorld(&def);
    double height = 0.0;
    for (int32_t i = -1; i < 20; i++) {
        cdBodyDef body = cdDefaultBodyDef();
        body.mesh = i < 0 ? c->b : c->a;
        body.kind = i < 0 ? CD_BODY_FIXED : CD_BODY_DYNAMIC;
        body.pose = cdIdentityPose();
        body.pose.p = cdMakeVec3(0.1 * (i % 3), i < 0 ? -1.0 : 1.2 + 2.1 * i, 0.0);
        body.friction = 0.5;
        cdAddBody(world, &body);
    }
    for (int32_t i = 0; i < 60; i++)
        height = cdStepWorld(world, 1.0 / 60.0).drift;
    cdDestroyWorld(world);
    return height;
}

static const struct {
    const char *name;
    double (*run)(const Case *c);
} queries[] = {{"firstContact", firstContact}, {"distance", distance}, {"overlap", overlap}, {"slide", slide},
               {"castRay", castRay},           {"world", stepWorld}};

// Returns the processor time, microseconds: other programs do not disturb it much.
static double readClock(void) {
    return (double)clock() * (1e6 / (double)CLOCKS_PER_SEC);
}

int main(int argc, char **argv) {
    if (argc != 4) return 5;
    Case c = {readMesh(),       readMesh(),       cdIdentityPose(),
              cdIdentityPose(), cdIdentityPose(), cdCreateWorkspace()};
    c.start.p = cdMakeVec3(5.0, 0.1, 0.2);
    c.target.p = cdMakeVec3(1.0, 0.3, 0.0);
    for (size_t i = 0; i < sizeof queries / sizeof *queries; i++) {
        if (strcmp(queries[i].name, argv[1]) != 0) continue;
        double best = 1e300, sum = queries[i].run(&c);
        for (int turn = atoi(argv[3]); turn > 0; turn--) {
            const double begin = readClock();
            for (int call = atoi(argv[2]); call > 0; call--)
                sum += queries[i].run(&c);
            best = cdMin(best, (readClock() - begin) / atoi(argv[2]));
        }
        return printf("%.17g %.17g\n", best, sum) < 0;
    }
    return 6;
}
