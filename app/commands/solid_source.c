// Builds the solids of mesh arguments, and describes why a mesh is not a solid.
//
// The message has the count of each kind of flaw, the position of the first, and a cure:
//     cup.obj: not a solid: 12 open edges, the first between vertices 17 and 40 at (1, 0, 2): close the holes
#include "commands/solid_source.h"
#include "commands/command.h"
#include "scenes/json_write.h"
#include <math.h>
#include <stdarg.h>
#include <stdio.h>

// --- messages

typedef struct Sentence {
    char *text;
    size_t size, length;
} Sentence;

static void append(Sentence *sentence, const char *format, ...) __attribute__((format(printf, 2, 3)));

// Appends to the sentence, truncated to its size.
static void append(Sentence *sentence, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int written =
        vsnprintf(sentence->text + sentence->length, sentence->size - sentence->length, format, arguments);
    va_end(arguments);
    if (written > 0) sentence->length += (size_t)written;
    if (sentence->length >= sentence->size) sentence->length = sentence->size - 1;
}

static const struct {
    const char *one, *many;
} flawNames[CD_DEFECT_KIND_COUNT] = {
    [CD_DEFECT_OPEN_EDGE] = {"open edge", "open edges"},
    [CD_DEFECT_NON_MANIFOLD_EDGE] = {"edge of more than two triangles", "edges of more than two triangles"},
    [CD_DEFECT_NON_MANIFOLD_VERTEX] = {"vertex where parts of the surface only touch",
                                       "vertices where parts of the surface only touch"},
    [CD_DEFECT_FLIPPED_EDGE] = {"edge between triangles of opposite orientation",
                                "edges between triangles of opposite orientation"},
    [CD_DEFECT_INSIDE_OUT] = {"shell that is inside out", "shells that are inside out"},
    [CD_DEFECT_CROSSING_FACES] = {"pair of faces that cross each other",
                                  "pairs of faces that cross each other"},
    [CD_DEFECT_NEAR_FEATURES] = {"pair of features closer than 100 tolerances",
                                 "pairs of features closer than 100 tolerances"},
};

static const char *getCure(cdBuildError error) {
    switch (error) {
    case CD_BUILD_OPEN:
        return "close the holes; firstcontact mesh info lists every open edge";
    case CD_BUILD_NON_MANIFOLD:
        return "separate the parts there, so that they share no edge or vertex";
    case CD_BUILD_FLIPPED:
        return "flip faces until all point outwards";
    case CD_BUILD_INSIDE_OUT:
        return "flip its faces, so that they point outwards";
    case CD_BUILD_FLAT:
        return "give it a thickness";
    case CD_BUILD_CROSSES_ITSELF:
        return "unite the parts that overlap, or leave out --refuse-intersections";
    default:
        return NULL;
    }
}

static const cdDefect *findFirst(const cdSolidReport *report, cdDefectKind kind) {
    for (int32_t i = 0; i < report->defectCount; i++) {
        if (report->defects[i].kind == kind) return &report->defects[i];
    }
    return NULL;
}

static void appendPosition(Sentence *sentence, const cdDefect *flaw) {
    int v[2] = {(int)flaw->vertexId[0], (int)flaw->vertexId[1]};
    int f[2] = {(int)flaw->faceId[0], (int)flaw->faceId[1]};
    if (v[1] >= 0) {
        append(sentence, "between vertices %d and %d", v[0], v[1]);
    } else if (flaw->kind == CD_DEFECT_NEAR_FEATURES && f[1] >= 0) {
        append(sentence, "between vertex %d and the edge of faces %d and %d", v[0], f[0], f[1]);
    } else if (flaw->kind == CD_DEFECT_NEAR_FEATURES) {
        append(sentence, "between vertex %d and face %d", v[0], f[0]);
    } else if (v[0] >= 0) {
        append(sentence, "number %d", v[0]);
    } else if (f[1] >= 0) {
        append(sentence, "between faces %d and %d", f[0], f[1]);
    } else {
        append(sentence, "with face %d and its centre", f[0]);
    }
    append(sentence, " at (%.6g, %.6g, %.6g)", flaw->point.x, flaw->point.y, flaw->point.z);
}

// "12 open edges, the first between vertices 17 and 40 at (1, 0, 2)"
static void appendFlaw(Sentence *sentence, const cdSolidReport *report, cdDefectKind kind) {
    int32_t count = report->countOfKind[kind];
    append(sentence, "%d %s", (int)count, count == 1 ? flawNames[kind].one : flawNames[kind].many);
    const cdDefect *first = findFirst(report, kind);
    if (first == NULL) return;
    append(sentence, count > 1 ? ", the first " : ", ");
    appendPosition(sentence, first);
}

static void appendFlaws(Sentence *sentence, const cdSolidReport *report) {
    const char *before = "";
    for (int k = 0; k < CD_DEFECT_KIND_COUNT; k++) {
        if (report->countOfKind[k] == 0 || k == CD_DEFECT_NEAR_FEATURES) continue;
        append(sentence, "%s", before);
        appendFlaw(sentence, report, (cdDefectKind)k);
        before = "; ";
    }
    if (before[0] == '\0') append(sentence, "%s", cdGetBuildErrorName(report->error));
}

static void describeRefusal(const cdSolidReport *report, Sentence *sentence) {
    appendFlaws(sentence, report);
    const char *cure = getCure(report->error);
    if (cure != NULL) append(sentence, ": %s", cure);
}

static void sayRefusal(const char *name, const cdSolidReport *report, char *message, size_t messageSize) {
    Sentence sentence = {message, messageSize, 0};
    bool noMemory = report->error == CD_BUILD_OUT_OF_MEMORY;
    append(&sentence, noMemory ? "%s: " : "%s: not a solid: ", name);
    describeRefusal(report, &sentence);
}

void WarnOfNearFeatures(const char *name, const cdSolidInfo *info, const cdSolidReport *report) {
    const cdDefect *first = findFirst(report, CD_DEFECT_NEAR_FEATURES);
    if (first == NULL) return;
    char text[MESSAGE_SIZE];
    Sentence sentence = {text, sizeof text, 0};
    appendFlaw(&sentence, report, CD_DEFECT_NEAR_FEATURES);
    bool separable = first->distance > info->tolerance;
    SayError(
        "%s: warning: %s, at distance %.3g with a tolerance of %.3g; results there may name a neighbour%s",
        name, text, first->distance, info->tolerance, separable ? "; use a smaller --tolerance" : "");
}

// --- the solid

// Creates the mesh, without its solid, with the solid's tolerance.
static cdMesh *createMesh(const SolidSource *source, char *message, size_t messageSize) {
    TriangleSoup soup = {0};
    cdMesh *mesh = NULL;
    if (LoadTriangleSoup(source->name, source->placement, &soup, message, messageSize)) {
        cdMeshDef def = MakeSoupMeshDef(&soup);
        def.parts = 0;
        def.tolerance = source->tolerance;
        def.refuseIntersections = source->refuseIntersections;
        mesh = cdCreateMesh(&def, NULL);
        // CreateSoupMesh fails on the same triangles, with a message.
        if (mesh == NULL) mesh = CreateSoupMesh(source->name, &soup, 0.0, 0, NULL, message, messageSize);
    }
    DestroyTriangleSoup(&soup);
    return mesh;
}

// @errors false with a message
static bool buildSolid(const SolidSource *source, cdMesh *mesh, cdMeshReport *report, char *message,
                       size_t messageSize) {
    double radius = cdGetMeshInfo(mesh).radius;
    if (source->tolerance > 0.01 * radius) {
        snprintf(message, messageSize,
                 "%s: --tolerance %g is too large for a mesh of radius %.6g; use at most a hundredth of it",
                 source->name, source->tolerance, radius);
        return false;
    }
    bool built = cdBuildMeshParts(mesh, CD_PART_SOLID, report);
    if (!built) sayRefusal(source->name, &report->solid, message, messageSize);
    return built;
}

cdMesh *CreateSourceSolid(const SolidSource *source, cdMeshReport *report, char *message,
                          size_t messageSize) {
    *report = (cdMeshReport){0};
    cdMesh *mesh = createMesh(source, message, messageSize);
    if (mesh == NULL || buildSolid(source, mesh, report, message, messageSize)) return mesh;
    cdDestroyMesh(mesh);
    return NULL;
}

// --- facts

static void writeMass(FILE *out, const cdMassProperties *mass) {
    const double *m = mass->inertia;
    fputs(",\"volume\":", out);
    WriteJsonNumber(out, mass->volume);
    fputs(",\"centroid\":", out);
    WriteJsonVector(out, mass->centroid);
    fputs(",\"inertia\":[", out);
    WriteJsonVector(out, (cdVec3){m[0], m[3], m[4]});
    fputc(',', out);
    WriteJsonVector(out, (cdVec3){m[3], m[1], m[5]});
    fputc(',', out);
    WriteJsonVector(out, (cdVec3){m[4], m[5], m[2]});
    fputc(']', out);
}

static void writeFlawCounts(FILE *out, const cdSolidReport *report) {
    const char *comma = "";
    fputs(",\"flaws\":{", out);
    for (int kind = 0; kind < CD_DEFECT_KIND_COUNT; kind++) {
        if (report->countOfKind[kind] == 0) continue;
        fprintf(out, "%s\"%s\":%d", comma, cdGetDefectName((cdDefectKind)kind),
                (int)report->countOfKind[kind]);
        comma = ",";
    }
    fputc('}', out);
}

static void writeFacts(FILE *out, const cdSolidInfo *info) {
    fprintf(out, ",\"vertices\":%d,\"edges\":%d,\"faces\":%d,\"loops\":%d,\"shells\":%d",
            (int)info->vertexCount, (int)info->edgeCount, (int)info->faceCount, (int)info->loopCount,
            (int)info->shellCount);
    fputs(",\"area\":", out);
    WriteJsonNumber(out, info->area);
    writeMass(out, &info->mass);
    fputs(",\"tolerance\":", out);
    WriteJsonNumber(out, info->tolerance);
    fprintf(out, ",\"index\":{\"nodes\":%d,\"height\":%d,\"average_height\":", (int)info->nodeCount,
            (int)info->height);
    WriteJsonNumber(out, info->averageHeight);
    fprintf(out, "},\"bytes\":%zu", info->byteCount);
}

void WriteSolidLine(FILE *out, const char *name, const cdMesh *mesh, const cdSolidReport *report) {
    fputs("{\"mesh\":", out);
    WriteJsonString(out, name);
    if (cdGetMeshInfo(mesh).parts & CD_PART_SOLID) {
        cdSolidInfo info = cdGetSolidInfo(mesh);
        fputs(",\"solid\":true", out);
        writeFacts(out, &info);
    } else {
        char text[MESSAGE_SIZE];
        Sentence sentence = {text, sizeof text, 0};
        describeRefusal(report, &sentence);
        fputs(",\"solid\":false,\"because\":", out);
        WriteJsonString(out, text);
    }
    writeFlawCounts(out, report);
    fputs("}\n", out);
}
