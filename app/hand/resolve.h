// Intentions carried out: the one place where the window changes its stage.
#ifndef APP_RESOLVE_H
#define APP_RESOLVE_H

#include "services/app.h"

// Carries out all intentions that wait, in their order. True: there were some.
bool ResolveIntentions(App *app);

#endif
