// Runs a lesson in the window.
//
// A stop is opened on the window's own stage (lessons/lesson_run.h), whose scene is loaded first where it is
// another one; a lesson whose scene is not loaded ends. The camera moves there in less than half a second,
// unless the user takes it. A scene that the user opens ends the lesson.
#include "hand/lesson_show.h"

#include "engine/platform/clock.h"
#include "hand/hold.h"
#include "hand/lead.h"
#include "lessons/lesson_focus.h"
#include "services/built_in.h"
#include "services/notice.h"
#include "services/opening.h"
#include "services/replay.h"
#include "services/sight.h"
#include "services/way_out.h"

#include <math.h>

static const double moveTime = 0.4; // seconds from one stop to the next

bool IsLessonMoving(const App *app) {
    return app->lesson.run.lesson && (app->lesson.moves || app->lesson.framesToMove > 0);
}

bool ShowsLessonEvent(const App *app) {
    return app->lesson.run.lesson && app->lesson.run.shows;
}

static void beginMove(App *app, double now) {
    LessonShow *lesson = &app->lesson;
    Sight sight = GetSight(app);
    lesson->from = app->camera;
    lesson->to = PlaceLessonCamera(&app->stage, GetLessonStop(&lesson->run), sight.width, sight.height);
    lesson->last = app->camera;
    lesson->begin = now;
    lesson->moves = true;
}

static bool openLessonScene(App *app, int32_t stop) {
    const Scene *scene = FindScene(GetLessonScene(app->lesson.run.lesson, stop));
    if (app->replay.active) LeaveReplay(app);
    LetGo(app, true);
    StopLeading(app);
    GiveUpStageWork(&app->stage);
    if (app->stage.scene == scene) return true;
    OpenScene(app, scene);
    TakeQuickLoad(app);
    return app->stage.scene == scene;
}

static void openStop(App *app, int32_t stop) {
    LessonShow *lesson = &app->lesson;
    char message[256] = "";
    app->dockPage = DOCK_LESSON;
    lesson->awaited = openLessonScene(app, stop) ? 0 : stop + 1;
    if (lesson->awaited > 0) return;
    ClearNotice(app);
    ForgetWay(app);
    if (!OpenLessonStop(&lesson->run, stop, &app->stage, &app->viewOptions, message, sizeof message))
        Notify(app, "%s", message);
    // The steps to a stop's poses leave no trail.
    FollowTrail(&app->trail, &app->stage, gxGetTime());
    app->trail.present = false;
    lesson->moves = false;
    lesson->framesToMove = 2; // the picture gets its size beside the card first
    app->lastActivity = gxGetTime();
}

void StepLesson(App *app, int32_t count) {
    const LessonRun *run = &app->lesson.run;
    if (!run->lesson) {
        Notify(app, "No lesson is open. Choose one in the menu Help");
        return;
    }
    int32_t stop = (app->lesson.awaited > 0 ? app->lesson.awaited - 1 : run->stop) + count;
    if (stop < run->lesson->stopCount)
        openStop(app, stop < 0 ? 0 : stop);
    else
        LeaveLesson(app);
}

bool BeginLesson(App *app, const Lesson *lesson) {
    if (app->lesson.run.lesson) LeaveLesson(app);
    app->lesson = (LessonShow){
        .run = {.lesson = lesson, .way = &app->way}, .view = app->viewOptions, .page = app->dockPage};
    openStop(app, 0);
    return app->lesson.run.lesson != NULL;
}

void LeaveLesson(App *app) {
    LessonShow *lesson = &app->lesson;
    if (!lesson->run.lesson) return;
    app->viewOptions = lesson->view;
    if (app->dockPage == DOCK_LESSON) app->dockPage = lesson->page;
    EndLesson(&lesson->run);
    *lesson = (LessonShow){0};
    app->lastActivity = gxGetTime();
}

// A camera turned by the user stays with the user.
static void moveCamera(App *app, double now) {
    LessonShow *lesson = &app->lesson;
    if (lesson->framesToMove > 0 && --lesson->framesToMove == 0) beginMove(app, now);
    if (!lesson->moves) return;
    double share = (now - lesson->begin) / moveTime;
    lesson->moves = gxIsSameCamera(&lesson->last, &app->camera);
    if (!lesson->moves) return;
    app->camera = share < 1.0 ? gxBlendCameras(&lesson->from, &lesson->to, fmax(share, 0.0)) : lesson->to;
    lesson->last = app->camera;
    lesson->moves = share < 1.0;
}

void UpdateLessonShow(App *app, double now) {
    LessonRun *run = &app->lesson.run;
    if (!run->lesson) return;
    int32_t awaited = app->lesson.awaited, stop = awaited > 0 ? awaited - 1 : run->stop;
    bool isThere = app->stage.scene == FindScene(GetLessonScene(run->lesson, stop));
    if (!isThere && (awaited == 0 || !IsSceneComing(app))) LeaveLesson(app);
    if (!isThere) return;
    if (awaited > 0) openStop(app, stop);
    bool before = run->reached[run->stop];
    bool moves = IsLessonMoving(app);
    if (GetPausedStageWork(&app->stage) == STAGE_WORK_NONE) UpdateLesson(run, &app->stage, &app->viewOptions);
    if (run->reached[run->stop] && !before) app->lastActivity = now;
    moveCamera(app, now);
    if (moves) run->points = false; // what is under the cursor has moved with the camera
}
