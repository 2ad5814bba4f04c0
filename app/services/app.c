// Properties derived from the state of the window.
#include "services/app.h"

double GetPlayPace(const App *app) {
    static const double minSteps = 5.0; // fewer do not show the pace
    double pace = app->paceWanted > minSteps ? app->paceDone / app->paceWanted : 1.0;
    return pace < 0.9 ? pace : 1.0;
}

bool DescribePace(const App *app, char *text, size_t textSize) {
    double pace = GetPlayPace(app);
    snprintf(text, textSize, "world at %.2f of real time", app->playSpeed * pace);
    if (pace == 1.0) text[0] = '\0';
    return pace < 1.0;
}

bool IsLeading(const App *app) {
    StageWorkKind paused = GetPausedStageWork(&app->stage);
    bool isOwn = paused == STAGE_WORK_SHOWN || paused == STAGE_WORK_PLAY || paused == STAGE_WORK_REPLAY;
    return app->pursuit.active || (paused != STAGE_WORK_NONE && !isOwn);
}

void ToggleDockPage(App *app, DockPage page) {
    app->dockPage = app->dockPage == page ? DOCK_CLOSED : page;
}
