// Several objects selected at once: a group that moves together, and what is done to all of it.
#ifndef APP_GROUP_H
#define APP_GROUP_H

#include "services/app.h"

// The object joins the group, or leaves it; -1: the selected one. The first one that joins brings the
// selected one along. `dissolves`: all leave the group.
void GroupObject(App *app, int32_t object, bool dissolves);
// The objects that an edit of the selected one is about: all of the group if it is in one, else itself.
// `objects`: objects[most]; returns how many.
int32_t ListEdited(const Stage *stage, int32_t *objects, int32_t most);

#endif
