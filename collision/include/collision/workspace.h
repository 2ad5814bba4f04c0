// Memory that queries work in.
#ifndef COLLISION_WORKSPACE_H
#define COLLISION_WORKSPACE_H

#ifdef __cplusplus
extern "C" {
#endif

// The working memory of one thread; queries that need none take NULL.
typedef struct cdWorkspace cdWorkspace;

#ifdef __cplusplus
}
#endif
#endif
