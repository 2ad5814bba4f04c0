// `firstcontact render`: draws a scene's story as pictures, without a display.
//
// Runs each step of the story as the window does and draws the object at its resolved pose, the ghost of its
// target, the contact and the caption. With --frames it plays the steps: the object moves along its
// in-between motion to its resolved pose; a scene of dynamic bodies runs in time.
#include "commands/command.h"
#include "commands/render_motion.h"
#include "commands/render_options.h"
#include "commands/render_recording.h"
#include "commands/render_scene.h"
#include "commands/render_steps.h"
#include "engine/message.h"
#include "scenes/whole_file.h"
#include "stage/shown/step_text.h"
#include "stage/stage.h"
#include "view/palette.h"
#include "view/view.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

// Chooses the story step of a single picture: the first contact, else the last step.
static int32_t chooseStory(const SceneData *data) {
    for (int32_t i = 0; i < data->storyCount; i++) {
        if (data->story[i].mode == SCENE_CONTINUOUS && data->story[i].expected == CD_CONTACT) return i + 1;
    }
    return data->storyCount;
}

enum { NAME_SIZE = 64 };

typedef struct Renderer {
    RenderOptions *options;
    Stage *stage;
    View *view;
    gxCamera camera;
    ViewOptions viewOptions;
    int32_t drawn, total; // pictures
    char *message;
    size_t messageSize;
    Progress progress;
} Renderer;

static void setCaption(const Renderer *renderer, const char *caption) {
    SetViewCaption(renderer->view, renderer->options->caption > 0 ? caption : "");
}

// Shows the requested event, with its caption.
static bool showSteps(Renderer *renderer) {
    const RenderOptions *options = renderer->options;
    char caption[STEP_TEXT_SIZE];
    if (!ShowRenderStep(renderer->stage, (StepsSearch)options->search, options->steps, renderer->message,
                        renderer->messageSize))
        return false;
    DescribeStep(renderer->stage, caption);
    setCaption(renderer, caption);
    return true;
}

static bool writeInsets(const Renderer *renderer) {
    OutputFile file;
    const char *path = renderer->options->svg;
    if (path == NULL) return true;
    if (!OpenOutputFile(&file, path, renderer->message, renderer->messageSize)) return false;
    if (WriteInsetsSvg(renderer->view, file.stream))
        return FinishOutputFile(&file, renderer->message, renderer->messageSize);
    snprintf(renderer->message, renderer->messageSize,
             "%s: this picture has no corner views; draw a scene of boxes or use --steps", path);
    AbandonOutputFile(&file);
    return false;
}

static gxImage readPicture(const Renderer *renderer) {
    gxImage image = ReadView(renderer->view);
    if (image.pixels == NULL || renderer->options->supersample == 1) return image;
    gxImage small = gxShrinkImage(&image, renderer->options->supersample);
    gxDestroyImage(&image);
    return small;
}

static bool drawPicture(Renderer *renderer, const char *name, bool pauses) {
    if (renderer->options->steps != NULL && !showSteps(renderer)) return false;
    gxCamera camera = renderer->camera;
    double turn = renderer->options->turn * 0.017453292519943295;
    gxOrbitCamera(&camera, turn * renderer->drawn++ / renderer->total, 0.0);
    UpdateStageRegions(renderer->stage);
    UpdateStageOverlaps(renderer->stage);
    UpdateStageSensors(renderer->stage);
    UpdateStageClearance(renderer->stage, 0);
    int errors = gxGetErrorCount();
    DrawView(renderer->view, renderer->stage, &camera, &renderer->viewOptions);
    if (gxGetErrorCount() > errors) return false; // already reported
    gxImage image = readPicture(renderer);
    if (image.pixels == NULL)
        snprintf(renderer->message, renderer->messageSize, "out of memory for the picture");
    bool good = image.pixels != NULL && writeInsets(renderer) &&
                PutPicture(&renderer->options->target, &image, name,
                           pauses && turn == 0.0); // a turning camera does not pause
    gxDestroyImage(&image);
    ShowProgress(&renderer->progress, renderer->drawn, renderer->total);
    return good;
}

static int countDigits(int32_t number, int minimum) {
    int count = minimum;
    double limit = pow(10.0, minimum);
    for (; number >= limit && count < 10; limit *= 10.0)
        ++count;
    return count;
}

// Names a picture by its step and status or, with --frames, by its frame. All numbers have as many digits as
// the last, so that names sort in order.
static void namePicture(const Renderer *renderer, int32_t step, const char *how, int32_t frame,
                        char name[NAME_SIZE]) {
    if (how != NULL && renderer->options->frames <= 1) {
        int digits = countDigits(renderer->stage->data.storyCount, 1);
        snprintf(name, NAME_SIZE, "%0*d-%s.png", digits, (int)step, how);
    } else {
        snprintf(name, NAME_SIZE, "frame-%0*d.png", countDigits(renderer->total, 4), (int)frame);
    }
}

// Runs a step of the story. The stage then shows its end.
static void runStory(Renderer *renderer, int32_t index) {
    RunStoryStep(renderer->stage, index - 1);
    setCaption(renderer, renderer->stage->data.story[index - 1].caption);
}

// Draws `frames` pictures of a scene of dynamic bodies, from the time of the step before to that of this one.
static bool drawTime(Renderer *renderer, int32_t index, int32_t frames, int32_t firstFrame) {
    Stage *stage = renderer->stage;
    const SceneStoryStep *step = &stage->data.story[index - 1];
    double from = index > 1 ? stage->data.story[index - 2].time : 0.0;
    setCaption(renderer, step->caption);
    for (int32_t i = 1; i <= frames; i++) {
        char name[NAME_SIZE];
        AdvanceStageTo(stage, from + (step->time - from) * i / frames);
        if (stage->world.trouble[0] != '\0') {
            snprintf(renderer->message, renderer->messageSize, "%s", stage->world.trouble);
            return false;
        }
        namePicture(renderer, index, "moving", firstFrame + i, name);
        if (!drawPicture(renderer, name, i == frames)) return false;
    }
    return true;
}

// Draws `frames` pictures of the path to the resolved pose. The last one shows that pose.
static bool drawStory(Renderer *renderer, int32_t index, int32_t frames, int32_t firstFrame) {
    Stage *stage = renderer->stage;
    const SceneStoryStep *step = &stage->data.story[index - 1];
    if (step->object < 0) return drawTime(renderer, index, frames, firstFrame);
    runStory(renderer, index);
    RenderMotion motion = KeepRenderMotion(stage, step->object);
    for (int32_t i = 1; i <= frames; i++) {
        char name[NAME_SIZE];
        ShowRenderMotion(stage, &motion, i, frames);
        namePicture(renderer, index, GetStatusName(stage->query.status), firstFrame + i, name);
        if (!drawPicture(renderer, name, i == frames)) return false;
    }
    return true;
}

// Counts the pictures of a step: about a second of film for a drag, its own time for dynamic bodies.
static int32_t countStepFrames(const Renderer *renderer, int32_t index) {
    const SceneStoryStep *story = renderer->stage->data.story, *step = &story[index - 1];
    double rate = renderer->options->target.rate;
    if (renderer->options->target.kind != RENDER_FILM) return 1;
    if (step->object >= 0) return (int32_t)lround(0.96 * rate);
    double from = index > 1 ? story[index - 2].time : 0.0;
    return (int32_t)fmax(1.0, round(rate * fabs(step->time - from)));
}

// Counts the pictures up to the end of a step. --frames are spread evenly over the story.
static int32_t countFrames(const Renderer *renderer, int32_t index) {
    const RenderOptions *options = renderer->options;
    if (options->frames > 0)
        return (int32_t)((int64_t)options->frames * index / renderer->stage->data.storyCount);
    int32_t count = 0;
    for (int32_t i = 1; i <= index; i++)
        count += countStepFrames(renderer, i);
    return count;
}

// Draws the start of the scene, in several pictures if the camera turns.
static bool drawStart(Renderer *renderer) {
    const RenderOptions *options = renderer->options;
    if (options->frames <= 1) return drawPicture(renderer, "0-start.png", true);
    renderer->total = options->frames;
    for (int32_t i = 1; i <= options->frames; i++) {
        char name[NAME_SIZE];
        namePicture(renderer, 0, NULL, i, name);
        if (!drawPicture(renderer, name, false)) return false;
    }
    return true;
}

// Draws a recording: its end to a PNG file, else all of it.
static bool drawRecording(Renderer *renderer) {
    RenderOptions *options = renderer->options;
    StagePlayer *player = &options->player;
    double rate = options->target.kind == RENDER_FILM ? options->target.rate : 0.0;
    renderer->total = options->target.kind == RENDER_PNG ? 1
                      : options->frames > 0              ? options->frames
                                                         : CountRecordedPictures(player, rate);
    for (int32_t i = 1; i <= renderer->total; i++) {
        char name[NAME_SIZE];
        namePicture(renderer, 0, NULL, i, name);
        if (!ShowRecordedFrame(player, renderer->stage, player->frameCount * i / renderer->total,
                               options->camera ? NULL : &renderer->camera, renderer->message,
                               renderer->messageSize) ||
            !drawPicture(renderer, name, i == renderer->total)) {
            return false;
        }
    }
    return true;
}

static bool drawAll(Renderer *renderer) {
    const RenderOptions *options = renderer->options;
    if (options->player.frameCount > 0) return drawRecording(renderer);
    int32_t storyCount = renderer->stage->data.storyCount;
    int32_t story = options->story;
    if (story < 0 && (options->target.kind == RENDER_PNG || storyCount == 0))
        story = chooseStory(&renderer->stage->data);
    if (story == 0) return drawStart(renderer);
    if (story > 0) {
        renderer->total = options->frames > 0 ? options->frames : countStepFrames(renderer, story);
        return drawStory(renderer, story, renderer->total, 0);
    }
    renderer->total = countFrames(renderer, storyCount);
    for (int32_t i = 1, drawn = 0; i <= storyCount; i++) {
        int32_t end = countFrames(renderer, i);
        if (end > drawn && !drawStory(renderer, i, end - drawn, drawn)) return false;
        drawn = end;
    }
    return true;
}

// Sets up everything drawn beside the objects.
static void chooseView(Renderer *renderer) {
    const RenderOptions *options = renderer->options;
    Stage *stage = renderer->stage;
    ViewOptions *view = &renderer->viewOptions;
    view->ghost = (GhostStyle)options->ghost;
    view->transparent = options->transparent;
    view->labels = options->labels > 0;
    view->contact = view->normals = options->contacts > 0;
    view->insets = options->insets > 0;
    view->marks = options->marks > 0;
    if (options->ground == 0 && HasStageGround(stage)) ApplyStageEntry(stage, MakeSetGround(false));
    view->background = options->background;
    memcpy(view->backgroundColor, options->backgroundColor, sizeof view->backgroundColor);
    view->clearance = stage->clearance.wanted = options->clearance > 0.0;
    view->stereo = (StereoStyle)options->stereo;
    view->eyeApart = options->eyeApart;
    stage->clearance.coloured = true;
    SetClearanceBelow(stage, options->clearance);
    stage->regions.wanted = true;
    if (stage->scene == NULL || !stage->scene->showsIndex) return;
    view->index = true;
    stage->probe.object = ChooseSolidObject(stage);
}

// The caller destroys the renderer's view.
static bool drawInto(Renderer *renderer) {
    RenderOptions *options = renderer->options;
    if (options->story > renderer->stage->data.storyCount) {
        snprintf(renderer->message, renderer->messageSize,
                 "--story is too large; the demonstration of '%s' has %d steps", renderer->stage->data.name,
                 (int)renderer->stage->data.storyCount);
        return false;
    }
    int factor = options->supersample;
    renderer->view = CreateHeadlessView(factor * options->width, factor * options->height);
    if (renderer->view == NULL) {
        snprintf(renderer->message, renderer->messageSize,
                 "cannot draw without a display: install EGL and an OpenGL 3.3 driver (packages libegl1 and "
                 "libgl1-mesa-dri)");
        return false;
    }
    SetViewScale(renderer->view, factor * fmax(1.0, options->height / 900.0));
    SetViewTheme(renderer->view, (Theme)options->theme);
    int width = GetEyeWidth((StereoStyle)options->stereo, options->width);
    renderer->camera = MakeStageCamera(renderer->stage, width, options->height);
    if (!OpenRenderTarget(&options->target, options->out, options->rate, renderer->message,
                          renderer->messageSize))
        return false;
    renderer->progress = BeginProgress("picture");
    bool good = drawAll(renderer);
    EndProgress(&renderer->progress);
    return CloseRenderTarget(&options->target, good, renderer->message, renderer->messageSize);
}

static bool render(RenderOptions *options, char *message, size_t messageSize) {
    Stage stage;
    if (!LoadRenderScene(options, &stage, message, messageSize)) return false;
    Renderer renderer = {.options = options,
                         .stage = &stage,
                         .viewOptions = GetDefaultViewOptions(),
                         .total = 1,
                         .message = message,
                         .messageSize = messageSize};
    chooseView(&renderer);
    bool good = drawInto(&renderer);
    if (renderer.view != NULL) DestroyView(renderer.view);
    ClosePlayer(&options->player);
    DestroyStage(&stage);
    return good;
}

int RunRenderCommand(int argCount, char *const args[]) {
    RenderOptions options;
    int exitCode = ReadRenderOptions(&options, argCount, args);
    if (exitCode >= 0) return exitCode;
    char message[MESSAGE_SIZE] = "";
    if (render(&options, message, sizeof message)) return EXIT_DONE;
    if (message[0] != '\0') SayError("%s", message);
    return EXIT_FAILED;
}
