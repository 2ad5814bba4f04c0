// Parses a command line by the command's table of options, and prints --help from the same table.
#include "commands/command.h"
#include "scenes/number_text.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void SayError(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fputs("firstcontact: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
}

int FailCall(const CommandDef *def, const char *message) {
    SayError("%s: %s (see firstcontact %s --help)", def->name, message, def->name);
    return EXIT_WRONG_CALL;
}

int FailArguments(const CommandDef *def) {
    char message[MESSAGE_SIZE];
    int length = (int)strlen(def->arguments) - 1; // they end in a space, for the usage line
    snprintf(message, sizeof message, "expected %.*s", length, def->arguments);
    return FailCall(def, message);
}

enum { HELP_LEFT = 37, HELP_WIDTH = 110 };

// Prints an option. Its description wraps within its own column.
static void printOption(const char *left, const char *about) {
    int column = printf("  %-34s", left) + 1;
    fputs(column > HELP_LEFT ? "\n" : " ", stdout);
    if (column > HELP_LEFT) column = printf("%*s", HELP_LEFT, "");
    for (bool first = true; *about != '\0'; first = false) {
        int length = (int)strcspn(about, " ");
        if (!first && column + 1 + length > HELP_WIDTH) {
            column = printf("\n%*s", HELP_LEFT, "") - 1;
            first = true;
        }
        column += printf("%s%.*s", first ? "" : " ", length, about);
        about += length;
        about += strspn(about, " ");
    }
    putchar('\n');
}

static void printHelp(const CommandDef *def) {
    printf("usage: firstcontact %s %s[options]\n\n%s\n\noptions:\n", def->name, def->arguments, def->about);
    for (int i = 0; i < OPTION_MAX && def->options[i].name != NULL; i++) {
        const Option *option = &def->options[i];
        char left[64];
        snprintf(left, sizeof left, "%s%s%s", option->name, option->value != NULL ? " " : "",
                 option->value != NULL ? option->value : "");
        printOption(left, option->about);
    }
    printOption("--help", "print this text");
    printf("\nexample:\n  %s\n", def->example);
}

static const Option *findOption(const CommandDef *def, const char *name, size_t length) {
    for (int i = 0; i < OPTION_MAX && def->options[i].name != NULL; i++) {
        const char *candidate = def->options[i].name;
        if (strlen(candidate) == length && strncmp(candidate, name, length) == 0) return &def->options[i];
    }
    return NULL;
}

static bool readInRange(const Option *option, const char *text, double *value) {
    return ReadNumber(text, strlen(text), value) && *value >= option->lower && *value <= option->upper;
}

static bool readNumber(const Option *option, const char *text, char *message, size_t messageSize) {
    if (readInRange(option, text, option->target)) return true;
    snprintf(message, messageSize, "%s must be a number from %g to %g, not '%s'", option->name, option->lower,
             option->upper, text);
    return false;
}

static bool readWhole(const Option *option, const char *text, char *message, size_t messageSize) {
    double value = 0.0;
    if (!readInRange(option, text, &value) || value != floor(value)) {
        snprintf(message, messageSize, "%s must be a whole number from %.0f to %.0f, not '%s'", option->name,
                 option->lower, option->upper, text);
        return false;
    }
    if (option->kind == OPTION_COUNT)
        *(int64_t *)option->target = (int64_t)value;
    else
        *(int32_t *)option->target = (int32_t)value;
    return true;
}

static bool readChoice(const Option *option, const char *text, char *message, size_t messageSize) {
    for (int i = 0; option->choices[i] != NULL; i++) {
        if (strcmp(option->choices[i], text) != 0) continue;
        *(int *)option->target = i;
        return true;
    }
    snprintf(message, messageSize, "%s must be %s, not '%s'", option->name, option->value, text);
    return false;
}

static bool addToList(const Option *option, const char *text, char *message, size_t messageSize) {
    OptionList *list = option->target;
    if (list->count == OPTION_LIST_MAX) {
        snprintf(message, messageSize, "%s may be given at most %d times", option->name, OPTION_LIST_MAX);
        return false;
    }
    list->items[list->count++] = text;
    return true;
}

static bool readValue(const Option *option, const char *text, char *message, size_t messageSize) {
    switch (option->kind) {
    case OPTION_NUMBER:
        return readNumber(option, text, message, messageSize);
    case OPTION_WHOLE:
    case OPTION_COUNT:
        return readWhole(option, text, message, messageSize);
    case OPTION_CHOICE:
        return readChoice(option, text, message, messageSize);
    case OPTION_LIST:
        return addToList(option, text, message, messageSize);
    default:
        *(const char **)option->target = text;
        return true;
    }
}

// A command line that is read.
typedef struct Reader {
    const CommandDef *def;
    char *const *args; // args[argCount]
    int argCount, at;
    bool given[OPTION_MAX]; // options with a value that have been read
    char message[MESSAGE_SIZE];
} Reader;

static bool readFlag(Reader *reader, const Option *option, bool hasValue) {
    if (hasValue) snprintf(reader->message, sizeof reader->message, "%s takes no value", option->name);
    *(bool *)option->target = true;
    return !hasValue;
}

// Reads the option at args[at], "--name value" or "--name=value", and sets `at` to its last word.
static bool readOption(Reader *reader) {
    const char *arg = reader->args[reader->at], *value = NULL;
    size_t length = strcspn(arg, "="), size = sizeof reader->message;
    const Option *option = findOption(reader->def, arg, length);
    if (option == NULL) {
        snprintf(reader->message, size, "unknown option '%.*s'", (int)length, arg);
        return false;
    }
    if (option->kind == OPTION_FLAG) return readFlag(reader, option, arg[length] == '=');
    if (arg[length] == '=')
        value = arg + length + 1;
    else if (reader->at + 1 < reader->argCount)
        value = reader->args[++reader->at];
    bool *given = &reader->given[option - reader->def->options];
    if (value == NULL) {
        snprintf(reader->message, size, "%s needs %s", option->name, option->value);
        return false;
    }
    if (*given && option->kind != OPTION_LIST) {
        snprintf(reader->message, size, "%s may be given only once", option->name);
        return false;
    }
    *given = true;
    return readValue(option, value, reader->message, size);
}

static bool isHelp(const char *arg) {
    return strcmp(arg, "--help") == 0 || strcmp(arg, "-h") == 0;
}

int ReadCommandLine(const CommandDef *def, int argCount, char *const args[],
                    const char *arguments[ARGUMENT_MAX]) {
    int count = 0;
    bool onlyArguments = false;
    Reader reader = {.def = def, .args = args, .argCount = argCount};
    for (int i = 0; i < ARGUMENT_MAX; i++)
        arguments[i] = NULL;
    for (int i = 0; i < argCount; i++) {
        if (!isHelp(args[i])) continue;
        printHelp(def);
        return EXIT_DONE;
    }
    for (; reader.at < argCount; reader.at++) {
        const char *arg = args[reader.at];
        if (!onlyArguments && strcmp(arg, "--") == 0) {
            onlyArguments = true;
        } else if (!onlyArguments && arg[0] == '-' && arg[1] != '\0') {
            if (!readOption(&reader)) return FailCall(def, reader.message);
        } else if (count == def->argumentLimit) {
            snprintf(reader.message, sizeof reader.message, "unexpected argument '%s'", arg);
            return FailCall(def, reader.message);
        } else {
            arguments[count++] = arg;
        }
    }
    return count >= def->argumentCount ? -1 : FailArguments(def);
}
