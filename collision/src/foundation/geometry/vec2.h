// Points and vectors of a plane.
#ifndef CD_VEC2_H
#define CD_VEC2_H

typedef struct cdVec2 {
    double x, y;
} cdVec2;

// Returns (b - a) x (c - a): above 0 if a, b, c turn left.
static inline double cdCross2(cdVec2 a, cdVec2 b, cdVec2 c) {
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

#endif
