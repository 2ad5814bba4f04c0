// Settings as a JSON file: reports each mistake with its line, writes atomically.
#include "services/settings.h"

#include "engine/platform/environment.h"
#include "engine/platform/files.h"
#include "scenes/json_read.h"
#include "scenes/json_write.h"
#include "scenes/whole_file.h"

#include <cjson/cJSON.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { VERSION = 1 };

static const char *const themeNames[] = {"dark", "light", NULL};

Settings GetDefaultSettings(void) {
    return (Settings){.theme = THEME_DARK, .panels = true, .informationLine = true, .timeline = true};
}

bool GetSettingsPath(char *path, size_t pathSize) {
    static const char name[] = "/firstcontact/settings.json";
    if (!gxFindUserFolder(GX_FOLDER_SETTINGS, path, pathSize)) return false;
    size_t length = strlen(path);
    if (length + sizeof name > pathSize) return false;
    memcpy(path + length, name, sizeof name);
    return true;
}

static bool readRecent(const JsonReader *reader, const cJSON *root, RecentFiles *recent) {
    const cJSON *list = cJSON_GetObjectItemCaseSensitive(root, "recent"), *item = NULL;
    if (!list) return true;
    if (!cJSON_IsArray(list) || cJSON_GetArraySize(list) > RECENT_MAX)
        return FailJson(reader, list, "recent must be a list of at most %d paths", RECENT_MAX);
    recent->count = 0;
    cJSON_ArrayForEach(item, list) {
        if (!cJSON_IsString(item) || strlen(item->valuestring) >= RECENT_SIZE)
            return FailJson(reader, item, "a recent file must be a path of fewer than %d bytes", RECENT_SIZE);
        strcpy(recent->paths[recent->count++], item->valuestring);
    }
    return true;
}

static bool readAll(const JsonReader *reader, const cJSON *root, Settings *settings) {
    static const char *const keys[] = {"settings",         "theme",    "scale",  "panels",
                                       "information_line", "timeline", "recent", NULL};
    int theme = (int)settings->theme;
    double version = VERSION;
    bool good = ReadJsonNumber(reader, root, "settings", 0.0, &version);
    if (good && version != VERSION) {
        return FailJson(reader, cJSON_GetObjectItemCaseSensitive(root, "settings"),
                        "unsupported settings version %g; expected %d", version, VERSION);
    }
    good = good && CheckJsonKeys(reader, root, "the settings", keys) &&
           ReadJsonChoice(reader, root, "theme", themeNames, &theme) &&
           ReadJsonNumber(reader, root, "scale", 0.0, &settings->scale) &&
           ReadJsonBool(reader, root, "panels", &settings->panels) &&
           ReadJsonBool(reader, root, "information_line", &settings->informationLine) &&
           ReadJsonBool(reader, root, "timeline", &settings->timeline) &&
           readRecent(reader, root, &settings->recent);
    settings->theme = (Theme)theme;
    if (!good || settings->scale == 0.0) return good;
    const cJSON *scale = cJSON_GetObjectItemCaseSensitive(root, "scale");
    return (settings->scale >= MIN_SCALE && settings->scale <= MAX_SCALE) ||
           FailJson(reader, scale, "scale must be 0 or from %g to %g", MIN_SCALE, MAX_SCALE);
}

bool ReadSettings(const char *path, Settings *settings, char *message, size_t messageSize) {
    if (!gxHasPath(path)) return true;
    size_t length = 0;
    char *text = ReadWholeFile(path, &length, message, messageSize);
    if (!text) return false;
    Settings read = *settings;
    const char *end = NULL;
    cJSON *root = cJSON_ParseWithOpts(text, &end, true);
    JsonReader reader = {text, path, root, 1, message, messageSize};
    int line = 1;
    for (const char *c = text; c < end && *c; ++c)
        line += *c == '\n';
    char flaw[JSON_FLAW_SIZE];
    if (!root) snprintf(message, messageSize, "%s:%d: %s", path, line, DescribeJsonFlaw(text, end, flaw));
    bool good = root && readAll(&reader, root, &read);
    cJSON_Delete(root);
    free(text);
    if (good) *settings = read;
    return good;
}

bool WriteSettings(const char *path, const Settings *settings, char *message, size_t messageSize) {
    OutputFile file;
    if (!gxMakeFoldersAbove(path, GX_ACCESS_USUAL)) {
        snprintf(message, messageSize, "%s: cannot create its folder: %s", path, strerror(errno));
        return false;
    }
    if (!OpenOutputFile(&file, path, message, messageSize)) return false;
    static const char *const words[] = {"false", "true"};
    fprintf(file.stream,
            "{\n  \"settings\": %d,\n  \"theme\": \"%s\",\n  \"scale\": %g,\n  \"panels\": %s,\n  "
            "\"information_line\": %s,\n"
            "  \"timeline\": %s,\n  \"recent\": [",
            VERSION, themeNames[settings->theme], settings->scale, words[settings->panels],
            words[settings->informationLine], words[settings->timeline]);
    for (int32_t i = 0; i < settings->recent.count; ++i) {
        fputs(i > 0 ? ",\n    " : "\n    ", file.stream);
        WriteJsonString(file.stream, settings->recent.paths[i]);
    }
    fputs("]\n}\n", file.stream);
    return FinishOutputFile(&file, message, messageSize);
}
