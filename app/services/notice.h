// The notice: one line of text that the status line shows for some seconds.
#ifndef APP_NOTICE_H
#define APP_NOTICE_H

#include "services/app.h"

// Shows a text, in place of the one that is there.
void Notify(App *app, const char *format, ...) __attribute__((format(printf, 2, 3)));
void ClearNotice(App *app);
// Clears a notice whose time is over. True: it has cleared one.
bool ExpireNotice(App *app, double now);

#endif
