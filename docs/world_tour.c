// The program of docs/world.md, which shows it block by block.
#include <collision/collision.h>
#include <stdio.h>
#include <stdlib.h>

static const double FRAME = 1.0 / 60.0;
enum { GROUND = 1u << 0, THINGS = 1u << 1, GHOSTS = 1u << 2 }; // categories

static cdPose placeAt(double x, double y, double z) {
    cdPose pose = cdIdentityPose();
    pose.p = cdMakeVec3(x, y, z);
    return pose;
}

// A box with the given half extents. The bits of a corner number are the signs of x, y and z.
static cdMesh *createBox(double x, double y, double z) {
    static const int32_t triangles[] = {0, 6, 4, 0, 2, 6, 1, 7, 3, 1, 5, 7, 0, 5, 1, 0, 4, 5,
                                        2, 7, 6, 2, 3, 7, 0, 3, 2, 0, 1, 3, 4, 7, 5, 4, 6, 7};
    cdVec3 corners[8];
    for (int i = 0; i < 8; i++)
        corners[i] = cdMakeVec3(i & 4 ? x : -x, i & 2 ? y : -y, i & 1 ? z : -z);
    cdMeshDef def = cdDefaultMeshDef();
    def.points = corners;
    def.pointCount = 8;
    def.triangles = triangles;
    def.triangleCount = 12;
    def.parts = CD_PART_HULL | CD_PART_FEATURES; // a body needs the features
    return cdCreateMesh(&def, NULL);
}

static void step(cdWorld *world, int count) {
    for (int i = 0; i < count; i++)
        cdStepWorld(world, FRAME);
}

// The events of the last step.
static void printEvents(const cdWorld *world) {
    int32_t count;
    const cdContactEvent *events = cdGetContactEvents(world, &count);
    for (int32_t i = 0; i < count; i++) {
        printf("%.3f s: %s of %d", events[i].time, cdGetContactEventName(events[i].kind),
               (int)events[i].bodyA);
        if (events[i].bodyB >= 0) printf(" and %d", (int)events[i].bodyB); // not if a body sleeps or wakes
        printf("\n");
    }
}

int main(void) {
    cdMesh *slab = createBox(10.0, 0.5, 10.0), *box = createBox(0.5, 0.5, 0.5),
           *gate = createBox(2.0, 0.05, 2.0);
    cdMesh *ball = cdCreateSphere(cdMakeVec3(0.0, 0.0, 0.0), 0.4, NULL);

    cdWorldDef worldDef = cdDefaultWorldDef(); // gravity (0, -9.81, 0)
    cdWorld *world = cdCreateWorld(&worldDef);

    cdBodyDef def = cdDefaultBodyDef(); // fixed
    def.mesh = slab;
    def.pose = placeAt(0.0, -0.5, 0.0); // its top is at height 0
    def.friction = 0.6;
    def.restitution = 0.0;
    def.category = GROUND;
    cdBodyId floor = cdAddBody(world, &def);

    def = cdDefaultBodyDef();
    def.kind = CD_BODY_DYNAMIC;
    def.mesh = box;
    def.density = 2.0;
    def.friction = 0.6;
    def.restitution = 0.0; // a pair has the larger one
    def.category = THINGS;
    def.mask = GROUND | THINGS; // what it collides with
    cdBodyId boxes[3];
    for (int i = 0; i < 3; i++) {
        def.pose = placeAt(0.1 * i, 0.6 + 1.2 * i, 0.0);
        boxes[i] = cdAddBody(world, &def);
    }

    cdBodyDef ghost = def;
    ghost.mesh = ball;
    ghost.category = GHOSTS; // the boxes' masks lack it: they pass through each other
    ghost.pose = placeAt(0.0, 6.0, 0.0);
    ghost.linearDamping = 1.5;    // 1 / s
    ghost.lockRotation = CD_AXES; // slides without rolling
    ghost.maxSpeed = 4.0;
    cdBodyId spirit = cdAddBody(world, &ghost);

    cdBodyDef watch = cdDefaultBodyDef(); // fixed, and a sensor
    watch.mesh = gate;
    watch.pose = placeAt(0.0, 4.5, 0.0);
    watch.sensor = true;
    cdAddBody(world, &watch);

    cdJointDef hinge = CD_ZERO;
    hinge.kind = CD_JOINT_HINGE;
    def.pose = placeAt(4.0, 3.0, 0.0);
    hinge.bodyA = cdAddBody(world, &def);
    hinge.bodyB = -1; // the world
    hinge.point = cdMakeVec3(4.0, 3.6, 0.0);
    hinge.axis = cdMakeVec3(0.0, 0.0, 1.0);
    hinge.motor.speed = 3.0; // radians / s
    hinge.motor.maxForce = 80.0;
    cdAddJoint(world, &hinge);

    cdJointDef rope = CD_ZERO;
    rope.kind = CD_JOINT_DISTANCE;
    def.pose = placeAt(-4.0, 3.0, 0.0);
    rope.bodyA = cdAddBody(world, &def);
    rope.bodyB = -1;
    rope.point = cdMakeVec3(-4.0, 3.5, 0.0);
    rope.pointB = cdMakeVec3(-4.0, 4.0, 0.0);
    rope.limited = true; // slack until the points are 0.6 apart
    rope.upper = 0.6;
    rope.breakingForce = 1e4; // then CD_EVENT_JOINT_BROKEN
    cdJointId lamp = cdAddJoint(world, &rope);

    for (int i = 0; i < 60; i++) {
        cdWorldStep result = cdStepWorld(world, FRAME);
        if (result.blockedBodies > 0) printf("blocked for up to %g s\n", result.blockedTime);
        printEvents(world);
    }

    size_t size = cdSaveWorld(world, NULL, 0);
    void *bytes = malloc(size);
    cdSaveWorld(world, bytes, size);

    cdApplyImpulse(world, boxes[2], cdMakeVec3(0.5, 2.5, 0.0), cdMakeVec3(6.0, 0.0, 0.0)); // now
    for (int i = 0; i < 60; i++) {
        cdApplyForce(world, boxes[0], cdGetBodyState(world, boxes[0]).centroid, cdMakeVec3(0.0, 0.0, 30.0));
        cdStepWorld(world, FRAME); // a force lasts for one step
    }
    printf("pushed to x = %.3f\n", cdGetBodyState(world, boxes[2]).pose.p.x);

    if (cdRestoreWorld(world, bytes, size, NULL, 0) == CD_RESTORED)
        printf("back at x = %.3f\n", cdGetBodyState(world, boxes[2]).pose.p.x);
    free(bytes);

    cdSetBodyFilter(world, spirit, THINGS, GROUND | THINGS, 0); // collides with boxes from now on
    cdSetBodyMass(world, boxes[2], 1.0, 10.0, NULL);            // 10 in total, whatever the density
    step(world, 120);

    cdWorldRayInput ray = CD_ZERO;
    ray.origin = cdMakeVec3(0.0, 9.0, 0.0);
    ray.direction = cdMakeVec3(0.0, -1.0, 0.0);
    ray.filter.mask = GROUND | THINGS; // no ghosts; sensors are left out anyway
    cdWorldRayHit hit = cdFindWorldRayHit(world, &ray);
    if (hit.body >= 0) printf("the ray hits body %d at distance %.3f\n", (int)hit.body, hit.hit.distance);

    int32_t count;
    const cdWorldContact *contacts = cdGetWorldContacts(world, &count);
    double force = 0.0;
    for (int32_t i = 0; i < count; i++)
        if (contacts[i].bodyA == floor || contacts[i].bodyB == floor)
            force += contacts[i].force * fabs(contacts[i].normal.y);
    printf("the floor carries %.1f\n", force);

    cdContactRegion regions[32];
    cdVec3 corners[256];
    cdRegionLoad loads[32];
    cdBodyRegionsInput two = CD_ZERO;
    two.bodyA = boxes[0];
    two.bodyB = floor;
    two.regions = regions;
    two.points = corners;
    two.regionCapacity = 32;
    two.pointCapacity = 256;
    cdWorkspace *workspace = cdCreateWorkspace();
    cdContactRegions touching = cdFindBodyContactRegions(world, &two, workspace);
    cdFindRegionLoads(world, &two, &touching, loads);
    for (int i = 0; i < touching.regionCount; i++)
        printf("area %.2f, force %.1f, pressure %.1f\n", loads[i].area, loads[i].force, loads[i].pressure);
    cdDestroyWorkspace(workspace);

    cdVec3 pull = cdGetJointReaction(world, lamp).force;
    printf("the rope is %.3f long and pulls with %.3g\n", cdGetJointState(world, lamp).position, pull.y);

    def = cdDefaultBodyDef();
    def.mesh = box;
    def.category = THINGS;
    def.kind = CD_BODY_KINEMATIC;
    def.pose = placeAt(-6.0, 0.6, 0.0);
    cdBodyId wall = cdAddBody(world, &def);
    const cdPathNode nodes[] = {{1.0, placeAt(-4.0, 0.6, 0.0)}, {3.0, placeAt(-4.0, 3.0, 0.0)}};
    cdSetKinematicPath(world, wall, nodes, 2, 0.0);
    step(world, 90);
    printf("on its path for %.2f s, at height %.3f\n", cdGetKinematicTime(world, wall),
           cdGetBodyState(world, wall).pose.p.y);

    def.kind = CD_BODY_DRIVEN;
    def.pose = placeAt(-6.0, 0.6, 5.0);
    cdBodyId tool = cdAddBody(world, &def);
    cdBodyMove move = cdMoveBody(world, tool, placeAt(-6.0, -3.0, 5.0), CD_MOVE_STOP, NULL);
    printf("the tool meets body %d and stops at height %.3f\n", (int)move.body, move.pose.p.y);

    cdShapeDef parts[2] = {{box, placeAt(0.0, -0.5, 0.0), 0.0, NULL},
                           {ball, placeAt(0.0, 0.3, 0.0), 3.0, NULL}};
    def = cdDefaultBodyDef();
    def.kind = CD_BODY_DYNAMIC;
    def.shapes = parts; // instead of a mesh
    def.shapeCount = 2;
    def.pose = placeAt(6.0, 1.2, 5.0);
    cdBodyId figure = cdAddBody(world, &def);
    step(world, 60);
    cdWorldContact foot;
    cdGetBodyContacts(world, figure, &foot, 1);
    printf("mass %.3f, standing on shape %d\n", cdGetBodyState(world, figure).mass, (int)foot.shapeB);

    cdWorldEnergy energy = cdGetWorldEnergy(world);
    printf("the motor did the work %.1f; dissipated: %.1f\n", energy.motorWork, energy.dissipated);

    cdDestroyWorld(world); // not the meshes
    cdDestroyMesh(slab);
    cdDestroyMesh(box);
    cdDestroyMesh(gate);
    cdDestroyMesh(ball);
    return 0;
}
