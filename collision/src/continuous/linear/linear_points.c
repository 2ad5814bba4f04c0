// Polynomials of four linearly moving points, with bounds on their rounding; see linear_points.h.
//
// With u = 2^-53 and coordinates of differences up to m in size, each rounded once:
// - coplanarity: a product of three is off by at most 8 u of its size (three inputs, two products, three
//   sums), a coefficient of three determinants with six such products each by 200 u m1 m2 m3;
// - sides: steps are off by 4 u m, so coefficients by 8, 60 and 48 u m^2, together 120 u m^2; the side
//   without point 0 is a sum of the three others;
// - spans: of differences between points other than 0, which are off by up to 12 u m: 700 u m^2.
// The bounds below are rounded up. Underflow adds 2^-1074 for each product, which is then multiplied again.
#include "continuous/linear/linear_points.h"

static const double unit = 0x1p-53;
static const double coplanarityUnits = 256.0;
static const double sideUnits = 256.0, spanUnits = 2048.0;
static const double underflow = 0x1p-1060;
// Keeps products of twelve lengths from overflowing or underflowing.
static const double smallestGrid = 0x1p-60, largestGrid = 0x1p60;

cdLinearPoints cdMakeLinearPoints(const cdLinearInput *input) {
    cdLinearPoints p = {.input = input};
    for (int i = 1; i < 4; i++) {
        p.start[i] = cdSub(input->start[i], input->start[0]);
        p.end[i] = cdSub(input->end[i], input->end[0]);
        p.reach[i] = cdMax(cdMaxAbs(p.start[i]), cdMaxAbs(p.end[i]));
        p.size = cdMax(p.size, p.reach[i]);
    }
    return p;
}

void cdGetSpanPoints(cdContactKind kind, int i, int points[3]) {
    static const int ofFace[4][3] = {{0, 0, 0}, {0, 2, 3}, {0, 1, 3}, {0, 1, 2}};
    static const int ofEdges[4][3] = {{1, 2, 3}, {0, 2, 3}, {3, 0, 1}, {2, 0, 1}};
    for (int k = 0; k < 3; k++)
        points[k] = kind == CD_VERTEX_FACE ? ofFace[i][k] : ofEdges[i][k];
}

// True if a - b is the double `difference` and a multiple of the grid's unit; big = 1.5 2^52 units.
static inline bool isGridDifference(double a, double b, double difference, double big) {
    double virtualB = a - difference;
    double virtualA = difference + virtualB;
    double error = (a - virtualA) + (virtualB - b);
    return error == 0.0 && (difference + big) - big == difference;
}

static bool areGridDifferences(cdVec3 a, cdVec3 b, cdVec3 difference, double big) {
    return isGridDifference(a.x, b.x, difference.x, big) && isGridDifference(a.y, b.y, difference.y, big) &&
           isGridDifference(a.z, b.z, difference.z, big);
}

// On a grid of 15 bits, coefficients of the cubic are below 2^51 units to the third power.
bool cdIsOnGrid(const cdLinearPoints *p) {
    if (!(p->size > smallestGrid && p->size < largestGrid)) return false;
    int exponent;
    frexp(p->size, &exponent);
    double big = ldexp(1.5, 52 + exponent - 15);
    for (int i = 1; i < 4; i++) {
        const cdLinearInput *input = p->input;
        if (!areGridDifferences(input->start[i], input->start[0], p->start[i], big)) return false;
        if (!areGridDifferences(input->end[i], input->end[0], p->end[i], big)) return false;
    }
    return true;
}

bool cdIsFlat(const cdLinearPoints *p) {
    cdVec3 most = {0.0, 0.0, 0.0};
    for (int i = 1; i < 4; i++) {
        most.x = cdMax(most.x, cdMax(fabs(p->start[i].x), fabs(p->end[i].x)));
        most.y = cdMax(most.y, cdMax(fabs(p->start[i].y), fabs(p->end[i].y)));
        most.z = cdMax(most.z, cdMax(fabs(p->start[i].z), fabs(p->end[i].z)));
    }
    return most.x == 0.0 || most.y == 0.0 || most.z == 0.0;
}

cdLinearCubic cdMakeCoplanarity(const cdLinearPoints *p) {
    const cdVec3 *a = p->start, *b = p->end;
    cdVec3 early = cdCross(a[2], a[3]), late = cdCross(b[2], b[3]);
    cdVec3 mixed = cdAdd(cdCross(a[2], b[3]), cdCross(b[2], a[3]));
    cdLinearCubic cubic;
    cubic.b[0] = 3.0 * cdDot(a[1], early);
    cubic.b[1] = cdDot(b[1], early) + cdDot(a[1], mixed);
    cubic.b[2] = cdDot(b[1], mixed) + cdDot(a[1], late);
    cubic.b[3] = 3.0 * cdDot(b[1], late);
    double largest =
        cdMax(cdMax(fabs(cubic.b[0]), fabs(cubic.b[1])), cdMax(fabs(cubic.b[2]), fabs(cubic.b[3])));
    double reach = p->reach[1] * p->reach[2] * p->reach[3];
    cubic.error =
        CD_LINEAR_EVALUATION_ERROR * largest + unit * coplanarityUnits * reach + underflow * (1.0 + p->size);
    return cubic;
}

// Adds sign (a + t da) (b + t db) to a quadratic.
static inline void addProduct(double c[3], double sign, double a, double da, double b, double db) {
    c[0] += sign * (a * b);
    c[1] += sign * (a * db + da * b);
    c[2] += sign * (da * db);
}

static void makeCross(cdVec3 a, cdVec3 da, cdVec3 b, cdVec3 db, cdLinearQuadratic side[3]) {
    cdVec3 early = cdCross(a, b), late = cdCross(da, db);
    cdVec3 mixed = cdAdd(cdCross(a, db), cdCross(da, b));
    side[0] = (cdLinearQuadratic){{early.x, mixed.x, late.x}, 0.0};
    side[1] = (cdLinearQuadratic){{early.y, mixed.y, late.y}, 0.0};
    side[2] = (cdLinearQuadratic){{early.z, mixed.z, late.z}, 0.0};
}

void cdMakeSides(const cdLinearPoints *p, bool exact, cdLinearQuadratic sides[4][3]) {
    cdVec3 step[4];
    for (int i = 1; i < 4; i++)
        step[i] = cdSub(p->end[i], p->start[i]);
    makeCross(p->start[1], step[1], p->start[2], step[2], sides[3]);
    makeCross(p->start[1], step[1], p->start[3], step[3], sides[2]);
    makeCross(p->start[2], step[2], p->start[3], step[3], sides[1]);
    double error = exact ? 0.0 : unit * sideUnits * p->size * p->size + underflow;
    for (int axis = 0; axis < 3; axis++) {
        for (int k = 0; k < 3; k++)
            sides[0][axis].c[k] = sides[1][axis].c[k] - sides[2][axis].c[k] + sides[3][axis].c[k];
        for (int i = 0; i < 4; i++)
            sides[i][axis].error = i == 0 ? 4.0 * error : error;
    }
}

cdLinearQuadratic cdMakeSpan(const cdLinearPoints *p, bool exact, int i) {
    int of[3];
    cdGetSpanPoints(p->input->kind, i, of);
    cdVec3 a = cdSub(p->start[of[1]], p->start[of[0]]), b = cdSub(p->start[of[2]], p->start[of[0]]);
    cdVec3 da = cdSub(cdSub(p->end[of[1]], p->end[of[0]]), a);
    cdVec3 db = cdSub(cdSub(p->end[of[2]], p->end[of[0]]), b);
    cdLinearQuadratic span = {{0.0, 0.0, 0.0}, 0.0};
    addProduct(span.c, 1.0, a.x, da.x, b.x, db.x);
    addProduct(span.c, 1.0, a.y, da.y, b.y, db.y);
    addProduct(span.c, 1.0, a.z, da.z, b.z, db.z);
    span.error = exact ? 0.0 : unit * spanUnits * p->size * p->size + underflow;
    return span;
}

static inline cdBox3 findExtent(const cdVec3 *points, int from, int to) {
    cdBox3 e = {points[from], points[from]};
    for (int i = from + 1; i < to; i++) {
        e.lower = (cdVec3){cdMin(e.lower.x, points[i].x), cdMin(e.lower.y, points[i].y),
                           cdMin(e.lower.z, points[i].z)};
        e.upper = (cdVec3){cdMax(e.upper.x, points[i].x), cdMax(e.upper.y, points[i].y),
                           cdMax(e.upper.z, points[i].z)};
    }
    return e;
}

bool cdAreAxesSeparating(const cdLinearInput *input) {
    int first = cdGetFirstCount(input->kind);
    cdBox3 a = findExtent(input->start, 0, first), b = findExtent(input->start, first, 4);
    cdBox3 c = findExtent(input->end, 0, first), d = findExtent(input->end, first, 4);
    if ((a.lower.x > b.upper.x && c.lower.x > d.upper.x) || (a.upper.x < b.lower.x && c.upper.x < d.lower.x))
        return true;
    if ((a.lower.y > b.upper.y && c.lower.y > d.upper.y) || (a.upper.y < b.lower.y && c.upper.y < d.lower.y))
        return true;
    return (a.lower.z > b.upper.z && c.lower.z > d.upper.z) ||
           (a.upper.z < b.lower.z && c.upper.z < d.lower.z);
}
