// The notice of the status line: a text and the time at which it is cleared.
#include "services/notice.h"

#include "engine/platform/clock.h"

#include <stdarg.h>
#include <stdio.h>

static const double shownTime = 6.0; // seconds

void Notify(App *app, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(app->notice, sizeof app->notice, format, arguments);
    va_end(arguments);
    app->noticeEnd = gxGetTime() + shownTime;
}

void ClearNotice(App *app) {
    app->notice[0] = '\0';
    app->noticeEnd = 0.0;
}

bool ExpireNotice(App *app, double now) {
    if (app->noticeEnd == 0.0 || now <= app->noticeEnd) return false;
    ClearNotice(app);
    return true;
}
