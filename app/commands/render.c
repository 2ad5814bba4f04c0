// `firstcontact render`: a scene's story as pictures, without a display.
//
// Each step of the story is run as the window would run it, and drawn: where the object is left, the ghost of
// where it was meant to go, the contact, the caption. With --frames the steps are played: the object moves
// along its in-between motion up to where it is left, and a scene that moves by itself runs.
#include "commands/command.h"
#include "commands/render_out.h"
#include "commands/render_recording.h"
#include "commands/render_steps.h"
#include "scenes/number_text.h"
#include "scenes/scene_file.h"
#include "stage/stage.h"
#include "stage/step_text.h"
#include "view/view.h"
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

typedef struct RenderOptions {
    const char *scene, *size, *camera, *out;
    int32_t frames, story, rate; // 0: what suits the kind of film
    double turn, eyeApart;       // degrees over all pictures; a share of the distance
    double clearance;            // 0: not shown
    const char *steps;           // an event of the search below; NULL: none
    int search;                  // StepsSearch
    int ghost, stereo;
    bool transparent;
    int width, height;
    RenderTarget target;
    StagePlayer player; // of a recording; else no frames
} RenderOptions;

static const char *const ghosts[] = {"off", "wire", "solid", NULL};
static const char *const searches[] = {"query", "vector", "index", "boxes", NULL};
static const char *const stereos[] = {"off", "anaglyph", "side-by-side", "squeezed", NULL};

// Numbers separated by `separator`; the count of them, or -1 when one is no number or there are too many.
static int readList(const char *text, const char *separator, double *values, int capacity) {
    for (int count = 0; count < capacity;) {
        size_t length = strcspn(text, separator);
        if (!ReadNumber(text, length, &values[count++])) return -1;
        if (text[length] == '\0') return count;
        text += length + 1;
    }
    return -1;
}

static bool readSize(RenderOptions *options) {
    double size[2];
    if (readList(options->size, "x", size, 2) != 2) return false;
    for (int i = 0; i < 2; i++) {
        if (!(size[i] >= 16.0 && size[i] <= 8192.0 && size[i] == floor(size[i]))) return false;
    }
    options->width = (int)size[0];
    options->height = (int)size[1];
    return true;
}

static bool readCamera(const char *text, SceneCamera *camera) {
    double v[7];
    int count = readList(text, ",", v, 7);
    if (count != 6 && count != 7) return false;
    camera->eye = (cdVec3){v[0], v[1], v[2]};
    camera->target = (cdVec3){v[3], v[4], v[5]};
    if (count == 7) camera->fov = v[6];
    return camera->fov > 0.01 && camera->fov < 3.0 && cdLength(cdSub(camera->eye, camera->target)) > 0.0;
}

static int readOptions(RenderOptions *o, int argCount, char *const args[]) {
    *o = (RenderOptions){
        .size = "1280x720", .story = -1, .ghost = GHOST_SOLID, .eyeApart = GetDefaultViewOptions().eyeApart};
    const char *arguments[ARGUMENT_MAX];
    const CommandDef def = {
        .name = "render",
        .arguments = "SCENE --out FILE.png|DIR|FILE.gif|FILE.mp4 ",
        .argumentCount = 1,
        .argumentLimit = 1,
        .about = "Draws a scene (a name of firstcontact scenes, or a scene file) and its story without a "
                 "display, or\n"
                 "a recording, of which a PNG file shows the end.\n"
                 "To a PNG file: one step of the story. To a directory: a PNG for each step, or --frames of "
                 "them. To a GIF\nor MP4 file: the story as a film, which stays a while where a step ends, "
                 "unless the camera turns; MP4\n(H.264) needs the program ffmpeg.",
        .example = "firstcontact render 'teapot and bunny' --out contact.png",
        .options = {
            {"--out", "PATH",
             "FILE.png, FILE.gif, FILE.mp4, or a directory, made when missing (must be given)", OPTION_TEXT,
             &o->out, 0, 0, NULL},
            {"--story", "N",
             "draw step N of the story alone; 0 is the scene's start (default: a PNG the first contact)",
             OPTION_WHOLE, &o->story, 0, 1000, NULL},
            {"--frames", "N",
             "pictures in all, spread over the steps of the story (default one a step; a film about a second "
             "of them a step, or as many as the scene's own time asks for)",
             OPTION_WHOLE, &o->frames, 1, 100000, NULL},
            {"--fps", "N", "pictures a second of a film (default: MP4 30, GIF 12.5)", OPTION_WHOLE, &o->rate,
             1, 60, NULL},
            {"--turn", "DEGREES", "turn the camera so far about its target, over all pictures (default 0)",
             OPTION_NUMBER, &o->turn, -36000.0, 36000.0, NULL},
            {"--size", "WxH", "pixels (default 1280x720)", OPTION_TEXT, &o->size, 0, 0, NULL},
            {"--camera", "EX,EY,EZ,TX,TY,TZ[,FOV]",
             "eye, target, vertical angle in radians (default the scene's)", OPTION_TEXT, &o->camera, 0, 0,
             NULL},
            {"--ghost", "off|wire|solid", "the intended pose (default solid)", OPTION_CHOICE, &o->ghost, 0, 0,
             ghosts},
            {"--stereo", "off|anaglyph|side-by-side|squeezed",
             "for both eyes: red-cyan glasses; each eye half the width; the same, squeezed for a 3D screen",
             OPTION_CHOICE, &o->stereo, 0, 0, stereos},
            {"--eye-distance", "SHARE",
             "of the eyes, as a share of their distance from the target (default 0.035)", OPTION_NUMBER,
             &o->eyeApart, 0.0, 0.2, NULL},
            {"--clearance", "LENGTH",
             "the least distance from the object in hand, and what is nearer than this in colours",
             OPTION_NUMBER, &o->clearance, 1e-100, 1e100, NULL},
            {"--steps", "N|KIND[:N]",
             "of the step's query, asked again, the event N, or the Nth of a kind, as elements:3 (a PNG)",
             OPTION_TEXT, &o->steps, 0, 0, NULL},
            {"--search", "query|vector|index|boxes", "the search that --steps is about (default query)",
             OPTION_CHOICE, &o->search, 0, 0, searches},
            {"--transparent", NULL, "all surfaces let light through", OPTION_FLAG, &o->transparent, 0, 0,
             NULL},
        }};
    int exitCode = ReadCommandLine(&def, argCount, args, arguments);
    if (exitCode >= 0) return exitCode;
    o->scene = arguments[0];
    SceneCamera ignored = {.fov = 0.7};
    if (o->out == NULL) return FailCall(&def, "--out must be given");
    if (!IsRenderPath(o->out)) {
        return FailCall(
            &def, "--out must be FILE.png, FILE.gif, FILE.mp4 or a directory (a new one with a dot in its "
                  "name is written with a / at its end)");
    }
    if (!readSize(o)) return FailCall(&def, "--size must be WIDTHxHEIGHT, each from 16 to 8192");
    if (o->camera != NULL && !readCamera(o->camera, &ignored)) {
        return FailCall(&def, "--camera must be six numbers, or seven: eye, target, angle in radians");
    }
    if (o->steps != NULL && !IsPngPath(o->out)) return FailCall(&def, "--steps needs a PNG file as --out");
    if (o->frames > 1 && IsPngPath(o->out))
        return FailCall(&def, "--frames needs a directory or a film as --out");
    if (o->rate > 0 && !IsFilmPath(o->out)) return FailCall(&def, "--fps needs a film as --out");
    return -1;
}

static bool loadScene(RenderOptions *options, Stage *stage, char *message, size_t messageSize) {
    const Scene *scene = FindScene(options->scene);
    SceneData data;
    struct stat status;
    if (scene != NULL) {
        if (!LoadStageScene(stage, scene, message, messageSize)) return false;
    } else if (stat(options->scene, &status) != 0) {
        snprintf(message, messageSize,
                 "there is no scene '%s' and no such file; firstcontact scenes lists the scenes",
                 options->scene);
        return false;
    } else if (IsRecordingFile(options->scene)) {
        if (!OpenRenderRecording(options->scene, &options->player, stage, message, messageSize)) return false;
    } else if (!ReadSceneFile(options->scene, &data, message, messageSize) ||
               !LoadStage(stage, NULL, &data, message, messageSize)) {
        return false;
    }
    if (options->camera != NULL) readCamera(options->camera, &stage->data.camera);
    return true;
}

// The step of the story a single picture shows: the first contact, or the last step, or none.
static int32_t chooseStory(const SceneData *data) {
    for (int32_t i = 0; i < data->storyCount; i++) {
        if (data->story[i].mode == SCENE_CONTINUOUS && data->story[i].expected == CD_CONTACT) return i + 1;
    }
    return data->storyCount;
}

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

// The event that is asked for, with its caption.
static bool showSteps(Renderer *renderer) {
    const RenderOptions *options = renderer->options;
    char caption[STEP_TEXT_SIZE];
    if (!ShowRenderStep(renderer->stage, (StepsSearch)options->search, options->steps, renderer->message,
                        renderer->messageSize))
        return false;
    DescribeStep(renderer->stage, caption);
    SetViewCaption(renderer->view, caption);
    return true;
}

static bool drawPicture(Renderer *renderer, const char *name, bool held) {
    if (renderer->options->steps != NULL && !showSteps(renderer)) return false;
    gxCamera camera = renderer->camera;
    double turn = renderer->options->turn * 0.017453292519943295;
    gxOrbitCamera(&camera, turn * renderer->drawn++ / renderer->total, 0.0);
    UpdateStageRegions(renderer->stage);
    UpdateStageClearance(renderer->stage, 0);
    DrawView(renderer->view, renderer->stage, &camera, &renderer->viewOptions);
    gxImage image = ReadView(renderer->view);
    bool good = image.pixels != NULL && PutPicture(&renderer->options->target, &image, name,
                                                   held && turn == 0.0); // a camera that turns does not halt
    gxDestroyImage(&image);
    ShowProgress(&renderer->progress, renderer->drawn, renderer->total);
    return good;
}

// Runs a step of the story; the stage then shows its end.
static void runStory(Renderer *renderer, int32_t index) {
    RunStoryStep(renderer->stage, index - 1);
    SetViewCaption(renderer->view, renderer->stage->data.story[index - 1].caption);
}

// `frames` pictures of a scene that moves by itself, from the story's time before up to this step's.
static bool drawTime(Renderer *renderer, int32_t index, int32_t frames, int32_t firstFrame) {
    Stage *stage = renderer->stage;
    const SceneStoryStep *step = &stage->data.story[index - 1];
    double from = index > 1 ? stage->data.story[index - 2].time : 0.0;
    SetViewCaption(renderer->view, step->caption);
    for (int32_t i = 1; i <= frames; i++) {
        char name[64];
        AdvanceStageTo(stage, from + (step->time - from) * i / frames);
        if (frames == 1) {
            snprintf(name, sizeof name, "%d-moving.png", (int)index);
        } else {
            snprintf(name, sizeof name, "frame-%04d.png", (int)(firstFrame + i));
        }
        if (!drawPicture(renderer, name, i == frames)) return false;
    }
    return true;
}

// Where the i-th of the pictures shows the object. A slide is led along by a hand, picture by picture: the
// way of one long step is not the one that a hand's many steps take, though both end alike.
static void showFrame(Stage *stage, int32_t object, const cdMotion *motion, cdPose rest, int32_t i,
                      int32_t frames) {
    bool slides = stage->mode == SCENE_CONTINUOUS && stage->response == SCENE_SLIDE;
    if (slides && frames > 1) {
        if (i == 1) PlaceStageObject(stage, object, motion->start);
        MoveStageObject(stage, object, cdGetPoseAt(motion, (double)i / frames));
        return;
    }
    double fraction = (double)i / frames * stage->query.contact.restTime;
    stage->objects[object].pose = i < frames ? cdGetPoseAt(motion, fraction) : rest;
    stage->query.present = i == frames;
    if (i < frames)
        ShowBoxStepAt(stage, fraction);
    else
        ShowBoxStep(stage, object);
}

// `frames` pictures of the way to where the object is left, the last of them there.
static bool drawStory(Renderer *renderer, int32_t index, int32_t frames, int32_t firstFrame) {
    Stage *stage = renderer->stage;
    const SceneStoryStep *step = &stage->data.story[index - 1];
    if (step->object < 0) return drawTime(renderer, index, frames, firstFrame);
    runStory(renderer, index);
    cdPose rest = stage->objects[step->object].pose;
    cdMotion motion = stage->query.motion;
    for (int32_t i = 1; i <= frames; i++) {
        char name[64];
        showFrame(stage, step->object, &motion, rest, i, frames);
        if (frames == 1) {
            snprintf(name, sizeof name, "%d-%s.png", (int)index, GetStatusName(stage->query.status));
        } else {
            snprintf(name, sizeof name, "frame-%04d.png", (int)(firstFrame + i));
        }
        if (!drawPicture(renderer, name, i == frames)) return false;
    }
    return true;
}

// About a second of film for a step of a hand; its own time for one of a scene that moves by itself.
static int32_t countStepFrames(const Renderer *renderer, int32_t index) {
    const SceneStoryStep *story = renderer->stage->data.story, *step = &story[index - 1];
    double rate = renderer->options->target.rate;
    if (renderer->options->target.kind != RENDER_FILM) return 1;
    if (step->object >= 0) return (int32_t)lround(0.96 * rate);
    double from = index > 1 ? story[index - 2].time : 0.0;
    return (int32_t)fmax(1.0, round(rate * fabs(step->time - from)));
}

// Pictures up to the end of a step: --frames are spread over the story evenly.
static int32_t countFrames(const Renderer *renderer, int32_t index) {
    const RenderOptions *options = renderer->options;
    if (options->frames > 0)
        return (int32_t)((int64_t)options->frames * index / renderer->stage->data.storyCount);
    int32_t count = 0;
    for (int32_t i = 1; i <= index; i++)
        count += countStepFrames(renderer, i);
    return count;
}

// The scene as it starts; more than one picture where the camera turns about it.
static bool drawStart(Renderer *renderer) {
    const RenderOptions *options = renderer->options;
    if (options->frames <= 1) return drawPicture(renderer, "0-start.png", true);
    renderer->total = options->frames;
    for (int32_t i = 1; i <= options->frames; i++) {
        char name[64];
        snprintf(name, sizeof name, "frame-%04d.png", (int)i);
        if (!drawPicture(renderer, name, false)) return false;
    }
    return true;
}

// A recording: a PNG file shows its end, everything else all of it.
static bool drawRecording(Renderer *renderer) {
    RenderOptions *options = renderer->options;
    StagePlayer *player = &options->player;
    double rate = options->target.kind == RENDER_FILM ? options->target.rate : 0.0;
    renderer->total = options->target.kind == RENDER_PNG ? 1
                      : options->frames > 0              ? options->frames
                                                         : CountRecordedPictures(player, rate);
    for (int32_t i = 1; i <= renderer->total; i++) {
        char name[64];
        snprintf(name, sizeof name, "frame-%04d.png", (int)i);
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

static bool render(RenderOptions *options, char *message, size_t messageSize) {
    static Stage stage; // large
    if (!loadScene(options, &stage, message, messageSize)) return false;
    bool good = options->story <= stage.data.storyCount;
    if (!good) {
        snprintf(message, messageSize, "the story of '%s' has %d steps", stage.data.name,
                 (int)stage.data.storyCount);
    }
    Renderer renderer = {.options = options,
                         .stage = &stage,
                         .viewOptions = GetDefaultViewOptions(),
                         .total = 1,
                         .message = message,
                         .messageSize = messageSize};
    renderer.viewOptions.ghost = (GhostStyle)options->ghost;
    renderer.viewOptions.transparent = options->transparent;
    renderer.viewOptions.clearance = stage.clearance.wanted = options->clearance > 0.0;
    stage.clearance.coloured = true;
    SetClearanceBelow(&stage, options->clearance);
    renderer.viewOptions.stereo = (StereoStyle)options->stereo;
    renderer.viewOptions.eyeApart = options->eyeApart;
    stage.regions.wanted = true;
    if (stage.scene != NULL && stage.scene->showsIndex) {
        renderer.viewOptions.index = true;
        stage.probe.object = ChooseSolidObject(&stage);
    }
    if (good) renderer.view = CreateHeadlessView(options->width, options->height);
    if (good && renderer.view == NULL) {
        snprintf(message, messageSize,
                 "no picture can be drawn here: OpenGL 3.3 without a display needs EGL and a "
                 "driver for it (packages libegl1 and libgl1-mesa-dri)");
        good = false;
    }
    if (good) {
        renderer.camera = MakeStageCamera(&stage, GetEyeWidth((StereoStyle)options->stereo, options->width),
                                          options->height);
        good = OpenRenderTarget(&options->target, options->out, options->rate, message, messageSize);
    }
    if (good) {
        renderer.progress = BeginProgress("picture");
        good = drawAll(&renderer);
        EndProgress(&renderer.progress);
        good = CloseRenderTarget(&options->target, good, message, messageSize);
    }
    if (renderer.view != NULL) DestroyView(renderer.view);
    ClosePlayer(&options->player);
    DestroyStage(&stage);
    return good;
}

int RunRenderCommand(int argCount, char *const args[]) {
    RenderOptions options;
    int exitCode = readOptions(&options, argCount, args);
    if (exitCode >= 0) return exitCode;
    char message[MESSAGE_SIZE] = "";
    if (render(&options, message, sizeof message)) return EXIT_DONE;
    if (message[0] != '\0') SayError("%s", message);
    return EXIT_FAILED;
}
