// The words of the result lines.
#include "commands/result_words.h"

static const struct {
    const char *motion, *separation, *touch;
} stateWords[] = {
    [CD_UNDECIDED] = {"undecided", "undecided", "undecided"},
    [CD_FREE] = {"free", "disjoint", "separate"},
    [CD_CONTACT] = {"contact", "touching", "touch"},
    [CD_OVERLAP] = {"overlap", "collide", "penetrate"},
};

static const char *const reasonWords[] = {
    [CD_REASON_NONE] = "none",
    [CD_REASON_BUDGET] = "budget",
    [CD_REASON_INTERRUPTED] = "interrupted",
    [CD_REASON_NOT_FINITE] = "input",
    [CD_REASON_NOT_UNIT] = "input",
    [CD_REASON_INPUT] = "input",
    [CD_REASON_NO_PART] = "input",
    [CD_REASON_WORKSPACE] = "scratch",
    [CD_REASON_PRECISION] = "precision",
};

const char *GetMotionWord(cdState state) {
    return stateWords[state].motion;
}

const char *GetSeparationWord(cdState state) {
    return stateWords[state].separation;
}

const char *GetTouchWord(cdState state) {
    return stateWords[state].touch;
}

const char *GetReasonWord(cdReason reason) {
    return reasonWords[reason];
}
