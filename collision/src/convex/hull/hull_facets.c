// Facets of a convex hull, by Qhull (its reentrant library); see hull_facets.h.
//
// "Qt" triangulates facets of more corners. Qhull merges facets that are flat to rounding; their vertices are
// then within `error` of their planes. If it still refuses the points as too flat, "QJ" moves them slightly
// until it succeeds, and the error includes that distance.
#include "convex/hull/hull_facets.h"
#include "foundation/memory/hooks.h"

#include <libqhull_r/qhull_ra.h>
#include <string.h>

static void fillFacets(qhT *qh, int32_t dimension, cdHullFacets *facets) {
    facetT *facet;
    vertexT *vertex, **vertexp;
    int32_t *corner = facets->corners;
    FORALLfacets {
        setT *corners = facet->vertices;
        int32_t start = (int32_t)(corner - facets->corners);
        FOREACHvertex_(corners) {
            if ((int32_t)(corner - facets->corners) - start < dimension)
                *corner++ = (int32_t)qh_pointid(qh, vertex->point);
        }
        // Qhull lists the corners by their number; the orientation is a flag.
        bool swapped = (facet->toporient != 0) != (qh_ORIENTclock != 0);
        if (dimension == 3 && swapped) {
            int32_t second = corner[-1];
            corner[-1] = corner[-2];
            corner[-2] = second;
        }
    }
}

struct cdHullMaker {
    qhT qhull;
    // Qhull needs a file for its messages, which nobody reads. If none can be opened, they go to stderr.
    FILE *messages;
};

cdHullMaker *cdCreateHullMaker(void) {
    cdHullMaker *maker = cdAllocate(sizeof *maker);
    if (maker == NULL) return NULL;
    maker->messages = tmpfile();
    if (maker->messages == NULL) maker->messages = stderr;
    return maker;
}

void cdDestroyHullMaker(cdHullMaker *maker) {
    if (maker != NULL && maker->messages != stderr) fclose(maker->messages);
    cdFree(maker);
}

static void runQhull(cdHullMaker *maker, double *coordinates, int32_t dimension, int32_t pointCount,
                     char *command, cdHullFacets *facets) {
    qhT *qh = &maker->qhull;
    qh_zero(qh, maker->messages);
    int failed = qh_new_qhull(qh, dimension, pointCount, coordinates, False, command, NULL, maker->messages);
    facets->noMemory = failed == qh_ERRmem;
    if (!failed) {
        facets->count = qh->num_facets;
        facets->corners = cdAllocate((size_t)dimension * (size_t)facets->count * sizeof(int32_t));
        facets->noMemory = facets->corners == NULL;
        double joggled = qh->JOGGLEmax < REALmax / 2.0 ? qh->JOGGLEmax : 0.0;
        facets->error = qh->max_outside - qh->min_vertex + joggled;
        if (facets->corners != NULL) fillFacets(qh, dimension, facets);
    }
    int longCount, longBytes;
    qh_freeqhull(qh, !qh_ALL);
    qh_memfreeshort(qh, &longCount, &longBytes);
}

bool cdFindHullFacets(cdHullMaker *maker, const double *coordinates, int32_t dimension, int32_t pointCount,
                      cdHullFacets *facets) {
    *facets = (cdHullFacets){0};
    size_t byteCount = (size_t)dimension * (size_t)pointCount * sizeof *coordinates;
    double *copy = cdAllocate(byteCount); // Qhull changes its input
    facets->noMemory = copy == NULL;
    if (copy == NULL) return false;
    memcpy(copy, coordinates, byteCount);
    char plain[] = "qhull Qt Pp", joggled[] = "qhull QJ Pp";
    runQhull(maker, copy, dimension, pointCount, plain, facets);
    if (facets->corners == NULL && !facets->noMemory)
        runQhull(maker, copy, dimension, pointCount, joggled, facets);
    cdFree(copy);
    return facets->corners != NULL;
}

void cdFreeHullFacets(cdHullFacets *facets) {
    cdFree(facets->corners);
    *facets = (cdHullFacets){0};
}
