// Another project's third program: a cube is dropped onto a floor; prints its collisions and where it rests.
//
// The floor's top is at height 0. The cube, a unit across, starts a unit above it and meets it after
// sqrt(2 / 9.81) seconds; it leaves with half of its speed, bounces ever lower, and lies still with its
// centre half a unit above the floor but for the gap that is kept.
#include <collision/collision.h>
#include <math.h>
#include <stdio.h>

static const int32_t boxTriangles[] = {0, 6, 4, 0, 2, 6, 1, 7, 3, 1, 5, 7, 0, 5, 1, 0, 4, 5,
                                       2, 7, 6, 2, 3, 7, 0, 3, 2, 0, 1, 3, 4, 7, 5, 4, 6, 7};

static cdMesh *makeBox(cdVec3 half) {
    cdVec3 points[8];
    for (int i = 0; i < 8; i++)
        points[i] = (cdVec3){i & 4 ? half.x : -half.x, i & 2 ? half.y : -half.y, i & 1 ? half.z : -half.z};
    cdMeshDef def = cdDefaultMeshDef();
    def.points = points;
    def.pointCount = 8;
    def.triangles = boxTriangles;
    def.triangleCount = 12;
    def.parts = CD_PART_HULL | CD_PART_SURFACE;
    return cdCreateMesh(&def, NULL);
}

static int32_t addBox(cdWorld *world, cdBodyKind kind, const cdMesh *mesh, double height) {
    cdBodyDef def = cdDefaultBodyDef();
    def.kind = kind;
    def.mesh = mesh;
    def.pose.p.y = height;
    return cdAddBody(world, &def);
}

// The time of the first collision; 0: there was none.
static double dropCube(cdWorld *world, int32_t cube) {
    double first = 0.0;
    for (int i = 0; i < 600 && !cdGetBodyState(world, cube).rests; i++) {
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
    cdMesh *box = makeBox((cdVec3){0.5, 0.5, 0.5}), *floor = makeBox((cdVec3){10.0, 1.0, 10.0});
    cdWorldDef def = cdDefaultWorldDef();
    cdWorld *world = cdCreateWorld(&def);
    if (!box || !floor || !world) return 1;
    int32_t ground = addBox(world, CD_BODY_FIXED, floor, -1.0);
    int32_t cube = addBox(world, CD_BODY_DYNAMIC, box, 1.5);
    if (ground < 0 || cube < 0) return 1;

    double first = dropCube(world, cube), expected = sqrt(2.0 / 9.81);
    cdBodyState state = cdGetBodyState(world, cube);
    printf("%s at height %.4f\n", state.rests ? "rests" : "moves", state.pose.p.y);

    cdDestroyWorld(world);
    cdDestroyMesh(box);
    cdDestroyMesh(floor);
    bool met = fabs(first - expected) < 1e-3;
    return met && state.rests && fabs(state.pose.p.y - 0.5) < 1e-3 && state.pose.p.y > 0.5 ? 0 : 1;
}
