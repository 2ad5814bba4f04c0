// The stage that `render` draws.
#ifndef APP_RENDER_SCENE_H
#define APP_RENDER_SCENE_H

#include "commands/render_options.h"

// By name, from a scene file or a recording, or of meshes. @errors false, with a message
bool LoadRenderScene(RenderOptions *options, Stage *stage, char *message, size_t messageSize);

#endif
