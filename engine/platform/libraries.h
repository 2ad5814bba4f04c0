// Shared libraries that are loaded by their name at run time.
#ifndef GX_LIBRARIES_H
#define GX_LIBRARIES_H

#include <stdbool.h>

typedef struct gxLibrary gxLibrary;

// Loads a library. @errors NULL: it is not installed
gxLibrary *gxOpenLibrary(const char *name);
// Returns a library that the program has loaded already. @errors NULL: it has not
gxLibrary *gxFindOpenLibrary(const char *name);
// Releases the library. It stays loaded while others use it. NULL is allowed.
void gxCloseLibrary(gxLibrary *library);
// Stores the address of a function in `function`, a pointer to a function pointer: ISO C has no cast from an
// object pointer to a function pointer. @errors false: there is no such function; stores NULL
bool gxFindFunction(gxLibrary *library, const char *name, void *function);

#endif
