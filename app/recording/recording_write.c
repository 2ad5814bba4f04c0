// Writes recordings.
//
// Input: a stage and its journal. Output: the header, the entries so far, and then each new entry.
#include "engine/platform/plain_text.h"
#include "recording/recording_lines.h"
#include "scenes/json_write.h"
#include "scenes/scene_file.h"
#include "stage/motion/stage_drag.h"
#include "stage/stage.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

// --- The header

static void writePose(FILE *out, cdPose pose) {
    fputs(",\"pose\":", out);
    WriteJsonPose(out, pose);
}

static void writeParams(FILE *out, const Stage *stage, const StageBase *base) {
    fputs(",\"parameters\":[", out);
    for (int32_t i = 0; stage->scene && i < stage->scene->paramCount && i < JOURNAL_PARAM_MAX; ++i) {
        if (i > 0) fputc(',', out);
        WriteJsonNumber(out, base->params[i]);
    }
    fputc(']', out);
}

static void writeSource(FILE *out, const StageObject *object, const char *path) {
    if (HasShapes(object)) // no file
        fprintf(out, "\"mesh\":\"%s\"", object->source);
    else
        WriteSceneMesh(out, object->source, path);
}

static void writeMeshes(FILE *out, const Stage *stage, int32_t objectCount, const char *path) {
    fputs(",\"meshes\":[", out);
    bool first = true;
    for (int32_t i = 0; i < objectCount; ++i) {
        if (FindFirstUser(stage, i) != i) continue;
        const StageObject *object = &stage->objects[i];
        fputs(first ? "{" : ",{", out);
        first = false;
        writeSource(out, object, path);
        fprintf(out, ",\"hash\":\"%016" PRIx64 "\",\"triangles\":%d}", HashMesh(object->original),
                (int)object->info.triangleCount);
    }
    fputc(']', out);
}

static void writeAdded(FILE *out, const Stage *stage, int32_t objectCount, const char *path) {
    fputs(",\"added\":[", out);
    for (int32_t i = stage->data.objectCount; i < objectCount; ++i) {
        const StageObject *object = &stage->objects[i];
        fputs(i > stage->data.objectCount ? ",{" : "{", out);
        if (object->copyOf >= 0)
            fprintf(out, "\"copy\":%d", (int)object->copyOf);
        else
            WriteSceneMesh(out, object->source, path);
        writePose(out, object->home);
        fputc('}', out);
    }
    fputc(']', out);
}

// Writes the options of objects or those of joints.
static void writeEdits(FILE *out, const StageBase *base, StageOp op, const char *key,
                       void (*write)(FILE *out, const StageEntry *edit)) {
    int32_t count = 0;
    for (int32_t i = 0; i < base->editCount; ++i) {
        if (base->edits[i].op != op) continue;
        if (count++ == 0)
            fprintf(out, ",\"%s\":[{", key);
        else
            fputs(",{", out);
        write(out, &base->edits[i]);
        fputc('}', out);
    }
    if (count > 0) fputc(']', out);
}

static void writeStart(FILE *out, const StageBase *base) {
    fprintf(out, ",\"start\":{\"mode\":\"%s\",\"response\":\"%s\",\"gravity\":%s", GetModeNames()[base->mode],
            GetResponseNames()[base->response], base->falls ? "true" : "false");
    if (base->ground != STAGE_GROUND_OLD)
        fprintf(out, ",\"ground\":%s", base->ground == STAGE_GROUND_ON ? "true" : "false");
    WriteJsonNumberField(out, "time", base->time, true);
    fprintf(out, ",\"objects\":%d", (int)base->objectCount);
    for (int32_t i = 0; base->poses && i < base->objectCount; ++i) {
        fputs(i > 0 ? "," : ",\"poses\":[", out);
        WriteJsonPose(out, base->poses[i]);
    }
    if (base->poses) fputc(']', out);
    writeEdits(out, base, STAGE_SET_OPTION, "options", WriteRecordedOption);
    writeEdits(out, base, STAGE_SET_JOINT, "joints", WriteRecordedJoint);
    fputs("}}\n", out);
}

// Writes the scene's text in one line: line ends within strings become \u000a.
static bool writeSceneLine(FILE *out, const Stage *stage, const char *path) {
    char *text = MakeSceneText(&stage->data, path);
    for (char *at = text; text && *at; ++at)
        fputc(*at == '\n' ? ' ' : *at, out);
    fputc('\n', out);
    free(text);
    return text != NULL;
}

// @errors false: no memory
static bool writeHeader(FILE *out, const Stage *stage, const StageBase *base, bool byName, const char *path) {
    fprintf(out, "{\"recording\":1,\"program\":\"%d.%d.%d\",\"scene\":", CD_VERSION_MAJOR, CD_VERSION_MINOR,
            CD_VERSION_PATCH);
    if (byName)
        WriteJsonString(out, stage->scene->name);
    else
        fputs("null", out);
    if (byName) writeParams(out, stage, base);
    writeMeshes(out, stage, base->objectCount, path);
    writeAdded(out, stage, base->objectCount, path);
    writeStart(out, base);
    return byName || writeSceneLine(out, stage, path);
}

// --- Recording

static void writeNext(const StageEntry *entry, void *context) {
    RecordingWriter *writer = context;
    WriteRecordedEntry(writer->out, entry, ++writer->frames, writer->path);
    if (fflush(writer->out) != 0) writer->failed = true;
}

// Writes the header, and the entries that lead to the current state.
static bool writeBegin(RecordingWriter *writer, Stage *stage, char *message, size_t messageSize) {
    const StageJournal *journal = &stage->journal;
    bool anywhere = CanBeginAnywhere(stage);
    if (!anywhere && journal->full) {
        snprintf(message, messageSize,
                 "the scene's history is too long to record; press Backspace to restart the scene");
        return false;
    }
    StageBase base = {0};
    if (anywhere ? !DescribeStageBase(stage, false, &base) : !CopyStageBase(&journal->base, &base)) {
        snprintf(message, messageSize, "out of memory");
        return false;
    }
    if (anywhere) ForgetStageCaches(stage);
    bool good = writeHeader(writer->out, stage, &base, stage->scene != NULL, writer->path);
    DestroyStageBase(&base);
    if (!good) {
        snprintf(message, messageSize, "out of memory");
        return false;
    }
    for (int32_t i = 0; !anywhere && i < journal->count; ++i)
        WriteRecordedEntry(writer->out, &journal->entries[i], 0, writer->path);
    writer->failed = fflush(writer->out) != 0;
    return true;
}

static bool listen(RecordingWriter *writer, Stage *stage, char *message, size_t messageSize) {
    if (AddStageListener(stage, (StageListener){writeNext, writer})) return true;
    snprintf(message, messageSize, "this scene already has %d recordings and listeners", STAGE_LISTENER_MAX);
    return false;
}

bool BeginRecording(RecordingWriter *writer, Stage *stage, FILE *out, const char *path, char *message,
                    size_t messageSize) {
    *writer = (RecordingWriter){.out = out, .path = gxCopyText(path)};
    if (!writer->path) snprintf(message, messageSize, "out of memory");
    if (!writer->path || !writeBegin(writer, stage, message, messageSize) ||
        !listen(writer, stage, message, messageSize)) {
        fclose(out);
        free(writer->path);
        *writer = (RecordingWriter){0};
        return false;
    }
    return true;
}

bool EndRecording(RecordingWriter *writer, Stage *stage) {
    RemoveStageListener(stage, writer);
    fprintf(writer->out, "{\"end\":%" PRId64 "}\n", writer->frames);
    bool failed = writer->failed ||
                  ferror(writer->out); // before fclose, which reports only errors of the remaining data
    bool good = fclose(writer->out) == 0 && !failed;
    free(writer->path);
    *writer = (RecordingWriter){0};
    return good;
}

// --- The last query

static StageEntry describeQuery(const StageQuery *query) {
    StageEntry entry = {.op = STAGE_MOVE,
                        .index = query->object,
                        .count = 1,
                        .stop = query->stop,
                        .pose = query->motion.target};
    entry.outcome.known = true;
    entry.outcome.state = query->contact.state;
    entry.outcome.resolvedPose = query->contact.resolvedPose;
    if (query->mode != SCENE_CONTINUOUS || query->contact.state != CD_CONTACT) return entry;
    entry.outcome.t = query->contact.t;
    entry.outcome.kind = query->contact.kind;
    entry.outcome.featureA = query->contact.featureA;
    entry.outcome.featureB = query->contact.featureB;
    return entry;
}

bool WriteQueryRecording(const Stage *stage, FILE *out, const char *path) {
    const StageQuery *query = FindAskedQuery(stage);
    StageBase base;
    if (!query || !DescribeStageBase(stage, false, &base)) return false;
    base.mode = query->mode;
    base.response = query->response;
    base.time = 0.0;
    for (int32_t i = 0; i < stage->objectCount; ++i)
        base.poses[i] = i == query->object ? query->motion.start : stage->asked.poses[i];
    StageEntry entry = describeQuery(query);
    bool good = writeHeader(out, stage, &base, false, path);
    if (good) WriteRecordedEntry(out, &entry, 1, path);
    if (good) fputs("{\"end\":1}\n", out);
    DestroyStageBase(&base);
    return good;
}
