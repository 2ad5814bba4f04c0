// The other libraries behind peer_world.h do the same work as ours: the same flight, the same floor.
#include "bench/thrown_mesh.h"
#include "world/bodies/flight.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

// A box of half extents 0.5, 0.2, 0.8, rotated within its frame, so that no principal axis is one of the
// frame.
typedef struct Brick {
    TriangleSoup soup;
    cdInertia inertia;
    PeerScene scene;
} Brick;

static Brick makeBrick(void) {
    Brick brick;
    char message[200];
    if (!MakeShape("box:x=0.5,y=0.2,z=0.8", &brick.soup, message, sizeof message)) fail_msg("%s", message);
    cdQuat turn = cdMakeQuat(cdNormalize((cdVec3){1.0, 2.0, 3.0}), 0.7);
    for (int32_t i = 0; i < brick.soup.pointCount; i++)
        brick.soup.points[i] = cdRotate(turn, brick.soup.points[i]);
    cdMassProperties mass = {.volume = 0.64};
    const double moments[6] = {0.64 * 0.68 / 3.0, 0.64 * 0.89 / 3.0, 0.64 * 0.29 / 3.0, 0.0, 0.0, 0.0};
    cdTurnTensor(moments, turn, mass.inertia);
    brick.inertia = cdMakeInertia(&mass, 0.64, 1.0);
    brick.scene = (PeerScene){.points = brick.soup.points,
                              .triangles = brick.soup.triangles,
                              .pointCount = brick.soup.pointCount,
                              .triangleCount = brick.soup.triangleCount,
                              .radius = 0.97,
                              .mass = 0.64,
                              .floorHalf = {10.0, 0.5, 10.0},
                              .gravity = 9.81,
                              .restitution = 0.0,
                              .friction = 0.5};
    memcpy(brick.scene.inertia, mass.inertia, sizeof mass.inertia);
    return brick;
}

static double getAngle(cdQuat a, cdQuat b) {
    cdQuat d = cdMulQuat(cdConjugate(a), b);
    return 2.0 * asin(fmin(1.0, sqrt(d.x * d.x + d.y * d.y + d.z * d.z)));
}

// Thrown high up, rotating about no axis of its own: after 0.4 s of steps of 1/2000 s it matches the parabola
// and free flight, within the error of a method of first order in single precision. Red: the mesh's axes
// taken for the principal ones, a pose rotated the wrong way, a sleeping body, gravity or mass not set.
static void testFlight(void **state) {
    (void)state;
    const PeerWorld *peers[2];
    int32_t count = GetPeerWorlds(peers);
    Brick brick = makeBrick();
    PeerThrow thrown = {.pose = {{1.0, 30.0, -2.0}, cdMakeQuat((cdVec3){0.6, 0.0, 0.8}, 1.0)},
                        .velocity = {2.0, 5.0, -1.0},
                        .angularVelocity = {3.0, -2.0, 4.0}};
    cdVec3 spin = cdApplyTensor(brick.inertia.tensor, thrown.pose.q, thrown.angularVelocity);
    cdQuat turned = thrown.pose.q;
    for (int i = 0; i < 800; i++)
        turned = cdTurnFreely(&brick.inertia, turned, spin, 1.0 / 2000.0);
    cdVec3 place = {1.8, 30.0 + 2.0 - 0.5 * 9.81 * 0.16, -2.4};
    for (int32_t p = 0; p < count; p++) {
        void *world = peers[p]->open(&brick.scene);
        assert_non_null(world);
        peers[p]->start(world, &thrown);
        cdPose pose = thrown.pose;
        for (int i = 0; i < 800; i++)
            pose = peers[p]->step(world, 1.0 / 2000.0);
        peers[p]->close(world);
        double off = cdLength(cdSub(pose.p, place)), angle = getAngle(pose.q, turned);
        print_message("%s: off by %.2g and %.2g radians\n", peers[p]->name, off, angle);
        assert_true(off < 5e-3 && angle < 0.02);
    }
    assert_true(getAngle(turned, thrown.pose.q) > 0.5);
    DestroyTriangleSoup(&brick.soup);
}

// Dropped from just above the floor, without bounce: after two seconds its lowest point is at y = 0 within a
// twentieth. Red: a wrong floor, no contacts, a mesh inside out.
static void testFloor(void **state) {
    (void)state;
    const PeerWorld *peers[2];
    int32_t count = GetPeerWorlds(peers);
    Brick brick = makeBrick();
    PeerThrow thrown = {.pose = {{1.0, 1.2, -2.0}, {1.0, 0.0, 0.0, 0.0}}};
    for (int32_t p = 0; p < count; p++) {
        void *world = peers[p]->open(&brick.scene);
        assert_non_null(world);
        peers[p]->start(world, &thrown);
        cdPose pose = thrown.pose;
        for (int i = 0; i < 240; i++)
            pose = peers[p]->step(world, 1.0 / 120.0);
        peers[p]->close(world);
        double lowest = INFINITY;
        for (int32_t i = 0; i < brick.soup.pointCount; i++)
            lowest = fmin(lowest, cdTransformPoint(pose, brick.soup.points[i]).y);
        print_message("%s: lowest point %.3g, centre %.3g\n", peers[p]->name, lowest, pose.p.y);
        assert_true(fabs(lowest) < 0.05 && pose.p.y < 0.6);
    }
    DestroyTriangleSoup(&brick.soup);
}

// A teapot thrown by each seed's first throw: the same numbers for the same seed, another throw for another
// number, always from above the floor and downwards. Red: throws that share state.
static void testThrows(void **state) {
    (void)state;
    for (int i = 0; i < 100; i++) {
        PeerThrow a = MakeThrow(7, i), same = MakeThrow(7, i), other = MakeThrow(7, i + 1);
        assert_memory_equal(&a, &same, sizeof a);
        assert_true(a.velocity.y != other.velocity.y && a.velocity.y <= 0.0 && a.velocity.y >= -30.0);
        assert_true(a.pose.p.y == 3.0 && fabs(a.velocity.x) <= 6.0 && fabs(a.velocity.z) <= 6.0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(testFlight), cmocka_unit_test(testFloor),
                                       cmocka_unit_test(testThrows)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
