// Stands for the <math.h> of MSVC where clang-cl checks the library without Windows; see scripts/portability.
// Only what the library uses, declared as Microsoft's C runtime does.
#ifndef MSVC_MATH_H
#define MSVC_MATH_H

#define INFINITY ((float)(1e300 * 1e300))
#define NAN      (-(float)(INFINITY * 0.0F))
#define HUGE_VAL ((double)INFINITY)

short _dclass(double x);
short _fdclass(float x);
int _dsign(double x);
int _fdsign(float x);
#define CLASSIFY(x) (sizeof(x) == sizeof(float) ? _fdclass((float)(x)) : _dclass((double)(x)))
#define isfinite(x) (CLASSIFY(x) <= 0)
#define isinf(x)    (CLASSIFY(x) == 1)
#define isnan(x)    (CLASSIFY(x) == 2)
#define signbit(x)  (sizeof(x) == sizeof(float) ? _fdsign((float)(x)) : _dsign((double)(x)))

double ceil(double x);
double copysign(double x, double y);
double fabs(double x);
float fabsf(float x);
double floor(double x);
double frexp(double x, int *exponent);
int ilogb(double x);
double ldexp(double x, int exponent);
double nearbyint(double x);
float nextafterf(float x, float y);
double remainder(double x, double y);
double rint(double x);
double round(double x);
double sqrt(double x);
float sqrtf(float x);

#endif
