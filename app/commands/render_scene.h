// Loads the stage that `render` draws.
#ifndef APP_RENDER_SCENE_H
#define APP_RENDER_SCENE_H

#include "commands/render_options.h"

// Loads a scene by name, a scene file, a recording or meshes. @errors false, with a message
bool LoadRenderScene(RenderOptions *options, Stage *stage, char *message, size_t messageSize);

#endif
