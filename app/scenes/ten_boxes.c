// Ten boxes: a stack that stays still.
//
// Each box stands on the one below, turned a little, so each contact is a polygon with eight corners. Contact
// constraints only push; a stack that creeps, leans or trembles shows that they are not solved.
#include "scenes/scene_parts.h"
#include "scenes/scene_run.h"

static const double half = 0.2, gap = 1e-3;
enum { PARAM_COUNT, PARAM_TWIST };

static const SceneParam params[] = {
    {.label = "boxes", .initial = 10.0, .lower = 1, .upper = 30, .restarts = true, .kind = SCENE_WHOLE},
    {.label = "twist", .unit = "rad", .initial = 0.25, .lower = 0.0, .upper = 0.8, .restarts = true}};

static bool create(SceneData *data) {
    const double count = data->params[PARAM_COUNT], twist = data->params[PARAM_TWIST];
    data->gravity = GetSceneGravity();
    double height = (2.0 * half + gap) * count;
    data->camera = (SceneCamera){
        .eye = {2.2, 0.8 * height, 1.0 + 1.4 * height}, .target = {0.0, 0.48 * height, 0.0}, .fov = 0.7};
    if (AddSceneFloor(data, 1.5, 0.0) == NULL) return false;
    for (int32_t i = 0; i < (int32_t)count; i++) {
        cdPose pose = {{0.0, (2.0 * half + gap) * (i + 0.5) + 0.5 * gap, 0.0},
                       TurnAbout(0.0, 1.0, 0.0, i % 2 == 0 ? twist : -twist)};
        SceneObject *box = AddNumberedObject(data, "box", i + 1, "builtin:box:x=0.2,y=0.2,z=0.2", pose);
        if (box == NULL) return false;
        box->friction = 0.5;
    }
    return AddStoryTime(data, 0.5, "The boxes settle from gaps of a millimetre") &&
           AddStoryTime(data, 10.0, "After ten seconds the stack still stands") &&
           AddStoryTime(data, 60.0, "After a minute no box has moved");
}

// The stack stands, and from second 1 to 60 no box moves by as much as the gap of a resting contact.
static bool standStill(SceneRun *run, char *message, size_t messageSize) {
    enum { SECONDS = 60 };
    int32_t last = run->data->objectCount - 1;
    if (!AdvanceSceneRun(run, 1.0, message, messageSize)) return false;
    cdVec3 top = GetRunState(run, last).centroid, middle = GetRunState(run, last / 2).centroid;
    double height = 2.0 * half * last - half;
    if (!ExpectBetween("height of the top box", top.y, height, height + 4.0 * run->margin * last, message,
                       messageSize) ||
        !AdvanceSceneRun(run, SECONDS, message, messageSize)) {
        return false;
    }
    cdBodyState state = GetRunState(run, last);
    double moved = cdLength(cdSub(state.centroid, top));
    double movedMiddle = cdLength(cdSub(GetRunState(run, last / 2).centroid, middle));
    return ExpectNear("travel of the top box in a minute", moved, 0.0, run->margin, message, messageSize) &&
           ExpectNear("travel of a middle box", movedMiddle, 0.0, run->margin, message, messageSize) &&
           ExpectBetween("top box asleep", state.asleep, 1.0, 1.0, message, messageSize);
}

static bool check(const SceneData *data, const cdMesh *const *meshes, char *message, size_t messageSize) {
    return CheckWithRun(data, meshes, standStill, message, messageSize);
}

const Scene sceneTenBoxes = {
    .group = "dynamics",
    .name = "ten boxes",
    .about =
        "Ten boxes stand on each other. After a minute none has moved by as much as the gap between them. "
        "Pull one out with the mouse.",
    .create = create,
    .params = params,
    .paramCount = 2,
    .check = check,
};
