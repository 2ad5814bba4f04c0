// Intentions: nothing changes while they are appended; one function carries them out in order.
// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on
#include "engine/message.h"
#include "hand/resolve.h"
#include "services/built_in.h"
#include "services/loads.h"
#include "services/queue.h"
#include "stage_fixture.h"
#include <math.h>
#include <string.h>

static App *makeApp(void) {
    App *app = calloc(1, sizeof *app);
    Stage *stage = makeStage(SCENE_STOP);
    if (!app) abort();
    app->stage = *stage;
    free(stage);
    app->layout = (Layout){.windowWidth = 800, .windowHeight = 600, .width = 800, .height = 600};
    app->camera = gxMakeCamera((double[3]){1.0, 0.0, 14.0}, (double[3]){1.0, 0.0, 0.0}, 0.7, 6.0);
    return app;
}

static void freeApp(App *app) {
    DropIntentions(app);
    DestroyStage(&app->stage);
    free(app);
}

// A drawn panel appends; the stage is the same, bit for bit, until the queue is resolved. Red: a panel's
// click that moves an object while others are being drawn.
static void testNothingBefore(void **state) {
    (void)state;
    App *app = makeApp();
    uint64_t before = HashStage(&app->stage);
    cdPose pose = app->stage.objects[0].pose;
    pose.p.y = 2.5;
    Intend(app, (Intention){.kind = INTEND_POSE, .pose = pose});
    IntendSimply(app, INTEND_MODE);
    assert_true(HashStage(&app->stage) == before && app->stage.mode == SCENE_CONTINUOUS);
    assert_true(ResolveIntentions(app));
    assert_true(app->stage.objects[0].pose.p.y == 2.5);
    assert_int_equal(app->stage.mode, SCENE_DISCRETE);
    assert_false(ResolveIntentions(app));
    freeApp(app);
}

// Select the fixed block, put it in front of the hand, select the hand again, move it: it stops at the block.
// In any other order it would not. Red: a queue that is processed from its end, or kind by kind.
static void testOrder(void **state) {
    (void)state;
    App *app = makeApp();
    cdPose block = poseAt(0.0, 5.0, 0.0), hand = poseAt(-4.0, 5.0, 0.0), up = poseAt(4.0, 5.0, 0.0);
    Intend(app, (Intention){.kind = INTEND_POSE, .pose = up});
    Intend(app, (Intention){.kind = INTEND_SELECT, .index = 1});
    Intend(app, (Intention){.kind = INTEND_POSE, .pose = block});
    Intend(app, (Intention){.kind = INTEND_SELECT, .index = 0});
    Intend(app, (Intention){.kind = INTEND_POSE, .pose = hand});
    ResolveIntentions(app);
    assert_true(fabs(app->stage.objects[0].pose.p.x - 2.0) < 1e-3);
    assert_int_equal(app->stage.query.status, STAGE_CONTACT);
    Intend(app, (Intention){.kind = INTEND_UNDO});
    ResolveIntentions(app);
    assert_true(app->stage.objects[0].pose.p.x == 4.0);
    freeApp(app);
}

// Options and undo follow the same rule; a removed ground no longer blocks. Red: a kind resolved as its
// neighbour in the list of kinds.
static void testKinds(void **state) {
    (void)state;
    App *app = makeApp();
    Intend(app, (Intention){.kind = INTEND_OPTION, .option = STAGE_FRICTION, .value = 0.75});
    IntendSimply(app, INTEND_HIDE);
    IntendSimply(app, INTEND_SEE_THROUGH);
    IntendSimply(app, INTEND_RESPONSE);
    IntendSimply(app, INTEND_GROUND);
    IntendSimply(app, INTEND_GRAVITY);
    ResolveIntentions(app);
    const StageObject *hand = &app->stage.objects[0];
    assert_true(hand->options[STAGE_FRICTION] == 0.75 && hand->hidden && hand->transparent);
    assert_int_equal(app->stage.response, SCENE_SLIDE);
    assert_false(HasStageGround(&app->stage));
    assert_true(app->stage.falls);
    IntendSimply(app, INTEND_COPY);
    ResolveIntentions(app);
    assert_int_equal(CountStageObjects(&app->stage), 3);
    IntendSimply(app, INTEND_REMOVE);
    IntendSimply(app, INTEND_UNDO);
    IntendSimply(app, INTEND_UNDO);
    ResolveIntentions(app);
    assert_int_equal(CountStageObjects(&app->stage), 2);
    freeApp(app);
}

// A refused option changes nothing, is not recorded, and its notice has the valid range; so does that of a
// motor. Joints that are not there are ignored. Red: a panel's field that silently drops what was typed.
static void testRefusalsAreSaid(void **state) {
    (void)state;
    App *app = makeApp();
    int64_t done = app->stage.journal.done;
    Intend(app, (Intention){.kind = INTEND_OPTION, .option = STAGE_LINEAR_DAMPING, .value = -1.0});
    ResolveIntentions(app);
    assert_non_null(strstr(app->notice, "linearDamping, which is a number from 0 to 1e+100"));
    Intend(app, (Intention){.kind = INTEND_OPTION, .option = STAGE_SCALE, .value = NAN});
    ResolveIntentions(app);
    assert_non_null(strstr(app->notice, "is not a valid value of scale"));
    Intend(app, (Intention){.kind = INTEND_JOINT, .index = 3, .count = STAGE_MOTOR_SPEED, .value = 1.0});
    ResolveIntentions(app);
    assert_int_equal(app->stage.journal.done, done);
    freeApp(app);
    app = makeApp();
    DestroyStage(&app->stage);
    char message[512] = "";
    assert_true(LoadStageScene(&app->stage, FindScene("sensor gates"), message, sizeof message));
    Intend(app, (Intention){.kind = INTEND_JOINT, .index = 0, .count = STAGE_MOTOR_FORCE, .value = -1.0});
    ResolveIntentions(app);
    assert_non_null(strstr(app->notice, "force must be at least 0"));
    Intend(app, (Intention){.kind = INTEND_JOINT, .index = 0, .count = STAGE_MOTOR_SPEED, .value = -3.0});
    ResolveIntentions(app);
    assert_true(app->stage.joints[0].options[STAGE_MOTOR_SPEED] == -3.0);
    // A position needs a speed above 0: both change, as one step.
    Intend(app, (Intention){.kind = INTEND_JOINT, .index = 0, .count = STAGE_MOTOR_KIND, .value = 1.0});
    ResolveIntentions(app);
    assert_true(app->stage.joints[0].options[STAGE_MOTOR_KIND] == CD_MOTOR_POSITION);
    assert_true(app->stage.joints[0].options[STAGE_MOTOR_SPEED] == 3.0);
    Intend(app, (Intention){.kind = INTEND_UNDO});
    ResolveIntentions(app);
    assert_true(app->stage.joints[0].options[STAGE_MOTOR_KIND] == CD_MOTOR_SPEED);
    assert_true(app->stage.joints[0].options[STAGE_MOTOR_SPEED] == -3.0);
    Intend(app, (Intention){.kind = INTEND_UNDO});
    ResolveIntentions(app);
    assert_true(app->stage.joints[0].options[STAGE_MOTOR_SPEED] == 2.0);
    freeApp(app);
}

// Bounce ends with the hand in the block: its status is found there, and again by the other method. Red: the
// status of the last drag, "free" beside an overlap.
static void testStatusAfterBounce(void **state) {
    (void)state;
    static const IntentionKind ends[] = {INTEND_RESPONSE, INTEND_MODE};
    for (int i = 0; i < 2; ++i) {
        App *app = makeApp();
        Stage *stage = &app->stage;
        IntendSimply(app, INTEND_RESPONSE);
        IntendSimply(app, INTEND_RESPONSE);
        ResolveIntentions(app);
        assert_true(stage->response == SCENE_BOUNCE && stage->objects[0].isBody);
        assert_int_equal(stage->query.status, STAGE_FREE);
        stage->objects[0].pose.p = stage->objects[1].pose.p; // as forces move it
        stage->objects[0].pose.p.x += 0.5;
        IntendSimply(app, ends[i]);
        ResolveIntentions(app);
        assert_false(stage->objects[0].isBody);
        assert_int_equal(stage->query.status, STAGE_OVERLAP);
        freeApp(app);
    }
}

// A slider that is moved while its scene is loaded again, for an earlier change, keeps its value. Opened
// from the menu, the scene gets its initial values. Red: a slider that jumps back, a change that is lost.
static void testParamsChangedMeanwhile(void **state) {
    (void)state;
    const Scene *scene = FindScene("teapot thrown");
    for (int again = 0; again < 2; ++again) {
        App *app = calloc(1, sizeof *app);
        char message[512];
        assert_true(app && LoadStageScene(&app->stage, scene, message, sizeof message));
        Intend(app, (Intention){.kind = INTEND_PARAM, .index = 0, .value = 7.5});
        ResolveIntentions(app);
        if (again)
            OpenSceneAgain(app);
        else
            OpenScene(app, scene);
        Intend(app, (Intention){.kind = INTEND_PARAM, .index = 1, .value = 0.125});
        ResolveIntentions(app);
        Load *load = GetFinishedLoad(app, 60.0);
        assert_non_null(load);
        Stage *loaded = &GetLoaded(load)->stage;
        assert_true(loaded->data.params[0] == (again ? 7.5 : scene->params[0].initial));
        KeepChangedParams(&app->stage, GetLoadDef(load), loaded);
        assert_true(loaded->data.params[0] == (again ? 7.5 : scene->params[0].initial));
        assert_true(loaded->data.params[1] == (again ? 0.125 : scene->params[1].initial));
        CloseLoads(app);
        freeApp(app);
    }
}

// Too many are reported, and earlier ones are kept. Red: an intention that overwrites another one, a lost
// path.
static void testFull(void **state) {
    (void)state;
    App *app = makeApp();
    int errors = gxGetErrorCount();
    for (int i = 0; i < INTENTION_MAX; ++i)
        Intend(app, (Intention){.kind = INTEND_SELECT, .index = i % 2});
    assert_int_equal(gxGetErrorCount(), errors);
    IntendToOpen(app, "nowhere.obj");
    assert_int_equal(gxGetErrorCount(), errors + 1);
    Intention intention;
    for (int i = 0; i < INTENTION_MAX; ++i) {
        assert_true(TakeIntention(app, &intention));
        assert_int_equal(intention.index, i % 2);
    }
    assert_false(TakeIntention(app, &intention));
    freeApp(app);
}

// Kinds that nothing resolves are errors. Red: a kind that reaches whatever comes last, such as a null
// function.
static void testUnknownKinds(void **state) {
    (void)state;
    App *app = makeApp();
    int errors = gxGetErrorCount();
    uint64_t before = HashStage(&app->stage);
    IntendSimply(app, INTEND_NOTHING);
    IntendSimply(app, INTEND_KIND_COUNT);
    ResolveIntentions(app);
    assert_int_equal(gxGetErrorCount(), errors + 2);
    assert_true(HashStage(&app->stage) == before);
    freeApp(app);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(testNothingBefore),
                                       cmocka_unit_test(testOrder),
                                       cmocka_unit_test(testKinds),
                                       cmocka_unit_test(testRefusalsAreSaid),
                                       cmocka_unit_test(testFull),
                                       cmocka_unit_test(testParamsChangedMeanwhile),
                                       cmocka_unit_test(testStatusAfterBounce),
                                       cmocka_unit_test(testUnknownKinds)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
