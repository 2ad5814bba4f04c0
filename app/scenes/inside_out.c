// Inside out: the B-rep index of a gear with a bore classifies a point and a segment against it [V90].
//
// The point flies on a fixed path in the gear's frame: through a tooth, the bore and the opposite tooth, then
// over the top side to an edge and along it to a vertex. The segment then sweeps across the teeth. The check
// compares with the closed form: the gear is a prism, with polygons of known corners as its outline and bore.
#include "collision/draw.h"
#include "scenes/scene_resolve.h"
#include "shapes/elementary.h"
#include "shapes/shapes.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEETH = 6, CORNERS = 4 * TEETH, PIECE_MAX = 64 };

#define TIP  1.0
#define ROOT 0.72
#define BORE 0.3
#define HALF 0.25 // half the height

static const char gear[] = "gear:teeth=6,radius=1,root=0.72,bore=0.3,height=0.5";
static const double pi = 3.14159265358979323846;
static const double tipMiddle = 0.99144486137381041, boreMiddle = 0.29743345841214312; // times cos(7.5 deg)
static const double near = 1e-9; // tolerance of "on", as in the index

// --- The path

// Cylinder coordinates about the gear's axis, the angle in degrees.
typedef struct Stop {
    double angle, radius, height;
    double travel, pause; // seconds to get there, and to stay there
} Stop;

// Tooth 0 is at about 15 degrees, tooth 3 at about 195.
static const Stop stops[] = {
    {15.0, 1.62, 0.0, 0.0, 0.4},        {15.0, tipMiddle, 0.0, 1.0, 0.8},   {15.0, 0.65, 0.0, 0.8, 0.4},
    {15.0, boreMiddle, 0.0, 0.8, 0.6},  {195.0, boreMiddle, 0.0, 1.4, 0.0}, {195.0, tipMiddle, 0.0, 1.8, 0.0},
    {195.0, 1.3, 0.0, 0.7, 0.0},        {195.0, 0.9, 0.5, 1.0, 0.0},        {195.0, 0.5, HALF, 0.8, 0.4},
    {195.0, tipMiddle, HALF, 1.2, 0.6}, {202.5, TIP, HALF, 0.8, 0.8},       {202.5, 1.6, 0.5, 1.0, 0.0}};

enum { STOP_COUNT = sizeof stops / sizeof stops[0] };

static const double sweepSeconds = 8.0, sweepReach = 1.5;

static cdVec3 getStopPoint(const Stop *stop) {
    double angle = stop->angle * pi / 180.0;
    return (cdVec3){stop->radius * cdCos(angle), stop->height, -stop->radius * cdSin(angle)};
}

static double getPathSeconds(void) {
    double sum = 0.0;
    for (int i = 0; i < STOP_COUNT; i++)
        sum += stops[i].travel + stops[i].pause;
    return sum;
}

// Returns the middle of the point's pause at a stop.
static double getStopTime(int stop) {
    double sum = 0.0;
    for (int i = 0; i < stop; i++)
        sum += stops[i].travel + stops[i].pause;
    return sum + stops[stop].travel + 0.5 * stops[stop].pause;
}

// Returns the point at a time of the path; after the path's end its last stop.
static cdVec3 getPathPoint(double time) {
    cdVec3 from = getStopPoint(&stops[0]);
    for (int i = 0; i < STOP_COUNT; i++) {
        cdVec3 to = getStopPoint(&stops[i]);
        if (time < stops[i].travel) return cdLerp(from, to, time / stops[i].travel);
        time -= stops[i].travel + stops[i].pause;
        if (time < 0.0) return to;
        from = to;
    }
    return from;
}

// Computes a chord in the middle plane that sweeps and turns from one side of the gear to the other.
static void getSweep(double time, cdVec3 *from, cdVec3 *to) {
    double share = time / sweepSeconds, offset = 1.9 * share - 0.95, turn = 0.9 * share - 0.2;
    cdVec3 along = {cdCos(turn), 0.0, -cdSin(turn)}, across = {cdSin(turn), 0.0, cdCos(turn)};
    cdVec3 middle = cdScale(offset, across);
    *from = cdMulAdd(middle, -sweepReach, along);
    *to = cdMulAdd(middle, sweepReach, along);
}

// --- The closed form

// Location of a point relative to a polygon: on a corner, on a side, inside or outside.
typedef enum Standing { ON_CORNER = 0, ON_SIDE, WITHIN, BEYOND } Standing;

static void getCorner(int i, bool ofBore, double corner[2]) {
    static const double offsets[4] = {0.0, 0.125, 0.375, 0.5};
    double turn = (i / 4 + offsets[i % 4]) / TEETH;
    double radius = ofBore ? BORE : i % 4 == 1 || i % 4 == 2 ? TIP : ROOT;
    corner[0] = radius * cdCos(2.0 * pi * turn);
    corner[1] = radius * cdSin(2.0 * pi * turn);
}

static Standing standToPolygon(double x, double y, bool ofBore) {
    bool inside = false, onSide = false;
    for (int i = 0; i < CORNERS; i++) {
        double a[2], b[2];
        getCorner(i, ofBore, a);
        getCorner((i + 1) % CORNERS, ofBore, b);
        double ux = b[0] - a[0], uy = b[1] - a[1], length = hypot(ux, uy);
        if (hypot(x - a[0], y - a[1]) <= near) return ON_CORNER;
        double along = ((x - a[0]) * ux + (y - a[1]) * uy) / length;
        double aside = ((x - a[0]) * uy - (y - a[1]) * ux) / length;
        onSide = onSide || (fabs(aside) <= near && along > 0.0 && along < length);
        if ((a[1] > y) != (b[1] > y) && x < a[0] + ux * (y - a[1]) / uy) inside = !inside;
    }
    return onSide ? ON_SIDE : inside ? WITHIN : BEYOND;
}

static cdLocationKind getTruth(cdVec3 p) {
    Standing outline = standToPolygon(p.x, -p.z, false), bore = standToPolygon(p.x, -p.z, true);
    double above = fabs(p.y) - HALF;
    Standing profile = bore == WITHIN ? BEYOND : bore == BEYOND ? outline : bore;
    if (profile == BEYOND || above > near) return CD_OUTSIDE;
    bool onCap = above >= -near;
    if (profile == WITHIN) return onCap ? CD_ON_FACE : CD_INSIDE;
    if (profile == ON_SIDE) return onCap ? CD_ON_EDGE : CD_ON_FACE;
    return onCap ? CD_ON_VERTEX : CD_ON_EDGE;
}

// --- The scene

enum { PARAM_SPEED, PARAM_CELL };

static const SceneParam params[] = {
    {.label = "speed", .initial = 1.0, .lower = 0.1, .upper = 3.0},
    {.label = "the point's cell", .initial = 1.0, .upper = 1.0, .kind = SCENE_SWITCH}};

typedef struct Show {
    cdMesh *gear; // with its solid; NULL if it has none
    double time;  // along path and sweep, seconds
} Show;

static cdPose placeGear(void) {
    return (cdPose){{0.0, 0.0, 0.0}, cdMakeQuat((cdVec3){1.0, 0.0, 0.0}, 0.9)};
}

static void destroyShow(void *own) {
    Show *show = own;
    if (show != NULL) cdDestroyMesh(show->gear);
    free(show);
}

static cdMesh *makeGear(void) {
    char message[256];
    TriangleSoup soup = {0};
    if (!MakeShape(gear, &soup, message, sizeof message)) return NULL;
    cdMeshDef def = MakeSoupMeshDef(&soup);
    def.parts = CD_PART_SOLID;
    cdMesh *mesh = cdCreateMesh(&def, NULL);
    DestroyTriangleSoup(&soup);
    if (mesh != NULL && (cdGetMeshInfo(mesh).parts & CD_PART_SOLID)) return mesh;
    cdDestroyMesh(mesh);
    return NULL;
}

static bool addStory(SceneData *data) {
    double end = getPathSeconds();
    return AddStoryTime(data, 0.6, "A point approaches a gear: beyond its bounding box it is outside") &&
           AddStoryTime(data, getStopTime(1), "On a face: the index returns its id") &&
           AddStoryTime(data, getStopTime(2), "Inside: the point is in a cell between cut planes") &&
           AddStoryTime(data, getStopTime(3) + 1.0, "In the bore the point is outside again") &&
           AddStoryTime(data, getStopTime(8) + 0.7, "Along the top side it stays on one face") &&
           AddStoryTime(data, getStopTime(9), "On an edge at the end of that face") &&
           AddStoryTime(data, getStopTime(10), "At a vertex, where three planes meet") &&
           AddStoryTime(data, end + 1.6, "A segment in pieces: dashed outside, solid inside") &&
           AddStoryTime(data, end + 4.4, "Its pieces: outside, in a tooth, in the bore, in a tooth, outside");
}

static bool create(SceneData *data) {
    Show *show = calloc(1, sizeof *show);
    if (show == NULL) return false;
    data->own = show;
    data->destroyOwn = destroyShow;
    show->gear = makeGear();
    data->camera = (SceneCamera){.eye = {2.5, 1.5, 3.5}, .target = {0.0, 0.0, 0.0}, .fov = 0.7};
    char mesh[96];
    snprintf(mesh, sizeof mesh, "builtin:%s", gear);
    SceneObject *wheel = AddSceneObject(data, "gear", mesh, SCENE_FIXED);
    if (wheel == NULL) return false;
    wheel->pose = placeGear();
    wheel->transparent = true;
    SceneObject *probe = AddSceneObject(data, "probe", "builtin:icosphere:radius=0.035,level=2", SCENE_MOVED);
    if (probe == NULL) return false;
    probe->pose.p = cdTransformPoint(placeGear(), getPathPoint(0.0));
    return addStory(data);
}

static bool isSweeping(const Show *show) {
    return show->time >= getPathSeconds();
}

static void step(SceneStep *step) {
    Show *show = step->data->own;
    show->time =
        fmod(show->time + step->data->params[PARAM_SPEED] * step->dt, getPathSeconds() + sweepSeconds);
    cdVec3 p = getPathPoint(show->time), to;
    if (isSweeping(show)) getSweep(show->time - getPathSeconds(), &p, &to);
    step->intended[1].p = cdTransformPoint(placeGear(), p);
    if (show->gear == NULL) return;
    step->states[1] = cdClassifyPoint(show->gear, p, NULL).kind == CD_INSIDE ? CD_OVERLAP : CD_FREE;
}

static void restart(const SceneData *data) {
    Show *show = data->own;
    show->time = 0.0;
}

static void drawSweep(const Show *show, const cdDebugDraw *draw) {
    cdSegmentPiece storage[PIECE_MAX];
    cdSegmentInput segment = {.mesh = show->gear, .pieces = storage, .capacity = PIECE_MAX};
    getSweep(show->time - getPathSeconds(), &segment.p, &segment.q);
    cdSegmentPieces pieces = cdClassifySegment(&segment, NULL);
    cdDrawSegmentPieces(draw, placeGear(), &segment, &pieces);
}

// Draws the past path of the point, dotted.
static void drawTrail(const Show *show, const cdDebugDraw *draw) {
    const double dot = 0.05, length = 1.5;
    for (double before = dot; before < length && before < show->time; before += 2.0 * dot) {
        cdVec3 from = getPathPoint(show->time - before - dot), to = getPathPoint(show->time - before);
        draw->segment(cdTransformPoint(placeGear(), from), cdTransformPoint(placeGear(), to),
                      (cdDrawStyle){.role = CD_ROLE_INTENDED}, draw->context);
    }
}

static void drawPoint(const SceneData *data, const Show *show, const cdDebugDraw *draw) {
    cdVec3 p = getPathPoint(show->time);
    cdDebugDraw some = *draw;
    if (!(data->params[PARAM_CELL] > 0.5)) some.segment = NULL;
    cdDrawIndexCell(&some, show->gear, placeGear(), p);
    some = *draw;
    some.label = NULL; // the point has the label
    cdDrawLocation(&some, show->gear, placeGear(), cdClassifyPoint(show->gear, p, NULL));
}

static void draw(const SceneData *data, const cdDebugDraw *draw) {
    const Show *show = data->own;
    if (show->gear == NULL) return;
    if (isSweeping(show)) {
        drawSweep(show, draw);
        return;
    }
    drawPoint(data, show, draw);
    drawTrail(show, draw);
}

// --- The check

static bool checkPoint(const cdMesh *mesh, cdVec3 p, cdLocation location, int32_t counts[CD_ON_FACE + 1],
                       char *message, size_t messageSize) {
    cdLocationKind truth = getTruth(p);
    counts[truth]++;
    bool good = location.kind == truth;
    if (good && truth == CD_ON_FACE) {
        cdSolidFace face = cdGetSolidFace(mesh, location.index);
        cdVec3 x = cdSub(p, cdGetSolidInfo(mesh).center);
        good = fabs(cdDot(face.normal, x) - face.offset) <= near;
    }
    if (!good) {
        snprintf(message, messageSize, "(%.17g, %.17g, %.17g) is classified as %s (%d), but it is %s", p.x,
                 p.y, p.z, cdGetLocationName(location.kind), (int)location.index, cdGetLocationName(truth));
    }
    return good;
}

// Checks times along the whole path. Each location occurs.
static bool checkPath(const cdMesh *mesh, char *message, size_t messageSize) {
    int32_t counts[CD_ON_FACE + 1] = {0};
    for (double time = 0.0; time < getPathSeconds(); time += 1.0 / 240.0) {
        cdVec3 p = getPathPoint(time);
        if (!checkPoint(mesh, p, cdClassifyPoint(mesh, p, NULL), counts, message, messageSize)) return false;
    }
    for (int where = CD_OUTSIDE; where <= CD_ON_FACE; where++) {
        if (counts[where] > 0) continue;
        snprintf(message, messageSize, "the path never has the location: %s",
                 cdGetLocationName((cdLocationKind)where));
        return false;
    }
    return true;
}

// Checks that the pieces have no gaps, and that the middle of each is classified correctly.
static bool checkSweep(const cdMesh *mesh, double time, int32_t *largest, char *message, size_t messageSize) {
    cdSegmentPiece storage[PIECE_MAX];
    cdSegmentInput segment = {.mesh = mesh, .pieces = storage, .capacity = PIECE_MAX};
    int32_t counts[CD_ON_FACE + 1] = {0};
    getSweep(time, &segment.p, &segment.q);
    cdSegmentPieces pieces = cdClassifySegment(&segment, NULL);
    double at = 0.0;
    for (int32_t i = 0; i < pieces.count; i++) {
        const cdSegmentPiece *piece = &storage[i];
        cdVec3 middle = cdLerp(segment.p, segment.q, 0.5 * (piece->from + piece->to));
        if (piece->from != at || piece->to < at) break;
        at = piece->to;
        bool isShort = piece->to > piece->from && (piece->to - piece->from) * 2.0 * sweepReach < 4.0 * near;
        if (!isShort && !checkPoint(mesh, middle, piece->location, counts, message, messageSize))
            return false;
    }
    if (pieces.count > *largest) *largest = pieces.count;
    if (at == 1.0 && !pieces.truncated) return true;
    snprintf(message, messageSize, "at %.4f s of the sweep the pieces end at %.17g", time, at);
    return false;
}

static bool check(const SceneData *data, const cdMesh *const *meshes, char *message, size_t messageSize) {
    const Show *show = data->own;
    (void)meshes;
    if (show->gear == NULL) {
        snprintf(message, messageSize, "the gear is not a solid");
        return false;
    }
    int32_t largest = 0;
    bool good = checkPath(show->gear, message, messageSize);
    for (double time = 0.0; good && time < sweepSeconds; time += 1.0 / 60.0)
        good = checkSweep(show->gear, time, &largest, message, messageSize);
    if (good && largest < 9) {
        snprintf(message, messageSize, "no segment has more than %d pieces", (int)largest);
        good = false;
    }
    return good;
}

const Scene sceneInsideOut = {
    .group = "solids",
    .name = "inside out",
    .about =
        "A point flies through a gear, over a face and along an edge to a vertex; then a segment sweeps "
        "across. The gear's index classifies both: inside, outside or on. The first cut planes are drawn; "
        "the panel shows more, and your pointer probes too.",
    .create = create,
    .step = step,
    .restart = restart,
    .draw = draw,
    .params = params,
    .paramCount = sizeof params / sizeof params[0],
    .showsIndex = true,
    .check = check,
};
