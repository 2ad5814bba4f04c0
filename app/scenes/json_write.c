// Writes JSON values.
#include "scenes/json_write.h"
#include "scenes/number_text.h"

void WriteJsonString(FILE *out, const char *text) {
    fputc('"', out);
    for (; *text != '\0'; text++) {
        unsigned char c = (unsigned char)*text;
        if (c == '"' || c == '\\') {
            fprintf(out, "\\%c", c);
        } else if (c < 0x20) {
            fprintf(out, "\\u%04x", c);
        } else {
            fputc(c, out);
        }
    }
    fputc('"', out);
}

void WriteJsonNumber(FILE *out, double value) {
    char text[NUMBER_TEXT_SIZE];
    fputs(FormatNumber(value, text), out);
}

static void writeNumbers(FILE *out, const double *values, int count) {
    for (int i = 0; i < count; i++) {
        fputc(i > 0 ? ',' : '[', out);
        WriteJsonNumber(out, values[i]);
    }
    fputc(']', out);
}

void WriteJsonVector(FILE *out, cdVec3 vector) {
    writeNumbers(out, (const double[3]){vector.x, vector.y, vector.z}, 3);
}

void WriteJsonPose(FILE *out, cdPose pose) {
    const double values[7] = {pose.p.x, pose.p.y, pose.p.z, pose.q.w, pose.q.x, pose.q.y, pose.q.z};
    writeNumbers(out, values, 7);
}

void WriteJsonNumberField(FILE *out, const char *key, double value, bool applies) {
    fprintf(out, ",\"%s\":", key);
    WriteJsonNumber(out, applies ? value : NAN);
}

void WriteJsonStringField(FILE *out, const char *key, const char *text, bool applies) {
    fprintf(out, ",\"%s\":", key);
    if (applies)
        WriteJsonString(out, text);
    else
        fputs("null", out);
}

void WriteJsonVectorField(FILE *out, const char *key, cdVec3 vector, bool applies) {
    fprintf(out, ",\"%s\":", key);
    if (applies)
        WriteJsonVector(out, vector);
    else
        fputs("null", out);
}
