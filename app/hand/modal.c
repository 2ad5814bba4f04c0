// Modal moves and turns: G or R, then the mouse, an axis, or a typed value; Enter keeps the pose, Esc
// restores it.
//
// The intended pose is computed from the start each time, so a typed value overrides the mouse, and
// after deleting it the mouse counts again.
#include "hand/manipulate.h"

#include "view/convert.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double radian = 3.14159265358979323846 / 180.0;
static const double snapAngle = 5.0 * 3.14159265358979323846 / 180.0;

static cdVec3 getAxis(int axis) {
    return (cdVec3){axis == 0 ? 1.0 : 0.0, axis == 1 ? 1.0 : 0.0, axis == 2 ? 1.0 : 0.0};
}

// The length of a pixel at the depth of a point.
static double getPixelLength(Sight sight, cdVec3 p) {
    const double point[3] = {p.x, p.y, p.z};
    return fmax(gxGetPixelLength(sight.camera, point, sight.height),
                1e-3 * gxGetPixelLength(sight.camera, sight.camera->target, sight.height));
}

static double snap(double value, double unit) {
    return unit * round(value / unit);
}

// One decimal step below the object's size: 0.1 for a radius of 1.
static double getSnapLength(const StageObject *object) {
    return pow(10.0, floor(log10(object->info.radius) - 0.5));
}

// Mouse motion along a locked axis, as the axis appears on the screen.
static double measureAlong(const Manipulation *hand, Sight sight, cdVec3 center, cdVec3 axis) {
    double right[3], up[3], forward[3];
    gxGetCameraAxes(sight.camera, right, up, forward);
    double x = cdDot(axis, ConvertBack(right)), y = -cdDot(axis, ConvertBack(up));
    double foreshortened = fmax(x * x + y * y, 0.05);
    return (hand->offsetX * x + hand->offsetY * y) / foreshortened * getPixelLength(sight, center);
}

static cdVec3 findShift(const Manipulation *hand, const Stage *stage, Sight sight, int mods) {
    const StageObject *object = &stage->objects[hand->object];
    cdVec3 center = hand->center;
    double unit = getSnapLength(object);
    bool snaps = mods & GX_MOD_CTRL;
    if (hand->axis >= 0 || hand->typed[0]) {
        cdVec3 axis = getAxis(hand->axis >= 0 ? hand->axis : 0);
        double length = hand->typed[0] ? strtod(hand->typed, NULL) : measureAlong(hand, sight, center, axis);
        return cdScale(snaps && !hand->typed[0] ? snap(length, unit) : length, axis);
    }
    double right[3], up[3], forward[3], pixel = getPixelLength(sight, center);
    gxGetCameraAxes(sight.camera, right, up, forward);
    cdVec3 shift = cdAdd(cdScale(pixel * hand->offsetX, ConvertBack(right)),
                         cdScale(-pixel * hand->offsetY, ConvertBack(up)));
    return snaps ? (cdVec3){snap(shift.x, unit), snap(shift.y, unit), snap(shift.z, unit)} : shift;
}

// The angle the mouse has turned about the centre on the screen, counter-clockwise as seen.
static double measureTurn(const Manipulation *hand) {
    double fromX = hand->originX - hand->centerX, fromY = hand->originY - hand->centerY;
    double toX = fromX + hand->offsetX, toY = fromY + hand->offsetY;
    return -atan2(fromX * toY - fromY * toX, fromX * toX + fromY * toY);
}

static cdPose findTurned(const Manipulation *hand, Sight sight, int mods) {
    double right[3], up[3], forward[3];
    gxGetCameraAxes(sight.camera, right, up, forward);
    cdVec3 towards = cdNegate(ConvertBack(forward));
    cdVec3 axis = hand->axis >= 0 ? getAxis(hand->axis) : towards;
    double angle = hand->typed[0] ? radian * strtod(hand->typed, NULL) : measureTurn(hand);
    if (!hand->typed[0] && hand->axis >= 0 && cdDot(axis, towards) < 0.0) angle = -angle;
    if ((mods & GX_MOD_CTRL) && !hand->typed[0]) angle = snap(angle, snapAngle);
    cdVec3 center = hand->center;
    cdQuat turn = cdMakeQuat(axis, angle);
    return (cdPose){cdAdd(center, cdRotate(turn, cdSub(hand->start.p, center))),
                    cdNormalizeQuat(cdMulQuat(turn, hand->start.q))};
}

static void update(Manipulation *hand, const Stage *stage, Sight sight, int mods) {
    if (hand->hold == HOLD_MODAL_MOVE) {
        hand->intended = hand->start;
        hand->intended.p = cdAdd(hand->start.p, findShift(hand, stage, sight, mods));
    } else {
        hand->intended = findTurned(hand, sight, mods);
    }
    hand->changed = true;
}

void BeginModal(Manipulation *hand, const Stage *stage, Sight sight, Hold hold, double x, double y) {
    int32_t object = stage->selected;
    *hand = (Manipulation){.hold = hold,
                           .object = object,
                           .start = stage->objects[object].pose,
                           .intended = stage->objects[object].pose,
                           .originX = x,
                           .originY = y,
                           .axis = -1};
    cdVec3 center = cdTransformPoint(hand->start, GetTurnCenter(stage, object));
    hand->center = center;
    double point[3] = {center.x, center.y, center.z};
    if (!gxProjectPoint(sight.camera, point, sight.width, sight.height, &hand->centerX, &hand->centerY)) {
        hand->centerX = 0.5 * sight.width;
        hand->centerY = 0.5 * sight.height;
    }
}

void MoveModal(Manipulation *hand, const Stage *stage, Sight sight, double dx, double dy, int mods) {
    double fine = mods & GX_MOD_SHIFT ? 0.1 : 1.0;
    hand->offsetX += fine * dx;
    hand->offsetY += fine * dy;
    update(hand, stage, sight, mods);
}

// The character a key types into a number; 0: none.
static char getTypedCharacter(int key) {
    if (key >= '0' && key <= '9') return (char)key;
    if (key >= GX_KEY_KEYPAD_0 && key <= GX_KEY_KEYPAD_9) return (char)('0' + key - GX_KEY_KEYPAD_0);
    if (key == GX_KEY_PERIOD || key == GX_KEY_COMMA || key == GX_KEY_KEYPAD_DECIMAL) return '.';
    return 0;
}

static void toggleSign(char *typed) {
    size_t length = strlen(typed);
    if (typed[0] == '-')
        memmove(typed, typed + 1, length);
    else if (length + 1 < TYPED_SIZE) {
        memmove(typed + 1, typed, length + 1);
        typed[0] = '-';
    }
}

bool TypeModal(Manipulation *hand, const Stage *stage, Sight sight, int key, int mods) {
    size_t length = strlen(hand->typed);
    char character = getTypedCharacter(key);
    if (key >= 'X' && key <= 'Z') {
        hand->axis = hand->axis == key - 'X' ? -1 : key - 'X';
    } else if (key == GX_KEY_MINUS || key == GX_KEY_KEYPAD_SUBTRACT) {
        toggleSign(hand->typed);
    } else if (key == GX_KEY_BACKSPACE) {
        if (length > 0) hand->typed[length - 1] = '\0';
    } else if (character) {
        if (length + 1 < TYPED_SIZE && (character != '.' || !strchr(hand->typed, '.'))) {
            hand->typed[length] = character;
            hand->typed[length + 1] = '\0';
        }
    } else {
        return false;
    }
    update(hand, stage, sight, mods);
    return true;
}

void DescribeModal(const Manipulation *hand, char *text, size_t textSize) {
    static const char *const locks[] = {"", " along x", " along y", " along z"};
    bool moves = hand->hold == HOLD_MODAL_MOVE;
    snprintf(text, textSize, "%s%s%s%s%s   X Y Z axis   digits value   Enter keep   Esc back",
             moves ? "Move" : "Turn", locks[hand->axis + 1], hand->typed[0] ? ": " : "", hand->typed,
             hand->typed[0] && !moves ? "°" : "");
}
