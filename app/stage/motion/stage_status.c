// Display names of query states.
#include "stage/motion/stage_status.h"

StageStatus GetStateStatus(cdState state) {
    switch (state) {
    case CD_FREE:
        return STAGE_FREE;
    case CD_CONTACT:
        return STAGE_CONTACT;
    case CD_OVERLAP:
        return STAGE_OVERLAP;
    default:
        return STAGE_UNDECIDED;
    }
}

const char *GetStatusName(StageStatus status) {
    static const char *const names[] = {"free", "near", "contact", "overlap", "undecided"};
    return names[status];
}
