// Spans: parts of a screw short enough that a chord bounds every path, the bound of [RKC01 4.2] made tight.
//
// Along the axis the path is linear in tau; across it, it runs on a circle with |d2/dtau2| <= 4 |g| |b| (1 +
// k2 tau^2)^(-3/2). So over a span of length w the point is within w^2 |g| |b| (1 + k2 tau0^2)^(-3/2) / 2 of
// the linear interpolation between the ends, at every tau, and within 4 lambda (1 - lambda) of that bound at
// lambda. A screw is cut so that this bulge stays small beside the leaves. [RKC01 4.2] takes a cylinder about
// the screw axis instead.
#include "continuous/profiles/axis_profile.h"
#include "foundation/geometry/screw.h"

enum { MAX_SPANS = 64 };

// Leaf radii that a point travels in a span: long paths are searched in order of time, so that a contact
// early in the step is found before the rest is visited. Legs of a slide, which record, end late or at once.
static const double spanPath = 2.0, legPath = 3.0;

// Spans in which no leaves meet may be longer: as many times as this share of the radii opened before
// has leaf radii, and at most so many times. Shares of 0.15 to 0.3 take the same time.
static const double openedShare = 0.2, longestSpan = 16.0;

// Leaves of unlike meshes, such as a box and a scan, may differ a thousandfold. Spans suit the smaller ones:
// in one that suits the larger, most triangles of the finer mesh would be tested with those of one leaf.
// Spans for 1.5 to 4 times the smaller ones take about the same time.
static const double leafSpread = 2.0;

static double getSpanLeaf(const cdSearch *search) {
    double a = search->a->tree.leafRadius, b = search->b->tree.leafRadius;
    double leaf = cdMin(cdMax(a, b), leafSpread * cdMin(a, b));
    return cdMax(leaf, 0.25 * search->clearance); // bounds are wider than that
}

static double getAllowedBulge(const cdSearch *search) {
    return cdMax(getSpanLeaf(search), search->a->radius * (1.0 / 64.0));
}

double cdFindSpanWidth(const cdSearch *search, cdInterval part) {
    double width = part.hi - part.lo;
    double path = width * cdBoundPath(search->screw, search->a);
    double bulge = cdBoundBulge(search, width) / getAllowedBulge(search);
    double leaves = search->record ? legPath : spanPath;
    double count = ceil(cdMax(sqrt(bulge), path / (leaves * getSpanLeaf(search))));
    double least = count > 1.0 ? width / cdMin(count, MAX_SPANS) : width;
    return part.hi + 0.5 * least > part.hi ? least : width; // few rounding units cannot be divided
}

// The larger the smallest nodes that were opened, the farther apart are the surfaces; then a longer span
// opens hardly more nodes. Its bulge may be as many times larger as its path.
double cdChooseSpanWidth(const cdSearch *search, double least) {
    if (search->disabled & (CD_DISABLE_LONG_SPANS | CD_DISABLE_TREE)) return least;
    double growth = cdMin(longestSpan, openedShare * search->opened / getSpanLeaf(search));
    double bulge = cdBoundBulge(search, least);
    if (bulge > 0.0) growth = cdMin(growth, getAllowedBulge(search) / bulge);
    return growth > 1.0 ? least * growth : least;
}

static cdQuat turnOf(const cdScrew *screw, double tau) {
    return cdNormalizeQuat((cdQuat){1.0, tau * screw->g.x, tau * screw->g.y, tau * screw->g.z});
}

void cdEnterScrew(cdSearch *search, int32_t screwIndex) {
    cdQuat q = search->motion.start.q;
    if (screwIndex == 1) q = cdMulQuat(turnOf(&search->motion.screws[0], 1.0), q);
    search->screwIndex = screwIndex;
    search->screw = &search->motion.screws[screwIndex];
    search->inverse = cdInvertScrew(search->screw);
    search->rotation = cdMakeMat3FromQuat(cdNormalizeQuat(q));
    search->center = search->screw->c;
    search->rootStart = 0.0;
    search->rootLimit = 1.0;
}

double cdGetSearchTime(const cdSearch *search, int32_t screwIndex, double tau) {
    const cdMotion *motion = &search->motion;
    return (screwIndex + cdGetTimeFromTau(&motion->screws[screwIndex], tau)) / motion->screwCount;
}

void cdEnterScrewUntil(cdSearch *search, int32_t screwIndex, double timeLimit) {
    const cdMotion *motion = &search->motion;
    cdEnterScrew(search, screwIndex);
    if (timeLimit < 1.0)
        search->rootLimit =
            cdGetTauFromTime(&motion->screws[screwIndex], timeLimit * motion->screwCount - screwIndex);
    if (search->beginTime > 0.0)
        search->rootStart = cdGetTauFromTime(&motion->screws[screwIndex],
                                             search->beginTime * motion->screwCount - screwIndex);
}

static cdMat3 turnMatrix(const cdSearch *search, double tau) {
    if (tau == 0.0) return search->rotation;
    cdMat3 turn = cdMakeMat3FromQuat(turnOf(search->screw, tau));
    return cdMulMat3(&turn, &search->rotation);
}

void cdEnterSpan(cdSearch *search, double tau0, double tau1) {
    const cdScrew *screw = search->screw;
    cdSpan *span = &search->span;
    span->tau0 = tau0;
    span->tau1 = tau1;
    span->rotation0 = turnMatrix(search, tau0);
    span->rotation1 = turnMatrix(search, tau1);
    span->center0 = cdGetPointAt(screw, search->center, tau0);
    span->center1 = cdGetPointAt(screw, search->center, tau1);
    span->velocity0 = cdRotate(turnOf(screw, tau0), screw->bc);
    double width = tau1 - tau0, q = 1.0 + screw->k2 * tau0 * tau0;
    span->bulgeScale = 0.5 * width * width * sqrt(screw->k2) / (q * sqrt(q));
    span->frame = cdMakeSpanFrame(search);
    cdStartGeneration(&search->memory);
    search->reach = 0;
    search->leastOpened = INFINITY;
    search->metLeaves = false;
    cdUpdateReach(search);
}

double cdGetBestEnd(const cdSearch *search) {
    double width = search->tolerance.width;
    return (floor(search->best.root / width) + 2.0) * width;
}

void cdUpdateReach(cdSearch *search) {
    const cdSpan *span = &search->span;
    double end = span->tau1;
    bool known = search->best.state != CD_FREE && search->best.screw == search->screwIndex;
    if (known && !(search->disabled & CD_DISABLE_CURRENT_CONTACT)) end = cdMin(end, cdGetBestEnd(search));
    end = cdMin(end, search->rootLimit);
    double width = span->tau1 - span->tau0;
    double lambda = width > 0.0 ? cdMin(1.0, cdMax(0.0, (end - span->tau0) / width)) : 0.0;
    if (end < search->tauEnd) search->reach++;
    search->tauEnd = end;
    search->lambdaEnd = lambda;
    search->bulgeShare = lambda < 0.5 ? 4.0 * lambda * (1.0 - lambda) : 1.0;
    search->turn = 2.0 * sqrt(search->screw->k2) * cdMax(0.0, end - span->tau0);
    search->part = (cdPartFloats){.lambdaEnd = (float)lambda,
                                  .bulgeShare = (float)search->bulgeShare,
                                  .turn = (float)search->turn,
                                  .inflation = (float)(cdGetNodeInflation(search) * span->frame.scale),
                                  .rounding = (float)span->frame.rounding,
                                  .triangleSlack = (float)(search->inflation * span->frame.scale +
                                                           CD_TRIANGLE_ROUNDING * span->frame.size)};
    search->part.nearSlack =
        search->part.triangleSlack + (float)(search->nearReach * (1.0 + 0x1p-20) * span->frame.scale);
    cdUpdateAxisMotion(search);
}

cdMovedVertex cdMovePoint(const cdSearch *search, cdVec3 local) {
    const cdSpan *span = &search->span;
    const cdScrew *screw = search->screw;
    cdMovedVertex v;
    cdVec3 atStart = cdAdd(cdMulMat3Vec3(&search->rotation, local), search->center);
    v.point = cdMakeMovingPoint(screw, atStart);
    v.from = cdAdd(cdMulMat3Vec3(&span->rotation0, local), span->center0);
    v.step = cdSub(cdAdd(cdMulMat3Vec3(&span->rotation1, local), span->center1), v.from);
    v.bulge = span->bulgeScale * cdLength(v.point.b);
    return v;
}

const cdMovedVertex *cdFindMovedVertex(cdSearch *search, int32_t vertex, cdMovedVertex *fresh) {
    cdSearchMemory *memory = &search->memory;
    cdMovedVertex *moved = fresh;
    if (!(search->disabled & CD_DISABLE_VERTEX_CACHE)) {
        moved = cdFindItem(memory->vertices, vertex, *memory->generation);
        if (moved != NULL) return moved;
        moved = cdAddItem(memory->vertices, vertex, *memory->generation);
        if (moved == NULL) moved = fresh;
    }
    search->stats.verticesMoved++;
    *moved = cdPlaceVertex(search, vertex);
    return moved;
}
