// The last step's query, when the step is over: what is not known of it yet, and how long it is remembered.
#ifndef APP_STAGE_FOLLOW_H
#define APP_STAGE_FOLLOW_H

#include "stage/state/stage_state.h"

// Finds what is not known of the last step or place: the status, the times to compare with. No pose depends
// on it. A step without a limit does so itself.
void FollowUpStageQuery(Stage *stage);
// The last step that was asked of a query, with where all objects were then in `stage->asked`: what F10
// saves. An object that is put somewhere since does not forget it; one that joins, goes or gets another
// option does. NULL: there is none.
const StageQuery *FindAskedQuery(const Stage *stage);
// Forgets the kept query, because objects or options have changed since.
void ForgetAskedQuery(Stage *stage);
// The query is about to be replaced by one that asks nothing.
void KeepAskedQuery(Stage *stage);

#endif
