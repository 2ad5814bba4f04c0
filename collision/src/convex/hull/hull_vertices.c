// The lines of a hull's vertices; see hull_vertices.h.
#include "convex/hull/hull_vertices.h"
#include "foundation/numbers/float_mode.h"

enum { LINKED_MAX = CD_NEAR_MAX - 1 }; // edges of a line that is not the vertex's last

static size_t countFurtherLines(int32_t edgeCount) {
    return edgeCount <= CD_NEAR_MAX ? 0 : (size_t)(edgeCount - CD_NEAR_MAX + LINKED_MAX - 1) / LINKED_MAX;
}

size_t cdCountHullLines(const cdHullLevel *hull) {
    size_t count = (size_t)hull->pointCount;
    for (int32_t first = 0, last; first < hull->edgeCount; first = last) {
        for (last = first; last < hull->edgeCount && hull->edges[2 * last] == hull->edges[2 * first];
             last++) {
        }
        count += countFurtherLines(last - first);
    }
    return count <= CD_HULL_LINE_MAX ? count : 0;
}

// The edges from a vertex to its neighbours, in units of the longest.
typedef struct Fan {
    const cdVec3 *vertices;
    cdVec3 at;
    const int32_t *neighbors;
    double longest;
} Fan;

static Fan getFan(const cdConvex *convex, int32_t vertex, int32_t *count) {
    const cdConvexLevel *hull = &convex->levels[0];
    Fan fan = {.vertices = convex->vertices,
               .at = convex->vertices[vertex],
               .neighbors = hull->neighbors + hull->firstNeighbor[vertex]};
    *count = hull->firstNeighbor[vertex + 1] - hull->firstNeighbor[vertex];
    for (int32_t i = 0; i < *count; i++)
        fan.longest = cdMax(fan.longest, cdMaxAbs(cdSub(fan.vertices[fan.neighbors[i]], fan.at)));
    return fan;
}

static void fillLine(const Fan *fan, int32_t first, int32_t count, int32_t placeCount, cdHullVertex *line) {
    for (int32_t i = 0; i < placeCount; i++) {
        int32_t neighbor = fan->neighbors[first + (i < count ? i : 0)];
        cdVec3 edge = cdSub(fan->vertices[neighbor], fan->at);
        line->edges.xy[2 * i] = cdRoundShort(edge.x / fan->longest * CD_SHORT_LARGEST);
        line->edges.xy[2 * i + 1] = cdRoundShort(edge.y / fan->longest * CD_SHORT_LARGEST);
        line->edges.z[i] = cdRoundShort(edge.z / fan->longest * CD_SHORT_LARGEST);
        line->neighbors[i] = (uint16_t)neighbor;
    }
}

void cdFillHullLines(const cdConvex *convex, cdHullVertex *lines) {
    int32_t lineCount = convex->info.vertexCount;
    for (int32_t i = 0; i < convex->info.vertexCount; i++) {
        int32_t count, first = 0;
        Fan fan = getFan(convex, i, &count);
        cdHullVertex *line = &lines[i];
        if (!(fan.longest > 0.0)) continue;
        for (; count - first > CD_NEAR_MAX; first += LINKED_MAX) {
            fillLine(&fan, first, LINKED_MAX, LINKED_MAX, line);
            line->neighbors[LINKED_MAX] = (uint16_t)lineCount;
            line = &lines[lineCount++];
        }
        fillLine(&fan, first, count - first, CD_NEAR_MAX, line);
    }
}
