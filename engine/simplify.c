// Simplification by edge collapse with quadric error metrics (M. Garland and P. Heckbert, "Surface
// simplification using quadric error metrics", SIGGRAPH 1997), in passes.
//
// A collapse moves one point onto a neighbour, so levels need no vertices of their own. A pass (1) lists each
// edge with the error of its cheaper collapse, (2) sorts them, (3) takes the cheapest whose neighbourhoods do
// not overlap and whose triangles do not turn over, (4) rewrites the triangles. Points on open borders and on
// creases stay.
#include "engine/simplify.h"

#include "engine/message.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const int32_t worthwhile = 12000; // triangles; smaller surfaces are quick enough as they are

// Sum of squared distances to planes, weighted by area: x'Ax + 2 b'x + c over the total weight.
typedef struct Quadric {
    double a00, a01, a02, a11, a12, a22, b0, b1, b2, c, weight;
} Quadric;

typedef struct Collapse {
    float cost;
    int32_t from, to; // points
} Collapse;

typedef struct Work {
    const gxSurface *surface;
    int32_t pointCount;
    const float **places;   // of each point
    Quadric *quadrics;      // of each point
    bool *locked, *touched; // of each point
    int32_t *target;        // where each point went in this pass; itself: nowhere
    uint32_t *indices;      // of the level being made
    int32_t triangleCount;
    int32_t *first, *corners; // triangles about each point: corners[first[p] .. first[p + 1])
    Collapse *collapses;
    double largest; // squared error of the worst collapse taken
} Work;

static int32_t getPoint(const Work *work, int32_t corner) {
    return work->surface->origins[work->indices[corner]];
}

static bool computeNormal(const float *a, const float *b, const float *c, double n[3]) {
    double u[3], v[3];
    for (int i = 0; i < 3; ++i) {
        u[i] = (double)b[i] - (double)a[i];
        v[i] = (double)c[i] - (double)a[i];
    }
    n[0] = u[1] * v[2] - u[2] * v[1];
    n[1] = u[2] * v[0] - u[0] * v[2];
    n[2] = u[0] * v[1] - u[1] * v[0];
    return n[0] != 0.0 || n[1] != 0.0 || n[2] != 0.0;
}

static void addPlane(Quadric *q, const double n[3], double d, double weight) {
    q->a00 += weight * n[0] * n[0];
    q->a01 += weight * n[0] * n[1];
    q->a02 += weight * n[0] * n[2];
    q->a11 += weight * n[1] * n[1];
    q->a12 += weight * n[1] * n[2];
    q->a22 += weight * n[2] * n[2];
    q->b0 += weight * n[0] * d;
    q->b1 += weight * n[1] * d;
    q->b2 += weight * n[2] * d;
    q->c += weight * d * d;
    q->weight += weight;
}

static void addQuadric(Quadric *q, const Quadric *other) {
    const double *from = &other->a00;
    double *to = &q->a00;
    for (size_t i = 0; i < sizeof *q / sizeof(double); ++i)
        to[i] += from[i];
}

static double evaluate(const Quadric *q, const float *p) {
    double x = (double)p[0], y = (double)p[1], z = (double)p[2];
    double sum =
        q->a00 * x * x + q->a11 * y * y + q->a22 * z * z +
        2.0 * (q->a01 * x * y + q->a02 * x * z + q->a12 * y * z + q->b0 * x + q->b1 * y + q->b2 * z) + q->c;
    return q->weight > 0.0 ? fmax(sum, 0.0) / q->weight : 0.0;
}

static void collectQuadrics(Work *work) {
    for (int32_t t = 0; t < work->triangleCount; ++t) {
        const float *corners[3];
        for (int k = 0; k < 3; ++k)
            corners[k] = work->places[getPoint(work, 3 * t + k)];
        double n[3];
        if (!computeNormal(corners[0], corners[1], corners[2], n)) continue;
        double length = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
        for (int i = 0; i < 3; ++i)
            n[i] /= length;
        double d =
            -(n[0] * (double)corners[0][0] + n[1] * (double)corners[0][1] + n[2] * (double)corners[0][2]);
        for (int k = 0; k < 3; ++k)
            addPlane(&work->quadrics[getPoint(work, 3 * t + k)], n, d, length);
    }
}

static void listCorners(Work *work) {
    int32_t cornerCount = 3 * work->triangleCount;
    memset(work->first, 0, ((size_t)work->pointCount + 2) * sizeof *work->first);
    for (int32_t c = 0; c < cornerCount; ++c)
        ++work->first[getPoint(work, c) + 2];
    for (int32_t p = 0; p < work->pointCount; ++p)
        work->first[p + 2] += work->first[p + 1];
    for (int32_t c = 0; c < cornerCount; ++c)
        work->corners[work->first[getPoint(work, c) + 1]++] = c;
}

static int32_t getNext(int32_t corner) {
    return corner % 3 == 2 ? corner - 2 : corner + 1;
}

// How many triangles run along the edge from p to q in this sense.
static int32_t countEdges(const Work *work, int32_t p, int32_t q) {
    int32_t count = 0;
    for (int32_t i = work->first[p]; i < work->first[p + 1]; ++i) {
        count += getPoint(work, getNext(work->corners[i])) == q;
    }
    return count;
}

// Creases: points with several drawn vertices. Borders: ends of edges without a counterpart.
static void lockPoints(Work *work) {
    const gxSurface *surface = work->surface;
    for (int32_t v = 1; v < surface->vertexCount; ++v) {
        if (surface->origins[v] == surface->origins[v - 1]) work->locked[surface->origins[v]] = true;
    }
    for (int32_t c = 0; c < 3 * work->triangleCount; ++c) {
        int32_t p = getPoint(work, c), q = getPoint(work, getNext(c));
        if (countEdges(work, q, p) == 1 && countEdges(work, p, q) == 1) continue;
        work->locked[p] = work->locked[q] = true;
    }
}

static int32_t listCollapses(Work *work) {
    int32_t count = 0;
    for (int32_t c = 0; c < 3 * work->triangleCount; ++c) {
        int32_t p = getPoint(work, c), q = getPoint(work, getNext(c));
        if (p > q || (work->locked[p] && work->locked[q])) continue;
        Quadric sum = work->quadrics[p];
        addQuadric(&sum, &work->quadrics[q]);
        double costP = work->locked[p] ? INFINITY : evaluate(&sum, work->places[q]);
        double costQ = work->locked[q] ? INFINITY : evaluate(&sum, work->places[p]);
        bool movesP = costP <= costQ;
        work->collapses[count++] =
            (Collapse){(float)(movesP ? costP : costQ), movesP ? p : q, movesP ? q : p};
    }
    return count;
}

static int compareCollapses(const void *a, const void *b) {
    const Collapse *x = a, *y = b;
    if (x->cost != y->cost) return x->cost < y->cost ? -1 : 1;
    return (x->from > y->from) - (x->from < y->from);
}

// Whether the triangles about the point keep their sides, within 75 degrees, when it moves.
static bool keepsSides(const Work *work, int32_t from, int32_t to) {
    for (int32_t i = work->first[from]; i < work->first[from + 1]; ++i) {
        int32_t c = work->corners[i];
        int32_t p = getPoint(work, getNext(c)), q = getPoint(work, getNext(getNext(c)));
        if (p == to || q == to) continue;
        double before[3], after[3];
        computeNormal(work->places[from], work->places[p], work->places[q], before);
        if (!computeNormal(work->places[to], work->places[p], work->places[q], after)) return false;
        double cosine = 0.0, lengths[2] = {0.0, 0.0};
        for (int k = 0; k < 3; ++k) {
            cosine += before[k] * after[k];
            lengths[0] += before[k] * before[k];
            lengths[1] += after[k] * after[k];
        }
        if (cosine < 0.25 * sqrt(lengths[0] * lengths[1])) return false;
    }
    return true;
}

static bool isUntouched(const Work *work, int32_t point) {
    if (work->touched[point]) return false;
    for (int32_t i = work->first[point]; i < work->first[point + 1]; ++i) {
        int32_t c = getNext(work->corners[i]);
        if (work->touched[getPoint(work, c)] || work->touched[getPoint(work, getNext(c))]) return false;
    }
    return true;
}

// Takes collapses until the level has about `wanted` triangles; false when none could be taken.
static bool takeCollapses(Work *work, int32_t count, int32_t wanted) {
    int32_t left = work->triangleCount, before = left;
    memset(work->touched, 0, (size_t)work->pointCount * sizeof *work->touched);
    for (int32_t p = 0; p < work->pointCount; ++p)
        work->target[p] = p;
    // The dearer part of the list had better wait for the next pass.
    int32_t considered = count / 2 + 1 < count ? count / 2 + 1 : count;
    for (int32_t i = 0; i < considered && left > wanted; ++i) {
        const Collapse *collapse = &work->collapses[i];
        if (!isUntouched(work, collapse->from) || work->touched[collapse->to]) continue;
        if (!keepsSides(work, collapse->from, collapse->to)) continue;
        work->touched[collapse->from] = work->touched[collapse->to] = true;
        work->target[collapse->from] = collapse->to;
        addQuadric(&work->quadrics[collapse->to], &work->quadrics[collapse->from]);
        if ((double)collapse->cost > work->largest) work->largest = (double)collapse->cost;
        left -= 2;
    }
    return left < before;
}

// The drawn vertex of a point whose normal is nearest to that of another vertex.
static uint32_t findVertex(const Work *work, int32_t firstVertex, uint32_t like) {
    const gxSurface *surface = work->surface;
    const int8_t *wanted = surface->vertices[like].normal;
    int32_t best = firstVertex, bestDot = INT32_MIN;
    for (int32_t v = firstVertex;
         v < surface->vertexCount && surface->origins[v] == surface->origins[firstVertex]; ++v) {
        const int8_t *n = surface->vertices[v].normal;
        int32_t dot = n[0] * wanted[0] + n[1] * wanted[1] + n[2] * wanted[2];
        if (dot > bestDot) {
            bestDot = dot;
            best = v;
        }
    }
    return (uint32_t)best;
}

static void rewriteTriangles(Work *work, const int32_t *firstVertex) {
    int32_t kept = 0;
    for (int32_t t = 0; t < work->triangleCount; ++t) {
        uint32_t moved[3];
        int32_t points[3];
        for (int k = 0; k < 3; ++k) {
            int32_t p = getPoint(work, 3 * t + k);
            points[k] = work->target[p];
            moved[k] = work->indices[3 * t + k];
            if (points[k] != p) moved[k] = findVertex(work, firstVertex[points[k]], moved[k]);
        }
        if (points[0] == points[1] || points[1] == points[2] || points[2] == points[0]) continue;
        memcpy(work->indices + 3 * (size_t)kept++, moved, sizeof moved);
    }
    work->triangleCount = kept;
}

static bool allocate(Work *work, int32_t **firstVertex) {
    size_t points = (size_t)work->pointCount, corners = 3 * (size_t)work->triangleCount;
    work->places = malloc(points * sizeof *work->places);
    work->quadrics = calloc(points, sizeof *work->quadrics);
    work->locked = calloc(points, sizeof *work->locked);
    work->touched = malloc(points * sizeof *work->touched);
    work->target = malloc(points * sizeof *work->target);
    work->indices = malloc(corners * sizeof *work->indices);
    work->first = malloc((points + 2) * sizeof *work->first);
    work->corners = malloc(corners * sizeof *work->corners);
    work->collapses = malloc(corners * sizeof *work->collapses);
    *firstVertex = malloc(points * sizeof **firstVertex);
    return work->places && work->quadrics && work->locked && work->touched && work->target && work->indices &&
           work->first && work->corners && work->collapses && *firstVertex;
}

static void release(Work *work, int32_t *firstVertex) {
    free(work->places);
    free(work->quadrics);
    free(work->locked);
    free(work->touched);
    free(work->target);
    free(work->indices);
    free(work->first);
    free(work->corners);
    free(work->collapses);
    free(firstVertex);
}

static void prepare(Work *work, int32_t *firstVertex) {
    const gxSurface *surface = work->surface;
    memcpy(work->indices, surface->indices, 3 * (size_t)work->triangleCount * sizeof *work->indices);
    for (int32_t v = surface->vertexCount - 1; v >= 0; --v) {
        firstVertex[surface->origins[v]] = v;
        work->places[surface->origins[v]] = surface->vertices[v].position;
    }
    collectQuadrics(work);
    listCorners(work);
    lockPoints(work);
}

static bool keepLevel(const Work *work, gxLevels *levels) {
    size_t size = 3 * (size_t)work->triangleCount * sizeof *work->indices;
    uint32_t *indices = malloc(size);
    if (!indices) {
        gxReportNoMemory();
        return false;
    }
    memcpy(indices, work->indices, size);
    levels->levels[levels->count++] = (gxLevel){indices, work->triangleCount, (float)sqrt(work->largest)};
    return true;
}

gxLevels gxMakeLevels(const gxSurface *surface) {
    gxLevels levels = {0};
    if (surface->triangleCount < worthwhile) return levels;
    Work work = {.surface = surface, .triangleCount = surface->triangleCount};
    work.pointCount = surface->origins[surface->vertexCount - 1] + 1;
    int32_t *firstVertex = NULL;
    bool goesOn = allocate(&work, &firstVertex);
    if (goesOn)
        prepare(&work, firstVertex);
    else
        gxReportNoMemory();
    while (goesOn && levels.count < GX_LEVEL_MAX && work.triangleCount > worthwhile / 2) {
        int32_t wanted = work.triangleCount / 2;
        while (goesOn && work.triangleCount > wanted + wanted / 16) {
            int32_t before = work.triangleCount;
            int32_t count = listCollapses(&work);
            qsort(work.collapses, (size_t)count, sizeof *work.collapses, compareCollapses);
            goesOn = takeCollapses(&work, count, wanted);
            rewriteTriangles(&work, firstVertex);
            listCorners(&work);
            goesOn = goesOn && work.triangleCount < before - before / 200;
        }
        if (work.triangleCount <= wanted + wanted / 4) goesOn = keepLevel(&work, &levels) && goesOn;
    }
    release(&work, firstVertex);
    return levels;
}

void gxFreeLevels(gxLevels *levels) {
    for (int32_t i = 0; i < levels->count; ++i)
        free(levels->levels[i].indices);
    *levels = (gxLevels){0};
}
