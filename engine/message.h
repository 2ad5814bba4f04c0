// What the engine has to say: warnings and errors, handed to one callback.
//
// The engine neither prints nor exits. The program installs a function that does what it wants with the text;
// until then messages are dropped. Errors are counted in either case, so that a run can end with a failing
// exit code.
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

// Reports that a picture lacks something because there was no memory for it. The error counts each time and
// is said once.
void gxReportNoMemory(void);

// Errors reported since the program began.
int gxGetErrorCount(void);

#ifdef __cplusplus
}
#endif
#endif
