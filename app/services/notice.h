// The notice: one line of text that the status line shows for some seconds.
#ifndef APP_NOTICE_H
#define APP_NOTICE_H

#include "services/app.h"

// Shows a text in place of the present one.
void Notify(App *app, const char *format, ...) __attribute__((format(printf, 2, 3)));
void ClearNotice(App *app);
// Clears an expired notice. Returns true if it did.
bool ExpireNotice(App *app, double now);

#endif
