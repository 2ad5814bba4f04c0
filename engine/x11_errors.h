// Errors of an X server that must not end the program.
#ifndef GX_X11_ERRORS_H
#define GX_X11_ERRORS_H

// Makes X errors warnings. Call it after the window was created; does nothing where GLFW does not use X11.
void gxSurviveX11Errors(void);

#endif
