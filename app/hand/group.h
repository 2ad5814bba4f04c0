// Groups of objects that move together, and edits of all of them.
#ifndef APP_GROUP_H
#define APP_GROUP_H

#include "services/app.h"

// Adds an object to the group or removes it; -1: the selected one. The first one that joins brings the
// selected one along. `dissolves`: removes all.
void GroupObject(App *app, int32_t object, bool dissolves);
// Lists the objects that an edit of the selected one applies to: its group, or itself alone.
// `objects`: objects[most]; returns how many.
int32_t ListEdited(const Stage *stage, int32_t *objects, int32_t most);

#endif
