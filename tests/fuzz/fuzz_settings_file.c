// Reads any bytes as the settings file: must give a message with the line and unchanged settings, or valid
// settings.
//
// Red: a read past the end of the text, a leak when settings are rejected halfway, an invalid letter size or
// theme, part of a rejected file in use.
#define _GNU_SOURCE // memfd_create
#include "fuzz/fuzz.h"
#include "services/settings.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static void require(bool holds) {
    if (!holds) abort();
}

static bool areEqual(const Settings *a, const Settings *b) {
    return a->theme == b->theme && a->scale == b->scale && a->panels == b->panels &&
           a->informationLine == b->informationLine && a->timeline == b->timeline;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    int file = memfd_create("settings", 0);
    require(file >= 0 && write(file, bytes, size) == (ssize_t)size);
    char path[64], message[512] = "";
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    const Settings before = {.theme = THEME_LIGHT, .scale = 1.25, .timeline = true};
    Settings settings = before;
    if (ReadSettings(path, &settings, message, sizeof message)) {
        require(settings.theme == THEME_DARK || settings.theme == THEME_LIGHT);
        require(settings.scale == 0.0 || (settings.scale >= MIN_SCALE && settings.scale <= MAX_SCALE));
    } else {
        require(strncmp(message, path, strlen(path)) == 0 && areEqual(&settings, &before));
    }
    close(file);
    return 0;
}
