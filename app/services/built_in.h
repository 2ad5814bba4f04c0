// Opens built-in scenes in the window.
#ifndef APP_BUILT_IN_H
#define APP_BUILT_IN_H

#include "services/app.h"

// Cancels all loads, and begins to load a scene. The present one stays until FinishOpening.
void OpenScene(App *app, const Scene *scene);
// The same for the current built-in scene with its current parameter values.
void OpenSceneAgain(App *app);
// Gives the scene loaded again the parameter values that were changed in the present one meanwhile.
void KeepChangedParams(const Stage *present, const LoadDef *def, Stage *loaded);
// Like OpenScene, for the next built-in scene that can be opened, or the previous one for a negative
// direction: counted from the one that is being loaded, else from the current one.
void StepScene(App *app, int direction);
// The same for the first one that can be opened.
void OpenDefaultScene(App *app);
// Begins to load the scene that follows one that cannot be opened. Returns false if none does.
bool OpenFollowingScene(App *app, const LoadDef *failed, const char *message);
// True while a built-in scene is being loaded.
bool IsSceneComing(const App *app);

#endif
