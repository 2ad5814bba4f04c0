// The insets of two boxes: what the library says there is to draw, as faces and strokes.
//
// (1) The boundary of the Minkowski sum with the origin's path through it, faces in the colour of the box
// they come from. (2) The spheres of both boxes' normals laid over each other.
#include "view/inset_boxes.h"

#include "collision/boxes_draw.h"
#include "view/convert.h"
#include "view/inset.h"
#include "view/palette.h"

#include <math.h>
#include <stdio.h>

enum { PATH_POINTS = 64, OCTANT_ROWS = 20 };

// --- Marks in an inset

typedef struct InsetPass {
    const ViewPass *view;
    Inset *inset;
    const StageBoxes *boxes;
    cdVec3 eye;      // towards it
    int pathSegment; // of the origin's path, that comes next
} InsetPass;

static float getScale(const InsetPass *pass) {
    return (float)pass->view->view->scale;
}

static void addInsetLine(const InsetPass *pass, cdVec3 a, cdVec3 b, double width, gxColor color) {
    gxAddLine(&pass->inset->overlay, ConvertVector(a), ConvertVector(b), (float)width * getScale(pass),
              color);
}

static void addInsetPoint(const InsetPass *pass, gxStrokeList *list, cdVec3 p, double width, gxColor color) {
    gxAddPoint(list, ConvertVector(p), (float)(width + 3.0) * getScale(pass), GetRimColor());
    gxAddPoint(list, ConvertVector(p), (float)width * getScale(pass), color);
}

static void addFace(gxFillList *list, cdVec3 a, cdVec3 b, cdVec3 c, gxColor color) {
    gxAddFill(list, ConvertVector(a), ConvertVector(b), ConvertVector(c), color);
}

// From over the viewer's left shoulder.
static gxColor shade(const InsetPass *pass, cdVec3 normal, gxColor color) {
    cdVec3 up = {0.0, 1.0, 0.0}, right = cdNormalize(cdCross(up, pass->eye));
    cdVec3 light = cdNormalize(cdAdd(cdAdd(pass->eye, cdScale(1.2, up)), cdScale(-0.7, right)));
    double strength = 0.42 + 0.5 * fmax(cdDot(light, normal), 0.0);
    return ShadeColor(color, strength);
}

// --- (1)

// Whether a side of a face is one of the box's edges, in either direction.
static bool isEdgeOf(const cdPlacedBox *box, cdVec3 side) {
    double limit = 1e-9 * cdLength(side);
    for (int i = 0; i < 3; ++i) {
        cdVec3 edge = cdScale(2.0, box->arms[i]);
        if (cdLength(cdSub(side, edge)) <= limit || cdLength(cdAdd(side, edge)) <= limit) return true;
    }
    return false;
}

// By the box whose edges two of a triangle's sides are; the third cuts a parallelogram in half.
static gxColor chooseFaceColor(const InsetPass *pass, const cdVec3 corners[3]) {
    int ofA = 0, ofB = 0;
    for (int i = 0; i < 3; ++i) {
        cdVec3 side = cdSub(corners[(i + 1) % 3], corners[i]);
        ofA += isEdgeOf(&pass->boxes->a, side);
        ofB += isEdgeOf(&pass->boxes->b, side);
    }
    return GetBoxColor(ofA > 1 ? BOX_A : ofB > 1 ? BOX_B : BOX_EDGES);
}

// The faces that look this way hide what is behind them; that of the pair in contact shows through.
static void drawSumTriangle(cdVec3 a, cdVec3 b, cdVec3 c, cdDrawRole role, void *context) {
    InsetPass *pass = context;
    static const double within = 0.99; // so that outlines lie in front
    cdVec3 normal = cdCross(cdSub(b, a), cdSub(c, a));
    if (!(cdLengthSq(normal) > 0.0)) return;
    normal = cdNormalize(cdDot(normal, a) < 0.0 ? cdNegate(normal) : normal);
    double eye[3];
    gxGetCameraEye(&pass->inset->camera, eye);
    bool faces = cdDot(normal, cdSub(ConvertBack(eye), a)) > 0.0;
    const cdVec3 corners[3] = {a, b, c};
    cdVec3 inner[3] = {cdScale(within, a), cdScale(within, b), cdScale(within, c)};
    if (faces)
        addFace(&pass->inset->faces, inner[0], inner[1], inner[2],
                shade(pass, normal, chooseFaceColor(pass, corners)));
    if (role == CD_ROLE_REGION)
        addFace(&pass->inset->fills, a, b, c, FadeColor(GetRoleColor(CD_ROLE_REGION), 0.9));
}

static void drawSumSegment(cdVec3 a, cdVec3 b, cdDrawRole role, void *context) {
    InsetPass *pass = context;
    if (role == CD_ROLE_INTENDED) {
        double t = (double)++pass->pathSegment / (PATH_POINTS - 1);
        gxColor color = GetRoleColor(CD_ROLE_FIRST_CONTACT);
        addInsetLine(pass, a, b, 2.2, QuietColor(color, t <= pass->boxes->t ? 1.0 : 0.45));
    } else if (role == CD_ROLE_REGION) {
        addInsetLine(pass, a, b, 2.2, GetRoleColor(CD_ROLE_REGION));
    } else {
        addInsetLine(pass, a, b, 1.1, GetBoxColor(BOX_OUTLINE));
    }
}

static void drawSumPoint(cdVec3 p, cdDrawRole role, void *context) {
    InsetPass *pass = context;
    if (role != CD_ROLE_RESOLVED) return;
    StatusLook look = GetStatusLook(GetStateStatus(pass->boxes->state));
    addInsetPoint(pass, &pass->inset->front, p, 9.0, look.text);
    AddInsetLabel(pass->view, pass->inset, p, 10.0 * (double)getScale(pass), -12.0 * (double)getScale(pass),
                  "origin", GetTextColor());
}

static double getReach(const cdPlacedBox *box) {
    double reach = 0.0;
    for (int corner = 0; corner < 4; ++corner) {
        cdVec3 sum = cdAdd(box->arms[0], cdScale(corner & 1 ? 1.0 : -1.0, box->arms[1]));
        reach = fmax(reach, cdLength(cdAdd(sum, cdScale(corner & 2 ? 1.0 : -1.0, box->arms[2]))));
    }
    return reach;
}

// Wide enough for the sum on the whole way, so that nothing seems to grow that does not.
static double getSumRadius(const StageBoxes *boxes) {
    double radius = 0.0;
    for (int i = 0; i <= 4; ++i) {
        cdPlacedBox a, b;
        cdPlaceBoxes(&boxes->input, 0.25 * i, &a, &b);
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
    cdDebugDraw draw = {drawSumSegment, drawSumTriangle, drawSumPoint, NULL, &pass};
    cdDrawBoxPath(&draw, &boxes->input, PATH_POINTS);
    cdDrawMinkowskiSum(&draw, &boxes->a, &boxes->b, GetMarkedPair(boxes));
    AddInsetWord(view, inset, "A's faces", GetBoxColor(BOX_A));
    AddInsetWord(view, inset, "B's", GetBoxColor(BOX_B));
    AddInsetWord(view, inset, "edge-edge", GetBoxColor(BOX_EDGES));
}

// --- (2)

static void drawSphereSegment(cdVec3 a, cdVec3 b, cdDrawRole role, void *context) {
    const InsetPass *pass = context;
    addInsetLine(pass, a, b, role == CD_ROLE_SOLID ? 2.0 : 1.5,
                 GetBoxColor(role == CD_ROLE_SOLID ? BOX_A : BOX_B));
}

// The library's own label has more words than there is room for here.
static void addPairNormal(const InsetPass *pass, cdVec3 p) {
    char text[64];
    DescribeBoxPair(GetMarkedPair(pass->boxes), text, sizeof text);
    double scale = (double)getScale(pass);
    addInsetPoint(pass, &pass->inset->front, p, 9.0, GetRoleColor(CD_ROLE_REGION));
    if (pass->view->options->labels)
        AddInsetLabel(pass->view, pass->inset, p, 9.0 * scale, -12.0 * scale, text,
                      GetRoleColor(CD_ROLE_REGION));
}

static void drawSpherePoint(cdVec3 p, cdDrawRole role, void *context) {
    const InsetPass *pass = context;
    switch (role) {
    case CD_ROLE_SOLID:
        addInsetPoint(pass, &pass->inset->overlay, p, 8.0, GetBoxColor(BOX_A));
        break;
    case CD_ROLE_CELL:
        addInsetPoint(pass, &pass->inset->overlay, p, 8.0, GetBoxColor(BOX_B));
        break;
    case CD_ROLE_NORMAL:
        addPairNormal(pass, p);
        break;
    default:
        gxAddPoint(&pass->inset->overlay, ConvertVector(p), 4.6f * getScale(pass), GetBoxColor(BOX_EDGES));
    }
}

// A point of the spherical triangle between three unit vectors, by rows and columns of a grid over it.
static cdVec3 getOctantPoint(const cdVec3 corners[3], int row, int column) {
    double v = (double)column / OCTANT_ROWS, w = (double)(row - column) / OCTANT_ROWS;
    cdVec3 flat =
        cdAdd(cdScale(1.0 - v - w, corners[0]), cdAdd(cdScale(v, corners[1]), cdScale(w, corners[2])));
    return cdScale(0.98, cdNormalize(flat)); // within the sphere that the strokes are on
}

static void addOctant(const InsetPass *pass, const cdVec3 corners[3], gxColor color) {
    for (int row = 0; row < OCTANT_ROWS; ++row) {
        for (int i = 0; i < 2 * row + 1; ++i) {
            int column = i / 2, low = row + 1;
            cdVec3 a = getOctantPoint(corners, row, column);
            cdVec3 b = getOctantPoint(corners, low, column + i % 2);
            cdVec3 c =
                i % 2 ? getOctantPoint(corners, row, column + 1) : getOctantPoint(corners, low, column + 1);
            cdVec3 normal = cdNormalize(cdAdd(a, cdAdd(b, c)));
            if (cdDot(normal, pass->eye) > -0.2)
                addFace(&pass->inset->faces, a, b, c, shade(pass, normal, color));
        }
    }
}

// The eight octants between B's normals, in two tones by turns.
static void addOctants(const InsetPass *pass) {
    const cdVec3 *arms = pass->boxes->b.arms;
    for (int octant = 0; octant < 8; ++octant) {
        cdVec3 corners[3];
        for (int i = 0; i < 3; ++i) {
            cdVec3 normal = cdNormalize(cdCross(arms[(i + 1) % 3], arms[(i + 2) % 3]));
            corners[i] = octant >> i & 1 ? normal : cdNegate(normal);
        }
        bool odd = (octant ^ octant >> 1 ^ octant >> 2) & 1;
        addOctant(pass, corners, GetBoxColor(odd ? BOX_NEXT_OCTANT : BOX_OCTANT));
    }
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
    addOctants(&pass);
    cdDebugDraw draw = {drawSphereSegment, NULL, drawSpherePoint, NULL, &pass};
    cdDrawOrientationSphere(&draw, &boxes->a, &boxes->b, GetMarkedPair(boxes), (cdVec3){0.0, 0.0, 0.0});
    AddInsetWord(view, inset, "A's normals", GetBoxColor(BOX_A));
    AddInsetWord(view, inset, "B's", GetBoxColor(BOX_B));
    AddInsetWord(view, inset, "30 pairs", GetBoxColor(BOX_EDGES));
}
