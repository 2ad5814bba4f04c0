// The B-rep index: Table 1 of [V90], the figures of [BV92] 4.2, large meshes, and its contract.
//
// The shapes of Table 1 are n by n faces by longitude and latitude, and a torus of n by n planar quads; their
// vertices, edges and faces add up to the paper's numbers. Nodes are internal nodes; heights count them from
// the root. The contract is that of tests/oracle/solid_soak.h: a seed and a number give the same solid in the
// test and here.
#include "bench/solid_meshes.h"
#include "bench/solid_speed.h"
#include "oracle/solid_soak.h"

enum { TABLE_ROWS = 5, KIND_COUNT = 2, BUILD_ROUNDS = 5, FEW_STEPS = 100 };

// --- Table 1 of [V90]

typedef struct PaperRow {
    int32_t n, total, nodes, height;
    double average, seconds;
} PaperRow;

typedef struct PaperShape {
    const char *name;
    PaperRow rows[TABLE_ROWS];
} PaperShape;

static const PaperShape paperShapes[KIND_COUNT] = {
    {"sphere",
     {{4, 58, 58, 16, 7.8, 1.7},
      {6, 134, 135, 19, 9.4, 4.5},
      {8, 242, 245, 18, 9.9, 7.7},
      {10, 382, 463, 18, 10.4, 15.6},
      {20, 1562, 2309, 24, 13.0, 104.0}}},
    {"torus",
     {{4, 64, 110, 9, 6.1, 1.9},
      {6, 144, 299, 11, 7.3, 8.0},
      {8, 256, 435, 14, 8.6, 12.5},
      {10, 400, 1019, 19, 10.2, 39.0},
      {20, 1600, 4721, 27, 12.6, 233.0}}},
};

static double getTotal(const cdSolidInfo *info) {
    return info->vertexCount + info->edgeCount + info->faceCount;
}

// The maxima over a shape's rows, as multiples of the paper's.
typedef struct Worst {
    double nodes, height, average, milliseconds;
} Worst;

static void addPaperRow(BenchReport *report, const PaperShape *shape, const PaperRow *paper,
                        const BenchSolid *solid, Worst *worst) {
    const cdSolidInfo *info = &solid->info;
    double values[] = {getTotal(info),       paper->nodes,
                       info->nodeCount,      paper->height,
                       info->height,         paper->average,
                       info->averageHeight,  paper->seconds,
                       1e3 * solid->seconds, (double)info->byteCount / 1024.0};
    AddRow(report, values, "%s, n = %d", shape->name, (int)paper->n);
    worst->nodes = cdMax(worst->nodes, (double)info->nodeCount / paper->nodes);
    worst->height = cdMax(worst->height, (double)info->height / paper->height);
    worst->average = cdMax(worst->average, info->averageHeight / paper->average);
    worst->milliseconds = cdMax(worst->milliseconds, 1e3 * solid->seconds);
}

static bool makePaperSolid(int shape, int32_t n, int32_t rounds, BenchSolid *solid, BenchReport *report) {
    TriangleSoup soup;
    if (shape == 0)
        MakeBandedSphere(n, n, &soup);
    else
        MakePaperTorus(n, &soup);
    bool good = MakeBenchSolid(&soup, false, rounds, solid, report);
    DestroyTriangleSoup(&soup);
    return good;
}

static void addWorst(BenchReport *report, const char *name, const Worst *worst) {
    char what[96];
    snprintf(what, sizeof what, "%s: nodes, the worst of five, times [V90]'s", name);
    AddTarget(report, what, worst->nodes, REPORT_AT_MOST, 1.0, "times");
    snprintf(what, sizeof what, "%s: height, the worst of five, times [V90]'s", name);
    AddTarget(report, what, worst->height, REPORT_AT_MOST, 1.0, "times");
    snprintf(what, sizeof what, "%s: average height, the worst of five, times [V90]'s", name);
    AddTarget(report, what, worst->average, REPORT_AT_MOST, 1.0, "times");
    snprintf(what, sizeof what, "%s: build time, the longest of five", name);
    AddTarget(report, what, worst->milliseconds, REPORT_AT_MOST, 10.0, "ms");
}

static int32_t countRounds(const BenchInput *input) {
    return input->steps < FEW_STEPS ? 1 : BUILD_ROUNDS;
}

static bool measureTable1(const BenchInput *input, BenchReport *report) {
    static const char *const columns[] = {
        "V+E+F",   "[V90] nodes", "nodes", "[V90] height", "height", "[V90] average",
        "average", "[V90] s",     "ms",    "KB",           NULL};
    Worst worst[KIND_COUNT] = {{0}};
    double wrong = 0.0;
    AddTable(report, columns, "Table 1 of [V90]");
    for (int k = 0; k < KIND_COUNT; k++) {
        for (int row = 0; row < TABLE_ROWS; row++) {
            const PaperRow *paper = &paperShapes[k].rows[row];
            BenchSolid solid;
            bool good = makePaperSolid(k, paper->n, countRounds(input), &solid, report);
            if (good) addPaperRow(report, &paperShapes[k], paper, &solid, &worst[k]);
            wrong += good && getTotal(&solid.info) != paper->total;
            FreeBenchSolid(&solid);
            if (!good) return false;
        }
    }
    for (int k = 0; k < KIND_COUNT; k++)
        addWorst(report, paperShapes[k].name, &worst[k]);
    AddRequirement(report, "shapes whose V+E+F is not [V90]'s", wrong, REPORT_AT_MOST, 0.0, "shapes");
    return true;
}

// --- [BV92] 4.2

typedef struct FigureRow {
    const char *name;
    int32_t bands, segments; // 0: the tetrahedron
    bool facePlanesOnly;
    double nodes, height, average; // the paper's; NAN: not given
} FigureRow;

static const FigureRow figureRows[] = {
    {"tetrahedron", 0, 0, false, 14.0, NAN, NAN},
    {"8 x 16 sphere, face planes only", 8, 16, true, NAN, 128.0, 54.0},
    {"8 x 16 sphere, hybrid", 8, 16, false, NAN, 19.0, 8.0},
    {"16 x 8 sphere, face planes only", 16, 8, true, NAN, 128.0, 54.0},
    {"16 x 8 sphere, hybrid", 16, 8, false, NAN, 19.0, 8.0},
};

// The hybrid must beat the paper's numbers without other planes; the paper names no sphere.
static void addFigureTargets(BenchReport *report, const FigureRow *row, const cdSolidInfo *info) {
    char what[96];
    snprintf(what, sizeof what, "%s: nodes", row->name);
    if (row->bands == 0) AddTarget(report, what, info->nodeCount, REPORT_AT_MOST, row->nodes, "nodes");
    if (row->bands != 8 || row->facePlanesOnly) return;
    snprintf(what, sizeof what, "%s: height", row->name);
    AddTarget(report, what, info->height, REPORT_AT_MOST, row->height, "nodes");
    snprintf(what, sizeof what, "%s: average height", row->name);
    AddTarget(report, what, info->averageHeight, REPORT_AT_MOST, row->average, "nodes");
}

static bool measureFigureRow(const FigureRow *row, BenchReport *report) {
    TriangleSoup soup;
    BenchSolid solid;
    if (row->bands == 0)
        MakeTetrahedron(&soup);
    else
        MakeBandedSphere(row->bands, row->segments, &soup);
    bool good = MakeBenchSolid(&soup, row->facePlanesOnly, BUILD_ROUNDS, &solid, report);
    const cdSolidInfo *info = &solid.info;
    if (good) {
        double values[] = {info->faceCount, getTotal(info),      row->nodes,
                           info->nodeCount, row->height,         info->height,
                           row->average,    info->averageHeight, 1e3 * solid.seconds};
        AddRow(report, values, "%s", row->name);
        addFigureTargets(report, row, info);
    }
    FreeBenchSolid(&solid);
    DestroyTriangleSoup(&soup);
    return good;
}

static bool measureFigures(BenchReport *report) {
    static const char *const columns[] = {
        "faces",  "V+E+F",          "[BV92] nodes", "nodes", "[BV92] height",
        "height", "[BV92] average", "average",      "ms",    NULL};
    AddTable(report, columns, "[BV92] 4.2: a sphere of 128 faces with and without other planes");
    for (size_t i = 0; i < sizeof figureRows / sizeof figureRows[0]; i++) {
        if (!measureFigureRow(&figureRows[i], report)) return false;
    }
    return true;
}

// --- Large meshes

enum { LARGE_COUNT = 7, FEW_LARGE = 1 };

static const struct {
    const char *name, *mesh;
    bool bumpy;
} larges[LARGE_COUNT] = {{"bunny", "builtin:bunny", false},
                         {"torus knot", "torus-knot:segments=640", false},
                         {"bumpy sphere", "icosphere:level=6", true},
                         {"round sphere", "icosphere:level=6", false},
                         {"torus of quads", "quad-torus:n=100", false},
                         {"gear of 500 teeth", "gear:teeth=500", false},
                         {"bolt", "bolt:segments=120", false}};

static int countLarge(const BenchInput *input) {
    return input->steps < FEW_STEPS ? FEW_LARGE : LARGE_COUNT;
}

static bool loadLarge(const BenchInput *input, int which, TriangleSoup *soup, BenchReport *report) {
    char *message = report->failure;
    size_t size = sizeof report->failure;
    if (which == 0) return input->loadMesh(larges[which].mesh, soup, message, size);
    if (!MakeShape(larges[which].mesh, soup, message, size)) return false;
    if (larges[which].bumpy) MakeBumpy(soup);
    return true;
}

static void addLargeRow(BenchReport *report, const char *name, const BenchSolid *solid) {
    const cdSolidInfo *info = &solid->info;
    double values[] = {solid->triangleCount,
                       info->faceCount,
                       info->nodeCount,
                       info->height,
                       info->averageHeight,
                       solid->seconds,
                       (double)info->byteCount / (1024.0 * 1024.0),
                       (double)info->byteCount / solid->triangleCount,
                       solid->nearCount,
                       solid->crossingCount};
    AddRow(report, values, "%s", name);
    char what[96];
    snprintf(what, sizeof what, "%s: build time", name);
    AddTarget(report, what, solid->seconds, REPORT_BELOW, 5.0, "s");
}

static bool makeLarge(const BenchInput *input, BenchSolid solids[LARGE_COUNT], BenchReport *report) {
    static const char *const columns[] = {"triangles",     "faces",     "nodes", "height",
                                          "average",       "s",         "MB",    "bytes a triangle",
                                          "near features", "crossings", NULL};
    AddTable(report, columns, "Large meshes");
    for (int k = 0; k < countLarge(input); k++) {
        TriangleSoup soup = {0};
        bool good = loadLarge(input, k, &soup, report) && MakeBenchSolid(&soup, false, 1, &solids[k], report);
        if (good) solids[k].crossingCount = CountCrossings(&soup);
        DestroyTriangleSoup(&soup);
        if (!good) return false;
        addLargeRow(report, larges[k].name, &solids[k]);
    }
    return true;
}

// --- Speed

static bool measureSpeed(const BenchInput *input, const BenchSolid large[LARGE_COUNT], BenchReport *report) {
    BenchSolid small[2] = {{0}};
    bool good = makePaperSolid(0, 20, 1, &small[0], report) && makePaperSolid(1, 20, 1, &small[1], report);
    if (good) {
        SpeedCase cases[2 + LARGE_COUNT] = {{"sphere, n = 20", &small[0]}, {"torus, n = 20", &small[1]}};
        for (int k = 0; k < countLarge(input); k++)
            cases[2 + k] = (SpeedCase){larges[k].name, &large[k]};
        good = MeasureSolidSpeed(input, cases, 2 + countLarge(input), report);
    }
    FreeBenchSolid(&small[0]);
    FreeBenchSolid(&small[1]);
    return good;
}

// --- The contract

enum { POINTS_EACH = 340, SEGMENTS_EACH = 34 };

static void addSoakTables(BenchReport *report, const SolidTally *sum) {
    static const char *const columns[] = {"solids", "points", "outside", "inside",    "vertex",
                                          "edge",   "face",   "surface", "not found", NULL};
    double places[] = {(double)sum->solids,
                       (double)sum->points,
                       (double)sum->places[CD_OUTSIDE],
                       (double)sum->places[CD_INSIDE],
                       (double)sum->places[CD_ON_VERTEX],
                       (double)sum->places[CD_ON_EDGE],
                       (double)sum->places[CD_ON_FACE],
                       (double)sum->onSurface,
                       (double)sum->onMissed};
    AddTable(report, columns, "Random solids: points of all sorts, judged by the exact oracle");
    AddRow(report, places, "answers");
    static const char *const verdictColumns[] = {
        "right",    "within", "undecided", "wrong side", "wrong feature", "worst tolerances",
        "segments", "pieces", "wrong",     NULL};
    double verdicts[] = {(double)sum->verdicts[PLACE_RIGHT],
                         (double)sum->verdicts[PLACE_WITHIN],
                         (double)sum->verdicts[PLACE_UNDECIDED],
                         (double)sum->verdicts[PLACE_WRONG_SIDE],
                         (double)sum->verdicts[PLACE_WRONG_FEATURE],
                         sum->worstDistance,
                         (double)sum->segments,
                         (double)sum->pieces,
                         (double)sum->wrongSegments};
    AddTable(report, verdictColumns, "Verdicts");
    AddRow(report, verdicts, "of points, of segments");
    AddNote(report, "surface: exactly on it, by rational signs; not found: of these, said to be inside or "
                    "outside, which is right within the tolerance.");
}

static void soakSolids(const BenchInput *input, BenchReport *report) {
    SolidTally sum = {0};
    int64_t count = (input->steps + POINTS_EACH - 1) / POINTS_EACH;
    for (int64_t done = 0; done < count; done++) {
        SolidSoak soak = {.seed = input->seed,
                          .first = (uint64_t)done,
                          .count = 1,
                          .pointsEach = input->steps < POINTS_EACH ? (int32_t)input->steps : POINTS_EACH,
                          .segmentsEach = SEGMENTS_EACH,
                          .log = stderr};
        SolidTally part = RunSolidSoak(&soak);
        AddSolidTally(&sum, &part);
        input->showProgress(done + 1, count, input->context);
    }
    addSoakTables(report, &sum);
    AddRequirement(report, "points classified wrongly, beyond the tolerance", (double)CountWrongPlaces(&sum),
                   REPORT_AT_MOST, 0.0, "points");
    AddRequirement(report, "segments classified wrongly, beyond the tolerance", (double)sum.wrongSegments,
                   REPORT_AT_MOST, 0.0, "segments");
    AddRequirement(report, "random solids refused", (double)sum.refused, REPORT_AT_MOST, 0.0, "solids");
}

bool RunSolidBench(const BenchInput *input, BenchReport *report) {
    BenchSolid large[LARGE_COUNT] = {{0}};
    bool good = measureTable1(input, report) && measureFigures(report) && makeLarge(input, large, report) &&
                measureSpeed(input, large, report);
    for (int k = 0; k < LARGE_COUNT; k++)
        FreeBenchSolid(&large[k]);
    if (good) soakSolids(input, report);
    return good;
}
