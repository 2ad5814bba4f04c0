// Qhull behind peer_hull.h: its reentrant library.
#include "bench/peers/peer_hull.h"

#include <libqhull_r/libqhull_r.h>
#include <stdio.h>

static double findOutside(qhT *qh, const cdVec3 *points, int32_t pointCount) {
    double farthest = 0.0;
    facetT *facet;
    FORALLfacets {
        cdVec3 normal = {facet->normal[0], facet->normal[1], facet->normal[2]};
        for (int32_t i = 0; i < pointCount; i++)
            farthest = cdMax(farthest, cdDot(normal, points[i]) + facet->offset);
    }
    return farthest;
}

bool FindQhullHull(const cdVec3 *points, int32_t pointCount, bool *used, PeerHull *hull) {
    qhT state, *qh = &state;
    int curlong = 0, totlong = 0;
    FILE *nowhere = fopen("/dev/null", "w"); // for its messages
    if (nowhere == NULL) return false;
    QHULL_LIB_CHECK
    qh_zero(qh, nowhere);
    char options[] = "qhull";
    // Qhull does not write to the points.
    bool found =
        qh_new_qhull(qh, 3, pointCount, (coordT *)(uintptr_t)points, False, options, NULL, nowhere) == 0;
    if (found) {
        *hull = (PeerHull){.vertexCount = qh->num_vertices, .facetCount = qh->num_facets};
        vertexT *vertex;
        if (used != NULL) {
            FORALLvertices used[qh_pointid(qh, vertex->point)] = true;
            hull->outside = findOutside(qh, points, pointCount);
        }
    }
    qh_freeqhull(qh, !qh_ALL);
    qh_memfreeshort(qh, &curlong, &totlong);
    fclose(nowhere);
    return found;
}
