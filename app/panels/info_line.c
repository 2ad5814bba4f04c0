// The information line at the bottom: the last query, or the world, in fixed columns;
// then the current action, or a hint; at the end the frames a second.
//
// Three panels side by side keep texts apart. A message that is too long for its panel
// is shown over the bottom of the picture.
#include "panels/panels.h"

#include "hand/handles.h"
#include "hand/lead.h"
#include "hand/manipulate.h"
#include "hand/way_hand.h"
#include "panels/rows.h"
#include "services/replay.h"
#include "services/sides.h"
#include "services/viewpoint.h"
#include "services/way_edges.h"
#include "view/palette.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

enum { COLUMN_MAX = 6 };

// A text of the line, which begins at `at`, pixels at scale 1, or where the one before it ends.
typedef struct Column {
    float at;
    gxTone tone;
    char text[48];
    const char *about; // tooltip; NULL: none
} Column;

typedef struct Line {
    Column columns[COLUMN_MAX];
    int count;
} Line;

#ifdef __GNUC__
static void addColumn(Line *line, float at, gxTone tone, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
#endif

static void addColumn(Line *line, float at, gxTone tone, const char *format, ...) {
    if (line->count == COLUMN_MAX) return;
    Column *column = &line->columns[line->count++];
    column->at = at;
    column->tone = tone;
    column->about = NULL;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(column->text, sizeof column->text, format, arguments);
    va_end(arguments);
}

// Explains the last column.
static void tell(Line *line, const char *about) {
    if (line->count > 0) line->columns[line->count - 1].about = about;
}

static void addTime(Line *line, float at, double microseconds) {
    if (microseconds < 99999.5)
        addColumn(line, at, GX_TONE_PLAIN, "%.0f µs", microseconds);
    else
        addColumn(line, at, GX_TONE_PLAIN, "%.0f ms", 1e-3 * microseconds);
}

// Columns of an animated scene without queries.
static void fillTimeLine(const Stage *stage, Line *line) {
    addColumn(line, 10.0f, GX_TONE_STRONG, "%s", stage->playing ? "playing" : "paused");
    addColumn(line, 104.0f, GX_TONE_PLAIN, "%.2f s", stage->time);
}

// The time of the scene, and its energy or, if it is slower than wanted, its speed.
static void addPace(const App *app, Line *line) {
    const Stage *stage = &app->stage;
    const cdWorldEnergy *energy = &stage->world.energy;
    char pace[64];
    bool slow = DescribePace(app, pace, sizeof pace);
    if (slow || app->playSpeed == 1.0)
        addColumn(line, 74.0f, GX_TONE_PLAIN, "%.2f s", stage->time);
    else
        addColumn(line, 74.0f, GX_TONE_PLAIN, "%.2f s ×%.3g", stage->time, app->playSpeed);
    tell(line, "Time of the scene, and its speed if it is not 1");
    if (slow) {
        addColumn(line, 142.0f, GX_TONE_NEAR, "%s", pace);
        tell(line,
             "Steps of the world take longer to compute than they last; each continues in the next frames");
        return;
    }
    addColumn(line, 172.0f, GX_TONE_PLAIN, "energy %.5g",
              HideMinusZero(energy->kinetic + energy->potential, 9));
    tell(line, "Kinetic and potential energy of all bodies");
}

// Columns of a world: time, energy, contact points, time a step.
static void fillWorldLine(const App *app, Line *line) {
    const Stage *stage = &app->stage;
    const StageWorld *world = &stage->world;
    char time[32];
    addColumn(line, 10.0f, world->still ? GX_TONE_CONTACT : GX_TONE_STRONG, "%s", GetWorldState(stage));
    addPace(app, line);
    addColumn(line, 312.0f, world->step.contacts > 0 ? GX_TONE_PLAIN : GX_TONE_DIM, "%d contact%s",
              (int)world->step.contacts, world->step.contacts == 1 ? "" : "s");
    tell(line, "Contact points of all bodies");
    DescribeStepTime(stage, time, sizeof time);
    addColumn(line, 428.0f, GX_TONE_PLAIN, "%s", time);
    tell(line, "Time of the last step of the world");
}

// The columns of two boxes on a route.
static void fillBoxLine(const App *app, Line *line) {
    const Stage *stage = &app->stage;
    const StageBoxes *boxes = &stage->boxes;
    static const char *const kinds[] = {"—", "vertex-face", "face-vertex", "edge-edge"};
    StageStatus status = GetStateStatus(boxes->state);
    addColumn(line, 10.0f, GX_TONE_STRONG, "%s",
              boxes->byHand    ? "screw"
              : stage->playing ? "playing"
                               : "paused");
    addColumn(line, 74.0f, GetStatusTone(status), "%s %s", GetStatusSign(status), GetStatusName(status));
    if (app->playSpeed == 1.0)
        addColumn(line, 172.0f, GX_TONE_PLAIN, "t = %.6f", boxes->t);
    else
        addColumn(line, 172.0f, GX_TONE_PLAIN, "t = %.6f ×%.3g", boxes->t, app->playSpeed);
    addColumn(line, 312.0f, GX_TONE_PLAIN, "%s",
              kinds[boxes->state == CD_CONTACT ? boxes->contact.pair.kind : CD_NO_CONTACT]);
    addColumn(line, 428.0f, GX_TONE_PLAIN, "%.1f µs", boxes->microseconds);
}

static bool isOfBoxes(const App *app) {
    return app->stage.boxes.present && app->manipulation.hold == HOLD_NOTHING;
}

static void fillQueryLine(const App *app, Line *line) {
    const Stage *stage = &app->stage;
    const StageQuery *query = &stage->query;
    if (stage->world.present && (!query->present || app->manipulation.hold == HOLD_NOTHING)) {
        fillWorldLine(app, line);
        return;
    }
    if (isOfBoxes(app)) {
        fillBoxLine(app, line);
        return;
    }
    if (!query->present && stage->selected < 0) {
        fillTimeLine(stage, line);
        return;
    }
    static const char *const kinds[] = {"—", "vertex-face", "face-vertex", "edge-edge"};
    addColumn(line, 10.0f, GX_TONE_STRONG, "%s", stage->mode == SCENE_DISCRETE ? "discrete" : "continuous");
    tell(line, "The detection method. D switches it");
    addColumn(line, 104.0f, GetStatusTone(query->status), "%s %s", GetStatusSign(query->status),
              GetStatusName(query->status));
    tell(line,
         "free; near: free, but triangles were compared; contact; overlap; undecided: a limit was reached");
    if (!query->present) return;
    bool timed = query->contact.state == CD_CONTACT || query->contact.state == CD_UNDECIDED;
    if (timed && query->mode == SCENE_CONTINUOUS) {
        addColumn(line, 206.0f, GX_TONE_PLAIN, "t = %.6f", query->contact.t.lo);
        tell(line, "Time of first contact, as a fraction of the step");
    }
    if (query->contact.state == CD_CONTACT) {
        addColumn(line, 306.0f, GX_TONE_PLAIN, "first %s", kinds[query->contact.kind]);
        tell(line, "The features that touched first: of the moved object, then of the obstacle");
    }
    addTime(line, 428.0f, query->microseconds);
    tell(line, "Time of the last query");
}

// Draws the columns that fit into `room`, each whole; returns where the last one ends. `draws`: false
// measures alone.
static float layColumns(const Line *line, float room, float scale, bool draws) {
    float end = 0.0f;
    for (int i = 0; i < line->count; ++i) {
        const Column *column = &line->columns[i];
        float at = fmaxf(column->at * scale, i > 0 ? end + 12.0f * scale : 0.0f);
        float width = gxGetUiTextWidth(column->tone, column->text);
        if (at + width > room) return end;
        end = at + width;
        if (!draws) continue;
        if (i > 0) gxSameLine(at);
        gxText(column->tone, "%s", column->text);
        if (column->about) gxTooltip(column->about);
    }
    return end;
}

// Hints for the present state: a full one and a brief one.
typedef struct Hints {
    char full[160], brief[SCENE_NAME_SIZE + 32];
} Hints;

static Hints makeHints(const char *full, const char *brief) {
    Hints hints;
    snprintf(hints.full, sizeof hints.full, "%s", full);
    snprintf(hints.brief, sizeof hints.brief, "%s", brief);
    return hints;
}

// Hints of scenes that move by themselves.
static Hints chooseTimeHints(const Stage *stage) {
    if (stage->world.present && stage->selected >= 0)
        return makeHints(
            "Drag and throw a body   Space pauses   . one frame   - slower   = faster   F1 all keys",
            "Drag and throw a body   F1 all keys");
    if (stage->boxes.present)
        return makeHints(
            "Space plays and pauses   , . one step   Shift+[ ] other motions   drag the box   F1 all keys",
            "Space plays   drag the box   F1 all keys");
    return makeHints("Space plays and pauses   . one frame   Backspace restarts   F1 all keys",
                     "Space plays   F1 all keys");
}

// Hints for objects that the user moves.
static Hints chooseDragHints(const Stage *stage) {
    bool discrete = stage->mode == SCENE_DISCRETE;
    Hints hints;
    const char *other = discrete ? "continuous" : "discrete";
    if (stage->recent.count > 0) {
        snprintf(hints.full, sizeof hints.full, "D switches to %s   %sQ step by step   F1 all keys", other,
                 discrete ? "" : "L stop, slide, bounce   ");
        snprintf(hints.brief, sizeof hints.brief, "D switches to %s   F1 all keys", other);
        return hints;
    }
    const char *name = GetDraggedName(stage);
    snprintf(hints.full, sizeof hints.full, "Drag %s   Ctrl turns   D switches to %s   F1 all keys", name,
             other);
    snprintf(hints.brief, sizeof hints.brief, "Drag %s   F1 all keys", name);
    return hints;
}

static Hints chooseHints(const App *app) {
    const Stage *stage = &app->stage;
    Hold hold = app->manipulation.hold;
    if (stage->world.present && hold == HOLD_BODY)
        return makeHints("Release to throw   Esc drops   wheel moves in depth",
                         "Release to throw   Esc drops");
    if (hold == HOLD_DRAG)
        return makeHints("Ctrl turns   wheel moves in depth, with Shift a tenth   Esc cancels",
                         "Ctrl turns   wheel moves in depth");
    if (app->way.lit > 0.0)
        return makeHints("Drag the waypoint   Ctrl turns it   wheel moves it in depth", "Drag the waypoint");
    if (app->dockPage == DOCK_STEPS && HasStep(stage))
        return makeHints(", . one event   Shift+, . next kind   Home End first, last   Q closes the page",
                         ", . one event   Q closes the page");
    if (app->viewOptions.index && stage->probe.object >= 0)
        return makeHints(
            stage->selected < 0
                ? "Space plays   Ctrl+wheel moves the tested point   S + drag a segment   F1 all keys"
                : "Ctrl+wheel moves the tested point in depth   S + drag a segment   F1 all keys",
            "Ctrl+wheel moves the tested point");
    bool plays = stage->boxes.present || stage->selected < 0 || stage->world.present;
    return plays ? chooseTimeHints(stage) : chooseDragHints(stage);
}

static const char *fitHint(const Hints *hints, float room) {
    if (gxGetUiTextWidth(GX_TONE_DIM, hints->full) <= room) return hints->full;
    if (gxGetUiTextWidth(GX_TONE_DIM, hints->brief) <= room) return hints->brief;
    return gxGetUiTextWidth(GX_TONE_DIM, "F1 all keys") <= room ? "F1 all keys" : "";
}

// True if there is a message that must not be cut.
static bool describeMessage(const App *app, char *text, size_t textSize, gxTone *tone) {
    *tone = GX_TONE_STRONG;
    if (app->manipulation.hold == HOLD_MODAL_MOVE || app->manipulation.hold == HOLD_MODAL_TURN) {
        *tone = GX_TONE_NEAR;
        DescribeModal(&app->manipulation, text, textSize);
    } else if (app->manipulation.hold == HOLD_HANDLE) {
        *tone = GX_TONE_NEAR;
        DescribeHandle(&app->manipulation, text, textSize);
    } else if (app->notice[0]) {
        snprintf(text, textSize, "%s", app->notice);
    } else if (app->replay.active) {
        DescribeReplay(app, text, textSize);
    } else if (DescribeWayHand(app, text, textSize)) {
        *tone = app->manipulation.hold == HOLD_WAYPOINT && IsWayCertified(&app->way) ? GX_TONE_FREE
                                                                                     : GX_TONE_NEAR;
    } else {
        *tone = GX_TONE_NEAR;
        return DescribeLeading(app, text, textSize);
    }
    return true;
}

static void drawMessage(const App *app, float room) {
    char text[256] = "";
    gxTone tone;
    Hints hints = chooseHints(app);
    if (!describeMessage(app, text, sizeof text, &tone))
        gxText(GX_TONE_DIM, "%s", fitHint(&hints, room));
    else if (gxGetUiTextWidth(tone, text) <= room)
        gxText(tone, "%s", text);
}

// Draws a message over the bottom of the picture if the line has no room for it.
static void drawLongMessage(const App *app, float room, float scale) {
    char text[256] = "";
    gxTone tone;
    if (!describeMessage(app, text, sizeof text, &tone)) {
        // A new user sees the hint in any case.
        Hints hints = chooseDragHints(&app->stage);
        if (room > 0.0f && gxGetUiTextWidth(GX_TONE_DIM, hints.brief) <= room) return;
        if (app->stage.recent.count > 0 || app->stage.selected < 0 || app->replay.active) return;
        if (app->layout.overLeft > 0 || app->layout.overRight > 0) return; // behind a panel
        if (IsLow(app) && app->dockPage != DOCK_CLOSED) return;            // it would hide the picture
        tone = GX_TONE_DIM;
        snprintf(text, sizeof text, "Drag %s%s   F1 all keys", GetDraggedName(&app->stage),
                 IsLow(app)                          ? ""
                 : app->stage.mode == SCENE_DISCRETE ? "   D switches to continuous"
                                                     : "   D switches to discrete");
    } else if (gxGetUiTextWidth(tone, text) <= room) {
        return;
    }
    const Layout *layout = &app->layout;
    float most = (float)layout->width - 40.0f * scale, width = gxGetUiTextWidth(tone, text) + 26.0f * scale;
    width = width < most ? width : most;
    // Lines that end at words are up to a fifth shorter than they might be.
    float within = width - 26.0f * scale, all = gxGetUiTextWidth(tone, text);
    float lines = all <= within ? 1.0f : ceilf(1.2f * all / fmaxf(within, 1.0f));
    float height = lines * gxGetUiTextHeight() + 18.0f * scale;
    gxBeginPanel("##message over", (float)layout->x + 0.5f * (float)layout->width,
                 (float)(layout->y + layout->height) - 0.5f * height - 8.0f * scale, width, height,
                 GX_PANEL_CENTERED | GX_PANEL_RAISED);
    gxWrappedText(tone, text);
    gxEndPanel();
}

void DrawInfoLine(App *app, float y, float height) {
    float scale = gxGetUiScale(), width = (float)app->layout.windowWidth;
    float rate = 68.0f * scale, edge = 10.0f * scale; // of the panel, at its right
    char view[48];
    DescribeView(&app->camera, app->following.on, view, sizeof view);
    float viewWidth = view[0] ? gxGetUiTextWidth(GX_TONE_PLAIN, view) + 12.0f * scale : 0.0f;
    if (width - rate - viewWidth < 620.0f * scale)
        view[0] = '\0'; // no room beside the columns
    else
        rate += viewWidth;
    Line line = {.count = 0};
    fillQueryLine(app, &line);
    float values =
        fmaxf(504.0f * scale, layColumns(&line, width - rate - edge, scale, false) + 10.0f * scale);
    if (values > width - rate) values = width - rate;
    float room = width - rate - values;
    gxBeginPanel("##line", 0.0f, y, values, height, GX_PANEL_BARE);
    layColumns(&line, values - edge, scale, true);
    gxEndPanel();
    if (room >= 1.0f) {
        gxBeginPanel("##message", values, y, room, height, GX_PANEL_BARE);
        drawMessage(app, room - 20.0f * scale);
        gxEndPanel();
    }
    gxBeginPanel("##rate", width - rate, y, rate, height, GX_PANEL_BARE);
    if (view[0]) {
        gxText(GX_TONE_PLAIN, "%s", view);
        gxSameLine(rate - 68.0f * scale);
    }
    gxText(GX_TONE_DIM, "%3.0f fps", app->framesPerSecond < 999.0 ? app->framesPerSecond : 999.0);
    gxEndPanel();
    drawLongMessage(app, room - 20.0f * scale, scale);
}
