// The pills of the menu bar: modes, recording, replay, film.
//
// They are at the right end of the bar. Where they do not all fit, those that the information
// line or a menu shows, too, are omitted: first the response, then the method. Pills are never cut.
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
    int key, mods; // of the action that a click runs; 0: ends the replay
} Pill;

static Pill makeResponse(const Stage *stage, bool isBrief) {
    static const struct {
        const char *name, *about;
    } responses[] = {
        {"STOP", "Stops at first contact. Click or press L to change it."},
        {"SLIDE", "Slides and turns along the contacts towards the target. Click or press L to change it."},
        {"BOUNCE",
         "The object is a rigid body: drag to pull it, release to throw it. It bounces. Click or press L to change it."}};
    bool discrete = stage->mode == SCENE_DISCRETE;
    SceneResponse response = stage->response;
    // Bodies always bounce; the response applies to objects dragged while the world is paused.
    bool waits = stage->world.present && stage->playing && response != SCENE_BOUNCE;
    Pill pill = {.shown = true, .tone = waits || discrete ? GX_TONE_DIM : GX_TONE_CONTACT, .key = 'L'};
    snprintf(pill.text, sizeof pill.text, "%s%s", isBrief ? "" : "AT CONTACT: ", responses[response].name);
    pill.about =
        discrete ? "Not used by the discrete method. Press D first."
        : waits
            ? "Applies to objects you drag while the world is paused (Space). Click or press L to change it."
            : responses[response].about;
    return pill;
}

// True if the bar has no room for long names beside the menus.
static bool isBarFull(const App *app) {
    static const float longRow = 860.0f; // pixels at scale 1
    return (float)app->layout.windowWidth < longRow * gxGetUiScale();
}

static Pill makeMethod(const Stage *stage) {
    if (stage->mode == SCENE_DISCRETE)
        return (Pill){
            true,
            GX_TONE_OVERLAP,
            "DISCRETE",
            "Tests only the target pose: objects can overlap or tunnel. Click or press D to change it.",
            'D',
            0};
    return (Pill){true,
                  GX_TONE_FREE,
                  "CONTINUOUS",
                  "Tests the whole motion of each step: no contact is missed. Click or press D to change it.",
                  'D',
                  0};
}

static void makePills(const App *app, Pill pills[PILL_COUNT]) {
    pills[PILL_RESPONSE] = makeResponse(&app->stage, isBarFull(app));
    pills[PILL_METHOD] = makeMethod(&app->stage);
    pills[PILL_PATH] =
        (Pill){app->recorder.path != NULL,
               GX_TONE_OVERLAP,
               "● PATH",
               "Recording the target poses of the selected object. Click or press Shift+F9 to stop.",
               GX_KEY_F9,
               GX_MOD_SHIFT};
    pills[PILL_REPLAY] = (Pill){app->replay.active,
                                GX_TONE_NEAR,
                                "REPLAY",
                                "Replaying. Space plays, , and . step. Click, or drag an object, to continue "
                                "from here.",
                                0,
                                0};
    pills[PILL_RECORDING] = (Pill){app->recording.out != NULL,
                                   GX_TONE_OVERLAP,
                                   "● REC",
                                   "Recording the session. Click or press F9 to stop.",
                                   GX_KEY_F9,
                                   0};
    pills[PILL_FILM] = (Pill){app->filming.active,
                              GX_TONE_OVERLAP,
                              "",
                              "Filming the window. Click or press Ctrl+Shift+P to stop.",
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
