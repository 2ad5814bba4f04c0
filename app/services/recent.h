// Files that were opened or saved of late.
#ifndef APP_RECENT_H
#define APP_RECENT_H

#include <stdint.h>

enum { RECENT_MAX = 8, RECENT_SIZE = 1024 };

// The newest first, none twice.
typedef struct RecentFiles {
    char paths[RECENT_MAX][RECENT_SIZE]; // paths[count], absolute
    int32_t count;
} RecentFiles;

// Puts a file first in the list, by its absolute path. The oldest goes where there is no room. A name that no
// file has changes nothing.
void AddRecentFile(RecentFiles *recent, const char *path);

#endif
