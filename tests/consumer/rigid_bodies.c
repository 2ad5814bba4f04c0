// Rigid bodies: a cube is dropped onto a floor; it bounces and comes to rest.
//
// The floor's top is at height 0. The cube, a unit across, starts a unit above it and hits it after
// sqrt(2 / 9.81) seconds at sqrt(2 * 9.81) per second. It leaves with half of its speed, bounces ever lower,
// and sleeps with its centre half a unit above the floor, plus the gap that is kept.
#include "common.h"

static cdBodyId addBox(cdWorld *world, cdBodyKind kind, const cdMesh *mesh, double height) {
    cdBodyDef def = cdDefaultBodyDef();
    def.kind = kind;
    def.mesh = mesh;
    def.pose.p.y = height;
    return cdAddBody(world, &def);
}

// Returns the time of the first collision; 0: no collision.
static double dropCube(cdWorld *world, cdBodyId cube) {
    double first = 0.0;
    for (int i = 0; i < 600 && !cdGetBodyState(world, cube).asleep; i++) {
        int32_t eventCount = 0;
        if (cdStepWorld(world, 1.0 / 60.0).state != CD_FREE) return 0.0;
        const cdContactEvent *events = cdGetContactEvents(world, &eventCount);
        for (int32_t k = 0; k < eventCount; k++) {
            if (events[k].kind != CD_EVENT_IMPACT) continue;
            printf("%.4f s: meets the floor at %.3f a second\n", events[k].time, events[k].speed);
            first = first > 0.0 ? first : events[k].time;
        }
    }
    return first;
}

int main(void) {
    expect(cdIsCompatible(), "the library that these headers belong to");
    cdMesh *box = makeBox(0.5, 0.5, 0.5, CD_PART_HULL | CD_PART_FEATURES);
    cdMesh *floor = makeBox(10.0, 1.0, 10.0, CD_PART_HULL | CD_PART_FEATURES);
    cdWorldDef def = cdDefaultWorldDef();
    cdWorld *world = cdCreateWorld(&def);
    expect(world != NULL, "a world");
    cdBodyId ground = addBox(world, CD_BODY_FIXED, floor, -1.0);
    cdBodyId cube = addBox(world, CD_BODY_DYNAMIC, box, 1.5);
    expect(ground >= 0 && cube >= 0, "two bodies");

    expectNear(dropCube(world, cube), sqrt(2.0 / 9.81), 1e-3, "time of the first collision");
    cdBodyState state = cdGetBodyState(world, cube);
    printf("%s at height %.4f\n", state.asleep ? "sleeps" : "moves", state.pose.p.y);
    expect(state.asleep && state.pose.p.y > 0.5, "a cube that sleeps above the floor");
    expectNear(state.pose.p.y, 0.5, 1e-3, "height at rest");

    cdDestroyWorld(world);
    cdDestroyMesh(box);
    cdDestroyMesh(floor);
    return 0;
}
