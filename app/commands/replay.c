// `firstcontact replay`: runs a recording again, without a display.
//
// Input: a recording, or the last query that the window saved. Output: a JSON line a frame with the new
// result, in the recording's format. --poses adds a line a frame with the poses of all objects. --verify
// compares each frame with the recorded one bit for bit and names the first that differs. An incomplete
// recording is an error only with --verify.
#include "commands/command.h"
#include "recording/player.h"
#include "scenes/json_write.h"
#include "scenes/whole_file.h"
#include "stage/stage.h"
#include <math.h>
#include <stdio.h>

typedef struct ReplayOptions {
    const char *recording, *out;
    bool verify, poses;
} ReplayOptions;

static int readOptions(ReplayOptions *o, int argCount, char *const args[]) {
    *o = (ReplayOptions){0};
    const char *arguments[ARGUMENT_MAX];
    const CommandDef def = {
        .name = "replay",
        .arguments = "RECORDING ",
        .argumentCount = 1,
        .argumentLimit = 1,
        .about =
            "Runs a recording of the window (F9) or a saved query (F10) again. Writes a JSON line a frame with the\n"
            "operation and its new result. With --verify, compares the results with the recorded ones bit for bit,\n"
            "writes only the number of frames, and exits with 1 if a frame differs or the recording is incomplete.\n"
            "With --poses, a second line a frame has the pose of each object after it, px,py,pz,qw,qx,qy,qz, or null\n"
            "for an object that was removed or has left; frame 0 is the start.",
        .example =
            "printf '{\"recording\":1,\"scene\":\"into the corner\",\"start\":{\"mode\":\"continuous\","
            "\"response\":\"stop\",\"objects\":2}}\\n{\"frame\":1,\"do\":\"move\",\"object\":1,"
            "\"pose\":[9,-9,9,1,0,0,0]}\\n{\"end\":1}\\n' | firstcontact replay /dev/stdin",
        .options = {
            {"--verify", NULL, "compare with the recorded results", OPTION_FLAG, &o->verify, 0, 0, NULL},
            {"--out", "FILE", "write results to FILE, atomically (default standard output)", OPTION_TEXT,
             &o->out, 0, 0, NULL},
            {"--poses", NULL, "add a line with the poses of all objects after each frame", OPTION_FLAG,
             &o->poses, 0, 0, NULL},
        }};
    int exitCode = ReadCommandLine(&def, argCount, args, arguments);
    o->recording = arguments[0];
    if (exitCode >= 0 || !o->poses || !o->verify) return exitCode;
    return FailCall(&def, "--verify writes no frames, so --poses needs a call without it");
}

static void writePoses(FILE *out, const Stage *stage, int64_t frame) {
    fprintf(out, "{\"frame\":%lld,\"poses\":[", (long long)frame);
    for (int32_t i = 0; i < stage->objectCount; ++i) {
        if (i > 0) fputc(',', out);
        if (IsObjectPresent(&stage->objects[i]))
            WriteJsonPose(out, stage->objects[i].pose);
        else
            fputs("null", out);
    }
    fputs("]}\n", out);
}

// Writes the poses at the start of the recording. @errors false with a message
static bool writeStart(StagePlayer *player, Stage *stage, FILE *out, char *message, size_t messageSize) {
    if (!SeekPlayer(player, stage, 0, INFINITY, message, messageSize)) return false;
    writePoses(out, stage, 0);
    return true;
}

// Runs all frames. @errors false with a message: a frame cannot be run or, with --verify, differs
static bool run(const ReplayOptions *options, StagePlayer *player, Stage *stage, FILE *out, char *message,
                size_t messageSize) {
    Progress progress = BeginProgress("frame");
    char reason[512] = "";
    bool same = true, known = true, begun = true;
    if (options->poses) begun = writeStart(player, stage, out, reason, sizeof reason);
    while (begun && same && known && StepPlayer(player, stage, reason, sizeof reason)) {
        StageEntry entry = *GetPlayerEntry(player, player->frame);
        entry.outcome = player->outcome;
        if (!options->verify) WriteRecordedEntry(out, &entry, player->frame, options->recording);
        if (options->poses) writePoses(out, stage, player->frame);
        same = !options->verify || player->differs == 0;
        known = !options->verify || entry.op == STAGE_LOOK ||
                GetPlayerEntry(player, player->frame)->outcome.known;
        ShowProgress(&progress, player->frame, player->frameCount);
    }
    EndProgress(&progress);
    if (!same) {
        snprintf(message, messageSize, "%s:%d: frame %d differs: %s", options->recording,
                 (int)GetPlayerLine(player, player->differs), (int)player->differs, player->difference);
    } else if (!known) {
        snprintf(message, messageSize,
                 "%s:%d: the recording has no result of frame %d; run it without --verify",
                 options->recording, (int)GetPlayerLine(player, player->frame), (int)player->frame);
    } else if (reason[0] != '\0') {
        snprintf(message, messageSize, "%s:%d: %s", options->recording, (int)GetPlayerNextLine(player),
                 reason);
    }
    return same && known && reason[0] == '\0';
}

static bool runInto(const ReplayOptions *options, StagePlayer *player, Stage *stage, char *message,
                    size_t messageSize) {
    OutputFile output = {0};
    if (!OpenOutputFile(&output, options->out, message, messageSize)) return false;
    if (!run(options, player, stage, output.stream, message, messageSize)) {
        AbandonOutputFile(&output);
        return false;
    }
    if (options->verify)
        fprintf(output.stream, "{\"frames\":%lld,\"same\":true}\n", (long long)player->frame);
    return FinishOutputFile(&output, message, messageSize);
}

// Reads the recording. An incomplete one is an error only with --verify.
static bool readRecording(const ReplayOptions *options, Recording *recording, char *message,
                          size_t messageSize) {
    if (!ReadRecordingFile(options->recording, recording, message, messageSize)) return false;
    if (recording->cutLine == 0) return true;
    if (!options->verify) {
        SayError("warning: %s:%d: the recording ends here without its \"end\" line", options->recording,
                 (int)recording->cutLine);
        return true;
    }
    snprintf(message, messageSize, "%s:%d: the recording ends here without its \"end\" line",
             options->recording, (int)recording->cutLine);
    DestroyRecording(recording);
    return false;
}

static bool replay(const ReplayOptions *options, char *message, size_t messageSize) {
    Stage stage;
    Recording recording;
    StagePlayer player;
    if (!readRecording(options, &recording, message, messageSize)) return false;
    if (!OpenPlayer(&player, &stage, &recording, message, messageSize)) return false;
    bool good = runInto(options, &player, &stage, message, messageSize);
    ClosePlayer(&player);
    DestroyStage(&stage);
    return good;
}

int RunReplayCommand(int argCount, char *const args[]) {
    ReplayOptions options;
    int exitCode = readOptions(&options, argCount, args);
    if (exitCode >= 0) return exitCode;
    char message[MESSAGE_SIZE] = "";
    if (replay(&options, message, sizeof message)) return EXIT_DONE;
    SayError("%s", message);
    return EXIT_FAILED;
}
