// Words of the result lines.
#include "commands/result_words.h"

static const struct {
    const char *motion, *separation;
} stateWords[] = {
    [CD_UNDECIDED] = {"undecided", "undecided"},
    [CD_FREE] = {"free", "disjoint"},
    [CD_CONTACT] = {"contact", "touching"},
    [CD_OVERLAP] = {"overlap", "collide"},
};

static const char *const reasonWords[] = {
    [CD_REASON_NONE] = "none",
    [CD_REASON_BUDGET] = "budget",
    [CD_REASON_INTERRUPTED] = "interrupted",
    [CD_REASON_NOT_FINITE] = "input",
    [CD_REASON_NOT_UNIT] = "input",
    [CD_REASON_INPUT] = "input",
    [CD_REASON_NO_PART] = "input",
    [CD_REASON_WORKSPACE] = "workspace",
    [CD_REASON_PRECISION] = "precision",
};

const char *GetMotionWord(cdState state) {
    return stateWords[state].motion;
}

const char *GetSeparationWord(cdState state) {
    return stateWords[state].separation;
}

const char *GetReasonWord(cdReason reason) {
    return reasonWords[reason];
}
