// Writes the output lines of `path`. Fields that do not apply are null.
#include "commands/path_write.h"
#include "commands/feature_write.h"
#include "commands/result_words.h"
#include "scenes/json_write.h"
#include "scenes/names.h"

// Returns a time as a fraction of an edge.
static double getEdgeFraction(const PathJob *job, int32_t edge, double time) {
    const cdPathNode *node = &job->nodes[edge];
    double t = (time - node[0].time) / (node[1].time - node[0].time);
    return t < 0.0 ? 0.0 : t > 1.0 ? 1.0 : t;
}

static void writeIndex(FILE *out, const char *key, int32_t index) {
    if (index >= 0)
        fprintf(out, ",\"%s\":%d", key, (int)index);
    else
        fprintf(out, ",\"%s\":null", key);
}

static void writeContact(FILE *out, const PathRow *row) {
    const cdPathContact *found = row->contact;
    const cdFirstContact *contact = &found->contact;
    bool touches = contact->state == CD_CONTACT, timed = contact->state != CD_FREE;
    const cdFeature none = {0};
    int32_t edge = found->edge;
    bool onEdge = timed && edge >= 0;
    writeIndex(out, "edge", edge);
    WriteJsonNumberField(out, "t", onEdge ? getEdgeFraction(row->job, edge, found->time.lo) : 0.0, onEdge);
    WriteJsonNumberField(out, "t_hi", onEdge ? getEdgeFraction(row->job, edge, found->time.hi) : 0.0,
                         touches);
    WriteJsonNumberField(out, "time", found->time.lo, timed);
    WriteJsonNumberField(out, "time_hi", found->time.hi, touches);
    writeIndex(out, "shape", found->shape);
    writeIndex(out, "obstacle", contact->obstacle);
    WriteJsonStringField(out, "kind", GetContactKindNames()[contact->kind],
                         touches && contact->kind != CD_NO_CONTACT);
    WriteJsonVectorField(out, "point", contact->point, touches);
    WriteJsonVectorField(out, "normal", contact->normal, touches);
    WriteFeature(out, "feature_a", touches ? &contact->featureA : &none);
    WriteFeature(out, "feature_b", touches ? &contact->featureB : &none);
    fputs(",\"pose\":", out);
    WriteJsonPose(out, contact->resolvedPose);
    WriteJsonNumberField(out, "pose_time", found->resolvedTime, true);
    if (contact->reason != CD_REASON_NONE)
        WriteJsonStringField(out, "reason", GetReasonWord(contact->reason), true);
}

static void writeBounds(FILE *out, const PathRow *row) {
    fputs(",\"bounds\":[", out);
    for (int32_t i = 0; i < row->boundCount; i++) {
        const cdPathBound *bound = &row->bounds[i];
        fputs(i > 0 ? ",{\"from\":" : "{\"from\":", out);
        WriteJsonNumber(out, bound->time.lo);
        WriteJsonNumberField(out, "to", bound->time.hi, true);
        WriteJsonNumberField(out, "lo", bound->lower, true);
        WriteJsonNumberField(out, "hi", bound->upper, true);
        WriteJsonNumberField(out, "time", bound->at, bound->obstacle >= 0);
        fputc('}', out);
    }
    fputc(']', out);
}

static void writeClearance(FILE *out, const PathRow *row) {
    const cdPathClearance *found = row->clearance;
    bool isFound = found->edge >= 0;
    fputs(",\"clearance\":{\"lo\":", out);
    WriteJsonNumber(out, found->lower);
    WriteJsonNumberField(out, "hi", found->upper, true);
    writeIndex(out, "edge", found->edge);
    WriteJsonNumberField(out, "t", isFound ? getEdgeFraction(row->job, found->edge, found->time) : 0.0,
                         isFound);
    WriteJsonNumberField(out, "time", found->time, isFound);
    writeIndex(out, "shape", found->shape);
    writeIndex(out, "obstacle", found->obstacle);
    WriteJsonVectorField(out, "point_a", found->pointA, isFound);
    WriteJsonVectorField(out, "point_b", found->pointB, isFound);
    WriteFeature(out, "feature_a", &found->featureA);
    WriteFeature(out, "feature_b", &found->featureB);
    if (row->boundCount > 0) writeBounds(out, row);
    fputc('}', out);
}

void WritePathRow(FILE *out, const PathRow *row) {
    fprintf(out, "{\"job\":%d,\"status\":\"%s\"", (int)row->number,
            GetMotionWord(row->contact->contact.state));
    writeContact(out, row);
    if (row->clearance != NULL) writeClearance(out, row);
    fprintf(out, ",\"edges\":%d,\"pieces\":%d,\"pair_tests\":%lld,\"time_us\":%.3f}\n",
            (int)row->job->nodeCount - 1, (int)row->contact->pieceCount,
            (long long)row->contact->contact.stats.pairTests, row->microseconds);
}
