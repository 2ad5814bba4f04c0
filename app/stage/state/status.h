// Status of a moved object.
#ifndef APP_STATE_STATUS_H
#define APP_STATE_STATUS_H

// Relation of the moved object to the others, as shown.
typedef enum StageStatus {
    STAGE_FREE = 0,
    STAGE_NEAR, // free, but triangles had to be compared, or it slid along something
    STAGE_CONTACT,
    STAGE_OVERLAP,
    STAGE_UNDECIDED // a limit was reached; blocked as by a contact
} StageStatus;

#endif
