// Writes a line of a recording: an operation and its outcome.
#include "recording/recording_lines.h"
#include "scenes/json_write.h"
#include "scenes/scene_file.h"
#include "stage/objects/joint_values.h"
#include "stage/objects/option_values.h"

#include <inttypes.h>

static void writeFeature(FILE *out, const char *key, const cdFeature *feature) {
    fprintf(out, ",\"%s\":{\"kind\":\"%s\",\"id\":%d}", key, GetFeatureKindNames()[feature->kind],
            (int)feature->id);
}

static void writeAnswer(FILE *out, const StageOutcome *outcome) {
    fprintf(out, ",\"status\":\"%s\"", GetStateNames()[outcome->state]);
    if (outcome->kind != CD_NO_CONTACT) {
        WriteJsonNumberField(out, "t", outcome->t.lo, true);
        WriteJsonNumberField(out, "t_hi", outcome->t.hi, true);
        fprintf(out, ",\"kind\":\"%s\"", GetContactKindNames()[outcome->kind]);
        writeFeature(out, "feature_a", &outcome->featureA);
        writeFeature(out, "feature_b", &outcome->featureB);
    }
    fputs(",\"rest\":", out);
    WriteJsonPose(out, outcome->resolvedPose);
}

static void writeOutcome(FILE *out, const StageEntry *entry) {
    if (entry->op == STAGE_LOOK || !entry->outcome.known) return;
    if (entry->op == STAGE_MOVE || entry->op == STAGE_PLACE) writeAnswer(out, &entry->outcome);
    if (entry->op == STAGE_WAY) fprintf(out, ",\"status\":\"%s\"", GetStateNames()[entry->outcome.state]);
    if (entry->op == STAGE_WAY && entry->outcome.edge >= 0)
        fprintf(out, ",\"edge\":%d", (int)entry->outcome.edge);
    if (entry->op == STAGE_ADVANCE) fprintf(out, ",\"events\":%d", (int)entry->outcome.events);
    if (entry->outcome.hash != 0) fprintf(out, ",\"state\":\"%016" PRIx64 "\"", entry->outcome.hash);
}

static void writePose(FILE *out, cdPose pose) {
    fputs(",\"pose\":", out);
    WriteJsonPose(out, pose);
}

static void writeNodes(FILE *out, const StageEntry *entry) {
    fputs(",\"nodes\":[", out);
    for (int32_t i = 0; i < entry->nodeCount; ++i) {
        if (i > 0) fputc(',', out);
        WriteJsonPose(out, entry->nodes[i].pose);
    }
    fputc(']', out);
}

void WriteRecordedOption(FILE *out, const StageEntry *entry) {
    fprintf(out, "\"object\":%d,\"option\":\"%s\"", (int)entry->index, GetStageOptionNames()[entry->option]);
    WriteJsonNumberField(out, "value", entry->value, true);
}

void WriteRecordedJoint(FILE *out, const StageEntry *entry) {
    fprintf(out, "\"joint\":%d,\"option\":\"%s\"", (int)entry->index, GetJointOptionNames()[entry->option]);
    WriteJsonNumberField(out, "value", entry->value, true);
}

static void writeWhat(FILE *out, const StageEntry *entry, const char *path) {
    switch (entry->op) {
    case STAGE_SET_MODE:
        fprintf(out, ",\"mode\":\"%s\"", GetModeNames()[entry->index]);
        break;
    case STAGE_SET_RESPONSE:
        fprintf(out, ",\"response\":\"%s\"", GetResponseNames()[entry->index]);
        break;
    case STAGE_SET_GRAVITY:
    case STAGE_SET_GROUND:
        fprintf(out, ",\"on\":%s", entry->index ? "true" : "false");
        break;
    case STAGE_SET_PARAM:
        fprintf(out, ",\"parameter\":%d", (int)entry->index);
        WriteJsonNumberField(out, "value", entry->value, true);
        break;
    case STAGE_ADD:
        fputc(',', out);
        WriteSceneMesh(out, entry->mesh, path);
        writePose(out, entry->pose);
        break;
    case STAGE_PLACE:
    case STAGE_MOVE:
    case STAGE_COPY:
        fprintf(out, ",\"object\":%d", (int)entry->index);
        writePose(out, entry->pose);
        if (entry->stop.tests > 0) fprintf(out, ",\"tests\":%d", (int)entry->stop.tests);
        if (entry->stop.call > 0) fprintf(out, ",\"stop\":%d", (int)entry->stop.call);
        break;
    case STAGE_SET_OPTION:
        fputc(',', out);
        WriteRecordedOption(out, entry);
        break;
    case STAGE_SET_JOINT:
        fputc(',', out);
        WriteRecordedJoint(out, entry);
        break;
    case STAGE_ADVANCE:
        WriteJsonNumberField(out, "seconds", entry->value, true);
        if (entry->count > 1) fprintf(out, ",\"times\":%d", (int)entry->count);
        if (entry->stop.call > 0) fprintf(out, ",\"stop\":%d", (int)entry->stop.call);
        break;
    case STAGE_HOLD:
        fprintf(out, ",\"object\":%d", (int)entry->index);
        WriteJsonVectorField(out, "grab", entry->points[0], true);
        WriteJsonVectorField(out, "target", entry->points[1], true);
        break;
    case STAGE_RELEASE:
        fprintf(out, ",\"drops\":%s", entry->index ? "true" : "false");
        break;
    case STAGE_ROUTE:
        fprintf(out, ",\"route\":%d", (int)entry->index);
        break;
    case STAGE_SCRUB:
        WriteJsonNumberField(out, "at", entry->value, true);
        break;
    case STAGE_ROLL:
        WriteJsonNumberField(out, "seconds", entry->value, true);
        break;
    case STAGE_WAY:
        fprintf(out, ",\"object\":%d", (int)entry->index);
        writeNodes(out, entry);
        break;
    case STAGE_LOOK:
        WriteJsonVectorField(out, "eye", entry->points[0], true);
        WriteJsonVectorField(out, "target", entry->points[1], true);
        break;
    default:
        break; // a restart has no arguments
    }
}

// Frame 0 marks entries before the begin of the recording.
void WriteRecordedEntry(FILE *out, const StageEntry *entry, int64_t frame, const char *path) {
    fputc('{', out);
    if (frame > 0) fprintf(out, "\"frame\":%" PRId64 ",", frame);
    fprintf(out, "\"do\":\"%s\"", GetStageOpNames()[entry->op]);
    writeWhat(out, entry, path);
    if (frame > 0) writeOutcome(out, entry);
    fputs("}\n", out);
}
