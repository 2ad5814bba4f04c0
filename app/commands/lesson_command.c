// `firstcontact lesson`: lists the lessons, opens one in the window, or draws its stops with their text.
#include "commands/command.h"
#include "commands/lesson_card.h"
#include "commands/render_out.h"
#include "lessons/lesson_focus.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct LessonOptions {
    const char *out, *size;
    int width, height;
} LessonOptions;

typedef struct Tour {
    LessonRun run;
    Stage *stage;
    View *view;
    RenderTarget target;
    int width, height;
    char message[MESSAGE_SIZE];
} Tour;

static int listLessons(void) {
    int32_t count = 0;
    const Lesson *const *lessons = GetLessons(&count);
    for (int32_t i = 0; i < count; i++)
        printf("%-20s %2d stops  %s\n", lessons[i]->name, (int)lessons[i]->stopCount, lessons[i]->title);
    return EXIT_DONE;
}

// Loads the stop's scene unless it is already loaded.
static bool openScene(Tour *tour, int32_t stop) {
    const Scene *scene = FindScene(GetLessonScene(tour->run.lesson, stop));
    if (tour->stage->scene == scene) return true;
    DestroyStage(tour->stage);
    memset(tour->stage, 0, sizeof *tour->stage);
    return LoadStageScene(tour->stage, scene, tour->message, sizeof tour->message);
}

static bool drawStop(Tour *tour, const ViewOptions *options) {
    Stage *stage = tour->stage;
    gxImage card = DrawLessonCard(&tour->run, stage, tour->width, fmax(1.0, tour->height / 900.0));
    int height = tour->height - card.height;
    if (card.pixels == NULL || height < tour->height / 4) {
        snprintf(tour->message, sizeof tour->message,
                 "--size is too small for the stop's text; make it larger");
        gxDestroyImage(&card);
        return false;
    }
    ResizeView(tour->view, tour->width, height);
    gxCamera camera = PlaceLessonCamera(stage, GetLessonStop(&tour->run), tour->width, height);
    DrawView(tour->view, stage, &camera, options);
    gxImage picture = ReadView(tour->view), whole = StackImages(&picture, &card);
    char name[64];
    snprintf(name, sizeof name, "%s-%02d.png", tour->run.lesson->name, (int)tour->run.stop + 1);
    bool good = whole.pixels != NULL && PutPicture(&tour->target, &whole, name, false);
    gxDestroyImage(&picture);
    gxDestroyImage(&card);
    gxDestroyImage(&whole);
    return good;
}

static bool drawStops(Tour *tour) {
    ViewOptions options = GetDefaultViewOptions();
    for (int32_t i = 0; i < tour->run.lesson->stopCount; i++) {
        if (!openScene(tour, i) ||
            !OpenLessonStop(&tour->run, i, tour->stage, &options, tour->message, sizeof tour->message))
            return false;
        PrintLessonStop(&tour->run, tour->stage);
        if (!drawStop(tour, &options)) return false;
    }
    return true;
}

static int drawLesson(const Lesson *lesson, const LessonOptions *options) {
    Stage stage = {0};
    Tour tour = {
        .run = {.lesson = lesson}, .stage = &stage, .width = options->width, .height = options->height};
    tour.view = CreateHeadlessView(options->width, options->height);
    bool good = tour.view != NULL;
    if (!good)
        snprintf(tour.message, sizeof tour.message,
                 "cannot draw without a display: install EGL and an OpenGL 3.3 driver (packages libegl1 and "
                 "libgl1-mesa-dri)");
    good = good && OpenRenderTarget(&tour.target, options->out, 0.0, tour.message, sizeof tour.message) &&
           drawStops(&tour);
    if (!good && tour.message[0] != '\0') SayError("lesson: %s", tour.message);
    DestroyView(tour.view);
    EndLesson(&tour.run);
    DestroyStage(&stage);
    return good ? EXIT_DONE : EXIT_FAILED;
}

static bool readSize(LessonOptions *options) {
    char *end = NULL;
    options->width = 1280;
    options->height = 720;
    if (options->size == NULL) return true;
    long width = strtol(options->size, &end, 10);
    if (end == options->size || *end != 'x') return false;
    const char *second = end + 1;
    long height = strtol(second, &end, 10);
    options->width = (int)width;
    options->height = (int)height;
    return end != second && *end == '\0' && width >= 320 && height >= 240 && width <= 8192 && height <= 8192;
}

int RunLessonCommand(int argCount, char *const args[]) {
    LessonOptions options = {0};
    const char *arguments[ARGUMENT_MAX];
    const CommandDef def = {
        .name = "lesson",
        .arguments = "[NAME] ",
        .argumentLimit = 1,
        .about =
            "Lists the lessons, guided tours of the papers, one a line. With NAME, opens the window on that lesson.\n"
            "With --out, draws one picture a stop without a window, and prints the text.",
        .example = "firstcontact lesson",
        .options = {{"--out", "DIR", "draw NAME into this directory, created if missing", OPTION_TEXT,
                     &options.out, 0, 0, NULL},
                    {"--size", "WxH",
                     "size of a picture with its text in pixels, 320x240 to 8192x8192 (default 1280x720)",
                     OPTION_TEXT, &options.size, 0, 0, NULL}}};
    int exitCode = ReadCommandLine(&def, argCount, args, arguments);
    if (exitCode >= 0) return exitCode;
    if (!readSize(&options)) return FailCall(&def, "--size must be WIDTHxHEIGHT, 320x240 to 8192x8192");
    if (arguments[0] == NULL) return options.out ? FailCall(&def, "--out needs NAME") : listLessons();
    const Lesson *lesson = FindLesson(arguments[0]);
    if (lesson == NULL) {
        SayError("lesson: unknown lesson '%s'; list them with firstcontact lesson", arguments[0]);
        return EXIT_WRONG_CALL;
    }
    if (options.out == NULL) return EXIT_OPENS_WINDOW;
    if (IsPngPath(options.out) || IsFilmPath(options.out)) return FailCall(&def, "--out must be a directory");
    return drawLesson(lesson, &options);
}
