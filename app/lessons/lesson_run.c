// Opens the stops of a lesson on a stage.
//
// A stop changes the stage only by the stage's own operations, so the journal and undo work as usual. Queries
// while opening have no time limit: they are few and short, and a stop shows their whole result.
#include "lessons/lesson_run.h"

#include <stdio.h>
#include <stdlib.h>

const LessonStop *GetLessonStop(const LessonRun *run) {
    return &run->lesson->stops[run->stop];
}

void EndLesson(LessonRun *run) {
    free(run->poses);
    *run = (LessonRun){0};
}

static void chooseView(const LessonStop *stop, ViewOptions *view) {
    const unsigned shows = stop->shows;
    view->ghost = shows & LESSON_SHOWS_NO_GHOSTS ? GHOST_OFF : GHOST_SOLID;
    view->transparent = shows & LESSON_SHOWS_THROUGH;
    view->wireframe = view->sphereTree = view->trace = view->clearance = false;
    view->motion = shows & LESSON_SHOWS_MOTION;
    view->contact = shows & LESSON_SHOWS_REGIONS;
    view->wholeSet = shows & LESSON_SHOWS_WHOLE_SET;
    view->normals = shows & LESSON_SHOWS_NORMALS;
    view->index = shows & LESSON_SHOWS_INDEX;
    view->culling = shows & LESSON_SHOWS_CULLING;
    view->indexDepth = view->culling ? 0 : GetDefaultViewOptions().indexDepth;
    view->insets = shows & LESSON_SHOWS_INSETS;
    view->labels = shows & LESSON_SHOWS_LABELS;
    view->proxy = shows & LESSON_SHOWS_HULLS;
}

// Runs the story and the preparation of the stop, with all their queries.
static void prepare(Stage *stage, const LessonStop *stop) {
    ApplyStageEntry(stage, MakeRestart());
    stage->playing = false;
    stage->probe.hasPoint = stage->probe.hasSegment = false;
    stage->probe.object = stop->shows & LESSON_SHOWS_INDEX ? ChooseSolidObject(stage) : -1;
    if (stage->response != stage->data.response)
        ApplyStageEntry(stage, MakeSetResponse(stage->data.response));
    stage->regions.wanted = stop->shows & LESSON_SHOWS_REGIONS;
    if (stop->story > 0 && stop->story <= stage->data.storyCount) RunStoryStep(stage, stop->story - 1);
    if (stop->prepare) stop->prepare(stage);
    if (stage->regions.wanted) UpdateStageRegions(stage);
}

static bool showEvent(LessonRun *run, Stage *stage, char *message, size_t messageSize) {
    const LessonStop *stop = GetLessonStop(run);
    if (!stop->find) return true;
    ChooseStageSteps(stage, stop->search);
    int32_t at = HasStep(stage) ? stop->find(&stage->steps) : -1;
    if (at >= 0) {
        SetStep(stage, at);
        run->event = run->cursor = at;
        return true;
    }
    snprintf(message, messageSize, "'%s': %s", stop->title,
             stage->steps.reason ? stage->steps.reason : "the search has no such event");
    CloseStageSteps(stage);
    return false;
}

// Stores all poses, to detect later motion.
static void notePoses(LessonRun *run, const Stage *stage) {
    free(run->poses);
    run->objectCount = 0;
    run->poses = calloc((size_t)stage->objectCount + 1, sizeof *run->poses);
    run->mode = stage->mode;
    run->queryCount = stage->recent.count;
    if (!run->poses) return;
    run->objectCount = stage->objectCount;
    for (int32_t i = 0; i < stage->objectCount; ++i)
        run->poses[i] = stage->objects[i].pose;
}

bool OpenLessonStop(LessonRun *run, int32_t index, Stage *stage, ViewOptions *view, char *message,
                    size_t messageSize) {
    const LessonStop *stop = &run->lesson->stops[index];
    StageLimit limit = stage->limit;
    stage->limit = (StageLimit){0};
    run->stop = index;
    run->reached[index] = false;
    CloseStageSteps(stage);
    chooseView(stop, view);
    prepare(stage, stop);
    bool found = showEvent(run, stage, message, messageSize);
    notePoses(run, stage);
    run->shows = found && stop->find;
    run->points = false;
    stage->limit = limit;
    return found;
}

static bool hasMoved(const LessonRun *run, const Stage *stage) {
    if (stage->objectCount != run->objectCount || stage->mode != run->mode) return true;
    if (stage->recent.count != run->queryCount) return true;
    for (int32_t i = 0; i < run->objectCount; ++i)
        if (!cdIsSamePose(stage->objects[i].pose, run->poses[i])) return true;
    return false;
}

// The pointer probes the solid with the shown index. Its position when the stop opens does not count.
static bool hasPointed(LessonRun *run, const Stage *stage) {
    const StageProbe *probe = &stage->probe;
    if (stage->steps.search != STEPS_INDEX || !probe->hasPoint) return false;
    bool before = run->points;
    cdVec3 point = run->point;
    run->points = true;
    run->point = probe->point;
    return before && cdLengthSq(cdSub(point, probe->point)) > 0.0;
}

// The cursor of the search moves boxes to their poses at its event; that is no motion by the user.
static void followCursor(LessonRun *run, const Stage *stage) {
    if (!HasStep(stage) || stage->steps.at == run->cursor) return;
    run->cursor = stage->steps.at;
    if (stage->steps.search == STEPS_BOXES) notePoses(run, stage);
}

static bool isGoalReached(const LessonRun *run, const Stage *stage, const ViewOptions *view) {
    const LessonStop *stop = GetLessonStop(run);
    if (stop->isShown) return stop->isShown(view);
    if (stop->isEvent)
        return run->shows && HasStep(stage) && stage->steps.search == stop->search &&
               stage->steps.at != run->event && stop->isEvent(&stage->steps);
    if (stop->isWay) return run->way && run->way->nodeCount > 1 && stop->isWay(stage, run->way);
    // While the event is shown, the user has not tried anything.
    return stop->isReached && !run->shows && stop->isReached(stage);
}

void UpdateLesson(LessonRun *run, Stage *stage, const ViewOptions *view) {
    if (!run->lesson) return;
    if (run->shows) followCursor(run, stage);
    if (run->shows && (hasMoved(run, stage) || hasPointed(run, stage))) run->shows = false;
    if (isGoalReached(run, stage, view)) run->reached[run->stop] = true;
}
