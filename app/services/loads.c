// A queue of loads, which run one after the other, and abandoned ones that have not ended yet.
#include "services/loads.h"

#include "services/notice.h"
#include "services/queue.h"

static void begin(App *app) {
    Loads *loads = &app->loads;
    if (loads->count > 0 && !IsLoadStarted(loads->queue[0]))
        StartLoad(loads->queue[0], GetAddedPlacement(&app->stage));
}

void AddLoad(App *app, Load *load) {
    Loads *loads = &app->loads;
    if (!load || loads->count == LOAD_QUEUE_MAX) {
        Notify(app, load ? "Too many files are waiting to be loaded" : "out of memory");
        DestroyLoad(load);
        return;
    }
    loads->queue[loads->count++] = load;
    begin(app);
}

bool IsLoading(const App *app) {
    return app->loads.count > 0;
}

Load *GetFinishedLoad(App *app, double seconds) {
    const Loads *loads = &app->loads;
    return loads->count > 0 && WaitForLoad(loads->queue[0], seconds) ? loads->queue[0] : NULL;
}

static Load *takeFirst(Loads *loads) {
    Load *first = loads->queue[0];
    --loads->count;
    for (int32_t i = 0; i < loads->count; ++i)
        loads->queue[i] = loads->queue[i + 1];
    return first;
}

void EndLoad(App *app) {
    DestroyLoad(takeFirst(&app->loads));
    begin(app);
}

// The oldest makes room: it has had the most time to end.
static void keepDropped(Loads *loads, Load *load) {
    if (loads->droppedCount == LOAD_QUEUE_MAX) {
        DestroyLoad(loads->dropped[0]);
        loads->dropped[0] = loads->dropped[--loads->droppedCount];
    }
    loads->dropped[loads->droppedCount++] = load;
}

void CancelLoads(App *app) {
    Loads *loads = &app->loads;
    while (loads->count > 0) {
        Load *load = takeFirst(loads);
        GiveUpLoad(load);
        if (IsLoadStarted(load))
            keepDropped(loads, load);
        else
            DestroyLoad(load);
    }
}

void UpdateLoads(App *app) {
    Loads *loads = &app->loads;
    for (int32_t i = loads->droppedCount - 1; i >= 0; --i) {
        if (!WaitForLoad(loads->dropped[i], 0.0)) continue;
        DestroyLoad(loads->dropped[i]);
        loads->dropped[i] = loads->dropped[--loads->droppedCount];
    }
    // A mesh joins when the drag has ended; another scene ends the drag.
    bool waits = app->manipulation.hold != HOLD_NOTHING;
    const Load *load = GetFinishedLoad(app, 0.0);
    if (load && (!waits || GetLoadKind(load) == LOAD_BUILT_IN)) IntendSimply(app, INTEND_TAKE_LOADED);
}

void CloseLoads(App *app) {
    CancelLoads(app);
    while (app->loads.droppedCount > 0)
        DestroyLoad(app->loads.dropped[--app->loads.droppedCount]);
}
