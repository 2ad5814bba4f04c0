// The pills of the menu bar: modes, and all that is recorded, replayed or filmed.
//
// They stand at the right end of the bar. Where it has no room for all of them, those that the information
// line or a menu shows too are left out: first the response, then the method. None is ever cut.
#include "panels/pills.h"

#include "actions/actions.h"
#include "services/filming.h"
#include "services/queue.h"

#include <math.h>
#include <stdio.h>

typedef enum PillKind {
    PILL_RESPONSE = 0,
    PILL_METHOD,
    PILL_PATH,
    PILL_REPLAY,
    PILL_RECORDING,
    PILL_FILM,
    PILL_COUNT
} PillKind;

typedef struct Pill {
    bool shown;
    gxTone tone;
    char text[32];
    const char *about;
    int key, mods; // what a click stands for; 0: it leaves the replay
} Pill;

static Pill makeResponse(const Stage *stage) {
    static const struct {
        const char *name, *about;
    } responses[] = {
        {"STOP", "At contact the object stops. Click or L."},
        {"SLIDE",
         "At contact the object goes on as far as the contacts allow, sliding and turning. Click or L."},
        {"BOUNCE",
         "The object is a body: drag it, and it pulls; let go, and it is thrown. It bounces off what it "
         "meets. Click or L."}};
    bool discrete = stage->mode == SCENE_DISCRETE;
    SceneResponse response = stage->response;
    // Bodies bounce by themselves; the response is that of what is led while they stand still.
    bool waits = stage->world.present && stage->playing && response != SCENE_BOUNCE;
    Pill pill = {.shown = true, .tone = waits || discrete ? GX_TONE_DIM : GX_TONE_CONTACT, .key = 'L'};
    snprintf(pill.text, sizeof pill.text, "%s", responses[response].name);
    pill.about = discrete
                     ? "Not in use: the discrete method leaves the object where the hand wants it. D, then L."
                 : waits ? "Of what you lead while the world is paused (Space). Click or L."
                         : responses[response].about;
    return pill;
}

static Pill makeMethod(const Stage *stage) {
    if (stage->mode == SCENE_DISCRETE)
        return (Pill){
            true,
            GX_TONE_OVERLAP,
            "DISCRETE",
            "Only the pose the object arrives at is tested: it sinks in, or jumps through. Click or D.",
            'D',
            0};
    return (Pill){true,         GX_TONE_FREE,
                  "CONTINUOUS", "The whole way of each step is tested: nothing is missed. Click or D.",
                  'D',          0};
}

static void makePills(const App *app, Pill pills[PILL_COUNT]) {
    pills[PILL_RESPONSE] = makeResponse(&app->stage);
    pills[PILL_METHOD] = makeMethod(&app->stage);
    pills[PILL_PATH] =
        (Pill){app->recorder.path != NULL,
               GX_TONE_OVERLAP,
               "● PATH",
               "The selected object's intended poses are being recorded. Click or Shift+F9 to end.",
               GX_KEY_F9,
               GX_MOD_SHIFT};
    pills[PILL_REPLAY] = (Pill){app->replay.active,
                                GX_TONE_NEAR,
                                "REPLAY",
                                "What was done is shown again. Space plays, , and . step. Click, or take "
                                "something in hand, to go on from here.",
                                0,
                                0};
    pills[PILL_RECORDING] = (Pill){app->recording.out != NULL,
                                   GX_TONE_OVERLAP,
                                   "● REC",
                                   "Everything that is done is being recorded. Click or F9 to end.",
                                   GX_KEY_F9,
                                   0};
    pills[PILL_FILM] = (Pill){app->filming.active,
                              GX_TONE_OVERLAP,
                              "",
                              "The window is being filmed. Click or Ctrl+Shift+P to end.",
                              'P',
                              GX_MOD_CTRL | GX_MOD_SHIFT};
    if (app->filming.active)
        snprintf(pills[PILL_FILM].text, sizeof pills[PILL_FILM].text, "● FILM %.0f s",
                 floor(GetFilmSeconds(app)));
}

// The width of the shown pills, with the space behind each.
static float measurePills(const Pill pills[PILL_COUNT]) {
    float width = 0.0f;
    for (int i = 0; i < PILL_COUNT; ++i) {
        if (pills[i].shown) width += gxGetUiTextWidth(GX_TONE_STRONG, pills[i].text) + 29.5f * gxGetUiScale();
    }
    return width;
}

float MeasurePills(const App *app) {
    Pill pills[PILL_COUNT];
    makePills(app, pills);
    return measurePills(pills);
}

void DrawPills(App *app) {
    Pill pills[PILL_COUNT];
    float right = (float)app->layout.windowWidth - 8.0f * gxGetUiScale(), left = gxGetPlaceInLine();
    makePills(app, pills);
    for (int i = 0; i < PILL_COUNT && left + measurePills(pills) > right; ++i)
        pills[i].shown = false;
    gxSameLine(right - measurePills(pills));
    for (int i = PILL_COUNT - 1; i >= 0; --i) {
        const Pill *pill = &pills[i];
        if (!pill->shown) continue;
        if (gxPill(pill->text, pill->tone)) {
            if (pill->key)
                RunKey(app, pill->key, pill->mods, false);
            else
                IntendSimply(app, INTEND_LEAVE_REPLAY);
        }
        gxTooltip(pill->about);
    }
}
