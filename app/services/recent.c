// The list of recent files.
#include "services/recent.h"

#include "engine/platform/files.h"

#include <stdlib.h>
#include <string.h>

void AddRecentFile(RecentFiles *recent, const char *path) {
    char *full = gxGetFullPath(path);
    if (!full || strlen(full) >= RECENT_SIZE) {
        free(full);
        return;
    }
    int32_t index = 0;
    while (index < recent->count && strcmp(recent->paths[index], full) != 0)
        ++index;
    if (index == RECENT_MAX) --index; // replaces the oldest
    if (index == recent->count) ++recent->count;
    memmove(recent->paths[1], recent->paths[0], (size_t)index * sizeof recent->paths[0]);
    memcpy(recent->paths[0], full, strlen(full) + 1);
    free(full);
}
