// Keeps X server errors from ending the program.
#ifndef GX_X11_ERRORS_H
#define GX_X11_ERRORS_H

// Turns X errors into warnings. Call it after the window is created; has no effect without X11.
void gxSurviveX11Errors(void);

#endif
