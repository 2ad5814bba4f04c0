// Generates an arch of wedge stones. Input: its size and number of stones. Output: objects.
//
// (1) The centre line is a catenary, y = rise - a (cosh(x / a) - 1), which is the line of thrust of an arch
// of
//     constant thickness: each stone presses at the middle of its joints and at right angles to them, so the
//     arch needs no friction to stand, and as much to resist a disturbance.
// (2) Joints cut the line into equal lengths, and stand on it at right angles. A stone is a trapezoid over
// the
//     chord between two joints.
// (3) Neighbours are separated by a little more than the world's default margin.
#include "scenes/generators/stone_arch.h"
#include "scenes/generators/generator_parts.h"
#include "scenes/scene_parts.h"
#include "shapes/elementary.h"
#include <stdio.h>

typedef struct Joint {
    cdVec3 point; // on the centre line
    double turn;  // of the centre line, radians from x
} Joint;

static double getCosh(double x) {
    return 0.5 * (cdExp(x) + cdExp(-x));
}

static double getSinh(double x) {
    return 0.5 * (cdExp(x) - cdExp(-x));
}

static double getAsinh(double x) {
    static const double logOfTwo = 0.69314718055994531;
    return logOfTwo * cdLog2(x + sqrt(x * x + 1.0));
}

// Returns the catenary's a for the arch, by bisection of a (cosh(span / (2 a)) - 1) = rise.
static double findCatenary(const StoneArch *arch) {
    double half = 0.5 * arch->span, low = 0.01 * half, high = half * half / arch->rise + half;
    for (int32_t i = 0; i < 100; i++) {
        double a = 0.5 * (low + high);
        if (a * (getCosh(half / a) - 1.0) > arch->rise)
            low = a;
        else
            high = a;
    }
    return 0.5 * (low + high);
}

// `at`: fraction of the line's length from its left end. The lowest corner of a joint is at height 0.
static Joint placeJoint(const StoneArch *arch, double a, double at) {
    double length = a * getSinh(0.5 * arch->span / a), along = length * (2.0 * at - 1.0);
    double x = a * getAsinh(along / a);
    cdVec3 point = {x, 0.5 * arch->thickness + arch->rise - a * (getCosh(x / a) - 1.0), 0.0};
    return (Joint){point, -cdAtan(getSinh(x / a))};
}

static bool addStone(SceneData *data, const StoneArch *arch, int32_t number, Joint left, Joint right) {
    cdVec3 chord = cdSub(right.point, left.point);
    double width = cdLength(chord), turn = cdAtan2(chord.y, chord.x);
    double gap = GetContactGap((cdVec3){0.5 * width, 0.5 * arch->thickness, 0.5 * arch->depth});
    char mesh[SCENE_TEXT_SIZE];
    snprintf(mesh, sizeof mesh,
             "builtin:voussoir:width=%.12g,height=%.12g,depth=%.12g,left=%.12g,right=%.12g", width - gap,
             arch->thickness, arch->depth, left.turn - turn, turn - right.turn);
    cdPose pose = {cdLerp(left.point, right.point, 0.5), TurnAbout(0.0, 0.0, 1.0, turn)};
    SceneObject *stone = AddNumberedObject(data, "stone", number, mesh, pose);
    if (stone == NULL) return false;
    stone->friction = arch->friction;
    stone->restitution = 0.0;
    return true;
}

// A block that continues the centre line beyond an end; `side`: -1 left, 1 right.
static bool addSpringer(SceneData *data, const StoneArch *arch, Joint end, int32_t side) {
    char mesh[SCENE_TEXT_SIZE];
    double half = 0.5 * arch->thickness;
    snprintf(mesh, sizeof mesh, "builtin:box:x=%.12g,y=%.12g,z=%.12g", half, half, 0.5 * arch->depth);
    SceneObject *springer =
        AddSceneObject(data, side < 0 ? "left springer" : "right springer", mesh, SCENE_FIXED);
    if (springer == NULL) return false;
    cdVec3 along = {cdCos(end.turn), cdSin(end.turn), 0.0};
    springer->pose = (cdPose){cdMulAdd(end.point, side * half, along), TurnAbout(0.0, 0.0, 1.0, end.turn)};
    springer->friction = arch->friction;
    springer->restitution = 0.0;
    return true;
}

bool AddStoneArch(SceneData *data, const StoneArch *arch) {
    double a = findCatenary(arch);
    Joint left = placeJoint(arch, a, 0.0);
    if (!addSpringer(data, arch, left, -1) || !addSpringer(data, arch, placeJoint(arch, a, 1.0), 1))
        return false;
    for (int32_t i = 1; i <= arch->stones; i++) {
        Joint right = placeJoint(arch, a, (double)i / arch->stones);
        if (!addStone(data, arch, i, left, right)) return false;
        left = right;
    }
    return true;
}
