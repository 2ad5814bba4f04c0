// Adds objects and ghosts as items of the picture, and the ground below them.
#include "view/view_data.h"

#include "engine/message.h"
#include "stage/objects/stage_members.h"
#include "view/convert.h"
#include "view/palette.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static gxItem *addItem(View *view) {
    if (view->itemCount == view->itemCapacity) {
        int capacity = view->itemCapacity ? 2 * view->itemCapacity : 64;
        gxItem *larger = realloc(view->items, (size_t)capacity * sizeof *larger);
        if (!larger) {
            gxReportNoMemory();
            return NULL;
        }
        view->items = larger;
        view->itemCapacity = capacity;
    }
    gxItem *item = &view->items[view->itemCount++];
    *item = (gxItem){.opacity = 1.0f};
    return item;
}

// Colour of an object that is not the one moved last. Overlap shows on every object. Of dynamic objects, only
// the held one stands out beside; driven ones show contact also as bodies.
static vec3s chooseColor(const ViewPass *pass, int32_t index) {
    const Stage *stage = pass->stage;
    const StageObject *object = &stage->objects[index];
    if (IsStageSensor(stage, index))
        return GetSensorLook(pass->view->theme, CountInStageSensor(stage, index) > 0).color;
    if (OverlapsInStage(stage, index)) return GetStatusLook(pass->view->theme, STAGE_OVERLAP).color;
    if (object->isBody && object->body == SCENE_DRIVEN && TouchesInStageWorld(stage, index))
        return GetStatusLook(pass->view->theme, STAGE_CONTACT).color;
    if (stage->world.present && stage->world.held == index)
        return GetStatusLook(pass->view->theme, STAGE_FREE).color;
    switch (object->body) {
    case SCENE_FIXED:
        return GetIdleColor(index);
    case SCENE_DYNAMIC:
    case SCENE_KINEMATIC:
        return GetBodyColor(index);
    case SCENE_MOVED:
        return object->state == CD_FREE ? GetIdleColor(index)
                                        : GetStatusLook(pass->view->theme, STAGE_OVERLAP).color;
    default:
        return GetStatusLook(pass->view->theme, STAGE_FREE).color;
    }
}

// Colour of the object moved last; while its trail plays, by its status on it.
static vec3s chooseMovedColor(const ViewPass *pass, int32_t index) {
    const StageQuery *query = &pass->stage->query;
    cdPose pose;
    bool plays = IsOnTrail(pass, index, &pose);
    bool free = plays && IsBeforeContact(pass->view->trail, pass->view->trailTime);
    StageStatus now = !plays && OverlapsInStage(pass->stage, index) ? STAGE_OVERLAP : query->status;
    return GetStatusLook(pass->view->theme, free ? STAGE_FREE : now).color;
}

static void addObject(const ViewPass *pass, int32_t index) {
    const StageObject *object = &pass->stage->objects[index];
    const ViewMesh *known = GetViewMesh(pass->view, object);
    gxItem *item = known ? addItem(pass->view) : NULL;
    if (!item) return;
    const StageQuery *query = &pass->stage->query;
    bool moved = index == query->object && (object->isBody ? query->present : object->body == SCENE_DRIVEN);
    const StageTint *tint = pass->options->clearance ? GetStageTint(pass->stage, index) : NULL;
    gxGpuMesh *tinted = tint ? GetTintMesh(pass->view, tint, object, known) : NULL;
    item->mesh = tinted ? tinted : known->gpu;
    item->bandsEnd = tinted ? (float)GetClearanceBelow(pass->stage) : 0.0f;
    const double *origin = pass->camera->origin;
    cdPose pose = object->pose;
    if (!GetStepPose(pass->stage, index, &pose)) IsOnTrail(pass, index, &pose);
    item->model = object->stretched && !object->isBody
                      ? ConvertColumns(object->columns, object->pose.p, object->info.center, origin)
                      : ConvertPose(pose, object->info.center, origin);
    bool sensor = IsStageSensor(pass->stage, index);
    item->color = moved && !sensor ? chooseMovedColor(pass, index) : chooseColor(pass, index);
    bool probed = pass->options->index && index == pass->stage->probe.object;
    bool seeThrough =
        pass->options->transparent || probed || IsStepped(pass->stage, index) || object->transparent;
    item->opacity = IsBesideSteps(pass->stage, index) ? 0.08f : sensor ? 0.34f : seeThrough ? 0.42f : 1.0f;
    item->edges = pass->options->wireframe;
    item->marked =
        pass->options->marks && known->round && (object->isBody || object->body == SCENE_MOVED) && !tinted;
    item->fixed = object->body == SCENE_FIXED && index != pass->stage->query.object &&
                  !pass->stage->boxes.present && !sensor;
    const cdMeshInfo *info = &object->info;
    item->closed = info->closed && info->manifold && info->oriented && info->volume > 0.0;
    item->castsShadow = !sensor;
}

double GetPoseDistance(const StageObject *object, cdPose a, cdPose b) {
    cdPose between = cdInvMulPose(a, b);
    double shift =
        cdLength(cdSub(cdTransformPoint(a, object->info.center), cdTransformPoint(b, object->info.center)));
    double turn = 2.0 * atan2(cdLength((cdVec3){between.q.x, between.q.y, between.q.z}), fabs(between.q.w));
    return shift + turn * object->info.radius;
}

static void addGhost(const ViewPass *pass, const StageObject *object, cdPose pose, GhostKind kind) {
    const ViewMesh *known = GetViewMesh(pass->view, object);
    gxItem *item = known ? addItem(pass->view) : NULL;
    if (!item) return;
    item->mesh = known->gpu;
    item->model = ConvertPose(pose, object->info.center, pass->camera->origin);
    item->color = GetGhostColor(kind);
    item->wire = pass->options->ghost == GHOST_WIRE;
    item->opacity = item->wire ? 0.33f : 0.30f;
}

// Ghosts appear when they are informative: the intended pose if the object does not reach it, the start after
// a long step.
static void addGhosts(const ViewPass *pass) {
    const StageQuery *query = &pass->stage->query;
    if (!query->present || pass->options->ghost == GHOST_OFF) return;
    const StageObject *object = &pass->stage->objects[query->object];
    double radius = object->info.radius;
    if (GetPoseDistance(object, object->pose, object->intended) > 0.01 * radius) {
        addGhost(pass, object, object->intended, GHOST_INTENDED);
    }
    if (GetPoseDistance(object, object->pose, object->start) > 0.25 * radius) {
        addGhost(pass, object, object->start, GHOST_START);
    }
}

// The object at a pose, and the others of its group, which move along.
static void addGroupGhosts(const ViewPass *pass, int32_t moved, cdPose pose) {
    const Stage *stage = pass->stage;
    const StageObject *object = &stage->objects[moved];
    addGhost(pass, object, pose, GHOST_INTENDED);
    for (int32_t i = 0; i < stage->objectCount && IsInStageGroup(stage, moved); ++i) {
        const StageObject *member = &stage->objects[i];
        if (i == moved || !IsGroupMember(stage, i)) continue;
        addGhost(pass, member, cdMulPose(pose, cdInvMulPose(object->pose, member->pose)), GHOST_INTENDED);
    }
}

// The object at the waypoint that is in hand or under the cursor.
static void addWayGhosts(const ViewPass *pass) {
    for (int32_t i = 0; i < pass->view->wayCount; ++i) {
        const Way *way = &pass->view->ways[i];
        bool shown =
            way->lit > 0.0 && way->lit <= way->nodeCount - 1 && way->object < pass->stage->objectCount;
        if (!shown) continue;
        const StageObject *object = &pass->stage->objects[way->object];
        addGroupGhosts(pass, way->object, GetPoseOnWay(way, object->info.center, way->lit));
    }
}

// Adds a few fading copies of the object along the path of the last long step.
static void addTrailGhosts(const ViewPass *pass) {
    enum { GHOSTS = 5 };
    const Trail *trail = pass->view->trail;
    double strength = trail ? GetTrailStrength(trail, pass->view->trailTime) : 0.0;
    if (!(strength > 0.0)) return;
    const StageObject *object = &pass->stage->objects[trail->object];
    for (int i = 0; i < GHOSTS; ++i) {
        const ViewMesh *known = GetViewMesh(pass->view, object);
        gxItem *item = known ? addItem(pass->view) : NULL;
        if (!item) return;
        cdPose pose = GetPoseOnTrail(trail, pass->stage, (double)i / GHOSTS);
        item->mesh = known->gpu;
        item->model = ConvertPose(pose, object->info.center, pass->camera->origin);
        item->color = GetGhostColor(GHOST_START);
        item->opacity = (float)(0.16 * strength);
    }
}

void AddViewItems(const ViewPass *pass) {
    for (int32_t i = 0; i < pass->stage->objectCount; ++i) {
        const StageObject *object = &pass->stage->objects[i];
        if (object->hidden || !IsObjectPresent(object))
            KeepViewMesh(pass->view, object); // it may be shown again
        else
            addObject(pass, i);
    }
    addGhosts(pass);
    addWayGhosts(pass);
    addTrailGhosts(pass);
    KeepStageMeshes(pass->view, pass->stage);
}

gxGround MakeViewGround(const ViewPass *pass) {
    cdVec3 center;
    double radius;
    GetStageBounds(pass->stage, &center, &radius);
    center.y = pass->stage->ground.height;
    double spacing = pow(10.0, floor(log10(0.12 * radius)));
    const double *origin = pass->camera->origin;
    return (gxGround){
        .shown = HasStageGround(pass->stage),
        .colors = GetGroundColors(pass->view->theme),
        .center = ConvertPoint(center, origin),
        .radius = (float)(3.2 * radius),
        .spacing = (float)spacing,
        .phase = {(float)(-fmod(origin[0], 10.0 * spacing)), (float)(-fmod(origin[2], 10.0 * spacing))}};
}
