// A view without a window. Without OpenGL the test is skipped, or fails if FC_REQUIRE_OPENGL is set, as in
// scripts/check.
#ifndef TESTS_VIEW_FIXTURE_H
#define TESTS_VIEW_FIXTURE_H

#include "view/view.h"

#include <stdlib.h>

static inline View *openView(int width, int height) {
    View *view = CreateHeadlessView(width, height);
    if (!view && getenv("FC_REQUIRE_OPENGL")) fail_msg("there is no OpenGL without a display");
    if (!view) skip();
    return view;
}

#endif
