// Work of threads that the picture waits for.
#include "services/awaited.h"

#include "services/way_out.h"

static const double soon = 0.3; // seconds: what is there by then has no bar

Awaited FindAwaited(const App *app) {
    const Stage *stage = &app->stage;
    double seconds = 0.0;
    int32_t round = 0;
    if (IsWaySought(app, &round, &seconds))
        return (Awaited){AWAITED_WAY, "a way out", (double)round / GetWayRoundCount(), seconds};
    int32_t object = app->viewOptions.index ? GetAwaitedSolid(stage, &seconds) : -1;
    if (object >= 0 && seconds > soon)
        return (Awaited){AWAITED_SOLID, stage->objects[object].name, GetAwaitedSolidShare(stage), seconds};
    const StageClearance *clearance = &stage->clearance;
    if (clearance->present && clearance->coloured && IsTintHidden(stage))
        return (Awaited){AWAITED_COLORS, stage->objects[clearance->object].name, GetTintShare(stage), -1.0};
    return (Awaited){0};
}

void CancelAwaited(App *app) {
    AwaitedKind kind = FindAwaited(app).kind;
    if (kind == AWAITED_WAY) EndWaySearch(app);
    if (kind == AWAITED_SOLID) {
        app->viewOptions.index = false;
        InterruptStageSolid(&app->stage);
    }
    if (kind == AWAITED_COLORS) app->viewOptions.clearanceColors = false;
}

bool IsThreadAwaited(const App *app) {
    return IsTintMade(&app->stage) || app->stage.solids.maker || app->waySearch;
}
