// Version, allocator and assertion hooks of the collision library.
//
// There are three kinds of errors. A programmer's error (a NULL mesh, an index out of range) calls the
// assertion hook. Bad data (a NaN, a bad index in a file) makes a create function return NULL with a report.
// A numerical or budget limit is a state in the result. The library never prints and never exits by itself.
#ifndef COLLISION_BASE_H
#define COLLISION_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CD_VERSION_MAJOR 0 // while it is zero, a minor version may change the interface
#define CD_VERSION_MINOR 2 // additions to the interface
#define CD_VERSION_PATCH 0 // corrections, same interface

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

// Initialises a struct or an array of structs to zero: `cdPairCache cache = CD_ZERO;`. Zeroed members of an
// input mean their documented defaults. A zeroed cache is empty. Poses have no default: a zeroed quaternion
// is refused (CD_REASON_NOT_UNIT). Use cdIdentityPose().
// clang-format off
#ifdef __cplusplus
#define CD_ZERO {}
#else
#define CD_ZERO {0}
#endif
// clang-format on

#ifdef __cplusplus
extern "C" {
#endif

// Hooks of the library. NULL members keep the default (abort without a message, malloc, free).
typedef struct cdHooks {
    // Called for a programmer's error. Need not return; if it does, the failed call returns an undecided or
    // empty result. NULL: abort
    void (*assertFailed)(const char *condition, const char *file, int line, void *context);
    // Allocates memory for meshes, hulls, workspaces and worlds. Returns NULL if there is no memory. Set it
    // together with `release`. NULL: malloc, or aligned_alloc and huge pages for blocks of 4 MiB and more
    void *(*allocate)(size_t byteCount, void *context);
    // Frees memory that `allocate` returned. Never called with NULL. NULL: free
    void (*release)(void *memory, void *context);
    void *context; // passed to each hook
} cdHooks;

// Installs the hooks of the process; NULL installs the defaults. Not thread safe: call it before any mesh or
// workspace exists. The hooks are called from every thread that calls the library.
CD_API void cdSetHooks(const cdHooks *hooks);

// Reasons why a mesh, its solid or a hull is not built.
typedef enum cdBuildError {
    CD_BUILD_OK = 0,         // no error
    CD_BUILD_NO_POINTS,      // a hull without points
    CD_BUILD_NO_TRIANGLES,   // a mesh without triangles
    CD_BUILD_NOT_FINITE,     // errorPoint of the report: index of the point
    CD_BUILD_TOO_LARGE,      // more than 2^29 triangles or points, or coordinates beyond 1e100
    CD_BUILD_BAD_INDEX,      // errorTriangle of the report: index of the triangle
    CD_BUILD_BAD_RADIUS,     // the rounding radius is negative, not finite, with an allowance, or 0 (sphere,
                             // capsule)
    CD_BUILD_TOO_THIN,       // the allowance turns triangles or the volume over (cdInset.invertedCount)
    CD_BUILD_FAILED,         // no hull; only if the caller has changed the mode of rounding
    CD_BUILD_OPEN,           // no solid: edges of one triangle
    CD_BUILD_NON_MANIFOLD,   // no solid: edges of more than two triangles, vertices of more than one fan
    CD_BUILD_FLIPPED,        // no solid: neighbouring triangles of opposite orientations
    CD_BUILD_INSIDE_OUT,     // no solid: a shell with inward triangles, negative volume
    CD_BUILD_FLAT,           // no solid: a shell no thicker than the tolerance on average (2 volume / area)
    CD_BUILD_CROSSES_ITSELF, // no solid, with cdMeshDef.refuseIntersections: triangles that cross each other
    CD_BUILD_OUT_OF_MEMORY,  // byteCount of a cdMeshReport: bytes requested
    CD_BUILD_INTERRUPTED,    // cdBuildWatch.interrupt returned true
    CD_BUILD_ERROR_COUNT
} cdBuildError;

// Returns a lower-case name for messages, such as "no triangles". @lifetime static
CD_API const char *cdGetBuildErrorName(cdBuildError error);

#ifdef __cplusplus
}
#endif
#endif
