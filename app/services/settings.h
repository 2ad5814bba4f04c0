// Settings that the window keeps between two runs: theme, size of letters, shown panels, recent files.
//
// A small JSON file, $XDG_CONFIG_HOME/firstcontact/settings.json (or in ~/.config). A file that is missing
// says nothing; one that is broken, has a key that is not known, or is of another version is told of, not
// used and left as it is. Modes and scenes are not remembered: each start is the same.
#ifndef APP_SETTINGS_H
#define APP_SETTINGS_H

#include "services/recent.h"
#include "view/theme.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct Settings {
    Theme theme;
    double scale; // of letters; 0: as the display asks for
    bool panels, informationLine, timeline;
    RecentFiles recent;
} Settings;

#define LEAST_SCALE 0.5
#define MOST_SCALE  4.0

Settings GetDefaultSettings(void);
// The file's name; false where neither variable is set, or the name is too long.
bool GetSettingsPath(char *path, size_t pathSize);
// Leaves the settings as they are when there is no file. @errors false with "FILE:LINE: what is wrong", and
// the settings as they were
bool ReadSettings(const char *path, Settings *settings, char *message, size_t messageSize);
// Makes the file's folder where there is none. @errors false with a message; the old file is kept
bool WriteSettings(const char *path, const Settings *settings, char *message, size_t messageSize);

#endif
