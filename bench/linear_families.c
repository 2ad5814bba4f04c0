// The families; see linear_families.h.
//
// Degenerate queries consist of integers, or of bitwise equal points, so they are degenerate in exact
// arithmetic, too.
#include "bench/linear_families.h"

static cdLinearInput makeEmpty(int64_t number) {
    return (cdLinearInput){.kind = number % 2 ? CD_EDGE_EDGE : CD_VERTEX_FACE};
}

static void setPoints(Random *random, cdLinearInput *query, double scale, cdVec3 offset) {
    for (int i = 0; i < 4; i++) {
        query->start[i] = cdMulAdd(offset, scale, nextRandomVec3(random));
        query->end[i] = cdMulAdd(offset, scale, nextRandomVec3(random));
    }
}

static void scaleAll(cdLinearInput *query, double scale) {
    for (int i = 0; i < 4; i++) {
        query->start[i] = cdScale(scale, query->start[i]);
        query->end[i] = cdScale(scale, query->end[i]);
    }
}

static cdLinearInput makeRandom(Random *random, int64_t number) {
    cdLinearInput query = makeEmpty(number);
    setPoints(random, &query, pow(10.0, nextRandomInt(random, -8, 8)), cdMakeVec3(0.0, 0.0, 0.0));
    return query;
}

static cdLinearInput makeFar(Random *random, int64_t number) {
    cdLinearInput query = makeEmpty(number);
    double scale = pow(10.0, nextRandomInt(random, -4, 4)), far = pow(10.0, nextRandomInt(random, 2, 8));
    setPoints(random, &query, scale, cdScale(far * scale, nextRandomVec3(random)));
    return query;
}

static cdLinearInput makeGrid(Random *random, int64_t number) {
    cdLinearInput query = makeEmpty(number);
    for (int i = 0; i < 4; i++) {
        query.start[i] = nextRandomGridPoint(random, 0, 3);
        query.end[i] = nextRandomGridPoint(random, 0, 3);
    }
    return query;
}

// Up to 30 bits with the sign, so that products of three do not fit into a double.
static cdLinearInput makeFineGrid(Random *random, int64_t number) {
    cdLinearInput query = makeEmpty(number);
    int bits = nextRandomInt(random, 1, 29), reach = 1 << bits;
    for (int i = 0; i < 4; i++) {
        query.start[i] = nextRandomGridPoint(random, -reach, reach);
        query.end[i] = nextRandomGridPoint(random, -reach, reach);
    }
    // Every other one meets another point at t = 1/2.
    if (number % 4 >= 2) query.end[0] = cdSub(cdAdd(query.start[3], query.end[3]), query.start[0]);
    scaleAll(&query, ldexp(1.0, -bits));
    return query;
}

static cdLinearInput makeInPlane(Random *random, int64_t number) {
    cdLinearInput query = makeEmpty(number);
    cdVec3 u = nextRandomGridPoint(random, -2, 2), v = nextRandomGridPoint(random, -2, 2);
    cdVec3 *points[2] = {query.start, query.end};
    for (int k = 0; k < 8; k++)
        points[k / 4][k % 4] =
            cdMulAdd(cdScale(nextRandomInt(random, -4, 4), u), nextRandomInt(random, -4, 4), v);
    return query;
}

// Integers of 24 bits, whose products do not fit into doubles; every other time in a rotating plane.
static cdLinearInput makeInFinePlane(Random *random, int64_t number) {
    cdLinearInput query = makeEmpty(number);
    bool turns = number % 4 >= 2;
    cdVec3 axes[2][2];
    for (int k = 0; k < 4; k++)
        axes[k / 2][k % 2] = k < 2 || turns ? nextRandomGridPoint(random, -2048, 2048) : axes[0][k % 2];
    for (int i = 0; i < 4; i++) {
        int a = nextRandomInt(random, -4096, 4096), b = nextRandomInt(random, -4096, 4096);
        query.start[i] = cdMulAdd(cdScale(a, axes[0][0]), b, axes[0][1]);
        if (!turns) {
            a = nextRandomInt(random, -4096, 4096);
            b = nextRandomInt(random, -4096, 4096);
        }
        query.end[i] = cdMulAdd(cdScale(a, axes[1][0]), b, axes[1][1]);
    }
    return query;
}

// Coordinates of all bits in a coordinate plane.
static cdLinearInput makeFlat(Random *random, int64_t number) {
    cdLinearInput query = makeEmpty(number);
    setPoints(random, &query, pow(10.0, nextRandomInt(random, -8, 8)), cdMakeVec3(0.0, 0.0, 0.0));
    double height = query.start[0].z;
    int axis = nextRandomInt(random, 0, 2);
    for (int i = 0; i < 4; i++) {
        cdVec3 *p[2] = {&query.start[i], &query.end[i]};
        for (int k = 0; k < 2; k++)
            *(axis == 0 ? &p[k]->x : axis == 1 ? &p[k]->y : &p[k]->z) = height;
    }
    return query;
}

// All four in one plane that rotates, with bending axes.
static cdLinearInput makeInTurningPlane(Random *random, int64_t number) {
    cdLinearInput query = makeEmpty(number);
    cdVec3 axes[2][2];
    for (int k = 0; k < 4; k++)
        axes[k / 2][k % 2] = nextRandomGridPoint(random, -3, 3);
    for (int i = 0; i < 4; i++) {
        int a = nextRandomInt(random, -3, 3), b = nextRandomInt(random, -3, 3);
        query.start[i] = cdMulAdd(cdScale(a, axes[0][0]), b, axes[0][1]);
        query.end[i] = cdMulAdd(cdScale(a, axes[1][0]), b, axes[1][1]);
    }
    return query;
}

// Two edges of 0 to 2 units that stay parallel and pass over, into or beside each other.
static cdLinearInput makeParallel(Random *random, int64_t number) {
    (void)number;
    cdVec3 along = nextRandomGridPoint(random, -1, 1), from = nextRandomGridPoint(random, -3, 3);
    cdVec3 zero = {0.0, 0.0, 0.0}, to = cdNegate(from);
    int a = nextRandomInt(random, 0, 2), b = nextRandomInt(random, 0, 2),
        slide = nextRandomInt(random, -2, 2);
    return (cdLinearInput){CD_EDGE_EDGE,
                           {zero, cdScale(a, along), from, cdMulAdd(from, b, along)},
                           {cdScale(slide, along), cdScale(slide + a, along), to, cdMulAdd(to, b, along)}};
}

// Returns the end point of a linear motion that starts at `from` and is at `middle` at t = 1/2: 2 middle -
// from.
static cdVec3 reflect(cdVec3 from, cdVec3 middle) {
    return cdSub(cdScale(2.0, middle), from);
}

// Points 2 and 3, and half of the time point 1, coincide at t = 0, 1/2, 1 or always; in a quarter of these,
// point 0 meets them.
static cdLinearInput makeCollapsing(Random *random, int64_t number) {
    cdLinearInput query = makeEmpty(number);
    int reach = number % 3 ? 1 << 20 : 4;
    for (int i = 0; i < 4; i++) {
        query.start[i] = nextRandomGridPoint(random, -reach, reach);
        query.end[i] = nextRandomGridPoint(random, -reach, reach);
    }
    int when = nextRandomInt(random, 0, 3), first = nextRandomInt(random, 1, 2);
    cdVec3 point = nextRandomGridPoint(random, -reach, reach);
    if (nextRandomInt(random, 0, 3) == 0) first = 0;
    for (int i = first; i < 4; i++) {
        if (when == 0 || when == 3) query.start[i] = point;
        if (when == 1) query.end[i] = reflect(query.start[i], point);
        if (when == 2) query.end[i] = point;
        if (when == 3) query.end[i] = query.end[3];
    }
    scaleAll(&query, ldexp(1.0, nextRandomInt(random, -30, 10)));
    return query;
}

// A point of each element coincides at t = 0, 1 or both; or corners of one element do.
static cdLinearInput makeShared(Random *random, int64_t number) {
    cdLinearInput query = makeEmpty(number);
    setPoints(random, &query, pow(10.0, nextRandomInt(random, -8, 8)), cdMakeVec3(0.0, 0.0, 0.0));
    int other = nextRandomInt(random, 1, 3), when = nextRandomInt(random, 0, 4);
    if (when != 1) query.end[0] = query.end[other];
    if (when == 1 || when == 2) query.start[0] = query.start[other];
    if (when == 3) query.start[1] = query.start[2];
    return query;
}

// All points are fixed or move together, some of them in one plane or on one line.
static cdLinearInput makeStill(Random *random, int64_t number) {
    cdLinearInput query = makeEmpty(number);
    bool onGrid = nextRandomInt(random, 0, 1) == 1;
    cdVec3 shift = cdScale(nextRandomInt(random, 0, 1), nextRandomGridPoint(random, -2, 2));
    for (int i = 0; i < 4; i++) {
        query.start[i] = onGrid ? nextRandomGridPoint(random, 0, 2) : nextRandomVec3(random);
        query.end[i] = cdAdd(query.start[i], shift);
    }
    return query;
}

// Moves the elements so that they touch: at a point of the triangle or of both edges, an exact combination of
// corners.
static void placeTouching(Random *random, cdContactKind kind, cdVec3 p[4]) {
    const double scale = 0x1p-20; // for integers of 20 bits
    for (int i = 0; i < 4; i++)
        p[i] = cdScale(scale, nextRandomGridPoint(random, -1000000, 1000000));
    int a = nextRandomInt(random, 0, 8), b = nextRandomInt(random, 0, 8 - a);
    if (kind == CD_VERTEX_FACE) {
        cdVec3 along = cdMulAdd(cdScale(a, cdSub(p[2], p[1])), b, cdSub(p[3], p[1]));
        p[0] = cdMulAdd(p[1], 0.125, along);
        return;
    }
    cdVec3 meeting = cdMulAdd(p[0], 0.125 * a, cdSub(p[1], p[0]));
    p[3] = cdMulAdd(meeting, nextRandomInt(random, 0, 4), cdSub(meeting, p[2]));
}

// The elements touch at t = 0, at t = 1 or at both, as exact combinations; random in between.
static cdLinearInput makeTouchingAtEnds(Random *random, int64_t number) {
    cdLinearInput query = makeEmpty(number);
    int when = nextRandomInt(random, 0, 3);
    setPoints(random, &query, 1.0, cdMakeVec3(0.0, 0.0, 0.0));
    if (when % 2 == 1) placeTouching(random, query.kind, query.start);
    if (when != 1) placeTouching(random, query.kind, query.end);
    return query;
}

// The height over an edge is (1 - 2 t)^2 + h: a double root at h = 0, two or no roots for other small h. A
// quarter of the edges is shifted sideways.
static cdLinearInput makeGrazing(Random *random, int64_t number) {
    (void)number;
    int sign = nextRandomInt(random, -1, 1);
    double h = sign * ldexp(1.0, -nextRandomInt(random, 2, 52)), x = 0.0;
    if (nextRandomInt(random, 0, 3) == 0) x = nextRandomIn(random, -0.5, 0.5);
    int turn = nextRandomInt(random, 0, 2);
    cdLinearInput query = {CD_EDGE_EDGE,
                           {{x, -1, 0}, {x, 1, 0}, {0, 0, 1 + h}, {1, 0, -1 + h}},
                           {{x, -1, 0}, {x, 1, 0}, {-1, 0, -1 + h}, {0, 0, 1 + h}}};
    for (int k = 0; k < 8; k++) {
        cdVec3 *p = k < 4 ? &query.start[k] : &query.end[k - 4];
        if (turn == 1) *p = cdMakeVec3(p->y, p->z, p->x);
        if (turn == 2) *p = cdMakeVec3(p->z - p->y, p->x + p->y, p->y);
    }
    return query;
}

// Coordinates from 2^-40 to 2^40 in one query; the larger ones common to all points, or not.
static cdLinearInput makeMixedScales(Random *random, int64_t number) {
    cdLinearInput query = makeGrid(random, number);
    for (int i = 0; i < 4; i++) {
        cdVec3 small = nextRandomGridPoint(random, -1, 1);
        int power = nextRandomInt(random, -40, 40);
        query.start[i] = cdMulAdd(query.start[i], ldexp(1.0, power), small);
        query.end[i] = cdMulAdd(query.end[i], ldexp(1.0, power), small);
    }
    return query;
}

static cdLinearInput makeExtreme(Random *random, int64_t number) {
    cdLinearInput query = number % 4 >= 2 ? makeGrid(random, number) : makeRandom(random, number);
    double size = number % 4 >= 2 ? 1.0 : cdMaxAbs(query.start[0]);
    scaleAll(&query, ldexp(1.0, nextRandomInt(random, 0, 1) ? 320 : -320) / exp2(floor(log2(size))));
    return query;
}

static const LinearFamily families[] = {
    {"random, scales 1e-8 to 1e8", makeRandom},
    {"random, 1e2 to 1e8 sizes from the origin", makeFar},
    {"points of a grid", makeGrid},
    {"grids of 1/2 to 1/2^29", makeFineGrid},
    {"motion within a plane", makeInPlane},
    {"the same with integers of 24 bits", makeInFinePlane},
    {"motion within a coordinate plane", makeFlat},
    {"motion within a turning plane", makeInTurningPlane},
    {"edges that stay parallel", makeParallel},
    {"collapsing elements", makeCollapsing},
    {"shared vertices", makeShared},
    {"no relative motion", makeStill},
    {"touching at t = 0, at t = 1", makeTouchingAtEnds},
    {"grazing", makeGrazing},
    {"scales mixed in one query", makeMixedScales},
    {"scales 2^-320 and 2^320", makeExtreme},
};

const LinearFamily *GetLinearFamilies(int *count) {
    *count = (int)(sizeof families / sizeof families[0]);
    return families;
}
