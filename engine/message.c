// The engine's one channel for messages.
#include "engine/message.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>

static gxMessageFunction *messageFunction;
static void *messageContext;
static int errorCount;

void gxSetMessageFunction(gxMessageFunction *function, void *context) {
    messageFunction = function;
    messageContext = context;
}

void gxReport(gxSeverity severity, const char *format, ...) {
    if (severity == GX_ERROR) ++errorCount;
    if (!messageFunction) return;
    char text[2048];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    messageFunction(severity, text, messageContext);
}

void gxReportNoMemory(void) {
    static bool said;
    if (said)
        ++errorCount;
    else
        gxReport(GX_ERROR, "out of memory: the picture is not complete");
    said = true;
}

int gxGetErrorCount(void) {
    return errorCount;
}
