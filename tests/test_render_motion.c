// Pictures of a step: the label beside the object matches the pose in the picture.
// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on
#include "commands/render_motion.h"
#include "stage_fixture.h"

enum { PICTURES = 24 };

// The teapot's story, each step in 24 pictures. Continuous: free until the last picture, which shows the
// step's result. Discrete: overlap in exactly those pictures in which the meshes overlap, some of them before
// the end. Red: an object on its path labelled with the state of its target.
static void testLabelsMatchThePose(void **state) {
    (void)state;
    Stage stage = {0};
    char message[512];
    assert_true(LoadStageScene(&stage, FindScene("teapot and bunny"), message, sizeof message));
    int contacts = 0, overlapsOnTheWay = 0;
    for (int32_t step = 0; step < stage.data.storyCount; ++step) {
        int32_t object = stage.data.story[step].object;
        if (stage.data.story[step].response == SCENE_SLIDE && stage.data.story[step].mode == SCENE_CONTINUOUS)
            continue;
        RunStoryStep(&stage, step);
        RenderMotion motion = KeepRenderMotion(&stage, object);
        contacts += motion.query.status == STAGE_CONTACT;
        for (int32_t i = 1; i <= PICTURES; ++i) {
            ShowRenderMotion(&stage, &motion, i, PICTURES);
            StageStatus shown = stage.query.status;
            cdPose pose = stage.objects[object].pose;
            if (i == PICTURES) assert_int_equal(shown, motion.query.status);
            ApplyStageEntry(&stage, MakePlace(object, pose));
            bool overlaps = stage.query.status == STAGE_OVERLAP;
            assert_int_equal(shown == STAGE_OVERLAP, overlaps);
            overlapsOnTheWay += overlaps && i < PICTURES;
            if (i < PICTURES && !overlaps) assert_int_equal(shown, STAGE_FREE);
        }
    }
    assert_true(contacts > 0);
    assert_true(overlapsOnTheWay > 0);
    DestroyStage(&stage);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(testLabelsMatchThePose)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
