// Recently opened or saved files.
#ifndef APP_RECENT_H
#define APP_RECENT_H

#include <stdint.h>

enum { RECENT_MAX = 8, RECENT_SIZE = 1024 };

// Newest first, without duplicates.
typedef struct RecentFiles {
    char paths[RECENT_MAX][RECENT_SIZE]; // paths[count], absolute
    int32_t count;
} RecentFiles;

// Puts a file first in the list, by its absolute path. Drops the oldest if the list is full. A nonexistent
// file changes nothing.
void AddRecentFile(RecentFiles *recent, const char *path);

#endif
