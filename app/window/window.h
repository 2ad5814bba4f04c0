// The window: the interactive program, from its arguments to its exit code.
#ifndef APP_WINDOW_H
#define APP_WINDOW_H

// Opens the window and runs until it is closed. `args[argCount]` is what follows the program's name when that
// is not a command: options (--scene, --size, --frames, --status, --screenshot ...) and a scene file, a
// recording or meshes. Returns the exit code: 0 done, 1 the work failed, 2 the call was wrong.
int RunWindow(int argCount, char *const args[]);

// The text of `firstcontact --help` about the window's options. @lifetime static
const char *GetWindowUsage(void);

#endif
