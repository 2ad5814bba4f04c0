// Settings survive being written and read; what is broken is told by its line and changes nothing.
// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on
#include "services/settings.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char folder[] = "/tmp/settings-XXXXXX";

static int makeFolder(void **state) {
    (void)state;
    return mkdtemp(folder) ? 0 : -1;
}

static int removeFolder(void **state) {
    (void)state;
    char path[128];
    static const char *const parts[] = {"/a/b/settings.json", "/a/b", "/a", "/broken.json", ""};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; ++i) {
        snprintf(path, sizeof path, "%s%s", folder, parts[i]);
        remove(path);
    }
    return 0;
}

static void assertSame(const Settings *a, const Settings *b) {
    assert_int_equal(a->theme, b->theme);
    assert_true(a->scale == b->scale);
    assert_int_equal(a->panels, b->panels);
    assert_int_equal(a->informationLine, b->informationLine);
    assert_int_equal(a->timeline, b->timeline);
}

// Into folders that are not there yet, and back. Red: a key written under one name and read under another, a
// folder that has to be made by hand.
static void testRoundTrip(void **state) {
    (void)state;
    char path[128], message[512] = "";
    snprintf(path, sizeof path, "%s/a/b/settings.json", folder);
    Settings changed = {THEME_LIGHT, 1.5, false, false, false}, read = GetDefaultSettings();
    assert_true(ReadSettings(path, &read, message, sizeof message)); // no file: nothing to say
    Settings usual = GetDefaultSettings();
    assertSame(&read, &usual);
    if (!WriteSettings(path, &changed, message, sizeof message)) fail_msg("%s", message);
    if (!ReadSettings(path, &read, message, sizeof message)) fail_msg("%s", message);
    assertSame(&read, &changed);
    if (!WriteSettings(path, &usual, message, sizeof message)) fail_msg("%s", message);
    if (!ReadSettings(path, &read, message, sizeof message)) fail_msg("%s", message);
    assertSame(&read, &usual);
}

// Each mistake is named with file and line, and the settings stay as they were, also those that stand before
// the mistake. Red: a crash, half of a broken file taken, a scale of a million.
static void testBrokenFiles(void **state) {
    (void)state;
    static const struct {
        const char *text;
        int line;
    } files[] = {{"", 1},
                 {"{\n\"theme\": \"light\",\n", 3},
                 {"[1, 2]", 1},
                 {"{\n\"theme\": \"light\",\n\"panels\": 3}", 3},
                 {"{\n\"theme\": \"pink\"}", 2},
                 {"{\n\"theme\": \"light\",\n\n\"scale\": 1e6}", 4},
                 {"{\"scale\": -1}", 1},
                 {"{\n\"unknown\": 1}", 2},
                 {"{\n\"settings\": 2,\n\"unknown\": 1}", 2},
                 {"{\"panels\": true} and more", 1}};
    char path[128], message[512], start[160];
    snprintf(path, sizeof path, "%s/broken.json", folder);
    for (size_t i = 0; i < sizeof files / sizeof *files; ++i) {
        FILE *file = fopen(path, "w");
        assert_non_null(file);
        fputs(files[i].text, file);
        fclose(file);
        Settings read = GetDefaultSettings(), usual = read;
        message[0] = '\0';
        if (ReadSettings(path, &read, message, sizeof message)) fail_msg("file %d was taken", (int)i);
        snprintf(start, sizeof start, "%s:%d: ", path, files[i].line);
        if (strncmp(message, start, strlen(start)) != 0) fail_msg("file %d: %s", (int)i, message);
        assertSame(&read, &usual);
    }
}

// Red: a relative XDG_CONFIG_HOME obeyed, settings in the root folder when nothing is set.
static void testPath(void **state) {
    (void)state;
    char path[64];
    setenv("HOME", "/home/somebody", 1);
    setenv("XDG_CONFIG_HOME", "/etc/xdg", 1);
    assert_true(GetSettingsPath(path, sizeof path));
    assert_string_equal(path, "/etc/xdg/firstcontact/settings.json");
    setenv("XDG_CONFIG_HOME", "relative", 1);
    assert_true(GetSettingsPath(path, sizeof path));
    assert_string_equal(path, "/home/somebody/.config/firstcontact/settings.json");
    assert_false(GetSettingsPath(path, 20));
    unsetenv("XDG_CONFIG_HOME");
    unsetenv("HOME");
    assert_false(GetSettingsPath(path, sizeof path));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testRoundTrip),
        cmocka_unit_test(testBrokenFiles),
        cmocka_unit_test(testPath),
    };
    return cmocka_run_group_tests(tests, makeFolder, removeFolder);
}
