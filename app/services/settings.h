// Settings kept between runs of the window: theme, size of letters, shown panels, recent files.
//
// Stored as a small JSON file, $XDG_CONFIG_HOME/firstcontact/settings.json (or in ~/.config). A missing file
// is no error. A file that is broken, has an unknown key or is of another version is reported, ignored and
// kept. Modes and scenes are not stored: each start is the same.
#ifndef APP_SETTINGS_H
#define APP_SETTINGS_H

#include "services/recent.h"
#include "view/theme.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct Settings {
    Theme theme;
    double scale; // of letters; 0: by the display
    bool panels, informationLine, timeline;
    RecentFiles recent;
} Settings;

#define MIN_SCALE 0.5
#define MAX_SCALE 4.0

Settings GetDefaultSettings(void);
// Returns the file's name; false if neither variable is set, or the name is too long.
bool GetSettingsPath(char *path, size_t pathSize);
// Keeps the settings if there is no file. @errors false with "FILE:LINE: what is wrong", and unchanged
// settings
bool ReadSettings(const char *path, Settings *settings, char *message, size_t messageSize);
// Creates the file's folder if necessary. @errors false with a message; keeps the old file
bool WriteSettings(const char *path, const Settings *settings, char *message, size_t messageSize);

#endif
