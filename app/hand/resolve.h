// Carries out intentions: the only place where the window changes its stage.
#ifndef APP_RESOLVE_H
#define APP_RESOLVE_H

#include "services/app.h"

// Carries out all waiting intentions in order. Returns true if there were any.
bool ResolveIntentions(App *app);

#endif
