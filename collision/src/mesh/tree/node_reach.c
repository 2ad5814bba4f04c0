// How far a node's points reach. Input: the nodes below it with their volumes, a direction or an origin.
// Output: an upper bound that is exact but for a tolerance.
//
// Branch and bound: nodes are visited only while their volumes may reach farther than the farthest point so
// far by more than the tolerance, which spares a search through all points of a flat part.
#include "mesh/tree/node_reach.h"

// A search for the point farthest from `origin`, or farthest from it along a direction.
typedef struct Search {
    cdVec3 origin, direction;
    bool directed;
    double best; // distance or height of the farthest point so far
    cdVec3 point;
} Search;

static void searchPieces(const cdNodeReach *reach, const cdBuildNode *leaf, Search *search) {
    const cdPieces *pieces = reach->pieces;
    for (int32_t i = leaf->begin; i < leaf->end; i++)
        for (int k = 0; k < 3; k++) {
            cdVec3 point = pieces->points[pieces->items[reach->boxes[i].piece].corners[k]];
            cdVec3 arm = cdSub(point, search->origin);
            double at = search->directed ? cdDot(search->direction, arm) : cdLength(arm);
            if (!(at > search->best)) continue;
            search->best = at;
            search->point = point;
        }
}

// Bounds the reach of a volume's points, but for rounding, which is below the tolerance.
static double boundNode(const cdNodeVolume *volume, const Search *search) {
    cdVec3 arm = cdSub(volume->center, search->origin);
    if (!search->directed) return cdLength(arm) + volume->radius;
    cdVec3 d = search->direction, across = cdCross(volume->normal, volume->along);
    double box = volume->halfHeight * fabs(cdDot(d, volume->normal)) +
                 volume->halfLength * fabs(cdDot(d, volume->along)) +
                 volume->halfWidth * fabs(cdDot(d, across));
    return cdDot(d, arm) + cdMin(volume->radius, box);
}

// Descends into the nodes that may reach farther, the better child first. The stack has at most one node of
// each level and a sibling.
static void searchNode(const cdNodeReach *reach, Search *search) {
    int32_t stack[CD_TREE_DEPTH_MAX + 2], depth = 0;
    stack[depth++] = reach->node;
    while (depth > 0) {
        const cdBuildNode *node = &reach->nodes[stack[--depth]];
        if (node->firstChild < 0) {
            searchPieces(reach, node, search);
            continue;
        }
        double first = boundNode(&reach->nodes[node->firstChild].volume, search);
        double second = boundNode(&reach->nodes[node->firstChild + 1].volume, search);
        int32_t better = second > first;
        double least = search->best + reach->tolerance;
        if (cdMin(first, second) > least) stack[depth++] = node->firstChild + 1 - better;
        if (cdMax(first, second) > least) stack[depth++] = node->firstChild + better;
    }
}

double cdReachFrom(const cdNodeReach *reach, cdVec3 origin, cdVec3 *farthest) {
    Search search = {.origin = origin, .best = 0.0, .point = origin};
    searchNode(reach, &search);
    *farthest = search.point;
    return search.best + reach->tolerance;
}

double cdReachAlong(const cdNodeReach *reach, cdVec3 origin, cdVec3 direction) {
    Search search = {.origin = origin, .direction = direction, .directed = true, .best = -INFINITY};
    searchNode(reach, &search);
    return search.best + reach->tolerance;
}
