// Reads published query sets; see linear_queries.h.
#include "bench/linear_queries.h"
#include "scenes/whole_file.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 8, FIELDS = 7 };

typedef struct Reader {
    const char *path, *at;
    int64_t line;
    char *message;
    size_t messageSize;
} Reader;

static bool failAt(const Reader *reader, const char *what) {
    snprintf(reader->message, reader->messageSize, "%s:%lld: %s", reader->path, (long long)reader->line,
             what);
    return false;
}

// Returns the kind named last in the path: the file name takes precedence over its folder.
static cdContactKind getKind(const char *path) {
    const char *names[2] = {"vertex-face", "edge-edge"};
    const char *last[2] = {NULL, NULL};
    for (int k = 0; k < 2; k++) {
        for (const char *at = strstr(path, names[k]); at != NULL; at = strstr(at + 1, names[k]))
            last[k] = at;
    }
    if (last[0] == NULL && last[1] == NULL) return CD_NO_CONTACT;
    if (last[0] == NULL) return CD_EDGE_EDGE;
    return last[1] == NULL || last[0] > last[1] ? CD_VERTEX_FACE : CD_EDGE_EDGE;
}

// Reads one row of comma-separated fields.
static bool readRow(Reader *reader, double fields[FIELDS]) {
    reader->line++;
    for (int i = 0; i < FIELDS; i++) {
        char *end;
        fields[i] = strtod(reader->at, &end);
        if (end == reader->at || !isfinite(fields[i])) return failAt(reader, "expected seven finite numbers");
        reader->at = end + strspn(end, " \t\r");
        char separator = i + 1 < FIELDS ? ',' : '\n';
        bool last = i + 1 == FIELDS && *reader->at == '\0';
        if (*reader->at != separator && !last) return failAt(reader, "expected seven numbers");
        if (!last) reader->at++;
    }
    if (fields[1] == 0.0 || fields[3] == 0.0 || fields[5] == 0.0) return failAt(reader, "denominator 0");
    if (fields[6] != 0.0 && fields[6] != 1.0) return failAt(reader, "the truth must be 0 or 1");
    return true;
}

// A fraction is a double if its denominator is a power of two (and its numerator fits, as in these sets).
static bool isRounded(double denominator) {
    int exponent;
    return fabs(frexp(denominator, &exponent)) != 0.5;
}

static bool readQuery(Reader *reader, cdContactKind kind, cdLinearInput *input, bool *contact,
                      bool *rounded) {
    input->kind = kind;
    *rounded = false;
    for (int row = 0; row < ROWS; row++) {
        double f[FIELDS];
        if (!readRow(reader, f)) return false;
        cdVec3 *point = row < 4 ? &input->start[row] : &input->end[row - 4];
        *point = (cdVec3){f[0] / f[1], f[2] / f[3], f[4] / f[5]};
        if (!isfinite(cdMaxAbs(*point))) return failAt(reader, "a coordinate is out of range");
        *rounded = *rounded || isRounded(f[1]) || isRounded(f[3]) || isRounded(f[5]);
        if (row > 0 && *contact != (f[6] == 1.0)) return failAt(reader, "the truth changes within a query");
        *contact = f[6] == 1.0;
    }
    return true;
}

static int64_t countLines(const char *text) {
    int64_t lines = 0;
    for (const char *at = text; *at != '\0'; at++)
        lines += *at == '\n' || at[1] == '\0';
    return lines;
}

static bool readAll(Reader *reader, cdContactKind kind, LinearQueries *queries) {
    int64_t lines = countLines(reader->at);
    if (lines == 0 || lines % ROWS != 0) {
        snprintf(reader->message, reader->messageSize, "%s: %lld rows, expected eight a query", reader->path,
                 (long long)lines);
        return false;
    }
    queries->inputs = calloc((size_t)(lines / ROWS), sizeof *queries->inputs);
    queries->contacts = calloc((size_t)(lines / ROWS), sizeof *queries->contacts);
    if (queries->inputs == NULL || queries->contacts == NULL) return failAt(reader, "out of memory");
    for (int64_t i = 0; i < lines / ROWS; i++) {
        bool rounded;
        if (!readQuery(reader, kind, &queries->inputs[i], &queries->contacts[i], &rounded)) return false;
        queries->roundedCount += rounded;
        queries->count++;
    }
    return true;
}

bool ReadLinearQueries(const char *path, LinearQueries *queries, char *message, size_t messageSize) {
    *queries = (LinearQueries){0};
    cdContactKind kind = getKind(path);
    if (kind == CD_NO_CONTACT) {
        snprintf(message, messageSize,
                 "%s: its path must say which queries these are, by \"vertex-face\" or \"edge-edge\"", path);
        return false;
    }
    size_t length;
    char *text = ReadWholeFile(path, &length, message, messageSize);
    if (text == NULL) return false;
    Reader reader = {path, text, 0, message, messageSize};
    bool good = readAll(&reader, kind, queries);
    free(text);
    if (!good) FreeLinearQueries(queries);
    return good;
}

void FreeLinearQueries(LinearQueries *queries) {
    free(queries->inputs);
    free(queries->contacts);
    *queries = (LinearQueries){0};
}
