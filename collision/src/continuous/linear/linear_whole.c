// Decides coplanarity with 64-bit integers for coordinates of up to 32 bits; see linear_signs.h.
//
// In units of the lowest bit of any coordinate, coordinates below 2^32 give differences below 2^33. A
// coefficient that doubles cannot distinguish from 0 is within nine times its error (linear_points.c):
//     256 u 2^99 + u |coefficient| < 2^55,    u = 2^-53.
// So it is below 2^59, and zero if it is zero modulo 2^64.
#include "continuous/linear/linear_signs.h"

enum { MAX_BITS = 32 };

// A number modulo 2^64.
typedef struct Whole {
    uint64_t x, y, z;
} Whole;

static Whole subtract(Whole a, Whole b) {
    return (Whole){a.x - b.x, a.y - b.y, a.z - b.z};
}

static Whole add(Whole a, Whole b) {
    return (Whole){a.x + b.x, a.y + b.y, a.z + b.z};
}

static Whole cross(Whole a, Whole b) {
    return (Whole){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static uint64_t dot(Whole a, Whole b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

// Reads the points relative to the first at start and end. False: the coordinates have too many bits.
static bool takePoints(const cdLinearInput *input, Whole a[4], Whole b[4]) {
    double values[24];
    int lowest, highest;
    cdListLinearCoordinates(input, values);
    cdGetBitRange(values, 24, &lowest, &highest);
    if (highest - lowest >= MAX_BITS) return false;
    double scale = ldexp(1.0, -lowest);
    for (int i = 0; i < 8; i++) {
        Whole *to = i < 4 ? &a[i] : &b[i - 4];
        const double *v = values + 3 * i;
        *to = (Whole){(uint64_t)(int64_t)(scale * v[0]), (uint64_t)(int64_t)(scale * v[1]),
                      (uint64_t)(int64_t)(scale * v[2])};
    }
    for (int i = 1; i < 4; i++) {
        a[i] = subtract(a[i], a[0]);
        b[i] = subtract(b[i], b[0]);
    }
    return true;
}

bool cdDecideCoplanarity(const cdLinearInput *input, bool *isZero) {
    Whole a[4], b[4];
    if (!takePoints(input, a, b)) return false;
    Whole early = cross(a[2], a[3]), late = cross(b[2], b[3]);
    Whole mixed = add(cross(a[2], b[3]), cross(b[2], a[3]));
    *isZero = dot(a[1], early) == 0 && dot(b[1], early) + dot(a[1], mixed) == 0 &&
              dot(b[1], mixed) + dot(a[1], late) == 0 && dot(b[1], late) == 0;
    return true;
}
