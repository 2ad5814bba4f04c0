// Tests if two nodes' volumes can meet during a span: spheres [RKC01 3.1], slabs and boxes.
//
// (1) The moving centre stays within `bulge` of its chord, so the distance of the other centre from the chord
// decides most pairs both ways [RKC01 4.2, with the chord in place of the cylinder]. (2) Where the bulge
// leaves it open, the minimum over time of a quartic decides (sphere_quartic.h) [RKC01 3.1]. (3) Spheres that
// meet may still hold surfaces that pass each other: each node's slab is tested against the other's volume
// along the slab's normal, with the turn of A added. For leaves their boxes are tested, too (node_boxes.h).
//
// Four pairs are tested at once, in floats (node_lanes.h). Pairs that are too close for floats are tested
// again in doubles, one at a time: their spheres by the quartic, their slabs by slabsApart.
#include "continuous/profiles/axis_profile.h"
#include "continuous/search/node_lanes.h"
#include "continuous/search/node_trace.h"
#include "continuous/search/search_trace.h"
#include "continuous/search/sphere_quartic.h"

static double sumRadii(const cdSearch *search, cdNodePair pair) {
    return cdGetNodeRadius(&search->a->tree, pair.a) + cdGetNodeRadius(&search->b->tree, pair.b) +
           search->inflation;
}

static cdSphereQuartic makePairQuartic(const cdSearch *search, cdNodePair pair) {
    cdNodeVolume a = cdGetNodeVolume(&search->a->tree, pair.a), b = cdGetNodeVolume(&search->b->tree, pair.b);
    cdVec3 moving = cdAdd(cdMulMat3Vec3(&search->rotation, a.center), search->center);
    cdVec3 fixed = cdAdd(b.center, search->offsetB);
    return cdMakeSphereQuartic(search->screw, moving, fixed, sumRadii(search, pair));
}

static bool quarticApart(cdSearch *search, cdNodePair pair) {
    search->stats.quarticTests++;
    cdSphereQuartic q = makePairQuartic(search, pair);
    return !cdSpheresMeet(&q, search->span.tau0, search->tauEnd);
}

// Stored normals are unit up to rounding, and turning them by a product of two rotations tilts them by a few
// rounding units more. The sine of two directions, by their cross product, is off by less than this.
static const double sineError = 32.0 * CD_EPSILON;

static double boundSine(cdVec3 a, cdVec3 b) {
    return cdLength(cdCross(a, b)) + sineError;
}

static bool isBeyond(double from, double to, double extent) {
    return from * to > 0.0 && cdMin(fabs(from), fabs(to)) > extent;
}

// The test of cdFindLanesBetweenSlabs in doubles. With floats alone, surfaces that slide along each other at
// a distance below the rounding of floats would be searched throughout.
static bool slabsApart(const cdSearch *search, cdNodePair pair) {
    cdNodeVolume a = cdGetNodeVolume(&search->a->tree, pair.a), b = cdGetNodeVolume(&search->b->tree, pair.b);
    cdMovedVertex center = cdMovePoint(search, a.center);
    cdVec3 d0 = cdSub(center.from, cdAdd(b.center, search->offsetB));
    cdVec3 end = cdMulAdd(d0, search->lambdaEnd, center.step);
    cdVec3 normal = cdMulMat3Vec3(&search->span.rotation0, a.normal), axis = search->screw->u;
    double c = fabs(cdDot(normal, b.normal)), s = boundSine(normal, b.normal);
    double turned = center.bulge * search->bulgeShare + search->turn * a.radius;
    double slackB = search->inflation + turned * boundSine(b.normal, axis);
    double slackA = search->inflation + turned * boundSine(normal, axis);
    return isBeyond(cdDot(b.normal, d0), cdDot(b.normal, end),
                    b.halfHeight + slackB + a.halfHeight * c + a.radius * s) ||
           isBeyond(cdDot(normal, d0), cdDot(normal, end),
                    a.halfHeight + slackA + b.halfHeight * c + b.radius * s);
}

static int countLanes(int lanes) {
    return 0x4332322132212110 >> 4 * lanes & 15;
}

static cdNodePair getLanePair(const cdNodeOpening *opening, int lane) {
    return (cdNodePair){.a = cdGetLaneNodeA(opening, lane), .b = cdGetLaneNodeB(opening, lane)};
}

// Skips pairs whose labels were tested [RKC01 4.4]. A label that no other node has cannot come up again.
static int skipDoneLabels(cdSearch *search, const cdNodeOpening *opening, const cdNodeLanes *nodes) {
    int lanes = opening->lanes;
    if (search->disabled & CD_DISABLE_LABELS) return lanes;
    int shared = lanes & (nodes->a->start.sharedLanes | nodes->b->sharedLanes);
    for (int k = 0; shared >> k; k++) {
        if (!(shared & 1 << k)) continue;
        cdNodePair pair = getLanePair(opening, k);
        int32_t labelA = search->a->tree.links[pair.a].label, labelB = search->b->tree.links[pair.b].label;
        if (!cdHasPair(&search->memory.tables[CD_TABLE_LABELS], labelA, labelB)) continue;
        search->stats.labelSkips++;
        if (search->trace)
            cdTracePair(search, CD_TRACE_LABEL_SKIP, CD_HOW_NONE, CD_NO_CONTACT, pair.a, pair.b);
        lanes &= ~(1 << k);
    }
    return lanes;
}

// Masks of lanes, by the test that decided them.
typedef struct Decisions {
    int lanes, byBound, tested, byQuartic, bySlab, byBox, byAxis; // tested: by the quartic
} Decisions;

// Returns the lanes that the profiles separate; without profiles none.
static int findPartedProfiles(const cdSearch *search, const cdNodeOpening *opening, int lanes) {
    int parted = 0;
    if (!cdHasProfiles(search)) return 0;
    for (int k = 0; lanes >> k; k++) {
        if (!(lanes & 1 << k)) continue;
        cdNodePair pair = getLanePair(opening, k);
        if (cdProfilesApart(search, pair.a, pair.b)) parted |= 1 << k;
    }
    return parted;
}

// Returns the lanes whose volumes within the spheres are separated. Boxes separate leaves that lie side by
// side along a surface; boxes of larger nodes separate few pairs that spheres and slabs do not.
static int findPartedVolumes(const cdSearch *search, const cdNodeOpening *opening, const cdNodeLanes *nodes,
                             int lanes, Decisions *decided) {
    int close, parted = lanes & cdFindLanesBetweenSlabs(nodes, &close);
    close &= lanes & ~parted;
    for (int k = 0; close >> k; k++)
        if ((close & 1 << k) && slabsApart(search, getLanePair(opening, k))) parted |= 1 << k;
    decided->bySlab = parted;
    int leaves = lanes & ~parted & nodes->a->start.leafLanes & nodes->b->leafLanes;
    if (leaves) decided->byBox = leaves & cdFindLanesBetweenBoxes(nodes);
    parted |= decided->byBox;
    decided->byAxis = findPartedProfiles(search, opening, lanes & ~parted);
    return parted | decided->byAxis;
}

static void traceQuartic(const cdSearch *search, cdNodePair pair, cdTraceEvent *event) {
    cdSphereQuartic q = makePairQuartic(search, pair);
    event->degree = 4;
    for (int k = 0; k < 5; k++)
        event->c[k] = q.c[k];
}

static cdTraceHow chooseHow(const Decisions *decided, int lane) {
    return lane & decided->bySlab   ? CD_HOW_SLAB
           : lane & decided->byBox  ? CD_HOW_BOX
           : lane & decided->byAxis ? CD_HOW_AXIS
           : lane & decided->tested ? CD_HOW_QUARTIC
                                    : CD_HOW_BOUND;
}

static void traceNodes(const cdSearch *search, const cdNodeOpening *opening, const cdNodeLanes *nodes,
                       const Decisions *decided, const float nearness[4]) {
    double unit = 1.0 / search->span.frame.scale;
    int parted = decided->bySlab | decided->byBox | decided->byAxis;
    float bulges[4];
    cdStoreFloats(bulges, nodes->bulge);
    for (int k = 0; k < 4; k++) {
        int lane = decided->lanes & 1 << k;
        if (!lane) continue;
        int apart = lane & (decided->byBound | decided->byQuartic | parted);
        cdTraceEvent *event = cdAddSearchEvent(search, apart ? CD_TRACE_NODES_DISJOINT : CD_TRACE_NODES_MEET);
        if (!event) return;
        cdNodePair pair = getLanePair(opening, k);
        event->a = pair.a;
        event->b = pair.b;
        event->how = chooseHow(decided, lane);
        if (lane & decided->tested) traceQuartic(search, pair, event);
        if (lane & parted) {
            cdTraceParting(search, event);
            continue;
        }
        event->c[5] = sqrt((double)nearness[k]) * unit;
        event->c[6] = sumRadii(search, pair);
        event->c[7] = (double)bulges[k] * unit;
    }
}

int cdFindMeetingNodes(cdSearch *search, const cdNodeOpening *opening, float nearness[4]) {
    cdNodeLanes nodes;
    cdLoadNodeLanes(search, opening, &nodes);
    int lanes = skipDoneLabels(search, opening, &nodes);
    if (!lanes) return 0;
    search->stats.sphereTests += countLanes(lanes);
    Decisions decided = {.lanes = lanes};
    int open, parted = 0, apart = lanes & cdFindLanesOffChord(&nodes, nearness, &open);
    if (search->disabled & CD_DISABLE_TRAJECTORY_BOUND) {
        apart = 0;
        open = lanes;
    }
    search->stats.boundRejects += countLanes(apart);
    int near = lanes & ~apart, tested = near & open, meeting = near;
    for (int k = 0; tested >> k; k++)
        if ((tested & 1 << k) && quarticApart(search, getLanePair(opening, k))) meeting &= ~(1 << k);
    if (meeting && !(search->disabled & CD_DISABLE_SLABS)) {
        parted = findPartedVolumes(search, opening, &nodes, meeting, &decided);
        search->stats.slabRejects += countLanes(parted);
    }
    if (search->trace) {
        decided.byBound = apart;
        decided.tested = tested;
        decided.byQuartic = near & ~meeting;
        traceNodes(search, opening, &nodes, &decided, nearness);
    }
    return meeting & ~parted;
}
