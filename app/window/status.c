// The status lines, for tests and scripts.
//
// Input: the program's state just drawn. Output: one JSON object a line, to the file of --status. Positions
// are in pixels of the window from its top left.
#include "window/status.h"

#include "engine/camera.h"
#include "engine/ui.h"
#include "engine/window.h"
#include "hand/lead.h"
#include "scenes/json_write.h"
#include "scenes/names.h"
#include "services/awaited.h"
#include "services/loads.h"
#include "services/sides.h"
#include "services/sight.h"
#include "services/viewpoint.h"
#include "services/way_edges.h"
#include "stage/shown/step_text.h"
#include "view/way_handles.h"

static void writeSteps(FILE *out, const char *key, const TestTally *tally) {
    fprintf(out, ",\"%s\":[", key);
    int32_t most = GetMostSteps(tally);
    for (int32_t k = 0; k <= most; ++k)
        fprintf(out, "%s%d", k ? "," : "", (int)tally->steps[k]);
    fprintf(out, "]");
}

// The histogram of the panel: number of tests, and how many of them took 0, 1, 2 ... steps.
static void writeTally(FILE *out, const TallyWindow *window) {
    const SeparationTally *sum = &window->sum;
    fprintf(out, ",\"tally_frames\":%d,\"tests_apart\":%d,\"tests_colliding\":%d", (int)sum->frames,
            (int)sum->apart.tests, (int)sum->colliding.tests);
    writeSteps(out, "steps_apart", &sum->apart);
    writeSteps(out, "steps_colliding", &sum->colliding);
    fprintf(out, ",\"cache_hits\":%d", (int)(sum->apart.cacheHits + sum->colliding.cacheHits));
}

// A point of the world in pixels of the window, or null.
static void writePosition(FILE *out, const App *app, const char *key, bool present, cdVec3 p) {
    double point[3] = {p.x, p.y, p.z}, x, y;
    bool seen = present && gxProjectPoint(&app->camera, point, app->layout.width, app->layout.height, &x, &y);
    if (seen)
        fprintf(out, ",\"%s\":[%.1f,%.1f]", key, app->layout.x + x, app->layout.y + y);
    else
        fprintf(out, ",\"%s\":null", key);
}

static void writeQuery(FILE *out, const App *app) {
    const StageQuery *query = &app->stage.query;
    bool meets = query->contact.state == CD_CONTACT && query->contact.kind != CD_NO_CONTACT;
    fprintf(out, ",\"status\":\"%s\",\"t\":", GetStatusName(query->status));
    if (query->present && query->mode == SCENE_CONTINUOUS)
        WriteJsonNumber(out, query->contact.t.lo);
    else
        fprintf(out, "null");
    WriteJsonStringField(out, "kind", GetContactKindNames()[query->contact.kind], meets);
    const char *met = query->obstacle >= 0 ? app->stage.objects[query->obstacle].name : "";
    WriteJsonStringField(out, "met", met, query->obstacle >= 0);
    fprintf(out, ",\"ground\":%s", HasStageGround(&app->stage) ? "true" : "false");
    fprintf(out, ",\"late\":%s,\"pair_tests\":%lld", query->late || IsLeading(app) ? "true" : "false",
            (long long)query->contact.stats.pairTests);
    fprintf(out, ",\"searching\":%s,\"query_ms\":%.2f,\"frame_tests\":%lld",
            GetPausedStageWork(&app->stage) == STAGE_WORK_SHOWN ? "true" : "false", 1e3 * app->queryTime,
            (long long)STAGE_CALL_TESTS * app->stage.limit.frameCalls);
}

// True if the convex hulls are shown, and the last query's result of them.
static void writeProxy(FILE *out, const App *app) {
    const StageQuery *query = &app->stage.query;
    const cdProxy *proxy = &query->contact.proxy;
    fprintf(out, ",\"hulls_shown\":%s,\"hulls\":", app->viewOptions.proxy ? "true" : "false");
    if (query->proxyObstacle < 0)
        fprintf(out, "null");
    else
        fprintf(out, "\"%s\",\"hulls_cached\":%s,\"hulls_steps\":%d",
                proxy->separated ? "separated" : "not separated", proxy->cacheHit ? "true" : "false",
                (int)proxy->iterations);
}

// The object whose index is shown, the location of the point under the cursor, and the segment's pieces.
static void writeProbe(FILE *out, const App *app) {
    const StageProbe *probe = &app->stage.probe;
    const StageSolid *solid = FindStageSolid(&app->stage, probe->object);
    char text[48];
    fprintf(out, ",\"index_of\":");
    if (probe->object < 0 || !solid || !solid->solid) {
        fprintf(out, "null");
        return;
    }
    WriteJsonString(out, app->stage.objects[probe->object].name);
    fprintf(out, ",\"index_depth\":%d,\"probe\":", (int)app->viewOptions.indexDepth);
    if (probe->hasPoint) {
        cdDescribeLocation(solid->solid, probe->location, text, sizeof text);
        fprintf(out, "\"%s\",\"probe_path\":%d", text, (int)probe->pathCount);
    } else {
        fprintf(out, "null");
    }
    fprintf(out, ",\"pieces\":[");
    for (int32_t i = 0; probe->hasSegment && i < probe->pieceCount; ++i) {
        cdDescribeLocation(solid->solid, probe->pieces[i].location, text, sizeof text);
        fprintf(out, "%s\"%s\"", i > 0 ? "," : "", text);
    }
    fprintf(out, "]");
}

// The number of contact regions, the number of sufficient ones, and their greatest age.
static void writeRegions(FILE *out, const App *app) {
    const StageRegions *all = &app->stage.regions;
    int32_t age = -1, persistent = 0, counts[3] = {0, 0, 0};
    for (int32_t i = 0; all->present && i < all->count; ++i) {
        const cdContactRegion *region = GetStageRegion(&app->stage, i);
        if (!region->sufficient) continue;
        age = region->age > age ? region->age : age;
        persistent += region->origin != CD_NORMALS_COMPUTED;
        ++counts[region->dimension];
    }
    fprintf(out, ",\"regions_shown\":\"%s\"",
            !app->viewOptions.contact   ? "none"
            : app->viewOptions.wholeSet ? "whole"
                                        : "sufficient");
    fprintf(out, ",\"touch\":\"%s\",\"regions\":%d,\"sufficient\":%d", GetTouchName(all->state),
            (int)all->count, (int)all->sufficientCount);
    fprintf(out, ",\"sufficient_by_dimension\":[%d,%d,%d],\"persistent\":%d,\"region_age\":%d",
            (int)counts[0], (int)counts[1], (int)counts[2], (int)persistent, (int)age);
    fprintf(out, ",\"overlaps\":%d", (int)app->stage.overlaps.count);
    fprintf(out, ",\"regions_by_index\":%d", (int)all->indexedCount);
    fprintf(out, ",\"region_chosen\":%d,\"regions_us\":%.1f", (int)FindChosenRegion(&app->stage),
            all->microseconds);
}

// The minimum distance of the object from the others, and the obstacle that it belongs to.
static void writeClearance(FILE *out, const App *app) {
    const StageClearance *clearance = &app->stage.clearance;
    fprintf(out, ",\"clearance\":");
    if (!clearance->present) {
        fprintf(out, "null");
        return;
    }
    WriteJsonNumber(out, clearance->distance.distance);
    fprintf(out, ",\"clearance_us\":%.1f,\"clearance_from\":", clearance->microseconds);
    WriteJsonString(out, app->stage.objects[clearance->obstacle].name);
    fprintf(out, ",\"clearance_colours\":\"%s\"",
            !clearance->coloured          ? "off"
            : IsClearanceDue(&app->stage) ? "coming"
                                          : "true");
}

static void writeNumber(FILE *out, const char *key, double value) {
    fprintf(out, ",\"%s\":", key);
    WriteJsonNumber(out, value);
}

// The ray from the pointer: its first hit.
static void writeRay(FILE *out, const App *app) {
    const StageRay *ray = &app->stage.ray;
    if (!ray->present || ray->count == 0) {
        fprintf(out, ",\"ray\":%s", ray->present ? "\"nothing\"" : "null");
        return;
    }
    char feature[48];
    const cdRayHit *hit = &ray->hits[0].hit;
    cdDescribeFeature(hit->feature, feature, sizeof feature);
    WriteJsonStringField(out, "ray", GetStageBodyName(&app->stage, ray->hits[0].object), true);
    fprintf(out, ",\"ray_feature\":\"%s\",\"ray_hits\":%d,\"ray_kept\":%s", feature, (int)ray->hitCount,
            app->ray.kept ? "true" : "false");
    writeNumber(out, "ray_distance", hit->distance);
}

// The state of the world, and the motion of the selected body.
static void writeWorld(FILE *out, const App *app) {
    const Stage *stage = &app->stage;
    const StageWorld *world = &stage->world;
    const char *state = world->still ? "resting" : "moving";
    fprintf(out, ",\"world\":\"%s\"", world->present ? state : "none");
    writeNumber(out, "speed", app->playSpeed);
    writeNumber(out, "pace", GetPlayPace(app));
    if (!world->present) return;
    fprintf(out, ",\"bodies\":%d,\"bodies_resting\":%d,\"world_contacts\":%d", (int)world->bodyCount,
            (int)world->asleepCount, (int)world->step.contacts);
    fprintf(out, ",\"events\":%lld,\"impacts\":%lld", (long long)world->eventCount,
            (long long)world->impactCount);
    writeNumber(out, "kinetic", world->energy.kinetic);
    writeNumber(out, "energy", world->energy.kinetic + world->energy.potential);
    writeNumber(out, "drift", world->drift);
    writeNumber(out, "lost_time", world->blockedTime);
    writeNumber(out, "step_us", world->microseconds);
    if (stage->selected < 0 || !stage->objects[stage->selected].isBody) return;
    cdBodyState body = cdGetBodyState(world->scene.world, world->scene.bodies[stage->selected]);
    fprintf(out, ",\"velocity\":");
    WriteJsonVector(out, body.velocity);
}

// The route of the two boxes, the time on it, and the position of its timeline in the window.
static void writeBoxes(FILE *out, const App *app) {
    const StageBoxes *boxes = &app->stage.boxes;
    const Layout *layout = &app->layout;
    if (!boxes->present) return;
    bool meets = boxes->contact.state == CD_CONTACT;
    fprintf(out, ",\"route\":");
    WriteJsonString(out, GetBoxRouteName(&app->stage));
    fprintf(out, ",\"route_by_hand\":%s", boxes->byHand ? "true" : "false");
    writeNumber(out, "route_t", boxes->t);
    fprintf(out, ",\"route_state\":\"%s\",\"boxes\":\"%s\"", GetStatusName(GetStateStatus(boxes->state)),
            GetStatusName(GetStateStatus(boxes->contact.state)));
    writeNumber(out, "boxes_t", boxes->contact.t.lo);
    fprintf(out, ",\"boxes_kind\":\"%s\",\"part\":%d,\"parts\":%d,\"planes\":%d",
            GetContactKindNames()[meets ? boxes->contact.pair.kind : CD_NO_CONTACT],
            (int)FindBoxPart(boxes, boxes->t) + 1, (int)boxes->partCount, (int)boxes->contact.planeCount);
    fprintf(out, ",\"boxes_us\":%.3f,\"insets\":%s,\"timeline\":[%d,%d,%d,%d]", boxes->microseconds,
            app->viewOptions.insets ? "true" : "false", layout->x, layout->y + layout->height, layout->width,
            layout->timeline);
}

// The page "Step by step": its cursor, and the remaining interval of the step there.
static void writeStepPage(FILE *out, const Stage *stage) {
    const StageSteps *steps = &stage->steps;
    if (!HasStep(stage)) {
        fprintf(out, ",\"steps\":%s", steps->open ? "\"none\"" : "null");
        return;
    }
    fprintf(out, ",\"steps\":\"%s\",\"steps_event\":%d,\"steps_total\":%d,\"steps_kind\":\"%s\"",
            GetStepsSearchName(steps->search), (int)steps->at + 1, (int)steps->trace.eventCount,
            GetStepKindName(steps->shown.event.kind));
    writeNumber(out, "steps_t", steps->shown.limit);
    fprintf(out, ",\"steps_elements\":%d,\"steps_shortened\":%d,\"steps_truncated\":%s",
            (int)steps->shown.counts[CD_TRACE_ELEMENTS], (int)steps->shown.counts[CD_TRACE_SHORTENED],
            steps->trace.truncated ? "true" : "false");
}

// The current lesson: its stop, whether its event is shown and its goal reached. None while its scene loads.
static void writeLesson(FILE *out, const App *app) {
    const LessonRun *run = &app->lesson.run;
    if (!run->lesson || app->lesson.awaited > 0) {
        fprintf(out, ",\"lesson\":null");
        return;
    }
    fprintf(
        out,
        ",\"lesson\":\"%s\",\"lesson_stop\":%d,\"lesson_shows\":%s,\"lesson_reached\":%s,\"lesson_moves\":%s",
        run->lesson->name, (int)run->stop + 1, run->shows ? "true" : "false",
        run->reached[run->stop] ? "true" : "false", app->lesson.moves ? "true" : "false");
}

// Returns the drawn fraction of the window's pixels.
static double getPainted(const App *app) {
    double pixels = 0.0, all = (double)app->layout.windowWidth * app->layout.windowHeight;
    for (int i = 0; i < app->partCount; ++i)
        pixels += (double)app->parts[i].width * app->parts[i].height;
    return all > 0.0 ? pixels / all : 0.0;
}

// The thread that the picture waits for, the file that is being loaded, its progress, the quality of moving
// pictures, and the last frame's drawn fraction and time: by the clock and of the processor.
static void writeLoading(FILE *out, const App *app) {
    static const char *const awaited[] = {"nothing", "solid", "colours", "way"};
    fprintf(
        out,
        ",\"fine\":%s,\"quality\":%d,\"painted\":%.4f,\"frame_ms\":%.2f,\"processor_ms\":%.2f,\"awaited\":\"%s\",\"loading\":",
        app->fineIsDue ? "false" : "true", (int)app->quality.moving, getPainted(app), 1e3 * app->frameTime,
        1e3 * app->processorTime, awaited[FindAwaited(app).kind]);
    if (!IsLoading(app)) {
        fprintf(out, "null,\"progress\":null");
        return;
    }
    LoadState state = GetLoadState(app->loads.queue[0]);
    WriteJsonString(out, state.name);
    fprintf(out, ",\"loading_step\":\"%s\",\"progress\":%.3f,\"loads\":%d", state.step, state.progress,
            (int)app->loads.count);
}

// The way out: its certificate, and the positions of its handles in the window, x and y of each; waypoints
// and middles of edges apart.
static void writeWay(FILE *out, const App *app) {
    const Way *way = &app->way;
    WayHandle handles[WAY_HANDLE_MAX];
    int32_t count = 0;
    if (way->nodeCount > 0 && way->object < app->stage.objectCount) {
        Sight sight = GetSight(app);
        WaySight picture = {app->stage.objects[way->object].info.center, sight.camera, sight.width,
                            sight.height, app->shownScale};
        count = ListWayHandles(way, &picture, handles);
    }
    fprintf(out, ",\"way_nodes\":%d,\"way_at\":%.4f,\"way_plays\":%s", (int)way->nodeCount, app->wayPlay.at,
            app->wayPlay.plays ? "true" : "false");
    fprintf(out,
            ",\"way_certified\":%s,\"way_blocked\":%d,\"way_open\":%d,\"way_lit\":%.1f,\"way_measured\":%s",
            IsWayCertified(way) ? "true" : "false", (int)CountWayEdges(way, WAY_EDGE_BLOCKED),
            (int)CountWayEdges(way, WAY_EDGE_OPEN), way->lit, way->partCount > 0 ? "true" : "false");
    for (int middles = 0; middles < 2; ++middles) {
        const char *separator = "";
        fprintf(out, middles ? ",\"way_middles\":[" : ",\"way_handles\":[");
        for (int32_t i = 0; i < count; ++i) {
            if (IsWaypointHandle(handles[i].at) == (middles == 1)) continue;
            fprintf(out, "%s%.1f,%.1f", separator, app->layout.x + handles[i].x,
                    app->layout.y + handles[i].y);
            separator = ",";
        }
        fprintf(out, "]");
    }
}

// Devices, stereo and films.
static void writeDevices(FILE *out, const App *app) {
    static const char *const stereos[] = {"off", "anaglyph", "side-by-side", "squeezed"};
    const Steering *steering = &app->steering;
    fprintf(out, ",\"gamepad\":%s,\"six_axes\":", steering->padPresent ? "true" : "false");
    if (steering->capPresent)
        WriteJsonString(out, steering->spaceMouse.name);
    else
        fprintf(out, "null");
    fprintf(out, ",\"pushing\":%s,\"stereo\":\"%s\",\"film\":", steering->pushes ? "true" : "false",
            stereos[app->viewOptions.stereo]);
    if (app->filming.active)
        WriteJsonString(out, app->filming.name);
    else
        fprintf(out, "null");
}

// The recording, the replay, and the position of its timeline in the window.
static void writeReplay(FILE *out, const App *app) {
    const Layout *layout = &app->layout;
    const StagePlayer *player = &app->replay.player;
    fprintf(out, ",\"recording\":%s,\"replay\":%s", app->recording.out ? "true" : "false",
            app->replay.active ? "true" : "false");
    fprintf(out, ",\"replay_frame\":%lld,\"replay_frames\":%lld,\"replay_differs\":%lld",
            (long long)player->frame, (long long)player->frameCount, (long long)player->differs);
    fprintf(out, ",\"dock\":[%d,%d,%d,%d]", layout->x, layout->y + layout->height + layout->timeline,
            layout->width, layout->dock);
    fprintf(out, ",\"track\":[%d,%d,%d,%d]", layout->x, layout->y + layout->height, layout->width,
            layout->timeline);
}

// The visible panels, and the rectangles of the picture, the panels over it and the dock's content.
static void writeLayout(FILE *out, const App *app) {
    static const char *const pages[DOCK_PAGE_COUNT] = {"closed", "plots", "profile", "energy",
                                                       "steps",  "axes",  "lesson"};
    const Layout *layout = &app->layout;
    fprintf(out, ",\"panels\":\"%s\",\"picture\":[%d,%d,%d,%d],\"over\":[%d,%d]", GetPanelsName(app),
            layout->x, layout->y, layout->width, layout->height, layout->overLeft, layout->overRight);
    fprintf(out, ",\"dock_page\":\"%s\",\"help\":%s", pages[app->dockPage],
            app->helpShown ? "true" : "false");
}

// The rectangles of the visible fields of the panels, each under its name after an "@".
static void writeFields(FILE *out) {
    int count = 0;
    const gxUiField *fields = gxGetUiFields(&count);
    for (int i = 0; i < count; ++i) {
        char name[sizeof fields->name + 1];
        snprintf(name, sizeof name, "@%s", fields[i].name);
        fprintf(out, ",");
        WriteJsonString(out, name);
        fprintf(out, ":[%.0f,%.0f,%.0f,%.0f]", (double)fields[i].x, (double)fields[i].y, (double)fields[i].w,
                (double)fields[i].h);
    }
}

void WriteStatusLine(FILE *out, const App *app) {
    const Stage *stage = &app->stage;
    const StageQuery *query = &stage->query;
    const StageObject *object = stage->selected >= 0 ? &stage->objects[stage->selected] : NULL;
    fprintf(out, "{\"frame\":%lld,\"time\":%.4f,\"scene\":", (long long)app->frame,
            gxGetTime() - app->startTime);
    WriteJsonString(out, stage->data.name);
    fprintf(out, ",\"mode\":\"%s\",\"response\":\"%s\"", GetModeNames()[stage->mode],
            GetResponseNames()[stage->response]);
    writeQuery(out, app);
    fprintf(out, ",\"objects\":%d,\"object\":", (int)CountStageObjects(stage));
    if (object)
        WriteJsonString(out, object->name);
    else
        fprintf(out, "null");
    fprintf(out, ",\"pose\":");
    if (object)
        WriteJsonPose(out, object->pose);
    else
        fprintf(out, "null");
    writeProxy(out, app);
    writeProbe(out, app);
    writeRay(out, app);
    writeTally(out, &stage->tally);
    writeWorld(out, app);
    writeRegions(out, app);
    writeClearance(out, app);
    writeBoxes(out, app);
    writeStepPage(out, stage);
    writeLesson(out, app);
    writeDevices(out, app);
    writeReplay(out, app);
    writeWay(out, app);
    writeLoading(out, app);
    fprintf(out, ",\"playing\":%s,\"scene_time\":%.4f", stage->playing ? "true" : "false", stage->time);
    char view[48];
    DescribeView(&app->camera, app->following.on, view, sizeof view);
    fprintf(out, ",\"view\":\"%s\",\"gizmo\":%s,\"handle\":%d", view,
            app->viewOptions.gizmo ? "true" : "false", (int)app->viewOptions.gizmoHandle);
    fprintf(out, ",\"finder\":%s", app->finderShown ? "true" : "false");
    writeLayout(out, app);
    writeFields(out);
    WriteJsonStringField(out, "notice", app->notice, app->notice[0] != '\0');
    fprintf(out, ",\"held\":%s", app->manipulation.hold != HOLD_NOTHING ? "true" : "false");
    fprintf(out, ",\"query_us\":%.3f,\"fps\":%.2f", query->microseconds, app->framesPerSecond);
    cdVec3 center = object ? cdTransformPoint(object->pose, object->info.center) : (cdVec3){0.0, 0.0, 0.0};
    writePosition(out, app, "center", object != NULL, center);
    writePosition(out, app, "contact", query->present && query->contact.state == CD_CONTACT,
                  query->contact.point);
    fprintf(out, "}\n");
}

void WriteStatus(App *app) {
    FILE *out = app->recorder.status;
    if (!out) return;
    WriteStatusLine(out, app);
    fflush(out);
}
