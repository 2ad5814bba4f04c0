// The drawing of joints: axes, limits and points at their places in the world, for each kind.
#include "collision/draw.h"
#include "world_fixture.h"

enum { LINES = 128 };

static const cdVec3 none = {0.0, 0.0, 0.0};

typedef struct Lines {
    cdVec3 from[LINES], to[LINES];
    int count;
} Lines;

static void addLine(cdVec3 a, cdVec3 b, cdDrawStyle style, void *context) {
    Lines *lines = context;
    assert_int_equal(style.role, CD_ROLE_SCREW);
    assert_true(lines->count < LINES && isfinite(cdLength(a)) && isfinite(cdLength(b)));
    lines->from[lines->count] = a;
    lines->to[lines->count++] = b;
}

// Draws a joint of a box at (1, 0, 0), after `steps` steps.
static Lines drawJoint(cdJointDef def, int steps) {
    Body box = makeBody("box:x=0.4,y=0.4,z=0.4");
    Trial trial = makeTrial();
    addMoving(&trial, &box, poseAt(1.0, 0.0, 0.0), none, 0.0, 0.0);
    def.bodyB = -1;
    cdJointId joint = cdAddJoint(trial.world, &def);
    assert_true(joint >= 0);
    for (int i = 0; i < steps; i++)
        stepTrial(&trial, FRAME);
    Lines lines = {0};
    cdDebugDraw draw = {.segment = addLine, .context = &lines};
    cdDrawWorld(&draw, trial.world, 1.0);
    cdRemoveJoint(trial.world, joint);
    int before = lines.count;
    cdDrawWorld(&draw, trial.world, 1.0);
    assert_int_equal(lines.count, before);
    destroyTrial(&trial);
    destroyBody(&box);
    return lines;
}

static bool isNear(cdVec3 a, cdVec3 b) {
    return cdLength(cdSub(a, b)) <= 1e-4;
}

// True if a line from a to b, or back, is drawn.
static bool hasLine(const Lines *lines, cdVec3 a, cdVec3 b) {
    for (int i = 0; i < lines->count; i++) {
        if (isNear(lines->from[i], a) && isNear(lines->to[i], b)) return true;
        if (isNear(lines->from[i], b) && isNear(lines->to[i], a)) return true;
    }
    return false;
}

// A slider is drawn from its lower to its upper limit, wherever the body is; without limits, around it. Red:
// limits that move with the body, an infinite line.
static void testSlider(void **state) {
    (void)state;
    cdJointDef def = {.kind = CD_JOINT_SLIDER, .point = {1.0, 0.0, 0.0}, .axis = {0.0, 1.0, 0.0}};
    Lines lines = drawJoint(def, 10);
    assert_int_equal(lines.count, 2); // to the centroid, and the axis
    assert_true(lines.from[1].y < lines.to[1].y && lines.to[1].y < 1.0 && lines.from[1].y > -1.0);
    def.limited = true;
    def.lower = -1.5;
    def.upper = 0.5;
    lines = drawJoint(def, 10);
    assert_true(hasLine(&lines, cdMakeVec3(1.0, -1.5, 0.0), cdMakeVec3(1.0, 0.5, 0.0)));
    assert_int_equal(lines.count, 2 + 4); // a mark of two lines at each limit
}

// The arc of a hinge spans its limits, with a line to each end and one at the current angle. Red: an arc that
// turns with the body, one of the other sense.
static void testHinge(void **state) {
    (void)state;
    cdJointDef def = {.kind = CD_JOINT_HINGE, .axis = {0.0, 0.0, 1.0}};
    assert_int_equal(drawJoint(def, 5).count, 2);
    def.limited = true;
    def.lower = -0.5;
    def.upper = 1.0;
    Lines lines = drawJoint(def, 60); // it lies at its lower limit
    assert_int_equal(lines.count, 2 + 24 + 3);
    double radius = 0.4 * 0.4 * sqrt(3.0);
    cdVec3 ends[2];
    int found = 0;
    for (int i = 0; i < lines.count; i++) {
        cdVec3 end = lines.to[i];
        bool starts = isNear(lines.from[i], none), rim = fabs(cdLength(end) - radius) <= 1e-4;
        if (starts && rim && found < 2) ends[found++] = end;
    }
    assert_int_equal(found, 2);
    // The first is at the current angle, and so at the lower limit, which is the second.
    assert_true(isNear(ends[0], ends[1]));
    assert_true(hasLine(&lines, none, cdRotate(cdMakeQuat(cdMakeVec3(0.0, 0.0, 1.0), 1.5), ends[0])));
}

// A rod is drawn between its points; a rope also has a mark at its length. A cone is a circle at its angle.
// Red: points of one body only.
static void testOthers(void **state) {
    (void)state;
    cdJointDef def = {.kind = CD_JOINT_DISTANCE, .point = {1.0, 0.4, 0.0}, .pointB = {1.0, 2.0, 0.0}};
    Lines lines = drawJoint(def, 0);
    assert_true(hasLine(&lines, def.point, def.pointB));
    assert_int_equal(lines.count, 2);
    def.limited = true;
    def.upper = 2.0;
    lines = drawJoint(def, 0);
    assert_int_equal(lines.count, 2 + 2);
    cdVec3 middle = cdLerp(lines.from[2], lines.to[2], 0.5);
    assert_true(isNear(middle, cdMakeVec3(1.0, 0.0, 0.0)));
    assert_int_equal(drawJoint((cdJointDef){.kind = CD_JOINT_FIXED, .point = {1.0, 0.0, 0.0}}, 5).count,
                     1 + 3);
    def = (cdJointDef){.kind = CD_JOINT_BALL, .axis = {1.0, 0.0, 0.0}};
    assert_int_equal(drawJoint(def, 5).count, 1);
    def.limited = true;
    def.upper = 0.5;
    lines = drawJoint(def, 0);
    assert_int_equal(lines.count, 1 + 1 + 24);
    for (int i = 2; i < lines.count; i++) {
        cdVec3 arm = cdNormalize(lines.from[i]);
        assertNear(acos(arm.x), 0.5, 1e-9);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(testSlider), cmocka_unit_test(testHinge),
                                       cmocka_unit_test(testOthers)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
