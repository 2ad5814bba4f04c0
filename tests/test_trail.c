// The trail of a long step: the animated path leads over the poses of the slide, lags behind the stage by at
// most its play time, and fades.
// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on
#include "stage_fixture.h"
#include "view/trail.h"
#include <math.h>

// A box at x = 4 moved past the box at 0 in one step. It must slide around it.
static Stage *makeSlid(Trail *trail) {
    Stage *stage = makeStage(SCENE_SLIDE);
    FollowTrail(trail, stage, 0.0);
    cdPose target = stage->objects[0].pose;
    target.p.x = -4.0;
    target.p.y += 1.2;
    apply(stage, MakeMove(0, target));
    assert_true(stage->query.pathCount >= 2);
    return stage;
}

static void freeSlid(Stage *stage) {
    DestroyStage(stage);
    free(stage);
}

static bool overlaps(const Stage *stage, cdPose pose) {
    cdWorkspace *workspace = cdCreateWorkspace();
    cdOverlapInput input = {.meshA = stage->objects[0].mesh,
                            .meshB = stage->objects[1].mesh,
                            .poseA = pose,
                            .poseB = stage->objects[1].pose};
    cdState state = cdFindOverlap(&input, NULL, workspace, NULL).state;
    cdDestroyWorkspace(workspace);
    return state != CD_FREE;
}

// Before the first query there is no trail. After a long step the object is shown at its start, then on the
// path, never inside the other box; after the play time at its pose; then the trail fades out. Red: a
// straight line between start and end, which leads through the box.
static void testPlays(void **state) {
    (void)state;
    Trail trail = {0};
    Stage *stage = makeSlid(&trail);
    cdPose pose;
    assert_false(GetTrailPose(&trail, stage, 1.0, &pose));
    FollowTrail(&trail, stage, 1.0);
    assert_true(GetTrailPose(&trail, stage, 1.0, &pose));
    assert_true(cdIsSamePose(pose, stage->query.motion.start));
    assert_true(IsBeforeContact(&trail, 1.0));
    bool met = false;
    for (int i = 0; i < 40; ++i) {
        double now = 1.0 + 0.15 * i / 40.0;
        assert_true(GetTrailPose(&trail, stage, now, &pose));
        assert_false(overlaps(stage, pose));
        assert_true(!met || !IsBeforeContact(&trail, now));
        met = !IsBeforeContact(&trail, now);
    }
    assert_true(met);
    assert_false(GetTrailPose(&trail, stage, 1.151, &pose));
    pose = GetPoseOnTrail(&trail, stage, 1.0);
    assert_true(cdLength(cdSub(pose.p, stage->objects[0].pose.p)) < 1e-12);
    assert_true(GetTrailStrength(&trail, 1.2) > GetTrailStrength(&trail, 1.9));
    assert_true(GetTrailStrength(&trail, 10.0) == 0.0);
    freeSlid(stage);
}

// A step made while the last one plays is appended: the object continues from where it was just shown, and
// ends at the stage's pose. Red: a jump back to the start of the new step.
static void testContinues(void **state) {
    (void)state;
    Trail trail = {0};
    Stage *stage = makeSlid(&trail);
    cdPose before, after;
    FollowTrail(&trail, stage, 1.0);
    cdPose target = stage->objects[0].pose;
    target.p.z += 3.0;
    apply(stage, MakeMove(0, target));
    assert_true(GetTrailPose(&trail, stage, 1.05, &before));
    FollowTrail(&trail, stage, 1.05);
    assert_true(GetTrailPose(&trail, stage, 1.05, &after));
    assert_true(cdLength(cdSub(before.p, after.p)) < 1e-9);
    after = GetPoseOnTrail(&trail, stage, 1.0);
    assert_true(cdLength(cdSub(after.p, stage->objects[0].pose.p)) < 1e-12);
    freeSlid(stage);
}

// Short steps, like those of a slow hand, are shown at once; a teleported object leaves no trail. Red: a lag
// behind each movement of the mouse, a trail to where Backspace put the object.
static void testShortSteps(void **state) {
    (void)state;
    Stage *stage = makeStage(SCENE_SLIDE);
    Trail trail = {0};
    cdPose pose = stage->objects[0].pose;
    FollowTrail(&trail, stage, 1.0);
    for (int i = 0; i < 10; ++i) {
        pose.p.x += 0.02;
        apply(stage, MakeMove(0, pose));
        FollowTrail(&trail, stage, 1.0 + 0.016 * i);
        assert_false(trail.present);
    }
    pose.p.x += 3.0;
    apply(stage, MakeMove(0, pose));
    FollowTrail(&trail, stage, 2.0);
    assert_true(trail.present);
    apply(stage, MakeRestart());
    FollowTrail(&trail, stage, 2.01);
    assert_false(trail.present);
    freeSlid(stage);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(testPlays), cmocka_unit_test(testContinues),
                                       cmocka_unit_test(testShortSteps)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
