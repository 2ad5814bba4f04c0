// The commands of the command line, and their shared parts: options, help, messages, progress.
//
// Exit codes: 0 success, 1 failure, 2 invalid command line.
#ifndef APP_COMMAND_H
#define APP_COMMAND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// EXIT_OPENS_WINDOW: the program opens the window with the same arguments.
enum { EXIT_OPENS_WINDOW = -1, EXIT_DONE = 0, EXIT_FAILED = 1, EXIT_WRONG_CALL = 2, MESSAGE_SIZE = 1024 };

typedef enum OptionKind {
    OPTION_FLAG,   // bool *target
    OPTION_NUMBER, // double *target, within [lower, upper]
    OPTION_WHOLE,  // int32_t *target, within [lower, upper]
    OPTION_COUNT,  // int64_t *target, within [lower, upper], at most 2^53
    OPTION_CHOICE, // int *target, an index into `choices`
    OPTION_TEXT,   // const char **target
    OPTION_LIST    // OptionList *target; may be given several times
} OptionKind;

typedef struct Option {
    const char *name;  // with its dashes
    const char *value; // name of its value in --help; NULL for a flag
    const char *about; // with unit and default
    OptionKind kind;
    void *target; // holds the default
    double lower, upper;
    const char *const *choices; // terminated by NULL
} Option;

enum { OPTION_MAX = 32, ARGUMENT_MAX = 16, OPTION_LIST_MAX = 256 };

// The values of an option that may be given several times, in their order.
typedef struct OptionList {
    const char *items[OPTION_LIST_MAX];
    int count;
} OptionList;

typedef struct CommandDef {
    const char *name;      // "query", "mesh info"
    const char *arguments; // "A B"
    int argumentCount;     // required arguments
    int argumentLimit;     // most arguments accepted
    const char *about;
    const char *example;        // works as typed, from any folder
    Option options[OPTION_MAX]; // terminated by one without a name
} CommandDef;

// Options that scale two meshes. The struct `*o` has the fields scaleA, scaleB and normalize.
// clang-format off
#define PLACEMENT_OPTIONS(o) \
    {"--scale-a", "FACTOR", "scale of mesh A (default 1)", OPTION_NUMBER, &(o)->scaleA, 1e-100, 1e100, NULL}, \
    {"--scale-b", "FACTOR", "scale of mesh B (default 1)", OPTION_NUMBER, &(o)->scaleB, 1e-100, 1e100, NULL}, \
    {"--normalize", NULL, "centre both meshes and scale them to a box diagonal of 2, before --scale-a and --scale-b", OPTION_FLAG, \
     &(o)->normalize, 0, 0, NULL}
// clang-format on

// Reads the command line after the command's name: options into their targets, the other arguments into
// arguments[ARGUMENT_MAX], unused ones NULL. Only flags and lists may be repeated. Returns -1 to continue,
// else the exit code (after --help or an error).
int ReadCommandLine(const CommandDef *def, int argCount, char *const args[],
                    const char *arguments[ARGUMENT_MAX]);

// Prints "firstcontact: ..." and a newline to standard error.
void SayError(const char *format, ...) __attribute__((format(printf, 1, 2)));
// Prints the message with a pointer to --help. Returns EXIT_WRONG_CALL.
int FailCall(const CommandDef *def, const char *message);

// Prints the expected arguments and returns EXIT_WRONG_CALL.
int FailArguments(const CommandDef *def);

// Progress line on standard error, shown once work takes longer than a second. Prints only to a terminal.
typedef struct Progress {
    const char *label;
    double begin, shown; // seconds; shown is 0 until the first line
    bool terminal;
} Progress;

Progress BeginProgress(const char *label);
void ShowProgress(Progress *progress, int64_t done, int64_t total);
void EndProgress(Progress *progress);

// The same for work without a known length.
void BeginWaiting(const char *label);
void EndWaiting(void);

// Each runs a command with the arguments after its name and returns the exit code.
int RunQueryCommand(int argCount, char *const args[]);
int RunPathCommand(int argCount, char *const args[]);
int RunDisassembleCommand(int argCount, char *const args[]);
int RunSweepCommand(int argCount, char *const args[]);
int RunConvexCommand(int argCount, char *const args[]);
int RunBoxesCommand(int argCount, char *const args[]);
int RunClassifyCommand(int argCount, char *const args[]);
int RunRegionsCommand(int argCount, char *const args[]);
int RunSimulateCommand(int argCount, char *const args[]);
int RunReplayCommand(int argCount, char *const args[]);
int RunMeshCommand(int argCount, char *const args[]);
int RunRenderCommand(int argCount, char *const args[]);
int RunScenesCommand(int argCount, char *const args[]);
int RunLessonCommand(int argCount, char *const args[]);
int RunBenchCommand(int argCount, char *const args[]);

typedef struct Command {
    const char *name, *about;
    int (*run)(int argCount, char *const args[]);
} Command;

// Returns all commands in the order of --help. @lifetime static
const Command *GetCommands(int32_t *count);

#endif
