// Certifies joint paths and writes a JSON line for each. Fields that do not apply are null.
#include "commands/sweep_paths.h"
#include "commands/feature_write.h"
#include "commands/joint_path_file.h"
#include "commands/result_words.h"
#include "engine/platform/clock.h"
#include "scenes/json_write.h"
#include "scenes/names.h"

#include <stdlib.h>

// Writes the values of all joints at a time of the path.
static void writeValues(FILE *out, const char *key, const Mechanism *mechanism, const JointPathFile *path,
                        double time, double *values) {
    bool isFirst = true;
    cdGetJointValues(&path->def, time, values);
    fprintf(out, ",\"%s\":{", key);
    for (int32_t i = 0; i < mechanism->def.linkCount; i++) {
        if (mechanism->links[i].joint == CD_LINK_FIXED) continue;
        if (!isFirst) fputc(',', out);
        isFirst = false;
        WriteJsonString(out, mechanism->names[i].joint);
        fputc(':', out);
        WriteJsonNumber(out, values[i]);
    }
    fputc('}', out);
}

static void writeMeeting(FILE *out, const Mechanism *mechanism, const cdMechanismContact *found) {
    bool meets = found->state == CD_CONTACT, isTimed = found->state != CD_FREE, isPair = found->linkA >= 0;
    const cdFeature none = {0};
    WriteJsonNumberField(out, "edge", found->edge, found->edge >= 0);
    WriteJsonNumberField(out, "time", found->time.lo, isTimed);
    WriteJsonNumberField(out, "time_hi", found->time.hi, meets);
    WriteJsonStringField(out, "a", isPair ? mechanism->names[found->linkA].name : "", isPair);
    WriteJsonStringField(out, "b", isPair ? mechanism->names[found->linkB].name : "", isPair);
    WriteJsonStringField(out, "kind", GetContactKindNames()[found->kind],
                         meets && found->kind != CD_NO_CONTACT);
    WriteJsonVectorField(out, "point", found->point, meets);
    WriteJsonVectorField(out, "normal", found->normal, meets);
    WriteFeature(out, "feature_a", meets ? &found->featureA : &none);
    WriteFeature(out, "feature_b", meets ? &found->featureB : &none);
}

static void writeRow(FILE *out, const SweepPaths *paths, const JointPathFile *path, const char *file,
                     const cdMechanismContact *found, double microseconds, double *values) {
    fprintf(out, "{\"status\":\"%s\"", GetMotionWord(found->state));
    if (found->reason != CD_REASON_NONE) fprintf(out, ",\"reason\":\"%s\"", GetReasonWord(found->reason));
    WriteJsonStringField(out, "path", file, true);
    fprintf(out, ",\"edges\":%d,\"pairs\":%d", (int)path->def.nodeCount - 1, (int)found->pairCount);
    writeMeeting(out, paths->mechanism, found);
    if (found->state != CD_FREE)
        writeValues(out, "values", paths->mechanism, path, found->time.lo, values);
    else
        fputs(",\"values\":null", out);
    WriteJsonNumberField(out, "free_time", found->resolvedTime, true);
    writeValues(out, "free_values", paths->mechanism, path, found->resolvedTime, values);
    WriteJsonNumberField(out, "tolerance", found->tolerance, found->state == CD_CONTACT);
    fprintf(out, ",\"searches\":%lld,\"pair_tests\":%lld,\"time_us\":%.1f}\n", (long long)found->searchCount,
            (long long)found->stats.pairTests, microseconds);
}

static cdState getWorse(cdState worst, cdState state) {
    if (state == CD_OVERLAP) state = CD_CONTACT;
    return worst == CD_CONTACT || state == CD_FREE ? worst : state;
}

static bool writePath(const SweepPaths *paths, FILE *out, const char *file, const JointPathFile *path,
                      cdWorkspace *workspace, double *values, cdState *worst) {
    const cdMechanismContactInput input = {.path = path->def,
                                           .safetyDistance = paths->safetyDistance,
                                           .tolerance = paths->tolerance,
                                           .budget.maxPairTests = paths->maxTests,
                                           .tasks = paths->tasks};
    double begin = gxGetTime();
    cdMechanismContact found = cdFindMechanismContact(&input, workspace);
    if (found.reason == CD_REASON_WORKSPACE) return false;
    writeRow(out, paths, path, file, &found, 1e6 * (gxGetTime() - begin), values);
    *worst = getWorse(*worst, found.state);
    return true;
}

// Writes a line for each of files[], which have been read.
static bool writePaths(const SweepPaths *paths, FILE *out, const JointPathFile *files, cdState *worst) {
    cdWorkspace *workspace = cdCreateWorkspace();
    double *values = malloc((size_t)paths->mechanism->def.linkCount * sizeof *values);
    bool good = workspace != NULL && values != NULL;
    for (int i = 0; i < paths->files->count && good; i++)
        good = writePath(paths, out, paths->files->items[i], &files[i], workspace, values, worst);
    free(values);
    cdDestroyWorkspace(workspace);
    return good;
}

// All files are read before the first line is written.
bool WriteSweepPaths(const SweepPaths *paths, FILE *out, cdState *worst, char *message, size_t messageSize) {
    int count = paths->files->count;
    JointPathFile *files = calloc((size_t)count, sizeof *files);
    bool good = files != NULL;
    *worst = CD_FREE;
    snprintf(message, messageSize, "out of memory");
    for (int i = 0; i < count && good; i++)
        good = ReadJointPath(paths->mechanism, paths->others, paths->isSet, paths->files->items[i], &files[i],
                             message, messageSize);
    if (good) snprintf(message, messageSize, "out of memory");
    good = good && writePaths(paths, out, files, worst);
    for (int i = 0; i < count && files != NULL; i++)
        FreeJointPath(&files[i]);
    free(files);
    return good;
}
