// Version, allocator and assertion hooks of the collision library.
//
// Three kinds of trouble use three channels. A programmer's error (a NULL mesh, an index out of range) goes
// to the assertion hook. Bad data (a NaN, a bad index in a file) makes a create function return NULL with a
// report. A numerical or budget limit is a state in the result. The library never prints and never exits by
// itself.
#ifndef COLLISION_BASE_H
#define COLLISION_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CD_VERSION_MAJOR 0 // while it is zero a new minor version may change the interface
#define CD_VERSION_MINOR 2 // more features
#define CD_VERSION_PATCH 0 // the same interface, mended

// Exports a public function from the shared library. Programs that link the shared library on Windows define
// CD_SHARED; the CMake and pkg-config packages do so for them. CD_BUILDING is defined while the library
// itself is compiled. Define CD_API beforehand to replace it.
#ifndef CD_API
#if defined(_WIN32) || defined(__CYGWIN__)
#if !defined(CD_SHARED)
#define CD_API
#elif defined(CD_BUILDING)
#define CD_API __declspec(dllexport)
#else
#define CD_API __declspec(dllimport)
#endif
#elif defined(__GNUC__)
#define CD_API __attribute__((visibility("default")))
#else
#define CD_API
#endif
#endif

#ifdef __cplusplus
extern "C" {
#endif

// Called when a programmer's error is found. May not return; when it does, the call that failed returns an
// undecided or empty result.
typedef void cdAssertFunction(const char *condition, const char *file, int line, void *context);

// Allocates memory for meshes, hulls, workspaces and worlds. Returns NULL when there is no memory.
typedef void *cdAllocateFunction(size_t byteCount, void *context);

// Frees memory that a cdAllocateFunction returned. Never called with NULL.
typedef void cdFreeFunction(void *memory, void *context);

// Zeroed members keep the default (abort with no message, malloc, free).
typedef struct cdHooks {
    cdAssertFunction *assertFailed; // NULL: abort
    cdAllocateFunction *allocate;   // NULL: malloc; set it together with `release`
    cdFreeFunction *release;        // NULL: free
    void *context;                  // handed to each of them
} cdHooks;

// Installs the hooks of the process; NULL installs the defaults. Call it before any mesh or workspace exists;
// not thread safe. The hooks themselves are called from every thread that calls the library.
CD_API void cdSetHooks(const cdHooks *hooks);

#ifdef __cplusplus
}
#endif
#endif
