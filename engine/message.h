// Warnings and errors of the engine, passed to one callback.
//
// The engine neither prints nor exits: the program installs a function that handles messages. Until then they
// are dropped. Errors are always counted, so that a run can end with a failing exit code.
#ifndef GX_MESSAGE_H
#define GX_MESSAGE_H

#ifdef __cplusplus
extern "C" {
#endif

typedef enum gxSeverity { GX_NOTE = 0, GX_WARNING, GX_ERROR } gxSeverity;

typedef void gxMessageFunction(gxSeverity severity, const char *text, void *context);

// NULL drops messages.
void gxSetMessageFunction(gxMessageFunction *function, void *context);

void gxReport(gxSeverity severity, const char *format, ...) __attribute__((format(printf, 2, 3)));

// Reports that a picture is incomplete for lack of memory. Counts each time, reports once.
void gxReportNoMemory(void);

// Returns the number of errors since the program started.
int gxGetErrorCount(void);

#ifdef __cplusplus
}
#endif
#endif
