// Proofs that a set cannot get out, one after the other; see trap.h.
//
// Sources: linking numbers, as intersection numbers with a cone: D. Rolfsen, "Knots and links", 1976, 5D.
// Form closure, and the ball that the hull of the contacts' screws contains: C. Ferrari, J. Canny, "Planning
// optimal grasps", ICRA 1992.
//
// (1) The input is checked, and the set and the obstacles are measured. (2) More than a touch at the start
// ends the call. (3) The proofs, from the cheapest to the dearest, those for all motions first.
#include "collision/trap.h"
#include "foundation/memory/hooks.h"
#include "foundation/numbers/rounding.h"
#include "paths/trap_work.h"

static const int64_t DEFAULT_TESTS = 4000000;

// --- (1)

static cdRigidSet getRigidSet(const cdTrapInput *input) {
    return (cdRigidSet){input->shapes, input->shapeCount, input->obstacles, input->obstacleCount};
}

static cdReason checkInput(const cdTrapInput *input) {
    const cdRigidSet set = getRigidSet(input);
    cdReason reason = cdCheckRigidSet(&set);
    if (reason == CD_REASON_NONE) reason = cdCheckPose(input->start);
    for (int32_t i = 0; i < input->shapeCount && reason == CD_REASON_NONE; i++)
        reason = cdCheckPose(input->shapes[i].pose);
    for (int32_t i = 0; i < input->obstacleCount && reason == CD_REASON_NONE; i++)
        reason = cdCheckPose(input->obstacles[i].pose);
    if (reason != CD_REASON_NONE) return reason;
    bool isKnown = (input->proofs & ~(uint32_t)CD_TRAP_ALL_PROOFS) == 0;
    return isKnown && input->budget.maxPairTests >= 0 ? CD_REASON_NONE : CD_REASON_INPUT;
}

static void measure(cdTrapWork *work) {
    const cdTrapInput *input = work->input;
    const cdRigidSet rigid = getRigidSet(input);
    const cdSlideInput set = {.shapes = input->shapes, .shapeCount = input->shapeCount};
    cdSetMeasures measures = cdMeasureSet(&set);
    const double *inertia = measures.inertia;
    work->centroid = cdTransformPoint(input->start, measures.centroid);
    work->radius = measures.radius;
    double gyration = sqrt(cdMax(0.5 * (inertia[0] + inertia[1] + inertia[2]), 0.0));
    work->gyration = cdMax(gyration, 0.1 * work->radius);
    work->bounds = cdBoundObstacles(&rigid);
    work->size =
        cdLength(work->centroid) + work->radius + cdLength(work->bounds.lower) + cdLength(work->bounds.upper);
    for (int32_t i = 0; i < input->shapeCount; i++) {
        const cdMesh *mesh = input->shapes[i].mesh;
        work->size = cdMax(work->size, cdLength(input->shapes[i].pose.p) + cdLength(mesh->center));
    }
    for (int32_t i = 0; i < input->obstacleCount; i++) {
        const cdMesh *mesh = input->obstacles[i].mesh;
        work->size = cdMax(work->size, cdLength(input->obstacles[i].pose.p) + cdLength(mesh->center));
    }
}

// --- (2)

static bool overlaps(cdTrapWork *work) {
    for (int32_t i = 0; i < cdCountTrapPairs(work); i++) {
        cdTrapPair pair = cdGetTrapPair(work, i);
        const cdFirstContactInput still = {.meshA = pair.a,
                                           .meshB = pair.b,
                                           .startA = pair.poseA,
                                           .targetA = pair.poseA,
                                           .startB = pair.poseB,
                                           .budget = cdGetTrapBudget(work)};
        cdFirstContact found = cdFindFirstContact(&still, NULL, work->workspace, NULL);
        if (!cdSpend(&work->meter, 1 + found.stats.pairTests)) return false;
        if (found.state == CD_UNDECIDED) cdStopMeter(&work->meter, found.reason);
        if (found.state != CD_OVERLAP) continue;
        work->out->overlaps = true;
        work->out->shape = pair.shape;
        work->out->obstacle = pair.obstacle;
        return true;
    }
    return false;
}

// --- (3)

static bool wants(const cdTrapWork *work, uint32_t proofs) {
    uint32_t tried = work->input->proofs, found = work->out->proofs;
    if (cdIsOut(&work->meter) || (found & CD_TRAP_ALL_MOTIONS) != 0) return false;
    return tried == 0 || (tried & proofs) != 0;
}

// False: no memory.
static bool prove(cdTrapWork *work) {
    bool good = true;
    if (wants(work, CD_TRAP_ENCLOSED | CD_TRAP_LINKED)) good = cdFindTrapLoops(work);
    if (good && wants(work, CD_TRAP_LOCKED | CD_TRAP_PLANE | CD_TRAP_SCREW)) cdFindTrapRows(work);
    if (good && wants(work, CD_TRAP_LOCKED)) cdFindTrapLock(work);
    if (good && wants(work, CD_TRAP_SCREW)) cdFindTrapScrew(work);
    if (good && wants(work, CD_TRAP_CAGED)) good = cdFindTrapCage(work);
    if (good && wants(work, CD_TRAP_TRANSLATIONS)) good = cdFindTrapTranslations(work);
    bool isImplied = (work->out->proofs & CD_TRAP_TRANSLATIONS) != 0;
    if (good && !isImplied && wants(work, CD_TRAP_PLANE)) good = cdFindTrapPlane(work);
    return good;
}

cdTrap cdFindTrap(const cdTrapInput *given, cdWorkspace *workspace) {
    cdTrap out = {.reason = CD_REASON_INPUT, .shape = -1, .obstacle = -1};
    if (!CD_REQUIRE(given != NULL && workspace != NULL)) return out;
    cdTrapInput input = *given;
    out.reason = checkInput(&input);
    if (out.reason != CD_REASON_NONE || input.obstacleCount == 0) return out;
    if (input.budget.maxPairTests == 0) input.budget.maxPairTests = DEFAULT_TESTS;
    cdTrapWork work = {
        .input = &input, .out = &out, .workspace = workspace, .meter = cdOpenMeter(&input.budget)};
    measure(&work);
    if (!overlaps(&work) && !prove(&work)) cdStopMeter(&work.meter, CD_REASON_WORKSPACE);
    if (work.isCut) cdStopMeter(&work.meter, CD_REASON_BUDGET);
    if ((out.proofs & CD_TRAP_ALL_MOTIONS) == 0) out.reason = work.meter.reason;
    out.pairTests = work.meter.spent;
    return out;
}
