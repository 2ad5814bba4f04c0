// Writes a mesh's feature to a JSON line. Edges have no numbers in the file; their ends do.
#include "commands/feature_write.h"
#include "scenes/names.h"

void WriteFeature(FILE *out, const char *key, const cdFeature *feature) {
    fprintf(out, ",\"%s\":", key);
    if (feature->kind == CD_NO_FEATURE) {
        fputs("null", out);
        return;
    }
    fprintf(out, "{\"kind\":\"%s\",\"id\":%d", GetFeatureKindNames()[feature->kind], (int)feature->id);
    if (feature->kind == CD_FEATURE_EDGE)
        fprintf(out, ",\"vertices\":[%d,%d]", (int)feature->vertexId[0], (int)feature->vertexId[1]);
    fputc('}', out);
}
