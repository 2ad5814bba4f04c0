// `firstcontact scenes`: lists the scenes, one a line; with --check runs the check of each.
#include "commands/command.h"
#include "scenes/json_write.h"
#include "scenes/scene_file.h"
#include "stage/mesh_source.h"
#include <stdio.h>
#include <stdlib.h>

static void writeScene(const Scene *scene) {
    fputs("{\"name\":", stdout);
    WriteJsonString(stdout, scene->name);
    fputs(",\"group\":", stdout);
    WriteJsonString(stdout, scene->group);
    fputs(",\"about\":", stdout);
    WriteJsonString(stdout, scene->about);
    fputs("}\n", stdout);
}

static bool writeVerdict(const Scene *scene) {
    char message[MESSAGE_SIZE] = "";
    bool good = CheckScene(scene, message, sizeof message);
    fputs("{\"name\":", stdout);
    WriteJsonString(stdout, scene->name);
    fprintf(stdout, ",\"passed\":%s,\"message\":", good ? "true" : "false");
    if (good) {
        fputs("null}\n", stdout);
    } else {
        WriteJsonString(stdout, message);
        fputs("}\n", stdout);
    }
    fflush(stdout);
    return good;
}

// Prints the scene as a scene file, to start a new one from.
static int writeSceneText(const Scene *scene) {
    SceneData data;
    char *text = CreateSceneData(scene, &data) ? MakeSceneText(&data, "") : NULL;
    if (text == NULL) {
        SayError("out of memory");
        return EXIT_FAILED;
    }
    fputs(text, stdout);
    free(text);
    DestroySceneData(&data);
    return EXIT_DONE;
}

int RunScenesCommand(int argCount, char *const args[]) {
    bool check = false, file = false;
    const char *arguments[ARGUMENT_MAX];
    const CommandDef def = {
        .name = "scenes",
        .arguments = "[NAME] ",
        .argumentLimit = 1,
        .about = "Lists the scenes, or only NAME, as JSON lines: name, group, description.",
        .example = "firstcontact scenes",
        .options = {{"--check", NULL, "run each scene's check without a window; exit with 1 if one fails",
                     OPTION_FLAG, &check, 0, 0, NULL},
                    {"--file", NULL, "print NAME as a scene file", OPTION_FLAG, &file, 0, 0, NULL}}};
    int exitCode = ReadCommandLine(&def, argCount, args, arguments);
    if (exitCode >= 0) return exitCode;
    if (check && file) return FailCall(&def, "--check and --file exclude each other");
    const Scene *chosen = NULL;
    if (arguments[0] != NULL && (chosen = FindScene(arguments[0])) == NULL) {
        SayError("scenes: unknown scene '%s'; list them with firstcontact scenes", arguments[0]);
        return EXIT_WRONG_CALL;
    }
    if (file) return chosen != NULL ? writeSceneText(chosen) : FailCall(&def, "--file needs NAME");
    int32_t count = 0;
    const Scene *const *scenes = GetScenes(&count);
    bool good = true;
    for (int32_t i = 0; i < count; i++) {
        if (chosen != NULL && scenes[i] != chosen) continue;
        if (check) {
            good = writeVerdict(scenes[i]) && good;
        } else {
            writeScene(scenes[i]);
        }
    }
    return good ? EXIT_DONE : EXIT_FAILED;
}
