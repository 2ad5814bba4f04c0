// The right panel's section on the joints of the scene: position and reaction of each, its motor and its
// limits as sliders and fields.
//
// With many joints only those of the selected object are listed. A slider changes the option when it is
// released, as those of objects do.
#include "panels/panels.h"

#include "panels/rows.h"
#include "services/queue.h"

#include <math.h>
#include <stdio.h>

enum { JOINTS_MOST = 6 };

static const char *const kinds[] = {"ball", "hinge", "slider", "fixed", "distance"};

static bool turns(const cdJointDef *def) {
    return def->kind == CD_JOINT_HINGE || def->kind == CD_JOINT_BALL;
}

static bool hasPosition(const cdJointDef *def) {
    return def->kind != CD_JOINT_FIXED && (def->kind != CD_JOINT_BALL || def->limited);
}

// --- Fields

static void intend(App *app, int32_t joint, StageJointOption option, double value) {
    Intend(app, (Intention){.kind = INTEND_JOINT, .index = joint, .count = option, .value = value});
}

static void drawSlider(App *app, int32_t joint, StageJointOption option, double lower, double upper,
                       const char *format) {
    JointEdit *edit = &app->jointEdit;
    bool dragged = edit->active && edit->joint == joint && edit->option == option;
    double value = dragged ? edit->value : app->stage.joints[joint].options[option];
    char label[32];
    snprintf(label, sizeof label, "##%s", GetJointOptionNames()[option]);
    if (gxSlider(label, &value, fmin(lower, value), fmax(upper, value), format))
        *edit = (JointEdit){.active = true, .joint = joint, .option = option, .value = value};
    if (!gxEditEnded() || !edit->active) return;
    edit->active = false;
    if (edit->joint == joint && edit->option == option) intend(app, joint, option, edit->value);
}

// The range of a speed: wide enough for twice that of the scene.
static double getReach(const App *app, int32_t joint, StageJointOption option, double least) {
    double initial = fabs(app->stage.joints[joint].initial[option]);
    return initial < STAGE_UNBOUNDED ? fmax(least, 2.0 * initial) : least;
}

static void drawGoal(App *app, int32_t joint, bool aims) {
    static const char *const goals[] = {"keeps a speed", "moves to a position"};
    int goal = aims;
    if (gxChoice("##goal", goals, 2, &goal)) intend(app, joint, STAGE_MOTOR_KIND, goal);
    gxTooltip("The motor's goal. At a position it holds; on the way its speed is a maximum.");
}

static void drawMotor(App *app, int32_t joint) {
    const cdJointDef *def = &app->stage.data.joints[joint].def;
    bool aims = HasJointOption(&app->stage, joint, STAGE_MOTOR_POSITION), angle = turns(def);
    const double *options = app->stage.joints[joint].options;
    if (!HasJointOption(&app->stage, joint, STAGE_MOTOR_SPEED)) return;
    gxText(GX_TONE_DIM, options[STAGE_MOTOR_FORCE] > 0.0 ? "motor" : "motor: off, it has no force");
    drawGoal(app, joint, aims);
    double reach = getReach(app, joint, STAGE_MOTOR_SPEED, 10.0);
    bool unbounded = options[STAGE_MOTOR_SPEED] >= STAGE_UNBOUNDED;
    if (aims && unbounded)
        gxText(GX_TONE_DIM, "without a maximum speed");
    else
        drawSlider(app, joint, STAGE_MOTOR_SPEED, aims ? 0.0 : -reach, reach,
                   aims ? "speed ≤ %.3g" : "speed %.3g");
    gxTooltip(angle ? "Radians / s, of the first object relative to the second."
                    : "Length / s, of the first object relative to the second.");
    double far = getReach(app, joint, STAGE_MOTOR_POSITION, angle ? 3.2 : 2.0);
    if (aims) drawSlider(app, joint, STAGE_MOTOR_POSITION, -far, far, "to position %.3g");
    drawSlider(app, joint, STAGE_MOTOR_FORCE, 0.0, getReach(app, joint, STAGE_MOTOR_FORCE, 100.0),
               angle ? "torque ≤ %.4g" : "force ≤ %.4g");
    gxTooltip("What the motor can apply. 0: off.");
}

// Infinite where there is no limit.
static double showLimit(double value) {
    return fabs(value) >= STAGE_UNBOUNDED ? copysign(INFINITY, value) : value;
}

static void drawLimits(App *app, int32_t joint) {
    const cdJointDef *def = &app->stage.data.joints[joint].def;
    const double *options = app->stage.joints[joint].options;
    bool upperOnly = !HasJointOption(&app->stage, joint, STAGE_JOINT_LOWER);
    StageJointOption first = upperOnly ? STAGE_JOINT_UPPER : STAGE_JOINT_LOWER;
    int count = upperOnly ? 1 : 2;
    double values[2] = {showLimit(options[first]), showLimit(options[STAGE_JOINT_UPPER])};
    if (!HasJointOption(&app->stage, joint, STAGE_JOINT_UPPER)) return;
    gxText(GX_TONE_DIM, upperOnly ? "largest angle" : turns(def) ? "limits, radians" : "limits");
    bool edited = gxNumbers("##limits", values, count, "%.5g");
    gxTooltip("Of the position. inf: no limit; to remove one, type 1e100, or -1e100 for the lower one.");
    for (int i = 0; edited && i < count; ++i) {
        double value = fmin(fmax(values[i], -STAGE_UNBOUNDED), STAGE_UNBOUNDED);
        StageJointOption option = i == 0 ? first : STAGE_JOINT_UPPER;
        if (value != options[option]) intend(app, joint, option, value);
    }
}

// --- A joint

static void drawReaction(const Stage *stage, int32_t joint, int32_t number) {
    const cdJointDef *def = &stage->data.joints[joint].def;
    const cdWorld *world = stage->world.scene.world;
    const float widths[] = {62.0f * gxGetUiScale(), 0.0f};
    cdJointReaction reaction = cdGetJointReaction(world, number);
    cdJointState state = cdGetJointState(world, number);
    if (!gxBeginTable("joint", 2, widths)) return;
    double position = GetStageJointPosition(stage, joint);
    if (hasPosition(def) && turns(def))
        DrawToldRow("angle", "Radians, since the scene's start; and degrees.", "%.4f   %.1f°",
                    HideMinusZero(position, 4), HideMinusZero(position * 57.29577951308232, 1));
    else if (hasPosition(def))
        DrawToldRow("length", "Along the axis since the scene's start; or the distance of the two points.",
                    "%.4f", HideMinusZero(position, 4));
    if (hasPosition(def) && (def->kind != CD_JOINT_DISTANCE || def->limited))
        DrawToldRow("speed", "Rate of the position.", "%.4f", HideMinusZero(state.speed, 4));
    DrawToldRow("force", "Reaction on the first object, averaged over the last step.", "%.4g",
                cdLength(reaction.force));
    DrawToldRow("torque", "Reaction on the first object, about the joint's point.", "%.4g",
                cdLength(reaction.torque));
    if (stage->joints[joint].options[STAGE_MOTOR_FORCE] > 0.0) // the rows below keep their place
        DrawToldRow("motor", "The motor's part: force along the axis, or torque about it.", "%.4g",
                    HideMinusZero(reaction.motor, 9));
    gxEndTable();
}

static const char *getState(const Stage *stage, int32_t joint) {
    if (stage->data.joints[joint].broken) return ": ✕ broken";
    return GetStageJointNumber(stage, joint) < 0 ? ": off" : "";
}

static void drawJoint(App *app, int32_t joint, bool folded) {
    const Stage *stage = &app->stage;
    const SceneJoint *own = &stage->data.joints[joint];
    int32_t number = GetStageJointNumber(stage, joint);
    char title[2 * SCENE_NAME_SIZE + 64];
    snprintf(title, sizeof title, "%s %s · %s%s###joint%d", kinds[own->def.kind],
             GetStageBodyName(stage, own->objects[0]),
             own->objects[1] < 0 ? "world" : GetStageBodyName(stage, own->objects[1]), getState(stage, joint),
             (int)joint);
    if (!(folded ? gxBeginFold : gxBeginGroup)(title)) return;
    gxPushId(joint);
    if (number >= 0)
        drawReaction(stage, joint, number);
    else
        gxWrappedText(GX_TONE_DIM, own->broken ? "It carried more than its breaking force or torque."
                                               : "An object is removed, or the first one is not dynamic.");
    drawMotor(app, joint);
    drawLimits(app, joint);
    gxPopId();
    gxEndGroup();
}

void DrawJoints(App *app) {
    const Stage *stage = &app->stage;
    int32_t count = stage->data.jointCount, shown = 0;
    bool many = count > JOINTS_MOST;
    for (int32_t i = 0; i < count; ++i) {
        const SceneJoint *joint = &stage->data.joints[i];
        bool own = joint->objects[0] == stage->selected || joint->objects[1] == stage->selected;
        if (many && !(own && stage->selected >= 0)) continue;
        drawJoint(app, i, !own);
        ++shown;
    }
    if (many)
        gxText(GX_TONE_DIM,
               shown > 0 ? "%d joints; these are of the selected object"
                         : "%d joints; select an object to see its own",
               (int)count);
}
