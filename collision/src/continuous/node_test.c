// Whether two nodes' volumes can meet during a span: spheres [RKC01 3.1], slabs and boxes.
//
// (1) The moving centre stays within `bulge` of its chord, so the distance of the other centre from the chord
// decides most pairs both ways [RKC01 4.2, with the chord in place of the cylinder]. (2) Where the bulge
// leaves it open, the minimum over time of the quartic Q(tau) = q (|c(tau) - y|^2 - r^2) decides: Q is looked
// at in both ends and at the roots of its derivative, a cubic [RKC01 3.1]. (3) Spheres that meet may still
// hold surfaces that pass each other: each node's slab is tested against the other's volume along the slab's
// normal, with the turn of A added. Leaves are also held against each other by their boxes (node_boxes.h).
#include "continuous/axis_profile.h"
#include "continuous/search_trace.h"
#include "mesh/node_boxes.h"

// Q and its derivative as coefficients in tau.
typedef struct Quartic {
    double c[5];
    double error;
} Quartic;

static double evaluateQuartic(const Quartic *q, double x) {
    return (((q->c[4] * x + q->c[3]) * x + q->c[2]) * x + q->c[1]) * x + q->c[0];
}

static Quartic makeDistanceQuartic(const cdScrew *screw, cdVec3 moving, cdVec3 fixed, double radius) {
    cdMovingPoint p = cdMakeMovingPoint(screw, moving);
    cdVec3 d0 = cdSub(moving, fixed);
    double s = screw->s, k2 = screw->k2;
    double e0 = cdDot(d0, d0) - radius * radius;
    double e1 = 2.0 * s * cdDot(screw->u, d0);
    double e2 = s * s;
    double bSq = cdDot(p.b, p.b);
    Quartic q;
    q.c[0] = e0;
    q.c[1] = e1 + 4.0 * cdDot(d0, p.b);
    q.c[2] = e2 + k2 * e0 + 4.0 * bSq + 4.0 * cdDot(d0, cdCross(screw->g, p.b));
    q.c[3] = k2 * e1;
    q.c[4] = k2 * e2;
    double scale = cdLength(d0) + 2.0 * p.bScale + fabs(s) + radius;
    q.error = 64.0 * CD_EPSILON * scale * scale;
    return q;
}

// Whether the spheres meet for some tau in [lo, hi].
static bool spheresMeet(const Quartic *q, double lo, double hi) {
    if (evaluateQuartic(q, lo) <= q->error || evaluateQuartic(q, hi) <= q->error) return true;
    double slope[4] = {q->c[1], 2.0 * q->c[2], 3.0 * q->c[3], 4.0 * q->c[4]};
    double roots[3];
    int count = cdSolveCubic(slope, roots);
    for (int i = 0; i < count; i++)
        if (roots[i] > lo && roots[i] < hi && evaluateQuartic(q, roots[i]) <= q->error) return true;
    return false;
}

static double sumRadii(const cdSearch *search, cdNodePair pair) {
    return cdGetNodeRadius(&search->a->tree, pair.a) + cdGetNodeRadius(&search->b->tree, pair.b) +
           search->inflation;
}

static inline Quartic makePairQuartic(const cdSearch *search, cdNodePair pair) {
    cdNodeVolume a = cdGetNodeVolume(&search->a->tree, pair.a), b = cdGetNodeVolume(&search->b->tree, pair.b);
    cdVec3 moving = cdAdd(cdMulMat3Vec3(&search->rotation, a.center), search->center);
    cdVec3 fixed = cdAdd(b.center, search->offsetB);
    return makeDistanceQuartic(search->screw, moving, fixed, sumRadii(search, pair));
}

static bool quarticApart(cdSearch *search, cdNodePair pair) {
    search->stats.quarticTests++;
    Quartic q = makePairQuartic(search, pair);
    return !spheresMeet(&q, search->span.tau0, search->tauEnd);
}

// Volumes of A over the span and of B, one pair a lane.
typedef struct MovingLanes {
    cdLanes3 from, step, normal;
    cdLanes stepScale, bulge, radius, halfHeight;
} MovingLanes;

typedef struct FixedLanes {
    cdLanes3 center, normal;
    cdLanes radius, halfHeight;
} FixedLanes;

static const cdMovedTwins *movedTwins(cdSearch *search, int32_t node) {
    cdSearchMemory *memory = &search->memory;
    int32_t twins = (node + 1) / 2;
    if (memory->twinStamps[twins] != *memory->generation) {
        cdPlaceTwins(search, twins, &memory->twins[twins]);
        memory->twinStamps[twins] = *memory->generation;
    }
    return &memory->twins[twins];
}

static MovingLanes loadMoving(cdSearch *search, int32_t node, bool siblings) {
    const cdMovedTwins *t = movedTwins(search, node);
    if (siblings)
        return (MovingLanes){cdLoadLanes3(t->fromX, t->fromY, t->fromZ),
                             cdLoadLanes3(t->stepX, t->stepY, t->stepZ),
                             cdLoadLanes3(t->normalX, t->normalY, t->normalZ),
                             cdLoadLanes(t->stepScale),
                             cdLoadLanes(t->bulge),
                             cdLoadLanes(t->radius),
                             cdLoadLanes(t->halfHeight)};
    int k = (node + 1) % 2;
    return (MovingLanes){cdSpreadLanes3((cdVec3){t->fromX[k], t->fromY[k], t->fromZ[k]}),
                         cdSpreadLanes3((cdVec3){t->stepX[k], t->stepY[k], t->stepZ[k]}),
                         cdSpreadLanes3((cdVec3){t->normalX[k], t->normalY[k], t->normalZ[k]}),
                         cdSpreadLanes(t->stepScale[k]),
                         cdSpreadLanes(t->bulge[k]),
                         cdSpreadLanes(t->radius[k]),
                         cdSpreadLanes(t->halfHeight[k])};
}

static FixedLanes loadFixed(const cdSearch *search, int32_t node, bool siblings) {
    const cdTwinVolumes *t = &search->b->tree.twins[(node + 1) / 2];
    int k = (node + 1) % 2;
    FixedLanes fixed;
    if (siblings)
        fixed = (FixedLanes){cdLoadLanes3(t->centerX, t->centerY, t->centerZ),
                             cdLoadLanes3(t->normalX, t->normalY, t->normalZ), cdLoadLanes(t->radius),
                             cdLoadLanes(t->halfHeight)};
    else
        fixed = (FixedLanes){cdSpreadLanes3((cdVec3){t->centerX[k], t->centerY[k], t->centerZ[k]}),
                             cdSpreadLanes3((cdVec3){t->normalX[k], t->normalY[k], t->normalZ[k]}),
                             cdSpreadLanes(t->radius[k]), cdSpreadLanes(t->halfHeight[k])};
    fixed.center = cdAddLanes3(fixed.center, cdSpreadLanes3(search->offsetB));
    return fixed;
}

// Stored normals are unit up to rounding, and turning them by a product of two rotations tilts them by a few
// rounding units more. The sine of two directions, by their cross product, is off by less than this.
static const double sineError = 32.0 * CD_EPSILON;

static cdLanes crossLength(cdLanes3 a, cdLanes3 b) {
    cdLanes3 cross = cdCrossLanes3(a, b);
    return cdAddLanes(cdSqrtLanes(cdDotLanes3(cross, cross)), cdSpreadLanes(sineError));
}

// Lanes in which a disc of radius r and height 2 h lies beyond `gap` of a plane, all along the way from
// height `from` to height `to`. Its normal makes the cosine c and the sine s with the plane's: its extent is
// h |c| + r s.
static int lanesBeyond(cdLanes from, cdLanes to, cdLanes gap, cdLanes h, cdLanes r, cdLanes c, cdLanes s) {
    cdLanes reach = cdMinLanes(cdAbsLanes(from), cdAbsLanes(to));
    cdLanes extent = cdAddLanes(cdMulLanes(h, cdAbsLanes(c)), cdMulLanes(r, s));
    return cdLanesAbove(cdMulLanes(from, to), cdSpreadLanes(0.0)) &
           cdLanesAbove(reach, cdAddLanes(gap, extent));
}

// Two planes are tried, fixed ones: across B's normal, and across A's as it is at the span's start. A turn
// and the bulge of a path lie across the axis of the screw, so along a plane's normal only its part across
// the axis counts. Turning by an angle lengthens A's extent along a direction by at most that angle times A's
// radius: surfaces that turn about their common normal stay as far apart as they are.
static int slabsApart(const cdSearch *search, const MovingLanes *a, const FixedLanes *b, cdLanes3 d0,
                      cdLanes bulge) {
    cdLanes3 end = cdMulAddLanes3(d0, cdSpreadLanes(search->lambdaEnd), a->step);
    cdLanes3 axis = cdSpreadLanes3(search->screw->u);
    cdLanes c = cdDotLanes3(a->normal, b->normal), s = crossLength(a->normal, b->normal);
    cdLanes turned = cdAddLanes(bulge, cdMulLanes(cdSpreadLanes(search->turn), a->radius));
    cdLanes inflation = cdSpreadLanes(search->inflation);
    cdLanes slackB = cdAddLanes(inflation, cdMulLanes(turned, crossLength(b->normal, axis)));
    cdLanes slackA = cdAddLanes(inflation, cdMulLanes(turned, crossLength(a->normal, axis)));
    int alongB = lanesBeyond(cdDotLanes3(b->normal, d0), cdDotLanes3(b->normal, end),
                             cdAddLanes(b->halfHeight, slackB), a->halfHeight, a->radius, c, s);
    int alongA = lanesBeyond(cdDotLanes3(a->normal, d0), cdDotLanes3(a->normal, end),
                             cdAddLanes(a->halfHeight, slackA), b->halfHeight, b->radius, c, s);
    return alongA | alongB;
}

// Lanes decided apart by the chord, and those it leaves open.
static int chordApart(const cdSearch *search, const MovingLanes *a, const FixedLanes *b, cdLanes3 d0,
                      cdLanes bulge, double nearness[2], int *open) {
    cdLanes along = cdMulLanes(cdSubLanes(cdSpreadLanes(0.0), cdDotLanes3(d0, a->step)), a->stepScale);
    cdLanes lambda = cdMinLanes(cdMaxLanes(along, cdSpreadLanes(0.0)), cdSpreadLanes(search->lambdaEnd));
    cdLanes3 nearest = cdMulAddLanes3(d0, lambda, a->step);
    cdLanes nearestSq = cdDotLanes3(nearest, nearest);
    cdLanes radius = cdAddLanes(cdAddLanes(a->radius, b->radius), cdSpreadLanes(search->inflation));
    cdLanes outer = cdAddLanes(radius, bulge),
            inner = cdMaxLanes(cdSubLanes(radius, bulge), cdSpreadLanes(0.0));
    cdStoreLanes(nearness, nearestSq);
    *open = cdLanesAbove(nearestSq, cdMulLanes(inner, inner));
    return cdLanesAbove(nearestSq, cdMulLanes(outer, outer));
}

static bool areLeaves(const cdSearch *search, cdNodePair pair) {
    return search->a->tree.links[pair.a].firstChild < 0 && search->b->tree.links[pair.b].firstChild < 0;
}

// The boxes, which part leaves that lie side by side along a surface. Those of larger nodes part few that
// spheres and slabs do not.
static int boxesApart(const cdSearch *search, const cdNodePair pairs[2], const MovingLanes *a, cdLanes3 d0,
                      cdLanes bulge) {
    cdBoxLanes fixed = cdLoadBoxLanes(&search->b->tree, pairs[0].b, pairs[0].b != pairs[1].b);
    cdBoxLanes moving = cdTurnBoxLanes(
        &search->span.rotation0, cdLoadBoxLanes(&search->a->tree, pairs[0].a, pairs[0].a != pairs[1].a));
    cdBoxMotion motion = {
        .from = d0,
        .to = cdMulAddLanes3(d0, cdSpreadLanes(search->lambdaEnd), a->step),
        .slack = cdSpreadLanes(search->inflation),
        .axis = cdSpreadLanes3(search->screw->u),
        .turned = cdAddLanes(bulge, cdMulLanes(cdSpreadLanes(search->turn), a->radius)),
    };
    return cdFindPartedBoxes(&moving, &fixed, &motion);
}

static int countLanes(int lanes) {
    return (lanes & 1) + (lanes >> 1);
}

// Leaves out pairs whose labels were tested [RKC01 4.4]. A label that no other node has cannot come up again.
static int skipDoneLabels(cdSearch *search, const cdNodePair pairs[2], int lanes) {
    if (search->disabled & CD_DISABLE_LABELS) return lanes;
    for (int k = 0; k < 2; k++) {
        if (!(lanes & 1 << k)) continue;
        const cdNodeLinks *a = &search->a->tree.links[pairs[k].a], *b = &search->b->tree.links[pairs[k].b];
        if (!(a->labelShared || b->labelShared)) continue;
        if (!cdHasPair(&search->memory.tables[CD_TABLE_LABELS], a->label, b->label)) continue;
        search->stats.labelSkips++;
        if (search->trace)
            cdTracePair(search, CD_TRACE_LABEL_SKIP, CD_HOW_NONE, CD_NO_CONTACT, pairs[k].a, pairs[k].b);
        lanes &= ~(1 << k);
    }
    return lanes;
}

// How pairs were decided: masks of lanes.
typedef struct Decisions {
    int lanes, byBound, asked, byQuartic, bySlab; // asked: the quartic
} Decisions;

static void traceQuartic(const cdSearch *search, cdNodePair pair, cdTraceEvent *event) {
    Quartic q = makePairQuartic(search, pair);
    event->degree = 4;
    for (int k = 0; k < 5; k++)
        event->c[k] = q.c[k];
}

static void traceNodes(const cdSearch *search, const cdNodePair pairs[2], const Decisions *decided,
                       const double nearness[2], cdLanes bulge) {
    double bulges[2];
    cdStoreLanes(bulges, bulge);
    for (int k = 0; k < 2; k++) {
        int lane = decided->lanes & 1 << k;
        if (!lane) continue;
        int apart = lane & (decided->byBound | decided->byQuartic | decided->bySlab);
        cdTraceEvent *event = cdAddSearchEvent(search, apart ? CD_TRACE_SPHERE_APART : CD_TRACE_SPHERE_MEET);
        if (!event) return;
        event->a = pairs[k].a;
        event->b = pairs[k].b;
        event->how = lane & decided->bySlab  ? CD_HOW_SLAB
                     : lane & decided->asked ? CD_HOW_QUARTIC
                                             : CD_HOW_BOUND;
        event->c[5] = sqrt(nearness[k]);
        event->c[6] = sumRadii(search, pairs[k]);
        event->c[7] = bulges[k];
        if (lane & decided->asked) traceQuartic(search, pairs[k], event);
    }
}

int cdFindMeetingNodes(cdSearch *search, const cdNodePair pairs[2], int lanes, double nearness[2]) {
    lanes = skipDoneLabels(search, pairs, lanes);
    if (!lanes) return 0;
    search->stats.sphereTests += countLanes(lanes);
    MovingLanes a = loadMoving(search, pairs[0].a, pairs[0].a != pairs[1].a);
    FixedLanes b = loadFixed(search, pairs[0].b, pairs[0].b != pairs[1].b);
    cdLanes3 d0 = cdSubLanes3(a.from, b.center);
    cdLanes bulge = cdMulLanes(a.bulge, cdSpreadLanes(search->bulgeShare));
    int open, parted = 0;
    int apart = chordApart(search, &a, &b, d0, bulge, nearness, &open);
    if (search->disabled & CD_DISABLE_TRAJECTORY_BOUND) {
        apart = 0;
        open = lanes;
    }
    search->stats.boundRejects += countLanes(apart & lanes);
    int near = lanes & ~apart, meeting = near;
    for (int k = 0; k < 2; k++)
        if ((meeting & open & 1 << k) && quarticApart(search, pairs[k])) meeting &= ~(1 << k);
    if (meeting && !(search->disabled & CD_DISABLE_SLABS)) {
        for (int k = 0; k < 2 && cdHasProfiles(search); k++)
            if ((meeting & 1 << k) && cdProfilesApart(search, pairs[k].a, pairs[k].b)) parted |= 1 << k;
        if (meeting & ~parted) parted |= meeting & slabsApart(search, &a, &b, d0, bulge);
        if ((meeting & ~parted) && areLeaves(search, pairs[0]))
            parted |= meeting & boxesApart(search, pairs, &a, d0, bulge);
        search->stats.slabRejects += countLanes(parted);
    }
    if (search->trace) {
        Decisions decided = {lanes, apart & lanes, near & open, near & ~meeting, parted};
        traceNodes(search, pairs, &decided, nearness, bulge);
    }
    return meeting & ~parted;
}
