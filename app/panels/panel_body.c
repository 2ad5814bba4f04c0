// The body of the selected object: its kind, its material, and folded below them damping, limits of speed,
// forces, locks, velocity and collision filter.
#include "panels/panels.h"

#include "panels/option_fields.h"

#include <stdio.h>

// True if forces move it.
static bool isDynamic(const StageObject *object) {
    return object->body == SCENE_DYNAMIC || (object->body == SCENE_DRIVEN && object->isBody);
}

static bool hasPath(const App *app) {
    const Stage *stage = &app->stage;
    return stage->selected < stage->data.objectCount && stage->data.objects[stage->selected].nodeCount > 0;
}

static void drawKind(App *app) {
    static const SceneBody bodies[] = {SCENE_FIXED, SCENE_DRIVEN, SCENE_DYNAMIC, SCENE_KINEMATIC};
    const StageObject *object = GetSelectedObject(app);
    const char *const kinds[] = {"fixed", object->isBody ? "driven (dynamic)" : "driven", "dynamic",
                                 object->blocked ? "kinematic, blocked" : "kinematic"};
    int kind = 0;
    for (int i = 0; i < 4; ++i)
        if (bodies[i] == object->body) kind = i;
    if (gxChoice("##body", kinds, 4, &kind)) IntendOption(app, STAGE_BODY, bodies[kind]);
    gxTooltip("fixed: moves only by typed poses\ndriven: follows the pointer, stops at contact; "
              "dynamic while the response is BOUNCE (L)\ndynamic: moved by forces, pulled by the pointer\n"
              "kinematic: follows its velocity or its path, pushes dynamic objects, and waits where nothing "
              "gives way");
}

static void drawMatter(App *app) {
    bool byMass = GetSelectedObject(app)->options[STAGE_MASS] > 0.0;
    if (isDynamic(GetSelectedObject(app))) {
        gxText(GX_TONE_DIM, byMass ? "mass" : "density");
        DrawOptionNumber(app, byMass ? STAGE_MASS : STAGE_DENSITY, "##matter");
    }
    DrawOptionSlider(app, STAGE_RESTITUTION, "##restitution", 1.0, "restitution %.2f");
    gxTooltip("Fraction of the approach speed kept after a bounce; a pair has the larger.");
    DrawOptionSlider(app, STAGE_FRICTION, "##friction", 1.0, "friction %.2f");
    gxTooltip("Coulomb's coefficient; a pair has the geometric mean.");
}

static void drawPushing(App *app) {
    DrawOptionCheck(app, STAGE_PUSHES, "pushes dynamic objects");
    gxTooltip(
        "On: dynamic objects give way to it while the world runs. Off: they block it. A group pushes if "
        "each of its objects does.");
}

// Begins a folded part. Its title says if it has something that a plain body has not.
static bool beginPart(const App *app, const char *title, StageOption first, StageOption last) {
    char text[96];
    snprintf(text, sizeof text, "%s%s###%s", title, AreOptionsSet(app, first, last) ? ": set" : "", title);
    return gxBeginFold(text);
}

static void drawDamping(App *app) {
    if (!beginPart(app, "Damping, limits, gravity", STAGE_LINEAR_DAMPING, STAGE_GRAVITY_SCALE)) return;
    gxText(GX_TONE_DIM, "linear damping, 1/s");
    DrawOptionNumber(app, STAGE_LINEAR_DAMPING, "##linearDamping");
    gxTooltip("Without forces the velocity falls as exp(-damping t).");
    gxText(GX_TONE_DIM, "angular damping, 1/s");
    DrawOptionNumber(app, STAGE_ANGULAR_DAMPING, "##angularDamping");
    gxTooltip("Without torques the angular momentum falls as exp(-damping t).");
    gxText(GX_TONE_DIM, "maximum speed, length/s");
    DrawOptionNumber(app, STAGE_MAX_SPEED, "##maxSpeed");
    gxTooltip("Of the centroid, at the end of each step. 0: no limit.");
    gxText(GX_TONE_DIM, "maximum spin, radians/s");
    DrawOptionNumber(app, STAGE_MAX_SPIN, "##maxSpin");
    gxTooltip("At the end of each step. 0: no limit.");
    gxText(GX_TONE_DIM, "gravity scale");
    DrawOptionNumber(app, STAGE_GRAVITY_SCALE, "##gravityScale");
    gxTooltip("Factor of the scene's gravity. 0: weightless; below 0: upwards.");
    gxEndGroup();
}

static void drawForces(App *app) {
    if (!beginPart(app, "Constant force", STAGE_FORCE_X, STAGE_TORQUE_Z)) return;
    gxText(GX_TONE_DIM, "force along x, y, z");
    DrawOptionVector(app, STAGE_FORCE_X, "##force");
    gxTooltip("At the centroid, along the axes of the world: mass times length / s².");
    gxText(GX_TONE_DIM, "torque about x, y, z");
    DrawOptionVector(app, STAGE_TORQUE_X, "##torque");
    gxTooltip("About the axes of the world: mass times length² / s².");
    gxEndGroup();
}

static void drawLocks(App *app) {
    static const char *const along[] = {"x##alongX", "y##alongY", "z##alongZ"};
    static const char *const about[] = {"x##aboutX", "y##aboutY", "z##aboutZ"};
    static const char *const frames[] = {
        [CD_LOCK_WORLD] = "axes of the world", [CD_LOCK_BODY] = "its own axes"};
    if (!beginPart(app, "Locked axes", STAGE_LOCK_TRANSLATION, STAGE_LOCK_FRAME)) return;
    gxText(GX_TONE_DIM, "does not move along");
    DrawOptionBits(app, STAGE_LOCK_TRANSLATION, along, 3);
    gxText(GX_TONE_DIM, "does not turn about");
    DrawOptionBits(app, STAGE_LOCK_ROTATION, about, 3);
    int frame = (int)GetSelectedObject(app)->options[STAGE_LOCK_FRAME];
    if (gxChoice("##lockFrame", frames, 2, &frame)) IntendOption(app, STAGE_LOCK_FRAME, frame);
    gxTooltip(
        "Its own axes turn with it. With two of them locked it moves along the third, as a skate does.");
    gxEndGroup();
}

static void drawVelocity(App *app, bool dynamic) {
    if (hasPath(app) && !dynamic) return;
    if (!beginPart(app, dynamic ? "Velocity at the start" : "Velocity", STAGE_VELOCITY_X, STAGE_SPIN_Z))
        return;
    gxText(GX_TONE_DIM, "velocity along x, y, z");
    DrawOptionVector(app, STAGE_VELOCITY_X, "##velocity");
    gxTooltip(dynamic ? "Of the centroid, length / s. Takes effect when the scene restarts: Backspace."
                      : "Of the centroid, length / s; constant.");
    gxText(GX_TONE_DIM, "spin about x, y, z");
    DrawOptionVector(app, STAGE_SPIN_X, "##spin");
    gxTooltip("About the axes of the world, radians / s.");
    gxEndGroup();
}

static void drawFilter(App *app) {
    enum { BITS = 6 }; // in a row
    static const char *const bits[] = {"##0", "##1", "##2", "##3", "##4", "##5"};
    if (!beginPart(app, "Collision filter", STAGE_SENSOR, STAGE_COLLISION_GROUP)) return;
    DrawOptionCheck(app, STAGE_SENSOR, "sensor");
    gxTooltip("Blocks nothing. Contact events report what enters and leaves it.");
    gxText(GX_TONE_DIM, "category");
    DrawOptionNumber(app, STAGE_CATEGORY, "##category");
    gxTooltip("Sum of powers of two. Two objects collide if the category of each has a bit of the other's "
              "mask. The boxes are the lowest 6 bits.");
    DrawOptionBits(app, STAGE_CATEGORY, bits, BITS);
    gxText(GX_TONE_DIM, "mask");
    DrawOptionNumber(app, STAGE_MASK, "##mask");
    gxTooltip("Categories that this object collides with: a sum of powers of two. All of them: 4294967295.");
    DrawOptionBits(app, STAGE_MASK, bits, BITS);
    gxText(GX_TONE_DIM, "collision group");
    DrawOptionNumber(app, STAGE_COLLISION_GROUP, "##collisionGroup");
    gxTooltip("Two objects of the same group always collide if it is above 0 and never if it is below 0. "
              "0: no group.");
    gxEndGroup();
}

void DrawObjectBody(App *app) {
    const StageObject *object = GetSelectedObject(app);
    drawKind(app);
    if (object->body == SCENE_DRIVEN && !object->isBody && app->stage.world.present) drawPushing(app);
    drawMatter(app);
    bool dynamic = isDynamic(GetSelectedObject(app));
    if (dynamic) {
        drawDamping(app);
        drawForces(app);
        drawLocks(app);
    }
    if (dynamic || GetSelectedObject(app)->body == SCENE_KINEMATIC) drawVelocity(app, dynamic);
    drawFilter(app);
}
