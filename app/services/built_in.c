// Begins to load built-in scenes, in the order of their list.
//
// A scene that cannot be opened, for example without the bunny's package, is skipped; the status line says
// what to do as soon as another one has opened.
#include "services/built_in.h"

#include "engine/message.h"
#include "services/loads.h"
#include "stage/apply.h"
#include "stage/entries.h"

#include <stdio.h>
#include <string.h>

static void load(App *app, const LoadDef *def) {
    AddLoad(app, CreateLoad(def, &def->builtIn->name, 1));
}

// Loads belong to the present scene.
static void replaceLoads(App *app, const LoadDef *def) {
    CancelLoads(app);
    app->loads.trouble[0] = '\0';
    load(app, def);
}

void OpenScene(App *app, const Scene *scene) {
    replaceLoads(app, &(LoadDef){.kind = LOAD_BUILT_IN, .builtIn = scene});
}

void OpenSceneAgain(App *app) {
    LoadDef def = {.kind = LOAD_BUILT_IN, .builtIn = app->stage.scene, .hasParams = true};
    memcpy(def.params, app->stage.data.params, sizeof def.params);
    replaceLoads(app, &def);
}

void KeepChangedParams(const Stage *present, const LoadDef *def, Stage *loaded) {
    if (!def->hasParams || present->scene != def->builtIn) return;
    for (int32_t i = 0; i < def->builtIn->paramCount; ++i) {
        double value = present->data.params[i];
        if (value != def->params[i]) ApplyStageEntry(loaded, MakeSetParam(i, value));
    }
}

bool IsSceneComing(const App *app) {
    return IsLoading(app) && GetLoadKind(app->loads.queue[0]) == LOAD_BUILT_IN;
}

// Returns the neighbour of a scene in the list; of NULL, that of the first.
static const Scene *getNeighbour(const Scene *scene, int32_t direction) {
    int32_t count = 0, at = 0;
    const Scene *const *scenes = GetScenes(&count);
    for (int32_t i = 0; i < count; ++i)
        if (scenes[i] == scene) at = i;
    return scenes[(at + direction + count) % count];
}

void StepScene(App *app, int direction) {
    const Scene *from = IsSceneComing(app) ? GetLoadDef(app->loads.queue[0])->builtIn : app->stage.scene;
    LoadDef def = {.kind = LOAD_BUILT_IN, .direction = direction < 0 ? -1 : 1};
    def.builtIn = getNeighbour(from, def.direction);
    replaceLoads(app, &def);
}

void OpenDefaultScene(App *app) {
    replaceLoads(app, &(LoadDef){.kind = LOAD_BUILT_IN, .builtIn = getNeighbour(NULL, 0), .direction = 1});
}

bool OpenFollowingScene(App *app, const LoadDef *failed, const char *message) {
    int32_t count = 0;
    GetScenes(&count);
    LoadDef def = *failed;
    def.builtIn = getNeighbour(failed->builtIn, failed->direction);
    if (failed->direction == 0 || ++def.skipped == count) return false;
    gxReport(GX_ERROR, "%s", message);
    if (!app->loads.trouble[0]) snprintf(app->loads.trouble, sizeof app->loads.trouble, "%s", message);
    load(app, &def);
    return true;
}
