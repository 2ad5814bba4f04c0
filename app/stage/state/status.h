// How a moved object stands to the others.
#ifndef APP_STATE_STATUS_H
#define APP_STATE_STATUS_H

// How the moved object stands to the others, as it is shown.
typedef enum StageStatus {
    STAGE_FREE = 0,
    STAGE_NEAR, // free, but the step came so near that triangles had to be compared, or slid along something
    STAGE_CONTACT,
    STAGE_OVERLAP,
    STAGE_UNDECIDED // a limit was reached; held like a contact
} StageStatus;

#endif
