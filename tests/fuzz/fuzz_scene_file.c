// Reads any bytes as a scene file: must give a message with the line, or a scene that is the same after
// writing and reading again.
//
// Red: a read past the end of the text, a leak when a scene is rejected halfway, a number or a name that
// changes when written.
#include "fuzz/fuzz.h"
#include "scenes/scene_file.h"
#include <stdlib.h>
#include <string.h>

static const char path[] = "/tmp/scene.json";

static void require(bool holds) {
    if (!holds) abort();
}

static void checkRoundTrip(const SceneData *data) {
    char message[512] = "";
    char *text = MakeSceneText(data, path);
    require(text != NULL);
    SceneData again;
    require(ReadSceneText(text, strlen(text), path, &again, message, sizeof message));
    char *textAgain = MakeSceneText(&again, path);
    require(textAgain != NULL && strcmp(text, textAgain) == 0);
    DestroySceneData(&again);
    free(textAgain);
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    char *text = malloc(size + 1); // the reader requires a zero at the end
    require(text != NULL);
    memcpy(text, bytes, size);
    text[size] = '\0';
    SceneData data;
    char message[512] = "";
    if (ReadSceneText(text, size, path, &data, message, sizeof message)) {
        checkRoundTrip(&data);
        DestroySceneData(&data);
    } else {
        require(strncmp(message, path, strlen(path)) == 0);
    }
    free(text);
    return 0;
}
