// Ten worlds of 600 steps, sixty to a case: stacks, piles, joints, motors, kinematic bodies, free flight,
// sensors.
#include "digest.h"

enum { CASES = 10, STEPS = 60, BODIES = 16 };

static void beginWorld(DigestWork *work) {
    cdWorldDef def = cdDefaultWorldDef();
    def.bounds = (cdBox3){{-20.0, -20.0, -20.0}, {20.0, 20.0, 20.0}};
    work->world = cdCreateWorld(&def);
}

static cdBodyDef place(DigestWork *work, int mesh, double x, double y, double z) {
    cdBodyDef def = cdDefaultBodyDef();
    def.kind = CD_BODY_DYNAMIC;
    def.mesh = work->meshes->list[mesh];
    def.pose.p = (cdVec3){x, y, z};
    def.friction = 0.5;
    def.restitution = 0.2;
    return def;
}

static cdBodyId add(DigestWork *work, int mesh, double x, double y, double z) {
    cdBodyDef def = place(work, mesh, x, y, z);
    return cdAddBody(work->world, &def);
}

static void addGround(DigestWork *work) {
    beginWorld(work);
    cdBodyDef def = place(work, DIGEST_GROUND, 0.0, -0.5, 0.0);
    def.kind = CD_BODY_FIXED;
    cdAddBody(work->world, &def);
}

static void digestStep(DigestWork *work, const cdWorldStep *step) {
    const cdWorld *world = work->world;
    digestInt(work, step->state);
    digestInt(work, step->contacts);
    digestInt(work, step->impacts);
    digestInt(work, step->pairTests);
    digestInt(work, step->solverIterations);
    digestDouble(work, step->drift);
    digestDouble(work, step->blockedTime);
    cdBodyId bodies[BODIES];
    int32_t count = cdGetBodies(world, bodies, BODIES);
    for (int32_t i = 0; i < count && i < BODIES; i++) {
        cdBodyState state = cdGetBodyState(world, bodies[i]);
        digestPose(work, state.pose);
        digestVec3(work, state.velocity);
        digestVec3(work, state.angularVelocity);
        digestInt(work, state.asleep);
    }
}

// --- The worlds

static void addStack(DigestWork *work) {
    addGround(work);
    for (int i = 0; i < 5; i++)
        add(work, DIGEST_BOX, 0.01 * i, 0.6 + 1.05 * i, 0.0);
}

static void addPile(DigestWork *work) {
    addGround(work);
    for (int i = 0; i < 8; i++) {
        cdBodyDef def = place(work, i % DIGEST_SOLIDS, 0.0, 1.5 + 1.7 * i, 0.0);
        def.pose.p = cdAdd(def.pose.p, cdScale(0.2, nextRandomVec3(&work->random)));
        def.pose.q = nextDigestTurn(&work->random);
        cdAddBody(work->world, &def);
    }
}

static void addRolling(DigestWork *work) {
    addGround(work);
    for (int i = 0; i < 6; i++) {
        cdBodyDef def = place(work, 7 + i % 3, -3.0 + 1.2 * i, 0.6 + 0.1 * i, 0.3 * i);
        def.velocity = (cdVec3){2.0 - i, 0.0, 0.5};
        def.linearDamping = 0.1, def.angularDamping = 0.2;
        cdAddBody(work->world, &def);
    }
}

static void addChain(DigestWork *work) {
    beginWorld(work);
    cdBodyId above = -1;
    for (int i = 0; i < 5; i++) {
        cdBodyId body = add(work, DIGEST_BOX, 1.1 * i + 0.6, 5.0, 0.0);
        cdJointDef def = {.kind = i % 2 ? CD_JOINT_BALL : CD_JOINT_HINGE,
                          .bodyA = body,
                          .bodyB = above,
                          .point = {1.1 * i, 5.0, 0.1},
                          .axis = {0.0, 0.0, 1.0}};
        if (i == 3) def.limited = true, def.upper = 0.5, def.axis = (cdVec3){1.0, 0.0, 0.0};
        cdAddJoint(work->world, &def);
        above = body;
    }
}

static void addMotors(DigestWork *work) {
    addGround(work);
    cdBodyId cart = add(work, DIGEST_BOX, 0.0, 2.0, 0.0), wheel = add(work, 3, 0.0, 3.5, 0.0);
    cdJointDef slider = {.kind = CD_JOINT_SLIDER, .bodyA = cart, .bodyB = -1, .point = {0.0, 2.0, 0.0}};
    slider.axis = (cdVec3){1.0, 0.0, 0.0};
    slider.limited = true, slider.lower = -1.0, slider.upper = 1.5;
    slider.motor = (cdJointMotor){.kind = CD_MOTOR_SPEED, .speed = 0.7, .maxForce = 40.0};
    cdAddJoint(work->world, &slider);
    cdJointDef hinge = {.kind = CD_JOINT_HINGE, .bodyA = wheel, .bodyB = cart, .point = {0.0, 3.5, 0.0}};
    hinge.axis = (cdVec3){0.0, 0.0, 1.0};
    hinge.motor = (cdJointMotor){CD_MOTOR_POSITION, 2.0, 1.2, 30.0};
    cdAddJoint(work->world, &hinge);
    cdBodyId weight = add(work, 8, 3.0, 2.0, 0.0);
    cdJointDef rope = {.kind = CD_JOINT_DISTANCE, .bodyA = weight, .bodyB = cart, .point = {3.0, 2.0, 0.0}};
    rope.pointB = (cdVec3){0.5, 2.0, 0.0};
    rope.limited = true, rope.upper = 2.7;
    cdAddJoint(work->world, &rope);
}

static void addPlatform(DigestWork *work) {
    addGround(work);
    cdBodyDef def = place(work, DIGEST_BOX, 0.0, 0.6, 0.0);
    def.kind = CD_BODY_KINEMATIC;
    cdBodyId platform = cdAddBody(work->world, &def);
    cdPathNode nodes[3] = {{0.0, def.pose}, {4.0, def.pose}, {9.0, def.pose}};
    nodes[1].pose.p.x = 2.5;
    nodes[1].pose.q = cdMakeQuat((cdVec3){0.0, 1.0, 0.0}, 1.3);
    cdSetKinematicPath(work->world, platform, nodes, 3, 0.0);
    for (int i = 0; i < 4; i++)
        add(work, i, 1.3 * i, 1.8 + 0.2 * i, 0.2);
}

static void addDominoes(DigestWork *work) {
    addGround(work);
    for (int i = 0; i < 6; i++) {
        cdBodyDef def = place(work, 0, 0.75 * i - 3.0, 0.62, 0.0);
        def.pose.q = cdMakeQuat((cdVec3){1.0, 0.0, 0.0}, 1.5707963267948966);
        if (i == 0) def.angularVelocity = (cdVec3){0.0, 0.0, -3.0};
        cdAddBody(work->world, &def);
    }
}

static void addFlight(DigestWork *work) {
    beginWorld(work);
    cdSetGravity(work->world, (cdVec3){0.0, 0.0, 0.0});
    for (int i = 0; i < 6; i++) {
        cdBodyDef def = place(work, i, 4.0 * i - 10.0, 0.0, 0.0);
        if (i == 5) def.mesh = work->meshes->list[9];
        def.angularVelocity = cdScale(4.0, nextRandomVec3(&work->random));
        def.velocity = cdScale(0.3, nextRandomVec3(&work->random));
        def.angularDamping = i == 1 ? 0.05 : 0.0;
        def.lockRotation = i == 2 ? CD_AXIS_X : i == 3 ? CD_AXIS_X | CD_AXIS_Y : 0;
        def.maxSpin = i == 4 ? 2.0 : 0.0;
        cdAddBody(work->world, &def);
    }
}

static void addHills(DigestWork *work) {
    beginWorld(work);
    cdBodyDef hills = place(work, 5, 0.0, 0.0, 0.0);
    hills.kind = CD_BODY_FIXED;
    cdAddBody(work->world, &hills);
    for (int i = 0; i < 5; i++)
        add(work, 1 + i % 3, 1.6 * i - 3.0, 1.2 + 0.3 * i, 0.4 * i - 1.0);
}

static void addBouncing(DigestWork *work) {
    addGround(work);
    cdBodyDef sensor = place(work, DIGEST_BOX, 0.0, 1.0, 0.0);
    sensor.kind = CD_BODY_FIXED;
    sensor.sensor = true;
    cdAddBody(work->world, &sensor);
    for (int i = 0; i < 6; i++) {
        cdBodyDef def = place(work, i % 2 ? 8 : 1, 2.2 * (i % 3) - 2.0, 2.5 + 2.2 * i, 0.1 * i);
        def.restitution = 0.9;
        cdAddBody(work->world, &def);
    }
}

// --- A run

// Every tenth step counts. Halfway a body is pushed, or one of six or more is removed.
static void runSteps(DigestWork *work, int index) {
    cdBodyId bodies[BODIES];
    int32_t count = cdGetBodies(work->world, bodies, BODIES);
    if (index == CASES / 2 && count > 6) cdRemoveBody(work->world, bodies[2]);
    if (index == CASES / 2 && count <= 6)
        cdApplyImpulse(work->world, bodies[count - 1], (cdVec3){0.1, 1.0, 0.2}, (cdVec3){1.0, 2.0, 0.5});
    for (int i = 0; i < STEPS; i++) {
        cdWorldStep step = cdStepWorld(work->world, 1.0 / 60.0);
        if (i % 10 == 9) digestStep(work, &step);
    }
}

const DigestKind digestWorlds[] = {{"stack", CASES, runSteps, addStack},
                                   {"pile", CASES, runSteps, addPile},
                                   {"rolling", CASES, runSteps, addRolling},
                                   {"chain", CASES, runSteps, addChain},
                                   {"motors", CASES, runSteps, addMotors},
                                   {"platform", CASES, runSteps, addPlatform},
                                   {"dominoes", CASES, runSteps, addDominoes},
                                   {"flight", CASES, runSteps, addFlight},
                                   {"hills", CASES, runSteps, addHills},
                                   {"bouncing", CASES, runSteps, addBouncing},
                                   {NULL, 0, NULL, NULL}};
