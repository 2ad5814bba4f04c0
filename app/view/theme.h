// Themes; their colours are in palette.h.
#ifndef APP_THEME_H
#define APP_THEME_H

typedef enum Theme { THEME_DARK = 0, THEME_LIGHT, THEME_COUNT } Theme;

const char *GetThemeName(Theme theme); // "dark", "light". @lifetime static

#endif
