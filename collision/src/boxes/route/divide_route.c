// Divides a route [AS05, "Dividing the Route"]; see route.h.
//
// Input: the components of A's normals in B's octants, and of B's in A's where the boxes are not rectangular.
// Output: the times at which one of them changes sign, in order. Components that are zero throughout, or
// touch zero without changing sign, are skipped.
#include "boxes/route/route.h"

static int addSignChanges(const double (*u)[10], int degree, double *zeros, int count) {
    for (int index = 0; index < 9; index++) {
        double b[CD_BERNSTEIN_DEGREE + 1];
        bool falls = false, rises = false;
        for (int k = 0; k <= degree; k++) {
            b[k] = u[k][index];
            falls = falls || b[k] < 0.0;
            rises = rises || b[k] > 0.0;
        }
        if (falls && rises) count += cdFindSignChanges(b, degree, &zeros[count]);
    }
    return count;
}

int32_t cdDivideRoute(const cdBoxRoute *route, double *ends) {
    int count = addSignChanges(route->normalsA, route->signDegree, ends, 0);
    if (!route->rectangular) count = addSignChanges(route->normalsB, route->signDegree, ends, count);
    for (int i = 1; i < count; i++) {
        double end = ends[i];
        int k = i;
        for (; k > 0 && ends[k - 1] > end; k--)
            ends[k] = ends[k - 1];
        ends[k] = end;
    }
    int kept = 0;
    for (int i = 0; i < count; i++) {
        bool isNew = kept == 0 ? ends[i] > 0.0 : ends[i] > ends[kept - 1];
        if (isNew && ends[i] < 1.0) ends[kept++] = ends[i];
    }
    ends[kept++] = 1.0;
    return kept;
}
