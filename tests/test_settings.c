// Settings read back as written; errors are reported with their line and change nothing.
// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on
#include "services/recent.h"
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
    assert_int_equal(a->recent.count, b->recent.count);
    for (int32_t i = 0; i < a->recent.count; ++i)
        assert_string_equal(a->recent.paths[i], b->recent.paths[i]);
}

// Into folders that do not exist yet, and back. Red: a key written under one name and read under another, a
// folder that the user must create.
static void testRoundTrip(void **state) {
    (void)state;
    char path[128], message[512] = "";
    snprintf(path, sizeof path, "%s/a/b/settings.json", folder);
    Settings changed = {THEME_LIGHT, 1.5, false, false, false, {{"/a b/\"c\".obj", "/d.json"}, 2}},
             read = GetDefaultSettings();
    assert_true(ReadSettings(path, &read, message, sizeof message)); // no file: no message
    Settings usual = GetDefaultSettings();
    assertSame(&read, &usual);
    if (!WriteSettings(path, &changed, message, sizeof message)) fail_msg("%s", message);
    if (!ReadSettings(path, &read, message, sizeof message)) fail_msg("%s", message);
    assertSame(&read, &changed);
    if (!WriteSettings(path, &usual, message, sizeof message)) fail_msg("%s", message);
    if (!ReadSettings(path, &read, message, sizeof message)) fail_msg("%s", message);
    assertSame(&read, &usual);
}

// Each mistake is reported with file and line, and all settings stay unchanged, including those before the
// mistake. Red: a crash, half of a broken file used, a scale of a million.
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
                 {"{\n\"recent\": \"a\"}", 2},
                 {"{\"recent\": [\n\"/a\",\n3]}", 3},
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

// Red: a relative XDG_CONFIG_HOME used, settings in the root folder when nothing is set.
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

// A file that is opened again moves to the front without a duplicate; beyond eight the oldest is dropped;
// missing files are skipped. Red: a list that grows, or that keeps the order of the first opening.
static void testRecentFiles(void **state) {
    (void)state;
    RecentFiles recent = {.count = 0};
    char path[128];
    for (int i = 0; i < RECENT_MAX + 2; ++i) {
        snprintf(path, sizeof path, "%s/recent-%d", folder, i);
        fclose(fopen(path, "w"));
        AddRecentFile(&recent, path);
        assert_string_equal(recent.paths[0], path);
    }
    assert_int_equal(recent.count, RECENT_MAX);
    AddRecentFile(&recent, "/nowhere/at/all");
    assert_string_equal(recent.paths[0], path);
    snprintf(path, sizeof path, "%s/recent-4", folder);
    AddRecentFile(&recent, path);
    assert_int_equal(recent.count, RECENT_MAX);
    assert_string_equal(recent.paths[0], path);
    for (int32_t i = 1; i < recent.count; ++i)
        assert_string_not_equal(recent.paths[i], path);
    for (int i = 0; i < RECENT_MAX + 2; ++i) {
        snprintf(path, sizeof path, "%s/recent-%d", folder, i);
        remove(path);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testRecentFiles),
        cmocka_unit_test(testRoundTrip),
        cmocka_unit_test(testBrokenFiles),
        cmocka_unit_test(testPath),
    };
    return cmocka_run_group_tests(tests, makeFolder, removeFolder);
}
