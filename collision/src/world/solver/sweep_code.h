// The passes of cdSweepPasses, for as many lanes at once as the including file is compiled for.
//
// A group reads and writes the velocities of its bodies once: the coupling of its rows corrects the speeds of
// those that come later. Forwards the normal comes first, backwards friction, as in row_solver.c. Friction
// that sticks is exact. Sliding friction has the length of its limit, and solves (block + more) impulse =
// pull for some more > 0, a Newton iteration on 1 / length [D. C. Sorensen, J. J. More, 1983]. Here it begins
// with the result of the last sweep and ends after a rough step in all lanes: the sweeps refine it, and their
// fixed points are the same.
#ifndef CD_SWEEP_CODE_H
#define CD_SWEEP_CODE_H

#include "foundation/numbers/four_lanes.h"
#include "foundation/numbers/rounding.h"
#include "world/solver/sweep_groups.h"

#include <math.h>

enum { SLIDING_STEPS = 8, BODY_NUMBERS = CD_UNIT_NUMBERS / 2, ALL_LANES = 15 };

// Relative error of the length of sliding friction before the last step.
static const double ROUGH = 0x1p-6;

// --- Velocities

typedef struct GroupVelocities {
    cdFour v[CD_UNIT_NUMBERS];
} GroupVelocities;

static inline void loadVelocities(const cdSweepGroups *all, const cdSweepGroup *group, GroupVelocities *at) {
    for (int i = 0; i < CD_UNIT_NUMBERS; i += 2) {
        const int32_t *bodies = i < BODY_NUMBERS ? group->a : group->b;
        const double *place[CD_GROUP_UNITS];
        for (int k = 0; k < CD_GROUP_UNITS; k++)
            place[k] = all->velocities + bodies[k] + i % BODY_NUMBERS;
        cdGatherFour(place, &at->v[i], &at->v[i + 1]);
    }
}

static inline void storeVelocities(const cdSweepGroups *all, const cdSweepGroup *group,
                                   const GroupVelocities *at) {
    for (int i = 0; i < CD_UNIT_NUMBERS; i += 2) {
        const int32_t *bodies = i < BODY_NUMBERS ? group->a : group->b;
        double *place[CD_GROUP_UNITS];
        for (int k = 0; k < CD_GROUP_UNITS; k++)
            place[k] = all->velocities + bodies[k] + i % BODY_NUMBERS;
        cdScatterFour(place, at->v[i], at->v[i + 1]);
    }
}

// Returns `missed` minus J v.
static inline cdFour getMissed(const double missed[CD_GROUP_UNITS], const double on[CD_GROUP_NUMBERS],
                               const GroupVelocities *at) {
    cdFour sums[4];
    for (int k = 0; k < 4; k++) {
        const double *part = on + 3 * k * CD_GROUP_UNITS;
        const cdFour *v = at->v + 3 * k;
        cdFour sum =
            cdAddFour(cdMulFour(cdLoadFour(part), v[0]), cdMulFour(cdLoadFour(part + CD_GROUP_UNITS), v[1]));
        sums[k] = cdAddFour(sum, cdMulFour(cdLoadFour(part + 2 * CD_GROUP_UNITS), v[2]));
    }
    return cdSubFour(cdLoadFour(missed), cdAddFour(cdAddFour(sums[0], sums[1]), cdAddFour(sums[2], sums[3])));
}

static inline void addImpulse(const double on[CD_GROUP_NUMBERS], cdFour impulse, GroupVelocities *at) {
    for (int i = 0; i < CD_UNIT_NUMBERS; i++)
        at->v[i] = cdAddFour(at->v[i], cdMulFour(impulse, cdLoadFour(on + i * CD_GROUP_UNITS)));
}

// --- Impulses

// Changes the impulse of the first rows; `missed`: their bound minus J v. Returns the change. Minima and
// maxima that preserve NaN.
static inline cdFour updateFirst(cdSweepGroup *group, cdFour missed) {
    cdFour now = cdLoadFour(group->impulse);
    cdFour lacking = cdSubFour(missed, cdMulFour(cdLoadFour(group->softness), now));
    cdFour to = cdAddFour(now, cdMulFour(cdLoadFour(group->share), lacking));
    to = cdMinFour(cdLoadFour(group->most), cdMaxFour(cdLoadFour(group->least), to));
    cdStoreFour(group->impulse, to);
    return cdSubFour(to, now);
}

typedef struct FourPairs {
    cdFour x, y;
} FourPairs;

static inline FourPairs mulBlock(cdFour first, cdFour second, cdFour mixed, FourPairs p) {
    return (FourPairs){cdDotFour2(first, mixed, p.x, p.y), cdDotFour2(mixed, second, p.x, p.y)};
}

static inline FourPairs mulAdjoint(cdFour first, cdFour second, cdFour mixed, FourPairs p) {
    return (FourPairs){cdSubFour(cdMulFour(second, p.x), cdMulFour(mixed, p.y)),
                       cdSubFour(cdMulFour(first, p.y), cdMulFour(mixed, p.x))};
}

static inline cdFour getLengthSq(FourPairs p) {
    return cdDotFour2(p.x, p.y, p.x, p.y);
}

// Improves `more` by Newton steps on 1 / length, which is concave in `more`: they end at or below the
// solution from either side. Ends when they are close in these lanes.
static inline cdFour improveMore(const cdSweepFriction *friction, int lanes, FourPairs pull, cdFour longest,
                                 cdFour more, cdFour least) {
    cdFour first = cdLoadFour(friction->first), second = cdLoadFour(friction->second),
           mixed = cdLoadFour(friction->mixed), rough = cdSpreadFour(ROUGH);
    for (int i = 0; i < SLIDING_STEPS; i++) {
        cdFour a = cdAddFour(first, more), b = cdAddFour(second, more);
        cdFour wanted = cdMulFour(cdSubFour(cdMulFour(a, b), cdMulFour(mixed, mixed)), longest);
        FourPairs along = mulAdjoint(a, b, mixed, pull), slope = mulAdjoint(a, b, mixed, along);
        cdFour square = getLengthSq(along), over = cdSubFour(cdSqrtFour(square), wanted);
        cdFour rate = cdMulFour(cdDotFour2(along.x, along.y, slope.x, slope.y), longest);
        more = cdMaxFour(least, cdAddFour(more, cdDivFour(cdMulFour(square, over), rate)));
        if ((cdFourAbove(cdAbsFour(over), cdMulFour(rough, wanted)) & lanes) == 0) break;
    }
    return more;
}

// Returns impulses of length `longest` that nearly solve (block + more) impulse = pull for some more > 0, for
// these lanes.
static inline FourPairs findSliding(const cdSweepFriction *friction, int lanes, FourPairs pull,
                                    cdFour longest, cdFour *more) {
    cdFour first = cdLoadFour(friction->first), second = cdLoadFour(friction->second),
           trace = cdAddFour(first, second), none = cdSpreadFour(0.0);
    cdFour least = cdMulFour(cdSpreadFour(16.0 * CD_EPSILON), trace);
    if ((lanes & ~cdFourAbove(*more, none)) != 0) { // |impulse| >= |pull| / (trace + more)
        cdFour begin = cdSubFour(cdDivFour(cdSqrtFour(getLengthSq(pull)), longest), trace);
        *more = cdChooseFour(least, *more, *more, cdMaxFour(least, begin));
    }
    *more = improveMore(friction, lanes, pull, longest, *more, least);
    FourPairs along =
        mulAdjoint(cdAddFour(first, *more), cdAddFour(second, *more), cdLoadFour(friction->mixed), pull);
    cdFour scale = cdDivFour(longest, cdSqrtFour(getLengthSq(along))), finite = cdSpreadFour(DBL_MAX);
    return (FourPairs){cdChooseFour(scale, finite, cdMulFour(scale, along.x), none),
                       cdChooseFour(scale, finite, cdMulFour(scale, along.y), none)};
}

// Replaces friction of more than its limit; `missed`: minus J v for the impulses before, `now`.
static inline void limitFriction(cdSweepFriction *friction, cdFour longest, FourPairs missed, FourPairs now,
                                 FourPairs *to) {
    cdFour lengthSq = getLengthSq(*to), longestSq = cdMulFour(longest, longest), none = cdSpreadFour(0.0);
    int beyond = ALL_LANES & ~cdFourAtMost(lengthSq, longestSq), lanes = beyond & cdFourAbove(longest, none);
    FourPairs sliding = {none, none};
    if (beyond == 0) return;
    if (lanes != 0) {
        FourPairs pull = mulBlock(cdLoadFour(friction->first), cdLoadFour(friction->second),
                                  cdLoadFour(friction->mixed), now);
        pull = (FourPairs){cdAddFour(pull.x, missed.x), cdAddFour(pull.y, missed.y)};
        cdFour last = cdLoadFour(friction->more), more = last;
        sliding = findSliding(friction, lanes, pull, longest, &more);
        sliding.x = cdChooseFour(longest, none, none, sliding.x);
        sliding.y = cdChooseFour(longest, none, none, sliding.y);
        more = cdChooseFour(more, cdSpreadFour(DBL_MAX), more, none);
        more = cdChooseFour(longest, none, last, more);
        cdStoreFour(friction->more, cdChooseFour(lengthSq, longestSq, last, more));
    }
    to->x = cdChooseFour(lengthSq, longestSq, to->x, sliding.x);
    to->y = cdChooseFour(lengthSq, longestSq, to->y, sliding.y);
}

// Changes the impulses of friction; `missed`: minus their J v. Returns the changes.
static inline FourPairs updateFriction(const cdSweepGroup *group, cdSweepFriction *friction,
                                       FourPairs missed) {
    FourPairs now = {cdLoadFour(friction->impulse[0]), cdLoadFour(friction->impulse[1])};
    cdFour longest = cdMulFour(cdLoadFour(friction->coefficient), cdLoadFour(group->impulse));
    FourPairs step = mulBlock(cdLoadFour(friction->inFirst), cdLoadFour(friction->inSecond),
                              cdLoadFour(friction->inMixed), missed),
              to = {cdAddFour(now.x, step.x), cdAddFour(now.y, step.y)};
    limitFriction(friction, longest, missed, now, &to);
    cdStoreFour(friction->impulse[0], to.x);
    cdStoreFour(friction->impulse[1], to.y);
    return (FourPairs){cdSubFour(to.x, now.x), cdSubFour(to.y, now.y)};
}

// --- Passes

// Maximum residuals, and a sum that is not finite if one of them is not.
typedef struct GroupResiduals {
    cdFour worst, sum;
} GroupResiduals;

static inline void addResiduals(GroupResiduals *residuals, cdFour missed) {
    residuals->worst = cdMaxFour(missed, residuals->worst);
    residuals->sum = cdAddFour(residuals->sum, missed);
}

static double getWorst(const GroupResiduals *residuals) {
    double worst[CD_GROUP_UNITS], sum[CD_GROUP_UNITS], largest = 0.0;
    cdStoreFour(worst, residuals->worst);
    cdStoreFour(sum, residuals->sum);
    for (int k = 0; k < CD_GROUP_UNITS; k++) {
        if (!isfinite(sum[k])) return INFINITY;
        largest = cdMax(largest, worst[k]);
    }
    return largest;
}

static inline cdFour getChangeMissed(cdFour change, const double factor[CD_GROUP_UNITS]) {
    return cdMulFour(cdAbsFour(change), cdLoadFour(factor));
}

// Returns the residuals of contacts before; not finite if a speed is not.
static inline cdFour sweepContacts(cdSweepGroup *group, cdSweepFriction *friction, GroupVelocities *at,
                                   bool backwards) {
    cdFour missed = getMissed(group->missed, group->on, at), change;
    cdFour coupling[2] = {cdLoadFour(friction->coupling[0]), cdLoadFour(friction->coupling[1])};
    FourPairs slid = {getMissed(friction->missed[0], friction->on[0], at),
                      getMissed(friction->missed[1], friction->on[1], at)},
              changes;
    if (backwards) {
        changes = updateFriction(group, friction, slid);
        change =
            updateFirst(group, cdSubFour(missed, cdDotFour2(coupling[0], coupling[1], changes.x, changes.y)));
    } else {
        change = updateFirst(group, missed);
        slid.x = cdSubFour(slid.x, cdMulFour(coupling[0], change));
        slid.y = cdSubFour(slid.y, cdMulFour(coupling[1], change));
        changes = updateFriction(group, friction, slid);
    }
    addImpulse(group->on, change, at);
    addImpulse(friction->on[0], changes.x, at);
    addImpulse(friction->on[1], changes.y, at);
    cdFour rubbed = cdMaxFour(getChangeMissed(changes.x, friction->first),
                              getChangeMissed(changes.y, friction->second)),
           all = cdAddFour(cdAddFour(missed, change), cdAddFour(slid.x, slid.y));
    // Maxima, and friction at its limit, lose NaN.
    return cdAddFour(cdMaxFour(getChangeMissed(change, group->weight), rubbed),
                     cdMulFour(cdSpreadFour(0.0), all));
}

static inline cdFour sweepRows(cdSweepGroup *group, GroupVelocities *at) {
    cdFour change = updateFirst(group, getMissed(group->missed, group->on, at));
    addImpulse(group->on, change, at);
    return getChangeMissed(change, group->weight);
}

static inline void sweepGroup(const cdSweepGroups *all, cdSweepGroup *group, bool backwards,
                              GroupResiduals *residuals) {
    GroupVelocities at;
    loadVelocities(all, group, &at);
    cdFour missed = group->friction >= 0
                        ? sweepContacts(group, &all->frictions[group->friction], &at, backwards)
                        : sweepRows(group, &at);
    if (cdFourAtMost(missed, cdSpreadFour(0.0)) == ALL_LANES) return;
    storeVelocities(all, group, &at);
    addResiduals(residuals, missed);
}

static double sweepForwards(const cdSweepGroups *all) {
    GroupResiduals residuals = {cdSpreadFour(0.0), cdSpreadFour(0.0)};
    for (int32_t i = 0; i < all->groupCount; i++)
        sweepGroup(all, &all->groups[i], false, &residuals);
    return getWorst(&residuals);
}

// --- Scaled impulses

// Returns the values of a group's first rows, and of a friction's two rows.
static inline double *getFirstValues(double *values, int32_t group) {
    return values + CD_GROUP_UNITS * group;
}

static inline double *getFrictionValues(const cdSweepGroups *all, double *values, int32_t friction) {
    return values + CD_GROUP_UNITS * (all->groupCount + 2 * friction);
}

static inline void storeScaled(const double impulse[CD_GROUP_UNITS], const double scale[CD_GROUP_UNITS],
                               double *values) {
    cdStoreFour(values, cdMulFour(cdLoadFour(impulse), cdLoadFour(scale)));
}

static inline void storeGroup(const cdSweepGroups *all, int32_t i, double *values) {
    const cdSweepGroup *group = &all->groups[i];
    storeScaled(group->impulse, group->scale, getFirstValues(values, i));
    if (group->friction < 0) return;
    const cdSweepFriction *friction = &all->frictions[group->friction];
    double *to = getFrictionValues(all, values, group->friction);
    for (int j = 0; j < 2; j++)
        storeScaled(friction->impulse[j], friction->scale[j], to + j * CD_GROUP_UNITS);
}

static double sweepBackwards(const cdSweepGroups *all, double *values) {
    GroupResiduals residuals = {cdSpreadFour(0.0), cdSpreadFour(0.0)};
    for (int32_t i = all->groupCount - 1; i >= 0; i--) {
        sweepGroup(all, &all->groups[i], true, &residuals);
        storeGroup(all, i, values);
    }
    return getWorst(&residuals);
}

static inline cdFour loadScaled(const double *values, const double unscale[CD_GROUP_UNITS]) {
    return cdMulFour(cdLoadFour(values), cdLoadFour(unscale));
}

static inline void useFriction(const cdSweepGroup *group, cdSweepFriction *friction, const double *values,
                               GroupVelocities *at) {
    FourPairs now = {loadScaled(values, friction->unscale[0]),
                     loadScaled(values + CD_GROUP_UNITS, friction->unscale[1])};
    cdFour longest = cdMulFour(cdLoadFour(friction->coefficient), cdLoadFour(group->impulse)),
           lengthSq = getLengthSq(now), longestSq = cdMulFour(longest, longest);
    if (cdFourAtMost(lengthSq, longestSq) != ALL_LANES) {
        cdFour share = cdDivFour(longest, cdSqrtFour(lengthSq));
        share = cdChooseFour(lengthSq, longestSq, cdSpreadFour(1.0), share);
        now = (FourPairs){cdMulFour(share, now.x), cdMulFour(share, now.y)};
    }
    cdStoreFour(friction->impulse[0], now.x);
    cdStoreFour(friction->impulse[1], now.y);
    addImpulse(friction->on[0], now.x, at);
    addImpulse(friction->on[1], now.y, at);
}

static void applyScaled(const cdSweepGroups *all, double *values) {
    for (int32_t i = 0; i < all->groupCount; i++) {
        cdSweepGroup *group = &all->groups[i];
        GroupVelocities at;
        loadVelocities(all, group, &at);
        cdFour impulse = loadScaled(getFirstValues(values, i), group->unscale);
        impulse = cdMinFour(cdLoadFour(group->most), cdMaxFour(cdLoadFour(group->least), impulse));
        cdStoreFour(group->impulse, impulse);
        addImpulse(group->on, impulse, &at);
        if (group->friction >= 0)
            useFriction(group, &all->frictions[group->friction],
                        getFrictionValues(all, values, group->friction), &at);
        storeVelocities(all, group, &at);
        storeGroup(all, i, values);
    }
}

static const cdSweepPasses sweepPasses = {sweepForwards, sweepBackwards, applyScaled};

#endif
