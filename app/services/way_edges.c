// Moves waypoints, and decides the edges between them.
#include "services/way_edges.h"

#include "services/path_text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// --- Waypoints

void FreeWay(Way *way) {
    free(way->nodes);
    free(way->edges);
    *way = (Way){0};
}

void OpenWayEdges(Way *way) {
    for (int32_t i = 0; i + 1 < way->nodeCount; ++i)
        way->edges[i] = (WayEdge){.state = WAY_EDGE_OPEN};
    way->partCount = 0;
}

bool SetWayNodes(Way *way, const cdPathNode *nodes, int32_t nodeCount) {
    cdPathNode *copies = malloc((size_t)nodeCount * sizeof *copies);
    WayEdge *edges = malloc((size_t)nodeCount * sizeof *edges);
    if (!copies || !edges) {
        free(copies);
        free(edges);
        return false;
    }
    memcpy(copies, nodes, (size_t)nodeCount * sizeof *copies);
    free(way->nodes);
    free(way->edges);
    way->nodes = copies;
    way->edges = edges;
    way->nodeCount = nodeCount;
    for (int32_t i = 0; i < nodeCount; ++i)
        way->nodes[i].time = i;
    OpenWayEdges(way);
    return true;
}

int32_t SplitWayEdge(Way *way, cdVec3 center, int32_t edge) {
    int32_t count = way->nodeCount + 1;
    cdPathNode *nodes = malloc((size_t)count * sizeof *nodes);
    if (!nodes) return -1;
    size_t before = (size_t)edge + 1;
    memcpy(nodes, way->nodes, before * sizeof *nodes);
    nodes[before] = (cdPathNode){.pose = GetPoseOnWay(way, center, edge + 0.5)};
    memcpy(nodes + before + 1, way->nodes + before, ((size_t)way->nodeCount - before) * sizeof *nodes);
    bool good = SetWayNodes(way, nodes, count);
    free(nodes);
    return good ? edge + 1 : -1;
}

bool SlideWaypoint(Way *way, const WayScene *scene, int32_t node, cdPose intended, cdBudget budget) {
    cdSlideInput input = {.step = {.start = way->nodes[node].pose,
                                   .target = intended,
                                   .obstacles = scene->obstacles,
                                   .obstacleCount = scene->count,
                                   .budget = budget},
                          .shapes = scene->shapes,
                          .shapeCount = scene->shapeCount};
    cdSlide slide = cdFindSlide(&input, NULL, scene->workspace, NULL);
    if (!cdIsSamePose(way->nodes[node].pose, slide.contact.resolvedPose)) {
        way->nodes[node].pose = slide.contact.resolvedPose;
        if (node > 0) way->edges[node - 1] = (WayEdge){.state = WAY_EDGE_OPEN};
        if (node + 1 < way->nodeCount) way->edges[node] = (WayEdge){.state = WAY_EDGE_OPEN};
        way->partCount = 0;
        way->edited = true;
    }
    return slide.contact.reason != CD_REASON_BUDGET && slide.contact.reason != CD_REASON_INTERRUPTED;
}

double GetWayReach(const Way *way, cdPose from) {
    return GetNodesReach(way->nodes, way->nodeCount, from);
}

// --- Edges

// A path that overlaps from its start on has no contact point: the object's centre marks it.
static WayEdge makeBlocked(const WayScene *scene, const cdPathContact *found) {
    const cdFirstContact *contact = &found->contact;
    cdVec3 center = cdGetMeshInfo(scene->shapes[0].mesh).center;
    bool overlaps = contact->state == CD_OVERLAP;
    int32_t obstacle = contact->obstacle;
    return (WayEdge){.state = WAY_EDGE_BLOCKED,
                     .time = found->time.lo,
                     .contact = contact->state,
                     .point = overlaps ? cdTransformPoint(contact->resolvedPose, center) : contact->point,
                     .object = obstacle >= 0 && obstacle < scene->count ? scene->owners[obstacle] : -1};
}

static WayEdge certify(const Way *way, const WayScene *scene, int32_t at, cdBudget budget) {
    WayEdge edge = way->edges[at];
    cdPathContact found = FindEdgeContact(scene, &way->nodes[at], edge.from, budget);
    cdReason reason = found.contact.reason;
    if (found.contact.state == CD_FREE) return (WayEdge){.state = WAY_EDGE_FREE};
    if (found.contact.state != CD_UNDECIDED) return makeBlocked(scene, &found);
    if (reason != CD_REASON_BUDGET && reason != CD_REASON_INTERRUPTED)
        return (WayEdge){.state = WAY_EDGE_UNDECIDED};
    edge.from = fmax(edge.from, found.time.lo);
    return edge;
}

bool CertifyWay(Way *way, const WayScene *scene, cdBudget budget) {
    for (int32_t i = 0; i + 1 < way->nodeCount; ++i) {
        if (way->edges[i].state != WAY_EDGE_OPEN) continue;
        way->edges[i] = certify(way, scene, i, budget);
        if (way->edges[i].state == WAY_EDGE_OPEN) return false;
    }
    return true;
}

// ---

void WriteWay(FILE *out, const Way *way) {
    WritePathHeader(out);
    for (int32_t i = 0; i < way->nodeCount; ++i)
        WritePathPose(out, way->nodes[i].pose);
}
