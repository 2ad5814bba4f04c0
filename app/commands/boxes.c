// `firstcontact boxes`: finds the first contact of two solid boxes with matrices that are quadratic in t
// [AS05].
//
// Input: a file of pairs of boxes in motion (boxes_file.h). Output: one JSON line a row (boxes_write.c), or a
// template of such a file. All input is read and checked before the first line.
#include "commands/boxes_file.h"
#include "commands/boxes_write.h"
#include "commands/command.h"
#include "engine/platform/clock.h"
#include "scenes/whole_file.h"
#include <stdlib.h>

typedef struct BoxesOptions {
    const char *input, *out;
    bool template, summary;
} BoxesOptions;

static int readOptions(BoxesOptions *o, int argCount, char *const args[],
                       const char *arguments[ARGUMENT_MAX]) {
    *o = (BoxesOptions){0};
    const CommandDef def = {
        .name = "boxes",
        .arguments = "--input BOXES.csv | --template ",
        .about =
            "Finds when two solid boxes in motion first touch, from polynomials, without stepping. A row of BOXES.csv\n"
            "is a pair of boxes: the half extents of A and B, then the 4 x 4 matrices that transform A and B to the\n"
            "world, row by row. Each entry is a quadratic function of t in [0, 1]. The header has 102 columns\n"
            "(--template prints it):\n\n"
            "  ax,ay,az,bx,by,bz,a11_0,a11_1,a11_2,a12_0,...,a44_2,b11_0,...,b44_2\n\n"
            "aij_0, aij_1, aij_2 are the coefficients of aij_0 + aij_1 t + aij_2 t^2 in row i and column j. The bottom\n"
            "row is 0 0 0 w with w > 0; all coordinates are divided by w. Boxes may turn, shear and grow.\n\n"
            "For a rigid box whose centre moves from p to q while it turns by an angle below pi about a unit axis u,\n"
            "let g = u tan(angle / 2), k = g . g, [g]x the matrix of the cross product with g, R its rotation at\n"
            "t = 0. Then\n"
            "  upper left 3 x 3      c0 = R, c1 = 2 [g]x R, c2 = (2 g g^T - k I) R\n"
            "  fourth column         c0 = p, c1 = q - p, c2 = k q\n"
            "  w                     1, 0, k\n"
            "Without rotation g = 0, and c1 and c2 are 0 except c1 = q - p in the fourth column.\n\n"
            "Output: one JSON line a row; fields that do not apply are null:\n"
            "  status                free, contact, overlap (at the start), undecided (a box loses its volume)\n"
            "  t, t_hi               free of contact up to t, touching by t_hi; undecided: free up to t\n"
            "  kind                  vertex-face, face-vertex or edge-edge, A's feature first\n"
            "  point, normal         world frame, at t; the normal is unit and points from B to A\n"
            "  feature_a, feature_b  vertex: the sum of 1, 2, 4 for x, y, z at +half; face: 0 to 5 for -x, +x, -y, +y,\n"
            "                        -z, +z; edge: 4 times its axis, plus 1 at +half along the lower of the other two\n"
            "                        axes, plus 2 along the higher; with the vertices at its ends\n"
            "  parts                 homogeneous parts of the motion that were examined\n"
            "  time_us               microseconds",
        .example = "firstcontact boxes --template | firstcontact boxes --input /dev/stdin",
        .options = {
            {"--input", "FILE", "file of the boxes (required unless --template is given)", OPTION_TEXT,
             &o->input, 0, 0, NULL},
            {"--template", NULL, "print the header and one row: a cube that falls onto a larger one",
             OPTION_FLAG, &o->template, 0, 0, NULL},
            {"--summary", NULL, "add a last line with totals and times", OPTION_FLAG, &o->summary, 0, 0,
             NULL},
            {"--out", "FILE", "write results to FILE, atomically (default standard output)", OPTION_TEXT,
             &o->out, 0, 0, NULL},
        }};
    int exitCode = ReadCommandLine(&def, argCount, args, arguments);
    if (exitCode >= 0) return exitCode;
    if (o->template && o->summary) return FailCall(&def, "--summary cannot be combined with --template");
    if (o->template && o->input != NULL) return FailCall(&def, "--input cannot be combined with --template");
    return o->input == NULL && !o->template ? FailArguments(&def) : -1;
}

// Writes a fixed cube of half extent 1 at the origin, and one of 0.5 that moves from y = 3 down to y = -1.
static void writeTemplate(FILE *out) {
    cdBoxesInput boxes = {.halfA = {0.5, 0.5, 0.5}, .halfB = {1.0, 1.0, 1.0}};
    for (int i = 0; i < 4; i++)
        boxes.motionA.c[i][i][0] = boxes.motionB.c[i][i][0] = 1.0;
    boxes.motionA.c[1][3][0] = 3.0;
    boxes.motionA.c[1][3][1] = -4.0;
    WriteBoxesHeader(out);
    WriteBoxesRow(out, &boxes);
}

static void runRows(const cdBoxesInput *boxes, int32_t rowCount, FILE *out, BoxTotals *totals) {
    Progress progress = BeginProgress("row");
    for (int32_t i = 0; i < rowCount; i++) {
        double begin = gxGetTime();
        cdBoxContact result = cdFindBoxContact(&boxes[i], NULL);
        double microseconds = 1e6 * (gxGetTime() - begin);
        WriteBoxContact(out, i, &result, microseconds);
        AddToBoxTotals(totals, i, &result, microseconds);
        ShowProgress(&progress, i + 1, rowCount);
    }
    EndProgress(&progress);
}

static bool writeRows(const BoxesOptions *options, const cdBoxesInput *boxes, int32_t rowCount, char *message,
                      size_t messageSize) {
    BoxTotals totals;
    OutputFile output;
    if (!CreateBoxTotals(&totals, rowCount)) {
        snprintf(message, messageSize, "out of memory for %d rows", (int)rowCount);
        return false;
    }
    bool good = OpenOutputFile(&output, options->out, message, messageSize);
    if (good) {
        runRows(boxes, rowCount, output.stream, &totals);
        if (options->summary) WriteBoxTotals(output.stream, &totals);
        good = FinishOutputFile(&output, message, messageSize);
    }
    DestroyBoxTotals(&totals);
    return good;
}

static bool runTemplate(const BoxesOptions *options, char *message, size_t messageSize) {
    OutputFile output;
    if (!OpenOutputFile(&output, options->out, message, messageSize)) return false;
    writeTemplate(output.stream);
    return FinishOutputFile(&output, message, messageSize);
}

static bool runInput(const BoxesOptions *options, char *message, size_t messageSize) {
    cdBoxesInput *boxes = NULL;
    int32_t rowCount = 0;
    bool good = ReadBoxesFile(options->input, &boxes, &rowCount, message, messageSize) &&
                writeRows(options, boxes, rowCount, message, messageSize);
    free(boxes);
    return good;
}

int RunBoxesCommand(int argCount, char *const args[]) {
    BoxesOptions options;
    const char *arguments[ARGUMENT_MAX];
    int exitCode = readOptions(&options, argCount, args, arguments);
    if (exitCode >= 0) return exitCode;
    char message[MESSAGE_SIZE];
    bool good = options.template ? runTemplate(&options, message, sizeof message)
                                 : runInput(&options, message, sizeof message);
    if (!good) SayError("%s", message);
    return good ? EXIT_DONE : EXIT_FAILED;
}
