// Refuses to compile the library with floating-point modes that break its guarantees.
//
// Every source file of the library includes this header, most of them through foundation/numbers/matrix.h or
// foundation/memory/hooks.h; tests/interface/check_float_mode follows their #include lines to verify it.
// Three kinds of modes are detected: no NaN and no infinity (an invalid pose would count as free), reordered
// operations (the exact predicates and error bounds rely on IEEE 754 rounding of each one), and intermediate
// results of more than double precision (x87).
#ifndef CD_FLOAT_MODE_H
#define CD_FLOAT_MODE_H

#include <float.h>

#if defined(__FAST_MATH__)
#error "First Contact cannot be compiled with -ffast-math or -Ofast: append -fno-fast-math for its files"
#elif defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__
#error "First Contact needs NaN and infinity: append -fno-finite-math-only for its files"
#elif defined(__ASSOCIATIVE_MATH__) || defined(__RECIPROCAL_MATH__) || defined(__NO_SIGNED_ZEROS__)
#error                                                                                                       \
    "First Contact needs IEEE 754 arithmetic: append -fno-unsafe-math-optimizations -fno-associative-math \
-fno-reciprocal-math -fsigned-zeros for its files"
#elif defined(_M_FP_FAST)
#error "First Contact cannot be compiled with /fp:fast: append /fp:precise for its files"
#elif FLT_EVAL_METHOD != 0 && FLT_EVAL_METHOD != 16 // 16: only _Float16 is widened or not
#error                                                                                                       \
    "First Contact needs double arithmetic without excess precision: add -msse2 -mfpmath=sse, on s390x -fexcess-precision=fast"
#endif

#endif
