// Opens scenes, files and meshes in the window.
#ifndef APP_OPENING_H
#define APP_OPENING_H

#include "services/app.h"

// On failure the current scene stays.
bool OpenScene(App *app, const Scene *scene); // @errors false, with a notice
// Creates the current built-in scene again with its current parameter values.
bool OpenSceneAgain(App *app); // @errors false, with a notice
// Begins to load a scene file, a recording, or meshes. @errors false, with a message
bool OpenFiles(App *app, char *const *files, int fileCount, char *message, size_t messageSize);
// Shows the loaded scene, or adds the loaded mesh. @errors false, with a message
bool FinishOpening(App *app, char *message, size_t messageSize);
void TakeLoaded(App *app); // the same with a notice
// Passes the surfaces built with the meshes of the stage's objects to the view.
void GiveLoadedSurfaces(App *app, Loaded *loaded);
// Cancels all loads. The scene stays.
void CancelOpening(App *app);
// Opens the next built-in scene that can be opened, or the previous one for a negative direction.
void StepScene(App *app, int direction);
// Opens the first built-in scene that can be opened. @errors false: no scene can be opened
bool OpenDefaultScene(App *app);
// Begins to load a dropped file: a scene or a recording is opened, a mesh joins the scene.
void OpenDropped(App *app, const char *path);
// Loads only the meshes that were added to the scene, in their own size.
void OpenAdded(App *app);
// Reads the scene's file again.
void ReloadScene(App *app);

#endif
