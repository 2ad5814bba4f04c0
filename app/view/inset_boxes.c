// The insets of two boxes: draws the library's debug output as faces and strokes.
//
// (1) The boundary of the Minkowski sum with the origin's path through it; faces have the colour of their
// box. (2) The spheres of both boxes' normals, superimposed.
#include "view/inset_boxes.h"

#include "view/convert.h"
#include "view/inset.h"
#include "view/palette.h"

#include <math.h>
#include <stdio.h>

enum { PATH_POINTS = 64 };

// --- Marks in an inset

typedef struct InsetPass {
    const ViewPass *view;
    Inset *inset;
    const StageBoxes *boxes;
    cdVec3 eye;      // direction to the eye
    int pathSegment; // next segment of the origin's path
} InsetPass;

static float getScale(const InsetPass *pass) {
    return (float)pass->view->view->scale;
}

static Theme getTheme(const InsetPass *pass) {
    return pass->view->view->theme;
}

static void addInsetLine(const InsetPass *pass, cdVec3 a, cdVec3 b, double width, gxColor color) {
    gxAddLine(&pass->inset->overlay, ConvertVector(a), ConvertVector(b), (float)width * getScale(pass),
              color);
}

static void addInsetPoint(const InsetPass *pass, gxStrokeList *list, cdVec3 p, double width, gxColor color) {
    gxAddPoint(list, ConvertVector(p), (float)(width + 3.0) * getScale(pass), GetRimColor(getTheme(pass)));
    gxAddPoint(list, ConvertVector(p), (float)width * getScale(pass), color);
}

static void addFace(gxFillList *list, cdVec3 a, cdVec3 b, cdVec3 c, gxColor color) {
    gxAddFill(list, ConvertVector(a), ConvertVector(b), ConvertVector(c), color);
}

// Light comes from over the viewer's left shoulder.
static gxColor shade(const InsetPass *pass, cdVec3 normal, gxColor color) {
    cdVec3 up = {0.0, 1.0, 0.0}, right = cdNormalize(cdCross(up, pass->eye));
    cdVec3 light = cdNormalize(cdAdd(cdAdd(pass->eye, cdScale(1.2, up)), cdScale(-0.7, right)));
    double strength = 0.42 + 0.5 * fmax(cdDot(light, normal), 0.0);
    return ShadeColor(getTheme(pass), color, strength);
}

// --- (1) Minkowski sum

static gxColor getFaceColor(Theme theme, cdDrawOwner owner) {
    return GetBoxColor(theme, owner == CD_OWNER_A ? BOX_A : owner == CD_OWNER_B ? BOX_B : BOX_EDGES);
}

// Faces towards the eye hide what is behind them, except the transparent face of the pair in contact.
static void drawSumTriangle(cdVec3 a, cdVec3 b, cdVec3 c, cdDrawStyle style, void *context) {
    InsetPass *pass = context;
    static const double within = 0.99; // keeps outlines in front
    cdVec3 normal = cdCross(cdSub(b, a), cdSub(c, a));
    if (!(cdLengthSq(normal) > 0.0)) return;
    normal = cdNormalize(cdDot(normal, a) < 0.0 ? cdNegate(normal) : normal);
    double eye[3];
    gxGetCameraEye(&pass->inset->camera, eye);
    bool faces = cdDot(normal, cdSub(ConvertBack(eye), a)) > 0.0;
    cdVec3 inner[3] = {cdScale(within, a), cdScale(within, b), cdScale(within, c)};
    if (faces)
        addFace(&pass->inset->faces, inner[0], inner[1], inner[2],
                shade(pass, normal, getFaceColor(getTheme(pass), style.owner)));
    if (style.role == CD_ROLE_REGION)
        addFace(&pass->inset->fills, a, b, c, FadeColor(GetRoleColor(getTheme(pass), CD_ROLE_REGION), 0.9));
}

static void drawSumSegment(cdVec3 a, cdVec3 b, cdDrawStyle style, void *context) {
    InsetPass *pass = context;
    if (style.role == CD_ROLE_INTENDED) {
        double t = (double)++pass->pathSegment / (PATH_POINTS - 1);
        gxColor color = GetRoleColor(getTheme(pass), CD_ROLE_FIRST_CONTACT);
        addInsetLine(pass, a, b, 2.2, QuietColor(getTheme(pass), color, t <= pass->boxes->t ? 1.0 : 0.45));
    } else if (style.role == CD_ROLE_REGION) {
        addInsetLine(pass, a, b, 2.2, GetRoleColor(getTheme(pass), CD_ROLE_REGION));
    } else {
        addInsetLine(pass, a, b, 1.1, GetBoxColor(getTheme(pass), BOX_OUTLINE));
    }
}

static void drawSumPoint(cdVec3 p, cdDrawStyle style, void *context) {
    InsetPass *pass = context;
    if (style.role != CD_ROLE_RESOLVED) return;
    StatusLook look = GetStatusLook(getTheme(pass), GetStateStatus(pass->boxes->state));
    addInsetPoint(pass, &pass->inset->front, p, 9.0, look.text);
    AddInsetLabel(pass->view, pass->inset, p, 10.0 * (double)getScale(pass), -12.0 * (double)getScale(pass),
                  "origin", GetTextColor(getTheme(pass)));
}

static double getReach(const cdBoxAt *box) {
    double reach = 0.0;
    for (int corner = 0; corner < 4; ++corner) {
        cdVec3 sum = cdAdd(box->arms[0], cdScale(corner & 1 ? 1.0 : -1.0, box->arms[1]));
        reach = fmax(reach, cdLength(cdAdd(sum, cdScale(corner & 2 ? 1.0 : -1.0, box->arms[2]))));
    }
    return reach;
}

// Returns a radius for the whole motion, so that the scale stays constant.
static double getSumRadius(const StageBoxes *boxes) {
    double radius = 0.0;
    for (int i = 0; i <= 4; ++i) {
        cdBoxAt a, b;
        cdGetBoxesAt(&boxes->input, 0.25 * i, &a, &b);
        radius = fmax(radius, getReach(&a) + getReach(&b));
    }
    return radius;
}

void AddSumInset(const ViewPass *view) {
    const StageBoxes *boxes = &view->stage->boxes;
    const InsetDef def = {INSET_TOP_LEFT, "Minkowski boundary", "[AS05] steps 1-6",
                          1.04 * getSumRadius(boxes)};
    Inset *inset = OpenInset(view, &def);
    if (!inset) return;
    InsetPass pass = {.view = view, .inset = inset, .boxes = boxes, .eye = GetInsetDirection(inset)};
    const cdDebugDraw draw = {
        .segment = drawSumSegment, .triangle = drawSumTriangle, .point = drawSumPoint, .context = &pass};
    cdDrawBoxPath(&draw, &boxes->input, PATH_POINTS);
    cdDrawMinkowskiSum(&draw, &boxes->a, &boxes->b, GetMarkedPair(boxes));
    AddInsetWord(view, inset, "A's faces", GetBoxColor(view->view->theme, BOX_A));
    AddInsetWord(view, inset, "B's", GetBoxColor(view->view->theme, BOX_B));
    AddInsetWord(view, inset, "edge-edge", GetBoxColor(view->view->theme, BOX_EDGES));
}

// --- (2) Spheres of normals

static void drawSphereSegment(cdVec3 a, cdVec3 b, cdDrawStyle style, void *context) {
    const InsetPass *pass = context;
    bool ofA = style.owner == CD_OWNER_A;
    addInsetLine(pass, a, b, ofA ? 2.0 : 1.5, GetBoxColor(getTheme(pass), ofA ? BOX_A : BOX_B));
}

static void drawPairLabel(cdVec3 p, const char *text, cdDrawStyle style, void *context) {
    (void)style;
    const InsetPass *pass = context;
    double scale = (double)getScale(pass);
    AddInsetLabel(pass->view, pass->inset, p, 9.0 * scale, -12.0 * scale, text,
                  GetRoleColor(getTheme(pass), CD_ROLE_REGION));
}

static void drawSpherePoint(cdVec3 p, cdDrawStyle style, void *context) {
    const InsetPass *pass = context;
    switch (style.role) {
    case CD_ROLE_SHAPE:
        addInsetPoint(pass, &pass->inset->overlay, p, 8.0, GetBoxColor(getTheme(pass), BOX_A));
        break;
    case CD_ROLE_CELL:
        addInsetPoint(pass, &pass->inset->overlay, p, 8.0, GetBoxColor(getTheme(pass), BOX_B));
        break;
    case CD_ROLE_NORMAL:
        addInsetPoint(pass, &pass->inset->front, p, 9.0, GetRoleColor(getTheme(pass), CD_ROLE_REGION));
        break;
    default:
        gxAddPoint(&pass->inset->overlay, ConvertVector(p), 4.6f * getScale(pass),
                   GetBoxColor(getTheme(pass), BOX_EDGES));
    }
}

// B's octants alternate between two tones.
static void drawSphereTriangle(cdVec3 a, cdVec3 b, cdVec3 c, cdDrawStyle style, void *context) {
    const InsetPass *pass = context;
    static const double within = 0.98; // inside the sphere of the strokes
    cdVec3 normal = cdNormalize(cdAdd(a, cdAdd(b, c)));
    if (cdDot(normal, pass->eye) <= -0.2) return;
    gxColor color = GetBoxColor(getTheme(pass), style.fade > 0.0 ? BOX_NEXT_OCTANT : BOX_OCTANT);
    addFace(&pass->inset->faces, cdScale(within, a), cdScale(within, b), cdScale(within, c),
            shade(pass, normal, color));
}

void AddSphereInset(const ViewPass *view) {
    const StageBoxes *boxes = &view->stage->boxes;
    char note[64];
    snprintf(note, sizeof note, "part %d of %d, B's octants", (int)FindBoxPart(boxes, boxes->t) + 1,
             (int)boxes->partCount);
    const InsetDef def = {INSET_TOP_RIGHT, "Orientation sphere", note, 1.3};
    Inset *inset = OpenInset(view, &def);
    if (!inset) return;
    InsetPass pass = {.view = view, .inset = inset, .boxes = boxes, .eye = GetInsetDirection(inset)};
    const cdDebugDraw draw = {.segment = drawSphereSegment,
                              .triangle = drawSphereTriangle,
                              .point = drawSpherePoint,
                              .label = view->options->labels ? drawPairLabel : NULL,
                              .context = &pass};
    cdDrawOrientationSphere(&draw, &boxes->a, &boxes->b, GetMarkedPair(boxes), (cdVec3){0.0, 0.0, 0.0});
    AddInsetWord(view, inset, "A's normals", GetBoxColor(view->view->theme, BOX_A));
    AddInsetWord(view, inset, "B's", GetBoxColor(view->view->theme, BOX_B));
    AddInsetWord(view, inset, "30 pairs", GetBoxColor(view->view->theme, BOX_EDGES));
}
