// Writes the output line of `sweep`. Fields that do not apply are null.
#include "commands/sweep_write.h"
#include "commands/feature_write.h"
#include "commands/result_words.h"
#include "scenes/json_write.h"

static void writeNumbers(FILE *out, const char *key, const double *values, int32_t count, bool applies) {
    fprintf(out, ",\"%s\":%s", key, applies ? "[" : "null");
    for (int32_t i = 0; i < count && applies; i++) {
        if (i > 0) fputc(',', out);
        WriteJsonNumber(out, values[i]);
    }
    if (applies) fputc(']', out);
}

static void writeJoints(FILE *out, const SweepRow *row) {
    fputs(",\"joints\":[", out);
    for (int32_t i = 0; i < row->joints->count; i++) {
        const cdSweepJoint *joint = &row->joints->joints[i];
        const double range[2] = {joint->from, joint->to};
        fputs(i > 0 ? ",{\"name\":" : "{\"name\":", out);
        WriteJsonString(out, row->mechanism->names[joint->link].joint);
        writeNumbers(out, "range", range, 2, true);
        fputc('}', out);
    }
    fputc(']', out);
}

static void writeBox(FILE *out, const SweepRow *row, const cdSweepBox *box) {
    int32_t count = row->joints->count;
    fputs("{\"a\":", out);
    WriteJsonString(out, row->mechanism->names[box->linkA].name);
    fputs(",\"b\":", out);
    WriteJsonString(out, row->mechanism->names[box->linkB].name);
    writeNumbers(out, "from", box->from, count, true);
    writeNumbers(out, "to", box->to, count, true);
    writeNumbers(out, "at", box->at, count, box->certain);
    fprintf(out, ",\"certain\":%s}", box->certain ? "true" : "false");
}

static void writeClearance(FILE *out, const SweepRow *row) {
    const cdMechanismClearance *found = row->clearance;
    bool hasPair = found->linkA >= 0;
    fputs(",\"clearance\":{\"lo\":", out);
    WriteJsonNumber(out, found->lower);
    WriteJsonNumberField(out, "hi", found->upper, true);
    WriteJsonStringField(out, "a", hasPair ? row->mechanism->names[found->linkA].name : "", hasPair);
    WriteJsonStringField(out, "b", hasPair ? row->mechanism->names[found->linkB].name : "", hasPair);
    writeNumbers(out, "at", found->at, row->joints->count, hasPair);
    WriteJsonVectorField(out, "point_a", found->pointA, hasPair);
    WriteJsonVectorField(out, "point_b", found->pointB, hasPair);
    const cdFeature none = {0};
    WriteFeature(out, "feature_a", hasPair ? &found->featureA : &none);
    WriteFeature(out, "feature_b", hasPair ? &found->featureB : &none);
    fputc('}', out);
}

void WriteSweepRow(FILE *out, const SweepRow *row) {
    const cdSweep *sweep = row->sweep;
    fprintf(out, "{\"status\":\"%s\"", GetMotionWord(sweep->state));
    if (sweep->reason != CD_REASON_NONE) fprintf(out, ",\"reason\":\"%s\"", GetReasonWord(sweep->reason));
    fprintf(out, ",\"pairs\":%d,\"free_pairs\":%d", (int)sweep->pairCount, (int)sweep->freePairCount);
    writeJoints(out, row);
    fputs(",\"contacts\":[", out);
    for (int32_t i = 0; i < sweep->boxCount; i++) {
        if (i > 0) fputc(',', out);
        writeBox(out, row, &row->boxes[i]);
    }
    fputc(']', out);
    if (row->clearance != NULL)
        writeClearance(out, row);
    else
        fputs(",\"clearance\":null", out);
    WriteJsonNumberField(out, "undecided_share", sweep->undecidedShare, true);
    WriteJsonNumberField(out, "tolerance", sweep->tolerance, true);
    fprintf(out, ",\"searches\":%lld,\"pair_tests\":%lld,\"time_us\":%.1f}\n", (long long)sweep->searchCount,
            (long long)sweep->stats.pairTests, row->microseconds);
}
