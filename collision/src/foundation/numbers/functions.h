// Elementary functions that return the same bits on every system.
//
// libm promises no accuracy for them, so its results differ between systems. Here each is a fixed sequence
// of +, -, *, / and sqrt, which IEEE 754 rounds exactly. Errors are in units in the last place of the exact
// result; tests/test_functions.c checks them. The functions that libm must round exactly (sqrt, fabs, floor,
// ceil, rint, ldexp, frexp, remainder, nextafter, copysign) are used as they are.
//
// NaN gives NaN, and so does an argument outside the domain. Zeros and infinities follow C17, annex F.
#ifndef CD_FUNCTIONS_H
#define CD_FUNCTIONS_H

#include "foundation/numbers/float_mode.h"

// sine.c. Radians, of any size. Error below 0.8.
double cdSin(double x);
double cdCos(double x);

// sine.c. Radians, of any size. Error below 1.
double cdTan(double x);

// arctangent.c. Radians. Error below 0.51.
double cdAtan2(double y, double x);
double cdAtan(double x);
double cdAsin(double x);
double cdAcos(double x);

// exponential.c. Error below 0.7; of a result below the normal range below 1.
double cdExp(double x);

// exponential.c. exp(x) - 1. Error below 1.
double cdExpm1(double x);

// exponential.c. Error below 0.53.
double cdLog2(double x);

// cube_root.c. Error below 0.51.
double cdCbrt(double x);

#endif
