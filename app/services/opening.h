// Scenes, files and meshes that the window opens.
#ifndef APP_OPENING_H
#define APP_OPENING_H

#include "services/app.h"

// On failure the present scene stays.
bool OpenScene(App *app, const Scene *scene); // @errors false, with a notice
// The present built-in scene, created again with the present values of its parameters.
bool OpenSceneAgain(App *app); // @errors false, with a notice
// Begins to load a scene file, a recording, or meshes. @errors false, with a message
bool OpenFiles(App *app, char *const *files, int fileCount, char *message, size_t messageSize);
// Shows the scene, or adds the mesh, that has been loaded. @errors false, with a message
bool FinishOpening(App *app, char *message, size_t messageSize);
void TakeLoaded(App *app); // the same with a notice
// Gives the surfaces that were made with the meshes of the stage's objects to the view.
void GiveLoadedSurfaces(App *app, Loaded *loaded);
// Nothing is loaded any more. What is shown stays.
void CancelOpening(App *app);
// The next built-in scene that can be opened, or the previous one for a negative direction.
void StepScene(App *app, int direction);
// The first built-in scene that can be opened. @errors false: none can
bool OpenDefaultScene(App *app);
// Begins to load a dropped file: a scene or a recording is opened, a mesh joins the scene.
void OpenDropped(App *app, const char *path);
// Only the meshes that joined the scene, in their own size.
void OpenAdded(App *app);
// Reads the scene's file again.
void ReloadScene(App *app);

#endif
