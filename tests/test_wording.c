// Plain English in every text that a person reads: headers, messages, documents, comments.
//
// Input: the source tree, read as text. Of sources the comments are read, and the strings of the library, the
// engine and the program; of documents and scripts all lines. The phrases below have a plain word in the
// field, and comments that open with the words below have no subject. CONTRIBUTING.md has the rules.
// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on
#include "source_tree.h"
#include <ctype.h>
#include <stdbool.h>
#include <string.h>
#include <strings.h>

static const struct {
    const char *phrase, *instead;
} phrases[] = {
    {"in each other", "overlap"},
    {"sink in", "penetrate"},
    {"sinks in", "penetrates"},
    {"left at", "resolved pose"},
    {"lies still", "is asleep, stands still"},
    {"lie still", "are asleep, stand still"},
    {"goes on", "continues"},
    {"go on with", "continue with"},
    {"went on", "continued"},
    {"going on", "continuing"},
    {"anew", "again"},
    {"is none", "there is no"},
    {"are none", "there are no"},
    {"none is", "no ... is"},
    {"is asked", "is tested, is queried"},
    {"was asked", "was tested, was queried"},
    {"are asked", "are tested, are queried"},
    {"were asked", "were tested, were queried"},
    {"tells", "reports, returns, shows"},
    {"told", "reported, returned, shown"},
    {"in the way", "blocking, obstructing"},
    {"what touches what", "contact regions"},
    {"a blow", "an impulse"},
    {"line of time", "timeline"},
    {"looks at", "tests, visits"},
    {"looked at", "tested, visited"},
    {"means nothing", "is invalid"},
    {"mean nothing", "are invalid"},
    {"whole or not at all", "atomically"},
    {"the least", "the minimum"},
    {"by hand of", "a sentence with a subject"},
    {"nothing is known", "a sentence with a subject"},
};

static const char *const openings[] = {"What", "Whether", "Who", "Of", "That", "Those"};

// Places where a phrase is the right one.
static const struct {
    const char *file, *phrase;
} allowed[] = {
    {"tests/test_wording.c", ""}, // the list above
};

static bool isAllowed(const char *path, const char *phrase) {
    const char *end = strrchr(path, '.');
    if (end && strcmp(end, ".py") == 0 && strcmp(phrase, "is none") == 0) return true; // Python: None
    for (size_t i = 0; i < sizeof allowed / sizeof *allowed; i++) {
        if (strcmp(allowed[i].file, path) != 0) continue;
        if (!allowed[i].phrase[0] || strcmp(allowed[i].phrase, phrase) == 0) return true;
    }
    return false;
}

static bool isWordPart(char c) {
    return isalnum((unsigned char)c) || c == '_';
}

// True if the text has the phrase as whole words, in any case.
static bool hasPhrase(const char *text, const char *phrase) {
    size_t length = strlen(phrase);
    for (const char *at = text; *at; at++) {
        if (at > text && isWordPart(at[-1])) continue;
        if (strncasecmp(at, phrase, length) == 0 && !isWordPart(at[length])) return true;
    }
    return false;
}

static const char *findPhrase(const char *path, const char *text) {
    for (size_t i = 0; i < sizeof phrases / sizeof *phrases; i++)
        if (hasPhrase(text, phrases[i].phrase) && !isAllowed(path, phrases[i].phrase))
            return phrases[i].phrase;
    return NULL;
}

// The word without a subject that a comment opens with; NULL: it opens well.
static const char *findOpening(const char *path, const char *comment) {
    comment += strspn(comment, "/*# ");
    for (size_t i = 0; i < sizeof openings / sizeof *openings; i++) {
        size_t length = strlen(openings[i]);
        if (strncmp(comment, openings[i], length) != 0 || isWordPart(comment[length])) continue;
        if (!isAllowed(path, openings[i])) return openings[i];
    }
    return NULL;
}

static bool endsWith(const char *text, const char *end) {
    size_t length = strlen(text), endLength = strlen(end);
    return length >= endLength && strcmp(text + length - endLength, end) == 0;
}

typedef enum TextKind { TEXT_NONE, TEXT_SOURCE, TEXT_SCRIPT, TEXT_DOCUMENT } TextKind;

static TextKind getTextKind(const char *path) {
    static const struct {
        const char *end;
        TextKind kind;
    } kinds[] = {{".c", TEXT_SOURCE},    {".h", TEXT_SOURCE},     {".cpp", TEXT_SOURCE},
                 {".vert", TEXT_SOURCE}, {".frag", TEXT_SOURCE},  {".sh", TEXT_SCRIPT},
                 {".txt", TEXT_SCRIPT},  {".cmake", TEXT_SCRIPT}, {".awk", TEXT_SCRIPT},
                 {".py", TEXT_SCRIPT},   {".md", TEXT_DOCUMENT},  {".1", TEXT_DOCUMENT}};
    if (strncmp(path, "scripts/", 8) == 0) return TEXT_SCRIPT;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (endsWith(path, kinds[i].end)) return kinds[i].kind;
    return TEXT_NONE;
}

// The text of a line's strings, and its comment; both may be empty.
typedef struct SourceLine {
    char strings[1024];
    const char *comment;
} SourceLine;

static SourceLine readSourceLine(const char *line) {
    SourceLine parts = {.comment = ""};
    size_t used = 0;
    char quote = 0;
    for (const char *at = line; *at; at++) {
        if (quote) {
            if (*at == '\\' && at[1])
                at++;
            else if (*at == quote)
                quote = 0;
            if (quote == '"' && used + 2 < sizeof parts.strings) parts.strings[used++] = *at;
        } else if (*at == '"' || *at == '\'') {
            quote = *at;
            parts.strings[used < sizeof parts.strings - 1 ? used++ : used] = ' ';
        } else if (at[0] == '/' && at[1] == '/') {
            parts.comment = at;
            break;
        }
    }
    return parts;
}

typedef struct Reader {
    int files, lines, flaws;
} Reader;

static void report(Reader *reader, const char *path, int line, const char *what) {
    print_error("%s:%d: '%s'\n", path, line, what);
    reader->flaws++;
}

static void readLine(Reader *reader, const char *path, TextKind kind, int number, const char *line) {
    const char *phrase = NULL, *opening = NULL;
    if (kind == TEXT_SOURCE) {
        SourceLine parts = readSourceLine(line);
        bool seen = strncmp(path, "tests/", 6) != 0 && strncmp(line, "#include", 8) != 0;
        phrase = findPhrase(path, parts.comment);
        if (!phrase && seen) phrase = findPhrase(path, parts.strings);
        opening = findOpening(path, parts.comment);
    } else {
        phrase = findPhrase(path, line);
        const char *text = line + strspn(line, " ");
        if (kind == TEXT_SCRIPT && *text == '#') opening = findOpening(path, text);
    }
    if (phrase) report(reader, path, number, phrase);
    if (opening) report(reader, path, number, opening);
    reader->lines++;
}

static void readText(Reader *reader, const char *path, TextKind kind, char *text) {
    int number = 1;
    for (char *line = text, *end; line; line = end ? end + 1 : NULL, number++) {
        end = strchr(line, '\n');
        if (end) *end = '\0';
        readLine(reader, path, kind, number, line);
    }
}

static void readFile(const char *path, void *context) {
    Reader *reader = context;
    TextKind kind = getTextKind(path);
    char *text = readTreeFile(path);
    if (kind == TEXT_NONE && strncmp(text, "#!", 2) == 0) kind = TEXT_SCRIPT;
    if (kind != TEXT_NONE) {
        readText(reader, path, kind, text);
        reader->files++;
    }
    free(text);
}

// The whole tree. Red: a comment or a message in words of our own.
static void testTextsArePlain(void **state) {
    (void)state;
    static const char *const folders[] = {"collision", "engine", "app",     "bench",     "tests", "shaders",
                                          "cmake",     "docs",   "scripts", "packaging", "python"};
    static const char *const files[] = {"README.md", "CONTRIBUTING.md", "CHANGELOG.md", "CMakeLists.txt"};
    Reader reader = {0};
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
        visitFiles(folders[i], readFile, &reader);
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        readFile(files[i], &reader);
    assert_true(reader.files > 900 && reader.lines > 100000);
    assert_int_equal(reader.flaws, 0);
}

// Lines that are wrong, and lines that are right. Red: a reader that lets everything pass, which the test
// above could not tell from a plain tree.
static void testFlawsAreSeen(void **state) {
    (void)state;
    static const struct {
        TextKind kind;
        const char *line;
        int flaws;
    } cases[] = {
        {TEXT_SOURCE, "int x; // what is left at the end", 1},
        {TEXT_SOURCE, "int x; // What it holds", 1},
        {TEXT_SOURCE, "// Whether it goes on", 2},
        {TEXT_SOURCE, "    // of a body", 0},
        {TEXT_SOURCE, "int anew = 1;", 0},
        {TEXT_SOURCE, "print(\"the solver starts Anew\");", 1},
        {TEXT_SOURCE, "print(\"renewed // anew\");", 1},
        {TEXT_SOURCE, "char q = '\"'; // renewed", 0},
        {TEXT_SCRIPT, "# Those of before", 1},
        {TEXT_SCRIPT, "echo That", 0},
        {TEXT_DOCUMENT, "What it does: nothing is known of it", 1},
        {TEXT_DOCUMENT, "It is asleep.", 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Reader reader = {0};
        readLine(&reader, "app/case", cases[i].kind, 1, cases[i].line);
        if (reader.flaws != cases[i].flaws) fail_msg("%s: %d flaws", cases[i].line, reader.flaws);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testTextsArePlain),
        cmocka_unit_test(testFlawsAreSeen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
